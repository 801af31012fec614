/* Local containers of structures with handles.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct entry { int id; FILE *f; };
struct block { char *start; size_t size; };

struct owner
{
  explicit owner (FILE *f) : f (f) {}
  owner (owner &&other) : f (other.f) { other.f = nullptr; }
  ~owner () { if (f) std::fclose (f); }
  FILE *f;
};

struct half { std::unique_ptr<int> p; int *q; };

void use (const entry &);
static void finish (entry &e) { std::fclose (e.f); }

int
leak_structures (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  return v.size ();
}

int
clean_structures (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  for (auto &e : v)
    std::fclose (e.f);
  return 0;
}

int
clean_copies (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  for (auto e : v)
    std::fclose (e.f);
  return 0;
}

int
clean_one_copy (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back (entry { 1, f });
  entry last = v.back ();
  v.pop_back ();
  std::fclose (last.f);
  return 0;
}

int
clean_filled_in_place (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.emplace_back ();
  v.back ().f = f;
  std::fclose (v.back ().f);
  return 0;
}

int
clean_iterated (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  entry e;
  e.id = 1;
  e.f = f;
  v.push_back (e);
  for (auto i = v.begin (); i != v.end (); ++i)
    std::fclose (i->f);
  return 0;
}

int
clean_indexed (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  for (size_t i = 0; i < v.size (); i++)
    std::fclose (v[i].f);
  return 0;
}

int
clean_used (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  for (auto &e : v)
    use (e);
  return 0;
}

int
clean_finished (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.push_back ({ 1, f });
  for (auto &e : v)
    finish (e);
  return 0;
}

int
clean_bound (const char *name)
{
  std::vector<std::pair<int, FILE *>> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.emplace_back (1, f);
  for (auto &[i, x] : v)
    std::fclose (x);
  return 0;
}

int
clean_owners (const char *name)
{
  std::vector<owner> v;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  v.emplace_back (f);
  return v.size ();
}

int
clean_halves ()
{
  std::vector<half> v;
  v.push_back ({ std::make_unique<int> (3), nullptr });
  return v.size ();
}

std::vector<entry>
clean_returned (const char *name)
{
  std::vector<entry> v;
  FILE *f = std::fopen (name, "r");
  if (f)
    v.push_back ({ 1, f });
  return v;
}

int
leak_mapped (const char *name)
{
  std::map<int, entry> m;
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  m[3] = { 1, f };
  return 0;
}

int
clean_mapped (const char *name)
{
  std::map<int, entry> m;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  m[3] = { 1, f };
  std::fclose (m[3].f);
  return 0;
}

int
clean_blocks (int n)
{
  std::list<block> l;
  for (int i = 0; i < n; i++)
    l.push_back ({ new char[10], 10 });
  for (auto &b : l)
    delete[] b.start;
  return 0;
}

int
leak_blocks (int n)
{
  std::list<block> l;
  for (int i = 0; i < n; i++)
    l.push_back ({ new char[10], 10 }); /* { dg-warning "the array created by" } */
  return l.size ();
}
