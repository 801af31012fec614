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

/* Run SOLVER on its obligation O, which begins with SEED (NULL: with no fact), record what comes
   of it, its products in *PRODUCTS, and free SOLVER.  BEFORE: the solver of the entry states.
   False if SOLVER, which was brief, was in vain.  */
static bool
end_obligation (struct lk_unit *unit, struct solver *solver, const struct solver *before,
		struct obligation *o, struct node *seed, bool report, struct product **products)
{
  if (seed)
    solver_run (solver);
  bool done = !in_vain (solver, before);
  if (seed && done)
    *products = finish_obligation (unit, solver, seed, report);
  solver_free (solver);
  cut_loose (unit, o);
  return done;
}

bool
acquisition_add_name (struct solver *solver, struct scratch *s, const struct lk_path *from)
{
  bool deep = from->nsel > solver->context.unit->options.depth;
  if (deep || !scratch_has_room (&solver->context, s, from))
    {
      /* The resource may be released by way of that access path.  */
      s->flags |= FACT_ASSUMED;
      s->why = solver->context.left_out = deep ? LIMIT_OF_DEPTH : LIMIT_OF_BREADTH;
      return false;
    }
  scratch_add (&solver->context, s, from);
  return true;
}

/* PATH is the address of a resource that is acquired in place, or an object that holds one from
   here on.  It was stored earlier, as in guard (lock *l) : l_ (l) { take (l); }: a release by
   way of the stored one releases this resource.  */
static void
add_stored_before (struct solver *solver, struct scratch *s,
		   const struct lk_path *path)
{
  const struct obligation *o = solver->context.obligation;
  const struct lk_path *places[SCRATCH_PATHS];
  if (path->nsel || !(o->in_place || path_is_new (&solver->context, path)))
    return;
  unsigned n = stored_before (solver->context.view, o->block, o->event_index, path, places,
			      SCRATCH_PATHS);
  for (unsigned i = 0; i < n && acquisition_add_name (solver, s, places[i]); i++)
    ;
  if (n && fact_outlives (&solver->context, s))
    s->flags |= FACT_STORED;
}

static void
add_provenance (struct solver *solver, struct scratch *s,
		const struct lk_path *path)
{
  const struct lk_path *from = path;
  for (unsigned i = 0;
       (from = path_next_name (solver->context.view, from, i, true)) != NULL; i++)
    if (!acquisition_add_name (solver, s, from))
      break;
  add_stored_before (solver, s, path);
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

/* Heuristic: a callee of another unit that fills a member of a structure, and stores in another
   member, stores no zero there: `if (!buf.length) return;' is the way of a caller whose buffer
   has no memory.  Wrong if 0 there is the answer that all is well; then a leak on the path on which
   the caller tests for that is not reported.  */
static bool
is_stored_beside (const struct lk_clause *stored, const struct lk_clause *filled)
{
  return (stored->role == LK_ROLE_KEEP && filled->place.base > 0
	  && stored->place.base == filled->place.base
	  && stored->place.nsel == 1 && filled->place.nsel == 1
	  && stored->place.sel[0] != LK_PLACE_ANY);
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

/* Add to S what C, which holds, says of EV's arguments.  Return false if S contradicts that.  */
static bool
assume_arguments (struct solver *solver, const struct lk_event *ev, struct scratch *s,
		  const struct lk_clause *c)
{
  for (unsigned i = 0; derived_contract (ev->callee) && i < c->n_conditions; i++)
    {
      uint32_t base = (uint32_t) c->conditions[i].base;
      if (base > 0 && base <= ev->n_args
	  && !assume_in_range (&solver->context, s, &ev->args[base - 1], &c->conditions[i].range))
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
   was not enough.  Its products go to *PRODUCTS.  */
static bool
try_clause (struct lk_unit *unit, struct function_view *view,
	    struct solver *before, uint32_t block, uint32_t index,
	    const struct lk_clause *c, bool report, bool brief, struct product **products)
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
  return end_obligation (unit, solver, before, kept_o, seed, report, products);
}

struct product *
solve_clause (struct lk_unit *unit, struct function_view *view,
	      struct solver *before, uint32_t block, uint32_t index,
	      const struct lk_clause *c, bool report)
{
  struct product *products = NULL;
  if (replaces_standard (view, block, index, c->kind))
    return NULL;
  if (!try_clause (unit, view, before, block, index, c, report, true, &products))
    try_clause (unit, view, before, block, index, c, report, false, &products);
  return products;
}

/* ---- What a callee of the unit acquired for its caller.  ---- */

/* True if OBJECT, which EV makes, is never passed together with another object: then what it
   holds is not swapped away.  */
static bool
stays_by_itself (const struct lk_graph *g, const struct lk_event *ev, lk_var object)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *other = &g->blocks[b].events[i];
	for (uint32_t k = 0; other != ev && other->kind == LK_EVENT_CALL && other->n_args > 1
			     && k < other->n_args; k++)
	  if (other->args[k].kind == LK_PATH && other->args[k].path->root == object)
	    return false;
      }
  return true;
}

/* True if, on path P, a method has acquired the lock that PATH, a member of its object, points
   to, and has stored that in another member (std::unique_lock and similar classes).  */
static bool
noted_beside (const struct product *p, const struct portable_path *path)
{
  if (path->root != ROOT_FORMAL || path->index != 0 || path->nsel == 0)
    return false;
  unsigned last = path->nsel - 1;
  for (unsigned i = 0; i < p->when.n; i++)
    {
      const struct portable_condition *c = &p->when.all[i];
      if (c->after && c->path.root == ROOT_FORMAL && c->path.index == 0
	  && c->path.nsel == path->nsel && c->path.addend == 0 && !c->code
	  && c->path.sel[last] != path->sel[last]
	  && !memcmp (c->path.sel, path->sel, last * sizeof *path->sel)
	  && c->range.lo == c->range.hi && c->range.lo != 0)
	return true;
    }
  return false;
}

/* True if the destructor of METHOD's object may release a lock that METHOD acquired.  */
static bool
releases_in_the_end (struct lk_unit *unit, struct lk_function *method)
{
  if (!(method->flags & LK_FN_DESTROYED))
    return false;
  struct lk_function *destructor = destructor_for (unit, method);
  return !destructor || may_touch_locks (unit, destructor);
}

/* Add the access paths that S knows to equal those of a lock: the lock of a guard is known by
   them after the guard's last use.  */
static void
add_equal_names (struct solver *solver, struct scratch *s)
{
  struct function_view *view = solver->context.view;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct condition *c = &s->conditions[i];
      key_id a, b;
      if (c->range.lo != 1 || c->range.hi != 1 || !key_equates (view, c->key, &a, &b))
	continue;
      const struct lk_path *pa = key_at (view, a)->path, *pb = key_at (view, b)->path;
      for (unsigned k = 0; k < s->n_paths && pa && pb; k++)
	if (s->paths[k] == pa || s->paths[k] == pb)
	  {
	    const struct lk_path *other = s->paths[k] == pa ? pb : pa;
	    if (scratch_has_room (&solver->context, s, other))
	      scratch_add (&solver->context, s, other);
	    break;
	  }
    }
}

/* As acquired_with, of P: a callee of EV's callee has a derived contract, by which it filled a
   member and stored in others.  */
static void
learn_stored_beside (struct solver *solver, struct lk_event *ev, const struct product *p,
		     struct scratch *s)
{
  const struct obligation *origin = p->origin;
  while (origin->origin)
    origin = origin->origin;
  for (unsigned i = 0; origin->from && i < p->n_paths; i++)
    {
      struct portable_path beside = p->paths[i];
      if (beside.root != ROOT_FORMAL || !beside.nsel || beside.addend)
	continue;
      unsigned last = beside.nsel - 1u;
      for (const struct lk_clause *c = origin->from->clauses; c; c = c->next)
	for (const struct lk_clause *k = origin->from->clauses; k; k = k->next)
	  {
	    if (c->role != LK_ROLE_ACQUIRE || !is_stored_beside (k, c)
		|| c->place.sel[0] != p->paths[i].sel[last])
	      continue;
	    beside.sel[last] = k->place.sel[0];
	    const struct lk_path *path = portable_at_call (&solver->context, ev, &beside);
	    key_id key = path ? key_of_memory (solver->context.view, path) : NO_KEY;
	    if (key != NO_KEY && !scratch_condition (s, key)
		&& (key_at (solver->context.view, key)->useful
		    || key_at (solver->context.view, key)->tests))
	      scratch_set_condition (&solver->context, s, key, &LK_RANGE_NONNULL);
	  }
    }
}

/* O begins with the access path PATH, which is FROM in P, a product of EV's callee.  Note what
   that says of O; false: O is no obligation.  */
static bool
begin_at (struct solver *solver, struct lk_event *ev, struct obligation *o,
	  const struct product *p, const struct portable_path *from, const struct lk_path *path)
{
  if (path_is_new (&solver->context, path))
    o->in_place = false;
  if (o->kind->lock && o->in_place
      && lock_taken_back (solver, o->block, o->event_index, path))
    return false;
  if (!o->handle)
    handle_name (solver->context.view, o, path);
  if (o->kind->lock
      && ((p->origin->noted && from->nsel)
	  || (noted_beside (p, from)
	      && releases_in_the_end (solver->context.unit, ev->callee))))
    {
      enum path_class c = classify_path (&solver->context, path);
      o->noted |= c == PATH_CALLER || c == PATH_FOREIGN;
    }
  o->guarded |= (o->kind->lock && (ev->callee->flags & LK_FN_CONSTRUCTOR)
		 && from->root == ROOT_FORMAL && from->nsel
		 && classify_path (&solver->context, path) == PATH_LOCAL
		 && stays_by_itself (solver->context.graph, ev, path->root));
  return true;
}

/* Add the access paths that P has at its call EV to S.  Return false if nothing is to be
   followed: a place without an access path here releases it (Heuristic: wrong if the callee
   keeps the only reference in memory that no one reads), or an object that holds it is not
   used, and has its own report.  */
static bool
begin_names (struct solver *solver, struct lk_event *ev, struct obligation *o,
	     const struct product *p, struct scratch *s)
{
  bool nowhere = false, by_result = false, in_object = false;
  for (unsigned i = 0; i < p->n_paths; i++)
    {
      const struct lk_path *path = address_at_call (solver, ev, &p->paths[i],
						      &s->flags);
      if (path)
	{
	  if (!begin_at (solver, ev, o, p, &p->paths[i], path))
	    return false;
	  scratch_add (&solver->context, s, path);
	  if (p->paths[i].root == ROOT_FORMAL)
	    add_provenance (solver, s, path);
	}
      else if (p->paths[i].root == ROOT_RESULT)
	{
	  by_result = true;
	  in_object |= (p->paths[i].nsel
			&& (ev->callee->flags & LK_FN_RETURNS_POINTER));
	}
      else
	nowhere = true;
    }
  if (nowhere)
    return false;
  /* Native memory in a Java object is freed with the object, if late.  */
  if (o->kind->memory && s->n_paths && (o->function->flags & LK_FN_JAVA))
    {
      bool inside = true;
      for (unsigned i = 0; i < s->n_paths && inside; i++)
	inside = s->paths[i]->nsel != 0;
      if (inside)
	return false;
    }
  if (s->n_paths == 0 && by_result && in_object)
    return false;
  if (s->n_paths == 0 && by_result)
    o->ignored = true;
  return true;
}

/* S has the access paths with which a resource begins.  It may be in memory that outlives this
   function: the memory may be on the caller's stack, so the caller follows it; in other memory
   it is trusted, and the result is false.  (A caller that initialises it again may have
   conditions that are not visible here: call_by_summary.)  */
static bool
begin_outliving (struct solver *solver, struct scratch *s)
{
  if (!fact_outlives (&solver->context, s))
    return true;
  owner_names (solver, s);
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      enum path_class c = classify_path (&solver->context, s->paths[i]);
      if (c != PATH_CALLER && !(c == PATH_LOCAL && (s->flags & FACT_OWNED)))
	return false;
    }
  s->flags |= FACT_STORED;
  return true;
}

/* Return true if some call passes the address of OBJECT to an unknown function.  */
static bool
passed_to_unknown (const struct lk_graph *g, lk_var object)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL
	    || (ev->callee && ((ev->callee->flags & LK_FN_BODY)
			       || (ev->callee->contract && ev->callee->contract->complete))))
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	      && ev->args[k].path->root == object)
	    return true;
      }
  return false;
}

/* Return true if the memory that holds S's handle is a local object that only this function and
   its callees reach; or, S then being marked, again the caller's.  */
static bool
only_reached_here (struct solver *solver, struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      lk_var root = s->paths[i]->root;
      enum lk_var_class c = solver->context.graph->vars[root].class_;
      if (c == LK_VAR_FORMAL && !value_given_away (&solver->context, root))
	s->flags |= FACT_ACROSS;
      else if (c != LK_VAR_OBJECT || address_escaped (solver, root)
	       || passed_to_unknown (solver->context.graph, root))
	return false;
    }
  return s->n_paths != 0;
}

/* Make S, the state before the call EV, a fact of O that begins with path P through the
   callee.  False if that path is infeasible, or its obligation is not followed.  */
static bool
begin_product (struct solver *solver, struct lk_event *ev, struct obligation *o,
	       const struct product *p, struct scratch *s)
{
  struct function_view *view = solver->context.view;
  if (!assume_portable (solver, ev, s, &p->when))
    return false;
  bool to_value = (ev->dest.kind == LK_PATH && !ev->aggregate_result
		   && ev->dest.path->nsel == 0);
  if (to_value)
    scratch_forget_var (&solver->context, s, ev->dest.path->root);
  address_passed (solver, ev, s);
  call_forget (solver, ev, s, p->when.written, p->when.members);
  if (!begin_names (solver, ev, o, p, s)
      || (!o->in_place && !begin_outliving (solver, s)))
    return false;
  if (p->assumed)
    {
      s->flags |= FACT_ASSUMED;
      s->why = ev->callee->name;
    }
  if (p->inside)
    s->flags |= FACT_INSIDE;
  if (p->across && !only_reached_here (solver, s))
    return false;
  learn_portable (solver, ev, s, &p->when);
  learn_stored_beside (solver, ev, p, s);
  if (o->kind->lock && o->in_place)
    add_equal_names (solver, s);
  if (!range_is_all (&p->result) && to_value)
    {
      struct lk_range r = p->result;
      struct lk_range known = operand_range (&solver->context, s, &ev->dest);
      key_id k = key_of_var (view, ev->dest.path->root);
      if (!range_intersect (&r, &known))
	return false;
      if (k != NO_KEY)
	scratch_set_condition (&solver->context, s, k, &r);
    }
  return true;
}

/* Compute the slice of SOLVER's obligation, which begins with ALL paths through the callee of
   EV.  */
static void
slice_products (struct solver *solver, struct lk_event *ev, const struct product *all)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_graph *g = solver->context.graph;
  for (const struct product *p = all; p; p = p->next)
    for (unsigned i = 0; p->origin == o->origin && i < p->n_paths; i++)
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
  for (const struct product *p = all; p; p = p->next)
    for (unsigned i = 0; p->origin == o->origin && i < p->when.n; i++)
      {
	const struct portable_condition *c = &p->when.all[i];
	const struct lk_path *path = portable_at_call (&solver->context, ev, &c->path);
	struct lk_operand op = path ? lk_operand_path (path) : lk_operand_unknown ();
	slice_add_operand (solver->context.slice, &op);
      }
  for (unsigned i = 0; i < o->n_parents; i++)
    slice_add_name (solver->context.slice, o->parents[i]);
  slice_add_event (solver->context.slice, o->block, o->event_index);
}

/* Follow those members of ALL that are of ORIGIN, as try_clause does.  */
static bool
try_products (struct lk_unit *unit, struct function_view *view,
	      struct solver *before, uint32_t block, uint32_t index,
	      struct product *all, const struct obligation *origin,
	      bool report, bool brief, struct product **products)
{
  struct lk_event *ev = &view->graph->blocks[block].events[index];
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = origin->kind;
  o->releasers = origin->releasers;
  o->function = view->graph->function;
  o->event = ev;
  o->block = block;
  o->event_index = index;
  o->loc = ev->loc;
  o->acquirer = ev->callee->name;
  o->in_place = origin->in_place;
  o->origin = origin;
  struct solver *solver = solver_new (unit, view, o, unit->arena, 0);
  struct node *seed = NULL;
  struct scratch begins[MAX_VARIANTS];
  for (struct product *p = all; p && !o->n_parents; p = p->next)
    if (p->origin == origin)
      object_product_parents (solver, ev, p, o);
  solver->context.brief = brief && slice_possible (&solver->context);
  solver->context.slice = solver->context.brief ? NULL : slice_new (&solver->context);
  if (solver->context.slice)
    slice_products (solver, ev, all);
  unsigned n = begin_facts (solver, before, block, index, begins, MAX_VARIANTS);
  unit->stats.obligations += brief;
  for (unsigned k = 0; k < n; k++)
    for (struct product *p = all; p; p = p->next)
      if (p->origin == origin && !(p->assumed && unit->options.level < 2))
	{
	  struct scratch s;
	  scratch_copy (&s, &begins[k]);
	  if (!begin_product (solver, ev, o, p, &s))
	    continue;
	  object_parents_exist (solver, ev, &s);
	  seed = run_obligation (solver, o, seed, &s);
	}
  return end_obligation (unit, solver, before, o, seed, report, products);
}

struct product *
solve_products (struct lk_unit *unit, struct function_view *view,
		struct solver *before, uint32_t block, uint32_t index,
		struct product *all, const struct obligation *origin,
		bool report)
{
  struct product *products = NULL;
  if (!try_products (unit, view, before, block, index, all, origin, report, true, &products))
    try_products (unit, view, before, block, index, all, origin, report, false, &products);
  return products;
}
