/* Functions that call each other and return an object whose class is known: whichever of them is
   asked first, both return that class.  (analysis/preanalysis/dynamic-type-sources.c)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "call-virtual.h"

shape *maker (FILE *f, int n);

shape *
relay (FILE *f, int n)
{
  return maker (f, n - 1);
}

shape *
maker (FILE *f, int n)
{
  if (n > 5)
    return relay (f, n - 1);
  return new careful (f);
}

shape *make_forgetful (FILE *f, int n);

shape *
relay_forgetful (FILE *f, int n)
{
  return make_forgetful (f, n - 1);
}

shape *
make_forgetful (FILE *f, int n)
{
  if (n > 5)
    return relay_forgetful (f, n - 1);
  return new forgetful (f);
}

void
clean_relayed (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  shape *s = relay (f, n);
  delete s;
}

void
clean_made (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  shape *s = maker (f, n);
  delete s;
}

void
leak_relayed (const char *name, int n)
{
  FILE *f = fopen (name, "r");	// { dg-warning "never closed" }
  shape *s = relay_forgetful (f, n);
  delete s;
}

void
leak_made (const char *name, int n)
{
  FILE *f = fopen (name, "r");	// { dg-warning "never closed" }
  shape *s = make_forgetful (f, n);
  delete s;
}
