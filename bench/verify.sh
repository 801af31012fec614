#!/bin/bash
# Measures verify mode:
#
#   1. CPU time of verifying zookeeper next to that of looking for leaks in it.
#   2. The gain by each of its three techniques (table 3 of the paper on the
#      Resource Leak Checker): warnings of each kind on zookeeper, as it is, and
#      on the annotated classes of testsuite/leakcheck.verify, with each switched
#      off in turn.  The annotated classes have the expected warnings:
#      a new one on another line is false, one that is missing on such a line is
#      missed.  On zookeeper a new warning contradicts what all three techniques
#      together prove, so it is false, too, unless it only moved to another line;
#      a warning that is gone is counted as gone.
#   3. Soundness: random programs (testsuite/verify/generate.c), run for real; how
#      many leak, how many of these are not reported.  More than none is a defect.
#
# Usage: verify.sh [--seeds N] [JAR...]
#
# --seeds: how many files of 150 random programs, in each language (default 20).
# JARs are read in the place of zookeeper (Debian's libzookeeper-java).
#
# Needs javac, java and what "make check" has built.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

seeds=20
jars=()
while [ $# -gt 0 ]
do
  case $1 in
    --seeds) seeds=${2:?} ; shift ;;
    -*) bench_die "unknown option '$1'" ;;
    *) jars+=("$1") ;;
  esac
  shift
done
bench_find_plugin
command -v /usr/bin/time >/dev/null || bench_die "please install: time"
command -v javac >/dev/null || bench_die "no javac"
work=$bench_work/verify
mkdir -p "$work"
suite=$bench_here/../testsuite

if [ ${#jars[@]} = 0 ]
then
  jar=$work/deb/usr/share/java/zookeeper.jar
  if [ ! -f "$jar" ]
  then
    (cd "$work" && apt-get -q download libzookeeper-java >&2) \
      || bench_die "cannot get the package 'libzookeeper-java'"
    dpkg-deb -x "$work"/libzookeeper-java_*.deb "$work/deb"
  fi
  jars=("$jar")
fi

# verify OUTPUT ARGUMENT...: run the plugin, print seconds.
verify ()
{
  local output=$1
  shift
  /usr/bin/time -f '%U %S' -o "$work/time" "$bench_cc" -fplugin="$bench_plugin" \
    -fdiagnostics-plain-output "${@/#/-fplugin-arg-leakcheck-}" \
    -x c -fsyntax-only /dev/null >"$output" 2>&1 \
    || bench_die "the compiler failed: see $output"
  awk '{ printf "%.2f", $1 + $2 }' "$work/time"
}

# rules OUTPUT: file, line and rule of each warning, sorted.
rules ()
{
  sed -nE 's|^(.*/)?([^/:]+):([0-9]+):[0-9:]* warning: .*\[-Wleakcheck-([a-z-]+)\]$|\2 \3 \4|p' \
    "$1" | sort -u
}

echo "CPU time (s), the least of three, and warnings"
for mode in find verify
do
  best=
  for time in 1 2 3
  do
    seconds=$(verify "$work/$mode.txt" mode=$mode "${jars[@]/#/java=}") || exit 1
    best=$(printf '%s\n' $best "$seconds" | sort -n | head -n 1)
  done
  printf '%-8s %6s %6d\n' $mode "$best" "$(grep -c ' warning: ' "$work/$mode.txt")"
done

# ---- Without each technique.  ----

rm -rf "$work/stubs" "$work/classes"
mkdir -p "$work/stubs" "$work/classes"
find "$suite/leakcheck.verify/stubs" -name '*.java' \
  -exec javac -g -nowarn -proc:none -d "$work/stubs" {} + \
  || bench_die "the annotations do not compile"
# The files for options of their own are not for this.
mapfile -t sources < <(grep -L '// options:' "$suite"/leakcheck.verify/*.java)
javac -g -nowarn -proc:none -cp "$work/stubs" -d "$work/classes" \
  "${sources[@]}" || bench_die "the annotated classes do not compile"
for source in "${sources[@]}"
do
  awk -v f="${source##*/}" '{
    line = $0
    while (match (line, /\/\/ (error|known missing): [a-z-]+/)) {
      rule = substr (line, RSTART, RLENGTH)
      sub (/.*: /, "", rule)
      print f, FNR, rule
      line = substr (line, RSTART + RLENGTH)
    }
  }' "$source"
done | sort -u >"$work/expected"

echo
echo "warnings (line and rule)     zookeeper  added   gone  annotated  false missed"
for option in "" no-ownership no-resource-aliases no-obligation-creation
do
  name=${option:-all}
  verify "$work/jar-$name.txt" mode=verify $option "${jars[@]/#/java=}" >/dev/null \
    || exit 1
  verify "$work/suite-$name.txt" mode=verify $option java="$work/classes" \
    classpath="$work/stubs" sourcepath="$suite/leakcheck.verify" >/dev/null || exit 1
  rules "$work/jar-$name.txt" >"$work/jar-$name.rules"
  rules "$work/suite-$name.txt" >"$work/found"
  printf '%-28s %9d %6d %6d %10d %6d %6d\n' \
    "${option:-with all three techniques}" "$(wc -l <"$work/jar-$name.rules")" \
    "$(comm -13 "$work/jar-all.rules" "$work/jar-$name.rules" | wc -l)" \
    "$(comm -23 "$work/jar-all.rules" "$work/jar-$name.rules" | wc -l)" \
    "$(wc -l <"$work/found")" \
    "$(comm -13 "$work/expected" "$work/found" | wc -l)" \
    "$(comm -23 "$work/expected" "$work/found" | wc -l)"
done

# ---- Random programs.  ----

top=$(dirname "$bench_plugin")
[ -x "$top/testsuite/verify-generate" ] \
  || bench_die "please build testsuite/verify-generate (make check does)"
echo
LK_VERIFY_SEEDS=$(seq -s ' ' 1001 $((1000 + seeds))) LK_VERIFY_PROGRAMS=150 \
  "$suite/run-part" random "$(command -v runtest)" "$suite" "$work" "$bench_cc" \
  "$bench_plugin" LK_TOP="$top" >"$work/random.txt" 2>&1
"$suite/run-tests" "$(command -v runtest)" "$work" random >>"$work/random.txt" 2>&1
status=$?
awk '/^random .*: [0-9]+ of [0-9]+ leak, / {
       match ($0, /^random [A-Za-z]+/)
       language = substr ($0, 8, RLENGTH - 7)
       sub (/^[^:]*: /, "")
       leak[language] += $1
       programs[language] += $3
       silent[language] += $5
       n = split ($0, part, "missed: ")
       missed[language] += split (part[2], names, " ")
       match ($0, /[0-9]+ do not leak/)
       clean[language] += substr ($0, RSTART, RLENGTH)
     }
     END {
       for (language in programs)
	 printf "random programs in %s: %d, of which %d leak, %d not reported; " \
		"%d silent, %d reported that were not seen to leak\n", language,
		programs[language], leak[language], missed[language],
		silent[language], clean[language]
     }' "$work/leakcheck.log"
exit $status
