/* The options that carry our warnings, and the names they are shown by.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -Wno-analyzer-malloc-leak -Werror=analyzer-file-leak" } */

#include <stdio.h>
#include <stdlib.h>

void
lost (void)
{
  FILE *f = fopen ("x", "r");	/* { dg-error "resource leak: 'f' is never closed .CWE-775. .-Werror=leakcheck-file." } */
  char *p = malloc (10);
  if (f && p)
    fgets (p, 10, f);
}

#pragma GCC diagnostic warning "-Wanalyzer-file-leak"
void
lost_too (void)
{
  FILE *f = fopen ("x", "r");	/* { dg-warning "resource leak: 'f' is never closed .CWE-775. .-Wleakcheck-file." } */
  if (f)
    fgetc (f);
}
