/* Structures that own: makers and their failures, structures on the stack,
   one inside another, and functions that fill, empty and reopen them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

struct LEAKCHECK_MUST_CALL ("box_clear") box
{
  struct conn *conn LEAKCHECK_OWNING;
  char *name LEAKCHECK_OWNING;
  int n;
};

/* Fills what holds nothing.  */
int box_init (struct box *b) LEAKCHECK_CREATES (1);
void box_reopen (struct box *b) LEAKCHECK_CREATES (1);
void box_clear (struct box *b LEAKCHECK_CLOSES);
void
box_clear (struct box *b)
{
  if (b->conn)
    conn_close (b->conn);
  b->conn = NULL;
  free (b->name);
  b->name = NULL;
}

/* ---- On the stack.  ---- */

void
on_stack (void)
{
  struct box b;
  box_init (&b);
  box_clear (&b);
}

void
on_stack_forgotten (void)
{
  struct box b;
  box_init (&b); /* error: not-called */
}

void
on_stack_one_way (int x)
{
  struct box b;
  box_init (&b); /* error: not-called */
  if (x)
    return;
  box_clear (&b);
}

void
on_stack_reopened (void)
{
  struct box b;
  box_init (&b); /* error: not-called */
  box_clear (&b);
  box_reopen (&b);
}

void
on_stack_reopened_cleared (void)
{
  struct box b;
  box_init (&b);
  box_clear (&b);
  box_reopen (&b);
  box_clear (&b);
}

void
on_stack_not_used (void)
{
  struct box b = { 0 };
  b.n = 1;
}

void
filled_by_hand (void)
{
  struct box b = { NULL, NULL, 0 };
  b.conn = conn_open ("a");
  b.name = strdup ("a");
  box_clear (&b);
}

void
filled_by_hand_forgotten (void)
{
  struct box b = { NULL, NULL, 0 };
  b.conn = conn_open ("a"); /* error: not-called */
  b.n = 1;
}

void
filled_by_hand_twice (void)
{
  struct box b = { NULL, NULL, 0 };
  b.conn = conn_open ("a"); /* error: not-called */
  box_clear (&b);
  b.conn = conn_open ("b");
}

void
emptied_by_hand (void)
{
  struct box b = { NULL, NULL, 0 };
  b.conn = NULL;
  b.n = 1;
}

void
filled_through_address (void)
{
  struct box b = { NULL, NULL, 0 };
  int conn_into (struct conn **) LEAKCHECK_ACQUIRE_ARG ("conn", 1, "result == 0");
  conn_into (&b.conn);
  box_clear (&b);
}

struct box
box_made (void)
{
  struct box b = { NULL, NULL, 0 };
  b.conn = conn_open ("a");
  return b;
}

void
by_value (void)
{
  struct box b = box_made ();
  box_clear (&b);
}

void
by_value_copied (void)
{
  struct box b = box_made (), c;
  c = b;
  box_clear (&c);
}

void
by_value_forgotten (void)
{
  struct box b = box_made (); /* error: not-called */
  b.n = 2;
}

/* ---- On the heap.  ---- */

struct LEAKCHECK_MUST_CALL ("crate_free") crate
{
  struct conn *conn LEAKCHECK_OWNING;
  FILE *log LEAKCHECK_OWNING;
};

void crate_free (struct crate *c LEAKCHECK_CLOSES);
void
crate_free (struct crate *c)
{
  if (!c)
    return;
  if (c->log)
    fclose (c->log);
  if (c->conn)
    conn_close (c->conn);
  free (c);
}

struct crate *
crate_new (void)
{
  struct crate *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->conn = conn_open ("a");
  c->log = fopen ("log", "w");
  return c;
}

struct crate *
crate_new_or_not (void)
{
  struct crate *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->conn = NULL;
  c->log = fopen ("log", "w");
  if (!c->log)
    {
      crate_free (c);
      return NULL;
    }
  c->conn = conn_open ("a");
  return c;
}

struct crate *
crate_new_half (void)
{
  struct conn *conn = conn_open ("a"); /* error: not-called */
  struct crate *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->conn = conn;
  return c;
}

struct crate *
crate_new_whole (void)
{
  struct conn *conn = conn_open ("a");
  struct crate *c = calloc (1, sizeof *c);
  if (!c)
    {
      conn_close (conn);
      return NULL;
    }
  c->conn = conn;
  return c;
}

void
crate_user (void)
{
  struct crate *c = crate_new ();
  if (c)
    crate_free (c);
}

void
crate_user_frees (void)
{
  struct crate *c = crate_new (); /* error: not-called */
  free (c);
}

void
crate_user_forgets (void)
{
  struct crate *c = crate_new (); /* error: not-called */
  if (c && c->log)
    fputs ("a", c->log);
}

/* ---- Release functions that release less.  ---- */

struct LEAKCHECK_MUST_CALL ("early_free") early
{
  struct conn *conn LEAKCHECK_OWNING;
  FILE *log LEAKCHECK_OWNING;
};

void early_free (struct early *e LEAKCHECK_CLOSES);
void
early_free (struct early *e) /* error: promise-broken */
{
  if (!e->log)
    return;
  fclose (e->log);
  conn_close (e->conn);
}

struct LEAKCHECK_MUST_CALL ("wrong_free") wrong
{
  FILE *log LEAKCHECK_OWNING;
};

void wrong_free (struct wrong *w LEAKCHECK_CLOSES);
void
wrong_free (struct wrong *w) /* error: promise-broken */
{
  free (w->log);
}

struct LEAKCHECK_MUST_CALL ("helper_free") helper
{
  struct conn *conn LEAKCHECK_OWNING;
};

static void helper_done (struct helper *h)
  LEAKCHECK_CONTRACT ("release any arg1[@0]");
static void
helper_done (struct helper *h)
{
  if (h->conn)
    conn_close (h->conn);
}

void helper_free (struct helper *h LEAKCHECK_CLOSES);
void
helper_free (struct helper *h)
{
  helper_done (h);
  free (h);
}

struct LEAKCHECK_MUST_CALL ("silent_free") silent
{
  struct conn *conn LEAKCHECK_OWNING; /* error: field-not-released */
};

/* Nobody knows what this one does.  */
void silent_free (struct silent *s);
void
silent_user (struct silent *s)
{
  silent_free (s);
}

struct LEAKCHECK_MUST_CALL ("any_free or any_abort") any
{
  struct conn *conn LEAKCHECK_OWNING;
};

void any_free (struct any *a LEAKCHECK_CLOSES);
void any_abort (struct any *a LEAKCHECK_CLOSES);
struct any *any_new (void);
void
any_free (struct any *a)
{
  conn_close (a->conn);
}

void
any_abort (struct any *a) /* error: promise-broken */
{
  conn_use (a->conn);
}

void
any_user (int x)
{
  struct any *a = any_new ();
  if (x)
    any_free (a);
  else
    any_abort (a);
}

struct LEAKCHECK_MUST_CALL ("two_flush", "two_free") two
{
  int n;
};

void two_flush (struct two *t);
void two_free (struct two *t);
struct two *two_new (void);

void
two_user (void)
{
  struct two *t = two_new ();
  two_flush (t);
  two_free (t);
}

void
two_user_half (void)
{
  struct two *t = two_new (); /* error: not-called */
  two_free (t);
}

/* ---- One inside another.  ---- */

struct LEAKCHECK_MUST_CALL ("shelf_free") shelf
{
  struct crate *crate LEAKCHECK_OWNING;
};

void shelf_free (struct shelf *s LEAKCHECK_CLOSES);
void
shelf_free (struct shelf *s)
{
  crate_free (s->crate);
}

struct LEAKCHECK_MUST_CALL ("rack_free") rack
{
  struct crate *crate LEAKCHECK_OWNING;
};

void rack_free (struct rack *r LEAKCHECK_CLOSES);
void
rack_free (struct rack *r) /* error: promise-broken */
{
  free (r->crate);
}

struct LEAKCHECK_MUST_CALL ("chest_clear") chest
{
  int n;
  struct box first, second;
};

void chest_clear (struct chest *c LEAKCHECK_CLOSES);
void
chest_clear (struct chest *c)
{
  box_clear (&c->first);
  box_clear (&c->second);
}

struct LEAKCHECK_MUST_CALL ("bag_clear") bag
{
  int n;
  struct box first, second;
};

void bag_clear (struct bag *b LEAKCHECK_CLOSES);
void
bag_clear (struct bag *b) /* error: promise-broken */
{
  box_clear (&b->first);
}

/* ---- Assignments.  ---- */

void
moved (struct crate *c LEAKCHECK_OWNING)
{
  struct conn *conn = c->conn;
  c->conn = NULL;
  conn_close (conn);
  crate_free (c);
}

void
closed_and_emptied (struct crate *c LEAKCHECK_OWNING)
{
  struct conn *conn = c->conn;
  if (conn)
    conn_close (conn);
  c->conn = NULL;
  crate_free (c);
}

void crate_swap (struct crate *c, struct conn *conn LEAKCHECK_OWNING)
  LEAKCHECK_CREATES (1);
void
crate_swap (struct crate *c, struct conn *conn)
{
  struct conn *old = c->conn;
  if (old)
    conn_close (old);
  c->conn = conn;
}

void crate_put (struct crate *c, struct conn *conn) LEAKCHECK_CREATES (1);
void
crate_put (struct crate *c, struct conn *conn)
{
  if (c->conn)
    conn_close (c->conn);
  c->conn = conn;
}

struct conn *crate_take (struct crate *c);
struct conn *
crate_take (struct crate *c)
{
  struct conn *conn = c->conn;
  c->conn = NULL;
  return conn;
}

LEAKCHECK_NOT_OWNING struct conn *
crate_peek (struct crate *c)
{
  return c->conn;
}

void crate_ensure (struct crate *c) LEAKCHECK_CREATES (1);
void
crate_ensure (struct crate *c)
{
  if (c->conn != NULL)
    return;
  c->conn = conn_open ("a");
}
