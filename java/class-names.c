/* Descriptors and names of the class file format, and texts that users see.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "class-internal.h"

/* ---- Descriptors.  ---- */

/* The end of the parts of a class's name from TEXT to END, a character that
   can be in none; NULL: it is no name.  */

static const char *
skip_class_name (const char *text, char end)
{
  /* Every name of every class is looked at here, so by a table.  */
  static const bool special[256]
    = { ['\0'] = true, ['.'] = true, [';'] = true, ['['] = true, ['/'] = true };
  const char *part = text;
  for (;; text++)
    {
      while (!special[(unsigned char) *text])
	text++;
      if (text == part || *text != '/')
	return *text == end && text != part ? text : NULL;
      part = text + 1;
    }
}

bool
lk_is_class_name (const char *text)
{
  return skip_class_name (text, '\0') != NULL;
}

uint32_t
lk_class_name_hash (const char *name, size_t length)
{
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) name[i]) * 16777619u;
  return hash ^ hash >> 15;
}

/* The end of the type at TEXT, or NULL; TYPE gets it.  */

static const char *
scan_type (const char *text, struct lk_java_type *type)
{
  unsigned dimensions = 0;
  while (*text == '[')
    {
      if (++dimensions > 255)
	return NULL;
      text++;
    }
  type->kind = *text;
  type->dimensions = (uint8_t) dimensions;
  type->name = NULL;
  type->name_length = 0;
  switch (*text)
    {
    case 'B': case 'C': case 'D': case 'F': case 'I': case 'J': case 'S':
    case 'Z':
      return text + 1;
    case 'V':
      return dimensions ? NULL : text + 1;
    case 'L':
      {
	const char *end = skip_class_name (text + 1, ';');
	if (!end)
	  return NULL;
	type->name = text + 1;
	type->name_length = (uint16_t) (end - type->name);
	return end + 1;
      }
    default:
      return NULL;
    }
}

bool
lk_is_field_descriptor (const char *text)
{
  struct lk_java_type type;
  const char *end = scan_type (text, &type);
  return end && !*end && type.kind != 'V';
}

/* Words in the frame: 2 for an unboxed long or double, 0 for void.  */
static unsigned
type_words (const struct lk_java_type *type)
{
  if (type->dimensions)
    return 1;
  return type->kind == 'J' || type->kind == 'D' ? 2 : type->kind != 'V';
}

bool
lk_is_method_descriptor (const char *text)
{
  struct lk_java_type type;
  unsigned words = 0;
  if (*text++ != '(')
    return false;
  while (*text != ')')
    {
      text = scan_type (text, &type);
      if (!text || type.kind == 'V')
	return false;
      words += type_words (&type);
      if (words > 255)
	return false;
    }
  text = scan_type (text + 1, &type);
  return text && !*text;
}

bool
lk_descriptor_next (const char **at, struct lk_java_type *type)
{
  if (**at == ')')
    {
      ++*at;
      return false;
    }
  const char *end = **at ? scan_type (*at, type) : NULL;
  if (!end)
    return false;
  *at = end;
  return true;
}

unsigned
lk_descriptor_words (const char *descriptor)
{
  unsigned words = 0;
  struct lk_java_type type;
  if (*descriptor == '(')
    descriptor++;
  while (lk_descriptor_next (&descriptor, &type))
    words += type_words (&type);
  return words;
}

unsigned
lk_descriptor_parameters (const char *descriptor)
{
  unsigned n = 0;
  struct lk_java_type type;
  if (*descriptor == '(')
    descriptor++;
  while (lk_descriptor_next (&descriptor, &type))
    n++;
  return n;
}

/* ---- Names as Java writes them.  ---- */

static const char *
basic_type (char kind)
{
  switch (kind)
    {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'Z': return "boolean";
    default: return "void";
    }
}

static size_t
printed_length (const struct lk_java_type *type)
{
  size_t length = type->kind == 'L' ? type->name_length
		  : strlen (basic_type (type->kind));
  return length + 2 * (size_t) type->dimensions;
}

/* Put TYPE at OUT; its end.  */

static char *
print_type (char *out, const struct lk_java_type *type)
{
  bool is_class = type->kind == 'L';
  const char *name = is_class ? type->name : basic_type (type->kind);
  size_t length = is_class ? type->name_length : strlen (name);
  for (size_t i = 0; i < length; i++)
    *out++ = name[i] == '/' ? '.' : name[i];
  for (unsigned i = 0; i < type->dimensions; i++)
    {
      *out++ = '[';
      *out++ = ']';
    }
  return out;
}

const char *
lk_java_type_print (struct lk_arena *arena, const struct lk_java_type *type)
{
  char *text = lk_arena_alloc (arena, printed_length (type) + 1);
  *print_type (text, type) = '\0';
  return text;
}

const char *
lk_descriptor_print_parameters (struct lk_arena *arena, const char *descriptor)
{
  if (*descriptor == '(')
    descriptor++;
  size_t length = 3;
  struct lk_java_type type;
  for (const char *at = descriptor; lk_descriptor_next (&at, &type); )
    length += printed_length (&type) + 1;
  char *text = lk_arena_alloc (arena, length), *out = text;
  *out++ = '(';
  while (lk_descriptor_next (&descriptor, &type))
    {
      if (out > text + 1)
	*out++ = ',';
      out = print_type (out, &type);
    }
  *out++ = ')';
  *out = '\0';
  return text;
}

const char *
lk_binary_name (struct lk_arena *arena, const char *internal)
{
  char *name = lk_arena_strdup (arena, internal);
  for (char *c = name; *c; c++)
    if (*c == '/')
      *c = '.';
  return name;
}

const char *
lk_simple_name (const char *name)
{
  for (const char *c = name; *c; c++)
    if ((*c == '/' || *c == '.') && c[1])
      name = c + 1;
  return name;
}

/* ---- Text for users.  ---- */

/* The character at *AT, of modified or plain UTF-8, and move behind it; 0xfffd
   for what is neither.  */

static uint32_t
next_character (const char **at)
{
  const unsigned char *c = (const unsigned char *) *at;
  unsigned length = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2
		    : c[0] < 0xf0 ? 3 : c[0] < 0xf8 ? 4 : 0;
  uint32_t value = length < 2 ? c[0] : c[0] & (0x7fu >> length);
  unsigned i = 1;
  for (; i < length && (c[i] & 0xc0) == 0x80; i++)
    value = value << 6 | (c[i] & 0x3f);
  *at += i;
  if (length == 0 || i < length)
    return 0xfffd;
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  if (value < least[length] || value > 0x10ffff)
    return 0xfffd;
  if (value >= 0xd800 && value < 0xdc00 && c[3] == 0xed
      && (c[4] & 0xf0) == 0xb0 && (c[5] & 0xc0) == 0x80)
    {
      *at += 3;
      return 0x10000 + ((value & 0x3ff) << 10) + ((c[4] & 0xfu) << 6)
	     + (c[5] & 0x3fu);
    }
  return value >= 0xd800 && value < 0xe000 ? 0xfffd : value;
}

static char *
put_character (char *out, uint32_t c)
{
  if (c < 0x80)
    *out++ = (char) c;
  else if (c < 0x800)
    {
      *out++ = (char) (0xc0 | c >> 6);
      *out++ = (char) (0x80 | (c & 0x3f));
    }
  else
    {
      if (c < 0x10000)
	*out++ = (char) (0xe0 | c >> 12);
      else
	{
	  *out++ = (char) (0xf0 | c >> 18);
	  *out++ = (char) (0x80 | (c >> 12 & 0x3f));
	}
      *out++ = (char) (0x80 | (c >> 6 & 0x3f));
      *out++ = (char) (0x80 | (c & 0x3f));
    }
  return out;
}

const char *
lk_java_utf8 (struct lk_arena *arena, const char *modified)
{
  const char *c = modified;
  while (*c > 0)
    c++;
  if (!*c)
    return modified;
  /* At worst every byte becomes U+FFFD.  */
  char *text = lk_arena_alloc_array (arena, strlen (modified) + 1, 3);
  char *out = text;
  while (*modified)
    out = put_character (out, next_character (&modified));
  *out = '\0';
  return text;
}

/* Names in messages come from the input, so they may contain any bytes.  The output is valid
   UTF-8 without control characters, cut off with "..." between two characters if it is too
   long.  */

void
lk_java_fail (struct lk_java_error *error, const char *format, ...)
{
  char text[2 * sizeof error->text];
  va_list arguments;
  va_start (arguments, format);
  int n = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  char *out = error->text, *end = out + sizeof error->text - 8;
  const char *at = text;
  while (*at && out < end)
    {
      uint32_t c = next_character (&at);
      if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029
	  || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
	c = '?';
      out = put_character (out, c);
    }
  if (*at || n >= (int) sizeof text)
    {
      memcpy (out, "...", 3);
      out += 3;
    }
  *out = '\0';
}
