/* Shared pointers to arrays.  */
/* { dg-levels all } */

#include <cstdio>
#include <memory>

std::shared_ptr<char>
leak_slurp (FILE *f, size_t n)
{
  std::shared_ptr<char> buf (new char[n + 1]); /* { dg-warning "mismatched release" } */
  buf.get ()[fread (buf.get (), 1, n, f)] = 0;
  return buf;
}

std::shared_ptr<char>
leak_named (FILE *f, size_t n)
{
  char *p = new char[n + 1]; /* { dg-warning "mismatched release" } */
  p[fread (p, 1, n, f)] = 0;
  return std::shared_ptr<char> (p);
}

std::shared_ptr<char>
clean_deleter (FILE *f, size_t n)
{
  std::shared_ptr<char> buf (new char[n + 1], std::default_delete<char[]> ());
  buf.get ()[fread (buf.get (), 1, n, f)] = 0;
  return buf;
}

std::shared_ptr<char>
clean_lambda (FILE *f, size_t n)
{
  std::shared_ptr<char> buf (new char[n + 1], [] (char *p) { delete[] p; });
  buf.get ()[fread (buf.get (), 1, n, f)] = 0;
  return buf;
}

std::shared_ptr<char[]>
clean_array (FILE *f, size_t n)
{
  std::shared_ptr<char[]> buf (new char[n + 1]);
  buf[fread (buf.get (), 1, n, f)] = 0;
  return buf;
}

struct point { int x, y; };

std::shared_ptr<point>
clean_single (int n)
{
  std::shared_ptr<point> p (new point {n, n});
  p->x++;
  return p;
}

std::shared_ptr<point>
clean_moved (int n)
{
  std::unique_ptr<point> p (new point {n, n});
  return std::shared_ptr<point> (std::move (p));
}

std::shared_ptr<void>
clean_counted (size_t n)
{
  return std::shared_ptr<void> (new point[n], [] (void *p) { delete[] static_cast<point *> (p); });
}
