/* Limits in C: a note says where a function stores too many constants for its caller.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fplugin-arg-leakcheck-verbose" } */
/* { dg-message "leakcheck: functions: \[0-9\]+" "" { target *-*-* } 0 } */

#include <stdio.h>

struct state { int a, b, c, d, e, f, g; FILE *file; };

void
fill_six (struct state *s) /* { dg-bogus "more than" } */
{
  s->a = 1;
  s->b = 2;
  s->c = 3;
  s->d = 4;
  s->e = 5;
  s->f = 6;
}

void
fill_seven (struct state *s) /* { dg-message "fill_seven: more than 6 constants are stored for the caller: not all of them are known there" } */
{
  s->a = 1;
  s->b = 2;
  s->c = 3;
  s->d = 4;
  s->e = 5;
  s->f = 6;
  s->g = 7;
}

int
read_six (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  int c = 0;
  fill_six (&s);
  if (f && s.a == 1)
    c = fgetc (f);
  if (f && s.a == 1)
    fclose (f);
  return c;
}

int
read_seven (const char *name)
{
  struct state s;
  FILE *f = fopen (name, "r");
  int c = 0;
  fill_seven (&s);
  if (f)
    {
      c = s.a == 1 ? fgetc (f) : 0;
      fclose (f);
    }
  return c;
}
