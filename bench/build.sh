#!/bin/bash
# Builds programs once by their own build systems, without the plugin, and
# keeps what was compiled and how, for the scripts that measure.  NAME is a program of
# common.sh or any Debian source package.
#
# Usage: build.sh [--dry] [NAME[@SUITE]...]
#
# Fetches the source where it is missing, installs the packages the build
# needs, builds in WORK/build/NAME and leaves WORK/commands/NAME, one line a
# translation unit (see cc-record).  --dry configures, but compiles nothing:
# enough for replay.py wherever no generated source needs a built program.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

dry=
if [ "${1:-}" = --dry ]
then
  dry=1
  shift
fi
[ $# -gt 0 ] || set -- $bench_programs

status=0
mkdir -p "$bench_work/build" "$bench_work/commands" "$bench_work/log"
for name
do
  [ -f "$bench_work/commands/$name" ] && continue
  "$bench_here/fetch.sh" "$name" || { status=1; continue; }
  if bench_known "$name"
  then
    bench_install build-essential $(bench_packages "$name")
  else
    bench_install build-essential dpkg-dev fakeroot
    bench_build_depends "$name" || { status=1; continue; }
  fi

  log=$bench_work/log/$name.build
  folder=$bench_work/build/$name
  notes=$bench_work/log/$name.notes
  rm -rf "$folder" "$notes" "$bench_work/cache/$name"
  mkdir -p "$notes"
  cp -a "$bench_work/src/$name" "$folder"
  made=$bench_work/commands/$name
  if (
    cd "$folder" || exit
    export LEAKCHECK_REAL_CC=$bench_cc LEAKCHECK_REAL_CXX=$bench_cxx
    recorder=$(bench_recorder "$name")
    bench_configure "$name" "$recorder" -gno-record-gcc-switches \
      || exit
    export LEAKCHECK_RECORD=$notes LEAKCHECK_DRY=$dry
    if [ -n "$dry" ]
    then
      BENCH_MAKEFLAGS=-ki
    fi
    bench_make "$name" "$recorder" -gno-record-gcc-switches \
      || [ -n "$dry" ]
  ) > "$log" 2>&1 < /dev/null
  then
    # Both halves of a libtool pair lower to the same code: -fPIC stays, and
    # replay.py knows how to take one of the two.
    find "$notes" -name '*.commands' -exec cat '{}' + | sort -u \
      > "$made"
    rm -rf "$notes"
  fi
  if [ -s "$made" ]
  then
    echo "$name: $(wc -l < "$made") units"
  else
    rm -f "$made"
    echo "$name: build failed, see $log" >&2
    tail -n 5 "$log" >&2
    status=1
  fi
done
exit $status
