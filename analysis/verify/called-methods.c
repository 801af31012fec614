/* Called methods: what has certainly been called on one expression, at every point of a
   function: `this.f', a parameter.

   Unlike obligations these facts are merged at joins, to what holds on all paths.  A fact is a
   set of calls, and the values that are equal to the expression at this point, so that a call
   on a value that was loaded from a field counts.  Values that other functions may change are
   forgotten at calls, unless the fields on the way are final; the effect of the call itself is
   added after that, and where it throws nothing is forgotten.  On null nothing must be called,
   so for it everything counts as called.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

struct cstate
{
  bool reached;
  bool escaped;			/* Code elsewhere may have the object under construction.  */
  uint32_t met;
  uint8_t n_values;
  lk_var values[MAX_TRACKED];
};

static bool
has_value (const struct cstate *s, lk_var var)
{
  for (unsigned i = 0; i < s->n_values; i++)
    if (s->values[i] == var)
      return true;
  return false;
}

static void
add_value (const struct called *c, struct cstate *s, lk_var var)
{
  if (has_value (s, var))
    return;
  if (s->n_values == MAX_TRACKED)
    limit_met (c->v->unit, c->v->function, LIMIT_TRACKED);
  else
    s->values[s->n_values++] = var;
}

static void
forget (struct cstate *s)
{
  s->met = 0;
  s->n_values = 0;
}

static bool
merge (struct cstate *into, const struct cstate *s)
{
  if (!into->reached)
    {
      *into = *s;
      into->reached = true;
      return true;
    }
  uint32_t met = into->met & s->met;
  unsigned kept = 0;
  for (unsigned i = 0; i < into->n_values; i++)
    if (has_value (s, into->values[i]))
      into->values[kept++] = into->values[i];
  bool changed = (met != into->met || kept != into->n_values
		  || (s->escaped && !into->escaped));
  into->met = met;
  into->n_values = kept;
  into->escaped |= s->escaped;
  return changed;
}

/* OP is what the expression refers to.  */
static bool
is_it (const struct called *c, const struct cstate *s,
       const struct lk_operand *op)
{
  return (op->kind == LK_PATH
	  && (op->path == c->path
	      || (is_value (op) && has_value (s, op->path->root))));
}

/* ---- Events.  ---- */

/* Return true if OP is the object that the method or constructor runs on.  */
static bool
called_receiver (const struct verifier *v, const struct lk_operand *op)
{
  return (v->promise && v->promise->has_receiver && v->graph->n_formals && is_value (op)
	  && lk_is_first_formal (v->graph, op->path->root));
}

static void
assign_operand (struct called *c, struct cstate *s, const struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH)
    return;
  const struct lk_path *dest = ev->dest.path;
  bool same = is_it (c, s, &ev->src);
  s->escaped |= dest->nsel > 0 && called_receiver (c->v, &ev->src);
  if (dest == c->path)
    {
      if (same)
	return;
      forget (s);
      if (ev->src.kind == LK_CONST && ev->src.value == 0)
	s->met = must_all (c->must);
      else if (is_value (&ev->src))
	add_value (c, s, ev->src.path->root);
      return;
    }
  if (dest->nsel == 0)
    {
      for (unsigned i = 0; i < s->n_values; i++)
	if (s->values[i] == dest->root)
	  s->values[i] = s->values[--s->n_values];
      if (same)
	add_value (c, s, dest->root);
      return;
    }
  /* The same field of perhaps the same object, or one on the way.  */
  for (unsigned i = 0; i < c->path->nsel; i++)
    if (dest->sel[dest->nsel - 1] == c->path->sel[i]
	|| dest->sel[dest->nsel - 1] == LK_ANY)
      {
	if (dest->root != c->path->root
	    || dest->nsel != c->path->nsel || dest->field == c->path->field)
	  forget (s);
	return;
      }
}

static void
called_assign (struct called *c, struct cstate *s, const struct lk_event *ev)
{
  assign_operand (c, s, ev);
  /* A cast, which is checked where it stands, says what has been called.  */
  const struct lk_field_promise *declared
    = is_value (&ev->dest) ? c->v->graph->vars[ev->dest.path->root].declared : NULL;
  if (declared && declared->cast && declared->called && is_it (c, s, &ev->dest))
    s->met = must_call_each (c->must, s->met, declared->called);
  /* So does a field, to which only such values are assigned.  */
  const struct lk_field_promise *from
    = ev->src.kind == LK_PATH && ev->src.path->nsel ? ev->src.path->field : NULL;
  if (from && from->called && is_it (c, s, &ev->dest))
    s->met = must_call_each (c->must, s->met, from->called);
}

/* Return true if EV may change what the expression refers to.  In Java any code may have the
   object, unless it is still under construction and no code was given it; an owning field of
   the receiver is changed only by calls that create an obligation, if it is DISCIPLINED.  C
   programs pass a structure to the functions that change it.  */
static bool
called_reaches (const struct called *c, const struct cstate *s, const struct lk_event *ev)
{
  const struct lk_promise *called = event_promise (c->v, ev);
  if (c->v->function->flags & LK_FN_JAVA)
    return (c->construction ? s->escaped
	    : c->disciplined ? called && called->creates : true);
  /* A structure that is released whole, "free (s)", is not changed: it is gone, with what has
     not been released of it before.  */
  for (const struct lk_ensure *e = called ? called->ensures : NULL; e; e = e->next)
    if (e->when == LK_ENSURE_RETURN && !e->what.n_fields && !e->what.addend
	&& e->what.base >= 0 && (unsigned) e->what.base < ev->n_args
	&& is_value (&ev->args[e->what.base])
	&& ev->args[e->what.base].path->root == c->path->root)
      return false;
  enum lk_var_class root = c->v->graph->vars[c->path->root].class_;
  if (root == LK_VAR_GLOBAL && !(ev->callee && ev->callee->contract
				 && ev->callee->contract->complete))
    return true;
  for (unsigned i = 0; i < ev->n_args; i++)
    if (ev->args[i].kind == LK_PATH && ev->args[i].path->nsel == 0
	&& ev->args[i].path->root == c->path->root
	&& !(ev->arg_flags[i] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
      return true;
  return false;
}

/* Return true if OP is an array that is made here, and the expression is stored in it.  */
static bool
stored_in (const struct called *c, const struct cstate *s, const struct lk_operand *op)
{
  const struct lk_graph *g = c->v->graph;
  const struct lk_event *made = is_value (op) ? var_call (c->v->view, op->path->root) : NULL;
  if (!made || !made->callee || !(made->callee->flags & LK_FN_NEW))
    return false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel == 1
	    && ev->dest.path->root == op->path->root && is_it (c, s, &ev->src))
	  return true;
      }
  return false;
}

/* Return what EV, a call of a function with the promises P, meets of the expression as one of its
   variable arguments, or of the elements of an array that it owns.  */
static uint32_t
called_on_elements (const struct called *c, const struct cstate *s, const struct lk_promise *p,
		    const struct lk_event *ev)
{
  uint32_t add = 0;
  for (unsigned i = 0; i < p->n_args && i < ev->n_args; i++)
    {
      bool owns = p->args[i].owning && p->args[i].elements && !p->args[i].must;
      bool calls = p->variable && i >= p->first_variable;
      if ((owns || calls) && stored_in (c, s, &ev->args[i]))
	add = owns ? must_all (c->must) : must_call_each (c->must, add, p->variable);
    }
  return add;
}

static void
call (struct called *c, struct cstate *s, const struct lk_event *ev,
      bool exception)
{
  struct verifier *v = c->v;
  const struct lk_promise *p = event_promise (v, ev);
  bool own_constructor = p && delegates (v, ev, p);
  /* A constructor of a superclass may not assign the members of this class.  */
  bool above = own_constructor && p->owner != v->promise->owner;
  for (unsigned i = 0; !above && i < ev->n_args; i++)
    s->escaped |= called_receiver (v, &ev->args[i]);
  /* Before any value is forgotten.  */
  bool receiver = (p && p->has_receiver && ev->n_args
		   && is_it (c, s, &ev->args[0]));
  uint32_t add = 0;
  if (receiver && !p->constructor)
    add = must_call (c->must, add, p->member);
  for (const struct lk_ensure *e = p ? p->ensures : NULL; e; e = e->next)
    if (e->when == (exception ? LK_ENSURE_EXCEPTION : LK_ENSURE_RETURN)
	&& !e->n_conditions)
      {
	const struct lk_path *path = expression_at (v, &e->what, ev);
	struct lk_operand op = { LK_PATH, 0, path };
	if (path && is_it (c, s, &op))
	  add = must_call_each (c->must, add, e->methods);
      }
  if (exception)
    {
      s->met |= add;
      return;
    }
  if (p)
    add |= called_on_elements (c, s, p, ev);
  /* A value that another owner has now does not matter to an assignment to the field.  */
  for (unsigned i = 0; c->transfer && p && i < p->n_args && i < ev->n_args; i++)
    if (p->args[i].owning && is_it (c, s, &ev->args[i]))
      add = must_all (c->must);
  bool pure = (p ? p->pure || (receiver && p->keeps_receiver)
	       || (p->constructor && !own_constructor && !c->construction)
	       : ev->callee && (ev->callee->flags & (LK_FN_PURE | LK_FN_NEW)));
  pure |= above && c->construction;
  if (!pure && !c->constant && called_reaches (c, s, ev))
    forget (s);
  s->met |= add;
  /* Memory that has just been allocated holds nothing.  */
  if (is_value (&ev->dest) && c->path->nsel
      && ev->dest.path->root == c->path->root
      && !(v->function->flags & LK_FN_JAVA) && p && p->acquires)
    s->met = must_all (c->must);
  if (ev->dest.kind == LK_PATH)
    {
      struct lk_event store = { .kind = LK_EVENT_ASSIGN, .dest = ev->dest,
				.src = lk_operand_unknown () };
      if (!ev->aggregate_result)
	called_assign (c, s, &store);
      if (p && p->result.called && ev->dest.path == c->path)
	s->met = must_call_each (c->must, s->met, p->result.called);
    }
  for (const struct lk_creates *k = p ? p->creates : NULL; k; k = k->next)
    {
      const struct lk_path *path = expression_at (v, &k->what, ev);
      struct lk_operand op = { LK_PATH, 0, path };
      if (path && is_it (c, s, &op) && !v->unit->options.no_creates)
	s->met = 0;
    }
}

static void
called_step (struct called *c, struct cstate *s, const struct lk_event *ev)
{
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      called_assign (c, s, ev);
      break;
    case LK_EVENT_CALL:
      call (c, s, ev, false);
      break;
    case LK_EVENT_COPY:
    case LK_EVENT_CLEAR:
      if (ev->dest.kind == LK_PATH && ev->dest.path->root == c->path->root
	  && c->path->nsel)
	forget (s);
      break;
    case LK_EVENT_DEAD:
      break;
    }
}

/* ---- Branches.  ---- */

struct assuming
{
  struct called *c;
  struct cstate *s;
  bool idle;			/* This path has no result of interest.  */
};

static bool
disjoint (const struct lk_range *a, const struct lk_range *b)
{
  int64_t lo = a->lo > b->lo ? a->lo : b->lo;
  int64_t hi = a->hi < b->hi ? a->hi : b->hi;
  return lo > hi || (lo == hi && !(lk_range_contains (a, lo)
				   && lk_range_contains (b, lo)));
}

/* Set the value that C's function returns, if it is one value with one definition: then paths
   on which it is no result of interest can be left out.  */
static void
find_result (struct called *c)
{
  const struct lk_graph *g = c->v->graph;
  const struct lk_block *back = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_RETURN)
      {
	if (back)
	  c->range = NULL;
	back = &g->blocks[b];
      }
  if (!back || !is_value (&back->a))
    c->range = NULL;
  if (!c->range)
    return;
  c->result = back->a.path->root;
  uint32_t block = c->v->view->vars[c->result].def_block;
  if (block == UINT32_MAX || block_repeats (c->v->graph, block))
    c->range = NULL;
}

static void
called_assume (void *data, lk_var var, const struct lk_range *range)
{
  struct assuming *a = data;
  struct called *c = a->c;
  if (c->range && var == c->result && disjoint (range, c->range))
    a->idle = true;
  /* Nothing must be called on null, nor on what it would lead to.  */
  if (range->lo == 0 && range->hi == 0
      && (has_value (a->s, var)
	  || (c->path->nsel && c->path->root == var)))
    a->s->met = must_all (c->must);
  const struct lk_event *ev = var_event (c->v->view, var);
  const struct lk_promise *p = ev ? event_promise (c->v, ev) : NULL;
  if (!p)
    return;
  bool truth = !lk_range_contains (range, 0);
  if (!truth && !(range->lo == 0 && range->hi == 0))
    return;
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == (truth ? LK_ENSURE_TRUE : LK_ENSURE_FALSE))
      {
	const struct lk_path *path = expression_at (c->v, &e->what, ev);
	struct lk_operand op = { LK_PATH, 0, path };
	if (path && is_it (c, a->s, &op))
	  a->s->met = must_call_each (c->must, a->s->met, e->methods);
      }
}

/* ---- Solving.  ---- */

static bool
propagate (struct called *c, const struct cstate *from,
	   const struct lk_block *block, const struct lk_edge *edge)
{
  if (!edge_possible (block, edge))
    return false;
  struct cstate s = *from;
  struct lk_graph *g = c->v->graph;
  struct assuming a = { c, &s, false };
  assume_edge (c->v, block, edge, called_assume, &a);
  struct lk_block *to = &g->blocks[edge->to];
  for (uint32_t i = 0; i < to->n_phis; i++)
    {
      const struct lk_operand *arg = &to->phis[i].args[edge->pred_index];
      if (c->range && to->phis[i].result == c->result)
	{
	  if (arg->kind == LK_CONST && !lk_range_contains (c->range, arg->value))
	    a.idle = true;
	  else if (is_value (arg))
	    assume_value (c->v, arg->path->root, c->range, called_assume, &a);
	}
      bool same = is_it (c, &s, &to->phis[i].args[edge->pred_index]);
      for (unsigned k = 0; k < s.n_values; k++)
	if (s.values[k] == to->phis[i].result)
	  s.values[k] = s.values[--s.n_values];
      if (same)
	add_value (c, &s, to->phis[i].result);
    }
  return !a.idle && merge (c->at[edge->to], &s);
}

static bool
has_exception_edge (const struct lk_block *block)
{
  return (block->n_succs
	  && (block->succs[block->n_succs - 1]->flags & LK_EDGE_EXCEPTION));
}

static bool
solve_block (struct called *c, uint32_t number)
{
  const struct lk_block *block = &c->v->graph->blocks[number];
  struct cstate s = *c->at[number], thrown = s;
  bool changed = false, ends = false;
  for (uint32_t i = 0; i < block->n_events; i++)
    {
      if (i + 1 == block->n_events && has_exception_edge (block))
	{
	  thrown = s;
	  if (block->events[i].kind == LK_EVENT_CALL)
	    call (c, &thrown, &block->events[i], true);
	}
      called_step (c, &s, &block->events[i]);
      ends |= event_ends (c->v, &block->events[i]);
    }
  for (uint32_t i = 0; i < block->n_succs; i++)
    if (!ends || (block->succs[i]->flags & LK_EDGE_EXCEPTION))
      changed |= propagate (c, (block->succs[i]->flags & LK_EDGE_EXCEPTION
			      ? &thrown : &s), block, block->succs[i]);
  return changed;
}

/* Return which methods have been called on a parameter before the function begins, as its own
   promise requires of callers.  */
static uint32_t
called_by_callers (const struct called *c)
{
  const struct lk_promise *p = c->v->promise;
  const struct lk_graph *g = c->v->graph;
  for (uint32_t i = 0; p && c->path->nsel == 0 && i < p->n_args && i < g->n_formals; i++)
    if (g->formals[i] == c->path->root && p->args[i].called)
      return must_call_each (c->must, 0, p->args[i].called);
  return 0;
}

void
called_solve (struct called *c)
{
  struct verifier *v = c->v;
  uint32_t n = v->graph->n_blocks;
  if (c->range)
    find_result (c);
  c->at = lk_arena_alloc_array (v->arena, n, sizeof *c->at);
  uint32_t *order = lk_arena_alloc_array (v->arena, n, sizeof *order);
  for (uint32_t b = 0; b < n; b++)
    order[b] = UINT32_MAX;
  for (uint32_t b = 0; b < n; b++)
    {
      c->at[b] = lk_arena_alloc (v->arena, sizeof **c->at);
      if (v->view->order[b] != UINT32_MAX)
	order[v->view->order[b]] = b;
    }
  c->at[0]->reached = true;
  if (c->fresh)
    c->at[0]->met = must_all (c->must);
  else
    c->at[0]->met = called_by_callers (c);
  if (c->path->nsel == 0)
    add_value (c, c->at[0], c->path->root);
  /* Facts only shrink: this ends.  */
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < n; i++)
	if (order[i] != UINT32_MAX && c->at[order[i]]->reached)
	  changed |= solve_block (c, order[i]);
    }
}

static struct cstate
state_before (struct called *c, uint32_t block, uint32_t index)
{
  struct cstate s = *c->at[block];
  const struct lk_block *b = &c->v->graph->blocks[block];
  for (uint32_t i = 0; i < index && i < b->n_events; i++)
    called_step (c, &s, &b->events[i]);
  return s;
}

uint32_t
called_before (struct called *c, uint32_t block, uint32_t index)
{
  if (!c->at[block]->reached)
    return must_all (c->must);
  return state_before (c, block, index).met;
}

bool
called_same (struct called *c, uint32_t block, uint32_t index, lk_var var)
{
  struct cstate s = state_before (c, block, index);
  return has_value (&s, var);
}

bool
called_value (struct called *c, uint32_t block, uint32_t index, lk_var *var)
{
  struct cstate s = state_before (c, block, index);
  if (s.n_values)
    *var = s.values[0];
  return s.n_values != 0;
}

uint32_t
called_at_returns (struct called *c, const struct lk_range *range, lk_loc *at)
{
  struct verifier *v = c->v;
  uint32_t all = must_all (c->must), out = all;
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    {
      const struct lk_block *block = &v->graph->blocks[b];
      if (block->term != LK_TERM_RETURN || !c->at[b]->reached)
	continue;
      if (range && block->a.kind == LK_CONST
	  && !lk_range_contains (range, block->a.value))
	continue;
      bool ends = false;
      for (uint32_t i = 0; i < block->n_events && !ends; i++)
	ends = event_ends (v, &block->events[i]);
      if (ends)
	continue;
      struct cstate s = state_before (c, b, block->n_events);
      if (range && is_value (&block->a))
	{
	  struct assuming a = { c, &s, false };
	  assume_value (v, block->a.path->root, range, called_assume, &a);
	}
      if ((s.met & all) != all && out == all)
	*at = block->loc;
      out &= s.met;
    }
  return out;
}

uint32_t
called_at_exceptions (struct called *c, lk_loc *at)
{
  struct verifier *v = c->v;
  uint32_t all = must_all (c->must), out = all;
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    {
      const struct lk_block *block = &v->graph->blocks[b];
      if (!c->at[b]->reached)
	continue;
      struct cstate s = *c->at[b];
      for (uint32_t i = 0; i < block->n_events; i++)
	{
	  const struct lk_event *ev = &block->events[i];
	  if (ev->kind == LK_EVENT_CALL && ev->throws)
	    {
	      struct cstate thrown = s;
	      call (c, &thrown, ev, true);
	      if ((thrown.met & all) != all && out == all)
		*at = ev->loc;
	      out &= thrown.met;
	    }
	  called_step (c, &s, ev);
	}
      if (block->term == LK_TERM_UNWIND)
	{
	  if ((s.met & all) != all && out == all)
	    *at = block->loc;
	  out &= s.met;
	}
    }
  return out;
}
