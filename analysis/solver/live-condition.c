/* Which conditions may still decide something.

   Facts that differ only in their conditions are kept apart up to MAX_VARIANTS in a block.  Where
   there are more, the conditions that no later branch, call or store looks at are forgotten first:
   then the rest still tells the facts apart.

   A condition is alive at a block if some block from there on mentions its key: the value, the
   memory, or a value that was computed from them.  An unknown function, which may only change the
   memory, does not count.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "solver-internal.h"

struct search
{
  const struct regions *regions;
  const struct lk_graph *graph;
  uint64_t *blocks;		/* Bits: those that look at the key.  */
  uint64_t *seen;		/* Bits: variables; for each number of selectors.  */
};

static void mark_place (struct search *, lk_var v, const int64_t *sel, unsigned nsel);

static void
mark_block (struct search *s, uint32_t block)
{
  s->blocks[block / 64] |= UINT64_C (1) << block % 64;
}

/* Return true if EV, which mentions a value, looks at it; MEMORY: at what it points to.  */
static bool
looks (const struct lk_event *ev, bool memory)
{
  return (ev->kind != LK_EVENT_CALL
	  || (ev->callee && ((ev->callee->flags & LK_FN_BODY)
			     || (ev->callee->contract
				 && (!memory || contract_tests_member (ev->callee->contract))))));
}

/* The phis of BL mention V: what they choose is looked at like V.  */
static void
mark_phis (struct search *s, const struct lk_block *bl, lk_var v, const int64_t *sel, unsigned nsel)
{
  for (uint32_t i = 0; i < bl->n_phis; i++)
    for (uint32_t k = 0; k < bl->n_preds; k++)
      if (bl->phis[i].args[k].kind == LK_PATH && bl->phis[i].args[k].path->root == v)
	{
	  mark_block (s, bl->preds[k]->from);
	  mark_place (s, bl->phis[i].result, sel, nsel);
	}
}

/* Mark the blocks of ALL, mentions of V, that look at V, or at the memory that the NSEL selectors
   SEL lead to from there; likewise of values computed from it.  */
static void
mark_mentions (struct search *s, const struct mentions *all, lk_var v, const int64_t *sel,
	       unsigned nsel)
{
  for (const struct mention *m = all ? all->first : NULL; m; m = m->next)
    {
      const struct lk_block *bl = &s->graph->blocks[m->block];
      const struct lk_event *ev = m->what >= 0 ? &bl->events[m->what] : NULL;
      if (m->what == MENTION_PHI)
	mark_phis (s, bl, v, sel, nsel);
      if (m->what == MENTION_PHI || (ev && !looks (ev, nsel != 0)))
	continue;
      bool defines = (ev && ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
		      && !ev->dest.path->nsel);
      if (defines && ev->dest.path->root == v)
	continue;
      unsigned loaded = defines && ev->src.kind == LK_PATH ? ev->src.path->nsel : 0;
      if (!defines || loaded >= nsel)
	mark_block (s, m->block);
      if (defines && loaded <= nsel)
	mark_place (s, ev->dest.path->root, sel + loaded, nsel - loaded);
    }
}

static bool
operand_is (const struct lk_operand *op, lk_var v)
{
  return op->kind == LK_PATH && op->path->root == v;
}

static void
mark_place (struct search *s, lk_var v, const int64_t *sel, unsigned nsel)
{
  uint64_t *seen = s->seen + nsel * (s->graph->n_vars / 64 + 1);
  if (seen[v / 64] & UINT64_C (1) << v % 64)
    return;
  seen[v / 64] |= UINT64_C (1) << v % 64;
  if (nsel)
    {
      const int64_t sels[3] = { sel[0], SEL_NONE, LK_ANY };
      for (unsigned i = 0; i < 3; i++)
	mark_mentions (s, regions_mentions (s->regions, v, sels[i]), v, sel, nsel);
      return;
    }
  for (const struct mentions *all = s->regions->by_root[v]; all; all = all->same_root)
    mark_mentions (s, all, v, sel, nsel);
  for (lk_var d = 0; d < s->graph->n_vars; d++)
    if (s->graph->vars[d].def.kind != LK_DEF_OTHER
	&& (operand_is (&s->graph->vars[d].def.a, v) || operand_is (&s->graph->vars[d].def.b, v)))
      mark_place (s, d, sel, 0);
}

/* A body that is called looks at global variables.  */
static void
mark_bodies (struct search *s)
{
  for (uint32_t b = 0; b < s->graph->n_blocks; b++)
    for (uint32_t i = 0; i < s->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &s->graph->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL && ev->callee && (ev->callee->flags & LK_FN_BODY))
	  mark_block (s, b);
      }
}

static void
mark_key (struct search *s, struct lk_arena *arena, struct function_view *view, key_id id)
{
  const struct key *k = key_at (view, id);
  bool known = k->kind == KEY_VALUE || k->kind == KEY_MEMORY;
  for (unsigned i = 0; known && i < k->path->nsel; i++)
    known = k->path->sel[i] != LK_ANY;
  if (k->kind == KEY_EXPRESSION)
    {
      if (!k->a_const)
	mark_key (s, arena, view, (key_id) k->a);
      if (!k->b_const && k->b)
	mark_key (s, arena, view, (key_id) k->b);
    }
  else if (known)
    {
      size_t words = s->graph->n_vars / 64 + 1;
      s->seen = lk_arena_alloc (arena, (k->path->nsel + 1) * words * sizeof *s->seen);
      mark_place (s, k->path->root, k->path->sel, k->path->nsel);
      if (s->graph->vars[k->path->root].class_ == LK_VAR_GLOBAL)
	mark_bodies (s);
    }
  else
    memset (s->blocks, 0xff, (s->graph->n_blocks / 64 + 1) * sizeof *s->blocks);
}

/* Add to BLOCKS all blocks from which one of them is reached.  */
static void
add_reaching (const struct lk_graph *g, struct lk_arena *arena, uint64_t *blocks)
{
  uint32_t *stack = lk_arena_alloc (arena, g->n_blocks * sizeof *stack), n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (blocks[b / 64] & UINT64_C (1) << b % 64)
      stack[n++] = b;
  while (n)
    {
      const struct lk_block *bl = &g->blocks[stack[--n]];
      for (uint32_t i = 0; i < bl->n_preds; i++)
	{
	  uint32_t from = bl->preds[i]->from;
	  if (blocks[from / 64] & UINT64_C (1) << from % 64)
	    continue;
	  blocks[from / 64] |= UINT64_C (1) << from % 64;
	  stack[n++] = from;
	}
    }
}

/* By key: bits of the blocks where a condition on it is alive; NULL: not asked yet.  */
struct live_keys
{
  const uint64_t **blocks;
  key_id n;
};

/* Return, by bits, the blocks where a condition on KEY is alive.  */
static const uint64_t *
live_blocks (struct context *context, key_id key)
{
  struct function_view *view = context->view;
  const struct lk_graph *g = context->graph;
  struct live_keys *l = view_slot (view, VIEW_LIVE_CONDITIONS, sizeof *l);
  if (key >= l->n)
    {
      const uint64_t **more = lk_arena_alloc (view->arena, view->n_keys * sizeof *more);
      if (l->n)
	memcpy (more, l->blocks, l->n * sizeof *more);
      l->blocks = more;
      l->n = view->n_keys;
    }
  if (!l->blocks[key])
    {
      struct search s = { .regions = regions_of (view), .graph = g };
      s.blocks = lk_arena_alloc (view->arena, (g->n_blocks / 64 + 1) * sizeof *s.blocks);
      mark_key (&s, context->arena, view, key);
      add_reaching (g, context->arena, s.blocks);
      l->blocks[key] = s.blocks;
    }
  return l->blocks[key];
}

static bool
is_alive (struct solver *solver, key_id key, uint32_t block)
{
  return (key == solver->context.view->state
	  || (live_blocks (&solver->context, key)[block / 64] & UINT64_C (1) << block % 64));
}

void
forget_dead_conditions (struct solver *solver, struct scratch *s, uint32_t block)
{
  unsigned n = 0;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (is_alive (solver, s->conditions[i].key, block))
      s->conditions[n++] = s->conditions[i];
  s->n_conditions = n;
}

bool
has_dead_conditions (struct solver *solver, const struct fact *f, uint32_t block)
{
  for (unsigned i = 0; i < f->n_conditions; i++)
    if (!is_alive (solver, f->conditions[i].key, block))
      return true;
  return false;
}
