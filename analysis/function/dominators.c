/* Block order, dominators, reachability between blocks.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "function-internal.h"

static void
number_blocks (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  uint32_t n = g->n_blocks;
  view->order = lk_arena_alloc (view->arena, n * sizeof (uint32_t));
  view->idom = lk_arena_alloc (view->arena, n * sizeof (uint32_t));
  view->stack = lk_arena_alloc (view->arena, (n + 1) * sizeof (uint32_t));
  uint32_t *stack = view->stack;
  uint32_t *next = lk_xmalloc ((n + 1) * sizeof *next);
  uint32_t *post = lk_xmalloc ((n + 1) * sizeof *post);
  memset (next, 0, n * sizeof *next);
  for (uint32_t b = 0; b < n; b++)
    view->order[b] = view->idom[b] = UINT32_MAX;
  uint32_t top = 0, count = 0;
  stack[top++] = 0;
  view->order[0] = 0;
  while (top)
    {
      uint32_t b = stack[top - 1];
      if (next[b] < g->blocks[b].n_succs)
	{
	  uint32_t t = g->blocks[b].succs[next[b]++]->to;
	  if (view->order[t] == UINT32_MAX)
	    {
	      view->order[t] = 0;
	      stack[top++] = t;
	    }
	}
      else
	{
	  post[count++] = b;
	  top--;
	}
    }
  for (uint32_t i = 0; i < count; i++)
    view->order[post[i]] = count - 1 - i;
  view->idom[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = count; i-- > 0;)
	{
	  uint32_t b = post[i];
	  if (b == 0)
	    continue;
	  uint32_t dom = UINT32_MAX;
	  for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	    {
	      uint32_t p = g->blocks[b].preds[k]->from;
	      if (view->idom[p] == UINT32_MAX)
		continue;
	      if (dom == UINT32_MAX)
		dom = p;
	      else
		for (uint32_t q = p; dom != q;)
		  if (view->order[dom] > view->order[q])
		    dom = view->idom[dom];
		  else
		    q = view->idom[q];
	    }
	  if (dom != view->idom[b])
	    {
	      view->idom[b] = dom;
	      changed = true;
	    }
	}
    }
  free (next);
  free (post);
}

static void
number_dominators (struct function_view *view)
{
  uint32_t n = view->graph->n_blocks;
  view->dom_first = lk_arena_alloc (view->arena, n * sizeof (uint32_t));
  view->dom_last = lk_arena_alloc (view->arena, n * sizeof (uint32_t));
  uint32_t *child = lk_xmalloc ((n + 1) * sizeof *child);
  uint32_t *sibling = lk_xmalloc ((n + 1) * sizeof *sibling);
  uint32_t *stack = view->stack;
  for (uint32_t b = 0; b < n; b++)
    child[b] = UINT32_MAX;
  for (uint32_t b = n; b-- > 1;)
    if (view->idom[b] != UINT32_MAX)
      {
	sibling[b] = child[view->idom[b]];
	child[view->idom[b]] = b;
      }
  uint32_t top = 0, count = 0;
  stack[top++] = 0;
  view->dom_first[0] = count++;
  while (top)
    {
      uint32_t b = stack[top - 1], c = child[b];
      if (c == UINT32_MAX)
	{
	  view->dom_last[b] = count - 1;
	  top--;
	  continue;
	}
      child[b] = sibling[c];
      view->dom_first[c] = count++;
      stack[top++] = c;
    }
  free (child);
  free (sibling);
}

void
dominators (struct function_view *view)
{
  number_blocks (view);
  number_dominators (view);
}

bool
dominates (const struct function_view *view, uint32_t a, uint32_t b)
{
  if (view->idom[b] == UINT32_MAX || view->idom[a] == UINT32_MAX)
    return false;
  return (view->dom_first[a] <= view->dom_first[b]
	  && view->dom_first[b] <= view->dom_last[a]);
}

bool
runs_before (const struct function_view *view, uint32_t b, uint32_t i, uint32_t block,
	     uint32_t index)
{
  return b == block ? i < index : dominates (view, b, block);
}

void
block_walk_begin (struct block_walk *w, const struct lk_graph *g, uint32_t block)
{
  w->graph = g;
  w->seen = lk_xmalloc (g->n_blocks);
  memset (w->seen, 0, g->n_blocks);
  w->stack = lk_xmalloc ((g->n_blocks + 1) * sizeof *w->stack);
  w->stack[0] = block;
  w->n = 1;
}

bool
next_block (struct block_walk *w, uint32_t *block)
{
  if (w->n)
    *block = w->stack[--w->n];
  else
    return false;
  return true;
}

void
enter_block (struct block_walk *w, uint32_t block)
{
  if (w->seen[block])
    return;
  w->seen[block] = 1;
  w->stack[w->n++] = block;
}

void
enter_successors (struct block_walk *w, uint32_t block)
{
  const struct lk_block *bl = &w->graph->blocks[block];
  for (uint32_t k = 0; k < bl->n_succs; k++)
    enter_block (w, bl->succs[k]->to);
}

void
block_walk_end (struct block_walk *w)
{
  free (w->seen);
  free (w->stack);
}

bool
block_reaches (struct context *context, uint32_t from, uint32_t to)
{
  struct block_walk w;
  uint32_t b = from;
  block_walk_begin (&w, context->graph, from);
  while (next_block (&w, &b) && b != to)
    enter_successors (&w, b);
  block_walk_end (&w);
  return b == to;
}

bool
block_repeats (const struct lk_graph *g, uint32_t block)
{
  struct block_walk w;
  uint32_t b;
  block_walk_begin (&w, g, block);
  while (!w.seen[block] && next_block (&w, &b))
    enter_successors (&w, b);
  bool repeats = w.seen[block];
  block_walk_end (&w);
  return repeats;
}
