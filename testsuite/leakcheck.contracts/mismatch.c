/* A row of an index whose function has a parameter that the declaration does not have is that of
   another program's function: it says nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

FILE *open_log (const char *name);
void take_third (FILE *f);
int close_if (FILE *f);
FILE *same_stream (FILE *f);
void fill_third ();

int
fitting_log (void)
{
  FILE *f = open_log ("log");		/* LEAK */
  return f != NULL;
}

/* No prototype: any number of arguments.  */
int
fitting_without_prototype (void)
{
  FILE *f;
  fill_third (1, 2, &f);		/* LEAK */
  return f != NULL;
}

void
other_take (void)
{
  FILE *f = fopen ("a", "r");
  if (f)
    take_third (f);
}

void
other_close (void)
{
  FILE *f = fopen ("a", "r");
  if (f)
    close_if (f);
}

FILE *
other_same (void)
{
  FILE *f = fopen ("a", "r");
  return f ? same_stream (f) : NULL;
}
