/* Callers that leave handles in variables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "globals.h"

void
clean_log (const char *name)
{
  open_log (name);
  fputs (name, get_log ());
  close_log ();
}

void
clean_given (const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    give_log (f);
  close_log ();
}

/* Closed by the callee, before the variable gets another file.  */
int
clean_reopened (const char *name)
{
  shared = fopen (name, "r");
  close_shared ();
  shared = fopen (name, "w");
  return shared != NULL;
}

void
clean_by_opening (const char *name)
{
  shared = fopen (name, "r");
  open_shared (name);
  shared = NULL;
}

int
clean_by_two (const char *name)
{
  shared = fopen (name, "r");
  if (!shared)
    return -1;
  close_all ();
  shared = NULL;
  return 0;
}

void
clean_member (const char *name)
{
  logs.file = fopen (name, "r");
  close_all ();
  logs.file = NULL;
}

void
clean_title (const char *text)
{
  title = strdup (text);
  set_title ("none");
  title = NULL;
}

void
clean_reset (const char *text)
{
  logs.name = strdup (text);
  reset_logs ();
  logs.name = NULL;
}

int
clean_taken (const char *name)
{
  shared = fopen (name, "r");
  FILE *f = take_shared ();
  shared = NULL;
  return f ? fclose (f) : -1;
}

/* The callee only looks at it.  */
int
leaks_counted (const char *name)
{
  shared = fopen (name, "r"); /* LEAK */
  int n = count_shared ();
  shared = NULL;
  return n;
}

/* It closes another one.  */
void
leaks_other (const char *name)
{
  shared = fopen (name, "r"); /* LEAK */
  close_log ();
  shared = NULL;
}

void
leaks_title (const char *text)
{
  title = strdup (text); /* LEAK */
  close_shared ();
  title = NULL;
}

int
leaks_own (const char *name)
{
  FILE *f = fopen (name, "r"); /* LEAK */
  close_all ();
  return f ? count_shared () : 0;
}
