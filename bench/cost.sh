#!/bin/bash
# Measures what the plugin costs, in one run: CPU time (user and system,
# median of N interleaved runs) and peak memory of gcc -O2 with and without
# the plugin and with -fanalyzer, and of clang --analyze and cppcheck where
# they are installed, over real programs; then how the plugin's own time grows
# with the size of a generated file and of a generated function.
#
# Usage: cost.sh [--runs N] [--quick] [--programs-only] [--in-process] [--record]
#                [--against PLUGIN] [NAME...]
#
# --quick leaves out the other analysers, --programs-only the generated files.  --against
# measures a second plugin in the same run, as "plugin 2" (and may be given again, for a third);
# it must be for the same compiler.  --in-process measures the plugin without the process that
# it forks for the analysis, too, --record that with contracts recorded.  Default: zlib lua5.4 jq tmux bash,
# 5 runs of gcc; the other analysers run once (their cost is not subtle).
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
options=() programs=()
while [ $# -gt 0 ]
do
  case $1 in
    --runs) options+=("$1" "$2"); shift ;;
    --against) options+=("$1" "$(realpath -e "$2")") || exit; shift ;;
    --quick|--programs-only|--in-process|--record) options+=("$1") ;;
    -*) bench_die "unknown option '$1'" ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[ ${#programs[@]} -gt 0 ] || programs=(zlib lua5.4 jq tmux bash)
"$bench_here/build.sh" "${programs[@]}" >&2 || exit

exec python3 "$bench_here/cost.py" --work "$bench_work" --cc "$bench_cc" \
  --plugin "$bench_plugin" "${options[@]}" "${programs[@]}"
