/* Memory of structures: who disposes of a structure frees it, if somebody made
   it on the heap and relies on that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

/* ---- Made on the heap, freed.  ---- */

struct LEAKCHECK_MUST_CALL ("good_free") good
{
  struct conn *conn LEAKCHECK_OWNING;
};

void good_free (struct good *g LEAKCHECK_CLOSES);
struct good *
good_new (void)
{
  struct good *g = malloc (sizeof *g);
  if (!g)
    return NULL;
  g->conn = conn_open ("a");
  return g;
}

void
good_free (struct good *g)
{
  if (g == NULL)
    return;
  conn_close (g->conn);
  free (g);
}

void
good_at_once (void)
{
  struct good *g = calloc (1, sizeof *g);
  if (!g)
    return;
  g->conn = conn_open ("a");
  good_free (g);
}

/* ---- Not freed.  ---- */

struct LEAKCHECK_MUST_CALL ("bad_free") bad
{
  struct conn *conn LEAKCHECK_OWNING;
};

void bad_free (struct bad *b LEAKCHECK_CLOSES);
void bad_take (struct bad *b LEAKCHECK_OWNING);

void
bad_free (struct bad *b)
{
  conn_close (b->conn);
}

struct bad *
bad_new (void)
{
  struct bad *b = malloc (sizeof *b); /* error: not-called */
  if (!b)
    return NULL;
  b->conn = conn_open ("a");
  return b;
}

void
bad_at_once (void)
{
  struct bad *b = calloc (1, sizeof *b); /* error: not-called */
  if (!b)
    return;
  b->conn = conn_open ("a");
  bad_free (b);
}

void
bad_freed_by_hand (void)
{
  struct bad *b = calloc (1, sizeof *b);
  if (!b)
    return;
  b->conn = conn_open ("a");
  conn_close (b->conn);
  free (b);
}

void
bad_on_stack (void)
{
  struct bad b;
  b.conn = conn_open ("a");
  bad_free (&b);
}

void
bad_given (void)
{
  struct bad *b = calloc (1, sizeof *b); /* error: not-called */
  if (b)
    bad_take (b);
}

/* ---- Freed on some ways.  ---- */

struct LEAKCHECK_MUST_CALL ("some_free") some
{
  int count;
  struct conn *conn LEAKCHECK_OWNING;
};

void some_free (struct some *s LEAKCHECK_CLOSES);
void
some_free (struct some *s)
{
  conn_close (s->conn);
  if (s->count == 0)
    free (s);
}

struct some *
some_new (void)
{
  struct some *s = calloc (1, sizeof *s); /* error: not-called */
  if (s)
    s->conn = conn_open ("a");
  return s;
}

/* ---- Freed by another function, or in another unit.  ---- */

struct LEAKCHECK_MUST_CALL ("chain_free") chain
{
  struct conn *conn LEAKCHECK_OWNING;
};

static void chain_drop (struct chain *c) LEAKCHECK_RELEASE ("memory", 1);
static void
chain_drop (struct chain *c)
{
  free (c);
}

void chain_free (struct chain *c LEAKCHECK_CLOSES);
void
chain_free (struct chain *c)
{
  conn_close (c->conn);
  chain_drop (c);
}

struct chain *
chain_new (void)
{
  struct chain *c = calloc (1, sizeof *c);
  if (c)
    c->conn = conn_open ("a");
  return c;
}

struct LEAKCHECK_MUST_CALL ("other_free") other
{
  int n;
};

void other_free (struct other *o LEAKCHECK_CLOSES);
struct other *
other_new (void)
{
  return calloc (1, sizeof (struct other));
}

void
other_at_once (void)
{
  other_free (other_new ());
}
