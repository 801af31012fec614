/* An object is released before it is filled or listed: what a later part of the function does with
   its address does not matter to that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table { int rows[8]; FILE *log; char *name; void *index; };
extern int allowed (const char *), count (int *), slot (struct table *);
extern void *index_of (int *, int);

struct table *
make (const char *name)
{
  struct table *t = malloc (sizeof *t);
  if (!t)
    return NULL;
  memset (t, 0, sizeof *t);
  t->log = fopen (name, "w");	/* { dg-warning "'t->log' might not be closed" } */
  if (!t->log || !allowed (name))
    {
      free (t);
      return NULL;
    }
  t->rows[0] = count (t->rows);
  t->index = index_of (t->rows, 8);
  return t;
}

struct table *
make_well (const char *name)
{
  struct table *t = malloc (sizeof *t);
  if (!t)
    return NULL;
  memset (t, 0, sizeof *t);
  t->log = fopen (name, "w");
  if (!t->log || !allowed (name))
    {
      if (t->log)
	fclose (t->log);
      free (t);
      return NULL;
    }
  t->rows[0] = count (t->rows);
  t->index = index_of (t->rows, 8);
  return t;
}

/* Listed first: who has the list may free it.  */
int
listed (const char *name)
{
  struct table *t = calloc (1, sizeof *t);
  if (!t)
    return -1;
  if (slot (t) < 0)
    {
      free (t);
      return -1;
    }
  t->name = strdup (name);
  return t->name ? 0 : -1;
}
