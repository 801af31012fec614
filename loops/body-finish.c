/* The end of a method's statements: joins become copies, variables that stand for one value become
   one, and those that nothing reads are marked.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "body-builder.h"

/* ---- Variables that are needed.  ---- */

/* The variables that each variable stands for: a join of one value is that value.  */
static uint32_t
find_leader (uint32_t *leaders, uint32_t var)
{
  while (leaders[var] != var)
    var = leaders[var] = leaders[leaders[var]];
  return var;
}

static void
simplify_joins (struct body_builder *b, uint32_t *leaders)
{
  uint32_t *only = lk_arena_alloc_array (b->arena, b->n_vars, sizeof *only);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < b->n_vars; i++)
	only[i] = NONE;
      for (size_t i = 0; i < b->n_phis; i++)
	{
	  uint32_t phi = find_leader (leaders, b->phis[i].phi);
	  uint32_t value = find_leader (leaders, b->phis[i].value);
	  if (phi != value)
	    only[phi] = only[phi] == NONE || only[phi] == value ? value : phi;
	}
      for (size_t i = 0; i < b->n_phis; i++)
	{
	  uint32_t phi = find_leader (leaders, b->phis[i].phi);
	  uint32_t value = only[phi];
	  if (value == NONE || value == phi || find_leader (leaders, value) == phi)
	    continue;
	  leaders[phi] = find_leader (leaders, value);
	  if (b->names[phi] && !b->names[leaders[phi]])
	    b->names[leaders[phi]] = b->names[phi];
	  only[phi] = NONE;
	  changed = true;
	}
    }
}

/* Loads of one field of one variable, in one block or in a method without a loop, give one value:
   what fields hold does not depend on time here.  */
static void
join_loads (struct body_builder *b, uint32_t *leaders)
{
  for (bool changed = true; changed;)
    {
      struct number_map first = { NULL, 0, 0 };
      changed = false;
      for (size_t i = 0; i < b->n_ops; i++)
	{
	  struct loop_op *op = &b->ops[i];
	  if (op->kind != OP_LOAD)
	    continue;
	  uint32_t base = op->b < b->n_vars ? find_leader (leaders, op->b) : op->b;
	  uint64_t block = b->out->has_loop ? op->block : 0;
	  bool fresh;
	  uint32_t value = find_leader (leaders, op->a);
	  uint32_t *slot = map_pair (&first, base, block << 32 | op->c, value, &fresh);
	  if (fresh)
	    continue;
	  op->flags |= OP_AGAIN;
	  uint32_t other = find_leader (leaders, *slot);
	  if (value == other)
	    continue;
	  leaders[value] = other;
	  if (!b->names[other])
	    b->names[other] = b->names[value];
	  changed = true;
	}
      map_free (&first);
    }
}

/* Mark what is read, and through joins and copies what that is made of.  */
static void
mark_used (struct body_builder *b, const uint32_t *leaders, bool *used)
{
  for (size_t i = 0; i < b->n_ops; i++)
    {
      const struct loop_op *op = &b->ops[i];
      if (op->kind == OP_LOAD && op->b < b->n_vars)
	used[leaders[op->b]] = true;
      else if (op->kind == OP_STORE)
	{
	  if (op->a < b->n_vars)
	    used[leaders[op->a]] = true;
	  if (op->b != NONE)
	    used[leaders[op->b]] = true;
	}
      else if (op->kind == OP_RETURN)
	used[leaders[op->a]] = true;
    }
  for (size_t i = 0; i < b->n_calls; i++)
    for (unsigned k = 0; k < b->calls[i].n_args; k++)
      if (b->calls[i].args[k] != NONE)
	used[leaders[b->calls[i].args[k]]] = true;
  for (size_t i = 0; i < b->n_read; i++)
    used[leaders[b->read[i]]] = true;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < b->n_phis; i++)
	if (used[leaders[b->phis[i].phi]] && !used[leaders[b->phis[i].value]])
	  changed = used[leaders[b->phis[i].value]] = true;
      for (size_t i = 0; i < b->n_ops; i++)
	if (b->ops[i].kind == OP_COPY && used[leaders[b->ops[i].a]]
	    && !used[leaders[b->ops[i].b]])
	  changed = used[leaders[b->ops[i].b]] = true;
    }
}

static void
renumber (uint32_t *var, const uint32_t *leaders, size_t n_vars)
{
  if (*var < n_vars)
    *var = leaders[*var];
}

void
finish_body (struct body_builder *b)
{
  struct loop_body *out = b->out;
  struct lk_arena *arena = b->p->arena;
  size_t n = b->n_vars;
  uint32_t *leaders = lk_arena_alloc_array (b->arena, n, sizeof *leaders);
  bool *used = lk_arena_alloc_array (b->arena, n, 1);
  for (size_t i = 0; i < n; i++)
    leaders[i] = (uint32_t) i;
  simplify_joins (b, leaders);
  join_loads (b, leaders);
  for (size_t i = 0; i < n; i++)
    leaders[i] = find_leader (leaders, (uint32_t) i);
  mark_used (b, leaders, used);
  for (size_t i = 0; i < b->n_phis; i++)
    {
      uint32_t phi = leaders[b->phis[i].phi], value = leaders[b->phis[i].value];
      if (phi != value && used[phi])
	{
	  b->block = b->phis[i].block;
	  b->line = 0;
	  add_op (b, OP_COPY, phi, value, 0);
	}
    }
  /* From here on dense numbers.  */
  uint32_t *numbers = lk_arena_alloc_array (b->arena, n, sizeof *numbers);
  out->used = lk_arena_alloc_array (arena, n, 1);
  out->names = lk_arena_alloc_array (arena, n, sizeof *out->names);
  for (size_t i = 0; i < n; i++)
    if (leaders[i] == i)
      {
	out->used[out->n_vars] = used[i];
	out->names[out->n_vars] = b->names[i];
	numbers[i] = out->n_vars++;
      }
  for (size_t i = 0; i < n; i++)
    numbers[i] = numbers[leaders[i]];
  out->n_ops = (uint32_t) b->n_ops;
  out->ops = lk_arena_alloc_array (arena, b->n_ops, sizeof *out->ops);
  for (size_t i = 0; i < b->n_ops; i++)
    {
      struct loop_op op = b->ops[i];
      renumber (&op.a, numbers, op.kind == OP_CALL ? 0 : n);
      if (op.kind == OP_COPY || op.kind == OP_LOAD || op.kind == OP_STORE)
	renumber (&op.b, numbers, n);
      out->ops[i] = op;
    }
  out->n_calls = (uint32_t) b->n_calls;
  out->calls = lk_arena_alloc_array (arena, b->n_calls, sizeof *out->calls);
  for (size_t i = 0; i < b->n_calls; i++)
    {
      struct loop_call *call = &b->calls[i];
      for (unsigned k = 0; k < call->n_args; k++)
	renumber (&call->args[k], numbers, n);
      renumber (&call->result, numbers, n);
      call->used = call->result != NONE && out->used[call->result];
      out->calls[i] = *call;
    }
  for (uint32_t i = 0; i < out->n_params; i++)
    renumber (&out->params[i], numbers, n);
  for (uint32_t i = 0; i < out->n_guards; i++)
    renumber (&out->guards[i].base, numbers, n);
}
