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

int
all_closed (const char *name)
{
  struct ctx c = { 0 };
  c.f = fopen (name, "r");
  c.g = fopen (name, "w");
  c.m = malloc (10);
  step (&c, 0);
  step (&c, 1);
  step (&c, 2);
  step (&c, 3);
  step (&c, 4);
  step (&c, 5);
  step (&c, 6);
  step (&c, 7);
  step (&c, 8);
  step (&c, 9);
  step (&c, 10);
  step (&c, 11);
  step (&c, 12);
  step (&c, 13);
  step (&c, 14);
  step (&c, 15);
  step (&c, 16);
  step (&c, 17);
  step (&c, 18);
  step (&c, 19);
  step (&c, 20);
  step (&c, 21);
  step (&c, 22);
  step (&c, 23);
  step (&c, 24);
  step (&c, 25);
  step (&c, 26);
  step (&c, 27);
  step (&c, 28);
  step (&c, 29);
  step (&c, 30);
  step (&c, 31);
  step (&c, 32);
  step (&c, 33);
  step (&c, 34);
  step (&c, 35);
  step (&c, 36);
  step (&c, 37);
  step (&c, 38);
  step (&c, 39);
  step (&c, 40);
  step (&c, 41);
  step (&c, 42);
  step (&c, 43);
  step (&c, 44);
  step (&c, 45);
  step (&c, 46);
  step (&c, 47);
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
  step (&c, 0);
  step (&c, 1);
  step (&c, 2);
  step (&c, 3);
  step (&c, 4);
  step (&c, 5);
  step (&c, 6);
  step (&c, 7);
  step (&c, 8);
  step (&c, 9);
  step (&c, 10);
  step (&c, 11);
  step (&c, 12);
  step (&c, 13);
  step (&c, 14);
  step (&c, 15);
  step (&c, 16);
  step (&c, 17);
  step (&c, 18);
  step (&c, 19);
  step (&c, 20);
  step (&c, 21);
  step (&c, 22);
  step (&c, 23);
  step (&c, 24);
  step (&c, 25);
  step (&c, 26);
  step (&c, 27);
  step (&c, 28);
  step (&c, 29);
  step (&c, 30);
  step (&c, 31);
  step (&c, 32);
  step (&c, 33);
  step (&c, 34);
  step (&c, 35);
  step (&c, 36);
  step (&c, 37);
  step (&c, 38);
  step (&c, 39);
  step (&c, 40);
  step (&c, 41);
  step (&c, 42);
  step (&c, 43);
  step (&c, 44);
  step (&c, 45);
  step (&c, 46);
  step (&c, 47);
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
  sum += advance (&c, 0);
  sum += advance (&c, 1);
  sum += advance (&c, 2);
  sum += advance (&c, 3);
  sum += advance (&c, 4);
  sum += advance (&c, 5);
  sum += advance (&c, 6);
  sum += advance (&c, 7);
  sum += advance (&c, 8);
  sum += advance (&c, 9);
  sum += advance (&c, 10);
  sum += advance (&c, 11);
  sum += advance (&c, 12);
  sum += advance (&c, 13);
  sum += advance (&c, 14);
  sum += advance (&c, 15);
  sum += advance (&c, 16);
  sum += advance (&c, 17);
  sum += advance (&c, 18);
  sum += advance (&c, 19);
  sum += advance (&c, 20);
  sum += advance (&c, 21);
  sum += advance (&c, 22);
  sum += advance (&c, 23);
  sum += advance (&c, 24);
  sum += advance (&c, 25);
  sum += advance (&c, 26);
  sum += advance (&c, 27);
  sum += advance (&c, 28);
  sum += advance (&c, 29);
  sum += advance (&c, 30);
  sum += advance (&c, 31);
  sum += advance (&c, 32);
  sum += advance (&c, 33);
  sum += advance (&c, 34);
  sum += advance (&c, 35);
  sum += advance (&c, 36);
  sum += advance (&c, 37);
  sum += advance (&c, 38);
  sum += advance (&c, 39);
  sum += advance (&c, 40);
  sum += advance (&c, 41);
  sum += advance (&c, 42);
  sum += advance (&c, 43);
  sum += advance (&c, 44);
  sum += advance (&c, 45);
  sum += advance (&c, 46);
  sum += advance (&c, 47);
  fclose (f);
  return sum;
}
