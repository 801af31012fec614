#!/usr/bin/env python3
"""Compare the specifications of Java with class files.

     java bench/spec-members.java [JAR...] > members
     spec/pack --rows spec/java-*.spec > rows
     bench/spec_cover.py rows members...

What it says: rows and types that no class file has (misspelt, or of a class that is not in
MEMBERS: name the prefixes that must be there with --prefix); methods and constructors without a
row that return, make or take something that can be closed.  Rows are found as the front end finds
them: by name and parameters, by name, then in the supertypes.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later"""

import argparse
import collections
import re
import sys


def read_members(files):
    """Classes: name -> (closeable, supertypes); members: class -> list."""
    types, members = {}, collections.defaultdict(list)
    for file in files:
        with open(file) as lines:
            for line in lines:
                field = line.rstrip("\n").split("\t")
                if field[0] == "C":
                    old = types.get(field[1], ("-", []))
                    supers = old[1] + [s for s in field[3].split(",") if s and s not in old[1]]
                    types[field[1]] = (field[2] if old[0] != "ac" else "ac", supers)
                else:
                    parameters = field[3].split(",") if field[3] else []
                    member = (field[2], parameters, field[4], field[5])
                    if member not in members[field[1]]:
                        members[field[1]].append(member)
    return types, members


def read_rows(file):
    rows, classes, packages = {}, {}, set()
    with open(file) as lines:
        for line in lines:
            if line.startswith("kind "):
                continue
            if line.startswith("package "):
                packages.add(line.split()[1])
            elif line.startswith("class "):
                classes[line.split()[1]] = line
            else:
                match = re.match(r"([^(:]*(?:\([^)]*\))?): *(.*);", line)
                rows[match.group(1)] = match.group(2)
    return rows, classes, packages


def ancestors(types, name):
    """NAME and its supertypes, nearest first, superclasses before interfaces."""
    order, queue = [], [name]
    while queue:
        name = queue.pop(0)
        if name not in order:
            order.append(name)
            queue += types.get(name, ("-", []))[1]
    return order


def find_row(types, rows, cls, name, parameters):
    for owner in [cls] if name == "new" else ancestors(types, cls):
        for key in (f"{owner}.{name}({','.join(parameters)})", f"{owner}.{name}"):
            if key in rows:
                return key
    return None


def must(types, classes, name):
    for owner in ancestors(types, name):
        text = classes.get(owner, "")
        if "must nothing" in text:
            return False
        if " must " in text:
            return True
    return types.get(name, ("-",))[0] == "ac"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows")
    parser.add_argument("members", nargs="+")
    parser.add_argument("--prefix", action="append", default=[],
                        help="rows with this prefix must be in MEMBERS")
    parser.add_argument("--arguments", action="store_true",
                        help="list uncovered methods that take closeable things even in complete "
                        "packages")
    parser.add_argument("--skip", default=r"^$", help="classes not to speak of (a pattern)")
    arguments = parser.parse_args()
    types, members = read_members(arguments.members)
    rows, classes, packages = read_rows(arguments.rows)
    skip = re.compile(arguments.skip)

    bad = 0
    for key in rows:
        if arguments.prefix and not key.startswith(tuple(arguments.prefix)):
            continue
        path, _, parameters = key.partition("(")
        cls, name = path.rsplit(".", 1)
        name = name.partition("$")[0]  # "body$InputStream": what it is cast to.
        found = [m for owner in ([cls] if name == "new" else ancestors(types, cls))
                 for m in members[owner] if m[0] == name
                 and (not parameters or ",".join(m[1]) == parameters[:-1])]
        if not found:
            print(f"no such method: {key}")
            bad += 1
            continue
        used = [int(n) for n in re.findall(r"\barg(\d+)", rows[key])]
        if used and max(used) > max(len(m[1]) for m in found):
            print(f"not so many parameters: {key}: {rows[key]}")
            bad += 1
    for name in classes:
        if name not in types and (not arguments.prefix
                                  or name.startswith(tuple(arguments.prefix))):
            print(f"no such class: {name}")
            bad += 1

    closeable = {name for name in types if must(types, classes, name)}
    count = collections.Counter()
    for cls in sorted(types):
        if skip.search(cls):
            continue
        complete = cls.rpartition(".")[0] in packages
        for name, parameters, result, modifiers in members[cls]:
            if name == "new" and (types[cls][0] == "ac" or cls in closeable):
                role = "constructor"
            elif name != "new" and result in closeable:
                role = "result"
            elif any(p.rstrip("[]") in closeable for p in parameters):
                role = "argument"
            else:
                continue
            row = find_row(types, rows, cls, name, parameters)
            if role == "argument" and complete and not row and not arguments.arguments:
                count[role, "complete"] += 1
                continue
            count[role, "row" if row else "none"] += 1
            if not row:
                print(f"{role} without a row: {cls}.{name}({','.join(parameters)}) {result} "
                      f"{modifiers}")
    for (role, what), n in sorted(count.items()):
        print(f"# {role}: {n} {what}")
    print(f"# {len(rows)} rows, {len(classes)} types, {bad} not in the class files")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
