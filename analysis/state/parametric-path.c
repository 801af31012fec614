/* Parametric paths: access paths and conditions as a summary keeps them, independent of the
   graph they come from.  They are rooted in a formal, the result or a global (Tracker 2.3),
   and translated at each call.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

bool
portable_from_path (struct function_view *view, const struct lk_path *path,
		    struct portable_path *out)
{
  const struct lk_variable *v = &view->graph->vars[path->root];
  memset (out, 0, sizeof *out);
  if (v->class_ == LK_VAR_FORMAL)
    {
      out->root = ROOT_FORMAL;
      out->index = v->index;
    }
  else if (v->class_ == LK_VAR_GLOBAL && v->entity)
    {
      out->root = ROOT_GLOBAL;
      out->entity = v->entity;
    }
  else
    return false;
  if (path->nsel > MAX_LOADS)
    {
      limit_met (view->unit, view->graph->function, LIMIT_LOADS);
      return false;
    }
  out->nsel = path->nsel;
  memcpy (out->sel, path->sel, path->nsel * sizeof *path->sel);
  out->addend = path->addend;
  return true;
}

const struct lk_path *
portable_global (struct lk_graph *graph, const struct portable_path *p)
{
  lk_var v = find_global (graph, p->entity);
  if (v == LK_NO_VAR)
    return NULL;
  return lk_path_make (graph, v, p->nsel, p->sel, p->addend);
}

void
portable_name_global (struct lk_graph *graph, const struct portable_path *p,
		      const char *name)
{
  if (find_global (graph, p->entity) == LK_NO_VAR)
    {
      lk_var v = lk_graph_add_var (graph, LK_VAR_GLOBAL, name, 0);
      graph->vars[v].entity = p->entity;
    }
}

const struct lk_path *
portable_at_call (struct context *context, struct lk_event *ev,
		  const struct portable_path *p)
{
  struct path_rest rest = { .nsel = p->nsel, .addend = p->addend };
  memcpy (rest.sel, p->sel, p->nsel * sizeof *p->sel);
  switch (p->root)
    {
    case ROOT_FORMAL:
      if (p->index >= ev->n_args || ev->args[p->index].kind != LK_PATH)
	return NULL;
      return path_join (context->graph, ev->args[p->index].path, &rest);
    case ROOT_RESULT:
      if (ev->dest.kind != LK_PATH)
	return NULL;
      return path_join (context->graph, ev->dest.path, &rest);
    case ROOT_GLOBAL:
      return portable_global (context->graph, p);
    }
  return NULL;
}

const struct lk_path *
portable_global_place (struct lk_graph *graph, const struct portable_path *p)
{
  portable_name_global (graph, p, NULL);
  return portable_global (graph, p);
}

bool
portable_written (const struct scratch *s, uint32_t index)
{
  return (s->written >> (index < 63 ? index : 63)) & 1;
}

bool
portable_from_result (const struct lk_path *path, const struct lk_path *result,
		      struct portable_path *out)
{
  struct path_rest rest;
  if (path->addend != 0 || !path_rest (path, result, &rest) || rest.weak
      || rest.nsel == 0 || rest.nsel > MAX_LOADS)
    return false;
  memset (out, 0, sizeof *out);
  out->root = ROOT_RESULT;
  out->nsel = rest.nsel;
  memcpy (out->sel, rest.sel, rest.nsel * sizeof *rest.sel);
  return true;
}

int
compare_portable (const struct portable_path *a, const struct portable_path *b)
{
  if (a->root != b->root)
    return a->root < b->root ? -1 : 1;
  if (a->index != b->index)
    return a->index < b->index ? -1 : 1;
  if (a->entity != b->entity)
    return (uintptr_t) a->entity < (uintptr_t) b->entity ? -1 : 1;
  if (a->nsel != b->nsel)
    return a->nsel < b->nsel ? -1 : 1;
  for (unsigned i = 0; i < a->nsel; i++)
    if (a->sel[i] != b->sel[i])
      return a->sel[i] < b->sel[i] ? -1 : 1;
  if (a->addend != b->addend)
    return a->addend < b->addend ? -1 : 1;
  return 0;
}

bool
same_portable_conditions (const struct portable_conditions *a,
			  const struct portable_conditions *b)
{
  if (a->n != b->n || a->written != b->written || a->members != b->members)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (compare_portable (&a->all[i].path, &b->all[i].path)
	|| a->all[i].after != b->all[i].after
	|| a->all[i].code != b->all[i].code
	|| a->all[i].given != b->all[i].given
	|| a->all[i].constant != b->all[i].constant
	|| (a->all[i].code == PORTABLE_EQUAL
	    && compare_portable (&a->all[i].other, &b->all[i].other))
	|| !lk_range_equal (&a->all[i].range, &b->all[i].range))
      return false;
  return true;
}

bool
assume_pure (struct context *context, struct scratch *s,
	     const struct portable_condition *c, const struct lk_operand *op)
{
  if (c->code == LK_PURE_AND && !bits_allow (context, s, op, (uint64_t) c->constant, &c->range))
    return false;
  if (op->kind != LK_PATH)
    return true;
  key_id key = key_of_pure (context->view, c->code, op, c->constant);
  if (key == NO_KEY)
    return true;
  struct lk_range r = c->range;
  const struct lk_range *known = scratch_condition (s, key);
  if (known && !range_intersect (&r, known))
    return false;
  scratch_set_condition (context, s, key, &r);
  return true;
}
