/* Where the dynamic types that a function tests come from.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

static void compute_made_in (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* The bits: the arguments in which objects may be constructed, such as those of constructors; of
   index I, the 64 arguments from number 64 * I on.  */
static const struct lazy_fact made_in = { compute_made_in, { UINT64_MAX } };

static void compute_makes (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* One bit: the function constructs an object of a known dynamic type, or a callee returns one.  */
static const struct lazy_fact makes_objects = { compute_makes, { 0 } };

/* How many functions of the unit have been looked at, and whether one of them is a constructor that
   stores a virtual table.  */
struct tables_known
{
  uint32_t n_seen;
  bool any;
};

static bool
unit_has_tables (struct lk_unit *unit)
{
  struct tables_known *known = unit_slot (unit, UNIT_MADE_TYPES, sizeof *known);
  for (; known->n_seen < unit->n_functions && !known->any; known->n_seen++)
    known->any = (unit->functions[known->n_seen]->flags & LK_FN_TABLE) != 0;
  return known->any;
}

/* By the graph alone: the view is made with this fact.  */
static void
compute_makes (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  const struct lk_graph *g = function_graph (unit, fn);
  for (uint32_t b = 0; g && b < g->n_blocks && !bits[0]; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !bits[0]; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	bits[0] = ((ev->callee->flags & LK_FN_TABLE)
		   || (ev->dest.kind == LK_PATH
		       && lazy_fact (unit, ev->callee, 0, &makes_objects)[0]));
      }
}

bool
table_made_in (struct lk_unit *unit, struct lk_function *fn, uint32_t k)
{
  if (!fn || !(fn->flags & LK_FN_BODY))
    return false;
  if (k == 0 && (fn->flags & LK_FN_CONSTRUCTOR))
    return true;
  return lazy_fact (unit, fn, k / 64, &made_in)[0] >> k % 64 & 1;
}

/* Report LIMIT for the function of VIEW.  */
static void
table_limit (const struct function_view *view, enum limit limit)
{
  if (view->graph->function)
    limit_met (view->unit, view->graph->function, limit);
}

static bool
table_mark_place (struct function_view *view, const struct lk_path *object, int64_t member)
{
  int64_t sel[MAX_LOADS + 1];
  if (object->addend < 0 || object->addend >= LK_TABLE)
    return false;
  /* The places that were marked because their objects' types are tested.  */
  unsigned *n_marked = view_slot (view, VIEW_MADE_TYPES, sizeof *n_marked);
  if (object->nsel > MAX_LOADS || *n_marked == MAX_CONDITIONS)
    {
      table_limit (view, object->nsel > MAX_LOADS ? LIMIT_LOADS : LIMIT_CONDITIONS);
      return false;
    }
  memcpy (sel, object->sel, object->nsel * sizeof *sel);
  sel[object->nsel] = object->addend + member;
  const struct lk_path *place
    = lk_path_make (view->graph, object->root, object->nsel + 1, sel, 0);
  key_id k = key_of_memory (view, place);
  bool news = !key_at (view, k)->useful;
  key_at (view, k)->useful = true;
  *n_marked += news;
  return news;
}

/* The same for what is in the first member of what OBJECT points to: a smart pointer's.  */
static bool
table_mark_inside (struct function_view *view, const struct lk_path *object, int64_t member)
{
  int64_t sel[MAX_LOADS + 1];
  if (object->addend == LK_ANY)
    return false;
  if (object->nsel >= MAX_LOADS)
    {
      table_limit (view, LIMIT_LOADS);
      return false;
    }
  memcpy (sel, object->sel, object->nsel * sizeof *sel);
  sel[object->nsel] = object->addend;
  return table_mark_place (view, lk_path_make (view->graph, object->root, object->nsel + 1, sel, 0),
			   member);
}

/* Return true if the object at WANTED, a place or value, whose MEMBER is tested, comes from
   what EV assigns or is given.  */
static bool
table_mark_event (struct function_view *view, const struct lk_event *ev,
		  const struct lk_path *wanted, int64_t member)
{
  struct path_rest rest;
  bool news = false;
  if (ev->dest.kind == LK_PATH && ev->src.kind == LK_PATH
      && (ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY)
      && path_rest (wanted, ev->dest.path, &rest) && !rest.weak)
    {
      const struct lk_path *from = path_join (view->graph, ev->src.path, &rest);
      return from && table_mark_place (view, from, member);
    }
  if (ev->kind != LK_EVENT_CALL || !table_passes_on (ev))
    return false;
  bool into = (ev->dest.kind == LK_PATH && ev->dest.path->root == wanted->root);
  for (uint32_t k = 0; k < ev->n_args && !into; k++)
    into = ev->args[k].kind == LK_PATH && ev->args[k].path->root == wanted->root;
  /* A callee that is given a part of the wanted object adds nothing to it.  */
  for (uint32_t k = 0; k < ev->n_args && into; k++)
    if (ev->args[k].kind == LK_PATH && !(ev->member && k == 0 && ev->dest.kind != LK_PATH)
	&& !(ev->args[k].path->root == wanted->root && ev->args[k].path->addend))
      news |= (table_mark_place (view, ev->args[k].path, member)
	       | table_mark_inside (view, ev->args[k].path, member));
  return news;
}

/* The same for what comes to OBJECT by a phi.  */
static bool
table_mark_phi (struct function_view *view, const struct lk_block *block,
		const struct lk_path *object, int64_t member)
{
  bool news = false;
  const struct lk_path *to = lk_path_make (view->graph, object->root, 0, NULL, 0);
  for (uint32_t j = 0; j < block->n_phis; j++)
    for (uint32_t k = 0; block->phis[j].result == object->root && k < block->n_preds; k++)
      {
	const struct lk_operand *from = &block->phis[j].args[k];
	struct path_rest rest;
	if (from->kind != LK_PATH || !path_rest (object, to, &rest))
	  continue;
	const struct lk_path *place = path_join (view->graph, from->path, &rest);
	news |= place && table_mark_place (view, place, member);
      }
  return news;
}

/* Return the formals of VIEW's function that P comes from or points to, as bits: 64 of them, from
   number FIRST on.  */
static uint64_t
table_formals_behind (struct function_view *view, const struct lk_path *p, uint32_t first)
{
  uint64_t formals = 0;
  for (unsigned n = 0; p && n < MAX_LOADS; n++)
    {
      const struct lk_variable *v = &view->graph->vars[p->root];
      if (v->class_ == LK_VAR_FORMAL && v->index - first < 64)
	formals |= UINT64_C (1) << (v->index - first);
      p = path_provenance (view, p);
    }
  if (p)
    table_limit (view, LIMIT_LOADS);
  return formals;
}

static void
compute_made_in (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  struct function_view *view = fn->flags & LK_FN_JAVA ? NULL : function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  bits[0] = g || (fn->flags & LK_FN_JAVA) ? 0 : UINT64_MAX;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  {
	    uint64_t formals = (ev->args[k].kind == LK_PATH
				? table_formals_behind (view, ev->args[k].path, 64 * index) : 0);
	    if ((formals & ~bits[0]) && table_made_in (unit, ev->callee, k))
	      bits[0] |= formals;
	  }
      }
}

/* If the function makes objects of known classes, mark those that it returns.  */
static void
mark_made (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  if (!g->function || !unit_has_tables (view->unit)
      || !lazy_fact (view->unit, g->function, 0, &makes_objects)[0])
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_RETURN && g->blocks[b].a.kind == LK_PATH
	&& g->blocks[b].a.path->nsel == 0)
      {
	if (g->blocks[b].aggregate_result)
	  table_mark_inside (view, g->blocks[b].a.path, LK_TABLE);
	else
	  table_mark_place (view, g->blocks[b].a.path, LK_TABLE);
      }
}

/* Return the object whose type the key numbered I is, or of which it is another member, if its
   type is tested, too; *MEMBER becomes that member.  */
static const struct lk_path *
table_object_of (struct function_view *view, key_id i, int64_t *member)
{
  if (!key_at (view, i)->useful || key_at (view, i)->kind != KEY_MEMORY)
    return NULL;
  const struct lk_path *p = key_at (view, i)->path;
  int64_t sel[MAX_LOADS + 1];
  if (p->addend || p->nsel == 0 || p->nsel > MAX_LOADS + 1)
    return NULL;
  *member = p->sel[p->nsel - 1];
  if (LK_IS_TABLE (*member))
    {
      int64_t at = *member - LK_TABLE;
      *member = LK_TABLE;
      return lk_path_make (view->graph, p->root, p->nsel - 1, p->sel, at);
    }
  memcpy (sel, p->sel, p->nsel * sizeof *sel);
  sel[p->nsel - 1] = LK_TABLE;
  key_id table = key_of_memory (view, lk_path_make (view->graph, p->root, p->nsel, sel, 0));
  return (key_at (view, table)->useful && *member >= 0
	  ? lk_path_make (view->graph, p->root, p->nsel - 1, p->sel, 0) : NULL);
}

void
table_mark (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  if (g->function && (g->function->flags & LK_FN_JAVA))
    return;
  mark_made (view);
  for (key_id i = 0; i < view->n_keys && !view->tables; i++)
    view->tables = key_at (view, i)->useful && table_key (view, i);
  /* Each key is examined once; a member is found when its type is, or in the next round.  */
  uint8_t *seen = NULL;
  key_id n_seen = 0;
  bool again = view->tables;
  while (again)
    {
      again = false;
      for (key_id i = 0; i < view->n_keys; i++)
	{
	  int64_t member;
	  const struct lk_path *object
	    = i < n_seen && seen[i] ? NULL : table_object_of (view, i, &member);
	  if (!object)
	    continue;
	  if (i >= n_seen)
	    {
	      key_id room = view->n_keys * 2;
	      seen = lk_xrealloc (seen, room);
	      memset (seen + n_seen, 0, room - n_seen);
	      n_seen = room;
	    }
	  seen[i] = 1;
	  for (uint32_t b = 0; b < g->n_blocks; b++)
	    {
	      for (uint32_t j = 0; j < g->blocks[b].n_events; j++)
		again |= table_mark_event (view, &g->blocks[b].events[j], object, member);
	      again |= table_mark_phi (view, &g->blocks[b], object, member);
	    }
	}
    }
  free (seen);
}

void
mark_object_made (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  bool makes = makes_of_references (g->function);
  if (g->function && (g->function->flags & LK_FN_JAVA))
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (makes && ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && ev->dest.path->nsel == 1 && ev->src.kind == LK_PATH
	    && ev->src.path->nsel == 0 && ev->src.path->root < view->n_vars)
	  {
	    const struct lk_event *from = var_load (view, ev->src.path->root);
	    if (from && from->src.path->nsel == 1
		&& g->vars[from->src.path->root].class_ == LK_VAR_FORMAL
		&& from->src.path->root != ev->dest.path->root)
	      {
		key_id place = key_of_memory (view, from->src.path);
		key_id value = key_of_var (view, ev->src.path->root);
		key_at (view, place)->useful = true;
		key_at (view, key_of_memory (view, ev->dest.path))->useful = true;
		if (value != NO_KEY)
		  key_at (view, value)->useful = true;
	      }
	  }
	if (ev->kind != LK_EVENT_CALL || !ev->callee
	    || !(ev->callee->flags & LK_FN_BODY) || !makes_of_references (ev->callee))
	  continue;
	for (uint32_t a = 0; a < ev->n_args; a++)
	  {
	    const struct lk_path *given
	      = ev->args[a].kind == LK_PATH ? ev->args[a].path : NULL;
	    enum lk_var_class c = given ? g->vars[given->root].class_ : LK_VAR_VALUE;
	    if (given && given->root < view->n_vars
		&& ((c == LK_VAR_FORMAL && makes
		     && !((g->function->flags & (LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT))
			  && lk_is_first_formal (g, given->root)))
		    || (c == LK_VAR_OBJECT && gets_tag (view, given->root))))
	      mark_asked (view, ev, a, true);
	  }
      }
}
