/* Acquisitions by objects that wrap others: a stream that unpacks another one has memory of its
   own, which is released with the other one; and an object may have been wrapped before it holds
   anything.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "leak-internal.h"

/* Return true if PATH, an object, was not made in the function, or holds a resource that is
   acquired before O's event, itself or by what it wraps.  DEPTH: of the wrapping.  */
static bool
holds_other (struct solver *solver, const struct obligation *o, const struct lk_path *path,
	     unsigned depth)
{
  struct lk_graph *g = solver->context.graph;
  if (depth == MAX_OBJECT_NAMES || !path_is_new (&solver->context, path)
      || object_acquired_before (solver, o->block, o->event_index, path))
    return true;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_contract *contract
	  = ev->kind == LK_EVENT_CALL && ev->callee ? ev->callee->contract : NULL;
	for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
	  {
	    const struct lk_path *of
	      = (c->role == LK_ROLE_WRAP && place_path (g, ev, &c->place) == path
		 ? place_path (g, ev, &c->other) : NULL);
	    if (of && holds_other (solver, o, of, depth + 1))
	      return true;
	  }
      }
  return false;
}

bool
acquisition_wraps_other (struct solver *solver, struct lk_event *ev, const struct lk_clause *c)
{
  const struct obligation *o = solver->context.obligation;
  for (const struct lk_clause *w = ev->callee->contract->clauses; w && !c->has_parent; w = w->next)
    if (w->role == LK_ROLE_WRAP && lk_place_equal (&w->place, &c->place))
      {
	const struct lk_path *of = place_path (solver->context.graph, ev, &w->other);
	if (of && holds_other (solver, o, of, 0))
	  return true;
      }
  return false;
}

bool
acquisition_has_inner (struct solver *solver, const struct lk_clause *c, const struct lk_path *path)
{
  struct lk_graph *g = solver->context.graph;
  const struct obligation *o = solver->context.obligation;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_contract *contract
	  = ev->kind == LK_EVENT_CALL && ev->callee ? ev->callee->contract : NULL;
	if (!contract || (b == o->block ? i >= o->event_index
			  : !dominates (solver->context.view, b, o->block)))
	  continue;
	for (const struct lk_clause *a = contract->clauses; a; a = a->next)
	  if (a->role == LK_ROLE_ACQUIRE && a->has_parent && a->kind == c->kind
	      && place_path (g, ev, &a->parent) == path)
	    return true;
      }
  return false;
}

void
acquisition_add_wrappers (struct solver *solver, struct scratch *s, const struct lk_path *path)
{
  struct lk_graph *g = solver->context.graph;
  const struct obligation *o = solver->context.obligation;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      if (solver->context.view->idom[b] == UINT32_MAX
	  || !dominates (solver->context.view, b, o->block))
	continue;
      uint32_t n = b == o->block ? o->event_index : g->blocks[b].n_events;
      for (uint32_t i = 0; i < n; i++)
	{
	  struct lk_event *ev = &g->blocks[b].events[i];
	  const struct lk_contract *contract
	    = ev->kind == LK_EVENT_CALL && ev->callee ? ev->callee->contract : NULL;
	  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
	    {
	      const struct lk_path *to
		= (c->role == LK_ROLE_WRAP && place_path (g, ev, &c->other) == path
		   ? place_path (g, ev, &c->place) : NULL);
	      if (to && !acquisition_add_name (solver, s, to))
		return;
	    }
	}
    }
}
