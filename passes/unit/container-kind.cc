/* The effects of the member functions of containers, by their rows (contract/member-role.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"

bool
lk_asks (enum container_role container_role)
{
  return container_role == ROLE_ASK || container_role == ROLE_COUNT;
}

/* Return true if an object of TYPE owns nothing but its strings' memory.  *HANDLE becomes true
   if it has a member that may be a handle.  (A class does not contain itself, so this ends.)  */
static bool
owns_nothing (tree type, bool *handle)
{
  if (lk_is_handle (type))
    {
      *handle = true;
      return true;
    }
  if (!AGGREGATE_TYPE_P (type) || lk_is_string (type))
    return true;
  if (TREE_CODE (type) != RECORD_TYPE || lk_destructor_written (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && !owns_nothing (TREE_TYPE (f), handle))
      return false;
  return true;
}

/* Return the type of the parameter number K of FNDECL, the object included, or NULL.  */
static tree
parameter_type (const_tree fndecl, unsigned k)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  while (types && k--)
    types = TREE_CHAIN (types);
  return types && types != void_list_node ? TREE_VALUE (types) : NULL_TREE;
}

/* Return the type of what the functions of TYPE, a class, put into it by their rows, or NULL.  */
static tree
type_put (const_tree type)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && !DECL_ARTIFICIAL (f))
      {
	const struct lk_member_role *role = lk_member_role (f);
	for (unsigned k = 0; role && role->puts && k < 63; k++)
	  {
	    tree parm = role->puts >> k & 1 ? parameter_type (f, k) : NULL_TREE;
	    if (parm && (k || TREE_CODE (TREE_TYPE (f)) != METHOD_TYPE))
	      return TREE_CODE (parm) == REFERENCE_TYPE ? TREE_TYPE (parm) : parm;
	  }
      }
  return NULL_TREE;
}

/* Return the type that TYPE, or its bases, call the type of their elements, or NULL.  */
static tree
type_named (tree type)
{
  tree element = lk_named_type (type, "mapped_type"), step;
  if (!element)
    element = lk_named_type (type, "value_type");
  for (unsigned i = 0;
       !element && TYPE_BINFO (type) && BINFO_BASE_ITERATE (TYPE_BINFO (type), i, step); i++)
    element = type_named (BINFO_TYPE (step));
  return element;
}

tree
lk_element_type (tree type)
{
  if (!lk_is_container (type))
    return NULL_TREE;
  tree element = type_named (TYPE_MAIN_VARIANT (type));
  return element ? element : type_put (type);
}

bool
lk_holds_handles (tree type)
{
  bool handle = false;
  tree element = lk_element_type (type);
  return element && owns_nothing (element, &handle) && handle;
}

bool
lk_of_containers (tree fndecl)
{
  return lk_of_standard_headers (fndecl) || lk_member_role (fndecl);
}

bool
lk_makes_place (const_tree fndecl)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  return role && role->element && role->position == LK_POSITION_KEY && !role->checked;
}

bool
lk_gives_element (gcall *call, unsigned k, bool *value)
{
  tree fndecl = gimple_call_fndecl (call);
  const struct lk_member_role *role = lk_member_role (fndecl);
  bool any = role && role->puts == ~UINT64_C (0);
  tree type = TREE_TYPE (gimple_call_arg (call, k));
  *value = false;
  if (!role || !k || !(role->puts >> MIN (k, 63) & 1))
    return false;
  tree parm = any ? NULL_TREE : parameter_type (fndecl, k);
  *value = parm && TREE_CODE (parm) != REFERENCE_TYPE && lk_is_handle (parm);
  return *value || POINTER_TYPE_P (type) || lk_is_standard_class (type, "initializer_list");
}

tree
lk_element_given (gcall *call)
{
  bool value;
  for (unsigned k = gimple_call_num_args (call); k-- > 1;)
    if (lk_gives_element (call, k, &value))
      return gimple_call_arg (call, k);
  return NULL_TREE;
}

/* Return what FNDECL, of ROLE, does to the container that is the first argument of CALL.  */
static enum container_role
use_of_container (tree fndecl, const struct lk_member_role *role, gcall *call)
{
  if (DECL_CXX_CONSTRUCTOR_P (fndecl))
    return lk_element_given (call) ? ROLE_FILL : ROLE_NOTHING;
  if (role->puts)
    return ROLE_FILL;
  if (role->fetches)
    return ROLE_FETCH;
  if (role->element)
    return ROLE_LOOK;
  if (role->visits)
    return ROLE_OTHER;
  /* std::move of the container itself is none.  */
  if (role->iterator)
    return (TREE_CODE (TREE_TYPE (TREE_TYPE (fndecl))) == REFERENCE_TYPE ? ROLE_OTHER
	    : role->position == LK_POSITION_FIRST ? ROLE_BEGIN : ROLE_STEP);
  /* std::swap gives it other elements.  */
  if (role->removes)
    return (role->amount == LK_AMOUNT_ONE ? ROLE_TAKE
	    : gimple_call_num_args (call) == 1 ? ROLE_NOTHING : ROLE_OTHER);
  return role->counts ? ROLE_COUNT : gimple_call_lhs (call) ? ROLE_ASK : ROLE_NOTHING;
}

enum container_role
lk_container_use_of (tree fndecl, enum container_part container_part, gcall *call)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (!fndecl)
    return ROLE_OTHER;
  tree class_ = DECL_CONTEXT (fndecl);
  bool described = lk_is_container (class_) || lk_is_iterator (class_);
  if (DECL_CXX_DESTRUCTOR_P (fndecl) && (described || lk_of_standard_headers (fndecl)))
    return ROLE_NOTHING;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl) && !role
      && (lk_of_standard_headers (fndecl) || (described && gimple_call_num_args (call) == 1)))
    return ROLE_NOTHING;
  if (!role)
    return ROLE_OTHER;
  if (container_part == PART_CONTAINER)
    return use_of_container (fndecl, role, call);
  /* A predicate may release the elements, and an algorithm that removes some overwrites them.  */
  if (role->visits || role->removes || role->puts)
    return ROLE_OTHER;
  return (role->element ? ROLE_LOOK : role->iterator ? ROLE_STEP
	  : gimple_call_lhs (call) ? ROLE_ASK : ROLE_NOTHING);
}

bool
lk_container_fills (tree fndecl)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  return role && role->puts && !DECL_CXX_CONSTRUCTOR_P (fndecl);
}

bool
lk_container_pops (tree fndecl)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  return (role && role->removes && role->amount == LK_AMOUNT_ONE
	  && role->removed_at != LK_POSITION_KEY);
}

enum lk_container_use
lk_container_use (tree fndecl, gcall *call)
{
  enum container_role role = lk_container_use_of (fndecl, PART_CONTAINER, call);
  return (role == ROLE_FILL ? LK_CONTAINER_FILLED
	  : role == ROLE_NOTHING || role == ROLE_TAKE || lk_asks (role) ? LK_CONTAINER_ASKED
	  : LK_CONTAINER_LOOKED_INTO);
}
