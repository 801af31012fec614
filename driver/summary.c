/* --summary: how many leaks there are of each kind in each folder.

   The table is made of what the report shows: of its text, or of GCC's JSON.  A kind is the name
   that messages print behind "leakcheck-".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "sarif.h"

/* By folder, and there by kind; NULL: no table is wanted.  */
static json_t *counts;

void
lk_summary_begin (void)
{
  counts = lk_json_object ();
}

static void
add_one (json_t *row, const char *kind)
{
  lk_json_set (row, kind, json_integer (lk_json_number (row, kind) + 1));
}

/* Count a leak with the option OPTION, of LENGTH bytes, in FILE.  */
static void
add_leak (const char *file, size_t file_length, const char *option, size_t length)
{
  static const char *const heads[] = { "-Wleakcheck-", "-Werror=leakcheck-" };
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (length > strlen (heads[i]) && !strncmp (option, heads[i], strlen (heads[i])))
      {
	char *name = lk_format ("%.*s", (int) file_length, file);
	char *slash = strrchr (name, '/');
	char *kind = lk_format ("%.*s", (int) (length - strlen (heads[i])),
				option + strlen (heads[i]));
	if (slash)
	  *slash = '\0';
	const char *folder = slash ? lk_short_name (name) : ".";
	json_t *row = json_object_get (counts, folder);
	if (!row)
	  {
	    row = lk_json_object ();
	    lk_json_set (counts, folder, row);
	  }
	add_one (row, kind);
	free (kind);
	free (name);
	return;
      }
}

/* Return a copy of the LENGTH bytes of LINE without what colours are made of.  */
static char *
without_colours (const char *line, size_t length)
{
  char *copy = lk_allocate (length + 1, 1);
  size_t n = 0;
  for (size_t i = 0; i < length; i++)
    if (line[i] != '\033')
      copy[n++] = line[i];
    else if (i + 1 < length && line[i + 1] == '[')
      for (i += 2; i < length && !strchr ("mK", line[i]); i++)
	;
  copy[n] = '\0';
  return copy;
}

void
lk_summary_text (const struct lk_text *text)
{
  const char *end = text->bytes + text->length;
  for (const char *line = text->bytes; counts && line && line < end; )
    {
      const char *next = memchr (line, '\n', (size_t) (end - line));
      size_t length = next ? (size_t) (next - line) : (size_t) (end - line);
      char *plain = without_colours (line, length);
      char *option = strstr (plain, "[-W"), *colon = strchr (plain, ':');
      for (char *later; option && (later = strstr (option + 1, "[-W")); )
	option = later;
      if (option && colon && (strstr (plain, ": warning: ") || strstr (plain, ": error: ")))
	add_leak (plain, (size_t) (colon - plain), option + 1, strcspn (option + 1, "]"));
      free (plain);
      line += length + 1;
    }
}

void
lk_summary_json (const json_t *diagnostics)
{
  size_t i;
  json_t *diagnostic;
  if (!counts)
    return;
  json_array_foreach (diagnostics, i, diagnostic)
    {
      const char *option = lk_json_string (diagnostic, "option");
      const char *state = lk_json_string (diagnostic, "baselineState");
      const json_t *place = json_array_get (json_object_get (diagnostic, "locations"), 0);
      const char *file = lk_json_string (json_object_get (place, "caret"), "file");
      /* The baseline has the others.  */
      if (option && file && (!state || !strcmp (state, "new")))
	add_leak (file, strlen (file), option, strlen (option));
    }
}

/* ---- The table.  ---- */

static void
print_row (const char *name, int width, const struct lk_strings *kinds, const json_t *row)
{
  long all = 0;
  fprintf (stderr, "%-*s", width, name);
  for (size_t i = 0; i < kinds->count; i++)
    {
      long n = lk_json_number (row, kinds->items[i]);
      fprintf (stderr, "  %*ld", (int) strlen (kinds->items[i]), n);
      all += n;
    }
  fprintf (stderr, "  %5ld\n", all);
}

void
lk_summary_print (void)
{
  struct lk_strings kinds = { 0 }, folders = { 0 };
  json_t *total, *row, *value;
  const char *folder, *kind;
  int width = (int) strlen ("all folders");
  if (!counts || json_object_size (counts) == 0)
    return;
  total = lk_json_object ();
  json_object_foreach (counts, folder, row)
    {
      lk_strings_add (&folders, folder);
      width = (int) strlen (folder) > width ? (int) strlen (folder) : width;
      json_object_foreach (row, kind, value)
	{
	  if (!json_object_get (total, kind))
	    lk_strings_add (&kinds, kind);
	  lk_json_set (total, kind, json_integer (lk_json_number (total, kind)
						  + (long) json_integer_value (value)));
	}
    }
  lk_strings_sort (&kinds);
  lk_strings_sort (&folders);
  fprintf (stderr, "%-*s", width, "leaks in");
  for (size_t i = 0; i < kinds.count; i++)
    fprintf (stderr, "  %s", kinds.items[i]);
  fprintf (stderr, "  %5s\n", "all");
  for (size_t i = 0; i < folders.count; i++)
    print_row (folders.items[i], width, &kinds, json_object_get (counts, folders.items[i]));
  if (folders.count > 1)
    print_row ("all folders", width, &kinds, total);
  json_decref (total);
  json_decref (counts);
  counts = NULL;
  lk_strings_free (&kinds);
  lk_strings_free (&folders);
}
