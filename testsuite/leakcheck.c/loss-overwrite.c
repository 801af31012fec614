/* The last handle is overwritten while the resource is held; and its
   look-alikes, where another handle lives on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
reopened (const char *a, const char *b)
{
  FILE *f = fopen (a, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  f = fopen (b, "r");
  if (!f)
    return -1;
  c += getc (f);
  fclose (f);
  return c;
}

int
reopened_clean (const char *a, const char *b)
{
  FILE *f = fopen (a, "r");
  if (!f)
    return -1;
  int c = getc (f);
  fclose (f);
  f = fopen (b, "r");
  if (!f)
    return -1;
  c += getc (f);
  fclose (f);
  return c;
}

/* Forgotten by assigning NULL.  */
void
forgotten (size_t n)
{
  char *p = malloc (n);		/* { dg-warning "'p' is never freed" } */
  if (p)
    memset (p, 0, n);
  p = NULL;
  free (p);
}

void
freed_then_null (size_t n)
{
  char *p = malloc (n);
  if (p)
    memset (p, 0, n);
  free (p);
  p = NULL;
  free (p);
}

/* Two variables are swapped: both are still there.  */
int
swapped (const char *a, const char *b)
{
  char *x = strdup (a), *y = strdup (b);
  int d = 0;
  if (x && y)
    {
      if (strlen (x) > strlen (y))
	{
	  char *t = x;
	  x = y;
	  y = t;
	}
      d = strlen (y) - strlen (x);
    }
  free (x);
  free (y);
  return d;
}

/* A swap without the third variable.  */
int
swapped_badly (const char *a, const char *b)
{
  char *x = strdup (a);		/* { dg-warning "leak" } */
  if (!x)
    return -1;
  char *y = strdup (b);
  if (!y)
    {
      free (x);
      return -1;
    }
  x = y;
  int n = strlen (x);
  free (x);
  return n;
}

/* Overwritten only after the old value was saved.  */
char *
prefixed (const char *name, int absolute)
{
  char *path = strdup (name);
  if (!path)
    return NULL;
  if (!absolute)
    {
      char *old = path;
      if (asprintf (&path, "./%s", old) < 0)
	path = NULL;
      free (old);
    }
  return path;
}

char *
prefixed_leaky (const char *name, int absolute)
{
  char *path = strdup (name);	/* { dg-warning "leak" } */
  if (!path)
    return NULL;
  if (!absolute)
    {
      if (asprintf (&path, "./%s", name) < 0)
	path = NULL;
    }
  return path;
}

/* A default that is allocated even when it is replaced.  */
int
configured (const char *user)
{
  char *shell = strdup ("/bin/sh");	/* { dg-warning "'shell' might not be freed" } */
  if (user)
    shell = strdup (user);
  if (!shell)
    return -1;
  int ret = access (shell, X_OK);
  free (shell);
  return ret;
}

int
configured_clean (const char *user)
{
  char *shell = strdup ("/bin/sh");
  if (user)
    {
      free (shell);
      shell = strdup (user);
    }
  if (!shell)
    return -1;
  int ret = access (shell, X_OK);
  free (shell);
  return ret;
}

/* The field of a local structure.  */
struct name { char *first, *last; };

int
field (const char *a, const char *b)
{
  struct name n = { strdup (a), NULL };	/* { dg-warning "leak" } */
  if (!n.first)
    return -1;
  n.first = strdup (b);
  if (!n.first)
    return -1;
  int ret = puts (n.first);
  free (n.first);
  return ret;
}

int
other_field (const char *a, const char *b)
{
  struct name n = { strdup (a), NULL };
  if (!n.first)
    return -1;
  n.last = strdup (b);
  int ret = puts (n.last ? n.last : n.first);
  free (n.last);
  free (n.first);
  return ret;
}

/* The whole structure is cleared.  */
int
cleared (const char *a)
{
  struct name n = { strdup (a), NULL };	/* { dg-warning "leak" } */
  int ret = n.first ? puts (n.first) : -1;
  n = (struct name) { NULL, NULL };
  free (n.first);
  free (n.last);
  return ret;
}
