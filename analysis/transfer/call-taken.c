/* Unknown callees that never take the handle, as what their caller does afterwards shows: it releases
   the handle both after the callee has failed and after it has succeeded.

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

/* Return true if a release of V is reached by E, and no other function gets V before.  SEEN are
   the blocks that are not to be entered.  */
static bool
reaches_release (const struct solver *solver, const struct lk_graph *g,
		 const struct lk_edge *e, lk_var v, uint8_t *seen)
{
  const struct lk_block *bl = &g->blocks[e->to];
  if (seen[e->to] || (e->flags & LK_EDGE_EXCEPTION))
    return false;
  seen[e->to] = 1;
  v = name_after (g, e, v);
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (releases_value (solver, &bl->events[i], v) || destroys_value (&bl->events[i], v))
      return true;
    else if (passes_value (&bl->events[i], v))
      return false;
  for (uint32_t i = 0; i < bl->n_succs; i++)
    if (reaches_release (solver, g, bl->succs[i], v, seen))
      return true;
  return false;
}

/* Return true if a release of HANDLE is reached by both edges out of block BRANCH, neither of them
   back through block CALL.  */
static bool
released_by_both (const struct solver *solver, uint32_t branch, uint32_t call, lk_var handle)
{
  const struct lk_graph *g = solver->context.graph;
  const struct lk_block *bl = &g->blocks[branch];
  uint8_t *seen = lk_xmalloc (g->n_blocks);
  bool both = bl->n_succs == 2;
  for (uint32_t k = 0; k < bl->n_succs && both; k++)
    {
      memset (seen, 0, g->n_blocks);
      seen[call] = seen[branch] = 1;
      both = reaches_release (solver, g, bl->succs[k], handle, seen);
    }
  free (seen);
  return both;
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
