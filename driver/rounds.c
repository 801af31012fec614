/* Analyse units until no contract changes.

   Each compilation reads an index of contracts, and writes a record of those
   of its own functions and a list of the functions that it looked for.  The
   records of all units make the next index; units that looked for a function
   whose row is another one now are compiled again, until there are none.  The
   first index is empty, also where a cache knows the last one, unless nothing at
   all has changed: contracts that only support each other would stay for ever
   otherwise.

   In each round callees come first, level by level (order.c), and an index is
   made after each level.  How many units a level has does not depend on the
   number of jobs, nor does what is found.

   Knowledge mostly grows from round to round, but a row may also come and go:
   two functions that call each other by several files may each say more of a
   handle when the other says less.  From round WIDEN on a unit's rows can only say
   less than before: what its last records have in common counts.  So the
   rounds end; LK_ROUND_LIMIT ends them earlier.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/merge.h"
#include "project.h"

/* The first round in which rows say no more than before.  */
enum { WIDEN = 8 };

/* Data for the callback of a compilation.  */
struct running
{
  const struct lk_options *options;
  struct lk_rounds *rounds;
  struct lk_units *units;
  struct lk_cache *cache;
  struct lk_index *index;	/* Of what is known.  */
  char *index_file;
  unsigned n_indexes;
  size_t leaks;			/* Of the results that there are.  */
};

struct compilation
{
  struct running *running;
  struct lk_unit *unit;
  size_t number;		/* Of the unit.  */
};

/* ---- One compilation.  ---- */

/* The beginning of the names of the temporary files of the unit NUMBER; allocated.  */
static char *
stem_of (size_t number)
{
  char *name = lk_format ("unit-%zu", number), *place = lk_temp_name (name);
  free (name);
  return place;
}

static void
make_job (struct lk_job *job, struct compilation *compilation)
{
  struct running *running = compilation->running;
  const struct lk_unit *unit = compilation->unit;
  char *stem = stem_of (compilation->number);
  job->data = compilation;
  lk_unit_begin (job, running->options, unit, running->index_file, stem);
  free (stem);
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

static void
say_progress (const struct running *running)
{
  char *text = lk_format (lk_plural (", round %u, %zu leak", ", round %u, %zu leaks",
				     running->leaks), running->rounds->rounds, running->leaks);
  lk_progress_note (text);
  free (text);
}

static bool
same_record (const struct lk_result *one, const struct lk_result *two)
{
  return (one->record.length == two->record.length
	  && (!one->record.length
	      || memcmp (one->record.bytes, two->record.bytes, one->record.length) == 0));
}

static void
set_result (struct running *running, struct lk_unit *unit, struct lk_result *result)
{
  if (unit->result)
    running->leaks -= unit->result->leaks;
  if (unit->result && running->rounds->rounds >= WIDEN && !same_record (unit->result, result))
    lk_text_add (&unit->past, unit->result->record.bytes, unit->result->record.length);
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
  char *stem = stem_of (compilation->number);
  struct lk_result *result = lk_compilation_end (job, unit->source, running->index_file,
						 running->index, stem);
  free (stem);
  result->leaks = count_leaks (running->options, result);
  /* A failed unit may not fail the next time.  */
  if (running->cache && !lk_result_failed (result) && result->faults == 0)
    lk_cache_store (running->cache, unit->key, running->index, result);
  running->rounds->compiled++;
  set_result (running, unit, result);
}

/* ---- The index.  ---- */

/* Merge the records of all results.  */
static struct lk_merge *
merge_records (struct running *running)
{
  lk_strings_free (&running->rounds->wrong);
  struct lk_merge *merge = lk_project_merge (&running->rounds->wrong);
  for (size_t i = 0; i < running->units->count; i++)
    {
      const struct lk_unit *unit = &running->units->all[i];
      if (unit->result && unit->result->record.length)
	lk_merge_records (merge, unit->source, unit->result->record.bytes,
			  unit->result->record.length);
      if (unit->past.length)
	lk_merge_records (merge, unit->source, unit->past.bytes, unit->past.length);
    }
  return merge;
}

/* Take the index of what is known now into use.  */
static void
next_index (struct running *running)
{
  char *name = lk_format ("contracts-%u.lkc", running->n_indexes++);
  lk_index_close (running->index);
  if (running->index_file)
    unlink (running->index_file);
  free (running->index_file);
  running->index_file = lk_temp_name (name);
  free (name);
  running->index = lk_project_index (merge_records (running), running->index_file);
}

/* ---- Rounds.  ---- */

/* Bring UNITS, numbers of those of RUNNING, up to date.  */
static void
run_some (struct running *running, const size_t *numbers, size_t count)
{
  struct compilation *compilations = lk_allocate (count, sizeof *compilations);
  struct lk_job *jobs = lk_allocate (count, sizeof *jobs);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct lk_unit *unit = &running->units->all[numbers[i]];
      lk_unit_key (running->options, unit);
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

/* Note what the COUNT units in NUMBERS have seen of the index.  */
static void
note_seen (const struct running *running, const size_t *numbers, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      struct lk_result *result = running->units->all[numbers[i]].result;
      lk_imports_hash (result->seen, running->index, result->imports, result->n_imports);
    }
}

/* The unit NUMBER has seen other contracts than those of now.  */
static bool
is_stale (const struct running *running, size_t number)
{
  unsigned char now[LK_HASH_SIZE];
  const struct lk_result *result = running->units->all[number].result;
  lk_imports_hash (now, running->index, result->imports, result->n_imports);
  return memcmp (now, result->seen, LK_HASH_SIZE) != 0;
}

static size_t
count_stale (const struct running *running)
{
  size_t count = 0;
  for (size_t i = 0; i < running->units->count; i++)
    count += is_stale (running, i);
  return count;
}

/* Analyse the units, EXPECTED ones, that are stale, or not analysed yet, once, level by level of
   ORDER; what a level says is known to the next ones, and may make further units stale.  */
static void
sweep (struct running *running, const struct lk_order *order, size_t expected)
{
  size_t *numbers = lk_allocate (running->units->count, sizeof *numbers), done = 0;
  for (size_t level = 0; level < order->levels; level++)
    {
      size_t count = 0;
      for (size_t i = order->starts[level]; i < order->starts[level + 1]; i++)
	if (!running->units->all[order->units[i]].result || is_stale (running, order->units[i]))
	  numbers[count++] = order->units[i];
      if (count == 0)
	continue;
      lk_progress_among (done, expected);
      run_some (running, numbers, count);
      done += count;
      note_seen (running, numbers, count);
      next_index (running);
    }
  free (numbers);
}

static void
say_round (const struct running *running, size_t count)
{
  if (!running->options->verbose)
    return;
  size_t contracts = lk_index_count (running->index);
  fprintf (stderr, "leakcheck: round %u: %zu contract%s, of which %zu unit%s a changed one\n",
	   running->rounds->rounds, contracts, contracts == 1 ? "" : "s", count,
	   count == 1 ? " calls" : "s call");
}

/* ---- The end of an earlier run.  ---- */

/* Set the results of all units to those that the cache has for INDEX; false if one is missing.  */
static bool
find_all (struct running *running, const struct lk_index *index)
{
  for (size_t i = 0; i < running->units->count; i++)
    {
      struct lk_unit *unit = &running->units->all[i];
      struct lk_result *known = lk_cache_find (running->cache, unit->key, index);
      if (!known)
	return false;
      set_result (running, unit, known);
    }
  return true;
}

/* If nothing has changed since an earlier run on the same units, take its results and its index.
   Otherwise there are no results.  */
static bool
take_settled (struct running *running)
{
  struct lk_units *units = running->units;
  char *error = NULL;
  for (size_t i = 0; i < units->count; i++)
    lk_unit_key (running->options, &units->all[i]);
  char *file = lk_cache_last_index (running->cache, units);
  struct lk_index *index = lk_index_open (file, &error);
  if (index && find_all (running, index)
      && lk_cache_ended (running->cache, units, file, &running->rounds->rounds)
      && running->rounds->rounds <= running->options->rounds)
    {
      running->rounds->found = units->count;
      running->index = index;
      index = NULL;
    }
  else
    running->rounds->rounds = 0;
  for (size_t i = 0; !running->index && i < units->count; i++)
    {
      lk_result_free (units->all[i].result);
      units->all[i].result = NULL;
      running->leaks = 0;
    }
  lk_index_close (index);
  free (error);
  free (file);
  return running->index != NULL;
}

/* ---- All.  ---- */

void
lk_rounds_run (struct lk_rounds *rounds, const struct lk_options *options, struct lk_units *units,
	       struct lk_cache *cache)
{
  struct running running = { .options = options, .rounds = rounds, .units = units, .cache = cache };
  struct lk_order order = { 0 };
  size_t count = units->count;
  if (cache && take_settled (&running))
    {
      rounds->index = running.index;
      lk_progress_note ("");
      return;
    }
  next_index (&running);
  do
    {
      rounds->rounds++;
      lk_order_free (&order);
      lk_units_order (&order, units);
      sweep (&running, &order, count);
      count = count_stale (&running);
      say_round (&running, count);
    }
  while (count > 0 && rounds->rounds < options->rounds);
  rounds->unsettled = count;
  if (cache && count == 0 && rounds->wrong.count == 0)
    lk_cache_store_end (cache, units, running.index_file, rounds->rounds);
  lk_progress_note ("");
  lk_progress_among (0, 0);
  rounds->index = running.index;
  free (running.index_file);
  lk_order_free (&order);
}
