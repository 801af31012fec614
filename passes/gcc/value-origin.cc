/* Origin of values: what a statement's operands come from, for the passes that examine a whole
   function or unit without a flow analysis.

   unit/container-member.cc, unit/capture-use.cc, unit/element-use.cc, model/shared-pointer.cc and
   check/ identify a value by what it was copied from, a class and a function of the library by
   their names, and report losses to the engine in the same words.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc.h"
#include "langhooks.h"

bool
lk_is_local (tree var)
{
  return (VAR_P (var) || TREE_CODE (var) == PARM_DECL) && !is_global_var (var);
}

tree
lk_origin_through (tree op, unsigned through)
{
  while (op && TREE_CODE (op) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (op);
      bool assigned = gimple_assign_single_p (def);
      if (gimple_assign_ssa_name_copy_p (def)
	  || ((through & LK_THROUGH_CASTS) && gimple_assign_cast_p (def))
	  || ((through & LK_TO_PLACES) && assigned)
	  || ((through & LK_TO_ADDRESSES) && assigned
	      && gimple_assign_rhs_code (def) == ADDR_EXPR))
	op = gimple_assign_rhs1 (def);
      else if ((through & LK_THROUGH_MOVES) && is_gimple_call (def)
	       && gimple_call_num_args (def) == 1
	       && (lk_is_standard (gimple_call_fndecl (def), "move")
		   || lk_is_standard (gimple_call_fndecl (def), "forward")))
	op = gimple_call_arg (def, 0);
      else
	break;
    }
  return op;
}

tree
lk_origin (tree op)
{
  return lk_origin_through (op, LK_THROUGH_CASTS | LK_THROUGH_MOVES | LK_TO_ADDRESSES);
}

gcall *
lk_origin_call (tree op)
{
  op = lk_origin (op);
  return op && TREE_CODE (op) == SSA_NAME ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (op)) : NULL;
}

bool
lk_is_lambda_body (const_tree decl)
{
  const_tree class_ = DECL_CONTEXT (decl);
  return (lang_GNU_CXX () && TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && DECL_NAME (decl)
	  && id_equal (DECL_NAME (decl), "operator()") && class_ && TYPE_P (class_)
	  && TYPE_CONTEXT (class_) && TREE_CODE (TYPE_CONTEXT (class_)) == FUNCTION_DECL);
}

bool
lk_only_through (basic_block a, basic_block b, basic_block but)
{
  hash_set<basic_block> seen;
  auto_vec<basic_block> work;
  if (a != but)
    work.safe_push (a);
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      edge e;
      edge_iterator ei;
      if (bb == b)
	return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & EDGE_EH) && e->dest != but && !seen.add (e->dest))
	  work.safe_push (e->dest);
    }
  return true;
}

bool
lk_is_before (struct function *fun, const gimple *before, const gimple *stmt)
{
  if (gimple_bb (before) != gimple_bb (stmt))
    return lk_only_through (ENTRY_BLOCK_PTR_FOR_FN (fun), gimple_bb (stmt), gimple_bb (before));
  for (gimple_stmt_iterator gsi = gsi_start_bb (gimple_bb (stmt)); gsi_stmt (gsi) != stmt;
       gsi_next (&gsi))
    if (gsi_stmt (gsi) == before)
      return true;
  return false;
}

bool
lk_only_read (tree var)
{
  if (!VAR_P (var) || TREE_THIS_VOLATILE (var) || DECL_PRESERVE_P (var))
    return false;
  varpool_node *node = varpool_node::get (var);
  struct ipa_ref *ref;
  for (unsigned i = 0; node && node->iterate_referring (i, ref); i++)
    if (ref->use != IPA_REF_LOAD)
      return false;
  return true;
}
