/* The edges out of a block: which of them a fact takes, and where it goes on.

   With a slice, that is the next block that matters to the obligation.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "transfer-internal.h"

/* Return true if S's handle is only held by memory that outlives the function, which can lose
   it by overwriting alone, and the function is long: one fact a block, with what all know, will
   do (MAX_SHORT_FUNCTION).  */
static bool
only_overwriting_matters (struct solver *solver, const struct scratch *s)
{
  const struct obligation *o = solver->context.obligation;
  if (o->incoming || o->in_place || !s->n_paths || !(s->flags & FACT_STORED)
      || solver->context.graph->n_blocks <= MAX_SHORT_FUNCTION)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (classify_path (&solver->context, s->paths[i]) == PATH_LOCAL)
      return false;
  return true;
}

/* Where a fact goes on.  */
struct passage
{
  unsigned n;			/* Several: by all of WAYS.  */
  const struct phi_way *ways;
  struct lk_edge *to;		/* One: by this edge.  */
  bool over;			/* Blocks were passed over: S has not passed that edge.  */
};

static void
add_effect (struct solver *solver, struct scratch *s, uint32_t block)
{
  const struct regions *r = regions_of (solver->context.view);
  s->written |= r->effect[block].written;
  s->members |= r->effect[block].members;
}

/* S has reached the target of E: return where it goes on, when it has passed over what lies between
   there and the next block that matters.  */
static struct passage
pass_over (struct solver *solver, struct scratch *s, struct lk_edge *e)
{
  struct slice *slice = solver->context.slice;
  struct passage p = { .n = 1, .to = e };
  for (unsigned i = 0; slice && i < s->n_paths; i++)
    slice_add_name (slice, s->paths[i]);
  while (slice && !slice_stops (slice, p.to->to))
    {
      uint32_t block = p.to->to;
      const struct decider *d = slice_ways (slice, block);
      add_effect (solver, s, block);
      p.over = true;
      if (d)
	{
	  p.n = d->n_ways;
	  p.ways = d->ways;
	  break;
	}
      p.to = solver->context.graph->blocks[block]
	     .succs[regions_of (solver->context.view)->out[block]];
    }
  return p;
}

/* Return the edge number K by which the fact S goes on from P; COPY becomes what it is there.  */
static struct lk_edge *
go_on (struct solver *solver, const struct passage *p, unsigned k, const struct scratch *s,
       struct scratch *copy)
{
  struct lk_edge *to = p->ways ? p->ways[k].to : p->to;
  scratch_copy (copy, s);
  if (p->over)
    flow_edge (solver, copy, to);
  return to;
}

/* Facts that ended on the way along E go on there; BEFORE: before what happens on the way.  */
static void
reach_ended (struct solver *solver, struct lk_edge *e, bool before)
{
  while (solver->ended)
    {
      struct scratch s, copy;
      scratch_copy (&s, &solver->ended->fact);
      solver->ended = solver->ended->next;
      struct passage p = { .n = 1, .to = e };
      if (before)
	{
	  flow_edge (solver, &s, e);
	  p = pass_over (solver, &s, e);
	}
      for (unsigned k = 0; k < p.n; k++)
	{
	  struct lk_edge *to = go_on (solver, &p, k, &s, &copy);
	  solver_reach (solver, to->to, &copy, e, to, MAX_VARIANTS);
	}
    }
}

/* S, which left the block by VIA, and then HELD the handle, has passed the edge TO.  */
static void
arrive (struct solver *solver, struct scratch *s, bool held, struct lk_edge *via,
	struct lk_edge *to)
{
  if (held && s->n_paths == 0 && (s->flags & FACT_STORED))
    {
      solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, via->loc, NULL, s);
      reach_ended (solver, to, false);
      return;
    }
  if (held && s->n_paths == 0)
    solver_lose (s, LK_STEP_LOST, via->loc, NULL);
  if ((s->flags & FACT_ASSUMED) && solver->context.unit->options.level < 2)
    {
      solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, via->loc, NULL, s);
      reach_ended (solver, to, false);
      return;
    }
  solver_reach (solver, to->to, s, via, to,
		only_overwriting_matters (solver, s) ? 1 : MAX_VARIANTS);
}

void
solver_follow (struct solver *solver, const struct scratch *from, struct lk_edge *e)
{
  struct scratch s, copy;
  scratch_copy (&s, from);
  bool held = s.n_paths != 0;
  if (held && !(s.flags & FACT_ANOTHER) && drain_leaves_nothing (solver, &s, e))
    {
      solver_terminal (solver, TERMINAL_RELEASED, LK_STEP_LOST, e->loc, NULL, &s);
      reach_ended (solver, e, true);
      return;
    }
  if (held && drain_passes_by (solver, &s, e))
    s.flags |= FACT_PASSED;
  flow_edge (solver, &s, e);
  struct passage p = pass_over (solver, &s, e);
  for (unsigned k = 0; k < p.n; k++)
    {
      struct lk_edge *to = go_on (solver, &p, k, &s, &copy);
      arrive (solver, &copy, held, e, to);
    }
}

/* If the branch at the end of BLOCK does not matter, let S leave it by one edge, or by its ways,
   and return true.  */
static bool
follow_only (struct solver *solver, const struct scratch *s, uint32_t block)
{
  const struct lk_block *bl = &solver->context.graph->blocks[block];
  struct slice *slice = solver->context.slice;
  if (!slice || bl->n_succs < 2)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    slice_add_name (slice, s->paths[i]);
  if (slice_branches (slice, block))
    return false;
  const struct decider *d = slice_ways (slice, block);
  for (uint32_t k = 0; d && k < d->n_ways; k++)
    {
      struct scratch copy;
      scratch_copy (&copy, s);
      add_effect (solver, &copy, block);
      flow_edge (solver, &copy, d->ways[k].to);
      arrive (solver, &copy, s->n_paths != 0, d->ways[k].out, d->ways[k].to);
    }
  if (d)
    return true;
  struct lk_edge *out = bl->succs[regions_of (solver->context.view)->out[block]];
  if (out->flags & LK_EDGE_EXCEPTION)
    return false;
  solver_follow (solver, s, out);
  return true;
}

/* Take the edges out of BLOCK but the exceptional ones, which its last call
   has taken.  */
void
solver_leave_block (struct solver *solver, struct scratch *s, uint32_t block)
{
  struct lk_block *bl = &solver->context.graph->blocks[block];
  switch (bl->term)
    {
    case LK_TERM_RETURN:
      solver_leave (solver, s, bl, false, NULL);
      break;
    case LK_TERM_UNWIND:
      solver_leave (solver, s, bl, true, NULL);
      break;
    case LK_TERM_END:
      solver_terminal (solver, TERMINAL_END, LK_STEP_LOST, bl->loc, NULL, s);
      break;
    default:
      break;
    }
  if (follow_only (solver, s, block))
    return;
  for (uint32_t i = 0; i < bl->n_succs; i++)
    {
      struct lk_edge *e = bl->succs[i];
      if (e->flags & LK_EDGE_EXCEPTION)
	continue;
      if (bl->term == LK_TERM_COND && i < 2)
	{
	  struct scratch taken;
	  scratch_copy (&taken, s);
	  if (!object_past_holder (solver, &taken, block, i)
	      && assume (&solver->context, &taken, bl->op, &bl->a, &bl->b, i == 0))
	    solver_follow (solver, &taken, e);
	  else
	    trace_contradiction (solver, e->to);
	  continue;
	}
      if (bl->term == LK_TERM_SWITCH)
	{
	  struct scratch taken;
	  if (table_supposed (&solver->context, s, &bl->a, e))
	    continue;
	  scratch_copy (&taken, s);
	  if (!assume_case (&solver->context, &taken, bl, e))
	    continue;
	  solver_follow (solver, &taken, e);
	  continue;
	}
      solver_follow (solver, s, e);
    }
}
