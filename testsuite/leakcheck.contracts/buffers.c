/* Callers of what buffers-lib.c defines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "buffers.h"

/* ---- What a getter returns stays where it is.  ---- */

int
clean_printed (FILE *f)
{
  struct buffer b;
  if (!buffer_init (&b, 64))
    return -1;
  if (buffer_length (&b))
    fputs (buffer_text (&b), f);
  buffer_free (&b);
  return 0;
}

int
leaks_printed (FILE *f)
{
  struct buffer b;
  if (!buffer_init (&b, 64)) /* LEAK */
    return -1;
  if (buffer_length (&b))
    fputs (buffer_text (&b), f);
  return 0;
}

/* The text is that of the buffer.  */
int
clean_by_getter (FILE *f)
{
  struct buffer b;
  if (!buffer_init (&b, 64))
    return -1;
  char *text = buffer_text (&b);
  fputs (text, f);
  free (text);
  return 0;
}

/* This one gives it away: the buffer has none any more.  */
int
clean_detached (FILE *f)
{
  struct buffer b;
  if (!buffer_init (&b, 64))
    return -1;
  char *text = buffer_detach (&b);
  fputs (text, f);
  free (text);
  return 0;
}

int
leaks_detached (FILE *f)
{
  struct buffer b;
  if (!buffer_init (&b, 64)) /* LEAK */
    return -1;
  char *text = buffer_detach (&b);
  fputs (text, f);
  buffer_free (&b);
  return 0;
}

/* ---- Elements that are put into a list by hand, which another file frees.  ---- */

struct texts *
clean_list (char **from)
{
  struct texts *t = texts_new ();
  if (!t)
    return NULL;
  for (; *from; from++)
    {
      struct text *e = text_new (*from);
      if (!e)
	{
	  texts_free (t);
	  return NULL;
	}
      e->next = t->first;
      t->first = e;
    }
  return t;
}

int
leaks_element (char *from, struct texts *t)
{
  struct text *e = text_new (from); /* LEAK */
  if (!e)
    return -1;
  if (texts_first (t))
    return 1;
  e->next = t->first;
  t->first = e;
  return 0;
}

/* ---- A place for the result, or none.  ---- */

int
clean_filled (struct address **where)
{
  if (!address_new (where, NULL))
    return -1;
  (*where)->bytes[0] = 1;
  return 0;
}

int
clean_filled_only (struct address **where)
{
  return address_new (where, NULL) ? 0 : -1;
}

int
leaks_result (const struct address *from)
{
  struct address *a = address_new (NULL, from); /* LEAK */
  return a ? a->bytes[0] : -1;
}

int
clean_result (const struct address *from)
{
  struct address *a = address_new (NULL, from);
  int first = a ? a->bytes[0] : -1;
  free (a);
  return first;
}

/* The caller shows that there may be none.  */
int
leaks_tested (struct address **where)
{
  if (where)
    *where = NULL;
  else if (!address_new (where, NULL)) /* LEAK */
    return -1;
  return 0;
}
