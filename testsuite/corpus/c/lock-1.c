/* Corpus, lock: locks and threads.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <stdbool.h>

struct job { void (*fn) (void *); void *arg; struct job *next; };
struct pool {
  pthread_mutex_t mu;
  pthread_cond_t cv;
  struct job *head, *tail;
  int n, max, stop, nthreads;
  pthread_t *th;
};
struct ent { char *k; int v; struct ent *next; };
struct cache { pthread_rwlock_t rw; struct ent *b[64]; };

extern unsigned hash (const char *);
static pthread_mutex_t g_mu = PTHREAD_MUTEX_INITIALIZER;
static int g_count;

/* 1 */
int
pool_submit (struct pool *p, void (*fn) (void *), void *arg)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -ENOMEM;
  j->fn = fn;
  j->arg = arg;
  j->next = NULL;
  pthread_mutex_lock (&p->mu);	/* { dg-warning "leak" } */
  if (p->stop)
    {
      free (j);
      return -ESHUTDOWN;
    }
  if (p->tail)
    p->tail->next = j;
  else
    p->head = j;
  p->tail = j;
  p->n++;
  pthread_cond_signal (&p->cv);
  pthread_mutex_unlock (&p->mu);
  return 0;
}

int
pool_submit_ok (struct pool *p, void (*fn) (void *), void *arg)
{
  struct job *j;
  int rc = 0;

  if (!(j = malloc (sizeof *j)))
    return -ENOMEM;
  *j = (struct job) { fn, arg, NULL };
  pthread_mutex_lock (&p->mu);
  while (p->n >= p->max && !p->stop)
    pthread_cond_wait (&p->cv, &p->mu);
  if (p->stop)
    {
      rc = -ESHUTDOWN;
      goto out;
    }
  if (p->tail)
    p->tail->next = j;
  else
    p->head = j;
  p->tail = j;
  j = NULL;
  p->n++;
  pthread_cond_signal (&p->cv);
out:
  pthread_mutex_unlock (&p->mu);
  free (j);
  return rc;
}

/* 2 job lost on stop */
int
pool_submit2 (struct pool *p, void (*fn) (void *), void *arg)
{
  struct job *j = calloc (1, sizeof *j);	/* { dg-warning "leak" } */
  if (!j)
    return -1;
  j->fn = fn;
  j->arg = arg;
  pthread_mutex_lock (&p->mu);
  if (p->n >= p->max)
    {
      pthread_mutex_unlock (&p->mu);
      return -EAGAIN;
    }
  j->next = p->head;
  p->head = j;
  p->n++;
  pthread_mutex_unlock (&p->mu);
  return 0;
}

void *
pool_worker (void *arg)
{
  struct pool *p = arg;
  for (;;)
    {
      struct job *j;
      pthread_mutex_lock (&p->mu);
      while (!p->head && !p->stop)
	pthread_cond_wait (&p->cv, &p->mu);
      if (!p->head)
	{
	  pthread_mutex_unlock (&p->mu);
	  return NULL;
	}
      j = p->head;
      p->head = j->next;
      if (!p->head)
	p->tail = NULL;
      p->n--;
      pthread_mutex_unlock (&p->mu);
      j->fn (j->arg);
      free (j);
    }
}

/* 3 */
void *
pool_worker_bad (void *arg)
{
  struct pool *p = arg;
  for (;;)
    {
      struct job *j;
      pthread_mutex_lock (&p->mu);	/* { dg-warning "leak" } */
      while (!p->head && !p->stop)
	pthread_cond_wait (&p->cv, &p->mu);
      if (p->stop && !p->head)
	break;
      j = p->head;
      p->head = j->next;
      p->n--;
      pthread_mutex_unlock (&p->mu);
      j->fn (j->arg);
      free (j);
    }
  return NULL;
}

int
pool_try_pop (struct pool *p, struct job **out)
{
  int rc = pthread_mutex_trylock (&p->mu);
  if (rc == EBUSY)
    return 0;
  if (rc != 0)
    return -rc;
  *out = p->head;
  if (p->head)
    {
      p->head = p->head->next;
      p->n--;
      rc = 1;
    }
  pthread_mutex_unlock (&p->mu);
  return rc;
}

/* 4 rwlock */
int
cache_get (struct cache *c, const char *k, int *v)
{
  struct ent *e;
  pthread_rwlock_rdlock (&c->rw);	/* { dg-warning "leak" "lost" { xfail *-*-* } } */
  for (e = c->b[hash (k) & 63]; e; e = e->next)
    if (!strcmp (e->k, k))
      {
	*v = e->v;
	return 0;
      }
  pthread_rwlock_unlock (&c->rw);
  return -ENOENT;
}

int
cache_get_ok (struct cache *c, const char *k, int *v)
{
  struct ent *e;
  int rc = -ENOENT;
  if (pthread_rwlock_rdlock (&c->rw))
    return -EAGAIN;
  for (e = c->b[hash (k) & 63]; e && rc; e = e->next)
    if (!strcmp (e->k, k))
      {
	*v = e->v;
	rc = 0;
      }
  pthread_rwlock_unlock (&c->rw);
  return rc;
}

/* 5 */
int
cache_put (struct cache *c, const char *k, int v)
{
  struct ent *e = malloc (sizeof *e);
  unsigned h = hash (k) & 63;
  if (!e)
    return -ENOMEM;
  e->k = strdup (k);
  if (!e->k)
    {
      free (e);
      return -ENOMEM;
    }
  e->v = v;
  pthread_rwlock_wrlock (&c->rw);
  e->next = c->b[h];
  c->b[h] = e;
  pthread_rwlock_unlock (&c->rw);
  return 0;
}

int
cache_put_bad (struct cache *c, const char *k, int v)
{
  unsigned h = hash (k) & 63;
  struct ent *e;
  pthread_rwlock_wrlock (&c->rw);	/* { dg-warning "leak" } */
  for (e = c->b[h]; e; e = e->next)
    if (strcmp (e->k, k) == 0)
      {
	e->v = v;
	goto done;
      }
  e = malloc (sizeof *e);
  if (!e)
    return -ENOMEM;
  e->k = strdup (k);
  if (!e->k)
    {
      free (e);
      pthread_rwlock_unlock (&c->rw);
      return -ENOMEM;
    }
  e->v = v;
  e->next = c->b[h];
  c->b[h] = e;
done:
  pthread_rwlock_unlock (&c->rw);
  return 0;
}

/* 6 helper lock functions: intended wrappers */
static void
g_lock (void)
{
  pthread_mutex_lock (&g_mu);
}

static void
g_unlock (void)
{
  pthread_mutex_unlock (&g_mu);
}

int
count_up (int max)
{
  g_lock ();
  if (g_count >= max)
    {
      g_unlock ();
      return -1;
    }
  g_count++;
  g_unlock ();
  return 0;
}

int
count_down (void)
{
  g_lock ();	/* { dg-warning "leak" } */
  if (g_count == 0)
    return -1;
  g_count--;
  g_unlock ();
  return 0;
}

/* 7 conditional locking by a flag */
int
get_count (bool locked)
{
  int n;
  if (!locked)
    pthread_mutex_lock (&g_mu);
  n = g_count;
  if (!locked)
    pthread_mutex_unlock (&g_mu);
  return n;
}

int
set_count (int n, bool need_lock)
{
  if (need_lock)
    pthread_mutex_lock (&g_mu);	/* { dg-warning "leak" } */
  if (n < 0)
    return -EINVAL;
  g_count = n;
  if (need_lock)
    pthread_mutex_unlock (&g_mu);
  return 0;
}

/* 8 two mutexes */
struct acct { pthread_mutex_t mu; long bal; };

int
transfer (struct acct *a, struct acct *b, long amt)
{
  struct acct *x = a < b ? a : b, *y = a < b ? b : a;
  int rc = 0;
  pthread_mutex_lock (&x->mu);
  pthread_mutex_lock (&y->mu);
  if (a->bal < amt)
    rc = -1;
  else
    {
      a->bal -= amt;
      b->bal += amt;
    }
  pthread_mutex_unlock (&y->mu);
  pthread_mutex_unlock (&x->mu);
  return rc;
}

int
transfer_bad (struct acct *a, struct acct *b, long amt)
{
  pthread_mutex_lock (&a->mu);	/* { dg-warning "leak" } */
  pthread_mutex_lock (&b->mu);
  if (a->bal < amt)
    {
      pthread_mutex_unlock (&b->mu);
      return -1;
    }
  a->bal -= amt;
  b->bal += amt;
  pthread_mutex_unlock (&b->mu);
  pthread_mutex_unlock (&a->mu);
  return 0;
}

/* 9 thread owning its argument */
struct targ { int fd; char *name; };
extern void *conn_main (void *);

int
start_conn (int fd, const char *name)
{
  pthread_t t;
  struct targ *a = malloc (sizeof *a);
  if (!a)
    return -1;
  a->fd = fd;
  a->name = strdup (name);
  if (!a->name || pthread_create (&t, NULL, conn_main, a) != 0)
    {
      free (a->name);
      free (a);
      return -1;
    }
  pthread_detach (t);
  return 0;
}

int
start_conn_bad (int fd, const char *name)
{
  pthread_t t;
  struct targ *a = malloc (sizeof *a);
  int rc;
  if (!a)
    return -1;
  a->fd = fd;
  a->name = strdup (name);	/* { dg-warning "leak" } */
  if (!a->name)
    {
      free (a);
      return -1;
    }
  rc = pthread_create (&t, NULL, conn_main, a);
  if (rc != 0)
    {
      free (a);
      return -rc;
    }
  pthread_detach (t);
  return 0;
}

/* 10 semaphore */
struct ring { sem_t empty, full; pthread_mutex_t mu; int buf[16], r, w; };

int
ring_put (struct ring *q, int v)
{
  while (sem_wait (&q->empty) == -1)
    if (errno != EINTR)
      return -1;
  pthread_mutex_lock (&q->mu);
  q->buf[q->w++ & 15] = v;
  pthread_mutex_unlock (&q->mu);
  sem_post (&q->full);
  return 0;
}

int
pool_init (struct pool *p, int n)
{
  int i;
  memset (p, 0, sizeof *p);
  p->th = calloc (n, sizeof *p->th);	/* { dg-warning "leak" } */
  if (!p->th)
    return -1;
  for (i = 0; i < n; i++)
    if (pthread_create (&p->th[i], NULL, pool_worker, p))
      {
	pthread_mutex_lock (&p->mu);
	p->stop = 1;
	pthread_cond_broadcast (&p->cv);
	pthread_mutex_unlock (&p->mu);
	while (i-- > 0)
	  pthread_join (p->th[i], NULL);
	p->th = NULL;
	return -1;
      }
  p->nthreads = n;
  return 0;
}

/* 11 lock file with flock and timedlock */
int
lock_pidfile (const char *path)
{
  int fd = open (path, O_RDWR | O_CREAT, 0644);	/* { dg-warning "leak" } */
  char b[32];
  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_EX | LOCK_NB) < 0)
    {
      if (errno == EWOULDBLOCK)
	return -2;
      close (fd);
      return -1;
    }
  snprintf (b, sizeof b, "%ld\n", (long) getpid ());
  if (ftruncate (fd, 0) < 0 || write (fd, b, strlen (b)) < 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

int
bump_timed (struct pool *p, const struct timespec *ts)
{
  int rc;
  if ((rc = pthread_mutex_timedlock (&p->mu, ts)) == ETIMEDOUT)
    return -1;
  if (rc)
    return -2;
  p->max++;
  rc = p->max;
  return pthread_mutex_unlock (&p->mu) ? -3 : rc;
}
