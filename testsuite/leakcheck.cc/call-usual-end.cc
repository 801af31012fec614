/* What a method always leaves in its object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <unistd.h>

struct file
{
  int fd;

  explicit file (int n) noexcept : fd (n) { }
  file (file &&o) noexcept : fd (o.fd) { o.fd = -1; }
  file &operator= (file &&o)
  {
    close ();
    fd = o.fd;
    o.fd = -1;
    return *this;
  }
  ~file () noexcept
  {
    if (fd != -1)
      ::close (fd);
  }
  void close ();
  static void pipe (file &r, file &w);
  static void leak_pipe (file &r, file &w);
};

void
file::close ()
{
  if (fd == -1)
    return;
  int result = ::close (fd);
  fd = -1;
  if (result != 0)
    throw std::runtime_error ("close");
}

/* The assignments throw only if there is something to be closed.  */
void
file::pipe (file &r, file &w)
{
  r.close ();
  w.close ();
  int fds[2] = {};
  if (::pipe (fds) != 0)
    throw std::runtime_error ("pipe");
  r = file (fds[0]);
  w = file (fds[1]);
}

void
file::leak_pipe (file &r, file &w)
{
  w.close ();
  int fds[2] = {};
  if (::pipe (fds) != 0) /* { dg-warning "fds.1.. might not be closed" } */
    throw std::runtime_error ("pipe");
  r = file (fds[0]);
  w = file (fds[1]);
}

struct state
{
  int error;
  void *buffer;
};

static void
reset (state *s)
{
  s->error = 0;
  s->buffer = nullptr;
}

static void
fail (state *s)
{
  s->error = 5;
}

int
clean_after_reset (state *s)
{
  reset (s);
  int fd = dup (0);
  if (s->error)
    return -1;
  if (fd >= 0)
    close (fd);
  return 0;
}

int
leak_after_fail (state *s)
{
  reset (s);
  int fd = dup (0); /* { dg-warning "never closed" } */
  fail (s);
  if (s->error)
    return -1;
  if (fd >= 0)
    close (fd);
  return 0;
}

/* A member that is filled by its address is not what it was.  */
struct reader
{
  FILE *f;
  char *line = nullptr;
  size_t room = 0;

  explicit reader (FILE *from) noexcept : f (from) { }
  ~reader () { free (line); }
  const char *next () noexcept
  {
    if (getline (&line, &room, f) <= 0)
      return nullptr;
    return line;
  }
};

void
leak_last (FILE *f)
{
  char *last = nullptr;
  reader r (f);
  while (const char *l = r.next ())
    {
      puts (l);
      last = strdup (l); /* { dg-warning "might not be freed" } */
    }
  free (last);
}

void
clean_last (FILE *f)
{
  char *last = nullptr;
  reader r (f);
  while (const char *l = r.next ())
    {
      free (last);
      last = strdup (l);
    }
  free (last);
}

/* What is only looked at is what it was.  */
struct config
{
  int verbose;
};

static void
account (const config &c, state &s)
{
  if (c.verbose < 0)
    abort ();
  s.error = 0;
}

int
clean_account (const config &c, state &s)
{
  FILE *log = nullptr;
  if (c.verbose == 2)
    log = fopen ("log", "w");
  account (c, s);
  if (s.error)
    puts ("errors");
  if (c.verbose == 2 && log)
    fclose (log);
  return 0;
}
