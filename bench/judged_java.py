"""Compares warnings on a real Java program with the verdicts in judged-java.md.

Usage: judged_java.py PROGRAM judged-java.md FOUND [ECJ]

First a line of numbers: warnings, of these true, false and without a verdict,
leaks that ecj calls sure, of these not reported.  Then a line for each warning
without a verdict, each verdict without a warning, and each of ecj's sure leaks
that neither is reported nor has a line in the second table.

A place is FILE.java:LINE of the acquisition; ecj's is reported if a warning of
ours stands, or leads, at most 3 lines from it in the same file.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import re
import sys

def tables(program, name):
    """Verdicts by place, and the places of ecj that are explained."""
    verdicts, explained = collections.defaultdict(list), set()
    for line in open(name):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) < 4 or cells[0] != program:
            continue
        if cells[3] in ("true", "false"):
            verdicts[cells[1]].append(cells[3])
        elif cells[3] in ("leak", "no leak"):
            explained.add(cells[1])
    return verdicts, explained

def found(name):
    """The places of warnings, and all places their paths go through."""
    places, near = [], set()
    for line in open(name, errors="replace"):
        match = re.match(r"(?:.*/)?([^/:]+\.java):(\d+):\d+: (warning|note): (.*)", line)
        if not match:
            continue
        file, number, kind, text = match.groups()
        if kind == "warning" and text.startswith("resource leak"):
            places.append(f"{file}:{number}")
        near.update((file, int(number) + k) for k in range(-3, 4))
    return places, near

def sure(name):
    """The places of the leaks that ecj calls sure."""
    place, places = None, []
    for line in open(name, errors="replace"):
        match = re.match(r"\d+\. \w+ in (?:.*/)?(\S+\.java) \(at line (\d+)\)", line)
        if match:
            place = (match.group(1), int(match.group(2)))
        elif line.startswith("Resource leak") and place not in places:
            places.append(place)
    return places

def main():
    program, judged, warnings = sys.argv[1:4]
    verdicts, explained = tables(program, judged)
    places, near = found(warnings)
    count = collections.Counter()
    report = []
    for place in sorted(places):
        if verdicts[place]:
            count[verdicts[place].pop()] += 1
        else:
            count["open"] += 1
            report.append(f"  no verdict: {place}")
    for place in sorted(verdicts):
        report += [f"  no longer found: {place}"] * len(verdicts[place])
    leaks = sure(sys.argv[4]) if len(sys.argv) > 4 else []
    missed = [leak for leak in leaks if leak not in near]
    for file, line in missed:
        if f"{file}:{line}" not in explained:
            report.append(f"  sure for ecj, not explained: {file}:{line}")
    print(len(places), count["true"], count["false"], count["open"],
          len(leaks), len(missed))
    for line in report:
        print(line)

if __name__ == "__main__":
    main()
