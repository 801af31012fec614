/* Touches all that a class holds, for the sanitizers and for comparing two
   readings: a checksum over everything.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef JAVA_WALK_H
#define JAVA_WALK_H

#include <string.h>
#include "../../java/class.h"

static uint64_t walk_sum;

static void
walk_number (uint64_t number)
{
  walk_sum = (walk_sum ^ number) * 0x100000001b3u;
  walk_sum ^= walk_sum >> 29;
}

static void
walk_text (const char *text)
{
  walk_number (text ? strlen (text) + 1 : 0);
  for (; text && *text; text++)
    walk_number ((unsigned char) *text);
}

static void
walk_constant (const struct lk_constant *constant)
{
  uint64_t bits = 0;
  walk_number (constant ? constant->tag : 0);
  if (!constant)
    return;
  switch (constant->tag)
    {
    case LK_CONSTANT_INTEGER: case LK_CONSTANT_FLOAT:
      memcpy (&bits, &constant->u, 4);
      break;
    case LK_CONSTANT_LONG: case LK_CONSTANT_DOUBLE:
      memcpy (&bits, &constant->u, 8);
      break;
    case LK_CONSTANT_STRING:
      walk_text (constant->u.text);
      break;
    }
  walk_number (bits);
}

static void walk_annotation (const struct lk_annotation *);

static void
walk_value (const struct lk_annotation_value *value)
{
  walk_number ((unsigned char) value->tag);
  switch (value->tag)
    {
    case 's': case 'c':
      walk_text (value->u.text);
      break;
    case 'e':
      walk_text (value->u.enumeration.type);
      walk_text (value->u.enumeration.name);
      break;
    case '@':
      walk_annotation (value->u.annotation);
      break;
    case '[':
      for (unsigned i = 0; i < value->u.array.count; i++)
	walk_value (&value->u.array.values[i]);
      break;
    default:
      walk_constant (value->u.constant);
      break;
    }
}

static void
walk_annotation (const struct lk_annotation *annotation)
{
  walk_text (annotation->type);
  walk_number (annotation->visible);
  for (unsigned i = 0; i < annotation->n_elements; i++)
    {
      walk_text (annotation->elements[i].name);
      walk_value (&annotation->elements[i].value);
    }
}

static void
walk_annotations (const struct lk_annotations *all)
{
  walk_number (all->count);
  for (unsigned i = 0; i < all->count; i++)
    walk_annotation (&all->list[i]);
}

static void
walk_types (const struct lk_type_annotations *all)
{
  walk_number (all->count);
  for (unsigned i = 0; i < all->count; i++)
    {
      const struct lk_type_annotation *type = &all->list[i];
      walk_annotation (&type->annotation);
      walk_number ((uint64_t) type->target << 24
		   ^ (uint64_t) type->index << 8 ^ type->second);
      for (unsigned j = 0; j < type->n_ranges; j++)
	walk_number (type->ranges[j].start ^ type->ranges[j].length << 8
		     ^ (uint64_t) type->ranges[j].slot << 16);
      for (unsigned j = 0; j < 2u * type->path_length; j++)
	walk_number (type->path[j]);
    }
}

static void
walk_parameters (const struct lk_parameter_annotations *all)
{
  walk_number (all->count);
  for (unsigned i = 0; i < all->count; i++)
    walk_annotations (&all->parameters[i]);
}

static void
walk_locals (const struct lk_code *code, const struct lk_local *locals,
	     unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      walk_number (locals[i].start ^ locals[i].length << 8
		   ^ (uint64_t) locals[i].slot << 16);
      walk_text (locals[i].name);
      walk_text (locals[i].descriptor);
      const struct lk_local *found
	= i < 100 ? lk_code_local (code, locals[i].slot, locals[i].start)
	  : NULL;
      walk_number (found ? found->slot : 0);
      if (found)
	lk_code_local_type (code, found);
    }
}

static void
walk_code (const struct lk_code *code)
{
  walk_number (code->max_stack ^ (uint64_t) code->max_locals << 16);
  for (unsigned i = 0; i < code->length; i++)
    walk_number (code->bytes[i]);
  for (unsigned i = 0; i < code->n_handlers; i++)
    {
      walk_number (code->handlers[i].start ^ code->handlers[i].end << 8
		   ^ (uint64_t) code->handlers[i].pc << 16);
      walk_text (code->handlers[i].type);
    }
  for (unsigned i = 0; i < code->n_lines; i++)
    walk_number (code->lines[i].pc ^ (uint64_t) code->lines[i].line << 16);
  for (unsigned pc = 0; pc < code->length; pc += 7)
    walk_number (lk_code_line (code, pc));
  walk_locals (code, code->locals, code->n_locals);
  walk_locals (code, code->local_types, code->n_local_types);
  walk_types (&code->type_annotations);
}

/* Without CODE only what an outline has.  */

static void
walk_method (const struct lk_class *class, const struct lk_method *method,
	     bool code)
{
  walk_number (method->access);
  walk_text (method->name);
  walk_text (method->descriptor);
  walk_text (method->signature);
  for (unsigned i = 0; i < method->n_exceptions; i++)
    walk_text (method->exceptions[i]);
  for (unsigned i = 0; i < method->n_parameters; i++)
    {
      walk_text (method->parameters[i].name);
      walk_number (method->parameters[i].access);
    }
  walk_number (method->has_code << 1 | method->deprecated);
  walk_number (lk_descriptor_words (method->descriptor));
  walk_annotations (&method->annotations);
  walk_types (&method->type_annotations);
  walk_parameters (&method->visible_parameter_annotations);
  walk_parameters (&method->invisible_parameter_annotations);
  if (method->annotation_default)
    walk_value (method->annotation_default);
  walk_number (method->owner == class);
  walk_number (lk_class_method (class, method->name, method->descriptor)
	       == method);
  if (code && method->code)
    walk_code (method->code);
}

/* Every constant by every accessor.  */

static void
walk_pool (const struct lk_class *class)
{
  for (unsigned i = 0; i <= class->n_constants; i++)
    {
      struct lk_member_ref member;
      struct lk_method_handle handle;
      struct lk_dynamic dynamic;
      const char *name, *descriptor;
      walk_constant (lk_class_constant (class, i));
      walk_text (lk_class_name_at (class, i));
      walk_text (lk_class_string_at (class, i));
      walk_text (lk_class_method_type_at (class, i));
      if (lk_class_name_and_type_at (class, i, &name, &descriptor))
	{
	  walk_number (*name);
	  walk_number (*descriptor);
	}
      if (lk_class_member_at (class, i, &member))
	walk_number (*member.class_name ^ (uint64_t) *member.name << 8
		     ^ (uint64_t) *member.descriptor << 16);
      if (lk_class_method_handle_at (class, i, &handle))
	walk_number (handle.kind ^ (unsigned) *handle.member.name << 8);
      if (lk_class_dynamic_at (class, i, &dynamic))
	walk_number ((uint64_t) dynamic.bootstrap->n_arguments << 8
		     ^ (unsigned) *dynamic.name);
    }
  for (unsigned i = 0; i < class->n_bootstraps; i++)
    for (unsigned j = 0; j < class->bootstraps[i].n_arguments; j++)
      walk_number (class->bootstraps[i].arguments[j]);
}

static void
walk_names (const char *const *names, unsigned count)
{
  walk_number (count);
  for (unsigned i = 0; i < count; i++)
    walk_text (names[i]);
}

/* The checksum of all of CLASS, or without CODE of what its outline has.  */

static uint64_t walk_class (const struct lk_class *class, bool code)
  __attribute__ ((unused));

static uint64_t
walk_class (const struct lk_class *class, bool code)
{
  walk_sum = 0xcbf29ce484222325u;
  walk_text (class->name);
  walk_text (class->super_name);
  walk_names (class->interfaces, class->n_interfaces);
  walk_number (class->major ^ class->minor << 8 ^ (uint64_t) class->access << 16);
  walk_number (class->deprecated << 1 | class->is_record);
  for (unsigned i = 0; i < class->n_fields; i++)
    {
      const struct lk_field *field = &class->fields[i];
      walk_number (field->access ^ (uint64_t) field->deprecated << 16);
      walk_text (field->name);
      walk_text (field->descriptor);
      walk_text (field->signature);
      walk_constant (field->constant);
      walk_annotations (&field->annotations);
      walk_types (&field->type_annotations);
      walk_number (lk_class_field (class, field->name, field->descriptor)
		   == field);
    }
  for (unsigned i = 0; i < class->n_methods; i++)
    walk_method (class, &class->methods[i], code);
  walk_text (class->signature);
  walk_text (class->source_file);
  walk_text (class->enclosing_class);
  walk_text (class->enclosing_method);
  walk_text (class->enclosing_descriptor);
  walk_text (class->nest_host);
  for (unsigned i = 0; i < class->n_inner_classes; i++)
    {
      const struct lk_inner_class *inner = &class->inner_classes[i];
      walk_text (inner->name);
      walk_text (inner->outer);
      walk_text (inner->simple_name);
      walk_number (inner->access);
    }
  walk_names (class->nest_members, class->n_nest_members);
  walk_names (class->permitted, class->n_permitted);
  for (unsigned i = 0; i < class->n_record_components; i++)
    {
      const struct lk_record_component *one = &class->record_components[i];
      walk_text (one->name);
      walk_text (one->descriptor);
      walk_text (one->signature);
      walk_annotations (&one->annotations);
      walk_types (&one->type_annotations);
    }
  walk_annotations (&class->annotations);
  walk_types (&class->type_annotations);
  if (code)
    walk_pool (class);
  return walk_sum;
}

#endif /* JAVA_WALK_H */
