# Macros of leakcheck's configure: which compiler the plugin is for.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

# LK_TARGET_GCC
# -------------
# Finds the compiler the plugin will be loaded into (--with-gcc, default
# "gcc"), checks that it is GCC 11 to 16 and that its plugin headers are
# there.  Sets LK_GCC (with its full path), LK_GCC_VERSION (base version),
# LK_GCC_MAJOR, LK_GCC_MACHINE, LK_GCC_PLUGIN_INCLUDE and LK_GCC_PLUGIN_DIR.
# Call it before AC_PROG_CC: where the user names no CC or CXX, the plugin is
# compiled by the compiler it is for, unless that is a cross compiler.
AC_DEFUN([LK_TARGET_GCC], [
AC_ARG_WITH([gcc],
  [AS_HELP_STRING([--with-gcc=CC],
    [the compiler the plugin is for (GCC 11 to 16) @<:@gcc@:>@])],
  [], [with_gcc=gcc])
AS_CASE([$with_gcc],
  [yes|no], [AC_MSG_ERROR([--with-gcc needs the name of a compiler])])

AS_CASE([$with_gcc],
  [*/*], [LK_GCC=`AS_DIRNAME(["$with_gcc"])`
	  LK_GCC=`cd "$LK_GCC" 2>/dev/null && pwd`/`AS_BASENAME(["$with_gcc"])`],
  [LK_GCC=])
AC_PATH_PROG([LK_GCC], [$with_gcc])
AS_IF([test -z "$LK_GCC" || test ! -x "$LK_GCC"],
  [AC_MSG_ERROR([no program '$with_gcc'; name a GCC with --with-gcc=CC])])

# Ask the preprocessor who it is: clang, too, installs itself as gcc.
AC_MSG_CHECKING([the base version of $LK_GCC])
lk_identity=`printf '#if defined __clang__ || !defined __GNUC__\nother\n#else
gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__\n#endif\n' \
  | LC_ALL=C "$LK_GCC" -E -P - 2>/dev/null | sed -n '/^[[a-z]]/p'`
AS_CASE([$lk_identity],
  [gcc\ *], [],
  [AC_MSG_RESULT([not GCC])
   AC_MSG_ERROR([$LK_GCC is not GCC; name one with --with-gcc=CC])])
LK_GCC_VERSION=`echo "$lk_identity" | sed 's/^gcc //; s/ /./g'`
LK_GCC_MAJOR=`echo "$LK_GCC_VERSION" | sed 's/\..*//'`
LK_GCC_MACHINE=`"$LK_GCC" -dumpmachine`
AC_MSG_RESULT([$LK_GCC_VERSION ($LK_GCC_MACHINE)])
AS_IF([test "$LK_GCC_MAJOR" -lt 11 || test "$LK_GCC_MAJOR" -gt 16],
  [AC_MSG_ERROR([leakcheck serves GCC 11 to 16, but $LK_GCC is $LK_GCC_VERSION; dnl
name another with --with-gcc=CC])])

AC_MSG_CHECKING([for the plugin headers of $LK_GCC])
lk_plugin_folder=`"$LK_GCC" -print-file-name=plugin`
LK_GCC_PLUGIN_INCLUDE=$lk_plugin_folder/include
AS_IF([test -f "$LK_GCC_PLUGIN_INCLUDE/gcc-plugin.h"],
  [AC_MSG_RESULT([$LK_GCC_PLUGIN_INCLUDE])],
  [AC_MSG_RESULT([no])
   AS_CASE([$with_gcc],
     [*"$LK_GCC_MACHINE"-gcc*],
       [lk_package=gcc-$LK_GCC_MAJOR-plugin-dev-`echo "$LK_GCC_MACHINE" | tr _ -`],
     [lk_package=gcc-$LK_GCC_MAJOR-plugin-dev])
   AC_MSG_ERROR([$LK_GCC has no plugin headers (Debian: $lk_package)])])

# The plugin runs in the compiler proper.  What a cross compiler makes does
# not, so it is another compiler's work then, with this one's headers.
AC_MSG_CHECKING([whether $LK_GCC is a cross compiler])
lk_cross=no
AS_IF([echo 'int x;' | "$LK_GCC" -x c -c -o conftest.o - 2>/dev/null],
  [lk_proper=`"$LK_GCC" -print-prog-name=cc1`
   # Class, byte order and machine of an ELF file.
   for lk_file in "$lk_proper" conftest.o
   do
     od -An -tx1 -j4 -N2 "$lk_file" && od -An -tx1 -j18 -N2 "$lk_file"
   done >conftest.kinds 2>/dev/null
   AS_IF([test "`sed -n 1,2p conftest.kinds`" != "`sed -n 3,4p conftest.kinds`" \
	  && test "`wc -l <conftest.kinds`" -eq 4], [lk_cross=yes])])
rm -f conftest.o conftest.kinds
AC_MSG_RESULT([$lk_cross])

# Who compiles the plugin, if the user does not say it: the compiler itself
# and the one for C++ that belongs to it; for a cross compiler the native one,
# of the same version if there is one.
AS_IF([test $lk_cross = no], [lk_cc=$LK_GCC],
  [AC_PATH_PROG([LK_NATIVE_GCC], [gcc-$LK_GCC_MAJOR])
   lk_cc=$LK_NATIVE_GCC])
lk_cxx=`echo "$lk_cc" | sed 's,gcc\(@<:@^/@:>@*\)$,g++\1,'`
AS_IF([test -z "$CXX" && test -n "$lk_cc" && test "x$lk_cxx" != "x$lk_cc" \
       && test -x "$lk_cxx"], [CXX=$lk_cxx],
  [AS_IF([test $lk_cross = yes && test -z "$CXX"], [lk_cc=])])
AS_IF([test -z "$CC" && test -n "$lk_cc"], [CC=$lk_cc])

# ccache's link to the compiler serves to build; what is installed calls the compiler itself.
AS_CASE([$LK_GCC],
  [*/ccache/*],
  [lk_path=`echo "$PATH" | tr : '\n' | sed '/\/ccache\/*$/d' | tr '\n' :`
   AC_PATH_PROG([LK_CACHED_GCC], [`AS_BASENAME(["$LK_GCC"])`], [], [$lk_path])
   AS_IF([test -n "$LK_CACHED_GCC"], [LK_GCC=$LK_CACHED_GCC])])

AC_SUBST([LK_GCC_VERSION])
AC_SUBST([LK_GCC_MAJOR])
AC_SUBST([LK_GCC_MACHINE])
AC_SUBST([LK_GCC_PLUGIN_INCLUDE])
# Where -fplugin looks for a name without a slash.
LK_GCC_PLUGIN_DIR=`cd "$lk_plugin_folder" && pwd -P`
AC_SUBST([LK_GCC_PLUGIN_DIR])
])

# LK_CHECK_PLUGIN_HEADERS
# -----------------------
# The headers are there; see that a plugin compiles with CXX.  What is
# missing then is as a rule GMP's header, or CXX does not fit.
AC_DEFUN([LK_CHECK_PLUGIN_HEADERS], [
AC_MSG_CHECKING([whether $CXX compiles a plugin for $LK_GCC])
AC_LANG_PUSH([C++])
lk_save_cppflags=$CPPFLAGS
CPPFLAGS="$CPPFLAGS -isystem $LK_GCC_PLUGIN_INCLUDE -std=gnu++17 -fno-rtti -fno-exceptions"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([
#include <gcc-plugin.h>
#include <tree.h>
#include <gimple.h>
int plugin_is_GPL_compatible;
])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_FAILURE([$CXX does not compile GCC's plugin headers; they need GMP's dnl
header (Debian: libgmp-dev) and a g++ 11 or later (Debian: g++-$LK_GCC_MAJOR)])])
CPPFLAGS=$lk_save_cppflags
AC_LANG_POP([C++])
])

# LK_LIBZIP_SONAME
# ----------------
# Sets LK_LIBZIP to the name by which the dynamic linker knows libzip.  The
# plugin opens it by that name when it meets the first jar: linked with it,
# every compilation of a C file would load libcrypto and others for nothing.
AC_DEFUN([LK_LIBZIP_SONAME], [
AC_CHECK_TOOL([OBJDUMP], [objdump])
AS_IF([test -z "$OBJDUMP"],
  [AC_MSG_ERROR([objdump not found (Debian: binutils)])])
AC_MSG_CHECKING([for the name of the shared libzip])
lk_save_libs=$LIBS
LIBS="-lzip $LIBS"
LK_LIBZIP=
AC_LINK_IFELSE([AC_LANG_PROGRAM([#include <zip.h>],
				[zip_error_t e; zip_error_init (&e)])],
  [LK_LIBZIP=`$OBJDUMP -p conftest$EXEEXT 2>/dev/null \
     | sed -n 's/^ *NEEDED  *\(libzip[[^ ]]*\).*/\1/p'`])
LIBS=$lk_save_libs
AS_IF([test -n "$LK_LIBZIP"], [AC_MSG_RESULT([$LK_LIBZIP])],
  [AC_MSG_RESULT([not found])
   AC_MSG_ERROR([cannot link with libzip (Debian: libzip-dev)])])
AC_SUBST([LK_LIBZIP])
])
