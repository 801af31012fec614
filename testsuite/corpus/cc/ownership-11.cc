/* Corpus, ownership: classes that own, and some that only seem to:
   constructors that throw, bases, placement, members, structured bindings.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <dirent.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/* ---- A descriptor owner, as everybody writes it.  ---- */

class unique_fd
{
public:
  unique_fd () : fd_ (-1) {}
  explicit unique_fd (int fd) : fd_ (fd) {}
  unique_fd (const unique_fd &) = delete;
  unique_fd &operator= (const unique_fd &) = delete;
  unique_fd (unique_fd &&other) noexcept : fd_ (other.release ()) {}
  unique_fd &operator= (unique_fd &&other) noexcept
  {
    reset (other.release ());
    return *this;
  }
  ~unique_fd () { reset (); }
  int get () const { return fd_; }
  int release () { int r = fd_; fd_ = -1; return r; }
  void reset (int fd = -1)
  {
    if (fd_ >= 0)
      ::close (fd_);
    fd_ = fd;
  }
  bool ok () const { return fd_ >= 0; }
private:
  int fd_;
};

ssize_t
clean_read_all (const char *path, char *buffer, size_t size)
{
  unique_fd fd (open (path, O_RDONLY));
  if (!fd.ok ())
    return -1;
  size_t done = 0;
  while (done < size)
    {
      ssize_t n = read (fd.get (), buffer + done, size - done);
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      done += n;
    }
  return done;
}

int
leak_released_then_checked (const char *path)
{
  unique_fd fd (open (path, O_RDONLY));
  /* { dg-warning "the file descriptor opened by 'open' might not be closed" "" { target *-*-* } .-1 } */
  if (!fd.ok ())
    return -1;
  int raw = fd.release ();
  if (lseek (raw, 0, SEEK_END) < 0)
    return -1;
  close (raw);
  return 0;
}

int
clean_released_then_closed (const char *path)
{
  unique_fd fd (open (path, O_RDONLY));
  if (!fd.ok ())
    return -1;
  int raw = fd.release ();
  off_t end = lseek (raw, 0, SEEK_END);
  close (raw);
  return end < 0 ? -1 : 0;
}

unique_fd
clean_returned_owner (const char *path)
{
  unique_fd fd (open (path, O_RDONLY));
  if (fd.ok ())
    fcntl (fd.get (), F_SETFD, FD_CLOEXEC);
  return fd;
}

int
clean_move_assigned (const char *a, const char *b)
{
  unique_fd fd (open (a, O_RDONLY));
  if (!fd.ok ())
    fd = unique_fd (open (b, O_RDONLY));
  char c;
  return fd.ok () && read (fd.get (), &c, 1) == 1 ? c : -1;
}

/* ---- Like it, but assignment forgets.  ---- */

class careless_fd
{
public:
  explicit careless_fd (int fd) : fd_ (fd) {}
  careless_fd (careless_fd &&other) : fd_ (other.fd_) { other.fd_ = -1; }
  careless_fd (const careless_fd &) = delete;
  ~careless_fd () { if (fd_ >= 0) ::close (fd_); }
  void set (int fd) { fd_ = fd; }
  int get () const { return fd_; }
private:
  int fd_;
};

int
leak_set_over (const char *a, const char *b)
{
  careless_fd fd (open (a, O_RDONLY));
  /* { dg-warning "the file descriptor opened by 'open' might not be closed" "" { target *-*-* } .-1 } */
  char c;
  if (read (fd.get (), &c, 1) != 1)
    fd.set (open (b, O_RDONLY));
  return fd.get ();
}

int
clean_set_first (const char *a)
{
  careless_fd fd (-1);
  fd.set (open (a, O_RDONLY));
  char c;
  return read (fd.get (), &c, 1);
}

/* ---- Classes that open in the constructor.  ---- */

class mapped_file
{
public:
  explicit mapped_file (const char *path);
  ~mapped_file ();
  mapped_file (const mapped_file &) = delete;
  const char *data () const { return static_cast<const char *> (base_); }
  size_t size () const { return size_; }
private:
  void *base_ = nullptr;
  size_t size_ = 0;
};

mapped_file::mapped_file (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    throw std::runtime_error ("cannot open");
  off_t end = lseek (fd, 0, SEEK_END);
  if (end < 0)
    {
      close (fd);
      throw std::runtime_error ("cannot seek");
    }
  size_ = end;
  base_ = mmap (nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (base_ == MAP_FAILED)
    throw std::runtime_error ("cannot map");
}

mapped_file::~mapped_file ()
{
  munmap (base_, size_);
}

size_t
clean_count_lines (const char *path)
{
  mapped_file f (path);
  size_t n = 0;
  for (size_t i = 0; i < f.size (); i++)
    if (f.data ()[i] == '\n')
      n++;
  return n;
}

class mapped_leaky
{
public:
  explicit mapped_leaky (const char *path)
  {
    int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
    if (fd < 0)
      throw std::runtime_error ("cannot open");
    off_t end = lseek (fd, 0, SEEK_END);
    if (end < 0)
      throw std::runtime_error ("cannot seek");
    size_ = end;
    base_ = mmap (nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
    close (fd);
    if (base_ == MAP_FAILED)
      throw std::runtime_error ("cannot map");
  }
  ~mapped_leaky () { munmap (base_, size_); }
  size_t size () const { return size_; }
private:
  void *base_;
  size_t size_;
};

size_t
use_mapped_leaky (const char *path)
{
  mapped_leaky m (path);
  return m.size ();
}

/* ---- Member objects own what the body does not.  ---- */

class two_files
{
public:
  two_files (const char *a, const char *b)
    : in_ (open (a, O_RDONLY)), out_ (open (b, O_WRONLY))
  {
    if (!in_.ok () || !out_.ok ())
      throw std::runtime_error ("cannot open");
  }
  int in () const { return in_.get (); }
private:
  unique_fd in_, out_;
};

int
clean_two_files (const char *a, const char *b)
{
  two_files f (a, b);
  return f.in ();
}

class half_raw
{
public:
  half_raw (const char *a, const char *b)
    : in_ (open (a, O_RDONLY)), buffer_ (new char[4096])
  /* { dg-warning "the array created by 'operator new ..' might not be deleted" "" { target *-*-* } .-1 } */
  {
    out_.reset (open (b, O_WRONLY));
    if (!out_.ok ())
      throw std::runtime_error ("cannot open");
  }
  ~half_raw () { delete[] buffer_; }
  char *buffer () { return buffer_; }
private:
  unique_fd in_, out_;
  char *buffer_;
};

char
use_half_raw (const char *a, const char *b)
{
  half_raw h (a, b);
  return h.buffer ()[0];
}

/* ---- Bases.  ---- */

class stream_base
{
public:
  explicit stream_base (const char *path) : file_ (fopen (path, "r")) {}
  virtual ~stream_base () { if (file_) fclose (file_); }
  virtual int next () = 0;
protected:
  FILE *file_;
};

class byte_stream : public stream_base
{
public:
  using stream_base::stream_base;
  int next () override { return file_ ? fgetc (file_) : EOF; }
};

int
clean_derived (const char *path)
{
  byte_stream s (path);
  return s.next ();
}

int
clean_derived_heap (const char *path)
{
  stream_base *s = new byte_stream (path);
  int c = s->next ();
  delete s;
  return c;
}

int
leak_derived_heap (const char *path)
{
  stream_base *s = new byte_stream (path); /* { dg-warning "'s' might not be deleted" } */
  int c = s->next ();
  if (c == EOF)
    return -1;
  delete s;
  return c;
}

struct plain_base
{
  int kind = 0;
};

struct plain_holder : plain_base
{
  FILE *log = nullptr;
  ~plain_holder () { if (log) fclose (log); }
};

struct left_part { virtual ~left_part () {} int l = 1; };
struct right_part { virtual ~right_part () {} int r = 2; };
struct both_parts : left_part, right_part { std::string text; };

int
clean_second_base ()
{
  both_parts *b = new both_parts;
  right_part *r = b;
  int n = r->r;
  delete r;
  return n;
}

int
leak_second_base (int limit)
{
  right_part *r = new both_parts;
  /* { dg-warning "the object created by 'operator new' might not be deleted" "" { target *-*-* } .-1 } */
  if (r->r > limit)
    return r->r;
  delete r;
  return 0;
}

struct virtual_top { int fd = -1; virtual ~virtual_top () { if (fd >= 0) close (fd); } };
struct virtual_left : virtual virtual_top { };
struct virtual_right : virtual virtual_top { };
struct virtual_bottom : virtual_left, virtual_right
{
  explicit virtual_bottom (const char *p) { fd = open (p, O_RDONLY); }
};

int
clean_virtual_base (const char *path)
{
  virtual_bottom b (path);
  char c;
  return b.fd >= 0 && read (b.fd, &c, 1) == 1;
}

int
clean_downcast (stream_base *given, const char *path)
{
  std::unique_ptr<stream_base> own;
  if (!given)
    {
      own.reset (new byte_stream (path));
      given = own.get ();
    }
  if (byte_stream *b = dynamic_cast<byte_stream *> (given))
    return b->next ();
  return -1;
}

int
leak_downcast_fails (const char *path)
{
  stream_base *s = new byte_stream (path); /* { dg-warning "'s' (might not be|is never) deleted" } */
  if (byte_stream *b = dynamic_cast<byte_stream *> (s))
    {
      int c = b->next ();
      return c;
    }
  delete s;
  return 0;
}

/* ---- Methods that open and close.  ---- */

class journal
{
public:
  ~journal () { close_file (); }
  bool open_file (const char *path)
  {
    close_file ();
    file_ = fopen (path, "a");
    return file_ != nullptr;
  }
  void close_file ()
  {
    if (file_)
      {
        fclose (file_);
        file_ = nullptr;
      }
  }
  void line (const char *text) { if (file_) fprintf (file_, "%s\n", text); }
private:
  FILE *file_ = nullptr;
};

void
clean_journal (const char *path)
{
  journal j;
  if (j.open_file (path))
    j.line ("begin");
  if (j.open_file (path))
    j.line ("end");
}

class journal_bad
{
public:
  ~journal_bad () { }
  bool open_file (const char *path)
  {
    file_ = fopen (path, "a");
    return file_ != nullptr;
  }
  void close_file ()
  {
    if (file_)
      fclose (file_);
    file_ = nullptr;
  }
  int put (int c) { return fputc (c, file_); }
private:
  FILE *file_ = nullptr;
};

void
leak_journal_early (const char *path)
{
  journal_bad j;
  if (!j.open_file (path)) /* { dg-warning "'j.file_' might not be closed" } */
    return;
  if (j.put ('x') == EOF)
    return;
  j.close_file ();
}

void
clean_journal_all (const char *path)
{
  journal_bad j;
  if (!j.open_file (path))
    return;
  j.put ('x');
  j.close_file ();
}

/* ---- Class-specific allocation, placement.  ---- */

class pooled
{
public:
  static void *operator new (size_t n)
  {
    void *p = malloc (n);
    if (!p)
      throw std::bad_alloc ();
    return p;
  }
  static void operator delete (void *p) { free (p); }
  int value = 0;
};

int
clean_pooled ()
{
  pooled *p = new pooled;
  int v = p->value;
  delete p;
  return v;
}

int
leak_pooled (int limit)
{
  pooled *p = new pooled; /* { dg-warning "'p' might not be freed" } */
  if (p->value > limit)
    return -1;
  int v = p->value;
  delete p;
  return v;
}

int
clean_placement ()
{
  alignas (both_parts) unsigned char room[sizeof (both_parts)];
  both_parts *b = new (room) both_parts;
  int n = b->r;
  b->~both_parts ();
  return n;
}

int
clean_placement_heap ()
{
  void *room = malloc (sizeof (both_parts));
  if (!room)
    return -1;
  both_parts *b = new (room) both_parts;
  int n = b->l;
  b->~both_parts ();
  free (room);
  return n;
}

int
leak_placement_heap (int limit)
{
  void *room = malloc (sizeof (both_parts)); /* { dg-warning "'room' might not be freed" } */
  if (!room)
    return -1;
  both_parts *b = new (room) both_parts;
  int n = b->l;
  b->~both_parts ();
  if (n > limit)
    return -2;
  free (room);
  return n;
}

int
clean_nothrow (size_t n)
{
  int *p = new (std::nothrow) int[n];
  if (p == nullptr)
    return -1;
  p[0] = 1;
  int r = p[0];
  delete[] p;
  return r;
}

int
leak_nothrow (size_t n, int fd)
{
  char *p = new (std::nothrow) char[n]; /* { dg-warning "'p' might not be deleted" } */
  if (p == nullptr)
    return -1;
  if (read (fd, p, n) < 0)
    return -2;
  delete[] p;
  return 0;
}

/* ---- Pointers to members.  ---- */

struct device
{
  int fd = -1;
  bool start (const char *p) { fd = open (p, O_RDWR); return fd >= 0; }
  void stop () { if (fd >= 0) close (fd); fd = -1; }
};

bool
clean_member_pointer (const char *path)
{
  device d;
  void (device::*end) () = &device::stop;
  if (!d.start (path))
    return false;
  (d.*end) ();
  return true;
}

bool
leak_device (const char *path, int command)
{
  device d;
  if (!d.start (path)) /* { dg-warning "'d.fd' might not be closed" } */
    return false;
  if (write (d.fd, &command, sizeof command) != sizeof command)
    return false;
  d.stop ();
  return true;
}

/* ---- Aggregates, pairs, tuples, bindings.  ---- */

static std::pair<int, int>
open_both (const char *a, const char *b)
{
  int x = open (a, O_RDONLY);
  int y = open (b, O_RDONLY);
  return {x, y};
}

int
clean_binding (const char *a, const char *b)
{
  auto [x, y] = open_both (a, b);
  int r = x >= 0 && y >= 0;
  if (x >= 0)
    close (x);
  if (y >= 0)
    close (y);
  return r;
}

struct connection { int fd; int state; };

static connection
connect_to (const char *path)
{
  connection c;
  c.fd = open (path, O_RDWR);
  c.state = c.fd >= 0;
  return c;
}

int
clean_aggregate (const char *path)
{
  connection c = connect_to (path);
  if (c.fd < 0)
    return -1;
  int n = write (c.fd, "x", 1);
  close (c.fd);
  return n;
}

int
leak_aggregate (const char *path)
{
  connection c = connect_to (path); /* { dg-warning "'c.fd' might not be closed" } */
  if (c.fd < 0)
    return -1;
  int n = write (c.fd, "x", 1);
  if (n < 0)
    return -1;
  close (c.fd);
  return n;
}

int
clean_tuple (const char *path)
{
  std::tuple<int, std::unique_ptr<char[]>> t (3, new char[16]);
  strncpy (std::get<1> (t).get (), path, 15);
  return std::get<1> (t)[0];
}
