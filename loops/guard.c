/* Blocks that run once: "if (x == null) x = new ...", "if (!done) { done = true; ... }".

   Heuristic: where the branch in which a field or a local variable is empty fills it, the blocks
   that this branch dominates run once.  Wrong if the field is emptied again: loops/match.c
   looks at that for fields (struct loop_field); for local variables all other stores must come
   before.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "body-builder.h"

/* Return true if the edge from BLOCK is the only one to TO.  */
static bool
single_entry (const struct body_builder *b, uint32_t block, uint32_t to)
{
  unsigned n = 0;
  for (uint32_t i = 0; i < b->graph->n; i++)
    for (uint32_t e = b->graph->first[i]; e < b->graph->first[i + 1]; e++)
      n += b->graph->successors[e] == to;
  return n == 1 && b->graph->position[to] != NONE && to != block;
}

/* Return true if FROM reaches BLOCK by one edge or more.  */
static bool
reaches (const struct body_builder *b, uint32_t from, uint32_t block)
{
  bool *seen = lk_arena_alloc_array (b->arena, b->graph->n, 1);
  uint32_t *stack = lk_arena_alloc_array (b->arena, b->graph->n + 1, sizeof *stack), n = 0;
  stack[n++] = from;
  while (n)
    {
      uint32_t at = stack[--n];
      for (uint32_t e = b->graph->first[at]; e < b->graph->first[at + 1]; e++)
	{
	  uint32_t to = b->graph->successors[e];
	  if (to == block)
	    return true;
	  if (!seen[to])
	    {
	      seen[to] = true;
	      stack[n++] = to;
	    }
	}
    }
  return false;
}

/* Return true if the blocks that REGION dominates fill what TEST found empty (or empty what it
   found full, if not EMPTY), and nothing undoes it.  */
static bool
fills (const struct body_builder *b, const struct tested_value *test, uint32_t region, bool empty)
{
  bool local = test->kind == TEST_LOCAL || test->kind == TEST_LOCAL_FLAG;
  bool number = test->kind == TEST_FLAG || test->kind == TEST_LOCAL_FLAG;
  bool filled = false;
  for (size_t i = 0; i < b->n_stores; i++)
    {
      const struct noted_store *s = &b->stores[i];
      if (s->local != local || s->number != number || s->which != test->which)
	continue;
      if (flow_dominates (b->graph, region, s->block) && s->known && s->empty != empty)
	filled = true;
      else if (local && reaches (b, region, s->block))
	return false;
    }
  return filled;
}

static void
add_guard (struct body_builder *b, const struct tested_value *test, uint32_t region)
{
  struct loop_body *out = b->out;
  bool local = test->kind == TEST_LOCAL || test->kind == TEST_LOCAL_FLAG;
  struct loop_guard guard = { local ? NONE : test->which, local ? NONE : test->base,
    test->kind == TEST_FLAG };
  uint32_t number = out->n_guards++;
  out->guards[number] = guard;
  for (uint32_t i = 0; i < out->n_blocks; i++)
    if (out->blocks[i].guard == NONE && flow_dominates (b->graph, region, i))
      out->blocks[i].guard = number;
}

void
find_guards (struct body_builder *b)
{
  uint32_t n = b->body->n_blocks, tests = 0;
  for (uint32_t i = 0; i < n; i++)
    tests += b->tests[i].kind != TEST_NONE;
  if (!tests || !b->n_stores)
    return;
  flow_graph_dominators (b->arena, b->graph);
  b->out->guards = lk_arena_alloc_array (b->p->arena, tests, sizeof *b->out->guards);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct tested_value *test = &b->tests[i];
      if (test->kind == TEST_NONE || b->graph->position[i] == NONE)
	continue;
      if (single_entry (b, i, test->empty) && fills (b, test, test->empty, true))
	add_guard (b, test, test->empty);
      else if ((test->kind == TEST_FLAG || test->kind == TEST_LOCAL_FLAG)
	       && single_entry (b, i, test->full) && fills (b, test, test->full, false))
	add_guard (b, test, test->full);
    }
}
