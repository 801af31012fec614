/* Objects that change, and members that somebody else gets at.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdlib>
#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* What an old phase needed is released, what a new one needs is made.  */
class session
{
public:
  session () { greeting = (char *) malloc (4096); }
  ~session ()
  {
    free (greeting);
    free (keys);
  }
  void clean_greeted ();

private:
  char *greeting = nullptr;
  char *keys = nullptr;
};

void
session::clean_greeted ()
{
  free (greeting);
  greeting = nullptr;
  keys = (char *) malloc (64);
}

int
greets_once (int n)
{
  session s;
  s.clean_greeted ();
  return n + 1;
}

/* An earlier attempt of its own.  */
class connection
{
public:
  ~connection ()
  {
    if (link >= 0)
      close (link);
    if (log >= 0)
      close (log);
  }
  bool clean_start ();

private:
  int link = -1, log = -1;
};

bool
connection::clean_start ()
{
  link = open ("/dev/a", O_RDWR);
  if (link < 0)
    return false;
  if (lseek (link, 0, SEEK_SET) < 0)
    {
      close (link);
      link = open ("/dev/b", O_RDWR);
    }
  log = open ("/dev/c", O_RDWR);
  return log >= 0;
}

bool
connects_once ()
{
  connection c;
  return c.clean_start ();
}

/* Who calls it has released the other one.  */
class client
{
public:
  ~client ()
  {
    if (s >= 0)
      close (s);
    free (b);
  }
  void again ()
  {
    drop ();
    clean_connect ();
  }

private:
  void drop ()
  {
    if (s >= 0)
      close (s);
    s = -1;
  }
  bool clean_connect ();
  int s = -1;
  char *b = nullptr;
};

bool
client::clean_connect ()
{
  free (b);
  b = (char *) malloc (10);
  s = socket (AF_INET, SOCK_STREAM, 0);
  return s >= 0 && b;
}

/* The private half of a move.  */
class own_file
{
public:
  own_file () = default;
  explicit own_file (const char *name) : f (fopen (name, "r")) {}
  own_file (own_file &&o) noexcept { clean_take (std::move (o)); }
  own_file &operator= (own_file &&o) noexcept
  {
    if (this != &o)
      {
	reset ();
	clean_take (std::move (o));
      }
    return *this;
  }
  ~own_file () { reset (); }
  void reset ()
  {
    if (f)
      fclose (f);
    f = nullptr;
  }

private:
  void clean_take (own_file &&o) noexcept;
  FILE *f = nullptr;
};

void
own_file::clean_take (own_file &&o) noexcept
{
  f = o.f;
  o.f = nullptr;
}

/* References counted.  */
class shared
{
public:
  ~shared ()
  {
    if (count && --*count == 0)
      {
	free (text);
	free (count);
      }
  }
  shared &operator= (const shared &o);

private:
  char *text = nullptr;
  int *count = nullptr;
};

shared &
shared::operator= (const shared &o)
{
  if (this == &o)
    return *this;
  if (count && --*count == 0)
    {
      free (text);
      free (count);
    }
  text = o.text;
  count = o.count;
  if (count)
    ++*count;
  return *this;
}

/* Members by pointers to them.  */
class pipes
{
public:
  bool clean_open ();
  ~pipes ();

private:
  int in = -1, out = -1;
};

bool
pipes::clean_open ()
{
  in = open ("a", O_RDONLY);
  out = open ("b", O_RDONLY);
  return in >= 0 && out >= 0;
}

pipes::~pipes ()
{
  for (int pipes::*m : { &pipes::in, &pipes::out })
    close (this->*m);
}

/* The object by a pointer to it, or to what it is made of.  */
void reap (void *object);

class reaped
{
public:
  bool clean_open (const char *name);
  ~reaped () { reap (this); }

private:
  int fd = -1;
};

bool
reaped::clean_open (const char *name)
{
  fd = open (name, O_RDONLY);
  return fd >= 0;
}

/* By a class in it, or a member of a class of the program's.  */
class server
{
  struct closer;

public:
  ~server ();
  bool clean_open (const char *name);

private:
  std::shared_ptr<closer> c;
  int fd = -1;
};

bool
server::clean_open (const char *name)
{
  fd = open (name, O_RDONLY);
  return fd >= 0;
}

server::~server ()
{
  puts ("server");
}

struct guard
{
  int &fd;
  guard (int &x) : fd (x) {}
  ~guard () { close (fd); }
};

class guarded
{
public:
  bool clean_open (const char *name);
  ~guarded ();

private:
  int fd = -1;
  guard g { fd };
};

bool
guarded::clean_open (const char *name)
{
  fd = open (name, O_RDONLY);
  return fd >= 0;
}

guarded::~guarded ()
{
  puts ("guarded");
}

/* By a lambda that knows the object.  */
class called_back
{
public:
  bool clean_open (const char *name);
  ~called_back ();
  std::function<void (int)> closing ()
  {
    return [this] (auto) { close (fd); };
  }

private:
  int fd = -1;
};

bool
called_back::clean_open (const char *name)
{
  fd = open (name, O_RDONLY);
  return fd >= 0;
}

called_back::~called_back ()
{
  puts ("called back");
}

/* What lives as long as the program.  */
class random_numbers
{
public:
  static random_numbers &get ();
  unsigned clean_next ();

private:
  random_numbers ();
  ~random_numbers ();
  int fd = -1;
};

random_numbers &
random_numbers::get ()
{
  static random_numbers r;
  return r;
}

random_numbers::random_numbers ()
{
}

random_numbers::~random_numbers ()
{
  puts ("numbers");
}

unsigned
random_numbers::clean_next ()
{
  unsigned x = 0;
  if (fd < 0)
    fd = open ("/dev/urandom", O_RDONLY);
  if (read (fd, &x, sizeof x) < 0)
    return 0;
  return x;
}
