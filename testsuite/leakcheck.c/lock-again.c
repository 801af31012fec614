/* A lock that is still held is taken again by the same statement; and what is called with a lock
   held does not release it if it is also called without.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <pthread.h>
#include <stdbool.h>

struct queue
{
  pthread_mutex_t lock;
  int size;
  const struct handlers { void (*full) (struct queue *); int (*refused) (struct queue *, int); } *on;
};
extern bool retry (struct queue *, int), wait_for (int);
extern void put (struct queue *, int), report (struct queue *, const char *);

int
add (struct queue *q, int x)
{
again:
  pthread_mutex_lock (&q->lock);	/* { dg-warning "'q' might not be released" } */
  if (q->size > 9)
    {
      if (wait_for (x))
	goto again;
      pthread_mutex_unlock (&q->lock);
      return -1;
    }
  q->size++;
  pthread_mutex_unlock (&q->lock);
  return 0;
}

int
add_well (struct queue *q, int x)
{
again:
  pthread_mutex_lock (&q->lock);
  if (q->size > 9)
    {
      pthread_mutex_unlock (&q->lock);
      if (wait_for (x))
	goto again;
      return -1;
    }
  q->size++;
  pthread_mutex_unlock (&q->lock);
  return 0;
}

/* Another lock each time.  */
int
sum (struct queue **all, int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    {
      pthread_mutex_lock (&all[i]->lock);
      total += all[i]->size;
    }
  for (int i = 0; i < n; i++)
    pthread_mutex_unlock (&all[i]->lock);
  return total;
}

/* The same function before and after.  */
int
take (struct queue *q)
{
  pthread_mutex_lock (&q->lock);	/* { dg-warning "'q' might not be released" } */
  if (q->size == 0)
    {
      pthread_mutex_unlock (&q->lock);
      report (q, "empty");
      return -1;
    }
  if (q->size < 0)
    {
      report (q, "broken");
      return -1;
    }
  q->size--;
  pthread_mutex_unlock (&q->lock);
  return 0;
}

int
refuse (struct queue *q, int x)
{
  pthread_mutex_lock (&q->lock);	/* { dg-warning "'q' might not be released" } */
  if (q->size > 9)
    return q->on->refused (q, x);
  q->size++;
  pthread_mutex_unlock (&q->lock);
  return x < 0 ? q->on->refused (q, 0) : 0;
}

/* A callee that releases it.  */
int
hand_over (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  if (q->size == 0)
    {
      q->on->full (q);
      return -1;
    }
  q->size--;
  pthread_mutex_unlock (&q->lock);
  return 0;
}
