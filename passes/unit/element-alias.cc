/* Which values and variables of a function lead to the elements of a container.

   Flow-insensitive: each SSA name and local variable has one meaning, the most that any
   statement gives it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "element-internal.h"

enum what
lk_what_is (struct uses *u, tree op)
{
  enum what *known = u->known.get (op);
  return known ? *known : WHAT_NOTHING;
}

void
lk_element_becomes (struct uses *u, tree op, enum what what)
{
  if (what == WHAT_NOTHING)
    return;
  bool existed;
  enum what &known = u->known.get_or_insert (op, &existed);
  if (!existed || known < what)
    {
      u->changed |= !existed || known != what;
      known = what;
    }
}

void
lk_element_kept (struct uses *u, bool does)
{
  u->use->keeps |= does;
  u->use->takes |= does;
}

/* Return true if REF is the member, or a part of it, of another object than the method's, or a
   captured variable.  */
static bool
of_another (struct uses *u, tree ref)
{
  tree base = get_base_address (ref);
  if (!base || TREE_CODE (base) != MEM_REF || TREE_CODE (TREE_OPERAND (base, 0)) != SSA_NAME)
    return true;
  base = TREE_OPERAND (base, 0);
  if (SSA_NAME_IS_DEFAULT_DEF (base))
    return SSA_NAME_VAR (base) != u->self;
  gimple *def = SSA_NAME_DEF_STMT (base);
  tree from = gimple_assign_load_p (def) ? get_base_address (gimple_assign_rhs1 (def)) : NULL_TREE;
  return !(from && TREE_CODE (from) == MEM_REF && TREE_CODE (TREE_OPERAND (from, 0)) == SSA_NAME
	   && SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (from, 0))
	   && SSA_NAME_VAR (TREE_OPERAND (from, 0)) == u->self);
}

/* Return true if REF names the member: itself, or, *PART, a part.  */
bool
lk_names_member (struct uses *u, tree ref, bool *part)
{
  *part = false;
  for (; u->field && handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    {
      if (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 1) == u->field)
	return true;
      *part = true;
    }
  return false;
}

/* Return true if REF is a string in an element, or the key of one: no handle.  */
static bool
is_no_handle (tree ref)
{
  return (handled_component_p (ref)
	  && (lk_in_library (TREE_TYPE (ref))
	      || (TREE_CODE (ref) == COMPONENT_REF && DECL_NAME (TREE_OPERAND (ref, 1))
		  && id_equal (DECL_NAME (TREE_OPERAND (ref, 1)), "first")
		  && lk_in_library (TREE_TYPE (TREE_OPERAND (ref, 0))))));
}

/* Return what the address of REF is.  */
enum what
lk_what_at (struct uses *u, tree ref)
{
  bool part;
  enum what what = WHAT_NOTHING;
  tree base = ref;
  if (lk_names_member (u, ref, &part))
    {
      /* An element that is moved from there is something else.  */
      if (of_another (u, ref))
	lk_element_kept (u, !u->assigns);
      return (of_another (u, ref) ? WHAT_NOTHING
	      /* An array is its first element; a single handle is one.  */
	      : part || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (u->field)) ? WHAT_ELEMENT
	      : WHAT_CONTAINER);
    }
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  if (TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == SSA_NAME)
    what = lk_what_is (u, TREE_OPERAND (base, 0));
  else if (DECL_P (base))
    what = lk_what_is (u, base) == WHAT_HANDLE ? WHAT_ELEMENT : lk_what_is (u, base);
  return what == WHAT_ELEMENT && is_no_handle (ref) ? WHAT_NOTHING : what;
}

/* Return what the operand OP, a value, is.  */
enum what
lk_what_value (struct uses *u, tree op)
{
  if (TREE_CODE (op) == ADDR_EXPR)
    return lk_what_at (u, TREE_OPERAND (op, 0));
  return TREE_CODE (op) == SSA_NAME || DECL_P (op) ? lk_what_is (u, op) : WHAT_NOTHING;
}

/* Return what is loaded from REF.  */
enum what
lk_what_loaded (struct uses *u, tree ref)
{
  tree type = TREE_TYPE (ref);
  if (DECL_P (ref))
    return lk_what_is (u, ref);
  enum what at = lk_what_at (u, ref);
  if (at == WHAT_ELEMENT)
    return (AGGREGATE_TYPE_P (type) ? WHAT_ELEMENT
	    : lk_is_handle (type) ? WHAT_HANDLE : WHAT_NOTHING);
  /* The target of a handle is something else, and an iterator's pointer is an iterator, too.  */
  if ((at == WHAT_ITERATOR || at == WHAT_FOUND)
      && (AGGREGATE_TYPE_P (type) || POINTER_TYPE_P (type)))
    return at;
  return WHAT_NOTHING;
}
