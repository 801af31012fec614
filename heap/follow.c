/* Flows-to on demand: the nodes that an object reaches, each with the calls that were entered on
   the way and not left.

   A path enters and leaves calls in matching order: a return leaves the call that was entered
   last, or one that was entered before the object existed.  (Sridharan and Bodik, PLDI'06.)
   Through a field the contexts on the two sides are independent: which objects' fields are
   meant is what points-to has found.  Calls of a recursion need not match, so contexts are
   finite.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

struct flow_state
{
  uint32_t node;
  lk_heap_context context;
  uint32_t next;		/* With the same node.  */
};

struct lk_heap_flow
{
  struct flow_state *states;
  uint32_t n_states;
  size_t room;
  struct heap_table seen;	/* (node, context).  */
  struct heap_table first;	/* By node: its first state.  */
  uint32_t object;
  bool cut;
};

/* The context CALL on top of BELOW.  */
static lk_heap_context
push (struct lk_heap *heap, lk_heap_context below, uint32_t call)
{
  bool fresh;
  uint32_t *slot = heap_table_get (&heap->contexts, heap_pair (below, call),
				   heap->n_contexts, &fresh);
  if (fresh)
    {
      while (heap->n_contexts >= heap->contexts_room)
	{
	  heap->contexts_room = heap->contexts_room ? heap->contexts_room * 2 : 64;
	  heap->context_keys = lk_xrealloc (heap->context_keys, heap->contexts_room
					    * sizeof *heap->context_keys);
	}
      heap->context_keys[heap->n_contexts++] = heap_pair (below, call);
    }
  return *slot;
}

static uint32_t
top (const struct lk_heap *heap, lk_heap_context context)
{
  return (uint32_t) heap->context_keys[context];
}

static lk_heap_context
below (const struct lk_heap *heap, lk_heap_context context)
{
  return (lk_heap_context) (heap->context_keys[context] >> 32);
}

static void
add_state (struct lk_heap_flow *flow, uint32_t node, lk_heap_context context, unsigned budget)
{
  bool fresh;
  if (flow->n_states >= budget)
    {
      flow->cut |= !heap_table_find (&flow->seen, heap_pair (node, context));
      return;
    }
  heap_table_get (&flow->seen, heap_pair (node, context), 0, &fresh);
  if (!fresh)
    return;
  HEAP_ROOM (flow->states, flow->n_states, flow->room);
  uint32_t *first = heap_table_get (&flow->first, node, flow->n_states, &fresh);
  flow->states[flow->n_states]
    = (struct flow_state) { node, context, LK_HEAP_NONE };
  if (!fresh)
    {
      uint32_t last = *first;
      while (flow->states[last].next != LK_HEAP_NONE)
	last = flow->states[last].next;
      flow->states[last].next = flow->n_states;
    }
  flow->n_states++;
}

/* Go along EDGE from CONTEXT.  */
static void
go (struct lk_heap *heap, struct lk_heap_flow *flow, const struct heap_edge *edge,
    lk_heap_context context, unsigned budget)
{
  uint32_t label = edge->label;
  if (label == LK_HEAP_THROUGH)
    context = 0;
  else if (label != LK_HEAP_PLAIN)
    {
      uint32_t call = label / 2 - 1;
      if (!heap_table_find (&heap->forgotten, call))
	{
	  if (label % 2 == 0)
	    context = push (heap, context, call);
	  else if (context && top (heap, context) != call)
	    return;
	  else if (context)
	    context = below (heap, context);
	}
    }
  /* Nodes that points-to excludes are not reached either.  */
  if (lk_heap_set_has (lk_heap_held (heap, edge->to), flow->object))
    add_state (flow, edge->to, context, budget);
}

struct lk_heap_flow *
lk_heap_follow (struct lk_heap *heap, uint32_t object, unsigned budget)
{
  struct lk_heap_flow *flow = lk_xmalloc (sizeof *flow);
  memset (flow, 0, sizeof *flow);
  flow->object = object;
  for (uint32_t a = heap->objects[object].allocs; a != LK_HEAP_NONE; a = heap->links[a].next)
    add_state (flow, heap->links[a].to, 0, budget);
  for (uint32_t i = 0; i < flow->n_states; i++)
    {
      struct flow_state state = flow->states[i];
      for (uint32_t e = heap->nodes[state.node].edges; e != LK_HEAP_NONE;
	   e = heap->edges[e].next)
	go (heap, flow, &heap->edges[e], state.context, budget);
    }
  return flow;
}

void
lk_heap_flow_free (struct lk_heap_flow *flow)
{
  if (!flow)
    return;
  free (flow->states);
  heap_table_free (&flow->seen);
  heap_table_free (&flow->first);
  free (flow);
}

bool
lk_heap_flow_cut (const struct lk_heap_flow *flow)
{
  return flow->cut;
}

bool
lk_heap_flow_reaches (const struct lk_heap_flow *flow, uint32_t node)
{
  return heap_table_find (&flow->first, node) != NULL;
}

/* Return true if A is on top of B, or B on top of A.  */
static bool
agree (const struct lk_heap *heap, lk_heap_context a, lk_heap_context b)
{
  while (a && b && a != b)
    {
      if (top (heap, a) != top (heap, b))
	return false;
      a = below (heap, a);
      b = below (heap, b);
    }
  return true;
}

bool
lk_heap_flows_meet (const struct lk_heap *heap, const struct lk_heap_flow *a, uint32_t node_a,
		    const struct lk_heap_flow *b, uint32_t node_b)
{
  if ((a->cut && lk_heap_set_has (lk_heap_held (heap, node_a), a->object))
      || (b->cut && lk_heap_set_has (lk_heap_held (heap, node_b), b->object)))
    return true;
  const uint32_t *first_a = heap_table_find (&a->first, node_a);
  const uint32_t *first_b = heap_table_find (&b->first, node_b);
  if (!first_a || !first_b)
    return false;
  for (uint32_t i = *first_a; i != LK_HEAP_NONE; i = a->states[i].next)
    for (uint32_t k = *first_b; k != LK_HEAP_NONE; k = b->states[k].next)
      if (agree (heap, a->states[i].context, b->states[k].context))
	return true;
  return false;
}

unsigned
lk_heap_flow_calls (const struct lk_heap *heap, const struct lk_heap_flow *flow, uint32_t node,
		    uint32_t *calls, unsigned room)
{
  const uint32_t *first = heap_table_find (&flow->first, node);
  unsigned n = 0;
  if (first)
    for (lk_heap_context c = flow->states[*first].context; c && n < room; c = below (heap, c))
      calls[n++] = top (heap, c);
  return n;
}
