/* The classes and functions that the plugin could not check.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"

struct lk_check_counts
lk_count_checked (const char *file)
{
  struct lk_check_counts counts = { 0 };
  const struct { const char *name; size_t *count; } lines[] = {
    { "classes ", &counts.classes }, { "broken ", &counts.broken },
    { "methods ", &counts.methods }, { "malformed ", &counts.malformed },
    { "left-out ", &counts.left_out }, { "faults ", &counts.faults },
    { "milliseconds ", &counts.milliseconds }
  };
  struct lk_text text = { 0 };
  const char *why;
  if (file && lk_text_read (&text, file, &why) && text.bytes)
    for (const char *line = text.bytes; *line; line += *line == '\n')
      {
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
	  if (lk_begins (line, lines[i].name))
	    *lines[i].count = strtoul (line + strlen (lines[i].name), NULL, 10);
	line += strcspn (line, "\n");
      }
  lk_text_free (&text);
  return counts;
}

char *
lk_number (size_t n)
{
  char digits[24];
  int length = snprintf (digits, sizeof digits, "%zu", n);
  struct lk_text text = { 0 };
  for (int i = 0; i < length; i++)
    {
      if (i && (length - i) % 3 == 0)
	lk_text_add (&text, ",", 1);
      lk_text_add (&text, digits + i, 1);
    }
  return text.bytes;
}

/* Append "N of ALL WHAT could not be VERB" to TEXT, if N is not 0.  */
static void
add_unchecked (struct lk_text *text, size_t n, size_t all, const char *what,
	       const char *plural, const char *verb)
{
  if (n == 0)
    return;
  char *some = lk_number (n), *whole = lk_number (all);
  char *part = (all ? lk_format ("%s of %s %s%s could not be %s", some, whole, what,
				 all == 1 ? "" : plural, verb)
		: lk_format ("%s %s%s could not be %s", some, what,
			     n == 1 ? "" : plural, verb));
  if (text->length)
    lk_text_add (text, ", ", 2);
  lk_text_add (text, part, strlen (part));
  free (some);
  free (whole);
  free (part);
}

char *
lk_unchecked_text (const struct lk_check_counts *counts, size_t faults)
{
  struct lk_text text = { 0 };
  if (counts)
    {
      add_unchecked (&text, counts->broken, counts->classes, "class", "es", "read");
      add_unchecked (&text, counts->malformed, counts->methods, "method", "s", "decoded");
      add_unchecked (&text, counts->left_out, 0,
		     counts->left_out == 1 ? "jar or folder inside" : "jars or folders inside", "",
		     "looked into");
      add_unchecked (&text, counts->faults, 0, "method", "s", "analysed");
    }
  add_unchecked (&text, faults, 0, "function", "s", "analysed");
  return text.bytes;
}
