/* Virtual calls whose targets are all in virtuals-lib.cc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "virtuals.h"

/* What every "open" returns is the caller's, and every "look" only borrows.  */
int
leaks_opened (source &s, const char *name)
{
  FILE *f = s.open (name); // LEAK
  return f ? s.look (f) : -1;
}

int
clean_opened (source &s, const char *name)
{
  FILE *f = s.open (name);
  int c = f ? s.look (f) : -1;
  if (f)
    s.close (f);
  return c;
}

int
clean_closed (source &s, const char *name)
{
  FILE *f = s.open (name);
  return f ? fclose (f) : -1;
}

/* Through a class in the middle.  */
int
leaks_middle (counted *c, const char *name)
{
  FILE *f = c->open (name); // LEAK
  return f ? c->look (f) : -1;
}

int
leaks_looked (const source &s, const char *name)
{
  FILE *f = fopen (name, "r"); // LEAK
  return f ? s.look (f) : -1;
}

bool
clean_own (source &s, const char *name)
{
  FILE *f = fopen (name, "r");
  return f && s.close (f);
}

bool
leaks_branch (source &s, const char *name, bool fast)
{
  FILE *f = fopen (name, "r"); // LEAK
  if (!f)
    return false;
  if (fast)
    return s.look (f) > 0;
  return s.close (f);
}

/* Of two bodies that only the library has one returns a file of others.  */
int
clean_lent (source &s, const char *name)
{
  FILE *f = s.lend (name);
  return f ? s.look (f) : -1;
}

/* One closes it, another keeps it.  */
void
clean_taken (source &s, const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    s.take (f);
}

/* The object's second base.  */
size_t
leaks_second (named &n)
{
  char *s = n.name (); // LEAK
  return strlen (s);
}

size_t
leaks_second_again (named &n)
{
  return strlen (n.name ()); // LEAK
}

size_t
clean_second (named &n)
{
  char *s = n.name ();
  size_t length = strlen (s);
  free (s);
  return length;
}

/* A class of this file.  */
class mine : public source
{
public:
  FILE *open (const char *) override { return stdin; }
  bool close (FILE *) override { return true; }
  int look (FILE *f) const override { return fgetc (f); }
  FILE *lend (const char *) override { return stdin; }
};

int
clean_mine (mine &m, const char *name)
{
  FILE *f = m.open (name);
  return f ? m.look (f) : -1;
}
