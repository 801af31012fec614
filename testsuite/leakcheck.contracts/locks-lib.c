/* Functions that take locks and leave them, and that release them for their callers: a global lock,
   one that only this unit knows by name, a member.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "locks.h"
#include <unistd.h>

pthread_mutex_t the_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t hidden = PTHREAD_MUTEX_INITIALIZER;

void
lock_all (void)
{
  pthread_mutex_lock (&the_mutex);
}

void
unlock_all (void)
{
  pthread_mutex_unlock (&the_mutex);
}

static void
take (pthread_mutex_t *lock)
{
  pthread_mutex_lock (lock);
}

void
lock_hidden (void)
{
  take (&hidden);
}

void
unlock_hidden (void)
{
  pthread_mutex_unlock (&hidden);
}

int
try_hidden (void)
{
  return pthread_mutex_trylock (&hidden);
}

void
table_lock (struct table *t)
{
  take (&t->lock);
}

void
table_unlock (struct table *t)
{
  pthread_mutex_unlock (&t->lock);
}

int
table_try (struct table *t)
{
  return pthread_mutex_trylock (&t->lock) == 0;
}

int
table_lock_if (struct table *t, int wanted)
{
  if (wanted)
    pthread_mutex_lock (&t->lock);
  return t->n;
}

/* It takes the lock for itself.  */
int
table_size (struct table *t)
{
  pthread_mutex_lock (&t->lock);
  int n = t->n + t->m;
  pthread_mutex_unlock (&t->lock);
  return n;
}

/* It gives the lock back for a while.  */
void
table_wait (struct table *t)
{
  pthread_mutex_unlock (&t->lock);
  sleep (1);
  pthread_mutex_lock (&t->lock);
}

/* Two of them.  */
void
table_unlock_hidden (struct table *t)
{
  pthread_mutex_unlock (&t->lock);
  pthread_mutex_unlock (&hidden);
}

void
table_change (struct table *t, int n)
{
  t->n = n;
}
