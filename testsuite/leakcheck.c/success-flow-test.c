/* Success tests in every spelling, through copies and negations: on the
   failed branch there is nothing to release, on the other there is.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

int
test_not (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = getc (f);
  fclose (f);
  return c;
}

int
test_null_on_the_left (const char *name)
{
  FILE *f;
  if (NULL == (f = fopen (name, "r")))	/* { dg-warning "'f' might not be closed" } */
    return -1;
  int c = getc (f);
  if (c == EOF)
    return -1;
  fclose (f);
  return c;
}

int
test_not_minus_one (const char *name)
{
  int fd = open (name, O_RDONLY);
  char c = 0;
  if (fd != -1)
    {
      if (read (fd, &c, 1) != 1)
	c = 0;
      close (fd);
    }
  return c;
}

int
test_not_minus_one_leaky (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  char c = 0;
  if (fd != -1)
    {
      if (read (fd, &c, 1) != 1)
	c = 0;
    }
  return c;
}

int
test_at_least_zero (void)
{
  int ret = -1;
  int s = socket (AF_UNIX, SOCK_STREAM, 0);
  if (s >= 0)
    {
      ret = listen (s, 1);
      close (s);
    }
  return ret;
}

int
test_greater_than_minus_one (void)
{
  int s = socket (AF_UNIX, SOCK_STREAM, 0);	/* { dg-warning "'s' might not be closed" } */
  if (s > -1)
    {
      if (listen (s, 1) == 0)
	return 0;
      close (s);
    }
  return -1;
}

/* The test goes through a bool.  */
int
test_bool (const char *name)
{
  int fd = open (name, O_RDONLY);
  bool opened = fd >= 0;
  char c;
  if (!opened)
    return -1;
  ssize_t n = read (fd, &c, 1);
  if (opened)
    close (fd);
  return n == 1 ? c : -1;
}

int
test_bool_leaky (const char *name)
{
  DIR *d = opendir (name);	/* { dg-warning "'d' might not be closed" } */
  bool failed = d == NULL;
  if (failed)
    return -1;
  bool empty = readdir (d) == NULL;
  if (empty)
    return 0;
  closedir (d);
  return 1;
}

/* The test goes through a copy of the handle.  */
int
test_copy (const char *name)
{
  FILE *f = fopen (name, "r");
  FILE *g = f;
  if (!g)
    return -1;
  int c = getc (f);
  fclose (g);
  return c;
}

int
test_copy_leaky (const char *name)
{
  char *copy = strdup (name);	/* { dg-warning "memory leak" } */
  char *p = copy;
  if (p == NULL)
    return -1;
  p = strchr (p, '/');
  if (p == NULL)
    return 0;
  int n = strlen (copy) - strlen (p);
  free (copy);
  return n;
}

/* Through __builtin_expect.  */
int
test_unlikely (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (unlikely (fd < 0))
    return -1;
  off_t end = lseek (fd, 0, SEEK_END);
  if (unlikely (end == (off_t) -1))
    {
      close (fd);
      return -1;
    }
  close (fd);
  return end > 0;
}

int
test_likely_leaky (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (likely (f != NULL))
    {
      char line[80];
      if (unlikely (!fgets (line, sizeof line, f)))
	return -1;
      fclose (f);
      return line[0];
    }
  return -1;
}

/* Double negation and a comparison of a comparison.  */
int
test_double_negation (const char *name)
{
  FILE *f = fopen (name, "r");
  int ok = !!f;
  if (ok == 0)
    return -1;
  int c = getc (f);
  if ((ok != 0) == 1)
    fclose (f);
  return c;
}

/* The test is inverted: what it "closes" is the failed one.  */
int
test_inverted (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  int c = f ? getc (f) : EOF;
  if (!f)
    puts ("cannot open");
  return c;
}
