/* --list-kinds: the kinds of resources, by their groups.

   A line is a kind: its name, which --disable and rows of specifications take, its group, which
   --disable takes, too, its noun in messages, and the functions that release it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "../spec/rows.h"

enum { RELEASERS_SHOWN = 3 };

static void
print_error (void *data, const char *file, int line, int column, const char *message)
{
  (void) data;
  if (line > 0)
    lk_error ("%s:%d:%d: %s", file, line, column, message);
  else
    lk_error ("%s: %s", file, message);
}

static int
by_group (const void *a, const void *b)
{
  const struct lk_kind *k = *(struct lk_kind *const *) a, *l = *(struct lk_kind *const *) b;
  int order = strcmp (lk_kind_group (k), lk_kind_group (l));
  return order ? order : strcmp (k->name, l->name);
}

static void
print_kind (struct lk_spec *spec, const struct lk_kind *kind, int width)
{
  const char *names[RELEASERS_SHOWN + 1];
  unsigned n = lk_spec_releasers (spec, kind, names, RELEASERS_SHOWN + 1);
  printf ("%-*s  %-8s  %s%s%s", width, kind->name, lk_kind_group (kind), kind->noun,
	  kind->off ? " (off)" : "", n ? "; released by " : "");
  for (unsigned i = 0; i < n && i < RELEASERS_SHOWN; i++)
    printf ("%s%s", i ? ", " : "", names[i]);
  puts (n > RELEASERS_SHOWN ? ", ..." : "");
}

void
lk_list_kinds (const struct lk_strings *arguments)
{
  struct lk_spec *spec = lk_spec_new ();
  static const char head[] = "-fplugin-arg-leakcheck-spec=";
  for (size_t i = 0; i < arguments->count; i++)
    if (lk_begins (arguments->items[i], head))
      lk_spec_read_file (spec, arguments->items[i] + strlen (head), LK_SOURCE_USER_SPEC,
			 print_error, NULL);
  size_t n = 0, width = 0;
  for (const struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next, n++)
    width = strlen (k->name) > width ? strlen (k->name) : width;
  struct lk_kind **kinds = lk_allocate (n + 1, sizeof *kinds);
  n = 0;
  for (struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    kinds[n++] = k;
  qsort (kinds, n, sizeof *kinds, by_group);
  for (size_t i = 0; i < n; i++)
    print_kind (spec, kinds[i], (int) width);
  free (kinds);
  lk_spec_free (spec);
  if (fflush (stdout) != 0)
    lk_fatal ("cannot write: %s", strerror (errno));
  exit (lk_any_error () ? LK_EXIT_TROUBLE : LK_EXIT_CLEAN);
}
