/* Pointers that pass through phis of phis: there are twenty to the power of eight ways from the
   result of a helper back to its arguments.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

extern int ask (void);
extern void note (int);

#define CASE(N) case N: note (N); break;
#define STEP(POINTER) \
  switch (ask ()) \
    { \
    CASE (1) CASE (2) CASE (3) CASE (4) CASE (5) CASE (6) CASE (7) CASE (8) CASE (9) \
    CASE (10) CASE (11) CASE (12) CASE (13) CASE (14) CASE (15) CASE (16) CASE (17) CASE (18) \
    case 19: p = POINTER; break; \
    }

static FILE *
choose (FILE *a, FILE *b)
{
  FILE *p = a;
  STEP (a) STEP (a) STEP (a) STEP (b) STEP (a) STEP (a) STEP (b) STEP (a) STEP (a)
  return p;
}

static FILE *
same (FILE *a)
{
  FILE *p = a;
  STEP (a) STEP (a) STEP (a) STEP (a) STEP (a) STEP (a) STEP (a) STEP (a) STEP (a)
  return p;
}

struct list { FILE *stream; };

static struct list *
either (struct list *a, struct list *b)
{
  struct list *p = a;
  STEP (b) STEP (a) STEP (b) STEP (a) STEP (b) STEP (a) STEP (b) STEP (a)
  return p;
}

int
clean_either (const char *name)
{
  struct list *l = calloc (1, sizeof *l);
  if (!l)
    return -1;
  struct list *m = either (l, l);
  m->stream = fopen (name, "r");
  if (m->stream)
    fclose (m->stream);
  free (l);
  return 0;
}

int
clean_same (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  fclose (same (f));
  return 0;
}

int
leak_same (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  FILE *g = same (f);
  if (ask ())
    return -2;
  fclose (g);
  return 0;
}

int
clean_chosen (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = fgetc (choose (f, stdin));
  fclose (f);
  return c;
}
