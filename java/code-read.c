/* Bytes to instructions, in the order of the code.

   The JVM requires of all code, reached or not, that it consists of whole instructions with
   valid operands; that is checked here.  Checks that depend on the stack are left to
   code-step.c.  Class names get numbers here, so that values can be compared as integers.

   The result of an operation on a constant is cached: a descriptor has up to 65,535 bytes, and
   every third byte of the code could refer to it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-internal.h"
#include "class-internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
lk_map_add (struct lk_arena *arena, struct lk_map *map, uint32_t hash,
	    void *item)
{
  if (map->count * 4 >= map->size * 3)
    {
      uint32_t size = map->size ? map->size * 2 : 16;
      struct lk_map_entry *entries
	= lk_arena_alloc_array (arena, size, sizeof *entries);
      for (uint32_t i = 0; i < map->size; i++)
	if (map->entries[i].item)
	  {
	    uint32_t at = map->entries[i].hash;
	    while (entries[at & (size - 1)].item)
	      at++;
	    entries[at & (size - 1)] = map->entries[i];
	  }
      lk_poison (map->entries, map->size * sizeof *entries);
      map->entries = entries;
      map->size = size;
    }
  uint32_t at = hash;
  while (map->entries[at & (map->size - 1)].item)
    at++;
  struct lk_map_entry *entry = &map->entries[at & (map->size - 1)];
  entry->item = item;
  entry->hash = hash;
  map->count++;
}

void *
lk_decode_grow (struct lk_decoder *decoder, void *array, uint32_t count,
		uint32_t *room, size_t size)
{
  if (count < *room)
    return array;
  uint32_t more = lk_more_room (*room, 16);
  void *grown = lk_arena_alloc_array (decoder->arena, more, size);
  if (count)
    {
      memcpy (grown, array, count * size);
      lk_poison (array, count * size);
    }
  *room = more;
  return grown;
}

void
lk_decode_fail (struct lk_decoder *decoder, uint32_t pc,
		const char *format, ...)
{
  char what[256], where[24] = "";
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (what, sizeof what, format, arguments);
  va_end (arguments);
  if (pc != LK_NO_INDEX)
    snprintf (where, sizeof where, ", pc %u", (unsigned) pc);
  struct lk_arena *arena = decoder->arena;
  const struct lk_method *method = decoder->method;
  lk_java_fail (decoder->error, "%s: %s.%s%s%s: %s", decoder->class_->where,
		lk_binary_name (arena, decoder->class_->name), method->name,
		lk_descriptor_print_parameters (arena, method->descriptor),
		where, what);
  longjmp (decoder->out, 1);
}

/* ---- Names and types.  ---- */

struct name
{
  uint32_t number;
  uint32_t length;
  const char *text;
};

uint32_t
lk_decode_name (struct lk_decoder *decoder, const char *text, size_t length)
{
  uint32_t hash = (uint32_t) length;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 16777619u;
  hash ^= hash >> 15;
  uint32_t at = hash;
  for (struct name *name; (name = lk_map_next (&decoder->name_map, hash, &at)); )
    if (name->length == length && memcmp (name->text, text, length) == 0)
      return name->number;

  decoder->names = lk_decode_grow (decoder, decoder->names, decoder->n_names,
				   &decoder->names_room,
				   sizeof *decoder->names);
  struct name *name = lk_arena_alloc (decoder->arena, sizeof *name);
  name->number = decoder->n_names++;
  name->length = (uint32_t) length;
  name->text = lk_arena_strndup (decoder->arena, text, length);
  decoder->names[name->number] = name->text;
  lk_map_add (decoder->arena, &decoder->name_map, hash, name);
  return name->number;
}

static lk_value
reference (uint32_t name)
{
  return LK_VALUE_REF | (name << LK_VALUE_SHIFT);
}

lk_value
lk_decode_type (struct lk_decoder *decoder, const char **type)
{
  const char *start = *type, *at = start;
  while (*at == '[')
    at++;
  enum lk_value_kind element = lk_value_kind_of (*at);
  if (*at == 'L')
    {
      const char *end = strchr (at, ';');
      *type = end + 1;
      return reference (at == start
			? lk_decode_name (decoder, at + 1, end - at - 1)
			: lk_decode_name (decoder, start, end + 1 - start));
    }
  if (element != LK_VALUE_NONE)
    at++;
  *type = at;
  return start[0] == '['
	 ? reference (lk_decode_name (decoder, start, at - start))
	 : (lk_value) element;
}

uint32_t
lk_decode_element (struct lk_decoder *decoder, uint32_t number)
{
  const char *name = decoder->names[number];
  if (name == NULL || name[0] != '[')
    return LK_NAME_UNKNOWN;
  size_t length = strlen (name);
  if (name[1] == 'L')
    return lk_decode_name (decoder, name + 2, length - 3);
  if (name[1] == '[')
    return lk_decode_name (decoder, name + 1, length - 1);
  return LK_NAME_UNKNOWN;
}

/* Return the array type of COUNT dimensions whose elements are of class NAME, or if that is
   NULL of the primitive TYPE.  */
static lk_value
array_of (struct lk_decoder *decoder, const char *name, char type)
{
  char small[64];
  size_t length = name ? strlen (name) : 1;
  char *text = length + 3 < sizeof small
	       ? small : lk_arena_alloc (decoder->arena, length + 4);
  if (name == NULL)
    snprintf (text, sizeof small, "[%c", type);
  else if (name[0] == '[')
    snprintf (text, length + 4, "[%s", name);
  else
    snprintf (text, length + 4, "[L%s;", name);
  return reference (lk_decode_name (decoder, text, strlen (text)));
}

/* ---- Constants.  ---- */

static _Noreturn void
bad_constant (struct lk_decoder *decoder, const struct lk_raw *raw,
	      unsigned index, const char *wanted)
{
  lk_decode_fail (decoder, raw->insn.pc, "%s: constant %u is no %s",
		  lk_opcodes[raw->insn.opcode].name, index, wanted);
}

/* For ldc (WORDS is 1) and ldc2_w.  */
static void
read_loaded_constant (struct lk_decoder *decoder, struct lk_raw *raw,
		      unsigned index, unsigned words)
{
  const struct lk_class *class_ = decoder->class_;
  const struct lk_constant *constant = lk_class_constant (class_, index);
  struct lk_insn *insn = &raw->insn;
  const char *class_name = NULL;
  const char *wanted = words == 1 ? "constant of one word that can be loaded"
				  : "constant of two words";

  insn->op = LK_OP_CONST;
  switch (constant ? constant->tag : LK_CONSTANT_NONE)
    {
    case LK_CONSTANT_INTEGER:
      insn->kind = LK_VALUE_INT;
      insn->u.i = constant->u.integer;
      break;
    case LK_CONSTANT_FLOAT:
      insn->kind = LK_VALUE_FLOAT;
      insn->u.f = constant->u.single;
      break;
    case LK_CONSTANT_LONG:
      insn->kind = LK_VALUE_LONG;
      insn->u.l = constant->u.wide;
      break;
    case LK_CONSTANT_DOUBLE:
      insn->kind = LK_VALUE_DOUBLE;
      insn->u.d = constant->u.real;
      break;
    case LK_CONSTANT_STRING:
      class_name = "java/lang/String";
      break;
    case LK_CONSTANT_CLASS:
      class_name = "java/lang/Class";
      break;
    case LK_CONSTANT_METHOD_HANDLE:
      class_name = "java/lang/invoke/MethodHandle";
      break;
    case LK_CONSTANT_METHOD_TYPE:
      class_name = "java/lang/invoke/MethodType";
      break;
    case LK_CONSTANT_DYNAMIC:
      {
	struct lk_dynamic dynamic;
	if (!lk_class_dynamic_at (class_, index, &dynamic))
	  bad_constant (decoder, raw, index, wanted);
	insn->op = LK_OP_LDC;
	insn->may_throw = true;
	raw->value = lk_decode_type (decoder, &dynamic.descriptor);
	insn->kind = (uint8_t) lk_value_kind (raw->value);
	break;
      }
    default:
      bad_constant (decoder, raw, index, wanted);
    }
  if (class_name)
    {
      insn->op = LK_OP_LDC;
      insn->kind = LK_VALUE_REF;
      insn->may_throw = constant->tag != LK_CONSTANT_STRING;
      raw->value = reference (lk_decode_name (decoder, class_name,
					      strlen (class_name)));
    }
  if (lk_kind_words (insn->kind) != words)
    bad_constant (decoder, raw, index, wanted);
  if (insn->op == LK_OP_LDC)
    insn->u.ref.index = (uint16_t) index;
}

/* The result of the operation of number KEY on constant INDEX.  */
struct known
{
  struct lk_raw raw;
  unsigned key, index;
};

static bool
recall (struct lk_decoder *decoder, struct lk_raw *raw, unsigned key,
	unsigned index)
{
  uint32_t hash = lk_mix (index, key), at = hash;
  for (struct known *known;
       (known = lk_map_next (&decoder->constant_map, hash, &at)); )
    if (known->key == key && known->index == index)
      {
	uint16_t pc = raw->insn.pc;
	uint8_t opcode = raw->insn.opcode;
	*raw = known->raw;
	raw->insn.pc = pc;
	raw->insn.opcode = opcode;
	return true;
      }
  return false;
}

static void
remember (struct lk_decoder *decoder, const struct lk_raw *raw, unsigned key,
	  unsigned index)
{
  struct known *known = lk_arena_alloc (decoder->arena, sizeof *known);
  known->raw = *raw;
  known->key = key;
  known->index = index;
  lk_map_add (decoder->arena, &decoder->constant_map, lk_mix (index, key),
	      known);
}

/* The type that a field has or a call gives.  */
static void
read_result (struct lk_decoder *decoder, struct lk_raw *raw,
	     const char *descriptor)
{
  raw->insn.type = descriptor[0];
  raw->value = lk_decode_type (decoder, &descriptor);
  raw->insn.kind = (uint8_t) lk_value_kind (raw->value);
}

static void
read_call (struct lk_decoder *decoder, struct lk_raw *raw,
	   const char *descriptor)
{
  uint8_t arguments[256];
  unsigned n = 0;
  const char *at = descriptor + 1;
  while (*at != ')')
    {
      struct lk_java_type type;
      if (n == sizeof arguments || !lk_descriptor_next (&at, &type))
	lk_decode_fail (decoder, raw->insn.pc, "a malformed descriptor");
      arguments[n++] = type.dimensions ? LK_VALUE_REF
				       : lk_value_kind_of (type.kind);
    }
  uint8_t *kept = lk_arena_alloc (decoder->arena, n);
  memcpy (kept, arguments, n);
  raw->n_arguments = (uint16_t) n;
  raw->arguments = kept;
  read_result (decoder, raw, at + 1);
}

static void
read_field_operand (struct lk_decoder *decoder, struct lk_raw *raw, unsigned index)
{
  struct lk_insn *insn = &raw->insn;
  enum lk_opcode_format format = lk_opcodes[insn->opcode].format;
  struct lk_member_ref member;
  const char *wanted = "method";

  insn->u.ref.index = (uint16_t) index;
  insn->may_throw = true;
  if (format == LK_FORMAT_DYNAMIC)
    {
      struct lk_dynamic dynamic;
      const struct lk_constant *constant
	= lk_class_constant (decoder->class_, index);
      if (constant == NULL || constant->tag != LK_CONSTANT_INVOKE_DYNAMIC
	  || !lk_class_dynamic_at (decoder->class_, index, &dynamic))
	bad_constant (decoder, raw, index, "InvokeDynamic");
      read_call (decoder, raw, dynamic.descriptor);
      return;
    }

  bool found = lk_class_member_at (decoder->class_, index, &member);
  if (found)
    switch (insn->op)
      {
      case LK_OP_CALL_VIRTUAL:
	found = !member.is_field && !member.in_interface;
	break;
      case LK_OP_CALL_INTERFACE:
	found = !member.is_field && member.in_interface;
	wanted = "method of an interface";
	break;
      case LK_OP_CALL_SPECIAL:
      case LK_OP_CALL_STATIC:
	found = !member.is_field;
	break;
      default:
	found = member.is_field;
	wanted = "field";
      }
  if (!found)
    bad_constant (decoder, raw, index, wanted);
  if (member.is_field)
    {
      read_result (decoder, raw, member.descriptor);
      return;
    }
  if (member.name[0] == '<'
      && (insn->op != LK_OP_CALL_SPECIAL || strcmp (member.name, "<init>") != 0))
    lk_decode_fail (decoder, insn->pc, "%s cannot call %s",
		    lk_opcodes[insn->opcode].name, member.name);
  read_call (decoder, raw, member.descriptor);
}

static void
read_class_operand (struct lk_decoder *decoder, struct lk_raw *raw, unsigned index)
{
  struct lk_insn *insn = &raw->insn;
  const struct lk_constant *constant
    = lk_class_constant (decoder->class_, index);
  const char *name = NULL;
  if (constant && constant->tag == LK_CONSTANT_CLASS)
    name = lk_class_name_at (decoder->class_, index);
  if (name == NULL)
    bad_constant (decoder, raw, index, "class");
  insn->u.ref.index = (uint16_t) index;
  insn->may_throw = true;
  switch (insn->op)
    {
    case LK_OP_NEW:
      if (name[0] == '[')
	bad_constant (decoder, raw, index, "class that is no array");
      raw->value = reference (lk_decode_name (decoder, name, strlen (name)));
      break;
    case LK_OP_NEW_ARRAY:
      if (strspn (name, "[") >= 255)
	lk_decode_fail (decoder, insn->pc, "an array of 256 dimensions");
      raw->value = array_of (decoder, name, 0);
      break;
    case LK_OP_NEW_ARRAYS:
      if (insn->u.ref.dimensions == 0
	  || strspn (name, "[") < insn->u.ref.dimensions)
	lk_decode_fail (decoder, insn->pc, "%u dimensions of an array of %u",
			insn->u.ref.dimensions,
			(unsigned) strspn (name, "["));
      /* Fall through.  */
    default:
      raw->value = insn->op == LK_OP_INSTANCE_OF
		   ? (lk_value) LK_VALUE_INT
		   : reference (lk_decode_name (decoder, name, strlen (name)));
    }
}

/* Read an operand that refers to constant INDEX.  */
static void
read_reference (struct lk_decoder *decoder, struct lk_raw *raw, unsigned index)
{
  enum lk_opcode_format format = lk_opcodes[raw->insn.opcode].format;
  unsigned key = raw->insn.op;
  if (format == LK_FORMAT_LDC2_W)
    key = LK_N_OPS;
  else if (format == LK_FORMAT_ARRAYS)
    key = LK_N_OPS + 1 + raw->insn.u.ref.dimensions;
  if (recall (decoder, raw, key, index))
    return;

  switch (format)
    {
    case LK_FORMAT_LDC:
    case LK_FORMAT_LDC_W:
      read_loaded_constant (decoder, raw, index, 1);
      break;
    case LK_FORMAT_LDC2_W:
      read_loaded_constant (decoder, raw, index, 2);
      break;
    case LK_FORMAT_CLASS:
    case LK_FORMAT_ARRAYS:
      read_class_operand (decoder, raw, index);
      break;
    default:
      read_field_operand (decoder, raw, index);
    }
  remember (decoder, raw, key, index);
}

/* ---- Instructions.  ---- */

/* The bytes of the instruction that is being read.  */
struct cursor
{
  struct lk_decoder *decoder;
  uint32_t pc;			/* Of the instruction.  */
  uint32_t at;
};

static uint32_t
take_number (struct cursor *cursor, unsigned size)
{
  const struct lk_code *code = cursor->decoder->code;
  if (code->length - cursor->at < size)
    lk_decode_fail (cursor->decoder, cursor->pc,
		    "the instruction does not end before the code does");
  uint32_t value = 0;
  for (unsigned i = 0; i < size; i++)
    value = value << 8 | code->bytes[cursor->at++];
  return value;
}

/* A pc, given relative to the instruction.  It is made an instruction when all
   are read.  */
static uint32_t
take_target (struct cursor *cursor, unsigned size)
{
  int64_t offset = size == 2 ? (int16_t) take_number (cursor, 2)
			     : (int32_t) take_number (cursor, 4);
  int64_t target = (int64_t) cursor->pc + offset;
  if (target < 0 || target >= (int64_t) cursor->decoder->code->length)
    lk_decode_fail (cursor->decoder, cursor->pc,
		    "it leads to pc %lld, which is outside the code",
		    (long long) target);
  return (uint32_t) target;
}

static void
take_switch (struct cursor *cursor, struct lk_insn *insn, bool is_table)
{
  struct lk_decoder *decoder = cursor->decoder;
  struct lk_switch_table *table
    = lk_arena_alloc (decoder->arena, sizeof *table);
  struct lk_switch_case *cases;
  int64_t low = 0, count;

  /* The padding should be zeros, but the JVM does not care either.  */
  take_number (cursor, (4 - cursor->at % 4) % 4);
  table->otherwise = take_target (cursor, 4);
  if (is_table)
    {
      low = (int32_t) take_number (cursor, 4);
      count = (int64_t) (int32_t) take_number (cursor, 4) - low + 1;
    }
  else
    count = (int32_t) take_number (cursor, 4);
  uint32_t left = decoder->code->length - cursor->at;
  if (count < 0 || (is_table && count == 0))
    lk_decode_fail (decoder, cursor->pc, "a switch with %lld cases",
		    (long long) count);
  if (count > left / (is_table ? 4 : 8))
    lk_decode_fail (decoder, cursor->pc,
		    "the instruction does not end before the code does");
  cases = lk_arena_alloc_array (decoder->arena, (size_t) count, sizeof *cases);
  for (int64_t i = 0; i < count; i++)
    {
      cases[i].key = is_table ? (int32_t) (low + i)
			      : (int32_t) take_number (cursor, 4);
      if (i > 0 && cases[i].key <= cases[i - 1].key)
	lk_decode_fail (decoder, cursor->pc,
			"the keys of a switch do not ascend");
      cases[i].target = take_target (cursor, 4);
    }
  table->n_cases = (uint32_t) count;
  table->cases = cases;
  insn->u.table = table;
}

static void
check_slot (struct lk_decoder *decoder, const struct lk_insn *insn,
	    unsigned slot)
{
  unsigned words = lk_kind_words (insn->kind);
  if (slot + words > decoder->code->max_locals)
    lk_decode_fail (decoder, insn->pc, "local %u, but max_locals is %u",
		    slot, decoder->code->max_locals);
}

static void
set_number (struct lk_insn *insn, int32_t number)
{
  switch (insn->kind)
    {
    case LK_VALUE_LONG: insn->u.l = number; break;
    case LK_VALUE_FLOAT: insn->u.f = (float) number; break;
    case LK_VALUE_DOUBLE: insn->u.d = number; break;
    default: insn->u.i = number;
    }
}

/* Set what the operands alone do not show.  */
static void
set_may_throw (struct lk_insn *insn)
{
  switch (insn->op)
    {
    case LK_OP_DIV: case LK_OP_REM:
      insn->may_throw = insn->kind == LK_VALUE_INT
			|| insn->kind == LK_VALUE_LONG;
      break;
    case LK_OP_ARRAY_LOAD: case LK_OP_ARRAY_STORE: case LK_OP_ARRAY_LENGTH:
    case LK_OP_THROW: case LK_OP_MONITOR_ENTER: case LK_OP_MONITOR_EXIT:
    case LK_OP_NEW_PRIMITIVES:
      insn->may_throw = true;
      break;
    default:
      break;
    }
}

/* Read the operands of the instruction in RAW, an OPCODE whose numbers of variables have
   SLOT_SIZE bytes.  */
static void
read_operands (struct cursor *cursor, struct lk_raw *raw, const struct lk_opcode *opcode,
	       unsigned slot_size)
{
  struct lk_decoder *decoder = cursor->decoder;
  struct lk_insn *insn = &raw->insn;
  switch ((enum lk_opcode_format) opcode->format)
    {
    case LK_FORMAT_INVALID:
    case LK_FORMAT_WIDE:
      lk_decode_fail (decoder, cursor->pc, "opcode %u, which is not defined",
		      insn->opcode);
    case LK_FORMAT_NONE:
      if (insn->op == LK_OP_COMPARE)
	insn->u.i = opcode->operand;
      break;
    case LK_FORMAT_DUP:
      insn->u.dup.count = opcode->operand & 15;
      insn->u.dup.under = opcode->operand >> 4;
      break;
    case LK_FORMAT_NUMBER:
      set_number (insn, opcode->operand);
      break;
    case LK_FORMAT_BYTE:
      set_number (insn, (int8_t) take_number (cursor, 1));
      break;
    case LK_FORMAT_SHORT:
      set_number (insn, (int16_t) take_number (cursor, 2));
      break;
    case LK_FORMAT_LDC:
    case LK_FORMAT_LDC_W:
    case LK_FORMAT_LDC2_W:
      read_reference (decoder, raw,
		      take_number (cursor, opcode->format == LK_FORMAT_LDC ? 1 : 2));
      break;
    case LK_FORMAT_LOCAL:
    case LK_FORMAT_RET:
      insn->u.local.slot = (uint16_t) take_number (cursor, slot_size);
      check_slot (decoder, insn, insn->u.local.slot);
      break;
    case LK_FORMAT_SLOT:
      insn->u.local.slot = (uint16_t) opcode->operand;
      check_slot (decoder, insn, insn->u.local.slot);
      break;
    case LK_FORMAT_INC:
      insn->u.local.slot = (uint16_t) take_number (cursor, slot_size);
      check_slot (decoder, insn, insn->u.local.slot);
      insn->u.local.increment = slot_size == 1 ? (int8_t) take_number (cursor, 1)
					       : (int16_t) take_number (cursor, 2);
      break;
    case LK_FORMAT_BRANCH:
    case LK_FORMAT_BRANCH_W:
      insn->u.branch.cond = (enum lk_jump_cond) opcode->operand;
      insn->u.branch.target
	= take_target (cursor, opcode->format == LK_FORMAT_BRANCH ? 2 : 4);
      decoder->has_jsr |= insn->op == LK_OP_JSR;
      break;
    case LK_FORMAT_TABLE:
    case LK_FORMAT_LOOKUP:
      take_switch (cursor, insn, opcode->format == LK_FORMAT_TABLE);
      break;
    case LK_FORMAT_FIELD:
    case LK_FORMAT_METHOD:
    case LK_FORMAT_CLASS:
      read_reference (decoder, raw, take_number (cursor, 2));
      break;
    case LK_FORMAT_INTERFACE:
    case LK_FORMAT_DYNAMIC:
      read_reference (decoder, raw, take_number (cursor, 2));
      /* The number of words, or zeros: of no use since Java 1.0.  */
      take_number (cursor, 2);
      break;
    case LK_FORMAT_ARRAYS:
      {
	unsigned index = take_number (cursor, 2);
	insn->u.ref.dimensions = (uint8_t) take_number (cursor, 1);
	read_reference (decoder, raw, index);
	break;
      }
    case LK_FORMAT_PRIMITIVES:
      {
	unsigned code = take_number (cursor, 1);
	if (code < 4 || code > 11)
	  lk_decode_fail (decoder, cursor->pc,
			  "newarray with %u, which is no type", code);
	insn->type = "ZCFDBSIJ"[code - 4];
	raw->value = array_of (decoder, NULL, insn->type);
	break;
      }
    }
}

static void
read_insn (struct cursor *cursor, struct lk_raw *raw)
{
  struct lk_decoder *decoder = cursor->decoder;
  struct lk_insn *insn = &raw->insn;
  unsigned slot_size = 1;

  cursor->pc = cursor->at;
  insn->pc = (uint16_t) cursor->pc;
  unsigned number = take_number (cursor, 1);
  const struct lk_opcode *opcode = &lk_opcodes[number];
  if (opcode->format == LK_FORMAT_WIDE)
    {
      slot_size = 2;
      number = take_number (cursor, 1);
      opcode = &lk_opcodes[number];
      if (opcode->format != LK_FORMAT_LOCAL && opcode->format != LK_FORMAT_INC
	  && opcode->format != LK_FORMAT_RET)
	lk_decode_fail (decoder, cursor->pc, "wide before opcode %u", number);
    }
  insn->opcode = (uint8_t) number;
  insn->op = opcode->op;
  insn->kind = opcode->kind;
  insn->type = opcode->type;

  read_operands (cursor, raw, opcode, slot_size);
  set_may_throw (insn);
}

/* The raw instruction at pc *TARGET, which the instruction at FROM leads to. */
static void
resolve (struct lk_decoder *decoder, uint32_t from, uint32_t *target)
{
  uint32_t index = decoder->raw_at[*target];
  if (index == LK_NO_INDEX)
    lk_decode_fail (decoder, from,
		    "it leads to pc %u, which is inside an instruction",
		    (unsigned) *target);
  *target = index;
}

void
lk_decode_read (struct lk_decoder *decoder)
{
  const struct lk_code *code = decoder->code;
  uint32_t room = code->length / 2 + 1;
  struct cursor cursor = { decoder, 0, 0 };
  unsigned line = 0;

  decoder->raw_at = lk_arena_alloc_array (decoder->arena, code->length,
					  sizeof *decoder->raw_at);
  memset (decoder->raw_at, 255, code->length * sizeof *decoder->raw_at);
  decoder->raws = lk_arena_alloc_array (decoder->arena, room,
					sizeof *decoder->raws);
  while (cursor.at < code->length)
    {
      decoder->raws = lk_decode_grow (decoder, decoder->raws, decoder->n_raws,
				      &room, sizeof *decoder->raws);
      struct lk_raw *raw = &decoder->raws[decoder->n_raws];
      decoder->raw_at[cursor.at] = decoder->n_raws++;
      read_insn (&cursor, raw);
      /* Lines come with rising pc; of equal ones the last counts.  */
      while (line < code->n_lines && code->lines[line].pc <= cursor.pc)
	line++;
      raw->insn.line = line ? code->lines[line - 1].line : 0;
    }

  for (uint32_t i = 0; i < decoder->n_raws; i++)
    {
      struct lk_insn *insn = &decoder->raws[i].insn;
      switch (lk_opcodes[insn->opcode].format)
	{
	case LK_FORMAT_BRANCH:
	case LK_FORMAT_BRANCH_W:
	  resolve (decoder, insn->pc, &insn->u.branch.target);
	  break;
	case LK_FORMAT_TABLE:
	case LK_FORMAT_LOOKUP:
	  {
	    /* Made by take_switch for this instruction alone.  */
	    struct lk_switch_table *table
	      = (struct lk_switch_table *) insn->u.table;
	    struct lk_switch_case *cases
	      = (struct lk_switch_case *) table->cases;
	    resolve (decoder, insn->pc, &table->otherwise);
	    for (uint32_t k = 0; k < table->n_cases; k++)
	      resolve (decoder, insn->pc, &cases[k].target);
	    break;
	  }
	}
    }
}
