/* The solver: a worklist of nodes whose sets have grown, passing on what is new.

   Loads and stores of a node become copies from and to the fields of each object it holds;
   watches announce the object.  Cycles of copies are merged when the number of copies has
   doubled (heap/cycle.c): their nodes hold the same.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

/* Make the copies that loads and stores of LEADER through the objects of NEWS stand for, and
   announce these to its watches.  The lists can grow at their heads meanwhile; what is added sees
   the objects itself.  */
static void
access_objects (struct lk_heap *heap, uint32_t leader, const struct lk_heap_set *news)
{
  for (uint32_t a = heap->nodes[leader].loads; a != LK_HEAP_NONE; a = heap->accesses[a].next)
    heap_load_all (heap, news, &heap->accesses[a]);
  for (uint32_t a = heap->nodes[leader].stores; a != LK_HEAP_NONE; a = heap->accesses[a].next)
    heap_store_all (heap, news, &heap->accesses[a]);
  if (heap->nodes[leader].watches == LK_HEAP_NONE)
    return;
  LK_HEAP_EACH (o, news)
    for (uint32_t w = heap->nodes[leader].watches; w != LK_HEAP_NONE; w = heap->links[w].next)
      heap->host.reached (heap->host.data, heap->links[w].to, o);
}

static void
visit (struct lk_heap *heap, uint32_t leader)
{
  struct lk_heap_set news = heap->nodes[leader].news;
  heap->nodes[leader].news = (struct lk_heap_set) { 0, 0, NULL };
  access_objects (heap, leader, &news);
  for (uint32_t c = heap->nodes[leader].copies; c != LK_HEAP_NONE; c = heap->links[c].next)
    {
      uint32_t to = heap_leader (heap, heap->links[c].to);
      if (to != leader)
	heap_pass_set (heap, &news, to);
    }
  heap_set_free (&news);
  heap->rounds++;
}

void
lk_heap_solve (struct lk_heap *heap)
{
  while (!lk_heap_too_large (heap))
    {
      /* A pass over all nodes pays once the graph has doubled.  Small graphs are merged in
	 checking builds only, to test it.  */
      if (heap->n_copies > 2 * heap->copies_at_collapse + (LK_CHECKING ? 4 : 1000))
	{
	  heap_collapse (heap);
	  heap_sort (heap);
	  heap->copies_at_collapse = heap->n_copies;
	}
      uint32_t node = heap_unqueue (heap);
      if (node == LK_HEAP_NONE)
	return;
      node = heap_leader (heap, node);
      if (heap->nodes[node].news.n)
	visit (heap, node);
    }
}
