/* A counter in memory that was counted up is not 0: something was stored.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

int next_char (void);

static void
append (int c, char **text, size_t *length, size_t *room)
{
  if (*length >= *room)
    {
      char *more = malloc (*room + 256);
      if (!more)
	abort ();
      if (*length)
	memcpy (more, *text, *length);
      free (*text);
      *room += 255;
      *text = more;
    }
  (*text)[(*length)++] = c;
  (*text)[*length] = 0;
}

int
clean_word (char *out)
{
  char *text = NULL;
  size_t length = 0, room = 0;
  int c = next_char ();
  for (; c > ' '; c = next_char ())
    append (c, &text, &length, &room);
  if (length == 0)
    return -1;
  strcpy (out, text);
  free (text);
  return 0;
}

int
leak_word (char *out)
{
  char *text = NULL;
  size_t length = 0, room = 0;
  int c = next_char ();
  for (; c > ' '; c = next_char ())
    append (c, &text, &length, &room); /* { dg-warning "'text' might not be freed" } */
  if (length == 1)
    return -1;
  if (length)
    strcpy (out, text);
  free (text);
  return 0;
}

struct bag
{
  char *first;
  unsigned n;
};

static int
put (struct bag *b, const char *text)
{
  b->first = strdup (text);
  if (!b->first)
    return -1;
  b->n++;
  return 0;
}

int
clean_bag (const char *text)
{
  struct bag b = { NULL, 0 };
  if (put (&b, text) != 0)
    return -1;
  if (b.n == 0)
    return 0;
  free (b.first);
  return 1;
}

int
leak_bag (const char *text)
{
  struct bag b = { NULL, 0 };
  if (put (&b, text) != 0) /* { dg-warning "'b.first' might not be freed" } */
    return -1;
  if (b.n < 3)
    return 0;
  free (b.first);
  return 1;
}

/* A number that is computed only may follow one that means "none".  */
int
leak_next (size_t none, const char *text)
{
  char *copy = strdup (text); /* { dg-warning "'copy' might not be freed" } */
  size_t at = none + 1;
  if (!copy)
    return -1;
  if (at == 0)
    return 1;
  free (copy);
  return 0;
}
