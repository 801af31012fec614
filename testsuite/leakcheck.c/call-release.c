/* Released by helpers of the same unit: by value, by address, field by field,
   on a condition, through a function pointer with one visible target.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
xclose (FILE **f)
{
  if (*f)
    fclose (*f);
  *f = NULL;
}

int
by_address (const char *name)
{
  FILE *f = fopen (name, "r");
  int c;
  if (!f)
    return -1;
  c = getc (f);
  xclose (&f);
  return c;
}

int
by_address_leaky (const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  int c;
  if (!f)
    return -1;
  c = getc (f);
  if (c == EOF)
    return -1;
  xclose (&f);
  return c;
}

/* Closes, and keeps errno as it was.  */
static int
close_keeping_errno (int fd)
{
  if (fd >= 0)
    {
      int saved = errno;
      close (fd);
      errno = saved;
    }
  return -1;
}

int
by_value (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  if (lseek (fd, 10, SEEK_SET) < 0)
    return close_keeping_errno (fd);
  char c;
  if (read (fd, &c, 1) != 1)
    return close_keeping_errno (fd);
  close (fd);
  return c;
}

struct conn
{
  int fd;
  char *host;
  FILE *log;
};

static void
conn_done (struct conn *c)
{
  if (c->fd >= 0)
    close (c->fd);
  free (c->host);
  if (c->log)
    fclose (c->log);
}

/* Frees all but the log.  */
static void
conn_done_partly (struct conn *c)
{
  if (c->fd >= 0)
    close (c->fd);
  free (c->host);
}

int
by_fields (const char *host, const char *dev, const char *log)
{
  struct conn c = { .fd = -1 };
  int ret = -1;
  c.host = strdup (host);
  if (!c.host)
    goto out;
  c.fd = open (dev, O_RDWR);
  if (c.fd < 0)
    goto out;
  c.log = fopen (log, "a");
  if (!c.log)
    goto out;
  ret = fprintf (c.log, "%s %d\n", c.host, c.fd);
out:
  conn_done (&c);
  return ret;
}

int
by_fields_leaky (const char *host, const char *dev, const char *log)
{
  struct conn c = { .fd = -1 };
  int ret = -1;
  c.host = strdup (host);
  if (!c.host)
    goto out;
  c.fd = open (dev, O_RDWR);
  if (c.fd < 0)
    goto out;
  c.log = fopen (log, "a");		/* { dg-warning "leak" } */
  if (!c.log)
    goto out;
  ret = fprintf (c.log, "%s %d\n", c.host, c.fd);
out:
  conn_done_partly (&c);
  return ret;
}

/* A helper that releases only when told to.  */
static void
finish (FILE *f, int keep)
{
  fflush (f);
  if (!keep)
    fclose (f);
}

int
told_to (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  fputs ("1\n", f);
  finish (f, 1);
  fputs ("2\n", f);
  finish (f, 0);
  return 0;
}

int
told_not_to (const char *name)
{
  FILE *f = fopen (name, "w");		/* { dg-warning "leak" } */
  if (!f)
    return -1;
  fputs ("1\n", f);
  finish (f, 1);
  return 0;
}

/* A helper whose result says whether it released.  */
static int
put_and_close (FILE *f, const char *text)
{
  if (fputs (text, f) == EOF)
    return -1;
  fclose (f);
  return 0;
}

int
result_tells (const char *name, const char *text)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  if (put_and_close (f, text) < 0)
    {
      fclose (f);
      return -1;
    }
  return 0;
}

int
result_tells_leaky (const char *name, const char *text)
{
  FILE *f = fopen (name, "w");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (put_and_close (f, text) < 0)
    return -1;
  return 0;
}

/* Two levels down.  */
static void
level_two (char *p)
{
  free (p);
}

static void
level_one (char *p, int n)
{
  if (n > 3)
    puts (p);
  level_two (p);
}

int
two_levels (const char *s, int n)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  p[0] = '*';
  level_one (p, n);
  return 0;
}

/* Through a function pointer that can only be one function.  */
static void (*const destroy) (char *) = level_two;

int
through_pointer (const char *s)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  int n = puts (p);
  destroy (p);
  return n;
}

int
through_local_pointer (const char *s)
{
  void (*release) (void *) = free;
  char *p = strdup (s);
  if (!p)
    return -1;
  int n = puts (p);
  release (p);
  return n;
}

/* A helper that only reads: it hides nothing.  */
static int
first_char (FILE *f)
{
  int c = getc (f);
  if (c != EOF)
    ungetc (c, f);
  return c;
}

int
only_read (const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return first_char (f) == '#';
}

/* A printing helper with a variable argument list borrows, too.  */
static void __attribute__ ((format (printf, 2, 3)))
say (FILE *f, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (f, format, ap);
  va_end (ap);
}

int
only_written (const char *name)
{
  FILE *f = fopen (name, "w");		/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  say (f, "%d\n", 42);
  return 0;
}
