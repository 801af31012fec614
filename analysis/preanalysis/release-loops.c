/* Release loops: loops that release what they load by index, or by a pointer that walks; their
   exits, and where they load.

   Such a loop drains a container (transfer/block-exit.c): the path that bypasses it is infeasible
   while the container holds elements.  The released value may be loaded from a copy of an element.
   The pointer may be a member of an iterator that a function advances, as for a std::span.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

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

/* Return the head of the innermost natural loop around each block; UINT32_MAX: none.  Inner
   loops come first and count as one block, their head, for the outer ones, so each block is
   visited once.  */
static uint32_t *
find_loops (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  uint32_t n = g->n_blocks;
  uint32_t *loop = lk_xmalloc ((n + 1) * sizeof *loop);
  uint32_t *outer = lk_xmalloc ((n + 1) * sizeof *outer);
  uint32_t *by_order = lk_xmalloc ((n + 1) * sizeof *by_order);
  uint32_t *stack = view->stack, count = 0;
  for (uint32_t b = 0; b < n; b++)
    {
      loop[b] = outer[b] = UINT32_MAX;
      if (view->order[b] != UINT32_MAX)
	{
	  by_order[view->order[b]] = b;
	  count++;
	}
    }
  for (uint32_t i = count; i-- > 0;)
    {
      uint32_t h = by_order[i], top = 0;
      for (uint32_t k = 0; k < g->blocks[h].n_preds; k++)
	{
	  uint32_t latch = g->blocks[h].preds[k]->from;
	  if (!dominates (view, h, latch))
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
	      if (view->order[p] == UINT32_MAX)
		continue;
	      p = find_outermost (outer, p);
	      if (p != h && dominates (view, h, p))
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

/* Note the exits of the loop that begins at HEAD, and its branches, for DRAINS.  MARKS is by
   block; the mark is HEAD, which no other loop has.  EXITS is by block.  */
static void
note_exits (struct function_view *view, uint32_t head, const struct drain *drains,
	    uint32_t *marks, struct drain_exit **exits)
{
  struct lk_graph *g = view->graph;
  uint32_t n = 0;
  /* The body grows at the end and is walked from the beginning: it is needed whole.  */
  uint32_t *body = view->stack;
  marks[head] = head;
  body[n++] = head;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < g->blocks[body[i]].n_preds; k++)
      {
	uint32_t p = g->blocks[body[i]].preds[k]->from;
	if (marks[p] == head || !dominates (view, head, p))
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
	struct drain_exit *exit = lk_arena_alloc (view->arena, sizeof *exit);
	exit->edge = e;
	exit->head = head;
	exit->inside = inside;
	exit->drains = drains;
	exit->next = exits[body[i]];
	exits[body[i]] = exit;
      }
}

static bool
is_walking (struct function_view *view, lk_var v)
{
  return v < view->n_vars && view->vars[v].phi;
}

/* Return true if PATH may be another place in each iteration of a loop.  */
static bool
is_indexed (struct function_view *view, const struct lk_path *path)
{
  if (path->addend == LK_ANY)
    return true;
  for (unsigned s = 0; s < path->nsel; s++)
    if (path->sel[s] == LK_ANY)
      return true;
  return path->nsel >= 1 && is_walking (view, path->root);
}

/* Return the copy of an element, if the object ROOT is one and nothing else; or NULL.  */
static const struct lk_event *
copied_element (struct function_view *view, lk_var root)
{
  const struct lk_event *copy = NULL;
  for (const struct write *w = is_object (view, root) ? view->vars[root].writes : NULL; w;
       w = w->next)
    {
      const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_DEAD)
	continue;
      if (copy || ev->kind != LK_EVENT_COPY)
	return NULL;
      copy = ev;
    }
  return (copy && copy->dest.path->nsel == 0 && copy->dest.path->addend == 0
	  && copy->src.kind == LK_PATH && copy->src.path->nsel == 0
	  && (copy->src.path->addend == LK_ANY || is_walking (view, copy->src.path->root))
	  ? copy : NULL);
}

/* Return the place from which a walking pointer loaded the variable ROOT, if that is only ever
   one element and its address is passed on; or NULL.  (for (int fd : ends) all.push_back
   (fd);)  */
static const struct lk_path *
loaded_variable (struct function_view *view, lk_var root)
{
  const struct lk_path *loaded = NULL;
  for (const struct write *w = is_object (view, root) ? view->vars[root].writes : NULL; w;
       w = w->next)
    {
      const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
      if (ev->kind != LK_EVENT_ASSIGN)
	continue;
      const struct lk_path *from
	= (ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && ev->src.path->addend == 0
	   ? loaded_from (view, ev->src.path->root) : NULL);
      if (loaded || ev->dest.path->nsel != 1 || ev->dest.path->sel[0] != 0 || !from
	  || from->nsel != 1 || !is_walking (view, from->root))
	return NULL;
      loaded = from;
    }
  return loaded;
}

/* ---- Pointers in memory.  ---- */

/* Return by how many bytes EV, of the function with VIEW, increases what is at PLACE; 0: it
   does not, or not always by the same number.  */
static int64_t
added_by (struct function_view *view, const struct lk_event *ev, const struct lk_path *place)
{
  return (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path == place
	  && ev->src.kind == LK_PATH && ev->src.path->nsel == 0
	  && ev->src.path->addend != LK_ANY && loaded_from (view, ev->src.path->root) == place
	  ? ev->src.path->addend : 0);
}

/* Return true if every path of VIEW's function leads through BLOCK.  */
static bool
always_through (const struct function_view *view, uint32_t block)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_RETURN && view->idom[b] != UINT32_MAX
	&& !dominates (view, block, b))
      return false;
  return true;
}

/* Return the number that FN always adds to the member SELECTOR of what its parameter number K
   points to.  */
static int64_t
moved_in (struct lk_unit *unit, struct lk_function *fn, uint32_t k, int64_t selector)
{
  struct function_view *view = function_view (unit, fn);
  struct lk_graph *g = view ? view->graph : NULL;
  const struct lk_path *place
    = g && k < g->n_formals ? lk_path_make (g, g->formals[k], 1, &selector, 0) : NULL;
  for (uint32_t b = 0; place && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	int64_t step = added_by (view, &g->blocks[b].events[i], place);
	if (step && always_through (view, b))
	  return step;
      }
  return 0;
}

/* Return by how many bytes the pointer at PLACE, a member of a local object, moves in each
   iteration of the loop that begins at HEAD, of those that LOOP has by block; 0: it does not.  */
static int64_t
moved_in_loop (struct function_view *view, const struct lk_path *place, const uint32_t *loop,
	       uint32_t head)
{
  const struct lk_graph *g = view->graph;
  int64_t step = 0;
  for (uint32_t b = 0; b < g->n_blocks && !step; b++)
    for (uint32_t i = 0; loop[b] == head && i < g->blocks[b].n_events && !step; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	step = added_by (view, ev, place);
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	for (uint32_t k = 0; k < ev->n_args && !step; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == place->root
	      && ev->args[k].path->nsel == 0 && ev->args[k].path->addend != LK_ANY
	      && !(ev->arg_flags[k] & LK_ARG_CONST))
	    step = moved_in (view->unit, ev->callee, k, place->sel[0] - ev->args[k].path->addend);
      }
  return step;
}

/* Return true if PATH is what a pointer in a member of a local object points to.  */
static bool
is_behind_member (const struct function_view *view, const struct lk_path *path)
{
  return (path->nsel == 2 && path->addend == 0 && path->sel[0] != LK_ANY
	  && path->sel[1] != LK_ANY
	  && view->graph->vars[path->root].class_ == LK_VAR_OBJECT);
}

/* ---- Elements that a function returns the address of.  ---- */

/* An element, of any index, of what the argument number ARG points to; or, if BEHIND, of what
   the member SELECTOR of that points to.  */
struct element
{
  uint32_t arg;
  bool behind;
  int64_t selector;
};

/* Return the number of the parameter of VIEW's function that V is, or UINT32_MAX.  */
static uint32_t
formal_number (const struct function_view *view, lk_var v)
{
  for (uint32_t k = 0; k < view->graph->n_formals; k++)
    if (view->graph->formals[k] == v)
      return k;
  return UINT32_MAX;
}

/* Return true if V, plus some offset, is a parameter or the value of a member of what one
   points to.  */
static bool
element_of_formal (const struct function_view *view, lk_var v, struct element *out)
{
  const struct lk_path *from = loaded_from (view, v);
  out->behind = from != NULL;
  if (from && (from->nsel != 1 || from->sel[0] == LK_ANY))
    return false;
  out->selector = from ? from->sel[0] : 0;
  out->arg = formal_number (view, from ? from->root : v);
  return out->arg != UINT32_MAX;
}

/* Return true if FN always returns the address of such an element (s[i]), itself or by at most
   DEPTH nested calls.  */
static bool
returns_element (struct lk_unit *unit, struct lk_function *fn, unsigned depth, struct element *out)
{
  struct function_view *view
    = (fn->flags & (LK_FN_BODY | LK_FN_RETURNS_POINTER)) == (LK_FN_BODY | LK_FN_RETURNS_POINTER)
      ? function_view (unit, fn) : NULL;
  const struct lk_path *path = NULL;
  for (uint32_t b = 0; view && b < view->graph->n_blocks; b++)
    {
      const struct lk_block *bl = &view->graph->blocks[b];
      if (bl->term != LK_TERM_RETURN || view->idom[b] == UINT32_MAX)
	continue;
      if (path || bl->a.kind != LK_PATH)
	return false;
      path = bl->a.path;
    }
  if (!path || path->nsel || path->root >= view->n_vars)
    return false;
  if (path->addend == LK_ANY)
    return element_of_formal (view, path->root, out);
  const struct lk_event *ev = var_call (view, path->root);
  struct element inner;
  if (path->addend || !ev || !ev->callee)
    return false;
  if (depth == 0)
    {
      limit_met (unit, fn, LIMIT_CALLS);
      return false;
    }
  if (!returns_element (unit, ev->callee, depth - 1, &inner) || inner.arg >= ev->n_args)
    return false;
  const struct lk_path *arg
    = ev->args[inner.arg].kind == LK_PATH ? ev->args[inner.arg].path : NULL;
  if (!arg || arg->nsel || arg->addend == LK_ANY || arg->root >= view->n_vars
      || !element_of_formal (view, arg->root, out) || (out->behind && inner.behind))
    return false;
  if (inner.behind)
    {
      out->behind = true;
      out->selector = inner.selector + arg->addend;
    }
  return true;
}

/* Return true if PATH is what a function with a body returned the address of, given something
   else.  */
static bool
returned_by_body (const struct function_view *view, const struct lk_path *path)
{
  const struct lk_event *ev = var_call (view, path->root);
  return (path->nsel == 1 && ev && ev->callee && ev->n_args >= 2
	  && (ev->callee->flags & LK_FN_BODY) && !(ev->callee->flags & LK_FN_JAVA));
}

/* Return the place of all elements, if PATH is such a result, and an element whose index the
   function was given; else NULL.  */
static const struct lk_path *
any_element (struct function_view *view, const struct lk_path *path)
{
  const struct lk_event *ev = var_call (view, path->root);
  struct element e;
  if (!ev || !ev->callee || !returns_element (view->unit, ev->callee, MAX_CALLS, &e)
      || e.arg >= ev->n_args)
    return NULL;
  const struct lk_path *arg = ev->args[e.arg].kind == LK_PATH ? ev->args[e.arg].path : NULL;
  bool varies = false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    varies |= k != e.arg && ev->args[k].kind != LK_CONST;
  if (!arg || arg->nsel || arg->addend == LK_ANY || !varies)
    return NULL;
  int64_t sel[] = { e.behind ? e.selector + arg->addend : LK_ANY, LK_ANY };
  return lk_path_make (view->graph, arg->root, e.behind ? 2 : 1, sel, 0);
}

/* Return DRAINS, of the loop that begins at HEAD, without those that load the same place in
   each iteration.  */
static struct drain *
changing (struct function_view *view, struct drain *drains, const uint32_t *loop, uint32_t head)
{
  struct drain **last = &drains;
  while (*last)
    {
      struct drain *d = *last;
      bool changes = true;
      if (returned_by_body (view, d->loaded))
	{
	  const struct lk_path *any = any_element (view, d->loaded);
	  changes = any || is_indexed (view, d->loaded);
	  d->loaded = any ? any : d->loaded;
	}
      else if (is_behind_member (view, d->loaded))
	{
	  d->step = moved_in_loop (view, lk_path_make (view->graph, d->loaded->root, 1,
						       d->loaded->sel, 0), loop, head);
	  changes = d->step != 0;
	}
      if (changes)
	last = &d->next;
      else
	*last = d->next;
    }
  return drains;
}

/* ---- What is released.  ---- */

/* Return true if CONTRACT says that argument K is stored.  */
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
add_drain (struct function_view *view, struct drain *list, const struct lk_path *loaded,
	   struct lk_event *call, uint32_t arg, bool fetched)
{
  struct drain *d = lk_arena_alloc (view->arena, sizeof *d);
  d->loaded = loaded;
  d->call = call;
  d->arg = arg;
  d->fetched = fetched;
  d->step = 0;
  d->next = list;
  return d;
}

/* PATH is a copy of an element, or in one: add the place of the element.  */
static struct drain *
add_copied (struct function_view *view, struct drain *list, const struct lk_path *path,
	    struct lk_event *call, uint32_t arg)
{
  const struct lk_event *copy
    = path->nsel <= 1 ? copied_element (view, path->root) : NULL;
  if (!copy)
    return list;
  lk_var roots[2] = { copy->src.path->root, address_into (view, copy->src.path->root, 0) };
  for (unsigned i = 0; i < 2 && roots[i] != LK_NO_VAR; i++)
    {
      bool walks = i == 0 && copy->src.path->addend != LK_ANY;
      int64_t sel = walks && path->nsel ? path->sel[0] + copy->src.path->addend : LK_ANY;
      list = add_drain (view, list,
			lk_path_make (view->graph, roots[i], path->nsel, &sel,
				      path->nsel ? 0 : LK_ANY),
			call, arg, false);
    }
  return list;
}

/* Return the places that argument K of the call EV is loaded from, by all their access paths
   that may differ each time the call is reached.  */
static struct drain *
find_loads (struct function_view *view, struct lk_event *ev, uint32_t k)
{
  struct drain *list = NULL;
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  /* A method that leaves its object alone, in whichever class.  */
  if ((ev->arg_flags[k] & LK_ARG_LENT) && ev->callee && (ev->callee->flags & LK_FN_DISPATCH))
    return NULL;
  bool kept = (contract && contract->complete && !contract_releases_arg (contract, k));
  if (kept && !puts_argument (contract, k))
    return NULL;
  const struct lk_path *path
    = ev->args[k].kind == LK_PATH ? ev->args[k].path : NULL;
  bool fetched = false;
  bool java = (view->graph->function
	       && (view->graph->function->flags & LK_FN_JAVA));
  for (unsigned i = 0; path; i++)
    {
      if (is_indexed (view, path) || is_behind_member (view, path) || returned_by_body (view, path))
	list = add_drain (view, list, path, ev, k, fetched);
      list = add_copied (view, list, path, ev, k);
      fetched |= java && !path_provenance (view, path);
      path = path_next_name (view, path, i, true);
    }
  const struct lk_path *variable
    = (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
       ? loaded_variable (view, ev->args[k].path->root) : NULL);
  if (variable)
    {
      list = add_drain (view, list, variable, ev, k, false);
      list->variable = true;
    }
  for (struct drain *d = list; d; d = d->next)
    d->kept = kept;
  return list;
}

static struct drain_exit **
find_drains (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  uint32_t *loop = NULL;
  struct drain **by_head = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || view->idom[b] == UINT32_MAX)
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  {
	    struct drain *drains = find_loads (view, ev, k);
	    if (!drains)
	      continue;
	    if (!loop)
	      {
		loop = find_loops (view);
		by_head = lk_xmalloc ((g->n_blocks + 1) * sizeof *by_head);
		memset (by_head, 0, g->n_blocks * sizeof *by_head);
	      }
	    if (loop[b] == UINT32_MAX
		|| !(drains = changing (view, drains, loop, loop[b])))
	      continue;
	    struct drain *last = drains;
	    while (last->next)
	      last = last->next;
	    last->next = by_head[loop[b]];
	    by_head[loop[b]] = drains;
	  }
      }
  if (!loop)
    return NULL;
  uint32_t *marks = loop;	/* No longer needed.  */
  memset (marks, 0xff, g->n_blocks * sizeof *marks);
  struct drain_exit **exits = lk_arena_alloc (view->arena, g->n_blocks * sizeof *exits);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (by_head[b])
      note_exits (view, b, by_head[b], marks, exits);
  free (loop);
  free (by_head);
  return exits;
}

const struct drain_exit *
prepared_drain_exits (struct function_view *view, uint32_t block)
{
  struct release_loops { struct drain_exit **exits; bool done; } *loops
    = view_slot (view, VIEW_RELEASE_LOOPS, sizeof *loops);
  if (!loops->done)
    {
      loops->done = true;
      loops->exits = find_drains (view);
    }
  return loops->exits ? loops->exits[block] : NULL;
}

/* ---- Numbers of elements.  ---- */

/* Return true if the phi of BL numbered N counts from V on.  */
static bool
counts_from (const struct lk_graph *g, const struct lk_block *bl, uint32_t n, lk_var v)
{
  bool from = false, counts = false;
  for (uint32_t k = 0; k < bl->n_preds; k++)
    {
      const struct lk_operand *a = &bl->phis[n].args[k];
      from |= operand_is_value (a, v);
      if (a->kind != LK_PATH || a->path->nsel || a->path->addend)
	continue;
      const struct lk_definition *def = &g->vars[a->path->root].def;
      counts |= (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD
		 && operand_is_value (&def->a, bl->phis[n].result));
    }
  return from && counts;
}

/* Return true if OP is the value of a phi, as that of a loop's variable is.  */
static bool
is_phi (const struct lk_graph *g, const struct lk_operand *op)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_phis; i++)
      if (operand_is_value (op, g->blocks[b].phis[i].result))
	return true;
  return false;
}

bool
bounds_loop (const struct lk_graph *g, lk_var v)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      if (bl->term == LK_TERM_COND
	  && ((operand_is_value (&bl->a, v) && is_phi (g, &bl->b))
	      || (operand_is_value (&bl->b, v) && is_phi (g, &bl->a))))
	return true;
      for (uint32_t i = 0; i < bl->n_phis; i++)
	if (counts_from (g, bl, i, v))
	  return true;
    }
  return false;
}
