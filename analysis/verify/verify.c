/* Entry points of verify mode.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include "verify-internal.h"

void
lk_unit_verify_end (struct lk_unit *unit)
{
  const struct disposals *all = disposals_of (unit);
  throwing_owners_tell (unit);
  for (const struct reliance *r = all->reliances; r; r = r->next)
    for (const struct negligence *n = all->negligences; n; n = n->next)
      {
	struct verifier v = { .unit = unit, .function = r->function };
	if (strcmp (r->name, n->name) || !must_fits (&v, r->must, n->must))
	  continue;
	v.arena = lk_arena_new ();
	tell_breach (&v, "not-called", r->loc,
		     verifier_text (&v, "%s might not be called on %s%s%s: that is"
				    " left to '%s', which does not do it",
				    must_text (v.arena, r->must),
				    r->handle ? "'" : "",
				    r->handle ? r->handle : "what is acquired here",
				    r->handle ? "'" : "", r->name), 2,
		     r->left, "it is left to others here",
		     n->loc, n->loc ? "it returns here without" : NULL);
	lk_arena_free (v.arena);
	break;
      }
}

void
lk_unit_verify (struct lk_unit *unit, struct lk_function *fn)
{
  if (!fn->graph)
    return;
  struct verifier v = { .unit = unit, .function = fn, .graph = fn->graph,
			.promise = promise_of (unit, fn),
			.arena = lk_arena_new () };
  unit->stats.functions++;
  unit->stats.analysed++;
  stage_enter (unit, LK_STAGE_KEYS, fn);
  v.view = view_new (unit, fn->graph);
  stage_leave (unit);
  stage_enter (unit, LK_STAGE_SOLVER, fn);
  v.tested = lk_arena_alloc (v.arena, fn->graph->n_vars + 1);
  v.repeated = lk_arena_alloc (v.arena, fn->graph->n_vars + 1);
  find_tested (&v);
  find_ways_out (&v);
  find_returned_variables (&v);
  obligations_verify (&v);
  promises_verify (&v);
  creates_verify (&v);
  disposals_verify (&v);
  throwing_owners_verify (&v);
  view_free (v.view);
  lk_arena_free (v.arena);
  stage_leave (unit);
  if (unit->host.settled)
    unit->host.settled (unit->host.data, LK_STAGE_SOLVER, fn);
}
