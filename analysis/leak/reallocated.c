/* Members that are reallocated in place: `b->data = realloc (b->data, n)'.

   If the call fails the old block still exists, but the member, which was the only access path
   to it, is overwritten by a null pointer.  The block was acquired elsewhere, so no obligation of
   this function shows that; the call itself does, for it releases what the member holds.  Each
   such call is followed with a fact of its own, from just before the call.

   Under-approximated: another structure may have the same pointer, so only places that the
   caller or a global reaches count, not local objects that were filled from elsewhere, and a
   variable that got the pointer from the place before is taken to have it still.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

/* Return the clause by which EV releases an argument only if it returns another block.  */
static const struct lk_clause *
replaces_argument (const struct lk_event *ev)
{
  const struct lk_clause *release = NULL;
  bool acquires = false;
  if (ev->kind != LK_EVENT_CALL || !ev->callee || !ev->callee->contract
      || ev->dest.kind != LK_PATH || ev->dest.path->nsel)
    return NULL;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel == 0)
      acquires = true;
    else if (c->role == LK_ROLE_RELEASE && c->place.base > 0 && c->place.nsel == 0
	     && c->kind && c->kind->memory && c->n_conditions == 1
	     && c->conditions[0].base == 0 && c->conditions[0].range.holes
	     && (uint32_t) c->place.base <= ev->n_args)
      release = c;
  return acquires ? release : NULL;
}

/* Return true if event INDEX of BLOCK, a call, or what follows it there, stores the result at
   PLACE.  */
static bool
result_replaces (const struct lk_block *bl, uint32_t index, const struct lk_path *place)
{
  const struct lk_path *result = bl->events[index].dest.path;
  for (uint32_t i = index + 1; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (ev->kind != LK_EVENT_ASSIGN)
	return false;
      if (ev->dest.kind == LK_PATH && ev->dest.path == place)
	return ev->src.kind == LK_PATH && ev->src.path == result;
    }
  return false;
}

static void
record_replaced (struct lk_unit *unit, const struct lk_event *ev, const struct terminal *t,
		 const struct obligation *o)
{
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  struct lk_step *steps = lk_arena_alloc (unit->arena, 2 * sizeof *steps);
  f->function = o->function;
  f->loc = ev->loc;
  f->kind = o->kind;
  f->handle = o->handle;
  f->held = true;
  f->lost_paths = f->all_paths = "1";
  f->steps = steps;
  f->n_steps = 2;
  steps[0].kind = LK_STEP_FAILED;
  steps[0].loc = ev->loc;
  steps[0].function = o->function;
  steps[0].name = o->handle;
  steps[0].name2 = unit_strdup (unit, ev->callee->name);
  steps[1].kind = LK_STEP_OVERWRITTEN;
  steps[1].loc = t->loc;
  steps[1].function = o->function;
  steps[1].name = steps[1].name2 = o->handle;
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

/* Add to ENTRY the values that were read from PLACE before event INDEX of BLOCK, on every path to
   it: they are taken to be what it still holds (`old = list; list = realloc (list, n); if (!list)
   free (old);').  */
static void
add_read_before (struct solver *solver, struct scratch *entry, uint32_t block, uint32_t index,
		 const struct lk_path *place)
{
  struct function_view *view = solver->context.view;
  const struct lk_event *call = &view->graph->blocks[block].events[index];
  for (lk_var v = 0; v < view->n_vars; v++)
    if (view->graph->vars[v].class_ == LK_VAR_VALUE && loaded_from (view, v) == place
	&& (view->vars[v].def_block == block ? view->vars[v].event < call
	    : dominates (view, view->vars[v].def_block, block)))
      scratch_add (&solver->context, entry, lk_path_make (view->graph, v, 0, NULL, 0));
}

/* Follow what PLACE holds from event INDEX of BLOCK on, a call that gets it as VALUE and releases
   it by the clause C.  */
static void
follow_replaced (struct lk_unit *unit, struct function_view *view, uint32_t block, uint32_t index,
		 const struct lk_clause *c, const struct lk_path *value,
		 const struct lk_path *place)
{
  const struct lk_event *ev = &view->graph->blocks[block].events[index];
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = c->kind;
  o->function = view->graph->function;
  o->held = true;
  o->loc = ev->loc;
  o->handle = unit_strdup (unit, path_name (view, place));
  struct solver *solver = solver_new (unit, view, o, unit->arena, 0);
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  scratch_add (&solver->context, &entry, value);
  scratch_add (&solver->context, &entry, place);
  add_read_before (solver, &entry, block, index, place);
  solver_seed (solver, block, index, &entry);
  solver_run (solver);
  for (const struct terminal *t = solver->overflow ? NULL : solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_LOST && !t->assumed && t->loc && t->how == LK_STEP_OVERWRITTEN)
      {
	record_replaced (unit, ev, t, o);
	break;
      }
  solver_free (solver);
}

void
find_replaced (struct lk_unit *unit, struct function_view *view, uint32_t block, uint32_t index)
{
  const struct lk_graph *g = view->graph;
  const struct lk_event *ev = &g->blocks[block].events[index];
  const struct lk_clause *c = replaces_argument (ev);
  const struct lk_operand *arg = c ? &ev->args[c->place.base - 1] : NULL;
  if (!arg || arg->kind != LK_PATH || arg->path->nsel || arg->path->addend)
    return;
  const struct lk_path *place = loaded_from (view, arg->path->root);
  if (!place || place->nsel == 0 || place->addend || weak_place (place)
      || g->vars[place->root].class_ == LK_VAR_OBJECT
      || !result_replaces (&g->blocks[block], index, place))
    return;
  follow_replaced (unit, view, block, index, c, arg->path, place);
}
