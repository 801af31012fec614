/* The same warnings at every level of optimisation, in shapes that the levels
   treat differently: helpers that would be inlined, constants that would be
   propagated, cleanups with several exits, dead code.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Helpers that -O2 inlines.  */

static inline FILE *
open_log (const char *name)
{
  return fopen (name, "a");
}

static inline void
close_log (FILE **f)
{
  if (*f)
    fclose (*f);
  *f = NULL;
}

int
helpers (const char *name)
{
  FILE *f = open_log (name);
  if (!f)
    return -1;
  fputs ("x", f);
  close_log (&f);
  return 0;
}

int
helpers_leaky (const char *name, int n)
{
  FILE *f = open_log (name);	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (n > 3)
    return n;
  close_log (&f);
  return 0;
}

/* A cleanup and several exits from its scope: at -O0 one copy of it and a
   switch on where to go.  */

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
}

int
cleanup (char **names, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int fd __attribute__ ((cleanup (close_fd))) = open (names[i], O_RDONLY);
      char c;
      if (fd < 0)
	continue;
      if (read (fd, &c, 1) != 1)
	break;
      if (c == 'q')
	return sum;
      sum += c;
    }
  return sum;
}

int
cleanup_leaky (char **names, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int fd __attribute__ ((cleanup (close_fd))) = open (names[i], O_RDONLY);
      int other = open ("/dev/null", O_WRONLY);	/* { dg-warning "'other' might not be closed" } */
      if (fd < 0)
	{
	  close (other);
	  continue;
	}
      if (other < 0)
	break;
      if (write (other, "x", 1) != 1)
	return sum;
      close (other);
      sum++;
    }
  return sum;
}

/* A condition that optimisation decides.  */

int
constant (const char *name)
{
  const int verbose = 0;
  char *copy = strdup (name);
  if (!copy)
    return -1;
  if (verbose)
    return 1;
  free (copy);
  return 0;
}

/* A result that is not used otherwise: malloc and its test may vanish.  */

int
unused (size_t n)
{
  char *p = malloc (n);		/* { dg-warning "'p' is never freed" } */
  return p ? 0 : -1;
}

/* A buffer that lives in registers at -O2 and in memory at -O0.  */

struct pair { char *first, *second; };

int
aggregate (const char *a, const char *b)
{
  struct pair p = { strdup (a), NULL };
  if (!p.first)
    return -1;
  p.second = strdup (b);
  if (!p.second)
    {
      free (p.first);
      return -1;
    }
  int order = strcmp (p.first, p.second);
  free (p.second);
  free (p.first);
  return order;
}

int
aggregate_leaky (const char *a, const char *b)
{
  struct pair p = { strdup (a), NULL };	/* { dg-warning "'p.first' might not be freed" } */
  if (!p.first)
    return -1;
  p.second = strdup (b);
  if (!p.second)
    return -1;
  int order = strcmp (p.first, p.second);
  free (p.second);
  free (p.first);
  return order;
}

/* Loops that are unrolled, tails that become jumps.  */

static int
recurse (FILE *f, int n)
{
  if (n == 0)
    {
      fclose (f);
      return 0;
    }
  fputc ('x', f);
  return recurse (f, n - 1);
}

int
tail_call (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  return recurse (f, 8);
}

int
loop_leaky (void)
{
  int last = -1;
  for (int i = 0; i < 4; i++)
    last = dup (0);		/* { dg-warning "'last' might not be closed" } */
  if (last >= 0)
    close (last);
  return 0;
}
