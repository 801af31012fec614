/* An acquisition inside a macro, of the user's or of a system header: the
   warning stands where the macro is used.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include "report-macro.h"
#define user_open(NAME) fopen (NAME, "r")

void
lost (void)
{
  FILE *f = system_open ("x");	/* { dg-warning "'f' is never closed" } */
  if (f)
    fgetc (f);
}

void
lost_too (void)
{
  FILE *f = user_open ("x");	/* { dg-warning "'f' is never closed" } */
  if (f)
    fgetc (f);
}
