/* Signals that end the command, and the clean-up before: of programs that it started, and of
   the temporary folder.

   A thread of its own waits for signals; everywhere else they are blocked.  So a signal ends
   the command during any work, be it a write to a pipe that is not read or an access to a disk
   that does not answer, and no clean-up is in a signal handler.  Running programs get SIGTERM,
   then SIGKILL; the temporary folder is removed; then the command dies of the signal, as its
   sender expects.  SIGKILL cannot be caught.  Between lk_hold and lk_let_go the thread waits:
   no program is started without being registered, and no file is made in the folder while it
   is removed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "driver.h"

static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };
enum { N_SIGNALS = sizeof signals / sizeof *signals };

/* How long the command waits for programs after SIGTERM, and then after SIGKILL.  */
static const double patience_seconds = 2.0;

static pthread_mutex_t mutex;
static pthread_t waiting_thread;
static sigset_t original_mask;
/* Of the signals above, those that are not ignored.  */
static sigset_t awaited;

/* The process groups of the programs that run; -N is the process N alone.  */
static int *groups;
static size_t n_groups, groups_room;

void
lk_hold (void)
{
  pthread_mutex_lock (&mutex);
}

void
lk_let_go (void)
{
  pthread_mutex_unlock (&mutex);
}

void
lk_group_add (int group)
{
  if (n_groups == groups_room)
    {
      groups_room = groups_room ? groups_room * 2 : 16;
      groups = lk_reallocate (groups, groups_room, sizeof *groups);
    }
  groups[n_groups++] = group;
}

void
lk_group_remove (int group)
{
  for (size_t i = 0; i < n_groups; i++)
    if (groups[i] == group)
      {
	groups[i] = groups[--n_groups];
	return;
      }
}

/* ---- The end.  ---- */

static void
tell_groups (int signal_number)
{
  for (size_t i = 0; i < n_groups; i++)
    kill (-groups[i], signal_number);
}

/* Reap what has ended, and forget the groups that have nothing left.  */
static void
forget_ended (void)
{
  for (size_t i = n_groups; i-- > 0;)
    {
      while (waitpid (-groups[i], NULL, WNOHANG) > 0)
	;
      if (kill (-groups[i], 0) != 0 && errno == ESRCH)
	groups[i] = groups[--n_groups];
    }
}

/* End all programs that run.  The first of a group often ends before the others (gcc before the
   compiler proper), which must not write to the folder any longer.  */
static void
end_groups (void)
{
  double began = lk_now ();
  bool killed = false;
  tell_groups (SIGTERM);
  /* One that was stopped must go on to its end.  */
  tell_groups (SIGCONT);
  for (forget_ended (); n_groups > 0; forget_ended ())
    {
      double passed = lk_now () - began;
      if (passed > 2 * patience_seconds)
	break;
      if (!killed && passed > patience_seconds)
	{
	  killed = true;
	  tell_groups (SIGKILL);
	}
      nanosleep (&(struct timespec) { 0, 5000000 }, NULL);
    }
}

static void
clean_up (void)
{
  end_groups ();
  lk_temp_remove ();
}

/* The line of progress goes if that can be done without waiting: the main thread may be in the
   middle of writing to a terminal that is stopped.  */
static void
clear_progress (void)
{
  struct pollfd terminal = { STDERR_FILENO, POLLOUT, 0 };
  if (ftrylockfile (stderr) != 0)
    return;
  if (poll (&terminal, 1, 0) == 1)
    lk_progress_clear ();
  funlockfile (stderr);
}

static void *
wait_for_signal (void *data)
{
  (void) data;
  int number;
  while (sigwait (&awaited, &number) != 0)
    ;
  lk_hold ();
  clean_up ();
  clear_progress ();
  sigset_t only;
  signal (number, SIG_DFL);
  sigemptyset (&only);
  sigaddset (&only, number);
  pthread_sigmask (SIG_UNBLOCK, &only, NULL);
  raise (number);
  _exit (128 + number);
}

/* A write to a closed pipe sends its signal to the thread that writes, which has no more work.  */
static void
closed_pipe (int number)
{
  pthread_kill (waiting_thread, number);
  for (;;)
    pause ();
}

static void
clean_up_at_exit (void)
{
  lk_hold ();
  clean_up ();
  lk_let_go ();
}

/* ---- The beginning.  ---- */

void
lk_signals_init (void)
{
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  /* The thread that holds it may fail and exit.  */
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&mutex, &attributes);
  pthread_mutexattr_destroy (&attributes);
#ifdef PR_SET_CHILD_SUBREAPER
  /* A process whose parent has ended becomes a child of this one, so that its end can be
     waited for.  */
  prctl (PR_SET_CHILD_SUBREAPER, 1);
#endif

  sigset_t blocked;
  sigemptyset (&awaited);
  for (int i = 0; i < N_SIGNALS; i++)
    {
      struct sigaction action;
      sigaction (signals[i], NULL, &action);
      /* Under nohup, and in the background of some shells, they are ignored
	 and stay so.  */
      if (action.sa_handler != SIG_IGN)
	sigaddset (&awaited, signals[i]);
    }
  sigprocmask (SIG_BLOCK, &awaited, &original_mask);
  if (atexit (clean_up_at_exit) != 0
      || pthread_create (&waiting_thread, NULL, wait_for_signal, NULL) != 0)
    lk_fatal ("cannot start a thread: %s", strerror (errno));
  if (sigismember (&awaited, SIGPIPE))
    {
      struct sigaction action;
      memset (&action, 0, sizeof action);
      action.sa_handler = closed_pipe;
      sigfillset (&action.sa_mask);
      sigaction (SIGPIPE, &action, NULL);
      sigemptyset (&blocked);
      sigaddset (&blocked, SIGPIPE);
      sigprocmask (SIG_UNBLOCK, &blocked, NULL);
    }
}

void
lk_signal_spawn_attributes (void *attributes)
{
  posix_spawnattr_setsigdefault (attributes, &awaited);
  posix_spawnattr_setsigmask (attributes, &original_mask);
}
