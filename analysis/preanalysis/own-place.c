/* Objects that this function made and whose address it stored in one place of memory that is its
   own, too: "d.y = new Inner ();".

   In general an object whose address is stored is other code's, and a handle in it has escaped.
   But if neither address is given to other code, the object is lost with that memory.

   Flow-insensitive.  It under-approximates: an object that is an argument of any call but that of
   its constructor, or of a callee whose contract says that it keeps nothing, is other code's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "preanalysis-internal.h"

/* Return true if CALL leaves the address that is its argument K to this function.  */
static bool
call_leaves (struct context *context, const struct lk_event *call, uint32_t k)
{
  const struct lk_function *callee = call->callee;
  if (!callee)
    return false;
  if (callee->flags & LK_FN_CONSTRUCTOR)
    return k == 0 && !object_escapes_in (context, call);
  if (!callee->contract || !callee->contract->complete)
    return false;
  for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
    if (c->role != LK_ROLE_RELEASE && c->place.base == (int) k + 1)
      return false;
  return true;
}

static bool function_gives (struct context *, lk_var, const struct lk_path **place, bool returned);

/* Return true if EV gives the address V to other code.  To store it in memory is that, too, unless
   *PLACE is NULL or that place: then it is set.  PLACE is NULL: always.  */
static bool
event_gives (struct context *context, const struct lk_event *ev, lk_var v,
	     const struct lk_path **place)
{
  if (ev->kind == LK_EVENT_COPY)
    return ev->src.kind == LK_PATH && ev->src.path->root == v;
  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
    if (operand_is_value (&ev->args[k], v) && !call_leaves (context, ev, k))
      return true;
  if (ev->kind != LK_EVENT_ASSIGN || !operand_is_value (&ev->src, v))
    return false;
  const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  /* The copy of a load that the normal form knows.  */
  if (to && to->nsel == 0 && context->graph->vars[to->root].class_ == LK_VAR_VALUE)
    return function_gives (context, to->root, place, true);
  if (!place || !to || to->nsel != 1 || to->addend || to->sel[0] == LK_ANY
      || (*place && *place != to))
    return true;
  *place = to;
  return false;
}

/* As event_gives, for the whole function.  RETURNED: to return the address, or to merge it with
   another one, is to give it to other code.  */
static bool
function_gives (struct context *context, lk_var v, const struct lk_path **place, bool returned)
{
  const struct lk_graph *g = context->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_events; i++)
	if (event_gives (context, &bl->events[i], v, place))
	  return true;
      for (uint32_t j = 0; returned && j < bl->n_phis; j++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (operand_is_value (&bl->phis[j].args[k], v))
	    return true;
      if (returned && bl->term == LK_TERM_RETURN && operand_is_value (&bl->a, v))
	return true;
    }
  return false;
}

/* Return true if V is all that the function stores at PLACE, and it gives no value that it loads
   from there to other code.  */
static bool
place_keeps (struct context *context, const struct lk_path *place, lk_var v)
{
  const struct lk_graph *g = context->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
	if (to && to->root == place->root && to->nsel == 1
	    && (to->sel[0] == place->sel[0] || to->sel[0] == LK_ANY)
	    && !(to == place && ev->kind == LK_EVENT_ASSIGN && operand_is_value (&ev->src, v)))
	  return false;
	if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH && ev->src.path == place
	    && (!to || to->nsel || function_gives (context, to->root, NULL, true)))
	  return false;
      }
  return true;
}

struct own_place		/* Of one variable.  */
{
  bool known;
  const struct lk_path *place;	/* Or NULL.  */
};

/* If the function stores the address V in one place, and gives neither V nor the memory of that
   place to other code, return the place; else NULL.  */
static const struct lk_path *
only_place (struct context *context, lk_var v)
{
  struct function_view *view = context->view;
  struct own_place *o = view_slot (view, VIEW_OWN_PLACES, (view->n_vars + 1) * sizeof *o);
  o += v;
  if (o->known)
    return o->place;
  const struct lk_path *place = NULL;
  if (!function_gives (context, v, &place, true) && place && place->root != v
      && !function_gives (context, place->root, NULL, false) && place_keeps (context, place, v))
    o->place = place;
  o->known = true;
  return o->place;
}

const struct lk_path *
value_own_place (struct context *context, lk_var v)
{
  const struct lk_path *place = (v < context->view->n_vars && value_is_fresh (context, v)
				 ? only_place (context, v) : NULL);
  return place && value_is_fresh (context, place->root) ? place : NULL;
}

lk_var
value_stored_at (const struct context *context, const struct lk_path *place)
{
  const struct lk_graph *g = context->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path == place
	    && ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && !ev->src.path->addend)
	  return ev->src.path->root;
      }
  return LK_NO_VAR;
}
