/* Disjunctions: one of two conditions holds, and it is not known which.

   `if (a || b) f = fopen (...); ... if (b) fclose (f); else if (a) fclose (f);' GCC often
   makes one branch of the first `if', on `a | b'.  Its condition is remembered under a key of
   its own, a disjunction of two literals (comparisons of a key with a constant), and used when
   one of the two turns out not to hold: then the other does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "engine-internal.h"

bool
is_open (const struct lk_definition *def, bool truth)
{
  return (def->kind == LK_DEF_AND ? !truth
	  : truth && (def->kind == LK_DEF_OR
		      || (def->kind == LK_DEF_PURE
			  && def->code == LK_PURE_EITHER)));
}

/* Return the literal, or disjunction, that OP has the truth value TRUTH.  */
static key_id
key_of_literal (struct prepared *prep, const struct lk_operand *op, bool truth,
		unsigned depth)
{
  struct lk_operand zero = lk_operand_const (0);
  if (op->kind != LK_PATH || depth > MAX_DEF_DEPTH)
    return NO_KEY;
  if (op->path->nsel == 0 && op->path->addend == 0
      && op->path->root < prep->n_vars)
    {
      const struct lk_definition *def = &prep->graph->vars[op->path->root].def;
      if (is_open (def, truth))
	return key_of_either (prep, def, truth, depth + 1);
      switch (def->kind)
	{
	case LK_DEF_COMPARE:
	  if (def->a.kind != LK_PATH || def->b.kind != LK_CONST)
	    return NO_KEY;
	  return key_of_expression (prep, truth ? def->op
					  : lk_compare_negate (def->op),
				    &def->a, &def->b);
	case LK_DEF_NOT:
	  return key_of_literal (prep, &def->a, !truth, depth + 1);
	case LK_DEF_AND:
	case LK_DEF_OR:
	  return NO_KEY;
	default:
	  break;
	}
    }
  return key_of_expression (prep, truth ? LK_NE : LK_EQ, op, &zero);
}

key_id
key_of_either (struct prepared *prep, const struct lk_definition *def,
	       bool truth, unsigned depth)
{
  key_id a = key_of_literal (prep, &def->a, truth, depth);
  key_id b = key_of_literal (prep, &def->b, truth, depth);
  return a == NO_KEY || b == NO_KEY ? NO_KEY : key_of_disjunction (prep, a, b);
}

/* Return whether KEY, a literal or a disjunction, holds as far as S knows: 1, 0, or -1 for
   maybe.  *OPEN becomes the literal that is left of those that may hold.  */
static int
holds (struct solver *solver, const struct scratch *s, key_id key,
       key_id *open)
{
  struct prepared *prep = solver->prep;
  key_id a, b;
  if (key_is_disjunction (prep, key, &a, &b))
    {
      key_id open_a = NO_KEY, open_b = NO_KEY;
      int holds_a = holds (solver, s, a, &open_a);
      int holds_b = holds_a > 0 ? 1 : holds (solver, s, b, &open_b);
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
  if (!key_is_literal (prep, key, &op, &of, &constant))
    return -1;
  const struct key *k = key_at (prep, of);
  const struct lk_range *known = scratch_condition (s, of);
  struct lk_range r = known ? *known : LK_RANGE_ALL;
  if (k->kind != KEY_EXPRESSION)
    {
      struct lk_operand value = lk_operand_path (k->path);
      r = operand_range (solver, s, &value);
    }
  struct lk_range wanted = range_of_compare (op, constant);
  if (range_subset (&r, &wanted))
    return 1;
  return range_intersect (&r, &wanted) ? -1 : 0;
}

bool
either_agrees (struct solver *solver, struct scratch *s)
{
  struct prepared *prep = solver->prep;
  for (unsigned i = s->n_conditions; i-- > 0;)
    {
      key_id key = i < s->n_conditions ? s->conditions[i].key : NO_KEY;
      key_id a, b, open = NO_KEY, of;
      enum lk_compare op;
      int64_t constant;
      if (key == NO_KEY || !key_is_disjunction (prep, key, &a, &b))
	continue;
      int known = holds (solver, s, key, &open);
      if (known == 0)
	return false;
      if (known < 0 && open == NO_KEY)
	continue;
      /* Nothing more will be learnt of it.  */
      scratch_set_condition (solver, s, key, &LK_RANGE_ALL);
      if (known < 0 && key_is_literal (prep, open, &op, &of, &constant))
	{
	  struct lk_range r = range_of_compare (op, constant);
	  if (!scratch_restrict (solver, s, of, &r))
	    return false;
	}
    }
  return true;
}
