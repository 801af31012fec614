/* Static loss: static variables of functions that hold a handle and are assigned another one.

   Only its function reaches such a variable, unless its address is taken.  If the function
   releases the handle on no path, and passes it to no other code, each handle but the last is
   lost: a buffer that is allocated again when it is too small.  A handle that is assigned only
   if there is none, or once, as an initialiser is, lives as long as the program runs.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "../unit/element-use.h"

/* Values that were examined: whether they depend only on static variables.  */
typedef hash_map<tree, bool> examined;

static bool asks_only_statics (tree op, examined *seen);

/* Return true if what REF names is in a variable that outlives the call.  */
static bool
outlives (tree ref, examined *seen)
{
  tree base = get_base_address (ref);
  if (base && TREE_CODE (base) == MEM_REF)
    return asks_only_statics (TREE_OPERAND (base, 0), seen);
  return base && VAR_P (base) && is_global_var (base);
}

/* The same as asks_only_statics for the definition of the SSA name OP.  */
static bool
is_defined_by_statics (tree op, examined *seen)
{
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (gcall *call = dyn_cast <gcall *> (def))
    {
      for (unsigned i = 0; i < gimple_call_num_args (call); i++)
	{
	  /* The target of such a variable tells something else.  */
	  tree arg = gimple_call_arg (call, i);
	  if (!asks_only_statics (arg, seen)
	      || (TREE_CODE (arg) == SSA_NAME && !is_gimple_call (SSA_NAME_DEF_STMT (arg))))
	    return false;
	}
      return gimple_call_fndecl (call) != NULL_TREE;
    }
  if (!is_gimple_assign (def))
    return false;
  /* Both hold: one is enough.  */
  if (gimple_assign_rhs_code (def) == BIT_AND_EXPR
      && TREE_CODE (TREE_TYPE (op)) == BOOLEAN_TYPE)
    return (asks_only_statics (gimple_assign_rhs1 (def), seen)
	    || asks_only_statics (gimple_assign_rhs2 (def), seen));
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (!asks_only_statics (gimple_op (def, i), seen))
      return false;
  return true;
}

/* Return true if OP, a value, depends only on what static variables hold: a flag, a count of
   calls, the guard of an initialiser, whether a vector is empty.  */
static bool
asks_only_statics (tree op, examined *seen)
{
  if (TREE_CODE (op) == ADDR_EXPR)
    return outlives (TREE_OPERAND (op, 0), seen);
  if (is_gimple_min_invariant (op))
    return true;
  if (TREE_CODE (op) != SSA_NAME)
    return outlives (op, seen);
  if (const bool *known = seen->get (op))
    return *known;
  bool only = is_defined_by_statics (op, seen);
  seen->put (op, only);
  return only;
}

/* Return true if the condition at the end of BB only tests static variables: whether one is
   empty, or whether this is the first call.  */
static bool
asks_statics (basic_block bb)
{
  examined seen;
  gimple *last = last_nondebug_stmt (bb);
  if (gswitch *choice = safe_dyn_cast <gswitch *> (last))
    return asks_only_statics (gimple_switch_index (choice), &seen);
  gcond *cond = safe_dyn_cast <gcond *> (last);
  return (cond && asks_only_statics (gimple_cond_lhs (cond), &seen)
	  && asks_only_statics (gimple_cond_rhs (cond), &seen));
}

/* Return true if STMT of FUN may find a handle there already: it does not depend on such a
   test ("!p || n > size" admits it by another one, too).  Without any test it may find one
   each time.  */
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

/* Return true if FUN takes the address of VAR.  */
static bool
is_address_taken (struct function *fun, tree var)
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

/* If STMT assigns to VAR what a call has acquired, as *BY says, return the call; else NULL.  */
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

/* The function FUN loses the handle in its static variable VAR: report where.  */
static void
find_lost_static (struct lk_lowering *lowering, struct function *fun, tree var)
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
	    || !lk_lets_be (lowering, fun, var)
	    || (gimple_call_lhs (made)
		&& lk_gives_away (lowering, fun, gimple_call_lhs (made), var))
	    || lk_has_returned (lowering, fun, var, stmt))
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
  /* A function that is only called by its address may be called once: by std::call_once, or as
     a member of a table of functions.  */
  const cgraph_node *node = cgraph_node::get (fun->decl);
  if (MAIN_NAME_P (DECL_NAME (fun->decl)) || (node && node->address_taken && !node->callers))
    return;
  FOR_EACH_LOCAL_DECL (fun, i, var)
    if (VAR_P (var) && TREE_STATIC (var) && !DECL_EXTERNAL (var) && lk_decl_name (var)
	&& DECL_CONTEXT (var) == fun->decl && lk_is_handle (TREE_TYPE (var))
	&& !is_address_taken (fun, var))
      find_lost_static (lowering, fun, var);
}
