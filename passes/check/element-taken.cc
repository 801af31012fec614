/* Elements that a function takes out of a container and loses.

   "T *t = l.front (); l.pop_front ();" makes the function the owner of what the container's class
   owned.  A path on which it neither passes T on, nor changes it, nor stores it anywhere loses it.

   It under-approximates: an element that is taken by an iterator or a key is not followed, and any
   use of it but a read is assumed to pass it on.  Heuristic: the tests on the path may hold
   together.  Wrong if an earlier test excludes the later one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "gimple-walk.h"
#include "../unit/element-use.h"

/* Some values of FUN that are one element, removed by the statement END.  */
struct taken
{
  struct function *fun;
  tree field;
  gimple *end;
  auto_vec<tree> values;
};

/* Return true if STMT loads the element of T's container that is at POSITION.  */
static bool
loads_element (const struct taken *t, gimple *stmt, enum lk_position position)
{
  if (!gimple_assign_load_p (stmt) || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !lk_is_handle (TREE_TYPE (gimple_assign_lhs (stmt))))
    return false;
  tree from = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (from) != MEM_REF || !integer_zerop (TREE_OPERAND (from, 1)))
    return false;
  gcall *call = lk_origin_call (TREE_OPERAND (from, 0));
  const struct lk_member_role *role = call ? lk_member_role (gimple_call_fndecl (call)) : NULL;
  return (role && role->element && role->position == position && gimple_call_num_args (call)
	  && lk_address_names (gimple_call_arg (call, 0), t->field));
}

/* Return true if OP is one of T's values, or an address behind it.  */
static bool
leads_to_element (const struct taken *t, tree op)
{
  if (op && TREE_CODE (op) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (op, 0));
      op = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
    }
  return op && t->values.contains (op);
}

/* Return true if STMT does more than to read T's element, or to test it.  */
static bool
passes_element (const struct taken *t, gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_ASM)
    return true;
  if (greturn *ret = dyn_cast <greturn *> (stmt))
    return leads_to_element (t, gimple_return_retval (ret));
  if (gcall *call = dyn_cast <gcall *> (stmt))
    {
      for (unsigned i = 0; i < gimple_call_num_args (call); i++)
	if (leads_to_element (t, gimple_call_arg (call, i)))
	  return true;
      return false;
    }
  if (!is_gimple_assign (stmt))
    return false;
  tree base = get_base_address (gimple_assign_lhs (stmt));
  if (base && TREE_CODE (base) == MEM_REF && t->values.contains (TREE_OPERAND (base, 0)))
    return true;
  if (TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison)
    return false;
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (leads_to_element (t, gimple_op (stmt, i)))
      return true;
  return false;
}

/* Find T's values: what is loaded from where END removes, in the statements that surely run before
   it.  Return false if there are none, or they are passed on there.  */
static bool
find_values (struct taken *t, enum lk_position position)
{
  basic_block bb = gimple_bb (t->end);
  gimple_stmt_iterator i = gsi_for_stmt (t->end);
  auto_vec<gimple *> before;
  for (gsi_prev_nondebug (&i);; gsi_prev_nondebug (&i))
    {
      while (gsi_end_p (i))
	{
	  if (!single_pred_p (bb) || single_pred (bb) == ENTRY_BLOCK_PTR_FOR_FN (t->fun))
	    goto found;
	  bb = single_pred (bb);
	  i = gsi_last_nondebug_bb (bb);
	}
      if (loads_element (t, gsi_stmt (i), position))
	t->values.safe_push (gimple_assign_lhs (gsi_stmt (i)));
      before.safe_push (gsi_stmt (i));
    }
 found:
  for (unsigned k = 0; k < before.length (); k++)
    if (passes_element (t, before[k]))
      return false;
  return !t->values.is_empty ();
}

/* Return true if E is taken only if the element is no handle.  */
static bool
excludes_element (const struct taken *t, edge e)
{
  gcond *cond = safe_dyn_cast <gcond *> (last_nondebug_stmt (e->src));
  if (!cond || !t->values.contains (gimple_cond_lhs (cond))
      || !integer_zerop (gimple_cond_rhs (cond)))
    return false;
  return (gimple_cond_code (cond) == EQ_EXPR ? (e->flags & EDGE_TRUE_VALUE) != 0
	  : gimple_cond_code (cond) == NE_EXPR && (e->flags & EDGE_FALSE_VALUE));
}

/* Return true if a phi gets the element by E.  */
static bool
merges_element (const struct taken *t, edge e)
{
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i); gsi_next (&i))
    if (leads_to_element (t, gimple_phi_arg_def (i.phi (), e->dest_idx)))
      return true;
  return false;
}

/* The end of the way through a block.  */
enum way { WAY_ON, WAY_PASSED, WAY_LOST };

/* Return the end of the way from I through its block.  */
static enum way
way_through (const struct taken *t, gimple_stmt_iterator i)
{
  for (; !gsi_end_p (i); gsi_next_nondebug (&i))
    {
      gimple *stmt = gsi_stmt (i);
      /* The next element is taken.  */
      if (stmt == t->end || (gimple_get_lhs (stmt) && t->values.contains (gimple_get_lhs (stmt))))
	return WAY_LOST;
      if (gimple_clobber_p (stmt))
	continue;
      if (passes_element (t, stmt))
	return WAY_PASSED;
    }
  return WAY_ON;
}

/* Return true if a path from END, not by an exception, loses the element, and another one passes it
   on.  */
static bool
some_path_loses (const struct taken *t)
{
  auto_vec<basic_block> todo;
  hash_set<basic_block> seen;
  bool lost = false, passed = false;
  gimple_stmt_iterator i = gsi_for_stmt (t->end);
  basic_block bb = gimple_bb (t->end);
  for (gsi_next_nondebug (&i);; i = gsi_start_nondebug_bb (bb))
    {
      enum way way = way_through (t, i);
      edge e;
      edge_iterator ei;
      lost |= way == WAY_LOST;
      passed |= way == WAY_PASSED;
      FOR_EACH_EDGE (e, ei, bb->succs)
	{
	  if (way != WAY_ON || (e->flags & EDGE_EH) || excludes_element (t, e))
	    continue;
	  else if (merges_element (t, e))
	    passed = true;
	  else if (e->dest == EXIT_BLOCK_PTR_FOR_FN (t->fun))
	    lost = true;
	  else if (!seen.add (e->dest))
	    todo.safe_push (e->dest);
	}
      if (todo.is_empty ())
	return lost && passed;
      bb = todo.pop ();
    }
}

bool
lk_loses_taken (struct function *fun, tree field, gimple *end)
{
  gcall *call = dyn_cast <gcall *> (end);
  const struct lk_member_role *role = call ? lk_member_role (gimple_call_fndecl (call)) : NULL;
  if (!role || !role->removes
      || (role->removed_at != LK_POSITION_FIRST && role->removed_at != LK_POSITION_LAST))
    return false;
  struct taken t;
  t.fun = fun;
  t.field = field;
  t.end = end;
  return find_values (&t, role->removed_at) && some_path_loses (&t);
}
