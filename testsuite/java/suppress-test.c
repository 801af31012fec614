/* Tests of java/suppress.c: sources with the ranges of lines that they
   suppress; half of them look like suppressions and are none.  Then the same
   texts cut off at every byte and with bytes changed, which must end and stay
   in bounds (the sanitizers tell).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../java/suppress.h"

#define SW "@SuppressWarnings"

static const struct test
{
  const char *name;
  const char *text;
  const char *ranges;		/* "FIRST-LAST ...", empty for none.  */
} tests[] =
{
  /* Where it may stand.  */
  { "method",
    "class A {\n"
    "  @SuppressWarnings (\"resource\")\n"
    "  void f () throws X, Y {\n"
    "    if (a) { b (); }\n"
    "  }\n"
    "  void g () { }\n"
    "}\n", "2-5" },
  { "class",
    "package p;\n" SW "(\"resource\")\npublic final class A<T extends B>\n"
    "    extends C<T, D> implements E {\n  int x;\n}\nclass F { }\n", "2-6" },
  { "nested class",
    "class A {\n static class B {\n  " SW "(\"resource\")\n"
    "  static class C {\n   void f () { }\n  }\n  void g () { }\n }\n}\n",
    "3-6" },
  { "interface", SW "(\"resource\") interface A {\n void f ();\n}\nint g;",
    "1-3" },
  { "annotation type",
    SW "(\"resource\")\n@interface A {\n String[] value () default {};\n}\n;",
    "1-4" },
  { "record",
    SW "(\"resource\")\nrecord R (int a, @B (1) int b) {\n R { }\n}\n;",
    "1-4" },
  { "compact constructor",
    "record R (int a) {\n" SW "(\"resource\")\nR {\n}\nint f () { }\n}",
    "2-4" },
  { "constructor",
    "class A {\n " SW "(\"resource\")\n A (int x) {\n }\n int y;\n}\n", "2-4" },
  { "abstract method",
    "abstract class A {\n" SW "(\"resource\")\nabstract X f ();\nX g ();\n}\n",
    "2-3" },
  { "field",
    "class A {\n " SW "(\"resource\")\n private final X x\n  = new X ();\n"
    " X y = new X ();\n}\n", "2-4" },
  { "local variable",
    "void f () {\n " SW "(\"resource\")\n X x = open ();\n X y = open ();\n}\n",
    "2-3" },
  { "variable with generic type",
    "void f () {\n " SW "(\"resource\")\n Map<?, List<?>>\n x = open ();\n"
    " X y = open ();\n}\n", "2-4" },
  { "variable with an anonymous class",
    "{\n" SW "(\"resource\")\nX x = new X () {\n void f () { a; }\n};\nX y;\n}",
    "2-5" },
  { "variable with a lambda",
    "{\n" SW "(\"resource\")\nX x = (a, b) -> {\n return a;\n};\nX y;\n}",
    "2-5" },
  { "variable with an array",
    "{\n" SW "(\"resource\")\nX[] x = { a (),\n b () };\nX y;\n}", "2-4" },
  { "two variables",
    "{\n" SW "(\"resource\")\nX x = a (),\n y = b ();\nX z;\n}", "2-4" },
  { "resource of a try",
    "try (\n" SW "(\"resource\")\nX x = a ();\nX y = b ()) {\nX z = c ();\n}\n",
    "2-3" },
  { "last resource of a try",
    "try (" SW "(\"resource\")\nX x = a ()) {\nX z = c ();\n}\n", "1-2" },
  { "parameter",
    "void f (" SW "(\"resource\") X x,\n X y) {\n X z = a ();\n}\n", "1-2" },
  { "enum constant",
    "enum E {\n A (a ()),\n " SW "(\"resource\") B (b ()),\n C (c ());\n}\n",
    "3-3" },
  { "last enum constant",
    "enum E {\n A,\n " SW "(\"resource\")\n B\n}\nclass C { }\n", "3-5" },
  { "enum constant with a body",
    "enum E {\n " SW "(\"resource\")\n A { void f () { } },\n B { };\n}\n",
    "2-3" },
  { "two suppressions",
    SW "(\"resource\")\nint a;\nint b;\n" SW "(\"resource\")\nint c;\n",
    "1-2 4-5" },
  { "one within the other",
    SW "(\"resource\")\nclass A {\n" SW "(\"resource\")\nint x;\n}\nint y;\n",
    "1-5" },
  { "other annotations around",
    "@A (\"}\")\n" SW "(\"resource\")\n@B ({1, 2})\n@c.D\nvoid f () {\n}\n;",
    "2-6" },
  { "comment between", SW "/* ; */ (\"resource\") // {\n/* } */ int a\n;int b;",
    "1-3" },
  { "two lines of one file", SW "(\"resource\") int a;\r\n\r\n" SW
    "(\"resource\")\rint b;\n", "1-1 3-4" },

  /* What may stand in it.  */
  { "array", SW " ({ \"unchecked\", \"resource\" })\nint a;", "1-2" },
  { "array with a comma", SW " ({\"resource\",})\nint a;", "1-2" },
  { "value =", SW " (value = \"resource\")\nint a;", "1-2" },
  { "value = array", SW " (value = {\"a\",\n\"resource\"}) int a;", "1-2" },
  { "all", SW "(\"all\") int a;", "1-1" },
  { "leakcheck", SW "(\"leakcheck\") int a;", "1-1" },
  { "the name that a message prints", SW "(\"leakcheck-file\") int a;", "1-1" },
  { "that and another one", SW "({\"x\", \"leakcheck-file\"}) int a;", "1-1" },
  { "the name of a rule of verify", SW "(\"leakcheck-not-called\") int a;", "" },
  { "a part of the name", SW "(\"leakcheck-fil\") int a;", "" },
  { "the name and more", SW "(\"leakcheck-file-x\") int a;", "" },
  { "resourceleak", SW "(\"resourceleak\") int a;", "1-1" },
  { "resourceleak with a key",
    SW "(\"resourceleak:required.method.not.called\") int a;", "1-1" },
  { "the Checker Framework's key",
    SW "(\"required.method.not.called\") int a;", "1-1" },
  { "sum", SW "(\"re\" + \"source\") int a;", "1-1" },
  { "text block", SW "(\"\"\"\n  resource\"\"\")\nint a;", "1-3" },
  { "qualified", "@java.lang.SuppressWarnings(\"resource\") int a;", "1-1" },
  { "unicode escapes",
    "\\u0040Suppress\\uu0057arnings(\\u0022resource\\u0022) int a\\u003b\nb;",
    "1-1" },
  { "white space", "@ SuppressWarnings\n(\n\"resource\"\n)\nint a;", "1-5" },
  { "in parentheses", SW "((\"resource\")) int a;", "1-1" },

  /* Brackets that are none.  */
  { "braces in literals",
    "class A {\n" SW "(\"resource\")\nvoid f () {\n s = \"}\"; c = '}';\n"
    " d = '\\''; e = \"\\\"}\"; // }\n /* } */\n}\nint x;\n}\n", "2-7" },
  { "braces in a text block",
    SW "(\"resource\")\nvoid f () {\n s = \"\"\"\n  } \\\"\"\" }\n  \"\"\";\n}\n"
    "int x;\n", "1-6" },
  { "empty string", SW "(\"resource\")\nvoid f () {\n s = \"\";\n}\nint x;\n",
    "1-4" },
  { "semicolon in a string", SW "(\"resource\")\nX x = f (\";\",\n';');\nX y;",
    "1-3" },
  { "comparison in brackets", SW "(\"resource\")\nX x = (a == b\n) ? c : d;\nX y;",
    "1-3" },

  /* Not suppressed.  */
  { "nothing", "", "" },
  { "no annotation", "class A { void f () { } }\n", "" },
  { "other warning", SW "(\"unchecked\")\nvoid f () { }\n", "" },
  { "other warnings", SW "({\"unchecked\", \"rawtypes\"}) int a;", "" },
  { "empty array", SW "({}) int a;", "" },
  { "no value", SW " int a;", "" },
  { "longer word", SW "(\"resources\") int a;", "" },
  { "capital", SW "(\"Resource\") int a;", "" },
  { "space within", SW "(\" resource\") int a;", "" },
  { "constant", SW "(RESOURCE) int a;", "" },
  { "sum with a constant", SW "(\"resource\" + SUFFIX) int a;", "" },
  { "other annotation", "@Suppress(\"resource\") int a;", "" },

  { "other package", "@a.SuppressWarnings(\"resource\") int a;", "" },
  { "inner of another", "@java.lang.A.SuppressWarnings(\"resource\") int a;",
    "" },
  { "no at sign", "SuppressWarnings(\"resource\") int a;", "" },
  { "line comment", "// " SW "(\"resource\")\nint a;", "" },
  { "comment", "/* " SW "(\"resource\") */\nint a;", "" },
  { "documentation", "/** {@code " SW "(\"resource\")} **/\nint a;", "" },
  { "string", "String s = \"" SW "(\\\"resource\\\")\"; int a;", "" },
  { "text block's content",
    "String s = \"\"\"\n" SW "(\"resource\")\nint a; \"\"\";\nint b;", "" },
  { "character and comment", "char c = '\"'; // " SW "(\"resource\")\nint a;",
    "" },
  { "escaped unicode escape", "String s = \"\\\\u0040\" + x;", "" },
  { "argument of another", "@A (@B (\"resource\")) int a;", "" },
  { "unterminated arguments", SW "(\"resource\"\nint a;", "" },
  { "another argument", SW "(other = \"resource\") int a;", "" },

  /* Broken sources.  */
  { "no end of the body", SW "(\"resource\")\nvoid f () {\n int a;\n", "1-4" },
  { "no declaration", SW "(\"resource\")", "1-1" },
  { "closing bracket first", SW "(\"resource\") }\n int a;", "1-1" },
  { "unterminated string", "s = \"abc\n" SW "(\"resource\") int a;", "2-2" },
  { "unterminated comment", "/* " SW "(\"resource\") int a;", "" },
};

/* Rules of verify, and the checkers they are from.  */
static const struct
{
  struct test test;
  const char *rule;
} rule_tests[] =
{
  { { "mustcall is no word for leaks", SW "(\"mustcall\") int a;", "" },
    "file" },
  { { "mustcall for its own", SW "(\"mustcall\") int a;", "1-1" },
    "type-argument" },
  { { "calledmethods", SW "(\"calledmethods\") int a;", "1-1" },
    "promise-broken" },
  { { "calledmethods is not the other", SW "(\"calledmethods\") int a;", "" },
    "must-call-mismatch" },
  { { "allcheckers", SW "(\"allcheckers\") int a;", "1-1" },
    "type-argument" },
  { { "a key alone", SW "(\"type.argument\") int a;", "1-1" },
    "type-argument" },
  { { "a part of a key", SW "(\"argument\") int a;", "1-1" },
    "type-argument" },
  { { "a part of a word", SW "(\"arg\") int a;", "" },
    "type-argument" },
  { { "a key of another rule", SW "(\"type.argument\") int a;", "" },
    "not-called" },
  { { "a checker's key", SW "(\"mustcall:assignment\") int a;", "1-1" },
    "must-call-mismatch" },
  { { "a checker's other key", SW "(\"mustcall:assignment\") int a;", "" },
    "type-argument" },
  { { "our own name", SW "(\"leakcheck:type-argument\") int a;", "1-1" },
    "type-argument" },
  { { "the rule that a message prints", SW "(\"leakcheck-type-argument\") int a;", "1-1" },
    "type-argument" },
  { { "another rule", SW "(\"leakcheck-not-called\") int a;", "" },
    "type-argument" },
  { { "leaks", SW "(\"leakcheck-file\") int a;", "" },
    "type-argument" },
  { { "a group", SW "(\"leakcheck-lock\") int a;", "1-1" }, "lock" },
  { { "a group behind our own name", SW "(\"leakcheck:lock\") int a;", "1-1" }, "lock" },
  { { "the former name of a group", SW "(\"leakcheck-file\") int a;", "1-1" }, "lock" },
  { { "another group", SW "(\"leakcheck-memory\") int a;", "" }, "lock" },
  { { "the group of memory", SW "(\"leakcheck-memory\") int a;", "1-1" }, "memory" },
  { { "files, of memory", SW "(\"leakcheck-file\") int a;", "" }, "memory" },
  { { "a lock, of files", SW "(\"leakcheck-lock\") int a;", "" }, "file" },
  { { "every leak", SW "(\"resource\") int a;", "1-1" }, "lock" },
  { { "our own other name", SW "(\"leakcheck:type-argument\") int a;", "" },
    "not-called" },
};

static unsigned n_failed;

static void
verdict (bool good, const char *name)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", name);
  n_failed += !good;
}

/* Read a copy of exactly LENGTH bytes, so that the sanitizers see a step over
   its end.  */
static struct lk_suppressions *
read_exactly (struct lk_arena *arena, const char *text, size_t length,
	      const char *rule)
{
  char *copy = lk_xmalloc (length ? length : 1);
  memcpy (copy, text, length);
  struct lk_suppressions *result = lk_suppressions_read (arena, copy, length, rule);
  free (copy);
  return result;
}

static void
run_test (const struct test *test, const char *rule)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_suppressions *s
    = read_exactly (arena, test->text, strlen (test->text), rule);
  char got[200] = "";
  for (unsigned i = 0; i < s->n_ranges; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%u-%u",
	      i ? " " : "", s->ranges[i].first, s->ranges[i].last);
  bool good = !strcmp (got, test->ranges);
  /* Each line, against the ranges.  */
  for (unsigned line = 0; line < 12; line++)
    {
      bool inside = false;
      for (unsigned i = 0; i < s->n_ranges; i++)
	inside |= line >= s->ranges[i].first && line <= s->ranges[i].last;
      good &= inside == lk_suppressed_at (s, line);
    }
  verdict (good, test->name);
  if (!good)
    printf ("got \"%s\", wanted \"%s\"\n", got, test->ranges);
  lk_arena_free (arena);
}

/* Sorted, in order, and within the text's lines.  */
static bool
sound (const struct lk_suppressions *s, const char *text, size_t length)
{
  unsigned lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n' || text[i] == '\r';
  for (unsigned i = 0; i < s->n_ranges; i++)
    if (s->ranges[i].first > s->ranges[i].last || s->ranges[i].last > lines
	|| (i > 0 && s->ranges[i].first < s->ranges[i - 1].last))
      return false;
  return true;
}

static void
test_broken (void)
{
  static const char bytes[] = "{}()[];,\"'\\/*@\n\r\0\xff<>=u0";
  bool cut = true, changed = true;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
      struct lk_arena *arena = lk_arena_new ();
      char text[600];
      size_t length = strlen (tests[i].text);
      for (size_t n = 0; n <= length; n++)
	cut &= sound (read_exactly (arena, tests[i].text, n, "file"),
		      tests[i].text, n);
      memcpy (text, tests[i].text, length + 1);
      for (size_t n = 0; n < length; n++)
	{
	  for (size_t b = 0; b < sizeof bytes - 1; b++)
	    {
	      text[n] = bytes[b];
	      changed &= sound (read_exactly (arena, text, length, "file"),
				text, length);
	    }
	  text[n] = tests[i].text[n];
	}
      lk_arena_free (arena);
    }
  verdict (cut, "texts that were cut off");
  verdict (changed, "texts with a changed byte");
}

/* The same annotation COUNT times, and brackets that deep: time and stack
   are those of one pass.  */
static void
test_large (void)
{
  enum { COUNT = 200000 };
  static const char one[] = SW "(\"resource\") int a;\n";
  char *text = lk_xmalloc (COUNT * sizeof one + COUNT);
  size_t length = 0;
  for (int i = 0; i < COUNT; i++, length += sizeof one - 1)
    memcpy (text + length, one, sizeof one - 1);
  struct lk_arena *arena = lk_arena_new ();
  struct lk_suppressions *s = lk_suppressions_read (arena, text, length, "file");
  verdict (s->n_ranges == COUNT && s->ranges[COUNT - 1].last == COUNT,
	   "many annotations");
  memset (text + sizeof one - 3, '{', COUNT);
  s = lk_suppressions_read (arena, text, COUNT, "file");
  verdict (s->n_ranges == 1, "deep brackets");
  for (int i = 0; i + 1 < COUNT; i += 2)
    memcpy (text + i, "@a", 2);
  s = lk_suppressions_read (arena, text, COUNT, "file");
  verdict (s->n_ranges == 0, "many at signs");
  lk_arena_free (arena);
  free (text);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    run_test (&tests[i], "file");
  for (size_t i = 0; i < sizeof rule_tests / sizeof *rule_tests; i++)
    run_test (&rule_tests[i].test, rule_tests[i].rule);
  test_broken ();
  test_large ();
  return n_failed != 0;
}
