#! /bin/bash
# Fuzz the readers of objects, archives, records and indexes with clang's libFuzzer.
#
# usage: bench/fuzz/contracts-fuzz.sh BUILD [SECONDS]	(default: 600)
#	 bench/fuzz/contracts-fuzz.sh BUILD --minimise
#
# BUILD is a build tree, whose libspec.a has the generated parser.  Starts from
# testsuite/driver/corpus and from what earlier runs found.  All stays in the folder
# $LEAKCHECK_FUZZ (default: ./contracts-fuzz): the target, the corpus, crashes.  Prints the last
# line of libFuzzer's statistics, then the names of crashes; fails if there are any.
#
# --minimise: put a small set of files that cover the same code, none beyond 2 KB, into
# testsuite/driver/corpus as fuzz-*.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=${LEAKCHECK_FUZZ:-contracts-fuzz}
mkdir -p "$work/corpus" "$work/crashes"
cd "$work"

clang -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
  -fno-sanitize-recover=undefined -I"$build" -I"$top" -I"$top/spec" \
  "$top/bench/fuzz/contracts.c" "$top/driver/elf.c" "$top/driver/object.c" \
  "$top"/spec/merge*.c "$top"/spec/index*.c "$top/spec/record.c" "$top/spec/arena.c" \
  "$top/spec/shipped-none.c" "$build/libspec.a" -lexpat -o target.new
mv target.new target

if [ "${2-}" = --minimise ]
then
  rm -rf small smallest
  mkdir small smallest
  find corpus -size -3k -type f -exec cp -t small {} +
  ./target -set_cover_merge=1 -use_counters=0 smallest small 2>&1 | tail -1
  rm -f "$top"/testsuite/driver/corpus/fuzz-*
  for file in smallest/*
  do
    name=$(sha1sum "$file" | cut -c1-12)
    cp "$file" "$top/testsuite/driver/corpus/fuzz-$name"
  done
  du -sb "$top/testsuite/driver/corpus"
  exit
fi

cp "$top"/testsuite/driver/corpus/* corpus/ 2>/dev/null || true
status=0
./target -max_total_time="${2:-600}" -max_len=4096 -rss_limit_mb=2048 \
  -artifact_prefix=crashes/ corpus > log 2>&1 || status=1
grep 'cov:' log | tail -1
find crashes -type f | sort
[ -z "$(find crashes -type f)" ] && [ $status = 0 ]
