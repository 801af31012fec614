/* Numbers of a method that are an index or a part of a key: which of them begin anew, and which go
   on from one iteration to the next.

   A number goes on if it comes from a variable or a field, more or less a constant, from the
   element or the length of an array, or from a method that returns such a number.  A constant, a
   remainder or a mask begins anew.  All else is computed: a product, a quotient, what the JDK
   returns.

   Heuristic: an array whose index is computed is a table, in whose places objects replace each
   other.  Wrong if the number was counted elsewhere ("AtomicInteger").

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "body-builder.h"

static bool
is_variable (struct value value)
{
  return (value.kind == VALUE_FIELD || value.kind == VALUE_LOCAL
	  || value.kind == VALUE_FIELD_STEP || value.kind == VALUE_LOCAL_STEP);
}

struct value
number_result (const struct lk_insn *insn, struct value a, struct value b)
{
  struct value result = { VALUE_OTHER, NONE, 0 };
  if (insn->kind != LK_VALUE_INT && insn->kind != LK_VALUE_LONG)
    return result;
  if (insn->op == LK_OP_REM || insn->op == LK_OP_AND)
    result.kind = VALUE_WRAPPED;
  if (insn->op != LK_OP_ADD && insn->op != LK_OP_SUB)
    return result;
  if (a.kind == VALUE_CONST)
    {
      struct value constant = a;
      a = b;
      b = constant;
    }
  if (a.kind == VALUE_MIXED || b.kind == VALUE_MIXED
      || (is_variable (a) && (is_variable (b) || b.kind == VALUE_RESULT)))
    result.kind = VALUE_MIXED;
  else if (b.kind == VALUE_CONST && is_variable (a))
    {
      bool field = a.kind == VALUE_FIELD || a.kind == VALUE_FIELD_STEP;
      result = (struct value) { field ? VALUE_FIELD_STEP : VALUE_LOCAL_STEP, NONE, a.info };
    }
  else if (b.kind == VALUE_CONST && (a.kind == VALUE_RESULT || a.kind == VALUE_WRAPPED))
    result = a;
  return result;
}

struct value
join_numbers (struct value a, struct value b)
{
  struct value other = { VALUE_OTHER, NONE, 0 }, mixed = { VALUE_MIXED, NONE, 0 };
  bool few = (a.kind == VALUE_OTHER || a.kind == VALUE_WRAPPED || a.kind == VALUE_CONST
	      || b.kind == VALUE_OTHER || b.kind == VALUE_WRAPPED || b.kind == VALUE_CONST);
  return few ? other : a.kind == VALUE_RESULT ? a : b.kind == VALUE_RESULT ? b : mixed;
}

enum restart_kind
restart_of (struct value value, uint32_t slot)
{
  switch (value.kind)
    {
    case VALUE_CONST:
    case VALUE_WRAPPED:
      return RESTART_FEW;
    case VALUE_OTHER:
      return RESTART_COMPUTED;
    case VALUE_RESULT:
      return RESTART_RESULT;
    case VALUE_LOCAL:
    case VALUE_LOCAL_STEP:
      return value.info == slot ? RESTART_NONE : RESTART_NOT;
    default:
      return RESTART_NOT;
    }
}

struct loop_number
number_of (struct value value)
{
  switch (value.kind)
    {
    case VALUE_CONST:
    case VALUE_WRAPPED:
      return (struct loop_number) { NUMBER_FEW, 0 };
    case VALUE_LOCAL:
    case VALUE_LOCAL_STEP:
      return (struct loop_number) { NUMBER_LOCAL, value.info };
    case VALUE_RESULT:
      return (struct loop_number) { NUMBER_RESULT, value.info };
    case VALUE_OTHER:
      return (struct loop_number) { NUMBER_COMPUTED, 0 };
    default:
      return (struct loop_number) { NUMBER_ANY, 0 };
    }
}

void
set_index (struct loop_op *op, struct value index)
{
  struct loop_number number = number_of (index);
  if (number.kind == NUMBER_FEW || number.kind == NUMBER_COMPUTED)
    op->flags |= OP_RING;
  else if (number.kind == NUMBER_LOCAL)
    op->flags |= OP_INDEXED;
  else if (number.kind == NUMBER_RESULT)
    op->flags |= OP_CALLED;
  if (is_variable (index) || index.kind == VALUE_RESULT)
    op->index = index.info;
}

/* Return true if local variable SLOT may go on, as far as the method itself tells.  */
static bool
goes_on (const struct loop_body *body, uint32_t slot)
{
  for (uint32_t i = 0; i < body->n_restarts; i++)
    if (body->restarts[i].slot == slot && body->restarts[i].kind != RESTART_NOT)
      return false;
  return true;
}

/* Return true if VALUE, a number that the method returns, may go on from one call to the next.  */
static bool
is_counted (const struct body_builder *b, struct value value)
{
  if (value.kind == VALUE_LOCAL || value.kind == VALUE_LOCAL_STEP)
    return goes_on (b->out, value.info);
  if (value.kind == VALUE_RESULT)
    {
      const struct lk_method *callee = b->calls[value.info].declared;
      return callee && !of_jdk (b->p, lk_hierarchy_type (b->p->hierarchy, callee->owner->name));
    }
  return value.kind == VALUE_MIXED || is_variable (value);
}

/* A field that the method itself sets to a constant or a remainder is an index that begins anew;
   the same of local variables depends on the loop.  */
void
find_rings (struct body_builder *b)
{
  struct loop_body *out = b->out;
  out->restarts = lk_arena_alloc_array (b->p->arena, b->n_stores, sizeof *out->restarts);
  for (size_t i = 0; i < b->n_stores; i++)
    {
      const struct noted_store *s = &b->stores[i];
      if (!s->number)
	continue;
      if (s->local && s->restart != RESTART_FEW)
	for (uint32_t k = 0; k < out->n_params; k++)
	  out->slots[k] = out->slots[k] == s->which ? NONE : out->slots[k];
      if (s->local && s->restart != RESTART_NONE)
	out->restarts[out->n_restarts++]
	  = (struct loop_restart) { s->which, s->block, s->restart, s->call };
      if (s->local || b->constructor || s->restart != RESTART_FEW)
	continue;
      for (uint32_t k = 0; k < out->n_ops; k++)
	if (out->ops[k].kind == OP_STORE && out->ops[k].index == s->which
	    && !(out->ops[k].flags & (OP_INDEXED | OP_CALLED)))
	  out->ops[k].flags |= OP_RING;
    }
  for (size_t i = 0; i < b->n_returned; i++)
    out->counts |= is_counted (b, b->returned[i]);
}
