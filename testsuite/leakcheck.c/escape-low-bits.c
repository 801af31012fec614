/* The low bits of a number are no negative number.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

struct result
{
  FILE *file;
  int channels;
};

static struct result
get (const char *name)
{
  struct result r = { NULL, -1 };
  FILE *f = fopen (name, "r");
  if (!f)
    return r;
  r.file = f;
  r.channels = rand () & 7;
  return r;
}

int
clean_negative (const char *name)
{
  struct result r = get (name);
  if (r.channels < 0)
    return -1;
  return fclose (r.file);
}

int
leak_positive (const char *name)
{
  struct result r = get (name);		/* { dg-warning "'r.file' might not be closed" } */
  if (r.channels > 2)
    return -1;
  return r.file ? fclose (r.file) : 0;
}

int
clean_low (const char *name, int flags)
{
  FILE *f = NULL;
  int mode = flags & 3;
  if (mode >= 0)
    f = fopen (name, "r");
  if (!f)
    return -1;
  if (mode < 0)
    return -2;
  return fclose (f);
}
