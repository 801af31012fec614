/* Indexes of contracts of a project: of the records that its units wrote, and the part of one that
   a unit reads.

   The rounds make one index for all units (rounds.c); steps of ninja, and explanations, give each
   unit the rows that it looks for (ninja-step.c, explain.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../spec/merge.h"
#include "project.h"

/* A row that cannot be merged is a fault of the plugin that wrote it; two definitions of one name
   are no news.  */
static void
say_merging (void *wrong, enum lk_merge_level level, const char *text)
{
  if (level == LK_MERGE_ERROR)
    lk_strings_add (wrong, text);
}

struct lk_merge *
lk_project_merge (struct lk_strings *wrong)
{
  return lk_merge_new (say_merging, wrong);
}

struct lk_index *
lk_project_index (struct lk_merge *merge, const char *file)
{
  struct lk_index_writer *writer = lk_merge_finish (merge);
  char *error = NULL;
  FILE *stream = fopen (file, "w");
  bool good = stream && lk_index_writer_write (writer, stream);
  if (stream && fclose (stream) != 0)
    good = false;
  if (!good)
    lk_fatal ("cannot write the contracts to '%s': %s", file, strerror (errno));
  lk_merge_free (merge);
  struct lk_index *index = lk_index_open (file, &error);
  if (!index)
    lk_fatal ("%s: %s", file, error ? error : "unknown error");
  return index;
}

struct lk_index *
lk_results_index (struct lk_result *const *results, const char *const *sources, size_t count,
		  struct lk_strings *wrong)
{
  struct lk_merge *merge = lk_project_merge (wrong);
  for (size_t i = 0; i < count; i++)
    if (results[i]->record.length)
      lk_merge_records (merge, sources[i], results[i]->record.bytes, results[i]->record.length);
  char *file = lk_temp_name ("contracts.lkc");
  struct lk_index *index = lk_project_index (merge, file);
  free (file);
  return index;
}

void
lk_index_slice (struct lk_text *text, const struct lk_index *index, const struct lk_result *result)
{
  struct lk_index_writer *writer = lk_index_writer_new ();
  struct lk_text kinds = { 0 };
  char *bytes = NULL;
  size_t length = 0;
  lk_text_add (&kinds, "", 0);
  for (size_t i = 0; i < result->n_imports; i++)
    {
      struct lk_index_row row;
      if (lk_index_find (index, result->imports[i].symbol, &row))
	{
	  lk_index_writer_add (writer, &row);
	  lk_text_add (&kinds, row.row, row.row_length);
	}
    }
  struct lk_text used = { 0 };
  lk_kinds_in (&used, index, kinds.bytes);
  lk_index_writer_kinds (writer, used.bytes, used.length);
  lk_index_writer_finish (writer, NULL, NULL);
  FILE *out = open_memstream (&bytes, &length);
  if (!out || !lk_index_writer_write (writer, out) || fclose (out) != 0)
    lk_fatal ("out of memory");
  lk_text_add (text, bytes, length);
  free (bytes);
  lk_text_free (&used);
  lk_text_free (&kinds);
  lk_index_writer_free (writer);
}
