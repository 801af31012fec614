/* Static variables of functions that hold a handle, and are given another one.

   Nobody but its function gets at such a variable (unless its address is taken).  If the function
   releases what is there on no way, and gives it to nobody, then each handle but the last one that
   is put there is lost: a buffer that is allocated again when it is too small.  What is put there
   only if there is nothing, or once, as an initialiser is, is there for as long as the program
   runs.  (4 of 25 leaks of a collection that were not found stood in such functions.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "elements.h"

/* Steps of a computation that are followed.  */
#define MAX_STATIC_STEPS 4

/* OP, a value, says what static variables hold, and nothing else: a flag, a count of calls, the
   guard of an initialiser.  */
static bool
is_of_static (tree op)
{
  for (unsigned i = 0; i < MAX_STATIC_STEPS && TREE_CODE (op) == SSA_NAME; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (op);
      tree fndecl = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
      if (fndecl)
	return (DECL_NAME (fndecl)
		&& (id_equal (DECL_NAME (fndecl), "__cxa_guard_acquire")
		    || startswith (IDENTIFIER_POINTER (DECL_NAME (fndecl)), "__atomic_load")));
      if (!is_gimple_assign (def)
	  || (gimple_num_ops (def) > 2 && TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST))
	return false;
      op = gimple_assign_rhs1 (def);
    }
  tree base = TREE_CODE (op) == SSA_NAME ? NULL_TREE : get_base_address (op);
  /* (The address of one of a thread is computed first.)  */
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (TREE_OPERAND (base, 0));
      base = (gimple_assign_single_p (def) && gimple_assign_rhs_code (def) == ADDR_EXPR
	      ? get_base_address (TREE_OPERAND (gimple_assign_rhs1 (def), 0)) : NULL_TREE);
    }
  return base && VAR_P (base) && is_global_var (base);
}

/* The condition at the end of BB only asks static variables: whether there is something in one, or
   whether this is the first time.  */
static bool
asks_statics (basic_block bb)
{
  gcond *cond = safe_dyn_cast <gcond *> (last_stmt (bb));
  return (cond && TREE_CODE (gimple_cond_rhs (cond)) == INTEGER_CST
	  && is_of_static (gimple_cond_lhs (cond)));
}

/* STMT of FUN may find something there already: it does not hang on such a test ("!p || n > size"
   lets it in by another one, too).  (Who comes there by none at all does so each time.)  */
static bool
may_find_some (struct function *fun, gimple *stmt)
{
  basic_block bb, at = gimple_bb (stmt);
  FOR_EACH_BB_FN (bb, fun)
    if (bb != at && asks_statics (bb)
	&& lk_only_through (ENTRY_BLOCK_PTR_FOR_FN (fun), at, bb))
      {
	edge e;
	edge_iterator ei;
	FOR_EACH_EDGE (e, ei, bb->succs)
	  if (!(e->flags & EDGE_EH) && lk_only_through (e->dest, at, bb))
	    return false;
      }
  return true;
}

/* In FUN, the address of VAR is taken.  */
static bool
is_spoiled (struct function *fun, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      for (unsigned k = 0; k < gimple_num_ops (gsi_stmt (i)); k++)
	{
	  tree op = gimple_op (gsi_stmt (i), k);
	  if (op && TREE_CODE (op) == ADDR_EXPR && get_base_address (TREE_OPERAND (op, 0)) == var)
	    return true;
	}
  return false;
}

/* STMT puts into VAR what a call has acquired, *BY says how: the call; else NULL.  */
static gcall *
acquired_for (struct lk_lowering *lowering, gimple *stmt, tree var, const struct lk_clause **by)
{
  if (!gimple_store_p (stmt) || gimple_get_lhs (stmt) != var)
    return NULL;
  gcall *call = (gimple_assign_single_p (stmt) ? lk_origin_call (gimple_assign_rhs1 (stmt))
		 : dyn_cast <gcall *> (stmt));
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  *by = fndecl ? lk_acquires_result (lowering, fndecl) : NULL;
  return *by ? call : NULL;
}

/* The function FUN loses what is in its static variable VAR: tell where.  */
static void
find_lost (struct lk_lowering *lowering, struct function *fun, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	const struct lk_clause *by = NULL;
	gimple *stmt = gsi_stmt (i);
	gcall *made = acquired_for (lowering, stmt, var, &by);
	if (!made || !may_find_some (fun, stmt) || !by->kind || by->kind->off
	    || lk_releases_loaded (lowering, fun, var))
	  continue;
	struct lk_lost lost;
	memset (&lost, 0, sizeof lost);
	lost.kind = by->kind;
	lost.releasers = by->releasers;
	lost.handle = lost.member = lk_decl_name (var);
	lost.how = LK_STEP_REPLACED;
	lk_lost_by (lowering, &lost, made, fun->decl, stmt, fun->decl);
	return;
      }
}

void
lk_find_lost_statics (struct lk_lowering *lowering, struct function *fun)
{
  unsigned i;
  tree var;
  FOR_EACH_LOCAL_DECL (fun, i, var)
    if (VAR_P (var) && TREE_STATIC (var) && !DECL_EXTERNAL (var) && lk_decl_name (var)
	&& DECL_CONTEXT (var) == fun->decl && lk_is_handle (TREE_TYPE (var))
	&& !is_spoiled (fun, var))
      find_lost (lowering, fun, var);
}
