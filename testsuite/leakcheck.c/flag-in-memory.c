/* Flags whose address is taken: a constant that is stored and tested right after it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>

void ask (int *);

int
clean_by_pointer (const char *name)
{
  int done = 0;
  int *p = &done;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  *p = 1;
  if (done)
    fclose (f);
  return 0;
}

int
clean_stored (const char *name)
{
  int done = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  ask (&done);
  done = 1;
  if (done)
    fclose (f);
  return 0;
}

int
clean_asked_later (const char *name)
{
  int done = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  done = 1;
  if (done)
    fclose (f);
  ask (&done);
  return done;
}

int
leak_by_pointer (const char *name)
{
  int done = 1;
  int *p = &done;
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  *p = 0;
  if (done)
    fclose (f);
  return 0;
}

/* The function may have set it to anything.  */
int
leak_asked (const char *name)
{
  int done = 1;
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  ask (&done);
  if (done)
    fclose (f);
  return 0;
}
