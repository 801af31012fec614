/* With -g, what GCC makes of a constructor says that it comes from itself.  Nothing that is known
   of a class may depend on it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */
/* { dg-additional-options "-g" } */

#include <cstdio>
#include <stdexcept>
#include <string>

void assertion (const char *);

/* Who calls load () does so once: no constructor that is left lets the member be one already.  */
class certificate
{
public:
  explicit certificate (const std::string &path);
  explicit certificate (int n);
  ~certificate ();
  void load (const std::string &path);
private:
  FILE *file;
};

certificate::certificate (const std::string &path)
  : file (nullptr)
{
  load (path);
}

certificate::certificate (int n)
  : file (nullptr)
{
  if (n)
    throw std::runtime_error ("n");
}

certificate::~certificate ()
{
  if (file)
    fclose (file);
}

void
certificate::load (const std::string &path)
{
  if (file)
    assertion ("file");
  file = fopen (path.c_str (), "r");
  if (!file)
    throw std::runtime_error ("file");
}

/* The same without the guard: the second load () loses the first file.  */
class twice
{
public:
  explicit twice (const std::string &path);
  ~twice ();
  void load (const std::string &path);
  void again (const std::string &path);
private:
  FILE *file;
};

twice::twice (const std::string &path)
  : file (nullptr)
{
  load (path);
}

twice::~twice ()
{
  if (file)
    fclose (file);
}

void
twice::load (const std::string &path)
{
  file = fopen (path.c_str (), "r"); /* { dg-warning "might not be closed" } */
  if (!file)
    throw std::runtime_error ("file");
}

void
twice::again (const std::string &path)
{
  load (path);
}

/* A base of which only what is made of it is called.  */
class opened
{
public:
  explicit opened (const char *path)
    : file (fopen (path, "r"))
  {
    if (!file)
      throw std::runtime_error ("file");
  }
  ~opened ()
  {
    fclose (file);
  }
protected:
  FILE *file;
};

class counted : public opened
{
public:
  explicit counted (const char *path)
    : opened (path), count (new int (0))
  {
  }
  ~counted ()
  {
    delete count;
  }
private:
  int *count;
};

class uncounted : public opened
{
public:
  explicit uncounted (const char *path)
    : opened (path), count (new int (0))
  {
  }
  ~uncounted ()
  {
  }
private:
  int *count;
};

int
use ()
{
  counted c ("c");
  uncounted u ("u"); /* { dg-warning "never deleted" } */
  return 0;
}
