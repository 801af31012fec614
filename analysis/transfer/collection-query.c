/* Queries of a container that holds a handle, and the other elements in it.

   Heuristic: a loop guarded by a query of the container (`hasNext', `empty') visits every
   element.  The path that bypasses the loop is infeasible while the container holds the
   handle.  A loop that releases what it fetches may stop early: after a release, or pop (),
   another element remains until the container is queried again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "transfer-internal.h"

/* ---- What it answers.  ---- */

/* Return true if the call EV does something with the contents of HOLDER, which holds S's
   handle.  */
static bool
uses_holder (const struct scratch *s, const struct lk_event *ev, lk_var holder)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      bool inside;
      if (ev->args[k].kind != LK_PATH || ev->args[k].path->root != holder
	  || !object_begins (s, ev->args[k].path, &inside) || !inside)
	continue;
      if (!contract || !(contract->clauses || contract->complete))
	return true;
      for (const struct lk_clause *c = contract->clauses; c; c = c->next)
	{
	  const struct lk_place *from
	    = (c->role == LK_ROLE_FETCH || c->role == LK_ROLE_ALIAS
	       || c->role == LK_ROLE_WRAP ? &c->other : &c->place);
	  if (c->role != LK_ROLE_PUT && c->role != LK_ROLE_BORROW && c->role != LK_ROLE_TAKE
	      && from->base == (int) k + 1)
	    return true;
	}
    }
  return false;
}

static bool
region_uses (struct solver *solver, const struct scratch *s, uint32_t from,
	     uint32_t top, lk_var holder)
{
  struct lk_graph *g = solver->context.graph;
  /* At a join of paths the query of one of them does not decide.  */
  for (uint32_t i = 0; i < g->blocks[top].n_preds; i++)
    if (g->blocks[top].preds[i]->from != from
	&& !dominates (solver->context.view, top, g->blocks[top].preds[i]->from))
      return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (solver->context.view->idom[b] != UINT32_MAX
	&& dominates (solver->context.view, top, b))
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	if (g->blocks[b].events[i].kind == LK_EVENT_CALL
	    && uses_holder (s, &g->blocks[b].events[i], holder))
	  return true;
  return false;
}

/* Return true if EV does nothing with any handle.  */
static bool
only_answers (const struct lk_event *ev)
{
  const struct lk_contract *contract
    = ev->kind == LK_EVENT_CALL && ev->callee ? ev->callee->contract : NULL;
  return contract && contract->complete && !contract->clauses;
}

/* Return true if OBJECT holds S's handle as one of several elements.  */
static bool
holds_elements (const struct scratch *s, const struct lk_path *object)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      bool found = path_rest (s->paths[i], object, &rest);
      for (unsigned k = 0; found && k < rest.nsel; k++)
	if (rest.sel[k] == LK_ANY)
	  return true;
    }
  return false;
}

/* Return true if OP is the result of a query of *HOLDER, which holds S's handle, or a
   comparison of that result.  An object whose methods are known, and which has the handle in a
   member of its own, is no container.  */
static bool
asks_holder (struct solver *solver, const struct scratch *s,
	     const struct lk_operand *op, lk_var *holder)
{
  if (op->kind != LK_PATH)
    return false;
  const struct lk_event *ev = value_call (solver, op->path);
  const struct lk_definition *def = &solver->context.graph->vars[op->path->root].def;
  bool inside;
  if ((def->kind == LK_DEF_NOT || def->kind == LK_DEF_COMPARE)
      && op->path->nsel == 0 && def->a.kind == LK_PATH)
    {
      ev = value_call (solver, def->a.path);
      /* A call with other effects is no query.  */
      if (ev && !only_answers (ev))
	return false;
    }
  if (!ev || !ev->n_args || ev->args[0].kind != LK_PATH
      || !object_begins (s, ev->args[0].path, &inside) || !inside
      || (ev->callee && (ev->callee->flags & LK_FN_BODY)
	  && !holds_elements (s, ev->args[0].path)))
    return false;
  *holder = ev->args[0].path->root;
  return true;
}

/* Set, by block, in IN_ROUNDS which blocks are in each round of some loop of VIEW's function: those
   between its head and one of its ends.  */
static void
mark_rounds (const struct function_view *view, bool *in_rounds)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_succs; i++)
      {
	uint32_t head = g->blocks[b].succs[i]->to;
	if (!dominates (view, head, b))
	  continue;
	for (uint32_t in = b; in != head; in = view->idom[in])
	  in_rounds[in] = true;
	in_rounds[head] = true;
      }
}

/* Return true if each round of a loop runs BLOCK.  */
static bool
repeated (struct solver *solver, uint32_t block)
{
  struct function_view *view = solver->context.view;
  uint32_t n = view->graph->n_blocks;
  /* The last one: the others are known.  */
  bool *in_rounds = view_slot (view, VIEW_ROUNDS, (n + 1) * sizeof *in_rounds);
  if (!in_rounds[n])
    mark_rounds (view, in_rounds);
  in_rounds[n] = true;
  return in_rounds[block];
}

/* Return true if the branch of BL tests the number of elements, and WAY is taken only if there
   are some: if (v.size () > 4) return.  A container that is filled in a loop has several.  */
static bool
taken_by_some (struct solver *solver, const struct lk_block *bl, unsigned way)
{
  struct test t;
  if (!branch_test (&solver->context, bl, way, &t) || t.b.kind != LK_CONST)
    return false;
  const struct lk_event *ev = value_call (solver, t.a.path);
  if (!ev || !ev->callee || !ev->callee->contract
      || !ev->callee->contract->counts)
    return false;
  const struct obligation *o = solver->context.obligation;
  struct lk_range taken = range_of_compare (t.op, t.b.value);
  return (!lk_range_contains (&taken, 0)
	  && (lk_range_contains (&taken, 1)
	      || (!o->incoming && repeated (solver, o->block))));
}

bool
object_past_holder (struct solver *solver, struct scratch *s, uint32_t block,
		    unsigned way)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  lk_var holder;
  if (!s->n_paths || bl->n_succs < 2
      || !(asks_holder (solver, s, &bl->a, &holder) || asks_holder (solver, s, &bl->b, &holder))
      || taken_by_some (solver, bl, way)
      || region_uses (solver, s, block, bl->succs[way]->to, holder)
      || !region_uses (solver, s, block, bl->succs[!way]->to, holder))
    return false;
  /* The fetched element may be the one sought, and then there is no other.  A query outside of
     loops tests whether there was any element.  */
  if ((s->flags & FACT_FETCHED) && repeated (solver, block))
    {
      s->flags &= ~FACT_FETCHED;
      return false;
    }
  return true;
}

/* ---- The others.  ---- */

/* Return true if EV queries HOLDER for whether there are elements, or how many.  */
static bool
asks (const struct lk_event *ev, lk_var holder)
{
  return (only_answers (ev) && ev->n_args
	  && ev->args[0].kind == LK_PATH && ev->args[0].path->root == holder);
}

/* Return true if B is in a loop that contains block A.  */
static bool
same_loop (struct solver *solver, uint32_t a, uint32_t b)
{
  return (a == b
	  || (block_reaches (&solver->context, a, b) && block_reaches (&solver->context, b, a)));
}

/* Return true if EV fetches something from HOLDER.  */
static bool
fetches_from (const struct lk_event *ev, lk_var holder)
{
  return (call_fetches (ev) && ev->n_args && ev->args[0].kind == LK_PATH
	  && ev->args[0].path->root == holder);
}

/* Return true if something was fetched from HOLDER before the event in hand, in a loop whose
   condition is a query of HOLDER.  A loop that queries it twice stops when there are no more
   elements.  */
static bool
fetched_in_loop (struct solver *solver, lk_var holder)
{
  const struct lk_graph *g = solver->context.graph;
  uint32_t fetched = UINT32_MAX;
  unsigned asked = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (solver->context.view->idom[b] != UINT32_MAX
	&& dominates (solver->context.view, b, solver->context.block)
	&& repeated (solver, b))
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	if (fetches_from (&g->blocks[b].events[i], holder))
	  fetched = b;
  for (uint32_t b = 0; b < g->n_blocks && fetched != UINT32_MAX; b++)
    if (solver->context.view->idom[b] != UINT32_MAX && same_loop (solver, fetched, b))
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	asked += asks (&g->blocks[b].events[i], holder);
  return asked == 1;
}

void
object_holder_asked (const struct lk_event *ev, struct scratch *s)
{
  bool inside;
  if ((s->flags & FACT_ANOTHER) && ev->n_args && ev->args[0].kind == LK_PATH
      && asks (ev, ev->args[0].path->root)
      && object_begins (s, ev->args[0].path, &inside) && inside)
    s->flags &= ~FACT_ANOTHER;
}

bool
object_others (struct solver *solver, const struct scratch *s, struct scratch *others)
{
  const struct obligation *o = solver->context.obligation;
  const struct lk_graph *g = solver->context.graph;
  bool fetched = false;
  if (!g->function || (g->function->flags & LK_FN_JAVA) || o->incoming || o->function != g->function
      || !repeated (solver, o->block))
    return false;
  scratch_copy (others, s);
  for (unsigned i = others->n_paths; i-- > 0;)
    {
      const struct lk_path *p = others->paths[i];
      if (p->nsel && p->sel[p->nsel - 1] == LK_ANY
	  && classify_path (&solver->context, p) == PATH_LOCAL)
	{
	  const struct lk_path *holder = lk_path_make (solver->context.graph, p->root, 0, NULL, 0);
	  fetched |= (object_was_fetched (solver, s, holder)
		      && fetched_in_loop (solver, p->root));
	}
      else
	scratch_remove_at (others, i);
    }
  others->flags = (others->flags & ~FACT_FETCHED) | FACT_ANOTHER;
  return fetched && others->n_paths;
}
