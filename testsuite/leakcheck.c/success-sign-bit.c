/* Whether a handle is negative, as a number.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <unistd.h>

int
clean_bad (const char *name)
{
  int fd = open (name, O_RDONLY);
  int bad = fd < 0 ? 1 : 0;
  if (bad)
    return -1;
  close (fd);
  return 0;
}

long
clean_long (const char *name)
{
  int fd = open (name, O_RDONLY);
  long bad = fd < 0 ? 1 : 0;
  if (bad)
    return -1;
  close (fd);
  return 0;
}

int
leak_other (const char *name, int k)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  int bad = k < 0 ? 1 : 0;
  if (bad)
    return -1;
  close (fd);
  return 0;
}

struct result
{
  int fd, bad;
};

static struct result
get (const char *name)
{
  int fd = open (name, O_RDONLY);
  struct result r = { fd, fd < 0 ? 1 : 0 };
  return r;
}

int
clean_result (const char *name)
{
  struct result r = get (name);
  if (r.bad)
    return -1;
  close (r.fd);
  return 0;
}

int
leak_result (const char *name)
{
  struct result r = get (name);		/* { dg-warning "'r.fd' is never closed" } */
  if (!r.bad)
    return -1;
  close (r.fd);
  return 0;
}

/* As a status.  */
int
clean_status (const char *name)
{
  char c;
  int fd = open (name, O_RDONLY);
  int status = -(fd < 0);
  if (status)
    return status;
  int n = (int) read (fd, &c, 1);
  close (fd);
  return n;
}

static int
opened (const char *name, int *fd)
{
  *fd = open (name, O_RDONLY);
  return -!(*fd >= 0);
}

int
clean_called (const char *name)
{
  char c;
  int fd;
  if (opened (name, &fd) < 0)
    return -1;
  int n = (int) read (fd, &c, 1);
  close (fd);
  return n;
}

int
leak_called (const char *name)
{
  char c;
  int fd;
  if (opened (name, &fd) < 0)		/* { dg-warning "'fd' might not be closed" } */
    return -1;
  int n = (int) read (fd, &c, 1);
  if (n < 0)
    return -1;
  close (fd);
  return n;
}

int
leak_status (const char *name)
{
  char c;
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  int status = -(fd >= 0);
  if (status)
    return status;
  int n = (int) read (fd, &c, 1);
  close (fd);
  return n;
}
