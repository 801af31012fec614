/* Corpus, exception: exceptions, lambdas, std::function, guards, templates,
   loops.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

void work (int);
int measure (int) noexcept;
bool enough (int) noexcept;

template<typename F>
struct finally
{
  F f;
  ~finally () { f (); }
};
template<typename F> finally (F) -> finally<F>;

template<typename F>
class on_failure
{
public:
  explicit on_failure (F f) : m_f (f), m_count (std::uncaught_exceptions ()) {}
  ~on_failure () { if (std::uncaught_exceptions () > m_count) m_f (); }

private:
  F m_f;
  int m_count;
};

int
clean_finally (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  finally guard { [fd] { close (fd); } };
  work (fd);
  return measure (fd);
}

int
leak_finally_wrong_handle (const char *a, const char *b)
{
  int x = open (a, O_RDONLY);
  if (x < 0)
    return -1;
  finally guard { [x] { close (x); } };
  int y = open (b, O_RDONLY); /* Not found.  */
  if (y < 0)
    return -1;
  return measure (x) + measure (y);
}

int
clean_on_failure (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    throw std::runtime_error (name);
  on_failure guard ([fd] { close (fd); });
  work (fd);
  return fd;
}

/* try and catch.  */

int
leak_catch_and_return (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      work (1);
    }
  catch (const std::exception &e)
    {
      std::fputs (e.what (), stderr);
      return -2;
    }
  std::fclose (f);
  return 0;
}

int
clean_catch_all (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int status = 0;
  try
    {
      work (1);
    }
  catch (...)
    {
      status = -2;
    }
  std::fclose (f);
  return status;
}

int
leak_catches_only_some (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int status = 0;
  try
    {
      work (1);
    }
  catch (const std::runtime_error &)
    {
      status = -2;
    }
  std::fclose (f);
  return status;
}

int
clean_throws_own_and_catches (const char *name, int n)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  try
    {
      if (enough (n))
	throw std::runtime_error ("enough");
      n = std::fgetc (f);
    }
  catch (const std::runtime_error &)
    {
      n = -2;
    }
  std::fclose (f);
  return n;
}

int
leak_throws_other (const char *name, int n)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      if (enough (n))
	throw std::logic_error ("enough");
      n = std::fgetc (f);
    }
  catch (const std::runtime_error &)
    {
      n = -2;
    }
  std::fclose (f);
  return n;
}

int
leak_rethrow (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      work (1);
    }
  catch (...)
    {
      std::fputs ("failed", stderr);
      throw;
    }
  std::fclose (f);
  return 0;
}

int
clean_nested_try (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  try
    {
      try
	{
	  work (1);
	}
      catch (const std::runtime_error &)
	{
	  work (2);
	}
    }
  catch (...)
    {
      std::fclose (f);
      return -1;
    }
  return std::fclose (f);
}

static int
quiet (int n) noexcept
{
  try
    {
      work (n);
    }
  catch (...)
    {
      return -1;
    }
  return 0;
}

static int
quiet_without_saying (int n)
{
  try
    {
      work (n);
    }
  catch (...)
    {
      return -1;
    }
  return 0;
}

int
clean_noexcept_callee (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int n = quiet (1) + quiet_without_saying (2);
  std::fclose (f);
  return n;
}

static void
parse (const std::string &s)
{
  if (s.empty ())
    throw std::invalid_argument ("empty");
}

int
leak_callee_throws (const char *name, const std::string &s)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  parse (s);
  return std::fclose (f);
}

int
clean_callee_throws_before (const char *name, const std::string &s)
{
  parse (s);
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  return std::fclose (f);
}

int
clean_stoi (const char *name, const std::string &s)
{
  int n = std::stoi (s);
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  n += std::fgetc (f);
  std::fclose (f);
  return n;
}

void
leak_new_then_throw (int n)
{
  std::string *s = new std::string ("x"); /* { dg-warning "'s' might not be deleted" } */
  if (n > 10)
    throw std::out_of_range ("n");
  delete s;
}

void
clean_new_owner_then_throw (int n)
{
  auto s = std::make_unique<std::string> ("x");
  if (n > 10)
    throw std::out_of_range ("n");
}

/* Lambdas and std::function.  */

int
leak_in_immediate_lambda (const char *name, int n)
{
  return [&] {
    int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
    if (fd < 0)
      return -1;
    if (n > 3)
      return -2;
    close (fd);
    return 0;
  } ();
}

int
clean_in_immediate_lambda (const char *name, int n)
{
  return [&] {
    int fd = open (name, O_RDONLY);
    if (fd < 0)
      return -1;
    int r = n > 3 ? -2 : 0;
    close (fd);
    return r;
  } ();
}

int
clean_lambda_assigns (const char *name)
{
  FILE *f = nullptr;
  auto start = [&] { f = std::fopen (name, "r"); };
  start ();
  if (!f)
    return -1;
  std::fclose (f);
  return 0;
}

int
leak_lambda_assigns (const char *name)
{
  FILE *f = nullptr;
  auto start = [&] { f = std::fopen (name, "r"); };
  start (); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return std::fgetc (f);
}

int
clean_lambda_releases (const char *name)
{
  FILE *f = std::fopen (name, "r");
  auto stop = [&f] { if (f) { std::fclose (f); f = nullptr; } };
  int c = f ? std::fgetc (f) : -1;
  stop ();
  return c;
}

int
leak_function_holder (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  std::function<int ()> next = [f] { return std::fgetc (f); };
  return next () + next ();
}

int
clean_function_holder (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  std::function<void ()> stop = [f] { std::fclose (f); };
  int c = std::fgetc (f);
  stop ();
  return c;
}

std::function<int ()>
clean_function_returned (const char *name)
{
  std::shared_ptr<FILE> f (std::fopen (name, "r"), std::fclose);
  return [f] { return std::fgetc (f.get ()); };
}

void later (std::function<void ()>);

void
clean_given_to_later (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (f)
    later ([f] { std::fclose (f); });
}

template<typename T, typename F>
static auto
apply_to (T &&t, F f)
{
  return f (std::forward<T> (t));
}

int
clean_generic_lambda (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  return apply_to (f, [] (auto *p) { int c = std::fgetc (p); std::fclose (p); return c; });
}

int
leak_generic_lambda (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return apply_to (f, [] (auto *p) { return std::fgetc (p); });
}

/* Templates.  */

template<typename T>
class array_of
{
public:
  explicit array_of (std::size_t n) : m_p (new T[n]), m_n (n) {}
  ~array_of () { delete[] m_p; }
  array_of (const array_of &) = delete;
  array_of (array_of &&o) noexcept : m_p (o.m_p), m_n (o.m_n) { o.m_p = nullptr; }
  T &operator[] (std::size_t i) { return m_p[i]; }
  void grow (std::size_t n)
  {
    T *p = new T[n];
    std::copy (m_p, m_p + std::min (m_n, n), p);
    delete[] m_p;
    m_p = p;
    m_n = n;
  }
  void grow_badly (std::size_t n)
  {
    T *p = new T[n]; /* { dg-warning "'p' might not be deleted" } */
    for (std::size_t i = 0; i < m_n; i++)
      {
	if (i >= n)
	  throw std::out_of_range ("i");
	p[i] = m_p[i];
      }
    delete[] m_p;
    m_p = p;
    m_n = n;
  }

private:
  T *m_p;
  std::size_t m_n;
};

int
clean_array_of (std::size_t n)
{
  array_of<int> a (n);
  a[0] = 3;
  a.grow (2 * n);
  array_of<int> b = std::move (a);
  work (b[0]);
  return b[1];
}

int
use_array_of (std::size_t n)
{
  array_of<int> a (n);
  a.grow_badly (2 * n);
  return a[0];
}

template<typename... Names>
static int
count_open (const Names &...names)
{
  int n = 0;
  auto one = [&n] (const char *name) {
    if (FILE *f = std::fopen (name, "r"))
      {
	n++;
	std::fclose (f);
      }
  };
  (one (names), ...);
  return n;
}

int
clean_fold ()
{
  return count_open ("a", "b", "c");
}

template<bool Close>
static int
maybe_close (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  int c = std::fgetc (f);
  if constexpr (Close)
    std::fclose (f);
  return c;
}

int
use_maybe_close (const char *name)
{
  return maybe_close<false> (name);
}

template<typename Policy>
struct resource : private Policy
{
  using handle = typename Policy::handle;
  handle h;
  explicit resource (const char *name) : h (Policy::open (name)) {}
  ~resource () { if (Policy::valid (h)) Policy::close (h); }
  resource (const resource &) = delete;
};

struct stream_policy
{
  using handle = FILE *;
  static FILE *open (const char *n) { return std::fopen (n, "r"); }
  static bool valid (FILE *f) { return f != nullptr; }
  static void close (FILE *f) { std::fclose (f); }
};

struct fd_policy
{
  using handle = int;
  static int open (const char *n) { return ::open (n, O_RDONLY); }
  static bool valid (int fd) { return fd >= 0; }
  static void close (int fd) { ::close (fd); }
};

int
clean_policies (const char *name)
{
  resource<stream_policy> a (name);
  resource<fd_policy> b (name);
  work (b.h);
  return a.h ? std::fgetc (a.h) : -1;
}

/* Loops.  */

int
leak_retry (const char *name)
{
  FILE *f = nullptr;
  for (int i = 0; i < 3; i++)
    {
      f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
      if (f && std::fgetc (f) != EOF)
	break;
    }
  if (!f)
    return -1;
  return std::fclose (f);
}

int
clean_retry (const char *name)
{
  FILE *f = nullptr;
  for (int i = 0; i < 3 && !f; i++)
    f = std::fopen (name, "r");
  if (!f)
    return -1;
  return std::fclose (f);
}

int
leak_range_for_continue (const std::vector<std::string> &names)
{
  int sum = 0;
  for (const auto &name : names)
    {
      int fd = open (name.c_str (), O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	continue;
      char c;
      if (read (fd, &c, 1) != 1)
	continue;
      sum += c;
      close (fd);
    }
  return sum;
}

int
clean_range_for (const std::vector<std::string> &names)
{
  int sum = 0;
  for (const auto &name : names)
    {
      int fd = open (name.c_str (), O_RDONLY);
      if (fd < 0)
	continue;
      char c;
      if (read (fd, &c, 1) == 1)
	sum += c;
      close (fd);
    }
  return sum;
}

int
clean_if_init (const char *name)
{
  if (FILE *f = std::fopen (name, "r"); f != nullptr)
    {
      int c = std::fgetc (f);
      std::fclose (f);
      return c;
    }
  return -1;
}

int
leak_if_init (const char *name)
{
  if (FILE *f = std::fopen (name, "r"); f != nullptr) /* { dg-warning "'f' might not be closed" } */
    {
      int c = std::fgetc (f);
      if (c == EOF)
	return -1;
      std::fclose (f);
      return c;
    }
  return -1;
}

int
leak_switch (const char *name, int mode)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  switch (mode)
    {
    case 0:
      std::fclose (f);
      return 0;
    case 1:
      return 1;
    default:
      break;
    }
  std::fclose (f);
  return 2;
}

int
clean_goto (const char *a, const char *b)
{
  int status = -1;
  FILE *g = nullptr;
  FILE *f = std::fopen (a, "r");
  if (!f)
    goto done;
  g = std::fopen (b, "w");
  if (!g)
    goto close_f;
  std::fputc (std::fgetc (f), g);
  status = 0;
  std::fclose (g);
close_f:
  std::fclose (f);
done:
  return status;
}

/* Static locals.  */

FILE *
clean_static_local ()
{
  static FILE *log = std::fopen ("log", "a");
  return log;
}

static std::vector<FILE *> registry;

void
clean_registered (const char *name)
{
  if (FILE *f = std::fopen (name, "r"))
    registry.push_back (f);
}

int
leak_reassigned (const char *a, const char *b)
{
  FILE *f = std::fopen (a, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  int c = std::fgetc (f);
  f = std::fopen (b, "r");
  if (f)
    {
      c += std::fgetc (f);
      std::fclose (f);
    }
  return c;
}

void
clean_exchanged (const char *a, const char *b)
{
  FILE *f = std::fopen (a, "r");
  FILE *old = std::exchange (f, std::fopen (b, "r"));
  if (old)
    std::fclose (old);
  if (f)
    std::fclose (f);
}
