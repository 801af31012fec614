/* Kinds switched off, in order of the command line.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-leakcheck-disable=all -fplugin-arg-leakcheck-enable=stream,descriptor -fplugin-arg-leakcheck-disable=descriptor" } */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

void
lost (int n)
{
  FILE *f = fopen ("x", "r");	/* { dg-warning "'f' is never closed" } */
  int fd = open ("y", O_RDONLY);
  char *p = malloc (10);
  if (f && p && fd == n)
    fgets (p, 10, f);
}
