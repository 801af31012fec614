/* Statements of calls, lambdas and string concatenations.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "body-builder.h"

/* The object that the result of INSN is, call number CALL or, if that is NONE, none, if it is
   one.  */
static uint32_t
push_result (struct body_builder *b, const struct lk_insn *insn, uint32_t call)
{
  if (insn->kind == LK_VALUE_NONE)
    return NONE;
  if (insn->kind != LK_VALUE_REF)
    {
      push_value (b, (struct value) { call == NONE ? VALUE_OTHER : VALUE_RESULT, NONE, call });
      return NONE;
    }
  uint32_t var = new_var (b);
  push_object (b, var);
  return var;
}

static void
set_argument (struct loop_call *call, unsigned i, struct value value)
{
  call->args[i] = object_of (value);
  call->numbers[i] = number_of (value);
}

void
build_call (struct body_builder *b, const struct lk_insn *insn)
{
  struct lk_member_ref ref;
  struct program *p = b->p;
  struct loop_call call = { .op = insn->op, .line = (uint16_t) b->line, .block = b->block };
  const struct lk_stack *receiver
    = insn->op == LK_OP_CALL_STATIC ? NULL : lk_insn_operand (insn, insn->n_pops - 1u);
  call.n_args = insn->n_pops;
  call.args = lk_arena_alloc_array (p->arena, insn->n_pops, sizeof *call.args);
  call.numbers = lk_arena_alloc_array (p->arena, insn->n_pops, sizeof *call.numbers);
  for (unsigned i = insn->n_pops; i-- > 0;)
    set_argument (&call, i, pop_value (b));
  bool known = lk_class_member_at (b->file, insn->u.ref.index, &ref);
  call.result = push_result (b, insn, known ? (uint32_t) b->n_calls : NONE);
  call.asked = insn->kind != LK_VALUE_NONE && insn->kind != LK_VALUE_REF;
  if (!known)
    return;
  struct lk_type *type = lk_hierarchy_type (p->hierarchy,
					    *ref.class_name == '[' ? "java/lang/Object"
					    : ref.class_name);
  call.declared = lk_hierarchy_resolve_method (p->hierarchy, type, ref.name, ref.descriptor);
  call.name = lk_arena_strdup (p->arena, ref.name);
  call.descriptor = lk_arena_strdup (p->arena, ref.descriptor);
  /* The receiver's class may be known better than the reference says.  */
  if (receiver && receiver->class_name && *receiver->class_name != '[')
    {
      struct lk_type *better = lk_hierarchy_type (p->hierarchy, receiver->class_name);
      if (better && better->class_file
	  && lk_hierarchy_is_subtype (p->hierarchy, better, type))
	type = better;
    }
  call.type = type;
  ROOM (b->calls, b->n_calls, b->calls_room);
  b->calls[b->n_calls] = call;
  add_op (b, OP_CALL, (uint32_t) b->n_calls++, 0, 0);
}

static bool
bootstrap_is (const struct lk_method_handle *handle, const char *name)
{
  return !strcmp (handle->member.class_name, name);
}

/* A lambda or method reference: an object that holds what it captured.  */
static bool
build_lambda (struct body_builder *b, const struct lk_dynamic *dynamic, unsigned n_captured,
	      const struct value *captured)
{
  struct lk_method_handle handle;
  struct program *p = b->p;
  if (dynamic->bootstrap->n_arguments < 3
      || !lk_class_method_handle_at (b->file, dynamic->bootstrap->arguments[1], &handle)
      || handle.member.is_field)
    return false;
  struct loop_lambda *lambda = lk_arena_alloc (p->arena, sizeof *lambda);
  const char *result = strchr (dynamic->descriptor, ')') + 1;
  uint32_t interface = field_type (p, result);
  lambda->interface = interface ? p->types[interface].type : NULL;
  lambda->kind = handle.kind;
  lambda->n_captured = n_captured;
  lambda->descriptor = lk_arena_strdup (p->arena, handle.member.descriptor);
  lambda->owner = lk_hierarchy_type (p->hierarchy, *handle.member.class_name == '['
				     ? "java/lang/Object" : handle.member.class_name);
  lambda->body = lk_hierarchy_resolve_method (p->hierarchy, lambda->owner, handle.member.name,
					      handle.member.descriptor);
  uint32_t var = new_var (b);
  add_op (b, OP_NEW, var, type_of_lambda (p, lambda), 0);
  for (unsigned i = 0; i < n_captured; i++)
    if (captured[i].kind == VALUE_OBJECT)
      add_op (b, OP_STORE, var, captured[i].ref, FIELD_CAPTURED + i);
  push_object (b, var);
  return true;
}

/* A text that is made of PARTS: they are the arguments of a call that no statement makes.  */
static void
build_text (struct body_builder *b, uint32_t result, const struct value *parts, unsigned n)
{
  struct program *p = b->p;
  struct loop_call call = { .op = LK_OP_CALL_DYNAMIC, .block = b->block, .n_args = n,
    .result = NONE };
  call.args = lk_arena_alloc_array (p->arena, n, sizeof *call.args);
  call.numbers = lk_arena_alloc_array (p->arena, n, sizeof *call.numbers);
  for (unsigned i = 0; i < n; i++)
    set_argument (&call, i, parts[i]);
  ROOM (b->calls, b->n_calls, b->calls_room);
  b->calls[b->n_calls++] = call;
  add_op (b, OP_NEW, result, type_named (p, "java/lang/String"), (uint32_t) b->n_calls);
}

void
build_dynamic (struct body_builder *b, const struct lk_insn *insn)
{
  struct lk_dynamic dynamic;
  struct lk_method_handle handle;
  struct value captured[256];
  for (unsigned i = insn->n_pops; i-- > 0;)
    captured[i] = pop_value (b);
  bool known = (lk_class_dynamic_at (b->file, insn->u.ref.index, &dynamic)
		&& lk_class_method_handle_at (b->file, dynamic.bootstrap->handle, &handle));
  if (known && bootstrap_is (&handle, "java/lang/invoke/LambdaMetafactory")
      && build_lambda (b, &dynamic, insn->n_pops, captured))
    return;
  uint32_t result = push_result (b, insn, NONE);
  if (result != NONE && known
      && bootstrap_is (&handle, "java/lang/invoke/StringConcatFactory"))
    build_text (b, result, captured, insn->n_pops);
}
