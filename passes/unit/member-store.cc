/* Stores into members of objects that a function was given.

   A method is followed as if its object's members held something
   (analysis/leak/member-overwrite.c).  A function that is no method of the class overwrites such a
   member as well as one: `a->all = new ...', where A, or what leads to A, is an argument.

   Under-approximated: objects that a call or a global variable leads to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

/* Add to *OFFSET the offsets of the members that REF, a chain of them, names, and return what
   they are members of: the memory that a pointer points to, else NULL.  */
static tree
object_of (tree ref, int64_t *offset)
{
  for (; TREE_CODE (ref) == COMPONENT_REF; ref = TREE_OPERAND (ref, 0))
    {
      tree field = TREE_OPERAND (ref, 1);
      if (DECL_BIT_FIELD (field) || TREE_CODE (DECL_FIELD_OFFSET (field)) != INTEGER_CST)
	return NULL_TREE;
      *offset += int_byte_position (field);
    }
  if (TREE_CODE (ref) != MEM_REF || !tree_fits_shwi_p (TREE_OPERAND (ref, 1))
      || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME)
    return NULL_TREE;
  *offset += tree_to_shwi (TREE_OPERAND (ref, 1));
  return TREE_OPERAND (ref, 0);
}

/* Say in STORE how DECL gets at POINTER: it is an argument, or loaded from what one leads to.
   False if that is not known.  */
static bool
find_way (tree decl, tree pointer, struct lk_member_store *store)
{
  auto_vec<int64_t> loads;
  for (;;)
    {
      pointer = lk_origin_through (pointer, LK_THROUGH_CASTS);
      if (!pointer || TREE_CODE (pointer) != SSA_NAME)
	return false;
      if (SSA_NAME_IS_DEFAULT_DEF (pointer))
	break;
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      int64_t offset = 0;
      if (!gimple_assign_single_p (def) || loads.length () == LK_STORE_LOADS)
	return false;
      pointer = object_of (gimple_assign_rhs1 (def), &offset);
      loads.safe_push (offset);
    }
  unsigned arg = 0;
  tree parm = DECL_ARGUMENTS (decl);
  for (; parm && parm != SSA_NAME_VAR (pointer); parm = DECL_CHAIN (parm))
    arg++;
  store->arg = arg;
  store->n_loads = loads.length ();
  for (unsigned i = 0; i < loads.length (); i++)
    store->loads[i] = loads[loads.length () - 1 - i];
  return parm != NULL_TREE;
}

/* Call SEE for the innermost object of a class that OWNS says of PLACE, to which DECL, the function
   of STORE, assigns.  */
static void
see_place (tree decl, tree place, struct lk_member_store *store,
	   bool (*owns) (tree type, void *data),
	   void (*see) (tree type, const struct lk_member_store *, void *data), void *data)
{
  int64_t whole = 0, inside = 0;
  tree pointer = object_of (place, &whole), found = NULL_TREE;
  for (tree ref = place; pointer && !found && TREE_CODE (ref) == COMPONENT_REF;
       ref = TREE_OPERAND (ref, 0))
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (TREE_OPERAND (ref, 0)));
      inside += int_byte_position (TREE_OPERAND (ref, 1));
      if (owns (type, data))
	{
	  found = type;
	  store->member = inside;
	}
    }
  if (!found || !find_way (decl, pointer, store))
    return;
  store->object = whole - store->member;
  tree self = DECL_CONTEXT (decl);
  bool is_this = (TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && store->arg == 0
		  && store->n_loads == 0);
  /* Of its own object: a method of that class is followed anyway, and one that makes or ends it
     does not overwrite.  */
  if (is_this && (DECL_CXX_CONSTRUCTOR_P (decl) || DECL_CXX_DESTRUCTOR_P (decl)
		  || (self && TYPE_P (self) && TYPE_MAIN_VARIANT (self) == found
		      && store->object == 0)))
    return;
  see (found, store, data);
}

void
lk_see_stores (struct lk_lowering *lowering, tree decl, bool (*owns) (tree type, void *data),
	       void (*see) (tree type, const struct lk_member_store *, void *data), void *data)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, lk_body_of (decl))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	tree lhs = gimple_get_lhs (gsi_stmt (i));
	if (!lhs || TREE_CODE (lhs) != COMPONENT_REF || !is_gimple_reg_type (TREE_TYPE (lhs)))
	  continue;
	struct lk_member_store store;
	memset (&store, 0, sizeof store);
	store.function = lk_definition_of (lowering, decl);
	see_place (decl, lhs, &store, owns, see, data);
      }
}
