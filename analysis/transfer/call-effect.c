/* Forget what a callee may write.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return true if argument K of the call EV is an address within an object, or the callee
   acquires something in what it points to: getline (&reader->line, ...).  A scalar there may
   have another value after the call.  */
static bool
fills_argument (const struct lk_event *ev, uint32_t k)
{
  if (ev->args[k].path->addend)
    return ev->args[k].path->addend != LK_ANY;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == (int) k + 1 && c->place.nsel)
      return true;
  return false;
}

/* Heuristic: the callee of EV leaves a member on which a clause of its contract depends as it is, a
   flag of a list.  Let S know what BEFORE does of these members.  Wrong if the callee sets it.  */
static void
keep_members (struct solver *solver, const struct lk_event *ev, const struct scratch *before,
	      struct scratch *s)
{
  struct tested_walk w = { ev, event_clauses (ev), 0 };
  const struct lk_path *place;
  while ((place = next_tested_member (solver->context.graph, &w)))
    {
      key_id key = key_of_memory (solver->context.view, place);
      const struct lk_range *known = scratch_condition (before, key);
      if (known)
	scratch_set_condition (&solver->context, s, key, known);
    }
}

/* Forget the contents of the memory whose address EV passes as argument K: MEMBERS of it.  KEEP: S
   knows virtual tables, as BEFORE did.  */
static void
forget_passed (struct solver *solver, const struct lk_event *ev, uint32_t k, uint64_t members,
	       bool keep, const struct scratch *before, struct scratch *s)
{
  const struct lk_path *passed = ev->args[k].path;
  flow_written (solver, s, passed, members);
  enum lk_var_class c = solver->context.graph->vars[passed->root].class_;
  if (k == 0 && ev->member && ev->member_size)
    scratch_forget_part (&solver->context, s, passed, ev->member_size, members);
  else if (c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL || (k == 0 && ev->member)
	   || (ev->callee && (ev->callee->flags & LK_FN_BODY)))
    scratch_forget_members (&solver->context, s, passed, members);
  else if (fills_argument (ev, k))
    scratch_forget_part (&solver->context, s, passed, 1, UINT64_MAX);
  if (keep)
    table_keep (solver, ev, passed, before, s);
  forget_by_provenance (solver, ev, passed, members, s);
}

/* Forget the contents of memory whose address the callee gets.  Memory behind other pointers
   is assumed to change, as far as this function tests it, only in callees of the unit and in
   member functions.  */
void
call_forget (struct solver *solver, const struct lk_event *ev,
	     struct scratch *s, uint64_t written, uint64_t members)
{
  struct scratch before;
  bool keep = table_knows (&solver->context, s);
  bool tests = ev->callee && ev->callee->contract && contract_tests_member (ev->callee->contract);
  if (keep || tests)
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
      struct scratch all;
      scratch_copy (&all, s);
      forget_passed (solver, ev, k, here, keep, &before, s);
      if (s->n_conditions != all.n_conditions
	  && callee_only_reads (solver->context.unit, ev, k))
	scratch_copy (s, &all);
    }
  if (tests)
    keep_members (solver, ev, &before, s);
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
  function_effect (solver->context.unit, ev->callee, &e);
  call_forget (solver, ev, s, e.written, e.members);
}

bool
lock_untouched (const struct solver *solver, const struct lk_event *ev)
{
  const struct obligation *o = solver->context.obligation;
  return (o->kind->lock && o->in_place && (ev->callee->flags & LK_FN_LIBRARY)
	  && !may_touch_locks (solver->context.unit, ev->callee));
}

bool
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
	  || !fills_blindly (solver->context.unit, ev->callee, 0, p->sel[0])
	  || looked_into (solver->context.view, solver->context.block, own->root, NULL, false))
	return false;
      some = true;
    }
  return some;
}

/* Return the one place of what ROOT is, or points to, that has the handle of S, or NULL.  S knows
   what the function sees there.  */
static const struct lk_path *
own_place (const struct scratch *s, lk_var root)
{
  const struct lk_path *own = NULL;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->root == root && s->paths[i]->nsel)
      {
	if (own)
	  return NULL;
	own = s->paths[i];
      }
  return own;
}

bool
overwritten_anew (struct solver *solver, const struct scratch *s, const struct lk_path *place)
{
  return !looked_into (solver->context.view, solver->context.block, place->root,
		       own_place (s, place->root), false);
}

bool
passed_to_be_filled (struct solver *solver, const struct lk_event *ev,
		     const struct scratch *s)
{
  if (captured_to_be_filled (solver, ev, s))
    return true;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (solver, s, ev, k) != REACH_NOT
	&& (!fills_blindly (solver->context.unit, ev->callee, k, LK_ANY)
	    || looked_into (solver->context.view, solver->context.block, ev->args[k].path->root,
			    own_place (s, ev->args[k].path->root), false)))
      return false;
  return true;
}
