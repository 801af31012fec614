/* Callers of what locks-lib.c defines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "locks.h"
#include <stdlib.h>

int
leaks_global (int n)
{
  lock_all (); /* LEAK */
  if (n < 0)
    return -1;
  unlock_all ();
  return n;
}

int
clean_global (int n)
{
  lock_all ();
  if (n < 0)
    {
      unlock_all ();
      return -1;
    }
  unlock_all ();
  return n;
}

/* By name, and by a call.  */
int
leaks_either (int n)
{
  pthread_mutex_lock (&the_mutex); /* LEAK */
  if (n < 0)
    return -1;
  unlock_all ();
  return n;
}

int
clean_either (int n)
{
  lock_all ();
  pthread_mutex_unlock (&the_mutex);
  return n;
}

int
leaks_hidden (int n)
{
  lock_hidden (); /* LEAK */
  if (n < 0)
    return -1;
  unlock_hidden ();
  return n;
}

int
clean_hidden (int n)
{
  lock_hidden ();
  int r = n < 0 ? -1 : n;
  unlock_hidden ();
  return r;
}

int
leaks_try_hidden (int n)
{
  if (try_hidden ()) /* LEAK */
    return -2;
  if (n < 0)
    return -1;
  unlock_hidden ();
  return n;
}

int
clean_try_hidden (int n)
{
  if (try_hidden ())
    return -2;
  unlock_hidden ();
  return n;
}

/* They are two locks.  */
int
clean_both (int n)
{
  lock_all ();
  lock_hidden ();
  unlock_hidden ();
  unlock_all ();
  return n;
}

int
leaks_both (int n)
{
  lock_all ();
  lock_hidden (); /* LEAK */
  if (n < 0)
    {
      unlock_all ();
      return -1;
    }
  unlock_hidden ();
  unlock_all ();
  return n;
}

int
leaks_member (struct table *t)
{
  table_lock (t); /* LEAK */
  if (t->n < 0)
    return -1;
  table_unlock (t);
  return 0;
}

int
clean_member (struct table *t)
{
  table_lock (t);
  if (t->n < 0)
    {
      table_unlock (t);
      return -1;
    }
  pthread_mutex_unlock (&t->lock);
  return 0;
}

int
leaks_own_member (struct table *t)
{
  pthread_mutex_lock (&t->lock); /* LEAK */
  if (t->n < 0)
    return -1;
  table_unlock (t);
  return 0;
}

int
leaks_try (struct table *t)
{
  if (!table_try (t)) /* LEAK */
    return 0;
  if (t->n < 0)
    return -1;
  table_unlock (t);
  return 1;
}

int
clean_try (struct table *t)
{
  if (!table_try (t))
    return 0;
  int n = t->n;
  table_unlock (t);
  return n;
}

int
leaks_if (struct table *t)
{
  table_lock_if (t, 1); /* LEAK */
  if (t->n < 0)
    return -1;
  table_unlock (t);
  return 1;
}

int
clean_if (struct table *t)
{
  return table_lock_if (t, 0);
}

/* Each is released by the other's owner.  */
int
clean_other (struct table *a, struct table *b)
{
  table_lock (a);
  table_lock (b);
  int n = a->n + b->n;
  table_unlock (b);
  table_unlock (a);
  return n;
}

int
clean_size (struct table *t)
{
  return table_size (t) + table_size (t);
}

int
leaks_size (struct table *t, struct table *other)
{
  table_lock (t); /* LEAK */
  if (table_size (other) > 3)
    return 1;
  table_unlock (t);
  return 0;
}

int
clean_wait (struct table *t)
{
  table_lock (t);
  while (t->n == 0)
    table_wait (t);
  table_unlock (t);
  return 0;
}

int
clean_two (struct table *t)
{
  table_lock (t);
  lock_hidden ();
  table_change (t, 3);
  table_unlock_hidden (t);
  return 0;
}

int
leaks_change (struct table *t, int n)
{
  table_lock (t); /* LEAK */
  table_change (t, n);
  if (n == 3)
    return -1;
  table_unlock (t);
  return 0;
}

/* The table itself is nothing that is released with its lock.  */
int
leaks_table (void)
{
  struct table *t = calloc (1, sizeof *t); /* LEAK */
  if (!t)
    return -1;
  pthread_mutex_init (&t->lock, NULL);
  table_lock (t);
  int n = t->n;
  table_unlock (t);
  pthread_mutex_destroy (&t->lock);
  return n;
}

/* A lock for the caller: the half of a pair.  */
void
begin (struct table *t)
{
  table_lock (t);
}

void
end (struct table *t)
{
  table_unlock (t);
}
