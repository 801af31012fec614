/* Merging: one index of many records and indexes.

   Rows of records are read by the reader of specifications before they are taken; one that it
   does not understand is left out with an error.  Where two definitions of one symbol say
   different things, the row of the index says what both say, and "..." for the rest.  The result
   does not depend on the order of what is added, nor on whether it came in one step or through
   indexes of its parts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_MERGE_H
#define LK_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "index.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_merge;

enum lk_merge_level
{
  LK_MERGE_ERROR,		/* Something was left out.  */
  LK_MERGE_NOTE			/* Two definitions of a symbol or a kind.  */
};

/* TEXT is a whole message without newline.  */
typedef void (*lk_merge_say) (void *data, enum lk_merge_level, const char *text);

struct lk_merge *lk_merge_new (lk_merge_say say, void *data);
void lk_merge_free (struct lk_merge *);

/* Add the records in the LENGTH bytes at BYTES; WHERE names them in messages.  Returns how many
   records they are.  */
size_t lk_merge_records (struct lk_merge *, const char *where, const char *bytes, size_t length);
/* Add all rows of an index.  */
void lk_merge_index (struct lk_merge *, const char *where, const struct lk_index *);
/* Make the index, which is finished and belongs to the merge.  Nothing can be added after it.  */
struct lk_index_writer *lk_merge_finish (struct lk_merge *);

/* ---- For lk_merge_finish (merge-row.c).  ---- */

struct lk_spec;
struct lk_contract;

/* Return the contract that all of the N >= 1 CONTRACTS, read into SPEC, keep, as one row in
   memory of malloc.  */
char *lk_merge_contracts (struct lk_spec *spec, const struct lk_contract *const *contracts,
			  size_t n);

/* ---- Printing (merge-print.c).  ---- */

/* Write the rows of the index that WANTED chooses (NULL: all) to OUT, each under a comment with
   where it is from, after the kinds that they use.  The text can be read as a specification.
   Returns the number of rows.  After lk_merge_finish.  */
size_t lk_merge_print (struct lk_merge *, FILE *out,
		       bool (*wanted) (void *data, const struct lk_index_row *), void *data);

#ifdef __cplusplus
}
#endif
#endif /* LK_MERGE_H */
