/* Status values (tags) that a function leaves for its callers in memory that it was given, or
   in the structure that it returns, and that other functions test.

   Tags are constants, a choice of constants by a conditional expression, and above all truth
   values.  The function itself stores them, or a callee for the same object, or they are
   copied from an object that was made with them.  They are worth knowing whether or not a
   function of the unit tests them (preanalysis/relevant-conditions.c): it need not be visible.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

/* The structure that the function returns, and copies between local objects.  */
struct returned
{
  lk_var root;			/* LK_NO_VAR: none.  */
  struct copied *copies;
};

static void
find_returned (struct function_view *view, struct returned *out)
{
  const struct lk_graph *g = view->graph;
  out->root = LK_NO_VAR;
  out->copies = NULL;
  for (uint32_t b = g->n_blocks; b-- > 0;)
    if (g->blocks[b].term == LK_TERM_RETURN && g->blocks[b].aggregate_result
	&& g->blocks[b].a.kind == LK_PATH)
      {
	out->root = g->blocks[b].a.path->root;
	break;
      }
  if (out->root == LK_NO_VAR || g->vars[out->root].class_ != LK_VAR_OBJECT)
    {
      out->root = LK_NO_VAR;
      return;
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_COPY || ev->src.kind != LK_PATH || ev->dest.kind != LK_PATH
	    || g->vars[ev->dest.path->root].class_ != LK_VAR_OBJECT)
	  continue;
	struct copied *c = lk_arena_alloc (view->arena, sizeof *c);
	c->event = ev;
	c->next = out->copies;
	out->copies = c;
      }
}

/* As place_returned, by copies that have not been followed.  */
static const struct lk_path *
place_by_copies (struct function_view *view, const struct returned *r, const struct lk_path *place)
{
  const struct lk_path *found = NULL;
  if (!place || place->root == r->root)
    return place;
  for (struct copied *c = r->copies; c && !found; c = c->next)
    {
      struct path_rest rest;
      if (c->followed || !path_rest (place, c->event->src.path, &rest) || rest.weak)
	continue;
      c->followed = true;
      found = place_by_copies (view, r, path_join (view->graph, c->event->dest.path, &rest));
    }
  return found;
}

/* Return the place in the returned structure to which PLACE is copied, directly or through other
   local objects, or PLACE if that is in the structure itself; else NULL.  */
static const struct lk_path *
place_returned (struct function_view *view, const struct returned *r, const struct lk_path *place)
{
  for (struct copied *c = r->copies; c; c = c->next)
    c->followed = false;
  return place_by_copies (view, r, place);
}

/* Return true if EV, an assignment, stores something for the function's caller: in memory that
   it was given, or in the returned structure.  */
static bool
is_stored_for_caller (struct function_view *view, const struct returned *returned,
		      const struct lk_event *ev)
{
  return (ev->dest.kind == LK_PATH && ev->dest.path->nsel
	  && (view->graph->vars[ev->dest.path->root].class_ == LK_VAR_FORMAL
	      || place_returned (view, returned, ev->dest.path)));
}

/* Events that set the bytes of an object to 0 (memset, or an initializer that the compiler makes
   such a thing of): members that are stored besides have a constant, too.  */
struct cleared
{
  const struct lk_event *event;
  struct cleared *next;
};

static struct cleared *
find_cleared (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  struct cleared *all = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      if (g->blocks[b].events[i].kind == LK_EVENT_CLEAR)
	{
	  struct cleared *c = lk_arena_alloc (view->arena, sizeof *c);
	  c->event = &g->blocks[b].events[i];
	  c->next = all;
	  all = c;
	}
  return all;
}

/* Return true if one of the events ALL clears PLACE.  */
static bool
is_cleared (const struct cleared *all, const struct lk_path *place)
{
  while (all && !clears_place (all->event, place))
    all = all->next;
  return all;
}

/* Return true if some branch of the function tests OP.  */
static bool
is_tested (struct function_view *view, const struct lk_operand *op)
{
  key_id k = key_of_operand (view, op);
  return k != NO_KEY && key_at (view, k)->tests;
}

/* Return true if the callee of the call EV leaves tags in the object that is passed on to it.  */
static bool
tags_object (const struct function_view *view, const struct returned *returned,
	     const struct lk_event *ev)
{
  const struct lk_graph *g = view->graph;
  return (ev->member && ev->n_args && !(ev->callee->flags & LK_FN_DISPATCH)
	  && call_may_write (ev, 0)
	  && (g->vars[ev->args[0].path->root].class_ == LK_VAR_FORMAL
	      || ev->args[0].path->root == returned->root));
}

/* Return true if the callee leaves them in the structure that it returns, and this function
   returns that.  */
static bool
tags_result (struct function_view *view, const struct returned *returned, const struct lk_event *ev)
{
  return (ev->aggregate_result && ev->dest.kind == LK_PATH && returned->root != LK_NO_VAR
	  && place_returned (view, returned, ev->dest.path));
}

/* Add KEY to FOUND, of N, unless it is there, or NO_KEY, which an element of an unknown index
   has.  Return false if there are too many.  */
static bool
add_tag (const struct function_view *view, key_id *found, unsigned *n, key_id key)
{
  if (key == NO_KEY)
    return true;
  for (unsigned j = 0; j < *n; j++)
    if (found[j] == key)
      return true;
  if (*n == MAX_PORTABLE_CONDITIONS)
    {
      if (view->graph->function)
	limit_met (view->unit, view->graph->function, LIMIT_PORTABLE_CONDITIONS);
      return false;
    }
  found[(*n)++] = key;
  return true;
}

/* The object that COPY reads was made with tags, and is copied into what the function was
   given: they are tags there, too.  (optional = value, for a value without a destructor.) As
   add_passed_tags.  */
static unsigned
add_copied_tags (struct function_view *view, const struct lk_event *copy, key_id *found, unsigned n)
{
  const struct lk_graph *g = view->graph;
  unsigned all = n;
  if (copy->src.kind != LK_PATH || copy->dest.kind != LK_PATH
      || g->vars[copy->src.path->root].class_ != LK_VAR_OBJECT
      || g->vars[copy->dest.path->root].class_ != LK_VAR_FORMAL)
    return n;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || ev->n_args == 0
	    || (ev->callee->flags & (LK_FN_BODY | LK_FN_CONSTRUCTOR | LK_FN_JAVA))
	       != (LK_FN_BODY | LK_FN_CONSTRUCTOR)
	    || ev->args[0].kind != LK_PATH || ev->args[0].path->root != copy->src.path->root)
	  continue;
	for (const struct place_list *t
	       = function_asks (view->unit, ev->callee)->tags; t; t = t->next)
	  {
	    struct path_rest rest;
	    const struct lk_path *from
	      = t->place.base == 1 ? place_path (view->graph, ev, &t->place) : NULL;
	    if (!from || !path_rest (from, copy->src.path, &rest) || rest.weak || !rest.nsel)
	      continue;
	    const struct lk_path *to = path_join (view->graph, copy->dest.path, &rest);
	    if (!to)
	      continue;
	    if (!add_tag (view, found, &all, key_of_memory (view, to)))
	      return n;
	    key_id k = key_of_memory (view, from);
	    key_at (view, k)->useful = true;
	  }
      }
  return all;
}

/* COPY copies a structure with room for one scalar from an object that the function was given
   to another one: a deleter with a flag, for a smart pointer.  Its contents may be a tag,
   which callers know.  As add_passed_tags.  */
static unsigned
add_given_tag (struct function_view *view, const struct lk_event *copy, key_id *found, unsigned n)
{
  const struct lk_graph *g = view->graph;
  if (copy->src.kind != LK_PATH || copy->dest.kind != LK_PATH || copy->size == 0
      || copy->size > sizeof (int64_t) || copy->src.path->nsel || copy->dest.path->nsel
      || copy->src.path->addend == LK_ANY || copy->dest.path->addend == LK_ANY
      || g->vars[copy->src.path->root].class_ != LK_VAR_FORMAL
      || g->vars[copy->dest.path->root].class_ != LK_VAR_FORMAL)
    return n;
  unsigned all = n;
  int64_t from = copy->src.path->addend, to = copy->dest.path->addend;
  key_id k = key_of_memory (view, lk_path_make (view->graph, copy->src.path->root, 1, &from, 0));
  if (!add_tag (view, found, &all,
		key_of_memory (view, lk_path_make (view->graph, copy->dest.path->root, 1, &to, 0))))
    return n;
  key_at (view, k)->useful = true;
  return all;
}

/* Add to FOUND, of N, the places where a member function leaves tags in the object that is
   passed on to it, or any function in the structure that it returns, as if the caller stored
   them.  Return how many there are then, N if too many.  */
static unsigned
add_passed_tags (struct function_view *view, const struct returned *returned,
		 key_id *found, unsigned n)
{
  const struct lk_graph *g = view->graph;
  unsigned all = n;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_COPY)
	  {
	    all = add_copied_tags (view, ev, found, all);
	    all = add_given_tag (view, ev, found, all);
	  }
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !(ev->callee->flags & LK_FN_BODY)
	    || ev->callee == g->function || (ev->callee->flags & LK_FN_JAVA))
	  continue;
	bool object = tags_object (view, returned, ev), result = tags_result (view, returned, ev);
	if (!object && !result)
	  continue;
	for (const struct place_list *t
	       = function_asks (view->unit, ev->callee)->tags; t; t = t->next)
	  {
	    const struct lk_path *place
	      = ((t->place.base == 1 && object) || (t->place.base == 0 && result)
		 ? place_path (view->graph, ev, &t->place) : NULL);
	    if (place && !add_tag (view, found, &all, key_of_memory (view, place)))
	      return n;
	  }
      }
  return all;
}

/* Return the phi by which a conditional expression chose OP, at block *AT; or NULL.  */
static const struct lk_phi *
choice_of (const struct function_view *view, const struct lk_operand *op,
	   const struct lk_block **at)
{
  if (op->kind != LK_PATH || op->path->nsel || op->path->addend
      || op->path->root >= view->n_vars || !view->vars[op->path->root].phi)
    return NULL;
  *at = &view->graph->blocks[view->vars[op->path->root].def_block];
  return view->vars[op->path->root].phi;
}

/* Return true if OP is the choice of a conditional expression among constants (f ?  0 : -1),
   or among such choices, at most DEPTH deep.  */
static bool
is_choice (const struct function_view *view, const struct lk_operand *op, unsigned depth)
{
  const struct lk_block *at;
  const struct lk_phi *phi = choice_of (view, op, &at);
  if (phi && depth == 0 && view->graph->function)
    for (uint32_t k = 0; k < at->n_preds; k++)
      {
	const struct lk_block *inner;
	if (phi->args[k].kind != LK_CONST && choice_of (view, &phi->args[k], &inner))
	  limit_met (view->unit, view->graph->function, LIMIT_DEF_DEPTH);
      }
  for (uint32_t k = 0; phi && k < at->n_preds; k++)
    if (phi->args[k].kind != LK_CONST
	&& !(depth && is_choice (view, &phi->args[k], depth - 1)))
      return false;
  return phi != NULL;
}

/* Mark such an OP, and what it is made of, as worth knowing.  */
static void
mark_choice (struct function_view *view, const struct lk_operand *op)
{
  const struct lk_block *at;
  const struct lk_phi *phi = choice_of (view, op, &at);
  for (uint32_t k = 0; phi && k < at->n_preds; k++)
    mark_choice (view, &phi->args[k]);
  if (phi)
    key_at (view, key_of_operand (view, op))->useful = true;
}

/* Add to FOUND, of N, the places where the function stores such a choice for its caller, as
   long as there is room.  Return how many there are then.  */
static unsigned
add_choices (struct function_view *view, const struct returned *returned, key_id *found, unsigned n)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && is_stored_for_caller (view, returned, ev)
	    && !table_place (ev->dest.path) && is_choice (view, &ev->src, MAX_DEF_DEPTH)
	    && add_tag (view, found, &n, key_of_operand (view, &ev->dest)))
	  mark_choice (view, &ev->src);
      }
  return n;
}

/* The same for counters of the caller's that the function counts up: they are not 0 any more.  */
static unsigned
add_counters (struct function_view *view, const struct returned *returned, key_id *found,
	      unsigned n)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && n < MAX_PORTABLE_CONDITIONS; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_ASSIGN || !is_stored_for_caller (view, returned, ev)
	    || table_place (ev->dest.path) || ev->src.kind != LK_PATH || ev->src.path->nsel)
	  continue;
	const struct lk_definition *def = &g->vars[ev->src.path->root].def;
	if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD && def->a.kind == LK_PATH
	    && g->vars[def->a.path->root].length && def->b.kind == LK_CONST && def->b.value > 0)
	  add_tag (view, found, &n, key_of_operand (view, &ev->dest));
      }
  return n;
}

/* Constants, addresses, truth values (r.ok = r.fd >= 0) and tested arguments (r.kind = kind)
   that a function stores for its caller are tags, and whatever it stores over bytes that it has
   cleared.  A function that stores many is filling a structure, and which of them matter is not
   known here.  Return how many there are, their keys in FOUND.  */
unsigned
tags_stored (struct function_view *view, key_id *found)
{
  const struct lk_graph *g = view->graph;
  struct returned returned;
  find_returned (view, &returned);
  view->returned = returned.root;
  const struct cleared *cleared = find_cleared (view);
  unsigned n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_ASSIGN || !is_stored_for_caller (view, &returned, ev))
	  continue;
	if (table_place (ev->dest.path))
	  {
	    key_id k = key_of_operand (view, &ev->dest);
	    key_at (view, k)->useful = true;
	    continue;
	  }
	bool tag = ev->src.kind == LK_CONST || is_cleared (cleared, ev->dest.path);
	if (ev->src.kind == LK_PATH && ev->src.path->nsel == 0)
	  {
	    enum lk_var_class c = g->vars[ev->src.path->root].class_;
	    tag |= (c == LK_VAR_FUNCTION || c == LK_VAR_OBJECT
		    || c == LK_VAR_GLOBAL || is_truth (g, ev->src.path->root)
		    || (c == LK_VAR_FORMAL && is_tested (view, &ev->src)));
	  }
	if (tag && !add_tag (view, found, &n, key_of_operand (view, &ev->dest)))
	  return 0;
      }
  n = add_passed_tags (view, &returned, found, n);
  n = add_choices (view, &returned, found, n);
  n = add_counters (view, &returned, found, n);
  for (unsigned j = 0; j < n; j++)
    {
      const struct lk_path *place
	= place_returned (view, &returned, key_at (view, found[j])->path);
      key_at (view, found[j])->useful = true;
      if (place)
	{
	  key_id k = key_of_memory (view, place);
	  key_at (view, k)->useful = true;
	}
    }
  return n;
}
