/* Limits in C: a note says where a function stores too many constants for its caller.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fplugin-arg-leakcheck-verbose" } */
/* { dg-message "leakcheck: functions: \[0-9\]+" "" { target *-*-* } 0 } */

#include <stdio.h>

struct state { int a, b, c, d, e, f, g, h, i; };

/* As many as are kept.  */
#define STORE_EIGHT(S) ((S)->a = 1, (S)->b = 2, (S)->c = 3, (S)->d = 4, (S)->e = 5, (S)->f = 6, \
		       (S)->g = 7, (S)->h = 8)

void
fill_eight (struct state *s) /* { dg-bogus "more than" } */
{
  STORE_EIGHT (s);
}

void
fill_nine (struct state *s) /* { dg-message "fill_nine: it depends on more than 8 conditions of its caller, or stores more constants for it: further ones are forgotten" } */
{
  STORE_EIGHT (s);
  s->i = 9;
}

/* The release depends on the last of eight.  */
int
read_eight (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  fill_eight (&s);
  if (f && s.h == 8)
    fclose (f);
  return s.a;
}

int
read_nine (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  fill_nine (&s);
  if (f)
    fclose (f);
  return s.i;
}

/* No function stores this value: the stream is never closed.  */
int
leak_eight (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  fill_eight (&s);
  if (f && s.h == 9)
    fclose (f);
  return s.a;
}
