/* Shared pointers that release nothing, casts that fail.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <memory>
#include <string>
struct asset { virtual ~asset () {} int n = 0; };
struct texture : asset { int mips () const { return n; } };
struct sound : asset { };
asset *load (const std::string &s) { if (s.empty ()) return new sound; return new texture; }
int leak_cast (const std::string &s)
{
  texture *t = dynamic_cast <texture *> (load (s)); /* { dg-warning "is never deleted" } */
  if (!t)
    return -1;
  int n = t->mips ();
  delete t;
  return n;
}
int clean_cast (const std::string &s)
{
  asset *a = load (s);
  int n = -1;
  if (texture *t = dynamic_cast <texture *> (a))
    n = t->mips ();
  delete a;
  return n;
}
int clean_cast2 (const std::string &s)
{
  asset *a = load (s);
  texture *t = dynamic_cast <texture *> (a);
  if (!t)
    {
      delete a;
      return -1;
    }
  int n = t->mips ();
  delete t;
  return n;
}
int leak_cast3 (const std::string &s)
{
  asset *a = load (s); /* { dg-warning "is never deleted" } */
  texture *t = dynamic_cast <texture *> (a);
  if (!t)
    return -1;
  int n = t->mips ();
  delete t;
  return n;
}
size_t leak_noop (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "never closed" } */
  if (!f)
    return 0;
  std::shared_ptr<FILE> in (f, [] (FILE *) {});
  char buf[100];
  return fread (buf, 1, 100, in.get ());
}
std::shared_ptr<FILE> borrow (FILE *f) { return std::shared_ptr<FILE> (f, [] (FILE *) {}); }
size_t leak_noop2 (const std::string &name)
{
  std::shared_ptr<FILE> in;
  if (name == "-")
    in = borrow (stdin);
  else
    {
      FILE *f = fopen (name.c_str (), "r"); /* { dg-warning "never closed" } */
      if (!f)
        return 0;
      in = borrow (f);
    }
  char buf[100];
  return fread (buf, 1, 100, in.get ());
}
size_t clean_noop (const std::string &name)
{
  FILE *f = name == "-" ? stdin : fopen (name.c_str (), "r");
  if (!f)
    return 0;
  size_t n;
  {
    std::shared_ptr<FILE> in (f, [] (FILE *) {});
    char buf[100];
    n = fread (buf, 1, 100, in.get ());
  }
  if (f != stdin)
    fclose (f);
  return n;
}
size_t clean_real (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return 0;
  std::shared_ptr<FILE> in (f, [] (FILE *p) { fclose (p); });
  char buf[100];
  return fread (buf, 1, 100, in.get ());
}
/* A guard: what it captured is released.  */
int clean_guard (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  std::shared_ptr<void> guard ((void *) 1, [f] (void *) { fclose (f); });
  return fgetc (f);
}
