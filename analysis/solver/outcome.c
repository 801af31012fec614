/* How a state ends: terminals of an obligation, outcomes of a summary.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "solver-internal.h"

/* If the summary of a contract is being made (a handle of any kind), let S, which has ended as
   FLAG says, go on without access paths: with which results the function returns then is part of
   its contract.  Return false if there is no need.  */
static bool
goes_on (struct solver *solver, const struct scratch *s, uint16_t flag)
{
  if (!kind_is_anything (solver->context.obligation->kind))
    return false;
  struct ended *e = lk_arena_alloc (solver->context.arena, sizeof *e);
  scratch_copy (&e->fact, s);
  e->fact.n_paths = 0;
  e->fact.flags = flag;
  e->result = solver->ending_result;
  e->when = solver->ending_when;
  e->next = solver->ended;
  solver->ended = e;
  if (flag == FACT_MET)
    {
      const struct lk_kind *kind
	= solver->kind_released ? solver->kind_released : &kind_anything;
      solver->kind_ended = (!solver->kind_ended || solver->kind_ended == kind
			    ? kind : &kind_anything);
    }
  return true;
}

/* Return the event at LOC that is being run; NULL if a block's end is.  */
static const struct lk_event *
event_at (const struct solver *solver, lk_loc loc)
{
  const struct lk_block *bl = &solver->context.graph->blocks[solver->current->block];
  uint32_t index = solver->context.event;
  return (solver->context.block == solver->current->block && index < bl->n_events
	  && bl->events[index].loc == loc ? &bl->events[index] : NULL);
}

struct terminal *
solver_terminal (struct solver *solver, enum terminal_kind kind,
		 enum lk_step_kind how, lk_loc loc, const char *name,
		 const struct scratch *s)
{
  struct terminal *t = lk_arena_alloc (solver->context.arena, sizeof *t);
  if ((s->flags & FACT_INSIDE) && kind == TERMINAL_LOST
      && how != LK_STEP_CONTAINER_RELEASED && how != LK_STEP_MISMATCHED
      && how != LK_STEP_OVERWRITTEN)
    kind = TERMINAL_ESCAPED;
  /* An unknown call in between cannot release what only the class reaches.  */
  if ((s->flags & FACT_ACROSS) && kind == TERMINAL_LOST && how != LK_STEP_FORGOTTEN)
    kind = TERMINAL_ESCAPED;
  t->kind = kind;
  t->how = how;
  t->loc = loc;
  t->name = name;
  t->assumed = (s->flags & FACT_ASSUMED) != 0;
  t->why = s->why;
  t->event = event_at (solver, loc);
  t->node = solver->current;
  t->result = LK_RANGE_ALL;
  t->next = solver->current->terminals;
  solver->current->terminals = t;
  t->all = solver->terminals;
  solver->terminals = t;
  trace_end (solver, t);
  if (kind == TERMINAL_ESCAPED && solver->context.problem->escaped)
    solver->context.problem->escaped (solver);
  if (solver->context.obligation->incoming)
    {
      struct outcome o = { .result = LK_RANGE_ALL };
      switch (kind)
	{
	case TERMINAL_RELEASED:
	  if (goes_on (solver, s, FACT_MET))
	    return t;
	  o.kind = OUT_RELEASED;
	  o.kind_released = (solver->kind_released ? solver->kind_released : &kind_anything);
	  break;
	case TERMINAL_ESCAPED:
	  if (goes_on (solver, s, FACT_AWAY))
	    return t;
	  o.kind = OUT_ESCAPED;
	  break;
	case TERMINAL_LOST:
	  /* A loss by an overwrite in a callee is not witnessed (call_by_summary).  */
	  o.kind = (how == LK_STEP_CONTAINER_RELEASED ? OUT_LOST
		    : how == LK_STEP_MISMATCHED ? OUT_MISMATCHED : OUT_HELD);
	  o.limit = assumed_limit (s);
	  break;
	default:
	  return t;
	}
      add_outcome (solver, &o);
    }
  return t;
}

int
compare_portable_v (const void *a, const void *b)
{
  return compare_portable (a, b);
}

bool
portable_same_paths (const struct portable_path *a, unsigned na,
	    const struct portable_path *b, unsigned nb)
{
  if (na != nb)
    return false;
  for (unsigned i = 0; i < na; i++)
    if (compare_portable (&a[i], &b[i]))
      return false;
  return true;
}

/* Add the outcome O.  The caller need not keep its paths; they are sorted here.  */
void
add_outcome (struct solver *solver, const struct outcome *o)
{
  struct portable_path *paths = NULL;
  if (o->n_paths)
    {
      paths = lk_arena_alloc (solver->keep, o->n_paths * sizeof *paths);
      memcpy (paths, o->paths, o->n_paths * sizeof *paths);
      qsort (paths, o->n_paths, sizeof *paths, compare_portable_v);
    }
  struct outcome **where = &solver->outcomes;
  for (; *where; where = &(*where)->next)
    {
      struct outcome *p = *where;
      if (p->kind != o->kind || p->assumed != o->assumed
	  || p->counted != o->counted || p->thrown != o->thrown
	  || !same_portable_conditions (&p->when, &o->when)
	  || !portable_same_paths (p->paths, p->n_paths, paths, o->n_paths))
	continue;
      if (p->kind_released != o->kind_released)
	p->kind_released = &kind_anything;
      if (lk_range_within (&o->result, &p->result))
	return;
      if (lk_range_within (&p->result, &o->result))
	{
	  p->result = o->result;
	  return;
	}
      if (solver->n_outcomes >= MAX_OUTCOMES)
	{
	  limit_met (solver->context.unit, solver->context.graph->function, LIMIT_OUTCOMES);
	  p->result = range_hull (&p->result, &o->result);
	  return;
	}
    }
  if (solver->n_outcomes >= MAX_OUTCOMES && o->kind == OUT_HELD)
    {
      limit_met (solver->context.unit, solver->context.graph->function, LIMIT_OUTCOMES);
      /* Too many outcomes: from here on the callee is unknown.  */
      struct outcome unknown = { .kind = OUT_ESCAPED, .assumed = true,
				 .result = LK_RANGE_ALL };
      add_outcome (solver, &unknown);
      return;
    }
  struct outcome *n = lk_arena_alloc (solver->keep, sizeof *n);
  *n = *o;
  n->paths = paths;
  n->next = NULL;
  *where = n;
  solver->n_outcomes++;
}
