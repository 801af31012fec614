/* No hint where the inserted text could be wrong.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdiagnostics-parseable-fixits" } */

#include <stdio.h>
#include <stdlib.h>

#define OUT return 1

/* The result needs the stream.  */
int
used (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return fgetc (f);
}

/* In a macro.  */
int
macro (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fgetc (f) == 'x')
    OUT;
  fclose (f);
  return 0;
}

/* Released on one of the ways to the end.  */
void
joined (const char *name)
{
  char *p = malloc (10);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return;
  if (*name)
    p[0] = 1;
  else
    free (p);
}
