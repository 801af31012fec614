/* A handle that is stored in an object which a local smart pointer holds, directly or by a
   method.

   The object was made elsewhere, and other code that has it may close the handle, so that the
   handle escapes.  But if only a local smart pointer has the address of the object, as far as
   can be seen, that pointer's destructor decides what becomes of the handle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "transfer-internal.h"

/* Return true if the pointer at OWNER is loaded for calls of the object's own methods, and for
   nothing else: no other code has it, as far as this function goes.  */
static bool
only_called (struct solver *solver, const struct lk_path *owner)
{
  struct function_view *view = solver->context.view;
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->src.kind == LK_PATH
	      && ev->src.path == owner
	      && (ev->dest.path->nsel || g->vars[ev->dest.path->root].user))
	    return false;
	  if ((ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY) && ev->src.kind == LK_PATH
	      && ev->src.path->nsel == 0 && loaded_from (view, ev->src.path->root) == owner)
	    return false;
	  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	    if (ev->args[k].kind == LK_PATH && !(ev->member && k == 0)
		&& (ev->args[k].path == owner
		    || (ev->args[k].path->nsel == 0
			&& loaded_from (view, ev->args[k].path->root) == owner)))
	      return false;
	}
      for (uint32_t j = 0; j < bl->n_phis; j++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (bl->phis[j].args[k].kind == LK_PATH && bl->phis[j].args[k].path->nsel == 0
	      && loaded_from (view, bl->phis[j].args[k].path->root) == owner)
	    return false;
      if (bl->term == LK_TERM_RETURN && bl->a.kind == LK_PATH
	  && loaded_from (view, bl->a.path->root) == owner)
	return false;
    }
  return true;
}

/* If a local object holds the address at OWNER, what the target holds is lost with the target.  */
static void
mark_owned (struct solver *solver, struct scratch *s, const struct lk_path *owner)
{
  struct lk_operand pointer = lk_operand_path (owner);
  struct lk_range some = POINTER_RANGE;
  scratch_restrict (&solver->context, s, key_of_operand (solver->context.view, &pointer), &some);
  s->flags |= FACT_OWNED;
}

const struct lk_path *
owner_of_stored (struct solver *solver, struct scratch *s, const struct lk_path *path)
{
  const struct lk_path *owner
    = path->nsel == 1 ? loaded_from (solver->context.view, path->root) : NULL;
  if (!owner || owner->nsel != 1 || owner->addend || owner->sel[0] == LK_ANY
      || solver->context.graph->vars[owner->root].class_ != LK_VAR_OBJECT
      || solver->context.obligation->in_place || !only_called (solver, owner))
    return NULL;
  int64_t sel[] = { owner->sel[0], path->sel[0] };
  mark_owned (solver, s, owner);
  return lk_path_make (solver->context.graph, owner->root, 2, sel, path->addend);
}

void
owner_names (struct solver *solver, struct scratch *s)
{
  const struct lk_variable *vars = solver->context.graph->vars;
  const struct lk_path *owned = NULL, *owner = NULL;
  for (unsigned i = 0; i < s->n_paths && !owned; i++)
    if (s->paths[i]->nsel == 2 && s->paths[i]->sel[0] != LK_ANY
	&& vars[s->paths[i]->root].class_ == LK_VAR_OBJECT)
      owned = s->paths[i];
  if (owned)
    owner = lk_path_make (solver->context.graph, owned->root, 1, owned->sel, 0);
  if (!owned || !only_called (solver, owner))
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    if (s->paths[i] != owned && vars[s->paths[i]->root].class_ == LK_VAR_VALUE
	&& path_provenance (solver->context.view, s->paths[i]) == owned)
      scratch_remove_at (s, i);
  mark_owned (solver, s, owner);
}
