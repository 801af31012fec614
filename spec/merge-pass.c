/* Merging: what a function does by calling another one.

   A row says "pass arg1 into f arg2" where its function does nothing to the argument but to pass it
   on, and "pass result from f" where it returns what f returns; f was not known when the row was
   derived.  Where a row of f is among those that are merged, and is settled itself, its clauses
   take the place of that: each as it is, if f is called whenever the function returns, else
   as one that says that the effect is unknown.

   This goes in rounds: a round uses what the ones before it have settled.  So the result does not
   depend on the order of the rows.  Functions that pass something to each other in a circle
   stay as they are.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "merge-internal.h"
#include "rows.h"

/* A row with "pass".  */
struct passing
{
  size_t number;		/* Of the row.  */
  const char *symbol;
  struct lk_contract *contract, *next;	/* Before and after this round.  */
  bool changed;
};

struct settling
{
  struct lk_merge *merge;
  struct lk_spec *spec;
  struct passing *all;		/* Sorted by SYMBOL, as the rows are.  */
  size_t n;
};

/* ---- Contracts by symbol.  ---- */

static const struct lk_contract *
read_row (struct settling *s, const struct lk_index_row *row)
{
  char error[8];
  const struct lk_contract *known = spec_find_own (s->spec, row->symbol);
  if (known)
    return known;
  if (merge_read (s->spec, row->row, row->row_length, error, sizeof error))
    return NULL;
  return spec_find_own (s->spec, row->symbol);
}

static int
by_symbol (const void *a, const void *b)
{
  return strcmp (((const struct passing *) a)->symbol, ((const struct passing *) b)->symbol);
}

/* The contract of SYMBOL, or NULL.  */
static const struct lk_contract *
contract_of (struct settling *s, const char *symbol)
{
  struct passing wanted = { .symbol = symbol };
  const struct passing *one = bsearch (&wanted, s->all, s->n, sizeof *s->all, by_symbol);
  if (one)
    return one->contract;
  struct lk_index_row row;
  return lk_index_writer_find (s->merge->writer, symbol, &row) ? read_row (s, &row) : NULL;
}

/* ---- Clauses.  ---- */

static bool
same_clause (const struct lk_clause *a, const struct lk_clause *b)
{
  if (a->role != b->role || a->kind != b->kind || a->any_kind != b->any_kind
      || !lk_place_equal (&a->place, &b->place) || !lk_place_equal (&a->other, &b->other)
      || a->until_next != b->until_next || a->though_thrown != b->though_thrown
      || a->anew != b->anew || a->inside != b->inside
      || a->has_parent != b->has_parent
      || (a->has_parent && !lk_place_equal (&a->parent, &b->parent))
      || a->n_conditions != b->n_conditions)
    return false;
  for (unsigned i = 0; i < a->n_conditions; i++)
    if (!lk_condition_equal (&a->conditions[i], &b->conditions[i]))
      return false;
  return true;
}

/* Append CLAUSE to CONTRACT, unless it is there.  */
static void
add_clause (struct settling *s, struct lk_contract *contract, const struct lk_clause *clause)
{
  struct lk_clause **tail = &contract->clauses;
  for (; *tail; tail = &(*tail)->next)
    if (same_clause (*tail, clause))
      return;
  *tail = lk_spec_alloc (s->spec, sizeof **tail);
  **tail = *clause;
  (*tail)->next = NULL;
}

/* The effect on PLACE is unknown: it counts as one after which it has another owner.  */
static void
add_unknown (struct settling *s, struct lk_contract *contract, const struct lk_place *place)
{
  struct lk_clause clause = { .role = LK_ROLE_OWN, .any_kind = true, .place = *place };
  if (place->nsel)
    clause = (struct lk_clause) { .role = LK_ROLE_KEEP, .place = *place };
  add_clause (s, contract, &clause);
}

/* Store PLACE of a callee, which begins at an argument to which FROM is passed, as the caller has
   it in *TO; false if it is too deep.  */
static bool
join_places (const struct lk_place *from, const struct lk_place *place, struct lk_place *to)
{
  *to = *from;
  if (from->nsel + place->nsel > LK_PLACE_MAX)
    return false;
  for (unsigned i = 0; i < place->nsel; i++)
    to->sel[from->nsel + i] = place->sel[i];
  to->addend = place->addend;
  to->nsel = (uint8_t) (from->nsel + place->nsel);
  return true;
}

/* ---- One "pass".  ---- */

/* Return true if CONTRACT passes the argument BASE (0: the result) on, too.  */
static bool
passes_on (const struct lk_contract *contract, int base)
{
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    if (c->role == LK_ROLE_PASS && c->place.base == base)
      return true;
  return false;
}

/* Return true if CONTRACT says what becomes of its argument BASE, or that nothing does.  */
static bool
tells (const struct lk_contract *contract, int base)
{
  if (passes_on (contract, base))
    return false;
  bool says = contract->complete;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    says |= (!lk_is_about_lock (c)
	     && (c->place.base == base || (c->role == LK_ROLE_ALIAS && c->other.base == base)));
  return says;
}

/* The result of PASS's function is that of the callee, whenever it returns.  */
static bool
returns_that (const struct lk_contract *contract, const struct lk_clause *pass)
{
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    if (c->role == LK_ROLE_PASS && c->place.base == 0 && c->always
	&& strcmp (c->releasers->name, pass->releasers->name) == 0)
      return true;
  return false;
}

/* Add to NEXT, which stands for OLD, what the clause C of PASS's callee says of the argument.  */
static void
take_clause (struct settling *s, const struct lk_contract *old, struct lk_contract *next,
	     const struct lk_clause *pass, const struct lk_clause *c)
{
  int base = pass->other.base;
  bool returned = pass->always && returns_that (old, pass);
  struct lk_clause clause = *c;
  if (c->role == LK_ROLE_ALIAS && (c->place.base == base || c->other.base == base))
    {
      bool plain = (c->place.base == 0 && !c->place.nsel && !c->other.nsel && !c->n_conditions
		    && returned);
      clause.other = pass->place;
      if (plain)
	add_clause (s, next, &clause);
      else
	add_unknown (s, next, &pass->place);
      return;
    }
  if (c->place.base != base || c->role == LK_ROLE_BORROW)
    return;
  if (lk_is_about_lock (c))
    {
      if (pass->always && !c->n_conditions && join_places (&pass->place, &c->place, &clause.place))
	add_clause (s, next, &clause);
      else
	next->locks = true;
      return;
    }
  bool known = (c->role == LK_ROLE_KEEP || c->role == LK_ROLE_RELEASE || c->role == LK_ROLE_OWN
		|| c->role == LK_ROLE_ACQUIRE) && !c->has_parent;
  if (!known || !join_places (&pass->place, &c->place, &clause.place))
    add_unknown (s, next, &pass->place);
  else if (c->role == LK_ROLE_KEEP || !pass->always
	   || (c->n_conditions && (!returned || lk_clause_asks_arguments (c))))
    add_unknown (s, next, &clause.place);
  else
    add_clause (s, next, &clause);
}

/* Put what CALLEE does into NEXT, which stands for OLD, in place of PASS, an argument.  */
static void
settle_argument (struct settling *s, const struct lk_contract *old, struct lk_contract *next,
		 const struct lk_clause *pass, const struct lk_contract *callee)
{
  for (const struct lk_clause *c = callee->clauses; c; c = c->next)
    {
      take_clause (s, old, next, pass, c);
      if (!lk_is_about_lock (c) || c->place.base == pass->other.base)
	continue;
      if (c->place.base == LK_PLACE_GLOBAL && pass->always && !c->n_conditions)
	add_clause (s, next, c);
      else
	next->locks = true;
    }
  for (const struct lk_clause *c = callee->elements; c; c = c->next)
    if (c->role == LK_ROLE_UNDONE && c->place.base == pass->other.base)
      add_unknown (s, next, &pass->place);
  next->locks |= callee->locks;
}

/* The clause of CONTRACT by which its result is acquired, or NULL.  */
static const struct lk_clause *
acquires_result (const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && !c->place.nsel
	&& !lk_clause_asks_arguments (c) && !c->has_parent)
      return c;
  return NULL;
}

/* Put what is acquired by the functions that OLD passes the result of into NEXT: return false
   if one of them is not settled.  All are to acquire the same.  */
static bool
settle_result (struct settling *s, const struct lk_contract *old, struct lk_contract *next)
{
  const struct lk_contract *callee = NULL;
  const struct lk_clause *first = NULL;
  unsigned n = 0;
  bool same = true;
  for (const struct lk_clause *c = old->elements; c; c = c->next)
    if (c->role == LK_ROLE_PASS && c->place.base == 0)
      {
	callee = contract_of (s, c->releasers->name);
	if (!callee || passes_on (callee, 0))
	  return false;
	const struct lk_clause *acquires = acquires_result (callee);
	same &= acquires && (n == 0 || (first && acquires->kind == first->kind));
	first = acquires;
	n++;
      }
  if (same && first)
    add_clause (s, next, first);
  /* The contents of the object.  */
  for (const struct lk_clause *c = n == 1 ? callee->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel
	&& !lk_clause_asks_arguments (c) && !c->has_parent)
      add_clause (s, next, c);
  return true;
}

/* ---- One row.  ---- */

/* An argument of NEXT that is settled, and that no clause mentions, is borrowed: the row leaves
   open what it does not mention.  */
static void
add_borrow (struct settling *s, struct lk_contract *next, int base)
{
  if (passes_on (next, base) || next->complete)
    return;
  for (const struct lk_clause *c = next->clauses; c; c = c->next)
    if (!lk_is_about_lock (c)
	&& (c->place.base == base || (c->role == LK_ROLE_ALIAS && c->other.base == base)))
      return;
  struct lk_clause clause = { .role = LK_ROLE_BORROW, .place = { .base = (int16_t) base } };
  add_clause (s, next, &clause);
}

/* Settle what can be settled of P.  */
static void
settle_row (struct settling *s, struct passing *p)
{
  const struct lk_contract *old = p->contract;
  struct lk_contract *next = lk_spec_alloc (s->spec, sizeof *next);
  *next = *old;
  next->clauses = next->elements = NULL;
  for (const struct lk_clause *c = old->clauses; c; c = c->next)
    add_clause (s, next, c);
  bool result = settle_result (s, old, next);
  struct lk_clause **tail = &next->elements;
  p->changed = false;
  for (const struct lk_clause *c = old->elements; c; c = c->next)
    {
      const struct lk_contract *callee = NULL;
      bool settled = false;
      if (c->role == LK_ROLE_PASS && c->place.base == 0)
	settled = result;
      else if (c->role == LK_ROLE_PASS
	       && (callee = contract_of (s, c->releasers->name))
	       && tells (callee, c->other.base))
	{
	  settle_argument (s, old, next, c, callee);
	  settled = true;
	}
      p->changed |= settled;
      if (settled)
	continue;
      struct lk_clause *copy = lk_spec_alloc (s->spec, sizeof *copy);
      *copy = *c;
      copy->next = NULL;
      *tail = copy;
      tail = &copy->next;
    }
  for (const struct lk_clause *c = old->elements; c; c = c->next)
    if (c->role == LK_ROLE_PASS && c->place.base > 0)
      add_borrow (s, next, c->place.base);
  p->next = next;
}

/* ---- All rows.  ---- */

static void
find_passing (struct settling *s)
{
  struct lk_index_row row;
  size_t count = lk_index_writer_count (s->merge->writer), room = 0;
  for (size_t i = 0; i < count; i++)
    {
      lk_index_writer_row (s->merge->writer, i, &row);
      if (!strstr (row.row, "pass "))
	continue;
      const struct lk_contract *contract = read_row (s, &row);
      if (!contract || !contract->elements)
	continue;
      if (s->n == room)
	{
	  room = room ? room * 2 : 64;
	  s->all = lk_xrealloc (s->all, room * sizeof *s->all);
	}
      struct lk_contract *own = lk_spec_alloc (s->spec, sizeof *own);
      *own = *contract;
      s->all[s->n++] = (struct passing) { .number = i, .symbol = contract->name, .contract = own };
    }
}

void
merge_settle (struct lk_merge *merge)
{
  struct settling s = { .merge = merge, .spec = lk_spec_new () };
  char error[8];
  if (merge->kinds_length > 0)
    merge_read (s.spec, merge->kinds_text, merge->kinds_length, error, sizeof error);
  find_passing (&s);
  bool *rewritten = lk_xmalloc (s.n + 1);
  memset (rewritten, 0, s.n + 1);
  for (bool changed = s.n > 0; changed;)
    {
      changed = false;
      for (size_t i = 0; i < s.n; i++)
	settle_row (&s, &s.all[i]);
      for (size_t i = 0; i < s.n; i++)
	if (s.all[i].changed)
	  {
	    s.all[i].contract = s.all[i].next;
	    changed = rewritten[i] = true;
	  }
    }
  for (size_t i = 0; i < s.n; i++)
    if (rewritten[i])
      {
	char *text = merge_contract_text (s.all[i].contract);
	lk_index_writer_set_row (merge->writer, s.all[i].number, text);
	free (text);
      }
  free (rewritten);
  free (s.all);
  lk_spec_free (s.spec);
}
