/* Analyse units until no contract changes.

   Each compilation reads an index of contracts, and writes a record of those
   of its own functions and a list of the functions that it looked for.  The
   records of all units make the next index; units that looked for a function
   whose row is another one now are compiled again, until there are none.  The
   first index is empty, also where a cache knows the last one: contracts that
   only support each other would stay for ever otherwise.

   Knowledge only grows from round to round, but this code does not rely on
   that: LK_ROUND_LIMIT ends it.  Files of programs that call each other in a
   chain of N files need N rounds at most; tinyproxy and memcached need 5,
   inotify-tools 4, logrotate 3.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/merge.h"
#include "project.h"

/* Data for the callback of a compilation.  */
struct running
{
  const struct lk_options *options;
  struct lk_rounds *rounds;
  struct lk_units *units;
  struct lk_cache *cache;
  struct lk_index *index;	/* Of the round before.  */
  char *index_file;
  size_t leaks;			/* Of the results that there are.  */
};

struct compilation
{
  struct running *running;
  struct lk_unit *unit;
  size_t number;		/* Of the unit.  */
};

/* ---- The key of a unit.  ---- */

static const char *const variables[]
  = { "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANGUAGE", "CPATH", "C_INCLUDE_PATH",
      "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "GCC_COLORS" };

static void
hash_list (struct lk_hash *hash, const struct lk_strings *list)
{
  static const char *const heads[]
    = { "-fplugin-arg-leakcheck-spec=", "-fplugin-arg-leakcheck-contracts=" };
  for (size_t i = 0; i < list->count; i++)
    {
      lk_hash_text (hash, list->items[i]);
      for (size_t j = 0; j < sizeof heads / sizeof *heads; j++)
	if (lk_begins (list->items[i], heads[j]))
	  {
	    const unsigned char *content = lk_hash_file (list->items[i] + strlen (heads[j]));
	    if (content)
	      lk_hash_add (hash, content, LK_HASH_SIZE);
	  }
    }
  lk_hash_text (hash, NULL);
}

static void
make_key (const struct lk_options *options, struct lk_unit *unit)
{
  struct lk_hash hash;
  lk_hash_begin (&hash);
  lk_hash_text (&hash, unit->compiler->program);
  lk_hash_text (&hash, unit->compiler->identity);
  lk_hash_text (&hash, unit->folder);
  lk_hash_text (&hash, unit->source);
  hash_list (&hash, &unit->argv);
  hash_list (&hash, &options->plugin);
  hash_list (&hash, &options->gcc);
  lk_hash_add (&hash, &options->format, sizeof options->format);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    lk_hash_text (&hash, getenv (variables[i]));
  lk_hash_end (&hash, unit->key);
  unit->keyed = true;
}

/* ---- One compilation.  ---- */

/* The temporary file of WHAT of the unit NUMBER; allocated.  */
static char *
temporary (const char *what, size_t number)
{
  char *name = lk_format ("%s-%zu", what, number), *place = lk_temp_name (name);
  free (name);
  return place;
}

static void
add_argument (struct lk_strings *argv, const char *format, char *value)
{
  lk_strings_take (argv, lk_format ("%s%s", format, value));
  free (value);
}

static void
make_job (struct lk_job *job, struct compilation *compilation)
{
  struct running *running = compilation->running;
  const struct lk_options *options = running->options;
  const struct lk_unit *unit = compilation->unit;
  size_t number = compilation->number;
  struct lk_strings *argv = &job->argv;
  job->what = lk_short_name (unit->source);
  job->folder = unit->folder;
  job->data = compilation;
  lk_strings_add (argv, unit->compiler->program);
  add_argument (argv, "-fplugin=", lk_plugin_path ());
  lk_strings_add (argv, "-fplugin-arg-leakcheck-stop");
  add_argument (argv, "-fplugin-arg-leakcheck-record-to=", temporary ("record", number));
  add_argument (argv, "-fplugin-arg-leakcheck-imports-to=", temporary ("imports", number));
  lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-contracts=%s", running->index_file));
  job->counts = temporary ("counts", number);
  lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-counts=%s", job->counts));
  lk_strings_append (argv, &options->plugin);
  lk_strings_append (argv, &unit->argv);
  lk_strings_append (argv, &options->gcc);
  /* With colours for all: the cache serves terminals and files alike.  */
  lk_strings_add (argv, "-fdiagnostics-show-option");
  lk_strings_add (argv, "-fdiagnostics-show-caret");
  lk_strings_add (argv, "-fmessage-length=0");
  lk_strings_add (argv, "-fdiagnostics-urls=never");
  lk_strings_add (argv, options->format == LK_FORMAT_TEXT ? "-fdiagnostics-color=always"
		  : "-fdiagnostics-format=json");
  lk_strings_add (argv, "-MD");
  lk_strings_add (argv, "-MF");
  lk_strings_take (argv, temporary ("files", number));
  lk_strings_add (argv, "-MT");
  lk_strings_add (argv, "x");
  lk_strings_add (argv, "-S");
  lk_strings_add (argv, "-o");
  lk_strings_add (argv, "/dev/null");
  lk_strings_add (argv, unit->source);
}

/* Read the temporary file of WHAT of the unit NUMBER, and remove it.  */
static void
take_file (struct lk_text *text, const char *what, size_t number)
{
  const char *why;
  char *name = temporary (what, number);
  lk_text_add (text, "", 0);
  if (access (name, F_OK) == 0)
    {
      lk_text_read (text, name, &why);
      unlink (name);
    }
  free (name);
}

/* Read a rule of make, "x: FILE...", with the files that UNIT read, but INDEX: what the unit
   depends on of it are the contracts that it imported.  */
static void
read_files (struct lk_result *result, const struct lk_unit *unit, const struct lk_text *text,
	    const char *index)
{
  struct lk_text word = { 0 };
  const char *p = strchr (text->bytes, ':');
  lk_strings_add (&result->files, unit->source);
  for (p = p ? p + 1 : ""; *p && *p != '\n';)
    {
      if (*p == ' ' || (*p == '\\' && p[1] == '\n'))
	{
	  p += *p == ' ' ? 1 : 2;
	  continue;
	}
      word.length = 0;
      for (; *p && *p != ' ' && *p != '\n'; p++)
	{
	  if ((*p == '\\' && strchr (" #\\", p[1]) && p[1]) || (*p == '$' && p[1] == '$'))
	    p++;
	  lk_text_add (&word, p, 1);
	}
      char *name = lk_absolute (unit->folder, word.bytes);
      if (strcmp (name, unit->source) != 0 && strcmp (name, index) != 0)
	lk_strings_take (&result->files, name);
      else
	free (name);
    }
  lk_text_free (&word);
}

/* A message of RESULT may name the place where the function of ROW is defined.  */
static bool
may_name (const struct lk_result *result, const struct lk_index_row *row)
{
  const char *slash = strrchr (row->file, '/');
  return (result->errors.length > 0
	  && strstr (result->errors.bytes, slash ? slash + 1 : row->file) != NULL);
}

static void
read_imports (struct lk_result *result, const struct lk_index *index, char *text)
{
  size_t n = 0;
  for (const char *p = text; *p; p++)
    n += *p == '\n';
  result->imports = lk_allocate (n, sizeof *result->imports);
  for (char *line = text, *end; (end = strchr (line, '\n')); line = end + 1)
    {
      struct lk_index_row row;
      *end = '\0';
      bool located = lk_index_find (index, line, &row) && may_name (result, &row);
      result->imports[result->n_imports++]
	= (struct lk_import) { lk_format ("%s", line), located };
    }
}

/* How many leaks RESULT reports.  */
static size_t
count_leaks (const struct lk_options *options, const struct lk_result *result)
{
  struct lk_counts counts = { 0 };
  if (options->format == LK_FORMAT_TEXT)
    lk_count_text (&counts, &result->errors);
  else
    for (const char *p = result->errors.bytes; p && (p = strstr (p, "\"-Wleakcheck-")); p++)
      counts.leaks++;
  return counts.leaks;
}

bool
lk_result_failed (const struct lk_result *result)
{
  if (result->status == 0)
    return false;
  struct lk_counts counts = { 0 };
  struct lk_text errors = { 0 };
  lk_text_add (&errors, result->errors.bytes, result->errors.length);
  json_t *array = json_array ();
  if (lk_json_take (array, &errors))
    lk_json_count (&counts, array);
  lk_count_text (&counts, &errors);
  json_decref (array);
  lk_text_free (&errors);
  return result->status != 1 || counts.errors > 0 || counts.promoted == 0;
}

static void
say_progress (const struct running *running)
{
  char *text = lk_format (", round %u, %zu leak%s", running->rounds->rounds, running->leaks,
			  running->leaks == 1 ? "" : "s");
  lk_progress_note (text);
  free (text);
}

static void
set_result (struct running *running, struct lk_unit *unit, struct lk_result *result)
{
  if (unit->result)
    running->leaks -= unit->result->leaks;
  lk_result_free (unit->result);
  unit->result = result;
  running->leaks += result->leaks;
  say_progress (running);
}

/* JOB has ended: take what it wrote.  */
static void
collect (struct lk_job *job)
{
  struct compilation *compilation = job->data;
  struct running *running = compilation->running;
  struct lk_unit *unit = compilation->unit;
  struct lk_result *result = lk_allocate (1, sizeof *result);
  struct lk_text files = { 0 }, imports = { 0 };
  result->status = job->status;
  result->errors = job->err;
  memset (&job->err, 0, sizeof job->err);
  lk_text_add (&result->errors, "", 0);
  take_file (&result->record, "record", compilation->number);
  take_file (&files, "files", compilation->number);
  take_file (&imports, "imports", compilation->number);
  read_files (result, unit, &files, running->index_file);
  read_imports (result, running->index, imports.bytes);
  result->faults = lk_count_checked (job->counts).faults;
  unlink (job->counts);
  result->leaks = count_leaks (running->options, result);
  bool failed = lk_result_failed (result);
  if (failed)
    result->record.length = 0;
  /* A failed unit may not fail the next time.  */
  if (running->cache && !failed && result->faults == 0)
    lk_cache_store (running->cache, unit->key, running->index, result);
  running->rounds->compiled++;
  set_result (running, unit, result);
  lk_text_free (&files);
  lk_text_free (&imports);
  lk_text_free (&job->out);
}

/* ---- The index.  ---- */

/* A row that cannot be merged is a fault of the plugin that wrote it; two definitions of one name
   are no news.  */
static void
say_merging (void *data, enum lk_merge_level level, const char *text)
{
  struct running *running = data;
  if (level == LK_MERGE_ERROR)
    lk_strings_add (&running->rounds->wrong, text);
}

/* Write the index of the records of all results to the file of RUNNING.  */
static void
write_index (struct running *running)
{
  const char *file = running->index_file;
  lk_strings_free (&running->rounds->wrong);
  struct lk_merge *merge = lk_merge_new (say_merging, running);
  for (size_t i = 0; i < running->units->count; i++)
    {
      const struct lk_unit *unit = &running->units->all[i];
      if (unit->result && unit->result->record.length)
	lk_merge_records (merge, unit->source, unit->result->record.bytes,
			  unit->result->record.length);
    }
  struct lk_index_writer *writer = lk_merge_finish (merge);
  FILE *stream = fopen (file, "w");
  bool good = stream && lk_index_writer_write (writer, stream);
  if (stream && fclose (stream) != 0)
    good = false;
  if (!good)
    lk_fatal ("cannot write the contracts to '%s': %s", file, strerror (errno));
  lk_merge_free (merge);
}

/* Take the index of round NUMBER into use.  Returns the one before.  */
static struct lk_index *
next_index (struct running *running, unsigned number)
{
  struct lk_index *before = running->index;
  char *name = lk_format ("contracts-%u.lkc", number), *error = NULL;
  free (running->index_file);
  running->index_file = lk_temp_name (name);
  free (name);
  write_index (running);
  running->index = lk_index_open (running->index_file, &error);
  if (!running->index)
    lk_fatal ("%s: %s", running->index_file, error ? error : "unknown error");
  return before;
}

/* ---- Rounds.  ---- */

/* Bring UNITS, numbers of those of RUNNING, up to date.  */
static void
run_round (struct running *running, const size_t *numbers, size_t count)
{
  struct compilation *compilations = lk_allocate (count, sizeof *compilations);
  struct lk_job *jobs = lk_allocate (count, sizeof *jobs);
  size_t n = 0;
  running->rounds->rounds++;
  for (size_t i = 0; i < count; i++)
    {
      struct lk_unit *unit = &running->units->all[numbers[i]];
      if (!unit->keyed)
	make_key (running->options, unit);
      struct lk_result *known = (running->cache ? lk_cache_find (running->cache, unit->key,
								 running->index) : NULL);
      if (known)
	{
	  running->rounds->found++;
	  set_result (running, unit, known);
	  continue;
	}
      compilations[n] = (struct compilation) { running, unit, numbers[i] };
      make_job (&jobs[n], &compilations[n]);
      jobs[n].done = collect;
      n++;
    }
  say_progress (running);
  lk_run (jobs, n, running->options->jobs, false);
  for (size_t i = 0; i < n; i++)
    lk_free_job (&jobs[i]);
  free (jobs);
  free (compilations);
}

/* The units for which BEFORE and the index of now differ, to NUMBERS.  Returns how many.  */
static size_t
find_changed (const struct running *running, const struct lk_index *before, size_t *numbers)
{
  size_t count = 0;
  for (size_t i = 0; i < running->units->count; i++)
    {
      const struct lk_result *result = running->units->all[i].result;
      bool changed = false;
      for (size_t j = 0; result && j < result->n_imports && !changed; j++)
	changed = !lk_same_import (before, running->index, &result->imports[j]);
      if (changed)
	numbers[count++] = i;
    }
  return count;
}

void
lk_rounds_run (struct lk_rounds *rounds, const struct lk_options *options, struct lk_units *units,
	       struct lk_cache *cache)
{
  struct running running = { options, rounds, units, cache, NULL, NULL, 0 };
  size_t *numbers = lk_allocate (units->count, sizeof *numbers), count = units->count;
  for (size_t i = 0; i < count; i++)
    numbers[i] = i;
  next_index (&running, 0);
  while (count > 0 && rounds->rounds < options->rounds)
    {
      run_round (&running, numbers, count);
      struct lk_index *before = next_index (&running, rounds->rounds);
      count = find_changed (&running, before, numbers);
      if (options->verbose)
	fprintf (stderr, "leakcheck: round %u: %zu contract%s, of which %zu unit%s a changed"
		 " one\n", rounds->rounds, lk_index_count (running.index),
		 lk_index_count (running.index) == 1 ? "" : "s", count,
		 count == 1 ? " calls" : "s call");
      lk_index_close (before);
    }
  rounds->unsettled = count;
  lk_progress_note ("");
  lk_index_close (running.index);
  free (running.index_file);
  free (numbers);
}
