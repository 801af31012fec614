/* Limits in C: a note says where a function stores too many constants for its caller.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fplugin-arg-leakcheck-verbose" } */
/* { dg-message "leakcheck: functions: \[0-9\]+" "" { target *-*-* } 0 } */

#include <stdio.h>

struct state { int a, b, c, d, e, f, g; };

/* As many as are kept.  */
#define STORE_SIX(S) ((S)->a = 1, (S)->b = 2, (S)->c = 3, (S)->d = 4, (S)->e = 5, (S)->f = 6)

void
fill_six (struct state *s) /* { dg-bogus "more than" } */
{
  STORE_SIX (s);
}

void
fill_seven (struct state *s) /* { dg-message "fill_seven: more than 6 constants are stored for the caller: not all of them are known there" } */
{
  STORE_SIX (s);
  s->g = 7;
}

/* The release depends on the last of six.  */
int
read_six (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  fill_six (&s);
  if (f && s.f == 6)
    fclose (f);
  return s.a;
}

int
read_seven (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  fill_seven (&s);
  if (f)
    fclose (f);
  return s.g;
}

/* No function stores this value: the stream is never closed.  */
int
leak_six (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  fill_six (&s);
  if (f && s.f == 7)
    fclose (f);
  return s.a;
}
