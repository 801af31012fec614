/* Corpus, call: calls, aliases and structures that are hard to follow.

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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <pthread.h>

extern void logf_ (int lvl, const char *fmt, ...);
extern int check (const char *);
extern int parse_hdr (FILE *f, int *ver);
extern int transform (unsigned char *buf, size_t n);
extern ssize_t readn (int fd, void *buf, size_t n);

struct stream {
  const struct stream_ops *ops;
  int fd;
  unsigned char *buf;
  size_t cap;
  int err;
};
struct stream_ops
{
  ssize_t (*read) (struct stream *, void *, size_t);
  void (*close) (struct stream *);
};

static void
stream_close (struct stream *s)
{
  if (s->fd >= 0)
    close (s->fd);
  free (s->buf);
  free (s);
}

static ssize_t
stream_read (struct stream *s, void *p, size_t n)
{
  ssize_t r = read (s->fd, p, n);
  if (r < 0)
    s->err = errno;
  return r;
}

static const struct stream_ops fd_ops = { stream_read, stream_close };

/* 1 */
struct stream *
stream_open (const char *path)
{
  struct stream *s = malloc (sizeof *s);
  if (!s)
    return NULL;
  s->ops = &fd_ops;
  s->err = 0;
  s->cap = 4096;
  s->buf = malloc (s->cap);
  s->fd = open (path, O_RDONLY);
  if (!s->buf || s->fd < 0)
    {
      stream_close (s);
      return NULL;
    }
  return s;
}

struct stream *
stream_open_bad (const char *path)
{
  struct stream *s = malloc (sizeof *s);
  if (!s)
    return NULL;
  s->ops = &fd_ops;
  s->cap = 4096;
  s->fd = open (path, O_RDONLY);	/* { dg-warning "leak" } */
  if (s->fd < 0)
    {
      free (s);
      return NULL;
    }
  s->buf = malloc (s->cap);
  if (!s->buf)
    {
      free (s);
      return NULL;
    }
  return s;
}

/* 2 virtual close */
int
stream_peek (const char *path)
{
  struct stream *s = stream_open (path);
  unsigned char c;
  ssize_t n;
  if (!s)
    return -1;
  n = s->ops->read (s, &c, 1);
  s->ops->close (s);
  return n == 1 ? c : -1;
}

int
stream_peek_bad (const char *path)
{
  struct stream *s = stream_open (path);	/* { dg-warning "leak" } */
  unsigned char c;
  if (!s)
    return -1;
  if (stream_read (s, &c, 1) != 1)
    return -1;
  stream_close (s);
  return c;
}

/* 3 unknown helper gets the buffer, then error return */
int
decode_packet (int fd, size_t n)
{
  unsigned char *buf = malloc (n);	/* { dg-warning "leak" } */
  int rc;
  if (!buf)
    return -ENOMEM;
  if (readn (fd, buf, n) != (ssize_t) n)
    return -EIO;
  rc = transform (buf, n);
  if (rc < 0)
    {
      logf_ (3, "transform: %d", rc);
      free (buf);
      return rc;
    }
  free (buf);
  return 0;
}

int
decode_packet_ok (int fd, size_t n)
{
  unsigned char *buf = malloc (n);
  int rc = -EIO;
  if (!buf)
    return -ENOMEM;
  if (readn (fd, buf, n) == (ssize_t) n)
    rc = transform (buf, n);
  memset (buf, 0, n);
  free (buf);
  return rc;
}

/* 4 unknown helper, fd */
int
auth_socket (const char *user)
{
  int s = socket (AF_UNIX, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  char rep[4];
  if (s < 0)
    return -1;
  if (readn (s, rep, 4) != 4)
    {
      logf_ (3, "auth: short read on %d for %s", s, user);
      return -1;
    }
  close (s);
  return rep[0] == '+';
}

int
auth_socket_ok (const char *user)
{
  int s = socket (AF_UNIX, SOCK_STREAM, 0), r = -1;
  char rep[4];
  if (s < 0)
    {
      logf_ (3, "socket: %s (%s)", strerror (errno), user);
      return -1;
    }
  if (readn (s, rep, 4) != 4)
    logf_ (3, "auth: short read on %d", s);
  else
    r = rep[0] == '+';
  close (s);
  return r;
}

/* 5 FILE to an unknown reader */
int
get_version (const char *path)
{
  FILE *f = fopen (path, "rb");	/* { dg-warning "leak" } */
  int v;
  if (!f)
    return -1;
  if (parse_hdr (f, &v) != 0)
    {
      logf_ (4, "%s: bad header", path);
      return -1;
    }
  fclose (f);
  return v;
}

int
get_version_ok (const char *path)
{
  FILE *f;
  int v = -1;
  if (!(f = fopen (path, "rb")))
    {
      if (errno != ENOENT)
	logf_ (4, "%s: %m", path);
      return -1;
    }
  if (parse_hdr (f, &v) != 0)
    v = -1;
  if (fclose (f))
    logf_ (4, "%s: %m", path);
  return v;
}

/* 6 string to unformatted logger then lost */
int
set_name (int argc, char **argv)
{
  char *n;
  int rc;
  if (argc < 2)
    return -1;
  n = strndup (argv[1], 32);	/* { dg-warning "leak" } */
  if (!n)
    return -1;
  rc = check (n);
  logf_ (7, "name %s: %d", n, rc);
  if (rc < 0)
    return rc;
  free (n);
  return 0;
}

int
set_name_ok (int argc, char **argv)
{
  char *n;
  int rc;
  if (argc < 2)
    return -1;
  n = strndup (argv[1], 32);
  if (!n)
    return -1;
  if ((rc = check (n)) < 0)
    logf_ (7, "name %s: %d", n, rc);
  free (n);
  return rc;
}

/* 7 pixel rows: array of rows in a struct */
struct raster { int h; unsigned char **rows; };

static void
raster_free (struct raster *r)
{
  if (r->rows)
    for (int i = 0; i < r->h; i++)
      free (r->rows[i]);
  free (r->rows);
  free (r);
}

struct raster *
raster_new (int w, int h)
{
  struct raster *r = calloc (1, sizeof *r);
  if (!r)
    return NULL;
  r->h = h;
  r->rows = calloc (h, sizeof *r->rows);
  if (!r->rows)
    {
      raster_free (r);
      return NULL;
    }
  for (int i = 0; i < h; i++)
    if (!(r->rows[i] = malloc (w)))
      {
	raster_free (r);
	return NULL;
      }
  return r;
}

int
raster_test (int w, int h)
{
  struct raster *r = raster_new (w, h);	/* { dg-warning "leak" } */
  int s = 0;
  if (!r)
    return -1;
  for (int i = 0; i < h; i++)
    {
      memset (r->rows[i], i, w);
      s += r->rows[i][0];
      if (s > 1 << 20)
	return -2;
    }
  raster_free (r);
  return s;
}

/* 8 getter that transfers or borrows */
static char *current;

static const char *
get_current (void)
{
  if (!current)
    current = strdup ("default");
  return current;
}

int
set_current (const char *s)
{
  char *n = s ? strdup (s) : NULL;
  if (s && !n)
    return -1;
  free (current);
  current = n;
  return strlen (get_current ());
}

int
push_current (const char *s)
{
  char *old = current ? strdup (current) : NULL;	/* { dg-warning "leak" } */
  if (set_current (s) < 0)
    return -1;
  if (old)
    logf_ (6, "was replaced");
  free (old);
  return 0;
}

/* 9 tagged pointers / uintptr_t */
struct slot { uintptr_t bits; };

int
slot_set (struct slot *s, const char *v)
{
  char *c = strdup (v);
  if (!c)
    return -1;
  s->bits = (uintptr_t) c | 1;
  return 0;
}

int
slot_set_bad (struct slot *s, const char *v)
{
  char *c = strdup (v);	/* { dg-warning "leak" } */
  if (!c)
    return -1;
  if ((uintptr_t) c & 1)
    return -1;
  s->bits = strlen (c) << 1;
  return 0;
}

/* 10 threads with fd argument cast */
extern void *fd_thread (void *);

int
spawn_fd (const char *path)
{
  pthread_t t;
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (pthread_create (&t, NULL, fd_thread, (void *) (intptr_t) fd) != 0)
    {
      close (fd);
      return -1;
    }
  pthread_detach (t);
  return 0;
}

int
spawn_fd_bad (const char *path)
{
  pthread_t t;
  int fd = open (path, O_RDONLY), e;	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  e = pthread_create (&t, NULL, fd_thread, (void *) (intptr_t) fd);
  if (e)
    {
      errno = e;
      return -1;
    }
  pthread_detach (t);
  return 0;
}

/* 11 error in the middle of a table-driven init */
struct sub { const char *name; FILE **where; };
static FILE *log_a, *log_b;

int
open_logs (void)
{
  static const struct sub tab[] = { { "a.log", &log_a }, { "b.log", &log_b } };
  for (size_t i = 0; i < 2; i++)
    {
      *tab[i].where = fopen (tab[i].name, "a");
      if (!*tab[i].where)
	return -1;
    }
  return 0;
}

int
rotate_log (const char *name)
{
  FILE *n = fopen (name, "a");	/* { dg-warning "leak" } */
  struct stat st;
  if (!n)
    return -1;
  if (fstat (fileno (n), &st) < 0 || st.st_size > 1 << 30)
    return -1;
  if (log_a)
    fclose (log_a);
  log_a = n;
  return 0;
}

/* 12 pipeline of n children */
int
run_pipeline (char **cmds, int n)
{
  int prev = -1, p[2];
  for (int i = 0; i < n; i++)
    {
      if (pipe (p) < 0)
	{
	  if (prev >= 0)
	    close (prev);
	  return -1;
	}
      pid_t pid = fork ();
      if (pid == 0)
	{
	  if (prev >= 0)
	    dup2 (prev, 0);
	  dup2 (p[1], 1);
	  close (p[0]);
	  execl ("/bin/sh", "sh", "-c", cmds[i], (char *) NULL);
	  _exit (127);
	}
      close (p[1]);
      if (prev >= 0)
	close (prev);
      prev = p[0];
    }
  if (prev >= 0)
    close (prev);
  return 0;
}

int
run_pipeline_bad (char **cmds, int n)
{
  int prev = -1, p[2];
  for (int i = 0; i < n; i++)
    {
      if (pipe (p) < 0)	/* { dg-warning "leak" } */
	{
	  if (prev >= 0)
	    close (prev);
	  return -1;
	}
      pid_t pid = fork ();
      if (pid == 0)
	{
	  if (prev >= 0)
	    dup2 (prev, 0);
	  dup2 (p[1], 1);
	  execl ("/bin/sh", "sh", "-c", cmds[i], (char *) NULL);
	  _exit (127);
	}
      close (p[1]);
      prev = p[0];
    }
  if (prev >= 0)
    close (prev);
  return 0;
}
