/* Lookups in a class: constants by number, members by name.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "class-internal.h"

/* ---- Constants.  ---- */

const struct lk_constant *
lk_class_constant (const struct lk_class *class, unsigned index)
{
  if (index >= class->n_constants
      || class->constants[index].tag == LK_CONSTANT_NONE)
    return NULL;
  return &class->constants[index];
}

/* The constant at INDEX if it has TAG, else NULL.  */

static const struct lk_constant *
tagged (const struct lk_class *class, unsigned index, enum lk_constant_tag tag)
{
  return index < class->n_constants && class->constants[index].tag == tag
	 ? &class->constants[index] : NULL;
}

const char *
lk_class_utf8 (const struct lk_class *class, unsigned index)
{
  const struct lk_constant *constant = tagged (class, index, LK_CONSTANT_UTF8);
  return constant ? constant->u.text : NULL;
}

const char *
lk_class_name_at (const struct lk_class *class, unsigned index)
{
  const struct lk_constant *constant = lk_class_constant (class, index);
  if (!constant || (constant->tag != LK_CONSTANT_CLASS
		    && constant->tag != LK_CONSTANT_MODULE
		    && constant->tag != LK_CONSTANT_PACKAGE))
    return NULL;
  return lk_class_utf8 (class, constant->first);
}

const char *
lk_class_string_at (const struct lk_class *class, unsigned index)
{
  const struct lk_constant *constant = tagged (class, index,
					       LK_CONSTANT_STRING);
  return constant ? lk_class_utf8 (class, constant->first) : NULL;
}

const char *
lk_class_method_type_at (const struct lk_class *class, unsigned index)
{
  const struct lk_constant *constant = tagged (class, index,
					       LK_CONSTANT_METHOD_TYPE);
  return constant ? lk_class_utf8 (class, constant->first) : NULL;
}

bool
lk_class_name_and_type_at (const struct lk_class *class, unsigned index,
			   const char **name, const char **descriptor)
{
  const struct lk_constant *constant = tagged (class, index,
					       LK_CONSTANT_NAME_AND_TYPE);
  if (!constant)
    return false;
  *name = lk_class_utf8 (class, constant->first);
  *descriptor = lk_class_utf8 (class, constant->second);
  return true;
}

bool
lk_class_member_at (const struct lk_class *class, unsigned index,
		    struct lk_member_ref *member)
{
  const struct lk_constant *constant = lk_class_constant (class, index);
  if (!constant || (constant->tag != LK_CONSTANT_FIELD_REF
		    && constant->tag != LK_CONSTANT_METHOD_REF
		    && constant->tag != LK_CONSTANT_INTERFACE_METHOD_REF))
    return false;
  member->class_name = lk_class_name_at (class, constant->first);
  member->is_field = constant->tag == LK_CONSTANT_FIELD_REF;
  member->in_interface = constant->tag == LK_CONSTANT_INTERFACE_METHOD_REF;
  return lk_class_name_and_type_at (class, constant->second, &member->name,
				    &member->descriptor);
}

bool
lk_class_method_handle_at (const struct lk_class *class, unsigned index,
			   struct lk_method_handle *handle)
{
  const struct lk_constant *constant = tagged (class, index,
					       LK_CONSTANT_METHOD_HANDLE);
  if (!constant)
    return false;
  handle->kind = constant->handle_kind;
  return lk_class_member_at (class, constant->first, &handle->member);
}

bool
lk_class_dynamic_at (const struct lk_class *class, unsigned index,
		     struct lk_dynamic *dynamic)
{
  const struct lk_constant *constant = lk_class_constant (class, index);
  if (!constant || (constant->tag != LK_CONSTANT_DYNAMIC
		    && constant->tag != LK_CONSTANT_INVOKE_DYNAMIC))
    return false;
  dynamic->bootstrap = &class->bootstraps[constant->first];
  return lk_class_name_and_type_at (class, constant->second, &dynamic->name,
				    &dynamic->descriptor);
}

/* ---- Members.  ---- */

/* Texts of one class are one text if they are the same constant, which is what
   compilers make, so most comparisons end at once.  */

static int
compare_names (const char *name, const char *descriptor, const char *name2,
	       const char *descriptor2)
{
  int order = name == name2 ? 0 : strcmp (name, name2);
  if (order == 0 && descriptor != descriptor2)
    order = strcmp (descriptor, descriptor2);
  return order;
}

/* A member's number and what it is sorted by.  */
struct sorted_member
{
  const char *name, *descriptor;
  uint16_t index;
};

/* Sort COUNT members at LIST, with the help of as much SPACE.  The input sets
   the order, so this must be fast in the worst case as well.  */

static void
sort_members (struct sorted_member *list, struct sorted_member *space,
	      unsigned count)
{
  if (count < 2)
    return;
  unsigned half = count / 2, left = 0, right = half;
  sort_members (list, space, half);
  sort_members (list + half, space, count - half);
  for (unsigned i = 0; i < count; i++)
    space[i]
      = right == count
	|| (left < half
	    && compare_names (list[left].name, list[left].descriptor,
			      list[right].name, list[right].descriptor) <= 0)
	? list[left++] : list[right++];
  memcpy (list, space, count * sizeof *list);
}

static const uint16_t *
index_list (struct class_reader *r, struct sorted_member *list,
	    unsigned count, const char *what)
{
  sort_members (list, list + count, count);
  uint16_t *order = lk_arena_alloc_array (r->arena, count, sizeof *order);
  for (unsigned i = 0; i < count; i++)
    {
      order[i] = list[i].index;
      if (i && !compare_names (list[i - 1].name, list[i - 1].descriptor,
			       list[i].name, list[i].descriptor))
	class_fail (r, "%s '%.100s' is defined twice", what, list[i].name);
    }
  return order;
}

void
class_index_members (struct class_reader *r)
{
  struct lk_class *class = r->class;
  unsigned most = class->n_fields > class->n_methods ? class->n_fields
		  : class->n_methods;
  struct lk_arena *space = lk_arena_new ();
  struct sorted_member *list = lk_arena_alloc_array (space, 2 * (size_t) most,
						     sizeof *list);
  for (unsigned i = 0; i < class->n_fields; i++)
    list[i] = (struct sorted_member) { class->fields[i].name,
				       class->fields[i].descriptor,
				       (uint16_t) i };
  class->field_order = index_list (r, list, class->n_fields, "field");
  for (unsigned i = 0; i < class->n_methods; i++)
    list[i] = (struct sorted_member) { class->methods[i].name,
				       class->methods[i].descriptor,
				       (uint16_t) i };
  class->method_order = index_list (r, list, class->n_methods, "method");
  lk_arena_free (space);
}

const struct lk_field *
lk_class_field (const struct lk_class *class, const char *name,
		const char *descriptor)
{
  unsigned low = 0, high = class->n_fields;
  while (low < high)
    {
      unsigned middle = (low + high) / 2;
      const struct lk_field *field
	= &class->fields[class->field_order[middle]];
      int order = compare_names (name, descriptor, field->name,
				 field->descriptor);
      if (order == 0)
	return field;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  return NULL;
}

const struct lk_method *
lk_class_method (const struct lk_class *class, const char *name,
		 const char *descriptor)
{
  unsigned low = 0, high = class->n_methods;
  while (low < high)
    {
      unsigned middle = (low + high) / 2;
      const struct lk_method *method
	= &class->methods[class->method_order[middle]];
      int order = compare_names (name, descriptor, method->name,
				 method->descriptor);
      if (order == 0)
	return method;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  return NULL;
}
