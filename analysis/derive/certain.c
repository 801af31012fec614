/* Does a function acquire what a clause would say that it acquires?

   A product says that there is a path on which the function leaves an obligation to its caller.
   Rows have no conditions on memory, so the caller cannot know that path from one without the
   acquisition; the clause is left out if there is one of the latter kind with the same result:

   - of a place behind an argument, if a handle that was there before can still be there
     afterwards.  A function that may also release that handle is an exception: it fills the
     place again when there is no room (an array that grows), and the place holds what a function
     of its kind acquired either way.
   - of the result, if the function also returns an argument, or an address that no function has
     acquired (a string literal, a global).  It may return what was in memory: that the caller
     gets it from there is the purpose of functions that detach a buffer.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "derive.h"

/* ---- A place.  ---- */

/* Return true if outcome O has a result and arguments with which GAIN comes about.  */
static bool
comes_with (const struct draft *draft, const struct outcome *o, const struct gain *gain)
{
  struct lk_range result = o->result;
  if (o->thrown || !range_intersect (&result, &gain->result))
    return false;
  for (uint32_t i = 0; i < draft->view->graph->n_formals; i++)
    {
      struct lk_range r = formal_range (&o->when, i);
      if (!range_intersect (&r, &gain->formals[i]))
	return false;
    }
  return true;
}

/* Return true if O leaves a handle at PATH there.  */
static bool
stays_at (const struct outcome *o, const struct portable_path *path)
{
  if (o->kind == OUT_ESCAPED || o->assumed)
    return true;
  for (unsigned i = 0; o->kind == OUT_HELD && i < o->n_paths; i++)
    if (!compare_portable (&o->paths[i], path))
      return true;
  return false;
}

static bool
place_is_certain (struct draft *draft, const struct gain *gain)
{
  struct portable_path path = { .root = ROOT_FORMAL, .index = (uint32_t) gain->place.base - 1,
				.nsel = gain->place.nsel };
  memcpy (path.sel, gain->place.sel, gain->place.nsel * sizeof *path.sel);
  const struct summary *sum
    = summary_of_entry (draft->unit, draft->function, &kind_anything, &path, true);
  if (!sum || !sum->done || sum->left_out)
    return false;
  bool stays = false;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    if (comes_with (draft, o, gain))
      {
	if (o->kind == OUT_RELEASED)
	  return true;
	stays |= stays_at (o, &path);
      }
  return !stays;
}

/* ---- The result.  ---- */

/* Return true if OP, an operand of VIEW's function, may be something that is not acquired: VISITED,
   by variable, are the values that have been examined.  */
static bool
may_be_other (const struct function_view *view, const struct lk_operand *op,
	      const struct gain *gain, bool *visited)
{
  const struct lk_graph *g = view->graph;
  if (op->kind == LK_CONST)
    return lk_range_contains (&gain->kind->valid, op->value);
  if (op->kind == LK_UNKNOWN)
    return true;
  lk_var v = op->path->root;
  if (op->path->nsel)
    return g->vars[v].class_ == LK_VAR_GLOBAL;
  if (g->vars[v].class_ != LK_VAR_VALUE)
    return true;
  if (visited[v])
    return false;
  visited[v] = true;
  const struct lk_phi *phi = view->vars[v].phi;
  for (uint32_t k = 0; phi && k < g->blocks[view->vars[v].def_block].n_preds; k++)
    if (may_be_other (view, &phi->args[k], gain, visited))
      return true;
  const struct lk_event *ev = phi ? NULL : var_assignment (view, v);
  return ev && may_be_other (view, &ev->src, gain, visited);
}

static bool
result_is_certain (const struct function_view *view, const struct gain *gain)
{
  const struct lk_graph *g = view->graph;
  bool *visited = lk_xmalloc (g->n_vars + 1);
  bool other = false;
  memset (visited, 0, g->n_vars + 1);
  for (uint32_t b = 0; b < g->n_blocks && !other; b++)
    if (g->blocks[b].term == LK_TERM_RETURN && !g->blocks[b].aggregate_result)
      other = may_be_other (view, &g->blocks[b].a, gain, visited);
  free (visited);
  return !other;
}

bool
gain_is_certain (struct draft *draft, const struct gain *gain)
{
  if (gain->kind->lock)
    return true;
  if (gain->place.base > 0)
    return !gain->place.nsel || place_is_certain (draft, gain);
  /* An argument that decides on it is a condition.  */
  for (uint32_t i = 0; i < draft->view->graph->n_formals; i++)
    if (!range_is_all (&gain->formals[i]))
      return true;
  return gain->place.nsel || result_is_certain (draft->view, gain);
}
