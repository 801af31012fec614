/* Which element of an array a reference names: its index, and the value that was stored there
   just before.

   The engine has one place for all elements, so a condition on a[i] would hold for all of
   them.  With the index it can distinguish some of them, and a value that is read back at once
   is the one stored. std::array and std::vector compute the addresses of their elements by
   functions, which are looked through.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* INDEX counts SIZE bytes each: what it is made of, and *SIZE and *AT adapted.  */
static tree
scaled_index (tree index, int64_t *size, int64_t *at)
{
  while (TREE_CODE (index) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (index);
      if (!is_gimple_assign (def))
	break;
      enum tree_code code = gimple_assign_rhs_code (def);
      tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
      bool constant = b && tree_fits_shwi_p (b);
      if (CONVERT_EXPR_CODE_P (code) && INTEGRAL_TYPE_P (TREE_TYPE (a))
	  && TYPE_PRECISION (TREE_TYPE (a)) <= TYPE_PRECISION (TREE_TYPE (index)))
	;
      else if (code == MULT_EXPR && constant)
	*size = (int64_t) ((uint64_t) *size * (uint64_t) tree_to_shwi (b));
      else if (code == PLUS_EXPR && constant)
	*at = lk_add_offset (*at, (int64_t) ((uint64_t) *size * (uint64_t) tree_to_shwi (b)));
      else
	break;
      index = a;
    }
  return index;
}

/* DEF calls a function that only adds to an address that it is given, as ACCESSOR says.  */
static bool
computes_address (struct lk_lower *l, const gimple *def, struct lk_accessor *accessor)
{
  tree decl = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
  return (decl && lk_accessor_of (l->unit, decl, accessor) && accessor->kind == LK_ACCESSOR_VALUE
	  && accessor->nsel == 0 && accessor->formal < gimple_call_num_args (def)
	  && (!accessor->scale || accessor->index < gimple_call_num_args (def)));
}

tree
lk_element_number (struct lk_lower *l, tree ref, int64_t *size, int64_t *at)
{
  tree number = NULL;
  int64_t bits = 0;
  struct lk_accessor accessor;
  *size = *at = 0;
  /* REF becomes what it is in, or points to: a reference, or a pointer.  */
  while (ref)
    {
      tree index = NULL;
      int64_t each = 1;
      gimple *def = TREE_CODE (ref) == SSA_NAME ? SSA_NAME_DEF_STMT (ref) : NULL;
      if (TREE_CODE (ref) == ARRAY_REF && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME)
	{
	  index = TREE_OPERAND (ref, 1);
	  each = (int64_t) lk_size_of (TREE_TYPE (ref));
	  ref = TREE_OPERAND (ref, 0);
	}
      else if (handled_component_p (ref))
	{
	  lk_add_step (l, ref, at, &bits);
	  ref = TREE_OPERAND (ref, 0);
	}
      else if (TREE_CODE (ref) == MEM_REF)
	{
	  index = TREE_OPERAND (ref, 1);
	  ref = TREE_OPERAND (ref, 0);
	}
      else if (TREE_CODE (ref) == ADDR_EXPR)
	ref = TREE_OPERAND (ref, 0);
      else if (def && is_gimple_assign (def)
	       && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	{
	  index = gimple_assign_rhs2 (def);
	  ref = gimple_assign_rhs1 (def);
	}
      else if (def && (gimple_assign_cast_p (def) || gimple_assign_ssa_name_copy_p (def)
		       || (gimple_assign_single_p (def)
			   && TREE_CODE (gimple_assign_rhs1 (def)) == ADDR_EXPR)))
	ref = gimple_assign_rhs1 (def);
      /* std::array's operator [].  */
      else if (def && computes_address (l, def, &accessor))
	{
	  ref = gimple_call_arg (def, accessor.formal);
	  *at = lk_add_offset (*at, accessor.addend);
	  index = accessor.scale ? gimple_call_arg (def, accessor.index) : NULL;
	  each = accessor.scale ? accessor.scale : 1;
	}
      else
	ref = NULL;
      if (index && TREE_CODE (index) == SSA_NAME)
	{
	  if (number)
	    return NULL;
	  *size = each;
	  number = scaled_index (index, size, at);
	}
      else if (index)
	*at = lk_add_offset (*at, cst_and_fits_in_hwi (index) ? int_cst_value (index) : LK_ANY);
    }
  if (ref || !number || TREE_CODE (number) != SSA_NAME || *at == LK_ANY
      || bits % BITS_PER_UNIT || *size != (int64_t) (uint32_t) *size)
    return NULL;
  *at = lk_add_offset (*at, bits / BITS_PER_UNIT);
  return number;
}

/* ---- What was stored there.  ---- */

/* STMT only computes an address, as operator [] of an array does.  */
static bool
is_address_computed (struct lk_lower *l, const gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  struct lk_accessor accessor;
  return decl && lk_accessor_of (l->unit, decl, &accessor) && accessor.kind == LK_ACCESSOR_VALUE;
}

/* A and B, values of one function, are computed alike from the same.  */
static bool
computed_alike (struct lk_lower *l, tree a, tree b, unsigned depth)
{
  if (operand_equal_p (a, b, 0))
    return true;
  if (depth == 0 || TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME)
    return false;
  gimple *x = SSA_NAME_DEF_STMT (a), *y = SSA_NAME_DEF_STMT (b);
  if (is_address_computed (l, x) && is_gimple_call (y)
      && gimple_call_fndecl (x) == gimple_call_fndecl (y))
    {
      for (unsigned i = 0; i < gimple_call_num_args (x); i++)
	if (!computed_alike (l, gimple_call_arg (x, i), gimple_call_arg (y, i), depth - 1))
	  return false;
      return true;
    }
  if (!is_gimple_assign (x) || !is_gimple_assign (y) || gimple_vuse (x)
      || gimple_vuse (y) || gimple_num_ops (x) != gimple_num_ops (y)
      || gimple_assign_rhs_code (x) != gimple_assign_rhs_code (y))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (x); i++)
    if (!computed_alike (l, gimple_op (x, i), gimple_op (y, i), depth - 1))
      return false;
  return true;
}

tree
lk_just_stored (struct lk_lower *l, gimple *load)
{
  enum { DEPTH = 4 };
  tree use = gimple_vuse (load), from = gimple_assign_rhs1 (load);
  gimple *store = use ? SSA_NAME_DEF_STMT (use) : NULL;
  for (unsigned i = 0; store && i < DEPTH && is_address_computed (l, store); i++)
    {
      use = gimple_vuse (store);
      store = use ? SSA_NAME_DEF_STMT (use) : NULL;
    }
  if (!store || !gimple_assign_single_p (store) || !gimple_store_p (store))
    return NULL;
  tree to = gimple_assign_lhs (store), value = gimple_assign_rhs1 (store);
  if (TREE_CODE (value) != SSA_NAME || TREE_CODE (from) != TREE_CODE (to)
      || TYPE_PRECISION (TREE_TYPE (value)) != TYPE_PRECISION (TREE_TYPE (from)))
    return NULL;
  if (TREE_CODE (from) == ARRAY_REF)
    return (TREE_CODE (TREE_OPERAND (from, 1)) == SSA_NAME
	    && operand_equal_p (TREE_OPERAND (from, 0), TREE_OPERAND (to, 0), 0)
	    && computed_alike (l, TREE_OPERAND (from, 1), TREE_OPERAND (to, 1), DEPTH)
	    ? value : NULL);
  if (TREE_CODE (from) != MEM_REF
      || !tree_int_cst_equal (TREE_OPERAND (from, 1), TREE_OPERAND (to, 1))
      || TREE_CODE (TREE_OPERAND (from, 0)) != SSA_NAME)
    return NULL;
  gimple *address = SSA_NAME_DEF_STMT (TREE_OPERAND (from, 0));
  return (((is_gimple_assign (address)
	    && gimple_assign_rhs_code (address) == POINTER_PLUS_EXPR
	    && TREE_CODE (gimple_assign_rhs2 (address)) == SSA_NAME)
	   || is_address_computed (l, address))
	  && computed_alike (l, TREE_OPERAND (from, 0), TREE_OPERAND (to, 0), DEPTH)
	  ? value : NULL);
}
