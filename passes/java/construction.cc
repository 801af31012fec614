/* Objects under construction: does an object hold something by itself when a constructor
   returns?

   If it does, a constructor that called this one, by super (...) or this (...), has to release
   that before an exception leaves it: no other code has the object yet.  Arguments of
   owning parameters do not count here, because the verifier follows these itself.  The code
   of the constructor is read without decoding it: it assigns a field that owns, calls a method
   that creates an obligation for its class, or calls such a constructor in its turn.  Of the
   library's constructors the specifications say what they acquire.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* Return true if a row says that the constructor M acquires what the new object holds.  */
static bool
acquires (const struct lk_contract *row)
{
  for (const struct lk_clause *c = row->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 1 && c->place.nsel == 0
	&& !(c->kind && c->kind->lock))
      return true;
  return false;
}

static bool
creates_for_receiver (const struct lk_promise *p)
{
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    if (k->what.base == 0 && k->what.n_fields == 0)
      return true;
  return false;
}

/* The effects of the code of a constructor, as far as they matter here.  */
struct construction
{
  auto_vec<const struct lk_field_promise *, 8> assigned;
  struct lk_java_method *delegated;	/* super (...), this (...), or NULL.  */
  unsigned made;		/* Objects of these classes that are made, and so have
				   constructors called, too.  */
  bool creates;
};

/* INDEX is the operand of OPCODE, an instruction of C's, and BEFORE the opcode before it.  */
static void
look_at (struct construction *k, struct lk_java_class *c, unsigned opcode, unsigned index,
	 unsigned before)
{
  enum { PUT_FIELD = 0xb5, VIRTUAL = 0xb6, SPECIAL = 0xb7, NEW = 0xbb, ACONST_NULL = 1 };
  struct lk_member_ref ref;
  if (opcode == NEW)
    {
      const char *name = lk_class_name_at (c->code, index);
      k->made += (name && (!strcmp (name, c->type->name)
			   || (c->type->super && !strcmp (name, c->type->super->name))));
      return;
    }
  if ((opcode != PUT_FIELD && opcode != VIRTUAL && opcode != SPECIAL)
      || !lk_class_member_at (c->code, index, &ref))
    return;
  if (opcode == PUT_FIELD)
    {
      const struct lk_field_promise *field
	= lk_java_field_promise_of (lk_java_field (&ref, false));
      if (field && field->owning && field->must && !field->elements && before != ACONST_NULL
	  && !k->assigned.contains (field))
	k->assigned.safe_push (field);
      return;
    }
  struct lk_type *type = lk_java_named_type (ref.class_name);
  if (!lk_java_is_below (c->type, type))
    return;
  struct lk_java_method *callee
    = lk_java_callee (c, index, opcode == SPECIAL ? LK_OP_CALL_SPECIAL : LK_OP_CALL_VIRTUAL,
		      NULL);
  if (strcmp (ref.name, "<init>") != 0)
    k->creates |= creates_for_receiver (lk_java_promise (callee));
  else if (k->made)
    k->made--;
  else if (!k->delegated)
    k->delegated = callee;
}

static unsigned
owning_parameters (const struct lk_promise *p)
{
  unsigned n = 0;
  for (unsigned i = p->has_receiver; i < p->n_args; i++)
    n += p->args[i].owning || p->args[i].alias;
  return n;
}

/* Return how much the object holds when the constructor M returns, arguments included.  */
static unsigned
held (struct lk_java_method *m, hash_set<struct lk_java_method *> *seen)
{
  if (seen->add (m))
    return 0;
  if (const struct lk_contract *row = lk_java_row (m))
    return acquires (row);
  const struct lk_promise *p = lk_java_promise (m);
  const struct lk_code *code
    = lk_java_of_jdk (m) || !m->method ? NULL : lk_code_of (m);
  struct construction k = { };
  unsigned before = 0;
  uint32_t length;
  for (uint32_t pc = 0;
       code && pc + 2 < code->length && (length = lk_code_instruction_length (code, pc));
       pc += length)
    {
      unsigned opcode = code->bytes[pc];
      look_at (&k, m->owner, opcode, lk_java_u2 (code->bytes + pc + 1), before);
      before = opcode;
      /* Other classes may have been loaded in its place.  */
      code = lk_code_of (m);
    }
  /* Of a constructor without code here its parameters say what it keeps.  */
  if (!code)
    return owning_parameters (p);
  return ((unsigned) k.creates + k.assigned.length ()
	  + (k.delegated ? held (k.delegated, seen) : 0));
}

bool
lk_java_holds (void *, struct lk_function *constructor)
{
  struct lk_java_method *m = lk_java_method_by_decl ((tree) constructor->key);
  hash_set<struct lk_java_method *> seen;
  return m && held (m, &seen) > owning_parameters (lk_java_promise (m));
}
