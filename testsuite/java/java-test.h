/* What the tests of java/ share: results in DejaGnu's words, files, arenas.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef JAVA_TEST_H
#define JAVA_TEST_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/arena.h"
#include "walk.h"

static unsigned n_passed, n_failed;

static void check (bool good, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
check (bool good, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char what[512];
  vsnprintf (what, sizeof what, format, arguments);
  va_end (arguments);
  for (char *c = what; *c; c++)
    if (*c == '\n' || *c == '\r' || *c == '\t')
      *c = ' ';
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  if (good)
    n_passed++;
  else
    n_failed++;
}

static bool
same (const char *first, const char *second)
{
  return first == second || (first && second && !strcmp (first, second));
}

/* GOT is the text WANTED; says so if not.  */

static void check_text (const char *, const char *, const char *)
  __attribute__ ((unused));

static void
check_text (const char *got, const char *wanted, const char *what)
{
  check (same (got, wanted), "%s", what);
  if (!same (got, wanted))
    printf ("--- got: %s\n--- wanted: %s\n", got ? got : "NULL",
	    wanted ? wanted : "NULL");
}

static int
finish (void)
{
  printf ("# %u passed, %u failed\n", n_passed, n_failed);
  return n_failed != 0;
}

/* PATH/NAME in one of four buffers.  */

static const char *in_folder (const char *path, const char *name)
  __attribute__ ((unused));

static const char *
in_folder (const char *path, const char *name)
{
  static char text[4][4096];
  static unsigned next;
  char *out = text[next++ % 4];
  if (snprintf (out, sizeof text[0], "%s/%s", path, name) >= (int) sizeof text[0])
    abort ();
  return out;
}

/* The file at PATH in memory of exactly its size, for the sanitizers.  */

static unsigned char *slurp (const char *path, size_t *length)
  __attribute__ ((unused));

static unsigned char *
slurp (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  *length = 0;
  if (!file)
    return NULL;
  fseek (file, 0, SEEK_END);
  long size = ftell (file);
  rewind (file);
  unsigned char *bytes = malloc (size > 0 ? (size_t) size : 1);
  *length = bytes && size > 0 ? fread (bytes, 1, (size_t) size, file) : 0;
  fclose (file);
  return bytes;
}

#endif /* JAVA_TEST_H */
