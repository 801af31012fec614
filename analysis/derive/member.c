/* Members behind a formal that a function, or one that it passes the formal to, mentions.

   One look at the function says what becomes of each of its values; a member whose contents are
   only looked at, or that is only stored in, needs no more than that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "derive.h"

static void
add_member (struct draft *draft, struct members *m, int64_t at, bool moves, bool stored)
{
  unsigned i = 0;
  while (i < m->n && m->list[i].at != at)
    i++;
  if (at != LK_ANY && i == MAX_MEMBER_FACTS)
    limit_met (draft->unit, draft->function, LIMIT_MEMBER_FACTS);
  if (at == LK_ANY || i == MAX_MEMBER_FACTS)
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

/* Uses of a value.  */
#define VALUE_GOES 1		/* It is stored, returned, joined, or passed to a function that may
				   do more than look at it.  */
#define VALUE_LEADS 2		/* So may what it points to, or that is read.  */

/* Return the use that EV's callee makes of argument K.  */
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
note_member_use (uint8_t *uses, const struct lk_operand *op, unsigned use)
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
	  note_member_use (uses, &bl->phis[i].args[k], VALUE_GOES | VALUE_LEADS);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  note_member_use (uses, &ev->src, VALUE_GOES | VALUE_LEADS);
	  note_member_use (uses, &ev->dest, 0);
	  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	    note_member_use (uses, &ev->args[k], argument_use (ev, k));
	}
      if (bl->term == LK_TERM_RETURN)
	note_member_use (uses, &bl->a, VALUE_GOES | VALUE_LEADS);
    }
  return uses;
}

static void collect_in (struct draft *draft, struct function_view *view, uint32_t formal,
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
  if (depth == MAX_CALLS)
    limit_met (draft->unit, draft->function, LIMIT_CALLS);
  struct function_view *view
    = depth < MAX_CALLS ? function_view (draft->unit, callee) : NULL;
  if (!view)
    m->all = m->deep = true;
  else if (k < view->graph->n_formals)
    collect_in (draft, view, k, shift, depth + 1, m);
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
collect_in (struct draft *draft, struct function_view *view, uint32_t formal, int64_t shift,
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

void
collect_members (struct draft *draft, uint32_t formal, struct members *m)
{
  memset (m, 0, sizeof *m);
  collect_in (draft, draft->view, formal, 0, 0, m);
  /* Which of too many are met first depends on what is known of callees.  */
  if (m->n == MAX_MEMBER_FACTS && m->all)
    m->n = 0;
  qsort (m->list, m->n, sizeof *m->list, compare_members);
}
