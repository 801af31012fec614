# Shared by the bench scripts: the work folder, the compiler and plugin under
# test, the programs and how each is configured and built.  The programs named here
# are built by their own build systems; of any other name Debian's source package
# is, by its debian/rules.  Sourced (by bash), not run; measures nothing itself.
#
# Environment, all optional:
#   LEAKCHECK_BENCH_DIR     the work folder (default: ./bench-work)
#   LEAKCHECK_PLUGIN        leakcheck.so (default: that in the current folder,
#                           or else in the one above)
#   LEAKCHECK_BENCH_CC      the compiler the plugin is for (default: gcc-12,
#                           or else gcc)
#   LEAKCHECK_BENCH_CXX     the C++ compiler (default: the same with g++)
#   LEAKCHECK_BENCH_JOBS    compilations at a time (default: 2)
#   LEAKCHECK_BENCH_MIRROR  a Debian mirror (default: deb.debian.org)
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1

# Debian source packages that are built as "real programs".
bench_programs="zlib lua5.4 jq tmux curl util-linux coreutils openssh redis \
nginx sqlite3 bash git"
# And those in C++.
bench_cxx_programs="leveldb re2 ninja-build fmtlib libjsoncpp snappy spdlog \
protobuf nlohmann-json3 aria2 mosh apt fish qpdf i2pd"

bench_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${LEAKCHECK_BENCH_DIR:=bench-work}"
bench_work=$(cd "$LEAKCHECK_BENCH_DIR" && pwd)
bench_jobs=${LEAKCHECK_BENCH_JOBS:-2}
bench_mirror=${LEAKCHECK_BENCH_MIRROR:-http://deb.debian.org/debian}

bench_cc=${LEAKCHECK_BENCH_CC:-$(command -v gcc-12 || command -v gcc)}
bench_cc=$(command -v "$bench_cc")
bench_cxx=${LEAKCHECK_BENCH_CXX:-$(command -v "${bench_cc/gcc/g++}")}

bench_die ()
{
  echo "${0##*/}: $*" >&2
  exit 1
}

# Set bench_plugin to the absolute name of the plugin, or stop; also if that is not for
# the compiler, which would print a note and find nothing.
bench_find_plugin ()
{
  local try says
  for try in ${LEAKCHECK_PLUGIN:+"$LEAKCHECK_PLUGIN"} \
	     leakcheck.so ../leakcheck.so
  do
    if [ -f "$try" ]
    then
      bench_plugin=$(cd "$(dirname "$try")" && pwd)/${try##*/}
      says=$("$bench_cc" -fplugin="$bench_plugin" -x c -fsyntax-only /dev/null 2>&1) \
	&& [ -z "$says" ] || bench_die "$try does not work in $bench_cc: $says"
      return 0
    fi
  done
  bench_die "no leakcheck.so found; set LEAKCHECK_PLUGIN"
}

# bench_install PACKAGE...: make sure that Debian packages are there.
bench_install ()
{
  local missing="" package sudo=""
  for package
  do
    dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null \
      | grep -q '^install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || sudo=sudo
  command -v apt-get >/dev/null || bench_die "please install:$missing"
  echo "installing:$missing" >&2
  $sudo apt-get -qq update >/dev/null
  DEBIAN_FRONTEND=noninteractive $sudo apt-get -y -qq \
    -o DPkg::Lock::Timeout=900 install --no-install-recommends $missing >/dev/null \
    || bench_die "cannot install:$missing"
}

# bench_known PROGRAM: whether it is one of those above.
bench_known ()
{
  case " $bench_programs $bench_cxx_programs " in
    *[[:space:]]"${1%%@*}"[[:space:]]*) ;;
    *) return 1 ;;
  esac
}

# bench_recorder PROGRAM: the recording compiler that its build is given.
bench_recorder ()
{
  case " $bench_cxx_programs " in
    *[[:space:]]"${1%%@*}"[[:space:]]*) echo "$bench_here/cxx-record" ;;
    *) echo "$bench_here/cc-record" ;;
  esac
}

# bench_build_depends PROGRAM: install what the build of any other one needs, as Debian
# says, but for its tests and manuals.
bench_build_depends ()
{
  local sudo="" depends missing
  command -v apt-get >/dev/null || bench_die "'$1' needs a Debian system"
  depends=(apt-get -y -qq -o DPkg::Lock::Timeout=900 -P nocheck,nodoc
    --no-install-recommends build-dep "$bench_work/src/$1.dsc")
  missing=$("${depends[@]}" -s 2>/dev/null) && [ -z "$missing" ] && return 0
  [ "$(id -u)" = 0 ] || sudo=sudo
  echo "installing what the build of '$1' needs" >&2
  $sudo apt-get -qq update >/dev/null
  DEBIAN_FRONTEND=noninteractive $sudo "${depends[@]}" >/dev/null \
    || { echo "$1: cannot install what its build needs" >&2; return 1; }
}

# bench_compiler_links CC: the name of a folder with a link to CC under each name that
# a build may call the native compilers.
bench_compiler_links ()
{
  local name folder=$bench_work/links/${1##*/} machine
  machine=$("$bench_cc" -dumpmachine)
  mkdir -p "$folder"
  for name in gcc g++ cc c++ c89 c99 "${bench_cc##*/}" "${bench_cxx##*/}"
  do
    ln -sf "$1" "$folder/$name"
    ln -sf "$1" "$folder/$machine-$name"
  done
  echo "$folder"
}

# bench_debian_build PROGRAM CC FLAGS: build the source package in the current folder
# as Debian does, with CC for its native compilers; neither tests nor manuals, nor
# binary packages.  Where Debian's part is gone from the mirror, as its authors do.
bench_debian_build ()
{
  local links target flags="-g -O2 $3"
  links=$(bench_compiler_links "$2")
  # The tools that Debian builds with: other interpreters lack its modules.
  export PATH=$links:/usr/sbin:/usr/bin:/sbin:/bin DEB_BUILD_PROFILES="nocheck nodoc"
  export DEB_BUILD_OPTIONS="nocheck nodoc noautodbgsym parallel=$bench_jobs"
  export DEB_CFLAGS_APPEND=$3 DEB_CXXFLAGS_APPEND=$3 FORCE_UNSAFE_CONFIGURE=1
  if [ -f debian/rules ]
  then
    for target in build-arch build
    do
      echo "$1: debian/rules $target"
      dpkg-buildpackage -us -uc -d --rules-target=$target && return
    done
    return 1
  fi
  export CC=gcc CXX=g++ CFLAGS=$flags CXXFLAGS=$flags
  if [ ! -x configure ] && { [ -f configure.ac ] || [ -f configure.in ]; }
  then
    if [ -x autogen.sh ]; then NOCONFIGURE=1 ./autogen.sh; else autoreconf -fi; fi
  fi
  if [ -x configure ]
  then
    ./configure && make -j"$bench_jobs" ${BENCH_MAKEFLAGS:-}
  elif [ -f CMakeLists.txt ]
  then
    cmake -S . -B bench-build -DCMAKE_BUILD_TYPE=None \
      && make -C bench-build -j"$bench_jobs" ${BENCH_MAKEFLAGS:-}
  elif [ -f meson.build ]
  then
    meson setup bench-build && ninja -C bench-build -j"$bench_jobs"
  else
    make -j"$bench_jobs" ${BENCH_MAKEFLAGS:-}
  fi
}

# bench_packages PROGRAM: the Debian packages that its build needs.
bench_packages ()
{
  case ${1%%@*} in
    zlib) ;;
    lua5.4) echo libreadline-dev libtool-bin ;;
    jq) echo autoconf automake libtool bison flex libonig-dev ;;
    tmux) echo autoconf automake bison pkg-config libevent-dev \
	       libncurses-dev libutempter-dev libsystemd-dev ;;
    curl) echo autoconf automake libtool pkg-config libssl-dev zlib1g-dev \
	       libbrotli-dev libzstd-dev libnghttp2-dev libidn2-dev \
	       libpsl-dev libssh2-1-dev libldap-dev librtmp-dev libkrb5-dev ;;
    util-linux) echo autoconf automake libtool autopoint gettext bison flex \
		     pkg-config libncurses-dev libreadline-dev libudev-dev \
		     libsystemd-dev libpam0g-dev libcap-ng-dev \
		     libselinux1-dev libcryptsetup-dev zlib1g-dev \
		     libsqlite3-dev ;;
    coreutils) echo gettext bison gperf texinfo libacl1-dev libattr1-dev \
		    libselinux1-dev libcap-dev libgmp-dev libssl-dev ;;
    openssh) echo autoconf automake pkg-config libssl-dev zlib1g-dev \
		  libpam0g-dev libselinux1-dev libkrb5-dev libedit-dev \
		  libwrap0-dev libaudit-dev libfido2-dev libsystemd-dev ;;
    redis) echo pkg-config libjemalloc-dev libsystemd-dev libssl-dev ;;
    nginx) echo libpcre2-dev zlib1g-dev libssl-dev libxslt1-dev libgd-dev ;;
    sqlite3) echo tcl autoconf automake libtool libreadline-dev \
		  zlib1g-dev ;;
    bash) echo autoconf bison libncurses-dev texinfo ;;
    git) echo gettext libcurl4-openssl-dev libexpat1-dev libpcre2-dev \
	      libssl-dev zlib1g-dev ;;
    re2) echo python3 perl unicode-data ;;
    leveldb) echo cmake libsnappy-dev ;;
    fmtlib|libjsoncpp|ninja-build|nlohmann-json3) echo cmake ;;
    protobuf) echo cmake zlib1g-dev ;;
    snappy) echo cmake libgtest-dev liblzo2-dev ;;
    spdlog) echo cmake libfmt-dev ;;
    aria2) echo autoconf automake libtool autopoint gettext pkg-config libc-ares-dev \
		libssl-dev libsqlite3-dev libssh2-1-dev libxml2-dev zlib1g-dev \
		libcppunit-dev ;;
    mosh) echo autoconf automake pkg-config protobuf-compiler libprotobuf-dev \
	       libncurses-dev libssl-dev libutempter-dev zlib1g-dev ;;
    apt) echo cmake pkg-config gettext po4a triehash dpkg-dev googletest libgtest-dev \
	      libdb-dev libgnutls28-dev libgcrypt20-dev libbz2-dev liblzma-dev liblz4-dev \
	      libzstd-dev libxxhash-dev libsystemd-dev libudev-dev libseccomp-dev \
	      zlib1g-dev ;;
    fish) echo cmake gettext libncurses-dev libpcre2-dev ;;
    qpdf) echo cmake libjpeg-dev libgnutls28-dev libssl-dev zlib1g-dev ;;
    i2pd) echo libboost-date-time-dev libboost-filesystem-dev libboost-program-options-dev \
	       libboost-system-dev libssl-dev zlib1g-dev ;;
    *) bench_die "unknown program '$1'" ;;
  esac
}

# bench_cmake CC FLAGS [ARGUMENT...]: configure with cmake, in bench-build.
bench_cmake ()
{
  local cc=$1 flags=$2
  shift 2
  cmake -S . -B bench-build -G "Unix Makefiles" -DCMAKE_CXX_COMPILER="$cc" \
    -DCMAKE_C_COMPILER="$bench_cc" -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_BUILD_TYPE=None "$@"
}

# bench_configure PROGRAM CC [FLAGS]: in the program's folder.
bench_configure ()
{
  local cc=$2 flags="-g -O2 ${3:-}"
  case ${1%%@*} in
    zlib) CC=$cc CFLAGS="$flags" ./configure ;;
    lua5.4) # As debian/rules has it.
	    echo "#define DEB_HOST_MULTIARCH \"$($bench_cc -print-multiarch)\"" \
	      > src/lua5.4-deb-multiarch.h ;;
    redis|git|re2|i2pd) ;;
    jq) { [ -x configure ] || autoreconf -fi; } \
	&& ./configure CC="$cc" CFLAGS="$flags" --disable-docs \
		       --disable-valgrind ;;
    curl) { [ -x configure ] || autoreconf -fi; } \
	  && ./configure CC="$cc" CFLAGS="$flags" --with-openssl --with-libssh2 \
			 --with-gssapi --enable-ldap --disable-dependency-tracking ;;
    util-linux) { [ -x configure ] || ./autogen.sh; } \
		&& ./configure CC="$cc" CFLAGS="$flags" --without-python \
			       --disable-asciidoc --with-selinux ;;
    coreutils) FORCE_UNSAFE_CONFIGURE=1 \
	       ./configure CC="$cc" CFLAGS="$flags" --with-openssl=no ;;
    openssh) autoreconf -fi \
	     && ./configure CC="$cc" CFLAGS="$flags" --with-pam --with-selinux \
			    --with-kerberos5 --with-libedit --with-audit=linux ;;
    nginx) { [ -x configure ] || ln -sf auto/configure configure; } \
	   && ./configure --with-cc="$cc" --with-cc-opt="$flags" --with-threads \
			  --with-http_ssl_module --with-http_v2_module \
			  --with-http_dav_module --with-http_flv_module \
			  --with-http_mp4_module --with-http_xslt_module \
			  --with-http_image_filter_module --with-mail \
			  --with-mail_ssl_module --with-stream \
			  --with-stream_ssl_module --with-file-aio \
			  --with-http_realip_module --with-http_gunzip_module ;;
    sqlite3) { [ -x configure ] || autoreconf -fi; } \
	     && ./configure CC="$cc" CFLAGS="$flags" --disable-tcl ;;
    tmux) { [ -x configure ] || sh autogen.sh; } \
	  && ./configure CC="$cc" CFLAGS="$flags" --enable-systemd ;;
    bash) ./configure CC="$cc" CFLAGS="$flags" --without-bash-malloc ;;
    leveldb) bench_cmake "$cc" "$flags" -DLEVELDB_BUILD_TESTS=OFF \
			 -DLEVELDB_BUILD_BENCHMARKS=OFF ;;
    ninja-build) bench_cmake "$cc" "$flags" ;;
    fmtlib) bench_cmake "$cc" "$flags" ;;
    libjsoncpp) bench_cmake "$cc" "$flags" -DJSONCPP_WITH_TESTS=ON \
			 -DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF ;;
    snappy) bench_cmake "$cc" "$flags" -DSNAPPY_BUILD_TESTS=OFF \
			-DSNAPPY_BUILD_BENCHMARKS=OFF ;;
    protobuf) bench_cmake "$cc" "$flags" -Dprotobuf_BUILD_TESTS=OFF ;;
    nlohmann-json3) bench_cmake "$cc" "$flags" -DJSON_BuildTests=ON ;;
    spdlog) bench_cmake "$cc" "$flags" -DSPDLOG_FMT_EXTERNAL=ON \
			-DSPDLOG_BUILD_EXAMPLE=ON ;;
    aria2) { [ -x configure ] || autoreconf -fi; } \
	   && ./configure CXX="$cc" CC="$bench_cc" CXXFLAGS="$flags" CFLAGS="$flags" \
			  --without-gnutls --with-openssl ;;
    mosh) { [ -x configure ] || autoreconf -fi; } \
	  && ./configure CXX="$cc" CC="$bench_cc" CXXFLAGS="$flags" CFLAGS="$flags" ;;
    apt) bench_cmake "$cc" "$flags" -DWITH_DOC=OFF -DUSE_NLS=OFF ;;
    fish) bench_cmake "$cc" "$flags" -DBUILD_DOCS=OFF -DFISH_USE_SYSTEM_PCRE2=ON ;;
    qpdf) bench_cmake "$cc" "$flags" ;;
    *) ! bench_known "$1" ;; # The package's own rules configure it.
  esac
}

# bench_make PROGRAM CC [FLAGS]: in the program's folder, after configuring.
# BENCH_MAKEFLAGS may hold more of make's options.
bench_make ()
{
  local cc=$2 flags="-g -O2 ${3:-}" make="make -j$bench_jobs ${BENCH_MAKEFLAGS:-}"
  case ${1%%@*} in
    zlib|jq|tmux|curl|util-linux|coreutils|openssh|nginx) $make ;;
    bash) $make RM=: ;; # Or the generated builtins are gone before a replay.
    lua5.4) $make -C src CC="$cc -std=gnu99" MYCFLAGS="$flags" \
		  LIBTOOL="libtool --quiet" linux-readline ;;
    redis) $make CC="$cc" CFLAGS="${3:-}" BUILD_TLS=yes USE_SYSTEMD=yes \
		 USE_SYSTEM_JEMALLOC=yes ;;
    git) $make CC="$cc" CFLAGS="$flags" USE_LIBPCRE=1 NO_PERL=1 NO_PYTHON=1 \
	       NO_TCLTK=1 all ;;
    sqlite3) $make sqlite3.c && $make ;;
    re2) $make CXX="$cc" CXXFLAGS="$flags" REBUILD_TABLES=1 all \
	       obj/test/regexp_test ;;
    aria2|mosh) $make ;;
    i2pd) $make CXX="$cc" CXXFLAGS="$flags" USE_UPNP=no ;;
    leveldb|ninja-build|fmtlib|libjsoncpp|snappy|spdlog|protobuf|nlohmann-json3|apt|fish|qpdf)
      $make -C bench-build ;;
    *) bench_debian_build "$1" "$cc" "${3:-}" ;;
  esac
}

# Of scripts that measure generated Java programs, whose classes are in WORK, the folder NAME of the
# work folder: find the plugin and javac.
bench_begin_generated ()
{
  bench_find_plugin
  command -v javac >/dev/null || bench_die "please install: default-jdk-headless"
  work=$bench_work/java/$1
  mkdir -p "$work"
}

# bench_generate METHODS: the program that the Python text on standard input writes to the folder
# that is its second argument, METHODS being the first; compiled, in WORK/METHODS.  It is kept with
# the text that it is of.
bench_generate ()
{
  cat >"$work/generator"
  cmp -s "$work/generator" "$work/$1.generator" && [ -d "$work/$1" ] && return
  rm -rf "$work/source" "$work/new" "${work:?}/$1"
  mkdir -p "$work/source" "$work/new"
  python3 "$work/generator" "$1" "$work/source" || bench_die "no program of $1 methods"
  find "$work/source" -name '*.java' >"$work/list"
  javac -g -nowarn -J-Xmx1g -J-Xss16m -d "$work/new" @"$work/list" || bench_die "javac failed"
  rm -rf "$work/source"
  mv "$work/new" "$work/$1"
  mv "$work/generator" "$work/$1.generator"
}
