/* The contents of the stack and the locals.

   Both are built from nodes that never change and exist once: a stack is a list, the locals
   are a tree of 16 branches, and equal ones are one pointer.  So an instruction's frame takes
   only the nodes that it changes, a comparison is one of pointers, and merging two frames for
   the second time is a lookup.  A method of 64 KiB with 65,535 locals and any jumps is decoded
   fast.

   Merging goes up a lattice.  A local: a class's name (or null, the lowest) < reference <
   nothing; an int < nothing; anything < ANY < nothing.  An entry of the stack: a class's name
   < reference.  See lk_decode_flow for the rest.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-internal.h"

#include <string.h>

/* The result of merging two nodes, or of leaving names out of A (B is NULL). */
struct merged
{
  const void *a, *b;
  const void *result;
};

static uint32_t
hash_pointers (const void *a, const void *b)
{
  return lk_mix ((uintptr_t) a, (uintptr_t) b);
}

static struct merged *
find_merged (struct lk_decoder *decoder, const void *a, const void *b)
{
  uint32_t hash = hash_pointers (a, b), at = hash;
  for (struct merged *merged;
       (merged = lk_map_next (&decoder->merge_map, hash, &at)); )
    if (merged->a == a && merged->b == b)
      return merged;
  return NULL;
}

static void
add_merged (struct lk_decoder *decoder, const void *a, const void *b,
	    const void *result)
{
  struct merged *merged = lk_arena_alloc (decoder->arena, sizeof *merged);
  merged->a = a;
  merged->b = b;
  merged->result = result;
  lk_map_add (decoder->arena, &decoder->merge_map, hash_pointers (a, b),
	      merged);
}

static lk_value
plain (lk_value value)
{
  return (value & LK_VALUE_RETURN) ? value : value & 7;
}

static lk_value
join (lk_value a, lk_value b)
{
  if (a == b)
    return a;
  if (a == LK_VALUE_NONE || b == LK_VALUE_NONE)
    return LK_VALUE_NONE;
  if (a == LK_VALUE_ANY || b == LK_VALUE_ANY)
    return LK_VALUE_ANY;
  if ((a & 7) != LK_VALUE_REF || (b & 7) != LK_VALUE_REF)
    return LK_VALUE_NONE;
  /* A return address is no reference to anything else.  */
  if ((a | b) & LK_VALUE_RETURN)
    return LK_VALUE_NONE;
  if (a == LK_VALUE_NULL)
    return b;
  if (b == LK_VALUE_NULL)
    return a;
  return LK_VALUE_REF;
}

/* ---- The stack.  ---- */

const struct lk_stack_node *
lk_frame_push (struct lk_decoder *decoder, const struct lk_stack_node *top,
	       lk_value value)
{
  const struct lk_stack *below = (const struct lk_stack *) top;
  uint32_t hash = lk_mix ((uintptr_t) below, value), at = hash;
  for (struct lk_stack_node *node;
       (node = lk_map_next (&decoder->stack_map, hash, &at)); )
    if (node->public.below == below && node->value == value)
      return node;

  struct lk_stack_node *node = lk_arena_alloc (decoder->arena, sizeof *node);
  enum lk_value_kind kind = lk_value_kind (value);
  node->public.below = below;
  node->public.kind = (uint8_t) kind;
  node->public.depth = 1;
  node->public.words = (uint16_t) lk_kind_words (kind);
  if (below)
    {
      node->public.depth += below->depth;
      node->public.words += below->words;
    }
  if (!(value & LK_VALUE_RETURN))
    node->public.class_name = decoder->names[value >> LK_VALUE_SHIFT];
  node->value = value;
  if (node->public.depth > decoder->max_depth)
    decoder->max_depth = node->public.depth;
  lk_map_add (decoder->arena, &decoder->stack_map, hash, node);
  return node;
}

static const struct lk_stack_node *
below (const struct lk_stack_node *node)
{
  return (const struct lk_stack_node *) node->public.below;
}

static unsigned
depth (const struct lk_stack_node *node)
{
  return node ? node->public.depth : 0;
}

const struct lk_stack_node *
lk_stack_merge (struct lk_decoder *decoder, uint32_t pc,
		const struct lk_stack_node *a, const struct lk_stack_node *b)
{
  const struct lk_stack_node *const old = a, *const new = b;
  struct merged *known = NULL;

  if (depth (a) != depth (b))
    lk_decode_fail (decoder, pc,
		    "the stack has %u entries on one path here, %u on another",
		    depth (a), depth (b));
  /* Down to the common nodes, then up again.  No path down is walked twice: a pair that was
     merged before is known, with all below it.  */
  unsigned n = 0;
  for (; a != b; a = below (a), b = below (b), n++)
    {
      known = find_merged (decoder, a, b);
      if (known)
	break;
      if (a->public.kind != b->public.kind)
	lk_decode_fail (decoder, pc, "on the stack is, %u below the top, "
			"%s on one path and %s on another", n,
			lk_value_kind_name (a->public.kind),
			lk_value_kind_name (b->public.kind));
    }
  const struct lk_stack_node *result = known ? known->result : a;
  if (n == 0)
    return result;

  const struct lk_stack_node **pairs
    = lk_arena_alloc_array (decoder->arena, n, 2 * sizeof *pairs);
  a = old;
  b = new;
  for (unsigned i = 0; i < n; i++, a = below (a), b = below (b))
    {
      pairs[2 * i] = a;
      pairs[2 * i + 1] = b;
    }
  while (n-- > 0)
    {
      a = pairs[2 * n];
      b = pairs[2 * n + 1];
      lk_value value = join (a->value, b->value);
      if (value == LK_VALUE_NONE)
	value = LK_VALUE_REF;
      result = lk_frame_push (decoder, result, value);
      add_merged (decoder, a, b, result);
    }
  return result;
}

const struct lk_stack_node *
lk_stack_plain (struct lk_decoder *decoder, const struct lk_stack_node *stack)
{
  const struct lk_stack_node *node = stack, *result = NULL;
  unsigned n = 0;
  for (; node && node->plain == NULL; node = below (node))
    n++;
  if (node)
    result = node->plain;
  if (n == 0)
    return result;
  struct lk_stack_node **nodes
    = lk_arena_alloc_array (decoder->arena, n, sizeof *nodes);
  node = stack;
  for (unsigned i = 0; i < n; i++, node = below (node))
    nodes[i] = (struct lk_stack_node *) node;
  while (n-- > 0)
    {
      result = lk_frame_push (decoder, result, plain (nodes[n]->value));
      nodes[n]->plain = (struct lk_stack_node *) result;
    }
  return result;
}

/* ---- The locals.  ---- */

unsigned
lk_locals_levels (uint32_t max_locals)
{
  unsigned levels = 1;
  while (levels * LK_LOCALS_BITS < 32
	 && max_locals > (uint32_t) 1 << (levels * LK_LOCALS_BITS))
    levels++;
  return levels;
}

static size_t
members_size (bool is_leaf)
{
  return is_leaf ? sizeof ((struct lk_locals *) NULL)->u.values
		 : sizeof ((struct lk_locals *) NULL)->u.children;
}

/* The node like *MODEL; NULL if it is all NONE.  */
static const struct lk_locals *
intern (struct lk_decoder *decoder, const struct lk_locals *model)
{
  size_t size = members_size (model->is_leaf);
  uint32_t hash = model->is_leaf;
  bool empty = true;

  for (unsigned i = 0; i < LK_LOCALS_WIDTH; i++)
    {
      uintptr_t member = model->is_leaf ? model->u.values[i]
					: (uintptr_t) model->u.children[i];
      empty &= member == 0;
      hash = lk_mix (member, hash);
    }
  if (empty)
    return NULL;

  uint32_t at = hash;
  for (struct lk_locals *node;
       (node = lk_map_next (&decoder->locals_map, hash, &at)); )
    if (node->is_leaf == model->is_leaf
	&& memcmp (&node->u, &model->u, size) == 0)
      return node;
  struct lk_locals *node
    = lk_arena_alloc (decoder->arena,
		      offsetof (struct lk_locals, u) + size);
  memcpy (node, model, offsetof (struct lk_locals, u) + size);
  lk_map_add (decoder->arena, &decoder->locals_map, hash, node);
  return node;
}

static unsigned
branch (uint32_t slot, unsigned level)
{
  return (slot >> (level * LK_LOCALS_BITS)) & (LK_LOCALS_WIDTH - 1);
}

lk_value
lk_locals_get (unsigned levels, const struct lk_locals *locals, uint32_t slot)
{
  for (unsigned level = levels; locals && --level > 0; )
    locals = locals->u.children[branch (slot, level)];
  return locals ? locals->u.values[branch (slot, 0)] : LK_VALUE_NONE;
}

static const struct lk_locals *
set_below (struct lk_decoder *decoder, const struct lk_locals *node,
	   uint32_t slot, lk_value value, unsigned level)
{
  struct lk_locals model;
  bool is_leaf = level == 0;
  if (node)
    memcpy (&model, node,
	    offsetof (struct lk_locals, u) + members_size (is_leaf));
  else
    memset (&model, 0, sizeof model);
  model.is_leaf = is_leaf;
  unsigned i = branch (slot, level);
  if (is_leaf)
    model.u.values[i] = value;
  else
    model.u.children[i] = set_below (decoder, model.u.children[i], slot, value,
				     level - 1);
  return intern (decoder, &model);
}

const struct lk_locals *
lk_locals_set (struct lk_decoder *decoder, const struct lk_locals *locals,
	       uint32_t slot, lk_value value)
{
  if (lk_locals_get (decoder->locals_levels, locals, slot) == value)
    return locals;
  return set_below (decoder, locals, slot, value, decoder->locals_levels - 1);
}

const struct lk_locals *
lk_locals_merge (struct lk_decoder *decoder, const struct lk_locals *a,
		 const struct lk_locals *b)
{
  if (a == b)
    return a;
  if (a == NULL || b == NULL)
    return NULL;
  struct merged *known = find_merged (decoder, a, b);
  if (known)
    return known->result;

  struct lk_locals model;
  memset (&model, 0, sizeof model);
  model.is_leaf = a->is_leaf;
  for (unsigned i = 0; i < LK_LOCALS_WIDTH; i++)
    if (a->is_leaf)
      model.u.values[i] = join (a->u.values[i], b->u.values[i]);
    else
      model.u.children[i] = lk_locals_merge (decoder, a->u.children[i],
					     b->u.children[i]);
  const struct lk_locals *result = intern (decoder, &model);
  add_merged (decoder, a, b, result);
  return result;
}

const struct lk_locals *
lk_locals_plain (struct lk_decoder *decoder, const struct lk_locals *locals)
{
  if (locals == NULL)
    return NULL;
  struct merged *known = find_merged (decoder, locals, NULL);
  if (known)
    return known->result;
  struct lk_locals model;
  memset (&model, 0, sizeof model);
  model.is_leaf = locals->is_leaf;
  for (unsigned i = 0; i < LK_LOCALS_WIDTH; i++)
    if (locals->is_leaf)
      model.u.values[i] = plain (locals->u.values[i]);
    else
      model.u.children[i] = lk_locals_plain (decoder, locals->u.children[i]);
  const struct lk_locals *result = intern (decoder, &model);
  add_merged (decoder, locals, NULL, result);
  return result;
}

const struct lk_locals *
lk_locals_any (struct lk_decoder *decoder)
{
  if (decoder->any_locals == NULL)
    {
      const struct lk_locals *node = NULL;
      for (unsigned level = 0; level < decoder->locals_levels; level++)
	{
	  struct lk_locals model;
	  memset (&model, 0, sizeof model);
	  model.is_leaf = level == 0;
	  for (unsigned i = 0; i < LK_LOCALS_WIDTH; i++)
	    if (level == 0)
	      model.u.values[i] = LK_VALUE_ANY;
	    else
	      model.u.children[i] = node;
	  node = intern (decoder, &model);
	}
      decoder->any_locals = node;
    }
  return decoder->any_locals;
}
