/* Flows-to on demand: the nodes that an object reaches, each with the calls that were entered on
   the way and not left.

   A path enters and leaves calls in matching order: a return leaves the call that was entered
   last, or one that was entered before the object existed.  (Sridharan and Bodik, PLDI'06.)
   Points-to has found which stores and loads may meet in a field of an object; refinement
   then follows that object to the base of the store, where the contexts must agree, and to
   that of the load.  Calls of a recursion need not match.

   There may be exponentially many stacks of calls.  They are kept as an automaton, as of a pushdown
   system: a *context set* is made for each node through which a flow enters a method, and holds the
   calls that lead there, each on top of a context set of the caller.  So a node has as many states
   as its method has parameters that the object comes through, and no stack is lost.  The set
   0 has all stacks; a node that is reached with it needs no other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

struct flow_state
{
  uint32_t node;
  lk_heap_context context;
  uint32_t next;		/* With the same node.  */
};

/* A store that the object does not reach in a calling context of its base, as far as is known.  */
struct held_back
{
  uint32_t edge, second;	/* As in edge_of.  */
  lk_heap_context context;
};

struct lk_heap_flow
{
  struct flow_state *states;
  uint32_t n_states;
  size_t room;
  struct heap_table seen;	/* (node, context).  */
  struct heap_table first;	/* By node: its first state.  */
  struct heap_table entries;	/* By node that calls enter: its context set.  */
  struct held_back *waiting;
  uint32_t n_waiting;
  size_t waiting_room;
  uint32_t object;
  uint32_t number;		/* From 1: of all flows of the heap.  */
  unsigned steps;
  bool refined;			/* The bases of loads and stores are followed, too.  */
  bool cut;
  bool guessed;			/* It went through fields of objects whose flow was cut.  */
};

/* ---- States, context sets.  ---- */

static void
add_state (struct lk_heap_flow *flow, uint32_t node, lk_heap_context context)
{
  bool fresh;
  if (context && heap_table_find (&flow->seen, heap_pair (node, 0)))
    return;
  heap_table_get (&flow->seen, heap_pair (node, context), 0, &fresh);
  if (!fresh)
    return;
  HEAP_ROOM (flow->states, flow->n_states, flow->room);
  uint32_t *first = heap_table_get (&flow->first, node, flow->n_states, &fresh);
  struct flow_state state = { node, context, LK_HEAP_NONE };
  if (!fresh)
    {
      state.next = flow->states[*first].next;
      flow->states[*first].next = flow->n_states;
    }
  flow->states[flow->n_states++] = state;
}

static uint32_t
add_call (struct lk_heap *heap, uint32_t call, uint32_t other, uint32_t next)
{
  HEAP_ROOM (heap->context_calls, heap->n_context_calls, heap->context_calls_room);
  heap->context_calls[heap->n_context_calls] = (struct heap_context_call) { call, other, next };
  return heap->n_context_calls++;
}

/* The context set of FLOW for its entry at NODE.  */
static lk_heap_context
entry_set (struct lk_heap *heap, struct lk_heap_flow *flow, uint32_t node)
{
  bool fresh;
  /* 0 is all stacks.  */
  if (heap->n_contexts == 0)
    {
      HEAP_ROOM (heap->contexts, heap->n_contexts, heap->contexts_room);
      heap->contexts[heap->n_contexts++]
	= (struct heap_context_set) { LK_HEAP_NONE, LK_HEAP_NONE, 0 };
    }
  uint32_t *slot = heap_table_get (&flow->entries, node, heap->n_contexts, &fresh);
  if (fresh)
    {
      HEAP_ROOM (heap->contexts, heap->n_contexts, heap->contexts_room);
      heap->contexts[heap->n_contexts++]
	= (struct heap_context_set) { LK_HEAP_NONE, LK_HEAP_NONE, flow->number };
    }
  return *slot;
}

/* The flow enters TO by CALL from CONTEXT.  */
static void
enter (struct lk_heap *heap, struct lk_heap_flow *flow, uint32_t to, uint32_t call,
       lk_heap_context context)
{
  lk_heap_context set = entry_set (heap, flow, to);
  for (uint32_t i = heap->contexts[set].calls; i != LK_HEAP_NONE;
       i = heap->context_calls[i].next)
    if (heap->context_calls[i].call == call && heap->context_calls[i].other == context)
      return;
  uint32_t calls = heap->contexts[set].calls;
  calls = add_call (heap, call, context, calls);
  heap->contexts[set].calls = calls;
  add_state (flow, to, set);
  for (uint32_t i = heap->contexts[set].exits; i != LK_HEAP_NONE;
       i = heap->context_calls[i].next)
    if (heap->context_calls[i].call == call)
      add_state (flow, heap->context_calls[i].other, context);
}

/* The flow leaves CALL to TO from CONTEXT.  */
static void
leave (struct lk_heap *heap, struct lk_heap_flow *flow, uint32_t to, uint32_t call,
       lk_heap_context context)
{
  if (!context)
    {
      add_state (flow, to, 0);
      return;
    }
  /* Further calls may enter a set of this flow.  */
  if (heap->contexts[context].flow == flow->number)
    {
      uint32_t exits = heap->contexts[context].exits;
      exits = add_call (heap, call, to, exits);
      heap->contexts[context].exits = exits;
    }
  for (uint32_t i = heap->contexts[context].calls; i != LK_HEAP_NONE;
       i = heap->context_calls[i].next)
    if (heap->context_calls[i].call == call)
      add_state (flow, to, heap->context_calls[i].other);
}

static bool
agree_within (struct lk_heap *heap, lk_heap_context a, lk_heap_context b)
{
  if (!a || !b || a == b)
    return true;
  bool fresh;
  uint32_t *slot = heap_table_get (&heap->compared, heap_pair (a, b), heap->comparison, &fresh);
  if (!fresh && *slot == heap->comparison)
    return false;
  *slot = heap->comparison;
  for (uint32_t i = heap->contexts[a].calls; i != LK_HEAP_NONE; i = heap->context_calls[i].next)
    for (uint32_t k = heap->contexts[b].calls; k != LK_HEAP_NONE;
	 k = heap->context_calls[k].next)
      if (heap->context_calls[i].call == heap->context_calls[k].call
	  && agree_within (heap, heap->context_calls[i].other, heap->context_calls[k].other))
	return true;
  return false;
}

/* Return true if a stack of A is on top of one of B, or one of B on top of one of A.  */
static bool
agree (struct lk_heap *heap, lk_heap_context a, lk_heap_context b)
{
  heap->comparison++;
  return agree_within (heap, a, b);
}

/* ---- Edges.  ---- */

static struct lk_heap_flow *plain_flow (struct lk_heap *, uint32_t object,
					const struct lk_heap_budget *);

/* Go along EDGE through a field of an object, which must be there, too, in the context of the
   store, or in some context of the load.  Return false if it is not known to be there.  */
static bool
go_through (struct lk_heap *heap, struct lk_heap_flow *flow, const struct heap_edge *edge,
	    lk_heap_context context, const struct lk_heap_budget *budget)
{
  uint32_t stored = heap->nodes[edge->to].owner, loaded = heap->nodes[edge->from].owner;
  uint32_t to = edge->to, via = edge->via, object = stored != LK_HEAP_NONE ? stored : loaded;
  if (heap_table_find (&flow->seen, heap_pair (to, 0)))
    return true;
  const struct lk_heap_flow *base
    = (via != LK_HEAP_NONE && object != LK_HEAP_NONE && object != flow->object
       ? plain_flow (heap, object, budget) : NULL);
  if (!base || base->cut)
    {
      flow->guessed |= base != NULL;
      add_state (flow, to, 0);
      return true;
    }
  const uint32_t *first = heap_table_find (&base->first, via);
  for (uint32_t i = first ? *first : LK_HEAP_NONE; i != LK_HEAP_NONE;
       i = base->states[i].next)
    if (stored == LK_HEAP_NONE)
      add_state (flow, to, base->states[i].context);
    else if (agree (heap, base->states[i].context, context))
      {
	add_state (flow, to, 0);
	return true;
      }
  return stored == LK_HEAP_NONE;
}

/* Edge NUMBER or, unless SECOND is LK_HEAP_NONE, the edge that it stands for with SECOND, which
   begins at the group where it ends.  */
static struct heap_edge
edge_of (const struct lk_heap *heap, uint32_t number, uint32_t second)
{
  struct heap_edge edge = heap->edges[number];
  if (second == LK_HEAP_NONE)
    return edge;
  if (heap->nodes[edge.to].group == GROUP_LOADS)
    edge.via = heap->edges[second].via;
  edge.to = heap->edges[second].to;
  return edge;
}

/* Return true if points-to lets NODE hold the object of FLOW.  The answers for the flow that asked
   last are remembered by node.  */
static bool
may_hold (struct lk_heap *heap, const struct lk_heap_flow *flow, uint32_t node)
{
  uint64_t *known = &heap->asked[node];
  if (*known >> 1 != flow->number)
    *known = ((uint64_t) flow->number << 1
	      | lk_heap_set_has (lk_heap_held (heap, node), flow->object));
  return *known & 1;
}

/* Go along an edge (edge_of) from CONTEXT.  */
static void
go (struct lk_heap *heap, struct lk_heap_flow *flow, uint32_t number, uint32_t second,
    lk_heap_context context, const struct lk_heap_budget *budget)
{
  const struct heap_edge edge = edge_of (heap, number, second);
  /* Nodes that points-to excludes are not reached either.  */
  if (!may_hold (heap, flow, edge.to))
    return;
  uint32_t call = edge.label / 2 - 1;
  if (edge.label == LK_HEAP_THROUGH && !flow->refined)
    add_state (flow, edge.to, 0);
  else if (edge.label == LK_HEAP_THROUGH)
    {
      if (!go_through (heap, flow, &edge, context, budget))
	{
	  HEAP_ROOM (flow->waiting, flow->n_waiting, flow->waiting_room);
	  flow->waiting[flow->n_waiting++] = (struct held_back) { number, second, context };
	}
    }
  else if (edge.label == LK_HEAP_PLAIN || heap_table_find (&heap->forgotten, call))
    add_state (flow, edge.to, context);
  else if (edge.label % 2 == 0)
    enter (heap, flow, edge.to, call, context);
  else
    leave (heap, flow, edge.to, call, context);
}

/* Go again along edges that were held back: the context sets of the flow have grown.  */
static void
go_again (struct lk_heap *heap, struct lk_heap_flow *flow, const struct lk_heap_budget *budget)
{
  uint32_t n = flow->n_waiting, left = 0;
  flow->n_waiting = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      struct held_back w = flow->waiting[i];
      const struct heap_edge edge = edge_of (heap, w.edge, w.second);
      if (!go_through (heap, flow, &edge, w.context, budget))
	flow->waiting[left++] = w;
    }
  flow->n_waiting = left;
}

/* Return true if the budgets allow one more edge.  */
static bool
take_step (struct lk_heap *heap, struct lk_heap_flow *flow, const struct lk_heap_budget *budget)
{
  flow->cut = flow->steps++ >= budget->one || heap->flow_steps++ >= budget->all;
  return !flow->cut;
}

static void
run (struct lk_heap *heap, struct lk_heap_flow *flow, const struct lk_heap_budget *budget)
{
  for (uint32_t i = 0; i < flow->n_states && !flow->cut; i++)
    {
      struct flow_state state = flow->states[i];
      for (uint32_t e = heap->nodes[state.node].edges; e != LK_HEAP_NONE && !flow->cut;
	   e = heap->edges[e].next)
	{
	  uint32_t to = heap->edges[e].to;
	  /* Without refinement a group is a node like others.  */
	  if (heap->nodes[to].group == GROUP_NONE || !flow->refined)
	    {
	      if (take_step (heap, flow, budget))
		go (heap, flow, e, LK_HEAP_NONE, state.context, budget);
	      continue;
	    }
	  for (uint32_t s = heap->nodes[to].edges; s != LK_HEAP_NONE; s = heap->edges[s].next)
	    if (take_step (heap, flow, budget))
	      go (heap, flow, e, s, state.context, budget);
	    else
	      break;
	}
      if (i + 1 == flow->n_states && !flow->cut)
	go_again (heap, flow, budget);
    }
}

/* Free what FLOW needs no more when it has ended.  */
static void
end_flow (struct lk_heap_flow *flow)
{
  free (flow->waiting);
  flow->waiting = NULL;
  flow->n_waiting = 0;
  heap_table_free (&flow->seen);
  heap_table_free (&flow->entries);
}

static void
forget_states (struct lk_heap_flow *flow)
{
  end_flow (flow);
  free (flow->states);
  flow->states = NULL;
  flow->n_states = 0;
  heap_table_free (&flow->first);
}

static struct lk_heap_flow *
follow (struct lk_heap *heap, uint32_t object, const struct lk_heap_budget *budget, bool refined)
{
  struct lk_heap_flow *flow = lk_xmalloc (sizeof *flow);
  memset (flow, 0, sizeof *flow);
  if (!heap->asked)
    {
      heap->asked = lk_xmalloc ((heap->n_nodes + 1u) * sizeof *heap->asked);
      memset (heap->asked, 0, (heap->n_nodes + 1u) * sizeof *heap->asked);
    }
  flow->object = object;
  flow->number = ++heap->n_flows;
  flow->refined = refined;
  for (uint32_t a = heap->objects[object].allocs; a != LK_HEAP_NONE; a = heap->links[a].next)
    add_state (flow, heap->links[a].to, 0);
  run (heap, flow, budget);
  /* Nothing asks where a flow that was cut has come to, and these are the largest ones.  */
  if (flow->cut)
    forget_states (flow);
  else
    end_flow (flow);
  if (flow->n_states)
    flow->states = lk_xrealloc (flow->states, flow->n_states * sizeof *flow->states);
  flow->room = flow->n_states;
  return flow;
}

/* The flow of OBJECT that does not look at the bases of loads and stores in turn.  */
static struct lk_heap_flow *
plain_flow (struct lk_heap *heap, uint32_t object, const struct lk_heap_budget *budget)
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
  free (heap->asked);
  heap->asked = NULL;
}

struct lk_heap_flow *
lk_heap_follow (struct lk_heap *heap, uint32_t object, const struct lk_heap_budget *budget)
{
  /* No edge is added from here on.  */
  free (heap->edge_slots);
  heap->edge_slots = NULL;
  heap->edge_slots_room = 0;
  return follow (heap, object, budget, true);
}

void
lk_heap_flow_free (struct lk_heap_flow *flow)
{
  if (!flow)
    return;
  forget_states (flow);
  free (flow);
}

bool
lk_heap_flow_cut (const struct lk_heap_flow *flow)
{
  return flow->cut || flow->guessed;
}

bool
lk_heap_flow_reaches (const struct lk_heap_flow *flow, uint32_t node)
{
  return heap_table_find (&flow->first, node) != NULL;
}

bool
lk_heap_flows_meet (struct lk_heap *heap, const struct lk_heap_flow *a, uint32_t node_a,
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
  lk_heap_context context = first ? flow->states[*first].context : 0;
  for (; context && n < room; n++)
    {
      /* The first call that was entered is the last one of the list.  */
      uint32_t at = heap->contexts[context].calls;
      while (heap->context_calls[at].next != LK_HEAP_NONE)
	at = heap->context_calls[at].next;
      calls[n] = heap->context_calls[at].call;
      context = heap->context_calls[at].other;
    }
  return n;
}

/* ---- Marks.  ---- */

uint32_t
lk_heap_flood (const struct lk_heap *heap, uint8_t *marks, uint32_t *nodes, uint32_t from,
	       uint32_t n)
{
  for (; from < n; from++)
    for (uint32_t e = heap->nodes[nodes[from]].edges; e != LK_HEAP_NONE; e = heap->edges[e].next)
      if (!marks[heap->edges[e].to])
	{
	  marks[heap->edges[e].to] = 1;
	  nodes[n++] = heap->edges[e].to;
	}
  return n;
}
