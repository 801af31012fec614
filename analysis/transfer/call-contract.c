/* Calls of functions with a contract: what each clause does to the handle (DESIGN section 6),
   and what all calls have in common.

   A clause that holds only for some results divides the fact in two, one for each; a later
   test of the result selects the right one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

bool
call_releases_kind (const struct lk_clause *c, const struct lk_contract *contract,
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

/* Return true if the caller's memory at VALUE is freed because of its contents, which have
   been overwritten since (the tag of a union): the condition cannot be expressed for the
   caller, which is assumed to meet it.  */
static bool
by_what_was_there (struct solver *solver, const struct scratch *s,
		   const struct lk_path *value)
{
  const struct lk_variable *root = &solver->context.graph->vars[value->root];
  return (solver->context.obligation->incoming && root->class_ == LK_VAR_FORMAL
	  && ((s->written >> (root->index < 63 ? root->index : 63)) & 1)
	  && looked_into (solver->context.view, solver->context.block, value->root, NULL, true));
}

/* Return true if EV, as clause C says, releases the handle, but is not the right releaser.  A
   function that releases a member of a union that another one has stored, or itself on paths that
   need not lead here, knows which it is: the rule of a parser that has a value of the stack.  */
static bool
pair_mismatched (const struct solver *solver, const struct lk_event *ev,
		 const struct lk_clause *c)
{
  const struct lk_kind *kind = solver->context.obligation->kind;
  if (c->role != LK_ROLE_RELEASE || c->any_kind || !c->kind || !kind
      || c->kind == kind || !c->kind->memory || !kind->memory
      || kind_is_anything (kind))
    return false;
  uint32_t arg = (uint32_t) c->place.base - 1;
  if (arg < ev->n_args && (ev->arg_flags[arg] & LK_ARG_UNION)
      && (solver->context.obligation->incoming
	  || !dominates (solver->context.view, solver->context.obligation->block,
			 solver->context.block)))
    return false;
  return ((ev->callee && (ev->callee->flags & LK_FN_PAIRED))
	  || pair_kind (solver->context.unit, kind));
}

/* Return true if S's handle may be at VALUE, which EV releases by C.  Whether a lock is held is
   only asked of the lock itself: to ask another one, which may be the same, releases
   nothing.  */
static bool
released_perhaps (struct solver *solver, const struct lk_event *ev, const struct lk_clause *c,
		  const struct scratch *s, const struct lk_path *value)
{
  bool asked = (ev->callee->flags & LK_FN_JAVA) && c->n_conditions;
  return (c->role == LK_ROLE_RELEASE && !(asked && solver->context.obligation->in_place)
	  && call_may_be_handle (solver, s, value));
}

/* Return true if event I of BL or a later one gives the place where EV's callee keeps VALUE, as C
   says, to another value.  */
static bool
gives_place_away (struct solver *solver, const struct lk_block *bl, uint32_t first,
		  const struct lk_event *ev, const struct lk_clause *c,
		  const struct lk_path *value)
{
  for (uint32_t i = first; i < bl->n_events; i++)
    if (bl->events[i].kind == LK_EVENT_CALL && bl->events[i].callee == ev->callee
	&& place_path (solver->context.graph, &bl->events[i], &c->place) != value)
      return true;
  return false;
}

/* Return true if the function calls EV's callee, which keeps VALUE until the next call, again on
   each path from there to its end.  Exceptions that no handler here catches do not count.  */
static bool
put_back (struct solver *solver, const struct lk_event *ev, const struct lk_clause *c,
	  const struct lk_path *value)
{
  struct block_walk w;
  bool always = true, some = false;
  uint32_t b, first = solver->context.event + 1;
  block_walk_begin (&w, solver->context.graph, solver->context.block);
  for (; always && next_block (&w, &b); first = 0)
    {
      const struct lk_block *bl = &w.graph->blocks[b];
      if (gives_place_away (solver, bl, first, ev, c, value))
	some = true;
      else
	{
	  always = bl->term != LK_TERM_RETURN && bl->term != LK_TERM_UNWIND;
	  enter_successors (&w, b);
	}
    }
  block_walk_end (&w);
  return always && some;
}

/* Return true if C releases VALUE, which is a constant distance behind the beginning of the block
   that S's handle is: free () does not take that.  */
static bool
releases_inside (const struct solver *solver, const struct lk_event *ev, const struct lk_clause *c,
		 const struct scratch *s, const struct lk_path *value)
{
  const struct obligation *o = solver->context.obligation;
  if (c->role != LK_ROLE_RELEASE || o->in_place || !c->kind || !c->kind->memory || !o->kind->memory
      || (ev->callee->flags & LK_FN_PAIRED) || value->nsel || value->addend <= 0
      || value->addend == LK_ANY)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->root == value->root && !s->paths[i]->nsel && !s->paths[i]->addend)
      return true;
  return false;
}

/* Return true if C, a derived clause, says that all that is in the memory of an argument goes
   elsewhere, and S's resource stands there: the copy is it, too.  */
static bool
copies_resource (struct solver *solver, struct lk_event *ev, struct scratch *s,
		 const struct lk_contract *contract, const struct lk_clause *c)
{
  struct lk_place argument = { .base = c->place.base };
  if (!solver->context.obligation->in_place || contract->source != LK_SOURCE_INFERRED
      || c->role != LK_ROLE_KEEP || c->place.nsel != 1 || c->place.sel[0] != LK_PLACE_ANY)
    return false;
  const struct lk_path *value = place_path (solver->context.graph, ev, &argument);
  return value && call_reaches (solver, s, value, false) != REACH_NOT;
}

/* Return true if CONTRACT was derived, and says that what is at the place of S's handle may change:
   the callee goes through a list, say, and what it does that deep inside no clause tells.  */
static bool
deals_with (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
	    struct scratch *s)
{
  if (contract->source != LK_SOURCE_INFERRED)
    return false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      const struct lk_path *place
	= c->role == LK_ROLE_KEEP ? place_path (solver->context.graph, ev, &c->place) : NULL;
      if (place && call_reaches (solver, s, place, false) == REACH_HANDLE)
	return true;
    }
  return false;
}

/* Apply clause C, which is known to hold.  Return false if the fact has ended.  */
static bool
apply_clause (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      const struct lk_contract *contract, const struct lk_clause *c)
{
  const struct lk_path *value = place_path (solver->context.graph, ev, &c->place);
  if (!value || (c->until_next && put_back (solver, ev, c, value)))
    return true;
  if (copies_resource (solver, ev, s, contract, c))
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, s);
      return false;
    }
  switch (c->role)
    {
    case LK_ROLE_RELEASE:
    case LK_ROLE_OWN:
    case LK_ROLE_KEEP:
      {
	enum reach reach
	  = call_reaches (solver, s, value, c->role == LK_ROLE_RELEASE);
	if (releases_inside (solver, ev, c, s, value))
	  return true;
	bool kind_fits = (c->role == LK_ROLE_KEEP
			  || call_releases_kind (c, contract, solver->context.obligation));
	if ((reach == REACH_HANDLE
	     || (reach == REACH_NOT && released_perhaps (solver, ev, c, s, value)))
	    && kind_fits)
	  {
	    bool mismatched = pair_mismatched (solver, ev, c);
	    /* A value that only may be the handle, and could not be released in that way, is
	       another.  */
	    if (mismatched && reach == REACH_NOT)
	      return true;
	    if (mismatched)
	      solver_terminal (solver, TERMINAL_LOST, LK_STEP_MISMATCHED,
			       ev->loc, ev->callee->name, s);
	    else
	      {
		/* A contract is not to say that what may be the handle is.  */
		bool sure = (reach == REACH_HANDLE
			     || !kind_is_anything (solver->context.obligation->kind));
		solver->kind_released = c->any_kind ? NULL : c->kind;
		call_finish (solver, ev, c->role == LK_ROLE_RELEASE && sure ? TERMINAL_RELEASED
			     : TERMINAL_ESCAPED, s);
		solver->kind_released = NULL;
	      }
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
	    if (deals_with (solver, ev, contract, s))
	      {
		call_finish (solver, ev, TERMINAL_ESCAPED, s);
		return false;
	      }
	    object_contents_gone (solver, s, value);
	    if ((s->flags & FACT_ASSUMED) || !solver_names_dead (solver, s))
	      return true;
	    if (by_what_was_there (solver, s, value))
	      {
		call_finish (solver, ev, TERMINAL_ESCAPED, s);
		return false;
	      }
	    solver_lose (s, LK_STEP_CONTAINER_RELEASED, ev->loc,
			 path_name (solver->context.view, value));
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

/* A release depends on one argument, or a member of one, of which nothing is known (realloc to
   size 0).  Where it holds the obligation is met; go on with the condition for the argument where
   it does not.  Return the set of those clauses, by number.  */
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
      struct lk_operand arg = condition_operand (solver, ev, &c->conditions[0]);
      const struct lk_path *value = place_path (solver->context.graph, ev, &c->place);
      struct lk_range known = operand_range (&solver->context, s, &arg), other;
      struct lk_range both = known;
      if (!value || call_reaches (solver, s, value, true) == REACH_NOT
	  || lk_range_within (&known, &c->conditions[0].range)
	  || !range_intersect (&both, &c->conditions[0].range)
	  || !range_complement (&c->conditions[0].range, &other)
	  || !range_intersect (&other, &known))
	continue;
      solver->kind_released = c->any_kind ? NULL : c->kind;
      call_finish (solver, ev, TERMINAL_RELEASED, s);
      solver->kind_released = NULL;
      split |= UINT32_C (1) << number;
      key_id key = key_of_operand (solver->context.view, &arg);
      if (key != NO_KEY)
	scratch_set_condition (&solver->context, s, key, &other);
    }
  return split;
}

/* Return true if EV constructs an object of exactly the callee's class, whose members only the
   library uses: an access path there would be superfluous.  */
static bool
object_made_here (const struct solver *solver, const struct lk_event *ev)
{
  if (!(ev->callee->flags & LK_FN_CONSTRUCTOR) || ev->callee->graph
      || ev->n_args == 0 || ev->args[0].kind != LK_PATH
      || ev->args[0].path->nsel)
    return false;
  const struct lk_event *made = var_call (solver->context.view, ev->args[0].path->root);
  return (made && made->callee
	  && (made->callee->flags & LK_FN_NEW));
}

/* Clauses that depend on the result divide the fact: once with a result for which they hold,
   once with the opposite.  Rows have one such range and its complement at most (checked over
   the shipped ones), so two cases suffice: the result is in *SPLIT, or in *OTHER.  Return false
   if the clauses of CONTRACT do not divide S.  */
static bool
divided_by_result (struct solver *solver, struct lk_event *ev,
		   const struct lk_contract *contract, struct scratch *s,
		   struct lk_range *split, struct lk_range *other)
{
  bool divided = false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_range r;
      if (c->role == LK_ROLE_BORROW || c->role == LK_ROLE_ACQUIRE)
	continue;
      if (clause_holds (solver, ev, s, c, &r) != -1)
	continue;
      const struct lk_path *v
	= place_path (solver->context.graph, ev, clause_goes_on (c) ? &c->other : &c->place);
      if (!v || (call_reaches (solver, s, v, c->role == LK_ROLE_RELEASE) == REACH_NOT
		 && !released_perhaps (solver, ev, c, s, v)))
	continue;
      if (range_complement (&r, other))
	{
	  struct lk_range truth = { .lo = 0, .hi = 1 };
	  *split = r;
	  /* Of a function of which 1 means success, and nothing else does, no result is larger.  */
	  if (r.lo == 1 && r.hi == 1)
	    *other = (struct lk_range) { .lo = INT64_MIN, .hi = 0 };
	  if (ev->callee->flags & LK_FN_RETURNS_BOOL)
	    range_intersect (other, &truth);
	  divided = true;
	}
    }
  return divided;
}

/* Return true if C, of CONTRACT, moves what a place holds into the result, and the place holds
   something else then.  A contract that was derived says so: else it is of a getter.  */
static bool
clause_moves (const struct lk_contract *contract, const struct lk_clause *c)
{
  if (c->role != LK_ROLE_ALIAS || c->place.base != 0 || c->place.nsel || !c->other.nsel)
    return false;
  if (contract->source != LK_SOURCE_INFERRED)
    return true;
  for (const struct lk_clause *k = contract->clauses; k; k = k->next)
    if (k->role == LK_ROLE_KEEP && lk_place_equal (&k->place, &c->other))
      return true;
  return false;
}

/* Return true if S's handle is at the place that C moves: it is not NULL, and neither is the
   result.  */
static bool
moves_handle (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	      const struct lk_clause *c)
{
  const struct lk_path *from = (clause_moves (ev->callee->contract, c)
				? place_path (solver->context.graph, ev, &c->other) : NULL);
  for (unsigned i = 0; from && i < s->n_paths; i++)
    if (s->paths[i] == from)
      return true;
  return false;
}

/* Apply the ALIAS clause C.  Return false if the fact has ended.  */
static bool
apply_alias (struct solver *solver, struct lk_event *ev, struct scratch *s,
	     const struct lk_clause *c, struct generated *generated)
{
  if (c->place.base == 1 && c->place.nsel && object_made_here (solver, ev))
    return true;
  const struct lk_path *from = place_path (solver->context.graph, ev, &c->other);
  const struct lk_path *to = place_path (solver->context.graph, ev, &c->place);
  if (from && c->place.base == 0)
    object_begun_anew (s, from);
  if (from && to)
    flow_generate (solver, s, to, from, generated);
  if (from && clause_moves (ev->callee->contract, c))
    flow_store_unknown (solver, s, from);
  else if (!to && from && c->place.base != 0
	   && call_reaches (solver, s, from, false) != REACH_NOT)
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, s);
      return false;
    }
  return true;
}

/* The call EV acquires something by the clause C of CONTRACT: a place that is filled again loses
   what it held.  Return false if the fact has ended.  */
static bool
apply_acquire (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
	       struct scratch *s, const struct lk_clause *c)
{
  const struct lk_path *to = place_path (solver->context.graph, ev, &c->place);
  if (!to || !c->place.nsel || !to->nsel || (ev->callee->flags & LK_FN_FINDS))
    return true;
  unsigned before = s->n_paths;
  bool anew = (contract->source != LK_SOURCE_INFERRED
	       || (c->anew && overwritten_anew (solver, s, to)));
  flow_store_unknown (solver, s, to);
  if (s->n_paths >= before || (s->flags & FACT_ASSUMED))
    return true;
  /* Unless it says so, a derived contract does not tell whether the callee releases what is there,
     tests it first, or extends it: other names may be of the same place, or of what is no longer
     there.  */
  if (!anew)
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, s);
      return false;
    }
  if (!solver_names_dead (solver, s))
    return true;
  solver_lose (s, LK_STEP_OVERWRITTEN, ev->loc, path_name (solver->context.view, to));
  if (ev != solver->context.obligation->event)
    return true;
  solver_terminal (solver, object_untouched (solver, to) ? TERMINAL_ESCAPED : TERMINAL_LOST,
		   LK_STEP_AGAIN, ev->loc, s->loss.name, s);
  return false;
}

/* If the RELEASE clause C is that of a realloc, what the old block holds, the new one holds:
   return true.  */
static bool
apply_reallocate (struct solver *solver, struct lk_event *ev,
		  const struct lk_contract *contract, struct scratch *s,
		  const struct lk_clause *c, struct generated *generated)
{
  const struct lk_path *v = place_path (solver->context.graph, ev, &c->place);
  if (c->role != LK_ROLE_RELEASE || !c->kind || !c->kind->memory || !v
      || !acquires_result (contract)
      || call_reaches (solver, s, v, true) != REACH_THROUGH)
    return false;
  if (ev->dest.kind == LK_PATH)
    flow_generate (solver, s, ev->dest.path, v, generated);
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], v, &rest) && rest.nsel)
	scratch_remove_at (s, i);
    }
  return true;
}

/* Apply the clause C of CONTRACT, which holds.  Return false if the fact has ended.  */
static bool
apply_any (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
	   struct scratch *s, const struct lk_clause *c, struct generated *generated,
	   struct step_state **out)
{
  struct scratch others;
  if ((c->role == LK_ROLE_TAKE || c->role == LK_ROLE_RELEASE)
      && object_others (solver, s, &others))
    {
      call_define_result (solver, ev, &others);
      call_push (solver, &others, out);
    }
  switch (c->role)
    {
    case LK_ROLE_TAKE:
      object_taken (solver, s, place_path (solver->context.graph, ev, &c->place));
      return true;
    case LK_ROLE_WRAP:
    case LK_ROLE_PUT:
    case LK_ROLE_FETCH:
      if (object_clause (solver, ev, s, c, generated))
	return true;
      call_finish (solver, ev, TERMINAL_ESCAPED, s);
      return false;
    case LK_ROLE_ALIAS:
      return apply_alias (solver, ev, s, c, generated);
    case LK_ROLE_ACQUIRE:
      return apply_acquire (solver, ev, contract, s, c);
    default:
      return (apply_reallocate (solver, ev, contract, s, c, generated)
	      || apply_clause (solver, ev, s, contract, c));
    }
}

/* Apply CONTRACT to a fact that the call reaches.  */
void
call_by_contract (struct solver *solver, struct lk_event *ev,
		  const struct lk_contract *contract, struct scratch *s,
		  struct step_state **out)
{
  struct lk_range split = LK_RANGE_ALL, other = LK_RANGE_ALL;
  uint32_t skip = split_by_argument (solver, ev, contract, s);
  bool divided = divided_by_result (solver, ev, contract, s, &split, &other);
  int worlds = divided && (call_result_tested (solver, ev)
			   || kind_is_anything (solver->context.obligation->kind)) ? 2 : 1;
  for (int world = 0; world < worlds; world++)
    {
      struct scratch w;
      scratch_copy (&w, s);
      bool alive = true;
      struct lk_range here = world ? other : split;
      struct generated generated;
      generated.n = 0;
      generated.dropped = NULL;
      if (divided)
	solver->ending_result = here;
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
		  || (divided && !lk_range_within (&here, &r)))
		{
		  alive = !moves_handle (solver, ev, &w, c);
		  continue;
		}
	    }
	  alive = apply_any (solver, ev, contract, &w, c, &generated, out);
	}
      if (!alive)
	continue;
      call_define_result (solver, ev, &w);
      flow_add_generated (solver, &w, &generated);
      if (!divided || call_assume_result (solver, ev, &w, &here))
	call_push (solver, &w, out);
    }
  solver->ending_result = LK_RANGE_ALL;
}

/* Mismatched releases: new [] released by delete, new by free.

   Memory of one kind released by the releaser of another is assumed to be released: libraries
   have their own names for free.  Not so if the front end says that a function has one
   counterpart and no other (LK_FN_PAIRED: C++'s new and delete).  */

void
pair_acquired (struct lk_unit *unit, const struct lk_event *ev,
	       const struct lk_kind *kind)
{
  if (!ev->callee || !(ev->callee->flags & LK_FN_PAIRED))
    return;
  for (unsigned i = 0; i < N_PAIRED && unit->paired[i] != kind; i++)
    if (!unit->paired[i])
      {
	unit->paired[i] = kind;
	return;
      }
}

bool
pair_by_some_body (const struct obligation *o)
{
  for (; o; o = o->origin)
    if ((o->function && LK_FN_CALLS_ANY (o->function))
	|| (o->event && o->event->callee && LK_FN_CALLS_ANY (o->event->callee)))
      return true;
  return false;
}
