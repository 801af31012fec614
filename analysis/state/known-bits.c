/* Known bits: single bits of words of flags.

   Programs keep what they hold in the bits of one word: `own |= OWN_STREAM', and later `if
   (own & OWN_STREAM)'; or they test `flags & (A | B)' after `flags & A'.  A range cannot
   express that.  For a value that is masked with a constant, or has bits set, the bits that
   are surely 0 and surely 1 are computed on demand, from its definition and from the
   conditions in the fact.  Facts keep only conditions on the masked values themselves, (x & m)
   in RANGE.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "state-internal.h"

struct bits
{
  uint64_t zeros, ones;		/* Surely 0, surely 1.  */
};

static const struct lk_definition *
operand_definition (const struct context *context, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->nsel || op->path->addend
      || op->path->root >= context->view->n_vars)
    return NULL;
  return &context->graph->vars[op->path->root].def;
}

/* Add the bits that all values of RANGE have in common.  */
static void
add_range (struct bits *b, const struct lk_range *r)
{
  if (r->lo == r->hi)
    {
      b->ones |= (uint64_t) r->lo;
      b->zeros |= ~(uint64_t) r->lo;
    }
  else if (r->lo >= 0 && r->hi < INT64_MAX)
    {
      /* No bits above the highest bit of the largest value.  */
      uint64_t above = ~UINT64_C (0);
      while (above & (uint64_t) r->hi)
	above <<= 1;
      b->zeros |= above;
    }
}

/* If C is a condition on (X & MASK) for some mask, store that in *MASK and its range in *R.  */
static bool
masked_condition (const struct context *context, const struct condition *c,
		  key_id x, uint64_t *mask)
{
  const struct key *k = key_at (context->view, c->key);
  if (k->kind != KEY_EXPRESSION || k->code != LK_PURE_AND || k->a_const
      || !k->b_const || k->a != x)
    return false;
  *mask = (uint64_t) k->b;
  return true;
}

/* Store in EQUAL, which has room for MAX_CONDITIONS + 1, the keys that have the value OP, and
   return their number.  */
static unsigned
keys_of (struct context *context, const struct scratch *s, const struct lk_operand *op,
	 key_id *equal)
{
  equal[0] = key_of_operand (context->view, op);
  unsigned n = equal[0] == NO_KEY ? 0 : 1;
  for (unsigned i = 0; i < n; i++)
    n = add_equals (context, s, equal[i], equal, n);
  return n;
}

/* Add to B what S knows of the key X and of its masked bits.  */
static void
add_known (const struct context *context, const struct scratch *s, key_id x, struct bits *b)
{
  const struct lk_range *known = scratch_condition (s, x);
  if (known)
    add_range (b, known);
  for (unsigned i = 0; key_at (context->view, x)->masks != NO_KEY && i < s->n_conditions; i++)
    {
      uint64_t mask;
      if (!masked_condition (context, &s->conditions[i], x, &mask))
	continue;
      const struct lk_range *r = &s->conditions[i].range;
      if (r->lo == r->hi)
	{
	  b->ones |= (uint64_t) r->lo & mask;
	  b->zeros |= ~(uint64_t) r->lo & mask;
	}
      else if (!lk_range_contains (r, 0) && !(mask & (mask - 1)))
	b->ones |= mask;
    }
}

static struct bits
bits_of (struct context *context, const struct scratch *s,
	 const struct lk_operand *op, unsigned depth)
{
  struct bits b = { 0, 0 };
  if (op->kind == LK_CONST)
    {
      b.ones = (uint64_t) op->value;
      b.zeros = ~b.ones;
    }
  if (op->kind != LK_PATH)
    return b;
  const struct lk_definition *def = operand_definition (context, op);
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (context->unit, context->graph->function, LIMIT_DEF_DEPTH);
      return b;
    }
  if (masks_bits (def))
    {
      uint64_t mask = (uint64_t) def->b.value;
      b = bits_of (context, s, &def->a, depth + 1);
      if (def->code == LK_PURE_AND)
	{
	  b.zeros |= ~mask;
	  b.ones &= mask;
	}
      else
	{
	  b.ones |= mask;
	  b.zeros &= ~mask;
	}
    }
  key_id equal[MAX_CONDITIONS + 1];
  unsigned n = keys_of (context, s, op, equal);
  for (unsigned i = 0; i < n; i++)
    add_known (context, s, equal[i], &b);
  return b;
}

/* Return true if some bit of OP & MASK is set, though it is not known which.  */
static bool
some_bit_set (struct context *context, const struct scratch *s,
	      const struct lk_operand *op, uint64_t mask, uint64_t zeros)
{
  key_id equal[MAX_CONDITIONS + 1];
  unsigned n = keys_of (context, s, op, equal);
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < s->n_conditions; i++)
      {
	uint64_t other;
	if (masked_condition (context, &s->conditions[i], equal[k], &other)
	    && !lk_range_contains (&s->conditions[i].range, 0)
	    && !(other & ~zeros & ~mask))
	  return true;
      }
  return false;
}

/* Return true if the fact has conditions on single bits of OP.  */
static bool
tested_by_bits (struct context *context, const struct scratch *s,
		const struct lk_operand *op)
{
  if (op->kind != LK_PATH || s->n_conditions == 0)
    return false;
  key_id x = key_of_operand (context->view, op);
  uint64_t mask;
  if (x == NO_KEY || key_at (context->view, x)->masks == NO_KEY)
    return false;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (masked_condition (context, &s->conditions[i], x, &mask))
      return true;
  return false;
}

unsigned
bits_moved (struct context *context, const struct scratch *s, key_id to,
	    const struct lk_operand *from, struct condition *set, unsigned n)
{
  if (to == NO_KEY || key_at (context->view, to)->masks == NO_KEY || from->kind == LK_UNKNOWN)
    return n;
  struct bits b = bits_of (context, s, from, 0);
  for (key_id m = key_at (context->view, to)->masks; m != NO_KEY && n < MAX_CONDITIONS;
       m = key_at (context->view, m)->next_mask)
    {
      const struct key *k = key_at (context->view, m);
      uint64_t mask = (uint64_t) k->b, ones = b.ones & mask, may = mask & ~b.zeros;
      struct lk_range r = { (int64_t) ones, (int64_t) may, 0, 0 };
      if ((!k->useful && !k->tests) || (ones & b.zeros) || mask >> 63)
	continue;
      bool some = !ones && some_bit_set (context, s, from, mask, b.zeros);
      if (some)
	lk_range_add_hole (&r, 0);
      if ((!ones && may == mask && !some) || !lk_range_tidy (&r))
	continue;
      set[n].key = m;
      set[n++].range = r;
    }
  return n;
}

bool
bits_allow (struct context *context, const struct scratch *s, const struct lk_operand *op,
	    uint64_t mask, const struct lk_range *range)
{
  struct bits b = bits_of (context, s, op, 0);
  return (((b.ones | b.zeros) & mask) != mask
	  || lk_range_contains (range, (int64_t) (b.ones & mask)));
}

bool
bits_range (struct context *context, const struct scratch *s,
	    const struct lk_operand *op, struct lk_range *r)
{
  const struct lk_definition *def = operand_definition (context, op);
  bool masked = masks_bits (def);
  if (!masked && !tested_by_bits (context, s, op))
    return true;
  struct bits b = bits_of (context, s, op, 0);
  if (b.zeros & b.ones)
    return false;
  if (b.zeros >> 63)
    {
      struct lk_range of_bits
	= { (int64_t) b.ones, (int64_t) ~b.zeros, 0, 0 };
      if (!range_intersect (r, &of_bits))
	return false;
    }
  bool nonzero = b.ones != 0;
  if (!masked)
    nonzero |= some_bit_set (context, s, op, ~UINT64_C (0), b.zeros);
  else if (def->code == LK_PURE_AND && !nonzero)
    {
      struct bits a = bits_of (context, s, &def->a, 1);
      nonzero = some_bit_set (context, s, &def->a, (uint64_t) def->b.value,
			      a.zeros);
    }
  const struct lk_range not_zero = LK_RANGE_NONNULL;
  return !nonzero || range_intersect (r, &not_zero);
}
