/* Tests of the decoder of bytecode.

   usage: code-test FILE...
	  code-test --classes FILE.class...
	  code-test --corpus FILE...
	  code-test --write FOLDER FILE...
	  code-test --change SEED TIMES OUT FILE...

   A FILE has methods in the language of code-asm.c.  Each is decoded and
   compared with what it expects; again with every allocation failing once; and
   with bytes changed, which must give a sound result or a message.  --classes
   does the same with compiled classes, which must be accepted.  --corpus gives
   files to the fuzz target, which ends the program at a fault.  --write makes
   class files of the methods, for fuzzing and for other readers.  --change
   writes each class TIMES times to OUT, with bytes of its code changed, behind
   its length in four bytes, and prints what it makes of each: "accepted", or the
   message (see bench/fuzz/code-verifier.sh).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "code-test.h"

static unsigned failures;

static void __attribute__ ((format (printf, 2, 3)))
check (bool good, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  failures += !good;
  printf (good ? "PASS: " : "FAIL: ");
  vprintf (format, arguments);
  putchar ('\n');
  va_end (arguments);
}

static char *
read_file (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    {
      perror (path);
      exit (2);
    }
  size_t room = 65536, got;
  char *text = lk_xmalloc (room);
  *length = 0;
  while ((got = fread (text + *length, 1, room - *length - 1, file)) > 0)
    {
      *length += got;
      if (*length == room - 1)
	text = lk_xrealloc (text, room *= 2);
    }
  fclose (file);
  text[*length] = '\0';
  return text;
}

/* ---- One class, as it is.  ---- */

/* Decode all methods.  The first message is left in ERROR.  NULL: sound, else
   what is not.  TEXT, if not NULL, gets the dump, MEMORY the bytes it took.  */
static const char *
decode_all (const unsigned char *bytes, size_t length,
	    struct lk_java_error *error, char **text, size_t *memory)
{
  struct lk_arena *arena = lk_arena_new ();
  const char *fault = NULL;
  size_t size;
  FILE *out = text ? open_memstream (text, &size) : NULL;

  error->text[0] = '\0';
  struct lk_class *class_ = lk_class_read (arena, bytes, length, "test", error);
  for (unsigned i = 0; class_ && i < class_->n_methods && !fault; i++)
    if (class_->methods[i].code)
      {
	struct lk_java_error refused = { "" };
	const struct lk_body *body
	  = lk_body_decode (arena, class_, &class_->methods[i], &refused);
	if (body)
	  fault = check_body (body);
	else if (refused.text[0] == '\0')
	  fault = "refused without a message";
	else if (error->text[0] == '\0')
	  *error = refused;
	if (body && out)
	  print_body (out, body);
      }
  if (out)
    fclose (out);
  if (memory)
    *memory = lk_arena_bytes (arena);
  lk_arena_free (arena);
  return fault;
}

/* ---- Without memory.  ---- */

static jmp_buf out_of_memory;

static void
leave (size_t size)
{
  (void) size;
  longjmp (out_of_memory, 1);
}

/* Decode METHOD with allocation COUNT failing; whether it was reached.  */
static bool
decode_without (const struct lk_class *class_, const struct lk_method *method,
		long count)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error;
  volatile bool met = false;
  lk_set_out_of_memory (leave);
  if (setjmp (out_of_memory) == 0)
    {
      lk_fail_allocation_after (count);
      lk_body_decode (arena, class_, method, &error);
    }
  else
    met = true;
  lk_fail_allocation_after (-1);
  lk_set_out_of_memory (NULL);
  lk_arena_free (arena);
  return met;
}

static long
fail_allocations (const unsigned char *bytes, size_t length)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error;
  struct lk_class *class_ = lk_class_read (arena, bytes, length, "test", &error);
  long sum = 0;
  for (unsigned i = 0; class_ && i < class_->n_methods; i++)
    if (class_->methods[i].code)
      {
	long count = 0;
	while (decode_without (class_, &class_->methods[i], count))
	  count++;
	sum += count;
      }
  lk_arena_free (arena);
  return sum;
}

/* ---- With bytes changed.  ---- */

static uint32_t
random_number (uint32_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Change BYTES a little, TIMES times, and decode.  NULL: always sound.  */
static const char *
mutate (const unsigned char *bytes, size_t length, unsigned times,
	unsigned *accepted)
{
  static const unsigned char favourites[]
    = { 0, 1, 2, 127, 128, 255, 167, 168, 169, 170, 171, 177, 191, 196 };
  unsigned char *copy = lk_xmalloc (length);
  uint32_t state = 2463534242u + (uint32_t) length;
  const char *fault = NULL;

  for (unsigned i = 0; i < times && !fault; i++)
    {
      struct lk_java_error error;
      memcpy (copy, bytes, length);
      for (unsigned n = 1 + random_number (&state) % 3; n > 0; n--)
	{
	  size_t at = random_number (&state) % length;
	  uint32_t how = random_number (&state);
	  copy[at] = how % 2 ? favourites[how / 2 % sizeof favourites]
			     : (unsigned char) (how >> 8);
	}
      fault = decode_all (copy, length, &error, NULL, NULL);
      *accepted += error.text[0] == '\0';
    }
  free (copy);
  return fault;
}

/* ---- Methods in files.  ---- */

static void
test_expectations (const char *name, const struct assembled *method,
		   const char *text)
{
  for (unsigned i = 0; i < method->n_expected; i++)
    {
      const struct expectation *expected = &method->expected[i];
      bool found = strstr (text, expected->text) != NULL;
      if (found == expected->negated)
	{
	  check (false, "%s: %s'%s'", name, expected->negated ? "not " : "",
		 expected->text);
	  fputs (text, stdout);
	  return;
	}
    }
  check (true, "%s", name);
}

static void
test_method (const char *file, const struct assembled *method)
{
  char name[256];
  struct lk_java_error error;
  char *text;
  size_t memory;
  const char *base = strrchr (file, '/') ? strrchr (file, '/') + 1 : file;
  snprintf (name, sizeof name, "%s %s", base, method->name);

  const char *fault
    = decode_all (method->bytes, method->length, &error, &text, &memory);
  if (fault)
    check (false, "%s: %s", name, fault);
  else if (method->reject)
    check (strstr (error.text, method->reject)
	   && strstr (error.text, method->name)
	   && strlen (error.text) + 1 < sizeof error.text,
	   "%s: refused: %s", name, error.text);
  else if (error.text[0])
    check (false, "%s: %s", name, error.text);
  else
    test_expectations (name, method, text);
  free (text);

  /* The large ones are about time.  */
  if (memory > 300000)
    return;
  long count = fail_allocations (method->bytes, method->length);
  check (count > 0, "%s: without memory", name);
  unsigned accepted = 0;
  fault = mutate (method->bytes, method->length, 200, &accepted);
  check (fault == NULL, "%s: changed%s%s", name, fault ? ": " : "",
	 fault ? fault : "");
}

static void
write_class (const char *folder, const struct assembled *method)
{
  char path[512];
  snprintf (path, sizeof path, "%s/%s.class", folder, method->name);
  FILE *out = fopen (path, "wb");
  if (out == NULL
      || fwrite (method->bytes, 1, method->length, out) != method->length
      || fclose (out) != 0)
    {
      perror (path);
      exit (2);
    }
}

/* Change some bytes of the code of METHOD and decode it, TIMES times.  */
static void
change_code (const struct assembled *method, uint32_t *state, unsigned times,
	     FILE *out)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error;
  struct lk_class *class_ = lk_class_read (arena, method->bytes, method->length,
					   "test", &error);
  unsigned char *copy = lk_xmalloc (method->length);
  uint32_t size = class_ ? class_->methods[0].code->length : 0;
  for (unsigned i = 0; size && size < 4000 && i < times; i++)
    {
      memcpy (copy, method->bytes, method->length);
      unsigned char *code = copy + class_->methods[0].code->offset;
      for (unsigned n = 1 + random_number (state) % 3; n > 0; n--)
	{
	  uint32_t at = random_number (state) % size;
	  uint32_t how = random_number (state) % 4;
	  code[at] = how == 0 ? code[random_number (state) % size]
			      : (unsigned char) (random_number (state)
						 % (how == 1 ? 20 : 202));
	}
      for (unsigned shift = 32; shift > 0; shift -= 8)
	fputc ((int) (method->length >> (shift - 8)) & 255, out);
      fwrite (copy, 1, method->length, out);
      const char *fault = decode_all (copy, method->length, &error, NULL, NULL);
      puts (fault ? fault : error.text[0] ? error.text : "accepted");
    }
  free (copy);
  lk_arena_free (arena);
}

static void
change_file (const char *path, uint32_t *state, unsigned times, FILE *out)
{
  size_t length;
  char *text = read_file (path, &length);
  const char *at = text;
  struct assembled method;
  while (assemble (path, &at, &method))
    {
      change_code (&method, state, times, out);
      free_assembled (&method);
    }
  free (text);
}

static void
test_file (const char *path, const char *write_to)
{
  size_t length;
  char *text = read_file (path, &length);
  const char *at = text;
  struct assembled method;
  while (assemble (path, &at, &method))
    {
      if (write_to)
	write_class (write_to, &method);
      else
	test_method (path, &method);
      free_assembled (&method);
    }
  free (text);
}

/* ---- Limits, and what must not take long.  ---- */

static void
test_text (const char *text)
{
  const char *at = text;
  struct assembled method;
  clock_t start = clock ();
  while (assemble ("limits", &at, &method))
    {
      test_method ("limits", &method);
      free_assembled (&method);
    }
  /* It takes 0.1 s.  */
  check (clock () - start < 10 * (clock_t) CLOCKS_PER_SEC, "limits: in time");
}

/* N rows that each begin and end elsewhere: their lists have N * N members.  */
static void
test_staircase (unsigned n, const char *expected)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fprintf (out, "method staircase-%u ()V\n", n);
  for (unsigned i = 0; i < n; i++)
    fprintf (out, "a%u: invokestatic #6\ncatch C%u a%u b%u handler\n", i, i, i,
	     i);
  for (unsigned i = 0; i < n; i++)
    fprintf (out, "b%u: invokestatic #6\n", i);
  fprintf (out, "return\nhandler: pop\nreturn\ninvokestatic A.f ()V\n%s\n",
	   expected);
  fclose (out);
  test_text (text);
  free (text);
}

/* N subroutines, of which each calls the next.  */
static void
test_subroutines (unsigned n, const char *expected)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fprintf (out, "method subroutines-%u ()V locals %u\njsr s0\nreturn\n", n, n);
  for (unsigned i = 0; i < n; i++)
    {
      fprintf (out, "s%u: wide astore %u\n", i, i);
      if (i + 1 < n)
	fprintf (out, "jsr s%u\n", i + 1);
      fprintf (out, "wide ret %u\n", i);
    }
  fprintf (out, "%s\n", expected);
  fclose (out);
  test_text (text);
  free (text);
}

/* A loop in which each of N locals gets what the next one had, so that what is
   in the last one comes to the first after N times.  */
static void
test_rotation (unsigned n)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fprintf (out, "method rotation (I)V locals %u\nnew B\nastore_1\n", n + 2);
  for (unsigned i = 2; i < n; i++)
    fprintf (out, "aload_1\nwide astore %u\n", i);
  fprintf (out, "new C\nwide astore %u\nloop:\n", n);
  for (unsigned i = 1; i < n; i++)
    fprintf (out, "wide aload %u\nwide astore %u\n", i + 1, i);
  fprintf (out, "iload_0\nifne end\ngoto_w loop\nend: aload_1\nareturn\n"
	   "reject areturn, but the result of the method is nothing\n");
  fclose (out);
  test_text (text);
  free (text);
}

/* Two stacks of N entries that meet in N places.  */
static void
test_lineages (unsigned n)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fprintf (out, "method lineages (I)V stack %u\niload_0\nifeq b\n", 5 * n + 9);
  for (unsigned i = 0; i < 2; i++)
    {
      fprintf (out, "%c: new %c\nrepeat %u dup\niload_0\ntableswitch 0", 'a' + i,
	       'A' + i, 5 * n);
      for (unsigned k = 0; k < n; k++)
	fprintf (out, " t%u", k);
      fprintf (out, " else t0\n");
    }
  for (unsigned i = 0; i < n; i++)
    fprintf (out, "t%u: new C\nswap\npop\n", i);
  fprintf (out, "return\nexpect return\n");
  fclose (out);
  test_text (text);
  free (text);
}

/* N rows for the same code, all alike.  */
static void
test_rows (unsigned n)
{
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fprintf (out, "method rows ()V\na: repeat 10000 invokestatic #6\n"
	   "b: return\nhandler: pop\nreturn\ninvokestatic A.f ()V\n");
  for (unsigned i = 0; i < n; i++)
    fprintf (out, "catch D a b handler\n");
  fprintf (out, "expect list 1: D:B2\nexpect not list 2\n");
  fclose (out);
  test_text (text);
  free (text);
}

static void
test_limits (void)
{
  test_staircase (900, "expect list 1: C0:B");
  test_staircase (1100, "reject the lists of its exception handlers are longer"
		  " than 1048576 in all, the limit");
  test_subroutines (LK_BODY_SUBROUTINE_LIMIT, "expect return");
  test_subroutines (LK_BODY_SUBROUTINE_LIMIT + 1,
		    "reject it has more than 1024 subroutines, the limit");
  test_rotation (4000);
  test_lineages (2500);
  test_rows (60000);
}

/* ---- Compiled classes.  ---- */

static void
test_classes (int n, char **paths)
{
  unsigned classes = 0, accepted = 0, bad = 0;
  long allocations = 0;
  for (int i = 0; i < n; i++)
    {
      size_t length;
      struct lk_java_error error;
      char *bytes = read_file (paths[i], &length);
      const unsigned char *data = (const unsigned char *) bytes;
      const char *fault = decode_all (data, length, &error, NULL, NULL);
      if (fault || error.text[0])
	{
	  check (false, "%s: %s", paths[i], fault ? fault : error.text);
	  bad++;
	}
      fault = mutate (data, length, 50, &accepted);
      if (fault)
	{
	  check (false, "%s, changed: %s", paths[i], fault);
	  bad++;
	}
      if (length < 2000)
	allocations += fail_allocations (data, length);
      classes++;
      free (bytes);
    }
  check (bad == 0 && classes > 0,
	 "%u classes, %u of %u changed ones accepted, %ld allocations failed",
	 classes, accepted, classes * 50, allocations);
}

/* ---- What fuzzing found.  ---- */

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
test_corpus (int n, char **paths)
{
  for (int i = 0; i < n; i++)
    {
      size_t length;
      char *bytes = read_file (paths[i], &length);
      /* A copy that ends where the file does, for the sanitizers.  */
      uint8_t *data = lk_xmalloc (length);
      memcpy (data, bytes, length);
      LLVMFuzzerTestOneInput (data, length);
      free (data);
      free (bytes);
    }
  check (n > 0, "%d files", n);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--classes") == 0)
    test_classes (argc - 2, argv + 2);
  else if (argc > 1 && strcmp (argv[1], "--corpus") == 0)
    test_corpus (argc - 2, argv + 2);
  else if (argc > 3 && strcmp (argv[1], "--write") == 0)
    for (int i = 3; i < argc; i++)
      test_file (argv[i], argv[2]);
  else if (argc > 5 && strcmp (argv[1], "--change") == 0)
    {
      uint32_t state = 2463534242u + (uint32_t) atoi (argv[2]);
      FILE *out = fopen (argv[4], "wb");
      for (int i = 5; out && i < argc; i++)
	change_file (argv[i], &state, (unsigned) atoi (argv[3]), out);
      if (out == NULL || fclose (out) != 0)
	{
	  perror (argv[4]);
	  return 2;
	}
    }
  else
    {
      for (int i = 1; i < argc; i++)
	test_file (argv[i], NULL);
      test_limits ();
    }
  return failures != 0;
}
