/* Descriptors that replace a standard one.

   Heuristic: a descriptor that is opened right after `close (0)' is 0, for the lowest free number
   is taken, and the standard descriptors 0 to 2 stay open.  Each such close makes room for one.
   Wrong if a lower number is free, or if another thread opens something in between.

   Over-approximated: blocks that do not dominate the acquisition are left out.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "leak-internal.h"

/* Return true if EV releases one of the standard descriptors by its number.  */
static bool
closes_standard (const struct lk_event *ev, const struct lk_kind *kind)
{
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->kind == kind && c->place.base > 0 && !c->place.nsel
	&& (uint32_t) c->place.base <= ev->n_args
	&& ev->args[c->place.base - 1].kind == LK_CONST
	&& ev->args[c->place.base - 1].value >= 0 && ev->args[c->place.base - 1].value <= 2)
      return true;
  return false;
}

/* Return the number of descriptors that EV acquires.  */
static int
acquired_by (const struct lk_event *ev, const struct lk_kind *kind)
{
  int n = 0;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    n += c->role == LK_ROLE_ACQUIRE && c->kind == kind;
  return n;
}

bool
replaces_standard (const struct function_view *view, uint32_t block, uint32_t index,
		   const struct lk_kind *kind)
{
  const struct lk_graph *g = view->graph;
  int open = 0;
  if (kind->size != 4)
    return false;
  for (uint32_t b = block, i = index;; b = view->idom[b], i = g->blocks[b].n_events)
    {
      while (i-- > 0)
	{
	  const struct lk_event *ev = &g->blocks[b].events[i];
	  if (ev->kind != LK_EVENT_CALL)
	    continue;
	  /* An unknown function may open and close descriptors.  */
	  if (!ev->callee || !ev->callee->contract)
	    return false;
	  if (closes_standard (ev, kind) && open-- == 0)
	    return true;
	  open += acquired_by (ev, kind);
	}
      if (b == 0 || view->idom[b] == UINT32_MAX)
	return false;
    }
}
