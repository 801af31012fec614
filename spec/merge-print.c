/* Merging: an index as a specification.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "merge-internal.h"

/* Marks of the kinds that rows use.  */
struct used
{
  struct lk_merge *merge;
  bool *marks;			/* One for each of MERGE->kinds.  */
};

static void
mark_kinds (void *data, struct lk_contract *contract)
{
  struct used *used = data;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    for (size_t i = 0; c->kind && i < used->merge->n_kinds; i++)
      if (strcmp (used->merge->kinds[i].name, c->kind->name) == 0)
	used->marks[i] = true;
}

/* Mark the kinds that ROW uses.  */

static void
mark_row (struct used *used, const struct lk_index_row *row)
{
  struct lk_merge *merge = used->merge;
  struct lk_spec *spec = lk_spec_new ();
  merge_read (spec, merge->kinds_text, merge->kinds_length, NULL, 0);
  merge_read (spec, row->row, row->row_length, NULL, 0);
  spec_visit (spec, mark_kinds, used);
  lk_spec_free (spec);
}

/* Print the kinds that are used by the rows that WANTED chooses.  */

static void
print_kinds (struct lk_merge *merge, FILE *out,
	     bool (*wanted) (void *data, const struct lk_index_row *), void *data)
{
  struct used used = { merge, lk_xmalloc (merge->n_kinds * sizeof (bool) + 1) };
  struct lk_index_row row;
  memset (used.marks, !wanted, merge->n_kinds * sizeof (bool));
  for (size_t i = 0; wanted && i < lk_index_writer_count (merge->writer); i++)
    {
      lk_index_writer_row (merge->writer, i, &row);
      if (wanted (data, &row))
	mark_row (&used, &row);
    }
  for (size_t i = 0; i < merge->n_kinds; i++)
    if (used.marks[i])
      fputs (merge->kinds[i].text, out);
  free (used.marks);
}

size_t
lk_merge_print (struct lk_merge *merge, FILE *out,
		bool (*wanted) (void *data, const struct lk_index_row *), void *data)
{
  struct lk_index_row row;
  size_t n = 0;
  if (merge->n_kinds > 0)
    print_kinds (merge, out, wanted, data);
  for (size_t i = 0; i < lk_index_writer_count (merge->writer); i++)
    {
      lk_index_writer_row (merge->writer, i, &row);
      if (wanted && !wanted (data, &row))
	continue;
      fprintf (out, "# %s:%d: %s\n%s\n", row.file, row.line, row.name, row.row);
      n++;
    }
  return n;
}
