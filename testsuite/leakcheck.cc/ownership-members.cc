/* What a member function writes of its object: tests of other members hold on, also
   where the object stands inside another.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */

#include <cstdio>

struct Counter
{
  int uses;
  int keep;
  void use () { uses++; }
  void turn () { keep = 1; }
};

struct Holder
{
  int first;
  int second;
  Counter counter;
  void touch () { first++; }
  void set () { second = 1; }
};

/* Of what is inside: uses is at 8, keep at 12.  */
void
inside_other (Holder *h, const char *name)
{
  if (h->counter.keep)
    return;
  FILE *f = fopen (name, "r");
  h->counter.use ();
  if (f && !h->counter.keep)
    fclose (f);
}

void
inside_same (Holder *h, const char *name)
{
  if (h->counter.keep)
    return;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' (might not be|is never) closed" } */
  h->counter.turn ();
  if (f && !h->counter.keep)
    fclose (f);
}

/* Counter's member keep is at 4, as is Holder's second.  */
void
outside_other (Holder *h, const char *name)
{
  if (h->second)
    return;
  FILE *f = fopen (name, "r");
  h->counter.turn ();
  if (f && !h->second)
    fclose (f);
}

void
outside_touched (Holder *h, const char *name)
{
  if (h->second)
    return;
  FILE *f = fopen (name, "r");
  h->touch ();
  if (f && !h->second)
    fclose (f);
}

void
outside_same (Holder *h, const char *name)
{
  if (h->second)
    return;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' (might not be|is never) closed" } */
  h->set ();
  if (f && !h->second)
    fclose (f);
}
