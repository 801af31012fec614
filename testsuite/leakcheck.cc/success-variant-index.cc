/* { dg-options "-std=c++17" } */
/* { dg-levels all } */
/* Which of its alternatives a variant has is known where it is given one, and is not changed by
   who visits it.  */

#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

struct owned
{
  int fd;
  explicit owned (int f) : fd (f) {}
  owned (owned &&o) noexcept : fd (o.fd) { o.fd = -1; }
  owned &operator= (owned &&o) noexcept
  {
    if (fd >= 0)
      close (fd);
    fd = o.fd;
    o.fd = -1;
    return *this;
  }
  ~owned () { if (fd >= 0) close (fd); }
};

struct raw { int fd; };

using sink = std::variant<std::monostate, owned, FILE *>;
using source = std::variant<std::monostate, FILE *, raw>;

struct writer
{
  bool operator() (std::monostate) const { return false; }
  bool operator() (const owned &o) const { return write (o.fd, "x", 1) == 1; }
  bool operator() (FILE *f) const { return f && fputs ("x", f) >= 0; }
};

static void
close_sink (sink &s)
{
  if (FILE **f = std::get_if<FILE *> (&s))
    if (*f)
      fclose (*f);
  s = std::monostate {};
}

int
clean_loop (const std::vector<std::string> &names)
{
  sink s;
  int n = 0;
  for (const std::string &name : names)
    {
      close_sink (s);
      if (name[0] == 'a')
	s = fopen (name.c_str (), "w");
      else
	s = owned (open (name.c_str (), O_WRONLY));
      if (!std::visit (writer {}, s))
	continue;
      n++;
    }
  close_sink (s);
  return n;
}

/* std::visit of GCC 11 calls through a table of functions.  */
int
leak_loop (const std::vector<std::string> &names)
{
  sink s;
  int n = 0;
  for (const std::string &name : names)
    {
      if (name[0] == 'a')
	s = fopen (name.c_str (), "w");	/* { dg-warning "might not be closed" "" { gcc 12 16 } } */
      else
	s = owned (open (name.c_str (), O_WRONLY));
      if (!std::visit (writer {}, s))
	continue;
      n++;
    }
  close_sink (s);
  return n;
}

long
leak_measure (const char *name, bool is_raw)
{
  source s;
  if (is_raw)
    {
      int fd = open (name, O_RDONLY);	/* { dg-warning "might not be closed|never closed" } */
      if (fd >= 0)
	s = raw { fd };
    }
  else if (FILE *f = fopen (name, "r"))
    s = f;
  long size = -1;
  if (FILE *const *f = std::get_if<FILE *> (&s))
    {
      size = ftell (*f);
      fclose (*f);
    }
  else if (const raw *r = std::get_if<raw> (&s))
    size = lseek (r->fd, 0, SEEK_END);
  return size;
}

long
clean_measure (const char *name, bool is_raw)
{
  source s;
  if (is_raw)
    {
      int fd = open (name, O_RDONLY);
      if (fd >= 0)
	s = raw { fd };
    }
  else if (FILE *f = fopen (name, "r"))
    s = f;
  long size = -1;
  if (FILE *const *f = std::get_if<FILE *> (&s))
    {
      size = ftell (*f);
      fclose (*f);
    }
  else if (const raw *r = std::get_if<raw> (&s))
    {
      size = lseek (r->fd, 0, SEEK_END);
      close (r->fd);
    }
  return size;
}

/* A visitor with something to write.  */
struct text_writer
{
  const std::string &text;
  bool operator() (std::monostate) const { return false; }
  bool operator() (const owned &o) const
  {
    return write (o.fd, text.data (), text.size ()) >= 0;
  }
  bool operator() (FILE *f) const { return f && fputs (text.c_str (), f) >= 0; }
};

int
clean_texts (const std::vector<std::string> &names, const std::string &text)
{
  sink s;
  int n = 0;
  for (const std::string &name : names)
    {
      close_sink (s);
      if (name[0] == 'a')
	s = fopen (name.c_str (), "w");
      else
	s = owned (open (name.c_str (), O_WRONLY));
      if (!std::visit (text_writer { text }, s))
	continue;
      n++;
    }
  close_sink (s);
  return n;
}
