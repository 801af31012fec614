/* The field where a wrapper of the JDK keeps what it wraps, if subclasses access it.

   FilterInputStream has its argument in a protected field `in', and classes that extend it
   close that in a close () of their own.  Heuristic: a constructor of the JDK that wraps its
   argument stores it in the one visible field of exactly the parameter's type, its own or
   inherited.  Wrong if it stores another stream there.  Applied only if a class of the inputs
   is a subclass: other classes close the wrapper.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

static bool
extended_by_input (struct lk_type *type)
{
  struct lk_type **below
    = lk_hierarchy_below (lk_java->hierarchy, type, lk_java->scratch);
  for (unsigned i = 0; below[i]; i++)
    if (below[i]->is_input)
      return true;
  return false;
}

/* The descriptor of parameter INDEX of METHOD; NULL: there is none.  */
static const char *
parameter_type (const struct lk_method *method, unsigned index)
{
  const char *at = method->descriptor + 1;
  struct lk_java_type type;
  for (unsigned i = 0;; i++)
    {
      const char *begin = at;
      if (!lk_descriptor_next (&at, &type))
	return NULL;
      if (i == index)
	return lk_arena_strndup (lk_java->scratch, begin, at - begin);
    }
}

/* The only field that subclasses of TYPE see and whose type is DESCRIPTOR.  */
static tree
visible_field (const struct lk_type *type, const char *descriptor)
{
  struct lk_member_ref ref = {};
  unsigned n = 0;
  /* A class file can name itself as its superclass's superclass.  */
  hash_set<const struct lk_type *> seen;
  for (; type && type->class_file && !seen.add (type); type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      {
	const struct lk_field *f = &type->class_file->fields[i];
	if ((f->access & LK_ACC_STATIC)
	    || !(f->access & (LK_ACC_PROTECTED | LK_ACC_PUBLIC))
	    || strcmp (f->descriptor, descriptor) != 0)
	  continue;
	ref.class_name = type->name;
	ref.name = f->name;
	ref.descriptor = f->descriptor;
	ref.is_field = true;
	n++;
      }
  return n == 1 ? lk_java_field (&ref, false) : NULL_TREE;
}

const struct lk_contract *
lk_java_with_inner (const struct lk_java_method *m,
		    const struct lk_contract *contract)
{
  if (!contract || !m->method || m->body || strcmp (m->member, "<init>") != 0
      || !m->owner->type->class_file)
    return contract;
  const struct lk_clause *wraps = contract->clauses;
  while (wraps && !(wraps->role == LK_ROLE_WRAP && wraps->place.base == 1
		    && wraps->place.nsel == 0 && wraps->other.nsel == 0
		    && wraps->other.base > 1))
    wraps = wraps->next;
  if (!wraps || !extended_by_input (m->owner->type))
    return contract;
  const char *type = parameter_type (m->method, wraps->other.base - 2);
  tree field = type ? visible_field (m->owner->type, type) : NULL_TREE;
  if (!field)
    return contract;

  struct lk_contract *with
    = (struct lk_contract *) lk_arena_alloc (lk_java->arena, sizeof *with);
  *with = *contract;
  struct lk_clause *clause
    = (struct lk_clause *) lk_arena_alloc (lk_java->arena, sizeof *clause);
  clause->role = LK_ROLE_ALIAS;
  clause->place.base = 1;
  clause->place.nsel = 1;
  clause->place.sel[0] = int_byte_position (field);
  clause->other = wraps->other;
  clause->next = contract->clauses;
  with->clauses = clause;
  return with;
}
