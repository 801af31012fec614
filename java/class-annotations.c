/* Annotations: of classes, fields, methods, parameters, types.  A JVM reads them only on
   request, so a broken attribute is left out with a note and the class is read all the same.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "class-internal.h"

static void read_annotation (struct class_reader *, struct lk_annotation *,
			     bool visible, unsigned depth);

/* The constants that a value of TAG may be.  */

static bool
is_value_of (char tag, uint8_t constant)
{
  switch (tag)
    {
    case 'D':
      return constant == LK_CONSTANT_DOUBLE;
    case 'F':
      return constant == LK_CONSTANT_FLOAT;
    case 'J':
      return constant == LK_CONSTANT_LONG;
    default:
      return constant == LK_CONSTANT_INTEGER;
    }
}

static void
read_value (struct class_reader *r, struct lk_annotation_value *value,
	    bool visible, unsigned depth)
{
  if (depth > LK_ANNOTATION_DEPTH)
    {
      class_fail (r, "an annotation is nested deeper than %d",
		  LK_ANNOTATION_DEPTH);
      return;
    }
  value->tag = (char) class_u1 (r);
  if (r->failed)
    return;
  switch (value->tag)
    {
    case 'B': case 'C': case 'D': case 'F': case 'I': case 'J': case 'S':
    case 'Z':
      {
	unsigned index = class_u2 (r);
	const struct lk_constant *constant = lk_class_constant (r->class,
								index);
	if (!r->failed
	    && (!constant || !is_value_of (value->tag, constant->tag)))
	  class_fail (r, "constant %u is no value of type '%c'", index,
		      value->tag);
	value->u.constant = r->failed ? NULL
			    : class_keep_constant (r, constant);
	break;
      }
    case 's':
      value->u.text = class_utf8 (r, false, "text");
      break;
    case 'c':
      value->u.text = class_utf8 (r, false, "class");
      break;
    case 'e':
      value->u.enumeration.type = class_text (r, TEXT_FIELD_DESCRIPTOR,
					      "enumeration");
      value->u.enumeration.name = class_utf8 (r, false,
					      "constant of an enumeration");
      break;
    case '@':
      {
	struct lk_annotation *inner = lk_arena_alloc (r->arena,
						      sizeof *inner);
	read_annotation (r, inner, visible, depth + 1);
	value->u.annotation = inner;
	break;
      }
    case '[':
      {
	unsigned count = class_count (r, 3, "values");
	struct lk_annotation_value *values
	  = count ? lk_arena_alloc_array (r->arena, count, sizeof *values)
	    : NULL;
	for (unsigned i = 0; i < count && !r->failed; i++)
	  read_value (r, &values[i], visible, depth + 1);
	value->u.array.count = count;
	value->u.array.values = values;
	break;
      }
    default:
      class_fail (r, "a value of an annotation has the unknown tag %u",
		  (unsigned char) value->tag);
      break;
    }
}

static void
read_annotation (struct class_reader *r, struct lk_annotation *annotation,
		 bool visible, unsigned depth)
{
  annotation->visible = visible;
  annotation->type = class_text (r, TEXT_FIELD_DESCRIPTOR,
				 "type of an annotation");
  annotation->n_elements = class_count (r, 5, "elements");
  struct lk_annotation_element *elements
    = annotation->n_elements
      ? lk_arena_alloc_array (r->arena, annotation->n_elements,
			      sizeof *elements) : NULL;
  for (unsigned i = 0; i < annotation->n_elements && !r->failed; i++)
    {
      elements[i].name = class_utf8 (r, false, "name of an element");
      read_value (r, &elements[i].value, visible, depth + 1);
    }
  annotation->elements = elements;
}

static struct lk_annotations
read_annotation_list (struct class_reader *r, bool visible)
{
  struct lk_annotations all = { 0, NULL };
  unsigned count = class_count (r, 4, "annotations");
  struct lk_annotation *list
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *list) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    read_annotation (r, &list[i], visible, 0);
  all.count = count;
  all.list = list;
  return all;
}

static struct lk_parameter_annotations
read_parameters (struct class_reader *r, bool visible)
{
  struct lk_parameter_annotations all = { 0, NULL };
  unsigned count = class_check_count (r, class_u1 (r), 2, "parameters");
  struct lk_annotations *parameters
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *parameters)
      : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    parameters[i] = read_annotation_list (r, visible);
  all.count = count;
  all.parameters = parameters;
  return all;
}

/* ---- Type annotations.  ---- */

static void
read_ranges (struct class_reader *r, struct lk_type_annotation *annotation)
{
  unsigned count = class_count (r, 6, "ranges");
  struct lk_annotated_range *ranges
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *ranges) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      ranges[i].start = class_u2 (r);
      ranges[i].length = class_u2 (r);
      ranges[i].slot = class_u2 (r);
    }
  annotation->n_ranges = (uint16_t) count;
  annotation->ranges = ranges;
}

static void
read_target (struct class_reader *r, struct lk_type_annotation *annotation)
{
  annotation->target = class_u1 (r);
  switch (annotation->target)
    {
    case LK_TARGET_CLASS_TYPE_PARAMETER: case LK_TARGET_METHOD_TYPE_PARAMETER:
    case LK_TARGET_PARAMETER:
      annotation->index = class_u1 (r);
      break;
    case LK_TARGET_CLASS_TYPE_BOUND: case LK_TARGET_METHOD_TYPE_BOUND:
      annotation->index = class_u1 (r);
      annotation->second = class_u1 (r);
      break;
    case LK_TARGET_FIELD: case LK_TARGET_RETURN: case LK_TARGET_RECEIVER:
      break;
    case LK_TARGET_SUPERTYPE: case LK_TARGET_THROWS: case LK_TARGET_CATCH:
    case LK_TARGET_INSTANCEOF: case LK_TARGET_NEW:
    case LK_TARGET_CONSTRUCTOR_REFERENCE: case LK_TARGET_METHOD_REFERENCE:
      annotation->index = class_u2 (r);
      break;
    case LK_TARGET_LOCAL: case LK_TARGET_RESOURCE:
      read_ranges (r, annotation);
      break;
    case LK_TARGET_CAST: case LK_TARGET_CONSTRUCTOR_ARGUMENT:
    case LK_TARGET_METHOD_ARGUMENT:
    case LK_TARGET_CONSTRUCTOR_REFERENCE_ARGUMENT:
    case LK_TARGET_METHOD_REFERENCE_ARGUMENT:
      annotation->index = class_u2 (r);
      annotation->second = class_u1 (r);
      break;
    default:
      class_fail (r, "a type annotation has the unknown target %u",
		  annotation->target);
      break;
    }
}

static struct lk_type_annotations
read_types (struct class_reader *r, bool visible)
{
  struct lk_type_annotations all = { 0, NULL };
  unsigned count = class_count (r, 6, "annotations");
  struct lk_type_annotation *list
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *list) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      read_target (r, &list[i]);
      list[i].path_length = class_u1 (r);
      size_t length = 2 * (size_t) list[i].path_length;
      const unsigned char *path = class_skip (r, length);
      if (path && length)
	list[i].path = memcpy (lk_arena_alloc (r->arena, length), path, length);
      read_annotation (r, &list[i].annotation, visible, 0);
    }
  all.count = count;
  all.list = list;
  return all;
}

/* ---- The attributes.  ---- */

enum attribute_kind { LIST, PARAMETERS, TYPES, DEFAULT };

static const struct
{
  const char *name;
  enum attribute_kind kind;
  bool visible;
} known[] = {
  { "RuntimeVisibleAnnotations", LIST, true },
  { "RuntimeInvisibleAnnotations", LIST, false },
  { "RuntimeVisibleParameterAnnotations", PARAMETERS, true },
  { "RuntimeInvisibleParameterAnnotations", PARAMETERS, false },
  { "RuntimeVisibleTypeAnnotations", TYPES, true },
  { "RuntimeInvisibleTypeAnnotations", TYPES, false },
  { "AnnotationDefault", DEFAULT, true }
};

bool
class_read_annotations (struct class_reader *r,
			struct class_attribute *attribute,
			struct class_annotations *all)
{
  unsigned n = sizeof known / sizeof known[0], i = 0;
  while (i < n && strcmp (attribute->name, known[i].name) != 0)
    i++;
  if (i == n)
    return false;
  if (all->seen & 1u << i)
    {
      class_fail (r, "a second attribute %s", attribute->name);
      class_attribute_end (r, attribute, true);
      return true;
    }
  all->seen |= 1u << i;
  bool visible = known[i].visible;
  struct lk_annotations list;
  struct lk_parameter_annotations parameters;
  struct lk_type_annotations types;
  struct lk_annotation_value *value;
  switch (known[i].kind)
    {
    case LIST:
      list = read_annotation_list (r, visible);
      if (class_attribute_end (r, attribute, true))
	all->of[!visible] = list;
      break;
    case PARAMETERS:
      parameters = read_parameters (r, visible);
      if (class_attribute_end (r, attribute, true))
	all->parameters[!visible] = parameters;
      break;
    case TYPES:
      types = read_types (r, visible);
      if (class_attribute_end (r, attribute, true))
	all->types[!visible] = types;
      break;
    case DEFAULT:
      value = lk_arena_alloc (r->arena, sizeof *value);
      read_value (r, value, visible, 0);
      if (class_attribute_end (r, attribute, true))
	all->annotation_default = value;
      break;
    }
  return true;
}

struct lk_annotations
class_all_annotations (struct class_reader *r, struct class_annotations *all)
{
  const struct lk_annotations *first = &all->of[0], *second = &all->of[1];
  if (!first->count || !second->count)
    return first->count ? *first : *second;
  struct lk_annotations both = { first->count + second->count, NULL };
  struct lk_annotation *list = lk_arena_alloc_array (r->arena, both.count,
						     sizeof *list);
  memcpy (list, first->list, first->count * sizeof *list);
  memcpy (list + first->count, second->list, second->count * sizeof *list);
  both.list = list;
  return both;
}

struct lk_type_annotations
class_all_type_annotations (struct class_reader *r,
			    struct class_annotations *all)
{
  const struct lk_type_annotations *first = &all->types[0];
  const struct lk_type_annotations *second = &all->types[1];
  if (!first->count || !second->count)
    return first->count ? *first : *second;
  struct lk_type_annotations both = { first->count + second->count, NULL };
  struct lk_type_annotation *list = lk_arena_alloc_array (r->arena, both.count,
							  sizeof *list);
  memcpy (list, first->list, first->count * sizeof *list);
  memcpy (list + first->count, second->list, second->count * sizeof *list);
  both.list = list;
  return both;
}

/* ---- Lookups.  ---- */

const struct lk_annotation *
lk_annotation_find (const struct lk_annotations *all, const char *descriptor)
{
  for (unsigned i = 0; i < all->count; i++)
    if (!strcmp (all->list[i].type, descriptor))
      return &all->list[i];
  return NULL;
}

const struct lk_annotation_value *
lk_annotation_element (const struct lk_annotation *annotation,
		       const char *name)
{
  for (unsigned i = 0; i < annotation->n_elements; i++)
    if (!strcmp (annotation->elements[i].name, name))
      return &annotation->elements[i].value;
  return NULL;
}
