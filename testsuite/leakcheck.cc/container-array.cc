/* Arrays in an object: std::array and home-made ones.  An element is where its
   index says.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <array>
#include <cstddef>
#include <cstdio>
#include <unistd.h>

int
leak_one_end ()
{
  std::array<int, 2> fds;
  if (pipe (fds.data ())) /* { dg-warning "'fds\\\[1\\\]' is never closed" } */
    return -1;
  close (fds[0]);
  return 0;
}

int
clean_both_ends ()
{
  std::array<int, 2> fds;
  if (pipe (fds.data ()))
    return -1;
  close (fds[0]);
  close (fds[1]);
  return 0;
}

int
clean_loop ()
{
  std::array<int, 2> fds;
  if (pipe (fds.data ()))
    return -1;
  for (int fd : fds)
    close (fd);
  return 0;
}

int
clean_index (const char *name)
{
  std::array<FILE *, 4> files {};
  for (std::size_t i = 0; i < files.size (); i++)
    files[i] = std::fopen (name, "r");
  for (std::size_t i = 0; i < files.size (); i++)
    if (files[i])
      std::fclose (files[i]);
  return 0;
}

int
leak_constant_index (const char *name)
{
  std::array<FILE *, 2> files {};
  files[0] = std::fopen (name, "r");
  files[1] = std::fopen (name, "w"); /* { dg-warning "never closed" } */
  if (files[0])
    std::fclose (files[0]);
  return 0;
}

int
clean_constant_index (const char *name)
{
  std::array<FILE *, 2> files {};
  files[0] = std::fopen (name, "r");
  files[1] = std::fopen (name, "w");
  if (files[0])
    std::fclose (files[0]);
  if (files.at (1))
    std::fclose (files.at (1));
  return 0;
}

/* Home-made: the index goes through two functions.  */

class slots
{
public:
  FILE *&at (unsigned n) { return m_all[n]; }
  FILE *&operator[] (unsigned n) { return at (n); }

private:
  FILE *m_all[4] = {};
};

int
leak_slot (const char *name)
{
  slots s;
  s[0] = std::fopen (name, "r");
  s[1] = std::fopen (name, "w"); /* { dg-warning "never closed" } */
  if (s[0])
    std::fclose (s[0]);
  return 0;
}

int
clean_slot (const char *name, unsigned n)
{
  slots s;
  s[n] = std::fopen (name, "r");
  if (s[n])
    std::fclose (s[n]);
  return 0;
}
