/* Calls whose result is known without an event: pure functions, and those that return an
   argument.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Return true if CONTRACT mentions the result, or more than borrowing.  */
static bool
contract_speaks (const struct lk_contract *contract, bool of_result)
{
  if (!contract)
    return false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (of_result ? c->place.base == 0 : c->role != LK_ROLE_BORROW)
      return true;
  return !of_result && (contract->noreturn || contract->ends.base);
}

/* Return the argument of CALL that is a condition, if CALL returns a truth value and has no
   body here; or NULL.  Heuristic: a function that is told whether something holds returns just
   that: the result of check (f != NULL, "f", __LINE__) is assumed to be f != NULL.  Wrong if
   it negates.  */
static tree
condition_answered (gcall *call)
{
  tree decl = gimple_call_fndecl (call), found = NULL;
  if (TREE_CODE (TREE_TYPE (TREE_TYPE (decl))) != BOOLEAN_TYPE
      || lk_body_of (decl))
    return NULL;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (unsigned i = 0; i < gimple_call_num_args (call) && types;
       i++, types = TREE_CHAIN (types))
    {
      if (TREE_CODE (TREE_VALUE (types)) != BOOLEAN_TYPE)
	continue;
      /* It is passed as an int.  */
      tree arg = gimple_call_arg (call, i);
      const gimple *def = NULL;
      do
	{
	  if (TREE_CODE (arg) != SSA_NAME || SSA_NAME_VAR (arg))
	    return NULL;
	  def = SSA_NAME_DEF_STMT (arg);
	  if (gimple_assign_cast_p (def))
	    arg = gimple_assign_rhs1 (def);
	}
      while (gimple_assign_cast_p (def));
      if (found || !is_gimple_assign (def)
	  || TREE_CODE_CLASS (gimple_assign_rhs_code (def)) != tcc_comparison)
	return NULL;
      found = arg;
    }
  return found;
}

bool
lk_call_is_pure (struct lk_lower *l, gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  return (decl && lk_call_kind (call) == CALL_ORDINARY
	  && (gimple_call_flags (call) & (ECF_PURE | ECF_CONST))
	  && !(gimple_call_flags (call) & ECF_NORETURN)
	  && !stmt_can_throw_internal (l->fun, call)
	  && !contract_speaks (lk_contract_of (decl), false)
	  && !lk_body_of (decl));
}

tree
lk_call_returns_argument (struct lk_lower *l, gcall *call, int64_t *offset)
{
  *offset = 0;
  unsigned n_args = gimple_call_num_args (call);
  enum call_kind kind = lk_call_kind (call);
  if ((kind == CALL_SAME || kind == CALL_EXPECT) && n_args > 0)
    return gimple_call_arg (call, 0);
  tree decl = gimple_call_fndecl (call);
  if (kind == CALL_COPY)
    {
      /* mempcpy returns the end.  */
      enum built_in_function code = DECL_FUNCTION_CODE (decl);
      return (code != BUILT_IN_MEMPCPY && code != BUILT_IN_MEMPCPY_CHK
	      ? gimple_call_arg (call, 0) : NULL);
    }
  if (kind == CALL_CLEAR)
    return gimple_call_arg (call, 0);
  if (kind != CALL_ORDINARY || !decl || n_args == 0
      || contract_speaks (lk_contract_of (decl), true))
    return NULL;
  int flags = gimple_call_return_flags (call);
  unsigned index = flags & ERF_RETURN_ARG_MASK;
  if ((flags & ERF_RETURNS_ARG) && index < n_args)
    return gimple_call_arg (call, index);
  tree same = lk_returned_argument (l->unit, call, offset);
  return same ? same : condition_answered (call);
}
