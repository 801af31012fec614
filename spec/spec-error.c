/* Errors of the specification reader: collected, sorted, handed out; and
   guesses at what a misspelt word was meant to be.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "spec-internal.h"

static void
add_text (struct spec_text *text, const char *format, va_list arguments)
  __attribute__ ((format (printf, 2, 0)));

static void
add_text (struct spec_text *text, const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int n = vsnprintf (text->text ? text->text + text->length : NULL,
		     text->room - text->length, format, arguments);
  if (n >= 0 && text->length + (size_t) n >= text->room)
    {
      size_t room = (text->length + (size_t) n + 1) * 2;
      char *larger = lk_arena_alloc (text->arena, room);
      if (text->length)
	memcpy (larger, text->text, text->length);
      text->text = larger;
      text->room = room;
      vsnprintf (text->text + text->length, room - text->length, format,
		 again);
    }
  if (n >= 0)
    text->length += (size_t) n;
  va_end (again);
}

void
spec_text_add (struct spec_text *text, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add_text (text, format, arguments);
  va_end (arguments);
}

/* TEXT as it may go to a terminal: names in messages come from the file.  */

static const char *
printable (struct lk_arena *arena, const char *text)
{
  const char *c = text;
  while (*c && ((unsigned char) *c >= ' ' && *c != 127))
    c++;
  if (!*c)
    return text;
  struct spec_text clean = { arena, NULL, 0, 0 };
  for (c = text; *c; c++)
    if ((unsigned char) *c >= ' ' && *c != 127)
      spec_text_add (&clean, "%c", *c);
    else
      spec_text_add (&clean, "\\x%02x", (unsigned char) *c);
  return clean.text;
}

void
spec_error_at (struct spec_reader *reader, struct spec_pos pos,
	       const char *format, ...)
{
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  va_list arguments;
  va_start (arguments, format);
  add_text (&text, LK_TR (format), arguments);
  va_end (arguments);

  if (reader->n_messages == reader->messages_room)
    {
      size_t room = lk_more_room (reader->messages_room, 8);
      reader->messages = lk_xrealloc (reader->messages,
				      room * sizeof *reader->messages);
      reader->messages_room = room;
    }
  struct spec_message *message = &reader->messages[reader->n_messages];
  message->pos = pos;
  message->text = text.text ? printable (reader->scratch, text.text) : "";
  message->order = (unsigned) reader->n_messages++;
}

static int
by_place (const void *a_, const void *b_)
{
  const struct spec_message *a = a_, *b = b_;
  if (a->pos.line != b->pos.line)
    return a->pos.line < b->pos.line ? -1 : 1;
  if (a->pos.column != b->pos.column)
    return a->pos.column < b->pos.column ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

int
spec_report (struct spec_reader *reader, lk_spec_error error, void *data)
{
  if (reader->n_messages)
    qsort (reader->messages, reader->n_messages, sizeof *reader->messages,
	   by_place);
  if (error)
    for (size_t i = 0; i < reader->n_messages; i++)
      error (data, reader->file, reader->messages[i].pos.line,
	     reader->messages[i].pos.column, reader->messages[i].text);
  return reader->n_messages < INT32_MAX ? (int) reader->n_messages
	 : INT32_MAX;
}

/* Longer words are not misspelt keywords or kinds.  */
#define SUGGEST_MAX 40

/* How many letters to insert, drop, change or swap with the next to make A
   of B.  */

static unsigned
distance (const char *a, size_t la, const char *b, size_t lb)
{
  unsigned row[3][SUGGEST_MAX + 1];
  for (size_t j = 0; j <= lb; j++)
    row[0][j] = (unsigned) j;
  for (size_t i = 1; i <= la; i++)
    {
      unsigned *now = row[i % 3];
      const unsigned *last = row[(i + 2) % 3], *older = row[(i + 1) % 3];
      now[0] = (unsigned) i;
      for (size_t j = 1; j <= lb; j++)
	{
	  unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
	  if (last[j] + 1 < best)
	    best = last[j] + 1;
	  if (now[j - 1] + 1 < best)
	    best = now[j - 1] + 1;
	  if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
	      && older[j - 2] + 1 < best)
	    best = older[j - 2] + 1;
	  now[j] = best;
	}
    }
  return row[la % 3][lb];
}

const char *
spec_suggest (const char *text, const char *const *words, size_t n)
{
  size_t length = strlen (text);
  if (length > SUGGEST_MAX)
    return NULL;
  const char *best = NULL;
  unsigned best_distance = 0;
  for (size_t i = 0; i < n; i++)
    {
      size_t l = strlen (words[i]);
      if (l > SUGGEST_MAX)
	continue;
      /* One letter in three may be wrong, quotes around both aside.  */
      size_t longer = l > length ? l : length;
      if (words[i][0] == '\'')
	longer -= 2;
      unsigned d = distance (text, length, words[i], l);
      if (d > 0 && d <= (longer + 2) / 3 && d < longer
	  && (!best || d < best_distance))
	{
	  best = words[i];
	  best_distance = d;
	}
    }
  return best;
}
