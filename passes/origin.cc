/* Origin of values: what a statement's operands come from, for the passes that examine a whole
   function or unit without a flow analysis.

   container-member.cc, container-lost.cc, cycle.cc, static-lost.cc, deleter.cc, capture.cc and
   elements.cc identify a value by what it was copied from, a class and a function of the
   library by their names, and report losses to the engine in the same words.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "langhooks.h"

/* Copies, conversions and std::move () between a value and what it was copied from; past that
   it is its own origin.  */
#define MAX_ORIGIN_STEPS 6

bool
lk_is_standard (tree fndecl, const char *name)
{
  return lk_of_standard_headers (fndecl) && id_equal (DECL_NAME (fndecl), name);
}

bool
lk_is_standard_class (tree type, const char *name)
{
  return (type && TYPE_P (type) && lk_in_library (type)
	  && id_equal (DECL_NAME (TYPE_NAME (TYPE_MAIN_VARIANT (type))), name));
}

bool
lk_is_text (tree type)
{
  return (lk_is_standard_class (type, "basic_string")
	  || lk_is_standard_class (type, "basic_string_view"));
}

bool
lk_constructs_standard (tree fndecl, const char *name)
{
  return (lk_of_standard_headers (fndecl) && DECL_CXX_CONSTRUCTOR_P (fndecl)
	  && lk_is_standard_class (DECL_CONTEXT (fndecl), name));
}

bool
lk_is_local (tree var)
{
  return (VAR_P (var) || TREE_CODE (var) == PARM_DECL) && !is_global_var (var);
}

tree
lk_origin (tree op)
{
  for (unsigned i = 0; i < MAX_ORIGIN_STEPS && op && TREE_CODE (op) == SSA_NAME; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (op);
      if (gimple_assign_ssa_name_copy_p (def) || gimple_assign_cast_p (def)
	  || (gimple_assign_single_p (def) && gimple_assign_rhs_code (def) == ADDR_EXPR))
	op = gimple_assign_rhs1 (def);
      else if (is_gimple_call (def) && gimple_call_num_args (def) == 1
	       && (lk_is_standard (gimple_call_fndecl (def), "move")
		   || lk_is_standard (gimple_call_fndecl (def), "forward")))
	op = gimple_call_arg (def, 0);
      else
	break;
    }
  return op;
}

gcall *
lk_origin_call (tree op)
{
  op = lk_origin (op);
  return op && TREE_CODE (op) == SSA_NAME ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (op)) : NULL;
}

tree
lk_call_operator (tree type)
{
  tree found = NULL_TREE;
  if (!RECORD_OR_UNION_TYPE_P (type))
    return NULL_TREE;
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == TEMPLATE_DECL && DECL_NAME (f)
	&& id_equal (DECL_NAME (f), "operator()"))
      return NULL_TREE;
    else if (TREE_CODE (f) == FUNCTION_DECL && DECL_NAME (f)
	     && id_equal (DECL_NAME (f), "operator()"))
      {
	if (found)
	  return NULL_TREE;
	found = f;
      }
  return found && lk_body_of (found) ? found : NULL_TREE;
}

bool
lk_is_lambda_body (const_tree decl)
{
  const_tree class_ = DECL_CONTEXT (decl);
  return (lang_GNU_CXX () && TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && DECL_NAME (decl)
	  && id_equal (DECL_NAME (decl), "operator()") && class_ && TYPE_P (class_)
	  && TYPE_CONTEXT (class_) && TREE_CODE (TYPE_CONTEXT (class_)) == FUNCTION_DECL);
}

const struct lk_clause *
lk_acquires_result (struct lk_lowering *lowering, tree fndecl)
{
  const struct lk_contract *contract = lk_function_of (lowering, fndecl)->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel == 0)
      return c;
  return NULL;
}

bool
lk_is_own (const cgraph_node *node)
{
  return (lk_body_of (node->decl) && !DECL_IN_SYSTEM_HEADER (node->decl)
	  && !DECL_EXTERNAL (node->decl) && !lk_decl_suppressed (node->decl));
}

void
lk_see_program (void (*see) (gimple *, tree decl, void *data), void *data)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      struct function *fun = lk_body_of (node->decl);
      basic_block bb;
      if (!fun || DECL_IN_SYSTEM_HEADER (node->decl))
	continue;
      FOR_EACH_BB_FN (bb, fun)
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	     gsi_next_nondebug (&i))
	  see (gsi_stmt (i), node->decl, data);
    }
}

void
lk_lost_by (struct lk_lowering *lowering, struct lk_lost *lost, gcall *made, tree in,
	    gimple *by, tree where)
{
  lost->function = lk_definition_of (lowering, in);
  lost->loc = lk_location_of (made);
  lost->acquirer = lk_function_of (lowering, gimple_call_fndecl (made))->name;
  lost->where = lk_definition_of (lowering, where);
  lost->at = lk_location_of (by);
  lk_unit_add_lost (lowering->unit, lost);
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
