/* -fanalyzer's own warnings keep their names.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fanalyzer" } */

#include <stdlib.h>

void
lost (int n)
{
  char *p = malloc (10);	/* { dg-warning "memory leak: 'p' is never freed .CWE-401. .-Wleakcheck-memory." } */
  if (p)
    p[0] = n;
}				/* { dg-warning "leak of 'p' .CWE-401. .-Wanalyzer-malloc-leak." } */
