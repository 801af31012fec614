/* Lines of source files, for reports that contain them.  GCC counts columns in bytes, SARIF in
   characters, so that a column needs its line.  Files are read whole at the first query and
   kept.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "sarif.h"

struct source
{
  char *name;
  struct lk_text text;
  size_t *starts;		/* Of the lines; one more for the end.  */
  size_t n_lines;
  struct source *next;
};

static struct source *sources;

static void
find_lines (struct source *source)
{
  size_t room = 0;
  const struct lk_text *text = &source->text;
  for (size_t start = 0; start < text->length;)
    {
      if (source->n_lines + 2 > room)
	{
	  room = room ? room * 2 : 256;
	  source->starts = lk_reallocate (source->starts, room,
					  sizeof *source->starts);
	}
      source->starts[source->n_lines++] = start;
      const char *end = memchr (text->bytes + start, '\n',
				text->length - start);
      start = end ? (size_t) (end + 1 - text->bytes) : text->length;
      source->starts[source->n_lines] = start;
    }
}

static const struct source *
find_source (const char *name)
{
  struct source *source, **place = &sources;
  for (; (source = *place); place = &source->next)
    if (strcmp (source->name, name) == 0)
      {
	/* The last one comes first: the next query is probably about it, too.  */
	*place = source->next;
	source->next = sources;
	sources = source;
	return source;
      }
  source = lk_allocate (1, sizeof *source);
  source->name = lk_format ("%s", name);
  const char *why;
  if (lk_text_read (&source->text, name, &why))
    find_lines (source);
  source->next = sources;
  sources = source;
  return source;
}

const char *
lk_source_line (const char *file, long line, size_t *length)
{
  const struct source *source = find_source (file);
  if (line < 1 || (size_t) line > source->n_lines)
    return NULL;
  size_t start = source->starts[line - 1], end = source->starts[line];
  while (end > start && (source->text.bytes[end - 1] == '\n'
			 || source->text.bytes[end - 1] == '\r'))
    end--;
  *length = end - start;
  return source->text.bytes + start;
}

long
lk_source_column (const char *file, long line, long byte)
{
  size_t length;
  const char *text = lk_source_line (file, line, &length);
  if (!text)
    return byte;
  long column = byte;
  for (long i = 0; i + 1 < byte && (size_t) i < length; i++)
    if (((unsigned char) text[i] & 0xc0) == 0x80)
      column--;
  return column;
}

void
lk_free_sources (void)
{
  while (sources)
    {
      struct source *source = sources;
      sources = source->next;
      lk_text_free (&source->text);
      free (source->starts);
      free (source->name);
      free (source);
    }
}
