/* Ownership that passes with arguments and results in C.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

/* ---- Parameters, in the body.  ---- */

void
takes (struct conn *c LEAKCHECK_OWNING)
{
  conn_close (c);
}

void
takes_not_closed (struct conn *c LEAKCHECK_OWNING) /* error: not-called */
{
  conn_use (c);
}

void
takes_one_branch (struct conn *c LEAKCHECK_OWNING, int x) /* error: not-called */
{
  if (x)
    conn_close (c);
}

void
takes_null_test (struct conn *c LEAKCHECK_OWNING)
{
  if (c)
    conn_close (c);
}

void
takes_and_passes_on (struct conn *c LEAKCHECK_OWNING)
{
  conn_take (c);
}

void
takes_and_lends (struct conn *c LEAKCHECK_OWNING) /* error: not-called */
{
  conn_use (c);
}

struct conn *
takes_and_returns (struct conn *c LEAKCHECK_OWNING)
{
  return c;
}

void
takes_two (struct conn *c LEAKCHECK_OWNING,
	   struct conn *d LEAKCHECK_OWNING) /* error: not-called */
{
  conn_close (c);
  conn_use (d);
}

void
takes_stream (FILE *f LEAKCHECK_OWNING)
{
  fclose (f);
}

void
takes_stream_not_closed (FILE *f LEAKCHECK_OWNING) /* error: not-called */
{
  fgetc (f);
}

void
borrows (struct conn *c)
{
  conn_use (c);
}

void
borrows_and_closes (struct conn *c)
{
  conn_close (c);
}

/* ---- A function that promises to close what it is given must do so.  ---- */

void
closes (struct conn *c LEAKCHECK_CLOSES)
{
  conn_close (c);
}

void
closes_not (struct conn *c LEAKCHECK_CLOSES) /* error: promise-broken */
{
  conn_use (c);
}

void
closes_one_branch (struct conn *c LEAKCHECK_CLOSES, int x) /* error: promise-broken */
{
  if (x)
    conn_close (c);
}

void
closes_if_not_null (struct conn *c LEAKCHECK_CLOSES)
{
  if (c != NULL)
    conn_close (c);
}

void
closes_through_other (struct conn *c LEAKCHECK_CLOSES)
{
  closes (c);
}

void
closes_stream (FILE *f LEAKCHECK_CLOSES)
{
  fclose (f);
}

void
closes_stream_not (FILE *f LEAKCHECK_CLOSES) /* error: promise-broken */
{
  fflush (f);
}

/* ---- Parameters, at calls.  ---- */

void
gives (void)
{
  struct conn *c = conn_open ("a");
  takes (c);
}

void
gives_at_once (void)
{
  takes (conn_open ("a"));
}

void
gives_one_branch (int x)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (x)
    takes (c);
}

void
gives_or_closes (int x)
{
  struct conn *c = conn_open ("a");
  if (x)
    takes (c);
  else
    conn_close (c);
}

void
gives_to_borrower (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  borrows (c);
}

void
gives_to_silent_closer (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  borrows_and_closes (c);
}

void
gives_to_closer (void)
{
  struct conn *c = conn_open ("a");
  closes (c);
}

void
gives_if_taken (void)
{
  struct conn *c = conn_open ("a");
  if (conn_try_take (c) != 0)
    conn_close (c);
}

void
gives_without_asking (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  conn_try_take (c);
}

void
gives_stream (void)
{
  FILE *f = fopen ("a", "r");
  if (f)
    takes_stream (f);
}

/* ---- Results.  ---- */

struct conn *
makes (void)
{
  return conn_open ("a");
}

struct conn *
makes_named (void)
{
  struct conn *c = conn_open ("a");
  conn_use (c);
  return c;
}

struct conn *
makes_or_not (int x)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (x)
    return NULL;
  return c;
}

struct conn *
makes_or_closes (int x)
{
  struct conn *c = conn_open ("a");
  if (x)
    {
      conn_close (c);
      return NULL;
    }
  return c;
}

LEAKCHECK_NOT_OWNING struct conn *
makes_not_owning (void)
{
  return conn_open ("a"); /* error: not-called */
}

LEAKCHECK_OWNING FILE *
makes_stream (void)
{
  return fopen ("a", "r");
}

LEAKCHECK_NOT_OWNING FILE *
makes_stream_not_owning (void)
{
  return fopen ("a", "r"); /* error: not-called */
}

void
receives (void)
{
  struct conn *c = makes (); /* error: not-called */
  conn_use (c);
}

void
receives_closed (void)
{
  struct conn *c = makes ();
  conn_close (c);
}

void
receives_not_owning (void)
{
  struct conn *c = makes_not_owning ();
  conn_use (c);
}

void
receives_stream (void)
{
  FILE *f = makes_stream (); /* error: not-called */
  fgetc (f);
}

void
receives_stream_closed (void)
{
  FILE *f = makes_stream ();
  if (f)
    fclose (f);
}

/* ---- Aliases.  ---- */

void
alias_closed (void)
{
  struct conn *c = conn_open ("a");
  struct conn *d = conn_ref (c);
  conn_close (d);
}

void
alias_closed_by_first (void)
{
  struct conn *c = conn_open ("a");
  struct conn *d = conn_ref (c);
  conn_use (d);
  conn_close (c);
}

void
alias_not_closed (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  struct conn *d = conn_ref (c);
  conn_use (d);
}

struct conn *alias_returned (struct conn *c) LEAKCHECK_ALIAS (1);
struct conn *
alias_returned (struct conn *c)
{
  return c;
}

struct conn *alias_lost (struct conn *c) LEAKCHECK_ALIAS (1);
struct conn *
alias_lost (struct conn *c) /* error: alias-out-of-scope */
{
  conn_use (c);
  return NULL;
}

/* ---- Obligations anew.  ---- */

void
reopened (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  conn_close (c);
  conn_reopen (c);
}

void
reopened_closed (void)
{
  struct conn *c = conn_open ("a");
  conn_close (c);
  conn_reopen (c);
  conn_close (c);
}

void
reopened_open (void)
{
  struct conn *c = conn_open ("a");
  conn_reopen (c);
  conn_close (c);
}

void
reopened_not_owned (struct conn *c)
{
  conn_reopen (c); /* error: creates-not-owned */
}

void reopened_passed_on (struct conn *c) LEAKCHECK_CREATES (1);
void
reopened_passed_on (struct conn *c)
{
  conn_reopen (c);
}

void
reopened_owned (struct conn *c LEAKCHECK_OWNING)
{
  conn_reopen (c);
  conn_close (c);
}
