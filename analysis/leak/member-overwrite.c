/* Members that hold a resource, and a method that overwrites them.

   A function of the unit that makes the object and then calls the method is reported at the
   acquisition.  But mostly the function that fills a member and the one that overwrites it
   never meet: an assignment operator, a buffer that grows, a log that is rotated.  The object
   owns what its destructor releases whatever else the object knows; so each method of its
   class is followed once as if the member held something on entry.  Most methods that fill a
   member are called only when it is empty; leak/member-in-use.c decides which are not.

   The reverse: a handle stored in a member that only the class itself reaches is lost there if
   no function that reads the member releases it or passes it on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

/* ---- What a destructor releases.  ---- */

static void
add_held (struct lk_unit *unit, struct held_class *c, const struct lk_kind *kind,
	  int64_t selector)
{
  for (const struct held *h = c->all; h; h = h->next)
    if (h->selector == selector)
      return;
  if (kind && kind->lock)
    return;
  struct held *h = lk_arena_alloc (unit->arena, sizeof *h);
  h->kind = kind;
  h->selector = selector;
  h->next = c->all;
  c->all = h;
}

/* The same, or the member whose address the library was given for OP: std::exchange.  */
static int64_t
member_fetched_from (const struct function_view *view, const struct lk_operand *op)
{
  int64_t member = read_from (view, op);
  const struct lk_event *ev
    = (member == LK_ANY && op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0
       && view->graph->n_formals ? var_call (view, op->path->root) : NULL);
  return (ev && ev->callee && (ev->callee->flags & LK_FN_LIBRARY)
	  && ev->n_args && ev->args[0].kind == LK_PATH && ev->args[0].path->nsel == 0
	  && lk_is_first_formal (view->graph, ev->args[0].path->root)
	  ? ev->args[0].path->addend : member);
}

/* Find what FN, whose object is OFFSET bytes into that of the class C, may release of it.  */
static void
find_released (struct lk_unit *unit, struct held_class *c, struct lk_function *fn,
	       int64_t offset, unsigned depth)
{
  const struct function_view *view
    = fn->flags & LK_FN_BODY ? function_view (unit, fn) : NULL;
  const struct lk_graph *g = view ? view->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee)
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  {
	    int64_t member = member_fetched_from (view, &ev->args[k]);
	    const struct lk_clause *release
	      = member == LK_ANY ? NULL : releases_argument (unit, ev->callee, k);
	    if (release)
	      add_held (unit, c, release->kind, offset + member);
	  }
	if (!ev->n_args || ev->args[0].kind != LK_PATH || ev->args[0].path->nsel
	    || ev->args[0].path->addend == LK_ANY || !g->n_formals
	    || !lk_is_first_formal (g, ev->args[0].path->root))
	  continue;
	if (depth == MAX_CALLS)
	  limit_met (unit, ev->callee, LIMIT_CALLS);
	else
	  find_released (unit, c, ev->callee, offset + ev->args[0].path->addend,
			 depth + 1);
      }
}

/* ---- What becomes of a member.  ---- */

/* Return what a method of CLASS_ stores there, preferably a constructor.  */
static const struct obligation *
put_in_class (struct lk_unit *unit, const struct lk_object_class *class_,
	      int64_t selector)
{
  const struct obligation *o = NULL;
  for (unsigned i = 0; i < class_->n_constructors && !o; i++)
    o = put_by (class_->constructors[i], selector);
  for (const struct method *m = unit_methods (unit); m && !o; m = m->next)
    if (m->class_ == class_)
      o = put_in (m, selector);
  for (const struct method *m = unit_visitors (unit); m && !o; m = m->next)
    if (m->class_ == class_)
      o = put_in (m, selector);
  return o;
}

static const struct lk_kind *
kind_in_class (struct lk_unit *unit, const struct lk_object_class *class_,
	       int64_t selector)
{
  const struct obligation *o = put_in_class (unit, class_, selector);
  return o ? o->kind : NULL;
}

/* Add to C what functions release that get it from the class's destructor: parsed.cc has made
   sure that they get it on every path.  */
static void
find_given (struct lk_unit *unit, struct held_class *c)
{
  for (unsigned i = 0; i < c->class_->n_given; i++)
    {
      const struct lk_given *given = &c->class_->given[i];
      if (given->member != LK_ANY)
	{
	  const struct lk_clause *release
	    = releases_argument (unit, given->function, given->arg);
	  if (release)
	    add_held (unit, c, release->kind, given->member);
	}
      else if (given->arg == 0)
	{
	  struct held_class by_method = { c->class_, NULL, NULL };
	  find_released (unit, &by_method, given->function, 0, 1);
	  for (struct held *h = by_method.all; h; h = h->next)
	    {
	      if (!h->kind)
		h->kind = kind_in_class (unit, c->class_, h->selector);
	      if (h->kind && surely_released (unit, given->function, h))
		add_held (unit, c, h->kind, h->selector);
	    }
	}
    }
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
  if (class_->destructor)
    find_released (unit, c, class_->destructor, 0, 0);
  else
    find_given (unit, c);
  for (struct held **h = &c->all; *h;)
    {
      if (!(*h)->kind)
	(*h)->kind = kind_in_class (unit, class_, (*h)->selector);
      if ((*h)->kind
	  && (!class_->destructor || surely_released (unit, class_->destructor, *h)))
	h = &(*h)->next;
      else
	*h = (*h)->next;
    }
  return c;
}

/* ---- Findings.  ---- */

/* T is a loss of HELD.  It is reported, as any other, at its acquisition: in the method
   itself, which was called before, in a constructor, or in another method.  Only if no
   function of the class acquires it, it is reported at the loss.  */
static void
record_held (struct lk_unit *unit, const struct solver *solver, const struct terminal *t,
	     const struct lk_path *path, const struct method *m, const struct held *held)
{
  const struct obligation *put = put_in (m, held->selector);
  bool again = put != NULL;
  if (!put)
    put = put_in_class (unit, m->class_, held->selector);
  while (put && put->origin && put->origin->function
	 && function_info (unit, put->origin->function)->class_ == m->class_)
    put = put->origin;
  if (m->function->contract && m->function->contract->suppress)
    return;
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  struct lk_step *steps = lk_arena_alloc (unit->arena, (ACQUISITION_STEPS + 1) * sizeof *steps);
  f->function = put ? put->function : m->function;
  f->loc = put ? put->loc : t->loc;
  f->kind = solver->context.obligation->kind;
  f->handle = unit_strdup (unit, path_name (solver->context.view, path));
  f->acquirer = put ? put->acquirer : NULL;
  f->held = !put;
  f->lost_paths = f->all_paths = "1";
  f->steps = steps;
  if (put)
    f->n_steps = tell_acquisition (put, steps);
  struct lk_step *step = &steps[f->n_steps++];
  step->kind = again && t->how == LK_STEP_OVERWRITTEN ? LK_STEP_AGAIN : t->how;
  step->loc = t->loc;
  step->function = m->function;
  step->name = step->name2 = f->handle;
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

static void
follow_method (struct lk_unit *unit, const struct method *m, const struct held_class *c,
	       const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held_in (unit, m, held, &path);
  bool released = false, told = false;
  if (!solver)
    return;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    released |= t->kind == TERMINAL_RELEASED;
  for (const struct terminal *t = solver->overflow ? NULL : solver->terminals; t && !told;
       t = t->all)
    {
      if (t->kind != TERMINAL_LOST || t->assumed || !t->loc
	  || (t->how != LK_STEP_OVERWRITTEN && t->how != LK_STEP_IGNORED
	      && (t->how != LK_STEP_LOST || t->thrown)))
	continue;
      told = held_in_use (unit, m, c, held, solver, t, path, released);
      if (told)
	record_held (unit, solver, t, path, m, held);
    }
  solver_free (solver);
}

void
held_find_all (struct lk_unit *unit)
{
  struct held_class *known = NULL;
  for (const struct method *m = unit_methods (unit); m; m = m->next)
    {
      if (m->flags & LK_METHOD_ONLY_READS)
	continue;
      stage_enter (unit, LK_STAGE_MEMBERS, m->function);
      const struct held_class *c = held_by (unit, m->class_, &known);
      for (const struct held *h = c->all; h; h = h->next)
	follow_method (unit, m, c, h);
      graphs_trim (unit);
      stage_leave (unit);
      find_report (unit, LK_STAGE_MEMBERS, m->function);
    }
  for (const struct method *m = unit_visitors (unit); m; m = m->next)
    {
      stage_enter (unit, LK_STAGE_MEMBERS, m->function);
      const struct held_class *c = held_by (unit, m->class_, &known);
      for (const struct held *h = c->all; h; h = h->next)
	if (h->selector == m->store->member)
	  follow_method (unit, m, c, h);
      graphs_trim (unit);
      stage_leave (unit);
      find_report (unit, LK_STAGE_MEMBERS, m->function);
    }
}
