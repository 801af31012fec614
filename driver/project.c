/* `leakcheck -p BUILD': all units of a compilation database, as one program.

   Errors in entries, and units that do not compile, are reported in lists, one
   for each reason; the rest is analysed and reported all the same.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lk-config.h"
#include "../spec/index.h"
#include "project.h"

/* Names of one kind that are listed without --verbose.  */
enum { NAMES_SHOWN = 10 };

/* ---- Remarks.  ---- */

void
lk_remark (struct lk_remarks *remarks, const char *reason, const char *name, bool trouble)
{
  struct lk_remark *remark = NULL;
  for (size_t i = 0; i < remarks->count && !remark; i++)
    if (strcmp (remarks->all[i].reason, reason) == 0)
      remark = &remarks->all[i];
  if (!remark)
    {
      remarks->all = lk_reallocate (remarks->all, remarks->count + 1, sizeof *remarks->all);
      remark = &remarks->all[remarks->count++];
      *remark = (struct lk_remark) { lk_format ("%s", reason), { 0 }, trouble };
    }
  remarks->trouble += trouble;
  lk_strings_add (&remark->names, name);
}

/* The remark as text, a name a line; allocated.  */
static char *
remark_text (struct lk_remark *remark, bool all_names)
{
  struct lk_text text = { 0 };
  struct lk_strings *names = &remark->names;
  lk_strings_unique (names);
  size_t shown = all_names || names->count <= NAMES_SHOWN ? names->count : NAMES_SHOWN;
  const char *reason = LK_TR (remark->reason);
  lk_text_add (&text, reason, strlen (reason));
  lk_text_add (&text, ":", 1);
  for (size_t i = 0; i < shown; i++)
    {
      lk_text_add (&text, "\n  ", 3);
      lk_text_add (&text, names->items[i], strlen (names->items[i]));
    }
  if (shown < names->count)
    {
      char *more = lk_format (LK_TR ("\n  and %zu more ('--verbose' lists all)"),
			      names->count - shown);
      lk_text_add (&text, more, strlen (more));
      free (more);
    }
  return text.bytes;
}

/* Print REMARKS, and add those that are trouble to NOTES.  */
static void
print_remarks (struct lk_remarks *remarks, const struct lk_options *options,
	       struct lk_strings *notes)
{
  for (size_t i = 0; i < remarks->count; i++)
    {
      struct lk_remark *remark = &remarks->all[i];
      char *text = remark_text (remark, options->verbose);
      if (remark->trouble)
	{
	  lk_warn ("%s", text);
	  lk_strings_take (notes, text);
	  continue;
	}
      if (!options->quiet)
	fprintf (stderr, LK_TR ("leakcheck: note: %s\n"), text);
      free (text);
    }
}

static void
free_remarks (struct lk_remarks *remarks)
{
  for (size_t i = 0; i < remarks->count; i++)
    {
      free (remarks->all[i].reason);
      lk_strings_free (&remarks->all[i].names);
    }
  free (remarks->all);
}

/* ---- Which files.  ---- */

bool
lk_is_excluded (const struct lk_options *options, const char *file)
{
  for (size_t i = 0; i < options->excluded.count; i++)
    {
      const char *pattern = options->excluded.items[i];
      if (fnmatch (pattern, file, 0) == 0 || fnmatch (pattern, lk_short_name (file), 0) == 0)
	return true;
    }
  return false;
}

/* FILE, which the user named, is read by one of UNITS, or is a folder with such a file.  */
static bool
is_read (const struct lk_units *units, const char *file)
{
  for (size_t i = 0; i < units->count; i++)
    {
      const struct lk_unit *unit = &units->all[i];
      if (lk_is_in (unit->source, file))
	return true;
      for (size_t j = 0; unit->result && j < unit->result->files.count; j++)
	if (lk_is_in (unit->result->files.items[j], file))
	  return true;
    }
  return false;
}

/* Which messages are to be shown.  */
static void
find_wanted (struct lk_wanted *wanted, const struct lk_options *options)
{
  struct stat status;
  wanted->options = options;
  for (size_t i = 0; i < options->gcc.count; i++)
    wanted->all_warnings |= (lk_begins (options->gcc.items[i], "-W")
			     && !lk_begins (options->gcc.items[i], "-Wno-"));
  for (size_t i = 0; i < options->inputs.count; i++)
    {
      const char *name = options->inputs.items[i];
      if (stat (name, &status) != 0)
	lk_error ("%s: %s", name, lk_file_reason (errno));
      lk_strings_take (&wanted->files, lk_absolute (lk_current_folder (), name));
    }
}

/* ---- The report.  ---- */

struct report
{
  const struct lk_options *options;
  const struct lk_units *units;
  struct lk_wanted wanted;
  struct lk_remarks remarks;
  struct lk_strings notes;	/* Errors, for SARIF.  */
  struct lk_counts counts;
  struct lk_baseline *baseline;	/* Or NULL.  */
  size_t failed, faults;
  size_t left_out;		/* Leaks that --top does not show.  */
};

/* The first error in TEXT, for a list; allocated.  */
static char *
first_error (const struct lk_text *text)
{
  struct lk_text plain = { 0 };
  char *found = NULL;
  json_t *array = json_array ();
  struct lk_text rest = { 0 };
  lk_text_add (&rest, text->bytes, text->length);
  if (lk_json_take (array, &rest))
    {
      size_t i;
      json_t *one;
      json_array_foreach (array, i, one)
	{
	  const char *kind = json_string_value (json_object_get (one, "kind"));
	  const char *message = json_string_value (json_object_get (one, "message"));
	  if (!found && kind && message && strstr (kind, "error"))
	    found = lk_format ("%s", message);
	}
    }
  json_decref (array);
  for (const char *line = rest.bytes; !found && line && *line;)
    {
      const char *end = line + strcspn (line, "\n");
      struct lk_counts counts = { 0 };
      lk_plain_line (line, end, &plain);
      lk_count_text (&counts, &plain);
      if (counts.errors)
	found = lk_format ("%s", lk_short_name (plain.bytes));
      line = end + (*end == '\n');
    }
  lk_text_free (&plain);
  lk_text_free (&rest);
  return found ? found : lk_format ("the compiler said nothing");
}

/* Put units that could not be checked into the remarks.  */
static void
find_failed (struct report *report)
{
  for (size_t i = 0; i < report->units->count; i++)
    {
      const struct lk_unit *unit = &report->units->all[i];
      report->faults += unit->result->faults;
      if (!lk_result_failed (unit->result))
	continue;
      report->failed++;
      char *why = (unit->result->status == LK_NOT_STARTED ? lk_format ("%s", LK_TR ("no compiler"))
		   : unit->result->status > 128
		   ? lk_format (LK_TR ("the compiler was ended by signal %d"),
				unit->result->status - 128)
		   : first_error (&unit->result->errors));
      char *name = lk_format ("%s: %s", lk_short_name (unit->source), why);
      lk_remark (&report->remarks, LK_N ("not compiled; if generated files are missing,"
					   " build the project first"), name, true);
      free (name);
      free (why);
    }
}

/* Print which of the user's rows are of functions that no unit of REPORT declares; what was not
   compiled might.  */
static void
print_undeclared (const struct report *report)
{
  struct lk_strings declared = { 0 };
  for (size_t i = 0; i < report->units->count; i++)
    lk_add_declared (&declared, &report->units->all[i].result->declared);
  if (report->options->verbose && report->failed == 0)
    lk_print_undeclared (report->options, &declared);
  lk_strings_free (&declared);
}

static void
report_text (struct report *report)
{
  struct lk_findings *findings = lk_findings_new ();
  struct lk_text text = { 0 };
  for (size_t i = 0; i < report->units->count; i++)
    {
      const struct lk_result *result = report->units->all[i].result;
      if (!lk_result_failed (result) || report->options->verbose)
	lk_findings_add (findings, result, &report->wanted);
    }
  lk_findings_text (findings, &text, report->options, report->baseline, &report->counts,
		    &report->left_out);
  lk_progress_clear ();
  fwrite (text.bytes, 1, text.length, stderr);
  lk_summary_text (&text);
  lk_text_free (&text);
  lk_findings_free (findings);
}

/* All messages in JSON, wanted ones.  */
static json_t *
report_json (struct report *report)
{
  json_t *all = json_array ();
  for (size_t i = 0; i < report->units->count; i++)
    {
      struct lk_text text = { 0 };
      const struct lk_text *errors = &report->units->all[i].result->errors;
      lk_text_add (&text, errors->bytes, errors->length);
      if (!all)
	lk_fatal ("out of memory");
      lk_json_take (all, &text);
      fwrite (text.bytes, 1, text.length, stderr);
      lk_text_free (&text);
    }
  lk_findings_json (all, &report->wanted);
  if (report->baseline)
    lk_baseline_json (report->baseline, all, &report->counts);
  else
    lk_json_count (&report->counts, all);
  if (report->baseline && report->options->format == LK_FORMAT_JSON)
    lk_baseline_drop_known (all);
  report->left_out = lk_rank_json (all, report->options);
  lk_summary_json (all);
  return all;
}

static int
status_of (const struct report *report)
{
  if (report->remarks.trouble || report->failed || report->faults || lk_any_error ())
    return LK_EXIT_TROUBLE;
  return report->counts.promoted ? LK_EXIT_FOUND : LK_EXIT_CLEAN;
}

static void
summarize (const struct report *report, const struct lk_rounds *rounds, double seconds)
{
  size_t count = report->units->count;
  fputs ("leakcheck: ", stderr);
  char *unchecked = lk_unchecked_text (NULL, report->faults);
  if (unchecked)
    fprintf (stderr, "%s; ", unchecked);
  free (unchecked);
  if (report->failed)
    fprintf (stderr, LK_TR ("%zu of "), count - report->failed);
  fprintf (stderr, lk_plural ("%zu unit checked ", "%zu units checked ", count), count);
  fprintf (stderr, lk_plural ("in %u round, ", "in %u rounds, ", rounds->rounds),
	   rounds->rounds);
  if (report->options->verbose)
    fprintf (stderr, LK_TR ("%zu compilations, %zu results from the cache, "), rounds->compiled,
	     rounds->found);
  if (report->counts.leaks)
    fprintf (stderr, lk_plural ("%zu leak", "%zu leaks", report->counts.leaks),
	     report->counts.leaks);
  else
    fputs (report->failed == count ? LK_TR ("nothing found out")
	   : report->failed || report->faults ? LK_TR ("no leaks in these") : LK_TR ("no leaks"),
	   stderr);
  if (report->counts.memory)
    fprintf (stderr, LK_TR (" (%zu of memory)"), report->counts.memory);
  lk_print_shown (report->options, report->counts.leaks, report->left_out);
  fprintf (stderr, ", %.2f s\n", seconds);
}

/* ---- All together.  ---- */

/* The folder of the cache; allocated, NULL: there is none.  */
static char *
cache_folder (const struct lk_options *options, const struct lk_database *database)
{
  if (options->no_cache)
    return NULL;
  if (options->cache)
    return lk_format ("%s", options->cache);
  const char *slash = strrchr (database->name, '/');
  return lk_format ("%.*s.leakcheck", slash ? (int) (slash + 1 - database->name) : 0,
		    database->name);
}

/* All that the user has was checked and reported.  */
static bool
is_complete (const struct report *report)
{
  return status_of (report) != LK_EXIT_TROUBLE && report->options->inputs.count == 0;
}

static void
write_report (struct report *report, char **argv)
{
  const struct lk_options *options = report->options;
  if (options->format == LK_FORMAT_TEXT)
    {
      report_text (report);
      return;
    }
  json_t *all = report_json (report);
  if (options->format >= LK_FORMAT_SARIF && report->baseline && is_complete (report))
    lk_baseline_absent (report->baseline, all);
  lk_write_report (all, options, &report->notes, argv, status_of (report));
  json_decref (all);
}

int
lk_project (const struct lk_options *options, char **argv)
{
  double began = lk_now ();
  struct lk_database database = { 0 };
  struct lk_units units = { 0 };
  struct lk_rounds rounds = { 0 };
  struct report report = { .options = options, .units = &units };

  if (options->format != LK_FORMAT_TEXT && LK_GCC_MAJOR >= 16)
    lk_fatal ("GCC %s writes no JSON, which '--format=json', '--format=sarif' and '--format=html'"
	      " are made from; GCC 11 to 15 do", LK_GCC_VERSION);
  find_wanted (&report.wanted, options);
  if (lk_any_error ())
    exit (LK_EXIT_TROUBLE);
  /* Compilers run in other folders.  */
  const char *temporary = getenv ("TMPDIR");
  if (temporary && *temporary && *temporary != '/')
    {
      char *absolute = lk_absolute (lk_current_folder (), temporary);
      setenv ("TMPDIR", absolute, 1);
      free (absolute);
    }
  /* The compiler would fold lines by it.  */
  unsetenv ("COLUMNS");
  report.baseline = lk_baseline_open (options);
  lk_database_read (&database, options->project, &report.remarks);
  lk_units_make (&units, options, &database, &report.remarks);
  if (units.count == 0)
    {
      print_remarks (&report.remarks, options, &report.notes);
      lk_fatal ("%s: there is nothing in it to analyse", database.name);
    }
  if (options->ninja)
    {
      lk_ninja_write (options, &units, database.name);
      print_remarks (&report.remarks, options, &report.notes);
      return report.remarks.trouble || lk_any_error () ? LK_EXIT_TROUBLE : LK_EXIT_CLEAN;
    }
  if (options->ninja_results)
    lk_ninja_load (&rounds, options, &units);
  else
    {
      char *folder = cache_folder (options, &database);
      struct lk_cache *cache = lk_cache_open (folder);
      free (folder);
      lk_rounds_run (&rounds, options, &units, cache);
      lk_cache_close (cache, options->cache_megabytes);
    }

  for (size_t i = 0; i < report.wanted.files.count; i++)
    if (!is_read (&units, report.wanted.files.items[i]))
      lk_error ("%s: no unit of %s reads it", options->inputs.items[i], database.name);
  for (size_t i = 0; i < rounds.wrong.count; i++)
    lk_remark (&report.remarks, LK_N ("contracts that cannot be read"), rounds.wrong.items[i],
	       true);
  lk_strings_free (&rounds.wrong);
  find_failed (&report);
  if (rounds.unsettled)
    lk_warn (lk_plural ("contracts that %zu unit needs still change after %u rounds: findings that"
			" depend on them may be missing or wrong ('--rounds=N' allows more)",
			"contracts that %zu units need still change after %u rounds: findings that"
			" depend on them may be missing or wrong ('--rounds=N' allows more)",
			rounds.unsettled), rounds.unsettled, rounds.rounds);
  print_remarks (&report.remarks, options, &report.notes);
  print_undeclared (&report);
  if (options->explained)
    lk_explain_project (options, &units, rounds.index, &report.counts);
  else
    write_report (&report, argv);
  if (options->suggest)
    lk_suggest (options, &units, rounds.index);
  lk_index_close (rounds.index);
  if (report.baseline)
    lk_baseline_close (report.baseline, is_complete (&report), options->quiet);
  lk_summary_print ();
  lk_spent_print ();
  /* An explanation shows only the leaks of the units that it is about.  */
  if (!options->quiet && !options->explained)
    summarize (&report, &rounds, lk_now () - began);
  int status = status_of (&report);

  free_remarks (&report.remarks);
  lk_strings_free (&report.notes);
  lk_strings_free (&report.wanted.files);
  lk_units_free (&units);
  lk_database_free (&database);
  return status;
}
