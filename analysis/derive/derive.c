/* The contract that the body of a function keeps: what a caller in another file needs to know.

   For each formal the function is followed with a handle of any kind in it, and in each member
   behind it that the body, or a callee, mentions (derive/verdict.c).  A handle behind such a
   member is kept unless the function has no effect on the member.  An effect that no clause
   can express is left open, or kept, never borrowed: a caller then reports less.

   Clauses of deeper places stand before those of the argument itself, so that a release of a
   structure finds its members released.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "derive.h"

struct lk_clause *
draft_add (struct draft *draft, enum lk_role role, const struct lk_place *place)
{
  struct lk_clause *c = lk_arena_alloc (draft->unit->arena, sizeof *c);
  c->role = role;
  c->place = *place;
  *draft->tail = c;
  draft->tail = &c->next;
  return c;
}

static bool
says_of (const struct draft *draft, int base)
{
  for (const struct lk_clause *c = draft->contract->clauses; c; c = c->next)
    if (!lk_is_about_lock (c)
	&& (c->place.base == base || (c->role == LK_ROLE_ALIAS && c->other.base == base)))
      return true;
  return false;
}

/* ---- One place.  ---- */

void
set_condition (struct lk_clause *c, const struct verdict *v)
{
  if (v->conditional)
    {
      c->conditions[0] = v->condition;
      c->n_conditions = 1;
    }
}

/* Return true if what VIEW's function returns, if not NULL, points into what an argument stands
   for.  */
static bool
returns_inside (const struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  bool some = false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_operand *op = &g->blocks[b].a;
      if (g->blocks[b].term != LK_TERM_RETURN || (op->kind == LK_CONST && op->value == 0))
	continue;
      if (op->kind != LK_PATH || op->path->nsel || !value_inside (view, op->path->root))
	return false;
      some = true;
    }
  return some;
}

/* Add aliases for where V's handle, which was at PLACE, is held afterwards; false if no place
   says that.  */
static bool
add_moves (struct draft *draft, const struct verdict *v, const struct portable_path *path,
	   const struct lk_place *place)
{
  for (const struct outcome *o = v->summary->outcomes; o; o = o->next)
    for (unsigned i = 0; o->kind == OUT_HELD && !o->thrown && i < o->n_paths; i++)
      {
	struct lk_place to;
	if (!compare_portable (&o->paths[i], path))
	  continue;
	if (!place_of_path (&o->paths[i], &to) || (to.base && !to.nsel))
	  return false;
	bool there = false;
	for (const struct lk_clause *c = draft->contract->clauses; c; c = c->next)
	  there |= (c->role == LK_ROLE_ALIAS && lk_place_equal (&c->place, &to)
		    && lk_place_equal (&c->other, place));
	if (there)
	  continue;
	struct lk_clause *c = draft_add (draft, LK_ROLE_ALIAS, &to);
	c->other = *place;
	c->inside = to.base == 0 && !to.nsel && returns_inside (draft->view);
	if (!range_is_all (&o->result) && (to.base || to.nsel))
	  {
	    c->conditions[0].base = 0;
	    c->conditions[0].range = o->result;
	    c->n_conditions = 1;
	  }
      }
  return true;
}

/* Add what V says of a handle at PATH; false if no clause can.  */
static bool
add_verdict (struct draft *draft, const struct portable_path *path, const struct verdict *v)
{
  struct lk_place place;
  if (!v->known || !place_of_path (path, &place) || !pass_on (draft, path, v->lent))
    return false;
  if (v->moves && !add_moves (draft, v, path, &place))
    return false;
  /* A getter leaves it where it is, too; this one does not.  */
  if (v->moves && !v->stays)
    draft_add (draft, LK_ROLE_KEEP, &place);
  /* The lock in what the argument points to is released, not the handle.  */
  bool lock = v->released && v->kind && v->kind->lock;
  if (v->released && !lock)
    {
      struct lk_clause *c = draft_add (draft, LK_ROLE_RELEASE, &place);
      c->kind = v->kind;
      c->any_kind = !v->kind;
      set_condition (c, v);
    }
  if (v->conditional && (!v->released || v->open_else))
    {
      struct lk_clause *c = draft_add (draft, LK_ROLE_OWN, &place);
      c->any_kind = true;
      if (!v->open_else)
	set_condition (c, v);
    }
  return v->released || !v->escaped || v->conditional;
}

/* ---- Members.  ---- */

static void
keep_all (struct draft *draft, uint32_t formal, unsigned depth)
{
  struct lk_place place = { .base = (int16_t) (formal + 1), .nsel = (uint8_t) depth };
  for (unsigned i = 0; i < depth; i++)
    place.sel[i] = LK_PLACE_ANY;
  draft_add (draft, LK_ROLE_KEEP, &place);
}

/* Add what the function does with a handle in the member PATH; false if no clause says it.  (That
   it is kept under some condition is not said of members.)  */
static bool
member_is_said (struct draft *draft, const struct portable_path *path)
{
  struct verdict v;
  judge_path (draft, path, &v);
  bool taken = v.escaped && v.conditional && !v.released;
  return !taken && add_verdict (draft, path, &v);
}

/* Clauses for what is in the memory that FORMAL points to.  */
static void
derive_members (struct draft *draft, uint32_t formal)
{
  struct members m;
  collect_members (draft, formal, &m);
  struct portable_path path = { .root = ROOT_FORMAL, .index = formal, .nsel = 1 };
  for (unsigned i = 0; i < m.n; i++)
    {
      struct lk_place place;
      path.sel[0] = m.list[i].at;
      /* Of what is only stored nothing is asked, nor of what is only looked at.  */
      bool asked = m.list[i].moves || (m.list[i].read && m.list[i].stored);
      if (!(asked ? member_is_said (draft, &path) : !m.list[i].stored))
	{
	  if (!place_of_path (&path, &place))
	    m.all = true;
	  else if (!m.all)
	    draft_add (draft, LK_ROLE_KEEP, &place);
	}
    }
  if (m.all)
    keep_all (draft, formal, 1);
  if (m.deep)
    keep_all (draft, formal, 2);
}

/* ---- The whole.  ---- */

/* Return true if something is done with FORMAL's value but to compare it.  */
static bool
formal_matters (const struct function_view *view, uint32_t formal)
{
  return view->vars[view->graph->formals[formal]].used;
}

/* Return true if what FN returns is an object that only the caller knows, or NULL.  */
static bool
derived_new (struct lk_unit *unit, struct lk_function *fn, struct function_view *view)
{
  const struct function_info *info = fn->engine;
  for (const struct product *p = info->products; p; p = p->next)
    if (p->n_paths == 1 && p->paths->root == ROOT_RESULT && !p->paths->nsel
	&& p->origin->kind->memory)
      return true;
  return function_returns_new (unit, view);
}

/* FORMAL is passed to unknown functions, perhaps: clauses for that, in place of those from *BEFORE
   on.  Return false if more may become of it.  */
static bool
derive_passed (struct draft *draft, uint32_t formal, struct lk_clause **before)
{
  struct portable_path path = { .root = ROOT_FORMAL, .index = formal };
  struct verdict v;
  draft->lends = true;
  judge_path (draft, &path, &v);
  bool passed = (v.known && !v.released && !v.escaped && !v.moves && v.lent
		 && pass_on (draft, &path, v.lent));
  if (passed)
    {
      *before = NULL;
      draft->tail = before;
      draft->open = true;
      derive_members (draft, formal);
    }
  draft->lends = false;
  return passed;
}

/* Clauses for FORMAL, in what order the head says.  */
static void
derive_formal (struct draft *draft, uint32_t formal)
{
  struct portable_path path = { .root = ROOT_FORMAL, .index = formal };
  struct verdict v;
  if (!formal_matters (draft->view, formal))
    return;
  judge_path (draft, &path, &v);
  struct lk_clause **before = draft->tail;
  derive_members (draft, formal);
  /* (A condition that tells all says more than where it is passed.)  */
  bool vague = v.escaped && !v.released && v.open_else;
  if (vague && derive_passed (draft, formal, before))
    return;
  if (!add_verdict (draft, &path, &v))
    {
      /* A clause about its members would say that it is borrowed.  */
      if (derive_passed (draft, formal, before))
	return;
      *before = NULL;
      draft->tail = before;
      draft->open = true;
    }
}

static void
derive_globals (struct draft *draft)
{
  size_t n;
  bool all_known;
  const struct lk_place *places = changed_globals (draft->unit, draft->function, &n, &all_known);
  for (size_t i = 0; i < n; i++)
    draft_add (draft, LK_ROLE_KEEP, &places[i]);
  draft->open |= !all_known;
}

const struct lk_contract *
lk_unit_derive (struct lk_unit *unit, struct lk_function *fn)
{
  struct function_view *view = function_view (unit, fn);
  if (!view || fn->loc == 0 || view->graph->n_formals >= INT16_MAX)
    return NULL;
  struct lk_contract *contract = lk_arena_alloc (unit->arena, sizeof *contract);
  struct draft draft = { .unit = unit, .function = fn, .view = view, .contract = contract,
			 .tail = &contract->clauses };
  draft.returns_new = derived_new (unit, fn, view);
  contract->name = fn->name;
  contract->source = LK_SOURCE_INFERRED;
  contract->noreturn = (fn->flags & LK_FN_NORETURN) != 0;
  bool *open = draft.open_formals = lk_xmalloc (view->graph->n_formals + 1);
  for (uint32_t i = 0; i < view->graph->n_formals; i++)
    {
      bool before = draft.open;
      draft.open = false;
      derive_formal (&draft, i);
      open[i] = draft.open;
      draft.open |= before;
    }
  if (!contract->noreturn)
    {
      derive_acquired (&draft);
      pass_result (&draft);
      derive_reads (&draft);
    }
  derive_locks (&draft);
  if (!contract->noreturn)
    derive_globals (&draft);
  contract->complete = !draft.open;
  /* Without that an argument that no clause mentions is not known to be borrowed.  */
  for (uint32_t i = 0; draft.open && i < view->graph->n_formals; i++)
    if (!open[i] && !says_of (&draft, (int) i + 1))
      draft_add (&draft, LK_ROLE_BORROW, &(struct lk_place) { .base = (int16_t) (i + 1) });
  free (open);
  return contract;
}
