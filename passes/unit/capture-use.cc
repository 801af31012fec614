/* Handles captured by value that the lambda only reads.

   A captured handle normally escapes.  It does not if a thread runs the lambda, once, and its
   body neither releases nor stores it: it reads from the descriptor, or prints the pointer.
   Then the function that captured it still has to release it.  (A lambda that is called
   directly is followed, whatever it does.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"
#include "element-use.h"

/* Return true if CALL has a thread run its argument, a lambda.  */
static bool
runs_in_thread (const gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  return (lk_is_standard (fndecl, "async") || lk_constructs_standard (fndecl, "thread")
	  || lk_constructs_standard (fndecl, "jthread"));
}

/* A callback: return true if STMT takes the address of DATA's object for a call that has a
   thread run it.  */
static bool
is_run_in_thread (gimple *stmt, tree object, tree, void *data)
{
  return object == data && is_gimple_call (stmt) && runs_in_thread (as_a <gcall *> (stmt));
}

bool
lk_captured_for_looks (struct lk_lowering *l, const vec<basic_block> &order, tree lhs)
{
  if (TREE_CODE (lhs) != COMPONENT_REF || !VAR_P (TREE_OPERAND (lhs, 0))
      || is_global_var (TREE_OPERAND (lhs, 0)) || !lk_is_handle (TREE_TYPE (lhs)))
    return false;
  tree closure = TREE_OPERAND (lhs, 0), field = TREE_OPERAND (lhs, 1);
  tree class_ = TREE_TYPE (closure);
  tree by = (TYPE_CONTEXT (class_) && TREE_CODE (TYPE_CONTEXT (class_)) == FUNCTION_DECL
	     ? lk_call_operator (class_) : NULL_TREE);
  /* A variable that is captured by reference does not belong to the lambda.  */
  if (!by || TREE_CODE (TREE_TYPE (field)) == REFERENCE_TYPE)
    return false;
  bool thread = false;
  unsigned i;
  basic_block bb;
  FOR_EACH_VEC_ELT (order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	 gsi_next_nondebug (&gsi))
      thread |= walk_stmt_load_store_addr_ops (gsi_stmt (gsi), closure, NULL, NULL,
					       is_run_in_thread);
  if (!thread)
    return false;
  /* A body that never returns has the handle all the time.  */
  struct function *body = lk_body_of (by);
  if (body && EDGE_COUNT (EXIT_BLOCK_PTR_FOR_FN (body)->preds) == 0)
    return false;
  struct lk_use_of_elements use = {};
  lk_use_elements (l, by, field, &use);
  return !use.releases && !use.keeps && !use.returns && !use.unknown;
}
