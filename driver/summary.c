/* --summary: how many leaks there are of each group of kinds in each folder.

   The table is made of what the report shows: of its text, or of GCC's JSON.  A group is the name
   that messages print behind "leakcheck-".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "project.h"
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

/* Count the leak of KIND in FILE.  */
static void
add_leak (const char *file, const char *kind)
{
  const char *shown = lk_short_name (file), *slash = strrchr (shown, '/');
  char *folder = (!slash ? lk_format (".") : slash == shown ? lk_format ("/")
		  : lk_format ("%.*s", (int) (slash - shown), shown));
  json_t *row = json_object_get (counts, folder);
  if (!row)
    {
      row = lk_json_object ();
      lk_json_set (counts, folder, row);
    }
  add_one (row, kind);
  free (folder);
}

static void
add_line (void *data, const char *line, size_t length)
{
  (void) data;
  /* Source lines and paths are indented.  */
  char *option = *line != ' ' ? lk_option_of (line, length) : NULL;
  const char *kind = option ? lk_leak_kind (option) : NULL;
  size_t file_length;
  unsigned long row, column;
  if (kind && lk_read_place (line, &file_length, &row, &column))
    {
      char *file = lk_format ("%.*s", (int) file_length, line);
      add_leak (file, kind);
      free (file);
    }
  free (option);
}

void
lk_summary_text (const struct lk_text *text)
{
  if (counts)
    lk_each_line (text, add_line, NULL);
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
      const char *kind = option ? lk_leak_kind (option) : NULL;
      const char *state = lk_json_string (diagnostic, "baselineState");
      const json_t *place = json_array_get (json_object_get (diagnostic, "locations"), 0);
      const char *file = lk_json_string (json_object_get (place, "caret"), "file");
      /* The baseline has the others.  */
      if (kind && file && (!state || !strcmp (state, "new")))
	add_leak (file, kind);
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
  int width = (int) strlen (LK_TR ("all folders"));
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
  fprintf (stderr, "%-*s", width, LK_TR ("leaks in"));
  for (size_t i = 0; i < kinds.count; i++)
    fprintf (stderr, "  %s", kinds.items[i]);
  fprintf (stderr, "  %5s\n", LK_TR ("all"));
  for (size_t i = 0; i < folders.count; i++)
    print_row (folders.items[i], width, &kinds, json_object_get (counts, folders.items[i]));
  if (folders.count > 1)
    print_row (LK_TR ("all folders"), width, &kinds, total);
  json_decref (total);
  json_decref (counts);
  counts = NULL;
  lk_strings_free (&kinds);
  lk_strings_free (&folders);
}
