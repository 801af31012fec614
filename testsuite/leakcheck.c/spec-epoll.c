/* What an epoll set keeps, however its result is asked for.  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct client { int fd; };

/* Clean.  */
int
accept_client (int set, int listener)
{
  struct epoll_event event = { .events = EPOLLIN };
  struct client *c;
  int fd = accept4 (listener, NULL, NULL, SOCK_NONBLOCK);
  if (fd < 0)
    return -1;
  c = malloc (sizeof *c);
  if (!c)
    {
      close (fd);
      return -1;
    }
  c->fd = fd;
  event.data.ptr = c;
  if (epoll_ctl (set, EPOLL_CTL_ADD, fd, &event) < 0)
    {
      close (fd);
      free (c);
      return -1;
    }
  return 1;
}

/* Clean.  */
int
accept_client_too (int set, int listener)
{
  struct epoll_event event = { .events = EPOLLIN };
  struct client *c = malloc (sizeof *c);
  if (!c)
    return -1;
  event.data.ptr = c;
  c->fd = accept4 (listener, NULL, NULL, SOCK_NONBLOCK);
  if (c->fd >= 0 && epoll_ctl (set, EPOLL_CTL_ADD, c->fd, &event) == 0)
    return 1;
  if (c->fd >= 0)
    close (c->fd);
  free (c);
  return -1;
}

int
lost_client (int set, int listener)
{
  struct epoll_event event = { .events = EPOLLIN };
  int fd = accept4 (listener, NULL, NULL, SOCK_NONBLOCK);
  struct client *c;
  if (fd < 0)
    return -1;
  c = malloc (sizeof *c); /* { dg-warning "'c' might not be freed" } */
  if (!c)
    {
      close (fd);
      return -1;
    }
  c->fd = fd;
  event.data.ptr = c;
  if (epoll_ctl (set, EPOLL_CTL_ADD, fd, &event) < 0)
    {
      close (fd);
      return -1;
    }
  return 1;
}
