/* A small assembler for Java bytecode, so that a test can be any code, good or
   bad.  It knows what opcodes are called and how long they are, and no rules.

     ; comment
     method NAME DESCRIPTOR [instance] [stack N] [locals N]
     LABEL:
       OPCODE OPERAND...	a number, a label, a constant:
				getfield CLASS.NAME DESCRIPTOR
				invokestatic CLASS.NAME DESCRIPTOR
				invokedynamic NAME DESCRIPTOR
				new CLASS
				ldc int N | long N | float N | double N
				  | string TEXT | class NAME | type DESCRIPTOR
				  | handle | dynamic NAME DESCRIPTOR
				(#N: constant N, whatever it is)
       wide OPCODE OPERAND...
       tableswitch LOW LABEL... else LABEL
       lookupswitch KEY LABEL KEY LABEL... else LABEL
       byte N...		any bytes
       repeat N OPCODE...	N times the same
       catch CLASS|any FROM TO HANDLER	labels, or numbers
       line N			from here on
       local NAME DESCRIPTOR SLOT FROM TO
       expect [not] TEXT	a line of the dump contains TEXT
       reject TEXT		it is refused, and the message contains TEXT

   The class is A, a subclass of java.lang.Object of version 49, which the JVM
   verifies without StackMapTable.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "../../java/code-internal.h"
#include "code-test.h"

#define MOST_WORDS 40000
#define MOST_LABELS 40000
#define MOST_ROWS 65535

struct buffer
{
  unsigned char *bytes;
  size_t length, room;
};

struct label
{
  char name[16];
  unsigned pc;
};

/* A place where a label's pc goes, relative to BASE (absolute if negative).  */
struct fixup
{
  char name[16];
  size_t at;
  long base;
  unsigned size;
};

struct row
{
  char *words[6];
};

struct assembler
{
  const char *file;
  unsigned line;
  struct assembled *result;
  struct buffer pool, code, lines;
  unsigned n_constants, n_lines;
  char method_name[64], descriptor[256];
  unsigned access, max_stack, max_locals;
  struct label *labels;
  unsigned n_labels;
  struct fixup *fixups;
  unsigned n_fixups;
  struct row *catches, *locals;
  unsigned n_catches, n_locals;
  unsigned bootstrap;		/* Method handle; 0: none.  */
  char **words;			/* Of the line.  */
  unsigned n_words, next;
};

static _Noreturn void
wrong (const struct assembler *as, const char *what)
{
  fprintf (stderr, "%s:%u: %s\n", as->file, as->line, what);
  exit (2);
}

static void
put (struct buffer *buffer, unsigned size, uint64_t value)
{
  if (buffer->room - buffer->length < 8)
    {
      buffer->room = buffer->room ? buffer->room * 2 : 256;
      buffer->bytes = lk_xrealloc (buffer->bytes, buffer->room);
    }
  while (size-- > 0)
    buffer->bytes[buffer->length++] = (unsigned char) (value >> (8 * size));
}

static void
put_bytes (struct buffer *buffer, const void *bytes, size_t length)
{
  const unsigned char *from = bytes;
  for (size_t i = 0; i < length; i++)
    put (buffer, 1, from[i]);
}

/* ---- Constants.  ---- */

static unsigned
add_utf8 (struct assembler *as, const char *text)
{
  put (&as->pool, 1, LK_CONSTANT_UTF8);
  put (&as->pool, 2, strlen (text));
  put_bytes (&as->pool, text, strlen (text));
  return as->n_constants++;
}

/* One that refers to others, by as many indices as are not 0.  */
static unsigned
add_constant (struct assembler *as, unsigned tag, unsigned first,
	      unsigned second)
{
  put (&as->pool, 1, tag);
  put (&as->pool, 2, first);
  if (second)
    put (&as->pool, 2, second);
  return as->n_constants++;
}

static unsigned
add_class (struct assembler *as, const char *name)
{
  return add_constant (as, LK_CONSTANT_CLASS, add_utf8 (as, name), 0);
}

static unsigned
add_name_and_type (struct assembler *as, const char *name, const char *type)
{
  unsigned name_index = add_utf8 (as, name);
  return add_constant (as, LK_CONSTANT_NAME_AND_TYPE, name_index,
		       add_utf8 (as, type));
}

/* MEMBER is CLASS.NAME.  */
static unsigned
add_member (struct assembler *as, unsigned tag, const char *member,
	    const char *type)
{
  char class_name[256];
  const char *dot = strrchr (member, '.');
  if (dot == NULL || dot - member > 255)
    wrong (as, "CLASS.NAME is missing");
  snprintf (class_name, sizeof class_name, "%.*s", (int) (dot - member),
	    member);
  unsigned class_index = add_class (as, class_name);
  return add_constant (as, tag, class_index,
		       add_name_and_type (as, dot + 1, type));
}

static unsigned
add_handle (struct assembler *as)
{
  unsigned method
    = add_member (as, LK_CONSTANT_METHOD_REF, "A.bootstrap",
		  "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
		  "Ljava/lang/Object;)Ljava/lang/Object;");
  put (&as->pool, 1, LK_CONSTANT_METHOD_HANDLE);
  put (&as->pool, 1, LK_HANDLE_INVOKE_STATIC);
  put (&as->pool, 2, method);
  return as->n_constants++;
}

static unsigned
add_dynamic (struct assembler *as, unsigned tag, const char *name,
	     const char *type)
{
  if (as->bootstrap == 0)
    as->bootstrap = add_handle (as);
  unsigned name_and_type = add_name_and_type (as, name, type);
  put (&as->pool, 1, tag);
  put (&as->pool, 2, 0);
  put (&as->pool, 2, name_and_type);
  return as->n_constants++;
}

static unsigned
add_number (struct assembler *as, unsigned tag, unsigned size, uint64_t bits)
{
  put (&as->pool, 1, tag);
  put (&as->pool, size, bits);
  as->n_constants += size / 4;
  return as->n_constants - size / 4;
}

/* ---- Words of a line.  ---- */

static const char *
word (struct assembler *as)
{
  if (as->next == as->n_words)
    wrong (as, "something is missing");
  return as->words[as->next++];
}

static bool
at_word (struct assembler *as, const char *text)
{
  bool is_at = as->next < as->n_words
	       && strcmp (as->words[as->next], text) == 0;
  as->next += is_at;
  return is_at;
}

static long
number (struct assembler *as)
{
  char *end;
  const char *text = word (as);
  long value = strtol (text, &end, 0);
  if (*end)
    wrong (as, "a number is missing");
  return value;
}

/* A label that is known only in the end, or a number as it is.  */
static void
put_target (struct assembler *as, unsigned size, long base, const char *text)
{
  char *end;
  long value = strtol (text, &end, 0);
  if (*end == '\0')
    {
      put (&as->code, size, (uint64_t) value);
      return;
    }
  struct fixup *fixup = &as->fixups[as->n_fixups++];
  if (as->n_fixups == MOST_LABELS)
    wrong (as, "too many labels");
  snprintf (fixup->name, sizeof fixup->name, "%s", text);
  fixup->at = as->code.length;
  fixup->base = base;
  fixup->size = size;
  put (&as->code, size, 0);
}

static unsigned
label_pc (struct assembler *as, const char *name)
{
  char *end;
  long value = strtol (name, &end, 0);
  if (*end == '\0')
    return (unsigned) value;
  for (unsigned i = 0; i < as->n_labels; i++)
    if (strcmp (as->labels[i].name, name) == 0)
      return as->labels[i].pc;
  wrong (as, "there is no such label");
}

/* ---- Instructions.  ---- */

static unsigned
loaded_constant (struct assembler *as)
{
  const char *kind = word (as);
  if (kind[0] == '#')
    return (unsigned) atoi (kind + 1);
  if (strcmp (kind, "handle") == 0)
    return add_handle (as);
  const char *text = word (as);
  if (strcmp (kind, "int") == 0)
    return add_number (as, LK_CONSTANT_INTEGER, 4, (uint32_t) atoi (text));
  if (strcmp (kind, "long") == 0)
    return add_number (as, LK_CONSTANT_LONG, 8, (uint64_t) atoll (text));
  if (strcmp (kind, "float") == 0)
    {
      float value = strtof (text, NULL);
      uint32_t bits;
      memcpy (&bits, &value, 4);
      return add_number (as, LK_CONSTANT_FLOAT, 4, bits);
    }
  if (strcmp (kind, "double") == 0)
    {
      double value = strtod (text, NULL);
      uint64_t bits;
      memcpy (&bits, &value, 8);
      return add_number (as, LK_CONSTANT_DOUBLE, 8, bits);
    }
  if (strcmp (kind, "string") == 0)
    return add_constant (as, LK_CONSTANT_STRING, add_utf8 (as, text), 0);
  if (strcmp (kind, "class") == 0)
    return add_class (as, text);
  if (strcmp (kind, "type") == 0)
    return add_constant (as, LK_CONSTANT_METHOD_TYPE, add_utf8 (as, text), 0);
  if (strcmp (kind, "dynamic") == 0)
    return add_dynamic (as, LK_CONSTANT_DYNAMIC, text, word (as));
  wrong (as, "no such kind of constant");
}

static unsigned
referred (struct assembler *as, enum lk_opcode_format format, unsigned opcode)
{
  const char *text = word (as);
  if (text[0] == '#')
    return (unsigned) atoi (text + 1);
  switch (format)
    {
    case LK_FORMAT_FIELD:
      return add_member (as, LK_CONSTANT_FIELD_REF, text, word (as));
    case LK_FORMAT_METHOD:
      if (opcode != 182 && at_word (as, "interface"))
	return add_member (as, LK_CONSTANT_INTERFACE_METHOD_REF, text,
			   word (as));
      return add_member (as, LK_CONSTANT_METHOD_REF, text, word (as));
    case LK_FORMAT_INTERFACE:
      return add_member (as, LK_CONSTANT_INTERFACE_METHOD_REF, text,
			 word (as));
    case LK_FORMAT_DYNAMIC:
      return add_dynamic (as, LK_CONSTANT_INVOKE_DYNAMIC, text, word (as));
    default:
      return add_class (as, text);
    }
}

static void
put_switch (struct assembler *as, bool is_table, long pc)
{
  const char *targets[MOST_WORDS];
  long keys[MOST_WORDS], n = 0;
  long low = is_table ? number (as) : 0;
  while (!at_word (as, "else"))
    {
      keys[n] = is_table ? low + n : number (as);
      targets[n++] = word (as);
    }
  while (as->code.length % 4)
    put (&as->code, 1, 0);
  put_target (as, 4, pc, word (as));
  if (is_table)
    {
      put (&as->code, 4, (uint64_t) low);
      put (&as->code, 4, (uint64_t) (low + n - 1));
    }
  else
    put (&as->code, 4, (uint64_t) n);
  for (long i = 0; i < n; i++)
    {
      if (!is_table)
	put (&as->code, 4, (uint64_t) keys[i]);
      put_target (as, 4, pc, targets[i]);
    }
}

static void
put_insn (struct assembler *as, const char *name)
{
  long pc = (long) as->code.length;
  unsigned slot_size = 1, opcode = 0;
  if (strcmp (name, "wide") == 0)
    {
      put (&as->code, 1, 196);
      slot_size = 2;
      name = word (as);
    }
  while (opcode < 256 && (lk_opcodes[opcode].name == NULL
			  || strcmp (lk_opcodes[opcode].name, name) != 0))
    opcode++;
  if (opcode == 256)
    wrong (as, "no such opcode");
  put (&as->code, 1, opcode);

  enum lk_opcode_format format = lk_opcodes[opcode].format;
  switch (format)
    {
    case LK_FORMAT_BYTE:
      put (&as->code, 1, (uint64_t) number (as));
      break;
    case LK_FORMAT_SHORT:
      put (&as->code, 2, (uint64_t) number (as));
      break;
    case LK_FORMAT_LDC:
      put (&as->code, 1, loaded_constant (as));
      break;
    case LK_FORMAT_LDC_W:
    case LK_FORMAT_LDC2_W:
      put (&as->code, 2, loaded_constant (as));
      break;
    case LK_FORMAT_LOCAL:
    case LK_FORMAT_RET:
      put (&as->code, slot_size, (uint64_t) number (as));
      break;
    case LK_FORMAT_INC:
      put (&as->code, slot_size, (uint64_t) number (as));
      put (&as->code, slot_size, (uint64_t) number (as));
      break;
    case LK_FORMAT_BRANCH:
      put_target (as, 2, pc, word (as));
      break;
    case LK_FORMAT_BRANCH_W:
      put_target (as, 4, pc, word (as));
      break;
    case LK_FORMAT_TABLE:
    case LK_FORMAT_LOOKUP:
      put_switch (as, format == LK_FORMAT_TABLE, pc);
      break;
    case LK_FORMAT_FIELD:
    case LK_FORMAT_METHOD:
    case LK_FORMAT_CLASS:
      put (&as->code, 2, referred (as, format, opcode));
      break;
    case LK_FORMAT_INTERFACE:
      {
	unsigned index = referred (as, format, opcode);
	put (&as->code, 2, index);
	put (&as->code, 1,
	     1 + (as->next ? lk_descriptor_words (as->words[as->next - 1]) : 0));
	put (&as->code, 1, 0);
	break;
      }
    case LK_FORMAT_DYNAMIC:
      put (&as->code, 2, referred (as, format, opcode));
      put (&as->code, 2, 0);
      break;
    case LK_FORMAT_ARRAYS:
      put (&as->code, 2, referred (as, format, opcode));
      put (&as->code, 1, (uint64_t) number (as));
      break;
    case LK_FORMAT_PRIMITIVES:
      put (&as->code, 1, (uint64_t) number (as));
      break;
    default:
      break;
    }
}

/* ---- Lines.  ---- */

static void
take_row (struct assembler *as, struct row *rows, unsigned *n, unsigned width)
{
  if (*n == MOST_ROWS)
    wrong (as, "too many rows");
  for (unsigned i = 0; i < width; i++)
    rows[*n].words[i] = strdup (word (as));
  ++*n;
}

static char *
rest_of_line (const char *line, const char *behind)
{
  const char *text = strstr (line, behind) + strlen (behind);
  text += strspn (text, " \t");
  return strdup (text);
}

static void
take_method (struct assembler *as)
{
  snprintf (as->method_name, sizeof as->method_name, "%s", word (as));
  snprintf (as->result->name, sizeof as->result->name, "%s", as->method_name);
  snprintf (as->descriptor, sizeof as->descriptor, "%s", word (as));
  as->access = LK_ACC_STATIC;
  as->max_stack = as->max_locals = 10;
  while (as->next < as->n_words)
    if (at_word (as, "instance"))
      as->access = 0;
    else if (at_word (as, "stack"))
      as->max_stack = (unsigned) number (as);
    else if (at_word (as, "locals"))
      as->max_locals = (unsigned) number (as);
    else
      wrong (as, "unknown word");
}

/* LINE, whose words are in AS.  */
static void
take_line (struct assembler *as, const char *line)
{
  struct assembled *result = as->result;
  const char *first = word (as);
  size_t length = strlen (first);
  if (first[length - 1] == ':')
    {
      struct label *label = &as->labels[as->n_labels++];
      if (as->n_labels == MOST_LABELS)
	wrong (as, "too many labels");
      snprintf (label->name, sizeof label->name, "%.*s", (int) length - 1,
		first);
      label->pc = (unsigned) as->code.length;
      if (as->next < as->n_words)
	take_line (as, line);
    }
  else if (strcmp (first, "byte") == 0)
    while (as->next < as->n_words)
      put (&as->code, 1, (uint64_t) number (as));
  else if (strcmp (first, "repeat") == 0)
    {
      long times = number (as);
      unsigned start = as->next;
      for (; times > 0; times--)
	{
	  as->next = start;
	  put_insn (as, word (as));
	}
    }
  else if (strcmp (first, "catch") == 0)
    take_row (as, as->catches, &as->n_catches, 4);
  else if (strcmp (first, "local") == 0)
    take_row (as, as->locals, &as->n_locals, 5);
  else if (strcmp (first, "line") == 0)
    {
      put (&as->lines, 2, as->code.length);
      put (&as->lines, 2, (uint64_t) number (as));
      as->n_lines++;
    }
  else if (strcmp (first, "expect") == 0)
    {
      if (result->n_expected == 64)
	wrong (as, "too many expectations");
      struct expectation *expected = &result->expected[result->n_expected++];
      expected->negated = at_word (as, "not");
      expected->text
	= rest_of_line (line, expected->negated ? "expect not" : "expect");
      as->next = as->n_words;
    }
  else if (strcmp (first, "reject") == 0)
    {
      result->reject = rest_of_line (line, "reject");
      as->next = as->n_words;
    }
  else
    put_insn (as, first);
  if (as->next < as->n_words)
    wrong (as, "there is more than belongs here");
}

static void
split (struct assembler *as, char *line)
{
  char *save;
  as->n_words = as->next = 0;
  for (char *text = strtok_r (line, " \t", &save); text && text[0] != ';';
       text = strtok_r (NULL, " \t", &save))
    {
      if (as->n_words == MOST_WORDS)
	wrong (as, "too many words");
      as->words[as->n_words++] = text;
    }
}

/* ---- The class.  ---- */

static void
put_tables (struct assembler *as, struct buffer *out, unsigned line_attribute,
	    unsigned local_attribute)
{
  unsigned class_index = 0;
  put (out, 2, as->n_catches);
  for (unsigned i = 0; i < as->n_catches; i++)
    {
      char **words = as->catches[i].words;
      for (unsigned k = 1; k < 4; k++)
	put (out, 2, label_pc (as, words[k]));
      if (strcmp (words[0], "any") == 0)
	class_index = 0;
      else if (i == 0 || strcmp (words[0], as->catches[i - 1].words[0]) != 0)
	class_index = add_class (as, words[0]);
      put (out, 2, class_index);
    }
  put (out, 2, 2);
  put (out, 2, line_attribute);
  put (out, 4, 2 + as->lines.length);
  put (out, 2, as->n_lines);
  put_bytes (out, as->lines.bytes, as->lines.length);
  put (out, 2, local_attribute);
  put (out, 4, 2 + 10 * as->n_locals);
  put (out, 2, as->n_locals);
  for (unsigned i = 0; i < as->n_locals; i++)
    {
      char **words = as->locals[i].words;
      unsigned start = label_pc (as, words[3]);
      put (out, 2, start);
      put (out, 2, label_pc (as, words[4]) - start);
      put (out, 2, add_utf8 (as, words[0]));
      put (out, 2, add_utf8 (as, words[1]));
      put (out, 2, (uint64_t) atoi (words[2]));
    }
}

static void
make_class (struct assembler *as)
{
  for (unsigned i = 0; i < as->n_fixups; i++)
    {
      struct fixup *fixup = &as->fixups[i];
      uint64_t value = label_pc (as, fixup->name) - (uint64_t) fixup->base;
      for (unsigned k = fixup->size; k-- > 0; value >>= 8)
	as->code.bytes[fixup->at + k] = (unsigned char) value;
    }
  unsigned this_class = add_class (as, "A");
  unsigned super_class = add_class (as, "java/lang/Object");
  unsigned name = add_utf8 (as, as->method_name);
  unsigned descriptor = add_utf8 (as, as->descriptor);
  unsigned code_attribute = add_utf8 (as, "Code");
  unsigned line_attribute = add_utf8 (as, "LineNumberTable");
  unsigned local_attribute = add_utf8 (as, "LocalVariableTable");
  unsigned bootstraps = as->bootstrap ? add_utf8 (as, "BootstrapMethods") : 0;
  struct buffer tables = { NULL, 0, 0 }, file = { NULL, 0, 0 };
  put_tables (as, &tables, line_attribute, local_attribute);

  put (&file, 4, 0xcafebabe);
  /* Invokedynamic came with 51, dynamic constants with 55.  */
  put (&file, 4, as->bootstrap ? 55 : 49);
  put (&file, 2, as->n_constants);
  put_bytes (&file, as->pool.bytes, as->pool.length);
  put (&file, 2, LK_ACC_PUBLIC | LK_ACC_SUPER);
  put (&file, 2, this_class);
  put (&file, 2, super_class);
  put (&file, 4, 0);		/* Interfaces, fields.  */
  put (&file, 2, 1);
  put (&file, 2, LK_ACC_PUBLIC | as->access);
  put (&file, 2, name);
  put (&file, 2, descriptor);
  put (&file, 2, 1);
  put (&file, 2, code_attribute);
  put (&file, 4, 8 + as->code.length + tables.length);
  put (&file, 2, as->max_stack);
  put (&file, 2, as->max_locals);
  put (&file, 4, as->code.length);
  put_bytes (&file, as->code.bytes, as->code.length);
  put_bytes (&file, tables.bytes, tables.length);
  put (&file, 2, as->bootstrap != 0);
  if (as->bootstrap)
    {
      put (&file, 2, bootstraps);
      put (&file, 4, 6);
      put (&file, 2, 1);
      put (&file, 2, as->bootstrap);
      put (&file, 2, 0);
    }
  free (tables.bytes);
  as->result->bytes = file.bytes;
  as->result->length = file.length;
}

bool
assemble (const char *file, const char **at, struct assembled *result)
{
  static unsigned line_number;
  static const char *last;
  static char *words[MOST_WORDS];
  struct assembler as = { .file = file, .result = result, .words = words };
  bool found = false;

  if (*at != last)
    line_number = 0;
  memset (result, 0, sizeof *result);
  as.n_constants = 1;
  as.labels = lk_xmalloc (MOST_LABELS * sizeof *as.labels);
  as.fixups = lk_xmalloc (MOST_LABELS * sizeof *as.fixups);
  as.catches = lk_xmalloc (MOST_ROWS * sizeof *as.catches);
  as.locals = lk_xmalloc (MOST_ROWS * sizeof *as.locals);
  while (**at)
    {
      size_t length = strcspn (*at, "\n");
      char *line = strndup (*at, length), *copy = strndup (*at, length);
      as.line = ++line_number;
      split (&as, line);
      bool is_method = as.n_words && strcmp (as.words[0], "method") == 0;
      if (is_method && found)
	line_number--;
      else if (is_method)
	{
	  as.next = 1;
	  take_method (&as);
	  found = true;
	}
      else if (as.n_words && !found)
	wrong (&as, "a method is missing");
      else if (as.n_words)
	take_line (&as, copy);
      bool done = is_method && as.next == 0;
      free (line);
      free (copy);
      if (done)
	break;
      *at += length + ((*at)[length] == '\n');
    }
  last = *at;
  if (found)
    make_class (&as);
  for (unsigned i = 0; i < as.n_catches; i++)
    for (unsigned k = 0; k < 4; k++)
      free (as.catches[i].words[k]);
  for (unsigned i = 0; i < as.n_locals; i++)
    for (unsigned k = 0; k < 5; k++)
      free (as.locals[i].words[k]);
  free (as.labels);
  free (as.fixups);
  free (as.catches);
  free (as.locals);
  free (as.pool.bytes);
  free (as.code.bytes);
  free (as.lines.bytes);
  return found;
}

void
free_assembled (struct assembled *result)
{
  free (result->bytes);
  for (unsigned i = 0; i < result->n_expected; i++)
    free ((char *) result->expected[i].text);
  free (result->reject);
}
