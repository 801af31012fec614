#! /bin/bash
# Builds leakcheck for each GCC that it serves, and runs the tests with it.
#
# usage: gccs.sh [--build-only | --tests-only] [VERSION...] [-- RUNTEST-ARGUMENT...]
#
# VERSION is 11 to 16; without one, all.  Each compiler is Debian's, in a chroot
# made by debootstrap below the work folder: 11 and 12 of bookworm, 13 and 14 of
# trixie, 15 and 16 of sid (chroot.sh).  The files of this tree that git tracks are copied into it,
# and bootstrap, configure --enable-checking --enable-werror, make and make check
# run there, in folders made anew.  Each version gives a row of the table: whether
# it was built, tests passed and failed, CPU time of building and of the tests.
# The failures are in WORK/gccs/VERSION.check, all output of the tests in
# VERSION.log, that of the build in VERSION.build.  Fails if a build or a test does.
#
# --build-only leaves the tests out; --tests-only tests what was built last.
# RUNTEST-ARGUMENTs choose tests, as in RUNTESTFLAGS ("c.exp", "plugin.exp").
# Needs root; see common.sh for the environment.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

tests=yes build=yes versions="" runtest=""
while [ $# -gt 0 ]
do
  case $1 in
    --build-only) tests=no ;;
    --tests-only) build=no ;;
    --help) sed -n '2,17s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --) shift; runtest="$*"; break ;;
    1[1-6]) versions="$versions $1" ;;
    *) bench_die "unknown argument '$1'; GCC is 11 to 16" ;;
  esac
  shift
done
: "${versions:=11 12 13 14 15 16}"
. "$bench_here/chroot.sh"
work=$chroot_work

# The packages of every chroot besides the compilers.
tools="autoconf automake make bison flex dejagnu texinfo patch dpkg-dev libc6-dev \
libgmp-dev libexpat1-dev zlib1g-dev libzip-dev libjansson-dev default-jdk-headless \
ecj procps python3 gettext"

# suite_of VERSION: the Debian release that has this compiler.
suite_of ()
{
  case $1 in
    11|12) echo bookworm ;;
    13|14) echo trixie ;;
    15|16) echo sid ;;
  esac
}

# timed NAME COMMAND...: run COMMAND, its output into WORK/NAME.  Prints its CPU
# time in minutes.
timed ()
{
  local out=$work/$1 TIMEFORMAT='%U %S' status=0 spent
  shift
  spent=$( { time "$@" > "$out" 2>&1; } 2>&1 ) || status=$?
  echo "$spent" | awk '{ printf "%.1f", ($1 + $2) / 60 }'
  return $status
}

# one VERSION: a row of the table.
one ()
{
  local version=$1 home=/leakcheck/$1 built=no passed=- failed=- building testing=-
  chroot_make "$(suite_of "$version")" $tools "gcc-$version" "g++-$version" "gcc-$version-plugin-dev"
  if [ $build = no ]
  then
    building=-
    [ -f "$root$home/build/leakcheck.so" ] && built=yes
  else
    rm -rf "$root$home"
    copy_source "$root$home/source"
    building=$(timed "$version.build" inside "$root" sh -c "
	cd $home/source && ./bootstrap --no-install --no-configure --with-gcc=gcc-$version \
	&& mkdir ../build && cd ../build \
	&& ../source/configure --with-gcc=gcc-$version --enable-checking --enable-werror \
	&& make -j$bench_jobs") && built=yes
  fi
  if [ $built$tests = yesyes ]
  then
    failed=all
    testing=$(timed "$version.check" inside "$root" make -j"$bench_jobs" -C "$home/build" \
	      check RUNTESTFLAGS="$runtest")
    cp "$root$home/build/testsuite/leakcheck.log" "$work/$version.log" \
      && read -r passed _ failed _ < "$root$home/build/testsuite/verdict"
  fi
  printf '%-4s %-6s %7s %7s %9s %9s\n' \
    "$version" $built "$passed" "$failed" "$building" "$testing"
  case $built$failed in
    yes-|yes0) return 0 ;;
    *) return 1 ;;
  esac
}

status=0
printf '%-4s %-6s %7s %7s %9s %9s\n' GCC built passed failed "build min" "tests min"
for version in $versions
do
  one "$version" || status=1
done
exit $status
