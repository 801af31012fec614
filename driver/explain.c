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

/* Make the job that explains in UNIT what OPTIONS ask for.  */
static void
make_job (struct lk_job *job, const struct lk_options *options, const struct lk_unit *unit,
	  const struct lk_index *index, size_t number)
{
  char *stem = lk_format ("explain-%zu", number), *slice = lk_format ("%s.lkc", stem);
  char *place = lk_temp_name (stem);
  struct lk_text text = { 0 };
  lk_ninja_slice (&text, index, unit->result);
  char *file = lk_temp_file (slice, &text);
  job->what = lk_short_name (unit->source);
  job->folder = unit->folder;
  lk_unit_arguments (&job->argv, options, unit);
  lk_strings_take (&job->argv, lk_format ("-fplugin-arg-leakcheck-explain=%s",
					  options->explained));
  lk_compilation_begin (job, unit->source, file, place);
  free (file);
  free (place);
  free (slice);
  free (stem);
  lk_text_free (&text);
}

/* Print the output of the first COUNT of JOBS, each text once, and count what is in it.  */
static void
show (struct lk_job *jobs, size_t count, const struct lk_options *options,
      struct lk_counts *counts)
{
  struct lk_text shown = { 0 };
  for (size_t i = 0; i < count; i++)
    {
      struct lk_text text = { 0 };
      bool before = false;
      for (size_t j = 0; j < i && !before; j++)
	before = (jobs[i].err.length == jobs[j].err.length
		  && !memcmp (jobs[i].err.bytes, jobs[j].err.bytes, jobs[i].err.length));
      if (before || !jobs[i].err.length)
	continue;
      lk_text_add (&jobs[i].err, "", 0);
      lk_text_add_shortened (&text, jobs[i].err.bytes, lk_wants_color (options));
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
  size_t count = 0;
  bool source = false;
  for (size_t i = 0; i < units->count; i++)
    source |= reads_file (&units->all[i], file, true);
  for (size_t i = 0; i < units->count; i++)
    if (units->all[i].result && !lk_result_failed (units->all[i].result)
	&& reads_file (&units->all[i], file, source))
      {
	make_job (&jobs[count], options, &units->all[i], index, i);
	count++;
      }
  if (count == 0)
    lk_error ("--explain=%s: %s", options->explained,
	      source ? "the file could not be compiled" : "no unit of the project reads that file");
  lk_run (jobs, count, options->jobs, false);
  lk_progress_clear ();
  for (size_t i = 0; i < count; i++)
    if (jobs[i].status != 0 && jobs[i].status != 1)
      lk_error ("--explain=%s: %s could not be compiled again", options->explained, jobs[i].what);
  show (jobs, count, options, counts);
  for (size_t i = 0; i < count; i++)
    lk_free_job (&jobs[i]);
  free (jobs);
  free (file);
}
