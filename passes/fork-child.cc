/* A child process of the compiler: the fork, and all that it sends, until it ends or has to be
   stopped because it makes no progress.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "fork.h"

/* Milliseconds between two tests of its time.  */
#define LOOK_AFTER 250

static void
end_child (void)
{
  _exit (1);
}

/* The root folder that a daemon of icecc gives a compiler has no /dev/null: there it is a pipe
   without a reader.  */
int
lk_open_nowhere (void)
{
  int nowhere = open ("/dev/null", O_RDWR), ends[2];
  if (nowhere >= 0)
    return nowhere;
  if (pipe (ends) != 0)
    return -1;
  close (ends[0]);
  signal (SIGPIPE, SIG_IGN);
  return ends[1];
}

pid_t
lk_fork (struct lk_pipe *out)
{
  int low[2], ends[2];
  out->child = out->fd = -1;
  if (pipe (low))
    return -1;
  /* (Not where a closed stream of the compiler's was.)  */
  for (unsigned i = 0; i < 2; i++)
    {
      ends[i] = fcntl (low[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      close (low[i]);
    }
  pid_t parent = getpid (), child = -1;
  if (ends[0] >= 0 && ends[1] >= 0)
    {
      /* The contents of the buffers would be written twice.  */
      fflush (stdout);
      fflush (stderr);
      child = fork ();
    }
  if (child == 0)
    {
#ifdef __linux__
      /* A signal that kills the parent is meant for both.  */
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != parent)
	_exit (1);
#endif
      static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
      for (unsigned i = 0; i < ARRAY_SIZE (fatal); i++)
	signal (fatal[i], SIG_DFL);
      struct rlimit none = { 0, 0 };
      setrlimit (RLIMIT_CORE, &none);
      /* However it ends, it never gets any further.  */
      atexit (end_child);
      int nowhere = lk_open_nowhere ();
      if (nowhere < 0 || dup2 (nowhere, STDERR_FILENO) < 0)
	_exit (1);
      /* (A closed stream of the compiler's stays open here.)  */
      if (nowhere > STDERR_FILENO)
	close (nowhere);
      close (ends[0]);
      out->fd = ends[1];
      return 0;
    }
  if (ends[1] >= 0)
    close (ends[1]);
  if (child < 0)
    {
      if (ends[0] >= 0)
	close (ends[0]);
      return -1;
    }
  out->child = child;
  out->fd = ends[0];
  return child;
}

static double
seconds_of (clockid_t clock)
{
  struct timespec now;
  return clock_gettime (clock, &now) ? 0 : now.tv_sec + now.tv_nsec * 1e-9;
}

/* The time of a child.  */
struct watch
{
  clockid_t clock;
  bool good;			/* There is such a clock.  */
  double limit;
  uint32_t progress;
  double at_progress;		/* Its time then.  */
  double last, idle;
  double looked;		/* When, by the clock on the wall.  */
};

/* Return the seconds that W's child has taken without a change of *PROGRESS, and must not take;
   or 0.  */
static double
too_long (struct watch *w, const uint32_t *progress)
{
  double now = seconds_of (CLOCK_MONOTONIC);
  double passed = now - w->looked;
  if (!w->good || passed * 1000 < LOOK_AFTER)
    return 0;
  w->looked = now;
  double used = seconds_of (w->clock);
  /* (While the compiler was stopped, so was the child, most likely.)  */
  w->idle = used - w->last > 0.001 ? 0 : w->idle + MIN (passed, 1);
  w->last = used;
  if (*progress != w->progress)
    {
      w->progress = *progress;
      w->at_progress = used;
    }
  return used - w->at_progress > w->limit ? w->limit : w->idle > MAX_IDLE ? MAX_IDLE : 0;
}

struct lk_ending
lk_receive (struct lk_pipe *pipe, double limit, const uint32_t *progress,
	    struct lk_buffer *received)
{
  struct lk_ending end = { 0, false, 0, 0 };
  struct watch w = { CLOCK_MONOTONIC, false, limit, 0, 0, 0, 0, seconds_of (CLOCK_MONOTONIC) };
  w.good = limit > 0 && clock_getcpuclockid (pipe->child, &w.clock) == 0;
  char bytes[4096];
  for (;;)
    {
      struct pollfd wanted = { pipe->fd, POLLIN, 0 };
      int ready = poll (&wanted, 1, w.good ? LOOK_AFTER : -1);
      ssize_t n = ready > 0 ? read (pipe->fd, bytes, sizeof bytes) : -1;
      if (n > 0)
	lk_buffer_add (received, bytes, n);
      else if (n == 0 || (ready != 0 && errno != EINTR))
	break;
      end.too_long = too_long (&w, progress);
      end.too_much = received->length > MAX_SENT;
      if (end.too_long > 0 || end.too_much)
	{
	  kill (pipe->child, SIGKILL);
	  break;
	}
    }
  close (pipe->fd);
  struct rusage before, after;
  getrusage (RUSAGE_CHILDREN, &before);
  while (waitpid (pipe->child, &end.status, 0) < 0 && errno == EINTR)
    continue;
  getrusage (RUSAGE_CHILDREN, &after);
  end.seconds = (after.ru_utime.tv_sec - before.ru_utime.tv_sec
		 + (after.ru_utime.tv_usec - before.ru_utime.tv_usec) * 1e-6);
  pipe->child = -1;
  return end;
}
