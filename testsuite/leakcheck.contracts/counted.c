/* Counted objects, a list that may refuse one, and variables that are filled again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "counted.h"

void
not_appended (struct list *l, int n)
{
  struct dict *d = dict_alloc (); /* LEAK */
  if (!d)
    return;
  if (list_append_dict (l, d) < 0)
    return;
  d->copy_id = n;
}

void
not_appended_and_freed (struct list *l, int n)
{
  struct dict *d = dict_alloc ();
  if (!d)
    return;
  if (list_append_dict (l, d) < 0)
    {
      dict_unref (d);
      return;
    }
  d->copy_id = n;
}

int
made_for_nothing (int n)
{
  struct dict *d = dict_alloc (); /* LEAK */
  if (!d)
    return -1;
  d->copy_id = n;
  return 0;
}

size_t
too_long (const char *name, size_t width)
{
  char *label;
  xformat (&label, " %s ", name); /* LEAK */
  if (strlen (label) > width)
    xformat (&label, " ");
  size_t n = strlen (label);
  free (label);
  return n;
}

size_t
too_long_freed (const char *name, size_t width)
{
  char *label;
  xformat (&label, " %s ", name);
  if (strlen (label) > width)
    {
      free (label);
      xformat (&label, " ");
    }
  size_t n = strlen (label);
  free (label);
  return n;
}

size_t
replaced (const char *name)
{
  char *label = NULL;
  replace (&label, name);
  replace (&label, "again");
  size_t n = label ? strlen (label) : 0;
  free (label);
  return n;
}

void
kept_in_the_table (struct file **table, const char *path)
{
  file_begin (table, path);
}

int
kept_and_used (struct file **table, const char *path)
{
  struct file *f = file_begin (table, path);
  return f ? f->stream : -1;
}
