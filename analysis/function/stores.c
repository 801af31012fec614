/* Which places does the function itself store to (is a load stable), and where has it stored a
   value?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

void
stores_note_place (struct function_view *view, lk_var root, int64_t offset)
{
  unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
  if (offset == LK_ANY)
    h = 0;
  for (struct stored *s = view->stored[h]; s; s = s->next)
    if (s->offset == offset && s->root == root)
      return;
  struct stored *s = lk_arena_alloc (view->arena, sizeof *s);
  s->offset = offset;
  s->root = root;
  s->next = view->stored[h];
  view->stored[h] = s;
}

bool
makes_memory (const struct lk_function *callee)
{
  if (!callee)
    return false;
  if (callee->flags & LK_FN_NEW)
    return true;
  const struct lk_contract *contract = callee->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && !c->place.nsel && c->kind->memory)
      return true;
  return contract && contract->fresh;
}

/* Return true if V is memory that did not exist when the function was called.  */
static bool
is_new_memory (const struct function_view *view, lk_var v)
{
  const struct lk_event *ev = var_call (view, v);
  return (ev && view->graph->vars[v].class_ == LK_VAR_VALUE && makes_memory (ev->callee));
}

void
stores_note (struct function_view *view, const struct lk_path *place)
{
  if (place->nsel == 0)
    return;
  bool apart = (place->nsel == 1
		&& (is_object (view, place->root) || is_new_memory (view, place->root)));
  stores_note_place (view, apart ? place->root : LK_NO_VAR, place->sel[place->nsel - 1]);
}

/* Return true if what STORED says may be a store to a place of ROOT, an object, or LK_NO_VAR: any
   other.  GIVEN: the place is in what an argument points to, which is no new memory.  */
static bool
may_store_to (const struct function_view *view, const struct stored *stored, lk_var root,
	      bool given)
{
  if (stored->root == root)
    return true;
  return (root == LK_NO_VAR && !given
	  && view->graph->vars[stored->root].class_ == LK_VAR_VALUE);
}

bool
quiet (const struct function_view *view, const struct lk_path *path)
{
  for (unsigned n = 1; n <= path->nsel; n++)
    {
      int64_t offset = path->sel[n - 1];
      if (offset == LK_ANY)
	return false;
      bool named = n == 1 && is_object (view, path->root);
      bool given = n == 1 && view->graph->vars[path->root].class_ == LK_VAR_FORMAL;
      lk_var root = named ? path->root : LK_NO_VAR;
      unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
      for (struct stored *s = view->stored[h]; s; s = s->next)
	if (s->offset == offset && may_store_to (view, s, root, given))
	  return false;
      for (struct stored *s = view->stored[0]; s; s = s->next)
	if (s->offset == LK_ANY && may_store_to (view, s, root, given))
	  return false;
    }
  return true;
}

/* Return true if event N of BLOCK is before event M of block B on every path to that.  */
static bool
is_before (const struct function_view *view, uint32_t block, uint32_t n, uint32_t b, uint32_t m)
{
  return block == b ? n < m : dominates (view, block, b);
}

/* Return true if the place that event INDEX of BLOCK stores to holds nothing else afterwards: other
   stores to it are of constants (a constructor clears it), and come first.  */
static bool
stays_stored (const struct function_view *view, uint32_t block, uint32_t index)
{
  const struct lk_graph *g = view->graph;
  const struct lk_path *place = g->blocks[block].events[index].dest.path;
  for (const struct write *w = view->vars[place->root].writes; w; w = w->next)
    {
      const struct lk_event *other = &g->blocks[w->block].events[w->index];
      if (other->kind == LK_EVENT_ASSIGN && other->dest.path == place
	  && !(w->block == block && w->index == index)
	  && !(other->src.kind == LK_CONST
	       && is_before (view, w->block, w->index, block, index)))
	return false;
    }
  return true;
}

unsigned
stored_before (const struct function_view *view, uint32_t block, uint32_t event,
	       const struct lk_path *value, const struct lk_path **places, unsigned room)
{
  const struct lk_graph *g = view->graph;
  unsigned n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      if (view->idom[b] == UINT32_MAX || !dominates (view, b, block))
	continue;
      uint32_t end = b == block ? event : g->blocks[b].n_events;
      for (uint32_t i = 0; i < end && n < room; i++)
	{
	  const struct lk_event *ev = &g->blocks[b].events[i];
	  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH && ev->src.path == value
	      && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	      && ev->dest.path->root < view->n_vars && stays_stored (view, b, i))
	    places[n++] = ev->dest.path;
	}
    }
  return n;
}
