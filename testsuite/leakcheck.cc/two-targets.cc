/* A virtual call that may run two functions, one of which releases its argument: at level 2 the
   other one is assumed to be possible.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-fplugin-arg-leakcheck-level=2" } */

#include <cstdio>

namespace {

struct sink
{
  virtual void take (std::FILE *f) = 0;
};

struct closing : sink
{
  void take (std::FILE *f) override { std::fclose (f); }
};

struct reading : sink
{
  void take (std::FILE *f) override { std::getc (f); }
};

struct drain
{
  virtual void take (std::FILE *f) = 0;
};

struct by_close : drain
{
  void take (std::FILE *f) override { std::fclose (f); }
};

struct by_both : drain
{
  void take (std::FILE *f) override { std::getc (f); std::fclose (f); }
};

closing c;
reading r;
by_close bc;
by_both bb;

void
either (sink *s, const char *name)
{
  std::FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (f)
    s->take (f);
}

// Clean.
void
both (drain *d, const char *name)
{
  std::FILE *f = std::fopen (name, "r");
  if (f)
    d->take (f);
}

}

void
all (const char *name, bool b)
{
  either (b ? static_cast<sink *> (&c) : &r, name);
  both (b ? static_cast<drain *> (&bc) : &bb, name);
}
