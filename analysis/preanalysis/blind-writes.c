/* Blind writes: functions that overwrite a place without reading it first.

   A function may handle what it finds in the structure it is given.  A function that reads
   nothing there before it writes can neither know that a place is empty nor release what it
   holds.  `while (next_token (&s, &t) > 0)' loses the text of every token but the last if the
   loop does not take it, and that is then witnessed, not assumed.  Unless the caller tests it:
   `if (!buf.size) buf_init (&buf)'.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

struct filling
{
  struct function_view *view;
  lk_var formal;
  int64_t captured;		/* Not what FORMAL points to, but the target of the address
				   that the lambda FORMAL has in this place; or LK_ANY.  */
  uint32_t block, index;	/* Where the walk is.  */
  unsigned depth;		/* Of calls that pass the pointer on.  */
};

static bool fills_from (struct lk_unit *, struct lk_function *, uint32_t argument,
			int64_t captured, unsigned depth);

/* Return true if the variable ROOT points to the memory that F is about.  */
static bool
points_there (const struct filling *f, lk_var root)
{
  if (f->captured == LK_ANY)
    return root == f->formal;
  const struct lk_path *from = loaded_from (f->view, root);
  return (from && from->root == f->formal && from->nsel == 1 && from->addend == 0
	  && from->sel[0] == f->captured);
}

/* Return true if EV writes the member at SEL of that memory.  */
static bool
writes_member (const struct filling *f, const struct lk_event *ev, int64_t sel)
{
  if (ev->dest.kind != LK_PATH || !points_there (f, ev->dest.path->root))
    return false;
  const struct lk_path *p = ev->dest.path;
  if (lk_writes_at_address (ev))
    return p->nsel == 0 && p->addend == 0;
  return p->nsel == 1 && p->sel[0] == sel && sel != LK_ANY;
}

/* Return true if the function itself has written SEL on every path to where F is.  */
static bool
written_before (const struct filling *f, int64_t sel)
{
  struct lk_graph *g = f->view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      if (f->view->idom[b] == UINT32_MAX
	  || !dominates (f->view, b, f->block))
	continue;
      uint32_t n = b == f->block ? f->index : g->blocks[b].n_events;
      for (uint32_t i = 0; i < n; i++)
	if (writes_member (f, &g->blocks[b].events[i], sel))
	  return true;
    }
  return false;
}

/* Return true if the use of OP here reveals nothing of the contents at entry.  A BARE pointer
   may be compared, but not passed on.  */
static bool
blind (const struct filling *f, const struct lk_operand *op, bool bare)
{
  if (op->kind != LK_PATH)
    return true;
  /* A callee that is given the whole lambda may read it.  */
  if (f->captured != LK_ANY && op->path->root == f->formal)
    return op->path->nsel;
  if (!points_there (f, op->path->root))
    return true;
  if (op->path->nsel == 0)
    return bare;
  return op->path->nsel == 1 && written_before (f, op->path->sel[0]);
}

/* Return true if the callee of EV, which gets the memory that F is about as argument K, reads
   nothing there either.  */
static bool
callee_blind (const struct filling *f, const struct lk_event *ev, uint32_t k)
{
  const struct lk_operand *arg = &ev->args[k];
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool some = false;
  if (f->captured != LK_ANY || !ev->callee || arg->path->nsel || arg->path->addend
      || arg->path->root != f->formal)
    return false;
  if (ev->callee->flags & LK_FN_BODY)
    return fills_from (f->view->unit, ev->callee, k, LK_ANY, f->depth + 1);
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == (int) k + 1 && c->place.nsel)
      {
	if (c->role != LK_ROLE_ACQUIRE || c->place.nsel != 1
	    || (contract->source == LK_SOURCE_INFERRED && !c->anew))
	  return false;
	some = true;
      }
  return some;
}

static bool
event_blind (const struct filling *f, const struct lk_event *ev)
{
  if (!blind (f, &ev->src, false))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (!blind (f, &ev->args[k], false) && !callee_blind (f, ev, k))
      return false;
  return (ev->dest.kind != LK_PATH || !points_there (f, ev->dest.path->root)
	  || ev->dest.path->nsel <= 1);
}

/* The same as fills_blindly, DEPTH calls away.  */
static bool
fills_from (struct lk_unit *unit, struct lk_function *function, uint32_t argument,
	    int64_t captured, unsigned depth)
{
  struct filling f = { .captured = captured, .depth = depth };
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (unit, function, LIMIT_DEF_DEPTH);
      return false;
    }
  f.view = function_view (unit, function);
  if (!f.view || argument >= f.view->graph->n_formals)
    return false;
  struct lk_graph *g = f.view->graph;
  f.formal = g->formals[argument];
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      const struct lk_definition *def = &g->vars[v].def;
      bool compares = def->kind == LK_DEF_COMPARE || def->kind == LK_DEF_NOT;
      f.block = f.index = 0;
      if (def->kind != LK_DEF_OTHER
	  && !(blind (&f, &def->a, compares) && blind (&f, &def->b, compares)))
	return false;
    }
  for (f.block = 0; f.block < g->n_blocks; f.block++)
    {
      struct lk_block *bl = &g->blocks[f.block];
      if (f.view->idom[f.block] == UINT32_MAX)
	continue;
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (!blind (&f, &bl->phis[i].args[k], false))
	    return false;
      for (f.index = 0; f.index < bl->n_events; f.index++)
	if (!event_blind (&f, &bl->events[f.index]))
	  return false;
      if (!blind (&f, &bl->a, bl->term == LK_TERM_COND)
	  || !blind (&f, &bl->b, bl->term == LK_TERM_COND))
	return false;
    }
  return true;
}

bool
fills_blindly (struct lk_unit *unit, struct lk_function *function,
	       uint32_t argument, int64_t captured)
{
  return fills_from (unit, function, argument, captured, 0);
}

/* ---- Callers that look.  ---- */

/* Return true if OP reveals something of a member of what ROOT is, or points to, other than OWN;
   WRITTEN: of one that is written to.  */
static bool
tells_of_member (const struct function_view *view, const struct lk_operand *op,
		 lk_var root, const struct lk_path *own, bool written, unsigned depth)
{
  if (op->kind != LK_PATH)
    return false;
  const struct lk_path *p = op->path;
  if (p == own)
    return false;
  if (p->root == root)
    return (p->nsel || p->addend) && !(written && quiet (view, p));
  if (p->nsel || p->root >= view->n_vars)
    return false;
  if (depth == 0)
    {
      if (view->graph->function)
	limit_met (view->unit, view->graph->function, LIMIT_DEF_DEPTH);
      return false;
    }
  const struct lk_definition *def = &view->graph->vars[p->root].def;
  const struct lk_event *ev = var_assignment (view, p->root);
  return ((def->kind != LK_DEF_OTHER
	   && (tells_of_member (view, &def->a, root, own, written, depth - 1)
	       || tells_of_member (view, &def->b, root, own, written, depth - 1)))
	  || (ev
	      && tells_of_member (view, &ev->src, root, own, written, depth - 1)));
}

bool
looked_into (const struct function_view *view, uint32_t block, lk_var root,
	     const struct lk_path *own, bool written)
{
  for (uint32_t b = block; b != UINT32_MAX; b = view->idom[b])
    {
      const struct lk_block *bl = &view->graph->blocks[b];
      if (b != block
	  && (bl->term == LK_TERM_COND || (written && bl->term == LK_TERM_SWITCH))
	  && (tells_of_member (view, &bl->a, root, own, written, MAX_DEF_DEPTH)
	      || tells_of_member (view, &bl->b, root, own, written, MAX_DEF_DEPTH)))
	return true;
      if (view->idom[b] == b)
	break;
    }
  return false;
}
