/* What copies.c calls.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "copies.h"

char *
copy (const char *s)
{
  char *r = strdup (s);
  if (!r)
    exit (1);
  return r;
}

static void
grow (struct list *l)
{
  if (l->n < l->room)
    return;
  l->room = 2 * l->room + 8;
  l->items = realloc (l->items, l->room * sizeof *l->items);
  if (!l->items)
    exit (1);
}

static struct item *
append_as_it_is (struct list *l, char *s)
{
  struct item *item;
  grow (l);
  item = &l->items[l->n++];
  item->string = s;
  item->util = NULL;
  return item;
}

struct item *
append (struct list *l, const char *s)
{
  return append_as_it_is (l, l->copies ? copy (s) : (char *) s);
}

/* Nothing is kept of what is there already.  */
struct item *
insert (struct list *l, const char *s)
{
  for (size_t i = 0; i < l->n; i++)
    if (strcmp (l->items[i].string, s) == 0)
      return &l->items[i];
  return append_as_it_is (l, l->copies ? copy (s) : (char *) s);
}

void
clear (struct list *l)
{
  for (size_t i = 0; l->copies && i < l->n; i++)
    free (l->items[i].string);
  free (l->items);
  l->items = NULL;
  l->n = l->room = 0;
}

void
names_add (struct names *names, char *s)
{
  names->all[names->n++] = names->borrows ? copy (s) : s;
}

void
names_free (struct names *names)
{
  for (size_t i = 0; i < names->n; i++)
    free (names->all[i]);
  free (names->all);
}
