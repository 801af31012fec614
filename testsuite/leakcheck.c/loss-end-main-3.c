/* A main that overwrites what it holds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main (int argc, char **argv)
{
  char *name = NULL;
  for (int i = 1; i < argc; i++)
    if (strncmp (argv[i], "--name=", 7) == 0)
      name = strdup (argv[i] + 7);	/* { dg-warning "'name' is never freed" } */
  return name ? puts (name) : 0;
}
