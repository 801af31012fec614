/* The values that an operand may have, as far as a fact knows: from its conditions, from the paths
   of the handle and its obligation, and from what the operand was computed from.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

/* ---- Ranges.  ---- */

/* Return RANGE with BY added to all of it; open ends stay open.  */
static struct lk_range
range_moved (const struct lk_range *range, int64_t by)
{
  struct lk_range r = *range;
  if (r.lo != INT64_MIN && (__builtin_add_overflow (r.lo, by, &r.lo)))
    r.lo = INT64_MIN;
  if (r.hi != INT64_MAX && (__builtin_add_overflow (r.hi, by, &r.hi)))
    r.hi = INT64_MAX;
  int64_t last;
  if (r.holes && (__builtin_add_overflow (r.hole, by, &r.hole)
		  || __builtin_add_overflow (r.hole, 63, &last)))
    r.holes = 0;
  if (!r.holes)
    r.hole = 0;
  return r;
}

/* Return RANGE multiplied by FACTOR, which is positive, or with something added to that.  A
   size that is doubled in each iteration of a loop is known to be no less than it was, and
   nothing else: its range would change in each iteration.  */
static struct lk_range
range_scaled (const struct lk_range *range, int64_t factor)
{
  struct lk_range r = LK_RANGE_ALL;
  if (range->lo >= 0)
    r.lo = range->lo;
  if (range->lo > 0 && range->lo == range->hi
      && __builtin_mul_overflow (range->lo, factor, &r.lo))
    r.lo = range->lo;
  if (range->lo == 0 && range->hi == 0)
    r.hi = 0;
  if (r.lo <= 0 && !lk_range_contains (range, 0))
    lk_range_add_hole (&r, 0);
  lk_range_tidy (&r);
  return r;
}

/* ---- What a fact knows of a value.  ---- */

bool
made_here (const struct context *context, const struct lk_path *path)
{
  if (path->nsel || path->addend)
    return false;
  const struct lk_event *ev = var_call (context->view, path->root);
  return (ev && ev->callee
	  && (ev->callee->flags & (LK_FN_NEW | LK_FN_NONNULL)));
}

bool
range_from_paths (struct context *context, const struct scratch *s,
		  const struct lk_path *value, struct lk_range *r)
{
  bool known = false;
  *r = LK_RANGE_ALL;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!path_rest (s->paths[i], value, &rest))
	continue;
      /* A path found by an unknown index may be another element.  */
      if (rest.weak)
	continue;
      if (rest.nsel == 0 && rest.addend == 0)
	{
	  const struct lk_range *valid = &context->obligation->kind->valid;
	  if (context->obligation->in_place
	      || context->obligation->kind->size != 4)
	    *r = POINTER_RANGE;
	  else
	    *r = *valid;
	  return true;
	}
      /* Inside it, or reached through it: a pointer that is not NULL.  */
      if (!known)
	*r = POINTER_RANGE;
      known = true;
    }
  return known;
}

bool
is_either (const struct context *context, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->nsel || op->path->addend
      || op->path->root >= context->view->n_vars)
    return false;
  const struct lk_definition *def = &context->graph->vars[op->path->root].def;
  return is_join (def);
}

/* Return true if PATH is the object whose method this is.  */
static bool
is_receiver (const struct context *context, const struct lk_path *path)
{
  const struct lk_graph *g = context->graph;
  return (lk_is_first_formal (g, path->root) && g->function
	  && (g->function->flags & LK_FN_RECEIVER));
}

bool
is_length (const struct context *context, const struct lk_path *path)
{
  return !path->nsel && !path->addend && context->graph->vars[path->root].length;
}

bool
is_counted (const struct lk_definition *def)
{
  return (def->kind == LK_DEF_PURE
	  && (def->code == LK_PURE_ADD || def->code == LK_PURE_SCALE));
}

struct lk_range
operand_range (struct context *context, const struct scratch *s,
	       const struct lk_operand *op)
{
  struct lk_range r = LK_RANGE_ALL;
  struct lk_operand number;
  op = operand_as_number (context->graph, op, &number);
  if (op->kind == LK_CONST)
    return range_of_compare (LK_EQ, op->value);
  if (op->kind != LK_PATH)
    return r;
  if (!range_from_paths (context, s, op->path, &r) && op->path->nsel == 0)
    {
      enum lk_var_class c = context->graph->vars[op->path->root].class_;
      if (c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL || c == LK_VAR_FUNCTION)
	r = LK_RANGE_NONNULL;
      /* A member of an object, not its first one, or an element is not at NULL.  */
      else if (op->path->addend || made_here (context, op->path)
	       || is_receiver (context, op->path))
	r = POINTER_RANGE;
    }
  if (is_length (context, op->path) && r.lo < 0)
    r.lo = 0;
  key_id k = key_of_operand (context->view, op);
  const struct lk_range *known = k == NO_KEY ? NULL : scratch_condition (s, k);
  if (known)
    range_intersect (&r, known);
  /* A counter: the range of the value that it was counted from, moved.  Overflow is assumed
     not to happen.  */
  if (!known && op->path->nsel == 0 && op->path->addend == 0
      && op->path->root < context->view->n_vars)
    {
      const struct lk_definition *def
	= &context->graph->vars[op->path->root].def;
      if (is_counted (def)
	  && def->a.kind == LK_PATH && def->b.kind == LK_CONST
	  && def->a.path->root != op->path->root)
	{
	  struct lk_range from = operand_range (context, s, &def->a);
	  struct lk_range moved = (def->code == LK_PURE_ADD
				   ? range_moved (&from, def->b.value)
				   : range_scaled (&from, def->b.value));
	  range_intersect (&r, &moved);
	}
      else if (is_either (context, op))
	{
	  struct lk_range ra = operand_range (context, s, &def->a);
	  struct lk_range rb = operand_range (context, s, &def->b);
	  bool zero = !ra.lo && !ra.hi && !rb.lo && !rb.hi;
	  struct lk_range either = range_of_compare (zero ? LK_EQ : LK_NE, 0);
	  if (zero || !lk_range_contains (&ra, 0)
	      || !lk_range_contains (&rb, 0))
	    range_intersect (&r, &either);
	}
      /* Error numbers are positive, and read when something has failed: a value that is passed
	 on as one is assumed to say so.  */
      else if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ERRNO
	       && def->a.kind == LK_CONST)
	{
	  struct lk_range error
	    = range_of_compare (def->a.value < 0 ? LK_LT : LK_GT, 0);
	  range_intersect (&r, &error);
	}
    }
  struct lk_range of_bits = r;
  if (op->path->nsel == 0 && op->path->root < context->view->n_vars
      && masks_bits (&context->graph->vars[op->path->root].def)
      && bits_range (context, s, op, &of_bits))
    r = of_bits;
  /* A truth value that was not branched on: is one of the two excluded?  */
  if (!known && op->path->nsel == 0 && op->path->addend == 0
      && op->path->root < context->view->n_vars)
    {
      if (is_truth (context->graph, op->path->root))
	{
	  struct lk_operand zero = lk_operand_const (0);
	  struct scratch yes, no;
	  scratch_copy (&yes, s);
	  scratch_copy (&no, s);
	  bool may_yes = assume (context, &yes, LK_NE, op, &zero, true);
	  bool may_no = assume (context, &no, LK_NE, op, &zero, false);
	  struct lk_range truth = { 0, 1, 0, 0 };
	  if (may_yes != may_no)
	    r = range_of_compare (LK_EQ, may_yes);
	  else
	    range_intersect (&r, &truth);
	}
    }
  return r;
}
