/* Indexes: the writer.

   It holds all rows in memory, sorts and merges them, and writes the file in one pass; the hash
   of the content is made by a pass of the same that writes nothing.  The bytes depend on the rows
   alone, not on the order in which they came.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "index-internal.h"
#include "record.h"

struct lk_index_writer
{
  struct lk_arena *arena;
  struct lk_index_row *rows;
  size_t n_rows, room;
  const char *last_file;	/* Of the row added last: rows of one file come together.  */
  const char *kinds;
  size_t kinds_length;
  /* Since lk_index_writer_finish: the names of files, sorted, each once.  */
  const char **files;
  size_t n_files;
};

struct lk_index_writer *
lk_index_writer_new (void)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_index_writer *writer = lk_arena_alloc (arena, sizeof *writer);
  writer->arena = arena;
  writer->kinds = "";
  return writer;
}

void
lk_index_writer_free (struct lk_index_writer *writer)
{
  if (!writer)
    return;
  free (writer->rows);
  free (writer->files);
  lk_arena_free (writer->arena);
}

/* A copy of ROW, whose name is the very symbol if they are equal.  */

static struct lk_index_row
copy_row (struct lk_index_writer *writer, const struct lk_index_row *row)
{
  struct lk_index_row copy = *row;
  copy.symbol = lk_arena_strdup (writer->arena, row->symbol);
  copy.name = (strcmp (row->name, row->symbol) == 0 ? copy.symbol
	       : lk_arena_strdup (writer->arena, row->name));
  copy.row = lk_arena_strndup (writer->arena, row->row, row->row_length);
  if (!writer->last_file || strcmp (writer->last_file, row->file) != 0)
    writer->last_file = lk_arena_strdup (writer->arena, row->file);
  copy.file = writer->last_file;
  return copy;
}

void
lk_index_writer_add (struct lk_index_writer *writer, const struct lk_index_row *row)
{
  if (writer->n_rows == writer->room)
    {
      size_t room = writer->room ? writer->room * 2 : 64;
      /* Slots have 32 bits for the number of a row.  */
      if (room > SIZE_MAX / sizeof *writer->rows || room > UINT32_MAX / 2 + 1)
	lk_out_of_memory (SIZE_MAX);
      writer->rows = lk_xrealloc (writer->rows, room * sizeof *writer->rows);
      writer->room = room;
    }
  writer->rows[writer->n_rows] = copy_row (writer, row);
  writer->n_rows++;
}

void
lk_index_writer_kinds (struct lk_index_writer *writer, const char *text, size_t length)
{
  writer->kinds = lk_arena_strndup (writer->arena, text, length);
  writer->kinds_length = length;
}

/* ---- Order.  ---- */

static int
by_all (const void *a, const void *b)
{
  const struct lk_index_row *one = a, *two = b;
  int order = strcmp (one->symbol, two->symbol);
  if (order == 0)
    order = strcmp (one->row, two->row);
  if (order == 0)
    order = strcmp (one->file, two->file);
  if (order == 0)
    order = (one->line > two->line) - (one->line < two->line);
  return order ? order : strcmp (one->name, two->name);
}

static int
by_string (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sort the N strings at ITEMS and keep one of each; returns how many are left.  */

static size_t
sort_strings (const char **items, size_t n)
{
  size_t kept = 0;
  if (n > 0)
    qsort (items, n, sizeof *items, by_string);
  for (size_t i = 0; i < n; i++)
    if (kept == 0 || strcmp (items[kept - 1], items[i]) != 0)
      items[kept++] = items[i];
  return kept;
}

/* The names of all files.  Rows that follow each other mostly share one, by address.  */

static void
collect_files (struct lk_index_writer *writer)
{
  writer->files = lk_xmalloc ((writer->n_rows + 1) * sizeof *writer->files);
  size_t n = 0;
  for (size_t i = 0; i < writer->n_rows; i++)
    if (n == 0 || writer->files[n - 1] != writer->rows[i].file)
      writer->files[n++] = writer->rows[i].file;
  writer->n_files = sort_strings (writer->files, n);
}

void
lk_index_writer_finish (struct lk_index_writer *writer, lk_index_merge merge, void *data)
{
  struct lk_index_row *rows = writer->rows;
  if (writer->n_rows > 0)
    qsort (rows, writer->n_rows, sizeof *rows, by_all);
  size_t kept = 0;
  for (size_t i = 0, n; i < writer->n_rows; i += n)
    {
      for (n = 1; i + n < writer->n_rows && strcmp (rows[i].symbol, rows[i + n].symbol) == 0; n++)
	;
      struct lk_index_row one = rows[i];
      if (n > 1 && merge)
	{
	  merge (data, rows + i, n, &one);
	  one = copy_row (writer, &one);
	}
      rows[kept++] = one;
    }
  writer->n_rows = kept;
  collect_files (writer);
}

size_t
lk_index_writer_count (const struct lk_index_writer *writer)
{
  return writer->n_rows;
}

void
lk_index_writer_row (const struct lk_index_writer *writer, size_t number,
		     struct lk_index_row *row)
{
  *row = writer->rows[number];
}

bool
lk_index_writer_find (const struct lk_index_writer *writer, const char *symbol,
		      struct lk_index_row *row)
{
  size_t low = 0, high = lk_index_writer_count (writer);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      lk_index_writer_row (writer, middle, row);
      int order = strcmp (symbol, row->symbol);
      if (order == 0)
	return true;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  return false;
}

void
lk_index_writer_set_row (struct lk_index_writer *writer, size_t number, const char *text)
{
  writer->rows[number].row = lk_arena_strdup (writer->arena, text);
  writer->rows[number].row_length = strlen (text);
}

/* ---- The bytes.  ---- */

/* Where they go: into HASH, and to OUT if it is not NULL.  */
struct sink
{
  FILE *out;
  uint64_t hash;
  bool failed;
};

static void
put (struct sink *sink, const void *bytes, size_t length)
{
  if (!sink->out)
    sink->hash = index_hash (sink->hash, bytes, length);
  else if (!sink->failed && length > 0 && fwrite (bytes, 1, length, sink->out) != length)
    sink->failed = true;
}

/* A row's name as it is written: empty if it is the symbol.  */

static const char *
written_name (const struct lk_index_row *row)
{
  return row->name == row->symbol ? "" : row->name;
}

static uint64_t
text_length (const struct lk_index_row *row)
{
  return (uint64_t) strlen (row->symbol) + strlen (written_name (row)) + row->row_length + 3;
}

/* Where the parts begin.  */
struct layout
{
  uint64_t slots, table, texts, files, kinds, size;
  uint64_t *file_offsets;	/* One for each of the writer's FILES.  */
  unsigned char *slot_bytes;
  uint64_t n_slots;
};

/* The hash table of all symbols.  */

static void
fill_slots (const struct lk_index_writer *writer, struct layout *layout)
{
  layout->n_slots = 1;
  while (layout->n_slots < 2 * (uint64_t) writer->n_rows + 1)
    layout->n_slots *= 2;
  if (layout->n_slots > SIZE_MAX / INDEX_SLOT)
    lk_out_of_memory (SIZE_MAX);
  layout->slot_bytes = lk_xmalloc ((size_t) layout->n_slots * INDEX_SLOT);
  memset (layout->slot_bytes, 0, (size_t) layout->n_slots * INDEX_SLOT);
  for (size_t i = 0; i < writer->n_rows; i++)
    {
      const char *symbol = writer->rows[i].symbol;
      uint64_t hash = index_hash (INDEX_HASH_START, symbol, strlen (symbol));
      uint64_t slot = index_first_slot (hash, layout->n_slots);
      while (lk_little32 (layout->slot_bytes + slot * INDEX_SLOT + INDEX_SLOT_ROW) != 0)
	slot = (slot + 1) & (layout->n_slots - 1);
      unsigned char *entry = layout->slot_bytes + slot * INDEX_SLOT;
      lk_put_little32 (entry + INDEX_SLOT_HASH, (uint32_t) (hash >> 32));
      lk_put_little32 (entry + INDEX_SLOT_ROW, (uint32_t) i + 1);
    }
}

static struct layout
lay_out (const struct lk_index_writer *writer)
{
  struct layout layout;
  layout.file_offsets = lk_xmalloc ((writer->n_files + 1) * sizeof *layout.file_offsets);
  fill_slots (writer, &layout);
  layout.slots = INDEX_HEADER;
  layout.table = layout.slots + layout.n_slots * INDEX_SLOT;
  layout.texts = layout.table + (uint64_t) writer->n_rows * INDEX_ROW;
  uint64_t at = layout.texts;
  for (size_t i = 0; i < writer->n_rows; i++)
    at += text_length (&writer->rows[i]);
  layout.files = at;
  for (size_t i = 0; i < writer->n_files; i++)
    {
      layout.file_offsets[i] = at;
      at += strlen (writer->files[i]) + 1;
    }
  layout.kinds = at;
  layout.size = at + writer->kinds_length + 1;
  return layout;
}

static void
free_layout (struct layout *layout)
{
  free (layout->file_offsets);
  free (layout->slot_bytes);
}

/* All that is hashed.  */

static void
put_content (const struct lk_index_writer *writer, const struct layout *layout,
	     struct sink *sink)
{
  unsigned char header[INDEX_HEADER] = { 0 };
  lk_put_little64 (header + INDEX_AT_COUNT, writer->n_rows);
  lk_put_little64 (header + INDEX_AT_TABLE, layout->table);
  lk_put_little64 (header + INDEX_AT_KINDS, layout->kinds);
  lk_put_little64 (header + INDEX_AT_KINDS_LENGTH, writer->kinds_length);
  lk_put_little64 (header + INDEX_AT_SLOTS, layout->slots);
  lk_put_little64 (header + INDEX_AT_SLOT_COUNT, layout->n_slots);
  put (sink, header + INDEX_AT_COUNT, sizeof header - INDEX_AT_COUNT);
  put (sink, layout->slot_bytes, (size_t) layout->n_slots * INDEX_SLOT);
  uint64_t text = layout->texts;
  for (size_t i = 0; i < writer->n_rows; i++)
    {
      const struct lk_index_row *row = &writer->rows[i];
      unsigned char entry[INDEX_ROW];
      const char **file = bsearch (&row->file, writer->files, writer->n_files,
				   sizeof *writer->files, by_string);
      lk_put_little64 (entry + INDEX_ROW_TEXT, text);
      lk_put_little64 (entry + INDEX_ROW_FILE, layout->file_offsets[file - writer->files]);
      lk_put_little32 (entry + INDEX_ROW_SYMBOL, (uint32_t) strlen (row->symbol));
      lk_put_little32 (entry + INDEX_ROW_NAME, (uint32_t) strlen (written_name (row)));
      lk_put_little32 (entry + INDEX_ROW_LENGTH, (uint32_t) row->row_length);
      lk_put_little32 (entry + INDEX_ROW_LINE, (uint32_t) row->line);
      put (sink, entry, sizeof entry);
      text += text_length (row);
    }
  for (size_t i = 0; i < writer->n_rows; i++)
    {
      const struct lk_index_row *row = &writer->rows[i];
      const char *name = written_name (row);
      put (sink, row->symbol, strlen (row->symbol) + 1);
      put (sink, name, strlen (name) + 1);
      put (sink, row->row, row->row_length + 1);
    }
  for (size_t i = 0; i < writer->n_files; i++)
    put (sink, writer->files[i], strlen (writer->files[i]) + 1);
  put (sink, writer->kinds, writer->kinds_length + 1);
}

uint64_t
lk_index_writer_hash (struct lk_index_writer *writer)
{
  struct sink sink = { .hash = INDEX_HASH_START };
  struct layout layout = lay_out (writer);
  put_content (writer, &layout, &sink);
  free_layout (&layout);
  return sink.hash;
}

bool
lk_index_writer_write (struct lk_index_writer *writer, FILE *out)
{
  unsigned char header[INDEX_AT_COUNT] = LK_INDEX_MAGIC;
  uint64_t hash = lk_index_writer_hash (writer);
  struct layout layout = lay_out (writer);
  struct sink sink = { .out = out };
  lk_put_little32 (header + sizeof LK_INDEX_MAGIC - 1, LK_INDEX_VERSION);
  lk_put_little64 (header + INDEX_AT_SIZE, layout.size);
  lk_put_little64 (header + INDEX_AT_HASH, hash);
  put (&sink, header, sizeof header);
  put_content (writer, &layout, &sink);
  free_layout (&layout);
  return !sink.failed && fflush (out) == 0;
}
