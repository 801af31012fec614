/* Handles of one kind from many calls, which all go into one place of the caller's: after the
   first few they are followed together, and one that is lost is still found.  */

#include <stdio.h>
#include <stdlib.h>

struct part
{
  FILE *f;
};

#define OPEN(N)					\
static int					\
open ## N (struct part *p)			\
{						\
  p->f = fopen ("part" #N, "r");		\
  return p->f ? 0 : -1;				\
}

OPEN (1) OPEN (2) OPEN (3) OPEN (4) OPEN (5) OPEN (6) OPEN (7) OPEN (8)

#define CALL(N) if (x == N) y = open ## N (p);
#define CALLS CALL (1) CALL (2) CALL (3) CALL (4) CALL (5) CALL (6)

int
clean_all (int x, struct part *p)
{
  int y = 0;
  CALLS
  CALL (7)
  CALL (8)
  return y;
}

/* Only the one that the seventh call opened is lost.  */
int
leak_seventh (int x, struct part *p)
{
  int y = 0;
  CALLS
  CALL (7)	/* { dg-warning "the stream opened by 'open7' is never closed" } */
  CALL (8)
  if (x == 7 && y == 0)
    {
      free (p);
      return -1;
    }
  return y;
}

/* None was opened where the place is freed.  */
int
clean_none (int x, struct part *p)
{
  int y = 0;
  CALLS
  CALL (7)
  CALL (8)
  if (x == 9)
    {
      free (p);
      return -1;
    }
  return y;
}
