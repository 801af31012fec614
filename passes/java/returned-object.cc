/* Methods that return their object: "Request header (String s) { all.add (s); return this; }".

   To verify, the result is another name of the object, if the body returns that on each path, and
   no class of the program overrides the method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

static bool
returns_local_0 (const struct lk_body *body)
{
  bool any = false;
  for (uint32_t b = 0; b < body->n_blocks; b++)
    {
      const struct lk_insn *first = &body->insns[body->blocks[b].first_insn];
      for (uint32_t i = 0; i < body->blocks[b].n_insns; i++)
	{
	  if (first[i].op == LK_OP_STORE && first[i].u.local.slot == 0)
	    return false;
	  if (first[i].op != LK_OP_RETURN)
	    continue;
	  if (i == 0 || first[i - 1].op != LK_OP_LOAD || first[i - 1].u.local.slot != 0)
	    return false;
	  any = true;
	}
    }
  return any;
}

bool
lk_java_returns_itself (const struct lk_java_method *m)
{
  const struct lk_class *file = m->owner->type->class_file;
  const char *at = strchr (m->descriptor, ')') + 1;
  struct lk_type *type = *at == 'L' ? lk_java_class_at (&at) : NULL;
  if (!type || !m->method || m->is_static || !m->method->has_code || !file
      || !lk_classpath_is_input (lk_java->classpath, file) || m->method->owner != file
      || !lk_java_must (type) || !lk_hierarchy_is_subtype (lk_java->hierarchy, m->owner->type, type)
      || lk_java_overridden (m))
    return false;
  struct lk_java_error error;
  const struct lk_class *code = lk_java_load (m->owner);
  const struct lk_method *method = code ? &code->methods[m->method - file->methods] : NULL;
  const struct lk_body *body
    = method && method->code ? lk_body_decode (lk_java->scratch, code, method, &error) : NULL;
  return body && returns_local_0 (body);
}
