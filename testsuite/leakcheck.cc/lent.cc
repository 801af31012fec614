/* Who releases a handle after a call that it was given to has only lent it: if the
   call throws, the handle is still the caller's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <memory>
#include <fcntl.h>
#include <unistd.h>

void serve (int);
void serve_quietly (int) noexcept;
void adopt (FILE *);
bool enlist (FILE *) noexcept;
void read_all (FILE *);

int
leak_lent (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' may not be closed" } */
  if (fd < 0)
    return -1;
  serve (fd);
  return close (fd);
}

int
clean_lent_quietly (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  serve_quietly (fd);
  return close (fd);
}

int
clean_lent_caught (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  try
    {
      serve (fd);
    }
  catch (...)
    {
      close (fd);
      throw;
    }
  return close (fd);
}

void
clean_adopted (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (f)
    adopt (f);
}

void
clean_enlisted (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (f && !enlist (f))
    std::fclose (f);
}

void
leak_read (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' may not be closed" } */
  if (!f)
    return;
  read_all (f);
  std::fclose (f);
}

void
clean_read (const char *name)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (name, "r"), std::fclose);
  if (f)
    read_all (f.get ());
}
