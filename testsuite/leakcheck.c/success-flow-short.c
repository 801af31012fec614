/* Short-circuit conditions and ternaries: of several acquisitions in one
   condition only a prefix happened when it fails.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* If the second open fails, the first stream is lost.  */
int
compare_leaky (const char *a, const char *b)
{
  FILE *f, *g;
  if ((f = fopen (a, "r")) == NULL	/* { dg-warning "'f' might not be closed" } */
      || (g = fopen (b, "r")) == NULL)
    return -1;
  int same = getc (f) == getc (g);
  fclose (f);
  fclose (g);
  return same;
}

int
compare (const char *a, const char *b)
{
  FILE *f, *g = NULL;
  int same = -1;
  if ((f = fopen (a, "r")) != NULL && (g = fopen (b, "r")) != NULL)
    same = getc (f) == getc (g);
  if (f)
    fclose (f);
  if (g)
    fclose (g);
  return same;
}

/* Both at once, then one test for both.  */
char *
join (const char *a, const char *b)
{
  char *x = strdup (a);
  char *y = strdup (b);
  char *z = NULL;
  if (x && y)
    {
      z = malloc (strlen (x) + strlen (y) + 1);
      if (z)
	strcat (strcpy (z, x), y);
    }
  free (x);
  free (y);
  return z;
}

/* One test for both, but on failure neither is freed.  */
char *
join_leaky (const char *a, const char *b)
{
  char *x = strdup (a);		/* { dg-warning "'x' might not be freed" } */
  char *y = strdup (b);		/* { dg-warning "'y' might not be freed" } */
  char *z;
  if (!x || !y)
    return NULL;
  z = malloc (strlen (x) + strlen (y) + 1);
  if (z)
    strcat (strcpy (z, x), y);
  free (x);
  free (y);
  return z;
}

/* The stream and the first line in one condition.  */
int
first_line_leaky (const char *name, char *line, int size)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (f == NULL || fgets (line, size, f) == NULL)
    return -1;
  fclose (f);
  return 0;
}

int
first_line (const char *name, char *line, int size)
{
  FILE *f = fopen (name, "r");
  if (f == NULL || fgets (line, size, f) == NULL)
    {
      if (f)
	fclose (f);
      return -1;
    }
  fclose (f);
  return 0;
}

/* Either of two names will do.  */
int
either (const char *a, const char *b)
{
  int fd;
  if ((fd = open (a, O_RDONLY)) < 0 && (fd = open (b, O_RDONLY)) < 0)
    return -1;
  char c;
  ssize_t n = read (fd, &c, 1);
  close (fd);
  return n == 1 ? c : -1;
}

/* The second open overwrites a good descriptor: && became ||.  */
int
either_leaky (const char *a, const char *b)
{
  int fd = open (a, O_RDONLY);	/* { dg-warning "leak" } */
  if (fd >= 0)
    fd = open (b, O_RDONLY);
  if (fd < 0)
    return -1;
  char c;
  ssize_t n = read (fd, &c, 1);
  close (fd);
  return n == 1 ? c : -1;
}

/* The handle chosen by a ternary; the borrowed one is not closed.  */
void
show (const char *name, FILE *def)
{
  FILE *f = name ? fopen (name, "w") : NULL;
  fputs ("hello\n", f ? f : def);
  if (f)
    fclose (f);
}

void
show_leaky (const char *name, FILE *def)
{
  FILE *f = name ? fopen (name, "w") : NULL;	/* { dg-warning "'f' is never closed" } */
  fputs ("hello\n", f ? f : def);
}

/* Release inside an expression, and as an argument of the comma.  */
int
release_in_condition (const char *name)
{
  FILE *f = fopen (name, "a");
  int bad;
  return f == NULL ? -1 : (bad = fputs ("x\n", f) == EOF,
			   fclose (f) == EOF || bad) ? -1 : 0;
}

/* The close is the right operand: it is not reached when the write fails.  */
int
release_short_circuited (const char *name, const char *text)
{
  FILE *f = fopen (name, "a");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fputs (text, f) == EOF || fclose (f) == EOF)
    return -1;
  return 0;
}

/* The well known way to write it: "|" has no short circuit.  */
int
release_always (const char *name, const char *text)
{
  FILE *f = fopen (name, "a");
  if (!f)
    return -1;
  int bad = (fputs (text, f) == EOF) | (fclose (f) == EOF);
  return bad ? -1 : 0;
}
