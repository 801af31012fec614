/* The classes behind virtuals.h.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "virtuals.h"

FILE *
source::some (const char *name)
{
  return fopen (name, "r");
}

void
source::take (FILE *f)
{
  fclose (f);
}

int
counted::look (FILE *f) const
{
  n++;
  return fgetc (f);
}

namespace {

class plain : public counted
{
public:
  FILE *open (const char *name) override { return fopen (name, "r"); }
  bool close (FILE *f) override { return fclose (f) == 0; }
  FILE *lend (const char *name) override { return fopen (name, "r"); }
};

class gzip : public counted, public named
{
public:
  FILE *open (const char *name) override
  {
    FILE *f = fopen (name, "rb");
    if (f && fgetc (f) != 31)
      {
	fclose (f);
	return nullptr;
      }
    return f;
  }
  bool close (FILE *f) override
  {
    n = 0;
    return !fclose (f);
  }
  FILE *some (const char *) override { return stdin; }
  FILE *lend (const char *) override { return stdin; }
  void take (FILE *f) override { kept = f; }
  char *name () override { return strdup ("gzip"); }

private:
  FILE *kept = nullptr;
};

} // namespace

source *
make_plain ()
{
  return new plain;
}

source *
make_gzip ()
{
  return new gzip;
}
