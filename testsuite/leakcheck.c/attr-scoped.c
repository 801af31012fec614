/* The attributes in the standard spelling.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=gnu2x" } */

struct conn;
[[leakcheck::acquire ("conn")]] struct conn *conn_new (void);
struct conn *conn_dup [[leakcheck::acquire ("conn")]] (struct conn *);
[[leakcheck::release ("conn", 1)]] void conn_free (struct conn *);
void conn_eat (struct conn *c [[leakcheck::owning]]);
[[leakcheck::contract ("release conn arg2 if arg1 != 0")]]
void conn_maybe (int, struct conn *);
[[leakcheck::suppress]] static void quiet (void) { conn_dup (conn_new ()); }

void
lost (struct conn *other)
{
  struct conn *c = conn_dup (other);	/* { dg-warning "'c' is never released" } */
  (void) c;
  quiet ();
}

void
released (void)
{
  conn_free (conn_new ());
}

void
given_away (void)
{
  conn_eat (conn_new ());
}

void
released_if (void)
{
  conn_maybe (1, conn_new ());
}

void
not_released_if (void)
{
  struct conn *c = conn_new ();	/* { dg-warning "'c' is never released" } */
  conn_maybe (0, c);
}
