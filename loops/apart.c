/* Classes whose objects are distinguished by more than constructors: refinement on demand.

   A method has one instance for all objects of its class (but a constructor, program.c), so what it
   makes for one of them seems to be there for all.  Where that matters to a report, the program is
   read again with an instance for each receiver (object sensitivity), and the report stands if it
   is there again.  It matters for the class of the holder; for those of the objects that it is a
   part of, or whose method made it; and for those whose fields hold one of these.

   Only leaks that were found before are found again.  So a query of contexts that ends at its
   budget, where there are more contexts, leaves what was found before as it is.

   Over-approximation: static methods, and methods of what an object of such a class makes in turn,
   still have one instance for all.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

static bool
has_class (const struct program *p, const struct lk_type *type)
{
  for (; type && !of_jdk (p, type); type = type->super)
    if (map_find (&p->apart, (uintptr_t) type, 0))
      return true;
  return false;
}

bool
is_apart (const struct program *p, uint32_t object)
{
  return p->apart.n > 0 && has_class (p, p->types[p->objects[object].type].type);
}

struct search
{
  struct program *p;
  uint32_t *n_objects;		/* By type.  */
  bool *wanted;			/* By object: fields that hold it matter.  */
  bool any;			/* A class was added.  */
};

/* The objects of TYPE and of the types below it, and the methods that they have.  */
static void
count (const struct search *s, struct lk_type *type, size_t *n_objects, size_t *n_methods)
{
  struct program *p = s->p;
  *n_objects = *n_methods = 0;
  for (uint32_t t = 0; t < p->n_types; t++)
    if (s->n_objects[t] && p->types[t].type
	&& lk_hierarchy_is_subtype (p->hierarchy, p->types[t].type, type))
      *n_objects += s->n_objects[t];
  for (; type && !of_jdk (p, type); type = type->super)
    *n_methods += type->class_file ? type->class_file->n_methods : 0;
}

static void
add_class (struct search *s, struct lk_type *type)
{
  struct program *p = s->p;
  size_t n_objects, n_methods;
  bool fresh;
  if (!type || of_jdk (p, type) || type->is_interface || has_class (p, type))
    return;
  count (s, type, &n_objects, &n_methods);
  if (n_objects < 2)
    return;
  if (n_objects * n_methods > MAX_APART_INSTANCES)
    {
      map_pair (&p->not_apart, (uintptr_t) type, 0, 0, &fresh);
      return;
    }
  map_pair (&p->apart, (uintptr_t) type, 0, 0, &fresh);
  s->any = true;
}

/* OBJECT, the objects that it is a part of, and the one whose method made these.  */
static void
add_object (struct search *s, uint32_t object)
{
  struct program *p = s->p;
  while (object != NONE)
    {
      s->wanted[object] = true;
      add_class (s, p->types[p->objects[object].type].type);
      uint32_t instance = p->objects[object].instance;
      if (instance == NONE)
	return;
      object = p->contexts[p->instances[instance].context].object;
      const struct loop_method *m = p->instances[instance].method;
      if (object == NONE && !(m->method->access & LK_ACC_STATIC))
	add_class (s, m->owner);
    }
}

/* The classes whose fields hold what is wanted.  */
static void
add_owners (struct search *s)
{
  struct program *p = s->p;
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE || store->field < FIELD_FIRST)
	continue;
      bool holds = false;
      const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
      LK_HEAP_EACH (o, values)
	holds |= s->wanted[o];
      if (holds)
	add_class (s, lk_hierarchy_type (p->hierarchy,
					 p->fields[store->field - FIELD_FIRST].owner));
    }
}

bool
keep_apart (const struct effects *e)
{
  struct program *p = e->p;
  struct search s = { .p = p };
  s.n_objects = lk_xmalloc ((p->n_types + 1) * sizeof *s.n_objects);
  s.wanted = lk_xmalloc (p->n_objects + 1);
  memset (s.n_objects, 0, (p->n_types + 1) * sizeof *s.n_objects);
  memset (s.wanted, 0, p->n_objects + 1);
  for (size_t i = 0; i < p->n_objects; i++)
    s.n_objects[p->objects[i].type]++;
  for (size_t i = 0; i < e->n_holders; i++)
    if (e->holders[i].n_leaks)
      add_object (&s, e->holders[i].object);
  add_owners (&s);
  free (s.n_objects);
  free (s.wanted);
  return s.any;
}

/* ---- Suspects.  ---- */

/* A suspect is an object, in any context, that the same field of some holder leaves behind: other
   objects may be the holders, as one that is made for each of several objects may be made once for
   each.  */

uint64_t
place_of (const struct program *p, uint32_t object)
{
  const struct loop_object *o = &p->objects[object];
  if (o->instance == NONE)
    return UINT64_C (1) << 63 | o->type;
  uint64_t method = p->instances[o->instance].method->index;
  return method << 32 | (o->op != NONE ? o->op : UINT32_C (1) << 31 | o->line);
}

void
note_suspects (struct effects *e)
{
  struct program *p = e->p;
  bool fresh;
  map_free (&p->suspects);
  for (size_t i = 0; i < e->n_holders; i++)
    for (size_t k = 0; k < e->holders[i].n_leaks; k++)
      map_pair (&p->suspects, e->holders[i].field, place_of (p, e->holders[i].leaks[k].object), 0,
		&fresh);
}

void
keep_suspects (const struct effects *e, struct holder *h)
{
  const struct program *p = e->p;
  size_t kept = 0;
  for (size_t i = 0; i < h->n_leaks; i++)
    if (map_find (&p->suspects, h->field, place_of (p, h->leaks[i].object)))
      h->leaks[kept++] = h->leaks[i];
  h->n_leaks = kept;
}
