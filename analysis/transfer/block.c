/* Run a state through the events of one block.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return true if the user's variable that held the handle is assigned another value.  */
static bool
overwrites_variable (struct solver *solver, const struct scratch *s,
		     uint32_t block, uint32_t i, const struct lk_event *ev)
{
  const struct obligation *o = solver->context.obligation;
  if (!o->handle_user || o->in_place || ev == o->event
      || ev->dest.kind != LK_PATH || ev->dest.path->nsel
      || solver->context.graph->vars[ev->dest.path->root].user != o->handle_user
      || ev->aggregate_result || (s->flags & (FACT_ASSUMED | FACT_STORED)))
    return false;
  if (ev->kind != LK_EVENT_CALL && ev->kind != LK_EVENT_ASSIGN)
    return false;
  /* A call that gets the handle may return it.  */
  for (uint32_t a = 0; a < ev->n_args; a++)
    for (unsigned k = 0; k < s->n_paths; k++)
      {
	struct path_rest rest;
	if (ev->args[a].kind == LK_PATH
	    && path_rest (s->paths[k], ev->args[a].path, &rest))
	  return false;
      }
  /* Programs assign NULL after they have passed the handle on.  */
  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST)
    return false;
  return s->n_paths == 0 || !names_live_after (solver, s, block, i);
}

/* Return true if a handler in the function may catch an exception of event I of BL.  */
static bool
is_caught (const struct lk_block *bl, uint32_t i)
{
  for (uint32_t k = 0; i + 1 == bl->n_events && k < bl->n_succs; k++)
    if (bl->succs[k]->flags & LK_EDGE_EXCEPTION)
      return true;
  return false;
}

void
follow_throw (struct solver *solver, uint32_t block, uint32_t i, struct scratch *s)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  struct scratch thrown;
  scratch_copy (&thrown, s);
  if (bl->events[i].throws_unseen && s->n_paths && !(s->flags & FACT_ASSUMED))
    {
      thrown.flags |= FACT_ASSUMED;
      thrown.why = THROW_UNSEEN;
    }
  solver->current->n_ends++;
  for (uint32_t k = 0; is_caught (bl, i) && k < bl->n_succs; k++)
    if (bl->succs[k]->flags & LK_EDGE_EXCEPTION)
      solver_follow (solver, &thrown, bl->succs[k]);
  if (bl->events[i].throws)
    solver_leave (solver, &thrown, bl, true, &bl->events[i]);
}

/* The call EV, event I of BLOCK, may throw: follow that.  */
static void
run_throw (struct solver *solver, uint32_t block, uint32_t i,
	   struct lk_event *ev, const struct scratch *s)
{
  if (!ev->throws && !is_caught (&solver->context.graph->blocks[block], i))
    return;
  struct step_state *out = NULL;
  flow_throw (solver, ev, s, &out);
  for (struct step_state *st = out, *next; st; st = next)
    {
      next = st->next;
      follow_throw (solver, block, i, &st->fact);
      st->next = solver->free_states;
      solver->free_states = st;
    }
}

/* Memory is read or written at PLACE: the pointer to it is not NULL, or the process ends here.  */
static bool
dereference (struct solver *solver, struct scratch *s,
	     const struct lk_operand *place)
{
  if (place->kind != LK_PATH || place->path->nsel == 0)
    return true;
  enum lk_var_class c = solver->context.graph->vars[place->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return true;
  return assume_dereferenced (&solver->context, s, place->path->root);
}

/* EV calls a method on an existing object.  In Java an exception tells otherwise.  */
static bool
called_on (struct solver *solver, struct scratch *s, const struct lk_event *ev)
{
  if (!ev->member || !ev->n_args || ev->args[0].kind != LK_PATH || ev->args[0].path->nsel
      || ev->args[0].path->addend || !ev->callee || (ev->callee->flags & LK_FN_JAVA))
    return true;
  enum lk_var_class c = solver->context.graph->vars[ev->args[0].path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return true;
  return assume_dereferenced (&solver->context, s, ev->args[0].path->root);
}

/* Return true if S's handle is one of the standard descriptors, and EV opens the next one: the
   program fills them, and they stay open.  */
static bool
fills_standard (struct solver *solver, const struct scratch *s, const struct lk_event *ev)
{
  const struct obligation *o = solver->context.obligation;
  bool opens = false;
  if (o->kind->size != 4 || o->in_place || !ev->callee || !ev->callee->contract)
    return false;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    opens |= c->role == LK_ROLE_ACQUIRE && c->kind == o->kind && !c->place.base && !c->place.nsel;
  for (unsigned i = 0; opens && i < s->n_paths; i++)
    if (!s->paths[i]->nsel && !s->paths[i]->addend)
      {
	struct lk_operand handle = lk_operand_path (s->paths[i]);
	struct lk_range known = operand_range (&solver->context, s, &handle);
	if (known.lo >= 0 && known.hi <= 2)
	  return true;
      }
  return false;
}

/* Return true if the call EV ends the process; else S gets what that says of the arguments.  */
static bool
call_ends_process (struct solver *solver, struct scratch *s, const struct lk_event *ev)
{
  if (!ev->callee)
    return false;
  if (ev->callee->flags & LK_FN_NORETURN)
    return true;
  const struct lk_operand *arg = ending_argument (ev);
  if (!arg)
    return false;
  const struct lk_range *ends = &ev->callee->contract->ends.range;
  struct lk_range known = operand_range (&solver->context, s, arg), other;
  if (lk_range_within (&known, ends))
    return true;
  return (range_complement (ends, &other)
	  && !assume_in_range (&solver->context, s, arg, &other));
}

/* Finish the event EV on S, which had HELD access paths before it; OVERWRITTEN: the event has
   overwritten the last one.  Return false if the fact has ended.  */
static bool
after_event (struct solver *solver, struct lk_event *ev, struct scratch *s,
	     unsigned held, bool overwritten)
{
  if (overwritten
      || (held && s->n_paths == 0 && !(s->flags & FACT_ASSUMED)))
    {
      /* A helper that keeps a handle in the caller's structure keeps account of it there.  */
      if ((s->flags & FACT_BEYOND)
	  || ((s->flags & FACT_STORED) && !loss_by_act (s)
	      && (!overwritten || solver->context.obligation->origin)))
	{
	  solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, ev->loc,
			   NULL, s);
	  return false;
	}
      if (ev == solver->context.obligation->event && !solver->context.obligation->n_parents)
	{
	  solver_terminal (solver, TERMINAL_LOST, LK_STEP_AGAIN, ev->loc, NULL,
			   s);
	  return false;
	}
      if (overwritten)
	{
	  /* Overwritten by nothing, because something failed?  Then the process may be about
	     to end.  */
	  struct lk_range r = operand_range (&solver->context, s, &ev->src);
	  solver_lose (s, LK_STEP_OVERWRITTEN, ev->loc,
		       path_name (solver->context.view, ev->dest.path));
	  if ((r.lo != 0 || r.hi != 0) && !solver->context.obligation->n_parents)
	    {
	      solver_terminal (solver, TERMINAL_LOST, s->loss.how, s->loss.loc,
			       s->loss.name, s);
	      return false;
	    }
	}
      else if (!loss_by_act (s))
	solver_lose (s, LK_STEP_LOST, ev->loc, NULL);
    }
  if ((s->flags & FACT_ASSUMED) && solver->context.unit->options.level < 2)
    {
      solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, ev->loc, NULL,
		       s);
      return false;
    }
  return true;
}

/* Let FACT go on at EVENT of the block: put it into PENDING, sorted by event, unless a fact
   there says the same already.  Calls of bodies with several outcomes follow each other in one
   block: if their states did not come together after each call, there would be exponentially
   many.  */
static void
push_state (struct solver *solver, struct step_state **pending,
	    uint32_t event, const struct scratch *fact)
{
  struct step_state *st = solver->free_states;
  if (st)
    solver->free_states = st->next;
  else
    st = lk_arena_alloc (solver->context.arena, sizeof *st);
  scratch_copy (&st->fact, fact);
  st->event = event;
  while (*pending && (*pending)->event < event)
    pending = &(*pending)->next;
  unsigned variants = 0;
  bool known = false;
  for (bool merged = false; !known; merged = true)
    {
      for (struct step_state *o = *pending; o && o->event == event && !known;
	   o = o->next)
	{
	  struct fact view = scratch_view (&o->fact);
	  if (!fact_same_paths (&view, &st->fact))
	    continue;
	  variants++;
	  known = fact_weaker (&view, &st->fact);
	  if (merged && !known)
	    merge_conditions (&st->fact, &view);
	}
      if (merged || variants < 4 * MAX_VARIANTS)
	break;
      solver_limited (&solver->context, LIMIT_VARIANTS);
    }
  struct step_state **list = known ? &solver->free_states : pending;
  st->next = *list;
  *list = st;
}

/* The state S is lost because EV, event INDEX of BLOCK, overwrites the variable that holds it:
   add the terminal and return true.  */
static bool
variable_overwritten (struct solver *solver, struct scratch *s, uint32_t block, uint32_t index,
		      struct lk_event *ev)
{
  const struct obligation *o = solver->context.obligation;
  if (!overwrites_variable (solver, s, block, index, ev) || o->n_parents)
    return false;
  solver_terminal (solver, TERMINAL_LOST, LK_STEP_OVERWRITTEN, ev->loc, o->handle, s);
  return true;
}

/* Run S through the assignment EV.  Return false if the fact has ended.  */
static bool
run_assign (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  if (variable_overwritten (solver, s, solver->context.block, solver->context.event, ev))
    return false;
  if (!dereference (solver, s, &ev->src) || !dereference (solver, s, &ev->dest))
    {
      solver_terminal (solver, TERMINAL_END, LK_STEP_LOST, ev->loc, NULL, s);
      return false;
    }
  if (flow_assign (solver, s, ev))
    return true;
  solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, ev->loc, NULL, s);
  return false;
}

/* Run S, with HELD access paths, through the call EV.  Return false if the fact has ended, or
   goes on in PENDING.  */
static bool
run_call (struct solver *solver, struct lk_event *ev, struct scratch *s, unsigned held,
	  struct step_state **pending)
{
  const struct obligation *o = solver->context.obligation;
  uint32_t block = solver->context.block, index = solver->context.event;
  /* Its parent may still be closed.  */
  if (ev == o->event && s->n_paths == 0 && !o->n_parents && !(s->flags & FACT_ASSUMED))
    {
      bool act = loss_by_act (s);
      solver_terminal (solver, TERMINAL_LOST, act ? s->loss.how : LK_STEP_AGAIN,
		       act ? s->loss.loc : ev->loc, act ? s->loss.name : NULL, s);
      return false;
    }
  if (variable_overwritten (solver, s, block, index, ev))
    return false;
  if (lock_taken_again (solver, ev, s))
    {
      solver_terminal (solver, TERMINAL_LOST, LK_STEP_AGAIN, ev->loc, NULL, s);
      return false;
    }
  bool there = called_on (solver, s, ev);
  if (there)
    run_throw (solver, block, index, ev, s);
  if (!there || call_ends_process (solver, s, ev) || fills_standard (solver, s, ev))
    {
      solver_terminal (solver, TERMINAL_END, LK_STEP_LOST, ev->loc, NULL, s);
      return false;
    }
  struct step_state *out = NULL;
  if (flow_call (solver, ev, s, &out))
    return true;
  /* A single outcome goes on at once.  */
  bool alive = out && !out->next;
  if (alive)
    scratch_copy (s, &out->fact);
  for (struct step_state *next; out; out = next)
    {
      next = out->next;
      if (!alive && after_event (solver, ev, &out->fact, held, false))
	push_state (solver, pending, index + 1, &out->fact);
      out->next = solver->free_states;
      solver->free_states = out;
    }
  return alive;
}

/* Run S, with HELD access paths, through the event EV, where the context is.  The rest as for
   run_call.  */
static bool
run_event (struct solver *solver, struct lk_event *ev, struct scratch *s, unsigned held,
	   struct step_state **pending)
{
  bool placed = ev->dest.kind == LK_PATH;
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      return run_assign (solver, ev, s);
    case LK_EVENT_COPY:
      if (placed && ev->src.kind == LK_PATH)
	flow_copy (solver, s, ev->dest.path, ev->src.path, ev->size);
      else if (placed)
	flow_clear (solver, s, ev->dest.path, ev->size);
      return true;
    case LK_EVENT_CLEAR:
      if (placed)
	flow_clear (solver, s, ev->dest.path, ev->size);
      if (placed && ev->src.kind == LK_CONST && ev->src.value == 0)
	flow_cleared (solver, s, ev);
      return true;
    case LK_EVENT_DEAD:
      if (placed)
	flow_dead (solver, s, ev->dest.path->root);
      return true;
    case LK_EVENT_CALL:
      return run_call (solver, ev, s, held, pending);
    }
  return true;
}

/* The facts that have ended in event I, EV, go on behind it.  */
static void
push_ended (struct solver *solver, struct step_state **pending, uint32_t i, struct lk_event *ev)
{
  while (solver->ended)
    {
      struct ended *e = solver->ended;
      solver->ended = e->next;
      if (ev->kind == LK_EVENT_CALL)
	{
	  if (ev->callee && (ev->callee->flags & LK_FN_BODY))
	    call_forget_written (solver, ev, &e->fact);
	  else
	    call_forget (solver, ev, &e->fact, UINT64_MAX, UINT64_MAX);
	  call_define_result (solver, ev, &e->fact);
	  if (!call_assume_result (solver, ev, &e->fact, &e->result))
	    continue;
	  if (e->when)
	    learn_portable (solver, ev, &e->fact, e->when);
	}
      else if (ev->kind == LK_EVENT_ASSIGN)
	flow_assign (solver, &e->fact, ev);
      push_state (solver, pending, i + 1, &e->fact);
    }
}

static void
run_block (struct solver *solver, uint32_t block, uint32_t first,
	   struct scratch *start)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  struct step_state *pending = NULL;
  push_state (solver, &pending, first, start);
  while (pending)
    {
      struct step_state *st = pending;
      pending = pending->next;
      struct scratch *s = &st->fact;
      bool alive = true;
      for (uint32_t i = st->event; i < bl->n_events && alive; i++)
	{
	  if (pending && pending->event <= i && i > st->event)
	    {
	      push_state (solver, &pending, i, s);
	      alive = false;
	      break;
	    }
	  struct lk_event *ev = &bl->events[i];
	  unsigned held = s->n_paths;
	  solver->context.block = block;
	  solver->context.event = i;
	  alive = run_event (solver, ev, s, held, &pending);
	  push_ended (solver, &pending, i, ev);
	  if (!alive)
	    break;
	  bool overwritten = (ev->kind == LK_EVENT_ASSIGN
			      && ev->dest.kind == LK_PATH
			      && ev->dest.path->nsel && s->n_paths < held
			      && !(s->flags & FACT_ASSUMED)
			      && solver_names_dead (solver, s));
	  alive = after_event (solver, ev, s, held, overwritten);
	  push_ended (solver, &pending, i, ev);
	}
      if (alive)
	{
	  solver->current->n_ends++;
	  solver_leave_block (solver, s, block);
	}
      st->next = solver->free_states;
      solver->free_states = st;
    }
}

bool
solver_run_to (struct solver *solver, uint32_t block, uint32_t first,
	       uint32_t index, struct scratch *s)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  for (uint32_t i = first; i < index; i++)
    {
      struct lk_event *ev = &bl->events[i];
      struct step_state *out = NULL;
      solver->context.block = block;
      solver->context.event = i;
      switch (ev->kind)
	{
	case LK_EVENT_ASSIGN:
	  if (!dereference (solver, s, &ev->src)
	      || !dereference (solver, s, &ev->dest))
	    return false;
	  flow_assign (solver, s, ev);
	  break;
	case LK_EVENT_COPY:
	case LK_EVENT_CLEAR:
	  if (ev->dest.kind == LK_PATH)
	    flow_clear (solver, s, ev->dest.path, ev->size);
	  if (ev->kind == LK_EVENT_CLEAR && ev->dest.kind == LK_PATH && ev->src.kind == LK_CONST
	      && ev->src.value == 0)
	    flow_cleared (solver, s, ev);
	  break;
	case LK_EVENT_DEAD:
	  if (ev->dest.kind == LK_PATH)
	    flow_dead (solver, s, ev->dest.path->root);
	  break;
	case LK_EVENT_CALL:
	  if (call_ends_process (solver, s, ev) || !called_on (solver, s, ev))
	    return false;
	  if (flow_call (solver, ev, s, &out))
	    break;
	  if (!out)
	    return false;
	  scratch_copy (s, &out->fact);
	  for (struct step_state *st = out->next; st; st = st->next)
	    scratch_merge (s, &st->fact);
	  break;
	}
    }
  return true;
}

const struct flow_problem leak_flow = { run_block, NULL, NULL };
