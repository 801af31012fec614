#!/bin/bash
# Measures the Java front end on real programs, in one run: classes, methods,
# CPU time (user and system), methods per second and peak memory, of reading and
# building every method (mode=lower) and of the whole analysis, and what was
# found; and the wall time of the whole with one thread and with as many as the
# plugin takes by itself.  The whole is run LEAKCHECK_BENCH_RUNS times (default: 3)
# with each, alternately; the medians count.  The findings must not depend on the
# threads.
#
# Usage: java.sh [--javap] [NAME...]
#
# NAME is one of the programs below (default: all), a jar, or module:NAME of
# the JDK, which is that of JAVA_HOME or else of javac.  With --javap the
# methods that have code are counted by javap too, and any difference is an
# error; so is a method that could not be decoded.
#
# Of the packages all jars are read, as one program.  A table goes to standard
# output, the findings of each program to WORK/java/NAME.txt.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

# Package, or package:jar.
declare -A packages=(
  [ant.jar]=ant:ant.jar
  [zookeeper]=libzookeeper-java
  [tomcat10]=libtomcat10-java
  [derby]=libderby-java
  [hsqldb]=libhsqldb-java
  [mckoi]=libmckoisqldb-java
  [log4j1.2]=liblog4j1.2-java
  [batik]=libbatik-java
  [findbugs]=libfindbugs-java
  [jetty9]=libjetty9-java
  [lucene8]=liblucene8-java
  [ecj]=libecj-java
)
all="ant.jar module:java.base zookeeper tomcat10 derby hsqldb mckoi log4j1.2 \
batik findbugs jetty9 lucene8 ecj"

javap=no
names=()
for argument
do
  case $argument in
    --javap) javap=yes ;;
    -*) bench_die "unknown option '$argument'" ;;
    *) names+=("$argument") ;;
  esac
done
[ ${#names[@]} -gt 0 ] || names=($all)
bench_find_plugin
command -v /usr/bin/time >/dev/null || bench_die "please install: time"
home=${JAVA_HOME:-$(readlink -f "$(command -v javac)" | sed 's|/bin/javac$||')}
[ -x "$home/bin/javap" ] || bench_die "no JDK; set JAVA_HOME"
work=$bench_work/java
mkdir -p "$work/deb"

# jars_of NAME: the names of its jars, one a line.
jars_of ()
{
  local package=${packages[$1]%%:*} jar=${packages[$1]#*:} folder
  folder=$work/deb/$package
  if ! [ -d "$folder" ]
  then
    (cd "$work/deb" && apt-get -q download "$package" >&2) \
      || bench_die "cannot get the package '$package'"
    rm -rf "$folder.new"
    dpkg-deb -x "$work"/deb/"${package}"_*.deb "$folder.new"
    mv "$folder.new" "$folder"
  fi
  if [ "$jar" != "$package" ]
  then
    readlink -f "$(find "$folder" -name "$jar" | head -n 1)"
  else
    find "$folder" -name '*.jar' -type f | sort
  fi
}

# count INPUT...: the methods with code that javap sees.
count ()
{
  local folder=$work/classes input
  rm -rf "$folder"
  mkdir -p "$folder"
  for input
  do
    case $input in
      module:*)
	"$home/bin/jimage" extract --dir "$folder" \
	  --include "regex:/${input#*:}/.*" "$home/lib/modules" ;;
      *) unzip -qn "$input" '*.class' -x 'META-INF/versions/*' -d "$folder" ;;
    esac
  done >/dev/null 2>&1
  find "$folder" -name '*.class' -print0 | xargs -0 -n 400 "$home/bin/javap" \
    -c -p 2>/dev/null | grep -c '^    Code:$'
  rm -rf "$folder"
}

# run MODE OUTPUT INPUT...: prints wall seconds, processor seconds and megabytes.
run ()
{
  local mode=$1 output=$2 input arguments=()
  shift 2
  for input
  do
    arguments+=("-fplugin-arg-leakcheck-java=$input")
  done
  /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$bench_cc" -fplugin="$bench_plugin" \
    "${arguments[@]}" -fplugin-arg-leakcheck-jdk="$home" \
    -fplugin-arg-leakcheck-release=8 -fplugin-arg-leakcheck-verbose $mode \
    -x c -fsyntax-only /dev/null 2>"$output" \
    || bench_die "the compiler failed: see $output"
  awk '{ printf "%.2f %.2f %d\n", $1, $2 + $3, $4 / 1024 }' "$work/time"
}

# median COLUMN: of the lines of standard input.
median ()
{
  awk -v c="$1" '{ print $c }' | sort -n \
    | awk '{ v[NR] = $1 } END { print v[int ((NR + 1) / 2)] }'
}

# said FILE: all but the times.
said ()
{
  sed -E 's/[0-9]+\.[0-9]{3} s/T/g' "$1"
}

# whole OUTPUT INPUT...: runs it all, prints the medians: wall seconds with one
# thread, with several, and processor seconds and megabytes of the latter.
whole ()
{
  local output=$1 i one= several=
  shift
  for ((i = 0; i < ${LEAKCHECK_BENCH_RUNS:-3}; i++))
  do
    one+=$(run -fplugin-arg-leakcheck-jobs=1 "$output.one" "$@")$'\n' || exit 1
    several+=$(run -fplugin-arg-leakcheck-mode=find "$output" "$@")$'\n' || exit 1
  done
  cmp -s <(said "$output.one") <(said "$output") \
    || bench_die "more threads find something else: see $output.one"
  printf '%s %s %s %s\n' "$(median 1 <<< "${one%$'\n'}")" \
    "$(median 1 <<< "${several%$'\n'}")" "$(median 2 <<< "${several%$'\n'}")" \
    "$(median 3 <<< "${several%$'\n'}")"
}

status=0
printf '%-18s %7s %8s %8s | %8s %8s %6s | %8s %8s %6s %6s | %8s %8s\n' \
  program classes methods relevant 'lower s' 'm/s' MB 'whole s' 'm/s' MB found \
  'wall -j1' 'wall'
for name in "${names[@]}"
do
  if [ "${packages[$name]-}" ]
  then
    mapfile -t inputs < <(jars_of "$name")
  else
    inputs=("$name")
  fi
  [ ${#inputs[@]} -gt 0 ] || bench_die "no jars for '$name'"
  text=$work/$(basename "$name" | tr ':' '-').txt
  read -r _ seconds memory < <(run -fplugin-arg-leakcheck-mode=lower \
			       "$text.lower" "${inputs[@]}")
  read -r wall_one wall whole whole_memory < <(whole "$text" "${inputs[@]}")
  [ "$whole" ] || exit 1
  line=$(grep -o 'classes: [0-9]* read, [0-9]* broken; methods: [0-9]*.*' "$text.lower")
  read -r classes broken methods malformed < <(
    sed -E -e 's/classes: ([0-9]+) read, ([0-9]+) broken; methods: /\1 \2 /' \
	-e 's/([0-9]+ [0-9]+ [0-9]+).* ([0-9]+) malformed/\1 \2/' \
      <<< "$line")
  idle=$(grep -o '[0-9]* irrelevant' "$text" | cut -d' ' -f1)
  awk -v n="$name" -v c="$classes" -v m="$methods" -v r="$((methods - idle))" \
    -v s="$seconds" -v k="$memory" -v ws="$whole" -v wk="$whole_memory" \
    -v one="$wall_one" -v wall="$wall" \
    -v f="$(grep -c 'warning: resource leak' "$text")" 'BEGIN {
      printf "%-18s %7d %8d %8d | %8.2f %8d %6d | %8.2f %8d %6d %6d | %8.2f %8.2f\n", \
	n, c, m, r, s, m / s, k, ws, m / ws, wk, f, one, wall }'
  if [ "$broken$malformed" != 00 ]
  then
    echo "$name: $broken classes broken, $malformed methods malformed" >&2
    status=1
  fi
  if [ $javap = yes ]
  then
    counted=$(count "${inputs[@]}")
    echo "$name: javap counts $counted methods with code"
    [ "$counted" = "$methods" ] || status=1
  fi
done
exit $status
