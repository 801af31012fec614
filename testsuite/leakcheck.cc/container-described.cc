/* Containers that are not the library's and have no bodies here, described by a specification:
   contract/member-role.cc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-fplugin-arg-leakcheck-spec=$srcdir/leakcheck.cc/container-described.spec" } */

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace own {

/* As a QList.  */
template <typename T>
class array
{
public:
  class iterator
  {
    T *at;
  public:
    T &operator* () const;
    iterator &operator++ ();
    bool operator!= (const iterator &) const;
  };
  array ();
  ~array ();
  void append (const T &);
  void prepend (const T &);
  array &operator<< (const T &);
  T takeFirst ();
  T &operator[] (int);
  bool isEmpty () const;
  int length () const;
  void clear ();
  void shuffle ();			/* Not described.  */
  iterator begin ();
  iterator end ();
private:
  T *items;
};

/* As an absl::flat_hash_map: what it does is in a base, and an inline namespace is around it.  */
inline namespace v2 {
namespace internal {
template <typename K, typename V>
class raw_hash
{
public:
  using key_type = K;
  using mapped_type = V;
  class iterator
  {
    V *at;
  public:
    V &operator* () const;
    iterator &operator++ ();
    bool operator!= (const iterator &) const;
  };
  raw_hash ();
  ~raw_hash ();
  V &operator[] (const K &);
  bool contains (const K &) const;
  void erase (const K &);
  iterator begin ();
  iterator end ();
private:
  void *table;
};
}

template <typename K, typename V>
class hash : public internal::raw_hash<K, V>
{
public:
  using internal::raw_hash<K, V>::begin;
};
}

}

/* No template, and elements by value.  */
class file_pool
{
  void *items;
public:
  file_pool ();
  ~file_pool ();
  void add (FILE *f, const char *name);
  FILE *take ();
  bool any () const;
  const char *name () const;
  void drop ();
  void give (file_pool &);		/* Not described.  */
};

struct record { int id; };

int
leak_array (int n)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.append (new record { i });	/* { dg-warning "is never deleted" } */
  return all.length ();
}

int
leak_array_chain (int a, int b)
{
  own::array<record *> all;
  all << new record { a }		/* { dg-warning "might not be deleted" } */
      << new record { b };		/* { dg-warning "might not be deleted" } */
  if (a == b)
    return 0;
  for (record *r : all)
    delete r;
  return 1;
}

int
clean_array_chain (int a, int b)
{
  own::array<record *> all;
  all << new record { a } << new record { b };
  for (record *r : all)
    delete r;
  return 1;
}

int
clean_array (int n)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.append (new record { i });
  int sum = 0;
  for (record *r : all)
    {
      sum += r->id;
      delete r;
    }
  return sum;
}

int
leak_array_early (int n, int last)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.prepend (new record { i });	/* { dg-warning "might not be deleted" } */
  if (all.isEmpty ())
    return 0;
  if (all[0]->id == last)
    return -1;
  while (!all.isEmpty ())
    delete all.takeFirst ();
  return n;
}

int
clean_array_taken (int n)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.prepend (new record { i });
  int sum = 0;
  while (!all.isEmpty ())
    {
      record *r = all.takeFirst ();
      sum += r->id;
      delete r;
    }
  return sum;
}

int
leak_array_taken (int n)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.append (new record { i });	/* { dg-warning "might not be deleted" } */
  int sum = 0;
  while (!all.isEmpty ())
    {
      record *r = all.takeFirst ();
      if (r->id < 0)
	continue;
      sum += r->id;
      delete r;
    }
  return sum;
}

/* What shuffle () does is not known.  */
int
clean_array_shuffled (int n)
{
  own::array<record *> all;
  for (int i = 0; i < n; i++)
    all.append (new record { i });
  all.shuffle ();
  return n;
}

int
leak_hash (const char *const *names, int n)
{
  own::hash<int, int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = open (names[i], O_RDONLY);	/* { dg-warning "might not be closed" } */
      if (fd < 0)
	return -1;
      fds[i] = fd;
    }
  for (int fd : fds)
    close (fd);
  return 0;
}

int
clean_hash (const char *const *names, int n)
{
  own::hash<int, int> fds;
  int status = 0;
  for (int i = 0; i < n && !status; i++)
    {
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	status = -1;
      else
	fds[i] = fd;
    }
  for (int fd : fds)
    close (fd);
  return status;
}

int
leak_pool (const char *name)
{
  file_pool pool;
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  pool.add (f, name);
  return pool.any ();
}

int
clean_pool (const char *name)
{
  file_pool pool;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  pool.add (f, name);
  int c = 0;
  while (pool.any ())
    {
      FILE *g = pool.take ();
      c += fgetc (g);
      fclose (g);
    }
  return c;
}

int
leak_pool_dropped (const char *name)
{
  file_pool pool;
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  pool.add (f, name);
  puts (pool.name ());
  pool.drop ();
  return 0;
}

int
clean_pool_given (file_pool &other, const char *name)
{
  file_pool pool;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  pool.add (f, name);
  pool.give (other);
  return 0;
}

/* A member: whose the elements are is not known.  */
class session
{
  own::array<FILE *> m_files;
public:
  bool open (const char *name);
  ~session ();
};

bool
session::open (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return false;
  m_files.append (f);
  return true;
}

/* A member that all methods of its class only fill.  */
class forgotten
{
  own::array<FILE *> m_files;
public:
  bool
  open (const char *name)
  {
    FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
    if (f)
      m_files.append (f);
    return f && m_files.length () > 1;
  }
};

bool
leak_forgotten (const char *name)
{
  forgotten all;
  return all.open (name);
}

class remembered
{
  own::array<FILE *> m_files;
public:
  bool
  open (const char *name)
  {
    FILE *f = fopen (name, "r");
    if (f)
      m_files.append (f);
    return f && m_files.length () > 1;
  }
  ~remembered ()
  {
    while (!m_files.isEmpty ())
      fclose (m_files.takeFirst ());
  }
};

bool
clean_remembered (const char *name)
{
  remembered all;
  return all.open (name);
}

/* A member that the destructor empties, and another method only clears.  */
class cache
{
  own::array<record *> m_all;
public:
  void add (int id) { m_all.append (new record { id }); } /* { dg-warning "might not be deleted" } */
  void reset () { m_all.clear (); }
  ~cache ()
  {
    for (record *r : m_all)
      delete r;
  }
};

class tidy_cache
{
  own::array<record *> m_all;
public:
  void add (int id) { m_all.append (new record { id }); }
  void
  reset ()
  {
    for (record *r : m_all)
      delete r;
    m_all.clear ();
  }
  ~tidy_cache () { reset (); }
};

void
use_caches (int n)
{
  cache a;
  tidy_cache b;
  a.add (n);
  a.reset ();
  b.add (n);
  b.reset ();
}
