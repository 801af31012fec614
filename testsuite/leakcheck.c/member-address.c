/* The address of a member of an object, or of an element, is never NULL, though the object is
   given: a function that also stores its result where it is told to, if anywhere, stores it there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct connection { int flags; char *source; char *target; FILE *log; };

static char *
fill (char **where)
{
  char *p;
  if (where && *where)
    return *where;
  p = malloc (10);
  if (where)
    *where = p;
  return p;
}

int
kept (struct connection *c)
{
  if (!fill (&c->source))
    return 0;
  return 1;
}

int
kept_in_element (struct connection *c, int i)
{
  return fill (&c[i].target) != NULL;
}

int
kept_behind (struct connection **all)
{
  return fill (&all[3]->target) != NULL;
}

int
lost (struct connection *c)
{
  if (!fill (NULL))		/* { dg-warning "the memory allocated by 'fill' is never freed" } */
    return 0;
  return c->flags;
}

int
lost_twice (struct connection *c)
{
  char *p = fill (&c->source);
  char *q = fill (NULL);	/* { dg-warning "'q' might not be freed" } */
  if (!p)
    return 0;
  free (q);
  return 1;
}

/* The same with a function that closes unless it is told where to put it.  */
static int
opened (FILE **where)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 0;
  if (where)
    *where = f;
  else
    fclose (f);
  return 1;
}

int
log_kept (struct connection *c)
{
  return opened (&c->log);
}

int
log_tested (void)
{
  return opened (NULL);
}

int
log_lost (void)
{
  struct connection c = { 0 };
  return opened (&c.log);	/* { dg-warning "the stream opened by 'opened' is never closed" } */
}

int
log_closed (void)
{
  struct connection c = { 0 };
  if (opened (&c.log))
    fclose (c.log);
  return 0;
}

int
kept_element (char **all, int i)
{
  return fill (all + i) != NULL;
}

/* The first member is where the object is.  */
struct pair { char *first; char *second; };

int
kept_first (struct pair *p)
{
  p->second = NULL;
  return fill (&p->first) != NULL;
}
