/* Corpus, loss: new and delete, malloc and free, arrays, lists, mismatches.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

void work (int);
int measure (int) noexcept;
bool enough (int) noexcept;

struct point
{
  int x, y;
  point (int a, int b) : x (a), y (b) {}
};

int
leak_new_early_return (int n)
{
  point *p = new point (n, n); /* { dg-warning "'p' might not be deleted" } */
  if (p->x < 0)
    return -1;
  int r = p->y;
  delete p;
  return r;
}

int
clean_new (int n)
{
  point *p = new point (n, n);
  int r = p->x < 0 ? -1 : p->y;
  delete p;
  return r;
}

int
leak_new_array (int n)
{
  int *a = new int[n]; /* { dg-warning "'a' might not be deleted" } */
  for (int i = 0; i < n; i++)
    {
      a[i] = measure (i);
      if (a[i] < 0)
	return i;
    }
  delete[] a;
  return n;
}

int
clean_new_array (int n)
{
  int *a = new int[n] ();
  int i;
  for (i = 0; i < n; i++)
    if (measure (i) < 0)
      break;
  delete[] a;
  return i;
}

int
clean_nothrow (int n)
{
  int *a = new (std::nothrow) int[n];
  if (!a)
    return -1;
  a[0] = 1;
  int r = a[0];
  delete[] a;
  return r;
}

int
leak_nothrow (int n)
{
  int *a = new (std::nothrow) int[n]; /* { dg-warning "'a' might not be deleted" } */
  if (!a)
    return -1;
  int *b = new (std::nothrow) int[n];
  if (!b)
    return -1;
  int r = a == b;
  delete[] b;
  delete[] a;
  return r;
}

int
leak_matrix (int n)
{
  int **m = new int *[n];
  for (int i = 0; i < n; i++)
    m[i] = new int[n];
  /* { dg-warning "the array .* is never deleted" "" { target *-*-* } .-1 } */
  int r = m[0][0];
  delete[] m;
  return r;
}

int
clean_matrix (int n)
{
  int **m = new int *[n];
  for (int i = 0; i < n; i++)
    m[i] = new int[n];
  int r = m[0][0];
  for (int i = 0; i < n; i++)
    delete[] m[i];
  delete[] m;
  return r;
}

struct item
{
  item *next;
  int value;
};

static item *
cons (int v, item *next)
{
  return new item { next, v };
}

static void
drop (item *l) noexcept
{
  while (l)
    {
      item *n = l->next;
      delete l;
      l = n;
    }
}

int
clean_list (int n)
{
  item *l = nullptr;
  for (int i = 0; i < n; i++)
    l = cons (i, l);
  int r = l ? l->value : 0;
  drop (l);
  return r;
}

int
leak_list (int n)
{
  item *l = nullptr;
  for (int i = 0; i < n; i++)
    l = cons (i, l); /* { dg-warning "'l' might not be deleted" } */
  if (!l)
    return 0;
  if (l->value > 3)
    return -1;
  drop (l);
  return 1;
}

class list_owner
{
public:
  list_owner () = default;
  list_owner (std::initializer_list<int> l)
  {
    for (int v : l)
      push (v);
  }
  ~list_owner () { drop (m_first); }
  list_owner (const list_owner &) = delete;
  void push (int v) { m_first = new item { m_first, v }; }
  int pop ()
  {
    if (!m_first)
      throw std::out_of_range ("empty");
    item *i = m_first;
    m_first = i->next;
    int v = i->value;
    delete i;
    return v;
  }
  int pop_badly ()
  {
    item *i = m_first;
    m_first = i->next;
    return i->value;
  }

private:
  item *m_first = nullptr;
};

int
clean_list_owner ()
{
  list_owner l { 1, 2, 3 };
  l.push (4);
  work (l.pop ());
  return l.pop ();
}

/* Trees.  */

struct branch
{
  branch *left = nullptr, *right = nullptr;
  std::string name;
  explicit branch (const std::string &n) : name (n) {}
  ~branch () { delete left; delete right; }
  branch (const branch &) = delete;
};

branch *
clean_branch (const std::string &s)
{
  branch *b = new branch (s);
  b->left = new branch (s + "l");
  b->right = new branch (s + "r");
  return b;
}

int
leak_branch (const std::string &s, int n)
{
  branch *b = new branch (s); /* { dg-warning "'b' might not be deleted" } */
  b->left = new branch ("l");
  if (n > 2)
    throw std::runtime_error ("n");
  delete b;
  return 0;
}

int
clean_branch_local (const std::string &s)
{
  branch b (s);
  b.left = new branch ("l");
  work (1);
  return b.left->name.size ();
}

/* Mismatches.  */

void
mism_new_free ()
{
  int *p = new int (3); /* { dg-warning "mismatched release: 'p' is released by 'free'" } */
  std::free (p);
}

void
mism_malloc_delete ()
{
  int *p = static_cast<int *> (std::malloc (sizeof *p));
  /* { dg-warning "mismatched release" "" { target *-*-* } .-1 } */
  delete p;
}

void
mism_array_delete (int n)
{
  char *p = new char[n];
  /* { dg-warning "mismatched release" "" { target *-*-* } .-1 } */
  p[0] = 0;
  delete p;
}

void
mism_delete_array ()
{
  char *p = new char;
  /* { dg-warning "mismatched release" "" { target *-*-* } .-1 } */
  delete[] p;
}

void
mism_unique_ptr (int n)
{
  std::unique_ptr<int> p (new int[n]);
  /* { dg-warning "mismatched release" "" { target *-*-* } .-1 } */
  *p = n;
}

void
mism_strdup (const char *s)
{
  char *p = strdup (s);
  /* { dg-warning "mismatched release" "" { target *-*-* } .-1 } */
  delete[] p;
}

void
clean_unique_array (int n)
{
  std::unique_ptr<int[]> p (new int[n]);
  p[0] = n;
  work (n);
}

void
clean_shared_array (int n)
{
  std::shared_ptr<int> p (new int[n], std::default_delete<int[]> ());
  *p = n;
  work (n);
}

/* realloc.  */

int
leak_realloc (std::size_t n)
{
  char *p = static_cast<char *> (std::malloc (n)); /* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  p = static_cast<char *> (std::realloc (p, 2 * n));
  if (!p)
    return -1;
  std::free (p);
  return 0;
}

int
clean_realloc (std::size_t n)
{
  char *p = static_cast<char *> (std::malloc (n));
  if (!p)
    return -1;
  char *q = static_cast<char *> (std::realloc (p, 2 * n));
  if (!q)
    {
      std::free (p);
      throw std::bad_alloc ();
    }
  std::free (q);
  return 0;
}

std::string
leak_strdup (const char *s)
{
  char *p = strdup (s); /* { dg-warning "'p' might not be freed" } */
  if (!p)
    return std::string ();
  for (char *c = p; *c; c++)
    if (*c == '!')
      throw std::invalid_argument (s);
  std::string r (p);
  std::free (p);
  return r;
}

/* Operators of a class.  */

struct pooled
{
  static void *operator new (std::size_t n);
  static void operator delete (void *p);
  int x = 0;
};

int
clean_pooled ()
{
  pooled *p = new pooled;
  int x = p->x;
  delete p;
  return x;
}

int
clean_two_news (int n)
{
  int *a = new int (n), *b = nullptr;
  try
    {
      b = new int (n + 1);
      work (*b);
    }
  catch (...)
    {
      delete a;
      delete b;
      throw;
    }
  int r = *a + *b;
  delete a;
  delete b;
  return r;
}

int
leak_two_news (int n)
{
  int *a = new int (n);
  int *b = new int (n + 1); /* { dg-warning "'b' is never deleted" } */
  int r = *a + *b;
  delete a;
  return r;
}

void consume (int *owned, int n);

int
leak_overwritten (int n)
{
  int *p = new int (1); /* { dg-warning "'p' might not be deleted" } */
  if (enough (n))
    p = new int (2);
  int r = *p;
  delete p;
  return r;
}

int
clean_conditional_new (bool b)
{
  int local = 0;
  int *p = b ? new int (1) : &local;
  *p += 2;
  int r = *p;
  if (b)
    delete p;
  return r;
}

int
leak_conditional_delete (bool a, bool b)
{
  int *p = a ? new int (1) : nullptr; /* { dg-warning "'p' might not be deleted" } */
  int r = p ? *p : 0;
  if (a && b)
    delete p;
  return r;
}

int
clean_small_buffer (std::size_t n)
{
  char small[64];
  char *p = n > sizeof small ? new char[n] : small;
  p[0] = 'x';
  int r = p[0];
  if (p != small)
    delete[] p;
  return r;
}

int
leak_small_buffer (std::size_t n)
{
  char small[64];
  char *p = n > sizeof small ? new char[n] : small; /* { dg-warning "'p' might not be deleted" } */
  std::memset (p, 0, n);
  work (p[0]);
  if (p != small)
    delete[] p;
  return 0;
}

int
clean_aligned (std::size_t n)
{
  void *p = std::aligned_alloc (64, n);
  if (!p)
    return -1;
  int r = measure (*static_cast<char *> (p));
  std::free (p);
  return r;
}

struct overaligned { alignas (128) char data[128]; };

int
leak_overaligned (int n)
{
  auto *o = new overaligned; /* { dg-warning "'o' might not be deleted" } */
  o->data[0] = 1;
  if (n == 1)
    return 1;
  delete o;
  return 0;
}

int
clean_overaligned ()
{
  auto *o = new overaligned;
  o->data[0] = 1;
  int r = o->data[0];
  delete o;
  return r;
}

void *
clean_raw_operator_new (std::size_t n)
{
  void *p = ::operator new (n);
  try
    {
      work (1);
    }
  catch (...)
    {
      ::operator delete (p);
      throw;
    }
  return p;
}

int
leak_raw_operator_new (std::size_t n)
{
  void *p = ::operator new (n); /* { dg-warning "'p' might not be deleted" } */
  int r = measure (p != nullptr);
  if (r)
    return r;
  ::operator delete (p);
  return 0;
}

point *
clean_construct_in_place (int n)
{
  void *room = std::malloc (sizeof (point));
  if (!room)
    throw std::bad_alloc ();
  return new (room) point (n, n);
}

int
leak_construct_in_place (int n)
{
  void *room = std::malloc (sizeof (point)); /* { dg-warning "'room' is never freed" } */
  if (!room)
    throw std::bad_alloc ();
  point *p = new (room) point (n, n);
  return p->x;
}

void
clean_dynamic_array_of_strings (int n)
{
  std::string *a = new std::string[n];
  int s = measure (n);
  (void) s;
  delete[] a;
}

int
leak_dynamic_array_of_strings (int n)
{
  std::string *a = new std::string[n]; /* { dg-warning "'a' might not be deleted" } */
  for (int i = 0; i < n; i++)
    a[i] = std::to_string (i);
  work (n);
  delete[] a;
  return 0;
}
