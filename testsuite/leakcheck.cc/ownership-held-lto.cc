/* With -flto the compiler forgets what it knows of classes before the pass of the plugin, which is
   where it looks at a unit that something is dumped of.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-flto -fdump-ipa-cgraph=/dev/null" } */

#include <cstdio>

class above
{
public:
  virtual ~above () {}
  virtual bool clean_start (const char *path) { return path != nullptr; }
};

class log_file : public above
{
public:
  log_file (above *a, int n) : other (a), size (n) {}
  virtual ~log_file () {}
  bool clean_start (const char *path) override
  {
    file = fopen (path, "r");
    return file != nullptr;
  }

private:
  above *other;
  FILE *file;
  int size;
};

above *
made (above *a)
{
  return new log_file (a, 3);
}

int
leak_plain (const char *path)
{
  FILE *f = fopen (path, "r");		/* { dg-warning "'f' is never closed" } */
  return f ? fgetc (f) : EOF;
}
