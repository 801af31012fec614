/* Tests of the reader of specifications: what rows mean, and that they are printed so; every error
   message with its place; recovery.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE		/* For fmemopen.  */

#include "read-new.h"

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
  { "f: alias result = inside arg1 if result != NULL;", NULL },
  { "f: reads arg1, reads arg3;", NULL },
  { "f: reads arg1 through g arg2, reads arg1 through h arg2;", NULL },
  { "f: release stream arg1 if result != NULL;", NULL },
  { "f: release any arg3;", NULL },
  { "f: own any arg3 if result >= 0 and arg2 == 5;", NULL },
  { "f: own fd arg1 if result != NULL, acquire stream result;", NULL },
  { "f: own any arg2 if arg1[@24+0] == 0;", NULL },
  { "f: own any arg2 if result == 0 and arg1[1][3] != NULL;", NULL },
  { "f: own fd arg2 if arg1[0] >= 2 and arg1[@0] <= 5;",
    "f: own fd arg2 if arg1[0] >= 2 and arg1[0] <= 5;" },
  { "f: own any arg3 if arg1[@28] == 1, keep arg2;", NULL },
  { "f: own any arg2 if arg1[1] == 0 and arg1[2] == 0 and arg1[@8][0] == 0 and arg1 != NULL;",
    "f: own any arg2 if arg1[1] == 0 and arg1[2] == 0 and arg1[1][0] == 0 and arg1 != NULL;" },
  { "f: acquire stream result if arg1[@4] == 1, release fd arg2 if arg1[@4+7] == 1, "
    "keep *arg2 if arg3[0][@-4] >= 2, alias result = arg2 if arg1[@4] == 2;", NULL },
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
  { "f: keep *&log;", NULL },
  { "f: keep &\"a b\"[2], keep &\"log@a.c\"[any];", NULL },
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
    "'noreturn', 'suppress', '...', 'locks', 'reads', 'tests', 'fill' or ';' before 'aquire'; did "
    "you mean 'acquire'?\n" },
  { "f: acquire streem result;",
    "1:12: unknown kind of resource 'streem'; did you mean 'stream'?\n" },
  { "f: acquire xyzzy result;",
    "1:12: unknown kind of resource 'xyzzy'; there are 'stream', 'fd' and "
    "'memory'; a new one is defined by 'kind xyzzy { noun \"...\"; }'\n" },
  { "f: acquire \"x y\" result;",
    "1:12: unknown kind of resource 'x y'; there are 'stream', 'fd' and "
    "'memory'; a new one is defined by 'kind NAME { noun \"...\"; }'\n" },
  { "kind a { group; }", "1:15: expected the name of a group of kinds before ';'\n" },
  { "kind a { group x; group y; }", "1:19: 'group' is given twice for kind 'a'\n" },
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
  { "f: own any arg2 if result[1] == 0;",
    "1:20: what the result points to cannot be tested: expected a member of an argument\n" },
  { "f: noreturn if arg1[1] == 0;",
    "1:16: 'noreturn' cannot depend on a member: expected the result or an argument itself\n" },
  { "f: tests arg1[1] == 0;",
    "1:10: 'tests' cannot depend on a member: expected the result or an argument itself\n" },
  { "f: own any arg2 if arg1[any] == 0;",
    "1:25: a test is of one member: expected a number or '@'\n" },
  { "f: own any arg2 if arg1[1][2][3] == 0;", "1:31: a test has at most 2 '[N]'\n" },
  { "f: own any arg2 if arg1[-1] == 0;", "1:25: an index cannot be negative\n" },
  { "f: own any arg1[@24+0];",
    "1:18: a bit-field holds no handle: expected '[@N+B]' in tests only\n" },
  { "f: own any arg2 if arg1[1] == 0, own any arg2 if arg1[@8] == 0;",
    "1:34: this clause is there already\n" },
  { "f: own any arg2 if arg1[1] == 0 and arg1[1] == 1;",
    "1:37: no value is left: these comparisons never hold together\n" },
  { "f: own any arg2 if arg1[@24+8] == 0;",
    "1:26: a bit-field begins at one of the bits 0 to 7 of a byte\n" },
  { "f: keep arg1[x];", "1:14: expected 'any', a number or '@' before 'x'\n" },
  { "f: keep arg1 if arg2 == 1 and arg3 == 1 and arg4 == 1 and arg5 == 1 and arg6 == 1 and arg7 == 1"
    " and arg8 == 1;",
    "1:101: a clause can test at most 6 different values\n" },
  { "f: raises nothing, raises a;", "1:20: this clause is there already\n" },
  { "f: raises a or a;", "1:16: 'a' is named twice\n" },
  { "f: raises;", "1:10: expected the name of a type or 'nothing' before ';'\n" },
  { "f: raises a or nothing;",
    "1:16: 'raises nothing' says that no exception is let out: expected no type beside it\n" },
  { "f: raises \"  \";", "1:11: expected the name of a type\n" },
  { "f: acquire fd &;", "1:16: expected the name of a variable before ';'\n" },
  { "f: keep &all[x];", "1:14: expected 'any', a number or '@' before 'x'\n" },
  { "f: keep *&all + 8;",
    "1:9: 'keep' cannot stand with '&': expected the result or an argument\n" },
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
  { "f: keep arg1 if arg2 != 1 and arg2 != 65;",
    "1:31: the values that '!=' excludes must be less than 64 apart\n" },
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
    "1:22: expected '==', '!=', '<=', '>=', '[', '<' or '>' before '='\n" },
  { "f: keep arg1 if arg2 == EOF;",
    "1:25: expected a number, 'NULL' or 'MAP_FAILED' before 'EOF'\n" },
  { "f: keep arg1 if arg2 == nullptr;",
    "1:25: expected a number, 'NULL' or 'MAP_FAILED' before 'nullptr'; did you "
    "mean 'NULL'?\n" },
  { "f: acquire stream result by a or b or a;", "1:39: 'a' is named twice\n" },
  { "f: keep arg1, keep arg1;", "1:15: this clause is there already\n" },
  { "f: reads arg1, reads arg1;", "1:16: this clause is there already\n" },
  { "f: reads arg1 through g arg2, reads arg1 through g arg2;",
    "1:31: this clause is there already\n" },
  { "f: reads result;", "1:10: expected an argument, arg1, arg2, ...: 'reads' speaks of the object "
    "that it points to\n" },
  { "f: reads *arg1;", "1:10: expected an argument, arg1, arg2, ...: 'reads' speaks of the object "
    "that it points to\n" },
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
    "'lock', 'off', 'verified', 'group', 'by' or '}' before 'noum'; did you mean 'noun'?\n" },
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
    "'lock', 'off', 'verified', 'group', 'by' or '}' after ';'\n" },
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
	      "'borrow', 'noreturn', 'suppress', '...', 'locks', 'reads', 'tests', 'fill' or ';' "
	      "before 'aquire'; did you mean 'acquire'?\n"
	      "4:20: expected ';' before 'cwe'\n"
	      "5:20: expected 'noun', 'verb', 'cwe', 'handle', 'valid', "
	      "'memory', 'lock', 'off', 'verified', 'group', 'by' or '}' after ';'\n"
	      "7:15: expected 'if', '[', ',', ';' or '+' after 'arg1'\n"
	      "11:9: expected 'result', 'arg1', 'arg2', ..., '*' or '&' before '}'\n"
	      "12:12: unknown kind of resource 'nokind'; there are 'k1', 'k2' "
	      "and 'k3'; a new one is defined by 'kind nokind { noun \"...\"; }'\n"
	      "12:33: unknown kind of resource 'nokind2'; there are 'k1', 'k2' "
	      "and 'k3'; a new one is defined by 'kind nokind2 { noun \"...\"; }'\n"
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
  check_text (errors.text, "3:12: unknown kind of resource 'stream'; "
	      "'leakcheck --list-kinds' prints all 10; a new one is defined by "
	      "'kind stream { noun \"...\"; }'\n",
	      "many kinds");
  lk_spec_free (spec);

  spec = lk_spec_new ();
  errors.length = 0;
  static const char binary[] = "\x7f" "ELF\x02\x01\x01\0\0\0a: keep \x03 arg1;";
  lk_spec_read_text (spec, "binary", binary, sizeof binary - 1, LK_SOURCE_USER_SPEC,
		     collect_error, &errors);
  check_text (errors.text, "0:0: this is a binary file: a specification is text in ASCII or "
	      "UTF-8\n", "a binary file has one error");
  errors.length = 0;
  static const char nul[] = "a: keep\0 arg1;\nb\0: ;";
  lk_spec_read_text (spec, "nul", nul, sizeof nul - 1, LK_SOURCE_USER_SPEC,
		     collect_error, &errors);
  check_text (errors.text, "1:8: NUL byte (2 in the file): a specification is "
	      "text in ASCII or UTF-8\n", "NUL bytes");
  lk_spec_free (spec);
}

int
main (void)
{
  test_good ();
  test_bad ();
  test_recovery ();
  return finish ();
}
