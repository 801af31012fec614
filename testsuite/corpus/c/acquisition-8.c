/* Corpus, acquisition: sockets and resolvers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <stdbool.h>

extern void logmsg (int lvl, const char *fmt, ...);
extern int handle_client (int fd, const struct sockaddr *sa);	/* borrows */
extern volatile sig_atomic_t stopping;

/* 1 */
int
tcp_connect (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res, *ai;
  int s = -1;

  if (getaddrinfo (host, port, &hints, &res) != 0)
    return -1;
  for (ai = res; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);	/* { dg-warning "leak" } */
      if (s < 0)
	continue;
      if (connect (s, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
    }
  freeaddrinfo (res);
  return ai ? s : -1;
}

int
tcp_connect_ok (const char *host, const char *port)
{
  struct addrinfo hints, *res = NULL, *ai;
  int s = -1, err;

  memset (&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  if ((err = getaddrinfo (host, port, &hints, &res)))
    {
      logmsg (3, "%s: %s", host, gai_strerror (err));
      return -1;
    }
  for (ai = res; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
      if (s < 0)
	continue;
      if (connect (s, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
      close (s);
      s = -1;
    }
  freeaddrinfo (res);
  return s;
}

/* 2 */
int
resolve_first (const char *host, struct sockaddr_storage *ss)
{
  struct addrinfo *ai;
  int rc = getaddrinfo (host, NULL, NULL, &ai);	/* { dg-warning "leak" } */
  if (rc)
    return rc == EAI_SYSTEM ? -errno : -EHOSTUNREACH;
  if (ai->ai_addrlen > sizeof *ss)
    return -EOVERFLOW;
  memcpy (ss, ai->ai_addr, ai->ai_addrlen);
  freeaddrinfo (ai);
  return 0;
}

int
resolve_first_ok (const char *host, struct sockaddr_storage *ss)
{
  struct addrinfo *ai = NULL;
  int rc;

  do
    rc = getaddrinfo (host, NULL, NULL, &ai);
  while (rc == EAI_AGAIN && !stopping);
  if (rc != 0)
    return -1;
  if (ai->ai_addrlen <= sizeof *ss)
    memcpy (ss, ai->ai_addr, ai->ai_addrlen);
  else
    rc = -1;
  freeaddrinfo (ai);
  return rc;
}

/* 3 listen */
int
listen_unix (const char *path, int backlog)
{
  struct sockaddr_un sun = { .sun_family = AF_UNIX };
  int fd;

  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);	/* { dg-warning "leak" } */
  if (fd == -1)
    return -1;
  if (strlen (path) >= sizeof sun.sun_path)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  strcpy (sun.sun_path, path);
  if (bind (fd, (struct sockaddr *) &sun, sizeof sun) == -1
      || listen (fd, backlog) == -1)
    {
      int e = errno;
      close (fd);
      errno = e;
      return -1;
    }
  return fd;
}

int
listen_unix_ok (const char *path, int backlog)
{
  struct sockaddr_un sun = { .sun_family = AF_UNIX };
  int fd;

  if (strlen (path) >= sizeof sun.sun_path)
    return errno = ENAMETOOLONG, -1;
  strcpy (sun.sun_path, path);
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd == -1)
    return -1;
  if (bind (fd, (struct sockaddr *) &sun, sizeof sun) == -1)
    goto fail;
  if (listen (fd, backlog) == -1)
    goto fail;
  return fd;
fail:;
  int e = errno;
  close (fd);
  errno = e;
  return -1;
}

/* 4 accept loop */
void
serve (int lfd)
{
  while (!stopping)
    {
      struct sockaddr_storage ss;
      socklen_t sl = sizeof ss;
      int c = accept (lfd, (struct sockaddr *) &ss, &sl);	/* { dg-warning "leak" } */
      if (c < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  break;
	}
      if (ss.ss_family != AF_INET)
	continue;
      handle_client (c, (struct sockaddr *) &ss);
      close (c);
    }
}

void
serve_ok (int lfd)
{
  for (;;)
    {
      struct sockaddr_storage ss;
      socklen_t sl = sizeof ss;
      int c = accept4 (lfd, (struct sockaddr *) &ss, &sl, SOCK_CLOEXEC);
      if (c < 0)
	{
	  if (errno == EINTR && !stopping)
	    continue;
	  return;
	}
      if (ss.ss_family == AF_INET)
	handle_client (c, (struct sockaddr *) &ss);
      shutdown (c, SHUT_RDWR);
      close (c);
    }
}

/* 5 forking server */
void
serve_fork (int lfd)
{
  for (;;)
    {
      int c = accept (lfd, NULL, NULL);
      pid_t pid;
      if (c == -1)
	continue;
      pid = fork ();
      if (pid == 0)
	{
	  close (lfd);
	  handle_client (c, NULL);
	  _exit (0);
	}
      if (pid < 0)
	logmsg (3, "fork: %s", strerror (errno));
      close (c);
    }
}

void
serve_fork_bad (int lfd)
{
  for (;;)
    {
      int c = accept (lfd, NULL, NULL);	/* { dg-warning "leak" } */
      if (c == -1)
	continue;
      switch (fork ())
	{
	case 0:
	  close (lfd);
	  handle_client (c, NULL);
	  _exit (0);
	case -1:
	  logmsg (3, "fork: %s", strerror (errno));
	  break;
	default:
	  close (c);
	  break;
	}
    }
}

/* 6 socketpair */
int
spawn_worker (pid_t *out)
{
  int sv[2];		
  pid_t pid;

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) < 0)	/* { dg-warning "leak" } */
    return -1;
  pid = fork ();
  if (pid < 0)
    {
      close (sv[0]);
      return -1;
    }
  if (pid == 0)
    {
      close (sv[0]);
      dup2 (sv[1], 0);
      execl ("/usr/libexec/worker", "worker", (char *) NULL);
      _exit (127);
    }
  close (sv[1]);
  *out = pid;
  return sv[0];
}

int
spawn_worker_ok (pid_t *out)
{
  int sv[2];
  pid_t pid;

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) < 0)
    return -1;
  switch ((pid = fork ()))
    {
    case -1:
      close (sv[0]);
      close (sv[1]);
      return -1;
    case 0:
      close (sv[0]);
      if (dup2 (sv[1], 0) < 0)
	_exit (126);
      execl ("/usr/libexec/worker", "worker", (char *) NULL);
      _exit (127);
    default:
      close (sv[1]);
      *out = pid;
      return sv[0];
    }
}

/* 7 pipe: capture output */
int
capture (char *const argv[], char *buf, size_t len)
{
  int p[2], st;
  pid_t pid;
  ssize_t n;

  if (pipe (p) != 0)	/* { dg-warning "leak" } */
    return -1;
  if ((pid = fork ()) == -1)
    {
      close (p[0]);
      close (p[1]);
      return -1;
    }
  if (!pid)
    {
      dup2 (p[1], STDOUT_FILENO);
      close (p[0]);
      close (p[1]);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  n = read (p[0], buf, len - 1);
  if (n < 0)
    {
      waitpid (pid, &st, 0);
      return -1;
    }
  buf[n] = 0;
  close (p[0]);
  waitpid (pid, &st, 0);
  return WIFEXITED (st) ? WEXITSTATUS (st) : -1;
}

int
capture_ok (char *const argv[], char *buf, size_t len)
{
  int p[2] = { -1, -1 }, st = -1;
  pid_t pid = -1;
  ssize_t n = -1;

  if (pipe2 (p, O_CLOEXEC) != 0)
    return -1;
  if ((pid = fork ()) == -1)
    goto out;
  if (!pid)
    {
      if (dup2 (p[1], STDOUT_FILENO) >= 0)
	execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  p[1] = -1;
  n = read (p[0], buf, len - 1);
  if (n >= 0)
    buf[n] = 0;
  waitpid (pid, &st, 0);
out:
  for (int i = 0; i < 2; i++)
    if (p[i] != -1)
      close (p[i]);
  return n < 0 ? -1 : st;
}

/* 8 epoll set-up */
struct loop { int ep, tfd, sfd; };

int
loop_init (struct loop *l)
{
  struct epoll_event ev = { .events = EPOLLIN };
  int ep, tfd;

  ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);	/* { dg-warning "leak" } */
  if (tfd < 0)
    {
      close (ep);
      return -1;
    }
  ev.data.fd = tfd;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    {
      close (ep);
      return -1;
    }
  l->ep = ep;
  l->tfd = tfd;
  return 0;
}

int
loop_init_ok (struct loop *l)
{
  struct epoll_event ev = { .events = EPOLLIN };
  sigset_t ss;

  l->ep = l->tfd = l->sfd = -1;
  if ((l->ep = epoll_create1 (EPOLL_CLOEXEC)) < 0)
    goto err;
  if ((l->tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK)) < 0)
    goto err;
  sigemptyset (&ss);
  sigaddset (&ss, SIGTERM);
  if ((l->sfd = signalfd (-1, &ss, SFD_CLOEXEC)) < 0)
    goto err;
  ev.data.fd = l->tfd;
  if (epoll_ctl (l->ep, EPOLL_CTL_ADD, l->tfd, &ev) < 0)
    goto err;
  return 0;
err:
  if (l->sfd >= 0)
    close (l->sfd);
  if (l->tfd >= 0)
    close (l->tfd);
  if (l->ep >= 0)
    close (l->ep);
  l->ep = l->tfd = l->sfd = -1;
  return -1;
}

/* 9 ifaddrs */
bool
have_address (const char *ifname)
{
  struct ifaddrs *list, *i;
  if (getifaddrs (&list) == -1)	/* { dg-warning "leak" } */
    return false;
  for (i = list; i; i = i->ifa_next)
    if (i->ifa_addr && strcmp (i->ifa_name, ifname) == 0)
      return true;
  freeifaddrs (list);
  return false;
}

bool
have_address_ok (const char *ifname)
{
  struct ifaddrs *list, *i;
  bool found = false;
  if (getifaddrs (&list) == -1)
    return false;
  for (i = list; !found && i; i = i->ifa_next)
    found = i->ifa_addr && strcmp (i->ifa_name, ifname) == 0;
  freeifaddrs (list);
  return found;
}

/* 10 inotify */
int
watch_file (const char *path)
{
  int fd = inotify_init1 (IN_NONBLOCK);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  return inotify_add_watch (fd, path, IN_MODIFY) < 0 ? -1 : fd;
}

int
watch_file_ok (const char *path)
{
  int fd = inotify_init1 (IN_NONBLOCK);
  if (fd < 0)
    return -1;
  if (inotify_add_watch (fd, path, IN_MODIFY) < 0)
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* 11 two FILEs on one socket */
struct sess { FILE *in, *out; };

int
sess_open (struct sess *s, int sock)
{
  int d;
  s->in = fdopen (sock, "r");
  if (!s->in)
    {
      close (sock);
      return -1;
    }
  d = dup (sock);	/* { dg-warning "leak" } */
  if (d < 0 || !(s->out = fdopen (d, "w")))
    {
      fclose (s->in);
      return -1;
    }
  return 0;
}

int
sess_open_ok (struct sess *s, int sock)
{
  int d;
  s->in = s->out = NULL;
  if (!(s->in = fdopen (sock, "r")))
    {
      close (sock);
      return -1;
    }
  if ((d = dup (sock)) < 0)
    goto bad;
  if (!(s->out = fdopen (d, "w")))
    {
      close (d);
      goto bad;
    }
  setvbuf (s->out, NULL, _IOLBF, 0);
  return 0;
bad:
  fclose (s->in);
  s->in = NULL;
  return -1;
}
