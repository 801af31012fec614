/* What mismatch.c calls; of some names it means another function.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

FILE *
open_log (const char *name)
{
  return fopen (name, "a");
}

/* The third parameter is released.  */
void
take_third (int kind, int mode, FILE *f)
{
  if (f && kind + mode)
    fprintf (f, "%d\n", kind);
  if (f)
    fclose (f);
}

/* Only the second parameter decides.  */
int
close_if (FILE *f, int second)
{
  if (second > 3)
    return fclose (f);
  return 0;
}

FILE *
same_stream (int kind, FILE *f)
{
  return kind ? f : f;
}

void
fill_third (int kind, int mode, FILE **f)
{
  *f = fopen (kind + mode ? "a" : "b", "r");
}
