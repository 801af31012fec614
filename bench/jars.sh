#!/bin/bash
# Runs the leakcheck command on every jar of many Debian packages, as a user would:
# whether it crashes, hangs or fails anywhere, and what that costs.
#
# Usage: jars.sh [--list FILE] [--mode find|verify]... [--classpath] [--limit SECONDS]
#		 [--level N] [NAME...]
#
# NAME is a Debian package or a jar; default: the packages of bench/jars.list, or of
# FILE.  The packages are downloaded and unpacked into WORK/java/deb, not installed.
# Each jar is a program of its own, checked once in each MODE (default: both);
# --classpath names all jars of these packages as its class path.
#
# Prints a line for each run that is not plain (crash, hang, failure, odd messages),
# and a summary; the status is 1 if there was a crash, a hang or a failure.
# WORK/jars/MODE.tsv has a line a jar, with status, time and memory; WORK/jars/MODE/
# PACKAGE/ what the command said.  LEAKCHECK names the command (default: ./leakcheck
# or ../leakcheck).
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

list=$bench_here/jars.list modes=() options=() names=()
while [ $# -gt 0 ]
do
  case $1 in
    --list) list=$2; shift ;;
    --mode) modes+=("$2"); shift ;;
    --limit|--level) options+=("$1" "$2"); shift ;;
    --classpath) options+=("$1") ;;
    -*) bench_die "unknown option '$1'" ;;
    *) names+=("$1") ;;
  esac
  shift
done
[ ${#modes[@]} -gt 0 ] || modes=(find verify)
if [ ${#names[@]} = 0 ]
then
  [ -r "$list" ] || bench_die "cannot read '$list'"
  mapfile -t names < <(sed 's/[[:space:]]*#.*//; /^$/d' "$list")
fi
for command in ${LEAKCHECK:+"$LEAKCHECK"} ./leakcheck ../leakcheck ''
do
  [ -n "$command" ] || bench_die "no leakcheck command found; set LEAKCHECK"
  [ -x "$command" ] && break
done
command=$(cd "$(dirname "$command")" && pwd)/${command##*/}

# unpack NAME...: those packages that are not there yet, into WORK/java/deb/NAME.
unpack ()
{
  local deb=$bench_work/java/deb name missing=()
  mkdir -p "$deb"
  for name
  do
    [ -d "$deb/$name" ] || ls "$deb/${name}"_*.deb >/dev/null 2>&1 || missing+=("$name")
  done
  if [ ${#missing[@]} -gt 0 ]
  then
    (cd "$deb" && apt-get -q -o APT::Sandbox::User=root download "${missing[@]}" >&2) \
      || bench_die "cannot get all of: ${missing[*]}"
  fi
  for name
  do
    [ -d "$deb/$name" ] && continue
    rm -rf "$deb/$name.new"
    dpkg-deb -x "$deb/${name}"_*.deb "$deb/$name.new" \
      || bench_die "cannot unpack the package '$name'"
    mv "$deb/$name.new" "$deb/$name"
  done
}

packages=() jars=()
for name in "${names[@]}"
do
  case $name in
    *.jar) jars+=("$(basename "$name" .jar):$(readlink -f "$name")") ;;
    *) packages+=("$name") ;;
  esac
done
unpack ${packages[@]+"${packages[@]}"}
for name in ${packages[@]+"${packages[@]}"}
do
  while read -r jar
  do
    jars+=("$name:$jar")
  done < <(find "$bench_work/java/deb/$name" -name '*.jar' -type f | sort)
done
[ ${#jars[@]} -gt 0 ] || bench_die "no jars in: ${names[*]}"

status=0
for mode in "${modes[@]}"
do
  python3 "$bench_here/jars.py" --command "$command" --work "$bench_work" --mode "$mode" \
    --gcc "$bench_cc" ${options[@]+"${options[@]}"} "${jars[@]}" || status=1
done
exit $status
