/* Objects that keep references to what their function declared: guards, std::tie.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <tuple>
#include <utility>

class closer
{
public:
  explicit closer (FILE *&f) : f (f) {}
  ~closer () { if (f) std::fclose (f); }

private:
  FILE *&f;
};

class pointing_closer
{
public:
  explicit pointing_closer (FILE **f) : f (f) {}
  ~pointing_closer () { if (*f) std::fclose (*f); }

private:
  FILE **f;
};

class flusher
{
public:
  explicit flusher (FILE *&f) : f (f) {}
  ~flusher () { if (f) std::fflush (f); }

private:
  FILE *&f;
};

int
clean_guarded_first (const char *name)
{
  FILE *f = nullptr;
  closer guard (f);
  f = std::fopen (name, "r");
  if (!f)
    return 1;
  return std::fgetc (f);
}

int
clean_guarded_by_pointer (const char *name)
{
  FILE *f = nullptr;
  pointing_closer guard (&f);
  f = std::fopen (name, "r");
  if (!f)
    return 1;
  return std::fgetc (f);
}

int
clean_guarded_later (const char *name)
{
  FILE *f = std::fopen (name, "r");
  closer guard (f);
  if (!f)
    return 1;
  return std::fgetc (f);
}

int
leak_flushed_only (const char *name)
{
  FILE *f = nullptr;
  flusher guard (f);
  f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  return std::fgetc (f);
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
clean_tied (const char *name)
{
  int error;
  FILE *f;
  std::tie (error, f) = open_pair (name);
  if (error)
    return error;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

int
leak_tied (const char *name)
{
  int error;
  FILE *f;
  std::tie (error, f) = open_pair (name); /* { dg-warning "'open_pair' is never closed" } */
  if (error)
    return error;
  return std::fgetc (f);
}

int
leak_tied_one_way (const char *name)
{
  int error;
  FILE *f;
  std::tie (error, f) = open_pair (name); /* { dg-warning "'open_pair' might not be closed" } */
  if (error)
    return error;
  int c = std::fgetc (f);
  if (c == EOF)
    return -1;
  std::fclose (f);
  return c;
}
