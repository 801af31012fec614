/* Callers of lists that copy, and of others.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "copies.h"

void
copied_lost (const char *x)
{
  struct list l = { .copies = 1 };
  char *s = copy (x); /* LEAK */
  append (&l, s);
  clear (&l);
}

void
second_lost (const char *x)
{
  struct list l = { .copies = 1 };
  append (&l, "a");
  insert (&l, copy (x)); /* LEAK */
  clear (&l);
}

void
copied (const char *x)
{
  struct list l = { .copies = 1 };
  char *s = copy (x);
  append (&l, s);
  free (s);
  clear (&l);
}

void
kept (const char *x)
{
  struct list l = { .copies = 0 };
  char *s = copy (x);
  append (&l, s);
  puts (l.items[0].string);
  free (l.items[0].string);
  clear (&l);
}

/* It is not known what the caller's list does.  */
void
caller_decides (struct list *l, const char *x)
{
  append (l, copy (x));
}

static struct list names = { .copies = 1 };
static struct list later;
static struct list changed = { .copies = 1 };

void
name_lost (const char *x)
{
  char *s = copy (x); /* LEAK */
  insert (&names, s);
}

void
name_copied (const char *x)
{
  char *s = copy (x);
  insert (&names, s);
  free (s);
}

void
name_clear (void)
{
  clear (&names);
  clear (&later);
  clear (&changed);
}

/* It may be initialised elsewhere.  */
void
name_later (const char *x)
{
  insert (&later, copy (x));
}

void
name_changed (const char *x)
{
  changed.copies = 0;
  insert (&changed, copy (x));
}

/* An `int' is a flag, too.  */
void
added_lost (char *x)
{
  char *room[4];
  struct names n = { room, 0, 1 };
  char *s = copy (x); /* LEAK */
  names_add (&n, s);
  puts (n.all[0]);
}

void
added (char *x)
{
  struct names n = { malloc (4 * sizeof (char *)), 0, 0 };
  if (!n.all)
    return;
  names_add (&n, copy (x));
  names_free (&n);
}

/* A list that counts up what it has: the count decides nothing.  */
static struct list sorted;
static struct list sorted_copies = { .copies = 1 };

void
sorted_kept (const char *x)
{
  insert_sorted (&sorted, copy (x));
}

void
sorted_lost (const char *x)
{
  insert_sorted (&sorted_copies, copy (x)); /* LEAK */
}

void
sorted_copied (const char *x)
{
  char *s = copy (x);
  insert_sorted (&sorted_copies, s);
  free (s);
}

void
borrowed_lost (const char *x)
{
  struct names n = { .borrows = 1 };
  char *s = copy (x); /* LEAK */
  names_drop (&n, s);
}

void
dropped (const char *x)
{
  struct names n = { .borrows = 0 };
  names_drop (&n, copy (x));
}

/* The caller knows whose it is.  */
void
dropped_by (const struct names *n, const char *x)
{
  names_drop (n, copy (x));
}
