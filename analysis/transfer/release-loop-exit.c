/* Elements that a release loop leaves unreleased when it ends early or skips some.

   A release loop (preanalysis/release-loops.c) runs for each element: the path past it without
   an iteration is infeasible while the container holds elements.  The loop may end early, or
   skip elements, because of what a call returns for an element, and nothing else may release
   these.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return the argument of the release in the loop of D.  */
static const struct lk_path *
released_by (const struct drain *d)
{
  return d->call->args[d->arg].path;
}

/* Return true if PATH is a value that was loaded where D loads.  */
static bool
is_element (struct solver *solver, const struct lk_path *path,
	    const struct drain *d)
{
  /* A member of the element may be released.  */
  const struct lk_path *released = released_by (d);
  if (path == released
      || (path->nsel == 0 && released->nsel == 0 && path->root == released->root))
    return true;
  if (path->nsel || path->addend)
    return false;
  if (loaded_from (solver->context.view, path->root))
    return loaded_from (solver->context.view, path->root) == d->loaded;
  const struct lk_event *ev = var_call (solver->context.view, path->root);
  for (const struct lk_clause *c = ev ? event_clauses (ev) : NULL; c; c = c->next)
    if (c->role == LK_ROLE_FETCH)
      {
	const struct lk_path *from = place_path (solver->context.graph, ev, &c->other);
	if (from && from->root == d->loaded->root)
	  return true;
      }
  return false;
}

/* Return true if D has loaded its element before BLOCK.  */
static bool
loaded_before (const struct function_view *view, const struct drain *d, uint32_t block)
{
  const struct lk_path *element = released_by (d);
  uint32_t loaded = (element->nsel || element->root >= view->n_vars ? UINT32_MAX
		     : view->vars[element->root].def_block);
  return loaded != UINT32_MAX && dominates (view, loaded, block);
}

/* Return true if the call EV, at the end of a block in D's loop, returns something other than
   whether there are more elements: it is given an element or, while there is one, nothing.  A
   call that is given an iterator, or the container, may be such a query.  */
static bool
asks_of_element (struct solver *solver, const struct lk_event *ev,
		 const struct drain *d, uint32_t block)
{
  bool given = false, others = false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH)
      {
	bool is = is_element (solver, ev->args[k].path, d);
	given |= is;
	others |= !is;
      }
  return ((given || (!others && loaded_before (solver->context.view, d, block)))
	  && ev->callee && !(ev->callee->flags & LK_FN_RETURNS_POINTER));
}

/* Return the call whose result decides the branch at the end of BLOCK, or NULL.  */
static const struct lk_event *
call_decides (struct solver *solver, uint32_t block)
{
  const struct lk_block *bl = &solver->context.graph->blocks[block];
  struct test test;
  if (bl->term != LK_TERM_COND || !branch_test (&solver->context, bl, 0, &test))
    return NULL;
  return value_call (solver, test.a.path);
}

/* Return true if the edge E leaves the loop of D because of a call's result.  */
static bool
asked_to_leave (struct solver *solver, const struct lk_edge *e,
		const struct drain *d)
{
  const struct lk_event *ev = call_decides (solver, e->from);
  return ev && asks_of_element (solver, ev, d, e->from);
}

/* Return true if a call fetched the elements that D's loop releases from a container.  */
static bool
fetches (const struct solver *solver, const struct drain *d)
{
  const struct lk_event *ev = value_call (solver, released_by (d));
  return ev && call_fetches (ev);
}

/* Return true if the edge E leaves the loop of D because of a query of that container.  */
static bool
container_says (struct solver *solver, const struct lk_edge *e, const struct drain *d)
{
  const struct lk_event *ev = call_decides (solver, e->from);
  return (ev && ev->n_args && ev->args[0].kind == LK_PATH
	  && ev->args[0].path->root == d->loaded->root);
}

/* Return true if the edge of EXIT leaves the loop of D because of a call's result (or, in a
   loop over a query of a container, of anything else), and there is another exit where there
   are no more elements: for (FILE *f : all) { if (ferror (f)) return -1; fclose (f); }  */
static bool
leaves_early (struct solver *solver, const struct drain_exit *exit,
	      const struct drain *d)
{
  bool otherwise = fetches (solver, d) && !container_says (solver, exit->edge, d);
  if (!otherwise && !asked_to_leave (solver, exit->edge, d))
    return false;
  for (uint32_t b = 0; b < solver->context.graph->n_blocks; b++)
    for (const struct drain_exit *other = prepared_drain_exits (solver->context.view, b); other;
	 other = other->next)
      if (other->drains == exit->drains && !other->inside
	  && !(other->edge->flags & LK_EDGE_EXCEPTION)
	  && (otherwise ? container_says (solver, other->edge, d)
	      : !asked_to_leave (solver, other->edge, d)))
	return true;
  return false;
}

/* Return true if the contract of D's call says that it releases what is REST behind its
   argument.  */
static bool
declared_released (const struct drain *d, const struct path_rest *rest)
{
  for (const struct lk_clause *c = event_clauses (d->call); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == (int) d->arg + 1
	&& c->place.nsel == rest->nsel && c->place.addend == 0)
      return true;
  return false;
}

/* Return the summary of D's callee for S with the further access path PATH, unless that is
   NULL.  NULL: the callee is unknown, or there is no room for the path.  */
static const struct summary *
summary_with (struct solver *solver, const struct scratch *s, const struct drain *d,
	      const struct lk_path *path)
{
  struct scratch inside;
  scratch_copy (&inside, s);
  if (path && !scratch_has_room (&solver->context, &inside, path))
    return NULL;
  if (path)
    {
      /* Known values of the current element do not hold for another one.  */
      scratch_forget_var (&solver->context, &inside, path->root);
      scratch_add (&solver->context, &inside, path);
    }
  bool gets = false;
  uint64_t passed = 0;
  const struct summary *sum
    = solver->context.summaries->for_call (solver, d->call, &inside, &gets, &passed);
  return sum && sum->done ? sum : NULL;
}

/* Return true if the loop of D does something to its elements, or to what is REST behind them,
   other than to read them.  */
static bool
releases_element (struct solver *solver, const struct scratch *s,
		 const struct drain *d, const struct path_rest *rest)
{
  const struct lk_function *callee = d->call->callee;
  if (rest->nsel && declared_released (d, rest))
    return true;
  if (rest->nsel && (d->call->arg_flags[d->arg] & LK_ARG_CONST))
    return false;
  if (!callee || !(callee->flags & LK_FN_BODY)
      || (rest->nsel == 0 && callee->contract && callee->contract->clauses))
    return true;
  const struct summary *sum
    = summary_with (solver, s, d, path_join (solver->context.graph, released_by (d), rest));
  if (!sum)
    return true;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    if (o->kind != OUT_HELD)
      return true;
  return false;
}

/* Return true if D's call stores its argument in a container or in the object of a method.  */
static bool
keeps_argument (struct solver *solver, const struct scratch *s, const struct drain *d)
{
  if (d->kept)
    return true;
  const struct lk_path *given = released_by (d);
  int64_t first = given->addend;
  if (d->variable)
    given = lk_path_make (solver->context.graph, given->root, 1, &first, 0);
  const struct summary *sum = d->call->callee ? summary_with (solver, s, d, given) : NULL;
  if (!sum)
    return true;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      if (o->kind != OUT_HELD)
	return true;
      for (unsigned i = 0; i < o->n_paths; i++)
	if (o->paths[i].root != ROOT_FORMAL || o->paths[i].index != d->arg)
	  return true;
    }
  return false;
}

/* Return true if the exit EXIT of D's loop says nothing of the loaded elements: elements of a
   collection are followed through it, and after an early exit there may be more.  */
static bool
passes_by (struct solver *solver, const struct drain_exit *exit, const struct drain *d)
{
  return ((d->fetched && !solver->context.obligation->in_place)
	  || leaves_early (solver, exit, d));
}

/* Return by how many bytes the pointer V, a phi, moves in each iteration; 0: not known.  */
static int64_t
walk_step (const struct function_view *view, lk_var v)
{
  const struct lk_phi *phi = v < view->n_vars ? view->vars[v].phi : NULL;
  int64_t step = 0;
  for (uint32_t k = 0; phi && k < view->graph->blocks[view->vars[v].def_block].n_preds; k++)
    {
      const struct lk_operand *a = &phi->args[k];
      if (a->kind != LK_PATH || a->path->nsel || a->path->root != v || a->path->addend == 0)
	continue;
      if (a->path->addend == LK_ANY || (step && step != a->path->addend))
	return 0;
      step = a->path->addend;
    }
  return step;
}

/* Return true if A and B are a multiple of STEP, which is not 0, apart.  */
static bool
whole_steps (int64_t a, int64_t b, int64_t step)
{
  uint64_t each = step < 0 ? -(uint64_t) step : (uint64_t) step;
  uint64_t between = a < b ? (uint64_t) b - (uint64_t) a : (uint64_t) a - (uint64_t) b;
  return between % each == 0;
}

/* Return true if PATH is what the loop of D loads by the access path LOADED, but for another
   element of the memory that its pointer walks over.  */
static bool
is_further_element (const struct function_view *view, const struct lk_path *path,
		    const struct drain *d, const struct lk_path *loaded)
{
  if (d->step)
    {
      unsigned last = loaded->nsel - 1;
      return (path->nsel == loaded->nsel && path->root == loaded->root
	      && !memcmp (path->sel, loaded->sel, last * sizeof *path->sel)
	      && (path->sel[last] == LK_ANY
		  || whole_steps (path->sel[last], loaded->sel[last], d->step)));
    }
  if (path->nsel != 1 || d->loaded->nsel != 1 || d->loaded->root >= view->n_vars
      || !view->vars[d->loaded->root].phi
      || (path->root != d->loaded->root
	  && address_into (view, d->loaded->root, 0) != path->root))
    return false;
  int64_t step = walk_step (view, d->loaded->root);
  if (path->sel[0] == LK_ANY || d->loaded->sel[0] == LK_ANY || step == 0)
    return path->sel[0] == LK_ANY || path->root != d->loaded->root;
  return whole_steps (path->sel[0], d->loaded->sel[0], step);
}

/* Return true if the loop of D, which loads by the access path LOADED, releases the handle of
   S, or what holds it.  */
static bool
releases_loaded (struct solver *solver, const struct scratch *s, const struct drain *d,
		 const struct lk_path *loaded)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (s->paths[i]->nsel == 0
	  && !(solver->context.obligation->in_place && s->paths[i]->addend == LK_ANY))
	continue;
      /* A handle in an element is lost, or released, with the element.  */
      if (!d->kept && !d->variable && path_rest (s->paths[i], loaded, &rest)
	  && releases_element (solver, s, d, &rest))
	return true;
      struct path_rest itself = { .nsel = 0 };
      if (is_further_element (solver->context.view, s->paths[i], d, loaded)
	  && (keeps_argument (solver, s, d)
	      || (!d->variable && releases_element (solver, s, d, &itself))))
	return true;
    }
  return false;
}

/* Return true if the loop of D releases the handle of S, or what holds it.  */
static bool
releases_handle (struct solver *solver, const struct scratch *s, const struct drain *d)
{
  /* A pointer that walks and is a member of a local object is the address of another object.  */
  const struct lk_path *own = address_read (solver, s, d->loaded);
  return (releases_loaded (solver, s, d, d->loaded)
	  || (own && releases_loaded (solver, s, d, own)));
}

bool
drain_leaves_nothing (struct solver *solver, struct scratch *s, const struct lk_edge *e)
{
  bool passed = (s->flags & FACT_PASSED) != 0;
  for (const struct drain_exit *out
	 = prepared_drain_exits (solver->context.view, e->from);
       out; out = out->next)
    if (out->edge == e && !out->inside)
      for (const struct drain *d = out->drains; d; d = d->next)
	if (!passes_by (solver, out, d) && releases_handle (solver, s, d))
	  {
	    if (!passed)
	      return true;
	    s->flags &= ~FACT_PASSED;
	  }
  return false;
}

/* ---- What stays in a loop.  ---- */

/* Return true if EV, on a path on which the loop of D releases nothing, passes the element on.  */
static bool
keeps_element (struct solver *solver, const struct lk_event *ev, const struct drain *d)
{
  if (ev->kind == LK_EVENT_ASSIGN)
    return ev->dest.kind == LK_PATH && ev->dest.path->nsel && ev->src.kind == LK_PATH
	   && is_element (solver, ev->src.path, d);
  const struct lk_contract *contract
    = ev->kind == LK_EVENT_CALL && ev->callee ? ev->callee->contract : NULL;
  if (ev->kind != LK_EVENT_CALL || (contract && contract->complete && !contract->clauses))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && !(ev->arg_flags[k] & LK_ARG_CONST)
	&& is_element (solver, ev->args[k].path, d))
      return true;
  return false;
}

/* Return true if on a path from block B to the beginning HEAD of the loop of DRAINS one of
   these releases an element, or another event passes it on; with ONLY, if that one releases
   it.  *AGAIN becomes true if there is such a path.  */
static bool
sees_to_element (struct solver *solver, uint32_t b, uint32_t head, const struct drain *drains,
		 const struct drain *only, bool *again)
{
  const struct lk_graph *g = solver->context.graph;
  struct block_walk w;
  bool found = false;
  *again = b == head;
  if (b == head)
    return false;
  block_walk_begin (&w, g, b);
  while (!found && next_block (&w, &b))
    {
      const struct lk_block *bl = &g->blocks[b];
      for (const struct drain *d = drains; d && !found; d = d->next)
	for (uint32_t i = 0; i < bl->n_events && !found; i++)
	  found = (only ? &bl->events[i] == only->call
		   : &bl->events[i] == d->call || keeps_element (solver, &bl->events[i], d));
      for (uint32_t k = 0; k < bl->n_succs; k++)
	{
	  uint32_t to = bl->succs[k]->to;
	  *again |= to == head;
	  if (to != head && !(bl->succs[k]->flags & LK_EDGE_EXCEPTION)
	      && dominates (solver->context.view, head, to))
	    enter_block (&w, to);
	}
    }
  block_walk_end (&w);
  return found;
}

bool
drain_passes_by (struct solver *solver, const struct scratch *s, const struct lk_edge *e)
{
  for (const struct drain_exit *out = prepared_drain_exits (solver->context.view, e->from); out;
       out = out->next)
    {
      if (out->edge != e || !out->inside)
	continue;
      const struct lk_event *ev = call_decides (solver, e->from);
      const struct lk_block *bl = &solver->context.graph->blocks[e->from];
      if (!ev || !ev->callee || (ev->callee->flags & LK_FN_BODY))
	continue;
      const struct lk_edge *other = bl->succs[bl->succs[0] == e];
      for (const struct drain *d = out->drains; d; d = d->next)
	{
	  bool again;
	  if (ev != d->call && asks_of_element (solver, ev, d, e->from)
	      && releases_handle (solver, s, d)
	      && sees_to_element (solver, other->to, out->head, out->drains, d, &again)
	      && !sees_to_element (solver, e->to, out->head, out->drains, NULL, &again)
	      && again)
	    return true;
	}
    }
  return false;
}
