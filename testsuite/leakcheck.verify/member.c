/* Owning members of structures in C: who has to release them, and what may be
   assigned to them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

/* ---- Structures and their release functions.  ---- */

struct LEAKCHECK_MUST_CALL ("session_free") session
{
  struct conn *conn LEAKCHECK_OWNING;
  FILE *log LEAKCHECK_OWNING;
  struct conn *borrowed;
};

void session_free (struct session *s LEAKCHECK_CLOSES);
void
session_free (struct session *s)
{
  if (s->conn)
    conn_close (s->conn);
  if (s->log)
    fclose (s->log);
}

struct LEAKCHECK_MUST_CALL ("half_free") half
{
  struct conn *conn LEAKCHECK_OWNING;
  FILE *log LEAKCHECK_OWNING;
};

void half_free (struct half *h LEAKCHECK_CLOSES);
void
half_free (struct half *h) /* error: promise-broken */
{
  if (h->conn)
    conn_close (h->conn);
}

struct LEAKCHECK_MUST_CALL ("some_free") some
{
  struct conn *conn LEAKCHECK_OWNING;
  int open;
};

void some_free (struct some *s LEAKCHECK_CLOSES);
void
some_free (struct some *s) /* error: promise-broken */
{
  if (s->open)
    conn_close (s->conn);
}

struct LEAKCHECK_MUST_CALL ("helped_free") helped
{
  struct conn *conn LEAKCHECK_OWNING;
};

void helped_free (struct helped *h LEAKCHECK_CLOSES);
void
helped_free (struct helped *h)
{
  conn_take (h->conn);
  h->conn = NULL;
}

struct nobody
{
  struct conn *conn LEAKCHECK_OWNING; /* error: field-not-released */
};

struct not_owning
{
  struct conn *conn;
};

/* ---- Assignments.  ---- */

void session_set (struct session *s, struct conn *c LEAKCHECK_OWNING)
  LEAKCHECK_CREATES (1);
void
session_set (struct session *s, struct conn *c)
{
  if (s->conn)
    conn_close (s->conn);
  s->conn = c;
}

void session_set_open (struct session *s) LEAKCHECK_CREATES (1);
void
session_set_open (struct session *s)
{
  s->conn = conn_open ("a"); /* error: field-overwritten */
}

void
session_set_silent (struct session *s) /* error: creates-missing */
{
  if (s->conn)
    conn_close (s->conn);
  s->conn = conn_open ("a");
}

void session_set_other (struct session *s, struct session *t)
  LEAKCHECK_CREATES (2);
void
session_set_other (struct session *s, struct session *t) /* error: creates-other */
{
  (void) t;
  if (s->conn)
    conn_close (s->conn);
  s->conn = conn_open ("a");
}

void
session_clear (struct session *s)
{
  if (s->conn)
    conn_close (s->conn);
  s->conn = NULL;
}

void
session_clear_open (struct session *s)
{
  s->conn = NULL; /* error: field-overwritten */
}

void session_set_if_null (struct session *s) LEAKCHECK_CREATES (1);
void
session_set_if_null (struct session *s)
{
  if (!s->conn)
    s->conn = conn_open ("a");
}

void
session_borrow (struct session *s, struct conn *c)
{
  s->borrowed = c;
}

void
session_borrow_open (struct session *s)
{
  s->borrowed = conn_open ("a"); /* error: not-called */
}

void
session_borrow_owned (struct session *s,
		      struct conn *c LEAKCHECK_OWNING) /* error: not-called */
{
  s->borrowed = c;
}

void
session_use (struct session *s)
{
  conn_use (s->conn);
  conn_use (s->borrowed);
}

/* ---- Makers and users.  ---- */

struct session *session_of (struct conn *c LEAKCHECK_OWNING);
void
user (struct conn *c LEAKCHECK_OWNING)
{
  struct session *s = session_of (c);
  session_free (s);
}

void
user_forgets (struct conn *c LEAKCHECK_OWNING)
{
  struct session *s = session_of (c); /* error: not-called */
  session_use (s);
}

void
user_sets (struct session *s LEAKCHECK_OWNING)
{
  session_set (s, conn_open ("a"));
  session_free (s);
}

void
user_sets_after_free (struct session *s LEAKCHECK_OWNING) /* error: not-called */
{
  session_free (s);
  session_set (s, conn_open ("a"));
}

void
user_sets_not_owned (struct session *s)
{
  session_set (s, conn_open ("a")); /* error: creates-not-owned */
}

/* ---- Globals.  ---- */

static struct conn *global;

void
global_set (void)
{
  global = conn_open ("a"); /* error: not-called */
}

void
global_borrow (struct conn *c)
{
  global = c;
}

void
global_use (void)
{
  conn_use (global);
}

static FILE *log_file;

void
global_stream (void)
{
  log_file = fopen ("a", "w"); /* error: not-called */
}

void
global_stream_closed (void)
{
  if (log_file)
    fclose (log_file);
}

/* ---- Out-parameters.  ---- */

int conn_open_into (const char *name, struct conn **c)
  LEAKCHECK_ACQUIRE_ARG ("conn", 2, "result == 0");

void
into (void)
{
  struct conn *c;
  if (conn_open_into ("a", &c) != 0) /* error: not-called */
    return;
  conn_use (c);
}

void
into_closed (void)
{
  struct conn *c;
  if (conn_open_into ("a", &c) != 0)
    return;
  conn_close (c);
}

int
stream_into (FILE **f)
{
  *f = fopen ("a", "r"); /* error: not-called */
  return *f ? 0 : -1;
}

LEAKCHECK_ACQUIRE_ARG ("stream", 1, "result == 0")
int
stream_into_declared (FILE **f)
{
  *f = fopen ("a", "r");
  return *f ? 0 : -1;
}
