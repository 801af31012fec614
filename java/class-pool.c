/* The constant pool: read in one pass, checked in a second one, because an index may lead
   forwards.

   All texts are copied into one block, each with a NUL after it.  The uses that a text is
   valid for (a descriptor, a name) are computed at the first query and kept in its constant,
   bit by bit: a file of 360 KB may name one descriptor of 64 KB 60,000 times.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "class-internal.h"

/* ---- What a text is good for.  ---- */

/* Names of fields, methods and parameters (JVMS 4.2.2).  */

static bool
is_member_name (const char *text)
{
  return *text && !text[strcspn (text, ".;[/")];
}

static bool
check_text (const char *text, enum class_text use)
{
  switch (use)
    {
    case TEXT_FIELD_DESCRIPTOR:
      return lk_is_field_descriptor (text);
    case TEXT_METHOD_DESCRIPTOR:
      return lk_is_method_descriptor (text);
    case TEXT_CLASS_NAME:
      return *text == '[' ? lk_is_field_descriptor (text)
	     : lk_is_class_name (text);
    case TEXT_MEMBER_NAME:
      return is_member_name (text);
    case TEXT_METHOD_NAME:
      return is_member_name (text)
	     && (!strpbrk (text, "<>") || !strcmp (text, "<init>")
		 || !strcmp (text, "<clinit>"));
    }
  return false;
}

/* In a constant of text `first' has the uses that were queried, `second' those that it is
   valid for.  */

bool
class_text_is (const struct lk_class *class, unsigned index,
	       enum class_text use)
{
  if (index >= class->n_constants
      || class->constants[index].tag != LK_CONSTANT_UTF8)
    return false;
  struct lk_constant *constant = &class->constants[index];
  if (!(constant->first & use))
    {
      constant->first |= (uint16_t) use;
      if (check_text (constant->u.text, use))
	constant->second |= (uint16_t) use;
    }
  return constant->second & use;
}

/* ---- The first pass.  ---- */

/* Modified UTF-8, as far as later code depends on it: no NUL, and no character
   that begins without ending.  */

static bool
copy_text (char *out, const unsigned char *in, size_t length)
{
  size_t i = 0;
  /* Most of it is ASCII: eight bytes at a time.  */
  for (uint64_t eight; length - i >= sizeof eight; i += sizeof eight)
    {
      memcpy (&eight, in + i, sizeof eight);
      uint64_t none = eight - 0x0101010101010101u;
      if ((none | eight) & 0x8080808080808080u)
	break;
    }
  while (i < length)
    {
      unsigned char c = in[i];
      size_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : 2;
      if (c == 0 || c >= 0xf0 || (c >= 0x80 && c < 0xc0) || more >= length - i)
	return false;
      for (size_t j = 1; j <= more; j++)
	if ((in[i + j] & 0xc0) != 0x80)
	  return false;
      i += more + 1;
    }
  memcpy (out, in, length);
  out[length] = '\0';
  return true;
}

/* Bytes behind a tag, without those of a text; 0: no such tag in class files of
   the version MAJOR.  */

static unsigned
constant_size (unsigned tag, unsigned major)
{
  switch (tag)
    {
    case LK_CONSTANT_UTF8: case LK_CONSTANT_CLASS: case LK_CONSTANT_STRING:
      return 2;
    case LK_CONSTANT_INTEGER: case LK_CONSTANT_FLOAT:
    case LK_CONSTANT_FIELD_REF: case LK_CONSTANT_METHOD_REF:
    case LK_CONSTANT_INTERFACE_METHOD_REF: case LK_CONSTANT_NAME_AND_TYPE:
      return 4;
    case LK_CONSTANT_LONG: case LK_CONSTANT_DOUBLE:
      return 8;
    case LK_CONSTANT_METHOD_HANDLE:
      return major >= 51 ? 3 : 0;
    case LK_CONSTANT_METHOD_TYPE:
      return major >= 51 ? 2 : 0;
    case LK_CONSTANT_INVOKE_DYNAMIC:
      return major >= 51 ? 4 : 0;
    case LK_CONSTANT_DYNAMIC:
      return major >= 55 ? 4 : 0;
    case LK_CONSTANT_MODULE: case LK_CONSTANT_PACKAGE:
      return major >= 53 ? 2 : 0;
    default:
      return 0;
    }
}

/* The bytes that the texts of the pool at the cursor take, each with a NUL.
   A fault of the pool ends it early; the first pass will meet it again.  */

static size_t
text_bytes (const struct class_reader *r, unsigned count)
{
  size_t at = r->at, total = 0;
  for (unsigned i = 1; i < count && r->end - at >= 3; i++)
    {
      const unsigned char *c = r->bytes + at;
      unsigned size = constant_size (c[0], r->class->major);
      if (size == 0 || r->end - at < size + 1)
	break;
      at += size + 1;
      if (c[0] == LK_CONSTANT_UTF8)
	{
	  unsigned length = c[1] << 8 | c[2];
	  if (r->end - at < length)
	    break;
	  total += length + 1;
	  at += length;
	}
      else if (size == 8)
	i++;
    }
  return total;
}

static void
read_constant (struct class_reader *r, struct lk_constant *constant,
	       unsigned index, char **text)
{
  constant->tag = class_u1 (r);
  if (r->failed)
    return;
  if (constant_size (constant->tag, r->class->major) == 0)
    {
      r->at--;
      class_fail (r, "constant %u has the unknown tag %u", index,
		  constant->tag);
      return;
    }
  switch (constant->tag)
    {
    case LK_CONSTANT_UTF8:
      {
	unsigned length = class_u2 (r);
	const unsigned char *bytes = class_skip (r, length);
	if (!bytes)
	  return;
	if (!copy_text (*text, bytes, length))
	  {
	    r->at -= length;
	    class_fail (r, "constant %u is not modified UTF-8", index);
	    return;
	  }
	constant->u.text = *text;
	*text += length + 1;
	break;
      }
    case LK_CONSTANT_INTEGER: case LK_CONSTANT_FLOAT:
      {
	uint32_t bits = class_u4 (r);
	memcpy (&constant->u, &bits, sizeof bits);
	break;
      }
    case LK_CONSTANT_LONG: case LK_CONSTANT_DOUBLE:
      {
	uint64_t bits = (uint64_t) class_u4 (r) << 32;
	bits |= class_u4 (r);
	memcpy (&constant->u, &bits, sizeof bits);
	break;
      }
    case LK_CONSTANT_METHOD_HANDLE:
      constant->handle_kind = class_u1 (r);
      constant->first = class_u2 (r);
      break;
    case LK_CONSTANT_CLASS: case LK_CONSTANT_STRING:
    case LK_CONSTANT_METHOD_TYPE: case LK_CONSTANT_MODULE:
    case LK_CONSTANT_PACKAGE:
      constant->first = class_u2 (r);
      break;
    default:
      constant->first = class_u2 (r);
      constant->second = class_u2 (r);
      break;
    }
}

/* ---- The second pass.  ---- */

static uint8_t
tag_at (const struct lk_class *class, unsigned index)
{
  return index < class->n_constants ? class->constants[index].tag
	 : LK_CONSTANT_NONE;
}

/* Whether INDEX is a NameAndType with a name and descriptor of these kinds.  */

static bool
is_name_and_type (const struct lk_class *class, unsigned index,
		  enum class_text name, enum class_text descriptor)
{
  if (tag_at (class, index) != LK_CONSTANT_NAME_AND_TYPE)
    return false;
  const struct lk_constant *constant = &class->constants[index];
  return class_text_is (class, constant->first, name)
	 && class_text_is (class, constant->second, descriptor);
}

/* Names of methods that code calls: <clinit> is none, and <init> is one that
   gives nothing back.  */

static bool
is_called_name (const struct lk_class *class, unsigned index)
{
  const struct lk_constant *constant = &class->constants[index];
  const char *name = class->constants[constant->first].u.text;
  const char *type = class->constants[constant->second].u.text;
  return name[0] != '<'
	 || (!strcmp (name, "<init>") && type[strlen (type) - 1] == 'V');
}

static bool
good_handle (const struct lk_class *class, const struct lk_constant *handle)
{
  uint8_t tag = tag_at (class, handle->first);
  struct lk_member_ref member;
  bool is_new = false;
  if (tag == LK_CONSTANT_METHOD_REF)
    is_new = lk_class_member_at (class, handle->first, &member)
	     && !strcmp (member.name, "<init>");
  switch (handle->handle_kind)
    {
    case LK_HANDLE_GET_FIELD: case LK_HANDLE_GET_STATIC:
    case LK_HANDLE_PUT_FIELD: case LK_HANDLE_PUT_STATIC:
      return tag == LK_CONSTANT_FIELD_REF;
    case LK_HANDLE_INVOKE_VIRTUAL:
      return tag == LK_CONSTANT_METHOD_REF && !is_new;
    case LK_HANDLE_NEW_INVOKE_SPECIAL:
      return tag == LK_CONSTANT_METHOD_REF && is_new;
    case LK_HANDLE_INVOKE_STATIC: case LK_HANDLE_INVOKE_SPECIAL:
      return (tag == LK_CONSTANT_METHOD_REF && !is_new)
	     || tag == LK_CONSTANT_INTERFACE_METHOD_REF;
    case LK_HANDLE_INVOKE_INTERFACE:
      return tag == LK_CONSTANT_INTERFACE_METHOD_REF;
    default:
      return false;
    }
}

/* Whether CONSTANT leads to the right ones.  Handles look through the refs they
   lead to, so they are checked in a second round.  */

static bool
good_constant (const struct lk_class *class,
	       const struct lk_constant *constant, bool handles)
{
  switch (constant->tag)
    {
    case LK_CONSTANT_CLASS:
      return class_text_is (class, constant->first, TEXT_CLASS_NAME);
    case LK_CONSTANT_STRING: case LK_CONSTANT_MODULE:
    case LK_CONSTANT_PACKAGE:
      return tag_at (class, constant->first) == LK_CONSTANT_UTF8;
    case LK_CONSTANT_METHOD_TYPE:
      return class_text_is (class, constant->first, TEXT_METHOD_DESCRIPTOR);
    case LK_CONSTANT_NAME_AND_TYPE:
      return tag_at (class, constant->first) == LK_CONSTANT_UTF8
	     && tag_at (class, constant->second) == LK_CONSTANT_UTF8;
    case LK_CONSTANT_FIELD_REF:
      return tag_at (class, constant->first) == LK_CONSTANT_CLASS
	     && is_name_and_type (class, constant->second, TEXT_MEMBER_NAME,
				  TEXT_FIELD_DESCRIPTOR);
    case LK_CONSTANT_METHOD_REF: case LK_CONSTANT_INTERFACE_METHOD_REF:
      return tag_at (class, constant->first) == LK_CONSTANT_CLASS
	     && is_name_and_type (class, constant->second, TEXT_METHOD_NAME,
				  TEXT_METHOD_DESCRIPTOR)
	     && is_called_name (class, constant->second);
    case LK_CONSTANT_DYNAMIC:
      return is_name_and_type (class, constant->second, TEXT_MEMBER_NAME,
			       TEXT_FIELD_DESCRIPTOR);
    case LK_CONSTANT_INVOKE_DYNAMIC:
      return is_name_and_type (class, constant->second, TEXT_METHOD_NAME,
			       TEXT_METHOD_DESCRIPTOR)
	     && is_called_name (class, constant->second);
    case LK_CONSTANT_METHOD_HANDLE:
      return !handles || good_handle (class, constant);
    default:
      return true;
    }
}

void
class_read_pool (struct class_reader *r)
{
  struct lk_class *class = r->class;
  unsigned count = class_u2 (r);
  if (r->failed)
    return;
  if (count == 0)
    {
      class_fail (r, "the constant pool has no size");
      return;
    }
  /* The smallest constants have 3 bytes, and 9 of a long fill two slots.  */
  class_check_count (r, count - 1, 3, "constants");
  if (r->failed)
    return;
  char *text = lk_arena_alloc (r->pool, text_bytes (r, count));
  class->constants = lk_arena_alloc_array (r->pool, count,
					   sizeof *class->constants);
  class->n_constants = (uint16_t) count;
  bool handles = false;
  for (unsigned i = 1; i < count && !r->failed; i++)
    {
      read_constant (r, &class->constants[i], i, &text);
      handles |= class->constants[i].tag == LK_CONSTANT_METHOD_HANDLE;
      if (class->constants[i].tag == LK_CONSTANT_LONG
	  || class->constants[i].tag == LK_CONSTANT_DOUBLE)
	{
	  i++;
	  if (i == count)
	    class_fail (r, "constant %u, a long or double, has no second slot",
			i - 1);
	}
    }
  for (int round = 0; round < 1 + handles; round++)
    for (unsigned i = 1; i < count && !r->failed; i++)
      {
	struct lk_constant *constant = &class->constants[i];
	if (!good_constant (class, constant, round == 1))
	  class_fail (r, "constant %u (tag %u) leads to the wrong constants", i,
		      constant->tag);
	else if (constant->tag == LK_CONSTANT_STRING)
	  constant->u.text = class->constants[constant->first].u.text;
      }
}

/* ---- Dynamic constants.  ---- */

static bool
is_loadable (uint8_t tag)
{
  switch (tag)
    {
    case LK_CONSTANT_INTEGER: case LK_CONSTANT_FLOAT: case LK_CONSTANT_LONG:
    case LK_CONSTANT_DOUBLE: case LK_CONSTANT_CLASS: case LK_CONSTANT_STRING:
    case LK_CONSTANT_METHOD_HANDLE: case LK_CONSTANT_METHOD_TYPE:
    case LK_CONSTANT_DYNAMIC:
      return true;
    default:
      return false;
    }
}

/* A Dynamic constant names a row of BootstrapMethods whose arguments may be
   Dynamic constants: walk that graph of rows from each, depth first, with a
   stack of its own since the input sets the depth.  */

static void
find_cycle (struct class_reader *r)
{
  struct lk_class *class = r->class;
  struct frame { uint16_t row, argument; } *stack;
  enum { NEW, OPEN, DONE };
  uint8_t *state = lk_arena_alloc (r->pool, class->n_bootstraps);
  stack = lk_arena_alloc_array (r->pool, class->n_bootstraps, sizeof *stack);
  for (unsigned i = 0; i < class->n_bootstraps; i++)
    {
      unsigned depth = 0;
      if (state[i] == NEW)
	{
	  state[i] = OPEN;
	  stack[depth++] = (struct frame) { (uint16_t) i, 0 };
	}
      while (depth > 0)
	{
	  struct frame *top = &stack[depth - 1];
	  const struct lk_bootstrap *row = &class->bootstraps[top->row];
	  if (top->argument == row->n_arguments)
	    {
	      state[top->row] = DONE;
	      depth--;
	      continue;
	    }
	  const struct lk_constant *argument
	    = &class->constants[row->arguments[top->argument++]];
	  if (argument->tag != LK_CONSTANT_DYNAMIC
	      || state[argument->first] == DONE)
	    continue;
	  if (state[argument->first] == OPEN)
	    {
	      class_fail (r, "a dynamic constant contains itself");
	      return;
	    }
	  state[argument->first] = OPEN;
	  stack[depth++] = (struct frame) { argument->first, 0 };
	}
    }
}

void
class_check_dynamic (struct class_reader *r)
{
  struct lk_class *class = r->class;
  bool nested = false;
  for (unsigned i = 1; i < class->n_constants && !r->failed; i++)
    {
      const struct lk_constant *constant = &class->constants[i];
      if ((constant->tag == LK_CONSTANT_DYNAMIC
	   || constant->tag == LK_CONSTANT_INVOKE_DYNAMIC)
	  && constant->first >= class->n_bootstraps)
	class_fail (r, "constant %u wants row %u of BootstrapMethods, which has"
		    " %u", i, constant->first, class->n_bootstraps);
    }
  for (unsigned i = 0; i < class->n_bootstraps && !r->failed; i++)
    {
      const struct lk_bootstrap *row = &class->bootstraps[i];
      bool good = tag_at (class, row->handle) == LK_CONSTANT_METHOD_HANDLE;
      for (unsigned j = 0; j < row->n_arguments && good; j++)
	{
	  uint8_t tag = tag_at (class, row->arguments[j]);
	  good = is_loadable (tag);
	  nested |= tag == LK_CONSTANT_DYNAMIC;
	}
      if (!good)
	class_fail (r, "row %u of BootstrapMethods leads to the wrong constants",
		    i);
    }
  if (nested && !r->failed)
    find_cycle (r);
}
