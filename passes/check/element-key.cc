/* Keys of elements that a function chooses without knowing whether they are in use.

   A parameter that is only a name, or a number of an array's element, is any key: the caller may
   pass one that is there already.  So is a place that wraps around, of an array used as a ring.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "../unit/element-use.h"

tree
lk_key_parameter (struct function *fun, tree key)
{
  hash_set<tree> seen;
  while (key && !seen.add (key))
    {
      key = lk_put_value (fun, key);
      if (!key)
	return NULL_TREE;
      if (TREE_CODE (key) == PARM_DECL)
	break;
      if (TREE_CODE (key) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (key))
	{
	  key = SSA_NAME_VAR (key);
	  break;
	}
      if (TREE_CODE (key) == SSA_NAME && gimple_assign_load_p (SSA_NAME_DEF_STMT (key)))
	key = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (key));
      if (TREE_CODE (key) == ADDR_EXPR)
	key = TREE_OPERAND (key, 0);
      if (TREE_CODE (key) == SSA_NAME)
	return NULL_TREE;
      tree base = get_base_address (key);
      if (base && TREE_CODE (base) == MEM_REF)
	key = TREE_OPERAND (base, 0);
      else if (base && DECL_P (base) && base != key)
	key = base;
      else
	break;
    }
  return (key && TREE_CODE (key) == PARM_DECL && key != DECL_ARGUMENTS (fun->decl) ? key
	  : NULL_TREE);
}

/* Return true if NAME, the parameter for a key, or a copy, is only passed to functions that
   make strings of it or open something, is compared with constants only, and is no index but
   of FIELD.  */
static bool
tells_only (tree name, tree field, hash_set<tree> *seen)
{
  imm_use_iterator i;
  use_operand_p use;
  if (seen->add (name))
    return true;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      gimple *stmt = USE_STMT (use);
      tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
      tree_code code = is_gimple_assign (stmt) ? gimple_assign_rhs_code (stmt) : ERROR_MARK;
      if (gimple_code (stmt) == GIMPLE_COND
	  ? !CONSTANT_CLASS_P (gimple_cond_rhs (stmt))
	  : TREE_CODE_CLASS (code) == tcc_comparison
	  && !CONSTANT_CLASS_P (gimple_assign_rhs2 (stmt)))
	return false;
      if (const gcall *call = dyn_cast <const gcall *> (stmt))
	{
	  tree fndecl = gimple_call_fndecl (call), class_ = fndecl ? DECL_CONTEXT (fndecl) : NULL;
	  bool method = fndecl && TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE;
	  bool own = (method && gimple_call_num_args (call)
		      && lk_address_names (gimple_call_arg (call, 0), field));
	  if (method && !own && !(class_ && TREE_CODE (class_) == RECORD_TYPE
				  && lk_named_type (class_, "traits_type")))
	    return false;
	}
      /* Some other place has the same number.  */
      tree refs[2] = { lhs, code != ERROR_MARK ? gimple_assign_rhs1 (stmt) : NULL_TREE };
      for (unsigned k = 0; k < 2; k++)
	for (tree ref = refs[k]; ref && handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
	  if (TREE_CODE (ref) == ARRAY_REF && TREE_OPERAND (ref, 1) == name
	      && (TREE_CODE (TREE_OPERAND (ref, 0)) != COMPONENT_REF
		  || TREE_OPERAND (TREE_OPERAND (ref, 0), 1) != field))
	    return false;
      if (lhs && TREE_CODE (lhs) == SSA_NAME && gimple_assign_rhs1 (stmt) == name
	  && TREE_CODE_CLASS (code) != tcc_comparison && lk_is_handle (TREE_TYPE (lhs))
	  && !tells_only (lhs, field, seen))
	return false;
    }
  return true;
}

bool
lk_is_any_key (struct function *fun, tree key, tree field, bool array)
{
  tree type = TREE_TYPE (key), name = ssa_default_def (fun, key);
  bool reads = (POINTER_TYPE_P (type) && TYPE_READONLY (TREE_TYPE (type)));
  /* Heuristic: numbers and addresses that are keys are mostly new.  Wrong if the caller
     chooses them.  */
  if (array ? !INTEGRAL_TYPE_P (type)
      : !(reads && (lk_in_library (TREE_TYPE (type))
		    || TYPE_PRECISION (TREE_TYPE (type)) == BITS_PER_UNIT)))
    return false;
  hash_set<tree> seen;
  return name && tells_only (name, field, &seen);
}

/* Return true if OP, a value of FUN, is the address of the method's object.  */
static bool
is_object (struct function *fun, tree op)
{
  op = lk_origin (op);
  return (op && TREE_CODE (op) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (op)
	  && SSA_NAME_VAR (op) == DECL_ARGUMENTS (fun->decl));
}

/* Return true if OP, a value of FUN, is that or comes from a member of the object.  SEEN are the
   values that were examined.  */
static bool
comes_of_object (struct function *fun, tree op, hash_set<tree> *seen)
{
  op = lk_origin (op);
  if (!op || TREE_CODE (op) != SSA_NAME || seen->add (op))
    return false;
  if (SSA_NAME_IS_DEFAULT_DEF (op))
    return is_object (fun, op);
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (gimple_assign_load_p (def))
    {
      tree base = get_base_address (gimple_assign_rhs1 (def));
      return (base && TREE_CODE (base) == MEM_REF
	      && comes_of_object (fun, TREE_OPERAND (base, 0), seen));
    }
  for (unsigned i = 1; is_gimple_assign (def) && i < gimple_num_ops (def); i++)
    if (comes_of_object (fun, gimple_op (def, i), seen))
      return true;
  return false;
}

static bool
is_of_object (struct function *fun, tree op)
{
  hash_set<tree> seen;
  return comes_of_object (fun, op, &seen);
}

bool
lk_is_ring (struct function *fun, tree key)
{
  basic_block bb;
  tree number = key ? lk_origin (key) : NULL_TREE;
  gimple *def = number && TREE_CODE (number) == SSA_NAME ? SSA_NAME_DEF_STMT (number) : NULL;
  if (!def || !is_gimple_assign (def)
      || (gimple_assign_rhs_code (def) != TRUNC_MOD_EXPR
	  && gimple_assign_rhs_code (def) != BIT_AND_EXPR)
      || !is_of_object (fun, gimple_assign_rhs1 (def)))
    return false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_code (stmt) == GIMPLE_COND
	    && (is_of_object (fun, gimple_cond_lhs (stmt))
		|| is_of_object (fun, gimple_cond_rhs (stmt))))
	  return false;
	for (unsigned k = 0; is_gimple_call (stmt) && k < gimple_call_num_args (stmt); k++)
	  if (is_object (fun, gimple_call_arg (stmt, k)))
	    return false;
      }
  return true;
}
