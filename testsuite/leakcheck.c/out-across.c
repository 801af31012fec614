/* What a callee has stored behind an argument is still there after it has called an unknown
   function, if that was not given the memory, and nothing else reaches it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void log_line (const char *, int), adopt (char **), notice (void);
extern int check (void);

struct source { FILE *in; char *line; int lines; };

static int
source_open (struct source *s, const char *name)
{
  s->in = fopen (name, "r");
  log_line (name, s->in != NULL);
  if (!s->in)
    return -1;
  s->lines = check ();
  return 0;
}

int
first_line (const char *name)
{
  struct source s;
  if (source_open (&s, name) < 0)	/* { dg-warning "'s.in' might not be closed" } */
    return -1;
  if (s.lines < 1)
    return 0;
  fclose (s.in);
  return 1;
}

int
first_line_well (const char *name)
{
  struct source s;
  if (source_open (&s, name) < 0)
    return -1;
  notice ();
  fclose (s.in);
  return s.lines < 1;
}

/* Through one more function.  */
static int
copy_to (char **out, const char *s)
{
  *out = strdup (s);
  notice ();
  return *out == NULL;
}

static int
copy_checked (char **out, const char *s)
{
  int r = copy_to (out, s);
  if (r == 0)
    notice ();
  return r;
}

int
copied (const char *s)
{
  char *c = NULL;
  if (copy_checked (&c, s))	/* { dg-warning "'c' might not be freed" } */
    return -1;
  if (check ())
    return 1;
  free (c);
  return 0;
}

/* An unknown function knows of the variable.  */
int
adopted (const char *s)
{
  char *c = NULL;
  adopt (&c);
  if (copy_checked (&c, s))
    return -1;
  return 0;
}

/* A structure that others reach.  */
static struct source the_source;

int
global_line (const char *name)
{
  return source_open (&the_source, name);
}

/* The callee itself fills it twice: the function between may have closed it.  */
int
reopen (struct source *s, const char *name)
{
  s->in = fopen (name, "r");
  notice ();
  s->in = fopen (name, "r+");
  return s->in != NULL;
}
