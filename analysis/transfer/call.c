/* The transfer function of a call: contracts first, then summaries of known bodies, then the
   policy for unknown callees (DESIGN section 6).

   Most calls that a fact meets get neither the handle nor anything it can be reached from;
   that is tested first.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return true if S's handle is stored behind formals and nowhere else but in values, and the
   function does not let other code reach that memory.  */
static bool
held_by_caller (struct solver *solver, const struct scratch *s)
{
  const struct obligation *o = solver->context.obligation;
  bool held = false;
  if (o->incoming || o->held || o->in_place || o->kind->lock || solver->context.addressed)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      lk_var root = s->paths[i]->root;
      enum path_class c = classify_path (&solver->context, s->paths[i]);
      if (c == PATH_LOCAL)
	continue;
      if (c != PATH_CALLER || solver->context.graph->vars[root].class_ != LK_VAR_FORMAL
	  || value_given_away (&solver->context, root))
	return false;
      held = true;
    }
  return held;
}

/* The callee is unknown.  Return false if the fact has ended.  */
static bool
call_unknown (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      bool reached, struct step_state **out)
{
  bool away = (s->flags & FACT_STORED) != 0;
  reached = reached && !only_lent (solver, ev, s) && !lent_to_unknown (solver, ev, s);
  /* An address is not stored in the object that it is the address of.  */
  for (unsigned i = 0; i < s->n_paths && !away; i++)
    if (!solver->context.addressed || s->paths[i]->nsel)
      away = address_escaped (solver, s->paths[i]->root);
  if (!reached && away && held_by_caller (solver, s))
    {
      away = false;
      s->flags |= FACT_ACROSS;
    }
  if ((reached || away) && solver->context.summaries->held_for_destructor (solver, s))
    reached = away = false;
  if (reached && !away
      && (call_only_awaits (solver, ev, s) || call_only_uses (solver, ev, s)
	  || released_after_both (solver, ev, s) || borrowed_elsewhere (solver, ev, s)))
    reached = false;
  if ((reached || away) && lock_left_alone (solver, ev, s))
    reached = away = false;
  if ((reached || away) && solver->context.problem->escaped)
    solver->context.problem->escaped (solver);
  else if (reached || away)
    {
      struct lk_range failing;
      if (!away && (lent_if_failing (solver, ev, s, &failing)
		    || refused_elsewhere (solver, ev, s, &failing)))
	{
	  struct scratch w;
	  scratch_copy (&w, s);
	  call_forget (solver, ev, &w, UINT64_MAX, UINT64_MAX);
	  call_define_result (solver, ev, &w);
	  if (call_assume_result (solver, ev, &w, &failing))
	    call_push (solver, &w, out);
	}
      if (solver->context.unit->options.level < 2 || !reached
	  || !assumed_to_borrow (solver, ev, s))
	{
	  call_finish (solver, ev, TERMINAL_ESCAPED, s);
	  return false;
	}
      s->flags |= FACT_ASSUMED;
      s->why = ev->callee ? ev->callee->name : NULL;
    }
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  call_define_result (solver, ev, s);
  return true;
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
  const struct summary *sum = solver->context.summaries->without_handle (solver, ev, s);
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
      const struct key *k = key_at (solver->context.view, s->conditions[i].key);
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
	struct lk_range r = operand_range (&solver->context, s, &ev->args[a]);
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
  if (knows_passed (solver, ev, s) || knows_value (solver, ev, s)
      || (call_result_tested (solver, ev) && asks_what_matters (solver->context.view, ev)))
    sum = solver->context.summaries->without_handle (solver, ev, s);
  bool clear = sum && sum->done && sum->outcomes;
  for (const struct outcome *o = clear ? sum->outcomes : NULL; o; o = o->next)
    clear &= o->kind == OUT_HELD && !o->assumed;
  if (!clear)
    {
      call_forget_written (solver, ev, s);
      call_define_result (solver, ev, s);
      solver->context.summaries->postcondition (solver, ev, s);
      return (!call_result_tested (solver, ev)
	      || call_assume_result (solver, ev, s,
				     solver->context.summaries->result (solver, ev)));
    }
  /* The effect on all paths takes into account what functions of other units only read.  */
  struct effect all = { UINT64_MAX, UINT64_MAX };
  if (s->n_conditions)
    function_effect (solver->context.unit, ev->callee, &all);
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      call_forget (solver, ev, &w, o->when.written & all.written, o->when.members & all.members);
      call_define_result (solver, ev, &w);
      if (!call_assume_result (solver, ev, &w, &o->result))
	continue;
      learn_portable (solver, ev, &w, &o->when);
      call_push (solver, &w, out);
    }
  return false;
}

/* Return true if S's handle is reached from a global.  */
static bool
is_global (const struct solver *solver, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (solver->context.graph->vars[s->paths[i]->root].class_ == LK_VAR_GLOBAL)
      return true;
  return false;
}

/* The end of a state at a call.  */
enum at_call
{
  AT_CALL_OPEN,			/* Not decided.  */
  AT_CALL_STAYS,		/* It goes on behind the call.  */
  AT_CALL_ENDED			/* It has ended, or goes on in what the call puts out.  */
};

static enum at_call
call_ends (struct solver *solver, struct lk_event *ev, enum terminal_kind kind, struct scratch *s)
{
  call_finish (solver, ev, kind, s);
  return AT_CALL_ENDED;
}

/* Return true if PLACE, of a clause, is argument K.  If that is the handle itself, AT_HANDLE, a
   clause about the memory behind it says nothing of it.  */
static bool
is_about_argument (const struct lk_place *place, uint32_t k, bool at_handle)
{
  return place->base == (int) k + 1 && !(at_handle && place->nsel);
}

/* Return true if a clause of CONTRACT is about an argument of EV that reaches the handle.  */
static bool
contract_speaks (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
		 struct scratch *s)
{
  bool lock = solver->context.obligation->kind->lock;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      enum reach reach = (ev->args[k].kind == LK_PATH ? argument_reaches (solver, s, ev, k)
			  : REACH_NOT);
      if (reach == REACH_NOT)
	continue;
      bool at_handle = reach == REACH_HANDLE && !lock;
      for (const struct lk_clause *c = contract->clauses; c; c = c->next)
	if ((lock || !lk_is_about_lock (c))
	    && (is_about_argument (&c->place, k, at_handle)
		|| (clause_goes_on (c) && is_about_argument (&c->other, k, at_handle))))
	  return true;
    }
  return false;
}

/* Apply CONTRACT, of EV's callee, to S, which EV's arguments REACH or not.  A complete contract
   that does not mention an argument borrows it.  */
static enum at_call
held_by_contract (struct solver *solver, struct lk_event *ev,
		  const struct lk_contract *contract, struct scratch *s, bool reached,
		  struct step_state **out)
{
  /* The callee's effect on locks is unknown.  */
  if (contract->locks && solver->context.obligation->kind->lock
      && (reached || is_global (solver, s)))
    return call_ends (solver, ev, TERMINAL_ESCAPED, s);
  if (!contract->clauses && !contract->complete)
    return AT_CALL_OPEN;
  object_holder_asked (ev, s);
  /* The callee may run the lambda.  */
  if (reached && closure_given (ev, s))
    return call_ends (solver, ev, TERMINAL_ESCAPED, s);
  if (reached && !contract->complete && !contract_speaks (solver, ev, contract, s))
    return AT_CALL_OPEN;
  /* Most often none of its clauses is about this handle.  */
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  if (contract->clauses)
    {
      call_by_contract (solver, ev, contract, s, out);
      return AT_CALL_ENDED;
    }
  call_define_result (solver, ev, s);
  return AT_CALL_STAYS;
}

/* The callee of EV has a body, which is followed if it gets what S holds; GLOBAL: that is in a
   global.  */
static enum at_call
held_by_body (struct solver *solver, struct lk_event *ev, struct scratch *s, bool global,
	      struct step_state **out)
{
  uint64_t passed = 0;
  bool gets = false;
  const struct summary *sum
    = solver->context.summaries->for_call (solver, ev, s, &gets, &passed);
  if (sum && gets && lent_to_other (solver, ev, s, sum))
    {
      call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
      call_define_result (solver, ev, s);
      return AT_CALL_STAYS;
    }
  if (sum && gets)
    {
      call_by_summary (solver, ev, sum, passed, s, out);
      return AT_CALL_ENDED;
    }
  if (!gets && global && lock_out_of_sight (solver, ev->callee, s))
    return call_ends (solver, ev, TERMINAL_ESCAPED, s);
  if (sum || !gets)
    return call_aside (solver, ev, s, out) ? AT_CALL_STAYS : AT_CALL_ENDED;
  return AT_CALL_OPEN;
}

/* S has access paths of a handle at the call EV, whose callee has CONTRACT or NULL.  */
static bool
call_held (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
	   struct scratch *s, struct step_state **out)
{
  bool reached = false;
  for (uint32_t k = 0; k < ev->n_args && !reached; k++)
    if (ev->args[k].kind == LK_PATH
	&& !(ev->arg_flags[k] & LK_ARG_FORMATTED))
      reached = argument_reaches (solver, s, ev, k) != REACH_NOT;
  enum at_call done = (contract ? held_by_contract (solver, ev, contract, s, reached, out)
		       : AT_CALL_OPEN);
  if (done != AT_CALL_OPEN)
    return done == AT_CALL_STAYS;
  bool global = is_global (solver, s);
  bool body = ev->callee && (ev->callee->flags & LK_FN_BODY);
  if (ev->callee && (ev->callee->flags & LK_FN_PURE) && !body)
    reached = false;
  else if (global && !solver->context.obligation->in_place)
    /* Any function may release or overwrite it: it escapes.  */
    done = call_ends (solver, ev, TERMINAL_ESCAPED, s);
  else if (body)
    done = held_by_body (solver, ev, s, global, out);
  return (done == AT_CALL_OPEN ? call_unknown (solver, ev, s, reached, out)
	  : done == AT_CALL_STAYS);
}

static bool
call_flows (struct solver *solver, struct lk_event *ev, struct scratch *s,
	    struct step_state **out)
{
  /* A dispatcher's body says what its contract says, and more.  */
  const struct lk_contract *contract
    = ev->callee && !(ev->callee->flags & LK_FN_DISPATCH) ? ev->callee->contract : NULL;
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
  /* A lost handle stays lost.  */
  if (s->n_paths)
    return call_held (solver, ev, contract, s, out);
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
	scratch_set_condition (&solver->context, &st->fact, news.all[i].key, &news.all[i].range);
      if (goes_on)
	scratch_set_condition (&solver->context, s, news.all[i].key, &news.all[i].range);
    }
  if (goes_on)
    address_own_names (solver, s);
  return goes_on;
}
