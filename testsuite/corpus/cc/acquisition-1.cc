/* Corpus, acquisition: files, descriptors, sockets, processes and locks, with
   and without wrappers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>
#include <cerrno>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <netdb.h>
#include <unistd.h>

void work (int);
int measure (int) noexcept;
bool enough (int) noexcept;

std::string
leak_read_all (const std::string &name)
{
  int fd = open (name.c_str (), O_RDONLY | O_CLOEXEC); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    throw std::system_error (errno, std::generic_category (), name);
  struct stat st;
  if (fstat (fd, &st) < 0)
    throw std::system_error (errno, std::generic_category (), name);
  std::string text (static_cast<std::size_t> (st.st_size), '\0');
  ssize_t n = read (fd, &text[0], text.size ());
  close (fd);
  if (n < 0)
    throw std::system_error (errno, std::generic_category (), name);
  return text;
}

std::string
clean_read_all (const std::string &name)
{
  int fd = open (name.c_str (), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    throw std::system_error (errno, std::generic_category (), name);
  struct stat st;
  if (fstat (fd, &st) < 0)
    {
      int e = errno;
      close (fd);
      throw std::system_error (e, std::generic_category (), name);
    }
  std::string text (static_cast<std::size_t> (st.st_size), '\0');
  ssize_t n = read (fd, &text[0], text.size ());
  close (fd);
  if (n < 0)
    throw std::system_error (errno, std::generic_category (), name);
  return text;
}

int
clean_streams (const std::string &name)
{
  std::ifstream in (name);
  std::ofstream out (name + ".out", std::ios::binary);
  std::string line;
  int n = 0;
  while (std::getline (in, line))
    {
      out << line << '\n';
      work (++n);
    }
  return n;
}

std::string
clean_stringstream (int n)
{
  std::ostringstream out;
  for (int i = 0; i < n; i++)
    out << i << ' ';
  work (n);
  return out.str ();
}

void
leak_new_stream (const char *name)
{
  std::ofstream *out = new std::ofstream (name); /* { dg-warning "'out' might not be deleted" } */
  if (!out->is_open ())
    return;
  *out << "hello";
  delete out;
}

void
clean_new_stream (const char *name)
{
  std::ofstream *out = new std::ofstream (name);
  out->put ('x');
  delete out;
}

class socket_holder
{
public:
  explicit socket_holder (int family)
    : m_fd (socket (family, SOCK_STREAM | SOCK_CLOEXEC, 0))
  {
    if (m_fd < 0)
      throw std::system_error (errno, std::generic_category (), "socket");
  }
  ~socket_holder () { if (m_fd != -1) close (m_fd); }
  socket_holder (const socket_holder &) = delete;
  socket_holder &operator= (const socket_holder &) = delete;
  int get () const { return m_fd; }
  int detach () { int fd = m_fd; m_fd = -1; return fd; }

private:
  int m_fd;
};

int
clean_socket_holder (const struct sockaddr *a, socklen_t n)
{
  socket_holder s (AF_INET);
  if (connect (s.get (), a, n) < 0)
    throw std::runtime_error ("connect");
  work (s.get ());
  return s.detach ();
}

int
leak_socket (const struct sockaddr *a, socklen_t n)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    throw std::runtime_error ("socket");
  if (connect (fd, a, n) < 0)
    throw std::runtime_error ("connect");
  return fd;
}

int
clean_socket (const struct sockaddr *a, socklen_t n)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    throw std::runtime_error ("socket");
  if (connect (fd, a, n) < 0)
    {
      close (fd);
      throw std::runtime_error ("connect");
    }
  return fd;
}

int
leak_detached (const struct sockaddr *a, socklen_t n)
{
  socket_holder s (AF_INET); /* { dg-warning "'s' is never closed" } */
  int fd = s.detach ();
  return connect (fd, a, n);
}

int
leak_accept_loop (int server)
{
  for (;;)
    {
      int c = accept (server, nullptr, nullptr); /* { dg-warning "'c' might not be closed" } */
      if (c < 0)
	return -1;
      work (c);
      close (c);
    }
}

int
clean_accept_loop (int server)
{
  for (;;)
    {
      int c = accept (server, nullptr, nullptr);
      if (c < 0)
	return -1;
      try
	{
	  work (c);
	}
      catch (const std::exception &)
	{
	  close (c);
	  continue;
	}
      catch (...)
	{
	  close (c);
	  throw;
	}
      close (c);
    }
}

std::string
leak_addresses (const char *host)
{
  struct addrinfo *list = nullptr;
  if (getaddrinfo (host, nullptr, nullptr, &list) != 0)
  /* { dg-warning "'list' might not be freed" "" { target *-*-* } .-1 } */
    throw std::runtime_error (host);
  if (!list->ai_canonname)
    return "";
  std::string name (list->ai_canonname);
  freeaddrinfo (list);
  return name;
}

std::string
clean_addresses (const char *host)
{
  struct addrinfo *list = nullptr;
  if (getaddrinfo (host, nullptr, nullptr, &list) != 0)
    throw std::runtime_error (host);
  std::unique_ptr<struct addrinfo, void (*) (struct addrinfo *)> guard (list, freeaddrinfo);
  if (!list->ai_canonname)
    throw std::runtime_error (host);
  return list->ai_canonname;
}

int
leak_epoll (int fd)
{
  int e = epoll_create1 (0); /* { dg-warning "'e' might not be closed" } */
  if (e < 0)
    return -1;
  struct epoll_event event = {};
  event.data.fd = fd;
  if (epoll_ctl (e, EPOLL_CTL_ADD, fd, &event) < 0)
    return -1;
  return e;
}

int
clean_pipe ()
{
  int fds[2];
  if (pipe (fds) < 0)
    throw std::runtime_error ("pipe");
  try
    {
      work (fds[0]);
      close (fds[0]);
      close (fds[1]);
    }
  catch (...)
    {
      close (fds[0]);
      close (fds[1]);
      throw;
    }
  return 0;
}

int
leak_pipe ()
{
  int fds[2];
  if (pipe (fds) < 0) /* { dg-warning "'fds.0.' is never closed" } */
    throw std::runtime_error ("pipe");
  int n = measure (fds[1]);
  close (fds[1]);
  return n;
}

int
clean_dup (int fd)
{
  int copy = dup (fd);
  if (copy == -1)
    return -1;
  FILE *f = fdopen (copy, "r");
  if (!f)
    {
      close (copy);
      return -1;
    }
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

int
leak_dup (int fd)
{
  int copy = dup (fd); /* { dg-warning "'copy' might not be closed" } */
  if (copy == -1)
    return -1;
  FILE *f = fdopen (copy, "r");
  if (!f)
    return -1;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

void *
leak_library (const char *name)
{
  void *lib = dlopen (name, RTLD_NOW); /* { dg-warning "'lib' might not be closed" } */
  if (!lib)
    throw std::runtime_error (name);
  void *symbol = dlsym (lib, "entry");
  if (!symbol)
    throw std::runtime_error ("no entry");
  return lib;
}

class library
{
public:
  explicit library (const char *name) : m_handle (dlopen (name, RTLD_NOW))
  {
    if (!m_handle)
      throw std::runtime_error (name);
  }
  ~library () { dlclose (m_handle); }
  library (const library &) = delete;
  void *find (const char *name) const { return dlsym (m_handle, name); }

private:
  void *m_handle;
};

bool
clean_library (const char *name)
{
  library l (name);
  work (1);
  return l.find ("entry") != nullptr;
}

/* Locks.  */

class counter
{
public:
  void clean_add (int n)
  {
    std::lock_guard guard (m_mutex);
    m_sum += n;
    work (m_sum);
  }
  int leak_add (int n)
  {
    m_mutex.lock ();
  /* { dg-warning "the lock .* might not be released" "" { target *-*-* } .-1 } */
    if (m_sum + n < 0)
      return -1;
    m_sum += n;
    m_mutex.unlock ();
    return m_sum;
  }
  int clean_read () const
  {
    std::shared_lock guard (m_shared);
    work (1);
    return m_sum;
  }
  int leak_read () const
  {
    m_shared.lock_shared ();
  /* { dg-warning "the lock .* might not be released" "" { target *-*-* } .-1 } */
    int n = m_sum;
    if (n < 0)
      throw std::logic_error ("negative");
    m_shared.unlock_shared ();
    return n;
  }
  int clean_read_by_hand () const
  {
    m_shared.lock_shared ();
    int n = m_sum;
    m_shared.unlock_shared ();
    if (n < 0)
      throw std::logic_error ("negative");
    return n;
  }
  void clean_wait ()
  {
    std::unique_lock lock (m_mutex);
    m_changed.wait (lock, [this] { return m_sum > 0; });
    lock.unlock ();
    work (m_sum);
  }
  bool clean_try ()
  {
    std::unique_lock lock (m_mutex, std::try_to_lock);
    if (!lock)
      return false;
    work (m_sum);
    return true;
  }
  bool leak_try ()
  {
    if (!m_mutex.try_lock ())
  /* { dg-warning "the lock .* might not be released" "" { target *-*-* } .-1 } */
      return false;
    work (m_sum);
    m_mutex.unlock ();
    return true;
  }
  void leak_write ()
  {
    m_shared.lock ();
  /* { dg-warning "the lock .* might not be released" "" { target *-*-* } .-1 } */
    m_sum++;
    work (m_sum);
    m_shared.unlock ();
  }

private:
  std::mutex m_mutex;
  mutable std::shared_mutex m_shared;
  std::condition_variable m_changed;
  int m_sum = 0;
};

int
use_counter (counter &c)
{
  c.clean_add (1);
  c.clean_wait ();
  c.leak_write ();
  return c.leak_add (2) + c.clean_read () + c.leak_read () + c.clean_read_by_hand ()
	 + c.clean_try () + c.leak_try ();
}

static std::mutex one, two;

void
clean_both ()
{
  std::lock (one, two);
  std::lock_guard a (one, std::adopt_lock);
  std::lock_guard b (two, std::adopt_lock);
  work (1);
}

void
leak_rwlock (pthread_rwlock_t *l, int n)
{
  pthread_rwlock_rdlock (l); /* { dg-warning "'l' might not be released" } */
  if (enough (n))
    throw std::runtime_error ("enough");
  pthread_rwlock_unlock (l);
}

void
leak_unlock_on_one_way (int n)
{
  std::unique_lock lock (one); /* { dg-warning "'one' might not be released" } */
  if (n)
    lock.release ();
}

void
clean_thread ()
{
  std::thread t ([] { work (1); });
  t.join ();
}

/* Temporary files and buffers of C.  */

int
leak_getline (FILE *f)
{
  char *line = nullptr; 
  size_t n = 0;
  int count = 0;
  while (getline (&line, &n, f) > 0) /* { dg-warning "'line' might not be freed" } */
    {
      work (line[0]);
      count++;
    }
  std::free (line);
  return count;
}

int
clean_getline (FILE *f)
{
  char *line = nullptr;
  size_t n = 0;
  int count = 0;
  while (getline (&line, &n, f) > 0)
    count += line[0];
  std::free (line);
  return count;
}

void
leak_tmpfile ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return;
  if (std::fputs ("x", f) == EOF)
    throw std::runtime_error ("disk full");
  std::fclose (f);
}

std::string
clean_realpath (const char *name)
{
  char *p = realpath (name, nullptr);
  if (!p)
    return name;
  std::string s = p;
  std::free (p);
  return s;
}

std::string
leak_realpath (const char *name)
{
  char *p = realpath (name, nullptr); /* { dg-warning "'p' is never freed" } */
  if (!p)
    return name;
  return p;
}

std::string
leak_getcwd ()
{
  return std::string (getcwd (nullptr, 0));
  /* { dg-warning "the memory allocated by 'getcwd' is never freed" "" { target *-*-* } .-1 } */
}

std::string
clean_popen (const char *command)
{
  std::string out;
  FILE *p = popen (command, "r");
  if (!p)
    throw std::runtime_error (command);
  char line[80];
  while (std::fgets (line, sizeof line, p))
    out += line;
  if (pclose (p) != 0)
    throw std::runtime_error ("failed");
  return out;
}

std::string
leak_popen (const char *command)
{
  std::string out;
  FILE *p = popen (command, "r"); /* { dg-warning "'p' might not be closed" } */
  if (!p)
    throw std::runtime_error (command);
  char line[80];
  while (std::fgets (line, sizeof line, p))
    {
      if (line[0] == '!')
	throw std::runtime_error (line);
      out += line;
    }
  pclose (p);
  return out;
}
