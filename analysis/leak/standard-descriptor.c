/* Descriptors that replace a standard one.

   Heuristic: a descriptor that is opened right after `close (0)' is 0, for the lowest free number
   is taken, and the standard descriptors 0 to 2 stay open.  Each such close makes room for one,
   and a loop that closes by a counter from 0 on, or down to 0, for three.
   Wrong if a lower number is free, or if another thread opens something in between.

   Over-approximated: other blocks that do not dominate the acquisition are left out.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "leak-internal.h"

/* Return the descriptor that EV releases, or NULL.  */
static const struct lk_operand *
closed_by (const struct lk_event *ev, const struct lk_kind *kind)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->kind == kind && c->place.base > 0 && !c->place.nsel
	&& (uint32_t) c->place.base <= ev->n_args)
      return &ev->args[c->place.base - 1];
  return NULL;
}

/* Return true if EV releases one of the standard descriptors by its number.  */
static bool
closes_standard (const struct lk_event *ev, const struct lk_kind *kind)
{
  const struct lk_operand *op = closed_by (ev, kind);
  return op && op->kind == LK_CONST && op->value >= 0 && op->value <= 2;
}

/* Return the value that V is made of if V is that and the constant STEP, and not 0; else
   LK_NO_VAR.  */
static lk_var
stepped_from (const struct lk_graph *g, lk_var v, int64_t *step)
{
  const struct lk_definition *def = &g->vars[v].def;
  if (def->kind != LK_DEF_PURE || def->code != LK_PURE_ADD || def->a.kind != LK_PATH
      || def->a.path->nsel || def->b.kind != LK_CONST || def->b.value == 0)
    return LK_NO_VAR;
  *step = def->b.value;
  return def->a.path->root;
}

/* Return true if A is V or W, and B about 0.  */
static bool
asks_for_end (const struct lk_operand *a, const struct lk_operand *b, lk_var v, lk_var w)
{
  return (b->kind == LK_CONST && b->value >= -1 && b->value <= 0
	  && (operand_is_value (a, v) || operand_is_value (a, w)));
}

/* Return true if V or W is compared with 0 or so, as the counter of a loop that goes down.  */
static bool
goes_down_to_zero (const struct lk_graph *g, lk_var v, lk_var w)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_COND
	&& asks_for_end (&g->blocks[b].a, &g->blocks[b].b, v, w))
      return true;
  for (lk_var i = 0; i < g->n_vars; i++)
    if (g->vars[i].def.kind == LK_DEF_COMPARE
	&& asks_for_end (&g->vars[i].def.a, &g->vars[i].def.b, v, w))
      return true;
  return false;
}

/* Return true if V, or what V is made of by a step, is a phi of BLOCK that counts in steps of 1,
   from one of the standard descriptors up or down to 0.  */
static bool
counts_standard (const struct lk_graph *g, uint32_t block, lk_var v)
{
  int64_t step = 0;
  for (uint32_t i = 0; i < g->blocks[block].n_phis; i++)
    {
      const struct lk_phi *phi = &g->blocks[block].phis[i];
      bool counts = false, from_standard = false;
      if (phi->result != v && stepped_from (g, v, &step) != phi->result)
	continue;
      for (uint32_t k = 0; k < g->blocks[block].n_preds; k++)
	{
	  const struct lk_operand *arg = &phi->args[k];
	  if (arg->kind == LK_CONST)
	    from_standard |= arg->value >= -1 && arg->value <= 2;
	  else if (arg->kind == LK_PATH && !arg->path->nsel
		   && stepped_from (g, arg->path->root, &step) == phi->result
		   && (v == phi->result || v == arg->path->root))
	    counts = step == 1 || (step == -1 && goes_down_to_zero (g, v, phi->result));
	}
      if (counts)
	return step == -1 || from_standard;
    }
  return false;
}

/* Return true if BLOCK is the head of a loop that closes the standard descriptors and others by
   number.  */
static bool
closes_by_number (const struct lk_graph *g, uint32_t block, const struct lk_kind *kind)
{
  if (!g->blocks[block].n_phis)
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_operand *op = closed_by (&g->blocks[b].events[i], kind);
	if (op && op->kind == LK_PATH && !op->path->nsel
	    && counts_standard (g, block, op->path->root))
	  return true;
      }
  return false;
}

/* Return the number of descriptors that EV acquires.  */
static int
acquired_by (const struct lk_event *ev, const struct lk_kind *kind)
{
  int n = 0;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    n += c->role == LK_ROLE_ACQUIRE && c->kind == kind;
  return n;
}

bool
replaces_standard (const struct function_view *view, uint32_t block, uint32_t index,
		   const struct lk_kind *kind)
{
  const struct lk_graph *g = view->graph;
  int open = 0;
  if (kind->size != 4)
    return false;
  for (uint32_t b = block, i = index;; b = view->idom[b], i = g->blocks[b].n_events)
    {
      while (i-- > 0)
	{
	  const struct lk_event *ev = &g->blocks[b].events[i];
	  if (ev->kind != LK_EVENT_CALL)
	    continue;
	  /* An unknown function may open and close descriptors.  */
	  if (!ev->callee || !ev->callee->contract)
	    return false;
	  if (closes_standard (ev, kind) && open-- == 0)
	    return true;
	  open += acquired_by (ev, kind);
	}
      if (closes_by_number (g, b, kind))
	return open < 3;
      if (b == 0 || view->idom[b] == UINT32_MAX)
	return false;
    }
}
