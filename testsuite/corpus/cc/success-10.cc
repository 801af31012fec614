/* Corpus, success: code as programs have it, servers, parsers, buffers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* The C library gives pclose attributes.  */
/* { dg-additional-options "-Wno-ignored-attributes" } */

#include <arpa/inet.h>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <netdb.h>
#include <new>
#include <poll.h>
#include <semaphore.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace net {

int
leak_listen (int port)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  int on = 1;
  if (setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
    return -1;
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_port = htons (port);
  if (bind (fd, reinterpret_cast<sockaddr *> (&a), sizeof a) < 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

int
clean_listen (int port)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  int on = 1;
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_port = htons (port);
  if (setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0
      || bind (fd, reinterpret_cast<sockaddr *> (&a), sizeof a) < 0
      || listen (fd, 5) < 0)
    {
      int saved = errno;
      close (fd);
      errno = saved;
      return -1;
    }
  return fd;
}

int
leak_resolve (const std::string &host, const std::string &port)
{
  addrinfo hints{}, *list;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo (host.c_str (), port.c_str (), &hints, &list) != 0)
  /* { dg-warning "'list' might not be freed" "" { target *-*-* } .-1 } */
    return -1;
  for (addrinfo *a = list; a; a = a->ai_next)
    {
      int fd = socket (a->ai_family, a->ai_socktype, a->ai_protocol);
      if (fd < 0)
        continue;
      if (connect (fd, a->ai_addr, a->ai_addrlen) == 0)
        return fd;
      close (fd);
    }
  freeaddrinfo (list);
  return -1;
}

int
clean_resolve (const std::string &host, const std::string &port)
{
  addrinfo hints{}, *list;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo (host.c_str (), port.c_str (), &hints, &list) != 0)
    return -1;
  int fd = -1;
  for (addrinfo *a = list; a; a = a->ai_next)
    {
      fd = socket (a->ai_family, a->ai_socktype, a->ai_protocol);
      if (fd < 0)
        continue;
      if (connect (fd, a->ai_addr, a->ai_addrlen) == 0)
        break;
      close (fd);
      fd = -1;
    }
  freeaddrinfo (list);
  return fd;
}

class server
{
public:
  explicit server (const std::string &path) : path_ (path)
  {
    listen_ = socket (AF_UNIX, SOCK_STREAM, 0);
  /* { dg-warning "the file descriptor opened by 'socket' might not be closed" "" { target *-*-* } .-1 } */
    if (listen_ < 0)
      throw std::system_error (errno, std::generic_category (), "socket");
    sockaddr_un a{};
    a.sun_family = AF_UNIX;
    if (path.size () >= sizeof a.sun_path)
      throw std::length_error ("path");
    memcpy (a.sun_path, path.c_str (), path.size () + 1);
    if (bind (listen_, reinterpret_cast<sockaddr *> (&a), sizeof a) < 0)
      {
        int e = errno;
        close (listen_);
        throw std::system_error (e, std::generic_category (), "bind");
      }
  }
  ~server ()
  {
    close (listen_);
    unlink (path_.c_str ());
  }
  int
  serve_one ()
  {
    int fd = accept4 (listen_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0)
      return -1;
    char buffer[64];
    ssize_t n = read (fd, buffer, sizeof buffer);
    close (fd);
    return n;
  }
private:
  std::string path_;
  int listen_;
};

int
use_server ()
{
  server s ("/tmp/x");
  return s.serve_one ();
}

class poller
{
public:
  poller () : fd_ (epoll_create1 (0))
  {
    if (fd_ < 0)
      throw std::system_error (errno, std::generic_category (), "epoll_create1");
  }
  ~poller () { close (fd_); }
  poller (const poller &) = delete;
  void
  add (int fd)
  {
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.fd = fd;
    if (epoll_ctl (fd_, EPOLL_CTL_ADD, fd, &e) < 0)
      throw std::system_error (errno, std::generic_category (), "epoll_ctl");
  }
private:
  int fd_;
};

int
leak_add_throws (poller &p)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  p.add (fd);
  return fd;
}

int
clean_add_throws (poller &p)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  try
    {
      p.add (fd);
    }
  catch (...)
    {
      close (fd);
      throw;
    }
  return fd;
}

} // namespace net

/* ---- Files.  ---- */

std::string
clean_slurp (const std::string &path)
{
  FILE *f = fopen (path.c_str (), "rb");
  if (f == nullptr)
    return {};
  std::string all;
  char buffer[512];
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, f)) > 0)
    all.append (buffer, n);
  fclose (f);
  return all;
}

bool
leak_slurp (const std::string &path, std::string *out)
{
  FILE *f = fopen (path.c_str (), "rb"); /* { dg-warning "'f' might not be closed" } */
  if (f == nullptr)
    return false;
  char buffer[512];
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, f)) > 0)
    out->append (buffer, n);
  if (ferror (f))
    return false;
  fclose (f);
  return true;
}

bool
clean_copy (const std::string &from, const std::string &to)
{
  FILE *in = fopen (from.c_str (), "rb");
  if (!in)
    return false;
  FILE *out = fopen (to.c_str (), "wb");
  if (!out)
    {
      fclose (in);
      return false;
    }
  bool ok = true;
  int c;
  while (ok && (c = getc (in)) != EOF)
    ok = putc (c, out) != EOF;
  fclose (in);
  if (fclose (out) != 0)
    ok = false;
  return ok;
}

bool
leak_copy (const std::string &from, const std::string &to)
{
  FILE *in = fopen (from.c_str (), "rb"); /* { dg-warning "'in' might not be closed" } */
  if (!in)
    return false;
  FILE *out = fopen (to.c_str (), "wb");
  if (!out)
    return false;
  int c;
  while ((c = getc (in)) != EOF)
    putc (c, out);
  fclose (in);
  return fclose (out) == 0;
}

std::vector<std::string>
clean_list_directory (const std::string &path)
{
  std::vector<std::string> names;
  DIR *d = opendir (path.c_str ());
  if (!d)
    return names;
  while (dirent *e = readdir (d))
    {
      if (e->d_name[0] == '.')
        continue;
      names.emplace_back (e->d_name);
    }
  closedir (d);
  return names;
}

bool
leak_find_in_directory (const std::string &path, const std::string &name)
{
  DIR *d = opendir (path.c_str ()); /* { dg-warning "'d' might not be closed" } */
  if (!d)
    return false;
  while (dirent *e = readdir (d))
    if (name == e->d_name)
      return true;
  closedir (d);
  return false;
}

bool
clean_find_in_directory (const std::string &path, const std::string &name)
{
  DIR *d = opendir (path.c_str ());
  if (!d)
    return false;
  bool found = false;
  while (dirent *e = readdir (d))
    if (name == e->d_name)
      {
        found = true;
        break;
      }
  closedir (d);
  return found;
}

std::string
leak_command (const char *command)
{
  std::string out;
  FILE *p = popen (command, "r"); /* { dg-warning "'p' might not be closed" } */
  if (!p)
    return out;
  char line[128];
  while (fgets (line, sizeof line, p))
    {
      out += line;
      if (out.size () > 10000)
        return out;
    }
  pclose (p);
  return out;
}

std::string
clean_command (const char *command)
{
  std::string out;
  std::unique_ptr<FILE, decltype (&pclose)> p (popen (command, "r"), pclose);
  if (!p)
    return out;
  char line[128];
  while (fgets (line, sizeof line, p.get ()))
    {
      out += line;
      if (out.size () > 10000)
        return out;
    }
  return out;
}

int
leak_pipe_child (const char *program)
{
  int ends[2];
  if (pipe (ends) < 0) /* { dg-warning "'ends.0.' might not be closed" } */
  /* { dg-warning "'ends.1.' might not be closed" "" { target *-*-* } .-1 } */
    return -1;
  pid_t child = fork ();
  if (child < 0)
    return -1;
  if (child == 0)
    {
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      execl (program, program, nullptr);
      _exit (127);
    }
  close (ends[1]);
  char c;
  int n = read (ends[0], &c, 1);
  close (ends[0]);
  waitpid (child, nullptr, 0);
  return n;
}

int
clean_pipe_child (const char *program)
{
  int ends[2];
  if (pipe (ends) < 0)
    return -1;
  pid_t child = fork ();
  if (child < 0)
    {
      close (ends[0]);
      close (ends[1]);
      return -1;
    }
  if (child == 0)
    {
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      execl (program, program, nullptr);
      _exit (127);
    }
  close (ends[1]);
  char c;
  int n = read (ends[0], &c, 1);
  close (ends[0]);
  waitpid (child, nullptr, 0);
  return n;
}

/* ---- Libraries at run time.  ---- */

class plugin
{
public:
  static std::unique_ptr<plugin> load (const char *path);
  ~plugin () { dlclose (handle_); }
  void run () { entry_ (); }
private:
  plugin (void *handle, void (*entry) ()) : handle_ (handle), entry_ (entry) {}
  void *handle_;
  void (*entry_) ();
};

std::unique_ptr<plugin>
plugin::load (const char *path)
{
  void *handle = dlopen (path, RTLD_NOW); /* { dg-warning "'handle' might not be closed" } */
  if (!handle)
    return nullptr;
  auto entry = reinterpret_cast<void (*) ()> (dlsym (handle, "entry"));
  if (!entry)
    return nullptr;
  return std::unique_ptr<plugin> (new plugin (handle, entry));
}

bool
clean_has_symbol (const char *path, const char *name)
{
  void *handle = dlopen (path, RTLD_LAZY);
  if (!handle)
    return false;
  bool found = dlsym (handle, name) != nullptr;
  dlclose (handle);
  return found;
}

/* ---- C interfaces in C++.  ---- */

struct lib_context;
extern "C" lib_context *lib_open (const char *) __attribute__ ((malloc));
char *clean_format (const char *form, ...);

char *
clean_format (const char *form, ...)
{
  va_list args;
  va_start (args, form);
  char *out = nullptr;
  int n = vasprintf (&out, form, args);
  va_end (args);
  return n < 0 ? nullptr : out;
}

size_t
clean_format_used (int value)
{
  char *text = clean_format ("%d", value);
  if (!text)
    return 0;
  std::string copy (text);
  free (text);
  return copy.size ();
}

size_t
leak_format_used (int value)
{
  char *text = clean_format ("%d", value); /* { dg-warning "'text' might not be freed" } */
  if (!text)
    return 0;
  size_t n = strlen (text);
  if (n > 5)
    return 5;
  free (text);
  return n;
}

int
leak_getline (FILE *f)
{
  char *line = nullptr;
  size_t size = 0;
  int n = 0;
  while (getline (&line, &size, f) != -1) /* { dg-warning "'line' might not be freed" } */
    {
      if (line[0] == '!')
        return -1;
      n++;
    }
  free (line);
  return n;
}

int
clean_getline (FILE *f)
{
  char *line = nullptr;
  size_t size = 0;
  int n = 0;
  while (getline (&line, &size, f) != -1)
    {
      if (line[0] == '!')
        {
          n = -1;
          break;
        }
      n++;
    }
  free (line);
  return n;
}

std::string
leak_realpath (const std::string &name)
{
  char *full = realpath (name.c_str (), nullptr); /* { dg-warning "'full' is never freed" } */
  if (!full)
    return name;
  return std::string (full);
}

std::string
clean_realpath (const std::string &name)
{
  std::unique_ptr<char, decltype (&free)> full (realpath (name.c_str (), nullptr), free);
  return full ? std::string (full.get ()) : name;
}

/* ---- A buffer that grows.  ---- */

class byte_buffer
{
public:
  byte_buffer () = default;
  byte_buffer (const byte_buffer &o)
    : data_ (static_cast<char *> (malloc (o.size_))), size_ (o.size_)
  {
    if (!data_)
      throw std::bad_alloc ();
    memcpy (data_, o.data_, size_);
  }
  byte_buffer (byte_buffer &&o) noexcept : data_ (o.data_), size_ (o.size_)
  {
    o.data_ = nullptr;
    o.size_ = 0;
  }
  byte_buffer &
  operator= (byte_buffer o) noexcept
  {
    std::swap (data_, o.data_);
    std::swap (size_, o.size_);
    return *this;
  }
  ~byte_buffer () { free (data_); }
  void
  append (const void *p, size_t n)
  {
    char *bigger = static_cast<char *> (realloc (data_, size_ + n));
    if (!bigger)
      throw std::bad_alloc ();
    memcpy (bigger + size_, p, n);
    data_ = bigger;
    size_ += n;
  }
  char *detach () { char *p = data_; data_ = nullptr; size_ = 0; return p; }
  size_t size () const { return size_; }
private:
  char *data_ = nullptr;
  size_t size_ = 0;
};

size_t
clean_buffer (const std::string &s)
{
  byte_buffer b;
  b.append (s.data (), s.size ());
  byte_buffer c = b;
  c.append ("x", 1);
  b = std::move (c);
  return b.size ();
}

char
leak_detach (const std::string &s)
{
  byte_buffer b;
  b.append (s.data (), s.size ()); /* { dg-warning "'b.data_' is never freed" } */
  char *p = b.detach ();
  return p ? p[0] : 0;
}

char
clean_detach (const std::string &s)
{
  byte_buffer b;
  b.append (s.data (), s.size ());
  char *p = b.detach ();
  char c = p ? p[0] : 0;
  free (p);
  return c;
}

/* ---- Trees.  ---- */

struct tree
{
  tree *left = nullptr, *right = nullptr;
  int key;
  explicit tree (int k) : key (k) {}
  ~tree () { delete left; delete right; }
};

void
clean_insert (tree **root, int key)
{
  while (*root)
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = new tree (key);
}

int
clean_small_tree ()
{
  std::unique_ptr<tree> root (new tree (5));
  root->left = new tree (3);
  root->right = new tree (7);
  return root->left->key + root->right->key;
}

int
leak_small_tree ()
{
  tree *root = new tree (5); /* { dg-warning "'root' is never deleted" } */
  root->left = new tree (3);
  root->right = new tree (7);
  return root->left->key + root->right->key;
}

tree *
clean_build (const std::vector<int> &keys)
{
  tree *root = nullptr;
  for (int k : keys)
    clean_insert (&root, k);
  return root;
}

/* ---- A parser that gives up.  ---- */

struct expression
{
  virtual ~expression () {}
  virtual int value () const = 0;
};

struct number : expression
{
  int n;
  explicit number (int v) : n (v) {}
  int value () const override { return n; }
};

struct sum : expression
{
  expression *a, *b;
  sum (expression *x, expression *y) : a (x), b (y) {}
  ~sum () override { delete a; delete b; }
  int value () const override { return a->value () + b->value (); }
};

static expression *
parse_term (const char *&p)
{
  if (*p < '0' || *p > '9')
    return nullptr;
  return new number (*p++ - '0');
}

expression *
leak_parse_sum (const char *&p)
{
  expression *a = parse_term (p); /* { dg-warning "'a' might not be deleted" } */
  if (!a)
    return nullptr;
  if (*p != '+')
    return a;
  p++;
  expression *b = parse_term (p);
  if (!b)
    return nullptr;
  return new sum (a, b);
}

expression *
clean_parse_sum (const char *&p)
{
  expression *a = parse_term (p);
  if (!a)
    return nullptr;
  if (*p != '+')
    return a;
  p++;
  expression *b = parse_term (p);
  if (!b)
    {
      delete a;
      return nullptr;
    }
  return new sum (a, b);
}

std::unique_ptr<expression>
clean_parse_owned (const char *&p)
{
  std::unique_ptr<expression> a (parse_term (p));
  if (!a || *p != '+')
    return a;
  p++;
  std::unique_ptr<expression> b (parse_term (p));
  if (!b)
    return nullptr;
  return std::unique_ptr<expression> (new sum (a.release (), b.release ()));
}

/* ---- new and delete that do not fit.  ---- */

void
leak_array_as_one (int n)
{
  char *p = new char[n]; /* { dg-warning "'p' is released by 'operator delete'" } */
  p[0] = 0;
  delete p;
}

void
leak_new_freed ()
{
  number *p = new number (1); /* { dg-warning "'p' is released by 'free'" } */
  p->n = 2;
  free (p);
}

void
leak_malloc_deleted ()
{
  int *p = static_cast<int *> (malloc (sizeof (int))); /* { dg-warning "'p' is released by 'operator delete'" } */
  delete p;
}

void
leak_stream_freed (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  free (f);
}
