/* Promises of the bodies of lambdas.

   A lambda implements the one method of an interface, so its body has to keep what that method
   promises, as a method that overrides it has to: it owns the parameters that the method owns,
   it calls what the method promises to call, and its result is the caller's if the method's is.
   A map that holds the answer of a lambda owns that, and gives up the element that it gives to
   one.  A body that begins with calls on its parameters, or on what it captured, promises these
   calls: to run "() -> r.close ()" is to close r.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* ---- What a lambda implements.  ---- */

/* Return the method NAME of DESCRIPTOR that the interface TYPE has.  */
const struct lk_method *
lk_java_method_of_interface (struct lk_type *type, const char *name, const char *descriptor)
{
  struct lk_type **above = lk_hierarchy_above (lk_java->hierarchy, type,
					       lk_java->scratch);
  for (unsigned i = 0; above[i]; i++)
    if (const struct lk_class *file = above[i]->class_file)
      if (const struct lk_method *m = lk_class_method (file, name, descriptor))
	return m;
  return NULL;
}

/* If the instruction at NEXT of CODE passes the lambda that was just made to a method that holds
   the lambda's answer, return true, and set *GIVEN_UP to the arguments that are the lambda's.  */
static bool
answer_held (struct lk_java_class *c, const struct lk_code *code, uint32_t next,
	     unsigned *given_up)
{
  struct lk_member_ref ref;
  unsigned opcode = next + 2 < code->length ? code->bytes[next] : 0;
  *given_up = 0;
  return ((opcode == 0xb6 || opcode == 0xb9)
	  && lk_class_member_at (c->code, lk_java_u2 (code->bytes + next + 1), &ref)
	  && lk_java_holds_answer (lk_java_callee_of (&ref, LK_OP_CALL_INTERFACE, NULL), given_up));
}

/* Return true if the instruction at NEXT of CODE passes the lambda that was just made to a method
   whose result has what the lambda returns as an element.  */
static bool
answer_yielded (struct lk_java_class *c, const struct lk_code *code, uint32_t next)
{
  static const enum lk_op ops[]
    = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL, LK_OP_CALL_STATIC, LK_OP_CALL_INTERFACE };
  struct lk_member_ref ref;
  unsigned opcode = next + 2 < code->length ? code->bytes[next] : 0;
  return (opcode >= 0xb6 && opcode <= 0xb9
	  && lk_class_member_at (c->code, lk_java_u2 (code->bytes + next + 1), &ref)
	  && lk_java_yields_answer (lk_java_callee_of (&ref, ops[opcode - 0xb6], NULL)));
}

/* Return true if the instruction at NEXT of CODE puts the lambda that was just made where its type
   is declared by the program, with what it returns: in a variable, in a field, in a result, in a
   parameter of a method of the program.  */
static bool
answer_typed (struct lk_java_class *c, const struct lk_code *code, uint32_t next)
{
  struct lk_member_ref ref;
  uint32_t length;
  const unsigned char *p = code->bytes + next;
  if (next >= code->length)
    return false;
  if (lk_java_stored_slot (p) >= 0 || p[0] == 0xb0 || p[0] == 0xb3 || p[0] == 0xb5)
    return true;
  while (next < code->length && lk_java_only_pushes (code->bytes[next])
	 && (length = lk_code_instruction_length (code, next)))
    next += length;
  p = code->bytes + next;
  static const enum lk_op ops[]
    = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL, LK_OP_CALL_STATIC, LK_OP_CALL_INTERFACE };
  return (p[0] >= 0xb6 && p[0] <= 0xb9 && next + 2 < code->length
	  && lk_class_member_at (c->code, lk_java_u2 (p + 1), &ref)
	  && !lk_java_of_jdk (lk_java_callee_of (&ref, ops[p[0] - 0xb6], NULL)));
}

/* Record what the lambda that is made at INDEX of C implements, and how it is used.  */
static void
note_implemented (struct lk_java_class *c, unsigned index, const struct lk_lambda_use &use,
		  unsigned given_up)
{
  struct lk_dynamic dynamic;
  enum lk_java_helper helper;
  struct lk_method_handle handle;
  if (!lk_java_dynamic_at (c->code, index, &dynamic, &helper) || helper != LK_HELPER_LAMBDA
      || dynamic.bootstrap->n_arguments < 3
      || !lk_class_method_handle_at (c->code, dynamic.bootstrap->arguments[1], &handle)
      || !startswith (handle.member.name, "lambda$")
      || strcmp (handle.member.class_name, c->type->name) != 0)
    return;
  const char *erased = lk_class_method_type_at (c->code, dynamic.bootstrap->arguments[0]);
  const char *at = strchr (dynamic.descriptor, ')');
  const struct lk_method *body
    = lk_class_method (c->type->class_file, handle.member.name, handle.member.descriptor);
  if (!erased || !at || !body)
    return;
  at++;
  unsigned captured = lk_descriptor_parameters (dynamic.descriptor);
  const char *name = lk_arena_strdup (lk_java->arena, dynamic.name);
  erased = lk_arena_strdup (lk_java->arena, erased);
  struct lk_java_method *m = lk_java_method_of (body, false);
  if (struct lk_type *type = lk_java_class_at (&at))
    m->implements = lk_java_method_of_interface (type, name, erased);
  m->n_captured = captured;
  m->use = use;
  m->given_up = given_up;
}

/* Find what all lambdas of C implement.  */
static void
find_implemented (struct lk_java_class *c)
{
  const struct lk_class *code = lk_java_load (c);
  uint32_t length;
  c->lambdas_known = true;
  for (unsigned i = 0; code && code->n_bootstraps && i < code->n_methods; i++)
    {
      const struct lk_code *bytes = code->methods[i].code;
      for (uint32_t pc = 0;
	   bytes && pc + 2 < bytes->length
	   && (length = lk_code_instruction_length (bytes, pc)); pc += length)
	if (bytes->bytes[pc] == 0xba)
	  {
	    unsigned given_up, index = lk_java_u2 (bytes->bytes + pc + 1);
	    bool held = answer_held (c, bytes, pc + length, &given_up);
	    code = lk_java_load (c);
	    bytes = code ? code->methods[i].code : NULL;
	    bool typed = bytes && answer_typed (c, bytes, pc + length);
	    code = lk_java_load (c);
	    bytes = code ? code->methods[i].code : NULL;
	    bool kept = bytes && lk_java_kept_by_library (c, bytes, pc + length);
	    code = lk_java_load (c);
	    code = lk_java_load (c);
	    bytes = code ? code->methods[i].code : NULL;
	    bool yielded = bytes && answer_yielded (c, bytes, pc + length);
	    code = lk_java_load (c);
	    note_implemented (c, index, { typed, held, kept, yielded }, given_up);
	    /* Other classes may have been loaded in its place.  */
	    code = lk_java_load (c);
	    bytes = code ? code->methods[i].code : NULL;
	  }
    }
}

/* ---- What it promises.  ---- */

/* Return true if the body of M returns nothing that is its own: only parameters, or what methods
   return that give their callers nothing.  */
static bool
returns_lent (struct lk_java_method *m)
{
  static const enum lk_op ops[]
    = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL, LK_OP_CALL_STATIC, LK_OP_CALL_INTERFACE };
  const struct lk_code *code = lk_code_of (m);
  struct lk_member_ref ref;
  uint32_t length;
  int slots = !m->is_static, before = -1;
  struct lk_java_type type;
  for (const char *at = m->descriptor + 1; lk_descriptor_next (&at, &type);)
    slots += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
  for (uint32_t pc = 0;
       code && pc < code->length && (length = lk_code_instruction_length (code, pc)); pc += length)
    {
      if (code->bytes[pc] == 0xb0 && before >= 0)
	{
	  const unsigned char *p = code->bytes + before;
	  int slot = lk_java_loaded_slot (p);
	  if (p[0] >= 0xb6 && p[0] <= 0xb9
	      && lk_class_member_at (m->owner->code, lk_java_u2 (p + 1), &ref))
	    {
	      const struct lk_promise *q
		= lk_java_promise (lk_java_callee_of (&ref, ops[p[0] - 0xb6], NULL));
	      if (q->constructor || (q->result.owning && q->result.must))
		return false;
	      code = lk_code_of (m);
	    }
	  else if ((slot < 0 || slot >= slots) && p[0] != 0x01)
	    return false;
	}
      before = pc;
    }
  return true;
}

static void
add_copy (struct lk_java_gathering *g, const struct lk_ensure *e, int base)
{
  struct lk_ensure *copy = NEW (struct lk_ensure);
  *copy = *e;
  copy->what.base = base;
  copy->next = NULL;
  *g->ensures = copy;
  g->ensures = &copy->next;
}

/* Return true if all that the body returns is null: "aconst_null" stands before each "areturn", and
   nothing jumps in between.  */
static bool
returns_null (const struct lk_java_method *m)
{
  const struct lk_code *code = lk_code_of (m);
  uint32_t length;
  unsigned before = 0;
  bool returns = false;
  auto_vec<uint32_t, 8> ends, targets;
  for (uint32_t pc = 0;
       code && pc < code->length && (length = lk_code_instruction_length (code, pc)); pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      if (p[0] == 0xb0 && before != 0x01)
	return false;
      if (p[0] == 0xb0)
	ends.safe_push (pc);
      if ((p[0] >= 0x99 && p[0] <= 0xa7) || p[0] == 0xc6 || p[0] == 0xc7)
	targets.safe_push (pc + (int16_t) lk_java_u2 (p + 1));
      else if (p[0] >= 0xa8 && p[0] <= 0xab)
	return false;
      returns |= p[0] == 0xb0;
      before = p[0];
    }
  for (unsigned i = 0; i < targets.length (); i++)
    returns &= !ends.contains (targets[i]);
  return returns;
}

/* The body implements a method that promises Q.  */
static void
of_implemented (struct lk_java_gathering *g, const struct lk_promise *q)
{
  struct lk_promise *p = g->promise;
  unsigned first = g->m->n_captured;
  for (unsigned i = 1; i < q->n_args && first + i - 1 < p->n_args; i++)
    {
      struct lk_value_promise *arg = &p->args[first + i - 1];
      arg->owning = q->args[i].owning;
      arg->called = q->args[i].called;
      if (arg->owning)
	arg->must = q->args[i].must;
    }
  for (unsigned i = 0; i < LK_GIVEN_MAX && first + i < p->n_args; i++)
    if (g->m->given_up & 1u << i)
      p->args[first + i].owning = true;
  for (const struct lk_ensure *e = q->ensures; e; e = e->next)
    if (!e->what.bad && e->what.base >= 1 && first + e->what.base - 1 < p->n_args)
      add_copy (g, e, first + e->what.base - 1);
  if (g->m->use.yielded)
    {
      p->lambda = false;
      p->result.owning = !returns_lent (g->m);
      p->result.nothing |= returns_null (g->m);
    }
  else if (q->result.type && !q->result.variable)
    {
      p->lambda = false;
      p->result.owning = q->result.owning;
      p->result.nothing = q->result.nothing;
      p->result.must = q->result.must;
      p->result.type = q->result.type;
    }
  else if (g->m->use.answer_held
	   || (g->m->use.answer_typed && q->result.owning && p->result.must
	       && lk_java_of_jdk (lk_java_method_of (g->m->implements, false))))
    {
      p->lambda = false;
      p->result.owning = true;
      p->result.nothing |= returns_null (g->m);
    }
}

/* Add that the body calls MEMBER on the argument in SLOT; FIRST: it does nothing before.  */
static void
add_call (struct lk_java_gathering *g, unsigned slot, const char *member, bool first)
{
  const struct lk_promise *p = g->promise;
  struct lk_java_type type;
  const char *at = g->m->descriptor + 1;
  unsigned base = 0, next = 0;
  if (p->has_receiver)
    next++, base++;
  while (next < slot && lk_descriptor_next (&at, &type))
    {
      next += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
      base++;
    }
  if (next != slot || base >= p->n_args)
    return;
  struct lk_ensure e = { };
  e.methods = lk_java_must_of_text (lk_arena_strdup (lk_java->arena, member));
  e.unchecked = true;
  e.what.base = base;
  e.what.text = "what it captured";
  e.source = "lambda";
  e.when = LK_ENSURE_RETURN;
  add_copy (g, &e, base);
  e.when = LK_ENSURE_EXCEPTION;
  if (first)
    add_copy (g, &e, base);
}

/* Return true if OPCODE jumps, returns or throws.  */
static bool
leaves (unsigned opcode)
{
  return ((opcode >= 0x99 && opcode <= 0xb1) || opcode == 0xbf
	  || (opcode >= 0xc6 && opcode <= 0xc9));
}

/* Add the calls without arguments that the body makes before it branches.  */
static void
of_first_calls (struct lk_java_gathering *g)
{
  struct lk_java_class *c = g->m->owner;
  const struct lk_code *code = lk_code_of (g->m);
  auto_vec<int, 8> slots;
  auto_vec<const char *, 8> members;
  int slot = -1;
  uint32_t length;
  for (uint32_t pc = 0;
       code && pc + 2 < code->length && (length = lk_code_instruction_length (code, pc))
       && !leaves (code->bytes[pc]); pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      struct lk_member_ref ref;
      /* A variable that is assigned may be a parameter.  */
      if (lk_java_stored_slot (p) >= 0)
	break;
      if (p[0] >= 0xb6 && p[0] <= 0xba)
	{
	  bool known = (p[0] != 0xba && p[0] != 0xb8 && slot >= 0
			&& lk_class_member_at (c->code, lk_java_u2 (p + 1), &ref)
			&& startswith (ref.descriptor, "()"));
	  slots.safe_push (known ? slot : -1);
	  members.safe_push (known ? lk_arena_strdup (lk_java->arena, ref.name) : NULL);
	}
      slot = lk_java_loaded_slot (p);
    }
  for (unsigned i = 0; i < slots.length (); i++)
    if (slots[i] >= 0)
      add_call (g, slots[i], members[i], i == 0);
}

void
lk_java_of_lambda (struct lk_java_gathering *g)
{
  struct lk_java_method *m = g->m;
  if (!m->owner->lambdas_known)
    find_implemented (m->owner);
  if (m->implements)
    of_implemented (g, lk_java_promise (lk_java_method_of (m->implements, false)));
  if (m->use.kept)
    lk_java_of_captured (g);
  of_first_calls (g);
  lk_java_of_test_body (g);
}
