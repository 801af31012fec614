/* Locks that a function takes and leaves to its callers, or releases for them, as clauses.

   First the locks that the function and its callees take or release are collected, each by its
   place: the address that an argument holds, a number of bytes further for a member, or a global
   variable.  A lock that the function only releases is followed as a handle is (derive/verdict.c);
   one that it takes and leaves is a product.  One that it takes before it releases it is its own
   business.  If the place of a lock, or what becomes of it, cannot be said, the row says only that
   the function has some effect on locks.

   Heuristic: a function of another unit whose row says only that concerns itself with locks of its
   own or of its caller, but not with those of the caller's callers.  Wrong if it releases, for a
   function of a second unit, what one of a third has taken.  (Else all functions of a program that
   may take a lock somewhere would have an unknown effect, found out file by file, round by round.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "derive.h"

/* A lock that a function concerns itself with, as its callers see it.  */
struct lock_use
{
  struct lk_place place;
  const struct lk_kind *kind;
  bool taken, released;
  struct lock_use *next;
};

struct lock_set
{
  bool known, busy;
  bool more;			/* Some are at places that are not known.  */
  struct lock_use *all;
};

/* ---- Which locks.  ---- */

/* Store the place of the lock at PATH, in VIEW's function, as its callers see it in *PLACE.  Return
   1 if they do, 0 if it is a local variable, -1 if it is not known.  */
static int
lock_place_of (const struct function_view *view, const struct lk_path *path,
	       struct lk_place *place)
{
  if (path)
    path = path_unfolded (view, path);
  if (!path || path->addend == LK_ANY || path->addend > INT32_MAX || path->addend < INT32_MIN)
    return -1;
  const struct lk_variable *v = &view->graph->vars[path->root];
  memset (place, 0, sizeof *place);
  place->addend = path->addend;
  if (v->class_ == LK_VAR_OBJECT)
    return path->nsel ? -1 : 0;
  if (path->nsel)
    return -1;
  if (v->class_ == LK_VAR_FORMAL && v->index < LK_PLACE_GLOBAL - 1)
    place->base = (int16_t) (v->index + 1);
  else if (v->class_ == LK_VAR_GLOBAL && v->entity)
    {
      place->base = LK_PLACE_GLOBAL;
      place->entity = v->entity;
    }
  else
    return -1;
  return 1;
}

/* Add to SET, of VIEW's function, that its call EV takes or releases the lock of KIND at PLACE of
   the callee.  */
static void
note_lock (struct function_view *view, struct lock_set *set, const struct lk_event *ev,
	   const struct lk_place *place, const struct lk_kind *kind, bool taken, bool released)
{
  struct lk_place own;
  int seen = lock_place_of (view, place_path (view->graph, ev, place), &own);
  set->more |= seen < 0;
  if (seen != 1)
    return;
  struct lock_use *use = set->all;
  while (use && !(use->kind == kind && lk_place_equal (&use->place, &own)))
    use = use->next;
  if (!use)
    {
      use = lk_arena_alloc (view->unit->arena, sizeof *use);
      use->place = own;
      use->kind = kind;
      use->next = set->all;
      set->all = use;
    }
  use->taken |= taken;
  use->released |= released;
}

static const struct lock_set *locks_of (struct lk_unit *, struct lk_function *);

/* Add to SET what the call EV of VIEW's function concerns.  */
static void
note_lock_call (struct function_view *view, struct lock_set *set, const struct lk_event *ev)
{
  struct lk_function *callee = ev->kind == LK_EVENT_CALL ? ev->callee : NULL;
  if (!callee)
    return;
  const struct lk_contract *contract = callee->contract;
  set->more |= contract && contract->locks && contract->source != LK_SOURCE_INFERRED;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->kind && c->kind->lock && (c->role == LK_ROLE_ACQUIRE || c->role == LK_ROLE_RELEASE))
      note_lock (view, set, ev, &c->place, c->kind, c->role == LK_ROLE_ACQUIRE,
		 c->role == LK_ROLE_RELEASE);
  if (!touches_locks (view->unit, callee))
    return;
  const struct lock_set *inner = locks_of (view->unit, callee);
  set->more |= inner->more;
  for (const struct lock_use *u = inner->all; u; u = u->next)
    note_lock (view, set, ev, &u->place, u->kind, u->taken, u->released);
}

/* The locks that FN concerns itself with.  Of functions that call each other some are unknown.  */
static const struct lock_set *
locks_of (struct lk_unit *unit, struct lk_function *fn)
{
  static const struct lock_set unknown = { .more = true };
  struct lock_set *set = function_slot (unit, fn, SLOT_LOCKS, sizeof *set);
  if (set->known)
    return set;
  if (set->busy || !fact_enter (unit, fn))
    return &unknown;
  set->busy = true;
  struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  set->more = !g;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      note_lock_call (view, set, &g->blocks[b].events[i]);
  set->busy = false;
  set->known = true;
  fact_leave (unit);
  return set;
}

/* ---- What becomes of one.  ---- */

/* Return what the call EV of VIEW's function does to the lock of USE: 1 if it takes it, -1 if it
   releases it, 0 if neither.  */
static int
effect_of (struct function_view *view, const struct lk_event *ev, const struct lock_use *use)
{
  struct lock_set set = { .known = false };
  note_lock_call (view, &set, ev);
  for (const struct lock_use *u = set.all; u; u = u->next)
    if (u->kind == use->kind && lk_place_equal (&u->place, &use->place))
      return u->taken ? 1 : u->released ? -1 : 0;
  return 0;
}

/* Return true if on each path the function of VIEW takes the lock of USE before it releases it.  */
static bool
takes_first (struct function_view *view, const struct lock_use *use)
{
  struct block_walk w;
  uint32_t b;
  bool first = true;
  block_walk_begin (&w, view->graph, 0);
  while (first && next_block (&w, &b))
    {
      const struct lk_block *bl = &view->graph->blocks[b];
      int effect = 0;
      for (uint32_t i = 0; i < bl->n_events && !effect; i++)
	effect = effect_of (view, &bl->events[i], use);
      first = effect >= 0;
      if (!effect)
	enter_successors (&w, b);
    }
  block_walk_end (&w);
  return first;
}

static struct portable_path
path_of_place (const struct lk_place *place)
{
  struct portable_path path = { .root = ROOT_FORMAL, .nsel = place->nsel,
				.addend = place->addend };
  memcpy (path.sel, place->sel, place->nsel * sizeof *path.sel);
  path.index = (uint32_t) place->base - 1;
  if (place->base == LK_PLACE_GLOBAL)
    {
      path.root = ROOT_GLOBAL;
      path.index = UINT32_MAX;
      path.entity = place->entity;
    }
  return path;
}

/* Add what DRAFT's function, which does not take the lock of USE, does to it; false if no clause
   can say it.  */
static bool
add_released (struct draft *draft, const struct lock_use *use)
{
  struct portable_path path = path_of_place (&use->place);
  struct verdict v;
  draft->lock = use->kind;
  judge_path (draft, &path, &v);
  draft->lock = NULL;
  if (!v.known || v.escaped)
    return false;
  if (v.released)
    {
      struct lk_clause *c = draft_add (draft, LK_ROLE_RELEASE, &use->place);
      c->kind = use->kind;
      set_condition (c, &v);
    }
  return true;
}

/* ---- What it leaves.  ---- */

bool
lock_left_at (const struct product *p, struct lk_place *place)
{
  for (unsigned i = 0; i < p->n_paths; i++)
    {
      const struct portable_path *q = &p->paths[i];
      if (q->nsel || q->addend == LK_ANY || q->addend > INT32_MAX || q->addend < INT32_MIN
	  || (q->root == ROOT_FORMAL ? q->index >= LK_PLACE_GLOBAL - 1
	      : q->root != ROOT_GLOBAL))
	continue;
      memset (place, 0, sizeof *place);
      place->base = q->root == ROOT_GLOBAL ? LK_PLACE_GLOBAL : (int16_t) (q->index + 1);
      place->entity = q->root == ROOT_GLOBAL ? q->entity : NULL;
      place->addend = q->addend;
      return true;
    }
  return false;
}

/* Return true if a clause of DRAFT acquires the lock of USE.  */
static bool
is_left (const struct draft *draft, const struct lock_use *use)
{
  for (const struct lk_clause *c = draft->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->kind == use->kind
	&& lk_place_equal (&c->place, &use->place))
      return true;
  return false;
}

/* Return true if DRAFT's function leaves a lock in a way that no clause says.  */
static bool
leaves_more (const struct draft *draft)
{
  const struct function_info *info = draft->function->engine;
  for (const struct product *p = info->products; p; p = p->next)
    {
      struct lock_use use = { .kind = p->origin->kind };
      if (use.kind->lock && (!lock_left_at (p, &use.place) || !is_left (draft, &use)))
	return true;
    }
  return info->thrown != NULL;
}

void
derive_locks (struct draft *draft)
{
  if (!touches_locks (draft->unit, draft->function))
    return;
  const struct lock_set *set = locks_of (draft->unit, draft->function);
  bool more = set->more || leaves_more (draft);
  for (const struct lock_use *u = set->all; u; u = u->next)
    if (!is_left (draft, u)
	&& !(u->taken ? !u->released || takes_first (draft->view, u) : add_released (draft, u)))
      more = true;
  draft->contract->locks = more;
}
