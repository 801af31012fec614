/* The `leakcheck' command: its order of work.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "project.h"

/* The outcome of all jobs.  */
struct outcome
{
  struct lk_counts counts;
  size_t left_out;		/* Leaks that --top does not show.  */
  size_t unchecked;		/* Inputs.  */
  struct lk_check_counts classes;
  size_t faults;		/* Functions of C and C++ at which the analysis failed.  */
  struct lk_strings declared;	/* Functions of the user's rows that units declare.  */
  size_t java_inputs;		/* That these are of; 0: it is not known.  */
  int status;			/* Of the command.  */
  struct lk_strings notes;	/* Errors, for SARIF.  */
};

static void
worse (struct outcome *outcome, int status)
{
  if (status > outcome->status)
    outcome->status = status;
}

/* JOB has run, and its diagnostics were COUNTS: what that means.  */
static void
judge (struct outcome *outcome, const struct lk_job *job,
       const struct lk_counts *counts)
{
  outcome->counts.leaks += counts->leaks;
  outcome->counts.memory += counts->memory;
  struct lk_check_counts checked = lk_count_checked (job->counts);
  if (job->classes)
    outcome->classes = checked;
  else
    {
      struct lk_text declared = { 0 };
      outcome->faults += checked.faults;
      lk_take_declared (&declared, job->counts);
      lk_add_declared (&outcome->declared, &declared);
      lk_text_free (&declared);
    }
  char *unchecked = (job->classes ? lk_unchecked_text (&checked, 0)
		     : lk_unchecked_text (NULL, checked.faults));
  if (unchecked)
    {
      worse (outcome, LK_EXIT_TROUBLE);
      lk_strings_take (&outcome->notes, job->classes ? lk_format ("%s", unchecked)
		       : lk_format ("%s: %s", job->what, unchecked));
      free (unchecked);
    }
  bool promoted = (job->status == 1 && counts->errors == 0
		   && counts->promoted > 0);
  if (job->classes && checked.classes && (job->status == 0 || promoted))
    outcome->java_inputs = job->inputs;
  else if (job->classes && job->status == 0 && (checked.left_out || checked.faults))
    outcome->unchecked += job->inputs;
  if (job->status == 0)
    return;
  /* Warnings made errors end the compiler with 1, as errors do; but the user asked for them.  */
  if (promoted)
    {
      worse (outcome, LK_EXIT_FOUND);
      return;
    }
  worse (outcome, LK_EXIT_TROUBLE);
  outcome->unchecked += job->inputs;
  char *note = lk_format ("%s: %s", job->what,
			  job->status > 128 ? "the compiler was ended by a"
			  " signal" : "could not be checked");
  if (job->status > 128)
    lk_error ("%s (%d)", note, job->status - 128);
  lk_strings_take (&outcome->notes, note);
}

/* ---- Java.  ---- */

/* Compile the .java files of INPUTS; the folder with their classes becomes
   one of CLASSES.  False if that did not work.  */
static bool
compile_java (const struct lk_options *options,
	      const struct lk_inputs *inputs, struct lk_strings *classes,
	      struct outcome *outcome)
{
  struct lk_job job = { 0 };
  char *destination = lk_temp_subfolder ("classes");
  lk_java_job (&job, options, inputs, destination);
  lk_run (&job, 1, 1, false);
  /* Its notes on good sources are of no interest here.  */
  if (job.status != 0 || options->verbose)
    {
      if (job.out.bytes)
	fwrite (job.out.bytes, 1, job.out.length, stderr);
      if (job.err.bytes)
	fwrite (job.err.bytes, 1, job.err.length, stderr);
    }
  if (job.status == 0)
    lk_strings_add (classes, destination);
  else
    {
      struct lk_counts none = { 0 };
      judge (outcome, &job, &none);
    }
  bool good = job.status == 0;
  free (destination);
  lk_free_job (&job);
  return good;
}

/* ---- The jobs.  ---- */

/* Make the jobs of INPUTS.  Classes first: they take longest.  */
static struct lk_job *
make_jobs (const struct lk_options *options, const struct lk_inputs *inputs,
	   struct outcome *outcome, size_t *n_jobs)
{
  struct lk_job *jobs = lk_allocate (inputs->units.count + 1, sizeof *jobs);
  struct lk_strings classes = { 0 }, roots = { 0 };
  size_t n = 0;

  lk_strings_append (&classes, &inputs->classes);
  lk_strings_append (&classes, &inputs->modules);
  bool good = true;
  if (inputs->java.count > 0)
    {
      good = compile_java (options, inputs, &classes, outcome);
      lk_java_roots (&roots, &inputs->java);
    }
  /* A program that has lost a part would be analysed wrongly.  */
  if (good && classes.count > 0)
    {
      jobs[n].inputs = (inputs->java.count + inputs->classes.count
			+ inputs->modules.count);
      lk_classes_job (&jobs[n++], options, &classes, &roots);
    }
  else
    outcome->unchecked += inputs->classes.count + inputs->modules.count;
  for (size_t i = 0; i < inputs->units.count; i++)
    lk_unit_job (&jobs[n++], options, inputs->units.items[i], i);
  lk_strings_free (&classes);
  lk_strings_free (&roots);
  *n_jobs = n;
  return jobs;
}

/* The jobs' messages in text, but what BASELINE (or NULL) knows, and by rank if that is wanted.  */
static void
show_chosen (const struct lk_options *options, struct lk_job *jobs, size_t n_jobs,
	     struct lk_baseline *baseline, struct outcome *outcome)
{
  struct lk_findings *findings = lk_findings_new ();
  struct lk_wanted wanted = { .options = options, .all_warnings = true };
  struct lk_text text = { 0 };
  for (size_t i = 0; i < n_jobs; i++)
    {
      struct lk_result result = { .status = jobs[i].status, .errors = jobs[i].err };
      lk_findings_add (findings, &result, &wanted);
      fwrite (jobs[i].out.bytes ? jobs[i].out.bytes : "", 1, jobs[i].out.length, stdout);
    }
  memset (&outcome->counts, 0, sizeof outcome->counts);
  lk_findings_text (findings, &text, options, baseline, &outcome->counts, &outcome->left_out);
  lk_findings_free (findings);
  fwrite (text.bytes, 1, text.length, stderr);
  lk_summary_text (&text);
  lk_text_free (&text);
}

/* Read the jobs' output as JSON.  */
static json_t *
take_json (struct lk_job *jobs, size_t n_jobs, struct outcome *outcome)
{
  json_t *all = json_array ();
  for (size_t i = 0; i < n_jobs; i++)
    {
      struct lk_counts counts = { 0 };
      json_t *array = json_array ();
      if (!all || !array)
	lk_fatal ("out of memory");
      lk_json_take (array, &jobs[i].err);
      lk_json_count (&counts, array);
      judge (outcome, &jobs[i], &counts);
      json_array_extend (all, array);
      json_decref (array);
      if (jobs[i].out.bytes)
	fwrite (jobs[i].out.bytes, 1, jobs[i].out.length, stdout);
      if (jobs[i].err.bytes)
	fwrite (jobs[i].err.bytes, 1, jobs[i].err.length, stderr);
    }
  return all;
}

/* ---- The end.  ---- */

/* Return how many of the inputs were checked: "2 files and 1,000 classes checked".  */
static void
summarize_inputs (const struct outcome *outcome, const struct lk_inputs *inputs)
{
  const struct lk_check_counts *classes = &outcome->classes;
  bool counted = outcome->java_inputs > 0;
  bool files = counted || (!inputs->folders && inputs->modules.count == 0);
  size_t count = inputs->count - outcome->java_inputs;
  if (count)
    {
      if (outcome->unchecked)
	fprintf (stderr, LK_TR ("%zu of "), count - outcome->unchecked);
      fprintf (stderr, files ? lk_plural ("%zu file ", "%zu files ", count)
	       : lk_plural ("%zu input ", "%zu inputs ", count), count);
      fputs (counted ? LK_TR ("and ") : LK_TR ("checked, "), stderr);
    }
  if (!counted)
    return;
  char *read = lk_number (classes->classes - classes->broken);
  fprintf (stderr, lk_plural ("%s class checked, ", "%s classes checked, ",
			      classes->classes - classes->broken), read);
  free (read);
}

static void
summarize (const struct outcome *outcome, const struct lk_inputs *inputs,
	   const struct lk_options *options, double seconds)
{
  lk_spent_print ();
  fputs ("leakcheck: ", stderr);
  char *unchecked = lk_unchecked_text (&outcome->classes, outcome->faults);
  if (unchecked)
    fprintf (stderr, "%s; ", unchecked);
  summarize_inputs (outcome, inputs);
  if (options->infers)
    fputs (unchecked || outcome->unchecked ? LK_TR ("some contracts not inferred")
	   : LK_TR ("contracts inferred"), stderr);
  else if (outcome->counts.leaks > 0)
    fprintf (stderr, lk_plural ("%zu leak", "%zu leaks", outcome->counts.leaks),
	     outcome->counts.leaks);
  else if (outcome->unchecked + outcome->java_inputs < inputs->count
	   || outcome->classes.classes > outcome->classes.broken)
    fputs (unchecked || outcome->unchecked ? LK_TR ("no leaks in these") : LK_TR ("no leaks"),
	   stderr);
  else
    fputs (LK_TR ("nothing found out"), stderr);
  free (unchecked);
  if (outcome->counts.memory)
    fprintf (stderr, LK_TR (" (%zu of memory)"), outcome->counts.memory);
  lk_print_shown (options, outcome->counts.leaks, outcome->left_out);
  fprintf (stderr, ", %.2f s\n", seconds);
}

/* Prepare what OPTIONS ask for besides a report.  */
static void
begin (const struct lk_options *options)
{
  lk_progress_init (!options->quiet);
  lk_spent_init (options->verbose && !options->quiet);
}

/* Analyse what the arguments name, and return the exit status.  */
static int
analyse (int argc, char **argv)
{
  double began = lk_now ();
  struct lk_options options = { 0 };
  struct lk_inputs inputs = { 0 };
  struct outcome outcome = { 0 };

  lk_read_options (&options, argc, argv);
  begin (&options);
  bool built = options.build.count == 0 || lk_build (&options);
  if (options.project)
    {
      int status = lk_project (&options, argv);
      if (!built)
	status = LK_EXIT_TROUBLE;
      lk_free_options (&options);
      return status;
    }
  lk_sort_inputs (&inputs, &options.inputs);
  if (lk_any_error ())
    {
      lk_free_inputs (&inputs);
      lk_free_options (&options);
      return LK_EXIT_TROUBLE;
    }
  lk_check_compiler (&options, &inputs);

  /* GCC queries the terminal's width, and has no terminal.  */
  unsigned width = lk_terminal_width ();
  if (width > 0)
    {
      char *columns = lk_format ("%u", width);
      setenv ("COLUMNS", columns, 0);
      free (columns);
    }

  struct lk_baseline *baseline = lk_baseline_open (&options);
  if (baseline)
    lk_baseline_of_files (baseline, &options.inputs,
			  inputs.classes.count + inputs.modules.count > 0);
  size_t n_jobs;
  struct lk_job *jobs = make_jobs (&options, &inputs, &outcome, &n_jobs);
  bool streams = options.format == LK_FORMAT_TEXT && !baseline && !options.top
		 && !options.clusters;
  lk_run (jobs, n_jobs, options.jobs, streams);
  if (options.format == LK_FORMAT_TEXT)
    for (size_t i = 0; i < n_jobs; i++)
      {
	struct lk_counts counts = { 0 };
	lk_count_text (&counts, &jobs[i].err);
	if (streams)
	  lk_summary_text (&jobs[i].err);
	judge (&outcome, &jobs[i], &counts);
      }
  if (options.format == LK_FORMAT_TEXT && !streams)
    show_chosen (&options, jobs, n_jobs, baseline, &outcome);
  json_t *report = (options.format == LK_FORMAT_TEXT ? NULL
		    : take_json (jobs, n_jobs, &outcome));
  if (report && baseline)
    lk_baseline_json (baseline, report, &outcome.counts);
  if (report && baseline && options.format == LK_FORMAT_JSON)
    lk_baseline_drop_known (report);
  if (report)
    outcome.left_out = lk_rank_json (report, &options);
  /* Leaks in the baseline do not count.  */
  if (baseline && outcome.status == LK_EXIT_FOUND && outcome.counts.promoted == 0)
    outcome.status = LK_EXIT_CLEAN;
  if (report && baseline && options.format >= LK_FORMAT_SARIF && outcome.status != LK_EXIT_TROUBLE)
    lk_baseline_absent (baseline, report);
  if (report)
    {
      lk_summary_json (report);
      lk_write_report (report, &options, &outcome.notes, argv, outcome.status);
      json_decref (report);
    }
  if (baseline)
    {
      lk_baseline_close (baseline, outcome.status != LK_EXIT_TROUBLE, options.quiet);
      if (lk_any_error ())
	outcome.status = LK_EXIT_TROUBLE;
    }
  if (options.verbose && inputs.units.count > 0 && outcome.unchecked == 0)
    lk_print_undeclared (&options, &outcome.declared);
  lk_summary_print ();
  if (!options.quiet)
    summarize (&outcome, &inputs, &options, lk_now () - began);

  for (size_t i = 0; i < n_jobs; i++)
    lk_free_job (&jobs[i]);
  free (jobs);
  lk_strings_free (&outcome.notes);
  lk_strings_free (&outcome.declared);
  lk_free_inputs (&inputs);
  lk_free_options (&options);
  return outcome.status;
}

int
main (int argc, char **argv)
{
  if (argc > 0)
    lk_build_compiler (argv);
  lk_open_standard ();
  if (argc > 1 && strcmp (argv[1], "contracts") == 0)
    return lk_end_status (lk_contracts (argv + 2));
  lk_signals_init ();
  if (argc > 1 && (strcmp (argv[1], "ninja-step") == 0 || strcmp (argv[1], "ninja-merge") == 0))
    return lk_end_status (lk_ninja_action (argv + 1));
  return lk_end_status (analyse (argc, argv));
}
