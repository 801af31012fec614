/* The shape of a definition: what an assignment or a call computes, as far as it matters.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Return true if TYPE is called intptr_t or uintptr_t.  */
static bool
made_for_pointers (tree type)
{
  while (type && TYPE_NAME (type) && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL)
    {
      tree name = TYPE_NAME (type);
      if (DECL_NAME (name) && (id_equal (DECL_NAME (name), "intptr_t")
			       || id_equal (DECL_NAME (name), "uintptr_t")))
	return true;
      type = DECL_ORIGINAL_TYPE (name);
    }
  return false;
}

/* MASK keeps the address, "p & ~7"; "p & 7" is a test of its tag.  */
static bool
keeps_address (const_tree mask)
{
  return (TREE_CODE (mask) == INTEGER_CST
	  && wi::lt_p (wi::to_wide (mask), 0, SIGNED));
}

/* NAME is a pointer, or an integer computed from one, or loaded from where
   one is kept as an integer.  */
static bool
pointer_origin (tree name)
{
  while (true)
    {
      if (TREE_CODE (name) != SSA_NAME)
	return TREE_CODE (name) == ADDR_EXPR;
      if (POINTER_TYPE_P (TREE_TYPE (name)))
	return true;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (TYPE_PRECISION (TREE_TYPE (name)) < POINTER_SIZE
	  || !is_gimple_assign (def))
	return false;
      switch (gimple_assign_rhs_code (def))
	{
	CASE_CONVERT:
	case SSA_NAME:
	case PLUS_EXPR:
	case MINUS_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case BIT_NOT_EXPR:
	  name = gimple_assign_rhs1 (def);
	  break;
	case BIT_AND_EXPR:
	  if (!keeps_address (gimple_assign_rhs2 (def)))
	    return false;
	  name = gimple_assign_rhs1 (def);
	  break;
	default:
	  return (gimple_assign_single_p (def)
		  && made_for_pointers (TREE_TYPE (gimple_assign_rhs1 (def))));
	}
    }
}

/* The same for VALUE, which is one of SEEN from then on.  */
static bool
is_boolean (tree value, hash_set<tree> *seen)
{
  while (!seen->add (value))
    {
      if (lk_boolean (TREE_TYPE (value)))
	return true;
      if (TREE_CODE (value) != SSA_NAME)
	return integer_zerop (value) || integer_onep (value);
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!is_gimple_assign (def))
	return false;
      enum tree_code code = gimple_assign_rhs_code (def);
      if (code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR)
	{
	  tree b = gimple_assign_rhs2 (def);
	  if (!is_boolean (b, seen))
	    return false;
	}
      else if (!CONVERT_EXPR_CODE_P (code) && code != SSA_NAME)
	return false;
      value = gimple_assign_rhs1 (def);
    }
  /* It counts where it was seen first.  */
  return true;
}

bool
lk_boolean_origin (tree value)
{
  hash_set<tree> seen;
  return is_boolean (value, &seen);
}

/* The conversion of VALUE to the type TO keeps what we care about: handles fit in an int, and a
   descriptor may travel through a long or a pointer.  */
static bool
transparent_conversion (const_tree to, tree value)
{
  const_tree from = TREE_TYPE (value);
  if (!lk_matters (to) || !lk_matters (from))
    return false;
  if (TREE_CODE (to) == BOOLEAN_TYPE)
    return lk_boolean_origin (value);
  return ((TYPE_PRECISION (to) >= TYPE_PRECISION (from)
	   || TYPE_PRECISION (to) >= 32)
	  && !lk_changes_sign (to, from));
}

/* Return the offset of an operation CODE on integers, A being a pointer converted to a number: the
   result still leads to the same object, as the complement does in which a library hides it from
   its callers.  B is NULL if CODE takes one operand.  */
static bool
disguised_offset (enum tree_code code, tree a, tree b,
		  int64_t *offset)
{
  bool constant = b && TREE_CODE (b) == INTEGER_CST && tree_fits_shwi_p (b);
  if (TREE_CODE (a) != SSA_NAME
      || TYPE_PRECISION (TREE_TYPE (a)) < POINTER_SIZE || !pointer_origin (a))
    return false;
  *offset = LK_ANY;
  switch (code)
    {
    case PLUS_EXPR:
      if (constant)
	*offset = tree_to_shwi (b);
      return constant || !pointer_origin (b);
    case MINUS_EXPR:
      if (constant)
	*offset = -(uint64_t) tree_to_shwi (b);
      return constant || !pointer_origin (b);
    case BIT_AND_EXPR:
      return keeps_address (b);
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
      return constant || !pointer_origin (b);
    case BIT_NOT_EXPR:
      return true;
    default:
      return false;
    }
}

/* REF is errno.  */
static bool
errno_reference (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF || !integer_zerop (TREE_OPERAND (ref, 1))
      || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (TREE_OPERAND (ref, 0));
  tree callee = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL;
  if (!callee || !DECL_NAME (callee) || !TREE_PUBLIC (callee)
      || gimple_call_num_args (def) != 0)
    return false;
  /* As the C libraries of GNU and musl, the BSDs, Android, and Solaris call
     what their macro does.  */
  static const char *const names[]
    = { "__errno_location", "__error", "__errno", "___errno" };
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (!strcmp (IDENTIFIER_POINTER (DECL_NAME (callee)), names[i]))
      return true;
  return false;
}

/* Return true if the function itself sets errno to 0, to test later whether it changed.
   Otherwise it is read because a call failed.  */
static bool
clears_errno (struct lk_lower *l)
{
  if (l->errno_known)
    return l->errno_cleared;
  l->errno_known = true;
  basic_block bb;
  FOR_EACH_BB_FN (bb, l->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_assign_single_p (stmt)
	    && errno_reference (gimple_assign_lhs (stmt))
	    && integer_zerop (gimple_assign_rhs1 (stmt)))
	  l->errno_cleared = true;
      }
  return l->errno_cleared;
}

/* STMT gets the error number or, SIGN being -1, the negation of it.  */
static bool
reads_errno (struct lk_lower *l, gimple *stmt, int *sign)
{
  *sign = 1;
  if (gimple_assign_rhs_code (stmt) == NEGATE_EXPR
      && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME)
    {
      *sign = -1;
      stmt = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (stmt));
    }
  return (gimple_assign_load_p (stmt)
	  && errno_reference (gimple_assign_rhs1 (stmt)) && !clears_errno (l));
}

/* Set SHAPE for STMT, a copy, load or address: LHS = A.  */
static void
shape_of_single (struct lk_lower *l, gimple *stmt, struct lk_shape *shape)
{
  tree lhs = gimple_assign_lhs (stmt), a = shape->a;
  if (TREE_CODE (a) == VIEW_CONVERT_EXPR
      && TREE_CODE (TREE_OPERAND (a, 0)) == SSA_NAME)
    {
      shape->a = a = TREE_OPERAND (a, 0);
      if (!transparent_conversion (TREE_TYPE (lhs), a))
	return;
    }
  if (TREE_CODE (a) == OBJ_TYPE_REF)
    shape->a = a = OBJ_TYPE_REF_EXPR (a);
  if (TREE_CODE (a) == ADDR_EXPR)
    shape->kind = LK_SHAPE_ADDRESS;
  else if (TREE_CODE (a) == SSA_NAME || CONSTANT_CLASS_P (a))
    shape->kind = LK_SHAPE_SAME;
  else if (tree stored = lk_is_memory (a) ? lk_just_stored (l, stmt) : NULL)
    {
      shape->kind = LK_SHAPE_SAME;
      shape->a = stored;
    }
  else if (tree constant = lk_never_written (a))
    {
      shape->kind = LK_SHAPE_SAME;
      shape->a = constant;
    }
  else if (lk_is_memory (a))
    shape->kind = LK_SHAPE_LOAD;
}

/* Set SHAPE for an operation on truth values, A and, mostly, B.  Return false if CODE is
   another one.  */
static bool
shape_of_boolean (enum tree_code code, tree b, struct lk_shape *shape)
{
  switch (code)
    {
    case BIT_NOT_EXPR:
    case TRUTH_NOT_EXPR:
      shape->kind = LK_SHAPE_NOT;
      return true;
    case BIT_AND_EXPR:
    case TRUTH_AND_EXPR:
      shape->kind = LK_SHAPE_AND;
      return true;
    case BIT_IOR_EXPR:
    case TRUTH_OR_EXPR:
      shape->kind = LK_SHAPE_OR;
      return true;
    case BIT_XOR_EXPR:
    case TRUTH_XOR_EXPR:
      shape->kind = integer_onep (b) ? LK_SHAPE_NOT : LK_SHAPE_COMPARE;
      shape->code = NE_EXPR;
      return true;
    default:
      return false;
    }
}

static void
shape_of_assignment (struct lk_lower *l, gimple *stmt, struct lk_shape *shape)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree lhs = gimple_assign_lhs (stmt);
  tree a = gimple_assign_rhs1 (stmt);
  tree b = gimple_num_ops (stmt) >= 3 ? gimple_assign_rhs2 (stmt) : NULL;

  shape->code = code;
  shape->a = a;
  shape->b = b;
  if (gimple_num_ops (stmt) > 3 || !lk_matters (TREE_TYPE (lhs)))
    return;
  int sign;
  if ((code == MEM_REF || code == NEGATE_EXPR) && reads_errno (l, stmt, &sign))
    {
      shape->kind = LK_SHAPE_ERRNO;
      shape->offset = sign;
      return;
    }
  if (gimple_assign_single_p (stmt))
    {
      shape_of_single (l, stmt, shape);
      return;
    }
  if (!lk_matters (TREE_TYPE (a)) || (b && !lk_matters (TREE_TYPE (b))))
    return;
  if (CONVERT_EXPR_CODE_P (code))
    {
      shape->kind = (transparent_conversion (TREE_TYPE (lhs), a)
		     ? LK_SHAPE_SAME : LK_SHAPE_PURE);
      return;
    }
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      shape->kind = LK_SHAPE_COMPARE;
      return;
    }
  if (tree negative = code == RSHIFT_EXPR ? lk_whose_sign (a, b) : NULL)
    {
      shape->kind = LK_SHAPE_COMPARE;
      shape->code = LT_EXPR;
      shape->a = negative;
      shape->b = build_zero_cst (TREE_TYPE (negative));
      return;
    }
  if (code == POINTER_PLUS_EXPR)
    {
      shape->kind = LK_SHAPE_OFFSET;
      b = lk_copied_from (b);
      shape->offset = (TREE_CODE (b) == INTEGER_CST
		       && cst_and_fits_in_hwi (b) ? int_cst_value (b)
		       : LK_ANY);
      return;
    }
  if (code == BIT_AND_EXPR && lk_tests_bit_field (stmt, &shape->a, &shape->offset))
    {
      shape->kind = LK_SHAPE_BIT;
      shape->b = NULL;
      return;
    }
  if ((lk_boolean (TREE_TYPE (lhs))
       || ((code == BIT_AND_EXPR || code == BIT_IOR_EXPR
	    || code == BIT_XOR_EXPR)
	   && lk_boolean_origin (a) && lk_boolean_origin (b)))
      && shape_of_boolean (code, b, shape))
    return;
  if (disguised_offset (code, a, b, &shape->offset))
    {
      shape->kind = LK_SHAPE_OFFSET;
      return;
    }
  if (b && (code == PLUS_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR)
      && disguised_offset (code, b, a, &shape->offset))
    {
      shape->kind = LK_SHAPE_OFFSET;
      shape->a = b;
      return;
    }
  shape->kind = LK_SHAPE_PURE;
}

void
lk_shape_of (struct lk_lower *l, gimple *stmt, struct lk_shape *shape)
{
  memset (shape, 0, sizeof *shape);
  if (is_gimple_assign (stmt))
    shape_of_assignment (l, stmt, shape);
  else if (gcall *call = dyn_cast <gcall *> (stmt))
    {
      int64_t offset;
      tree same = lk_call_returns_argument (l, call, &offset);
      if (same)
	{
	  shape->kind = offset ? LK_SHAPE_OFFSET : LK_SHAPE_SAME;
	  shape->offset = offset;
	  shape->a = same;
	}
      else if (lk_cast_of_made (call, &shape->offset))
	{
	  bool there = shape->offset != LK_ANY;
	  shape->kind = there && shape->offset ? LK_SHAPE_OFFSET : LK_SHAPE_SAME;
	  shape->a = there ? gimple_call_arg (call, 0) : null_pointer_node;
	}
    }
}
