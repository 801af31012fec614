// Methods that fill a member, and constructors that call them: private steps of construction run
// once.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// { dg-do compile }

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

class recorder
{
  std::FILE *out = nullptr;
  int level = 0;
  void open_file (const char *name) { out = std::fopen (name, "w"); }
  void set_level (int l) { level = l; }
  void init (const char *name, int l)
  {
    set_level (l);
    open_file (name);
  }

public:
  explicit recorder (const char *name) { init (name, 1); }
  recorder (const char *name, int l) { init (name, l); }
  recorder (const recorder &) = delete;
  recorder &operator= (const recorder &) = delete;
  ~recorder ()
  {
    if (out)
      std::fclose (out);
  }
  int get () const { return level; }
};

int
record (const char *name)
{
  recorder r (name);
  return r.get ();
}

class tidy_reader
{
  int fd = -1;
  void shut ()
  {
    if (fd >= 0)
      ::close (fd);
    fd = -1;
  }

public:
  explicit tidy_reader (const char *name) { attach (name); }
  tidy_reader (const tidy_reader &) = delete;
  tidy_reader &operator= (const tidy_reader &) = delete;
  ~tidy_reader () { shut (); }
  bool attach (const char *name)
  {
    shut ();
    fd = ::open (name, O_RDONLY);
    return fd >= 0;
  }
};

bool
another (tidy_reader &r, const char *name)
{
  return r.attach (name);
}
