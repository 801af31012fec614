/* Acquisitions by objects that wrap others: a stream that unpacks another one has memory of its
   own, which is released with the other one; and an object may have been wrapped before it holds
   anything.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "leak-internal.h"

/* Objects of which each is wrapped by the next outer one.  */
struct wrapped
{
  const struct lk_path *path;
  const struct wrapped *outer;
};

/* Return true if PATH, an object that OUTER wraps, was not made in the function, or holds a
   resource that is acquired before O's event, itself or by what it wraps.  */
static bool
holds_other (struct solver *solver, const struct obligation *o, const struct lk_path *path,
	     const struct wrapped *outer)
{
  struct lk_graph *g = solver->context.graph;
  struct wrapped inner = { path, outer };
  for (const struct wrapped *w = outer; w; w = w->outer)
    if (w->path == path)
      return true;
  if (!path_is_new (&solver->context, path)
      || object_acquired_before (solver, o->block, o->event_index, path))
    return true;
  struct clause_walk w = { .graph = g, .role = LK_ROLE_WRAP };
  while (next_clause (&w))
    if (place_path (g, w.event, &w.clause->place) == path)
      {
	const struct lk_path *of = place_path (g, w.event, &w.clause->other);
	if (of && holds_other (solver, o, of, &inner))
	  return true;
      }
  return false;
}

bool
acquisition_wraps_other (struct solver *solver, struct lk_event *ev, const struct lk_clause *c)
{
  const struct obligation *o = solver->context.obligation;
  for (const struct lk_clause *w = event_clauses (ev); w && !c->has_parent; w = w->next)
    if (w->role == LK_ROLE_WRAP && lk_place_equal (&w->place, &c->place))
      {
	const struct lk_path *of = place_path (solver->context.graph, ev, &w->other);
	if (of && holds_other (solver, o, of, NULL))
	  return true;
      }
  return false;
}

bool
acquisition_has_inner (struct solver *solver, const struct lk_clause *c, const struct lk_path *path)
{
  struct lk_graph *g = solver->context.graph;
  const struct obligation *o = solver->context.obligation;
  struct clause_walk w = { .graph = g, .role = LK_ROLE_ACQUIRE };
  while (next_clause (&w))
    if (w.clause->has_parent && w.clause->kind == c->kind
	&& place_path (g, w.event, &w.clause->parent) == path
	&& runs_before (solver->context.view, w.block, w.index, o->block, o->event_index))
      return true;
  return false;
}

void
acquisition_add_wrappers (struct solver *solver, struct scratch *s, const struct lk_path *path)
{
  struct lk_graph *g = solver->context.graph;
  const struct obligation *o = solver->context.obligation;
  struct clause_walk w = { .graph = g, .role = LK_ROLE_WRAP };
  while (next_clause (&w))
    if (place_path (g, w.event, &w.clause->other) == path
	&& runs_before (solver->context.view, w.block, w.index, o->block, o->event_index))
      {
	const struct lk_path *to = place_path (g, w.event, &w.clause->place);
	if (to && !acquisition_add_name (solver, s, to))
	  return;
      }
}
