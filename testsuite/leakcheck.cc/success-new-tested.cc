/* What new makes is never NULL, whoever tests it; what new (std::nothrow) makes may be.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

int
clean_tested (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  char *buffer = new char[100];
  if (!buffer)
    return -2;
  std::size_t n = std::fread (buffer, 1, 100, f);
  delete[] buffer;
  std::fclose (f);
  return n;
}

int
leak_nothrow (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  char *buffer = new (std::nothrow) char[100];
  if (!buffer)
    return -2;
  std::size_t n = std::fread (buffer, 1, 100, f);
  delete[] buffer;
  std::fclose (f);
  return n;
}

int
leak_malloc (const char *name)
{
  FILE *f = std::fopen (name, "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  char *buffer = static_cast<char *> (std::malloc (100));
  if (!buffer)
    return -2;
  std::size_t n = std::fread (buffer, 1, 100, f);
  std::free (buffer);
  std::fclose (f);
  return n;
}

void *checked_alloc (std::size_t) noexcept __attribute__ ((returns_nonnull));
void checked_free (void *) noexcept;

int
clean_checked (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  void *buffer = checked_alloc (100);
  if (!buffer)
    return -2;
  std::size_t n = std::fread (buffer, 1, 100, f);
  checked_free (buffer);
  std::fclose (f);
  return n;
}

/* Of two objects the second may be missing, the first not.  */
struct pair
{
  char *a, *b;
};

int
clean_second (int n)
{
  pair *p = new pair;
  if (!p)
    return -1;
  p->a = new (std::nothrow) char[n];
  if (!p->a)
    {
      delete p;
      return -2;
    }
  p->b = new (std::nothrow) char[n];
  if (!p->b)
    {
      delete[] p->a;
      delete p;
      return -3;
    }
  delete[] p->b;
  delete[] p->a;
  delete p;
  return 0;
}
