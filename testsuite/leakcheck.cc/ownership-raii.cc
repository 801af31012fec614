/* Owners that a program writes itself: a handle in a class, closed by the
   destructor.  */

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

void may_throw ();
bool coin () noexcept;

class file
{
public:
  explicit file (const char *path) : m_file (std::fopen (path, "r")) {}
  ~file () { if (m_file) std::fclose (m_file); }
  file (const file &) = delete;
  file &operator= (const file &) = delete;
  file (file &&other) noexcept : m_file (other.m_file) { other.m_file = nullptr; }
  file &operator= (file &&other) noexcept
  {
    if (this != &other)
      {
	if (m_file)
	  std::fclose (m_file);
	m_file = other.m_file;
	other.m_file = nullptr;
      }
    return *this;
  }
  bool ok () const { return m_file != nullptr; }
  int get () { return std::fgetc (m_file); }
  FILE *detach () { FILE *f = m_file; m_file = nullptr; return f; }
  void close () { if (m_file) std::fclose (m_file); m_file = nullptr; }
  void reopen_badly (const char *path)
  {
    m_file = std::fopen (path, "r"); /* { dg-warning "might not be closed" } */
  }

private:
  FILE *m_file;
};

/* The destructor forgets.  */
class forgetful
{
public:
  explicit forgetful (const char *path) : m_file (std::fopen (path, "r")) {}
  ~forgetful () {}
  int get () { return std::fgetc (m_file); }

private:
  FILE *m_file;
};

class descriptor
{
public:
  explicit descriptor (int fd = -1) noexcept : m_fd (fd) {}
  ~descriptor () { if (m_fd >= 0) ::close (m_fd); }
  descriptor (descriptor &&other) noexcept : m_fd (std::exchange (other.m_fd, -1)) {}
  descriptor &operator= (descriptor &&other) noexcept
  {
    std::swap (m_fd, other.m_fd);
    return *this;
  }
  int get () const { return m_fd; }
  int release () { return std::exchange (m_fd, -1); }
  void reset (int fd = -1) { if (m_fd >= 0) ::close (m_fd); m_fd = fd; }

private:
  int m_fd;
};

class two_files
{
public:
  two_files (const char *a, const char *b) : m_a (a), m_b (b) {}
  int get () { return m_a.get () + m_b.get (); }

private:
  file m_a, m_b;
};

int
clean_scope (const char *path)
{
  file f (path);
  if (!f.ok ())
    return -1;
  may_throw ();
  return f.get ();
}

int
clean_early_return (const char *path)
{
  file f (path);
  while (coin ())
    {
      if (coin ())
	return 1;
      if (coin ())
	break;
      if (coin ())
	continue;
      may_throw ();
    }
  return f.get ();
}

int
clean_members (const char *a, const char *b)
{
  two_files both (a, b);
  may_throw ();
  return both.get ();
}

int
leak_forgetful (const char *path)
{
  forgetful f (path); /* { dg-warning "never closed" } */
  return f.get ();
}

int
clean_detach (const char *path)
{
  file f (path);
  FILE *raw = f.detach ();
  int c = -1;
  if (raw)
    {
      c = std::fgetc (raw);
      std::fclose (raw);
    }
  return c;
}

int
leak_detach (const char *path)
{
  file f (path); /* { dg-warning "closed" } */
  FILE *raw = f.detach ();
  return raw ? std::fgetc (raw) : -1;
}

void
clean_detach_return (const char *path, FILE **out)
{
  file f (path);
  may_throw ();
  *out = f.detach ();
}

int
clean_close_twice (const char *path)
{
  file f (path);
  int c = f.ok () ? f.get () : -1;
  f.close ();
  may_throw ();
  return c;
}

void
leak_overwritten_member (const char *a, const char *b)
{
  file f (a); /* { dg-warning "closed" } */
  f.reopen_badly (b);
}

int
clean_move (const char *path)
{
  file a (path);
  file b (std::move (a));
  may_throw ();
  return b.get ();
}

int
clean_move_assign (const char *p, const char *q)
{
  file a (p);
  file b (q);
  a = std::move (b);
  may_throw ();
  return a.get ();
}

static file
open_it (const char *path)
{
  file f (path);
  may_throw ();
  return f;
}

int
clean_factory (const char *path)
{
  file f = open_it (path);
  return f.get ();
}

int
clean_temporary (const char *path)
{
  return open_it (path).get ();
}

int
clean_heap (const char *path)
{
  file *f = new file (path);
  int c = f->get ();
  delete f;
  return c;
}

int
leak_heap (const char *path)
{
  file *f = new file (path); /* { dg-warning "'f' might not be deleted|'f' is never deleted" } */
  return f->get ();
}

int
leak_heap_exception (const char *path)
{
  file *f = new file (path); /* { dg-warning "'f' might not be deleted" } */
  may_throw ();
  int c = f->get ();
  delete f;
  return c;
}

int
clean_descriptor (const char *path)
{
  descriptor d (open (path, O_RDONLY));
  if (d.get () < 0)
    return -1;
  may_throw ();
  char c;
  return read (d.get (), &c, 1) == 1 ? c : -1;
}

int
clean_descriptor_release (const char *path)
{
  descriptor d (open (path, O_RDONLY));
  may_throw ();
  return d.release ();
}

int
leak_descriptor_release (const char *path)
{
  descriptor d (open (path, O_RDONLY)); /* { dg-warning "closed" } */
  char c;
  int fd = d.release ();
  return read (fd, &c, 1) == 1 ? c : -1;
}

int
clean_descriptor_reset (const char *p, const char *q)
{
  descriptor d (open (p, O_RDONLY));
  may_throw ();
  d.reset (open (q, O_RDONLY));
  may_throw ();
  return d.get () < 0;
}

int
clean_descriptor_swap (const char *p, const char *q)
{
  descriptor d (open (p, O_RDONLY));
  descriptor e (open (q, O_RDONLY));
  d = std::move (e);
  return d.get () < 0;
}

void
clean_new_array_owner (int n)
{
  struct buffer
  {
    char *data;
    explicit buffer (int size) : data (new char[size]) {}
    ~buffer () { delete[] data; }
  } b (n);
  b.data[0] = 0;
  may_throw ();
}

void
leak_no_destructor (int n)
{
  struct buffer
  {
    char *data;
    explicit buffer (int size) : data (new char[size]) {}
  } b (n); /* { dg-warning "never deleted" } */
  b.data[0] = 0;
}

void
clean_malloc_owner (int n)
{
  struct buffer
  {
    void *data;
    explicit buffer (int size) : data (std::malloc (size)) {}
    ~buffer () { std::free (data); }
  } b (n);
  may_throw ();
}
