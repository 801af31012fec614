/* Mode loops: one run over all loops that are named.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

void
lk_loops_run (struct lk_classpath *classpath, struct lk_hierarchy *hierarchy,
	      struct lk_spec *spec, const struct lk_loops_options *options,
	      const struct lk_loops_host *host)
{
  struct program program = { .classpath = classpath, .hierarchy = hierarchy, .spec = spec,
    .options = options, .host = host };
  struct program *p = &program;
  struct loop_target *targets = NULL;
  p->arena = lk_arena_new ();
  p->scratch = lk_arena_new ();
  unsigned n = choose_targets (p, &targets);
  for (unsigned i = 0; i < n; i++)
    {
      program_begin (p, &targets[i]);
      find_leaks (p);
      program_end (p);
      lk_arena_clear (p->scratch);
    }
  free (targets);
  free (p->types);
  free (p->fields);
  free (p->methods);
  free (p->rows);
  free (p->selections);
  free (p->row_filters);
  map_free (&p->type_map);
  map_free (&p->field_map);
  map_free (&p->method_map);
  map_free (&p->row_map);
  map_free (&p->selection_map);
  map_free (&p->loaded);
  lk_arena_free (p->scratch);
  lk_arena_free (p->arena);
}
