/* Corpus, ownership: classes that own, their constructors, assignments, moves
   and destructors.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

void work (int);
int measure (int) noexcept;
bool enough (int) noexcept;

/* A constructor that throws after it acquired into a raw member.  */

class raw_header
{
public:
  explicit raw_header (const char *name) : m_file (std::fopen (name, "r"))
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
  {
    if (!m_file)
      throw std::runtime_error ("cannot open");
    if (std::fgetc (m_file) != 'H')
      throw std::runtime_error ("no header");
  }
  ~raw_header () { std::fclose (m_file); }
  raw_header (const raw_header &) = delete;
  raw_header &operator= (const raw_header &) = delete;
  int next () { return std::fgetc (m_file); }

private:
  FILE *m_file;
};

int
use_raw_header (const char *name)
{
  raw_header h (name);
  return h.next ();
}

class closed_header
{
public:
  explicit closed_header (const char *name) : m_file (std::fopen (name, "r"))
  {
    if (!m_file)
      throw std::runtime_error ("cannot open");
    if (std::fgetc (m_file) != 'H')
      {
	std::fclose (m_file);
	throw std::runtime_error ("no header");
      }
  }
  ~closed_header () { std::fclose (m_file); }
  closed_header (const closed_header &) = delete;
  closed_header &operator= (const closed_header &) = delete;
  int next () { return std::fgetc (m_file); }

private:
  FILE *m_file;
};

int
clean_closed_header (const char *name)
{
  closed_header h (name);
  work (1);
  return h.next ();
}

/* A delegating constructor: once the target constructor is done, the
   destructor runs when the rest throws.  */

class delegating
{
public:
  delegating () : m_buffer (nullptr), m_size (0) {}
  explicit delegating (int size) : delegating ()
  {
    m_buffer = new int[size];
    m_size = size;
    work (size);
  }
  ~delegating () { delete[] m_buffer; }
  delegating (const delegating &) = delete;
  delegating &operator= (const delegating &) = delete;
  int size () const { return m_size; }

private:
  int *m_buffer;
  int m_size;
};

int
clean_delegating (int n)
{
  delegating d (n);
  return d.size ();
}

class not_delegating
{
public:
  not_delegating () : m_buffer (nullptr), m_size (0) {}
  explicit not_delegating (int size) : m_buffer (nullptr), m_size (size)
  {
    m_buffer = new int[size];
  /* { dg-warning "the array .* might not be deleted" "" { target *-*-* } .-1 } */
    work (size);
  }
  ~not_delegating () { delete[] m_buffer; }
  not_delegating (const not_delegating &) = delete;
  not_delegating &operator= (const not_delegating &) = delete;
  int size () const { return m_size; }

private:
  int *m_buffer;
  int m_size;
};

int
use_not_delegating (int n)
{
  not_delegating d (n);
  return d.size ();
}

/* Two raw members: the second acquisition fails.  */

class pipe_pair
{
public:
  pipe_pair (const char *a, const char *b)
  {
    m_in = open (a, O_RDONLY);
  /* { dg-warning "the file .* might not be closed" "" { target *-*-* } .-1 } */
    if (m_in < 0)
      throw std::runtime_error (a);
    m_out = open (b, O_WRONLY);
    if (m_out < 0)
      throw std::runtime_error (b);
  }
  ~pipe_pair ()
  {
    close (m_in);
    close (m_out);
  }
  pipe_pair (const pipe_pair &) = delete;
  int in () const { return m_in; }

private:
  int m_in, m_out;
};

int
use_pipe_pair ()
{
  pipe_pair p ("a", "b");
  return p.in ();
}

class descriptor
{
public:
  descriptor () = default;
  explicit descriptor (int fd) noexcept : m_fd (fd) {}
  descriptor (descriptor &&o) noexcept : m_fd (std::exchange (o.m_fd, -1)) {}
  descriptor &operator= (descriptor &&o) noexcept
  {
    if (this != &o)
      {
	reset ();
	m_fd = std::exchange (o.m_fd, -1);
      }
    return *this;
  }
  ~descriptor () { reset (); }
  void reset (int fd = -1) noexcept
  {
    if (m_fd >= 0)
      close (m_fd);
    m_fd = fd;
  }
  int get () const noexcept { return m_fd; }
  int release () noexcept { return std::exchange (m_fd, -1); }
  explicit operator bool () const noexcept { return m_fd >= 0; }

private:
  int m_fd = -1;
};

class safe_pair
{
public:
  safe_pair (const char *a, const char *b)
    : m_in (open (a, O_RDONLY)), m_out (open (b, O_WRONLY))
  {
    if (!m_in || !m_out)
      throw std::runtime_error ("cannot open");
    work (m_in.get ());
  }
  int in () const { return m_in.get (); }

private:
  descriptor m_in, m_out;
};

int
clean_safe_pair ()
{
  safe_pair p ("a", "b");
  work (p.in ());
  return 0;
}

int
clean_descriptor_moved (const char *name)
{
  descriptor a (open (name, O_RDONLY));
  descriptor b = std::move (a);
  work (b.get ());
  a = std::move (b);
  return a ? 0 : -1;
}

int
leak_descriptor_released (const char *name)
{
  descriptor a (open (name, O_RDONLY)); /* { dg-warning "is never closed" } */
  if (!a)
    return -1;
  int fd = a.release ();
  return measure (fd);
}

int
clean_descriptor_released (const char *name)
{
  descriptor a (open (name, O_RDONLY));
  if (!a)
    return -1;
  int fd = a.release ();
  int n = measure (fd);
  close (fd);
  return n;
}

/* Assignment.  */

class text
{
public:
  text () : m_data (nullptr) {}
  explicit text (const char *s) : m_data (strdup (s)) {}
  ~text () { std::free (m_data); }
  text (const text &o) : m_data (o.m_data ? strdup (o.m_data) : nullptr) {}
  text &operator= (const text &o)
  {
    if (this != &o)
      {
	std::free (m_data);
	m_data = o.m_data ? strdup (o.m_data) : nullptr;
      }
    return *this;
  }
  const char *get () const { return m_data; }

private:
  char *m_data;
};

const char *
clean_text_assigned (text &t)
{
  t = text ("a");
  t = text ("b");
  return t.get ();
}

class sloppy_text
{
public:
  sloppy_text () : m_data (nullptr) {}
  ~sloppy_text () { std::free (m_data); }
  sloppy_text (const sloppy_text &) = delete;
  sloppy_text &operator= (const sloppy_text &) = delete;
  void set (const char *s) { m_data = strdup (s); }
  const char *get () const { return m_data; }

private:
  char *m_data;
};

std::size_t
use_sloppy_text ()
{
  sloppy_text t;
  t.set ("one"); /* { dg-warning "'t' is never freed" } */
  t.set ("two");
  return t.get () ? 1 : 0;
}

/* Only a virtual destructor lets the derived class release.  */

struct plain_base
{
  int x = 0;
  ~plain_base () {}
};

struct plain_derived : plain_base
{
  plain_derived () : buffer (new char[64]) {}
  ~plain_derived () { delete[] buffer; }
  char *buffer;
};

void
leak_no_virtual_destructor ()
{
  plain_base *b = new plain_derived;
  /* { dg-warning "the array .* is never deleted" "" { target *-*-* } .-1 } */
  b->x = 1;
  delete b;
}

struct polite_base
{
  virtual ~polite_base () {}
  virtual int run (int) noexcept { return 0; }
};

struct polite_derived : polite_base
{
  polite_derived () : buffer (new char[64]) {}
  polite_derived (const polite_derived &) = delete;
  ~polite_derived () override { delete[] buffer; }
  int run (int n) noexcept override { return buffer[n & 63]; }
  char *buffer;
};

int
clean_virtual_destructor (int n)
{
  polite_base *b = new polite_derived;
  int r = b->run (n);
  delete b;
  return r;
}

int
leak_virtual_destructor_not_called (int n)
{
  polite_base *b = new polite_derived; /* { dg-warning "'b' might not be deleted" } */
  if (n < 0)
    return -1;
  int r = b->run (n);
  delete b;
  return r;
}

int
clean_base_in_unique_ptr (int n)
{
  std::unique_ptr<polite_base> b (new polite_derived);
  work (n);
  return b->run (n);
}

/* A class with two phases.  */

class connection
{
public:
  connection () = default;
  ~connection () { stop (); }
  connection (const connection &) = delete;
  bool start (const char *name)
  {
    stop ();
    m_log = std::fopen (name, "a");
    return m_log != nullptr;
  }
  void stop ()
  {
    if (m_log)
      {
	std::fclose (m_log);
	m_log = nullptr;
      }
  }
  void say (const char *s) { if (m_log) std::fputs (s, m_log); }

private:
  FILE *m_log = nullptr;
};

void
clean_two_phases ()
{
  connection c;
  if (c.start ("x"))
    c.say ("hello");
  work (1);
  c.start ("y");
}

class phases_without_end
{
public:
  bool start (const char *name)
  {
    m_log = std::fopen (name, "a");
    return m_log != nullptr;
  }
  void say (const char *s) { std::fputs (s, m_log); }
  void stop () { std::fclose (m_log); }

private:
  FILE *m_log = nullptr;
};

void
leak_phases_not_stopped (int n)
{
  phases_without_end c;
  if (!c.start ("x")) /* { dg-warning "'c.m_log' might not be closed" } */
    return;
  c.say ("hello");
  if (n > 3)
    return;
  c.stop ();
}

void
clean_phases_stopped (int n)
{
  phases_without_end c;
  if (!c.start ("x"))
    return;
  if (n > 3)
    c.say ("hello");
  c.stop ();
}

/* Function try blocks.  */

class tried
{
public:
  explicit tried (const char *name)
  try : m_size (measure (1))
  {
    m_file = std::fopen (name, "r");
    if (!m_file)
      throw std::runtime_error (name);
    work (m_size);
  }
  catch (...)
  {
    if (m_file)
      std::fclose (m_file);
  }
  ~tried () { std::fclose (m_file); }
  tried (const tried &) = delete;

private:
  FILE *m_file = nullptr;
  int m_size;
};

void
clean_function_try_block (const char *name)
{
  tried t (name);
  work (2);
}

class tried_badly
{
public:
  explicit tried_badly (const char *name)
  try : m_size (measure (1))
  {
    m_file = std::fopen (name, "r");
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
    if (!m_file)
      throw std::runtime_error (name);
    work (m_size);
  }
  catch (...)
  {
    std::fputs ("failed", stderr);
  }
  ~tried_badly () { std::fclose (m_file); }
  tried_badly (const tried_badly &) = delete;

private:
  FILE *m_file = nullptr;
  int m_size;
};

void
use_tried_badly (const char *name)
{
  tried_badly t (name);
}

/* A member that owns is built before the one that throws.  */

class thrower
{
public:
  explicit thrower (int n) { if (n < 0) throw std::invalid_argument ("n"); }
};

class members_in_order
{
public:
  members_in_order (const char *name, int n)
    : m_fd (open (name, O_RDONLY)), m_thrower (n) {}

private:
  descriptor m_fd;
  thrower m_thrower;
};

void
clean_members_in_order (int n)
{
  members_in_order m ("x", n);
}

class raw_members_in_order
{
public:
  raw_members_in_order (const char *name, int n)
    : m_fd (open (name, O_RDONLY)), m_thrower (n) {}
  /* { dg-warning "the file .* might not be closed" "" { target *-*-* } .-1 } */
  ~raw_members_in_order () { if (m_fd >= 0) close (m_fd); }

private:
  int m_fd;
  thrower m_thrower;
};

void
use_raw_members_in_order (int n)
{
  raw_members_in_order m ("x", n);
}

/* An argument that is new, before another argument throws.  */

struct node
{
  int value;
  explicit node (int v) : value (v) {}
};

int check (int);

class tree
{
public:
  tree () : m_root (nullptr) {}
  ~tree () { delete m_root; }
  tree (const tree &) = delete;
  void set (node *n) { delete m_root; m_root = n; }
  void replace (int v)
  {
    node *n = new node (v);
    delete m_root;
    m_root = n;
  }
  void replace_badly (int v)
  {
    node *n = new node (v); /* { dg-warning "'n' might not be deleted" } */
    work (v);
    delete m_root;
    m_root = n;
  }

private:
  node *m_root;
};

void
clean_tree (int v)
{
  tree t;
  t.set (new node (v));
  t.replace (v + 1);
  work (v);
}

void
use_tree_badly (int v)
{
  tree t;
  t.replace_badly (v);
}

/* The destructor is forgotten.  */

class forgetful
{
public:
  explicit forgetful (std::size_t n) : m_words (new int[n]) {}
  int first () const { return m_words[0]; }

private:
  int *m_words;
};

int
leak_forgetful ()
{
  forgetful f (10); /* { dg-warning "'f' is never deleted" } */
  return f.first ();
}

/* Copy and swap.  */

class swapper
{
public:
  explicit swapper (std::size_t n) : m_p (new int[n] ()), m_n (n) {}
  swapper (const swapper &o) : m_p (new int[o.m_n]), m_n (o.m_n)
  {
    std::memcpy (m_p, o.m_p, m_n * sizeof *m_p);
  }
  swapper &operator= (swapper o) noexcept
  {
    std::swap (m_p, o.m_p);
    std::swap (m_n, o.m_n);
    return *this;
  }
  ~swapper () { delete[] m_p; }
  int sum () const noexcept
  {
    int s = 0;
    for (std::size_t i = 0; i < m_n; i++)
      s += m_p[i];
    return s;
  }

private:
  int *m_p;
  std::size_t m_n;
};

int
clean_copy_and_swap ()
{
  swapper a (3), b (4);
  a = b;
  work (a.sum ());
  b = swapper (5);
  return b.sum ();
}

class assigns_badly
{
public:
  assigns_badly () : m_p (new int[4]) {}
  assigns_badly (const assigns_badly &) = delete;
  assigns_badly &operator= (const assigns_badly &o)
  {
    m_p = new int[4]; /* { dg-warning "might not be deleted" } */
    std::memcpy (m_p, o.m_p, 4 * sizeof *m_p);
    return *this;
  }
  ~assigns_badly () { delete[] m_p; }

private:
  int *m_p;
};

void
use_assigns_badly ()
{
  assigns_badly a, b; /* { dg-warning "'a' is never deleted" } */
  a = b;
}

/* Placement: the destructor is called by hand.  */

int
clean_placement (const char *name)
{
  alignas (connection) unsigned char room[sizeof (connection)];
  connection *c = new (room) connection;
  c->start (name);
  c->say ("x");
  c->~connection ();
  return 0;
}

int
leak_placement (const char *name)
{
  alignas (descriptor) unsigned char room[sizeof (descriptor)];
  descriptor *c = new (room) descriptor (open (name, O_RDONLY)); /* { dg-warning "is never closed" } */
  return measure (c->get ());
}

/* A factory that checks.  */

static std::unique_ptr<connection>
make_connection (const char *name)
{
  auto c = std::make_unique<connection> ();
  if (!c->start (name))
    return nullptr;
  return c;
}

int
clean_factory (const char *name)
{
  auto c = make_connection (name);
  if (!c)
    return -1;
  c->say ("x");
  work (1);
  return 0;
}

static connection *
make_raw_connection (const char *name)
{
  connection *c = new connection;
  if (!c->start (name))
    {
      delete c;
      return nullptr;
    }
  return c;
}

int
leak_raw_factory (const char *name)
{
  connection *c = make_raw_connection (name); /* { dg-warning "'c' might not be deleted" } */
  if (!c)
    return -1;
  c->say ("x");
  work (1);
  delete c;
  return 0;
}

int
clean_raw_factory (const char *name)
{
  connection *c = make_raw_connection (name);
  if (!c)
    return -1;
  c->say ("x");
  delete c;
  return 0;
}
