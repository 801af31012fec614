/* The entry state of an obligation: what is known where the obligation arises.

   A fact begins at the acquisition, but the tests and stores before it decide as much as those
   after it: a flag that was just set, an error code that was just found to be 0, a counter
   that has just grown.  Each function that acquires is therefore first followed from its entry
   by a fact without an obligation (the zero fact of IFDS, with its own path condition), as far
   as acquisitions can be reached.  The path conditions that arrive at an acquisition, at most
   MAX_VARIANTS different ones, are those of its first facts.  Conditions that hold on every
   path (dominating tests, stored constants) are added: the zero fact may have lost it where paths
   were joined.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "leak-internal.h"

/* True if the call EV begins an obligation, by its own clauses or by its callee's products.  */
static bool
acquires (struct lk_unit *unit, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee || ev->suppressed)
    return false;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE)
      return true;
  return ((ev->callee->flags & LK_FN_BODY)
	  && (function_info (unit, ev->callee)->products
	      || function_info (unit, ev->callee)->thrown));
}

/* Mark the blocks from which an acquisition can be reached, and the acquisitions' own blocks.
   False if there are none beyond the entry block.  */
static bool
mark_wanted (struct lk_unit *unit, struct function_view *view, uint8_t *wanted)
{
  struct lk_graph *g = view->graph;
  uint32_t *stack = lk_xmalloc ((g->n_blocks + 1) * sizeof *stack);
  uint32_t top = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !wanted[b]; i++)
      if (view->idom[b] != UINT32_MAX
	  && acquires (unit, &g->blocks[b].events[i]))
	{
	  wanted[b] = 1;
	  stack[top++] = b;
	}
  bool some = false;
  while (top)
    {
      uint32_t b = stack[--top];
      some |= b != 0;
      for (uint32_t i = 0; i < g->blocks[b].n_preds; i++)
	{
	  uint32_t p = g->blocks[b].preds[i]->from;
	  if (!wanted[p])
	    {
	      wanted[p] = 1;
	      stack[top++] = p;
	    }
	}
    }
  free (stack);
  return some;
}

/* The fields of an object that a Java constructor makes are 0 until the constructor stores to
   them.  */
static void
assume_fields_clear (struct solver *solver, struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  if (!(g->function->flags & LK_FN_CONSTRUCTOR)
      || !(g->function->flags & LK_FN_JAVA) || !g->n_formals)
    return;
  struct lk_range zero = range_of_compare (LK_EQ, 0);
  for (key_id id = 0; id < solver->context.view->n_keys; id++)
    {
      const struct key *k = key_at (solver->context.view, id);
      if (k->kind == KEY_MEMORY && k->useful && k->path->nsel == 1
	  && lk_is_first_formal (g, k->path->root) && k->path->sel[0] != LK_ANY)
	scratch_set_condition (&solver->context, s, id, &zero);
    }
}

/* Variables of static storage hold what they were initialised with when `main' begins.
   Heuristic: no code of the program runs before it.  Wrong if a constructor of the library or of
   another unit has stored there.  */
static void
assume_begun (struct solver *solver, struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  if (!(g->function->flags & LK_FN_MAIN) || (g->function->flags & LK_FN_JAVA))
    return;
  for (key_id id = 0; id < solver->context.view->n_keys; id++)
    {
      const struct key *k = key_at (solver->context.view, id);
      if (k->kind != KEY_MEMORY || !k->useful || k->path->nsel != 1 || k->path->sel[0] == LK_ANY
	  || !g->vars[k->path->root].begins)
	continue;
      struct lk_range begin = range_of_compare (LK_EQ, g->vars[k->path->root].begin);
      scratch_set_condition (&solver->context, s, id, &begin);
    }
}

struct solver *
before_new (struct lk_unit *unit, struct function_view *view)
{
  struct obligation *o = lk_arena_alloc (view->arena, sizeof *o);
  o->kind = &kind_nothing;
  o->function = view->graph->function;
  struct solver *solver = solver_new (unit, view, o, view->arena, 0);
  solver->wanted = lk_arena_alloc (solver->context.arena, view->graph->n_blocks + 1);
  if (!mark_wanted (unit, view, solver->wanted))
    {
      solver_free (solver);
      return NULL;
    }
  struct scratch s;
  memset (&s, 0, sizeof s);
  assume_fields_clear (solver, &s);
  assume_begun (solver, &s);
  solver->context.stops_at_limit = true;
  solver_seed (solver, 0, 0, &s);
  solver_run (solver);
  if (solver->overflow)
    {
      solver_free (solver);
      return NULL;
    }
  return solver;
}

void
before_free (struct solver *before)
{
  if (!before)
    return;
  if (before->sliced)
    solver_free (before->sliced);
  solver_free (before);
}

/* The entry state that is relevant to SOLVER's obligation alone; NULL if nothing relevant can
   be known.  For functions in which one fact cannot hold what is relevant to all obligations.
   ALL, which knows all it can, keeps it for the next one: of functions that call each other, or of
   members of one structure, the slices are often the same.  */
static struct solver *
before_one (struct solver *all, struct solver *solver)
{
  if (!slice_asks (solver->context.slice))
    return NULL;
  if (all->sliced && slice_same (all->sliced->context.slice, solver->context.slice))
    return all->sliced;
  if (all->sliced)
    solver_free (all->sliced);
  all->sliced = NULL;
  struct solver *before = solver_new (solver->context.unit, solver->context.view,
				      solver->context.obligation, solver->keep, 0);
  struct obligation *o = lk_arena_alloc (before->context.arena, sizeof *o);
  o->kind = &kind_nothing;
  o->function = solver->context.graph->function;
  before->context.obligation = o;
  before->context.slice = slice_copy (solver->context.slice, before->context.arena);
  struct scratch s;
  memset (&s, 0, sizeof s);
  assume_fields_clear (before, &s);
  assume_begun (before, &s);
  solver_seed (before, 0, 0, &s);
  solver_run (before);
  if (before->overflow)
    {
      solver_free (before);
      return NULL;
    }
  all->sliced = before;
  return before;
}

/* True if some call receives the address of ROOT, and may write there.  */
static bool
passed (const struct function_view *view, lk_var root)
{
  for (const struct stored *s = view->stored[0]; s; s = s->next)
    if (s->root == root && s->offset == LK_ANY)
      return true;
  return false;
}

/* True if the event EV gives PLACE a constant, *VALUE, by its access path or among cleared
   bytes.  */
static bool
stores_constant (const struct lk_event *ev, const struct lk_path *place, int64_t *value)
{
  bool by_name = (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST
		  && ev->dest.path == place);
  *value = by_name ? ev->src.value : 0;
  return by_name || clears_place (ev, place);
}

struct stored_keys		/* Of one function.  */
{
  key_id *keys;
  uint32_t n;
  bool done;
};

/* Find the keys for which assume_stored may find a constant: relevant keys of places that are
   given one.  Computed once for each function in which only the function's own events decide,
   not for each acquisition: in a function of 20,000 statements that scan of all keys took most
   of the time.  */
static void
find_stored_keys (struct function_view *view, struct stored_keys *stored)
{
  uint32_t room = 0;
  stored->done = true;
  for (key_id id = 0; id < view->n_keys; id++)
    {
      const struct key *k = key_at (view, id);
      if (k->kind != KEY_MEMORY || !k->useful || k->path->nsel == 0
	  || k->path->root >= view->n_vars || passed (view, k->path->root))
	continue;
      bool given = false;
      int64_t value;
      for (const struct write *w = view->vars[k->path->root].writes;
	   w && !given; w = w->next)
	{
	  const struct lk_event *ev
	    = &view->graph->blocks[w->block].events[w->index];
	  given = stores_constant (ev, k->path, &value);
	}
      if (!given)
	continue;
      if (stored->n == room)
	{
	  key_id *old = stored->keys;
	  room = lk_more_room (room, 8);
	  stored->keys = lk_arena_alloc (view->arena, room * sizeof *stored->keys);
	  if (old)
	    {
	      memcpy (stored->keys, old, stored->n * sizeof *old);
	      lk_poison (old, stored->n * sizeof *old);
	    }
	}
      stored->keys[stored->n++] = id;
    }
}

/* Add the constants that the function itself stored to memory on every path to event INDEX of
   BLOCK, and that no other event can have changed since.  */
static void
assume_stored (struct solver *solver, struct scratch *s, uint32_t block,
	       uint32_t index)
{
  struct function_view *view = solver->context.view;
  struct stored_keys *stored = view_slot (view, VIEW_ENTRY_STATE, sizeof *stored);
  if (!stored->done)
    find_stored_keys (view, stored);
  for (uint32_t i = 0; i < stored->n; i++)
    {
      key_id id = stored->keys[i];
      const struct key *k = key_at (view, id);
      if (scratch_condition (s, id))
	continue;
      const struct lk_event *last = NULL;
      uint32_t last_block = 0, last_index = 0;
      bool certain = true;
      for (const struct write *w = view->vars[k->path->root].writes;
	   w && certain; w = w->next)
	{
	  uint32_t b = w->block;
	  const struct lk_event *ev = &solver->context.graph->blocks[b].events[w->index];
	  bool writes = (ev->kind != LK_EVENT_ASSIGN
			 || key_depends_on_memory (view, id, ev->dest.path));
	  if (!writes || view->idom[b] == UINT32_MAX)
	    continue;
	  if (b == block ? w->index >= index : !dominates (view, b, block))
	    {
	      /* True for a block on some path to here.  (Blocks after it do not matter.)  */
	      certain = b == block || view->order[b] > view->order[block];
	      continue;
	    }
	  if (!last || (last_block == b ? w->index > last_index
			: dominates (view, last_block, b)))
	    {
	      last = ev;
	      last_block = b;
	      last_index = w->index;
	    }
	}
      int64_t value;
      if (certain && last && stores_constant (last, k->path, &value))
	{
	  struct lk_range r = range_of_compare (LK_EQ, value);
	  scratch_set_condition (&solver->context, s, id, &r);
	}
    }
}

/* The states that arrive at one event of a block.  The acquisitions of a block are visited in
   order, and each visit continues from the last one; otherwise a block of thousands of events
   would be walked thousands of times.  */
struct arrivals
{
  uint32_t block, index;
  unsigned n;
  struct arrival { struct node *node; struct scratch fact; } all[];
};

/* The nodes of BLOCK that know least: they stand for all others.  */
static struct arrivals *
arrive_at_block (struct solver *before, uint32_t block)
{
  struct node *first = *solver_nodes (before, block);
  unsigned n = 0;
  for (struct node *node = first; node; node = node->same_block)
    n++;
  struct arrivals *a
    = lk_arena_alloc (before->context.arena, sizeof *a + n * sizeof *a->all);
  a->block = block;
  for (struct node *node = first; node; node = node->same_block)
    {
      struct scratch s;
      scratch_load (&s, &node->fact);
      bool redundant = false;
      for (struct node *k = first; k && !redundant; k = k->same_block)
	redundant = k != node && fact_weaker (&k->fact, &s);
      if (redundant)
	continue;
      a->all[a->n].node = node;
      scratch_copy (&a->all[a->n++].fact, &s);
    }
  return a;
}

static struct arrivals *
arrive_at_event (struct solver *before, uint32_t block, uint32_t index)
{
  struct arrivals *a = before->arrivals;
  if (!a || a->block != block || a->index > index)
    a = before->arrivals = arrive_at_block (before, block);
  unsigned n = 0;
  for (unsigned i = 0; i < a->n; i++)
    {
      struct arrival *one = &a->all[i];
      solver_stand_at (before, one->node);
      if (!solver_run_to (before, block, a->index, index, &one->fact))
	continue;
      if (n != i)
	{
	  a->all[n].node = one->node;
	  scratch_copy (&a->all[n].fact, &one->fact);
	}
      n++;
    }
  a->n = n;
  a->index = index;
  return a;
}

/* True if one of the N facts OUT knows no more than S.  */
static bool
known_already (const struct scratch *out, unsigned n, const struct scratch *s)
{
  for (unsigned i = 0; i < n; i++)
    {
      struct fact f = { .written = out[i].written, .members = out[i].members,
			.n_conditions = out[i].n_conditions,
			.conditions = (struct condition *) out[i].conditions };
      if (fact_weaker (&f, s))
	return true;
    }
  return false;
}

/* Return the state of ALL, which has N members, that has most conditions in common with S.  */
static struct scratch *
closest_state (struct scratch *all, unsigned n, struct scratch *s)
{
  struct fact view = scratch_view (s);
  unsigned best = 0, most = conditions_in_common (&all[0], &view);
  for (unsigned i = 1; i < n; i++)
    {
      unsigned common = conditions_in_common (&all[i], &view);
      if (common > most)
	{
	  best = i;
	  most = common;
	}
    }
  return &all[best];
}

unsigned
begin_facts (struct solver *solver, struct solver *before, uint32_t block,
	     uint32_t index, struct scratch *out, unsigned max)
{
  unsigned n = 0;
  if (before && before->context.limited && solver->context.slice)
    before = before_one (before, solver);
  /* (A loss that this causes is examined again without the limit.)  */
  else if (before && before->context.limited && solver->context.brief)
    before = NULL;
  else if (before && before->context.limited && before->context.stops_at_limit)
    {
      before->context.stops_at_limit = false;
      solver_run (before);
    }
  if (before && block != 0)
    {
      struct arrivals *a = arrive_at_event (before, block, index);
      for (unsigned i = 0; i < a->n; i++)
	{
	  struct scratch known;
	  scratch_copy (&known, &a->all[i].fact);
	  solver_stand_at (before, a->all[i].node);
	  if (!assume_dominating (&solver->context, &known, block))
	    continue;
	  assume_stored (solver, &known, block, index);
	  solver_keep_sliced (&solver->context, &known);
	  if (known_already (out, n, &known))
	    continue;
	  if (n < max)
	    scratch_copy (&out[n++], &known);
	  else
	    scratch_merge (closest_state (out, max, &known), &known);
	}
    }
  else
    {
      struct scratch s;
      memset (&s, 0, sizeof s);
      struct scratch known;
      scratch_copy (&known, &s);
      if (assume_dominating (&solver->context, &known, block))
	scratch_copy (&s, &known);
      assume_stored (solver, &s, block, index);
      solver_keep_sliced (&solver->context, &s);
      scratch_copy (&out[n++], &s);
    }
  return n;
}
