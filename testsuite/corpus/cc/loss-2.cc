/* Corpus, loss: templates, references, locks, jumps, arrays, flags.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <new>
#include <pthread.h>
#include <semaphore.h>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <type_traits>
#include <utility>
#include <unistd.h>
#include <vector>

/* ---- Templates.  ---- */

template <typename Handle, Handle invalid, void (*Close) (Handle)>
class basic_handle
{
public:
  basic_handle () = default;
  explicit basic_handle (Handle h) : h_ (h) {}
  basic_handle (basic_handle &&o) noexcept : h_ (std::exchange (o.h_, invalid)) {}
  basic_handle &
  operator= (basic_handle &&o) noexcept
  {
    if (this != &o)
      {
        if (h_ != invalid)
          Close (h_);
        h_ = std::exchange (o.h_, invalid);
      }
    return *this;
  }
  ~basic_handle () { if (h_ != invalid) Close (h_); }
  Handle get () const { return h_; }
  Handle detach () { return std::exchange (h_, invalid); }
private:
  Handle h_ = invalid;
};

inline void close_fd (int fd) { ::close (fd); }
using fd_handle = basic_handle<int, -1, close_fd>;

int
clean_basic_handle (const char *path)
{
  fd_handle h (open (path, O_RDONLY));
  char c;
  return h.get () != -1 && read (h.get (), &c, 1) == 1;
}

int
clean_basic_moved (const char *path)
{
  fd_handle a (open (path, O_RDONLY));
  fd_handle b = std::move (a);
  fd_handle c;
  c = std::move (b);
  return c.get ();
}

int
leak_basic_detached (const char *path, int limit)
{
  fd_handle a (open (path, O_RDONLY));
  /* { dg-warning "the file descriptor opened by 'open' might not be closed" "" { target *-*-* } .-1 } */
  int fd = a.detach ();
  if (fd < 0)
    return -1;
  if (fd > limit)
    return -1;
  close (fd);
  return 0;
}

/* CRTP.  */
template <typename Self>
struct closer_base
{
  ~closer_base () { static_cast<Self *> (this)->end (); }
};

template <typename T>
T *
make_zeroed (size_t n)
{
  return static_cast<T *> (calloc (n, sizeof (T)));
}

long
clean_make_zeroed (size_t n)
{
  long *v = make_zeroed<long> (n);
  if (!v)
    return -1;
  long r = v[n - 1];
  free (v);
  return r;
}

long
leak_make_zeroed (size_t n)
{
  long *v = make_zeroed<long> (n); /* { dg-warning "'v' might not be freed" } */
  if (!v)
    return -1;
  if (n > 100)
    return -2;
  long r = v[n - 1];
  free (v);
  return r;
}

template <typename... Args>
FILE *
open_formatted (const char *mode, const char *form, Args... args)
{
  char name[256];
  snprintf (name, sizeof name, form, args...);
  return fopen (name, mode);
}

int
clean_open_formatted (int a, int b)
{
  FILE *f = open_formatted ("r", "%d-%d", a, b);
  if (!f)
    return -1;
  int c = getc (f);
  fclose (f);
  return c;
}

int
leak_open_formatted (int a, int b)
{
  FILE *f = open_formatted ("r", "%d-%d", a, b); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    return -1;
  fclose (f);
  return c;
}

/* ---- References.  ---- */

static bool
open_into (int &fd, const char *path)
{
  fd = open (path, O_RDONLY);
  return fd >= 0;
}

static void
close_and_forget (int &fd)
{
  if (fd >= 0)
    close (fd);
  fd = -1;
}

bool
clean_reference (const char *path)
{
  int fd = -1;
  if (!open_into (fd, path))
    return false;
  char c;
  bool ok = read (fd, &c, 1) == 1;
  close_and_forget (fd);
  return ok;
}

bool
leak_reference (const char *path)
{
  int fd = -1;
  if (!open_into (fd, path)) /* { dg-warning "'fd' might not be closed" } */
    return false;
  char c;
  if (read (fd, &c, 1) != 1)
    return false;
  close_and_forget (fd);
  return true;
}

static bool
make_buffer (std::unique_ptr<char[]> &out, size_t n)
{
  out.reset (new (std::nothrow) char[n]);
  return out != nullptr;
}

bool
clean_reference_owner (size_t n)
{
  std::unique_ptr<char[]> b;
  return make_buffer (b, n) && b[0] == 0;
}

static bool
make_raw (char *&out, size_t n)
{
  out = new (std::nothrow) char[n];
  return out != nullptr;
}

bool
leak_make_raw (size_t n)
{
  char *b;
  if (!make_raw (b, n)) /* { dg-warning "'b' is never deleted" } */
    return false;
  memset (b, 0, n);
  return b[0] == 0;
}

bool
clean_make_raw (size_t n)
{
  char *b;
  if (!make_raw (b, n))
    return false;
  memset (b, 0, n);
  bool r = b[0] == 0;
  delete[] b;
  return r;
}

/* ---- Locks.  ---- */

struct account
{
  std::mutex lock;
  std::recursive_mutex inner;
  std::shared_mutex readers;
  int balance = 0;

  bool leak_withdraw (int n)
  {
    lock.lock (); /* { dg-warning "the lock acquired by 'std::mutex::lock' might not be released" } */
    if (n > balance)
      return false;
    balance -= n;
    lock.unlock ();
    return true;
  }

  bool clean_withdraw (int n)
  {
    lock.lock ();
    bool ok = n <= balance;
    if (ok)
      balance -= n;
    lock.unlock ();
    return ok;
  }

  bool clean_try (int n)
  {
    if (!lock.try_lock ())
      return false;
    balance -= n;
    lock.unlock ();
    return true;
  }

  bool leak_try (int n)
  {
    if (!lock.try_lock ())
  /* { dg-warning "the lock acquired by 'std::mutex::try_lock' might not be released" "" { target *-*-* } .-1 } */
      return false;
    if (balance < n)
      return false;
    balance -= n;
    lock.unlock ();
    return true;
  }

  int clean_shared ()
  {
    std::shared_lock<std::shared_mutex> hold (readers);
    return balance;
  }

  int leak_shared (int n)
  {
    readers.lock_shared (); /* Not found.  */
    if (n == 0)
      return 0;
    int r = balance / n;
    readers.unlock_shared ();
    return r;
  }

  void clean_scoped (account &other, int n)
  {
    std::scoped_lock both (lock, other.lock);
    balance -= n;
    other.balance += n;
  }

  void clean_adopt (int n)
  {
    lock.lock ();
    std::lock_guard<std::mutex> hold (lock, std::adopt_lock);
    balance += n;
  }

  int clean_defer (bool really)
  {
    std::unique_lock<std::mutex> hold (lock, std::defer_lock);
    if (really)
      hold.lock ();
    return balance;
  }
};

int
use_account (account &a, account &b)
{
  a.leak_withdraw (1);
  a.clean_withdraw (1);
  a.clean_try (1);
  a.leak_try (1);
  a.clean_shared ();
  a.leak_shared (1);
  a.clean_scoped (b, 1);
  a.clean_adopt (1);
  return a.clean_defer (true);
}

class monitor_guard
{
public:
  explicit monitor_guard (pthread_mutex_t &m) : m_ (m) { pthread_mutex_lock (&m_); }
  ~monitor_guard () { pthread_mutex_unlock (&m_); }
private:
  pthread_mutex_t &m_;
};

int
clean_monitor (pthread_mutex_t &m, const int *p)
{
  monitor_guard hold (m);
  if (!p)
    return -1;
  return *p;
}

/* ---- goto, switch, do-while, comma.  ---- */

int
clean_goto (const char *a, const char *b)
{
  int r = -1;
  char *buffer = nullptr;
  FILE *in = nullptr, *out = nullptr;
  in = fopen (a, "r");
  if (!in)
    goto done;
  out = fopen (b, "w");
  if (!out)
    goto done;
  buffer = new char[100];
  if (!fgets (buffer, 100, in))
    goto done;
  fputs (buffer, out);
  r = 0;
done:
  delete[] buffer;
  if (out)
    fclose (out);
  if (in)
    fclose (in);
  return r;
}

int
leak_goto (const char *a, const char *b)
{
  int r = -1;
  char *buffer = nullptr;
  FILE *in = nullptr, *out = nullptr;
  in = fopen (a, "r");
  if (!in)
    goto done;
  out = fopen (b, "w");
  if (!out)
    goto close_in;
  buffer = new char[100]; /* { dg-warning "'buffer' might not be deleted" } */
  if (!fgets (buffer, 100, in))
    goto close_out;
  fputs (buffer, out);
  r = 0;
  delete[] buffer;
close_out:
  fclose (out);
close_in:
  fclose (in);
done:
  return r;
}

enum class action { read, write, none };

int
leak_switch (const char *path, action a)
{
  int fd = open (path, O_RDWR); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  char c = 0;
  switch (a)
    {
    case action::read:
      if (read (fd, &c, 1) != 1)
        c = 0;
      break;
    case action::write:
      if (write (fd, &c, 1) != 1)
        c = 1;
      break;
    default:
      return -1;
    }
  close (fd);
  return c;
}

int
clean_switch (const char *path, action a)
{
  int fd = open (path, O_RDWR);
  if (fd < 0)
    return -1;
  char c = 0;
  switch (a)
    {
    case action::read:
      if (read (fd, &c, 1) != 1)
        c = 0;
      break;
    case action::write:
      if (write (fd, &c, 1) != 1)
        c = 1;
      break;
    default:
      c = -1;
    }
  close (fd);
  return c;
}

int
clean_if_init (const char *path)
{
  if (FILE *f = fopen (path, "r"); f != nullptr)
    {
      int c = getc (f);
      fclose (f);
      return c;
    }
  return -1;
}

int
leak_if_init (const char *path)
{
  if (FILE *f = fopen (path, "r"); f != nullptr) /* { dg-warning "'f' might not be closed" } */
    {
      int c = getc (f);
      if (c == '#')
        return 0;
      fclose (f);
      return c;
    }
  return -1;
}

/* ---- Arrays of handles.  ---- */

int
clean_array (const char *const *paths)
{
  int fds[4];
  int n = 0;
  for (; n < 4; n++)
    {
      fds[n] = open (paths[n], O_RDONLY);
      if (fds[n] < 0)
        break;
    }
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      char c;
      if (read (fds[i], &c, 1) == 1)
        sum += c;
    }
  for (int i = 0; i < n; i++)
    close (fds[i]);
  return sum;
}

int **
clean_matrix (int rows, int columns)
{
  int **m = new int *[rows];
  for (int i = 0; i < rows; i++)
    m[i] = new int[columns];
  return m;
}

void
clean_matrix_gone (int **m, int rows)
{
  for (int i = 0; i < rows; i++)
    delete[] m[i];
  delete[] m;
}

int
clean_matrix_used (int n)
{
  int **m = clean_matrix (n, n);
  int r = m[0][0];
  clean_matrix_gone (m, n);
  return r;
}

int
leak_matrix_outer (int n)
{
  int **m = new int *[n]; /* { dg-warning "'m' is never deleted" } */
  for (int i = 0; i < n; i++)
    m[i] = nullptr;
  return m[0] == nullptr;
}

int
leak_objects_array (int n, int limit)
{
  std::string *all = new std::string[n]; /* { dg-warning "'all' might not be deleted" } */
  all[0] = "x";
  if (n > limit)
    return -1;
  int r = all[0].size ();
  delete[] all;
  return r;
}

int
clean_objects_array (int n)
{
  std::string *all = new std::string[n];
  all[0] = "x";
  int r = all[0].size ();
  delete[] all;
  return r;
}

/* ---- Pimpl.  ---- */

class session
{
public:
  session ();
  ~session ();
  session (session &&) noexcept;
  session &operator= (session &&) noexcept;
  int value () const;
private:
  struct impl;
  std::unique_ptr<impl> p_;
};

struct session::impl
{
  FILE *log = nullptr;
  ~impl () { if (log) fclose (log); }
};

session::session () : p_ (new impl) { p_->log = fopen ("/dev/null", "w"); }
session::~session () = default;
session::session (session &&) noexcept = default;
session &session::operator= (session &&) noexcept = default;
int session::value () const { return p_->log != nullptr; }

int
clean_session ()
{
  session a;
  session b = std::move (a);
  return b.value ();
}

/* ---- A cache with a raw pointer member replaced.  ---- */

class holder
{
public:
  ~holder () { delete[] text_; }
  void clean_set (const char *t)
  {
    char *fresh = new char[strlen (t) + 1];
    strcpy (fresh, t);
    delete[] text_;
    text_ = fresh;
  }
  void leak_set (const char *t)
  {
    delete[] text_;
    text_ = new char[strlen (t) + 1];
    strcpy (text_, t);
    char *again = new char[10]; /* { dg-warning "'again' might not be deleted" } */
    strcpy (again, "x");
    if (t[0] == 0)
      return;
    delete[] text_;
    text_ = again;
  }
private:
  char *text_ = nullptr;
};

void
use_holder (const char *t)
{
  holder h;
  h.clean_set (t);
  h.leak_set (t);
}

/* ---- Ternaries, short circuits, conversions.  ---- */

int
clean_bool_conversion (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (fopen (path, "r"), &fclose);
  return f ? getc (f.get ()) : -1;
}

int
clean_standard_stream (const char *path)
{
  FILE *f = strcmp (path, "-") == 0 ? stdin : fopen (path, "r");
  if (!f)
    return -1;
  int c = getc (f);
  if (f != stdin)
    fclose (f);
  return c;
}

int
leak_standard_stream (const char *path)
{
  FILE *f = strcmp (path, "-") == 0 ? stdin : fopen (path, "r");
  /* { dg-warning "'f' is never closed" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  int c = getc (f);
  if (f == stdin)
    fclose (f);
  return c;
}

int
clean_owned_flag (FILE *given, const char *path)
{
  bool own = false;
  FILE *f = given;
  if (!f)
    {
      f = fopen (path, "r");
      own = true;
    }
  if (!f)
    return -1;
  int c = getc (f);
  if (own)
    fclose (f);
  return c;
}

int
leak_owned_flag (FILE *given, const char *path)
{
  bool own = false;
  FILE *f = given;
  if (!f)
    {
      f = fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
      own = true;
    }
  if (!f)
    return -1;
  int c = getc (f);
  if (!own)
    fclose (f);
  return c;
}

int
leak_main_like (int argc, char **argv)
{
  if (argc < 2)
    return 1;
  std::vector<std::string> lines;
  FILE *f = fopen (argv[1], "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    {
      perror (argv[1]);
      return 1;
    }
  char line[100];
  while (fgets (line, sizeof line, f))
    lines.push_back (line);
  if (lines.empty ())
    {
      fprintf (stderr, "empty\n");
      return 1;
    }
  fclose (f);
  return 0;
}
