#!/bin/bash
# Shows the main job: builds a real program by its own makefile, with one flag
# added, and lets the compiler print the leaks.  The program is Debian's
# moreutils: 3,000 lines of C, among them a few leaks and many look-alikes.
#
# Usage: demo.sh LEAKCHECK
#
# LEAKCHECK is the leakcheck command.  Works in the folder demo below the
# current one, where the program's source stays.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

export LEAKCHECK_BENCH_DIR=demo
. "$(dirname "$0")/common.sh"

leakcheck=$1
name=moreutils
bench_install dpkg-dev make
"$bench_here/fetch.sh" $name > demo/fetch.log 2>&1 \
  || { cat demo/fetch.log >&2; bench_die "no source of '$name'"; }
plugin=$("$leakcheck" --print-plugin-path) || exit

rm -rf demo/build
cp -r "$bench_work/src/$name" demo/build || exit
echo "make -C demo/build CC='$bench_cc -fplugin=$plugin'"
make -C demo/build --no-print-directory isutf8 ifdata ifne pee sponge mispipe \
  lckdo parallel errno CC="$bench_cc -fplugin=$plugin" > demo/log 2>&1
status=$?
cat demo/log
[ $status = 0 ] || bench_die "the build of '$name' failed"
echo "$name $(cat "$bench_work/src/$name.version"):" \
  "$(cd demo/build && cat *.c is_utf8/*.c | wc -l) lines of C," \
  "$(grep -c 'Wleakcheck' demo/log) leaks"
