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
