/* Freshness: where the memory of an access path lives.  It is local (on the function's stack),
   fresh (acquired by the function, and has not escaped), the caller's, global or foreign.

   A handle in fresh memory is lost with that memory, and reported as such (Tracker 3.3).  A
   handle in foreign memory has escaped.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

static void compute_old (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);
static void compute_returned (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* The bit: what the function returns may be no new object.  */
static const struct lazy_fact returns_old = { compute_old, { 1 } };
/* By argument, from 0: the function may return it.  The last bit: or something else.  */
#define RETURNS_OTHER (UINT64_C (1) << 63)
static const struct lazy_fact returned = { compute_returned, { RETURNS_OTHER } };

/* Is memory that V points to acquired by this function, or on its stack, and has it not
   escaped?  Flow-insensitive.  Or is it a new object, which has no obligation itself?  */
enum freshness { NOT_FRESH, FRESH, FRESH_OBJECT };

static void
compute_old (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  struct function_view *view = function_view (unit, fn);
  bits[0] = !(view && function_returns_new (unit, view));
}

/* Return true if the function returns a new object.  A root in which nothing is found is
   examined only for this.  */
static bool
returns_new (struct lk_unit *unit, struct lk_function *fn)
{
  const uint64_t *bits = lazy_fact_known (unit, fn, 0, &returns_old);
  if (!bits && (fn->flags & LK_FN_BODY) && unit->host.again)
    bits = lazy_fact (unit, fn, 0, &returns_old);
  return bits && !bits[0];
}

bool
path_is_new (struct context *context, const struct lk_path *path)
{
  if (path->nsel || path->addend)
    return false;
  const struct lk_event *ev = var_call (context->view, path->root);
  return (ev && ev->callee
	  && ((ev->callee->flags & LK_FN_NEW)
	      || (ev->callee->contract && ev->callee->contract->fresh)
	      || (!ev->callee->contract && (ev->callee->flags & LK_FN_BODY)
		  && returns_new (context->unit, ev->callee))));
}

/* The phis that a walk from a value to its sources has entered: each once, since the number of ways
   through phis of phis grows exponentially.  */
struct phi_set
{
  lk_var *vars;
  uint32_t n, room;
};

/* Add V to SET; return false if it is there.  */
static bool
enter_phi (struct phi_set *set, lk_var v)
{
  for (uint32_t i = 0; i < set->n; i++)
    if (set->vars[i] == v)
      return false;
  if (set->n == set->room)
    {
      set->room = (uint32_t) lk_more_room (set->room, 16);
      set->vars = lk_xrealloc (set->vars, set->room * sizeof *set->vars);
    }
  set->vars[set->n++] = v;
  return true;
}

/* A value that V holds from the beginning has not escaped either.  */
static bool
holds_new (struct context *context, lk_var v, unsigned depth)
{
  struct lk_event *ev = var_call (context->view, v);
  if (!ev || !ev->callee || !ev->callee->contract
      || depth > MAX_DEF_DEPTH)
    return false;
  if (ev->callee->contract->fresh)
    return true;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->place.base == 0 && c->other.base > 0
	&& (uint32_t) c->other.base <= ev->n_args
	&& ev->args[c->other.base - 1].kind == LK_PATH)
      return holds_new (context, ev->args[c->other.base - 1].path->root,
			depth + 1);
  return false;
}

/* As arguments_of, of OP, which is DEPTH definitions from the value that is asked for.  MET has the
   phis that were entered.  */
static uint64_t
arguments_behind (struct lk_unit *unit, const struct function_view *view,
		  const struct lk_operand *op, struct phi_set *met, unsigned depth)
{
  const struct lk_graph *g = view->graph;
  if (op->kind == LK_CONST && op->value == 0)
    return 0;
  if (op->kind != LK_PATH || op->path->nsel || depth > MAX_DEF_DEPTH)
    return RETURNS_OTHER;
  lk_var v = op->path->root;
  for (unsigned k = 0; k < g->n_formals; k++)
    if (g->formals[k] == v)
      return k < 63 ? UINT64_C (1) << k : RETURNS_OTHER;
  if (v >= view->n_vars)
    return RETURNS_OTHER;
  const struct var_info *vi = &view->vars[v];
  uint64_t all = 0;
  if (vi->phi && !enter_phi (met, v))
    return 0;
  for (uint32_t k = 0; vi->phi && k < g->blocks[vi->def_block].n_preds
       && !(all & RETURNS_OTHER); k++)
    all |= arguments_behind (unit, view, &vi->phi->args[k], met, depth + 1);
  if (vi->phi)
    return all;
  const struct lk_event *ev = var_call (view, v);
  if (!ev || !ev->callee || !(ev->callee->flags & LK_FN_BODY))
    return RETURNS_OTHER;
  uint64_t given = lazy_fact (unit, ev->callee, 0, &returned)[0];
  all = given & RETURNS_OTHER;
  for (uint32_t k = 0; k < 63 && !(all & RETURNS_OTHER); k++)
    if (given >> k & 1)
      all |= (k < ev->n_args ? arguments_behind (unit, view, &ev->args[k], met, depth + 1)
	      : RETURNS_OTHER);
  return all;
}

/* Return, as bits, the formals of VIEW's function that OP may be, with RETURNS_OTHER if it may be
   something else.  NULL is none.  */
static uint64_t
arguments_of (struct lk_unit *unit, const struct function_view *view,
	      const struct lk_operand *op)
{
  struct phi_set met = { 0 };
  uint64_t all = arguments_behind (unit, view, op, &met, 0);
  free (met.vars);
  return all;
}

static void
compute_returned (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  const struct function_view *view = function_view (unit, fn);
  if (!view)
    bits[0] = RETURNS_OTHER;
  for (uint32_t b = 0; view && b < view->graph->n_blocks && !(bits[0] & RETURNS_OTHER); b++)
    if (view->graph->blocks[b].term == LK_TERM_RETURN)
      bits[0] |= arguments_of (unit, view, &view->graph->blocks[b].a);
}

/* Return the number, from 1, of the only formal in ARGUMENTS; 0: there is none, or more.  */
static unsigned
only_argument (uint64_t arguments)
{
  unsigned k = 0;
  if (!arguments || (arguments & (arguments - 1)) || (arguments & RETURNS_OTHER))
    return 0;
  while (arguments >> k != 1)
    k++;
  return k + 1;
}

/* Return the number of the argument that FN always returns, unless NULL; 0: none.  */
static unsigned
returned_argument (struct lk_unit *unit, struct lk_function *fn)
{
  return only_argument (lazy_fact (unit, fn, 0, &returned)[0]);
}

lk_var
value_argument (struct context *context, lk_var v)
{
  const struct lk_operand op
    = lk_operand_path (lk_path_make (context->graph, v, 0, NULL, 0));
  unsigned k = (context->graph->vars[v].class_ == LK_VAR_VALUE
		? only_argument (arguments_of (context->unit, context->view, &op)) : 0);
  return k ? context->graph->formals[k - 1] : LK_NO_VAR;
}

/* Return true if the function returns what it acquired, and stored it nowhere else.  */
static bool
returns_acquired (const struct function_info *info)
{
  bool some = false;
  for (const struct product *p = info->products; p; p = p->next)
    for (unsigned i = 0; i < p->n_paths; i++)
      if (p->paths[i].root == ROOT_RESULT && p->paths[i].nsel == 0)
	{
	  if (p->n_paths > 1)
	    return false;
	  some = true;
	}
  return some;
}

/* As value_fresh, of V, which is DEPTH definitions from the value that is asked for.  MET has the
   phis that were entered.  */
static enum freshness
fresh_behind (struct context *context, lk_var v, struct phi_set *met, unsigned depth)
{
  struct function_view *view = context->view;
  if (v >= view->n_vars)
    return NOT_FRESH;
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (context->unit, context->graph->function, LIMIT_DEF_DEPTH);
      return NOT_FRESH;
    }
  struct var_info *vi = &view->vars[v];
  if (vi->phi)
    {
      struct lk_block *bl = &context->graph->blocks[vi->def_block];
      bool some = false, objects = true;
      /* Its sources are asked for already.  */
      if (!enter_phi (met, v))
	return FRESH_OBJECT;
      for (uint32_t k = 0; k < bl->n_preds; k++)
	{
	  struct lk_operand *a = &vi->phi->args[k];
	  if (a->kind == LK_CONST && a->value == 0)
	    continue;
	  if (a->kind != LK_PATH || a->path->nsel)
	    return NOT_FRESH;
	  enum freshness f
	    = (context->graph->vars[a->path->root].class_ == LK_VAR_OBJECT
	       ? FRESH : fresh_behind (context, a->path->root, met, depth + 1));
	  if (f == NOT_FRESH)
	    return NOT_FRESH;
	  objects &= f == FRESH_OBJECT;
	  some = true;
	}
      return !some ? NOT_FRESH : objects ? FRESH_OBJECT : FRESH;
    }
  struct lk_event *ev = var_call (view, v);
  if (!ev || !ev->callee)
    return NOT_FRESH;
  if (ev->callee->flags & LK_FN_NEW)
    return FRESH_OBJECT;
  if (ev->callee->contract)
    {
      if (ev->callee->contract->fresh)
	return FRESH_OBJECT;
      for (const struct lk_clause *c = ev->callee->contract->clauses; c;
	   c = c->next)
	if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0)
	  return c->place.nsel ? FRESH_OBJECT : FRESH;
	/* A view or an iterator is as fresh as its target.  */
	else if (c->role == LK_ROLE_ALIAS && c->place.base == 0
		 && c->place.nsel == 0 && c->other.nsel == 0
		 && c->other.base > 0 && (uint32_t) c->other.base <= ev->n_args
		 && ev->args[c->other.base - 1].kind == LK_PATH
		 && ev->args[c->other.base - 1].path->nsel == 0)
	  return fresh_behind (context, ev->args[c->other.base - 1].path->root, met,
			       depth + 1);
	else if (c->role == LK_ROLE_FETCH && c->place.base == 0
		 && c->other.base > 0 && (uint32_t) c->other.base <= ev->n_args
		 && ev->args[c->other.base - 1].kind == LK_PATH
		 && holds_new (context, ev->args[c->other.base - 1].path->root,
			       depth + 1))
	  return FRESH_OBJECT;
	/* The object that holds the arguments is new.  */
	else if (c->role == LK_ROLE_PUT && c->other.base == 0)
	  return FRESH_OBJECT;
      return NOT_FRESH;
    }
  if (ev->callee->flags & LK_FN_BODY)
    {
      if (returns_new (context->unit, ev->callee))
	return FRESH_OBJECT;
      /* A returned argument is as fresh as the argument.  */
      unsigned k = returned_argument (context->unit, ev->callee);
      if (k && k <= ev->n_args && ev->args[k - 1].kind == LK_PATH
	  && ev->args[k - 1].path->nsel == 0)
	return (context->graph->vars[ev->args[k - 1].path->root].class_
		== LK_VAR_OBJECT) ? FRESH_OBJECT
	       : fresh_behind (context, ev->args[k - 1].path->root, met, depth + 1);
      return returns_acquired (function_info (context->unit, ev->callee)) ? FRESH : NOT_FRESH;
    }
  return NOT_FRESH;
}

static enum freshness
value_fresh (struct context *context, lk_var v)
{
  struct phi_set met = { 0 };
  enum freshness fresh = fresh_behind (context, v, &met, 0);
  free (met.vars);
  return fresh;
}

bool
value_is_fresh (struct context *context, lk_var v)
{
  return (context->graph->vars[v].class_ == LK_VAR_OBJECT
	  || (context->graph->vars[v].class_ == LK_VAR_VALUE
	      && value_fresh (context, v) != NOT_FRESH));
}

bool
function_returns_new (struct lk_unit *unit, struct function_view *view)
{
  struct context c, *context = &c;
  memset (&c, 0, sizeof c);
  c.unit = unit;
  c.view = view;
  c.graph = view->graph;
  bool some = false;
  for (uint32_t b = 0; b < c.graph->n_blocks; b++)
    {
      const struct lk_block *bl = &c.graph->blocks[b];
      if (bl->term != LK_TERM_RETURN
	  || (bl->a.kind == LK_CONST && bl->a.value == 0))
	continue;
      if (bl->a.kind != LK_PATH || bl->a.path->nsel
	  || value_fresh (context, bl->a.path->root) != FRESH_OBJECT
	  || value_given_away (context, bl->a.path->root))
	return false;
      some = true;
    }
  return some;
}

void
note_returns_new (struct function_view *view)
{
  lazy_fact_set (view->unit, view->graph->function, 0, &returns_old,
		 !function_returns_new (view->unit, view));
}

enum path_class
classify_path (struct context *context, const struct lk_path *path)
{
  bool in_place = context->obligation->in_place;
  switch (context->graph->vars[path->root].class_)
    {
    case LK_VAR_GLOBAL:
      return PATH_GLOBAL;
    case LK_VAR_FUNCTION:
      return PATH_LOCAL;
    case LK_VAR_OBJECT:
      return PATH_LOCAL;
    case LK_VAR_FORMAL:
      if (path->nsel || in_place || context->obligation->incoming)
	return PATH_CALLER;
      return PATH_LOCAL;
    case LK_VAR_VALUE:
      break;
    }
  if (path->nsel == 0)
    return in_place ? PATH_FOREIGN : PATH_LOCAL;
  enum freshness fresh = value_fresh (context, path->root);
  if (fresh == NOT_FRESH
      || (value_given_early (context, path->root, path->sel[0])
	  && !value_own_place (context, path->root)))
    return PATH_FOREIGN;
  /* An object that points to itself (a list without elements) does not escape by that.  */
  const struct lk_event *ev = context->obligation->event;
  if (ev && ev->dest.kind == LK_PATH && !ev->dest.path->nsel
      && ev->dest.path->root == path->root)
    return PATH_LOCAL;
  /* The loss of an object is not reported, so what is in it is.  */
  return fresh == FRESH_OBJECT ? PATH_LOCAL : PATH_INSIDE;
}
