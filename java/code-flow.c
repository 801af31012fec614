/* The frames of all blocks, by one forward dataflow, and the copies of subroutines, which are
   made when it finds their calls.

   A subroutine is copied for each call, so a ret has one target: the return address in its
   local, which is followed like any value.  A call in a copy gets a copy of its own.  A block
   that both a subroutine and its caller can reach (the end of a loop that a finally block
   leaves by "continue") belongs to the caller; otherwise all later code would be copied, once
   for each call, and for each call in the copies.

   All exceptions of a block join in the dispatch of its list of handlers, so the edges are as
   many as the members of all lists.  Termination: blocks are taken in the order of the code,
   so for compiled Java few are taken twice.  A frame that has changed 8 times loses the names
   of classes, one that has changed 24 times loses its locals (they become ANY): otherwise a
   loop that moves 10,000 locals each to the next would be run 10,000 times.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "../spec/priority.h"
#include "code-internal.h"

#include <string.h>

#define CHANGES_WITH_NAMES 8
#define CHANGES_WITH_KINDS 24

/* ---- Nodes and copies.  ---- */

/* The copy that block RAW belongs to when it is reached from COPY: of COPY and
   all that led to it, the first.  */
static uint32_t
owner (const struct lk_decoder *decoder, uint32_t copy, uint32_t raw)
{
  uint32_t found = copy;
  for (uint32_t c = copy; c != 0; c = decoder->copies[c]->parent)
    if (lk_bit (decoder->copies[c]->subroutine->reaches, raw))
      found = c;
  return copy != 0 && lk_bit (decoder->method_reaches, raw) ? 0 : found;
}

/* The node of block RAW when it is reached from COPY.  */
static struct lk_node *
find_node (struct lk_decoder *decoder, uint32_t copy, uint32_t raw)
{
  const struct lk_raw_block *block = &decoder->raw_blocks[raw];
  uint32_t hash = 0;

  if (copy != 0)
    copy = owner (decoder, copy, raw);
  if (copy == 0)
    {
      if (decoder->first_nodes[raw])
	return decoder->first_nodes[raw];
    }
  else
    {
      hash = lk_mix (copy, raw);
      uint32_t at = hash;
      for (struct lk_node *node;
	   (node = lk_map_next (&decoder->node_map, hash, &at)); )
	if (node->copy == copy && node->raw == raw)
	  return node;
    }

  decoder->n_copied += block->count + block->n_cases;
  if (decoder->n_copied > decoder->most_copied)
    lk_decode_fail (decoder, LK_NO_INDEX,
		    "with a copy of each subroutine for each of its calls it "
		    "has more than %u instructions, the limit",
		    (unsigned) decoder->most_copied);
  struct lk_node *node = lk_arena_alloc (decoder->arena, sizeof *node);
  node->raw = raw;
  node->copy = copy;
  node->number = decoder->n_nodes;
  decoder->nodes = lk_decode_grow (decoder, decoder->nodes, decoder->n_nodes,
				   &decoder->nodes_room,
				   sizeof *decoder->nodes);
  decoder->nodes[decoder->n_nodes++] = node;
  if (copy == 0)
    decoder->first_nodes[raw] = node;
  else
    lk_map_add (decoder->arena, &decoder->node_map, hash, node);
  return node;
}

static uint32_t
add_copy (struct lk_decoder *decoder, uint32_t parent, uint32_t call,
	  const struct lk_subroutine *subroutine)
{
  struct lk_copy *copy = lk_arena_alloc (decoder->arena, sizeof *copy);
  decoder->copies = lk_decode_grow (decoder, decoder->copies,
				    decoder->n_copies, &decoder->copies_room,
				    sizeof *decoder->copies);
  copy->parent = parent;
  copy->call = call;
  copy->subroutine = subroutine;
  copy->number = decoder->n_copies;
  decoder->copies[decoder->n_copies++] = copy;
  return copy->number;
}

uint32_t
lk_decode_callee (struct lk_decoder *decoder, const struct lk_node *node)
{
  uint32_t hash = lk_mix (node->copy, node->raw), at = hash;
  for (struct lk_copy *copy;
       (copy = lk_map_next (&decoder->copy_map, hash, &at)); )
    if (copy->parent == node->copy && copy->call == node->raw)
      return copy->number;

  const struct lk_insn *insn = lk_last_insn (decoder, node);
  uint32_t entry = decoder->block_of[insn->u.branch.target];
  const struct lk_subroutine *subroutine
    = &decoder->subroutines[decoder->subroutine_at[entry]];
  for (uint32_t c = node->copy; c != 0; c = decoder->copies[c]->parent)
    if (decoder->copies[c]->subroutine == subroutine)
      lk_decode_fail (decoder, insn->pc, "the subroutine at pc %u calls itself",
		      decoder->raws[insn->u.branch.target].insn.pc);
  uint32_t number = add_copy (decoder, node->copy, node->raw, subroutine);
  lk_map_add (decoder->arena, &decoder->copy_map, hash,
	      decoder->copies[number]);
  return number;
}

/* The block that follows NODE's in the code.  */
static struct lk_node *
next_node (struct lk_decoder *decoder, uint32_t copy, uint32_t raw)
{
  if (raw + 1 == decoder->n_raw_blocks)
    {
      const struct lk_raw_block *block = &decoder->raw_blocks[raw];
      lk_decode_fail (decoder,
		      decoder->raws[block->first + block->count - 1].insn.pc,
		      "the code goes on behind its end");
    }
  return find_node (decoder, copy, raw + 1);
}

struct lk_node *
lk_decode_successor (struct lk_decoder *decoder, const struct lk_node *node,
		     uint32_t i)
{
  const struct lk_insn *last = lk_last_insn (decoder, node);
  const struct lk_switch_table *table;
  uint32_t raw, copy = node->copy;

  switch (last->op)
    {
    case LK_OP_RETURN:
    case LK_OP_THROW:
      return NULL;
    case LK_OP_SWITCH:
      table = last->u.table;
      if (i > table->n_cases)
	return NULL;
      raw = i == 0 ? table->otherwise : table->cases[i - 1].target;
      break;
    case LK_OP_IF:
    case LK_OP_IF_ZERO:
      if (i == 1)
	return next_node (decoder, copy, node->raw);
      raw = last->u.branch.target;
      break;
    case LK_OP_GOTO:
      if (last->opcode == LK_OPCODE_RET)
	{
	  const struct lk_copy *left = decoder->copies[node->returns_from];
	  return i == 0 ? next_node (decoder, left->parent, left->call) : NULL;
	}
      raw = last->u.branch.target;
      break;
    case LK_OP_JSR:
      copy = lk_decode_callee (decoder, node);
      raw = last->u.branch.target;
      break;
    default:
      return i == 0 ? next_node (decoder, copy, node->raw) : NULL;
    }
  if (i > 0 && last->op != LK_OP_SWITCH)
    return NULL;
  return find_node (decoder, copy, decoder->block_of[raw]);
}

/* ---- The queue.  ---- */

static bool
comes_before (const void *a, const void *b, const void *data)
{
  const struct lk_node *m = a, *n = b;
  (void) data;
  return m->copy != n->copy ? m->copy < n->copy : m->raw < n->raw;
}

static void
enqueue (struct lk_decoder *decoder, struct lk_node *node)
{
  if (node->queued)
    return;
  node->queued = true;
  decoder->queue = lk_decode_grow (decoder, decoder->queue, decoder->n_queued,
				   &decoder->queue_room,
				   sizeof *decoder->queue);
  lk_priority_add (decoder->queue, &decoder->n_queued, node, comes_before, NULL);
}

static struct lk_node *
dequeue (struct lk_decoder *decoder)
{
  struct lk_node *first
    = lk_priority_take (decoder->queue, &decoder->n_queued, comes_before, NULL);
  first->queued = false;
  return first;
}

/* ---- Flow.  ---- */

static const struct lk_locals *
merge_locals (struct lk_decoder *decoder, const struct lk_locals *old,
	      const struct lk_locals *new, unsigned visits)
{
  if (visits > CHANGES_WITH_KINDS)
    return lk_locals_any (decoder);
  const struct lk_locals *merged = lk_locals_merge (decoder, old, new);
  return visits > CHANGES_WITH_NAMES ? lk_locals_plain (decoder, merged)
				     : merged;
}

static void
flow_into (struct lk_decoder *decoder, struct lk_node *node,
	   const struct lk_frame *frame)
{
  const struct lk_raw_block *block = &decoder->raw_blocks[node->raw];
  if (!node->reached)
    {
      node->reached = true;
      node->frame = *frame;
      enqueue (decoder, node);
      return;
    }
  struct lk_frame merged = node->frame;
  merged.stack = lk_stack_merge (decoder, decoder->raws[block->first].insn.pc,
				 node->frame.stack, frame->stack);
  if (node->visits > CHANGES_WITH_NAMES)
    merged.stack = lk_stack_plain (decoder, merged.stack);
  if (merged.locals != frame->locals)
    merged.locals = merge_locals (decoder, node->frame.locals, frame->locals,
				  node->visits);
  if (merged.stack == node->frame.stack && merged.locals == node->frame.locals)
    return;
  node->frame = merged;
  node->visits++;
  enqueue (decoder, node);
}

/* The dispatch of NODE's list of handlers.  */
static struct lk_dispatch *
find_dispatch (struct lk_decoder *decoder, struct lk_node *node)
{
  uint32_t list_number = decoder->raw_blocks[node->raw].list;
  const struct lk_raw_list *list = decoder->raw_lists[list_number];
  struct listed
  {
    uint32_t copy, list;
    struct lk_dispatch *dispatch;
  } *listed;
  struct lk_dispatch *dispatch;

  uint32_t hash = lk_mix (node->copy, list_number), at = hash;
  while ((listed = lk_map_next (&decoder->dispatch_map, hash, &at)))
    if (listed->copy == node->copy && listed->list == list_number)
      return listed->dispatch;

  /* Lists of several copies can be equal, when their handlers belong to a
     common caller.  */
  struct lk_raw_catch *catches
    = lk_arena_alloc_array (decoder->arena, list->n_catches, sizeof *catches);
  if (node->copy)
    decoder->n_listed += list->n_catches;
  if (decoder->n_listed > LK_BODY_HANDLER_LIMIT)
    lk_decode_fail (decoder, LK_NO_INDEX,
		    "the lists of its exception handlers are longer than %u "
		    "in all, the limit", LK_BODY_HANDLER_LIMIT);
  for (uint32_t i = 0; i < list->n_catches; i++)
    {
      struct lk_node *handler = find_node (decoder, node->copy,
					   list->catches[i].block);
      handler->is_handler = true;
      catches[i].name = list->catches[i].name;
      catches[i].block = handler->number;
    }
  uint32_t content = lk_hash_catches (catches, list->n_catches);
  at = content;
  while ((dispatch = lk_map_next (&decoder->content_map, content, &at)))
    if (dispatch->n_catches == list->n_catches
	&& memcmp (dispatch->catches, catches,
		   list->n_catches * sizeof *catches) == 0)
      break;
  if (dispatch == NULL)
    {
      dispatch = lk_arena_alloc (decoder->arena, sizeof *dispatch);
      dispatch->n_catches = list->n_catches;
      dispatch->catches = catches;
      decoder->dispatches
	= lk_decode_grow (decoder, decoder->dispatches, decoder->n_dispatches,
			  &decoder->dispatches_room,
			  sizeof *decoder->dispatches);
      decoder->dispatches[decoder->n_dispatches++] = dispatch;
      dispatch->number = decoder->n_dispatches;
      lk_map_add (decoder->arena, &decoder->content_map, content, dispatch);
    }
  listed = lk_arena_alloc (decoder->arena, sizeof *listed);
  listed->copy = node->copy;
  listed->list = list_number;
  listed->dispatch = dispatch;
  lk_map_add (decoder->arena, &decoder->dispatch_map, hash, listed);
  return dispatch;
}

/* Something in NODE throws while the locals are LOCALS.  */
static void
flow_exception (struct lk_decoder *decoder, struct lk_node *node,
		const struct lk_locals *locals)
{
  static const char throwable[] = "java/lang/Throwable";
  struct lk_dispatch *dispatch = node->dispatch
				 ? decoder->dispatches[node->dispatch - 1]
				 : find_dispatch (decoder, node);
  node->dispatch = dispatch->number;
  if (dispatch->reached)
    {
      locals = merge_locals (decoder, dispatch->locals, locals,
			     dispatch->visits);
      if (locals == dispatch->locals)
	return;
      dispatch->visits++;
    }
  dispatch->reached = true;
  dispatch->locals = locals;
  for (uint32_t i = 0; i < dispatch->n_catches; i++)
    {
      struct lk_node *handler = decoder->nodes[dispatch->catches[i].block];
      uint32_t name = dispatch->catches[i].name;
      if (decoder->code->max_stack == 0)
	{
	  uint32_t first = decoder->raw_blocks[handler->raw].first;
	  lk_decode_fail (decoder, decoder->raws[first].insn.pc,
			  "an exception handler, but max_stack is 0");
	}
      if (name == 0)
	name = lk_decode_name (decoder, throwable, sizeof throwable - 1);
      struct lk_frame frame = {
	lk_frame_push (decoder, NULL, LK_VALUE_REF | name << LK_VALUE_SHIFT),
	locals
      };
      flow_into (decoder, handler, &frame);
    }
}

/* Find out which copy the ret at the end of NODE leaves.  */
static void
find_return (struct lk_decoder *decoder, struct lk_node *node,
	     const struct lk_insn *insn, const struct lk_locals *locals)
{
  lk_value value = lk_locals_get (decoder->locals_levels, locals,
				  insn->u.local.slot);
  uint32_t copy = value >> LK_VALUE_SHIFT;
  if (value == LK_VALUE_ANY)
    copy = node->returns_from ? node->returns_from : node->copy;
  else if (!(value & LK_VALUE_RETURN))
    lk_decode_fail (decoder, insn->pc, "ret finds no return address in local %u",
		    insn->u.local.slot);
  uint32_t c = node->copy;
  while (c != 0 && c != copy)
    c = decoder->copies[c]->parent;
  if (c == 0)
    lk_decode_fail (decoder, insn->pc, "ret outside its subroutine");
  node->returns_from = copy;
}

static void
flow_through (struct lk_decoder *decoder, struct lk_node *node)
{
  struct lk_raw_block *block = &decoder->raw_blocks[node->raw];
  struct lk_frame frame = node->frame;
  const struct lk_locals *thrown = NULL;
  bool throws = false;

  block->reached = true;
  for (uint32_t i = 0; i < block->count; i++)
    {
      const struct lk_raw *raw = &decoder->raws[block->first + i];
      struct lk_insn insn = raw->insn;
      uint32_t callee = 0;
      if (insn.may_throw && block->list)
	{
	  thrown = throws ? lk_locals_merge (decoder, thrown, frame.locals)
			  : frame.locals;
	  throws = true;
	}
      if (insn.op == LK_OP_JSR)
	callee = lk_decode_callee (decoder, node);
      else if (insn.opcode == LK_OPCODE_RET)
	find_return (decoder, node, &insn, frame.locals);
      lk_decode_step (decoder, raw, callee, &insn, &frame);
    }
  struct lk_node *before = NULL, *successor;
  for (uint32_t i = 0; (successor = lk_decode_successor (decoder, node, i));
       i++, before = successor)
    if (successor != before)
      flow_into (decoder, successor, &frame);
  if (throws)
    flow_exception (decoder, node, thrown);
}

void
lk_decode_flow (struct lk_decoder *decoder)
{
  decoder->first_nodes = lk_arena_alloc_array (decoder->arena,
					       decoder->n_raw_blocks,
					       sizeof *decoder->first_nodes);
  for (uint32_t i = 0; i < decoder->n_raw_blocks; i++)
    decoder->most_copied += decoder->raw_blocks[i].count
			    + decoder->raw_blocks[i].n_cases;
  decoder->most_copied = decoder->most_copied < LK_BODY_LIMIT / LK_BODY_FACTOR
			 ? decoder->most_copied * LK_BODY_FACTOR
			 : LK_BODY_LIMIT;
  add_copy (decoder, 0, 0, NULL);
  flow_into (decoder, find_node (decoder, 0, 0), &decoder->entry);
  while (decoder->n_queued)
    flow_through (decoder, dequeue (decoder));
}
