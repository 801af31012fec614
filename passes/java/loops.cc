/* Mode loops for the Java front end: the analysis of loops/ gets the program that was read, and its
   findings get places.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"
#include "../contract/contract.h"

/* The place of METHOD's line LINE; 0: unknown.  */
static location_t
place_of (const struct lk_loop_place *place)
{
  if (!place->method)
    return UNKNOWN_LOCATION;
  struct lk_java_class *c = lk_java_class_named (place->method->owner->name);
  return lk_java_load (c) ? lk_java_location (c, place->line) : UNKNOWN_LOCATION;
}

static tree
decl_of (const struct lk_loop_place *place)
{
  return place->method ? lk_java_decl (lk_java_method_of (place->method, false)) : NULL_TREE;
}

static void
found (void *, const struct lk_loop_finding *finding)
{
  static uint64_t order;
  const struct lk_method *maker = finding->place.method;
  if (maker && lk_java_method_silent (lk_java_method_of (maker, false)))
    return;
  const struct lk_pass_options *options = lk_java->options;
  auto_vec<struct lk_left_step, 24> steps;
  for (unsigned i = 0; i < finding->n_steps; i++)
    {
      const struct lk_loop_step *step = &finding->steps[i];
      location_t where = place_of (&step->place);
      if (where != UNKNOWN_LOCATION)
	steps.safe_push ({ where, decl_of (&step->place), step->depth, step->text });
    }
  struct lk_left left = { place_of (&finding->place), decl_of (&finding->place), ++order,
			  finding->text, finding->key, steps.length (), steps.address () };
  if (options->left)
    options->left (options->data, &left);
}

static void
note (void *, const char *text)
{
  if (lk_java->options->verbose)
    inform (UNKNOWN_LOCATION, "leakcheck: %s", text);
}

static void
say_line (void *, const char *text)
{
  inform (UNKNOWN_LOCATION, "%s", text);
}

static void
fail (void *, const char *text)
{
  error ("%s", text);
}

static void
progress (void *)
{
  lk_stage_progress ();
}

void
lk_java_loops ()
{
  static const struct lk_loops_host host = { NULL, found, note, say_line, fail, progress };
  lk_loops_run (lk_java->classpath, lk_java->hierarchy, lk_contracts_spec (),
		&lk_java->options->loop, &host);
}
