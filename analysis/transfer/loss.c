/* When the last access path is gone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

void
solver_lose (struct scratch *s, enum lk_step_kind how, lk_loc where,
	     const char *name)
{
  s->n_paths = 0;
  s->loss.how = how;
  s->loss.loc = where;
  s->loss.name = name;
}

/* Return true if the loss was an act, not merely the end of a scope.  */
bool
loss_by_act (const struct scratch *s)
{
  return (s->n_paths == 0
	  && (s->loss.how == LK_STEP_OVERWRITTEN
	      || s->loss.how == LK_STEP_IGNORED
	      || s->loss.how == LK_STEP_CONTAINER_RELEASED));
}

bool
solver_names_dead (struct solver *solver, const struct scratch *s)
{
  return (s->n_paths == 0
	  || !names_live_after (solver, s, solver->context.block,
				solver->context.event));
}

bool
names_live_after (struct solver *solver, const struct scratch *s,
		  uint32_t block, uint32_t i)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  for (unsigned k = 0; k < s->n_paths; k++)
    {
      const struct lk_path *p = s->paths[k];
      if (solver->context.graph->vars[p->root].class_ != LK_VAR_VALUE || p->nsel)
	return true;
      for (struct use *u = solver->context.view->vars[p->root].uses; u; u = u->next)
	if (u->block == block && u->at_end)
	  return true;
      for (uint32_t e = i + 1; e < bl->n_events; e++)
	{
	  struct lk_event *ev = &bl->events[e];
	  if ((ev->src.kind == LK_PATH && ev->src.path->root == p->root)
	      || (ev->dest.kind == LK_PATH && ev->dest.path->root == p->root))
	    return true;
	  for (uint32_t a = 0; a < ev->n_args; a++)
	    if (ev->args[a].kind == LK_PATH
		&& ev->args[a].path->root == p->root)
	      return true;
	}
      if ((bl->a.kind == LK_PATH && bl->a.path->root == p->root)
	  || (bl->b.kind == LK_PATH && bl->b.path->root == p->root))
	return true;
      for (uint32_t e = 0; e < bl->n_succs; e++)
	if (live_in (solver->context.view, p->root, bl->succs[e]->to))
	  return true;
      /* A comparison of it may be what the branch tests.  */
      if (bl->term == LK_TERM_COND)
	for (struct use *u = solver->context.view->vars[p->root].uses; u; u = u->next)
	  if (u->block == block
	      && u->block != solver->context.view->vars[p->root].def_block)
	    return true;
    }
  return false;
}
