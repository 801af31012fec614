/* Rows of the user's whose clauses depend on members of arguments.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-leakcheck-spec=$srcdir/leakcheck.c/arg-spec-member.spec" } */

#include <stdlib.h>

struct pool { void *all; int owns; unsigned queues : 1; };

char *pool_get (struct pool *);
void pool_put (struct pool *, char *);
void pool_add (struct pool *, char *);
char *pool_text (struct pool *, char *);
void pool_both (struct pool *, char *);
void use (const char *);

/* ---- acquire.  ---- */

void
got_lost (void)
{
  struct pool p = { .owns = 1 };
  char *s = pool_get (&p); /* { dg-warning "'s' is never freed" } */
  use (s);
}

void
got_freed (void)
{
  struct pool p = { .owns = 1 };
  char *s = pool_get (&p);
  use (s);
  free (s);
}

void
got_nothing (void)
{
  struct pool p = { .owns = 0 };
  use (pool_get (&p));
}

/* If the member is not known, nothing is acquired.  */
void
got_perhaps (struct pool *p)
{
  use (pool_get (p));
}

void
got_tested (struct pool *p)
{
  if (p->owns == 1)
    {
      char *s = pool_get (p); /* { dg-warning "'s' is never freed" } */
      use (s);
    }
}

/* ---- release.  ---- */

void
put (void)
{
  struct pool p = { .owns = 1 };
  char *s = malloc (8);
  pool_put (&p, s);
}

void
put_not (void)
{
  struct pool p = { .owns = 0 };
  char *s = malloc (8); /* { dg-warning "'s' is never freed" } */
  pool_put (&p, s);
}

/* The member is not known: it is put on one of two paths.  */
void
put_perhaps (struct pool *p)
{
  char *s = malloc (8); /* { dg-warning "'s' might not be freed" } */
  pool_put (p, s);
}

void
put_or_free (struct pool *p)
{
  char *s = malloc (8);
  pool_put (p, s);
  if (p->owns != 1)
    free (s);
}

/* ---- keep, alias, own.  ---- */

void
added (void)
{
  struct pool p = { .queues = 1 };
  char *s = malloc (8);
  pool_add (&p, s);
}

void
added_not (void)
{
  struct pool p = { .queues = 0 };
  char *s = malloc (8); /* { dg-warning "'s' is never freed" } */
  pool_add (&p, s);
}

void
same (void)
{
  struct pool p = { .queues = 0 };
  char *s = malloc (8);
  free (pool_text (&p, s));
}

void
same_not (void)
{
  struct pool p = { .queues = 1 };
  char *s = malloc (8); /* { dg-warning "'s' is never freed" } */
  use (pool_text (&p, s));
}

void
both (void)
{
  struct pool p = { .owns = 1, .queues = 1 };
  pool_both (&p, malloc (8));
}

void
both_not (void)
{
  struct pool p = { .owns = 1, .queues = 0 };
  char *s = malloc (8); /* { dg-warning "'s' is never freed" } */
  pool_both (&p, s);
}
