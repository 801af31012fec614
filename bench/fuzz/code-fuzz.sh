#! /bin/sh
# Fuzz the decoder of bytecode for a while: see code-fuzz.c.
#
# usage: bench/fuzz/code-fuzz.sh [SECONDS]
#
# Works in the folder bench-work/code-fuzz under the current one: the corpus
# stays there and is used again.  Needs clang with its libFuzzer.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

seconds=${1:-60}
top=$(cd "$(dirname "$0")/../.." && pwd)
work=bench-work/code-fuzz
mkdir -p "$work/corpus" "$work/seeds"

tests=$top/testsuite/java
${CC:-clang} -g -O1 -fsanitize=fuzzer,address,undefined \
  -fno-sanitize-recover=undefined -std=gnu11 -I"$top" -o "$work/code-fuzz" \
  "$top/bench/fuzz/code-fuzz.c" "$tests/code-asm.c" "$tests/code-check.c" \
  "$top"/java/class-*.c "$top"/java/code*.c "$top/spec/arena.c"

# The tests' methods as class files, and the same as code.
${CC:-clang} -g -O1 -std=gnu11 -I"$top" -o "$work/code-test" \
  "$tests/code-test.c" "$tests/code-asm.c" "$tests/code-check.c" \
  "$tests/code-print.c" "$top"/java/class-*.c "$top"/java/code*.c \
  "$top/spec/arena.c"
"$work/code-test" --write "$work/seeds" "$tests"/code/*.jasm
find "$work/seeds" -size +16k -delete

"$work/code-fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 \
  -max_len=4096 -print_final_stats=1 -artifact_prefix="$work/" \
  "$work/corpus" "$work/seeds"
