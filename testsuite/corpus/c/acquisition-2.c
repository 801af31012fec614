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

/* --- mkstemp */
int
write_temp (const char *data, char *name)
{
  strcpy (name, "/tmp/blindXXXXXX");
  int fd = mkstemp (name);	/* { dg-warning "leak" "short write" } */
  if (fd < 0)
    return -1;
  size_t n = strlen (data);
  if (write (fd, data, n) != (ssize_t) n)
    {
      unlink (name);
      return -1;
    }
  return close (fd);
}

int
write_temp_ok (const char *data, char *name)
{
  bool ok = true;
  strcpy (name, "/tmp/blindXXXXXX");
  int fd = mkostemp (name, O_CLOEXEC);
  if (fd < 0)
    return -1;
  size_t n = strlen (data);
  ok = write (fd, data, n) == (ssize_t) n;
  if (close (fd) < 0)
    ok = false;
  if (!ok)
    unlink (name);
  return ok ? 0 : -1;
}

/* --- epoll, timerfd, eventfd, signalfd, inotify */
int
make_loop (int wake)
{
  struct epoll_event ev = { .events = EPOLLIN };
  int ep = epoll_create1 (EPOLL_CLOEXEC);	/* { dg-warning "leak" "ctl fails" } */
  if (ep < 0)
    return -1;
  ev.data.fd = wake;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, wake, &ev) < 0)
    return -1;
  return ep;
}

struct loop { int ep, timer, wake; };

int
loop_init (struct loop *l)
{
  l->ep = epoll_create1 (0);
  if (l->ep < 0)
    return -1;
  l->timer = timerfd_create (CLOCK_MONOTONIC, 0);
  if (l->timer < 0)
    goto no_timer;
  l->wake = eventfd (0, EFD_NONBLOCK);
  if (l->wake < 0)
    goto no_wake;
  return 0;
no_wake:
  close (l->timer);
no_timer:
  close (l->ep);
  return -1;
}

int
wait_ms (long ms)
{
  struct itimerspec its = { .it_value = { ms / 1000, ms % 1000 * 1000000 } };
  unsigned long long ticks;
  int t = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC);	/* { dg-warning "leak" "settime fails" } */
  if (t == -1)
    return -1;
  if (timerfd_settime (t, 0, &its, NULL) == -1)
    return -1;
  if (read (t, &ticks, sizeof ticks) != sizeof ticks)
    ticks = 0;
  close (t);
  return (int) ticks;
}

int
watch (const char *path)
{
  int in = inotify_init1 (IN_NONBLOCK);
  if (in < 0)
    return -errno;
  int wd = inotify_add_watch (in, path, IN_MODIFY);
  if (wd < 0)
    {
      int r = -errno;
      close (in);
      return r;
    }
  return in;
}

int
watch_once (const char *path)
{
  char buf[512];
  int in = inotify_init1 (0);	/* { dg-warning "leak" "after the read" } */
  if (in < 0)
    return -errno;
  if (inotify_add_watch (in, path, IN_MODIFY) < 0)
    {
      close (in);
      return -1;
    }
  return read (in, buf, sizeof buf) > 0;
}

int
wait_signal (int sig)
{
  sigset_t set;
  struct signalfd_siginfo si;
  sigemptyset (&set);
  sigaddset (&set, sig);
  int s = signalfd (-1, &set, SFD_CLOEXEC);
  if (s < 0)
    return -1;
  ssize_t n = TEMP_FAILURE_RETRY (read (s, &si, sizeof si));
  close (s);
  return n == sizeof si ? (int) si.ssi_pid : -1;
}

/* --- unix domain */
int
unix_connect (const char *path)
{
  struct sockaddr_un un = { .sun_family = AF_UNIX };
  int fd;
  if (strlen (path) >= sizeof un.sun_path)
    return -1;
  fd = socket (AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  strcpy (un.sun_path, path);
  while (connect (fd, (void *) &un, sizeof un) < 0)
    {
      if (errno == EINTR)
	continue;
      close (fd);
      return -1;
    }
  return fd;
}

int
unix_connect_bad (const char *path)
{
  struct sockaddr_un un = { .sun_family = AF_UNIX };
  int fd;
  fd = socket (AF_UNIX, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (strlen (path) >= sizeof un.sun_path)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  strcpy (un.sun_path, path);
  if (connect (fd, (void *) &un, sizeof un) < 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

/* --- a lock file kept in a static */
static int lock_fd = -1;

int
take_lock (const char *path)
{
  if (lock_fd >= 0)
    return 0;
  lock_fd = open (path, O_RDWR | O_CREAT, 0600);
  if (lock_fd < 0)
    return -1;
  if (flock (lock_fd, LOCK_EX | LOCK_NB) < 0)
    {
      close (lock_fd);
      lock_fd = -1;
      return -1;
    }
  return 0;
}

int
take_lock_bad (const char *path)
{
  int fd = open (path, O_RDWR | O_CREAT, 0600);	/* { dg-warning "leak" "somebody else has it" } */
  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_EX | LOCK_NB) < 0)
    return errno == EWOULDBLOCK ? 1 : -1;
  lock_fd = fd;
  return 0;
}

/* --- sendfile between two */
int
send_path (int sock, const char *path)
{
  struct stat st;
  int fd = open (path, O_RDONLY);
  int rc = -1;
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) == 0)
    {
      off_t off = 0;
      while (off < st.st_size)
	{
	  ssize_t n = sendfile (sock, fd, &off, st.st_size - off);
	  if (n <= 0)
	    break;
	}
      rc = off == st.st_size ? 0 : -1;
    }
  close (fd);
  return rc;
}

int
send_path_bad (int sock, const char *path)
{
  struct stat st;
  off_t off = 0;
  int fd = open (path, O_RDONLY);	/* { dg-warning "leak" "empty file" } */
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0 || st.st_size == 0)
    return 0;
  while (off < st.st_size)
    if (sendfile (sock, fd, &off, st.st_size - off) <= 0)
      break;
  close (fd);
  return 0;
}

/* --- 0 is a descriptor too */
int
open_nonzero (const char *path)
{
  int fd = open (path, O_RDONLY);	/* { dg-warning "leak" "zero is a descriptor" { xfail *-*-* } } */
  if (fd <= 0)
    return -1;
  close (fd);
  return 0;
}

int
open_nonzero_ok (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd != -1)
    {
      close (fd);
      return 0;
    }
  return -1;
}

/* --- out-parameter and boolean result */
static bool
get_fd (const char *path, int *fdp)
{
  int fd = open (path, O_RDONLY | O_NOCTTY);
  if (fd < 0)
    return false;
  *fdp = fd;
  return true;
}

bool
is_tty_path (const char *path)
{
  int fd;
  if (!get_fd (path, &fd))
    return false;
  bool res = isatty (fd);
  close (fd);
  return res;
}

bool
is_tty_path_bad (const char *path)
{
  int fd;
  if (!get_fd (path, &fd))	/* { dg-warning "leak" "not a tty" } */
    return false;
  if (!isatty (fd))
    return false;
  close (fd);
  return true;
}

/* --- systemd style: negative errno, ternaries, move */
static inline int
safe_close (int fd)
{
  if (fd >= 0)
    {
      int e = errno;
      close (fd);
      errno = e;
    }
  return -1;
}

static inline void
close_pair (int p[2])
{
  p[0] = safe_close (p[0]);
  p[1] = safe_close (p[1]);
}

int
fd_reopen (int fd, int flags)
{
  char path[64];
  int nfd, r;
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  nfd = open (path, flags);
  if (nfd < 0)
    return -errno;
  r = fcntl (nfd, F_SETFD, FD_CLOEXEC);
  if (r < 0)
    {
      nfd = safe_close (nfd);
      return -EIO;
    }
  return nfd;
}

int
ask_child (char *reply, size_t n)
{
  int pair[2] = { -1, -1 };
  ssize_t k;
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
    return -errno;
  if (send (pair[0], "?", 1, MSG_NOSIGNAL) < 0)
    {
      close_pair (pair);
      return -EIO;
    }
  k = recv (pair[1], reply, n, 0);
  close_pair (pair);
  return k < 0 ? -EIO : (int) k;
}

int
ask_child_bad (char *reply, size_t n)
{
  int pair[2] = { -1, -1 };
  ssize_t k;
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)	/* { dg-warning "leak" } */
    return -errno;
  if (send (pair[0], "?", 1, MSG_NOSIGNAL) < 0)
    return -EIO;
  k = recv (pair[1], reply, n, 0);
  close_pair (pair);
  return k < 0 ? -EIO : (int) k;
}

/* --- array of descriptors */
int
open_all (const char **names, int *fds, int n)
{
  int i;
  for (i = 0; i < n; i++)
    {
      fds[i] = open (names[i], O_RDONLY);
      if (fds[i] < 0)
	{
	  while (--i >= 0)
	    close (fds[i]);
	  return -1;
	}
    }
  return 0;
}

int
probe_three (const char *a, const char *b, const char *c)
{
  const char *names[3] = { a, b, c };
  int best = -1;
  for (int i = 0; i < 3; i++)
    {
      int fd = open (names[i], O_RDONLY);	/* { dg-warning "leak" "the earlier one, overwritten" } */
      if (fd >= 0)
	best = fd;
    }
  return best;
}

int
probe_three_ok (const char *a, const char *b, const char *c)
{
  const char *names[3] = { a, b, c };
  int best = -1;
  for (int i = 0; i < 3; i++)
    {
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	continue;
      if (best >= 0)
	close (best);
      best = fd;
    }
  return best;
}

/* --- a message that carries a descriptor away */
int
pass_fd (int sock, const char *path)
{
  char space[CMSG_SPACE (sizeof (int))] = { 0 };
  struct iovec io = { (void *) "f", 1 };
  struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = space,
    .msg_controllen = sizeof space };
  int fd = open (path, O_RDONLY);	/* { dg-warning "leak" "still ours" { xfail *-*-* } } */
  if (fd < 0)
    return -1;
  struct cmsghdr *c = CMSG_FIRSTHDR (&m);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN (sizeof (int));
  memcpy (CMSG_DATA (c), &fd, sizeof fd);
  if (sendmsg (sock, &m, 0) < 0)
    return -1;
  return 0;
}

int
pass_fd_ok (int sock, const char *path)
{
  char space[CMSG_SPACE (sizeof (int))] = { 0 };
  struct iovec io = { (void *) "f", 1 };
  struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = space,
    .msg_controllen = sizeof space };
  int rc, fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  struct cmsghdr *c = CMSG_FIRSTHDR (&m);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN (sizeof (int));
  memcpy (CMSG_DATA (c), &fd, sizeof fd);
  rc = sendmsg (sock, &m, 0) < 0 ? -1 : 0;
  close (fd);
  return rc;
}
