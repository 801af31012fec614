/* Provenance of places: how the user writes them, and where their contents were loaded from.

   Other functions know a handle that a call fills in place (a lock, a socket that is bound) by
   the places that the call's argument was loaded from: a member, an element of an array, the
   contents of a collection.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

bool
path_behind_formal (const struct context *context, const struct lk_path *p)
{
  const struct lk_function *fn = context->graph->function;
  return (fn && (fn->flags & (LK_FN_REFERENCES | LK_FN_JAVA)) && p->nsel == 2
	  && context->graph->vars[p->root].class_ == LK_VAR_FORMAL);
}

/* Return true if the pointer V is passed to a callee that may release what is there: the
   destructors of an array of objects.  */
static bool
given (const struct function_view *view, lk_var v)
{
  for (const struct use *u = var_at (view, v)->uses; u; u = u->next)
    {
      const struct lk_block *bl = &view->graph->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	for (uint32_t k = 0; bl->events[i].kind == LK_EVENT_CALL && k < bl->events[i].n_args;
	     k++)
	  if (bl->events[i].args[k].kind == LK_PATH && !bl->events[i].args[k].path->nsel
	      && bl->events[i].args[k].path->root == v)
	    return true;
    }
  return false;
}

/* Return the local object whose address was stored where the value V is loaded from, if
   nothing else writes there: the array behind a list in braces.  Else return LK_NO_VAR.  */
static lk_var
kept_address (const struct function_view *view, lk_var v)
{
  const struct lk_path *place = loaded_from (view, v);
  if (place && (place->nsel != 1 || place->addend))
    place = NULL;
  lk_var object = LK_NO_VAR;
  if (!place || view->graph->vars[place->root].class_ != LK_VAR_OBJECT
      || view->vars[place->root].address_stored)
    return LK_NO_VAR;
  for (const struct write *w = view->vars[place->root].writes; w; w = w->next)
    {
      const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_CLEAR || ev->kind == LK_EVENT_DEAD)
	continue;
      if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH || ev->dest.path->nsel != 1
	  || ev->dest.path->sel[0] == LK_ANY)
	return LK_NO_VAR;
      if (ev->dest.path->sel[0] != place->sel[0])
	continue;
      if (object != LK_NO_VAR || ev->src.kind != LK_PATH || ev->src.path->nsel
	  || view->graph->vars[ev->src.path->root].class_ != LK_VAR_OBJECT)
	return LK_NO_VAR;
      object = ev->src.path->root;
    }
  return object;
}

/* Return true if EV does with the value V what its contract says, or nothing.  */
static bool
only_used (const struct lk_event *ev, lk_var v)
{
  bool used = ((ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY)
	       && ev->src.kind == LK_PATH && ev->src.path->root == v && !ev->src.path->nsel);
  for (uint32_t k = 0; k < ev->n_args; k++)
    used |= (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v
	     && !(ev->callee && ev->callee->contract && ev->callee->contract->complete));
  return !used;
}

/* Return true if what is loaded through the pointer V, which walks over a list in braces, is
   only used or released: neither stored, nor passed to a callee that may store it.  */
static bool
elements_used (const struct function_view *view, lk_var v)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *load = &g->blocks[b].events[i];
	if (load->kind != LK_EVENT_ASSIGN || load->src.kind != LK_PATH || !load->src.path->nsel
	    || load->src.path->root != v)
	  continue;
	if (load->dest.kind != LK_PATH || load->dest.path->nsel)
	  return false;
	lk_var element = load->dest.path->root;
	for (uint32_t c = 0; c < g->n_blocks; c++)
	  {
	    const struct lk_block *bl = &g->blocks[c];
	    for (uint32_t k = 0; k < bl->n_events; k++)
	      if (!only_used (&bl->events[k], element))
		return false;
	    for (uint32_t p = 0; p < bl->n_phis; p++)
	      for (uint32_t k = 0; k < bl->n_preds; k++)
		if (bl->phis[p].args[k].kind == LK_PATH
		    && bl->phis[p].args[k].path->root == element)
		  return false;
	  }
      }
  return true;
}

lk_var
address_into (const struct function_view *view, lk_var v, unsigned depth)
{
  const struct lk_graph *g = view->graph;
  lk_var object = LK_NO_VAR;
  if (v >= view->n_vars || depth > MAX_DEF_DEPTH)
    return LK_NO_VAR;
  if (!view->vars[v].phi)
    {
      object = kept_address (view, v);
      return object == LK_NO_VAR || given (view, v) ? LK_NO_VAR : object;
    }
  if (given (view, v))
    return LK_NO_VAR;
  for (uint32_t k = 0; k < g->blocks[view->vars[v].def_block].n_preds; k++)
    {
      const struct lk_operand *a = &view->vars[v].phi->args[k];
      if ((a->kind == LK_CONST && a->value == 0)
	  || (a->kind == LK_PATH && !a->path->nsel && a->path->root == v))
	continue;
      if (a->kind != LK_PATH || a->path->nsel)
	return LK_NO_VAR;
      lk_var into = (g->vars[a->path->root].class_ == LK_VAR_OBJECT ? a->path->root
		     : address_into (view, a->path->root, depth + 1));
      if (into != LK_NO_VAR && kept_address (view, a->path->root) == into
	  && !elements_used (view, v))
	return LK_NO_VAR;
      if (into == LK_NO_VAR || (object != LK_NO_VAR && into != object))
	return LK_NO_VAR;
      object = into;
    }
  return object;
}

/* Return the member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
int64_t
read_from (const struct function_view *view, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->addend || view->graph->n_formals == 0)
    return LK_ANY;
  const struct lk_path *from
    = op->path->nsel ? op->path : loaded_from (view, op->path->root);
  return (from && from->nsel == 1 && from->addend == 0
	  && lk_is_first_formal (view->graph, from->root) ? from->sel[0] : LK_ANY);
}

const char *
path_name (struct function_view *view, const struct lk_path *path)
{
  if (!path)
    return NULL;
  if (path->name)
    return path->name;
  if (path->nsel == 0)
    return (path->root < view->n_vars && path->addend == 0
	    ? view->vars[path->root].name : NULL);
  if (path->nsel == 1 && path->sel[0] == 0 && is_object (view, path->root))
    return view->graph->vars[path->root].name;
  return NULL;
}

/* Return the place in or at an argument that the call's result refers to, by a clause of ROLE
   (the read lock of a pair), or NULL.  */
static const struct lk_path *
place_by_contract (struct function_view *view, const struct lk_event *ev,
		   enum lk_role role)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == role && c->place.base == 0 && c->place.nsel == 0
	&& c->n_conditions == 0 && c->other.base > 0
	&& (uint32_t) c->other.base <= ev->n_args
	&& ev->args[c->other.base - 1].kind == LK_PATH)
      {
	const struct lk_path *arg = ev->args[c->other.base - 1].path;
	struct path_rest rest = { .nsel = c->other.nsel };
	memcpy (rest.sel, c->other.sel, rest.nsel * sizeof *rest.sel);
	/* The contents of a collection are one place, as in object_clause.  */
	if (role == LK_ROLE_FETCH)
	  rest.sel[rest.nsel++] = LK_ANY;
	return path_join (view->graph, arg, &rest);
      }
  return NULL;
}

/* Return PATH as seen from FROM, the place of the value of its root.  */
static const struct lk_path *
path_from (struct function_view *view, const struct lk_path *path,
	   const struct lk_path *from)
{
  if (from->nsel + path->nsel > 8 || from->addend == LK_ANY)
    return NULL;
  int64_t sel[8];
  memcpy (sel, from->sel, from->nsel * sizeof *sel);
  memcpy (sel + from->nsel, path->sel, path->nsel * sizeof *sel);
  int64_t addend = path->addend;
  if (path->nsel)
    sel[from->nsel] = add_offsets (sel[from->nsel], from->addend);
  else
    addend = add_offsets (addend, from->addend);
  return lk_path_make (view->graph, from->root, from->nsel + path->nsel, sel,
		       addend);
}

const struct lk_event *
var_load (const struct function_view *view, lk_var v)
{
  const struct lk_event *ev = var_assignment (view, v);
  return ev && ev->src.kind == LK_PATH && ev->src.path->nsel ? ev : NULL;
}

const struct lk_path *
loaded_from (const struct function_view *view, lk_var v)
{
  const struct lk_event *ev = var_assignment (view, v);
  return ev && ev->src.kind == LK_PATH ? ev->src.path : NULL;
}

const struct lk_path *
value_source (struct function_view *view, lk_var v)
{
  const struct lk_event *call = var_call (view, v);
  const struct lk_path *from
    = call ? place_by_contract (view, call, LK_ROLE_ALIAS) : loaded_from (view, v);
  return from && from->nsel ? from : NULL;
}

const struct lk_path *
path_provenance (struct function_view *view, const struct lk_path *path)
{
  const struct lk_path *source = value_source (view, path->root);
  const struct lk_path *from = source ? path_from (view, path, source) : NULL;
  LK_CHECK (!from || from->nsel);
  return from;
}

const struct lk_path *
path_holding (struct function_view *view, const struct lk_path *path)
{
  const struct lk_path *from = path_provenance (view, path);
  const struct lk_event *call = var_call (view, path->root);
  if (from || !call)
    return from;
  from = place_by_contract (view, call, LK_ROLE_FETCH);
  if (!from && path->nsel)
    from = place_by_contract (view, call, LK_ROLE_ALIAS);
  return from ? path_from (view, path, from) : NULL;
}

static bool
inside_from (const struct function_view *view, lk_var v, unsigned depth)
{
  const struct lk_event *call = var_call (view, v);
  const struct lk_phi *phi = v < view->n_vars ? view->vars[v].phi : NULL;
  bool some = false;
  for (const struct lk_clause *c = call ? event_clauses (call) : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->inside && c->place.base == 0 && !c->place.nsel)
      return true;
  if (depth == MAX_DEF_DEPTH)
    {
      if (view->graph->function)
	limit_met (view->unit, view->graph->function, LIMIT_DEF_DEPTH);
      return false;
    }
  for (uint32_t k = 0; phi && k < view->graph->blocks[view->vars[v].def_block].n_preds; k++)
    {
      const struct lk_operand *a = &phi->args[k];
      if (a->kind == LK_CONST && a->value == 0)
	continue;
      if (a->kind != LK_PATH || a->path->nsel || !inside_from (view, a->path->root, depth + 1))
	return false;
      some = true;
    }
  return some;
}

bool
value_inside (const struct function_view *view, lk_var v)
{
  return inside_from (view, v, 0);
}

bool
path_in_result (const struct function_view *view, const struct lk_path *path)
{
  if (path->nsel != 1 || path->sel[0] == LK_ANY)
    return false;
  return var_at (view, path->root)->becomes_result && var_call (view, path->root);
}

/* Return true if PATH is a member of the object that a constructor makes: no other code knows
   it yet.  */
bool
path_in_new_object (const struct context *context, const struct lk_path *path)
{
  const struct lk_graph *g = context->graph;
  return (path->nsel == 1 && lk_is_first_formal (g, path->root)
	  && g->function && (g->function->flags & LK_FN_CONSTRUCTOR));
}

const struct lk_path *
path_next_name (struct function_view *view, const struct lk_path *path, unsigned n,
		bool held)
{
  const struct lk_path *from
    = held ? path_holding (view, path) : path_provenance (view, path);
  if (!from || n < MAX_LOADS)
    return from;
  limit_met (view->unit, view->graph->function, LIMIT_LOADS);
  return NULL;
}

bool
place_assigned (const struct function_view *view, const struct lk_path *place)
{
  if (place->root >= view->n_vars)
    return false;
  for (const struct write *w = view->vars[place->root].writes; w; w = w->next)
    {
      const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_ASSIGN && ev->dest.path == place)
	return true;
    }
  return false;
}

const struct lk_path *
path_unfolded (const struct function_view *view, const struct lk_path *path)
{
  for (;;)
    {
      const struct lk_path *loaded = loaded_from (view, path->root);
      struct path_rest rest = { .nsel = path->nsel };
      if (!loaded || path->nsel == 0 || loaded->nsel == 0 || loaded->addend || path->addend
	  || weak_place (loaded) || path->nsel > LK_MAX_DEPTH || place_assigned (view, loaded))
	return path;
      memcpy (rest.sel, path->sel, path->nsel * sizeof *path->sel);
      const struct lk_path *from = path_join (view->graph, loaded, &rest);
      if (!from)
	return path;
      path = from;
    }
}
