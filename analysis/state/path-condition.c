/* Path feasibility: what a condition adds to a fact, and whether the fact contradicts it
   (Tracker 2.2, isConsistent; DESIGN 6).

   Three sources are queried in turn: the obligation (its handle is a valid one: not NULL, not
   negative), P (an access path through which memory was reached is not NULL; two access paths
   of one handle are equal; a fresh handle is equal to nothing else), and G.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

static bool assume_at (struct context *context, struct scratch *s, enum lk_compare op,
		const struct lk_operand *a, const struct lk_operand *b, bool truth,
		unsigned depth);

/* FROM and TO are equal pointers: what S has through FROM it has through TO, too.  */
static void
share_paths (struct context *context, struct scratch *s, const struct lk_operand *from,
	     const struct lk_operand *to)
{
  unsigned n = s->n_paths;
  const struct lk_path *paths[SCRATCH_PATHS];
  if (context->obligation->in_place || from->path->nsel || to->path->nsel || from->path->addend
      || to->path->addend)
    return;
  memcpy (paths, s->paths, n * sizeof *paths);
  for (unsigned i = 0; i < n; i++)
    {
      struct path_rest rest;
      /* A pointer that has walked to the end leads to no element.  */
      if (!paths[i]->nsel || weak_place (paths[i])
	  || !path_rest (paths[i], from->path, &rest) || rest.nsel == 0)
	continue;
      const struct lk_path *path = path_join (context->graph, to->path, &rest);
      if (path && path->nsel <= context->unit->options.depth
	  && scratch_has_room (context, s, path))
	scratch_add (context, s, path);
    }
}

/* Return true if A and B are known to be the same value.  Two loads from a place to which the
   function does not store have one key; but a comparison of them says that other code may have
   stored there in between (another thread, while a lock was given up).  */
static bool
are_equal (struct context *context, const struct scratch *s, const struct lk_operand *a,
	   const struct lk_operand *b)
{
  key_id ka = key_of_operand (context->view, a), kb = key_of_operand (context->view, b);
  if (ka == NO_KEY || kb == NO_KEY)
    return false;
  if (ka == kb)
    return a->path == b->path || key_at (context->view, ka)->kind != KEY_MEMORY;
  const struct lk_range *known
    = scratch_condition (s, key_of_equality (context->view, ka, kb));
  return known && known->lo == 1 && known->hi == 1;
}

/* Add OP between two values that are not constants.  */
static bool
assume_two (struct context *context, struct scratch *s, enum lk_compare op,
	    const struct lk_operand *a, const struct lk_operand *b)
{
  if (op == LK_EQ || op == LK_NE)
    {
      int ha = is_handle (context, s, a), hb = is_handle (context, s, b);
      if (!context->obligation->in_place
	  && ((ha == 1 && hb == -1) || (ha == -1 && hb == 1)))
	return op == LK_NE;
      if (ha == 1 && hb == 1)
	return op == LK_EQ;
    }
  if (are_equal (context, s, a, b))
    return op == LK_EQ || op == LK_LE || op == LK_GE;
  struct lk_range ra = operand_range (context, s, a);
  struct lk_range rb = operand_range (context, s, b);
  struct lk_range both = ra;
  if (op == LK_EQ && !range_intersect (&both, &rb))
    return false;
  if (op == LK_LT && ra.lo >= rb.hi)
    return false;
  if (op == LK_LE && ra.lo > rb.hi)
    return false;
  if (op == LK_GT && ra.hi <= rb.lo)
    return false;
  if (op == LK_GE && ra.hi < rb.lo)
    return false;
  /* Remember the comparison itself, as a truth value; EQ stands for NE.  */
  bool truth = op != LK_NE;
  key_id k = key_of_expression (context->view, op == LK_NE ? LK_EQ : op, a, b);
  if (k != NO_KEY)
    {
      struct lk_range t = range_of_compare (LK_EQ, truth);
      if (!scratch_restrict (context, s, k, &t))
	return false;
    }
  key_id n = NO_KEY;
  if (op > LK_NE)
    n = key_of_expression (context->view, lk_compare_negate (op), a, b);
  if (n != NO_KEY)
    {
      struct lk_range f = range_of_compare (LK_EQ, 0);
      if (!scratch_restrict (context, s, n, &f))
	return false;
    }
  if (op == LK_EQ)
    {
      share_paths (context, s, a, b);
      share_paths (context, s, b, a);
      /* Each then has the known range of the other.  */
      key_id ka = key_of_operand (context->view, a);
      key_id kb = key_of_operand (context->view, b);
      if (ka != NO_KEY && !range_is_all (&rb)
	  && !scratch_restrict (context, s, ka, &rb))
	return false;
      if (kb != NO_KEY && !range_is_all (&ra)
	  && !scratch_restrict (context, s, kb, &ra))
	return false;
    }
  return true;
}

/* Return true if nothing but values is assigned between the load that defines V and event END of
   BLOCK.  */
static bool
just_read (const struct context *context, lk_var v, uint32_t block, uint32_t end)
{
  const struct var_info *vi = &context->view->vars[v];
  const struct lk_block *bl = &context->graph->blocks[vi->def_block];
  if (block != vi->def_block)
    return false;
  for (uint32_t i = vi->def_event + 1; i < end && i < bl->n_events; i++)
    if (bl->events[i].kind != LK_EVENT_ASSIGN || bl->events[i].dest.kind != LK_PATH
	|| bl->events[i].dest.path->nsel)
      return false;
  return true;
}

/* The value A, whose key is K, lies in R.  If it was just read from a place, or is some bits of
   such a value, the same holds for the place.  */
static bool
restrict_place (struct context *context, struct scratch *s, const struct lk_operand *a, key_id k,
		const struct lk_range *r)
{
  if (a->path->nsel || a->path->addend || a->path->root >= context->view->n_vars)
    return true;
  lk_var v = a->path->root;
  const struct lk_definition *def = &context->graph->vars[v].def;
  bool masked = (masks_bits (def) && def->code == LK_PURE_AND && def->a.kind == LK_PATH
		 && !def->a.path->nsel && !def->a.path->addend
		 && def->a.path->root < context->view->n_vars);
  if (masked)
    v = def->a.path->root;
  const struct lk_event *ev = var_load (context->view, v);
  if (!ev || ev->src.path->addend || !just_read (context, v, context->running, UINT32_MAX))
    return true;
  key_id m = (!masked ? key_of_access (context->view, ev) : weak_place (ev->src.path) ? NO_KEY
	      : key_of_pure (context->view, LK_PURE_AND, &ev->src, def->b.value));
  return m == k || m == NO_KEY || scratch_restrict (context, s, m, r);
}

/* Add a comparison of a value with a constant.  */
static bool
assume_range (struct context *context, struct scratch *s,
	      const struct lk_operand *a, const struct lk_range *range)
{
  struct lk_range r = *range, known;
  if (a->kind != LK_PATH)
    return true;
  if (context->obligation->incoming && counts_references (context, s, a))
    s->flags |= FACT_COUNTED;
  if (range_from_paths (context, s, a->path, &known)
      && !range_intersect (&r, &known))
    return false;
  if ((is_address (context, a) || made_here (context, a->path))
      && r.lo == 0 && r.hi == 0)
    return false;
  struct lk_range natural = range_of_compare (LK_GE, 0);
  if (is_length (context, a->path) && !range_intersect (&r, &natural))
    return false;
  if (a->path->nsel == 0 && a->path->addend == 0
      && a->path->root < context->view->n_vars
      && is_counted (&context->graph->vars[a->path->root].def))
    {
      struct lk_range counted = operand_range (context, s, a);
      if (!range_intersect (&r, &counted))
	return false;
    }
  if (!bits_range (context, s, a, &r))
    return false;
  key_id k = key_of_operand (context->view, a);
  if (k != NO_KEY && !scratch_restrict (context, s, k, &r))
    return false;
  return restrict_place (context, s, a, k, &r);
}

bool
assume_dereferenced (struct context *context, struct scratch *s, lk_var v)
{
  struct lk_range nonnull = LK_RANGE_NONNULL;
  key_id key = key_of_var (context->view, v);
  if (key != NO_KEY && !scratch_restrict (context, s, key, &nonnull))
    return false;
  const struct lk_event *ev
    = v < context->view->n_vars ? var_load (context->view, v) : NULL;
  if (!ev || ev->src.path->addend || !just_read (context, v, context->block, context->event))
    return true;
  key_id place = key_of_access (context->view, ev);
  return place == NO_KEY || place == key || scratch_restrict (context, s, place, &nonnull);
}

bool
assume_in_range (struct context *context, struct scratch *s,
		 const struct lk_operand *op, const struct lk_range *range)
{
  if (op->kind == LK_CONST)
    return lk_range_contains (range, op->value);
  if (op->kind != LK_PATH)
    return true;
  struct lk_range known = operand_range (context, s, op);
  if (!range_intersect (&known, range))
    return false;
  /* The operands of a truth value are known with it: `end (f, !more)'.  */
  struct lk_operand zero = lk_operand_const (0);
  bool may_not = lk_range_contains (&known, 0);
  if (op->path->nsel == 0 && op->path->addend == 0 && op->path->root < context->view->n_vars
      && is_truth (context->graph, op->path->root)
      && may_not != lk_range_contains (&known, 1)
      && !assume (context, s, LK_NE, op, &zero, !may_not))
    return false;
  if (!assume_range (context, s, op, &known))
    return false;
  key_id k = key_of_operand (context->view, op);
  if (k != NO_KEY)
    scratch_set_condition (context, s, k, &known);
  return true;
}

/* Return the truth value that OP has for a value in {0, 1}: 1, 0 or -1 (both).  */
static int
boolean_sense (enum lk_compare op, int64_t c)
{
  struct lk_range r = range_of_compare (op, c);
  bool zero = lk_range_contains (&r, 0), one = lk_range_contains (&r, 1);
  return zero == one ? -1 : one;
}

/* Return the operand of OP, a comparison with a constant that has the truth value TRUTH; *RANGE is
   then where it is.  Else NULL.  */
static const struct lk_operand *
literal_range (const struct lk_graph *g, const struct lk_operand *op, bool truth,
	       struct lk_range *range)
{
  const struct lk_definition *def
    = (op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0
       ? &g->vars[op->path->root].def : NULL);
  if (!def || def->kind != LK_DEF_COMPARE || def->a.kind != LK_PATH || def->b.kind != LK_CONST)
    return NULL;
  *range = range_of_compare (truth ? def->op : lk_compare_negate (def->op), def->b.value);
  return &def->a;
}

/* One of two comparisons of the same value, which DEF joins, has the truth value SENSE: `x < 3 ||
   x > 7', which GCC also makes of a list of constants.  Return the value, *RANGE being where it is
   then; or NULL.  */
static const struct lk_operand *
one_value (const struct lk_graph *g, const struct lk_definition *def, bool sense,
	   struct lk_range *range)
{
  struct lk_range first, second;
  const struct lk_operand *a = literal_range (g, &def->a, sense, &first);
  const struct lk_operand *b = literal_range (g, &def->b, sense, &second);
  return (a && b && a->path == b->path && range_union (&first, &second, range) ? a : NULL);
}

/* Add that what DEF makes of two values is not 0, or, SENSE being false, is 0.  */
static bool
assume_either (struct context *context, struct scratch *s,
	       const struct lk_definition *def, bool sense, unsigned depth)
{
  struct lk_operand zero = lk_operand_const (0);
  if ((def->kind == LK_DEF_AND) == sense)
    return (assume_at (context, s, LK_NE, &def->a, &zero, sense, depth + 1)
	    && assume_at (context, s, LK_NE, &def->b, &zero, sense, depth + 1));
  struct lk_range range;
  const struct lk_operand *value = one_value (context->graph, def, sense, &range);
  if (value)
    return assume_range (context, s, value, &range);
  /* One of the two: if one is excluded, it is the other.  */
  struct scratch one, other;
  scratch_copy (&one, s);
  scratch_copy (&other, s);
  bool first = assume_at (context, &one, LK_NE, &def->a, &zero, sense,
			  depth + 1);
  bool second = assume_at (context, &other, LK_NE, &def->b, &zero, sense,
			   depth + 1);
  if (!first && !second)
    return false;
  if (!first)
    scratch_copy (s, &other);
  else if (!second)
    scratch_copy (s, &one);
  else
    {
      key_id k = key_of_either (context->view, def, sense, 0);
      struct lk_range yes = range_of_compare (LK_EQ, 1);
      if (k != NO_KEY)
	return scratch_restrict (context, s, k, &yes);
    }
  return true;
}

/* Return true if S knows that DEF, if that compares unsigned numbers, has not the truth value
   TRUTH.  Of those that may be negative as signed ones only equal ones are known.  */
static bool
contradicts_unsigned (struct context *context, const struct scratch *s,
		      const struct lk_definition *def, bool truth)
{
  if (def->kind != LK_DEF_PURE || (def->code != LK_PURE_BELOW && def->code != LK_PURE_AT_MOST))
    return false;
  bool below = def->code == LK_PURE_BELOW;
  if (are_equal (context, s, &def->a, &def->b))
    return truth == below;
  struct lk_range a = operand_range (context, s, &def->a);
  struct lk_range b = operand_range (context, s, &def->b);
  if (a.lo < 0 || b.lo < 0)
    return false;
  return (truth ? (below ? a.lo >= b.hi : a.lo > b.hi)
	  : below ? a.hi < b.lo : a.hi <= b.lo);
}

static bool
assume_at (struct context *context, struct scratch *s, enum lk_compare op,
	   const struct lk_operand *a, const struct lk_operand *b, bool truth,
	   unsigned depth)
{
  struct lk_operand number_a, number_b;
  a = operand_as_number (context->graph, a, &number_a);
  b = operand_as_number (context->graph, b, &number_b);
  if (!truth)
    op = lk_compare_negate (op);
  if (a->kind == LK_CONST && b->kind == LK_CONST)
    {
      struct lk_range r = range_of_compare (op, b->value);
      return lk_range_contains (&r, a->value);
    }
  if (a->kind == LK_CONST)
    {
      const struct lk_operand *t = a;
      a = b;
      b = t;
      op = lk_compare_swap (op);
    }
  if (a->kind == LK_UNKNOWN || b->kind == LK_UNKNOWN)
    return true;
  if (b->kind != LK_CONST)
    return assume_two (context, s, op, a, b);

  /* A value that is 0 where both of two others are.  */
  struct lk_range is = range_of_compare (op, b->value);
  if (depth < MAX_DEF_DEPTH && is_either (context, a)
      && (!lk_range_contains (&is, 0) || (is.lo == 0 && is.hi == 0)))
    {
      const struct lk_definition *def
	= &context->graph->vars[a->path->root].def;
      if (!assume_either (context, s, def, !lk_range_contains (&is, 0), depth))
	return false;
      return assume_range (context, s, a, &is);
    }

  /* Look into truth values.  */
  if (depth < MAX_DEF_DEPTH && a->path->nsel == 0 && a->path->addend == 0
      && a->path->root < context->view->n_vars)
    {
      const struct lk_definition *def
	= &context->graph->vars[a->path->root].def;
      int sense = boolean_sense (op, b->value);
      struct lk_operand zero = lk_operand_const (0);
      if (sense >= 0)
	switch (def->kind)
	  {
	  case LK_DEF_COMPARE:
	    return assume_at (context, s, def->op, &def->a, &def->b, sense,
			      depth + 1);
	  case LK_DEF_NOT:
	    return assume_at (context, s, LK_EQ, &def->a, &zero, sense,
			      depth + 1);
	  case LK_DEF_AND:
	  case LK_DEF_OR:
	    return assume_either (context, s, def, sense, depth);
	  case LK_DEF_PURE:
	    if (contradicts_unsigned (context, s, def, sense))
	      return false;
	    break;
	  default:
	    break;
	  }
      /* For example a truth value less 1.  */
      int64_t truth;
      if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD && def->a.kind == LK_PATH
	  && def->a.path->nsel == 0 && is_truth (context->graph, def->a.path->root)
	  && def->b.kind == LK_CONST
	  && !__builtin_sub_overflow (b->value, def->b.value, &truth))
	{
	  struct lk_operand counted_from = lk_operand_const (truth);
	  if (!assume_at (context, s, op, &def->a, &counted_from, true, depth + 1))
	    return false;
	}
    }
  struct lk_range r = range_of_compare (op, b->value);
  return assume_range (context, s, a, &r);
}

/* Two results of comparisons are known to be the same, or not to be: what S knows of the one
   is then known of the other.  Return false if no pair of them agrees.  */
static bool
answers_agree (struct context *context, struct scratch *s)
{
  struct function_view *view = context->view;
  struct lk_operand zero = lk_operand_const (0);
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      key_id keys[2];
      const struct lk_range *r = &s->conditions[i].range;
      if (!key_equates (view, s->conditions[i].key, &keys[0], &keys[1])
	  || r->lo != r->hi || !key_is_answer (view, keys[0])
	  || !key_is_answer (view, keys[1]))
	continue;
      bool equal = r->lo != 0;
      bool may[2][2];		/* By result and truth.  */
      for (unsigned k = 0; k < 4; k++)
	{
	  struct scratch t;
	  struct lk_operand answer
	    = lk_operand_path (key_at (view, keys[k / 2])->path);
	  scratch_copy (&t, s);
	  may[k / 2][k % 2] = assume_at (context, &t, LK_NE, &answer, &zero,
					 k % 2, 0);
	}
      bool no = may[0][0] && may[1][!equal];
      bool yes = may[0][1] && may[1][equal];
      if (!no && !yes)
	return false;
      for (unsigned k = 0; k < 2 && no != yes; k++)
	{
	  struct lk_operand answer
	    = lk_operand_path (key_at (view, keys[k])->path);
	  if (!assume_at (context, s, LK_NE, &answer, &zero,
			  k == 0 || equal ? yes : !yes, 0))
	    return false;
	}
    }
  return true;
}

bool
assume_case (struct context *context, struct scratch *s, const struct lk_block *bl,
	     const struct lk_edge *e)
{
  struct lk_operand lo = lk_operand_const (e->lo), hi = lk_operand_const (e->hi);
  if (bl->a.kind != LK_PATH)
    return true;
  if (!(e->flags & LK_EDGE_DEFAULT))
    return (e->lo == e->hi ? assume (context, s, LK_EQ, &bl->a, &lo, true)
	    : (assume (context, s, LK_GE, &bl->a, &lo, true)
	       && assume (context, s, LK_LE, &bl->a, &hi, true)));
  struct lk_range r = operand_range (context, s, &bl->a);
  /* The default edge of a dispatch is for classes that are not known, too.  */
  bool table = table_place (bl->a.path);
  for (uint32_t k = 0; k < bl->n_succs; k++)
    {
      const struct lk_edge *other = bl->succs[k];
      if (other->flags & (LK_EDGE_DEFAULT | LK_EDGE_EXCEPTION))
	continue;
      if (r.lo >= other->lo && r.hi <= other->hi)
	return false;
      /* Where they do not all fit, some are left out.  */
      for (int64_t v = other->lo; !table && (uint64_t) other->hi - (uint64_t) other->lo < 64; v++)
	{
	  struct lk_range without = range_of_compare (LK_NE, v);
	  if (!range_intersect (&r, &without))
	    return false;
	  if (v == other->hi)
	    break;
	}
    }
  return table || assume_range (context, s, &bl->a, &r);
}

/* SSA names keep their values from a test to all it dominates, so these
   conditions hold for a fact that begins in BLOCK (file head of function/value-number.c says
   which are worth having).  */
bool
assume_dominating (struct context *context, struct scratch *s, uint32_t block)
{
  struct function_view *view = context->view;
  struct lk_graph *g = context->graph;
  unsigned steps = 0;
  for (uint32_t b = block; b != 0 && view->idom[b] != UINT32_MAX; b = view->idom[b])
    {
      if (g->blocks[b].n_preds == 1
	  && !(context->slice && !slice_branches (context->slice, g->blocks[b].preds[0]->from)))
	{
	  if (steps++ == 4 * MAX_CONDITIONS)
	    {
	      limit_met (context->unit, g->function, LIMIT_CONDITIONS);
	      break;
	    }
	  struct lk_edge *e = g->blocks[b].preds[0];
	  struct lk_block *p = &g->blocks[e->from];
	  if (p->term == LK_TERM_COND && p->succs[0]->to != p->succs[1]->to
	      && !assume (context, s, p->op, &p->a, &p->b, e == p->succs[0]))
	    return false;
	  if (p->term == LK_TERM_SWITCH && !assume_case (context, s, p, e))
	    return false;
	}
    }
  return true;
}

/* Disjunctions: one of two conditions holds, and it is not known which.

   `if (a || b) f = fopen (...); ... if (b) fclose (f); else if (a) fclose (f);' GCC often
   makes one branch of the first `if', on `a | b'.  Its condition is remembered under a key of
   its own, a disjunction of two literals (comparisons of a key with a constant), and used when
   one of the two turns out not to hold: then the other does.  */

/* Return whether KEY, a literal or a disjunction, holds as far as S knows: 1, 0, or -1 for
   maybe.  *OPEN becomes the literal that is left of those that may hold.  */
static int
condition_holds (struct context *context, const struct scratch *s, key_id key,
		 key_id *open)
{
  struct function_view *view = context->view;
  key_id a, b;
  if (key_is_disjunction (view, key, &a, &b))
    {
      key_id open_a = NO_KEY, open_b = NO_KEY;
      int holds_a = condition_holds (context, s, a, &open_a);
      int holds_b = holds_a > 0 ? 1 : condition_holds (context, s, b, &open_b);
      if (holds_a > 0 || holds_b > 0)
	return 1;
      if (!holds_a && !holds_b)
	return 0;
      *open = !holds_a ? open_b : !holds_b ? open_a : NO_KEY;
      return -1;
    }
  enum lk_compare op;
  int64_t constant;
  key_id of;
  *open = key;
  if (!key_is_literal (view, key, &op, &of, &constant))
    return -1;
  const struct key *k = key_at (view, of);
  const struct lk_range *known = scratch_condition (s, of);
  struct lk_range r = known ? *known : LK_RANGE_ALL;
  if (k->kind != KEY_EXPRESSION)
    {
      struct lk_operand value = lk_operand_path (k->path);
      r = operand_range (context, s, &value);
    }
  struct lk_range wanted = range_of_compare (op, constant);
  if (lk_range_within (&r, &wanted))
    return 1;
  return range_intersect (&r, &wanted) ? -1 : 0;
}

/* Use what is known of two conditions one of which holds.  False if neither can hold.  */
static bool
either_agrees (struct context *context, struct scratch *s)
{
  struct function_view *view = context->view;
  for (unsigned i = s->n_conditions; i-- > 0;)
    {
      key_id key = i < s->n_conditions ? s->conditions[i].key : NO_KEY;
      key_id a, b, open = NO_KEY, of;
      enum lk_compare op;
      int64_t constant;
      if (key == NO_KEY || !key_is_disjunction (view, key, &a, &b))
	continue;
      int known = condition_holds (context, s, key, &open);
      if (known == 0)
	return false;
      if (known < 0 && open == NO_KEY)
	continue;
      /* Nothing more will be learnt of it.  */
      scratch_set_condition (context, s, key, &LK_RANGE_ALL);
      if (known < 0 && key_is_literal (view, open, &op, &of, &constant))
	{
	  struct lk_range r = range_of_compare (op, constant);
	  if (!scratch_restrict (context, s, of, &r))
	    return false;
	}
    }
  return true;
}

bool
assume (struct context *context, struct scratch *s, enum lk_compare op,
	const struct lk_operand *a, const struct lk_operand *b, bool truth)
{
  if (!assume_at (context, s, op, a, b, truth, 0) || !answers_agree (context, s)
      || !either_agrees (context, s))
    return false;
  /* The standard descriptors need no release: `if (fd > 2) close (fd)'.  */
  const struct lk_kind *kind = context->obligation->kind;
  if (kind->size == 4 && !context->obligation->in_place)
    for (unsigned i = 0; i < s->n_paths; i++)
      if (s->paths[i]->addend == 0)
	{
	  struct lk_operand handle = lk_operand_path (s->paths[i]);
	  struct lk_operand v[2] = { *a, *b };
	  for (unsigned k = 0; k < 2; k++)
	    if (v[k].kind == LK_PATH && v[k].path == handle.path
		&& v[1 - k].kind == LK_CONST && v[1 - k].value <= 3)
	      {
		struct lk_range r
		  = range_of_compare (truth ? op : lk_compare_negate (op),
				      v[1 - k].value);
		if (k == 1)
		  r = range_of_compare (lk_compare_swap (truth ? op
							 : lk_compare_negate (op)),
					v[0].value);
		if (range_intersect (&r, &kind->valid) && r.hi <= 2)
		  return false;
	      }
	}
  return true;
}
