/* Members that an object holds already, and a method overwrites.

   Whoever makes the object in the same unit, and then calls the method, is told at the
   acquisition.  But mostly the one who fills a member and the one who overwrites it
   never meet: an assignment operator, a buffer that grows, a log that is rotated.
   What the destructor releases, whatever else the object knows, the object owns; so
   each method of its class is followed once as if the member held something on entry.

   Most methods that put something there are only called when there is nothing:
   open (), init ().  So a loss is told only if something shows that the member is in use: on the
   way to it the method looks behind the handle, tests it or gives it to somebody; or the
   method is an assignment operator, which is for objects that are in use; or all
   constructors fill it.  The latter two only if the method releases it on no
   way: else it knows when it has to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

/* Calls followed into from a destructor, to see what it releases.  */
#define MAX_HELD_DEPTH 4

struct held		/* A member, and what it holds.  */
{
  const struct lk_kind *kind;
  int64_t selector;
  struct held *next;
};

struct held_class
{
  const struct lk_object_class *class_;
  struct held *all;
  struct held_class *next;
};

struct method
{
  struct lk_function *function;
  const struct lk_object_class *class_;
  bool assigns;
  struct method *next;
};

void
lk_unit_add_method (struct lk_unit *unit, const struct lk_object_class *class_,
		    struct lk_function *function, bool assigns)
{
  struct method *m = lk_arena_alloc (unit->arena, sizeof *m);
  m->function = function;
  m->class_ = class_;
  m->assigns = assigns;
  m->next = unit->methods;
  unit->methods = m;
}

/* ---- What a destructor releases.  ---- */

static void
add_held (struct lk_unit *unit, struct held_class *c, const struct lk_kind *kind,
	  int64_t selector)
{
  for (const struct held *h = c->all; h; h = h->next)
    if (h->selector == selector)
      return;
  if (kind->lock)
    return;
  struct held *h = lk_arena_alloc (unit->arena, sizeof *h);
  h->kind = kind;
  h->selector = selector;
  h->next = c->all;
  c->all = h;
}

/* The member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
static int64_t
read_from (const struct prepared *prep, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->addend || prep->graph->n_formals == 0)
    return LK_ANY;
  const struct lk_path *from = op->path;
  if (from->nsel == 0)
    {
      const struct lk_event *ev
	= from->root < prep->n_vars ? prep->vars[from->root].event : NULL;
      if (!ev || ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_PATH)
	return LK_ANY;
      from = ev->src.path;
    }
  return (from->nsel == 1 && from->addend == 0
	  && from->root == prep->graph->formals[0] ? from->sel[0] : LK_ANY);
}

/* The kind of what FN releases of its argument number ARG, or NULL.  */
static const struct lk_kind *
releases_argument (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, unsigned depth)
{
  const struct lk_contract *contract = fn->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == (int) arg + 1 && c->place.nsel == 0)
      return c->kind;
  if (!(fn->flags & LK_FN_BODY) || depth == MAX_HELD_DEPTH)
    return NULL;
  const struct prepared *prep = function_prepared (unit, fn);
  const struct lk_graph *g = prep ? prep->graph : NULL;
  for (uint32_t b = 0; g && arg < g->n_formals && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && ev->callee && k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	      && ev->args[k].path->addend == 0
	      && ev->args[k].path->root == g->formals[arg])
	    {
	      const struct lk_kind *kind
		= releases_argument (unit, ev->callee, k, depth + 1);
	      if (kind)
		return kind;
	    }
      }
  return NULL;
}

/* What FN, whose object is OFFSET bytes into that of the class C, may release of
   it.  */
static void
find_released (struct lk_unit *unit, struct held_class *c, struct lk_function *fn,
	       int64_t offset, unsigned depth)
{
  const struct prepared *prep
    = fn->flags & LK_FN_BODY ? function_prepared (unit, fn) : NULL;
  const struct lk_graph *g = prep ? prep->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee)
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  {
	    int64_t member = read_from (prep, &ev->args[k]);
	    const struct lk_kind *kind
	      = (member == LK_ANY ? NULL
		 : releases_argument (unit, ev->callee, k, depth));
	    if (kind)
	      add_held (unit, c, kind, offset + member);
	  }
	if (depth < MAX_HELD_DEPTH && ev->n_args && ev->args[0].kind == LK_PATH
	    && ev->args[0].path->nsel == 0 && ev->args[0].path->addend != LK_ANY
	    && g->n_formals && ev->args[0].path->root == g->formals[0])
	  find_released (unit, c, ev->callee, offset + ev->args[0].path->addend,
			 depth + 1);
      }
}

/* ---- What becomes of a member.  ---- */

/* Follow FN, given an object that holds something in HELD.  NULL: it has no
   body.  To be freed.  */
static struct solver *
follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
	     bool incoming, const struct lk_path **path)
{
  struct prepared *prep = function_prepared (unit, fn);
  if (!prep || prep->graph->n_formals == 0)
    return NULL;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = held->kind;
  o->function = fn;
  o->incoming = incoming;
  struct solver *solver = solver_new (unit, prep, o, unit->arena, 0);
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  *path = lk_path_make (prep->graph, prep->graph->formals[0], 1, &held->selector, 0);
  scratch_add (solver, &entry, *path);
  solver_seed (solver, 0, 0, &entry);
  solver_run (solver);
  return solver;
}

/* The destructor releases HELD, if there is something, whatever else holds.  */
static bool
surely_released (struct lk_unit *unit, struct lk_function *destructor,
		 const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, destructor, held, true, &path);
  bool released = false, otherwise = !solver || solver->overflow;
  for (const struct outcome *o = solver ? solver->outcomes : NULL; o; o = o->next)
    if (o->kind == OUT_RELEASED && !o->assumed)
      released = true;
    else if (!o->thrown)
      otherwise = true;
  if (solver)
    solver_free (solver);
  return released && !otherwise;
}

static struct held_class *
held_by (struct lk_unit *unit, const struct lk_object_class *class_, struct held_class **known)
{
  struct held_class *c;
  for (c = *known; c; c = c->next)
    if (c->class_ == class_)
      return c;
  c = lk_arena_alloc (unit->arena, sizeof *c);
  c->class_ = class_;
  c->next = *known;
  *known = c;
  find_released (unit, c, class_->destructor, 0, 0);
  for (struct held **h = &c->all; *h;)
    if (surely_released (unit, class_->destructor, *h))
      h = &(*h)->next;
    else
      *h = (*h)->next;
  return c;
}

/* Every new object has something in the member.  */
static bool
always_filled (const struct lk_object_class *class_, int64_t selector)
{
  if (!class_->all_constructors || class_->n_constructors == 0)
    return false;
  for (unsigned i = 0; i < class_->n_constructors; i++)
    {
      const struct function_info *info = class_->constructors[i]->engine;
      bool fills = false;
      for (const struct product *p = info ? info->products : NULL; p; p = p->next)
	for (unsigned k = 0; k < p->n_paths; k++)
	  fills |= (p->paths[k].root == ROOT_FORMAL && p->paths[k].index == 0
		    && p->paths[k].nsel == 1 && p->paths[k].sel[0] == selector);
      if (!fills)
	return false;
    }
  return true;
}

/* ---- Is it in use?  ---- */

enum in_use { NOT_SHOWN, TESTED, LOOKED_AT };

/* The event of the block of NODE that loses what is at PATH, at LOC; or NULL.  */
static const struct lk_event *
losing_event (const struct solver *solver, const struct node *node,
	      const struct lk_path *path, lk_loc loc)
{
  const struct lk_block *bl = &solver->graph->blocks[node->block];
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      if (ev->loc == loc
	  && ((ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	       && ev->dest.path == path)
	      || (ev->kind == LK_EVENT_CALL && ev->callee
		  && (ev->callee->flags & LK_FN_LIBRARY))))
	return ev;
    }
  return NULL;
}

static bool
is_read_from (const struct solver *solver, const struct lk_operand *op,
	      const struct lk_path *path)
{
  if (op->kind != LK_PATH || op->path->root >= solver->prep->n_vars)
    return false;
  const struct lk_event *ev = solver->prep->vars[op->path->root].event;
  return (ev && ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH
	  && ev->src.path == path);
}

/* EV looks at what the value read from PATH points to, or gives it away.  */
static bool
looks_at (const struct solver *solver, const struct lk_event *ev,
	  const struct lk_path *path)
{
  if (ev->kind == LK_EVENT_CALL)
    for (uint32_t k = 0; k < ev->n_args; k++)
      if (is_read_from (solver, &ev->args[k], path))
	return true;
  if (ev->kind == LK_EVENT_COPY)
    return (is_read_from (solver, &ev->src, path)
	    || is_read_from (solver, &ev->dest, path));
  return (ev->kind == LK_EVENT_ASSIGN
	  && ((ev->src.kind == LK_PATH && ev->src.path->nsel
	       && is_read_from (solver, &ev->src, path))
	      || (ev->dest.kind == LK_PATH && ev->dest.path->nsel
		  && is_read_from (solver, &ev->dest, path))));
}

/* What the way to NODE shows of the member at PATH, which EVENT, of the block of
   NODE, overwrites.  */
static enum in_use
shown_in_use (const struct solver *solver, const struct node *node,
	      const struct lk_event *event, const struct lk_path *path)
{
  enum in_use shown = NOT_SHOWN;
  bool last = true;
  for (; node; node = node->parent, last = false)
    {
      const struct lk_block *bl = &solver->graph->blocks[node->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (last && ev == event)
	    break;
	  if (looks_at (solver, ev, path))
	    return LOOKED_AT;
	}
      if (!last && bl->term == LK_TERM_COND && bl->b.kind == LK_CONST
	  && is_read_from (solver, &bl->a, path))
	shown = TESTED;
    }
  return shown;
}

/* ---- Findings.  ---- */

static void
record_held (struct lk_unit *unit, const struct solver *solver, const struct terminal *t,
	     const struct lk_path *path)
{
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  struct lk_step *step = lk_arena_alloc (unit->arena, sizeof *step);
  f->function = solver->obligation->function;
  f->loc = t->loc;
  f->kind = solver->obligation->kind;
  f->handle = unit_strdup (unit, path_name (solver->prep, path));
  f->held = true;
  f->lost_paths = f->all_paths = "1";
  f->n_steps = 1;
  f->steps = step;
  step->kind = t->how;
  step->loc = t->loc;
  step->function = f->function;
  step->name = step->name2 = f->handle;
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

/* A constructor calls METHOD: it is a part of making the object, which holds nothing
   before.  */
static bool
makes_object (const struct method *m)
{
  for (unsigned i = 0; i < m->class_->n_constructors; i++)
    {
      const struct function_info *info = m->class_->constructors[i]->engine;
      for (unsigned k = 0; info && k < info->n_callees; k++)
	if (info->callees[k] == m->function)
	  return true;
    }
  return false;
}

static void
follow_method (struct lk_unit *unit, const struct method *m, const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, m->function, held, false, &path);
  bool released = false, told = false;
  if (!solver)
    return;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    released |= t->kind == TERMINAL_RELEASED;
  for (const struct terminal *t = solver->overflow ? NULL : solver->terminals; t && !told;
       t = t->all)
    {
      if (t->kind != TERMINAL_LOST || t->assumed || !t->loc
	  || (t->how != LK_STEP_OVERWRITTEN && t->how != LK_STEP_IGNORED))
	continue;
      /* Where it was still held.  */
      const struct node *node = t->node;
      while (node && node->fact.n_paths == 0)
	node = node->parent;
      const struct lk_event *ev = node ? losing_event (solver, node, path, t->loc) : NULL;
      if (!ev)
	continue;
      bool emptied = ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST;
      enum in_use shown = shown_in_use (solver, node, ev, path);
      told = (shown == LOOKED_AT || (shown == TESTED && !emptied)
	      || (t->how == LK_STEP_IGNORED && ev->kind == LK_EVENT_CALL)
	      || (!released && m->assigns)
	      || (!released && !emptied && always_filled (m->class_, held->selector)));
      if (told)
	record_held (unit, solver, t, path);
    }
  solver_free (solver);
}

void
held_find_all (struct lk_unit *unit)
{
  struct held_class *known = NULL;
  for (const struct method *m = unit->methods; m; m = m->next)
    {
      if (makes_object (m))
	continue;
      const struct held_class *c = held_by (unit, m->class_, &known);
      for (const struct held *h = c->all; h; h = h->next)
	follow_method (unit, m, h);
      graphs_trim (unit);
    }
}
