/* Declarations shared by the files of the `leakcheck' command.

   leakcheck.c reads the command line (options.c, lists.c), sorts the inputs (inputs.c),
   compiles .java files into a temporary folder (java.c, temp.c, signal.c), makes one
   compilation of each C and C++ source and one of all Java classes (command.c), runs these
   (run.c, progress.c), and passes on the compiler's output: unchanged (count.c counts), as one
   array of GCC's JSON (json.c), as SARIF (sarif*.c, source.c), or as HTML (html.c, page.html).

   `leakcheck contracts' goes another way: see contracts.h; and `leakcheck -p' one more: see
   project.h.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_DRIVER_H
#define LK_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include "../spec/file.h"
#include "../spec/message-text.h"

/* Exit statuses, the same for every use of the command.  */
enum
{
  LK_EXIT_CLEAN = 0,		/* All was checked; findings are warnings.  */
  LK_EXIT_FOUND = 1,		/* Findings are errors.  */
  LK_EXIT_TROUBLE = 2		/* Something could not be checked.  */
};

/* ---- util.c ---- */

/* Print an error message, as printf does, and exit with LK_EXIT_TROUBLE.  */
void lk_fatal (const char *format, ...)
  __attribute__ ((noreturn, format (printf, 1, 2)));
/* The same without exiting: for errors that may occur several times.  */
void lk_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Print a warning and continue.  */
void lk_warn (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Let no file that is opened from now on get the number of a standard stream that is closed: what
   is written to that stream would get into the file.  */
void lk_open_standard (void);
/* Return STATUS, or LK_EXIT_TROUBLE if something that was to be said could not be written.  */
int lk_end_status (int status);
/* Return true if lk_error was called.  */
bool lk_any_error (void);

/* Allocation that cannot fail.  */
char *lk_format (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
void *lk_allocate (size_t count, size_t size);
void *lk_reallocate (void *, size_t count, size_t size);

bool lk_begins (const char *text, const char *head);
bool lk_ends (const char *text, const char *tail);

/* A growing list of allocated texts that always has a NULL after it, so that ITEMS is an
   argument vector.  */
struct lk_strings
{
  char **items;
  size_t count, room;
};

void lk_strings_take (struct lk_strings *, char *allocated);
void lk_strings_add (struct lk_strings *, const char *);
/* Make ITEMS valid, also if nothing was added.  */
void lk_strings_end (struct lk_strings *);
void lk_strings_append (struct lk_strings *, const struct lk_strings *);
void lk_strings_free (struct lk_strings *);
/* Free the item I, and leave a gap; lk_strings_close closes all gaps.  */
void lk_strings_drop (struct lk_strings *, size_t i);
void lk_strings_close (struct lk_strings *);
/* Sort by the bytes, in every locale.  */
void lk_strings_sort (struct lk_strings *);
/* The same, and leave each item once.  */
void lk_strings_unique (struct lk_strings *);
/* Return the items with SEPARATOR between them; allocated.  */
char *lk_strings_join (const struct lk_strings *, const char *separator);

/* Growing text, with a NUL after it.  */
struct lk_text
{
  char *bytes;
  size_t length, room;
};

void lk_text_add (struct lk_text *, const char *bytes, size_t length);
void lk_text_free (struct lk_text *);
/* Read a whole file; return false, with the reason, if it cannot be read.  */
bool lk_text_read (struct lk_text *, const char *file, const char **why);

/* Return the seconds since some fixed moment.  */
double lk_now (void);

/* ---- paths.c ---- */

/* Return the path of the plugin of this installation, and of its specifications, in allocated
   memory.  Print a message and exit if there is none.  */
char *lk_plugin_path (void);
/* The program that runs; allocated.  */
char *lk_own_path (void);
char *lk_spec_dir (void);
/* The folder of leakcheck.h; the same.  */
char *lk_include_dir (void);
/* The folder of the catalogues of messages; allocated, NULL if there is none.  */
char *lk_locale_dir (void);

/* ---- names.c ---- */

/* NAME as seen from FOLDER, an absolute name, without "." and ".." as long as
   that is the same file.  Allocated.  */
char *lk_absolute (const char *folder, const char *name);
/* The folder the command was started in, "/" behind it.  */
const char *lk_current_folder (void);
/* NAME without the current folder before it.  */
const char *lk_short_name (const char *name);
/* The file that execvp would run for PROGRAM; allocated, NULL if there is none.  */
char *lk_find_program (const char *program);
/* FILE is PLACE, or is in the folder PLACE; both are absolute.  */
bool lk_is_in (const char *file, const char *place);

/* ---- lists.c ---- */

/* Set WORD to the next argument of the list in *TEXT, which ends at END, and *TEXT to what is
   behind it.  *OPEN is the quote that the argument begins and that has no end, or 0.  False: there
   is no further argument.  */
bool lk_next_listed (const char **text, const char *end, struct lk_text *word, char *open);
/* Return the arguments with every @FILE replaced by the contents of FILE.  */
void lk_expand_lists (struct lk_strings *, char **argv);

/* ---- options.c ---- */

enum lk_suggest { LK_SUGGEST_NOTHING, LK_SUGGEST_ATTRIBUTES, LK_SUGGEST_SPEC };

/* Those behind JSON are made of a SARIF log.  */
enum lk_output_format { LK_FORMAT_TEXT, LK_FORMAT_JSON, LK_FORMAT_SARIF, LK_FORMAT_HTML };

struct lk_options
{
  struct lk_strings arguments;	/* All arguments; other members point into them.  */
  size_t n_arguments;		/* Those of the user, which come first.  */
  struct lk_strings inputs;
  struct lk_strings gcc;	/* The compiler's options.  */
  struct lk_strings plugin;	/* The plugin's, as the compiler wants them.  */
  struct lk_strings java;	/* The Java compiler's.  */
  const char *gcc_program;
  const char *java_compiler;	/* NULL: the first one that is installed.  */
  char *classpath;		/* Allocated; NULL: none given.  */
  const char *sourcepath;
  const char *release;
  const char *jdk;
  const char *output;		/* NULL: the standard output.  */
  bool gcc_chosen;		/* --gcc was given.  */
  const char *project;		/* Of -p; NULL: single files.  */
  struct lk_strings build;	/* The command of a build to run, behind "--"; or empty.  */
  struct lk_strings excluded;	/* Patterns of --exclude.  */
  const char *cache;		/* NULL: beside the project's database.  */
  bool no_cache;
  unsigned cache_megabytes;	/* At most so many.  */
  unsigned rounds;		/* At most.  */
  bool rounds_chosen;		/* --rounds was given.  */
  enum lk_suggest suggest;
  const char *ninja;		/* The file to write; NULL: none.  */
  const char *ninja_results;	/* The folder with results of that file; NULL: compile.  */
  const char *baseline;		/* NULL: none.  */
  const char *written_baseline;	/* The same.  */
  unsigned top;			/* Print so many leaks, by rank; 0: all, by place.  */
  bool clusters;		/* Print one leak of each cluster, by rank.  */
  unsigned jobs;
  unsigned threads;		/* For one program in Java; 0: not given.  */
  enum lk_output_format format;
  bool format_chosen;		/* --format was given.  */
  bool plain;			/* Of text: neither paths nor lines of sources.  */
  bool quiet, verbose;
  bool lists_kinds;		/* --list-kinds.  */
  bool dumps;			/* The plugin writes to the standard output.  */
  const char *explained;	/* FILE:LINE of --explain; or NULL.  */
  const char *mode;		/* Of --mode; or NULL.  */
  const char *explained_member;	/* The last CLASS.MEMBER of --explain; or NULL.  */
  bool infers;			/* --mode=infer.  */
  bool infers_first;		/* --infer.  */
  bool infer_written;		/* It was said where what is inferred goes.  */
};

/* Read the command line.  Print what --help and similar options ask for, and exit then.  */
void lk_read_options (struct lk_options *, int argc, char **argv);
void lk_free_options (struct lk_options *);

/* ---- help.c ---- */

void lk_print_help (void);
void lk_print_contracts_help (void);
void lk_print_version (void);

/* ---- english.c ---- */

/* Let messages be in the user's language, as far as there is a catalogue.  */
void lk_translate_init (void);
#define lk_plural(ONE, MANY, N) dngettext ("leakcheck", ONE, MANY, N)

/* Let the programs that are started from now on write English messages, for reports that say
   that theirs are.  */
void lk_speak_english (void);

/* ---- completion.c ---- */

/* Print the completion for SHELL, and exit.  */
void lk_print_completion (const char *shell) __attribute__ ((noreturn));

/* ---- kinds.c ---- */

/* Print the kinds of resources, also those of the specifications that ARGUMENTS, the plugin's,
   name; and exit.  */
void lk_list_kinds (const struct lk_strings *arguments) __attribute__ ((noreturn));

/* ---- contracts.c ---- */

/* `leakcheck contracts' with the arguments ARGV; returns the exit status.  */
int lk_contracts (char **argv);

/* ---- classpath.c ---- */

/* Return PATH with the jars that its parts with a star stand for, and without parts that do
   not exist, which are warned about; allocated.  */
char *lk_expand_classpath (const char *path);

/* ---- inputs.c ---- */

enum lk_input_kind
{
  LK_INPUT_C, LK_INPUT_CXX,
  LK_INPUT_JAVA,		/* A source.  */
  LK_INPUT_CLASSES		/* A jar, a folder or a class file.  */
};

struct lk_inputs
{
  struct lk_strings c, cxx, java, classes;
  struct lk_strings modules;	/* Of the JDK: "module:NAME".  */
  /* C and C++ sources as they stand on the command line.  */
  struct lk_strings units;
  size_t count;			/* The number of inputs that the user named.  */
  bool folders;
};

/* Return true if NAME is that of a source in C or C++.  */
bool lk_is_unit_name (const char *name);
/* Sort NAMES and check that each can be read; report every one that cannot.  */
void lk_sort_inputs (struct lk_inputs *, const struct lk_strings *names);
void lk_free_inputs (struct lk_inputs *);

/* ---- signal.c ---- */

/* Make the program clean up at its end, also by a signal (except SIGKILL): the programs that
   it started end, and the temporary folder is removed.  Call it first.  */
void lk_signals_init (void);
/* Between these two calls no signal ends the program, and it must not wait.  */
void lk_hold (void);
void lk_let_go (void);
/* Register a process group that runs, or that has ended; -N is the process N alone.  Call lk_hold
   before.  */
void lk_group_add (int group);
void lk_group_remove (int group);
/* Set, for posix_spawn, the signal attributes that started programs must get back.  */
void lk_signal_spawn_attributes (void *posix_spawnattr);

/* ---- temp.c ---- */

/* Make the folder NAME in the temporary folder, or the file NAME with TEXT in it.  Return its
   full name, allocated.  Print a message and exit if it cannot be made.  */
char *lk_temp_subfolder (const char *name);
char *lk_temp_file (const char *name, const struct lk_text *text);
/* Return the full name of NAME in the temporary folder, for other programs to write to.
   Allocated.  */
char *lk_temp_name (const char *name);
/* Remove the temporary folder, if there is one.  */
void lk_temp_remove (void);

/* ---- replace.c ---- */

/* A file that is being written.  */
struct lk_replacing
{
  char *name, *temporary;	/* Allocated; TEMPORARY NULL: written in place.  */
  FILE *stream;
};

/* Return a stream for the new content of the file NAME; NULL: it cannot be written, and errno says
   why.  Call lk_replace_end in any case.  */
FILE *lk_replace_begin (struct lk_replacing *, const char *name);
/* Put the new content in the place of the old one, but not if ERROR, an errno, is not 0.  Return
   the errno of what went wrong, or 0.  */
int lk_replace_end (struct lk_replacing *, int error);

/* ---- run.c ---- */

/* A job.  It can be run once it is zeroed and ARGV is filled in.  */
struct lk_job
{
  struct lk_strings argv;
  const char *what;		/* Its input, as the user named it.  */
  size_t inputs;		/* The number of the user's inputs in it.  */
  bool classes;			/* The input is all classes of Java.  */
  const char *folder;		/* Where it runs; NULL: here.  */
  void (*done) (struct lk_job *);	/* To be called when it has ended; or NULL.  */
  void *data;			/* For that.  */
  char *counts;			/* The file to which the plugin writes what it could not check,
				   if anything; allocated, or NULL.  */

  /* Set by lk_run.  */
  struct lk_text out, err;	/* All its output.  */
  int status;			/* As exit has it, 128 + N for signal N, or
				   LK_NOT_STARTED.  */

  /* For run.c only.  */
  int pid, out_pipe, err_pipe;
  size_t out_shown, err_shown;
  enum { LK_JOB_WAITING, LK_JOB_RUNNING, LK_JOB_DONE } state;
};

enum { LK_NOT_STARTED = -1 };

/* Run the jobs, at most PARALLEL at a time.  SHOW: pass on their output, in the order of the
   jobs and while they run.  */
void lk_run (struct lk_job *jobs, size_t n_jobs, unsigned parallel, bool show);
/* Free the contents of a job, not the job itself.  */
void lk_free_job (struct lk_job *);

/* ---- undeclared.c ---- */

/* Add to NAMES, one a line, the functions of the user's specifications that a unit declares, from
   the file COUNTS that the plugin wrote; and add such NAMES to ALL.  */
void lk_take_declared (struct lk_text *names, const char *counts);
void lk_add_declared (struct lk_strings *all, const struct lk_text *names);
/* Print a note about each row of the user's whose function is not in DECLARED, which is sorted.  */
void lk_print_undeclared (const struct lk_options *, struct lk_strings *declared);

/* ---- spent.c ---- */

/* Count from now on what jobs take, if VERBOSE; and print a table of where the time went to the
   standard error.  */
void lk_spent_init (bool verbose);
void lk_spent_print (void);
/* JOB has ended, after so many SECONDS of processor time.  */
void lk_spent_job (const struct lk_job *job, double seconds);

struct rusage;
/* Return the processor time of USAGE in seconds.  */
double lk_rusage_seconds (const struct rusage *usage);

/* ---- progress.c ---- */

/* Show a line on the terminal about the current work, if there is a terminal and after a
   second.  */
void lk_progress_init (bool wanted);
void lk_progress (size_t done, size_t all, const char *what);
/* The next numbers count a part of WHOLE, or of more, of which BEFORE are done.  */
void lk_progress_among (size_t before, size_t whole);
/* Print NOTE after the numbers from now on; it is copied.  */
void lk_progress_note (const char *note);
/* Remove the line, before other output.  */
void lk_progress_clear (void);
/* The standard error is a terminal that has colours and can erase a line.  */
bool lk_terminal_is_clever (void);
/* Return the columns of the terminal, 0 if the standard error is none.  */
unsigned lk_terminal_width (void);

/* ---- java.c ---- */

/* Make the compilation of SOURCES; print a message and exit if there is no compiler.  Set
   ROOTS to the folders that their packages begin in, each once.  */
void lk_java_job (struct lk_job *, const struct lk_options *,
		  const struct lk_inputs *, const char *destination);
void lk_java_roots (struct lk_strings *roots,
		    const struct lk_strings *sources);

/* ---- command.c ---- */

/* Return the answer of the compiler PROGRAM to OPTION, without the end of its line; allocated.  If
   it fails, end with a message if it is NEEDED, else return NULL.  */
char *lk_ask_compiler (const char *program, const char *option, bool needed);
/* The report in text has colours: the options say so, or else the terminal.  */
bool lk_wants_color (const struct lk_options *);

/* Check that the compiler is the one the plugin is for, and has what INPUTS need.  */
void lk_check_compiler (const struct lk_options *, const struct lk_inputs *);
/* Make the analysis of one C or C++ source, NUMBER among all, and of all classes.  */
void lk_unit_job (struct lk_job *, const struct lk_options *,
		  const char *source, size_t number);
void lk_classes_job (struct lk_job *, const struct lk_options *,
		     const struct lk_strings *classes,
		     const struct lk_strings *roots);

/* ---- count.c ---- */

struct lk_counts
{
  size_t leaks, memory;		/* Findings, and those of memory.  */
  size_t promoted;		/* Warnings that -Werror made errors.  */
  size_t errors;		/* Other errors.  */
};

/* The numbers of classes of Java that were named; that could not be read, or decoded, or were
   left out; and of methods, or functions of C and C++, at which the analysis failed.  */
struct lk_check_counts
{
  size_t classes, broken, methods, malformed, left_out, faults;
  size_t milliseconds;		/* Of processor time, which the analysis took.  */
};

/* Return what the plugin wrote to FILE; zeros if it wrote nothing.  */
struct lk_check_counts lk_count_checked (const char *file);
/* Return "1 of 1,000 classes could not be read", allocated, from Java's COUNTS and FAULTS
   functions; NULL: all was checked.  */
char *lk_unchecked_text (const struct lk_check_counts *counts, size_t faults);
/* Return N with commas, allocated: "1,000".  */
char *lk_number (size_t n);

/* Copy the line from TEXT to END, without escape sequences of terminals, to
   LINE; return its length.  */
size_t lk_plain_line (const char *text, const char *end, struct lk_text *line);

/* The option at the end of LINE, of LENGTH bytes without colours: "-W..."; allocated, NULL if it
   has none.  */
char *lk_option_of (const char *line, size_t length);
/* Call ACT with DATA and each line of TEXT, without colours, and its length.  */
void lk_each_line (const struct lk_text *, void (*act) (void *data, const char *, size_t),
		   void *data);
/* Return the group of kinds that OPTION, of a diagnostic, names: "file"; NULL: it is no leak.  */
const char *lk_leak_kind (const char *option);
/* Count a diagnostic of OPTION, "-Wleakcheck-file" or "-Werror=...", that is an error or not.  */
void lk_count_option (struct lk_counts *, const char *option, bool error);
/* The same for all diagnostics in the compiler's text.  */
void lk_count_text (struct lk_counts *, const struct lk_text *);

struct json_t;

/* ---- baseline.c ---- */

struct lk_baseline;

/* NULL: neither --baseline nor --write-baseline is given.  Ends the program with a message if the
   file cannot be read.  */
struct lk_baseline *lk_baseline_open (const struct lk_options *);
/* Only FILES are checked, and with CLASSES files of Java that have no name here: those of a jar or
   a folder.  Leaks of other files are neither met nor gone.  */
void lk_baseline_of_files (struct lk_baseline *, const struct lk_strings *files, bool classes);
/* The finding in TEXT, without colours, about FILE (or NULL) is a leak that is known.  */
bool lk_baseline_text (struct lk_baseline *, const char *file, const char *text);
/* Mark the leaks in ARRAY by a member "baselineState", "new" or "unchanged", and count all but
   those that are known.  */
void lk_baseline_json (struct lk_baseline *, struct json_t *array, struct lk_counts *);
/* Add to ARRAY those that are known and were not found, with the mark "absent"; they have a file
   and no line.  The report must be complete.  */
void lk_baseline_absent (const struct lk_baseline *, struct json_t *array);
/* Take the marks, and those that are known, from ARRAY.  */
void lk_baseline_drop_known (struct json_t *array);
/* Write what is to be written, and say how many are gone, if the report is COMPLETE.  */
void lk_baseline_close (struct lk_baseline *, bool complete, bool quiet);

/* ---- rank.c ---- */

/* How urgent a report is.  */
struct lk_rank
{
  char *cause;			/* The assumption, or the function that acquires for the callers
				   that lose, allocated; NULL: neither.  */
  bool assumed;
  bool possible;		/* Some paths release the resource.  */
  bool twice;			/* Values that a loop sets are lost if it sets them again.  */
  size_t size;			/* The reports that one change cures.  */
  size_t cluster;		/* The number of CAUSE, at most that of all ranks.  */
  size_t alike;			/* How many have it.  */
  bool left_out;		/* It is not to be shown.  */
};

/* Set the rank of a report from all of its text; free it with lk_rank_free.  */
void lk_rank_read (struct lk_rank *, const char *message);
void lk_rank_free (struct lk_rank *);
/* Set the sizes of clusters in RANKS, those of a whole run.  */
void lk_rank_all (struct lk_rank *const *ranks, size_t count);
/* Return < 0 if A deserves to be read before B.  */
int lk_rank_compare (const struct lk_rank *a, const struct lk_rank *b);
/* Mark which of RANKS, COUNT of them in their order, are left out: as OPTIONS wish, all but the
   first of each assumption, and all but the first of these.  Return how many that are.  */
size_t lk_rank_choose (struct lk_rank *const *ranks, size_t count, const struct lk_options *);
/* Number the leaks in ARRAY by a member "rank", from 1.  If OPTIONS wish it, leave only those that
   lk_rank_choose chooses, by rank, with the other diagnostics behind them.  Return how many were
   left out.  */
size_t lk_rank_json (struct json_t *array, const struct lk_options *);
/* Print how many of COUNT leaks were shown if LEFT_OUT were not.  */
void lk_print_shown (const struct lk_options *, size_t count, size_t left_out);

/* ---- json.c ---- */

/* Move the diagnostics from the compiler's JSON in TEXT to ARRAY; other text stays in TEXT.
   Return false if there was no JSON.  */
bool lk_json_take (struct json_t *array, struct lk_text *text);
void lk_json_count (struct lk_counts *, const struct json_t *array);
/* Write to OUTPUT (NULL: the standard output).  */
void lk_json_write (const struct json_t *, const char *output);

/* ---- summary.c ---- */

/* Count what is given to the next two functions, text or JSON of GCC's that is shown.  */
void lk_summary_begin (void);
void lk_summary_text (const struct lk_text *);
void lk_summary_json (const struct json_t *diagnostics);
/* Print the table, if one was begun.  */
void lk_summary_print (void);

/* ---- sarif.c ---- */

/* NOTES are the errors outside the diagnostics.  Return the log; free it with json_decref.  */
struct json_t *lk_sarif (const struct json_t *diagnostics,
			 const struct lk_strings *notes, char **argv,
			 int status);

/* ---- html.c ---- */

/* Write DIAGNOSTICS in the format that OPTIONS wish: JSON, SARIF or HTML.  The rest as for
   lk_sarif.  */
void lk_write_report (const struct json_t *diagnostics, const struct lk_options *options,
		      const struct lk_strings *notes, char **argv, int status);

#endif /* LK_DRIVER_H */
