#!/usr/bin/env python3
"""The index of contracts of a recorded program.

Usage: program_contracts.py --work DIR --cc CC --plugin FILE [--rounds N] [--jobs N] PROGRAM...

Compiles the units that build.sh recorded in rounds, as `leakcheck -p' does: each round with the
index of the one before, until no row changes or after N rounds.  Leaves WORK/contracts/PROGRAM.lkc,
and does nothing where that is newer than the plugin.  The command is looked for beside the plugin.

`leakcheck -p' itself keeps no index, which comes last here: the units that are measured with it are
compiled by fixed_leaks.py, with the same options as without it.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import subprocess
import sys

import replay

ARG = "-fplugin-arg-leakcheck-"


def make_index(options, program):
    """The file with PROGRAM's index, made if need be."""
    folder = os.path.join(options.work, "contracts", program)
    final = folder + ".lkc"
    if (os.path.exists(final)
            and os.path.getmtime(final) > os.path.getmtime(options.plugin)):
        return final
    os.makedirs(folder, exist_ok=True)
    units = replay.distinct(replay.read_units(options.work, program)[0])
    command = os.path.join(os.path.dirname(options.plugin), "leakcheck")
    before = None
    for number in range(options.rounds):
        def one(numbered):
            place, unit = numbered
            record = os.path.join(folder, "%d.rec" % place)
            more = [ARG + "contracts=" + before] if before else []
            replay.run([options.cc] + replay.quiet(unit.arguments)
                       + ["-c", unit.source, "-o", os.devnull, "-fplugin=" + options.plugin,
                          ARG + "record-to=" + record, ARG + "stop"] + more, unit.folder, 120)
            return record if os.path.exists(record) else None
        records = [r for r in replay.in_parallel(options.jobs, one, list(enumerate(units))) if r]
        if not records:
            sys.exit("program_contracts.py: %s has no records" % program)
        index = os.path.join(folder, "round-%d.lkc" % number)
        subprocess.run([command, "contracts", "-o", index] + records, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(index, "rb") as file:
            text = file.read()
        same = False
        if before:
            with open(before, "rb") as file:
                same = file.read() == text
        before = index
        if same:
            break
    else:
        print("program_contracts.py: %s: rows still change after %d rounds"
              % (program, options.rounds), file=sys.stderr)
    os.replace(before, final)
    return final


def main():
    parser = replay.required_parser(__doc__, "--work", "--cc", "--plugin")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    for program in options.programs:
        print(make_index(options, program), flush=True)


if __name__ == "__main__":
    main()
