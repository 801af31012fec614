/* Which methods are worth verifying.

   Most methods have nothing to do with obligations: of zookeeper's 4706 that have code 290
   create one, receive one, or assign a field that owns.  Their code is read here, without
   decoding it, and the promises of the methods they call.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* Return true if promise P obliges the caller of a method.  */
static bool
obliges_callers (const struct lk_promise *p)
{
  bool obliged = p && (p->result.must || p->result.elements || p->creates || p->requires_);
  for (unsigned i = 0; p && i < p->n_args && !obliged; i++)
    obliged = p->args[i].called != NULL;
  return obliged;
}

/* Return true if it obliges the method's own body.  */
static bool
obliges_body (const struct lk_promise *p)
{
  bool obliged = p && (p->ensures || p->result.called);
  for (unsigned i = 0; p && i < p->n_args && !obliged; i++)
    obliged = p->args[i].owning || p->args[i].alias || p->args[i].elements;
  return obliged;
}

bool
lk_java_worth_verifying (struct lk_java_method *m)
{
  if (obliges_body (lk_java_promise (m)) || lk_java_requires_of_locals (m))
    return true;
  struct lk_java_class *c = m->owner;
  const struct lk_code *code = lk_code_of (m);
  uint32_t length;
  for (uint32_t pc = 0;
       code && pc < code->length && (length = lk_code_instruction_length (code, pc));
       pc += length)
    {
      unsigned opcode = code->bytes[pc];
      enum { GET_STATIC = 0xb2, PUT_STATIC, GET_FIELD, PUT_FIELD };
      bool field = opcode >= GET_STATIC && opcode <= PUT_FIELD;
      bool puts = opcode == PUT_STATIC || opcode == PUT_FIELD;
      struct lk_member_ref ref;
      if (!field && (opcode < 0xb6 || opcode > 0xba))
	continue;
      unsigned index = lk_java_u2 (code->bytes + pc + 1);
      if (opcode == 0xba)
	{
	  /* A method of the library may run it for this method.  */
	  struct lk_java_lambda *lambda = lk_java_lambda_at (c, index);
	  if (lambda && obliges_callers (lk_java_promise (lambda->body)))
	    return true;
	  code = lk_code_of (m);
	  continue;
	}
      if (!lk_class_member_at (c->code, index, &ref))
	continue;
      if (field && ref.is_field)
	{
	  /* A collection whose elements are owned is changed where it is only read.  */
	  if (!puts && (!strchr ("[L", *ref.descriptor)
			|| !strcmp (ref.descriptor, "Ljava/lang/String;")))
	    continue;
	  const struct lk_field_promise *promise
	    = lk_java_field_promise_of (lk_java_field (&ref, opcode <= PUT_STATIC));
	  if (promise && ((promise->owning && (puts || promise->elements))
			  || (promise->called && puts)))
	    return true;
	  /* Other classes may have been loaded in its place, here and below.  */
	  code = lk_code_of (m);
	}
      else if (!field && !ref.is_field)
	{
	  static const enum lk_op ops[]
	    = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL, LK_OP_CALL_STATIC,
		LK_OP_CALL_INTERFACE };
	  struct lk_java_method *callee
	    = lk_java_callee (c, index, ops[opcode - 0xb6], NULL);
	  if (obliges_callers (lk_java_promise (callee)))
	    return true;
	  uint32_t next = pc + length;
	  code = lk_code_of (m);
	  /* Its receiver may say what the result is, which is not cast.  */
	  if (code && next < code->length && code->bytes[next] != 0xc0
	      && lk_java_promise (callee)->result.variable
	      && lk_java_promise (callee)->result.owning)
	    return true;
	  if (code && next + 2 < code->length && code->bytes[next] == 0xc0
	      && lk_java_promise (callee)->result.variable)
	    {
	      const char *name
		= lk_class_name_at (c->code, lk_java_u2 (code->bytes + next + 1));
	      if (lk_java_as (callee, m, name) != callee)
		return true;
	      code = lk_code_of (m);
	    }
	}
    }
  return false;
}
