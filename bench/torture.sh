#!/bin/bash
# Measures whether the plugin survives GCC's own test suites of Debian's
# gcc-12-source, in C (gcc.c-torture, gcc.dg and c-c++-common) or in C++
# (g++.dg, g++.old-deja and libstdc++'s own): every file compiled with and
# without it, no crash, no hang, no changed output.  Prints the counts.
#
# Usage: torture.sh [--c++] [--every N] [--levels "-O0 -O2 ..."] [--match TEXT]
#		    [--list FILE]
#
# --c++: the suites in C++; of these --every N takes only each N-th file.
# --levels: the optimisation levels tried on gcc.c-torture (default -O2);
# gcc.dg and c-c++-common take their own dg-options.  --match: only files
# whose name holds TEXT.  --list: write the plugin's warnings to FILE.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

bench_find_plugin
package=gcc-12-source
suite=$bench_work/gcc-testsuite
language=c
folders=(gcc/testsuite/gcc.c-torture gcc/testsuite/gcc.dg
	 gcc/testsuite/c-c++-common)
if [ "${1:-}" = --c++ ]
then
  shift
  language=c++
  suite=$suite-c++
  bench_cc=$bench_cxx
  folders=(gcc/testsuite/g++.dg gcc/testsuite/g++.old-deja
	   libstdc++-v3/testsuite)
fi
if [ ! -f "$suite.done" ]
then
  rm -rf "$suite" "$bench_work/download"
  mkdir -p "$suite" "$bench_work/download"
  (
    cd "$bench_work/download" || exit
    apt-get -qq -o APT::Sandbox::User=root download $package \
      || { apt-get -qq update && apt-get -qq download $package; }
  ) || bench_die "cannot get $package"
  # The package holds a tar file that holds the test suite: no need to
  # unpack more of either.
  dpkg-deb --fsys-tarfile "$bench_work"/download/$package*.deb \
    | tar -xO --wildcards './usr/src/gcc-12/gcc-12*.tar.*' \
    | tar -xJ -C "$suite" --transform 's,^[^/]*/\(gcc/testsuite/\)\?\(libstdc++-v3/\)\?,,' \
	  --wildcards "${folders[@]/#/*/}" \
    || bench_die "cannot unpack $package"
  rm -rf "$bench_work/download"
  touch "$suite.done"
fi

control=$bench_work/control-plugin.so
g++ -shared -fPIC -fno-rtti -O1 -I"$("$bench_cc" -print-file-name=plugin)/include" \
  "$bench_here/control-plugin.cc" -o "$control" || bench_die "cannot build $control"

exec python3 "$bench_here/torture.py" --work "$bench_work" --cc "$bench_cc" \
  --plugin "$bench_plugin" --jobs "$bench_jobs" --control "$control" --suite "$suite" \
  --language "$language" "$@"
