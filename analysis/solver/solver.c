/* The worklist of the exploded graph (Tracker, figure 3), for one obligation.

   A node is a block and a fact at its start; inside a block facts run through the events one
   by one.  Nodes form the exploded graph on which findings are explained and paths are
   counted.  Facts that differ only in G are kept apart up to MAX_VARIANTS; a further one is merged
   with the one that it has most conditions in common with, so that what hangs together on a
   path stays together; where a coroutine goes on is not merged.  One whose G says more than an
   existing one's joins that one.

   A fact without access paths is a loss that has yet to be confirmed: it runs on, so that
   process end or a contradiction on the way to the return can still excuse it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "../../spec/priority.h"
#include "solver-internal.h"

/* Blocks whose nodes are found together: a fact gets to few blocks of a large
   function.  */
#define NODES_PART 32

struct solver *
solver_new (struct lk_unit *unit, struct function_view *view,
	    const struct obligation *o, struct lk_arena *keep, unsigned depth)
{
  struct lk_arena *arena = lk_arena_new ();
  struct solver *s = lk_arena_alloc (arena, sizeof *s);
  s->context.arena = arena;
  s->context.unit = unit;
  s->context.view = view;
  s->context.graph = view->graph;
  s->context.obligation = o;
  s->context.problem = unit->problem;
  s->context.summaries = unit->summaries;
  s->context.running = UINT32_MAX;
  s->keep = keep;
  s->depth = depth;
  s->ending_result = LK_RANGE_ALL;
  s->brief_nodes = MAX_MEMBER_FACTS;
  s->by_block = lk_arena_alloc (arena, (view->graph->n_blocks / NODES_PART + 1)
				       * sizeof *s->by_block);
  return s;
}

struct node **
solver_nodes (struct solver *s, uint32_t block)
{
  struct node ***part = &s->by_block[block / NODES_PART];
  if (!*part)
    *part = lk_arena_alloc (s->context.arena, NODES_PART * sizeof **part);
  return &(*part)[block % NODES_PART];
}

void
solver_free (struct solver *s)
{
  size_t bytes = lk_arena_bytes (s->context.arena) + lk_graph_memory (s->context.graph);
  s->context.unit->stats.facts += s->n_nodes;
  if (bytes > s->context.unit->stats.memory)
    s->context.unit->stats.memory = bytes;
  free (s->queue);
  lk_arena_free (s->context.arena);
}

/* ---- Nodes.  ---- */

/* The block of A comes before that of B in reverse postorder; of one block, the older fact.  */
static bool
comes_first (const void *a, const void *b, const void *view)
{
  const uint32_t *order = ((const struct function_view *) view)->order;
  const struct node *m = a, *n = b;
  return order[m->block] != order[n->block] ? order[m->block] < order[n->block] : m->n < n->n;
}

static void
enqueue (struct solver *solver, struct node *node)
{
  if (solver->queue_n == solver->queue_room)
    {
      solver->queue_room = lk_more_room (solver->queue_room, 64);
      solver->queue = lk_xrealloc (solver->queue, solver->queue_room
						  * sizeof *solver->queue);
    }
  node->queued = true;
  lk_priority_add (solver->queue, &solver->queue_n, node, comes_first, solver->context.view);
}

static void
add_arc (struct solver *solver, struct node *to, struct lk_edge *edge)
{
  struct node *from = solver->current;
  /* A block that is left once is left once by each edge; a switch can have thousands.  */
  if (from->n_ends > 1)
    for (struct arc *a = from->arcs; a; a = a->next)
      if (a->to == to && a->edge == edge)
	return;
  struct arc *a = lk_arena_alloc (solver->context.arena, sizeof *a);
  a->to = to;
  a->edge = edge;
  a->next = from->arcs;
  from->arcs = a;
}

/* Return true if the unit's obligations have had so many facts that the rest must do with few.  */
static bool
unit_nodes_scarce (const struct lk_unit *unit)
{
  return unit->stats.facts > unit_nodes_bound (unit);
}

/* How many facts SOLVER may have; *LIMIT becomes the limit that says so.  */
static unsigned
nodes_bound (const struct solver *solver, enum limit *limit)
{
  bool scarce = unit_nodes_scarce (solver->context.unit);
  if (solver->member && !scarce)
    {
      *limit = LIMIT_PASSED_MEMBER_FACTS;
      return MAX_PASSED_MEMBER_FACTS;
    }
  *limit = scarce ? LIMIT_UNIT_NODES : LIMIT_NODES;
  return (scarce ? MAX_NODES_SCARCE
	  : MAX_NODES + MAX_NODES_BLOCK * solver->context.graph->n_blocks);
}

/* There are too many facts like S in BLOCK.  Forget those of its conditions that no longer matter.
   Return true if there is room for it then, or for one that implies it.  */
static bool
live_variant (struct solver *solver, uint32_t block, struct scratch *s, unsigned max_variants)
{
  const struct lk_function *function = solver->context.graph->function;
  /* A slice, with which a brief solver is followed by another, knows what matters.  Large programs
     in Java would have twice as many facts for each obligation (Jmol: 94 leaks instead of 165
     before the limit for the unit is met).  */
  if (max_variants == 1 || solver->context.slice || solver->context.brief
      || (function && (function->flags & LK_FN_JAVA)))
    return false;
  forget_dead_conditions (solver, s, block);
  unsigned variants = 0;
  for (struct node *n = *solver_nodes (solver, block); n; n = n->same_block)
    if (fact_same_paths (&n->fact, s) && fact_same_state (&solver->context, &n->fact, s))
      {
	if (fact_weaker (&n->fact, s))
	  return true;
	variants += !n->merged && !has_dead_conditions (solver, &n->fact, block);
      }
  return variants < max_variants;
}

/* There is no room for one more fact like S in BLOCK: merge S with the fact that it has most
   conditions in common with; it then stands for both.  If MAX_VARIANTS are merged already, or no
   two are kept apart, merge it with all.  Return one of those facts that has yet to run, or NULL:
   where many paths meet a fact would else run for each of them.  */
static struct node *
merge_variants (struct solver *solver, uint32_t block, struct scratch *s, unsigned max_variants)
{
  struct node *closest = NULL, *waiting = NULL;
  unsigned most = 0, merged = 0;
  for (struct node *n = *solver_nodes (solver, block); n; n = n->same_block)
    merged += n->merged && fact_same_paths (&n->fact, s);
  bool all = merged >= MAX_VARIANTS || max_variants == 1;
  for (struct node *n = *solver_nodes (solver, block); n; n = n->same_block)
    if ((all || !n->merged) && fact_same_paths (&n->fact, s)
	&& fact_same_state (&solver->context, &n->fact, s))
      {
	unsigned common = all ? 0 : conditions_in_common (s, &n->fact);
	if (all)
	  {
	    merge_conditions (s, &n->fact);
	    waiting = n->queued ? n : waiting;
	  }
	else if (!closest || common > most)
	  {
	    closest = n;
	    most = common;
	  }
      }
  if (closest)
    {
      merge_conditions (s, &closest->fact);
      closest->merged = !closest->queued;
      waiting = closest->queued ? closest : NULL;
    }
  return waiting;
}

/* NODE, which has yet to run, becomes S, which has been merged with it.  */
static void
take_in (struct node *node, const struct scratch *s)
{
  node->fact.written = s->written;
  node->fact.members = s->members;
  node->fact.n_conditions = s->n_conditions;
  memcpy (node->fact.conditions, s->conditions, s->n_conditions * sizeof *s->conditions);
}

void
solver_reach (struct solver *solver, uint32_t block, struct scratch *s, struct lk_edge *via,
	      struct lk_edge *edge, unsigned max_variants)
{
  unsigned variants = 0;
  if (solver->wanted && !solver->wanted[block])
    return;
  struct node **nodes = solver_nodes (solver, block);
  for (struct node *n = *nodes; n; n = n->same_block)
    if (fact_same_paths (&n->fact, s) && fact_same_state (&solver->context, &n->fact, s))
      {
	variants += !n->merged;
	if (fact_weaker (&n->fact, s))
	  {
	    add_arc (solver, n, via);
	    return;
	  }
      }
  bool full = variants >= max_variants;
  struct node *waiting = NULL;
  if (full && !live_variant (solver, block, s, max_variants))
    {
      if (max_variants > 1)
	solver_limited (&solver->context, LIMIT_VARIANTS);
      else
	limit_met (solver->context.unit, solver->context.graph->function, LIMIT_SHORT_FUNCTION);
      waiting = merge_variants (solver, block, s, max_variants);
    }
  for (struct node *n = *nodes; full && n; n = n->same_block)
    if (fact_same_paths (&n->fact, s) && fact_weaker (&n->fact, s))
      {
	add_arc (solver, n, via);
	return;
      }
  if (waiting)
    {
      take_in (waiting, s);
      add_arc (solver, waiting, via);
      return;
    }
  if (solver->context.brief && solver->n_nodes >= solver->brief_nodes)
    {
      solver->given_up = true;
      return;
    }
  enum limit limit;
  if (solver->n_nodes >= nodes_bound (solver, &limit))
    {
      solver->overflow = true;
      limit_met (solver->context.unit, solver->context.graph->function, limit);
      return;
    }
  struct node *n = lk_arena_alloc (solver->context.arena, sizeof *n);
  n->block = block;
  n->n = solver->n_nodes++;
  n->fact.n_paths = s->n_paths;
  n->fact.n_conditions = s->n_conditions;
  n->fact.flags = s->flags;
  n->fact.written = s->written;
  n->fact.members = s->members;
  n->fact.why = s->why;
  n->fact.loss = s->loss;
  n->fact.paths = lk_arena_alloc (solver->context.arena,
				  s->n_paths * sizeof *s->paths);
  memcpy (n->fact.paths, s->paths, s->n_paths * sizeof *s->paths);
  n->fact.conditions
    = lk_arena_alloc (solver->context.arena, s->n_conditions * sizeof *s->conditions);
  memcpy (n->fact.conditions, s->conditions,
	  s->n_conditions * sizeof *s->conditions);
  n->parent = solver->current;
  n->edge = edge;
  n->via = via;
  n->same_block = *nodes;
  *nodes = n;
  add_arc (solver, n, via);
  enqueue (solver, n);
  if (solver->context.unit->options.trace)
    trace_node (solver, n);
}

/* ---- Running through a block.  ---- */

void
solver_enter (struct solver *solver, uint32_t block, struct scratch *fact)
{
  struct node *n = lk_arena_alloc (solver->context.arena, sizeof *n);
  n->block = block;
  n->n = solver->n_nodes++;
  n->fact.n_paths = fact->n_paths;
  n->fact.flags = fact->flags;
  n->fact.paths = lk_arena_alloc (solver->context.arena,
				  fact->n_paths * sizeof *fact->paths);
  memcpy (n->fact.paths, fact->paths, fact->n_paths * sizeof *fact->paths);
  if (solver->context.slice)
    {
      for (unsigned i = 0; i < fact->n_paths; i++)
	slice_add_name (solver->context.slice, fact->paths[i]);
      solver_keep_sliced (&solver->context, fact);
    }
  solver_stand_at (solver, n);
}

void
solver_seed (struct solver *solver, uint32_t block, uint32_t event,
	     struct scratch *fact)
{
  solver_enter (solver, block, fact);
  solver->context.problem->run_block (solver, block, event, fact);
}

/* Run facts in reverse postorder of their blocks, so that facts that meet at a join are merged
   before what follows the join is run.  */
void
solver_run (struct solver *solver)
{
  while (solver->queue_n
	 && !(solver->context.stops_at_limit && solver->context.limited)
	 && !solver->given_up)
    {
      struct node *n = lk_priority_take (solver->queue, &solver->queue_n, comes_first,
					solver->context.view);
      n->queued = false;
      struct scratch s;
      scratch_load (&s, &n->fact);
      solver_stand_at (solver, n);
      solver->context.problem->run_block (solver, n->block, 0, &s);
    }
}
