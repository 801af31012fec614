/* std::swap of two values in the library itself: what its template does, at the place of the
   call.

   By the template's summary a handle changes places, but known values of other variables do
   not: which function a std::function calls is in two pointers that are swapped one by one,
   whenever another one is assigned.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"

/* Return what both references of DECL, std::swap, are to, or NULL if it is another function,
   or must run a function of the program.  */
static tree
swapped_type (const_tree decl)
{
  tree scope = decl ? DECL_CONTEXT (decl) : NULL;
  if (!scope || TREE_CODE (scope) != NAMESPACE_DECL || !DECL_NAME (decl)
      || !id_equal (DECL_NAME (decl), "swap") || !lk_in_std (decl))
    return NULL_TREE;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  tree a = types ? TREE_VALUE (types) : NULL;
  tree rest = types ? TREE_CHAIN (types) : NULL;
  tree b = rest && rest != void_list_node ? TREE_VALUE (rest) : NULL;
  if (!a || !b || TREE_CODE (a) != REFERENCE_TYPE || TREE_CODE (b) != REFERENCE_TYPE
      || TREE_CHAIN (rest) != void_list_node
      || TYPE_MAIN_VARIANT (TREE_TYPE (a)) != TYPE_MAIN_VARIANT (TREE_TYPE (b)))
    return NULL_TREE;
  tree type = TREE_TYPE (a);
  return (TREE_CODE (type) != ARRAY_TYPE && !TREE_ADDRESSABLE (type)
	  && (lk_matters (type) || AGGREGATE_TYPE_P (type)) ? type : NULL_TREE);
}

/* Return what the address OP points to.  */
static struct lk_operand
behind (struct lk_lower *l, struct lk_operand op)
{
  int64_t sel[] = { op.path->addend };
  return lk_operand_path (lk_path_make (l->graph, op.path->root, 1, sel, 0));
}

static void
assign (struct lk_lower *l, struct lk_operand to, struct lk_operand value, lk_loc loc)
{
  struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
  event->dest = to;
  event->src = value;
}

bool
lk_swap_lower (struct lk_lower *l, gcall *call)
{
  /* For two variables of the program, each of which has a handle, the summary is more precise.  */
  tree type = lk_of_library (l->fun->decl) ? swapped_type (gimple_call_fndecl (call)) : NULL;
  if (!type || gimple_call_num_args (call) != 2)
    return false;
  struct lk_operand a = lk_operand_of (l, gimple_call_arg (call, 0));
  struct lk_operand b = lk_operand_of (l, gimple_call_arg (call, 1));
  if (a.kind != LK_PATH || b.kind != LK_PATH || a.path->nsel || b.path->nsel
      || a.path->addend == LK_ANY || b.path->addend == LK_ANY)
    return false;
  lk_loc loc = lk_location_of (call);
  if (AGGREGATE_TYPE_P (type))
    {
      uint64_t size = lk_size_of (type);
      lk_var var = lk_graph_add_var (l->graph, LK_VAR_OBJECT, NULL, 0);
      struct lk_operand room = lk_operand_path (lk_path_make (l->graph, var, 0, NULL, 0));
      lk_copy (l, room, a, size, loc);
      lk_copy (l, a, b, size, loc);
      lk_copy (l, b, room, size, loc);
      lk_graph_add_event (l->graph, l->block, LK_EVENT_DEAD, loc, 0)->dest = room;
      return true;
    }
  struct lk_operand in_a = lk_loaded (l, behind (l, a), loc);
  struct lk_operand in_b = lk_loaded (l, behind (l, b), loc);
  assign (l, behind (l, a), in_b, loc);
  assign (l, behind (l, b), in_a, loc);
  return true;
}
