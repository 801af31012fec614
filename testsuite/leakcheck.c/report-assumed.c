/* At level 2 a message says what is assumed, and why: of which callee, or at which limit.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fplugin-arg-leakcheck-level=2" } */

#include <stdio.h>

void show (FILE *);

int
leak_named (void)
{
  FILE *f = fopen ("x", "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  show (f);
  return 0;			/* { dg-message "'f' is lost here; assumed that 'show' neither releases nor keeps it; release it with 'fclose'" } */
}

int
leak_indirect (void (*act) (FILE *))
{
  FILE *f = fopen ("x", "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  act (f);
  return 0;			/* { dg-message "'f' is lost here; assumed that an unknown function neither releases nor keeps it; release it with 'fclose'" } */
}

/* What is witnessed assumes nothing.  */
int
leak_seen (void)
{
  FILE *f = fopen ("x", "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  return 0;			/* { dg-message "'f' is lost here; release it with 'fclose'" } */
}

int
ok_closed (void)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 1;
  rewind (f);
  return fclose (f);
}
