/* What a function asks of the structure it is given, and what was put there before.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <unistd.h>

struct connection
{
  int fd;
  int busy;
};

void
reset (struct connection *c)
{
  if (c->fd != -1)
    close (c->fd);
  c->fd = -1;
}

/* Takes FD only if there is nothing yet.  */
static int __attribute__ ((noinline))
put (struct connection *c, int fd)
{
  if (c->fd != -1)
    return -1;
  c->fd = fd;
  return 0;
}

int
clean_reset (struct connection *c, const char *name)
{
  reset (c);
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  return put (c, fd);
}

int
leak_not_reset (struct connection *c, const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "might not be closed" } */
  if (fd < 0)
    return -1;
  return put (c, fd);
}

int
leak_other_reset (struct connection *c, struct connection *d, const char *name)
{
  reset (d);
  int fd = open (name, O_RDONLY);	/* { dg-warning "might not be closed" } */
  if (fd < 0)
    return -1;
  return put (c, fd);
}

int
clean_set (struct connection *c, const char *name)
{
  c->fd = -1;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  return put (c, fd);
}

int
leak_second (struct connection *c, const char *a, const char *b)
{
  reset (c);
  int fd = open (a, O_RDONLY);
  if (fd < 0)
    return -1;
  if (put (c, fd) < 0)
    return -1;
  fd = open (b, O_RDONLY);	/* { dg-warning "is never closed" } */
  if (fd < 0)
    return -1;
  return put (c, fd);
}
