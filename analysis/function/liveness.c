/* Is a value live at the start of a block?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

#define LIVE_WORDS 8
#define LIVE_PART (64 * LIVE_WORDS)

/* Set the bit of BLOCK.  Return false if it was set, or BLOCK is unreachable.  */
static bool
set_live (struct function_view *view, struct var_info *vi, uint32_t block)
{
  uint32_t n = view->order[block];
  if (n == UINT32_MAX)
    return false;
  uint64_t **part = &vi->live_in[n / LIVE_PART];
  if (!*part)
    *part = lk_arena_alloc (view->arena, LIVE_WORDS * sizeof **part);
  uint64_t *word = &(*part)[n % LIVE_PART / 64], bit = UINT64_C (1) << n % 64;
  if (*word & bit)
    return false;
  *word |= bit;
  return true;
}

static void
make_live (struct function_view *view, lk_var v)
{
  struct lk_graph *g = view->graph;
  struct var_info *vi = &view->vars[v];
  vi->live_in = lk_arena_alloc (view->arena, (g->n_blocks / LIVE_PART + 1)
					     * sizeof *vi->live_in);
  uint32_t *stack = view->stack;
  uint32_t top = 0;
  for (struct use *u = vi->uses; u; u = u->next)
    if (u->block != vi->def_block && set_live (view, vi, u->block))
      stack[top++] = u->block;
  while (top)
    {
      uint32_t b = stack[--top];
      for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	{
	  uint32_t p = g->blocks[b].preds[k]->from;
	  if (p != vi->def_block && set_live (view, vi, p))
	    stack[top++] = p;
	}
    }
}

/* Return true if V is needed at the start of BLOCK, after its phis.  */
bool
live_in (struct function_view *view, lk_var v, uint32_t block)
{
  if (v >= view->n_vars || view->graph->vars[v].class_ != LK_VAR_VALUE)
    return true;
  struct var_info *vi = &view->vars[v];
  if (vi->phi && vi->def_block == block)
    return vi->uses != NULL;
  if (!vi->live_in)
    make_live (view, v);
  uint32_t n = view->order[block];
  if (n == UINT32_MAX)
    return true;
  const uint64_t *part = vi->live_in[n / LIVE_PART];
  return part && (part[n % LIVE_PART / 64] >> n % 64 & 1);
}
