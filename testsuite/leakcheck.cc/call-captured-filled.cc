/* Lambdas that put something else into a variable that they have captured by reference.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <unistd.h>
#include <fcntl.h>
#include <vector>

int
leak_each (const std::vector<const char *> &names)
{
  std::FILE *f = nullptr;
  auto advance = [&f] (const char *name)
  {
    f = std::fopen (name, "r");
    return f != nullptr;
  };
  int n = 0;
  for (const char *name : names)
    {
      if (!advance (name)) // { dg-warning "might not be closed" }
	continue;
      n += std::fgetc (f);
    }
  if (f)
    std::fclose (f);
  return n;
}

int
clean_each (const std::vector<const char *> &names)
{
  std::FILE *f = nullptr;
  auto advance = [&f] (const char *name)
  {
    if (f)
      std::fclose (f);
    f = std::fopen (name, "r");
    return f != nullptr;
  };
  int n = 0;
  for (const char *name : names)
    {
      if (!advance (name))
	continue;
      n += std::fgetc (f);
    }
  if (f)
    std::fclose (f);
  return n;
}

int
clean_closed (const std::vector<const char *> &names)
{
  std::FILE *f = nullptr;
  auto advance = [&f] (const char *name)
  {
    f = std::fopen (name, "r");
    return f != nullptr;
  };
  int n = 0;
  for (const char *name : names)
    {
      if (!advance (name))
	continue;
      n += std::fgetc (f);
      std::fclose (f);
    }
  return n;
}

/* Two lambdas, one of which closes.  */
int
clean_both (const std::vector<const char *> &names)
{
  int fd = -1, n = 0;
  char c;
  auto next = [&fd] (const char *name) { fd = open (name, O_RDONLY); };
  auto done = [&fd]
  {
    if (fd >= 0)
      close (fd);
    fd = -1;
  };
  for (const char *name : names)
    {
      next (name);
      if (fd < 0)
	break;
      n += read (fd, &c, 1);
      done ();
    }
  done ();
  return n;
}

int
leak_forgotten (const char *name)
{
  std::FILE *f = std::fopen (name, "r"); // { dg-warning "'f' is never closed" }
  if (!f)
    return -1;
  int c = std::fgetc (f);
  auto forget = [&f] { f = nullptr; };
  forget ();
  if (f)
    std::fclose (f);
  return c;
}

int
leak_other (const char *name, const char *other)
{
  std::FILE *f = std::fopen (name, "r"); // { dg-warning "'f' is never closed" }
  if (!f)
    return -1;
  int c = std::fgetc (f);
  auto change = [&] { f = std::fopen (other, "r"); };
  change ();
  if (f)
    std::fclose (f);
  return c;
}

int
clean_other (const char *name, const char *other)
{
  std::FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int c = std::fgetc (f);
  auto change = [&]
  {
    std::fclose (f);
    f = std::fopen (other, "r");
  };
  change ();
  if (f)
    std::fclose (f);
  return c;
}

/* It is handed on first.  */
void
clean_collected (const std::vector<const char *> &names, std::vector<std::FILE *> *all)
{
  std::FILE *f = nullptr;
  auto advance = [&f] (const char *name) { f = std::fopen (name, "r"); };
  for (const char *name : names)
    {
      advance (name);
      if (f)
	all->push_back (f);
    }
}

/* Only where there is none.  */
int
clean_once (const std::vector<const char *> &names)
{
  std::FILE *f = nullptr;
  auto ensure = [&f] (const char *name)
  {
    if (!f)
      f = std::fopen (name, "r");
  };
  int n = 0;
  for (const char *name : names)
    {
      ensure (name);
      if (f)
	n += std::fgetc (f);
    }
  if (f)
    std::fclose (f);
  return n;
}

/* A copy is another variable.  */
int
clean_copy (const char *name)
{
  std::FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  auto change = [f] () mutable { f = nullptr; };
  change ();
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}
