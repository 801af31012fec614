/* new and delete, and what is released by something else.  */

#include <cstdlib>
#include <cstring>
#include <memory>

struct number
{
  int n = 0;
};

void
leak_array_as_one (int n)
{
  char *p = new char[n]; /* { dg-warning "mismatched release: 'p' is released by 'operator delete'" } */
  p[0] = 0;
  delete p;
}

void
leak_one_as_array ()
{
  number *p = new number; /* { dg-warning "'p' is released by 'operator delete ..'" } */
  p->n = 1;
  delete[] p;
}

void
leak_new_freed ()
{
  number *p = new number; /* { dg-warning "'p' is released by 'free'" } */
  p->n = 2;
  std::free (p);
}

void
leak_malloc_deleted ()
{
  int *p = static_cast<int *> (std::malloc (4)); /* { dg-warning "released by 'operator delete'" } */
  delete p;
}

bool
leak_smart (int n)
{
  std::unique_ptr<char> p (new char[n]); /* { dg-warning "the array is released by 'std::unique_ptr::" } */
  return p.get () != nullptr;
}

static void
give_back (void *p)
{
  std::free (p);
}

void
leak_by_helper (int n)
{
  char *p = new char[n]; /* { dg-warning "'p' is released by 'give_back'" } */
  give_back (p);
}

bool
clean_smart (int n)
{
  std::unique_ptr<char[]> p (new char[n]);
  return p.get () != nullptr;
}

bool
clean_smart_freed (const char *text)
{
  std::unique_ptr<char, decltype (&std::free)> p (strdup (text), std::free);
  return p != nullptr;
}

void
clean_helper (const char *text)
{
  char *p = strdup (text);
  give_back (p);
}

void
clean_by_name (std::size_t n)
{
  void *p = operator new (n);
  operator delete (p);
  p = operator new[] (n);
  operator delete[] (p);
}

class own
{
public:
  static void *operator new (std::size_t n) { return std::malloc (n); }
  static void operator delete (void *p) { std::free (p); }
};

void
clean_own ()
{
  own *o = new own;
  delete o;
}

void
clean_array (int n)
{
  number *all = new number[n];
  all[0].n = 1;
  delete[] all;
}

/* A tag says how it was made.  */
class text
{
public:
  explicit text (int n) : copied (n > 0)
  {
    if (copied)
      p = static_cast<char *> (std::malloc (n));
    else
      p = new char[4];
  }
  ~text ()
  {
    if (copied)
      std::free (p);
    else
      delete[] p;
  }
  text (const text &) = delete;
  text &operator= (const text &) = delete;
private:
  bool copied;
  char *p;
};

int
tagged_clean (int n)
{
  text a (n), b (0);
  return n;
}
