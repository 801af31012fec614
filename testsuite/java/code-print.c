/* Prints a decoded body: its incoming values, lists of handlers, and blocks.

   A block's line says where it goes and what the locals hold at its start; an
   instruction's its line, what it pops and pushes, and, behind the semicolon,
   the stack before it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-test.h"

#define MOST_ENTRIES 12

static void
print_stack (FILE *out, const struct lk_stack *entry, unsigned n)
{
  if (entry == NULL)
    return;
  if (n == MOST_ENTRIES)
    {
      fprintf (out, " (%u more)", entry->depth);
      return;
    }
  print_stack (out, entry->below, n + 1);
  fprintf (out, " %s", entry->class_name ? entry->class_name
		       : lk_value_kind_name (entry->kind));
}

static void
print_member (FILE *out, const struct lk_class *class_, unsigned index)
{
  struct lk_member_ref member;
  struct lk_dynamic dynamic;
  const char *name;
  if (lk_class_member_at (class_, index, &member))
    fprintf (out, " %s.%s%s%s", member.class_name, member.name,
	     member.is_field ? " " : "", member.descriptor);
  else if (lk_class_dynamic_at (class_, index, &dynamic))
    fprintf (out, " %s%s%s", dynamic.name,
	     dynamic.descriptor[0] == '(' ? "" : " ", dynamic.descriptor);
  else if ((name = lk_class_name_at (class_, index)))
    fprintf (out, " %s", name);
  else if ((name = lk_class_string_at (class_, index)))
    fprintf (out, " \"%.40s\"", name);
  else
    fprintf (out, " #%u", index);
}

static void
print_operand (FILE *out, const struct lk_body *body,
	       const struct lk_insn *insn)
{
  const struct lk_local *local;
  switch (insn->op)
    {
    case LK_OP_CONST:
      switch (insn->kind)
	{
	case LK_VALUE_LONG: fprintf (out, " %lld", (long long) insn->u.l); break;
	case LK_VALUE_FLOAT: fprintf (out, " %a", (double) insn->u.f); break;
	case LK_VALUE_DOUBLE: fprintf (out, " %a", insn->u.d); break;
	default: fprintf (out, " %d", insn->u.i);
	}
      break;
    case LK_OP_LOAD: case LK_OP_STORE: case LK_OP_INC:
      fprintf (out, " %u", insn->u.local.slot);
      if (insn->op == LK_OP_INC)
	fprintf (out, " by %d", insn->u.local.increment);
      local = lk_body_insn_local (body, insn);
      if (local)
	fprintf (out, " '%s'", local->name);
      break;
    case LK_OP_POP:
      fprintf (out, " %u", insn->u.dup.count);
      break;
    case LK_OP_DUP:
      fprintf (out, " %u under %u", insn->u.dup.count, insn->u.dup.under);
      break;
    case LK_OP_COMPARE:
      fprintf (out, " nan %d", insn->u.i);
      break;
    case LK_OP_IF: case LK_OP_IF_ZERO:
      fprintf (out, " %s", lk_jump_cond_name (insn->u.branch.cond));
      /* Fall through.  */
    case LK_OP_GOTO: case LK_OP_JSR:
      fprintf (out, " B%u", (unsigned) insn->u.branch.target);
      break;
    case LK_OP_SWITCH:
      for (uint32_t i = 0; i < insn->u.table->n_cases; i++)
	fprintf (out, " %d:B%u", insn->u.table->cases[i].key,
		(unsigned) insn->u.table->cases[i].target);
      fprintf (out, " else:B%u", (unsigned) insn->u.table->otherwise);
      break;
    case LK_OP_LDC:
    case LK_OP_GET_STATIC: case LK_OP_PUT_STATIC:
    case LK_OP_GET_FIELD: case LK_OP_PUT_FIELD:
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL: case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE: case LK_OP_CALL_DYNAMIC:
    case LK_OP_NEW: case LK_OP_NEW_ARRAY: case LK_OP_NEW_ARRAYS:
    case LK_OP_CHECK_CAST: case LK_OP_INSTANCE_OF:
      print_member (out, body->class_, insn->u.ref.index);
      if (insn->op == LK_OP_NEW_ARRAYS)
	fprintf (out, " %u", insn->u.ref.dimensions);
      break;
    }
}

static void
print_insn (FILE *out, const struct lk_body *body, const struct lk_insn *insn)
{
  fprintf (out, "    %u:", insn->pc);
  if (insn->line)
    fprintf (out, " [%u]", insn->line);
  fprintf (out, " %s", lk_op_name (insn->op));
  if (insn->kind != LK_VALUE_NONE)
    fprintf (out, " %s", lk_value_kind_name (insn->kind));
  if (insn->type)
    fprintf (out, " %c", insn->type);
  print_operand (out, body, insn);
  fprintf (out, " -%u+%u%s;", insn->n_pops, insn->n_pushes,
	  insn->may_throw ? " throws" : "");
  print_stack (out, insn->stack, 0);
  fputc ('\n', out);
}

static void
print_locals (FILE *out, const struct lk_body *body,
	      const struct lk_code_block *block)
{
  const struct lk_insn *first = &body->insns[block->first_insn];
  for (unsigned slot = 0; slot < body->max_locals; slot++)
    {
      const char *class_name;
      enum lk_value_kind kind
	= lk_body_local_kind (body, first, (uint16_t) slot, &class_name);
      if (kind != LK_VALUE_NONE)
	fprintf (out, " %u:%s", slot,
		class_name ? class_name : lk_value_kind_name (kind));
    }
}

void
print_body (FILE *out, const struct lk_body *body)
{
  for (uint32_t i = 0; i < body->n_incoming; i++)
    fprintf (out, "  in %u %s %s\n", body->incoming[i].slot,
	    lk_value_kind_name (body->incoming[i].kind),
	    body->incoming[i].class_name ? body->incoming[i].class_name : "");
  for (uint32_t i = 1; i < body->n_lists; i++)
    {
      fprintf (out, "  list %u:", (unsigned) i);
      for (uint32_t k = 0; k < body->lists[i].n_catches; k++)
	{
	  const struct lk_catch *handler = &body->lists[i].catches[k];
	  fprintf (out, " %s:B%u", handler->class_name ? handler->class_name : "*",
		  (unsigned) handler->block);
	}
      fputc ('\n', out);
    }
  for (uint32_t b = 0; b < body->n_blocks; b++)
    {
      const struct lk_code_block *block = &body->blocks[b];
      fprintf (out, "  B%u%s", (unsigned) b, block->is_handler ? " handler" : "");
      if (block->copy)
	fprintf (out, " copy %u", (unsigned) block->copy);
      if (block->handlers)
	fprintf (out, " list %u", (unsigned) block->handlers);
      fprintf (out, " ->");
      for (uint32_t i = 0; i < block->n_successors; i++)
	fprintf (out, " B%u", (unsigned) block->successors[i]);
      fprintf (out, ";");
      print_locals (out, body, block);
      fputc ('\n', out);
      for (uint32_t i = 0; i < block->n_insns; i++)
	print_insn (out, body, &body->insns[block->first_insn + i]);
    }
}
