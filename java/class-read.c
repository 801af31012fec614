/* The class file: header, fields, methods, and the attributes of each.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "class-internal.h"

/* ---- What fields, methods, record components and classes share.  ---- */

/* Attributes that anything may have.  */
struct common
{
  const char *signature;
  bool deprecated, synthetic;
  struct class_annotations annotations;
};

/* Read ATTRIBUTE if it is one of them; false if not.  */

static bool
read_common (struct class_reader *r, struct class_attribute *attribute,
	     struct common *common)
{
  if (!strcmp (attribute->name, "Signature"))
    {
      const char *signature = class_utf8 (r, false, "signature");
      if (class_attribute_end (r, attribute, true))
	common->signature = signature;
    }
  else if (!strcmp (attribute->name, "Deprecated"))
    common->deprecated |= class_attribute_end (r, attribute, true);
  else if (!strcmp (attribute->name, "Synthetic"))
    common->synthetic |= class_attribute_end (r, attribute, true);
  else
    return class_read_annotations (r, attribute, &common->annotations);
  return true;
}

/* COUNT classes, after the count itself.  */

static const char *const *
read_classes (struct class_reader *r, unsigned *count, const char *what)
{
  unsigned n = class_count (r, 2, what);
  const char **names = n ? lk_arena_alloc_array (r->arena, n, sizeof *names)
		       : NULL;
  for (unsigned i = 0; i < n && !r->failed; i++)
    names[i] = class_class (r, false, false, what);
  *count = n;
  return names;
}

/* ---- Fields.  ---- */

/* Whether a field of type DESCRIPTOR may begin with a constant of TAG.  */

static bool
is_constant_of (const char *descriptor, uint8_t tag)
{
  switch (descriptor[0])
    {
    case 'B': case 'C': case 'I': case 'S': case 'Z':
      return tag == LK_CONSTANT_INTEGER;
    case 'J':
      return tag == LK_CONSTANT_LONG;
    case 'F':
      return tag == LK_CONSTANT_FLOAT;
    case 'D':
      return tag == LK_CONSTANT_DOUBLE;
    default:
      return tag == LK_CONSTANT_STRING
	     && !strcmp (descriptor, "Ljava/lang/String;");
    }
}

static void
read_field (struct class_reader *r, struct lk_field *field)
{
  struct common common = { 0 };
  field->access = class_u2 (r);
  field->name = class_text (r, TEXT_MEMBER_NAME, "name of a field");
  r->part = field->name;
  field->descriptor = class_text (r, TEXT_FIELD_DESCRIPTOR, "type of a field");
  unsigned count = class_count (r, 6, "attributes");
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      struct class_attribute attribute;
      if (!class_attribute_begin (r, &attribute))
	break;
      /* For other fields a JVM ignores it.  */
      if (!strcmp (attribute.name, "ConstantValue")
	  && field->access & LK_ACC_STATIC)
	{
	  unsigned index = class_u2 (r);
	  const struct lk_constant *value = lk_class_constant (r->class, index);
	  if (!r->failed
	      && (!value || !is_constant_of (field->descriptor, value->tag)))
	    class_fail (r, "constant %u is no value of the field's type",
			index);
	  if (!r->failed)
	    field->constant = class_keep_constant (r, value);
	  class_attribute_end (r, &attribute, false);
	}
      else if (!read_common (r, &attribute, &common))
	class_attribute_skip (r, &attribute);
    }
  field->signature = common.signature;
  field->deprecated = common.deprecated;
  if (common.synthetic)
    field->access |= LK_ACC_SYNTHETIC;
  field->annotations = class_all_annotations (r, &common.annotations);
  field->type_annotations = class_all_type_annotations (r,
							&common.annotations);
  r->part = NULL;
}

/* ---- Methods.  ---- */

static void
read_parameters (struct class_reader *r, struct class_attribute *attribute,
		 struct lk_method *method)
{
  unsigned count = class_check_count (r, class_u1 (r), 4, "parameters");
  struct lk_parameter *parameters
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *parameters)
      : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      parameters[i].name = class_utf8 (r, true, "name of a parameter");
      parameters[i].access = class_u2 (r);
    }
  if (class_attribute_end (r, attribute, true))
    {
      method->n_parameters = (uint8_t) count;
      method->parameters = parameters;
    }
}

static void
read_method_attribute (struct class_reader *r, struct lk_method *method,
		       struct common *common)
{
  struct class_attribute attribute;
  if (!class_attribute_begin (r, &attribute))
    return;
  if (!strcmp (attribute.name, "Code"))
    {
      if (method->has_code)
	class_fail (r, "a second attribute Code");
      else if (method->access & (LK_ACC_ABSTRACT | LK_ACC_NATIVE))
	class_fail (r, "an abstract or native method has code");
      method->has_code = true;
      if (r->outline && !r->failed)
	class_attribute_skip (r, &attribute);
      else
	{
	  method->code = class_read_code (r);
	  class_attribute_end (r, &attribute, false);
	}
    }
  else if (!strcmp (attribute.name, "Exceptions"))
    {
      unsigned count;
      method->exceptions = read_classes (r, &count, "exceptions");
      method->n_exceptions = (uint16_t) count;
      class_attribute_end (r, &attribute, false);
    }
  else if (!strcmp (attribute.name, "MethodParameters"))
    read_parameters (r, &attribute, method);
  else if (!read_common (r, &attribute, common))
    class_attribute_skip (r, &attribute);
}

static void
read_method (struct class_reader *r, struct lk_method *method)
{
  struct common common = { 0 };
  method->owner = r->class;
  method->access = class_u2 (r);
  method->name = class_text (r, TEXT_METHOD_NAME, "name of a method");
  r->part = method->name;
  method->descriptor = class_text (r, TEXT_METHOD_DESCRIPTOR,
				   "type of a method");
  if (!r->failed && method->name[0] == '<')
    {
      if (method->descriptor[strlen (method->descriptor) - 1] != 'V')
	class_fail (r, "'%s' gives something back", method->name);
      /* A JVM tests no other flag of <clinit>, and runs any method of the name in files before
	 Java 7.  */
      if (!strcmp (method->name, "<clinit>"))
	method->access = LK_ACC_STATIC | (method->access & LK_ACC_STRICT);
    }
  unsigned count = class_count (r, 6, "attributes");
  for (unsigned i = 0; i < count && !r->failed; i++)
    read_method_attribute (r, method, &common);
  method->signature = common.signature;
  method->deprecated = common.deprecated;
  if (common.synthetic)
    method->access |= LK_ACC_SYNTHETIC;
  method->annotations = class_all_annotations (r, &common.annotations);
  method->type_annotations = class_all_type_annotations (r,
							 &common.annotations);
  method->visible_parameter_annotations = common.annotations.parameters[0];
  method->invisible_parameter_annotations = common.annotations.parameters[1];
  method->annotation_default = common.annotations.annotation_default;
  r->part = NULL;
}

/* ---- Attributes of the class.  ---- */

static void
read_inner_classes (struct class_reader *r, struct class_attribute *attribute)
{
  unsigned count = class_count (r, 8, "inner classes");
  struct lk_inner_class *list
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *list) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      list[i].name = class_class (r, false, false, "inner class");
      list[i].outer = class_class (r, true, false, "outer class");
      list[i].simple_name = class_utf8 (r, true, "name of an inner class");
      list[i].access = class_u2 (r);
    }
  if (class_attribute_end (r, attribute, true))
    {
      r->class->n_inner_classes = count;
      r->class->inner_classes = list;
    }
}

static void
read_enclosing_method (struct class_reader *r,
		       struct class_attribute *attribute)
{
  const char *outer = class_class (r, false, false, "enclosing class");
  const char *name = NULL, *descriptor = NULL;
  unsigned index = class_u2 (r);
  if (!r->failed && index)
    {
      if (lk_class_name_and_type_at (r->class, index, &name, &descriptor))
	{
	  const struct lk_constant *constant = &r->class->constants[index];
	  name = class_keep (r, constant->first);
	  descriptor = class_keep (r, constant->second);
	}
      else
	class_fail (r, "enclosing method: constant %u is no name and type",
		    index);
    }
  if (class_attribute_end (r, attribute, true))
    {
      r->class->enclosing_class = outer;
      r->class->enclosing_method = name;
      r->class->enclosing_descriptor = descriptor;
    }
}

static void
read_bootstraps (struct class_reader *r, struct class_attribute *attribute)
{
  unsigned count = class_count (r, 4, "bootstrap methods");
  struct lk_bootstrap *list
    = count ? lk_arena_alloc_array (r->pool, count, sizeof *list) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      list[i].handle = class_u2 (r);
      unsigned n = class_count (r, 2, "arguments");
      uint16_t *arguments
	= n ? lk_arena_alloc_array (r->pool, n, sizeof *arguments) : NULL;
      for (unsigned j = 0; j < n; j++)
	arguments[j] = class_u2 (r);
      list[i].n_arguments = (uint16_t) n;
      list[i].arguments = arguments;
    }
  if (class_attribute_end (r, attribute, false))
    {
      r->class->n_bootstraps = count;
      r->class->bootstraps = list;
    }
}

static void
read_component (struct class_reader *r, struct lk_record_component *component)
{
  struct common common = { 0 };
  component->name = class_text (r, TEXT_MEMBER_NAME, "record component");
  component->descriptor = class_text (r, TEXT_FIELD_DESCRIPTOR,
				      "type of a record component");
  unsigned count = class_count (r, 6, "attributes");
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      struct class_attribute attribute;
      if (!class_attribute_begin (r, &attribute))
	break;
      if (!read_common (r, &attribute, &common))
	class_attribute_skip (r, &attribute);
    }
  component->signature = common.signature;
  component->annotations = class_all_annotations (r, &common.annotations);
  component->type_annotations
    = class_all_type_annotations (r, &common.annotations);
}

static void
read_record (struct class_reader *r, struct class_attribute *attribute)
{
  unsigned count = class_count (r, 6, "record components");
  struct lk_record_component *list
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *list) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    read_component (r, &list[i]);
  if (class_attribute_end (r, attribute, true))
    {
      r->class->is_record = true;
      r->class->n_record_components = count;
      r->class->record_components = list;
    }
}

/* One text or class, or a list of classes, in an attribute of its own.  */

static void
read_name (struct class_reader *r, struct class_attribute *attribute,
	   const char **name, bool is_class)
{
  const char *text = is_class ? class_class (r, false, false, attribute->name)
			      : class_utf8 (r, false, attribute->name);
  if (class_attribute_end (r, attribute, true))
    *name = text;
}

static void
read_list (struct class_reader *r, struct class_attribute *attribute,
	   unsigned *count, const char *const **names)
{
  unsigned n;
  const char *const *list = read_classes (r, &n, attribute->name);
  if (class_attribute_end (r, attribute, true))
    {
      *count = n;
      *names = list;
    }
}

static void
read_class_attributes (struct class_reader *r)
{
  struct lk_class *class = r->class;
  struct common common = { 0 };
  bool bootstraps = false;
  unsigned count = class_count (r, 6, "attributes");
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      struct class_attribute attribute;
      if (!class_attribute_begin (r, &attribute))
	return;
      const char *name = attribute.name;
      if (!strcmp (name, "SourceFile"))
	read_name (r, &attribute, &class->source_file, false);
      else if (!strcmp (name, "InnerClasses"))
	read_inner_classes (r, &attribute);
      else if (!strcmp (name, "EnclosingMethod"))
	read_enclosing_method (r, &attribute);
      else if (!strcmp (name, "BootstrapMethods"))
	{
	  if (bootstraps)
	    class_fail (r, "a second attribute BootstrapMethods");
	  bootstraps = true;
	  read_bootstraps (r, &attribute);
	}
      else if (!strcmp (name, "NestHost"))
	read_name (r, &attribute, &class->nest_host, true);
      else if (!strcmp (name, "NestMembers"))
	read_list (r, &attribute, &class->n_nest_members,
		   &class->nest_members);
      else if (!strcmp (name, "PermittedSubclasses"))
	read_list (r, &attribute, &class->n_permitted, &class->permitted);
      else if (!strcmp (name, "Record"))
	read_record (r, &attribute);
      else if (!read_common (r, &attribute, &common))
	class_attribute_skip (r, &attribute);
    }
  class->signature = common.signature;
  class->deprecated = common.deprecated;
  if (common.synthetic)
    class->access |= LK_ACC_SYNTHETIC;
  class->annotations = class_all_annotations (r, &common.annotations);
  class->type_annotations = class_all_type_annotations (r,
							&common.annotations);
}

/* ---- The file.  ---- */

/* The release that makes class files of version MAJOR.  */

static void
fail_version (struct class_reader *r, unsigned major)
{
  if (major > LK_CLASS_NEWEST)
    class_fail (r, "class file version %u (Java %u) is newer than %u (Java %u),"
		" the newest that is known; compile with --release %u", major,
		major - 44, LK_CLASS_NEWEST, LK_CLASS_NEWEST - 44,
		LK_CLASS_NEWEST - 44);
  else
    class_fail (r, "class file version %u; there is none before %u", major,
		LK_CLASS_OLDEST);
}

static void
read_class_header (struct class_reader *r)
{
  struct lk_class *class = r->class;
  if (r->end > LK_CLASS_BYTES)
    {
      class_fail (r, "%zu bytes are too many for a class; the limit is %u",
		  r->end, LK_CLASS_BYTES);
      return;
    }
  uint32_t magic = class_u4 (r);
  if (!r->failed && magic != 0xcafebabe)
    {
      r->at = 0;
      class_fail (r, "not a class file: it begins with %08x in place of"
		  " cafebabe", magic);
    }
  class->minor = class_u2 (r);
  class->major = class_u2 (r);
  if (!r->failed
      && (class->major < LK_CLASS_OLDEST || class->major > LK_CLASS_NEWEST))
    fail_version (r, class->major);
}

static void
read_members (struct class_reader *r)
{
  struct lk_class *class = r->class;
  unsigned count = class_count (r, 8, "fields");
  if (count)
    class->fields = lk_arena_alloc_array (r->arena, count,
					  sizeof *class->fields);
  class->n_fields = (uint16_t) count;
  for (unsigned i = 0; i < count && !r->failed; i++)
    read_field (r, &class->fields[i]);
  count = class_count (r, 8, "methods");
  if (count)
    class->methods = lk_arena_alloc_array (r->arena, count,
					   sizeof *class->methods);
  class->n_methods = (uint16_t) count;
  for (unsigned i = 0; i < count && !r->failed; i++)
    read_method (r, &class->methods[i]);
}

static struct lk_class *
read_class (struct lk_arena *arena, const unsigned char *bytes, size_t length,
	    const char *where, bool outline, struct lk_java_error *error)
{
  struct lk_class *class = lk_arena_alloc (arena, sizeof *class);
  struct class_reader reader = { 0 }, *r = &reader;
  r->arena = arena;
  r->pool = outline ? lk_arena_new () : arena;
  r->class = class;
  r->bytes = bytes;
  r->end = length;
  r->where = class->where = lk_arena_strdup (arena, where);
  r->outline = outline;
  r->error = error;
  r->memory = lk_arena_bytes (arena) + LK_CLASS_MEMORY * length + (1u << 18);
  error->text[0] = '\0';

  read_class_header (r);
  if (!r->failed)
    class_read_pool (r);
  class->access = class_u2 (r);
  class->name = class_class (r, false, false, "this class");
  class->super_name = class_class (r, true, false, "superclass");
  if (!r->failed && !class->super_name
      && !(class->access & LK_ACC_MODULE)
      && strcmp (class->name, "java/lang/Object") != 0)
    class_fail (r, "'%.100s' has no superclass", class->name);
  unsigned count = 0;
  class->interfaces = read_classes (r, &count, "interfaces");
  class->n_interfaces = (uint16_t) count;
  read_members (r);
  read_class_attributes (r);
  if (!r->failed && r->at != r->end)
    class_fail (r, "%zu bytes are left behind the class", r->end - r->at);
  if (!r->failed)
    class_check_dynamic (r);
  if (!r->failed)
    class_index_members (r);
  if (outline)
    {
      lk_arena_free (r->pool);
      class->constants = NULL;
      class->bootstraps = NULL;
      class->n_constants = 0;
      class->n_bootstraps = 0;
    }
  return r->failed ? NULL : class;
}

struct lk_class *
lk_class_read (struct lk_arena *arena, const unsigned char *bytes,
	       size_t length, const char *where, struct lk_java_error *error)
{
  return read_class (arena, bytes, length, where, false, error);
}

struct lk_class *
lk_class_read_outline (struct lk_arena *arena, const unsigned char *bytes,
		       size_t length, const char *where,
		       struct lk_java_error *error)
{
  return read_class (arena, bytes, length, where, true, error);
}

/* ---- Only the name.  ---- */

/* Return the offset of constant INDEX among the LENGTH bytes, or 0 if it is not there.
   POOL_END for INDEX gives the end of the pool.  */

enum { POOL_END = 0x10000 };

static size_t
find_constant (const unsigned char *bytes, size_t length, unsigned index)
{
  if (length < 10)
    return 0;
  unsigned count = bytes[8] << 8 | bytes[9];
  size_t at = 10;
  for (unsigned i = 1; i < count && at + 3 <= length; i++)
    {
      if (i == index)
	return at;
      switch (bytes[at])
	{
	case LK_CONSTANT_UTF8:
	  at += 3 + (size_t) (bytes[at + 1] << 8 | bytes[at + 2]);
	  break;
	case LK_CONSTANT_LONG: case LK_CONSTANT_DOUBLE:
	  at += 9;
	  i++;
	  break;
	case LK_CONSTANT_CLASS: case LK_CONSTANT_STRING:
	case LK_CONSTANT_METHOD_TYPE: case LK_CONSTANT_MODULE:
	case LK_CONSTANT_PACKAGE:
	  at += 3;
	  break;
	case LK_CONSTANT_METHOD_HANDLE:
	  at += 4;
	  break;
	default:
	  at += 5;
	  break;
	}
    }
  return index == POOL_END && at + 6 <= length ? at : 0;
}

const char *
lk_class_peek_name (struct lk_arena *arena, const unsigned char *bytes,
		    size_t length)
{
  if (length < 10 || memcmp (bytes, "\xca\xfe\xba\xbe", 4) != 0)
    return NULL;
  size_t end = find_constant (bytes, length, POOL_END);
  size_t class = end ? find_constant (bytes, length,
				      bytes[end + 2] << 8 | bytes[end + 3])
		 : 0;
  if (!class || bytes[class] != LK_CONSTANT_CLASS)
    return NULL;
  unsigned name = bytes[class + 1] << 8 | bytes[class + 2];
  size_t at = find_constant (bytes, length, name);
  if (!at || bytes[at] != LK_CONSTANT_UTF8)
    return NULL;
  size_t size = (size_t) (bytes[at + 1] << 8 | bytes[at + 2]);
  if (size > length - at - 3 || memchr (bytes + at + 3, '\0', size))
    return NULL;
  const char *text = lk_arena_strndup (arena, (const char *) bytes + at + 3,
				       size);
  return lk_is_class_name (text) ? text : NULL;
}
