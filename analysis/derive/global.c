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
#include <string.h>
#include "derive.h"

/* Variables, or members of them.  */
struct places
{
  struct lk_place *all;
  size_t n, room;
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
  bool queued;			/* In changed_globals.  */
  const struct lk_place *globals;	/* Sorted, each once.  */
  size_t n_globals;
  struct callee_use *callees;	/* With a body here.  */
};

/* A function whose body is being read.  */
struct reading
{
  struct function_view *view;
  struct global_uses *uses;
  struct places globals;
};

static void
note_global (struct places *places, const struct lk_place *place)
{
  if (places->n == places->room)
    {
      places->room = lk_more_room (places->room, 16);
      places->all = lk_xrealloc (places->all, places->room * sizeof *places->all);
    }
  places->all[places->n++] = *place;
}

/* A callback: order by the numbers that the graphs have for variables, then by member.  */
static int
compare_places (const void *a, const void *b)
{
  const struct lk_place *p = a, *q = b;
  if (p->entity != q->entity)
    return (uintptr_t) p->entity < (uintptr_t) q->entity ? -1 : 1;
  if (p->nsel != q->nsel)
    return p->nsel < q->nsel ? -1 : 1;
  for (unsigned i = 0; i < p->nsel; i++)
    if (p->sel[i] != q->sel[i])
      return p->sel[i] < q->sel[i] ? -1 : 1;
  return p->addend < q->addend ? -1 : p->addend > q->addend;
}

/* Move PLACES, sorted and each once, to ARENA; *N: how many there are.  */
static const struct lk_place *
keep_places (struct lk_arena *arena, struct places *places, size_t *n)
{
  *n = 0;
  if (places->n)
    qsort (places->all, places->n, sizeof *places->all, compare_places);
  for (size_t i = 0; i < places->n; i++)
    if (i == 0 || compare_places (&places->all[*n - 1], &places->all[i]))
      places->all[(*n)++] = places->all[i];
  struct lk_place *kept = lk_arena_alloc (arena, (*n + 1) * sizeof *kept);
  if (*n)
    memcpy (kept, places->all, *n * sizeof *kept);
  free (places->all);
  return kept;
}

/* Note that the contents of PATH change if that is a global variable.  */
static void
changed_path (struct reading *r, const struct lk_path *path)
{
  path = path_unfolded (r->view, path);
  const struct lk_variable *v = path ? &r->view->graph->vars[path->root] : NULL;
  if (!v || v->class_ != LK_VAR_GLOBAL || !v->entity || path->nsel != 1)
    return;
  struct lk_place place = { .base = LK_PLACE_GLOBAL, .nsel = 1, .sel = { path->sel[0] },
    .entity = v->entity };
  if (place.sel[0] == LK_ANY)
    place.sel[0] = LK_PLACE_ANY;
  else if (place.sel[0] > INT32_MAX || place.sel[0] < INT32_MIN)
    return;
  note_global (&r->globals, &place);
}

static void
changed_operand (struct reading *r, const struct lk_operand *op)
{
  if (op->kind == LK_PATH)
    changed_path (r, op->path);
}

/* The value OP, which is released, may have been loaded from a global variable.  */
static void
changed_value (struct reading *r, const struct lk_operand *op)
{
  const struct lk_path *from = NULL;
  if (op->kind == LK_PATH && !op->path->nsel)
    from = loaded_from (r->view, op->path->root);
  if (from)
    changed_path (r, from);
  else
    changed_operand (r, op);
}

/* All members of the variable whose address OP is are written.  */
static void
changed_whole (struct reading *r, const struct lk_operand *op)
{
  static const int64_t any = LK_ANY;
  if (op->kind == LK_PATH && !op->path->nsel)
    changed_path (r, lk_path_make (r->view->graph, op->path->root, 1, &any, 0));
}

static void
changed_call (struct reading *r, const struct lk_event *ev)
{
  struct lk_function *callee = ev->callee;
  if (!callee)
    return;
  const struct lk_contract *contract = callee->contract;
  bool said = contract && contract->source != LK_SOURCE_INFERRED;
  for (const struct lk_clause *c = said ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == LK_PLACE_GLOBAL && c->place.nsel && c->place.entity)
      note_global (&r->globals, &c->place);
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && releases_argument (r->view->unit, callee, k))
      changed_value (r, &ev->args[k]);
  if (!(callee->flags & LK_FN_BODY) || (contract && contract->complete))
    return;
  struct callee_use *use = lk_arena_alloc (r->view->unit->arena, sizeof *use);
  use->callee = callee;
  use->next = r->uses->callees;
  r->uses->callees = use;
}

static void
changed_event (struct reading *r, const struct lk_event *ev)
{
  if (ev->kind == LK_EVENT_CALL)
    changed_call (r, ev);
  else if (ev->kind == LK_EVENT_ASSIGN)
    changed_operand (r, &ev->dest);
  else if (ev->kind == LK_EVENT_COPY || ev->kind == LK_EVENT_CLEAR)
    changed_whole (r, &ev->dest);
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
  struct reading r = { .view = function_view (unit, fn), .uses = uses };
  const struct lk_graph *g = r.view ? r.view->graph : NULL;
  uses->good = g != NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      changed_event (&r, &g->blocks[b].events[i]);
  uses->globals = keep_places (unit->arena, &r.globals, &uses->n_globals);
  fact_leave (unit);
  return uses;
}

/* Functions whose effects are joined.  */
struct queue
{
  struct global_uses **all;
  size_t n, room;
};

static void
join_function (struct lk_unit *unit, struct queue *q, struct lk_function *fn)
{
  struct global_uses *uses = uses_of (unit, fn);
  if (uses->queued)
    return;
  if (q->n == q->room)
    {
      q->room = lk_more_room (q->room, 16);
      q->all = lk_xrealloc (q->all, q->room * sizeof *q->all);
    }
  uses->queued = true;
  q->all[q->n++] = uses;
}

const struct lk_place *
changed_globals (struct lk_unit *unit, struct lk_function *fn, size_t *n, bool *all_known)
{
  struct queue q = { .all = NULL };
  struct places places = { .all = NULL };
  *all_known = true;
  join_function (unit, &q, fn);
  for (size_t k = 0; k < q.n; k++)
    {
      const struct global_uses *uses = q.all[k];
      *all_known &= uses->good;
      for (size_t i = 0; i < uses->n_globals; i++)
	note_global (&places, &uses->globals[i]);
      for (const struct callee_use *u = uses->callees; u; u = u->next)
	join_function (unit, &q, u->callee);
    }
  for (size_t k = 0; k < q.n; k++)
    q.all[k]->queued = false;
  free (q.all);
  return keep_places (unit->arena, &places, n);
}
