#! /bin/bash
# Fuzz the readers of class files, jars and JDKs with clang's libFuzzer.
#
# usage: bench/fuzz.sh [SECONDS]	(default: 600)
#
# Starts from testsuite/java/corpus, from classes and jars found below
# /usr/share/java, and from what earlier runs found.  All stays in the folder
# $LEAKCHECK_FUZZ (default: ./fuzz): the target, the corpus, crashes.  Prints
# the last line of libFuzzer's statistics, then the names of crashes; fails if
# there are any.
#
# bench/fuzz.sh --minimise: put a small set of files that cover the same code,
# none beyond 2 KB, into testsuite/java/corpus as fuzz-*.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
work=${LEAKCHECK_FUZZ:-fuzz}
seconds=600
minimise=no
case ${1-} in
  --minimise) minimise=yes ;;
  --help) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 0 ;;
  ?*) seconds=$1 ;;
esac
mkdir -p "$work/corpus" "$work/crashes"
cd "$work"

command -v clang >/dev/null \
  || { echo "fuzz.sh: no clang (Debian: clang)" >&2; exit 1; }
libzip=$(ldconfig -p | sed -n 's/^[[:space:]]*\(libzip\.so\.[0-9]*\) .*/\1/p' \
	 | head -1)
mkdir -p include
echo "#define LK_LIBZIP \"${libzip:-libzip.so.5}\"" > include/lk-config.h
clang -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined \
  -fno-sanitize-recover=undefined -Iinclude -I"$top" \
  "$top/bench/fuzz/java.c" "$top"/java/archive*.c "$top"/java/class*.c \
  "$top"/java/hierarchy*.c "$top"/java/jimage.c "$top"/java/path-*.c \
  "$top"/java/jar-names.c "$top"/java/read-ahead.c "$top"/spec/arena.c "$top"/spec/file.c \
  -lz -o target.new
mv target.new target

if [ $minimise = yes ]
then
  rm -rf small
  mkdir small
  find corpus -size -3k -type f -exec cp -t small {} +
  rm -rf smallest
  mkdir smallest
  ./target -set_cover_merge=1 -use_counters=0 smallest small 2>&1 \
    | tail -1
  rm -f "$top"/testsuite/java/corpus/fuzz-*
  for file in smallest/*
  do
    name=$(sha1sum "$file" | cut -c1-12)
    cp "$file" "$top/testsuite/java/corpus/fuzz-$name"
  done
  du -sb "$top/testsuite/java/corpus"
  exit
fi

cp "$top"/testsuite/java/corpus/* corpus/ 2>/dev/null || true
if ! [ -e seeded ]
then
  # Small classes of any jar, and one small jar.
  for jar in /usr/share/java/*.jar
  do
    [ -f "$jar" ] || continue
    unzip -Z1 "$jar" '*.class' 2>/dev/null | head -5 | while read -r class
    do
      name=$(basename "$jar")-$(basename "$class")
      unzip -p "$jar" "$class" 2>/dev/null | head -c 8192 > "corpus/$name"
    done
  done
  : > seeded
fi

status=0
./target -max_total_time="$seconds" -max_len=16384 -rss_limit_mb=2048 \
  -timeout=10 -artifact_prefix=crashes/ -print_final_stats=1 corpus \
  > log 2>&1 || status=$?
grep -E 'DONE|stat::number_of_executed_units|stat::peak_rss|ERROR|SUMMARY' log \
  || tail -3 log
ls crashes
[ $status = 0 ] && [ -z "$(ls crashes)" ]
