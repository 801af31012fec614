/* Count the leaks that the compiler reported, and find whether it failed.  Findings are
   recognised by their option, "[-Wleakcheck-...]" at the end of the line, which no language of
   messages translates.  Errors are recognised by their English name: in another language an
   error beside a warning made an error is not distinguished from it, and the exit status is 1,
   not 2.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include "driver.h"

const char *
lk_leak_kind (const char *option)
{
  const char *name = (lk_begins (option, "-Werror=") ? option + strlen ("-Werror=")
		      : lk_begins (option, "-W") ? option + strlen ("-W") : option);
  return lk_begins (name, "leakcheck-") ? name + strlen ("leakcheck-") : NULL;
}

void
lk_count_option (struct lk_counts *counts, const char *option, bool error)
{
  const char *kind = lk_leak_kind (option);
  if (kind)
    {
      counts->leaks++;
      counts->memory += strcmp (kind, "memory") == 0;
    }
  if (error || lk_begins (option, "-Werror="))
    {
      /* JSON has the option without "error=".  */
      if (*option)
	counts->promoted++;
      else
	counts->errors++;
    }
}

size_t
lk_plain_line (const char *text, const char *end, struct lk_text *line)
{
  line->length = 0;
  lk_text_add (line, "", 0);
  while (text < end)
    {
      if (*text != '\033')
	{
	  lk_text_add (line, text++, 1);
	  continue;
	}
      text++;
      if (text < end && *text == '[')
	{
	  for (text++; text < end && !(*text >= '@' && *text <= '~'); text++)
	    ;
	  text += text < end;
	}
      else if (text < end && *text == ']')
	{
	  /* A link, up to BEL or ESC \.  */
	  while (text < end && *text != '\a' && *text != '\033')
	    text++;
	  text += text < end && *text == '\a' ? 1 : text + 1 < end ? 2 : 0;
	}
    }
  return line->length;
}

static bool
is_error (const char *line)
{
  static const char *const words[]
    = { "error: ", "fatal error: ", "internal compiler error: ",
	"sorry, unimplemented: " };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      const char *found = strstr (line, words[i]);
      if (found && (found == line || lk_begins (found - 2, ": ")))
	return true;
    }
  return false;
}

char *
lk_option_of (const char *line, size_t length)
{
  const char *open = length > 0 && line[length - 1] == ']' ? memrchr (line, '[', length) : NULL;
  if (!open || !lk_begins (open, "[-W"))
    return NULL;
  return lk_format ("%.*s", (int) (line + length - open - 2), open + 1);
}

static void
count_line (void *data, const char *line, size_t length)
{
  struct lk_counts *counts = data;
  /* Source lines and paths are indented.  */
  if (length == 0 || line[0] == ' ')
    return;
  bool error = is_error (line);
  char *option = lk_option_of (line, length);
  if (option || error)
    lk_count_option (counts, option ? option : "", error);
  free (option);
}

void
lk_each_line (const struct lk_text *text, void (*act) (void *, const char *, size_t), void *data)
{
  struct lk_text line = { 0 };
  const char *p = text->bytes, *end = p ? p + text->length : p;
  while (p && p < end)
    {
      const char *stop = memchr (p, '\n', (size_t) (end - p));
      if (!stop)
	stop = end;
      size_t length = lk_plain_line (p, stop, &line);
      act (data, line.bytes, length);
      p = stop + (stop < end);
    }
  lk_text_free (&line);
}

void
lk_count_text (struct lk_counts *counts, const struct lk_text *text)
{
  lk_each_line (text, count_line, counts);
}
