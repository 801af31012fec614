/* Unknown callees that only borrow the handle.

   An unknown callee may release or keep a handle it is passed, so the obligation ends there.
   Three exceptions: the parameter's type rules it out, or the caller releases the handle after
   the call returns, or after both a failure and a success.

   - A const char * is text to read, whether it is allocated or mapped, if the callee has neither a
     result nor another argument that could hold it afterwards.
   - A caller that goes on to release the handle itself knows that the callee has not taken it.
     This holds all the more where the callee failed, for no callee keeps a handle that it could
     not use and leaves it to its caller when it could. Thus in `if (work (f) < 0) return -1;
     fclose (f);' the first return loses F. The other order says nothing: `if (add (l, p) < 0) free
     (p);' has passed P on.

   - A caller that releases the handle both after the callee has failed and after it has succeeded
     knows that it is never taken: then it is borrowed on all paths (transfer/call-taken.c).

   A caller that returns the handle or makes an owner of it after the call succeeded counts as
   one that releases it, if the callee has nowhere to keep the handle and the handle was tested
   before.  The case of a release on every path but the exceptional ones is call_only_uses
   (transfer/call-exception.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "transfer-internal.h"

bool
only_lent (struct solver *solver, const struct lk_event *ev,
	   const struct scratch *s)
{
  if (solver->context.obligation->in_place)
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && !(ev->arg_flags[k] & LK_ARG_FORMATTED))
      {
	enum reach reach = argument_reaches (solver, s, ev, k);
	/* An element of an array does not release the array.  */
	bool element = k == 0 && ev->member && ev->args[k].path->addend == LK_ANY;
	if (reach != REACH_NOT
	    && !(reach == REACH_HANDLE && (element || (ev->arg_flags[k] & LK_ARG_LENT))))
	  return false;
      }
  return true;
}

/* ---- Callees that fail.  ---- */

bool
asks_failure (const struct lk_operand *a, enum lk_compare op,
	      const struct lk_operand *b, lk_var v, bool zero,
	      struct lk_range *failing)
{
  bool equal = op == LK_EQ || op == LK_NE;
  bool below = op == LK_LT || op == LK_GE;
  *failing = (struct lk_range) { INT64_MIN, -1, 0, 0 };
  if (!zero && a->kind == LK_PATH && b->kind == LK_PATH)
    return operand_is_value (a, v) ? equal || below : operand_is_value (b, v) && !below;
  if (!operand_is_value (a, v) || b->kind != LK_CONST)
    return false;
  if (equal && (zero ? b->value == 0 : b->value == -1))
    {
      *failing = (struct lk_range) { b->value, b->value, 0, 0 };
      return true;
    }
  return (!zero && (b->value > 1 ? equal || below
		    : b->value == 0 ? !equal : b->value == -1 && !below));
}

/* Return true if RETURNED tells the function's caller of a failure: a negative number, a NULL
   pointer, or the value V itself.  */
static bool
tells_failure (const struct lk_graph *g, const struct lk_operand *returned, lk_var v)
{
  uint32_t flags = g->function ? g->function->flags : 0;
  if (returned->kind == LK_CONST)
    return (flags & LK_FN_RETURNS_POINTER ? returned->value == 0
	    : !(flags & LK_FN_RETURNS_BOOL) && returned->value < 0);
  return (operand_is_value (returned, v)
	  && !(flags & (LK_FN_RETURNS_POINTER | LK_FN_RETURNS_BOOL)));
}

/* Return what E leads to returns on the path that ends by E and is, before that, by INTO, the edges
   that lead to blocks.  FIRST is the first edge of the path.  */
static const struct lk_operand *
returned_on_path (const struct lk_graph *g, const struct lk_edge *const *into,
		  const struct lk_edge *e, const struct lk_edge *first)
{
  const struct lk_operand *returned = &g->blocks[e->to].a;
  while (returned->kind == LK_PATH && returned->path->nsel == 0)
    {
      lk_var wanted = returned->path->root;
      const struct lk_block *bl = &g->blocks[e->to];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	if (bl->phis[i].result == wanted)
	  returned = &bl->phis[i].args[e->pred_index];
      if (e == first)
	break;
      e = into[e->from];
    }
  return returned;
}

/* Return true if the function, gone on by edge E, returns, and all that it returns then tells the
   caller of a failure (V itself is one).  The end of the process is no return.  Return false if a
   value depends on a second way to a block that does not return.  */
static bool
returns_failure (const struct solver *solver, const struct lk_edge *e, lk_var v)
{
  const struct lk_graph *g = solver->context.graph;
  if (g->function && (g->function->flags & LK_FN_VOID))
    return false;
  const struct lk_edge **into = lk_xmalloc (g->n_blocks * sizeof *into);
  memset (into, 0, g->n_blocks * sizeof *into);
  struct block_walk w;
  uint32_t b;
  bool returns = g->blocks[e->to].term == LK_TERM_RETURN, failure = true;
  if (returns)
    failure = tells_failure (g, returned_on_path (g, into, e, e), v);
  into[e->to] = e;
  block_walk_begin (&w, g, e->to);
  while (failure && next_block (&w, &b))
    for (uint32_t i = 0; i < g->blocks[b].n_succs && failure; i++)
      {
	const struct lk_edge *out = g->blocks[b].succs[i];
	const struct lk_block *to = &g->blocks[out->to];
	if (out->flags & LK_EDGE_EXCEPTION)
	  continue;
	if (to->term == LK_TERM_RETURN)
	  {
	    returns = true;
	    failure = tells_failure (g, returned_on_path (g, into, out, e), v);
	  }
	else if (into[out->to])
	  failure = !to->n_phis;
	else
	  {
	    into[out->to] = out;
	    enter_block (&w, out->to);
	  }
      }
  block_walk_end (&w);
  free (into);
  return returns && failure;
}

/* Return true if the value OP is a test of V for failure, as asks_failure says, itself or by its
   operands.  */
static bool
made_of_failure (const struct function_view *view, const struct lk_operand *op, lk_var v,
		 bool zero, struct lk_range *failing, unsigned depth)
{
  if (op->kind != LK_PATH || op->path->nsel || depth == 0
      || op->path->root >= view->n_vars)
    return false;
  const struct lk_definition *def = &view->graph->vars[op->path->root].def;
  switch (def->kind)
    {
    case LK_DEF_COMPARE:
      return asks_failure (&def->a, def->op, &def->b, v, zero, failing);
    case LK_DEF_NOT:
      if (zero && def->a.kind == LK_PATH && def->a.path->root == v
	  && def->a.path->nsel == 0)
	{
	  *failing = (struct lk_range) { 0, 0, 0, 0 };
	  return true;
	}
      return made_of_failure (view, &def->a, v, zero, failing, depth - 1);
    case LK_DEF_AND:
    case LK_DEF_OR:
      return (made_of_failure (view, &def->a, v, zero, failing, depth - 1)
	      || made_of_failure (view, &def->b, v, zero, failing, depth - 1));
    default:
      return false;
    }
}

bool
tests_failure (const struct function_view *view, const struct lk_block *bl, lk_var v, bool zero,
	       struct lk_range *failing)
{
  return (asks_failure (&bl->a, bl->op, &bl->b, v, zero, failing)
	  || made_of_failure (view, &bl->a, v, zero, failing, MAX_DEF_DEPTH));
}

int
asks_for_zero (const struct function_view *view, const struct lk_operand *a, enum lk_compare op,
	       const struct lk_operand *b, lk_var v, unsigned depth)
{
  if ((op != LK_EQ && op != LK_NE) || a->kind != LK_PATH || a->path->nsel || a->path->addend
      || b->kind != LK_CONST || b->value != 0 || depth == 0)
    return -1;
  if (a->path->root == v)
    return op == LK_NE;
  if (a->path->root >= view->n_vars)
    return -1;
  const struct lk_definition *def = &view->graph->vars[a->path->root].def;
  struct lk_operand zero = { .kind = LK_CONST };
  int made = (def->kind == LK_DEF_COMPARE
	      ? asks_for_zero (view, &def->a, def->op, &def->b, v, depth - 1)
	      : def->kind == LK_DEF_NOT
	      ? asks_for_zero (view, &def->a, LK_EQ, &zero, v, depth - 1) : -1);
  return made < 0 ? -1 : made ^ (op == LK_EQ);
}

/* Return true if the caller tests the result of EV, a value, for failure; the result then lies
   in the range that is stored: NULL, false, negative.  For a number, 0 may be success; a
   caller that fails for any other value shows that.  DEEPLY: also look at values computed from
   the result.  */
static bool
failing_result (const struct solver *solver, const struct lk_event *ev,
		struct lk_range *failing, bool deeply)
{
  lk_var v = ev->dest.path->root;
  bool zero = ev->callee && (ev->callee->flags & (LK_FN_RETURNS_BOOL
						  | LK_FN_RETURNS_POINTER));
  for (const struct use *u = solver->context.view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[u->block];
      if (bl->term != LK_TERM_COND)
	continue;
      /* A number that is 0 on success.  */
      int other = (zero || bl->n_succs != 2 ? -1
		   : asks_for_zero (solver->context.view, &bl->a, bl->op, &bl->b, v,
				    deeply ? MAX_DEF_DEPTH : 1));
      if (other >= 0 && returns_failure (solver, bl->succs[!other], v))
	{
	  *failing = (struct lk_range) { INT64_MIN, INT64_MAX, 0, true };
	  return true;
	}
      if (tests_failure (solver->context.view, bl, v, zero, failing))
	return true;
    }
  return false;
}

bool
releases_value (struct lk_unit *unit, const struct lk_kind *kind, const struct lk_event *ev,
		lk_var v)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    {
      uint32_t arg = (uint32_t) c->place.base - 1;
      if (c->role == LK_ROLE_RELEASE && c->place.base > 0 && !c->place.nsel && !c->place.addend
	  && (!c->kind || !kind || c->kind == kind)
	  && arg < ev->n_args && ev->args[arg].kind == LK_PATH
	  && ev->args[arg].path->root == v && ev->args[arg].path->nsel == 0)
	return true;
    }
  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && ev->callee && k < ev->n_args; k++)
    if (operand_is_value (&ev->args[k], v) && !ev->callee->contract
	&& releases_argument (unit, ev->callee, k))
      return true;
  return false;
}

/* The blocks from which a release of a value is reached, by number.  */
struct release_region
{
  uint32_t n;
  uint32_t blocks[];
};

/* Add to STACK, which has N members, the blocks that release the value V or a phi of it.  SEEN are
   the blocks that are on it, VALUES the values that were followed.  */
static uint32_t
add_releases (const struct solver *solver, lk_var v, uint8_t *seen, uint8_t *values,
	      uint32_t *stack, uint32_t n)
{
  const struct lk_graph *g = solver->context.graph;
  if (values[v])
    return n;
  values[v] = 1;
  for (const struct use *u = solver->context.view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &g->blocks[u->block];
      if (!u->at_end)
	for (uint32_t i = 0; i < bl->n_events && !seen[u->block]; i++)
	  if (releases_value (solver->context.unit, solver->context.obligation->kind,
			      &bl->events[i], v))
	    {
	      seen[u->block] = 1;
	      stack[n++] = u->block;
	    }
      for (uint32_t k = 0; u->at_end && k < bl->n_succs; k++)
	{
	  const struct lk_block *to = &g->blocks[bl->succs[k]->to];
	  for (uint32_t i = 0; i < to->n_phis; i++)
	    {
	      const struct lk_operand *op
		= &to->phis[i].args[bl->succs[k]->pred_index];
	      if (op->kind == LK_PATH && op->path->root == v
		  && op->path->nsel == 0)
		n = add_releases (solver, to->phis[i].result, seen, values, stack, n);
	    }
	}
    }
  return n;
}

/* Return true if something other than a constant is assigned to PLACE.  */
static bool
is_assigned (const struct lk_graph *g, const struct lk_path *place)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->dest.kind == LK_PATH && ev->dest.path == place
	    && (ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_CONST))
	  return true;
      }
  return false;
}

/* The same for all values loaded from the place that V was loaded from, if that is a variable
   that a call has filled: they are still the handle (`posix_memalign (&p, ...)').  */
static uint32_t
add_loaded_releases (const struct solver *solver, lk_var v, uint8_t *seen, uint8_t *values,
		     uint32_t *stack, uint32_t n)
{
  const struct function_view *view = solver->context.view;
  const struct lk_path *from = loaded_from (view, v);
  if (!from || from->nsel != 1 || from->addend
      || solver->context.graph->vars[from->root].class_ != LK_VAR_OBJECT
      || is_assigned (solver->context.graph, from))
    return n;
  for (lk_var w = 0; w < view->n_vars; w++)
    if (w != v && loaded_from (view, w) == from)
      n = add_releases (solver, w, seen, values, stack, n);
  return n;
}

static const struct release_region *
release_region (struct solver *solver, lk_var v)
{
  struct function_view *view = solver->context.view;
  const struct lk_graph *g = solver->context.graph;
  struct var_info *vi = &view->vars[v];
  if (vi->release_region)
    return vi->release_region;
  uint8_t *seen = lk_xmalloc (g->n_blocks);
  memset (seen, 0, g->n_blocks);
  uint32_t *stack = lk_xmalloc ((g->n_blocks + 1) * sizeof *stack);
  uint8_t *values = lk_xmalloc (view->n_vars);
  memset (values, 0, view->n_vars);
  uint32_t n = add_releases (solver, v, seen, values, stack, 0);
  n = add_loaded_releases (solver, v, seen, values, stack, n);
  free (values);
  uint32_t total = n;
  while (n)
    {
      uint32_t b = stack[--n];
      /* Before its definition V is another value.  */
      if (b == vi->def_block)
	continue;
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t k = 0; k < bl->n_preds; k++)
	if (!seen[bl->preds[k]->from])
	  {
	    seen[bl->preds[k]->from] = 1;
	    stack[n++] = bl->preds[k]->from;
	    total++;
	  }
    }
  struct release_region *region
    = lk_arena_alloc (view->arena, sizeof *region + total * sizeof (uint32_t));
  region->n = 0;
  for (uint32_t b = 0; b < g->n_blocks && region->n < total; b++)
    if (seen[b])
      region->blocks[region->n++] = b;
  free (seen);
  free (stack);
  vi->release_region = region;
  return region;
}

/* Return true if the function goes on from just after event INDEX of BLOCK to a release of V.  */
static bool
released_later (struct solver *solver, uint32_t block, uint32_t index, lk_var v)
{
  const struct release_region *region = release_region (solver, v);
  const struct lk_block *bl = &solver->context.graph->blocks[block];
  for (uint32_t i = index + 1; i < bl->n_events; i++)
    if (releases_value (solver->context.unit, solver->context.obligation->kind, &bl->events[i], v))
      return true;
  for (uint32_t k = 0; k < bl->n_succs; k++)
    {
      uint32_t low = 0, high = region->n, to = bl->succs[k]->to;
      while (low < high)
	{
	  uint32_t middle = low + (high - low) / 2;
	  if (region->blocks[middle] < to)
	    low = middle + 1;
	  else
	    high = middle;
	}
      if (low < region->n && region->blocks[low] == to
	  && to != solver->context.view->vars[v].def_block)
	return true;
    }
  return false;
}

/* Return true if the handle V is known to be valid or was tested before, so that the caller
   does not test the callee.  */
static bool
is_valid (const struct solver *solver, lk_var v)
{
  const struct lk_event *made = var_call (solver->context.view, v);
  if (made && made->callee && (made->callee->flags & LK_FN_PAIRED))
    return true;
  for (const struct use *u = solver->context.view->vars[v].uses; u; u = u->next)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[u->block];
      if (bl->term == LK_TERM_COND && operand_is_value (&bl->a, v)
	  && u->block != solver->context.block
	  && dominates (solver->context.view, u->block, solver->context.block))
	return true;
    }
  return false;
}

lk_var
passed_handle (const struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  /* The result of a call by pointer may mean anything.  */
  if (!ev->callee || ev->dest.kind != LK_PATH || ev->aggregate_result || ev->dest.path->nsel
      || ev->dest.path->root >= solver->context.view->n_vars
      || solver->context.obligation->in_place || (s->flags & FACT_STORED)
      /* sqlite3_mprintf ("%z") frees its argument whether or not it fails.  */
      || (ev->callee->contract && ev->callee->contract->clauses))
    return LK_NO_VAR;
  lk_var handle = LK_NO_VAR;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (solver, s, ev, k) != REACH_NOT)
      {
	const struct lk_path *p = ev->args[k].path;
	if (handle != LK_NO_VAR || p->nsel || p->addend
	    || p->root >= solver->context.view->n_vars
	    || solver->context.graph->vars[p->root].class_ != LK_VAR_VALUE)
	  return LK_NO_VAR;
	handle = p->root;
      }
  return handle;
}

bool
lent_if_failing (struct solver *solver, struct lk_event *ev,
		 const struct scratch *s, struct lk_range *failing)
{
  lk_var handle = passed_handle (solver, ev, s);
  if (handle == LK_NO_VAR)
    return false;
  bool later = released_later (solver, solver->context.block, solver->context.event, handle);
  return (failing_result (solver, ev, failing, later)
	  && (later || (is_valid (solver, handle) && call_leaves_it (solver, ev, s))));
}

bool
asked_before (struct solver *solver, const struct lk_event *ev)
{
  const struct lk_graph *g = solver->context.graph;
  if (!ev->member || ev->args[0].kind != LK_PATH)
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; solver->context.view->idom[b] != UINT32_MAX
			 && dominates (solver->context.view, b, solver->context.block)
			 && i < g->blocks[b].n_events; i++)
      {
	struct lk_event *other = &g->blocks[b].events[i];
	if (other == ev)
	  break;
	if (other->kind == LK_EVENT_CALL && other->member && other->callee
	    && other->callee != ev->callee
	    && !(other->callee->flags & (LK_FN_CONSTRUCTOR | LK_FN_DESTRUCTOR))
	    && other->args[0].kind == LK_PATH && other->args[0].path == ev->args[0].path
	    && other->dest.kind == LK_PATH && call_result_tested (solver, other))
	  return true;
      }
  return false;
}
