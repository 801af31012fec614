/* The argument "exceptions=none": only what a function itself throws.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=none" } */

#include <cstdio>

struct lost { };

void throws_lost (int n) { if (n) throw lost (); }

void
call (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-bogus "leak" }
  if (!f)
    return;
  throws_lost (std::ferror (f));
  std::fclose (f);
}

void
caught (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-bogus "leak" }
  if (!f)
    return;
  try
    {
      throws_lost (std::ferror (f));
    }
  catch (lost &)
    {
      return;
    }
  std::fclose (f);
}

void
own (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return;
  if (std::ferror (f))
    throw lost ();
  std::fclose (f);
}
