/* Merging: from records and indexes to one index.

   The rows of a record are read as one text, which costs about a microsecond a row; only where
   that fails are they read one by one, to find the bad ones.  Rows of one symbol with the same
   text, as every unit that includes a header has of its inline functions, are one without being
   read again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "merge-internal.h"

/* Rows are read in texts of about so many bytes, so that no text is larger than the reader of
   specifications allows.  */
enum { CHUNK = 1 << 20 };

struct lk_merge *
lk_merge_new (lk_merge_say say, void *data)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_merge *merge = lk_arena_alloc (arena, sizeof *merge);
  merge->arena = arena;
  merge->say = say;
  merge->data = data;
  merge->writer = lk_index_writer_new ();
  return merge;
}

void
lk_merge_free (struct lk_merge *merge)
{
  if (!merge)
    return;
  lk_index_writer_free (merge->writer);
  free (merge->kinds);
  free (merge->kinds_text);
  lk_arena_free (merge->arena);
}

static void say (struct lk_merge *, enum lk_merge_level, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

static void
say (struct lk_merge *merge, enum lk_merge_level level, const char *format, ...)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  if (!out)
    lk_out_of_memory (1);
  va_list arguments;
  va_start (arguments, format);
  vfprintf (out, format, arguments);
  va_end (arguments);
  if (fclose (out) != 0)
    lk_out_of_memory (1);
  merge->say (merge->data, level, text);
  free (text);
}

/* ---- Reading texts.  ---- */

struct first_error
{
  char *text;
  size_t room;
};

static void
note_error (void *data, const char *file, int line, int column, const char *message)
{
  struct first_error *first = data;
  (void) file, (void) line, (void) column;
  if (first->room > 0 && !first->text[0])
    snprintf (first->text, first->room, "%s", message);
}

int
merge_read (struct lk_spec *spec, const char *text, size_t length, char *error, size_t room)
{
  struct first_error first = { error, room };
  if (room > 0)
    error[0] = '\0';
  return lk_spec_read_text (spec, MERGE_FILE, text, length, LK_SOURCE_INFERRED, note_error,
			    &first);
}

/* ---- Kinds.  ---- */

/* Take the definition TEXT of the kind NAME.  Of two that differ the smaller text stays.  */

static void
take_kind (struct lk_merge *merge, const char *where, const char *name, const char *text)
{
  for (size_t i = 0; i < merge->n_kinds; i++)
    if (strcmp (merge->kinds[i].name, name) == 0)
      {
	int order = strcmp (text, merge->kinds[i].text);
	if (order != 0)
	  say (merge, LK_MERGE_NOTE, "%s: another definition of the kind '%s': the one that is"
	       " used is %s", where, name, order < 0 ? text : merge->kinds[i].text);
	if (order < 0)
	  merge->kinds[i].text = lk_arena_strdup (merge->arena, text);
	return;
      }
  if (merge->n_kinds == merge->kinds_room)
    {
      merge->kinds_room = merge->kinds_room ? merge->kinds_room * 2 : 8;
      merge->kinds = lk_xrealloc (merge->kinds, merge->kinds_room * sizeof *merge->kinds);
    }
  struct merge_kind *kind = &merge->kinds[merge->n_kinds];
  kind->name = lk_arena_strdup (merge->arena, name);
  kind->text = lk_arena_strdup (merge->arena, text);
  merge->n_kinds++;
}

/* Take all definitions of the LENGTH bytes at TEXT.  */

static void
take_kinds (struct lk_merge *merge, const char *where, const char *text, size_t length)
{
  char error[256];
  if (length == 0)
    return;
  struct lk_spec *spec = lk_spec_new ();
  if (merge_read (spec, text, length, error, sizeof error))
    say (merge, LK_MERGE_ERROR, "%s: a definition of a kind is malformed: %s", where, error);
  for (struct lk_kind *kind = lk_spec_kinds (spec); kind; kind = kind->next)
    {
      const char *file = spec_kind_origin (kind)->file;
      if (!file || strcmp (file, MERGE_FILE) != 0)
	continue;
      char *printed = merge_kind_text (kind);
      take_kind (merge, where, kind->name, printed);
      free (printed);
    }
  lk_spec_free (spec);
}

static int
by_name (const void *a, const void *b)
{
  return strcmp (((const struct merge_kind *) a)->name, ((const struct merge_kind *) b)->name);
}

static void
join_kinds (struct lk_merge *merge)
{
  size_t length = 0;
  if (merge->n_kinds > 0)
    qsort (merge->kinds, merge->n_kinds, sizeof *merge->kinds, by_name);
  for (size_t i = 0; i < merge->n_kinds; i++)
    length += strlen (merge->kinds[i].text);
  merge->kinds_text = lk_xmalloc (length + 1);
  char *to = merge->kinds_text;
  for (size_t i = 0; i < merge->n_kinds; i++)
    {
      size_t n = strlen (merge->kinds[i].text);
      memcpy (to, merge->kinds[i].text, n);
      to += n;
    }
  *to = '\0';
  merge->kinds_length = length;
  lk_index_writer_kinds (merge->writer, merge->kinds_text, length);
}

/* ---- Records.  ---- */

/* Functions of one record that are not checked yet.  */
struct batch
{
  struct lk_merge *merge;
  const char *where;
  struct lk_span unit, kinds;
  struct lk_arena *arena;
  struct lk_index_row *rows;
  size_t n, room;
  char *text;			/* The rows, a newline behind each.  */
  size_t length, text_room;
};

static void
count_contract (void *data, struct lk_contract *contract)
{
  (void) contract;
  ++*(size_t *) data;
}

/* Read the N ROWS, which are TEXT, as specifications; return false if there is no error.  */

static bool
rows_are_bad (const struct batch *batch, const struct lk_index_row *rows, size_t n,
	      const char *text, size_t length, char *error, size_t room)
{
  struct lk_spec *spec = lk_spec_new ();
  char kind_error[8];
  if (batch->kinds.length > 0)
    merge_read (spec, batch->kinds.text, batch->kinds.length, kind_error, sizeof kind_error);
  bool bad = merge_read (spec, text, length, error, room) > 0;
  size_t found = 0;
  spec_visit (spec, count_contract, &found);
  for (size_t i = 0; i < n && !bad; i++)
    if (!spec_find_own (spec, rows[i].symbol) || found != n)
      {
	snprintf (error, room, "the row is not one of this function");
	bad = true;
      }
  lk_spec_free (spec);
  return bad;
}

/* Give the functions of BATCH to the writer, without those whose rows cannot be read.  */

static void
flush_batch (struct batch *batch)
{
  char error[256];
  bool bad = rows_are_bad (batch, batch->rows, batch->n, batch->text, batch->length, error,
			   sizeof error);
  for (size_t i = 0; i < batch->n; i++)
    {
      const struct lk_index_row *row = &batch->rows[i];
      if (bad && rows_are_bad (batch, row, 1, row->row, row->row_length, error, sizeof error))
	say (batch->merge, LK_MERGE_ERROR, "%s: in the record of %.*s: '%s' is left out: %s",
	     batch->where, (int) batch->unit.length, batch->unit.text, row->symbol, error);
      else
	lk_index_writer_add (batch->merge->writer, row);
    }
  batch->n = batch->length = 0;
  lk_arena_clear (batch->arena);
}

static const char *
batch_string (struct batch *batch, struct lk_span span)
{
  return lk_arena_strndup (batch->arena, span.text, span.length);
}

static void
batch_add (struct batch *batch, const struct lk_record_function *function)
{
  if (batch->n == batch->room)
    {
      batch->room = batch->room ? batch->room * 2 : 64;
      batch->rows = lk_xrealloc (batch->rows, batch->room * sizeof *batch->rows);
    }
  size_t needed = batch->length + function->row.length + 1;
  if (needed > batch->text_room)
    {
      batch->text_room = needed * 2;
      batch->text = lk_xrealloc (batch->text, batch->text_room);
    }
  memcpy (batch->text + batch->length, function->row.text, function->row.length);
  batch->text[needed - 1] = '\n';
  batch->length = needed;
  struct lk_index_row *row = &batch->rows[batch->n];
  row->symbol = batch_string (batch, function->symbol);
  row->file = batch_string (batch, function->file);
  row->name = batch_string (batch, function->name);
  row->row = batch_string (batch, function->row);
  row->row_length = function->row.length;
  row->line = function->line;
  batch->n++;
  if (batch->length > CHUNK)
    flush_batch (batch);
}

static void
take_payload (struct lk_merge *merge, const char *where, struct lk_span payload)
{
  struct lk_record_functions walk;
  struct lk_record_function function;
  if (!lk_record_functions (&walk, payload))
    {
      say (merge, LK_MERGE_ERROR, "%s: %s", where, walk.error);
      return;
    }
  take_kinds (merge, where, walk.kinds.text, walk.kinds.length);
  struct batch batch = { .merge = merge, .where = where, .unit = walk.unit,
			 .kinds = walk.kinds, .arena = lk_arena_new () };
  while (lk_record_next_function (&walk, &function))
    batch_add (&batch, &function);
  if (batch.n > 0)
    flush_batch (&batch);
  if (walk.errors > 0)
    say (merge, LK_MERGE_ERROR, "%s: in the record of %.*s: %u function%s left out: %s", where,
	 (int) walk.unit.length, walk.unit.text, walk.errors, walk.errors == 1 ? " is" : "s are",
	 walk.error);
  free (batch.rows);
  free (batch.text);
  lk_arena_free (batch.arena);
}

size_t
lk_merge_records (struct lk_merge *merge, const char *where, const char *bytes, size_t length)
{
  struct lk_record_walk walk;
  struct lk_span payload;
  size_t n = 0;
  lk_record_walk (&walk, bytes, length);
  for (; lk_record_next (&walk, &payload); n++)
    take_payload (merge, where, payload);
  if (walk.errors > 0)
    say (merge, LK_MERGE_ERROR, "%s: %s", where, walk.error);
  return n;
}

void
lk_merge_index (struct lk_merge *merge, const char *where, const struct lk_index *index)
{
  size_t length;
  const char *kinds = lk_index_kinds (index, &length);
  take_kinds (merge, where, kinds, length);
  struct lk_index_row row;
  for (size_t i = 0; i < lk_index_count (index); i++)
    if (lk_index_row (index, i, &row))
      lk_index_writer_add (merge->writer, &row);
  if (!lk_index_check (index))
    say (merge, LK_MERGE_ERROR, "%s: a broken index of contracts: make it again with"
	 " 'leakcheck contracts'", where);
}

/* ---- The rows of one symbol.  ---- */

/* Say that the definitions ONE and TWO of one symbol meet in ROW, unless they are the same line
   of a header.  */

static void
note_two (struct lk_merge *merge, const struct lk_index_row *one,
	  const struct lk_index_row *two, const char *row)
{
  bool same = strcmp (one->row, two->row) == 0;
  if (same && one->line == two->line && strcmp (one->file, two->file) == 0)
    return;
  if (same)
    say (merge, LK_MERGE_NOTE, "'%s' is defined in %s:%d and in %s:%d, with the same contract",
	 one->name, one->file, one->line, two->file, two->line);
  else
    say (merge, LK_MERGE_NOTE, "'%s' is defined in %s:%d (%s) and in %s:%d (%s); both say: %s",
	 one->name, one->file, one->line, one->row, two->file, two->line, two->row, row);
}

/* The row that says what all of the N ROWS say, allocated; NULL: they have one text.  */

static char *
common_row (struct lk_merge *merge, const struct lk_index_row *rows, size_t n)
{
  if (strcmp (rows[0].row, rows[n - 1].row) == 0)
    return NULL;
  struct lk_spec *spec = lk_spec_new ();
  const struct lk_contract **contracts = lk_xmalloc (n * sizeof *contracts);
  char error[256];
  size_t n_contracts = 0;
  if (merge->kinds_length > 0)
    merge_read (spec, merge->kinds_text, merge->kinds_length, error, sizeof error);
  for (size_t i = 0; i < n; i++)
    {
      if (i > 0 && strcmp (rows[i - 1].row, rows[i].row) == 0)
	continue;
      int errors = merge_read (spec, rows[i].row, rows[i].row_length, error, sizeof error);
      const struct lk_contract *contract = spec_find_own (spec, rows[i].symbol);
      if (errors == 0 && contract && (n_contracts == 0
				      || contracts[n_contracts - 1] != contract))
	contracts[n_contracts++] = contract;
      else
	say (merge, LK_MERGE_ERROR, "%s:%d: a row of '%s' is left out: %s", rows[i].file,
	     rows[i].line, rows[i].symbol, errors ? error : "it is not one of this function");
    }
  char *row = n_contracts > 0 ? lk_merge_contracts (spec, contracts, n_contracts) : NULL;
  free (contracts);
  lk_spec_free (spec);
  return row;
}

static bool
stands_before (const struct lk_index_row *one, const struct lk_index_row *two)
{
  int order = strcmp (one->file, two->file);
  if (order == 0)
    order = (one->line > two->line) - (one->line < two->line);
  return order < 0 || (order == 0 && strcmp (one->name, two->name) < 0);
}

static void
merge_rows (void *data, const struct lk_index_row *rows, size_t n, struct lk_index_row *result)
{
  struct lk_merge *merge = data;
  *result = rows[0];
  for (size_t i = 1; i < n; i++)
    if (stands_before (&rows[i], result))
      *result = rows[i];
  char *row = common_row (merge, rows, n);
  if (row)
    {
      result->row = lk_arena_strdup (merge->arena, row);
      result->row_length = strlen (row);
      free (row);
    }
  for (size_t i = 1; i < n; i++)
    note_two (merge, &rows[i - 1], &rows[i], result->row);
}

struct lk_index_writer *
lk_merge_finish (struct lk_merge *merge)
{
  join_kinds (merge);
  lk_index_writer_finish (merge->writer, merge_rows, merge);
  merge_settle (merge);
  merge_reads (merge);
  return merge->writer;
}
