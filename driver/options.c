/* The command line.

   Ours are the options of two dashes, and the few of one dash that Java's
   users expect (-cp, -classpath, -sourcepath, -j).  All others with one dash
   are the compiler's.  The plugin's arguments have no list of values here:
   the plugin says what is wrong with one, in the words it uses everywhere.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "project.h"

/* The plugin's arguments that are options of ours under the same name.
   testsuite/leakcheck.driver compares them with what the plugin has.  */
static const char *const plugin_arguments[] =
{
  "breadth", "checking", "contracts", "depth", "disable", "disable-check", "dump",
  "enable", "error", "exceptions", "explain", "fault", "ignored-exceptions", "in-process",
  "infer", "infer-creates", "infer-to", "level", "list-loops", "loop", "loops-without", "mode",
  "no-obligation-creation", "no-ownership", "no-resource-aliases",
  "permit-initialization-leak", "permit-static-owning", "region", "returns-receiver", "spec",
  "time-limit", "verbose"
};

enum { JOBS_LIMIT = 1024 };

struct reading
{
  struct lk_options *options;
  char **arguments;		/* All of them.  */
  size_t next;			/* The one behind the current one.  */
};

/* ---- Values.  ---- */

static unsigned
processors (void)
{
  cpu_set_t set;
  int count = (sched_getaffinity (0, sizeof set, &set) == 0
	       ? CPU_COUNT (&set) : 1);
  return count < 1 ? 1 : count > JOBS_LIMIT ? JOBS_LIMIT : (unsigned) count;
}

/* VALUE as a number from LOW to HIGH, or an error about OPTION.  */
static unsigned
read_number (const char *option, const char *value, unsigned low, unsigned high)
{
  char *end;
  errno = 0;
  unsigned long n = strtoul (value, &end, 10);
  if (*value < '0' || *value > '9' || *end || errno || n < low || n > high)
    lk_fatal ("'%s' wants a number from %u to %u, not '%s'", option, low, high,
	      value);
  return (unsigned) n;
}

static void
read_format (struct lk_options *options, const char *value)
{
  static const struct { const char *name; enum lk_output_format format; }
  formats[] = { { "text", LK_FORMAT_TEXT }, { "json", LK_FORMAT_JSON },
		{ "sarif", LK_FORMAT_SARIF }, { "html", LK_FORMAT_HTML } };
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp (value, formats[i].name))
      {
	options->format = formats[i].format;
	return;
      }
  lk_fatal ("unknown format '%s'; there are text, json, sarif and html", value);
}

/* ---- Options that take a value.  ---- */

enum value_option
{
  OPT_CLASSPATH, OPT_SOURCEPATH, OPT_RELEASE, OPT_JOBS, OPT_FORMAT,
  OPT_OUTPUT, OPT_GCC, OPT_JDK, OPT_JAVA_COMPILER, OPT_JAVA_OPTION, OPT_PROJECT,
  OPT_EXCLUDE, OPT_CACHE, OPT_CACHE_SIZE, OPT_ROUNDS, OPT_SUGGEST, OPT_NINJA, OPT_NINJA_RESULTS,
  OPT_BASELINE, OPT_WRITE_BASELINE, OPT_ANNOTATE, OPT_TOP
};

static const struct
{
  const char *name;
  enum value_option option;
} value_options[] =
{
  { "-cp", OPT_CLASSPATH }, { "-classpath", OPT_CLASSPATH },
  { "--class-path", OPT_CLASSPATH },
  { "-sourcepath", OPT_SOURCEPATH }, { "--source-path", OPT_SOURCEPATH },
  { "--release", OPT_RELEASE }, { "-j", OPT_JOBS }, { "--jobs", OPT_JOBS },
  { "--format", OPT_FORMAT }, { "--output", OPT_OUTPUT },
  { "--gcc", OPT_GCC }, { "--jdk", OPT_JDK }, { "--java-compiler", OPT_JAVA_COMPILER },
  { "--java-option", OPT_JAVA_OPTION }, { "-p", OPT_PROJECT }, { "--project", OPT_PROJECT },
  { "--exclude", OPT_EXCLUDE }, { "--cache", OPT_CACHE }, { "--cache-size", OPT_CACHE_SIZE },
  { "--rounds", OPT_ROUNDS }, { "--suggest", OPT_SUGGEST },
  { "--ninja", OPT_NINJA },
  { "--ninja-results", OPT_NINJA_RESULTS }, { "--baseline", OPT_BASELINE },
  { "--write-baseline", OPT_WRITE_BASELINE }, { "--annotate", OPT_ANNOTATE },
  { "--top", OPT_TOP }
};

static void
set_value (struct lk_options *options, enum value_option option,
	   const char *name, const char *value)
{
  if (!*value && option != OPT_CLASSPATH && option != OPT_SOURCEPATH)
    lk_fatal ("'%s' needs an argument", name);
  switch (option)
    {
    case OPT_CLASSPATH:
      free (options->classpath);
      options->classpath = lk_expand_classpath (value);
      break;
    case OPT_SOURCEPATH:
      options->sourcepath = value;
      break;
    case OPT_RELEASE:
      read_number (name, value, 6, 99);
      options->release = value;
      break;
    case OPT_JOBS:
      options->jobs = read_number (name, value, 1, JOBS_LIMIT);
      break;
    case OPT_FORMAT:
      read_format (options, value);
      break;
    case OPT_OUTPUT:
      options->output = value;
      break;
    case OPT_ANNOTATE:
      lk_strings_take (&options->plugin,
		       lk_format ("-fplugin-arg-leakcheck-infer-to=patch:%s", value));
      options->infer_written = true;
      break;
    case OPT_GCC:
      options->gcc_program = value;
      options->gcc_chosen = true;
      break;
    case OPT_PROJECT:
      if (options->project)
	lk_fatal ("'%s' is given twice: one project is analysed at a time", name);
      options->project = value;
      break;
    case OPT_EXCLUDE:
      lk_strings_add (&options->excluded, value);
      break;
    case OPT_CACHE:
      options->cache = value;
      break;
    case OPT_CACHE_SIZE:
      options->cache_megabytes = read_number (name, value, 1, 1000000);
      break;
    case OPT_BASELINE:
      options->baseline = value;
      break;
    case OPT_WRITE_BASELINE:
      options->written_baseline = value;
      break;
    case OPT_TOP:
      options->top = read_number (name, value, 1, 1000000);
      break;
    case OPT_ROUNDS:
      options->rounds = read_number (name, value, 1, 1000);
      options->rounds_chosen = true;
      break;
    case OPT_SUGGEST:
      if (strcmp (value, "attributes") && strcmp (value, "spec"))
	lk_fatal ("'%s=%s': it suggests 'attributes' or 'spec'", name, value);
      options->suggest = (strcmp (value, "spec") ? LK_SUGGEST_ATTRIBUTES : LK_SUGGEST_SPEC);
      break;
    case OPT_NINJA:
      options->ninja = value;
      break;
    case OPT_NINJA_RESULTS:
      options->ninja_results = value;
      break;
    case OPT_JDK:
      options->jdk = value;
      break;
    case OPT_JAVA_COMPILER:
      options->java_compiler = value;
      break;
    case OPT_JAVA_OPTION:
      lk_strings_add (&options->java, value);
      break;
    }
}

/* Read ARGUMENT if it is one of the above: NAME VALUE, --NAME=VALUE, or -jN.  */
static bool
read_value_option (struct reading *r, const char *argument)
{
  for (size_t i = 0; i < sizeof value_options / sizeof *value_options; i++)
    {
      const char *name = value_options[i].name;
      size_t length = strlen (name);
      if (strncmp (argument, name, length) != 0)
	continue;
      const char *value;
      if (argument[length] == '\0')
	{
	  value = r->arguments[r->next];
	  if (!value)
	    lk_fatal ("'%s' needs an argument", name);
	  r->next++;
	}
      else if (name[1] == '-' && argument[length] == '=')
	value = argument + length + 1;
      else if (!strcmp (name, "-j"))
	value = argument + length;
      else
	continue;
      set_value (r->options, value_options[i].option, name, value);
      return true;
    }
  return false;
}

/* ---- The plugin's arguments.  ---- */

static bool
read_plugin_argument (struct lk_options *options, const char *argument)
{
  const char *name = argument + 2;
  size_t length = strcspn (name, "=");
  for (size_t i = 0; i < sizeof plugin_arguments / sizeof *plugin_arguments;
       i++)
    if (strlen (plugin_arguments[i]) == length
	&& !strncmp (plugin_arguments[i], name, length))
      {
	if (!strcmp (name, "verbose"))
	  options->verbose = true;
	else
	  lk_strings_take (&options->plugin, lk_format ("-fplugin-arg-leakcheck-%s", name));
	if (!strcmp (name, "checking"))
	  lk_strings_take (&options->plugin,
			   lk_format ("-fplugin-arg-leakcheck-in-process"));
	if (lk_begins (name, "dump=") && !strchr (name, ':'))
	  options->dumps = true;
	options->infers |= !strcmp (name, "mode=infer");
	options->infer_written |= (lk_begins (name, "infer-to=") || lk_begins (name, "explain="));
	return true;
      }
  return false;
}

/* How many letters must be put in, taken out or changed to make A of B, or
   LIMIT if that is less.  */
static size_t
distance (const char *a, size_t a_length, const char *b, size_t limit)
{
  enum { ROOM = 32 };
  size_t b_length = strlen (b), row[ROOM];
  if (b_length >= ROOM)
    return limit;
  for (size_t j = 0; j <= b_length; j++)
    row[j] = j;
  for (size_t i = 1; i <= a_length; i++)
    {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= b_length; j++)
	{
	  size_t best = diagonal + (a[i - 1] != b[j - 1]);
	  diagonal = row[j];
	  if (row[j] + 1 < best)
	    best = row[j] + 1;
	  if (row[j - 1] + 1 < best)
	    best = row[j - 1] + 1;
	  row[j] = best;
	}
    }
  return row[b_length] < limit ? row[b_length] : limit;
}

/* ARGUMENT has two dashes and is nothing we know.  */
static void
refuse_option (const char *argument)
{
  static const char *const flags[]
    = { "help", "version", "quiet", "no-cache", "print-plugin-path", "print-spec-dir" };
  const char *name = argument + 2, *meant = NULL;
  size_t length = strcspn (name, "=");
  size_t best = length / 3 + 2;
  for (size_t i = 0; i < sizeof flags / sizeof *flags
       + sizeof plugin_arguments / sizeof *plugin_arguments
       + sizeof value_options / sizeof *value_options; i++)
    {
      size_t j = i;
      const char *known;
      if (j < sizeof flags / sizeof *flags)
	known = flags[j];
      else if ((j -= sizeof flags / sizeof *flags)
	       < sizeof plugin_arguments / sizeof *plugin_arguments)
	known = plugin_arguments[j];
      else
	known = value_options[j - sizeof plugin_arguments
			      / sizeof *plugin_arguments].name;
      if (known[0] == '-' && known[1] != '-')
	continue;
      known += known[0] == '-' ? 2 : 0;
      size_t d = distance (name, length, known, best);
      if (d < best)
	{
	  best = d;
	  meant = known;
	}
    }
  if (meant)
    lk_fatal ("unknown option '%s'; did you mean '--%s'? See 'leakcheck"
	      " --help'", argument, meant);
  lk_fatal ("unknown option '%s'; see 'leakcheck --help'", argument);
}

/* ---- The compiler's options.  ---- */

static void
read_gcc_option (struct reading *r, const char *argument)
{
  if (strcmp (argument, "-o") == 0)
    lk_fatal ("'-o' makes no sense here: no object file is written; the report"
	      " goes to a file with '--output=FILE'");
  if (strcmp (argument, "-E") == 0)
    lk_fatal ("'-E' makes no sense here: nothing is written");
  if (lk_begins (argument, "-fdiagnostics-format="))
    lk_fatal ("'%s': use '--format=json' or '--format=sarif'", argument);
  lk_strings_add (&r->options->gcc, argument);
  if (lk_takes_next (argument))
    {
      if (!r->arguments[r->next])
	lk_fatal ("'%s' needs an argument", argument);
      lk_strings_add (&r->options->gcc, r->arguments[r->next++]);
    }
}

/* ---- All together.  ---- */

/* Options that are answered at once.  */
static void
answer (const char *argument)
{
  if (strcmp (argument, "--help") == 0)
    lk_print_help ();
  else if (strcmp (argument, "--version") == 0)
    lk_print_version ();
  else if (strcmp (argument, "--print-plugin-path") == 0)
    puts (lk_plugin_path ());
  else if (strcmp (argument, "--print-spec-dir") == 0)
    puts (lk_spec_dir ());
  else
    return;
  if (fflush (stdout) != 0)
    lk_fatal ("cannot write: %s", strerror (errno));
  exit (LK_EXIT_CLEAN);
}

static void
read_argument (struct reading *r, const char *argument)
{
  if (argument[0] != '-')
    lk_strings_add (&r->options->inputs, argument);
  else if (argument[1] == '\0')
    lk_fatal ("'-': the standard input is not read; name a file");
  else if (read_value_option (r, argument))
    ;
  else if (argument[1] != '-' || strcmp (argument, "--param") == 0
	   || lk_begins (argument, "--param="))
    read_gcc_option (r, argument);
  else if (strcmp (argument, "--quiet") == 0)
    r->options->quiet = true;
  else if (strcmp (argument, "--clusters") == 0)
    r->options->clusters = true;
  else if (strcmp (argument, "--no-cache") == 0)
    r->options->no_cache = true;
  else
    {
      answer (argument);
      if (!read_plugin_argument (r->options, argument))
	refuse_option (argument);
    }
}

/* Reject options that make no sense with -p.  File names that are relative to the current folder
   become absolute: compilers run in other folders.  */
static void
check_project (struct lk_options *options)
{
  if (options->dumps || options->classpath || options->sourcepath || options->release
      || options->java.count)
    lk_fatal ("'%s' makes no sense with '-p'", options->dumps ? "--dump"
	      : options->classpath ? "-cp" : options->sourcepath ? "-sourcepath"
	      : options->release ? "--release" : "--java-option");
  if (strchr (options->gcc_program, '/'))
    lk_strings_take (&options->arguments,
		     lk_absolute (lk_current_folder (), options->gcc_program));
  if (strchr (options->gcc_program, '/'))
    options->gcc_program = options->arguments.items[options->arguments.count - 1];
  lk_absolute_options (&options->gcc, lk_current_folder ());
  lk_absolute_options (&options->plugin, lk_current_folder ());
}

void
lk_read_options (struct lk_options *options, int argc, char **argv)
{
  if (argc > 0)
    lk_expand_lists (&options->arguments, argv + 1);
  lk_strings_end (&options->arguments);
  options->n_arguments = options->arguments.count;
  options->gcc_program = LK_GCC;
  options->cache_megabytes = 512;
  options->rounds = LK_ROUND_LIMIT;
  struct reading r = { options, options->arguments.items, 0 };
  while (r.arguments[r.next])
    {
      const char *argument = r.arguments[r.next++];
      if (strcmp (argument, "--") != 0)
	read_argument (&r, argument);
      else
	while (r.arguments[r.next])
	  lk_strings_add (&options->gcc, r.arguments[r.next++]);
    }
  if ((options->ninja || options->ninja_results || options->suggest) && !options->project)
    lk_fatal ("'%s' is for projects: give the folder of one with '-p'",
	      options->suggest ? "--suggest" : "--ninja");
  if (options->project)
    check_project (options);
  else if (options->inputs.count == 0)
    lk_fatal ("no input files; see 'leakcheck --help'");
  /* Not for a project: the notes do not say of which unit they are, and what the cache has of a run
     without --verbose serves one with it.  */
  else if (options->verbose)
    lk_strings_add (&options->plugin, "-fplugin-arg-leakcheck-verbose");
  options->threads = options->jobs;
  if (options->jobs == 0)
    options->jobs = processors ();
  if (options->dumps && options->format != LK_FORMAT_TEXT && !options->output)
    lk_fatal ("'--dump' and the report would both go to the standard output; say"
	      " '--dump=...:FILE' or '--output=FILE'");
  if (options->infers)
    {
      if (options->format != LK_FORMAT_TEXT)
	lk_fatal ("'--mode=infer' finds no leaks to report in this format; '--output=FILE.astub',"
		  " 'FILE.spec' and 'FILE.patch' are its formats");
      if (options->output || !options->infer_written)
	lk_strings_take (&options->plugin, lk_format ("-fplugin-arg-leakcheck-infer-to=%s",
						      options->output ? options->output : "-"));
      options->output = NULL;
    }
  if (options->suggest && options->format != LK_FORMAT_TEXT)
    lk_fatal ("'--suggest' and '--format' exclude each other: one output");
  if (options->output && options->format == LK_FORMAT_TEXT && !options->suggest)
    lk_fatal ("'--output' is for '--format=json', '--format=sarif', '--format=html' and"
	      " '--suggest'; text goes to the standard error");
}

void
lk_free_options (struct lk_options *options)
{
  lk_strings_free (&options->arguments);
  lk_strings_free (&options->inputs);
  lk_strings_free (&options->gcc);
  lk_strings_free (&options->plugin);
  lk_strings_free (&options->java);
  lk_strings_free (&options->excluded);
  free (options->classpath);
}
