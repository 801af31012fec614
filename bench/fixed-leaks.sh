#!/bin/bash
# Measures whether the plugin finds real leaks: compiles the version of a
# program that leaked and the version in which the leak is fixed, and asks for
# a warning before and silence after (fixed-leaks.list says where).
#
# Usage: fixed-leaks.sh [--level N] [--match TEXT] [--contracts | --project]
#
# --contracts: with the contracts of all functions of the program, which are derived in rounds
# first (program_contracts.py), instead of a specification for those that are not found otherwise.
#
# --project: what `leakcheck -p' says of the whole program (project_warnings.py).
#
# Without these two, compiles nothing else but the files in question: the versions are
# configured and their build is recorded without compiling (build.sh --dry).
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
own_suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
list=$bench_here/fixed-leaks.list

# The suite of this system has its plain name and may be fully built.
while read -r program old new _
do
  for suite in "$old" "$new"
  do
    name=$program@$suite
    [ "$suite" = "$own_suite" ] && name=$program
    echo "$name"
  done
done < <(grep -v '^\(#\|$\)' "$list") | sort -u \
  | xargs -n 1 "$bench_here/build.sh" --dry >&2

exec python3 "$bench_here/fixed_leaks.py" --work "$bench_work" \
  --cc "$bench_cc" --plugin "$bench_plugin" --own-suite "$own_suite" \
  --list "$list" --spec "$bench_here/fixed-leaks.spec" "$@"
