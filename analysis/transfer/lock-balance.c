/* Lock balance: calls that only take a lock back, and locks that are released by another
   access path.

   `mutex_.Unlock (); Sleep (); mutex_.Lock ();' in a function that is called with the lock
   held leaves the lock as it was.  The lock belongs to the caller, which releases it by an
   access path of its own (a guard made before).  An acquisition of a lock therefore begins no
   obligation if the calls before it that concern the same lock release it, on every path, once
   more than they take it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <string.h>
#include "transfer-internal.h"

/* Return the place that the value at PATH was first loaded from, or PATH.  A lock that is kept
   by pointer is loaded again for each call, each time as a new value.  It is the same lock,
   for the pointer to a lock does not change while the lock is held.  */
static const struct lk_path *
lock_place (struct solver *solver, const struct lk_path *path)
{
  const struct lk_path *from = path;
  for (unsigned i = 0; from && from->nsel <= solver->context.unit->options.depth; i++)
    {
      path = from;
      from = path_next_name (solver->context.view, path, i, false);
    }
  return path;
}

/* Return true if CONTRACT has a clause of ROLE for the lock at PLACE, at the call EV.  */
static bool
contract_names (struct solver *solver, struct lk_event *ev,
		const struct lk_contract *contract, enum lk_role role,
		const struct lk_path *place)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role == role
	&& lock_place (solver, place_path (solver->context.graph, ev, &c->place)) == place)
      return true;
  return false;
}

/* Return the effect of the call EV on LOCK, which is kept at PLACE: 1 if EV releases it, -1 if
   EV acquires it, 0 if neither.  */
static int
effect_on_lock (struct solver *solver, struct lk_event *ev,
		const struct lk_path *lock, const struct lk_path *place)
{
  if (!ev->callee)
    return 0;
  /* A global lock need not be an argument.  */
  struct portable_path named;
  bool given = (portable_from_path (solver->context.view, place, &named)
		&& named.root == ROOT_GLOBAL
		&& (event_clauses (ev) || touches_locks (solver->context.unit, ev->callee)));
  for (uint32_t k = 0; k < ev->n_args && !given; k++)
    given = (ev->args[k].kind == LK_PATH
	     && (lock_place (solver, ev->args[k].path)->root == place->root));
  if (!given)
    return 0;
  const struct lk_contract *contract = ev->callee->contract;
  if (contract && contract->clauses)
    {
      if (contract_names (solver, ev, contract, LK_ROLE_ACQUIRE, place))
	return -1;
      return contract_names (solver, ev, contract, LK_ROLE_RELEASE, place);
    }
  if (!(ev->callee->flags & LK_FN_BODY))
    return 0;
  for (struct product *p = function_info (solver->context.unit, ev->callee)->products;
       p; p = p->next)
    for (unsigned i = 0; i < p->n_paths; i++)
      if (lock_place (solver, portable_at_call (&solver->context, ev, &p->paths[i]))
	  == place)
	return -1;
  struct scratch held;
  memset (&held, 0, sizeof held);
  held.paths[held.n_paths++] = lock;
  if (place != lock)
    held.paths[held.n_paths++] = place;
  /* The call may have loaded the lock again.  */
  for (uint32_t k = 0; k < ev->n_args && held.n_paths < SCRATCH_PATHS; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path != lock
	&& ev->args[k].path != place
	&& lock_place (solver, ev->args[k].path) == place)
      held.paths[held.n_paths++] = ev->args[k].path;
  bool reached;
  uint64_t passed;
  const struct summary *sum
    = solver->context.summaries->for_call (solver, ev, &held, &reached, &passed);
  if (sum && reached)
    for (const struct outcome *o = sum->outcomes; o; o = o->next)
      if (o->kind == OUT_RELEASED)
	return 1;
  return 0;
}

/* Return the effect, as effect_on_lock says, of the nearest call before event *INDEX of *BLOCK
   that concerns LOCK on every path.  *BLOCK and *INDEX become the place of that call.  Return
   0 if there is none.  */
static int
effect_before (struct solver *solver, uint32_t *block, uint32_t *index,
	       const struct lk_path *lock, const struct lk_path *place)
{
  struct lk_graph *g = solver->context.graph;
  for (;;)
    {
      while (*index > 0)
	{
	  struct lk_event *ev = &g->blocks[*block].events[--*index];
	  if (ev->kind != LK_EVENT_CALL)
	    continue;
	  int effect = effect_on_lock (solver, ev, lock, place);
	  if (effect)
	    return effect;
	}
      uint32_t up = solver->context.view->idom[*block];
      if (*block == 0 || up == UINT32_MAX || up == *block)
	return 0;
      *block = up;
      *index = g->blocks[up].n_events;
    }
}

bool
lock_taken_back (struct solver *solver, uint32_t block, uint32_t index,
		 const struct lk_path *lock)
{
  const struct lk_path *place = lock_place (solver, lock);
  unsigned released = 0;
  for (;;)
    {
      int effect = effect_before (solver, &block, &index, lock, place);
      if (effect > 0)
	released++;
      else if (effect == 0)
	return released > 0;
      else if (released-- == 0)
	return false;
      /* The released lock was acquired here: go on with what held it before that.  */
    }
}

bool
lock_taken_by_name (struct solver *solver, const struct lk_path *lock)
{
  uint32_t block = solver->context.block, index = solver->context.event;
  return (effect_before (solver, &block, &index, lock, lock_place (solver, lock))
	  < 0
	  && (&solver->context.graph->blocks[block].events[index]
	      != solver->context.obligation->event));
}

bool
lock_out_of_sight (struct solver *solver, struct lk_function *callee,
		   const struct scratch *s)
{
  if (!solver->context.obligation->kind->lock)
    return false;
  struct function_view *view = function_view (solver->context.unit, callee);
  for (unsigned i = 0; i < s->n_paths && view; i++)
    {
      struct portable_path p;
      if (portable_from_path (solver->context.view, s->paths[i], &p)
	  && p.root == ROOT_GLOBAL && portable_global (view->graph, &p))
	return false;
    }
  return touches_own_locks (solver->context.unit, callee);
}

/* ---- Pairs.  ---- */

/* Return true if A and B are the two locks of a pair: members that their specification
   numbers, of one object.  */
static bool
are_pair (const struct lk_path *a, const struct lk_path *b)
{
  return (a != b && a->root == b->root && a->nsel && a->nsel == b->nsel
	  && !memcmp (a->sel, b->sel, (a->nsel - 1) * sizeof *a->sel)
	  && a->sel[a->nsel - 1] > 0 && a->sel[a->nsel - 1] < LK_FIRST_MEMBER
	  && b->sel[b->nsel - 1] > 0 && b->sel[b->nsel - 1] < LK_FIRST_MEMBER);
}

/* Return the lock that the value at PATH is, as a member of the object that returned it:
   `both.readLock ()' always returns the same lock.  */
static const struct lk_path *
pair_place (struct solver *solver, const struct lk_path *path)
{
  const struct lk_event *ev = value_call (solver, path);
  for (const struct lk_clause *c = ev ? event_clauses (ev) : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->place.base == 0 && c->place.nsel == 0 && c->other.nsel)
      {
	const struct lk_path *from = place_path (solver->context.graph, ev, &c->other);
	if (from)
	  return lock_place (solver, from);
      }
  return lock_place (solver, path);
}

bool
lock_is_other (struct solver *solver, const struct scratch *s, const struct lk_path *value)
{
  const struct lk_path *place = pair_place (solver, value);
  for (unsigned i = 0; i < s->n_paths; i++)
    if (are_pair (s->paths[i], place))
      return true;
  return false;
}

/* ---- Locks: held on purpose, or by mistake?  ---- */

int
looks_like_success (const struct lk_function *fn, const struct lk_range *r)
{
  if (!fn || (fn->flags & LK_FN_VOID))
    return -1;
  if (fn->flags & (LK_FN_RETURNS_BOOL | LK_FN_RETURNS_POINTER))
    {
      if (r->lo == 0 && r->hi == 0)
	return 0;
      return !lk_range_contains (r, 0);
    }
  if (fn->flags & LK_FN_JAVA)
    return -1;
  if (r->hi < 0)
    return 0;
  if (r->lo == 0 && r->hi == 0)
    return 1;
  return -1;
}

/* Return true if LIKE, which is given DATA, holds for some value that the function returns
   after BLOCK.  NODE, of BLOCK, is on the path in question; NULL: any path.  */
static bool
some_returned (struct solver *solver, uint32_t block, const struct node *node,
	       bool (*like) (struct solver *, const struct lk_operand *, const void *data),
	       const void *data)
{
  struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      if (bl->term != LK_TERM_RETURN || bl->aggregate_result
	  || !block_reaches (&solver->context, block, b))
	continue;
      lk_var v = bl->a.kind == LK_PATH && bl->a.path->nsel == 0 ? bl->a.path->root : LK_NO_VAR;
      const struct lk_phi *phi
	= v < solver->context.view->n_vars ? solver->context.view->vars[v].phi : NULL;
      if (!phi)
	{
	  if (like (solver, &bl->a, data))
	    return true;
	  continue;
	}
      const struct lk_block *at = &g->blocks[solver->context.view->vars[v].def_block];
      /* The result may be known before the destructors run.  */
      const struct node *came = node;
      while (came && &g->blocks[came->block] != at)
	came = came->parent;
      if (came && came->edge)
	{
	  if (like (solver, &phi->args[came->edge->pred_index], data))
	    return true;
	  continue;
	}
      for (uint32_t i = 0; i < at->n_preds; i++)
	if (!(at->preds[i]->flags & LK_EDGE_EXCEPTION)
	    && block_reaches (&solver->context, block, at->preds[i]->from)
	    && like (solver, &phi->args[i], data))
	  return true;
    }
  return false;
}

/* Return true if OP, which is returned, is no constant and never compared with NULL: it is no
   failure.  */
static bool
never_fails (struct solver *solver, const struct lk_operand *op,
	     const void *data __attribute__ ((unused)))
{
  if (op->kind != LK_PATH || op->path->nsel || op->path->root >= solver->context.view->n_vars
      || solver->context.view->vars[op->path->root].phi)
    return false;
  key_id k = key_of_operand (solver->context.view, op);
  return k != NO_KEY && key_at (solver->context.view, k)->tests == 0;
}

bool
succeeds_behind (struct solver *solver, uint32_t block)
{
  const struct lk_function *fn = solver->context.obligation->function;
  return (fn && (fn->flags & LK_FN_RETURNS_POINTER)
	  && some_returned (solver, block, NULL, never_fails, NULL));
}

bool
returns_behind (struct solver *solver, uint32_t block)
{
  struct block_walk w;
  bool returns = false;
  block_walk_begin (&w, solver->context.graph, block);
  while (!returns && next_block (&w, &block))
    {
      returns = w.graph->blocks[block].term == LK_TERM_RETURN;
      enter_successors (&w, block);
    }
  block_walk_end (&w);
  return returns;
}

/* Return true if EV releases the other lock of the pair that PLACE belongs to.  */
static bool
releases_other (struct solver *solver, struct lk_event *ev, const struct lk_path *place)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->kind && c->kind->lock)
      {
	const struct lk_path *path = place_path (solver->context.graph, ev, &c->place);
	if (path && are_pair (place, pair_place (solver, path)))
	  return true;
      }
  return false;
}

bool
releases_wrong_one (struct solver *solver, const struct node *node)
{
  const struct obligation *o = solver->context.obligation;
  const struct lk_path *place
    = (o->event->n_args && o->event->args[0].kind == LK_PATH
       ? pair_place (solver, o->event->args[0].path) : NULL);
  for (; node && place; node = node->parent)
    {
      struct lk_block *bl = &solver->context.graph->blocks[node->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  if (!releases_other (solver, ev, place))
	    continue;
	  uint32_t block = node->block, index = i;
	  const struct lk_path *path = ev->args[0].path;
	  if (effect_before (solver, &block, &index, path, lock_place (solver, path)) < 0)
	    continue;
	  if (node->block != o->block)
	    return true;
	}
    }
  return false;
}

/* Return true if OP, which the function returns after it has released the lock, cannot be told
   from DATA, the values that it returns with the lock held: OP is a constant among them that
   is no failure, or a value without a test.  */
static bool
tells_nothing (struct solver *solver, const struct lk_operand *op, const void *data)
{
  const struct lk_range *held = data;
  if (op->kind != LK_CONST)
    return never_fails (solver, op, NULL);
  return (lk_range_contains (held, op->value)
	  && (op->value > 0
	      || (op->value == 0
		  && !(solver->context.obligation->function->flags & LK_FN_RETURNS_POINTER))));
}

bool
let_go_alike (struct solver *solver)
{
  const struct obligation *o = solver->context.obligation;
  if (!o->guarded || !o->function
      || (o->function->flags & (LK_FN_VOID | LK_FN_RETURNS_BOOL)))
    return false;
  for (struct terminal *t = solver->terminals; t; t = t->all)
    for (struct terminal *r = t->kind == TERMINAL_HELD && !t->thrown ? solver->terminals : NULL; r;
	 r = r->all)
      if (r->kind == TERMINAL_RELEASED && r->node
	  && some_returned (solver, r->node->block, r->node, tells_nothing, &t->result))
	return true;
  return false;
}

/* ---- Taken again; released before.  ---- */

/* Return true if EV is a call in G whose contract has a clause of ROLE for a lock that S holds.  */
static bool
concerns_lock (struct lk_graph *g, const struct lk_event *ev, const struct scratch *s,
	       enum lk_role role)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    {
      const struct lk_path *lock = (c->role == role && c->place.base > 0 && !c->place.nsel
				    ? place_path (g, ev, &c->place) : NULL);
      for (unsigned i = 0; lock && i < s->n_paths; i++)
	if (s->paths[i] == lock)
	  return true;
    }
  return false;
}

bool
lock_taken_again (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_graph *g = solver->context.graph;
  /* Java's locks are reentrant.  */
  if (ev != o->event || !o->in_place || !o->kind->lock || o->origin
      || (ev->callee && (ev->callee->flags & LK_FN_JAVA))
      || !concerns_lock (g, ev, s, LK_ROLE_ACQUIRE))
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      if (concerns_lock (g, &g->blocks[b].events[i], s, LK_ROLE_RELEASE))
	return true;
  return false;
}

/* Return true if A and B call the same function, by name or by a pointer read from the same
   place.  */
static bool
same_callee (const struct solver *solver, const struct lk_event *a, const struct lk_event *b)
{
  if (a->callee || b->callee)
    return a->callee == b->callee;
  if (a->src.kind != LK_PATH || b->src.kind != LK_PATH || a->src.path->nsel
      || b->src.path->nsel)
    return false;
  struct function_view *view = solver->context.view;
  const struct lk_path *one = loaded_from (view, a->src.path->root);
  const struct lk_path *other = loaded_from (view, b->src.path->root);
  if (!one || !other || !one->nsel)
    return false;
  /* Through another pointer, itself read from one place.  */
  const struct lk_path *behind = one == other ? NULL : path_provenance (view, one);
  return one == other || (behind && behind == path_provenance (view, other));
}

/* Return true if the last thing that the function is sure to have done, before event INDEX of
   BLOCK, with the lock that S holds is to release it.  */
static bool
released_before (const struct function_view *view, uint32_t block, uint32_t index,
		 const struct scratch *s)
{
  struct lk_graph *g = view->graph;
  for (uint32_t b = block, i = index;; b = view->idom[b], i = g->blocks[b].n_events)
    {
      while (i-- > 0)
	if (concerns_lock (g, &g->blocks[b].events[i], s, LK_ROLE_RELEASE))
	  return true;
	else if (concerns_lock (g, &g->blocks[b].events[i], s, LK_ROLE_ACQUIRE))
	  return false;
      if (b == 0 || view->idom[b] == UINT32_MAX)
	return false;
    }
}

bool
lock_left_alone (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  const struct function_view *view = solver->context.view;
  const struct lk_graph *g = view->graph;
  const struct obligation *o = solver->context.obligation;
  if (!o->in_place || !o->kind->lock)
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; view->idom[b] != UINT32_MAX && i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *other = &g->blocks[b].events[i];
	if (other != ev && other->kind == LK_EVENT_CALL && same_callee (solver, ev, other)
	    && released_before (view, b, i, s))
	  return true;
      }
  return false;
}
