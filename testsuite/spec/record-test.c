/* Tests of the reader of records: headers, several records in a buffer, functions of a payload,
   every cut-off length, every byte changed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include "spec-test.h"
#include "../../spec/record.h"

static const char payload[] =
  "unit lib/path.c\n"
  "kind conn { noun \"connection\"; verb \"closed\"; cwe 772; handle pointer; valid != NULL; }\n"
  "@_ZN4Pool3getEv\tlib/pool.cc:7\tPool::get ()\n"
  "\"_ZN4Pool3getEv\": acquire conn result,\n  borrow arg1;\n"
  "@path_fopen\tC:/lib/path.c:88\tpath_fopen\n"
  "path_fopen: acquire stream result;\n";

/* A buffer of the same size as its content, so that a sanitizer sees reads beyond.  */

static char *
exact (const char *bytes, size_t length)
{
  char *copy = lk_xmalloc (length ? length : 1);
  memcpy (copy, bytes, length);
  return copy;
}

/* The records of BYTES and their functions, as text.  */

static const char *
describe (const char *bytes, size_t length)
{
  static struct buffer out;
  out.length = 0;
  out.text[0] = '\0';
  char *copy = exact (bytes, length);
  struct lk_record_walk walk;
  struct lk_span record;
  lk_record_walk (&walk, copy, length);
  while (lk_record_next (&walk, &record))
    {
      struct lk_record_functions functions;
      struct lk_record_function f;
      if (!lk_record_functions (&functions, record))
	{
	  buffer_add (&out, "bad: %s\n", functions.error);
	  continue;
	}
      buffer_add (&out, "unit %.*s, %zu bytes of kinds\n", (int) functions.unit.length,
		  functions.unit.text, functions.kinds.length);
      while (lk_record_next_function (&functions, &f))
	buffer_add (&out, "%.*s at %.*s:%d is %.*s: {%.*s}\n", (int) f.symbol.length,
		    f.symbol.text, (int) f.file.length, f.file.text, f.line,
		    (int) f.name.length, f.name.text, (int) f.row.length, f.row.text);
      if (functions.errors)
	buffer_add (&out, "%u bad, last: %s\n", functions.errors, functions.error);
    }
  if (walk.errors)
    buffer_add (&out, "%u bad, last: %s\n", walk.errors, walk.error);
  free (copy);
  return out.text;
}

static size_t
make_record (char *at, uint32_t version, const char *text, size_t length)
{
  lk_record_header ((unsigned char *) at, (uint32_t) length);
  lk_put_little32 (at + 8, version);
  memcpy (at + LK_RECORD_HEADER, text, length);
  return LK_RECORD_HEADER + length;
}

#define GOOD \
  "unit lib/path.c, 88 bytes of kinds\n" \
  "_ZN4Pool3getEv at lib/pool.cc:7 is Pool::get (): {\"_ZN4Pool3getEv\": acquire conn result,\n" \
  "  borrow arg1;}\n" \
  "path_fopen at C:/lib/path.c:88 is path_fopen: {path_fopen: acquire stream result;}\n"

static void
test_records (void)
{
  static char bytes[4096];
  size_t length = make_record (bytes, 1, payload, sizeof payload - 1);
  check_text (describe (bytes, length), GOOD, "one record");
  check (lk_record_begins (bytes, length) && !lk_record_begins (bytes, 7)
	 && !lk_record_begins ("leakidx\n", 8), "how a record begins");
  check_text (describe (bytes, 0), "", "nothing");

  size_t one = length;
  memset (bytes + length, 0, 5);
  length += 5;
  length += make_record (bytes + length, 1, "unit b.c\n", 9);
  check_text (describe (bytes, length), GOOD "unit b.c, 0 bytes of kinds\n",
	      "two records with padding");

  length = one + make_record (bytes + one, 7, "whatever", 8);
  length += make_record (bytes + length, 0, "", 0);
  length += make_record (bytes + length, 1, "unit b.c\n", 9);
  check_text (describe (bytes, length),
	      GOOD "unit b.c, 0 bytes of kinds\n2 bad, last: byte 316: a record of format 0, which"
	      " an older leakcheck wrote; this one reads format 1\n",
	      "records of other versions are skipped");
  length = make_record (bytes, 7, "whatever", 8);
  check_text (describe (bytes, length),
	      "1 bad, last: byte 0: a record of format 7, which a newer leakcheck wrote; this one"
	      " reads format 1\n", "a newer record");

  length = make_record (bytes, 1, "unit b.c\n", 9);
  memcpy (bytes + length, "rubbish", 7);
  check_text (describe (bytes, length + 7),
	      "unit b.c, 0 bytes of kinds\n1 bad, last: byte 25: no record begins here\n",
	      "rubbish behind a record");
}

static void
test_cut_off (void)
{
  static char bytes[4096];
  size_t first = make_record (bytes, 1, "unit a.c\n", 9);
  size_t all = first + make_record (bytes + first, 1, payload, sizeof payload - 1);
  bool good = true;
  for (size_t length = 0; length < all; length++)
    {
      const char *text = describe (bytes, length);
      bool has_first = strstr (text, "unit a.c") != NULL;
      bool said = strstr (text, length < LK_RECORD_HEADER
			  || (length > first && length < first + LK_RECORD_HEADER)
			  ? "byte" : "cut off") != NULL;
      good &= has_first == (length >= first);
      good &= said == (length != 0 && length != first);
    }
  check (good, "every cut-off length: what is whole is read, the rest is one error");

  unsigned n = 0;
  for (size_t at = 0; at < all; at++)
    for (int bit = 0; bit < 8; bit++)
      {
	bytes[at] ^= (char) (1 << bit);
	n += strlen (describe (bytes, all)) > 0;
	bytes[at] ^= (char) (1 << bit);
      }
  check (n > 0, "every bit changed (%u with text)", n);
}

static void
test_functions (void)
{
  static const struct { const char *payload, *wanted; } tests[] = {
    { "", "bad: the record does not begin with a line 'unit FILE'\n" },
    { "unit a.c", "bad: the record does not begin with a line 'unit FILE'\n" },
    { "uint a.c\n", "bad: the record does not begin with a line 'unit FILE'\n" },
    { "unit a.c\n", "unit a.c, 0 bytes of kinds\n" },
    { "unit a.c\n@f\ta.c:1\tf\nf: ;\n", "unit a.c, 0 bytes of kinds\nf at a.c:1 is f: {f: ;}\n" },
    { "unit a.c\n@f\ta.c:0\tf (int)\nf: ;",
      "unit a.c, 0 bytes of kinds\nf at a.c:0 is f (int): {f: ;}\n" },
    { "unit a.c\n@f\n@g\ta.c:2\tg\ng: ;\n",
      "unit a.c, 0 bytes of kinds\ng at a.c:2 is g: {g: ;}\n"
      "1 bad, last: line 2 of the record: the function has no symbol before a tab\n" },
    { "unit a.c\n@f\ta.c:1\n",
      "unit a.c, 0 bytes of kinds\n"
      "1 bad, last: line 2 of the record: the function has no name behind a second tab\n" },
    { "unit a.c\n@f\ta.c\tf\nf: ;\n",
      "unit a.c, 0 bytes of kinds\n"
      "1 bad, last: line 2 of the record: the function has no FILE:LINE\n" },
    { "unit a.c\n@f\ta.c:\tf\nf: ;\n",
      "unit a.c, 0 bytes of kinds\n"
      "1 bad, last: line 2 of the record: the function has no FILE:LINE\n" },
    { "unit a.c\n@f\ta.c:99999999999999999999\tf\nf: ;\n",
      "unit a.c, 0 bytes of kinds\n"
      "1 bad, last: line 2 of the record: the function has no FILE:LINE\n" },
    { "unit a.c\n@f\ta.c:1\tf\n@g\ta.c:1\tg\nno row\n@h",
      "unit a.c, 0 bytes of kinds\n"
      "3 bad, last: line 5 of the record: the function is cut off\n" },
    { "unit a.c\n@f\ta.c:1\tf\nno row\n",
      "unit a.c, 0 bytes of kinds\n"
      "1 bad, last: line 2 of the record: the function has no row that ends in ';'\n" },
  };
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
      static char bytes[1024];
      size_t length = make_record (bytes, 1, tests[i].payload, strlen (tests[i].payload));
      check_text (describe (bytes, length), tests[i].wanted, tests[i].payload);
    }
  char bytes[64];
  size_t length = make_record (bytes, 1, "unit a\0.c\n", 10);
  check_text (describe (bytes, length), "bad: the record has a byte of value 0 in its text\n",
	      "a NUL");
}

int
main (void)
{
  test_records ();
  test_cut_off ();
  test_functions ();
  return finish ();
}
