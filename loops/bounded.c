/* Places that few objects have: elements of arrays at an index, and values of maps under a key,
   that begin anew in each iteration, or have few values at all.

   An index is such a number if it is a constant, a remainder or a mask, or a local variable that
   gets one of these in the loop, as that of an inner loop does, or a parameter to which all calls
   pass such a number.  So is the index of an array if it is computed (body-number.c).  A key is if
   it is one object from before the loop, a constant, or a number or a text that is made of such
   numbers and keys alone.

   Answers for an effect, a parameter and an object are remembered (in FEW_MAP), so that each call
   is looked at once for each of its arguments and each depth.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

/* The kinds of answers that are remembered.  */
enum asked { ASKED_EFFECT, ASKED_PARAMETER, ASKED_INDEX, ASKED_OBJECT };

/* Return true if the answer for NUMBER, and PART and DEPTH of it, is known, and set *FEW.  */
static bool
is_known (const struct effects *e, enum asked asked, uint32_t number, uint32_t part,
	  unsigned depth, bool *few)
{
  const uint32_t *known = map_find (&e->few_map, (uint64_t) asked << 32 | number,
				    (uint64_t) part << 32 | depth);
  *few = known && *known;
  return known != NULL;
}

static bool
remember (struct effects *e, enum asked asked, uint32_t number, uint32_t part, unsigned depth,
	  bool few)
{
  bool fresh;
  map_pair (&e->few_map, (uint64_t) asked << 32 | number, (uint64_t) part << 32 | depth, few,
	    &fresh);
  return few;
}

static bool number_is_few (struct effects *, uint32_t instance, const struct loop_number *,
			   bool index, unsigned depth);

/* Return true if all calls that the loop makes of INSTANCE pass such a number as parameter I.  */
static bool
calls_pass_few (struct effects *e, uint32_t instance, uint32_t i, bool index, unsigned depth)
{
  const struct program *p = e->p;
  bool any = false;
  for (uint32_t k = e->first_call[instance]; k != NONE; k = e->next_call[k])
    {
      const struct loop_site *site = &p->sites[p->calls[k].site];
      if (!site->inside)
	continue;
      any = true;
      if (!site->numbers || i >= site->n_args
	  || !number_is_few (e, p->calls[k].from, &site->numbers[i], index, depth - 1))
	return false;
    }
  return any;
}

static bool
parameter_is_few (struct effects *e, uint32_t instance, uint32_t i, bool index, unsigned depth)
{
  enum asked asked = index ? ASKED_INDEX : ASKED_PARAMETER;
  bool few;
  if (depth == 0)
    return false;
  if (is_known (e, asked, instance, i, depth, &few))
    return few;
  return remember (e, asked, instance, i, depth, calls_pass_few (e, instance, i, index, depth));
}

/* Return true if what call NUMBER of INSTANCE returns may go on from one call to the next.  */
static bool
result_goes_on (const struct effects *e, uint32_t instance, uint32_t number)
{
  const struct program *p = e->p;
  const struct loop_call *call = &p->instances[instance].method->body->calls[number];
  EACH_CALL_BY (k, e, instance)
    {
      const struct loop_site *site = &p->sites[p->calls[k].site];
      const struct loop_body *body = p->instances[p->calls[k].to].method->body;
      if (site->block == call->block && site->declared == call->declared && body && body->counts)
	return true;
    }
  return false;
}

static bool
local_is_few (struct effects *e, uint32_t instance, uint32_t slot, bool index, unsigned depth)
{
  const struct program *p = e->p;
  const struct loop_body *body = p->instances[instance].method->body;
  bool computed = false, goes_on = !index;
  for (uint32_t i = 0; i < body->n_restarts; i++)
    {
      const struct loop_restart *r = &body->restarts[i];
      if (r->slot != slot || !block_inside (p, instance, r->block))
	continue;
      if (r->kind == RESTART_FEW)
	return true;
      computed = true;
      goes_on |= (r->kind == RESTART_NOT
		  || (r->kind == RESTART_RESULT && result_goes_on (e, instance, r->call)));
    }
  if (computed && !goes_on)
    return true;
  for (uint32_t i = 0; i < body->n_params; i++)
    if (body->slots[i] == slot)
      return parameter_is_few (e, instance, i, index, depth);
  return false;
}

/* INDEX: NUMBER is the index of an array.  */
static bool
number_is_few (struct effects *e, uint32_t instance, const struct loop_number *number, bool index,
	       unsigned depth)
{
  switch (number->kind)
    {
    case NUMBER_FEW:
      return true;
    case NUMBER_LOCAL:
      return local_is_few (e, instance, number->slot, index, depth);
    case NUMBER_COMPUTED:
      return index;
    case NUMBER_RESULT:
      return index && !result_goes_on (e, instance, number->slot);
    default:
      return false;
    }
}

/* ---- Keys.  ---- */

static bool
is_number_or_text (const char *name)
{
  static const char *const names[] = { "String", "Integer", "Long", "Short", "Byte", "Character",
				       "Boolean" };
  if (strncmp (name, "java/lang/", 10))
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name + 10, names[i]))
      return true;
  return false;
}

static bool object_is_few (struct effects *, uint32_t object, unsigned depth);

/* Return true if NODE holds some objects, and these are few, as classes are; with TEXT, as a text
   shows them.  */
static bool
key_is_few (struct effects *e, uint32_t node, bool text, unsigned depth)
{
  const struct program *p = e->p;
  const struct lk_heap_set *held = lk_heap_held (p->heap, node);
  LK_HEAP_EACH (o, held)
    if (e->outside[o] ? text && !is_number_or_text (p->types[p->objects[o].type].name)
	: !is_shared (p, o) && !object_is_few (e, o, depth))
      return false;
  return lk_heap_set_count (held) > 0;
}

/* Return true if such numbers and keys are all that is passed: by N arguments, NODES and
   NUMBERS.  */
static bool
arguments_are_few (struct effects *e, uint32_t instance, const uint32_t *nodes,
		   const struct loop_number *numbers, unsigned n, unsigned depth)
{
  for (unsigned i = 0; i < n; i++)
    if (nodes[i] != NONE ? !key_is_few (e, nodes[i], true, depth)
	: !number_is_few (e, instance, &numbers[i], false, depth))
      return false;
  return true;
}

/* Return true if OBJECT is made of such ones: by a call of the JDK, or as a text.  */
static bool
made_of_few (struct effects *e, uint32_t object, unsigned depth)
{
  struct program *p = e->p;
  const struct loop_object *o = &p->objects[object];
  if (o->site != NONE)
    {
      const struct loop_site *site = &p->sites[o->site];
      return (site->declared && site->numbers
	      && is_number_or_text (site->declared->owner->name)
	      && arguments_are_few (e, site->instance, site->args, site->numbers, site->n_args,
				    depth - 1));
    }
  const struct loop_body *body = p->instances[o->instance].method->body;
  uint32_t made_of = o->op == NONE ? 0 : body->ops[o->op].c;
  if (!made_of)
    return false;
  const struct loop_call *parts = &body->calls[made_of - 1];
  uint32_t *nodes = lk_arena_alloc_array (p->scratch, parts->n_args, sizeof *nodes);
  for (unsigned i = 0; i < parts->n_args; i++)
    nodes[i] = node_of (p, o->instance, parts->args[i]);
  return arguments_are_few (e, o->instance, nodes, parts->numbers, parts->n_args, depth - 1);
}

/* Return true if OBJECT, of the loop, is a number or a text that is made of such ones.  */
static bool
object_is_few (struct effects *e, uint32_t object, unsigned depth)
{
  const struct program *p = e->p;
  const struct loop_object *o = &p->objects[object];
  bool few;
  if (depth == 0 || o->instance == NONE || !is_number_or_text (p->types[o->type].name))
    return false;
  if (is_known (e, ASKED_OBJECT, object, 0, depth, &few))
    return few;
  return remember (e, ASKED_OBJECT, object, 0, depth, made_of_few (e, object, depth));
}

bool
is_bounded (struct effects *e, uint32_t number)
{
  const struct loop_effect *store = &e->p->effects[number];
  bool few;
  if (store->ring)
    return true;
  if (!store->keyed && store->index.kind == NUMBER_ANY)
    return false;
  if (is_known (e, ASKED_EFFECT, number, 0, 0, &few))
    return few;
  few = (store->keyed ? store->key == NONE || key_is_few (e, store->key, false, MAX_KEY_DEPTH)
	 : number_is_few (e, store->instance, &store->index, true, MAX_KEY_DEPTH));
  return remember (e, ASKED_EFFECT, number, 0, 0, few);
}
