/* Many ways of calls to one acquisition: for callers two acquisitions that leave a function alike
   are one.  Each of the functions below calls the next one twice; an obligation for each way would
   be 16 million of them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-leakcheck-checking" } */

#include <stdio.h>
#include <stdlib.h>

struct holder { char *text; FILE *stream; };

int ask (int);

static void
way_0 (struct holder *h, int x)
{
  h->text = malloc (x);
}

#define WAY(N, NEXT)				\
  static void					\
  way_##N (struct holder *h, int x)		\
  {						\
    if (ask (N))				\
      way_##NEXT (h, x);			\
    else					\
      {						\
	ask (0);				\
	way_##NEXT (h, x + 1);			\
      }						\
  }

WAY (1, 0)
WAY (2, 1)
WAY (3, 2)
WAY (4, 3)
WAY (5, 4)
WAY (6, 5)
WAY (7, 6)
WAY (8, 7)
WAY (9, 8)
WAY (10, 9)
WAY (11, 10)
WAY (12, 11)
WAY (13, 12)
WAY (14, 13)
WAY (15, 14)
WAY (16, 15)
WAY (17, 16)
WAY (18, 17)
WAY (19, 18)
WAY (20, 19)
WAY (21, 20)
WAY (22, 21)
WAY (23, 22)
WAY (24, 23)

int
lost (int x)
{
  struct holder h;
  way_24 (&h, x);		/* { dg-warning "'h.text' might not be freed" } */
  if (ask (x))
    return 1;
  free (h.text);
  return 0;
}

int
freed (int x)
{
  struct holder h;
  way_24 (&h, x);
  ask (x);
  free (h.text);
  return 0;
}

/* Look-alikes: two acquisitions that callers can tell from each other, by an argument, by the
   place, and by what releases them.  */

static char *
either (int large)
{
  if (large)
    {
      ask (1);
      return malloc (1000);
    }
  return malloc (10);
}

int
lost_large (int large)
{
  char *p = either (large);	/* { dg-warning "'p' is never freed" } */
  ask (2);
  if (!large)
    free (p);
  return 0;
}

int
lost_small (int large)
{
  char *p = either (large);	/* { dg-warning "'p' is never freed" } */
  ask (2);
  if (large)
    free (p);
  return 0;
}

int
freed_both (int large)
{
  char *p = either (large);
  if (large)
    ask (2);
  free (p);
  return 0;
}

static void
fill (struct holder *h)
{
  h->text = malloc (10);
  h->stream = fopen ("x", "r");
}

int
lost_stream (void)
{
  struct holder h;
  fill (&h);			/* { dg-warning "the stream opened by 'fill' is never closed" } */
  free (h.text);
  return 0;
}

int
freed_and_closed (void)
{
  struct holder h;
  fill (&h);
  free (h.text);
  if (h.stream)
    fclose (h.stream);
  return 0;
}

/* Back through a recursion: the acquisition that a member of it sees at its own call, and another
   one.  */

static char *down (int);

static char *
up (int x)
{
  if (ask (x))
    return malloc (x);
  return down (x - 1);
}

static char *
down (int x)
{
  if (ask (x))
    return malloc (x);
  return up (x - 1);
}

int
lost_recursion (int x)
{
  char *p = up (x);		/* { dg-warning "'p' might not be freed" } */
  if (ask (x))
    return 1;
  free (p);
  return 0;
}

int
freed_recursion (int x)
{
  char *p = down (x);
  ask (x);
  free (p);
  return 0;
}
