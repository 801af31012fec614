/* Variables of the unit that decide what a callee does: just set by the caller, never written, set
   through a table of options.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int quiet_mode;
static struct { int depth; int share; } mode;
static const char *last;

static void
finish (char *s)
{
  if (mode.share)
    last = "shared";
  else
    free (s);
}

void
finish_own (const char *s)
{
  char *c = strdup (s);
  if (!c)
    return;
  mode.share = 0;
  finish (c);
}

void
finish_shared (const char *s)
{
  char *c = strdup (s);	/* { dg-warning "'c' might not be freed" } */
  if (!c)
    return;
  mode.share = 1;
  finish (c);
}

/* Set again before the call.  */
void
finish_again (const char *s, int n)
{
  char *c = strdup (s);	/* { dg-warning "'c' might not be freed" } */
  if (!c)
    return;
  mode.share = 0;
  if (n > 3)
    mode.share = 1;
  finish (c);
}

static int debugging;
static const int limit = 12;

int
never_debugged (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (debugging)
    return puts (name);
  fclose (f);
  return limit;
}

/* Not constant: getopt_long writes it.  */
static int keep_open;
static const struct option options[] = {
  { "keep", no_argument, &keep_open, 1 },
  { NULL, 0, NULL, 0 }
};

int
parse (int argc, char **argv)
{
  return getopt_long (argc, argv, "q", options, NULL);
}

int
maybe_kept (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (keep_open)
    return puts (name);
  fclose (f);
  return 0;
}

void
be_quiet (void)
{
  quiet_mode = 1;
}

int
written_elsewhere (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (quiet_mode)
    return 0;
  fclose (f);
  return 1;
}
