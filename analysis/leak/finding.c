/* From solved obligations to findings: which losses are reported, how sure, and what would
   cure them (leak/witness.c: along which path, on how many of how many paths).

   One finding for one acquisition: however many paths lose it, the shortest is shown.  A
   resource that is lost only together with the memory that holds it is part of that memory's
   cluster and not reported again (Tracker 3.3; classify_path).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"
#include "../../spec/message-text.h"

/* Heuristic: return true if the loss A is easier to understand than B: a witnessed one than an
   assumed one, one without an exception than one with, the one of the shorter path.  */
static bool
is_plainer (const struct terminal *a, const struct terminal *b)
{
  const struct terminal *t[2] = { a, b };
  unsigned length[2] = { 0, 0 };
  bool thrown[2];
  for (unsigned i = 0; i < 2; i++)
    {
      thrown[i] = t[i]->thrown || t[i]->thrower;
      for (const struct node *n = t[i]->node; n; n = n->parent)
	{
	  length[i]++;
	  thrown[i] |= n->edge && (n->edge->flags & LK_EDGE_EXCEPTION);
	}
    }
  return (a->assumed != b->assumed ? b->assumed
	  : thrown[0] != thrown[1] ? thrown[1] : length[0] < length[1]);
}

/* An access path of the handle was left out: by it the handle may be released, or found by
   callers, or the assumed release was another handle's.  If no path loses the handle, it is
   assumed to be lost on one, so that richer limits never show anything new.  */
static bool
lost_by_limit (struct solver *solver)
{
  struct terminal *best = NULL;
  if (!solver->context.left_out || solver->context.unit->options.level < 2)
    return false;
  for (struct terminal *t = solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_LOST)
      return false;
    else if (t->kind != TERMINAL_END && (!best || t->kind > best->kind))
      best = t;
  if (best)
    {
      best->kind = TERMINAL_LOST;
      best->assumed = true;
      best->why = solver->context.left_out;
    }
  return best != NULL;
}

/* ---- A cure.  ---- */

/* Return true if the handle is held, and its variable valid, on every path to the end of
   BLOCK.  */
static bool
held_at (struct solver *solver, uint32_t block)
{
  const struct obligation *o = solver->context.obligation;
  /* A fact that was released or escaped ends there, so test in the graph whether such a path
     gets here as well: to release twice would be worse than the leak.  */
  for (struct terminal *t = solver->terminals; t; t = t->all)
    {
      if (t->kind == TERMINAL_LOST || t->kind == TERMINAL_END)
	continue;
      if (!t->node || block_reaches (&solver->context, t->node->block, block))
	return false;
    }
  /* Nor may the acquisition have failed there, unless to release nothing is harmless.  */
  if (!o->kind->memory && o->event && o->event->dest.kind == LK_PATH)
    {
      struct scratch failed;
      memset (&failed, 0, sizeof failed);
      key_id key = key_of_operand (solver->context.view, &o->event->dest);
      struct lk_range invalid = range_of_compare (LK_EQ, 0);
      if (o->kind->size == 4)
	invalid = range_of_compare (LK_LT, 0);
      if (key == NO_KEY)
	return false;
      scratch_set_condition (&solver->context, &failed, key, &invalid);
      solver_stand_at (solver, NULL);
      if (assume_dominating (&solver->context, &failed, block))
	return false;
    }
  return true;
}

/* Return the edge that stands for the return (or the end of the function) where T loses the
   handle; NULL if the return has a block of its own.  */
static const struct lk_edge *
edge_of_return (const struct solver *solver, const struct terminal *t)
{
  for (const struct node *n = t->node; n; n = n->parent)
    if (n->edge && n->edge->loc == t->loc)
      return n->edge;
  return (t->node && t->loc == solver->context.graph->end_loc
	  && solver->context.graph->blocks[t->node->block].n_preds > 1
	  ? t->node->edge : NULL);
}

/* If every loss is at one return, and the user's variable itself holds the handle there on
   every path: return where to put the release.  */
static lk_loc
find_cure (struct solver *solver)
{
  const struct obligation *o = solver->context.obligation;
  lk_loc loc = 0;
  if (!o->handle || o->in_place || o->origin || o->ignored)
    return 0;
  for (struct terminal *t = solver->terminals; t; t = t->all)
    {
      if (t->kind != TERMINAL_LOST)
	continue;
      if (t->how != LK_STEP_LOST || !t->at_return || !t->loc || !t->node
	  || (loc && loc != t->loc))
	return 0;
      loc = t->loc;
      /* If several returns share a block, the statement is before it.  */
      const struct lk_edge *e = edge_of_return (solver, t);
      if (!e && !held_at (solver, t->node->block))
	return 0;
      const struct lk_block *to = e ? &solver->context.graph->blocks[e->to] : NULL;
      for (uint32_t i = 0; e && i < to->n_preds; i++)
	if (to->preds[i]->loc == e->loc
	    && !held_at (solver, to->preds[i]->from))
	  return 0;
    }
  return loc;
}

/* ---- One obligation.  ---- */

enum lk_unreported
why_unreported (struct solver *solver, const struct terminal *t)
{
  const struct lk_options *options = &solver->context.unit->options;
  if (t->how == LK_STEP_MISMATCHED && pair_by_some_body (solver->context.obligation))
    return LK_UNREPORTED_SOME_BODY;
  if (t->assumed && options->level < 2)
    return LK_UNREPORTED_ASSUMED;
  /* Of 15 such losses that were read none was a leak.  */
  if (t->assumed && t->why && is_limit_text (t->why) && !options->limits)
    return LK_UNREPORTED_LIMIT;
  return (!options->process_end && lost_at_process_end (solver, t)
	  ? LK_UNREPORTED_PROCESS_END : LK_REPORTED);
}

/* T is a loss that only a limit assumes, which is not reported: deliver a note.  */
static void
note_limit (struct solver *solver, const struct terminal *t)
{
  struct lk_unit *unit = solver->context.unit;
  const struct obligation *o = solver->context.obligation;
  char text[400];
  snprintf (text, sizeof text, LK_TR ("%s was met: the handle that '%s' acquires may be lost"),
	    LK_TR (t->why), o->acquirer ? o->acquirer : LK_TR ("a call"));
  if (unit->host.note && !solver->limit_told)
    unit->host.note (unit->host.data, o->function, text);
  solver->limit_told = true;
}

static void
record (struct lk_unit *unit, struct solver *solver, struct node *seed,
	bool lock)
{
  const struct obligation *o = solver->context.obligation;
  struct terminal *best = NULL;
  bool met = false;
  if (solver->overflow && unit->options.level >= 2)
    {
      /* Given up: where it went is not known.  */
      struct scratch given_up = { .flags = FACT_ASSUMED,
				  .why = LIMIT_OF_FACTS };
      solver_stand_at (solver, seed);
      solver_terminal (solver, TERMINAL_LOST, LK_STEP_LOST, o->loc, NULL,
		       &given_up);
    }
  for (struct terminal *t = solver->terminals; t; t = t->all)
    {
      bool loss = t->kind == TERMINAL_LOST || (lock && t->kind == TERMINAL_HELD);
      enum lk_unreported why = loss ? why_unreported (solver, t) : LK_REPORTED;
      if (t->kind == TERMINAL_RELEASED || t->kind == TERMINAL_ESCAPED
	  || t->kind == TERMINAL_PRODUCT || why == LK_UNREPORTED_SOME_BODY)
	met = true;
      if (why == LK_UNREPORTED_LIMIT)
	note_limit (solver, t);
      if (!loss || why != LK_REPORTED)
	continue;
      if (!best || is_plainer (t, best))
	best = t;
    }
  if (!best)
    return;
  if (lock)
    for (struct terminal *t = solver->terminals; t; t = t->all)
      if (t->kind == TERMINAL_HELD)
	t->kind = TERMINAL_LOST;
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  /* A callee that has thrown is not the caller's way to acquire it.  */
  const struct obligation *at = o;
  while (o->thrown && at->origin && at->origin->function)
    at = at->origin;
  f->function = at->function;
  f->loc = at->loc;
  f->kind = o->kind;
  f->handle = unit_strdup (unit, o->handle);
  f->acquirer = unit_strdup (unit, at->acquirer);
  f->never = !met && !o->thrown;
  f->assumed = best->assumed;
  f->why_assumed = unit_strdup (unit, best->why);
  f->assumed_limit = best->why && is_limit_text (best->why);
  f->assumed_throw = best->why && !strcmp (best->why, THROW_UNSEEN);
  f->releasers = o->releasers;
  if (o->ignored)
    {
      best->how = LK_STEP_IGNORED;
      best->name = NULL;
    }
  tell_path (solver, best, f);
  count_paths (solver, seed, f);
  f->fix_loc = lock || best->assumed ? 0 : find_cure (solver);
  cluster_note (solver, seed, p);
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

bool
may_be_lost (const struct solver *solver)
{
  const struct obligation *o = solver->context.obligation;
  if (solver->overflow || solver->context.left_out || o->ignored || o->kind->lock)
    return true;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_LOST)
      return true;
  return false;
}

struct product *
finish_obligation (struct lk_unit *unit, struct solver *solver,
		   struct node *seed, bool report)
{
  struct product *products = solver->products;
  const struct obligation *o = solver->context.obligation;
  bool lock = o->kind->lock && lock_leaks (solver);
  /* Heuristic: a lock that a quiet function returns with is its own business, or
     is unlocked by an object that it returns: of 13 such locks of Jetty's library
     none was a leak of its callers.  */
  if (lock || (o->kind->lock && o->function && (o->function->flags & LK_FN_QUIET)))
    products = NULL;
  else if (report)
    lost_by_limit (solver);
  if (report && seed)
    record (unit, solver, seed, lock);
  else
    unit->may_report |= may_be_lost (solver);
  return products;
}

/* ---- One function.  ---- */

/* Append MORE to a list that ends at *END, which becomes its new end.  */
static void
append_products (struct product ***end, struct product *more)
{
  **end = more;
  while (**end)
    *end = &(**end)->next;
}

/* Return true if FN's contract describes what it gives its caller: for a constructor, an
   object.  */
static bool
speaks_of_result (const struct lk_function *fn)
{
  int made = fn->flags & LK_FN_CONSTRUCTOR ? 1 : 0;
  for (const struct lk_clause *c = fn->contract->clauses; c; c = c->next)
    if (c->place.base == made || c->role == LK_ROLE_ACQUIRE)
      return true;
  return false;
}

/* ---- What need not be looked at.  ---- */

bool
nothing_acquired (const struct lk_function *fn)
{
  const struct function_info *info = fn->engine;
  if (info->acquires)
    return false;
  for (unsigned i = 0; i < info->n_callees; i++)
    {
      const struct function_info *callee = info->callees[i]->engine;
      if (callee && (callee->products || callee->thrown))
	return false;
    }
  return true;
}

/* Follow MADE, products of the callee of event INDEX of BLOCK, and append what comes of them to a
   list that ends at *END.  */
static void
follow_products (struct lk_unit *unit, struct function_view *view, struct solver *before,
		 struct together *together, uint32_t block, uint32_t index, struct product *made,
		 bool report, struct product ***end)
{
  for (struct product *p = made, *next; p; p = next)
    {
      next = p->next;
      while (next && next->origin == p->origin)
	next = next->next;
      /* Its own obligation, back through a recursion: found at its own call.  */
      bool own = false;
      for (const struct obligation *in = p->origin; in; in = in->origin)
	own |= in->function == view->graph->function;
      if (!own)
	append_products (end, solve_products (unit, view, before, together, block, index, p,
					      report));
    }
}

struct product *
find_acquired (struct lk_unit *unit, struct lk_function *fn, bool report)
{
  struct function_view *view = function_view (unit, fn);
  struct product *products = NULL, **end = &products;
  unit->stats.analysed += report;
  if (!view)
    return NULL;
  bool suppress = ((fn->contract && fn->contract->suppress)
		   || (fn->flags & LK_FN_QUIET));
  note_returns_new (view);
  struct solver *before = before_new (unit, view);
  struct together *together = together_new (unit, view);
  struct pending **first = unit->pending_tail;
  for (uint32_t b = 0; b < view->graph->n_blocks; b++)
    {
      if (view->idom[b] == UINT32_MAX)
	continue;
      for (uint32_t i = 0; i < view->graph->blocks[b].n_events; i++)
	{
	  struct lk_event *ev = &view->graph->blocks[b].events[i];
	  if (ev->kind != LK_EVENT_CALL || !ev->callee || ev->suppressed || ev->fills)
	    continue;
	  if (ev->callee->contract
	      && (ev->callee->contract->clauses
		  || ev->callee->contract->complete
		  || !(ev->callee->flags & LK_FN_BODY)))
	    {
	      if (report && !suppress)
		find_replaced (unit, view, b, i);
	      for (const struct lk_clause *c = ev->callee->contract->clauses; c;
		   c = c->next)
		if (c->role == LK_ROLE_ACQUIRE)
		  append_products (&end,
				   solve_clause (unit, view, before, b, i, c,
						 report && !suppress));
	      /* A callee whose contract only carries an annotation does what its body does.  */
	      if (ev->callee->contract->complete
		  || !(ev->callee->flags & LK_FN_BODY)
		  || speaks_of_result (ev->callee))
		continue;
	    }
	  if (!(ev->callee->flags & LK_FN_BODY))
	    continue;
	  struct function_info *callee = function_info (unit, ev->callee);
	  bool tell = report && !suppress;
	  follow_products (unit, view, before, together, b, i, callee->products, tell, &end);
	  follow_products (unit, view, before, together, b, i, callee->thrown, tell, &end);
	}
    }
  together_free (together);
  before_free (before);
  cluster_findings (unit, first);
  return products;
}

/* ---- Reporting.  ---- */

void
lk_unit_add_lost (struct lk_unit *unit, const struct lk_lost *lost)
{
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  struct lk_step *steps = lk_arena_alloc (unit->arena, 2 * sizeof *steps);
  f->function = lost->function;
  f->loc = lost->loc;
  f->kind = lost->kind;
  f->acquirer = unit_strdup (unit, lost->acquirer);
  f->releasers = lost->releasers;
  f->handle = unit_strdup (unit, lost->handle);
  f->lost_paths = f->all_paths = "1";
  f->steps = steps;
  f->n_steps = 2;
  steps[0].kind = LK_STEP_ACQUIRED;
  steps[0].loc = lost->loc;
  steps[0].function = lost->function;
  steps[0].name = f->handle;
  steps[0].name2 = f->acquirer;
  steps[1].kind = lost->how;
  steps[1].loc = lost->at;
  steps[1].function = lost->where;
  steps[1].name = f->handle;
  steps[1].name2 = unit_strdup (unit, lost->member);
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

void
find_report (struct lk_unit *unit, enum lk_stage stage, struct lk_function *fn)
{
  struct pending *p = unit->pending;
  unit->pending = NULL;
  unit->pending_tail = &unit->pending;
  for (; p && unit->host.report; p = p->next)
    {
      stage_enter (unit, LK_STAGE_REPORT, p->finding.function);
      unit->host.report (unit->host.data, &p->finding);
      stage_leave (unit);
    }
  if (unit->host.settled)
    unit->host.settled (unit->host.data, stage, fn);
}
