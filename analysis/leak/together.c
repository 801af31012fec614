/* Obligations that are followed together.

   A function may get handles from very many calls: of N functions that all call each other, each
   gets one from N - 1 calls.  Most of these handles go into the caller's memory, where nothing
   loses them, and to follow each one to the end of the function takes N times N - 1 times N facts.
   So when some obligations of a kind have ended without loss, the further ones of it are followed
   by one solver.  Their first facts have no path condition, so that a fact of one implies those of
   the others: where one has been, the next one ends.

   A fact without a path condition takes every path that one with a condition takes.  If none of
   them loses the handle or hands it on to the caller, the obligation is met, and there is nothing
   else to find about it.  If one does, this and all further ones of the kind are followed each by
   itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

/* So many obligations of a kind are followed one by one before.  */
#define FIRST_ALONE 4

/* Nodes that one more obligation may add, for each block.  */
#define NODES_ADDED 8

struct sites			/* A slot of a function.  */
{
  uint32_t in;			/* The together that counted them.  */
  uint32_t n;			/* Calls.  */
};

struct group
{
  const struct lk_kind *kind;
  const struct lk_name *releasers;
  struct solver *solver;	/* NULL: none of them has been followed together yet.  */
  unsigned n_alone;		/* How many have ended well.  */
  bool off;			/* One was lost, or handed on.  */
  struct group *next;
};

struct together
{
  struct lk_unit *unit;
  struct function_view *view;
  uint32_t id;			/* Of the calls counted here.  */
  struct group *groups;
  bool *in_cycle;		/* By block: it may be left and reached again.  */
};

struct together *
together_new (struct lk_unit *unit, struct function_view *view)
{
  struct together *t = lk_arena_alloc (view->arena, sizeof *t);
  t->unit = unit;
  t->view = view;
  return t;
}

void
together_free (struct together *t)
{
  for (struct group *g = t->groups; g; g = g->next)
    if (g->solver)
      solver_free (g->solver);
}

/* Find which blocks may be in a cycle: those between the ends of a retreating edge, in reverse
   postorder.  */
static void
find_cycles (struct together *t)
{
  const struct function_view *view = t->view;
  const struct lk_graph *g = view->graph;
  int32_t *change = lk_arena_alloc (view->arena, (g->n_blocks + 1) * sizeof *change);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; view->idom[b] != UINT32_MAX && i < g->blocks[b].n_succs; i++)
      {
	uint32_t from = view->order[b], to = view->order[g->blocks[b].succs[i]->to];
	if (to <= from)
	  {
	    change[to]++;
	    change[from + 1]--;
	  }
      }
  for (uint32_t n = 1; n <= g->n_blocks; n++)
    change[n] += change[n - 1];
  t->in_cycle = lk_arena_alloc (view->arena, g->n_blocks * sizeof *t->in_cycle);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    t->in_cycle[b] = view->idom[b] != UINT32_MAX && change[view->order[b]] > 0;
}

static struct sites *
sites_of (struct lk_unit *unit, struct lk_function *fn)
{
  return function_slot (unit, fn, SLOT_TOGETHER, sizeof (struct sites));
}

/* Count the calls of each callee here.  */
static void
count_sites (struct together *t)
{
  const struct lk_graph *g = t->view->graph;
  uint32_t *last = unit_slot (t->unit, UNIT_TOGETHER, sizeof *last);
  t->id = ++*last;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee)
	  continue;
	struct sites *sites = sites_of (t->unit, ev->callee);
	if (sites->in != t->id)
	  sites->n = 0;
	sites->in = t->id;
	sites->n++;
      }
}

/* Return true if no call but EV is one of a function that ORIGIN went through: such a call fills
   the place again, and the callee keeps account of it.  */
static bool
filled_once (struct together *t, const struct lk_event *ev, const struct obligation *origin)
{
  for (; origin; origin = origin->origin)
    {
      if (!origin->function || !origin->function->engine)
	continue;
      const struct sites *sites = sites_of (t->unit, origin->function);
      if (sites->in == t->id && sites->n > (origin->function == ev->callee ? 1 : 0))
	return false;
    }
  return true;
}

static struct group *
group_of (struct together *t, const struct obligation *origin)
{
  struct group *g = t->groups;
  while (g && (g->kind != origin->kind || g->releasers != origin->releasers))
    g = g->next;
  if (!g)
    {
      g = lk_arena_alloc (t->view->arena, sizeof *g);
      g->kind = origin->kind;
      g->releasers = origin->releasers;
      g->next = t->groups;
      t->groups = g;
    }
  return g;
}

void
together_note (struct together *t, const struct obligation *origin, bool clean)
{
  struct group *g = group_of (t, origin);
  g->n_alone++;
  g->off |= !clean;
}

/* Return true if S, a first fact, has the handle in nothing but memory of the caller's.  */
static bool
only_in_callers_memory (struct solver *solver, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (!s->paths[i]->nsel || classify_path (&solver->context, s->paths[i]) != PATH_CALLER)
      return false;
  return s->n_paths && (s->flags & FACT_STORED);
}

/* Return true if nothing that SOLVER has followed since the terminal LAST is lost or handed on.  */
static bool
all_clean (const struct solver *solver, const struct terminal *last)
{
  for (const struct terminal *t = solver->terminals; t != last; t = t->all)
    if (t->kind == TERMINAL_LOST)
      return false;
  return (!solver->products && !solver->given_up && !solver->overflow
	  && !solver->context.left_out && !solver->context.obligation->ignored);
}

/* Follow O, ALL products of its origin, after EV, in addition to what G's solver has followed.
   Return true if that can be done, and it is met.  */
static bool
add_to_group (struct group *g, struct lk_event *ev, struct obligation *o, struct product *all)
{
  struct solver *solver = g->solver;
  const struct terminal *last = solver->terminals;
  uint32_t added = NODES_ADDED * solver->context.graph->n_blocks;
  solver->context.obligation = o;
  solver->brief_nodes = solver->n_nodes + added;
  for (struct product *p = all; p; p = product_next (p))
    if (!p->assumed)
      {
	struct scratch s;
	memset (&s, 0, sizeof s);
	object_product_parents (solver, ev, p, o);
	if (o->n_parents)
	  return false;
	if (!begin_product (solver, ev, o, p, &s))
	  continue;
	if (!only_in_callers_memory (solver, &s))
	  return false;
	s.n_conditions = 0;
	s.written = s.members = UINT64_MAX;
	solver_seed (solver, o->block, o->event_index + 1, &s);
      }
  solver_run (solver);
  return all_clean (solver, last);
}

bool
together_clean (struct together *t, uint32_t block, uint32_t index, struct product *all)
{
  const struct obligation *origin = all->origin;
  struct lk_event *ev = &t->view->graph->blocks[block].events[index];
  struct group *g = group_of (t, origin);
  if (g->off || g->n_alone < FIRST_ALONE || t->unit->options.level > 1 || origin->in_place
      || origin->kind->lock || (ev->callee->flags & LK_FN_RETURNS_POINTER))
    return false;
  if (!t->in_cycle)
    {
      find_cycles (t);
      count_sites (t);
    }
  if (t->in_cycle[block] || !filled_once (t, ev, origin))
    return false;
  struct obligation *o = lk_arena_alloc (t->view->arena, sizeof *o);
  begin_origin (o, t->view, block, index, origin);
  if (!g->solver)
    {
      g->solver = solver_new (t->unit, t->view, o, t->view->arena, 0);
      g->solver->context.brief = true;
    }
  g->off = !add_to_group (g, ev, o, all);
  t->unit->stats.obligations += !g->off;
  return !g->off;
}
