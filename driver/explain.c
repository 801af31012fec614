/* `leakcheck -p BUILD --explain=FILE:LINE': why there is or is not a warning at one line of a
   project.

   The project is analysed as always, so that the contracts of all its functions are known.  Then
   the units that read FILE are compiled once more, each with the contracts that it looks for, and
   with the request.  If FILE is the source of a unit, units that only include it are left out.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/file.h"
#include "project.h"

/* The files of UNIT have one of the name FILE; SOURCE: only the source counts.  */
static bool
reads_file (const struct lk_unit *unit, const char *file, bool source)
{
  if (source || !unit->result)
    return lk_file_same_name (unit->source, file);
  for (size_t i = 0; i < unit->result->files.count; i++)
    if (lk_file_same_name (unit->result->files.items[i], file))
      return true;
  return false;
}

/* A unit that explains.  */
struct explanation
{
  const struct lk_unit *unit;
  char *stem;			/* Of the names of its temporary files.  */
  char *slice;			/* The file of the contracts that it reads.  */
  struct lk_result *result;
};

/* Make the job that explains in UNIT what OPTIONS ask for; NUMBER is the unit's.  */
static void
begin (struct explanation *own, struct lk_job *job, const struct lk_options *options,
       const struct lk_unit *unit, const struct lk_index *index, size_t number)
{
  char *name = lk_format ("explain-%zu", number), *slice = lk_format ("%s.lkc", name);
  struct lk_text text = { 0 };
  lk_index_slice (&text, index, unit->result);
  own->unit = unit;
  own->stem = lk_temp_name (name);
  own->slice = lk_temp_file (slice, &text);
  lk_unit_begin (job, options, unit, own->slice, own->stem);
  lk_strings_take (&job->argv, lk_format ("-fplugin-arg-leakcheck-explain=%s",
					  options->explained));
  free (slice);
  free (name);
  lk_text_free (&text);
}

/* JOB has ended: take its result, and say what it lacks.  */
static void
end (struct explanation *own, struct lk_job *job, const struct lk_options *options)
{
  own->result = lk_compilation_end (job, own->unit->source, own->slice, NULL, own->stem);
  char *unchecked = lk_unchecked_text (NULL, own->result->faults);
  if (lk_result_failed (own->result))
    lk_error ("--explain=%s: %s could not be compiled again", options->explained, job->what);
  else if (unchecked)
    lk_error ("--explain=%s: %s: %s", options->explained, job->what, unchecked);
  free (unchecked);
}

/* Print what the first COUNT of ALL wrote, each text once, and count what is in it.  */
static void
show (const struct explanation *all, size_t count, const struct lk_options *options,
      struct lk_counts *counts)
{
  struct lk_text shown = { 0 };
  for (size_t i = 0; i < count; i++)
    {
      const struct lk_text *errors = &all[i].result->errors;
      struct lk_text text = { 0 };
      bool before = errors->length == 0;
      for (size_t j = 0; j < i && !before; j++)
	before = strcmp (all[j].result->errors.bytes, errors->bytes) == 0;
      if (before)
	continue;
      lk_text_add_shortened (&text, errors->bytes, lk_wants_color (options));
      fwrite (text.bytes, 1, text.length, stderr);
      lk_text_add (&shown, text.bytes, text.length);
      lk_text_free (&text);
    }
  lk_text_add (&shown, "", 0);
  lk_count_text (counts, &shown);
  lk_text_free (&shown);
}

void
lk_explain_project (const struct lk_options *options, const struct lk_units *units,
		    const struct lk_index *index, struct lk_counts *counts)
{
  char *file = lk_format ("%.*s", (int) (strrchr (options->explained, ':') - options->explained),
			  options->explained);
  struct lk_job *jobs = lk_allocate (units->count, sizeof *jobs);
  struct explanation *all = lk_allocate (units->count, sizeof *all);
  size_t count = 0;
  bool source = false;
  for (size_t i = 0; i < units->count; i++)
    source |= reads_file (&units->all[i], file, true);
  for (size_t i = 0; i < units->count; i++)
    if (units->all[i].result && !lk_result_failed (units->all[i].result)
	&& reads_file (&units->all[i], file, source))
      {
	begin (&all[count], &jobs[count], options, &units->all[i], index, i);
	count++;
      }
  if (count == 0)
    lk_error ("--explain=%s: %s", options->explained,
	      source ? LK_TR ("the file could not be compiled")
	      : LK_TR ("no unit of the project reads that file"));
  lk_run (jobs, count, options->jobs, false);
  lk_progress_clear ();
  for (size_t i = 0; i < count; i++)
    end (&all[i], &jobs[i], options);
  show (all, count, options, counts);
  for (size_t i = 0; i < count; i++)
    {
      lk_result_free (all[i].result);
      free (all[i].stem);
      free (all[i].slice);
      lk_free_job (&jobs[i]);
    }
  free (all);
  free (jobs);
  free (file);
}
