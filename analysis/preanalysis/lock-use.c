/* May a function acquire or release locks?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <string.h>
#include "preanalysis-internal.h"

struct lock_use
{
  bool asked, touches;		/* It, or one of its callees.  */
  bool known;			/* TOUCHES is final.  */
  unsigned lowest;		/* Until then: where its strongly connected component begins.  */
  struct lock_use *next;
};

/* The search for functions that touch locks.  All functions of one strongly connected
   component have one answer, which is known when the first of them is done.  */
struct asking
{
  struct lock_use *pending;
};

static bool asks_locks (struct lk_unit *unit, struct lk_function *fn, unsigned depth,
			struct asking *a, unsigned *lowest);

/* Return true if the call EV takes or releases a lock; as asks_locks.  */
static bool
event_locks (struct lk_unit *unit, const struct lk_event *ev, unsigned depth,
	     struct asking *a, unsigned *lowest)
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
  return asks_locks (unit, ev->callee, depth + 1, a, lowest);
}

/* Return true if FN may take or release a lock, itself or in its callees.  If FN is in a cycle
   of calls, *LOWEST becomes the depth of the first function of the cycle, if that is less.  */
static bool
asks_locks (struct lk_unit *unit, struct lk_function *fn, unsigned depth,
	    struct asking *a, unsigned *lowest)
{
  struct lock_use *use = function_slot (unit, fn, SLOT_LOCK_USE, sizeof *use);
  if (use->asked)
    {
      if (!use->known && use->lowest < *lowest)
	*lowest = use->lowest;
      return use->touches;
    }
  if (!(fn->flags & LK_FN_BODY))
    return false;
  if (depth > MAX_CALL_DEPTH)
    {
      limit_met (unit, fn, LIMIT_CALL_DEPTH);
      return true;
    }
  struct function_view *view = function_view (unit, fn);
  if (!view)
    return true;
  use->asked = true;
  use->lowest = depth;
  struct lock_use *before = a->pending;
  unsigned circle = depth;
  bool touches = false;
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks && !touches; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !touches; i++)
      touches = event_locks (unit, &g->blocks[b].events[i], depth, a, &circle);
  use->touches = touches;
  use->next = a->pending;
  a->pending = use;
  if (!touches && circle < depth)
    {
      use->lowest = circle;
      if (circle < *lowest)
	*lowest = circle;
      return false;
    }
  /* All functions of one strongly connected component share the answer.  */
  for (; a->pending != before; a->pending = a->pending->next)
    {
      a->pending->touches = touches;
      a->pending->known = true;
    }
  return touches;
}

bool
touches_locks (struct lk_unit *unit, struct lk_function *fn)
{
  struct asking a = { NULL };
  unsigned lowest = UINT_MAX;
  return asks_locks (unit, fn, 0, &a, &lowest);
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

bool
touches_own_locks (struct lk_unit *unit, struct lk_function *fn, unsigned depth)
{
  if (!touches_locks (unit, fn))
    return false;
  struct function_view *view = function_view (unit, fn);
  if (!of_system (fn) || !view)
    return true;
  if (depth > MAX_BACK_DEPTH)
    {
      limit_met (unit, fn, LIMIT_BACK_DEPTH);
      return true;
    }
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL
	    && (!ev->callee || given_function (g, ev)
		|| touches_own_locks (unit, ev->callee, depth + 1)))
	  return true;
      }
  return false;
}
