/* Which types of exceptions are unchecked, and which a method declares.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

struct lk_type *
lk_java_named_type (const char *name)
{
  return lk_java_class_named (name)->type;
}

bool
lk_java_is_below (const struct lk_type *sub, const struct lk_type *super)
{
  return lk_hierarchy_is_subtype (lk_java->hierarchy, sub, super);
}

bool
lk_java_unchecked (const struct lk_type *type)
{
  return (lk_java_is_below (type, lk_java->runtime_exception)
	  || lk_java_is_below (type, lk_java->error));
}

bool
lk_java_declares (const struct lk_java_method *method)
{
  for (unsigned i = 0; method->method && i < method->method->n_exceptions; i++)
    if (lk_java_followed (lk_java_named_type (method->method->exceptions[i])))
      return true;
  return method->n_thrown > 0;
}

/* ---- What the user said.  ---- */

bool
lk_java_goes_by (const char *internal, const char *name)
{
  for (const char *part = internal; part;)
    {
      const char *i = part, *n = name;
      while (*i && (*i == *n || ((*i == '/' || *i == '$') && *n == '.')))
	i++, n++;
      if (!*i && !*n)
	return true;
      /* All of it, or without the package, or without the outer class.  */
      const char *next = strrchr (part, '/');
      if (!next)
	next = strchr (part, '$');
      part = next ? next + 1 : NULL;
    }
  return false;
}

const struct lk_exception_setting *
lk_java_said_of (const struct lk_type *type)
{
  for (; type; type = type->super)
    for (const struct lk_exception_setting *s
	   = lk_java->options->exception_settings; s; s = s->next)
      if (lk_java_goes_by (type->name, s->name))
	return s;
  return NULL;
}

bool
lk_java_followed (const struct lk_type *type)
{
  if (const struct lk_exception_setting *s = lk_java_said_of (type))
    return !s->ignored;
  return (lk_java->options->exceptions == LK_EXCEPTIONS_ALL
	  || (lk_java->options->exceptions == LK_EXCEPTIONS_LIKELY
	      && !lk_java_unchecked (type)));
}
