#!/usr/bin/env python3
"""Write a C file of a given size, for measuring how cost grows.

Usage: generate.py many|one STATEMENTS

  many   functions of about 40 statements, which call each other two deep
  one    a single function, its resources opened and closed all along

Measures nothing itself.  A statement is what ends in a semicolon.  One in
eight statements acquires or releases something; all of it is released on every
path but for one function (or one resource) in fifty, so that both the clean
case and reporting are paid for.  No randomness: the same arguments give the
same file.

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


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("many", "one"):
        sys.exit("usage: generate.py many|one STATEMENTS")
    out = Writer()
    out.put(*HEAD.split("\n"))
    out.statements = 0
    (many if sys.argv[1] == "many" else one)(out, int(sys.argv[2]))
    print("\n".join(out.lines))


if __name__ == "__main__":
    main()
