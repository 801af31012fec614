/* Suppression of a function, a variable, a statement, a region.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include "../../include/leakcheck.h"

LEAKCHECK_SUPPRESS void
function (void)
{
  FILE *f = fopen ("x", "r");
  if (f)
    fgetc (f);
}

void
variable (void)
{
  FILE *f LEAKCHECK_SUPPRESS = fopen ("x", "r");
  FILE *g = fopen ("y", "r");	/* { dg-warning "'g' is never closed" } */
  if (f && g)
    fgetc (f);
}

void
region (void)
{
LEAKCHECK_SUPPRESS_BEGIN
  FILE *f = fopen ("x", "r");
  char *p = malloc (10);
LEAKCHECK_SUPPRESS_END
  FILE *g = fopen ("y", "r");	/* { dg-warning "'g' is never closed" } */
  if (f && g && p)
    fgets (p, 10, f);
}

void
statement (void)
{
  FILE *f, *g;
  LEAKCHECK_SUPPRESS_STATEMENT (f = fopen ("x", "r");)
  g = fopen ("y", "r");		/* { dg-warning "'g' is never closed" } */
  if (f && g)
    fgetc (f);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-file-leak"
void
pragma (void)
{
  FILE *f = fopen ("x", "r");
  char *p = malloc (10);	/* { dg-warning "'p' is never freed" } */
  if (f && p)
    fgets (p, 10, f);
}
#pragma GCC diagnostic pop
