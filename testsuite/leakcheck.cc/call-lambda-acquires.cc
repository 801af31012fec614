// Lambdas that acquire for what they capture: what they do is what the function does.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>
#include <cstdlib>

// ---- A member.

class holder
{
public:
  holder () : f (nullptr) {}
  ~holder ()
  {
    if (f)
      std::fclose (f);
  }
  void leak_open (const char *name);
  void open (const char *name);

private:
  std::FILE *f;
};

void
holder::leak_open (const char *name)
{
  [&] { f = std::fopen (name, "r"); } ();	// { dg-warning "might not be closed" }
}

void
holder::open (const char *name)
{
  if (f)
    return;
  [&] { f = std::fopen (name, "r"); } ();
}

// ---- Variables.

int
leak_read (const char *name)
{
  std::FILE *f = nullptr;
  [&] { f = std::fopen (name, "r"); } ();	// { dg-warning "'f' is never closed" }
  if (!f)
    return -1;
  return std::getc (f);
}

int
leak_early (const char *name)
{
  std::FILE *f = nullptr;
  [&] { f = std::fopen (name, "r"); } ();	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  if (std::getc (f) < 0)
    return -2;
  std::fclose (f);
  return 0;
}

int
clean_read (const char *name)
{
  std::FILE *f = nullptr;
  [&] { f = std::fopen (name, "r"); } ();
  if (!f)
    return -1;
  int c = std::getc (f);
  [&] { std::fclose (f); } ();
  return c;
}

// Once only, though the lambda is examined, too.
void
leak_inside (const char *name)
{
  [&] { std::FILE *g = std::fopen (name, "r"); std::fputs ("x", g); } (); // { dg-warning "never closed" }
}

char *
leak_overwritten (size_t n)
{
  char *p = nullptr;
  [&] { p = static_cast<char *> (std::malloc (n)); } (); // { dg-warning "'p' is never freed" }
  [&] { p = static_cast<char *> (std::malloc (2 * n)); } ();
  return p;
}

// ---- Results.

static char *
room (size_t n)
{
  return static_cast<char *> (std::malloc (n));
}

int
leak_result (size_t n, bool b)
{
  char *p = [&] { return room (n); } ();	// { dg-warning "'p' might not be freed" }
  if (b)
    return 1;
  std::free (p);
  return 0;
}

int
clean_result (size_t n)
{
  char *p = [&] { return room (n); } ();
  std::free (p);
  return 0;
}

char *
clean_returned (size_t n)
{
  return [&] { return room (n); } ();
}

// ---- One that is kept, and called later.

template <typename F>
static void
twice (F f)
{
  f ();
  f ();
}

int
clean_kept (const char *name)
{
  std::FILE *f = nullptr;
  auto reopen = [&]
    {
      if (f)
	std::fclose (f);
      f = std::fopen (name, "r");
    };
  twice (reopen);
  reopen ();
  if (f)
    std::fclose (f);
  return 0;
}
