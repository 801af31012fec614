#!/usr/bin/env python3
"""Write a C file of a given size, for measuring how cost grows.

Usage: generate.py SHAPE STATEMENTS

  many      functions of about 40 statements, which call each other two deep
  one       a single function, its resources opened and closed all along
  branches  a single function: a few resources, held over ever more branches
  together  a single function: all its resources held at once, released at
            the end by a chain of gotos
  callers   many functions that acquire and release through the same helpers
  chain     a call chain: each function hands its resource, and one of its
            own, to the next
  switch    a single function: a big switch, its cases acquiring and releasing
  nested    functions of branches nested ten deep, one acquisition at each
            level
  loops     a single function of loops one after the other that open and close
  guards    a single function: many streams, each opened and closed under a flag of its own
  members   a structure of many streams, which one function opens and another one closes
  mutual    functions that all call each other
  gotos     a single function of labels, each left by a computed goto
  ring      functions that call each other in a circle
  ifs       a single function of nested ifs
  ways      functions that each call the next one twice; the last one acquires

Of the last seven STATEMENTS is the number of streams, functions, labels or ifs.

Measures nothing itself.  A statement is what ends in a semicolon.  In `many'
and `one', one in eight statements acquires or releases something; all of it is
released on every path but for one function (or one resource) in fifty, so that
both the clean case and reporting are paid for.  No randomness: the same
arguments give the same file.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import sys

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

extern int work (int, const char *);
"""


class Writer:
    """Collects lines and counts their statements."""

    def __init__(self):
        self.lines = []
        self.statements = 0

    def put(self, *lines):
        for line in lines:
            self.lines.append(line)
            self.statements += line.count(";")


def arithmetic(out, number, count):
    """COUNT statements that touch no resource, with some branches."""
    for i in range(count):
        salt = (number * 31 + i * 17) % 97
        if i % 4 == 3:
            out.put("  if (x > %d)" % salt, "    y ^= work (x, \"%d\");" % salt)
        else:
            out.put("  x = y * %d + (x >> %d);" % (salt + 1, salt % 7 + 1))


def stream(out, number, leaks):
    """Open, use and close a stream in the middle of a function."""
    name = "f%d" % number
    out.put("  FILE *%s = fopen (\"file%d\", \"r\");" % (name, number),
            "  if (%s)" % name,
            "    {",
            "      if (fgets (buffer, sizeof buffer, %s))" % name,
            "        y += work (x, buffer);")
    if leaks:
        out.put("      if (y == %d)" % number, "        return y;")
    out.put("      fclose (%s);" % name, "    }")


def memory(out, number, leaks):
    """Allocate, fill and free a block."""
    name = "p%d" % number
    out.put("  char *%s = malloc ((unsigned) x + %d);" % (name, number + 1),
            "  if (!%s)" % name,
            "    return -1;",
            "  memcpy (%s, buffer, 1);" % name,
            "  y += work (y, %s);" % name)
    if leaks:
        out.put("  if (y == %d)" % number, "    return y;")
    out.put("  free (%s);" % name)


def descriptor(out, number, leaks):
    """Open, read and close a descriptor."""
    name = "d%d" % number
    out.put("  int %s = open (buffer, O_RDONLY);" % name,
            "  if (%s < 0)" % name,
            "    return -1;",
            "  x += read (%s, buffer, sizeof buffer);" % name)
    if leaks:
        out.put("  if (y == %d)" % number, "    return y;")
    out.put("  close (%s);" % name)


KINDS = (stream, memory, descriptor)


def many(out, size):
    number = 0
    while out.statements < size:
        out.put("", "static int __attribute__ ((noinline))" if number % 3 else "int",
                "function%d (int x, int y)" % number, "{",
                "  char buffer[64] = \"a\";")
        arithmetic(out, number, 14)
        KINDS[number % 3](out, number, number % 50 == 49)
        arithmetic(out, number + 1, 14)
        # Two levels of callees: those of number % 3 == 2 call those of 1.
        if number % 3 == 2:
            out.put("  y += function%d (x, y);" % (number - 1))
        if number % 3 == 0 and number:
            out.put("  y += function%d (x, y);" % (number - 1))
        if number % 3 == 0 and number > 2:
            out.put("  y -= function%d (y, x);" % (number - 2))
        out.put("  return x + y;", "}")
        number += 1


def one(out, size):
    number = 0
    out.put("", "int", "big (int x, int y)", "{", "  char buffer[64] = \"a\";")
    while out.statements < size:
        KINDS[number % 3](out, number, number % 50 == 49)
        arithmetic(out, number, 32)
        number += 1
    out.put("  return x + y;", "}")


def branches(out, size):
    out.put("", "int", "big (int x, int y)", "{", "  char buffer[64] = \"a\";",
            "  FILE *first = fopen (\"first\", \"r\");",
            "  FILE *second = fopen (\"second\", \"r\");")
    number = 0
    while out.statements < size:
        arithmetic(out, number, 32)
        out.put("  if (first && y == %d)" % number, "    fputs (buffer, first);",
                "  else if (second)", "    fputs (buffer, second);")
        number += 1
    out.put("  if (first)", "    fclose (first);", "  if (second)", "    fclose (second);",
            "  return x + y;", "}")


def together(out, size):
    count = max(size // 8, 1)
    out.put("", "int", "big (int x, int y)", "{", "  int result = -1;")
    for number in range(count):
        out.put("  FILE *p%d = NULL;" % number)
    for number in range(count):
        out.put("  p%d = fopen (\"file%d\", \"w\");" % (number, number),
                "  if (!p%d)" % number, "    goto out%d;" % number,
                "  y += fputs (\"text\", p%d);" % number,
                "  x = y * %d + (x >> 3);" % (number + 1),
                "  x += y;")
    out.put("  result = x;")
    for number in range(count - 1, -1, -1):
        if number % 50 != 25:
            out.put("  fclose (p%d);" % number)
        out.put("out%d:" % number)
    out.put("  return result;", "}")


def callers(out, size):
    out.put("", "static void *", "xalloc (unsigned n)", "{",
            "  void *p = malloc (n);", "  if (!p)", "    abort ();", "  return p;", "}",
            "", "static void", "xfree (void **p)", "{", "  free (*p);", "  *p = NULL;", "}")
    number = 0
    while out.statements < size:
        out.put("", "int", "function%d (int x, int y)" % number, "{",
                "  void *p = xalloc ((unsigned) x);")
        arithmetic(out, number, 6)
        if number % 50 == 49:
            out.put("  if (y == %d)" % number, "    return y;")
        out.put("  y += work (x, p);", "  xfree (&p);", "  return x + y;", "}")
        number += 1


def chain(out, size):
    number = 0
    out.put("", "static int", "function0 (FILE *f, int x, int y)", "{",
            "  if (f)", "    fclose (f);", "  return x + y;", "}")
    while out.statements < size:
        number += 1
        out.put("", "static int", "function%d (FILE *f, int x, int y)" % number, "{",
                "  FILE *own = fopen (\"file%d\", \"r\");" % number)
        arithmetic(out, number, 4)
        out.put("  if (f)", "    fclose (f);",
                "  return function%d (own, x, y);" % (number - 1), "}")
    out.put("", "int", "start (int x, int y)", "{",
            "  return function%d (NULL, x, y);" % number, "}")


def switch(out, size):
    out.put("", "int", "big (int x, int y)", "{", "  char buffer[64] = \"a\";",
            "  FILE *all = fopen (\"all\", \"r\");",
            "  if (!all)", "    return -1;", "  while (fgets (buffer, sizeof buffer, all))",
            "  switch (work (x, buffer))", "    {")
    number = 0
    while out.statements < size:
        out.put("    case %d:" % number, "      {")
        KINDS[number % 3](out, number, number % 50 == 49)
        arithmetic(out, number, 8)
        out.put("      }", "      break;")
        number += 1
    out.put("    default:", "      y++;", "    }", "  fclose (all);", "  return x + y;", "}")


def nested(out, size):
    number = 0
    while out.statements < size:
        out.put("", "int", "function%d (int x, int y)" % number, "{")
        for level in range(10):
            out.put("  char *p%d = malloc (%d);" % (level, level + 1),
                    "  if (p%d && x > %d)" % (level, level * 3), "  {",
                    "  x += work (y, p%d);" % level)
        for level in range(9, -1, -1):
            out.put("  y += x;", "  }", "  else", "    y--;", "  free (p%d);" % level)
        out.put("  return x + y;", "}")
        number += 1


def loops(out, size):
    out.put("", "int", "big (int x, int y)", "{", "  char buffer[64] = \"a\";")
    number = 0
    while out.statements < size:
        out.put("  for (int i = 0; i < x; i++)", "    {",
                "      FILE *f = fopen (buffer, \"r\");",
                "      if (!f)", "        continue;",
                "      while (fgets (buffer, sizeof buffer, f))",
                "        y += work (i, buffer);")
        if number % 50 == 49:
            out.put("      if (y == %d)" % number, "        break;")
        out.put("      fclose (f);", "    }")
        arithmetic(out, number, 16)
        number += 1
    out.put("  return x + y;", "}")


def guards(out, size):
    out.put("", "extern int wanted (int);", "", "int", "many (void)", "{")
    for number in range(size):
        out.put("  FILE *f%d = NULL;" % number, "  int w%d = wanted (%d);" % (number, number),
                "  if (w%d)" % number, "    f%d = fopen (\"part%d\", \"r\");" % (number, number))
    for number in range(size):
        out.put("  if (w%d && f%d)" % (number, number), "    fclose (f%d);" % number)
    out.put("  return 0;", "}")


def members(out, size):
    out.put("", "struct many", "{")
    for number in range(size):
        out.put("  FILE *f%d;" % number)
    out.put("};", "", "static int", "many_open (struct many *s)", "{")
    for number in range(size):
        out.put("  s->f%d = fopen (\"part%d\", \"r\");" % (number, number),
                "  if (!s->f%d)" % number, "    return -1;")
    out.put("  return 0;", "}", "", "static void", "many_close (struct many *s)", "{")
    for number in range(size):
        out.put("  if (s->f%d)" % number, "    fclose (s->f%d);" % number)
    out.put("}", "", "int", "use (void)", "{", "  struct many s = { 0 };",
            "  int r = many_open (&s);", "  many_close (&s);", "  return r;", "}")


def mutual(out, size):
    out.put("")
    for number in range(size):
        out.put("int function%d (int, FILE **);" % number)
    for number in range(size):
        out.put("", "int", "function%d (int x, FILE **out)" % number, "{",
                "  FILE *own = fopen (\"part%d\", \"r\");" % number, "  int y = 0;",
                "  if (!own)", "    return -1;")
        for other in range(size):
            if other != number:
                out.put("  if (x == %d)" % other,
                        "    y = function%d (x - 1, out);" % other)
        out.put("  *out = own;", "  return y;", "}")


def gotos(out, size):
    out.put("", "int", "run (const unsigned char *p)", "{", "  static void *const to[] =", "  {")
    for number in range(size):
        out.put("    &&label%d," % number)
    out.put("  };", "  FILE *f = NULL;", "  int x = 0;", "  goto *to[*p++];")
    for number in range(size):
        out.put("label%d:" % number, "  f = fopen (\"part%d\", \"r\");" % number, "  if (f)",
                "    {", "      x += getc (f);", "      fclose (f);", "    }",
                "  if (x == %d)" % number, "    return x;", "  goto *to[*p++];")
    out.put("}")


def ring(out, size):
    out.put("")
    for number in range(size):
        out.put("int function%d (FILE *, int);" % number)
    for number in range(size):
        out.put("", "int", "function%d (FILE *f, int x)" % number, "{",
                "  if (x == %d)" % number, "    {", "      fclose (f);", "      return 0;", "    }",
                "  return function%d (f, x - 1);" % ((number + 1) % size), "}")
    out.put("", "int", "start (int x)", "{", "  FILE *f = fopen (\"a\", \"r\");",
            "  return f ? function0 (f, x) : -1;", "}")


def ifs(out, size):
    out.put("", "int", "run (int x, const int *p)", "{", "  FILE *f = fopen (\"a\", \"r\");",
            "  if (!f)", "    return -1;")
    for number in range(size):
        out.put("  if (p[%d])" % number, "  {")
    out.put("    x++;", "}" * size, "  fclose (f);", "  return x;", "}")


def ways(out, size):
    out.put("", "struct holder { void *p; };", "", "static void",
            "function0 (struct holder *h, int x)", "{", "  h->p = malloc (x);", "}")
    for number in range(1, size):
        out.put("", "static void", "function%d (struct holder *h, int x)" % number, "{",
                "  if (work (x, h->p))", "    function%d (h, x);" % (number - 1), "  else",
                "    {", "      work (1, h->p);", "      function%d (h, x + 1);" % (number - 1),
                "    }", "}")
    out.put("", "int", "start (int x)", "{", "  struct holder h;",
            "  function%d (&h, x);" % (size - 1), "  if (work (x, NULL))", "    return 1;",
            "  free (h.p);", "  return 0;", "}")


SHAPES = {"many": many, "one": one, "branches": branches, "together": together,
          "callers": callers, "chain": chain, "switch": switch, "nested": nested,
          "loops": loops, "guards": guards, "members": members, "mutual": mutual,
          "gotos": gotos, "ring": ring, "ifs": ifs, "ways": ways}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in SHAPES:
        sys.exit("usage: generate.py %s STATEMENTS" % "|".join(SHAPES))
    out = Writer()
    out.put(*HEAD.split("\n"))
    out.statements = 0
    SHAPES[sys.argv[1]](out, int(sys.argv[2]))
    print("\n".join(out.lines))


if __name__ == "__main__":
    main()
