/* The meaning of comparisons.

   The engine sees every integer as signed, because a descriptor is: so == and
   != are what they are, and an ordering of unsigned values has to be spelt
   out.  And GCC's parser folds range tests and joins comparisons with zero,
   already at -O0:

	fd >= 0 && fd <= 9		(unsigned) fd <= 9
	p != 0 && p != MAP_FAILED	(unsigned long) p + 1 > 1
	a == 0 && b == 0		(a | b) == 0
	a < 0 || b < 0			(a | b) < 0

   These are taken apart again here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

static void
set_compare (struct lk_definition *def, enum lk_compare op,
	     struct lk_operand a, struct lk_operand b)
{
  memset (def, 0, sizeof *def);
  def->kind = LK_DEF_COMPARE;
  def->op = op;
  def->a = a;
  def->b = b;
}

/* A OP1 C1 joined by KIND with B OP2 C2.  */
static void
set_joined (struct lk_lower *l, struct lk_definition *def,
	    enum lk_def_kind kind, const struct lk_definition *first,
	    const struct lk_definition *second)
{
  struct lk_operand a = lk_computed (l, first);
  struct lk_operand b = lk_computed (l, second);
  memset (def, 0, sizeof *def);
  def->kind = kind;
  def->a = a;
  def->b = b;
}

/* VALUE in LO .. HI, or outside if !INSIDE.  */
static void
set_range (struct lk_lower *l, struct lk_definition *def,
	   struct lk_operand value, int64_t lo, int64_t hi, bool inside)
{
  struct lk_definition above, below;
  if (lo == hi)
    {
      set_compare (def, inside ? LK_EQ : LK_NE, value, lk_operand_const (lo));
      return;
    }
  set_compare (&above, inside ? LK_GE : LK_LT, value, lk_operand_const (lo));
  set_compare (&below, inside ? LK_LE : LK_GT, value, lk_operand_const (hi));
  set_joined (l, def, inside ? LK_DEF_AND : LK_DEF_OR, &above, &below);
}

/* NAME's definition if it is an assignment of CODE.  */
static gimple *
defined_by (tree name, enum tree_code code)
{
  if (TREE_CODE (name) != SSA_NAME)
    return NULL;
  gimple *def = SSA_NAME_DEF_STMT (name);
  return (is_gimple_assign (def) && gimple_assign_rhs_code (def) == code
	  ? def : NULL);
}

/* The operand of the conversion that makes NAME, if NAME is made by one from
   a type as wide; else NAME.  */
static tree
before_conversion (tree name)
{
  gimple *def = defined_by (name, NOP_EXPR);
  if (!def)
    return name;
  tree from = gimple_assign_rhs1 (def);
  return (lk_matters (TREE_TYPE (from))
	  && TYPE_PRECISION (TREE_TYPE (from))
	     == TYPE_PRECISION (TREE_TYPE (name)) ? from : name);
}

/* The number that NAME, which is compared here alone, is with its sign changed; or
   NULL.  */
static tree
before_sign_change (tree name)
{
  gimple *def = defined_by (name, NOP_EXPR);
  return (def && has_single_use (name)
	  && lk_changes_sign (TREE_TYPE (name), TREE_TYPE (gimple_assign_rhs1 (def)))
	  ? gimple_assign_rhs1 (def) : NULL);
}

/* A OP LIMIT, where A is FROM with its sign changed, said of FROM: whether it is equal, and
   of a sign bit that is a flag what it is, (int16_t) n < 0.  */
static bool
compare_sign_changed (struct lk_lower *l, enum lk_compare op, tree a, tree from,
		      int64_t limit, struct lk_definition *def)
{
  struct lk_operand x = lk_operand_of (l, from);
  int64_t all = (int64_t) 1 << TYPE_PRECISION (TREE_TYPE (a));
  bool is_unsigned = TYPE_UNSIGNED (TREE_TYPE (a));
  if (x.kind == LK_UNKNOWN)
    return false;
  if (op == LK_EQ || op == LK_NE)
    {
      if (is_unsigned && limit >= all / 2)
	limit -= all;
      else if (!is_unsigned && limit < 0)
	limit += all;
      set_compare (def, op, x, lk_operand_const (limit));
      return true;
    }
  if (is_unsigned || limit != (op == LK_LT || op == LK_GE ? 0 : -1))
    return false;
  set_compare (def, op == LK_LT || op == LK_LE ? LK_GT : LK_LE, x,
	       lk_operand_const (all / 2 - 1));
  return true;
}

/* A relation OP of the unsigned A with the constant LIMIT of PRECISION bits:
   A <= LIMIT (or not, if !INSIDE).  */
static bool
compare_unsigned (struct lk_lower *l, tree a, bool inside, uint64_t limit,
		  unsigned precision, struct lk_definition *def)
{
  uint64_t max = precision >= 64 ? UINT64_MAX : ((uint64_t) 1 << precision) - 1;
  uint64_t half = max >> 1;
  tree base = before_conversion (a);
  int64_t shift = 0;

  /* x + C <= LIMIT is -C <= x <= LIMIT - C.  */
  gimple *sum = defined_by (a, PLUS_EXPR);
  if (!sum)
    sum = defined_by (base, PLUS_EXPR);
  if (sum && lk_constant (gimple_assign_rhs2 (sum), &shift))
    base = before_conversion (gimple_assign_rhs1 (sum));
  else
    shift = 0;
  struct lk_operand value = lk_operand_of (l, base);
  if (value.kind == LK_UNKNOWN)
    return false;
  if (limit == max)
    {
      /* Always.  */
      set_compare (def, inside ? LK_EQ : LK_NE, lk_operand_const (0),
		   lk_operand_const (0));
      return true;
    }
  if (limit > half && limit < max - 1 + (shift != 0))
    {
      /* Nearly always: what it leaves out is the range (p == NULL || p ==
	 MAP_FAILED is p - 1 > -3).  */
      int64_t lo = (int64_t) (limit + 1 - (uint64_t) shift);
      int64_t hi = (int64_t) (max - (uint64_t) shift);
      if (precision == 32)
	{
	  lo = (int32_t) lo;
	  hi = (int32_t) hi;
	}
      if (hi < lo || hi - lo > 65536)
	return false;
      set_range (l, def, value, lo, hi, !inside);
      return true;
    }
  if (shift != 0)
    {
      int64_t lo = -(uint64_t) shift;
      if (limit > half)
	return false;
      int64_t hi = (int64_t) ((uint64_t) lo + limit);
      if (hi < lo || (precision == 32 && hi > INT32_MAX))
	return false;
      set_range (l, def, value, lo, hi, inside);
      return true;
    }
  if (limit == 0)
    set_compare (def, inside ? LK_EQ : LK_NE, value, lk_operand_const (0));
  else if (limit == half)
    set_compare (def, inside ? LK_GE : LK_LT, value, lk_operand_const (0));
  else if (limit == max - 1)
    set_compare (def, inside ? LK_NE : LK_EQ, value, lk_operand_const (-1));
  else if (limit > half)
    return false;
  else if (TYPE_UNSIGNED (TREE_TYPE (base)))
    /* It never was signed: the signed view of numbers that are not huge is right.  */
    set_compare (def, inside ? LK_LE : LK_GT, value,
		 lk_operand_const (limit));
  else
    set_range (l, def, value, 0, limit, inside);
  return true;
}

/* (x | y) == 0, and the other three.  */
static bool
compare_joined (struct lk_lower *l, enum lk_compare op, tree a,
		struct lk_definition *def, unsigned depth)
{
  gimple *join = defined_by (a, BIT_IOR_EXPR);
  if (join && depth == MAX_DEF_DEPTH)
    {
      lk_limit_met (l->unit, LK_LIMIT_DEF_DEPTH);
      join = NULL;
    }
  if (join)
    {
      struct lk_definition first, second;
      if (!compare_joined (l, op, gimple_assign_rhs1 (join), &first, depth + 1)
	  || !compare_joined (l, op, gimple_assign_rhs2 (join), &second,
			      depth + 1))
	return false;
      set_joined (l, def, op == LK_EQ || op == LK_GE ? LK_DEF_AND : LK_DEF_OR,
		  &first, &second);
      return true;
    }
  struct lk_operand value = lk_operand_of (l, a);
  if (value.kind == LK_UNKNOWN)
    return false;
  set_compare (def, op, value, lk_operand_const (0));
  return true;
}

/* A comparison of numbers we know nothing of: equal ones have equal results.  */
static bool
compare_opaque (struct lk_lower *l, enum tree_code code, tree a, tree b,
		struct lk_definition *def)
{
  char key[160], constant[100] = "";
  struct lk_operand x = lk_operand_of (l, a), y = lk_operand_const (0);
  if (TREE_CODE (b) == REAL_CST)
    real_to_hexadecimal (constant, TREE_REAL_CST_PTR (b), sizeof constant, 0,
			 1);
  else
    y = lk_operand_of (l, b);
  if (x.kind != LK_PATH || y.kind == LK_UNKNOWN)
    return false;
  snprintf (key, sizeof key, "opaque %d %s", (int) code, constant);
  memset (def, 0, sizeof *def);
  def->kind = LK_DEF_PURE;
  def->code = lk_pure_code (l->unit, key);
  def->a = x;
  def->b = y;
  return true;
}

bool
lk_lower_compare (struct lk_lower *l, enum tree_code code, tree a, tree b,
		  struct lk_definition *def)
{
  enum lk_compare op;
  tree type = TREE_TYPE (a);
  int64_t limit;
  if (lk_opaque (type))
    return compare_opaque (l, code, a, b, def);
  if (!lk_compare_of_code (code, &op) || !lk_matters (type)
      || !lk_matters (TREE_TYPE (b)))
    return false;
  if (TREE_CODE (a) == INTEGER_CST && TREE_CODE (b) != INTEGER_CST)
    {
      std::swap (a, b);
      op = lk_compare_swap (op);
      type = TREE_TYPE (a);
    }
  bool constant = lk_constant (b, &limit);
  bool is_unsigned = TYPE_UNSIGNED (type) || POINTER_TYPE_P (type);
  unsigned precision = TYPE_PRECISION (type);

  if (constant && limit == 0 && !lk_boolean (type)
      && (op == LK_EQ || op == LK_NE
	  || (!is_unsigned && (op == LK_LT || op == LK_GE)))
      && defined_by (a, BIT_IOR_EXPR)
      && lk_operand_of (l, a).kind != LK_UNKNOWN
      && compare_joined (l, op, a, def, 0))
    return true;

  if (op != LK_EQ && op != LK_NE && is_unsigned && precision >= 32)
    {
      if (!constant || TREE_CODE (a) == INTEGER_CST)
	{
	  /* Equal tests are still equal.  */
	  struct lk_operand x = lk_operand_of (l, a);
	  struct lk_operand y = lk_operand_of (l, b);
	  bool negated = op == LK_GE || op == LK_GT;
	  if (x.kind == LK_UNKNOWN || y.kind == LK_UNKNOWN)
	    return false;
	  struct lk_definition pure;
	  memset (&pure, 0, sizeof pure);
	  pure.kind = LK_DEF_PURE;
	  pure.a = x;
	  pure.b = y;
	  pure.code = op == LK_LT || op == LK_GE ? LK_PURE_BELOW : LK_PURE_AT_MOST;
	  if (!negated)
	    *def = pure;
	  else
	    {
	      memset (def, 0, sizeof *def);
	      def->kind = LK_DEF_NOT;
	      def->a = lk_computed (l, &pure);
	    }
	  return true;
	}
      uint64_t bound = limit;
      if (precision < 64)
	bound &= ((uint64_t) 1 << precision) - 1;
      bool inside = op == LK_LT || op == LK_LE;
      if (op == LK_LT || op == LK_GE)
	{
	  if (bound == 0)
	    {
	      /* Never less than 0.  */
	      set_compare (def, inside ? LK_NE : LK_EQ, lk_operand_const (0),
			   lk_operand_const (0));
	      return true;
	    }
	  bound--;
	}
      return compare_unsigned (l, a, inside, bound, precision, def);
    }

  struct lk_operand x = lk_operand_of (l, a), y = lk_operand_of (l, b);
  if (x.kind == LK_UNKNOWN || y.kind == LK_UNKNOWN)
    return false;
  tree from = constant ? before_sign_change (a) : NULL;
  if (from && compare_sign_changed (l, op, a, from, limit, def))
    return true;
  set_compare (def, op, x, y);
  return true;
}
