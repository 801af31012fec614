/* conn.h: what the C tests of verify mode hold: a connection that must be given
   to 'conn_close', and functions that promise something about it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <leakcheck.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

struct LEAKCHECK_MUST_CALL ("conn_close") conn
{
  int number;
};

/* Results of such a type are the caller's.  */
struct conn *conn_open (const char *name);
LEAKCHECK_NOT_OWNING struct conn *conn_default (void);
void conn_close (struct conn *c LEAKCHECK_CLOSES);
/* Parameters are the caller's.  */
int conn_use (struct conn *c);
bool conn_ready (const struct conn *c);
void conn_take (struct conn *c LEAKCHECK_OWNING);
/* The obligation arises anew.  */
void conn_reopen (struct conn *c) LEAKCHECK_CREATES (1);
/* Takes it only if it returns 0.  */
int conn_try_take (struct conn *c)
  LEAKCHECK_CONTRACT ("own any arg1 if result == 0");
/* A second handle on the same.  */
struct conn *conn_ref (struct conn *c) LEAKCHECK_ALIAS (1);
