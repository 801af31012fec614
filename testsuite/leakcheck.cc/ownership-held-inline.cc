/* Classes whose destructor is inline, and called by nobody here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- What the destructor releases.  ---- */

class log_file
{
public:
  ~log_file ()
  {
    if (log)
      fclose (log);
  }
  void leak_reopen (const char *path);
  void clean_reopen (const char *path);
  void clean_open (const char *path);

private:
  FILE *log = nullptr;
};

void
log_file::leak_reopen (const char *path)
{
  if (log)
    fflush (log);
  log = fopen (path, "ae");		/* { dg-warning "might not be closed" } */
}

void
log_file::clean_reopen (const char *path)
{
  if (log)
    fclose (log);
  log = fopen (path, "ae");
}

/* Is it called when there is one already?  */
void
log_file::clean_open (const char *path)
{
  log = fopen (path, "ae");
}

bool
opens_once (const char *path)
{
  log_file f;
  f.clean_open (path);
  return path[0] == '/';
}

/* By way of methods, inline or not.  */
class mapped
{
public:
  ~mapped () { reset (); }
  void leak_more (size_t n);
  void clean_more (size_t n);

private:
  void reset () noexcept
  {
    drop ();
    size = 0;
  }
  void drop ();
  char *base = nullptr;
  size_t size = 0;
};

void
mapped::drop ()
{
  free (base);
  base = nullptr;
}

void
mapped::leak_more (size_t n)
{
  char *larger = (char *) malloc (n); /* { dg-warning "might not be freed" } */
  if (!larger)
    return;
  if (base)
    memcpy (larger, base, size);
  base = larger;			
  size = n;
}

void
mapped::clean_more (size_t n)
{
  char *larger = (char *) malloc (n);
  if (!larger)
    return;
  if (base)
    memcpy (larger, base, size);
  reset ();
  base = larger;
  size = n;
}

/* Only sometimes: the object does not own it.  */
class borrowed
{
public:
  ~borrowed ()
  {
    if (own)
      fclose (file);
  }
  void clean_set (FILE *f);

private:
  FILE *file = nullptr;
  bool own = false;
};

void
borrowed::clean_set (FILE *f)
{
  if (file)
    fflush (file);
  file = f;
  own = false;
}

/* An early way out.  */
class detached
{
public:
  ~detached ()
  {
    if (gone)
      return;
    fclose (file);
  }
  void clean_set (FILE *f);

private:
  bool gone = false;
  FILE *file = nullptr;
};

void
detached::clean_set (FILE *f)
{
  if (file)
    fflush (file);
  file = f;
  gone = true;
}

/* ---- Who releases one member reckons with an object that is in use.  ---- */

class cursor
{
public:
  ~cursor ()
  {
    free (key);
    free (value);
  }
  void leak_assign (const cursor &other);
  void clean_assign (const cursor &other);
  void clean_start (const char *text);

private:
  char *key = nullptr;
  char *value = nullptr;
};

void
cursor::leak_assign (const cursor &other)
{
  if (this == &other)
    return;
  free (value);
  value = other.value ? strdup (other.value) : nullptr;
  key = other.key ? strdup (other.key) : nullptr; /* { dg-warning "might not be" } */
}

void
cursor::clean_assign (const cursor &other)
{
  char *k = other.key ? strdup (other.key) : nullptr;
  char *v = other.value ? strdup (other.value) : nullptr;
  std::swap (k, key);
  std::swap (v, value);
  free (k);
  free (v);
}

void
cursor::clean_start (const char *text)
{
  key = strdup (text);
  value = strdup (text);
}

int
starts_once (const char *text)
{
  cursor c;
  c.clean_start (text);
  return text[0];
}

/* Who takes over what another object holds.  */
class plane
{
public:
  explicit plane (size_t n = 0) : data (n ? new float[n] () : nullptr) {} /* { dg-warning "might not be" } */
  ~plane () { delete[] data; }
  void leak_move (plane &&other) noexcept;
  void clean_move (plane &&other) noexcept;
  void other_sizes ();

private:
  float *data;
};

void
plane::leak_move (plane &&other) noexcept
{
  data = std::exchange (other.data, nullptr);
}

void
plane::clean_move (plane &&other) noexcept
{
  std::swap (data, other.data);
}

plane
made (size_t n)
{
  return plane (n);
}

/* ---- What it does not release, and nobody else.  ---- */

class loop
{
public:
  ~loop ()
  {
    if (set >= 0)
      close (set);
  }
  bool leak_start ();

private:
  int set = -1;
  int wake = -1;
};

bool
loop::leak_start ()
{
  struct epoll_event ev = {};
  set = epoll_create1 (EPOLL_CLOEXEC);	/* { dg-warning "might not be closed" } */
  if (set < 0)
    return false;
  wake = eventfd (0, EFD_CLOEXEC);	/* { dg-warning "might not be closed" } */
  if (wake < 0)
    return false;
  ev.data.fd = wake;
  return epoll_ctl (set, EPOLL_CTL_ADD, wake, &ev) == 0;
}

/* In a loop over both.  */
class loop_of_both
{
public:
  ~loop_of_both ()
  {
    for (int *p : { &set, &wake })
      if (*p >= 0)
	close (*p);
  }
  bool clean_start ();

private:
  int set = -1;
  int wake = -1;
};

bool
loop_of_both::clean_start ()
{
  set = epoll_create1 (EPOLL_CLOEXEC);
  wake = eventfd (0, EFD_CLOEXEC);
  return set >= 0 && wake >= 0;
}

/* By a method that is called by somebody else, or is elsewhere; by a friend; and handed out.  */
class with_stop
{
public:
  ~with_stop () { stopped = true; }
  void stop () { close (fd); }
  bool clean_start ();

private:
  int fd = -1;
  bool stopped = false;
};

bool
with_stop::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

class with_more
{
public:
  ~with_more () { stopped = true; }
  void stop ();
  bool clean_start ();

private:
  int fd = -1;
  bool stopped = false;
};

bool
with_more::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

class with_friend
{
public:
  ~with_friend () { stopped = true; }
  bool clean_start ();

private:
  friend class stopper;
  int fd = -1;
  bool stopped = false;
};

bool
with_friend::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

class with_getter
{
public:
  ~with_getter () { stopped = true; }
  int get () const { return fd; }
  bool clean_start ();

private:
  int fd = -1;
  bool stopped = false;
};

bool
with_getter::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

class with_lambda
{
public:
  ~with_lambda () { stopped = true; }
  bool clean_start ();
  void clean_each (void (*each) (int));

private:
  int fd = -1;
  bool stopped = false;
};

bool
with_lambda::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

void
with_lambda::clean_each (void (*each) (int))
{
  auto all = [this, each] { each (fd); };
  all ();
}

class with_inner_lambda
{
public:
  ~with_inner_lambda () { stopped = true; }
  bool clean_start ();
  void stop ()
  {
    auto closing = [this] { close (fd); };
    closing ();
  }

private:
  int fd = -1;
  bool stopped = false;
};

bool
with_inner_lambda::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

template <typename T>
class with_template
{
public:
  ~with_template () { stopped = true; }
  bool clean_start ();
  void stop () { close (fd); }

private:
  int fd = -1;
  bool stopped = false;
};

template <typename T>
bool
with_template<T>::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

bool
clean_template (with_template<int> &t)
{
  return t.clean_start ();
}

/* A member that everybody gets at.  */
struct open_to_all
{
  int fd = -1;
  bool stopped = false;
  ~open_to_all () { stopped = true; }
  bool clean_start ();
};

bool
open_to_all::clean_start ()
{
  fd = eventfd (0, 0);
  return fd >= 0;
}

/* ---- Guards that refer to the object.  ---- */

class locked_log
{
public:
  ~locked_log ()
  {
    if (log)
      fclose (log);
  }
  void leak_reopen (const char *path);
  void clean_reopen (const char *path);

private:
  std::mutex m;
  FILE *log = nullptr;
};

void
locked_log::leak_reopen (const char *path)
{
  std::lock_guard<std::mutex> guard (m);
  if (log)
    fflush (log);
  log = fopen (path, "ae");		/* { dg-warning "might not be closed" } */
}

void
locked_log::clean_reopen (const char *path)
{
  std::lock_guard<std::mutex> guard (m);
  if (log)
    fclose (log);
  log = fopen (path, "ae");
}
