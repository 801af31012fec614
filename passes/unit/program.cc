/* The functions of the program itself, and what is reported about them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "langhooks.h"

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
