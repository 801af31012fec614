#!/bin/bash
# Runs the test of reading by several threads under gcc's ThreadSanitizer, which
# the unit tests' other sanitizers cannot stand beside.
#
# Usage: tsan.sh [MODULE]
#
# MODULE is one of the JDK's, to be read as well [java.logging].
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

source=$(cd "$(dirname "$0")/.." && pwd)
work=$bench_work/tsan
mkdir -p "$work"
libzip=$(ldconfig -p | grep -o 'libzip\.so\.[0-9]*' | head -n 1)
[ "$libzip" ] || bench_die "please install: libzip"
echo "#define LK_LIBZIP \"$libzip\"" > "$work/lk-config.h"
"${CC:-gcc}" -std=gnu11 -g -O1 -fsanitize=thread -I"$work" -o "$work/thread-test" \
  "$source"/spec/arena.c "$source"/spec/file.c "$source"/java/*.c \
  "$source/testsuite/java/thread-test.c" -lz -ldl -lpthread \
  || bench_die "cannot build with -fsanitize=thread (Debian: libtsan2)"
# libzip and the C library's time zones were not built so: their locks are not
# seen.
printf '%s\n' called_from_lib:libzip race:tzset_internal race:__tz_convert \
  > "$work/suppressions"
TSAN_OPTIONS="halt_on_error=1 suppressions=$work/suppressions ${TSAN_OPTIONS-}" \
  "$work/thread-test" "$source/testsuite/java/corpus" "$@"
