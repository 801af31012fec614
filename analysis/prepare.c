/* The view of a graph before any fact runs through it: normal form of operands, definitions
   and uses, dominators, liveness.

   Everything linear is made at once; liveness (one bit a block and variable) only for
   variables that ever hold a handle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

/* ---- Normal form.  ----

   A value defined as another name's value plus a constant (a copy, a cast, the
   address of a member) is replaced by that name wherever it is used, so equal
   values have one spelling and P stays small.  SSA makes this sound: between
   the definition and any use of the copy the original is not redefined.  */

struct resolved { lk_var root; int64_t addend; bool done; };

static struct resolved
resolve (struct prepared *prep, struct resolved *memo, lk_var v)
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
      struct lk_event *ev = prep->vars[cur].event;
      if (prep->graph->vars[cur].class_ != LK_VAR_VALUE || !ev
	  || ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_PATH
	  || ev->src.path->nsel != 0 || ev->src.path->root == cur
	  || ++guard > prep->n_vars)
	break;
      sum = add_offsets (sum, ev->src.path->addend);
      cur = ev->src.path->root;
    }
  struct resolved r = { cur, sum, true };
  memo[v] = r;
  return r;
}

static void
normalise_operand (struct prepared *prep, struct resolved *memo,
		   struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return;
  const struct lk_path *p = op->path;
  struct resolved r = resolve (prep, memo, p->root);
  if (r.root == p->root && r.addend == 0)
    return;
  if (p->nsel == 0)
    {
      op->path = lk_path_make (prep->graph, r.root, 0, NULL,
			       add_offsets (p->addend, r.addend));
      return;
    }
  int64_t sel[64];
  if (p->nsel > 64)
    return;
  memcpy (sel, p->sel, p->nsel * sizeof *sel);
  sel[0] = add_offsets (sel[0], r.addend);
  op->path = lk_path_make (prep->graph, r.root, p->nsel, sel, p->addend);
  lk_path_set_field (op->path, p->field);
}

static bool
defines_value (const struct prepared *prep, const struct lk_operand *dest,
	       bool aggregate)
{
  return (dest->kind == LK_PATH && dest->path->nsel == 0 && !aggregate
	  && prep->graph->vars[dest->path->root].class_ == LK_VAR_VALUE);
}

static void
index_definitions (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      prep->vars[v].def_block = UINT32_MAX;
      prep->vars[v].key = NO_KEY;
      prep->vars[v].name = g->vars[v].name;
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  struct var_info *vi = &prep->vars[bl->phis[i].result];
	  vi->def_block = b;
	  vi->def_event = -1;
	  vi->phi = &bl->phis[i];
	}
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  if ((ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_CALL)
	      && defines_value (prep, &ev->dest, ev->aggregate_result))
	    {
	      struct var_info *vi = &prep->vars[ev->dest.path->root];
	      vi->def_block = b;
	      vi->def_event = i;
	      vi->event = ev;
	    }
	}
    }
}

static void
normalise (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  struct resolved *memo = calloc (g->n_vars + 1, sizeof *memo);
  if (!memo)
    abort ();
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  normalise_operand (prep, memo, &bl->phis[i].args[k]);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  if (!defines_value (prep, &ev->dest, ev->aggregate_result))
	    normalise_operand (prep, memo, &ev->dest);
	  normalise_operand (prep, memo, &ev->src);
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    normalise_operand (prep, memo, &ev->args[k]);
	}
      normalise_operand (prep, memo, &bl->a);
      normalise_operand (prep, memo, &bl->b);
    }
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      normalise_operand (prep, memo, &g->vars[v].def.a);
      normalise_operand (prep, memo, &g->vars[v].def.b);
    }
  /* A nameless value takes the name of a copy of it.  */
  for (uint32_t v = 0; v < g->n_vars; v++)
    if (memo[v].done && memo[v].addend == 0 && memo[v].root != v
	&& prep->vars[v].name && !prep->vars[memo[v].root].name)
      {
	prep->vars[memo[v].root].name = prep->vars[v].name;
	if (!g->vars[memo[v].root].user)
	  g->vars[memo[v].root].user = g->vars[v].user;
      }
  free (memo);
}

/* ---- From store to load.  ----

   `c->fp = fopen (...); if (!c->fp)' reads back what it has just stored.
   Within a block, up to the next call or doubtful store, such a load is a copy
   of the value stored, and then has no name of its own any more.  */

#define N_STORES 8

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
  struct recent recent[N_STORES];
  unsigned n = 0;
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
      if (exact && n < N_STORES
	  && (ev->src.kind == LK_CONST
	      || (ev->src.kind == LK_PATH && ev->src.path->nsel == 0
		  && g->vars[ev->src.path->root].class_ == LK_VAR_VALUE)))
	{
	  recent[n].place = place;
	  recent[n++].value = ev->src;
	}
    }
}

/* ---- Uses.  ---- */

static void
note_use (struct prepared *prep, lk_var v, uint32_t block, bool at_end,
	  unsigned depth)
{
  struct var_info *vi = &prep->vars[v];
  vi->used = true;
  if (prep->graph->vars[v].class_ != LK_VAR_VALUE)
    return;
  if (!vi->uses || vi->uses->block != block || vi->uses->at_end != at_end)
    {
      struct use *u = lk_arena_alloc (prep->arena, sizeof *u);
      u->block = block;
      u->at_end = at_end;
      u->next = vi->uses;
      vi->uses = u;
    }
  /* A test of a truth value is a test of its operands.  */
  const struct lk_definition *def = &prep->graph->vars[v].def;
  if (def->kind != LK_DEF_OTHER && depth < MAX_DEF_DEPTH)
    {
      if (def->a.kind == LK_PATH)
	note_use (prep, def->a.path->root, block, at_end, depth + 1);
      if (def->b.kind == LK_PATH)
	note_use (prep, def->b.path->root, block, at_end, depth + 1);
    }
}

static void
note_operand (struct prepared *prep, const struct lk_operand *op,
	      uint32_t block, bool at_end)
{
  if (op->kind == LK_PATH)
    note_use (prep, op->path->root, block, at_end, 0);
}

static void
note_stored (struct prepared *prep, lk_var root, int64_t offset)
{
  unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
  if (offset == LK_ANY)
    h = 0;
  for (struct stored *s = prep->stored[h]; s; s = s->next)
    if (s->offset == offset && s->root == root)
      return;
  struct stored *s = lk_arena_alloc (prep->arena, sizeof *s);
  s->offset = offset;
  s->root = root;
  s->next = prep->stored[h];
  prep->stored[h] = s;
}

static void
note_store (struct prepared *prep, const struct lk_path *place)
{
  if (place->nsel == 0)
    return;
  bool named = place->nsel == 1 && is_object (prep, place->root);
  note_stored (prep, named ? place->root : LK_NO_VAR,
	       place->sel[place->nsel - 1]);
}

static void
index_uses (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  note_operand (prep, &bl->phis[i].args[k], bl->preds[k]->from, true);
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  struct lk_event *ev = &bl->events[i];
	  bool defines = defines_value (prep, &ev->dest, ev->aggregate_result);
	  if (!defines)
	    note_operand (prep, &ev->dest, b, false);
	  /* A copy or member address is gone from all operands; only its own event still
	     mentions the source.  */
	  if (!(ev->kind == LK_EVENT_ASSIGN && defines
		&& ev->src.kind == LK_PATH && ev->src.path->nsel == 0))
	    note_operand (prep, &ev->src, b, false);
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    {
	      note_operand (prep, &ev->args[k], b, false);
	      if (ev->kind == LK_EVENT_CALL && ev->args[k].kind == LK_PATH
		  && ev->args[k].path->nsel == 0
		  && is_object (prep, ev->args[k].path->root)
		  && !(ev->arg_flags[k] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
		note_stored (prep, ev->args[k].path->root, LK_ANY);
	    }
	  if (ev->dest.kind == LK_PATH && !defines)
	    {
	      struct write *w = lk_arena_alloc (prep->arena, sizeof *w);
	      w->block = b;
	      w->index = i;
	      w->next = prep->vars[ev->dest.path->root].writes;
	      prep->vars[ev->dest.path->root].writes = w;
	      if (ev->kind == LK_EVENT_COPY || ev->kind == LK_EVENT_CLEAR
		  || ev->aggregate_result)
		note_stored (prep, is_object (prep, ev->dest.path->root)
			     && ev->dest.path->nsel == 0
			     ? ev->dest.path->root : LK_NO_VAR, LK_ANY);
	      else
		note_store (prep, ev->dest.path);
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
		  && is_object (prep, ev->args[k].path->root))
		{
		  prep->vars[ev->args[k].path->root].address_stored = true;
		  note_stored (prep, ev->args[k].path->root, LK_ANY);
		}
	  if (ev->kind == LK_EVENT_ASSIGN && !defines
	      && ev->src.kind == LK_PATH && ev->src.path->nsel == 0
	      && g->vars[ev->src.path->root].class_ == LK_VAR_OBJECT)
	    {
	      prep->vars[ev->src.path->root].address_stored = true;
	      if (g->function && (g->function->flags & LK_FN_REFERENCES))
		note_stored (prep, ev->src.path->root, LK_ANY);
	    }
	}
      note_operand (prep, &bl->a, b, false);
      note_operand (prep, &bl->b, b, false);
    }
}

bool
quiet (const struct prepared *prep, const struct lk_path *path)
{
  for (unsigned n = 1; n <= path->nsel; n++)
    {
      int64_t offset = path->sel[n - 1];
      if (offset == LK_ANY)
	return false;
      bool named = n == 1 && is_object (prep, path->root);
      lk_var root = named ? path->root : LK_NO_VAR;
      unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
      for (struct stored *s = prep->stored[h]; s; s = s->next)
	if (s->root == root && s->offset == offset)
	  return false;
      for (struct stored *s = prep->stored[0]; s; s = s->next)
	if (s->root == root && s->offset == LK_ANY)
	  return false;
    }
  return true;
}

/* ---- Order and dominators (Cooper, Harvey, Kennedy).  ---- */

static void
number_blocks (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  uint32_t n = g->n_blocks;
  prep->order = lk_arena_alloc (prep->arena, n * sizeof (uint32_t));
  prep->idom = lk_arena_alloc (prep->arena, n * sizeof (uint32_t));
  prep->stack = lk_arena_alloc (prep->arena, (n + 1) * sizeof (uint32_t));
  uint32_t *stack = prep->stack;
  uint32_t *next = lk_xmalloc ((n + 1) * sizeof *next);
  uint32_t *post = lk_xmalloc ((n + 1) * sizeof *post);
  memset (next, 0, n * sizeof *next);
  for (uint32_t b = 0; b < n; b++)
    prep->order[b] = prep->idom[b] = UINT32_MAX;
  uint32_t top = 0, count = 0;
  stack[top++] = 0;
  prep->order[0] = 0;
  while (top)
    {
      uint32_t b = stack[top - 1];
      if (next[b] < g->blocks[b].n_succs)
	{
	  uint32_t t = g->blocks[b].succs[next[b]++]->to;
	  if (prep->order[t] == UINT32_MAX)
	    {
	      prep->order[t] = 0;
	      stack[top++] = t;
	    }
	}
      else
	{
	  post[count++] = b;
	  top--;
	}
    }
  for (uint32_t i = 0; i < count; i++)
    prep->order[post[i]] = count - 1 - i;
  prep->idom[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = count; i-- > 0;)
	{
	  uint32_t b = post[i];
	  if (b == 0)
	    continue;
	  uint32_t dom = UINT32_MAX;
	  for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	    {
	      uint32_t p = g->blocks[b].preds[k]->from;
	      if (prep->idom[p] == UINT32_MAX)
		continue;
	      if (dom == UINT32_MAX)
		dom = p;
	      else
		for (uint32_t q = p; dom != q;)
		  if (prep->order[dom] > prep->order[q])
		    dom = prep->idom[dom];
		  else
		    q = prep->idom[q];
	    }
	  if (dom != prep->idom[b])
	    {
	      prep->idom[b] = dom;
	      changed = true;
	    }
	}
    }
  free (next);
  free (post);
}

/* Number the tree of dominators, so that dominance is decided in constant time: a function of
   20,000 statements has chains of thousands of dominators.  */
static void
number_dominators (struct prepared *prep)
{
  uint32_t n = prep->graph->n_blocks;
  prep->dom_first = lk_arena_alloc (prep->arena, n * sizeof (uint32_t));
  prep->dom_last = lk_arena_alloc (prep->arena, n * sizeof (uint32_t));
  uint32_t *child = lk_xmalloc ((n + 1) * sizeof *child);
  uint32_t *sibling = lk_xmalloc ((n + 1) * sizeof *sibling);
  uint32_t *stack = prep->stack;
  for (uint32_t b = 0; b < n; b++)
    child[b] = UINT32_MAX;
  for (uint32_t b = n; b-- > 1;)
    if (prep->idom[b] != UINT32_MAX)
      {
	sibling[b] = child[prep->idom[b]];
	child[prep->idom[b]] = b;
      }
  uint32_t top = 0, count = 0;
  stack[top++] = 0;
  prep->dom_first[0] = count++;
  while (top)
    {
      uint32_t b = stack[top - 1], c = child[b];
      if (c == UINT32_MAX)
	{
	  prep->dom_last[b] = count - 1;
	  top--;
	  continue;
	}
      child[b] = sibling[c];
      prep->dom_first[c] = count++;
      stack[top++] = c;
    }
  free (child);
  free (sibling);
}

bool
dominates (const struct prepared *prep, uint32_t a, uint32_t b)
{
  if (prep->idom[b] == UINT32_MAX || prep->idom[a] == UINT32_MAX)
    return false;
  return (prep->dom_first[a] <= prep->dom_first[b]
	  && prep->dom_first[b] <= prep->dom_last[a]);
}

/* ---- Liveness, on demand.  ----

   Most values live in a few blocks: of the bits for all blocks only the parts
   that have any are there, or a function of 20,000 statements would spend most
   of the time on clearing them.  */

#define LIVE_WORDS 8
#define LIVE_PART (64 * LIVE_WORDS)

/* Set the bit of BLOCK.  Return false if it was set, or BLOCK is unreachable.  */
static bool
set_live (struct prepared *prep, struct var_info *vi, uint32_t block)
{
  uint32_t n = prep->order[block];
  if (n == UINT32_MAX)
    return false;
  uint64_t **part = &vi->live_in[n / LIVE_PART];
  if (!*part)
    *part = lk_arena_alloc (prep->arena, LIVE_WORDS * sizeof **part);
  uint64_t *word = &(*part)[n % LIVE_PART / 64], bit = UINT64_C (1) << n % 64;
  if (*word & bit)
    return false;
  *word |= bit;
  return true;
}

static void
make_live (struct prepared *prep, lk_var v)
{
  struct lk_graph *g = prep->graph;
  struct var_info *vi = &prep->vars[v];
  vi->live_in = lk_arena_alloc (prep->arena, (g->n_blocks / LIVE_PART + 1)
					     * sizeof *vi->live_in);
  uint32_t *stack = prep->stack;
  uint32_t top = 0;
  for (struct use *u = vi->uses; u; u = u->next)
    if (u->block != vi->def_block && set_live (prep, vi, u->block))
      stack[top++] = u->block;
  while (top)
    {
      uint32_t b = stack[--top];
      for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	{
	  uint32_t p = g->blocks[b].preds[k]->from;
	  if (p != vi->def_block && set_live (prep, vi, p))
	    stack[top++] = p;
	}
    }
}

/* Return true if V is needed at the start of BLOCK, after its phis.  */
bool
live_in (struct prepared *prep, lk_var v, uint32_t block)
{
  if (v >= prep->n_vars || prep->graph->vars[v].class_ != LK_VAR_VALUE)
    return true;
  struct var_info *vi = &prep->vars[v];
  if (vi->phi && vi->def_block == block)
    return vi->uses != NULL;
  if (!vi->live_in)
    make_live (prep, v);
  uint32_t n = prep->order[block];
  if (n == UINT32_MAX)
    return true;
  const uint64_t *part = vi->live_in[n / LIVE_PART];
  return part && (part[n % LIVE_PART / 64] >> n % 64 & 1);
}

/* Mark the values by which the function returns a pointer.  As with the status values that it
   stores for its caller (useful.c), a function that stores many is filling a structure, and
   which of them matter is not known here.  */
static void
mark_results (struct prepared *prep)
{
  const struct lk_graph *g = prep->graph;
  unsigned n_stored = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      if (bl->term != LK_TERM_RETURN || bl->aggregate_result
	  || bl->a.kind != LK_PATH || bl->a.path->nsel
	  || bl->a.path->root >= prep->n_vars
	  || g->vars[bl->a.path->root].class_ != LK_VAR_VALUE)
	continue;
      struct var_info *v = &prep->vars[bl->a.path->root];
      v->result = v->becomes_result = true;
      uint32_t n = v->phi ? g->blocks[v->def_block].n_preds : 0;
      for (uint32_t k = 0; k < n; k++)
	if (v->phi->args[k].kind == LK_PATH && v->phi->args[k].path->nsel == 0
	    && v->phi->args[k].path->root < prep->n_vars)
	  prep->vars[v->phi->args[k].path->root].becomes_result = true;
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	n_stored += (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
		     && path_in_result (prep, ev->dest.path));
      }
  for (uint32_t v = 0; n_stored > MAX_STORED_TAGS && v < prep->n_vars; v++)
    prep->vars[v].result = prep->vars[v].becomes_result = false;
}

struct prepared *
prepare (struct lk_unit *unit, struct lk_graph *graph)
{
  struct lk_arena *arena = lk_arena_new ();
  struct prepared *prep = lk_arena_alloc (arena, sizeof *prep);
  prep->arena = arena;
  prep->graph = graph;
  prep->unit = unit;
  prep->n_vars = graph->n_vars;
  prep->vars = lk_arena_alloc (arena, (graph->n_vars + 1) * sizeof *prep->vars);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    forward_stores (graph, &graph->blocks[b]);
  index_definitions (prep);
  normalise (prep);
  index_uses (prep);
  mark_results (prep);
  number_blocks (prep);
  number_dominators (prep);
  keys_prepare (prep);
  return prep;
}

void
prepared_free (struct prepared *prep)
{
  if (prep)
    lk_arena_free (prep->arena);
}
