/* Pointers to members.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

struct pair
{
  FILE *in;
  FILE *out;
};

void
leak_other (const char *name)
{
  FILE *pair::*which = &pair::out;
  pair p = { nullptr, nullptr };
  p.*which = fopen (name, "r");		/* { dg-warning "never closed" } */
  if (p.in)
    fclose (p.in);
}

void
clean_same (const char *name)
{
  FILE *pair::*which = &pair::out;
  pair p = { nullptr, nullptr };
  p.*which = fopen (name, "r");
  if (p.out)
    fclose (p.out);
}

void
clean_behind (pair *p, const char *name)
{
  FILE *pair::*which = &pair::out;
  p->out = fopen (name, "r");
  if (p->*which)
    fclose (p->*which);
  p->out = nullptr;
}

/* Any of the two.  */
void
clean_any (const char *name, FILE *pair::*which)
{
  pair p = { nullptr, nullptr };
  p.*which = fopen (name, "r");
  if (p.in)
    fclose (p.in);
  if (p.out)
    fclose (p.out);
}

void
clean_chosen (const char *name, bool in)
{
  FILE *pair::*which = in ? &pair::in : &pair::out;
  pair p = { nullptr, nullptr };
  p.*which = fopen (name, "r");
  if (p.*which)
    fclose (p.*which);
}

struct stream : pair
{
  void close ()
  {
    if (in)
      fclose (in);
    in = nullptr;
  }
  void forget ()
  {
    in = nullptr;
  }
};

void
clean_called (const char *name)
{
  stream s;
  s.in = fopen (name, "r");
  void (stream::*f) () = &stream::close;
  (s.*f) ();
}

void
clean_whichever (const char *name, void (stream::*f) ())
{
  stream s;
  s.in = fopen (name, "r");
  (s.*f) ();
}
