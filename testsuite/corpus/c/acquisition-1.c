/* Corpus, acquisition: descriptors.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern void log_error (const char *fmt, ...) __attribute__ ((format (printf, 1, 2)));
extern void die (const char *fmt, ...) __attribute__ ((noreturn));

/* --- retry on EINTR */
static int
open_retry (const char *path, int flags)
{
  int fd;
  do
    fd = open (path, flags);
  while (fd < 0 && errno == EINTR);
  return fd;
}

ssize_t
slurp (const char *path, char *buf, size_t cap)
{
  ssize_t n;
  int fd = open_retry (path, O_RDONLY);	/* { dg-warning "leak" "read's error return" } */
  if (fd < 0)
    return -1;
again:
  n = read (fd, buf, cap);
  if (n < 0)
    {
      if (errno == EINTR)
	goto again;
      return -1;
    }
  close (fd);
  return n;
}

ssize_t
slurp_ok (const char *path, char *buf, size_t cap)
{
  size_t done = 0;
  ssize_t n;
  int fd = open_retry (path, O_RDONLY);
  if (fd < 0)
    return -1;
  while (done < cap)
    {
      n = read (fd, buf + done, cap - done);
      if (n < 0)
	{
	  if (errno == EINTR)
	    continue;
	  close (fd);
	  return -1;
	}
      if (n == 0)
	break;
      done += n;
    }
  close (fd);
  return done;
}

/* --- a listening socket */
int
listen_on (unsigned short port)
{
  struct sockaddr_in sin = { .sin_family = AF_INET };
  int one = 1, s;
  s = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);	/* { dg-warning "leak" "bind fails" } */
  if (s == -1)
    return -1;
  setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  sin.sin_port = htons (port);
  if (bind (s, (struct sockaddr *) &sin, sizeof sin) == -1)
    {
      log_error ("bind: %s", strerror (errno));
      return -1;
    }
  if (listen (s, 128) == -1)
    {
      close (s);
      return -1;
    }
  return s;
}

int
listen_on_ok (unsigned short port)
{
  struct sockaddr_in sin = { .sin_family = AF_INET };
  int one = 1, s, saved;
  if ((s = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) < 0)
    return -errno;
  sin.sin_port = htons (port);
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one)
      || bind (s, (struct sockaddr *) &sin, sizeof sin)
      || listen (s, 128))
    goto fail;
  return s;
fail:
  saved = errno;
  close (s);
  return -saved;
}

/* --- getaddrinfo, connect loop */
int
dial (const char *host, const char *service)
{
  struct addrinfo hints, *res, *ai;
  int fd = -1;
  memset (&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo (host, service, &hints, &res) != 0)
    return -1;
  for (ai = res; ai; ai = ai->ai_next)
    {
      fd = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
      if (fd < 0)
	continue;
      if (connect (fd, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_bad (const char *host, const char *service)
{
  struct addrinfo hints, *res, *ai;
  int fd = -1;
  memset (&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo (host, service, &hints, &res) != 0)
    return -1;
  for (ai = res; ai; ai = ai->ai_next)
    {
      fd = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);	/* { dg-warning "leak" } */
      if (fd < 0)
	continue;
      if (connect (fd, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
      log_error ("connect: %m");
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_bad2 (const char *host, const char *service)
{
  struct addrinfo *res = NULL;
  int fd;
  if (getaddrinfo (host, service, NULL, &res))	/* { dg-warning "leak" "socket fails" } */
    return -1;
  fd = socket (res->ai_family, res->ai_socktype, res->ai_protocol);
  if (fd == -1)
    return -1;
  if (connect (fd, res->ai_addr, res->ai_addrlen) != 0)
    {
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

/* --- accept */
void
serve (int lfd, void (*handle) (int))
{
  for (;;)
    {
      int c = accept4 (lfd, NULL, NULL, SOCK_CLOEXEC);	/* { dg-warning "leak" "fork fails" } */
      if (c < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return;
	}
      pid_t pid = fork ();
      if (pid < 0)
	{
	  log_error ("fork failed");
	  continue;
	}
      if (pid == 0)
	{
	  close (lfd);
	  handle (c);
	  _exit (0);
	}
      close (c);
    }
}

void
serve_ok (int lfd, void (*handle) (int))
{
  int c;
  while (1)
    {
      if ((c = accept (lfd, NULL, NULL)) == -1)
	{
	  if (errno == EINTR)
	    continue;
	  die ("accept: %d", errno);
	}
      switch (fork ())
	{
	case -1:
	  log_error ("fork");
	  break;
	case 0:
	  close (lfd);
	  handle (c);
	  _exit (0);
	default:
	  break;
	}
      close (c);
    }
}

/* --- pipe */
pid_t
spawn_reader (char *const argv[], int *from)
{
  int p[2];
  pid_t pid;
  if (pipe (p) < 0)
    return -1;
  pid = fork ();
  switch (pid)
    {
    case -1:
      close (p[0]);
      close (p[1]);
      return -1;
    case 0:
      dup2 (p[1], STDOUT_FILENO);
      close (p[0]);
      close (p[1]);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  *from = p[0];
  return pid;
}

pid_t
spawn_reader_bad (char *const argv[], int *from)
{
  int p[2];
  pid_t pid;
  if (pipe (p) < 0)	/* { dg-warning "leak" "fork fails (both)" } */
    return -1;
  if ((pid = fork ()) < 0)
    return -1;
  if (pid == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      close (p[0]);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  *from = p[0];
  return pid;
}

int
notify_self (void)
{
  int p[2];
  if (pipe2 (p, O_CLOEXEC | O_NONBLOCK) == -1)	/* { dg-warning "leak" "write end" } */
    return -1;
  if (write (p[1], "x", 1) != 1)
    log_error ("self pipe");
  return p[0];
}

int
run_two (char *const a[], char *const b[])
{
  int in[2] = { -1, -1 }, out[2] = { -1, -1 };
  int rc = -1;
  if (pipe (in) || pipe (out))
    goto end;
  if (write (in[1], a[0], strlen (a[0])) < 0 || write (out[1], b[0], strlen (b[0])) < 0)
    goto end;
  rc = 0;
end:
  for (int i = 0; i < 2; i++)
    {
      if (in[i] >= 0)
	close (in[i]);
      if (out[i] >= 0)
	close (out[i]);
    }
  return rc;
}

/* --- socketpair */
struct worker { int fd; pid_t pid; };

int
worker_start (struct worker *w, int (*body) (int))
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) == -1)
    return -1;
  w->pid = fork ();
  if (w->pid == -1)
    {
      close (sv[0]);
      close (sv[1]);
      return -1;
    }
  if (w->pid == 0)
    {
      close (sv[0]);
      _exit (body (sv[1]));
    }
  close (sv[1]);
  w->fd = sv[0];
  return 0;
}

int
worker_start_bad (struct worker *w, int (*body) (int))
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) == -1)	/* { dg-warning "leak" } */
    return -1;
  w->pid = fork ();
  if (w->pid == -1)
    {
      close (sv[0]);
      return -1;
    }
  if (w->pid == 0)
    {
      close (sv[0]);
      _exit (body (sv[1]));
    }
  close (sv[1]);
  w->fd = sv[0];
  return 0;
}

/* --- dup, dup2 */
int
with_stdout_to (const char *file, void (*fn) (void))
{
  int saved = dup (STDOUT_FILENO);	/* { dg-warning "leak" "the open's failure" } */
  if (saved < 0)
    return -1;
  int fd = open (file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0)
    return -1;
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  fn ();
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return 0;
}

int
with_stdout_to_ok (const char *file, void (*fn) (void))
{
  int saved, fd, rc = -1;
  saved = dup (STDOUT_FILENO);
  if (saved < 0)
    return -1;
  fd = open (file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd >= 0)
    {
      if (dup2 (fd, STDOUT_FILENO) >= 0)
	{
	  fn ();
	  dup2 (saved, STDOUT_FILENO);
	  rc = 0;
	}
      close (fd);
    }
  close (saved);
  return rc;
}

int
daemon_fds (void)
{
  int fd = open ("/dev/null", O_RDWR);
  if (fd == -1)
    return -1;
  dup2 (fd, 0);
  dup2 (fd, 1);
  dup2 (fd, 2);
  if (fd > 2)
    close (fd);
  return 0;
}

int
daemon_fds_bad (void)
{
  int fd = open ("/dev/null", O_RDWR);	/* { dg-warning "leak" "only duplicates are used" } */
  if (fd == -1)
    return -1;
  dup2 (fd, 0);
  dup2 (fd, 1);
  dup2 (fd, 2);
  return 0;
}

/* --- fcntl(F_DUPFD) and comparison of two handles */
int
move_high (int fd)
{
  int high = fcntl (fd, F_DUPFD_CLOEXEC, 100);
  if (high < 0)
    return fd;
  close (fd);
  return high;
}

/* --- directories relative: openat */
int
touch_in (const char *dir, const char *name)
{
  int dfd, fd;
  dfd = open (dir, O_RDONLY | O_DIRECTORY);	/* { dg-warning "leak" "on the file's failure" } */
  if (dfd < 0)
    return -1;
  fd = openat (dfd, name, O_WRONLY | O_CREAT, 0644);
  if (fd < 0)
    return -1;
  close (fd);
  close (dfd);
  return 0;
}

int
touch_in_ok (const char *dir, const char *name)
{
  int dfd, fd, rc;
  dfd = dir ? open (dir, O_RDONLY | O_DIRECTORY) : AT_FDCWD;
  if (dir && dfd < 0)
    return -1;
  fd = openat (dfd, name, O_WRONLY | O_CREAT, 0644);
  rc = fd < 0 ? -1 : close (fd);
  if (dir)
    close (dfd);
  return rc;
}

