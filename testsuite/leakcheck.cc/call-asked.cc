/* What a function asks of the object it is given, and what was put there before.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <unistd.h>
#include <stdexcept>

class file
{
  int fd_;
  explicit file (int fd) : fd_ (fd) {}

public:
  file () : fd_ (-1) {}
  file (const file &) = delete;
  file (file &&o) noexcept : fd_ (o.fd_) { o.fd_ = -1; }
  file &operator= (file &&o)
  {
    close ();
    fd_ = o.fd_;
    o.fd_ = -1;
    return *this;
  }
  ~file () noexcept;
  void close ();
  void reopen (const char *name);
  static void clean_pipe (file &r, file &w);
  static void leak_pipe (file &r, file &w);
  static void leak_pipe_first (file &r, file &w);
  static void leak_pipe_reopened (file &r, file &w, const char *name);
  static int clean_twice (file &f, const char *a);
};

file::~file () noexcept
{
  if (fd_ != -1)
    ::close (fd_);
}

void
file::close ()
{
  if (fd_ == -1)
    return;
  int result = ::close (fd_);
  fd_ = -1;
  if (result != 0)
    throw std::runtime_error ("cannot close");
}

void
file::reopen (const char *name)
{
  close ();
  fd_ = ::open (name, O_RDONLY);
}

/* Nothing is left to be closed, so that neither assignment throws.  */
void
file::clean_pipe (file &r, file &w)
{
  r.close ();
  w.close ();
  int fds[2] = {};
  if (::pipe (fds) != 0)
    throw std::runtime_error ("cannot create");
  r = file (fds[0]);
  w = file (fds[1]);
}

/* The first assignment closes what r has, and throws if that fails.  */
void
file::leak_pipe (file &r, file &w)
{
  int fds[2] = {};
  if (::pipe (fds) != 0)	// { dg-warning "might not be closed" }
    throw std::runtime_error ("cannot create");
  r = file (fds[0]);
  w = file (fds[1]);
}

/* Only w is known to have nothing.  */
void
file::leak_pipe_first (file &r, file &w)
{
  w.close ();
  int fds[2] = {};
  if (::pipe (fds) != 0)	// { dg-warning "might not be closed" }
    throw std::runtime_error ("cannot create");
  r = file (fds[0]);
  w = file (fds[1]);
}

/* There is something again.  */
void
file::leak_pipe_reopened (file &r, file &w, const char *name)
{
  r.close ();
  w.close ();
  r.reopen (name);
  int fds[2] = {};
  if (::pipe (fds) != 0)	// { dg-warning "might not be closed" }
    throw std::runtime_error ("cannot create");
  r = file (fds[0]);
  w = file (fds[1]);
}

/* Tested here, asked there.  */
int
file::clean_twice (file &f, const char *a)
{
  if (f.fd_ != -1)
    return -1;
  int fd = ::open (a, O_RDONLY);
  if (fd < 0)
    return -1;
  f.close ();
  f = file (fd);
  return 0;
}
