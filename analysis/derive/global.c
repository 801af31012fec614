/* Variables that other units see and whose contents a function changes, or releases, as clauses.

   A handle that a caller has left in such a variable is the callee's business from then on: it may
   close it, or put another one in its place (`reopen_log ()').  The clause is "keep": what becomes
   of it is not said.  Over-approximation: that holds on all paths, whatever the arguments are.

   Heuristic: a function of another unit whose row says so does that for its direct callers, not for
   theirs.  Wrong if a handle that a unit has left in a variable is closed through a second unit by
   a third.  (Else each caller of a caller would have the clause, which takes a round for each file
   to be found out, for options and counters most of all.)

   The variables that a function names itself are looked for once, with its callees; those of the
   callees are joined for each function that is derived.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "derive.h"

struct global_use
{
  struct lk_place place;	/* The variable, or a member of it.  */
  struct global_use *next;
};

struct callee_use
{
  struct lk_function *callee;
  struct callee_use *next;
};

/* The effects of one function itself.  */
struct global_uses
{
  bool known, good;
  uint32_t mark;		/* The last function it was joined for, by index, from 1.  */
  struct global_use *globals;
  struct callee_use *callees;	/* With a body here.  */
};

static void
note_global (struct lk_unit *unit, struct global_use **list, const struct lk_place *place)
{
  for (const struct global_use *u = *list; u; u = u->next)
    if (lk_place_equal (&u->place, place))
      return;
  struct global_use *use = lk_arena_alloc (unit->arena, sizeof *use);
  use->place = *place;
  use->next = *list;
  *list = use;
}

/* Note that the contents of PATH, in VIEW's function, change if that is a global variable.  */
static void
changed_path (struct function_view *view, struct global_uses *uses, const struct lk_path *path)
{
  path = path_unfolded (view, path);
  const struct lk_variable *v = path ? &view->graph->vars[path->root] : NULL;
  if (!v || v->class_ != LK_VAR_GLOBAL || !v->entity || path->nsel != 1)
    return;
  struct lk_place place = { .base = LK_PLACE_GLOBAL, .nsel = 1, .sel = { path->sel[0] },
    .entity = v->entity };
  if (place.sel[0] == LK_ANY)
    place.sel[0] = LK_PLACE_ANY;
  else if (place.sel[0] > INT32_MAX || place.sel[0] < INT32_MIN)
    return;
  note_global (view->unit, &uses->globals, &place);
}

static void
changed_operand (struct function_view *view, struct global_uses *uses, const struct lk_operand *op)
{
  if (op->kind == LK_PATH)
    changed_path (view, uses, op->path);
}

/* The value OP, which is released, may have been loaded from a global variable.  */
static void
changed_value (struct function_view *view, struct global_uses *uses, const struct lk_operand *op)
{
  const struct lk_path *from = NULL;
  if (op->kind == LK_PATH && !op->path->nsel)
    from = loaded_from (view, op->path->root);
  if (from)
    changed_path (view, uses, from);
  else
    changed_operand (view, uses, op);
}

/* All members of the variable whose address OP is are written.  */
static void
changed_whole (struct function_view *view, struct global_uses *uses, const struct lk_operand *op)
{
  static const int64_t any = LK_ANY;
  if (op->kind == LK_PATH && !op->path->nsel)
    changed_path (view, uses, lk_path_make (view->graph, op->path->root, 1, &any, 0));
}

static void
changed_call (struct function_view *view, struct global_uses *uses, const struct lk_event *ev)
{
  struct lk_function *callee = ev->callee;
  if (!callee)
    return;
  const struct lk_contract *contract = callee->contract;
  bool said = contract && contract->source != LK_SOURCE_INFERRED;
  for (const struct lk_clause *c = said ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == LK_PLACE_GLOBAL && c->place.nsel && c->place.entity)
      note_global (view->unit, &uses->globals, &c->place);
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && releases_argument (view->unit, callee, k))
      changed_value (view, uses, &ev->args[k]);
  if (!(callee->flags & LK_FN_BODY) || (contract && contract->complete))
    return;
  struct callee_use *use = lk_arena_alloc (view->unit->arena, sizeof *use);
  use->callee = callee;
  use->next = uses->callees;
  uses->callees = use;
}

static void
changed_event (struct function_view *view, struct global_uses *uses, const struct lk_event *ev)
{
  if (ev->kind == LK_EVENT_CALL)
    changed_call (view, uses, ev);
  else if (ev->kind == LK_EVENT_ASSIGN)
    changed_operand (view, uses, &ev->dest);
  else if (ev->kind == LK_EVENT_COPY || ev->kind == LK_EVENT_CLEAR)
    changed_whole (view, uses, &ev->dest);
}

/* The effects of FN itself.  */
static struct global_uses *
uses_of (struct lk_unit *unit, struct lk_function *fn)
{
  struct global_uses *uses = function_slot (unit, fn, SLOT_GLOBALS, sizeof *uses);
  if (uses->known)
    return uses;
  uses->known = true;
  if (!fact_enter (unit, fn))
    return uses;
  struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  uses->good = g != NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      changed_event (view, uses, &g->blocks[b].events[i]);
  fact_leave (unit);
  return uses;
}

static int
compare_uses (const void *a, const void *b)
{
  const struct lk_place *p = *(const struct lk_place *const *) a;
  const struct lk_place *q = *(const struct lk_place *const *) b;
  if (p->entity != q->entity)
    return (uintptr_t) p->entity < (uintptr_t) q->entity ? -1 : 1;
  return p->sel[0] < q->sel[0] ? -1 : p->sel[0] > q->sel[0];
}

/* Join what FN does, and all that it calls, in *ALL; false if some of it is not known.  */
static bool
join_uses (struct lk_unit *unit, struct lk_function *fn, struct global_use **all)
{
  struct callee_use first = { .callee = fn }, *pending = &first;
  uint32_t mark = fn->index + 1;
  bool good = true;
  while (pending)
    {
      struct global_uses *uses = uses_of (unit, pending->callee);
      pending = pending->next;
      if (uses->mark == mark)
	continue;
      uses->mark = mark;
      good &= uses->good;
      for (const struct global_use *u = uses->globals; u; u = u->next)
	note_global (unit, all, &u->place);
      for (const struct callee_use *u = uses->callees; u; u = u->next)
	{
	  struct callee_use *next = lk_arena_alloc (unit->arena, sizeof *next);
	  next->callee = u->callee;
	  next->next = pending;
	  pending = next;
	}
    }
  return good;
}

const struct lk_place **
changed_globals (struct lk_unit *unit, struct lk_function *fn, size_t *n, bool *all_known)
{
  struct global_use *all = NULL;
  *n = 0;
  *all_known = join_uses (unit, fn, &all);
  for (const struct global_use *u = all; u; u = u->next)
    ++*n;
  const struct lk_place **places = lk_arena_alloc (unit->arena, (*n + 1) * sizeof *places);
  const struct lk_place **p = places;
  for (const struct global_use *u = all; u; u = u->next)
    *p++ = &u->place;
  if (*n > 0)
    qsort (places, *n, sizeof *places, compare_uses);
  return places;
}
