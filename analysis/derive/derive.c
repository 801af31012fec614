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

/* A member behind a formal, in bytes from there.  */
struct member
{
  int64_t at;
  bool read;			/* It is: a test of it may decide on what follows.  */
  bool moves;			/* What is in it may go elsewhere.  */
  bool stored;			/* It gets something else.  */
};

struct members
{
  unsigned n;
  bool all;			/* There are more, or a variable index.  */
  bool deep;			/* Something may become of what is behind one of them.  */
  struct member list[MAX_ASKED_MEMBERS];
};

static void
add_member (struct draft *draft, struct members *m, int64_t at, bool moves, bool stored)
{
  unsigned i = 0;
  while (i < m->n && m->list[i].at != at)
    i++;
  if (at != LK_ANY && i == MAX_ASKED_MEMBERS)
    limit_met (draft->unit, draft->function, LIMIT_ASKED_MEMBERS);
  if (at == LK_ANY || i == MAX_ASKED_MEMBERS)
    {
      m->all = m->deep = true;
      return;
    }
  /* (No handle has fewer than 4 bytes.)  */
  if (at % 4 != 0)
    return;
  if (i == m->n)
    m->list[m->n++] = (struct member) { .at = at };
  m->list[i].read |= !stored;
  m->list[i].moves |= moves;
  m->list[i].stored |= stored;
}

static int
compare_members (const void *a, const void *b)
{
  int64_t p = ((const struct member *) a)->at, q = ((const struct member *) b)->at;
  return p < q ? -1 : p > q;
}

/* What becomes of a value.  */
#define VALUE_GOES 1		/* It is stored, returned, joined, or passed to a function that may
				   do more than look at it.  */
#define VALUE_LEADS 2		/* So may what it points to, or that is read.  */

/* What EV's callee does with argument K.  */
static unsigned
argument_use (const struct lk_event *ev, uint32_t k)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  unsigned use = contract && contract->complete ? 0 : VALUE_GOES | VALUE_LEADS;
  for (const struct lk_clause *c = use ? NULL : contract ? contract->clauses : NULL; c;
       c = c->next)
    if (c->place.base == (int) k + 1
	|| ((c->role == LK_ROLE_ALIAS || c->role >= LK_ROLE_WRAP)
	    && c->other.base == (int) k + 1))
      use |= (c->role == LK_ROLE_RELEASE && !c->place.nsel && c->kind && !c->kind->memory
	      ? VALUE_GOES : VALUE_GOES | VALUE_LEADS);
  return use;
}

/* Note in USES, by variable, that OP has USE; what it is loaded through leads somewhere.  */
static void
note_use (uint8_t *uses, const struct lk_operand *op, unsigned use)
{
  if (op->kind == LK_PATH)
    uses[op->path->root] |= op->path->nsel ? VALUE_LEADS : use;
}

/* The uses of all variables of VIEW's function; to be freed.  */
static uint8_t *
find_uses (const struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  uint8_t *uses = lk_xmalloc (g->n_vars + 1);
  memset (uses, 0, g->n_vars + 1);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  note_use (uses, &bl->phis[i].args[k], VALUE_GOES | VALUE_LEADS);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  note_use (uses, &ev->src, VALUE_GOES | VALUE_LEADS);
	  note_use (uses, &ev->dest, 0);
	  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	    note_use (uses, &ev->args[k], argument_use (ev, k));
	}
      if (bl->term == LK_TERM_RETURN)
	note_use (uses, &bl->a, VALUE_GOES | VALUE_LEADS);
    }
  return uses;
}

static void collect_members (struct draft *draft, struct function_view *view, uint32_t formal,
			     int64_t shift, unsigned depth, struct members *m);

/* The clause C of a callee says something of the member PLACE of argument K, SHIFT bytes behind
   the formal.  */
static void
add_clause_member (struct draft *draft, const struct lk_place *place, uint32_t k, int64_t shift,
		   struct members *m)
{
  if (place->base != (int) k + 1 || !place->nsel)
    return;
  add_member (draft, m, place->sel[0] == LK_ANY ? LK_ANY : place->sel[0] + shift, true, false);
  m->deep |= place->nsel > 1;
}

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
      {
	add_clause_member (draft, &c->place, k, shift, m);
	if (c->role == LK_ROLE_ALIAS)
	  add_clause_member (draft, &c->other, k, shift, m);
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

/* A search for the members behind the formal ROOT of VIEW's function, SHIFT bytes further.  */
struct collecting
{
  struct draft *draft;
  struct function_view *view;
  const uint8_t *uses;
  lk_var root;
  int64_t shift;
  struct members *members;
};

/* Note the member that OP begins with: what is there MOVES; it is STORED, else read.  */
static void
collect_operand (struct collecting *c, const struct lk_operand *op, bool moves, bool stored)
{
  if (op->kind != LK_PATH || op->path->root != c->root || !op->path->nsel)
    return;
  bool further = op->path->nsel > 1;
  int64_t sel = op->path->sel[0];
  c->members->deep |= further;
  add_member (c->draft, c->members, sel == LK_ANY ? LK_ANY : sel + c->shift,
	      moves && !further, stored && !further);
}

/* The value of the formal itself is copied, if OP is that.  */
static void
collect_copy (struct collecting *c, const struct lk_operand *op)
{
  if (op->kind == LK_PATH && op->path->root == c->root && !op->path->nsel)
    c->members->all = c->members->deep = true;
}

static void
collect_event (struct collecting *c, const struct lk_event *ev, unsigned depth)
{
  if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH)
    {
      /* A load: what becomes of the value?  */
      unsigned use = (ev->dest.path->nsel ? VALUE_GOES | VALUE_LEADS
		      : c->uses[ev->dest.path->root]);
      collect_operand (c, &ev->src, (use & VALUE_GOES) != 0, false);
      if (ev->src.kind == LK_PATH && ev->src.path->root == c->root && ev->src.path->nsel)
	c->members->deep |= (use & VALUE_LEADS) != 0;
    }
  else
    collect_operand (c, &ev->src, true, false);
  collect_operand (c, &ev->dest, false, true);
  if (ev->kind != LK_EVENT_CALL)
    collect_copy (c, &ev->src);
  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
    {
      const struct lk_path *p = ev->args[k].kind == LK_PATH ? ev->args[k].path : NULL;
      collect_operand (c, &ev->args[k], true, false);
      if (!p || p->root != c->root || p->nsel)
	continue;
      if (p->addend == LK_ANY)
	c->members->all = c->members->deep = true;
      else
	collect_passed (c->draft, ev, k, c->shift + p->addend, depth, c->members);
    }
}

/* Add to M the members behind FORMAL, SHIFT bytes further, that VIEW's function, DEPTH calls
   deep, or its callees mention.  */
static void
collect_members (struct draft *draft, struct function_view *view, uint32_t formal, int64_t shift,
		 unsigned depth, struct members *m)
{
  struct lk_graph *g = view->graph;
  uint8_t *uses = find_uses (view);
  struct collecting c = { draft, view, uses, g->formals[formal], shift, m };
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  {
	    collect_operand (&c, &bl->phis[i].args[k], true, false);
	    collect_copy (&c, &bl->phis[i].args[k]);
	  }
      for (uint32_t i = 0; i < bl->n_events; i++)
	collect_event (&c, &bl->events[i], depth);
      if (bl->term == LK_TERM_RETURN)
	collect_operand (&c, &bl->a, true, false);
    }
  free (uses);
}

static void
keep_all (struct draft *draft, uint32_t formal, unsigned depth)
{
  struct lk_place place = { .base = (int16_t) (formal + 1), .nsel = (uint8_t) depth };
  for (unsigned i = 0; i < depth; i++)
    place.sel[i] = LK_PLACE_ANY;
  draft_add (draft, LK_ROLE_KEEP, &place);
}

/* Add what the function does with a handle in the member PATH; false if no clause says it.  (That it
   is kept under some condition is not said of members.)  */
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
  struct members m = { .n = 0 };
  collect_members (draft, draft->view, formal, 0, 0, &m);
  /* Which of too many are met first depends on what is known of callees.  */
  if (m.n == MAX_ASKED_MEMBERS && m.all)
    m.n = 0;
  qsort (m.list, m.n, sizeof *m.list, compare_members);
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
