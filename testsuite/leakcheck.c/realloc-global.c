/* A function without parameters reallocates what a global variable points to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>

static unsigned char *buffer, *attributes;
static size_t page, lines;

extern void give_up (const char *) __attribute__ ((noreturn));

/* As an editor does when its window changes.  */
void
display_began (void)
{
  if (page > lines)
    give_up ("too small");
  buffer = realloc (buffer, page);
  attributes = realloc (attributes, page * sizeof *attributes);
  if (!buffer || !attributes)
    give_up ("out of memory");
}

int
display_grew (void)
{
  unsigned char *more = realloc (buffer, 2 * page);
  if (!more)
    return -1;
  buffer = more;
  page *= 2;
  return 0;
}

int
display_lost (void)
{
  unsigned char *text = malloc (page); /* { dg-warning "'text' might not be freed" } */
  if (!text)
    return -1;
  attributes = realloc (attributes, page); /* { dg-warning "might not be freed when it is overwritten" } */
  if (!attributes)
    return -1;
  free (text);
  return 0;
}

void
display_ended (void)
{
  free (buffer);
  free (attributes);
  buffer = attributes = NULL;
}

/* ---- A variable has the old block.  */

struct entry { int key, value; };

static struct entry *entries;
static int n_entries;

int
entries_doubled (void)
{
  struct entry *old = entries;
  n_entries *= 2;
  entries = realloc (entries, n_entries * sizeof *entries);
  if (!entries)
    {
      free (old);
      n_entries = 0;
      return -1;
    }
  return 0;
}

int
entries_restored (int n)
{
  struct entry *old = entries;
  entries = realloc (entries, n * sizeof *entries);
  if (!entries)
    {
      entries = old;
      return -1;
    }
  return 0;
}

int
entries_counted (int n)
{
  struct entry *old = entries;
  int first = old ? old[0].key : 0;
  entries = realloc (entries, n * sizeof *entries); /* { dg-warning "might not be freed when it is overwritten" } */
  if (!entries)
    return -1;
  return first;
}

int
entries_reread (int n)
{
  entries = realloc (entries, n * sizeof *entries); /* { dg-warning "might not be freed when it is overwritten" } */
  struct entry *now = entries;
  if (!now)
    {
      free (now);
      return -1;
    }
  return 0;
}

int
others_freed (int n)
{
  unsigned char *old = attributes;
  entries = realloc (entries, n * sizeof *entries); /* { dg-warning "might not be freed when it is overwritten" } */
  if (!entries)
    {
      attributes = NULL;
      free (old);
      return -1;
    }
  return 0;
}

void
entries_ended (void)
{
  free (entries);
  entries = NULL;
}
