/* All descriptors are closed by number, and the standard ones opened again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <unistd.h>

extern void print_out (const char *);

int
close_all ()
{
  for (int i = getdtablesize (); --i >= 0;)
    close (i);
  int fd = open ("/dev/null", O_RDWR);
  if (!(fd == 0 && dup (fd) == 1 && dup (fd) == 2 && chdir ("/") == 0))
    {
      print_out ("cannot redirect");
      return -1;
    }
  return 0;
}

int
close_others ()
{
  for (int i = getdtablesize (); --i > 2;)
    close (i);
  int fd = open ("/dev/null", O_RDWR);	// { dg-warning "'fd' is never closed" }
  return fd < 0 ? -1 : 0;
}
