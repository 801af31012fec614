/* The function's exit: what is lost, what the caller gets, and what has escaped (Tracker 2.3 and
   2.4).

   An access path that outlives the function makes the obligation a product (its own) or an
   outcome that is still held (the caller's).  A handle in memory of unknown origin has
   escaped; without an access path it is lost.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

static bool
is_main (const struct solver *solver)
{
  return (solver->context.obligation->function
	  && (solver->context.obligation->function->flags & LK_FN_MAIN)
	  && !solver->context.obligation->incoming);
}

/* Return true if P's access path PATH is an argument that was made a handle here (a
   constructor that wraps), and so is one for the caller.  */
static bool
became_handle (const struct solver *solver, const struct lk_path *path)
{
  const struct obligation *o = solver->context.obligation;
  if (path->nsel || path->addend || o->in_place
      || solver->context.graph->vars[path->root].class_ != LK_VAR_FORMAL)
    return false;
  for (unsigned i = 0; solver->entry && i < solver->entry->n_paths; i++)
    if (solver->entry->paths[i]->root == path->root)
      return false;
  return true;
}

/* Return true if the constructor itself made a handle of its object: because that wraps one, or by
   the constructor of its superclass, which acquired it.  */
static bool
made_handle (const struct solver *solver)
{
  struct lk_graph *g = solver->context.graph;
  const struct lk_event *ev = solver->context.obligation->event;
  if (!g->n_formals)
    return false;
  const struct lk_path *object = lk_path_make (g, g->formals[0], 0, NULL, 0);
  return (became_handle (solver, object)
	  || ((g->function->flags & LK_FN_JAVA) && ev && ev->callee && ev->n_args
	      && (ev->callee->flags & LK_FN_CONSTRUCTOR) && ev->args[0].kind == LK_PATH
	      && ev->args[0].path == object));
}

/* Forget access paths that begin at `this' and stay inside the object; and `this' itself if it
   was MADE_HERE a handle.  */
static void
forget_object (struct scratch *s, const struct lk_graph *graph, bool made_here)
{
  if (graph->n_formals == 0)
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    if (lk_is_first_formal (graph, s->paths[i]->root)
	&& (s->paths[i]->nsel
	    ? s->paths[i]->sel[0] >= 0 || s->paths[i]->sel[0] == LK_ANY
	    : made_here))
      scratch_remove_at (s, i);
}

/* Return true if PATH leads through a variable that was loaded from a place in the object
   `this', or from one in an object made here, by which S has the handle, too.  */
static bool
by_load_from_made (struct solver *solver, const struct scratch *s,
		   const struct lk_path *path)
{
  const struct lk_path *loaded = loaded_from (solver->context.view, path->root);
  struct path_rest rest;
  const struct lk_path *root
    = lk_path_make (solver->context.graph, path->root, 0, NULL, 0);
  if (!loaded || !path_rest (path, root, &rest))
    return false;
  const struct lk_path *from = path_join (solver->context.graph, loaded, &rest);
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] == from)
      return (lk_is_first_formal (solver->context.graph, from->root)
	      || classify_path (&solver->context, from) == PATH_LOCAL);
  return false;
}

/* BEFORE is S with the access paths in the object that a constructor failed to make.  If all
   others are in another object that it made and stored there ("i = new Inner (f); n =
   i.in.read ()"), the handle is lost.  */
static void
forget_made_object (struct solver *solver, struct scratch *s,
		    const struct scratch *before)
{
  bool inside = false;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (classify_path (&solver->context, s->paths[i]) == PATH_LOCAL)
      inside |= s->paths[i]->nsel != 0;
    else if (!by_load_from_made (solver, before, s->paths[i]))
      return;
  if (!inside)
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    if (classify_path (&solver->context, s->paths[i]) != PATH_LOCAL)
      scratch_remove_at (s, i);
  s->flags &= ~FACT_STORED;
}

/* Return true if a block between a return and the end of the function does more than to end
   the lives of objects.  */
static bool
does_something (const struct lk_block *bl)
{
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      bool cleanup = (ev->kind == LK_EVENT_CALL && ev->n_args == 1
		      && ev->dest.kind == LK_UNKNOWN
		      && ev->args[0].kind == LK_PATH
		      && ev->args[0].path->nsel == 0);
      if (ev->kind != LK_EVENT_DEAD && ev->kind != LK_EVENT_CLEAR && !cleanup)
	return true;
    }
  return false;
}

/* Return where the return that the current node leads to stands: functions with several return
   statements share one block, so the edge into it decides.  */
static lk_loc
return_loc (struct solver *solver, const struct lk_block *bl)
{
  struct node *n = solver->current;
  if (n->edge && n->edge->loc && bl->n_preds > 1)
    return n->edge->loc;
  if (bl->loc)
    return bl->loc;
  for (; n; n = n->parent)
    {
      if (n->edge && n->edge->loc)
	return n->edge->loc;
      /* A branch to a statement is no return but a break or a goto.  */
      struct node *before = n->parent;
      if ((solver->context.graph->function->flags & LK_FN_VOID) && before
	  && does_something (&solver->context.graph->blocks[before->block]))
	break;
    }
  return solver->context.graph->end_loc;
}

/* Return true if an access path of S ends like PATH and begins with an argument in which
   PATH's root is stored.  */
static bool
behind_argument (const struct solver *solver, const struct scratch *s,
		 const struct lk_path *path)
{
  for (unsigned i = 0; path->nsel && i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      if (solver->context.graph->vars[p->root].class_ == LK_VAR_FORMAL
	  && p->nsel > path->nsel && p->addend == path->addend
	  && !memcmp (p->sel + (p->nsel - path->nsel), path->sel,
		      path->nsel * sizeof *path->sel))
	return true;
    }
  return false;
}

/* Return true if P also holds PATH as the place that its root was loaded from, which says
   better where it is.  Or did when the function was entered: PATH is a value that was loaded
   before the function emptied that place.  */
static bool
has_other_name (struct solver *solver, const struct scratch *s,
		const struct lk_path *path)
{
  const struct lk_path *from = path_provenance (solver->context.view, path);
  for (unsigned i = 0; from && i < s->n_paths; i++)
    if (s->paths[i] == from)
      return true;
  for (unsigned i = 0; from && !path->nsel && solver->entry && i < solver->entry->n_paths; i++)
    if (solver->entry->paths[i] == from)
      return true;
  /* Or as the argument that its root was from the beginning.  */
  lk_var formal = value_argument (&solver->context, path->root);
  for (unsigned i = 0; formal != LK_NO_VAR && i < s->n_paths; i++)
    if (s->paths[i]->root == formal && s->paths[i]->nsel == path->nsel
	&& !memcmp (s->paths[i]->sel, path->sel, path->nsel * sizeof *path->sel))
      return true;
  return behind_argument (solver, s, path);
}

/* Return true if P goes through memory acquired here, and one of the N access paths that the
   caller gets ends like it: the caller gets that memory, too.  */
static bool
goes_along (const struct lk_path *p, const struct portable_path *paths,
	    unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (paths[i].nsel > p->nsel && paths[i].addend == p->addend
	&& paths[i].sel[paths[i].nsel - 1] == p->sel[p->nsel - 1])
      return true;
  return false;
}

/* Return true if P is where the function has stored the handle in memory whose address it loaded:
   that memory is known elsewhere, too.  */
static bool
stored_elsewhere (const struct solver *solver, const struct lk_path *p)
{
  struct function_view *view = solver->context.view;
  const struct lk_path *from = loaded_from (view, p->root), *before = path_provenance (view, p);
  while (from && from->nsel == 0)
    from = loaded_from (view, from->root);
  for (unsigned i = 0; from && before && solver->entry && i < solver->entry->n_paths; i++)
    if (solver->entry->paths[i] == before)
      return false;
  return from != NULL;
}

/* Return true if P is in memory that is returned: one of the N access paths that the caller
   gets is the same behind BL's result, if that is a pointer.  */
static bool
path_returned (const struct lk_block *bl, const struct lk_path *p,
	       const struct portable_path *paths, unsigned n)
{
  if (bl->aggregate_result || p->nsel == 0)
    return false;
  for (unsigned i = 0; i < n; i++)
    if (paths[i].root == ROOT_RESULT && paths[i].nsel == p->nsel
	&& paths[i].addend == p->addend
	&& !memcmp (paths[i].sel, p->sel, p->nsel * sizeof *p->sel))
      return true;
  return false;
}

/* Return true if S's handle is in a collection and nowhere else, and the function fills that
   collection and returns it.  */
static bool
collected_for_caller (const struct solver *solver, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      bool returned = false;
      if (p->nsel == 0 || p->sel[p->nsel - 1] != LK_ANY)
	return false;
      for (uint32_t b = 0; b < g->n_blocks && !returned; b++)
	returned = (g->blocks[b].term == LK_TERM_RETURN
		    && g->blocks[b].a.kind == LK_PATH
		    && g->blocks[b].a.path->root == p->root);
      if (!returned)
	return false;
    }
  return s->n_paths != 0;
}

/* Return the name of a global among the conditions of S; NULL if there is none.  */
static const char *
global_name (struct solver *solver, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (solver->context.graph->vars[s->paths[i]->root].class_ == LK_VAR_GLOBAL)
      return solver->context.graph->vars[s->paths[i]->root].name;
  return NULL;
}

/* Return how a path ends on which the lock with the facts S has the N access paths PATHS for
   the caller.  A function that returns a guard passes the lock on as any handle; so does one
   that has taken it from a guard of its own, and stored it elsewhere.  */
static enum terminal_kind
lock_end (const struct solver *solver, const struct scratch *s, const struct lk_block *bl,
	  const struct portable_path *paths, unsigned n)
{
  bool guarded = solver->context.obligation->guarded;
  for (unsigned i = 0; i < n; i++)
    if (paths[i].root == ROOT_RESULT && (guarded || (bl->aggregate_result && paths[i].nsel)))
      return TERMINAL_PRODUCT;
  for (unsigned i = 0; guarded && i < s->n_paths; i++)
    if (s->paths[i]->nsel)
      return TERMINAL_PRODUCT;
  return TERMINAL_HELD;
}

/* A state that leaves the function, and its access paths for the caller.  */
struct leaving
{
  struct solver *solver;
  struct scratch *s;
  const struct lk_block *block;
  bool thrown;
  const struct lk_event *thrower;	/* Or NULL.  */
  const struct lk_path *returned;	/* A value or an object; or NULL.  */
  struct lk_range result;
  struct portable_path paths[SCRATCH_PATHS * 2];
  unsigned n;
  bool foreign;			/* Other code may find it.  */
  bool inside;			/* It is in memory that the caller gets.  */
};

/* Set what is returned.  */
static void
leave_result (struct leaving *l)
{
  const struct lk_block *bl = l->block;
  const struct lk_graph *g = l->solver->context.graph;
  l->result = LK_RANGE_ALL;
  if (l->thrown)
    return;
  if (bl->a.kind == LK_PATH
      && (bl->aggregate_result
	  || (bl->a.path->nsel == 0 && g->vars[bl->a.path->root].class_ == LK_VAR_VALUE)))
    l->returned = bl->a.path;
  if (!bl->aggregate_result)
    l->result = operand_range (&l->solver->context, l->s, &bl->a);
}

/* A constructor throws: an object that was never made is not destroyed.  Java's native memory
   goes with it all the same.  */
static void
leave_constructor (struct leaving *l)
{
  struct solver *solver = l->solver;
  struct scratch *s = l->s;
  struct lk_graph *g = solver->context.graph;
  const struct obligation *o = solver->context.obligation;
  if (!l->thrown || !s->n_paths || !g->function || !(g->function->flags & LK_FN_CONSTRUCTOR)
      || (o->kind->memory && (g->function->flags & LK_FN_JAVA)))
    return;
  struct scratch before;
  scratch_copy (&before, s);
  forget_object (s, g, made_handle (solver));
  /* Unknown functions could not have released it without the object.  */
  if (s->n_paths == 0)
    s->flags &= ~(FACT_STORED | FACT_ACROSS);
  else if (s->n_paths < before.n_paths && !o->incoming)
    forget_made_object (solver, s, &before);
}

/* Add the access paths through the result.  */
static void
leave_by_result (struct leaving *l)
{
  const struct lk_block *bl = l->block;
  const struct obligation *o = l->solver->context.obligation;
  if (l->thrown || bl->a.kind != LK_PATH)
    return;
  for (unsigned i = 0; i < l->s->n_paths && l->n < SCRATCH_PATHS; i++)
    {
      struct path_rest rest;
      if (!path_rest (l->s->paths[i], bl->a.path, &rest)
	  || rest.nsel > MAX_LOADS
	  || (bl->aggregate_result && rest.nsel == 0
	      && (!o->in_place || o->kind->lock)))
	continue;
      /* It is kept by what is returned, but the caller cannot release it by that.  */
      if (!o->incoming && !rest.nsel && !rest.addend
	  && value_inside (l->solver->context.view, bl->a.path->root))
	{
	  l->foreign = true;
	  continue;
	}
      struct portable_path *p = &l->paths[l->n++];
      memset (p, 0, sizeof *p);
      p->root = ROOT_RESULT;
      p->nsel = rest.nsel;
      memcpy (p->sel, rest.sel, rest.nsel * sizeof *rest.sel);
      p->addend = rest.addend;
    }
}

/* Add the access path P for the caller, if it has one for it; else other code has.  */
static void
leave_portable (struct leaving *l, const struct lk_path *p)
{
  if (portable_from_path (l->solver->context.view, p, &l->paths[l->n]))
    l->n++;
  else
    l->foreign = true;
}

/* Say for P, an access path of the handle, who has it when the function has returned.  */
static void
leave_by (struct leaving *l, const struct lk_path *p)
{
  struct solver *solver = l->solver;
  const struct obligation *o = solver->context.obligation;
  enum path_class c = classify_path (&solver->context, p);
  if (place_inside (&solver->context, l->s, p))
    return;
  if (c == PATH_FOREIGN && (o->incoming || (o->in_place && o->kind->lock))
      && (has_other_name (solver, l->s, p)
	  || (path_returned (l->block, p, l->paths, l->n)
	      && !stored_elsewhere (solver, p))
	  || (o->kind->lock && p == l->returned)))
    return;
  if (c == PATH_FOREIGN && !o->incoming && path_known_by_member (solver, l->s, p))
    return;
  if (c == PATH_INSIDE && p->nsel == 1
      && (goes_along (p, l->paths, l->n) || behind_argument (solver, l->s, p)))
    return;
  if (c == PATH_INSIDE && p->nsel == 1 && path_returned (l->block, p, l->paths, l->n))
    {
      l->inside = true;
      return;
    }
  if ((c == PATH_FOREIGN || c == PATH_CALLER) && !o->in_place
      && address_behind_argument (solver, p, l->s->flags, &l->paths[l->n]))
    l->n++;
  else if (c == PATH_GLOBAL && (o->incoming || (o->in_place && o->kind->lock)))
    leave_portable (l, p);
  else if (c == PATH_GLOBAL || c == PATH_FOREIGN || c == PATH_INSIDE)
    l->foreign = true;
  else if ((c == PATH_CALLER || became_handle (solver, p))
	   && (p->nsel || (o->in_place && !o->incoming)
	       || became_handle (solver, p)))
    leave_portable (l, p);
}

/* The obligation is the caller's: add the outcome.  */
static void
leave_incoming (struct leaving *l)
{
  struct solver *solver = l->solver;
  const struct scratch *s = l->s;
  /* It was stored where other code finds it, by an access path that was lost since (a tree
     that was rotated): escaped.  */
  if (l->n == 0 && (s->flags & FACT_STORED) && s->n_paths)
    l->foreign = true;
  struct outcome out = { .kind = l->foreign ? OUT_ESCAPED : OUT_HELD,
			 .assumed = (s->flags & FACT_ASSUMED) != 0,
			 .limit = assumed_limit (s),
			 .counted = (s->flags & FACT_COUNTED) != 0,
			 .thrown = l->thrown,
			 .result = l->result, .n_paths = l->n, .paths = l->paths };
  if (s->n_paths == 0 && s->loss.how == LK_STEP_CONTAINER_RELEASED
      && !out.assumed)
    out.kind = OUT_LOST;
  if (s->flags & (FACT_MET | FACT_AWAY))
    {
      out.kind = s->flags & FACT_MET ? OUT_RELEASED : OUT_ESCAPED;
      out.kind_released = s->flags & FACT_MET ? solver->kind_ended : NULL;
    }
  bool derives = kind_is_anything (solver->context.obligation->kind);
  if (l->foreign)
    out.n_paths = 0;
  if (!l->foreign || derives)
    portable_conditions_of (solver, s, l->returned, &out.when);
  if ((s->flags & (FACT_MET | FACT_AWAY)) || l->foreign)
    portable_arguments_only (&out.when, !solver->member);
  /* The caller's own values are its own: an in-place handle or a value argument comes back
     by itself.  */
  add_outcome (solver, &out);
}

/* Add what the caller gets as a product.  Paths that differ in nothing but the result are one.  */
static void
leave_product (struct leaving *l)
{
  struct solver *solver = l->solver;
  const struct obligation *o = solver->context.obligation;
  struct product *p = lk_arena_alloc (solver->keep, sizeof *p);
  p->origin = o;
  p->result = l->result;
  p->assumed = (l->s->flags & FACT_ASSUMED) != 0;
  p->limit = assumed_limit (l->s);
  p->inside = l->inside;
  p->across = (l->s->flags & FACT_ACROSS) != 0;
  p->thrown = l->thrown;
  p->n_paths = l->n;
  p->paths = lk_arena_alloc (solver->keep, l->n * sizeof *l->paths);
  memcpy (p->paths, l->paths, l->n * sizeof *l->paths);
  p->global = unit_strdup (solver->context.unit, global_name (solver, l->s));
  if (o->n_parents)
    object_portable_parents (solver, l->block, p);
  portable_conditions_of (solver, l->s, l->returned, &p->when);
  for (struct product *q = solver->products; q; q = q->next)
    if (q->n_paths == l->n && q->assumed == p->assumed
	&& q->inside == p->inside && q->across == p->across && q->thrown == p->thrown
	&& same_portable_conditions (&q->when, &p->when)
	&& !memcmp (q->paths, l->paths, l->n * sizeof *l->paths))
      {
	q->result = range_hull (&q->result, &l->result);
	return;
      }
  p->next = solver->products;
  solver->products = p;
}

/* If the state was lost before it gets to the end, or by what the class does with its members,
   add the terminal and return true.  */
static bool
leave_lost (struct leaving *l, lk_loc loc)
{
  struct solver *solver = l->solver;
  const struct scratch *s = l->s;
  const struct summary_provider *summaries = solver->context.summaries;
  if (!(s->flags & FACT_ASSUMED) && loss_by_act (s))
    {
      solver_terminal (solver, TERMINAL_LOST, s->loss.how, s->loss.loc, s->loss.name,
		       s)->result = l->result;
      return true;
    }
  const struct lk_function *fn = solver->context.graph->function;
  /* After an exception of a constructor the object does not exist.  */
  if (l->foreign || (l->thrown && fn && (fn->flags & LK_FN_CONSTRUCTOR)))
    return false;
  const struct lk_path *forgotten = summaries->held_forgotten (solver, s, l->paths, l->n);
  if (forgotten)
    {
      solver_terminal (solver, TERMINAL_LOST, LK_STEP_FORGOTTEN, loc,
		       path_name (solver->context.view, forgotten), s)->result = l->result;
      return true;
    }
  const struct terminal *mismatched
    = l->thrown ? NULL : summaries->held_mismatched (solver, l->paths, l->n);
  if (mismatched)
    solver_terminal (solver, TERMINAL_LOST, LK_STEP_MISMATCHED, mismatched->loc,
		     mismatched->name, s)->result = l->result;
  return mismatched;
}

/* Return true if the function stores, by some event, the object that S's lock is in for its
   caller: `*out = a;' with a->lock held.  */
static bool
handed_out (const struct solver *solver, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      if (!p->nsel || g->vars[p->root].class_ != LK_VAR_FORMAL)
	continue;
      for (const struct write *w = solver->context.view->vars[p->root].writes; w; w = w->next)
	{
	  const struct lk_event *ev = &g->blocks[w->block].events[w->index];
	  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH
	      && ev->dest.path->nsel == p->nsel
	      && !memcmp (ev->dest.path->sel, p->sel, p->nsel * sizeof *p->sel))
	    return true;
	}
    }
  return false;
}

/* Return true if the obligation is left in memory of the caller, which gets the exception: the
   caller may be a constructor, whose object is not destroyed then.  Java's are left to the
   collector.  */
static bool
left_by_throw (const struct leaving *l)
{
  const struct lk_function *fn = l->solver->context.graph->function;
  if (!l->thrown || l->foreign || l->inside || !l->n || !fn || (fn->flags & LK_FN_JAVA)
      || (l->s->flags & FACT_ASSUMED) || l->solver->context.obligation->in_place)
    return false;
  for (unsigned i = 0; i < l->n; i++)
    if (l->paths[i].root != ROOT_FORMAL || !l->paths[i].nsel)
      return false;
  return true;
}

/* Return the global variable that P is in, or a place that was found through one; or NULL.  */
static const struct lk_variable *
global_of (const struct solver *solver, const struct lk_path *p)
{
  const struct lk_graph *g = solver->context.graph;
  const struct lk_path *from = p;
  for (unsigned depth = 0; from && depth < MAX_DEF_DEPTH; depth++)
    {
      if (g->vars[from->root].class_ == LK_VAR_GLOBAL)
	return &g->vars[from->root];
      from = loaded_from (solver->context.view, from->root);
    }
  if (from)
    limit_met (solver->context.unit, g->function, LIMIT_DEF_DEPTH);
  return NULL;
}

/* Return true if the object is returned, and otherwise only a registry of such objects has it.  */
static bool
only_registered (const struct leaving *l)
{
  struct solver *solver = l->solver;
  bool returned = false, some = false;
  if (l->thrown || l->inside || !solver->context.obligation->kind->memory)
    return false;
  for (unsigned i = 0; i < l->n; i++)
    if (l->paths[i].root == ROOT_RESULT && !l->paths[i].nsel)
      returned = true;
    else
      return false;
  for (unsigned i = 0; i < l->s->n_paths && returned; i++)
    {
      enum path_class c = classify_path (&solver->context, l->s->paths[i]);
      const struct lk_variable *global
	= (c == PATH_GLOBAL || c == PATH_FOREIGN ? global_of (solver, l->s->paths[i]) : NULL);
      if (global && global->registry)
	some = true;
      else if (global || c == PATH_GLOBAL || c == PATH_FOREIGN || c == PATH_CALLER)
	return false;
    }
  return some;
}

/* The obligation began in this function: add the terminal.  */
static void
leave_own (struct leaving *l)
{
  struct solver *solver = l->solver;
  const struct scratch *s = l->s;
  const struct obligation *o = solver->context.obligation;
  /* Heuristic: if the acquisition that fails is one of several stored for the caller, the
     caller is assumed to release the earlier ones.  */
  if (l->thrown && l->thrower && l->thrower == o->event && !o->thrown
      && collected_for_caller (solver, s))
    {
      solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, l->thrower->loc,
		       NULL, s);
      return;
    }
  lk_loc loc = (l->thrower ? l->thrower->loc : l->thrown && l->block->loc ? l->block->loc
		: return_loc (solver, l->block));
  if (leave_lost (l, loc))
    return;
  bool escaped = ((l->foreign && !only_registered (l))
		  || (l->n == 0 && (s->flags & FACT_STORED)));
  struct terminal *t;
  /* Thrown with what is in the caller's own structures: escaped.  */
  if (!o->kind->lock && left_by_throw (l))
    leave_product (l);
  if (!o->kind->lock && (escaped || (l->n && l->thrown)))
    solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, loc, NULL, s);
  else if (escaped || l->n)
    {
      t = solver_terminal (solver, (o->kind->lock
				    ? lock_end (solver, s, l->block, l->paths, l->n)
				    : TERMINAL_PRODUCT),
			   LK_STEP_EXIT, loc, NULL, s);
      t->result = l->result;
      t->at_return = true;
      t->handed_out = o->kind->lock && handed_out (solver, s);
      if (escaped)
	return;
      t->thrower = l->thrower;
      t->thrown = l->thrown;
      if (!l->thrown)
	leave_product (l);
    }
  else if (is_main (solver))
    solver_terminal (solver, TERMINAL_END, LK_STEP_LOST, loc, NULL, s);
  else
    {
      t = solver_terminal (solver, TERMINAL_LOST, LK_STEP_LOST, loc, NULL, s);
      t->result = l->result;
      t->at_return = !l->thrown;
      t->thrown = l->thrown;
      t->thrower = l->thrower;
    }
}

void
solver_leave (struct solver *solver, struct scratch *s, struct lk_block *bl,
		bool thrown, const struct lk_event *thrower)
{
  struct leaving l;
  memset (&l, 0, offsetof (struct leaving, paths));
  l.solver = solver;
  l.s = s;
  l.block = bl;
  l.thrown = thrown;
  l.thrower = thrower;
  l.n = 0;
  l.foreign = false;
  l.inside = (s->flags & FACT_INSIDE) != 0;
  leave_result (&l);
  leave_constructor (&l);
  leave_by_result (&l);
  for (unsigned i = 0; i < s->n_paths; i++)
    leave_by (&l, s->paths[i]);
  if (solver->context.obligation->incoming)
    leave_incoming (&l);
  else
    leave_own (&l);
}
