/* Local containers of raw handles: what is put into one that nobody takes
   anything out of is lost.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

void use_all (const std::vector<FILE *> &);
int measure (int) noexcept;

int
leak_vector_read (const char *name)
{
  std::vector<FILE *> files;
  files.push_back (std::fopen (name, "r"));
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  return files[0] ? std::fgetc (files[0]) : -1;
}

int
clean_vector_read (const char *name)
{
  std::vector<FILE *> files;
  files.push_back (std::fopen (name, "r"));
  if (!files[0])
    return -1;
  int c = std::fgetc (files[0]);
  std::fclose (files[0]);
  return c;
}

int
clean_vector_index (const char *name, int n)
{
  std::vector<FILE *> files;
  for (int i = 0; i < n; i++)
    files.push_back (std::fopen (name, "r"));
  for (unsigned i = 0; i < files.size (); i++)
    if (files[i])
      std::fclose (files[i]);
  return 0;
}

int
leak_descriptors (const char *name, int n)
{
  std::vector<int> fds;
  fds.reserve (n);
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
      if (fd >= 0)
	fds.push_back (fd);
    }
  return fds.size ();
}

int
clean_descriptors (const char *name, int n)
{
  std::vector<int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY);
      if (fd >= 0)
	fds.push_back (fd);
    }
  for (int fd : fds)
    close (fd);
  return fds.size ();
}

void
leak_list_cleared (int n)
{
  std::list<int *> l;
  l.push_back (new int (n));
  /* { dg-warning "the object created by 'operator new' is never deleted" "" { target *-*-* } .-1 } */
  l.clear ();
}

std::vector<int *>
clean_returned (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  return v;
}

static std::vector<int *>
make (int n)
{
  std::vector<int *> v;
  v.push_back (new int (n));
  if (n > 3)
    v.push_back (new int (n + 1));
  return v;
}

int
clean_made ()
{
  auto v = make (4);
  int s = 0;
  for (int *p : v)
    {
      s += *p;
      delete p;
    }
  return s;
}

void
clean_given (const char *name)
{
  std::vector<FILE *> files;
  files.push_back (std::fopen (name, "r"));
  use_all (files);
}

void
clean_moved (std::vector<std::vector<int *>> &out)
{
  std::vector<int *> v;
  v.push_back (new int (3));
  out.push_back (std::move (v));
}

void
clean_swapped (std::vector<int *> &out)
{
  std::vector<int *> v;
  v.push_back (new int (3));
  v.swap (out);
}

int
clean_owners (int n)
{
  std::vector<std::unique_ptr<int>> v;
  for (int i = 0; i < n; i++)
    v.emplace_back (new int (i));
  return v.size ();
}

int
leak_queue_popped (int n)
{
  std::queue<int *> q;
  q.push (new int (n)); /* { dg-warning "the object created by 'operator new' is never deleted" } */
  int r = q.size ();
  q.pop ();
  return r;
}

int
clean_queue (int n)
{
  std::queue<int *> q;
  q.push (new int (n));
  int *p = q.front ();
  q.pop ();
  int r = *p;
  delete p;
  return r;
}

int
clean_stack_deleted (int n)
{
  std::stack<int *> s;
  s.push (new int (n));
  while (!s.empty ())
    {
      delete s.top ();
      s.pop ();
    }
  return 0;
}

int
clean_also_held (const char *name)
{
  std::vector<FILE *> files;
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  files.push_back (f);
  int c = std::fgetc (f);
  std::fclose (f);
  return c + files.size ();
}

static std::vector<int *> the_registry;

void
clean_registered (int n)
{
  the_registry.push_back (new int (n));
}

void
clean_parameter (std::vector<int *> &v, int n)
{
  v.push_back (new int (n));
}

struct pool
{
  std::vector<int *> all;
  ~pool () { for (int *p : all) delete p; }
  void add (int n) { all.push_back (new int (n)); }
};

void
clean_pool (int n)
{
  pool p;
  p.add (n);
}

int
clean_set (int n)
{
  std::set<int *> s;
  s.insert (new int (n));
  for (auto i = s.begin (); i != s.end (); ++i)
    delete *i;
  return n;
}

int
clean_looked_up (const char *name)
{
  std::map<std::string, FILE *> m;
  m[name] = std::fopen (name, "r");
  if (FILE *f = m["x"])
    std::fclose (f);
  return measure (3);
}

void
clean_captured (const char *name)
{
  std::vector<FILE *> files;
  auto close_all = [&] {
    for (FILE *f : files)
      std::fclose (f);
  };
  files.push_back (std::fopen (name, "r"));
  close_all ();
}
