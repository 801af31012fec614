/* Corpus, loss: the corners of the language.

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
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <netdb.h>

struct msg { int type; union { char *text; int fd; double d; } u; };
struct tree { struct tree *l, *r; char *key; };
struct pair { char *a, *b; };
struct cfg { char *host; char *port; FILE *log; };
extern int put (const char *);
extern int deliver (const struct msg *);
extern void warn_ (const char *, ...) __attribute__ ((format (printf, 1, 2)));

/* 1 do-while(0) break */
int
steps (const char *p)
{
  int rc = -1, fd = -1;
  char *b = NULL;
  do
    {
      if ((fd = open (p, O_RDONLY)) < 0)
	break;
      if (!(b = malloc (512)))
	break;
      if (read (fd, b, 512) != 512)
	break;
      rc = put (b);
    }
  while (0);
  free (b);
  if (fd >= 0)
    close (fd);
  return rc;
}

int
steps_bad (const char *p)
{
  int rc = -1, fd = -1;
  char *b = NULL;
  do
    {
      if ((fd = open (p, O_RDONLY)) < 0)
	break;
      if (!(b = malloc (512)))	/* { dg-warning "leak" } */
	break;
      if (read (fd, b, 512) != 512)
	break;
      rc = put (b);
      free (b);
    }
  while (0);
  if (fd >= 0)
    close (fd);
  return rc;
}

/* 2 tagged union */
int
msg_send (int type, const char *s)
{
  struct msg m = { .type = type };
  int rc;
  if (type == 1)
    {
      m.u.text = strdup (s);
      if (!m.u.text)
	return -1;
    }
  else
    m.u.d = 1.5;
  rc = deliver (&m);
  if (m.type == 1)
    free (m.u.text);
  return rc;
}

int
msg_send_bad (int type, const char *s)
{
  struct msg m = { .type = type };
  switch (type)
    {
    case 1:
      m.u.text = strdup (s);
      if (!m.u.text)
	return -1;
      break;
    case 2:
      m.u.fd = open (s, O_RDONLY);	/* { dg-warning "leak" "lost" { xfail *-*-* } } */
      if (m.u.fd < 0)
	return -1;
      break;
    default:
      return -2;
    }
  int rc = deliver (&m);
  if (type == 1)
    free (m.u.text);
  return rc;
}

/* 3 recursion builds a tree */
struct tree *
tree_dup (const struct tree *t)
{
  struct tree *n;
  if (!t)
    return NULL;
  n = malloc (sizeof *n);
  if (!n)
    abort ();
  n->key = strdup (t->key);
  n->l = tree_dup (t->l);
  n->r = tree_dup (t->r);
  return n;
}

static void
tree_free (struct tree *t)
{
  if (t)
    {
      tree_free (t->l);
      tree_free (t->r);
      free (t->key);
      free (t);
    }
}

int
tree_depth (const struct tree *t, int copy)
{
  struct tree *c = tree_dup (t);	/* { dg-warning "leak" } */
  int n = 0;
  for (struct tree *p = c; p; p = p->l)
    n++;
  if (copy)
    tree_free (c);
  return n;
}

/* 4 struct copied out */
int
cfg_load (struct cfg *out, const char *h, const char *p)
{
  struct cfg c = { 0 };
  c.host = strdup (h);
  c.port = strdup (p);
  c.log = fopen ("log", "a");
  if (!c.host || !c.port || !c.log)
    {
      free (c.host);
      free (c.port);
      if (c.log)
	fclose (c.log);
      return -1;
    }
  *out = c;
  return 0;
}

int
cfg_load_bad (struct cfg *out, const char *h, const char *p)
{
  struct cfg c = { 0 };
  c.host = strdup (h);	/* { dg-warning "leak" } */
  c.port = strdup (p);	/* { dg-warning "leak" } */
  c.log = fopen ("log", "a");
  if (!c.host || !c.port || !c.log)
    {
      if (c.log)
	fclose (c.log);
      return -1;
    }
  *out = c;
  return 0;
}

/* 5 memset wipes the pointer */
int
cfg_try (const char *h)
{
  struct cfg c;
  c.host = strdup (h);	/* { dg-warning "leak" } */
  if (!c.host)
    return -1;
  if (*c.host == '#')
    memset (&c, 0, sizeof c);
  int r = c.host ? put (c.host) : 0;
  free (c.host);
  return r;
}

int
cfg_try_ok (const char *h)
{
  struct cfg c;
  memset (&c, 0, sizeof c);
  c.host = strdup (h);
  int r = c.host ? put (c.host) : 0;
  free (c.host);
  memset (&c, 0, sizeof c);
  return r;
}

/* 6 vasprintf */
int
vsay (const char *fmt, va_list ap)
{
  char *s;
  int n = vasprintf (&s, fmt, ap);
  if (n < 0)
    return -1;
  n = put (s);
  free (s);
  return n;
}

int
say_bad (const char *fmt, ...)
{
  char *s;
  va_list ap;
  int n;
  va_start (ap, fmt);
  n = vasprintf (&s, fmt, ap);	/* { dg-warning "leak" } */
  va_end (ap);
  if (n < 0)
    return -1;
  if (n > 1024)
    return -2;
  n = put (s);
  free (s);
  return n;
}

/* 7 ternary acquisition */
int
cat_one (const char *p, bool pipe_)
{
  FILE *f = pipe_ ? popen (p, "r") : fopen (p, "r");
  int c, n = 0;
  if (!f)
    return -1;
  while ((c = getc (f)) != EOF)
    n++;
  if (pipe_)
    pclose (f);
  else
    fclose (f);
  return n;
}

int
cat_one_bad (const char *p, bool zip)
{
  char cmd[300];
  FILE *f;
  int c, n = 0;
  if (zip)
    {
      snprintf (cmd, sizeof cmd, "gzip -dc '%s'", p);
      f = popen (cmd, "r");	/* { dg-warning "leak" } */
    }
  else
    f = fopen (p, "r");
  if (!f)
    return -1;
  while ((c = getc (f)) != EOF)
    n++;
  if (!zip)
    fclose (f);
  return n;
}

/* 8 epoll server with fds only */
int
epoll_server (int lfd)
{
  struct epoll_event ev = { .events = EPOLLIN, .data.fd = lfd }, evs[16];
  int ep = epoll_create1 (0), n;
  char buf[512];
  if (ep < 0)
    return -1;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, lfd, &ev) < 0)
    {
      close (ep);
      return -1;
    }
  while ((n = epoll_wait (ep, evs, 16, -1)) >= 0 || errno == EINTR)
    for (int i = 0; i < n; i++)
      {
	int fd = evs[i].data.fd;
	if (fd == lfd)
	  {
	    int c = accept (lfd, NULL, NULL);
	    if (c < 0)
	      continue;
	    ev.events = EPOLLIN;
	    ev.data.fd = c;
	    if (epoll_ctl (ep, EPOLL_CTL_ADD, c, &ev) < 0)
	      close (c);
	  }
	else if (read (fd, buf, sizeof buf) <= 0)
	  {
	    epoll_ctl (ep, EPOLL_CTL_DEL, fd, NULL);
	    close (fd);
	  }
      }
  close (ep);
  return 0;
}

int
epoll_server_bad (int lfd)
{
  struct epoll_event ev = { .events = EPOLLIN, .data.fd = lfd }, evs[16];
  int ep = epoll_create1 (0), n;	/* { dg-warning "leak" } */
  if (ep < 0)
    return -1;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, lfd, &ev) < 0)
    return -1;
  n = epoll_wait (ep, evs, 16, 1000);
  close (ep);
  return n;
}

/* 9 nested helper with flag result */
static bool
open_if (const char *p, int *fd)
{
  if (!p)
    return false;
  *fd = open (p, O_RDONLY);
  return *fd >= 0;
}

int
first_of (const char *a, const char *b)
{
  int fd, r;
  char c;
  if (!open_if (a, &fd) && !open_if (b, &fd))
    return -1;
  r = read (fd, &c, 1) == 1 ? c : -1;
  close (fd);
  return r;
}

int
first_of_bad (const char *a, const char *b)
{
  int fd, fd2, r;
  char c;
  if (!open_if (a, &fd))	/* { dg-warning "leak" } */
    return -1;
  if (!open_if (b, &fd2))
    return -1;
  r = read (fd, &c, 1) == read (fd2, &c, 1);
  close (fd2);
  close (fd);
  return r;
}

/* 10 early-out in nested loops */
int
matrix (int n, int m)
{
  double **a = calloc (n, sizeof *a);
  int rc = -1, i;
  if (!a)
    return -1;
  for (i = 0; i < n; i++)
    {
      a[i] = malloc (m * sizeof **a);
      if (!a[i])
	goto end;
      for (int j = 0; j < m; j++)
	a[i][j] = i * j;
    }
  rc = 0;
end:
  for (i = 0; i < n; i++)
    free (a[i]);
  free (a);
  return rc;
}

int
matrix_bad (int n, int m)
{
  double **a = calloc (n, sizeof *a);
  int i;
  if (!a)
    return -1;
  for (i = 0; i < n; i++)
    {
      a[i] = malloc (m * sizeof **a);	/* { dg-warning "leak" } */
      if (!a[i])
	{
	  free (a);
	  return -1;
	}
      for (int j = 0; j < m; j++)
	a[i][j] = i * j;
    }
  for (i = 0; i < n; i++)
    free (a[i]);
  free (a);
  return 0;
}

/* 11 pair by value */
static struct pair
mkpair (const char *a, const char *b)
{
  return (struct pair) { strdup (a), strdup (b) };
}

int
pair_cmp (const char *x, const char *y)
{
  struct pair p = mkpair (x, y);
  int r = p.a && p.b ? strcmp (p.a, p.b) : -2;
  free (p.a);
  free (p.b);
  return r;
}

int
pair_cmp_bad (const char *x, const char *y)
{
  struct pair p = mkpair (x, y);	/* { dg-warning "leak" } */
  int r;
  if (!p.a || !p.b)
    return -2;
  r = strcmp (p.a, p.b);
  free (p.a);
  free (p.b);
  return r;
}

/* 12 realloc to grow, local struct array */
int
collect (FILE *f)
{
  struct pair *v = NULL, *t;
  size_t n = 0;
  char l[100];
  int rc = 0;
  while (fgets (l, sizeof l, f))
    {
      t = realloc (v, (n + 1) * sizeof *v);
      if (!t)
	{
	  rc = -1;
	  break;
	}
      v = t;
      v[n].a = strdup (l);
      v[n].b = NULL;
      n++;
    }
  for (size_t i = 0; i < n; i++)
    {
      if (v[i].a && rc == 0)
	rc = put (v[i].a);
      free (v[i].a);
    }
  free (v);
  return rc;
}

int
collect_bad (FILE *f)
{
  char **v = NULL;
  size_t n = 0;
  char l[100];
  while (fgets (l, sizeof l, f))
    {
      char **t = realloc (v, (n + 1) * sizeof *v);	/* { dg-warning "leak" } */
      if (!t)
	return -1;
      v = t;
      v[n++] = NULL;
    }
  free (v);
  return n;
}
