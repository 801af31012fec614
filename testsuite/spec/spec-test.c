/* Tests of the specification reader, without the shipped specifications:
   what rows mean, every error message with its place, recovery, the store,
   cppcheck's libraries.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE		/* For fmemopen and mkdtemp.  */

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "spec-test.h"

static struct buffer errors;

static struct lk_spec *
read_new (const char *text)
{
  struct lk_spec *spec = lk_spec_new ();
  errors.length = 0;
  errors.text[0] = '\0';
  read_string (spec, "test.spec", text, &errors);
  return spec;
}

/* ---- Good rows: what is printed, and that it reads back.  ---- */

static const struct
{
  const char *row, *printed;	/* NULL: as ROW.  */
} good[] = {
  { "f: acquire stream result;", NULL },
  { "f: acquire stream result by fclose or pclose;", NULL },
  { "f: acquire fd *arg1, acquire fd arg1[1];", NULL },
  { "f: acquire fd arg1[0] if result == 0;",
    "f: acquire fd *arg1 if result == 0;" },
  { "f: acquire stream arg1[3];", NULL },
  { "f: acquire stream *arg1[1];", NULL },
  { "f: acquire fd *arg1[1];", NULL },
  { "f: acquire fd arg1[1][2];", NULL },
  { "f: acquire stream ***arg2;", NULL },
  { "f: acquire stream arg2[@-8];", NULL },
  { "f: acquire stream arg2[@16];", "f: acquire stream arg2[2];" },
  { "f: acquire fd *result;", NULL },
  { "f: release stream arg1 if result != NULL;", NULL },
  { "f: release any arg3;", NULL },
  { "f: own any arg3 if result >= 0 and arg2 == 5;", NULL },
  { "f: own fd arg1 if result != NULL, acquire stream result;", NULL },
  { "f: keep arg2;", NULL },
  { "f: keep *arg2 if arg1 == 3;", NULL },
  { "f: alias result = arg1;", NULL },
  { "f: alias *arg2 = arg1 if result != NULL;", NULL },
  { "f: borrow;", "f: ;" },
  { "f: ;", NULL },
  { "f: borrow arg2;", NULL },
  { "f: noreturn;", NULL },
  { "f: noreturn, release stream arg1;", "f: release stream arg1, noreturn;" },
  { "f: suppress;", NULL },
  { "f: suppress, borrow;", NULL },
  { "f: suppress, noreturn, ...;", "f: noreturn, suppress, ...;" },
  { "f: keep arg1 until next if arg2 == 1;", NULL },
  { "f: tests arg1 != NULL;", NULL },
  { "f: raises nothing;", NULL },
  { "f: acquire fd result, raises \"Own std::runtime_error std::exception\" or Other;", NULL },
  { "f: acquire fd &all if arg1 == 1 and arg2 == 2 and arg3 == 3 and arg4 == 4 and result == 0;",
    NULL },
  { "f: release fd arg1 + 16, acquire fd &\"own@dir/a.c\";",
    NULL },
  { "f: release fd **&all;", NULL },
  { "f: acquire fd arg2[1] + 8;", NULL },
  { "a.b.C.f: give stream arg2, ...;", NULL },
  { "f: noreturn if arg1 >= 1;", NULL },
  { "f: fill arg2, release stream arg1;", "f: release stream arg1, fill arg2;" },
  { "f: fill any;", NULL },
  { "own::v.try_emplace: put any into this at fresh arg1;", NULL },
  { "own::unique: iterator result from arg1 at equal;", NULL },
  { "f: throws unless fresh arg2;", NULL },
  { "f: tests arg2 < 3;", "f: tests arg2 <= 2;" },
  { "tests: throws if arg1 == 0 and arg2 > 4;", "tests: throws if arg1 == 0 and arg2 >= 5;" },
  { "f: release arg1 if thrown, keep arg2;", "f: keep arg2, release arg1 if thrown;" },
  { "f: acquire fd arg1 though thrown if arg2 == 1;", NULL },
  { "f: release stream arg1, ...;", NULL },
  { "f: ...;", NULL },
  { "f: acquire stream result if result != NULL;",
    "f: acquire stream result;" },
  { "f: acquire stream result if result != MAP_FAILED;",
    "f: acquire stream result if result != -1;" },
  { "f: release fd arg1 if result > 3 and result <= 9 and result != 5;",
    "f: release fd arg1 if result >= 4 and result <= 9 and result != 5;" },
  { "f: release fd arg1 if result >= 3 and result != 3;",
    "f: release fd arg1 if result >= 4;" },
  { "f: release fd arg1 if result < 0x10;",
    "f: release fd arg1 if result <= 15;" },
  { "f: release fd arg1 if result >= -9223372036854775808;",
    "f: release fd arg1;" },
  { "f: release fd arg1 if result <= 9223372036854775807 and arg2 < -3;",
    "f: release fd arg1 if arg2 <= -4;" },
  { "f: release fd arg32766 if arg32766 == 1;", NULL },
  { "kind: release fd arg1;", NULL },
  { "release: release fd arg1;", NULL },
  { "arg1: ;", NULL },
  { "any: release any arg1;", NULL },
  { "result: acquire memory result;", NULL },
  { "f: acquire stream result by if or or if arg1 == 1;", NULL },
  { "std::fopen: acquire stream result;", NULL },
  { "A::~A: release stream arg1;", NULL },
  { "java.io.File.close: release stream arg1;", NULL },
  { "process-open: acquire stream result;", NULL },
  { "\"operator delete(void*)\": release memory arg1;", NULL },
  { "\"plain\": ;", "plain: ;" },
  { "\"a\\\"b\\\\c\\x01\": ;", NULL },
  { "\xef\xbb\xbf" "f: ;", "f: ;" },
  { "/* a\n * b **/ f /**/: # c\n // d\n;\r\n\t", "f: ;" },
};

static void
test_good (void)
{
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    {
      const char *row = good[i].row;
      bool bom = !strncmp (row, "\xef\xbb\xbf", 3);
      char text[2048], wanted[512];
      snprintf (text, sizeof text, "%s%s" KINDS, row, "\n");
      snprintf (wanted, sizeof wanted, "%s\n",
		good[i].printed ? good[i].printed : row);
      struct lk_spec *spec = read_new (text);
      check_text (errors.text, "", bom ? "no error with a byte order mark"
		  : row);
      char printed[4096];
      snprintf (printed, sizeof printed, "%s", all_rows (spec, false));
      check_text (printed, wanted, "prints so");
      lk_spec_free (spec);

      strncat (printed, KINDS, sizeof printed - strlen (printed) - 1);
      spec = read_new (printed);
      check (!errors.length && !strcmp (all_rows (spec, false), wanted),
	     "reads back: %s", wanted);
      lk_spec_free (spec);
    }
}

/* ---- Errors: the rows that stay, each message with its place.  ---- */

static const struct
{
  const char *text, *wanted;
} bad[] = {
  { "f: tests result != NULL;",
    "1:10: 'tests' is decided by what is there before the call: expected 'this' or an argument\n" },
  { "f: tests arg1 == 0, keep arg1;",
    "1:1: 'f' only tests an argument: expected no clause that does more\n" },
  { "f: tests arg1 == 0, noreturn if arg2 == 0;",
    "1:1: 'f' only tests an argument: expected no clause that does more\n" },
  { "f: tests arg1 == 0, throws if arg1 == 0;",
    "1:1: 'f' only tests an argument: expected no clause that does more\n" },
  { "f: tests arg1 == 0, tests arg2 == 0;", "1:21: 'tests' is there already\n" },
  { "f: throws if arg1 == 0, throws if arg2 == 0;", "1:25: 'throws' is there already\n" },
  { "f: nothrow, throws if arg1 == 0;",
    "1:13: 'nothrow' says that the function throws nothing, but this clause says what holds if it "
    "throws\n" },
  { "f: release arg1 if thrown, nothrow;",
    "1:4: 'nothrow' says that the function throws nothing, but this clause says what holds if it "
    "throws\n" },
  { "f: acquire fd arg1 though thrown, nothrow;",
    "1:4: 'nothrow' says that the function throws nothing, but this clause says what holds if it "
    "throws\n" },
  { "f: acquire fd result though thrown;",
    "1:15: a call that throws has no result: expected 'this' or an argument with "
    "'though thrown'\n" },
  { "f: acquire fd *arg1 though thrown if result == 0;",
    "1:38: a call that throws has no result: expected 'this' or an argument with "
    "'though thrown'\n" },
  { "f: release result if thrown;",
    "1:12: 'release' cannot stand with the result, which is not there before the call: expected an "
    "argument\n" },
  { "f: query arg1, release stream arg2;",
    "1:16: 'release' is about a resource, but another clause of the row is about elements: a row "
    "of C++ is about one of the two\n" },
  { "f: acquire stream result, checked;",
    "1:4: 'acquire' is about a resource, but another clause of the row is about elements: a row "
    "of C++ is about one of the two\n" },
  { "f: noreturn if arg1 == 0 and arg2 == 0;",
    "1:4: expected a test of one argument, and of nothing else, after 'noreturn if'\n" },
  { "f: waits;", "1:4: 'waits' is for methods of Java: 'f' is none\n" },
  { "class a::B { m: borrow, starts; }",
    "1:25: 'starts' is for methods of Java: 'a::B.m' is none\n" },
  { "f: fill result;",
    "1:9: what an argument points to is filled: expected arg1, arg2, ... or 'any'\n" },
  { "f: fill *arg1;",
    "1:9: what an argument points to is filled: expected arg1, arg2, ... or 'any'\n" },
  { "a.b.C.f: fill arg1;",
    "1:10: 'fill' is for functions of C and C++: 'a.b.C.f' is a method of Java\n" },
  { "own::unique: iterator result from arg1 at fresh arg2;",
    "1:40: 'at fresh' is for 'put': an element with that key is not there\n" },
  { "f: give stream arg1;",
    "1:4: 'give' is for callbacks of Java: 'f' is no method of Java\n" },
  { "a.b.C.f: give stream *arg1;",
    "1:22: a callback is given the value of an argument: expected arg1, arg2, ...\n" },
  { "f: aquire stream result;",
    "1:4: expected 'acquire', 'release', 'own', 'keep', 'alias', 'borrow', "
    "'noreturn', 'suppress', '...', 'locks', 'tests', 'fill' or ';' before 'aquire'; did you mean "
    "'acquire'?\n" },
  { "f: acquire streem result;",
    "1:12: unknown kind of resource 'streem'; did you mean 'stream'?\n" },
  { "f: acquire xyzzy result;",
    "1:12: unknown kind of resource 'xyzzy'; there are 'stream', 'fd' and "
    "'memory'\n" },
  { "f: acquire any result;",
    "1:12: unknown kind of resource 'any'; 'any' is for 'release' and 'own' "
    "only\n" },
  { "f: acquire ;", "1:12: expected a kind of resource before ';'\n" },
  { "f: release ;", "1:12: expected a kind of resource or 'any' before ';'\n" },
  { "f: acquire stream result by ;",
    "1:29: expected the name of a function before ';'\n" },
  { "f, : borrow;", "1:4: expected the name of a function before ':'\n" },
  { "f: acquire stream return;",
    "1:19: expected 'result', 'arg1', 'arg2', ..., '*' or '&' before 'return'; did "
    "you mean 'result'?\n" },
  { "f: own any arg1 when result == 0;",
    "1:17: expected 'if', '[', ',', ';' or '+' before 'when'; did you "
    "mean 'if'?\n" },
  { "f: release stream arg0;",
    "1:19: 'arg0': arguments are numbered from 1 to 32766\n" },
  { "f: release stream arg99999999999999999999;",
    "1:19: 'arg99999999999999999999': arguments are numbered from 1 to "
    "32766\n" },
  { "f: release stream result;",
    "1:19: 'release' cannot stand with the result, which is not there before "
    "the call: expected an argument\n" },
  { "f: own fd *result;",
    "1:11: 'own' cannot stand with the result, which is not there before "
    "the call: expected an argument\n" },
  { "f: keep result;",
    "1:9: 'keep' cannot stand with the result, which is not there before "
    "the call: expected an argument\n" },
  { "f: borrow result;",
    "1:11: 'borrow' cannot stand with the result, which is not there before "
    "the call: expected an argument\n" },
  { "f: alias arg1 = arg2;",
    "1:10: a call cannot change arg1 itself: expected the result or a place "
    "behind a pointer, like '*arg1'\n" },
  { "f: alias result = *result;",
    "1:19: the right side of 'alias' must be there before the call: expected "
    "an argument\n" },
  { "f: alias *arg1 = *arg1;",
    "1:18: a place is always an alias of itself: expected another place\n" },
  { "f: keep ****arg1;",
    "1:9: a place has at most 3 '*' and '[N]' together\n" },
  { "f: keep arg1[-1];", "1:14: an index cannot be negative\n" },
  { "f: keep arg1[9999999999];",
    "1:14: the index is too large: the offset must be less than 2 GiB\n" },
  { "f: keep arg1[9223372036854775807];",
    "1:14: the index is too large: the offset must be less than 2 GiB\n" },
  { "f: keep arg1[x];", "1:14: expected 'any', a number or '@' before 'x'\n" },
  { "f: keep arg1 if arg2 == 1 and arg3 == 1 and arg4 == 1 and arg5 == 1 and arg6 == 1 and arg7 == 1"
    " and arg8 == 1;",
    "1:101: a clause can test at most 6 different values\n" },
  { "f: raises nothing, raises a;", "1:20: this clause is there already\n" },
  { "f: raises a or a;", "1:16: 'a' is named twice\n" },
  { "f: keep &all;",
    "1:9: 'keep' cannot stand with '&': expected the result or an argument\n" },
  { "f: own fd arg1 + 8;",
    "1:11: 'own' cannot stand with '+': expected the result or an argument\n" },
  { "f: release fd arg1 + 99999999999;",
    "1:15: the distance is too large: it must be less than 2 GiB\n" },
  { "f: keep arg1 if arg2 == 1 and arg2 == 2;",
    "1:31: no value is left: these comparisons never hold together\n" },
  { "f: keep arg1 if arg2 > 9223372036854775807;",
    "1:17: no value is left: these comparisons never hold together\n" },
  { "f: keep arg1 if arg2 != 1 and arg2 != 2;",
    "1:31: only one '!=' inside a range is possible for one value\n" },
  { "f: keep arg1 if arg2 == 99999999999999999999;",
    "1:25: the number '99999999999999999999' does not fit into 64 bits with a "
    "sign\n" },
  { "f: keep arg1 if arg2 == 0xffffffffffffffff;",
    "1:25: the number '0xffffffffffffffff' does not fit into 64 bits with a "
    "sign\n" },
  { "f: keep arg1 if arg2 == 010;",
    "1:25: '010' starts with 0, but octal is not read: write the number in "
    "decimal or with '0x'\n" },
  { "f: keep arg1 if arg2 == 1x;",
    "1:25: '1x' is not a number: expected decimal digits, or '0x' and "
    "hexadecimal digits\n" },
  { "f: keep arg1 if arg2 == 0x;",
    "1:25: '0x' is not a number: expected decimal digits, or '0x' and "
    "hexadecimal digits\n" },
  { "f: keep arg1 if arg2 = 1;",
    "1:22: expected '==', '!=', '<=', '>=', '<' or '>' before '='\n" },
  { "f: keep arg1 if arg2 == EOF;",
    "1:25: expected a number, 'NULL' or 'MAP_FAILED' before 'EOF'\n" },
  { "f: keep arg1 if arg2 == nullptr;",
    "1:25: expected a number, 'NULL' or 'MAP_FAILED' before 'nullptr'; did you "
    "mean 'NULL'?\n" },
  { "f: acquire stream result by a or b or a;", "1:39: 'a' is named twice\n" },
  { "f: keep arg1, keep arg1;", "1:15: this clause is there already\n" },
  { "f: keep arg1 if arg2 == 1 and arg3 == 2, keep arg1 if arg3 == 2 and "
    "arg2 == 1;", "1:42: this clause is there already\n" },
  { "f: noreturn, noreturn;", "1:14: 'noreturn' is there already\n" },
  { "f: keep arg1, borrow arg1;",
    "1:15: 'borrow' says that the argument is only used, but 'keep' says more "
    "of the same place\n" },
  { "f: borrow, ...;",
    "1:12: 'borrow' speaks of all arguments and '...' leaves them open: "
    "expected one of them\n" },
  { "f: acquire stream result, noreturn;",
    "1:4: a function that does not return cannot 'acquire'\n" },
  { "f: noreturn, keep arg1 if result == 0;",
    "1:27: a function that does not return has no result to test\n" },
  { "\"\": keep arg1;", "1:1: a name cannot be empty\n" },
  { "f: keep & arg1;", "1:9: 'keep' cannot stand with '&': expected the result or an argument\n" },
  { "f: keep \xc3\xa9\xc3\xa9 arg1;", "1:9: unexpected '\\xc3\\xa9\\xc3\\xa9'\n" },
  { "f: keep ))))))))))) arg1;", "1:9: unexpected '))))))))...'\n" },
  { "\"f: keep arg1;", "1:1: this string is not ended: expected '\"'\n" },
  { "f: keep arg1; /* no end *\n",
    "1:15: this comment is not ended: expected '*/'\n" },
  { "\"\\n\": ;",
    "1:2: unknown escape in a string: expected '\\\"', '\\\\' or '\\x' and two "
    "hexadecimal digits (not 00)\n" },
  { "f keep arg1;", "1:3: expected ':' or ',' before 'keep'\n" },
  { "f: keep arg1", "1:13: expected 'if', '[', ',', ';' or '+' after 'arg1'\n" },
  { "}", "1:1: expected the name of a function or 'kind' before '}'\n" },
  { ";", "1:1: expected the name of a function or 'kind' before ';'\n" },
  { "kinf a { off; }", "1:1: expected 'kind' instead of 'kinf'\n" },
  { "kind { off; }", "1:6: expected the name of a kind before '{'\n" },
  { "kind a off; }", "1:8: expected '{' before 'off'\n" },
  { "kind a { noum \"x\"; }",
    "1:10: expected 'noun', 'verb', 'cwe', 'handle', 'valid', 'memory', "
    "'lock', 'off', 'verified', 'by' or '}' before 'noum'; did you mean 'noun'?\n" },
  { "kind a { noun x; }",
    "1:15: expected a string in double quotes before 'x'\n" },
  { "kind a { noun \"\"; verb \"\"; }",
    "1:10: the noun of kind 'a' is empty: expected a word like \"stream\"\n"
    "1:19: the verb of kind 'a' is empty: expected a participle like "
    "\"closed\"\n" },
  { "kind a { handle integer; }",
    "1:17: expected 'pointer' or 'int' before 'integer'; did you mean "
    "'int'?\n" },
  { "kind a { cwe 0; cwe 1000000; }",
    "1:10: a CWE number is between 1 and 99999 (leaks are 401, 404, 772 or "
    "775)\n"
    "1:17: 'cwe' is given twice for kind 'a'\n" },
  { "kind a { off; off; }", "1:15: 'off' is given twice for kind 'a'\n" },
  { "kind a { valid > 5 and < 3; }",
    "1:24: no value is left: these comparisons never hold together\n" },
  { "kind stream { off; }",
    "1:6: kind 'stream' is already defined in test.spec, line 3\n" },
  { "kind a { off;",
    "1:14: expected 'noun', 'verb', 'cwe', 'handle', 'valid', 'memory', "
    "'lock', 'off', 'verified', 'by' or '}' after ';'\n" },
};

static void
test_bad (void)
{
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
      /* Around the bad row good ones, which stay.  */
      char text[2048];
      bool open_comment = strstr (bad[i].text, "/*") != NULL;
      snprintf (text, sizeof text, "%s\nlast: keep arg1;%s\n" KINDS,
		bad[i].text, open_comment ? "*/" : "");
      if (open_comment)
	snprintf (text, sizeof text, "%s", bad[i].text);
      struct lk_spec *spec = read_new (text);
      const char *wanted = bad[i].wanted;
      /* The kind of the test's own is now the later one.  */
      char moved[256];
      if (strstr (wanted, "already defined"))
	{
	  snprintf (moved, sizeof moved,
		    "3:6: kind 'stream' is already defined in test.spec, "
		    "line 1\n");
	  wanted = moved;
	}
      check_text (errors.text, wanted, bad[i].text);
      check (open_comment || (lk_spec_lookup (spec, "last")
			      && lk_spec_kind (spec, "memory")),
	     "what follows stays");
      check (open_comment || !lk_spec_lookup (spec, "f"), "the bad row goes");
      lk_spec_free (spec);
    }
}

static void
test_recovery (void)
{
  struct lk_spec *spec = read_new (
    "a: keep arg1\n"
    "b: keep arg1;\n"
    "c: aquire x result; d: keep arg1;\n"
    "kind k1 { noun \"x\" cwe 5; off; }\n"
    "kind k2 { noun \"x\";\n"
    "e: acquire k2 result;\n"
    "f: own k1 arg1\n"
    "kind k3 { lock; }\n"
    "g,\n"
    "h: release k3 arg1;\n"
    "i: keep } j: keep arg1;\n"
    "k: release nokind arg1, release nokind2 arg2;\n"
    "l: keep arg1");
  check_text (errors.text,
	      "1:13: expected 'if', '[', ',', ';' or '+' after 'arg1'\n"
	      "3:4: expected 'acquire', 'release', 'own', 'keep', 'alias', "
	      "'borrow', 'noreturn', 'suppress', '...', 'locks', 'tests', 'fill' or ';' before 'aquire'; "
	      "did you mean 'acquire'?\n"
	      "4:20: expected ';' before 'cwe'\n"
	      "5:20: expected 'noun', 'verb', 'cwe', 'handle', 'valid', "
	      "'memory', 'lock', 'off', 'verified', 'by' or '}' after ';'\n"
	      "7:15: expected 'if', '[', ',', ';' or '+' after 'arg1'\n"
	      "11:9: expected 'result', 'arg1', 'arg2', ..., '*' or '&' before '}'\n"
	      "12:12: unknown kind of resource 'nokind'; there are 'k1', 'k2' "
	      "and 'k3'\n"
	      "12:33: unknown kind of resource 'nokind2'; there are 'k1', 'k2' "
	      "and 'k3'\n"
	      "13:13: expected 'if', '[', ',', ';' or '+' after 'arg1'\n",
	      "all errors of a file in one run");
  check_text (all_rows (spec, false),
	      "b: keep arg1;\nd: keep arg1;\ne: acquire k2 result;\n"
	      "g: release k3 arg1;\nh: release k3 arg1;\nj: keep arg1;\n",
	      "the good rows of a bad file stay");
  check (lk_spec_kind (spec, "k1")->off && lk_spec_kind (spec, "k3")->lock,
	 "good properties of bad kinds stay");
  lk_spec_free (spec);

  spec = read_new ("kind a1 {} kind a2 {} kind a3 {} kind a4 {} kind a5 {}\n"
		   "kind a6 {} kind a7 {} kind a8 {} kind a9 {} kind a10 {}\n"
		   "f: release stream arg1;");
  check_text (errors.text, "3:12: unknown kind of resource 'stream'; there are "
	      "'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8' and 2 others\n",
	      "many kinds");
  lk_spec_free (spec);

  spec = lk_spec_new ();
  errors.length = 0;
  static const char nul[] = "a: keep\0 arg1;\nb\0: ;";
  lk_spec_read_text (spec, "nul", nul, sizeof nul - 1, LK_SOURCE_USER_SPEC,
		     collect_error, &errors);
  check_text (errors.text, "1:8: NUL byte (2 in the file): a specification is "
	      "text in ASCII or UTF-8\n", "NUL bytes");
  lk_spec_free (spec);
}

/* ---- The store.  ---- */

static void
test_fields (void)
{
  struct lk_spec *spec = read_new (
    KINDS
    "\n# line 5\n"
    "pipe: acquire fd arg1[0] if result == 0, acquire fd arg1[1]\n"
    " if result == 0;\n"
    "x: acquire stream *arg2[1] by a or b if arg1 != 3 and result >= 0;\n"
    "k: keep arg1[1], alias result = *arg1;");
  check_text (errors.text, "", "fields read");
  const struct lk_contract *c = lk_spec_lookup (spec, "pipe");
  check (c && c->line == 6 && !strcmp (c->file, "test.spec")
	 && c->source == LK_SOURCE_USER_SPEC && c->complete && !c->noreturn
	 && !strcmp (c->name, "pipe"), "where a contract was written");
  const struct lk_clause *l = c->clauses;
  check (l->role == LK_ROLE_ACQUIRE && l->place.base == 1
	 && l->place.nsel == 1 && l->place.sel[0] == 0
	 && l->next->place.sel[0] == 4 && !l->next->next,
	 "elements of int handles are 4 bytes");
  check (l->n_conditions == 1 && l->conditions[0].base == 0
	 && l->conditions[0].range.lo == 0 && l->conditions[0].range.hi == 0,
	 "a condition is a range");
  l = lk_spec_lookup (spec, "x")->clauses;
  check (l->place.base == 2 && l->place.nsel == 2 && l->place.sel[0] == 8
	 && l->place.sel[1] == 0, "*arg2[1]: the index first");
  check (l->n_conditions == 2 && l->conditions[0].base == 1
	 && l->conditions[0].range.has_hole
	 && l->conditions[0].range.hole == 3 && l->conditions[1].base == 0,
	 "two conditions");
  check (l->releasers && !strcmp (l->releasers->next->name, "b"),
	 "by: the names in order");
  l = lk_spec_lookup (spec, "k")->clauses;
  check (l->place.sel[0] == 8 && l->next->other.base == 1
	 && l->next->other.nsel == 1, "elements without a kind are 8 bytes");
  check (!lk_spec_lookup (spec, "nothing") && !lk_spec_lookup (spec, ""),
	 "unknown names");
  check (!lk_range_contains (&lk_spec_kind (spec, "fd")->valid, -1)
	 && lk_range_contains (&lk_spec_kind (spec, "fd")->valid, 0)
	 && lk_spec_kind (spec, "fd")->size == 4
	 && lk_spec_kind (spec, "memory")->memory, "kinds");
  lk_spec_free (spec);

  spec = read_new ("kind a { } kind b { handle int; memory; }\n"
		   "kind c { valid != MAP_FAILED; }\n"
		   "kind d { valid > 0 and != 7; cwe 404; lock; }"
		   "kind \"any\" { valid >= -9223372036854775808; }"
		   "f: acquire \"any\" result;");
  static const char kinds[] =
    "kind a { noun \"a\"; verb \"released\"; cwe 772; handle pointer; valid != "
    "NULL; }\n"
    "kind b { noun \"b\"; verb \"released\"; cwe 401; handle int; valid >= 0; "
    "memory; }\n"
    "kind c { noun \"c\"; verb \"released\"; cwe 772; handle pointer; valid != "
    "-1; }\n"
    "kind d { noun \"d\"; verb \"released\"; cwe 404; handle pointer; valid >= "
    "1 and != 7; lock; }\n"
    "kind any { noun \"any\"; verb \"released\"; cwe 772; handle pointer; valid "
    ">= -9223372036854775808; }\n"
    "f: acquire \"any\" result;\n";
  check_text (all_rows (spec, true), kinds, "defaults of kinds");
  lk_spec_free (spec);
  spec = read_new (kinds);
  check_text (all_rows (spec, true), kinds, "kinds read back");
  lk_spec_free (spec);
}

static void
test_store (void)
{
  struct lk_spec *spec = read_new (
    KINDS
    "realloc: acquire memory result, release memory arg1 if result != NULL;\n"
    "free: release memory arg1;\n"
    "maybe_free: release memory arg1 if result == 0;\n"
    "cfree: release memory arg1;\n"
    "fdclose: release fd arg1 if result == 0;\n");
  const char *names[4];
  unsigned n = lk_spec_releasers (spec, lk_spec_kind (spec, "memory"), names,
				  4);
  check (n == 2 && !strcmp (names[0], "free") && !strcmp (names[1], "cfree"),
	 "releasers: the usual ones, in order");
  check (lk_spec_releasers (spec, lk_spec_kind (spec, "memory"), names, 1)
	 == 1, "releasers: at most MAX");
  n = lk_spec_releasers (spec, lk_spec_kind (spec, "fd"), names, 4);
  check (n == 1 && !strcmp (names[0], "fdclose"),
	 "releasers: conditional ones if there is nothing else");
  check (!lk_spec_releasers (spec, lk_spec_kind (spec, "stream"), names, 4),
	 "releasers: none");

  int more = read_string (spec, "later.spec", "free: keep arg1;\n"
			  "kind fd { noun \"thing\"; }\nx: release fd arg1[1];",
			  &errors);
  const struct lk_contract *c = lk_spec_lookup (spec, "free");
  check (more == 0 && c->clauses->role == LK_ROLE_KEEP
	 && !strcmp (c->file, "later.spec"), "a later file replaces a row");
  check (!strcmp (lk_spec_kind (spec, "fd")->noun, "thing")
	 && lk_spec_lookup (spec, "x")->clauses->place.sel[0] == 8
	 && lk_spec_lookup (spec, "fdclose")->clauses->kind
	    == lk_spec_kind (spec, "fd"), "a later file replaces a kind");
  errors.length = 0;
  read_string (spec, "twice.spec", "a: ;\nb, a: keep arg1;", &errors);
  check_text (errors.text, "2:4: 'a' is already described in twice.spec, line "
	      "1: put all its clauses into one row\n", "twice in one file");

  struct lk_kind *made = lk_spec_make_kind (spec, "gadget");
  check (made && made == lk_spec_make_kind (spec, "gadget")
	 && !strcmp (made->verb, "released") && made->cwe == 772
	 && made->size == 8 && !lk_range_contains (&made->valid, 0),
	 "kinds made by hand");
  struct lk_contract *own = lk_spec_alloc (spec, sizeof *own);
  struct lk_clause *clause = lk_spec_alloc (spec, sizeof *clause);
  own->name = lk_spec_strdup (spec, "by hand");
  own->clauses = clause;
  own->noreturn = true;
  clause->role = LK_ROLE_RELEASE;
  clause->kind = made;
  clause->place = (struct lk_place) { .base = 1, .nsel = 2, .sel = { 12, 16 } };
  spec_put (spec, own);
  char *rows = all_rows (spec, false);
  check (strstr (rows, "\"by hand\": release gadget arg1[@12][2], noreturn, "
		 "...;\n") != NULL, "contracts made by hand print");
  lk_spec_free (spec);

  /* Many names: the table grows.  */
  spec = lk_spec_new ();
  char *text = malloc (20000 * 16), *end = text;
  for (int i = 0; i < 20000; i++)
    end += sprintf (end, "f%d: ;\n", i);
  errors.length = 0;
  errors.text[0] = '\0';
  read_string (spec, "many", text, &errors);
  bool all = errors.length == 0;
  for (int i = 0; i < 20000; i++)
    {
      char name[16];
      snprintf (name, sizeof name, "f%d", i);
      const struct lk_contract *found = lk_spec_lookup (spec, name);
      all &= found && found->line == i + 1;
    }
  check (all, "20000 rows");
  free (text);
  lk_spec_free (spec);
  lk_spec_free (NULL);
}

/* What READ_FILE says of the file NAME, which it must say at once.  */
static const char *
said_of (struct lk_spec *spec, const char *name)
{
  errors.length = 0;
  errors.text[0] = '\0';
  alarm (20);
  lk_spec_read_file (spec, name, LK_SOURCE_USER_SPEC, collect_error, &errors);
  alarm (0);
  return errors.text;
}

static void
test_odd_files (struct lk_spec *spec)
{
  char folder[] = "/tmp/spec-test-XXXXXX";
  if (!mkdtemp (folder) || chdir (folder) != 0)
    {
      check (false, "a folder for odd files");
      return;
    }
  check (mkfifo ("fifo", 0600) == 0, "a FIFO is made");
  check_text (said_of (spec, "fifo"), "0:0: cannot read the specification: a"
	      " FIFO, not a file; write what comes out of it to a file, and name"
	      " that\n", "a FIFO");
  check (symlink ("loop", "loop") == 0 && symlink ("fifo", "link") == 0, "links");
  check_text (said_of (spec, "loop"), "0:0: cannot read the specification: too"
	      " many symbolic links; one of them leads round to itself,"
	      " perhaps\n", "a link to itself");
  check (!strncmp (said_of (spec, "link"), "0:0: cannot read the specification:"
		   " a FIFO", 42), "a link to a FIFO");
  struct sockaddr_un address = { AF_UNIX, "socket" };
  int s = socket (AF_UNIX, SOCK_STREAM, 0);
  check (bind (s, (struct sockaddr *) &address, sizeof address) == 0, "a socket is made");
  check_text (said_of (spec, "socket"), "0:0: cannot read the specification: a"
	      " socket, not a file\n", "a socket");
  close (s);
  FILE *large = fopen ("large", "w");
  check (large && ftruncate (fileno (large), (off_t) 65 << 20) == 0, "a large file is made");
  fclose (large);
  check_text (said_of (spec, "large"), "0:0: this is no specification: it is"
	      " larger than 64 MiB\n", "a file that is too large");
  static const char *const all[] = { "fifo", "loop", "link", "socket", "large" };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    remove (all[i]);
  check (chdir ("/") == 0 && rmdir (folder) == 0, "they are gone");
}

static void
test_files (void)
{
  struct lk_spec *spec = lk_spec_new ();
  errors.length = 0;
  int n = lk_spec_read_file (spec, "no/such.spec", LK_SOURCE_USER_SPEC,
			     collect_error, &errors);
  check_text (errors.text, "0:0: cannot read the specification: No such file "
	      "or directory (relative names start at the folder the compiler "
	      "runs in)\n", "a file that is not there");
  check (n == 1, "counts one error");
  errors.length = 0;
  lk_spec_read_file (spec, ".", LK_SOURCE_USER_SPEC, collect_error,
		     &errors);
  check_text (errors.text, "0:0: cannot read the specification: a folder, not a "
	      "file (name the files in it one by one)\n", "a folder");
  errors.length = 0;
  errors.text[0] = '\0';
  lk_spec_read_file (spec, "/dev/zero", LK_SOURCE_USER_SPEC, collect_error,
		     &errors);
  check_text (errors.text, "0:0: cannot read the specification: a device, not a "
	      "file\n", "a device");
  test_odd_files (spec);
  check (lk_spec_read_file (spec, "no/such.spec", LK_SOURCE_USER_SPEC, NULL,
			    NULL) == 1, "errors without a callback");
  lk_spec_free (spec);
}

static void
test_ranges (void)
{
  /* All comparisons with -2 .. 2, in pairs, against every value.  */
  bool right = true;
  for (int a = 0; a < 30; a++)
    for (int b = 0; b < 30; b++)
      {
	struct lk_range one, two;
	spec_range_of ((enum spec_compare) (a / 5), a % 5 - 2, &one);
	spec_range_of ((enum spec_compare) (b / 5), b % 5 - 2, &two);
	struct lk_range both = one;
	enum spec_meet meet = spec_range_meet (&both, &two);
	bool any = false;
	for (int v = -4; v <= 4; v++)
	  {
	    bool in = lk_range_contains (&one, v)
		      && lk_range_contains (&two, v);
	    any |= in;
	    right &= meet != MEET_OK || in == lk_range_contains (&both, v);
	  }
	right &= any == (meet != MEET_EMPTY);
	if (meet == MEET_TWO_HOLES)
	  right &= a / 5 == SPEC_NE && b / 5 == SPEC_NE;
      }
  check (right, "ranges meet as sets do");
}

/* ---- cppcheck's libraries.  ---- */

static void
test_cppcheck (void)
{
  struct lk_spec *spec = read_new (KINDS "fclose: release stream arg1;\n"
				   "mine: keep arg1;\n");
  errors.length = 0;
  int n = read_string (spec, "lib.cfg",
    "<?xml version=\"1.0\"?>\n"
    "<def format=\"2\">\n"
    "  <memory>\n"
    "    <alloc init=\"true\" buffer-size=\"malloc\">xmalloc</alloc>\n"
    "    <alloc arg=\"2\">ymalloc</alloc>\n"
    "    <realloc realloc-arg=\"3\">yrealloc</realloc>\n"
    "    <dealloc>free</dealloc>\n"
    "    <dealloc arg=\"2\">yfree</dealloc>\n"
    "    <use>yref</use>\n"
    "  </memory>\n"
    "  <resource><alloc>yopen</alloc><dealloc>yclose</dealloc></resource>\n"
    "  <resource><alloc>zopen, zopen2</alloc><dealloc>fcloseall</dealloc>"
    "<dealloc>fclose</dealloc></resource>\n"
    "  <memory><alloc>wnew</alloc><dealloc>wfree</dealloc></memory>\n"
    "  <memory><alloc>nothing</alloc></memory>\n"
    "  <function name=\"yopen\"><returnValue type=\"int\"/></function>\n"
    "  <function name=\"yuse,std::yuse\"><noreturn>false</noreturn>"
    "<leak-ignore/><arg nr=\"1\" direction=\"in\"><not-null/></arg>"
    "</function>\n"
    "  <function name=\"yclose\"><leak-ignore/></function>\n"
    "  <function name=\"yref\"><leak-ignore/></function>\n"
    "  <function name=\"ydie\"><noreturn>true</noreturn></function>\n"
    "  <function name=\"unknown\"><use-retval/></function>\n"
    "  <function name=\"mine\"><leak-ignore/></function>\n"
    "  <container id=\"c\"><function name=\"no\"><leak-ignore/></function>"
    "</container>\n"
    "</def>\n", &errors);
  check_text (n ? errors.text : "", "", "a cppcheck library loads");
  check_text (all_rows (spec, false),
    "fclose: release stream arg1;\n"
    "mine: keep arg1;\n"
    "xmalloc: acquire memory result, ...;\n"
    "ymalloc: acquire memory *arg2, ...;\n"
    "yrealloc: release memory arg3 if result != NULL, acquire memory result, "
    "...;\n"
    "free: release memory arg1, ...;\n"
    "yfree: release memory arg2, ...;\n"
    "yclose: release yclose arg1;\n"
    "yopen: acquire yclose result, ...;\n"
    "zopen: acquire stream result, ...;\n"
    "zopen2: acquire stream result, ...;\n"
    "fcloseall: release stream arg1, ...;\n"
    "wfree: release wfree arg1, ...;\n"
    "wnew: acquire wfree result, ...;\n"
    "yuse: ;\nstd::yuse: ;\n"
    "ydie: noreturn, ...;\n", "what a cppcheck library says");
  struct lk_kind *kind = lk_spec_kind (spec, "yclose");
  check (kind && kind->size == 4 && !lk_range_contains (&kind->valid, -1)
	 && !kind->memory, "a kind of int handles");
  kind = lk_spec_kind (spec, "wfree");
  check (kind && kind->memory && kind->cwe == 401, "a kind of memory");
  const struct lk_contract *c = lk_spec_lookup (spec, "xmalloc");
  check (c->line == 4 && !strcmp (c->file, "lib.cfg"), "the place in it");
  errors.length = 0;
  read_string (spec, "lib2.cfg", "<def><function name=\"ydie\"><leak-ignore/>"
	       "</function></def>", &errors);
  check (lk_spec_lookup (spec, "ydie")->complete
	 && !lk_spec_lookup (spec, "ydie")->noreturn,
	 "a later library replaces an earlier one");
  read_string (spec, "own.spec", "ydie: keep arg1;", &errors);
  check (lk_spec_lookup (spec, "ydie")->clauses, "and so does our own");
  lk_spec_free (spec);

  static const struct { const char *text, *wanted; } wrong[] = {
    { "<?xml version=\"1.0\"?>\n<def>\n  <memory>\n</def>",
      "4:3: this XML is not well formed: mismatched tag\n" },
    { "<html>\n</html>", "1:1: expected <def>, the root of a cppcheck library, "
			 "not <html>\n" },
    { "<def>\n<memory><aloc>f</aloc></memory></def>",
      "2:9: expected <alloc>, <realloc>, <dealloc> or <use>, not <aloc>; did "
      "you mean <alloc>?\n" },
    { "<def>\n<memory><alloc arg=\"x\">f</alloc>"
      "<dealloc arg=\"0\">g</dealloc></memory></def>",
      "2:9: arg=\"x\" of <alloc> is not the number of an argument: expected 1 "
      "to 32766\n"
      "2:33: arg=\"0\" of <dealloc> is not the number of an argument: expected "
      "1 to 32766\n" },
    { "<def><function/></def>",
      "1:6: <function> has no name: expected <function name=\"...\">\n" },
    { "<def><function name='f'><noreturn>yes</noreturn></function></def>",
      "1:38: 'yes' in <noreturn>: expected 'true', 'false' or 'maybe'\n" },
    { "<def><memory><alloc> </alloc></memory></def>",
      "1:22: expected the name of a function before the end tag\n" },
    { " \n<", "2:1: this XML is not well formed: unclosed token\n" },
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    {
      spec = read_new (wrong[i].text);
      check_text (errors.text, wrong[i].wanted, wrong[i].text);
      lk_spec_free (spec);
    }
}

int
main (void)
{
  test_ranges ();
  test_good ();
  test_bad ();
  test_recovery ();
  test_fields ();
  test_store ();
  test_files ();
  test_cppcheck ();
  return finish ();
}
