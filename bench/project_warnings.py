#!/usr/bin/env python3
"""The warnings of `leakcheck -p' for a recorded program.

Usage: project_warnings.py --work DIR --plugin FILE [--jobs N] PROGRAM...

Writes a compile_commands.json with the distinct units that build.sh recorded of PROGRAM, into
WORK/projects/PROGRAM, and runs the command beside the plugin on it.  What the command prints is
kept in the file "warnings" there and used again while it is newer than the plugin.  Prints the
command's last line and its processor time.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import resource
import subprocess
import sys

import replay


def make_database(options, program):
    """The folder with PROGRAM's compile_commands.json."""
    folder = os.path.join(options.work, "projects", program)
    os.makedirs(folder, exist_ok=True)
    units = replay.distinct(replay.read_units(options.work, program)[0])
    rows = [{"directory": u.folder, "file": u.source,
             "arguments": [options.cc] + u.arguments + ["-c", u.source]} for u in units]
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(rows, file)
    return folder


def output_of(options, program):
    """What `leakcheck -p' prints for PROGRAM."""
    folder = make_database(options, program)
    kept = os.path.join(folder, "warnings")
    if (not os.path.exists(kept)
            or os.path.getmtime(kept) < os.path.getmtime(options.plugin)):
        command = [os.path.join(os.path.dirname(options.plugin), "leakcheck"), "-p", folder,
                   "--jobs=%d" % options.jobs]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False,
                              env=dict(os.environ, LC_ALL="C"))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = done.stdout + b"processor time: %.1f s\n" % (
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        with open(kept + ".new", "wb") as file:
            file.write(text)
        os.replace(kept + ".new", kept)
    with open(kept, encoding="latin-1") as file:
        return file.read().splitlines()


def warnings_of(options, program):
    """The warnings for PROGRAM: a list of (line, text) for each file."""
    found = {}
    for line in output_of(options, program):
        match = replay.WARNING.match(line)
        if match and "[-Wleakcheck" in line:
            name = os.path.realpath(match.group(1))
            found.setdefault(name, []).append((int(match.group(2)), line))
    return found


def main():
    parser = replay.required_parser(__doc__, "--work", "--cc", "--plugin")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    for program in options.programs:
        lines = output_of(options, program)
        told = [l for l in lines if re.match(r"leakcheck: .* units? checked", l)]
        print("%s: %s; %s" % (program, told[-1] if told else "nothing was checked", lines[-1]),
              flush=True)


if __name__ == "__main__":
    sys.exit(main())
