/* Where obligations begin: at calls that acquire, because a contract says so or because the
   callee's body leaves a resource to its callers (a product).

   An obligation's first facts consist of the entry state at the call (leak/entry-state.c), the
   handle's access paths after it, and what the call implies about its result.  One clause, or
   one origin of products, makes one obligation: further paths through the callee are further
   facts of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "leak-internal.h"

/* Begin FACT of O.  All first facts of one obligation count as one beginning: later ones hang
   below the FIRST, which is returned.  */
static struct node *
run_obligation (struct solver *solver, struct obligation *o,
		struct node *first, struct scratch *fact)
{
  if (o->thrown)
    {
      solver_enter (solver, o->block, fact);
      follow_throw (solver, o->block, o->event_index, fact);
    }
  else
    solver_seed (solver, o->block, o->event_index + 1, fact);
  if (!first)
    return solver->current;
  struct arc *a = lk_arena_alloc (solver->context.arena, sizeof *a);
  a->to = solver->current;
  a->next = first->arcs;
  first->arcs = a;
  return first;
}

/* True if SOLVER, which was to be brief, did not reach an end, or reached one that more state
   could change: what limits make a solver forget only adds paths.  */
static bool
in_vain (const struct solver *solver, const struct solver *before)
{
  if (!solver->context.brief || solver->given_up)
    return solver->given_up;
  if (!solver->context.limited && !(before && before->context.limited))
    return false;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_LOST)
      return true;
  return solver->products || solver->overflow;
}

/* Make O independent of the graph in which it was found: O lives on as the origin of other
   obligations.  */
static void
cut_loose (struct lk_unit *unit, struct obligation *o)
{
  o->handle = unit_strdup (unit, o->handle);
  o->event = NULL;
  o->parents = NULL;
  o->n_parents = 0;
}

/* The end of an obligation.  */
struct ending
{
  struct product *products;
  bool followed;		/* It had a fact.  */
  bool clean;			/* Nothing was lost or handed on.  */
};

/* Run SOLVER on its obligation O, which begins with SEED (NULL: with no fact), record what comes
   of it, store that in *END, and free SOLVER.  BEFORE: the solver of the entry states.
   False if SOLVER, which was brief, was in vain.  */
static bool
end_obligation (struct lk_unit *unit, struct solver *solver, const struct solver *before,
		struct obligation *o, struct node *seed, bool report, struct ending *end)
{
  if (seed)
    solver_run (solver);
  bool done = !in_vain (solver, before);
  end->followed = seed != NULL;
  if (seed && done)
    {
      end->clean = !solver->products && !may_be_lost (solver);
      end->products = finish_obligation (unit, solver, seed, report);
    }
  if (done)
    explain_obligation (unit, solver, seed != NULL, report);
  solver_free (solver);
  cut_loose (unit, o);
  return done;
}

/* ---- An ACQUIRE clause at a call.  ---- */

/* True if the function uses what its place already holds, and the place holds something: then
   the obligation is the earlier one, and no new one arises.  */
static bool
uses_again (struct solver *solver, const struct lk_event *ev,
	    const struct scratch *s, const struct lk_clause *acquire,
	    const struct lk_path *path)
{
  if (!path || acquire->place.nsel == 0 || acquire->place.base == 0)
    return false;
  bool releases = false;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c;
       c = c->next)
    releases |= (c->role == LK_ROLE_RELEASE
		 && !memcmp (&c->place, &acquire->place, sizeof c->place));
  struct lk_operand op = lk_operand_path (path);
  struct lk_range there = operand_range (&solver->context, s, &op);
  return releases && !lk_range_contains (&there, 0);
}

/* Add to S that the value at PLACE, after EV, lies in RANGE, if the function tests that.  */
static void
learn_member (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      const struct lk_place *place, const struct lk_range *range)
{
  const struct lk_path *path = place_path (solver->context.graph, ev, place);
  if (!path || path->addend)
    return;
  key_id k = key_of_memory (solver->context.view, path);
  if (key_at (solver->context.view, k)->useful || key_at (solver->context.view, k)->tests)
    scratch_set_condition (&solver->context, s, k, range);
}

/* Record that EV also acquired by its clauses other than C: a path on which one end of a pipe
   exists has the other end.  The handle that C acquires also has the access paths
   that the callee's contract names.  */
static void
acquired_with (struct solver *solver, struct lk_event *ev, const struct lk_clause *c,
	       struct scratch *s)
{
  for (const struct lk_clause *o = ev->callee->contract->clauses; o; o = o->next)
    {
      if (o->role == LK_ROLE_ALIAS && lk_place_equal (&o->other, &c->place))
	{
	  const struct lk_path *to = place_path (solver->context.graph, ev, &o->place);
	  if (to)
	    acquisition_add_name (solver, s, to);
	  if (to && fact_outlives (&solver->context, s))
	    s->flags |= FACT_STORED;
	  continue;
	}
      if (o != c && o->role == LK_ROLE_ACQUIRE && o->place.base == c->place.base
	  && o->place.base > 0 && o->place.nsel == 1 && c->place.nsel == 1
	  && o->n_conditions == c->n_conditions)
	learn_member (solver, ev, s, &o->place, &o->kind->valid);
      else if (derived_contract (ev->callee) && is_stored_beside (o, c))
	learn_member (solver, ev, s, &o->place, &LK_RANGE_NONNULL);
    }
}

/* Return true if CONTRACT mentions what argument BASE points to.  */
static bool
is_pointed_into (const struct lk_contract *contract, uint32_t base)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->place.base == (int) base && c->place.nsel)
	|| (c->role == LK_ROLE_ALIAS && c->other.base == (int) base && c->other.nsel))
      return true;
  return false;
}

/* Return true if C depends on ARG, argument number BASE of EV, being NULL, and S does not know that
   it is.  Heuristic: who wants what a callee would store in *ARG as its result gives it NULL, and
   does not pass on a pointer that may be anything.  */
static bool
is_no_null (struct solver *solver, const struct lk_event *ev, const struct scratch *s,
	    const struct lk_condition *c, const struct lk_operand *arg)
{
  struct lk_range known = operand_range (&solver->context, s, arg);
  return (!c->nsel && c->range.lo == 0 && c->range.hi == 0 && !lk_range_within (&known, &c->range)
	  && is_pointed_into (ev->callee->contract, (uint32_t) c->base));
}

/* Add to S what C, which holds, says of EV's arguments.  Return false if S contradicts that.  */
static bool
assume_arguments (struct solver *solver, const struct lk_event *ev, struct scratch *s,
		  const struct lk_clause *c)
{
  for (unsigned i = 0; derived_contract (ev->callee) && i < c->n_conditions; i++)
    {
      uint32_t base = (uint32_t) c->conditions[i].base;
      if (base == 0 || base > ev->n_args)
	continue;
      struct lk_operand tested = condition_operand (solver, ev, &c->conditions[i]);
      if (is_no_null (solver, ev, s, &c->conditions[i], &tested)
	  || !assume_in_range (&solver->context, s, &tested, &c->conditions[i].range))
	return false;
    }
  return true;
}

/* Return true if C, at event INDEX of BLOCK, whose handle is at PATH (or NULL), makes no obligation
   of this function: it is another one, or the caller's.  */
static bool
belongs_to_other (struct solver *solver, uint32_t block, uint32_t index,
		  const struct lk_clause *c, const struct lk_path *path)
{
  struct lk_event *ev = &solver->context.graph->blocks[block].events[index];
  if (!path)
    return c->place.base > 0;
  return ((c->renews && (object_acquired_before (solver, block, index, path)
			 || acquisition_has_inner (solver, c, path)))
	  || acquisition_wraps_other (solver, ev, c)
	  || (c->kind->lock && solver->context.obligation->in_place
	      && lock_taken_back (solver, block, index, path)));
}

/* Make S, the state before EV, the first fact of the obligation of C: its handle is at PATH, and
   the result in RESULT.  */
static void
begin_clause (struct solver *solver, struct lk_event *ev, const struct lk_clause *c,
	      const struct lk_path *path, const struct lk_range *result, struct scratch *s)
{
  bool to_value = (ev->dest.kind == LK_PATH && !ev->aggregate_result
		   && ev->dest.path->nsel == 0);
  if (to_value)
    scratch_forget_var (&solver->context, s, ev->dest.path->root);
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  if (path->nsel)
    scratch_forget_memory (&solver->context, s, path);
  scratch_add (&solver->context, s, path);
  acquired_with (solver, ev, c, s);
  if (c->place.base == 0 && c->place.nsel
      && ev->callee->contract->source == LK_SOURCE_INFERRED)
    s->flags |= FACT_INSIDE;
  if (c->place.base > 0)
    add_provenance (solver, s, path);
  if (c->renews)
    acquisition_add_wrappers (solver, s, path);
  if (c->place.base > 0 && c->place.nsel && fact_outlives (&solver->context, s))
    s->flags |= FACT_STORED;
  key_id k = (to_value && !range_is_all (result) && c->n_conditions
	      ? key_of_var (solver->context.view, ev->dest.path->root) : NO_KEY);
  if (k != NO_KEY)
    scratch_set_condition (&solver->context, s, k, result);
}

/* Follow the obligation of clause C.  BRIEF: only as far as a few steps reach; false if that
   was not enough.  *END is set to its end.  */
static bool
try_clause (struct lk_unit *unit, struct function_view *view,
	    struct solver *before, uint32_t block, uint32_t index,
	    const struct lk_clause *c, bool report, bool brief, struct ending *end)
{
  struct lk_block *bl = &view->graph->blocks[block];
  struct lk_event *ev = &bl->events[index];
  struct obligation o = { .kind = c->kind, .releasers = c->releasers,
			  .function = view->graph->function, .event = ev };
  pair_acquired (unit, ev, o.kind);
  o.block = block;
  o.event_index = index;
  o.loc = ev->loc;
  o.acquirer = ev->callee->name;
  o.from = derived_contract (ev->callee);
  o.in_place = c->place.base > 0 && c->place.nsel == 0;
  struct obligation *kept_o = lk_arena_alloc (unit->arena, sizeof o);
  *kept_o = o;
  struct solver *solver
    = solver_new (unit, view, kept_o, unit->arena, 0);
  struct scratch begins[MAX_VARIANTS];
  struct node *seed = NULL;
  const struct lk_path *path = place_path (solver->context.graph, ev, &c->place);
  if (path && path_is_new (&solver->context, path))
    kept_o->in_place = false;
  object_clause_parents (solver, ev, c, kept_o);
  solver->context.brief = brief && slice_possible (&solver->context);
  solver->context.slice = solver->context.brief ? NULL : slice_new (&solver->context);
  if (solver->context.slice)
    {
      slice_add_event (solver->context.slice, block, index);
      if (path)
	slice_add_name (solver->context.slice, path);
      for (unsigned i = 0; i < kept_o->n_parents; i++)
	slice_add_name (solver->context.slice, kept_o->parents[i]);
    }
  unsigned n = begin_facts (solver, before, block, index, begins, MAX_VARIANTS);
  if (belongs_to_other (solver, block, index, c, path))
    n = 0;
  for (unsigned i = 0; i < n; i++)
    {
      struct scratch *s = &begins[i];
      struct lk_range result;
      if (clause_holds (solver, ev, s, c, &result) == 0
	  || !assume_arguments (solver, ev, s, c)
	  || uses_again (solver, ev, s, c, path))
	continue;
      if (!seed)
	{
	  unit->stats.obligations += brief;
	  handle_name (view, kept_o, path);
	  handle_name_wrapper (solver, kept_o, path);
	  if (path && c->place.nsel == 1 && ev->callee->contract)
	    handle_name_element (view, kept_o, ev->callee->contract, c, path);
	}
      if (!path)
	{
	  /* The result is not used at all: the call itself loses it.  */
	  kept_o->ignored = true;
	  unit->may_report = true;
	  if (kept_o->kind->size == 4 && !report)
	    break;
	}
      else
	begin_clause (solver, ev, c, path, &result, s);
      object_parents_exist (solver, ev, s);
      seed = run_obligation (solver, kept_o, seed, s);
      if (c->though_thrown)
	follow_throw (solver, block, index, s);
    }
  return end_obligation (unit, solver, before, kept_o, seed, report, end);
}

struct product *
solve_clause (struct lk_unit *unit, struct function_view *view,
	      struct solver *before, uint32_t block, uint32_t index,
	      const struct lk_clause *c, bool report)
{
  struct ending end = { .products = NULL };
  if (replaces_standard (view, block, index, c->kind))
    return NULL;
  if (!try_clause (unit, view, before, block, index, c, report, true, &end))
    try_clause (unit, view, before, block, index, c, report, false, &end);
  return end.products;
}

/* ---- What a callee of the unit acquired for its caller.  ---- */

/* Compute the slice of SOLVER's obligation, which begins with ALL paths through the callee of
   EV, products of one origin.  */
static void
slice_products (struct solver *solver, struct lk_event *ev, const struct product *all)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_graph *g = solver->context.graph;
  for (const struct product *p = all; p; p = product_next (p))
    for (unsigned i = 0; i < p->n_paths; i++)
      {
	const struct portable_path *q = &p->paths[i];
	const struct lk_operand *op
	  = (q->root == ROOT_RESULT ? &ev->dest
	     : q->root == ROOT_FORMAL && q->index < ev->n_args ? &ev->args[q->index] : NULL);
	if (!op || op->kind != LK_PATH)
	  continue;
	struct path_rest rest = { .nsel = q->nsel, .addend = q->addend };
	const struct lk_path *path = NULL;
	if (q->nsel <= LK_MAX_DEPTH)
	  {
	    memcpy (rest.sel, q->sel, q->nsel * sizeof *q->sel);
	    path = path_join (g, op->path, &rest);
	  }
	slice_add_name (solver->context.slice, path ? path : op->path);
      }
  for (const struct product *p = all; p; p = product_next (p))
    for (unsigned i = 0; i < p->when.n; i++)
      {
	const struct portable_condition *c = &p->when.all[i];
	const struct lk_path *path = portable_at_call (&solver->context, ev, &c->path);
	struct lk_operand op = path ? lk_operand_path (path) : lk_operand_unknown ();
	slice_add_operand (solver->context.slice, &op);
	if (c->code != PORTABLE_EQUAL)
	  continue;
	path = portable_at_call (&solver->context, ev, &c->other);
	op = path ? lk_operand_path (path) : lk_operand_unknown ();
	slice_add_operand (solver->context.slice, &op);
      }
  for (unsigned i = 0; i < o->n_parents; i++)
    slice_add_name (solver->context.slice, o->parents[i]);
  slice_add_event (solver->context.slice, o->block, o->event_index);
}

/* Follow ALL, products of one origin, as try_clause does.  */
static bool
try_products (struct lk_unit *unit, struct function_view *view,
	      struct solver *before, uint32_t block, uint32_t index,
	      struct product *all, bool report, bool brief, struct ending *end)
{
  struct lk_event *ev = &view->graph->blocks[block].events[index];
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  begin_origin (o, view, block, index, all->origin);
  o->thrown = all->thrown;
  struct solver *solver = solver_new (unit, view, o, unit->arena, 0);
  struct node *seed = NULL;
  struct scratch begins[MAX_VARIANTS];
  for (struct product *p = all; p && !o->n_parents; p = product_next (p))
    object_product_parents (solver, ev, p, o);
  solver->context.brief = brief && slice_possible (&solver->context);
  solver->context.slice = solver->context.brief ? NULL : slice_new (&solver->context);
  if (solver->context.slice)
    slice_products (solver, ev, all);
  unsigned n = begin_facts (solver, before, block, index, begins, MAX_VARIANTS);
  unit->stats.obligations += brief;
  for (unsigned k = 0; k < n; k++)
    for (struct product *p = all; p; p = product_next (p))
      if (!(p->assumed && unit->options.level < 2))
	{
	  struct scratch s;
	  scratch_copy (&s, &begins[k]);
	  if (!begin_product (solver, ev, o, p, &s))
	    continue;
	  object_parents_exist (solver, ev, &s);
	  seed = run_obligation (solver, o, seed, &s);
	}
  return end_obligation (unit, solver, before, o, seed, report, end);
}

struct product *
solve_products (struct lk_unit *unit, struct function_view *view,
		struct solver *before, struct together *together, uint32_t block, uint32_t index,
		struct product *all, bool report)
{
  struct ending end = { .products = NULL };
  if (!all->thrown && !unit->host.followed && together_clean (together, block, index, all))
    return NULL;
  if (!try_products (unit, view, before, block, index, all, report, true, &end))
    try_products (unit, view, before, block, index, all, report, false, &end);
  if (end.followed && !all->thrown)
    together_note (together, all->origin, end.clean);
  return end.products;
}
