/* The transfer function of a call: contracts first, then summaries of known bodies, then the
   policy for unknown callees (DESIGN section 6).

   Most calls that a fact meets get neither the handle nor anything it can be reached from;
   that is tested first.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"
#include "unit-internal.h"

/* Return true if what argument ARG points to is itself the resource (a lock): it contains
   nothing else.  */
static bool
is_resource (const struct lk_function *callee, uint32_t arg)
{
  if (!callee || !callee->contract)
    return false;
  for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
    if (c->place.base == (int) arg + 1 && c->place.nsel == 0
	&& c->kind && c->kind->lock)
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

/* Return true if argument K of the call EV is an address within an object, or the callee
   acquires something in what it points to: getline (&reader->line, ...).  A scalar there may
   have another value after the call.  */
static bool
fills_argument (const struct lk_event *ev, uint32_t k)
{
  if (ev->args[k].path->addend)
    return ev->args[k].path->addend != LK_ANY;
  for (const struct lk_clause *c = (ev->callee && ev->callee->contract
				    ? ev->callee->contract->clauses : NULL);
       c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == (int) k + 1 && c->place.nsel)
      return true;
  return false;
}

/* Forget the contents of memory whose address the callee gets.  Memory behind other pointers
   is assumed to change, as far as this function tests it, only in callees of the unit and in
   member functions.  */
void
call_forget (struct solver *solver, const struct lk_event *ev,
	     struct scratch *s, uint64_t written, uint64_t members)
{
  struct scratch before;
  bool keep = table_knows (solver, s);
  if (keep)
    scratch_copy (&before, s);
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      if (!(written & (UINT64_C (1) << (k < 63 ? k : 63))))
	continue;
      /* A lambda is constant; what it refers to is not.  */
      if (k == 0 && ev->member && ev->args[k].kind == LK_PATH && !ev->args[k].path->nsel
	  && !ev->args[k].path->addend)
	address_forget (solver, ev->args[k].path->root, members, s);
      if (!call_may_write (ev, k))
	continue;
      uint64_t here = UINT64_MAX;
      if (k == 0)
	here = members_moved (members, ev->args[k].path->addend);
      flow_written (solver, s, ev->args[k].path, here);
      enum lk_var_class c = solver->graph->vars[ev->args[k].path->root].class_;
      if (k == 0 && ev->member && ev->member_size)
	scratch_forget_part (solver, s, ev->args[k].path, ev->member_size,
			     here);
      else if (c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL
	       || (k == 0 && ev->member)
	       || (ev->callee && (ev->callee->flags & LK_FN_BODY)))
	scratch_forget_members (solver, s, ev->args[k].path, here);
      else if (fills_argument (ev, k))
	scratch_forget_part (solver, s, ev->args[k].path, 1, UINT64_MAX);
      if (keep)
	table_keep (solver, ev, ev->args[k].path, &before, s);
      forget_by_provenance (solver, ev, ev->args[k].path, here, s);
    }
}

/* The callee has nothing to do with the handle: forget what it writes.  A body whose effect
   could change nothing is not examined, for it would have to be built (a tenth of tomcat's
   bodies were built only for that).  */
void
call_forget_written (struct solver *solver, const struct lk_event *ev,
		struct scratch *s)
{
  struct effect e;
  struct scratch all;
  scratch_copy (&all, s);
  call_forget (solver, ev, &all, UINT64_MAX, UINT64_MAX);
  if (all.n_conditions == s->n_conditions && all.written == s->written
      && all.members == s->members)
    return;
  function_effect (solver->unit, ev->callee, &e);
  call_forget (solver, ev, s, e.written, e.members);
}

/* The callee is unknown.  Return false if the fact has ended.  */
static bool
call_unknown (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      bool reached, struct step_state **out)
{
  bool away = (s->flags & FACT_STORED) != 0;
  reached = reached && !only_lent (solver, ev, s);
  /* An address is not stored in the object that it is the address of.  */
  for (unsigned i = 0; i < s->n_paths && !away; i++)
    if (!solver->addressed || s->paths[i]->nsel)
      away = address_escaped (solver, s->paths[i]->root);
  if ((reached || away) && held_for_destructor (solver, s))
    reached = away = false;
  if (reached && !away && (call_only_awaits (solver, ev, s) || call_only_uses (solver, ev, s)))
    reached = false;
  if ((reached || away) && solver->addressed)
    address_escapes (solver);
  else if (reached || away)
    {
      struct lk_range failing;
      if (!away && lent_if_failing (solver, ev, s, &failing))
	{
	  struct scratch w;
	  scratch_copy (&w, s);
	  call_forget (solver, ev, &w, UINT64_MAX, UINT64_MAX);
	  call_define_result (solver, ev, &w);
	  if (call_assume_result (solver, ev, &w, &failing))
	    call_push (solver, &w, out);
	}
      if (solver->unit->options.level < 2 || !reached)
	{
	  call_finish (solver, ev, TERMINAL_ESCAPED, s);
	  return false;
	}
      s->flags |= FACT_ASSUMED;
      s->why = (ev->callee ? ev->callee->name : "an unknown function");
    }
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  call_define_result (solver, ev, s);
  return true;
}

/* Return true if FN acquired for O: a callee that fills a place again keeps account of it.  */
static bool
filled_by (const struct obligation *o, const struct lk_function *fn)
{
  for (o = o->origin; o; o = o->origin)
    if (o->function == fn)
      return true;
  return false;
}

/* Return true if on every path of SUMMARY's function the handle leaves the place where it was.  */
static bool
always_lost (const struct summary *summary)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (!o->thrown
	&& (o->kind == OUT_RELEASED || o->kind == OUT_ESCAPED || o->n_paths))
      return false;
  return true;
}

/* Return true if the handle is a lock, and EV's callee, of the library, has nothing to do with
   locks.  */
static bool
lock_untouched (const struct solver *solver, const struct lk_event *ev)
{
  const struct obligation *o = solver->obligation;
  return (o->kind->lock && o->in_place && (ev->callee->flags & LK_FN_LIBRARY)
	  && !may_touch_locks (solver->unit, ev->callee));
}

/* Return true if EV's callee, on some path, passes its argument to an unknown callee, perhaps
   to a method of the block that it then frees: its other paths may be for blocks that hold
   nothing.  */
static bool
may_hand_on (struct solver *solver, struct lk_event *ev,
	     const struct summary *summary, const struct scratch *s)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (o->kind == OUT_ESCAPED && !o->thrown)
      {
	struct scratch w;
	scratch_copy (&w, s);
	if (assume_portable (solver, ev, &w, &o->when))
	  return true;
      }
  return false;
}

/* Return true if EV calls a lambda that has captured the variable of the handle by reference,
   and fills it without a test, and the function does not test it either.  */
static bool
captured_to_be_filled (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  bool some = false;
  if (!(ev->callee->flags & LK_FN_LAMBDA) || !ev->n_args || ev->args[0].kind != LK_PATH
      || ev->args[0].path->nsel || ev->args[0].path->addend)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      if (p->root != ev->args[0].path->root)
	continue;
      const struct lk_path *own = address_own_name (solver, p);
      if (p->nsel != 2 || p->addend || p->sel[0] == LK_ANY || own == p
	  || !fills_blindly (solver->unit, ev->callee, 0, p->sel[0])
	  || looked_into (solver->prep, solver->here_block, own->root, false))
	return false;
      some = true;
    }
  return some;
}

/* Return true if EV's callee is given what holds the handle only to fill it again.  */
static bool
passed_to_be_filled (struct solver *solver, const struct lk_event *ev,
		     const struct scratch *s)
{
  if (captured_to_be_filled (solver, ev, s))
    return true;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (solver, s, ev, k) != REACH_NOT
	&& (!fills_blindly (solver->unit, ev->callee, k, LK_ANY)
	    || looked_into (solver->prep, solver->here_block,
			    ev->args[k].path->root, false)))
      return false;
  return true;
}

/* Return true if the outcome O of a callee takes the handle.  */
static bool
takes (const struct outcome *o)
{
  return !o->thrown && !o->assumed && (o->kind == OUT_ESCAPED || o->kind == OUT_RELEASED);
}

/* Return true if EV's callee takes the handle on another path than HELD, and its result tells
   the two apart.  If the caller ignores the result, assume that the callee took ownership:
   typically the key was looked up before and the insertion cannot fail.  */
static bool
believes_taken (struct solver *solver, struct lk_event *ev,
		const struct summary *summary, const struct outcome *held)
{
  bool some = false, apart = false;
  for (const struct outcome *o = summary->outcomes; o && !apart; o = o->next)
    if (takes (o))
      {
	struct lk_range both = o->result;
	some = true;
	apart = !range_intersect (&both, &held->result);
      }
  if (!some || call_result_tested (solver, ev))
    return false;
  return apart || (!range_is_all (&held->result) && asked_before (solver, ev));
}

/* Return true if S's handle is in one of several places, so that what is found there need not
   be the handle.  */
static bool
weakly_named (const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    for (unsigned k = 0; k < s->paths[i]->nsel; k++)
      if (s->paths[i]->sel[k] == LK_ANY)
	return true;
  return false;
}

static bool
releases_somehow (const struct summary *summary)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (o->kind == OUT_RELEASED)
      return true;
  return false;
}

/* Return true if the handle, in S by the access paths PASSED, was given to a lambda that
   captured a reference to it and releases it on some path that the caller cannot tell from
   HELD.  The lambda tests other captured variables, and is assumed to test the right ones.  */
static bool
lambda_releases (struct solver *solver, const struct summary *summary,
		 const struct outcome *held, uint64_t passed,
		 const struct scratch *s)
{
  if (!releases_somehow (summary) || !range_is_all (&held->result))
    return false;
  for (unsigned i = 0; i < held->when.n; i++)
    if (!held->when.all[i].after)
      return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    if ((passed & (UINT64_C (1) << i))
	&& address_own_name (solver, s->paths[i]) != s->paths[i])
      return true;
  return false;
}

/* Return true if one function took the followed lock and another one releases it on some path:
   both are assumed to do so under the same condition.  */
static bool
lock_of_helpers (const struct solver *solver, const struct summary *summary)
{
  const struct obligation *o = solver->obligation;
  return o->kind->lock && o->in_place && o->origin && releases_somehow (summary);
}

static void
call_by_summary (struct solver *solver, struct lk_event *ev,
		 const struct summary *summary, uint64_t passed,
		 struct scratch *s, struct step_state **out)
{
  if (!summary->outcomes && summary->done)
    {
      /* The callee never returns.  */
      call_finish (solver, ev, TERMINAL_END, s);
      return;
    }
  if (summary->left_out)
    solver->left_out = summary->left_out;
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      if (o->kind == OUT_HELD && believes_taken (solver, ev, summary, o))
	{
	  call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	  continue;
	}
      if (o->kind == OUT_HELD && !o->thrown
	  && (lambda_releases (solver, summary, o, passed, s)
	      || lock_of_helpers (solver, summary)))
	{
	  call_finish (solver, ev, TERMINAL_RELEASED, &w);
	  continue;
	}
      /* What was passed in memory returns as the callee left it; the caller's own values are
	 still there.  */
      for (unsigned i = w.n_paths; i-- > 0;)
	if (passed & (UINT64_C (1) << i))
	  scratch_remove_at (&w, i);
      if (o->assumed)
	{
	  w.flags |= FACT_ASSUMED;
	  w.why = ev->callee->name;
	}
      switch (o->kind)
	{
	case OUT_RELEASED:
	  call_finish (solver, ev, TERMINAL_RELEASED, &w);
	  continue;
	case OUT_MISMATCHED:
	  /* A callee that also releases on some path is assumed to choose rightly, and so is
	     one that tests what else is in the object, unless the caller knows what is there.
	     Of a virtual call's bodies only some are for this object.  */
	  if (releases_somehow (summary) || weakly_named (s)
	      || (LK_FN_CALLS_ANY (ev->callee) && (o != summary->outcomes || o->next))
	      || !portable_implied (solver, ev, s, &o->when))
	    {
	      call_finish (solver, ev, TERMINAL_RELEASED, &w);
	      continue;
	    }
	  solver_terminal (solver, TERMINAL_LOST, LK_STEP_MISMATCHED, ev->loc,
			   ev->callee->name, &w);
	  continue;
	case OUT_ESCAPED:
	  /* For example an iterator that led to the lock is advanced.  */
	  if (lock_untouched (solver, ev))
	    break;
	  if (o->assumed && solver->unit->options.level >= 2)
	    {
	      /* Given up, as with an unknown callee, and not escaped.  */
	      scratch_copy (&w, s);
	      w.flags |= FACT_ASSUMED;
	      w.why = ev->callee->name;
	      call_define_result (solver, ev, &w);
	      call_push (solver, &w, out);
	    }
	  else
	    call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	  continue;
	case OUT_LOST:
	  /* A callee that decides by what else is in the object is assumed to decide rightly,
	     unless the caller knows what is there.  */
	  if (!portable_implied (solver, ev, s, &o->when))
	    {
	      call_finish (solver, ev, (releases_somehow (summary)
					? TERMINAL_RELEASED : TERMINAL_ESCAPED), &w);
	      continue;
	    }
	  break;
	case OUT_HELD:
	  break;
	}
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      call_define_result (solver, ev, &w);
      bool nameless = false, ignored = false;
      for (unsigned i = 0; i < o->n_paths; i++)
	{
	  if (o->paths[i].root == ROOT_RESULT && ev->dest.kind != LK_PATH)
	    {
	      ignored = true;
	      continue;
	    }
	  const struct lk_path *p
	    = address_at_call (solver, ev, &o->paths[i], &w.flags);
	  if (p)
	    scratch_add (solver, &w, p);
	  else
	    nameless = true;
	}
      if (nameless)
	{
	  call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	  continue;
	}
      if (!call_assume_result (solver, ev, &w, &o->result))
	continue;
      learn_portable (solver, ev, &w, &o->when);
      if (o->kind == OUT_LOST)
	object_contents_lost (solver, &w, s, passed);
      if (w.n_paths == 0 && s->n_paths && !(w.flags & FACT_ASSUMED))
	{
	  if ((s->flags & FACT_STORED) && !lock_untouched (solver, ev)
	      && !(o->kind == OUT_LOST && (s->flags & FACT_OWNED)))
	    {
	      call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  /* The callee was given what held the handle, could test it, and stored something
	     else there.  A function that fills a structure or lets it grow knows from its
	     other members when the place is empty; of 67 such losses found in real programs 41
	     were false.  The loss is therefore not witnessed, unless the callee has no other
	     path, or does not test the place.  To free the block around the handle is
	     witnessed, unless another path passes the handle on.  */
	  bool freed = o->kind == OUT_LOST;
	  bool sure = (freed && !may_hand_on (solver, ev, summary, s)) || ignored
		      || (filled_by (solver->obligation, ev->callee)
			  ? passed_to_be_filled (solver, ev, s)
			  : always_lost (summary));
	  if (!sure && solver->unit->options.level < 2)
	    {
	      call_finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  const char *name = ignored ? ev->callee->name : NULL;
	  for (unsigned i = 0; i < s->n_paths && !name; i++)
	    if (passed & (UINT64_C (1) << i))
	      name = path_name (solver->prep, s->paths[i]);
	  solver_lose (&w, freed ? LK_STEP_CONTAINER_RELEASED
		       : ignored ? LK_STEP_IGNORED : LK_STEP_OVERWRITTEN, ev->loc, name);
	  if (!sure)
	    {
	      w.flags |= FACT_ASSUMED;
	      w.why = ev->callee->name;
	    }
	}
      call_push (solver, &w, out);
    }
}

/* The callee may end the process instead of returning, depending on its arguments (check_oom
   (p)): learn what holds once it has returned.  Return false if it cannot have returned.  */
static bool
assume_returned (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH
	&& argument_reaches (solver, s, ev, k) != REACH_NOT)
      return true;		/* Its own summary will tell.  */
  const struct summary *sum = summary_without_handle (solver, ev, s);
  if (!sum || !sum->done)
    return true;
  unsigned possible = 0;
  struct scratch learnt;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->kind != OUT_HELD)
	return true;
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      possible++;
      scratch_copy (&learnt, &w);
    }
  if (possible == 1)
    scratch_copy (s, &learnt);
  return possible != 0;
}

/* Return true if something is known of memory that the call's pointers point to.  */
static bool
knows_passed (struct solver *solver, const struct lk_event *ev,
	      const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct key *k = key_at (solver->prep, s->conditions[i].key);
      if (k->kind != KEY_MEMORY || table_place (k->path))
	continue;
      for (uint32_t a = 0; a < ev->n_args; a++)
	if (ev->args[a].kind == LK_PATH && ev->args[a].path->nsel == 0
	    && ev->args[a].path->root == k->path->root
	    && !(ev->arg_flags[a] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
	  return true;
    }
  return false;
}

/* Return true if something is known of a value that the call passes, and the caller tests the
   result: if (failed (error)) return;  */
static bool
knows_value (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  bool knows = false;
  for (uint32_t a = 0; a < ev->n_args && !knows; a++)
    if (ev->args[a].kind == LK_PATH)
      {
	struct lk_range r = operand_range (solver, s, &ev->args[a]);
	knows = !range_is_all (&r);
      }
  return knows && call_result_tested (solver, ev);
}

/* The callee has a body in the unit and nothing to do with the handle, but may change what is
   known: apply each of its outcomes that FACT allows.  As flow_call.  */
static bool
call_aside (struct solver *solver, struct lk_event *ev, struct scratch *s,
	    struct step_state **out)
{
  const struct summary *sum = NULL;
  if (knows_passed (solver, ev, s) || knows_value (solver, ev, s))
    sum = summary_without_handle (solver, ev, s);
  bool clear = sum && sum->done && sum->outcomes;
  for (const struct outcome *o = clear ? sum->outcomes : NULL; o; o = o->next)
    clear &= o->kind == OUT_HELD && !o->assumed;
  if (!clear)
    {
      call_forget_written (solver, ev, s);
      call_define_result (solver, ev, s);
      usual_learn (solver, ev, s);
      return (!call_result_tested (solver, ev)
	      || call_assume_result (solver, ev, s, usual_result (solver, ev)));
    }
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      call_define_result (solver, ev, &w);
      if (!call_assume_result (solver, ev, &w, &o->result))
	continue;
      learn_portable (solver, ev, &w, &o->when);
      call_push (solver, &w, out);
    }
  return false;
}

static bool
call_flows (struct solver *solver, struct lk_event *ev, struct scratch *s,
	    struct step_state **out)
{
  /* A dispatcher's body says what its contract says, and more.  */
  const struct lk_contract *contract
    = ev->callee && !(ev->callee->flags & LK_FN_DISPATCH) ? ev->callee->contract : NULL;
  bool reached = false;
  if ((ev->callee
       && (ev->callee->flags & (LK_FN_BODY | LK_FN_MAY_END))
	  == (LK_FN_BODY | LK_FN_MAY_END)
       && ev->n_args && !assume_returned (solver, ev, s))
      || !holder_runs (solver, ev, s))
    {
      call_finish (solver, ev, TERMINAL_END, s);
      return false;
    }
  if (object_parent_released (solver, ev, s))
    {
      call_finish (solver, ev, TERMINAL_RELEASED, s);
      return false;
    }
  if (ev->callee && (ev->callee->flags & LK_FN_CLOSURE))
    {
      flow_closure (solver, ev, s);
      return true;
    }
  /* A lost handle stays lost, and a complete contract that does not mention an argument
     borrows it.  */
  if (s->n_paths)
    {
      for (uint32_t k = 0; k < ev->n_args && !reached; k++)
	if (ev->args[k].kind == LK_PATH
	    && !(ev->arg_flags[k] & LK_ARG_FORMATTED))
	  reached = argument_reaches (solver, s, ev, k) != REACH_NOT;
      if (contract && (contract->clauses || contract->complete))
	{
	  bool said = contract->complete;
	  object_holder_asked (ev, s);
	  /* The callee may run the lambda.  */
	  if (reached && closure_given (ev, s))
	    {
	      call_finish (solver, ev, TERMINAL_ESCAPED, s);
	      return false;
	    }
	  for (uint32_t k = 0; k < ev->n_args && !said && reached; k++)
	    if (ev->args[k].kind == LK_PATH
		&& argument_reaches (solver, s, ev, k) != REACH_NOT)
	      for (const struct lk_clause *c = contract->clauses; c;
		   c = c->next)
		if (c->place.base == (int) k + 1
		    || (clause_goes_on (c) && c->other.base == (int) k + 1))
		  said = true;
	  if (said || !reached)
	    {
	      /* Most often none of its clauses is about this handle.  */
	      call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
	      if (contract->clauses)
		{
		  call_by_contract (solver, ev, contract, s, out);
		  return false;
		}
	      call_define_result (solver, ev, s);
	      return true;
	    }
	}
      bool global = false;
      for (unsigned i = 0; i < s->n_paths; i++)
	global |= (solver->graph->vars[s->paths[i]->root].class_
		   == LK_VAR_GLOBAL);
      if (ev->callee && (ev->callee->flags & LK_FN_PURE)
	  && !(ev->callee->flags & LK_FN_BODY))
	reached = false;
      else if (global && !solver->obligation->in_place)
	{
	  /* Any function may release or overwrite it: it escapes.  */
	  call_finish (solver, ev, TERMINAL_ESCAPED, s);
	  return false;
	}
      else if (ev->callee && (ev->callee->flags & LK_FN_BODY))
	{
	  uint64_t passed = 0;
	  bool gets = false;
	  const struct summary *sum
	    = summary_for_call (solver, ev, s, &gets, &passed);
	  if (sum && gets)
	    {
	      call_by_summary (solver, ev, sum, passed, s, out);
	      return false;
	    }
	  if (!gets && global && lock_out_of_sight (solver, ev->callee, s))
	    {
	      call_finish (solver, ev, TERMINAL_ESCAPED, s);
	      return false;
	    }
	  if (sum || !gets)
	    return call_aside (solver, ev, s, out);
	}
      return call_unknown (solver, ev, s, reached, out);
    }
  if (ev->callee && (ev->callee->flags & LK_FN_BODY)
      && !(contract && (contract->clauses || contract->complete)))
    return call_aside (solver, ev, s, out);
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  call_define_result (solver, ev, s);
  return true;
}

bool
flow_call (struct solver *solver, struct lk_event *ev, struct scratch *s,
	   struct step_state **out)
{
  address_passed (solver, ev, s);
  struct passed_news news;
  struct step_state *old = *out;
  call_passes_on (solver, ev, s, &news);
  bool goes_on = call_flows (solver, ev, s, out);
  for (unsigned i = 0; i < news.n; i++)
    {
      for (struct step_state *st = *out; st != old; st = st->next)
	scratch_set_condition (solver, &st->fact, news.all[i].key, &news.all[i].range);
      if (goes_on)
	scratch_set_condition (solver, s, news.all[i].key, &news.all[i].range);
    }
  if (goes_on)
    address_own_names (solver, s);
  return goes_on;
}
