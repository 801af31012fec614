/* std::lock: each of its arguments is locked, by its class's method.

   The library's template tries them in turn until it has all, in a loop over an array of
   guards: which of them has what in the end is not followed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"

/* Return the method that locks the argument ARG of std::lock, a reference; NULL if no body
   here does.  */
static tree
method_that_locks (const_tree arg)
{
  tree type = TREE_TYPE (arg);
  tree method = (POINTER_TYPE_P (type) ? lk_bare_method_named (TREE_TYPE (type), "lock")
		 : NULL_TREE);
  return method && lk_body_of (method) ? method : NULL_TREE;
}

bool
lk_lock_lower (struct lk_lower *l, gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  tree scope = decl ? DECL_CONTEXT (decl) : NULL_TREE;
  unsigned n = gimple_call_num_args (call);
  if (!scope || TREE_CODE (scope) != NAMESPACE_DECL || !DECL_NAME (decl)
      || !id_equal (DECL_NAME (decl), "lock") || !lk_in_std (decl) || n < 2)
    return false;
  for (unsigned i = 0; i < n; i++)
    if (!method_that_locks (gimple_call_arg (call, i))
	|| lk_operand_of (l, gimple_call_arg (call, i)).kind != LK_PATH)
      return false;
  for (unsigned i = 0; i < n; i++)
    {
      tree arg = gimple_call_arg (call, i);
      struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL,
						   lk_location_of (call), 1);
      event->callee = lk_function_of (l->unit, method_that_locks (arg));
      event->args[0] = lk_operand_of (l, arg);
      event->member = true;
    }
  return true;
}
