/* What stands for a pointer throws where it is none: who follows it does not reckon with that, nor
   with what a method of the same name as any other does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <stdexcept>
#include <string>

struct null_pointer : std::logic_error
{
  null_pointer () : std::logic_error ("NULL pointer") {}
};

template <class T>
class handle
{
public:
  explicit handle (T *p) : pointer (p) {}
  T *operator-> () const
  {
    return checked ();
  }
  T &operator* () const
  {
    if (!pointer)
      throw null_pointer ();
    return *pointer;
  }
  T operator* (int n) const
  {
    if (!pointer)
      throw null_pointer ();
    return *pointer * n;
  }
  T *checked () const
  {
    if (!pointer)
      throw null_pointer ();
    return pointer;
  }
private:
  T *pointer;
};

struct options
{
  int mode = 0;
  int get () const noexcept { return mode; }
  options operator* (int n) const { options o; o.mode = mode * n; return o; }
};

class job
{
public:
  job (options *o) : settings (o) {}
  int clean_arrow (const char *path);
  int clean_star (const char *path);
  int leak_checked (const char *path);
  int leak_product (const char *path);
private:
  handle<options> settings;
};

int
job::clean_arrow (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int mode = settings->get ();
  fclose (f);
  return mode;
}

int
job::clean_star (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int mode = (*settings).mode;
  fclose (f);
  return mode;
}

int
job::leak_checked (const char *path)
{
  FILE *f = fopen (path, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  int mode = settings.checked ()->get ();
  fclose (f);
  return mode;
}

int
job::leak_product (const char *path)
{
  FILE *f = fopen (path, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  options o = settings * 3;
  fclose (f);
  return o.get ();
}

/* Not a method of an object.  */
struct reader
{
  FILE *in;
};

int
operator* (const reader &r)
{
  int c = getc (r.in);
  if (c == EOF)
    throw std::runtime_error ("empty");
  return c;
}

int
leak_read (const char *path)
{
  reader r;
  r.in = fopen (path, "r"); // { dg-warning "'r.in' might not be closed" }
  if (!r.in)
    return -1;
  int c = *r;
  fclose (r.in);
  return c;
}
