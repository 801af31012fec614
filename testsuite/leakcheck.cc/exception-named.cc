/* The argument "exceptions": types that are followed, and that are not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=std::bad_alloc,-app::lost,found" } */

#include <cstdio>
#include <new>
#include <vector>

namespace app
{
  struct lost { };
  struct found : lost { };
  struct other { };
}

void throws_lost (int n) { if (n) throw app::lost (); }
void throws_found (int n) { if (n) throw app::found (); }
void throws_other (int n) { if (n) throw app::other (); }

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
lost (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-bogus "leak" }
  if (!f)
    return;
  throws_lost (1);
  if (std::ferror (f))
    throw app::lost ();
  std::fclose (f);
}

void
found (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return;
  throws_found (std::ferror (f));
  std::fclose (f);
}

void
other (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return;
  throws_other (std::ferror (f));
  std::fclose (f);
}
