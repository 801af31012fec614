/* Escape analysis: an object escapes if its address is stored in foreign memory or passed to a
   callee that keeps it.  A handle stored in an escaped object is not lost when the last local
   alias dies.

   The analysis is flow-insensitive, with one exception.  A value stored in an object belongs
   to the function until the object escapes, which a fact notices on its path.  Only what is
   stored afterwards is foreign from the start: in `src = new Source (f); check (src);
   this.current = src;' src is lost if check throws.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

static void compute_escape (struct lk_unit *, struct lk_function *, uint32_t arg,
			    uint64_t *bits);

/* The bit: the function stores its argument, whose number is the index, where other code finds
   it, or passes it to an unknown callee.  */
static const struct lazy_fact escape = { compute_escape, { 0 } };

/* Return true if CONTRACT stores argument ARG where it may be found later.  */
static bool
contract_keeps (const struct lk_contract *contract, uint32_t arg)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_KEEP || c->role == LK_ROLE_OWN
	 || c->role == LK_ROLE_PUT)
	&& c->place.base == (int) arg + 1)
      return true;
  return false;
}

/* Return true if PLACE is in the object that the constructor FN makes.  */
static bool
in_new_object (const struct lk_graph *g, const struct lk_path *place)
{
  return (g->function && (g->function->flags & LK_FN_CONSTRUCTOR)
	  && lk_is_first_formal (g, place->root));
}

/* Return true if EV stores V or passes it to a callee that may keep it.  INNER: V is an argument
   of the function.  */
static bool
gives (struct context *context, const struct lk_event *ev, lk_var v, bool inner)
{
  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH
      && ev->src.path->root == v && ev->src.path->nsel == 0
      && (ev->dest.kind != LK_PATH
	  || (ev->dest.path->nsel
	      && (context->graph->vars[ev->dest.path->root].class_
		  != LK_VAR_OBJECT)
	      && !in_new_object (context->graph, ev->dest.path))))
    return true;
  if (ev->kind != LK_EVENT_CALL)
    return false;
  struct lk_function *callee = ev->callee;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind != LK_PATH || ev->args[k].path->root != v
	|| ev->args[k].path->nsel)
      continue;
    else if (callee && (callee->flags & LK_FN_BODY))
      {
	/* An object that is passed before it holds anything matters in its constructor, which
	   may pass `this' on.  */
	if (((callee->flags & LK_FN_CONSTRUCTOR) || inner) && context->unit->host.again
	    && lazy_fact (context->unit, callee, k, &escape)[0])
	  return true;
      }
    else if (!(callee && ((callee->flags & LK_FN_PURE)
			  || (callee->contract && callee->contract->complete
			      && !contract_keeps (callee->contract, k)))))
      return true;
  return false;
}

static bool
given_away_in (struct context *context, uint32_t block, lk_var v, bool inner)
{
  const struct lk_block *bl = &context->graph->blocks[block];
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (gives (context, &bl->events[i], v, inner))
      return true;
  return false;
}

static void
compute_escape (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, uint64_t *bits)
{
  struct context c;
  memset (&c, 0, sizeof c);
  c.unit = unit;
  c.view = function_view (unit, fn);
  c.graph = c.view ? c.view->graph : NULL;
  if (!c.graph || arg >= c.graph->n_formals)
    return;
  lk_var v = c.graph->formals[arg];
  /* Use lists exist for SSA values only; for a formal, scan all events.  */
  bool formal = c.graph->vars[v].class_ == LK_VAR_FORMAL;
  for (struct use *u = c.view->vars[v].uses; !formal && u && !bits[0]; u = u->next)
    bits[0] = given_away_in (&c, u->block, v, true);
  for (uint32_t b = 0; formal && b < c.graph->n_blocks && !bits[0]; b++)
    bits[0] = given_away_in (&c, b, v, true);
}

bool
object_escapes_in (struct context *context, const struct lk_event *call)
{
  struct lk_function *callee = call->callee;
  if (callee->flags & LK_FN_BODY)
    return context->unit->host.again && lazy_fact (context->unit, callee, 0, &escape)[0];
  return !(callee->contract && callee->contract->complete && !contract_keeps (callee->contract, 0));
}

bool
value_given_away (struct context *context, lk_var v)
{
  struct var_info *vi = &context->view->vars[v];
  if (vi->given_away)
    return vi->given_away == 2;
  bool away = false;
  for (struct use *u = vi->uses; u && !away; u = u->next)
    away = given_away_in (context, u->block, v, false);
  for (uint32_t b = 0; (context->graph->vars[v].class_ == LK_VAR_FORMAL
			&& b < context->graph->n_blocks && !away); b++)
    away = given_away_in (context, b, v, false);
  vi->given_away = away ? 2 : 1;
  return away;
}

/* ---- Before it was filled.  ---- */

/* Return true if EV may store something in the memory of V at MEMBER, other than by an unknown
   callee to which V escapes.  */
static bool
fills (struct context *context, const struct lk_event *ev, lk_var v, int64_t member)
{
  if (ev->dest.kind == LK_PATH && ev->dest.path->root == v && ev->dest.path->nsel
      && (ev->dest.path->sel[0] == member || ev->dest.path->sel[0] == LK_ANY
	  || member == LK_ANY))
    return true;
  if (ev->kind != LK_EVENT_CALL || !ev->callee
      || !((ev->callee->flags & LK_FN_BODY) || ev->callee->contract))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind != LK_PATH || ev->args[k].path->root != v)
      continue;
    else if (ev->callee->flags & LK_FN_BODY)
      return (ev->n_args > 1 || (ev->callee->flags & LK_FN_CONSTRUCTOR)
	      || function_info (context->unit, ev->callee)->products);
    else
      for (const struct lk_clause *c = ev->callee->contract->clauses; c;
	   c = c->next)
	if (c->place.base == (int) k + 1 && c->role == LK_ROLE_ACQUIRE)
	  return true;
  return false;
}

/* Return true if V is filled at MEMBER in the events of BL from number FIRST on.  */
static bool
filled_in (struct context *context, const struct lk_block *bl, uint32_t first,
	   lk_var v, int64_t member)
{
  for (uint32_t i = first; i < bl->n_events; i++)
    if (fills (context, &bl->events[i], v, member))
      return true;
  return false;
}

/* Return true if V is filled at MEMBER by the event INDEX of BLOCK or after it.  After another
   definition V is another value.  */
static bool
filled_after (struct context *context, uint32_t block, uint32_t index, lk_var v, int64_t member)
{
  const struct lk_graph *g = context->graph;
  const struct var_info *vi = &context->view->vars[v];
  struct block_walk w;
  bool filled = false;
  block_walk_begin (&w, g, block);
  for (; !filled && next_block (&w, &block); index = 0)
    {
      const struct lk_block *bl = &g->blocks[block];
      filled = filled_in (context, bl, index, v, member);
      for (uint32_t i = 0; i < bl->n_succs; i++)
	if (bl->succs[i]->to != vi->def_block)
	  enter_block (&w, bl->succs[i]->to);
    }
  block_walk_end (&w);
  return filled;
}

bool
value_given_early (struct context *context, lk_var v, int64_t member)
{
  struct var_info *vi = &context->view->vars[v];
  if (context->graph->vars[v].class_ != LK_VAR_VALUE || !value_given_away (context, v))
    return value_given_away (context, v);
  for (const struct given_early *known = vi->given_early; known; known = known->next)
    if (known->member == member)
      return known->early;
  bool early = false;
  for (struct use *u = vi->uses; u && !early; u = u->next)
    {
      const struct lk_block *bl = &context->graph->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events && !early; i++)
	early = (gives (context, &bl->events[i], v, false)
		 && filled_after (context, u->block, i, v, member));
    }
  struct given_early *known = lk_arena_alloc (context->view->arena, sizeof *known);
  known->member = member;
  known->early = early;
  known->next = vi->given_early;
  vi->given_early = known;
  return early;
}
