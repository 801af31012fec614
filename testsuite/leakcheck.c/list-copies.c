/* A list copies what is added, or keeps it, as a flag of the list says; what
   is stored in memory that was there before is kept, also if the place is
   returned.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item
{
  char *string;
  void *util;
};

struct list
{
  struct item *items;
  size_t n, room;
  unsigned copies : 1;
};

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

char *
copy (const char *s)
{
  char *r = strdup (s);
  if (!r)
    exit (1);
  return r;
}

/* The place is returned.  */
struct item *
add_taking (struct list *l, char *s)
{
  struct item *item;
  grow (l);
  item = &l->items[l->n++];
  item->string = s;
  item->util = NULL;
  return item;
}

struct item *
add (struct list *l, const char *s)
{
  return add_taking (l, l->copies ? copy (s) : (char *) s);
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
takes_copy (struct list *l, const char *s)
{
  add_taking (l, copy (s));
}

void
copied_leak (const char *x)
{
  struct list l = { .copies = 1 };
  char *s = copy (x); /* { dg-warning "memory leak: 's' is never freed" } */
  add (&l, s);
  clear (&l);
}

void
copied (const char *x)
{
  struct list l = { .copies = 1 };
  char *s = copy (x);
  add (&l, s);
  free (s);
  clear (&l);
}

void
kept (const char *x)
{
  struct list l = { .copies = 0 };
  char *s = copy (x);
  add (&l, s);
  puts (l.items[0].string);
  free (l.items[0].string);
  clear (&l);
}

/* A new object that is returned is no such memory.  */
static struct item *
wrap_leak (char *s)
{
  struct item *item = malloc (sizeof *item);
  if (item)
    item->string = s;
  return item;
}

void
wrapped_leak (const char *x)
{
  struct item *item = wrap_leak (copy (x)); /* { dg-warning "memory leak: the memory allocated by 'copy' is never freed" } */
  free (item);
}

void
wrapped (const char *x)
{
  char *s = copy (x);
  struct item *item = wrap_leak (s);
  if (item)
    puts (item->string);
  free (s);
  free (item);
}
