/* The store of type contracts, and contracts for one call: for the release of the JDK, for a
   method with a receiver.  Like rows of functions, shipped types are in the library as text
   with an index, and are parsed at their first lookup.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "spec-internal.h"

struct type_entry
{
  uint32_t hash;
  struct lk_type_contract *type;
  /* For the release below, made on demand.  */
  const struct lk_type_contract *released;
  unsigned release;
  struct type_entry *next;
};

/* A contract whose clauses differ between releases.  */
struct released
{
  const struct lk_contract *full, *released;
  unsigned release;
  struct released *next;
};

struct spec_types
{
  struct lk_arena *arena;
  struct type_entry *entries, **tail;
  /* Open addressing, linear probing, at most half full.  */
  struct type_entry **table;
  uint32_t mask, n_entries;
  struct lk_name *packages;
  struct released *contracts;
  unsigned release;		/* 0: the newest.  */
};

struct spec_types *
spec_types_new (struct lk_arena *arena)
{
  struct spec_types *types = lk_arena_alloc (arena, sizeof *types);
  types->arena = arena;
  types->tail = &types->entries;
  return types;
}

void
spec_types_free (struct spec_types *types)
{
  free (types->table);
}

/* ---- Types by name.  ---- */

static struct type_entry **
find_slot (struct spec_types *types, const char *name, uint32_t hash)
{
  uint32_t i = hash & types->mask;
  while (types->table[i]
	 && (types->table[i]->hash != hash
	     || strcmp (types->table[i]->type->name, name)))
    i = (i + 1) & types->mask;
  return &types->table[i];
}

static struct type_entry *
find_entry (struct spec_types *types, const char *name)
{
  return types->table ? *find_slot (types, name, spec_hash (name)) : NULL;
}

struct lk_type_contract *
spec_find_own_type (struct lk_spec *spec, const char *name)
{
  struct type_entry *entry = find_entry (spec_types_of (spec), name);
  return entry ? entry->type : NULL;
}

static void
make_table (struct spec_types *types, uint32_t size)
{
  size_t bytes = size * sizeof *types->table;
  free (types->table);
  types->table = NULL;		/* Should the next line not return.  */
  types->table = lk_xmalloc (bytes);
  memset (types->table, 0, bytes);
  types->mask = size - 1;
  for (struct type_entry *e = types->entries; e; e = e->next)
    *find_slot (types, e->type->name, e->hash) = e;
}

void
spec_put_type (struct lk_spec *spec, struct lk_type_contract *type)
{
  struct spec_types *types = spec_types_of (spec);
  if (!types->table)
    make_table (types, 64);
  else if (types->n_entries * 2 > types->mask)
    make_table (types, (types->mask + 1) * 2);
  uint32_t hash = spec_hash (type->name);
  struct type_entry **slot = find_slot (types, type->name, hash);
  if (!*slot)
    {
      struct type_entry *entry = lk_arena_alloc (types->arena, sizeof *entry);
      entry->hash = hash;
      *types->tail = entry;
      types->tail = &entry->next;
      *slot = entry;
      types->n_entries++;
    }
  (*slot)->type = type;
  (*slot)->released = NULL;
}

void
spec_visit_types (struct lk_spec *spec,
		  void (*visit) (void *data, struct lk_type_contract *),
		  void *data)
{
  for (struct type_entry *e = spec_types_of (spec)->entries; e; e = e->next)
    visit (data, e->type);
}

static void
parse_shipped (struct lk_spec *spec, const char *name)
{
  const struct spec_shipped *s = &spec_shipped;
  if (!s->n_types)
    return;
  for (uint32_t i = spec_hash (name) & s->type_mask; s->type_index[i];
       i = (i + 1) & s->type_mask)
    {
      const struct spec_shipped_type *row = &s->types[s->type_index[i] - 1];
      if (strcmp (s->strings + row->name, name))
	continue;
      const char *text = s->strings + row->text;
      struct spec_reader reader;
      spec_reader_init (&reader, spec, s->strings + row->file,
			LK_SOURCE_SHIPPED_SPEC);
      spec_begin_type (&reader, s->strings + row->name);
      spec_tokenise (&reader, text, strlen (text));
      spec_parse (&reader);
      spec_check_classes (&reader);
      spec_reader_free (&reader);
      struct lk_type_contract *type = spec_find_own_type (spec, name);
      if (type)
	type->line = (int) row->line;
      return;
    }
}

/* ---- Releases.  ---- */

static bool
holds (const struct spec_types *types, uint8_t since, uint8_t before)
{
  unsigned release = types->release ? types->release : UINT8_MAX + 1;
  return release >= since && (!before || release < before);
}

const struct lk_type_contract *
lk_spec_type (struct lk_spec *spec, const char *name)
{
  struct spec_types *types = spec_types_of (spec);
  struct type_entry *entry = find_entry (types, name);
  if (!entry)
    {
      parse_shipped (spec, name);
      entry = find_entry (types, name);
      if (!entry)
	return NULL;
    }
  if (entry->released && entry->release == types->release)
    return entry->released;

  struct lk_type_contract *type = entry->type;
  bool same = true;
  for (const struct lk_must *m = type->must; m; m = m->next)
    same &= holds (types, m->since, m->before);
  if (!same)
    {
      type = lk_arena_alloc (types->arena, sizeof *type);
      *type = *entry->type;
      struct lk_must **tail = &type->must;
      type->must = NULL;
      for (const struct lk_must *m = entry->type->must; m; m = m->next)
	if (holds (types, m->since, m->before))
	  {
	    *tail = lk_arena_alloc (types->arena, sizeof *m);
	    **tail = *m;
	    (*tail)->next = NULL;
	    tail = &(*tail)->next;
	  }
    }
  entry->released = type;
  entry->release = types->release;
  return type;
}

/* Return true if all clauses from FIRST on hold for the release.  */
static bool
all_hold (const struct spec_types *types, const struct lk_clause *first)
{
  bool all = true;
  for (const struct lk_clause *c = first; c; c = c->next)
    all &= holds (types, c->since, c->before);
  return all;
}

/* Return copies of the clauses from FIRST on that hold for the release.  */
static struct lk_clause *
keep_holding (struct spec_types *types, const struct lk_clause *first)
{
  struct lk_clause *kept = NULL, **tail = &kept;
  for (const struct lk_clause *c = first; c; c = c->next)
    if (holds (types, c->since, c->before))
      {
	*tail = lk_arena_alloc (types->arena, sizeof *c);
	**tail = *c;
	(*tail)->next = NULL;
	tail = &(*tail)->next;
      }
  return kept;
}

const struct lk_contract *
spec_of_release (struct lk_spec *spec, const struct lk_contract *contract)
{
  struct spec_types *types = spec_types_of (spec);
  if (all_hold (types, contract->clauses) && all_hold (types, contract->elements))
    return contract;
  for (struct released *r = types->contracts; r; r = r->next)
    if (r->full == contract && r->release == types->release)
      return r->released;

  struct lk_contract *copy = lk_arena_alloc (types->arena, sizeof *copy);
  *copy = *contract;
  copy->clauses = keep_holding (types, contract->clauses);
  copy->elements = keep_holding (types, contract->elements);
  struct released *released = lk_arena_alloc (types->arena, sizeof *released);
  *released = (struct released) { contract, copy, types->release,
				  types->contracts };
  types->contracts = released;
  return copy;
}

void
lk_spec_set_release (struct lk_spec *spec, unsigned release)
{
  spec_types_of (spec)->release = release;
}

/* ---- Packages.  ---- */

void
spec_put_package (struct lk_spec *spec, const char *name)
{
  struct spec_types *types = spec_types_of (spec);
  struct lk_name *package = lk_arena_alloc (types->arena, sizeof *package);
  package->name = lk_arena_strdup (types->arena, name);
  package->next = types->packages;
  types->packages = package;
}

const struct lk_name *
spec_packages (struct lk_spec *spec)
{
  return spec_types_of (spec)->packages;
}

bool
lk_spec_package_complete (struct lk_spec *spec, const char *name)
{
  const struct lk_name *own = spec_packages (spec);
  for (; own; own = own->next)
    if (!strcmp (own->name, name))
      return true;
  uint32_t low = 0, high = spec_shipped.n_packages;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      int order = strcmp (name, spec_shipped.strings
				+ spec_shipped.packages[middle]);
      if (order == 0)
	return true;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  return false;
}

/* ---- Calls.  ---- */

/* Move PLACE; false if there is no such place.  */

static bool
bind_base (int16_t *base, bool receiver)
{
  if (*base == LK_PLACE_THIS && !receiver)
    return false;
  if (*base == LK_PLACE_THIS)
    *base = 1;
  else if (*base > 0 && *base != LK_PLACE_GLOBAL && receiver)
    {
      if (*base == LK_PLACE_GLOBAL - 1)
	return false;
      ++*base;
    }
  return true;
}

/* Give CLAUSE a copy of its RUN, bound.  */

static bool
bind_run (struct lk_spec *spec, struct lk_clause *clause, bool receiver)
{
  struct lk_run *run = lk_spec_alloc (spec, sizeof *run);
  bool good = true;
  *run = *clause->run;
  for (unsigned i = 0; i < run->n_given; i++)
    good &= (bind_base (&run->given[i].place.base, receiver)
	     && bind_base (&run->given[i].key, receiver));
  clause->run = run;
  return good && bind_base (&clause->key, receiver);
}

static bool
bind_clause (struct lk_clause *clause, bool receiver)
{
  bool good = (bind_base (&clause->place.base, receiver)
	       && bind_base (&clause->other.base, receiver)
	       && bind_base (&clause->parent.base, receiver));
  for (unsigned i = 0; good && i < clause->n_conditions; i++)
    good = bind_base (&clause->conditions[i].base, receiver);
  return good;
}

/* Return true if binding the arguments of the clauses FIRST changes none of them.  */
static bool
all_bound (const struct lk_clause *first, bool receiver)
{
  bool same = true;
  for (const struct lk_clause *c = first; c && same; c = c->next)
    {
      struct lk_clause bound = *c;
      same = (bind_clause (&bound, receiver)
	      && bound.place.base == c->place.base
	      && bound.other.base == c->other.base
	      && bound.parent.base == c->parent.base);
      same &= !c->run;
      for (unsigned i = 0; same && i < c->n_conditions; i++)
	same = bound.conditions[i].base == c->conditions[i].base;
    }
  return same;
}

/* Return a copy of the clauses FIRST in which the arguments are bound.  */
static struct lk_clause *
bind_all (struct lk_spec *spec, const struct lk_clause *first, bool receiver)
{
  struct lk_clause *copy = NULL, **tail = &copy;
  for (const struct lk_clause *c = first; c; c = c->next)
    {
      struct lk_clause bound = *c;
      bound.next = NULL;
      if (!bind_clause (&bound, receiver)
	  || (bound.run && !bind_run (spec, &bound, receiver)))
	continue;
      *tail = lk_spec_alloc (spec, sizeof bound);
      **tail = bound;
      tail = &(*tail)->next;
    }
  return copy;
}

const struct lk_contract *
lk_spec_bound (struct lk_spec *spec, const struct lk_contract *contract,
	       bool receiver)
{
  int16_t ends = contract->ends.base;
  if (!bind_base (&ends, receiver))
    ends = 0;
  if (ends == contract->ends.base && all_bound (contract->clauses, receiver)
      && all_bound (contract->elements, receiver))
    return contract;
  struct lk_contract *copy = lk_spec_alloc (spec, sizeof *copy);
  *copy = *contract;
  copy->clauses = bind_all (spec, contract->clauses, receiver);
  copy->elements = bind_all (spec, contract->elements, receiver);
  copy->ends.base = ends;
  return copy;
}

const struct lk_kind *
lk_spec_closeable (struct lk_spec *spec)
{
  struct lk_kind *kind = lk_spec_kind (spec, "closeable");
  if (!kind)
    {
      kind = spec_new_kind (spec, "closeable");
      kind->noun = "resource";
      kind->verb = "closed";
    }
  return kind;
}
