/* Attributes of a prototype's parameters still hold behind a definition that
   does not repeat them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include "../../include/leakcheck.h"

void take (int, FILE *f LEAKCHECK_OWNING);
static void take_here (FILE *f LEAKCHECK_OWNING, int);
void use (FILE *);

void
take (int n, FILE *f)
{
  fprintf (f, "%d", n);
}

static void
take_here (FILE *f, int n)
{
  fprintf (f, "%d", n);
}

void
given_away (int n)
{
  FILE *f = fopen ("x", "w");
  if (f)
    take (n, f);
}

void
given_away_here (int n)
{
  FILE *f = fopen ("x", "w");
  if (f)
    take_here (f, n);
}

void
lost (int n)
{
  FILE *f = fopen ("x", "w");	/* { dg-warning "'f' is never closed" } */
  if (f)
    fprintf (f, "%d", n);
}
