#!/bin/bash
# Prints the plugin's warnings for real programs, sorted, each once, from the
# compilations that build.sh recorded: what a change to the engine does to
# them is seen in a minute, without make.
#
# Usage: replay.sh [--level N] [--paths] [--file NAME.c] [--every N] PROGRAM...
#		   [-- GCC-ARGUMENT...]
#
# A summary a program, and every unit that failed, go to standard error.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
options=() programs=()
while [ $# -gt 0 ]
do
  case $1 in
    --level|--file|--limit|--every) options+=("$1" "$2"); shift ;;
    --paths) options+=("$1") ;;
    --) break ;;
    -*) bench_die "unknown option '$1'" ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[ ${#programs[@]} -gt 0 ] || programs=($bench_programs)
"$bench_here/build.sh" "${programs[@]}" >&2 || exit

exec python3 "$bench_here/replay.py" --work "$bench_work" --cc "$bench_cc" \
  --plugin "$bench_plugin" --jobs "$bench_jobs" "${options[@]}" \
  "${programs[@]}" "$@"
