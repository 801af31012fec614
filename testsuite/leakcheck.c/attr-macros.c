/* The attributes through the macros of leakcheck.h: the result, arguments,
   out-parameters with a condition, ownership, aliases, whole contracts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include "../../include/leakcheck.h"

struct conn;
struct conn *conn_new (void) LEAKCHECK_ACQUIRE ("conn");
void conn_free (struct conn *) LEAKCHECK_RELEASE ("conn", 1);
void conn_eat (struct conn *c LEAKCHECK_OWNING);
void conn_keep (struct conn *c LEAKCHECK_KEEP);
void conn_look (struct conn *c LEAKCHECK_NOT_OWNING);
void conn_close (int, struct conn *c LEAKCHECK_CLOSES);
int conn_open (struct conn **, int)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int conn_drop (struct conn *) LEAKCHECK_RELEASE_IF ("conn", 1, "result == 0");
struct conn *conn_wrap (struct conn *) LEAKCHECK_ALIAS (1);
struct conn *conn_get (int) LEAKCHECK_NOT_OWNING;
FILE *conn_file (struct conn *) LEAKCHECK_OWNING;
int conn_make (FILE *, struct conn **)
  LEAKCHECK_CONTRACT ("acquire conn *arg2 if result == 0,"
		      " own stream arg1 if result == 0");

void
result_lost (void)
{
  struct conn *c = conn_new ();	/* { dg-warning "'c' is never released" } */
  conn_look (c);
}				/* { dg-message "release it with 'conn_free'" } */

void
result_released (void)
{
  struct conn *c = conn_new ();
  conn_look (c);
  conn_free (c);
}

void
given_away (void)
{
  conn_eat (conn_new ());
}

void
closed_as_second_argument (void)
{
  struct conn *c = conn_new ();
  conn_close (1, c);
}

int
out_parameter_lost (int n)
{
  struct conn *c;
  if (conn_open (&c, n) != 0)	/* { dg-warning "'c' is never released" } */
    return -1;
  conn_look (c);
  return 0;
}

int
out_parameter_released (int n)
{
  struct conn *c;
  if (conn_open (&c, n) != 0)
    return -1;
  conn_free (c);
  return 0;
}

int
released_on_success (void)
{
  struct conn *c = conn_new ();
  if (conn_drop (c) != 0)
    {
      conn_free (c);
      return -1;
    }
  return 0;
}

int
released_on_success_only (void)
{
  struct conn *c = conn_new ();	/* { dg-warning "'c' might not be released" } */
  return conn_drop (c) != 0 ? -1 : 0;
}

void
released_by_alias (void)
{
  struct conn *c = conn_new ();
  struct conn *d = conn_wrap (c);
  conn_free (d);
}

void
not_owning_result (void)
{
  conn_look (conn_get (3));
}

void
owning_result (void)
{
  FILE *f = conn_file (conn_get (1)); /* { dg-warning "'f' is never closed" } */
  fputs ("x", f);
}

int
taken_on_success (void)
{
  struct conn *c;
  FILE *f = fopen ("x", "r");
  if (!f)
    return -1;
  if (conn_make (f, &c) != 0)
    {
      fclose (f);
      return -1;
    }
  conn_free (c);
  return 0;
}

int
taken_on_success_only (void)
{
  struct conn *c;
  FILE *f = fopen ("x", "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (conn_make (f, &c) != 0)
    return -1;
  conn_free (c);
  return 0;
}
