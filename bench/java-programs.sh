#!/bin/bash
# Checks five real Java programs of Debian as a user would: `leakcheck' with
# default arguments, all jars of the package as one program, the class path
# that the package declares; and compiles their sources by ecj with its
# warnings about leaks, in the same run.
#
# Usage: java-programs.sh [--no-ecj] [--runs N] [NAME...]
#	 java-programs.sh --limits [NAME...]
#
# Of each program it prints the wall and the processor time and the peak memory
# of both (the fastest of N runs, default 1), the number of warnings, how many
# of them bench/judged-java.md calls true, what it does not name yet, and what
# it names but is no longer found.  Every leak that ecj calls sure and that is
# not reported in the same method has to have a line there, too.
#
# With --limits it compares instead what is found with other limits (limits.py).
#
# WORK/java/NAME.found has the warnings, NAME.ecj what ecj said.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

# Binary package, source package; jars, if not all; roots of the sources that
# Debian builds; packages for the class path that are not in Depends.
declare -A package=(
  [zookeeper]=libzookeeper-java [ant]=ant [log4j1.2]=liblog4j1.2-java
  [mckoi]=libmckoisqldb-java [tomcat10]=libtomcat10-java )
declare -A source=(
  [zookeeper]=zookeeper [ant]=ant [log4j1.2]=apache-log4j1.2
  [mckoi]=mckoisqldb [tomcat10]=tomcat10 )
declare -A jars=( [ant]='ant.jar' )
declare -A roots=(
  [zookeeper]='zookeeper-server zookeeper-jute zookeeper-it
    zookeeper-recipes/zookeeper-recipes-lock
    zookeeper-recipes/zookeeper-recipes-queue
    zookeeper-recipes/zookeeper-recipes-election
    zookeeper-contrib/zookeeper-contrib-loggraph
    zookeeper-contrib/zookeeper-contrib-zooinspector'
  [ant]=src/main [log4j1.2]=src/main/java [mckoi]=src/main/java
  [tomcat10]='java modules/jdbc-pool/src/main/java' )
declare -A more=( [log4j1.2]=libmail-java )
# The release that sources are written for, for ecj's option.
declare -A release=( [mckoi]=1.4 )

ecj=yes runs=1 limits= names=()
while [ $# -gt 0 ]
do
  case $1 in
    --no-ecj) ecj=no ;;
    --runs) runs=$2; shift ;;
    --limits) limits=yes ecj=no ;;
    -*) bench_die "unknown option '$1'" ;;
    *) [ "${package[$1]-}" ] || bench_die "unknown program '$1'"
       names+=("$1") ;;
  esac
  shift
done
[ ${#names[@]} -gt 0 ] || names=(zookeeper ant log4j1.2 mckoi tomcat10)
bench_find_plugin
command -v /usr/bin/time >/dev/null || bench_die "please install: time"
[ $ecj = no ] || command -v ecj >/dev/null || bench_die "please install: ecj"
work=$bench_work/java
mkdir -p "$work/deb"

# unpack PACKAGE[=VERSION]: into WORK/java/deb/PACKAGE.
unpack ()
{
  local name=${1%%=*}
  local folder=$work/deb/$name
  [ -d "$folder" ] && return
  (cd "$work/deb" && rm -f "${name}"_*.deb && apt-get -q download "$1" >&2) \
    || bench_die "cannot get the package '$1'"
  rm -rf "$folder.new"
  dpkg-deb -x "$work/deb/${name}"_*.deb "$folder.new"
  mv "$folder.new" "$folder"
}

# depends PACKAGE: the Java packages it depends on, and those they do.
depends ()
{
  apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
    --no-breaks --no-replaces --no-enhances "$1" \
    | grep -xE 'lib[a-z0-9.+-]*-java|junit4' | sort -u | grep -vx "$1"
}

# timed OUTPUT COMMAND...: prints seconds of wall and processor, and megabytes.
timed ()
{
  local output=$1
  shift
  for ((i = 0; i < runs; i++))
  do
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" >"$output" 2>&1
    tail -n 1 "$work/time"
  done | sort -n | awk 'NR == 1 { printf "%.2f %.2f %d", $1, $2 + $3, $4 / 1024 }'
}

status=0
[ "$limits" ] \
  || printf '%-10s | %7s %7s %5s | %7s %7s %5s | %6s %5s %5s %5s | %5s %5s\n' \
      program 'wall s' 'CPU s' MB 'ecj s' 'CPU s' MB found true false open sure missed
for name in "${names[@]}"
do
  "$bench_here/fetch.sh" "${source[$name]}" >&2 || exit 1
  sources=$bench_work/src/${source[$name]}
  version=$(cat "$sources.version")
  folder=$work/deb/${package[$name]}
  # Of the version that the source is of.
  if [ "$(cat "$folder.version" 2>/dev/null)" != "$version" ]
  then
    rm -rf "$folder"
    unpack "${package[$name]}=$version"
    echo "$version" >"$folder.version"
  fi
  if [ "${jars[$name]-}" ]
  then
    inputs=("$(readlink -f "$(find "$folder" -name "${jars[$name]}" | head -n 1)")")
  else
    mapfile -t inputs < <(find "$folder" -name '*.jar' -type f ! -name '*-i18n-*' | sort)
  fi
  path=
  for needed in $(depends "${package[$name]}") ${more[$name]-}
  do
    unpack "$needed"
    while read -r jar
    do
      path+=$jar:
    done < <(find -L "$work/deb/$needed" -path '*/share/java/*.jar' -type f \
	       | grep -v -- '-[0-9]' | sort)
  done
  source_path= folders=()
  for root in ${roots[$name]}
  do
    [ -d "$sources/$root/src/main/java" ] && root=$root/src/main/java
    folders+=("$sources/$root")
    source_path+=$sources/$root:
  done

  arguments=()
  for input in "${inputs[@]}"
  do
    arguments+=("-fplugin-arg-leakcheck-java=$input")
  done
  command=("$bench_cc" -fdiagnostics-plain-output -fplugin="$bench_plugin"
    "${arguments[@]}" ${path:+-fplugin-arg-leakcheck-classpath="$path"}
    -fplugin-arg-leakcheck-sourcepath="${source_path%:}"
    -x c -fsyntax-only /dev/null)
  if [ "$limits" ]
  then
    python3 "$bench_here/limits.py" "$name" "${command[@]}" || status=1
    continue
  fi
  read -r wall seconds memory < <(timed "$work/$name.found" "${command[@]}")
  ! grep -q '^Command ' "$work/time" \
    || bench_die "the compiler failed: see $work/$name.found"
  ecj_wall=- ecj_seconds=- ecj_memory=-
  if [ $ecj = yes ]
  then
    find "${folders[@]}" -name '*.java' ! -name module-info.java >"$work/$name.list"
    rm -rf "$work/classes"
    for input in "${inputs[@]}"
    do
      path+=$input:
    done
    read -r ecj_wall ecj_seconds ecj_memory < <(
      timed "$work/$name.ecj" ecj -proc:none -encoding UTF-8 -proceedOnError \
	-maxProblems 100000 -warn:resource -g -source "${release[$name]-17}" \
	-target "${release[$name]-17}" -cp "$path." -d "$work/classes" \
	@"$work/$name.list")
    rm -rf "$work/classes"
  fi
  verdicts=$(python3 "$bench_here/judged_java.py" "$name" \
	       "$bench_here/judged-java.md" "$work/$name.found" \
	       $([ $ecj = yes ] && echo "$work/$name.ecj")) || exit 1
  read -r found true false open sure missed <<< "$(head -n 1 <<< "$verdicts")"
  printf '%-10s | %7s %7s %5s | %7s %7s %5s | %6s %5s %5s %5s | %5s %5s\n' \
    "$name" "$wall" "$seconds" "$memory" "$ecj_wall" "$ecj_seconds" "$ecj_memory" \
    "$found" "$true" "$false" "$open" "$sure" "$missed"
  tail -n +2 <<< "$verdicts"
done
exit $status
