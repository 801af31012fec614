/* Corpus, acquisition: new and delete, smart pointers and their deleters,
   owners of the standard library.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>
#include <dirent.h>

int consult (int);
int consult_quietly (int) noexcept;
void look_at (const int *) noexcept;

struct point { int x, y; };

/* 1: an early return forgets the array.  */
int
leak_array_early (int n)
{
  int *table = new int[n]; /* { dg-warning "'table' might not be deleted" } */
  for (int i = 0; i < n; i++)
    table[i] = i * i;
  if (table[n / 2] > 100)
    return -1;
  int sum = table[0] + table[n - 1];
  delete[] table;
  return sum;
}

int
clean_array_early (int n)
{
  int *table = new int[n];
  for (int i = 0; i < n; i++)
    table[i] = i * i;
  if (table[n / 2] > 100)
    {
      delete[] table;
      return -1;
    }
  int sum = table[0] + table[n - 1];
  delete[] table;
  return sum;
}

/* 2: nothrow new, tested.  */
int
leak_nothrow (int a)
{
  point *p = new (std::nothrow) point; /* { dg-warning "'p' is never deleted" } */
  if (!p)
    return -1;
  p->x = a;
  return p->x;
}

int
clean_nothrow (int a)
{
  point *p = new (std::nothrow) point;
  if (!p)
    return -1;
  p->x = a;
  int r = p->x;
  delete p;
  return r;
}

/* 3: placement new acquires nothing; the buffer does.  */
int
leak_placement_buffer (int a)
{
  void *room = std::malloc (sizeof (point)); /* { dg-warning "'room' is never freed" } */
  if (!room)
    return 0;
  point *p = new (room) point { a, a };
  int r = p->x;
  p->~point ();
  return r;
}

int
clean_placement_buffer (int a)
{
  void *room = std::malloc (sizeof (point));
  if (!room)
    return 0;
  point *p = new (room) point { a, a };
  int r = p->x;
  p->~point ();
  std::free (room);
  return r;
}

int
clean_placement_stack (int a)
{
  alignas (point) unsigned char room[sizeof (point)];
  point *p = new (room) point { a, a };
  int r = p->x;
  p->~point ();
  return r;
}

/* 4: release () gives it back, and nobody takes it.  */
void
leak_unique_release (int a)
{
  auto p = std::make_unique<point> (); /* { dg-warning "'p' is never deleted" } */
  p->x = a;
  point *raw = p.release ();
  raw->y = a;
}

void
clean_unique_release (int a)
{
  auto p = std::make_unique<point> ();
  p->x = a;
  point *raw = p.release ();
  raw->y = a;
  delete raw;
}

/* 5: release () where reset () was meant.  */
void
leak_unique_release_ignored (const char *s)
{
  std::unique_ptr<char[]> copy (new char[std::strlen (s) + 1]);
  /* { dg-warning "the array created by 'operator new ..' might not be deleted" "" { target *-*-* } .-1 } */
  std::strcpy (copy.get (), s);
  if (copy[0] == '#')
    copy.release ();
}

void
clean_unique_reset (const char *s)
{
  std::unique_ptr<char[]> copy (new char[std::strlen (s) + 1]);
  std::strcpy (copy.get (), s);
  if (copy[0] == '#')
    copy.reset ();
}

/* 6: a deleter that is a function.  */
int
clean_unique_fclose (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (path, "r"),
					      &std::fclose);
  if (!f)
    return -1;
  return consult (std::fgetc (f.get ()));
}

int
leak_unique_fclose_released (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (path, "r"),
					      &std::fclose);
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  FILE *raw = f.release ();
  int c = std::fgetc (raw);
  if (c == EOF)
    return -1;
  std::fclose (raw);
  return c;
}

/* 7: a deleter that is a class.  */
struct closes_file
{
  void operator() (FILE *f) const { std::fclose (f); }
};
using file_ptr = std::unique_ptr<FILE, closes_file>;

struct forgets_file
{
  void operator() (FILE *) const {}
};

int
clean_deleter_class (const char *path)
{
  file_ptr f (std::fopen (path, "r"));
  return f ? consult (std::fgetc (f.get ())) : -1;
}

int
leak_deleter_forgets (const char *path)
{
  std::unique_ptr<FILE, forgets_file> f (std::fopen (path, "r"));
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  return f ? std::fgetc (f.get ()) : -1;
}

/* 8: shared_ptr with a deleter.  */
int
clean_shared_deleter (const char *path)
{
  std::shared_ptr<FILE> f (std::fopen (path, "r"),
			   [] (FILE *p) { if (p) std::fclose (p); });
  std::shared_ptr<FILE> g = f;
  return g ? std::fgetc (g.get ()) : -1;
}

int
leak_beside_shared (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  auto line = std::make_shared<std::string> (80, ' ');
  if (!std::fgets (&(*line)[0], 80, f))
    return -1;
  std::fclose (f);
  return (*line)[0];
}

/* 9: a raw pointer handed to a smart one later.  */
std::unique_ptr<point>
clean_handed_over (int a)
{
  point *p = new point;
  p->x = a;
  p->y = consult_quietly (a);
  return std::unique_ptr<point> (p);
}

std::unique_ptr<point>
leak_not_handed_over (int a)
{
  point *p = new point; /* { dg-warning "'p' might not be deleted" } */
  p->x = a;
  if (consult_quietly (a) < 0)
    return nullptr;
  return std::unique_ptr<point> (p);
}

/* 10: overwritten.  */
point *
leak_overwritten (int a)
{
  point *p = new point; /* { dg-warning "'p' might not be deleted" } */
  p->x = a;
  if (a > 10)
    p = new point { a, a };
  return p;
}

point *
clean_overwritten (int a)
{
  point *p = new point;
  p->x = a;
  if (a > 10)
    {
      delete p;
      p = new point { a, a };
    }
  return p;
}

/* 11: mismatches.  */
void
leak_mismatch_free (int a)
{
  point *p = new point { a, a }; /* { dg-warning "'p' is released by 'free'" } */
  look_at (&p->x);
  std::free (p);
}

void
leak_mismatch_delete (int a)
{
  int *p = static_cast<int *> (std::malloc (sizeof (int) * 4)); /* { dg-warning "released by 'operator delete'" } */
  if (!p)
    return;
  p[0] = a;
  look_at (p);
  delete p;
}

void
leak_mismatch_array (int a)
{
  int *p = new int[4]; /* { dg-warning "'p' is released by 'operator delete'" } */
  p[0] = a;
  look_at (p);
  delete p;
}

/* 12: optional.  */
int
clean_optional (bool want)
{
  std::optional<file_ptr> maybe;
  if (want)
    maybe.emplace (std::fopen ("/etc/passwd", "r"));
  if (!maybe || !*maybe)
    return 0;
  return std::fgetc (maybe->get ());
}

int
leak_optional_raw (bool want)
{
  std::optional<FILE *> maybe;
  if (want)
    maybe = std::fopen ("/etc/passwd", "r");
  /* { dg-warning "the stream opened by 'fopen' is never closed" "" { target *-*-* } .-1 } */
  if (!maybe || !*maybe)
    return 0;
  return std::fgetc (*maybe);
}

int
clean_optional_raw (bool want)
{
  std::optional<FILE *> maybe;
  if (want)
    maybe = std::fopen ("/etc/passwd", "r");
  if (!maybe || !*maybe)
    return 0;
  int c = std::fgetc (*maybe);
  std::fclose (*maybe);
  return c;
}

/* 13: variant.  */
int
clean_variant (bool file)
{
  std::variant<std::monostate, file_ptr, std::string> v;
  if (file)
    v = file_ptr (std::fopen ("/etc/passwd", "r"));
  else
    v = std::string ("none");
  return static_cast<int> (v.index ());
}

/* 14: pair and tuple.  */
int
clean_pair (const char *a, const char *b)
{
  std::pair<file_ptr, file_ptr> both (file_ptr (std::fopen (a, "r")),
				      file_ptr (std::fopen (b, "r")));
  if (!both.first || !both.second)
    return -1;
  return std::fgetc (both.first.get ()) - std::fgetc (both.second.get ());
}

int
leak_pair_second (const char *a, const char *b)
{
  std::pair<FILE *, FILE *> both (std::fopen (a, "r"), std::fopen (b, "r"));
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
  if (!both.first || !both.second)
    return -1;
  int d = std::fgetc (both.first) - std::fgetc (both.second);
  std::fclose (both.first);
  std::fclose (both.second);
  return d;
}

int
clean_tuple (const char *a)
{
  auto t = std::make_tuple (1, file_ptr (std::fopen (a, "r")), 2.0);
  auto &f = std::get<1> (t);
  return f ? std::fgetc (f.get ()) : 0;
}

/* 15: structured bindings.  */
static std::pair<FILE *, int>
open_counted (const char *path)
{
  FILE *f = std::fopen (path, "r"); 
  return { f, f ? 1 : 0 };
}

int
leak_binding (const char *path)
{
  auto [f, n] = open_counted (path); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return 0;
  int c = std::fgetc (f);
  return c + n;
}

int
clean_binding (const char *path)
{
  auto [f, n] = open_counted (path);
  if (!f)
    return 0;
  int c = std::fgetc (f);
  std::fclose (f);
  return c + n;
}

/* 16: vector and map of owners.  */
int
clean_vector_of_owners (int n)
{
  std::vector<std::unique_ptr<point>> all;
  for (int i = 0; i < n; i++)
    all.push_back (std::make_unique<point> (point { i, i }));
  int sum = 0;
  for (const auto &p : all)
    sum += p->x;
  return sum;
}

int
clean_map_of_owners (const std::vector<std::string> &names)
{
  std::map<std::string, file_ptr> files;
  for (const std::string &name : names)
    files[name] = file_ptr (std::fopen (name.c_str (), "r"));
  return static_cast<int> (files.size ());
}

int
clean_vector_of_raw (int n)
{
  std::vector<point *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new point { i, i });
  int sum = 0;
  for (point *p : all)
    sum += p->x;
  for (point *p : all)
    delete p;
  return sum;
}

/* 17: mutexes.  */
static std::mutex door;
static int inside;

int
leak_mutex (int a)
{
  door.lock (); /* { dg-warning "'door' might not be released" } */
  inside += a;
  if (inside > 100)
    return -1;
  door.unlock ();
  return inside;
}

int
clean_lock_guard (int a)
{
  std::lock_guard<std::mutex> guard (door);
  inside += consult (a);
  return inside;
}

int
clean_unique_lock (int a)
{
  std::unique_lock<std::mutex> guard (door);
  inside += a;
  if (inside > 100)
    return -1;
  guard.unlock ();
  consult (a);
  guard.lock ();
  return inside;
}

int
clean_scoped_lock (std::mutex &first, std::mutex &second, int a)
{
  std::scoped_lock both (first, second);
  inside += consult (a);
  return inside;
}

int
leak_mutex_exception (int a)
{
  door.lock (); /* { dg-warning "'door' might not be released" } */
  inside += consult (a);
  door.unlock ();
  return inside;
}

int
clean_adopted (int a)
{
  door.lock ();
  std::lock_guard<std::mutex> guard (door, std::adopt_lock);
  inside += consult (a);
  return inside;
}

/* 18: streams close themselves.  */
int
clean_fstream (const char *path)
{
  std::ifstream in (path);
  int n = 0;
  if (!in)
    return -1;
  in >> n;
  if (n < 0)
    return -2;
  return n;
}

/* 19: maps and directories.  */
long
leak_map (const char *path)
{
  int fd = ::open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  void *m = ::mmap (nullptr, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  /* { dg-warning "'m' is never unmapped" "" { target *-*-* } .-1 } */
  ::close (fd);
  if (m == MAP_FAILED)
    return -1;
  return *static_cast<long *> (m);
}

long
clean_map (const char *path)
{
  int fd = ::open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  void *m = ::mmap (nullptr, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  ::close (fd);
  if (m == MAP_FAILED)
    return -1;
  long first = *static_cast<long *> (m);
  ::munmap (m, 4096);
  return first;
}

int
leak_directory (const char *path)
{
  DIR *d = ::opendir (path); /* { dg-warning "'d' might not be closed" } */
  if (!d)
    return -1;
  int n = 0;
  while (dirent *e = ::readdir (d))
    {
      if (e->d_name[0] == 0)
	return -1;
      n++;
    }
  ::closedir (d);
  return n;
}

int
clean_directory (const char *path)
{
  std::unique_ptr<DIR, decltype (&::closedir)> d (::opendir (path), &::closedir);
  /* { dg-warning "ignoring attributes on template argument 'int ....DIR..' .-Wignored-attributes." "" { target *-*-* } .-1 } */
  if (!d)
    return -1;
  int n = 0;
  while (dirent *e = ::readdir (d.get ()))
    {
      if (e->d_name[0] == 0)
	return -1;
      n += consult (n);
    }
  return n;
}

/* 20: class-specific operator new.  */
struct pooled
{
  int v;
  static void *operator new (std::size_t n)
  {
    void *p = std::malloc (n);
    if (!p)
      throw std::bad_alloc ();
    return p;
  }
  static void operator delete (void *p) { std::free (p); }
};

int
leak_pooled (int a)
{
  pooled *p = new pooled; /* { dg-warning "'p' is never freed" } */
  p->v = a;
  return p->v;
}

int
clean_pooled (int a)
{
  pooled *p = new pooled;
  p->v = a;
  int r = p->v;
  delete p;
  return r;
}

/* 21: reset () with a new one; the old one is gone, not lost.  */
int
clean_reset_swap (const char *a, const char *b)
{
  file_ptr f (std::fopen (a, "r"));
  if (!f)
    f.reset (std::fopen (b, "r"));
  if (!f)
    return -1;
  int c = std::fgetc (f.get ());
  f.reset (std::fopen (b, "r"));
  return f ? c - std::fgetc (f.get ()) : c;
}

/* 22: get () is not release ().  */
int
leak_get_dup (int fd)
{
  std::unique_ptr<int> box = std::make_unique<int> (::dup (fd));
  /* { dg-warning "the file descriptor opened by 'dup' is never closed" "" { target *-*-* } .-1 } */
  if (*box < 0)
    return -1;
  char c;
  return ::read (*box, &c, 1) == 1 ? c : -1;
}

int
clean_get_dup (int fd)
{
  std::unique_ptr<int> box = std::make_unique<int> (::dup (fd));
  if (*box < 0)
    return -1;
  char c;
  int r = ::read (*box, &c, 1) == 1 ? c : -1;
  ::close (*box);
  return r;
}

/* 23: strdup into a string and forgotten.  */
std::string
leak_strdup (const char *s)
{
  char *copy = ::strdup (s); /* { dg-warning "'copy' is never freed" } */
  if (!copy)
    return std::string ();
  copy[0] = 'x';
  return std::string (copy);
}

std::string
clean_strdup (const char *s)
{
  std::unique_ptr<char, decltype (&std::free)> copy (::strdup (s), &std::free);
  if (!copy)
    return std::string ();
  copy.get ()[0] = 'x';
  return std::string (copy.get ());
}

/* 24: the second socket fails.  */
bool
leak_second_socket (int *out)
{
  int a = ::socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "'a' might not be closed" } */
  if (a < 0)
    return false;
  int b = ::socket (AF_INET, SOCK_STREAM, 0);
  if (b < 0)
    return false;
  out[0] = a;
  out[1] = b;
  return true;
}

bool
clean_second_socket (int *out)
{
  int a = ::socket (AF_INET, SOCK_STREAM, 0);
  if (a < 0)
    return false;
  int b = ::socket (AF_INET, SOCK_STREAM, 0);
  if (b < 0)
    {
      ::close (a);
      return false;
    }
  out[0] = a;
  out[1] = b;
  return true;
}

/* 25: in a loop, continue skips the delete.  */
int
leak_continue (const int *v, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      point *p = new point { v[i], i }; /* { dg-warning "'p' might not be deleted" } */
      if (p->x < 0)
	continue;
      sum += p->x;
      delete p;
    }
  return sum;
}

int
clean_continue (const int *v, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      auto p = std::make_unique<point> (point { v[i], i });
      if (p->x < 0)
	continue;
      if (p->x > 1000)
	break;
      sum += p->x;
    }
  return sum;
}
