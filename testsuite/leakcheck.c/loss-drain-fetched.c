/* A loop that asks of something that a call without arguments is said to fetch.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-O2 -std=gnu17 -fplugin-arg-leakcheck-spec=$srcdir/leakcheck.c/loss-drain-fetched.spec" } */

#include <stdio.h>
#include <stdlib.h>

FILE *take ();

int
clean_taken (char **names, int n)
{
  FILE *all[40];
  for (int i = 0; i < n; i++)
    if (!(all[i] = fopen (names[i], "r")))
      abort ();
  for (int i = 0; i < n; i++)
    {
      if (ferror (take ()))
	abort ();
      fclose (all[i]);
    }
  return 0;
}
