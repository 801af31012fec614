/* Whether a value is the handle: two access paths of one handle are equal, and a fresh handle is
   equal to nothing else.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "state-internal.h"

bool
is_address (struct context *context, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->nsel)
    return false;
  enum lk_var_class c = context->graph->vars[op->path->root].class_;
  return c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL || c == LK_VAR_FUNCTION;
}

/* Return true if EV may store S's handle, which is fresh, at PLACE or a place like it: the value
   is no constant, and not another block that was acquired.  */
static bool
may_store_handle (const struct context *context, const struct lk_event *ev,
		  const struct lk_path *place)
{
  const struct lk_path *to = ev->dest.kind == LK_PATH && ev->dest.path->nsel ? ev->dest.path : NULL;
  int64_t last = place->sel[place->nsel - 1];
  if (ev->kind == LK_EVENT_COPY)
    return true;
  if (ev->kind == LK_EVENT_CALL && ev->callee && (ev->callee->flags & LK_FN_BODY))
    for (uint32_t k = 0; k < ev->n_args; k++)
      if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == place->root)
	return true;
  if (!to || (to->sel[to->nsel - 1] != last && to->sel[to->nsel - 1] != LK_ANY))
    return false;
  if (ev->kind == LK_EVENT_CALL)
    return ev == context->obligation->event;
  if (ev->kind != LK_EVENT_ASSIGN || ev->src.kind == LK_CONST)
    return false;
  const struct lk_event *made
    = (ev->src.kind == LK_PATH && !ev->src.path->nsel && !ev->src.path->addend
       ? var_call (context->view, ev->src.path->root) : NULL);
  bool acquired = false;
  for (const struct lk_clause *c = made ? event_clauses (made) : NULL; c; c = c->next)
    acquired |= c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel == 0;
  return !acquired || made == context->obligation->event;
}

/* Return true if OP was loaded from a place of the caller in which this function never stores its
   handle, a fresh block: what is there is older, or another block, and two blocks that live have
   different addresses.  The same holds for a global variable into which no function of the unit
   stores (`if (s != empty_string) free (s);'); heuristic: wrong if another unit stores the handle
   there.  */
static bool
is_other_block (const struct context *context, const struct lk_operand *op)
{
  const struct obligation *o = context->obligation;
  const struct lk_graph *g = context->graph;
  const struct lk_path *place
    = (op->path->nsel ? op->path : op->path->addend ? NULL
       : loaded_from (context->view, op->path->root));
  if (!place || !place->nsel || weak_place (place) || o->incoming || o->in_place
      || !o->event || !o->kind->memory)
    return false;
  if (g->vars[place->root].class_ != LK_VAR_FORMAL)
    return g->vars[place->root].fixed && place->nsel == 1;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      if (may_store_handle (context, &g->blocks[b].events[i], place))
	return false;
  return true;
}

int
is_handle (struct context *context, const struct scratch *s,
	   const struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return op->kind == LK_CONST ? -1 : 0;
  bool some = false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], op->path, &rest) && rest.nsel == 0)
	{
	  if (rest.addend == 0 && !rest.weak)
	    return 1;
	  some = true;
	}
    }
  if (some)
    return 0;
  /* The handle is fresh: a value that is none of its access paths is not it, unless it may
     have come back from where it was stored.  */
  if (is_address (context, op))
    return -1;
  if (filled_by_call (context, s, op))
    return 0;
  if (op->path->nsel == 0
      && (op->path->addend != 0
	  || context->graph->vars[op->path->root].class_ == LK_VAR_FORMAL))
    return -1;		/* A part of something else, or older.  */
  return (s->flags & (FACT_STORED | FACT_ASSUMED)) && !is_other_block (context, op) ? 0 : -1;
}
