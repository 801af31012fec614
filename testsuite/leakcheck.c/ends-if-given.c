/* A function that only ends the process on some path says what holds on the others.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
only_once (const char *value)
{
  if (value != NULL)
    {
      fprintf (stderr, "only one of these options may be given\n");
      exit (1);
    }
}

/* It says nothing of the value.  */
static void
only_for (int quiet)
{
  if (quiet)
    exit (1);
}

extern int work (const char *, int);

int
run (int argc, char **argv)
{
  char *name = NULL;
  int c, sectors = 0, done;
  while ((c = getopt (argc, argv, "c:s:")) != -1)
    switch (c)
      {
      case 'c':
	only_once (name);
	name = strdup (optarg);
	break;
      case 's':
	only_once (name);
	name = strdup (optarg);
	sectors = 1;
	break;
      }
  done = work (name, sectors);
  free (name);
  return done;
}

int
run_for (int argc, char **argv)
{
  char *name = NULL;
  int c, done;
  while ((c = getopt (argc, argv, "c:")) != -1)
    if (c == 'c')
      {
	only_for (c == 'q');
	name = strdup (optarg);	/* { dg-warning "'name' might not be freed" } */
      }
  done = work (name, 0);
  free (name);
  return done;
}

static void
must (const void *p)
{
  if (!p)
    abort ();
}

FILE *
opened (const char *name)
{
  char *copy = strdup (name);
  FILE *f = fopen (name, "r");
  must (f);
  if (!f)
    return NULL;
  free (copy);
  return f;
}
