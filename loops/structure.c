/* The graph of inside objects that other inside objects hold.

   It is made from the stores that the loop makes, for each object when it is first asked for: few
   objects are links of a chain, and only of these it matters what they hold.  An arc is *read* if
   the loop reads that field of an object that may be of an earlier iteration, and may get the
   other object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

enum { ARC_READ = 1, ARC_MEMBER = 2, ARC_LINK = 4 };
enum { LINKS_UNKNOWN = 0xff };

/* FROM, by whose place in FIRST it is found, holds TO.  */
struct arc
{
  uint32_t to;
  uint32_t edge;		/* The first inner edge.  */
  uint8_t flags;
};

/* The arcs or the members of an object, in ARCS or MEMBERS.  FIRST is SIZE_MAX: not computed.  */
struct list
{
  size_t first, n;
};

struct structure
{
  struct effects *e;
  struct arc *arcs;
  size_t n_arcs, arcs_room;
  struct list *arcs_of;		/* By object.  */
  size_t *places;		/* By object: the number of the last arc to it.  */
  uint32_t *read;		/* By object: 1 more than the last edge that reads it.  */
  uint8_t *links;		/* By object: bits of enum chain_link, or LINKS_UNKNOWN.  */
  uint32_t *first_load, *next_load;	/* Loads, by field, and by effect; NULL: not computed.  */
  uint32_t *mark;		/* By object: the last search that met it.  */
  uint32_t search;
  uint32_t *stack;
  struct leak *members;
  size_t n_members, members_room;
  struct list *members_of;	/* By object.  */
};

/* ---- Objects.  ---- */

bool
is_shared (const struct program *p, uint32_t object)
{
  const struct loop_type *type = &p->types[p->objects[object].type];
  return ((type->lambda && type->lambda->n_captured == 0)
	  || !strcmp (type->name, "java/lang/Class") || !strcmp (type->name, "java/lang/Boolean")
	  || !strcmp (type->name, "java/lang/Void"));
}

/* The result of an unknown method may be declared as an object only: it is no link.  */
static bool
is_any (const struct loop_type *type)
{
  return !strcmp (type->name, "java/lang/Object");
}

bool
is_akin (const struct program *p, uint32_t a, uint32_t b)
{
  const struct loop_type *x = &p->types[p->objects[a].type], *y = &p->types[p->objects[b].type];
  return (x->type && y->type && !is_any (x) && !is_any (y) && !x->lambda && !y->lambda
	  && (lk_hierarchy_is_subtype (p->hierarchy, x->type, y->type)
	      || lk_hierarchy_is_subtype (p->hierarchy, y->type, x->type)
	      || (x->type->super && x->type->super == y->type->super
		  && !of_jdk (p, x->type->super))));
}

/* Small values that an object is made of: they are rarely read again, and are not why it is
   kept.  */
static bool
is_value (const struct program *p, uint32_t object)
{
  const struct loop_type *type = &p->types[p->objects[object].type];
  const char *name = type->name;
  return is_empty_array (p, object)
	 || (!type->lambda && ((!strncmp (name, "java/lang/", 10) && !is_any (type))
			       || !strncmp (name, "java/math/", 10)
			       || !strncmp (name, "java/time/", 10)));
}

/* ---- The graph.  ---- */

/* Mark in READ, by STAMP, what the loop reads through EDGE from an object that may be of an earlier
   iteration.  Return true if that is all.  */
static bool
find_read (const struct effects *e, const struct inner_edge *edge, uint32_t *read, uint32_t stamp)
{
  const struct program *p = e->p;
  const uint32_t *how = map_find (&e->read_map, edge->from, edge->field);
  if (how && *how == 2)
    return true;
  for (uint32_t i = e->first_read[edge->field]; i != NONE; i = e->next_read[i])
    {
      const struct loop_effect *load = &p->effects[i];
      if (!e->old[load->base]
	  || !lk_heap_set_has (lk_heap_held (p->heap, load->base), edge->from))
	continue;
      if (load->value == NONE)
	return true;
      const struct lk_heap_set *values = lk_heap_held (p->heap, load->value);
      LK_HEAP_EACH (o, values)
	read[o] = stamp;
    }
  return false;
}

/* Return true if EDGE links objects of earlier iterations: an array or a collection gets the
   elements of an earlier one.  */
static bool
links_elements (const struct program *p, const struct inner_edge *edge)
{
  const struct loop_type *type = &p->types[p->objects[edge->from].type];
  return (edge->field == FIELD_ELEMENTS && edge->old && !is_any (type)
	  && (edge->copied || type->array));
}

/* Return true if OBJECT is a part of what holds it by EDGE: a method of that one made it for
   itself.  Heuristic: such parts are there because of the object.  Wrong if a method makes its
   object larger in each iteration.  */
static bool
is_part (const struct program *p, const struct inner_edge *edge, uint32_t object)
{
  const struct loop_effect *store = &p->effects[edge->store];
  const struct loop_method *m = p->instances[store->instance].method;
  return (p->objects[object].instance == store->instance && m->body && m->body->n_params
	  && !(m->method->access & LK_ACC_STATIC) && edge->field >= FIELD_FIRST
	  && store->base == node_of (p, store->instance, m->body->params[0]));
}

/* The bits of the links that EDGE makes of OBJECT.  */
static unsigned
links_of (const struct structure *s, const struct inner_edge *edge, uint32_t object)
{
  const struct program *p = s->e->p;
  if (!edge->old && !edge->onto_old)
    return 0;
  const struct lk_heap_set *held = lk_heap_held (p->heap, edge->node);
  LK_HEAP_EACH (to, held)
    if (!s->e->outside[to] && is_akin (p, object, to))
      return (edge->old ? LINK_BACK : 0) | (edge->onto_old ? LINK_ON : 0);
  return 0;
}

unsigned
chain_links (const struct structure *s, uint32_t object)
{
  const struct effects *e = s->e;
  if (s->links[object] != LINKS_UNKNOWN)
    return s->links[object];
  unsigned links = 0;
  for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
    {
      if (links_elements (e->p, &e->edges[i]))
	links |= LINK_BACK;
      links |= links_of (s, &e->edges[i], object);
    }
  return s->links[object] = (uint8_t) links;
}

/* Return true if the loop adds elements to OBJECT, a collection that may be of an earlier
   iteration, by EDGE, and takes none out.  */
static bool
collects (const struct effects *e, const struct inner_edge *edge)
{
  return (with (e->p, LK_LOOPS_SCALARS) && edge->adds
	  && !(with (e->p, LK_LOOPS_UPDATES) && edge->removed));
}

/* Index all loads by their field.  */
static void
index_loads (struct structure *s)
{
  const struct program *p = s->e->p;
  size_t n = FIELD_FIRST + p->n_fields;
  s->first_load = lk_xmalloc (n * sizeof *s->first_load);
  s->next_load = lk_xmalloc ((p->n_effects + 1) * sizeof *s->next_load);
  memset (s->first_load, 0xff, n * sizeof *s->first_load);
  for (uint32_t i = (uint32_t) p->n_effects; i-- > 0;)
    if (p->effects[i].kind == EFFECT_LOAD)
      {
	s->next_load[i] = s->first_load[p->effects[i].field];
	s->first_load[p->effects[i].field] = i;
      }
}

/* Return true if some code loads the field of EDGE from an object that it may lead from.  */
static bool
may_load (struct structure *s, const struct inner_edge *edge)
{
  const struct program *p = s->e->p;
  if (!s->first_load)
    index_loads (s);
  for (uint32_t i = s->first_load[edge->field]; i != NONE; i = s->next_load[i])
    if (lk_heap_set_has (lk_heap_held (p->heap, p->effects[i].base), edge->from))
      return true;
  return false;
}

/* Return true if EDGE leads from a part of a chain back to earlier ones, and no code goes along it
   or cuts it: the loop's program reads the field of no such object, nor may methods that run
   unseen.  */
static bool
is_unread_link (struct structure *s, const struct inner_edge *edge)
{
  const struct effects *e = s->e;
  return (edge->old && edge->field >= FIELD_FIRST && !edge->removed
	  && !(e->read_unseen && e->read_unseen[edge->field]) && !may_load (s, edge));
}

/* Add the arc from an object, whose first one is FIRST, through edge NUMBER to TO; ALL: the loop
   reads all that the edge holds.  */
static void
add_arc (struct structure *s, size_t first, uint32_t number, uint32_t to, bool all)
{
  const struct effects *e = s->e;
  const struct program *p = e->p;
  const struct inner_edge *edge = &e->edges[number];
  size_t at = s->places[to];
  if (at < first || at >= s->n_arcs || s->arcs[at].to != to)
    {
      ROOM (s->arcs, s->n_arcs, s->arcs_room);
      at = s->places[to] = s->n_arcs;
      s->arcs[s->n_arcs++] = (struct arc) { to, number, 0 };
    }
  bool known = edge->field < FIELD_CAPTURED || edge->field > FIELD_KEPT;
  /* A collection grows by its elements, be they small.  */
  if (!known || is_shared (p, to) || object_is_once (e, to)
      || (!collects (e, edge)
	  && (is_value (p, to) || p->objects[to].op == NONE || is_part (p, edge, to))))
    return;
  /* Heuristic: a link from one part of a chain to the next is read if any code reads it.  Wrong if
     that code goes no further.  */
  bool akin = (edge->old || edge->onto_old) && is_akin (p, edge->from, to);
  bool link = akin && is_unread_link (s, edge);
  s->arcs[at].flags |= (ARC_MEMBER | (link ? ARC_LINK : 0)
			| (all || (akin && !link) || s->read[to] == number + 1 ? ARC_READ : 0));
}

/* The arcs of OBJECT.  */
static struct list
arcs_of (struct structure *s, uint32_t object)
{
  const struct effects *e = s->e;
  struct list *list = &s->arcs_of[object];
  if (list->first != SIZE_MAX)
    return *list;
  list->first = s->n_arcs;
  for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
    {
      const struct lk_heap_set *held = lk_heap_held (e->p->heap, e->edges[i].node);
      bool all = find_read (e, &e->edges[i], s->read, i + 1);
      LK_HEAP_EACH (to, held)
	if (!e->outside[to])
	  add_arc (s, list->first, i, to, all);
    }
  list->n = s->n_arcs - list->first;
  return *list;
}

struct structure *
structure_of (struct effects *e)
{
  struct structure *s = lk_xmalloc (sizeof *s);
  size_t n = e->p->n_objects + 1;
  memset (s, 0, sizeof *s);
  s->e = e;
  s->arcs_of = lk_xmalloc (n * sizeof *s->arcs_of);
  s->places = lk_xmalloc (n * sizeof *s->places);
  s->read = lk_xmalloc (n * sizeof *s->read);
  s->links = lk_xmalloc (n);
  s->mark = lk_xmalloc (n * sizeof *s->mark);
  s->stack = lk_xmalloc (n * sizeof *s->stack);
  s->members_of = lk_xmalloc (n * sizeof *s->members_of);
  memset (s->arcs_of, 0xff, n * sizeof *s->arcs_of);
  memset (s->members_of, 0xff, n * sizeof *s->members_of);
  memset (s->links, LINKS_UNKNOWN, n);
  memset (s->places, 0, n * sizeof *s->places);
  memset (s->read, 0, n * sizeof *s->read);
  memset (s->mark, 0, n * sizeof *s->mark);
  return s;
}

void
structure_free (struct structure *s)
{
  free (s->arcs);
  free (s->arcs_of);
  free (s->places);
  free (s->read);
  free (s->links);
  free (s->first_load);
  free (s->next_load);
  free (s->mark);
  free (s->stack);
  free (s->members);
  free (s->members_of);
  free (s);
}

/* ---- Questions.  ---- */

void
mark_below (struct structure *s, uint32_t root, bool *below)
{
  const struct effects *e = s->e;
  uint32_t n = 0;
  memset (below, 0, e->p->n_objects + 1);
  s->stack[n++] = root;
  below[root] = true;
  while (n)
    {
      uint32_t object = s->stack[--n];
      for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
	{
	  const struct lk_heap_set *held = lk_heap_held (e->p->heap, e->edges[i].node);
	  LK_HEAP_EACH (to, held)
	    if (!e->outside[to] && !below[to])
	      {
		below[to] = true;
		s->stack[n++] = to;
	      }
	}
    }
}

/* Return true if OBJECT is stored through EDGE in some calling context.  If that takes too long it
   is assumed not to be, but for what was found before.  */
static bool
is_held (struct effects *e, const struct inner_edge *edge, uint32_t object)
{
  if (!with (e->p, LK_LOOPS_CONTEXTS))
    return true;
  const struct lk_heap_flow *flow = flow_of (e, object);
  return lk_heap_flow_cut (flow) ? e->p->again : lk_heap_flow_reaches (flow, edge->node);
}

bool
is_collector (const struct effects *e, uint32_t object)
{
  for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
    if (collects (e, &e->edges[i]))
      return true;
  return false;
}

/* Return true if what hangs on OBJECT is the contents of a structure of the program's own: OBJECT
   is a link of the list or the tree of ROOT.  Heuristic: the parts of any other object are there
   because of the object, and are often not read.  Wrong if a collection holds wrappers.  */
static bool
has_contents (const struct structure *s, uint32_t root, uint32_t object)
{
  const struct program *p = s->e->p;
  return (!with (p, LK_LOOPS_SCALARS)
	  || (chain_links (s, object) && (object == root || is_akin (p, root, object))));
}

/* Find the members of ROOT: first all that the loop reads below it, then what only these hold:
   links of a chain, and collections that get more elements.  */
static void
find_members (struct structure *s, uint32_t root)
{
  uint32_t n = 0, search = ++s->search;
  if (has_contents (s, root, root) || is_collector (s->e, root))
    s->stack[n++] = root;
  s->mark[root] = search;
  for (uint32_t k = 0; k < n; k++)
    {
      const struct list arcs = arcs_of (s, s->stack[k]);
      for (size_t i = arcs.first; i < arcs.first + arcs.n; i++)
	if ((s->arcs[i].flags & ARC_READ) && s->mark[s->arcs[i].to] != search)
	  {
	    s->mark[s->arcs[i].to] = search;
	    if (has_contents (s, root, s->arcs[i].to) || is_collector (s->e, s->arcs[i].to))
	      s->stack[n++] = s->arcs[i].to;
	  }
    }
  s->members_of[root].first = s->n_members;
  for (uint32_t k = 0; k < n; k++)
    {
      const struct list arcs = arcs_of (s, s->stack[k]);
      bool all = has_contents (s, root, s->stack[k]);
      for (size_t i = arcs.first; i < arcs.first + arcs.n; i++)
	{
	  const struct arc *arc = &s->arcs[i];
	  const struct inner_edge *edge = &s->e->edges[arc->edge];
	  /* A link leads to earlier objects than that which the holder has.  */
	  bool link = arc->flags == (ARC_MEMBER | ARC_LINK);
	  if ((arc->flags & ARC_READ) || !(arc->flags & ARC_MEMBER)
	      || (s->mark[arc->to] == search && !link)
	      || !(all || collects (s->e, edge))
	      || !is_held (s->e, edge, arc->to))
	    continue;
	  s->mark[arc->to] = search;
	  ROOM (s->members, s->n_members, s->members_room);
	  s->members[s->n_members++] = (struct leak) { arc->to, root, edge->store, link };
	}
    }
  s->members_of[root].n = s->n_members - s->members_of[root].first;
}

const struct leak *
members_below (struct structure *s, uint32_t root, size_t *n)
{
  struct list *list = &s->members_of[root];
  if (list->first == SIZE_MAX)
    find_members (s, root);
  *n = list->n;
  return s->members + list->first;
}
