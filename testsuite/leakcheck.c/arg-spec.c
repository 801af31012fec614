/* The user's specification: a kind and functions of its own, a row that wins
   over a body, one that wins over the shipped one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-leakcheck-spec=$srcdir/leakcheck.c/arg-spec.spec" } */

#include <stdio.h>

struct conn;
struct conn *conn_new (void);
void conn_close (struct conn *);

/* Its body gives nothing away.  */
static void
give_away (FILE *f)
{
  fputs ("x", f);
}

void
lost (void)
{
  struct conn *c = conn_new ();	/* { dg-warning "resource leak: 'c' is never closed" } */
  if (c)			/* { dg-message "release it with 'conn_close'" "" { target *-*-* } 0 } */
    c = NULL;
}

void
lost_nameless (void)
{
  conn_new ();			/* { dg-warning "resource leak: the connection opened by 'conn_new' is never closed" } */
}

void
closed (void)
{
  conn_close (conn_new ());
}

void
given_away (void)
{
  FILE *f = fdopen (3, "r");
  if (f)
    give_away (f);
}

/* Here fopen acquires nothing.  */
void
not_acquired (void)
{
  FILE *f = fopen ("x", "r");
  if (f)
    fputs ("x", f);
}
