/* The temporary folder, and the signals that must not leave it behind.

   Signals that end the program are blocked except while it waits for the
   programs it started (run.c), so that no program is started without being
   known, and no folder is made without being removed.  A signal ends the
   waiting; the programs are ended, the folder is removed, and then the program
   dies of the signal, as who sent it expects.  SIGKILL cannot be caught.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };
enum { N_SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t caught;
static sigset_t original_mask, wait_mask;
static char *folder;

static void
catch (int signal_number)
{
  caught = signal_number;
}

static int
remove_one (const char *name, const struct stat *status, int type,
	    struct FTW *place)
{
  (void) status, (void) place;
  /* A folder that a compiler made without permissions.  */
  if (type == FTW_DNR)
    chmod (name, 0700);
  if (remove (name) != 0)
    fprintf (stderr, "leakcheck: cannot remove '%s': %s\n", name,
	     strerror (errno));
  return 0;
}

static void
remove_folder (void)
{
  if (!folder)
    return;
  nftw (folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free (folder);
  folder = NULL;
}

void
lk_temp_init (void)
{
  sigset_t blocked;
  sigprocmask (SIG_SETMASK, NULL, &original_mask);
  blocked = wait_mask = original_mask;
  for (int i = 0; i < N_SIGNALS; i++)
    {
      struct sigaction action;
      sigaction (signals[i], NULL, &action);
      /* Under nohup, and in the background of some shells, they are ignored
	 and stay so.  */
      if (action.sa_handler == SIG_IGN)
	continue;
      memset (&action, 0, sizeof action);
      action.sa_handler = catch;
      sigfillset (&action.sa_mask);
      sigaction (signals[i], &action, NULL);
      sigdelset (&wait_mask, signals[i]);
      /* A write to a closed pipe must not be found out only when we wait.  */
      if (signals[i] != SIGPIPE)
	sigaddset (&blocked, signals[i]);
    }
  sigprocmask (SIG_SETMASK, &blocked, NULL);
  if (atexit (remove_folder) != 0)
    lk_fatal ("out of memory");
}

const char *
lk_temp_folder (void)
{
  if (!folder)
    {
      const char *parent = getenv ("TMPDIR");
      char *name = lk_format ("%s/leakcheck-XXXXXX",
			      parent && *parent ? parent : "/tmp");
      if (!mkdtemp (name))
	lk_fatal ("cannot make the temporary folder '%s': %s; set TMPDIR to a"
		  " folder that can be written", name, strerror (errno));
      folder = name;
    }
  return folder;
}

int
lk_signal_caught (void)
{
  return caught;
}

const void *
lk_signal_wait_mask (void)
{
  return &wait_mask;
}

void
lk_die_of_signal (int signal_number)
{
  sigset_t only;
  lk_progress_clear ();
  remove_folder ();
  signal (signal_number, SIG_DFL);
  raise (signal_number);
  sigemptyset (&only);
  sigaddset (&only, signal_number);
  sigprocmask (SIG_UNBLOCK, &only, NULL);
  _exit (128 + signal_number);
}

void
lk_signal_spawn_attributes (void *attributes)
{
  sigset_t defaults;
  sigemptyset (&defaults);
  for (int i = 0; i < N_SIGNALS; i++)
    if (!sigismember (&wait_mask, signals[i]))
      {
	struct sigaction action;
	sigaction (signals[i], NULL, &action);
	if (action.sa_handler != SIG_IGN)
	  sigaddset (&defaults, signals[i]);
      }
  posix_spawnattr_setsigdefault (attributes, &defaults);
  posix_spawnattr_setsigmask (attributes, &original_mask);
}
