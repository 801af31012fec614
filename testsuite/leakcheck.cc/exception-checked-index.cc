/* Who calls at () reckons with a number, or a key, that is not there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
#include <pthread.h>

struct cursor
{
  int column = 0;
  int next () noexcept { return ++column; }
};

void
check (int n)
{
  if (n < 3)
    throw std::runtime_error ("n");
}

int
leak_vector (const std::vector<int> &widths, size_t i)
{
  cursor *c = new cursor;		/* { dg-warning "'c' might not be deleted" } */
  int w = c->next ();
  w += widths.at (i);
  delete c;
  return w;
}

/* (A constant map has no other way to say that the key is there, but it may not be.)  */
int
leak_map (const std::map<std::string, int> &widths, const std::string &key)
{
  cursor *c = new cursor;		/* { dg-warning "'c' might not be deleted" } */
  int w = c->column + widths.at (key);
  delete c;
  return w;
}

int
leak_array (const std::array<int, 4> &widths, size_t i)
{
  cursor *c = new cursor;		/* { dg-warning "'c' might not be deleted" } */
  int w = c->column + widths.at (i);
  delete c;
  return w;
}

int
leak_string (const std::string &text, size_t i, const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = text.at (i);
  fclose (f);
  return c;
}

static int
width (const std::vector<int> &widths, size_t i)
{
  return widths.at (i);
}

int
leak_through (const std::vector<int> &widths, size_t i)
{
  cursor *c = new cursor;		/* { dg-warning "'c' might not be deleted" } */
  int w = c->column + width (widths, i);
  delete c;
  return w;
}

struct taps
{
  pthread_mutex_t lock;
  std::vector<int> all;
  int leak_peek (size_t i);
  int clean_peek (size_t i);
};

int
taps::leak_peek (size_t i)
{
  pthread_mutex_lock (&lock);		/* { dg-warning "might not be released" } */
  int v = all.at (i);
  pthread_mutex_unlock (&lock);
  return v;
}

int
taps::clean_peek (size_t i)
{
  pthread_mutex_lock (&lock);
  int v = i < all.size () ? all[i] : -1;
  pthread_mutex_unlock (&lock);
  return v;
}

int
clean_before (const std::vector<int> &widths, size_t i)
{
  int w = widths.at (i);
  cursor *c = new cursor;
  w += c->next ();
  delete c;
  return w;
}

int
clean_caught (const std::vector<int> &widths, size_t i)
{
  cursor *c = new cursor;
  int w = c->column;
  try
    {
      w += width (widths, i);
    }
  catch (...)
    {
      w = 0;
    }
  delete c;
  return w;
}

int
clean_caught_above (const std::map<int, int> &widths, int key)
{
  cursor *c = new cursor;
  int w = c->column;
  try
    {
      w += widths.at (key);
    }
  catch (...)
    {
      delete c;
      throw;
    }
  delete c;
  return w;
}

/* Who has looked how many there are.  */
int
clean_loop (const std::vector<int> &widths)
{
  cursor *c = new cursor;
  int w = c->column;
  for (size_t i = 0; i < widths.size (); i++)
    w += widths.at (i);
  delete c;
  return w;
}

int
clean_size (const std::string &text)
{
  if (text.empty ())
    return 0;
  FILE *f = fopen (text.c_str (), "r");
  if (!f)
    return -1;
  int c = text.at (0);
  fclose (f);
  return c;
}

int
clean_made ()
{
  cursor *c = new cursor;
  std::vector<int> widths (4);
  int w = c->column + widths.at (1);
  delete c;
  return w;
}

/* Other functions that throw it look at places that the program has from the library.  */
std::string
clean_part (const std::string &text, const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return text;
  std::string part = text.substr (1, 2);
  fclose (f);
  return part;
}

/* A subscript operator of the program's own that only throws if the index is not there: the same as
   operator [] of the library's, which does not look.  */
struct out_of_row : std::logic_error
{
  out_of_row () : std::logic_error ("index") {}
};

template <class T>
class row
{
public:
  explicit row (unsigned n) : cells (new T[n]), size (n) {}
  row (const row &) = delete;
  ~row () { delete[] cells; }
  T &operator[] (int i)
  {
    if (i < 0 || (unsigned) i >= size)
      throw out_of_row ();
    return cells[i];
  }
  /* Not a matter of the index: the cells may be gone, too.  */
  const T &operator[] (unsigned i) const
  {
    if (!cells || i >= size)
      throw out_of_row ();
    return cells[i];
  }
  /* Not a number.  */
  T &operator[] (const char *name)
  {
    if (*name < 'a' || *name > 'z')
      throw out_of_row ();
    return cells[*name - 'a'];
  }
  T &cell (int i)
  {
    if (i < 0 || (unsigned) i >= size)
      throw out_of_row ();
    return cells[i];
  }
private:
  T *cells;
  unsigned size;
};

int
clean_row (row<int> &r, int n)
{
  int *copy = new int[n];
  for (int i = 0; i < n; i++)
    copy[i] = r[i];
  int sum = copy[0] + copy[n - 1];
  delete[] copy;
  return sum;
}

int
leak_row_gone (const row<int> &r, int n)
{
  int *copy = new int[n];		/* { dg-warning "'copy' might not be deleted" } */
  for (int i = 0; i < n; i++)
    copy[i] = r[(unsigned) i];
  int sum = copy[0] + copy[n - 1];
  delete[] copy;
  return sum;
}

int
leak_row_name (row<int> &r, const char *name)
{
  int *copy = new int[2];		/* { dg-warning "'copy' might not be deleted" } */
  copy[0] = r[name];
  int sum = copy[0] + 1;
  delete[] copy;
  return sum;
}

int
leak_row_cell (row<int> &r, int n)
{
  int *copy = new int[n];		/* { dg-warning "'copy' might not be deleted" } */
  for (int i = 0; i < n; i++)
    copy[i] = r.cell (i);
  int sum = copy[0] + copy[n - 1];
  delete[] copy;
  return sum;
}
