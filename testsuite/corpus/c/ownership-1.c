/* Corpus, ownership: what functions are given and return: structures.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- a connection, built and destroyed field by field */
struct buffer { char *data; size_t len, cap; };
struct conn
{
  int fd;
  FILE *log;
  struct buffer in, out;
  char *peer;
  struct conn *next;
};

static bool
buffer_init (struct buffer *b, size_t cap)
{
  b->data = malloc (cap);
  b->len = 0;
  b->cap = b->data ? cap : 0;
  return b->data != NULL;
}

static void
free_conn (struct conn *c)
{
  if (!c)
    return;
  if (c->fd >= 0)
    close (c->fd);
  if (c->log)
    fclose (c->log);
  free (c->in.data);
  free (c->out.data);
  free (c->peer);
  free (c);
}

static struct conn *
conn_new (const char *path, const char *peer)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = -1;
  if (!buffer_init (&c->in, 4096) || !buffer_init (&c->out, 4096))
    goto fail;
  if (!(c->peer = strdup (peer)))
    goto fail;
  c->fd = open (path, O_RDWR);
  if (c->fd < 0)
    goto fail;
  return c;
fail:
  free_conn (c);
  return NULL;
}

struct conn *
conn_new_bad (const char *path, const char *peer)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = open (path, O_RDWR);	/* { dg-warning "leak" "freed with plain free" } */
  if (c->fd < 0)
    {
      free (c);
      return NULL;
    }
  if (!(c->peer = strdup (peer)))
    {
      free (c);
      return NULL;
    }
  return c;
}

struct conn *
conn_new_bad2 (const char *path, const char *peer)
{
  struct conn *c = calloc (1, sizeof *c);	/* { dg-warning "leak" "open fails" } */
  if (!c)
    return NULL;
  c->fd = open (path, O_RDWR);
  if (c->fd < 0)
    return NULL;
  c->peer = strdup (peer);
  return c;
}

int
ping (const char *path)
{
  struct conn *c = conn_new (path, "ping");
  char b;
  if (!c)
    return -1;
  if (write (c->fd, "p", 1) != 1 || read (c->fd, &b, 1) != 1)
    {
      free_conn (c);
      return -1;
    }
  free_conn (c);
  return b;
}

int
ping_bad (const char *path)
{
  struct conn *c = conn_new (path, "ping");	/* { dg-warning "leak" "write fails" } */
  char b;
  if (!c)
    return -1;
  if (write (c->fd, "p", 1) != 1)
    return -1;
  if (read (c->fd, &b, 1) != 1)
    b = 0;
  free_conn (c);
  return b;
}

/* --- list in the caller's hands */
struct server { struct conn *conns; int count; void (*on_close) (struct conn *); };

int
server_add (struct server *s, int lfd)
{
  int fd = accept (lfd, NULL, NULL);
  if (fd < 0)
    return -1;
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    {
      close (fd);
      return -1;
    }
  c->fd = fd;
  c->next = s->conns;
  s->conns = c;
  s->count++;
  return 0;
}

int
server_add_bad (struct server *s, int lfd)
{
  int fd = accept (lfd, NULL, NULL);	/* { dg-warning "leak" "calloc fails" } */
  if (fd < 0)
    return -1;
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return -1;
  c->fd = fd;
  c->next = s->conns;
  s->conns = c;
  s->count++;
  return 0;
}

int
server_add_bad2 (struct server *s, int lfd, int max)
{
  struct conn *c = calloc (1, sizeof *c);	/* { dg-warning "leak" "too many" } */
  if (!c)
    return -1;
  c->fd = accept (lfd, NULL, NULL);
  if (c->fd < 0)
    {
      free (c);
      return -1;
    }
  if (s->count >= max)
    {
      close (c->fd);
      return -1;
    }
  c->next = s->conns;
  s->conns = c;
  s->count++;
  return 0;
}

/* --- through a function pointer */
struct ops { void (*destroy) (void *); void *(*create) (const char *); };

static void
stream_destroy (void *p)
{
  if (p)
    fclose (p);
}

static void *
stream_create (const char *name)
{
  return fopen (name, "r");
}

static const struct ops stream_ops = { stream_destroy, stream_create };

int
first_byte (const char *name)
{
  void *s = stream_ops.create (name);
  int c;
  if (!s)
    return -1;
  c = getc ((FILE *) s);
  stream_ops.destroy (s);
  return c;
}

int
first_byte_bad (const char *name)
{
  void *s = stream_create (name);	/* { dg-warning "leak" "end of file" } */
  void (*end) (void *) = stream_destroy;
  int c;
  if (!s)
    return -1;
  c = getc ((FILE *) s);
  if (c == EOF)
    return 0;
  end (s);
  return c;
}

/* --- local structure */
int
local_struct (const char *a, const char *b)
{
  struct { FILE *l, *r; } p = { fopen (a, "r"), fopen (b, "r") };
  int rc = -1;
  if (p.l && p.r)
    rc = getc (p.l) - getc (p.r);
  if (p.l)
    fclose (p.l);
  if (p.r)
    fclose (p.r);
  return rc;
}

int
local_struct_bad (const char *a, const char *b)
{
  struct { FILE *l, *r; } p;
  int rc;
  p.l = fopen (a, "r");
  if (!p.l)
    return -1;
  p.r = fopen (b, "r");	/* { dg-warning "leak" "never closed" } */
  if (!p.r)
    {
      fclose (p.l);
      return -1;
    }
  rc = getc (p.l) - getc (p.r);
  fclose (p.l);
  return rc;
}

int
local_array (const char *const *names_, int n)
{
  FILE *fs[8];
  int i, k = 0, sum = 0;
  for (i = 0; i < n && i < 8; i++)
    {
      fs[k] = fopen (names_[i], "r");
      if (fs[k])
	k++;
    }
  for (i = 0; i < k; i++)
    {
      sum += getc (fs[i]);
      fclose (fs[i]);
    }
  return sum;
}

/* --- returned in a structure */
struct handle { int fd; int err; };

struct handle
handle_open (const char *path)
{
  struct handle h = { -1, 0 };
  h.fd = open (path, O_RDONLY);
  if (h.fd < 0)
    h.err = errno;
  return h;
}

int
handle_size (const char *path)
{
  struct handle h = handle_open (path);	/* { dg-warning "leak" "lseek fails" } */
  if (h.err)
    return -1;
  off_t n = lseek (h.fd, 0, SEEK_END);
  if (n < 0)
    return -1;
  close (h.fd);
  return n;
}

int
handle_size_ok (const char *path)
{
  struct handle h = handle_open (path);
  off_t n;
  if (h.fd < 0)
    return -h.err;
  n = lseek (h.fd, 0, SEEK_END);
  close (h.fd);
  return n;
}

/* --- out-parameter of a structure type */
static int
conn_open (struct conn **out, const char *path)
{
  struct conn *c;
  *out = NULL;
  c = malloc (sizeof *c);
  if (!c)
    return -ENOMEM;
  memset (c, 0, sizeof *c);
  c->fd = open (path, O_RDONLY);
  if (c->fd < 0)
    {
      int e = errno;
      free (c);
      return -e;
    }
  *out = c;
  return 0;
}

int
use_conn_open (const char *path)
{
  struct conn *c;
  int r = conn_open (&c, path);
  if (r < 0)
    return r;
  r = read (c->fd, &r, 1);
  free_conn (c);
  return r;
}

int
use_conn_open_bad (const char *path)
{
  struct conn *c;
  int r = conn_open (&c, path);	/* { dg-warning "leak" "returned without free_conn" } */
  if (r < 0)
    return r;
  return read (c->fd, &r, 1);
}

/* --- replacing a field */
struct config { char *name; char *value; FILE *src; };

int
config_set_name (struct config *c, const char *name)
{
  char *n = strdup (name);
  if (!n)
    return -ENOMEM;
  free (c->name);
  c->name = n;
  return 0;
}

void
config_reset (struct config *c)
{
  free (c->name);
  free (c->value);
  if (c->src)
    fclose (c->src);
  memset (c, 0, sizeof *c);
}

int
config_twice (struct config *c)
{
  c->name = strdup ("a");	/* { dg-warning "leak" "overwritten by the next line" } */
  c->name = strdup ("b");
  c->value = NULL;
  return c->name ? 0 : -1;
}

struct config *
config_load (const char *path)
{
  struct config *c = calloc (1, sizeof (*c));	/* { dg-warning "leak" "no source" } */
  char buf[128];
  if (!c)
    goto out;
  if (!(c->src = fopen (path, "r")))
    {
      c = NULL;
      goto out;
    }
  if (fgets (buf, sizeof buf, c->src))
    c->name = strdup (buf);
out:
  return c;
}

struct config *
config_load_ok (const char *path)
{
  struct config *c = calloc (1, sizeof (*c));
  char buf[128];
  if (!c)
    goto out;
  if (!(c->src = fopen (path, "r")))
    {
      free (c);
      c = NULL;
      goto out;
    }
  if (fgets (buf, sizeof buf, c->src))
    c->name = strdup (buf);
out:
  return c;
}

/* --- a reference counted object */
struct obj { int refs; char *payload; };

static struct obj *
obj_ref (struct obj *o)
{
  o->refs++;
  return o;
}

static void
obj_unref (struct obj *o)
{
  if (o && --o->refs == 0)
    {
      free (o->payload);
      free (o);
    }
}

static struct obj *
obj_new (const char *p)
{
  struct obj *o = malloc (sizeof *o);
  if (!o)
    return NULL;
  o->refs = 1;
  if (!(o->payload = strdup (p)))
    {
      free (o);
      return NULL;
    }
  return o;
}

int
obj_use (const char *p)
{
  struct obj *o = obj_new (p), *q;
  int n;
  if (!o)
    return -1;
  q = obj_ref (o);
  n = strlen (q->payload);
  obj_unref (q);
  obj_unref (o);
  return n;
}

/* --- ownership taken only by success of a known helper */
static int
conn_attach (struct server *s, int fd)
{
  struct conn *c;
  if (s->count > 100)
    return -1;
  c = calloc (1, sizeof *c);
  if (!c)
    return -1;
  c->fd = fd;
  c->next = s->conns;
  s->conns = c;
  return 0;
}

void
accept_one (struct server *s, int lfd)
{
  int fd = accept (lfd, NULL, NULL);
  if (fd < 0)
    return;
  if (conn_attach (s, fd) < 0)
    close (fd);
}

void
accept_one_bad (struct server *s, int lfd)
{
  int fd = accept (lfd, NULL, NULL);	/* { dg-warning "leak" "refused" } */
  if (fd < 0)
    return;
  if (conn_attach (s, fd) < 0)
    fprintf (stderr, "refused\n");
}
