/* Rows of specifications for methods of the JDK.

   The rows of mode find say which objects a collection holds and gives; spec/java-loops.spec has
   what else mode loops needs, under the class's name behind "loops.".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

/* Return true if there are rows for members of TYPE itself, with PREFIX.  Most classes have
   none.  */
static bool
has_rows (struct program *p, const char *prefix, const struct lk_type *type)
{
  bool fresh;
  uint32_t *known = map_pair (&p->class_rows, (uintptr_t) type, *prefix != 0, 0, &fresh);
  if (!fresh)
    return *known;
  const char *binary = lk_binary_name (p->scratch, type->name);
  size_t length = strlen (prefix) + strlen (binary) + 1;
  char *name = lk_arena_alloc (p->scratch, length);
  snprintf (name, length, "%s%s", prefix, binary);
  *known = lk_spec_has_class (p->spec, name);
  return *known;
}

/* The row for a member of the class TYPE itself.  */
static const struct lk_contract *
row_in (struct program *p, const char *prefix, const struct lk_type *type,
	const struct lk_method *declared, const char *parameters)
{
  if (!has_rows (p, prefix, type))
    return NULL;
  const char *binary = lk_binary_name (p->scratch, type->name);
  const char *member = strcmp (declared->name, "<init>") ? declared->name : "new";
  size_t length = strlen (prefix) + strlen (binary) + strlen (member) + strlen (parameters) + 2;
  char *name = lk_arena_alloc (p->scratch, length);
  snprintf (name, length, "%s%s.%s%s", prefix, binary, member, parameters);
  const struct lk_contract *row = lk_spec_lookup (p->spec, name);
  if (row)
    return row;
  snprintf (name, length, "%s%s.%s", prefix, binary, member);
  return lk_spec_lookup (p->spec, name);
}

/* The nearest row for DECLARED in TYPE or above it.  */
static const struct lk_contract *
row_above (struct program *p, struct lk_type *type, const char *prefix,
	   const struct lk_method *declared, const char *parameters)
{
  struct lk_type **above = lk_hierarchy_above (p->hierarchy, type, p->scratch);
  /* A constructor's row is that of its class.  */
  bool alone = !strcmp (declared->name, "<init>") || (declared->access & LK_ACC_STATIC);
  const struct lk_contract *row = NULL;
  for (unsigned i = 0; above[i] && !row && !(alone && i); i++)
    row = row_in (p, prefix, above[i], declared, parameters);
  return row;
}

static const struct lk_contract *
find_row (struct program *p, struct lk_type *type, const struct lk_method *declared, bool *own)
{
  const char *parameters = lk_descriptor_print_parameters (p->scratch, declared->descriptor);
  /* An iterator is the collection itself: its class does not have the method.  */
  struct lk_type *owner = lk_hierarchy_type (p->hierarchy, declared->owner->name);
  bool view = !lk_hierarchy_is_subtype (p->hierarchy, type, owner);
  /* The set of a weak map is weak, too.  */
  const struct lk_contract *row
    = view ? row_in (p, "loops.", type, declared, parameters) : NULL;
  if (!row)
    row = row_above (p, view ? owner : type, "loops.", declared, parameters);
  *own = row != NULL;
  return row ? row : row_above (p, view ? owner : type, "", declared, parameters);
}

struct found_row
{
  const struct lk_contract *row;	/* NULL: there is none.  */
  bool own;
};

const struct lk_contract *
row_of (struct program *p, struct lk_type *type, const struct lk_method *declared, bool *own)
{
  bool fresh;
  uint32_t *slot = map_pair (&p->row_map, (uintptr_t) type, (uintptr_t) declared,
			     (uint32_t) p->n_rows, &fresh);
  uint32_t number = *slot;
  if (fresh)
    {
      struct found_row found;
      found.row = find_row (p, type, declared, &found.own);
      ROOM (p->rows, p->n_rows, p->rows_room);
      p->rows[p->n_rows++] = found;
    }
  *own = p->rows[number].own;
  return p->rows[number].row;
}

struct row_filter
{
  const struct lk_method *declared;
  const struct lk_contract *row;
};

uint32_t
row_filter (struct program *p, const struct lk_method *declared, const struct lk_contract *row)
{
  for (size_t i = 0; i < p->n_row_filters; i++)
    if (p->row_filters[i].declared == declared && p->row_filters[i].row == row)
      return ROW_FILTER + (uint32_t) i;
  ROOM (p->row_filters, p->n_row_filters, p->row_filters_room);
  p->row_filters[p->n_row_filters] = (struct row_filter) { declared, row };
  return ROW_FILTER + (uint32_t) p->n_row_filters++;
}

bool
row_filter_fits (struct program *p, uint32_t type, uint32_t filter)
{
  bool own;
  const struct row_filter f = p->row_filters[filter];
  struct lk_type *t = p->types[type].type;
  return t && row_of (p, t, f.declared, &own) == f.row;
}
