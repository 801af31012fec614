/* Units: the functions of one compilation, callees before callers.

   Roots are ordered by strongly connected components (Tarjan); a component is
   solved until its products, what its functions acquire for their callers, no
   longer change, and only then reported.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

struct lk_unit *
lk_unit_new (const struct lk_host *host, const struct lk_options *options)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_unit *unit = lk_arena_alloc (arena, sizeof *unit);
  unit->arena = arena;
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
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      struct function_info *info = unit->functions[i]->engine;
      if (info)
	prepared_free (info->prep);
      lk_graph_free (unit->functions[i]->graph);
    }
  free (unit->functions);
  free (unit->roots);
  free (unit->stack);
  lk_arena_free (unit->arena);
}

const char *
unit_strdup (struct lk_unit *unit, const char *text)
{
  return text ? lk_arena_strdup (unit->arena, text) : NULL;
}

static void
append (struct lk_function ***list, uint32_t *n, uint32_t *room,
	struct lk_function *fn)
{
  if (*n == *room)
    {
      *room = lk_more_room (*room, 64);
      *list = lk_xrealloc (*list, *room * sizeof **list);
    }
  (*list)[(*n)++] = fn;
}

struct lk_function *
lk_unit_add_function (struct lk_unit *unit, const char *name)
{
  struct lk_function *fn = lk_arena_alloc (unit->arena, sizeof *fn);
  fn->name = lk_arena_strdup (unit->arena, name);
  fn->index = unit->n_functions;
  append (&unit->functions, &unit->n_functions, &unit->functions_room, fn);
  return fn;
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
  append (&unit->roots, &unit->n_roots, &unit->roots_room, fn);
}

/* ---- Limits.  ---- */

void
limit_met (struct lk_unit *unit, struct lk_function *fn, enum limit limit)
{
  static const struct { unsigned value; const char *text; } limits[] =
    {
      [LIMIT_VARIANTS]
	= { MAX_VARIANTS, "more than %u ways with different conditions: what "
	    "only some of them know is forgotten" },
      [LIMIT_BLOCK_VARIANTS]
	= { MAX_BLOCK_VARIANTS, "more than %u ways through calls in a row: what "
	    "only some of them know is forgotten" },
      [LIMIT_CONDITIONS]
	= { MAX_CONDITIONS, "more than %u conditions on one way: those tested "
	    "least are not remembered" },
      [LIMIT_DEF_DEPTH]
	= { MAX_DEF_DEPTH, "a condition is made of more than %u operations: "
	    "what is deeper is not known" },
      [LIMIT_PHI_DEPTH]
	= { MAX_PHI_DEPTH, "a pointer comes together from more than %u places:"
	    " its memory is of unknown origin" },
      [LIMIT_PLACE_LOADS]
	= { MAX_PLACE_LOADS, "a place is more than %u loads away: its "
	    "spellings count as different places" },
      [LIMIT_NAME_LOADS]
	= { MAX_NAME_LOADS, "a handle is put more than %u loads away: not all "
	    "names of its place are known" },
      [LIMIT_COUNT_DEPTH]
	= { MAX_COUNT_DEPTH, "a count is tested after more than %u operations:"
	    " it is a number like any other" },
      [LIMIT_OBJECT_NAMES]
	= { MAX_OBJECT_NAMES, "the object that another belongs to has more than "
	    "%u names: closing it by further ones is not seen" },
      [LIMIT_DOMINATORS]
	= { MAX_DOMINATORS, "an acquisition stands below more than %u blocks: "
	    "conditions further up are not known" },
      [LIMIT_AWAY_DEPTH]
	= { MAX_AWAY_DEPTH, "given an object through more than %u calls: not "
	    "looked into for whom it tells of it" },
      [LIMIT_ASK_DEPTH]
	= { MAX_ASK_DEPTH, "called through more than %u calls: not looked into "
	    "for what it asks of its arguments" },
      [LIMIT_NEW_DEPTH]
	= { MAX_NEW_DEPTH, "called through more than %u calls, each of which "
	    "returns what the next one does: it may be no new object" },
      [LIMIT_NODES]
	= { MAX_NODES, "an obligation was given up: too many facts (%u"
	    " and more)" },
      [LIMIT_UNIT_NODES]
	= { MAX_NODES_SCARCE, "an obligation was given up: too many facts (%u),"
	    " those of this unit being more than 4000000" },
      [LIMIT_CALL_DEPTH]
	= { MAX_CALL_DEPTH, "called through more than %u calls: unknown there" },
      [LIMIT_SUMMARIES]
	= { MAX_SUMMARIES, "too many summaries in one unit (%u): further "
	    "callees are treated as unknown" },
      [LIMIT_OUTCOMES]
	= { MAX_OUTCOMES, "more than %u ways out: a handle it was given counts"
	    " as escaped" },
      [LIMIT_ROUNDS]
	= { MAX_ROUNDS, "still not stable after %u rounds of a recursion: "
	    "what was found so far is taken for all" },
      [LIMIT_BUSY]
	= { MAX_BUSY, "calls itself, knowing something else each time, more than"
	    " %u times: what it knows then is forgotten" },
      [LIMIT_PORTABLE_CONDITIONS]
	= { MAX_PORTABLE_CONDITIONS, "a way through it or into it depends on "
	    "more than %u conditions: further ones are forgotten" },
      [LIMIT_PORTABLE_SEL]
	= { PORTABLE_MAX_SEL, "a handle passes between it and its caller more "
	    "than %u dereferences away: not followed" }
    };
  if (!unit->host.note)
    return;
  struct function_info *info = function_info (unit, fn);
  if (info->limits & UINT32_C (1) << limit)
    return;
  info->limits |= UINT32_C (1) << limit;
  char text[160];
  snprintf (text, sizeof text, limits[limit].text, limits[limit].value);
  unit->host.note (unit->host.data, fn, text);
}

/* ---- Components.  ---- */

static bool
calls_itself (struct lk_function *fn)
{
  struct function_info *info = fn->engine;
  for (unsigned i = 0; i < info->n_callees; i++)
    if (info->callees[i] == fn)
      return true;
  return false;
}

static unsigned
count_products (const struct product *p)
{
  unsigned n = 0;
  for (; p; p = p->next)
    n++;
  return n;
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
  append (&todo, &n, &room, fn);
  while (n)
    {
      fn = todo[--n];
      struct function_info *info = fn->engine;
      if (!info->solved || info->n_callers || (fn->flags & LK_FN_DISPATCH))
	continue;
      info->solved = false;
      graph_drop (unit, info);
      for (unsigned i = 0; i < info->n_callees; i++)
	{
	  struct function_info *callee = info->callees[i]->engine;
	  if (callee && callee->root && --callee->n_callers == 0)
	    append (&todo, &n, &room, info->callees[i]);
	}
    }
  free (todo);
}

static void
solve_component (struct lk_unit *unit, struct lk_function **members,
		 unsigned n)
{
  bool recursive = n > 1 || calls_itself (members[0]);
  if (recursive)
    for (unsigned round = 0;; round++)
      {
	bool changed = false;
	if (round == MAX_ROUNDS)
	  {
	    for (unsigned i = 0; i < n; i++)
	      limit_met (unit, members[i], LIMIT_ROUNDS);
	    break;
	  }
	for (unsigned i = 0; i < n; i++)
	  {
	    struct function_info *info = members[i]->engine;
	    struct product *p = find_in_function (unit, members[i], false);
	    if (count_products (p) != count_products (info->products))
	      changed = true;
	    info->products = p;
	    graphs_trim (unit);
	  }
	if (!changed)
	  break;
      }
  for (unsigned i = 0; i < n; i++)
    {
      struct function_info *info = members[i]->engine;
      struct product *p = find_in_function (unit, members[i], true);
      info->products = p;
      graphs_trim (unit);
    }
  find_report (unit, LK_STAGE_SOLVER, members[0]);
  for (unsigned i = 0; i < n; i++)
    {
      ((struct function_info *) members[i]->engine)->solved = true;
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

static void
visit_from (struct lk_unit *unit, struct lk_function *start,
	    struct frame *frames)
{
  unsigned top = 0;
  frames[top].fn = start;
  frames[top++].next = 0;
  while (top)
    {
      struct frame *f = &frames[top - 1];
      struct function_info *info = f->fn->engine;
      if (f->next == 0)
	{
	  info->tarjan_index = info->tarjan_low = ++unit->tarjan_counter;
	  info->on_stack = true;
	  unit->stack[unit->stack_n++] = f->fn;
	}
      bool descended = false;
      while (f->next < info->n_callees)
	{
	  struct lk_function *callee = info->callees[f->next++];
	  struct function_info *ci = callee->engine;
	  if (!ci || !ci->root)
	    continue;
	  if (!ci->tarjan_index)
	    {
	      frames[top].fn = callee;
	      frames[top++].next = 0;
	      descended = true;
	      break;
	    }
	  if (ci->on_stack && ci->tarjan_index < info->tarjan_low)
	    info->tarjan_low = ci->tarjan_index;
	}
      if (descended)
	continue;
      if (f->next == 0)
	f->next = 1;
      if (info->tarjan_low == info->tarjan_index)
	{
	  uint32_t first = unit->stack_n;
	  do
	    first--;
	  while (unit->stack[first] != f->fn);
	  for (uint32_t i = first; i < unit->stack_n; i++)
	    ((struct function_info *) unit->stack[i]->engine)->on_stack = false;
	  solve_component (unit, unit->stack + first, unit->stack_n - first);
	  unit->stack_n = first;
	}
      top--;
      if (top)
	{
	  struct function_info *up = frames[top - 1].fn->engine;
	  if (info->tarjan_low < up->tarjan_low)
	    up->tarjan_low = info->tarjan_low;
	}
    }
}

void
lk_unit_analyse (struct lk_unit *unit)
{
  struct frame *frames = lk_xmalloc ((unit->n_roots + 1) * sizeof *frames);
  unit->stack = lk_xmalloc ((unit->n_roots + 1) * sizeof *unit->stack);
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
    if (!((struct function_info *) unit->roots[i]->engine)->tarjan_index)
      visit_from (unit, unit->roots[i], frames);
  free (frames);
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
