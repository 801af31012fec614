/* The graph of inside objects that other inside objects hold.

   It is made once for each loop, from the stores that the loop makes.  An arc is *read* if the loop
   reads that field of an object that may be of an earlier iteration, and may get the other object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

enum { ARC_READ = 1, ARC_MEMBER = 2 };

/* FROM, by whose place in FIRST it is found, holds TO.  */
struct arc
{
  uint32_t to;
  uint32_t edge;		/* The first inner edge.  */
  uint8_t flags;
};

/* The members of an object, in MEMBERS.  FIRST is SIZE_MAX: not computed.  */
struct member_list
{
  size_t first, n;
};

struct structure
{
  struct effects *e;
  struct arc *arcs;
  size_t n_arcs, arcs_room;
  size_t *first;		/* By object: its arcs; one more at the end.  */
  uint8_t *links;		/* By object: bits of enum chain_link.  */
  uint32_t *mark;		/* By object: the last search that met it.  */
  uint32_t search;
  uint32_t *stack;
  struct leak *members;
  size_t n_members, members_room;
  struct member_list *members_of;	/* By object.  */
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
	 || (!strncmp (name, "java/lang/", 10) && !is_any (type))
	 || !strncmp (name, "java/math/", 10)
	 || !strncmp (name, "java/time/", 10);
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

/* Add the arcs of OBJECT.  PLACES has, by object, the number of its arc, if it is FROM or more.  */
static void
add_arcs (struct structure *s, uint32_t object, size_t *places, uint32_t *read)
{
  struct effects *e = s->e;
  struct program *p = e->p;
  size_t from = s->n_arcs;
  for (uint32_t i = e->first_edge[object]; i != NONE; i = e->edges[i].next)
    {
      const struct inner_edge *edge = &e->edges[i];
      const struct lk_heap_set *held = lk_heap_held (p->heap, edge->node);
      bool known = edge->field < FIELD_CAPTURED || edge->field > FIELD_KEPT;
      bool all = find_read (e, edge, read, i + 1);
      if (links_elements (p, edge))
	s->links[object] |= LINK_BACK;
      LK_HEAP_EACH (to, held)
	{
	  if (e->outside[to])
	    continue;
	  bool akin = (edge->old || edge->onto_old) && is_akin (p, object, to);
	  if (akin)
	    s->links[object] |= (edge->old ? LINK_BACK : 0) | (edge->onto_old ? LINK_ON : 0);
	  size_t at = places[to];
	  if (at < from || at >= s->n_arcs || s->arcs[at].to != to)
	    {
	      ROOM (s->arcs, s->n_arcs, s->arcs_room);
	      at = places[to] = s->n_arcs;
	      s->arcs[s->n_arcs++] = (struct arc) { to, i, 0 };
	    }
	  if (!known || is_shared (p, to) || is_value (p, to) || object_is_once (e, to)
	      || p->objects[to].op == NONE || is_part (p, edge, to))
	    continue;
	  /* Heuristic: a link from one part of a chain to the next is read.  Wrong if nothing goes
	     along it.  */
	  s->arcs[at].flags |= ARC_MEMBER | (all || akin || read[to] == i + 1 ? ARC_READ : 0);
	}
    }
}

struct structure *
structure_of (struct effects *e)
{
  struct structure *s = lk_xmalloc (sizeof *s);
  size_t n = e->p->n_objects + 1;
  memset (s, 0, sizeof *s);
  s->e = e;
  s->first = lk_xmalloc (n * sizeof *s->first);
  s->links = lk_xmalloc (n);
  s->mark = lk_xmalloc (n * sizeof *s->mark);
  s->stack = lk_xmalloc (n * sizeof *s->stack);
  s->members_of = lk_xmalloc (n * sizeof *s->members_of);
  memset (s->members_of, 0xff, n * sizeof *s->members_of);
  memset (s->links, 0, n);
  memset (s->mark, 0, n * sizeof *s->mark);
  size_t *places = lk_xmalloc (n * sizeof *places);
  uint32_t *read = lk_xmalloc (n * sizeof *read);
  memset (places, 0, n * sizeof *places);
  memset (read, 0, n * sizeof *read);
  for (uint32_t o = 0; o + 1 < n; o++)
    {
      s->first[o] = s->n_arcs;
      add_arcs (s, o, places, read);
    }
  s->first[n - 1] = s->n_arcs;
  free (places);
  free (read);
  return s;
}

void
structure_free (struct structure *s)
{
  free (s->arcs);
  free (s->first);
  free (s->links);
  free (s->mark);
  free (s->stack);
  free (s->members);
  free (s->members_of);
  free (s);
}

/* ---- Questions.  ---- */

unsigned
chain_links (const struct structure *s, uint32_t object)
{
  return s->links[object];
}

void
mark_below (struct structure *s, uint32_t root, bool *below)
{
  uint32_t n = 0;
  memset (below, 0, s->e->p->n_objects + 1);
  s->stack[n++] = root;
  below[root] = true;
  while (n)
    {
      uint32_t object = s->stack[--n];
      for (size_t i = s->first[object]; i < s->first[object + 1]; i++)
	if (!below[s->arcs[i].to])
	  {
	    below[s->arcs[i].to] = true;
	    s->stack[n++] = s->arcs[i].to;
	  }
    }
}

/* Return true if OBJECT is stored through EDGE in some calling context.  If that takes too long it
   is assumed not to be.  */
static bool
is_held (struct effects *e, const struct inner_edge *edge, uint32_t object)
{
  if (!with (e->p, LK_LOOPS_CONTEXTS))
    return true;
  const struct lk_heap_flow *flow = flow_of (e, object);
  return !lk_heap_flow_cut (flow) && lk_heap_flow_reaches (flow, edge->node);
}

/* Return true if what hangs on OBJECT is the contents of a structure of the program's own: OBJECT
   is a link of the list or the tree of ROOT.  Heuristic: the parts of any other object are there
   because of the object, and are often not read.  Wrong if a collection holds wrappers.  */
static bool
has_contents (const struct structure *s, uint32_t root, uint32_t object)
{
  const struct program *p = s->e->p;
  return (!with (p, LK_LOOPS_SCALARS)
	  || (s->links[object] && (object == root || is_akin (p, root, object))));
}

/* Find the members of ROOT: first all that the loop reads below it, then what only these hold.  */
static void
find_members (struct structure *s, uint32_t root)
{
  uint32_t n = 0, search = ++s->search;
  if (has_contents (s, root, root))
    s->stack[n++] = root;
  s->mark[root] = search;
  for (uint32_t k = 0; k < n; k++)
    for (size_t i = s->first[s->stack[k]]; i < s->first[s->stack[k] + 1]; i++)
      if ((s->arcs[i].flags & ARC_READ) && s->mark[s->arcs[i].to] != search)
	{
	  s->mark[s->arcs[i].to] = search;
	  if (has_contents (s, root, s->arcs[i].to))
	    s->stack[n++] = s->arcs[i].to;
	}
  s->members_of[root].first = s->n_members;
  for (uint32_t k = 0; k < n; k++)
    for (size_t i = s->first[s->stack[k]]; i < s->first[s->stack[k] + 1]; i++)
      {
	const struct arc *arc = &s->arcs[i];
	const struct inner_edge *edge = &s->e->edges[arc->edge];
	if (arc->flags != ARC_MEMBER || s->mark[arc->to] == search
	    || !is_held (s->e, edge, arc->to))
	  continue;
	s->mark[arc->to] = search;
	ROOM (s->members, s->n_members, s->members_room);
	s->members[s->n_members++] = (struct leak) { arc->to, root, edge->store };
      }
  s->members_of[root].n = s->n_members - s->members_of[root].first;
}

const struct leak *
members_below (struct structure *s, uint32_t root, size_t *n)
{
  struct member_list *list = &s->members_of[root];
  if (list->first == SIZE_MAX)
    find_members (s, root);
  *n = list->n;
  return s->members + list->first;
}
