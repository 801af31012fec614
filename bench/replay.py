#!/usr/bin/env python3
"""Compile again, without make, what build.sh recorded.

Usage: replay.py [OPTION...] PROGRAM... [-- GCC-ARGUMENT...]

Does one of three things for every recorded translation unit:

  (default)    the plugin's warnings, sorted, each once.  Units that differ
               only in -fPIC and the like are compiled once, and only as far
               as the plugin needs (its argument `stop'): about a third of the time.
  --objects    whether the object file is byte for byte the same with and
               without the plugin, with the very arguments of the recorded
               build; plain objects are remembered by their hash.  The
               warnings of level 1 are counted on the way.
  --preprocess FOLDER
             writes it preprocessed to FOLDER, N.i or N.ii, each distinct unit
             once, and prints the names of these files (for valgrind.sh).

--every N takes only the first, the N+1st... unit.  (CPU time and memory are
cost.sh's.)

Prints a table for --objects, one line a warning otherwise.  The exit status
is 1 if a unit failed with the plugin that compiles without, hung, or differs,
if the plugin was not for the compiler, and if there was nothing to compile.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import hashlib
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

OURS = re.compile(r"\[-W(error=)?leakcheck[-a-z]*\]")
WARNING = re.compile(r"^(.*?):(\d+):(\d+): (warning|error): ")
# The compiler's end, or that of the process that analyses for it.
CRASH = re.compile(r"internal compiler error|leakcheck has failed|has failed: that is not")
# The note of leakcheck.so if it has no plugin for the compiler; the compilation goes on.
NO_PLUGIN = re.compile(r"note: plugin .*no leaks are looked for")
# Or objects with -flto or coverage differ from run to run, with and without a plugin.
SEED = "-frandom-seed=leakcheck"
HANG_FACTOR = 10          # Ten times the plain time is a hang...
HANG_FLOOR = 20.0         # ...but nothing under so many seconds is.


class Unit:
    """One recorded compilation."""

    def __init__(self, program, folder, source, arguments):
        self.program = program
        self.folder = folder
        self.source = source
        self.arguments = arguments

    def key(self):
        """What tells it from others when only its meaning counts."""
        same = [a for a in self.arguments
                if not re.match(r"-f(no-)?(pic|PIC|pie|PIE)$|-DPIC$|-g|-O|-W", a)]
        return (self.folder, self.source, tuple(same))


def read_units(work, program):
    """The units of PROGRAM whose sources still exist, and how many do not."""
    units, gone = [], 0
    with open(os.path.join(work, "commands", program), encoding="utf-8") as notes:
        for line in notes:
            folder, source, quoted = line.rstrip("\n").split("\t", 2)
            if os.path.exists(os.path.join(folder, source)):
                units.append(Unit(program, folder, source, shlex.split(quoted)))
            else:
                gone += 1
    return units, gone


def distinct(units):
    """UNITS without those that differ only in how code is generated."""
    seen = {}
    for unit in units:
        seen.setdefault(unit.key(), unit)
    return list(seen.values())


RUNNING = set()           # Process groups, to be ended by an interrupt.


def interrupted(number, _):
    for group in list(RUNNING):
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass
    os._exit(128 + number)


for _number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(_number, interrupted)


class Result:
    """What came of one compiler run."""

    def __init__(self, status, stderr, seconds, kilobytes, hung):
        self.status = status
        self.stderr = stderr
        self.seconds = seconds        # User and system, children included.
        self.kilobytes = kilobytes
        self.hung = hung


def run(command, folder, limit=None):
    """Run COMMAND in FOLDER, killed when a process of it has used LIMIT
    seconds of CPU time, or all of it ten times that on the wall."""
    if limit:
        # It holds even where this process is killed first.
        command = ["prlimit", "--cpu=%d" % (int(limit) + 1)] + command
    environment = dict(os.environ, LC_ALL="C", SOURCE_DATE_EPOCH="0",
                       GCC_COLORS="")
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=errors,
                                 env=environment, start_new_session=True)
        RUNNING.add(child.pid)
        killed = threading.Event()

        def kill():
            killed.set()
            os.killpg(child.pid, signal.SIGKILL)

        timer = threading.Timer(10 * limit, kill) if limit else None
        if timer:
            timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        RUNNING.discard(child.pid)
        child.returncode = os.waitstatus_to_exitcode(status)
        if timer:
            timer.cancel()
        errors.seek(0)
        text = errors.read().decode("utf-8", "replace")
    if NO_PLUGIN.search(text) and child.returncode == 0:
        child.returncode = 1
    spent = usage.ru_utime + usage.ru_stime
    hung = killed.is_set() or bool(limit and child.returncode != 0 and spent >= limit)
    return Result(child.returncode, text, spent, usage.ru_maxrss, hung)


def quiet(arguments):
    """ARGUMENTS without those that make other warnings."""
    return [a for a in arguments
            if not (re.match(r"-W(?![lpa],)", a) or a.startswith("-pedantic"))]


def plugin_argument(plugin, text):
    """The compiler's option that gives PLUGIN the argument TEXT."""
    return "-fplugin-arg-%s-%s" % (os.path.basename(plugin).rsplit(".", 1)[0], text)


def plugin_arguments(plugin, level):
    arguments = ["-fplugin=" + plugin] if plugin else []
    if level is not None:
        arguments.append(plugin_argument(plugin, "level=%d" % level))
    return arguments


def our_warnings(work, unit, text, whole):
    """Our warnings in TEXT, paths made relative to the program's folder."""
    top = os.path.join(work, "build", unit.program)
    found, ours = [], False
    for line in text.splitlines():
        match = WARNING.match(line)
        if match:
            ours = bool(OURS.search(line))
            place = os.path.join(unit.folder, match.group(1))
            place = os.path.relpath(os.path.normpath(place), top)
            line = unit.program + "/" + place + line[match.end(1):]
            if ours:
                found.append([line])
        elif ours and whole and found:
            found[-1].append(line)
    return ["\n".join(entry) for entry in found]


def natural(text):
    return [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", text)]


def in_parallel(jobs, function, items):
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(function, items)


def warnings(options, units, level=None, whole=False):
    """All warnings of UNITS, sorted, each once; and the units that failed."""
    common = (plugin_arguments(options.plugin, level)
              + [plugin_argument(options.plugin, "stop")] + options.extra)

    def one(unit):
        command = ([options.cc] + quiet(unit.arguments) + ["-c", unit.source]
                   + ["-g", "-S", "-o", "/dev/null"] + common)
        return unit, run(command, unit.folder, options.limit)

    lines, failed = set(), []
    options.slowest = (0.0, "")
    for unit, result in in_parallel(options.jobs, one, distinct(units)):
        lines.update(our_warnings(options.work, unit, result.stderr, whole))
        options.slowest = max(options.slowest,
                              (result.seconds, os.path.join(unit.folder, unit.source)))
        if result.status != 0 or CRASH.search(result.stderr):
            failed.append((unit, result))
    return sorted(lines, key=natural), failed


def file_hash(name):
    with open(name, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Cache:
    """Plain objects' hashes and times, kept from run to run."""

    def __init__(self, work, program):
        self.name = os.path.join(work, "cache", program)
        self.lock = threading.Lock()
        self.known = {}
        os.makedirs(os.path.dirname(self.name), exist_ok=True)
        if os.path.exists(self.name):
            with open(self.name, encoding="ascii") as file:
                for line in file:
                    key, value, seconds = line.split()
                    self.known[key] = (value, float(seconds))

    def get(self, key):
        return self.known.get(key)

    def put(self, key, value, seconds):
        with self.lock, open(self.name, "a", encoding="ascii") as file:
            file.write("%s %s %.3f\n" % (key, value, seconds))
            self.known[key] = (value, seconds)


def compare_objects(options, units, program):
    """Yield (unit, verdict, text): "same", "differs", "fails", "hangs",
    "crashes", or "plain fails" where the compiler alone fails."""
    cache = Cache(options.work, program)
    version = subprocess.run([options.cc, "--version"], capture_output=True,
                             check=True).stdout
    scratch = tempfile.mkdtemp(prefix="leakcheck-")
    numbers = {id(unit): number for number, unit in enumerate(units)}

    def one(unit):
        made = os.path.join(scratch, "%d.o" % numbers[id(unit)])
        plain = ([options.cc] + unit.arguments
                 + ["-gno-record-gcc-switches", "-Wno-error", SEED, "-c", unit.source,
                    "-o", made]
                 + options.extra)
        key = hashlib.sha256(version + repr((unit.folder, unit.source, unit.arguments,
                                             SEED, options.extra)).encode()).hexdigest()
        known = cache.get(key)
        if not known:
            result = run(plain, unit.folder)
            if result.status != 0:
                return unit, "plain fails", result.stderr
            known = (file_hash(made), result.seconds)
            cache.put(key, *known)
            os.unlink(made)
        limit = max(HANG_FLOOR, HANG_FACTOR * known[1])
        result = run(plain + plugin_arguments(options.plugin, None), unit.folder,
                     limit)
        verdict = "same"
        if result.hung or result.seconds > limit:
            verdict = "hangs"
        elif CRASH.search(result.stderr):
            verdict = "crashes"
        elif result.status != 0:
            verdict = "fails"
        elif file_hash(made) != known[0]:
            verdict = "differs"
        if os.path.exists(made):
            os.unlink(made)
        return unit, verdict, result.stderr

    try:
        yield from in_parallel(options.jobs, one, units)
    finally:
        shutil.rmtree(scratch)


def objects_table(options):
    """Print the table of real programs; true if all is well."""
    good = True
    columns = "%-12s %6s %6s %6s %7s %8s %8s %8s"
    print(columns % ("program", "units", "same", "differ", "fail", "crash+hang",
                     "level 1", "level 2"))
    total = [0] * 7
    for program in options.programs:
        units, gone = read_units(options.work, program)
        units = units[::options.every]
        counts, level_1 = {}, set()
        for unit, verdict, text in compare_objects(options, units, program):
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict != "plain fails":
                level_1.update(our_warnings(options.work, unit, text, False))
            if verdict not in ("same", "plain fails"):
                good = False
                print("%s: %s/%s %s\n%s" % (verdict, unit.folder, unit.source,
                                            shlex.join(unit.arguments), text[-2000:]),
                      file=sys.stderr)
        if counts.get("plain fails") or gone:
            print("%s: %d units do not compile plain, %d sources are gone"
                  % (program, counts.get("plain fails", 0), gone), file=sys.stderr)
        if counts.get("plain fails", 0) == len(units):
            good = False
            print("%s: no unit was compared" % program, file=sys.stderr)
        level_2, failed = warnings(options, units, 2)
        good = good and not failed
        row = [len(units), counts.get("same", 0), counts.get("differs", 0),
               counts.get("fails", 0), counts.get("crashes", 0) + counts.get("hangs", 0)]
        row += [len(level_1), len(level_2)]
        total = [a + b for a, b in zip(total, row)]
        print(columns % tuple([program] + row), flush=True)
    if len(options.programs) > 1:
        print(columns % tuple(["total"] + total))
    return good


def preprocess(options, program):
    """Write the distinct units of PROGRAM to the folder of --preprocess."""
    failed = 0
    os.makedirs(options.preprocess, exist_ok=True)
    units = distinct(read_units(options.work, program)[0])[::options.every]
    for number, unit in enumerate(units):
        name = os.path.join(os.path.abspath(options.preprocess), "%03d%s" % (
            number, ".i" if unit.source.endswith(".c") else ".ii"))
        result = run([options.cc] + quiet(unit.arguments)
                     + options.extra + ["-E", "-o", name, unit.source], unit.folder)
        if result.status == 0:
            print(name)
        else:
            failed = 1
            print(result.stderr, file=sys.stderr)
    return failed if units else 1


def required_parser(description, *names):
    """A parser of arguments that wants the options NAMES, each with a value."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    for name in names:
        parser.add_argument(name, required=True)
    return parser


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", default=os.environ.get("LEAKCHECK_BENCH_DIR",
                                                         "bench-work"))
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--plugin", help="leakcheck.so")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--level", type=int, help="the plugin's level= argument")
    parser.add_argument("--limit", type=float, default=120.0,
                        help="seconds of CPU time for one unit (warnings)")
    parser.add_argument("--file", action="append", default=[],
                        help="only sources whose name ends so")
    parser.add_argument("--paths", action="store_true",
                        help="print what follows each warning, too")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only every Nth unit")
    parser.add_argument("--objects", action="store_true")
    parser.add_argument("--preprocess", metavar="FOLDER")
    parser.add_argument("programs", nargs="+")
    arguments, extra = sys.argv[1:], []
    if "--" in arguments:
        where = arguments.index("--")
        arguments, extra = arguments[:where], arguments[where + 1:]
    options = parser.parse_args(arguments)
    options.extra = extra
    options.work = os.path.abspath(options.work)

    if options.objects:
        return 0 if objects_table(options) else 1
    if options.preprocess:
        return max([preprocess(options, program) for program in options.programs])

    status = compiled = 0
    for program in options.programs:
        units = read_units(options.work, program)[0][::options.every]
        if options.file:
            units = [u for u in units
                     if os.path.join(u.folder, u.source).endswith(tuple(options.file))]
        compiled += len(units)
        started = time.time()
        lines, failed = warnings(options, units, options.level, options.paths)
        for line in lines:
            print(line)
        for unit, result in failed:
            status = 1
            print("FAILED (%s): cd %s && %s %s %s\n%s"
                  % ("hang" if result.hung else result.status, unit.folder, options.cc,
                     shlex.join(unit.arguments), unit.source, result.stderr[-3000:]),
                  file=sys.stderr)
        print("%s: %d warnings, %d units, %d failed, %.1f s; slowest: %.1f s, %s"
              % (program, len(lines), len(distinct(units)), len(failed),
                 time.time() - started, options.slowest[0],
                 os.path.relpath(options.slowest[1] or ".",
                                 os.path.join(options.work, "build"))),
              file=sys.stderr)
    return status if compiled else 1


if __name__ == "__main__":
    sys.exit(main())
