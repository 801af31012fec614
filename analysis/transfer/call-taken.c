/* Unknown callees that never take the handle, or do not when they say so, as what their callers do
   afterwards shows.

   - A caller that releases the handle on every path after the call, before other code runs, shows
     that the callee neither takes nor keeps it.  Heuristic: that holds for all callers.  Wrong if
     the callee keeps it under a condition that this caller never meets.
   - A caller that passes the address of a variable of its own, and to no other function later,
     shows that the callee neither releases nor keeps this argument.  Heuristic: that holds for all
     callers.  Wrong if the object says how it was made.
   - A caller that releases the handle both after the callee has failed and after it has succeeded
     knows that the callee never takes it.
   - A caller that releases it after one result, and does not mention it after the other one, knows
     that the callee has taken it unless it has returned the first.  That holds for all callers: one
     that ignores the result loses the handle if it is refused.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "transfer-internal.h"

/* Return the value that V is called in the target of E; LK_NO_VAR if V is defined there again, as
   the next value of a loop.  */
static lk_var
name_after (const struct function_view *view, const struct lk_edge *e, lk_var v)
{
  const struct lk_block *to = &view->graph->blocks[e->to];
  for (uint32_t i = 0; i < to->n_phis; i++)
    if (operand_is_value (&to->phis[i].args[e->pred_index], v))
      return to->phis[i].result;
  return view->vars[v].def_block == e->to ? LK_NO_VAR : v;
}

/* Return true if EV passes V to a function that may keep it or hand it back.  */
static bool
passes_value (const struct lk_event *ev, lk_var v)
{
  if (ev->kind != LK_EVENT_CALL
      || (ev->callee && ev->callee->contract && ev->callee->contract->complete))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v)
      return true;
  return false;
}

/* Return true if EV destroys the object V.  */
static bool
destroys_value (const struct lk_event *ev, lk_var v)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee && ev->n_args
	  && (ev->callee->flags & (LK_FN_DESTRUCTOR | LK_FN_DISPATCH))
	  && operand_is_value (&ev->args[0], v));
}

/* A value that a function passes to a callee, in CALL, whose result it tests in BRANCH.  */
struct passed
{
  struct function_view *view;
  const struct lk_kind *kind;	/* Of the handle; NULL: any.  */
  lk_var value;
  const struct lk_path *place;	/* That it was loaded from, or NULL.  */
  uint32_t call, branch;
};

/* The use that a caller makes of the value after one of the results.  */
enum after { AFTER_NOTHING, AFTER_MENTIONS, AFTER_RELEASES };

/* Return true if EV has the value V among its operands.  */
static bool
mentions_value (const struct lk_event *ev, lk_var v)
{
  bool mentions = ev->src.kind == LK_PATH && ev->src.path->root == v;
  mentions |= ev->dest.kind == LK_PATH && ev->dest.path->root == v;
  for (uint32_t k = 0; k < ev->n_args && !mentions; k++)
    mentions = ev->args[k].kind == LK_PATH && ev->args[k].path->root == v;
  return mentions;
}

/* Return true if EV loads the value again.  */
static bool
loads_again (const struct passed *p, const struct lk_event *ev)
{
  return (p->place && ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	  && ev->dest.path->nsel == 0 && loaded_from (p->view, ev->dest.path->root) == p->place);
}

/* Return what BL does with the value, which is called *NAME.  Set *PASSED if other functions get
   it.  */
static enum after
after_in_block (const struct passed *p, const struct lk_block *bl, lk_var *name, bool *passed)
{
  bool mentions = false;
  *passed = false;
  for (uint32_t i = 0; i < bl->n_events && !*passed; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (loads_again (p, ev))
	{
	  *name = ev->dest.path->root;
	  continue;
	}
      if (releases_value (p->view->unit, p->kind, ev, *name) || destroys_value (ev, *name))
	return AFTER_RELEASES;
      *passed = passes_value (ev, *name);
      mentions |= mentions_value (ev, *name);
    }
  mentions |= operand_is_value (&bl->a, *name) && bl->term == LK_TERM_RETURN;
  return mentions ? AFTER_MENTIONS : AFTER_NOTHING;
}

/* Send the walk W along E, if P's value, which is called V before E, is still there.  NAMES are its
   names, by block, where the walk was sent.  */
static void
follow_edge (const struct passed *p, struct block_walk *w, lk_var *names, const struct lk_edge *e,
	     lk_var v)
{
  lk_var name = ((e->flags & LK_EDGE_EXCEPTION) || w->seen[e->to]
		 ? LK_NO_VAR : name_after (p->view, e, v));
  if (name == LK_NO_VAR)
    return;
  names[e->to] = name;
  enter_block (w, e->to);
}

/* Return what P's function does with the value after E, not by an exception nor through the branch
   or the call again.  A release counts if no other function gets the value before; the walk of
   release_region (call-borrow.c), which goes backwards, does not tell that.  */
static enum after
after_edge (const struct passed *p, const struct lk_edge *e)
{
  const struct lk_graph *g = p->view->graph;
  struct block_walk w;
  uint32_t b;
  enum after after = AFTER_NOTHING;
  lk_var *names = lk_xmalloc (g->n_blocks * sizeof *names);
  /* All of the walk lies after the branch, which it begins with.  */
  block_walk_begin (&w, g, p->branch);
  next_block (&w, &b);
  w.seen[p->branch] = w.seen[p->call] = 1;
  follow_edge (p, &w, names, e, p->value);
  while (after != AFTER_RELEASES && next_block (&w, &b))
    {
      const struct lk_block *bl = &g->blocks[b];
      bool passed;
      enum after here = after_in_block (p, bl, &names[b], &passed);
      after = here > after ? here : after;
      for (uint32_t i = 0; i < bl->n_succs && !passed; i++)
	follow_edge (p, &w, names, bl->succs[i], names[b]);
    }
  block_walk_end (&w);
  free (names);
  return after;
}

/* ---- Never.  ---- */

bool
released_after_both (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  struct function_view *view = solver->context.view;
  struct passed p = { view, solver->context.obligation->kind, passed_handle (solver, ev, s), NULL,
		      solver->context.block, 0 };
  if (p.value == LK_NO_VAR)
    return false;
  lk_var v = ev->dest.path->root;
  bool zero = ev->callee->flags & (LK_FN_RETURNS_BOOL | LK_FN_RETURNS_POINTER);
  for (const struct use *u = view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &view->graph->blocks[u->block];
      struct lk_range failing;
      p.branch = u->block;
      if (bl->term == LK_TERM_COND && bl->n_succs == 2
	  && (tests_failure (view, bl, v, zero, &failing)
	      || asks_for_zero (view, &bl->a, bl->op, &bl->b, v, MAX_DEF_DEPTH) >= 0)
	  && after_edge (&p, bl->succs[0]) == AFTER_RELEASES
	  && after_edge (&p, bl->succs[1]) == AFTER_RELEASES)
	return true;
    }
  return false;
}

/* Return true if EV runs code that may need what a callee before it has kept, or makes that callee
   forget it (`cancel (p)').  */
static bool
runs_other_code (const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL)
    return false;
  return !(ev->callee && ((ev->callee->contract && ev->callee->contract->complete)
			  || (ev->callee->flags & (LK_FN_LIBRARY | LK_FN_LANGUAGE | LK_FN_PURE
						   | LK_FN_DESTRUCTOR))));
}

/* Evidence in a block for a callee before it.  */
enum evidence { EVIDENCE_NONE, EVIDENCE_FOR, EVIDENCE_AGAINST };

/* Return what the events of BL from FIRST on show: P's value, called *NAME, is released, or may be
   needed, or neither.  */
static enum evidence
evidence_in_block (const struct passed *p, const struct lk_block *bl, uint32_t first, lk_var *name)
{
  for (uint32_t i = first; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (loads_again (p, ev))
	*name = ev->dest.path->root;
      /* A function of the unit may drop a reference only.  */
      else if (((!ev->callee || !(ev->callee->flags & LK_FN_BODY))
		&& releases_value (p->view->unit, p->kind, ev, *name))
	       || destroys_value (ev, *name))
	return EVIDENCE_FOR;
      else if (runs_other_code (ev)
	       || (ev->kind != LK_EVENT_CALL && operand_is_value (&ev->src, *name)))
	return EVIDENCE_AGAINST;
    }
  return bl->term == LK_TERM_RETURN ? EVIDENCE_AGAINST : EVIDENCE_NONE;
}

/* Return true if E is taken only where V is 0.  */
static bool
is_for_zero (const struct function_view *view, const struct lk_block *bl, uint32_t e, lk_var v)
{
  return (bl->term == LK_TERM_COND && bl->n_succs == 2
	  && asks_for_zero (view, &bl->a, bl->op, &bl->b, v, MAX_DEF_DEPTH) == (int) e);
}

enum { ALL_BORROWED = 1, HANDLE_BORROWED = 2 };

/* A function without a body, and one of its arguments.  */
struct borrowed
{
  uint32_t argument;
  bool shown;			/* It borrows that.  */
  bool variable;		/* It gets a local variable's address.  */
};

/* Return true if the call at SITE gets the address of the local variable V and is not followed by a
   call of another function that could take it off again.  */
static bool
gives_variable_last (const struct call_site *site, lk_var v)
{
  const struct lk_graph *g = site->view->graph;
  if (g->vars[v].class_ != LK_VAR_OBJECT)
    return false;
  struct block_walk w;
  uint32_t b;
  bool last = true;
  block_walk_begin (&w, g, site->block);
  while (last && next_block (&w, &b))
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = b == site->block && !w.seen[b] ? site->index + 1 : 0; i < bl->n_events; i++)
	if (bl->events[i].callee != site->event->callee && passes_value (&bl->events[i], v))
	  last = false;
      enter_successors (&w, b);
    }
  block_walk_end (&w);
  return last;
}

/* A callback: the function is shown to borrow if the caller at SITE releases the argument on each
   path, before anything else.  */
static bool
examine_borrower (void *data, const struct call_site *site)
{
  struct borrowed *r = data;
  struct function_view *view = site->view;
  const struct lk_graph *g = view->graph;
  const struct lk_operand *arg
    = r->argument < site->event->n_args ? &site->event->args[r->argument] : NULL;
  if (arg && arg->kind == LK_PATH && !arg->path->nsel
      && !(site->event->arg_flags[r->argument] & LK_ARG_BY_VALUE))
    r->variable |= gives_variable_last (site, arg->path->root);
  if (!arg || arg->kind != LK_PATH || arg->path->nsel || arg->path->addend
      || arg->path->root >= view->n_vars || view->idom[site->block] == UINT32_MAX
      || g->vars[arg->path->root].class_ != LK_VAR_VALUE)
    return true;
  lk_var v = arg->path->root;
  struct passed p = { view, NULL, v, loaded_from (view, v), site->block, site->block };
  lk_var *names = lk_xmalloc (g->n_blocks * sizeof *names);
  struct block_walk w;
  uint32_t b;
  bool against = false, released = false;
  block_walk_begin (&w, g, site->block);
  names[site->block] = v;
  while (!against && next_block (&w, &b))
    {
      const struct lk_block *bl = &g->blocks[b];
      uint32_t first = b == site->block ? site->index + 1 : 0;
      enum evidence here = evidence_in_block (&p, bl, first, &names[b]);
      against = here == EVIDENCE_AGAINST;
      released |= here == EVIDENCE_FOR;
      for (uint32_t i = 0; i < bl->n_succs && here == EVIDENCE_NONE && !against; i++)
	if (!(bl->succs[i]->flags & LK_EDGE_EXCEPTION) && !is_for_zero (view, bl, i, names[b]))
	  {
	    against |= (bl->succs[i]->to == site->block
			|| name_after (view, bl->succs[i], names[b]) == LK_NO_VAR);
	    follow_edge (&p, &w, names, bl->succs[i], names[b]);
	  }
    }
  block_walk_end (&w);
  free (names);
  r->shown = released && !against;
  return !r->shown;
}

static void
compute_borrowed (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, uint64_t *bits)
{
  struct borrowed r = { arg, false, false };
  visit_call_sites (unit, fn, examine_borrower, &r);
  bits[0] = (r.shown ? ALL_BORROWED : 0) | (r.variable ? HANDLE_BORROWED : 0);
}

/* The bits: a caller shows that the function borrows the argument whose number is the index, and
   all that is reached through it; or borrows the argument itself.  */
static const struct lazy_fact borrowed_argument = { compute_borrowed, { 0 } };

bool
borrowed_elsewhere (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  struct lk_function *fn = ev->callee;
  if (!fn || (fn->flags & (LK_FN_BODY | LK_FN_LIBRARY | LK_FN_CONSTRUCTOR))
      || (fn->contract && fn->contract->clauses) || solver->context.obligation->in_place
      || (s->flags & FACT_STORED))
    return false;
  bool any = false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH)
      {
	const struct lk_path *p = ev->args[k].path;
	enum reach reach = argument_reaches (solver, s, ev, k);
	if (reach == REACH_NOT)
	  continue;
	uint64_t wanted = ALL_BORROWED | (reach == REACH_HANDLE ? HANDLE_BORROWED : 0);
	if (p->nsel || p->addend
	    || !(lazy_fact (solver->context.unit, fn, k, &borrowed_argument)[0] & wanted))
	  return false;
	any = true;
      }
  return any;
}

/* ---- If the callee says so.  ---- */

/* Knowledge of one argument of a function without a body, from the unit's functions.  */
struct refusal
{
  struct refusal *next;
  uint32_t argument;
  bool shown;			/* It is not taken if the result is REFUSED.  */
  bool denied;			/* Callers contradict each other.  */
  struct lk_range refused;
};

/* BL tests V: set the ranges of V on the edges out of it, and return true, if it is compared with
   0 or -1.  */
static bool
tested_ranges (const struct function_view *view, const struct lk_block *bl, lk_var v,
	       struct lk_range range[2])
{
  const struct lk_range zero = { 0, 0, 0, 0 }, other = { INT64_MIN, INT64_MAX, 0, 1 };
  if (bl->term != LK_TERM_COND || bl->n_succs != 2)
    return false;
  int at = asks_for_zero (view, &bl->a, bl->op, &bl->b, v, MAX_DEF_DEPTH);
  if (at >= 0)
    {
      range[at] = zero;
      range[!at] = other;
      return true;
    }
  struct context c;
  struct test t;
  memset (&c, 0, sizeof c);
  c.graph = view->graph;
  if (!branch_test (&c, bl, 0, &t) || t.b.kind != LK_CONST)
    return false;
  bool fails_first = t.op == LK_LT || t.op == LK_LE || t.op == LK_EQ;
  if (!asks_failure (&t.a, t.op, &t.b, v, false, &range[!fails_first]))
    return false;
  range[fails_first] = (struct lk_range) { 0, INT64_MAX, 0, 0 };
  return true;
}

/* Note in R what the call EV in BLOCK of VIEW's function shows.  */
static void
note_refusal (struct function_view *view, uint32_t block, const struct lk_event *ev,
	      struct refusal *r)
{
  const struct lk_operand *arg = &ev->args[r->argument];
  if (arg->kind != LK_PATH || arg->path->nsel || arg->path->addend
      || arg->path->root >= view->n_vars
      || ev->dest.kind != LK_PATH || ev->dest.path->nsel || ev->dest.path->root >= view->n_vars)
    return;
  lk_var v = arg->path->root;
  struct passed p = { view, NULL, v, loaded_from (view, v), block, 0 };
  for (const struct use *u = view->vars[ev->dest.path->root].uses; u; u = u->next)
    {
      const struct lk_block *bl = &view->graph->blocks[u->block];
      struct lk_range range[2];
      if (!tested_ranges (view, bl, ev->dest.path->root, range))
	continue;
      p.branch = u->block;
      enum after after[2] = { after_edge (&p, bl->succs[0]), after_edge (&p, bl->succs[1]) };
      for (unsigned i = 0; i < 2; i++)
	if (after[i] == AFTER_RELEASES)
	  {
	    r->denied |= (after[!i] != AFTER_NOTHING
			  || (r->shown && !lk_range_equal (&r->refused, &range[i])));
	    r->shown = true;
	    r->refused = range[i];
	  }
    }
}

/* A callback: note in the refusal what the call at SITE shows; false if no other call counts.  */
static bool
examine_call (void *data, const struct call_site *site)
{
  struct refusal *r = data;
  if (r->argument < site->event->n_args)
    note_refusal (site->view, site->block, site->event, r);
  return !r->denied;
}

/* Return what all callers of FN, which has no body, show of its argument K.  */
static const struct refusal *
refusal_of (struct lk_unit *unit, struct lk_function *fn, uint32_t k)
{
  struct refusal **all = function_slot (unit, fn, SLOT_REFUSALS, sizeof *all), *r;
  for (r = *all; r; r = r->next)
    if (r->argument == k)
      return r;
  r = lk_arena_alloc (unit->arena, sizeof *r);
  r->argument = k;
  r->next = *all;
  *all = r;
  visit_call_sites (unit, fn, examine_call, r);
  return r;
}

bool
refused_elsewhere (struct solver *solver, const struct lk_event *ev, const struct scratch *s,
		   struct lk_range *refused)
{
  struct lk_function *fn = ev->callee;
  if (!fn || (fn->flags & (LK_FN_BODY | LK_FN_VOID | LK_FN_LIBRARY))
      || (fn->contract && fn->contract->clauses) || solver->context.obligation->in_place
      || (ev->dest.kind != LK_PATH && asked_before (solver, ev)))
    return false;
  uint32_t k = ev->n_args;
  for (uint32_t i = 0; i < ev->n_args; i++)
    if (ev->args[i].kind == LK_PATH && argument_reaches (solver, s, ev, i) != REACH_NOT)
      {
	if (k < ev->n_args || ev->args[i].path->nsel || ev->args[i].path->addend)
	  return false;
	k = i;
      }
  const struct refusal *r = k < ev->n_args ? refusal_of (solver->context.unit, fn, k) : NULL;
  if (!r || !r->shown || r->denied)
    return false;
  *refused = r->refused;
  return true;
}
