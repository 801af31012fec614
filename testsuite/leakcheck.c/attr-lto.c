/* With -flto GCC forgets the parameters of prototypes before we look.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do assemble } */
/* { dg-options "-O2 -flto" } */

#include <stdio.h>
#include "../../include/leakcheck.h"

void take (int, FILE *f LEAKCHECK_OWNING);
FILE *make (void) LEAKCHECK_OWNING;

void
given_away (int n)
{
  FILE *f = fopen ("x", "w");
  if (f)
    take (n, f);
}

void
lost (void)
{
  FILE *f = make ();		/* { dg-warning "'f' is never closed" } */
  if (f)
    fputs ("x", f);
}
