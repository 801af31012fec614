/* Arithmetic of which the engine knows more than that equal operands give equal
   results: what is counted, what grows, and words of flags.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* DEF is CODE of A and B, if both are such as are needed.  */
static bool
define_as (struct lk_definition *def, uint32_t code, struct lk_operand a,
	   struct lk_operand b)
{
  memset (def, 0, sizeof *def);
  def->kind = LK_DEF_PURE;
  def->code = code;
  def->a = a;
  def->b = b;
  return a.kind == LK_PATH;
}

/* Counters: A plus a small B.  */
static bool
counts (struct lk_lower *l, tree type, const struct lk_shape *shape,
	struct lk_definition *def)
{
  struct lk_operand b = lk_operand_of (l, shape->b);
  /* An unsigned -1 is a step back.  */
  if (b.kind == LK_CONST && TYPE_PRECISION (type) == 32)
    b.value = (int32_t) b.value;
  if (b.kind != LK_CONST || b.value > MAX_STEP || b.value < -(int64_t) MAX_STEP)
    return false;
  return define_as (def, LK_PURE_ADD, lk_operand_of (l, shape->a),
		    lk_operand_const (shape->code == PLUS_EXPR ? b.value
				      : -b.value));
}

/* Heuristic: a size is multiplied by a small number without wrapping around.  Wrong if a loop
   relies on that.  */
static bool
scales (struct lk_lower *l, const struct lk_shape *shape, struct lk_definition *def)
{
  struct lk_operand b = lk_operand_of (l, shape->b);
  if (b.kind == LK_CONST && shape->code == LSHIFT_EXPR)
    b.value = b.value > 0 && b.value < 5 ? 1 << b.value : 0;
  if (b.kind != LK_CONST || b.value <= 1 || b.value > MAX_FACTOR)
    return false;
  return define_as (def, LK_PURE_SCALE, lk_operand_of (l, shape->a), b);
}

/* PART is computed from WHOLE and a constant, and not below 0 if WHOLE is not.  */
static bool
part_of (tree part, tree whole)
{
  gassign *stmt = (TREE_CODE (part) == SSA_NAME
		   ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (part)) : NULL);
  if (!stmt || !gimple_assign_rhs2 (stmt)
      || gimple_num_ops (stmt) != 3
      || TREE_CODE (gimple_assign_rhs2 (stmt)) != INTEGER_CST
      || tree_int_cst_sgn (gimple_assign_rhs2 (stmt)) < 0)
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case TRUNC_DIV_EXPR:
    case RSHIFT_EXPR:
    case LSHIFT_EXPR:
    case MULT_EXPR:
      return gimple_assign_rhs1 (stmt) == whole;
    default:
      return false;
    }
}

tree
lk_whose_sign (tree a, tree b)
{
  tree type = TREE_TYPE (a);
  if (!INTEGRAL_TYPE_P (type) || !TYPE_UNSIGNED (type) || !tree_fits_uhwi_p (b)
      || tree_to_uhwi (b) + 1 != TYPE_PRECISION (type) || TREE_CODE (a) != SSA_NAME)
    return NULL;
  gimple *def = SSA_NAME_DEF_STMT (a);
  if (!is_gimple_assign (def) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    return NULL;
  tree value = gimple_assign_rhs1 (def);
  return (TREE_CODE (value) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (value))
	  && !TYPE_UNSIGNED (TREE_TYPE (value))
	  && TYPE_PRECISION (TREE_TYPE (value)) == TYPE_PRECISION (type) ? value : NULL);
}

tree
lk_copied_from (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
	break;
      tree from = gimple_assign_rhs1 (def);
      if ((TREE_CODE (from) != SSA_NAME && TREE_CODE (from) != INTEGER_CST)
	  || !(INTEGRAL_TYPE_P (TREE_TYPE (from)) || TREE_CODE (TREE_TYPE (from)) == OFFSET_TYPE)
	  || TYPE_PRECISION (TREE_TYPE (from)) != TYPE_PRECISION (TREE_TYPE (value)))
	break;
      value = from;
    }
  return value;
}

/* Half as much again.  */
static bool
grows (struct lk_lower *l, const struct lk_shape *shape, struct lk_definition *def)
{
  tree whole = (part_of (shape->b, shape->a) ? shape->a
		: part_of (shape->a, shape->b) ? shape->b : NULL);
  return whole && define_as (def, LK_PURE_SCALE, lk_operand_of (l, whole),
			     lk_operand_const (1));
}

/* Heuristic: the sum of two unsigned numbers, of what was read or written, does not wrap around.
   Wrong for hashes and checks of overflow, which test for more than 0.  */
static bool
adds_up (struct lk_lower *l, tree type, const struct lk_shape *shape, struct lk_definition *def)
{
  struct lk_operand a = lk_operand_of (l, shape->a), b = lk_operand_of (l, shape->b);
  if (a.kind == LK_CONST && a.value >= 0)
    std::swap (a, b);
  return (TYPE_UNSIGNED (type) && b.kind != LK_UNKNOWN && (b.kind == LK_PATH || b.value >= 0)
	  && define_as (def, LK_PURE_SUM, a, b));
}

/* Return true if VALUE is the sum of two numbers that are not known.  */
static bool
is_sum (tree value)
{
  gimple *stmt = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  return (stmt && is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == PLUS_EXPR
	  && TREE_CODE (gimple_assign_rhs2 (stmt)) == SSA_NAME);
}

/* SHAPE is the negation of a truth value, or of a sign: 0 or -1.  */
static bool
negates_truth (const struct lk_shape *shape)
{
  const_tree type = TREE_TYPE (shape->a);
  if (!INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32)
    return false;		/* (unsigned char) -1 is 255.  */
  if (shape->code == NEGATE_EXPR)
    return lk_boolean_origin (shape->a);
  return (shape->code == RSHIFT_EXPR && !TYPE_UNSIGNED (type)
	  && tree_fits_uhwi_p (shape->b)
	  && tree_to_uhwi (shape->b) + 1 == TYPE_PRECISION (type));
}

/* A counter in memory: NAME is what it was, as SHAPE says, and a small number more, and is stored
   there again.  (A number that is computed only may be the position after one that means "none".)
   A signed one cannot wrap around; heuristic: nor does an unsigned one.  */
static bool
counts_up (tree name, const struct lk_shape *shape)
{
  imm_use_iterator i;
  use_operand_p use;
  tree type = TREE_TYPE (name);
  if (shape->code != PLUS_EXPR || !shape->b || !tree_fits_uhwi_p (shape->b)
      || tree_to_uhwi (shape->b) - 1 >= MAX_STEP || TREE_CODE (shape->a) != SSA_NAME
      || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32)
    return false;
  /* The old number, the value of `n++', is a copy.  */
  tree from = lk_copied_from (shape->a);
  const gimple *def = TREE_CODE (from) == SSA_NAME ? SSA_NAME_DEF_STMT (from) : NULL;
  if (!def || !gimple_assign_load_p (def))
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    if (gimple_store_p (USE_STMT (use)) && gimple_assign_single_p (USE_STMT (use))
	&& gimple_assign_rhs1 (USE_STMT (use)) == name
	&& operand_equal_p (gimple_assign_lhs (USE_STMT (use)), gimple_assign_rhs1 (def), 0))
      return true;
  return false;
}

bool
lk_tells_stored (tree name, const struct lk_shape *shape)
{
  return (counts_up (name, shape)
	  || ((shape->code == BIT_AND_EXPR || shape->code == BIT_IOR_EXPR)
	   && TREE_CODE (shape->b) == INTEGER_CST)
	  || (shape->code == PLUS_EXPR && shape->b && TREE_CODE (shape->b) == SSA_NAME
	      && INTEGRAL_TYPE_P (TREE_TYPE (shape->b)) && TYPE_UNSIGNED (TREE_TYPE (shape->b))
	      && TYPE_PRECISION (TREE_TYPE (shape->b)) >= 32)
	  || negates_truth (shape));
}

/* DEF becomes a truth value less 1: "A >= 0" for A >> 31, the sign, and "!A" for -A.  (GCC
   writes -(fd < 0) as fd >> 31.)  */
static bool
less_one (struct lk_lower *l, const struct lk_shape *shape, struct lk_definition *def)
{
  struct lk_definition truth;
  memset (&truth, 0, sizeof truth);
  truth.kind = shape->code == NEGATE_EXPR ? LK_DEF_NOT : LK_DEF_COMPARE;
  truth.op = LK_GE;
  truth.a = lk_operand_of (l, shape->a);
  truth.b = lk_operand_const (0);
  return (truth.a.kind == LK_PATH
	  && define_as (def, LK_PURE_ADD, lk_computed (l, &truth), lk_operand_const (-1)));
}

bool
lk_arithmetic (struct lk_lower *l, tree name, const struct lk_shape *shape,
	       struct lk_definition *def)
{
  tree type = TREE_TYPE (name);
  if (!INTEGRAL_TYPE_P (type))
    return false;
  if (negates_truth (shape))
    return less_one (l, shape, def);
  if (!shape->b)
    return false;
  bool constant = TREE_CODE (shape->b) == INTEGER_CST;
  switch (shape->code)
    {
    case PLUS_EXPR:
      /* Lengths and what is between or behind them: not 0.  */
      if (!constant || (TYPE_UNSIGNED (type) && is_sum (shape->a)))
	return (TYPE_PRECISION (type) >= 32
		&& (grows (l, shape, def) || adds_up (l, type, shape, def)));
      if (TYPE_UNSIGNED (type) && counts_up (name, shape))
	lk_mark_length (l, shape->a);
      return counts (l, type, shape, def);
    case MINUS_EXPR:
      return constant && counts (l, type, shape, def);
    case MULT_EXPR:
    case LSHIFT_EXPR:
      return constant && TYPE_PRECISION (type) >= 32 && scales (l, shape, def);
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
      {
	struct lk_operand a = lk_operand_of (l, shape->a);
	struct lk_operand b = lk_operand_of (l, shape->b);
	/* Low bits of any number are not negative.  */
	if (constant && shape->code == BIT_AND_EXPR && a.kind == LK_UNKNOWN
	    && b.kind == LK_CONST && b.value >= 0)
	  a = lk_some_value (l, lk_location_of (SSA_NAME_DEF_STMT (name)));
	/* Words of flags.  */
	if (constant && b.kind == LK_CONST && a.kind != LK_UNKNOWN)
	  {
	    define_as (def, (shape->code == BIT_AND_EXPR ? LK_PURE_AND
			     : LK_PURE_OR), a, b);
	    return true;
	  }
	/* Errors that add up.  */
	return (shape->code == BIT_IOR_EXPR && b.kind == LK_PATH
		&& define_as (def, LK_PURE_EITHER, a, b));
      }
    default:
      return false;
    }
}

/* ---- Lengths, and variables that are constants.  ---- */

void
lk_mark_length (struct lk_lower *l, tree name)
{
  struct lk_operand op = lk_operand_of (l, name);
  if (op.kind == LK_PATH && !op.path->nsel && !op.path->addend
      && l->graph->vars[op.path->root].class_ == LK_VAR_VALUE)
    l->graph->vars[op.path->root].length = true;
}

bool
lk_is_narrowed_length (gimple *stmt)
{
  if (!gimple_assign_cast_p (stmt))
    return false;
  tree from = gimple_assign_rhs1 (stmt), to = gimple_assign_lhs (stmt);
  return (TREE_CODE (from) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (from))
	  && INTEGRAL_TYPE_P (TREE_TYPE (to)) && TYPE_UNSIGNED (TREE_TYPE (from))
	  && !TYPE_UNSIGNED (TREE_TYPE (to)) && TYPE_PRECISION (TREE_TYPE (from)) == 64
	  && TYPE_PRECISION (TREE_TYPE (to)) == 32
	  && gimple_assign_load_p (SSA_NAME_DEF_STMT (from)));
}

tree
lk_never_written (tree var)
{
  if (!VAR_P (var) || TREE_PUBLIC (var) || DECL_EXTERNAL (var) || !TREE_STATIC (var)
      || !INTEGRAL_TYPE_P (TREE_TYPE (var)) || !lk_only_read (var))
    return NULL_TREE;
  varpool_node *node = varpool_node::get (var);
  tree first = node ? DECL_INITIAL (var) : NULL_TREE;
  if (!node || (first && TREE_CODE (first) != INTEGER_CST))
    return NULL_TREE;
  return first ? first : build_zero_cst (TREE_TYPE (var));
}
