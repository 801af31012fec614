/* Calls of the JDK: by rows of specifications, and by their declaration where there is none.

   A collection is one object, whose field of elements holds what is put into it: its nodes and
   tables are not objects here, and its iterators, views and entries are the collection itself.
   A method without a row neither keeps nor gives objects: its result is a new object of the type
   that it declares, and it may call the methods of its arguments that the JDK declares, lambdas
   above all.  The methods of collections and threads that matter have rows.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

struct row_call
{
  struct program *p;
  uint32_t site;
  const struct lk_method *declared;
  uint32_t self;		/* The node of the receiver.  */
  bool starts;			/* It starts a thread, which does what the row says.  */
};

/* The node of PLACE, or NONE.  */
static uint32_t
place_node (const struct row_call *c, const struct lk_place *place)
{
  const struct loop_site *site = &c->p->sites[c->site];
  bool is_static = (c->declared->access & LK_ACC_STATIC) != 0;
  if (place->base == LK_PLACE_THIS)
    return c->self;
  if (place->base == 0)
    return site->result;
  unsigned arg = (unsigned) place->base - is_static;
  return place->base > 0 && arg < site->n_args ? site->args[arg] : NONE;
}

/* The descriptor of parameter N, from 1; NULL: none.  */
static const char *
parameter (const struct lk_method *m, int n)
{
  const char *at = m->descriptor + 1, *from = at;
  struct lk_java_type type;
  while (n > 0 && (from = at, lk_descriptor_next (&at, &type)))
    n--;
  return n == 0 ? from : NULL;
}

/* The type that DECLARED has argument ARG of a call as, the receiver being the first; 0: any.  */
static uint32_t
declared_type (struct program *p, const struct lk_method *declared, unsigned arg)
{
  bool is_static = (declared->access & LK_ACC_STATIC) != 0;
  if (arg == 0 && !is_static)
    return type_named (p, declared->owner->name);
  const char *from = parameter (declared, (int) arg + is_static), *end = from;
  struct lk_java_type type;
  if (!from || !lk_descriptor_next (&end, &type))
    return 0;
  return field_type (p, lk_arena_strndup (p->scratch, from, (size_t) (end - from)));
}

/* The node of PLACE, whose elements are put, fetched or removed, or NONE.  A parameter that is
   declared as an object is an array: arrays have no common class.  */
static uint32_t
elements_node (const struct row_call *c, const struct lk_place *place)
{
  static const char object[] = "Ljava/lang/Object;";
  uint32_t node = place_node (c, place);
  const char *declared = place->base > 0 ? parameter (c->declared, place->base) : NULL;
  if (node == NONE || !declared || strncmp (declared, object, strlen (object)))
    return node;
  uint32_t arrays = lk_heap_node (c->p->heap, type_named (c->p, "[Ljava/lang/Object;"));
  lk_heap_copy (c->p->heap, node, arrays, LK_HEAP_PLAIN);
  return arrays;
}

/* Return true if what is put is not PLACE's object but its elements: "arg1[any]" says so, or the
   parameter's type is an array or a collection.  */
static bool
spreads (const struct row_call *c, const struct lk_place *place)
{
  struct program *p = c->p;
  if (place->base == LK_PLACE_THIS || place->nsel)
    return true;
  const char *text = place->base > 0 ? parameter (c->declared, place->base) : NULL;
  if (!text || (*text != 'L' && *text != '['))
    return false;
  if (*text == '[')
    return true;
  const char *end = strchr (text, ';');
  const char *name = lk_arena_strndup (p->scratch, text + 1, (size_t) (end - text) - 1);
  struct lk_type *type = lk_hierarchy_type (p->hierarchy, name);
  return (is_below (p, type, "java/lang/Iterable") || is_below (p, type, "java/util/Map")
	  || is_below (p, type, "java/util/Iterator")
	  || is_below (p, type, "java/util/stream/BaseStream")
	  || is_below (p, type, "java/util/Enumeration"));
}

static struct loop_effect *
effect (const struct row_call *c, enum effect_kind kind, uint32_t base)
{
  const struct loop_site *site = &c->p->sites[c->site];
  struct loop_effect *e = add_effect (c->p, kind, site->instance, site->inside, site->block,
				      site->line);
  e->base = base;
  e->field = FIELD_ELEMENTS;
  e->library = true;
  e->aside = c->starts && !site->inside;
  return e;
}

/* The class that declares the method.  */
static const struct lk_type *
declaring (const struct row_call *c)
{
  return lk_hierarchy_type (c->p->hierarchy, c->declared->owner->name);
}

/* E stores or reads under the first argument of the call, if this is a method of a map or a
   set.  */
static void
set_key (const struct row_call *c, struct loop_effect *e)
{
  struct program *p = c->p;
  const struct loop_site *site = &p->sites[c->site];
  const struct lk_type *type = declaring (c);
  if (e->spread != NONE || e->base != c->self || site->n_args < 2
      || !(is_below (p, type, "java/util/Map") || is_below (p, type, "java/util/Dictionary")
	   || is_below (p, type, "java/util/Set")))
    return;
  e->keyed = true;
  e->key = site->args[1];
}

static void
put (const struct row_call *c, const struct lk_clause *clause)
{
  struct program *p = c->p;
  uint32_t from = place_node (c, &clause->place), to = elements_node (c, &clause->other);
  if (to == NONE)
    return;
  if (from == NONE)
    {
      /* Null, which a cell holds instead of what it held.  */
      if (clause->place.base > 0 && !clause->place.nsel && strcmp (c->declared->name, "<init>"))
	effect (c, EFFECT_STORE, to);
      return;
    }
  uint32_t spread = NONE;
  if (spreads (c, &clause->place))
    {
      spread = elements_node (c, &clause->place);
      from = lk_heap_node (p->heap, 0);
      lk_heap_load (p->heap, spread, FIELD_ELEMENTS, from);
    }
  lk_heap_store (p->heap, to, FIELD_ELEMENTS, from);
  struct loop_effect *e = effect (c, EFFECT_STORE, to);
  e->value = from;
  e->spread = spread;
  set_key (c, e);
  /* Whether a set has got one more is a question about the others.  */
  if (p->sites[c->site].asked && to == c->self && is_below (p, declaring (c), "java/util/Set"))
    effect (c, EFFECT_QUERY, to);
}

/* The result leads to elements: it may be an entry of a map, which is the map itself.  */
static void
lead (const struct row_call *c, const struct lk_clause *clause)
{
  struct program *p = c->p;
  uint32_t from = elements_node (c, &clause->other), to = place_node (c, &clause->place);
  if (from == NONE || to == NONE)
    return;
  uint32_t map = lk_heap_node (p->heap, type_named (p, "java/util/Map"));
  lk_heap_copy (p->heap, from, map, LK_HEAP_PLAIN);
  lk_heap_copy (p->heap, map, to, LK_HEAP_PLAIN);
}

static void
fetch (const struct row_call *c, const struct lk_clause *clause)
{
  struct program *p = c->p;
  const struct loop_site *site = &p->sites[c->site];
  uint32_t from = elements_node (c, &clause->other), to = place_node (c, &clause->place);
  if (from == NONE || to == NONE)
    return;
  lk_heap_load (p->heap, from, FIELD_ELEMENTS, to);
  if (!site->used)
    return;
  struct loop_effect *e = effect (c, EFFECT_LOAD, from);
  e->library = false;
  e->value = to;
  set_key (c, e);
}

/* The elements of BASE, and the collection itself, which stands for entries and for other
   collections of it, are GIVEN to a function.  */
static void
give_elements (const struct row_call *c, uint32_t base, uint32_t given)
{
  struct program *p = c->p;
  lk_heap_load (p->heap, base, FIELD_ELEMENTS, given);
  uint32_t map = lk_heap_node (p->heap, type_named (p, "java/util/Map"));
  lk_heap_copy (p->heap, base, map, LK_HEAP_PLAIN);
  lk_heap_copy (p->heap, map, given, LK_HEAP_PLAIN);
  struct loop_effect *e = effect (c, EFFECT_LOAD, base);
  e->library = false;
  e->value = given;
}

/* Functions among the arguments are called with the elements, or, if the place is an argument that
   has none, a key, with that.  Their results go to the collection that the method returns or,
   if its result is an element, to the receiver.  */
static void
visit (const struct row_call *c, const struct lk_clause *clause, bool to_self)
{
  struct program *p = c->p;
  uint32_t base = place_node (c, &clause->place);
  bool elements = spreads (c, &clause->place);
  if (base == NONE && elements)
    return;
  uint32_t given = lk_heap_node (p->heap, 0), result = lk_heap_node (p->heap, 0);
  if (elements)
    give_elements (c, base, given);
  else if (base != NONE)
    lk_heap_copy (p->heap, base, given, LK_HEAP_PLAIN);
  uint32_t to = !to_self ? p->sites[c->site].result : elements ? base : c->self;
  if (to != NONE)
    {
      lk_heap_store (p->heap, to, FIELD_ELEMENTS, result);
      struct loop_effect *e = effect (c, EFFECT_STORE, to);
      e->value = result;
      set_key (c, e);
    }
  /* Keys that the caller gives.  */
  for (unsigned i = 1; i < p->sites[c->site].n_args; i++)
    if (to_self && p->sites[c->site].args[i] != NONE)
      lk_heap_copy (p->heap, p->sites[c->site].args[i], given, LK_HEAP_PLAIN);
  for (unsigned i = 0; i < p->sites[c->site].n_args; i++)
    watch_node (p, p->sites[c->site].args[i],
		&(struct loop_watch) { WATCH_VISIT, c->site, given, result,
				       declared_type (p, c->declared, i) });
}

static void
keep (const struct row_call *c, const struct lk_clause *clause)
{
  struct program *p = c->p;
  uint32_t from = place_node (c, &clause->place);
  if (from == NONE)
    return;
  lk_heap_store (p->heap, p->statics_node, FIELD_KEPT, from);
  struct loop_effect *e = effect (c, EFFECT_STORE, p->statics_node);
  e->field = FIELD_KEPT;
  e->value = from;
}

static void
query (const struct row_call *c, const struct lk_clause *clause)
{
  uint32_t base = place_node (c, &clause->place);
  if (base != NONE)
    effect (c, EFFECT_QUERY, base);
}

static void
take_out (const struct row_call *c, const struct lk_clause *clause)
{
  uint32_t base = elements_node (c, &clause->place);
  if (base == NONE)
    return;
  struct loop_effect *e = effect (c, EFFECT_REMOVE, base);
  const struct loop_instance *i = &c->p->instances[e->instance];
  e->caught = (i->method->body && e->block < i->method->body->n_blocks
	       && i->method->body->blocks[e->block].handler);
  /* "remove (x)" takes out X.  */
  if (clause->amount == LK_AMOUNT_ONE && c->p->sites[c->site].n_args == 2)
    e->value = c->p->sites[c->site].args[1];
}

/* The result is a new object of the declared type.  */
static void
make_result (const struct row_call *c)
{
  struct program *p = c->p;
  struct loop_site site = p->sites[c->site];
  const char *descriptor = c->declared ? c->declared->descriptor : site.descriptor;
  if (site.result == NONE || !descriptor)
    return;
  uint32_t type = field_type (p, strchr (descriptor, ')') + 1);
  if (!type)
    return;
  uint32_t o = make_object (p, site.result, type, site.instance, NONE, site.line, site.inside);
  p->objects[o].block = site.block;
  p->objects[o].site = c->site;
}

/* A row that does not say what becomes of an argument leaves it to the callee, which may call it:
   "execute", or the constructor of a thread, which keeps it; or read its elements:
   "println (list)".  */
static void
pass_others (const struct row_call *c, const struct lk_contract *row)
{
  struct program *p = c->p;
  bool is_static = (c->declared->access & LK_ACC_STATIC) != 0;
  bool makes = !strcmp (c->declared->name, "<init>");
  for (unsigned i = !is_static; i < p->sites[c->site].n_args; i++)
    {
      bool put = false, said = false;
      uint32_t node = p->sites[c->site].args[i];
      for (const struct lk_clause *k = row->clauses; k; k = k->next)
	{
	  put |= k->role == LK_ROLE_PUT && k->place.base == (int) i + is_static;
	  said |= (k->place.base == (int) i + is_static || k->other.base == (int) i + is_static);
	}
      if (put || node == NONE)
	continue;
      if (!said)
	effect (c, EFFECT_QUERY, node);
      watch_callbacks (p, node, c->site, declared_type (p, c->declared, i));
      if (makes && p->sites[c->site].args[0] != NONE)
	lk_heap_store (p->heap, p->sites[c->site].args[0], FIELD_KEPT, node);
    }
}

static void
apply_row (const struct row_call *c, const struct lk_contract *row, bool own)
{
  bool given = false, fetched = false;
  for (const struct lk_clause *k = row->clauses; k; k = k->next)
    if ((k->role == LK_ROLE_FETCH || k->role == LK_ROLE_ALIAS || k->role == LK_ROLE_WRAP)
	&& k->place.base == 0)
      {
	/* A number is put into an object of its own: the box is new.  */
	given |= (k->role != LK_ROLE_WRAP
		  && (k->role != LK_ROLE_ALIAS || place_node (c, &k->other) != NONE));
	fetched |= k->role == LK_ROLE_FETCH;
      }
  if (!given)
    make_result (c);
  for (const struct lk_clause *k = row->clauses; k; k = k->next)
    switch (k->role)
      {
      case LK_ROLE_PUT:
	put (c, k);
	break;
      case LK_ROLE_FETCH:
	fetch (c, k);
	break;
      case LK_ROLE_ALIAS:
	{
	  uint32_t from = place_node (c, &k->other), to = place_node (c, &k->place);
	  if (from != NONE && to != NONE)
	    lk_heap_copy (c->p->heap, from, to, LK_HEAP_PLAIN);
	  break;
	}
      case LK_ROLE_KEEP:
	if (own)
	  keep (c, k);
	break;
      default:
	break;
      }
  if (!own)
    pass_others (c, row);
  /* A task that is started is called back.  */
  if (row->starts)
    watch_callbacks (c->p, c->self, c->site, declared_type (c->p, c->declared, 0));
  for (const struct lk_clause *k = row->elements; k; k = k->next)
    if (k->role == LK_ROLE_ITERATOR && k->position == LK_POSITION_ANY)
      lead (c, k);
    else if (k->role == LK_ROLE_REMOVE)
      take_out (c, k);
    else if (k->role == LK_ROLE_QUERY)
      query (c, k);
    else if (k->role == LK_ROLE_VISIT)
      visit (c, k, fetched);
}

/* A method without a row, or without a body.  OBJECT is a receiver whose method it is, or NONE.  */
static void
unknown_call (struct program *p, uint32_t number, const struct lk_method *declared,
	      uint32_t object)
{
  bool of_object = declared && !strcmp (declared->owner->name, "java/lang/Object");
  if (object != NONE && declared && !of_object)
    call_back (p, number, object, declared_type (p, declared, 0));
  if (p->sites[number].unknown)
    return;
  p->sites[number].unknown = true;
  struct row_call c = { p, number, declared, NONE, false };
  make_result (&c);
  /* "equals", "hashCode", "toString" call back nothing that matters.  */
  if (of_object)
    return;
  bool makes = declared && !strcmp (declared->name, "<init>");
  bool is_static = p->sites[number].op == LK_OP_CALL_STATIC;
  bool special = p->sites[number].op == LK_OP_CALL_SPECIAL;
  for (unsigned i = 0; i < p->sites[number].n_args; i++)
    {
      uint32_t node = p->sites[number].args[i];
      if (node == NONE)
	continue;
      if (makes && i > 0)
	{
	  lk_heap_store (p->heap, p->sites[number].args[0], FIELD_KEPT, node);
	  struct loop_effect *e = effect (&c, EFFECT_STORE, p->sites[number].args[0]);
	  e->field = FIELD_KEPT;
	  e->value = node;
	}
      /* It may read the elements of a collection that it is given: "println (list)".  */
      if (i > 0 || is_static)
	effect (&c, EFFECT_QUERY, node);
      if (i > 0 || is_static || special)
	watch_callbacks (p, node, number, declared ? declared_type (p, declared, i) : 0);
    }
}

void
library_call (struct program *p, uint32_t number, const struct lk_method *declared,
	      uint32_t object)
{
  struct loop_site site = p->sites[number];
  bool own, fresh, instance = site.op != LK_OP_CALL_STATIC;
  if (!declared)
    {
      unknown_call (p, number, NULL, NONE);
      return;
    }
  struct lk_type *type
    = (object == NONE ? (site.op == LK_OP_CALL_VIRTUAL || site.op == LK_OP_CALL_INTERFACE
			 ? site.type : NULL)
       : p->types[p->objects[object].type].type);
  if (!type)
    type = lk_hierarchy_type (p->hierarchy, declared->owner->name);
  const struct lk_contract *row = row_of (p, type, declared, &own);
  if (!row)
    {
      unknown_call (p, number, declared, object);
      return;
    }
  if (row->starts && object != NONE)
    p->objects[object].started = true;
  /* Once for each row: the receiver is then all objects for which it is the row.  */
  map_pair (&p->once_map, (uint64_t) number << 32 | 1, (uintptr_t) row, 0, &fresh);
  if (!fresh)
    return;
  struct row_call c = { p, number, declared, NONE, row->starts };
  if (instance && site.n_args && site.args[0] != NONE)
    {
      c.self = site.args[0];
      if (object != NONE)
	{
	  c.self = lk_heap_node (p->heap, row_filter (p, declared, row));
	  lk_heap_copy (p->heap, site.args[0], c.self, LK_HEAP_PLAIN);
	}
    }
  apply_row (&c, row, own);
}
