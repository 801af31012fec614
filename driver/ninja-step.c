/* The actions of a file that ninja.c wrote.

     leakcheck ninja-step FOLDER ROUND NAME UNIT-FOLDER SOURCE -- COMMAND...
		compile SOURCE, or copy what it was in the round before
     leakcheck ninja-merge FOLDER ROUND
		make the contracts that units read in ROUND from the results of the round before

   A result, NAME.unit, is

       leakcheck unit 2
       status N faults N files N imports N errors BYTES record BYTES declared BYTES
       FILE		each file that was read
       SYMBOL		each function that was looked for
       the messages, the record, the functions of the user's rows that the unit declares

   Results and contracts that are what they were are not touched: what depends on them need not
   be made again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/merge.h"
#include "project.h"

static const char unit_head[] = "leakcheck unit 2\n";

/* ---- Files.  ---- */

void
lk_ninja_replace (const char *name, const struct lk_text *text)
{
  struct lk_text old = { 0 };
  const char *why;
  bool same = (access (name, F_OK) == 0 && lk_text_read (&old, name, &why)
	       && old.length == text->length
	       && memcmp (old.bytes, text->bytes, text->length) == 0);
  lk_text_free (&old);
  if (same)
    return;
  struct lk_replacing replacing;
  FILE *out = lk_replace_begin (&replacing, name);
  int error = out ? 0 : errno;
  if (out && fwrite (text->bytes, 1, text->length, out) != text->length)
    error = errno ? errno : EIO;
  error = lk_replace_end (&replacing, error);
  if (error)
    lk_fatal ("cannot write '%s': %s", name, strerror (error));
}

static void
read_whole (struct lk_text *text, const char *name)
{
  const char *why;
  if (!lk_text_read (text, name, &why))
    lk_fatal ("cannot read '%s': %s", name, why);
}

static void
add_line (struct lk_text *text, const char *line)
{
  lk_text_add (text, line, strlen (line));
  lk_text_add (text, "\n", 1);
}

static void
write_result (const char *name, const struct lk_result *result)
{
  struct lk_text text = { 0 };
  char *head = lk_format ("%sstatus %d faults %zu files %zu imports %zu errors %zu record %zu"
			  " declared %zu", unit_head, result->status, result->faults,
			  result->files.count, result->n_imports, result->errors.length,
			  result->record.length, result->declared.length);
  add_line (&text, head);
  free (head);
  for (size_t i = 0; i < result->files.count; i++)
    add_line (&text, result->files.items[i]);
  for (size_t i = 0; i < result->n_imports; i++)
    add_line (&text, result->imports[i].symbol);
  lk_text_add (&text, result->errors.bytes, result->errors.length);
  lk_text_add (&text, result->record.bytes, result->record.length);
  lk_text_add (&text, result->declared.bytes, result->declared.length);
  lk_ninja_replace (name, &text);
  lk_text_free (&text);
}

/* The next line at *P, copied; NULL: there is none.  */
static char *
take_line (const char **p)
{
  const char *line = *p, *end = strchr (line, '\n');
  if (!end)
    return NULL;
  *p = end + 1;
  return lk_format ("%.*s", (int) (end - line), line);
}

struct lk_result *
lk_ninja_read (const char *name)
{
  struct lk_text text = { 0 };
  struct lk_result *result = lk_allocate (1, sizeof *result);
  size_t head = strlen (unit_head), n_files, n_imports, errors, record, declared;
  int used = 0;
  read_whole (&text, name);
  bool good = (lk_begins (text.bytes, unit_head)
	       && sscanf (text.bytes + head, "status %d faults %zu files %zu imports %zu"
			  " errors %zu record %zu declared %zu\n%n", &result->status,
			  &result->faults, &n_files, &n_imports, &errors, &record, &declared,
			  &used) == 7
	       && used > 0 && n_imports <= text.length && n_files <= text.length);
  const char *p = text.bytes + head + used, *end = text.bytes + text.length;
  char *line;
  for (size_t i = 0; good && i < n_files; i++)
    if ((line = take_line (&p)))
      lk_strings_take (&result->files, line);
    else
      good = false;
  if (good)
    result->imports = lk_allocate (n_imports, sizeof *result->imports);
  while (good && result->n_imports < n_imports)
    if ((line = take_line (&p)))
      result->imports[result->n_imports++] = (struct lk_import) { line, false };
    else
      good = false;
  size_t rest = (size_t) (end - p);
  if (!good || errors > rest || record > rest - errors || declared != rest - errors - record)
    lk_fatal ("%s: no result of a unit of this version; remove it", name);
  lk_text_add (&result->errors, p, errors);
  lk_text_add (&result->record, p + errors, record);
  lk_text_add (&result->declared, p + errors + record, declared);
  lk_text_free (&text);
  return result;
}

/* ---- Merging.  ---- */

static unsigned
read_round (const char *text)
{
  char *end;
  unsigned long round = strtoul (text, &end, 10);
  if (*text < '0' || *text > '9' || *end || round < 1 || round > 1000)
    lk_fatal ("'%s' is no round", text);
  return (unsigned) round;
}

static int
merge (const char *folder, unsigned round)
{
  struct lk_strings names = { 0 }, sources = { 0 }, wrong = { 0 };
  struct lk_text list = { 0 };
  char *file = lk_format ("%s/units", folder), *line;
  read_whole (&list, file);
  free (file);
  for (const char *p = list.bytes; (line = take_line (&p)); free (line))
    if (strlen (line) > 17)
      {
	lk_strings_take (&names, lk_format ("%.16s", line));
	lk_strings_add (&sources, line + 17);
      }
  struct lk_result **results = lk_allocate (names.count, sizeof (struct lk_result *));
  for (size_t i = 0; i < names.count; i++)
    {
      file = lk_format ("%s/%u/%s.unit", folder, round - 1, names.items[i]);
      results[i] = lk_ninja_read (file);
      free (file);
    }
  struct lk_index *index = lk_results_index (results, (const char *const *) sources.items,
					     names.count, &wrong);
  for (size_t i = 0; i < names.count; i++)
    {
      struct lk_text text = { 0 };
      lk_index_slice (&text, index, results[i]);
      file = lk_format ("%s/%u/%s.lkc", folder, round, names.items[i]);
      lk_ninja_replace (file, &text);
      free (file);
      lk_text_free (&text);
      lk_result_free (results[i]);
    }
  lk_index_close (index);
  free (results);
  lk_text_free (&list);
  lk_strings_free (&names);
  lk_strings_free (&sources);
  lk_strings_free (&wrong);
  return LK_EXIT_CLEAN;
}

/* ---- A step.  ---- */

/* The files A and B hold the same; a file that is not there is an index without rows.  */
static bool
same_contracts (const char *a, const char *b)
{
  char *error_a = NULL, *error_b = NULL;
  struct lk_index *one = lk_index_open (a, &error_a), *two = b ? lk_index_open (b, &error_b) : NULL;
  bool same = one && (b ? two && lk_index_hash (one) == lk_index_hash (two)
		      : lk_index_count (one) == 0);
  lk_index_close (one);
  lk_index_close (two);
  free (error_a);
  free (error_b);
  return same;
}

/* Write what make needs to know: RESULT depends on its files.  */
static void
write_files (const char *out, const struct lk_result *result, bool failed)
{
  struct lk_text text = { 0 };
  lk_text_add (&text, out, strlen (out));
  lk_text_add (&text, ":", 1);
  for (size_t i = 0; i < result->files.count; i++)
    {
      lk_text_add (&text, " ", 1);
      for (const char *p = result->files.items[i]; *p; p++)
	{
	  if (strchr (" #\\", *p))
	    lk_text_add (&text, "\\", 1);
	  else if (*p == '$')
	    lk_text_add (&text, "$", 1);
	  lk_text_add (&text, p, 1);
	}
    }
  /* A compilation that failed is tried again the next time: there is no such file.  */
  if (failed)
    {
      char *never = lk_format (" %s.failed", out);
      lk_text_add (&text, never, strlen (never));
      free (never);
    }
  lk_text_add (&text, "\n", 1);
  char *name = lk_format ("%s.d", out);
  lk_ninja_replace (name, &text);
  free (name);
  lk_text_free (&text);
}

/* FOLDER ROUND NAME UNIT-FOLDER SOURCE -- COMMAND...  */
static int
step (char **argv)
{
  const char *folder = argv[0], *name = argv[2], *source = argv[4];
  unsigned round = read_round (argv[1]);
  char *out = lk_format ("%s/%u/%s.unit", folder, round, name);
  char *slice = round > 1 ? lk_format ("%s/%u/%s.lkc", folder, round, name) : NULL;
  char *old = round > 2 ? lk_format ("%s/%u/%s.lkc", folder, round - 1, name) : NULL;
  struct lk_result *result = NULL;
  if (slice && same_contracts (slice, old))
    {
      char *before = lk_format ("%s/%u/%s.unit", folder, round - 1, name);
      result = lk_ninja_read (before);
      free (before);
      struct lk_result none = { 0 };
      write_files (out, &none, lk_result_failed (result));
    }
  else
    {
      char *stem = lk_temp_name ("unit"), *error = NULL;
      struct lk_job job = { .what = source, .folder = argv[3] };
      for (char **p = argv + 6; *p; p++)
	lk_strings_add (&job.argv, *p);
      struct lk_index *index = slice ? lk_index_open (slice, &error) : NULL;
      if (error)
	lk_fatal ("%s: %s", slice, error);
      lk_compilation_begin (&job, source, slice, stem);
      lk_run (&job, 1, 1, false);
      result = lk_compilation_end (&job, source, slice, index, stem);
      lk_index_close (index);
      write_files (out, result, lk_result_failed (result));
      lk_free_job (&job);
      free (stem);
    }
  write_result (out, result);
  lk_result_free (result);
  free (out);
  free (slice);
  free (old);
  return lk_any_error () ? LK_EXIT_TROUBLE : LK_EXIT_CLEAN;
}

int
lk_ninja_action (char **argv)
{
  size_t count = 0;
  while (argv[count])
    count++;
  if (strcmp (argv[0], "ninja-merge") == 0 && count == 3)
    {
      unsigned round = read_round (argv[2]);
      if (round > 1)
	return merge (argv[1], round);
    }
  else if (strcmp (argv[0], "ninja-step") == 0 && count > 7 && strcmp (argv[6], "--") == 0)
    return step (argv + 1);
  lk_fatal ("'%s' is for files that '--ninja' wrote", argv[0]);
}
