/* Loops that release what they load by index, or by a pointer that walks: the ways out of them, and
   where they load it.  Such a loop drains a container (leave.c): the way past it is none for what
   that holds.

   What is released may be loaded from a copy of an element.  (Ten clean functions that a reader
   wrote had such a loop.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

static uint32_t
find_outermost (uint32_t *outer, uint32_t b)
{
  uint32_t top = b;
  while (outer[top] != UINT32_MAX)
    top = outer[top];
  while (b != top)
    {
      uint32_t next = outer[b];
      outer[b] = top;
      b = next;
    }
  return top;
}

/* The head of the innermost natural loop around each block; UINT32_MAX:
   none.  Inner loops come first and count as one block, their head, for the
   outer ones, so each block is looked at once.  */
static uint32_t *
find_loops (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  uint32_t n = g->n_blocks;
  uint32_t *loop = lk_xmalloc ((n + 1) * sizeof *loop);
  uint32_t *outer = lk_xmalloc ((n + 1) * sizeof *outer);
  uint32_t *by_order = lk_xmalloc ((n + 1) * sizeof *by_order);
  uint32_t *stack = prep->stack, count = 0;
  for (uint32_t b = 0; b < n; b++)
    {
      loop[b] = outer[b] = UINT32_MAX;
      if (prep->order[b] != UINT32_MAX)
	{
	  by_order[prep->order[b]] = b;
	  count++;
	}
    }
  for (uint32_t i = count; i-- > 0;)
    {
      uint32_t h = by_order[i], top = 0;
      for (uint32_t k = 0; k < g->blocks[h].n_preds; k++)
	{
	  uint32_t latch = g->blocks[h].preds[k]->from;
	  if (!dominates (prep, h, latch))
	    continue;
	  if (loop[h] == UINT32_MAX)
	    loop[h] = h;
	  uint32_t b = find_outermost (outer, latch);
	  if (b != h)
	    {
	      outer[b] = h;
	      stack[top++] = b;
	    }
	}
      while (top)
	{
	  uint32_t b = stack[--top];
	  if (loop[b] == UINT32_MAX)
	    loop[b] = h;
	  for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	    {
	      uint32_t p = g->blocks[b].preds[k]->from;
	      if (prep->order[p] == UINT32_MAX)
		continue;
	      p = find_outermost (outer, p);
	      if (p != h && dominates (prep, h, p))
		{
		  outer[p] = h;
		  stack[top++] = p;
		}
	    }
	}
    }
  free (outer);
  free (by_order);
  return loop;
}

/* Note the ways out of the loop that begins at HEAD, and its branches, for DRAINS.  MARKS is by
   block; HEAD, which no other loop has, is the mark.  */
static void
note_exits (struct prepared *prep, uint32_t head, const struct drain *drains,
	    uint32_t *marks)
{
  struct lk_graph *g = prep->graph;
  uint32_t n = 0;
  /* The body grows at the end and is walked from the beginning: it is needed
     whole.  */
  uint32_t *body = prep->stack;
  marks[head] = head;
  body[n++] = head;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < g->blocks[body[i]].n_preds; k++)
      {
	uint32_t p = g->blocks[body[i]].preds[k]->from;
	if (marks[p] == head || !dominates (prep, head, p))
	  continue;
	marks[p] = head;
	body[n++] = p;
      }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < g->blocks[body[i]].n_succs; k++)
      {
	const struct lk_edge *e = g->blocks[body[i]].succs[k];
	bool inside = marks[e->to] == head;
	if (inside && g->blocks[body[i]].term != LK_TERM_COND)
	  continue;
	struct drain_exit *exit = lk_arena_alloc (prep->arena, sizeof *exit);
	exit->edge = e;
	exit->head = head;
	exit->inside = inside;
	exit->drains = drains;
	exit->next = prep->drain_exits[body[i]];
	prep->drain_exits[body[i]] = exit;
      }
}

static bool
is_walking (struct prepared *prep, lk_var v)
{
  return v < prep->n_vars && prep->vars[v].phi;
}

/* May PATH be another place each time round a loop?  */
static bool
is_indexed (struct prepared *prep, const struct lk_path *path)
{
  if (path->addend == LK_ANY)
    return true;
  for (unsigned s = 0; s < path->nsel; s++)
    if (path->sel[s] == LK_ANY)
      return true;
  return path->nsel >= 1 && is_walking (prep, path->root);
}

/* The copy of one element that the object ROOT is, and nothing else; or NULL.  */
static const struct lk_event *
copied_element (struct prepared *prep, lk_var root)
{
  const struct lk_event *copy = NULL;
  for (const struct write *w = is_object (prep, root) ? prep->vars[root].writes : NULL; w;
       w = w->next)
    {
      const struct lk_event *ev = &prep->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_DEAD)
	continue;
      if (copy || ev->kind != LK_EVENT_COPY)
	return NULL;
      copy = ev;
    }
  return (copy && copy->dest.path->nsel == 0 && copy->dest.path->addend == 0
	  && copy->src.kind == LK_PATH && copy->src.path->nsel == 0
	  && (copy->src.path->addend == LK_ANY || is_walking (prep, copy->src.path->root))
	  ? copy : NULL);
}

/* The variable ROOT, whose address is given away, only ever is one element: where that was loaded,
   by a pointer that walks; or NULL.  (for (int fd : ends) all.push_back (fd);)  */
static const struct lk_path *
loaded_variable (struct prepared *prep, lk_var root)
{
  const struct lk_path *loaded = NULL;
  for (const struct write *w = is_object (prep, root) ? prep->vars[root].writes : NULL; w;
       w = w->next)
    {
      const struct lk_event *ev = &prep->graph->blocks[w->block].events[w->index];
      if (ev->kind != LK_EVENT_ASSIGN)
	continue;
      const struct lk_path *from
	= (ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && ev->src.path->addend == 0
	   ? loaded_from (prep, ev->src.path->root) : NULL);
      if (loaded || ev->dest.path->nsel != 1 || ev->dest.path->sel[0] != 0 || !from
	  || from->nsel != 1 || !is_walking (prep, from->root))
	return NULL;
      loaded = from;
    }
  return loaded;
}

/* CONTRACT says that argument K is put somewhere.  */
static bool
puts_argument (const struct lk_contract *contract, uint32_t k)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_PUT || c->role == LK_ROLE_OWN || c->role == LK_ROLE_KEEP
	 || c->role == LK_ROLE_WRAP)
	&& (c->place.base == (int) k + 1 || c->other.base == (int) k + 1))
      return true;
  return false;
}

static struct drain *
add_drain (struct prepared *prep, struct drain *list, const struct lk_path *loaded,
	   struct lk_event *call, uint32_t arg, bool fetched)
{
  struct drain *d = lk_arena_alloc (prep->arena, sizeof *d);
  d->loaded = loaded;
  d->call = call;
  d->arg = arg;
  d->fetched = fetched;
  d->next = list;
  return d;
}

/* PATH is a copy of an element, or in one: what it is there.  */
static struct drain *
add_copied (struct prepared *prep, struct drain *list, const struct lk_path *path,
	    struct lk_event *call, uint32_t arg)
{
  const struct lk_event *copy
    = path->nsel <= 1 ? copied_element (prep, path->root) : NULL;
  if (!copy)
    return list;
  lk_var roots[2] = { copy->src.path->root, address_into (prep, copy->src.path->root, 0) };
  for (unsigned i = 0; i < 2 && roots[i] != LK_NO_VAR; i++)
    {
      bool walks = i == 0 && copy->src.path->addend != LK_ANY;
      int64_t sel = walks && path->nsel ? path->sel[0] + copy->src.path->addend : LK_ANY;
      list = add_drain (prep, list,
			lk_path_make (prep->graph, roots[i], path->nsel, &sel,
				      path->nsel ? 0 : LK_ANY),
			call, arg, false);
    }
  return list;
}

/* The places that argument K of the call EV is loaded from, by all the names of
   them that may be others each time the call is reached.  */
static struct drain *
find_loads (struct prepared *prep, struct lk_event *ev, uint32_t k)
{
  struct drain *list = NULL;
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool kept = (contract && contract->complete && !contract_releases_arg (contract, k));
  if (kept && !puts_argument (contract, k))
    return NULL;
  const struct lk_path *path
    = ev->args[k].kind == LK_PATH ? ev->args[k].path : NULL;
  bool fetched = false;
  bool java = (prep->graph->function
	       && (prep->graph->function->flags & LK_FN_JAVA));
  for (unsigned i = 0; path; i++)
    {
      if (is_indexed (prep, path))
	list = add_drain (prep, list, path, ev, k, fetched);
      list = add_copied (prep, list, path, ev, k);
      fetched |= java && !path_provenance (prep, path);
      path = path_next_name (prep, path, i, true);
    }
  const struct lk_path *variable
    = (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
       ? loaded_variable (prep, ev->args[k].path->root) : NULL);
  if (variable)
    {
      list = add_drain (prep, list, variable, ev, k, false);
      list->variable = true;
    }
  for (struct drain *d = list; d; d = d->next)
    d->kept = kept;
  return list;
}

static void
find_drains (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  uint32_t *loop = NULL;
  struct drain **by_head = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || prep->idom[b] == UINT32_MAX)
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  {
	    struct drain *drains = find_loads (prep, ev, k);
	    if (!drains)
	      continue;
	    if (!loop)
	      {
		loop = find_loops (prep);
		by_head = lk_xmalloc ((g->n_blocks + 1) * sizeof *by_head);
		memset (by_head, 0, g->n_blocks * sizeof *by_head);
	      }
	    if (loop[b] == UINT32_MAX)
	      continue;
	    struct drain *last = drains;
	    while (last->next)
	      last = last->next;
	    last->next = by_head[loop[b]];
	    by_head[loop[b]] = drains;
	  }
      }
  if (!loop)
    return;
  uint32_t *marks = loop;	/* No longer needed.  */
  memset (marks, 0xff, g->n_blocks * sizeof *marks);
  prep->drain_exits
    = lk_arena_alloc (prep->arena, g->n_blocks * sizeof *prep->drain_exits);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (by_head[b])
      note_exits (prep, b, by_head[b], marks);
  free (loop);
  free (by_head);
}

const struct drain_exit *
prepared_drain_exits (struct prepared *prep, uint32_t block)
{
  if (!prep->drains_done)
    {
      prep->drains_done = true;
      find_drains (prep);
    }
  return prep->drain_exits ? prep->drain_exits[block] : NULL;
}
