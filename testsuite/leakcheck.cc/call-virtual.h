/* Classes that hold a file, for tests of virtual calls: one of them forgets it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>

struct shape
{
  virtual ~shape () {}
  virtual void shut () = 0;
};

/* Its destructor forgets the file.  */
struct forgetful : shape
{
  FILE *f;
  explicit forgetful (FILE *g) : f (g) {}
  void shut () override
  {
    if (f)
      fclose (f);
    f = nullptr;
  }
};

struct careful : shape
{
  FILE *f;
  explicit careful (FILE *g) : f (g) {}
  ~careful () override { shut (); }
  void shut () override
  {
    if (f)
      fclose (f);
    f = nullptr;
  }
};
