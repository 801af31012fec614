/* The names by which messages call a resource: of the variable or the place that its handle is in.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "leak-internal.h"

/* The phi that V reaches next, through unnamed phis too, or LK_NO_VAR.  */
static lk_var
phi_of (struct function_view *view, lk_var v)
{
  for (unsigned depth = 0; depth < 3; depth++)
    {
      lk_var next = LK_NO_VAR;
      for (struct use *u = view->vars[v].uses; u && next == LK_NO_VAR;
	   u = u->next)
	{
	  struct lk_block *from = &view->graph->blocks[u->block];
	  for (uint32_t e = 0; u->at_end && e < from->n_succs; e++)
	    {
	      struct lk_block *to = &view->graph->blocks[from->succs[e]->to];
	      for (uint32_t i = 0; i < to->n_phis; i++)
		{
		  const struct lk_operand *a
		    = &to->phis[i].args[from->succs[e]->pred_index];
		  if (a->kind == LK_PATH && a->path->root == v
		      && a->path->nsel == 0 && a->path->addend == 0)
		    next = to->phis[i].result;
		}
	    }
	}
      if (next == LK_NO_VAR || view->vars[next].name)
	return next;
      v = next;
    }
  return LK_NO_VAR;
}

/* The name of the place where BL, from event FROM on, stores PATH; or NULL.  */
static const char *
stored_name (struct function_view *view, const struct lk_block *bl, uint32_t from,
	     const struct lk_path *path)
{
  for (uint32_t i = from; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH
	  && ev->src.path == path && ev->dest.kind == LK_PATH)
	return path_name (view, ev->dest.path);
    }
  return NULL;
}

void
handle_name (struct function_view *view, struct obligation *o,
	     const struct lk_path *path)
{
  if (!path)
    return;
  o->handle = path_name (view, path);
  if (path->nsel == 0 && path->root < view->n_vars)
    o->handle_user = view->graph->vars[path->root].user;
  if (o->handle)
    return;
  /* The variable that the value becomes where paths join (a conditional expression).  */
  if (path->nsel == 0 && path->root < view->n_vars)
    {
      lk_var v = phi_of (view, path->root);
      if (v != LK_NO_VAR && view->vars[v].name)
	{
	  o->handle = view->vars[v].name;
	  o->handle_user = view->graph->vars[v].user;
	  return;
	}
    }
  /* If the value is stored at once, its name is the place's.  (A call that may throw ends its
     block.)  */
  struct lk_block *bl = &view->graph->blocks[o->block];
  o->handle = stored_name (view, bl, o->event_index + 1, path);
  for (uint32_t i = 0; i < bl->n_succs && !o->handle; i++)
    if (!(bl->succs[i]->flags & LK_EDGE_EXCEPTION)
	&& bl->term == LK_TERM_GOTO)
      o->handle = stored_name (view, &view->graph->blocks[bl->succs[i]->to], 0,
			       path);
}

void
handle_name_wrapper (struct solver *solver, struct obligation *o, const struct lk_path *path)
{
  for (uint32_t i = 0; i < solver->context.view->n_vars && path && !o->handle; i++)
    {
      path = object_wrapper_of (solver, path);
      handle_name (solver->context.view, o, path);
    }
}

void
handle_name_element (struct function_view *view, struct obligation *o,
		     const struct lk_contract *contract, const struct lk_clause *clause,
		     const struct lk_path *path)
{
  bool several = false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    several |= (c != clause && c->role == LK_ROLE_ACQUIRE
		&& c->place.base == clause->place.base
		&& c->place.nsel == 1);
  if (!several || path->name || !o->kind->size || path->nsel != 1
      || (view->graph->function->flags & LK_FN_JAVA))
    return;
  const struct lk_path *array
    = lk_path_make (view->graph, path->root, 0, NULL, 0);
  const char *name = path_name (view, array);
  if (!name)
    return;
  size_t room = strlen (name) + 24;
  char *text = lk_arena_alloc (view->unit->arena, room);
  snprintf (text, room, "%s[%u]", name,
	    (unsigned) clause->place.sel[0] / o->kind->size);
  o->handle = text;
}
