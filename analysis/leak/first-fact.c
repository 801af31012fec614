/* The first facts of an obligation: the access paths of the handle, and what they are for a
   product, which a callee of the unit has acquired for its caller.

   A product is a set of access paths and conditions in the callee's terms; at the call it becomes
   a fact in the caller's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

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

void
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

bool
is_stored_beside (const struct lk_clause *stored, const struct lk_clause *filled)
{
  return (stored->role == LK_ROLE_KEEP && filled->place.base > 0
	  && stored->place.base == filled->place.base
	  && stored->place.nsel == 1 && filled->place.nsel == 1
	  && stored->place.sel[0] != LK_PLACE_ANY);
}

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

struct product *
product_next (const struct product *p)
{
  return p->next && p->next->origin == p->origin ? p->next : NULL;
}

bool
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
      s->why = p->limit ? p->limit : ev->callee->name;
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

void
begin_origin (struct obligation *o, struct function_view *view, uint32_t block, uint32_t index,
	      const struct obligation *origin)
{
  struct lk_event *ev = &view->graph->blocks[block].events[index];
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
}
