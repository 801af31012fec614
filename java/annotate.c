/* Annotations that are added to an outline (annotate.h).

   An outline is constant for all that use it; only here it is changed, in place, before its
   annotations are asked for.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "annotate.h"

struct lk_annotation *
lk_annotation_new (struct lk_arena *arena, const char *type)
{
  struct lk_annotation *a = lk_arena_alloc (arena, sizeof *a);
  a->type = type;
  return a;
}

void
lk_annotation_add_texts (struct lk_arena *arena, struct lk_annotation *a, const char *name,
			 const char *const *texts, unsigned n)
{
  struct lk_annotation_element *all
    = lk_arena_alloc_array (arena, a->n_elements + 1, sizeof *all);
  if (a->n_elements)
    memcpy (all, a->elements, a->n_elements * sizeof *all);
  struct lk_annotation_value *values = lk_arena_alloc_array (arena, n, sizeof *values);
  for (unsigned i = 0; i < n; i++)
    {
      values[i].tag = 's';
      values[i].u.text = texts[i];
    }
  struct lk_annotation_element *e = &all[a->n_elements++];
  e->name = name;
  e->value.tag = '[';
  e->value.u.array.count = n;
  e->value.u.array.values = values;
  a->elements = all;
}

static void
add (struct lk_arena *arena, const struct lk_annotations *to, const struct lk_annotation *a)
{
  struct lk_annotations *all = (struct lk_annotations *) to;
  struct lk_annotation *list = lk_arena_alloc_array (arena, all->count + 1, sizeof *list);
  if (all->count)
    memcpy (list, all->list, all->count * sizeof *list);
  list[all->count++] = *a;
  all->list = list;
}

void
lk_annotate_class (struct lk_arena *arena, const struct lk_class *c,
		   const struct lk_annotation *a)
{
  add (arena, &c->annotations, a);
}

void
lk_annotate_field (struct lk_arena *arena, const struct lk_field *f,
		   const struct lk_annotation *a)
{
  add (arena, &f->annotations, a);
}

void
lk_annotate_method (struct lk_arena *arena, const struct lk_method *m,
		    const struct lk_annotation *a)
{
  add (arena, &m->annotations, a);
}

bool
lk_annotate_parameter (struct lk_arena *arena, const struct lk_method *m, unsigned index,
		       const struct lk_annotation *a)
{
  unsigned n = lk_descriptor_parameters (m->descriptor);
  struct lk_parameter_annotations *all
    = (struct lk_parameter_annotations *) &m->visible_parameter_annotations;
  if (index >= n)
    return false;
  if (!all->count)
    {
      /* As long as the other rows, so that both leave out the same.  */
      unsigned rows = m->invisible_parameter_annotations.count;
      all->count = rows && rows < n ? rows : n;
      all->parameters = lk_arena_alloc_array (arena, all->count, sizeof *all->parameters);
    }
  unsigned first = all->count < n ? n - all->count : 0;
  if (index < first)
    return false;
  add (arena, &all->parameters[index - first], a);
  return true;
}
