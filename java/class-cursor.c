/* The cursor of the class reader: bytes, counts, indices, attributes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "class-internal.h"

void
class_fail (struct class_reader *r, const char *format, ...)
{
  if (r->failed)
    return;
  r->failed = true;
  char text[sizeof r->error->text];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  if (r->part)
    lk_java_fail (r->error, "%s: byte %zu, in '%s': %s", r->where, r->at,
		  r->part, text);
  else
    lk_java_fail (r->error, "%s: byte %zu: %s", r->where, r->at, text);
}

const unsigned char *
class_skip (struct class_reader *r, size_t length)
{
  if (r->failed)
    return NULL;
  if (length > r->end - r->at)
    {
      class_fail (r, "%zu bytes are wanted where %zu are left; the file is cut"
		  " off or broken", length, r->end - r->at);
      return NULL;
    }
  const unsigned char *bytes = r->bytes + r->at;
  r->at += length;
  return bytes;
}

uint8_t
class_u1 (struct class_reader *r)
{
  const unsigned char *c = class_skip (r, 1);
  return c ? c[0] : 0;
}

uint16_t
class_u2 (struct class_reader *r)
{
  const unsigned char *c = class_skip (r, 2);
  return c ? (uint16_t) (c[0] << 8 | c[1]) : 0;
}

uint32_t
class_u4 (struct class_reader *r)
{
  const unsigned char *c = class_skip (r, 4);
  return c ? (uint32_t) c[0] << 24 | (uint32_t) c[1] << 16
	     | (uint32_t) c[2] << 8 | c[3] : 0;
}

unsigned
class_check_count (struct class_reader *r, unsigned count, size_t size,
		   const char *what)
{
  if (r->failed)
    return 0;
  if (count > (r->end - r->at) / size)
    {
      class_fail (r, "%u %s do not fit into %zu bytes", count, what,
		  r->end - r->at);
      return 0;
    }
  /* Lists within lists may each claim all bytes that are left.  */
  size_t bytes = lk_arena_bytes (r->arena);
  if (r->pool != r->arena)
    bytes += lk_arena_bytes (r->pool);
  if (bytes > r->memory)
    {
      class_fail (r, "the class takes more than %d times its length in memory",
		  LK_CLASS_MEMORY);
      return 0;
    }
  return count;
}

unsigned
class_count (struct class_reader *r, size_t size, const char *what)
{
  return class_check_count (r, class_u2 (r), size, what);
}

/* ---- Indices of the pool.  ---- */

/* Set in `first' of a text that has been copied; its other bits are those of
   enum class_text.  */
#define TEXT_KEPT 0x8000

const char *
class_keep (struct class_reader *r, unsigned index)
{
  struct lk_constant *constant = &r->class->constants[index];
  if (r->pool != r->arena && !(constant->first & TEXT_KEPT))
    {
      constant->first |= TEXT_KEPT;
      constant->u.text = lk_arena_strdup (r->arena, constant->u.text);
    }
  return constant->u.text;
}

const struct lk_constant *
class_keep_constant (struct class_reader *r,
		     const struct lk_constant *constant)
{
  if (r->pool == r->arena)
    return constant;
  struct lk_constant *copy = lk_arena_alloc (r->arena, sizeof *copy);
  *copy = *constant;
  if (copy->tag == LK_CONSTANT_STRING)
    copy->u.text = class_keep (r, copy->first);
  return copy;
}

const char *
class_utf8 (struct class_reader *r, bool or_zero, const char *what)
{
  unsigned index = class_u2 (r);
  if (r->failed || (or_zero && index == 0))
    return NULL;
  if (!lk_class_utf8 (r->class, index))
    {
      class_fail (r, "%s: constant %u is no text", what, index);
      return NULL;
    }
  return class_keep (r, index);
}

const char *
class_text (struct class_reader *r, enum class_text use, const char *what)
{
  unsigned index = class_u2 (r);
  if (r->failed)
    return NULL;
  const char *text = lk_class_utf8 (r->class, index);
  if (!text)
    class_fail (r, "%s: constant %u is no text", what, index);
  else if (!class_text_is (r->class, index, use))
    class_fail (r, "%s: '%.100s' is none", what, text);
  return r->failed ? NULL : class_keep (r, index);
}

const char *
class_class (struct class_reader *r, bool or_zero, bool arrays,
	     const char *what)
{
  unsigned index = class_u2 (r);
  if (r->failed || (or_zero && index == 0))
    return NULL;
  const struct lk_constant *constant = lk_class_constant (r->class, index);
  if (!constant || constant->tag != LK_CONSTANT_CLASS)
    {
      class_fail (r, "%s: constant %u is no class", what, index);
      return NULL;
    }
  const char *name = lk_class_utf8 (r->class, constant->first);
  if (!arrays && *name == '[')
    {
      class_fail (r, "%s: '%.100s' is an array", what, name);
      return NULL;
    }
  return class_keep (r, constant->first);
}

/* ---- Attributes.  ---- */

bool
class_attribute_begin (struct class_reader *r,
		       struct class_attribute *attribute)
{
  unsigned index = class_u2 (r);
  uint32_t length = class_u4 (r);
  attribute->name = lk_class_utf8 (r->class, index);
  if (!attribute->name)
    class_fail (r, "name of an attribute: constant %u is no text", index);
  if (!r->failed && length > r->end - r->at)
    class_fail (r, "attribute %.100s has %u bytes where %zu are left; the file"
		" is cut off or broken", attribute->name, length,
		r->end - r->at);
  if (r->failed)
    return false;
  attribute->outer_end = r->end;
  attribute->end = r->end = r->at + length;
  return true;
}

bool
class_attribute_end (struct class_reader *r, struct class_attribute *attribute,
		     bool soft)
{
  struct lk_class *class = r->class;
  if (!r->failed && r->at != attribute->end)
    class_fail (r, "attribute %.100s has %zu bytes too many", attribute->name,
		attribute->end - r->at);
  bool good = !r->failed;
  if (!good && !soft)
    return false;
  if (!good)
    {
      if (class->n_notes++ == 0)
	class->note = *r->error;
      r->error->text[0] = '\0';
      r->failed = false;
    }
  r->at = attribute->end;
  r->end = attribute->outer_end;
  return good;
}

void
class_attribute_skip (struct class_reader *r,
		      struct class_attribute *attribute)
{
  r->at = attribute->end;
  r->end = attribute->outer_end;
}
