/* Two locks in one object: one is not the other, nor what stands beside them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdbool.h>

struct list
{
  struct list *next;
};

struct queue
{
  int n;
  pthread_mutex_t front, back;
  struct list items;
};

void add (struct list *);
void settle (struct queue *);

bool
leak_front (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);	/* { dg-warning "might not be released" } */
  pthread_mutex_lock (&q->back);
  if (k > q->n)
    {
      pthread_mutex_unlock (&q->back);
      return false;
    }
  pthread_mutex_unlock (&q->back);
  pthread_mutex_unlock (&q->front);
  return true;
}

int
leak_back (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);
  pthread_mutex_lock (&q->back);	/* { dg-warning "might not be released" } */
  if (k > q->n)
    {
      pthread_mutex_unlock (&q->front);
      return -1;
    }
  pthread_mutex_unlock (&q->back);
  pthread_mutex_unlock (&q->front);
  return 0;
}

int
leak_beside (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);	/* { dg-warning "might not be released" } */
  add (&q->items);
  if (k > q->n)
    return -1;
  pthread_mutex_unlock (&q->front);
  return 0;
}

int
clean_both (struct queue *q, int k)
{
  int rc = 0;
  pthread_mutex_lock (&q->front);
  pthread_mutex_lock (&q->back);
  if (k > q->n)
    rc = -1;
  pthread_mutex_unlock (&q->back);
  pthread_mutex_unlock (&q->front);
  return rc;
}

int
clean_order (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);
  pthread_mutex_lock (&q->back);
  pthread_mutex_unlock (&q->front);
  if (k > q->n)
    {
      pthread_mutex_unlock (&q->back);
      return -1;
    }
  add (&q->items);
  pthread_mutex_unlock (&q->back);
  return 0;
}

/* Whoever is given the whole object may give the lock back.  */
int
clean_whole (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);
  if (k > q->n)
    {
      settle (q);
      return -1;
    }
  pthread_mutex_unlock (&q->front);
  return 0;
}

/* Whoever keeps the object has the lock in it, too.  */
static void *
runner (void *given)
{
  struct queue *q = given;
  pthread_mutex_unlock (&q->front);
  return NULL;
}

int
clean_thread (struct queue *q, pthread_t *t)
{
  pthread_mutex_lock (&q->front);
  if (pthread_create (t, NULL, runner, q) == 0)
    return 1;
  pthread_mutex_unlock (&q->front);
  return 0;
}

static void
unlock_both (struct queue *q)
{
  pthread_mutex_unlock (&q->back);
  pthread_mutex_unlock (&q->front);
}

int
clean_helper (struct queue *q, int k)
{
  pthread_mutex_lock (&q->front);
  pthread_mutex_lock (&q->back);
  if (k > q->n)
    {
      unlock_both (q);
      return -1;
    }
  unlock_both (q);
  return 0;
}
