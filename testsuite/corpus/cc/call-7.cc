/* Corpus, call: lambdas, std::function, containers of raw handles, static
   locals, attributes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

int consult (int);
void enqueue (std::function<void ()>);

/* 1: captured by reference: the function still has it.  */
int
leak_by_reference (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  auto next = [&f] () noexcept { return std::fgetc (f); };
  int a = next ();
  int b = next ();
  return a + b;
}

int
clean_by_reference (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  auto next = [&f] () noexcept { return std::fgetc (f); };
  int a = next ();
  int b = next ();
  std::fclose (f);
  return a + b;
}

/* 2: the lambda closes.  */
int
clean_closing_lambda (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  auto finish = [f] (int r) { std::fclose (f); return r; };
  if (std::fgetc (f) == '#')
    return finish (1);
  return finish (2);
}

int
leak_closing_lambda (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  auto finish = [f] (int r) { std::fclose (f); return r; };
  if (std::fgetc (f) == '#')
    return 1;
  return finish (2);
}

/* 3: kept by value in a std::function that goes away.  */
void
clean_given_away (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return;
  enqueue ([f] { std::fclose (f); });
}

int
clean_function_called (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  std::function<int ()> finish = [f] { return std::fclose (f); };
  return finish ();
}

/* 4: moved into a lambda.  */
void
clean_moved_into_lambda (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (path, "r"), std::fclose);
  if (!f)
    return;
  auto job = [f = std::move (f)] { return std::fgetc (f.get ()); };
  job ();
}

void
leak_raw_in_lambda (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return;
  auto job = [f] () noexcept { return std::fgetc (f); };
  job ();
}

/* 5: immediately invoked.  */
int
clean_invoked_at_once (const char *path)
{
  int fd = [&] { return ::open (path, O_RDONLY); } ();
  if (fd < 0)
    return -1;
  ::close (fd);
  return 0;
}

int
leak_invoked_at_once (const char *path)
{
  int fd = [&] { return ::open (path, O_RDONLY); } (); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  char c;
  return ::read (fd, &c, 1) == 1 ? c : -1;
}

/* 6: vectors of raw handles.  */
int
clean_vector_closed (const std::vector<std::string> &names)
{
  std::vector<FILE *> files;
  for (const auto &n : names)
    if (FILE *f = std::fopen (n.c_str (), "r"))
      files.push_back (f);
  int sum = 0;
  for (FILE *f : files)
    sum += std::fgetc (f);
  for (FILE *f : files)
    std::fclose (f);
  return sum;
}

std::vector<int>
clean_vector_returned (int n)
{
  std::vector<int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = ::socket (AF_INET, SOCK_DGRAM, 0);
      if (fd >= 0)
	fds.push_back (fd);
    }
  return fds;
}

int
clean_for_each (const char *a)
{
  std::list<FILE *> files;
  files.push_back (std::fopen (a, "r"));
  std::for_each (files.begin (), files.end (),
		 [] (FILE *f) { if (f) std::fclose (f); });
  return 0;
}

int
clean_map_raw (const char *a)
{
  std::map<std::string, FILE *> files;
  FILE *f = std::fopen (a, "r");
  if (f)
    files[a] = f;
  for (auto &[name, file] : files)
    std::fclose (file);
  return 0;
}

/* 7: arrays.  */
int
clean_array (const char *a)
{
  std::array<int, 2> fds { -1, -1 };
  fds[0] = ::open (a, O_RDONLY);
  fds[1] = ::open (a, O_WRONLY);
  for (int fd : fds)
    if (fd >= 0)
      ::close (fd);
  return 0;
}

int
clean_initializer_list (const char *a, const char *b)
{
  int n = 0;
  for (const char *p : { a, b })
    {
      FILE *f = std::fopen (p, "r");
      if (!f)
	continue;
      n += std::fgetc (f);
      std::fclose (f);
    }
  return n;
}

int
leak_initializer_list (const char *a, const char *b)
{
  int n = 0;
  for (const char *p : { a, b })
    {
      FILE *f = std::fopen (p, "r"); /* { dg-warning "'f' might not be closed" } */
      if (!f)
	continue;
      int c = std::fgetc (f);
      if (c == EOF)
	break;
      n += c;
      std::fclose (f);
    }
  return n;
}

/* 8: a pipe, and two threads.  */
int
clean_pipe ()
{
  int fds[2];
  if (::pipe (fds) != 0)
    return -1;
  std::thread writer ([w = fds[1]] { char c = 'x'; if (::write (w, &c, 1)) {} ::close (w); });
  char c = 0;
  if (::read (fds[0], &c, 1) != 1)
    c = 0;
  writer.join ();
  ::close (fds[0]);
  return c;
}

int
leak_pipe ()
{
  int fds[2];
  if (::pipe (fds) != 0) /* { dg-warning "'fds.0.' is never closed" } */
    return -1;
  char c = 'y';
  if (::write (fds[1], &c, 1) != 1)
    c = 0;
  ::close (fds[1]);
  return c;
}

/* 9: if with an initialiser.  */
int
leak_if_init (const char *path)
{
  if (int fd = ::open (path, O_RDONLY); fd >= 0) /* { dg-warning "'fd' might not be closed" } */
    {
      char c;
      if (::read (fd, &c, 1) == 1)
	return c;
      ::close (fd);
    }
  return -1;
}

int
clean_if_init (const char *path)
{
  if (int fd = ::open (path, O_RDONLY); fd >= 0)
    {
      char c;
      int r = ::read (fd, &c, 1) == 1 ? c : -1;
      ::close (fd);
      return r;
    }
  return -1;
}

/* 10: templates.  */
template <class T, class... A>
static T *
make (A &&...a)
{
  return new T (std::forward<A> (a)...);
}

template <class T>
static void
unmake (T *p)
{
  delete p;
}

struct record { int a, b; record (int x, int y) : a (x), b (y) {} };

int
leak_template (int n)
{
  record *r = make<record> (n, 2); /* { dg-warning "'r' is never deleted" } */
  return r->a + r->b;
}

int
clean_template (int n)
{
  record *r = make<record> (n, 2);
  int s = r->a + r->b;
  unmake (r);
  return s;
}

/* 11: if constexpr and a policy class.  */
struct with_close
{
  static constexpr bool closes = true;
};
struct without_close
{
  static constexpr bool closes = false;
};

template <class Policy>
static int
peek (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  int c = std::fgetc (f);
  if constexpr (Policy::closes)
    std::fclose (f);
  return c;
}

int use_peek_closing (const char *p) { return peek<with_close> (p); }
int use_peek_leaking (const char *p) { return peek<without_close> (p); }

/* 12: ternary and short circuits.  */
int
clean_ternary (const char *path, bool in)
{
  FILE *f = in ? stdin : std::fopen (path, "r");
  if (!f)
    return -1;
  int c = std::fgetc (f);
  if (f != stdin)
    std::fclose (f);
  return c;
}

int
leak_short_circuit (const char *a, const char *b)
{
  FILE *f = nullptr, *g = nullptr;
  if ((f = std::fopen (a, "r")) && (g = std::fopen (b, "r")))
  /* { dg-warning "'f' might not be closed" "" { target *-*-* } .-1 } */
    {
      std::fclose (f);
      std::fclose (g);
      return 1;
    }
  return 0;
}

int
clean_short_circuit (const char *a, const char *b)
{
  FILE *f = nullptr, *g = nullptr;
  int r = 0;
  if ((f = std::fopen (a, "r")) && (g = std::fopen (b, "r")))
    r = 1;
  if (f)
    std::fclose (f);
  if (g)
    std::fclose (g);
  return r;
}

/* 13: pointer to member functions.  */
struct reader
{
  int fd;
  int begin () noexcept { return 1; }
  int finish () noexcept { return ::close (fd); }
};

int
clean_pointer_to_member (const char *path)
{
  reader r { ::open (path, O_RDONLY) };
  if (r.fd < 0)
    return -1;
  int (reader::*end) () noexcept = &reader::finish;
  return (r.*end) ();
}

int
leak_aggregate (const char *path)
{
  reader r { ::open (path, O_RDONLY) }; /* { dg-warning "'r.fd' is never closed" } */
  if (r.fd < 0)
    return -1;
  return r.begin ();
}

/* 14: swap.  */
int
clean_swapped (const char *a, const char *b)
{
  FILE *f = std::fopen (a, "r");
  FILE *g = std::fopen (b, "r");
  std::swap (f, g);
  if (f)
    std::fclose (f);
  if (g)
    std::fclose (g);
  return 0;
}

/* 15: static locals keep theirs.  */
int
clean_static_cache (const char *path)
{
  static std::unordered_map<std::string, int> cache;
  auto it = cache.find (path);
  if (it != cache.end ())
    return it->second;
  int fd = ::open (path, O_RDONLY);
  if (fd >= 0)
    cache.emplace (path, fd);
  return fd;
}

int
clean_thread_local ()
{
  thread_local FILE *mine = nullptr;
  if (!mine)
    mine = std::tmpfile ();
  return mine ? std::fgetc (mine) : -1;
}

/* 16: attributes.  */
struct device;
[[leakcheck::acquire ("device")]] device *device_open (int) noexcept;
[[leakcheck::release ("device", 1)]] void device_close (device *) noexcept;
int device_state (device *) noexcept;

int
leak_device (int n)
{
  device *d = device_open (n); /* { dg-warning "'d' might not be released" } */
  if (!d)
    return -1;
  int s = device_state (d);
  if (s < 0)
    return s;
  device_close (d);
  return s;
}

int
clean_device (int n)
{
  device *d = device_open (n);
  if (!d)
    return -1;
  int s = device_state (d);
  device_close (d);
  return s;
}

int
clean_device_unique (int n)
{
  struct closer { void operator() (device *d) const { device_close (d); } };
  std::unique_ptr<device, closer> d (device_open (n));
  if (!d)
    return -1;
  return consult (device_state (d.get ()));
}

/* 17: shared state that outlives.  */
struct registry
{
  std::vector<FILE *> files;
  std::map<int, std::unique_ptr<record>> records;
};

void
clean_registered (registry &r, const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (f)
    r.files.push_back (f);
  r.records[1] = std::make_unique<record> (1, 2);
  r.records.emplace (2, new record (3, 4));
}

/* 18: an error code by reference.  */
FILE *
leak_error_code (const char *path, int &error)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    {
      error = 1;
      return nullptr;
    }
  char magic[4];
  if (std::fread (magic, 1, 4, f) != 4)
    {
      error = 2;
      return nullptr;
    }
  error = 0;
  return f;
}

/* 19: a switch.  */
int
leak_switch (const char *path, int mode)
{
  int fd = ::open (path, O_RDWR); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  switch (mode)
    {
    case 0:
      ::close (fd);
      return 0;
    case 1:
      ::fsync (fd);
      [[fallthrough]];
    case 2:
      ::close (fd);
      return 1;
    default:
      return 2;
    }
}

int
clean_switch (const char *path, int mode)
{
  int fd = ::open (path, O_RDWR);
  if (fd < 0)
    return -1;
  int r = 2;
  switch (mode)
    {
    case 0:
      r = 0;
      break;
    case 1:
      ::fsync (fd);
      [[fallthrough]];
    case 2:
      r = 1;
      break;
    default:
      break;
    }
  ::close (fd);
  return r;
}

/* 20: weak_ptr and enable_shared_from_this.  */
struct session : std::enable_shared_from_this<session>
{
  FILE *f = nullptr;
  ~session () { if (f) std::fclose (f); }
};

std::shared_ptr<session>
clean_session (const char *path)
{
  auto s = std::make_shared<session> ();
  s->f = std::fopen (path, "r");
  if (!s->f)
    return nullptr;
  std::weak_ptr<session> w = s;
  return w.lock ();
}
