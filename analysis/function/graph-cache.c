/* Graphs in memory: built on demand, least recently used dropped first.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"
#include "../../spec/message-text.h"

struct cached_graph		/* Of one function.  */
{
  struct lk_function *function;
  struct function_view *view;	/* NULL: none, or not in memory.  */
  size_t bytes;			/* Of VIEW and the graph.  */
  struct cached_graph *newer, *older;	/* With a graph, by last use.  */
  bool linked;			/* It is among these.  */
  bool unavailable;		/* No graph.  */
  bool trimmed;			/* It was dropped to save memory.  */
};

static struct cached_graph *
cached_graph (struct lk_unit *unit, struct lk_function *fn)
{
  struct cached_graph *c = function_slot (unit, fn, SLOT_GRAPH, sizeof *c);
  c->function = fn;
  return c;
}

void
view_free (struct function_view *view)
{
  if (view)
    lk_arena_free (view->arena);
}

struct function_view *
view_new (struct lk_unit *unit, struct lk_graph *graph)
{
  struct lk_arena *arena = lk_arena_new ();
  struct function_view *view = lk_arena_alloc (arena, sizeof *view);
  view->arena = arena;
  view->graph = graph;
  view->unit = unit;
  for (const struct function_pass *pass = unit->passes; pass->run; pass++)
    pass->run (view);
  return view;
}

static void
unlink_graph (struct lk_unit *unit, struct cached_graph *c)
{
  if (!c->linked)
    return;
  c->linked = false;
  unit->graph_bytes -= c->bytes;
  if (c->newer)
    c->newer->older = c->older;
  else
    unit->newest = c->older;
  if (c->older)
    c->older->newer = c->newer;
  else
    unit->oldest = c->newer;
  c->newer = c->older = NULL;
}

/* C's graph is the last that was used.  */
static void
link_graph (struct lk_unit *unit, struct cached_graph *c)
{
  unlink_graph (unit, c);
  c->linked = true;
  c->bytes = ((c->view ? lk_arena_bytes (c->view->arena) : 0)
	      + lk_graph_memory (c->function->graph));
  unit->graph_bytes += c->bytes;
  c->older = unit->newest;
  if (c->older)
    c->older->newer = c;
  unit->newest = c;
  if (!unit->oldest)
    unit->oldest = c;
}

void
graph_drop (struct lk_unit *unit, struct lk_function *fn)
{
  struct cached_graph *c = cached_graph (unit, fn);
  unlink_graph (unit, c);
  view_free (c->view);
  c->view = NULL;
  lk_graph_free (fn->graph);
  fn->graph = NULL;
}

void
graphs_free (struct lk_unit *unit)
{
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      if (unit->functions[i]->engine)
	view_free (cached_graph (unit, unit->functions[i])->view);
      lk_graph_free (unit->functions[i]->graph);
    }
}

bool
graph_unavailable (struct lk_unit *unit, struct lk_function *fn)
{
  return cached_graph (unit, fn)->unavailable;
}

void
graphs_trim (struct lk_unit *unit)
{
  while (unit->host.again && unit->graph_bytes > GRAPHS_KEPT + unit->bytes_again)
    {
      unit->oldest->trimmed = true;
      graph_drop (unit, unit->oldest->function);
    }
}

/* The graph of C was dropped to save memory, and has been built again: too few are kept.  Of
   320 functions that call each other each needs the graphs of all, again and again.  */
static void
keep_more (struct lk_unit *unit, struct cached_graph *c)
{
  if (c->trimmed && GRAPHS_KEPT && unit->bytes_again < GRAPHS_KEPT_MORE)
    unit->bytes_again += c->bytes;
  c->trimmed = false;
}

/* Note that FN, which has a body, is not analysed.  */
static void
skip (struct lk_unit *unit, struct lk_function *fn, struct cached_graph *c)
{
  c->unavailable = true;
  unit->stats.skipped++;
  if (unit->host.note)
    unit->host.note (unit->host.data, fn,
		     fn->flags & LK_FN_SETS_JUMP ? LK_TR ("not analysed: it calls 'setjmp'")
		     : LK_TR ("not analysed: its body could not be read"));
}

struct lk_graph *
function_graph (struct lk_unit *unit, struct lk_function *fn)
{
  struct cached_graph *c = cached_graph (unit, fn);
  if (c->unavailable || (fn->graph && c->linked))
    return c->unavailable ? NULL : fn->graph;
  if (!(fn->flags & LK_FN_BODY))
    {
      c->unavailable = true;
      return NULL;
    }
  if (!fn->graph && !(fn->flags & LK_FN_SETS_JUMP))
    {
      stage_enter (unit, LK_STAGE_LOWERING, fn);
      unit->host.body (unit->host.data, fn);
      stage_leave (unit);
      if (fn->graph)
	inline_closures (unit, fn);
    }
  if (!fn->graph || (fn->flags & LK_FN_SETS_JUMP))
    {
      skip (unit, fn, c);
      return NULL;
    }
  if (!c->bytes)
    unit->n_blocks += fn->graph->n_blocks;
  link_graph (unit, c);
  return fn->graph;
}

struct function_view *
function_view (struct lk_unit *unit, struct lk_function *fn)
{
  struct cached_graph *c = cached_graph (unit, fn);
  if (!c->view && function_graph (unit, fn))
    {
      stage_enter (unit, LK_STAGE_KEYS, fn);
      c->view = view_new (unit, fn->graph);
      stage_leave (unit);
      link_graph (unit, c);
      keep_more (unit, c);
    }
  else if (c->view)
    link_graph (unit, c);
  return c->view;
}
