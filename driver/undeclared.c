/* --verbose: the user's rows of specifications whose functions no unit declares.  Their names may
   be misspelt.

   The plugin writes the names that a unit declares to the file "counts" (plugin/rows.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "../spec/rows.h"

void
lk_take_declared (struct lk_text *names, const char *counts)
{
  static const char head[] = "declared ";
  struct lk_text text = { 0 };
  const char *why;
  if (counts && lk_text_read (&text, counts, &why) && text.bytes)
    for (const char *line = text.bytes; *line; line += *line == '\n')
      {
	size_t length = strcspn (line, "\n");
	if (lk_begins (line, head) && line[length] == '\n')
	  lk_text_add (names, line + strlen (head), length + 1 - strlen (head));
	line += length;
      }
  lk_text_free (&text);
}

void
lk_add_declared (struct lk_strings *all, const struct lk_text *names)
{
  for (const char *line = names->bytes; line && *line; line += *line == '\n')
    {
      size_t length = strcspn (line, "\n");
      lk_strings_take (all, lk_format ("%.*s", (int) length, line));
      line += length;
    }
}

/* Rows that no unit declares.  */
struct missing
{
  const struct lk_strings *declared;	/* Sorted.  */
  const struct lk_contract **rows;
  size_t count;
};

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
visit_row (void *data, const struct lk_contract *row)
{
  struct missing *missing = data;
  const struct lk_strings *declared = missing->declared;
  if (!lk_contract_is_function (row)
      || (declared->count && bsearch (&row->name, declared->items, declared->count,
				      sizeof *declared->items, compare_names)))
    return;
  missing->rows = lk_reallocate (missing->rows, missing->count + 1, sizeof *missing->rows);
  missing->rows[missing->count++] = row;
}

static int
compare_places (const void *a, const void *b)
{
  const struct lk_contract *r = *(const struct lk_contract *const *) a;
  const struct lk_contract *s = *(const struct lk_contract *const *) b;
  int order = strcmp (r->file, s->file);
  return order ? order : r->line != s->line ? (r->line > s->line) - (r->line < s->line)
	 : strcmp (r->name, s->name);
}

/* The plugin has reported it.  */
static void
ignore_error (void *data, const char *file, int line, int column, const char *message)
{
  (void) data, (void) file, (void) line, (void) column, (void) message;
}

void
lk_print_undeclared (const struct lk_options *options, struct lk_strings *declared)
{
  static const char head[] = "-fplugin-arg-leakcheck-spec=";
  struct missing missing = { .declared = declared };
  struct lk_spec *spec = lk_spec_new ();
  for (size_t i = 0; i < options->plugin.count; i++)
    if (lk_begins (options->plugin.items[i], head))
      lk_spec_read_file (spec, options->plugin.items[i] + strlen (head), LK_SOURCE_USER_SPEC,
			 ignore_error, NULL);
  lk_strings_unique (declared);
  lk_spec_visit_rows (spec, LK_SOURCE_USER_SPEC, visit_row, &missing);
  if (missing.count)
    qsort (missing.rows, missing.count, sizeof *missing.rows, compare_places);
  for (size_t i = 0; i < missing.count; i++)
    fprintf (stderr, LK_TR ("leakcheck: note: %s:%d: no unit declares '%s'\n"),
	     lk_short_name (missing.rows[i]->file), missing.rows[i]->line, missing.rows[i]->name);
  free (missing.rows);
  lk_spec_free (spec);
}
