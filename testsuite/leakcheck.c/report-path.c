/* The path: acquired here, branches, lost here, on how many paths, what would
   have helped; calls with their depth.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O0 -Wno-unused-result" } */

#include <stdio.h>
#include <stdlib.h>

static FILE *
xfopen (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-message "'f' acquired here by 'fopen'" } */
  if (!f)
    exit (1);
  return f;
}

int
direct (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "resource leak: 'f' might not be closed" } */
  /* { dg-message "\\(1\\) 'f' acquired here by 'fopen'" "" { target *-*-* } .-1 } */
  if (!f)			/* { dg-message "\\(2\\) following 'false' branch" } */
    return -1;
  if (fgetc (f) == 'x')		/* { dg-message "\\(3\\) following 'true' branch" } */
    return 1;			/* { dg-message "\\(4\\) 'f' is lost here, on 1 of 2 paths; release it with 'fclose'" } */
  fclose (f);
  return 0;
}

int
through_helper (const char *name)
{
  FILE *f = xfopen (name);	/* { dg-warning "resource leak: 'f' might not be closed" } */
  /* { dg-message "calling 'xfopen' from 'through_helper'" "" { target *-*-* } .-1 } */
  /* { dg-message "returning to 'through_helper' from 'xfopen'" "" { target *-*-* } .-2 } */
  if (fgetc (f) == 'x')
    return 1;			/* { dg-message "'f' is lost here" } */
  fclose (f);
  return 0;
}

void
nameless (void)
{
  malloc (10);			/* { dg-warning "memory leak: the memory allocated by 'malloc' is never freed" } */
  /* { dg-message "the result of 'malloc' is not used; release it with 'free'" "" { target *-*-* } .-1 } */
}
