/* What virtuals.cc and virtuals-lib.cc share: two class trees whose leaves only the library sees.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>

/* All open a file of their own, or what they are given.  */
class source
{
public:
  virtual ~source () { }
  virtual FILE *open (const char *name) = 0;
  virtual bool close (FILE *f) = 0;
  virtual int look (FILE *f) const = 0;
  /* Some return a file that they keep.  */
  virtual FILE *some (const char *name);
  virtual FILE *lend (const char *name) = 0;
  /* Some keep the file.  */
  virtual void take (FILE *f);
};

/* In the middle, with a body of its own for one of them.  */
class counted : public source
{
public:
  int look (FILE *f) const override;
protected:
  mutable int n = 0;
};

/* The second base of its classes.  */
class named
{
public:
  virtual ~named () { }
  virtual char *name () = 0;
};

source *make_plain ();
source *make_gzip ();
