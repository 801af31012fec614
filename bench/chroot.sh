# Shared by the bench scripts that need other Debian releases: chroots that debootstrap makes below
# WORK/gccs, and are used again; remove the file WORK/gccs/SUITE.made for a new one.  Sourced after
# common.sh; needs root.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

[ "$(id -u)" = 0 ] || bench_die "needs root, for chroots"

chroot_top=$(dirname "$bench_here")
chroot_work=$bench_work/gccs
mkdir -p "$chroot_work"

# inside ROOT COMMAND...: run COMMAND in the chroot; its mounts go with it.
inside ()
{
  local root=$1
  shift
  unshare --mount sh -c '
    root=$1; shift
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit
    exec chroot "$root" env -i HOME=/root LC_ALL=C TERM=dumb \
      PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
  ' sh "$root" "$@"
}

# chroot_make SUITE PACKAGE...: a chroot of that Debian release with the packages.  Sets root.
chroot_make ()
{
  local suite=$1
  shift
  root=$chroot_work/$suite
  if [ ! -f "$root.made" ]
  then
    bench_install debootstrap
    echo "${0##*/}: making a chroot of Debian $suite" >&2
    rm -rf --one-file-system "$root"
    debootstrap --variant=minbase "$suite" "$root" "$bench_mirror" \
      > "$root.log" 2>&1 || bench_die "debootstrap failed, see $root.log"
    : > "$root.made"
  fi
  # A mirror's copy of sid may be older than its date of expiry.
  echo 'Acquire::Check-Valid-Until "false";' > "$root/etc/apt/apt.conf.d/10leakcheck"
  if ! inside "$root" dpkg-query -W -f '${db:Status-Abbrev}\n' "$@" 2>/dev/null \
       | awk '$1 != "ii" { exit 1 } { n++ } END { exit n != '$#' }'
  then
    echo "${0##*/}: installing packages in it" >&2
    { inside "$root" apt-get update \
      && inside "$root" apt-get install -y --no-install-recommends "$@"
    } >> "$root.log" 2>&1 || bench_die "cannot install $*, see $root.log"
  fi
}

# copy_source FOLDER: the tracked files, or those of a released tree, to FOLDER.
copy_source ()
{
  rm -rf "$1"
  mkdir -p "$1"
  if git -C "$chroot_top" rev-parse --git-dir >/dev/null 2>&1
  then
    git -C "$chroot_top" ls-files -z
  else
    (cd "$chroot_top" && find . -type f ! -path './bench-work/*' -print0)
  fi | tar -C "$chroot_top" --null -T - -cf - | tar -C "$1" -xf -
}
