/* The verifier of event graphs: every rule of graph/graph.h, checked.

   Front ends are verified in checking builds and in all tests; graphs in text
   form, which may be anything at all, always.  The engine can walk a graph
   that passes without further tests.

   The checks are linear in the graph but for two: the ranges of a switch are
   sorted, and dominators are found by iteration over reverse post-order
   (Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm"), which takes
   two or three rounds on what compilers make of C.

   A definition dominates its uses:
   - a phi defines before all events of its block, and uses its arguments at
     the ends of the predecessors;
   - the result of a call is not there on the call's exceptional edge (which
     shows in the arguments of phis);
   - a value that only a definition kept aside (COMPARE, ...) describes can be
     used wherever all its operands can;
   - a value without any definition is an uninitialised variable and can be
     used anywhere;
   - blocks that cannot be reached are not looked at in this respect.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "graph.h"
#include "../../spec/arena.h"

#define NO_BLOCK UINT32_MAX

/* A point in a block: 0 its phis, N + 1 its event N.  */
struct point
{
  uint32_t block, at;
};

struct verifier
{
  struct lk_graph *graph;
  struct lk_arena *arena;
  const char *message;		/* The first error.  */
  const struct lk_path **known;	/* By index: paths that were looked up.  */
  uint32_t n_known;
  /* By variable: where a VALUE is defined (BLOCK is NO_BLOCK: nowhere).  */
  struct point *defined;
  /* Reachable blocks in reverse post-order, its inverse, and immediate
     dominators.  */
  uint32_t *order, *number, *idom, n_order;
};

/* Keep the first error.  Returns false.  */
static bool __attribute__ ((format (printf, 2, 3)))
wrong (struct verifier *v, const char *format, ...)
{
  if (v->message)
    return false;
  char text[400];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  v->message = lk_graph_strdup (v->graph, text);
  return false;
}

/* How VAR is called in messages: as in the text form.  */
static const char *
spell (struct verifier *v, lk_var var)
{
  const struct lk_variable *variable = &v->graph->vars[var];
  char text[80];
  int n = snprintf (text, sizeof text, "%c", "%^$!&"[variable->class_]);
  if (variable->name)
    n += snprintf (text + n, sizeof text - n, "%.40s.", variable->name);
  snprintf (text + n, sizeof text - n, "%" PRIu32,
	    variable->class_ == LK_VAR_FORMAL ? variable->index : var);
  return lk_arena_strdup (v->arena, text);
}

/* ---- Variables and operands.  ---- */

static int
compare_pointers (const void *a, const void *b)
{
  uintptr_t x = *(const uintptr_t *) a, y = *(const uintptr_t *) b;
  return (x > y) - (x < y);
}

static bool
check_variables (struct verifier *v)
{
  struct lk_graph *graph = v->graph;
  uintptr_t *entities
    = lk_arena_alloc_array (v->arena, graph->n_vars, sizeof *entities);
  size_t n_entities = 0;
  uint32_t n_formals = 0;
  for (lk_var i = 0; i < graph->n_vars; i++)
    {
      const struct lk_variable *variable = &graph->vars[i];
      if (variable->class_ > LK_VAR_FUNCTION)
	return wrong (v, "variable %" PRIu32 " has no class", i);
      if (variable->class_ == LK_VAR_FORMAL)
	{
	  n_formals++;
	  if (variable->index >= graph->n_formals
	      || graph->formals[variable->index] != i)
	    return wrong (v, "%s is not in the list of formals", spell (v, i));
	}
      if (variable->class_ == LK_VAR_GLOBAL)
	entities[n_entities++] = (uintptr_t) variable->entity;
      if ((variable->class_ == LK_VAR_GLOBAL
	   || variable->class_ == LK_VAR_FUNCTION)
	  && !variable->entity)
	return wrong (v, "%s stands for no entity", spell (v, i));
    }
  if (n_formals != graph->n_formals)
    return wrong (v, "%" PRIu32 " formals are listed, but there are %" PRIu32,
		  graph->n_formals, n_formals);
  qsort (entities, n_entities, sizeof *entities, compare_pointers);
  for (size_t i = 1; i < n_entities; i++)
    if (entities[i] == entities[i - 1])
      for (lk_var j = 0; j < graph->n_vars; j++)
	if (graph->vars[j].class_ == LK_VAR_GLOBAL
	    && (uintptr_t) graph->vars[j].entity == entities[i])
	  return wrong (v, "%s is in the graph twice", spell (v, j));
  return true;
}

/* Whether OP is well-formed; WHERE says where it stands.  */
static bool
check_operand (struct verifier *v, const struct lk_operand *op,
	       const char *where)
{
  if (op->kind == LK_UNKNOWN || op->kind == LK_CONST)
    return true;
  if (op->kind != LK_PATH)
    return wrong (v, "%s: an operand has no kind", where);
  const struct lk_path *path = op->path;
  if (!path)
    return wrong (v, "%s: an operand has no path", where);
  if (path->index < v->n_known && v->known[path->index] == path)
    return true;
  if (path->root >= v->graph->n_vars)
    return wrong (v, "%s: a path has no root", where);
  /* A path that was not made by lk_path_make for this graph is not what
     that returns.  (It then adds one, which does no harm any more.)  */
  if (path->index >= v->n_known
      || lk_path_make (v->graph, path->root, path->nsel, path->sel,
		       path->addend) != path)
    return wrong (v, "%s: a path from %s is not interned", where,
		  spell (v, path->root));
  v->known[path->index] = path;
  return true;
}

static bool
check_definitions (struct verifier *v)
{
  struct lk_graph *graph = v->graph;
  for (lk_var i = 0; i < graph->n_vars; i++)
    {
      const struct lk_definition *def = &graph->vars[i].def;
      if (def->kind == LK_DEF_OTHER)
	continue;
      if (def->kind > LK_DEF_PURE || def->op > LK_GE)
	return wrong (v, "%s has a malformed definition", spell (v, i));
      if (graph->vars[i].class_ != LK_VAR_VALUE)
	return wrong (v, "%s is no value and has a definition", spell (v, i));
      const char *where = spell (v, i);
      if (!check_operand (v, &def->a, where)
	  || !check_operand (v, &def->b, where))
	return false;
      /* Such a definition stands at no point, so it cannot read memory.  */
      if ((def->a.kind == LK_PATH && def->a.path->nsel)
	  || (def->b.kind == LK_PATH && def->b.path->nsel))
	return wrong (v, "the definition of %s reads memory", where);
    }
  return true;
}

/* ---- Events.  ---- */

/* VAR is defined at BLOCK, AT.  */
static bool
define (struct verifier *v, lk_var var, uint32_t block, uint32_t at)
{
  if (v->graph->vars[var].class_ != LK_VAR_VALUE)
    return wrong (v, "block %" PRIu32 ": %s is no value and cannot be defined",
		  block, spell (v, var));
  if (v->defined[var].block != NO_BLOCK)
    return wrong (v, "%s is defined twice, in block %" PRIu32
		  " and in block %" PRIu32, spell (v, var),
		  v->defined[var].block, block);
  v->defined[var] = (struct point) { block, at };
  return true;
}

/* The destination of an assignment or a scalar result: a value that is
   defined, a place, or (a store through a pointer that is not known) nothing
   known.  */
static bool
check_dest (struct verifier *v, const struct lk_operand *dest, uint32_t block,
	    uint32_t at, const char *where)
{
  if (dest->kind == LK_CONST)
    return wrong (v, "%s: the destination is a constant", where);
  if (dest->kind == LK_UNKNOWN)
    return true;
  if (dest->path->addend)
    return wrong (v, "%s: the destination, in %s, has an addend", where,
		  spell (v, dest->path->root));
  return dest->path->nsel || define (v, dest->path->root, block, at);
}

static bool
check_call (struct verifier *v, const struct lk_event *ev, uint32_t block,
	    uint32_t at, const char *where)
{
  if (ev->n_args && (!ev->args || !ev->arg_flags))
    return wrong (v, "%s: the arguments are missing", where);
  for (uint32_t i = 0; i < ev->n_args; i++)
    {
      if (!check_operand (v, &ev->args[i], where))
	return false;
      if (ev->arg_flags[i]
	  & ~(LK_ARG_BY_VALUE | LK_ARG_CONST | LK_ARG_FORMATTED | LK_ARG_LENT
	      | LK_ARG_HOLDS | LK_ARG_PART | LK_ARG_AWAITER | LK_ARG_UNION
	      | LK_ARG_SCALAR))
	return wrong (v, "%s: argument %" PRIu32 " has unknown flags", where,
		      i + 1);
    }
  return (ev->aggregate_result
	  || check_dest (v, &ev->dest, block, at, where));
}

static bool
check_event (struct verifier *v, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  char where[60];
  snprintf (where, sizeof where, "block %" PRIu32 ", event %" PRIu32, block,
	    index);
  if (!check_operand (v, &ev->dest, where)
      || !check_operand (v, &ev->src, where))
    return false;
  if (ev->kind != LK_EVENT_CALL
      && (ev->callee || ev->n_args || ev->suppressed || ev->fills
	  || ev->aggregate_result || ev->throws || ev->member))
    return wrong (v, "%s: it is no call but has parts of one", where);
  if ((ev->member && ev->n_args == 0) || (ev->member_size && !ev->member))
    return wrong (v, "%s: it is said to have an object and has none", where);
  if (ev->kind != LK_EVENT_COPY && ev->kind != LK_EVENT_CLEAR && ev->size)
    return wrong (v, "%s: it has a size", where);
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      return check_dest (v, &ev->dest, block, index + 1, where);
    case LK_EVENT_COPY:
    case LK_EVENT_CLEAR:
      return true;
    case LK_EVENT_CALL:
      return check_call (v, ev, block, index + 1, where);
    case LK_EVENT_DEAD:
      if (ev->dest.kind != LK_PATH || ev->dest.path->nsel
	  || ev->dest.path->addend)
	return wrong (v, "%s: what dies is not a whole object", where);
      if (v->graph->vars[ev->dest.path->root].class_ != LK_VAR_OBJECT)
	return wrong (v, "%s: %s dies, but is no local object", where,
		      spell (v, ev->dest.path->root));
      return true;
    }
  return wrong (v, "%s: it has no kind", where);
}

/* ---- Blocks and edges.  ---- */

static bool
check_edges (struct verifier *v)
{
  struct lk_graph *graph = v->graph;
  uint64_t n_succs = 0, n_preds = 0;
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    {
      const struct lk_block *block = &graph->blocks[b];
      n_succs += block->n_succs;
      n_preds += block->n_preds;
      for (uint32_t i = 0; i < block->n_succs; i++)
	{
	  const struct lk_edge *e = block->succs[i];
	  if (e->from != b || e->to >= graph->n_blocks)
	    return wrong (v, "block %" PRIu32 ": successor %" PRIu32
			  " is of another block or leads nowhere", b, i);
	  const struct lk_block *to = &graph->blocks[e->to];
	  if (e->pred_index >= to->n_preds || to->preds[e->pred_index] != e)
	    return wrong (v, "block %" PRIu32 ": the edge to block %" PRIu32
			  " is not the predecessor it says", b, e->to);
	  if (e->flags & ~(LK_EDGE_EXCEPTION | LK_EDGE_DEFAULT))
	    return wrong (v, "block %" PRIu32 ": the edge to block %" PRIu32
			  " has unknown flags", b, e->to);
	}
      for (uint32_t i = 0; i < block->n_preds; i++)
	{
	  const struct lk_edge *e = block->preds[i];
	  if (e->to != b || e->pred_index != i || e->from >= graph->n_blocks)
	    return wrong (v, "block %" PRIu32 ": predecessor %" PRIu32
			  " is of another block", b, i);
	}
    }
  if (n_succs != n_preds)
    return wrong (v, "there are %" PRIu64 " successors, but %" PRIu64
		  " predecessors", n_succs, n_preds);
  return true;
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct lk_edge *x = *(const struct lk_edge *const *) a;
  const struct lk_edge *y = *(const struct lk_edge *const *) b;
  return (x->lo > y->lo) - (x->lo < y->lo);
}

static bool
check_switch (struct verifier *v, uint32_t b)
{
  const struct lk_block *block = &v->graph->blocks[b];
  const struct lk_edge **ranges
    = lk_arena_alloc_array (v->arena, block->n_succs, sizeof *ranges);
  uint32_t n = 0, n_defaults = 0;
  for (uint32_t i = 0; i < block->n_succs; i++)
    {
      const struct lk_edge *e = block->succs[i];
      if (e->flags & LK_EDGE_EXCEPTION)
	continue;
      if (e->flags & LK_EDGE_DEFAULT)
	n_defaults++;
      else
	ranges[n++] = e;
    }
  if (n_defaults > 1)
    return wrong (v, "block %" PRIu32 ": a switch with %" PRIu32 " defaults",
		  b, n_defaults);
  if (n + n_defaults == 0)
    return wrong (v, "block %" PRIu32 ": a switch without cases", b);
  qsort (ranges, n, sizeof *ranges, compare_ranges);
  for (uint32_t i = 0; i < n; i++)
    {
      if (ranges[i]->lo > ranges[i]->hi)
	return wrong (v, "block %" PRIu32 ": the case %" PRId64 "..%" PRId64
		      " is empty", b, ranges[i]->lo, ranges[i]->hi);
      if (i && ranges[i - 1]->hi >= ranges[i]->lo)
	return wrong (v, "block %" PRIu32 ": the cases %" PRId64 "..%" PRId64
		      " and %" PRId64 "..%" PRId64 " overlap", b,
		      ranges[i - 1]->lo, ranges[i - 1]->hi, ranges[i]->lo,
		      ranges[i]->hi);
    }
  return true;
}

static bool
check_terminator (struct verifier *v, uint32_t b)
{
  const struct lk_block *block = &v->graph->blocks[b];
  char where[40];
  snprintf (where, sizeof where, "block %" PRIu32, b);
  if (block->term > LK_TERM_END || block->op > LK_GE)
    return wrong (v, "%s: it has no terminator", where);
  if (!check_operand (v, &block->a, where)
      || !check_operand (v, &block->b, where))
    return false;

  uint32_t normal = 0;
  for (uint32_t i = 0; i < block->n_succs; i++)
    {
      uint32_t flags = block->succs[i]->flags;
      if ((flags & LK_EDGE_DEFAULT)
	  && (block->term != LK_TERM_SWITCH || (flags & LK_EDGE_EXCEPTION)))
	return wrong (v, "%s: a default that is none of a switch", where);
      if (flags & LK_EDGE_EXCEPTION)
	{
	  if (!block->n_events
	      || block->events[block->n_events - 1].kind != LK_EVENT_CALL)
	    return wrong (v, "%s: it throws, but does not end with a call",
			  where);
	}
      else if (block->term == LK_TERM_COND && i != normal)
	return wrong (v, "%s: an exceptional edge before those of the "
		      "condition", where);
      else
	normal++;
    }
  if (block->expected && block->term != LK_TERM_COND)
    return wrong (v, "%s: it is expected, but no condition", where);
  if (block->aggregate_result && block->term != LK_TERM_RETURN)
    return wrong (v, "%s: it returns a structure, but does not return", where);
  switch (block->term)
    {
    case LK_TERM_GOTO:
      return normal || wrong (v, "%s: it goes nowhere", where);
    case LK_TERM_COND:
      return (normal == 2
	      || wrong (v, "%s: a condition with %" PRIu32 " successors",
			where, normal));
    case LK_TERM_SWITCH:
      return check_switch (v, b);
    default:
      return (normal == 0
	      || wrong (v, "%s: it leaves the function, but has successors",
			where));
    }
}

static bool
check_blocks (struct verifier *v)
{
  struct lk_graph *graph = v->graph;
  if (graph->n_blocks == 0)
    return wrong (v, "there is no entry block");
  if (graph->blocks[0].n_preds)
    return wrong (v, "block 0, the entry, has a predecessor");
  if (graph->blocks[0].n_phis)
    return wrong (v, "block 0, the entry, has a phi");
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    {
      const struct lk_block *block = &graph->blocks[b];
      char where[40];
      snprintf (where, sizeof where, "block %" PRIu32, b);
      for (uint32_t i = 0; i < block->n_phis; i++)
	{
	  const struct lk_phi *phi = &block->phis[i];
	  if (phi->result >= graph->n_vars)
	    return wrong (v, "%s: a phi without a result", where);
	  if (!define (v, phi->result, b, 0))
	    return false;
	  if (block->n_preds && !phi->args)
	    return wrong (v, "%s: the phi of %s has no arguments", where,
			  spell (v, phi->result));
	  for (uint32_t j = 0; j < block->n_preds; j++)
	    if (!check_operand (v, &phi->args[j], where))
	      return false;
	}
      for (uint32_t i = 0; i < block->n_events; i++)
	if (!check_event (v, b, i))
	  return false;
      if (!check_terminator (v, b))
	return false;
    }
  return true;
}

/* ---- Dominance.  ---- */

/* Number the reachable blocks in reverse post-order.  */
static void
find_order (struct verifier *v)
{
  struct lk_graph *graph = v->graph;
  uint32_t n = graph->n_blocks;
  uint32_t *stack = lk_arena_alloc_array (v->arena, n, sizeof *stack);
  uint32_t *next = lk_arena_alloc_array (v->arena, n, sizeof *next);
  bool *seen = lk_arena_alloc_array (v->arena, n, sizeof *seen);
  v->order = lk_arena_alloc_array (v->arena, n, sizeof *v->order);
  v->number = lk_arena_alloc_array (v->arena, n, sizeof *v->number);
  uint32_t depth = 0, left = n;
  stack[depth++] = 0;
  seen[0] = true;
  while (depth)
    {
      uint32_t b = stack[depth - 1];
      const struct lk_block *block = &graph->blocks[b];
      if (next[b] < block->n_succs)
	{
	  uint32_t to = block->succs[next[b]++]->to;
	  if (!seen[to])
	    {
	      seen[to] = true;
	      stack[depth++] = to;
	    }
	}
      else
	{
	  v->order[--left] = b;
	  depth--;
	}
    }
  v->n_order = n - left;
  v->order += left;
  for (uint32_t b = 0; b < n; b++)
    v->number[b] = NO_BLOCK;
  for (uint32_t i = 0; i < v->n_order; i++)
    v->number[v->order[i]] = i;
}

/* Immediate dominators of the reachable blocks, all in their numbers.  */
static void
find_dominators (struct verifier *v)
{
  uint32_t n = v->n_order;
  v->idom = lk_arena_alloc_array (v->arena, n, sizeof *v->idom);
  for (uint32_t i = 1; i < n; i++)
    v->idom[i] = NO_BLOCK;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 1; i < n; i++)
	{
	  const struct lk_block *block = &v->graph->blocks[v->order[i]];
	  uint32_t idom = NO_BLOCK;
	  for (uint32_t j = 0; j < block->n_preds; j++)
	    {
	      uint32_t p = v->number[block->preds[j]->from];
	      if (p == NO_BLOCK || v->idom[p] == NO_BLOCK)
		continue;
	      if (idom == NO_BLOCK)
		idom = p;
	      while (idom != p)
		if (idom > p)
		  idom = v->idom[idom];
		else
		  p = v->idom[p];
	    }
	  if (v->idom[i] != idom)
	    {
	      v->idom[i] = idom;
	      changed = true;
	    }
	}
    }
}

/* The blocks that a block dominates have consecutive places in a walk over
   the dominator tree: with these, dominance is two comparisons.  */

struct interval
{
  uint32_t first, last;
};

static struct interval *
find_intervals (struct verifier *v)
{
  uint32_t n = v->n_order;
  struct interval *in = lk_arena_alloc_array (v->arena, n, sizeof *in);
  uint32_t *size = lk_arena_alloc_array (v->arena, n, sizeof *size);
  uint32_t *used = lk_arena_alloc_array (v->arena, n, sizeof *used);
  /* A dominator has the smaller number, so one pass up sums the sizes of the
     subtrees, and one pass down hands out the intervals.  */
  for (uint32_t i = n; i-- > 0;)
    {
      size[i]++;
      if (i)
	size[v->idom[i]] += size[i];
    }
  for (uint32_t i = 0; i < n; i++)
    {
      if (i)
	{
	  uint32_t up = v->idom[i];
	  in[i].first = in[up].first + 1 + used[up];
	  used[up] += size[i];
	}
      in[i].last = in[i].first + size[i] - 1;
    }
  return in;
}

struct dominance
{
  struct verifier *v;
  struct interval *in;
  /* By variable: where a value without an event may first be used, once it is
     known.  */
  struct point *available;
  uint8_t *state;		/* 0 unknown, 1 being found, 2 known.  */
};

static bool
validate_dominates (struct dominance *d, uint32_t above, uint32_t below)
{
  struct interval *a = &d->in[d->v->number[above]];
  struct interval *b = &d->in[d->v->number[below]];
  return a->first <= b->first && b->first <= a->last;
}

/* Whether what is there from A on is there at B, both reachable.  */
static bool
point_reaches (struct dominance *d, struct point a, struct point b)
{
  return a.block == b.block ? a.at <= b.at : validate_dominates (d, a.block, b.block);
}

/* Operands of VAR's definition: at most two roots.  */
static unsigned
definition_roots (const struct lk_variable *variable, lk_var roots[2])
{
  unsigned n = 0;
  if (variable->def.kind == LK_DEF_OTHER)
    return 0;
  if (variable->def.a.kind == LK_PATH)
    roots[n++] = variable->def.a.path->root;
  if (variable->def.b.kind == LK_PATH)
    roots[n++] = variable->def.b.path->root;
  return n;
}

/* From where on VAR, a value, can be used: the definition, else the later of
   the points from which on the operands of its definition can be.  The
   operands' operands are found first, on an explicit stack.  */
static bool
find_available (struct dominance *d, lk_var var)
{
  struct verifier *v = d->v;
  struct lk_graph *graph = v->graph;
  size_t depth = 0, room = lk_more_room (0, 64);
  lk_var *stack = lk_xmalloc (room * sizeof *stack);
  stack[depth++] = var;
  bool ok = true;
  while (ok && depth)
    {
      lk_var top = stack[depth - 1], roots[2];
      unsigned n = definition_roots (&graph->vars[top], roots);
      bool pushed = false;
      if (d->state[top] == 2)
	{
	  depth--;
	  continue;
	}
      struct point here = { 0, 0 };
      bool found = (graph->vars[top].class_ != LK_VAR_VALUE
		    || v->defined[top].block != NO_BLOCK);
      if (graph->vars[top].class_ == LK_VAR_VALUE && found)
	{
	  here = v->defined[top];
	  here.at++;
	}
      for (unsigned i = 0; ok && !found && i < n; i++)
	if (d->state[roots[i]] == 0)
	  {
	    if (depth == room)
	      {
		room = lk_more_room (room, 64);
		stack = lk_xrealloc (stack, room * sizeof *stack);
	      }
	    stack[depth++] = roots[i];
	    pushed = true;
	  }
	else if (d->state[roots[i]] == 1)
	  ok = wrong (v, "%s is defined by itself", spell (v, top));
      if (ok && !pushed)
	{
	  for (unsigned i = 0; ok && !found && i < n; i++)
	    {
	      struct point other = d->available[roots[i]];
	      /* Out of a block that cannot be reached: so is every use.  */
	      if (v->number[here.block] == NO_BLOCK)
		break;
	      if (v->number[other.block] == NO_BLOCK
		  || point_reaches (d, here, other))
		here = other;
	      else if (!point_reaches (d, other, here))
		ok = wrong (v, "%s is defined by two values that are nowhere "
			    "both there", spell (v, top));
	    }
	  d->available[top] = here;
	  d->state[top] = 2;
	  depth--;
	}
      else
	d->state[top] = 1;
    }
  free (stack);
  return ok;
}

/* Check that what OP needs is there at USE.  */
static bool
check_use (struct dominance *d, const struct lk_operand *op, struct point use)
{
  struct verifier *v = d->v;
  if (op->kind != LK_PATH)
    return true;
  lk_var root = op->path->root;
  if (v->graph->vars[root].class_ != LK_VAR_VALUE)
    return true;
  struct point from = d->available[root];
  if (v->number[from.block] == NO_BLOCK || !point_reaches (d, from, use))
    return wrong (v, "block %" PRIu32 ": %s is used where its definition, in "
		  "block %" PRIu32 ", need not have been", use.block,
		  spell (v, root), from.block);
  return true;
}

static bool
check_uses_of_block (struct dominance *d, uint32_t b)
{
  struct verifier *v = d->v;
  struct lk_graph *graph = v->graph;
  const struct lk_block *block = &graph->blocks[b];
  struct point use = { b, 0 };
  for (uint32_t i = 0; i < block->n_events; i++)
    {
      const struct lk_event *ev = &block->events[i];
      use.at = i + 1;
      bool defines = (ev->dest.kind == LK_PATH && ev->dest.path->nsel == 0
		      && (ev->kind == LK_EVENT_ASSIGN
			  || (ev->kind == LK_EVENT_CALL
			      && !ev->aggregate_result)));
      if (!check_use (d, &ev->src, use)
	  || (!defines && !check_use (d, &ev->dest, use)))
	return false;
      for (uint32_t j = 0; j < ev->n_args; j++)
	if (!check_use (d, &ev->args[j], use))
	  return false;
    }
  use.at = block->n_events + 1;
  if (!check_use (d, &block->a, use) || !check_use (d, &block->b, use))
    return false;

  for (uint32_t i = 0; i < block->n_succs; i++)
    {
      const struct lk_edge *e = block->succs[i];
      const struct lk_block *to = &graph->blocks[e->to];
      /* Where the last call throws, its result has not been assigned.  */
      use.at = block->n_events + !(e->flags & LK_EDGE_EXCEPTION);
      for (uint32_t j = 0; j < to->n_phis; j++)
	if (!check_use (d, &to->phis[j].args[e->pred_index], use))
	  return false;
    }
  return true;
}

static bool
check_dominance (struct verifier *v)
{
  find_order (v);
  find_dominators (v);
  uint32_t n_vars = v->graph->n_vars;
  struct dominance d = { v, find_intervals (v), NULL, NULL };
  d.available = lk_arena_alloc_array (v->arena, n_vars, sizeof *d.available);
  d.state = lk_arena_alloc_array (v->arena, n_vars, sizeof *d.state);
  for (lk_var i = 0; i < n_vars; i++)
    if (d.state[i] != 2 && !find_available (&d, i))
      return false;
  for (uint32_t i = 0; i < v->n_order; i++)
    if (!check_uses_of_block (&d, v->order[i]))
      return false;
  return true;
}

const char *
lk_graph_verify (struct lk_graph *graph)
{
  struct verifier v;
  memset (&v, 0, sizeof v);
  v.graph = graph;
  v.arena = lk_arena_new ();
  v.n_known = graph->n_paths;
  v.known = lk_arena_alloc_array (v.arena, v.n_known, sizeof *v.known);
  v.defined = lk_arena_alloc_array (v.arena, graph->n_vars,
				    sizeof *v.defined);
  for (lk_var i = 0; i < graph->n_vars; i++)
    v.defined[i].block = NO_BLOCK;
  if (check_variables (&v) && check_definitions (&v) && check_edges (&v)
      && check_blocks (&v))
    check_dominance (&v);
  lk_arena_free (v.arena);
  return v.message;
}
