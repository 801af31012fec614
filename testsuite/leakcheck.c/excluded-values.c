/* Values that a condition excludes: several constants, the cases of a switch, a list of constants
   that GCC makes one comparison of, and a comparison whose result is kept in a variable.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum mode { NEXT, FREE, LONGEST, OTHER };

static char *
expanded (enum mode mode, const char *s)
{
  if (mode == NEXT)
    return strdup (s);
  if (mode == FREE)
    return NULL;
  return mode != LONGEST ? strdup (s) : NULL;
}

void
of_one_constant (const char *s)
{
  expanded (FREE, s);
  expanded (LONGEST, s);
  expanded (OTHER, s);		/* { dg-warning "allocated by 'expanded' is never freed" } */
}

char *
again_if_excluded (enum mode mode, const char *s)
{
  char *r = expanded (mode, s);
  if (mode == LONGEST)
    r = strdup ("x");
  return r;
}

char *
again_if_not (enum mode mode, const char *s)
{
  char *r = expanded (mode, s);	/* { dg-warning "'r' might not be freed" } */
  if (mode == OTHER)
    r = strdup ("x");
  return r;
}

/* ---- A switch.  */

static char *
of_switch (int mode, const char *s)
{
  switch (mode)
    {
    case 3:
    case 7:
    case 8:
      return NULL;
    case 20 ... 29:
      return NULL;
    default:
      return strdup (s);
    }
}

void
of_cases (const char *s)
{
  of_switch (3, s);
  of_switch (7, s);
  of_switch (25, s);
}

void
of_no_case (const char *s)
{
  of_switch (9, s);		/* { dg-warning "allocated by 'of_switch' is never freed" } */
}

void
of_none_between (const char *s)
{
  of_switch (30, s);		/* { dg-warning "allocated by 'of_switch' is never freed" } */
}

/* ---- One comparison for several constants.  */

static char *
of_none (int fd, const char *s)
{
  if (fd == -1 || fd == -2)
    return NULL;
  return strdup (s);
}

void
of_neighbours (const char *s)
{
  of_none (-1, s);
  of_none (-2, s);
}

void
of_neighbours_neighbour (const char *s)
{
  of_none (-3, s);		/* { dg-warning "allocated by 'of_none' is never freed" } */
}

/* Too far from each other: the callee is taken to allocate.  */

static char *
of_far (int mode, const char *s)
{
  if (mode == 5 || mode == 500)
    return NULL;
  return strdup (s);
}

void
of_the_first (const char *s)
{
  of_far (5, s);		/* { dg-bogus "allocated by 'of_far'" "64 apart" { xfail *-*-* } } */
}

/* ---- The result of a comparison decides later.  */

void report (void);

void
closed_where_it_failed (void)
{
  int a[2], b[2];
  int failed = pipe (a) < 0;
  if (!failed)
    {
      failed = pipe (b) < 0;
      if (failed)
	{
	  close (a[0]);
	  close (a[1]);
	}
    }
  if (failed)
    report ();
  if (!failed)
    {
      close (a[0]);
      close (a[1]);
      close (b[0]);
      close (b[1]);
    }
}

void
not_closed_where_it_failed (void)
{
  int a[2], b[2];
  int failed = pipe (a) < 0;	/* { dg-warning "'a\\\[0\\\]' might not be closed" } */
  if (!failed)
    {
      failed = pipe (b) < 0;
      if (failed)
	close (a[1]);
    }
  if (failed)
    report ();
  if (!failed)
    {
      close (a[0]);
      close (a[1]);
      close (b[0]);
      close (b[1]);
    }
}
