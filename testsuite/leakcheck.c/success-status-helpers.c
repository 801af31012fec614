/* Whether something was acquired says a number, and a helper is asked about that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <regex.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>

struct job
{
  int error, other;
};

int last_error;

static int
failed (int error)
{
  puts ("asked");
  return error != 0;
}

static int
said (int error)
{
  last_error = error;
  return error;
}

static int
complained (int error, const char *what)
{
  if (error)
    {
      fprintf (stderr, "%s: %d\n", what, error);
      return 1;
    }
  return 0;
}

static int
kept (struct job *job, int error)
{
  job->error = error;
  return job->error != 0;
}

/* Only the first.  */
static int
kept_first (struct job *job, int error)
{
  if (job->error == 0)
    job->error = error;
  return job->error != 0;
}

/* Another number.  */
static int
other_failed (struct job *job, int error)
{
  job->error = error;
  return job->other != 0;
}

static int
too_large (int error)
{
  puts ("asked");
  return error > 100;
}

int
clean_failed (void)
{
  regex_t r;
  if (failed (regcomp (&r, "a*", 0)))
    return -1;
  regfree (&r);
  return 0;
}

int
clean_said (void)
{
  regex_t r;
  if (said (regcomp (&r, "a*", 0)))
    return -1;
  regfree (&r);
  return 0;
}

int
clean_complained (void)
{
  regex_t r;
  int error = regcomp (&r, "a*", 0);
  if (complained (error, "regcomp"))
    return -1;
  regfree (&r);
  return 0;
}

int
clean_kept (struct job *job)
{
  regex_t r;
  if (kept (job, regcomp (&r, "a*", 0)))
    return -1;
  regfree (&r);
  return 0;
}

int
clean_kept_first (void)
{
  struct job job = { 0, 0 };
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  if (kept_first (&job, posix_spawnattr_init (&attributes)))
    return -1;
  /* That no error had been kept before is known only of what was held then.  */
  if (kept_first (&job, posix_spawn_file_actions_init (&actions)))
  /* { dg-bogus "leak" "" { xfail *-*-* } .-1 } */
    {
      posix_spawnattr_destroy (&attributes);
      return -1;
    }
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  return 0;
}

int
clean_answer (void)
{
  char *p = malloc (10);
  if (failed (p == NULL))
    return -1;
  free (p);
  return 0;
}

int
leak_not_failed (void)
{
  regex_t r;
  if (!failed (regcomp (&r, "a*", 0))) /* { dg-warning "'r' is never freed" } */
    return -1;
  return 0;
}

int
leak_complained (void)
{
  regex_t r, s;
  if (complained (regcomp (&r, "a*", 0), "1")) /* { dg-warning "'r' might not be freed" } */
    return -1;
  if (complained (regcomp (&s, "a*", 0), "2"))
    return -1;
  regfree (&s);
  regfree (&r);
  return 0;
}

int
leak_kept (struct job *job)
{
  regex_t r;
  if (kept (job, regcomp (&r, "a*", 0))) /* { dg-warning "'r' might not be freed" } */
    return -1;
  if (job->other)
    return -1;
  regfree (&r);
  return 0;
}

int
leak_other (struct job *job)
{
  regex_t r;
  if (other_failed (job, regcomp (&r, "a*", 0))) /* { dg-warning "'r' might not be freed" } */
    return -1;
  regfree (&r);
  return 0;
}

int
leak_too_large (void)
{
  regex_t r;
  if (too_large (regcomp (&r, "a*", 0))) /* { dg-warning "'r' is never freed" } */
    return -1;
  return 0;
}
