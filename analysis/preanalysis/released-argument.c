/* May a function release what an argument points to, or the number that it is?

   It may if it passes the argument, as it is, to a function whose contract says so, or to one of
   which the same holds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "preanalysis-internal.h"

static void compute_released (struct lk_unit *, struct lk_function *, uint32_t arg, uint64_t *bits);

/* The bit: the function may release its argument, whose number is the index.  */
static const struct lazy_fact released = { compute_released, { 0 } };

struct argument_release		/* Of one argument whose bit is set, or will be.  */
{
  uint32_t arg;
  const struct lk_clause *clause;
  struct argument_release *next;
};

static struct argument_release *
release_of (struct lk_unit *unit, struct lk_function *fn, uint32_t arg)
{
  struct argument_release **all = function_slot (unit, fn, SLOT_RELEASES, sizeof *all), *r;
  for (r = *all; r; r = r->next)
    if (r->arg == arg)
      return r;
  r = lk_arena_alloc (unit->arena, sizeof *r);
  r->arg = arg;
  r->next = *all;
  *all = r;
  return r;
}

static void
compute_released (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, uint64_t *bits)
{
  const struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  const struct lk_clause *clause = NULL;
  for (uint32_t b = 0; g && arg < g->n_formals && b < g->n_blocks && !clause; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !clause; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && ev->callee && k < ev->n_args; k++)
	  if (!clause && operand_is_value (&ev->args[k], g->formals[arg]))
	    clause = releases_argument (unit, ev->callee, k);
      }
  if (!clause)
    return;
  release_of (unit, fn, arg)->clause = clause;
  bits[0] = 1;
}

const struct lk_clause *
releases_argument (struct lk_unit *unit, struct lk_function *fn, uint32_t arg)
{
  const struct lk_contract *contract = fn->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == (int) arg + 1 && c->place.nsel == 0
	&& c->place.addend == 0)
      return c;
  if (!(fn->flags & LK_FN_BODY) || (contract && contract->complete)
      || !lazy_fact (unit, fn, arg, &released)[0])
    return NULL;
  return release_of (unit, fn, arg)->clause;
}
