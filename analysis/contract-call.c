/* Calls of functions with a contract: what each clause does to the handle (DESIGN section 6),
   and what all calls have in common.

   A clause that holds only for some results divides the fact in two, one for each; a later
   test of the result selects the right one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"
#include "pair.h"

bool
contract_releases_arg (const struct lk_contract *contract, unsigned arg)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_RELEASE || c->role == LK_ROLE_OWN
	 || c->role == LK_ROLE_KEEP)
	&& c->place.base == (int) arg + 1)
      return true;
  return false;
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
  else
    {
      if ((uint32_t) place->base > ev->n_args
	  || ev->args[place->base - 1].kind != LK_PATH)
	return NULL;
      base = ev->args[place->base - 1].path;
    }
  if (place->nsel == 0)
    return base;
  struct path_rest rest = { .nsel = place->nsel };
  memcpy (rest.sel, place->sel, place->nsel * sizeof *rest.sel);
  return path_join (graph, base, &rest);
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
      struct lk_range r = operand_range (solver, s,
					 &ev->args[cond->base - 1]);
      if (range_subset (&r, &cond->range))
	continue;
      if (!range_intersect (&r, &cond->range))
	return 0;
      /* Unknown here.  An acquisition that may not happen is assumed not to; a release that
	 may happen is assumed to.  */
      if (c->role == LK_ROLE_ACQUIRE)
	return 0;
    }
  return open ? -1 : 1;
}

/* Store the complement of RANGE in *OUT; return false if that is no range.  */
static bool
range_complement (const struct lk_range *range, struct lk_range *out)
{
  if (range->has_hole && range->lo == INT64_MIN && range->hi == INT64_MAX)
    {
      *out = range_of_compare (LK_EQ, range->hole);
      return true;
    }
  if (range->has_hole)
    return false;
  if (range->lo == range->hi)
    {
      *out = range_of_compare (LK_NE, range->lo);
      return true;
    }
  if (range->lo == INT64_MIN && range->hi < INT64_MAX)
    {
      *out = range_of_compare (LK_GT, range->hi);
      return true;
    }
  if (range->hi == INT64_MAX && range->lo > INT64_MIN)
    {
      *out = range_of_compare (LK_LT, range->lo);
      return true;
    }
  return false;
}

void
call_push (struct solver *solver, const struct scratch *s, struct step_state **out)
{
  struct step_state *st = solver->free_states;
  if (st)
    solver->free_states = st->next;
  else
    st = lk_arena_alloc (solver->arena, sizeof *st);
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
  struct lk_range known = operand_range (solver, s, &ev->dest);
  if (!range_intersect (&r, &known))
    return false;
  key_id k = key_of_operand (solver->prep, &ev->dest);
  if (k == NO_KEY)
    return true;
  /* Always remembered: the next branch is likely to test it.  */
  scratch_set_condition (solver, s, k, &r);
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
  return (solver->obligation->in_place && rest->nsel == 0 && rest->addend != LK_ANY
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
  const struct lk_path *pointer = loaded_from (solver->prep, from->root);
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
  const struct lk_graph *g = solver->graph;
  const struct lk_path *from = v < solver->prep->n_vars ? loaded_from (solver->prep, v) : NULL;
  return (from && from->nsel == 1 && g->vars[from->root].class_ == LK_VAR_FORMAL
	  && g->vars[from->root].index == 0);
}

/* Return true if the lambda moves the value of one captured variable into another one, or
   calls a function that may (std::exchange).  */
static bool
moves_captured (const struct solver *solver)
{
  const struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	    && is_captured (solver, ev->dest.path->root) && ev->src.kind == LK_PATH)
	  {
	    const struct lk_path *from = loaded_from (solver->prep, ev->src.path->root);
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
  const struct lk_graph *g = solver->graph;
  const struct lk_variable *object = &g->vars[p->root];
  const struct lk_path *other = loaded_from (solver->prep, from->root);
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
  if (solver->obligation->in_place)
    {
      for (unsigned i = 0; i < s->n_paths; i++)
	{
	  const struct lk_path *p = s->paths[i];
	  enum lk_var_class a = solver->graph->vars[p->root].class_;
	  enum lk_var_class b = solver->graph->vars[value->root].class_;
	  if ((a == LK_VAR_VALUE || a == LK_VAR_FORMAL)
	      && (b == LK_VAR_VALUE || b == LK_VAR_FORMAL)
	      && p->addend == value->addend)
	    return (!solver->obligation->kind->lock
		    || (!lock_is_other (solver, s, value)
			&& !lock_taken_by_name (solver, value)));
	}
      return false;
    }
  const struct lk_path *from
    = value->nsel || value->addend ? NULL : loaded_from (solver->prep, value->root);
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
      enum path_class c = classify_path (solver, p);
      if (c == PATH_FOREIGN || c == PATH_CALLER || c == PATH_GLOBAL)
	return true;
    }
  return false;
}

static bool
releases_kind (const struct lk_clause *c, const struct lk_contract *contract,
	       const struct obligation *o)
{
  if (c->any_kind || !c->kind || !o->kind || c->kind == o->kind
      || kind_is_anything (o->kind)
      || (c->kind->memory && o->kind->memory))
    return true;
  for (const struct lk_name *n = o->releasers; n; n = n->next)
    if (!strcmp (n->name, contract->name))
      return true;
  return false;
}

void
call_finish (struct solver *solver, struct lk_event *ev, enum terminal_kind kind,
	const struct scratch *s)
{
  solver_terminal (solver, kind, LK_STEP_LOST, ev->loc, NULL, s);
}

/* Return true if the caller's memory at VALUE is freed because of its contents, which have
   been overwritten since (the tag of a union): the condition cannot be expressed for the
   caller, which is assumed to meet it.  */
static bool
by_what_was_there (struct solver *solver, const struct scratch *s,
		   const struct lk_path *value)
{
  const struct lk_variable *root = &solver->graph->vars[value->root];
  return (solver->obligation->incoming && root->class_ == LK_VAR_FORMAL
	  && ((s->written >> (root->index < 63 ? root->index : 63)) & 1)
	  && looked_into (solver->prep, solver->here_block, value->root, true));
}

/* Apply clause C, which is known to hold.  Return false if the fact has ended.  */
static bool
apply_clause (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      const struct lk_contract *contract, const struct lk_clause *c)
{
  const struct lk_path *value = place_path (solver->graph, ev, &c->place);
  if (!value)
    return true;
  switch (c->role)
    {
    case LK_ROLE_RELEASE:
    case LK_ROLE_OWN:
    case LK_ROLE_KEEP:
      {
	enum reach reach
	  = call_reaches (solver, s, value, c->role == LK_ROLE_RELEASE);
	bool kind_fits = (c->role == LK_ROLE_KEEP
			  || releases_kind (c, contract, solver->obligation));
	if ((reach == REACH_HANDLE
	     || (c->role == LK_ROLE_RELEASE && reach == REACH_NOT
		 && call_may_be_handle (solver, s, value)))
	    && kind_fits)
	  {
	    if (pair_mismatched (solver, ev, c))
	      solver_terminal (solver, TERMINAL_LOST, LK_STEP_MISMATCHED,
			       ev->loc, ev->callee->name, s);
	    else
	      call_finish (solver, ev, c->role == LK_ROLE_RELEASE ? TERMINAL_RELEASED
				: TERMINAL_ESCAPED, s);
	    return false;
	  }
	if (reach == REACH_THROUGH && c->role != LK_ROLE_RELEASE)
	  {
	    call_finish (solver, ev, TERMINAL_ESCAPED, s);
	    return false;
	  }
	/* A destructor of the program's own is assumed to release what the object holds.  */
	if (reach == REACH_THROUGH && contract->source != LK_SOURCE_SHIPPED_SPEC
	    && contract->file == NULL)
	  {
	    call_finish (solver, ev, TERMINAL_ESCAPED, s);
	    return false;
	  }
	/* Java's close () of an object of unknown class releases what the object's fields
	   hold, but not the elements of a list.  */
	if (reach == REACH_THROUGH && c->role == LK_ROLE_RELEASE && kind_fits
	    && (ev->callee->flags & LK_FN_JAVA)
	    && object_in_field (s, value))
	  {
	    call_finish (solver, ev, TERMINAL_RELEASED, s);
	    return false;
	  }
	/* Memory that holds the handle is freed.  At an offset into an object no block can
	   begin: what is there (a number of GMP's in a union) is cleared in place.  */
	if (reach == REACH_THROUGH && c->kind && c->kind->memory && !value->addend)
	  {
	    object_contents_gone (solver, s, value);
	    if ((s->flags & FACT_ASSUMED) || !solver_names_dead (solver, s))
	      return true;
	    if (by_what_was_there (solver, s, value))
	      {
		call_finish (solver, ev, TERMINAL_ESCAPED, s);
		return false;
	      }
	    solver_lose (s, LK_STEP_CONTAINER_RELEASED, ev->loc,
			 path_name (solver->prep, value));
	  }
	return true;
      }
    default:
      return true;
    }
}

static bool
acquires_result (const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel == 0)
      return true;
  return false;
}

/* A release depends on one argument, of which nothing is known (realloc to size 0).  Where it
   holds the obligation is met; go on with the condition for the argument where it does not.
   Return the set of those clauses, by number.  */
static uint32_t
split_by_argument (struct solver *solver, struct lk_event *ev,
		   const struct lk_contract *contract, struct scratch *s)
{
  uint32_t split = 0, number = 0;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next, number++)
    {
      if (c->role != LK_ROLE_RELEASE || c->n_conditions != 1
	  || c->conditions[0].base == 0 || number >= 32
	  || (uint32_t) c->conditions[0].base > ev->n_args)
	continue;
      const struct lk_operand *arg = &ev->args[c->conditions[0].base - 1];
      const struct lk_path *value = place_path (solver->graph, ev, &c->place);
      struct lk_range known = operand_range (solver, s, arg), other;
      struct lk_range both = known;
      if (!value || call_reaches (solver, s, value, true) == REACH_NOT
	  || range_subset (&known, &c->conditions[0].range)
	  || !range_intersect (&both, &c->conditions[0].range)
	  || !range_complement (&c->conditions[0].range, &other)
	  || !range_intersect (&other, &known))
	continue;
      call_finish (solver, ev, TERMINAL_RELEASED, s);
      split |= UINT32_C (1) << number;
      key_id key = key_of_operand (solver->prep, arg);
      if (key != NO_KEY)
	scratch_set_condition (solver, s, key, &other);
    }
  return split;
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
      || ev->dest.path->root >= solver->prep->n_vars)
    return true;
  lk_var v = ev->dest.path->root;
  key_id k = key_of_var (solver->prep, v);
  if (k != NO_KEY && (key_at (solver->prep, k)->tests
		      || key_at (solver->prep, k)->useful))
    return true;
  for (struct use *u = solver->prep->vars[v].uses; u; u = u->next)
    {
      if (u->at_end)
	return true;
      struct lk_block *bl = &solver->graph->blocks[u->block];
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

/* Return true if EV constructs an object of exactly the callee's class, whose members only the
   library uses: an access path there would be superfluous.  */
static bool
made_here (const struct solver *solver, const struct lk_event *ev)
{
  if (!(ev->callee->flags & LK_FN_CONSTRUCTOR) || ev->callee->graph
      || ev->n_args == 0 || ev->args[0].kind != LK_PATH
      || ev->args[0].path->nsel)
    return false;
  const struct lk_event *made = var_call (solver->prep, ev->args[0].path->root);
  return (made && made->callee
	  && (made->callee->flags & LK_FN_NEW));
}

/* Apply CONTRACT to a fact that the call reaches.  */
void
call_by_contract (struct solver *solver, struct lk_event *ev,
		  const struct lk_contract *contract, struct scratch *s,
		  struct step_state **out)
{
  /* Clauses that depend on the result divide the fact: once with a result for which they hold,
     once with the opposite.  Rows have one such range and its complement at most (checked over
     the shipped ones), so two cases suffice: RESULT holds, RESULT does not.  */
  struct lk_range split = LK_RANGE_ALL, other = LK_RANGE_ALL;
  bool divided = false;
  uint32_t skip = split_by_argument (solver, ev, contract, s);
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_range r;
      if (c->role == LK_ROLE_BORROW || c->role == LK_ROLE_ACQUIRE)
	continue;
      if (clause_holds (solver, ev, s, c, &r) != -1)
	continue;
      const struct lk_path *v
	= place_path (solver->graph, ev, clause_goes_on (c) ? &c->other : &c->place);
      if (!v || (call_reaches (solver, s, v, c->role == LK_ROLE_RELEASE) == REACH_NOT
		 && !(c->role == LK_ROLE_RELEASE
		      && call_may_be_handle (solver, s, v))))
	continue;
      if (range_complement (&r, &other))
	{
	  struct lk_range truth = { .lo = 0, .hi = 1 };
	  split = r;
	  if (ev->callee->flags & LK_FN_RETURNS_BOOL)
	    range_intersect (&other, &truth);
	  divided = true;
	}
    }
  int worlds = divided ? 2 : 1;
  if (divided && !call_result_tested (solver, ev))
    worlds = 1;
  for (int world = 0; world < worlds; world++)
    {
      struct scratch w;
      scratch_copy (&w, s);
      bool alive = true;
      struct lk_range here = world ? other : split;
      struct generated generated;
      generated.n = 0;
      generated.dropped = NULL;
      uint32_t number = 0;
      for (const struct lk_clause *c = contract->clauses; c && alive;
	   c = c->next)
	{
	  struct lk_range r;
	  bool skipped = number < 32 && (skip & (UINT32_C (1) << number));
	  number++;
	  if (c->role == LK_ROLE_BORROW || skipped
	      || ((w.flags & FACT_ANOTHER)
		  && (c->role == LK_ROLE_FETCH || c->role == LK_ROLE_TAKE)))
	    continue;
	  int holds = clause_holds (solver, ev, &w, c, &r);
	  if (holds == 0)
	    continue;
	  if (holds == -1)
	    {
	      struct lk_range both = r;
	      /* The result is known to exclude the clause, or meets it only partly.  */
	      if (!range_intersect (&both, &here)
		  || (divided && !range_subset (&here, &r)))
		continue;
	    }
	  struct scratch others;
	  if ((c->role == LK_ROLE_TAKE || c->role == LK_ROLE_RELEASE)
	      && object_others (solver, &w, &others))
	    {
	      call_define_result (solver, ev, &others);
	      call_push (solver, &others, out);
	    }
	  if (c->role == LK_ROLE_TAKE)
	    {
	      object_taken (solver, &w, place_path (solver->graph, ev, &c->place));
	      continue;
	    }
	  if (c->role == LK_ROLE_WRAP || c->role == LK_ROLE_PUT
	      || c->role == LK_ROLE_FETCH)
	    {
	      alive = object_clause (solver, ev, &w, c, &generated);
	      if (!alive)
		call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  if (c->role == LK_ROLE_ALIAS)
	    {
	      if (c->place.base == 1 && c->place.nsel && made_here (solver, ev))
		continue;
	      const struct lk_path *from = place_path (solver->graph, ev, &c->other);
	      const struct lk_path *to = place_path (solver->graph, ev, &c->place);
	      if (from && c->place.base == 0)
		object_begun_anew (&w, from);
	      if (from && to)
		flow_generate (solver, &w, to, from, &generated);
	      else if (from && c->place.base != 0
		       && call_reaches (solver, &w, from, false) != REACH_NOT)
		{
		  call_finish (solver, ev, TERMINAL_ESCAPED, &w);
		  alive = false;
		}
	      continue;
	    }
	  if (c->role == LK_ROLE_ACQUIRE)
	    {
	      const struct lk_path *to = place_path (solver->graph, ev, &c->place);
	      /* A place that is filled again loses what it held.  */
	      if (to && c->place.nsel && to->nsel && !(ev->callee->flags & LK_FN_FINDS))
		{
		  unsigned before = w.n_paths;
		  flow_store_unknown (solver, &w, to);
		  if (w.n_paths < before && !(w.flags & FACT_ASSUMED)
		      && solver_names_dead (solver, &w))
		    {
		      solver_lose (&w, LK_STEP_OVERWRITTEN, ev->loc,
				   path_name (solver->prep, to));
		      if (ev == solver->obligation->event)
			{
			  solver_terminal (solver, object_untouched (solver, to)
					   ? TERMINAL_ESCAPED : TERMINAL_LOST,
					   LK_STEP_AGAIN, ev->loc, w.loss.name,
					   &w);
			  alive = false;
			}
		    }
		}
	      continue;
	    }
	  /* realloc: what the old block holds, the new one holds.  */
	  const struct lk_path *v = place_path (solver->graph, ev, &c->place);
	  if (c->role == LK_ROLE_RELEASE && c->kind && c->kind->memory && v
	      && acquires_result (contract)
	      && call_reaches (solver, &w, v, true) == REACH_THROUGH)
	    {
	      if (ev->dest.kind == LK_PATH)
		flow_generate (solver, &w, ev->dest.path, v, &generated);
	      for (unsigned i = w.n_paths; i-- > 0;)
		{
		  struct path_rest rest;
		  if (path_rest (w.paths[i], v, &rest) && rest.nsel)
		    scratch_remove_at (&w, i);
		}
	      continue;
	    }
	  alive = apply_clause (solver, ev, &w, contract, c);
	}
      if (!alive)
	continue;
      call_define_result (solver, ev, &w);
      flow_add_generated (solver, &w, &generated);
      if (!divided || call_assume_result (solver, ev, &w, &here))
	call_push (solver, &w, out);
    }
}
