/* `leakcheck -p BUILD --ninja=FILE': the rounds of rounds.c as a file for ninja, or for what else
   reads such files.

   Everything is in the folder FILE.d.  Of a unit there is a name, the first digits of its key, and
   for each round N:

       N/NAME.unit	what its compilation wrote (ninja-step.c)
       N/NAME.lkc	the contracts that it reads: those of the functions that it looked for in
			the round before

   One action makes all N/NAME.lkc from the units of the round before.  Those that do not change are
   not touched, and what depends on them alone is not run (`restat').  Where a unit reads what it
   read in the round before, its action copies the result and starts no compiler.  The last action
   is this command again, with --ninja-results in the place of --ninja: it reports.

   A ninja file cannot go on until nothing changes: it has MAX_NINJA_ROUNDS, or what --rounds says;
   the report says so if that was not enough.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../spec/index.h"
#include "limits.h"
#include "project.h"

/* ---- Text of ninja files.  ---- */

/* Write TEXT as a name of a file.  */
static void
put_name (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      if (strchr ("$ :", *text))
	putc ('$', out);
      putc (*text, out);
    }
}

/* Write TEXT as a word of a command: for the shell, then for ninja.  */
static void
put_word (FILE *out, const char *text)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "-_./=+:,@%";
  bool quoted = *text == '\0' || text[strspn (text, plain)] != '\0';
  putc (' ', out);
  if (quoted)
    putc ('\'', out);
  for (; *text; text++)
    if (*text == '\'')
      fputs ("'\\''", out);
    else
      fputs (*text == '$' ? "$$" : (char[]) { *text, '\0' }, out);
  if (quoted)
    putc ('\'', out);
}

/* ---- The parts of it.  ---- */

struct writing
{
  const struct lk_options *options;
  const struct lk_units *units;
  char *folder;			/* FILE.d, absolute.  */
  char *command;		/* This program.  */
  unsigned rounds;
  struct lk_strings common;	/* Files that every compilation reads besides.  */
  FILE *out;
};

/* Give all UNITS keys that do not depend on the environment, which may be another one when the file
   is used.  */
static void
make_keys (const struct lk_options *options, struct lk_units *units)
{
  for (size_t i = 0; i < units->count; i++)
    {
      struct lk_unit *unit = &units->all[i];
      struct lk_strings arguments = { 0 };
      struct lk_hash hash;
      lk_hash_begin (&hash);
      lk_hash_text (&hash, unit->folder);
      lk_hash_text (&hash, unit->source);
      lk_unit_arguments (&arguments, options, unit);
      for (size_t j = 0; j < arguments.count; j++)
	lk_hash_text (&hash, arguments.items[j]);
      lk_hash_end (&hash, unit->key);
      unit->keyed = true;
      lk_strings_free (&arguments);
    }
}

/* The first digits of the key of UNIT; allocated.  */
static char *
key_of (const struct lk_unit *unit)
{
  char name[2 * LK_HASH_SIZE + 1];
  lk_hash_name (unit->key, name);
  return lk_format ("%.16s", name);
}

/* The file of UNIT in ROUND that ends in TAIL; allocated.  */
static char *
name_of (const char *folder, unsigned round, const struct lk_unit *unit, const char *tail)
{
  char *key = key_of (unit), *name = lk_format ("%s/%u/%s.%s", folder, round, key, tail);
  free (key);
  return name;
}

static void
put_file (const struct writing *w, unsigned round, const struct lk_unit *unit, const char *tail)
{
  char *name = name_of (w->folder, round, unit, tail);
  putc (' ', w->out);
  put_name (w->out, name);
  free (name);
}

static void
put_names (const struct writing *w, const struct lk_strings *names)
{
  for (size_t i = 0; i < names->count; i++)
    {
      putc (' ', w->out);
      put_name (w->out, names->items[i]);
    }
}

/* The files that options of the plugin name: specifications and indexes.  */
static void
find_common (struct writing *w)
{
  static const char *const heads[]
    = { "-fplugin-arg-leakcheck-spec=", "-fplugin-arg-leakcheck-contracts=" };
  lk_strings_take (&w->common, lk_format ("%s", w->command));
  lk_strings_take (&w->common, lk_plugin_path ());
  for (size_t i = 0; i < w->options->plugin.count; i++)
    for (size_t j = 0; j < sizeof heads / sizeof *heads; j++)
      if (lk_begins (w->options->plugin.items[i], heads[j]))
	lk_strings_add (&w->common, w->options->plugin.items[i] + strlen (heads[j]));
}

static void
put_rules (const struct writing *w)
{
  fputs ("# Made by 'leakcheck -p BUILD --ninja=FILE'.\n"
	 "ninja_required_version = 1.5\nbuilddir =", w->out);
  putc (' ', w->out);
  put_name (w->out, w->folder);
  fputs ("\nrule analyse\n  command =", w->out);
  put_word (w->out, w->command);
  fputs (" ninja-step $step -- $unit\n  description = leakcheck: round $round, $source\n"
	 "  depfile = $out.d\n  deps = gcc\n  restat = 1\nrule merge\n  command =", w->out);
  put_word (w->out, w->command);
  fputs (" ninja-merge", w->out);
  put_word (w->out, w->folder);
  fputs (" $round\n  description = leakcheck: contracts for round $round\n  restat = 1\n", w->out);
}

/* The action of UNIT in ROUND.  */
static void
put_step (const struct writing *w, const struct lk_unit *unit, unsigned round)
{
  fputs ("build", w->out);
  put_file (w, round, unit, "unit");
  fputs (": analyse", w->out);
  /* Later, the source counts only where it is compiled again, which the depfile says.  */
  if (round == 1)
    {
      putc (' ', w->out);
      put_name (w->out, unit->source);
    }
  fputs (" |", w->out);
  put_names (w, &w->common);
  if (strchr (unit->compiler->program, '/'))
    {
      putc (' ', w->out);
      put_name (w->out, unit->compiler->program);
    }
  if (round > 1)
    {
      put_file (w, round, unit, "lkc");
      put_file (w, round - 1, unit, "unit");
    }
  if (round > 2)
    put_file (w, round - 1, unit, "lkc");
  char *key = key_of (unit);
  fprintf (w->out, "\n  round = %u\n  source = ", round);
  put_name (w->out, lk_short_name (unit->source));
  fputs ("\n  step =", w->out);
  put_word (w->out, w->folder);
  fprintf (w->out, " %u %s", round, key);
  put_word (w->out, unit->folder);
  put_word (w->out, unit->source);
  fprintf (w->out, "\n  unit = $unit_%s\n", key);
  free (key);
}

/* The action that makes what all units read in ROUND.  */
static void
put_merge (const struct writing *w, unsigned round)
{
  fputs ("build", w->out);
  for (size_t i = 0; i < w->units->count; i++)
    put_file (w, round, &w->units->all[i], "lkc");
  fputs (": merge", w->out);
  for (size_t i = 0; i < w->units->count; i++)
    put_file (w, round - 1, &w->units->all[i], "unit");
  fputs (" | ", w->out);
  put_name (w->out, w->folder);
  fputs ("/units ", w->out);
  put_name (w->out, w->command);
  fprintf (w->out, "\n  round = %u\n", round);
}

/* This command again, without --ninja if it is for the REPORT.  */
static void
put_command (const struct writing *w, bool report)
{
  const struct lk_strings *arguments = &w->options->arguments;
  fputs (" cd", w->out);
  put_word (w->out, lk_current_folder ());
  fputs (" &&", w->out);
  put_word (w->out, w->command);
  for (size_t i = 0; i < w->options->n_arguments; i++)
    {
      const char *argument = arguments->items[i];
      bool both = lk_begins (argument, "--ninja=");
      if (!report || (!both && strcmp (argument, "--ninja") != 0))
	{
	  put_word (w->out, argument);
	  continue;
	}
      i += !both;
      char *results = lk_format ("--ninja-results=%s", w->folder);
      put_word (w->out, results);
      free (results);
    }
}

/* The last action, and the one that makes FILE again.  */
static void
put_report (const struct writing *w, const char *file, const char *database)
{
  const struct lk_options *options = w->options;
  fputs ("rule generate\n  command =", w->out);
  put_command (w, false);
  fputs ("\n  description = leakcheck: ninja file\n  generator = 1\n  restat = 1\n"
	 "rule report\n  command =", w->out);
  put_command (w, true);
  fputs ("\n  description = leakcheck: report\n", w->out);
  fputs ("build ", w->out);
  put_name (w->out, file);
  fputs (": generate ", w->out);
  put_name (w->out, database);
  fputs ("\nbuild ", w->out);
  put_name (w->out, w->folder);
  fputs ("/report", w->out);
  if (options->output)
    {
      char *output = lk_absolute (lk_current_folder (), options->output);
      fputs (" | ", w->out);
      put_name (w->out, output);
      free (output);
    }
  fputs (": report", w->out);
  for (size_t i = 0; i < w->units->count; i++)
    {
      put_file (w, w->rounds, &w->units->all[i], "unit");
      if (w->rounds > 1)
	put_file (w, w->rounds, &w->units->all[i], "lkc");
    }
  fputs (" | ", w->out);
  put_name (w->out, database);
  if (options->baseline)
    {
      char *baseline = lk_absolute (lk_current_folder (), options->baseline);
      putc (' ', w->out);
      put_name (w->out, baseline);
      free (baseline);
    }
  put_names (w, &w->common);
  fputs ("\ndefault ", w->out);
  put_name (w->out, w->folder);
  fputs ("/report\n", w->out);
}

/* The list of units, for merges: a line each, "NAME SOURCE".  */
static void
write_list (const struct writing *w)
{
  struct lk_text text = { 0 };
  lk_text_add (&text, "", 0);
  for (size_t i = 0; i < w->units->count; i++)
    {
      char *key = key_of (&w->units->all[i]);
      char *line = lk_format ("%s %s\n", key, w->units->all[i].source);
      free (key);
      lk_text_add (&text, line, strlen (line));
      free (line);
    }
  char *file = lk_format ("%s/units", w->folder);
  lk_ninja_replace (file, &text);
  free (file);
  lk_text_free (&text);
}

static void
make_folder (const char *name)
{
  if (mkdir (name, 0777) != 0 && errno != EEXIST)
    lk_fatal ("cannot make the folder '%s': %s", name, strerror (errno));
}

static unsigned
rounds_of (const struct lk_options *options)
{
  return options->rounds_chosen ? options->rounds : MAX_NINJA_ROUNDS;
}

void
lk_ninja_write (const struct lk_options *options, struct lk_units *units, const char *database)
{
  char *file = lk_absolute (lk_current_folder (), options->ninja);
  struct writing w = { .options = options, .units = units, .folder = lk_format ("%s.d", file),
		       .command = lk_own_path (),
		       .rounds = rounds_of (options) };
  struct lk_replacing replacing;
  make_keys (options, units);
  make_folder (w.folder);
  for (unsigned round = 1; round <= w.rounds; round++)
    {
      char *name = lk_format ("%s/%u", w.folder, round);
      make_folder (name);
      free (name);
    }
  find_common (&w);
  write_list (&w);
  int error = 0;
  if (!(w.out = lk_replace_begin (&replacing, file)))
    error = errno;
  else
    {
      put_rules (&w);
      for (size_t i = 0; i < units->count; i++)
	{
	  struct lk_strings arguments = { 0 };
	  char *key = key_of (&units->all[i]);
	  fprintf (w.out, "unit_%s =", key);
	  free (key);
	  lk_unit_arguments (&arguments, options, &units->all[i]);
	  for (size_t j = 0; j < arguments.count; j++)
	    put_word (w.out, arguments.items[j]);
	  putc ('\n', w.out);
	  lk_strings_free (&arguments);
	}
      for (unsigned round = 1; round <= w.rounds; round++)
	{
	  if (round > 1)
	    put_merge (&w, round);
	  for (size_t i = 0; i < units->count; i++)
	    put_step (&w, &units->all[i], round);
	}
      put_report (&w, file, database);
    }
  error = lk_replace_end (&replacing, error);
  if (error)
    lk_error ("cannot write '%s': %s", file, strerror (error));
  lk_strings_free (&w.common);
  free (w.command);
  free (w.folder);
  free (file);
}

/* ---- The report.  ---- */

/* How many of UNITS would read other contracts in a further round.  */
static size_t
count_unsettled (const struct lk_units *units, const char *folder, unsigned rounds,
		 const struct lk_index *index)
{
  size_t count = 0;
  for (size_t i = 0; i < units->count; i++)
    {
      const struct lk_unit *unit = &units->all[i];
      struct lk_text next = { 0 }, last = { 0 };
      char *name = name_of (folder, rounds, unit, "lkc");
      const char *why;
      lk_index_slice (&next, index, unit->result);
      if (rounds < 2)
	count += unit->result->n_imports > 0;
      else if (!lk_text_read (&last, name, &why))
	lk_fatal ("cannot read '%s': %s", name, why);
      else
	count += (last.length != next.length
		  || memcmp (last.bytes, next.bytes, next.length) != 0);
      free (name);
      lk_text_free (&next);
      lk_text_free (&last);
    }
  return count;
}

void
lk_ninja_load (struct lk_rounds *rounds, const struct lk_options *options, struct lk_units *units)
{
  const char *folder = options->ninja_results;
  struct lk_result **results = lk_allocate (units->count, sizeof (struct lk_result *));
  const char **sources = lk_allocate (units->count, sizeof (char *));
  make_keys (options, units);
  rounds->rounds = rounds_of (options);
  for (size_t i = 0; i < units->count; i++)
    {
      struct lk_unit *unit = &units->all[i];
      char *name = name_of (folder, rounds->rounds, unit, "unit");
      results[i] = unit->result = lk_ninja_read (name);
      sources[i] = unit->source;
      free (name);
    }
  struct lk_index *index = lk_results_index (results, sources, units->count, &rounds->wrong);
  rounds->unsettled = count_unsettled (units, folder, rounds->rounds, index);
  rounds->index = index;
  free (results);
  free (sources);
  struct lk_text nothing = { 0 };
  char *stamp = lk_format ("%s/report", folder);
  lk_text_add (&nothing, "\n", 1);
  unlink (stamp);
  lk_ninja_replace (stamp, &nothing);
  lk_text_free (&nothing);
  free (stamp);
}
