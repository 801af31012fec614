/* Corpus, loss: the process ends, what attributes say, and other ends of a
   path.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../../include/leakcheck.h"

extern void die (const char *fmt, ...) __attribute__ ((noreturn));
extern void usage (int) __attribute__ ((noreturn));
extern int work (FILE *);

/* --- process end */
void
must_read (const char *name)
{
  char b[16];
  FILE *f = fopen (name, "r");
  if (!f)
    die ("%s", name);
  if (!fgets (b, sizeof b, f))
    die ("%s: empty", name);
  puts (b);
  fclose (f);
}

static void
fatal (int code, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vfprintf (stderr, fmt, ap);
  va_end (ap);
  exit (code);
}

int
work_file (const char *name)
{
  FILE *f = fopen (name, "r");
  int r;
  if (!f)
    fatal (1, "%s\n", name);
  r = work (f);
  if (r < 0)
    fatal (2, "%d\n", r);
  fclose (f);
  return r;
}

static void
complain (int code, const char *what)
{
  fprintf (stderr, "%s\n", what);
  if (code > 1)
    exit (code);
}

int
work_file_bad (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "leak" "complain comes back" } */
  int r;
  if (!f)
    fatal (1, "%s\n", name);
  r = work (f);
  if (r < 0)
    {
      complain (1, "no work");
      return r;
    }
  fclose (f);
  return r;
}

void
exec_shell (const char *script)
{
  int fd = open (script, O_RDONLY);
  if (fd < 0)
    _exit (126);
  dup2 (fd, 0);
  execl ("/bin/sh", "sh", (char *) NULL);
  _exit (127);
}

int
exec_shell_bad (const char *script)
{
  int fd = open (script, O_RDONLY);	/* { dg-warning "leak" "execl fails and comes back" } */
  if (fd < 0)
    return -1;
  dup2 (fd, 0);
  execl ("/bin/sh", "sh", (char *) NULL);
  return -errno;
}

void
check_args (int argc)
{
  char *p = malloc (10);
  if (argc > 3)
    usage (1);
  free (p);
}

int
asserting (const char *s)
{
  char *p = strdup (s);
  if (!p)
    abort ();
  if (*p == 0)
    __builtin_unreachable ();
  int r = *p;
  free (p);
  return r;
}

static int
child (const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    work (f);
  _Exit (f == NULL);
}

int
run_child (const char *name)
{
  return fork () == 0 ? child (name) : 0;
}

/* --- attribute cleanup */
static void
closep (int *fd)
{
  if (*fd >= 0)
    close (*fd);
}

static void
fclosep (FILE **f)
{
  if (*f)
    fclose (*f);
}

static void
freep (void *p)
{
  free (*(void **) p);
}

#define _cleanup_(f) __attribute__ ((cleanup (f)))
#define TAKE_FD(fd) ({ int *_p = &(fd); int _v = *_p; *_p = -EBADF; _v; })
#define TAKE_PTR(p) ({ __typeof__ (p) *_p = &(p), _v = *_p; *_p = NULL; _v; })

int
cleanup_read (const char *path, char *c)
{
  _cleanup_ (closep) int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -errno;
  if (read (fd, c, 1) != 1)
    return -EIO;
  return 0;
}

int
cleanup_take (const char *path)
{
  _cleanup_ (closep) int fd = -1;
  char c;
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -errno;
  if (read (fd, &c, 1) != 1)
    return -EIO;
  return TAKE_FD (fd);
}

char *
cleanup_string (const char *a)
{
  _cleanup_ (freep) char *x = strdup (a), *y = NULL;
  if (!x)
    return NULL;
  y = strdup (x);
  if (!y)
    return NULL;
  y[0] = 'y';
  return TAKE_PTR (y);
}

char *
cleanup_string_bad (const char *a)
{
  _cleanup_ (freep) char *x = strdup (a);
  char *y;
  if (!x)
    return NULL;
  y = strdup (x);	/* { dg-warning "leak" "without the attribute" } */
  if (!y)
    return NULL;
  if (y[0] == '#')
    return NULL;
  return y;
}

int
cleanup_loop (char **names, int n)
{
  for (int i = 0; i < n; i++)
    {
      _cleanup_ (fclosep) FILE *f = fopen (names[i], "r");
      if (!f)
	continue;
      if (work (f))
	return i;
    }
  return -1;
}

int
cleanup_overwrite (const char *a, const char *b)
{
  _cleanup_ (closep) int fd = open (a, O_RDONLY);	/* { dg-warning "leak" "the second open" } */
  if (fd < 0)
    return -1;
  fd = open (b, O_RDONLY);
  return fd < 0 ? -1 : 0;
}

int
cleanup_stolen_bad (const char *path)
{
  _cleanup_ (closep) int fd = open (path, O_RDONLY);
  int mine, c = 0;
  if (fd < 0)
    return -1;
  mine = dup (fd);	/* { dg-warning "leak" "only fd is cleaned up" } */
  if (mine < 0)
    return -1;
  if (read (mine, &c, 1) != 1)
    return -1;
  return c;
}

/* --- attribute malloc with a deallocator */
struct thing { int x; };
extern void thing_free (struct thing *);
extern struct thing *thing_new (int) __attribute__ ((malloc, malloc (thing_free, 1)));
extern int thing_use (struct thing *);

int
one_thing (int x)
{
  struct thing *t = thing_new (x);	/* { dg-warning "leak" "use fails" } */
  int r;
  if (!t)
    return -1;
  r = thing_use (t);
  if (r < 0)
    return r;
  thing_free (t);
  return r;
}

int
one_thing_ok (int x)
{
  struct thing *t = thing_new (x);
  int r = -1;
  if (t)
    {
      r = thing_use (t);
      thing_free (t);
    }
  return r;
}

/* --- our own attributes */
struct session;
extern struct session *session_open (const char *) LEAKCHECK_ACQUIRE ("session");
extern void session_close (int how, struct session *) LEAKCHECK_RELEASE ("session", 2);
extern int session_put (struct session *, const char *);
extern void pool_give (struct session *s LEAKCHECK_OWNING);
extern int pool_look (struct session *s LEAKCHECK_NOT_OWNING);
extern int chan_open (const char *, int *) LEAKCHECK_ACQUIRE_ARG ("descriptor", 2, "result == 0");

int
session_send (const char *name, const char *text)
{
  struct session *s = session_open (name);	/* { dg-warning "leak" "put fails" } */
  if (!s)
    return -1;
  if (session_put (s, text) < 0)
    return -1;
  session_close (0, s);
  return 0;
}

int
session_send_ok (const char *name, const char *text)
{
  struct session *s = session_open (name);
  int r;
  if (!s)
    return -1;
  r = session_put (s, text);
  session_close (r < 0, s);
  return r;
}

int
session_pool (const char *name)
{
  struct session *s = session_open (name);
  if (!s)
    return -1;
  pool_give (s);
  return 0;
}

int
session_look (const char *name)
{
  struct session *s = session_open (name);	/* { dg-warning "leak" } */
  if (!s)
    return -1;
  return pool_look (s);
}

int
chan_ping (const char *name)
{
  int fd, r;
  if (chan_open (name, &fd))
    return -1;
  r = write (fd, "p", 1);
  close (fd);
  return r;
}

int
chan_ping_bad (const char *name)
{
  int fd;
  if (chan_open (name, &fd))	/* { dg-warning "leak" "never closed" } */
    return -1;
  return write (fd, "p", 1);
}

LEAKCHECK_SUPPRESS int
known_leak (void)
{
  char *p = malloc (10);
  return p != NULL;
}

int
known_statement (void)
{
  char *p;
  LEAKCHECK_SUPPRESS_STATEMENT (
  p = malloc (10);
  )
  return p != NULL;
}

int
known_variable (void)
{
  char *p LEAKCHECK_SUPPRESS = malloc (10);
  return p != NULL;
}

extern FILE *peek_stream (int) LEAKCHECK_NOT_OWNING;

int
borrowed_result (int i)
{
  FILE *f = peek_stream (i);
  return f ? getc (f) : -1;
}

/* --- nested function, statement expression, computed goto, VLA */
int
nested (const char *name)
{
  FILE *f = fopen (name, "r");
  int next (void) { return getc (f); }
  int a, b;
  if (!f)
    return -1;
  a = next ();
  b = next ();
  fclose (f);
  return a * 256 + b;
}

int
computed (const char *name, int op)
{
  static void *const target[] = { &&op_read, &&op_skip, &&op_end };
  FILE *f = fopen (name, "r");
  int r = 0;
  if (!f)
    return -1;
  goto *target[op % 3];
op_read:
  r = getc (f);
  goto *target[2];
op_skip:
  getc (f);
  goto op_read;
op_end:
  fclose (f);
  return r;
}

int
statement_expression (const char *name)
{
  int r = ({ FILE *f = fopen (name, "r");	/* { dg-warning "leak" "dies with its block" } */
	     f ? getc (f) : -1; });
  return r;
}

int
vla (const char *name, int n)
{
  char buf[n];
  int fd = open (name, O_RDONLY);	/* { dg-warning "leak" "short read" } */
  if (fd < 0)
    return -1;
  if (read (fd, buf, n) < n)
    return -1;
  close (fd);
  return buf[0];
}

bool
likely (const char *name)
{
  FILE *f = fopen (name, "r");
  if (__builtin_expect (!f, 0))
    return false;
  if (__builtin_expect (!!(work (f) == 0), 1))
    {
      fclose (f);
      return true;
    }
  fclose (f);
  return false;
}

bool
likely_bad (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "leak" "the unlikely branch" } */
  if (__builtin_expect (!f, 0))
    return false;
  if (__builtin_expect (!!(work (f) == 0), 1))
    {
      fclose (f);
      return true;
    }
  return false;
}

struct pair { FILE *f; int ok : 1; };

int
bits (const char *name)
{
  struct pair p = { 0 };
  p.f = fopen (name, "r");
  p.ok = p.f != NULL;
  if (!p.ok)
    return -1;
  work (p.f);
  fclose (p.f);
  return 0;
}

union u { FILE *f; void *v; };

int
in_union (const char *name)
{
  union u x;
  x.f = fopen (name, "r");
  if (!x.f)
    return -1;
  work (x.f);
  fclose (x.v);
  return 0;
}
