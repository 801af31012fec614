/* Regions of a function: what is between a branch and the block where its ways meet again.

   An obligation has to do with few blocks of a large function.  For all others it is enough to
   know where control comes out of them (the postdominator), which branches decide on whether a
   block is reached (control dependence: Ferrante, Ottenstein, Warren), and what is written on
   the way.  The ends are returns and unwinding; from a block that gets to none, because the
   process ends or goes round for ever, there is no way on that could be shortened.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

/* ---- The way out, postdominators.  ---- */

/* The process ends in BL.  */
static bool
ends_process (const struct lk_block *bl)
{
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (bl->events[i].kind == LK_EVENT_CALL && bl->events[i].callee
	&& (bl->events[i].callee->flags & LK_FN_NORETURN))
      return true;
  return false;
}

/* Breadth first from the N blocks in QUEUE, against the edges, exceptional ones only if THROWN.
   Returns how many there are then.  */
static uint32_t
go_back (struct regions *r, uint32_t *queue, uint32_t n, bool thrown)
{
  const struct lk_graph *g = r->view->graph;
  for (uint32_t head = 0; head < n; head++)
    for (uint32_t i = 0; i < g->blocks[queue[head]].n_preds; i++)
      {
	const struct lk_edge *e = g->blocks[queue[head]].preds[i];
	if (r->ends[e->from] || r->view->idom[e->from] == UINT32_MAX
	    || (!(e->flags & LK_EDGE_EXCEPTION) ? ends_process (&g->blocks[e->from]) : !thrown))
	  continue;
	const struct lk_block *from = &g->blocks[e->from];
	r->ends[e->from] = true;
	for (uint32_t k = 0; k < from->n_succs; k++)
	  if (from->succs[k] == e)
	    r->out[e->from] = k;
	queue[n++] = e->from;
      }
  return n;
}

/* Control may leave the function in BL.  */
static bool
may_leave (const struct lk_block *bl)
{
  if (bl->term == LK_TERM_RETURN || bl->term == LK_TERM_UNWIND)
    return true;
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (bl->events[i].throws)
      return true;
  return false;
}

static void
find_exits (struct regions *r)
{
  const struct lk_graph *g = r->view->graph;
  r->exits = lk_arena_alloc (r->view->arena, (g->n_blocks + 1) * sizeof *r->exits);
  r->is_exit = lk_arena_alloc (r->view->arena, g->n_blocks + 1);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (r->view->idom[b] != UINT32_MAX && may_leave (&g->blocks[b]))
      {
	r->is_exit[b] = true;
	r->exits[r->n_exits++] = b;
      }
}

/* A way out that returns is better than one that an exception takes.  */
static void
find_ends (struct regions *r)
{
  const struct lk_graph *g = r->view->graph;
  uint32_t *queue = lk_xmalloc ((g->n_blocks + 1) * sizeof *queue);
  uint32_t n = 0;
  for (unsigned thrown = 0; thrown < 2; thrown++)
    {
      for (uint32_t i = 0; i < r->n_exits; i++)
	{
	  uint32_t b = r->exits[i];
	  const struct lk_block *bl = &g->blocks[b];
	  if (r->ends[b] || (!thrown && bl->term != LK_TERM_RETURN)
	      || (bl->term == LK_TERM_RETURN && ends_process (bl)))
	    continue;
	  r->ends[b] = true;
	  queue[n++] = b;
	}
      n = go_back (r, queue, n, thrown);
    }
  free (queue);
}

/* Number the blocks that end in postorder of the graph with its edges turned round, from a
   virtual end that is numbered N_BLOCKS.  */
static uint32_t
number_backwards (struct regions *r, uint32_t *number, uint32_t *by_number)
{
  const struct lk_graph *g = r->view->graph;
  uint32_t n = g->n_blocks, top = 0, count = 0;
  uint32_t *stack = lk_xmalloc ((n + 1) * sizeof *stack);
  uint32_t *next = lk_xmalloc ((n + 1) * sizeof *next);
  memset (next, 0, (n + 1) * sizeof *next);
  for (uint32_t b = 0; b < n; b++)
    number[b] = UINT32_MAX;
  for (uint32_t b = 0; b < n; b++)
    {
      if (!r->ends[b] || number[b] != UINT32_MAX || !r->is_exit[b])
	continue;
      stack[top++] = b;
      number[b] = 0;
      while (top)
	{
	  uint32_t k = stack[top - 1];
	  if (next[k] == g->blocks[k].n_preds)
	    {
	      by_number[count] = k;
	      number[k] = count++;
	      top--;
	      continue;
	    }
	  uint32_t p = g->blocks[k].preds[next[k]++]->from;
	  if (r->ends[p] && number[p] == UINT32_MAX)
	    {
	      number[p] = 0;
	      stack[top++] = p;
	    }
	}
    }
  number[n] = count;
  by_number[count] = n;
  free (stack);
  free (next);
  return count;
}

/* Cooper, Harvey, Kennedy, backwards.  */
static void
find_postdominators (struct regions *r)
{
  const struct lk_graph *g = r->view->graph;
  uint32_t n = g->n_blocks;
  uint32_t *number = lk_xmalloc ((n + 1) * sizeof *number);
  uint32_t *by_number = lk_xmalloc ((n + 1) * sizeof *by_number);
  uint32_t count = number_backwards (r, number, by_number);
  for (uint32_t b = 0; b < n; b++)
    r->ipdom[b] = UINT32_MAX;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = count; i-- > 0;)
	{
	  uint32_t b = by_number[i], dom = UINT32_MAX;
	  const struct lk_block *bl = &g->blocks[b];
	  if (r->is_exit[b])
	    dom = n;
	  for (uint32_t k = 0; k < bl->n_succs; k++)
	    {
	      uint32_t q = bl->succs[k]->to;
	      if (!r->ends[q] || r->ipdom[q] == UINT32_MAX)
		continue;
	      if (dom == UINT32_MAX)
		dom = q;
	      while (dom != q)
		if (number[dom] < number[q])
		  dom = r->ipdom[dom];
		else
		  q = r->ipdom[q];
	    }
	  if (dom != r->ipdom[b])
	    {
	      r->ipdom[b] = dom;
	      changed = true;
	    }
	}
    }
  for (uint32_t b = 0; b < n; b++)
    if (r->ipdom[b] == n)
      r->ipdom[b] = UINT32_MAX;
  free (number);
  free (by_number);
}

/* ---- Which branches control a block.  ---- */

/* Call for each block that the branch at the end of BLOCK controls: count it, or, where there is
   room, write it down.  */
static void
add_control (struct regions *r, uint32_t block, uint32_t *room)
{
  const struct lk_block *bl = &r->view->graph->blocks[block];
  if (!r->ends[block] || bl->n_succs + r->is_exit[block] < 2)
    return;
  for (uint32_t k = 0; k < bl->n_succs; k++)
    {
      uint32_t b = bl->succs[k]->to;
      if (!r->ends[b])
	continue;
      for (; b != r->ipdom[block] && b != UINT32_MAX; b = r->ipdom[b])
	if (!room)
	  r->control_first[b + 1]++;
	else if (room[b] == r->control_first[b] || r->control[room[b] - 1] != block)
	  r->control[room[b]++] = block;
    }
}

static void
find_control (struct regions *r)
{
  uint32_t n = r->view->graph->n_blocks;
  struct lk_arena *arena = r->view->arena;
  r->control_first = lk_arena_alloc (arena, (n + 2) * sizeof *r->control_first);
  for (uint32_t b = 0; b < n; b++)
    add_control (r, b, NULL);
  for (uint32_t b = 0; b < n; b++)
    r->control_first[b + 1] += r->control_first[b];
  r->control = lk_arena_alloc (arena, (r->control_first[n] + 1) * sizeof *r->control);
  uint32_t *room = lk_xmalloc ((n + 1) * sizeof *room);
  memcpy (room, r->control_first, n * sizeof *room);
  for (uint32_t b = 0; b < n; b++)
    add_control (r, b, room);
  /* An entry that was not filled, because several paths of one branch lead there, is that
     branch again.  */
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t i = room[b]; i < r->control_first[b + 1]; i++)
      r->control[i] = r->control[room[b] - 1];
  free (room);
}

/* ---- What is written on the way.  ---- */

static void
order_blocks (struct regions *r)
{
  uint32_t n = r->view->graph->n_blocks;
  r->by_order = lk_arena_alloc (r->view->arena, (n + 1) * sizeof *r->by_order);
  for (uint32_t b = 0; b < n; b++)
    if (r->view->order[b] != UINT32_MAX)
      {
	r->by_order[r->view->order[b]] = b;
	r->n_ordered++;
      }
}

static void
find_effects (struct regions *r)
{
  struct function_view *view = r->view;
  const struct lk_graph *g = view->graph;
  uint32_t n = g->n_blocks;
  r->effect = lk_arena_alloc (view->arena, (n + 1) * sizeof *r->effect);
  for (uint32_t b = 0; b < n; b++)
    {
      struct effect e = { 0, 0 };
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	{
	  const struct lk_event *ev = &g->blocks[b].events[i];
	  if (g->n_formals)
	    effect_of_event (view, ev, &e);
	  if (ev->kind == LK_EVENT_CALL && ev->callee && ev->n_args
	      && (((ev->callee->flags & LK_FN_BODY) && (ev->callee->flags & LK_FN_MAY_END))
		  || (ev->callee->contract && ev->callee->contract->ends.base > 0)))
	    r->may_end[b] = true;
	}
      r->effect[b].written = e.written;
      r->effect[b].members = e.members;
      r->writes |= e.written != 0 || e.members != 0;
    }
  for (bool changed = r->writes; changed;)
    {
      changed = false;
      for (uint32_t b = n; b-- > 0;)
	{
	  const struct lk_block *bl = &g->blocks[b];
	  uint64_t written = r->effect[b].written, members = r->effect[b].members;
	  for (uint32_t k = 0; r->ends[b] && bl->n_succs > 1 && k < bl->n_succs; k++)
	    for (uint32_t t = bl->succs[k]->to;
		 t != UINT32_MAX && r->ends[t] && t != r->ipdom[b]; t = r->ipdom[t])
	      {
		written |= r->effect[t].written;
		members |= r->effect[t].members;
	      }
	  if (written != r->effect[b].written || members != r->effect[b].members)
	    {
	      r->effect[b].written = written;
	      r->effect[b].members = members;
	      changed = true;
	    }
	}
    }
}

/* ---- Mentions.  ---- */

static uint32_t
hash_mention (lk_var root, int64_t sel)
{
  uint64_t h = (root + 1) * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ (uint64_t) sel) * UINT64_C (0xff51afd7ed558ccd);
  return (uint32_t) (h >> 32);
}

const struct mentions *
regions_mentions (const struct regions *r, lk_var root, int64_t sel)
{
  if (!r->n_buckets)
    return NULL;
  const struct mentions *m = r->buckets[hash_mention (root, sel) & (r->n_buckets - 1)];
  while (m && (m->root != root || m->sel != sel))
    m = m->chain;
  return m;
}

static struct mentions *
mentions_for (struct regions *r, lk_var root, int64_t sel)
{
  struct mentions *m = (struct mentions *) regions_mentions (r, root, sel);
  if (m)
    return m;
  if (r->n_mentions * 2 >= r->n_buckets)
    {
      uint32_t n = r->n_buckets ? r->n_buckets * 4 : 64;
      struct mentions **buckets = lk_arena_alloc (r->view->arena, n * sizeof *buckets);
      for (uint32_t v = 0; v < r->view->n_vars; v++)
	for (m = r->by_root[v]; m; m = m->same_root)
	  {
	    uint32_t h = hash_mention (m->root, m->sel) & (n - 1);
	    m->chain = buckets[h];
	    buckets[h] = m;
	  }
      r->buckets = buckets;
      r->n_buckets = n;
    }
  m = lk_arena_alloc (r->view->arena, sizeof *m);
  m->root = root;
  m->sel = sel;
  m->same_root = r->by_root[root];
  r->by_root[root] = m;
  uint32_t h = hash_mention (root, sel) & (r->n_buckets - 1);
  m->chain = r->buckets[h];
  r->buckets[h] = m;
  r->n_mentions++;
  return m;
}

/* OP is mentioned by WHAT of BLOCK, and with a truth value what it was made of.  */
static void
add_mention (struct regions *r, const struct lk_operand *op, uint32_t block, int32_t what,
	     unsigned depth)
{
  if (op->kind != LK_PATH || op->path->root >= r->view->n_vars)
    return;
  struct mentions *all
    = mentions_for (r, op->path->root, op->path->nsel ? op->path->sel[0] : SEL_NONE);
  if (!all->first || all->first->block != block || all->first->what != what)
    {
      struct mention *m = lk_arena_alloc (r->view->arena, sizeof *m);
      m->block = block;
      m->what = what;
      m->next = all->first;
      all->first = m;
    }
  const struct lk_definition *def = &r->view->graph->vars[op->path->root].def;
  if (def->kind != LK_DEF_OTHER && depth < MAX_DEF_DEPTH)
    {
      add_mention (r, &def->a, block, what, depth + 1);
      add_mention (r, &def->b, block, what, depth + 1);
    }
}

static void
find_mentions (struct regions *r)
{
  const struct lk_graph *g = r->view->graph;
  r->by_root = lk_arena_alloc (r->view->arena, (r->view->n_vars + 1) * sizeof *r->by_root);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      if (r->view->idom[b] == UINT32_MAX)
	continue;
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  struct lk_path result = { .root = bl->phis[i].result };
	  struct lk_operand op = lk_operand_path (&result);
	  add_mention (r, &op, b, MENTION_PHI, MAX_DEF_DEPTH);
	  for (uint32_t k = 0; k < bl->n_preds; k++)
	    add_mention (r, &bl->phis[i].args[k], b, MENTION_PHI, 0);
	}
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  add_mention (r, &ev->dest, b, (int32_t) i, MAX_DEF_DEPTH);
	  add_mention (r, &ev->src, b, (int32_t) i, 0);
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    add_mention (r, &ev->args[k], b, (int32_t) i, 0);
	  if (ev->element)
	    {
	      struct lk_path element = { .root = ev->element - 1 };
	      struct lk_operand op = lk_operand_path (&element);
	      add_mention (r, &op, b, (int32_t) i, 0);
	    }
	}
      add_mention (r, &bl->a, b, MENTION_TERM, 0);
      add_mention (r, &bl->b, b, MENTION_TERM, 0);
    }
}

struct regions *
regions_of (struct function_view *view)
{
  if (view->slots[VIEW_REGIONS])
    return view->slots[VIEW_REGIONS];
  uint32_t n = view->graph->n_blocks;
  struct regions *r = lk_arena_alloc (view->arena, sizeof *r);
  r->view = view;
  r->ends = lk_arena_alloc (view->arena, n + 1);
  r->may_end = lk_arena_alloc (view->arena, n + 1);
  r->out = lk_arena_alloc (view->arena, (n + 1) * sizeof *r->out);
  r->ipdom = lk_arena_alloc (view->arena, (n + 1) * sizeof *r->ipdom);
  find_exits (r);
  find_ends (r);
  find_postdominators (r);
  order_blocks (r);
  find_control (r);
  find_effects (r);
  find_mentions (r);
  view->slots[VIEW_REGIONS] = r;
  return r;
}
