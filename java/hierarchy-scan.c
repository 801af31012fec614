/* The classes that the code of the inputs instantiates.  One pass over the bytes of each
   method for the opcode `new'.  Malformed code ends the pass of its method; the decoder will
   report it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "hierarchy-internal.h"

static void
instantiate (struct lk_hierarchy *all, const char *name)
{
  struct lk_type *type = name ? lk_hierarchy_type (all, name) : NULL;
  if (type)
    type->instantiated = true;
}

void
hierarchy_note_lambda (struct lk_hierarchy *all, const struct lk_class *class,
		       unsigned index)
{
  struct lk_dynamic dynamic;
  struct lk_method_handle handle;
  struct lk_java_type result;
  if (!lk_class_dynamic_at (class, index, &dynamic)
      || !lk_class_method_handle_at (class, dynamic.bootstrap->handle, &handle)
      || strcmp (handle.member.class_name,
		 "java/lang/invoke/LambdaMetafactory") != 0)
    return;
  const char *at = strchr (dynamic.descriptor, ')') + 1;
  if (!lk_descriptor_next (&at, &result) || result.dimensions
      || result.kind != 'L')
    return;
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_type *type
    = lk_hierarchy_type (all, lk_arena_strndup (scratch, result.name,
						result.name_length));
  if (type)
    type->lambdas = true;
  lk_arena_free (scratch);
}

void
hierarchy_scan (struct lk_hierarchy *all, const struct lk_class *class)
{
  for (unsigned i = 0; i < class->n_methods; i++)
    {
      const struct lk_code *code = class->methods[i].code;
      uint32_t length;
      for (uint32_t pc = 0; code && pc < code->length; pc += length)
	{
	  length = lk_code_instruction_length (code, pc);
	  if (!length)
	    break;
	  if (code->bytes[pc] == OP_NEW)
	    instantiate (all, lk_class_name_at (class, code->bytes[pc + 1] << 8
						| code->bytes[pc + 2]));
	}
    }
  for (unsigned i = 1; i < class->n_constants; i++)
    {
      struct lk_method_handle handle;
      if (class->constants[i].tag == LK_CONSTANT_INVOKE_DYNAMIC)
	hierarchy_note_lambda (all, class, i);
      if (class->constants[i].tag == LK_CONSTANT_METHOD_HANDLE
	  && lk_class_method_handle_at (class, i, &handle)
	  && handle.kind == LK_HANDLE_NEW_INVOKE_SPECIAL)
	instantiate (all, handle.member.class_name);
    }
}
