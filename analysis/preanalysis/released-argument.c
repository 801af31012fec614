/* May a function release what an argument points to, or the number that it is?

   It may if it passes the argument, as it is, to a function whose contract says so, or to one of
   which the same holds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

static void compute_released (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* The bits: by argument, from 0.  */
#define ARGUMENTS 64
static const struct lazy_fact released = { compute_released, { 0 } };

/* Return true if the contract of FN says that it releases argument number ARG, from 0.  */
static bool
contract_releases (const struct lk_function *fn, uint32_t arg)
{
  for (const struct lk_clause *c = fn->contract ? fn->contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == (int) arg + 1 && c->place.nsel == 0
	&& c->place.addend == 0)
      return true;
  return false;
}

static void
compute_released (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  const struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && ev->callee && k < ev->n_args; k++)
	  for (uint32_t f = 0; f < g->n_formals && f < ARGUMENTS; f++)
	    if (operand_is_value (&ev->args[k], g->formals[f])
		&& may_release_argument (unit, ev->callee, k))
	      bits[0] |= UINT64_C (1) << f;
      }
}

bool
may_release_argument (struct lk_unit *unit, struct lk_function *fn, uint32_t arg)
{
  return (contract_releases (fn, arg)
	  || (!fn->contract && (fn->flags & LK_FN_BODY) && arg < ARGUMENTS
	      && (lazy_fact (unit, fn, 0, &released)[0] >> arg & 1)));
}
