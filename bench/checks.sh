#!/bin/bash
# Counts the leaks that each check without flow finds by itself.
#
# Usage: checks.sh [FILE...]
#	 checks.sh --programs [--every N] PROGRAM...
#
# FILE is a C++ source; without one, the test cases about containers, shared pointers, static
# variables and deletion by a base.  PROGRAM is one that build.sh recorded.  Prints the number of
# warnings with all checks, and how many fewer there are without each (the argument
# "disable-check").
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
tests=$bench_here/../testsuite/leakcheck.cc
[ $# -gt 0 ] || set -- "$tests"/container-*.cc "$tests"/ownership-cycle.cc \
  "$tests"/ownership-base-deleted.cc "$tests"/loss-static.cc
programs=
[ "$1" != --programs ] || { programs=yes; shift; }

# warnings ARGUMENT FILE...
warnings ()
{
  local argument=$1 file output
  shift
  if [ -n "$programs" ]
  then
    output=$("$bench_here/replay.sh" "$@" -- $argument) || bench_die "replay.sh fails: $*"
    grep -c 'warning: .*-Wleakcheck' <<< "$output"
    return
  fi
  for file in "$@"
  do
    LC_ALL=C g++ -std=c++17 -O0 -fplugin="$bench_plugin" $argument -S -o /dev/null "$file" 2>&1
  done | grep -c 'warning: .*-Wleakcheck'
}

all=$(warnings "" "$@")
[ -n "$all" ] || exit 1
printf '%-16s %s\n' warnings "$all"
for check in base-delete element-loss reference-cycle static-loss
do
  rest=$(warnings -fplugin-arg-leakcheck-disable-check=$check "$@")
  [ -n "$rest" ] || exit 1
  printf '%-16s %s\n' "$check" $((all - rest))
done
