/* Functions that call each other and return an object whose class is known: whichever of them is
   asked first, both return that class.  (analysis/preanalysis/dynamic-type-sources.c)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "call-virtual.h"

template <class T> shape *make (FILE *f, int n);

template <class T> shape *
relay (FILE *f, int n)
{
  return make<T> (f, n - 1);
}

template <class T> shape *
make (FILE *f, int n)
{
  if (n > 5)
    return relay<T> (f, n - 1);
  return new T (f);
}

void
clean_relayed (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  shape *s = relay<careful> (f, n);
  delete s;
}

void
clean_made (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  shape *s = make<careful> (f, n);
  delete s;
}

void
leak_relayed (const char *name, int n)
{
  FILE *f = fopen (name, "r");	// { dg-warning "never closed" }
  shape *s = relay<forgetful> (f, n);
  delete s;
}

void
leak_made (const char *name, int n)
{
  FILE *f = fopen (name, "r");	// { dg-warning "never closed" }
  shape *s = make<forgetful> (f, n);
  delete s;
}
