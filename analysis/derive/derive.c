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
    if (c->place.base == base || (c->role == LK_ROLE_ALIAS && c->other.base == base))
      return true;
  return false;
}

/* ---- One place.  ---- */

static void
set_condition (struct lk_clause *c, const struct verdict *v)
{
  if (v->conditional)
    {
      c->conditions[0] = v->condition;
      c->n_conditions = 1;
    }
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
  if (!v->known || !place_of_path (path, &place))
    return false;
  if (v->moves && !add_moves (draft, v, path, &place))
    return false;
  if (v->released)
    {
      struct lk_clause *c = draft_add (draft, LK_ROLE_RELEASE, &place);
      c->kind = v->kind;
      c->any_kind = !v->kind;
      set_condition (c, v);
    }
  else if (v->escaped && v->conditional)
    {
      struct lk_clause *c = draft_add (draft, LK_ROLE_OWN, &place);
      c->any_kind = true;
      set_condition (c, v);
    }
  return v->released || !v->escaped || v->conditional;
}

/* ---- Members.  ---- */

/* Offsets of members behind one formal.  */
struct members
{
  unsigned n;
  bool all;			/* There are more, or a variable index.  */
  bool deep;			/* So may what is behind one of them be.  */
  int64_t at[MAX_ASKED_MEMBERS];
};

static void
add_member (struct draft *draft, struct members *m, int64_t at)
{
  for (unsigned i = 0; i < m->n; i++)
    if (m->at[i] == at)
      return;
  if (at != LK_ANY && m->n == MAX_ASKED_MEMBERS)
    limit_met (draft->unit, draft->function, LIMIT_ASKED_MEMBERS);
  if (at == LK_ANY || m->n == MAX_ASKED_MEMBERS)
    m->all = m->deep = true;
  /* (No handle has fewer than 4 bytes.)  */
  else if (at % 4 == 0)
    m->at[m->n++] = at;
}

static int
compare_offsets (const void *a, const void *b)
{
  int64_t p = *(const int64_t *) a, q = *(const int64_t *) b;
  return p < q ? -1 : p > q;
}

/* Return true if OP is the value of ROOT itself, or within what it points to.  */
static bool
is_value_of (const struct lk_operand *op, lk_var root)
{
  return op->kind == LK_PATH && op->path->root == root && op->path->nsel == 0;
}

/* Return true if EV's callee only looks at argument K and at what is behind it, or releases what
   is no memory.  */
static bool
only_borrows (const struct lk_event *ev, uint32_t k)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool borrows = contract && contract->complete;
  for (const struct lk_clause *c = borrows ? contract->clauses : NULL; c; c = c->next)
    borrows &= ((c->place.base != (int) k + 1
		 || (c->role == LK_ROLE_RELEASE && !c->place.nsel && c->kind && !c->kind->memory))
		&& !((c->role == LK_ROLE_ALIAS || c->role >= LK_ROLE_WRAP)
		     && c->other.base == (int) k + 1));
  return borrows;
}

/* Return true if something may become of what the value V, which was loaded from behind the
   formal, points to.  */
static bool
goes_deep (const struct function_view *view, lk_var v)
{
  struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (is_value_of (&bl->phis[i].args[k], v))
	    return true;
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind != LK_EVENT_CALL && ev->src.kind == LK_PATH && ev->src.path->root == v)
	    return true;
	  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v
		&& !only_borrows (ev, k))
	      return true;
	}
    }
  return false;
}

static void collect_members (struct draft *draft, struct function_view *view, uint32_t formal,
			     int64_t shift, unsigned depth, struct members *m);

/* EV passes the formal, SHIFT bytes further, as argument K.  */
static void
collect_passed (struct draft *draft, const struct lk_event *ev, uint32_t k, int64_t shift,
		unsigned depth, struct members *m)
{
  struct lk_function *callee = ev->callee;
  if (!callee)
    return;
  if (callee->contract)
    for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
      if (c->place.base == (int) k + 1 && c->place.nsel)
	{
	  add_member (draft, m, c->place.sel[0] == LK_ANY ? LK_ANY : c->place.sel[0] + shift);
	  m->deep |= c->place.nsel > 1;
	}
  if (!(callee->flags & LK_FN_BODY))
    return;
  if (depth == MAX_MEMBER_DEPTH)
    limit_met (draft->unit, draft->function, LIMIT_MEMBER_DEPTH);
  struct function_view *view
    = depth < MAX_MEMBER_DEPTH ? function_view (draft->unit, callee) : NULL;
  if (!view)
    m->all = m->deep = true;
  else if (k < view->graph->n_formals)
    collect_members (draft, view, k, shift, depth + 1, m);
}

/* The members behind ROOT that the paths of VIEW's graph mention, SHIFT bytes further.  */
static void
collect_paths (struct draft *draft, struct function_view *view, lk_var root, int64_t shift,
	       struct members *m)
{
  uint32_t n = view->graph->n_paths;
  const struct lk_path **paths = lk_xmalloc ((n + 1) * sizeof *paths);
  lk_graph_list_paths (view->graph, paths);
  for (uint32_t i = 0; i < n; i++)
    if (paths[i]->root == root && paths[i]->nsel)
      {
	add_member (draft, m, paths[i]->sel[0] == LK_ANY ? LK_ANY : paths[i]->sel[0] + shift);
	m->deep |= paths[i]->nsel > 1;
      }
  free (paths);
}

/* Add to M the members behind FORMAL, SHIFT bytes further, that VIEW's function, DEPTH calls
   deep, or its callees mention.  */
static void
collect_members (struct draft *draft, struct function_view *view, uint32_t formal, int64_t shift,
		 unsigned depth, struct members *m)
{
  struct lk_graph *g = view->graph;
  lk_var root = g->formals[formal];
  collect_paths (draft, view, root, shift, m);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (is_value_of (&bl->phis[i].args[k], root))
	    m->all = m->deep = true;
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind != LK_EVENT_CALL && is_value_of (&ev->src, root))
	    m->all = m->deep = true;
	  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH && ev->src.path->root == root
	      && ev->dest.kind == LK_PATH)
	    m->deep |= ev->dest.path->nsel || goes_deep (view, ev->dest.path->root);
	  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	    if (is_value_of (&ev->args[k], root))
	      {
		int64_t addend = ev->args[k].path->addend;
		if (addend == LK_ANY)
		  m->all = m->deep = true;
		else
		  collect_passed (draft, ev, k, shift + addend, depth, m);
	      }
	}
    }
}

static void
keep_all (struct draft *draft, uint32_t formal, unsigned depth)
{
  struct lk_place place = { .base = (int16_t) (formal + 1), .nsel = (uint8_t) depth };
  for (unsigned i = 0; i < depth; i++)
    place.sel[i] = LK_PLACE_ANY;
  draft_add (draft, LK_ROLE_KEEP, &place);
}

/* Clauses for what is in the memory that FORMAL points to.  */
static void
derive_members (struct draft *draft, uint32_t formal)
{
  struct members m = { .n = 0 };
  collect_members (draft, draft->view, formal, 0, 0, &m);
  /* Which of too many are met first depends on what is known of callees.  */
  if (m.n == MAX_ASKED_MEMBERS && m.all)
    m.n = 0;
  qsort (m.at, m.n, sizeof *m.at, compare_offsets);
  struct portable_path path = { .root = ROOT_FORMAL, .index = formal, .nsel = 1 };
  for (unsigned i = 0; i < m.n; i++)
    {
      struct verdict one;
      struct lk_place place;
      path.sel[0] = m.at[i];
      judge_path (draft, &path, &one);
      /* (That it is kept under some condition is not said of members.)  */
      bool taken = one.escaped && one.conditional && !one.released;
      if (!taken && add_verdict (draft, &path, &one))
	continue;
      if (!place_of_path (&path, &place))
	m.all = true;
      else if (!m.all)
	draft_add (draft, LK_ROLE_KEEP, &place);
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
returns_new (struct lk_unit *unit, struct lk_function *fn, struct function_view *view)
{
  const struct function_info *info = fn->engine;
  for (const struct product *p = info->products; p; p = p->next)
    if (p->n_paths == 1 && p->paths->root == ROOT_RESULT && !p->paths->nsel
	&& p->origin->kind->memory)
      return true;
  return function_returns_new (unit, view);
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
  if (!add_verdict (draft, &path, &v))
    {
      /* A clause about its members would say that it is borrowed.  */
      *before = NULL;
      draft->tail = before;
      draft->open = true;
    }
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
  draft.returns_new = returns_new (unit, fn, view);
  contract->name = fn->name;
  contract->source = LK_SOURCE_INFERRED;
  contract->noreturn = (fn->flags & LK_FN_NORETURN) != 0;
  contract->locks = touches_locks (unit, fn);
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
    derive_acquired (&draft);
  contract->complete = !draft.open;
  /* Without that an argument that no clause mentions is not known to be borrowed.  */
  for (uint32_t i = 0; draft.open && i < view->graph->n_formals; i++)
    if (!open[i] && !says_of (&draft, (int) i + 1))
      draft_add (&draft, LK_ROLE_BORROW, &(struct lk_place) { .base = (int16_t) (i + 1) });
  free (open);
  return contract;
}
