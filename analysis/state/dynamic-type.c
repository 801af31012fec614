/* The dynamic type of an object: the number of its virtual table (LK_TABLE).

   A dispatcher has a path for each table that it knows, and one for an unknown table.  There
   any of its targets may run, and the one that releases is assumed to be right
   (summary/summary.c).  A type for which a handle would be lost does not show that such an
   object exists.  A handle that one target acquires exists only if the object has that type,
   and a later test sees the same type.

   Only an object's constructor stores its number, so nothing else makes a fact forget it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

/* Return true if the dispatcher with the graph G has its own path for the table NUMBER.  */
static bool
has_way (const struct lk_graph *g, int64_t number)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; g->blocks[b].term == LK_TERM_SWITCH && i < g->blocks[b].n_succs; i++)
      {
	const struct lk_edge *e = g->blocks[b].succs[i];
	if (!(e->flags & (LK_EDGE_DEFAULT | LK_EDGE_EXCEPTION)) && e->lo == number)
	  return true;
      }
  return false;
}

bool
table_known (const struct lk_graph *g, const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (!c->code && c->path.root == ROOT_FORMAL && c->path.index == 0 && c->path.nsel == 1
	  && LK_IS_TABLE (c->path.sel[0]) && c->range.lo == c->range.hi
	  && has_way (g, c->range.lo))
	return true;
    }
  return false;
}

bool
table_supposed (struct context *context, const struct scratch *s, const struct lk_operand *op,
		const struct lk_edge *edge)
{
  const struct lk_function *fn = context->graph->function;
  bool callback = fn && (fn->flags & LK_FN_DISPATCH) && !LK_FN_CALLS_ANY (fn);
  if (!context->obligation->incoming || (edge->flags & LK_EDGE_DEFAULT)
      || op->kind != LK_PATH || !(callback || table_place (op->path)))
    return false;
  struct lk_range known = operand_range (context, s, op);
  return known.lo != known.hi;
}

bool
table_knows (const struct context *context, const struct scratch *s)
{
  for (unsigned i = 0; context->view->tables && i < s->n_conditions; i++)
    if (table_key (context->view, s->conditions[i].key))
      return true;
  return false;
}

/* ---- Where objects are put: what is known of an object is known there.  ---- */

bool
table_wanted (const struct context *context, key_id key)
{
  const struct function_view *view = context->view;
  const struct lk_path *p = key_at (view, key)->path;
  /* The target of a global pointer may be changed by any code.  */
  if (context->graph->vars[p->root].class_ == LK_VAR_GLOBAL)
    return false;
  return (key_at (view, key)->useful || p->root == view->returned
	  || (context->graph->vars[p->root].class_ == LK_VAR_FORMAL && p->nsel > 1));
}

bool
table_same_at (struct context *context, const struct condition *c, const struct lk_path *from,
	 const struct lk_path *to, struct condition *out)
{
  struct path_rest rest;
  const struct key *key = key_at (context->view, c->key);
  if (key->kind != KEY_MEMORY || key->path->addend
      || !path_rest (key->path, from, &rest) || rest.weak || !rest.nsel)
    return false;
  const struct lk_path *place = path_join (context->graph, to, &rest);
  out->key = place && !place->addend ? key_of_memory (context->view, place) : NO_KEY;
  out->range = c->range;
  return out->key != NO_KEY && out->key != c->key && table_wanted (context, out->key);
}

bool
table_known_of (const struct context *context, const struct scratch *s, const struct lk_path *from)
{
  struct path_rest rest;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (table_key (context->view, s->conditions[i].key)
	&& path_rest (key_at (context->view, s->conditions[i].key)->path, from, &rest)
	&& !rest.weak && rest.nsel == 1)
      return true;
  return false;
}

void
table_moved (struct context *context, const struct scratch *before, const struct lk_path *from,
	     const struct lk_path *to, struct scratch *s)
{
  struct condition c;
  for (unsigned i = 0; i < before->n_conditions; i++)
    if (table_same_at (context, &before->conditions[i], from, to, &c))
      scratch_set_condition (context, s, c.key, &c.range);
}

bool
table_object_tested (struct context *context, const struct lk_event *ev)
{
  const struct function_view *view = context->view;
  for (key_id i = 0; i < view->n_keys; i++)
    if (key_at (view, i)->kind == KEY_MEMORY && key_at (view, i)->useful
	&& key_at (view, i)->path->root == ev->args[0].path->root)
      return true;
  return false;
}
