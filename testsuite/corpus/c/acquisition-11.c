/* Corpus, acquisition: POSIX and Linux interfaces: descriptors and processes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

/* 1: getaddrinfo with several results.  */
int
dial_clean (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res, *rp;
  int fd = -1, err = getaddrinfo (host, port, &hints, &res);
  if (err)
    {
      fprintf (stderr, "%s\n", gai_strerror (err));
      return -1;
    }
  for (rp = res; rp != NULL; rp = rp->ai_next)
    {
      fd = socket (rp->ai_family, rp->ai_socktype, rp->ai_protocol);
      if (fd == -1)
	continue;
      if (connect (fd, rp->ai_addr, rp->ai_addrlen) != -1)
	break;
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_leaky_list (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res;
  int fd, err = getaddrinfo (host, port, &hints, &res);	/* { dg-warning "leak" } */
  if (err)
    return -1;
  fd = socket (res->ai_family, res->ai_socktype, res->ai_protocol);
  if (fd == -1)
    return -1;
  if (connect (fd, res->ai_addr, res->ai_addrlen) == -1)
    {
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_leaky_socket (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res;
  int fd, rc = -1;
  if (getaddrinfo (host, port, &hints, &res) != 0)
    return -1;
  fd = socket (res->ai_family, res->ai_socktype, res->ai_protocol);	/* { dg-warning "leak" } */
  if (fd >= 0)
    rc = connect (fd, res->ai_addr, res->ai_addrlen);
  freeaddrinfo (res);
  return rc < 0 ? -1 : fd;
}

/* 2: pipe and fork.  */
int
capture_clean (const char *command, char *out, size_t size)
{
  int p[2];
  pid_t child;
  ssize_t n;
  if (pipe (p) != 0)
    return -1;
  child = fork ();
  if (child < 0)
    {
      close (p[0]);
      close (p[1]);
      return -1;
    }
  if (child == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
      _exit (127);
    }
  close (p[1]);
  n = read (p[0], out, size);
  close (p[0]);
  waitpid (child, NULL, 0);
  return n < 0 ? -1 : 0;
}

int
capture_leaky (const char *command, char *out, size_t size)
{
  int p[2];
  pid_t child;
  ssize_t n;
  if (pipe (p) != 0)			/* { dg-warning "leak" } */
    return -1;
  child = fork ();
  if (child < 0)
    return -1;
  if (child == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
      _exit (127);
    }
  close (p[1]);
  n = read (p[0], out, size);
  close (p[0]);
  waitpid (child, NULL, 0);
  return n < 0 ? -1 : 0;
}

/* 3: socketpair: one end is returned, the other closed, or not.  */
int
half_clean (void)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, sv) == -1)
    return -1;
  close (sv[1]);
  return sv[0];
}

int
half_leaky (void)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, sv) == -1)	/* { dg-warning "leak" } */
    return -1;
  return sv[0];
}

/* 4: fdopendir takes the descriptor on success.  */
DIR *
open_below_clean (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);
  DIR *d;
  if (fd < 0)
    return NULL;
  d = fdopendir (fd);
  if (!d)
    close (fd);
  return d;
}

DIR *
open_below_leaky (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);	/* { dg-warning "leak" } */
  if (fd < 0)
    return NULL;
  return fdopendir (fd);
}

/* 5: popen needs pclose.  */
int
users_clean (void)
{
  char line[128];
  int n = 0;
  FILE *p = popen ("who", "r");
  if (!p)
    return -1;
  while (fgets (line, sizeof line, p))
    n++;
  return pclose (p) == 0 ? n : -1;
}

int
users_leaky (void)
{
  char line[128];
  FILE *p = popen ("who", "r");		/* { dg-warning "leak" } */
  if (!p)
    return -1;
  if (!fgets (line, sizeof line, p))
    return 0;
  pclose (p);
  return 1;
}

/* 6: epoll with a timer.  */
int
wait_clean (int seconds)
{
  struct itimerspec when = { .it_value = { .tv_sec = seconds } };
  struct epoll_event ev = { .events = EPOLLIN };
  int rc = -1, tfd, ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);
  if (tfd < 0)
    goto out_ep;
  if (timerfd_settime (tfd, 0, &when, NULL) < 0)
    goto out_tfd;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    goto out_tfd;
  rc = epoll_wait (ep, &ev, 1, -1);
out_tfd:
  close (tfd);
out_ep:
  close (ep);
  return rc;
}

int
wait_leaky (int seconds)
{
  struct itimerspec when = { .it_value = { .tv_sec = seconds } };
  struct epoll_event ev = { .events = EPOLLIN };
  int rc = -1, tfd, ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);	/* { dg-warning "leak" } */
  if (tfd < 0)
    goto out;
  if (timerfd_settime (tfd, 0, &when, NULL) < 0)
    goto out;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    goto out;
  rc = epoll_wait (ep, &ev, 1, -1);
  close (tfd);
out:
  close (ep);
  return rc;
}

/* 7: dup2 replaces a descriptor; the old one still has to be closed.  */
int
redirect_clean (const char *name)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDERR_FILENO) < 0)
    {
      close (fd);
      return -1;
    }
  if (fd > STDERR_FILENO)
    close (fd);
  return 0;
}

int
redirect_leaky (const char *name)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_APPEND, 0644);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDERR_FILENO) < 0)
    return -1;
  close (fd);
  return 0;
}

/* 8: accept in a server loop.  */
int
serve_clean (int listener, int rounds)
{
  for (int i = 0; i < rounds; i++)
    {
      int peer = accept (listener, NULL, NULL);
      if (peer < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return -1;
	}
      if (write (peer, "bye\n", 4) != 4)
	perror ("write");
      close (peer);
    }
  return 0;
}

int
serve_leaky (int listener, int rounds)
{
  for (int i = 0; i < rounds; i++)
    {
      int peer = accept (listener, NULL, NULL);	/* { dg-warning "leak" } */
      if (peer < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return -1;
	}
      if (write (peer, "bye\n", 4) != 4)
	{
	  perror ("write");
	  continue;
	}
      close (peer);
    }
  return 0;
}

/* 9: a listening socket, set up step by step.  */
int
listen_clean (int port)
{
  int one = 1, s = socket (AF_INET6, SOCK_STREAM, 0);
  if (s == -1)
    return -1;
  (void) port;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == -1
      || listen (s, 5) == -1)
    {
      int e = errno;
      close (s);
      errno = e;
      return -1;
    }
  return s;
}

int
listen_leaky (int port)
{
  int one = 1, s = socket (AF_INET6, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (s == -1)
    return -1;
  (void) port;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == -1)
    return -1;
  if (listen (s, 5) == -1)
    {
      close (s);
      return -1;
    }
  return s;
}

/* 10: inotify, and a semaphore with a name.  */
int
watch_clean (const char *dir)
{
  int ino = inotify_init1 (IN_CLOEXEC);
  if (ino < 0)
    return -1;
  if (inotify_add_watch (ino, dir, IN_CREATE) < 0)
    {
      close (ino);
      return -1;
    }
  return ino;
}

int
signal_other_leaky (const char *name)
{
  sem_t *s = sem_open (name, O_CREAT, 0600, 0);	/* { dg-warning "leak" } */
  if (s == SEM_FAILED)
    return -1;
  if (sem_post (s) != 0)
    return -1;
  return sem_close (s);
}

/* 11: mkstemp and fdopen.  */
FILE *
temporary_clean (char *template)
{
  int fd = mkstemp (template);
  FILE *f;
  if (fd == -1)
    return NULL;
  f = fdopen (fd, "w+");
  if (!f)
    {
      int e = errno;
      close (fd);
      unlink (template);
      errno = e;
    }
  return f;
}

FILE *
temporary_leaky (char *template)
{
  int fd = mkstemp (template);		/* { dg-warning "leak" } */
  FILE *f;
  if (fd == -1)
    return NULL;
  f = fdopen (fd, "w+");
  if (!f)
    {
      unlink (template);
      return NULL;
    }
  return f;
}
