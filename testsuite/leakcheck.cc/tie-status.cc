/* A handle and what says whether it is one, by references to both.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <tuple>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

static std::tuple<int, const char *>
with_text (const char *name)
{
  int fd = open (name, O_RDONLY);
  return { fd, fd < 0 ? "cannot open" : nullptr };
}

static std::tuple<int, bool>
with_flag (const char *name)
{
  int fd = open (name, O_RDONLY);
  return { fd, fd < 0 };
}

static std::pair<FILE *, int>
with_number (const char *name)
{
  FILE *f = fopen (name, "r");
  return { f, f ? 0 : 1 };
}

long
clean_text (const char *name)
{
  int fd;
  const char *error;
  std::tie (fd, error) = with_text (name);
  if (error)
    {
      puts (error);
      return -1;
    }
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

long
clean_bound_text (const char *name)
{
  auto [fd, error] = with_text (name);
  if (error)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

long
clean_flag (const char *name)
{
  int fd;
  bool bad;
  std::tie (fd, bad) = with_flag (name);
  if (bad)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

int
clean_number (const char *name)
{
  FILE *f;
  int bad;
  std::tie (f, bad) = with_number (name);
  if (bad)
    return -1;
  return fclose (f);
}

long
leak_text (const char *name)
{
  int fd;
  const char *error;
  std::tie (fd, error) = with_text (name);	/* { dg-warning "may not be closed" } */
  if (error)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  if (n < 0)
    return -2;
  close (fd);
  return n;
}

long
leak_bound (const char *name)
{
  auto [fd, bad] = with_flag (name);		/* { dg-warning "may not be closed" } */
  if (bad)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  if (n > 0)
    close (fd);
  return n;
}

int
leak_number (const char *name)
{
  FILE *f;
  int bad;
  std::tie (f, bad) = with_number (name);	/* { dg-warning "never closed" } */
  if (!bad)
    return 0;
  return f ? fclose (f) : -1;
}
