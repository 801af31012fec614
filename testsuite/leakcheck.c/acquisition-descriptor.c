/* Descriptors: dup, pipe, socketpair, fdopen, fcntl, accept, mkstemp,
   openat and what Linux adds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* fdopen takes the descriptor only when it succeeds.  */
int
wrapped (const char *name)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  FILE *f = fdopen (fd, "r");
  if (!f)
    {
      close (fd);
      return -1;
    }
  int c = getc (f);
  fclose (f);
  return c;
}

int
wrapped_leaky (const char *name)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  FILE *f = fdopen (fd, "r");
  if (!f)
    return -1;
  int c = getc (f);
  fclose (f);
  return c;
}

/* The stream is lost, and the descriptor with it: one warning, for the
   stream is what has to be closed.  */
int
wrapped_lost (const char *name)
{
  int c, fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  FILE *f = fdopen (fd, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    {
      close (fd);
      return -1;
    }
  if ((c = getc (f)) == EOF)
    return -1;
  fclose (f);
  return c;
}

/* fdopendir, the same for directories.  */
int
empty_at (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return -1;
  DIR *d = fdopendir (fd);
  if (!d)
    {
      close (fd);
      return -1;
    }
  struct dirent *e;
  int n = 0;
  while ((e = readdir (d)))
    n++;
  closedir (d);
  return n == 2;
}

int
empty_at_leaky (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  DIR *d = fdopendir (fd);
  if (!d)
    return -1;
  int n = readdir (d) != NULL;
  closedir (d);
  return n;
}

/* dup2 onto a standard descriptor, the original is closed.  */
int
silence (void)
{
  int fd = open ("/dev/null", O_RDWR);
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDIN_FILENO) < 0 || dup2 (fd, STDOUT_FILENO) < 0)
    {
      close (fd);
      return -1;
    }
  if (fd > STDOUT_FILENO)
    close (fd);
  return 0;
}

int
silence_leaky (void)
{
  int fd = open ("/dev/null", O_RDWR);		/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDIN_FILENO) < 0 || dup2 (fd, STDOUT_FILENO) < 0)
    return -1;
  if (fd > STDOUT_FILENO)
    close (fd);
  return 0;
}

/* stdout saved, redirected and restored.  */
int
quietly (int (*work) (void))
{
  int saved = dup (STDOUT_FILENO);
  if (saved < 0)
    return -1;
  int null = open ("/dev/null", O_WRONLY);
  if (null < 0)
    {
      close (saved);
      return -1;
    }
  dup2 (null, STDOUT_FILENO);
  close (null);
  int ret = work ();
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return ret;
}

int
quietly_leaky (int (*work) (void))
{
  int saved = dup (STDOUT_FILENO);	/* { dg-warning "'saved' might not be closed" } */
  if (saved < 0)
    return -1;
  int null = open ("/dev/null", O_WRONLY);
  if (null < 0)
    return -1;
  dup2 (null, STDOUT_FILENO);
  close (null);
  int ret = work ();
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return ret;
}

/* A pipe to a child: fork may fail.  */
int
child_output (char *const argv[], char *buffer, size_t size)
{
  int p[2];
  if (pipe (p) < 0)
    return -1;
  pid_t pid = fork ();
  if (pid < 0)
    {
      close (p[0]);
      close (p[1]);
      return -1;
    }
  if (pid == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      close (p[0]);
      close (p[1]);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  ssize_t n = read (p[0], buffer, size);
  close (p[0]);
  waitpid (pid, NULL, 0);
  return n;
}

int
child_output_leaky (char *const argv[], char *buffer, size_t size)
{
  int p[2];
  if (pipe (p) < 0)		/* { dg-warning "leak" } */
    return -1;
  pid_t pid = fork ();
  if (pid < 0)
    return -1;
  if (pid == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  ssize_t n = read (p[0], buffer, size);
  close (p[0]);
  waitpid (pid, NULL, 0);
  return n;
}

/* socketpair: one end is handed to the caller, the other closed.  */
int
helper_socket (int *mine)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) == -1)
    return -1;
  if (write (sv[1], "go", 2) != 2)
    {
      close (sv[0]);
      close (sv[1]);
      return -1;
    }
  close (sv[1]);
  *mine = sv[0];
  return 0;
}

int
helper_socket_leaky (int *mine)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sv) == -1)	/* { dg-warning "leak" } */
    return -1;
  if (write (sv[1], "go", 2) != 2)
    {
      close (sv[0]);
      close (sv[1]);
      return -1;
    }
  *mine = sv[0];
  return 0;
}

/* fcntl duplicates only with the right command.  */
int
flags_of (int fd)
{
  int flags = fcntl (fd, F_GETFL);
  if (flags < 0)
    return -1;
  return flags & O_ACCMODE;
}

int
dup_leaky (int fd)
{
  int copy = fcntl (fd, F_DUPFD_CLOEXEC, 10);	/* { dg-warning "'copy' is never closed" } */
  if (copy < 0)
    return -1;
  return fsync (copy);
}

/* A temporary file, unlinked at once.  */
int
scratch (void)
{
  char name[] = "/tmp/scratchXXXXXX";
  int fd = mkstemp (name);
  if (fd < 0)
    return -1;
  unlink (name);
  if (ftruncate (fd, 4096) < 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

int
scratch_leaky (void)
{
  char name[] = "/tmp/scratchXXXXXX";
  int fd = mkstemp (name);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  unlink (name);
  if (ftruncate (fd, 4096) < 0)
    return -1;
  return fd;
}

/* epoll with a timer and an event counter: three descriptors.  */
int
wait_once (int ms)
{
  int ret = -1;
  int ep = epoll_create1 (EPOLL_CLOEXEC);
  int tfd = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC);
  int efd = eventfd (0, EFD_CLOEXEC);
  if (ep < 0 || tfd < 0 || efd < 0)
    goto out;
  struct itimerspec its = { .it_value = { ms / 1000, ms % 1000 * 1000000L } };
  struct epoll_event ev = { .events = EPOLLIN, .data.fd = tfd };
  if (timerfd_settime (tfd, 0, &its, NULL) < 0
      || epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    goto out;
  ev.data.fd = efd;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, efd, &ev) < 0)
    goto out;
  ret = epoll_wait (ep, &ev, 1, -1);
out:
  if (ep >= 0)
    close (ep);
  if (tfd >= 0)
    close (tfd);
  if (efd >= 0)
    close (efd);
  return ret;
}

int
wait_once_leaky (int ms)
{
  int ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  int tfd = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC);	/* { dg-warning "leak" } */
  if (tfd < 0)
    {
      close (ep);
      return -1;
    }
  struct itimerspec its = { .it_value = { ms / 1000, ms % 1000 * 1000000L } };
  struct epoll_event ev = { .events = EPOLLIN, .data.fd = tfd };
  int ret = timerfd_settime (tfd, 0, &its, NULL);
  if (ret == 0)
    ret = epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev);
  if (ret == 0)
    ret = epoll_wait (ep, &ev, 1, -1);
  close (ep);
  return ret;
}

int
watch_dir_leaky (const char *dir)
{
  int fd = inotify_init1 (IN_CLOEXEC);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (inotify_add_watch (fd, dir, IN_CREATE) < 0)
    return -1;
  return fd;
}

int
wait_signal (const sigset_t *set)
{
  struct signalfd_siginfo si;
  int fd = signalfd (-1, set, SFD_CLOEXEC);
  if (fd == -1)
    return -1;
  ssize_t n = read (fd, &si, sizeof si);
  close (fd);
  return n == sizeof si ? (int) si.ssi_signo : -1;
}

int
in_memory_leaky (const void *data, size_t n)
{
  int fd = memfd_create ("data", MFD_CLOEXEC);	/* { dg-warning "leak" } */
  if (fd == -1)
    return -1;
  if (write (fd, data, n) != (ssize_t) n)
    return -1;
  lseek (fd, 0, SEEK_SET);
  return fd;
}
