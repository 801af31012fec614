/* The class of a result whose type is a variable of its receiver's class: of "s.get ()", if the
   variable, field or method that S comes from is declared as "Supplier<Socket>".

   A cast behind the call says that, too (cast-result.cc); but where the result is dropped, or
   becomes an Object, there is none.  Class files keep the type arguments of fields and methods,
   and with -g those of local variables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* Return true if ENTRY is on the stack before INSN.  */
static bool
on_stack (const struct lk_insn *insn, const struct lk_stack *entry)
{
  const struct lk_stack *s = insn->stack;
  while (s && s->depth > entry->depth)
    s = s->below;
  return s == entry;
}

/* Return the instruction of BLOCK that pushes the receiver of INSN, a call; or NULL.  */
static const struct lk_insn *
pusher_of_receiver (const struct lk_java_builder *b, const struct lk_code_block *block,
		    const struct lk_insn *insn)
{
  const struct lk_stack *receiver = lk_insn_operand (insn, insn->n_pops - 1);
  const struct lk_insn *first = &b->body->insns[block->first_insn], *at = insn;
  while (at > first && receiver && on_stack (at, receiver))
    at--;
  return receiver && !on_stack (at, receiver) ? at : NULL;
}

/* Return the signature of the type of the variable that INSN loads, or NULL.  */
static const char *
signature_of_variable (const struct lk_java_builder *b, const struct lk_insn *insn)
{
  const struct lk_code *code = lk_code_of (b->method);
  for (unsigned i = 0; code && i < code->n_local_types; i++)
    {
      const struct lk_local *local = &code->local_types[i];
      if (local->slot == insn->u.local.slot && insn->pc >= local->start
	  && insn->pc < local->start + local->length)
	return local->descriptor;
    }
  return NULL;
}

/* Return the signature of the type of what INSN pushes, or NULL.  */
static const char *
signature_of_pushed (const struct lk_java_builder *b, const struct lk_insn *insn)
{
  struct lk_member_ref ref;
  switch ((enum lk_op) insn->op)
    {
    case LK_OP_LOAD:
      return signature_of_variable (b, insn);
    case LK_OP_GET_FIELD: case LK_OP_GET_STATIC:
      {
	const struct lk_class *owner;
	if (!lk_class_member_at (b->body->class_, insn->u.ref.index, &ref))
	  return NULL;
	const struct lk_field *field
	  = lk_hierarchy_resolve_field (lk_java->hierarchy,
					lk_java_class_named (ref.class_name)->type, ref.name,
					ref.descriptor, &owner);
	return field ? field->signature : NULL;
      }
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL: case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE:
      {
	const struct lk_java_method *made
	  = lk_java_callee (b->owner, insn->u.ref.index, (enum lk_op) insn->op, NULL);
	return made->method ? lk_java_generic_type (made->method, -1) : NULL;
      }
    default:
      return NULL;
    }
}

/* Return the class of type argument NUMBER of the type at AT, a signature, of the class NAME; or
   NULL.  */
static const char *
argument_class (const char *at, const char *name, unsigned number)
{
  size_t n = strlen (name);
  if (*at != 'L' || strncmp (at + 1, name, n) != 0 || at[1 + n] != '<')
    return NULL;
  at += n + 2;
  for (; number && *at && *at != '>'; number--)
    at = *at == '*' ? at + 1 : lk_java_behind_type (at + (*at == '+' || *at == '-'));
  at += *at == '+';
  return (*at == 'L' ? lk_arena_strndup (lk_java->arena, at + 1, strcspn (at + 1, "<.;"))
	  : NULL);
}

const char *
lk_java_class_of_result (const struct lk_java_builder *b, const struct lk_code_block *block,
			 const struct lk_insn *insn, const struct lk_java_method *callee)
{
  const struct lk_class *owner = callee->method ? callee->method->owner : NULL;
  const char *result = owner ? lk_java_generic_type (callee->method, -1) : NULL;
  unsigned number;
  /* The rows of collections say what they return.  */
  if (!result || *result != 'T' || insn->op == LK_OP_CALL_STATIC
      || lk_java_followed (callee->owner) != LK_FOLLOWED_NOT
      || lk_java_is_cell (callee->owner->type->name)
      || !lk_bounds_of (owner->signature, result + 1, strcspn (result + 1, ";"), &number))
    return NULL;
  const struct lk_insn *pusher = pusher_of_receiver (b, block, insn);
  const char *type = pusher ? signature_of_pushed (b, pusher) : NULL;
  return type ? argument_class (type, owner->name, number) : NULL;
}
