/* Functions with more branches that only decide on their result than are told apart
   (analysis/preanalysis/deciders.c): the result is still known, and so is what a branch says that
   the handle depends on.  */
/* { dg-do compile } */

#include <stdio.h>

extern int ready (int);

#define TEN(step, n) step (n##0) step (n##1) step (n##2) step (n##3) step (n##4) \
		     step (n##5) step (n##6) step (n##7) step (n##8) step (n##9)
#define EIGHTY(step) TEN (step, 1) TEN (step, 2) TEN (step, 3) TEN (step, 4) \
		     TEN (step, 5) TEN (step, 6) TEN (step, 7) TEN (step, 8)

/* ---- A structure of many streams.  ---- */

#define DECLARE(n) FILE *f##n;
struct many
{
  EIGHTY (DECLARE)
};

#define OPEN(n) s->f##n = fopen ("part", "r"); if (!s->f##n) return -1;
static int
many_open (struct many *s)
{
  EIGHTY (OPEN)
  return 0;
}

#define CLOSE(n) if (s->f##n) fclose (s->f##n);
static void
many_close (struct many *s)
{
  EIGHTY (CLOSE)
}

int
closes_always (void)
{
  struct many s = { 0 };
  int r = many_open (&s);
  many_close (&s);
  return r;
}

int
closes_if_open (void)
{
  struct many s = { 0 };
  if (many_open (&s) < 0)
    return -1;		/* { dg-warning "might not be closed" "" { target *-*-* } .-1 } */
  many_close (&s);
  return 0;
}

/* ---- The result says whether the caller has got it.  ---- */

#define TEST(n) if (!ready (n)) goto fail;
static int
make (FILE **out)
{
  FILE *f = fopen ("made", "r");
  if (!f)
    return -1;
  EIGHTY (TEST)
  *out = f;
  return 0;
fail:
  fclose (f);
  return -1;
}

int
uses (void)
{
  FILE *f;
  if (make (&f) < 0)
    return -1;
  fclose (f);
  return 0;
}

int
forgets (void)
{
  FILE *f;
  if (make (&f) < 0)
    return -1;
  return 0;		/* { dg-warning "'f' is never closed" "" { target *-*-* } .-2 } */
}

/* ---- A branch that decides on the result tests what the handle depends on.  ---- */

int
flagged (int with)
{
  FILE *f = NULL;
  if (with)
    {
      f = fopen ("flagged", "r");
      if (!f)
	return -1;
    }
  EIGHTY (TEST)
  if (!with)
    return 1;
  fclose (f);
  return 0;
fail:
  if (with)
    fclose (f);
  return -1;
}

/* ---- One of the many returns loses it.  ---- */

#define LEAVE(n) if (!ready (n)) return -1;
int
early (void)
{
  FILE *f = fopen ("early", "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  EIGHTY (LEAVE)
  fclose (f);
  return 0;
}
