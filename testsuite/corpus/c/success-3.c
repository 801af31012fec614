/* Corpus, success: clean functions that look as if they leaked: flags, counts,
   states, results and structures that say whether there is something to
   release. Some have a neighbour that does leak.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* 16: swapping buffers.  */
int
swap_clean (FILE *in)
{
  char *now = malloc (100), *before = malloc (100), *t;
  int same = 0;
  if (!now || !before)
    {
      free (now);
      free (before);
      return -1;
    }
  before[0] = '\0';
  while (fgets (now, 100, in))
    {
      same += !strcmp (now, before);
      t = now;
      now = before;
      before = t;
    }
  free (now);
  free (before);
  return same;
}

/* 17: results through several returns of one helper.  */
static char *
duplicate_or_null (const char *s)
{
  return s && *s ? strdup (s) : NULL;
}

int
three_names_clean (const char *a, const char *b, const char *c)
{
  char *x = duplicate_or_null (a);
  char *y = duplicate_or_null (b);
  char *z = duplicate_or_null (c);
  int n = 0;
  if (!x || !y || !z)
    goto end;
  n = strlen (x) + strlen (y) + strlen (z);
end:
  free (z);
  free (y);
  free (x);
  return n;
}

int
three_names_leaky (const char *a, const char *b, const char *c)
{
  char *x = duplicate_or_null (a);
  char *y = duplicate_or_null (b);	/* { dg-warning "leak" } */
  char *z = duplicate_or_null (c);
  int n = 0;
  if (!x || !y || !z)
    goto end;
  n = strlen (x) + strlen (y) + strlen (z);
  free (y);
end:
  free (z);
  free (x);
  return n;
}

/* 18: poll over two descriptors, both closed by one loop.  */
int
poll_both_clean (const char *a, const char *b)
{
  struct pollfd p[2];
  int rc = -1;
  p[0].fd = open (a, O_RDONLY | O_NONBLOCK);
  p[1].fd = open (b, O_RDONLY | O_NONBLOCK);
  p[0].events = p[1].events = POLLIN;
  if (p[0].fd >= 0 && p[1].fd >= 0)
    rc = poll (p, 2, 1000);
  for (int i = 0; i < 2; i++)
    if (p[i].fd >= 0)
      close (p[i].fd);
  return rc;
}

/* 19: a table of steps with an undo.  */
int
undo_clean (const char *a, const char *b, const char *c)
{
  int fds[3] = { -1, -1, -1 };
  const char *names[3] = { a, b, c };
  int i, rc = 0;
  for (i = 0; i < 3; i++)
    {
      fds[i] = open (names[i], O_RDONLY);
      if (fds[i] < 0)
	{
	  rc = -1;
	  break;
	}
    }
  for (i = 0; i < 3; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  return rc;
}

/* 20: a handle that goes around as an integer and as void *.  */
static void
close_cookie (void *cookie)
{
  close ((int) (intptr_t) cookie);
}

int
cookie_clean (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  void *cookie = (void *) (intptr_t) fd;
  close_cookie (cookie);
  return 0;
}

/* 21: container_of.  */
struct link { struct link *next; };
struct item { int id; struct link link; };

struct link *
item_new_clean (int id)
{
  struct item *it = malloc (sizeof *it);
  if (!it)
    return NULL;
  it->id = id;
  return &it->link;
}

void
item_delete_clean (struct link *l)
{
  free ((char *) l - offsetof (struct item, link));
}

int
item_use_clean (int id)
{
  struct link *l = item_new_clean (id);
  if (!l)
    return -1;
  l->next = NULL;
  item_delete_clean (l);
  return 0;
}

/* 22: reference counts.  */
struct object { int refs; char *name; };

static struct object *
object_ref (struct object *o)
{
  o->refs++;
  return o;
}

static void
object_unref (struct object *o)
{
  if (o && --o->refs == 0)
    {
      free (o->name);
      free (o);
    }
}

static struct object *
object_new (const char *name)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o)
    return NULL;
  o->refs = 1;
  o->name = strdup (name);
  if (!o->name)
    {
      object_unref (o);
      return NULL;
    }
  return o;
}

int
object_clean (const char *name)
{
  struct object *o = object_new (name), *second;
  if (!o)
    return -1;
  second = object_ref (o);
  int n = strlen (second->name);
  object_unref (second);
  object_unref (o);
  return n;
}

int
object_leaky (const char *name)
{
  struct object *o = object_new (name);	/* { dg-warning "leak" } */
  if (!o)
    return -1;
  if (o->name[0] == '.')
    return -1;
  int n = strlen (o->name);
  object_unref (o);
  return n;
}

/* 23: the result's sign carries both handle and error.  */
static int
open_or_error (const char *name)
{
  int fd = open (name, O_RDONLY);
  return fd < 0 ? -errno : fd;
}

int
negative_errno_clean (const char *name)
{
  int fd = open_or_error (name);
  if (fd < 0)
    {
      fprintf (stderr, "%s: %s\n", name, strerror (-fd));
      return fd;
    }
  close (fd);
  return 0;
}

int
negative_errno_leaky (const char *name)
{
  char c;
  int fd = open_or_error (name);	/* { dg-warning "leak" } */
  if (fd < 0)
    return fd;
  if (read (fd, &c, 1) < 1)
    return -EIO;
  close (fd);
  return c;
}

/* 24: do { } while (0) with break as a goto.  */
int
break_out_clean (const char *a, const char *b)
{
  FILE *x = NULL, *y = NULL;
  int rc = -1;
  do
    {
      if (!(x = fopen (a, "r")))
	break;
      if (!(y = fopen (b, "w")))
	break;
      if (fputc (fgetc (x), y) == EOF)
	break;
      rc = 0;
    }
  while (0);
  if (y)
    fclose (y);
  if (x)
    fclose (x);
  return rc;
}

/* 25: the loop's own variable holds a handle from one round to the next.  */
int
tail_clean (char **names, int n)
{
  FILE *last = NULL;
  int c = EOF;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "r");
      if (!f)
	continue;
      if (last)
	fclose (last);
      last = f;
    }
  if (last)
    {
      c = getc (last);
      fclose (last);
    }
  return c;
}

int
tail_leaky (char **names, int n)
{
  FILE *last = NULL;
  int c = EOF;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "r");	/* { dg-warning "leak" } */
      if (f)
	last = f;
    }
  if (last)
    {
      c = getc (last);
      fclose (last);
    }
  return c;
}

/* 26: a default when the environment has none.  */
int
from_environment_clean (void)
{
  char *dir = getenv ("TMPDIR"), *made = NULL;
  int rc;
  if (!dir)
    {
      if (asprintf (&made, "/tmp/%ld", (long) getpid ()) < 0)
	return -1;
      dir = made;
    }
  rc = access (dir, W_OK);
  free (made);
  return rc;
}

/* 27: an object whose constructor may be told to adopt a descriptor.  */
struct reader { int fd; bool own; char buf[64]; };

static struct reader *
reader_new (int fd, bool own)
{
  struct reader *r = calloc (1, sizeof *r);
  if (r)
    {
      r->fd = fd;
      r->own = own;
    }
  return r;
}

static void
reader_free (struct reader *r)
{
  if (r->own)
    close (r->fd);
  free (r);
}

int
reader_clean (const char *name)
{
  int fd = open (name, O_RDONLY);
  struct reader *r;
  ssize_t n;
  if (fd < 0)
    return -1;
  r = reader_new (fd, true);
  if (!r)
    {
      close (fd);
      return -1;
    }
  n = read (r->fd, r->buf, sizeof r->buf);
  reader_free (r);
  return n;
}

int
reader_borrow_clean (int fd)
{
  struct reader *r = reader_new (fd, false);
  ssize_t n;
  if (!r)
    return -1;
  n = read (r->fd, r->buf, sizeof r->buf);
  reader_free (r);
  return n;
}

int
reader_leaky (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "leak" } */
  struct reader *r;
  ssize_t n;
  if (fd < 0)
    return -1;
  r = reader_new (fd, false);
  if (!r)
    {
      close (fd);
      return -1;
    }
  n = read (r->fd, r->buf, sizeof r->buf);
  reader_free (r);
  return n;
}

/* 28: strings kept when short, copied when long.  */
struct text { char *p; char inside[16]; size_t n; };

static bool
text_set (struct text *t, const char *s)
{
  t->n = strlen (s);
  t->p = t->n < sizeof t->inside ? t->inside : malloc (t->n + 1);
  if (!t->p)
    return false;
  memcpy (t->p, s, t->n + 1);
  return true;
}

static void
text_clear (struct text *t)
{
  if (t->p != t->inside)
    free (t->p);
  t->p = NULL;
}

size_t
text_clean (const char *s)
{
  struct text t;
  if (!text_set (&t, s))
    return 0;
  size_t n = t.n + (t.p[0] == ' ');
  text_clear (&t);
  return n;
}

/* 29: a timer loop that gives up, several conditions at the end.  */
int
deadline_clean (const char *name, time_t until)
{
  int fd;
  while ((fd = open (name, O_WRONLY | O_NONBLOCK)) < 0
	 && (errno == ENXIO || errno == EINTR) && time (NULL) < until)
    nanosleep (&(struct timespec) { 0, 1000000 }, NULL);
  if (fd >= 0)
    {
      int saved = write (fd, "x", 1) == 1 ? 0 : errno;
      close (fd);
      return saved;
    }
  return errno;
}

/* 30: two pointers into one block.  */
int
one_block_clean (size_t n)
{
  double *a = malloc (2 * n * sizeof *a), *b;
  double sum = 0;
  if (!a)
    return -1;
  b = a + n;
  for (size_t i = 0; i < n; i++)
    {
      a[i] = i;
      b[i] = a[i] * a[i];
      sum += b[i];
    }
  free (a);
  return sum > 100;
}
