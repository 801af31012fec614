/* Structures of C that own members.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

const struct lk_path *
acquired_path (struct verifier *v, const struct lk_place *place,
	    const struct lk_event *ev)
{
  const struct lk_operand *op;
  if (place->base == 0)
    op = &ev->dest;
  else if (place->base >= 1 && (unsigned) place->base <= ev->n_args)
    op = &ev->args[place->base - 1];
  else
    return NULL;
  if (op->kind != LK_PATH)
    return NULL;
  if (place->nsel == 0)
    return op->path;
  if (op->path->nsel)
    return NULL;
  int64_t sel[LK_PLACE_MAX];
  memcpy (sel, place->sel, sizeof sel);
  if (op->path->addend == LK_ANY)
    sel[0] = LK_ANY;
  else
    sel[0] += op->path->addend;
  return lk_path_make (v->graph, op->path->root, place->nsel, sel, 0);
}

const struct lk_path *
filled_object (struct verifier *v, const struct lk_path *path)
{
  if (path->nsel != 1 || !path->field || !path->field->owning
      || !path->field->holder
      || v->graph->vars[path->root].class_ != LK_VAR_OBJECT)
    return NULL;
  return lk_path_make (v->graph, path->root, 0, NULL, 0);
}

const struct lk_acquires *
declared_at (const struct verifier *v, const struct lk_path *dest)
{
  const struct lk_variable *root = &v->graph->vars[dest->root];
  if (!v->promise || root->class_ != LK_VAR_FORMAL)
    return NULL;
  for (const struct lk_acquires *a = v->promise->acquires; a; a = a->next)
    if (a->place.base == (int) root->index + 1 && a->place.nsel == dest->nsel
	&& !memcmp (a->place.sel, dest->sel, dest->nsel * sizeof *dest->sel))
      return a;
  return NULL;
}

bool
declared_place (const struct verifier *v, const struct lk_path *dest)
{
  const struct lk_acquires *a = declared_at (v, dest);
  return a && a->n_conditions == 0;
}

void
obligation_filled (struct oblige *o, struct ostate *s,
		   const struct lk_path *dest, const struct lk_event *ev)
{
  const struct lk_path *object = dest ? filled_object (o->v, dest) : NULL;
  int r = object ? ostate_find (s, object) : -1;
  if (r < 0)
    return;
  s->resources[r].met = 0;
  note_created (o->v, ev, FILLED);
}
