/* Methods that overwrite what their object holds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

class buffer
{
public:
  buffer () = default;
  explicit buffer (size_t n);
  ~buffer ();
  buffer &operator= (buffer &&other) noexcept;
  buffer &operator= (const buffer &other);
  void grow_leaking ();
  void grow ();
  void grow_swapping ();
  void shrink (size_t n);
  void allocate (size_t n);
  void reallocate (size_t n);
  void ensure (size_t n);
  void adopt (char *other);
  char *take ();
  void dismiss ();
  void swap (buffer &other);

private:
  char *data = nullptr;
  size_t room = 0, length = 0;
};

buffer::buffer (size_t n) : data (new char[n]), room (n) {} /* { dg-warning "might not be deleted" } */
buffer::~buffer () { delete[] data; }

buffer &
buffer::operator= (buffer &&other) noexcept
{
  data = other.data;
  other.data = nullptr;
  return *this;
}

buffer &
buffer::operator= (const buffer &other)
{
  if (this != &other)
    {
      char *copy = new char[other.room];
      std::memcpy (copy, other.data, other.room);
      delete[] data;
      data = copy;
    }
  return *this;
}

void
buffer::grow_leaking ()
{
  char *larger = new char[2 * room]; /* { dg-warning "might not be deleted" } */
  std::memcpy (larger, data, length);
  data = larger;
  room *= 2;
}

void
buffer::grow ()
{
  char *larger = new char[2 * room];
  std::memcpy (larger, data, length);
  delete[] data;
  data = larger;
  room *= 2;
}

void
buffer::grow_swapping ()
{
  char *larger = new char[2 * room];
  std::copy (data, data + length, larger);
  std::swap (larger, data);
  delete[] larger;
}

void
buffer::shrink (size_t n)
{
  if (n < room)
    {
      char *smaller = new char[n]; /* { dg-warning "might not be deleted" } */
      std::copy (data, data + n, smaller);
      data = smaller;
    }
}

/* Called when there is nothing.  */

void
buffer::allocate (size_t n)
{
  data = new char[n];
  room = n;
}

void
buffer::reallocate (size_t n)
{
  delete[] data;
  data = nullptr;
  data = new char[n];
  room = n;
}

void
buffer::ensure (size_t n)
{
  if (!data)
    data = new char[n];
}

void
buffer::adopt (char *other)
{
  delete[] data;
  data = other;
}

char *
buffer::take ()
{
  char *taken = data;
  data = nullptr;
  return taken;
}

void
buffer::dismiss ()
{
  data = nullptr;
}

void
buffer::swap (buffer &other)
{
  std::swap (data, other.data);
  std::swap (room, other.room);
}

class log_file
{
public:
  ~log_file () { close (); }
  void close ();
  bool open (const char *name);
  bool reopen (const char *name);
  bool rotate_leaking (const char *name);
  bool rotate (const char *name);
  void line (const char *text);
  void replace_leaking (FILE *other);
  void replace (FILE *other);

private:
  FILE *file = nullptr;
};

void
log_file::close ()
{
  if (file)
    {
      std::fclose (file);
      file = nullptr;
    }
}

bool
log_file::open (const char *name)
{
  file = std::fopen (name, "w"); /* { dg-warning "might not be closed" } */
  return file != nullptr;
}

bool
log_file::reopen (const char *name)
{
  close ();
  file = std::fopen (name, "w");
  return file != nullptr;
}

bool
log_file::rotate_leaking (const char *name)
{
  std::fputs ("rotated\n", file);
  file = std::fopen (name, "w"); /* { dg-warning "might not be closed" } */
  return file != nullptr;
}

bool
log_file::rotate (const char *name)
{
  FILE *next = std::fopen (name, "w");
  if (!next)
    return false;
  if (file)
    std::fclose (file);
  file = next;
  return true;
}

void
log_file::line (const char *text)
{
  if (!file)
    file = std::fopen ("log", "w");
  if (file)
    std::fputs (text, file);
}

void
log_file::replace_leaking (FILE *other)
{
  if (file)
    std::fflush (file);
  std::exchange (file, other);
}

void
log_file::replace (FILE *other)
{
  if (FILE *old = std::exchange (file, other))
    std::fclose (old);
}

void
clean_logging ()
{
  log_file l;
  l.line ("x");
}

struct node { node *next; int value; };

class list
{
public:
  ~list ();
  void push (int value);
  void pop ();
  void pop_leaking ();
  node *take ();
  void reverse ();

private:
  node *head = nullptr;
};

list::~list ()
{
  while (head)
    pop ();
}

void
list::push (int value)
{
  head = new node { head, value }; /* { dg-warning "might not be deleted" } */
}

void
list::pop ()
{
  node *old = head;
  head = head->next;
  delete old;
}

void
list::pop_leaking ()
{
  head = head->next;
}

node *
list::take ()
{
  node *old = head;
  head = old->next;
  return old;
}

void
list::reverse ()
{
  node *done = nullptr;
  while (head)
    {
      node *next = head->next;
      head->next = done;
      done = head;
      head = next;
    }
  head = done;
}

/* The destructor knows when to release.  */

class view
{
public:
  ~view () { if (own) delete p; }
  void show (int *q) { p = q; }
  void hide () { *p = 0; p = nullptr; }

private:
  int *p = nullptr;
  bool own = false;
};

void
clean_view (int *q)
{
  view v;
  v.show (q);
  v.hide ();
}

/* All constructors fill it.  */

class descriptor
{
public:
  explicit descriptor (const char *name) : fd (open (name, O_RDONLY)) {} /* { dg-warning "might not be closed" } */
  ~descriptor () { if (fd >= 0) close (fd); }
  descriptor (descriptor &&other) noexcept : fd (std::exchange (other.fd, -1)) {}
  descriptor &operator= (descriptor &&other) noexcept;
  void reopen_leaking (const char *name);
  void reopen (const char *name);
  void forget ();
  int get () const { return fd; }

private:
  int fd;
};

descriptor &
descriptor::operator= (descriptor &&other) noexcept
{
  fd = std::exchange (other.fd, -1);
  return *this;
}

void
descriptor::reopen_leaking (const char *name)
{
  fd = open (name, O_RDONLY); /* { dg-warning "might not be closed" } */
}

void
descriptor::reopen (const char *name)
{
  if (fd >= 0)
    close (fd);
  fd = open (name, O_RDONLY);
}

void
descriptor::forget ()
{
  fd = -1;
}

int
clean_descriptor (const char *name)
{
  descriptor d (name);
  return d.get ();
}

class holder
{
public:
  ~holder ();
  void drop ();
  int *give () { return p.release (); }
  void remove () { delete p.release (); }
  void set (int *q) { p.reset (q); }

private:
  std::unique_ptr<int> p;
};

holder::~holder () = default;

void
holder::drop ()
{
  p.release (); /* { dg-warning "might not be deleted" } */
}

class copied
{
public:
  copied () = default;
  copied (const copied &other);
  copied &operator= (copied other) { std::swap (data, other.data); return *this; }
  ~copied () { delete[] data; }

private:
  int *data = nullptr;
};

void
clean_copied (copied &a, const copied &b)
{
  a = b;
}

/* A part of the constructor.  */
struct made_by_init
{
  char *text;
  int n;
  explicit made_by_init (const char *s) { init (s, 0); }
  made_by_init (const char *s, int k) { init (s, k); }
  ~made_by_init () { delete[] text; }
  void init (const char *s, int k);
  made_by_init (const made_by_init &) = delete;
};

void
made_by_init::init (const char *s, int k)
{
  n = k;
  text = nullptr;
  if (s)
    text = new char[10];
}

int
clean_made_by_init (const char *s)
{
  made_by_init a (s), b (s, 1);
  return a.n + b.n;
}

/* What is compared was set a moment ago: that does not show that search () is called
   again.  */
class matcher
{
public:
  matcher () : match (nullptr), n (0) {}
  ~matcher () { delete[] match; }
  bool search (const char *s, int groups);
  const char *first () const { return match[0]; }

private:
  const char **match;
  int n;
};

bool
matcher::search (const char *s, int groups)
{
  if (!s)
    return false;
  n = 2 * groups;
  if (groups == 0)
    n = 2;
  match = new const char *[n];
  std::memset (match, 0, n * sizeof *match);
  return std::strchr (s, 'a') != nullptr;
}

bool
clean_search (const char *s)
{
  matcher m;
  return m.search (s, 1) && m.first ();
}

/* The destructor's callees pass the member on.  */
static void pass_1 (char *p) { delete[] p; }
static void pass_2 (char *p) { pass_1 (p); }
static void pass_3 (char *p) { pass_2 (p); }
static void pass_4 (char *p) { pass_3 (p); }
static void pass_5 (char *p) { pass_4 (p); }
static void pass_6 (char *p) { pass_5 (p); }

class passed_buffer
{
public:
  ~passed_buffer ();
  void grow_leaking ();
  void grow ();

private:
  char *data = nullptr;
  size_t room = 0;
};

passed_buffer::~passed_buffer () { pass_6 (data); }

void
passed_buffer::grow_leaking ()
{
  char *larger = new char[2 * room]; /* { dg-warning "might not be deleted" } */
  std::memcpy (larger, data, room);
  data = larger;
}

void
passed_buffer::grow ()
{
  char *larger = new char[2 * room];
  std::memcpy (larger, data, room);
  pass_6 (data);
  data = larger;
}
