/* The owner of the elements of a collection: the field from which it was loaded, or where it was
   stored; and whether a promise is about them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

bool
elements_owned (const struct lk_path *path)
{
  return path->nsel && path->field && path->field->elements && path->field->owning;
}

const struct lk_path *
elements_loaded (const struct verifier *v, const struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return NULL;
  if (op->path->nsel)
    return elements_owned (op->path) ? op->path : NULL;
  const struct lk_event *def = definition_of (v, op->path);
  return (def && def->kind == LK_EVENT_ASSIGN && def->src.kind == LK_PATH
	  && elements_owned (def->src.path) ? def->src.path : NULL);
}

const struct lk_path *
elements_owner (const struct verifier *v, const struct lk_operand *op, uint32_t block,
		const struct lk_event *ev)
{
  const struct lk_path *loaded = elements_loaded (v, op);
  if (loaded || !is_value (op))
    return loaded;
  /* "this.all = all; all.add (r);"  */
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *store = &v->graph->blocks[b].events[i];
	if (store->kind == LK_EVENT_ASSIGN && store->dest.kind == LK_PATH
	    && store->src.kind == LK_PATH && store->src.path == op->path
	    && elements_owned (store->dest.path)
	    && (b == block ? store < ev : dominates (v->view, b, block)))
	  return store->dest.path;
      }
  return NULL;
}

bool
elements_meant (const struct lk_promise *p, const struct lk_ensure *e)
{
  const struct lk_field_promise *field
    = e->what.n_fields ? e->what.fields[e->what.n_fields - 1] : NULL;
  if (e->what.n_fields)
    return field && field->elements;
  return (e->what.base >= 0 && (unsigned) e->what.base < p->n_args
	  && p->args[e->what.base].elements && !p->args[e->what.base].must);
}
