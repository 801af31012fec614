#!/bin/bash
# The worth of each part of mode loops: the collection testsuite/leakcheck.loops, all loops of it,
# with each part switched off (--loops-without).  Prints the table of bench/judged-loops.md.
#
# Usage: loops-parts.sh [PART...]
#
# A report is false if its line has no "LEAK", an allocation with "LEAK" is missed if no report is
# at its line.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

[ $# -gt 0 ] || set -- nothing contexts library threads pivot updates scalars singletons bounds \
		       ending after
bench_begin_generated parts
collection=$bench_here/../testsuite/leakcheck.loops

# options FILE: its loops and regions, as arguments of the plugin.
options ()
{
  awk '{
    rest = $0
    while (match (rest, /\/\/ (LOOP|REGION) [^ ]+/)) {
      split (substr (rest, RSTART, RLENGTH), word, " ")
      if (word[2] == "LOOP")
        printf " -fplugin-arg-leakcheck-loop=%s:%d", word[3], NR
      else
        printf " -fplugin-arg-leakcheck-region=%s", word[3]
      rest = substr (rest, RSTART + RLENGTH)
    } }' "$1"
}

# The classes of an earlier run may be those of other sources.
for file in "$collection"/*.java
do
  name=$(basename "$file" .java)
  rm -rf "${work:?}/$name"
  javac -g -nowarn -d "$work/$name" "$file" 2>/dev/null || bench_die "javac failed on $name"
done

printf '| without | reports | false | missed |\n|---|---|---|---|\n'
for part
do
  : >"$work/total"
  for file in "$collection"/*.java
  do
    name=$(basename "$file" .java)
    without=
    [ "$part" = nothing ] || without=-fplugin-arg-leakcheck-loops-without=$part
    "$bench_cc" -fplugin="$bench_plugin" -fplugin-arg-leakcheck-mode=loops $(options "$file") \
      $without -fplugin-arg-leakcheck-java="$work/$name" -x c -fsyntax-only /dev/null \
      2>"$work/out"
    ! grep -q 'error:' "$work/out" || bench_die "the compiler failed: see $work/out"
    sed -nE 's/^[^ ]*\.java:([0-9]+):.*warning: memory leak.*/\1/p' "$work/out" >"$work/lines"
    grep -n '// LEAK' "$file" | cut -d: -f1 >"$work/leaks"
    echo "$(grep -c . "$work/lines")" \
      "$(grep -vxFf "$work/leaks" "$work/lines" | sort -u | grep -c .)" \
      "$(grep -vxFf "$work/lines" "$work/leaks" | grep -c .)" >>"$work/total"
  done
  awk -v part="$part" '{ n += $1; wrong += $2; missed += $3 }
    END { printf "| %s | %d | %d | %d |\n", part, n, wrong, missed }' "$work/total"
done
