/* Local containers of raw handles that are walked over: a loop that releases what
   it gets releases all of them; one that only looks does not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

void work (int);
bool enough (int) noexcept;
void keep (int *);

int
leak_read (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i)); /* { dg-warning "never deleted" } */
  int sum = 0;
  for (int *p : v)
    sum += *p;
  return sum;
}

int
clean_deleted (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  int sum = 0;
  for (int *p : v)
    {
      sum += *p;
      delete p;
    }
  return sum;
}

int
leak_early_return (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i)); /* { dg-warning "might not be deleted" } */
  if (enough (n))
    return -1;
  for (int *p : v)
    delete p;
  return 0;
}

int
leak_thrown (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i)); /* { dg-warning "might not be deleted" } */
  work (n);
  for (int *p : v)
    delete p;
  return 0;
}

int
clean_thrown (int n)
{
  std::vector<int *> v;
  try
    {
      for (int i = 0; i < n; i++)
	{
	  v.push_back (new int (i));
	  work (i);
	}
    }
  catch (...)
    {
      for (int *p : v)
	delete p;
      throw;
    }
  for (int *p : v)
    delete p;
  return 0;
}

int
leak_second_fails (const char *name, int n)
{
  std::vector<int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	return -1;
      fds.push_back (fd);
    }
  for (int fd : fds)
    close (fd);
  return 0;
}

int
clean_second_fails (const char *name, int n)
{
  std::vector<int> fds;
  int result = 0;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY);
      if (fd < 0)
	{
	  result = -1;
	  break;
	}
      fds.push_back (fd);
    }
  for (std::vector<int>::iterator i = fds.begin (); i != fds.end (); i++)
    close (*i);
  return result;
}

int
clean_not_empty (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    if (enough (i))
      v.push_back (new int (i));
  if (v.empty ())
    return 0;
  int first = *v.front ();
  for (int *p : v)
    delete p;
  return first;
}

int
clean_backwards (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  for (std::size_t i = v.size (); i-- > 0;)
    delete v[i];
  return 0;
}

int
clean_fixed_bound (const char *name)
{
  std::vector<int> fds;
  for (int i = 0; i < 3; i++)
    fds.push_back (open (name, O_RDONLY));
  for (int i = 0; i < 3; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  return 0;
}

int
leak_queue (int n)
{
  std::queue<int *> q;
  q.push (new int (n)); /* { dg-warning "never deleted" } */
  while (!q.empty ())
    {
      int *p = q.front ();
      q.pop ();
      n += *p;
    }
  return n;
}

int
clean_queue (int n)
{
  std::queue<int *> q;
  q.push (new int (n));
  while (!q.empty ())
    {
      int *p = q.front ();
      q.pop ();
      if (*p > 3)
	q.push (new int (*p - 1));
      delete p;
    }
  return 0;
}

int
clean_stack (int n)
{
  std::stack<int *> s;
  s.push (new int (n));
  do
    {
      int *p = s.top ();
      s.pop ();
      if (*p)
	s.push (new int (0));
      delete p;
    }
  while (!s.empty ());
  return 0;
}

int
leak_moved_over (int n)
{
  std::vector<int *> a, b;
  for (int i = 0; i < n; i++)
    a.push_back (new int (i)); /* { dg-warning "never deleted" } */
  while (!a.empty ())
    {
      b.push_back (a.back ());
      a.pop_back ();
    }
  return b.size ();
}

int
clean_moved_over (int n)
{
  std::vector<int *> a, b;
  for (int i = 0; i < n; i++)
    a.push_back (new int (i));
  while (!a.empty ())
    {
      b.push_back (a.back ());
      a.pop_back ();
    }
  for (int *p : b)
    delete p;
  return 0;
}

int
leak_set (int n)
{
  std::set<int *> s;
  s.insert (new int (n)); /* { dg-warning "never deleted" } */
  return s.size ();
}

int
clean_unordered_set (int n)
{
  std::unordered_set<int *> s;
  s.emplace (new int (n));
  for (int *p : s)
    delete p;
  return 0;
}

int
clean_was_there (int n)
{
  std::set<int *> s;
  int *p = new int (n);
  if (!s.insert (p).second)
    delete p;
  for (int *q : s)
    delete q;
  return 0;
}

int
leak_map (const char *name)
{
  std::map<int, FILE *> m;
  m[3] = std::fopen (name, "r"); /* { dg-warning "never closed" } */
  return m.size ();
}

int
leak_map_emplaced (const char *name)
{
  std::map<std::string, FILE *> m;
  m.emplace ("a", std::fopen (name, "r")); /* { dg-warning "never closed" } */
  return m.size ();
}

int
leak_map_inserted (int n)
{
  std::unordered_map<int, int *> m;
  m.insert (std::make_pair (n, new int (3))); /* { dg-warning "never deleted" } */
  m.try_emplace (n + 1, new int (3)); /* { dg-warning "never deleted" } */
  return m.size ();
}

int
clean_map_bindings (const char *name)
{
  std::map<std::string, FILE *> m;
  m[name] = std::fopen (name, "r");
  m.insert ({ "b", std::fopen (name, "w") });
  for (auto &[key, f] : m)
    if (f)
      std::fclose (f);
  return 0;
}

int
clean_map_erased (int n)
{
  std::map<int, int *> m;
  for (int i = 0; i < n; i++)
    m[i] = new int (i);
  for (auto i = m.begin (); i != m.end ();)
    {
      delete i->second;
      i = m.erase (i);
    }
  return 0;
}

int
clean_map_found (int n)
{
  std::map<int, int *> m;
  m[n] = new int (n);
  auto i = m.find (n);
  if (i == m.end ())
    return -1;
  delete i->second;
  m.erase (i);
  return 0;
}

int
clean_map_counted (int n)
{
  std::unordered_map<int, int *> m;
  m[n] = new int (n);
  if (m.count (n))
    delete m[n];
  return 0;
}

int
clean_binding_of_result (int n)
{
  std::map<int, int *> m;
  int *p = new int (n);
  auto [i, fresh] = m.emplace (n, p);
  if (!fresh)
    delete p;
  else
    delete i->second;
  return 0;
}

int
leak_list_of_values (const char *name)
{
  std::vector<FILE *> v { std::fopen (name, "r") }; /* { dg-warning "never closed" } */
  return v.size ();
}

int
clean_list_of_values (const char *name)
{
  std::vector<FILE *> v { std::fopen (name, "r"), std::fopen (name, "w") };
  for (FILE *f : v)
    if (f)
      std::fclose (f);
  return v.size ();
}

int
leak_elements_assigned (int n)
{
  std::vector<char *> v (n);
  for (char *&p : v)
    p = new char[64]; /* { dg-warning "never deleted" } */
  return v.size ();
}

int
clean_elements_assigned (int n)
{
  std::vector<char *> v (n);
  for (char *&p : v)
    p = new char[64];
  for (char *p : v)
    delete[] p;
  return 0;
}

/* What somebody else does to the elements is not known.  */

int
clean_sorted (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  std::sort (v.begin (), v.end (), [] (int *a, int *b) { return *a < *b; });
  std::for_each (v.begin (), v.end (), [] (int *p) { delete p; });
  return 0;
}

int
clean_kept (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  for (int *p : v)
    keep (p);
  return 0;
}

int
clean_also_kept (int n)
{
  std::list<int *> v;
  for (int i = 0; i < n; i++)
    {
      int *p = new int (i);
      v.push_back (p);
      keep (p);
    }
  int sum = 0;
  for (int *p : v)
    sum += *p;
  return sum;
}

int
clean_copied_out (std::vector<int *> &out, int n)
{
  std::vector<int *> v;
  v.push_back (new int (n));
  out.insert (out.end (), v.begin (), v.end ());
  return 0;
}

int
clean_spliced (std::list<int *> &out, int n)
{
  std::list<int *> v;
  v.push_back (new int (n));
  out.splice (out.end (), v);
  return 0;
}

int *
clean_best (int n)
{
  std::deque<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  int *best = nullptr;
  for (int *p : v)
    if (!best || *p > *best)
      {
	delete best;
	best = p;
      }
    else
      delete p;
  return best;
}
