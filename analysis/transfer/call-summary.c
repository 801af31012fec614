/* Apply the outcomes of a summary.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

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
assumes_taken (struct solver *solver, struct lk_event *ev,
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
  const struct obligation *o = solver->context.obligation;
  return o->kind->lock && o->in_place && o->origin && releases_somehow (summary);
}

/* The call EV of a function with SUMMARY, which SOLVER follows S into.  */
struct passing
{
  struct solver *solver;
  struct lk_event *ev;
  const struct summary *summary;
  uint64_t passed;		/* By bits: the access paths of S that the callee gets.  */
  const struct scratch *s;
  struct step_state **out;
};

/* Return true if the callee's formal INDEX is the handle.  */
static bool
passed_as (const struct passing *p, uint32_t index)
{
  const struct lk_operand *arg = index < p->ev->n_args ? &p->ev->args[index] : NULL;
  for (unsigned i = 0; arg && arg->kind == LK_PATH && i < p->s->n_paths; i++)
    if (p->s->paths[i] == arg->path
	|| p->s->paths[i] == address_own_name (p->solver, arg->path))
      return true;
  return false;
}

/* Return true if after the outcome O the handle is in a global variable.  */
static bool
puts_aside (const struct outcome *o)
{
  for (unsigned i = 0; i < o->n_paths; i++)
    if (o->paths[i].root == ROOT_GLOBAL)
      return o->kind == OUT_HELD && !o->thrown;
  return false;
}

/* Return true if the callee leaves the handle to the caller with the outcome HELD, takes it with
   another one, and only what is in the object decides.  If the caller knew what is there, the
   summary would have one of the two only.  Heuristic: the object is released when it runs again, or
   is in the queue already that it is put into.  Wrong if the callee forgets it.  A result may tell
   which if the other outcome is the release, and the caller does not look: the callee refuses what
   is not of its kind, or what it has closed before.  */
static bool
object_decides (const struct passing *p, const struct outcome *held)
{
  bool some = false, taken = false, told = !range_is_all (&held->result);
  if (puts_aside (held) || p->solver->context.obligation->kind->lock
      || (told && (call_result_tested (p->solver, p->ev)
		   || portable_implied (p->solver, p->ev, p->s, &held->when))))
    return false;
  for (unsigned i = 0; i < held->when.n; i++)
    {
      const struct portable_condition *c = &held->when.all[i];
      if (c->path.root != ROOT_FORMAL || !passed_as (p, c->path.index))
	return false;
      some |= asks_contents (c);
    }
  for (const struct outcome *o = p->summary->outcomes; o; o = o->next)
    taken |= told ? o->kind == OUT_RELEASED : takes (o) || puts_aside (o);
  return some && taken;
}

/* Return true if the callee leaves the handle to the caller with the outcome HELD, since there are
   no elements, releases it with another one, and the caller does not know the number of elements.
   Heuristic: memory of an array that is released unless the array is empty is not there if it is
   empty.  Wrong if it was allocated in advance.  */
static bool
count_decides (const struct passing *p, const struct outcome *held)
{
  struct solver *solver = p->solver;
  const struct function_view *view = function_view (solver->context.unit, p->ev->callee);
  if (!view || view->graph->n_formals < p->ev->n_args
      || !solver->context.obligation->kind->memory || !releases_somehow (p->summary))
    return false;
  for (unsigned i = 0; i < held->when.n; i++)
    {
      const struct portable_condition *c = &held->when.all[i];
      if (c->after || c->code || c->path.root != ROOT_FORMAL || c->path.nsel || c->path.addend
	  || c->range.hi > 0 || c->path.index >= p->ev->n_args || passed_as (p, c->path.index))
	continue;
      struct lk_range known
	= operand_range (&solver->context, p->s, &p->ev->args[c->path.index]);
      if (known.lo <= 0 && known.hi > 0
	  && bounds_loop (view->graph, view->graph->formals[c->path.index]))
	return true;
    }
  return false;
}

/* W, the state that the outcome O has made of S, ends with it: return true.  */
static bool
outcome_ends (const struct passing *p, const struct outcome *o, struct scratch *w)
{
  struct solver *solver = p->solver;
  struct lk_event *ev = p->ev;
  switch (o->kind)
    {
    case OUT_RELEASED:
      solver->kind_released = o->kind_released;
      call_finish (solver, ev, TERMINAL_RELEASED, w);
      solver->kind_released = NULL;
      return true;
    case OUT_MISMATCHED:
      /* A callee that also releases on some path is assumed to choose rightly, and so is
	 one that tests what else is in the object, unless the caller knows what is there.
	 Of a virtual call's bodies only some are for this object.  */
      if (releases_somehow (p->summary) || weakly_named (p->s)
	  || (LK_FN_CALLS_ANY (ev->callee) && (o != p->summary->outcomes || o->next))
	  || !portable_implied (solver, ev, p->s, &o->when))
	call_finish (solver, ev, TERMINAL_RELEASED, w);
      else
	solver_terminal (solver, TERMINAL_LOST, LK_STEP_MISMATCHED, ev->loc,
			 ev->callee->name, w);
      return true;
    case OUT_ESCAPED:
      /* For example an iterator that led to the lock is advanced.  */
      if (lock_untouched (solver, ev))
	return false;
      /* A virtual method that leaves its object alone in every class (LK_ARG_LENT), of which other
	 units have bodies.  */
      if ((ev->callee->flags & LK_FN_DISPATCH) && only_lent (solver, ev, p->s))
	{
	  scratch_copy (w, p->s);
	  call_forget (solver, ev, w, o->when.written, o->when.members);
	  call_define_result (solver, ev, w);
	  call_push (solver, w, p->out);
	  return true;
	}
      if (o->assumed && solver->context.unit->options.level >= 2
	  && solver->context.unit->options.limits)
	{
	  /* Given up, as with an unknown callee, and not escaped.  */
	  scratch_copy (w, p->s);
	  w->flags |= FACT_ASSUMED;
	  w->why = ev->callee->name;
	  call_define_result (solver, ev, w);
	  call_push (solver, w, p->out);
	}
      else
	call_finish (solver, ev, TERMINAL_ESCAPED, w);
      return true;
    case OUT_LOST:
      /* A callee that decides by what else is in the object is assumed to decide rightly,
	 unless the caller knows what is there.  */
      if (portable_implied (solver, ev, p->s, &o->when))
	return false;
      call_finish (solver, ev, (releases_somehow (p->summary)
				? TERMINAL_RELEASED : TERMINAL_ESCAPED), w);
      return true;
    case OUT_HELD:
      break;
    }
  return false;
}

/* Add the access paths that the outcome O has left to W.  *IGNORED becomes true if the result
   is one, and is not used.  Return false if the caller has no access path for one.  */
static bool
outcome_names (const struct passing *p, const struct outcome *o, struct scratch *w,
	       bool *ignored)
{
  bool nameless = false;
  *ignored = false;
  for (unsigned i = 0; i < o->n_paths; i++)
    {
      if (o->paths[i].root == ROOT_RESULT && p->ev->dest.kind != LK_PATH)
	{
	  *ignored = true;
	  continue;
	}
      const struct lk_path *path = address_at_call (p->solver, p->ev, &o->paths[i], &w->flags);
      if (path)
	scratch_add (&p->solver->context, w, path);
      else
	nameless = true;
    }
  return !nameless;
}

/* W has no access path any more after the outcome O, and S had some: the callee was given what
   held the handle, could test it, and stored something else there.  A function that fills a
   structure or lets it grow knows from its other members when the place is empty; of 67 such
   losses found in real programs 41 were false.  The loss is therefore not witnessed, unless the
   callee has no other path, or does not test the place; at level 2 it is assumed, unless the callee
   releases the handle on another path (a function that grows a block).  To free the block around
   the handle is witnessed, unless another path passes the handle on.  Return false if W has
   ended.  */
static bool
outcome_loses (const struct passing *p, const struct outcome *o, struct scratch *w, bool ignored)
{
  struct solver *solver = p->solver;
  struct lk_event *ev = p->ev;
  bool freed = o->kind == OUT_LOST;
  bool trusted = ((p->s->flags & FACT_STORED) && !lock_untouched (solver, ev)
		  && !(freed && (p->s->flags & FACT_OWNED)));
  bool sure = (!trusted
	       && ((freed && !may_hand_on (solver, ev, p->summary, p->s)) || ignored
		   || (filled_by (solver->context.obligation, ev->callee)
		       ? passed_to_be_filled (solver, ev, p->s)
		       : always_lost (p->summary))));
  if (trusted || (!sure && (solver->context.unit->options.level < 2
			    || releases_somehow (p->summary))))
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, w);
      return false;
    }
  const char *name = ignored ? ev->callee->name : NULL;
  for (unsigned i = 0; i < p->s->n_paths && !name; i++)
    if (p->passed & (UINT64_C (1) << i))
      name = path_name (solver->context.view, p->s->paths[i]);
  solver_lose (w, freed ? LK_STEP_CONTAINER_RELEASED
	       : ignored ? LK_STEP_IGNORED : LK_STEP_OVERWRITTEN, ev->loc, name);
  if (!sure)
    {
      w->flags |= FACT_ASSUMED;
      w->why = ev->callee->name;
    }
  return true;
}

/* Apply the outcome O.  */
static void
apply_outcome (const struct passing *p, const struct outcome *o)
{
  struct solver *solver = p->solver;
  struct lk_event *ev = p->ev;
  struct scratch w;
  bool ignored;
  scratch_copy (&w, p->s);
  solver->ending_result = o->result;
  solver->ending_when = &o->when;
  if (o->thrown || !assume_portable (solver, ev, &w, &o->when)
      || (o->excused && !solver->context.obligation->incoming
	  && !portable_globals_known (solver, p->s, &o->when)))
    return;
  if (o->kind == OUT_HELD && assumes_taken (solver, ev, p->summary, o))
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, &w);
      return;
    }
  if (o->kind == OUT_HELD
      && (lambda_releases (solver, p->summary, o, p->passed, p->s)
	  || lock_of_helpers (solver, p->summary) || object_decides (p, o)
	  || count_decides (p, o)))
    {
      call_finish (solver, ev, TERMINAL_RELEASED, &w);
      return;
    }
  /* Memory that was passed returns as the callee left it; the caller's own values are
     unchanged.  */
  for (unsigned i = w.n_paths; i-- > 0;)
    if (p->passed & (UINT64_C (1) << i))
      scratch_remove_at (&w, i);
  if (o->assumed)
    {
      w.flags |= FACT_ASSUMED;
      w.why = o->limit ? o->limit : ev->callee->name;
    }
  if (outcome_ends (p, o, &w))
    return;
  call_forget (solver, ev, &w, o->when.written, o->when.members);
  call_define_result (solver, ev, &w);
  if (!outcome_names (p, o, &w, &ignored))
    {
      call_finish (solver, ev, TERMINAL_ESCAPED, &w);
      return;
    }
  if (!call_assume_result (solver, ev, &w, &o->result))
    return;
  learn_portable (solver, ev, &w, &o->when);
  if (o->kind == OUT_LOST)
    object_contents_lost (solver, &w, p->s, p->passed);
  /* A value that was loaded from memory that is freed, and is not used again, is no name.  */
  bool nameless = o->kind == OUT_LOST ? solver_names_dead (solver, &w) : w.n_paths == 0;
  if (nameless && p->s->n_paths && !(w.flags & FACT_ASSUMED)
      && !outcome_loses (p, o, &w, ignored))
    return;
  call_push (solver, &w, p->out);
}

void
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
    solver->context.left_out = summary->left_out;
  const struct passing p = { solver, ev, summary, passed, s, out };
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    apply_outcome (&p, o);
  solver->ending_result = LK_RANGE_ALL;
  solver->ending_when = NULL;
}
