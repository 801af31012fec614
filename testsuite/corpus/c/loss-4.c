/* Corpus, loss: control flow.

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
#include <sys/socket.h>
#include <sys/stat.h>
#include <pthread.h>
#include <assert.h>

extern int step (int, int);
extern int feed (const char *, size_t);
extern bool want (const char *);
extern void logerr (const char *fmt, ...) __attribute__ ((format (printf, 1, 2)));

#define CHECK(x) do { if (!(x)) { rc = -1; goto out; } } while (0)
#define RETIF(x, r) do { if (x) return (r); } while (0)
#define SAFE_FREE(p) do { free (p); (p) = NULL; } while (0)
#define SAFE_CLOSE(fd) do { if ((fd) >= 0) { close (fd); (fd) = -1; } } while (0)
#define TEMP_FAILURE(e) ({ long r_; do r_ = (long) (e); while (r_ == -1 && errno == EINTR); r_; })

/* 1 state machine */
int
machine (const char *path)
{
  enum { START, OPENED, DONE, FAIL } st = START;
  FILE *f = NULL;
  int n = 0;
  while (st != DONE && st != FAIL)
    switch (st)
      {
      case START:
	f = fopen (path, "r");
	st = f ? OPENED : FAIL;
	break;
      case OPENED:
	if (getc (f) == EOF)
	  {
	    fclose (f);
	    st = DONE;
	  }
	else
	  n++;
	break;
      default:
	abort ();
      }
  return st == DONE ? n : -1;
}

int
machine_bad (const char *path)
{
  enum { START, OPENED, DONE, FAIL } st = START;
  FILE *f = NULL;
  int n = 0;
  while (st != DONE && st != FAIL)
    switch (st)
      {
      case START:
	f = fopen (path, "r");	/* { dg-warning "leak" } */
	st = f ? OPENED : FAIL;
	break;
      case OPENED:
	if (getc (f) == EOF)
	  {
	    fclose (f);
	    st = DONE;
	  }
	else if (++n > 1000)
	  st = FAIL;
	break;
      default:
	abort ();
      }
  return st == DONE ? n : -1;
}

/* 2 array of fds */
int
open_all (char **names, int n, int *fds)
{
  int i;
  for (i = 0; i < n; i++)
    {
      fds[i] = open (names[i], O_RDONLY);
      if (fds[i] < 0)
	{
	  while (--i >= 0)
	    close (fds[i]);
	  return -1;
	}
    }
  return 0;
}

int
probe_ports (const int *ports, int n)
{
  int fds[8], k = 0, ok = 0;
  if (n > 8)
    n = 8;
  for (int i = 0; i < n; i++)
    {
      int s = socket (AF_INET, SOCK_STREAM, 0);	/* { dg-warning "leak" "lost" } */
      if (s < 0)
	return -1;
      if (step (s, ports[i]) < 0)
	continue;
      fds[k++] = s;
    }
  for (int i = 0; i < k; i++)
    {
      ok += step (fds[i], 0) > 0;
      close (fds[i]);
    }
  return ok;
}

/* 3 macro goto */
int
checked (const char *a, const char *b)
{
  int rc = 0, fd = -1;
  char *buf = NULL;
  FILE *o = NULL;
  CHECK ((fd = open (a, O_RDONLY)) >= 0);
  CHECK ((buf = malloc (4096)) != NULL);
  CHECK (read (fd, buf, 4096) == 4096);
  CHECK ((o = fopen (b, "w")) != NULL);
  CHECK (fwrite (buf, 1, 4096, o) == 4096);
out:
  if (o && fclose (o) != 0)
    rc = -1;
  SAFE_FREE (buf);
  SAFE_CLOSE (fd);
  return rc;
}

int
checked_bad (const char *a, const char *b)
{
  int rc = 0, fd = -1;
  char *buf = NULL;
  FILE *o;
  CHECK ((fd = open (a, O_RDONLY)) >= 0);
  CHECK ((buf = malloc (4096)) != NULL);
  CHECK (read (fd, buf, 4096) == 4096);
  o = fopen (b, "w");	/* { dg-warning "leak" } */
  CHECK (o != NULL);
  CHECK (fwrite (buf, 1, 4096, o) == 4096);
  CHECK (fclose (o) == 0);
out:
  SAFE_FREE (buf);
  SAFE_CLOSE (fd);
  return rc;
}

/* 4 RETIF macro */
int
quick (const char *p)
{
  int fd = TEMP_FAILURE (open (p, O_RDONLY));	/* { dg-warning "leak" } */
  char c;
  RETIF (fd == -1, -errno);
  RETIF (read (fd, &c, 1) != 1, -EIO);
  close (fd);
  return c;
}

int
quick_ok (const char *p)
{
  int fd = TEMP_FAILURE (open (p, O_RDONLY));
  char c;
  ssize_t n;
  RETIF (fd == -1, -errno);
  n = TEMP_FAILURE (read (fd, &c, 1));
  close (fd);
  RETIF (n != 1, -EIO);
  return c;
}

/* 5 two flags */
int
export_rows (const char *path, int lock, pthread_mutex_t *mu, const char **rows, int n)
{
  FILE *f = stdout;
  bool opened = false, held = false;
  int rc = 0;
  if (lock)
    {
      pthread_mutex_lock (mu);
      held = true;
    }
  if (path)
    {
      f = fopen (path, "w");
      if (!f)
	{
	  rc = -errno;
	  goto out;
	}
      opened = true;
    }
  for (int i = 0; i < n; i++)
    if (fputs (rows[i], f) == EOF)
      {
	rc = -EIO;
	break;
      }
out:
  if (opened)
    fclose (f);
  if (held)
    pthread_mutex_unlock (mu);
  return rc;
}

int
export_rows_bad (const char *path, const char **rows, int n)
{
  FILE *f = stdout;
  bool opened = false;
  int rc = 0;
  if (path)
    {
      f = fopen (path, "w");	/* { dg-warning "leak" } */
      if (!f)
	return -errno;
      if (n == 0)
	goto out;
      opened = true;
    }
  for (int i = 0; i < n; i++)
    if (fputs (rows[i], f) == EOF)
      {
	rc = -EIO;
	break;
      }
out:
  if (opened)
    fclose (f);
  return rc;
}

/* 6 hidden header pointer */
struct hdr { size_t n; uint32_t magic; };

void *
big_alloc (size_t n)
{
  struct hdr *h = malloc (sizeof *h + n);
  if (!h)
    return NULL;
  h->n = n;
  h->magic = 0xfeed;
  return h + 1;
}

void *
big_dup (const void *p, size_t n)
{
  struct hdr *h = malloc (sizeof *h + n);	/* { dg-warning "leak" } */
  if (!h)
    return NULL;
  h->n = n;
  h->magic = 0xfeed;
  if (n > 0x10000000)
    return NULL;
  return memcpy (h + 1, p, n);
}

/* 7 loop swap of two buffers */
int
pingpong (size_t n, int rounds)
{
  char *a = malloc (n), *b = malloc (n);
  int r = 0;
  if (!a || !b)
    {
      free (a);
      free (b);
      return -1;
    }
  memset (a, 1, n);
  while (rounds-- > 0)
    {
      for (size_t i = 0; i < n; i++)
	b[i] = a[n - 1 - i] + 1;
      char *t = a;
      a = b;
      b = t;
    }
  r = a[0];
  free (a);
  free (b);
  return r;
}

int
pingpong_bad (size_t n, int rounds)
{
  char *cur = calloc (1, n);	/* { dg-warning "leak" } */
  int r;
  if (!cur)
    return -1;
  while (rounds-- > 0)
    {
      char *nx = malloc (n);	/* { dg-warning "leak" } */
      if (!nx)
	break;
      for (size_t i = 0; i < n; i++)
	nx[i] = cur[n - 1 - i] + 1;
      cur = nx;
    }
  r = cur[0];
  free (cur);
  return r;
}

/* 8 errors collected through rc chain */
int
chain (const char *p)
{
  int rc = 0;
  int fd = open (p, O_RDONLY);
  char *b = NULL;
  if (fd < 0)
    rc = -errno;
  if (!rc && !(b = malloc (100)))
    rc = -ENOMEM;
  if (!rc && read (fd, b, 100) < 0)
    rc = -errno;
  if (!rc)
    rc = feed (b, 100);
  free (b);
  if (fd >= 0)
    close (fd);
  return rc;
}

int
chain_bad (const char *p)
{
  int rc = 0;
  int fd = open (p, O_RDONLY);	/* { dg-warning "leak" } */
  char *b = NULL;
  if (fd < 0)
    rc = -errno;
  if (!rc && !(b = malloc (100)))
    rc = -ENOMEM;
  if (!rc && read (fd, b, 100) < 0)
    rc = -errno;
  if (!rc)
    {
      rc = feed (b, 100);
      close (fd);
    }
  free (b);
  return rc;
}

/* 9 linked list local, freed on exit */
struct item { struct item *next; char txt[64]; };

int
reverse_print (FILE *in)
{
  struct item *head = NULL, *it;
  char l[64];
  int n = 0;
  while (fgets (l, sizeof l, in))
    {
      it = malloc (sizeof *it);
      if (!it)
	{
	  n = -1;
	  break;
	}
      strcpy (it->txt, l);
      it->next = head;
      head = it;
      n++;
    }
  while ((it = head))
    {
      head = it->next;
      if (n >= 0)
	fputs (it->txt, stdout);
      free (it);
    }
  return n;
}

int
reverse_print_bad (FILE *in)
{
  struct item *head = NULL, *it;
  char l[64];
  int n = 0;
  while (fgets (l, sizeof l, in))
    {
      it = malloc (sizeof *it);	/* { dg-warning "leak" } */
      if (!it)
	break;
      strcpy (it->txt, l);
      if (!want (l))
	continue;
      it->next = head;
      head = it;
      n++;
    }
  while ((it = head))
    {
      head = it->next;
      fputs (it->txt, stdout);
      free (it);
    }
  return n;
}

/* 10 fallthrough unwinding switch */
int
setup (int *a, int *b, char **m)
{
  int stage = 0;
  *m = malloc (10);
  if (!*m)
    goto undo;
  stage = 1;
  *a = open ("/dev/zero", O_RDONLY);
  if (*a < 0)
    goto undo;
  stage = 2;
  *b = open ("/dev/full", O_WRONLY);
  if (*b < 0)
    goto undo;
  return 0;
undo:
  switch (stage)
    {
    case 2:
      close (*a);
      /* fallthrough */
    case 1:
      free (*m);
      *m = NULL;
      /* fallthrough */
    case 0:
      break;
    }
  return -1;
}

int
setup_bad (void)
{
  int stage = 0, a = -1, b = -1;
  char *m = malloc (10);	/* { dg-warning "leak" } */
  if (!m)
    goto undo;
  a = open ("/dev/zero", O_RDONLY);
  if (a < 0)
    goto undo;
  stage = 1;
  b = open ("/dev/full", O_WRONLY);
  if (b < 0)
    goto undo;
  stage = 2;
undo:
  switch (stage)
    {
    case 2:
      close (b);
      /* fallthrough */
    case 1:
      close (a);
      free (m);
    }
  return stage == 2 ? 0 : -1;
}

/* 11 condition order */
int
both (const char *a, const char *b)
{
  FILE *x, *y;
  int r;
  if (!(x = fopen (a, "r")) || !(y = fopen (b, "r")))	/* { dg-warning "leak" } */
    return -1;
  r = getc (x) == getc (y);
  fclose (x);
  fclose (y);
  return r;
}

int
both_ok (const char *a, const char *b)
{
  FILE *x = NULL, *y = NULL;
  int r = -1;
  if ((x = fopen (a, "r")) && (y = fopen (b, "r")))
    r = getc (x) == getc (y);
  if (y)
    fclose (y);
  if (x)
    fclose (x);
  return r;
}
