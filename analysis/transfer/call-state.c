/* How a call reaches the handle; what all kinds of call do to a state.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

struct lk_operand
condition_operand (const struct solver *solver, const struct lk_event *ev,
		   const struct lk_condition *c)
{
  const struct lk_path *member = tested_member (solver->context.graph, ev, c);
  return (member ? lk_operand_path (member)
	  : c->nsel ? (struct lk_operand) { .kind = LK_UNKNOWN } : ev->args[c->base - 1]);
}

int
clause_holds (struct solver *solver, struct lk_event *ev,
	      const struct scratch *s, const struct lk_clause *c,
	      struct lk_range *result)
{
  bool open = false;
  *result = LK_RANGE_ALL;
  for (unsigned i = 0; i < c->n_conditions; i++)
    {
      const struct lk_condition *cond = &c->conditions[i];
      if (cond->base == 0)
	{
	  if (!range_intersect (result, &cond->range))
	    return 0;
	  open = true;
	  continue;
	}
      if ((uint32_t) cond->base > ev->n_args)
	return 0;
      struct lk_operand tested = condition_operand (solver, ev, cond);
      struct lk_range r = operand_range (&solver->context, s, &tested);
      if (lk_range_within (&r, &cond->range))
	continue;
      if (!range_intersect (&r, &cond->range))
	return 0;
      /* Unknown here.  An acquisition that may not happen is assumed not to, unless its
	 condition was derived, so that the acquisition is seen to depend on the argument; a
	 release that may happen is assumed to.  A result that is acquired only if a pointer
	 argument is not NULL is assumed to be acquired.  */
      bool named = (c->place.base == 0 && !c->place.nsel && lk_range_hole (&cond->range, 0));
      if (c->role == LK_ROLE_ACQUIRE && !derived_contract (ev->callee) && !named)
	return 0;
    }
  return open ? -1 : 1;
}

void
call_push (struct solver *solver, const struct scratch *s, struct step_state **out)
{
  struct step_state *st = solver->free_states;
  if (st)
    solver->free_states = st->next;
  else
    st = lk_arena_alloc (solver->context.arena, sizeof *st);
  scratch_copy (&st->fact, s);
  address_own_names (solver, &st->fact);
  st->next = *out;
  *out = st;
}

/* Learn that the call's result lies in RANGE.  Only after the result was defined.  */
bool
call_assume_result (struct solver *solver, struct lk_event *ev, struct scratch *s,
	       const struct lk_range *range)
{
  if (range_is_all (range) || ev->dest.kind != LK_PATH || ev->aggregate_result)
    return true;
  struct lk_range r = *range;
  struct lk_range known = operand_range (&solver->context, s, &ev->dest);
  if (!range_intersect (&r, &known))
    return false;
  key_id k = key_of_operand (solver->context.view, &ev->dest);
  if (k == NO_KEY)
    return true;
  /* Always remembered: the next branch is likely to test it.  */
  scratch_set_condition (&solver->context, s, k, &r);
  return true;
}

void
call_define_result (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  if (ev->dest.kind != LK_PATH)
    return;
  if (ev->aggregate_result)
    flow_clear (solver, s, ev->dest.path, ev->size);
  else if (ev->dest.path->nsel == 0)
    flow_define (solver, s, ev->dest.path->root);
  else
    flow_store_unknown (solver, s, ev->dest.path);
}

/* The handle is REST away from the argument.  A resource that is acquired in place in an
   object, beside other members, is no part of these: of two locks of an object one is not the
   other.  */
static bool
stands_beside (const struct solver *solver, const struct path_rest *rest, bool exactly)
{
  return (solver->context.obligation->in_place && rest->nsel == 0 && rest->addend != LK_ANY
	  && (exactly ? rest->addend != 0 : rest->addend < 0));
}

/* Return how the call reaches the handle through VALUE.  EXACTLY: the callee is for what
   stands there, not for an object with other things in it.  */
enum reach
call_reaches (const struct solver *solver, const struct scratch *s,
	      const struct lk_path *value, bool exactly)
{
  enum reach best = REACH_NOT;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!path_rest (s->paths[i], value, &rest) || stands_beside (solver, &rest, exactly))
	continue;
      if (rest.nsel == 0)
	return REACH_HANDLE;
      best = REACH_THROUGH;
    }
  return best;
}

enum reach
argument_reaches (const struct solver *solver, const struct scratch *s,
		  const struct lk_event *ev, uint32_t k)
{
  enum reach best = REACH_NOT;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!argument_rest (ev, k, s->paths[i], &rest)
	  || stands_beside (solver, &rest, false))
	continue;
      if (rest.nsel == 0)
	return REACH_HANDLE;
      best = REACH_THROUGH;
    }
  return best;
}

bool
reaches_through (const struct solver *solver, const struct scratch *s,
		 const struct lk_path *value)
{
  return call_reaches (solver, s, value, false) != REACH_NOT;
}

/* Return true if FROM is in the memory that the handle leads to: what stands there is
   something else.  An array does not hold itself.  */
static bool
is_behind_handle (const struct solver *solver, const struct scratch *s,
		  const struct lk_path *from)
{
  struct path_rest rest;
  const struct lk_path *pointer = loaded_from (solver->context.view, from->root);
  for (unsigned i = 0; i < s->n_paths; i++)
    if ((path_rest (from, s->paths[i], &rest) && rest.nsel)
	|| (pointer && path_rest (s->paths[i], pointer, &rest) && !rest.nsel))
      return true;
  return false;
}

/* Return true if V is the address of what the lambda G has captured by reference.  */
static bool
is_captured (const struct solver *solver, lk_var v)
{
  const struct lk_graph *g = solver->context.graph;
  const struct lk_path *from
    = v < solver->context.view->n_vars ? loaded_from (solver->context.view, v) : NULL;
  return (from && from->nsel == 1 && g->vars[from->root].class_ == LK_VAR_FORMAL
	  && g->vars[from->root].index == 0);
}

/* Return true if the lambda moves the value of one captured variable into another one, or
   calls a function that may (std::exchange).  */
static bool
moves_captured (const struct solver *solver)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	    && is_captured (solver, ev->dest.path->root) && ev->src.kind == LK_PATH)
	  {
	    const struct lk_path *from = loaded_from (solver->context.view, ev->src.path->root);
	    if (from && is_captured (solver, from->root))
	      return true;
	  }
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	      && is_captured (solver, ev->args[k].path->root))
	    return true;
      }
  return false;
}

/* Return true if P is a variable that a lambda has captured by reference, and FROM is in
   another one.  */
static bool
are_captured (const struct solver *solver, const struct lk_path *p, const struct lk_path *from)
{
  const struct lk_graph *g = solver->context.graph;
  const struct lk_variable *object = &g->vars[p->root];
  const struct lk_path *other = loaded_from (solver->context.view, from->root);
  return (g->function && (g->function->flags & LK_FN_LAMBDA) && object->class_ == LK_VAR_FORMAL
	  && object->index == 0 && other && other->root == p->root && p->nsel == 2
	  && other->nsel == 1 && p->sel[0] != other->sel[0] && p->sel[0] != LK_ANY
	  && other->sel[0] != LK_ANY && !moves_captured (solver));
}

/* In memory of unknown origin, equal last fields are assumed to be the same place when
   something found there is released; and equal members of unknown objects to be the same lock.  */
bool
call_may_be_handle (struct solver *solver, const struct scratch *s,
	       const struct lk_path *value)
{
  if (solver->context.obligation->in_place)
    {
      for (unsigned i = 0; i < s->n_paths; i++)
	{
	  const struct lk_path *p = s->paths[i];
	  enum lk_var_class a = solver->context.graph->vars[p->root].class_;
	  enum lk_var_class b = solver->context.graph->vars[value->root].class_;
	  if ((a == LK_VAR_VALUE || a == LK_VAR_FORMAL)
	      && (b == LK_VAR_VALUE || b == LK_VAR_FORMAL)
	      && p->addend == value->addend)
	    return (!solver->context.obligation->kind->lock
		    || (!lock_is_other (solver, s, value)
			&& !lock_taken_by_name (solver, value)));
	}
      return false;
    }
  const struct lk_path *from
    = value->nsel || value->addend ? NULL : loaded_from (solver->context.view, value->root);
  if (!from || from->nsel == 0 || is_behind_handle (solver, s, from))
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      if (p->nsel == 0)
	continue;
      int64_t x = p->sel[p->nsel - 1], y = from->sel[from->nsel - 1];
      if ((x != y && x != LK_ANY && y != LK_ANY) || are_captured (solver, p, from))
	continue;
      if (p->root == from->root && p->nsel == from->nsel)
	return true;
      enum path_class c = classify_path (&solver->context, p);
      if (c == PATH_FOREIGN || c == PATH_CALLER || c == PATH_GLOBAL)
	return true;
    }
  return false;
}

void
call_finish (struct solver *solver, struct lk_event *ev, enum terminal_kind kind,
	const struct scratch *s)
{
  solver_terminal (solver, kind, LK_STEP_LOST, ev->loc, NULL, s);
}

/* Return true if the caller tests whether the call succeeded.  A caller that never tests the
   result, and only uses it, assumes that the call cannot fail; then there is no failing path
   to warn about.  */
bool
call_result_tested (struct solver *solver, struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH)
    return false;
  if (ev->aggregate_result || ev->dest.path->nsel
      || ev->dest.path->root >= solver->context.view->n_vars)
    return true;
  lk_var v = ev->dest.path->root;
  key_id k = key_of_var (solver->context.view, v);
  if (k != NO_KEY && (key_at (solver->context.view, k)->tests
		      || key_at (solver->context.view, k)->useful))
    return true;
  for (struct use *u = solver->context.view->vars[v].uses; u; u = u->next)
    {
      if (u->at_end)
	return true;
      struct lk_block *bl = &solver->context.graph->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	if (bl->events[i].kind == LK_EVENT_ASSIGN
	    && bl->events[i].src.kind == LK_PATH
	    && bl->events[i].src.path->root == v
	    && bl->events[i].src.path->nsel == 0)
	  return true;
    }
  return false;
}

/* Return true if C gives what OTHER has one more access path.  */
bool
clause_goes_on (const struct lk_clause *c)
{
  return (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP
	  || c->role == LK_ROLE_FETCH);
}
