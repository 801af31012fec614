// Lambdas that are called where they are made: what they do is what the function does.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// { dg-levels all }

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

// ---- A member is released in one.

struct by_lambda
{
  FILE *f;
  explicit by_lambda (const char *name) : f (std::fopen (name, "r")) {}
  by_lambda (const by_lambda &) = delete;
  ~by_lambda ()
  {
    if (f)
      [&] { std::fclose (f); } ();
  }
  void
  leak_again (const char *name)
  {
    f = std::fopen (name, "r");	// { dg-warning "might not be closed" }
  }
  void
  again (const char *name)
  {
    if (f)
      [this] { std::fclose (f); } ();
    f = std::fopen (name, "r");
  }
};

struct by_method
{
  char *text;
  explicit by_method (size_t n) : text (static_cast<char *> (std::malloc (n))) {}
  by_method (const by_method &) = delete;
  void drop () { std::free (text); text = nullptr; }
  ~by_method () { [this] { drop (); } (); }
  void
  leak_grow (size_t n)
  {
    text = static_cast<char *> (std::malloc (n));	// { dg-warning "might not be freed" }
  }
  void
  grow (size_t n)
  {
    [&] { drop (); } ();
    text = static_cast<char *> (std::malloc (n));
  }
};

// ---- Variables.

void
clean_loop ()
{
  int fds[2];
  if (pipe (fds) < 0)
    return;
  for (int fd : fds)
    [&] { close (fd); } ();
}

void
leak_one ()
{
  int fds[2];
  if (pipe (fds) < 0)	// { dg-warning "'fds.1.' is never closed" }
    return;
  [&] { close (fds[0]); } ();
}

int
clean_last (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  auto finish = [&f] { return std::fclose (f); };
  return finish ();
}

int
leak_early (const char *name)
{
  FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  if (std::getc (f) == '#')
    return 1;
  [=] { std::fclose (f); } ();
  return 0;
}

int
clean_argument (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int n = 0;
  auto finish = [&n] (FILE *g, int k) { n += k; std::fclose (g); };
  finish (f, 3);
  return n;
}

// Two calls of one lambda.
int
clean_either (const char *name, bool early)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  auto finish = [&] { std::fclose (f); };
  if (early)
    {
      finish ();
      return 1;
    }
  std::getc (f);
  finish ();
  return 0;
}
