/* The standard descriptors are replaced: by number, and until a higher number is found.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <unistd.h>

int
detach (const char *log)
{
  int in, out;
  if (close (0) < 0 && close (1) < 0)
    return -1;
  in = open ("/dev/null", O_RDONLY);
  if (in < 0)
    return -1;
  close (STDERR_FILENO);
  close (STDOUT_FILENO);
  out = open (log, O_WRONLY | O_CREAT, 0600);
  if (out < 0)
    return -2;
  if (dup (out) < 0)
    return -3;
  return 0;
}

int
detach_more (const char *log)
{
  int out, more;
  close (STDOUT_FILENO);
  out = open (log, O_WRONLY | O_CREAT, 0600);
  if (out < 0)
    return -2;
  more = dup (out);	/* { dg-warning "'more' is never closed" } */
  return more < 0 ? -3 : 0;
}

int
fill (void)
{
  int fd;
  do
    {
      fd = open ("/dev/null", O_RDWR);
      if (fd < 0)
	return -1;
    }
  while (fd <= STDERR_FILENO);
  close (fd);
  return 0;
}

int
fill_more (void)
{
  int fd;
  do
    {
      fd = open ("/dev/null", O_RDWR);	/* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	return -1;
    }
  while (fd <= 9);
  close (fd);
  return 0;
}
