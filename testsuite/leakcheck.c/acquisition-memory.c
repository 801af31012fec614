/* Memory: realloc, asprintf, getline, getdelim, posix_memalign and friends,
   which acquire through out-parameters or release on a condition.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* If realloc fails, the old block is still there, and lost.  */
int
grow_leaky (size_t n, size_t more)
{
  char *p = malloc (n);		/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  memset (p, 0, n);
  p = realloc (p, n + more);
  if (!p)
    return -1;
  memset (p + n, 1, more);
  int c = p[n / 2];
  free (p);
  return c;
}

int
grow (size_t n, size_t more)
{
  char *p = malloc (n), *tmp;
  if (!p)
    return -1;
  memset (p, 0, n);
  tmp = realloc (p, n + more);
  if (!tmp)
    {
      free (p);
      return -1;
    }
  p = tmp;
  memset (p + n, 1, more);
  int c = p[n / 2];
  free (p);
  return c;
}

/* Grown in a loop; the array starts as NULL, so the only site is realloc.  */
int
collect_leaky (FILE *f)
{
  char *p = NULL;
  size_t used = 0, size = 0;
  int c;
  while ((c = getc (f)) != EOF)
    {
      if (used == size)
	{
	  size = size ? 2 * size : 16;
	  p = realloc (p, size);	/* { dg-warning "'p' might not be freed" } */
	  if (!p)
	    return -1;
	}
      p[used++] = c;
    }
  int ret = used && p[used - 1] == '\n';
  free (p);
  return ret;
}

int
collect (FILE *f)
{
  char *p = NULL, *tmp;
  size_t used = 0, size = 0;
  int c;
  while ((c = getc (f)) != EOF)
    {
      if (used == size)
	{
	  size = size ? 2 * size : 16;
	  tmp = realloc (p, size);
	  if (!tmp)
	    {
	      free (p);
	      return -1;
	    }
	  p = tmp;
	}
      p[used++] = c;
    }
  int ret = used && p[used - 1] == '\n';
  free (p);
  return ret;
}

/* realloc of a block the caller owns, by address.  */
int
append (char **s, size_t *n, char c)
{
  char *p = realloc (*s, *n + 2);
  if (!p)
    return -1;
  p[(*n)++] = c;
  p[*n] = '\0';
  *s = p;
  return 0;
}

/* getline: the buffer is the caller's, end of file or not.  */
int
longest (FILE *f)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t n, max = 0;
  while ((n = getline (&line, &size, f)) > 0)
    if (n > max)
      max = n;
  free (line);
  return max;
}

int
longest_leaky (FILE *f)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t n, max = 0;
  while ((n = getline (&line, &size, f)) > 0)	/* { dg-warning "leak" } */
    if (n > max)
      max = n;
  return max;
}

/* An early return out of the loop.  */
int
lookup_leaky (FILE *f, const char *key)
{
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, f) != -1)	/* { dg-warning "leak" } */
    if (strncmp (line, key, strlen (key)) == 0)
      return 1;
  free (line);
  return 0;
}

int
lookup (FILE *f, const char *key)
{
  char *line = NULL;
  size_t size = 0;
  int found = 0;
  while (!found && getdelim (&line, &size, '\0', f) != -1)
    found = strncmp (line, key, strlen (key)) == 0;
  free (line);
  return found;
}

/* asprintf: nothing is allocated when it fails.  */
int
ask (const char *user)
{
  char *q;
  if (asprintf (&q, "Password for %s: ", user) < 0)
    return -1;
  int ret = puts (q);
  free (q);
  return ret;
}

int
ask_leaky (const char *user)
{
  char *q;
  if (asprintf (&q, "Password for %s: ", user) < 0)	/* { dg-warning "'q' might not be freed" } */
    return -1;
  if (puts (q) == EOF)
    return -1;
  free (q);
  return 0;
}

/* posix_memalign returns an error number.  */
int
aligned (int fd, size_t n)
{
  void *p;
  if (posix_memalign (&p, 4096, n) != 0)
    return -1;
  ssize_t got = read (fd, p, n);
  free (p);
  return got == (ssize_t) n ? 0 : -1;
}

int
aligned_leaky (int fd, size_t n)
{
  void *p;
  if (posix_memalign (&p, 4096, n) != 0)	/* { dg-warning "leak" } */
    return -1;
  if (read (fd, p, n) != (ssize_t) n)
    return -1;
  free (p);
  return 0;
}

/* realpath and getcwd with NULL allocate, with a buffer they do not.  */
int
same_place (const char *a)
{
  char buffer[PATH_MAX];
  if (!realpath (a, buffer))
    return -1;
  char *here = getcwd (NULL, 0);
  if (!here)
    return -1;
  int same = strcmp (buffer, here) == 0;
  free (here);
  return same;
}

int
same_place_leaky (const char *a)
{
  char *there = realpath (a, NULL);	/* { dg-warning "'there' might not be freed" } */
  if (!there)
    return -1;
  char *here = getcwd (NULL, 0);
  if (!here)
    return -1;
  int same = strcmp (there, here) == 0;
  free (there);
  free (here);
  return same;
}

/* open_memstream: two things to release, the stream and its buffer.  */
char *
render (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    return NULL;
  fprintf (f, "%d+%d", a, b);
  fclose (f);
  return text;
}

char *
render_leaky (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);	/* { dg-warning "leak: 'f' is never closed" } */
  if (!f)
    return NULL;
  fprintf (f, "%d+%d", a, b);
  fflush (f);
  return text;
}

/* strdup of each word, array freed without its elements.  */
int
words (const char *s)
{
  char *copy = strdup (s);
  char **v = calloc (16, sizeof *v);
  int n = 0, ret = -1;
  if (copy && v)
    {
      for (char *w = strtok (copy, " "); w && n < 16; w = strtok (NULL, " "))
	v[n++] = w;
      ret = n;
    }
  free (v);
  free (copy);
  return ret;
}

/* wcsdup, and reallocarray.  */
size_t
wide_leaky (const wchar_t *w)
{
  wchar_t *copy = wcsdup (w);		/* { dg-warning "'copy' is never freed" } */
  if (!copy)
    return 0;
  return wcslen (copy);
}

int *
squares (int n)
{
  int *v = reallocarray (NULL, n, sizeof *v);
  if (!v)
    return NULL;
  for (int i = 0; i < n; i++)
    v[i] = i * i;
  return v;
}

/* A VLA and alloca need no release.  */
int
on_the_stack (int n, const char *s)
{
  char vla[n];
  char *copy = strdupa (s);
  snprintf (vla, n, "%s", copy);
  char *p = __builtin_alloca (n);
  memcpy (p, vla, n);
  return p[0];
}
