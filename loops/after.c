/* Reads that the loop does not make itself: after it, by the method with the loop and those that
   called it, and by methods that may run though no call is visible.

   An object that is read then is a result, not a leak.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

/* ---- After the loop.  ---- */

/* Return true if CALL is made after the loop, by the method with the loop or one that leads
   there.  */
static bool
is_made_after (const struct effects *e, const struct loop_edge *call)
{
  const struct program *p = e->p;
  const struct loop_site *site = &p->sites[call->site];
  if (is_later (e, call->from, site->block, site->line))
    return !site->inside && !e->leads[call->to];
  return (p->instances[call->from].method->method == p->target->method && !site->inside
	  && site->block < p->target->n_blocks && p->target->blocks[site->block] == 2);
}

/* Return, by instance, what is called after the loop; malloced.  */
static bool *
called_after (const struct effects *e)
{
  const struct program *p = e->p;
  bool *after = lk_xmalloc (p->n_instances + 1);
  uint32_t n = 0;
  memset (after, 0, p->n_instances + 1);
  for (size_t i = 0; i < p->n_calls; i++)
    {
      uint32_t to = p->calls[i].to;
      if (is_made_after (e, &p->calls[i]) && !after[to]
	  && !p->contexts[p->instances[to].context].inside)
	{
	  after[to] = true;
	  e->stack[n++] = to;
	}
    }
  while (n)
    {
      uint32_t from = e->stack[--n];
      EACH_CALL_BY (call, e, from)
	{
	  uint32_t to = p->calls[call].to;
	  if (after[to] || p->contexts[p->instances[to].context].inside)
	    continue;
	  after[to] = true;
	  e->stack[n++] = to;
	}
    }
  return after;
}

void
find_after (struct effects *e)
{
  struct program *p = e->p;
  if (!p->target->blocks)
    return;
  bool *after = called_after (e);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *load = &p->effects[i];
      bool copies = load->kind == EFFECT_STORE && load->spread != NONE;
      if ((load->kind != EFFECT_LOAD && load->kind != EFFECT_QUERY && !copies) || load->inside)
	continue;
      const struct loop_instance *in = &p->instances[load->instance];
      bool own = in->method->method == p->target->method;
      bool later = own ? (load->block < p->target->n_blocks
			  && p->target->blocks[load->block] == 2)
		    : (after[load->instance]
		       || is_later (e, load->instance, load->block, load->line));
      /* A copy hands the elements over.  */
      const struct lk_heap_set *bases = lk_heap_held (p->heap, copies ? load->spread : load->base);
      LK_HEAP_EACH (b, bases)
	{
	  struct holder *h = holder_of (e, b, load->field, false);
	  if (!h)
	    continue;
	  /* Callers read afterwards what the method with the loop has made for them.  */
	  uint32_t maker = p->objects[b].instance;
	  bool made_here = maker != NONE && p->instances[maker].method->method
					    == p->target->method;
	  h->after |= later || (made_here && !own);
	}
    }
  /* A collection that the method returns, if no caller is known.  */
  for (size_t i = 0; i < p->n_instances; i++)
    if (p->instances[i].method->method == p->target->method)
      {
	bool called = e->first_call[i] != NONE;
	const struct lk_heap_set *results = lk_heap_held (p->heap, p->instances[i].result);
	for (size_t k = 0; k < e->n_holders && !called; k++)
	  e->holders[k].after |= lk_heap_set_has (results, e->holders[k].object);
      }
  free (after);
}

/* ---- Other entries.  ---- */

/* Return true if CALL, of a method of the JDK for a collection, adds to it, asks how large it is,
   or takes out an object that a library's user has: it does not read the other elements.  A key may
   be had without the object.  */
static bool
only_adds (struct program *p, const struct loop_call *call)
{
  bool own;
  const struct lk_contract *row
    = (call->declared && call->type && call->op != LK_OP_CALL_STATIC
       && of_jdk (p, lk_hierarchy_type (p->hierarchy, call->declared->owner->name))
       ? row_of (p, call->type, call->declared, &own) : NULL);
  if (!row || row->starts)
    return false;
  for (const struct lk_clause *k = row->clauses; k; k = k->next)
    if (k->place.base == LK_PLACE_THIS || (k->place.base == 0 && call->used))
      return false;
  bool map = is_below (p, call->type, "java/util/Map")
	     || is_below (p, call->type, "java/util/Dictionary");
  for (const struct lk_clause *k = row->elements; k; k = k->next)
    if (k->role == LK_ROLE_QUERY || k->role == LK_ROLE_VISIT
	|| (k->role == LK_ROLE_ITERATOR && k->position == LK_POSITION_ANY && call->used)
	|| (k->role == LK_ROLE_REMOVE
	    && (!p->entered || map || k->amount != LK_AMOUNT_ONE || call->n_args != 2
		|| call->args[1] == NONE)))
      return false;
  return true;
}

/* Set TAKEN, by variable of BODY, to whether what a collection holds that is in it may be read: it
   is used otherwise than to add to it.  */
static void
find_taken (struct program *p, const struct loop_body *body, bool *taken)
{
  memset (taken, 0, body->n_vars);
  for (uint32_t k = 0; k < body->n_ops; k++)
    {
      const struct loop_op *op = &body->ops[k];
      bool from = op->kind == OP_LOAD || op->kind == OP_STORE || op->kind == OP_COPY;
      if (from && op->b < body->n_vars)
	taken[op->b] = true;
      else if (op->kind == OP_RETURN)
	taken[op->a] = true;
    }
  for (uint32_t i = 0; i < body->n_calls; i++)
    {
      const struct loop_call *call = &body->calls[i];
      for (unsigned k = only_adds (p, call); k < call->n_args; k++)
	if (call->args[k] != NONE)
	  taken[call->args[k]] = true;
    }
}

/* Set READ, by field, to whether a method of UNSEEN reads it, and ELEMENTS to whether it may read
   those of a collection that it holds.  */
static void
find_unseen_reads (struct program *p, const bool *unseen, bool *read, bool *elements)
{
  for (size_t i = 0; i < p->n_methods; i++)
    {
      const struct loop_body *body = unseen[i] ? p->methods[i]->body : NULL;
      if (!body)
	continue;
      bool *taken = lk_xmalloc (body->n_vars + 1u);
      find_taken (p, body, taken);
      for (uint32_t k = 0; k < body->n_ops; k++)
	{
	  const struct loop_op *op = &body->ops[k];
	  if (op->kind != OP_LOAD)
	    continue;
	  read[op->c] |= body->used[op->a];
	  elements[op->c] |= taken[op->a];
	}
      free (taken);
    }
}

/* Add those of SET to GIVEN, and to the N objects of STACK if they are new; return their
   number.  */
static uint32_t
give (const struct lk_heap_set *set, bool *given, uint32_t *stack, uint32_t n)
{
  LK_HEAP_EACH (o, set)
    if (!given[o])
      {
	given[o] = true;
	stack[n++] = o;
      }
  return n;
}

/* Set GIVEN, by object, to whether a field of READ holds it, or a collection or an array that is
   given.  */
static void
find_given (const struct program *p, const bool *read, bool *given)
{
  uint32_t *stack = lk_xmalloc ((p->n_objects + 1) * sizeof *stack), n = 0;
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind == EFFECT_STORE && store->value != NONE && store->field >= FIELD_FIRST
	  && read[store->field])
	n = give (lk_heap_held (p->heap, store->value), given, stack, n);
    }
  while (n)
    {
      uint32_t elements = lk_heap_field (p->heap, stack[--n], FIELD_ELEMENTS);
      if (elements != LK_HEAP_NONE)
	n = give (lk_heap_held (p->heap, elements), given, stack, n);
    }
  free (stack);
}

/* Methods that may run though no call is visible (find_unseen) read fields, and the collections and
   arrays that such fields hold; users of a library, those that they give themselves.  Heuristic:
   they do so while the loop runs.  Wrong if no code calls these methods.  A library's user has no
   object that the loop makes, and cannot take it out by itself.  */
void
find_other_reads (struct effects *e)
{
  struct program *p = e->p;
  bool *unseen = find_unseen (e);
  if (!unseen)
    return;
  bool *read = lk_xmalloc (p->n_fields + FIELD_FIRST);
  bool *elements = lk_xmalloc (p->n_fields + FIELD_FIRST);
  bool *given = lk_xmalloc (p->n_objects + 1);
  memset (elements, 0, p->n_fields + FIELD_FIRST);
  memset (read, 0, p->n_fields + FIELD_FIRST);
  memset (given, 0, p->n_objects + 1);
  find_unseen_reads (p, unseen, read, elements);
  find_given (p, elements, given);
  for (size_t i = 0; i < e->n_holders; i++)
    {
      struct holder *h = &e->holders[i];
      bool theirs = (p->entered && p->objects[h->object].instance == NONE
		     && h->object != p->statics_object);
      h->after |= h->field >= FIELD_FIRST ? read[h->field] : theirs || given[h->object];
    }
  free (unseen);
  free (elements);
  free (given);
  e->read_unseen = read;
}
