#! /bin/bash
# Counts the collection of verify mode: methods and C functions, those of them
# that are annotated, and what is expected of them.
#
# usage: count.sh
#
# An annotated method carries an annotation of the Checker Framework itself, on
# its result, a parameter or its receiver, as javap says; what its class or a
# field carries is not counted.  A C function is one that has a body.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

set -eu
here=$(cd "$(dirname "$0")/../leakcheck.verify" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here"
mkdir "$work/stubs"
find stubs -name '*.java' -exec javac -nowarn -proc:none -d "$work/stubs" {} +
# Whole programs in one file have classes of the same names.
for file in *.java
do
  mkdir "$work/${file%.java}"
  javac -g -nowarn -proc:none -cp "$work/stubs" -d "$work/${file%.java}" "$file"
done
find "$work" -path "$work/stubs" -prune -o -name '*.class' -print0 \
  | xargs -0 javap -v -p 2>/dev/null | awk '
  /^  [^ ].*\(.*\).*;$/ { method = 1; annotated = 0 }
  /^}/ { method = 0 }
  method && /^    flags:.*ACC_SYNTHETIC/ { method = 0 }
  method && /^    Code:/ { code++ }
  # Those of local variables stand deeper.
  method && /^    Runtime(Inv|V)isible.*Annotations:/ { inside = 1; next }
  /^    [A-Z]/ || /^  [^ ]/ { inside = 0 }
  method && inside && !annotated && /org\.checkerframework\.checker/ {
    annotated = 1
    n++
  }
  END { printf "Java: %d methods with code, %d annotated\n", code, n }'
# A body begins with a brace in the first column.
printf 'C: %d functions with a body\n' \
  "$(awk 'FNR == 1 { last = "" } /^{/ && last ~ /\)/ { n++ } /[^ ]/ { last = $0 }
	  END { print n }' *.c)"
for kind in java c
do
  printf '%s: %d expected findings, %d known defects\n' "$kind" \
    "$(cat *.$kind | grep -oE '(//|/\*) error: [a-z-]+' | wc -l)" \
    "$(cat *.$kind | grep -oE '(//|/\*) known( missing)?: [a-z-]+' | wc -l)"
done
