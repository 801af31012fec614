/* Run programs, several at a time, and pass on their output.  The order of the output does not
   depend on their speed: the first job that is not done writes directly, by whole lines, the
   others are recorded until it is their turn.  Each job is a process group of its own, because
   gcc does not end the compiler proper when a signal ends it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "driver.h"

extern char **environ;

/* How often the line of progress is looked at, and how long a job that has
   closed its outputs is left to itself.  */
static const int progress_milliseconds = 250, ending_milliseconds = 1;

/* ---- Starting and ending.  ---- */

static void
make_pipe (int ends[2])
{
  if (pipe2 (ends, O_CLOEXEC) != 0)
    lk_fatal ("cannot make a pipe: %s; a lower -j may help",
	      strerror (errno));
}

static void
end_job (struct lk_job *job, int status)
{
  job->status = status;
  job->state = LK_JOB_DONE;
  if (job->done)
    job->done (job);
}

static void
start (struct lk_job *job)
{
  int out[2], err[2];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child;

  make_pipe (out);
  make_pipe (err);
  if (posix_spawn_file_actions_init (&actions) != 0
      || posix_spawnattr_init (&attributes) != 0
      || posix_spawn_file_actions_addopen (&actions, STDIN_FILENO, "/dev/null",
					   O_RDONLY, 0) != 0
      || posix_spawn_file_actions_adddup2 (&actions, out[1],
					   STDOUT_FILENO) != 0
      || posix_spawn_file_actions_adddup2 (&actions, err[1],
					   STDERR_FILENO) != 0
      || (job->folder
	  && posix_spawn_file_actions_addchdir_np (&actions, job->folder) != 0))
    lk_fatal ("out of memory");
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP
			    | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup (&attributes, 0);
  lk_signal_spawn_attributes (&attributes);

  fflush (stdout);
  lk_hold ();
  int failed = posix_spawnp (&child, job->argv.items[0], &actions, &attributes,
			     job->argv.items, environ);
  if (!failed)
    lk_group_add (child);
  lk_let_go ();
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  close (out[1]);
  close (err[1]);
  if (failed)
    {
      close (out[0]);
      close (err[0]);
      lk_error ("cannot run '%s': %s", job->argv.items[0], strerror (failed));
      end_job (job, LK_NOT_STARTED);
      return;
    }
  job->pid = child;
  job->out_pipe = out[0];
  job->err_pipe = err[0];
  job->state = LK_JOB_RUNNING;
}

/* JOB has closed its outputs: it has ended or is about to.  */
static void
try_to_finish (struct lk_job *job)
{
  int status;
  struct rusage usage;
  lk_hold ();
  pid_t ended = wait4 (job->pid, &status, WNOHANG, &usage);
  if (ended > 0)
    lk_group_remove (job->pid);
  lk_let_go ();
  if (ended == 0 || (ended < 0 && errno == EINTR))
    return;
  if (ended < 0)
    lk_fatal ("cannot wait for '%s': %s", job->argv.items[0],
	      strerror (errno));
  lk_spent_job (job, lk_rusage_seconds (&usage));
  end_job (job, WIFEXITED (status) ? WEXITSTATUS (status)
	   : 128 + WTERMSIG (status));
}

/* ---- Output.  ---- */

/* Write the part of TEXT that was not SHOWN to STREAM: whole lines, or, if
   ALL, everything.  */
static void
show_text (const struct lk_text *text, size_t *shown, FILE *stream, bool all)
{
  size_t end = text->length;
  if (!all)
    while (end > *shown && text->bytes[end - 1] != '\n')
      end--;
  if (end == *shown)
    return;
  lk_progress_clear ();
  fwrite (text->bytes + *shown, 1, end - *shown, stream);
  fflush (stream);
  *shown = end;
}

/* Show what jobs have written, up to and with the first that is not done.  */
static void
show_jobs (struct lk_job *jobs, size_t n_jobs, size_t *first)
{
  for (; *first < n_jobs; ++*first)
    {
      struct lk_job *job = &jobs[*first];
      bool done = job->state == LK_JOB_DONE;
      show_text (&job->out, &job->out_shown, stdout, done);
      show_text (&job->err, &job->err_shown, stderr, done);
      if (!done)
	break;
    }
}

/* Read what there is; at the end of the file, close and forget the pipe.  */
static void
read_pipe (int *pipe_end, struct lk_text *text)
{
  char buffer[16384];
  ssize_t n = read (*pipe_end, buffer, sizeof buffer);
  if (n > 0)
    lk_text_add (text, buffer, (size_t) n);
  else if (n == 0 || (errno != EINTR && errno != EAGAIN))
    {
      close (*pipe_end);
      *pipe_end = -1;
    }
}

/* ---- The loop.  ---- */

/* Wait until a running job has output, or the line of progress is due; read the output.  PIPES
   has room for two of each job.  */
static void
wait_for_jobs (struct lk_job *jobs, size_t n_jobs, struct pollfd *pipes)
{
  nfds_t n = 0;
  int milliseconds = progress_milliseconds;
  for (size_t i = 0; i < n_jobs; i++)
    if (jobs[i].state == LK_JOB_RUNNING)
      {
	if (jobs[i].out_pipe < 0 && jobs[i].err_pipe < 0)
	  milliseconds = ending_milliseconds;
	pipes[n++] = (struct pollfd) { jobs[i].out_pipe, POLLIN, 0 };
	pipes[n++] = (struct pollfd) { jobs[i].err_pipe, POLLIN, 0 };
      }
  int ready = poll (pipes, n, milliseconds);
  if (ready < 0 && errno != EINTR)
    lk_fatal ("cannot wait for programs: %s", strerror (errno));
  if (ready < 0)
    return;
  n = 0;
  for (size_t i = 0; i < n_jobs; i++)
    if (jobs[i].state == LK_JOB_RUNNING)
      {
	if (pipes[n++].revents)
	  read_pipe (&jobs[i].out_pipe, &jobs[i].out);
	if (pipes[n++].revents)
	  read_pipe (&jobs[i].err_pipe, &jobs[i].err);
	if (jobs[i].out_pipe < 0 && jobs[i].err_pipe < 0)
	  try_to_finish (&jobs[i]);
      }
}

void
lk_run (struct lk_job *jobs, size_t n_jobs, unsigned parallel, bool show)
{
  struct pollfd *pipes = lk_allocate (2 * n_jobs, sizeof *pipes);
  size_t next = 0, first_shown = 0;
  for (;;)
    {
      size_t running = 0, done = 0;
      const char *what = "";
      for (size_t i = n_jobs; i-- > 0;)
	if (jobs[i].state == LK_JOB_RUNNING)
	  {
	    running++;
	    what = jobs[i].what;
	  }
	else if (jobs[i].state == LK_JOB_DONE)
	  done++;
      for (; next < n_jobs && running < parallel; next++)
	{
	  start (&jobs[next]);
	  if (jobs[next].state == LK_JOB_RUNNING)
	    running++;
	  else
	    done++;
	}
      if (show)
	show_jobs (jobs, n_jobs, &first_shown);
      if (running > 0)
	{
	  lk_progress (done, n_jobs, what);
	  wait_for_jobs (jobs, n_jobs, pipes);
	}
      if (running == 0 && next == n_jobs)
	break;
    }
  if (show)
    show_jobs (jobs, n_jobs, &first_shown);
  lk_progress_clear ();
  free (pipes);
}

void
lk_free_job (struct lk_job *job)
{
  lk_strings_free (&job->argv);
  free (job->counts);
  lk_text_free (&job->out);
  lk_text_free (&job->err);
}
