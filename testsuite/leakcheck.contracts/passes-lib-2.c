/* What the functions of passes-lib.c pass their arguments to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "passes.h"

void
base_close (FILE *f)
{
  fclose (f);
}

int
base_try (FILE *f)
{
  if (fputs ("x", f) < 0)
    return -1;
  fclose (f);
  return 0;
}

char *
base_copy (const char *s)
{
  return strdup (s);
}

void
base_look (const struct item *i)
{
  puts (i->name);
}

void
base_clear (struct item *i)
{
  free (i->name);
  if (i->log)
    fclose (i->log);
}

int
base_fill (struct item *i, const char *s)
{
  i->name = strdup (s);
  i->log = NULL;
  return i->name ? 0 : -1;
}

void
base_maybe (FILE *f, int really)
{
  if (really)
    fclose (f);
}

FILE *
base_same (FILE *f)
{
  rewind (f);
  return f;
}

int
ring_one (FILE *f, int n)
{
  return n ? ring_two (f, n - 1) : getc (f);
}
