/* The effect of an instruction on a frame.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-internal.h"

/* An instruction at work.  */
struct step
{
  struct lk_decoder *decoder;
  struct lk_insn *insn;
  struct lk_frame *frame;
};

static const char *
opcode_name (const struct step *step)
{
  return lk_opcodes[step->insn->opcode].name;
}

/* With its article.  */
static const char *
a_kind (enum lk_value_kind kind)
{
  static const char *const names[] = {
    "nothing", "an int", "a long", "a float", "a double", "a reference"
  };
  return names[kind];
}

static lk_value
pop (struct step *step)
{
  const struct lk_stack_node *top = step->frame->stack;
  if (top == NULL)
    lk_decode_fail (step->decoder, step->insn->pc,
		    "%s finds the stack empty", opcode_name (step));
  step->frame->stack = (const struct lk_stack_node *) top->public.below;
  step->insn->n_pops++;
  return top->value;
}

static lk_value
pop_kind (struct step *step, enum lk_value_kind kind)
{
  lk_value value = pop (step);
  if (lk_value_kind (value) != kind)
    lk_decode_fail (step->decoder, step->insn->pc,
		    "%s finds %s on the stack, not %s", opcode_name (step),
		    a_kind (lk_value_kind (value)), a_kind (kind));
  return value;
}

static void
push_value (struct step *step, lk_value value)
{
  struct lk_decoder *decoder = step->decoder;
  const struct lk_stack_node *top = step->frame->stack;
  unsigned words = (top ? top->public.words : 0)
		   + lk_kind_words (lk_value_kind (value));
  if (words > decoder->code->max_stack)
    lk_decode_fail (decoder, step->insn->pc,
		    "%s makes the stack higher than max_stack, %u",
		    opcode_name (step), decoder->code->max_stack);
  step->frame->stack = lk_frame_push (decoder, top, value);
  step->insn->n_pushes++;
}

/* Entries at the top, from *INDEX down, that take exactly WORDS words, into
   VALUES; how many.  */
static unsigned
pop_words (struct step *step, unsigned words, lk_value *values)
{
  unsigned n = 0;
  while (words > 0)
    {
      lk_value value = pop (step);
      unsigned takes = lk_kind_words (lk_value_kind (value));
      if (takes > words)
	lk_decode_fail (step->decoder, step->insn->pc, "%s would split %s",
			opcode_name (step), a_kind (lk_value_kind (value)));
      words -= takes;
      values[n++] = value;
    }
  return n;
}

static void
push_back (struct step *step, const lk_value *values, unsigned n)
{
  while (n > 0)
    push_value (step, values[--n]);
}

static void
duplicate (struct step *step)
{
  lk_value copied[2], under[2];
  unsigned count = pop_words (step, step->insn->u.dup.count, copied);
  unsigned n_under = pop_words (step, step->insn->u.dup.under, under);
  push_back (step, copied, count);
  push_back (step, under, n_under);
  push_back (step, copied, count);
  step->insn->u.dup.count = (uint8_t) count;
  step->insn->u.dup.under = (uint8_t) n_under;
}

static void
load (struct step *step)
{
  struct lk_decoder *decoder = step->decoder;
  struct lk_insn *insn = step->insn;
  lk_value value = lk_locals_get (decoder->locals_levels,
				  step->frame->locals, insn->u.local.slot);
  if (value == LK_VALUE_ANY)
    value = insn->kind;
  if (lk_value_kind (value) != (enum lk_value_kind) insn->kind)
    lk_decode_fail (decoder, insn->pc, "%s finds %s in local %u, not %s",
		    opcode_name (step),
		    lk_value_kind (value) == LK_VALUE_NONE
		    ? "nothing that is set on all paths"
		    : a_kind (lk_value_kind (value)),
		    insn->u.local.slot, a_kind (insn->kind));
  if (insn->op == LK_OP_LOAD)
    push_value (step, value);
}

static void
store (struct step *step)
{
  struct lk_decoder *decoder = step->decoder;
  unsigned slot = step->insn->u.local.slot;
  lk_value value = pop_kind (step, step->insn->kind);
  const struct lk_locals *locals = step->frame->locals;

  /* The lower half of a long ends here, and so does what is in this one's
     upper half.  */
  if (slot > 0)
    {
      lk_value before = lk_locals_get (decoder->locals_levels, locals,
				       slot - 1);
      if (lk_kind_words (lk_value_kind (before)) == 2)
	locals = lk_locals_set (decoder, locals, slot - 1, LK_VALUE_NONE);
    }
  locals = lk_locals_set (decoder, locals, slot, value);
  if (lk_kind_words (step->insn->kind) == 2)
    locals = lk_locals_set (decoder, locals, slot + 1, LK_VALUE_NONE);
  step->frame->locals = locals;
}

static void
array_load (struct step *step)
{
  pop_kind (step, LK_VALUE_INT);
  lk_value array = pop_kind (step, LK_VALUE_REF);
  lk_value value = step->insn->kind;
  if (value == LK_VALUE_REF && !(array & LK_VALUE_RETURN))
    value |= lk_decode_element (step->decoder, array >> LK_VALUE_SHIFT)
	     << LK_VALUE_SHIFT;
  push_value (step, value);
}

static void
call (struct step *step, const struct lk_raw *raw)
{
  for (unsigned i = raw->n_arguments; i-- > 0; )
    pop_kind (step, raw->arguments[i]);
  if (step->insn->op != LK_OP_CALL_STATIC
      && step->insn->op != LK_OP_CALL_DYNAMIC)
    pop_kind (step, LK_VALUE_REF);
  if (raw->value != LK_VALUE_NONE)
    push_value (step, raw->value);
}

static void
leave (struct step *step)
{
  struct lk_decoder *decoder = step->decoder;
  if (step->insn->kind != decoder->result)
    lk_decode_fail (decoder, step->insn->pc,
		    "%s, but the result of the method is %s",
		    opcode_name (step), a_kind (decoder->result));
  if (step->insn->kind != LK_VALUE_NONE)
    pop_kind (step, step->insn->kind);
}

static void
swap (struct step *step)
{
  lk_value values[2];
  if (pop_words (step, 2, values) != 2)
    lk_decode_fail (step->decoder, step->insn->pc, "%s would split %s",
		    opcode_name (step), a_kind (lk_value_kind (values[0])));
  push_value (step, values[0]);
  push_value (step, values[1]);
}

/* The sizes are on the stack.  */
static void
make_array (struct step *step, const struct lk_raw *raw)
{
  unsigned n = step->insn->op == LK_OP_NEW_ARRAYS ? step->insn->u.ref.dimensions : 1;
  for (unsigned i = 0; i < n; i++)
    pop_kind (step, LK_VALUE_INT);
  push_value (step, raw->value);
}

/* Run an instruction that computes a number of one or two.  */
static void
compute (struct step *step)
{
  const struct lk_insn *insn = step->insn;
  enum lk_value_kind kind = insn->kind;
  enum lk_op op = (enum lk_op) insn->op;
  if (op == LK_OP_SHL || op == LK_OP_SHR || op == LK_OP_USHR)
    pop_kind (step, LK_VALUE_INT);
  else if (op == LK_OP_CONVERT)
    kind = lk_opcodes[insn->opcode].operand;
  else if (op != LK_OP_NEG)
    pop_kind (step, kind);
  pop_kind (step, kind);
  push_value (step, op == LK_OP_COMPARE ? LK_VALUE_INT : insn->kind);
}

void
lk_decode_step (struct lk_decoder *decoder, const struct lk_raw *raw,
		uint32_t callee, struct lk_insn *insn, struct lk_frame *frame)
{
  struct step step = { decoder, insn, frame };
  enum lk_value_kind kind = insn->kind;
  lk_value values[2];

  insn->stack = (const struct lk_stack *) frame->stack;
  insn->locals = frame->locals;
  switch ((enum lk_op) insn->op)
    {
    case LK_OP_NOP:
    case LK_OP_GOTO:
      break;
    case LK_OP_NULL:
      push_value (&step, LK_VALUE_NULL);
      break;
    case LK_OP_CONST:
      push_value (&step, kind);
      break;
    case LK_OP_LDC: case LK_OP_NEW: case LK_OP_GET_STATIC:
      push_value (&step, raw->value);
      break;
    case LK_OP_LOAD:
    case LK_OP_INC:
      load (&step);
      break;
    case LK_OP_STORE:
      store (&step);
      break;
    case LK_OP_ARRAY_LOAD:
      array_load (&step);
      break;
    case LK_OP_ARRAY_STORE:
      pop_kind (&step, kind);
      pop_kind (&step, LK_VALUE_INT);
      pop_kind (&step, LK_VALUE_REF);
      break;
    case LK_OP_POP:
      insn->u.dup.count = (uint8_t) pop_words (&step, insn->u.dup.count, values);
      break;
    case LK_OP_DUP:
      duplicate (&step);
      break;
    case LK_OP_SWAP:
      swap (&step);
      break;
    case LK_OP_ADD: case LK_OP_SUB: case LK_OP_MUL:
    case LK_OP_DIV: case LK_OP_REM:
    case LK_OP_AND: case LK_OP_OR: case LK_OP_XOR:
    case LK_OP_SHL: case LK_OP_SHR: case LK_OP_USHR:
    case LK_OP_NEG: case LK_OP_CONVERT: case LK_OP_COMPARE:
      compute (&step);
      break;
    case LK_OP_IF:
      pop_kind (&step, kind);
      /* Fall through.  */
    case LK_OP_IF_ZERO:
    case LK_OP_PUT_STATIC:
    case LK_OP_THROW:
    case LK_OP_MONITOR_ENTER:
    case LK_OP_MONITOR_EXIT:
      pop_kind (&step, kind);
      break;
    case LK_OP_JSR:
      push_value (&step, LK_VALUE_REF | LK_VALUE_RETURN | callee << LK_VALUE_SHIFT);
      break;
    case LK_OP_SWITCH:
      pop_kind (&step, LK_VALUE_INT);
      break;
    case LK_OP_RETURN:
      leave (&step);
      break;
    case LK_OP_PUT_FIELD:
      pop_kind (&step, kind);
      pop_kind (&step, LK_VALUE_REF);
      break;
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL: case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE: case LK_OP_CALL_DYNAMIC:
      call (&step, raw);
      break;
    case LK_OP_NEW_PRIMITIVES: case LK_OP_NEW_ARRAY: case LK_OP_NEW_ARRAYS:
      make_array (&step, raw);
      break;
    case LK_OP_ARRAY_LENGTH:
      pop_kind (&step, LK_VALUE_REF);
      push_value (&step, LK_VALUE_INT);
      break;
    case LK_OP_GET_FIELD:
    case LK_OP_CHECK_CAST:
    case LK_OP_INSTANCE_OF:
      pop_kind (&step, LK_VALUE_REF);
      push_value (&step, raw->value);
      break;
    case LK_N_OPS:
      break;
    }
}
