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

/* Return true if H's field may hold any number of objects.  */
static bool
holds_many (const struct holder *h)
{
  return h->field == FIELD_ELEMENTS || h->field == FIELD_KEPT;
}

/* ---- Reads.  ---- */

enum read_answer { READ_NO, READ_UNKNOWN, READ_YES };

/* Whether a read of HOLDER may yield OBJECT.  */
static enum read_answer
is_read (struct effects *e, const struct holder *h, uint32_t object)
{
  struct program *p = e->p;
  enum read_answer answer = READ_NO;
  if (h->queried)
    return READ_YES;
  for (size_t i = 0; i < h->n_loads; i++)
    {
      const struct loop_effect *load = &p->effects[h->loads[i]];
      if (load->value != NONE && !lk_heap_set_has (lk_heap_held (p->heap, load->value), object))
	continue;
      /* Chains are read by the code that goes along them: any read of the field counts.  */
      if (!with (p, LK_LOOPS_CONTEXTS) || !holds_many (h))
	return READ_YES;
      const struct lk_heap_flow *flow = flow_of (e, h->object);
      if (lk_heap_flow_cut (flow))
	answer = p->again ? READ_UNKNOWN : READ_YES;
      else if (lk_heap_flow_reaches (flow, load->base))
	return READ_YES;
    }
  return answer;
}

/* ---- Growth.  ---- */

/* A cache that evicts: its class has a method of which a row says that, of this class or one above
   it.  */
static bool
evicts (struct program *p, uint32_t object)
{
  struct lk_type *type = p->types[p->objects[object].type].type;
  for (; type && !of_jdk (p, type); type = type->super)
    for (unsigned i = 0; type->class_file && i < type->class_file->n_methods; i++)
      {
	bool own;
	const struct lk_contract *row = row_of (p, type, &type->class_file->methods[i], &own);
	if (row && row->evicts)
	  return true;
      }
  return false;
}

/* ---- Leaks of one holder.  ---- */

/* A store of the loop into an object.  */
struct store_into
{
  uint32_t store, next;		/* Effect; in STORES_INTO.  */
};

#define FIELD_SEVERAL (NONE - 1)

/* The objects of one holder that have been dealt with.  */
struct match
{
  struct effects *e;
  struct structure *structure;
  uint32_t number;		/* Of the holder, from 1.  */
  uint32_t *left;		/* By object: the last holder that leaves it behind.  */
  uint32_t *entered;		/* By object: the last holder whose members were added from it.  */
  uint32_t back_number;		/* The holder that the rest is of.  */
  uint8_t *marks;		/* By node: what is read of the holder may flow there.  */
  uint32_t *marked, n_marked;	/* These nodes.  */
  uint32_t *first_store;	/* By object, a link of a chain: its stores in STORES_INTO.  */
  struct store_into *stores_into;
  size_t n_stores_into, stores_into_room;
  uint32_t *from_field;		/* By object; NULL: not computed.  */
  bool last;			/* No more objects are told apart.  */
  bool swept_known;
  struct number_map swept;	/* Where collections are made of which some method takes out.  */
};

/* ---- Weak references.  ---- */

static void
find_swept (struct match *m)
{
  const struct program *p = m->e->p;
  bool fresh;
  m->swept_known = true;
  for (size_t i = 0; i < p->n_effects; i++)
    if (p->effects[i].kind == EFFECT_REMOVE)
      {
	const struct lk_heap_set *bases = lk_heap_held (p->heap, p->effects[i].base);
	LK_HEAP_EACH (b, bases)
	  map_pair (&m->swept, place_of (p, b), 0, 0, &fresh);
      }
}

/* Heuristic: weak references are taken out when what they lead to is gone, if any method takes
   objects out of a collection that is made where H's is: of this one, when it is next gone
   through.  Wrong if it never is.  */
static bool
is_swept (struct match *m, const struct holder *h, uint32_t object)
{
  struct program *p = m->e->p;
  const struct lk_type *type = p->types[p->objects[object].type].type;
  if (!with (p, LK_LOOPS_UPDATES) || !type || !is_below (p, type, "java/lang/ref/Reference"))
    return false;
  if (!m->swept_known)
    find_swept (m);
  return map_find (&m->swept, place_of (p, h->object), 0) != NULL;
}

static void
add_leak (struct match *m, struct holder *h, struct leak leak)
{
  if (m->left[leak.object] == m->number || is_swept (m, h, leak.object))
    return;
  m->left[leak.object] = m->number;
  ROOM (h->leaks, h->n_leaks, h->leaks_room);
  h->leaks[h->n_leaks++] = leak;
}

/* Return true if STORE puts OBJECT into H's object in some calling context.  */
static bool
is_stored (struct effects *e, const struct holder *h, uint32_t object, uint32_t number)
{
  struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  if (!with (p, LK_LOOPS_CONTEXTS))
    return true;
  /* Of a copy: in any context.  */
  if (store->spread != NONE)
    return (lk_heap_flow_cut (flow_of (e, h->object)) ? p->again
	    : lk_heap_flow_reaches (flow_of (e, h->object), store->base));
  /* Points-to confuses too much to be enough, but for what was found before.  */
  if (lk_heap_flow_cut (flow_of (e, object)) || lk_heap_flow_cut (flow_of (e, h->object)))
    return p->again;
  return lk_heap_flows_meet (p->heap, flow_of (e, object), store->value,
			     flow_of (e, h->object), store->base);
}

/* Mark what is read of H, and where that may flow.  */
static void
find_back (struct match *m, const struct holder *h)
{
  const struct program *p = m->e->p;
  if (m->back_number == m->number)
    return;
  m->back_number = m->number;
  for (uint32_t i = 0; i < m->n_marked; i++)
    m->marks[m->marked[i]] = 0;
  m->n_marked = 0;
  for (size_t i = 0; i < h->n_loads; i++)
    {
      uint32_t value = p->effects[h->loads[i]].value;
      if (value == NONE || m->marks[value])
	continue;
      m->marks[value] = 1;
      m->marked[m->n_marked++] = value;
    }
  m->n_marked = lk_heap_flood (p->heap, m->marks, m->marked, 0, m->n_marked);
}

/* Return true if STORE may link OBJECT with another part of its chain.  */
static bool
may_link (const struct effects *e, uint32_t object, const struct loop_effect *store)
{
  const struct program *p = e->p;
  if (store->field == FIELD_ELEMENTS
      && (store->spread != NONE || p->types[p->objects[object].type].array))
    return true;
  const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
  LK_HEAP_EACH (to, values)
    if (!e->outside[to] && is_akin (p, object, to))
      return true;
  return false;
}

/* Index the stores of the loop by the links of chains that they store into.  */
static void
find_stores (struct match *m)
{
  const struct program *p = m->e->p;
  m->first_store = lk_xmalloc ((p->n_objects + 1) * sizeof *m->first_store);
  memset (m->first_store, 0xff, (p->n_objects + 1) * sizeof *m->first_store);
  for (uint32_t i = (uint32_t) p->n_effects; i-- > 0;)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || !store->inside || store->value == NONE)
	continue;
      const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
      LK_HEAP_EACH (b, bases)
	if (!m->e->outside[b] && chain_links (m->structure, b) && may_link (m->e, b, store))
	  {
	    ROOM (m->stores_into, m->n_stores_into, m->stores_into_room);
	    m->stores_into[m->n_stores_into] = (struct store_into) { i, m->first_store[b] };
	    m->first_store[b] = (uint32_t) m->n_stores_into++;
	  }
    }
}

/* Return true if STORE puts TO into OBJECT in some calling context.  If that takes too long it is
   assumed not to, but for what was found before.  */
static bool
meet_at (struct effects *e, uint32_t object, uint32_t to, const struct loop_effect *store)
{
  if (!with (e->p, LK_LOOPS_CONTEXTS))
    return true;
  if (lk_heap_flow_cut (flow_of (e, object)) || lk_heap_flow_cut (flow_of (e, to)))
    return e->p->again;
  return lk_heap_flows_meet (e->p->heap, flow_of (e, object), store->base, flow_of (e, to),
			     store->value);
}

/* Return true if OBJECT, which H's field gets, may lead to what that field held before.  */
static bool
leads_back (struct match *m, const struct holder *h, uint32_t object)
{
  struct effects *e = m->e;
  const struct program *p = e->p;
  if (!m->first_store)
    find_stores (m);
  find_back (m, h);
  for (uint32_t i = m->first_store[object]; i != NONE; i = m->stores_into[i].next)
    {
      const struct loop_effect *store = &p->effects[m->stores_into[i].store];
      if (!m->marks[store->value] && (store->spread == NONE || !m->marks[store->spread]))
	continue;
      if (store->field == FIELD_ELEMENTS
	  && (store->spread != NONE || p->types[p->objects[object].type].array))
	return true;
      const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
      LK_HEAP_EACH (to, values)
	if (!e->outside[to] && is_akin (p, object, to) && meet_at (e, object, to, store))
	  return true;
    }
  return false;
}

/* Return true if STORE may add OBJECT to what H holds in each iteration, as far as leads_back does
   not exclude it.  MANY: there is a place for each object.  A place for one object grows by a chain
   that leads back from that object, or by one that goes on from an object that was stored once, or
   from H's object, which is a link itself.  */
static bool
grows (const struct match *m, const struct holder *h, uint32_t object, bool many, bool once)
{
  const struct program *p = m->e->p;
  if (!with (p, LK_LOOPS_SCALARS))
    return true;
  if (many)
    return !once;
  unsigned links = chain_links (m->structure, object);
  return ((links & LINK_BACK) && !once)
	 || ((links & LINK_ON) && (once || is_akin (p, h->object, object)));
}

/* Heuristic: if STORE, in one calling context, may put its object into H's or into another one that
   is made by the same statement, and the loop takes objects out of that one, H's is that one.
   Points-to has mixed them up.  Wrong if the program chooses between the two.  */
static bool
is_mixed_up (const struct match *m, const struct holder *h, uint32_t number)
{
  struct effects *e = m->e;
  struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  if (!m->last || !with (p, LK_LOOPS_UPDATES) || h->field != FIELD_ELEMENTS)
    return false;
  uint64_t place = place_of (p, h->object);
  const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
  LK_HEAP_EACH (b, bases)
    if (b != h->object && e->outside[b] && place_of (p, b) == place)
      {
	const struct holder *other = holder_of (e, b, h->field, false);
	if (other && other->removed
	    && (!with (p, LK_LOOPS_CONTEXTS)
		|| lk_heap_flows_meet (p->heap, flow_of (e, b), store->base,
				       flow_of (e, h->object),
				       store->base)))
	  return true;
      }
  return false;
}

/* Set FROM_FIELD, by object: the one field that the loop has it from, NONE: from no field, or
   FIELD_SEVERAL.  */
static void
find_fields (struct match *m)
{
  const struct program *p = m->e->p;
  m->from_field = lk_xmalloc ((p->n_objects + 1) * sizeof *m->from_field);
  memset (m->from_field, 0xff, (p->n_objects + 1) * sizeof *m->from_field);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *load = &p->effects[i];
      if (load->kind != EFFECT_LOAD || load->value == NONE || !is_meanwhile (m->e, load))
	continue;
      const struct lk_heap_set *values = lk_heap_held (p->heap, load->value);
      LK_HEAP_EACH (o, values)
	m->from_field[o] = (m->from_field[o] == NONE || m->from_field[o] == load->field
			    ? load->field : FIELD_SEVERAL);
    }
}

/* Return true if the loop has OBJECT from elsewhere than H's field, which gives the last one.  */
static bool
is_read_elsewhere (struct match *m, const struct holder *h, uint32_t object)
{
  if (!m->from_field)
    find_fields (m);
  return m->from_field[object] != NONE && m->from_field[object] != h->field;
}

/* Add the objects that hang on ROOT, which H holds and the loop reads, and are never read.  */
static void
add_members (struct match *m, struct holder *h, uint32_t root)
{
  if (m->entered[root] == m->number)
    return;
  m->entered[root] = m->number;
  size_t n;
  const struct leak *members = members_below (m->structure, root, &n);
  for (size_t i = 0; i < n; i++)
    if (!members[i].link || !is_read_elsewhere (m, h, members[i].object))
      add_leak (m, h, members[i]);
}

static void
match_store (struct match *m, struct holder *h, uint32_t number)
{
  struct effects *e = m->e;
  struct program *p = e->p;
  const struct loop_effect *store = &p->effects[number];
  const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
  uint32_t place = lk_heap_field (p->heap, h->object, h->field);
  bool places = holds_many (h) && !is_cell (p, h->object);
  bool many = places && !(with (p, LK_LOOPS_BOUNDS) && is_bounded (e, number));
  bool once = with (p, LK_LOOPS_SINGLETONS) && block_is_once (e, store->instance, store->block);
  LK_HEAP_EACH (s, values)
    {
      if (e->outside[s] || m->left[s] == m->number || m->entered[s] == m->number
	  || place == LK_HEAP_NONE || !lk_heap_set_has (lk_heap_held (p->heap, place), s)
	  || is_shared (p, s)
	  || (with (p, LK_LOOPS_SINGLETONS) && object_is_once (e, s)))
	continue;
      /* Few collections have a place here, but these may grow.  */
      bool grown = grows (m, h, s, many, once);
      bool inner = !grown && places && !many && !once && is_collector (e, s);
      if (!grown && !inner)
	continue;
      /* Heuristic: a link from one part of a chain to the next is read.  Wrong if nothing goes
	 along it.  */
      enum read_answer read = is_akin (p, h->object, s) ? READ_YES : is_read (e, h, s);
      if (!is_stored (e, h, s, number) || is_mixed_up (m, h, number))
	continue;
      if (with (p, LK_LOOPS_SCALARS) && !many && !once && !inner
	  && !is_akin (p, h->object, s) && !leads_back (m, h, s))
	continue;
      if (read != READ_YES && !inner)
	add_leak (m, h, (struct leak) { s, s, number, false });
      if (read != READ_NO || inner)
	add_members (m, h, s);
    }
}

static void
match_holder (struct match *m, struct holder *h)
{
  struct program *p = m->e->p;
  m->number++;
  if (with (p, LK_LOOPS_UPDATES) && (h->removed || h->replaced))
    return;
  if (with (p, LK_LOOPS_AFTER) && h->after)
    return;
  if (with (p, LK_LOOPS_BOUNDS) && evicts (p, h->object))
    return;
  for (size_t i = 0; i < h->n_stores; i++)
    match_store (m, h, h->stores[i]);
  if (with (p, LK_LOOPS_UPDATES) && h->n_leaks && is_scoped (m->e, h->object))
    h->n_leaks = 0;
}

/* Find the leaks of H, of those only that were found before the program was read again.  */
static void
match_again (struct match *m, struct holder *h)
{
  const struct program *p = m->e->p;
  p->host->progress (p->host->data);
  h->n_leaks = 0;
  match_holder (m, h);
  if (p->again)
    keep_suspects (m->e, h);
}

/* A thread that is started in each iteration and does not end is kept by the JVM.  */
static void
match_threads (struct match *m)
{
  struct effects *e = m->e;
  struct program *p = e->p;
  for (uint32_t o = 0; o < p->n_objects; o++)
    if (p->objects[o].inside && p->objects[o].endless && with (p, LK_LOOPS_ENDING)
	&& !object_is_once (e, o))
      {
	struct holder h = { .object = o, .field = NONE };
	m->number++;
	add_leak (m, &h, (struct leak) { o, o, NONE, false });
	report_holder (e, &h);
	free (h.leaks);
      }
}

/* ---- Pivot mode.  ---- */

/* Leave out what hangs on another object that H leaves behind.  Of two that hang on each other the
   first stays.  */
static void
pivot (struct match *m, struct holder *h)
{
  if (h->n_leaks < 2)
    return;
  bool *below = lk_xmalloc (m->e->p->n_objects + 1);
  bool *gone = lk_xmalloc (h->n_leaks);
  memset (gone, 0, h->n_leaks);
  for (size_t i = 0; i < h->n_leaks; i++)
    {
      if (gone[i])
	continue;
      mark_below (m->structure, h->leaks[i].object, below);
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
  const struct effects *e;
  uint32_t *number, *low, *stack, n_stack, last, n_components;
};

/* Calls within a strongly connected component of the call graph need not match.  Tarjan's
   algorithm, without recursion.  */
static void
find_component (struct component_search *s, uint32_t root, uint32_t *path, uint32_t *at)
{
  struct program *p = s->e->p;
  uint32_t depth = 0;
  path[depth] = root;
  at[depth++] = s->e->first_made[root];
  s->number[root] = s->low[root] = ++s->last;
  s->stack[s->n_stack++] = root;
  while (depth)
    {
      uint32_t node = path[depth - 1], call = at[depth - 1];
      if (call != NONE)
	{
	  uint32_t to = p->calls[call].to;
	  at[depth - 1] = s->e->next_made[call];
	  if (!s->number[to])
	    {
	      s->number[to] = s->low[to] = ++s->last;
	      s->stack[s->n_stack++] = to;
	      path[depth] = to;
	      at[depth++] = s->e->first_made[to];
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
find_recursion (const struct effects *e)
{
  struct component_search s = { .e = e };
  struct program *p = e->p;
  size_t n = p->n_instances + 1;
  s.number = lk_xmalloc (n * sizeof *s.number);
  s.low = lk_xmalloc (n * sizeof *s.low);
  s.stack = lk_xmalloc (n * sizeof *s.stack);
  uint32_t *path = lk_xmalloc (n * sizeof *path), *at = lk_xmalloc (n * sizeof *at);
  memset (s.number, 0, n * sizeof *s.number);
  for (uint32_t i = 0; i < p->n_instances; i++)
    if (!s.number[i])
      find_component (&s, i, path, at);
  for (size_t i = 0; i < p->n_calls; i++)
    if (p->instances[p->calls[i].from].component == p->instances[p->calls[i].to].component)
      lk_heap_forget_call (p->heap, p->calls[i].site);
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
		" leaks that depend on these are not reported", e->n_cut);
      p->host->say (p->host->data, text);
    }
  if (p->not_apart.n)
    {
      snprintf (text, sizeof text, "loops: the objects of %zu classes are too many to be told"
		" apart: reports may stand that depend on that", p->not_apart.n);
      p->host->say (p->host->data, text);
    }
  if (p->ended)
    p->host->say (p->host->data, "loops: the objects of further classes were not told apart:"
		  " reports may stand that depend on that");
}

/* Report each holder that leaves something behind, and threads.  */
static void
report_leaks (struct match *m)
{
  struct effects *e = m->e;
  for (size_t i = 0; i < e->n_holders; i++)
    {
      struct holder *h = &e->holders[i];
      if (with (e->p, LK_LOOPS_PIVOT))
	pivot (m, h);
      if (h->n_leaks)
	report_holder (e, h);
    }
  match_threads (m);
  note_figures (e);
}

bool
find_leaks (struct program *p)
{
  struct effects effects;
  effects_collect (&effects, p);
  find_recursion (&effects);
  struct match match = { .e = &effects, .structure = structure_of (&effects) };
  size_t size = (p->n_objects + 1) * sizeof *match.left;
  match.left = lk_xmalloc (size);
  match.entered = lk_xmalloc (size);
  size_t n_nodes = lk_heap_n_nodes (p->heap) + 1u;
  match.marks = lk_xmalloc (n_nodes);
  match.marked = lk_xmalloc (n_nodes * sizeof *match.marked);
  memset (match.left, 0, size);
  memset (match.entered, 0, size);
  memset (match.marks, 0, n_nodes);
  for (size_t i = 0; i < effects.n_holders; i++)
    match_again (&match, &effects.holders[i]);
  /* Objects that are mixed up may be told apart yet.  */
  bool again = with (p, LK_LOOPS_CONTEXTS) && keep_apart (&effects);
  p->ended |= again && p->last;
  again &= !p->last;
  match.last = !again;
  for (size_t i = 0; i < effects.n_holders && !again; i++)
    if (effects.holders[i].n_leaks)
      match_again (&match, &effects.holders[i]);
  p->again = again;
  if (again)
    note_suspects (&effects);
  else
    report_leaks (&match);
  free (match.left);
  free (match.entered);
  free (match.marks);
  free (match.marked);
  free (match.first_store);
  free (match.from_field);
  free (match.stores_into);
  map_free (&match.swept);
  structure_free (match.structure);
  effects_free (&effects);
  return p->again;
}
