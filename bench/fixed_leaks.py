#!/usr/bin/env python3
"""Warned before the fix, silent after?  (See fixed-leaks.sh.)

Measures, for each leak of the list, whether the plugin warns in the function
on a line near the mark in the version that leaks, and does not in the version
that is fixed.  Prints one line a leak and the counts.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import sys

import program_contracts
import project_warnings
import replay

NEAR = 2                  # Lines between the warning and the mark, at most.


def function_lines(path, name):
    """The lines (from 1) of the function NAME, as GNU and Linux style lay it
    out: the name at the outermost level, the body up to a brace in column 1.
    None: not there."""
    with open(path, encoding="latin-1") as file:
        lines = file.read().split("\n")
    heading = re.compile(r"^[A-Za-z_].*\b" + re.escape(name) + r"\s*\(|^"
                         + re.escape(name) + r"\s*\(")
    for number, line in enumerate(lines):
        if not heading.match(line):
            continue
        end = number
        while end < len(lines) and not lines[end].startswith("}"):
            if lines[end].rstrip().endswith(";") and not lines[end][:1].isspace():
                break                       # Only a declaration.
            if "{" not in "".join(lines[number:end + 1]) and lines[end].rstrip().endswith(";"):
                break                       # One on several lines.
            end += 1
        if end < len(lines) and lines[end].startswith("}"):
            return number + 1, end + 1, lines
    return None


PROJECTS = {}             # The warnings of a whole program, by file.


class Place:
    """A function of one version of a file, and the warnings in it."""

    def __init__(self, options, program, suite, file, function, spec):
        name = program if suite == options.own_suite else program + "@" + suite
        self.top = os.path.join(options.work, "build", name)
        self.file = os.path.join(self.top, file)
        self.span = function_lines(self.file, function) if os.path.exists(self.file) else None
        self.warnings, self.problem = [], None
        if not self.span:
            self.problem = "no such function"
            return
        if options.project:
            if name not in PROJECTS:
                PROJECTS[name] = project_warnings.warnings_of(options, name)
            self.warnings = [w for w in PROJECTS[name].get(os.path.realpath(self.file), [])
                             if self.span[0] <= w[0] <= self.span[1]]
            return
        units, _ = replay.read_units(options.work, name)
        units = [u for u in units
                 if os.path.realpath(os.path.join(u.folder, u.source))
                 == os.path.realpath(self.file)]
        if not units:
            self.problem = "not compiled"
            return
        options.extra = []
        if options.contracts:
            options.extra = ["-fplugin-arg-leakcheck-contracts="
                             + program_contracts.make_index(options, name)]
        elif spec:
            options.extra = ["-fplugin-arg-leakcheck-spec=" + options.spec]
        lines, failed = replay.warnings(options, units[:1], options.level)
        if failed:
            self.problem = failed[0][1].stderr.strip().split("\n")[0][:200]
        for line in lines:
            match = replay.WARNING.match(line)
            place = os.path.join(self.top, match.group(1).split("/", 1)[1])
            if (os.path.realpath(place) == os.path.realpath(self.file)
                    and self.span[0] <= int(match.group(2)) <= self.span[1]):
                self.warnings.append((int(match.group(2)), line))

    def marked(self, mark):
        """The warnings within NEAR lines of MARK."""
        if self.problem:
            return []
        word = re.compile(r"(?<!\w)" + re.escape(mark) + r"(?!\w)")
        found = []
        for number, line in self.warnings:
            near = self.span[2][number - 1 - NEAR:number + NEAR]
            if mark == "*" or word.search("\n".join(near)):
                found.append(line)
        return found


def main():
    parser = replay.required_parser(__doc__, "--work", "--cc", "--plugin", "--own-suite", "--list",
                                    "--spec")
    parser.add_argument("--level", type=int)
    parser.add_argument("--match", default="")
    parser.add_argument("--contracts", action="store_true",
                        help="with the contracts of the whole program")
    parser.add_argument("--project", action="store_true",
                        help="what `leakcheck -p' warns about in the whole program")
    parser.add_argument("--verbose", action="store_true",
                        help="print the warnings as well")
    options = parser.parse_args()
    options.jobs, options.limit = 2 if options.contracts or options.project else 1, 60
    options.rounds = 4

    places = {}

    def place(*key):
        if key not in places:
            places[key] = Place(options, *key)
        return places[key]

    good = told = warned = silent = total = 0
    with open(options.list, encoding="utf-8") as file:
        rows = [line.split() for line in file
                if line.strip() and not line.startswith("#") and options.match in line]
    if not rows:
        sys.exit("fixed_leaks.py: nothing in the list holds '%s'" % options.match)
    for program, old, new, name, function, mark in rows:
        before = place(program, old, name, function, False)
        after = place(program, new, name, function, False)
        found, left = before.marked(mark), after.marked(mark)
        how = ""
        if not found and not options.contracts and not options.project:
            # Not without being told: then with a specification.
            before = place(program, old, name, function, True)
            after = place(program, new, name, function, True)
            found, left = before.marked(mark), after.marked(mark)
            how = " with a specification"
            told += bool(found) and not left and not after.problem
        total += 1
        warned += bool(found)
        silent += not left and not after.problem
        good += bool(found) and not left and not after.problem
        text = ("before: %s, after: %s"
                % (before.problem or ("warned" if found else "SILENT"),
                   after.problem or ("WARNED" if left else "silent")))
        print("%-10s %s %s (%s): %s%s" % (program, name, function, mark, text,
                                          how if found else ""), flush=True)
        if options.verbose:
            for line in found + left:
                print("    " + line)
    print("%d leaks: %d warned before, %d silent after, %d both (%d of them with a "
          "specification)" % (total, warned, silent, good, told))
    return 0 if good == total else 1


if __name__ == "__main__":
    sys.exit(main())
