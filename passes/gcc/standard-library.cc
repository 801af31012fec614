/* The standard library: functions that libstdc++ has compiled.

   A template in the standard library's headers has a body in the unit and is followed like the
   unit's own.  Strings and streams are not: their templates are "extern", so that at -O0 there
   is a declaration and nothing more.  (At -O2 GCC takes bodies in, to inline them; but
   findings must not depend on that, and they end in unknown functions soon enough.) Without a
   rule each is an unknown function, which may keep its arguments: the object that a
   constructor makes, the characters that a string is made of.  They keep neither.  (In C++20
   strings have bodies after all, for the sake of constant expressions.  The rule is the same.)

   They do keep, or release, pointers to objects (a stream its buffer, a locale its facet) and
   the arguments of functions of the implementation, whose names begin with an underscore (a
   list its nodes).  For those there is no rule here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc.h"
#include "gimple-walk.h"
#include "langhooks.h"

tree
lk_named_type (tree type, const char *name)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == TYPE_DECL && DECL_NAME (f)
	&& id_equal (DECL_NAME (f), name))
      return TREE_TYPE (f);
  return NULL_TREE;
}

bool
lk_in_library (tree type)
{
  /* Not by the name of a typedef.  */
  type = TYPE_MAIN_VARIANT (type);
  return (TREE_CODE (type) == RECORD_TYPE && TYPE_NAME (type)
	  && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL
	  && lk_in_std (TYPE_NAME (type)));
}

bool
lk_is_string (tree type)
{
  return lk_is_standard_class (type, "basic_string");
}

bool
lk_is_handle (tree type)
{
  return (POINTER_TYPE_P (type)
	  || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= 32));
}

bool
lk_of_standard_headers (tree fndecl)
{
  return (fndecl && DECL_IN_SYSTEM_HEADER (fndecl) && lk_in_std (fndecl)
	  && DECL_NAME (fndecl));
}

bool
lk_in_std (const_tree decl)
{
  for (tree scope = decl ? DECL_CONTEXT (decl) : NULL;
       scope && scope != error_mark_node && TREE_CODE (scope) != TRANSLATION_UNIT_DECL;
       scope = get_containing_scope (scope))
    if (TREE_CODE (scope) == NAMESPACE_DECL && DECL_NAME (scope)
	&& (id_equal (DECL_NAME (scope), "std") || id_equal (DECL_NAME (scope), "__gnu_cxx")))
      return true;
  return false;
}

bool
lk_of_library (const_tree decl)
{
  return DECL_IN_SYSTEM_HEADER (decl) || lk_in_std (decl);
}

bool
lk_destructor_written (const_tree type)
{
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && DECL_CXX_DESTRUCTOR_P (f) && !DECL_ARTIFICIAL (f))
      return true;
  return false;
}

static bool
in_string (const_tree fndecl)
{
  tree context = DECL_CONTEXT (fndecl);
  tree name = context && TYPE_P (context) ? TYPE_NAME (context) : NULL;
  return (name && TREE_CODE (name) == TYPE_DECL && DECL_NAME (name)
	  && id_equal (DECL_NAME (name), "basic_string"));
}

/* Return true if an argument for a parameter of TYPE is certainly not kept.  */
static bool
only_looked_at (const_tree type)
{
  if (TREE_ADDRESSABLE (type))
    return false;
  if (!POINTER_TYPE_P (type))
    return true;
  const_tree target = TREE_TYPE (type);
  if (TREE_CODE (type) == REFERENCE_TYPE)
    return !POINTER_TYPE_P (target);
  /* Characters, a buffer, an address that is printed.  */
  return (INTEGRAL_TYPE_P (target) || SCALAR_FLOAT_TYPE_P (target)
	  || VOID_TYPE_P (target) || FUNC_OR_METHOD_TYPE_P (target));
}

/* Return true if FNDECL is the destructor that deletes its object, too.  */
static bool
deletes (tree fndecl)
{
  return (DECL_CXX_DESTRUCTOR_P (fndecl)
	  && strstr (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), "D0Ev"));
}

bool
lk_library_borrows (tree fndecl)
{
  bool method = TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE;
  if (!DECL_IN_SYSTEM_HEADER (fndecl) || DECL_FILE_SCOPE_P (fndecl)
      || !lk_in_std (fndecl)
      || (lk_body_of (fndecl) && !DECL_EXTERNAL (fndecl)
	  && !in_string (fndecl))
      || deletes (fndecl))
    return false;
  if (!DECL_CXX_CONSTRUCTOR_P (fndecl) && !DECL_CXX_DESTRUCTOR_P (fndecl)
      && IDENTIFIER_POINTER (DECL_NAME (fndecl))[0] == '_'
      && !in_string (fndecl))
    return false;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  for (tree t = method && types ? TREE_CHAIN (types) : types;
       t && t != void_list_node; t = TREE_CHAIN (t))
    if (!only_looked_at (TREE_VALUE (t)))
      return false;
  return true;
}

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
