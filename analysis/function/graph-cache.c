/* Graphs in memory: built on demand, least recently used dropped first.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

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
unlink_graph (struct lk_unit *unit, struct function_info *info)
{
  unit->graph_bytes -= info->bytes;
  if (info->newer)
    info->newer->older = info->older;
  else
    unit->newest = info->older;
  if (info->older)
    info->older->newer = info->newer;
  else
    unit->oldest = info->newer;
  info->newer = info->older = NULL;
}

/* INFO's graph is the last that was used.  */
static void
link_graph (struct lk_unit *unit, struct function_info *info)
{
  info->bytes = (lk_arena_bytes (info->view->arena)
		 + lk_graph_memory (info->view->graph));
  unit->graph_bytes += info->bytes;
  info->older = unit->newest;
  if (info->older)
    info->older->newer = info;
  unit->newest = info;
  if (!unit->oldest)
    unit->oldest = info;
}

void
graph_drop (struct lk_unit *unit, struct function_info *info)
{
  if (info->view)
    {
      unlink_graph (unit, info);
      view_free (info->view);
    }
  info->view = NULL;
  lk_graph_free (info->function->graph);
  info->function->graph = NULL;
}

void
graphs_trim (struct lk_unit *unit)
{
  while (unit->host.again && unit->graph_bytes > GRAPHS_KEPT)
    graph_drop (unit, unit->oldest);
}

struct function_view *
function_view (struct lk_unit *unit, struct lk_function *fn)
{
  struct function_info *info = function_info (unit, fn);
  if (info->view)
    {
      unlink_graph (unit, info);
      link_graph (unit, info);
    }
  if (info->view || info->unavailable)
    return info->view;
  if (!(fn->flags & LK_FN_BODY) || (fn->flags & LK_FN_SETS_JUMP))
    {
      info->unavailable = true;
      if (fn->flags & LK_FN_SETS_JUMP)
	{
	  unit->stats.skipped++;
	  if (unit->host.note)
	    unit->host.note (unit->host.data, fn,
			     "not analysed: it calls 'setjmp'");
	}
      return NULL;
    }
  if (!fn->graph)
    {
      stage_enter (unit, LK_STAGE_LOWERING, fn);
      unit->host.body (unit->host.data, fn);
      stage_leave (unit);
    }
  if (!fn->graph || (fn->flags & LK_FN_SETS_JUMP))
    {
      info->unavailable = true;
      unit->stats.skipped++;
      if (unit->host.note)
	unit->host.note (unit->host.data, fn,
			 fn->flags & LK_FN_SETS_JUMP
			 ? "not analysed: it calls 'setjmp'"
			 : "not analysed: its body could not be read");
      return NULL;
    }
  stage_enter (unit, LK_STAGE_KEYS, fn);
  info->view = view_new (unit, fn->graph);
  stage_leave (unit);
  link_graph (unit, info);
  return info->view;
}
