/* The end of the process is no leak: exit, abort, _exit, a failed assertion,
   exec, a function that does not return.  What is lost before is one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void __attribute__ ((noreturn, format (printf, 1, 2)))
die (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  exit (2);
}

/* Not declared noreturn, but it is.  */
static void
fatal (const char *what)
{
  perror (what);
  _exit (1);
}

/* Returns when told to.  */
static void
complain (const char *what, int status)
{
  perror (what);
  if (status)
    exit (status);
}

int
with_exit (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    exit (1);
  int c = getc (f);
  if (c == EOF)
    exit (1);
  fclose (f);
  return c;
}

int
with_abort (const char *name)
{
  int fd = open (name, O_RDONLY);
  char c;
  if (fd < 0)
    abort ();
  if (read (fd, &c, 1) != 1)
    abort ();
  close (fd);
  return c;
}

int
with_die (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    die ("%s: cannot open\n", name);
  int c = getc (f);
  if (c == EOF)
    die ("%s: empty\n", name);
  fclose (f);
  return c;
}

/* It only looks like die.  */
static void __attribute__ ((format (printf, 1, 2)))
warn_only (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
}

int
with_warn (const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      warn_only ("%s: empty\n", name);
      return -1;
    }
  fclose (f);
  return c;
}

int
with_undeclared_end (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    fatal (name);
  int c = getc (f);
  if (c == EOF)
    fatal ("empty");
  else
    fclose (f);
  return c;
}

int
with_status (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    complain (name, 3);
  fclose (f);
  return c;
}

int
with_status_zero (const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      complain (name, 0);
      return -1;
    }
  fclose (f);
  return c;
}

int
with_err (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    err (1, "%s", name);
  off_t n = lseek (fd, 0, SEEK_END);
  if (n < 0)
    errx (1, "%s: not seekable", name);
  close (fd);
  return n > 0;
}

/* warn returns.  */
int
with_warnx (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    err (1, "%s", name);
  off_t n = lseek (fd, 0, SEEK_END);
  if (n < 0)
    {
      warnx ("%s: not seekable", name);
      return -1;
    }
  close (fd);
  return n > 0;
}

/* An assertion that fails does not return.  */
int
with_assert (const char *name)
{
  FILE *f = fopen (name, "r");
  assert (f);
  int c = getc (f);
  assert (c != EOF);
  fclose (f);
  return c;
}

/* exec gives all to the new program; if it fails, _exit follows.  */
void
become (const char *log, char *const argv[])
{
  int fd = open (log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd < 0)
    _exit (126);
  if (dup2 (fd, STDERR_FILENO) < 0)
    _exit (126);
  execv (argv[0], argv);
  _exit (127);
}

/* Here a failed exec returns.  */
int
become_leaky (const char *log, char *const argv[])
{
  int fd = open (log, O_WRONLY | O_CREAT | O_APPEND, 0600);	/* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDERR_FILENO) < 0)
    _exit (126);
  execv (argv[0], argv);
  return -1;
}

/* __builtin_unreachable and __builtin_trap.  */
int
with_trap (const char *s, int kind)
{
  char *p = strdup (s);
  if (!p)
    __builtin_trap ();
  switch (kind)
    {
    case 0:
      p[0] = 'a';
      break;
    case 1:
      p[0] = 'b';
      break;
    default:
      __builtin_unreachable ();
    }
  int ret = puts (p);
  free (p);
  return ret;
}

/* A loop that never ends holds what it holds.  */
void
forever (const char *name)
{
  int fd = open (name, O_WRONLY);
  if (fd < 0)
    return;
  for (;;)
    {
      if (write (fd, ".", 1) != 1)
	abort ();
      sleep (1);
    }
}

/* Lost before the exit: overwritten, while the process goes on.  */
void
lost_before_exit (const char *a, const char *b)
{
  FILE *f = fopen (a, "r");		/* { dg-warning "'f' is never closed" } */
  if (f)
    putchar (getc (f));
  f = fopen (b, "r");
  if (f)
    putchar (getc (f));
  exit (0);
}

/* The lesser known ends.  */
void
suicide (const char *name)
{
  char *copy = strdup (name);
  if (!copy)
    _Exit (1);
  puts (copy);
  quick_exit (0);
}
