#! /bin/bash
# Builds the Debian packages of this tree in Debian's releases, and tries them.
#
# usage: packages.sh [SUITE[:GCC]...]
#
# SUITE is bookworm, trixie or sid; without one, all.  GCC is the major version that the
# plugin is for; without one, the release's own.  In a chroot (chroot.sh), with the files
# of this tree that git tracks: configure, make dist, and from the tarball debian/rules control,
# dpkg-buildpackage, lintian, and autopkgtest, which installs the packages and
# runs debian/tests.  Each gives a row of the table: whether the packages were built, how
# many tags lintian has (with --info), what autopkgtest says, and the CPU time of all.
# The output is in WORK/gccs/SUITE-GCC.packages, the packages in
# WORK/gccs/SUITE/leakcheck/packages-GCC.  Fails if a row is not as it should be.
# LEAKCHECK_BENCH_FLAGS has flags for the compilers behind Debian's: -O1 saves time.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

case ${1-} in
  --help) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 0 ;;
  -*) bench_die "unknown option '$1'" ;;
esac
. "$bench_here/chroot.sh"
[ $# -gt 0 ] || set bookworm trixie sid

# row_of SUITE[:GCC]: build, and print the row.
row_of ()
{
  local suite=${1%%:*} gcc=${1#*:} home built=no tags=- tests=- out TIMEFORMAT='%U %S' spent
  case $suite in
    bookworm|trixie|sid) ;;
    *) bench_die "unknown release '$suite'" ;;
  esac
  chroot_make "$suite" build-essential debhelper lintian autopkgtest
  [ "$gcc" != "$1" ] || gcc=$(inside "$root" gcc -dumpversion | sed 's/\..*//')
  home=/leakcheck/packages-$gcc
  out=$chroot_work/$suite-$gcc.packages
  rm -rf "$root$home"
  copy_source "$root$home/source"
  spent=$( { time inside "$root" sh -ec "
    cd $home/source
    debian/rules control GCC=$gcc
    apt-get update
    apt-get build-dep -y --no-install-recommends ./
    autoreconf -i
    ./configure --with-gcc=gcc-$gcc
    make dist
    cd ..
    tar -xf source/leakcheck-*.tar.gz
    cd leakcheck-*
    debian/rules control GCC=$gcc
    export DEB_CFLAGS_APPEND='${LEAKCHECK_BENCH_FLAGS-}' DEB_CXXFLAGS_APPEND='${LEAKCHECK_BENCH_FLAGS-}'
    dpkg-buildpackage -us -uc -j$bench_jobs
    : > ../built
    lintian --allow-root --info ../*.changes > ../tags || :
    cat ../tags
    autopkgtest --output-dir=$home/tests ../*.deb ./ -- null || :
    cat $home/tests/summary
    apt-get purge -y leakcheck gcc-$gcc-plugin-leakcheck
  " > "$out" 2>&1; } 2>&1 )
  home=$root$home
  [ ! -f "$home/built" ] || built=yes
  [ ! -f "$home/tags" ] || tags=$(grep -c '^[EWI]:' "$home/tags")
  [ ! -f "$home/tests/summary" ] || tests=$(awk '{ print $2; exit }' "$home/tests/summary")
  printf '%-8s %3s %6s %5s %12s %8s\n' "$suite" "$gcc" $built "$tags" "$tests" \
    "$(echo "$spent" | awk '{ printf "%.1f", ($1 + $2) / 60 }')"
  [ "$built $tags $tests" = "yes 0 PASS" ]
}

status=0
printf '%-8s %3s %6s %5s %12s %8s\n' release GCC built tags autopkgtest "CPU min"
for release
do
  row_of "$release" || status=1
done
exit $status
