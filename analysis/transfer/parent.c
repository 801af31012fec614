/* Resources that are released with the object they were acquired within; wrappers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

static void
names_add (struct solver *solver, struct object_names *n, const struct lk_path *path)
{
  if (!path || path->addend)
    return;
  for (unsigned i = 0; i < n->n; i++)
    if (n->paths[i] == path)
      return;
  if (n->n == n->room)
    {
      const struct lk_path **old = n->paths;
      n->room = lk_more_room (n->room, 8);
      n->paths = lk_arena_alloc (solver->context.arena, n->room * sizeof *n->paths);
      if (n->n)
	memcpy (n->paths, old, n->n * sizeof *old);
    }
  n->paths[n->n++] = path;
}

/* Return the summary of what the body that EV calls does to the parent VALUE, or NULL.  */
static const struct summary *
summary_of_parent (struct solver *solver, struct lk_event *ev,
		   const struct lk_path *value)
{
  const struct obligation *o = solver->context.obligation;
  struct obligation parent = *o;
  struct scratch s;
  bool gets = false;
  uint64_t passed = 0;
  parent.kind = &kind_anything;
  parent.releasers = NULL;
  parent.in_place = false;
  parent.n_parents = 0;
  memset (&s, 0, sizeof s);
  scratch_add (&solver->context, &s, value);
  solver->context.obligation = &parent;
  const struct summary *sum
    = s.n_paths ? solver->context.summaries->for_call (solver, ev, &s, &gets, &passed) : NULL;
  solver->context.obligation = o;
  return sum;
}

/* Add what the value at PATH may be a copy of: what was loaded, the arguments of phis, what a
   contract says is the same; with PARENTS also what it was acquired within.  */
static void
names_behind (struct solver *solver, struct object_names *names,
	      const struct lk_path *path, bool parents)
{
  struct function_view *view = solver->context.view;
  if (path->nsel || path->root >= view->n_vars)
    return;
  const struct var_info *vi = &view->vars[path->root];
  if (vi->phi)
    for (uint32_t k = 0; k < solver->context.graph->blocks[vi->def_block].n_preds; k++)
      if (vi->phi->args[k].kind == LK_PATH)
	names_add (solver, names, vi->phi->args[k].path);
  struct lk_event *ev = var_call (view, path->root);
  if (loaded_from (view, path->root))
    names_add (solver, names, loaded_from (view, path->root));
  if (!ev || !ev->callee)
    return;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    {
      if (c->place.base != 0 || c->place.nsel)
	continue;
      if (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP)
	names_add (solver, names, place_path (solver->context.graph, ev, &c->other));
      else if (parents && c->role == LK_ROLE_ACQUIRE && c->has_parent)
	names_add (solver, names, place_path (solver->context.graph, ev, &c->parent));
    }
  struct product *made
    = (parents && (ev->callee->flags & LK_FN_BODY)
       ? function_info (solver->context.unit, ev->callee)->products : NULL);
  for (; made; made = made->next)
    for (unsigned i = 0; i < made->n_paths; i++)
      if (made->paths[i].root == ROOT_RESULT && made->paths[i].nsel == 0)
	for (unsigned k = 0; k < made->n_parents; k++)
	  names_add (solver, names, portable_at_call (&solver->context, ev, &made->parents[k]));
}

/* Add the places where values of NAMES are stored.  */
static void
names_stored (struct solver *solver, struct object_names *names)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH
	    || ev->src.kind != LK_PATH || ev->dest.path->nsel == 0)
	  continue;
	for (unsigned k = 0; k < names->n; k++)
	  if (names->paths[k] == ev->src.path)
	    {
	      names_add (solver, names, ev->dest.path);
	      break;
	    }
      }
}

/* The same for places where callees store them.  */
static void
names_kept (struct solver *solver, struct object_names *names)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_path *given = NULL;
	if (ev->kind != LK_EVENT_CALL || !ev->callee
	    || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	for (uint32_t k = 0; k < ev->n_args && !given; k++)
	  for (unsigned n = 0; n < names->n && !given; n++)
	    if (ev->args[k].kind == LK_PATH && ev->args[k].path == names->paths[n])
	      given = names->paths[n];
	const struct summary *sum
	  = given ? summary_of_parent (solver, ev, given) : NULL;
	for (const struct outcome *o = sum ? sum->outcomes : NULL; o; o = o->next)
	  for (unsigned k = 0; o->kind == OUT_HELD && k < o->n_paths; k++)
	    {
	      const struct lk_path *p = portable_at_call (&solver->context, ev, &o->paths[k]);
	      if (p && p->nsel)
		names_add (solver, names, p);
	    }
      }
}

/* Add what wraps one of NAMES: to close the wrapper closes it, too.  */
static void
names_wrapped (struct solver *solver, struct object_names *names)
{
  struct clause_walk w = { .graph = solver->context.graph, .role = LK_ROLE_WRAP };
  while (next_clause (&w))
    {
      const struct lk_path *from = place_path (w.graph, w.event, &w.clause->other);
      for (unsigned k = 0; from && k < names->n; k++)
	if (names->paths[k] == from)
	  {
	    names_add (solver, names, place_path (w.graph, w.event, &w.clause->place));
	    break;
	  }
    }
}

/* Make NAMES, and all access paths to the same object, the parents of O.  */
static void
object_parents (struct solver *solver, struct obligation *o,
		struct object_names *names)
{
  for (unsigned i = 0; i < names->n; i++)
    names_behind (solver, names, names->paths[i], true);
  names_wrapped (solver, names);
  names_stored (solver, names);
  names_kept (solver, names);
  o->n_parents = names->n;
  o->parents = lk_arena_alloc (solver->context.unit->arena,
			       (names->n + 1) * sizeof *o->parents);
  memcpy (o->parents, names->paths, names->n * sizeof *names->paths);
}

void
object_clause_parents (struct solver *solver, struct lk_event *ev,
		       const struct lk_clause *c, struct obligation *o)
{
  struct object_names names = { .n = 0 };
  if (c->has_parent)
    names_add (solver, &names, place_path (solver->context.graph, ev, &c->parent));
  if (names.n)
    object_parents (solver, o, &names);
}

void
object_product_parents (struct solver *solver, struct lk_event *ev,
			const struct product *p, struct obligation *o)
{
  struct object_names names = { .n = 0 };
  for (unsigned i = 0; i < p->n_parents; i++)
    names_add (solver, &names, portable_at_call (&solver->context, ev, &p->parents[i]));
  if (names.n)
    object_parents (solver, o, &names);
}

void
object_portable_parents (struct solver *solver, const struct lk_block *bl,
			 struct product *p)
{
  const struct obligation *o = solver->context.obligation;
  p->parents = lk_arena_alloc (solver->keep,
			       (o->n_parents + 1) * sizeof *p->parents);
  for (unsigned i = 0; i < o->n_parents; i++)
    {
      struct path_rest rest;
      struct portable_path *to = &p->parents[p->n_parents];
      if (bl->a.kind == LK_PATH && path_rest (o->parents[i], bl->a.path, &rest)
	  && !rest.weak && rest.nsel <= MAX_LOADS)
	{
	  memset (to, 0, sizeof *to);
	  to->root = ROOT_RESULT;
	  to->nsel = rest.nsel;
	  memcpy (to->sel, rest.sel, rest.nsel * sizeof *rest.sel);
	  p->n_parents++;
	}
      else if (o->parents[i]->nsel <= MAX_LOADS
	       && portable_from_path (solver->context.view, o->parents[i], to))
	p->n_parents++;
    }
}

/* Return true if VALUE may be a parent of O.  */
static bool
object_is_parent (struct solver *solver, const struct obligation *o,
		  const struct lk_path *value)
{
  struct object_names names = { .n = 0 };
  if (!o->n_parents)
    return false;
  names_add (solver, &names, value);
  for (unsigned i = 0; i < names.n; i++)
    {
      for (unsigned k = 0; k < o->n_parents; k++)
	if (o->parents[k] == names.paths[i])
	  return true;
      names_behind (solver, &names, names.paths[i], false);
    }
  return false;
}

/* Return what the value at PATH was surely obtained from, or NULL.  */
static const struct lk_path *
had_from (struct solver *solver, const struct lk_path *path)
{
  struct lk_event *ev = value_call (solver, path);
  for (const struct lk_clause *c = ev ? event_clauses (ev) : NULL; c; c = c->next)
    if (c->place.base == 0 && c->place.nsel == 0)
      {
	if (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP)
	  return place_path (solver->context.graph, ev, &c->other);
	if (c->role == LK_ROLE_ACQUIRE && c->has_parent)
	  return place_path (solver->context.graph, ev, &c->parent);
      }
  return NULL;
}

void
object_parents_exist (struct solver *solver, struct lk_event *ev,
		      struct scratch *s)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_range some = LK_RANGE_NONNULL;
  for (unsigned i = 0; i < o->n_parents; i++)
    for (uint32_t k = 0; k < ev->n_args; k++)
      if (ev->args[k].kind == LK_PATH && ev->args[k].path == o->parents[i])
	{
	  const struct lk_path *p = o->parents[i];
	  for (uint32_t n = 0; p && n < solver->context.view->n_vars; n++)
	    {
	      struct lk_operand op = lk_operand_path (p);
	      assume_in_range (&solver->context, s, &op, &some);
	      p = had_from (solver, p);
	    }
	}
}

static bool
body_releases (struct solver *solver, struct lk_event *ev,
	       const struct lk_path *value)
{
  const struct summary *sum = summary_of_parent (solver, ev, value);
  for (const struct outcome *out = sum ? sum->outcomes : NULL; out;
       out = out->next)
    if (out->kind == OUT_RELEASED)
      return true;
  return false;
}

bool
object_parent_released (struct solver *solver, struct lk_event *ev,
			const struct scratch *s)
{
  const struct obligation *o = solver->context.obligation;
  if (!o->n_parents || !ev->callee)
    return false;
  const struct lk_contract *contract = ev->callee->contract;
  bool explicit_ = contract && (contract->clauses || contract->complete);
  for (const struct lk_clause *c = explicit_ ? contract->clauses : NULL; c;
       c = c->next)
    {
      struct lk_range r;
      const struct lk_path *value
	= c->role == LK_ROLE_RELEASE ? place_path (solver->context.graph, ev, &c->place) : NULL;
      /* The call's result may tell whether it is released.  */
      if (value && clause_holds (solver, ev, s, c, &r) == 1
	  && object_is_parent (solver, o, value))
	return true;
    }
  if (explicit_ || !(ev->callee->flags & LK_FN_BODY))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      if (ev->args[k].kind != LK_PATH)
	continue;
      if (object_is_parent (solver, o, ev->args[k].path)
	  && body_releases (solver, ev, ev->args[k].path))
	return true;
      /* A holder of both, which closes only the parent.  */
      for (unsigned i = 0; i < o->n_parents; i++)
	{
	  struct path_rest rest;
	  if (path_rest (o->parents[i], ev->args[k].path, &rest) && rest.nsel
	      && body_releases (solver, ev, o->parents[i]))
	    return true;
	}
    }
  return false;
}

const struct lk_path *
object_wrapper_of (struct solver *solver, const struct lk_path *path)
{
  struct clause_walk w = { .graph = solver->context.graph, .role = LK_ROLE_WRAP };
  while (next_clause (&w))
    if (place_path (w.graph, w.event, &w.clause->other) == path)
      return place_path (w.graph, w.event, &w.clause->place);
  return NULL;
}

bool
object_acquired_before (struct solver *solver, uint32_t block, uint32_t index,
			const struct lk_path *path)
{
  struct clause_walk w = { .graph = solver->context.graph, .role = LK_ROLE_ACQUIRE };
  while (next_clause (&w))
    if (place_path (w.graph, w.event, &w.clause->place) == path
	&& runs_before (solver->context.view, w.block, w.index, block, index))
      return true;
  return false;
}
