/* The command line, by the table of options.

   The plugin's arguments have no list of values here: the plugin says what is wrong with one, in
   the words it uses everywhere.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "option-table.h"
#include "project.h"

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
  options->format_chosen = true;
  /* The compiler's text without paths and lines of sources.  */
  if (!strcmp (value, "gcc"))
    {
      options->format = LK_FORMAT_TEXT;
      options->plain = true;
      lk_strings_add (&options->gcc, "-fdiagnostics-plain-output");
      lk_strings_add (&options->gcc, "-fdiagnostics-path-format=none");
      return;
    }
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp (value, formats[i].name))
      {
	options->format = formats[i].format;
	return;
      }
  lk_fatal ("unknown format '%s'; there are text, gcc, json, sarif and html", value);
}

/* Choose the format that the end of the name of the output says.  */
static void
guess_format (struct lk_options *options)
{
  static const char *const ends[] = { "json", "sarif", "html" };
  const char *dot = options->output ? strrchr (options->output, '.') : NULL;
  for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
    if (!options->format_chosen && !strcmp (dot + 1, ends[i]))
      read_format (options, ends[i]);
}

/* ---- Options that take a value.  ---- */

static void
set_value (struct lk_options *options, enum lk_option option,
	   const char *name, const char *value)
{
  if (!*value && option != LK_OPT_CLASSPATH && option != LK_OPT_SOURCEPATH)
    lk_fatal ("'%s' needs an argument", name);
  switch (option)
    {
    case LK_OPT_CLASSPATH:
      free (options->classpath);
      options->classpath = lk_expand_classpath (value);
      break;
    case LK_OPT_SOURCEPATH:
      options->sourcepath = value;
      break;
    case LK_OPT_RELEASE:
      read_number (name, value, 6, 99);
      options->release = value;
      break;
    case LK_OPT_JOBS:
      options->jobs = read_number (name, value, 1, JOBS_LIMIT);
      break;
    case LK_OPT_FORMAT:
      read_format (options, value);
      break;
    case LK_OPT_OUTPUT:
      options->output = value;
      break;
    case LK_OPT_ANNOTATE:
      lk_strings_take (&options->plugin,
		       lk_format ("-fplugin-arg-leakcheck-infer-to=patch:%s", value));
      options->infer_written = true;
      break;
    case LK_OPT_GCC:
      options->gcc_program = value;
      options->gcc_chosen = true;
      break;
    case LK_OPT_PROJECT:
      if (options->project)
	lk_fatal ("'%s' is given twice: one project is analysed at a time", name);
      options->project = value;
      break;
    case LK_OPT_EXCLUDE:
      lk_strings_add (&options->excluded, value);
      break;
    case LK_OPT_CACHE:
      options->cache = value;
      break;
    case LK_OPT_CACHE_SIZE:
      options->cache_megabytes = read_number (name, value, 1, 1000000);
      break;
    case LK_OPT_BASELINE:
      options->baseline = value;
      break;
    case LK_OPT_WRITE_BASELINE:
      options->written_baseline = value;
      break;
    case LK_OPT_TOP:
      options->top = read_number (name, value, 1, 1000000);
      break;
    case LK_OPT_ROUNDS:
      options->rounds = read_number (name, value, 1, 1000);
      options->rounds_chosen = true;
      break;
    case LK_OPT_SUGGEST:
      if (strcmp (value, "attributes") && strcmp (value, "spec"))
	lk_fatal ("'%s=%s': it suggests 'attributes' or 'spec'", name, value);
      options->suggest = (strcmp (value, "spec") ? LK_SUGGEST_ATTRIBUTES : LK_SUGGEST_SPEC);
      break;
    case LK_OPT_NINJA:
      options->ninja = value;
      break;
    case LK_OPT_NINJA_RESULTS:
      options->ninja_results = value;
      break;
    case LK_OPT_JDK:
      options->jdk = value;
      break;
    case LK_OPT_JAVA_COMPILER:
      options->java_compiler = value;
      break;
    case LK_OPT_COMPLETION:
      lk_print_completion (value);
    case LK_OPT_JAVA_OPTION:
      lk_strings_add (&options->java, value);
      break;
    default:
      break;			/* The others have no value.  */
    }
}

/* ---- Options.  ---- */

/* ARGUMENT is the plugin's: "--NAME=VALUE", whose VALUE is given, or "--NAME".  */
static void
take_plugin_argument (struct lk_options *options, const char *name, const char *value)
{
  if (!strcmp (name, "verbose") && !value)
    options->verbose = true;
  else if (!strcmp (name, "explain") && value && strchr (value, ':'))
    {
      if (options->explained)
	lk_fatal ("'--explain=%s': one line is explained at a time", value);
      options->explained = value;
    }
  else
    lk_strings_take (&options->plugin, lk_format ("-fplugin-arg-leakcheck-%s%s%s", name,
						  value ? "=" : "", value ? value : ""));
  if (!strcmp (name, "checking"))
    lk_strings_take (&options->plugin, lk_format ("-fplugin-arg-leakcheck-in-process"));
  options->dumps |= !strcmp (name, "dump") && value && !strchr (value, ':');
  if (!strcmp (name, "mode"))
    options->mode = value;
  options->infers |= !strcmp (name, "mode") && value && !strcmp (value, "infer");
  options->infers_first |= !strcmp (name, "infer");
  if (!strcmp (name, "explain") && value && !strchr (value, ':'))
    options->explained_member = value;
  options->infer_written |= (!strcmp (name, "infer-to")
			     || (!strcmp (name, "explain") && value && !strchr (value, ':')));
}

/* Options that are answered at once.  */
static void
answer (enum lk_option option)
{
  switch (option)
    {
    case LK_OPT_HELP:
      lk_print_help ();
      break;
    case LK_OPT_VERSION:
      lk_print_version ();
      break;
    case LK_OPT_PLUGIN_PATH:
      puts (lk_plugin_path ());
      break;
    case LK_OPT_INCLUDE_DIR:
      puts (lk_include_dir ());
      break;
    case LK_OPT_SPEC_DIR:
      puts (lk_spec_dir ());
      break;
    default:
      return;
    }
  if (fflush (stdout) != 0)
    lk_fatal ("cannot write: %s", strerror (errno));
  exit (LK_EXIT_CLEAN);
}

/* The option of ROW is given as NAME, with VALUE or NULL.  */
static void
take_option (struct lk_options *options, const struct lk_option_row *row, const char *name,
	     const char *value)
{
  switch (row->option)
    {
    case LK_OPT_PLUGIN:
      take_plugin_argument (options, name + 2, value);
      break;
    case LK_OPT_QUIET:
      options->quiet = true;
      break;
    case LK_OPT_CLUSTERS:
      options->clusters = true;
      break;
    case LK_OPT_SUMMARY:
      lk_summary_begin ();
      break;
    case LK_OPT_NO_CACHE:
      options->no_cache = true;
      break;
    case LK_OPT_LIST_KINDS:
      options->lists_kinds = true;
      break;
    default:
      if (value)
	set_value (options, row->option, name, value);
      else
	answer (row->option);
    }
}

/* Return the row of ARGUMENT and copy its name to NAME; NULL: it is none of ours.  *VALUE becomes
   what is written in the same argument ("--NAME=VALUE", "-jN"), or NULL.  */
static const struct lk_option_row *
find_option (const char *argument, char name[40], const char **value)
{
  for (size_t i = 0; i < lk_n_option_rows; i++)
    {
      const char *names = lk_option_rows[i].names;
      while (lk_option_rows[i].option != LK_OPT_HEADING && lk_next_option_name (&names, name))
	{
	  size_t length = strlen (name);
	  if (strncmp (argument, name, length) != 0)
	    continue;
	  bool joined = name[1] == '-' && argument[length] == '=';
	  if (argument[length] != '\0' && !joined && strcmp (name, "-j") != 0)
	    continue;
	  *value = argument[length] ? argument + length + joined : NULL;
	  return &lk_option_rows[i];
	}
    }
  return NULL;
}

/* Read ARGUMENT if it is an option of ours: NAME, NAME VALUE, --NAME=VALUE, or -jN.  */
static bool
read_option (struct reading *r, const char *argument)
{
  char name[40];
  const char *value;
  const struct lk_option_row *row = find_option (argument, name, &value);
  /* GCC has a -v of its own.  */
  if (!row || (!strcmp (name, "-v") && r->options->n_arguments > 1))
    return false;
  if (row->value && !value)
    {
      value = r->arguments[r->next];
      if (!value)
	lk_fatal ("'%s' needs an argument", name);
      r->next++;
    }
  /* The plugin refuses the value of an argument that has none.  */
  else if (!row->value && value && row->option != LK_OPT_PLUGIN)
    lk_fatal ("'%s' takes no argument", name);
  take_option (r->options, row, name, value);
  return true;
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
  size_t length = strcspn (argument + 2, "=");
  size_t best = length / 3 + 2;
  char name[40], meant[40] = "";
  for (size_t i = 0; i < lk_n_option_rows; i++)
    {
      const char *names = lk_option_rows[i].names;
      while (lk_option_rows[i].option != LK_OPT_HEADING && lk_next_option_name (&names, name))
	{
	  size_t d = (name[1] == '-' ? distance (argument + 2, length, name + 2, best) : best);
	  if (d < best)
	    {
	      best = d;
	      strcpy (meant, name);
	    }
	}
    }
  if (*meant)
    lk_fatal ("unknown option '%s'; did you mean '%s'? See 'leakcheck"
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

static void
read_argument (struct reading *r, const char *argument)
{
  if (argument[0] != '-')
    lk_strings_add (&r->options->inputs, argument);
  else if (argument[1] == '\0')
    lk_fatal ("'-': the standard input is not read; name a file");
  else if (read_option (r, argument))
    ;
  else if (argument[1] != '-' || strcmp (argument, "--param") == 0
	   || lk_begins (argument, "--param="))
    read_gcc_option (r, argument);
  else
    refuse_option (argument);
}

/* Check --explain=FILE:LINE, and pass it on to the plugin; for a project this is done when the
   contracts of its functions are known.  */
static void
check_explained (struct lk_options *options)
{
  const char *line = options->explained ? strrchr (options->explained, ':') : NULL;
  if (options->explained_member && !options->infers && !options->infers_first)
    lk_fatal ("'--explain=%s': expected FILE:LINE; or, with '--mode=infer' or '--infer',"
	      " CLASS.MEMBER", options->explained_member);
  if (!line)
    return;
  if (options->mode && strcmp (options->mode, "find"))
    lk_fatal ("'--explain=FILE:LINE' explains what mode 'find' reports, not '--mode=%s'%s",
	      options->mode, strcmp (options->mode, "verify") && !options->infers ? ""
	      : LK_TR ("; '--explain=CLASS.MEMBER' says why a contract was inferred"));
  if (!options->project && !options->build.count)
    {
      lk_strings_take (&options->plugin, lk_format ("-fplugin-arg-leakcheck-explain=%s",
						    options->explained));
      return;
    }
  if (line == options->explained || atoi (line + 1) < 1
      || line[1 + strspn (line + 1, "0123456789")])
    lk_fatal ("'--explain=%s': expected FILE:LINE", options->explained);
  if (options->format != LK_FORMAT_TEXT)
    lk_fatal ("'--explain' prints text; leave out '--format' and '--output'");
  if (options->baseline || options->written_baseline)
    lk_fatal ("'--explain' reports no findings; leave out '--baseline' and '--write-baseline'");
}

/* Reject options that make no sense with -p.  File names that are relative to the current folder
   become absolute: compilers run in other folders.  */
static void
check_project (struct lk_options *options)
{
  if (options->explained && (options->ninja || options->ninja_results))
    lk_fatal ("'--explain' makes no sense with '--ninja': name the project with '-p' alone");
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
  lk_translate_init ();
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
      else if (options->inputs.count == 0 && !options->project && r.arguments[r.next]
	       && r.arguments[r.next][0] != '-')
	{
	  while (r.arguments[r.next])
	    lk_strings_add (&options->build, r.arguments[r.next++]);
	}
      else
	while (r.arguments[r.next])
	  lk_strings_add (&options->gcc, r.arguments[r.next++]);
    }
  if (options->lists_kinds)
    lk_list_kinds (&options->plugin);
  if ((options->ninja || options->ninja_results || options->suggest) && !options->project
      && !options->build.count)
    lk_fatal ("'%s' is for projects: give the folder of one with '-p'",
	      options->suggest ? "--suggest" : "--ninja");
  if (options->project || options->build.count)
    check_project (options);
  else if (options->inputs.count == 0)
    lk_fatal ("no input files; see 'leakcheck --help'");
  /* Not for a project: the notes do not say of which unit they are, and what the cache has of a run
     without --verbose serves one with it.  */
  else if (options->verbose)
    lk_strings_add (&options->plugin, "-fplugin-arg-leakcheck-verbose");
  if (!options->infers && !options->suggest)
    guess_format (options);
  check_explained (options);
  if (options->format != LK_FORMAT_TEXT || options->baseline || options->written_baseline
      || options->top || options->clusters)
    lk_speak_english ();
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
    lk_fatal ("'--output' is for JSON, SARIF, HTML and '--suggest'; text goes to the standard"
	      " error");
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
  lk_strings_free (&options->build);
  free (options->classpath);
}
