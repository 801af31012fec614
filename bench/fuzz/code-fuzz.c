/* Fuzzes the decoder of bytecode, java/code.h.

   usage: bench/fuzz/code-fuzz.sh [SECONDS]

   An input that begins like a class file is read as one, and all its methods
   are decoded.  Any other is the code of one method whose class has a constant
   of every sort, so that most inputs reach the dataflow:

     max_stack, max_locals, number of handlers (modulo 8), then for each handler
     four bytes (start, end, pc, class: 0 is any), then the code

   What comes out must be sound (testsuite/java/code-check.c), and what is
   refused must have a message.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "../../testsuite/java/code-test.h"

/* Its constants are those that inputs refer to, from 1 to about 80.  */
static const char text[] =
  "method fuzzed (IJFDLjava/lang/String;[I[[J)V stack 20 locals 30\n"
  "ldc int 7\n" "ldc float 0.5\n" "ldc string text\n" "ldc class A\n"
  "ldc handle\n" "ldc type ()V\n" "ldc dynamic x Ljava/lang/String;\n"
  "ldc dynamic y I\n" "ldc2_w dynamic z J\n" "ldc2_w long 7\n"
  "ldc2_w double 0.5\n" "getstatic A.i I\n" "getstatic A.j J\n"
  "getstatic A.s Ljava/lang/String;\n" "getstatic A.b [[B\n"
  "invokevirtual A.f ()V\n" "invokevirtual A.g (IJ)Ljava/lang/String;\n"
  "invokespecial A.<init> (I)V\n" "invokestatic A.h ([ID)F\n"
  "invokeinterface I.f (F)J\n" "invokedynamic run (I)Ljava/lang/Runnable;\n"
  "new A\n" "anewarray [I\n" "multianewarray [[[I 2\n" "return\n";

static unsigned char *class_bytes;
static size_t class_length;

static void
require (bool good, const char *what)
{
  if (!good)
    {
      fprintf (stderr, "%s\n", what);
      abort ();
    }
}

static void
decode (struct lk_arena *arena, const struct lk_class *class_,
	const struct lk_method *method)
{
  struct lk_java_error error = { "" };
  const struct lk_body *body = lk_body_decode (arena, class_, method, &error);
  require (body || error.text[0], "refused without a message");
  const char *fault = body ? check_body (body) : NULL;
  require (fault == NULL, fault);
}

static void
decode_code (struct lk_arena *arena, const uint8_t *data, size_t size)
{
  struct lk_java_error error;
  struct lk_class *class_
    = lk_class_read (arena, class_bytes, class_length, "fuzzed", &error);
  require (class_, error.text);
  struct lk_code code = *class_->methods[0].code;
  struct lk_method method = class_->methods[0];
  struct lk_handler handlers[8];
  static const char *const types[]
    = { NULL, "java/lang/Exception", "A", "java/io/IOException" };

  if (size < 4)
    return;
  code.max_stack = data[0];
  code.max_locals = data[1];
  code.n_handlers = data[2] % 8;
  data += 3;
  size -= 3;
  for (unsigned i = 0; i < code.n_handlers && size > 4; i++)
    {
      handlers[i].start = data[0];
      handlers[i].end = data[1];
      handlers[i].pc = data[2];
      handlers[i].type = types[data[3] % 4];
      data += 4;
      size -= 4;
    }
  if (size == 0 || size > 65535)
    return;
  /* The reader has seen to this already.  */
  for (unsigned i = 0; i < code.n_handlers; i++)
    if (handlers[i].start >= handlers[i].end || handlers[i].end > size
	|| handlers[i].pc >= size)
      return;
  code.handlers = handlers;
  code.bytes = data;
  code.length = (uint32_t) size;
  code.n_lines = code.n_locals = 0;
  method.code = &code;
  decode (arena, class_, &method);
}

static void
decode_class (struct lk_arena *arena, const uint8_t *data, size_t size)
{
  struct lk_java_error error = { "" };
  struct lk_class *class_ = lk_class_read (arena, data, size, "fuzzed", &error);
  for (unsigned i = 0; class_ && i < class_->n_methods; i++)
    if (class_->methods[i].code)
      decode (arena, class_, &class_->methods[i]);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct assembled assembled;
  if (class_bytes == NULL)
    {
      const char *at = text;
      assemble ("code-fuzz.c", &at, &assembled);
      class_bytes = assembled.bytes;
      class_length = assembled.length;
    }
  struct lk_arena *arena = lk_arena_new ();
  if (size > 4 && data[0] == 0xca && data[1] == 0xfe)
    decode_class (arena, data, size);
  else
    decode_code (arena, data, size);
  lk_arena_free (arena);
  return 0;
}
