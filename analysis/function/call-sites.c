/* The calls of a function in the bodies of the unit.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "function-internal.h"

struct call_sites
{
  struct lk_unit *unit;
  const struct lk_function *callee;
  const struct lk_function *last;	/* Calls of one caller come one after the other.  */
  visit_call_site *visit;
  void *data;			/* For VISIT.  */
  bool all;			/* No caller is unknown.  */
  bool stopped;			/* VISIT has returned false.  */
};

/* A callback: CALLER calls the function; or, NULL, the library does.  */
static void
visit_caller (void *data, struct lk_function *caller)
{
  struct call_sites *c = data;
  if (c->stopped || (caller && caller == c->last))
    return;
  c->last = caller;
  struct function_view *view
    = caller && fact_may_build (c->unit, caller) ? function_view (c->unit, caller) : NULL;
  c->all &= view != NULL;
  for (uint32_t b = 0; view && b < view->graph->n_blocks; b++)
    for (uint32_t i = 0; i < view->graph->blocks[b].n_events && !c->stopped; i++)
      {
	struct call_site site = { view, b, i, &view->graph->blocks[b].events[i] };
	if (site.event->kind == LK_EVENT_CALL && site.event->callee == c->callee)
	  c->stopped = !c->visit (c->data, &site);
      }
}

bool
visit_call_sites (struct lk_unit *unit, struct lk_function *fn, visit_call_site *visit, void *data)
{
  struct call_sites c = { unit, fn, NULL, visit, data, unit->host.callers != NULL, false };
  if (unit->host.callers)
    unit->host.callers (unit->host.data, fn, visit_caller, &c);
  return c.all && !c.stopped;
}
