/* Evidence that a member is in use when a method overwrites it.

   Most methods that fill a member are called only when it is empty: open (), init ().  A loss
   (leak/member-overwrite.c) is therefore reported only with evidence that the member is in use.
   On the path to the loss the method dereferences the handle, tests it or passes it on; or the
   method is an assignment operator; or all constructors fill the member; or the method is called
   repeatedly, for it counts what it opens, or compares a member, which it then sets, with an
   argument; or it replaces another member that the object owns; or another method of the class
   calls it with a filled member; or it is public and only such methods call it.

   The last six count only if the method releases the member on no path: else it knows when to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

/* Return true if every new object has something in the member.  */
static bool
always_filled (const struct lk_object_class *class_, int64_t selector)
{
  if (!class_->all_constructors || class_->n_constructors == 0)
    return false;
  for (unsigned i = 0; i < class_->n_constructors; i++)
    if (!kind_put (class_->constructors[i], selector))
      return false;
  return true;
}

/* ---- Is it in use?  ---- */

/* Return true if A is the place PATH.  */
static bool
is_place (const struct solver *solver, const struct lk_path *a, const struct lk_path *path)
{
  return (a && (a == path || (a->nsel && path_unfolded (solver->context.view, a)
			      == path_unfolded (solver->context.view, path))));
}

enum in_use { NOT_SHOWN, TESTED, LOOKED_AT };

static bool
member_read_from (const struct solver *solver, const struct lk_operand *op,
		  const struct lk_path *path)
{
  return (op->kind == LK_PATH
	  && is_place (solver, loaded_from (solver->context.view, op->path->root), path));
}

/* Return the event of the block of NODE that loses what is at PATH, at LOC; or NULL.  */
static const struct lk_event *
losing_event (const struct solver *solver, const struct node *node,
	      const struct lk_path *path, lk_loc loc)
{
  const struct lk_block *bl = &solver->context.graph->blocks[node->block];
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (ev->loc == loc
	  && ((ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	       && is_place (solver, ev->dest.path, path))
	      || (ev->kind == LK_EVENT_CALL && ev->callee
		  && (ev->callee->flags & LK_FN_LIBRARY))))
	return ev;
    }
  return NULL;
}

/* Return true if EV dereferences the value read from PATH, or passes it on.  */
static bool
looks_at (const struct solver *solver, const struct lk_event *ev,
	  const struct lk_path *path)
{
  if (ev->kind == LK_EVENT_CALL)
    for (uint32_t k = 0; k < ev->n_args; k++)
      if (member_read_from (solver, &ev->args[k], path))
	return true;
  if (ev->kind == LK_EVENT_COPY)
    return (member_read_from (solver, &ev->src, path)
	    || member_read_from (solver, &ev->dest, path));
  return (ev->kind == LK_EVENT_ASSIGN
	  && ((ev->src.kind == LK_PATH && ev->src.path->nsel
	       && member_read_from (solver, &ev->src, path))
	      || (ev->dest.kind == LK_PATH && ev->dest.path->nsel
		  && member_read_from (solver, &ev->dest, path))));
}

/* A copy of the member may outlive it ("old = p; p = new char[n]; memcpy (p, old, n)").  */

/* T is the loss of the last copy of what PATH held.  Return the event that assigned something else
   to PATH before, and set *AT to its node; NULL: there is none.  */
static const struct lk_event *
overwriting_event (const struct solver *solver, const struct terminal *t,
		   const struct lk_path *path, const struct node **at)
{
  const struct node *node = t->node;
  while (node && !fact_has (&node->fact, path))
    node = node->parent;
  const struct lk_block *bl = node ? &solver->context.graph->blocks[node->block] : NULL;
  for (uint32_t i = 0; bl && i < bl->n_events; i++)
    if (bl->events[i].kind == LK_EVENT_ASSIGN && bl->events[i].dest.kind == LK_PATH
	&& is_place (solver, bl->events[i].dest.path, path))
      {
	*at = node;
	return &bl->events[i];
      }
  return NULL;
}

/* Return true if OP is in a copy that FACT has, made of what was read from PATH.  */
static bool
in_copy (const struct solver *solver, const struct fact *fact, const struct lk_operand *op,
	 const struct lk_path *path)
{
  if (!member_read_from (solver, op, path))
    return false;
  for (unsigned i = 0; i < fact->n_paths; i++)
    if (fact->paths[i]->root == op->path->root && fact->paths[i]->nsel == 0)
      return true;
  return false;
}

/* Return true if EV dereferences a copy that FACT has of what was read from PATH, or passes one
   on.  */
static bool
looks_at_copy (const struct solver *solver, const struct fact *fact, const struct lk_event *ev,
	       const struct lk_path *path)
{
  const struct lk_operand *all[2] = { &ev->src, &ev->dest };
  for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
    if (in_copy (solver, fact, &ev->args[k], path))
      return true;
  for (unsigned k = 0; (ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY) && k < 2; k++)
    if (in_copy (solver, fact, all[k], path)
	&& (ev->kind == LK_EVENT_COPY || all[k]->path->nsel))
      return true;
  return false;
}

static bool
loses (const struct node *node)
{
  for (const struct terminal *t = node->terminals; t; t = t->next)
    if (t->kind == TERMINAL_LOST && !t->assumed && !t->thrown)
      return true;
  return false;
}

/* A node, and whether a copy has been looked at on the way to it.  */
struct way
{
  const struct node *node;
  bool looked;
};

/* Return true if, on a path from the node AT, after PATH was overwritten, to its loss, a copy of
   what was there is dereferenced or passed on.  */
static bool
copy_looked_at (struct solver *solver, const struct node *at, const struct lk_path *path)
{
  struct lk_arena *arena = solver->context.arena;
  bool *seen = lk_arena_alloc (arena, 2 * solver->n_nodes);
  struct way *todo = lk_arena_alloc (arena, 2 * solver->n_nodes * sizeof *todo);
  uint32_t n = 0;
  todo[n++] = (struct way) { at, false };
  seen[2 * at->n] = true;
  while (n)
    {
      struct way way = todo[--n];
      if (way.looked && loses (way.node))
	return true;
      for (const struct arc *a = way.node->arcs; a; a = a->next)
	{
	  const struct node *node = a->to;
	  const struct lk_block *bl = &solver->context.graph->blocks[node->block];
	  bool now = way.looked;
	  for (uint32_t i = 0; i < bl->n_events && !now; i++)
	    now = looks_at_copy (solver, &node->fact, &bl->events[i], path);
	  if (seen[2 * node->n + now] || fact_has (&node->fact, path))
	    continue;
	  seen[2 * node->n + now] = true;
	  todo[n++] = (struct way) { node, now };
	}
    }
  return false;
}

/* Return what the path to NODE shows of the member at PATH, which EVENT, of the block of NODE,
   overwrites.  */
static enum in_use
shown_in_use (const struct solver *solver, const struct node *node,
	      const struct lk_event *event, const struct lk_path *path)
{
  enum in_use shown = NOT_SHOWN;
  bool last = true;
  for (; node; node = node->parent, last = false)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[node->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (last && ev == event)
	    break;
	  if (looks_at (solver, ev, path))
	    return LOOKED_AT;
	}
      if (!last && bl->term == LK_TERM_COND && bl->a.kind == LK_PATH
	  && solver->context.graph->vars[bl->a.path->root].length
	  && member_read_from (solver, &solver->context.graph->vars[bl->a.path->root].def.a, path))
	return LOOKED_AT;
      if (!last && bl->term == LK_TERM_COND && bl->b.kind == LK_CONST
	  && member_read_from (solver, &bl->a, path))
	shown = TESTED;
    }
  return shown;
}

/* Return true if event INDEX of BLOCK releases what the member SELECTOR held before the method
   was called, and something else is stored there afterwards.  */
static bool
replaces (struct solver *solver, uint32_t block, uint32_t index, int64_t selector)
{
  const struct lk_graph *g = solver->context.graph;
  bool after = false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (!sets_member (g, ev, selector))
	  continue;
	if (b == block ? i < index : block_reaches (&solver->context, b, block))
	  return false;
	after |= ev->src.kind != LK_CONST && block_reaches (&solver->context, block, b);
      }
  return after;
}

/* Return true if another member than HELD that the class owns, as C says, is replaced on a
   path to block BLOCK: the method expects an object that is in use.  */
static bool
replaces_another (struct lk_unit *unit, struct solver *solver, uint32_t block,
		  const struct held_class *c, const struct held *held)
{
  for (uint32_t b = 0; b < solver->context.graph->n_blocks; b++)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[b];
      for (uint32_t i = 0; i < bl->n_events; i++)
	for (uint32_t k = 0; bl->events[i].kind == LK_EVENT_CALL && bl->events[i].callee
			     && k < bl->events[i].n_args; k++)
	  {
	    int64_t member = read_from (solver->context.view, &bl->events[i].args[k]);
	    for (const struct held *h = c->all; h && member != LK_ANY; h = h->next)
	      if (h != held && h->selector == member
		  && releases_argument (unit, bl->events[i].callee, k)
		  && block_reaches (&solver->context, b, block) && replaces (solver, b, i, member))
		return true;
	  }
    }
  return false;
}

/* ---- Is it called again?  ---- */

/* Return the member of the object that V was read from, or LK_ANY.  */
static int64_t
member_read (const struct solver *solver, const struct lk_operand *op)
{
  return (op->kind == LK_PATH && op->path->nsel == 0
	  ? read_from (solver->context.view, op) : LK_ANY);
}

/* Return true if the method assigns the value OP to the member SELECTOR; with OP NULL, any
   value.  */
static bool
is_set (const struct solver *solver, int64_t selector, const struct lk_operand *op)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (sets_member (g, ev, selector)
	    && (!op || (ev->src.kind == LK_PATH && ev->src.path == op->path)))
	  return true;
      }
  return false;
}

/* Return true if the member SELECTOR was assigned on every path to the end of block B: a
   comparison there does not see what another call left.  */
static bool
set_before (const struct solver *solver, int64_t selector, uint32_t b)
{
  const struct lk_graph *g = solver->context.graph;
  for (;;)
    {
      for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	if (sets_member (g, &g->blocks[b].events[i], selector))
	  return true;
      uint32_t up = solver->context.view->idom[b];
      if (b == 0 || up == UINT32_MAX || up == b)
	return false;
      b = up;
    }
}

/* Return true if A and B are compared by OP at the end of block BLOCK, one is a member, and it
   is set to the other ("if (today != day) { ...; day = today; }"), or is reset because it is
   too large or too small.  */
static bool
compares_member (const struct solver *solver, uint32_t block, const struct lk_operand *a,
		 const struct lk_operand *b, enum lk_compare op)
{
  int64_t member = member_read (solver, a);
  if (member == LK_ANY || set_before (solver, member, block))
    return false;
  /* A comparison with NULL tests for a handle.  */
  if (op != LK_EQ && op != LK_NE)
    return (!(b->kind == LK_CONST && (b->value == 0 || b->value == -1))
	    && is_set (solver, member, NULL));
  return b->kind == LK_PATH && is_set (solver, member, b);
}

/* Return true if the end of block BLOCK is such a comparison, or a call that compares ("if
   (!today.equals (day))").  */
static bool
tests_change (const struct solver *solver, uint32_t block)
{
  const struct lk_block *bl = &solver->context.graph->blocks[block];
  if (bl->term != LK_TERM_COND)
    return false;
  if (compares_member (solver, block, &bl->a, &bl->b, bl->op)
      || compares_member (solver, block, &bl->b, &bl->a, bl->op))
    return true;
  const struct lk_event *ev
    = bl->a.kind == LK_PATH ? value_call (solver, bl->a.path) : NULL;
  return (ev && ev->n_args == 2
	  && (compares_member (solver, block, &ev->args[0], &ev->args[1], LK_EQ)
	      || compares_member (solver, block, &ev->args[1], &ev->args[0], LK_EQ)));
}

/* Return true if EV, which stores in a member, may count there.  */
static bool
may_count (const struct lk_graph *g, const struct lk_event *ev)
{
  if (ev->src.kind != LK_PATH || ev->src.path->nsel)
    return ev->src.kind == LK_UNKNOWN;
  const struct lk_definition *def = &g->vars[ev->src.path->root].def;
  return def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD;
}

/* Return true if the path to NODE shows that the method is called repeatedly: on the path to
   EVENT, which overwrites a member, another one is compared and set; or the statement itself
   counts ("out = open (name + n++)").  */
static bool
shown_repeated (const struct solver *solver, const struct node *node,
		const struct lk_event *event)
{
  const struct lk_block *bl = &solver->context.graph->blocks[node->block];
  for (uint32_t i = 0; i < bl->n_events && &bl->events[i] != event; i++)
    if (bl->events[i].loc == event->loc && may_count (solver->context.graph, &bl->events[i])
	&& sets_member (solver->context.graph, &bl->events[i], LK_ANY))
      return true;
  for (node = node->parent; node; node = node->parent)
    if (tests_change (solver, node->block))
      return true;
  return false;
}

/* Return true if FN calls METHOD.  */
static bool
calls (const struct lk_function *fn, const struct lk_function *method)
{
  const struct function_info *info = fn->engine;
  for (unsigned k = 0; info && k < info->n_callees; k++)
    if (info->callees[k] == method)
      return true;
  return false;
}

/* Return true if FN or its callees, at most DEPTH calls deep, call METHOD.  A limit is reported
   for FROM, in which the search began.  */
static bool
calls_reach (struct lk_unit *unit, struct lk_function *from, const struct lk_function *fn,
	     const struct lk_function *method, unsigned depth)
{
  const struct function_info *info = fn->engine;
  if (calls (fn, method))
    return true;
  if (depth == 0 && info && info->n_callees)
    limit_met (unit, from, LIMIT_CALLS);
  for (unsigned k = 0; depth && info && k < info->n_callees; k++)
    if (calls_reach (unit, from, info->callees[k], method, depth - 1))
      return true;
  return false;
}

/* Return true if a constructor or a method of CLASS_ calls FN.  */
static bool
called_in_class (struct lk_unit *unit, const struct lk_object_class *class_,
		 const struct lk_function *fn)
{
  for (unsigned i = 0; i < class_->n_constructors; i++)
    if (calls (class_->constructors[i], fn))
      return true;
  for (const struct method *m = unit_methods (unit); m; m = m->next)
    if (m->class_ == class_ && calls (m->function, fn))
      return true;
  return false;
}

/* Return true if only the destructor calls O: nothing is called on the object after it.  */
static bool
part_of_destructor (struct lk_unit *unit, const struct method *o)
{
  const struct function_view *view
    = o->class_->destructor ? function_view (unit, o->class_->destructor) : NULL;
  const struct lk_graph *g = view ? view->graph : NULL;
  bool ends = false;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      ends |= (g->blocks[b].events[i].kind == LK_EVENT_CALL
	       && g->blocks[b].events[i].callee == o->function);
  for (unsigned i = 0; i < o->class_->n_given; i++)
    ends |= o->class_->given[i].function == o->function;
  return (ends && (o->flags & LK_METHOD_PRIVATE)
	  && !called_in_class (unit, o->class_, o->function));
}

/* Return true if another method of M's class than close () releases HELD, and does not itself
   store something there: it may have been called before.  Or it then calls M.  */
static bool
released_elsewhere (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  for (const struct method *o = unit_methods (unit); o; o = o->next)
    if (o->class_ == m->class_ && !part_of_destructor (unit, o)
	&& (!kind_put (o->function, held->selector)
	    || calls_reach (unit, o->function, o->function, m->function, MAX_CALLS)))
      {
	const struct lk_path *path;
	struct solver *solver = follow_held (unit, o->function, held, false, &path);
	bool released = !solver;
	for (const struct terminal *t = solver ? solver->terminals : NULL; t; t = t->all)
	  released |= t->kind == TERMINAL_RELEASED;
	if (solver)
	  solver_free (solver);
	if (released)
	  return true;
      }
  return false;
}

/* Return true if another method of M's class empties the member HELD: it may have been called
   before.  */
static bool
emptied_elsewhere (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  for (const struct method *o = unit_methods (unit); o; o = o->next)
    {
      const struct function_view *view
	= (o->class_ == m->class_ && o != m && !part_of_destructor (unit, o)
	   ? function_view (unit, o->function) : NULL);
      const struct lk_graph *g = view ? view->graph : NULL;
      for (uint32_t b = 0; g && b < g->n_blocks; b++)
	for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	  {
	    const struct lk_event *ev = &g->blocks[b].events[i];
	    if (sets_member (g, ev, held->selector) && ev->src.kind == LK_CONST)
	      return true;
	  }
    }
  return false;
}

/* ---- Does a caller show it?  ---- */

/* Return the node of T's path where the member was still held.  */
static const struct node *
node_held (const struct terminal *t)
{
  const struct node *node = t->node;
  while (node && node->fact.n_paths == 0)
    node = node->parent;
  return node;
}

/* Return the call of FN in the block of NODE, at LOC; or NULL.  */
static const struct lk_event *
call_at (const struct solver *solver, const struct node *node, const struct lk_function *fn,
	 lk_loc loc)
{
  const struct lk_block *bl = &solver->context.graph->blocks[node->block];
  for (uint32_t i = 0; i < bl->n_events; i++)
    if (bl->events[i].kind == LK_EVENT_CALL && bl->events[i].callee == fn
	&& bl->events[i].loc == loc)
      return &bl->events[i];
  return NULL;
}

/* Return true if OP is an argument of the method that SOLVER follows, or the result of a call
   that is given arguments alone.  */
static bool
is_given (const struct solver *solver, const struct lk_operand *op)
{
  const struct lk_graph *g = solver->context.graph;
  if (op->kind != LK_PATH)
    return op->kind == LK_CONST;
  if (lk_is_first_formal (g, op->path->root))
    return false;
  if (g->vars[op->path->root].class_ == LK_VAR_FORMAL)
    return true;
  const struct lk_event *ev = value_call (solver, op->path);
  if (!ev || !ev->n_args)
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH
	&& (lk_is_first_formal (g, ev->args[k].path->root)
	    || g->vars[ev->args[k].path->root].class_ != LK_VAR_FORMAL))
      return false;
  return true;
}

/* Return true if EV passes the object itself to a function of the program, which may say that
   this is not the time.  */
static bool
asks_object (const struct solver *solver, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || (ev->callee && (ev->callee->flags & LK_FN_LIBRARY)))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	&& lk_is_first_formal (solver->context.graph, ev->args[k].path->root))
      return true;
  return false;
}

/* Return true if on the path to EVENT, in the block of NODE, the method tests anything but its
   arguments: its object, or a variable, may say whether it was called before.  */
static bool
asks_for_more (const struct solver *solver, const struct node *node, const struct lk_event *event)
{
  for (bool last = true; node; node = node->parent, last = false)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[node->block];
      struct test t = { bl->a, bl->b, bl->op };
      for (uint32_t i = 0; i < bl->n_events && !(last && &bl->events[i] == event); i++)
	if (asks_object (solver, &bl->events[i]))
	  return true;
      if (last || (bl->term != LK_TERM_COND && bl->term != LK_TERM_SWITCH))
	continue;
      if (bl->term == LK_TERM_COND)
	branch_test (&solver->context, bl, 0, &t);
      if (!is_given (solver, &t.a) || (bl->term == LK_TERM_COND && !is_given (solver, &t.b)))
	return true;
    }
  return false;
}

/* Which call of M must lose what is held: any; one after a test of the member; or one before
   which the caller has tested nothing but its arguments.  */
enum lost_by { ANY_CALL, TESTED_CALL, UNASKED_CALL };

/* Return true if SOLVER found that what is held at PATH is lost in such a call.  */
static bool
lost_by_call (const struct solver *solver, const struct method *m, const struct lk_path *path,
	      enum lost_by how)
{
  for (const struct terminal *t = solver->overflow ? NULL : solver->terminals; t; t = t->all)
    {
      const struct node *node
	= t->kind == TERMINAL_LOST && !t->assumed && t->loc ? node_held (t) : NULL;
      const struct lk_event *ev = node ? call_at (solver, node, m->function, t->loc) : NULL;
      if (ev && (how == ANY_CALL
		 || (how == TESTED_CALL ? shown_in_use (solver, node, ev, path) != NOT_SHOWN
		     : !asks_for_more (solver, node, ev))))
	return true;
    }
  return false;
}

/* Return true if M reports its outcome in another member than HELD: it sets that member, to a
   constant if CONSTANT, or passes its address.  */
static bool
says_elsewhere (struct lk_unit *unit, const struct method *m, const struct held *held,
		bool constant)
{
  const struct function_view *view = function_view (unit, m->function);
  const struct lk_graph *g = view ? view->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (sets_member (g, ev, LK_ANY) && ev->dest.path->sel[0] != held->selector
	    && (!constant || ev->src.kind == LK_CONST))
	  return true;
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args && g->n_formals; k++)
	  if (ev->args[k].kind == LK_PATH && lk_is_first_formal (g, ev->args[k].path->root)
	      && ev->args[k].path->nsel == 0 && ev->args[k].path->addend
	      && ev->args[k].path->addend != held->selector
	      && !(ev->arg_flags[k] & LK_ARG_CONST) && !constant)
	    return true;
      }
  return false;
}

/* Return true if FN calls M, which does not report its outcome, again after it has filled
   HELD.  */
static bool
called_again (struct lk_unit *unit, struct lk_function *fn, const struct method *m,
	      const struct held *held)
{
  const struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  bool again = false;
  for (uint32_t b = 0; g && b < g->n_blocks && !again; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && !again; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_path *path;
	if (ev->kind != LK_EVENT_CALL || ev->callee != m->function || ev->dest.kind == LK_PATH)
	  continue;
	struct solver *solver = follow_held_from (unit, fn, held, b, i, &path);
	again = solver && lost_by_call (solver, m, path, ANY_CALL);
	if (solver)
	  solver_free (solver);
      }
  return again;
}

/* Return true if a constructor calls METHOD, perhaps through that of a base class: it is part
   of making the object, which holds nothing before.  */
static bool
makes_object (struct lk_unit *unit, const struct method *m)
{
  for (unsigned i = 0; i < m->class_->n_constructors; i++)
    if (calls_reach (unit, m->class_->constructors[i], m->class_->constructors[i], m->function,
		     MAX_CALLS))
      return true;
  return false;
}

/* Return true if another method of M's class calls it when HELD is in use.  A private method that a
   constructor calls is a step of making the object.  */
static bool
shown_by_caller (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  bool filled = (always_filled (m->class_, held->selector)
		 && !says_elsewhere (unit, m, held, true));
  bool silent = !says_elsewhere (unit, m, held, false);
  bool shown = false;
  for (const struct method *o = unit_methods (unit); o && !shown; o = o->next)
    {
      if (o->class_ != m->class_ || o == m || !calls (o->function, m->function)
	  || ((o->flags & LK_METHOD_PRIVATE) && makes_object (unit, o)))
	continue;
      const struct lk_path *path;
      struct solver *solver = follow_held (unit, o->function, held, false, &path);
      shown = solver && (lost_by_call (solver, m, path, TESTED_CALL)
			 || (filled && lost_by_call (solver, m, path, ANY_CALL)));
      if (solver)
	solver_free (solver);
      shown |= silent && called_again (unit, o->function, m, held);
    }
  return (shown && !released_elsewhere (unit, m, held) && !emptied_elsewhere (unit, m, held));
}

/* ---- May any code call it, at any time?  ---- */

/* Return true if the method O, of M's class, calls M with something in HELD, and tests nothing
   before.  */
static bool
calls_again (struct lk_unit *unit, const struct method *o, const struct method *m,
	     const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, o->function, held, false, &path);
  bool again = solver && lost_by_call (solver, m, path, UNASKED_CALL);
  if (solver)
    solver_free (solver);
  return again;
}

/* Return true if only methods of its class, which no other file has, call M.  */
static bool
called_by_class (struct lk_unit *unit, const struct method *m)
{
  unsigned n = 0;
  for (const struct method *o = unit_methods (unit); o; o = o->next)
    if (o->class_ == m->class_)
      {
	const struct function_info *by = function_info (unit, o->function);
	for (unsigned k = 0; k < by->n_callees; k++)
	  n += by->callees[k] == m->function;
      }
  return (m->flags & LK_METHOD_OWN_CLASS) && n == function_info (unit, m->function)->n_calls;
}

/* Return true if any code may call M, a public method of such a class, at any time: nothing
   shows which method was called before.  A method with the same properties calls it where HELD
   may be filled; or no method calls it, and no method releases or empties the member.  */
static bool
open_to_all (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  if ((m->flags & LK_METHOD_PRIVATE) || !called_by_class (unit, m))
    return false;
  for (const struct method *o = unit_methods (unit); o; o = o->next)
    if (o->class_ == m->class_ && calls (o->function, m->function)
	&& called_by_class (unit, o) && calls_again (unit, o, m, held))
      return true;
  return (function_info (unit, m->function)->n_calls == 0
	  && !released_elsewhere (unit, m, held) && !emptied_elsewhere (unit, m, held));
}

/* Return true if FN, which calls M, is no part of the class, nor of making its objects.  */
static bool
calls_from_outside (struct lk_unit *unit, struct lk_function *fn, const struct method *m)
{
  if (!calls (fn, m->function) || (fn->flags & LK_FN_CONSTRUCTOR)
      || function_info (unit, fn)->class_ == m->class_)
    return false;
  for (unsigned i = 0; i < m->class_->n_constructors; i++)
    if (calls_reach (unit, m->class_->constructors[i], m->class_->constructors[i], fn,
		     MAX_CALLS))
      return false;
  return true;
}

/* Return true if code outside of M's class calls M, which every constructor has called to fill
   HELD.  */
static bool
filled_again (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  bool again = false;
  if ((m->flags & LK_METHOD_PRIVATE) || !always_filled (m->class_, held->selector)
      || says_elsewhere (unit, m, held, true))
    return false;
  for (uint32_t i = 0; i < unit->n_roots && !again; i++)
    again = calls_from_outside (unit, unit->roots[i], m);
  return again && !released_elsewhere (unit, m, held) && !emptied_elsewhere (unit, m, held);
}

bool
held_in_use (struct lk_unit *unit, const struct method *m, const struct held_class *c,
	     const struct held *held, struct solver *solver, const struct terminal *t,
	     const struct lk_path *path, bool released)
{
  bool copied = t->how == LK_STEP_LOST;
  const struct node *node = copied ? NULL : node_held (t);
  const struct lk_event *ev
    = (copied ? overwriting_event (solver, t, path, &node)
       : node ? losing_event (solver, node, path, t->loc) : NULL);
  if (!ev)
    return false;
  bool emptied = ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST;
  if (m->store || copied)
    {
      if (copied && copy_looked_at (solver, node, path))
	return true;
      enum in_use seen = shown_in_use (solver, node, ev, path);
      if (m->store || seen != NOT_SHOWN)
	return seen == LOOKED_AT || (seen == TESTED && !emptied);
    }
  if (makes_object (unit, m))
    return (!released && !emptied
	    && (shown_by_caller (unit, m, held) || filled_again (unit, m, held)));
  enum in_use shown = shown_in_use (solver, node, ev, path);
  return (shown == LOOKED_AT || (shown == TESTED && !emptied)
	  || (t->how == LK_STEP_IGNORED && ev->kind == LK_EVENT_CALL)
	  || (!released && (m->flags & LK_METHOD_ASSIGNS))
	  || (!released && !emptied
	      && (always_filled (m->class_, held->selector)
		  || (m->class_->all_methods && !(m->flags & LK_METHOD_PRIVATE)
		      && replaces_another (unit, solver, node->block, c, held)
		      && !emptied_elsewhere (unit, m, held))
		  || (shown_repeated (solver, node, ev)
		      && !released_elsewhere (unit, m, held))
		  || shown_by_caller (unit, m, held)
		  || (ev->kind == LK_EVENT_ASSIGN && !asks_for_more (solver, node, ev)
		      && open_to_all (unit, m, held)))));
}
