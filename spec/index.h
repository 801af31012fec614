/* Indexes: the contracts of many records, in a file that is mapped and has a hash table.

   An index (FILE.lkc) is, all numbers little-endian:

       header, 80 bytes	"leakidx\n"; u32 version; u32 0; then u64: size of the file, hash of all
			bytes behind this hash, number of rows, offset of the table of rows,
			offset and length of the text of kinds, offset and number of slots
       slots		8 bytes each, a hash table of SYMBOLs: u32 the upper half of the hash
			(FNV-1a, 64 bits), u32 number of the row from 1, 0: empty.  Their number is
			a power of two, more than twice that of rows; a symbol is in the first
			empty slot from (hash ^ hash >> 32) modulo the number of slots on
       table		32 bytes a row, sorted by SYMBOL (strcmp): u64 offset of its text,
			u64 offset of its file's name, u32 length of symbol, of name, of row,
			u32 line
       texts		SYMBOL NUL NAME NUL ROW NUL for each row; file names, NUL behind each;
			the kinds; a NUL

   The last byte is NUL, so every offset that is in the file is one of a C string.  To open an
   index, and to look up a symbol, costs the same for every number of rows: its header and size are
   checked, its rows when they are looked up, its hash only by lk_index_check.  1,000,000 rows: see
   the manual, "Figures".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_INDEX_H
#define LK_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LK_INDEX_MAGIC "leakidx\n"
#define LK_INDEX_VERSION 2

/* One function.  All strings end in NUL; those of a mapped index live as long as it.  */
struct lk_index_row
{
  const char *symbol;		/* The linker's name.  */
  const char *file;		/* Where it is defined.  */
  const char *name;		/* As users write it.  */
  const char *row;		/* One row of the specification language.  */
  size_t row_length;
  int line;			/* From 1; 0: unknown.  */
};

/* ---- Reading.  ---- */

struct lk_index;

/* Map FILE.  NULL if it cannot be read or is no index of this version that has its full length;
   *ERROR is then the reason as it stands behind "FILE: ", to be given back with free.  */
struct lk_index *lk_index_open (const char *file, char **error);
/* NULL is allowed.  */
void lk_index_close (struct lk_index *);

/* Set *ROW to the row of SYMBOL and return true, or false if there is none.  A row whose offsets
   leave the file is not there; lk_index_damaged then returns true.  */
bool lk_index_find (const struct lk_index *, const char *symbol, struct lk_index_row *row);
/* True if a look-up or a walk has met a damaged row.  */
bool lk_index_damaged (const struct lk_index *);

/* The definitions of all kinds that the rows use and that are not shipped, in the specification
   language; a NUL follows.  */
const char *lk_index_kinds (const struct lk_index *, size_t *length);

/* All rows, sorted by symbol: NUMBER from 0.  False: the row is damaged.  */
size_t lk_index_count (const struct lk_index *);
bool lk_index_row (const struct lk_index *, size_t number, struct lk_index_row *row);

/* The hash of the content, as the index says.  */
uint64_t lk_index_hash (const struct lk_index *);
/* Read all of the index: true if the content has the hash that the index says, every row is in
   its bounds and found by its symbol, and the rows are sorted.  */
bool lk_index_check (const struct lk_index *);

/* ---- Writing.  ---- */

struct lk_index_writer;

struct lk_index_writer *lk_index_writer_new (void);
void lk_index_writer_free (struct lk_index_writer *);

/* Add a copy of ROW; several may have one symbol until lk_index_writer_finish.  */
void lk_index_writer_add (struct lk_index_writer *, const struct lk_index_row *row);
/* The definitions of kinds: a copy of the LENGTH bytes at TEXT.  Replaces an earlier one.  */
void lk_index_writer_kinds (struct lk_index_writer *, const char *text, size_t length);

/* Makes one row of the N >= 2 ROWS of one symbol, which are sorted by row, file, line and name:
   sets *RESULT, whose strings must last until it returns.  */
typedef void (*lk_index_merge) (void *data, const struct lk_index_row *rows, size_t n,
				struct lk_index_row *result);

/* Sort the rows, and merge those of one symbol.  The result does not depend on the order in which
   the rows were added.  Before all that follows.  */
void lk_index_writer_finish (struct lk_index_writer *, lk_index_merge merge, void *data);
size_t lk_index_writer_count (const struct lk_index_writer *);
void lk_index_writer_row (const struct lk_index_writer *, size_t number, struct lk_index_row *);
/* Store the row of SYMBOL in *ROW; false if there is none.  */
bool lk_index_writer_find (const struct lk_index_writer *, const char *symbol,
			   struct lk_index_row *row);
/* Let the row NUMBER be TEXT, which is copied.  */
void lk_index_writer_set_row (struct lk_index_writer *, size_t number, const char *text);
uint64_t lk_index_writer_hash (struct lk_index_writer *);
/* False with errno set: OUT could not be written.  */
bool lk_index_writer_write (struct lk_index_writer *, FILE *out);

#ifdef __cplusplus
}
#endif
#endif /* LK_INDEX_H */
