/* Which compiler analyses an entry of a compilation database.

   Its own, if that is a GCC of a version that there is a plugin for: it has
   the same headers and knows all options.  Otherwise the one that leakcheck
   was built for, or that '--gcc=PROGRAM' names.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lk-config.h"
#include "project.h"

/* The plugin proper for GCC VERSION for MACHINE beside the stub; allocated, NULL if there is
   none.  */
static char *
plugin_for (const char *version, const char *machine)
{
  char *stub = lk_plugin_path (), *name = NULL;
  *strrchr (stub, '/') = '\0';
  unsigned long major = strtoul (version, NULL, 10);
  if (*machine && !strchr (machine, '/'))
    name = lk_format ("%s/%s/%lu/leakcheck.so", stub, machine, major);
  free (stub);
  if (name && access (name, R_OK) != 0)
    {
      free (name);
      name = NULL;
    }
  return name;
}

/* All that changes when PROGRAM does, or PLUGIN; allocated.  */
static char *
identity (const char *program, const char *version, const char *machine, const char *plugin)
{
  struct stat status = { 0 };
  unsigned char hash[LK_HASH_SIZE];
  char digits[2 * LK_HASH_SIZE + 1];
  struct lk_hash all;
  char *stub = lk_plugin_path ();
  lk_hash_begin (&all);
  const char *files[] = { stub, plugin };
  for (size_t i = 0; i < 2; i++)
    {
      const unsigned char *of_file = lk_hash_file (files[i]);
      if (of_file)
	lk_hash_add (&all, of_file, LK_HASH_SIZE);
    }
  free (stub);
  lk_hash_end (&all, hash);
  lk_hash_name (hash, digits);
  stat (program, &status);
  return lk_format ("%s %s %jd %jd.%09ld %s", version, machine, (intmax_t) status.st_size,
		    (intmax_t) status.st_mtim.tv_sec, (long) status.st_mtim.tv_nsec, digits);
}

/* PROGRAM, if it is a GCC that there is a plugin for.  */
static bool
try_program (struct lk_compiler *compiler, const char *program)
{
  char *file = lk_find_program (program);
  /* Of the compilers, only GCC has the first option.  */
  char *version = file ? lk_ask_compiler (file, "-dumpfullversion", false) : NULL;
  char *machine = version ? lk_ask_compiler (file, "-dumpmachine", false) : NULL;
  char *plugin = machine ? plugin_for (version, machine) : NULL;
  if (plugin)
    {
      compiler->program = lk_format ("%s", file);
      compiler->identity = identity (file, version, machine, plugin);
    }
  free (plugin);
  free (machine);
  free (version);
  free (file);
  return compiler->program != NULL;
}

const struct lk_compiler *
lk_compiler_for (const struct lk_options *options, const char *program)
{
  static struct known { char *name; struct lk_compiler compiler; struct known *next; } *all;
  const char *chosen = options->gcc_chosen ? options->gcc_program : program;
  for (struct known *k = all; k; k = k->next)
    if (strcmp (k->name, chosen) == 0)
      return &k->compiler;
  struct known *k = lk_allocate (1, sizeof *k);
  k->name = lk_format ("%s", chosen);
  if (!try_program (&k->compiler, chosen))
    {
      if (options->gcc_chosen)
	lk_fatal ("'%s' is no GCC that there is a plugin for; build leakcheck with 'configure"
		  " --with-gcc=%s', too", chosen, chosen);
      if (!try_program (&k->compiler, options->gcc_program))
	lk_fatal ("'%s' is not GCC %s, which leakcheck was built for; install it, or name it with"
		  " '--gcc=PROGRAM'", options->gcc_program, LK_GCC_VERSION);
      k->compiler.foreign = true;
    }
  k->compiler.foreign |= options->gcc_chosen;
  k->next = all;
  all = k;
  return &k->compiler;
}

/* ---- Options that GCC does not have.  ---- */

/* Each answer may hide others: this often the compiler is asked.  */
enum { QUESTION_LIMIT = 8 };

static bool
contains (const struct lk_strings *list, const char *text)
{
  for (size_t i = 0; i < list->count; i++)
    if (strcmp (list->items[i], text) == 0)
      return true;
  return false;
}

static void
add_once (struct lk_strings *list, const char *text)
{
  if (!contains (list, text))
    lk_strings_add (list, text);
}

/* The text between the quotes behind HEAD in LINE; allocated, or NULL.  */
static char *
quoted_behind (const char *line, const char *end, const char *head)
{
  const char *found = memmem (line, (size_t) (end - line), head, strlen (head));
  if (!found)
    return NULL;
  const char *open = found + strlen (head), *close;
  if (open >= end || *open != '\'' || !(close = memchr (open + 1, '\'', (size_t) (end - open - 1))))
    return NULL;
  return lk_format ("%.*s", (int) (close - open - 1), open + 1);
}

/* Take from OPTIONS what the compiler's ERRORS say that it does not know, and add it to DROPPED.
   False: that was nothing.  */
static bool
take_unknown (struct lk_strings *options, const struct lk_text *errors, struct lk_strings *dropped)
{
  static const char *const heads[]
    = { "unrecognized command-line option ", "unrecognized command line option ",
	"unrecognized argument in option ", ") for " };
  bool any = false;
  const char *line = errors->bytes, *stop = line ? line + errors->length : line;
  for (const char *end; line < stop; line = end + (end < stop))
    {
      end = memchr (line, '\n', (size_t) (stop - line));
      end = end ? end : stop;
      char *name = NULL;
      for (size_t i = 0; i < sizeof heads / sizeof *heads && !name; i++)
	name = quoted_behind (line, end, heads[i]);
      for (size_t i = 0; i < options->count; i++)
	if (name && *name && (lk_ends (name, "=") ? lk_begins (options->items[i], name)
			      : strcmp (options->items[i], name) == 0))
	  {
	    add_once (dropped, options->items[i]);
	    lk_strings_drop (options, i);
	    any = true;
	  }
      lk_strings_close (options);
      free (name);
    }
  return any;
}

/* Options that stand by themselves, and do not only define or name something.  */
static bool
may_be_unknown (const char *option)
{
  return (option[0] == '-' && option[1] && !strchr ("ABDIUXix", option[1])
	  && strcmp (option, "--param") != 0 && strcmp (option, "--sysroot") != 0
	  && strcmp (option, "-specs") != 0);
}

/* Ask PROGRAM, for C or C++ (CXX), which of OPTIONS it does not have.  */
static void
ask_for_unknown (const char *program, bool cxx, struct lk_strings *options,
		 struct lk_strings *dropped)
{
  char *locale = getenv ("LC_ALL");
  locale = locale ? lk_format ("%s", locale) : NULL;
  setenv ("LC_ALL", "C", 1);
  bool more = options->count > 0;
  for (unsigned i = 0; i < QUESTION_LIMIT && more; i++)
    {
      struct lk_job job = { .what = program };
      lk_strings_add (&job.argv, program);
      lk_strings_append (&job.argv, options);
      static const char *const rest[] = { "-S", "-o", "/dev/null", "-x" };
      for (size_t j = 0; j < sizeof rest / sizeof *rest; j++)
	lk_strings_add (&job.argv, rest[j]);
      lk_strings_add (&job.argv, cxx ? "c++" : "c");
      lk_strings_add (&job.argv, "/dev/null");
      lk_run (&job, 1, 1, false);
      more = job.status != 0 && take_unknown (options, &job.err, dropped);
      lk_free_job (&job);
    }
  if (locale)
    setenv ("LC_ALL", locale, 1);
  else
    unsetenv ("LC_ALL");
  free (locale);
}

static void
remove_dropped (struct lk_strings *argv, const struct lk_strings *dropped)
{
  for (size_t i = 0; i < argv->count; i++)
    if (contains (dropped, argv->items[i]))
      lk_strings_drop (argv, i);
  lk_strings_close (argv);
}

void
lk_drop_unknown_options (struct lk_units *units, struct lk_strings *dropped)
{
  for (int cxx = 0; cxx < 2; cxx++)
    {
      struct lk_strings options = { 0 }, unknown = { 0 };
      const char *program = NULL;
      for (size_t i = 0; i < units->count; i++)
	{
	  const struct lk_unit *unit = &units->all[i];
	  if (!unit->compiler->foreign || unit->cxx != cxx)
	    continue;
	  program = unit->compiler->program;
	  for (size_t j = 0; j < unit->argv.count; j++)
	    if (may_be_unknown (unit->argv.items[j]))
	      add_once (&options, unit->argv.items[j]);
	}
      if (program)
	ask_for_unknown (program, cxx, &options, &unknown);
      for (size_t i = 0; i < units->count && unknown.count; i++)
	if (units->all[i].compiler->foreign && units->all[i].cxx == cxx)
	  remove_dropped (&units->all[i].argv, &unknown);
      for (size_t i = 0; i < unknown.count; i++)
	add_once (dropped, unknown.items[i]);
      lk_strings_free (&options);
      lk_strings_free (&unknown);
    }
}
