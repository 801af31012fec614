#!/usr/bin/env python3
"""Run the leakcheck command on jars, one at a time (for jars.sh).

Usage: jars.py --command LEAKCHECK [OPTION...] PACKAGE:JAR...

What a run may come to:

  fine     it ended by itself, and checked the classes there are
  empty    there is no class in the jar; the command has to say so, not to crash
  crash    the compiler or the command died, or says that a part of it did
  hang     it used more than --limit (60) seconds of CPU time, or ten times that on
           the wall
  failed   the command says that it could not do its work

"Odd" are messages that are neither warnings about leaks with their paths nor the
summary: they are printed, each kind once, with the number of runs that said so.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import os
import re
import sys
import zipfile

from replay import run

CRASH = re.compile(r"internal compiler error|Segmentation fault|Aborted|[Aa]ssertion|"
                   r"leakcheck has failed|has failed: that is not|ended by a signal|"
                   r"stack smashing|corrupted|please submit a full bug report|core dumped", re.IGNORECASE)
PLACED = re.compile(r"^\S+:(\d+:\d+: note:| In \S+ )|^\S+: In static initializer")
WARNING = re.compile(r": (warning|error): .*\[-W(error=)?leakcheck")
SUMMARY = re.compile(r"^leakcheck: [\d,]+ .*checked|^leakcheck: .*no leaks")
# One jar alone lacks others, and its sources: no news.
NEEDS = re.compile(r"not on the class path|not found in .*-sourcepath")
# Messages that do not hang on a place in a source.
LOOSE = re.compile(r"^(leakcheck|cc1|gcc[-\d]*|<built-in>|[^\s:|]+\.(jar|class))(:\d+)*: ")
WORDS = re.compile(r"could not|cannot|malformed|broken|gave up|too (many|deep|large|long)|"
                   r"internal|skipped|ignored by|invalid|out of ")


def holds_classes(jar):
    """Whether a class file is in JAR; true if it cannot be read at all."""
    try:
        with zipfile.ZipFile(jar) as archive:
            return any(name.endswith(".class") for name in archive.namelist())
    except (zipfile.BadZipFile, OSError):
        return True


def odd_lines(text):
    """The lines of TEXT that are odd."""
    for line in text.splitlines():
        if line.startswith(" ") or any(known.search(line)
                                       for known in (WARNING, SUMMARY, PLACED, NEEDS)):
            continue
        if LOOSE.search(line) or WORDS.search(line):
            yield line


def kind_of(line):
    """LINE without what differs from run to run, to count those that are alike."""
    line = re.sub(r"‘[^’]*’|'[^']*'", "'...'", line)
    line = re.sub(r"\S*/\S+", "...", line)
    return re.sub(r"\d[\d,.]*", "N", line)


def judge(result, classes):
    """What RESULT, of a jar with CLASSES or without, came to."""
    if result.hung:
        return "hang"
    died = any(CRASH.search(line) for line in result.stderr.splitlines()
               if not WARNING.search(line) and not PLACED.search(line))
    if died or result.status < 0 or result.status > 128:
        return "crash"
    if not classes:
        return "empty"
    return "fine" if result.status in (0, 1) else "failed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--gcc", required=True)
    parser.add_argument("--mode", default="find")
    parser.add_argument("--level", default="1")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--classpath", action="store_true")
    parser.add_argument("jars", nargs="+")
    options = parser.parse_args()
    jars = [name.split(":", 1) for name in options.jars]
    arguments = ["--gcc=" + options.gcc, "--mode=" + options.mode, "--level=" + options.level]
    if options.classpath:
        arguments += ["-cp", ":".join(jar for _, jar in jars)]
    top = os.path.join(options.work, "jars")
    os.makedirs(top, exist_ok=True)
    table = os.path.join(top, options.mode + ".tsv")
    counts, odd, rows = {}, {}, []
    with open(table, "w", encoding="utf-8") as lines:
        lines.write("package\tjar\tverdict\tstatus\tCPU s\tMB\twarnings\todd\n")
        for package, jar in jars:
            name = os.path.basename(jar)
            folder = os.path.join(top, options.mode, package)
            os.makedirs(folder, exist_ok=True)
            result = run([options.command] + arguments + [jar], folder, options.limit)
            with open(os.path.join(folder, name[:-4] + ".txt"), "w",
                      encoding="utf-8") as output:
                output.write(result.stderr)
            verdict = judge(result, holds_classes(jar))
            found = len(WARNING.findall(result.stderr))
            kinds = {}
            for line in odd_lines(result.stderr) if verdict != "empty" else ():
                kinds.setdefault(kind_of(line), line)
            for kind, line in kinds.items():
                odd.setdefault(kind, []).append((package, line))
            counts[verdict] = counts.get(verdict, 0) + 1
            rows.append((result.seconds, result.kilobytes / 1024, found, package + "/" + name))
            lines.write("%s\t%s\t%s\t%d\t%.2f\t%d\t%d\t%d\n" % (
                package, name, verdict, result.status, result.seconds,
                result.kilobytes / 1024, found, len(kinds)))
            lines.flush()
            if verdict not in ("fine", "empty"):
                print("%s: %s: %s/%s, status %d, %.1f s of CPU time\n  %s" % (
                    options.mode, verdict, package, name, result.status, result.seconds,
                    "\n  ".join(result.stderr.strip().splitlines()[-6:])), flush=True)
    for kind, places in sorted(odd.items(), key=lambda item: -len(item[1])):
        print("%s: odd in %d: %s: %s" % (options.mode, len(places), *places[0]))
    slowest, largest = max(rows), max(rows, key=lambda row: row[1])
    print("%s: %d jars: %s; %d warnings, %.1f s of CPU time" % (
        options.mode, len(rows),
        ", ".join("%d %s" % (counts.get(verdict, 0), verdict)
                  for verdict in ("fine", "empty", "crash", "hang", "failed")),
        sum(row[2] for row in rows), sum(row[0] for row in rows)))
    print("%s: slowest %.1f s, %s; most memory %d MB, %s; see %s" % (
        options.mode, slowest[0], slowest[3], largest[1], largest[3], table), flush=True)
    return 1 if {"crash", "hang", "failed"} & set(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
