/* Getters, and what only looks like one; a list that is counted; an allocation that goes where the
   caller says, if it says so.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "buffers.h"

bool
buffer_init (struct buffer *b, size_t size)
{
  memset (b, 0, sizeof *b);
  b->text = malloc (size);
  if (!b->text)
    return false;
  b->size = size;
  return true;
}

char *
buffer_text (struct buffer *b)
{
  return b->text;
}

size_t
buffer_length (struct buffer *b)
{
  return b->length;
}

char *
buffer_detach (struct buffer *b)
{
  char *text = b->text;
  b->text = NULL;
  return text;
}

void
buffer_free (struct buffer *b)
{
  free (b->text);
  memset (b, 0, sizeof *b);
}

struct texts *
texts_new (void)
{
  struct texts *t = malloc (sizeof *t);
  if (t)
    {
      t->first = NULL;
      t->last = &t->first;
      t->count = 1;
    }
  return t;
}

struct text *
text_new (const char *s)
{
  struct text *t = malloc (sizeof *t);
  if (t && !(t->text = strdup (s)))
    {
      free (t);
      t = NULL;
    }
  return t;
}

void
texts_free (struct texts *t)
{
  struct text *first;
  if (!t || --t->count)
    return;
  while ((first = t->first))
    {
      if (!(t->first = first->next))
	t->last = &t->first;
      free (first->text);
      free (first);
    }
  free (t);
}

int
texts_first (const struct texts *t)
{
  return t->first ? t->first->text[0] : 0;
}

struct address *
address_new (struct address **where, const struct address *from)
{
  if (where && *where)
    return *where;
  struct address *a = malloc (sizeof *a);
  if (a && from)
    *a = *from;
  if (where)
    *where = a;
  return a;
}
