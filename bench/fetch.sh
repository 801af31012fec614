#!/bin/bash
# Gets what the other bench scripts measure: the sources of Debian packages,
# unpacked and patched as Debian builds them, in WORK/src/NAME.
#
# Usage: fetch.sh [NAME[@SUITE]...]
#
# Without a name: all programs of common.sh.  NAME@SUITE takes the version of
# another suite (git@trixie), into WORK/src/NAME@SUITE.  The version is kept
# in WORK/src/NAME.version.  A private list of apt sources is used: the
# system's own stays as it is.  Needs no root.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

[ $# -gt 0 ] || set -- $bench_programs

apt=$bench_work/apt
own_suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

# private_apt SUITE COMMAND...: apt-get with only SUITE's source packages.
private_apt ()
{
  local suite=$1
  shift
  apt-get -q -o Dir::Etc::SourceList="$apt/$suite.list" \
    -o Dir::Etc::SourceParts=/nonexistent \
    -o Dir::State::Lists="$apt/$suite" -o Dir::Cache="$apt/cache" \
    -o APT::Sandbox::User=root "$@"
}

for name
do
  package=${name%%@*}
  suite=$own_suite
  case $name in *@*) suite=${name#*@} ;; esac
  [ -d "$bench_work/src/$name" ] && continue

  mkdir -p "$apt/$suite/partial" "$apt/cache/archives/partial" "$bench_work/src"
  if [ ! -f "$apt/$suite.done" ]
  then
    echo "deb-src $bench_mirror $suite main" > "$apt/$suite.list"
    private_apt "$suite" update >&2 || bench_die "cannot update '$suite'"
    touch "$apt/$suite.done"
  fi

  # Its own, for another fetch may be under way.
  unpack=$(mktemp -d "$bench_work/unpack.XXXXXX")
  trap 'rm -rf "$unpack"' EXIT
  # If Debian's part is gone from the mirror, the sources without its patches.
  (cd "$unpack" && { private_apt "$suite" source "$package" \
      || { rm -rf "${unpack:?}"/* \
	   && private_apt "$suite" --dsc-only source "$package" \
	   && private_apt "$suite" --tar-only source "$package" \
	   && tar xf ./*.orig.tar.* && rm ./*.orig.tar.*; }; }) >&2 \
    || bench_die "cannot get the source of '$name'"
  folder=$(find "$unpack" -mindepth 1 -maxdepth 1 -type d)
  [ -d "$folder" ] || bench_die "'$name': no single folder unpacked"
  sed -n 's/^Version: //p' "$unpack"/*.dsc | head -n 1 \
    > "$bench_work/src/$name.version"
  cp "$unpack"/*.dsc "$bench_work/src/$name.dsc"
  mv "$folder" "$bench_work/src/$name"
  rm -rf "$unpack"
  echo "$name $(cat "$bench_work/src/$name.version")"
done
