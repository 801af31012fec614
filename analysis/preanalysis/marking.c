/* Mark a value number as relevant, with what it is made of.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

void
mark_asked (struct function_view *view, const struct lk_event *ev, uint32_t arg, bool look)
{
  const struct tested_inputs *inputs = (look ? function_asks (view->unit, ev->callee)
					: tested_inputs (view->unit, ev->callee));
  for (const struct place_list *a = inputs->asked; a; a = a->next)
    {
      const struct lk_path *place
	= a->place.base == (int) arg + 1 ? place_path (view->graph, ev, &a->place) : NULL;
      if (place)
	{
	  struct key *here = key_at (view, key_of_memory (view, place));
	  here->asked_again |= here->asked || here->tests;
	  here->useful = here->asked = true;
	}
    }
}

bool
makes_of_references (const struct lk_function *fn)
{
  return fn && (fn->flags & (LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT | LK_FN_LIBRARY));
}

/* Return true if the call EV acquires something in the local object V.  */
static bool
acquires_in (const struct lk_event *ev, lk_var v)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    {
      uint32_t arg = (uint32_t) c->place.base - 1;
      if (c->role == LK_ROLE_ACQUIRE && c->place.base > 0 && c->place.nsel
	  && arg < ev->n_args && ev->args[arg].kind == LK_PATH
	  && ev->args[arg].path->root == v)
	return true;
    }
  return false;
}

/* Return true if the call EV results in a structure with status values, the local object V.  */
static bool
results_in_tags (const struct function_view *view, const struct lk_event *ev, lk_var v)
{
  if (ev->kind != LK_EVENT_CALL || !ev->aggregate_result || ev->dest.kind != LK_PATH
      || ev->dest.path->root != v || !ev->callee || !(ev->callee->flags & LK_FN_BODY)
      || (ev->callee->flags & LK_FN_JAVA) || ev->callee == view->graph->function)
    return false;
  const struct place_list *t = function_asks (view->unit, ev->callee)->tags;
  while (t && t->place.base != 0)
    t = t->next;
  return t;
}

bool
gets_tag (const struct function_view *view, lk_var v)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (acquires_in (ev, v) || results_in_tags (view, ev, v))
	  return true;
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && ev->dest.path->root == v
	    && (ev->src.kind == LK_CONST
		|| (ev->src.kind == LK_PATH && ev->src.path->nsel == 0
		    && (is_truth (g, ev->src.path->root)
			|| (ev->src.path->root < view->n_vars
			    && view->vars[ev->src.path->root].phi)))))
	  return true;
      }
  return false;
}
