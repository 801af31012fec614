/* Effects of the loop: which inside objects flow into which fields of outside objects, which of
   these the loop reads, and what hangs on them.

   A read counts if its value is used.  Reads by the library count if it gives the object to the
   application, which rows say ("fetch", "visit"), or if it answers a question about it
   ("query").  An object that a read brings back may be of an earlier iteration, and so may
   all that flows from there (OLD).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

struct lk_heap_flow *
flow_of (struct effects *e, uint32_t object)
{
  if (!e->flows[object])
    {
      static const struct lk_heap_budget budget = { MAX_FLOW_EDGES, MAX_ALL_FLOW_EDGES };
      e->flows[object] = lk_heap_follow (e->p->heap, object, &budget);
      e->n_cut += lk_heap_flow_cut (e->flows[object]);
      e->p->host->progress (e->p->host->data);
    }
  return e->flows[object];
}

struct holder *
holder_of (struct effects *e, uint32_t object, uint32_t field, bool make)
{
  if (!make)
    {
      const uint32_t *known = map_find (&e->holder_map, object, field);
      return known ? &e->holders[*known] : NULL;
    }
  bool fresh;
  uint32_t *slot = map_pair (&e->holder_map, object, field, (uint32_t) e->n_holders, &fresh);
  if (!fresh)
    return &e->holders[*slot];
  ROOM (e->holders, e->n_holders, e->holders_room);
  struct holder *h = &e->holders[e->n_holders++];
  memset (h, 0, sizeof *h);
  h->object = object;
  h->field = field;
  return h;
}

/* ---- Flows-out.  ---- */

bool
is_empty_array (const struct program *p, uint32_t object)
{
  const struct loop_object *o = &p->objects[object];
  return (o->instance != NONE && o->op != NONE
	  && (p->instances[o->instance].method->body->ops[o->op].flags & OP_EMPTY));
}

/* Return true if field FIELD of BASE holds an inside object of VALUES, which are stored there: its
   type, or that of the elements of an array, may exclude them.  */
static bool
takes_inside (const struct effects *e, uint32_t base, uint32_t field,
	      const struct lk_heap_set *values)
{
  uint32_t place = lk_heap_field (e->p->heap, base, field);
  if (place == LK_HEAP_NONE)
    return false;
  const struct lk_heap_set *held = lk_heap_held (e->p->heap, place);
  LK_HEAP_EACH (s, values)
    if (!e->outside[s] && lk_heap_set_has (held, s))
      return true;
  return false;
}

/* Return true if STORE adds an element to the collection BASE, which may be of an earlier
   iteration, in each one.  */
static bool
adds_to_old (struct effects *e, uint32_t number, uint32_t base)
{
  const struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  const struct loop_type *type = &p->types[p->objects[base].type];
  return (store->field == FIELD_ELEMENTS && store->library && e->old[store->base]
	  && type->type && !type->cell
	  && !(with (p, LK_LOOPS_BOUNDS) && is_bounded (e, number))
	  && !block_is_once (e, store->instance, store->block));
}

static void
store_effect (struct effects *e, uint32_t number)
{
  struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  if (store->value == NONE)
    return;
  const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
  const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
  bool any = false;
  LK_HEAP_EACH (s, values)
    any |= !e->outside[s];
  if (!any)
    return;
  LK_HEAP_EACH (b, bases)
    {
      /* Nothing is known of what a given collection holds.  */
      if (b == p->any || (store->field == FIELD_ELEMENTS && is_empty_array (p, b))
	  || !takes_inside (e, b, store->field, values))
	continue;
      if (e->outside[b])
	{
	  struct holder *h = holder_of (e, b, store->field, true);
	  ROOM (h->stores, h->n_stores, h->stores_room);
	  h->stores[h->n_stores++] = number;
	  continue;
	}
      bool fresh;
      uint32_t *slot = map_pair (&e->edge_map, b, store->field, (uint32_t) e->n_edges, &fresh);
      if (fresh)
	{
	  ROOM (e->edges, e->n_edges, e->edges_room);
	  e->edges[e->n_edges++]
	    = (struct inner_edge) { b, store->field, lk_heap_field (p->heap, b, store->field),
				    number, NONE, false, false, false, false, false };
	}
      e->edges[*slot].old |= e->old[store->value];
      e->edges[*slot].onto_old |= e->old[store->base];
      e->edges[*slot].copied |= store->spread != NONE;
      e->edges[*slot].adds |= adds_to_old (e, number, b);
    }
}

/* ---- Flows-in.  ---- */

static void
mark_read (struct effects *e, uint32_t object, uint32_t field, uint32_t how)
{
  bool fresh;
  uint32_t *slot = map_pair (&e->read_map, object, field, how, &fresh);
  if (*slot < how)
    *slot = how;
}

static void
load_effect (struct effects *e, uint32_t number)
{
  struct program *p = e->p;
  const struct loop_effect *load = &p->effects[number];
  const struct lk_heap_set *bases = lk_heap_held (p->heap, load->base);
  LK_HEAP_EACH (b, bases)
    {
      mark_read (e, b, load->field, load->kind == EFFECT_QUERY ? 2 : 1);
      struct holder *h = holder_of (e, b, load->field, false);
      if (!h)
	continue;
      if (load->kind == EFFECT_QUERY)
	h->queried = true;
      ROOM (h->loads, h->n_loads, h->loads_room);
      h->loads[h->n_loads++] = number;
    }
}

bool
is_meanwhile (const struct effects *e, const struct loop_effect *effect)
{
  return (effect->inside || effect->aside
	  || is_beside (e, effect->instance, effect->block, effect->line));
}

/* Return true if anything reads the collections that STORE, of a copy, fills.  */
static bool
copy_is_read (const struct effects *e, const struct loop_effect *store)
{
  const struct lk_heap_set *to = lk_heap_held (e->p->heap, store->base);
  LK_HEAP_EACH (b, to)
    if (map_find (&e->read_map, b, store->field))
      return true;
  return false;
}

/* Elements that are copied to another collection are read if those of the copy are.  */
static void
read_through_copies (struct effects *e)
{
  struct program *p = e->p;
  size_t n = 0;
  /* The copies whose elements are not read, as far as is known.  */
  uint32_t *copies = lk_xmalloc ((p->n_effects + 1) * sizeof *copies);
  for (uint32_t i = 0; i < p->n_effects; i++)
    if (p->effects[i].kind == EFFECT_STORE && p->effects[i].spread != NONE
	&& is_meanwhile (e, &p->effects[i]))
      copies[n++] = i;
  for (bool changed = true; changed;)
    {
      size_t left = 0;
      changed = false;
      for (size_t i = 0; i < n; i++)
	{
	  const struct loop_effect *store = &p->effects[copies[i]];
	  if (!copy_is_read (e, store))
	    {
	      copies[left++] = copies[i];
	      continue;
	    }
	  changed = true;
	  const struct lk_heap_set *from = lk_heap_held (p->heap, store->spread);
	  LK_HEAP_EACH (b, from)
	    {
	      mark_read (e, b, FIELD_ELEMENTS, 2);
	      struct holder *h = holder_of (e, b, FIELD_ELEMENTS, false);
	      if (h)
		h->queried = true;
	    }
	}
      n = left;
    }
  free (copies);
}

/* ---- All.  ---- */

static void
find_outside (struct effects *e)
{
  struct program *p = e->p;
  e->outside = lk_xmalloc (p->n_objects + 1);
  for (size_t i = 0; i < p->n_objects; i++)
    {
      struct loop_object *o = &p->objects[i];
      /* An object that is made once is like one that was there before.  */
      e->outside[i] = (!o->inside
		       || (with (p, LK_LOOPS_SINGLETONS) && object_is_once (e, (uint32_t) i)));
      if (o->inside && o->started && with (p, LK_LOOPS_THREADS))
	{
	  o->endless = !with (p, LK_LOOPS_ENDING) || !thread_ends (e, (uint32_t) i);
	  e->outside[i] = o->endless;
	}
    }
}

static bool
holds_outside (const struct effects *e, uint32_t node)
{
  const struct lk_heap_set *held = lk_heap_held (e->p->heap, node);
  LK_HEAP_EACH (b, held)
    if (e->outside[b])
      return true;
  return false;
}

/* The node that effect X reads from, if the loop gets its value from there; or NONE.  */
static uint32_t
read_from (const struct loop_effect *x)
{
  return x->inside && x->value != NONE ? (x->kind == EFFECT_LOAD ? x->base : x->spread) : NONE;
}

/* Mark what the loop reads from outside objects, and from what is marked.  */
static void
find_old (struct effects *e)
{
  struct program *p = e->p;
  size_t n_nodes = lk_heap_n_nodes (p->heap) + 1u;
  /* Reads by the node that they read from, and by effect.  */
  uint32_t *first = lk_xmalloc (n_nodes * sizeof *first);
  uint32_t *nodes = lk_xmalloc (n_nodes * sizeof *nodes);
  uint32_t *next = lk_xmalloc ((p->n_effects + 1) * sizeof *next), n = 0;
  memset (first, 0xff, n_nodes * sizeof *first);
  for (uint32_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *x = &p->effects[i];
      uint32_t base = read_from (x);
      if (base == NONE)
	continue;
      next[i] = first[base];
      first[base] = i;
      if (!e->old[x->value] && holds_outside (e, base))
	{
	  e->old[x->value] = 1;
	  nodes[n++] = x->value;
	}
    }
  /* All that was marked is in NODES.  */
  n = lk_heap_flood (p->heap, e->old, nodes, 0, n);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = first[nodes[k]]; i != NONE; i = next[i])
      {
	uint32_t value = p->effects[i].value;
	if (e->old[value])
	  continue;
	e->old[value] = 1;
	nodes[n] = value;
	n = lk_heap_flood (p->heap, e->old, nodes, n, n + 1);
      }
  free (first);
  free (next);
  free (nodes);
}

/* Index the calls by the instances that they run, and that make them.  */
static void
index_calls (struct effects *e)
{
  const struct program *p = e->p;
  size_t n = p->n_instances + 1;
  e->first_call = lk_xmalloc (n * sizeof *e->first_call);
  e->first_made = lk_xmalloc (n * sizeof *e->first_made);
  e->next_call = lk_xmalloc ((p->n_calls + 1) * sizeof *e->next_call);
  e->next_made = lk_xmalloc ((p->n_calls + 1) * sizeof *e->next_made);
  e->stack = lk_xmalloc (n * sizeof *e->stack);
  memset (e->first_call, 0xff, n * sizeof *e->first_call);
  memset (e->first_made, 0xff, n * sizeof *e->first_made);
  bool fresh;
  for (uint32_t i = 0; i < p->n_instances; i++)
    map_pair (&e->first_instance, (uintptr_t) p->instances[i].method->method, 0, i, &fresh);
  for (size_t i = p->n_calls; i-- > 0;)
    {
      e->next_call[i] = e->first_call[p->calls[i].to];
      e->first_call[p->calls[i].to] = (uint32_t) i;
      e->next_made[i] = e->first_made[p->calls[i].from];
      e->first_made[p->calls[i].from] = (uint32_t) i;
    }
}

void
effects_collect (struct effects *e, struct program *p)
{
  memset (e, 0, sizeof *e);
  e->p = p;
  e->flows = lk_xmalloc ((p->n_objects + 1) * sizeof *e->flows);
  memset (e->flows, 0, (p->n_objects + 1) * sizeof *e->flows);
  index_calls (e);
  find_ends (e);
  find_once (e);
  find_aside (e);
  find_outside (e);
  e->old = lk_xmalloc (lk_heap_n_nodes (p->heap) + 1u);
  memset (e->old, 0, lk_heap_n_nodes (p->heap) + 1u);
  find_old (e);
  for (size_t i = 0; i < p->n_effects; i++)
    if (p->effects[i].kind == EFFECT_STORE && p->effects[i].inside)
      store_effect (e, (uint32_t) i);
  for (size_t i = 0; i < p->n_effects; i++)
    if ((p->effects[i].kind == EFFECT_LOAD || p->effects[i].kind == EFFECT_QUERY
	 || (p->effects[i].library && !with (p, LK_LOOPS_LIBRARY)))
	&& is_meanwhile (e, &p->effects[i]))
      load_effect (e, (uint32_t) i);
  e->first_edge = lk_xmalloc ((p->n_objects + 1) * sizeof *e->first_edge);
  memset (e->first_edge, 0xff, (p->n_objects + 1) * sizeof *e->first_edge);
  for (size_t i = e->n_edges; i-- > 0;)
    {
      e->edges[i].next = e->first_edge[e->edges[i].from];
      e->first_edge[e->edges[i].from] = (uint32_t) i;
    }
  e->first_read = lk_xmalloc ((FIELD_FIRST + p->n_fields) * sizeof *e->first_read);
  memset (e->first_read, 0xff, (FIELD_FIRST + p->n_fields) * sizeof *e->first_read);
  e->next_read = lk_xmalloc ((p->n_effects + 1) * sizeof *e->next_read);
  for (size_t i = p->n_effects; i-- > 0;)
    if ((p->effects[i].kind == EFFECT_LOAD || p->effects[i].kind == EFFECT_QUERY)
	&& p->effects[i].inside)
      {
	e->next_read[i] = e->first_read[p->effects[i].field];
	e->first_read[p->effects[i].field] = (uint32_t) i;
      }
  read_through_copies (e);
  find_updates (e);
  find_after (e);
  find_other_reads (e);
}

void
effects_free (struct effects *e)
{
  for (size_t i = 0; i < e->n_holders; i++)
    {
      free (e->holders[i].stores);
      free (e->holders[i].loads);
      free (e->holders[i].leaks);
      free (e->holders[i].updates);
    }
  for (size_t i = 0; i < e->p->n_objects; i++)
    lk_heap_flow_free (e->flows[i]);
  free (e->flows);
  free (e->holders);
  free (e->edges);
  free (e->first_edge);
  free (e->first_read);
  free (e->next_read);
  free (e->old);
  free (e->outside);
  free (e->once);
  free (e->aside);
  for (size_t i = 0; i < e->p->n_instances; i++)
    {
      free (e->ends[i]);
      free (e->beside[i]);
      free (e->later[i]);
    }
  free (e->ends);
  free (e->beside);
  free (e->later);
  free (e->leads);
  free (e->read_unseen);
  free (e->owners);
  free (e->stays);
  free (e->first_call);
  free (e->next_call);
  free (e->first_made);
  free (e->next_made);
  free (e->stack);
  map_free (&e->few_map);
  map_free (&e->first_instance);
  map_free (&e->holder_map);
  map_free (&e->edge_map);
  map_free (&e->read_map);
}
