/* Shared pointers that release nothing.

   std::shared_ptr<FILE> (f, [] (FILE *) {}) passes on a pointer that other code will close.
   The library keeps the deleter in a block that copies share; its code is not followed, but
   assumed to call the deleter.  If the deleter does nothing with its argument, the constructor
   is only a copy of the pointer.

   A shared pointer to a single object that is made from an array, std::shared_ptr<char> (new
   char[n]), will delete it as a single object: that is reported where it is made.

   A function with a parameter of type std::unique_ptr that takes the pointer out of it by
   release () is responsible for it, wherever it was made.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "ssa-iterators.h"

/* Return true if a deleter of TYPE does nothing: neither with its argument, nor with captured
   variables.  (A lambda that captures what is to be released is a guard.)  */
static bool
ignores_handle (tree type)
{
  for (tree f = RECORD_OR_UNION_TYPE_P (type) ? TYPE_FIELDS (type) : NULL_TREE; f;
       f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL)
      return false;
  tree fndecl = lk_call_operator (type);
  tree self = fndecl ? DECL_ARGUMENTS (fndecl) : NULL_TREE;
  tree given = self ? DECL_CHAIN (self) : NULL_TREE;
  if (!given || TREE_ADDRESSABLE (given))
    return false;
  tree name = ssa_default_def (lk_body_of (fndecl), given);
  return !name || has_zero_uses (name);
}

/* Return true if CALL makes a shared pointer with a deleter that does nothing.  */
static bool
is_view (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!lk_constructs_standard (fndecl, "shared_ptr") || gimple_call_num_args (call) != 3
      || !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, 1))))
    return false;
  tree type = TREE_TYPE (gimple_call_arg (call, 2));
  return ignores_handle (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type);
}

/* The functions that "new" and "delete" of one object call in the unit.  */
struct plain_operators
{
  bool sought;
  const struct lk_clause *by;	/* How "new" acquires it; NULL: the unit does not need it.  */
  tree deletes;			/* Or NULL.  */
  struct lk_function *released;	/* Releases what a parameter owns, once it is needed;  */
  struct lk_contract contract;	/* its contract,  */
  struct lk_clause clause;	/* and that one's clause.  */
};

/* Find what "new" and "delete" of the unit call.  */
static struct plain_operators *
plain_operators (struct lk_lowering *lowering)
{
  if (!lowering->slots[LK_SLOT_PLAIN_OPERATORS].data)
    lk_keep (lowering, LK_SLOT_PLAIN_OPERATORS, XCNEW (struct plain_operators), free);
  struct plain_operators *plain
    = (struct plain_operators *) lowering->slots[LK_SLOT_PLAIN_OPERATORS].data;
  cgraph_node *node;
  if (plain->sought)
    return plain;
  plain->sought = true;
  FOR_EACH_FUNCTION (node)
    if (DECL_IS_OPERATOR_DELETE_P (node->decl)
	&& (id_equal (DECL_ASSEMBLER_NAME (node->decl), "_ZdlPv")
	    || id_equal (DECL_ASSEMBLER_NAME (node->decl), "_ZdlPvm")))
      plain->deletes = node->decl;
    else if (DECL_IS_OPERATOR_NEW_P (node->decl)
	     && id_equal (DECL_ASSEMBLER_NAME (node->decl), "_Znwm"))
      plain->by = lk_acquires_result (lowering, node->decl);
  return plain;
}

/* Return true if CALL makes a shared pointer to a single object, without a deleter, from the
   result of "new[]" in the function.  */
static bool
is_for_single (struct lk_lowering *lowering, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!lk_constructs_standard (fndecl, "shared_ptr") || gimple_call_num_args (call) != 2
      /* The mangled name tells a shared pointer to an array.  */
      || strstr (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), "shared_ptrIA"))
    return false;
  gcall *made = lk_origin_call (gimple_call_arg (call, 1));
  tree by = made ? gimple_call_fndecl (made) : NULL_TREE;
  return (by && DECL_IS_OPERATOR_NEW_P (by)
	  && startswith (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (by)), "_Zna")
	  && plain_operators (lowering)->deletes);
}

const struct lk_clause *
lk_clause_of_new (struct lk_lowering *lowering)
{
  return plain_operators (lowering)->by;
}

bool
lk_takes_from_parameter (struct lk_lowering *lowering, const_tree function, const gcall *call)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || has_zero_uses (lhs)
      || !lk_is_standard (fndecl, "release") || gimple_call_num_args (call) != 1
      || !lk_is_standard_class (DECL_CONTEXT (fndecl), "unique_ptr"))
    return false;
  tree class_ = DECL_CONTEXT (fndecl), given = gimple_call_arg (call, 0);
  tree deleter = lk_named_type (class_, "deleter_type");
  tree parm = (TREE_CODE (given) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (given)
	       ? SSA_NAME_VAR (given) : NULL_TREE);
  return (parm && TREE_CODE (parm) == PARM_DECL && DECL_BY_REFERENCE (parm)
	  && !DECL_CXX_CONSTRUCTOR_P (function)
	  && lk_is_standard_class (deleter, "default_delete")
	  && !strstr (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), "unique_ptrIA")
	  && lk_clause_of_new (lowering));
}

/* The function that gives back what a parameter owns.  */
static struct lk_function *
released_from_parameter (struct lk_lowering *lowering)
{
  struct plain_operators *plain = plain_operators (lowering);
  if (!plain->released)
    {
      plain->clause = *plain->by;
      plain->clause.next = NULL;
      plain->contract.name = "std::unique_ptr::release";
      plain->contract.source = LK_SOURCE_SHIPPED_SPEC;
      plain->contract.complete = true;
      plain->contract.clauses = &plain->clause;
      plain->released = lk_unit_add_function (lowering->unit, plain->contract.name);
      plain->released->flags = LK_FN_NOTHROW | LK_FN_LIBRARY;
      plain->released->contract = &plain->contract;
    }
  return plain->released;
}

bool
lk_deleter_need (struct lk_lower *l, gcall *call)
{
  if (lk_takes_from_parameter (l->unit, l->fun->decl, call))
    {
      lk_need (l, gimple_call_lhs (call), LK_NEED_VALUE);
      return true;
    }
  if (!is_view (call) && !is_for_single (l->unit, call))
    return false;
  lk_need (l, gimple_call_arg (call, 0), LK_NEED_VALUE);
  lk_need (l, gimple_call_arg (call, 1), LK_NEED_VALUE);
  return true;
}

bool
lk_deleter_lower (struct lk_lower *l, gcall *call)
{
  if (lk_takes_from_parameter (l->unit, l->fun->decl, call))
    {
      tree lhs = gimple_call_lhs (call);
      lk_define (l, lhs);
      struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL,
						   lk_location_of (call), 0);
      event->callee = released_from_parameter (l->unit);
      event->dest = lk_operand_of (l, lhs);
      return true;
    }
  if (is_for_single (l->unit, call))
    {
      struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL,
						   lk_location_of (call), 1);
      event->callee = lk_function_of (l->unit, plain_operators (l->unit)->deletes);
      event->args[0] = lk_operand_of (l, gimple_call_arg (call, 1));
      return true;
    }
  if (!is_view (call))
    return false;
  struct lk_operand object = lk_operand_of (l, gimple_call_arg (call, 0));
  if (object.kind == LK_PATH && object.path->nsel == 0)
    {
      struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN,
						   lk_location_of (call), 0);
      event->dest = lk_operand_path (lk_path_make (l->graph, object.path->root, 1,
						   &object.path->addend, 0));
      event->src = lk_operand_of (l, gimple_call_arg (call, 1));
    }
  return true;
}
