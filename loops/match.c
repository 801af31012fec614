/* Matching: what flows out of an iteration into a field of an outside object, and never flows back
   from there.

   An object is left behind by a holder (an outside object and a field) if the loop stores it there
   and no read of that field can yield it; or if it hangs on such an object; or if it hangs on
   one that is read, but is never read itself from an object that may be of an earlier iteration:
   its recency is "top" in the paper's words.  Points-to finds the candidates; flows-to then
   looks whether holder and object meet at the store in one calling context, and whether the
   holder reaches the reads.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

#define EACH(O, SET) \
  (uint32_t O = lk_heap_set_from (SET, 0); O != LK_HEAP_NONE; O = lk_heap_set_from (SET, O + 1))

/* Objects that are not worth a report: the JVM has one of each.  */
static bool
is_shared (const struct program *p, uint32_t object)
{
  const struct loop_type *type = &p->types[p->objects[object].type];
  return ((type->lambda && type->lambda->n_captured == 0)
	  || !strcmp (type->name, "java/lang/Class") || !strcmp (type->name, "java/lang/Boolean")
	  || !strcmp (type->name, "java/lang/Void"));
}

/* Fields that hold any number of objects.  */
static bool
holds_many (uint32_t field)
{
  return field == FIELD_ELEMENTS || field == FIELD_KEPT;
}

/* ---- Reads.  ---- */

/* Return true if a read of HOLDER may yield OBJECT.  */
static bool
is_read (struct effects *e, const struct holder *h, uint32_t object)
{
  struct program *p = e->p;
  if (h->queried)
    return true;
  for (size_t i = 0; i < h->n_loads; i++)
    {
      const struct loop_effect *load = &p->effects[h->loads[i]];
      if (load->value != NONE && !lk_heap_set_has (lk_heap_held (p->heap, load->value), object))
	continue;
      /* Chains are read by the code that goes along them: any read of the field counts.  */
      if (!with (p, LK_LOOPS_CONTEXTS) || !holds_many (h->field))
	return true;
      const struct lk_heap_flow *flow = flow_of (e, h->object);
      if (lk_heap_flow_cut (flow) || lk_heap_flow_reaches (flow, load->base))
	return true;
    }
  return false;
}

/* Return true if the loop reads OBJECT through EDGE from an object that may be of an earlier
   iteration.  */
static bool
is_read_within (const struct effects *e, const struct inner_edge *edge, uint32_t object)
{
  const struct program *p = e->p;
  for (uint32_t i = e->first_read[edge->field]; i != NONE; i = e->next_read[i])
    {
      const struct loop_effect *load = &p->effects[i];
      if (e->old[load->base] && lk_heap_set_has (lk_heap_held (p->heap, load->base), edge->from)
	  && (load->value == NONE
	      || lk_heap_set_has (lk_heap_held (p->heap, load->value), object)))
	return true;
    }
  const uint32_t *read = map_find (&e->read_map, edge->from, edge->field);
  return read && *read == 2;
}

/* ---- Growth.  ---- */

/* Mark in SEEN what hangs on ROOT, and ROOT.  */
static void
mark_below (const struct effects *e, uint32_t root, bool *seen)
{
  size_t n_objects = e->p->n_objects;
  uint32_t *stack = lk_xmalloc ((n_objects + 1) * sizeof *stack), n = 0;
  memset (seen, 0, n_objects + 1);
  stack[n++] = root;
  seen[root] = true;
  while (n)
    {
      uint32_t object = stack[--n];
      for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
	{
	  const struct lk_heap_set *held = lk_heap_held (e->p->heap, e->edges[i].node);
	  for EACH (to, held)
	    if (!seen[to] && !e->outside[to])
	      {
		seen[to] = true;
		stack[n++] = to;
	      }
	}
    }
  free (stack);
}

/* Return true if A and B may be links of one chain: the class of one is that of the other, or below
   it.  */
static bool
is_akin (const struct program *p, uint32_t a, uint32_t b)
{
  const struct loop_type *x = &p->types[p->objects[a].type], *y = &p->types[p->objects[b].type];
  return (x->type && y->type && !x->lambda && !y->lambda
	  && (lk_hierarchy_is_subtype (p->hierarchy, x->type, y->type)
	      || lk_hierarchy_is_subtype (p->hierarchy, y->type, x->type)
	      || (x->type->super && x->type->super == y->type->super
		  && !of_jdk (p, x->type->super))));
}

/* Return true if ROOT leads to objects of earlier iterations, or the other way round: a list or a tree
   that links to its own kind, an array or a collection that gets the elements of an earlier one.
   Then even a field that holds one object holds all of them.  */
static bool
is_chained (const struct effects *e, uint32_t root)
{
  const struct program *p = e->p;
  for (uint32_t i = e->first_edge[root]; i != NONE; i = e->edges[i].next)
    {
      const struct inner_edge *edge = &e->edges[i];
      if (edge->field == FIELD_ELEMENTS && edge->old
	  && (edge->copied || p->types[p->objects[root].type].array))
	return true;
      if (!edge->old && !edge->onto_old)
	continue;
      const struct lk_heap_set *held = lk_heap_held (p->heap, edge->node);
      for EACH (to, held)
	if (!e->outside[to] && is_akin (p, root, to))
	  return true;
    }
  return false;
}

/* A cache that evicts: a class that says which entry to remove.  */
static bool
evicts (struct program *p, uint32_t object)
{
  struct lk_type *type = p->types[p->objects[object].type].type;
  for (; type && !of_jdk (p, type); type = type->super)
    if (type->class_file
	&& lk_class_method (type->class_file, "removeEldestEntry", "(Ljava/util/Map$Entry;)Z"))
      return true;
  return false;
}

/* ---- Leaks of one holder.  ---- */

static void
add_leak (struct holder *h, uint32_t object, uint32_t root, uint32_t store)
{
  for (size_t i = 0; i < h->n_leaks; i++)
    if (h->leaks[i].object == object)
      return;
  ROOM (h->leaks, h->n_leaks, h->leaks_room);
  h->leaks[h->n_leaks++] = (struct leak) { object, root, store };
}

/* Return true if STORE puts OBJECT into H's object in some calling context.  */
static bool
is_stored (struct effects *e, const struct holder *h, uint32_t object, uint32_t number)
{
  struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  if (!with (p, LK_LOOPS_CONTEXTS) || store->spread != NONE)
    return true;
  /* Chains are what points-to confuses most: without the contexts nothing is known of them.  */
  if (!holds_many (h->field) && (lk_heap_flow_cut (flow_of (e, object))
				 || lk_heap_flow_cut (flow_of (e, h->object))))
    return false;
  return lk_heap_flows_meet (p->heap, flow_of (e, object), store->value,
			     flow_of (e, h->object), store->base);
}

/* Return true if STORE happens once, or writes the same places again and again.  */
static bool
is_bounded (const struct effects *e, uint32_t number)
{
  const struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  return ((with (p, LK_LOOPS_BOUNDS) && store->ring)
	  || (with (p, LK_LOOPS_SINGLETONS)
	      && block_is_once (e, store->instance, store->block)));
}

/* Small values that an object is made of: they are rarely read again, and are not why it is
   kept.  */
static bool
is_value (const struct program *p, uint32_t object)
{
  const char *name = p->types[p->objects[object].type].name;
  return (!strncmp (name, "java/lang/", 10) && strcmp (name, "java/lang/Object"))
	 || !strncmp (name, "java/math/", 10)
	 || !strncmp (name, "java/time/", 10);
}

/* Return true if OBJECT is stored through EDGE in some calling context.  If that takes too long it is
   assumed not to be.  */
static bool
is_held (struct effects *e, const struct inner_edge *edge, uint32_t object)
{
  if (!with (e->p, LK_LOOPS_CONTEXTS))
    return true;
  const struct lk_heap_flow *flow = flow_of (e, object);
  return !lk_heap_flow_cut (flow) && lk_heap_flow_reaches (flow, edge->node);
}

/* Return true if ROOT is part of a structure of the program's own, as a link of a list or a tree: what
   hangs on it is the structure's contents.  Heuristic: the parts of any other object are there
   because of the object, and are often not read.  Wrong if a collection holds wrappers.  */
static bool
is_structure (const struct effects *e, uint32_t root)
{
  return !with (e->p, LK_LOOPS_SCALARS) || is_chained (e, root);
}

/* Find the objects that hang on ROOT, which H holds and the loop reads, and are never read.  */
static void
find_members (struct effects *e, struct holder *h, uint32_t root)
{
  struct program *p = e->p;
  bool *seen = lk_xmalloc (p->n_objects + 1);
  uint32_t *stack = lk_xmalloc ((p->n_objects + 1) * sizeof *stack), n = 0;
  memset (seen, 0, p->n_objects + 1);
  stack[n++] = root;
  seen[root] = true;
  while (n)
    {
      uint32_t object = stack[--n];
      for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
	{
	  const struct inner_edge *edge = &e->edges[i];
	  const struct lk_heap_set *held = lk_heap_held (p->heap, edge->node);
	  bool unknown = edge->field >= FIELD_CAPTURED && edge->field <= FIELD_KEPT;
	  for EACH (to, held)
	    {
	      if (seen[to] || e->outside[to])
		continue;
	      seen[to] = true;
	      if (unknown || is_shared (p, to) || is_value (p, to) || object_is_once (e, to))
		continue;
	      if (is_read_within (e, edge, to))
		stack[n++] = to;
	      else if (is_held (e, edge, to))
		add_leak (h, to, root, edge->store);
	    }
	}
    }
  free (seen);
  free (stack);
}

static void
match_store (struct effects *e, struct holder *h, uint32_t number)
{
  struct program *p = e->p;
  const struct lk_heap_set *values = lk_heap_held (p->heap, p->effects[number].value);
  if (is_bounded (e, number))
    return;
  for EACH (s, values)
    {
      if (e->outside[s] || is_shared (p, s)
	  || (with (p, LK_LOOPS_SINGLETONS) && object_is_once (e, s)))
	continue;
      bool grows = (!with (p, LK_LOOPS_SCALARS) || holds_many (h->field) || is_chained (e, s));
      if (!grows)
	continue;
      /* Heuristic: a link from one part of a chain to the next is read.  Wrong if nothing goes
	 along it.  */
      bool read = is_akin (p, h->object, s) || is_read (e, h, s);
      if (!is_stored (e, h, s, number))
	continue;
      if (!read)
	add_leak (h, s, s, number);
      else if (is_structure (e, s))
	find_members (e, h, s);
    }
}

static void
match_holder (struct effects *e, struct holder *h)
{
  struct program *p = e->p;
  if (with (p, LK_LOOPS_UPDATES) && (h->removed || h->replaced))
    return;
  if (with (p, LK_LOOPS_AFTER) && h->after)
    return;
  if (with (p, LK_LOOPS_BOUNDS) && evicts (p, h->object))
    return;
  for (size_t i = 0; i < h->n_stores; i++)
    match_store (e, h, h->stores[i]);
}

/* A thread that is started in each iteration and does not end is kept by the JVM.  */
static void
match_threads (struct effects *e)
{
  struct program *p = e->p;
  for (uint32_t o = 0; o < p->n_objects; o++)
    if (p->objects[o].inside && p->objects[o].endless && with (p, LK_LOOPS_ENDING)
	&& !object_is_once (e, o))
      {
	struct holder h = { .object = o, .field = NONE };
	add_leak (&h, o, o, NONE);
	report_holder (e, &h);
	free (h.leaks);
      }
}

/* ---- Pivot mode.  ---- */

/* Leave out what hangs on another object that H leaves behind.  Of two that hang on each other the
   first stays.  */
static void
pivot (const struct effects *e, struct holder *h)
{
  if (h->n_leaks < 2)
    return;
  bool *below = lk_xmalloc (e->p->n_objects + 1);
  bool *gone = lk_xmalloc (h->n_leaks);
  memset (gone, 0, h->n_leaks);
  for (size_t i = 0; i < h->n_leaks; i++)
    {
      if (gone[i])
	continue;
      mark_below (e, h->leaks[i].object, below);
      for (size_t k = 0; k < h->n_leaks; k++)
	if (k != i && below[h->leaks[k].object])
	  gone[k] = true;
    }
  size_t kept = 0;
  for (size_t i = 0; i < h->n_leaks; i++)
    if (!gone[i])
      h->leaks[kept++] = h->leaks[i];
  h->n_leaks = kept;
  free (below);
  free (gone);
}

/* ---- Recursion.  ---- */

struct component_search
{
  struct program *p;
  uint32_t *first, *next;	/* Calls by caller.  */
  uint32_t *number, *low, *stack, n_stack, last, n_components;
};

/* Calls within a strongly connected component of the call graph need not match.  Tarjan's
   algorithm, without recursion.  */
static void
find_component (struct component_search *s, uint32_t root, uint32_t *path, uint32_t *at)
{
  struct program *p = s->p;
  uint32_t depth = 0;
  path[depth] = root;
  at[depth++] = s->first[root];
  s->number[root] = s->low[root] = ++s->last;
  s->stack[s->n_stack++] = root;
  while (depth)
    {
      uint32_t node = path[depth - 1], call = at[depth - 1];
      if (call != NONE)
	{
	  uint32_t to = p->calls[call].to;
	  at[depth - 1] = s->next[call];
	  if (!s->number[to])
	    {
	      s->number[to] = s->low[to] = ++s->last;
	      s->stack[s->n_stack++] = to;
	      path[depth] = to;
	      at[depth++] = s->first[to];
	    }
	  else if (p->instances[to].component == NONE && s->number[to] < s->low[node])
	    s->low[node] = s->number[to];
	  continue;
	}
      depth--;
      if (depth && s->low[node] < s->low[path[depth - 1]])
	s->low[path[depth - 1]] = s->low[node];
      if (s->low[node] != s->number[node])
	continue;
      uint32_t member;
      do
	{
	  member = s->stack[--s->n_stack];
	  p->instances[member].component = s->n_components;
	}
      while (member != node);
      s->n_components++;
    }
}

static void
find_recursion (struct program *p)
{
  struct component_search s = { .p = p };
  size_t n = p->n_instances + 1;
  s.first = lk_xmalloc (n * sizeof *s.first);
  s.next = lk_xmalloc ((p->n_calls + 1) * sizeof *s.next);
  s.number = lk_xmalloc (n * sizeof *s.number);
  s.low = lk_xmalloc (n * sizeof *s.low);
  s.stack = lk_xmalloc (n * sizeof *s.stack);
  uint32_t *path = lk_xmalloc (n * sizeof *path), *at = lk_xmalloc (n * sizeof *at);
  memset (s.first, 0xff, n * sizeof *s.first);
  memset (s.number, 0, n * sizeof *s.number);
  for (size_t i = p->n_calls; i-- > 0;)
    {
      s.next[i] = s.first[p->calls[i].from];
      s.first[p->calls[i].from] = (uint32_t) i;
    }
  for (uint32_t i = 0; i < p->n_instances; i++)
    if (!s.number[i])
      find_component (&s, i, path, at);
  for (size_t i = 0; i < p->n_calls; i++)
    if (p->instances[p->calls[i].from].component == p->instances[p->calls[i].to].component)
      lk_heap_forget_call (p->heap, p->calls[i].site);
  free (s.first);
  free (s.next);
  free (s.number);
  free (s.low);
  free (s.stack);
  free (path);
  free (at);
}

/* ---- All.  ---- */

static void
note_figures (const struct effects *e)
{
  const struct program *p = e->p;
  struct lk_heap_figures f;
  char text[400];
  unsigned inside = 0;
  for (size_t i = 0; i < p->n_objects; i++)
    inside += p->objects[i].inside;
  lk_heap_figures (p->heap, &f);
  snprintf (text, sizeof text, "loops: %zu methods in %zu contexts, %llu variables, %llu edges,"
	    " %zu allocation sites (%u inside the loop), %zu holders, %llu kB",
	    p->n_methods, p->n_instances, (unsigned long long) f.nodes,
	    (unsigned long long) f.edges, p->n_objects, inside, e->n_holders,
	    (unsigned long long) f.bytes / 1024);
  p->host->note (p->host->data, text);
  if (e->n_cut)
    {
      snprintf (text, sizeof text, "loops: %u queries of calling contexts ended at their budget:"
		" all that points-to allows is assumed", e->n_cut);
      p->host->note (p->host->data, text);
    }
}

void
find_leaks (struct program *p)
{
  struct effects effects;
  find_recursion (p);
  effects_collect (&effects, p);
  for (size_t i = 0; i < effects.n_holders; i++)
    {
      struct holder *h = &effects.holders[i];
      match_holder (&effects, h);
      if (with (p, LK_LOOPS_PIVOT))
	pivot (&effects, h);
      if (h->n_leaks)
	report_holder (&effects, h);
    }
  match_threads (&effects);
  note_figures (&effects);
  effects_free (&effects);
}
