# LEAKCHECK_ENABLE
# ----------------
# In configure.ac, behind the checks for compilers.  Adds --with-leakcheck=PROGRAM, looks for the
# command leakcheck, and substitutes @LEAKCHECK_RULES@, a line of its own in the topmost
# Makefile.am: the target "leaks", which compiles the program twice from the beginning, the first
# time with a record of its contracts, the second time with an index of them, and shows the
# warnings of the second time.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

AC_DEFUN([LEAKCHECK_ENABLE],
[AC_ARG_WITH([leakcheck],
  [AS_HELP_STRING([--with-leakcheck=PROGRAM],
    [the command leakcheck, for "make leaks" @<:@the one on PATH@:>@])])
AS_CASE([$with_leakcheck],
  [yes | ''], [AC_PATH_PROG([LEAKCHECK], [leakcheck])],
  [no], [LEAKCHECK=],
  [LEAKCHECK=$with_leakcheck])
AC_SUBST([LEAKCHECK])
leakcheck_plugin=
AS_IF([test -n "$LEAKCHECK"],
  [leakcheck_plugin=`"$LEAKCHECK" --print-plugin-path` \
     || AC_MSG_ERROR([$LEAKCHECK does not work])])
AS_IF([test -n "$leakcheck_plugin"],
  [LEAKCHECK_RULES='
LEAKCHECK_PLUGIN = -fplugin='$leakcheck_plugin'
LEAKCHECK_RECORD = $(LEAKCHECK_PLUGIN) -fplugin-arg-leakcheck-record \
	-fplugin-arg-leakcheck-disable=all
LEAKCHECK_READ = $(LEAKCHECK_PLUGIN) \
	-fplugin-arg-leakcheck-contracts=$(abs_builddir)/leakcheck.lkc
leaks:
	$(MAKE) clean
	$(MAKE) all CFLAGS="$(CFLAGS) $(LEAKCHECK_RECORD)" \
	  CXXFLAGS="$(CXXFLAGS) $(LEAKCHECK_RECORD)"
	$(LEAKCHECK) contracts --quiet -o leakcheck.lkc .
	$(MAKE) clean
	$(MAKE) all CFLAGS="$(CFLAGS) $(LEAKCHECK_READ)" \
	  CXXFLAGS="$(CXXFLAGS) $(LEAKCHECK_READ)"
.PHONY: leaks
'],
  [LEAKCHECK_RULES='
leaks:
	@echo "leakcheck was not found: configure --with-leakcheck=PROGRAM" >&2; exit 1
.PHONY: leaks
'])
AC_SUBST([LEAKCHECK_RULES])
m4_ifdef([_AM_SUBST_NOTMAKE], [_AM_SUBST_NOTMAKE([LEAKCHECK_RULES])])
])
