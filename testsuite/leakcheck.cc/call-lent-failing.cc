/* Functions that nobody knows, and that fail: whose the handle is then.  Where they succeed, the
   caller returns it, or makes an owner of it: so they were only lent it.  */
/* { dg-do compile } */

#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <utility>

int probe (int fd) noexcept;
bool announce (int fd) noexcept;
bool readable (FILE *f) noexcept;
struct registry;
bool adopt (registry *r, FILE *f) noexcept;

class descriptor
{
public:
  descriptor () = default;
  explicit descriptor (int fd) : m_fd (fd) {}
  descriptor (descriptor &&other) noexcept : m_fd (std::exchange (other.m_fd, -1)) {}
  descriptor &operator= (descriptor &&) = delete;
  ~descriptor ()
  {
    if (m_fd >= 0)
      close (m_fd);
  }
  int get () const { return m_fd; }
  int release () { return std::exchange (m_fd, -1); }
  explicit operator bool () const { return m_fd >= 0; }

private:
  int m_fd = -1;
};

typedef std::unique_ptr<FILE, int (*) (FILE *)> stream;

template <typename F> class guard
{
public:
  explicit guard (F f) noexcept : m_f (std::move (f)) {}
  guard (const guard &) = delete;
  ~guard ()
  {
    if (m_armed)
      m_f ();
  }
  void dismiss () noexcept { m_armed = false; }

private:
  F m_f;
  bool m_armed = true;
};

/* ---- Returned where it succeeds.  ---- */

int
lost_returned (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "might not be closed" } */
  if (fd < 0)
    return -1;
  if (!announce (fd))
    return -1;
  return fd;
}

int
clean_returned (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (!announce (fd))
    {
      close (fd);
      return -1;
    }
  return fd;
}

FILE *
lost_stream (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "might not be closed" } */
  if (!f || !readable (f))
    return nullptr;
  return f;
}

/* Whom it is registered with may see to it.  */
FILE *
clean_adopted (registry *r, const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return nullptr;
  if (!adopt (r, f))
    return nullptr;
  return f;
}

/* Who has it when that succeeds is not the caller.  */
int
clean_given (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  if (!readable (f))
    {
      fclose (f);
      return -1;
    }
  return 0;
}

int
lost_dismissed (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "might not be closed" } */
  if (fd < 0)
    return -1;
  guard undo ([fd] { close (fd); });
  if (lseek (fd, 0, SEEK_END) < 0)
    return -1;
  undo.dismiss ();
  if (!announce (fd))
    return -1;
  return fd;
}

int
clean_dismissed (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  guard undo ([fd] { close (fd); });
  if (!announce (fd))
    return -1;
  undo.dismiss ();
  return fd;
}

/* ---- Made an owner of.  ---- */

stream
lost_owned (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "might not be closed" } */
  if (!f || !readable (f))
    return { nullptr, fclose };
  return { f, fclose };
}

stream
clean_owned (const char *path)
{
  stream f (fopen (path, "r"), fclose);
  if (!f || !readable (f.get ()))
    return { nullptr, fclose };
  return f;
}

/* ---- Held by an owner all the time.  ---- */

descriptor
clean_ended (const char *path)
{
  descriptor port (open (path, O_RDONLY));
  if (port && probe (port.get ()) < 0)
    return descriptor ();
  return port;
}

/* (Who lets it go knows why: it was closed by whom it failed.)  */
descriptor
clean_let_go (const char *path)
{
  descriptor port (open (path, O_RDONLY));
  if (port && probe (port.get ()) < 0)
    {
      port.release ();
      return descriptor ();
    }
  return port;
}

/* It is somebody else's where that succeeds.  */
int
clean_passed_on (const char *path)
{
  stream f (fopen (path, "r"), fclose);
  if (!f || !readable (f.get ()))
    return -1;
  f.release ();
  return 0;
}

/* ---- What the answer means.  ---- */

/* Whether it is one at all.  */
int
clean_asked_for (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (!announce (fd))
    return -1;
  return fd;
}

/* A handler says that it has taken it.  */
int
clean_handled (const char *path, bool (*handler) (int) noexcept)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (handler (fd))
    return -2;
  return fd;
}
