/* Objects that stand for the resources of others: wrappers, holders, parents (Tracker 3.3; the
   clauses WRAP, PUT, FETCH and "within").

   A wrapper is one more access path of the handle, so facts carry it as they carry copies.
   The contents of a collection or an Optional are found at an unknown offset behind it.  A
   parent needs no obligation, so facts do not have it: an obligation knows the access paths of
   its parents in its function, whatever the path of control flow.  A release is assumed to be
   effective, a loss must be certain.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* ---- Names of one object, whatever the way.  ---- */

struct lk_event *
value_call (const struct solver *solver, const struct lk_path *path)
{
  return path->nsel == 0 ? var_call (solver->context.view, path->root) : NULL;
}

/* ---- Holders.  ---- */

bool
object_begins (const struct scratch *s, const struct lk_path *value, bool *inside)
{
  bool found = false;
  *inside = false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], value, &rest))
	{
	  found = true;
	  *inside |= rest.nsel != 0;
	}
    }
  return found;
}

static bool
collection_holds (const struct scratch *s, const struct lk_path *path)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] == path)
      return true;
  return false;
}

/* Return true if what C of CONTRACT fetches stays where it was: the call only reads it.  */
static bool
leaves_there (const struct lk_contract *contract, const struct lk_clause *c)
{
  for (const struct lk_clause *o = contract->clauses; o; o = o->next)
    if (o->role == LK_ROLE_BORROW && o->place.base == c->other.base)
      return true;
  return false;
}

/* Return true if the value or object ROOT was fetched, or copied, from what HOLDER holds.  */
static bool
fetched_from (struct solver *solver, lk_var root, const struct lk_path *holder)
{
  const struct lk_graph *g = solver->context.graph;
  if (root >= solver->context.view->n_vars || root == holder->root)
    return false;
  const struct lk_path *value = lk_path_make (solver->context.graph, root, 0, NULL, 0);
  const struct lk_event *made = value_call (solver, value);
  if (made || var_assignment (solver->context.view, root))
    return (made && call_fetches (made) && made->n_args && made->args[0].kind == LK_PATH
	    && made->args[0].path->root == holder->root);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->dest.kind != LK_PATH || ev->dest.path->root != root || ev->src.kind != LK_PATH)
	  continue;
	if (ev->kind == LK_EVENT_COPY && ev->src.path->root == holder->root)
	  return true;
	if (ev->kind == LK_EVENT_ASSIGN && ev->src.path->nsel == 0
	    && var_event (solver->context.view, ev->src.path->root)
	    && fetched_from (solver, ev->src.path->root, holder))
	  return true;
      }
  return false;
}

/* Return true if one of S's access paths was.  */
bool
object_was_fetched (struct solver *solver, const struct scratch *s,
		    const struct lk_path *holder)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (fetched_from (solver, s->paths[i]->root, holder))
      return true;
  return false;
}

/* P is an access path of an element that S's handle becomes: add it to GENERATED.  */
static void
add_element (struct solver *solver, struct scratch *s, const struct lk_path *p,
	     struct generated *generated)
{
  if (!p || generated->n == SCRATCH_PATHS)
    {
      generated->dropped = LIMIT_OF_DEPTH;
      return;
    }
  generated->paths[generated->n++] = p;
  enum path_class class_ = classify_path (&solver->context, p);
  if (class_ == PATH_CALLER || class_ == PATH_GLOBAL || class_ == PATH_FOREIGN)
    s->flags |= FACT_STORED;
}

bool
object_clause (struct solver *solver, struct lk_event *ev, struct scratch *s,
	       const struct lk_clause *c, struct generated *generated)
{
  const struct lk_path *place = place_path (solver->context.graph, ev, &c->place);
  const struct lk_path *other = place_path (solver->context.graph, ev, &c->other);
  const struct lk_path *from = c->role == LK_ROLE_PUT ? place : other;
  const struct lk_path *to = c->role == LK_ROLE_PUT ? other : place;
  bool inside;
  if (!from || !object_begins (s, from, &inside))
    return true;
  if (!to)
    /* Without an access path for a wrapper or a fetched element nothing is lost; what is
       stored elsewhere is gone.  */
    return c->role != LK_ROLE_PUT || (c->other.base == 0);
  /* A pointer is stored there, and the handle is a member of its target: the container gets
     one access path for all its elements, not two.  */
  if (c->role == LK_ROLE_PUT && inside && from->nsel == 0
      && solver->context.graph->vars[from->root].class_ == LK_VAR_VALUE
      && !(solver->context.graph->function
	   && (solver->context.graph->function->flags & LK_FN_JAVA)))
    return false;
  if (c->role == LK_ROLE_PUT)
    {
      struct path_rest held = { .nsel = 1, .sel = { LK_ANY } };
      const struct lk_path *p = path_join (solver->context.graph, to, &held);
      /* An element that was removed is in it again; one that is stored elsewhere is not.  */
      if (!p || collection_holds (s, p) || object_was_fetched (solver, s, to))
	s->flags &= ~FACT_FETCHED;
      add_element (solver, s, p, generated);
      /* The container was stored in a member before.  */
      const struct lk_path *places[SCRATCH_PATHS];
      unsigned n = to->nsel ? 0 : stored_before (solver->context.view, solver->context.block,
						 solver->context.event, to, places, SCRATCH_PATHS);
      for (unsigned i = 0; i < n; i++)
	add_element (solver, s, path_join (solver->context.graph, places[i], &held), generated);
      return true;
    }
  if (c->role == LK_ROLE_FETCH && !leaves_there (ev->callee->contract, c))
    s->flags |= FACT_FETCHED;
  /* A wrapper's close () calls that of the wrapped object, whatever that closes.  */
  if (generated->n < SCRATCH_PATHS)
    generated->paths[generated->n++] = to;
  return true;
}

void
object_taken (struct solver *solver, struct scratch *s, const struct lk_path *holder)
{
  for (unsigned i = holder && object_was_fetched (solver, s, holder) ? s->n_paths : 0; i-- > 0;)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], holder, &rest) && rest.nsel)
	scratch_remove_at (s, i);
    }
}

void
object_begun_anew (struct scratch *s, const struct lk_path *holder)
{
  bool inside;
  if ((s->flags & FACT_FETCHED) && object_begins (s, holder, &inside) && inside)
    s->flags &= ~FACT_FETCHED;
}

bool
object_in_field (const struct scratch *s, const struct lk_path *value)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], value, &rest) && rest.nsel
	  && rest.sel[0] != LK_ANY)
	return true;
    }
  return false;
}
