/* The graph of nodes, objects and edges, as the host adds them.

   An edge is kept twice: for the solver between representatives (heap/solve.c), and as it was
   added, with its label, for heap/follow.c, which keeps the first of equal edges.  The
   representatives of different edges may be the same: heap/cycle.c takes out what is twice.  Loads
   and stores of variables that hold the same objects share the edges from and to these (struct
   heap_group).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

struct lk_heap *
lk_heap_new (const struct lk_heap_host *host)
{
  struct lk_heap *heap = lk_xmalloc (sizeof *heap);
  memset (heap, 0, sizeof *heap);
  heap->host = *host;
  return heap;
}

void
lk_heap_free (struct lk_heap *heap)
{
  if (!heap)
    return;
  for (uint32_t i = 0; i < heap->n_nodes; i++)
    {
      heap_set_free (&heap->nodes[i].held);
      heap_set_free (&heap->nodes[i].news);
    }
  heap_forget_flows (heap);
  free (heap->nodes);
  free (heap->objects);
  free (heap->accesses);
  free (heap->links);
  free (heap->edges);
  free (heap->edge_slots);
  free (heap->queue);
  free (heap->wave);
  heap_set_free (&heap->some);
  free (heap->contexts);
  free (heap->context_calls);
  heap_table_free (&heap->fields);
  for (uint32_t i = 0; i < heap->n_filters; i++)
    heap_set_free (&heap->filter[i].fits);
  free (heap->filter);
  for (uint32_t i = 0; i < heap->n_groups; i++)
    heap_set_free (&heap->groups[i].set);
  free (heap->groups);
  heap_table_free (&heap->group_map);
  heap_table_free (&heap->filters);
  heap_table_free (&heap->type_map);
  free (heap->types);
  heap_table_free (&heap->forgotten);
  heap_table_free (&heap->compared);
  free (heap);
}

/* ---- Nodes and objects.  ---- */

uint32_t
lk_heap_node (struct lk_heap *heap, uint32_t filter)
{
  HEAP_ROOM (heap->nodes, heap->n_nodes, heap->nodes_room);
  uint32_t node = heap->n_nodes++;
  struct heap_node *n = &heap->nodes[node];
  memset (n, 0, sizeof *n);
  n->leader = node;
  n->filter = filter;
  n->owner = LK_HEAP_NONE;
  n->loads = n->stores = n->watches = n->copies = n->edges = LK_HEAP_NONE;
  return node;
}

uint32_t
lk_heap_nodes (struct lk_heap *heap, uint32_t count)
{
  uint32_t first = heap->n_nodes;
  while (count-- > 0)
    lk_heap_node (heap, 0);
  return first;
}

void
lk_heap_set_filter (struct lk_heap *heap, uint32_t node, uint32_t filter)
{
  heap->nodes[node].filter = filter;
}

uint32_t
heap_leader (struct lk_heap *heap, uint32_t node)
{
  uint32_t leader = node;
  while (heap->nodes[leader].leader != leader)
    leader = heap->nodes[leader].leader;
  while (heap->nodes[node].leader != leader)
    {
      uint32_t next = heap->nodes[node].leader;
      heap->nodes[node].leader = leader;
      node = next;
    }
  return leader;
}

uint32_t
heap_field_node (struct lk_heap *heap, uint32_t object, uint32_t field)
{
  bool fresh;
  uint32_t *slot = heap_table_get (&heap->fields, heap_pair (object, field), 0, &fresh);
  if (!fresh)
    return *slot;
  uint32_t type = heap->objects[object].type;
  uint32_t filter
    = heap->host.field_filter ? heap->host.field_filter (heap->host.data, type, field) : 0;
  uint32_t node = lk_heap_node (heap, filter);
  heap->nodes[node].owner = object;
  return *slot = node;
}

/* ---- Filters.  ---- */

static uint32_t
add_link (struct lk_heap *heap, uint32_t to, uint32_t next)
{
  HEAP_ROOM (heap->links, heap->n_links, heap->links_room);
  heap->links[heap->n_links] = (struct heap_link) { to, next };
  return heap->n_links++;
}

/* Note it if the type NUMBER fits FILTER.  Return true if it does.  */
static bool
match_type (struct lk_heap *heap, uint32_t number, uint32_t filter)
{
  struct heap_type *type = &heap->types[number];
  if (!heap->host.fits (heap->host.data, type->type, heap->filter[filter].filter))
    return false;
  type->filters = add_link (heap, filter, type->filters);
  return true;
}

uint32_t
lk_heap_object (struct lk_heap *heap, uint32_t type)
{
  bool fresh;
  uint32_t number = *heap_table_get (&heap->type_map, type, heap->n_types, &fresh);
  uint32_t object = heap->n_objects;
  if (fresh)
    {
      HEAP_ROOM (heap->types, heap->n_types, heap->types_room);
      heap->types[heap->n_types++] = (struct heap_type) { type, LK_HEAP_NONE, LK_HEAP_NONE };
      for (uint32_t i = 0; i < heap->n_filters; i++)
	match_type (heap, number, i);
    }
  HEAP_ROOM (heap->objects, heap->n_objects, heap->objects_room);
  heap->objects[heap->n_objects++]
    = (struct heap_object) { type, LK_HEAP_NONE, heap->types[number].last };
  heap->types[number].last = object;
  for (uint32_t i = heap->types[number].filters; i != LK_HEAP_NONE; i = heap->links[i].next)
    heap_set_add (&heap->filter[heap->links[i].to].fits, object);
  return object;
}

/* Return the objects that fit FILTER, of all that there are.  */
static const struct lk_heap_set *
fitting (struct lk_heap *heap, uint32_t filter)
{
  bool fresh;
  uint32_t number = *heap_table_get (&heap->filters, filter, heap->n_filters, &fresh);
  if (!fresh)
    return &heap->filter[number].fits;
  HEAP_ROOM (heap->filter, heap->n_filters, heap->filters_room);
  heap->filter[heap->n_filters++] = (struct heap_filter) { filter, { 0, 0, NULL } };
  struct lk_heap_set *fits = &heap->filter[number].fits;
  for (uint32_t i = 0; i < heap->n_types; i++)
    if (match_type (heap, i, number))
      for (uint32_t o = heap->types[i].last; o != LK_HEAP_NONE; o = heap->objects[o].before)
	heap_set_add (fits, o);
  return fits;
}

bool
heap_fits (struct lk_heap *heap, uint32_t object, uint32_t filter)
{
  return !filter || !heap->host.fits || lk_heap_set_has (fitting (heap, filter), object);
}

void
heap_pass_set (struct lk_heap *heap, const struct lk_heap_set *from, uint32_t to)
{
  struct heap_node *t = &heap->nodes[to];
  if (t->filter && heap->host.fits)
    {
      heap_set_meet (&heap->some, from, fitting (heap, t->filter));
      from = &heap->some;
    }
  uint32_t before = t->held.n;
  if (heap_set_join (&t->held, from, &t->news))
    heap_queue (heap, to);
  heap->n_blocks += t->held.n - before;
}

/* ---- Edges.  ---- */

/* The slot of the edge, or the empty one where it belongs.  */
static size_t
find_slot (const struct lk_heap *heap, uint32_t from, uint32_t to, uint32_t label)
{
  uint64_t hash = heap_pair (from, to) ^ (uint64_t) label * UINT64_C (0xd6e8feb86659fd93);
  hash *= UINT64_C (0x9e3779b97f4a7c15);
  size_t mask = heap->edge_slots_room - 1, slot = (size_t) (hash ^ hash >> 32) & mask;
  for (; heap->edge_slots[slot]; slot = (slot + 1) & mask)
    {
      const struct heap_edge *e = &heap->edges[heap->edge_slots[slot] - 1];
      if (e->from == from && e->to == to && e->label == label)
	break;
    }
  return slot;
}

static void
grow_slots (struct lk_heap *heap)
{
  do
    heap->edge_slots_room = heap->edge_slots_room ? heap->edge_slots_room * 2 : 256;
  while (heap->n_edges >= heap->edge_slots_room / 4 * 3);
  free (heap->edge_slots);
  heap->edge_slots = lk_xmalloc (heap->edge_slots_room * sizeof *heap->edge_slots);
  memset (heap->edge_slots, 0, heap->edge_slots_room * sizeof *heap->edge_slots);
  for (uint32_t i = 0; i < heap->n_edges; i++)
    {
      const struct heap_edge *e = &heap->edges[i];
      heap->edge_slots[find_slot (heap, e->from, e->to, e->label)] = i + 1;
    }
}

bool
heap_record (struct lk_heap *heap, uint32_t from, uint32_t to, uint32_t label, uint32_t via)
{
  if (heap->n_edges >= heap->edge_slots_room / 4 * 3)
    grow_slots (heap);
  uint32_t *slot = &heap->edge_slots[find_slot (heap, from, to, label)];
  if (*slot)
    {
      struct heap_edge *old = &heap->edges[*slot - 1];
      if (old->via != via)
	old->via = LK_HEAP_NONE;
      return false;
    }
  HEAP_ROOM (heap->edges, heap->n_edges, heap->edges_room);
  heap->edges[heap->n_edges]
    = (struct heap_edge) { from, to, label, via, heap->nodes[from].edges };
  heap->nodes[from].edges = heap->n_edges++;
  *slot = heap->n_edges;
  return true;
}

void
heap_queue (struct lk_heap *heap, uint32_t leader)
{
  if (heap->nodes[leader].queued)
    return;
  heap->nodes[leader].queued = true;
  HEAP_ROOM (heap->queue, heap->queue_n, heap->queue_room);
  heap->queue[heap->queue_n++] = leader;
}

static int
compare_places (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

/* The next wave begins.  Where objects come from, they are passed on first: then a node has got
   most of its objects when it is visited.  */
static void
begin_wave (struct lk_heap *heap)
{
  if (heap->queue_n > heap->wave_room)
    {
      heap->wave_room = heap->queue_room;
      heap->wave = lk_xrealloc (heap->wave, heap->wave_room * sizeof *heap->wave);
    }
  heap->wave_n = heap->queue_n;
  heap->wave_at = heap->queue_n = 0;
  for (uint32_t i = 0; i < heap->wave_n; i++)
    heap->wave[i] = heap_pair (heap->nodes[heap->queue[i]].order, heap->queue[i]);
  qsort (heap->wave, heap->wave_n, sizeof *heap->wave, compare_places);
}

uint32_t
heap_unqueue (struct lk_heap *heap)
{
  if (heap->wave_at == heap->wave_n)
    begin_wave (heap);
  if (heap->wave_n == 0)
    return LK_HEAP_NONE;
  uint32_t node = (uint32_t) heap->wave[heap->wave_at++];
  heap->nodes[node].queued = false;
  return node;
}

void
lk_heap_pass (struct lk_heap *heap, uint32_t node, uint32_t object)
{
  node = heap_leader (heap, node);
  uint32_t before = heap->nodes[node].held.n;
  if (!heap_fits (heap, object, heap->nodes[node].filter)
      || !heap_set_add (&heap->nodes[node].held, object))
    return;
  heap->n_blocks += heap->nodes[node].held.n - before;
  heap_set_add (&heap->nodes[node].news, object);
  heap_queue (heap, node);
}

void
lk_heap_alloc (struct lk_heap *heap, uint32_t node, uint32_t object)
{
  heap->objects[object].allocs = add_link (heap, node, heap->objects[object].allocs);
  lk_heap_pass (heap, node, object);
}

void
heap_connect (struct lk_heap *heap, uint32_t from, uint32_t to)
{
  from = heap_leader (heap, from);
  to = heap_leader (heap, to);
  if (from == to)
    return;
  heap->nodes[from].copies = add_link (heap, to, heap->nodes[from].copies);
  heap->n_copies++;
  /* The objects of FROM go to TO at once; those it has not passed on go twice, which costs
     nothing but time.  */
  heap_pass_set (heap, &heap->nodes[from].held, to);
}

void
lk_heap_copy_some (struct lk_heap *heap, uint32_t from, uint32_t to, uint32_t label)
{
  heap_record (heap, from, to, label, LK_HEAP_NONE);
}

void
lk_heap_copy (struct lk_heap *heap, uint32_t from, uint32_t to, uint32_t label)
{
  if (heap_record (heap, from, to, label, LK_HEAP_NONE))
    heap_connect (heap, from, to);
}

static uint32_t
add_access (struct lk_heap *heap, struct heap_access access)
{
  HEAP_ROOM (heap->accesses, heap->n_accesses, heap->accesses_room);
  heap->accesses[heap->n_accesses] = access;
  return heap->n_accesses++;
}

void
heap_load_from (struct lk_heap *heap, uint32_t object, const struct heap_access *load)
{
  uint32_t to = load->node, base = load->base;
  uint32_t from = heap_field_node (heap, object, load->field);
  if (heap_record (heap, from, to, LK_HEAP_THROUGH, base))
    heap_connect (heap, from, to);
  heap->derived++;
}

void
heap_store_in (struct lk_heap *heap, uint32_t object, const struct heap_access *store)
{
  uint32_t from = store->node, base = store->base;
  uint32_t to = heap_field_node (heap, object, store->field);
  if (heap_record (heap, from, to, LK_HEAP_THROUGH, base))
    heap_connect (heap, from, to);
  heap->derived++;
}

/* ---- Groups.  ---- */

/* The node of the group of KIND for FIELD of the objects of SET, which is made if there is
   none.  */
static uint32_t
group_of (struct lk_heap *heap, enum heap_group_kind kind, uint32_t field,
	  const struct lk_heap_set *set)
{
  bool fresh;
  uint64_t key = heap_set_hash (set) ^ heap_pair (kind, field) * UINT64_C (0xd6e8feb86659fd93);
  uint32_t *slot = heap_table_get (&heap->group_map, key >> 1, LK_HEAP_NONE, &fresh);
  for (uint32_t g = *slot; g != LK_HEAP_NONE; g = heap->groups[g].next)
    if (heap->groups[g].field == field && heap->nodes[heap->groups[g].node].group == kind
	&& heap_set_equal (&heap->groups[g].set, set))
      return heap->groups[g].node;
  uint32_t number = heap->n_groups, next = *slot;
  *slot = number;
  HEAP_ROOM (heap->groups, heap->n_groups, heap->groups_room);
  struct heap_group *group = &heap->groups[heap->n_groups++];
  *group = (struct heap_group) { field, lk_heap_node (heap, 0), next, { 0, 0, NULL } };
  heap_set_copy (&group->set, set);
  uint32_t node = group->node;
  heap->nodes[node].group = (uint8_t) kind;
  LK_HEAP_EACH (o, &heap->groups[number].set)
    {
      uint32_t place = heap_field_node (heap, o, field);
      uint32_t from = kind == GROUP_LOADS ? place : node, to = kind == GROUP_LOADS ? node : place;
      if (heap_record (heap, from, to, LK_HEAP_THROUGH, LK_HEAP_NONE))
	heap_connect (heap, from, to);
      heap->derived++;
    }
  return node;
}

/* Few objects are not worth a group.  Those of tests are made in checking builds only.  */
static bool
is_many (const struct lk_heap_set *set)
{
  return lk_heap_set_count (set) >= (LK_CHECKING ? 2 : 4);
}

void
heap_load_all (struct lk_heap *heap, const struct lk_heap_set *set, const struct heap_access *load)
{
  struct heap_access access = *load;
  if (is_many (set))
    {
      uint32_t node = group_of (heap, GROUP_LOADS, access.field, set);
      if (heap_record (heap, node, access.node, LK_HEAP_THROUGH, access.base))
	heap_connect (heap, node, access.node);
      return;
    }
  for (uint32_t o = lk_heap_set_from (set, 0); o != LK_HEAP_NONE;
       o = lk_heap_set_from (set, o + 1))
    heap_load_from (heap, o, &access);
}

void
heap_store_all (struct lk_heap *heap, const struct lk_heap_set *set,
		const struct heap_access *store)
{
  struct heap_access access = *store;
  if (is_many (set))
    {
      uint32_t node = group_of (heap, GROUP_STORES, access.field, set);
      if (heap_record (heap, access.node, node, LK_HEAP_THROUGH, access.base))
	heap_connect (heap, access.node, node);
      return;
    }
  for (uint32_t o = lk_heap_set_from (set, 0); o != LK_HEAP_NONE;
       o = lk_heap_set_from (set, o + 1))
    heap_store_in (heap, o, &access);
}

void
lk_heap_load (struct lk_heap *heap, uint32_t base, uint32_t field, uint32_t to)
{
  uint32_t leader = heap_leader (heap, base);
  struct heap_access access = { field, to, base, heap->nodes[leader].loads };
  heap->nodes[leader].loads = add_access (heap, access);
  struct lk_heap_set held = { 0, 0, NULL };
  heap_set_copy (&held, &heap->nodes[leader].held);
  heap_load_all (heap, &held, &access);
  heap_set_free (&held);
}

void
lk_heap_store (struct lk_heap *heap, uint32_t base, uint32_t field, uint32_t from)
{
  uint32_t leader = heap_leader (heap, base);
  struct heap_access access = { field, from, base, heap->nodes[leader].stores };
  heap->nodes[leader].stores = add_access (heap, access);
  struct lk_heap_set held = { 0, 0, NULL };
  heap_set_copy (&held, &heap->nodes[leader].held);
  heap_store_all (heap, &held, &access);
  heap_set_free (&held);
}

void
lk_heap_watch (struct lk_heap *heap, uint32_t node, uint32_t watch)
{
  node = heap_leader (heap, node);
  heap->nodes[node].watches = add_link (heap, watch, heap->nodes[node].watches);
  for (uint32_t o = lk_heap_set_from (&heap->nodes[node].held, 0); o != LK_HEAP_NONE;
       o = lk_heap_set_from (&heap->nodes[node].held, o + 1))
    {
      heap->host.reached (heap->host.data, watch, o);
      node = heap_leader (heap, node);
    }
}

void
lk_heap_forget_call (struct lk_heap *heap, uint32_t call)
{
  bool fresh;
  heap_table_get (&heap->forgotten, call, 1, &fresh);
}

bool
lk_heap_too_large (const struct lk_heap *heap)
{
  return ((heap->host.max_edges && heap->n_edges > heap->host.max_edges)
	  || (heap->host.max_blocks && heap->n_blocks > heap->host.max_blocks));
}

/* ---- The solution.  ---- */

uint32_t
lk_heap_n_nodes (const struct lk_heap *heap)
{
  return heap->n_nodes;
}

uint32_t
lk_heap_field (const struct lk_heap *heap, uint32_t object, uint32_t field)
{
  const uint32_t *node = heap_table_find (&heap->fields, heap_pair (object, field));
  return node ? *node : LK_HEAP_NONE;
}

const struct lk_heap_set *
lk_heap_held (const struct lk_heap *heap, uint32_t node)
{
  while (heap->nodes[node].leader != node)
    node = heap->nodes[node].leader;
  return &heap->nodes[node].held;
}

void
lk_heap_figures (const struct lk_heap *heap, struct lk_heap_figures *figures)
{
  *figures = (struct lk_heap_figures) { .nodes = heap->n_nodes, .objects = heap->n_objects,
    .edges = heap->n_edges, .derived = heap->derived, .merged = heap->merged,
    .rounds = heap->rounds };
  figures->bytes = (heap->nodes_room * sizeof *heap->nodes
		    + heap->accesses_room * sizeof *heap->accesses
		    + heap->links_room * sizeof *heap->links
		    + heap->edges_room * sizeof *heap->edges
		    + heap->edge_slots_room * sizeof *heap->edge_slots + heap->fields.room * 12);
  for (uint32_t i = 0; i < heap->n_nodes; i++)
    figures->bytes += ((heap->nodes[i].held.room + heap->nodes[i].news.room)
		       * sizeof (struct heap_word));
}
