/* Questions about one event or contract clause that need no state.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

const struct lk_kind kind_nothing
  = { .name = "nothing", .size = 8, .valid = { INT64_MIN, INT64_MAX, 0, true } };

/* Return true if what argument ARG points to is itself the resource (a lock): it contains
   nothing else.  */
static bool
is_resource (const struct lk_function *callee, uint32_t arg)
{
  if (!callee || !callee->contract)
    return false;
  for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
    if (c->place.base == (int) arg + 1 && c->place.nsel == 0 && c->place.addend == 0
	&& lk_is_about_lock (c) && callee->contract->source != LK_SOURCE_INFERRED)
      return true;
  return false;
}

bool
call_may_write (const struct lk_event *ev, uint32_t arg)
{
  return (ev->args[arg].kind == LK_PATH && !ev->args[arg].path->nsel
	  && !(ev->arg_flags[arg]
	       & (LK_ARG_CONST | LK_ARG_BY_VALUE | LK_ARG_FORMATTED))
	  && !is_resource (ev->callee, arg));
}

bool
contract_releases_arg (const struct lk_contract *contract, unsigned arg)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_RELEASE || c->role == LK_ROLE_OWN
	 || c->role == LK_ROLE_KEEP)
	&& c->place.base == (int) arg + 1 && c->place.addend == 0)
      return true;
  return false;
}

const struct lk_clause *
event_clauses (const struct lk_event *ev)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee && ev->callee->contract
	  ? ev->callee->contract->clauses : NULL);
}

bool
next_clause (struct clause_walk *w)
{
  if (w->clause)
    w->clause = w->clause->next;
  for (;;)
    {
      while (w->clause && w->clause->role != w->role)
	w->clause = w->clause->next;
      if (w->clause)
	return true;
      if (w->event)
	w->index++;
      while (w->block < w->graph->n_blocks && w->index >= w->graph->blocks[w->block].n_events)
	{
	  w->block++;
	  w->index = 0;
	}
      if (w->block == w->graph->n_blocks)
	return false;
      w->event = &w->graph->blocks[w->block].events[w->index];
      w->clause = event_clauses (w->event);
    }
}

const struct lk_operand *
ending_argument (const struct lk_event *ev)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  return (contract && contract->ends.base > 0 && (uint32_t) contract->ends.base <= ev->n_args
	  ? &ev->args[contract->ends.base - 1] : NULL);
}

lk_var
find_global (const struct lk_graph *graph, const void *entity)
{
  for (lk_var v = 0; v < graph->n_vars; v++)
    if (graph->vars[v].class_ == LK_VAR_GLOBAL && graph->vars[v].entity == entity)
      return v;
  return LK_NO_VAR;
}

/* The address of the variable that PLACE begins with, which GRAPH gets a name for; NULL: PLACE is
   not known to the front end.  */
static const struct lk_path *
global_address (struct lk_graph *graph, const struct lk_place *place)
{
  if (!place->entity)
    return NULL;
  lk_var v = find_global (graph, place->entity);
  if (v == LK_NO_VAR)
    {
      v = lk_graph_add_var (graph, LK_VAR_GLOBAL, place->global, 0);
      graph->vars[v].entity = place->entity;
    }
  return lk_path_make (graph, v, 0, NULL, 0);
}

const struct lk_path *
place_path (struct lk_graph *graph, const struct lk_event *ev,
	    const struct lk_place *place)
{
  const struct lk_path *base;
  if (place->base == 0)
    {
      if (ev->dest.kind != LK_PATH)
	return NULL;
      base = ev->dest.path;
    }
  else if (place->base == LK_PLACE_GLOBAL)
    base = global_address (graph, place);
  else
    {
      if ((uint32_t) place->base > ev->n_args
	  || ev->args[place->base - 1].kind != LK_PATH)
	return NULL;
      base = ev->args[place->base - 1].path;
    }
  if (!base || (place->nsel == 0 && place->addend == 0))
    return base;
  struct path_rest rest = { .nsel = place->nsel, .addend = place->addend };
  memcpy (rest.sel, place->sel, place->nsel * sizeof *rest.sel);
  return path_join (graph, base, &rest);
}

bool
path_within (const struct lk_path *place, const struct lk_path *base, uint64_t size,
	     struct path_rest *rest)
{
  return (path_rest (place, base, rest) && !rest->weak && rest->nsel && rest->sel[0] >= 0
	  && (size == 0 || (uint64_t) rest->sel[0] < size));
}

const struct lk_path *
copied_from (struct lk_graph *graph, const struct lk_event *ev, const struct lk_path *place)
{
  struct path_rest rest;
  if (ev->src.kind != LK_PATH || ev->dest.kind != LK_PATH
      || !path_within (place, ev->dest.path, ev->size, &rest)
      || (ev->size == 0 && ev->src.path->addend != ev->dest.path->addend))
    return NULL;
  return path_join (graph, ev->src.path, &rest);
}

/* Bytes of a member, of which graphs do not say how many it has, when the object is cleared.  */
#define CLEARED_SIZE 4

bool
clears_place (const struct lk_event *ev, const struct lk_path *place)
{
  struct path_rest rest;
  return (ev->kind == LK_EVENT_CLEAR && ev->dest.kind == LK_PATH
	  && ev->src.kind == LK_CONST && ev->src.value == 0 && place->addend == 0
	  && place->root == ev->dest.path->root && path_rest (place, ev->dest.path, &rest)
	  && !rest.weak && rest.nsel == 1 && rest.sel[0] >= 0
	  && ((uint64_t) rest.sel[0] + CLEARED_SIZE <= ev->size
	      || (rest.sel[0] >= LK_BIT_OFFSET
		  && (uint64_t) rest.sel[0] % LK_BIT_OFFSET < ev->size)));
}

const struct lk_path *
tested_member (struct lk_graph *graph, const struct lk_event *ev, const struct lk_condition *c)
{
  struct lk_place place = { .base = c->base, .nsel = c->nsel };
  memcpy (place.sel, c->sel, sizeof c->sel);
  return c->nsel ? place_path (graph, ev, &place) : NULL;
}

const struct lk_path *
next_tested_member (struct lk_graph *graph, struct tested_walk *w)
{
  for (; w->clause; w->clause = w->clause->next, w->n = 0)
    while (w->n < w->clause->n_conditions)
      {
	const struct lk_path *place
	  = tested_member (graph, w->event, &w->clause->conditions[w->n++]);
	if (place)
	  return place;
      }
  return NULL;
}

bool
contract_tests_member (const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    for (unsigned i = 0; i < c->n_conditions; i++)
      if (c->conditions[i].nsel)
	return true;
  return false;
}

/* Return true if EV, of the method whose graph is G, assigns to the member SELECTOR of its
   object.  */
bool
sets_member (const struct lk_graph *g, const struct lk_event *ev, int64_t selector)
{
  return (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && g->n_formals
	  && ev->dest.path->nsel == 1 && ev->dest.path->addend == 0
	  && lk_is_first_formal (g, ev->dest.path->root)
	  && (selector == LK_ANY || ev->dest.path->sel[0] == selector));
}

bool
operand_is_value (const struct lk_operand *op, lk_var v)
{
  return (op->kind == LK_PATH && op->path->root == v && !op->path->nsel
	  && !op->path->addend);
}

/* The kind of a parent: any releaser will do.  */
const struct lk_kind kind_anything
  = { .name = "kind_anything", .noun = "resource", .verb = "released", .size = 8,
      .valid = { INT64_MIN, INT64_MAX, 0, true } };

/* The same, and the function under examination may pass it to unknown functions.  */
const struct lk_kind kind_lent
  = { .name = "kind_lent", .noun = "resource", .verb = "released", .size = 8,
      .valid = { INT64_MIN, INT64_MAX, 0, true } };

const struct lk_contract *
derived_contract (const struct lk_function *fn)
{
  return (fn->contract && fn->contract->source == LK_SOURCE_INFERRED && fn->contract->file
	  ? fn->contract : NULL);
}

bool
kind_is_anything (const struct lk_kind *kind)
{
  return kind == &kind_anything || kind == &kind_lent;
}

bool
call_fetches (const struct lk_event *ev)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee && ev->callee->contract
	  && ev->callee->contract->clauses
	  && ev->callee->contract->clauses->role == LK_ROLE_FETCH);
}

bool
branch_test (const struct context *context, const struct lk_block *bl, unsigned way,
	     struct test *t)
{
  *t = (struct test) { bl->a, bl->b, way == 0 ? bl->op : lk_compare_negate (bl->op) };
  if (t->a.kind != LK_PATH)
    return false;
  const struct lk_definition *def = &context->graph->vars[t->a.path->root].def;
  if (t->a.path->nsel || t->b.kind != LK_CONST || t->b.value
      || (t->op != LK_EQ && t->op != LK_NE)
      || (def->kind != LK_DEF_COMPARE && def->kind != LK_DEF_NOT))
    return true;
  bool holds = t->op == LK_NE;
  t->a = def->a;
  if (def->kind == LK_DEF_COMPARE)
    t->b = def->b;
  t->op = def->kind == LK_DEF_NOT ? LK_EQ : def->op;
  if (!holds)
    t->op = lk_compare_negate (t->op);
  return t->a.kind == LK_PATH;
}

bool
pair_kind (const struct lk_unit *unit, const struct lk_kind *kind)
{
  for (unsigned i = 0; i < N_PAIRED; i++)
    if (unit->paired[i] == kind)
      return true;
  return false;
}

bool
table_passes_on (const struct lk_event *ev)
{
  return (ev->callee && (ev->callee->flags & LK_FN_BODY)
	  && (ev->callee->flags & (LK_FN_LIBRARY | LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT)));
}
