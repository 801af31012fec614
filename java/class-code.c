/* The Code attribute: the bytes, the exception table, lines and variables.  The bytes
   themselves are not read here.  The exception table must be right, because control flow
   depends on it; lines and variables are for messages only, so a broken table of them is left
   out, with a note.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "class-internal.h"

static void
read_handlers (struct class_reader *r, struct lk_code *code)
{
  unsigned count = class_count (r, 8, "handlers");
  struct lk_handler *handlers
    = count ? lk_arena_alloc_array (r->arena, count, sizeof *handlers) : NULL;
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      handlers[i].start = class_u2 (r);
      handlers[i].end = class_u2 (r);
      handlers[i].pc = class_u2 (r);
      handlers[i].type = class_class (r, true, false, "exception");
      if (!r->failed
	  && (handlers[i].start >= handlers[i].end
	      || handlers[i].end > code->length
	      || handlers[i].pc >= code->length))
	class_fail (r, "handler %u (%u to %u, at %u) leads out of the %u bytes of"
		    " code", i, handlers[i].start, handlers[i].end,
		    handlers[i].pc, code->length);
    }
  code->handlers = handlers;
  code->n_handlers = count;
}

/* A table that may come in several attributes.  Room doubles, so that any
   number of them costs a multiple of their bytes.  */
struct table
{
  void *rows;
  unsigned count, room;
};

/* Room for COUNT more ROWS of SIZE bytes.  */

static void *
table_grow (struct lk_arena *arena, struct table *table, unsigned count,
	    size_t size)
{
  if (count > table->room - table->count)
    {
      unsigned room = table->count ? (table->count + count) * 2 : count;
      void *rows = lk_arena_alloc_array (arena, room, size);
      if (table->count)
	{
	  memcpy (rows, table->rows, table->count * size);
	  lk_poison (table->rows, table->count * size);
	}
      table->rows = rows;
      table->room = room;
    }
  return count ? (char *) table->rows + table->count * size : NULL;
}

static void
read_lines (struct class_reader *r, const struct lk_code *code,
	    struct table *table)
{
  unsigned count = class_count (r, 4, "lines");
  struct lk_line *lines = table_grow (r->arena, table, count, sizeof *lines);
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      lines[i].pc = class_u2 (r);
      lines[i].line = class_u2 (r);
      if (lines[i].pc >= code->length)
	class_fail (r, "line %u begins behind the code, at %u", lines[i].line,
		    lines[i].pc);
    }
  if (!r->failed)
    table->count += count;
}

static void
read_locals (struct class_reader *r, const struct lk_code *code,
	     struct table *table, bool signatures)
{
  unsigned count = class_count (r, 10, "variables");
  struct lk_local *locals = table_grow (r->arena, table, count,
					sizeof *locals);
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      locals[i].start = class_u2 (r);
      locals[i].length = class_u2 (r);
      locals[i].name = class_text (r, TEXT_MEMBER_NAME, "variable's name");
      locals[i].descriptor
	= signatures ? class_utf8 (r, false, "signature")
	  : class_text (r, TEXT_FIELD_DESCRIPTOR, "variable's type");
      locals[i].slot = class_u2 (r);
      if (!r->failed
	  && ((uint32_t) locals[i].start + locals[i].length > code->length
	      || locals[i].slot >= code->max_locals))
	class_fail (r, "variable '%s' is outside of the method", locals[i].name);
    }
  if (!r->failed)
    table->count += count;
}

/* Sort the COUNT lines at LINES by pc, those of one pc in the order they had,
   with the help of as much SPACE.  */

static void
sort_lines (struct lk_line *lines, struct lk_line *space, unsigned count)
{
  if (count < 2)
    return;
  unsigned half = count / 2, left = 0, right = half;
  sort_lines (lines, space, half);
  sort_lines (lines + half, space, count - half);
  for (unsigned i = 0; i < count; i++)
    space[i] = right == count
	       || (left < half && lines[left].pc <= lines[right].pc)
	       ? lines[left++] : lines[right++];
  memcpy (lines, space, count * sizeof *lines);
}

static void
finish_lines (struct class_reader *r, struct lk_code *code,
	      const struct table *table)
{
  struct lk_line *lines = table->rows;
  bool sorted = true;
  for (unsigned i = 1; i < table->count; i++)
    sorted &= lines[i - 1].pc <= lines[i].pc;
  if (!sorted)
    sort_lines (lines, lk_arena_alloc_array (r->arena, table->count,
					     sizeof *lines), table->count);
  code->lines = lines;
  code->n_lines = table->count;
}

struct lk_code *
class_read_code (struct class_reader *r)
{
  const struct lk_class *class = r->class;
  struct lk_code *code = lk_arena_alloc (r->arena, sizeof *code);
  /* Before JDK 1.0.2 the three sizes were shorter.  */
  if (class->major == 45 && class->minor <= 2)
    {
      code->max_stack = class_u1 (r);
      code->max_locals = class_u1 (r);
      code->length = class_u2 (r);
    }
  else
    {
      code->max_stack = class_u2 (r);
      code->max_locals = class_u2 (r);
      code->length = class_u4 (r);
    }
  if (!r->failed && (code->length == 0 || code->length > 65535))
    class_fail (r, "%u bytes of code, allowed are 1 to 65535", code->length);
  code->offset = (uint32_t) r->at;
  code->bytes = class_skip (r, r->failed ? 0 : code->length);
  read_handlers (r, code);

  struct table lines = { NULL, 0, 0 }, locals = lines, types = lines;
  struct class_annotations annotations = { 0 };
  unsigned count = class_count (r, 6, "attributes");
  for (unsigned i = 0; i < count && !r->failed; i++)
    {
      struct class_attribute attribute;
      if (!class_attribute_begin (r, &attribute))
	break;
      if (!strcmp (attribute.name, "LineNumberTable"))
	read_lines (r, code, &lines);
      else if (!strcmp (attribute.name, "LocalVariableTable"))
	read_locals (r, code, &locals, false);
      else if (!strcmp (attribute.name, "LocalVariableTypeTable"))
	read_locals (r, code, &types, true);
      else if (class_read_annotations (r, &attribute, &annotations))
	continue;
      else
	{
	  class_attribute_skip (r, &attribute);
	  continue;
	}
      class_attribute_end (r, &attribute, true);
    }
  finish_lines (r, code, &lines);
  code->locals = locals.rows;
  code->n_locals = locals.count;
  code->local_types = types.rows;
  code->n_local_types = types.count;
  code->type_annotations = class_all_type_annotations (r, &annotations);
  return code;
}

/* ---- Lookups.  ---- */

unsigned
lk_code_line (const struct lk_code *code, unsigned pc)
{
  unsigned low = 0, high = code->n_lines;
  while (low < high)
    {
      unsigned middle = (low + high) / 2;
      if (code->lines[middle].pc <= pc)
	low = middle + 1;
      else
	high = middle;
    }
  return low ? code->lines[low - 1].line : 0;
}

const struct lk_local *
lk_code_local (const struct lk_code *code, unsigned slot, unsigned pc)
{
  for (unsigned i = 0; i < code->n_locals; i++)
    {
      const struct lk_local *local = &code->locals[i];
      if (local->slot == slot && pc >= local->start
	  && pc - local->start < local->length)
	return local;
    }
  return NULL;
}

const struct lk_local *
lk_code_local_type (const struct lk_code *code, const struct lk_local *local)
{
  for (unsigned i = 0; i < code->n_local_types; i++)
    {
      const struct lk_local *type = &code->local_types[i];
      if (type->slot == local->slot && type->start == local->start
	  && type->length == local->length && !strcmp (type->name, local->name))
	return type;
    }
  return NULL;
}

/* ---- Instructions.  ---- */

/* Opcodes of which the length depends on more than the opcode.  */
enum
{
  OP_IINC = 0x84,
  OP_TABLESWITCH = 0xaa,
  OP_LOOKUPSWITCH = 0xab,
  OP_WIDE = 0xc4,
  OP_LAST = 0xc9		/* jsr_w.  */
};

/* Bytes of the instructions 0x00 to 0xc9; those of 0 vary.  */
static const uint8_t lengths[OP_LAST + 1] = {
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  2, 3, 2, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3,
  3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 0, 0, 1, 1, 1, 1,
  1, 1, 3, 3, 3, 3, 3, 3, 3, 5, 5, 3, 2, 3, 1, 1,
  3, 3, 1, 1, 0, 4, 3, 3, 5, 5
};

static int64_t
get_s4 (const struct lk_code *code, uint32_t at)
{
  const unsigned char *c = code->bytes + at;
  return (int32_t) ((uint32_t) c[0] << 24 | (uint32_t) c[1] << 16
		    | (uint32_t) c[2] << 8 | c[3]);
}

/* Bytes of the switch at PC; 0: it is none.  */

static uint64_t
switch_length (const struct lk_code *code, uint32_t pc)
{
  uint32_t at = (pc & ~3u) + 4;
  bool table = code->bytes[pc] == OP_TABLESWITCH;
  if (at + (table ? 12 : 8) > code->length)
    return 0;
  int64_t count = table ? get_s4 (code, at + 8) - get_s4 (code, at + 4) + 1
		  : get_s4 (code, at + 4);
  if (count < 0)
    return 0;
  return at - pc + (table ? 12 + 4 * (uint64_t) count
		    : 8 + 8 * (uint64_t) count);
}

uint32_t
lk_code_instruction_length (const struct lk_code *code, uint32_t pc)
{
  uint8_t op = code->bytes[pc];
  uint64_t length = op <= OP_LAST ? lengths[op] : 0;
  if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH)
    length = switch_length (code, pc);
  else if (op == OP_WIDE)
    length = pc + 1 == code->length ? 0
	     : code->bytes[pc + 1] == OP_IINC ? 6 : 4;
  return length <= code->length - pc ? (uint32_t) length : 0;
}
