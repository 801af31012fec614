/* What a constructor is given for a flag decides what the destructor does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>

class out
{
  FILE *f;
  bool own;

public:
  out (const char *name, bool o) : f (fopen (name, "w")), own (o) {}
  out (FILE *g, bool o) : f (g), own (o) {}
  ~out ()
  {
    if (own && f)
      fclose (f);
  }
  void put (const char *s)
  {
    if (f)
      fputs (s, f);
  }
};

void
owned (const char *name)
{
  out o (name, true);
  o.put ("x");
}

void
not_owned (const char *name)
{
  out o (name, false); /* { dg-warning "'o' is never closed" } */
  o.put ("x");
}

void
lent (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return;
  {
    out o (f, false);
    o.put ("x");
  }
  fclose (f);
}

void
lent_forgotten (const char *name)
{
  FILE *f = fopen (name, "w"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return;
  out o (f, false);
  o.put ("x");
}

/* Through a constructor in between, and a base.  */
class log_file : public out
{
  int level;

public:
  log_file (const char *name, bool keep, int l) : out (name, keep), level (l) {}
  log_file (const char *name) : log_file (name, true, 1) {}
  void line (int l, const char *s)
  {
    if (l >= level)
      put (s);
  }
};

void
logged (const char *name)
{
  log_file l (name);
  l.line (2, "x");
}

void
logged_above (const char *name, int level)
{
  log_file l (name, true, level);
  l.line (2, "x");
}
