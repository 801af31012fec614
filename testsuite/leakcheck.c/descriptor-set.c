/* A descriptor in a set of descriptors that outlives the function is kept; one in a local set is not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-additional-options "-Wno-free-nonheap-object" } */

#include <stdlib.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

struct server { fd_set readable; int highest; };
static fd_set watched;

int
serve (struct server *s, int door)
{
  int fd = accept (door, NULL, NULL);
  if (fd < 0)
    return -1;
  FD_SET (fd, &s->readable);
  if (fd > s->highest)
    s->highest = fd;
  return 0;
}

int
watch (int door)
{
  int fd = accept (door, NULL, NULL);
  if (fd == -1)
    return -1;
  FD_SET (fd, &watched);
  return 0;
}

int
wait_once (int door)
{
  fd_set set;
  int fd = accept (door, NULL, NULL);	/* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  FD_ZERO (&set);
  FD_SET (fd, &set);
  return select (fd + 1, &set, NULL, NULL, NULL);
}

void
unwatch (int door)
{
  int fd = accept (door, NULL, NULL);	/* { dg-warning "'fd' is never closed" } */
  if (fd >= 0)
    FD_CLR (fd, &watched);
}

/* What is not the beginning of a block does not free it.  */
int
inner (size_t n)
{
  char *p = malloc (n + 16);	/* { dg-warning "'p' is never freed" } */
  if (!p)
    return -1;
  p[0] = 0;
  free (p + 16);
  return 0;
}

int
outer (size_t n)
{
  char *p = malloc (n + 16), *user;
  if (!p)
    return -1;
  user = p + 16;
  user[0] = 0;
  free (user - 16);
  return 0;
}
