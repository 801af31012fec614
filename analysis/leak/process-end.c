/* Losses just before the process ends.

   The system takes back what a process holds when it ends.  A handle that is lost where nothing
   follows but the end is given back a moment later, and the loss happens once; so it is reported
   only if the user asks for it ("enable=process-end").  The handle may be in a function that main
   calls last: the walk goes on behind the calls of a static function, if all of them are in
   functions of the unit.

   The language's own library (it prints, compares, copies), releases, and functions of the unit
   that do no more may come before the end.  Heuristic: none of these takes long.
   Wrong if the function of the unit prints for hours.  A call of any other function, and a way
   back to the loss, make it one of a process that goes on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "leak-internal.h"

enum answer { ANSWER_NONE, ANSWER_ASKED, ANSWER_NO, ANSWER_YES };

/* The answers known of a function.  */
struct ending
{
  enum answer ends;		/* Nothing but the end follows each of its calls.  */
  enum answer quiet;		/* Its body may come before the end.  */
};

static bool is_quiet_body (struct lk_unit *unit, struct lk_function *fn);

/* Return true if EV always ends the process.  */
static bool
is_end (const struct lk_event *ev)
{
  if (ev->callee->flags & LK_FN_NORETURN)
    return true;
  const struct lk_operand *arg = ending_argument (ev);
  return (arg && arg->kind == LK_CONST
	  && lk_range_contains (&ev->callee->contract->ends.range, arg->value));
}

/* Return true if the call EV may come before the end.  */
static bool
is_quiet_call (struct lk_unit *unit, const struct lk_event *ev)
{
  struct lk_function *fn = ev->callee;
  if (fn->flags & (LK_FN_LANGUAGE | LK_FN_PRINTF | LK_FN_PURE))
    return true;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_RELEASE)
      return true;
  return (fn->flags & LK_FN_BODY) && is_quiet_body (unit, fn);
}

/* Return true if nothing follows event INDEX - 1 of BLOCK but what may come before the end of
   the process, and then the end, or a return of the function: then *RETURNS becomes true.  */
static bool
only_end_follows (struct lk_unit *unit, struct function_view *view, uint32_t block,
		  uint32_t index, bool *returns)
{
  const struct lk_graph *g = view->graph;
  bool *seen = lk_xmalloc (g->n_blocks + 1), quiet = true;
  uint32_t *queue = lk_xmalloc ((g->n_blocks + 1) * sizeof *queue), n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    seen[b] = false;
  queue[n++] = block;
  for (uint32_t k = 0; k < n && quiet; k++)
    {
      const struct lk_block *bl = &g->blocks[queue[k]];
      bool ended = false;
      for (uint32_t i = k ? 0 : index; i < bl->n_events && quiet && !ended; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind != LK_EVENT_CALL)
	    continue;
	  ended = ev->callee && is_end (ev);
	  quiet = ended || (ev->callee && is_quiet_call (unit, ev));
	}
      if (!quiet || ended || bl->term == LK_TERM_END)
	continue;
      *returns |= bl->term == LK_TERM_RETURN;
      quiet = bl->term != LK_TERM_UNWIND;
      for (uint32_t s = 0; s < bl->n_succs && quiet; s++)
	{
	  const struct lk_edge *e = bl->succs[s];
	  if (e->flags & LK_EDGE_EXCEPTION || seen[e->to])
	    continue;
	  seen[e->to] = true;
	  queue[n++] = e->to;
	  quiet = e->to != block;
	}
    }
  free (seen);
  free (queue);
  return quiet;
}

static struct ending *
ending_of (struct lk_unit *unit, struct lk_function *fn)
{
  return function_slot (unit, fn, SLOT_PROCESS_END, sizeof (struct ending));
}

static bool
is_quiet_body (struct lk_unit *unit, struct lk_function *fn)
{
  struct ending *known = ending_of (unit, fn);
  if (known->quiet == ANSWER_NONE && fact_enter (unit, fn))
    {
      known->quiet = ANSWER_ASKED;
      struct function_view *view = function_view (unit, fn);
      bool returns = false, quiet = view && only_end_follows (unit, view, 0, 0, &returns);
      known->quiet = quiet ? ANSWER_YES : ANSWER_NO;
      fact_leave (unit);
    }
  return known->quiet == ANSWER_YES;
}

/* ---- Behind the calls of a function.  ---- */

struct calls
{
  struct lk_unit *unit;
  unsigned n;
};

static bool ends_behind_calls (struct lk_unit *unit, struct lk_function *fn);

/* A callback: return true if nothing but the end of the process follows the call at SITE.  */
static bool
only_end_follows_call (void *data, const struct call_site *site)
{
  struct calls *c = data;
  bool returns = false;
  c->n++;
  return (only_end_follows (c->unit, site->view, site->block, site->index + 1, &returns)
	  && (!returns || ends_behind_calls (c->unit, site->view->graph->function)));
}

/* Return true if nothing but the end of the process follows a return of FN.  */
static bool
ends_behind_calls (struct lk_unit *unit, struct lk_function *fn)
{
  struct ending *known = ending_of (unit, fn);
  if (fn->flags & LK_FN_MAIN)
    return true;
  if (!(fn->flags & LK_FN_STATIC))
    return false;
  if (known->ends == ANSWER_NONE && fact_enter (unit, fn))
    {
      known->ends = ANSWER_ASKED;
      struct calls c = { unit, 0 };
      bool all = visit_call_sites (unit, fn, only_end_follows_call, &c);
      known->ends = all && c.n ? ANSWER_YES : ANSWER_NO;
      fact_leave (unit);
    }
  return known->ends == ANSWER_YES;
}

bool
lost_at_process_end (struct solver *solver, const struct terminal *t)
{
  struct lk_unit *unit = solver->context.unit;
  struct function_view *view = solver->context.view;
  bool returns = false;
  if (!t->node || t->thrown || solver->context.obligation->kind->lock)
    return false;
  /* It may have been lost in an earlier block: no access path has reached this one.  */
  const struct node *n = t->node;
  while (n->fact.n_paths == 0 && n->parent && n->parent->fact.n_paths == 0)
    n = n->parent;
  const struct lk_block *bl = &view->graph->blocks[n->block];
  uint32_t index = n->fact.n_paths && t->at_return ? bl->n_events : 0;
  for (uint32_t i = 0; n->fact.n_paths && i < bl->n_events; i++)
    if (bl->events[i].loc == t->loc)
      index = i + 1;
  return (only_end_follows (unit, view, n->block, index, &returns)
	  && (!returns || ends_behind_calls (unit, view->graph->function)));
}
