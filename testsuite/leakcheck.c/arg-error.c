/* Leaks are errors, other warnings are not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -fplugin-arg-leakcheck-error" } */

#include <stdio.h>
#include <stdlib.h>

void
lost (void)
{
  int unused;			/* { dg-warning "unused variable" } */
  FILE *f = fopen ("x", "r");	/* { dg-error "'f' is never closed .CWE-775. .-Werror=leakcheck-file." } */
  char *p = malloc (10);	/* { dg-error "'p' is never freed .CWE-401. .-Werror=leakcheck-memory." } */
  if (f && p)
    fgets (p, 10, f);
}
