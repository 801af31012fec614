/* Calls of lambdas, replaced by their bodies.

   A lambda that captures by reference reaches the variables of its function through the object
   that holds the captures, two loads away.  Where its body has no branches, the call becomes the
   events of the body, and a load of what the object holds becomes what the function has stored
   there: `[&] { fclose (f); } ();' is the call of fclose.  All that is asked of a graph then has
   the same answer for both.

   Not if the lambda, or a function that it calls, acquires something that is not stored in
   memory or returned: that obligation is the lambda's own. Nor if a call in the body that is not
   the last throws where the function has a cleanup or a handler for the call.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "function-internal.h"

/* A body that is being copied to the place of a call.  */
struct copying
{
  struct lk_graph *from, *to;
  uint32_t block;		/* Of TO.  */
  const struct lk_event *call;
  bool caught;			/* TO may catch an exception of the call.  */
  bool acquires;		/* For TO: a report stands at the call.  */
  struct lk_event *events;	/* The block's new ones.  */
  uint32_t n;
  struct { bool known; lk_var root; int64_t addend; } *vars;	/* By variable of FROM.  */
  uint32_t users;		/* Numbers of TO's user variables are smaller.  */
};

/* ---- Which bodies.  ---- */

/* Return the block that follows BL, which ends in no branch; NULL: there are more, or none.  */
static const struct lk_block *
next_in_line (const struct lk_graph *g, const struct lk_block *bl)
{
  const struct lk_block *next = NULL;
  for (uint32_t i = 0; i < bl->n_succs; i++)
    if (bl->term != LK_TERM_GOTO || (bl->succs[i]->flags & LK_EDGE_EXCEPTION) || next)
      return NULL;
    else
      next = &g->blocks[bl->succs[i]->to];
  return next;
}

/* Return the number of events of G if it has no branches and returns; else UINT32_MAX.  */
static uint32_t
straight_events (const struct lk_graph *g)
{
  const struct lk_block *bl = g->blocks;
  uint32_t n_blocks = 0, n = 0;
  for (; bl; bl = next_in_line (g, bl))
    {
      if (++n_blocks > g->n_blocks || bl->n_phis)
	return UINT32_MAX;
      n += bl->n_events;
      if (bl->term == LK_TERM_RETURN)
	return bl->aggregate_result ? UINT32_MAX : n;
    }
  return UINT32_MAX;
}

/* Return true if FN, or what it calls, acquires.  */
static bool
may_acquire (struct lk_unit *unit, struct lk_function *fn)
{
  bool *seen = lk_xmalloc (unit->n_functions + 1), acquires = false;
  struct lk_function **all = lk_xmalloc ((unit->n_functions + 1) * sizeof *all);
  uint32_t n = 0;
  memset (seen, 0, unit->n_functions + 1);
  seen[fn->index] = true;
  all[n++] = fn;
  for (uint32_t k = 0; k < n && !acquires; k++)
    {
      const struct function_info *info = all[k]->engine;
      acquires = info && info->acquires;
      for (unsigned i = 0; info && i < info->n_callees; i++)
	if (!seen[info->callees[i]->index])
	  {
	    seen[info->callees[i]->index] = true;
	    all[n++] = info->callees[i];
	  }
    }
  free (seen);
  free (all);
  return acquires;
}

/* Return true if BL may catch an exception of its last event.  */
static bool
catches (const struct lk_block *bl)
{
  for (uint32_t i = 0; i < bl->n_succs; i++)
    if (bl->succs[i]->flags & LK_EDGE_EXCEPTION)
      return true;
  return false;
}

/* Return the last event of G, which has no branches; NULL: there is none.  *RETURNED: the value
   that G returns.  */
static const struct lk_event *
last_event (const struct lk_graph *g, struct lk_operand *returned)
{
  const struct lk_event *last = NULL;
  *returned = g->blocks[0].a;
  for (const struct lk_block *bl = g->blocks; bl; bl = next_in_line (g, bl))
    {
      if (bl->n_events)
	last = &bl->events[bl->n_events - 1];
      *returned = bl->a;
    }
  return last;
}

/* Return true if the last event of G is a call whose result G returns, and INTO is the variable
   that the result of G goes to.  */
static bool
returns_last (const struct lk_graph *g, const struct lk_operand *into)
{
  struct lk_operand returned;
  const struct lk_event *last = last_event (g, &returned);
  return (last && last->kind == LK_EVENT_CALL && last->dest.kind == LK_PATH
	  && !last->dest.path->nsel && !last->aggregate_result && returned.kind == LK_PATH
	  && returned.path == last->dest.path && into->kind == LK_PATH && !into->path->nsel);
}

/* Return true if EV may acquire.  */
static bool
event_acquires (struct lk_unit *unit, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee)
    return false;
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE)
      return true;
  return may_acquire (unit, ev->callee);
}

/* Return true if V, a value of G, is stored in memory, or G, which has no branches, returns it.  */
static bool
is_handed_out (const struct lk_graph *g, const struct lk_operand *v)
{
  struct lk_operand returned;
  last_event (g, &returned);
  if (returned.kind == LK_PATH && returned.path == v->path)
    return true;
  for (const struct lk_block *bl = g->blocks; bl; bl = next_in_line (g, bl))
    for (uint32_t i = 0; i < bl->n_events; i++)
      {
	const struct lk_event *ev = &bl->events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH && ev->src.path == v->path
	    && ev->dest.kind == LK_PATH && ev->dest.path->nsel)
	  return true;
      }
  return false;
}

/* Return true if all that the lambda of G, which has no branches, acquires is what a call results
   in, and goes to its caller.  Anything else is the lambda's own.  */
static bool
acquires_for_caller (struct lk_unit *unit, const struct lk_graph *g)
{
  for (const struct lk_block *bl = g->blocks; bl; bl = next_in_line (g, bl))
    for (uint32_t i = 0; i < bl->n_events; i++)
      {
	const struct lk_event *ev = &bl->events[i];
	if (event_acquires (unit, ev)
	    && (ev->dest.kind != LK_PATH || ev->aggregate_result
		|| (!ev->dest.path->nsel && !is_handed_out (g, &ev->dest))))
	  return false;
      }
  return true;
}

/* Return the graph of EV's callee if its events may stand for EV, event INDEX of BL; else NULL.  */
static struct lk_graph *
inlined_graph (struct lk_unit *unit, struct lk_function *fn, const struct lk_block *bl,
	       uint32_t index, const struct lk_event *ev)
{
  struct lk_function *callee = ev->callee;
  if (ev->kind != LK_EVENT_CALL || !callee || callee == fn || ev->aggregate_result || ev->suppressed
      || (callee->flags & (LK_FN_LAMBDA | LK_FN_BODY | LK_FN_DISPATCH))
	 != (LK_FN_LAMBDA | LK_FN_BODY)
      || !ev->n_args || ev->args[0].kind != LK_PATH || ev->args[0].path->nsel)
    return NULL;
  struct lk_graph *g = function_graph (unit, callee);
  uint32_t n_events = g ? straight_events (g) : UINT32_MAX;
  if (n_events == UINT32_MAX || g->n_formals != ev->n_args)
    return NULL;
  /* (With those of the lambdas that it calls.)  */
  if (n_events > MAX_SHORT_FUNCTION)
    {
      limit_met (unit, callee, LIMIT_SHORT_FUNCTION);
      return NULL;
    }
  for (uint32_t i = 0; i < ev->n_args; i++)
    if (ev->arg_flags[i] & LK_ARG_BY_VALUE)
      return NULL;
  if (may_acquire (unit, callee) && !acquires_for_caller (unit, g))
    return NULL;
  bool caught = index + 1 == bl->n_events && catches (bl);
  struct lk_operand returned;
  const struct lk_event *last = NULL;
  if (ev->dest.kind != LK_PATH || returns_last (g, &ev->dest))
    last = last_event (g, &returned);
  for (const struct lk_block *b = g->blocks; b; b = next_in_line (g, b))
    for (uint32_t i = 0; i < b->n_events; i++)
      {
	if (caught && b->events[i].throws && &b->events[i] != last)
	  return NULL;
      }
  return g;
}

/* ---- Copying.  ---- */

/* Return what the function stores at OFFSET of the object CLOSURE, once; NULL: it stores there more
   often, or no value or address.  */
static const struct lk_path *
captured (const struct lk_graph *g, lk_var closure, int64_t offset)
{
  const struct lk_path *found = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->dest.kind != LK_PATH || ev->dest.path->root != closure
	    || ev->kind == LK_EVENT_DEAD)
	  continue;
	if (ev->kind != LK_EVENT_ASSIGN || ev->dest.path->nsel != 1)
	  return NULL;
	if (ev->dest.path->sel[0] != offset)
	  continue;
	if (found || ev->src.kind != LK_PATH || ev->src.path->nsel)
	  return NULL;
	found = ev->src.path;
      }
  return found;
}

static void
copy_variable (struct copying *c, lk_var v)
{
  /* (Adding one moves the others.)  */
  struct lk_variable var = c->from->vars[v];
  lk_var new = var.class_ == LK_VAR_GLOBAL ? find_global (c->to, var.entity) : LK_NO_VAR;
  if (new == LK_NO_VAR)
    {
      new = lk_graph_add_var (c->to, var.class_, var.name,
			      var.user ? var.user + c->users : 0);
      c->to->vars[new].length = var.length;
      c->to->vars[new].fixed = var.fixed;
      c->to->vars[new].begins = var.begins;
      c->to->vars[new].begin = var.begin;
      c->to->vars[new].entity = var.entity;
      c->to->vars[new].declared = var.declared;
    }
  c->vars[v].known = true;
  c->vars[v].root = new;
}

static const struct lk_path *
copy_path (struct copying *c, const struct lk_path *p)
{
  int64_t *sel = lk_xmalloc ((p->nsel + 1) * sizeof *sel), addend = p->addend;
  if (!c->vars[p->root].known)
    copy_variable (c, p->root);
  int64_t base = c->vars[p->root].addend;
  if (p->nsel)
    {
      memcpy (sel, p->sel, p->nsel * sizeof *sel);
      sel[0] = add_offsets (sel[0], base);
    }
  else
    addend = add_offsets (addend, base);
  const struct lk_path *copy = lk_path_make (c->to, c->vars[p->root].root, p->nsel, sel, addend);
  if (p->name)
    lk_path_set_name (c->to, copy, p->name);
  if (p->field)
    lk_path_set_field (copy, p->field);
  free (sel);
  return copy;
}

static struct lk_operand
copy_operand (struct copying *c, const struct lk_operand *op)
{
  struct lk_operand copy = *op;
  if (op->kind == LK_PATH)
    copy.path = copy_path (c, op->path);
  return copy;
}

/* The value VAR of TO is SRC.  */
static struct lk_operand
add_assigned (struct copying *c, lk_var var, struct lk_operand src)
{
  struct lk_event *ev = &c->events[c->n++];
  memset (ev, 0, sizeof *ev);
  ev->kind = LK_EVENT_ASSIGN;
  ev->loc = c->call->loc;
  ev->dest = lk_operand_path (lk_path_make (c->to, var, 0, NULL, 0));
  ev->src = src;
  return ev->dest;
}

/* The formals of FROM are the arguments of the call.  */
static void
bind_formals (struct copying *c)
{
  for (uint32_t i = 0; i < c->from->n_formals; i++)
    {
      lk_var formal = c->from->formals[i];
      struct lk_operand arg = c->call->args[i];
      if (arg.kind != LK_PATH || arg.path->nsel)
	{
	  const char *name = c->from->vars[formal].name;
	  arg = add_assigned (c, lk_graph_add_var (c->to, LK_VAR_VALUE, name, 0), arg);
	}
      c->vars[formal].known = true;
      c->vars[formal].root = arg.path->root;
      c->vars[formal].addend = arg.path->addend;
    }
}

/* Return true if EV loads what the function has stored in the object of the captures: its value
   has that name then.  */
static bool
loads_captured (struct copying *c, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_ASSIGN || ev->dest.path->nsel || ev->src.kind != LK_PATH
      || !lk_is_first_formal (c->from, ev->src.path->root) || ev->src.path->nsel != 1
      || ev->src.path->addend)
    return false;
  lk_var closure = c->call->args[0].path->root;
  const struct lk_path *held
    = (c->to->vars[closure].class_ == LK_VAR_OBJECT && !c->call->args[0].path->addend
       ? captured (c->to, closure, ev->src.path->sel[0]) : NULL);
  if (!held)
    return false;
  lk_var v = ev->dest.path->root;
  c->vars[v].known = true;
  c->vars[v].root = held->root;
  c->vars[v].addend = held->addend;
  return true;
}

static void
copy_event (struct copying *c, const struct lk_event *ev)
{
  if (loads_captured (c, ev))
    return;
  struct lk_event copy = *ev;
  copy.dest = copy_operand (c, &ev->dest);
  copy.src = copy_operand (c, &ev->src);
  if (ev->n_args)
    {
      copy.args = lk_graph_alloc (c->to, ev->n_args * sizeof *copy.args);
      copy.arg_flags = lk_graph_alloc (c->to, ev->n_args * sizeof *copy.arg_flags);
      memcpy (copy.arg_flags, ev->arg_flags, ev->n_args * sizeof *copy.arg_flags);
    }
  for (uint32_t i = 0; i < ev->n_args; i++)
    copy.args[i] = copy_operand (c, &ev->args[i]);
  if (ev->element)
    {
      if (!c->vars[ev->element - 1].known)
	copy_variable (c, ev->element - 1);
      copy.element = c->vars[ev->element - 1].root + 1;
    }
  if (c->acquires && ev->kind == LK_EVENT_CALL)
    copy.loc = c->call->loc;
  copy.throws = ev->throws && c->call->throws && !c->caught;
  c->events[c->n++] = copy;
}

/* Copy what is known of the values of FROM that are new in TO.  */
static void
copy_definitions (struct copying *c)
{
  for (lk_var v = 0; v < c->from->n_vars; v++)
    {
      struct lk_definition def = c->from->vars[v].def;
      if (!c->vars[v].known || def.kind == LK_DEF_OTHER
	  || c->from->vars[v].class_ != LK_VAR_VALUE)
	continue;
      def.a = copy_operand (c, &def.a);
      def.b = copy_operand (c, &def.b);
      c->to->vars[c->vars[v].root].def = def;
    }
}

static void
copy_body (struct copying *c)
{
  const struct lk_block *bl = c->from->blocks;
  bool result = returns_last (c->from, &c->call->dest);
  bind_formals (c);
  if (result)
    {
      struct lk_operand returned;
      last_event (c->from, &returned);
      c->vars[returned.path->root].known = true;
      c->vars[returned.path->root].root = c->call->dest.path->root;
    }
  for (; bl; bl = next_in_line (c->from, bl))
    {
      for (uint32_t i = 0; i < bl->n_events; i++)
	copy_event (c, &bl->events[i]);
      if (bl->term != LK_TERM_RETURN)
	continue;
      if (c->call->dest.kind == LK_PATH && !result)
	{
	  struct lk_event *ev = &c->events[c->n++];
	  memset (ev, 0, sizeof *ev);
	  ev->kind = LK_EVENT_ASSIGN;
	  ev->loc = c->call->loc;
	  ev->dest = c->call->dest;
	  ev->src = copy_operand (c, &bl->a);
	}
      break;
    }
  copy_definitions (c);
}

/* Replace event INDEX of BLOCK of G by the events of FROM.  Return the number of events of the
   block that come after it.  */
static uint32_t
inline_call (struct lk_unit *unit, struct lk_graph *g, uint32_t block, uint32_t index,
	     struct lk_graph *from)
{
  struct lk_block *bl = &g->blocks[block];
  uint32_t after = bl->n_events - index - 1;
  uint32_t room = bl->n_events + straight_events (from) + from->n_formals + 1;
  struct lk_event call = bl->events[index];
  struct copying c = { .from = from, .to = g, .block = block, .call = &call,
		       .acquires = may_acquire (unit, call.callee),
		       .caught = !after && catches (bl) };
  for (lk_var v = 0; v < g->n_vars; v++)
    if (g->vars[v].user > c.users)
      c.users = g->vars[v].user;
  c.events = lk_graph_alloc (g, room * sizeof *c.events);
  c.vars = lk_xmalloc ((from->n_vars + 1) * sizeof *c.vars);
  memset (c.vars, 0, (from->n_vars + 1) * sizeof *c.vars);
  memcpy (c.events, bl->events, index * sizeof *c.events);
  c.n = index;
  copy_body (&c);
  memcpy (c.events + c.n, bl->events + index + 1, after * sizeof *c.events);
  bl->events = c.events;
  bl->n_events = c.n + after;
  free (c.vars);
  return after;
}

/* ---- The object of the captures.  ---- */

static bool
is_of (const struct lk_operand *op, lk_var v)
{
  return op->kind == LK_PATH && op->path->root == v;
}

/* Return true if G reads the object V, or passes it on.  */
static bool
is_used (const struct lk_graph *g, lk_var v)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (is_of (&bl->phis[i].args[k], v))
	    return true;
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (is_of (&ev->src, v) || (is_of (&ev->dest, v) && ev->kind != LK_EVENT_ASSIGN
				      && ev->kind != LK_EVENT_DEAD))
	    return true;
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    if (is_of (&ev->args[k], v))
	      return true;
	}
      if (is_of (&bl->a, v) || is_of (&bl->b, v))
	return true;
    }
  return false;
}

/* Return true if G uses the address of the object V.  */
static bool
is_addressed (const struct lk_graph *g, lk_var v)
{
  const struct lk_path *address = lk_path_make ((struct lk_graph *) g, v, 0, NULL, 0);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	bool whole = ev->kind != LK_EVENT_ASSIGN && ev->kind != LK_EVENT_DEAD;
	if ((is_of (&ev->src, v) && (whole || !ev->src.path->nsel))
	    || (is_of (&ev->dest, v) && whole && !ev->dest.path->nsel))
	  return true;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  if (is_of (&ev->args[k], v) && !ev->args[k].path->nsel)
	    return true;
      }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_phis; i++)
      for (uint32_t k = 0; k < g->blocks[b].n_preds; k++)
	if (is_of (&g->blocks[b].phis[i].args[k], v))
	  return true;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if ((g->blocks[b].a.kind == LK_PATH && g->blocks[b].a.path == address)
	|| (g->blocks[b].b.kind == LK_PATH && g->blocks[b].b.path == address))
      return true;
  return false;
}

/* The object V of G was in memory only because a lambda referred to it.  A load of what the same
   block has stored there is that value.  */
static void
forward_captured (struct lk_graph *g, lk_var v)
{
  if (g->vars[v].class_ != LK_VAR_OBJECT || is_addressed (g, v))
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_event *store = NULL;
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	{
	  struct lk_event *ev = &g->blocks[b].events[i];
	  if (ev->kind == LK_EVENT_ASSIGN && is_of (&ev->src, v) && ev->src.path->nsel == 1
	      && store && store->kind == LK_EVENT_ASSIGN && store->dest.path == ev->src.path
	      && !(store->src.kind == LK_PATH && store->src.path->nsel))
	    ev->src = store->src;
	  if (is_of (&ev->dest, v))
	    store = ev;
	}
    }
}

/* The calls by the object V of G have been replaced.  If nothing else uses it, remove what stores
   captures in it: no other object has the addresses of the function's variables then.  HELD, by
   variable, becomes true for these.  */
static void
drop_captures (struct lk_graph *g, lk_var v, bool *held)
{
  if (g->vars[v].class_ != LK_VAR_OBJECT || is_used (g, v))
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      uint32_t n = 0;
      for (uint32_t i = 0; i < bl->n_events; i++)
	if (bl->events[i].kind != LK_EVENT_ASSIGN || !is_of (&bl->events[i].dest, v))
	  bl->events[n++] = bl->events[i];
	else if (bl->events[i].src.kind == LK_PATH && !bl->events[i].src.path->nsel)
	  held[bl->events[i].src.path->root] = true;
      bl->n_events = n;
    }
}

void
inline_closures (struct lk_unit *unit, struct lk_function *fn)
{
  struct lk_graph *g = fn->graph;
  uint32_t n_vars = g->n_vars;
  bool *replaced = NULL;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_block *bl = &g->blocks[b];
	struct lk_graph *from = inlined_graph (unit, fn, bl, i, &bl->events[i]);
	if (!from)
	  continue;
	lk_var closure = bl->events[i].args[0].path->root;
	if (!replaced)
	  {
	    replaced = lk_xmalloc (n_vars + 1);
	    memset (replaced, 0, n_vars + 1);
	  }
	if (closure < n_vars)
	  replaced[closure] = true;
	uint32_t after = inline_call (unit, g, b, i, from);
	i = g->blocks[b].n_events - after - 1;
      }
  bool *held = replaced ? lk_xmalloc (g->n_vars + 1) : NULL;
  if (held)
    memset (held, 0, g->n_vars + 1);
  for (lk_var v = 0; replaced && v < n_vars; v++)
    if (replaced[v])
      drop_captures (g, v, held);
  for (lk_var v = 0; replaced && v < n_vars; v++)
    if (held[v])
      forward_captured (g, v);
  free (replaced);
  free (held);
  LK_CHECK (!lk_graph_verify (g));
}
