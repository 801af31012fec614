/* Functions in C that release under a condition on their result: who calls them,
   and whether their bodies keep it.  (Found by random.exp: bodies were not
   checked, and "== 1" of a boolean was not known to be the contrary of "== 0".)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

bool try_one (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 1");
bool try_not (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result != 0");
int try_zero (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 0");
int try_int (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 1");

/* ---- Callers.  ---- */

void
one (void)
{
  struct conn *c = conn_open ("a");
  if (!try_one (c))
    conn_close (c);
}

void
one_returns (void)
{
  struct conn *c = conn_open ("a");
  if (try_one (c))
    return;
  conn_close (c);
}

void
one_wrong (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (try_one (c))
    conn_close (c);
}

void
one_unasked (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  try_one (c);
}

void
not_zero (void)
{
  struct conn *c = conn_open ("a");
  if (c && !try_not (c))
    conn_close (c);
}

void
zero (void)
{
  struct conn *c = conn_open ("a");
  if (try_zero (c) != 0)
    conn_close (c);
}

void
zero_wrong (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (try_zero (c) == 0)
    conn_close (c);
}

void
an_int (void)
{
  struct conn *c = conn_open ("a");
  if (try_int (c) != 1)
    conn_close (c);
}

void
an_int_taken_for_truth (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (!try_int (c))
    conn_close (c);
}

/* ---- Bodies.  ---- */

bool
try_one (struct conn *c)
{
  if (conn_use (c))
    return false;
  conn_close (c);
  return true;
}

bool
try_not (struct conn *c) /* error: promise-broken-conditionally */
{
  if (conn_use (c))
    return true;
  conn_close (c);
  return true;
}

int
try_zero (struct conn *c)
{
  int code = -1;
  if (conn_use (c))
    goto out;
  conn_close (c);
  code = 0;
out:
  return code;
}

int
try_int (struct conn *c)
{
  int code = 1;
  if (conn_use (c))
    goto out;
  conn_close (c);
out:
  return code; /* error: promise-broken-conditionally */
}

int try_number (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result >= 0");
int
try_number (struct conn *c)
{
  int n = conn_use (c);
  if (n < 0)
    return n;
  conn_close (c);
  return n;
}

int try_small (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result >= 0");
int
try_small (struct conn *c) /* error: promise-broken-conditionally */
{
  int n = conn_use (c);
  if (n < 4)
    return n;
  conn_close (c);
  return n;
}

int try_truth (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result != 0");
int
try_truth (struct conn *c)
{
  int n = conn_use (c);
  if (n)
    conn_close (c);
  return n;
}

/* A result of an earlier round says nothing of the last one.  */
int try_loop (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 0");
int
try_loop (struct conn *c)
{
  int n;
  do
    {
      n = conn_use (c);
      if (n == 1)
	conn_close (c);
    }
  while (n > 0);
  return n; /* error: promise-broken-conditionally */
}

int try_again (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 0");
int
try_again (struct conn *c)
{
  int code = -1;
  while (conn_ready (c))
    code = 0;
  return code; /* error: promise-broken-conditionally */
}

int try_never (struct conn *c) LEAKCHECK_RELEASE_IF ("any", 1, "result == 0");
int
try_never (struct conn *c)
{
  return conn_use (c) ? -1 : -2;
}

/* ---- Acquired under a condition.  ---- */

int into (struct conn **c) LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into (struct conn **c)
{
  struct conn *new = conn_open ("a");
  if (conn_use (new))
    {
      conn_close (new);
      return -1;
    }
  *c = new;
  return 0;
}

int into_early (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_early (struct conn **c)
{
  *c = conn_open ("a"); /* error: not-called */
  if (conn_use (*c))
    return -1;
  return 0;
}

int into_early_closed (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_early_closed (struct conn **c)
{
  *c = conn_open ("a");
  if (conn_use (*c))
    {
      conn_close (*c);
      *c = NULL;
      return -1;
    }
  return 0;
}

int into_by_code (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_by_code (struct conn **c)
{
  int code = -1;
  struct conn *new = conn_open ("a");
  if (conn_ready (new))
    {
      *c = new;
      code = 0;
    }
  else
    conn_close (new);
  return code;
}

int into_by_wrong_code (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_by_wrong_code (struct conn **c)
{
  int code = -1;
  struct conn *new = conn_open ("a"); /* error: not-called */
  if (conn_ready (new))
    *c = new;
  else
    {
      conn_close (new);
      code = 0;
    }
  return code;
}

int into_by_call (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_by_call (struct conn **c)
{
  struct conn *new = conn_open ("a");
  int code = conn_use (new);
  if (code != 0)
    {
      conn_close (new);
      return code;
    }
  *c = new;
  return code;
}

int into_on (struct conn **c) LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_on (struct conn **c)
{
  return into (c);
}

int into_on_wrong (struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
int
into_on_wrong (struct conn **c)
{
  into (c); /* error: not-called */
  return -1;
}

/* ---- Acquired into a variable that holds something.  ---- */

int get (struct conn **c) LEAKCHECK_ACQUIRE_ARG ("any", 1, "result == 0");

/* Found by random.exp: what was known of the result in one round was believed
   in the next one.  */
void
get_in_loop (void)
{
  struct conn *c = NULL;
  while (conn_ready (NULL))
    {
      if (get (&c) != 0) /* error: not-called */
	c = NULL;
    }
  if (c != NULL)
    conn_close (c);
}

void
get_in_loop_closed (void)
{
  struct conn *c;
  while (conn_ready (NULL))
    {
      if (get (&c) != 0)
	continue;
      conn_close (c);
    }
}

void
get_twice (void)
{
  struct conn *c;
  if (get (&c) != 0) /* error: not-called */
    return;
  if (get (&c) != 0)
    return;
  conn_close (c);
}

void
get_twice_closed (void)
{
  struct conn *c;
  if (get (&c) != 0)
    return;
  conn_close (c);
  if (get (&c) != 0)
    return;
  conn_close (c);
}

unsigned
lines (FILE *f)
{
  char *line = NULL;
  size_t room = 0;
  unsigned n = 0;
  while (getline (&line, &room, f) >= 0)
    n++;
  free (line);
  return n;
}

/* ---- A condition on an argument.  ---- */

void drop_if (struct conn *c, int really) LEAKCHECK_RELEASE_IF ("any", 1, "arg2 != 0");
void drop_as (struct conn *c, int how) LEAKCHECK_RELEASE_IF ("any", 1, "arg2 == 3");
void drop_lie (struct conn *c, int really) LEAKCHECK_RELEASE_IF ("any", 1, "arg2 != 0");

void
really (void)
{
  struct conn *c = conn_open ("a");
  drop_if (c, 1);
}

void
not_really (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  drop_if (c, 0);
}

void
unknown (int n)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  drop_if (c, n);
}

void
asked (int n)
{
  struct conn *c = conn_open ("a");
  if (n == 3)
    drop_as (c, 3);
  else
    conn_close (c);
}

void
other_number (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  drop_as (c, 4);
}

void
drop_if (struct conn *c, int really)
{
  if (really)
    conn_close (c);
}

void
drop_as (struct conn *c, int how)
{
  switch (how)
    {
    case 3:
      conn_close (c);
      break;
    default:
      break;
    }
}

void
drop_lie (struct conn *c, int really) /* error: promise-broken-conditionally */
{
  if (really > 1)
    conn_close (c);
}
