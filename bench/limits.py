#!/usr/bin/env python3
"""Tracker 3.1 on a real program: a richer limit adds no report.

Usage: limits.py NAME COMMAND...

Runs COMMAND, a compiler with the plugin and an input, with every pair of the depths
and the breadths below and with both levels, and compares each two of which one is
richer in both:

  new   leaks that only the richer one tells, witnessed or assumed (level 2): neither
        their place is told with the poorer one nor anything else that was acquired
        where they were
  gone  witnessed leaks (level 1) of the poorer one, by the same measure, that the
        richer one does not tell

Prints a line of both numbers, then each such place with one pair.  The exit status is 1 if
there are any.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import subprocess
import sys

DEPTHS = (1, 2, 3, 5)
BREADTHS = (1, 3, 5, 8)
LINE = re.compile(r"^(\S+:\d+(?::\d+)?): (warning|note): (.*)")


def told(command, level, depth, breadth):
    """The places of all warnings: of each, where what is lost was acquired."""
    arguments = ["-fplugin-arg-leakcheck-%s=%d" % pair for pair in
                 (("level", level), ("depth", depth), ("breadth", breadth))]
    arguments.append("-fplugin-arg-leakcheck-enable=limit")
    done = subprocess.run(command + arguments, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0 or "error: " in done.stderr:
        sys.exit(done.stderr[-2000:])
    places, warned = {}, None
    for line in (done.stdout + done.stderr).splitlines():
        match = LINE.match(line)
        if match and match[2] == "warning":
            warned = match[1]
            places.setdefault(warned, set()).add(warned)
        elif match and warned and "acquired here" in match[3]:
            places[warned].add(match[1])
    return places


def lacks(some, other):
    """Those of SOME that OTHER has neither the place of nor the acquisition."""
    known = set(other).union(*other.values())
    return [place for place, origins in some.items()
            if place not in known and not origins & known]


def main():
    name, command = sys.argv[1], sys.argv[2:]
    grid = [(d, b) for d in DEPTHS for b in BREADTHS]
    runs = {(level, limits): told(command, level, *limits)
            for limits in grid for level in (1, 2)}
    new, gone = [], []
    for poor in grid:
        for rich in grid:
            if poor == rich or poor[0] > rich[0] or poor[1] > rich[1]:
                continue
            new += [(place, poor, rich)
                    for place in lacks(runs[2, rich], runs[2, poor])]
            gone += [(place, poor, rich)
                     for place in lacks(runs[1, poor], runs[1, rich])]
    counts = [len(runs[2, limits]) for limits in grid]
    print("%-10s  %d to %d places, %d new, %d gone" % (
        name, min(counts), max(counts), len({n[0] for n in new}),
        len({g[0] for g in gone})))
    for word, list_ in (("new", new), ("gone", gone)):
        for place, poor, rich in {n[0]: n for n in list_}.values():
            print("  %s: %s, depth=%d breadth=%d to depth=%d breadth=%d"
                  % (word, place, *poor, *rich))
    return 1 if new or gone else 0


if __name__ == "__main__":
    sys.exit(main())
