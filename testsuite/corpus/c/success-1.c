/* Corpus, success: clean code, meant to provoke. All of it is clean.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdarg.h>
#include <signal.h>
#include <dirent.h>
#include <sys/socket.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/mman.h>
#include <netdb.h>
#include <pthread.h>
#include <search.h>

/* All clean: hunting for false reports.  */
#define container_of(p, t, m) ((t *) ((char *) (p) - offsetof (t, m)))
struct node { struct node *l, *r; };
struct obj { int id; struct node n; char *name; unsigned owned : 1; };
struct arena { char *base; size_t used, cap; struct arena *next; };
struct client { int fd; struct client *next; char buf[100]; };
struct pollset { int ep; struct client *clients; };
extern int work (const char *);
extern int io (int fd);
extern void on_exit_cb (void);

static struct node *root;

int
obj_add (int id, const char *name, bool copy)
{
  struct obj *o = calloc (1, sizeof *o);
  if (!o)
    return -1;
  o->id = id;
  if (copy)
    {
      o->name = strdup (name);
      if (!o->name)
	{
	  free (o);
	  return -1;
	}
      o->owned = 1;
    }
  else
    o->name = (char *) name;
  o->n.l = root;
  root = &o->n;
  return 0;
}

void
obj_del_all (void)
{
  while (root)
    {
      struct obj *o = container_of (root, struct obj, n);
      root = root->l;
      if (o->owned)
	free (o->name);
      free (o);
    }
}

struct node *
obj_make_node (int id)
{
  struct obj *o = malloc (sizeof *o);
  if (!o)
    return NULL;
  o->id = id;
  o->name = NULL;
  return &o->n;
}

void *
arena_get (struct arena **a, size_t n)
{
  struct arena *c = *a;
  n = (n + 15) & ~(size_t) 15;
  if (!c || c->used + n > c->cap)
    {
      size_t cap = n > 65536 ? n : 65536;
      c = malloc (sizeof *c);
      if (!c)
	return NULL;
      c->base = malloc (cap);
      if (!c->base)
	{
	  free (c);
	  return NULL;
	}
      c->used = 0;
      c->cap = cap;
      c->next = *a;
      *a = c;
    }
  c->used += n;
  return c->base + c->used - n;
}

int
accept_client (struct pollset *ps, int lfd)
{
  struct epoll_event ev = { .events = EPOLLIN };
  struct client *c;
  int fd = accept4 (lfd, NULL, NULL, SOCK_NONBLOCK);
  if (fd < 0)
    return errno == EAGAIN ? 0 : -1;
  if (!(c = malloc (sizeof *c)))
    {
      close (fd);
      return -1;
    }
  c->fd = fd;
  ev.data.ptr = c;
  if (epoll_ctl (ps->ep, EPOLL_CTL_ADD, fd, &ev) < 0)
    {
      close (fd);
      free (c);
      return -1;
    }
  return 1;
}

int
acquire_n (int n)
{
  int *fds = malloc (n * sizeof *fds), i, rc = 0;
  if (!fds)
    return -1;
  for (i = 0; i < n; i++)
    fds[i] = -1;
  for (i = 0; i < n; i++)
    if ((fds[i] = open ("/dev/null", O_RDONLY)) < 0)
      {
	rc = -1;
	break;
      }
  for (i = 0; i < n; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  free (fds);
  return rc;
}

char **
split (const char *s, int sep)
{
  size_t n = 2, i = 0;
  char **v;
  const char *p;
  for (p = s; *p; p++)
    n += *p == sep;
  v = calloc (n, sizeof *v);
  if (!v)
    return NULL;
  for (;;)
    {
      const char *e = strchr (s, sep);
      size_t len = e ? (size_t) (e - s) : strlen (s);
      if (!(v[i++] = strndup (s, len)))
	{
	  for (i = 0; v[i]; i++)
	    free (v[i]);
	  free (v);
	  return NULL;
	}
      if (!e)
	return v;
      s = e + 1;
    }
}

static void
strv_free (char **v)
{
  if (v)
    for (char **p = v; *p; p++)
      free (*p);
  free (v);
}

int
count_fields (const char *s)
{
  char **v = split (s, ':');
  int n = 0;
  if (!v)
    return -1;
  while (v[n])
    n++;
  strv_free (v);
  return n;
}

int
try_open (const char *a, const char *b, const char *c)
{
  int fd;
  if ((fd = open (a, O_RDONLY)) >= 0 || (fd = open (b, O_RDONLY)) >= 0
      || (fd = open (c, O_RDONLY)) >= 0)
    {
      int r = io (fd);
      close (fd);
      return r;
    }
  return -1;
}

FILE *
log_stream (void)
{
  static FILE *f;
  static bool tried;
  if (!tried)
    {
      tried = true;
      f = fopen ("/var/log/x", "a");
      if (f)
	{
	  setvbuf (f, malloc (BUFSIZ), _IOFBF, BUFSIZ);
	  atexit (on_exit_cb);
	}
    }
  return f ? f : stderr;
}

int
dup_to_low (const char *p)
{
  int fd = open (p, O_RDONLY), n;
  if (fd < 0)
    return -1;
  while (fd < 3)
    {
      n = dup (fd);
      close (fd);
      if (n < 0)
	return -1;
      fd = n;
    }
  close (fd);
  return 0;
}

int
retry_conn (struct addrinfo *ai, int tries)
{
  int s;
again:
  s = socket (ai->ai_family, SOCK_STREAM, 0);
  if (s < 0)
    return -1;
  if (connect (s, ai->ai_addr, ai->ai_addrlen) < 0)
    {
      close (s);
      if (tries-- > 0)
	{
	  sleep (1);
	  goto again;
	}
      return -1;
    }
  return s;
}

bool
eval (const char *s)
{
  char *t = NULL;
  bool neg = *s == '!';
  bool r;
  if (neg)
    {
      t = strdup (s + 1);
      if (!t)
	return false;
    }
  r = work (neg ? t : s) != 0;
  if (neg)
    free (t);
  return neg != r;
}

int
insert_sorted (struct client **head, int fd)
{
  struct client **pp, *c;
  for (pp = head; *pp && (*pp)->fd < fd; pp = &(*pp)->next)
    ;
  if (*pp && (*pp)->fd == fd)
    return 0;
  c = malloc (sizeof *c);
  if (!c)
    return -1;
  c->fd = fd;
  c->next = *pp;
  *pp = c;
  return 1;
}

int
tree_put (void **rootp, const char *k, int (*cmp) (const void *, const void *))
{
  char *c = strdup (k);
  char **found;
  if (!c)
    return -1;
  found = tsearch (c, rootp, cmp);
  if (!found)
    {
      free (c);
      return -1;
    }
  if (*found != c)
    {
      free (c);
      return 0;
    }
  return 1;
}

int
read_small (const char *path, char **out, size_t *outn)
{
  char *b = NULL;
  size_t n = 0, cap = 0;
  ssize_t r;
  int fd = open (path, O_RDONLY), e;
  if (fd < 0)
    return -1;
  for (;;)
    {
      if (n == cap)
	{
	  char *t;
	  cap = cap ? cap * 2 : 256;
	  t = realloc (b, cap);
	  if (!t)
	    goto fail;
	  b = t;
	}
      r = read (fd, b + n, cap - n);
      if (r < 0)
	{
	  if (errno == EINTR)
	    continue;
	  goto fail;
	}
      if (r == 0)
	break;
      n += r;
    }
  close (fd);
  *out = b;
  *outn = n;
  return 0;
fail:
  e = errno;
  free (b);
  close (fd);
  errno = e;
  return -1;
}

int
use_small (const char *path)
{
  char *b;
  size_t n;
  int s = 0;
  if (read_small (path, &b, &n))
    return -1;
  while (n--)
    s += b[n];
  free (b);
  return s;
}

int
maybe_both (const char *a, const char *b, unsigned flags)
{
  FILE *x = NULL, *y = NULL;
  int rc = 0;
  if (flags & 1)
    x = fopen (a, "r");
  if (flags & 2)
    y = fopen (b, "r");
  if (((flags & 1) && !x) || ((flags & 2) && !y))
    rc = -1;
  else
    rc = (x ? getc (x) : 0) + (y ? getc (y) : 0);
  if (x)
    fclose (x);
  if (y)
    fclose (y);
  return rc;
}

int
with_flags (const char *a, unsigned flags)
{
  FILE *x = NULL;
  int c = 0;
  if (flags & 4)
    {
      x = fopen (a, "r");
      if (!x)
	return -1;
    }
  if (flags & 8)
    c = work (a);
  if (flags & 4)
    fclose (x);
  return c;
}

struct queue { pthread_mutex_t m; pthread_cond_t c; struct client *h; bool quit; };

struct client *
queue_get (struct queue *q, int (*pred) (struct client *))
{
  struct client *c = NULL, **pp;
  pthread_mutex_lock (&q->m);
  for (;;)
    {
      for (pp = &q->h; *pp; pp = &(*pp)->next)
	if (pred (*pp))
	  {
	    c = *pp;
	    *pp = c->next;
	    break;
	  }
      if (c || q->quit)
	break;
      pthread_mutex_unlock (&q->m);
      sched_yield ();
      pthread_mutex_lock (&q->m);
    }
  pthread_mutex_unlock (&q->m);
  return c;
}

int
queue_lock_both (struct queue *a, struct queue *b)
{
  pthread_mutex_lock (&a->m);
  while (pthread_mutex_trylock (&b->m) != 0)
    {
      pthread_mutex_unlock (&a->m);
      sched_yield ();
      pthread_mutex_lock (&a->m);
    }
  a->quit = b->quit;
  pthread_mutex_unlock (&b->m);
  pthread_mutex_unlock (&a->m);
  return 0;
}

int
sum_mapped (int fd, size_t len)
{
  size_t off;
  int s = 0;
  for (off = 0; off < len; off += 65536)
    {
      size_t n = len - off < 65536 ? len - off : 65536;
      char *p = mmap (NULL, n, PROT_READ, MAP_SHARED, fd, off);
      if (p == MAP_FAILED)
	return -1;
      for (size_t i = 0; i < n; i++)
	s += p[i];
      munmap (p, n);
    }
  return s;
}

char *
env_or (const char *k, const char *def)
{
  const char *v = getenv (k);
  char *r = strdup (v && *v ? v : def);
  if (!r)
    abort ();
  return r;
}

int
env_int (const char *k)
{
  char *s = env_or (k, "0"), *end;
  long l;
  errno = 0;
  l = strtol (s, &end, 10);
  if (errno || end == s || *end)
    l = -1;
  free (s);
  return l;
}

int
main (int argc, char **argv)
{
  char *p = env_or ("HOME", "/");
  FILE *f = fopen (argv[1], "r");
  if (argc > 2)
    return work (p);
  return f ? getc (f) : 1;
}
