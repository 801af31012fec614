/* With -flto the compiler forgets what classes have and what handlers catch: the units are analysed
   before that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

/* { dg-additional-options "-flto" } */

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

int parse (const char *);

/* Handlers.  */
int
clean_caught (const char *path, const std::string &text)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int n = 0;
  try
    {
      n = std::stoi (text);
    }
  catch (const std::logic_error &)
    {
      n = -1;
    }
  fclose (f);
  return n;
}

int
clean_caught_base (const char *path, const std::vector<int> &v)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int n = 0;
  try
    {
      n = v.at (3);
    }
  catch (std::exception &)
    {
    }
  fclose (f);
  return n;
}

int
leak_other (const char *path, const std::vector<int> &v)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n = 0;
  try
    {
      n = v.at (3);
    }
  catch (std::runtime_error &)
    {
    }
  fclose (f);
  return n;
}

/* Members.  */
class log_file
{
public:
  log_file (const char *n) { file = fopen (n, "w"); }
  log_file (const log_file &) = delete;
  ~log_file () { if (file) fclose (file); }
  void reopen (const char *n);
  void change (const char *n);

private:
  FILE *file;
};

void
log_file::reopen (const char *n)
{
  if (file)
    fputs ("end\n", file);
  file = fopen (n, "w"); /* { dg-warning "might not be closed" } */
}

void
log_file::change (const char *n)
{
  if (file)
    fclose (file);
  file = fopen (n, "w");
}

/* Containers.  */
void
leak_elements (int n)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    all.push_back (fopen ("x", "r")); /* { dg-warning "closed" } */
}

void
clean_elements (int n)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    all.push_back (fopen ("x", "r"));
  for (FILE *f : all)
    if (f)
      fclose (f);
}

/* Methods that nobody calls.  */
class unused
{
public:
  int leak (const char *n)
  {
    FILE *f = fopen (n, "r"); /* { dg-warning "'f' is never closed" } */
    return f ? fgetc (f) : EOF;
  }
  int clean (const char *n)
  {
    FILE *f = fopen (n, "r");
    int c = f ? fgetc (f) : EOF;
    if (f)
      fclose (f);
    return c;
  }
};
