#! /bin/bash
# The cost of an index of many contracts.
#
# usage: bench/contracts.sh BUILD [FUNCTIONS]	(default: 1000000)
#
# BUILD is a build tree with testsuite/index-test.  Writes records of FUNCTIONS functions (names of
# 60 bytes, rows of about 100), 100 a unit, makes an index of them and prints its size, the time to
# make it, and, five times, the time to open it and to look 200 functions up in it.  Needs
# 700 bytes a function in the current folder, for the time that it runs.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

build=$(cd "$1" && pwd)
work=$(mktemp -d "$PWD/contracts-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 - "${2:-1000000}" > many.rec <<'END'
import struct, sys

rows = ("acquire stream result by fclose if arg2 == %d, keep arg1, borrow arg3, ...;",
        "release memory arg1, own any arg2 if result == %d, borrow arg3;",
        "acquire memory *arg2 by free if result == %d, borrow arg1, ...;")
count = int(sys.argv[1])
for unit in range(0, count, 100):
    text = ["unit some/folder/of/the/program/unit%d.c\n" % (unit // 100)]
    for i in range(unit, min(unit + 100, count)):
        name = "function_%d_" % (i * 7919 % count)
        name += "x" * (60 - len(name))
        text.append("@%s\tsome/folder/of/the/program/unit%d.c:%d\t%s\n%s: %s\n"
                    % (name, unit // 100, i % 5000 + 1, name, name, rows[i % 3] % (i % 1000)))
    payload = "".join(text).encode()
    sys.stdout.buffer.write(b"leakrec\n" + struct.pack("<II", 1, len(payload)) + payload)
END

TIMEFORMAT='made in %R s (%U s CPU)'
time "$build/leakcheck" contracts -o many.lkc many.rec
echo "records: $(stat -c %s many.rec) bytes, index: $(stat -c %s many.lkc) bytes"
for run in 1 2 3 4 5
do
  "$build/testsuite/index-test" --time many.lkc
done
