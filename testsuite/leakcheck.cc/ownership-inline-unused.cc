/* Inline functions and methods that nobody in the unit calls.  The compiler drops them; they are
   checked all the same, and what they call with them.  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

/* ---- Free functions.  ---- */

inline int
leak_inline (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = std::fgetc (f);
  if (c == EOF)
    return -1;
  std::fclose (f);
  return c;
}

inline int
clean_inline (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

struct closer
{
  void operator() (FILE *f) const { std::fclose (f); }
};

/* What is instantiated for it alone is known, too.  */
inline int
clean_owner (const char *name)
{
  std::unique_ptr<FILE, closer> f (std::fopen (name, "r"));
  return f ? std::fgetc (f.get ()) : -1;
}

inline FILE *
leak_owner (const char *name)
{
  std::unique_ptr<FILE, closer> f (std::fopen (name, "r")); /* { dg-warning "might not be closed" } */
  if (!f)
    return nullptr;
  FILE *g = f.release ();
  if (std::fgetc (g) == EOF)
    return nullptr;
  return g;
}

static inline int
leak_below (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
  return fd < 0 ? -1 : 0;
}

inline int
calls_below (const char *name)
{
  return leak_below (name) + 1;
}

/* ---- Methods.  ---- */

class period
{
public:
  bool
  leak_close (int day)
  {
    pthread_mutex_lock (&mutex_); /* { dg-warning "might not be released" } */
    if (closed_ != 0)
      return false;
    closed_ = day;
    pthread_mutex_unlock (&mutex_);
    return true;
  }

  bool
  clean_close (int day)
  {
    pthread_mutex_lock (&mutex_);
    bool open = closed_ == 0;
    if (open)
      closed_ = day;
    pthread_mutex_unlock (&mutex_);
    return open;
  }

private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  int closed_ = 0;
};

/* A constructor that throws.  */
class leak_spool
{
public:
  leak_spool (const char *root, const std::string &quota)
  {
    dir_ = open (root, O_RDONLY | O_DIRECTORY); /* { dg-warning "might not be closed" } */
    if (dir_ < 0)
      throw std::runtime_error (root);
    quota_ = std::stoul (quota);
  }
  leak_spool (const leak_spool &) = delete;
  ~leak_spool () { close (dir_); }

private:
  int dir_ = -1;
  unsigned long quota_ = 0;
};

class clean_spool
{
public:
  clean_spool (const char *root, const std::string &quota) : quota_ (std::stoul (quota))
  {
    dir_ = open (root, O_RDONLY | O_DIRECTORY);
    if (dir_ < 0)
      throw std::runtime_error (root);
  }
  clean_spool (const clean_spool &) = delete;
  ~clean_spool () { close (dir_); }

private:
  int dir_ = -1;
  unsigned long quota_ = 0;
};

/* An assignment that forgets.  */
class leak_trail
{
public:
  explicit leak_trail (unsigned n) : data_ (new int[n]), n_ (n) {}
  leak_trail (const leak_trail &o) : data_ (new int[o.n_]), n_ (o.n_) {}
  leak_trail &
  operator= (const leak_trail &o)
  {
    if (this == &o)
      return *this;
    data_ = new int[o.n_]; /* { dg-warning "might not be deleted" } */
    n_ = o.n_;
    return *this;
  }
  ~leak_trail () { delete[] data_; }

private:
  int *data_;
  unsigned n_;
};

/* Members that the class never releases: its destructor does something else.  */
class leak_flushed
{
public:
  leak_flushed () {}
  leak_flushed (const leak_flushed &) = delete;
  ~leak_flushed () { std::fflush (log_); }
  bool
  start (const char *name)
  {
    FILE *f = std::fopen (name, "a"); /* { dg-warning "'f' is never closed" } */
    if (!f)
      return false;
    log_ = f;
    return true;
  }

private:
  FILE *log_ = nullptr;
};

class clean_flushed
{
public:
  clean_flushed () {}
  clean_flushed (const clean_flushed &) = delete;
  ~clean_flushed ()
  {
    std::fflush (log_);
    std::fclose (log_);
  }
  bool
  start (const char *name)
  {
    FILE *f = std::fopen (name, "a");
    if (!f)
      return false;
    log_ = f;
    return true;
  }

private:
  FILE *log_ = nullptr;
};

/* (That it is started once shows only here.)  */
inline bool
flushed_once (const char *name)
{
  clean_flushed f;
  return f.start (name);
}

/* The library is given the member's address, and gives back what was in it.  */
class leak_exchanged
{
public:
  leak_exchanged () = default;
  leak_exchanged (const leak_exchanged &) = delete;
  ~leak_exchanged () { stop (); }
  bool
  start (const char *name)
  {
    stop ();
    fd_ = open (name, O_RDONLY); /* { dg-warning "never closed" } */
    return fd_ >= 0;
  }
  void
  stop ()
  {
    int old = std::exchange (fd_, -1);
    if (old >= 0)
      fsync (old);
  }

private:
  int fd_ = -1;
};

class clean_exchanged
{
public:
  clean_exchanged () = default;
  clean_exchanged (const clean_exchanged &) = delete;
  ~clean_exchanged () { stop (); }
  bool
  start (const char *name)
  {
    stop ();
    fd_ = open (name, O_RDONLY);
    return fd_ >= 0;
  }
  void
  stop ()
  {
    int old = std::exchange (fd_, -1);
    if (old >= 0)
      close (old);
  }

private:
  int fd_ = -1;
};

/* A base that forbids copies knows nothing of them.  */
struct no_copy
{
  no_copy () = default;
  no_copy (const no_copy &) = delete;
};

class leak_optional : no_copy
{
public:
  ~leak_optional () { stop (); }
  bool
  start (const char *name)
  {
    stop ();
    int fd = open (name, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
    if (fd < 0)
      return false;
    fd_ = fd;
    return true;
  }
  void stop () { fd_.reset (); }
  bool ready () const { return fd_ && fsync (*fd_) == 0; }

private:
  std::optional<int> fd_;
};

class clean_optional : no_copy
{
public:
  ~clean_optional () { stop (); }
  bool
  start (const char *name)
  {
    stop ();
    int fd = open (name, O_RDONLY);
    if (fd < 0)
      return false;
    fd_ = fd;
    return true;
  }
  void
  stop ()
  {
    if (fd_)
      close (*fd_);
    fd_.reset ();
  }

private:
  std::optional<int> fd_;
};

/* What hands the member out lets others release it.  */
class clean_handed : no_copy
{
public:
  ~clean_handed () { fd_.reset (); }
  bool
  start (const char *name)
  {
    int fd = open (name, O_RDONLY);
    if (fd < 0)
      return false;
    fd_ = fd;
    return true;
  }
  std::optional<int> take () { return std::exchange (fd_, std::nullopt); }

private:
  std::optional<int> fd_;
};

/* By another name it is the same class of the library's.  */
using maybe_fd = std::optional<int>;

class leak_aliased : no_copy
{
public:
  ~leak_aliased () { fd_.reset (); }
  bool
  start (const char *name)
  {
    int fd = open (name, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
    if (fd < 0)
      return false;
    fd_ = fd;
    return true;
  }

private:
  maybe_fd fd_;
};
