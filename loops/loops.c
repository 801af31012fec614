/* Mode loops: one run over all loops that are named.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "limits.h"
#include "loops-internal.h"

/* The program of TARGET has more edges than are followed.  */
static void
say_too_large (struct program *p, const struct loop_target *target)
{
  const char *name = target->method->name;
  char text[600];
  snprintf (text, sizeof text, "the program of '%s.%s' is too large: more than %u edges, or %u "
	    "blocks of objects that they carry; leave out the jars that its loop does not need",
	    lk_binary_name (p->scratch, target->method->owner->name),
	    strcmp (name, "<init>") ? name : "new", MAX_PROGRAM_EDGES, MAX_PROGRAM_BLOCKS);
  p->host->error (p->host->data, text);
}

/* Build the graph and search it, and again while more objects are kept apart.  */
static void
analyse_loop (struct program *p, const struct loop_target *target)
{
  bool again = true;
  p->last = p->again = p->ended = false;
  for (unsigned round = 0; again; round++)
    {
      program_begin (p, target);
      again = false;
      if (!lk_heap_too_large (p->heap))
	{
	  p->last |= round == MAX_APART_ROUNDS;
	  again = find_leaks (p);
	}
      else if (round == 0)
	say_too_large (p, target);
      else
	{
	  /* As it was when no objects were kept apart.  */
	  map_free (&p->apart);
	  p->again = false;
	  p->last = p->ended = again = true;
	}
      program_end (p);
    }
  map_free (&p->apart);
  map_free (&p->not_apart);
  map_free (&p->suspects);
}

void
lk_loops_run (struct lk_classpath *classpath, struct lk_hierarchy *hierarchy,
	      struct lk_spec *spec, const struct lk_loops_options *options,
	      const struct lk_loops_host *host)
{
  struct program program = { .classpath = classpath, .hierarchy = hierarchy, .spec = spec,
    .options = options, .host = host };
  struct program *p = &program;
  struct loop_target *targets = NULL;
  struct number_map jdk = { NULL, 0, 0 };
  p->jdk = &jdk;
  p->arena = lk_arena_new ();
  p->scratch = lk_arena_new ();
  unsigned n = choose_targets (p, &targets);
  for (unsigned i = 0; i < n; i++)
    {
      analyse_loop (p, &targets[i]);
      lk_arena_clear (p->scratch);
    }
  free (targets);
  free (p->types);
  free (p->fields);
  free (p->methods);
  free (p->rows);
  free (p->selections);
  free (p->row_filters);
  map_free (&jdk);
  map_free (&p->type_map);
  map_free (&p->field_map);
  map_free (&p->method_map);
  map_free (&p->row_map);
  map_free (&p->class_rows);
  map_free (&p->selection_map);
  map_free (&p->may_map);
  map_free (&p->loaded);
  lk_arena_free (p->scratch);
  lk_arena_free (p->arena);
}
