/* Units: the functions of one compilation, callees before callers.

   Roots are ordered by strongly connected components (Tarjan); a component is
   solved until its products, what its functions acquire for their callers, no
   longer change, and only then reported.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "leak-internal.h"

/* Solve all obligations that FUNCTION's own calls create; REPORT: also record
   the findings.  Returns the products.  */
static struct product *
find_in_function (struct lk_unit *unit, struct lk_function *fn, bool report)
{
  if (nothing_acquired (fn))
    return NULL;
  stage_enter (unit, LK_STAGE_SOLVER, fn);
  unit->last_round = report;
  struct product *products = find_acquired (unit, fn, report);
  stage_leave (unit);
  return products;
}

/* The passes over each function's graph before an obligation is followed through it.  */
static const struct function_pass function_passes[] =
  {
    { "name_locks", name_locks },
    { "normal_form", normal_form },
    { "dominators", dominators },
    { "relevant_conditions", keys_prepare },
    { NULL, NULL }
  };

struct lk_unit *
lk_unit_new (const struct lk_host *host, const struct lk_options *options)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_unit *unit = lk_arena_alloc (arena, sizeof *unit);
  unit->arena = arena;
  unit->passes = function_passes;
  unit->problem = &leak_flow;
  unit->summaries = &summary_table;
  unit->host = *host;
  unit->options = *options;
  if (unit->options.depth > LK_MAX_DEPTH)
    unit->options.depth = LK_MAX_DEPTH;
  if (unit->options.breadth > LK_MAX_BREADTH)
    unit->options.breadth = LK_MAX_BREADTH;
  unit->pending_tail = &unit->pending;
  unit->lowest_used = UINT32_MAX;
  unit->round = unit->n_rounds = 1;
  return unit;
}

void
lk_unit_free (struct lk_unit *unit)
{
  if (!unit)
    return;
  graphs_free (unit);
  free (unit->functions);
  free (unit->roots);
  lk_arena_free (unit->arena);
}

void
lk_unit_add_root (struct lk_unit *unit, struct lk_function *fn,
		  struct lk_function *const *callees, unsigned n,
		  bool acquires)
{
  struct function_info *info = function_info (unit, fn);
  if (info->root)
    return;
  info->root = true;
  info->acquires = acquires;
  info->callees = lk_arena_alloc (unit->arena, n * sizeof *callees);
  if (n)
    memcpy (info->callees, callees, n * sizeof *callees);
  info->n_callees = n;
  unit_append (&unit->roots, &unit->n_roots, &unit->roots_room, fn);
}

/* ---- Components.  ---- */

/* The place of a function in the order of analysis.  */
struct order
{
  uint32_t index, low;		/* Tarjan's numbers.  */
  bool on_stack, solved;
  bool clean;			/* There is nothing to report of it.  */
};

static struct order *
order_of (struct lk_unit *unit, struct lk_function *fn)
{
  return function_slot (unit, fn, SLOT_ORDER, sizeof (struct order));
}

static bool
calls_itself (struct lk_function *fn)
{
  struct function_info *info = fn->engine;
  for (unsigned i = 0; i < info->n_callees; i++)
    if (info->callees[i] == fn)
      return true;
  return false;
}

/* FN has been solved, or a caller no longer needs it.  When no caller needs it its graph is
   freed: without that a file of 100,000 statements took 190 MB.  A later query makes the graph
   again.  */
static void
release_graphs (struct lk_unit *unit, struct lk_function *fn)
{
  /* Without recursion: call chains can be long.  */
  struct lk_function **todo = NULL;
  uint32_t n = 0, room = 0;
  unit_append (&todo, &n, &room, fn);
  while (n)
    {
      fn = todo[--n];
      struct function_info *info = fn->engine;
      struct order *order = order_of (unit, fn);
      if (!order->solved || info->n_callers || (fn->flags & LK_FN_DISPATCH))
	continue;
      order->solved = false;
      graph_drop (unit, fn);
      for (unsigned i = 0; i < info->n_callees; i++)
	{
	  struct function_info *callee = info->callees[i]->engine;
	  if (callee && callee->root && --callee->n_callers == 0)
	    unit_append (&todo, &n, &room, info->callees[i]);
	}
    }
  free (todo);
}

static void
solve_component (struct lk_unit *unit, struct lk_function **members,
		 unsigned n)
{
  bool recursive = n > 1 || calls_itself (members[0]), same = false;
  if (recursive)
    for (unsigned round = 0;; round++)
      {
	bool changed = false;
	same = round < MAX_ROUNDS;
	if (round == MAX_ROUNDS)
	  {
	    for (unsigned i = 0; i < n; i++)
	      limit_met (unit, members[i], LIMIT_ROUNDS);
	    break;
	  }
	for (unsigned i = 0; i < n; i++)
	  {
	    struct function_info *info = members[i]->engine;
	    unit->may_report = false;
	    struct product *p = find_in_function (unit, members[i], false);
	    order_of (unit, members[i])->clean = !unit->may_report;
	    struct product *last = info->products, *last_thrown = info->thrown;
	    products_set (info, p);
	    if (products_count (info->products) != products_count (last)
		|| products_count (info->thrown) != products_count (last_thrown))
	      changed = true;
	    same &= (products_same (info->products, last)
		     && products_same (info->thrown, last_thrown));
	    graphs_trim (unit);
	  }
	if (!changed)
	  break;
      }
  for (unsigned i = 0; i < n; i++)
    {
      struct function_info *info = members[i]->engine;
      /* Another round would find the same.  */
      if (same && order_of (unit, members[i])->clean && !unit->host.followed)
	{
	  unit->stats.analysed++;
	  continue;
	}
      products_set (info, find_in_function (unit, members[i], true));
      graphs_trim (unit);
    }
  for (unsigned i = 0; i < n; i++)
    products_merge (members[i]->engine);
  find_report (unit, LK_STAGE_SOLVER, members[0]);
  for (unsigned i = 0; i < n; i++)
    {
      order_of (unit, members[i])->solved = true;
      release_graphs (unit, members[i]);
    }
}

/* Tarjan's algorithm without recursion in C: call graphs of generated code can be as deep as
   they are large.  */
struct frame
{
  struct lk_function *fn;
  unsigned next;
};

struct walk
{
  struct lk_unit *unit;
  struct frame *frames;
  uint32_t counter;
  struct lk_function **stack;
  uint32_t n;
};

static void
visit_from (struct walk *w, struct lk_function *start)
{
  struct lk_unit *unit = w->unit;
  struct frame *frames = w->frames;
  unsigned top = 0;
  frames[top].fn = start;
  frames[top++].next = 0;
  while (top)
    {
      struct frame *f = &frames[top - 1];
      struct function_info *info = f->fn->engine;
      struct order *order = order_of (unit, f->fn);
      if (f->next == 0)
	{
	  order->index = order->low = ++w->counter;
	  order->on_stack = true;
	  w->stack[w->n++] = f->fn;
	}
      bool descended = false;
      while (f->next < info->n_callees)
	{
	  struct lk_function *callee = info->callees[f->next++];
	  struct function_info *ci = callee->engine;
	  if (!ci || !ci->root)
	    continue;
	  struct order *inner = order_of (unit, callee);
	  if (!inner->index)
	    {
	      frames[top].fn = callee;
	      frames[top++].next = 0;
	      descended = true;
	      break;
	    }
	  if (inner->on_stack && inner->index < order->low)
	    order->low = inner->index;
	}
      if (descended)
	continue;
      if (f->next == 0)
	f->next = 1;
      if (order->low == order->index)
	{
	  uint32_t first = w->n;
	  do
	    first--;
	  while (w->stack[first] != f->fn);
	  for (uint32_t i = first; i < w->n; i++)
	    order_of (unit, w->stack[i])->on_stack = false;
	  solve_component (unit, w->stack + first, w->n - first);
	  w->n = first;
	}
      top--;
      if (top)
	{
	  struct order *up = order_of (unit, frames[top - 1].fn);
	  if (order->low < up->low)
	    up->low = order->low;
	}
    }
}

void
lk_unit_analyse (struct lk_unit *unit)
{
  struct walk w = { .unit = unit };
  w.frames = lk_xmalloc ((unit->n_roots + 1) * sizeof *w.frames);
  w.stack = lk_xmalloc ((unit->n_roots + 1) * sizeof *w.stack);
  for (uint32_t i = 0; i < unit->n_roots; i++)
    {
      struct function_info *info = unit->roots[i]->engine;
      for (unsigned k = 0; k < info->n_callees; k++)
	{
	  struct function_info *callee = info->callees[k]->engine;
	  if (callee)
	    {
	      callee->n_callers += callee->root;
	      callee->n_calls++;
	    }
	}
    }
  find_report (unit, LK_STAGE_UNIT, NULL);
  for (uint32_t i = 0; i < unit->n_roots; i++)
    if (!order_of (unit, unit->roots[i])->index)
      visit_from (&w, unit->roots[i]);
  free (w.frames);
  free (w.stack);
  held_find_all (unit);
  for (uint32_t i = 0; i < unit->n_functions; i++)
    if (unit->functions[i]->flags & LK_FN_BODY)
      unit->stats.functions++;
}

void
lk_unit_statistics (const struct lk_unit *unit, struct lk_statistics *out)
{
  *out = unit->stats;
}
