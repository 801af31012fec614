/* leakcheck.h in a program of 1990 that is compiled with all warnings.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=c90 -Wpedantic -Wall -Wextra" } */

#include <stdio.h>
#include <leakcheck.h>

FILE *log_open (const char *name) LEAKCHECK_ACQUIRE ("stream");

int
log_char (const char *name)
{
  FILE *f = log_open (name);	/* { dg-warning "leak" } */
  return f ? getc (f) : 0;
}

int
log_closed (const char *name)
{
  FILE *f = log_open (name);
  int c = 0;
  if (f)
    {
      c = getc (f);
      fclose (f);
    }
  return c;
}
