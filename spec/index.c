/* Indexes: the reader.

   The file is mapped and may be anything: each offset and length that is read is checked against
   the size before it is used.  A file that is cut off while it is mapped ends the process by
   SIGBUS, so writers replace indexes by rename.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "arena.h"
#include "file.h"
#include "index-internal.h"
#include "record.h"

struct lk_index
{
  const char *bytes;
  size_t size;
  size_t n_rows, n_slots;
  const char *rows, *slots;
  const char *kinds;
  size_t kinds_length;
  uint64_t hash;
  bool damaged;
};

/* Room for the text of any error of lk_index_open.  */
enum { ERROR_ROOM = 320 };

/* Check the header of INDEX, whose bytes and size are set, and fill the rest.  False: no index;
   *WHY has ERROR_ROOM bytes for the reason.  */

static bool
read_header (struct lk_index *index, char *why)
{
  const char *bytes = index->bytes;
  size_t magic = sizeof LK_INDEX_MAGIC - 1;
  size_t compared = index->size < magic ? index->size : magic;
  if (index->size == 0)
    snprintf (why, ERROR_ROOM, "an empty file, not an index of contracts");
  else if (lk_record_begins (bytes, index->size))
    snprintf (why, ERROR_ROOM, "a record of contracts, not an index; make one of it with"
	      " 'leakcheck contracts -o FILE.lkc'");
  else if (memcmp (bytes, LK_INDEX_MAGIC, compared) != 0)
    snprintf (why, ERROR_ROOM, "not an index of contracts");
  else if (index->size < magic + 4)
    snprintf (why, ERROR_ROOM, "an index of contracts that is cut off in its header");
  else if (lk_little32 (bytes + magic) != LK_INDEX_VERSION)
    {
      unsigned long version = lk_little32 (bytes + magic);
      snprintf (why, ERROR_ROOM, "an index of format %lu, which %s leakcheck wrote; this one reads"
		" format %d: make it again with 'leakcheck contracts'", version,
		version > LK_INDEX_VERSION ? "a newer" : "an older", LK_INDEX_VERSION);
    }
  else if (index->size < INDEX_HEADER)
    snprintf (why, ERROR_ROOM, "an index of contracts that is cut off in its header");
  else if (lk_little64 (bytes + INDEX_AT_SIZE) != index->size)
    {
      unsigned long long size = lk_little64 (bytes + INDEX_AT_SIZE);
      if (size > index->size)
	snprintf (why, ERROR_ROOM, "an index of contracts that is cut off: %zu of %llu bytes are"
		  " there", index->size, size);
      else
	snprintf (why, ERROR_ROOM, "a broken index of contracts: it has %zu bytes instead of %llu",
		  index->size, size);
    }
  else
    {
      uint64_t n = lk_little64 (bytes + INDEX_AT_COUNT);
      uint64_t table = lk_little64 (bytes + INDEX_AT_TABLE);
      uint64_t kinds = lk_little64 (bytes + INDEX_AT_KINDS);
      uint64_t length = lk_little64 (bytes + INDEX_AT_KINDS_LENGTH);
      uint64_t slots = lk_little64 (bytes + INDEX_AT_SLOTS);
      uint64_t n_slots = lk_little64 (bytes + INDEX_AT_SLOT_COUNT);
      if (table < INDEX_HEADER || table > index->size || n > (index->size - table) / INDEX_ROW
	  || slots < INDEX_HEADER || slots > index->size || n_slots <= n
	  || n_slots > (index->size - slots) / INDEX_SLOT || (n_slots & (n_slots - 1)) != 0
	  || kinds >= index->size || length >= index->size - kinds
	  || bytes[kinds + length] != '\0' || bytes[index->size - 1] != '\0')
	snprintf (why, ERROR_ROOM, "a broken index of contracts: its header contradicts itself");
      else
	{
	  index->n_rows = (size_t) n;
	  index->rows = bytes + table;
	  index->n_slots = (size_t) n_slots;
	  index->slots = bytes + slots;
	  index->kinds = bytes + kinds;
	  index->kinds_length = (size_t) length;
	  index->hash = lk_little64 (bytes + INDEX_AT_HASH);
	  return true;
	}
    }
  return false;
}

struct lk_index *
lk_index_open (const char *name, char **error)
{
  /* One block, which becomes the index or the text of the error: had before anything is open, so
     that nothing is lost where memory ends.  */
  size_t room = sizeof (struct lk_index) > ERROR_ROOM ? sizeof (struct lk_index) : ERROR_ROOM;
  char *block = lk_xmalloc (room);
  struct lk_index index = { 0 };
  struct stat status;
  const char *why;
  *error = NULL;
  int file = lk_file_open (name, &status, &why);
  if (file < 0)
    {
      snprintf (block, ERROR_ROOM, "%s", why);
      *error = block;
      return NULL;
    }
  bool good = true;
  if ((uintmax_t) status.st_size > SIZE_MAX)
    {
      snprintf (block, ERROR_ROOM, "too big for this machine");
      good = false;
    }
  else if (status.st_size > 0)
    {
      index.size = (size_t) status.st_size;
      void *bytes = mmap (NULL, index.size, PROT_READ, MAP_PRIVATE, file, 0);
      good = bytes != MAP_FAILED;
      if (good)
	index.bytes = bytes;
      else
	snprintf (block, ERROR_ROOM, "cannot be mapped: %s", strerror (errno));
    }
  close (file);
  if (good && read_header (&index, block))
    {
      memcpy (block, &index, sizeof index);
      return (struct lk_index *) block;
    }
  if (index.bytes)
    munmap ((void *) index.bytes, index.size);
  *error = block;
  return NULL;
}

void
lk_index_close (struct lk_index *index)
{
  if (!index)
    return;
  munmap ((void *) index->bytes, index->size);
  free (index);
}

/* ---- Rows.  ---- */

/* True if there are LENGTH bytes and a NUL at OFFSET.  */

static bool
is_string (const struct lk_index *index, uint64_t offset, uint64_t length)
{
  return (offset < index->size && length < index->size - offset
	  && index->bytes[offset + length] == '\0');
}

/* The symbol of the row at ENTRY, or NULL if it is damaged.  */

static const char *
symbol_at (const struct lk_index *index, const char *entry)
{
  uint64_t text = lk_little64 (entry + INDEX_ROW_TEXT);
  return (is_string (index, text, lk_little32 (entry + INDEX_ROW_SYMBOL))
	  ? index->bytes + text : NULL);
}

/* Marks INDEX as damaged.  The callers have it const: to find damage changes nothing else.  */

static bool
damage (const struct lk_index *index)
{
  ((struct lk_index *) index)->damaged = true;
  return false;
}

bool
lk_index_row (const struct lk_index *index, size_t number, struct lk_index_row *row)
{
  if (number >= index->n_rows)
    return false;
  const char *entry = index->rows + number * INDEX_ROW;
  const char *symbol = symbol_at (index, entry);
  if (!symbol)
    return damage (index);
  uint64_t at = lk_little64 (entry + INDEX_ROW_TEXT);
  at += (uint64_t) lk_little32 (entry + INDEX_ROW_SYMBOL) + 1;
  uint32_t length = lk_little32 (entry + INDEX_ROW_NAME);
  if (!is_string (index, at, length))
    return damage (index);
  row->symbol = symbol;
  row->name = length ? index->bytes + at : symbol;
  at += (uint64_t) length + 1;
  row->row_length = lk_little32 (entry + INDEX_ROW_LENGTH);
  uint64_t file = lk_little64 (entry + INDEX_ROW_FILE);
  uint32_t line = lk_little32 (entry + INDEX_ROW_LINE);
  if (!is_string (index, at, row->row_length) || file >= index->size || line > INT_MAX)
    return damage (index);
  row->row = index->bytes + at;
  row->file = index->bytes + file;
  row->line = (int) line;
  return true;
}

bool
lk_index_find (const struct lk_index *index, const char *symbol, struct lk_index_row *row)
{
  uint64_t hash = index_hash (INDEX_HASH_START, symbol, strlen (symbol));
  uint64_t slot = index_first_slot (hash, index->n_slots);
  for (size_t i = 0; i < index->n_slots; i++, slot = (slot + 1) & (index->n_slots - 1))
    {
      const char *entry = index->slots + slot * INDEX_SLOT;
      uint32_t number = lk_little32 (entry + INDEX_SLOT_ROW);
      if (number == 0)
	return false;
      if (lk_little32 (entry + INDEX_SLOT_HASH) != (uint32_t) (hash >> 32))
	continue;
      const char *found = (number <= index->n_rows
			   ? symbol_at (index, index->rows + (size_t) (number - 1) * INDEX_ROW)
			   : NULL);
      if (!found)
	return damage (index);
      if (strcmp (symbol, found) == 0)
	return lk_index_row (index, number - 1, row);
    }
  return damage (index);
}

bool
lk_index_damaged (const struct lk_index *index)
{
  return index->damaged;
}

const char *
lk_index_kinds (const struct lk_index *index, size_t *length)
{
  *length = index->kinds_length;
  return index->kinds;
}

size_t
lk_index_count (const struct lk_index *index)
{
  return index->n_rows;
}

uint64_t
lk_index_hash (const struct lk_index *index)
{
  return index->hash;
}

bool
lk_index_check (const struct lk_index *index)
{
  uint64_t hash = index_hash (INDEX_HASH_START, index->bytes + INDEX_AT_COUNT,
			      index->size - INDEX_AT_COUNT);
  struct lk_index_row row, found, last = { 0 };
  for (size_t i = 0; i < index->n_rows; i++)
    {
      if (!lk_index_row (index, i, &row) || (i > 0 && strcmp (last.symbol, row.symbol) >= 0)
	  || !lk_index_find (index, row.symbol, &found) || found.row != row.row)
	return false;
      last = row;
    }
  return hash == index->hash && lk_little32 (index->bytes + INDEX_AT_ZERO) == 0;
}
