/* Handles that are stored in a structure whose address was loaded.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct inner { FILE *i; };
struct outer { struct inner *y; };

extern void keep (struct outer *);

int
lost (const char *n)
{
  struct inner in;
  struct outer d;
  d.y = &in;
  d.y->i = fopen (n, "r");	/* { dg-warning "is never closed" } */
  return d.y->i != NULL;
}

/* Clean, all of them.  */
int
closed (const char *n)
{
  struct inner in;
  struct outer d;
  d.y = &in;
  d.y->i = fopen (n, "r");
  if (!d.y->i)
    return 0;
  fclose (d.y->i);
  return 1;
}

int
closed_by_name (const char *n)
{
  struct inner in;
  struct outer d;
  d.y = &in;
  d.y->i = fopen (n, "r");
  if (!in.i)
    return 0;
  fclose (in.i);
  return 1;
}

int
closed_on_heap (const char *n)
{
  struct outer *d = malloc (sizeof *d);
  if (!d)
    return 0;
  d->y = malloc (sizeof *d->y);
  if (d->y)
    {
      d->y->i = fopen (n, "r");
      if (d->y->i)
	fclose (d->y->i);
    }
  free (d->y);
  free (d);
  return 1;
}

struct outer *
returned (const char *n)
{
  struct outer *d = malloc (sizeof *d);
  if (!d)
    return NULL;
  d->y = malloc (sizeof *d->y);
  if (d->y)
    d->y->i = fopen (n, "r");
  return d;
}

void
kept (const char *n)
{
  struct outer *d = malloc (sizeof *d);
  if (!d)
    return;
  d->y = malloc (sizeof *d->y);
  if (d->y)
    d->y->i = fopen (n, "r");
  keep (d);
}

void
stored (struct outer *d, const char *n)
{
  d->y->i = fopen (n, "r");
}
