/* Methods that put something into a member: another method of the class calls them when there is
   something already.  */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

/* The constructor has filled it.  */
class leak_counts
{
public:
  leak_counts () { widen (16); }
  leak_counts (const leak_counts &) = delete;
  ~leak_counts () { delete[] counts; }
  void
  add (size_t i)
  {
    if (i >= size)
      widen (i + 1);
    ++counts[i];
  }

private:
  void
  widen (size_t n)
  {
    auto *wider = new long[n] (); /* { dg-warning "array created by .* might not be deleted" } */
    std::copy_n (counts, size, wider);
    counts = wider;
    size = n;
  }
  long *counts = nullptr;
  size_t size = 0;
};

class clean_counts
{
public:
  clean_counts () { widen (16); }
  clean_counts (const clean_counts &) = delete;
  ~clean_counts () { delete[] counts; }
  void
  add (size_t i)
  {
    if (i >= size)
      widen (i + 1);
    ++counts[i];
  }

private:
  void
  widen (size_t n)
  {
    auto *wider = new long[n] ();
    std::copy_n (counts, size, wider);
    delete[] counts;
    counts = wider;
    size = n;
  }
  long *counts = nullptr;
  size_t size = 0;
};

/* The caller asks for it, and for more.  */
class leak_line
{
public:
  leak_line () = default;
  leak_line (const leak_line &) = delete;
  ~leak_line ()
  {
    if (fd >= 0)
      close (fd);
  }
  bool
  poll (char *b, size_t n)
  {
    if (fd < 0 || stale > 5)
      attach ();
    ssize_t got = read (fd, b, n);
    stale = got > 0 ? 0 : stale + 1;
    return got > 0;
  }

private:
  void
  attach ()
  {
    fd = open ("/dev/line", O_RDONLY); /* { dg-warning "might not be closed" } */
    stale = 0;
  }
  int fd = -1;
  int stale = 0;
};

class clean_line
{
public:
  clean_line () = default;
  clean_line (const clean_line &) = delete;
  ~clean_line () { drop (); }
  bool
  poll (char *b, size_t n)
  {
    if (stale > 5)
      drop ();
    if (fd < 0)
      attach ();
    ssize_t got = read (fd, b, n);
    stale = got > 0 ? 0 : stale + 1;
    return got > 0;
  }

private:
  void
  attach ()
  {
    fd = open ("/dev/line", O_RDONLY);
    stale = 0;
  }
  void
  drop ()
  {
    if (fd >= 0)
      close (fd);
    fd = -1;
  }
  int fd = -1;
  int stale = 0;
};

/* Only when there is none.  */
class clean_lazy
{
public:
  clean_lazy () = default;
  clean_lazy (const clean_lazy &) = delete;
  ~clean_lazy ()
  {
    if (f)
      fclose (f);
  }
  void
  note (const char *s)
  {
    if (!f)
      attach ();
    if (f)
      fputs (s, f);
  }

private:
  void attach () { f = fopen ("log", "a"); }
  FILE *f = nullptr;
};

/* For each of many.  */
class leak_each
{
public:
  leak_each () = default;
  leak_each (const leak_each &) = delete;
  ~leak_each () { free (text); }
  void
  load (const char *s)
  {
    text = strdup (s); /* { dg-warning "might not be freed" } */
  }
  void
  load_all (const std::vector<std::string> &all)
  {
    for (const auto &s : all)
      load (s.c_str ());
  }

private:
  char *text = nullptr;
};

/* The first one that is there.  */
class clean_first
{
public:
  clean_first () = default;
  clean_first (const clean_first &) = delete;
  ~clean_first ()
  {
    if (f)
      fclose (f);
  }
  bool
  find (const std::vector<std::string> &all)
  {
    for (const auto &s : all)
      if (load (s.c_str ()))
	return true;
    return false;
  }
  void
  find_any (const std::vector<std::string> &all)
  {
    for (const auto &s : all)
      {
	load (s.c_str ());
	if (f)
	  break;
      }
  }
  void
  insist (const char *s)
  {
    do
      load (s);
    while (!f);
  }

private:
  bool
  load (const char *s)
  {
    f = fopen (s, "r");
    return f != nullptr;
  }
  FILE *f = nullptr;
};

/* Part of making it, for two constructors.  */
class clean_made
{
public:
  clean_made () { init (16); }
  explicit clean_made (size_t n) { init (n); }
  clean_made (const clean_made &) = delete;
  ~clean_made () { delete[] room; }
  void
  wipe ()
  {
    std::fill_n (room, size, 0);
  }

private:
  void
  init (size_t n)
  {
    room = new int[n];
    size = n;
  }
  int *room = nullptr;
  size_t size = 0;
};

/* It was released before it is made again.  */
class clean_rotated
{
public:
  explicit clean_rotated (std::string p) : path (std::move (p)) { attach (); }
  clean_rotated (const clean_rotated &) = delete;
  ~clean_rotated ()
  {
    if (f)
      fclose (f);
  }
  void
  note (const char *s)
  {
    if (lines >= 5000)
      {
	if (f)
	  fclose (f);
	attach ();
	lines = 0;
      }
    if (f && fputs (s, f) >= 0)
      ++lines;
  }

private:
  void attach () { f = fopen (path.c_str (), "a"); }
  std::string path;
  FILE *f = nullptr;
  unsigned lines = 0;
};

class leak_rotated
{
public:
  explicit leak_rotated (std::string p) : path (std::move (p)) { attach (); }
  leak_rotated (const leak_rotated &) = delete;
  ~leak_rotated ()
  {
    if (f)
      fclose (f);
  }
  void
  note (const char *s)
  {
    if (lines >= 5000)
      {
	attach ();
	lines = 0;
      }
    if (f && fputs (s, f) >= 0)
      ++lines;
  }

private:
  void
  attach ()
  {
    f = fopen (path.c_str (), "a"); /* { dg-warning "might not be closed" } */
  }
  std::string path;
  FILE *f = nullptr;
  unsigned lines = 0;
};

/* Moved away before.  */
class clean_handed
{
public:
  explicit clean_handed (size_t n) { grow (n); }
  clean_handed (const clean_handed &) = delete;
  ~clean_handed () { free (b); }
  char *
  take ()
  {
    char *out = b;
    b = nullptr;
    return out;
  }
  char *
  next (size_t n)
  {
    char *out = take ();
    grow (n);
    return out;
  }

private:
  void grow (size_t n) { b = static_cast<char *> (malloc (n)); }
  char *b = nullptr;
};

/* How it went is in another member.  */
class clean_retried
{
public:
  clean_retried () = default;
  clean_retried (const clean_retried &) = delete;
  ~clean_retried ()
  {
    if (fd >= 0)
      close (fd);
  }
  bool
  insist ()
  {
    for (int i = 0; i < 5 && !up; i++)
      attempt ();
    return up;
  }

private:
  void
  attempt ()
  {
    fd = open ("/dev/line", O_RDONLY);
    if (fd >= 0)
      up = true;
  }
  int fd = -1;
  bool up = false;
};
