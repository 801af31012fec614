/* Functions that return a handle and something that tells whether there is one, in a
   structure, a pair or a tuple.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <optional>
#include <tuple>
#include <utility>
#include <fcntl.h>
#include <regex.h>
#include <unistd.h>

struct descriptor { int fd; bool ok; };

static descriptor
open_checked (const char *name)
{
  int fd = open (name, O_RDONLY);
  return { fd, fd >= 0 };
}

int
clean_member_of_result (const char *name)
{
  descriptor d = open_checked (name);
  if (!d.ok)
    return 1;
  char c = 0;
  ssize_t n = read (d.fd, &c, 1);
  close (d.fd);
  return n + c;
}

int
clean_bound (const char *name)
{
  auto [fd, ok] = open_checked (name);
  if (!ok)
    return 1;
  char c = 0;
  ssize_t n = read (fd, &c, 1);
  close (fd);
  return n + c;
}

int
leak_bound (const char *name)
{
  auto [fd, ok] = open_checked (name); /* { dg-warning "file descriptor" } */
  if (!ok)
    return 1;
  char c = 0;
  ssize_t n = read (fd, &c, 1);
  return n + c;
}

static std::pair<int, FILE *>
open_pair (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return { -1, nullptr };
  return { 0, f };
}

int
clean_pair (const char *name)
{
  auto [error, f] = open_pair (name);
  if (error)
    return error;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

int
leak_pair (const char *name)
{
  auto [error, f] = open_pair (name); /* { dg-warning "'f' is never closed" } */
  if (error)
    return error;
  return std::fgetc (f);
}

static std::pair<FILE *, int>
open_made_pair (const char *name)
{
  FILE *f = std::fopen (name, "r");
  return std::make_pair (f, f ? 0 : -1);
}

int
clean_made_pair (const char *name)
{
  auto r = open_made_pair (name);
  if (r.second < 0)
    return 1;
  int c = std::fgetc (r.first);
  std::fclose (r.first);
  return c;
}

static std::tuple<int, FILE *, int>
open_tuple (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return { -1, nullptr, 0 };
  return { 0, f, 1 };
}

int
clean_tuple (const char *name)
{
  auto [error, f, extra] = open_tuple (name);
  if (error)
    return error;
  int c = std::fgetc (f);
  std::fclose (f);
  return c + extra;
}

int
leak_tuple (const char *name)
{
  auto [error, f, extra] = open_tuple (name); /* { dg-warning "'f' is never closed" } */
  if (error)
    return error;
  return std::fgetc (f) + extra;
}

static std::tuple<int, int>
open_pipe ()
{
  int p[2];
  if (pipe (p) < 0)
    return { -1, -1 };
  return { p[0], p[1] };
}

int
clean_pipe ()
{
  auto [in, out] = open_pipe ();
  if (in < 0)
    return 1;
  close (in);
  close (out);
  return 0;
}

int
leak_pipe ()
{
  auto [in, out] = open_pipe (); /* { dg-warning "'open_pipe' is never closed" } */
  if (in < 0)
    return 1;
  close (in);
  return 0;
}

/* An object that is moved byte by byte takes what is in it along.  */

class expression
{
public:
  static std::optional<expression> compile (const char *text)
  {
    expression e;
    if (regcomp (&e.re, text, REG_EXTENDED) != 0)
      return std::nullopt;
    e.live = true;
    return std::optional<expression> (std::move (e));
  }
  expression (expression &&o) noexcept
    : re (o.re), live (std::exchange (o.live, false)) {}
  ~expression () { if (live) regfree (&re); }
  bool match (const char *s) const
  {
    return regexec (&re, s, 0, nullptr, 0) == 0;
  }

private:
  expression () = default;
  regex_t re;
  bool live = false;
};

int
clean_moved (const char *text, const char *s)
{
  auto e = expression::compile (text);
  return e && e->match (s);
}

/* What went wrong is chosen by the handle.  */
struct opened_file
{
  FILE *f;
  int error;
};

static opened_file
open_chosen (const char *name)
{
  FILE *f = fopen (name, "rb");
  return { f, f ? 0 : -1 };
}

int
clean_chosen (const char *name)
{
  auto [f, error] = open_chosen (name);
  if (error)
    return error;
  int c = fgetc (f);
  fclose (f);
  return c == EOF ? -2 : c;
}

int
leak_chosen (const char *name)
{
  auto [f, error] = open_chosen (name); /* { dg-warning "opened by 'open_chosen' might not be closed" } */
  if (error)
    return error;
  int c = fgetc (f);
  if (c == EOF)
    return -2;
  fclose (f);
  return c;
}

/* Among several.  */
static opened_file
open_nested (const char *name, bool loud)
{
  FILE *f = fopen (name, "rb");
  return { f, f ? 0 : loud ? -1 : -2 };
}

int
clean_nested (const char *name, bool loud)
{
  auto [f, error] = open_nested (name, loud);
  if (error)
    return error;
  int c = fgetc (f);
  fclose (f);
  return c;
}

/* In what the caller gave.  */
static void
open_into (const char *name, opened_file *r)
{
  FILE *f = fopen (name, "rb");
  r->f = f;
  r->error = f ? 0 : -1;
}

int
clean_into (const char *name)
{
  opened_file r;
  open_into (name, &r);
  if (r.error)
    return r.error;
  int c = fgetc (r.f);
  fclose (r.f);
  return c;
}

int
leak_into (const char *name)
{
  opened_file r;
  open_into (name, &r); /* { dg-warning "might not be closed" } */
  if (r.error)
    return r.error;
  int c = fgetc (r.f);
  if (c == EOF)
    return -2;
  fclose (r.f);
  return c;
}

/* In an element of any number.  */
struct opened_files
{
  FILE *f[8];
  int error[8];
};

opened_files
clean_open_all (const char *const *names, int n)
{
  opened_files r;
  for (int i = 0; i < n && i < 8; i++)
    {
      r.f[i] = fopen (names[i], "r");
      r.error[i] = r.f[i] ? 0 : -1;
    }
  return r;
}

void
clean_open_two (const char *const *names, int n, opened_files *r)
{
  FILE *f = fopen (names[n], "r");
  r->f[n] = f;
  r->error[n] = f ? 0 : -1;
}
