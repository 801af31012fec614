/* Corpus, exception: what exceptions skip: constructors, try blocks, guards.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace exc {

struct ParseError : std::runtime_error
{
  int line;
  ParseError (int l, const std::string &w) : std::runtime_error (w), line (l) {}
};

/* Reader::Reader: leaks.  */
static void
check_magic (FILE *f)
{
  char m[4];
  if (fread (m, 1, 4, f) != 4 || memcmp (m, "BLND", 4))
    throw ParseError (0, "magic");
}

class Reader
{
  FILE *f;

public:
  explicit Reader (const char *name)
  {
    f = fopen (name, "rb"); /* { dg-warning "leak" } */
    if (!f)
      throw ParseError (0, "open");
    check_magic (f);
  }
  ~Reader () { fclose (f); }
  int next () { return getc (f); }
};

int
first (const char *name)
{
  Reader r (name);
  return r.next ();
}

/* Reader2::Reader2: clean.  */
class Reader2
{
  FILE *f;

public:
  explicit Reader2 (const char *name)
  {
    f = fopen (name, "rb");
    if (!f)
      throw ParseError (0, "open");
    try
      {
	check_magic (f);
      }
    catch (...)
      {
	fclose (f);
	throw;
      }
  }
  Reader2 (const Reader2 &) = delete;
  ~Reader2 () { fclose (f); }
  int next () { return getc (f); }
};

int
second (const char *name)
{
  Reader2 r (name);
  r.next ();
  return r.next ();
}

/* Reader3::Reader3: clean.  */
class FileBase
{
protected:
  FILE *f;
  explicit FileBase (const char *name) : f (fopen (name, "rb")) {}
  ~FileBase ()
  {
    if (f)
      fclose (f);
  }
};

class Reader3 : FileBase
{
public:
  explicit Reader3 (const char *name) : FileBase (name)
  {
    if (!f)
      throw ParseError (0, "open");
    check_magic (f);	// the base is complete: its destructor runs
  }
  int next () { return getc (f); }
};

int
third (const char *name)
{
  return Reader3 (name).next ();
}

/* Delegating: clean.  */
class Delegating
{
  int fd;
  explicit Delegating (int f) : fd (f) {}

public:
  explicit Delegating (const char *name) : Delegating (open (name, O_RDWR))
  {
    struct stat st;
    if (fd < 0 || fstat (fd, &st) || !S_ISREG (st.st_mode))
      throw std::invalid_argument (name);	// the target is complete: ~Delegating runs
  }
  ~Delegating ()
  {
    if (fd >= 0)
      close (fd);
  }
  long size () const { return lseek (fd, 0, SEEK_END); }
};

long
regular_size (const char *name)
{
  Delegating d (name);
  return d.size ();
}

/* catch_and_rethrow: leaks.  */
static int
to_int (const std::string &s)
{
  int v = 0;
  auto [p, ec] = std::from_chars (s.data (), s.data () + s.size (), v);
  if (ec != std::errc ())
    throw ParseError (1, s);
  return v;
}

int
load_number (const char *name, std::string &error)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  char buf[32];
  try
    {
      ssize_t n = read (fd, buf, sizeof buf);
      if (n < 0)
	throw std::runtime_error ("read");
      int v = to_int (std::string (buf, n));
      close (fd);
      return v;
    }
  catch (const ParseError &e)
    {
      error = e.what ();
      return -2;
    }
  catch (...)
    {
      close (fd);
      throw;
    }
}

/* catch_and_close: clean.  */
int
load_number_ok (const char *name, std::string &error)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  char buf[32];
  int v;
  try
    {
      ssize_t n = read (fd, buf, sizeof buf);
      if (n < 0)
	throw std::runtime_error ("read");
      v = to_int (std::string (buf, n));
    }
  catch (const std::exception &e)
    {
      error = e.what ();
      v = -2;
    }
  close (fd);
  return v;
}

/* at_throws: leaks.  */
int
lookup (const std::map<std::string, int> &m, const std::string &key)
{
  char *upper = strdup (key.c_str ()); /* { dg-warning "leak" } */
  if (!upper)
    return -1;
  for (char *p = upper; *p; ++p)
    if (*p >= 'a' && *p <= 'z')
      *p -= 32;
  int v = m.at (upper);
  free (upper);
  return v;
}

/* find_not_throws: clean.  */
int
lookup_or (const std::map<std::string, int> &m, const std::string &key, int dflt)
{
  char *upper = strdup (key.c_str ());
  if (!upper)
    return dflt;
  std::transform (upper, upper + key.size (), upper, [] (char c) { return c & ~0x20; });
  auto it = m.find (upper);
  free (upper);
  return it == m.end () ? dflt : it->second;
}

/* two_step_build: leaks.  */
class Index
{
  int *offs;
  size_t n;

public:
  Index (const std::vector<std::string> &fields)
    : offs (new int[fields.size ()]), n (fields.size ()) /* { dg-warning "leak" } */
  {
    for (size_t i = 0; i < n; ++i)
      offs[i] = std::stoi (fields[i]);
  }
  Index (const Index &) = delete;
  ~Index () { delete[] offs; }
  int max () const { return n ? *std::max_element (offs, offs + n) : 0; }
};

int
max_offset (const std::vector<std::string> &f)
{
  Index i (f);
  return i.max ();
}

/* vector_build: clean.  */
class Index2
{
  std::unique_ptr<int[]> offs;
  size_t n;

public:
  Index2 (const std::vector<std::string> &fields)
    : offs (new int[fields.size ()]), n (fields.size ())
  {
    for (size_t i = 0; i < n; ++i)
      offs[i] = std::stoi (fields[i]);
  }
  int max () const { return n ? *std::max_element (offs.get (), offs.get () + n) : 0; }
};

int
max_offset2 (const std::vector<std::string> &f)
{
  return Index2 (f).max ();
}

/* callback_throws: leaks.  */
static void
each_line (FILE *f, void (*cb) (const char *))
{
  char b[128];
  while (fgets (b, sizeof b, f))
    cb (b);
}

static void
reject_tabs (const char *s)
{
  if (strchr (s, '\t'))
    throw ParseError (1, "tab");
}

void
lint (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "leak" "" { xfail *-*-* } } */
  if (!f)
    return;
  each_line (f, reject_tabs);
  fclose (f);
}

/* noexcept_callback: clean.  */
static int lines_seen;

void
count_lines (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  each_line (f, [] (const char *) noexcept { ++lines_seen; });
  fclose (f);
}

/* noexcept_helper: leaks.  */
static int validate(std::string_view s, int max) {
  if (static_cast<int>(s.size()) > max) throw std::length_error("too long");
  return static_cast<int>(s.size());
}

char *duplicate(std::string_view s, int max) {
  char *p = static_cast<char *>(std::malloc(s.size() + 1)); /* { dg-warning "leak" } */
  if (p == nullptr) return nullptr;
  int n = validate(s, max);
  std::memcpy(p, s.data(), n);
  p[n] = 0;
  return p;
}

/* swallow_in_helper: clean.  */
static bool try_validate(std::string_view s, int max) noexcept {
  try {
    return validate(s, max) >= 0;
  } catch (const std::logic_error &) {
    return false;
  }
}

char *duplicate_checked(std::string_view s, int max) {
  char *p = static_cast<char *>(std::malloc(s.size() + 1));
  if (p == nullptr) return nullptr;
  if (!try_validate(s, max)) {
    std::free(p);
    return nullptr;
  }
  std::memcpy(p, s.data(), s.size());
  p[s.size()] = 0;
  return p;
}

/* scope_guard: clean.  */
template <class F>
class Finally
{
  F f;
  bool armed = true;

public:
  explicit Finally (F f) : f (std::move (f)) {}
  Finally (const Finally &) = delete;
  ~Finally ()
  {
    if (armed)
      f ();
  }
  void dismiss () noexcept { armed = false; }
};

int
open_validated (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    throw std::runtime_error ("open");
  Finally guard ([fd] { close (fd); });
  char b[16];
  ssize_t n = read (fd, b, sizeof b);
  if (n < 1)
    throw ParseError (1, "empty");
  validate (std::string_view (b, n), 8);
  guard.dismiss ();
  return fd;
}

/* guard_dismissed_early: leaks.  */
int
open_validated_early (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "leak" } */
  if (fd < 0)
    throw std::runtime_error ("open");
  Finally guard ([fd] { close (fd); });
  char b[16];
  ssize_t n = read (fd, b, sizeof b);
  if (n < 1)
    throw ParseError (1, "empty");
  guard.dismiss ();
  validate (std::string_view (b, n), 8);
  return fd;
}

} // namespace exc
