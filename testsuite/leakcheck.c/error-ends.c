/* A function that ends the process depending on an argument: glibc's error (), a wrapper of it,
   and a program's own function of that name.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

extern int status (void);

FILE *
opened (const char *name, char *room)
{
  char *area = room ? room : malloc (64);
  FILE *f = fopen (name, "r");
  if (!f)
    error (2, errno, "%s", name);
  if (area != room)
    free (area);
  return f;
}

static void
complain (int fatal, const char *what)
{
  error (fatal, 0, "%s", what);
}

int
by_wrapper (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (getc (f) == '#')
    complain (EXIT_FAILURE, name);
  else
    fclose (f);
  return 0;
}

int
by_wrapper_lost (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (getc (f) == '#')
    complain (0, name);
  else
    fclose (f);
  return 0;
}

int
by_number (const char *name)
{
  int code = status ();
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  error (code, 0, "%s", name);
  if (code == 0)
    fclose (f);
  return 0;
}

int
told (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (getc (f) == '#')
    {
      error_at_line (0, 0, name, 1, "a comment");
      return 1;
    }
  fclose (f);
  return 0;
}
