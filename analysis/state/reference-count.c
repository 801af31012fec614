/* Reference counts: conditions on a count that is kept inside the very object.

   A function that changes such a count and then releases the object or not drops a reference:
   that is its release, whatever the count was.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

/* Return true if the address PATH, or with PLACE the place, is in the object that HANDLE
   points to, or, if it is COUNTED there, in one that HANDLE is a member of.  */
static bool
in_object_of (const struct lk_path *handle, const struct lk_path *path, bool place,
	      bool counted)
{
  struct path_rest rest;
  if (path_rest (path, handle, &rest) && rest.nsel == (place ? 1 : 0))
    return true;
  if (!counted)
    return false;
  unsigned n = place ? path->nsel - 1 : path->nsel;
  return (path->root == handle->root && n < handle->nsel
	  && !memcmp (path->sel, handle->sel, n * sizeof *path->sel));
}

/* Return true if the function stores in PLACE the sum of a value and a constant; of a sum that
   is not tested it is only known that it is none of the other values.  */
static bool
counted_on (const struct context *context, const struct lk_path *place)
{
  const struct lk_graph *g = context->graph;
  if (place->root >= context->view->n_vars)
    return false;
  for (const struct write *w = context->view->vars[place->root].writes; w;
       w = w->next)
    {
      const struct lk_event *ev = &g->blocks[w->block].events[w->index];
      if (ev->kind != LK_EVENT_ASSIGN || ev->dest.path != place)
	continue;
      if (ev->src.kind == LK_UNKNOWN)
	return true;
      if (ev->src.kind == LK_PATH && ev->src.path->nsel == 0)
	{
	  const struct lk_definition *def = &g->vars[ev->src.path->root].def;
	  if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD)
	    return true;
	}
    }
  return false;
}

bool
counts_references (struct context *context, const struct scratch *s,
		   const struct lk_operand *op)
{
  for (unsigned depth = 0; depth < MAX_DEF_DEPTH; depth++)
    {
      if (op->kind != LK_PATH || op->path->nsel
	  || op->path->root >= context->view->n_vars)
	return false;
      const struct lk_definition *def
	= &context->graph->vars[op->path->root].def;
      if (def->kind == LK_DEF_PURE)
	{
	  op = &def->a;
	  continue;
	}
      const struct lk_event *load = var_load (context->view, op->path->root);
      if (load && !quiet (context->view, load->src.path))
	for (unsigned i = 0; i < s->n_paths; i++)
	  if (in_object_of (s->paths[i], load->src.path, true,
			    counted_on (context, load->src.path)))
	    return true;
      const struct lk_event *ev = var_call (context->view, op->path->root);
      if (ev && !(ev->callee && (ev->callee->flags & LK_FN_BODY)))
	for (uint32_t k = 0; k < ev->n_args; k++)
	  for (unsigned i = 0; i < s->n_paths; i++)
	    if (ev->args[k].kind == LK_PATH && ev->args[k].path->addend != 0
		&& in_object_of (s->paths[i], ev->args[k].path, false,
				  true))
	      return true;
      return false;
    }
  limit_met (context->unit, context->graph->function, LIMIT_DEF_DEPTH);
  return false;
}
