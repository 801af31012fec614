/* Must-call sets of objects of Java classes.

   The nearest type above a class that has a must-call set decides, superclasses before
   interfaces, as with the Resource Leak Checker.  For library classes without annotations the
   specifications have the set.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* ---- Texts of annotations.  ---- */

void
lk_java_texts_in (const struct lk_annotation *a, const char *element, text_list *out)
{
  const struct lk_annotation_value *value
    = a ? lk_annotation_element (a, element) : NULL;
  if (!value)
    return;
  bool several = value->tag == '[';
  const struct lk_annotation_value *values
    = several ? value->u.array.values : value;
  unsigned n = several ? value->u.array.count : 1;
  for (unsigned i = 0; i < n; i++)
    if (values[i].tag == 's')
      out->safe_push (values[i].u.text);
}

struct lk_must *
lk_java_must_of_text (const char *text)
{
  struct lk_must *must = NEW (struct lk_must);
  struct lk_name **tail = &must->names;
  char *copy = lk_arena_strdup (lk_java->arena, text);
  for (char *word = strtok (copy, " |,"); word; word = strtok (NULL, " |,"))
    if (strcmp (word, "or") != 0)
      {
	*tail = NEW (struct lk_name);
	(*tail)->name = word;
	tail = &(*tail)->next;
      }
  return must;
}

static const struct lk_must *
must_of_texts (const text_list &texts)
{
  struct lk_must *first = NULL, **tail = &first;
  for (unsigned i = 0; i < texts.length (); i++)
    {
      struct lk_must *must = lk_java_must_of_text (texts[i]);
      if (!must->names)
	continue;
      *tail = must;
      tail = &must->next;
    }
  return first;
}

const struct lk_must *
lk_java_must_in (const struct lk_annotation *a, const char *element)
{
  text_list texts;
  lk_java_texts_in (a, element, &texts);
  return must_of_texts (texts);
}

/* ---- What must be called.  ---- */

const struct lk_must lk_java_must_unknown = { NULL, 0, 0, NULL };

static bool
closeable (struct lk_type *type)
{
  static struct lk_type *auto_closeable;
  if (!auto_closeable)
    auto_closeable = lk_java_class_named ("java/lang/AutoCloseable")->type;
  return lk_hierarchy_is_subtype (lk_java->hierarchy, type, auto_closeable);
}

/* Return the must-call set of the supertypes that a specification names for a missing class.  */
static bool
must_of_named (const struct lk_type_contract *contract, seen_set *seen,
	       const struct lk_must **must)
{
  if (!contract || seen->add (contract))
    return false;
  if (contract->has_must && !(contract->kind && contract->kind->lock))
    {
      *must = contract->must;
      return true;
    }
  for (const struct lk_name *super = contract->supers;
       super; super = super->next)
    if (must_of_named (lk_spec_type (lk_contracts_spec (), super->name), seen,
		       must))
      return true;
  return false;
}

/* Return the must-call set of TYPE, or else of the types above it.  */
static bool
find_must (struct lk_type *type, seen_set *seen, const struct lk_must **must)
{
  if (seen->add (type))
    return false;
  const struct lk_class *file = type->class_file;
  const struct lk_annotation *a
    = file ? lk_java_annotation (&file->annotations, "InheritableMustCall")
      : NULL;
  if (a)
    {
      *must = lk_java_must_in (a, "value");
      return true;
    }
  const struct lk_type_contract *contract
    = lk_spec_type (lk_contracts_spec (),
		    lk_binary_name (lk_java->scratch, type->name));
  if (contract && contract->source > LK_SOURCE_USER_SPEC
      && ((file && lk_classpath_is_input (lk_java->classpath, file))
	  || (contract->kind && contract->kind->lock)
	  || (file && contract->has_must && contract->must
	      && !closeable (type))))
    contract = NULL;
  if (contract && contract->has_must)
    {
      *must = contract->must;
      return true;
    }
  if (!file)
    return must_of_named (contract, seen, must);
  if (type->super && find_must (type->super, seen, must))
    return true;
  for (unsigned i = 0; i < type->n_interfaces; i++)
    if (find_must (type->interfaces[i], seen, must))
      return true;
  return false;
}

const struct lk_must *
lk_java_must (struct lk_type *type)
{
  struct lk_java_class *c = lk_java_class_of (type);
  if (c->must_known)
    return c->must;
  c->must_known = true;
  const struct lk_class *file = type->class_file;
  const struct lk_annotation *own
    = file ? lk_java_annotation (&file->annotations, "MustCall") : NULL;
  seen_set seen;
  if (own)
    c->must = lk_java_must_in (own, "value");
  else
    find_must (type, &seen, &c->must);
  return c->must;
}

struct lk_type *
lk_java_class_at (const char **at)
{
  struct lk_java_type type;
  if (!lk_descriptor_next (at, &type) || type.kind != 'L' || type.dimensions)
    return NULL;
  return lk_java_class_named (lk_arena_strndup (lk_java->arena, type.name,
						type.name_length))->type;
}

const struct lk_must *
lk_java_must_of_value (struct lk_type *type, const struct lk_type_annotations *all,
	       uint8_t target, unsigned index)
{
  const struct lk_annotation *a
    = lk_java_annotation_on_type (all, target, index, "MustCall");
  if (a)
    return lk_java_must_in (a, "value");
  return type ? lk_java_must (type) : NULL;
}

/* Return true if all names of A are names of B; if B is unknown it may demand anything.  */
bool
lk_java_must_below (const struct lk_must *a, const struct lk_must *b)
{
  for (const struct lk_must *m = b; m; m = m->next)
    if (!m->names)
      return true;
  for (; a; a = a->next)
    {
      bool any = false;
      for (const struct lk_name *n = a->names; n; n = n->next)
	any |= lk_name_in (b, n->name);
      if (!any)
	return false;
    }
  return true;
}
