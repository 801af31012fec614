/* The effects of the member functions of the standard library's containers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"

/* Structures in an element, one in the other.  */
#define MAX_ELEMENT_DEPTH 4

bool
lk_asks (enum container_role container_role)
{
  return container_role == ROLE_ASK || container_role == ROLE_COUNT;
}

struct member
{
  const char *name;
  enum container_role container_role;
};

static const struct member of_containers[] =
{
  { "push_back", ROLE_FILL }, { "emplace_back", ROLE_FILL },
  { "push_front", ROLE_FILL }, { "emplace_front", ROLE_FILL },
  { "push", ROLE_FILL }, { "emplace", ROLE_FILL }, { "insert", ROLE_FILL },
  { "try_emplace", ROLE_FILL }, { "insert_or_assign", ROLE_FILL },
  { "emplace_hint", ROLE_FILL },
  { "clear", ROLE_NOTHING }, { "reserve", ROLE_NOTHING },
  { "shrink_to_fit", ROLE_NOTHING }, { "pop_back", ROLE_TAKE },
  { "pop_front", ROLE_TAKE }, { "pop", ROLE_TAKE },
  { "reverse", ROLE_NOTHING }, { "rehash", ROLE_NOTHING },
  { "size", ROLE_COUNT }, { "empty", ROLE_ASK }, { "capacity", ROLE_ASK },
  { "max_size", ROLE_ASK }, { "count", ROLE_ASK }, { "contains", ROLE_ASK },
  { "at", ROLE_LOOK }, { "front", ROLE_LOOK }, { "back", ROLE_LOOK },
  { "top", ROLE_LOOK }, { "operator[]", ROLE_LOOK }, { "data", ROLE_LOOK },
  { "begin", ROLE_BEGIN }, { "cbegin", ROLE_BEGIN }, { "rbegin", ROLE_BEGIN },
  { "crbegin", ROLE_BEGIN }, { "end", ROLE_STEP }, { "cend", ROLE_STEP },
  { "rend", ROLE_STEP }, { "crend", ROLE_STEP }, { "find", ROLE_STEP },
  { "lower_bound", ROLE_STEP }, { "upper_bound", ROLE_STEP },
  { "equal_range", ROLE_STEP }, { "erase", ROLE_STEP }
};

static const struct member of_iterators[] =
{
  { "operator*", ROLE_LOOK }, { "operator->", ROLE_LOOK },
  { "operator[]", ROLE_LOOK }, { "operator++", ROLE_STEP },
  { "operator--", ROLE_STEP }, { "operator+=", ROLE_STEP },
  { "operator-=", ROLE_STEP }, { "operator=", ROLE_STEP },
  { "operator+", ROLE_STEP }, { "operator-", ROLE_STEP }, { "next", ROLE_STEP },
  { "prev", ROLE_STEP }, { "advance", ROLE_STEP }, { "get", ROLE_STEP },
  { "operator==", ROLE_ASK }, { "operator!=", ROLE_ASK }, { "operator<", ROLE_ASK },
  { "operator<=", ROLE_ASK }, { "operator>", ROLE_ASK },
  { "operator>=", ROLE_ASK }, { "distance", ROLE_ASK },
  /* Those of <algorithm> that only read the elements, or move them.  (A predicate may release
     them: all_of.)  */
  { "sort", ROLE_NOTHING }, { "stable_sort", ROLE_NOTHING },
  { "partial_sort", ROLE_NOTHING }, { "nth_element", ROLE_NOTHING },
  { "reverse", ROLE_NOTHING }, { "shuffle", ROLE_NOTHING },
  { "make_heap", ROLE_NOTHING }, { "push_heap", ROLE_NOTHING },
  { "pop_heap", ROLE_NOTHING }, { "sort_heap", ROLE_NOTHING },
  { "is_sorted", ROLE_ASK }, { "count", ROLE_ASK }, { "find", ROLE_STEP },
  { "rotate", ROLE_STEP },
  { "lower_bound", ROLE_STEP }, { "upper_bound", ROLE_STEP },
  { "min_element", ROLE_STEP }, { "max_element", ROLE_STEP }
};

bool
lk_is_container (tree type)
{
  return lk_named_type (type, "allocator_type") || lk_named_type (type, "container_type");
}

/* Return true if an object of TYPE owns nothing but its strings' memory.  *HANDLE becomes true
   if it has a member that may be a handle.  */
static bool
owns_nothing (tree type, bool *handle, unsigned depth)
{
  if (lk_is_handle (type))
    {
      *handle = true;
      return true;
    }
  if (!AGGREGATE_TYPE_P (type) || lk_is_string (type))
    return true;
  if (TREE_CODE (type) != RECORD_TYPE || depth == MAX_ELEMENT_DEPTH)
    return false;
  if (lk_destructor_written (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && !owns_nothing (TREE_TYPE (f), handle, depth + 1))
      return false;
  return true;
}

bool
lk_holds_handles (tree type)
{
  if (!lk_in_library (type) || !lk_is_container (type))
    return false;
  tree element = lk_named_type (type, "mapped_type");
  if (!element)
    element = lk_named_type (type, "value_type");
  bool handle = false;
  return element && owns_nothing (element, &handle, 0) && handle;
}

static enum container_role
use_named (const struct member *members, unsigned n, tree name)
{
  for (unsigned i = 0; i < n; i++)
    if (id_equal (name, members[i].name))
      return members[i].container_role;
  return ROLE_OTHER;
}

bool
lk_gives_element (tree arg)
{
  tree type = TREE_TYPE (arg);
  return POINTER_TYPE_P (type) || lk_is_standard_class (type, "initializer_list");
}

enum container_role
lk_container_use_of (tree fndecl, enum container_part container_part, gcall *call)
{
  if (!lk_of_standard_headers (fndecl))
    return ROLE_OTHER;
  if (DECL_CXX_DESTRUCTOR_P (fndecl))
    return ROLE_NOTHING;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl))
    {
      if (container_part == PART_CONTAINER)
	for (unsigned i = 1; i < gimple_call_num_args (call); i++)
	  if (lk_gives_element (gimple_call_arg (call, i)))
	    return ROLE_FILL;
      return ROLE_NOTHING;
    }
  if (container_part == PART_CONTAINER)
    return use_named (of_containers, ARRAY_SIZE (of_containers),
		      DECL_NAME (fndecl));
  return use_named (of_iterators, ARRAY_SIZE (of_iterators), DECL_NAME (fndecl));
}

bool
lk_container_fills (tree fndecl)
{
  return use_named (of_containers, ARRAY_SIZE (of_containers), DECL_NAME (fndecl)) == ROLE_FILL;
}

bool
lk_container_pops (tree fndecl)
{
  return use_named (of_containers, ARRAY_SIZE (of_containers), DECL_NAME (fndecl)) == ROLE_TAKE;
}

enum lk_container_use
lk_container_use (tree fndecl, gcall *call)
{
  enum container_role role = lk_container_use_of (fndecl, PART_CONTAINER, call);
  return (role == ROLE_FILL ? LK_CONTAINER_FILLED
	  : role == ROLE_NOTHING || role == ROLE_TAKE || lk_asks (role) ? LK_CONTAINER_ASKED
	  : LK_CONTAINER_LOOKED_INTO);
}
