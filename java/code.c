/* The decoder's result, and questions about it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-internal.h"
#include "class-internal.h"

#include <stdlib.h>
#include <string.h>

/* The result for callers, with the data for queries.  */
struct body
{
  struct lk_body public;	/* First.  */
  const char *const *names;
  unsigned locals_levels;
};

/* ---- The frame at the entry.  ---- */

static void
add_incoming (struct lk_decoder *decoder, uint32_t *slot, char type,
	      lk_value value)
{
  struct lk_incoming *incoming = &decoder->incoming[decoder->n_incoming++];
  enum lk_value_kind kind = lk_value_kind (value);

  if (*slot + lk_kind_words (kind) > decoder->code->max_locals)
    lk_decode_fail (decoder, LK_NO_INDEX,
		    "its arguments take more than max_locals, %u",
		    decoder->code->max_locals);
  incoming->class_name = decoder->names[value >> LK_VALUE_SHIFT];
  incoming->slot = (uint16_t) *slot;
  incoming->kind = (uint8_t) kind;
  incoming->type = type;
  decoder->entry.locals = lk_locals_set (decoder, decoder->entry.locals, *slot,
					 value);
  *slot += lk_kind_words (kind);
}

static void
set_entry (struct lk_decoder *decoder)
{
  const struct lk_method *method = decoder->method;
  const char *at = method->descriptor + 1;
  uint32_t slot = 0;

  decoder->names = lk_arena_alloc_array (decoder->arena, 16,
					 sizeof *decoder->names);
  decoder->names_room = 16;
  decoder->n_names = LK_NAME_NULL + 1;
  decoder->locals_levels = lk_locals_levels (decoder->code->max_locals);
  decoder->incoming
    = lk_arena_alloc_array (decoder->arena,
			    lk_descriptor_parameters (method->descriptor) + 1,
			    sizeof *decoder->incoming);
  if (!(method->access & LK_ACC_STATIC))
    {
      const char *name = decoder->class_->name;
      uint32_t number = lk_decode_name (decoder, name, strlen (name));
      add_incoming (decoder, &slot, 'L',
		    LK_VALUE_REF | number << LK_VALUE_SHIFT);
    }
  while (*at != ')')
    {
      char type = *at;
      add_incoming (decoder, &slot, type, lk_decode_type (decoder, &at));
    }
  decoder->result = lk_value_kind_of (at[1]);
}

/* ---- The result.  ---- */

static int
compare_nodes (const void *a, const void *b)
{
  const struct lk_node *x = *(struct lk_node *const *) a;
  const struct lk_node *y = *(struct lk_node *const *) b;
  if (x->copy != y->copy)
    return x->copy < y->copy ? -1 : 1;
  return x->raw < y->raw ? -1 : x->raw > y->raw;
}

/* The blocks that NODE goes to.  SEEN has a mark for each block: of the last
   block that listed it, plus 1.  */
static void
put_successors (struct lk_decoder *decoder, const struct lk_node *node,
		struct lk_code_block *block, uint32_t *seen)
{
  const struct lk_insn *last = lk_last_insn (decoder, node);
  bool is_switch = last->op == LK_OP_SWITCH;
  uint32_t *successors
    = lk_arena_alloc_array (decoder->arena,
			    is_switch ? last->u.table->n_cases + 1 : 2,
			    sizeof *successors);
  uint32_t n = 0;
  struct lk_node *successor;
  for (uint32_t i = 0; (successor = lk_decode_successor (decoder, node, i));
       i++)
    {
      if (is_switch && seen[successor->number] == node->number + 1)
	continue;
      seen[successor->number] = node->number + 1;
      successors[n++] = successor->number;
    }
  block->successors = successors;
  block->n_successors = n;
}

static const struct lk_switch_table *
copy_table (struct lk_decoder *decoder, const struct lk_node *node,
	    const struct lk_switch_table *raw)
{
  struct lk_switch_table *table
    = lk_arena_alloc (decoder->arena, sizeof *table);
  struct lk_switch_case *cases
    = lk_arena_alloc_array (decoder->arena, raw->n_cases, sizeof *cases);
  table->otherwise = lk_decode_successor (decoder, node, 0)->number;
  table->n_cases = raw->n_cases;
  table->cases = cases;
  for (uint32_t i = 0; i < raw->n_cases; i++)
    {
      cases[i].key = raw->cases[i].key;
      cases[i].target = lk_decode_successor (decoder, node, i + 1)->number;
    }
  return table;
}

/* The instructions of NODE, which goes to FIRST_SUCCESSOR.  */
static void
put_insns (struct lk_decoder *decoder, const struct lk_node *node,
	   uint32_t first_successor, struct lk_insn *insns)
{
  const struct lk_raw_block *raw_block = &decoder->raw_blocks[node->raw];
  struct lk_frame frame = node->frame;

  for (uint32_t i = 0; i < raw_block->count; i++)
    {
      const struct lk_raw *raw = &decoder->raws[raw_block->first + i];
      uint32_t callee = raw->insn.op == LK_OP_JSR
			? lk_decode_callee (decoder, node) : 0;
      insns[i] = raw->insn;
      lk_decode_step (decoder, raw, callee, &insns[i], &frame);
    }
  struct lk_insn *last = &insns[raw_block->count - 1];
  switch (last->op)
    {
    case LK_OP_IF: case LK_OP_IF_ZERO: case LK_OP_GOTO: case LK_OP_JSR:
      last->u.branch.target = first_successor;
      break;
    case LK_OP_SWITCH:
      last->u.table = copy_table (decoder, node, last->u.table);
      break;
    default:
      break;
    }
}

static void
put_blocks (struct lk_decoder *decoder, struct lk_body *body)
{
  uint32_t n_insns = 0;
  struct lk_code_block *blocks
    = lk_arena_alloc_array (decoder->arena, decoder->n_nodes, sizeof *blocks);
  uint32_t *seen = lk_arena_alloc_array (decoder->arena, decoder->n_nodes,
					 sizeof *seen);

  for (uint32_t i = 0; i < decoder->n_nodes; i++)
    n_insns += decoder->raw_blocks[decoder->nodes[i]->raw].count;
  struct lk_insn *insns = lk_arena_alloc_array (decoder->arena, n_insns,
						sizeof *insns);
  n_insns = 0;
  for (uint32_t i = 0; i < decoder->n_nodes; i++)
    {
      const struct lk_node *node = decoder->nodes[i];
      struct lk_code_block *block = &blocks[i];
      block->first_insn = n_insns;
      block->n_insns = decoder->raw_blocks[node->raw].count;
      block->handlers = node->dispatch;
      block->copy = node->copy;
      block->is_handler = node->is_handler;
      put_successors (decoder, node, block, seen);
      put_insns (decoder, node, block->n_successors ? block->successors[0] : 0,
		 &insns[n_insns]);
      n_insns += block->n_insns;
    }
  body->n_blocks = decoder->n_nodes;
  body->blocks = blocks;
  body->n_insns = n_insns;
  body->insns = insns;
}

/* Before the nodes get their last numbers.  */
static void
put_lists (struct lk_decoder *decoder, struct lk_body *body,
	   struct lk_node **by_number)
{
  struct lk_catch_list *lists
    = lk_arena_alloc_array (decoder->arena, decoder->n_dispatches + 1,
			    sizeof *lists);
  for (uint32_t i = 0; i < decoder->n_dispatches; i++)
    {
      const struct lk_dispatch *dispatch = decoder->dispatches[i];
      struct lk_catch *catches
	= lk_arena_alloc_array (decoder->arena, dispatch->n_catches,
				sizeof *catches);
      for (uint32_t k = 0; k < dispatch->n_catches; k++)
	{
	  catches[k].class_name = decoder->names[dispatch->catches[k].name];
	  catches[k].block = by_number[dispatch->catches[k].block]->number;
	}
      lists[i + 1].n_catches = dispatch->n_catches;
      lists[i + 1].catches = catches;
    }
  body->n_lists = decoder->n_dispatches + 1;
  body->lists = lists;
}

static int
compare_named (const void *a, const void *b)
{
  const struct lk_local *x = *(const struct lk_local *const *) a;
  const struct lk_local *y = *(const struct lk_local *const *) b;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
put_named (struct lk_decoder *decoder, struct lk_body *body)
{
  const struct lk_code *code = decoder->code;
  const struct lk_local **named
    = lk_arena_alloc_array (decoder->arena, code->n_locals, sizeof *named);
  for (unsigned i = 0; i < code->n_locals; i++)
    named[i] = &code->locals[i];
  if (code->n_locals)
    qsort (named, code->n_locals, sizeof *named, compare_named);
  body->n_named = code->n_locals;
  body->named = named;
}

static struct body *
make_body (struct lk_decoder *decoder)
{
  struct body *body = lk_arena_alloc (decoder->arena, sizeof *body);
  struct lk_node **by_number
    = lk_arena_alloc_array (decoder->arena, decoder->n_nodes,
			    sizeof *by_number);

  memcpy (by_number, decoder->nodes, decoder->n_nodes * sizeof *by_number);
  qsort (decoder->nodes, decoder->n_nodes, sizeof *decoder->nodes,
	 compare_nodes);
  for (uint32_t i = 0; i < decoder->n_nodes; i++)
    decoder->nodes[i]->number = i;

  body->public.class_ = decoder->class_;
  body->public.method = decoder->method;
  put_lists (decoder, &body->public, by_number);
  put_blocks (decoder, &body->public);
  put_named (decoder, &body->public);
  body->public.n_incoming = decoder->n_incoming;
  body->public.incoming = decoder->incoming;
  body->public.max_locals = decoder->code->max_locals;
  body->public.max_depth = (uint16_t) decoder->max_depth;
  body->public.n_raw = decoder->n_raws;
  for (uint32_t i = 0; i < decoder->n_raw_blocks; i++)
    if (!decoder->raw_blocks[i].reached)
      body->public.n_unreachable += decoder->raw_blocks[i].count;
  body->public.n_copies = decoder->n_copies - 1;
  body->names = decoder->names;
  body->locals_levels = decoder->locals_levels;
  return body;
}

const struct lk_body *
lk_body_decode (struct lk_arena *arena, const struct lk_class *class_,
		const struct lk_method *method, struct lk_java_error *error)
{
  struct lk_decoder *decoder = lk_arena_alloc (arena, sizeof *decoder);
  decoder->arena = arena;
  decoder->class_ = class_;
  decoder->method = method;
  decoder->code = method->code;
  decoder->error = error;
  if (setjmp (decoder->out))
    return NULL;
  set_entry (decoder);
  lk_decode_read (decoder);
  lk_decode_blocks (decoder);
  lk_decode_flow (decoder);
  return &make_body (decoder)->public;
}

/* ---- Questions.  ---- */

enum lk_value_kind
lk_body_local_kind (const struct lk_body *public, const struct lk_insn *insn,
		    uint16_t slot, const char **class_name)
{
  const struct body *body = (const struct body *) public;
  lk_value value = LK_VALUE_NONE;
  if (slot < public->max_locals)
    value = lk_locals_get (body->locals_levels, insn->locals, slot);
  if (class_name)
    *class_name = (value & 7) == LK_VALUE_REF && !(value & LK_VALUE_RETURN)
		  ? body->names[value >> LK_VALUE_SHIFT] : NULL;
  return lk_value_kind (value);
}

const struct lk_local *
lk_body_local_at (const struct lk_body *body, uint16_t slot, uint32_t pc)
{
  uint32_t low = 0, high = body->n_named;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      const struct lk_local *local = body->named[middle];
      if (local->slot < slot || (local->slot == slot && local->start <= pc))
	low = middle + 1;
      else
	high = middle;
    }
  if (low == 0)
    return NULL;
  const struct lk_local *local = body->named[low - 1];
  return local->slot == slot && pc - local->start < local->length
	 ? local : NULL;
}

const struct lk_local *
lk_body_insn_local (const struct lk_body *body, const struct lk_insn *insn)
{
  if (insn->op != LK_OP_LOAD && insn->op != LK_OP_STORE && insn->op != LK_OP_INC)
    return NULL;
  if (insn->op == LK_OP_STORE)
    {
      unsigned length = 1;
      if (body->method->code->bytes[insn->pc] != insn->opcode)
	length = 4;
      else if (lk_opcodes[insn->opcode].format == LK_FORMAT_LOCAL)
	length = 2;
      const struct lk_local *begins
	= lk_body_local_at (body, insn->u.local.slot, insn->pc + length);
      if (begins)
	return begins;
    }
  return lk_body_local_at (body, insn->u.local.slot, insn->pc);
}

const struct lk_stack *
lk_insn_operand (const struct lk_insn *insn, unsigned n)
{
  const struct lk_stack *entry = insn->stack;
  while (entry && n-- > 0)
    entry = entry->below;
  return entry;
}
