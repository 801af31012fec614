/* Objects that this function made and whose address it stored in one place of memory that is its
   own, too: "d.y = new Inner ();".

   In general an object whose address is stored is other code's, and a handle in it has escaped.
   But if neither address is given to other code while the object is still filled, the object is
   lost with that memory.

   It under-approximates: an object that is an argument of any call but that of its constructor,
   or of a callee whose contract says that it keeps nothing, is other code's if anything may be
   stored in it then, on any path.

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

/* An object, and the place that the function stores its address in.  */
struct watch
{
  struct context *context;
  lk_var object;
  const struct lk_path *place;
  bool filled;			/* The object is filled when the function has returned.  */
};

/* Return true if OP is the address of the object, or of the memory that PLACE is in.  */
static bool
operand_leads (const struct watch *w, const struct lk_operand *op)
{
  return (op->kind == LK_PATH && op->path->nsel == 0
	  && (op->path->root == w->object || op->path->root == w->place->root
	      || loaded_from (w->context->view, op->path->root) == w->place));
}

/* Return true if the call EV copies what its argument K points to into a container of the library,
   and changes nothing there.  */
static bool
copies_element (const struct lk_event *ev, uint32_t k)
{
  return (ev->callee && (ev->callee->flags & LK_FN_BODY) && (ev->callee->flags & LK_FN_LIBRARY)
	  && (ev->arg_flags[k] & LK_ARG_CONST));
}

/* Return true if the call EV may fill the object, by its argument K.  The library moves and changes
   variables that point to objects, not the objects.  */
static bool
argument_filled (const struct watch *w, const struct lk_event *ev, uint32_t k)
{
  const struct lk_function *callee = ev->callee;
  if (!callee || !((callee->flags & LK_FN_BODY) || callee->contract))
    return false;
  if (callee->flags & LK_FN_BODY)
    return !(copies_element (ev, k) || ((callee->flags & LK_FN_LIBRARY)
					&& operand_is_value (&ev->args[k], w->place->root)));
  for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
    if (c->place.base == (int) k + 1 && c->role == LK_ROLE_ACQUIRE)
      return true;
  return false;
}

/* Return true if EV may store something in the object.  */
static bool
event_fills (const struct watch *w, const struct lk_event *ev)
{
  const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  if (to && to->nsel
      && (to->root == w->object || to->root == w->place->root
	  || loaded_from (w->context->view, to->root) == w->place))
    return true;
  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
    if (operand_leads (w, &ev->args[k]) && argument_filled (w, ev, k))
      return true;
  return false;
}

/* Return true if EV makes another object, the next one of a loop.  */
static bool
event_makes (const struct watch *w, const struct lk_event *ev)
{
  return ev->dest.kind == LK_PATH && ev->dest.path->nsel == 0 && ev->dest.path->root == w->object;
}

/* Return true if the event INDEX of BLOCK, which gives V to other code, or one after it may store
   something in the object.  The next object is another one, but other code that knows the place
   finds that, too.  */
static bool
filled_later (const struct watch *w, uint32_t block, uint32_t index, lk_var v)
{
  const struct lk_graph *g = w->context->graph;
  const struct lk_event *ev = &g->blocks[block].events[index];
  bool placed = v == w->place->root, filled = false;
  for (uint32_t k = 0; placed && ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
    placed = !(operand_is_value (&ev->args[k], v) && copies_element (ev, k));
  struct block_walk walk;
  if (w->filled)
    return true;
  block_walk_begin (&walk, g, block);
  for (; !filled && next_block (&walk, &block); index = 0)
    {
      bool made = false;
      for (uint32_t i = index; i < g->blocks[block].n_events && !filled && !made; i++)
	{
	  made = !placed && event_makes (w, &g->blocks[block].events[i]);
	  filled = !made && event_fills (w, &g->blocks[block].events[i]);
	}
      if (!made)
	enter_successors (&walk, block);
    }
  block_walk_end (&walk);
  return filled;
}

static bool value_given (const struct watch *, lk_var, bool returned);

/* Return true if EV gives the address V to other code.  To store it in memory is that, too, unless
   that is the place.  */
static bool
event_gives (const struct watch *w, const struct lk_event *ev, lk_var v)
{
  struct context *context = w->context;
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
    return value_given (w, to->root, true);
  return v != w->object || to != w->place;
}

/* A walk over the blocks that mention a variable; over all, if it is none that has uses.  */
struct mention_walk
{
  const struct lk_graph *graph;
  const struct use *use;
  bool all;
  uint32_t n;			/* ALL: how many it has been at.  */
};

static struct mention_walk
mentions_of (const struct function_view *view, lk_var v)
{
  struct mention_walk m = { view->graph, view->vars[v].uses, false, 0 };
  m.all = view->graph->vars[v].class_ != LK_VAR_VALUE;
  return m;
}

/* Make *BLOCK the next block, or return false if there is none.  */
static bool
next_mentioning (struct mention_walk *m, uint32_t *block)
{
  if (m->all ? m->n == m->graph->n_blocks : !m->use)
    return false;
  *block = m->all ? m->n++ : m->use->block;
  if (!m->all)
    m->use = m->use->next;
  return true;
}

/* Return true if an event of BLOCK gives V to other code, and something may be stored in the object
   then.  */
static bool
given_in_block (const struct watch *w, uint32_t block, lk_var v)
{
  const struct lk_block *bl = &w->context->graph->blocks[block];
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (event_gives (w, &bl->events[i], v)
	&& (bl->events[i].kind != LK_EVENT_CALL || filled_later (w, block, i, v)))
      return true;
  return false;
}

/* Return true if V is returned at the end of BLOCK, or merged with another value after it.  */
static bool
leaves_block (const struct watch *w, uint32_t block, lk_var v)
{
  const struct lk_graph *g = w->context->graph;
  const struct lk_block *bl = &g->blocks[block];
  for (uint32_t i = 0; i < bl->n_succs; i++)
    {
      const struct lk_block *to = &g->blocks[bl->succs[i]->to];
      for (uint32_t j = 0; j < to->n_phis; j++)
	if (operand_is_value (&to->phis[j].args[bl->succs[i]->pred_index], v))
	  return true;
    }
  return bl->term == LK_TERM_RETURN && operand_is_value (&bl->a, v);
}

/* Return true if the function gives V to other code and stores something in the object then: what
   is there before that is the function's until the object is given, which a fact notices on its
   path.  RETURNED: to return the address, or to merge it with another one, is to give it.  */
static bool
value_given (const struct watch *w, lk_var v, bool returned)
{
  struct mention_walk m = mentions_of (w->context->view, v);
  uint32_t b;
  while (next_mentioning (&m, &b))
    if (given_in_block (w, b, v) || (returned && leaves_block (w, b, v)))
      return true;
  return false;
}

/* Return true if EV stores the address V in memory.  */
static bool
stores_address (const struct lk_event *ev, lk_var v)
{
  return (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	  && operand_is_value (&ev->src, v));
}

/* Return a place in memory that the function stores the address V in, if it is a member; else NULL.
   Of several places, none keeps the object for the function.  */
static const struct lk_path *
stored_place (const struct context *context, lk_var v)
{
  struct mention_walk m = mentions_of (context->view, v);
  uint32_t b;
  while (next_mentioning (&m, &b))
    for (uint32_t i = 0; i < context->graph->blocks[b].n_events; i++)
      if (stores_address (&context->graph->blocks[b].events[i], v))
	{
	  const struct lk_path *to = context->graph->blocks[b].events[i].dest.path;
	  return to->nsel > 1 || to->addend || to->sel[0] == LK_ANY ? NULL : to;
	}
  return NULL;
}

/* Return true if the object's address is all that the function stores at the place, or null at
   first in a constructor, and it gives no value that it loads from there to other code.  */
static bool
place_keeps (const struct watch *w)
{
  const struct lk_path *place = w->place;
  struct mention_walk m = mentions_of (w->context->view, place->root);
  uint32_t b;
  while (next_mentioning (&m, &b))
    for (uint32_t i = 0; i < w->context->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &w->context->graph->blocks[b].events[i];
	const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
	if (to && to->root == place->root && to->nsel == 1
	    && (to->sel[0] == place->sel[0] || to->sel[0] == LK_ANY)
	    && !(to == place && (stores_address (ev, w->object)
				 || (w->filled && ev->src.kind == LK_CONST && !ev->src.value))))
	  return false;
	if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH && ev->src.path == place
	    && (!to || to->nsel || value_given (w, to->root, true)))
	  return false;
      }
  return true;
}

const struct lk_path *
value_in_one_place (struct context *context, lk_var v, bool filled)
{
  struct watch w = { context, v, stored_place (context, v), filled };
  return (w.place && w.place->root != v && value_is_fresh (context, v)
	  && !value_given (&w, v, true) && place_keeps (&w) ? w.place : NULL);
}

struct own_place		/* Of one variable.  */
{
  bool known;
  const struct lk_path *place;	/* Or NULL.  */
};

/* If the function stores the address V in one place, and gives neither V nor the memory of that
   place to other code before the object is filled, return the place; else NULL.  */
static const struct lk_path *
only_place (struct context *context, lk_var v)
{
  struct function_view *view = context->view;
  struct own_place *o = view_slot (view, VIEW_OWN_PLACES, (view->n_vars + 1) * sizeof *o);
  o += v;
  if (o->known)
    return o->place;
  struct watch w = { context, v, stored_place (context, v), false };
  if (w.place && w.place->root != v && !value_given (&w, v, true)
      && !value_given (&w, w.place->root, false) && place_keeps (&w))
    o->place = w.place;
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
  for (const struct write *w = context->view->vars[place->root].writes; w; w = w->next)
    {
      const struct lk_event *ev = &context->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_ASSIGN && ev->dest.path == place
	  && ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && !ev->src.path->addend)
	return ev->src.path->root;
    }
  return LK_NO_VAR;
}
