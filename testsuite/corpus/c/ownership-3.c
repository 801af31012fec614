/* Corpus, ownership: ownership.

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
#include <sys/socket.h>
#include <stdbool.h>

struct buf { unsigned char *data; size_t len; };
struct conn {
  int fd;
  FILE *log;
  char *host;
  struct buf in, out;
  int refs;
  struct conn *next, *prev;
};
struct image { int w, h; uint32_t *pix; uint8_t *pal; };
struct list_head { struct list_head *next, *prev; };
struct timer { struct list_head link; void (*cb) (void *); void *data; };
struct hent { char *key; void *val; struct hent *next; };
struct htab { struct hent **b; size_t nb, n; };
struct ini { char **keys; char **vals; int n, cap; FILE *src; };

extern int register_handler (int ev, void (*cb) (void *), void *data);
extern unsigned hash_str (const char *);
extern void on_timer (void *);
extern int decode (FILE *, uint32_t *, int, int);
extern void use (const void *);

/* 1 conn_new / conn_free */
static void
conn_free (struct conn *c)
{
  if (!c)
    return;
  if (c->fd >= 0)
    close (c->fd);
  if (c->log)
    fclose (c->log);
  free (c->host);
  free (c->in.data);
  free (c->out.data);
  free (c);
}

struct conn *
conn_new (const char *host, const char *logname)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = -1;
  c->refs = 1;
  if (!(c->host = strdup (host)))
    goto fail;
  if (!(c->log = fopen (logname, "a")))
    goto fail;
  c->in.data = malloc (4096);
  c->out.data = malloc (4096);
  if (!c->in.data || !c->out.data)
    goto fail;
  if ((c->fd = socket (AF_INET, SOCK_STREAM, 0)) < 0)
    goto fail;
  return c;
fail:
  conn_free (c);
  return NULL;
}

struct conn *
conn_new_bad (const char *host, const char *logname)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->host = strdup (host);	/* { dg-warning "leak" } */
  if (!c->host)
    {
      free (c);
      return NULL;
    }
  c->fd = socket (AF_INET, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (c->fd < 0)
    {
      conn_free (c);
      return NULL;
    }
  c->log = fopen (logname, "a");
  if (!c->log)
    {
      free (c);
      return NULL;
    }
  return c;
}

/* 2 use of conn_new */
int
ping (const char *host)
{
  struct conn *c = conn_new (host, "/tmp/ping.log");	/* { dg-warning "leak" } */
  char b[4] = "ping";
  if (c == NULL)
    return -ENOMEM;
  if (send (c->fd, b, 4, 0) != 4)
    return -errno;
  if (recv (c->fd, b, 4, 0) != 4)
    {
      conn_free (c);
      return -EPROTO;
    }
  conn_free (c);
  return 0;
}

int
ping_ok (const char *host)
{
  struct conn *c = conn_new (host, "/tmp/ping.log");
  char b[4] = "ping";
  int rc = -EIO;
  if (c == NULL)
    return -ENOMEM;
  if (send (c->fd, b, 4, 0) == 4 && recv (c->fd, b, 4, 0) == 4)
    rc = 0;
  conn_free (c);
  return rc;
}

/* 3 refcount */
static void
conn_unref (struct conn *c)
{
  if (c && --c->refs == 0)
    conn_free (c);
}

int
greet (const char *host)
{
  struct conn *c = conn_new (host, "/dev/null");
  ssize_t n;
  if (!c)
    return -1;
  n = send (c->fd, "hello\n", 6, 0);
  if (n < 0)
    fprintf (c->log, "send: %s\n", strerror (errno));
  conn_unref (c);
  return n == 6 ? 0 : -1;
}

int
greet_bad (const char *host, bool quiet)
{
  struct conn *c = conn_new (host, "/dev/null");	/* { dg-warning "leak" } */
  ssize_t n;
  if (!c)
    return -1;
  n = send (c->fd, "hello\n", 6, 0);
  if (quiet)
    return n == 6 ? 0 : -1;
  fprintf (c->log, "sent %zd\n", n);
  conn_unref (c);
  return n == 6 ? 0 : -1;
}

/* 4 image reader */
struct image *
image_read (const char *path)
{
  FILE *f = fopen (path, "rb");	
  struct image *im = NULL;
  if (!f)
    return NULL;
  im = calloc (1, sizeof *im);
  if (!im)
    goto fail;
  if (fscanf (f, "P6 %d %d", &im->w, &im->h) != 2 || im->w <= 0 || im->h <= 0)
    goto fail;
  im->pix = calloc ((size_t) im->w * im->h, sizeof *im->pix);
  if (!im->pix || decode (f, im->pix, im->w, im->h) != 0)
    goto fail;
  fclose (f);
  return im;
fail:
  if (im)
    free (im->pix);
  free (im);
  fclose (f);
  return NULL;
}

struct image *
image_read_bad (const char *path)
{
  FILE *f = fopen (path, "rb");
  struct image *im;
  if (!f)
    return NULL;
  im = calloc (1, sizeof *im);
  if (!im)
    goto out;
  if (fscanf (f, "P6 %d %d", &im->w, &im->h) != 2)
    goto fail;
  size_t n = (size_t) im->w * im->h;
  im->pix = calloc (n, sizeof *im->pix); /* { dg-warning "leak" } */
  if (!im->pix)
    goto fail;
  if (decode (f, im->pix, im->w, im->h) != 0)
    goto fail;
  goto out;
fail:
  free (im);
  im = NULL;
out:
  fclose (f);
  return im;
}

/* 5 caller's structure: init functions */
int
image_init (struct image *im, int w, int h, bool pal)
{
  memset (im, 0, sizeof *im);
  im->pix = malloc ((size_t) w * h * 4);
  if (!im->pix)
    return -1;
  if (pal)
    {
      im->pal = malloc (768);
      if (!im->pal)
	{
	  free (im->pix);
	  im->pix = NULL;
	  return -1;
	}
    }
  im->w = w;
  im->h = h;
  return 0;
}

static void
image_fini (struct image *im)
{
  free (im->pix);
  free (im->pal);
}

int
thumb (int w, int h, FILE *f)
{
  struct image big, small;
  int rc;
  if (image_init (&big, w, h, false) < 0)	/* { dg-warning "leak" } */
    return -1;
  if (image_init (&small, w / 8, h / 8, false) < 0)
    return -1;
  rc = decode (f, big.pix, w, h);
  if (rc == 0)
    for (int i = 0; i < small.w * small.h; i++)
      small.pix[i] = big.pix[i * 8];
  image_fini (&big);
  image_fini (&small);
  return rc;
}

int
thumb_ok (int w, int h, FILE *f)
{
  struct image big, small;
  int rc = -1;
  if (image_init (&big, w, h, false) < 0)
    return -1;
  if (image_init (&small, w / 8, h / 8, false) < 0)
    goto out_big;
  rc = decode (f, big.pix, w, h);
  if (rc == 0)
    for (int i = 0; i < small.w * small.h; i++)
      small.pix[i] = big.pix[i * 8];
  image_fini (&small);
out_big:
  image_fini (&big);
  return rc;
}

/* 6 callback registration takes data */
int
arm (int sec, const char *label)
{
  struct timer *t = malloc (sizeof *t);
  if (!t)
    return -1;
  t->cb = on_timer;
  t->data = (void *) label;
  if (register_handler (sec, on_timer, t) < 0)
    {
      free (t);
      return -1;
    }
  return 0;
}

int
arm_bad (int sec, const char *label)
{
  struct timer *t = malloc (sizeof *t);	/* { dg-warning "leak" } */
  if (!t)
    return -1;
  t->cb = on_timer;
  t->data = (void *) label;
  if (sec <= 0)
    return -EINVAL;
  return register_handler (sec, on_timer, t);
}

/* 7 intrusive list with embedded link */
static inline void
list_add (struct list_head *n, struct list_head *h)
{
  n->next = h->next;
  n->prev = h;
  h->next->prev = n;
  h->next = n;
}

struct wtimer { int id; struct list_head link; char *name; };
static struct list_head timers = { &timers, &timers };

int
timer_add (int id, const char *name)
{
  struct wtimer *t = malloc (sizeof *t);
  if (!t)
    return -1;
  t->name = strdup (name);
  if (!t->name)
    {
      free (t);
      return -1;
    }
  t->id = id;
  list_add (&t->link, &timers);
  return 0;
}

int
timer_add_bad (int id, const char *name)
{
  struct wtimer *t = malloc (sizeof *t);	/* { dg-warning "leak" } */
  if (!t)
    return -1;
  t->id = id;
  t->name = strdup (name);
  if (!t->name)
    return -1;
  list_add (&t->link, &timers);
  return 0;
}

/* 8 hash table insert: replaced value */
int
htab_put (struct htab *t, const char *k, void *v)
{
  size_t i = hash_str (k) % t->nb;
  struct hent *e;
  for (e = t->b[i]; e; e = e->next)
    if (!strcmp (e->key, k))
      {
	free (e->val);
	e->val = v;
	return 1;
      }
  e = malloc (sizeof *e);
  if (!e)
    return -1;
  if ((e->key = strdup (k)) == NULL)
    {
      free (e);
      return -1;
    }
  e->val = v;
  e->next = t->b[i];
  t->b[i] = e;
  t->n++;
  return 0;
}

int
htab_put_str (struct htab *t, const char *k, const char *s)
{
  char *v = strdup (s);	/* { dg-warning "leak" } */
  struct hent *e;
  if (!v)
    return -1;
  for (e = t->b[hash_str (k) % t->nb]; e; e = e->next)
    if (!strcmp (e->key, k))
      return 1;			/* exists: not replaced */
  return htab_put (t, k, v);
}

/* 9 local struct followed */
int
ini_count (const char *path)
{
  struct ini ini = { 0 };
  char line[200];
  ini.src = fopen (path, "r");	/* { dg-warning "leak" } */
  if (!ini.src)
    return -1;
  while (fgets (line, sizeof line, ini.src))
    {
      if (line[0] == '[')
	continue;
      if (!strchr (line, '='))
	return -EINVAL;
      ini.n++;
    }
  fclose (ini.src);
  return ini.n;
}

int
ini_count_ok (const char *path)
{
  struct ini ini = { .cap = 16 };
  char line[200];
  ini.src = fopen (path, "r");
  if (!ini.src)
    return -1;
  while (fgets (line, sizeof line, ini.src))
    {
      if (line[0] == '[')
	continue;
      if (!strchr (line, '='))
	{
	  ini.n = -EINVAL;
	  break;
	}
      ini.n++;
    }
  fclose (ini.src);
  return ini.n;
}

/* 10 overwritten field, two-phase */
int
conn_set_host (struct conn *c, const char *h)
{
  char *n = strdup (h);
  if (!n)
    return -1;
  free (c->host);
  c->host = n;
  return 0;
}

int
conn_reset (struct conn *c, size_t n)
{
  unsigned char *a, *b;
  a = malloc (n);	/* { dg-warning "leak" } */
  if (!a)
    return -1;
  b = malloc (n);
  if (!b)
    return -1;
  free (c->in.data);
  free (c->out.data);
  c->in.data = a;
  c->out.data = b;
  return 0;
}

/* 11 singleton / cache */
static struct conn *the_conn;
static char *cached_path;

struct conn *
get_conn (void)
{
  if (!the_conn)
    the_conn = conn_new ("localhost", "/dev/null");
  return the_conn;
}

const char *
get_path (const char *base)
{
  if (!cached_path)
    {
      char *p = malloc (strlen (base) + 10);	/* { dg-warning "leak" } */
      if (!p)
	return base;
      sprintf (p, "%s/cache", base);
      if (access (p, R_OK) != 0)
	return base;
      cached_path = p;
    }
  return cached_path;
}
