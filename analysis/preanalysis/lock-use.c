/* May a function acquire or release locks?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

static void compute_locks (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);
static void compute_own_locks (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* The bit: it, or one of its callees, may take or release a lock.  */
static const struct lazy_fact locks = { compute_locks, { 1 } };
/* The bit: the same, other than of locks that the library is given.  */
static const struct lazy_fact own_locks = { compute_own_locks, { 1 } };

/* Return true if the call EV takes or releases a lock.  */
static bool
event_locks (struct lk_unit *unit, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee)
    return false;
  const struct lk_contract *contract = ev->callee->contract;
  if (contract && contract->locks)
    return true;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c;
       c = c->next)
    if (c->kind && c->kind->lock)
      return true;
  return touches_locks (unit, ev->callee);
}

static void
compute_locks (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  bits[0] = !g;
  for (uint32_t b = 0; g && b < g->n_blocks && !bits[0]; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !bits[0]; i++)
      bits[0] = event_locks (unit, &g->blocks[b].events[i]);
}

bool
touches_locks (struct lk_unit *unit, struct lk_function *fn)
{
  return (fn->flags & LK_FN_BODY) && lazy_fact (unit, fn, 0, &locks)[0];
}

bool
may_touch_locks (struct lk_unit *unit, struct lk_function *fn)
{
  if (touches_locks (unit, fn))
    return true;
  struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL
	    && !(ev->callee && ((ev->callee->flags & (LK_FN_BODY | LK_FN_LIBRARY))
				|| ev->callee->contract)))
	  return true;
      }
  return !g;
}

/* Return true if FN belongs to the library or to the system.  */
static bool
of_system (const struct lk_function *fn)
{
  return (fn->flags & LK_FN_LIBRARY) || !strncmp (fn->name, "__", 2);
}

/* Return true if the call EV in G passes a function that the callee may call.  */
static bool
given_function (const struct lk_graph *g, const struct lk_event *ev)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH
	&& g->vars[ev->args[k].path->root].class_ == LK_VAR_FUNCTION)
      return true;
  return false;
}

static void
compute_own_locks (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view && of_system (fn) ? view->graph : NULL;
  bits[0] = !g;
  for (uint32_t b = 0; g && b < g->n_blocks && !bits[0]; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !bits[0]; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	bits[0] = (ev->kind == LK_EVENT_CALL
		   && (!ev->callee || given_function (g, ev)
		       || touches_own_locks (unit, ev->callee)));
      }
}

bool
touches_own_locks (struct lk_unit *unit, struct lk_function *fn)
{
  return touches_locks (unit, fn) && lazy_fact (unit, fn, 0, &own_locks)[0];
}
