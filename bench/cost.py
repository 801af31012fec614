#!/usr/bin/env python3
"""What the plugin costs (see cost.sh).

Measures CPU time, not wall time: other things run on the machine.  A unit is
compiled by every configuration before the next unit, and the order turns with
every run, so that a slow minute is slow for all.  The time of a configuration
is the sum over the units of the median over the runs.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import replay


def preprocessor_arguments(arguments):
    """What other tools understand of a compilation: -D, -U, -I, -include."""
    kept, takes = [], False
    for argument in arguments:
        if takes:
            kept.append(argument)
            takes = False
        elif argument in ("-D", "-U", "-I", "-include", "-isystem", "-iquote"):
            kept.append(argument)
            takes = True
        elif re.match(r"-[DUI]|-std=|-include|-isystem|-iquote", argument):
            kept.append(argument)
    return kept


def configurations(options, scratch):
    """Name -> (function of a unit that gives the command, number of runs)."""
    made = os.path.join(scratch, "unit.o")

    def gcc(*more):
        return lambda unit: ([options.cc] + replay.quiet(unit.arguments)
                             + ["-O2", "-c", unit.source, "-o", made] + list(more))

    table = {"gcc -O2": (gcc(), options.runs),
             "with the plugin": (gcc("-fplugin=" + options.plugin), options.runs)}
    if options.in_process:
        table["in-process"] = (gcc("-fplugin=" + options.plugin,
                                   "-fplugin-arg-leakcheck-in-process"), options.runs)
    if options.record:
        table["recording"] = (gcc("-fplugin=" + options.plugin,
                                  "-fplugin-arg-leakcheck-record"), options.runs)
    for number, other in enumerate(options.against, 1):
        table["plugin %d" % (number + 1)] = (gcc("-fplugin=" + other), options.runs)
    if options.quick:
        return table
    table["gcc -fanalyzer"] = (gcc("-fanalyzer"), 1)
    if shutil.which("clang"):
        table["clang --analyze"] = (
            lambda unit: (["clang", "--analyze", "-Xclang", "-analyzer-output=text",
                           "-w", "-o", os.devnull]
                          + preprocessor_arguments(unit.arguments) + [unit.source]), 1)
    if shutil.which("cppcheck"):
        # Library files, no include folders: what its manual recommends.
        table["cppcheck"] = (
            lambda unit: (["cppcheck", "-q", "--library=posix", "--library=gnu"]
                          + [a for a in preprocessor_arguments(unit.arguments)
                             if re.match(r"-[DU].", a)] + [unit.source]), 1)
    return table


def measure(commands, folder):
    """NAME -> (command, runs) to NAME -> (median seconds, most kilobytes)."""
    names = list(commands)
    seconds = {name: [] for name in names}
    kilobytes = {name: 0 for name in names}
    most = max(runs for _, runs in commands.values())
    for turn in range(most):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            command, runs = commands[name]
            if turn >= runs:
                continue
            result = replay.run(command, folder)
            if result.status != 0:
                raise RuntimeError("%s: %s" % (" ".join(command), result.stderr[-500:]))
            seconds[name].append(result.seconds)
            kilobytes[name] = max(kilobytes[name], result.kilobytes)
    return {name: (statistics.median(seconds[name]), kilobytes[name]) for name in names}


def programs_table(options, scratch):
    table = configurations(options, scratch)
    columns = "%-12s %-16s %9s %7s %9s %7s"
    for number, other in enumerate(options.against, 1):
        print("plugin %d: %s" % (number + 1, other))
    print(columns % ("program", "", "seconds", "times", "MB", "times"))
    whole = {name: [0.0, 0] for name in table}
    for program in options.programs:
        units = replay.distinct(replay.read_units(options.work, program)[0])
        total = {name: [0.0, 0] for name in table}
        left_out = 0
        for unit in units:
            commands = {name: (make(unit), runs) for name, (make, runs) in table.items()}
            try:
                result = measure(commands, unit.folder)
            except RuntimeError as problem:
                # Counted for none, or the sums would not compare.
                left_out += 1
                print(problem, file=sys.stderr)
                continue
            for name, (time, memory) in result.items():
                total[name][0] += time
                total[name][1] = max(total[name][1], memory)
        for name in table:
            print(columns % (program, name, "%.2f" % total[name][0],
                             "%.3f" % (total[name][0] / total["gcc -O2"][0]),
                             "%.1f" % (total[name][1] / 1024),
                             "%.3f" % (total[name][1] / total["gcc -O2"][1])), flush=True)
            whole[name][0] += total[name][0]
            whole[name][1] = max(whole[name][1], total[name][1])
        if left_out:
            print("%s: %d of %d units left out: a tool failed on them"
                  % (program, left_out, len(units)))
    for name in table:
        print(columns % ("all", name, "%.2f" % whole[name][0],
                         "%.3f" % (whole[name][0] / whole["gcc -O2"][0]),
                         "%.1f" % (whole[name][1] / 1024),
                         "%.3f" % (whole[name][1] / whole["gcc -O2"][1])))


def growth_table(options, scratch):
    """The plugin's own cost over generated files of doubling sizes."""
    here = os.path.dirname(os.path.abspath(__file__))
    columns = "%-22s %10s %9s %9s %8s %8s %8s"
    print()
    print(columns % ("generated", "statements", "gcc -O2", "plugin", "times",
                     "growth", "MB more"))
    for shape, label, sizes in (("many", "many functions", (25000, 50000, 100000)),
                                ("one", "one function", (5000, 10000, 20000))):
        before = None
        for size in sizes:
            source = os.path.join(scratch, "%s-%d.c" % (shape, size))
            with open(source, "w", encoding="ascii") as file:
                subprocess.run([sys.executable, os.path.join(here, "generate.py"),
                                shape, str(size)], stdout=file, check=True)
            plain = [options.cc, "-O2", "-c", source, "-o",
                     os.path.join(scratch, "generated.o")]
            # The plugin's own time is a small difference of large numbers:
            # it is taken where the rest is small, before any optimisation.
            short = [options.cc, "-O2", "-flto", "-S", source, "-o", os.devnull]
            with_plugin = "-fplugin=" + options.plugin
            result = measure({"plain": (plain, 1),
                              "short": (short, options.runs),
                              "own": (short + [with_plugin], options.runs)}, scratch)
            own = max(result["own"][0] - result["short"][0], 0.001)
            print(columns % (label, size, "%.2f" % result["plain"][0], "%.3f" % own,
                             "%.3f" % (1 + own / result["plain"][0]),
                             "" if before is None else "%.2f" % (own / before),
                             "%.1f" % ((result["own"][1] - result["short"][1]) / 1024)),
                  flush=True)
            before = own
    print("growth: the plugin's own time against that of half the size; 2 is linear")


def families_table(options, scratch):
    """Shapes in which each part meets all others, before any optimisation."""
    here = os.path.dirname(os.path.abspath(__file__))
    columns = "%-10s %8s %9s %9s %7s %9s %9s"
    print()
    print(columns % ("family", "size", "gcc -O0", "plugin", "times", "MB", "MB plugin"))
    for shape, sizes in (("guards", (200, 400, 800)), ("members", (200, 400, 800)),
                         ("mutual", (40, 80)), ("gotos", (500, 1000)), ("chain", (40000,)),
                         ("ring", (3000,)), ("ifs", (2000,)), ("ways", (400, 800)),
                         ("many", (200000,))):
        for size in sizes:
            source = os.path.join(scratch, "%s-%d.c" % (shape, size))
            with open(source, "w", encoding="ascii") as file:
                subprocess.run([sys.executable, os.path.join(here, "generate.py"),
                                shape, str(size)], stdout=file, check=True)
            plain = [options.cc, "-O0", "-c", source, "-o", os.path.join(scratch, "generated.o")]
            result = measure({"plain": (plain, options.runs),
                              "own": (plain + ["-fplugin=" + options.plugin], options.runs)},
                             scratch)
            print(columns % (shape, size, "%.2f" % result["plain"][0], "%.2f" % result["own"][0],
                             "%.2f" % (result["own"][0] / result["plain"][0]),
                             "%.0f" % (result["plain"][1] / 1024),
                             "%.0f" % (result["own"][1] / 1024)), flush=True)


def main():
    parser = replay.required_parser(__doc__, "--work", "--cc", "--plugin")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", action="append", default=[])
    parser.add_argument("--in-process", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--programs-only", action="store_true")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(prefix="leakcheck-")
    try:
        programs_table(options, scratch)
        if not options.programs_only:
            growth_table(options, scratch)
            families_table(options, scratch)
    finally:
        shutil.rmtree(scratch)
    return 0


if __name__ == "__main__":
    sys.exit(main())
