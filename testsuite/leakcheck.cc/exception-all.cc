/* The argument "exceptions=all": also what nobody reckons with.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=all" } */

#include <cstdio>
#include <vector>

void nothing () noexcept;

void
memory (const char *name, std::vector<int> &v)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return;
  v.push_back (1);
  std::fclose (f);
}

void
clean (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-bogus "leak" }
  if (!f)
    return;
  nothing ();
  std::fclose (f);
}
