/* Members that hold an object of their own: "Outer () { this.y = new Inner (); }".

   A callee that stores a handle in "d.y.i" stores it in an object that was there before.  Its
   caller loses the handle with d, if only d leads to that object: the caller or d's constructor
   made it and stored it in d.y alone, and d has been given to no other code since.

   It under-approximates: a constructor of a superclass that stores the object is not seen, and
   every method may have given the object to other code.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

/* Return the only value that the function of CONTEXT stores at PLACE, if it is an object that is
   stored nowhere else; LK_NO_VAR: there is none.  FILLED as for value_in_one_place.  */
static lk_var
own_object_at (struct context *context, const struct lk_path *place, bool filled)
{
  lk_var v = value_stored_at (context, place);
  return (v != LK_NO_VAR && v < context->view->n_vars
	  && value_in_one_place (context, v, filled) == place ? v : LK_NO_VAR);
}

/* Return true if the constructor FN stores an object of its own in MEMBER of the one it makes.  */
static bool
made_by_constructor (struct context *context, struct lk_function *fn, int64_t member)
{
  struct context c;
  memset (&c, 0, sizeof c);
  c.unit = context->unit;
  c.view = (fn->flags & LK_FN_BODY) && context->unit->host.again
	    ? function_view (context->unit, fn) : NULL;
  c.graph = c.view ? c.view->graph : NULL;
  if (!c.graph || !c.graph->n_formals)
    return false;
  return own_object_at (&c, lk_path_make (c.graph, c.graph->formals[0], 1, &member, 0),
			true) != LK_NO_VAR;
}

/* The search of the events before a handle is stored.  */
struct owner_search
{
  struct context *context;
  lk_var object;
  int64_t member;
  const struct lk_event *until;	/* This event and those after it do not matter.  */
  bool made;			/* The constructor filled the member.  */
};

/* Return true if V, which was loaded from the member, is more than the way to a place: it is an
   argument, merged, stored or returned.  */
static bool
used_itself (const struct context *context, lk_var v)
{
  const struct lk_graph *g = context->graph;
  for (const struct use *u = context->view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &g->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (operand_is_value (&ev->src, v))
	    return true;
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    if (operand_is_value (&ev->args[k], v))
	      return true;
	}
      for (uint32_t i = 0; i < bl->n_succs; i++)
	for (uint32_t k = 0; k < g->blocks[bl->succs[i]->to].n_phis; k++)
	  if (operand_is_value (&g->blocks[bl->succs[i]->to].phis[k].args[bl->succs[i]->pred_index],
				v))
	    return true;
      if (bl->term == LK_TERM_RETURN && operand_is_value (&bl->a, v))
	return true;
    }
  return false;
}

/* Return true if EV may leave other ways to what the member points to: a call that is given the
   object, or a load.  */
static bool
event_disturbs (struct owner_search *s, const struct lk_event *ev)
{
  struct context *context = s->context;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (operand_is_value (&ev->args[k], s->object))
      {
	if (k || !ev->callee || !(ev->callee->flags & LK_FN_CONSTRUCTOR)
	    || object_escapes_in (context, ev))
	  return true;
	s->made |= made_by_constructor (context, ev->callee, s->member);
      }
  if (ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_PATH || ev->src.path->root != s->object
      || !ev->src.path->nsel
      || (ev->src.path->sel[0] != s->member && ev->src.path->sel[0] != LK_ANY))
    return false;
  return (ev->src.path->nsel == 1
	  && (ev->dest.kind != LK_PATH || ev->dest.path->nsel
	      || used_itself (context, ev->dest.path->root)));
}

/* Return true if an event of BLOCK, up to that which ends the search, disturbs.  *FOUND is set if
   that is there.  */
static bool
block_disturbs (struct owner_search *s, uint32_t block, bool *found)
{
  const struct lk_block *bl = &s->context->graph->blocks[block];
  *found = false;
  for (uint32_t i = 0; i < bl->n_events && !*found; i++)
    if (&bl->events[i] == s->until)
      *found = true;
    else if (event_disturbs (s, &bl->events[i]))
      return true;
  return false;
}

bool
member_is_own (struct context *context, lk_var v, int64_t member, const struct lk_event *ev)
{
  const struct lk_graph *g = context->graph;
  if (v >= context->view->n_vars || g->vars[v].class_ != LK_VAR_VALUE || context->view->vars[v].phi
      || member == LK_ANY || !value_is_fresh (context, v) || value_given_away (context, v))
    return false;
  const struct lk_path *place = lk_path_make (context->graph, v, 1, &member, 0);
  bool stored = place_assigned (context->view, place);
  lk_var object = own_object_at (context, place, false);
  struct owner_search s = { context, v, member, ev, false };
  struct block_walk walk;
  uint32_t block;
  bool disturbed = false, found;
  block_walk_begin (&walk, g, context->view->vars[v].def_block);
  while (!disturbed && next_block (&walk, &block))
    {
      disturbed = block_disturbs (&s, block, &found);
      if (!found)
	enter_successors (&walk, block);
    }
  block_walk_end (&walk);
  return !disturbed && (stored ? object != LK_NO_VAR : s.made);
}
