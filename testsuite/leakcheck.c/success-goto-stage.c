/* What is undone when a step fails, by the number of the step.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

struct listener { int sock, epfd, wake; };
struct session { int sock; char *name; };

int
clean_listen (struct listener *l, struct sockaddr *sin)
{
  int stage = 0;
  l->epfd = l->wake = -1;
  l->sock = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (l->sock < 0)
    return -1;
  stage = 1;
  if (bind (l->sock, sin, sizeof *sin) < 0)
    goto fail;
  l->epfd = epoll_create1 (EPOLL_CLOEXEC);
  if (l->epfd < 0)
    goto fail;
  stage = 2;
  l->wake = eventfd (0, EFD_CLOEXEC);
  if (l->wake < 0)
    goto fail;
  stage = 3;
  if (epoll_ctl (l->epfd, EPOLL_CTL_ADD, l->sock, NULL) < 0)
    goto fail;
  return 0;

fail:
  switch (stage)
    {
    case 3:
      close (l->wake);
      /* Fall through.  */
    case 2:
      close (l->epfd);
      /* Fall through.  */
    case 1:
      close (l->sock);
    }
  l->sock = l->epfd = l->wake = -1;
  return -1;
}

int
leak_begin (struct session *s, struct sockaddr *sin, const char *name)
{
  int stage = 0;
  s->name = NULL;
  s->sock = socket (AF_INET, SOCK_STREAM, 0); /* { dg-warning "might not be closed" } */
  if (s->sock < 0)
    return -1;
  stage = 1;
  s->name = strdup (name);
  if (!s->name)
    goto fail;
  stage = 2;
  if (connect (s->sock, sin, sizeof *sin) < 0)
    goto fail;
  return 0;

fail:
  switch (stage)
    {
    case 2:
      free (s->name);
      break;
    case 1:
      close (s->sock);
    }
  s->sock = -1;
  s->name = NULL;
  return -1;
}
