/* Corpus, ownership: smart pointers, deleters, optional, variant, tuple,
   containers of owners.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void work (int);
int measure (int) noexcept;
bool enough (int) noexcept;

struct file_closer
{
  void operator() (FILE *f) const noexcept { if (f) std::fclose (f); }
};
using file_ptr = std::unique_ptr<FILE, file_closer>;

struct freer
{
  void operator() (void *p) const noexcept { std::free (p); }
};
template<typename T> using c_ptr = std::unique_ptr<T, freer>;

struct directory_closer
{
  void operator() (DIR *d) const { closedir (d); }
};

struct forgetful_closer
{
  void operator() (FILE *) const noexcept {}
};

int
clean_file_ptr (const char *name)
{
  file_ptr f (std::fopen (name, "r"));
  if (!f)
    return -1;
  work (1);
  return std::fgetc (f.get ());
}

int
leak_file_ptr_released (const char *name)
{
  file_ptr f (std::fopen (name, "r"));
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  int c = std::fgetc (f.get ());
  f.release ();
  return c;
}

int
clean_file_ptr_released_and_closed (const char *name)
{
  file_ptr f (std::fopen (name, "r"));
  if (!f)
    return -1;
  work (2);
  FILE *raw = f.release ();
  int c = std::fgetc (raw);
  std::fclose (raw);
  return c;
}

int
leak_file_ptr_released_then_throw (const char *name)
{
  file_ptr f (std::fopen (name, "r"));
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  FILE *raw = f.release ();
  work (2);
  return std::fclose (raw);
}

int
leak_deleter_does_nothing (const char *name)
{
  std::unique_ptr<FILE, forgetful_closer> f (std::fopen (name, "r"));
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  return f ? std::fgetc (f.get ()) : -1;
}

int
clean_file_ptr_reset (const char *a, const char *b)
{
  file_ptr f (std::fopen (a, "r"));
  int n = f ? std::fgetc (f.get ()) : 0;
  f.reset (std::fopen (b, "r"));
  work (n);
  if (f)
    n += std::fgetc (f.get ());
  f.reset ();
  work (n);
  return n;
}

int
leak_got_from_temporary (const char *name)
{
  FILE *f = file_ptr (std::fopen (name, "r")).release ();
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  return f ? std::fgetc (f) : -1;
}

char *
clean_c_ptr_returned (const char *s)
{
  c_ptr<char> copy (strdup (s));
  if (!copy)
    return nullptr;
  work (copy.get ()[0]);
  return copy.release ();
}

int
clean_c_ptr (std::size_t n)
{
  c_ptr<int> p (static_cast<int *> (std::malloc (n * sizeof (int))));
  if (!p)
    return -1;
  work (*p);
  return 0;
}

int
clean_directory (const char *name)
{
  std::unique_ptr<DIR, directory_closer> d (opendir (name));
  int n = 0;
  while (d && readdir (d.get ()))
    work (++n);
  return n;
}

int
leak_directory (const char *name)
{
  DIR *d = opendir (name); /* { dg-warning "'d' might not be closed" } */
  int n = 0;
  while (d && readdir (d))
    work (++n);
  if (d)
    closedir (d);
  return n;
}

int
clean_lambda_deleter (const char *name)
{
  auto close_it = [] (FILE *f) { std::fclose (f); };
  std::unique_ptr<FILE, decltype (close_it)> f (std::fopen (name, "r"), close_it);
  work (1);
  return f ? std::fgetc (f.get ()) : -1;
}

int
clean_pclose_deleter (const char *command)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (popen (command, "r"), pclose);
  if (!f)
    return -1;
  work (1);
  return std::fgetc (f.get ());
}

int
leak_shared_get (const char *name)
{
  std::shared_ptr<FILE> f (std::fopen (name, "r"), [] (FILE *) {}); /* { dg-warning "closed" } */
  return f ? std::fgetc (f.get ()) : -1;
}

int
clean_shared_deleter (const char *name)
{
  std::shared_ptr<FILE> f (std::fopen (name, "r"),
			   [] (FILE *p) { if (p) std::fclose (p); });
  std::shared_ptr<FILE> g = f;
  work (1);
  return g ? std::fgetc (g.get ()) : -1;
}

int
clean_weak ()
{
  std::weak_ptr<int> w;
  {
    auto p = std::make_shared<int> (4);
    w = p;
    work (*p);
  }
  return w.expired ();
}

struct holder
{
  std::string name;
  std::unique_ptr<int[]> data;
  file_ptr log;
};

int
clean_aggregate (const char *name)
{
  holder h { name, std::make_unique<int[]> (8), file_ptr (std::fopen (name, "a")) };
  work (h.data[0]);
  holder g = std::move (h);
  work (g.data[1]);
  return g.log ? 1 : 0;
}

/* optional, variant, tuple, pair.  */

std::optional<file_ptr>
clean_optional_factory (const char *name)
{
  file_ptr f (std::fopen (name, "r"));
  if (!f)
    return std::nullopt;
  if (std::fgetc (f.get ()) == EOF)
    return std::nullopt;
  return f;
}

int
clean_optional_used (const char *name)
{
  auto f = clean_optional_factory (name);
  if (!f)
    return -1;
  work (1);
  return std::fgetc (f->get ());
}

static std::optional<FILE *>
try_open (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return std::nullopt;
  return f;
}

int
leak_optional_raw (const char *name)
{
  auto f = try_open (name); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return std::fgetc (*f);
}

int
clean_optional_raw (const char *name)
{
  auto f = try_open (name);
  if (!f)
    return -1;
  int c = std::fgetc (*f);
  std::fclose (*f);
  return c;
}

int
clean_optional_emplaced (const char *name, bool b)
{
  std::optional<holder> h;
  if (b)
    h.emplace (holder { name, nullptr, file_ptr (std::fopen (name, "r")) });
  work (2);
  h.reset ();
  return 0;
}

int
clean_variant (const char *name, bool b)
{
  std::variant<std::monostate, file_ptr, std::unique_ptr<int>> v;
  if (b)
    v = file_ptr (std::fopen (name, "r"));
  else
    v = std::make_unique<int> (3);
  work (1);
  return static_cast<int> (v.index ());
}

int
leak_variant_raw (const char *name)
{
  std::variant<int, FILE *> v = std::fopen (name, "r");
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  if (auto f = std::get_if<FILE *> (&v); f && *f)
    return std::fgetc (*f);
  return 0;
}

int
clean_variant_raw (const char *name)
{
  std::variant<int, FILE *> v = std::fopen (name, "r");
  int c = 0;
  if (auto f = std::get_if<FILE *> (&v); f && *f)
    {
      c = std::fgetc (*f);
      std::fclose (*f);
    }
  return c;
}

static std::pair<FILE *, int>
open_and_read (const char *name)
{
  FILE *f = std::fopen (name, "r");
  return { f, f ? std::fgetc (f) : -1 };
}

int
clean_structured_binding (const char *name)
{
  auto [f, c] = open_and_read (name);
  if (!f)
    return -1;
  std::fclose (f);
  return c;
}

int
leak_structured_binding (const char *name)
{
  auto [f, c] = open_and_read (name); /* { dg-warning "'f' might not be closed" } */
  if (c < 0)
    return -1;
  std::fclose (f);
  return c;
}

int
clean_tuple (const char *name)
{
  std::tuple<file_ptr, int> t (file_ptr (std::fopen (name, "r")), 3);
  work (std::get<1> (t));
  return std::get<0> (t) ? 1 : 0;
}

int
leak_tuple_raw (const char *name)
{
  auto t = std::make_tuple (std::fopen (name, "r"), 3);
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  if (!std::get<0> (t))
    return -1;
  return std::fgetc (std::get<0> (t)) + std::get<1> (t);
}

int
leak_tie (const char *name)
{
  FILE *f;
  int c;
  std::tie (f, c) = open_and_read (name); /* { dg-warning "'open_and_read' might not be closed" } */
  if (!f)
    return -1;
  if (c == 'x')
    return 0;
  std::fclose (f);
  return c;
}

/* Containers.  */

int
clean_vector_of_owners (const std::vector<std::string> &names)
{
  std::vector<file_ptr> files;
  for (const auto &n : names)
    files.emplace_back (std::fopen (n.c_str (), "r"));
  work (static_cast<int> (files.size ()));
  int sum = 0;
  for (auto &f : files)
    if (f)
      sum += std::fgetc (f.get ());
  return sum;
}

int
clean_map_of_owners (const char *name)
{
  std::map<std::string, std::unique_ptr<int>> m;
  m["a"] = std::make_unique<int> (1);
  m.emplace (name, std::make_unique<int> (2));
  work (3);
  m.erase ("a");
  return static_cast<int> (m.size ());
}

int
leak_vector_of_raw (const char *name)
{
  std::vector<FILE *> files;
  files.push_back (std::fopen (name, "r"));
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  return files[0] ? std::fgetc (files[0]) : -1;
}

int
clean_vector_of_raw (const char *name, int n)
{
  std::vector<FILE *> files;
  for (int i = 0; i < n; i++)
    if (FILE *f = std::fopen (name, "r"))
      files.push_back (f);
  int sum = 0;
  for (FILE *f : files)
    {
      sum += std::fgetc (f);
      std::fclose (f);
    }
  return sum;
}

void
clean_vector_of_new (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  for (auto p : v)
    delete p;
}

int
leak_vector_of_new (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  /* { dg-warning "the object .* is never deleted" "" { target *-*-* } .-1 } */
  return static_cast<int> (v.size ());
}

void
leak_array_cleared (const char *a)
{
  std::list<int *> l;
  l.push_back (new int (strlen (a)));
  /* { dg-warning "the object .* is never deleted" "" { target *-*-* } .-1 } */
  l.clear ();
}

int
clean_unordered_map_raw (const char *name)
{
  std::unordered_map<std::string, FILE *> m;
  m[name] = std::fopen (name, "r");
  for (auto &[key, f] : m)
    if (f)
      std::fclose (f);
  return 0;
}

int
clean_array_of_owners (const char *a, const char *b)
{
  std::array<file_ptr, 2> fs { file_ptr (std::fopen (a, "r")),
			       file_ptr (std::fopen (b, "r")) };
  work (1);
  return fs[0] && fs[1];
}

std::unique_ptr<int>
clean_ternary (bool b)
{
  return b ? std::make_unique<int> (1) : std::unique_ptr<int> (new int (2));
}

void take (std::unique_ptr<int>);
void take_raw (int *);

void
clean_passed_on ()
{
  auto p = std::make_unique<int> (1);
  take (std::move (p));
  take (std::unique_ptr<int> (new int (3)));
}

int
leak_released_into_nothing (int n)
{
  auto p = std::make_unique<int> (n); /* { dg-warning "'p' might not be deleted" } */
  if (enough (n))
    return *p.release ();
  return *p;
}

int
leak_swap_with_raw (int n)
{
  int *raw = new int (n); /* { dg-warning "'raw' might not be deleted" } */
  std::unique_ptr<int> p (new int (0));
  if (enough (n))
    p.reset (raw);
  return *p;
}

int
clean_swap_with_raw (int n)
{
  int *raw = new int (n);
  std::unique_ptr<int> p (new int (0));
  if (enough (n))
    p.reset (raw);
  else
    delete raw;
  return *p;
}

struct mapping_closer
{
  std::size_t size;
  void operator() (void *p) const noexcept { munmap (p, size); }
};

int
clean_mapping (int fd, std::size_t n)
{
  void *p = mmap (nullptr, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    return -1;
  std::unique_ptr<void, mapping_closer> guard (p, mapping_closer { n });
  work (*static_cast<char *> (p));
  return 0;
}

int
leak_mapping (int fd, std::size_t n)
{
  void *p = mmap (nullptr, n, PROT_READ, MAP_PRIVATE, fd, 0);
  /* { dg-warning "'p' might not be unmapped" "" { target *-*-* } .-1 } */
  if (p == MAP_FAILED)
    return -1;
  work (*static_cast<char *> (p));
  munmap (p, n);
  return 0;
}
