/* Unknown callees that never take the handle, as what their caller does afterwards shows: it
   releases the handle both after the callee has failed and after it has succeeded.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "transfer-internal.h"

/* Return the value that V is called in the target of E.  */
static lk_var
name_after (const struct lk_graph *g, const struct lk_edge *e, lk_var v)
{
  const struct lk_block *to = &g->blocks[e->to];
  for (uint32_t i = 0; i < to->n_phis; i++)
    if (operand_is_value (&to->phis[i].args[e->pred_index], v))
      return to->phis[i].result;
  return v;
}

/* Return true if EV passes V to a function that may keep it or hand it back.  */
static bool
passes_value (const struct lk_event *ev, lk_var v)
{
  if (ev->kind != LK_EVENT_CALL
      || (ev->callee && ev->callee->contract && ev->callee->contract->complete))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v)
      return true;
  return false;
}

/* Return true if EV destroys the object V.  */
static bool
destroys_value (const struct lk_event *ev, lk_var v)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee && ev->n_args
	  && (ev->callee->flags & (LK_FN_DESTRUCTOR | LK_FN_DISPATCH))
	  && operand_is_value (&ev->args[0], v));
}

/* Return true if a release of the value V is reached by E, not by an exception nor through one of
   the blocks BRANCH and CALL, and no other function gets V before.  */
static bool
reaches_release (const struct solver *solver, const struct lk_edge *e, lk_var v, uint32_t branch,
		 uint32_t call)
{
  const struct lk_graph *g = solver->context.graph;
  struct block_walk w;
  uint32_t b;
  bool released = false;
  if (e->to == branch || e->to == call || (e->flags & LK_EDGE_EXCEPTION))
    return false;
  /* The names of V, by block, where the walk was sent.  */
  lk_var *names = lk_xmalloc (g->n_blocks * sizeof *names);
  block_walk_begin (&w, g, e->to);
  w.seen[e->to] = w.seen[branch] = w.seen[call] = 1;
  names[e->to] = name_after (g, e, v);
  while (!released && next_block (&w, &b))
    {
      const struct lk_block *bl = &g->blocks[b];
      bool passed = false;
      v = names[b];
      for (uint32_t i = 0; i < bl->n_events && !released && !passed; i++)
	{
	  released = (releases_value (solver, &bl->events[i], v)
		      || destroys_value (&bl->events[i], v));
	  passed = !released && passes_value (&bl->events[i], v);
	}
      for (uint32_t i = 0; i < bl->n_succs && !passed; i++)
	if (!(bl->succs[i]->flags & LK_EDGE_EXCEPTION) && !w.seen[bl->succs[i]->to])
	  {
	    names[bl->succs[i]->to] = name_after (g, bl->succs[i], v);
	    enter_block (&w, bl->succs[i]->to);
	  }
    }
  block_walk_end (&w);
  free (names);
  return released;
}

/* Return true if a release of HANDLE is reached by both edges out of block BRANCH, neither of them
   back through block CALL.  */
static bool
released_by_both (const struct solver *solver, uint32_t branch, uint32_t call, lk_var handle)
{
  const struct lk_block *bl = &solver->context.graph->blocks[branch];
  return (bl->n_succs == 2
	  && reaches_release (solver, bl->succs[0], handle, branch, call)
	  && reaches_release (solver, bl->succs[1], handle, branch, call));
}

bool
released_after_both (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  lk_var handle = passed_handle (solver, ev, s);
  if (handle == LK_NO_VAR)
    return false;
  lk_var v = ev->dest.path->root;
  bool zero = ev->callee->flags & (LK_FN_RETURNS_BOOL | LK_FN_RETURNS_POINTER);
  for (const struct use *u = solver->context.view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[u->block];
      struct lk_range failing;
      if (bl->term == LK_TERM_COND
	  && (asks_failure (&bl->a, bl->op, &bl->b, v, zero, &failing)
	      || asks_for_zero (solver, &bl->a, bl->op, &bl->b, v, 1) >= 0)
	  && released_by_both (solver, u->block, solver->context.block, handle))
	return true;
    }
  return false;
}
