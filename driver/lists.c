/* @FILE on the command line: the arguments in FILE.  Their form is that of GCC's own lists:
   separated by white space, in single or double quotes if they contain some, with a backslash
   before any other special character.  A list may name other lists, to a depth that only a
   list in itself reaches.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <string.h>
#include "driver.h"

enum { DEPTH_LIMIT = 32 };

static void expand (struct lk_strings *result, const char *argument,
		    unsigned depth);

bool
lk_next_listed (const char **text, const char *end, struct lk_text *word, char *open)
{
  const char *p = *text;
  while (p < end && isspace ((unsigned char) *p))
    p++;
  if (p == end)
    return false;

  char quote = '\0';
  word->length = 0;
  lk_text_add (word, "", 0);
  for (; p < end && (quote || !isspace ((unsigned char) *p)); p++)
    {
      if (quote ? *p == quote : *p == '"' || *p == '\'')
	quote = quote ? '\0' : *p;
      else
	{
	  if (*p == '\\' && p + 1 < end)
	    p++;
	  lk_text_add (word, p, 1);
	}
    }
  *open = quote;
  *text = p;
  return true;
}

static void
expand_file (struct lk_strings *result, const char *file, unsigned depth)
{
  if (depth > DEPTH_LIMIT)
    lk_fatal ("'@%s': lists within lists, more than %d deep; is one in"
	      " itself?", file, DEPTH_LIMIT);
  struct lk_text text = { 0 }, word = { 0 };
  const char *why;
  if (!lk_text_read (&text, file, &why))
    lk_fatal ("cannot read the list '@%s': %s", file, why);
  const char *p = text.bytes, *end = text.bytes + text.length;
  char open;
  if (memchr (p, '\0', text.length))
    lk_fatal ("'@%s' is no list of arguments: it has a null byte", file);
  while (lk_next_listed (&p, end, &word, &open))
    if (open)
      lk_fatal ("'@%s': a quoted argument does not end: %c%.40s", file, open, word.bytes);
    else
      expand (result, word.bytes, depth);
  lk_text_free (&word);
  lk_text_free (&text);
}

static void
expand (struct lk_strings *result, const char *argument, unsigned depth)
{
  if (argument[0] == '@' && argument[1] != '\0')
    expand_file (result, argument + 1, depth + 1);
  else
    lk_strings_add (result, argument);
}

void
lk_expand_lists (struct lk_strings *result, char **argv)
{
  for (; *argv; argv++)
    expand (result, *argv, 0);
}
