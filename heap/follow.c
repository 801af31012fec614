/* Flows-to on demand: the nodes that an object reaches, each with the calls that were entered on
   the way and not left.

   A path enters and leaves calls in matching order: a return leaves the call that was entered
   last, or one that was entered before the object existed.  (Sridharan and Bodik, PLDI'06.)
   Points-to has found which stores and loads may meet in a field of an object; refinement
   then follows that object to the base of the store, where the contexts must agree, and to
   that of the load.  Calls of a recursion need not match, so contexts are finite.

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
  bool refined;			/* The bases of loads and stores are followed, too.  */
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

static struct lk_heap_flow *plain_flow (struct lk_heap *, uint32_t object, unsigned budget);

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

/* Go along EDGE through a field of an object, which must be there, too, in the context of the store,
   or in some context of the load.  */
static void
go_through (struct lk_heap *heap, struct lk_heap_flow *flow, const struct heap_edge *edge,
	    lk_heap_context context, unsigned budget)
{
  uint32_t stored = heap->nodes[edge->to].owner, loaded = heap->nodes[edge->from].owner;
  uint32_t to = edge->to, via = edge->via, object = stored != LK_HEAP_NONE ? stored : loaded;
  const struct lk_heap_flow *base
    = (via != LK_HEAP_NONE && object != LK_HEAP_NONE && object != flow->object
       ? plain_flow (heap, object, budget) : NULL);
  if (!base || base->cut)
    {
      add_state (flow, to, 0, budget);
      return;
    }
  const uint32_t *first = heap_table_find (&base->first, via);
  for (uint32_t i = first ? *first : LK_HEAP_NONE; i != LK_HEAP_NONE;
       i = base->states[i].next)
    if (stored == LK_HEAP_NONE)
      add_state (flow, to, base->states[i].context, budget);
    else if (agree (heap, base->states[i].context, context))
      {
	add_state (flow, to, 0, budget);
	return;
      }
}

/* Go along EDGE from CONTEXT.  */
static void
go (struct lk_heap *heap, struct lk_heap_flow *flow, const struct heap_edge *edge,
    lk_heap_context context, unsigned budget)
{
  uint32_t label = edge->label;
  /* Nodes that points-to excludes are not reached either.  */
  if (!lk_heap_set_has (lk_heap_held (heap, edge->to), flow->object))
    return;
  if (label == LK_HEAP_THROUGH && flow->refined)
    {
      go_through (heap, flow, edge, context, budget);
      return;
    }
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
  add_state (flow, edge->to, context, budget);
}

static struct lk_heap_flow *
follow (struct lk_heap *heap, uint32_t object, unsigned budget, bool refined)
{
  struct lk_heap_flow *flow = lk_xmalloc (sizeof *flow);
  memset (flow, 0, sizeof *flow);
  flow->object = object;
  flow->refined = refined;
  if (heap->flow_states > (uint64_t) budget * LK_HEAP_FLOWS)
    budget = 0;
  for (uint32_t a = heap->objects[object].allocs; a != LK_HEAP_NONE; a = heap->links[a].next)
    add_state (flow, heap->links[a].to, 0, budget);
  for (uint32_t i = 0; i < flow->n_states; i++)
    {
      struct flow_state state = flow->states[i];
      for (uint32_t e = heap->nodes[state.node].edges; e != LK_HEAP_NONE;
	   e = heap->edges[e].next)
	go (heap, flow, &heap->edges[e], state.context, budget);
    }
  heap->flow_states += flow->n_states;
  return flow;
}

/* The flow of OBJECT that does not look at the bases of loads and stores in turn.  */
static struct lk_heap_flow *
plain_flow (struct lk_heap *heap, uint32_t object, unsigned budget)
{
  if (!heap->plain)
    {
      heap->n_plain = heap->n_objects;
      heap->plain = lk_xmalloc ((heap->n_plain + 1u) * sizeof *heap->plain);
      memset (heap->plain, 0, (heap->n_plain + 1u) * sizeof *heap->plain);
    }
  if (object >= heap->n_plain)
    return NULL;
  if (!heap->plain[object])
    heap->plain[object] = follow (heap, object, budget, false);
  return heap->plain[object];
}

void
heap_forget_flows (struct lk_heap *heap)
{
  for (uint32_t i = 0; heap->plain && i < heap->n_plain; i++)
    lk_heap_flow_free (heap->plain[i]);
  free (heap->plain);
  heap->plain = NULL;
}

struct lk_heap_flow *
lk_heap_follow (struct lk_heap *heap, uint32_t object, unsigned budget)
{
  return follow (heap, object, budget, true);
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

/* ---- Marks.  ---- */

void
lk_heap_flood (const struct lk_heap *heap, uint8_t *marks)
{
  uint32_t *stack = lk_xmalloc ((heap->n_nodes + 1u) * sizeof *stack);
  uint32_t n = 0;
  for (uint32_t i = 0; i < heap->n_nodes; i++)
    if (marks[i])
      stack[n++] = i;
  while (n)
    {
      uint32_t node = stack[--n];
      for (uint32_t e = heap->nodes[node].edges; e != LK_HEAP_NONE; e = heap->edges[e].next)
	if (!marks[heap->edges[e].to])
	  {
	    marks[heap->edges[e].to] = 1;
	    stack[n++] = heap->edges[e].to;
	  }
    }
  free (stack);
}
