/* Functions that store handles in variables, and release what is there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "globals.h"

static FILE *log_file;
FILE *shared;
char *title;
struct logs logs;

void
open_log (const char *name)
{
  log_file = fopen (name, "a");
}

void
close_log (void)
{
  if (log_file)
    fclose (log_file);
  log_file = NULL;
}

FILE *
get_log (void)
{
  return log_file;
}

void
give_log (FILE *f)
{
  log_file = f;
}

void
open_shared (const char *name)
{
  close_shared ();
  shared = fopen (name, "a");
}

/* The variable keeps its value.  */
void
close_shared (void)
{
  if (shared)
    fclose (shared);
}

static void
close_one (FILE *f)
{
  if (f)
    fclose (f);
}

/* Through a function of this file.  */
static void
close_member (void)
{
  close_one (logs.file);
}

void
close_all (void)
{
  close_shared ();
  close_member ();
}

int
count_shared (void)
{
  return shared ? fgetc (shared) : 0;
}

void
set_title (const char *text)
{
  free (title);
  title = strdup (text);
}

void
reset_logs (void)
{
  free (logs.name);
  memset (&logs, 0, sizeof logs);
}

FILE *
take_shared (void)
{
  FILE *f = shared;
  shared = NULL;
  return f;
}
