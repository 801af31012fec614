/* Natural loops of a method's control-flow graph, with its exceptional edges.

   A loop is the set of blocks that reach a back edge without passing its header; loops with one
   header are one.  "After the loop" are the blocks that its exits reach and that are not in it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flow-graph.h"

struct flow_graph *
flow_graph_of (struct lk_arena *arena, const struct lk_body *body)
{
  struct flow_graph *g = lk_arena_alloc (arena, sizeof *g);
  uint32_t n = body->n_blocks;
  g->n = n;
  g->first = lk_arena_alloc_array (arena, n + 1, sizeof *g->first);
  g->n_normal = lk_arena_alloc_array (arena, n, sizeof *g->n_normal);
  uint32_t total = 0;
  for (uint32_t b = 0; b < n; b++)
    total += body->blocks[b].n_successors + body->lists[body->blocks[b].handlers].n_catches;
  g->successors = lk_arena_alloc_array (arena, total, sizeof *g->successors);
  total = 0;
  for (uint32_t b = 0; b < n; b++)
    {
      const struct lk_code_block *block = &body->blocks[b];
      g->first[b] = total;
      g->n_normal[b] = block->n_successors;
      for (uint32_t i = 0; i < block->n_successors; i++)
	g->successors[total++] = block->successors[i];
      const struct lk_catch_list *list = &body->lists[block->handlers];
      for (uint32_t i = 0; i < list->n_catches; i++)
	g->successors[total++] = list->catches[i].block;
    }
  g->first[n] = total;
  /* Reverse postorder, without recursion.  */
  g->order = lk_arena_alloc_array (arena, n, sizeof *g->order);
  g->position = lk_arena_alloc_array (arena, n, sizeof *g->position);
  uint32_t *stack = lk_arena_alloc_array (arena, n, sizeof *stack);
  uint32_t *next = lk_arena_alloc_array (arena, n, sizeof *next);
  bool *seen = lk_arena_alloc_array (arena, n, sizeof *seen);
  uint32_t depth = 0, place = n;
  stack[depth++] = 0;
  seen[0] = true;
  next[0] = g->first[0];
  while (depth)
    {
      uint32_t b = stack[depth - 1];
      if (next[b] < g->first[b + 1])
	{
	  uint32_t to = g->successors[next[b]++];
	  if (!seen[to])
	    {
	      seen[to] = true;
	      next[to] = g->first[to];
	      stack[depth++] = to;
	    }
	  continue;
	}
      depth--;
      g->order[--place] = b;
    }
  /* Blocks that nothing reaches come last.  */
  uint32_t reached = n - place;
  memmove (g->order, g->order + place, reached * sizeof *g->order);
  g->n_reached = reached;
  for (uint32_t b = 0; b < n; b++)
    g->position[b] = NONE;
  for (uint32_t i = 0; i < reached; i++)
    g->position[g->order[i]] = i;
  return g;
}

static uint32_t
common (const struct flow_graph *g, uint32_t a, uint32_t b)
{
  while (a != b)
    {
      while (g->position[a] > g->position[b])
	a = g->dominator[a];
      while (g->position[b] > g->position[a])
	b = g->dominator[b];
    }
  return a;
}

void
flow_graph_dominators (struct lk_arena *arena, struct flow_graph *g)
{
  if (g->dominator)
    return;
  g->dominator = lk_arena_alloc_array (arena, g->n, sizeof *g->dominator);
  for (uint32_t b = 0; b < g->n; b++)
    g->dominator[b] = NONE;
  g->dominator[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < g->n_reached; i++)
	{
	  uint32_t b = g->order[i];
	  for (uint32_t e = g->first[b]; e < g->first[b + 1]; e++)
	    {
	      uint32_t to = g->successors[e];
	      if (to == 0 || g->dominator[b] == NONE)
		continue;
	      uint32_t dominator
		= g->dominator[to] == NONE ? b : common (g, g->dominator[to], b);
	      changed |= dominator != g->dominator[to];
	      g->dominator[to] = dominator;
	    }
	}
    }
}

bool
flow_dominates (const struct flow_graph *g, uint32_t above, uint32_t block)
{
  if (g->position[block] == NONE)
    return false;
  while (block != above && block != 0)
    block = g->dominator[block];
  return block == above;
}

/* Mark with VALUE what FROM reaches, within unmarked blocks.  */
static void
mark_from (const struct flow_graph *g, uint8_t *blocks, uint32_t from, uint8_t value,
	   uint32_t *stack)
{
  uint32_t n = 0;
  if (blocks[from])
    return;
  blocks[from] = value;
  stack[n++] = from;
  while (n)
    {
      uint32_t b = stack[--n];
      for (uint32_t e = g->first[b]; e < g->first[b + 1]; e++)
	if (!blocks[g->successors[e]])
	  {
	    blocks[g->successors[e]] = value;
	    stack[n++] = g->successors[e];
	  }
    }
}

/* Add to the loop of HEADER, in BLOCKS, the blocks that reach FROM.  */
static void
add_body (const struct flow_graph *g, const uint32_t *pred_first, const uint32_t *preds,
	  uint8_t *blocks, uint32_t from, uint32_t *stack)
{
  uint32_t n = 0;
  if (blocks[from])
    return;
  blocks[from] = 1;
  stack[n++] = from;
  while (n)
    {
      uint32_t b = stack[--n];
      for (uint32_t i = pred_first[b]; i < pred_first[b + 1]; i++)
	if (!blocks[preds[i]] && g->position[preds[i]] != NONE)
	  {
	    blocks[preds[i]] = 1;
	    stack[n++] = preds[i];
	  }
    }
}

/* The other blocks, and the figures, of LOOP.  */
static void
complete_loop (const struct flow_graph *g, const struct lk_body *body, struct natural_loop *loop,
	       uint32_t *stack)
{
  loop->endless = loop->leaves_at_header = true;
  loop->line = loop->last_line = 0;
  for (uint32_t b = 0; b < g->n; b++)
    if (loop->blocks[b] == 1)
      {
	loop->n_inside++;
	for (uint32_t i = 0; i < g->n_normal[b]; i++)
	  {
	    bool leaves = loop->blocks[g->successors[g->first[b] + i]] != 1;
	    loop->endless &= !leaves;
	    loop->leaves_at_header &= !leaves || b == loop->header;
	  }
	const struct lk_code_block *block = &body->blocks[b];
	/* A reader ends with an exception at the end of its stream.  A handler for all exceptions
	   is "finally".  */
	const struct lk_catch_list *list = &body->lists[block->handlers];
	for (uint32_t i = 0; i < list->n_catches; i++)
	  loop->endless &= (loop->blocks[list->catches[i].block] == 1
			    || !list->catches[i].class_name
			    || !strcmp (list->catches[i].class_name,
					"java/lang/InterruptedException"));
	for (uint32_t i = 0; i < block->n_insns; i++)
	  {
	    const struct lk_insn *insn = &body->insns[block->first_insn + i];
	    if (insn->line && (!loop->line || insn->line < loop->line))
	      loop->line = insn->line;
	    if (insn->line > loop->last_line)
	      loop->last_line = insn->line;
	    loop->n_calls += insn->op >= LK_OP_CALL_VIRTUAL && insn->op <= LK_OP_CALL_DYNAMIC;
	    loop->n_news += insn->op >= LK_OP_NEW && insn->op <= LK_OP_NEW_ARRAYS;
	  }
      }
  /* A loop that tests at its end begins with a jump there: the header's line is the test's, and
     the loop's is the lowest.  */
  for (uint32_t b = 0; b < g->n; b++)
    if (loop->blocks[b] == 1)
      for (uint32_t i = 0; i < g->n_normal[b]; i++)
	{
	  uint32_t to = g->successors[g->first[b] + i];
	  if (loop->blocks[to] == 0)
	    mark_from (g, loop->blocks, to, 2, stack);
	}
}

static int
compare_loops (const void *a, const void *b)
{
  const struct natural_loop *x = a, *y = b;
  if (x->n_inside != y->n_inside)
    return x->n_inside > y->n_inside ? -1 : 1;
  return x->header < y->header ? -1 : x->header > y->header;
}

struct natural_loop *
natural_loops (struct lk_arena *arena, struct flow_graph *g, const struct lk_body *body,
	       unsigned *n_loops)
{
  flow_graph_dominators (arena, g);
  uint32_t *pred_first = lk_arena_alloc_array (arena, g->n + 2, sizeof *pred_first);
  uint32_t *preds = lk_arena_alloc_array (arena, g->first[g->n], sizeof *preds);
  for (uint32_t e = 0; e < g->first[g->n]; e++)
    pred_first[g->successors[e] + 2]++;
  for (uint32_t b = 0; b < g->n; b++)
    pred_first[b + 2] += pred_first[b + 1];
  for (uint32_t b = 0; b < g->n; b++)
    for (uint32_t e = g->first[b]; e < g->first[b + 1]; e++)
      preds[pred_first[g->successors[e] + 1]++] = b;
  uint32_t *stack = lk_arena_alloc_array (arena, g->n + 1, sizeof *stack);
  struct natural_loop *loops = lk_arena_alloc_array (arena, g->n, sizeof *loops);
  unsigned n = 0;
  for (uint32_t i = 0; i < g->n_reached; i++)
    {
      uint32_t header = g->order[i];
      struct natural_loop *loop = NULL;
      for (uint32_t k = pred_first[header]; k < pred_first[header + 1]; k++)
	if (flow_dominates (g, header, preds[k]))
	  {
	    if (!loop)
	      {
		loop = &loops[n++];
		loop->header = header;
		loop->n_blocks = g->n;
		loop->blocks = lk_arena_alloc_array (arena, g->n, 1);
		loop->blocks[header] = 1;
	      }
	    add_body (g, pred_first, preds, loop->blocks, preds[k], stack);
	  }
      if (loop)
	complete_loop (g, body, loop, stack);
    }
  qsort (loops, n, sizeof *loops, compare_loops);
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < i; k++)
      loops[i].depth += loops[k].blocks[loops[i].header] == 1;
  *n_loops = n;
  return loops;
}

const struct lk_method *
method_with_code (struct program *p, struct lk_arena *arena, const struct lk_method *method)
{
  const struct lk_class *file = lk_classpath_load (p->classpath, method->owner->name, arena);
  const struct lk_method *m
    = file ? lk_class_method (file, method->name, method->descriptor) : NULL;
  return m && m->code ? m : NULL;
}

struct natural_loop *
loops_of_code (struct lk_arena *arena, const struct lk_method *code, unsigned *n)
{
  struct lk_java_error error;
  const struct lk_body *body = lk_body_decode (arena, code->owner, code, &error);
  *n = 0;
  return body ? natural_loops (arena, flow_graph_of (arena, body), body, n) : NULL;
}

struct natural_loop *
loops_of (struct program *p, struct lk_arena *arena, const struct lk_method *method, unsigned *n)
{
  const struct lk_method *m = method_with_code (p, arena, method);
  *n = 0;
  return m ? loops_of_code (arena, m, n) : NULL;
}
