#!/bin/bash
# Measures the plugin on real programs: builds Debian's source packages (any
# NAME; default: those of common.sh in C), compiles every translation unit with and
# without the plugin, compares the objects byte by byte, and counts failures,
# crashes, hangs (ten times the plain time) and warnings of both levels.
#
# Usage: programs.sh [--full | --every N] [NAME...]
#
# Usually the build system runs once (build.sh) and the recorded compilations
# are run again with the plugin; --every N takes every Nth of them.  --full
# runs configure and make once more in the same folder with the plugin in every
# compiler call, configure's own included, and compares all object files of the
# two trees.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

full= options=()
case ${1:-} in
  --full) full=1; shift ;;
  --every) options=("$1" "$2"); shift 2 ;;
esac
[ $# -gt 0 ] || set -- $bench_programs
bench_find_plugin
"$bench_here/build.sh" "$@" || exit

if [ -z "$full" ]
then
  exec python3 "$bench_here/replay.py" --objects --work "$bench_work" \
    --cc "$bench_cc" --plugin "$bench_plugin" --jobs "$bench_jobs" "${options[@]}" "$@"
fi

status=0
export SOURCE_DATE_EPOCH=0
for name
do
  folder=$bench_work/build/$name
  # Aside with the recorded tree: both builds need its place, so that both
  # find themselves under the same name.
  mv "$folder" "$folder.recorded"
  for run in plain plugin
  do
    # A leak found under -Werror is no failure.
    flags="-Wno-error -gno-record-gcc-switches"
    [ $run = plain ] || flags="$flags -fplugin=$bench_plugin"
    rm -rf "$folder.$run"
    cp -a "$bench_work/src/$name" "$folder"
    if ! (
      cd "$folder" || exit
      export LEAKCHECK_REAL_CC=$bench_cc LEAKCHECK_REAL_CXX=$bench_cxx
      export LEAKCHECK_CC_FLAGS=$flags
      recorder=$(bench_recorder "$name")
      bench_configure "$name" "$recorder" -gno-record-gcc-switches \
	&& bench_make "$name" "$recorder" -gno-record-gcc-switches
    ) > "$bench_work/log/$name.$run" 2>&1 < /dev/null
    then
      echo "$name: the $run build failed, see $bench_work/log/$name.$run" >&2
      status=1
    fi
    mv "$folder" "$folder.$run"
  done
  mv "$folder.recorded" "$folder"

  same=0 differ=0
  while read -r object
  do
    if cmp -s "$folder.plain/$object" "$folder.plugin/$object"
    then
      same=$((same + 1))
    else
      differ=$((differ + 1))
      echo "$name: $object differs" >&2
    fi
  done < <(cd "$folder.plain" && find . -name '*.o' -type f)
  [ $differ = 0 ] && [ $same != 0 ] || status=1
  echo "$name: $same objects identical, $differ differ," \
    "$(grep -c 'Wleakcheck' "$bench_work/log/$name.plugin") warnings"
  rm -rf "$folder.plain" "$folder.plugin"
done
exit $status
