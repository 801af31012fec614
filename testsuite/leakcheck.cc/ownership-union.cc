/* A union of two things that are released differently, and what tells which it is.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdint>
#include <map>

struct table
{
  uint16_t room = 0, n = 0;
  union { int *flat; std::map<int, int> *large; } map { nullptr };

  bool is_large () const { return static_cast<int16_t> (n) < 0; }
  void grow (unsigned wanted);
  void insert (int key);
  ~table ();
};

void
table::grow (unsigned wanted)
{
  if (is_large () || room >= wanted)
    return;
  unsigned more = room;
  do
    more = more == 0 ? 1 : more * 4;
  while (more < wanted);
  int *old = map.flat;
  decltype (map) bigger;
  if (more > 256)
    {
      bigger.large = new std::map<int, int> ();
      n = static_cast<uint16_t> (-1);
    }
  else
    bigger.flat = new int[more];
  delete[] old;
  room = more;
  map = bigger;
}

void
table::insert (int key)
{
  if (is_large ())
    {
      (*map.large)[key] = 1;
      return;
    }
  if (n < room)
    {
      map.flat[n++] = key;
      return;
    }
  grow (n + 1);
  insert (key);
}

table::~table ()
{
  if (is_large ())
    delete map.large;
  else
    delete[] map.flat;
}

int
clean_inserted (int n)
{
  table t;
  for (int i = 0; i < n; i++)
    t.insert (i);
  return t.n;
}

void
clean_grown (unsigned n)
{
  table t;
  t.grow (n);
  t.insert (1);
}

/* Nobody releases it as an array.  */
struct wrong
{
  int *all;
  int n;

  explicit wrong (int k) : all (nullptr), n (k) { }
  void fill () { all = new int[n]; }
  ~wrong ()
  {
    if (n > 0)
      delete all;
  }
};

int
leak_wrong (int n)
{
  wrong w (n);
  if (n <= 0)
    return -1;
  w.fill (); /* { dg-warning "mismatched release|might not be deleted" } */
  return w.all[0];
}

/* The tag says so, but it is not so.  */
struct tagged
{
  bool array;
  int *p;

  ~tagged ()
  {
    if (array)
      delete[] p;
    else
      delete p;
  }
};

int
leak_tag (int n)
{
  tagged t;
  t.array = false;
  t.p = new int[n]; /* { dg-warning "mismatched release" } */
  return t.p[0];
}

int
clean_tag (int n)
{
  tagged t;
  t.array = true;
  t.p = new int[n];
  return t.p[0];
}

void
clean_tag_given (tagged &t, int n)
{
  t.p = t.array ? new int[n] : new int (n);
}
