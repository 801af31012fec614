/* Tests of what specifications say of Java: names of methods, classes,
   clauses that only Java has, releases of the JDK, places bound to arguments.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L	/* For fmemopen.  */

#include "read-new.h"

static FILE *types_out;

static void
print_type (void *data, struct lk_type_contract *type)
{
  (void) data;
  lk_spec_print_type (types_out, type);
}

/* All packages, types and rows.  */

static char *
all (struct lk_spec *spec)
{
  static char text[1 << 16];
  types_out = fmemopen (text, sizeof text, "w");
  if (!types_out)
    abort ();
  for (const struct lk_name *p = spec_packages (spec); p; p = p->next)
    fprintf (types_out, "package %s complete;\n", p->name);
  spec_visit_types (spec, print_type, NULL);
  fputs (all_rows (spec, false), types_out);
  fclose (types_out);
  return text;
}

/* ---- Good ones: what is printed, and that it reads back.  ---- */

static const struct
{
  const char *text, *printed;	/* NULL: as TEXT.  */
} good[] = {
  /* Names.  */
  { "java.io.Reader.read(char[],int,int): ;\n", NULL },
  { "a.B.m (  char [ ] , int\n, long [][] ): ;\n", "a.B.m(char[],int,long[][]): ;\n" },
  { "a.B.m(): ;\n", NULL },
  { "a.B.m (): ;\n", "a.B.m(): ;\n" },
  { "a.B.m(int...): ;\n", "a.B.m(int[]): ;\n" },
  { "a.B.m(int [] ...): ;\n", "a.B.m(int[][]): ;\n" },
  { "a.B$C.m(a.B$D): ;\n", NULL },
  { "a.B.new(): ;\n", NULL },
  { "a.B.m(String,Object[],CharSequence...): ;\n",
    "a.B.m(java.lang.String,java.lang.Object[],java.lang.CharSequence[]): ;\n" },
  { "a.B.m(java.lang.String,x.String,Mine): ;\n", NULL },
  { "import x.y.Mine; a.B.m(Mine,Mine$In,Mine[],z.Mine): ;\n",
    "a.B.m(x.y.Mine,x.y.Mine$In,x.y.Mine[],z.Mine): ;\n" },
  { "import x.y.Map$Entry; import x.String; a.B.m(String): ;\n",
    "a.B.m(x.String): ;\n" },
  { "\"operator delete(void*)\": ;\n", NULL },
  { "f, a.B.m(int), g: ;\n", "f: ;\na.B.m(int): ;\ng: ;\n" },
  { "this: ;\nclass: ;\nmust: ;\npackage: ;\nimport: ;\n", NULL },
  { "wrap, put: ;\n", "wrap: ;\nput: ;\n" },

  /* Clauses.  */
  { "a.B.new: acquire stream this;\n", NULL },
  { "a.B.m: release stream this, own any arg1;\n", NULL },
  { "a.B.new: wrap this = arg1, wrap this = arg2;\n", NULL },
  { "a.B.m: wrap result = this if arg1 == true;\n",
    "a.B.m: wrap result = this if arg1 == 1;\n" },
  { "a.B.m: wrap result = this if arg1 != false and arg2 == null;\n",
    "a.B.m: wrap result = this if arg1 != NULL and arg2 == 0;\n" },
  { "a.B.m: alias result = this;\n", NULL },
  { "a.B.m: alias result = this[1];\n", NULL },
  { "a.B.m: acquire stream result within this, borrow result;\n", NULL },
  { "a.B.m: put arg1 into this, fetch result from this;\n", NULL },
  { "a.B.m: put arg1 into result;\n", NULL },

  /* Containers of C++.  */
  { "class B { container; }\nB.m: put any into this at arg1;\n",
    NULL },
  { "class B {\n  container;\n  \"operator[]\", n: element result from this at arg1;\n"
    "  pop: remove one from this at last;\n  c: checked;\n}\n",
    "class B { container; }\n"
    "\"B.operator[]\": element result from this at arg1;\n"
    "B.n: element result from this at arg1;\n"
    "B.pop: remove one from this at last;\nB.c: checked;\n" },
  { "class n::B::it extends n::I {\n  iterator;\n  next: iterator result from this;\n}\n",
    "class n::B::it extends n::I { iterator; }\n"
    "n::B::it.next: iterator result from this;\n" },
  { "n::f: remove some from arg1 at arg3, iterator result from arg1 at first, "
    "query arg1, visit arg1, counts;\n", NULL },
  /* And of Java.  */
  { "class a.B {\n  container;\n  get: element result from this at arg1;\n  m: release this;\n}\n",
    "class a.B { container; }\na.B.get: element result from this at arg1;\n"
    "a.B.m: release any this;\n" },
  { "import a.B;\nclass B {\n  iterator;\n  next(B): element result from this;\n}\n",
    "class a.B { iterator; }\na.B.next(a.B): element result from this;\n" },
  /* Functions that are run.  */
  { "a.B.m: run arg1;\na.B.n: run arg2 with arg1;\n", NULL },
  { "a.B.m: run arg1 with this into result, keep this;\n",
    "a.B.m: keep this, run arg1 with this into result;\n" },
  { "class a.B {\n  m: run arg2 with arg1 and element from this at arg1 into this at arg1 and "
    "result;\n  n: run arg1 with element from this at last into this at first;\n}\n",
    "class a.B { }\na.B.m: run arg2 with arg1 and element from this at arg1 into this at arg1 and "
    "result;\na.B.n: run arg1 with element from this at last into this at first;\n" },
  { "a.B.m: run arg1 with element from this into result at last;\n", NULL },
  { "a.B.m: run arg1 into result if this == null;\n",
    "a.B.m: run arg1 into result if this == 0;\n" },
  { "a.B.m: run arg2 with this and arg1 into arg3 since 9;\n", NULL },
  { "run, with: release any arg1;\n", "run: release any arg1;\nwith: release any arg1;\n" },
  /* The words are no keywords elsewhere.  */
  { "element, iterator, remove, query, visit, at, first, container, checked: "
    "release any arg1;\n",
    "element: release any arg1;\niterator: release any arg1;\n"
    "remove: release any arg1;\nquery: release any arg1;\nvisit: release any arg1;\n"
    "at: release any arg1;\nfirst: release any arg1;\ncontainer: release any arg1;\n"
    "checked: release any arg1;\n" },
  { "a.B.m: put this into arg1;\n", NULL },
  { "a.B.m: acquire stream result within this;\n", NULL },
  { "a.B.m: acquire stream result by x or y within arg2 if arg1 == 3 since 9 "
    "before 19;\n", NULL },
  { "f: acquire stream result within arg1;\n", NULL },
  { "a.B.m: release stream this since 19, acquire stream this before 9;\n",
    NULL },
  { "a.B.m: fresh;\n", NULL },
  { "a.B.m: nothrow;\n", NULL },
  { "a.B.m: evicts, waits, starts, pure;\n", "a.B.m: pure, starts, waits, evicts;\n" },
  { "class a.B { pure; }\n", NULL },
  { "class a.B { complete; pure; container: pure; }\n",
    "class a.B { pure; complete; }\na.B.container: pure;\n" },
  { "a.B.pure, a.B.waits, a.B.starts, a.B.evicts: fresh;\n",
    "a.B.pure: fresh;\na.B.waits: fresh;\na.B.starts: fresh;\na.B.evicts: fresh;\n" },
  { "a.B.m: counts;\n", NULL },
  { "f: keep arg1[any], keep arg2[@4][any][2], locks, ...;\n", NULL },
  { "f: locks;\n", NULL },
  { "f: suppress, counts, nothrow, fresh;\n", "f: fresh, nothrow, counts, suppress;\n" },
  { "a.B.m: keep this, fresh, suppress, ...;\n", NULL },
  { "f: suppress, fresh;\n", "f: fresh, suppress;\n" },
  { "fresh: ;\n", NULL },
  { "a.B.m: keep this;\n", NULL },
  { "within: release stream arg1;\n", NULL },
  { "f: acquire stream result by within or since;\n", NULL },

  /* Classes.  */
  { "class a.B { }\n", NULL },
  { "class B { new: ; }\n", "class B { }\nB.new: ;\n" },
  { "class a.B extends a.C implements a.D, a.E { must close; kind stream; }\n",
    "class a.B extends a.C, a.D, a.E { must close; kind stream; }\n" },
  { "class AutoCloseable { must nothing; }\n",
    "class java.lang.AutoCloseable { must nothing; }\n" },
  { "import x.C; class C extends C, Object { }\n",
    "class x.C extends x.C, java.lang.Object { }\n" },
  { "class a.B { must close or free, flush; own in, out; complete; }\n",
    "class a.B { must close or free; must flush; own in, out; complete; }\n" },
  { "class a.B { must nothing before 19; must close since 19; }\n",
    "class a.B { must close since 19; }\n" },
  { "class a.B { must close since 9 before 19; }\n", NULL },
  { "class a.B {\n  kind stream;\n  new(int), new(): acquire this;\n"
    "  close: release this;\n  open: acquire result;\n  take: own arg1;\n}\n",
    "class a.B { kind stream; }\na.B.new(int): acquire stream this;\n"
    "a.B.new(): acquire stream this;\na.B.close: release any this;\n"
    "a.B.open: acquire stream result;\na.B.take: own any arg1;\n" },
  { "class a.B { new: acquire this; }\n",
    "class a.B { }\na.B.new: acquire closeable this;\n" },
  { "class a.B { must: ; kind: ; own, complete: ; class: ; }\n",
    "class a.B { }\na.B.must: ;\na.B.kind: ;\na.B.own: ;\na.B.complete: ;\n"
    "a.B.class: ;\n" },
  { "class a.B { must must; own own; }\n", NULL },
  { "class class { }\nclass extends extends extends { }\n",
    "class class { }\nclass extends extends extends { }\n" },
  { "package a.b complete;\n", NULL },
  { "class a.B { }\nf: ;\nclass a.C { m: ; }\ng: ;\n",
    "class a.B { }\nclass a.C { }\nf: ;\na.C.m: ;\ng: ;\n" },
};

static void
test_good (void)
{
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    {
      char text[2048];
      const char *wanted = good[i].printed ? good[i].printed : good[i].text;
      snprintf (text, sizeof text, "%s" KINDS, good[i].text);
      struct lk_spec *spec = read_good (text, good[i].text);
      check_text (all (spec), wanted, "prints so");
      lk_spec_free (spec);
      snprintf (text, sizeof text, "%s" KINDS "kind closeable { }", wanted);
      spec = read_new (text);
      check (!errors.length && !strcmp (all (spec), wanted), "reads back: %s",
	     wanted);
      lk_spec_free (spec);
    }
}

/* ---- Errors.  ---- */

#define MEMBER "the name of a method, 'must', 'kind', 'own', 'complete' or '}'"

static const struct
{
  const char *text, *wanted, *left;	/* What stays, NULL: nothing.  */
} bad[] = {
  { "f: acquire stream this;",
    "1:19: 'this' is for rows in a class and methods of Java: 'f' is none "
    "(write arg1 for what C++ calls 'this')\n", NULL },
  { "a.B.m: raises nothing;",
    "1:8: 'raises' is for functions of C++: 'a.B.m' is a method of Java\n", NULL },
  { "a.B.m: fill arg1;",
    "1:8: 'fill' is for functions of C and C++: 'a.B.m' is a method of Java\n", NULL },
  { "f: run arg1;", "1:4: 'run' is for methods of Java: 'f' is none\n", NULL },
  { "a.B.m: run this;", "1:12: expected an argument: a function\n", NULL },
  { "a.B.m: run arg1 with element from result;",
    "1:35: expected 'this' or an argument: what a function is given is there before the call\n",
    NULL },
  { "a.B.m: run arg1 into result and result;",
    "1:22: expected 'this', an argument, or 'result' alone\n", NULL },
  { "a.B.m: run arg1 into result at first and result;",
    "1:22: expected 'this', an argument, or 'result' alone\n", NULL },
  { "a.B.m: acquire stream &all;",
    "1:23: '&' is for functions of C and C++: 'a.B.m' is a method of Java\n", NULL },
  { "a.B.m: own any arg1 if this[1] == 0;",
    "1:24: tests of members are for functions of C and C++: 'a.B.m' is a method of Java\n", NULL },
  { "a.B.m: release stream this + 8;",
    "1:23: '+' is for functions of C and C++: 'a.B.m' is a method of Java\n", NULL },
  { "std::f: keep this;",
    "1:14: 'this' is for rows in a class and methods of Java: 'std::f' is "
    "none (write arg1 for what C++ calls 'this')\n", NULL },
  { "a.B.m, f: wrap result = this;",
    "1:25: 'this' is for rows in a class and methods of Java: 'f' is none "
    "(write arg1 for what C++ calls 'this')\n", NULL },
  { "a.B.m: acquire this;",
    "1:16: expected a kind of resource before this: only methods inside "
    "'class' take theirs from the class\n", NULL },
  { "f: release arg1;",
    "1:12: expected a kind of resource or 'any' before this: only methods "
    "inside 'class' take theirs from the class\n", NULL },
  { "a.B.m: alias this = arg1;",
    "1:14: a call cannot change this itself: expected the result or a place "
    "behind a pointer, like '*this' (for a wrapper, write 'wrap')\n", NULL },
  { "a.B.m: wrap this = result;",
    "1:20: the right side of 'wrap' must be there before the call: expected "
    "'this' or an argument\n", NULL },
  { "a.B.m: fetch this from result;",
    "1:24: the right side of 'fetch' must be there before the call: expected "
    "'this' or an argument\n", NULL },
  { "a.B.m: put this into this;",
    "1:22: expected another place than the one before\n", NULL },
  { "a.B.m: acquire stream this within result;",
    "1:35: expected 'this' or an argument: what the new resource is released "
    "with must be there before the call\n", NULL },
  { "a.B.m: acquire stream this within *arg1;",
    "1:35: expected 'this' or an argument: what the new resource is released "
    "with must be there before the call\n", NULL },
  { "a.B.m: keep this since 19 before 9;",
    "1:18: no release is left: since 19 and before 9\n", NULL },
  { "a.B.m: keep this since 9 since 10;",
    "1:32: a second number: expected one 'since' and one 'before' at most\n",
    "a.B.m: keep this since 9;\n" },
  { "a.B.m: keep this before 0;",
    "1:25: '0' is no release of the JDK: expected 1 to 255 (8 for 1.8)\n",
    "a.B.m: keep this;\n" },
  { "a.B.m: keep this before 256;",
    "1:25: '256' is no release of the JDK: expected 1 to 255 (8 for 1.8)\n",
    "a.B.m: keep this;\n" },
  { "class a.B { m: kep this; n: ; }",
    "1:16: expected 'acquire', 'release', 'own', 'keep', 'alias', 'borrow', "
    "'noreturn', 'suppress', '...', 'wrap', 'put', 'fetch', 'fresh', 'nothrow', "
    "'counts', 'locks', 'pure', 'starts', 'waits', 'evicts', 'give', 'tests', 'throws', 'run' "
    "or ';' before "
    "'kep'; did you mean 'keep'?\n", "class a.B { }\na.B.n: ;\n" },
  { "class a.B { new: wraps this = arg1; }",
    "1:18: expected 'acquire', 'release', 'own', 'keep', 'alias', 'borrow', "
    "'noreturn', 'suppress', '...', 'wrap', 'put', 'fetch', 'fresh', 'nothrow', "
    "'counts', 'locks', 'pure', 'starts', 'waits', 'evicts', 'give', 'tests', 'throws', 'run' "
    "or ';' before "
    "'wraps'; did you mean 'wrap'?\n", "class a.B { }\n" },
  { "class a.B { must ; n: ; }",
    "1:18: expected the name of a method or 'nothing' before ';'\n",
    "class a.B { }\na.B.n: ;\n" },
  { "class a.B { must close(int); n: ; }",
    "1:18: 'close(int)' is not the name of a method without parameters\n",
    "a.B.n: ;\n" },
  { "class a.B { must nothing; must close; }",
    "1:27: 'must nothing' and another 'must': say since or before which "
    "release each holds\n", NULL },
  { "class a.B { kind strem; n: ; }",
    "1:18: unknown kind of resource 'strem'; did you mean 'stream'?\n",
    "a.B.n: ;\n" },
  { "class a.B { kind stream; kind fd; }",
    "1:26: 'kind' is given twice for class 'a.B'\n",
    "class a.B { kind fd; }\n" },
  { "class a.B { ; n: ; }", "1:13: expected " MEMBER " before ';'\n",
    "class a.B { }\na.B.n: ;\n" },
  { "class a.B { n: keep arg1 m: ; }",
    "1:26: expected 'if', 'since', 'before', 'until', '[', ',', ';' or '+' before 'm'\n",
    "class a.B { }\n" },
  { "class a.B {\n  n: keep arg1\n  m: ;\n}",
    "2:15: expected 'if', 'since', 'before', 'until', '[', ',', ';' or '+' after 'arg1'\n",
    "class a.B { }\na.B.m: ;\n" },
  { "class a.B {\n  m: ;\nclass a.C { m: ; }",
    "3:1: expected '}' before 'class': class 'a.B' is not ended\n",
    "class a.B { }\nclass a.C { }\na.B.m: ;\na.C.m: ;\n" },
  { "class a.B {\n  m: ;\nimport x.Y;",
    "3:1: expected '}' before 'import': class 'a.B' is not ended\n",
    "class a.B { }\na.B.m: ;\n" },
  { "class a.B {\n  kind stream;\nkind z { }",
    "3:1: expected '}' before 'kind': class 'a.B' is not ended\n",
    "class a.B { kind stream; }\n" },
  { "class { m: ; n: kep; }\nf: ;",
    "1:7: expected the name of a class before '{'\n"
    "1:17: expected 'acquire', 'release', 'own', 'keep', 'alias', 'borrow', "
    "'noreturn', 'suppress', '...', 'wrap', 'put', 'fetch', 'fresh', 'nothrow', "
    "'counts', 'locks', 'pure', 'starts', 'waits', 'evicts', 'give', 'tests', 'throws', 'run' "
    "or ';' before "
    "'kep'; did you mean 'keep'?\n", "f: ;\n" },
  { "class a.B extend a.C { m: ; }\nf: ;",
    "1:11: expected 'extends', 'implements' or '{' before 'extend'; did you "
    "mean 'extends'?\n", "f: ;\n" },
  { "class a.B extends { m: ; }",
    "1:19: expected the name of a class before '{'\n", NULL },
  { "interface a.B { m: ; }", "1:1: expected 'class' instead of 'interface'\n",
    "class a.B { }\na.B.m: ;\n" },
  { "clas a.B extends a.C { m: ; }", "1:1: expected 'class' instead of 'clas'\n",
    "class a.B extends a.C { }\na.B.m: ;\n" },
  { "class a::B { must close; m: ; }",
    "1:7: class 'a::B' is one of C++: 'must', 'kind', 'own', 'cell' and 'pure' are for "
    "classes of Java\n", "a::B.m: ;\n" },
  { "class a::B extends c-d { m: ; }",
    "1:20: 'c-d' is not the name of a class of C++ (without template "
    "arguments)\n", "a::B.m: ;\n" },
  { "class a.B { m: element arg1 from this; }",
    "1:24: expected 'result': what 'element' says is said of the result\n",
    "class a.B { }\n" },
  { "a.B.m: put arg1 into this at arg2;",
    "1:27: 'at' is for containers of C++: 'a.B.m' is a method of Java (a class "
    "of C++ has '::' in its name, or no package and 'container' or 'iterator')\n", NULL },
  { "a.B.m: put any into this;",
    "1:8: 'any' is for containers of C++: 'a.B.m' is a method of Java (a class "
    "of C++ has '::' in its name, or no package and 'container' or 'iterator')\n", NULL },
  { "class B { container; m: element arg1 from this; }",
    "1:33: expected 'result': what 'element' says is said of the result\n",
    "class B { container; }\n" },
  { "class B { container; m: remove one from result; }",
    "1:41: expected 'this' or an argument: a container, or an iterator of one\n",
    "class B { container; }\n" },
  { "class B { container; m: element result from this at result; }",
    "1:50: expected 'first', 'last', 'equal' or the argument that says which "
    "element\n",
    "class B { container; }\n" },
  { "class B { container; m: query this, query this; }",
    "1:37: this clause is there already\n", "class B { container; }\n" },
  { "class B { container; m: remove two from this; }",
    "1:32: expected 'one', 'some' or 'all' before 'two'\n",
    "class B { container; }\n" },
  { "class a.B(int) { }", "1:7: 'a.B(int)' is not the name of a class\n", NULL },
  { "class a.B { own x-y; }", "1:17: 'x-y' is not the name of a field\n", NULL },
  { "class a.B { }\nclass a.B { m: ; }",
    "2:7: class 'a.B' is already described in test.spec, line 1: put all into "
    "one block\n", "class a.B { }\na.B.m: ;\n" },
  { "class a.B { m: ; m: keep this; }",
    "1:18: 'a.B.m' is already described in test.spec, line 1: put all its "
    "clauses into one row\n", "class a.B { }\na.B.m: keep this;\n" },
  { "import B;", "1:8: 'B' has no package, and so nothing to shorten\n", NULL },
  { "import x.B;\nimport y.C;\nimport x.B;\nimport z.B;",
    "4:8: 'B' stands for 'x.B' already: write one of them in full\n", NULL },
  { "import ;", "1:8: expected the name of a class before ';'\n", NULL },
  { "package a.b;", "1:12: expected 'complete' before ';'\n", NULL },
  { "a.B.m(int: ;", "1:6: unexpected '('\n", NULL },
#define NO_TYPES " are not the types of parameters: expected types like int, " \
  "byte[] or java.io.File, without names and type arguments\n"
  { "a.B.m(int,,int): ;", "1:6: '(int,,int)'" NO_TYPES, NULL },
  { "a.B.m(List<String>): ;", "1:6: '(List<String>)'" NO_TYPES, NULL },
  { "class a.B {\n  m\n (int x): ; n: ; }", "3:2: '(int x)'" NO_TYPES,
    "class a.B { }\na.B.n: ;\n" },
  { "f(*): ;", "1:2: '(*)'" NO_TYPES, NULL },
};

/* A class without an end: at the end of the file.  */

static void
test_end (void)
{
  static const char *const texts[] = {
    "class a.B {", "class a.B { m: ;", "class a.B { m: keep this",
    "class a.B { m", "class a.B", "class", "class a.B extends",
    "class a.B { must", "class a.B { m: keep", "import", "package a"
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
      struct lk_spec *spec = read_new (texts[i]);
      const char *newline = strchr (errors.text, '\n');
      check (newline && !newline[1] && (strstr (errors.text, "expected ")),
	     "one error: %s", texts[i]);
      if (!newline || newline[1])
	printf ("--- %s\n", errors.text);
      lk_spec_free (spec);
    }
}

static void
test_bad (void)
{
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
      char text[2048], wanted[1024];
      snprintf (text, sizeof text, "%s\nlast: keep arg1;\n" KINDS, bad[i].text);
      snprintf (wanted, sizeof wanted, "%slast: keep arg1;\n",
		bad[i].left ? bad[i].left : "");
      struct lk_spec *spec = read_new (text);
      check_text (errors.text, bad[i].wanted, bad[i].text);
      check_text (all (spec), wanted, "the rest stays");
      lk_spec_free (spec);
    }
}

/* ---- What is filled in.  ---- */

static void
test_fields (void)
{
  struct lk_spec *spec = read_good (
    KINDS
    "class a.B extends a.C {\n"
    "  must close or free, flush;\n"
    "  kind stream;\n"
    "  own in;\n"
    "  new(int): acquire this;\n"
    "  connect: acquire this if result == true;\n"
    "  open: acquire result within this;\n"
    "}\n", "a class");
  const struct lk_type_contract *t = lk_spec_type (spec, "a.B");
  check (t && t->line == 4 && !strcmp (t->file, "test.spec")
	 && t->source == LK_SOURCE_USER_SPEC && t->has_must && !t->complete
	 && t->kind == lk_spec_kind (spec, "stream"), "its contract");
  check (!strcmp (t->supers->name, "a.C") && !t->supers->next
	 && !strcmp (t->owning->name, "in"), "its supertypes and fields");
  check (!strcmp (t->must->names->name, "close")
	 && !strcmp (t->must->names->next->name, "free")
	 && !strcmp (t->must->next->names->name, "flush")
	 && !t->must->next->next, "its duties");
  const struct lk_clause *c = lk_spec_lookup (spec, "a.B.new(int)")->clauses;
  check (c->place.base == LK_PLACE_THIS && !c->renews, "a constructor");
  c = lk_spec_lookup (spec, "a.B.connect")->clauses;
  check (c->place.base == LK_PLACE_THIS && c->renews, "a method that acquires");
  c = lk_spec_lookup (spec, "a.B.open")->clauses;
  check (c->has_parent && c->parent.base == LK_PLACE_THIS, "a parent");
  check (!lk_spec_lookup (spec, "a.B.new") && !lk_spec_type (spec, "a.C"),
	 "what is not there");
  lk_spec_free (spec);

  spec = read_new ("class a.B { must close; complete; }\n"
		   "package p complete;");
  read_string (spec, "later.spec", "class a.B { must nothing; }", &errors);
  check (!errors.length && lk_spec_type (spec, "a.B")->has_must
	 && !lk_spec_type (spec, "a.B")->must
	 && !lk_spec_type (spec, "a.B")->complete,
	 "a later file replaces a class");
  check (lk_spec_package_complete (spec, "p")
	 && !lk_spec_package_complete (spec, "q"), "packages");
  lk_spec_free (spec);

  /* Many classes: the table grows.  */
  char *text = malloc (5000 * 40), *end = text;
  for (int i = 0; i < 5000; i++)
    end += sprintf (end, "class a.B%d { }\n", i);
  spec = read_new (text);
  bool found = errors.length == 0;
  for (int i = 0; i < 5000; i++)
    {
      char name[16];
      snprintf (name, sizeof name, "a.B%d", i);
      found &= lk_spec_type (spec, name) && lk_spec_type (spec, name)->line
	       == i + 1;
    }
  check (found, "5000 classes");
  free (text);
  lk_spec_free (spec);

  spec = read_new ("kind k { verb \"shut\"; by close or shut; }\n"
		   "class a.B { close: release this; }\n"
		   "a.B.drop: release k this;");
  const char *names[4];
  check (lk_spec_releasers (spec, lk_spec_kind (spec, "k"), names, 4) == 2
	 && !strcmp (names[0], "close") && !strcmp (names[1], "shut"),
	 "a kind says what it is released by");
  char printed[200];
  FILE *out = fmemopen (printed, sizeof printed, "w");
  lk_spec_print_kind (out, lk_spec_kind (spec, "k"));
  fclose (out);
  check_text (printed, "kind k { noun \"k\"; verb \"shut\"; cwe 772; handle "
	      "pointer; valid != NULL; by close or shut; }\n",
	      "and prints it");
  lk_spec_free (spec);
}

static void
test_releases (void)
{
  struct lk_spec *spec = read_good (
    KINDS
    "class a.B { must nothing before 19; must close since 19;\n"
    "            must free since 10 before 12; }\n"
    "a.B.m: keep this since 9, keep arg1 before 19, keep arg2;\n", "releases read");
  static const struct { unsigned release; const char *musts; unsigned clauses; }
  wanted[] = {
    { 0, "close", 2 }, { 8, "", 2 }, { 9, "", 3 }, { 10, "free", 3 },
    { 11, "free", 3 }, { 12, "", 3 }, { 18, "", 3 }, { 19, "close", 2 },
    { 255, "close", 2 }, { 8, "", 2 }, { 1000, "close", 2 }
  };
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    {
      lk_spec_set_release (spec, wanted[i].release);
      const struct lk_type_contract *t = lk_spec_type (spec, "a.B");
      char musts[40] = "";
      for (const struct lk_must *m = t->must; m; m = m->next)
	strcat (musts, m->names->name);
      const struct lk_contract *c = lk_spec_lookup (spec, "a.B.m");
      unsigned n = 0;
      for (const struct lk_clause *l = c->clauses; l; l = l->next)
	n++;
      check (t->has_must && !strcmp (musts, wanted[i].musts)
	     && n == wanted[i].clauses, "release %u", wanted[i].release);
      check (t == lk_spec_type (spec, "a.B")
	     && c == lk_spec_lookup (spec, "a.B.m"), "the same again");
    }
  lk_spec_free (spec);
}

static void
check_bound (struct lk_spec *spec, const char *name, bool receiver,
	     const char *wanted)
{
  char text[500];
  FILE *out = fmemopen (text, sizeof text, "w");
  const struct lk_contract *c = lk_spec_lookup (spec, name);
  lk_spec_print_contract (out, lk_spec_bound (spec, c, receiver));
  fclose (out);
  check_text (text, wanted, receiver ? "bound with a receiver"
	      : "bound without a receiver");
}

static void
test_bound (void)
{
  struct lk_spec *spec = read_good (
    KINDS
    "a.B.new: wrap this = arg1, wrap this = arg2;\n"
    "a.B.m: alias result = this[@8], release any arg1 if arg2 == 1,\n"
    "  acquire stream result within this;\n"
    "a.B.s: put arg1 into result if arg2 == 0 and result != NULL;\n"
    "a.B.e: ;\n"
    "a.B.l: keep arg32766, keep arg1;\n", "rows to bind");
  check_bound (spec, "a.B.new", true,
	       "a.B.new: wrap arg1 = arg2, wrap arg1 = arg3;\n");
  check_bound (spec, "a.B.m", true,
	       "a.B.m: alias result = arg1[1], release any arg2 if arg3 == 1, "
	       "acquire stream result within arg1;\n");
  check_bound (spec, "a.B.m", false,
	       "a.B.m: release any arg1 if arg2 == 1;\n");
  check_bound (spec, "a.B.s", false,
	       "a.B.s: put arg1 into result if arg2 == 0 and result != NULL;\n");
  check_bound (spec, "a.B.s", true,
	       "a.B.s: put arg2 into result if arg3 == 0 and result != NULL;\n");
  check_bound (spec, "a.B.l", true, "a.B.l: keep arg2;\n");
  const struct lk_contract *c = lk_spec_lookup (spec, "a.B.e");
  check (c == lk_spec_bound (spec, c, true)
	 && c == lk_spec_bound (spec, c, false), "nothing to move");
  c = lk_spec_lookup (spec, "a.B.s");
  check (c == lk_spec_bound (spec, c, false), "static methods stay");
  lk_spec_free (spec);
}

int
main (void)
{
  test_good ();
  test_bad ();
  test_end ();
  test_fields ();
  test_releases ();
  test_bound ();
  return finish ();
}
