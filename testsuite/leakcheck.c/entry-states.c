/* A callee that is called with many different values, with two of which it closes the stream: each is
   followed by itself (MAX_ENTRY_STATES), for no range says "neither 3 nor 30".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

int use (FILE *);

/* Only these values close the stream.  */
static void
put (FILE *f, int mode)
{
  if (mode == 3 || mode == 30)
    fclose (f);
  else if (mode > 100)
    use (NULL);
}

void
mode_0 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 0);
}

void
mode_1 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 1);
}

void
mode_2 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 2);
}

void
mode_3 (void)
{
  FILE *f = fopen ("x", "r");
  if (f)
    put (f, 3);
}

void
mode_4 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 4);
}

void
mode_5 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 5);
}

void
mode_6 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 6);
}

void
mode_7 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 7);
}

void
mode_8 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 8);
}

void
mode_9 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 9);
}

void
mode_10 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 10);
}

void
mode_30 (void)
{
  FILE *f = fopen ("x", "r");
  if (f)
    put (f, 30);
}

void
mode_31 (void)
{
  FILE *f = fopen ("x", "r"); /* { dg-warning "leak" } */
  if (f)
    put (f, 31);
}
