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

/* The position of S, or -1 less the one at which it is.  */
static int
place_of (const struct list *l, const char *s)
{
  size_t low = 0, high = l->n;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      int order = strcmp (s, l->items[middle].string);
      if (order == 0)
	return -1 - (int) middle;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  return (int) low;
}

static int
add_sorted (struct list *l, const char *s)
{
  int i = place_of (l, s);
  if (i < 0)
    return i;
  grow (l);
  if ((size_t) i < l->n)
    memmove (l->items + i + 1, l->items + i, (l->n - i) * sizeof *l->items);
  l->items[i].string = l->copies ? copy (s) : (char *) s;
  l->items[i].util = NULL;
  l->n++;
  return i;
}

struct item *
insert_sorted (struct list *l, const char *s)
{
  int i = add_sorted (l, s);
  if (i < 0)
    i = -1 - i;
  return l->items + i;
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
names_drop (const struct names *names, char *s)
{
  if (!names->borrows)
    free (s);
}

void
names_free (struct names *names)
{
  for (size_t i = 0; i < names->n; i++)
    free (names->all[i]);
  free (names->all);
}
