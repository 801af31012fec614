/* Locks: held at an early return; and the wrappers whose purpose is to return
   with the lock held, or to release a lock taken elsewhere.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table
{
  pthread_mutex_t lock;
  pthread_rwlock_t rw;
  int used;
  const char *keys[64];
};

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

int
insert (struct table *t, const char *key)
{
  int ret = -1;
  pthread_mutex_lock (&t->lock);
  if (t->used == 64)
    goto out;
  t->keys[t->used++] = key;
  ret = 0;
out:
  pthread_mutex_unlock (&t->lock);
  return ret;
}

int
insert_leaky (struct table *t, const char *key)
{
  pthread_mutex_lock (&t->lock);	/* { dg-warning "leak" } */
  if (t->used == 64)
    return -1;
  t->keys[t->used++] = key;
  pthread_mutex_unlock (&t->lock);
  return 0;
}

/* A return from inside a search loop.  */
int
find (struct table *t, const char *key)
{
  int at = -1;
  pthread_mutex_lock (&t->lock);
  for (int i = 0; i < t->used; i++)
    if (strcmp (t->keys[i], key) == 0)
      {
	at = i;
	break;
      }
  pthread_mutex_unlock (&t->lock);
  return at;
}

int
find_leaky (struct table *t, const char *key)
{
  pthread_mutex_lock (&t->lock);	/* { dg-warning "leak" } */
  for (int i = 0; i < t->used; i++)
    if (strcmp (t->keys[i], key) == 0)
      return i;
  pthread_mutex_unlock (&t->lock);
  return -1;
}

/* A global lock.  */
int
next_id (void)
{
  pthread_mutex_lock (&big_lock);
  int id = ++counter;
  pthread_mutex_unlock (&big_lock);
  return id;
}

int
next_id_leaky (int limit)
{
  pthread_mutex_lock (&big_lock);	/* { dg-warning "leak" } */
  int id = ++counter;
  if (id > limit)
    {
      fprintf (stderr, "too many\n");
      return -1;
    }
  pthread_mutex_unlock (&big_lock);
  return id;
}

/* Wrappers: held on every way out, by design.  */
void
table_lock (struct table *t)
{
  pthread_mutex_lock (&t->lock);
}

void
table_unlock (struct table *t)
{
  pthread_mutex_unlock (&t->lock);
}

int
table_size (struct table *t)
{
  table_lock (t);
  int n = t->used;
  table_unlock (t);
  return n;
}

/* trylock: held only when it returns 0.  */
int
try_insert (struct table *t, const char *key)
{
  if (pthread_mutex_trylock (&t->lock) != 0)
    return -1;
  if (t->used < 64)
    t->keys[t->used++] = key;
  pthread_mutex_unlock (&t->lock);
  return 0;
}

int
try_insert_leaky (struct table *t, const char *key)
{
  if (pthread_mutex_trylock (&t->lock) != 0)	/* { dg-warning "leak" } */
    return -1;
  if (t->used == 64)
    return -1;
  t->keys[t->used++] = key;
  pthread_mutex_unlock (&t->lock);
  return 0;
}

/* Reader and writer locks.  */
int
read_used (struct table *t)
{
  pthread_rwlock_rdlock (&t->rw);
  int n = t->used;
  pthread_rwlock_unlock (&t->rw);
  return n;
}

int
write_used_leaky (struct table *t, int n)
{
  pthread_rwlock_wrlock (&t->rw);	/* { dg-warning "leak" } */
  if (n < 0 || n > 64)
    return -1;
  t->used = n;
  pthread_rwlock_unlock (&t->rw);
  return 0;
}

/* A condition variable gives the lock back locked.  */
void
wait_nonempty (struct table *t, pthread_cond_t *cond)
{
  pthread_mutex_lock (&t->lock);
  while (t->used == 0)
    pthread_cond_wait (cond, &t->lock);
  t->used--;
  pthread_mutex_unlock (&t->lock);
}

/* The lock guards a block of memory; the unlock is forgotten where the
   block cannot be had.  */
char *
snapshot_leaky (struct table *t)
{
  pthread_mutex_lock (&t->lock);	/* { dg-warning "leak" } */
  char *p = malloc (t->used + 1);
  if (!p)
    return NULL;
  for (int i = 0; i < t->used; i++)
    p[i] = t->keys[i][0];
  p[t->used] = '\0';
  pthread_mutex_unlock (&t->lock);
  return p;
}

char *
snapshot (struct table *t)
{
  pthread_mutex_lock (&t->lock);
  char *p = malloc (t->used + 1);
  if (p)
    {
      for (int i = 0; i < t->used; i++)
	p[i] = t->keys[i][0];
      p[t->used] = '\0';
    }
  pthread_mutex_unlock (&t->lock);
  return p;
}

/* Locked only when asked to, unlocked likewise.  */
void
bump (struct table *t, int locked)
{
  if (!locked)
    pthread_mutex_lock (&t->lock);
  t->used++;
  if (!locked)
    pthread_mutex_unlock (&t->lock);
}
