/* Corpus, exception: exceptions between acquiring and releasing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

int risky (int);
int safe (int) noexcept;

struct parse_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

static int
parse (const char *s)
{
  if (!*s)
    throw parse_error ("empty");
  return *s - '0';
}

/* 1 */
int
leak_parse (const char *path, const char *s)
{
  FILE *f = std::fopen (path, "w"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  std::fprintf (f, "%d", parse (s));
  return std::fclose (f);
}

int
clean_parse_before (const char *path, const char *s)
{
  int n = parse (s);
  FILE *f = std::fopen (path, "w");
  if (!f)
    return -1;
  std::fprintf (f, "%d", n);
  return std::fclose (f);
}

/* 2: catch (...) releases and rethrows.  */
int
clean_rethrow (int n)
{
  int *p = new int[n];
  try
    {
      p[0] = risky (n);
    }
  catch (...)
    {
      delete[] p;
      throw;
    }
  int r = p[0];
  delete[] p;
  return r;
}

int
leak_rethrow (int n)
{
  int *p = new int[n]; /* { dg-warning "'p' might not be deleted" } */
  try
    {
      p[0] = risky (n);
    }
  catch (...)
    {
      std::puts ("failed");
      throw;
    }
  int r = p[0];
  delete[] p;
  return r;
}

/* 3: only one type is caught.  */
int
leak_other_type (const char *s)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      risky (parse (s));
    }
  catch (const parse_error &)
    {
      std::fclose (f);
      return -2;
    }
  std::fclose (f);
  return 0;
}

int
clean_right_type (const char *s)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  try
    {
      safe (parse (s));
    }
  catch (const std::runtime_error &)
    {
      std::fclose (f);
      return -2;
    }
  std::fclose (f);
  return 0;
}

/* 4: the handler returns without releasing.  */
int
leak_handler_returns (const char *path)
{
  int fd = ::open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  try
    {
      risky (1);
    }
  catch (const std::exception &e)
    {
      std::puts (e.what ());
      return -2;
    }
  catch (...)
    {
      ::close (fd);
      throw;
    }
  ::close (fd);
  return 0;
}

int
clean_handler_falls_through (const char *path)
{
  int fd = ::open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  try
    {
      risky (1);
    }
  catch (...)
    {
      std::puts ("ignored");
    }
  ::close (fd);
  return 0;
}

/* 5: noexcept functions end the process instead.  */
int
clean_noexcept_function (int n) noexcept
{
  int *p = new int[4];
  p[0] = risky (n);
  int r = p[0];
  delete[] p;
  return r;
}

/* 6: function try blocks.  */
class two_files
{
public:
  two_files (const char *a, const char *b)
  try : first_ (std::fopen (a, "r")), second_ (nullptr) /* { dg-warning "fopen' might not be closed" } */
    {
      if (!first_)
	throw std::runtime_error (a);
      second_ = std::fopen (b, "r");
      if (!second_)
	throw std::runtime_error (b);
    }
  catch (...)
    {
      std::puts ("two_files");
    }
  ~two_files ()
  {
    std::fclose (first_);
    std::fclose (second_);
  }

private:
  FILE *first_, *second_;
};

/* 7: a constructor that throws leaks what the body acquired.  */
class buffer
{
public:
  explicit buffer (int n) : data_ (new int[n]) /* { dg-warning "might not be deleted" } */
  {
    if (n > 100)
      throw std::length_error ("buffer");
  }
  ~buffer () { delete[] data_; }
  buffer (const buffer &) = delete;

private:
  int *data_;
};

class sound_buffer
{
public:
  explicit sound_buffer (int n) : data_ (new int[n])
  {
    if (n > 100)
      throw std::length_error ("buffer");
  }
  int first () const { return data_[0]; }

private:
  std::unique_ptr<int[]> data_;
};

int
clean_sound_buffer (int n)
{
  sound_buffer b (n);
  return b.first ();
}

int
leak_throwing_constructor (const char *path)
{
  int fd = ::open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  sound_buffer b (fd > 50 ? 200 : 2);
  ::close (fd);
  return b.first ();
}

/* 8: new whose constructor throws gives the memory back itself.  */
struct picky
{
  explicit picky (int n) : v (n)
  {
    if (n < 0)
      throw std::invalid_argument ("picky");
  }
  int v;
};

int
clean_new_throws (int n)
{
  picky *p = new picky (n);
  int v = p->v;
  delete p;
  return v;
}

int
leak_two_news (int n)
{
  picky *p = new picky (1); /* { dg-warning "'p' might not be deleted" } */
  picky *q = new picky (n);
  int v = p->v + q->v;
  delete q;
  delete p;
  return v;
}

int
clean_two_news (int n)
{
  auto p = std::make_unique<picky> (1);
  auto q = std::make_unique<picky> (n);
  return p->v + q->v;
}

/* 9: destructors on the way out release.  */
struct unlocker
{
  explicit unlocker (std::mutex &m) : m_ (m) { m_.lock (); }
  ~unlocker () { m_.unlock (); }
  std::mutex &m_;
};

static std::mutex gate;

int
clean_unlocker (int n)
{
  unlocker u (gate);
  return risky (n);
}

int
leak_locked_throw (int n)
{
  gate.lock (); /* { dg-warning "'gate' might not be released" } */
  if (n < 0)
    throw parse_error ("negative");
  gate.unlock ();
  return n;
}

int
clean_locked_throw (int n)
{
  gate.lock ();
  if (n < 0)
    {
      gate.unlock ();
      throw parse_error ("negative");
    }
  gate.unlock ();
  return n;
}

/* 10: nested try.  */
int
clean_nested (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  int r = 0;
  try
    {
      try
	{
	  r = risky (1);
	}
      catch (const parse_error &)
	{
	  r = 2;
	}
    }
  catch (...)
    {
      std::fclose (f);
      throw;
    }
  std::fclose (f);
  return r;
}

int
leak_nested (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int r = 0;
  try
    {
      try
	{
	  r = risky (1);
	}
      catch (...)
	{
	  r = risky (2);
	}
    }
  catch (const parse_error &)
    {
      std::fclose (f);
      throw;
    }
  std::fclose (f);
  return r;
}

/* 11: callbacks may throw.  */
int
leak_callback (const char *path, const std::function<int (int)> &f)
{
  int fd = ::open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  int r = f (1);
  ::close (fd);
  return r;
}

int
leak_pointer_call (const char *path, int (*f) (int))
{
  int fd = ::open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  int r = f (1);
  ::close (fd);
  return r;
}

int
clean_noexcept_pointer (const char *path, int (*f) (int) noexcept)
{
  int fd = ::open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  int r = f (1);
  ::close (fd);
  return r;
}

/* 12: virtual calls may throw.  */
struct visitor
{
  virtual ~visitor () = default;
  virtual void visit (int) = 0;
  virtual void quiet (int) noexcept = 0;
};

void
leak_visitor (visitor &v, int n)
{
  int *all = new int[n]; /* { dg-warning "'all' might not be deleted" } */
  for (int i = 0; i < n; i++)
    v.visit (i);
  delete[] all;
}

void
clean_visitor (visitor &v, int n)
{
  int *all = new int[n];
  for (int i = 0; i < n; i++)
    v.quiet (i);
  delete[] all;
}

/* 13: at () throws when it is reckoned with.  */
int
leak_at (const std::vector<int> &v, std::size_t i)
{
  int *p = new int (3); /* { dg-warning "'p' might not be deleted" } */
  try
    {
      int r = v.at (i) + *p;
      delete p;
      return r;
    }
  catch (const std::out_of_range &)
    {
      return -1;
    }
}

int
clean_at (const std::vector<int> &v, std::size_t i)
{
  int *p = new int (3);
  int r;
  try
    {
      r = v.at (i) + *p;
    }
  catch (const std::out_of_range &)
    {
      r = -1;
    }
  delete p;
  return r;
}

/* 14: the caller throws what a helper made.  */
static FILE *
must_open (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    throw std::runtime_error (std::string ("cannot open ") + path);
  return f;
}

int
clean_must_open (const char *path)
{
  FILE *f = must_open (path);
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

int
leak_must_open_twice (const char *a, const char *b)
{
  FILE *f = must_open (a); /* { dg-warning "'f' might not be closed" } */
  FILE *g = must_open (b);
  int c = std::fgetc (f) + std::fgetc (g);
  std::fclose (g);
  std::fclose (f);
  return c;
}

int
clean_must_open_twice (const char *a, const char *b)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (must_open (a), std::fclose);
  std::unique_ptr<FILE, int (*) (FILE *)> g (must_open (b), std::fclose);
  return std::fgetc (f.get ()) + std::fgetc (g.get ());
}

/* 15: exits are no leaks.  */
int
clean_terminate (int n)
{
  int *p = new int (n);
  if (n < 0)
    std::terminate ();
  if (n == 0)
    std::abort ();
  int r = *p;
  delete p;
  return r;
}

/* 16: exception_ptr.  */
int
clean_captured (const char *path, std::exception_ptr *out)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  int r = 0;
  try
    {
      r = risky (std::fgetc (f));
    }
  catch (...)
    {
      *out = std::current_exception ();
    }
  std::fclose (f);
  return r;
}

int
leak_captured (const char *path, std::exception_ptr *out)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int r = 0;
  try
    {
      r = risky (std::fgetc (f));
      std::fclose (f);
    }
  catch (...)
    {
      *out = std::current_exception ();
    }
  return r;
}

/* 17: loop with retry.  */
int
clean_retry (const char *path)
{
  for (int i = 0; i < 3; i++)
    {
      int fd = ::open (path, O_RDONLY);
      if (fd < 0)
	continue;
      try
	{
	  int r = risky (i);
	  ::close (fd);
	  return r;
	}
      catch (const parse_error &)
	{
	  ::close (fd);
	}
      catch (...)
	{
	  ::close (fd);
	  throw;
	}
    }
  return -1;
}

int
leak_retry (const char *path)
{
  for (int i = 0; i < 3; i++)
    {
      int fd = ::open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	continue;
      try
	{
	  int r = risky (i);
	  ::close (fd);
	  return r;
	}
      catch (const parse_error &)
	{
	  continue;
	}
    }
  return -1;
}

/* 18: temporary strings do not count: memory running out is not reckoned
   with.  */
std::string
clean_string_building (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return std::string ("no ") + path;
  std::string s (path);
  s += ": ";
  s.push_back (static_cast<char> (std::fgetc (f)));
  std::fclose (f);
  return s;
}

std::vector<int>
clean_vector_building (const char *path)
{
  std::vector<int> v;
  FILE *f = std::fopen (path, "r");
  if (!f)
    return v;
  int c;
  while ((c = std::fgetc (f)) != EOF)
    v.push_back (c);
  std::fclose (f);
  return v;
}

/* 19: dynamic_cast of a reference.  */
struct noisy : visitor
{
  void visit (int) override;
  void quiet (int) noexcept override;
  int level = 0;
};

int
clean_pointer_cast (visitor &v)
{
  int *p = new int (1);
  noisy *n = dynamic_cast<noisy *> (&v);
  int r = n ? n->level : *p;
  delete p;
  return r;
}

/* 20: an exception class that owns.  */
struct carries_file
{
  FILE *file;
};

void
clean_thrown_away (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return;
  throw carries_file { f };
}
