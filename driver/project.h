/* Shared by the files of `leakcheck -p BUILD'.

   The way through it: project.c reads the compilation database (database.c),
   makes a unit of each entry (entry.c), with a compiler that the plugin is for
   (compiler.c), analyses the units in rounds until no contract changes
   (rounds.c), with results of earlier runs where nothing changed that went
   into them (cache.c, hash.c), and reports at the end (findings.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PROJECT_H
#define LK_PROJECT_H

#include <stdint.h>
#include "driver.h"

/* ---- project.c ---- */

/* Things of one kind that are not as they should be are one message: REASON,
   and the names.  */
struct lk_remarks
{
  struct lk_remark { char *reason; struct lk_strings names; bool trouble; } *all;
  size_t count;
  size_t trouble;
};

/* TROUBLE: something is not checked because of that.  */
void lk_remark (struct lk_remarks *, const char *reason, const char *name, bool trouble);

/* The user does not want to hear of FILE, an absolute name.  */
bool lk_is_excluded (const struct lk_options *, const char *file);

/* Do all of it.  Returns the exit status.  ARGV is for SARIF.  */
int lk_project (const struct lk_options *, char **argv);

/* ---- database.c ---- */

struct lk_entry
{
  char *folder;			/* Where the command runs; absolute.  */
  char *file;			/* As the database has it.  */
  struct lk_strings arguments;	/* The compiler first; no lists are left.  */
};

struct lk_database
{
  char *name;			/* Of the file.  */
  struct lk_entry *entries;
  size_t count;
};

/* Read compile_commands.json in the folder BUILD, or the file BUILD.  Ends the
   program with a message if that cannot be read; REMARKS receives what is
   wrong with single entries.  */
void lk_database_read (struct lk_database *, const char *build,
		       struct lk_remarks *remarks);
void lk_database_free (struct lk_database *);

/* ---- compiler.c ---- */

struct lk_compiler
{
  char *program;		/* The program.  */
  char *identity;		/* Changes when it, or the plugin for it, does.  */
  bool foreign;			/* The entry has another one.  */
};

/* The compiler for an entry whose command begins with PROGRAM, which is absolute or to
   be looked for in PATH.  Lives until the program ends.  */
const struct lk_compiler *lk_compiler_for (const struct lk_options *,
					   const char *program);

struct lk_units;
/* Take from units of foreign compilers the options that GCC does not have, and
   add these to DROPPED.  */
void lk_drop_unknown_options (struct lk_units *, struct lk_strings *dropped);

/* ---- entry.c ---- */

/* A compilation.  */
struct lk_unit
{
  char *source;			/* Absolute.  */
  char *folder;			/* Where it is compiled.  */
  const struct lk_compiler *compiler;
  bool cxx;
  struct lk_strings argv;	/* Without what rounds.c adds.  */

  /* rounds.c's own.  */
  struct lk_result *result;
  struct lk_text past;		/* Records of rounds before, which count, too.  */
  unsigned char key[32];
  bool keyed;
};

struct lk_units
{
  struct lk_unit *all;
  size_t count, room;
};

/* Make units of DATABASE: each once, sorted by source.  */
void lk_units_make (struct lk_units *, const struct lk_options *,
		    const struct lk_database *, struct lk_remarks *);
void lk_units_free (struct lk_units *);
/* The compiler's OPTION takes the next argument for itself, so that `-I foo' does not make foo a
   file.  */
bool lk_takes_next (const char *option);

/* ---- build.c ---- */

/* If this program runs under the name of a compiler, note what ARGV compiles, and become that
   compiler.  */
void lk_build_compiler (char **argv);
/* Run the build of OPTIONS, and write a database of what it compiled; that is the project of
   OPTIONS from now on.  Return false if the build failed.  */
bool lk_build (struct lk_options *);

/* Make the names of files and folders in OPTIONS absolute, seen from FOLDER.  */
void lk_absolute_options (struct lk_strings *options, const char *folder);

/* ---- hash.c ---- */

/* SHA-256.  */
struct lk_hash
{
  uint32_t state[8];
  uint64_t length;
  unsigned char block[64];
};

enum { LK_HASH_SIZE = 32 };

void lk_hash_begin (struct lk_hash *);
void lk_hash_add (struct lk_hash *, const void *, size_t length);
/* The text, and that it ends here; NULL is not "".  */
void lk_hash_text (struct lk_hash *, const char *);
void lk_hash_end (struct lk_hash *, unsigned char result[LK_HASH_SIZE]);
/* In hexadecimal digits.  */
void lk_hash_name (const unsigned char hash[LK_HASH_SIZE],
		   char name[2 * LK_HASH_SIZE + 1]);
/* The hash of what FILE holds, read once in the life of the program; NULL if
   it cannot be read.  */
const unsigned char *lk_hash_file (const char *file);
/* A hash for tables in memory.  */
size_t lk_quick_hash (const char *text);

/* ---- cache.c ---- */

/* A function that the unit looked for in the index.  */
struct lk_import
{
  char *symbol;
  bool located;			/* The unit's messages depend on where it is defined.  */
};

/* The result of one compilation of a unit.  */
struct lk_result
{
  int status;			/* As lk_job has it.  */
  size_t leaks;
  size_t faults;		/* Functions at which the analysis failed.  */
  bool cached;
  struct lk_text errors;	/* The standard error.  */
  struct lk_text record;
  struct lk_text declared;	/* Functions of the user's rows that the unit declares: lines.  */
  struct lk_strings files;	/* That were read; absolute.  */
  struct lk_import *imports;
  size_t n_imports;
  unsigned char seen[LK_HASH_SIZE];	/* The rows of these when it was compiled.  */
};

void lk_result_free (struct lk_result *);

struct lk_cache;
struct lk_index;

/* The hash of what a unit with these imports sees of an index.  */
void lk_imports_hash (unsigned char hash[LK_HASH_SIZE], const struct lk_index *,
		      const struct lk_import *, size_t n_imports);

/* Add to TEXT the definitions of the kinds of INDEX that ROW, one or more rows, names.  */
void lk_kinds_in (struct lk_text *, const struct lk_index *, const char *row);

/* Open the cache in FOLDER, which is made if it is not there; NULL, with a
   warning, if it cannot be.  FOLDER NULL: NULL.  */
struct lk_cache *lk_cache_open (const char *folder);
/* Return the stored result of the unit with KEY, if its files, and the rows of INDEX for its
   imports, are unchanged; else NULL.  */
struct lk_result *lk_cache_find (struct lk_cache *, const unsigned char *key,
				 const struct lk_index *index);
void lk_cache_store (struct lk_cache *, const unsigned char *key,
		     const struct lk_index *index, const struct lk_result *);
/* The name of the file that holds the index with which the last run on UNITS, whose keys are known,
   has ended; allocated.  There may be none.  */
char *lk_cache_last_index (const struct lk_cache *, const struct lk_units *units);
/* Return true if a run that began with the empty index ended, after *ROUNDS rounds, with the
   results that UNITS have and the index FILE.  */
bool lk_cache_ended (const struct lk_cache *, const struct lk_units *units, const char *file,
		     unsigned *rounds);
/* Remember that one did.  */
void lk_cache_store_end (struct lk_cache *, const struct lk_units *units, const char *file,
			 unsigned rounds);
/* Remove what was not used for longest, if there is more than MEGABYTES.  Free it.  */
void lk_cache_close (struct lk_cache *, unsigned megabytes);

/* ---- compilation.c ---- */

/* Make the key of UNIT, a hash of all that its compilation is made of but contents of files.  */
void lk_unit_key (const struct lk_options *, struct lk_unit *unit);
/* Add to ARGV the command of every compilation of UNIT.  */
void lk_unit_arguments (struct lk_strings *argv, const struct lk_options *,
			const struct lk_unit *unit);
/* Add to JOB, which has that, the rest: the compilation is of SOURCE, reads INDEX (NULL: none),
   and writes files that begin with STEM.  */
void lk_compilation_begin (struct lk_job *, const char *source, const char *index,
			   const char *stem);
/* Make JOB the compilation of UNIT, with both.  */
void lk_unit_begin (struct lk_job *, const struct lk_options *, const struct lk_unit *unit,
		    const char *index, const char *stem);
/* JOB has ended: return what it wrote, and remove these files.  INDEX is what INDEX_FILE holds, or
   NULL.  */
struct lk_result *lk_compilation_end (struct lk_job *, const char *source, const char *index_file,
				      const struct lk_index *index, const char *stem);
/* The compilation did not do its work.  */
bool lk_result_failed (const struct lk_result *);

/* ---- index.c ---- */

struct lk_merge;

/* Begin an index of a project; WRONG receives records that cannot be read.  */
struct lk_merge *lk_project_merge (struct lk_strings *wrong);
/* Write the index to FILE, free MERGE, and open the file; ends the program if that fails.  */
struct lk_index *lk_project_index (struct lk_merge *, const char *file);
/* Make an index of the records of COUNT results, in a temporary file.  */
struct lk_index *lk_results_index (struct lk_result *const *results, const char *const *sources,
				   size_t count, struct lk_strings *wrong);
/* Add to TEXT the part of the index that a unit reads that looks for what RESULT looked for.  */
void lk_index_slice (struct lk_text *text, const struct lk_index *, const struct lk_result *);

/* ---- scan.c ---- */

/* Functions that a unit defines, and that it calls, by name.  */
struct lk_calls
{
  struct lk_strings defined, called;
};

/* Add those of the source FILE to CALLS, as far as its words show them.  */
void lk_calls_scan (struct lk_calls *calls, const char *file);

/* ---- order.c ---- */

/* Numbers of units, callees first.  Those of the level I begin at STARTS[I] and end at
   STARTS[I + 1].  */
struct lk_order
{
  size_t *units;
  size_t *starts;
  size_t levels;
};

/* Find the order of UNITS: those without a result are read.  */
void lk_units_order (struct lk_order *, const struct lk_units *);
void lk_order_free (struct lk_order *);

/* ---- rounds.c ---- */

struct lk_rounds
{
  unsigned rounds;
  size_t compiled, found;	/* Compilations that ran, and that the cache knew.  */
  size_t unsettled;		/* Units that would change still.  */
  struct lk_strings wrong;	/* Records that could not be read.  */
  struct lk_index *index;	/* The last one.  */
};

enum { LK_ROUND_LIMIT = 20 };

void lk_rounds_run (struct lk_rounds *, const struct lk_options *,
		    struct lk_units *, struct lk_cache *);

/* ---- explain.c ---- */

/* Print why there is or is not a warning at the line of OPTIONS, in UNITS, whose functions have the
   contracts of INDEX; count in COUNTS the warnings that are printed with it.  */
void lk_explain_project (const struct lk_options *, const struct lk_units *units,
			 const struct lk_index *index, struct lk_counts *counts);

/* ---- suggest.c ---- */

/* Print what --suggest asks for: contracts of INDEX, for the headers that UNITS read.  */
void lk_suggest (const struct lk_options *, const struct lk_units *units,
		 const struct lk_index *index);

/* ---- ninja.c ---- */

/* Write the file of --ninja for UNITS of the file DATABASE.  */
void lk_ninja_write (const struct lk_options *, struct lk_units *units, const char *database);
/* Read the results of all UNITS, instead of lk_rounds_run.  */
void lk_ninja_load (struct lk_rounds *, const struct lk_options *, struct lk_units *units);

/* ---- ninja-step.c ---- */

/* Write TEXT to the file NAME, unless it is there.  */
void lk_ninja_replace (const char *name, const struct lk_text *text);
/* Read the result in the file NAME; ends the program if it is none.  */
struct lk_result *lk_ninja_read (const char *name);
/* Do what ARGV says, which begins with "ninja-step" or "ninja-merge".  Returns the exit status.  */
int lk_ninja_action (char **argv);

/* ---- findings.c ---- */

/* Return what is behind "FILE:LINE:" or "FILE:LINE:COLUMN:" at the beginning of LINE, which are
   set then (COLUMN to 0 without one); NULL if it does not begin so.  */
const char *lk_read_place (const char *line, size_t *file_length, unsigned long *row,
			   unsigned long *column);

/* Add to RESULT a copy of TEXT, the compiler's, without the current folder in names; COLOR: with
   its colours.  */
void lk_text_add_shortened (struct lk_text *result, const char *text, bool color);

/* Which messages are wanted.  */
struct lk_wanted
{
  const struct lk_options *options;
  struct lk_strings files;	/* Absolute names of files and folders; none: all.  */
  bool all_warnings;		/* Others of the compiler's, too.  */
};

/* A message about FILE, absolute or NULL, is wanted.  */
bool lk_is_wanted (const struct lk_wanted *, const char *file);

/* Messages in text, each once, sorted by place.  */
struct lk_findings;

struct lk_findings *lk_findings_new (void);
/* Take apart what a compilation wrote.  */
void lk_findings_add (struct lk_findings *, const struct lk_result *,
		      const struct lk_wanted *);
/* All of them, for the user, but those that BASELINE (or NULL) knows, counted in COUNTS.  With
   --top: the first of the leaks, by rank; the rest is in *LEFT_OUT.  */
void lk_findings_text (struct lk_findings *, struct lk_text *result, const struct lk_options *,
		       struct lk_baseline *baseline, struct lk_counts *counts, size_t *left_out);
void lk_findings_free (struct lk_findings *);
/* The same in JSON: sort ARRAY, and leave of it what is wanted, once.  */
void lk_findings_json (struct json_t *array, const struct lk_wanted *);

#endif /* LK_PROJECT_H */
