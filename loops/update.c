/* Destructive updates: objects that the loop takes out again, and collections that it replaces.

   If the object that is removed is the one that the same iteration has stored, each iteration must
   remove it: no path may lead from the store to the iteration's end past all such removals, unless
   an exception is thrown.  Store and removal may be in different methods: both are followed to the
   callers, as far as the object is a parameter or a result, until they are in one method.

   A read under the key under which the same iteration has put its object before gives that
   object, and says nothing of those of earlier iterations.

   Under-approximated: any other removal is assumed to be enough, as is one that its method makes on
   a condition, or whose object comes from elsewhere.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

/* ---- Where a value is stored or removed.  ---- */

/* INSTANCE does so with NODE in BLOCK, itself or by a call.  */
struct place
{
  uint32_t instance, block, node;
  unsigned line;
};
struct place_list
{
  struct place *at;
  size_t n, room;
  struct number_map seen;
  bool cut;			/* There are more.  */
};

static void
add_place (struct place_list *list, struct place place)
{
  bool fresh;
  map_pair (&list->seen, (uint64_t) place.instance << 32 | place.block, place.node, 0, &fresh);
  if (!fresh)
    return;
  if (list->n == MAX_UPDATE_PLACES)
    {
      list->cut = true;
      return;
    }
  ROOM (list->at, list->n, list->room);
  list->at[list->n++] = place;
}

static void
free_places (struct place_list *list)
{
  free (list->at);
  map_free (&list->seen);
}

/* Return true if PLACE's instance is that of the loop's own method, which the loop is in.  */
static bool
is_own (const struct program *p, uint32_t instance)
{
  return (p->target->blocks && p->instances[instance].method->method == p->target->method
	  && !p->contexts[p->instances[instance].context].inside);
}

/* Add to LIST where the loop's callers of PLACE do the same: its node is a parameter of its method,
   or the method returns it.  Return true if there are any.  */
static bool
add_callers (const struct effects *e, struct place_list *list, struct place place)
{
  struct program *p = e->p;
  const struct loop_body *body = p->instances[place.instance].method->body;
  uint32_t parameter = NONE;
  bool returned = false, any = false;
  if (!body || is_own (p, place.instance))
    return false;
  for (uint32_t i = 0; i < body->n_params && parameter == NONE; i++)
    if (body->params[i] != NONE && node_of (p, place.instance, body->params[i]) == place.node)
      parameter = i;
  for (uint32_t i = 0; i < body->n_ops && parameter == NONE && !returned; i++)
    returned = (body->ops[i].kind == OP_RETURN
		&& node_of (p, place.instance, body->ops[i].a) == place.node);
  if (parameter == NONE && !returned)
    return false;
  EACH_CALL_OF (call, e, place.instance)
    {
      const struct loop_site *site = &p->sites[p->calls[call].site];
      uint32_t node = (returned ? site->result
		       : parameter < site->n_args ? site->args[parameter] : NONE);
      if (!site->inside || site->callback || node == NONE)
	continue;
      add_place (list, (struct place) { p->calls[call].from, site->block, node, site->line });
      any = true;
    }
  return any;
}

/* ---- Paths of one iteration.  ---- */

enum { PATH_REACHES = 1, PATH_MISSES = 2 };

/* The bits of what the loop can do after BLOCK of INSTANCE: come to one of the blocks marked in TO
   in the same iteration, and come to the iteration's end without that.  */
static unsigned
paths_from (const struct program *p, uint32_t instance, uint32_t block, const bool *to)
{
  const struct loop_body *body = p->instances[instance].method->body;
  const struct loop_target *t = p->target;
  bool own = is_own (p, instance);
  unsigned found = 0;
  if (to[block])
    return PATH_REACHES;
  bool *seen = lk_xmalloc (body->n_blocks);
  uint32_t *stack = lk_xmalloc ((body->n_blocks + 1u) * sizeof *stack), n = 0;
  memset (seen, 0, body->n_blocks);
  stack[n++] = block;
  while (n)
    {
      const struct loop_block *from = &body->blocks[stack[--n]];
      /* In a method that the loop calls, its end is that of the iteration.  */
      if (!own && from->n == 0 && !from->throws)
	found |= PATH_MISSES;
      for (uint32_t i = 0; i < from->n; i++)
	{
	  uint32_t next = body->successors[from->first + i];
	  if (own && (next == t->header || t->blocks[next] != 1))
	    found |= next == t->header ? PATH_MISSES : 0;
	  else if (to[next])
	    found |= PATH_REACHES;
	  else if (!seen[next])
	    {
	      seen[next] = true;
	      stack[n++] = next;
	    }
	}
    }
  free (seen);
  free (stack);
  return found;
}

/* Return true if A and B, of one instance, are the same object in one iteration.  */
static bool
is_same_now (const struct effects *e, uint32_t a, uint32_t b)
{
  const struct lk_heap_set *x = lk_heap_held (e->p->heap, a), *y = lk_heap_held (e->p->heap, b);
  if (a == b)
    return true;
  return (!e->old[a] && !e->old[b] && lk_heap_set_count (x) == 1 && lk_heap_set_count (y) == 1
	  && lk_heap_set_has (y, lk_heap_set_from (x, 0)));
}

/* Return true if the iteration that stores an object as STORE does may not remove it, by one of
   REMOVALS; or removes it before that, in another iteration's place.  */
static bool
is_missed (const struct effects *e, const struct place *store, const struct place_list *removals)
{
  const struct program *p = e->p;
  const struct loop_body *body = p->instances[store->instance].method->body;
  bool *to = lk_xmalloc (body->n_blocks), before = false;
  memset (to, 0, body->n_blocks);
  for (size_t i = 0; i < removals->n; i++)
    {
      const struct place *r = &removals->at[i];
      if (r->instance == store->instance && is_same_now (e, r->node, store->node))
	to[r->block] = true;
    }
  unsigned after = paths_from (p, store->instance, store->block, to);
  if (!(after & PATH_REACHES))
    {
      bool *back = lk_xmalloc (body->n_blocks);
      memset (back, 0, body->n_blocks);
      back[store->block] = true;
      for (uint32_t i = 0; i < body->n_blocks && !before; i++)
	before = to[i] && (paths_from (p, store->instance, i, back) & PATH_REACHES);
      free (back);
    }
  free (to);
  return before || after == (PATH_REACHES | PATH_MISSES);
}

/* ---- Updates of one holder.  ---- */

/* Whether a removal is one of the objects that the loop stores.  */
enum removal_answer
{
  REMOVAL_OTHER,		/* It removes another object than any of these.  */
  REMOVAL_MISSES,		/* An iteration may end without it.  */
  REMOVAL_SURE
};

static enum removal_answer
answer_of (const struct effects *e, const struct place_list *stores,
	   const struct place_list *removals, const struct place *removal)
{
  enum removal_answer answer = REMOVAL_OTHER;
  for (size_t i = 0; i < stores->n; i++)
    {
      const struct place *s = &stores->at[i];
      if (s->instance != removal->instance || !is_same_now (e, s->node, removal->node))
	continue;
      if (is_missed (e, s, removals))
	return REMOVAL_MISSES;
      answer = REMOVAL_SURE;
    }
  return answer;
}

/* Return true if one of H's updates takes out what was stored.  */
static bool
updates_remove (const struct effects *e, const struct holder *h)
{
  const struct program *p = e->p;
  struct place_list stores = { NULL }, removals = { NULL };
  for (size_t i = 0; i < h->n_stores; i++)
    {
      const struct loop_effect *s = &p->effects[h->stores[i]];
      add_place (&stores, (struct place) { s->instance, s->block, s->value, s->line });
    }
  for (size_t i = 0; i < stores.n; i++)
    add_callers (e, &stores, stores.at[i]);
  for (size_t i = 0; i < h->n_updates; i++)
    {
      const struct loop_effect *u = &p->effects[h->updates[i]];
      add_place (&removals, (struct place) { u->instance, u->block, u->value, u->line });
    }
  bool removes = false;
  for (size_t i = 0; i < removals.n && !removes; i++)
    {
      if (answer_of (e, &stores, &removals, &removals.at[i]) != REMOVAL_OTHER)
	continue;
      removes = !add_callers (e, &removals, removals.at[i]);
    }
  for (size_t i = 0; i < removals.n && !removes; i++)
    removes = answer_of (e, &stores, &removals, &removals.at[i]) == REMOVAL_SURE;
  removes |= stores.cut || removals.cut;
  free_places (&stores);
  free_places (&removals);
  return removes;
}

/* ---- Reads of what the iteration has stored.  ---- */

/* Return true if the iteration comes to READ only past one of STORES, under the same key.  */
static bool
is_after_store (const struct effects *e, const struct place *read, const struct place_list *stores)
{
  const struct program *p = e->p;
  const struct loop_body *body = p->instances[read->instance].method->body;
  const struct loop_target *t = p->target;
  bool own = is_own (p, read->instance), passed = false, any = false;
  bool *seen = lk_xmalloc (body->n_blocks);
  uint32_t *stack = lk_xmalloc ((body->n_blocks + 1u) * sizeof *stack), n = 0;
  memset (seen, 0, body->n_blocks);
  for (size_t i = 0; i < stores->n; i++)
    {
      const struct place *s = &stores->at[i];
      if (s->instance != read->instance || s->node != read->node)
	continue;
      any |= s->block != read->block;
      passed |= s->block == read->block && s->line && s->line < read->line;
      seen[s->block] |= s->block != read->block;
    }
  uint32_t start = own ? t->header : 0;
  bool reached = start == read->block;
  if (!seen[start])
    stack[n++] = start;
  while (n && any && !passed && !reached)
    {
      const struct loop_block *from = &body->blocks[stack[--n]];
      for (uint32_t i = 0; i < from->n; i++)
	{
	  uint32_t next = body->successors[from->first + i];
	  if (seen[next] || (own && (next == t->header || t->blocks[next] != 1)))
	    continue;
	  reached |= next == read->block;
	  seen[next] = true;
	  stack[n++] = next;
	}
    }
  free (seen);
  free (stack);
  return passed || (any && !reached);
}

/* Return true if LOAD, under a key, can give only what the same iteration has put there, at one of
   STORES.  */
static bool
gives_own (const struct effects *e, const struct place_list *stores, const struct loop_effect *load)
{
  struct place_list reads = { NULL };
  if (!load->keyed || !load->inside || load->key == NONE || e->old[load->key])
    return false;
  add_place (&reads, (struct place) { load->instance, load->block, load->key, load->line });
  bool own = true;
  for (size_t i = 0; i < reads.n && own; i++)
    own = (is_after_store (e, &reads.at[i], stores)
	   || add_callers (e, &reads, reads.at[i]));
  own &= !reads.cut;
  free_places (&reads);
  return own;
}

/* Forget reads of H that give only what the same iteration has put there.  */
static void
forget_own_reads (struct effects *e, struct holder *h)
{
  const struct program *p = e->p;
  struct place_list stores = { NULL };
  bool keyed = false;
  for (size_t i = 0; i < h->n_loads; i++)
    keyed |= p->effects[h->loads[i]].keyed;
  for (size_t i = 0; i < h->n_stores && keyed; i++)
    {
      const struct loop_effect *s = &p->effects[h->stores[i]];
      if (s->keyed && s->inside)
	add_place (&stores, (struct place) { s->instance, s->block, s->key, s->line });
    }
  for (size_t i = 0; i < stores.n; i++)
    add_callers (e, &stores, stores.at[i]);
  size_t n = 0;
  for (size_t i = 0; i < h->n_loads; i++)
    if (!stores.n || !gives_own (e, &stores, &p->effects[h->loads[i]]))
      h->loads[n++] = h->loads[i];
  h->n_loads = n;
  free_places (&stores);
}

/* ---- Effects.  ---- */

static void
update_effect (struct effects *e, uint32_t number)
{
  struct program *p = e->p;
  const struct loop_effect *update = &p->effects[number];
  const struct lk_heap_set *bases = lk_heap_held (p->heap, update->base);
  if (update->caught)
    return;
  LK_HEAP_EACH (b, bases)
    {
      const uint32_t *inner = map_find (&e->edge_map, b, update->field);
      if (inner && update->inside)
	e->edges[*inner].removed = true;
      struct holder *h = holder_of (e, b, update->field, false);
      if (!h || h->removed)
	continue;
      if (update->kind != EFFECT_REMOVE || update->value == NONE || !update->inside)
	{
	  h->removed = true;
	  continue;
	}
      ROOM (h->updates, h->n_updates, h->updates_room);
      h->updates[h->n_updates++] = number;
    }
}

/* Return, by node, the load that gives it a value, or NONE; malloced.  */
static uint32_t *
loads_by_node (const struct program *p)
{
  size_t n = lk_heap_n_nodes (p->heap) + 1u;
  uint32_t *loads = lk_xmalloc (n * sizeof *loads);
  memset (loads, 0xff, n * sizeof *loads);
  for (uint32_t i = 0; i < p->n_effects; i++)
    if (p->effects[i].kind == EFFECT_LOAD && p->effects[i].value != NONE)
      loads[p->effects[i].value] = i;
  return loads;
}

/* Return true if the objects of NODE, of which there are some, hold one element each.  */
static bool
holds_cells (const struct program *p, uint32_t node)
{
  const struct lk_heap_set *held = lk_heap_held (p->heap, node);
  LK_HEAP_EACH (o, held)
    if (!is_cell (p, o))
      return false;
  return lk_heap_set_from (held, 0) != NONE;
}

/* Return true if nodes A and B are one object, as far as is known: both hold the same one
   alone.  */
static bool
is_same (const struct program *p, uint32_t a, uint32_t b)
{
  const struct lk_heap_set *x = lk_heap_held (p->heap, a), *y = lk_heap_held (p->heap, b);
  uint32_t object = lk_heap_set_from (x, 0);
  return a == b || (lk_heap_set_count (x) == 1 && lk_heap_set_count (y) == 1
		    && lk_heap_set_has (y, object));
}

/* The load of INSTANCE that gives NODE its value, by LOADS, perhaps through a cast; or NULL.  */
static const struct loop_effect *
load_of (const struct program *p, const uint32_t *loads, uint32_t instance, uint32_t node)
{
  const struct loop_body *body = p->instances[instance].method->body;
  uint32_t from = node, n = 0;
  for (uint32_t i = 0; loads[node] == NONE && body && i < body->n_ops; i++)
    if (body->ops[i].kind == OP_COPY && node_of (p, instance, body->ops[i].a) == node)
      {
	from = node_of (p, instance, body->ops[i].b);
	n++;
      }
  return n > 1 || loads[from] == NONE ? NULL : &p->effects[loads[from]];
}

/* Return true if STORE lets go what a field held: it gets null, an object that outlives the loop,
   or what the first link of its own chain leads to ("head = head.next").  Of library methods only
   those of cells do so.  */
static bool
empties (const struct effects *e, const struct loop_effect *store, const uint32_t *loads)
{
  const struct program *p = e->p;
  bool cell = store->field == FIELD_ELEMENTS && holds_cells (p, store->base);
  if (store->library && !cell)
    return false;
  if (store->value == NONE)
    return true;
  if (store->field < FIELD_FIRST && !cell)
    return false;
  const struct loop_effect *next = load_of (p, loads, store->instance, store->value);
  const struct loop_effect *head = next ? load_of (p, loads, store->instance, next->base) : NULL;
  if (head && head->field == store->field && head->instance == store->instance
      && is_same (p, head->base, store->base))
    return true;
  const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
  LK_HEAP_EACH (o, values)
    if (!e->outside[o])
      return false;
  return lk_heap_set_from (values, 0) != NONE;
}

/* ---- Collections that are replaced.  ---- */

/* Fields of outside objects that the loop fills with an inside object: what they held before is
   let go.  A collection that only such fields hold keeps nothing.  */
static void
find_replaced (struct effects *e)
{
  struct program *p = e->p;
  /* By object: 1 it is held by a field that is replaced, 2 by another one.  */
  uint8_t *held_by = lk_xmalloc (p->n_objects + 1);
  memset (held_by, 0, p->n_objects + 1);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE
	  || (store->field < FIELD_FIRST
	      && !(store->field == FIELD_ELEMENTS && holds_cells (p, store->base))))
	continue;
      const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
      const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
      uint8_t by = 0;
      LK_HEAP_EACH (b, bases)
	by |= e->outside[b] && holder_of (e, b, store->field, false) ? 1 : 2;
      LK_HEAP_EACH (s, values)
	if (e->outside[s])
	  held_by[s] |= by;
    }
  for (size_t i = 0; i < e->n_holders; i++)
    e->holders[i].replaced = held_by[e->holders[i].object] == 1;
  free (held_by);
  /* The same of a local variable of the loop's method: where the loop stores, the variable holds
     the outside object or one of the same class that the loop makes.  */
  for (size_t i = 0; i < e->n_holders; i++)
    {
      struct holder *h = &e->holders[i];
      for (size_t k = 0; k < h->n_stores && !h->replaced; k++)
	{
	  const struct loop_effect *store = &p->effects[h->stores[k]];
	  const struct loop_instance *in = &p->instances[store->instance];
	  if (in->method->method != p->target->method || p->contexts[in->context].inside)
	    continue;
	  const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
	  LK_HEAP_EACH (b, bases)
	    h->replaced |= (!e->outside[b]
			    && p->objects[b].type == p->objects[h->object].type);
	}
    }
}

/* ---- All.  ---- */

void
find_updates (struct effects *e)
{
  const struct program *p = e->p;
  uint32_t *loads = loads_by_node (p);
  for (size_t i = 0; i < p->n_effects; i++)
    if (is_meanwhile (e, &p->effects[i])
	&& (p->effects[i].kind == EFFECT_REMOVE
	    || (p->effects[i].kind == EFFECT_STORE && empties (e, &p->effects[i], loads))))
      update_effect (e, (uint32_t) i);
  free (loads);
  for (size_t i = 0; i < e->n_holders; i++)
    {
      struct holder *h = &e->holders[i];
      if (!h->removed && h->n_updates)
	h->removed = updates_remove (e, h);
      if (!h->removed)
	forget_own_reads (e, h);
    }
  find_replaced (e);
}
