/* Promises of fields of Java classes: what must be called on their contents, and whether they own
   these.

   A field owns if an annotation or the user's specification says so.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* Return true if the user's specification of the class FILE says that its field NAME owns.  */
static bool
said_to_own (const struct lk_class *file, const char *name)
{
  const struct lk_type_contract *contract
    = (lk_classpath_is_input (lk_java->classpath, file)
       ? lk_spec_type (lk_contracts_spec (), lk_binary_name (lk_java->scratch, file->name))
       : NULL);
  if (contract && contract->source <= LK_SOURCE_USER_SPEC)
    for (const struct lk_name *n = contract->owning; n; n = n->next)
      if (!strcmp (n->name, name))
	return true;
  return false;
}

static bool
owning_field (const struct lk_class *file, const struct lk_field *field)
{
  for (const char *name : { "Owning", "OwningCollection" })
    if (lk_java_annotation (&field->annotations, name)
	|| lk_java_annotation_on_type (&field->type_annotations, LK_TARGET_FIELD, 0, name))
      return true;
  return said_to_own (file, field->name);
}

static unsigned
count_owning (struct lk_type *type)
{
  unsigned n = 0;
  seen_set seen;
  for (; type && type->class_file && !seen.add (type); type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      n += owning_field (type->class_file, &type->class_file->fields[i]);
  return n;
}

const struct lk_field_promise *
lk_java_field_promise (const struct lk_class *owner,
		       const struct lk_field *field)
{
  struct lk_java_class *c = lk_java_class_named (owner->name);
  unsigned index = field - owner->fields;
  if (!c->promises)
    c->promises = ((struct lk_field_promise **)
		   lk_arena_alloc_array (lk_java->arena, owner->n_fields,
					 sizeof *c->promises));
  if (c->promises[index])
    return c->promises[index];
  struct lk_field_promise *p = NEW (struct lk_field_promise);
  c->promises[index] = p;
  const char *at = field->descriptor;
  struct lk_type *type = lk_java_class_at (&at);
  const char *name = lk_java_utf8 (lk_java->arena, field->name);
  char *shown = concat (c->shown, ".", name, NULL);
  p->name = lk_arena_strdup (lk_java->arena, name);
  p->shown = lk_arena_strdup (lk_java->arena, shown);
  free (shown);
  p->type = type ? lk_java_class_of (type)->shown : NULL;
  p->must = lk_java_must_of_value (type, &field->type_annotations, LK_TARGET_FIELD, 0);
  if (!p->must && field->signature && *field->signature == 'T')
    {
      const struct lk_must *bound = lk_java_must_of_bound (c, NULL, field->signature);
      p->must = bound != &lk_java_must_unknown ? bound : NULL;
    }
  if (!p->must)
    {
      p->must = lk_java_must_of_elements (c, NULL, field->signature ? field->signature
					  : field->descriptor,
					  &field->type_annotations, LK_TARGET_FIELD, 0);
      p->elements = p->must != NULL;
      p->cell = p->elements && type && lk_java_is_cell (type->name);
    }
  p->owning = owning_field (owner, field);
  lk_java->own_field (c, field, type, p);
  /* The class of a type variable is unknown.  */
  p->narrowed
    = (lk_java_annotation_on_type (&field->type_annotations, LK_TARGET_FIELD, 0,
				   "MustCall") != NULL
       || (*field->descriptor == 'L'
	   && !(field->signature && *field->signature == 'T')));
  if (const struct lk_annotation *a
      = lk_java_annotation_on_type (&field->type_annotations, LK_TARGET_FIELD, 0, "CalledMethods"))
    p->called = lk_java_must_in (a, "value");
  p->is_final = (field->access & LK_ACC_FINAL) != 0;
  p->is_static = (field->access & LK_ACC_STATIC) != 0;
  p->is_private = (field->access & LK_ACC_PRIVATE) != 0;
  p->owner = c;
  p->source = "@Owning";
  if (p->owning)
    {
      p->n_owning = count_owning (c->type);
      p->loc = lk_java_field_place (c, field->name);
    }
  return p;
}

const struct lk_field_promise *
lk_java_field_promise_of (tree decl)
{
  const struct lk_field_promise **p = lk_java->field_promises->get (decl);
  return p ? *p : NULL;
}

const struct lk_field *
lk_java_find_field (struct lk_type *type, const char *name,
		    const struct lk_class **owner)
{
  seen_set seen;
  for (; type && type->class_file && !seen.add (type); type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      if (!strcmp (type->class_file->fields[i].name, name))
	{
	  *owner = type->class_file;
	  return &type->class_file->fields[i];
	}
  return NULL;
}
