/* A handle and what says whether it is one, by references to both.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <initializer_list>
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
  std::tie (fd, error) = with_text (name);	/* { dg-warning "might not be closed" } */
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
  auto [fd, bad] = with_flag (name);		/* { dg-warning "might not be closed" } */
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

/* The other way round, and two handles that are there together.  */
static std::tuple<int, int>
status_first (const char *name)
{
  int fd = open (name, O_RDONLY);
  return { fd < 0 ? -1 : 0, fd };
}

static std::tuple<bool, int>
failed_first (const char *name)
{
  int fd = open (name, O_RDONLY);
  return { fd < 0, fd };
}

static std::tuple<int, int>
both (const char *name)
{
  int in = open (name, O_RDONLY);
  int out = in < 0 ? -1 : open (name, O_WRONLY);
  if (out < 0 && in >= 0)
    {
      close (in);
      in = -1;
    }
  return { in, out };
}

long
clean_status_first (const char *name)
{
  int status, fd;
  std::tie (status, fd) = status_first (name);
  if (status == -1)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

long
leak_status_first (const char *name)
{
  int status, fd;
  std::tie (status, fd) = status_first (name); /* { dg-warning "never closed" } */
  if (status == 0)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

long
clean_failed_first (const char *name)
{
  bool failed;
  int fd;
  std::tie (failed, fd) = failed_first (name);
  if (failed)
    return -1;
  long n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n;
}

bool
clean_both (const char *name)
{
  int in, out;
  std::tie (in, out) = both (name);
  if (in == -1)
    return false;
  for (int fd : { in, out })
    close (fd);
  return true;
}

bool
leak_both (const char *name)
{
  int in, out;
  std::tie (in, out) = both (name);	/* { dg-warning "never closed" } */
  if (in == -1)
    return false;
  close (in);
  return true;
}
