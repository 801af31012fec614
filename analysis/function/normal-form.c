/* The view of a graph before any fact runs through it: normal form of operands, definitions
   and uses, dominators, liveness.

   Everything linear is made at once; liveness (one bit a block and variable) only for
   variables that ever hold a handle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "function-internal.h"

/* ---- Normal form.  ----

   A value defined as another name's value plus a constant (a copy, a cast, the
   address of a member) is replaced by that name wherever it is used, so equal
   values have one spelling and P stays small.  SSA makes this sound: between
   the definition and any use of the copy the original is not redefined.  */

struct resolved { lk_var root; int64_t addend; bool done; };

static struct resolved
resolve (struct function_view *view, struct resolved *memo, lk_var v)
{
  /* Follow the chain in a loop (it can be as long as a function), then write the answer to all
     of it.  */
  lk_var cur = v;
  int64_t sum = 0;
  uint32_t guard = 0;
  for (;;)
    {
      if (memo[cur].done)
	{
	  sum = add_offsets (sum, memo[cur].addend);
	  cur = memo[cur].root;
	  break;
	}
      struct lk_event *ev = view->vars[cur].event;
      if (view->graph->vars[cur].class_ != LK_VAR_VALUE || !ev
	  || ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_PATH
	  || ev->src.path->nsel != 0 || ev->src.path->root == cur
	  || ++guard > view->n_vars)
	break;
      sum = add_offsets (sum, ev->src.path->addend);
      cur = ev->src.path->root;
    }
  struct resolved r = { cur, sum, true };
  memo[v] = r;
  return r;
}

static void
normalise_operand (struct function_view *view, struct resolved *memo,
		   struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return;
  const struct lk_path *p = op->path;
  struct resolved r = resolve (view, memo, p->root);
  if (r.root == p->root && r.addend == 0)
    return;
  if (p->nsel == 0)
    {
      op->path = lk_path_make (view->graph, r.root, 0, NULL,
			       add_offsets (p->addend, r.addend));
      return;
    }
  int64_t sel[64];
  if (p->nsel > 64)
    return;
  memcpy (sel, p->sel, p->nsel * sizeof *sel);
  sel[0] = add_offsets (sel[0], r.addend);
  op->path = lk_path_make (view->graph, r.root, p->nsel, sel, p->addend);
  lk_path_set_field (op->path, p->field);
}

static bool
defines_value (const struct function_view *view, const struct lk_operand *dest,
	       bool aggregate)
{
  return (dest->kind == LK_PATH && dest->path->nsel == 0 && !aggregate
	  && view->graph->vars[dest->path->root].class_ == LK_VAR_VALUE);
}

static void
index_definitions (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      view->vars[v].def_block = UINT32_MAX;
      view->vars[v].key = NO_KEY;
      view->vars[v].name = g->vars[v].name;
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  struct var_info *vi = &view->vars[bl->phis[i].result];
	  vi->def_block = b;
	  vi->def_event = -1;
	  vi->phi = &bl->phis[i];
	}
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  if ((ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_CALL)
	      && defines_value (view, &ev->dest, ev->aggregate_result))
	    {
	      struct var_info *vi = &view->vars[ev->dest.path->root];
	      vi->def_block = b;
	      vi->def_event = i;
	      vi->event = ev;
	    }
	}
    }
}

static void
normalise (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  struct resolved *memo = calloc (g->n_vars + 1, sizeof *memo);
  if (!memo)
    abort ();
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  normalise_operand (view, memo, &bl->phis[i].args[k]);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  if (!defines_value (view, &ev->dest, ev->aggregate_result))
	    normalise_operand (view, memo, &ev->dest);
	  normalise_operand (view, memo, &ev->src);
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    normalise_operand (view, memo, &ev->args[k]);
	}
      normalise_operand (view, memo, &bl->a);
      normalise_operand (view, memo, &bl->b);
    }
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      normalise_operand (view, memo, &g->vars[v].def.a);
      normalise_operand (view, memo, &g->vars[v].def.b);
    }
  /* A nameless value takes the name of a copy of it.  */
  for (uint32_t v = 0; v < g->n_vars; v++)
    if (memo[v].done && memo[v].addend == 0 && memo[v].root != v
	&& view->vars[v].name && !view->vars[memo[v].root].name)
      {
	view->vars[memo[v].root].name = view->vars[v].name;
	if (!g->vars[memo[v].root].user)
	  g->vars[memo[v].root].user = g->vars[v].user;
      }
  free (memo);
}

/* ---- From store to load.  ----

   `c->fp = fopen (...); if (!c->fp)' reads back what it has just stored.
   Within a block, up to the next call or doubtful store, such a load is a copy
   of the value stored, and then has no name of its own any more.  */

struct recent { const struct lk_path *place; struct lk_operand value; };

static bool
may_be_same_place (const struct lk_path *a, const struct lk_path *b)
{
  int64_t x = a->sel[a->nsel - 1], y = b->sel[b->nsel - 1];
  return !(a->root == b->root && a->nsel == b->nsel
	   && x != y && x != LK_ANY && y != LK_ANY
	   && (a->nsel == 1
	       || !memcmp (a->sel, b->sel, (a->nsel - 1) * sizeof *a->sel)));
}

static void
forward_stores (struct lk_graph *g, struct lk_block *bl)
{
  struct recent *recent = NULL;
  uint32_t n = 0, room = 0;
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      struct lk_event *ev = &bl->events[i];
      if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH)
	{
	  n = 0;
	  continue;
	}
      if (ev->dest.path->nsel == 0)
	{
	  for (unsigned k = 0; k < n; k++)
	    if (ev->src.kind == LK_PATH && ev->src.path == recent[k].place)
	      {
		ev->src = recent[k].value;
		break;
	      }
	  continue;
	}
      const struct lk_path *place = ev->dest.path;
      for (unsigned k = n; k-- > 0;)
	if (may_be_same_place (recent[k].place, place))
	  recent[k] = recent[--n];
      bool exact = true;
      for (unsigned k = 0; k < place->nsel; k++)
	exact &= place->sel[k] != LK_ANY;
      if (exact
	  && (ev->src.kind == LK_CONST
	      || (ev->src.kind == LK_PATH && ev->src.path->nsel == 0
		  && g->vars[ev->src.path->root].class_ == LK_VAR_VALUE)))
	{
	  if (n == room)
	    {
	      room = lk_more_room (room, 8);
	      recent = lk_xrealloc (recent, room * sizeof *recent);
	    }
	  recent[n].place = place;
	  recent[n++].value = ev->src;
	}
    }
  free (recent);
}

/* ---- Uses.  ---- */

static void
note_use (struct function_view *view, lk_var v, uint32_t block, bool at_end,
	  unsigned depth)
{
  struct var_info *vi = &view->vars[v];
  vi->used = true;
  if (view->graph->vars[v].class_ != LK_VAR_VALUE)
    return;
  if (!vi->uses || vi->uses->block != block || vi->uses->at_end != at_end)
    {
      struct use *u = lk_arena_alloc (view->arena, sizeof *u);
      u->block = block;
      u->at_end = at_end;
      u->next = vi->uses;
      vi->uses = u;
    }
  /* A test of a truth value is a test of its operands.  */
  const struct lk_definition *def = &view->graph->vars[v].def;
  if (def->kind != LK_DEF_OTHER && depth < MAX_DEF_DEPTH)
    {
      if (def->a.kind == LK_PATH)
	note_use (view, def->a.path->root, block, at_end, depth + 1);
      if (def->b.kind == LK_PATH)
	note_use (view, def->b.path->root, block, at_end, depth + 1);
    }
}

static void
note_operand (struct function_view *view, const struct lk_operand *op,
	      uint32_t block, bool at_end)
{
  if (op->kind == LK_PATH)
    note_use (view, op->path->root, block, at_end, 0);
}

static void
index_uses (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  note_operand (view, &bl->phis[i].args[k], bl->preds[k]->from, true);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  bool defines = defines_value (view, &ev->dest, ev->aggregate_result);
	  if (!defines)
	    note_operand (view, &ev->dest, b, false);
	  /* A copy or member address is gone from all operands; only its own event still
	     mentions the source.  */
	  if (!(ev->kind == LK_EVENT_ASSIGN && defines
		&& ev->src.kind == LK_PATH && ev->src.path->nsel == 0))
	    note_operand (view, &ev->src, b, false);
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    {
	      note_operand (view, &ev->args[k], b, false);
	      if (ev->kind == LK_EVENT_CALL && ev->args[k].kind == LK_PATH
		  && ev->args[k].path->nsel == 0
		  && is_object (view, ev->args[k].path->root)
		  && !(ev->arg_flags[k] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
		stores_note_place (view, ev->args[k].path->root, LK_ANY);
	    }
	  if (ev->dest.kind == LK_PATH && !defines)
	    {
	      struct write *w = lk_arena_alloc (view->arena, sizeof *w);
	      w->block = b;
	      w->index = i;
	      w->next = view->vars[ev->dest.path->root].writes;
	      view->vars[ev->dest.path->root].writes = w;
	      if (lk_writes_at_address (ev))
		stores_note_place (view, is_object (view, ev->dest.path->root)
			     && ev->dest.path->nsel == 0
			     ? ev->dest.path->root : LK_NO_VAR, LK_ANY);
	      else
		stores_note (view, ev->dest.path);
	    }
	  /* A structure of references (std::tie), an object with one (a guard).  */
	  bool made = (ev->kind == LK_EVENT_CALL && ev->callee
		       && (ev->callee->flags & LK_FN_BODY)
		       && (ev->callee->flags & LK_FN_REFERENCES));
	  bool library = made && (ev->callee->flags & LK_FN_LIBRARY);
	  bool constructor = made && (ev->callee->flags & LK_FN_CONSTRUCTOR);
	  if (library ? ev->aggregate_result : constructor)
	    for (uint32_t k = constructor; k < ev->n_args; k++)
	      if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
		  && !(ev->arg_flags[k] & LK_ARG_BY_VALUE)
		  && is_object (view, ev->args[k].path->root))
		{
		  view->vars[ev->args[k].path->root].address_stored = true;
		  stores_note_place (view, ev->args[k].path->root, LK_ANY);
		}
	  if (ev->kind == LK_EVENT_ASSIGN && !defines
	      && ev->src.kind == LK_PATH && ev->src.path->nsel == 0
	      && g->vars[ev->src.path->root].class_ == LK_VAR_OBJECT)
	    {
	      view->vars[ev->src.path->root].address_stored = true;
	      if (g->function && (g->function->flags & LK_FN_REFERENCES))
		stores_note_place (view, ev->src.path->root, LK_ANY);
	    }
	}
      note_operand (view, &bl->a, b, false);
      note_operand (view, &bl->b, b, false);
    }
}

/* ---- Liveness, on demand.  ----

   Most values live in a few blocks: of the bits for all blocks only the parts
   that have any are there, or a function of 20,000 statements would spend most
   of the time on clearing them.  */

/* Return true if the function stores into more places of its result than are remembered.  */
static bool
fills_result (const struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  const struct lk_path *stored[MAX_PORTABLE_CONDITIONS];
  unsigned n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH
	    || !path_in_result (view, ev->dest.path))
	  continue;
	unsigned k = 0;
	while (k < n && stored[k] != ev->dest.path)
	  k++;
	if (k == MAX_PORTABLE_CONDITIONS)
	  return true;
	if (k == n)
	  stored[n++] = ev->dest.path;
      }
  return false;
}

/* Mark the values by which the function returns a pointer.  As with the status values that it
   stores for its caller (preanalysis/relevant-conditions.c), a function that stores many is
   filling a structure, and which of them matter is not known here.  */
static void
mark_results (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      if (bl->term != LK_TERM_RETURN || bl->aggregate_result
	  || bl->a.kind != LK_PATH || bl->a.path->nsel
	  || bl->a.path->root >= view->n_vars
	  || g->vars[bl->a.path->root].class_ != LK_VAR_VALUE)
	continue;
      struct var_info *v = &view->vars[bl->a.path->root];
      v->result = v->becomes_result = true;
      uint32_t n = v->phi ? g->blocks[v->def_block].n_preds : 0;
      for (uint32_t k = 0; k < n; k++)
	if (v->phi->args[k].kind == LK_PATH && v->phi->args[k].path->nsel == 0
	    && v->phi->args[k].path->root < view->n_vars)
	  view->vars[v->phi->args[k].path->root].becomes_result = true;
    }
  bool results = false, fills = fills_result (view);
  for (uint32_t v = 0; fills && v < view->n_vars; v++)
    {
      results |= view->vars[v].becomes_result;
      view->vars[v].result = view->vars[v].becomes_result = false;
    }
  if (results && g->function)
    limit_met (view->unit, g->function, LIMIT_PORTABLE_CONDITIONS);
}

void
normal_form (struct function_view *view)
{
  struct lk_graph *graph = view->graph;
  view->n_vars = graph->n_vars;
  view->vars = lk_arena_alloc (view->arena, (graph->n_vars + 1) * sizeof *view->vars);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    forward_stores (graph, &graph->blocks[b]);
  index_definitions (view);
  normalise (view);
  index_uses (view);
  mark_results (view);
}
