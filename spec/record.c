/* Records: header, records of a buffer, functions of a payload.

   Everything is bounds-checked against the buffer alone: the buffer may come from any file.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "record.h"

enum { MAGIC_LENGTH = sizeof LK_RECORD_MAGIC - 1 };

void
lk_record_header (unsigned char header[LK_RECORD_HEADER], uint32_t length)
{
  memcpy (header, LK_RECORD_MAGIC, MAGIC_LENGTH);
  lk_put_little32 (header + MAGIC_LENGTH, LK_RECORD_VERSION);
  lk_put_little32 (header + MAGIC_LENGTH + 4, length);
}

bool
lk_record_begins (const void *bytes, size_t length)
{
  return length >= MAGIC_LENGTH && memcmp (bytes, LK_RECORD_MAGIC, MAGIC_LENGTH) == 0;
}

/* ---- The records of a buffer.  ---- */

void
lk_record_walk (struct lk_record_walk *walk, const void *bytes, size_t length)
{
  memset (walk, 0, sizeof *walk);
  walk->next = bytes;
  walk->end = walk->next + length;
}

static void complain (char *error, size_t room, unsigned *errors, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

static void
complain (char *error, size_t room, unsigned *errors, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (error, room, format, arguments);
  va_end (arguments);
  ++*errors;
}

#define COMPLAIN(WALK, ...) \
  complain ((WALK)->error, sizeof (WALK)->error, &(WALK)->errors, __VA_ARGS__)

bool
lk_record_next (struct lk_record_walk *walk, struct lk_span *payload)
{
  for (;;)
    {
      while (walk->next < walk->end && *walk->next == '\0')
	{
	  walk->next++;
	  walk->offset++;
	}
      size_t left = (size_t) (walk->end - walk->next);
      if (left == 0)
	return false;
      const char *record = walk->next;
      size_t compared = left < MAGIC_LENGTH ? left : MAGIC_LENGTH;
      /* Nothing behind an error is a record: stop.  */
      walk->next = walk->end;
      if (memcmp (record, LK_RECORD_MAGIC, compared) != 0)
	COMPLAIN (walk, "byte %zu: no record begins here", walk->offset);
      else if (left < LK_RECORD_HEADER)
	COMPLAIN (walk, "byte %zu: a record that is cut off in its header", walk->offset);
      else
	{
	  uint32_t version = lk_little32 (record + MAGIC_LENGTH);
	  uint32_t length = lk_little32 (record + MAGIC_LENGTH + 4);
	  if (length > left - LK_RECORD_HEADER)
	    COMPLAIN (walk, "byte %zu: a record that is cut off: %zu of %lu bytes are there",
		      walk->offset, left - LK_RECORD_HEADER, (unsigned long) length);
	  else
	    {
	      walk->next = record + LK_RECORD_HEADER + length;
	      if (version == LK_RECORD_VERSION)
		{
		  payload->text = record + LK_RECORD_HEADER;
		  payload->length = length;
		  walk->offset += LK_RECORD_HEADER + (size_t) length;
		  return true;
		}
	      COMPLAIN (walk, "byte %zu: a record of format %lu, which %s leakcheck wrote; this one"
			" reads format %d", walk->offset, (unsigned long) version,
			version > LK_RECORD_VERSION ? "a newer" : "an older", LK_RECORD_VERSION);
	      walk->offset += LK_RECORD_HEADER + (size_t) length;
	      continue;
	    }
	}
      return false;
    }
}

/* ---- The functions of a payload.  ---- */

/* The line of the payload that AT is in, from 1.  */

static unsigned
line_of (const struct lk_record_functions *walk, const char *at)
{
  unsigned line = 1;
  for (const char *p = walk->begin; p < at; p++)
    line += *p == '\n';
  return line;
}

/* Return where the first line at or behind AT that begins with '@' begins, or END.  */

static const char *
next_at_line (const char *at, const char *end)
{
  while (at < end && *at != '@')
    {
      const char *newline = memchr (at, '\n', (size_t) (end - at));
      at = newline ? newline + 1 : end;
    }
  return at;
}

bool
lk_record_functions (struct lk_record_functions *walk, struct lk_span payload)
{
  static const char unit[] = "unit ";
  memset (walk, 0, sizeof *walk);
  walk->begin = payload.text;
  walk->next = walk->end = payload.text + payload.length;
  const char *newline = NULL;
  if (payload.length > sizeof unit - 1 && memcmp (payload.text, unit, sizeof unit - 1) == 0)
    newline = memchr (payload.text, '\n', payload.length);
  if (!newline)
    COMPLAIN (walk, "the record does not begin with a line 'unit FILE'");
  else if (memchr (payload.text, '\0', payload.length))
    COMPLAIN (walk, "the record has a byte of value 0 in its text");
  else
    {
      walk->unit.text = payload.text + sizeof unit - 1;
      walk->unit.length = (size_t) (newline - walk->unit.text);
      walk->kinds.text = newline + 1;
      walk->next = next_at_line (newline + 1, walk->end);
      walk->kinds.length = (size_t) (walk->next - walk->kinds.text);
      return true;
    }
  return false;
}

/* Read "FILE:LINE" of PLACE into FUNCTION.  False: it is none.  */

static bool
read_place (struct lk_span place, struct lk_record_function *function)
{
  size_t colon = place.length;
  while (colon > 0 && place.text[colon - 1] != ':')
    colon--;
  if (colon == 0 || colon == place.length)
    return false;
  long line = 0;
  for (size_t i = colon; i < place.length; i++)
    {
      if (place.text[i] < '0' || place.text[i] > '9')
	return false;
      line = line * 10 + (place.text[i] - '0');
      if (line > INT_MAX)
	return false;
    }
  function->file.text = place.text;
  function->file.length = colon - 1;
  function->line = (int) line;
  return true;
}

/* Read the first line of a function, from behind its '@' to NEWLINE.  NULL if it is good, else
   what is wrong.  */

static const char *
read_head (const char *at, const char *newline, struct lk_record_function *function)
{
  const char *tab = memchr (at, '\t', (size_t) (newline - at));
  if (!tab || tab == at)
    return "has no symbol before a tab";
  function->symbol.text = at;
  function->symbol.length = (size_t) (tab - at);
  const char *place = tab + 1;
  tab = memchr (place, '\t', (size_t) (newline - place));
  if (!tab || tab + 1 == newline)
    return "has no name behind a second tab";
  function->name.text = tab + 1;
  function->name.length = (size_t) (newline - (tab + 1));
  if (!read_place ((struct lk_span) { place, (size_t) (tab - place) }, function))
    return "has no FILE:LINE";
  return NULL;
}

bool
lk_record_next_function (struct lk_record_functions *walk, struct lk_record_function *function)
{
  while (walk->next < walk->end)
    {
      const char *at = walk->next;
      const char *newline = memchr (at, '\n', (size_t) (walk->end - at));
      const char *row = newline ? newline + 1 : walk->end;
      walk->next = next_at_line (row, walk->end);
      memset (function, 0, sizeof *function);
      const char *wrong = (newline ? read_head (at + 1, newline, function)
			   : "is cut off");
      if (!wrong)
	{
	  const char *end = walk->next;
	  while (end > row && (end[-1] == '\n' || end[-1] == ' '))
	    end--;
	  function->row.text = row;
	  function->row.length = (size_t) (end - row);
	  if (end == row || end[-1] != ';')
	    wrong = "has no row that ends in ';'";
	}
      if (!wrong)
	return true;
      COMPLAIN (walk, "line %u of the record: the function %s", line_of (walk, at), wrong);
    }
  return false;
}
