/* Shared by the files of merging.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_MERGE_INTERNAL_H
#define LK_MERGE_INTERNAL_H

#include "arena.h"
#include "merge.h"
#include "record.h"
#include "spec-internal.h"

/* One definition of a kind that is not shipped.  */
struct merge_kind
{
  const char *name, *text;
};

struct lk_merge
{
  struct lk_arena *arena;
  lk_merge_say say;
  void *data;
  struct lk_index_writer *writer;
  struct merge_kind *kinds;	/* Each name once; the arena's texts.  */
  size_t n_kinds, kinds_room;
  char *kinds_text;		/* Since lk_merge_finish: all, sorted by name; malloc'ed.  */
  size_t kinds_length;
};

/* Where a kind stands in a text that merging gave to the reader of specifications.  */
#define MERGE_FILE "record"

/* Read the LENGTH bytes at TEXT into SPEC; returns the number of errors, of which the first is
   copied to ERROR of ROOM bytes.  */
int merge_read (struct lk_spec *spec, const char *text, size_t length, char *error, size_t room);

/* The row of CONTRACT, allocated by malloc.  */
char *merge_contract_text (const struct lk_contract *contract);

/* Let the rows say what the functions do that they pass something to.  After the rows of each
   symbol have become one.  */
void merge_settle (struct lk_merge *merge);

/* Let the rows say which arguments the functions only read.  After merge_settle.  */
void merge_reads (struct lk_merge *merge);

/* The definition of KIND, allocated by malloc.  */
char *merge_kind_text (const struct lk_kind *kind);

#endif /* LK_MERGE_INTERNAL_H */
