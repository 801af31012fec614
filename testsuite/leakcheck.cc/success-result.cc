/* Results that the caller makes room for (what has a destructor is returned so),
   what is known of an object when it is copied, and handles in memory that an
   owner frees.  */

#include <cstdio>
#include <memory>
#include <optional>
#include <unistd.h>

struct point { int x, y; };

class held
{
public:
  held () = default;
  explicit held (FILE *f) : m_file (f) {}
  held (held &&other) noexcept : m_file (other.m_file) { other.m_file = nullptr; }
  ~held () { if (m_file) std::fclose (m_file); }
  FILE *give () { FILE *f = m_file; m_file = nullptr; return f; }
  bool good () const { return m_file != nullptr; }

private:
  FILE *m_file = nullptr;
};

static held
make_held (const char *path)
{
  return held (std::fopen (path, "r"));
}

void
leak_made (const char *path)
{
  held h = make_held (path); /* { dg-warning "never closed" } */
  h.give ();
}

bool
clean_made (const char *path)
{
  held h = make_held (path);
  return h.good ();
}

void
leak_made_unique (int a)
{
  auto p = std::make_unique<point> (); /* { dg-warning "'p' is never deleted" } */
  p->x = a;
  point *raw = p.release ();
  raw->y = a;
}

void
clean_made_unique (int a)
{
  auto p = std::make_unique<point> ();
  p->x = a;
  delete p.release ();
}

/* Whether there is something is known of the copy, too.  */
int
clean_optional (bool want)
{
  std::optional<FILE *> maybe;
  if (want)
    maybe = std::fopen ("/etc/passwd", "r");
  if (!maybe || !*maybe)
    return 0;
  int c = std::fgetc (*maybe);
  std::fclose (*maybe);
  return c;
}

struct tagged { bool set; FILE *file; };

static tagged
tag (FILE *f)
{
  tagged t = { true, f };
  return t;
}

int
clean_copied_tag (const char *path)
{
  tagged t = { false, nullptr };
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  t = tag (f);
  tagged u = t;
  if (!u.set)
    return -2;
  std::fclose (u.file);
  return 0;
}

int
leak_copied_tag (const char *path)
{
  tagged t = { false, nullptr };
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  t = tag (f);
  tagged u = t;
  if (u.set)
    return -2;
  std::fclose (u.file);
  return 0;
}

/* A descriptor in memory that its owner frees.  */
int
leak_boxed (int fd)
{
  std::unique_ptr<int> box
    = std::make_unique<int> (::dup (fd)); /* { dg-warning "is never closed" } */
  if (*box < 0)
    return -1;
  char c;
  return ::read (*box, &c, 1) == 1 ? c : -1;
}

int
clean_boxed (int fd)
{
  std::unique_ptr<int> box = std::make_unique<int> (::dup (fd));
  if (*box < 0)
    return -1;
  char c;
  int r = ::read (*box, &c, 1) == 1 ? c : -1;
  ::close (*box);
  return r;
}

struct box { int fd; };

class box_owner
{
public:
  explicit box_owner (box *b) : m_box (b) {}
  ~box_owner ()
  {
    if (m_box)
      delete m_box;
    m_box = nullptr;
  }
  box *m_box;
};

int
leak_in_owned (int fd)
{
  box_owner o (new box { ::dup (fd) }); /* { dg-warning "is never closed" } */
  if (o.m_box->fd < 0)
    return -1;
  char c;
  return ::read (o.m_box->fd, &c, 1) == 1 ? c : -1;
}

int
clean_in_owned (int fd)
{
  box_owner o (new box { ::dup (fd) });
  if (o.m_box->fd < 0)
    return -1;
  char c;
  int r = ::read (o.m_box->fd, &c, 1) == 1 ? c : -1;
  ::close (o.m_box->fd);
  return r;
}

/* Moved to another block before the first is freed.  */
static void
drop (box *b)
{
  delete b;
}

box *
clean_grown (int fd)
{
  box *old = new box { ::dup (fd) };
  box *grown = new box { old->fd };
  drop (old);
  return grown;
}
