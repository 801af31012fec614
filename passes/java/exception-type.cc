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
