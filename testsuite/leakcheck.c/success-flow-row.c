/* Many calls in a row of a function that leaves in several ways: what they leave
   comes together after each, or 48 of them would never end.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

#include <stdio.h>
#include <stdlib.h>

struct ctx { FILE *f, *g; char *m; int state; };

int other (void);

/* Clean: what it closes it forgets.  */
static __attribute__ ((noinline)) void
step (struct ctx *c, int k)
{
  if (c->state == 1)
    {
      if (c->f)
	fclose (c->f);
      c->f = NULL;
      return;
    }
  if (c->state == 2)
    {
      if (c->g)
	fclose (c->g);
      c->g = NULL;
      c->state = k;
      return;
    }
  if (other ())
    {
      free (c->m);
      c->m = NULL;
    }
}

static __attribute__ ((noinline)) int
advance (struct ctx *c, int k)
{
  if (other ())
    {
      c->state = k;
      return -1;
    }
  if (c->state == k)
    return 1;
  return other () ? 2 : 0;
}

/* 48 calls in one block.  */
#define EIGHT(call, k) \
  call (&c, k); call (&c, k + 1); call (&c, k + 2); call (&c, k + 3); \
  call (&c, k + 4); call (&c, k + 5); call (&c, k + 6); call (&c, k + 7)
#define ROW(call) \
  EIGHT (call, 0); EIGHT (call, 8); EIGHT (call, 16); \
  EIGHT (call, 24); EIGHT (call, 32); EIGHT (call, 40)

int
all_closed (const char *name)
{
  struct ctx c = { 0 };
  c.f = fopen (name, "r");
  c.g = fopen (name, "w");
  c.m = malloc (10);
  ROW (step);
  if (c.f)
    fclose (c.f);
  if (c.g)
    fclose (c.g);
  free (c.m);
  return 0;
}

int
one_lost (const char *name)
{
  struct ctx c = { 0 };
  c.f = fopen (name, "r");
  c.g = fopen (name, "w"); /* { dg-warning "resource leak" } */
  ROW (step);
  if (c.f)
    fclose (c.f);
  return 0;
}

int
sums (const char *name)
{
  struct ctx c = { 0 };
  int sum = 0;
  FILE *f = fopen (name, "r");
  FILE *g = fopen (name, "w"); /* { dg-warning "resource leak" } */
  if (!f)
    return 1;
  ROW (sum += advance);
  fclose (f);
  return sum;
}
