/* Calls that end by an exception: the owner of the handle afterwards.

   A callee with a contract has done its work; one with a body is described by its summary; for
   an unknown callee, what the caller does after a normal return decides.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "transfer-internal.h"

/* A callee with a contract that throws has released or taken its argument: a destructor that
   throws, or fclose when a thread is cancelled, is not called twice.  It has not acquired
   anything.  */
static bool
taken_though_thrown (struct solver *solver, struct lk_event *ev,
		     const struct lk_contract *contract,
		     const struct scratch *s)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_range r;
      const struct lk_path *v = place_path (solver->context.graph, ev, &c->place);
      if ((c->role != LK_ROLE_RELEASE && c->role != LK_ROLE_OWN
	   && c->role != LK_ROLE_KEEP)
	  || (c->role != LK_ROLE_KEEP
	      && !call_releases_kind (c, contract, solver->context.obligation))
	  || !v || clause_holds (solver, ev, s, c, &r) == 0)
	continue;
      enum reach reach = call_reaches (solver, s, v, c->role == LK_ROLE_RELEASE);
      if (reach != REACH_NOT || call_may_be_handle (solver, s, v))
	return true;
    }
  return false;
}

/* Apply the outcomes of SUMMARY's function that are exceptions; PASSED as for call_by_summary.  */
static void
throw_by_summary (struct solver *solver, struct lk_event *ev,
		  const struct summary *summary, uint64_t passed,
		  const struct scratch *s, struct step_state **out)
{
  if (summary->left_out)
    solver->context.left_out = summary->left_out;
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      bool nameless = false;
      if (!o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      for (unsigned i = w.n_paths; i-- > 0;)
	if (passed & (UINT64_C (1) << i))
	  scratch_remove_at (&w, i);
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      for (unsigned i = 0; i < o->n_paths; i++)
	{
	  const struct lk_path *p
	    = address_at_call (solver, ev, &o->paths[i], NULL);
	  if (p)
	    scratch_add (&solver->context, &w, p);
	  else
	    nameless = true;
	}
      /* A handle that the callee stored elsewhere escapes, as on its normal path.  */
      if (nameless || (o->assumed && solver->context.unit->options.level < 2))
	continue;
      if (o->assumed)
	{
	  w.flags |= FACT_ASSUMED;
	  w.why = o->limit ? o->limit : ev->callee->name;
	}
      learn_portable (solver, ev, &w, &o->when);
      if (o->kind == OUT_LOST)
	object_contents_lost (solver, &w, s, passed);
      if (w.n_paths == 0 && s->n_paths && !(w.flags & FACT_ASSUMED))
	{
	  if ((s->flags & FACT_STORED) && !(o->kind == OUT_LOST && (s->flags & FACT_OWNED)))
	    continue;
	  solver_lose (&w, LK_STEP_LOST, ev->loc, NULL);
	}
      call_push (solver, &w, out);
    }
}

/* SUMMARY shows no exception, but the caller expects one that need not be declared.  S's
   handle is still there if the callee, which may have got it, does not take it.  */
static bool
throws_unseen (const struct lk_event *ev, const struct summary *summary)
{
  if (!(ev->callee->flags & LK_FN_UNDECLARED))
    return false;
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (o->thrown || o->kind != OUT_HELD)
      return false;
  return summary->outcomes != NULL;
}

/* Return true if an exception of the last call of BLOCK leads to block B.  */
static bool
thrown_to (struct solver *solver, uint32_t block, uint32_t b)
{
  const struct lk_block *bl = &solver->context.graph->blocks[block];
  for (uint32_t e = 0; e < bl->n_succs; e++)
    if ((bl->succs[e]->flags & LK_EDGE_EXCEPTION)
	&& dominates (solver->context.view, bl->succs[e]->to, b))
      return true;
  return false;
}

/* Return true if PATH is NAME, or a value that is read from there.  */
static bool
is_read_from (const struct solver *solver, const struct lk_path *path, const struct lk_path *name)
{
  if (path == name || !path)
    return path == name;
  return path->nsel == 0 && path->addend == 0 && path_holding (solver->context.view, path) == name;
}

enum ending { ENDS_NOT, ENDS_RELEASED, ENDS_ELSEWHERE };

/* Return what EV, a call of a method, does with S's handle, which the local object of the
   method holds: it releases the handle, as a destructor does; or the object does not have it
   afterwards (release ()).  */
static enum ending
ended_by_owner (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  const struct lk_path *object
    = ev->n_args && ev->args[0].kind == LK_PATH ? ev->args[0].path : NULL;
  bool holds = false, gets = false;
  uint64_t passed = 0;
  enum ending ending = ENDS_NOT;
  if (!(ev->callee->flags & LK_FN_BODY) || !object || object->nsel
      || solver->context.graph->vars[object->root].class_ != LK_VAR_OBJECT)
    return ENDS_NOT;
  for (uint32_t k = 0; k < s->n_paths; k++)
    holds |= s->paths[k]->nsel && s->paths[k]->root == object->root;
  const struct summary *sum
    = holds ? solver->context.summaries->for_call (solver, ev, s, &gets, &passed) : NULL;
  if (!sum || !sum->done)
    return holds && gets ? ENDS_ELSEWHERE : ENDS_NOT;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    if (o->kind == OUT_RELEASED || o->kind == OUT_MISMATCHED)
      ending = ENDS_RELEASED;
    else if (!o->thrown)
      {
	bool stays = false;
	for (unsigned k = 0; k < o->n_paths && o->kind == OUT_HELD; k++)
	  stays |= o->paths[k].root == ROOT_FORMAL && o->paths[k].index == 0;
	return stays ? ENDS_NOT : ENDS_ELSEWHERE;
      }
  return ending;
}

/* Return true if EV releases S's handle by an access path that it has here: surely, or, in Java,
   by a function of the unit that does so on some path, which shows all the same whose the handle
   is.  In C and C++ such a function may count references: others may have taken more.  */
static bool
releases_it (const struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee)
    return false;
  if ((ev->callee->flags & LK_FN_DELETING) && ev->n_args && ev->args[0].kind == LK_PATH)
    for (uint32_t k = 0; k < s->n_paths; k++)
      if (is_read_from (solver, ev->args[0].path, s->paths[k]))
	return true;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && !c->n_conditions)
      for (uint32_t k = 0; k < s->n_paths; k++)
	if (is_read_from (solver, place_path (solver->context.graph, ev, &c->place), s->paths[k]))
	  return true;
  unsigned java_body = LK_FN_BODY | LK_FN_JAVA;
  for (uint32_t a = 0; (ev->callee->flags & java_body) == java_body && a < ev->n_args; a++)
    for (uint32_t k = 0; ev->args[a].kind == LK_PATH && k < s->n_paths; k++)
      if (is_read_from (solver, ev->args[a].path, s->paths[k])
	  && releases_argument (solver->context.unit, ev->callee, a))
	return true;
  return false;
}

/* Return true if EV, of some handle, may be a release or make an owner: see releases_it,
   ended_by_owner and owned_in.  */
static bool
may_end (const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee)
    return false;
  if (ev->callee->flags & (LK_FN_BODY | LK_FN_CONSTRUCTOR | LK_FN_DELETING))
    return true;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE)
      return true;
  return false;
}

/* Return true if BLOCK has an event that may end a handle.  In a long function few blocks do, and
   each call that is given the handle looks at all that follow it.  */
static bool
block_may_end (struct function_view *view, uint32_t block)
{
  uint32_t n = view->graph->n_blocks;
  /* The last one: the others are known.  */
  bool *may = view_slot (view, VIEW_ENDINGS, (n + 1) * sizeof *may);
  for (uint32_t b = 0; b < n && !may[n]; b++)
    for (uint32_t i = 0; i < view->graph->blocks[b].n_events && !may[b]; i++)
      may[b] = may_end (&view->graph->blocks[b].events[i]);
  may[n] = true;
  return may[block];
}

/* Return what becomes of S's handle in BLOCK, from event FROM on.  */
static enum ending
ended_in (struct solver *solver, uint32_t block, uint32_t from, const struct scratch *s)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  enum ending ending = ENDS_NOT;
  if (!block_may_end (solver->context.view, block))
    return ENDS_NOT;
  for (uint32_t i = from; i < bl->n_events && ending == ENDS_NOT; i++)
    if (releases_it (solver, &bl->events[i], s))
      ending = ENDS_RELEASED;
    else if (bl->events[i].kind == LK_EVENT_CALL && bl->events[i].callee)
      ending = ended_by_owner (solver, &bl->events[i], s);
  return ending;
}

/* Return true if S's handle is released after the event in hand, a call that has not thrown,
   in its block or in one that it dominates.  */
static bool
released_past (struct solver *solver, const struct scratch *s)
{
  uint32_t block = solver->context.block;
  for (uint32_t b = 0; b < solver->context.graph->n_blocks; b++)
    if (solver->context.view->idom[b] != UINT32_MAX && dominates (solver->context.view, block, b)
	&& !thrown_to (solver, block, b)
	&& ended_in (solver, b, b == block ? solver->context.event + 1 : 0, s) == ENDS_RELEASED)
      return true;
  return false;
}

/* Return the successor of BL for a NULL handle, if BL ends with that test, as "delete" does;
   else -1.  */
static int
null_successor (const struct solver *solver, const struct lk_block *bl, const struct scratch *s)
{
  if (bl->term != LK_TERM_COND || (bl->op != LK_EQ && bl->op != LK_NE) || bl->a.kind != LK_PATH
      || bl->b.kind != LK_CONST || bl->b.value)
    return -1;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (is_read_from (solver, bl->a.path, s->paths[i]))
      return bl->op == LK_NE;
  return -1;
}

/* Return true if S's handle is one of several in a container.  */
static bool
is_among_many (const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->nsel && s->paths[i]->sel[s->paths[i]->nsel - 1] == LK_ANY)
      return true;
  return false;
}

/* Return true if EV's callee can store S's handle where it must be taken back before its
   release (a registry, a guard, its result), or could release it itself.  */
static bool
may_be_kept (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  bool holds = false, only_looks = true;
  if (ev->wraps)
    return true;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      enum reach reach
	= ev->args[k].kind == LK_PATH ? argument_reaches (solver, s, ev, k) : REACH_NOT;
      bool constant = (ev->arg_flags[k] & LK_ARG_CONST) != 0;
      if (reach == REACH_NOT)
	holds |= (ev->arg_flags[k] & LK_ARG_HOLDS) != 0;
      else if (reach == REACH_THROUGH && !constant)
	return true;
      else
	only_looks &= constant;
    }
  return holds && !only_looks;
}

/* Return true if V, the value of a phi, is returned on some path, perhaps through further phis:
   destructors at the end of a function make one for each scope.  */
static bool
value_returned (const struct lk_graph *g, lk_var v)
{
  lk_var *same = lk_xmalloc (g->n_vars * sizeof *same);
  uint8_t *seen = lk_xmalloc (g->n_vars);
  uint32_t n = 0;
  bool returned = false;
  memset (seen, 0, g->n_vars);
  same[n++] = v;
  seen[v] = 1;
  for (uint32_t s = 0; s < n && !returned; s++)
    for (uint32_t b = 0; b < g->n_blocks && !returned; b++)
      {
	const struct lk_block *bl = &g->blocks[b];
	returned = (bl->term == LK_TERM_RETURN && !bl->aggregate_result
		    && operand_is_value (&bl->a, same[s]));
	for (uint32_t i = 0; i < bl->n_phis; i++)
	  for (uint32_t k = 0; k < bl->n_preds && !seen[bl->phis[i].result]; k++)
	    if (operand_is_value (&bl->phis[i].args[k], same[s]))
	      {
		seen[bl->phis[i].result] = 1;
		same[n++] = bl->phis[i].result;
	      }
      }
  free (same);
  free (seen);
  return returned;
}

/* Return true if OP is S's handle.  */
static bool
operand_is_handle (const struct lk_operand *op, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths && op->kind == LK_PATH; i++)
    if (s->paths[i] == op->path && op->path->nsel == 0)
      return true;
  return false;
}

/* Return true if the function goes on by the edge E to return S's handle.  */
static bool
returned_by (const struct lk_graph *g, const struct lk_edge *e, const struct scratch *s)
{
  const struct lk_block *to = &g->blocks[e->to];
  for (uint32_t i = 0; i < to->n_phis; i++)
    if (operand_is_handle (&to->phis[i].args[e->pred_index], s)
	&& value_returned (g, to->phis[i].result))
      return true;
  return false;
}

/* Return true if an owner is made of S's handle in BLOCK, from event FROM on.  */
static bool
owned_in (const struct solver *solver, uint32_t block, uint32_t from, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  uint32_t n = block_may_end (solver->context.view, block) ? g->blocks[block].n_events : 0;
  for (uint32_t i = from; i < n; i++)
    {
      const struct lk_event *ev = &g->blocks[block].events[i];
      if (ev->kind == LK_EVENT_CALL && ev->callee && (ev->callee->flags & LK_FN_CONSTRUCTOR)
	  && (ev->callee->flags & (LK_FN_BODY | LK_FN_LIBRARY)))
	for (uint32_t k = 1; k < ev->n_args; k++)
	  if (operand_is_handle (&ev->args[k], s))
	    return true;
    }
  return false;
}

bool
call_leaves_it (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  uint32_t block = solver->context.block;
  if (may_be_kept (solver, ev, s))
    return false;
  if (owned_in (solver, block, solver->context.event + 1, s))
    return true;
  struct block_walk w;
  uint32_t b;
  bool leaves = false;
  block_walk_begin (&w, g, block);
  while (!leaves && next_block (&w, &b))
    {
      leaves = ((b != block && owned_in (solver, b, 0, s))
		|| (g->blocks[b].term == LK_TERM_RETURN && operand_is_handle (&g->blocks[b].a, s)));
      for (uint32_t k = 0; k < g->blocks[b].n_succs && !leaves; k++)
	leaves = returned_by (g, g->blocks[b].succs[k], s);
      enter_successors (&w, b);
    }
  block_walk_end (&w);
  return leaves;
}

/* Return true if the function, on every path without an exception from there to its end,
   releases the handle (perhaps after a loop that contains the call), or, if KEPT, returns it
   or makes an owner of it.  A loop over a container that may be empty counts: it releases all
   elements, whichever of them the callee was given.  */
static bool
released_always (struct solver *solver, uint32_t block, const struct scratch *s, bool kept)
{
  struct block_walk w;
  uint32_t b;
  bool always = true, ends = false, first = true, many = is_among_many (s);
  block_walk_begin (&w, solver->context.graph, block);
  for (; always && next_block (&w, &b); first = false)
    {
      const struct lk_block *bl = &w.graph->blocks[b];
      enum ending ending
	= (first ? ENDS_NOT : kept && owned_in (solver, b, 0, s) ? ENDS_RELEASED
	   : ended_in (solver, b, 0, s));
      ends |= ending == ENDS_RELEASED;
      always = ending != ENDS_ELSEWHERE;
      if (ending != ENDS_NOT)
	continue;
      if (bl->term == LK_TERM_RETURN && kept && operand_is_handle (&bl->a, s))
	ends = true;
      else if (bl->term == LK_TERM_RETURN && !many)
	always = false;
      int null = null_successor (solver, bl, s);
      for (uint32_t k = 0; k < bl->n_succs; k++)
	if ((bl->succs[k]->flags & LK_EDGE_EXCEPTION) || (int) k == null)
	  continue;
	else if (kept && returned_by (w.graph, bl->succs[k], s))
	  ends = true;
	else
	  enter_block (&w, bl->succs[k]->to);
    }
  block_walk_end (&w);
  return always && ends;
}

bool
call_only_uses (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  uint32_t block = solver->context.block;
  if (!g->function || (g->function->flags & LK_FN_JAVA)
      || !s->n_paths || (s->flags & FACT_STORED) || solver->context.obligation->in_place
      || may_be_kept (solver, ev, s))
    return false;
  enum ending here = ended_in (solver, block, solver->context.event + 1, s);
  return here == ENDS_RELEASED || (here == ENDS_NOT && released_always (solver, block, s, false));
}

bool
call_only_awaits (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  uint32_t block = solver->context.block;
  if (!ev->n_args || !(ev->arg_flags[0] & LK_ARG_AWAITER))
    return false;
  for (uint32_t k = 1; k < ev->n_args; k++)
    if (argument_reaches (solver, s, ev, k) != REACH_NOT)
      return false;
  struct block_walk w;
  uint32_t b;
  bool released = false;
  block_walk_begin (&w, g, block);
  while (!released && next_block (&w, &b))
    {
      uint32_t n = block_may_end (solver->context.view, b) ? g->blocks[b].n_events : 0;
      for (uint32_t i = 0; i < n && !released; i++)
	released = releases_it (solver, &g->blocks[b].events[i], s);
      enter_successors (&w, b);
    }
  block_walk_end (&w);
  return released;
}

/* Return true if S's handle is always released after EV, the event in hand, or, if EV's callee
   had nowhere to keep it, kept by the function itself.  */
static bool
ended_or_kept (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  bool kept = !may_be_kept (solver, ev, s);
  return ((kept
	   && owned_in (solver, solver->context.block, solver->context.event + 1, s))
	  || released_always (solver, solver->context.block, s, kept));
}

/* Return true if the callee of EV, the event in hand, is unknown, and the caller releases S's
   handle when it returns: the callee only uses the handle, which is still the caller's if the
   callee throws.  */
static bool
comes_back (struct solver *solver, struct lk_event *ev, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  /* A function declared in a C++ header mostly throws nothing without saying so: of ten such
     reports in qpdf, i2pd and aria2 none was a leak.  */
  if (!g->function || !((g->function->flags & LK_FN_JAVA) || ev->awaited) || !s->n_paths
      || (s->flags & FACT_STORED))
    return false;
  return (released_past (solver, s)
	  || (!(g->function->flags & LK_FN_JAVA) && ended_or_kept (solver, ev, s)));
}

/* Return the new object that the function has stored at the place from which V was loaded, or V.
   */
static const struct lk_path *
stored_object (struct solver *solver, const struct lk_path *v)
{
  const struct function_view *view = solver->context.view;
  const struct lk_path *from = v->nsel || v->addend ? NULL : loaded_from (view, v->root);
  if (!from || from->root >= view->n_vars)
    return v;
  for (const struct write *w = view->vars[from->root].writes; w; w = w->next)
    {
      const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
      const struct lk_path *place;
      if (ev->kind == LK_EVENT_ASSIGN && ev->dest.path == from && ev->src.kind == LK_PATH
	  && stored_before (view, solver->context.block, solver->context.event, ev->src.path,
			    &place, 1)
	  && place == from)
	return ev->src.path;
    }
  return v;
}

/* Return true if VALUE, which the event in hand is given, is an object that the function has only
   made and stored.  */
static bool
is_untouched (struct solver *solver, const struct lk_path *value)
{
  const struct lk_graph *g = solver->context.graph;
  const struct lk_path *object = stored_object (solver, value);
  if (!path_is_new (&solver->context, object) || block_repeats (g, solver->context.block))
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	bool before = (b == solver->context.block ? i < solver->context.event
		       : block_reaches (&solver->context, b, solver->context.block));
	for (uint32_t k = 0; before && ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH
	      && stored_object (solver, ev->args[k].path)->root == object->root
	      && !(k == 0 && ev->n_args == 1 && ev->callee
		   && (ev->callee->flags & LK_FN_CONSTRUCTOR)))
	    return false;
      }
  return true;
}

/* Return true if CONTRACT says that EV's callee throws only in a state that is not S's, or that
   it has released S's handle then.  */
static bool
ended_if_thrown (struct solver *solver, struct lk_event *ev, const struct lk_contract *contract,
		 const struct scratch *s)
{
  for (const struct lk_clause *c = contract ? contract->elements : NULL; c; c = c->next)
    {
      struct lk_range result;
      const struct lk_path *v
	= (c->role == LK_ROLE_UNTOUCHED || c->role == LK_ROLE_UNDONE
	   ? place_path (solver->context.graph, ev, &c->place) : NULL);
      if ((c->role == LK_ROLE_THROWS && clause_holds (solver, ev, s, c, &result) == 0)
	  || (c->role == LK_ROLE_UNTOUCHED && v && is_untouched (solver, v))
	  || (c->role == LK_ROLE_UNDONE && v
	      && (call_reaches (solver, s, v, true) != REACH_NOT
		  || call_may_be_handle (solver, s, v))))
	return true;
    }
  return false;
}

/* Return true if EV releases something, and the function is Java's close () of an object that has
   several things to release.  Heuristic: releases do not throw there.  Wrong if one does: what is
   released after it is lost, and no caller can do better.  */
static bool
releases_among_others (const struct solver *solver, const struct lk_event *ev,
		       const struct lk_contract *contract)
{
  const struct lk_function *fn = solver->context.graph->function;
  if (!fn || !(fn->flags & LK_FN_DISPOSES) || !ev->callee)
    return false;
  if (ev->callee->flags & LK_FN_DISPOSES)
    return true;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE)
      return true;
  return false;
}

void
flow_throw (struct solver *solver, struct lk_event *ev,
	    const struct scratch *before, struct step_state **out)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool reached = false, global = false;
  struct scratch named, *s = &named;
  scratch_copy (s, before);
  address_passed (solver, ev, s);
  if (ended_if_thrown (solver, ev, contract, s) || releases_among_others (solver, ev, contract))
    return;
  for (uint32_t k = 0; k < ev->n_args && !reached; k++)
    if (ev->args[k].kind == LK_PATH
	&& !(ev->arg_flags[k] & LK_ARG_FORMATTED))
      {
	enum reach reach = argument_reaches (solver, s, ev, k);
	reached = reach == REACH_THROUGH || (reach == REACH_HANDLE
					     && !(ev->arg_flags[k] & LK_ARG_PART));
      }
  for (unsigned i = 0; i < s->n_paths; i++)
    global |= (solver->context.graph->vars[s->paths[i]->root].class_
	       == LK_VAR_GLOBAL);
  if ((global && !solver->context.obligation->in_place)
      || !holder_runs (solver, ev, s) || object_parent_released (solver, ev, s))
    return;
  if (contract && (contract->clauses || contract->complete))
    {
      if (taken_though_thrown (solver, ev, contract, s)
	  || (reached && closure_given (ev, s)))
	return;
    }
  else if (ev->callee && (ev->callee->flags & LK_FN_BODY))
    {
      uint64_t passed = 0;
      bool gets = false;
      const struct summary *sum
	= (reached ? solver->context.summaries->for_call (solver, ev, s, &gets, &passed)
	   : solver->context.summaries->without_handle (solver, ev, s));
      if (sum)
	{
	  throw_by_summary (solver, ev, sum, passed, s, out);
	  if (!throws_unseen (ev, sum))
	    return;
	}
      else if (gets)
	return;
    }
  else if ((reached && !comes_back (solver, ev, s)
	    && !solver->context.summaries->held_for_destructor (solver, s))
	   || ((s->flags & FACT_STORED) && s->n_paths
	       && !(ev->callee && (ev->callee->flags & LK_FN_NORETURN))))
    /* The callee may have the handle now, unless throwing is all it does.  */
    return;
  struct scratch w;
  scratch_copy (&w, s);
  if (ev->callee && !(contract && (contract->clauses || contract->complete)))
    call_forget_written (solver, ev, &w);
  else
    call_forget (solver, ev, &w, UINT64_MAX, UINT64_MAX);
  call_push (solver, &w, out);
}
