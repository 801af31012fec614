/* Local arrays of handles that a pointer walks over.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int
leak_looked_at ()
{
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends)) /* { dg-warning "is never closed" } */
    return 1;
  for (int end : ends)
    std::printf ("%d\n", end);
  return 0;
}

int
clean_closed ()
{
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  for (int end : ends)
    close (end);
  return 0;
}

int
clean_looked_at_then_closed ()
{
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  for (int end : ends)
    std::printf ("%d\n", end);
  close (ends[0]);
  close (ends[1]);
  return 0;
}

int
leak_written_to ()
{
  int ends[2];
  if (pipe (ends)) /* { dg-warning "is never closed" } */
    return 1;
  for (int *end = ends; end < ends + 2; end++)
    if (write (*end, "x", 1) < 0)
      std::puts ("cannot write");
  return 0;
}

int
clean_filled_by_pointer (const char *name)
{
  int fds[4];
  for (int *fd = fds; fd < fds + 4; fd++)
    *fd = open (name, O_RDONLY);
  for (int i = 0; i < 4; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  return 0;
}

int
clean_filled_by_reference (const char *name)
{
  int fds[4];
  for (int &fd : fds)
    fd = open (name, O_RDONLY);
  for (int fd : fds)
    if (fd >= 0)
      close (fd);
  return 0;
}

int
clean_filled_array (const char *name)
{
  FILE *files[3] = { nullptr, nullptr, nullptr };
  for (FILE *&f : files)
    f = std::fopen (name, "r");
  int n = 0;
  for (FILE *f : files)
    if (f)
      {
	n++;
	std::fclose (f);
      }
  return n;
}

int
clean_standard_array ()
{
  std::array<int, 2> ends;
  if (pipe (ends.data ()))
    return 1;
  for (int end : ends)
    close (end);
  return 0;
}
