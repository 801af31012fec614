/* Events between the acquisition and the loss that explain it: stored in a
   structure, a call that would have ended it fails.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O0 -Wno-unused-result" } */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct log { FILE *f; char *name; };

int
in_local_structure (const char *name)
{
  struct log log = { 0 };
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  log.f = f;			/* { dg-message "\\(3\\) 'f' stored in 'log.f' here" } */
  if (getchar () == 'x')
    return -1;			/* { dg-message "\\(5\\) 'f' is lost here" } */
  fclose (log.f);
  return 0;
}

int
in_memory_of_its_own (const char *name)
{
  struct log *log = malloc (sizeof *log);
  if (!log)
    return -1;
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    {
      free (log);
      return -1;
    }
  log->f = f;			/* { dg-message "'f' stored in 'log->f' here" } */
  if (getchar () == 'x')
    {
      free (log);		/* { dg-message "'f' is lost here: 'log', which holds it, is released" } */
      return -1;
    }
  fclose (f);
  free (log);
  return 0;
}

/* Stored where it is named after: no event says so twice.  */
int
named_after_its_place (const char *name)
{
  struct log log;
  log.f = fopen (name, "r");	/* { dg-warning "'log.f' might not be closed" } */
  /* { dg-message "\\(1\\) 'log.f' acquired here by 'fopen'" "" { target *-*-* } .-1 } */
  if (!log.f)			/* { dg-message "\\(2\\) following 'false' branch" } */
    return -1;
  if (getchar () == 'x')
    return -1;			/* { dg-message "\\(4\\) 'log.f' is lost here" } */
  fclose (log.f);
  return 0;
}

FILE *
stream_of_descriptor (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return NULL;
  FILE *f = fdopen (fd, "r");	/* { dg-message "\\(3\\) 'fdopen' fails here, so 'fd' is still held" } */
  if (!f)
    return NULL;		/* { dg-message "\\(5\\) 'fd' is lost here" } */
  return f;
}

char *
grown (size_t n)
{
  char *p = malloc (n);		/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return NULL;
  p = realloc (p, 2 * n + 1);	/* { dg-message "'realloc' fails here, so 'p' is still held" } */
  return p;
}

/* A path with more events than are told.  */
#define MORE(c) if (getchar () == c) puts ("more");
#define MANY(c) MORE (c) MORE (c + 1) MORE (c + 2) MORE (c + 3) MORE (c + 4)

int
long_way (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  /* { dg-message "\\(1\\) 'f' acquired here by 'fopen' \\(8 more events are not shown\\)" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  MANY (0) MANY (5) MANY (10) MANY (15) MANY (20) MANY (25) MANY (30) MANY (35)
  MANY (40)
  return 0;			/* { dg-message "\\(40\\) 'f' is lost here" } */
}
