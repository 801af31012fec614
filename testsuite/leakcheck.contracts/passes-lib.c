/* Functions that pass on what they are given, to functions that are not known when this file is
   compiled.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "passes.h"

void
wrap_close (FILE *f)
{
  if (f)
    base_close (f);
}

void
wrap_close_twice (FILE *f)
{
  wrap_close (f);
}

int
wrap_try (FILE *f)
{
  return base_try (f);
}

int
wrap_try_or (FILE *f, int n)
{
  if (n > 3)
    return -2;
  return base_try (f);
}

char *
wrap_copy (const char *s)
{
  return base_copy (s);
}

char *
wrap_copy_twice (const char *s)
{
  if (!*s)
    return NULL;
  return wrap_copy (s);
}

char *
wrap_choice (const char *s, int n)
{
  return n ? base_copy (s) : wrap_copy (s + 1);
}

void
wrap_look (const struct item *i)
{
  base_look (i);
  base_look (i);
}

void
wrap_clear (struct item *i)
{
  base_look (i);
  base_clear (i);
}

int
wrap_fill (struct item *i, const char *s)
{
  return base_fill (i, s);
}

void
wrap_maybe (FILE *f)
{
  base_maybe (f, 1);
}

void
wrap_sometimes (FILE *f, int n)
{
  if (n)
    base_close (f);
}

FILE *
wrap_same (FILE *f)
{
  return base_same (f);
}

void
wrap_log_and_close (struct item *i, FILE *f)
{
  base_look (i);
  base_close (f);
}

int
ring_two (FILE *f, int n)
{
  return n ? ring_one (f, n - 1) : 0;
}

/* It is not known what that does, when all are merged.  */
extern void elsewhere (struct item *);

void
wrap_store (struct item *i)
{
  i->log = NULL;
  elsewhere (i);
}
