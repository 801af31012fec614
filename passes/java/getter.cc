/* Methods that return a collection of their object: "List<Socket> sockets () { return all; }".

   To verify, such a call is a load of the field, if that owns: what is put into the result is put
   into the field's collection, and a loop over the result is one over the field's elements.  That
   holds where no class of the program overrides the method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* Return the field that the body of M returns, if it owns its elements and the body does nothing
   else: "aload_0, getfield, areturn"; or NULL.  */
static tree
field_returned (const struct lk_java_method *m)
{
  static const unsigned length = 5;
  const struct lk_code *code = lk_code_of (m);
  struct lk_member_ref ref;
  if (!code || code->length != length || code->bytes[0] != 0x2a || code->bytes[1] != 0xb4
      || code->bytes[4] != 0xb0
      || !lk_class_member_at (m->owner->code, lk_java_u2 (code->bytes + 2), &ref))
    return NULL_TREE;
  tree field = lk_java_field (&ref, false);
  const struct lk_field_promise *promise = lk_java_field_promise_of (field);
  return promise && promise->owning && promise->elements ? field : NULL_TREE;
}

tree
lk_java_getter (struct lk_java_method *m)
{
  if (m->getter_known)
    return m->getter;
  m->getter_known = true;
  const struct lk_class *file = m->owner->type->class_file;
  if (!m->method || m->is_static || !m->method->has_code || !file
      || !lk_classpath_is_input (lk_java->classpath, file)
      || m->method->owner != file || !lk_java_promise (m)->result.elements
      || lk_java_overridden (m))
    return NULL_TREE;
  return m->getter = field_returned (m);
}
