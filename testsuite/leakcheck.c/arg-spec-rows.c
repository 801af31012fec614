/* Rows of the user's that name arguments which their functions do not have, or functions that are
   not declared.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu17 -fplugin-arg-leakcheck-verbose -fplugin-arg-leakcheck-spec=$srcdir/leakcheck.c/arg-spec-rows.spec" } */
/* { dg-all-notes "" } */

#include <stdio.h>

void beyond (int, FILE *);	/* { dg-warning "the row of 'beyond' in \[^ \]*arg-spec-rows.spec:2 names argument 3, but this function has 2" } */
void beyond (int, FILE *);
int beyond_condition (int);	/* { dg-warning "the row of 'beyond_condition' in \[^ \]*arg-spec-rows.spec:3 names argument 4, but this function has 1" } */
void beyond_fill (char *);	/* { dg-warning "the row of 'beyond_fill' in \[^ \]*arg-spec-rows.spec:8 names argument 2, but this function has 1" } */
void fits (int, FILE *);
void variadic (FILE *, ...);
void unprototyped ();

int
main (void)
{
  unprototyped ();
  return 0;
}
/* { dg-message "arg-spec-rows.spec:7: no function 'never_declared' is declared here" "" { target *-*-* } 0 } */
/* { dg-message "leakcheck: functions: 0" "" { target *-*-* } 0 } */
/* { dg-message "leakcheck: time by stage:" "" { target *-*-* } 0 } */

/* GCC prints no warning at a line of a header of the system.  */
# 200 "arg-spec-rows.c" 1 3
int of_system (FILE *);
# 33 "arg-spec-rows.c" 2
/* { dg-warning "the row of 'of_system' in \[^ \]*arg-spec-rows.spec:9 names argument 2, but this function has 1" "" { target *-*-* } 0 } */
/* { dg-message "'of_system' is declared here" "" { target *-*-* } 200 } */
