/* GNU C: the cleanup attribute, statement expressions, nested functions,
   do-while(0) macros, local labels, VLAs, "?:", case ranges.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
cleanup_free (void *p)
{
  free (*(void **) p);
}

static void
cleanup_close (int *fd)
{
  if (*fd >= 0)
    close (*fd);
}

static void
cleanup_fclose (FILE **f)
{
  if (*f)
    fclose (*f);
}

#define autofree __attribute__ ((cleanup (cleanup_free)))
#define autoclose __attribute__ ((cleanup (cleanup_close)))
#define autofclose __attribute__ ((cleanup (cleanup_fclose)))
#define TAKE(p) ({ __typeof__ (p) *at_ = &(p), old_ = *at_; *at_ = NULL; old_; })
#define TAKE_FD(fd) ({ int *at_ = &(fd), old_ = *at_; *at_ = -1; old_; })
#define RETRY(e) ({ long r_; do r_ = (e); while (r_ == -1 && errno == EINTR); r_; })
#define CHECK(cond, label) do { if (!(cond)) goto label; } while (0)
#define FREE_AND_NULL(p) do { free (p); (p) = NULL; } while (0)

/* Every way out runs the cleanups.  */
int
automatic (const char *name, size_t n)
{
  autofree char *buffer = malloc (n);
  if (!buffer)
    return -1;
  autofclose FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (fread (buffer, 1, n, f) != n)
    return -1;
  return buffer[n / 2];
}

/* One variable has no cleanup.  */
int
automatic_leaky (const char *name, size_t n)
{
  autofree char *buffer = malloc (n);
  if (!buffer)
    return -1;
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fread (buffer, 1, n, f) != n)
    return -1;
  fclose (f);
  return buffer[n / 2];
}

/* In a loop, each iteration cleans up; continue and break as well.  */
int
automatic_loop (char **names)
{
  int total = 0;
  for (; *names; names++)
    {
      autoclose int fd = open (*names, O_RDONLY);
      if (fd < 0)
	continue;
      off_t n = lseek (fd, 0, SEEK_END);
      if (n < 0)
	break;
      total += n > 0;
    }
  return total;
}

/* Taken from its cleanup and given to the caller.  */
char *
taken (const char *name)
{
  autoclose int fd = open (name, O_RDONLY);
  autofree char *p = malloc (100);
  if (fd < 0 || !p)
    return NULL;
  ssize_t n = read (fd, p, 99);
  if (n < 0)
    return NULL;
  p[n] = '\0';
  return TAKE (p);
}

/* Taken from its cleanup, then an error.  */
int
taken_leaky (const char *name, int *out)
{
  autoclose int fd = open (name, O_RDONLY);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  int mine = TAKE_FD (fd);
  if (lseek (mine, 0, SEEK_END) < 0)
    return -1;
  *out = mine;
  return 0;
}

/* Overwriting defeats the cleanup.  */
int
automatic_overwritten (const char *a, const char *b)
{
  autofree char *s = strdup (a);	/* { dg-warning "leak" } */
  if (!s)
    return -1;
  s = strdup (b);
  return s ? puts (s) : -1;
}

/* A statement expression acquires.  */
ssize_t
retried (const char *name, char *buffer, size_t n)
{
  int fd = RETRY (open (name, O_RDONLY));
  if (fd < 0)
    return -1;
  ssize_t got = RETRY (read (fd, buffer, n));
  close (fd);
  return got;
}

ssize_t
retried_leaky (const char *name, char *buffer, size_t n)
{
  int fd = RETRY (open (name, O_RDONLY));	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  ssize_t got = RETRY (read (fd, buffer, n));
  if (got < 0)
    return -1;
  close (fd);
  return got;
}

/* Macros that jump.  */
int
checked (const char *name)
{
  int ret = -1;
  char *line = NULL;
  FILE *f = fopen (name, "r");
  CHECK (f, out);
  line = malloc (80);
  CHECK (line, close);
  CHECK (fgets (line, 80, f), close);
  ret = line[0];
close:
  FREE_AND_NULL (line);
  fclose (f);
out:
  return ret;
}

int
checked_leaky (const char *name)
{
  int ret = -1;
  char *line = NULL;
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  CHECK (f, out);
  line = malloc (80);
  CHECK (line, out);
  if (fgets (line, 80, f))
    ret = line[0];
  FREE_AND_NULL (line);
  fclose (f);
out:
  return ret;
}

/* A nested function that releases what the enclosing one acquired.  */
int
nested_function (const char *a, const char *b)
{
  FILE *f = NULL, *g = NULL;
  auto int done (int ret);

  f = fopen (a, "r");
  if (!f)
    return -1;
  g = fopen (b, "r");
  if (!g)
    return done (-1);
  return done (getc (f) == getc (g));

  int
  done (int ret)
  {
    if (f)
      fclose (f);
    if (g)
      fclose (g);
    return ret;
  }
}

/* A nested function with a leak of its own.  */
int
nested_function_leaky (const char *a, const char *b)
{
  char mode[] = "r";

  int
  first (const char *name)
  {
    FILE *f = fopen (name, mode);	/* { dg-warning "'f' is never closed" } */
    return f ? getc (f) : EOF;
  }

  return first (a) == first (b);
}

/* A jump out of the scope of a VLA.  */
int
with_vla (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  int ret = -1;
  if (!f)
    return -1;
  {
    char line[n];
    if (!fgets (line, n, f))
      goto out;
    ret = line[0];
  }
out:
  fclose (f);
  return ret;
}

int
with_vla_leaky (const char *name, int n)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  for (int i = 1; i <= n; i++)
    {
      char line[i];
      if (!fgets (line, i, f))
	return -1;
      if (line[0] == '#')
	break;
    }
  fclose (f);
  return 0;
}

/* The short "?:" and a case range.  */
int
elvis (const char *a, const char *b)
{
  FILE *f = fopen (a, "r") ?: fopen (b, "r");
  int ret;
  if (!f)
    return -1;
  switch (getc (f))
    {
    case '0' ... '9':
      ret = 1;
      break;
    case 'a' ... 'z':
      ret = 2;
      break;
    default:
      ret = 0;
    }
  fclose (f);
  return ret;
}
