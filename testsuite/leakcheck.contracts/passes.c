/* Callers of what passes-lib.c defines, two and three calls away from what acquires and releases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "passes.h"

void
clean_close (const char *name)
{
  FILE *f = fopen (name, "r");
  wrap_close_twice (f);
}

int
leaks_try (const char *name)
{
  FILE *f = fopen (name, "w"); /* LEAK */
  if (!f)
    return 0;
  if (wrap_try (f) < 0)
    return -1;
  return 1;
}

int
clean_try (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return 0;
  if (wrap_try (f) < 0)
    {
      fclose (f);
      return -1;
    }
  return 1;
}

/* With another result the effect is unknown.  */
int
clean_try_or (const char *name, int n)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return 0;
  return wrap_try_or (f, n);
}

size_t
leaks_copy (const char *s)
{
  char *p = wrap_copy_twice (s); /* LEAK */
  return p ? strlen (p) : 0;
}

size_t
clean_copy (const char *s)
{
  char *p = wrap_copy_twice (s);
  size_t n = p ? strlen (p) : 0;
  free (p);
  return n;
}

size_t
leaks_choice (const char *s)
{
  char *p = wrap_choice (s, s[0] == 'a'); /* LEAK */
  return strlen (p);
}

int
leaks_look (const char *s)
{
  struct item i = { .log = NULL };
  i.name = strdup (s); /* LEAK */
  if (!i.name)
    return -1;
  wrap_look (&i);
  return 0;
}

int
leaks_fill (const char *s)
{
  struct item i;
  if (wrap_fill (&i, s) < 0) /* LEAK */
    return -1;
  wrap_look (&i);
  return 0;
}

int
clean_fill (const char *s)
{
  struct item i;
  if (wrap_fill (&i, s) < 0)
    return -1;
  wrap_clear (&i);
  return 0;
}

void
clean_maybe (const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    wrap_maybe (f);
}

void
clean_sometimes (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  if (f)
    wrap_sometimes (f, n);
}

void
clean_same (const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    fclose (wrap_same (f));
}

void
clean_both (const char *name, struct item *i)
{
  FILE *f = fopen (name, "r");
  if (f)
    wrap_log_and_close (i, f);
}

/* Each passes it to the other.  */
int
clean_ring (const char *name)
{
  FILE *f = fopen (name, "r");
  return f ? ring_one (f, 10) : 0;
}

void
clean_store (void)
{
  struct item *i = malloc (sizeof *i);
  if (i)
    wrap_store (i);
}
