/* A program's own error () says something and returns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>

extern int error (const char *format, ...);

int
first (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return error ("%s", name);
  if (getc (f) == '#')
    return error ("a comment");
  fclose (f);
  return 0;
}
