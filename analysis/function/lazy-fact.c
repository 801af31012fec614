/* Facts about functions that are computed when they are asked for, from the body and from the
   same facts of the callees.

   A fact is a set of bits that only grows, from none.  A fact that is asked for while it is being
   computed answers with the bits found so far; what was computed from such an answer is
   *provisional*, part of the recursion that began at the *head*, the outermost fact among those
   that were used so.  The head is computed again, with all that it uses, until no fact that was
   used too early has grown.  Then all of them are final: functions that call each other get what
   they would get if they were one.  (summary/recursion.c does the same for summaries.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <string.h>
#include "function-internal.h"

enum fact_state { LAZY_NEW, LAZY_BUSY, LAZY_PROVISIONAL, LAZY_FINAL };

struct lazy_entry		/* Of one function.  */
{
  const struct lazy_fact *of;
  uint32_t index;
  struct lazy_entry *next;
  struct lazy_entry *before;	/* PROVISIONAL: the one that became so before it.  */
  enum fact_state state;
  bool used;			/* While BUSY.  */
  unsigned depth;		/* BUSY: how many others are, outside of it.  */
  unsigned lowest;		/* PROVISIONAL: the lowest depth of those it depends on.  */
  uint32_t round;		/* PROVISIONAL: when it was computed.  */
  uint64_t bits[LAZY_WORDS];
};

struct lazy_facts		/* Of the unit.  */
{
  unsigned depth;		/* How many are BUSY, or between fact_enter and fact_leave.  */
  unsigned lowest;		/* The lowest depth of a BUSY one that was used.  */
  bool grown;			/* One that was used while BUSY has more bits now.  */
  uint32_t round, n_rounds;
  struct lazy_entry *provisional;
  unsigned n_bodies;		/* That were built for these facts.  */
};

static struct lazy_entry *
entry_of (struct lk_unit *unit, struct lk_function *fn, uint32_t index,
	  const struct lazy_fact *of)
{
  struct lazy_entry **list = function_slot (unit, fn, SLOT_LAZY_FACTS, sizeof *list);
  for (struct lazy_entry *e = *list; e; e = e->next)
    if (e->of == of && e->index == index)
      return e;
  struct lazy_entry *e = lk_arena_alloc (unit->arena, sizeof *e);
  e->of = of;
  e->index = index;
  e->next = *list;
  *list = e;
  return e;
}

bool
fact_may_build (struct lk_unit *unit, struct lk_function *fn)
{
  struct lazy_facts *all = unit_slot (unit, UNIT_LAZY_FACTS, sizeof *all);
  if (!fn->graph && all->n_bodies > MAX_SUMMARIES)
    {
      limit_met (unit, fn, LIMIT_SUMMARIES);
      return false;
    }
  all->n_bodies += !fn->graph;
  return true;
}

/* Return true if the fact may not be computed: a limit is met.  */
static bool
too_far (struct lk_unit *unit, struct lk_function *fn, struct lazy_facts *all)
{
  if (all->depth > MAX_CALL_DEPTH)
    {
      limit_met (unit, fn, LIMIT_CALL_DEPTH);
      return true;
    }
  return !fact_may_build (unit, fn);
}

bool
fact_enter (struct lk_unit *unit, struct lk_function *fn)
{
  struct lazy_facts *all = unit_slot (unit, UNIT_LAZY_FACTS, sizeof *all);
  if (too_far (unit, fn, all))
    return false;
  all->depth++;
  return true;
}

void
fact_leave (struct lk_unit *unit)
{
  struct lazy_facts *all = unit_slot (unit, UNIT_LAZY_FACTS, sizeof *all);
  all->depth--;
}

/* Compute E once.  Return true if it has grown.  */
static bool
compute_once (struct lk_unit *unit, struct lk_function *fn, struct lazy_entry *e)
{
  uint64_t bits[LAZY_WORDS] = { 0 };
  bool grown = false;
  e->of->compute (unit, fn, e->index, bits);
  for (unsigned i = 0; i < LAZY_WORDS; i++)
    {
      grown |= (bits[i] & ~e->bits[i]) != 0;
      e->bits[i] |= bits[i];
    }
  return grown;
}

/* The head has been computed for the last time: what became provisional since END is final, or,
   if the last round did not use it, unknown.  */
static void
settle (struct lazy_facts *all, struct lazy_entry *end)
{
  for (; all->provisional != end; all->provisional = all->provisional->before)
    all->provisional->state = (all->provisional->round == all->round
			       ? LAZY_FINAL : LAZY_NEW);
}

/* Compute E, of FN, which is not known.  */
static void
compute (struct lk_unit *unit, struct lk_function *fn, struct lazy_facts *all,
	 struct lazy_entry *e)
{
  unsigned outer_lowest = all->lowest;
  uint32_t outer_round = all->round;
  bool outer_grown = all->grown, again = e->state == LAZY_PROVISIONAL;
  struct lazy_entry *end = all->provisional;
  e->state = LAZY_BUSY;
  e->depth = all->depth++;
  bool repeated = false;
  for (;; repeated = true)
    {
      all->lowest = UINT_MAX;
      all->grown = e->used = false;
      if (compute_once (unit, fn, e) && e->used)
	all->grown = true;
      /* Bits only grow, so this ends.  */
      if (all->lowest < e->depth || !all->grown)
	break;
      all->round = ++all->n_rounds;
    }
  all->depth--;
  e->lowest = all->lowest;
  if (e->lowest >= e->depth)
    {
      settle (all, end);
      e->state = LAZY_FINAL;
      all->round = outer_round;
      all->grown = outer_grown;
      all->lowest = outer_lowest;
      return;
    }
  /* E and what it used belong to a recursion that began further out.  */
  for (struct lazy_entry *p = all->provisional; p != end; p = p->before)
    {
      if (p->round == all->round)
	p->round = outer_round;
      if (p->lowest > e->lowest)
	p->lowest = e->lowest;
    }
  all->round = outer_round;
  e->state = LAZY_PROVISIONAL;
  e->round = outer_round;
  if (!again)
    {
      e->before = all->provisional;
      all->provisional = e;
    }
  all->grown |= outer_grown || repeated;
  if (outer_lowest < all->lowest)
    all->lowest = outer_lowest;
}

const uint64_t *
lazy_fact (struct lk_unit *unit, struct lk_function *fn, uint32_t index,
	   const struct lazy_fact *of)
{
  struct lazy_facts *all = unit_slot (unit, UNIT_LAZY_FACTS, sizeof *all);
  struct lazy_entry *e = entry_of (unit, fn, index, of);
  if (e->state == LAZY_FINAL)
    return e->bits;
  if (e->state == LAZY_BUSY)
    {
      e->used = true;
      if (e->depth < all->lowest)
	all->lowest = e->depth;
      return e->bits;
    }
  if (e->state == LAZY_PROVISIONAL && e->round == all->round)
    {
      if (e->lowest < all->lowest)
	all->lowest = e->lowest;
      return e->bits;
    }
  if (all->depth == 0)
    all->lowest = UINT_MAX;
  if (too_far (unit, fn, all))
    return of->limited;
  compute (unit, fn, all, e);
  return e->bits;
}

const uint64_t *
lazy_fact_known (struct lk_unit *unit, struct lk_function *fn, uint32_t index,
		 const struct lazy_fact *of)
{
  const struct lazy_entry *e = entry_of (unit, fn, index, of);
  return e->state == LAZY_FINAL ? e->bits : NULL;
}

void
lazy_fact_set (struct lk_unit *unit, struct lk_function *fn, uint32_t index,
	       const struct lazy_fact *of, uint64_t bits)
{
  struct lazy_entry *e = entry_of (unit, fn, index, of);
  if (e->state == LAZY_BUSY || e->state == LAZY_PROVISIONAL)
    return;
  e->state = LAZY_FINAL;
  memset (e->bits, 0, sizeof e->bits);
  e->bits[0] = bits;
}
