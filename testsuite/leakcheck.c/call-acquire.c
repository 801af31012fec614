/* Acquired by helpers of the same unit: the warning stands at the caller's
   call, and the helper itself, which hands on what it got, is clean.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *
xfopen (const char *name, const char *mode)
{
  FILE *f = fopen (name, mode);
  if (!f)
    {
      fprintf (stderr, "%s: %s\n", name, strerror (errno));
      exit (1);
    }
  return f;
}

int
never_fails (const char *name)
{
  FILE *f = xfopen (name, "r");
  int c = getc (f);
  fclose (f);
  return c;
}

int
never_fails_leaky (const char *name)
{
  FILE *f = xfopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  int c = getc (f);
  if (c == EOF)
    return 0;
  fclose (f);
  return c;
}

static void *
xmalloc (size_t n)
{
  void *p = malloc (n);
  if (!p)
    abort ();
  return p;
}

static char *
xstrdup (const char *s)
{
  size_t n = strlen (s) + 1;
  return memcpy (xmalloc (n), s, n);
}

int
through_two_helpers (const char *s)
{
  char *copy = xstrdup (s);
  char *slash = strrchr (copy, '/');
  int n;
  if (slash)
    *slash = '\0';
  n = strlen (copy);
  free (copy);
  return n;
}

int
through_two_helpers_leaky (const char *s)
{
  char *copy = xstrdup (s);		/* { dg-warning "'copy' is never freed" } */
  char *slash = strrchr (copy, '/');
  if (slash)
    *slash = '\0';
  return strlen (copy);
}

/* The result is an out-parameter, the success a code.  */
static int
open_log (const char *name, FILE **out)
{
  FILE *f = fopen (name, "a");
  if (!f)
    return -errno;
  setvbuf (f, NULL, _IOLBF, 0);
  *out = f;
  return 0;
}

int
out_parameter (const char *name)
{
  FILE *f = NULL;
  int ret = open_log (name, &f);
  if (ret < 0)
    return ret;
  fputs ("start\n", f);
  return fclose (f);
}

int
out_parameter_leaky (const char *name)
{
  FILE *f = NULL;
  int ret = open_log (name, &f);	/* { dg-warning "leak" } */
  if (ret < 0)
    return ret;
  ret = fputs ("start\n", f);
  if (ret < 0)
    return ret;
  return fclose (f);
}

/* Two at once, or none.  */
static int
open_pair (const char *a, const char *b, int *fa, int *fb)
{
  *fa = open (a, O_RDONLY);
  if (*fa < 0)
    return -1;
  *fb = open (b, O_RDONLY);
  if (*fb < 0)
    {
      close (*fa);
      return -1;
    }
  return 0;
}

int
pair (const char *a, const char *b)
{
  int x, y;
  if (open_pair (a, b, &x, &y))
    return -1;
  off_t d = lseek (x, 0, SEEK_END) - lseek (y, 0, SEEK_END);
  close (x);
  close (y);
  return d == 0;
}

int
pair_one_leaks (const char *a, const char *b)
{
  int x, y;
  if (open_pair (a, b, &x, &y))		/* { dg-warning "'y' is never closed" } */
    return -1;
  off_t d = lseek (x, 0, SEEK_END) - lseek (y, 0, SEEK_END);
  close (x);
  return d == 0;
}

/* Success as a bool.  */
static bool
duplicate (const char *s, char **out)
{
  *out = s ? strdup (s) : NULL;
  return *out != NULL;
}

int
bool_result (const char *s)
{
  char *copy;
  if (!duplicate (s, &copy))
    return -1;
  int n = puts (copy);
  free (copy);
  return n;
}

int
bool_result_leaky (const char *s)
{
  char *copy;
  if (!duplicate (s, &copy))		/* { dg-warning "leak" } */
    return -1;
  return puts (copy);
}

/* A helper may return what is not its caller's: a borrowed stream ...  */
static FILE *cached;

static FILE *
log_stream (void)
{
  if (!cached)
    cached = fopen ("/tmp/log", "a");
  return cached;
}

int
borrowed (const char *s)
{
  FILE *f = log_stream ();
  if (!f)
    return -1;
  return fputs (s, f);
}

/* ... or the argument itself.  */
static FILE *
rewound (FILE *f)
{
  rewind (f);
  return f;
}

int
argument_back (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = getc (f);
  FILE *g = rewound (f);
  c -= getc (g);
  fclose (g);
  return c;
}

/* The result of the helper is dropped.  */
void
dropped (const char *name)
{
  xfopen (name, "w");			/* { dg-warning "leak" } */
}

/* A helper that leaks by itself is warned about in the helper, once.  */
static int
leaks_itself (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  return lseek (fd, 0, SEEK_END) > 0;
}

int
calls_leaky_helper (const char *a, const char *b)
{
  return leaks_itself (a) + leaks_itself (b);
}
