/* A line on the terminal about the current work.  It appears after a second, is rewritten at
   most four times a second, and is removed before any other output.  Without a terminal on the
   standard error there is none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "driver.h"

static const double appears_after = 1.0, rewritten_after = 0.25;

static bool enabled, shown;
static double began, written;
/* Of the units that "all" of lk_progress counts: a project has further ones, in its next
   rounds.  */
static double these_began;
static size_t last_done;
static size_t done_before, done_whole;
static char *note;

unsigned
lk_terminal_width (void)
{
  struct winsize size;
  if (!isatty (STDERR_FILENO))
    return 0;
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return 80;
}

bool
lk_terminal_is_clever (void)
{
  const char *terminal = getenv ("TERM");
  return isatty (STDERR_FILENO) && terminal && *terminal && strcmp (terminal, "dumb") != 0;
}

void
lk_progress_init (bool wanted)
{
  enabled = wanted && lk_terminal_is_clever ();
  began = lk_now ();
}

/* Bytes of the first COLUMNS characters of TEXT, in UTF-8.  */
static size_t
fitting (const char *text, size_t columns)
{
  size_t i = 0;
  for (; text[i]; i++)
    if (((unsigned char) text[i] & 0xc0) != 0x80 && columns-- == 0)
      break;
  return i;
}

void
lk_progress_note (const char *text)
{
  free (note);
  note = lk_format ("%s", text);
}

void
lk_progress_among (size_t before, size_t whole)
{
  done_before = before;
  done_whole = whole;
}

void
lk_progress (size_t done, size_t all, const char *what)
{
  double now = lk_now ();
  done += done_before;
  all = all + done_before > done_whole ? all + done_before : done_whole;
  if (done < last_done || these_began == 0)
    these_began = now;
  last_done = done;
  if (!enabled || now - began < appears_after
      || now - written < rewritten_after)
    return;
  /* Of a few the time says little.  */
  char *rest = (done >= 5 && done < all
		? lk_format (note && *note ? LK_TR (", about %.0f s left for these")
			     : LK_TR (", about %.0f s left"),
			     (now - these_began) / (double) done * (double) (all - done))
		: lk_format ("%s", ""));
  char *text = (all > 1
		? lk_format (LK_TR ("leakcheck: %zu of %zu done%s, %.0f s%s: %s"), done,
			     all, note ? note : "", now - began, rest, what)
		: lk_format ("leakcheck: %.0f s: %s", now - began, what));
  /* Names of files may hold anything.  */
  for (char *p = text; *p; p++)
    if ((unsigned char) *p < ' ' || *p == 0x7f)
      *p = '?';
  unsigned width = lk_terminal_width ();
  fprintf (stderr, "\r%.*s\033[K",
	   (int) fitting (text, width > 1 ? width - 1 : 1), text);
  fflush (stderr);
  free (text);
  free (rest);
  shown = true;
  written = now;
}

void
lk_progress_clear (void)
{
  if (!shown)
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  shown = false;
  written = lk_now ();
}
