/* Cycles of copies: their nodes hold the same objects, and become one.

   Strongly connected components by Tarjan's algorithm, without recursion.  A node with a filter
   holds less than those before it, so it is in no cycle.  And the order in which nodes are visited.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

struct search
{
  struct lk_heap *heap;
  uint32_t *number;		/* By node, from 1; 0: not seen.  */
  uint32_t *low;
  uint32_t *stack;		/* Nodes whose component is open.  */
  uint32_t n_stack;
  bool *open;
  uint32_t last;
};

/* Where a list ends.  */
static void
append_access (struct lk_heap *heap, uint32_t *to, uint32_t from)
{
  while (*to != LK_HEAP_NONE)
    to = &heap->accesses[*to].next;
  *to = from;
}

static void
append_links (struct lk_heap *heap, uint32_t *to, uint32_t from)
{
  while (*to != LK_HEAP_NONE)
    to = &heap->links[*to].next;
  *to = from;
}

/* Merge NODE into LEADER.  */
static void
merge (struct lk_heap *heap, uint32_t leader, uint32_t node)
{
  struct heap_node *a = &heap->nodes[leader], *b = &heap->nodes[node];
  b->leader = leader;
  uint32_t before = a->held.n + b->held.n;
  heap_set_join (&a->held, &b->held, NULL);
  heap->n_blocks -= before - a->held.n;
  /* The shorter list is walked.  */
  uint32_t loads = a->loads, stores = a->stores, watches = a->watches, copies = a->copies;
  a->loads = b->loads;
  append_access (heap, &a->loads, loads);
  a->stores = b->stores;
  append_access (heap, &a->stores, stores);
  a->watches = b->watches;
  append_links (heap, &a->watches, watches);
  a->copies = b->copies;
  append_links (heap, &a->copies, copies);
  b->loads = b->stores = b->watches = b->copies = LK_HEAP_NONE;
  heap_set_free (&b->held);
  heap_set_free (&b->news);
  heap->merged++;
}

/* Set DONE to what all N NODES have passed on.  One of them may have passed on what another one has
   not.  */
static void
find_done (const struct lk_heap *heap, const uint32_t *nodes, uint32_t n, struct lk_heap_set *done)
{
  struct lk_heap_set own = { 0, 0, NULL }, both = { 0, 0, NULL };
  heap_set_minus (done, &heap->nodes[nodes[0]].held, &heap->nodes[nodes[0]].news);
  for (uint32_t i = 1; i < n && done->n; i++)
    {
      heap_set_minus (&own, &heap->nodes[nodes[i]].held, &heap->nodes[nodes[i]].news);
      heap_set_meet (&both, &own, done);
      struct lk_heap_set last = *done;
      *done = both;
      both = last;
    }
  heap_set_free (&own);
  heap_set_free (&both);
}

/* The component of NODE is complete: it is what lies on the stack down to NODE.  */
static void
close_component (struct search *s, uint32_t node)
{
  struct lk_heap *heap = s->heap;
  uint32_t first = s->n_stack;
  while (s->stack[first - 1] != node)
    first--;
  first--;
  for (uint32_t i = first; i < s->n_stack; i++)
    s->open[s->stack[i]] = false;
  if (s->n_stack - first > 1)
    {
      struct lk_heap_set done = { 0, 0, NULL };
      find_done (heap, s->stack + first, s->n_stack - first, &done);
      for (uint32_t i = first + 1; i < s->n_stack; i++)
	merge (heap, node, s->stack[i]);
      struct heap_node *n = &heap->nodes[node];
      heap_set_minus (&n->news, &n->held, &done);
      heap_set_free (&done);
      if (n->news.n)
	heap_queue (heap, node);
    }
  s->n_stack = first;
}

struct frame
{
  uint32_t node, next;		/* NEXT: of its copies.  */
};

static void
search_from (struct search *s, uint32_t root, struct frame *frames)
{
  struct lk_heap *heap = s->heap;
  uint32_t depth = 0;
  frames[depth++] = (struct frame) { root, heap->nodes[root].copies };
  s->number[root] = s->low[root] = ++s->last;
  s->stack[s->n_stack++] = root;
  s->open[root] = true;
  while (depth)
    {
      struct frame *f = &frames[depth - 1];
      if (f->next != LK_HEAP_NONE)
	{
	  uint32_t to = heap_leader (heap, heap->links[f->next].to);
	  f->next = heap->links[f->next].next;
	  if (heap->nodes[to].filter)
	    continue;
	  if (!s->number[to])
	    {
	      s->number[to] = s->low[to] = ++s->last;
	      s->stack[s->n_stack++] = to;
	      s->open[to] = true;
	      frames[depth++] = (struct frame) { to, heap->nodes[to].copies };
	    }
	  else if (s->open[to] && s->number[to] < s->low[f->node])
	    s->low[f->node] = s->number[to];
	  continue;
	}
      uint32_t node = f->node;
      depth--;
      if (s->low[node] == s->number[node])
	close_component (s, node);
      if (depth && s->low[node] < s->low[frames[depth - 1].node])
	s->low[frames[depth - 1].node] = s->low[node];
    }
}

/* Take out of the copies of NODE those to itself, and those that are there twice.  MARK has, by
   node, the last one that copies to it, and 1 more.  */
static void
drop_copies (struct lk_heap *heap, uint32_t node, uint32_t *mark)
{
  uint32_t *at = &heap->nodes[node].copies;
  while (*at != LK_HEAP_NONE)
    {
      uint32_t to = heap_leader (heap, heap->links[*at].to);
      if (to == node || mark[to] == node + 1)
	{
	  *at = heap->links[*at].next;
	  heap->n_copies--;
	  continue;
	}
      mark[to] = node + 1;
      at = &heap->links[*at].next;
    }
}

void
heap_collapse (struct lk_heap *heap)
{
  uint32_t n = heap->n_nodes;
  struct search s = { .heap = heap };
  s.number = lk_xmalloc (n * sizeof *s.number);
  s.low = lk_xmalloc (n * sizeof *s.low);
  s.stack = lk_xmalloc (n * sizeof *s.stack);
  s.open = lk_xmalloc (n * sizeof *s.open);
  struct frame *frames = lk_xmalloc (n * sizeof *frames);
  memset (s.number, 0, n * sizeof *s.number);
  memset (s.open, 0, n * sizeof *s.open);
  for (uint32_t i = 0; i < n; i++)
    if (heap->nodes[i].leader == i && !heap->nodes[i].filter && !s.number[i])
      search_from (&s, i, frames);
  memset (s.number, 0, n * sizeof *s.number);
  for (uint32_t i = 0; i < n; i++)
    if (heap->nodes[i].leader == i)
      drop_copies (heap, i, s.number);
  free (s.number);
  free (s.low);
  free (s.stack);
  free (s.open);
  free (frames);
}

/* ---- Order.  ---- */

/* Number the leaders that can be got to from ROOT, and have no number yet, by falling *LAST in
   postorder.  */
static void
sort_from (struct lk_heap *heap, uint32_t root, struct frame *frames, bool *seen, uint32_t *last)
{
  uint32_t depth = 0;
  frames[depth++] = (struct frame) { root, heap->nodes[root].copies };
  seen[root] = true;
  while (depth)
    {
      struct frame *f = &frames[depth - 1];
      if (f->next == LK_HEAP_NONE)
	{
	  heap->nodes[f->node].order = --*last;
	  depth--;
	  continue;
	}
      uint32_t to = heap_leader (heap, heap->links[f->next].to);
      f->next = heap->links[f->next].next;
      if (seen[to])
	continue;
      seen[to] = true;
      frames[depth++] = (struct frame) { to, heap->nodes[to].copies };
    }
}

void
heap_sort (struct lk_heap *heap)
{
  uint32_t n = heap->n_nodes, last = n + 1;
  struct frame *frames = lk_xmalloc ((n + 1) * sizeof *frames);
  bool *seen = lk_xmalloc (n + 1);
  memset (seen, 0, n + 1);
  for (uint32_t i = n; i-- > 0;)
    if (heap->nodes[i].leader == i && !seen[i])
      sort_from (heap, i, frames, seen, &last);
  free (frames);
  free (seen);
}
