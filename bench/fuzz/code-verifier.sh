#! /bin/sh
# Compare the decoder of bytecode with the JVM's verifier, on methods with bytes
# of their code changed: what the verifier accepts must be accepted, unless it
# meets a limit.  The other way round there are differences: the decoder does not look at the classes of
# references, nor at constructors, nor at code behind handlers of what does not
# throw.
#
# usage: bench/fuzz/code-verifier.sh [TIMES [SEED]]
#
# Works in the folder bench-work/code-verifier under the current one.  Needs a
# JDK.  Fails if there is a method that only the JVM accepts, and shows it.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

times=${1:-300}
seed=${2:-1}
top=$(cd "$(dirname "$0")/../.." && pwd)
work=bench-work/code-verifier
mkdir -p "$work"

tests=$top/testsuite/java
${CC:-cc} -g -O1 -std=gnu11 -I"$top" -o "$work/code-test" \
  "$tests/code-test.c" "$tests/code-asm.c" "$tests/code-check.c" \
  "$top/bench/fuzz/code-fuzz.c" \
  "$tests/code-print.c" "$top"/java/class-*.c "$top"/java/code*.c \
  "$top/spec/arena.c"
javac -d "$work" "$top/bench/fuzz/CodeVerifier.java"

"$work/code-test" --change "$seed" "$times" "$work/classes" \
  "$tests"/code/*.jasm > "$work/ours"
java -cp "$work" CodeVerifier "$work/classes" > "$work/jvm"
paste -d '|' "$work/jvm" "$work/ours" | awk -F '|' '
  { total++; jvm = $1 == "accepted"; ours = $2 == "accepted" }
  jvm { accepted++ }
  jvm && ours { both++ }
  !jvm && ours { more++ }
  jvm && $2 ~ /, the limit$/ { limits++; next }
  jvm && !ours { print "only the JVM accepts number " NR ": " $2; bad = 1 }
  END {
    printf "%d methods, %d accepted by the JVM, %d of these by us, ", total,
	   accepted, both
    printf "%d met a limit, %d accepted by us alone\n", limits, more
    exit bad
  }'
