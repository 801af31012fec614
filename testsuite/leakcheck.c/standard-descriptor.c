/* The standard descriptors are replaced: by number, and until a higher number is found.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <unistd.h>
int getdtablesize (void);

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

/* All descriptors are closed by number.  */
int
close_all (void)
{
  for (int i = getdtablesize (); --i >= 0;)
    close (i);
  int fd = open ("/dev/null", O_RDWR);
  if (!(fd == 0 && dup (fd) == 1 && dup (fd) == 2 && chdir ("/") == 0))
    return -1;
  return 0;
}

int
close_upwards (int n)
{
  int fd, i;
  for (i = 0; i < n; i++)
    close (i);
  fd = open ("/dev/null", O_RDWR);
  if (fd < 0 || dup (fd) < 0)
    return -1;
  return 0;
}

void
close_while (int n)
{
  while (n > 0)
    close (--n);
  int fd = open ("/dev/null", O_RDWR);
  if (fd != 0)
    _exit (1);
}

/* The standard ones stay open.  */
int
close_others (int n)
{
  int fd, i;
  for (i = 3; i < n; i++)
    close (i);
  fd = open ("/dev/null", O_RDWR);	/* { dg-warning "'fd' is never closed" } */
  return fd < 0 ? -1 : 0;
}

int
close_others_down (int n)
{
  int fd;
  for (; n > 2; n--)
    close (n);
  fd = open ("/dev/null", O_RDWR);	/* { dg-warning "'fd' is never closed" } */
  return fd < 0 ? -1 : 0;
}

int
close_two (int fds[2])
{
  int fd, i;
  for (i = 0; i < 2; i++)
    close (fds[i]);
  fd = open ("/dev/null", O_RDWR);	/* { dg-warning "'fd' is never closed" } */
  return fd < 0 ? -1 : 0;
}

/* One more than there is room for.  */
int
close_all_open_four (void)
{
  int i, more;
  for (i = 0; i < 64; i++)
    close (i);
  open ("/dev/null", O_RDWR);
  dup (0);
  dup (0);
  more = open ("/", O_RDONLY);	/* { dg-warning "'more' is never closed" } */
  return more < 0 ? -1 : 0;
}
