/* Methods that fill a member without a look at it: may they be called again?  */
/* { dg-do compile } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Nobody calls it, and nothing makes room.  ---- */

class named
{
public:
  named () = default;
  named (const named &) = delete;
  ~named () { free (name); }
  void rename (const char *n);

private:
  char *name = nullptr;
};

void
named::rename (const char *n)
{
  name = strdup (n); /* { dg-warning "might not be freed" } */
}

class clean_named
{
public:
  clean_named () = default;
  clean_named (const clean_named &) = delete;
  ~clean_named () { free (name); }
  void rename (const char *n);

private:
  char *name = nullptr;
};

void
clean_named::rename (const char *n)
{
  char *copy = strdup (n);
  free (name);
  name = copy;
}

/* ---- There is a method that makes room.  ---- */

class closed
{
public:
  closed () = default;
  closed (const closed &) = delete;
  ~closed () { close (); }
  bool open (const char *n);
  void close ();

private:
  FILE *f = nullptr;
};

void
closed::close ()
{
  if (f)
    fclose (f);
  f = nullptr;
}

bool
closed::open (const char *n)
{
  f = fopen (n, "r");
  return f != nullptr;
}

/* ---- It asks its object how far it is.  ---- */

class stepped
{
public:
  stepped () = default;
  stepped (const stepped &) = delete;
  ~stepped ()
  {
    if (fd >= 0)
      close (fd);
  }
  void step ();

private:
  int state = 0, fd = -1;
};

void
stepped::step ()
{
  if (state != 0)
    return;
  fd = socket (AF_INET, SOCK_STREAM, 0);
  state = 1;
}

/* ---- Another method calls it, whatever was before.  ---- */

class uplink
{
public:
  uplink () = default;
  uplink (const uplink &) = delete;
  ~uplink () { drop (); }
  bool open ();
  bool reconnect ();

private:
  void drop ();
  int fd = -1;
};

void
uplink::drop ()
{
  if (fd >= 0)
    close (fd);
  fd = -1;
}

bool
uplink::open ()
{
  fd = socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "might not be closed" } */
  return fd >= 0;
}

bool
uplink::reconnect ()
{
  puts ("again");
  return open ();
}

class clean_uplink
{
public:
  clean_uplink () = default;
  clean_uplink (const clean_uplink &) = delete;
  ~clean_uplink () { drop (); }
  bool reconnect ();

private:
  bool open ();
  void drop ();
  int fd = -1;
};

void
clean_uplink::drop ()
{
  if (fd >= 0)
    close (fd);
  fd = -1;
}

bool
clean_uplink::open ()
{
  fd = socket (AF_INET, SOCK_STREAM, 0);
  return fd >= 0;
}

bool
clean_uplink::reconnect ()
{
  drop ();
  return open ();
}

/* ---- Somebody else does, once.  ---- */

class opened
{
public:
  opened () = default;
  opened (const opened &) = delete;
  ~opened ()
  {
    if (f)
      fclose (f);
  }
  bool open (const char *n);

private:
  FILE *f = nullptr;
};

bool
opened::open (const char *n)
{
  f = fopen (n, "r");
  return f != nullptr;
}

int
use_opened (const char *n)
{
  opened o;
  return o.open (n);
}

/* ---- All constructors do.  ---- */

class made
{
public:
  made () { init (); }
  explicit made (int) { init (); }
  made (const made &) = delete;
  ~made () { delete[] room; }
  void init ();

private:
  char *room = nullptr;
};

void
made::init ()
{
  room = new char[16];
}

/* ---- Something else says whether it was called before.  ---- */

class latched
{
public:
  latched () = default;
  latched (const latched &) = delete;
  ~latched ()
  {
    if (f)
      fclose (f);
  }
  void open (const char *n);

private:
  FILE *f = nullptr;
};

void
latched::open (const char *n)
{
  static bool done = false;
  if (done || !n)
    return;
  done = true;
  f = fopen (n, "a");
}

class once_base
{
  int n = 0;

protected:
  void only_once ();
};

class by_base : once_base
{
public:
  by_base () = default;
  by_base (const by_base &) = delete;
  ~by_base () { free (text); }
  void load (const char *s);

private:
  char *text = nullptr;
};

void
by_base::load (const char *s)
{
  only_once ();
  text = strdup (s);
}

/* A framework may call it once.  */
class overridden
{
public:
  overridden () = default;
  overridden (const overridden &) = delete;
  virtual ~overridden () { delete[] room; }
  virtual void set_up ();

private:
  char *room = nullptr;
};

void
overridden::set_up ()
{
  room = new char[10];
}

/* Whoever calls it inside of the class makes room first.  */
class restarted
{
public:
  restarted () = default;
  restarted (const restarted &) = delete;
  ~restarted () { shut (); }
  bool start (const char *n);
  bool restart (const char *n);
  bool ensure (const char *n);

private:
  void shut ();
  FILE *f = nullptr;
};

void
restarted::shut ()
{
  if (f)
    fclose (f);
  f = nullptr;
}

bool
restarted::start (const char *n)
{
  f = fopen (n, "r");
  return f != nullptr;
}

bool
restarted::restart (const char *n)
{
  shut ();
  return start (n);
}

bool
restarted::ensure (const char *n)
{
  return f || start (n);
}

/* Who calls it inside of the class is called once, by somebody who is seen.  */
class program
{
public:
  ~program () { if (log) fclose (log); }
  void begin (const char *n);
  int run (const char *n);

private:
  FILE *log = nullptr;
};

void
program::begin (const char *n)
{
  log = fopen (n, "w");
}

int
program::run (const char *n)
{
  begin (n);
  return log ? fputs ("started\n", log) : EOF;
}

int
run_once (const char *n)
{
  program p;
  return p.run (n);
}

/* Who has its address calls it.  */
class polled
{
public:
  ~polled () { if (f) fclose (f); }
  void load ();
  void poll ();

private:
  void when_ready (void (polled::*what) ());
  FILE *f = nullptr;
};

void
polled::load ()
{
  f = fopen ("x", "r");
}

void
polled::poll ()
{
  when_ready (&polled::load);
}

/* A template that nobody makes a function of asks first.  */
class templated
{
public:
  ~templated () { if (out) fclose (out); }
  template <class T> void with (T t) { if (!out) set (t); }
  void set (const char *name);

private:
  FILE *out = nullptr;
};

void
templated::set (const char *name)
{
  out = fopen (name, "w");
}

class first_used
{
public:
  ~first_used () { if (out) fclose (out); }
  void fill ();

private:
  FILE *out = nullptr;
};

void
first_used::fill ()
{
  out = fopen ("x", "w");
}

template <class T>
T
made_of ()
{
  first_used f;
  f.fill ();
  return T ();
}
