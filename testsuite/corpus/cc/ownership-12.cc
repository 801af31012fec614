/* Corpus, ownership: classes that own, moves, virtual destructors, scope
   guards, attributes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

int consult (int);
int consult_quietly (int) noexcept;

/* The usual descriptor class.  */
class fd_owner
{
public:
  fd_owner () noexcept = default;
  explicit fd_owner (int fd) noexcept : fd_ (fd) {}
  fd_owner (fd_owner &&o) noexcept : fd_ (std::exchange (o.fd_, -1)) {}
  fd_owner &operator= (fd_owner &&o) noexcept
  {
    fd_owner tmp (std::move (o));
    swap (tmp);
    return *this;
  }
  fd_owner (const fd_owner &) = delete;
  fd_owner &operator= (const fd_owner &) = delete;
  ~fd_owner () { reset (); }
  void swap (fd_owner &o) noexcept { std::swap (fd_, o.fd_); }
  void reset (int fd = -1) noexcept
  {
    if (fd_ >= 0)
      ::close (fd_);
    fd_ = fd;
  }
  int release () noexcept { return std::exchange (fd_, -1); }
  int get () const noexcept { return fd_; }
  explicit operator bool () const noexcept { return fd_ >= 0; }

private:
  int fd_ = -1;
};

int
clean_owner (const char *path)
{
  fd_owner fd (::open (path, O_RDONLY));
  if (!fd)
    return -1;
  char c;
  if (::read (fd.get (), &c, 1) != 1)
    return consult (-2);
  return c;
}

int
leak_owner_released (const char *path)
{
  fd_owner fd (::open (path, O_RDONLY));
  /* { dg-warning "the file descriptor opened by 'open' might not be closed" "" { target *-*-* } .-1 } */
  if (!fd)
    return -1;
  char c;
  int raw = fd.release ();
  if (::read (raw, &c, 1) != 1)
    return -2;
  ::close (raw);
  return c;
}

int
clean_owner_released (const char *path)
{
  fd_owner fd (::open (path, O_RDONLY));
  if (!fd)
    return -1;
  return fd.release ();
}

int
clean_owner_moved (const char *path)
{
  fd_owner a (::open (path, O_RDONLY));
  fd_owner b (std::move (a));
  fd_owner c;
  c = std::move (b);
  if (!c)
    return -1;
  return consult (c.get ());
}

int
clean_owner_reset (const char *path)
{
  fd_owner a (::open (path, O_RDONLY));
  a.reset (::open (path, O_WRONLY));
  a.reset ();
  a = fd_owner (::open (path, O_RDWR));
  return a.get ();
}

fd_owner
clean_owner_returned (const char *path)
{
  fd_owner a (::open (path, O_RDONLY));
  if (!a)
    throw std::runtime_error (path);
  if (consult (1) < 0)
    return fd_owner ();
  return a;
}

int
clean_owner_of_returned (const char *path)
{
  fd_owner a = clean_owner_returned (path);
  return consult (a.get ());
}

/* A class whose destructor closes only one of two.  */
class half_owner
{
public:
  half_owner (const char *a, const char *b)
    : in_ (std::fopen (a, "r")), out_ (std::fopen (b, "w"))
  {
  }
  ~half_owner ()
  {
    if (in_)
      std::fclose (in_);
  }
  bool ok () const { return in_ && out_; }

private:
  FILE *in_, *out_;
};

bool
leak_half_owner (const char *a, const char *b)
{
  half_owner h (a, b);
  /* { dg-warning "the stream opened by 'half_owner::half_owner' is never closed" "" { target *-*-* } .-1 } */
  return h.ok ();
}

/* A setter that overwrites what is held.  */
class log_sink
{
public:
  log_sink () = default;
  ~log_sink () { close (); }
  log_sink (const log_sink &) = delete;
  log_sink &operator= (const log_sink &) = delete;
  bool open_badly (const char *path)
  {
    file_ = std::fopen (path, "a"); 
    return file_ != nullptr;
  }
  bool open (const char *path)
  {
    close ();
    file_ = std::fopen (path, "a");
    return file_ != nullptr;
  }
  void close ()
  {
    if (file_)
      std::fclose (file_);
    file_ = nullptr;
  }

private:
  FILE *file_ = nullptr;
};

bool
leak_opened_twice (const char *a, const char *b)
{
  log_sink s;
  if (!s.open_badly (a)) /* { dg-warning "'s.file_' is never closed" } */
    return false;
  return s.open_badly (b);
}

bool
clean_opened_twice (const char *a, const char *b)
{
  log_sink s;
  if (!s.open (a))
    return false;
  return s.open (b);
}

/* Assignment that forgets what the left side held.  */
class careless
{
public:
  explicit careless (const char *text) : text_ (::strdup (text)) {}
  ~careless () { std::free (text_); }
  careless (const careless &o) : text_ (::strdup (o.text_)) {}
  careless &operator= (const careless &o)
  {
    text_ = ::strdup (o.text_); /* { dg-warning "might not be freed" } */
    return *this;
  }
  char first () const { return text_ ? text_[0] : 0; }

private:
  char *text_;
};

char
leak_assigned ()
{
  careless a ("one"); /* { dg-warning "'a' is never freed" } */
  careless b ("two");
  a = b;
  return a.first ();
}

class careful
{
public:
  explicit careful (const char *text) : text_ (::strdup (text)) {}
  ~careful () { std::free (text_); }
  careful (const careful &o) : text_ (::strdup (o.text_)) {}
  careful &operator= (careful o)
  {
    std::swap (text_, o.text_);
    return *this;
  }
  char first () const { return text_ ? text_[0] : 0; }

private:
  char *text_;
};

char
clean_assigned ()
{
  careful a ("one");
  careful b ("two");
  a = b;
  b = careful ("three");
  return a.first () + b.first ();
}

/* Virtual destructors.  */
struct shape
{
  virtual double area () const noexcept = 0;
};

struct named_shape : shape
{
  explicit named_shape (const char *n) : name (::strdup (n)) {}
  ~named_shape () { std::free (name); }
  double area () const noexcept override { return 1; }
  char *name;
};

struct proper_shape
{
  virtual ~proper_shape () = default;
  virtual double area () const noexcept = 0;
};

struct proper_named : proper_shape
{
  explicit proper_named (const char *n) : name (::strdup (n)) {}
  ~proper_named () override { std::free (name); }
  double area () const noexcept override { return 2; }
  char *name;
};

double
clean_virtual (const char *n)
{
  proper_shape *s = new proper_named (n);
  double a = s->area ();
  delete s;
  return a;
}

double
leak_virtual_object (const char *n)
{
  proper_shape *s = new proper_named (n); /* { dg-warning "'s' is never deleted" } */
  double a = s->area ();
  return a;
}

double
clean_virtual_unique (const char *n)
{
  std::unique_ptr<proper_shape> s (new proper_named (n));
  return s->area ();
}

/* Scope guards.  */
template <class F>
class scope_exit
{
public:
  explicit scope_exit (F f) : f_ (std::move (f)) {}
  ~scope_exit () { if (armed_) f_ (); }
  scope_exit (const scope_exit &) = delete;
  void dismiss () noexcept { armed_ = false; }

private:
  F f_;
  bool armed_ = true;
};

int
clean_guard (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  scope_exit guard ([&] { std::fclose (f); });
  if (std::fgetc (f) == EOF)
    return -1;
  return consult (1);
}

int
leak_guard_dismissed (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  scope_exit guard ([&] { std::fclose (f); });
  if (std::fgetc (f) == EOF)
    {
      guard.dismiss ();
      return -1;
    }
  return 0;
}

FILE *
clean_guard_dismissed (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return nullptr;
  scope_exit guard ([&] { std::fclose (f); });
  if (std::fgetc (f) == EOF)
    return nullptr;
  consult (1);
  guard.dismiss ();
  return f;
}

int
leak_before_guard (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n = consult (1);
  scope_exit guard ([&] { std::fclose (f); });
  return n + std::fgetc (f);
}

/* Members that own: the constructor throws after one has it.  */
class connection
{
public:
  connection (int domain) : socket_ (::socket (domain, SOCK_STREAM, 0))
  {
    if (!socket_)
      throw std::runtime_error ("socket");
    consult (socket_.get ());
  }

private:
  fd_owner socket_;
};

class raw_connection
{
public:
  raw_connection (int domain)
  {
    socket_ = ::socket (domain, SOCK_STREAM, 0);
  /* { dg-warning "the file descriptor opened by 'socket' might not be closed" "" { target *-*-* } .-1 } */
    if (socket_ < 0)
      throw std::runtime_error ("socket");
    consult (1);
  }
  ~raw_connection () { ::close (socket_); }

private:
  int socket_;
};

void
clean_connection ()
{
  connection c (AF_INET);
}

void
use_raw_connection ()
{
  raw_connection c (AF_INET);
}

/* Derived from an owner.  */
class named_fd : public fd_owner
{
public:
  named_fd (const char *path) : fd_owner (::open (path, O_RDONLY)), name_ (path) {}
  const std::string &name () const { return name_; }

private:
  std::string name_;
};

int
clean_derived_owner (const char *path)
{
  named_fd f (path);
  return f ? consult (f.get ()) : 0;
}

/* An owner by pointer, never deleted.  */
int
leak_owner_object (const char *path)
{
  fd_owner *f = new fd_owner (::open (path, O_RDONLY)); /* { dg-warning "'f' is never deleted" } */
  return f->get ();
}

int
clean_owner_object (const char *path)
{
  fd_owner *f = new fd_owner (::open (path, O_RDONLY));
  int r = f->get ();
  delete f;
  return r;
}

/* A pimpl.  */
class widget
{
public:
  widget () : impl_ (new impl) { impl_->file = std::tmpfile (); }
  ~widget ()
  {
    if (impl_->file)
      std::fclose (impl_->file);
    delete impl_;
  }
  widget (const widget &) = delete;
  bool good () const { return impl_->file != nullptr; }

private:
  struct impl { FILE *file; int count = 0; };
  impl *impl_;
};

bool
clean_pimpl ()
{
  widget w;
  return w.good ();
}

class leaky_widget
{
public:
  leaky_widget () : impl_ (new impl) { impl_->file = std::tmpfile (); }
  ~leaky_widget () { delete impl_; }
  leaky_widget (const leaky_widget &) = delete;
  bool good () const { return impl_->file != nullptr; }

private:
  struct impl { FILE *file; int count = 0; };
  impl *impl_;
};

bool
leak_pimpl ()
{
  leaky_widget w;
  return w.good ();
}

/* References and out-parameters.  */
bool
open_into (const char *path, FILE *&out)
{
  out = std::fopen (path, "r");
  return out != nullptr;
}

int
leak_out_reference (const char *path)
{
  FILE *f;
  if (!open_into (path, f)) /* { dg-warning "'f' is never closed" } */
    return -1;
  return std::fgetc (f);
}

int
clean_out_reference (const char *path)
{
  FILE *f;
  if (!open_into (path, f))
    return -1;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

static void
close_and_clear (FILE *&f)
{
  if (f)
    std::fclose (f);
  f = nullptr;
}

int
clean_closed_by_reference (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  int c = std::fgetc (f);
  close_and_clear (f);
  return c;
}

/* Attributes.  */
struct handle;
[[leakcheck::acquire ("handle")]] handle *make_handle () noexcept;
void drop_handle ([[leakcheck::release ("handle")]] handle *) noexcept;

/* Linked list of raw nodes, freed at the end.  */
struct node { int v; node *next; };

int
clean_list (int n)
{
  node *head = nullptr;
  for (int i = 0; i < n; i++)
    head = new node { i, head };
  int sum = 0;
  while (head)
    {
      node *next = head->next;
      sum += head->v;
      delete head;
      head = next;
    }
  return sum;
}

int
leak_list_first (int n)
{
  node *head = new node { 0, nullptr }; /* { dg-warning "'head' is never deleted" } */
  int sum = 0;
  for (int i = 1; i < n; i++)
    sum += i;
  head = head->next;
  return sum;
}

/* Singletons are for ever.  */
std::vector<int> &
clean_singleton ()
{
  static std::vector<int> *all = new std::vector<int>;
  return *all;
}

FILE *
clean_static_file ()
{
  static FILE *log = std::fopen ("/dev/null", "w");
  return log;
}

/* A class with a close method and no destructor.  */
class manual
{
public:
  bool open (const char *path)
  {
    fd_ = ::open (path, O_RDONLY);
    return fd_ >= 0;
  }
  void close ()
  {
    if (fd_ >= 0)
      ::close (fd_);
    fd_ = -1;
  }
  int fd () const { return fd_; }

private:
  int fd_ = -1;
};

int
leak_manual (const char *path)
{
  manual m;
  if (!m.open (path)) /* { dg-warning "'m.fd_' is never closed" } */
    return -1;
  char c;
  return ::read (m.fd (), &c, 1) == 1 ? c : -1;
}

int
clean_manual (const char *path)
{
  manual m;
  if (!m.open (path))
    return -1;
  char c;
  int r = ::read (m.fd (), &c, 1) == 1 ? c : -1;
  m.close ();
  return r;
}
