/* Names of functions as users write them: "conn::open", "conn::~conn", "operator new []",
   "<lambda>".

   No parameters and no template arguments: a message points at the call, and with them names
   of the standard library fill the screen.  GCC's own printers give either a bare name or all
   of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc.h"
#include "cp/cp-tree.h"

/* Longer names lose their outer scopes.  */

/* Put TEXT before what BUFFER, of LK_NAME_ROOM bytes, holds from START on; return the new start.
   False if there is no room.  */
static bool
put_before (char *buffer, size_t *start, const char *text)
{
  size_t n = strlen (text);
  if (n > *start)
    return false;
  *start -= n;
  memcpy (buffer + *start, text, n);
  return true;
}

static const char *
name_of_type (const_tree type)
{
  tree name = TYPE_NAME (type);
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  if (!name || TREE_CODE (name) != IDENTIFIER_NODE)
    return NULL;
  const char *text = IDENTIFIER_POINTER (name);
  if (startswith (text, "._anon") || startswith (text, "<unnamed"))
    return NULL;
  return text;
}

/* Return true if TYPE is a closure's, which has no name: its operator () is the lambda.  */
static bool
closure (const_tree type)
{
  return !name_of_type (type);
}

/* Return what the user calls the member function of TYPE that GCC calls NAME, or NULL if it is
   the same.  */
static const char *
special_name (const_tree type, const char *name, char *room)
{
  if (startswith (name, "__ct") && strchr (name, ' '))
    {
      const char *text = name_of_type (type);
      return text ? text : "<unnamed>";
    }
  if (startswith (name, "__dt") && strchr (name, ' '))
    {
      const char *text = name_of_type (type);
      snprintf (room, LK_NAME_ROOM, "~%s", text ? text : "<unnamed>");
      return room;
    }
  if (closure (type) && strcmp (name, "operator()") == 0)
    return "<lambda>";
  if (startswith (name, "__conv_op"))
    return "operator";
  return NULL;
}

/* The same as lk_name_of_function; without inline namespaces, if PLAIN.  */
static const char *
full_name (const_tree decl, char *room, bool plain)
{
  char own[LK_NAME_ROOM];
  if (!DECL_NAME (decl))
    return "<unnamed>";
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  /* GCC turns a printf into a __builtin_puts that is not in the source.  */
  if (startswith (name, "__builtin_")
      && fndecl_built_in_p (decl, BUILT_IN_NORMAL))
    return name + strlen ("__builtin_");
  tree scope = DECL_CONTEXT (decl);
  if (!scope || TREE_CODE (scope) == TRANSLATION_UNIT_DECL)
    return name;
  if (TYPE_P (scope))
    {
      const char *special = special_name (scope, name, own);
      if (special)
	name = special;
    }
  size_t start = LK_NAME_ROOM - 1;
  room[start] = '\0';
  if (!put_before (room, &start, name))
    return IDENTIFIER_POINTER (DECL_NAME (decl));
  for (; scope; scope = get_containing_scope (scope))
    {
      const char *text = NULL;
      if (TYPE_P (scope))
	{
	  if (closure (scope))
	    break;
	  text = name_of_type (scope);
	}
      else if (TREE_CODE (scope) == NAMESPACE_DECL && DECL_NAME (scope))
	{
	  text = IDENTIFIER_POINTER (DECL_NAME (scope));
	  /* Inline namespaces of the library, and those without a name.  */
	  if ((plain && DECL_NAMESPACE_INLINE_P (scope)) || !strcmp (text, "__cxx11")
	      || !strcmp (text, "_V2") || !strcmp (text, "__8") || startswith (text, "_GLOBAL_"))
	    continue;
	}
      else if (TREE_CODE (scope) == FUNCTION_DECL
	       || TREE_CODE (scope) == TRANSLATION_UNIT_DECL)
	break;
      if (!text || !strcmp (text, "::"))
	continue;
      if (!put_before (room, &start, "::")
	  || !put_before (room, &start, text))
	break;
    }
  return room + start;
}

/* libiberty's, which GCC exports; its header is not among those for plugins.  */
extern "C" char *cplus_demangle_v3 (const char *mangled, int options);

const char *
lk_name_of_row (const char *name)
{
  if (!startswith (name, "_Z"))
    return name;
  /* A user writes the expression, which chooses the operator's variant.  */
  if (startswith (name, "_Zdl"))
    return "delete";
  if (startswith (name, "_Zda"))
    return "delete []";
  /* 0: without the parameters.  */
  const char *text = cplus_demangle_v3 (name, 0);
  return text ? text : name;
}

const char *
lk_name_of_function (const_tree decl, char *room)
{
  return full_name (decl, room, false);
}

const char *
lk_plain_name (const_tree decl, char *room)
{
  return full_name (decl, room, true);
}

bool
lk_is_base_field (const_tree field)
{
  return DECL_FIELD_IS_BASE (field);
}
