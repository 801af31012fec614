/* What must be so in every decoded body, whatever the bytes were.  A front end
   relies on it without looking.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <string.h>
#include "code-test.h"

static char fault[256];

static bool __attribute__ ((format (printf, 2, 3)))
require (bool good, const char *format, ...)
{
  va_list arguments;
  if (good)
    return true;
  va_start (arguments, format);
  vsnprintf (fault, sizeof fault, format, arguments);
  va_end (arguments);
  return false;
}

static unsigned
depth (const struct lk_insn *insn)
{
  return insn->stack ? insn->stack->depth : 0;
}

static bool
ends_block (const struct lk_insn *insn)
{
  switch (insn->op)
    {
    case LK_OP_IF: case LK_OP_IF_ZERO: case LK_OP_GOTO: case LK_OP_JSR:
    case LK_OP_SWITCH: case LK_OP_RETURN: case LK_OP_THROW:
      return true;
    default:
      return false;
    }
}

/* The stack itself is sound: depths and words add up.  */
static bool
check_stack (const struct lk_body *body, const struct lk_insn *insn)
{
  const struct lk_stack *top = insn->stack;
  if (top == NULL)
    return true;
  unsigned words
    = top->kind == LK_VALUE_LONG || top->kind == LK_VALUE_DOUBLE ? 2 : 1;
  return require (top->kind > LK_VALUE_NONE && top->kind <= LK_VALUE_REF,
		  "pc %u: kind %u", insn->pc, top->kind)
	 && require (top->depth == 1 + (top->below ? top->below->depth : 0)
		     && top->words == words
				      + (top->below ? top->below->words : 0),
		     "pc %u: the stack's depths", insn->pc)
	 && require (top->depth <= body->max_depth
		     && top->words <= body->method->code->max_stack,
		     "pc %u: the stack is too deep", insn->pc)
	 && require (top->class_name == NULL || top->kind == LK_VALUE_REF,
		     "pc %u: a class that is no reference", insn->pc);
}

static bool
check_operand (const struct lk_body *body, const struct lk_insn *insn,
	       const struct lk_code_block *block)
{
  enum lk_value_kind kind = insn->kind;
  const struct lk_stack *top = insn->stack;
  switch (insn->op)
    {
    case LK_OP_LOAD:
    case LK_OP_INC:
      return require (insn->u.local.slot < body->max_locals, "pc %u: local",
		      insn->pc);
    case LK_OP_STORE:
      return require (insn->u.local.slot < body->max_locals
		      && top && top->kind == kind, "pc %u: store", insn->pc);
    case LK_OP_IF: case LK_OP_IF_ZERO: case LK_OP_GOTO: case LK_OP_JSR:
      return require (insn->u.branch.target == block->successors[0],
		      "pc %u: target", insn->pc);
    case LK_OP_SWITCH:
      if (!require (insn->u.table->otherwise == block->successors[0],
		    "pc %u: default", insn->pc))
	return false;
      for (uint32_t i = 0; i < insn->u.table->n_cases; i++)
	if (!require (insn->u.table->cases[i].target < body->n_blocks
		      && (i == 0 || insn->u.table->cases[i].key
			  > insn->u.table->cases[i - 1].key),
		      "pc %u: case %u", insn->pc, (unsigned) i))
	  return false;
      return true;
    case LK_OP_DUP:
      return require ((insn->u.dup.count == 1 || insn->u.dup.count == 2)
		      && insn->u.dup.under <= 2
		      && insn->n_pops == insn->u.dup.count + insn->u.dup.under
		      && insn->n_pushes == insn->n_pops + insn->u.dup.count,
		      "pc %u: dup", insn->pc);
    case LK_OP_POP:
      return require (insn->n_pops == insn->u.dup.count, "pc %u: pop",
		      insn->pc);
    case LK_OP_RETURN:
      return require (insn->n_pops == (kind != LK_VALUE_NONE)
		      && (kind == LK_VALUE_NONE || top->kind == kind),
		      "pc %u: return", insn->pc);
    case LK_OP_GET_FIELD: case LK_OP_PUT_FIELD:
    case LK_OP_GET_STATIC: case LK_OP_PUT_STATIC:
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL:
    case LK_OP_CALL_STATIC: case LK_OP_CALL_INTERFACE:
      {
	struct lk_member_ref member;
	return require (lk_class_member_at (body->class_, insn->u.ref.index,
					    &member)
			&& kind == lk_value_kind_of (insn->type)
			&& member.is_field == (insn->op <= LK_OP_PUT_FIELD),
			"pc %u: member", insn->pc);
      }
    case LK_OP_NEW: case LK_OP_NEW_ARRAY: case LK_OP_NEW_ARRAYS:
    case LK_OP_CHECK_CAST: case LK_OP_INSTANCE_OF:
      return require (lk_class_name_at (body->class_, insn->u.ref.index),
		      "pc %u: class", insn->pc);
    default:
      return true;
    }
}

/* The stacks behind FROM and at TO have the same kinds, as far as it takes no
   long to see.  */
static bool
check_flow (const struct lk_body *body, const struct lk_code_block *from,
	    const struct lk_code_block *to)
{
  const struct lk_insn *last
    = &body->insns[from->first_insn + from->n_insns - 1];
  const struct lk_insn *first = &body->insns[to->first_insn];
  unsigned behind = depth (last) - last->n_pops + last->n_pushes;
  const struct lk_stack *a = last->stack, *b = first->stack;
  if (!require (depth (first) == behind, "pc %u to %u: depth %u, not %u",
		last->pc, first->pc, depth (first), behind))
    return false;
  for (unsigned i = 0; i < last->n_pops; i++)
    a = a->below;
  for (unsigned i = 0; i < last->n_pushes; i++)
    b = b->below;
  for (unsigned i = 0; a != b && i < 100; i++, a = a->below, b = b->below)
    if (!require (a->kind == b->kind, "pc %u to %u: kinds", last->pc,
		  first->pc))
      return false;
  return true;
}

static bool
check_block (const struct lk_body *body, const struct lk_code_block *block)
{
  bool throws = false;
  for (uint32_t i = 0; i < block->n_insns; i++)
    {
      const struct lk_insn *insn = &body->insns[block->first_insn + i];
      bool is_last = i + 1 == block->n_insns;
      throws |= insn->may_throw;
      if (!require (insn->op < LK_N_OPS, "pc %u: operation", insn->pc)
	  || !require (is_last || !ends_block (insn), "pc %u: goes on",
		       insn->pc)
	  || !check_stack (body, insn)
	  || !require (insn->n_pops <= depth (insn), "pc %u: pops %u of %u",
		       insn->pc, insn->n_pops, depth (insn))
	  || !require (is_last || depth (insn) - insn->n_pops + insn->n_pushes
				  == depth (insn + 1),
		       "pc %u: depth behind it", insn->pc)
	  || !check_operand (body, insn, block))
	return false;
    }
  const struct lk_insn *last
    = &body->insns[block->first_insn + block->n_insns - 1];
  bool leaves = last->op == LK_OP_RETURN || last->op == LK_OP_THROW;
  if (!require (block->handlers < body->n_lists
		&& (throws || block->handlers == 0), "list %u",
		(unsigned) block->handlers)
      || !require ((block->n_successors == 0) == leaves
		   && (last->op == LK_OP_SWITCH || block->n_successors
		       == (leaves ? 0u : last->op == LK_OP_IF
			   || last->op == LK_OP_IF_ZERO ? 2u : 1u)),
		   "pc %u: %u successors", last->pc,
		   (unsigned) block->n_successors))
    return false;
  for (uint32_t i = 0; i < block->n_successors; i++)
    if (!require (block->successors[i] < body->n_blocks, "successor")
	|| !check_flow (body, block, &body->blocks[block->successors[i]]))
      return false;
  return true;
}

static bool
check_lists (const struct lk_body *body)
{
  if (!require (body->n_lists > 0 && body->lists[0].n_catches == 0,
		"the empty list"))
    return false;
  for (uint32_t i = 0; i < body->n_lists; i++)
    for (uint32_t k = 0; k < body->lists[i].n_catches; k++)
      {
	const struct lk_catch *handler = &body->lists[i].catches[k];
	if (!require (handler->block < body->n_blocks, "handler")
	    || !require (handler->class_name
			 || k + 1 == body->lists[i].n_catches,
			 "list %u: behind one that catches all", (unsigned) i))
	  return false;
	const struct lk_code_block *block = &body->blocks[handler->block];
	const struct lk_insn *first = &body->insns[block->first_insn];
	if (!require (block->is_handler && depth (first) == 1
		      && first->stack->kind == LK_VALUE_REF,
		      "pc %u: not a handler", first->pc))
	  return false;
      }
  return true;
}

const char *
check_body (const struct lk_body *body)
{
  uint32_t insns = 0;
  if (!require (body->n_blocks > 0 && body->insns[0].pc == 0
		&& body->blocks[0].copy == 0, "the entry")
      || !require (body->n_unreachable < body->n_raw, "unreachable")
      || !check_lists (body))
    return fault;
  for (uint32_t b = 0; b < body->n_blocks; b++)
    {
      const struct lk_code_block *block = &body->blocks[b];
      if (!require (block->first_insn == insns && block->n_insns > 0,
		    "block %u", (unsigned) b))
	return fault;
      insns += block->n_insns;
      if (!require (insns <= body->n_insns, "instructions")
	  || !check_block (body, block))
	return fault;
    }
  if (!require (insns == body->n_insns
		&& (body->n_copies > 0
		    || insns == body->n_raw - body->n_unreachable),
		"%u instructions", (unsigned) insns))
    return fault;
  return NULL;
}
