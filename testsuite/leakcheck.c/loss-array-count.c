/* Elements of an array whose numbers a counter says that is constant: a[n++].

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>

int use (char *const *);

int
one_is_left (void)
{
  char *a[2];
  int n = 0;
  a[n++] = malloc (1);
  a[n++] = malloc (2);		/* { dg-warning "never freed" } */
  free (a[0]);
  return n;
}

int
both_are_freed (void)
{
  char *a[2];
  int n = 0;
  a[n++] = malloc (1);
  a[n++] = malloc (2);
  free (a[0]);
  free (a[1]);
  return n;
}

int
the_same_is_set_twice (void)
{
  char *a[2];
  int n = 0;
  a[n] = malloc (1);		/* { dg-warning "never freed" } */
  a[n++] = malloc (2);
  free (a[0]);
  return n;
}

int
freed_by_a_loop (int k)
{
  char *a[3];
  int n = 0;
  a[n++] = malloc (1);
  if (k)
    a[n++] = malloc (2);
  a[n++] = malloc (3);
  for (int i = 0; i < n; i++)
    free (a[i]);
  return n;
}
