/* Merging: what a function only reads.

   A row says "reads arg1" where its function changes nothing in the object that the argument points
   to, and "reads arg1 through f arg2" where that depends on the second argument of f.  Where the
   rows of all such callees are among those that are merged, that is decided: a function that
   passes its argument to one that writes there, or whose row does not speak of it, does not only
   read; one that passes it to functions that only read, be it in a circle, does.  (The greatest
   fixed point.)  An argument that depends on a function without a row stays as it is.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "merge-internal.h"
#include "spec-internal.h"

enum answer
{
  READS,			/* As far as is known.  */
  OPEN,				/* It depends on a function without a row.  */
  WRITES
};

/* One argument of a row.  */
struct argument
{
  int base;
  enum answer answer;
  size_t first, n;		/* The callees that it depends on, in struct deciding.  */
};

/* A row with "reads".  */
struct reading
{
  size_t number;		/* Of the row.  */
  const char *symbol;
  const struct lk_contract *contract;
  size_t first, n;		/* Its arguments.  */
};

struct deciding
{
  struct lk_merge *merge;
  struct lk_spec *spec;
  struct reading *rows;		/* Sorted by SYMBOL.  */
  size_t n_rows, rows_room;
  struct argument *arguments;
  size_t n_arguments, arguments_room;
  size_t *callees;		/* Numbers of arguments.  */
  size_t n_callees, callees_room;
};

/* Make room for one more element of SIZE bytes in ALL, which has N of *ROOM.  */
static void *
room_for_one (void *all, size_t n, size_t *room, size_t size)
{
  if (n < *room)
    return all;
  *room = *room ? *room * 2 : 256;
  return lk_xrealloc (all, *room * size);
}

/* ---- Collecting.  ---- */

/* Return the argument BASE of ROW, or NULL if the row does not say that it is read.  */
static struct argument *
argument_of (struct deciding *d, const struct reading *row, int base)
{
  for (size_t i = 0; i < row->n; i++)
    if (d->arguments[row->first + i].base == base)
      return &d->arguments[row->first + i];
  return NULL;
}

static void
add_row (struct deciding *d, size_t number, const struct lk_contract *contract)
{
  d->rows = room_for_one (d->rows, d->n_rows, &d->rows_room, sizeof *d->rows);
  struct reading *row = &d->rows[d->n_rows++];
  *row = (struct reading) { number, contract->name, contract, d->n_arguments, 0 };
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    {
      if (c->role != LK_ROLE_READS || argument_of (d, row, c->place.base))
	continue;
      d->arguments = room_for_one (d->arguments, d->n_arguments, &d->arguments_room,
				   sizeof *d->arguments);
      d->arguments[d->n_arguments++] = (struct argument) { c->place.base, READS, 0, 0 };
      row->n++;
    }
  if (row->n == 0)
    d->n_rows--;
}

static void
collect_rows (struct deciding *d)
{
  struct lk_index_row row;
  char error[8];
  size_t count = lk_index_writer_count (d->merge->writer);
  for (size_t i = 0; i < count; i++)
    {
      lk_index_writer_row (d->merge->writer, i, &row);
      if (!strstr (row.row, "reads ")
	  || merge_read (d->spec, row.row, row.row_length, error, sizeof error))
	continue;
      const struct lk_contract *contract = spec_find_own (d->spec, row.symbol);
      if (contract)
	add_row (d, i, contract);
    }
}

static int
by_symbol (const void *a, const void *b)
{
  return strcmp (((const struct reading *) a)->symbol, ((const struct reading *) b)->symbol);
}

/* A depends on the callee that C names.  */
static void
add_callee (struct deciding *d, struct argument *a, const struct lk_clause *c)
{
  struct reading wanted = { .symbol = c->releasers->name };
  const struct reading *row = bsearch (&wanted, d->rows, d->n_rows, sizeof *d->rows, by_symbol);
  const struct argument *callee = row ? argument_of (d, row, c->other.base) : NULL;
  if (!callee)
    {
      struct lk_index_row known;
      enum answer answer = (row || lk_index_writer_find (d->merge->writer, wanted.symbol, &known)
			    ? WRITES : OPEN);
      if (answer > a->answer)
	a->answer = answer;
      return;
    }
  d->callees = room_for_one (d->callees, d->n_callees, &d->callees_room, sizeof *d->callees);
  d->callees[d->n_callees++] = (size_t) (callee - d->arguments);
  a->n++;
}

static void
collect_callees (struct deciding *d)
{
  for (size_t i = 0; i < d->n_rows; i++)
    for (size_t k = 0; k < d->rows[i].n; k++)
      {
	struct argument *a = &d->arguments[d->rows[i].first + k];
	a->first = d->n_callees;
	for (const struct lk_clause *c = d->rows[i].contract->elements; c; c = c->next)
	  if (c->role == LK_ROLE_READS && c->place.base == a->base && c->releasers)
	    add_callee (d, a, c);
      }
}

/* ---- Deciding.  ---- */

static void
decide (struct deciding *d)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < d->n_arguments; i++)
	for (size_t k = 0; k < d->arguments[i].n; k++)
	  {
	    enum answer answer = d->arguments[d->callees[d->arguments[i].first + k]].answer;
	    if (answer <= d->arguments[i].answer)
	      continue;
	    d->arguments[i].answer = answer;
	    changed = true;
	  }
    }
}

/* Write ROW anew if something of it is decided now.  */
static void
rewrite (struct deciding *d, const struct reading *row)
{
  struct lk_contract next = *row->contract;
  struct lk_clause **tail = &next.elements;
  bool changed = false;
  next.elements = NULL;
  for (const struct lk_clause *c = row->contract->elements; c; c = c->next)
    {
      const struct argument *a
	= c->role == LK_ROLE_READS ? argument_of (d, row, c->place.base) : NULL;
      bool decided = a && c->releasers && a->answer != OPEN;
      changed |= decided || (a && a->answer == WRITES);
      if ((a && a->answer == WRITES) || (decided && lk_contract_reads (&next, a->base)))
	continue;
      struct lk_clause *copy = lk_spec_alloc (d->spec, sizeof *copy);
      *copy = *c;
      copy->next = NULL;
      if (decided)
	{
	  copy->releasers = NULL;
	  copy->other = (struct lk_place) { 0 };
	}
      *tail = copy;
      tail = &copy->next;
      *tail = NULL;
    }
  *tail = NULL;
  if (!changed)
    return;
  char *text = merge_contract_text (&next);
  lk_index_writer_set_row (d->merge->writer, row->number, text);
  free (text);
}

void
merge_reads (struct lk_merge *merge)
{
  struct deciding d = { .merge = merge, .spec = lk_spec_new () };
  char error[8];
  if (merge->kinds_length > 0)
    merge_read (d.spec, merge->kinds_text, merge->kinds_length, error, sizeof error);
  collect_rows (&d);
  collect_callees (&d);
  decide (&d);
  for (size_t i = 0; i < d.n_rows; i++)
    rewrite (&d, &d.rows[i]);
  free (d.rows);
  free (d.arguments);
  free (d.callees);
  lk_spec_free (d.spec);
}
