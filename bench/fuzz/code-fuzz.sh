#! /bin/sh
# Fuzz the decoder of bytecode for a while: see code-fuzz.c.
#
# usage: bench/fuzz/code-fuzz.sh [SECONDS | --minimise]
#
# --minimise puts a small set of files that cover the same code, none beyond
# 3 KB, into testsuite/java/code/corpus, where "make check" replays them.
#
# Works in the folder bench-work/code-fuzz under the current one: the corpus
# stays there and is used again.  Needs clang with its libFuzzer.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

seconds=60
minimise=no
case ${1-} in
  --minimise) minimise=yes ;;
  ?*) seconds=$1 ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
work=bench-work/code-fuzz
mkdir -p "$work/corpus" "$work/seeds"

tests=$top/testsuite/java
${CC:-clang} -g -O1 -fsanitize=fuzzer,address,undefined \
  -fno-sanitize-recover=undefined -std=gnu11 -I"$top" -o "$work/code-fuzz" \
  "$tests/code-asm.c" "$tests/code-check.c" \
  "$top/bench/fuzz/code-fuzz.c" \
  "$top"/java/class-*.c "$top"/java/code*.c "$top/spec/arena.c"

if [ $minimise = yes ]
then
  rm -rf "$work/small" "$work/smallest"
  mkdir "$work/small" "$work/smallest"
  find "$work/corpus" -size -3k -type f -exec cp -t "$work/small" {} +
  "$work/code-fuzz" -set_cover_merge=1 -use_counters=0 -timeout=60 \
    "$work/smallest" "$work/small" 2>&1 | tail -1
  rm -rf "$tests/code/corpus"
  mkdir "$tests/code/corpus"
  for file in "$work"/smallest/*
  do
    cp "$file" "$tests/code/corpus/$(sha1sum "$file" | cut -c1-12)"
  done
  du -sb "$tests/code/corpus"
  exit
fi

# The tests' methods as class files.
${CC:-clang} -g -O1 -std=gnu11 -I"$top" -o "$work/code-test" \
  "$tests/code-test.c" "$tests/code-asm.c" "$tests/code-check.c" \
  "$top/bench/fuzz/code-fuzz.c" \
  "$tests/code-print.c" "$top"/java/class-*.c "$top"/java/code*.c \
  "$top/spec/arena.c"
"$work/code-test" --write "$work/seeds" "$tests"/code/*.jasm
find "$work/seeds" -size +16k -delete

"$work/code-fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 \
  -max_len=4096 -print_final_stats=1 -artifact_prefix="$work/" \
  "$work/corpus" "$work/seeds"
