/* Numbers for types, fields and methods, and what a type fits.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

/* ---- Maps.  ---- */

static uint64_t
hash_of (const char *text, uint64_t a, uint64_t b)
{
  uint64_t hash = a * UINT64_C (0x9e3779b97f4a7c15) ^ (b + 1) * UINT64_C (0xc2b2ae3d27d4eb4f);
  for (; text && *text; text++)
    hash = (hash ^ (unsigned char) *text) * UINT64_C (0x100000001b3);
  return hash ^ hash >> 29;
}

static bool
same_key (const struct number_entry *entry, const char *text, uint64_t a, uint64_t b)
{
  if (text)
    return entry->text && !strcmp (entry->text, text);
  return !entry->text && entry->a == a && entry->b == b;
}

static struct number_entry *
find_entry (const struct number_map *map, const char *text, uint64_t a, uint64_t b)
{
  size_t slot = hash_of (text, a, b) & (map->room - 1);
  while (map->entries[slot].used && !same_key (&map->entries[slot], text, a, b))
    slot = (slot + 1) & (map->room - 1);
  return &map->entries[slot];
}

static uint32_t *
map_get (struct number_map *map, const char *text, uint64_t a, uint64_t b, uint32_t value,
	 bool *fresh)
{
  if (map->n * 3 >= map->room * 2)
    {
      struct number_map larger = { NULL, map->n, map->room ? map->room * 2 : 64 };
      larger.entries = lk_xmalloc (larger.room * sizeof *larger.entries);
      memset (larger.entries, 0, larger.room * sizeof *larger.entries);
      for (size_t i = 0; i < map->room; i++)
	if (map->entries[i].used)
	  *find_entry (&larger, map->entries[i].text, map->entries[i].a, map->entries[i].b)
	    = map->entries[i];
      free (map->entries);
      *map = larger;
    }
  struct number_entry *entry = find_entry (map, text, a, b);
  *fresh = !entry->used;
  if (*fresh)
    {
      *entry = (struct number_entry) { text, a, b, value, true };
      map->n++;
    }
  return &entry->value;
}

uint32_t *
map_text (struct number_map *map, const char *text, uint32_t value, bool *fresh)
{
  return map_get (map, text, 0, 0, value, fresh);
}

uint32_t *
map_pair (struct number_map *map, uint64_t a, uint64_t b, uint32_t value, bool *fresh)
{
  return map_get (map, NULL, a, b, value, fresh);
}

const uint32_t *
map_find (const struct number_map *map, uint64_t a, uint64_t b)
{
  if (!map->room)
    return NULL;
  const struct number_entry *entry = find_entry (map, NULL, a, b);
  return entry->used ? &entry->value : NULL;
}

bool
map_has_text (const struct number_map *map, const char *text)
{
  return map->room && find_entry (map, text, 0, 0)->used;
}

void
map_free (struct number_map *map)
{
  free (map->entries);
  *map = (struct number_map) { NULL, 0, 0 };
}

/* ---- Types.  ---- */

/* Type 0 is no filter.  */
static uint32_t
add_type (struct program *p, struct loop_type type)
{
  while (p->n_types == 0 || p->n_types == p->types_room)
    {
      ROOM (p->types, p->n_types, p->types_room);
      if (p->n_types == 0)
	p->types[p->n_types++] = (struct loop_type) { .name = "" };
    }
  p->types[p->n_types] = type;
  return (uint32_t) p->n_types++;
}

uint32_t
type_named (struct program *p, const char *name)
{
  bool fresh;
  const char *kept = name;
  uint32_t *slot = map_text (&p->type_map, name, 0, &fresh);
  if (!fresh)
    return *slot;
  kept = lk_arena_strdup (p->arena, name);
  struct loop_type type = { .name = kept, .array = *name == '[' };
  if (!type.array)
    {
      const struct lk_type_contract *contract
	= lk_spec_type (p->spec, lk_binary_name (p->scratch, kept));
      type.type = lk_hierarchy_type (p->hierarchy, kept);
      type.cell = contract && contract->cell;
    }
  uint32_t number = add_type (p, type);
  /* The key must live as long as the map.  */
  struct number_entry *entry = find_entry (&p->type_map, name, 0, 0);
  entry->text = kept;
  entry->value = number;
  return number;
}

uint32_t
type_of_lambda (struct program *p, const struct loop_lambda *lambda)
{
  struct loop_type type = { .name = lambda->interface ? lambda->interface->name : "lambda",
    .lambda = lambda };
  return add_type (p, type);
}

uint32_t
field_type (struct program *p, const char *descriptor)
{
  if (*descriptor == '[')
    return type_named (p, descriptor);
  size_t length = strlen (descriptor);
  if (*descriptor != 'L' || length < 3)
    return 0;
  return type_named (p, lk_arena_strndup (p->scratch, descriptor + 1, length - 2));
}

uint32_t
declared_filter (struct program *p, const char *descriptor)
{
  if (*descriptor == 'L' && !strncmp (descriptor, "Ljava/lang/Object;", 18))
    return 0;
  const char *end = descriptor;
  struct lk_java_type type;
  if (!lk_descriptor_next (&end, &type))
    return 0;
  return field_type (p, lk_arena_strndup (p->scratch, descriptor, (size_t) (end - descriptor)));
}

bool
is_below (struct program *p, const struct lk_type *type, const char *name)
{
  struct lk_type *above = lk_hierarchy_type (p->hierarchy, name);
  return type && above && lk_hierarchy_is_subtype (p->hierarchy, type, above);
}

static bool
begins (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

bool
of_jdk (const struct program *p, const struct lk_type *type)
{
  bool fresh;
  if (!type)
    return true;
  if (!type->class_file)
    return begins (type->name, "java/") || begins (type->name, "javax/");
  uint32_t *slot = map_pair (p->jdk, (uintptr_t) type->class_file, 0, 0, &fresh);
  if (fresh)
    *slot = (lk_classpath_is_jdk (p->classpath, type->class_file)
	     && !lk_classpath_is_input (p->classpath, type->class_file));
  return *slot;
}

static bool
is_root (const char *name)
{
  return (!strcmp (name, "java/lang/Object") || !strcmp (name, "java/lang/Cloneable")
	  || !strcmp (name, "java/io/Serializable"));
}

/* Iterators, entries and views of a collection are the collection itself here
   (spec/java-collections.spec), so an object of java.util fits all types of java.util.  */
static bool
is_view (const char *name)
{
  return (begins (name, "java/util/") || !strcmp (name, "java/lang/Iterable"));
}

static bool
is_collection (struct program *p, const struct lk_type *type)
{
  return (is_below (p, type, "java/util/Collection") || is_below (p, type, "java/util/Map")
	  || begins (type->name, "java/util/"));
}

bool
type_fits (void *program, uint32_t type, uint32_t filter)
{
  struct program *p = program;
  if (filter >= ROW_FILTER)
    return row_filter_fits (p, type, filter - ROW_FILTER);
  const struct loop_type t = p->types[type], f = p->types[filter];
  if (f.array)
    {
      if (!t.array)
	return false;
      const char *a = t.name + 1, *b = f.name + 1;
      if (*b != 'L' && *b != '[')
	return !strcmp (a, b);
      if (*a != 'L' && *a != '[')
	return false;
      uint32_t element = field_type (p, lk_arena_strdup (p->scratch, a));
      uint32_t wanted = field_type (p, lk_arena_strdup (p->scratch, b));
      return !element || !wanted || type_fits (p, element, wanted);
    }
  if (is_root (f.name))
    return true;
  if (t.array)
    return false;
  if (!f.type || !f.type->class_file)
    return true;
  if (t.lambda)
    return f.type->is_interface && (!t.lambda->interface || !t.lambda->interface->class_file
				    || lk_hierarchy_is_subtype (p->hierarchy,
								t.lambda->interface, f.type));
  if (!t.type || lk_hierarchy_is_subtype (p->hierarchy, t.type, f.type)
      || t.type->incomplete)
    return true;
  /* An unknown method's result is of the type that it declares, or of a class below.  */
  if (of_jdk (p, t.type) && lk_hierarchy_is_subtype (p->hierarchy, f.type, t.type))
    return true;
  return is_view (f.name) && is_collection (p, t.type);
}

/* ---- Fields.  ---- */

uint32_t
field_number (struct program *p, const struct lk_member_ref *ref)
{
  struct lk_type *type = lk_hierarchy_type (p->hierarchy, ref->class_name);
  const struct lk_class *owner = NULL;
  const struct lk_field *field
    = (type ? lk_hierarchy_resolve_field (p->hierarchy, type, ref->name, ref->descriptor, &owner)
       : NULL);
  const char *class_name = owner ? owner->name : ref->class_name;
  size_t length = strlen (class_name) + strlen (ref->name) + 2;
  char *key = lk_arena_alloc (p->scratch, length);
  snprintf (key, length, "%s.%s", class_name, ref->name);
  bool fresh;
  uint32_t number = FIELD_FIRST + (uint32_t) p->n_fields;
  uint32_t *slot = map_text (&p->field_map, key, number, &fresh);
  if (!fresh)
    return *slot;
  struct number_entry *entry = find_entry (&p->field_map, key, 0, 0);
  entry->text = lk_arena_strdup (p->arena, key);
  ROOM (p->fields, p->n_fields, p->fields_room);
  p->fields[p->n_fields++]
    = (struct loop_field) { .owner = lk_arena_strdup (p->arena, class_name),
			    .name = field ? field->name : lk_arena_strdup (p->arena, ref->name) };
  uint32_t filter = declared_filter (p, ref->descriptor);
  p->fields[number - FIELD_FIRST].filter = filter;
  return number;
}

uint32_t
field_filter (void *program, uint32_t type, uint32_t field)
{
  struct program *p = program;
  if (field >= FIELD_FIRST)
    return p->fields[field - FIELD_FIRST].filter;
  return field == FIELD_ELEMENTS && p->types[type].array
	 ? declared_filter (p, p->types[type].name + 1) : 0;
}

/* ---- Methods.  ---- */

struct loop_method *
method_of (struct program *p, const struct lk_method *method)
{
  bool fresh;
  uint32_t *slot = map_pair (&p->method_map, (uintptr_t) method, 1, (uint32_t) p->n_methods,
			     &fresh);
  if (!fresh)
    return p->methods[*slot];
  struct loop_method *m = lk_arena_alloc (p->arena, sizeof *m);
  m->method = method;
  m->owner = lk_hierarchy_type (p->hierarchy, method->owner->name);
  m->jdk = of_jdk (p, m->owner);
  m->index = (uint32_t) p->n_methods;
  ROOM (p->methods, p->n_methods, p->methods_room);
  p->methods[p->n_methods++] = m;
  return m;
}

/* ---- Names for messages.  ---- */

/* Behind the package, with dots for '$' before names of inner classes.  */
const char *
shown_class (struct program *p, const char *internal)
{
  char *name = lk_arena_strdup (p->arena, lk_java_utf8 (p->scratch, lk_simple_name (internal)));
  for (char *c = name; *c; c++)
    if (*c == '$' && c > name && c[1] && !(c[1] >= '0' && c[1] <= '9'))
      *c = '.';
  return name;
}

const char *
shown_type (struct program *p, uint32_t type)
{
  const struct loop_type *t = &p->types[type];
  if (t->lambda)
    return shown_class (p, t->name);
  if (!t->array)
    return shown_class (p, t->name);
  const char *at = t->name;
  struct lk_java_type java;
  if (!lk_descriptor_next (&at, &java))
    return t->name;
  const char *text = lk_java_type_print (p->scratch, &java);
  return lk_arena_strdup (p->arena, lk_simple_name (text));
}

const char *
shown_member (struct program *p, const struct lk_method *method)
{
  const char *owner = shown_class (p, method->owner->name);
  if (!strcmp (method->name, "<init>"))
    return owner;
  size_t length = strlen (owner) + strlen (method->name) + 2;
  char *text = lk_arena_alloc (p->arena, length);
  snprintf (text, length, "%s.%s", owner, lk_java_utf8 (p->scratch, method->name));
  return text;
}
