#!/bin/bash
# Runs the compiler with the plugin under valgrind's memcheck, and prints the
# errors in whose stack the plugin is.  (GCC itself reads memory that was never
# written, on purpose: its sparse sets.)
#
# Usage: valgrind.sh [--program NAME | FILE]...
#
# FILE is a C or C++ source, an object of javac's, a jar or a folder of classes;
# without one, a sample of the test cases.  A source may be followed by options of
# its own: "FILE.cc -std=c++20".  NAME is a program that build.sh has built: all its
# units, preprocessed, at -O0 and only as far as the plugin needs (its argument `stop').
# Ends with status 1 if there were errors, or a file does not compile.
#
# The plugin should be built with --enable-checking, with valgrind's headers
# installed: then valgrind knows what in an arena may be touched.  It takes about 40
# times as long as without valgrind.  LEAKCHECK_VALGRIND has further options.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
command -v valgrind >/dev/null || bench_install valgrind
tests=$bench_here/../testsuite
work=$bench_work/valgrind
mkdir -p "$work"
entries=()
while [ $# -gt 0 ]
do
  case $1 in
  --program)
    [ $# -gt 1 ] || bench_die "--program needs a name"
    shift
    units=$(python3 "$bench_here/replay.py" --work "$bench_work" --cc "$bench_cc" \
	    --preprocess "$work/$1" "$1") || bench_die "$1 cannot be preprocessed"
    while read -r unit
    do
      entries+=("$unit -w -O0 -fplugin-arg-leakcheck-stop")
    done <<< "$units" ;;
  *) entries+=("$1") ;;
  esac
  shift
done
set -- "${entries[@]}"
[ $# -gt 0 ] || set -- "$tests"/leakcheck.c/{loss,call,success-flow-b,lock}*.c \
  "$tests"/leakcheck.cc/{ownership-held-m,container-l,container-m,call-lambda,lock-,call-virtual,ownership-cycle}*.cc

failed=0
for entry
do
  bad=no
  read -r -a command <<< "$entry"
  file=${command[0]}
  compiler=$bench_cxx
  arguments=(-S -o /dev/null "${command[@]}")
  case $file in
  *.c | *.i) compiler=$bench_cc ;;
  *.class | *.jar)
    compiler=$bench_cc
    arguments=(-x c -fsyntax-only -fplugin-arg-leakcheck-java="$file" /dev/null) ;;
  *)
    if [ -d "$file" ]
    then
      compiler=$bench_cc
      arguments=(-x c -fsyntax-only -fplugin-arg-leakcheck-java="$file" /dev/null)
    fi ;;
  esac
  rm -f "$work"/*.xml
  # The analysis runs in the compiler itself, not in a child of it.
  "$compiler" -O2 -fplugin="$bench_plugin" -fplugin-arg-leakcheck-in-process \
    -I "$bench_here/../include" "${arguments[@]}" \
    -wrapper "valgrind,-q,--leak-check=no,--num-callers=60,--xml=yes,--xml-file=$work/%p.xml${LEAKCHECK_VALGRIND:+,$LEAKCHECK_VALGRIND}" \
    > "$work/output" 2>&1
  status=$?
  if grep -q -e 'internal compiler error' -e 'check failed' "$work/output" || [ $status != 0 ]
  then
    echo "$file: the compiler ends with status $status:"
    tail -n 5 "$work/output"
    bad=yes
  fi
  python3 "$bench_here/valgrind.py" "$file" "$work"/*.xml || bad=yes
  [ $bad = no ] || failed=$((failed + 1))
done
echo "$# files, $failed with errors"
[ $failed = 0 ]
