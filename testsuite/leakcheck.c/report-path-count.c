/* Of more than 1,000 paths the text says "all", "most", "some" or "few".  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdiagnostics-path-format=separate-events" } */
#include <stdio.h>

void put (int);

#define TEST(N) if (getc (f) == N) put (N);
#define TESTS TEST (1) TEST (2) TEST (3) TEST (4) TEST (5) TEST (6) TEST (7) TEST (8) TEST (9) TEST (10)

int
all (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  TESTS TEST (11)
  return 0;	/* { dg-message "'f' is lost here, on all paths; release it with 'fclose'" } */
}

int
most (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  TESTS TEST (11) TEST (12)
  if (getc (f) == 1)
    if (getc (f) == 2)
      fclose (f);
  return 0;	/* { dg-message "'f' is lost here, on most paths; release it with 'fclose'" } */
}

int
some (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  TESTS TEST (11)
  if (getc (f) == 1)
    fclose (f);
  return 0;	/* { dg-message "'f' is lost here, on some paths; release it with 'fclose'" } */
}

int
few (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (getc (f) == 1)
    return 1;	/* { dg-message "'f' is lost here, on few paths; release it with 'fclose'" } */
  TESTS TEST (11)
  fclose (f);
  return 0;
}
