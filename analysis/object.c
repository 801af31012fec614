/* Objects that stand for the resources of others: wrappers, holders, parents (Tracker 3.3; the
   clauses WRAP, PUT, FETCH and "within").

   A wrapper is one more access path of the handle, so facts carry it as they carry copies.
   The contents of a collection or an Optional are found at an unknown offset behind it.  A
   parent needs no obligation, so facts do not have it: an obligation knows the access paths of
   its parents in its function, whatever the path of control flow.  A release is assumed to be
   effective, a loss must be certain.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

/* ---- Names of one object, whatever the way.  ---- */

static bool
names_add (struct object_names *n, const struct lk_path *path)
{
  if (!path || path->addend)
    return false;
  for (unsigned i = 0; i < n->n; i++)
    if (n->paths[i] == path)
      return false;
  if (n->n == MAX_OBJECT_NAMES)
    {
      n->full = true;
      return false;
    }
  n->paths[n->n++] = path;
  return true;
}

/* The kind of a parent: any releaser will do.  */
static const struct lk_kind anything
  = { .name = "anything", .noun = "resource", .verb = "released", .size = 8,
      .valid = { INT64_MIN, INT64_MAX, 0, true } };

bool
kind_is_anything (const struct lk_kind *kind)
{
  return kind == &anything;
}

/* Return the summary of what the body that EV calls does to the parent VALUE, or NULL.  */
static const struct summary *
summary_of_parent (struct solver *solver, struct lk_event *ev,
		   const struct lk_path *value)
{
  const struct obligation *o = solver->obligation;
  struct obligation parent = *o;
  struct scratch s;
  bool gets = false;
  uint64_t passed = 0;
  parent.kind = &anything;
  parent.releasers = NULL;
  parent.in_place = false;
  parent.n_parents = 0;
  memset (&s, 0, sizeof s);
  scratch_add (solver, &s, value);
  solver->obligation = &parent;
  const struct summary *sum
    = s.n_paths ? summary_for_call (solver, ev, &s, &gets, &passed) : NULL;
  solver->obligation = o;
  return sum;
}

struct lk_event *
value_call (const struct solver *solver, const struct lk_path *path)
{
  return path->nsel == 0 ? var_call (solver->prep, path->root) : NULL;
}

/* Add what the value at PATH may be a copy of: what was loaded, the arguments of phis, what a
   contract says is the same; with PARENTS also what it was acquired within.  */
static void
names_behind (struct solver *solver, struct object_names *names,
	      const struct lk_path *path, bool parents)
{
  struct prepared *prep = solver->prep;
  if (path->nsel || path->root >= prep->n_vars)
    return;
  const struct var_info *vi = &prep->vars[path->root];
  if (vi->phi)
    for (uint32_t k = 0; k < solver->graph->blocks[vi->def_block].n_preds; k++)
      if (vi->phi->args[k].kind == LK_PATH)
	names_add (names, vi->phi->args[k].path);
  struct lk_event *ev = var_call (prep, path->root);
  if (loaded_from (prep, path->root))
    names_add (names, loaded_from (prep, path->root));
  if (!ev || !ev->callee)
    return;
  const struct lk_contract *contract = ev->callee->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c;
       c = c->next)
    {
      if (c->place.base != 0 || c->place.nsel)
	continue;
      if (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP)
	names_add (names, place_path (solver->graph, ev, &c->other));
      else if (parents && c->role == LK_ROLE_ACQUIRE && c->has_parent)
	names_add (names, place_path (solver->graph, ev, &c->parent));
    }
  struct product *made
    = (parents && (ev->callee->flags & LK_FN_BODY)
       ? function_info (solver->unit, ev->callee)->products : NULL);
  for (; made; made = made->next)
    for (unsigned i = 0; i < made->n_paths; i++)
      if (made->paths[i].root == ROOT_RESULT && made->paths[i].nsel == 0)
	for (unsigned k = 0; k < made->n_parents; k++)
	  names_add (names, portable_at_call (solver, ev, &made->parents[k]));
}

/* Add the places where values of NAMES are stored.  */
static void
names_stored (struct solver *solver, struct object_names *names)
{
  const struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH
	    || ev->src.kind != LK_PATH || ev->dest.path->nsel == 0)
	  continue;
	for (unsigned k = 0; k < names->n; k++)
	  if (names->paths[k] == ev->src.path)
	    {
	      names_add (names, ev->dest.path);
	      break;
	    }
      }
}

/* The same for places where callees store them.  */
static void
names_kept (struct solver *solver, struct object_names *names)
{
  const struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_path *given = NULL;
	if (ev->kind != LK_EVENT_CALL || !ev->callee
	    || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	for (uint32_t k = 0; k < ev->n_args && !given; k++)
	  for (unsigned n = 0; n < names->n && !given; n++)
	    if (ev->args[k].kind == LK_PATH && ev->args[k].path == names->paths[n])
	      given = names->paths[n];
	const struct summary *sum
	  = given ? summary_of_parent (solver, ev, given) : NULL;
	for (const struct outcome *o = sum ? sum->outcomes : NULL; o; o = o->next)
	  for (unsigned k = 0; o->kind == OUT_HELD && k < o->n_paths; k++)
	    {
	      const struct lk_path *p = portable_at_call (solver, ev, &o->paths[k]);
	      if (p && p->nsel)
		names_add (names, p);
	    }
      }
}

/* Add what wraps one of NAMES: to close the wrapper closes it, too.  */
static void
names_wrapped (struct solver *solver, struct object_names *names)
{
  const struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !ev->callee->contract)
	  continue;
	for (const struct lk_clause *c = ev->callee->contract->clauses; c;
	     c = c->next)
	  {
	    const struct lk_path *from
	      = c->role == LK_ROLE_WRAP ? place_path (solver->graph, ev, &c->other)
		: NULL;
	    for (unsigned k = 0; from && k < names->n; k++)
	      if (names->paths[k] == from)
		{
		  names_add (names, place_path (solver->graph, ev, &c->place));
		  break;
		}
	  }
      }
}

void
object_parents (struct solver *solver, struct obligation *o,
		struct object_names *names)
{
  for (unsigned i = 0; i < names->n; i++)
    names_behind (solver, names, names->paths[i], true);
  names_wrapped (solver, names);
  names_stored (solver, names);
  names_kept (solver, names);
  if (names->full)
    limit_met (solver->unit, solver->graph->function, LIMIT_OBJECT_NAMES);
  o->n_parents = names->n;
  o->parents = lk_arena_alloc (solver->unit->arena,
			       (names->n + 1) * sizeof *o->parents);
  memcpy (o->parents, names->paths, names->n * sizeof *names->paths);
}

void
object_clause_parents (struct solver *solver, struct lk_event *ev,
		       const struct lk_clause *c, struct obligation *o)
{
  struct object_names names = { .n = 0 };
  if (c->has_parent)
    names_add (&names, place_path (solver->graph, ev, &c->parent));
  if (names.n)
    object_parents (solver, o, &names);
}

void
object_product_parents (struct solver *solver, struct lk_event *ev,
			const struct product *p, struct obligation *o)
{
  struct object_names names = { .n = 0 };
  for (unsigned i = 0; i < p->n_parents; i++)
    names_add (&names, portable_at_call (solver, ev, &p->parents[i]));
  if (names.n)
    object_parents (solver, o, &names);
}

void
object_portable_parents (struct solver *solver, const struct lk_block *bl,
			 struct product *p)
{
  const struct obligation *o = solver->obligation;
  p->parents = lk_arena_alloc (solver->keep,
			       (o->n_parents + 1) * sizeof *p->parents);
  for (unsigned i = 0; i < o->n_parents; i++)
    {
      struct path_rest rest;
      struct portable_path *to = &p->parents[p->n_parents];
      if (bl->a.kind == LK_PATH && path_rest (o->parents[i], bl->a.path, &rest)
	  && !rest.weak && rest.nsel <= PORTABLE_MAX_SEL)
	{
	  memset (to, 0, sizeof *to);
	  to->root = ROOT_RESULT;
	  to->nsel = rest.nsel;
	  memcpy (to->sel, rest.sel, rest.nsel * sizeof *rest.sel);
	  p->n_parents++;
	}
      else if (o->parents[i]->nsel <= PORTABLE_MAX_SEL
	       && portable_from_path (solver->prep, o->parents[i], to))
	p->n_parents++;
    }
}

bool
object_is_parent (struct solver *solver, const struct obligation *o,
		  const struct lk_path *value)
{
  struct object_names names = { .n = 0 };
  if (!o->n_parents)
    return false;
  names_add (&names, value);
  for (unsigned i = 0; i < names.n; i++)
    {
      for (unsigned k = 0; k < o->n_parents; k++)
	if (o->parents[k] == names.paths[i])
	  return true;
      names_behind (solver, &names, names.paths[i], false);
    }
  return false;
}

/* Return what the value at PATH was surely obtained from, or NULL.  */
static const struct lk_path *
had_from (struct solver *solver, const struct lk_path *path)
{
  struct lk_event *ev = value_call (solver, path);
  if (!ev || !ev->callee || !ev->callee->contract)
    return NULL;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c;
       c = c->next)
    if (c->place.base == 0 && c->place.nsel == 0)
      {
	if (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP)
	  return place_path (solver->graph, ev, &c->other);
	if (c->role == LK_ROLE_ACQUIRE && c->has_parent)
	  return place_path (solver->graph, ev, &c->parent);
      }
  return NULL;
}

void
object_parents_exist (struct solver *solver, struct lk_event *ev,
		      struct scratch *s)
{
  const struct obligation *o = solver->obligation;
  struct lk_range some = LK_RANGE_NONNULL;
  for (unsigned i = 0; i < o->n_parents; i++)
    for (uint32_t k = 0; k < ev->n_args; k++)
      if (ev->args[k].kind == LK_PATH && ev->args[k].path == o->parents[i])
	{
	  const struct lk_path *p = o->parents[i];
	  for (unsigned n = 0; p && n < MAX_OBJECT_NAMES; n++)
	    {
	      struct lk_operand op = lk_operand_path (p);
	      assume_in_range (solver, s, &op, &some);
	      p = had_from (solver, p);
	    }
	}
}

/* ---- Releasing a parent.  ---- */

static bool
body_releases (struct solver *solver, struct lk_event *ev,
	       const struct lk_path *value)
{
  const struct summary *sum = summary_of_parent (solver, ev, value);
  for (const struct outcome *out = sum ? sum->outcomes : NULL; out;
       out = out->next)
    if (out->kind == OUT_RELEASED)
      return true;
  return false;
}

bool
object_parent_released (struct solver *solver, struct lk_event *ev,
			const struct scratch *s)
{
  const struct obligation *o = solver->obligation;
  if (!o->n_parents || !ev->callee)
    return false;
  const struct lk_contract *contract = ev->callee->contract;
  bool explicit_ = contract && (contract->clauses || contract->complete);
  for (const struct lk_clause *c = explicit_ ? contract->clauses : NULL; c;
       c = c->next)
    {
      struct lk_range r;
      const struct lk_path *value
	= c->role == LK_ROLE_RELEASE ? place_path (solver->graph, ev, &c->place) : NULL;
      /* The call's result may tell whether it is released.  */
      if (value && clause_holds (solver, ev, s, c, &r) == 1
	  && object_is_parent (solver, o, value))
	return true;
    }
  if (explicit_ || !(ev->callee->flags & LK_FN_BODY))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      if (ev->args[k].kind != LK_PATH)
	continue;
      if (object_is_parent (solver, o, ev->args[k].path)
	  && body_releases (solver, ev, ev->args[k].path))
	return true;
      /* A holder of both, which closes only the parent.  */
      for (unsigned i = 0; i < o->n_parents; i++)
	{
	  struct path_rest rest;
	  if (path_rest (o->parents[i], ev->args[k].path, &rest) && rest.nsel
	      && body_releases (solver, ev, o->parents[i]))
	    return true;
	}
    }
  return false;
}

/* ---- Holders.  ---- */

bool
object_begins (const struct scratch *s, const struct lk_path *value, bool *inside)
{
  bool found = false;
  *inside = false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], value, &rest))
	{
	  found = true;
	  *inside |= rest.nsel != 0;
	}
    }
  return found;
}

static bool
holds (const struct scratch *s, const struct lk_path *path)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] == path)
      return true;
  return false;
}

/* Return true if what C of CONTRACT fetches stays where it was: the call only reads it.  */
static bool
leaves_there (const struct lk_contract *contract, const struct lk_clause *c)
{
  for (const struct lk_clause *o = contract->clauses; o; o = o->next)
    if (o->role == LK_ROLE_BORROW && o->place.base == c->other.base)
      return true;
  return false;
}

bool
call_fetches (const struct lk_event *ev)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee && ev->callee->contract
	  && ev->callee->contract->clauses
	  && ev->callee->contract->clauses->role == LK_ROLE_FETCH);
}

/* Return true if the value or object ROOT was fetched, or copied, from what HOLDER holds.  */
static bool
fetched_from (struct solver *solver, lk_var root, const struct lk_path *holder)
{
  const struct lk_graph *g = solver->graph;
  if (root >= solver->prep->n_vars || root == holder->root)
    return false;
  const struct lk_path *value = lk_path_make (solver->graph, root, 0, NULL, 0);
  const struct lk_event *made = value_call (solver, value);
  if (made || var_assignment (solver->prep, root))
    return (made && call_fetches (made) && made->n_args && made->args[0].kind == LK_PATH
	    && made->args[0].path->root == holder->root);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->dest.kind != LK_PATH || ev->dest.path->root != root || ev->src.kind != LK_PATH)
	  continue;
	if (ev->kind == LK_EVENT_COPY && ev->src.path->root == holder->root)
	  return true;
	if (ev->kind == LK_EVENT_ASSIGN && ev->src.path->nsel == 0
	    && var_event (solver->prep, ev->src.path->root)
	    && fetched_from (solver, ev->src.path->root, holder))
	  return true;
      }
  return false;
}

/* Return true if one of S's access paths was.  */
bool
object_was_fetched (struct solver *solver, const struct scratch *s,
		    const struct lk_path *holder)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    if (fetched_from (solver, s->paths[i]->root, holder))
      return true;
  return false;
}

bool
object_clause (struct solver *solver, struct lk_event *ev, struct scratch *s,
	       const struct lk_clause *c, struct generated *generated)
{
  const struct lk_path *place = place_path (solver->graph, ev, &c->place);
  const struct lk_path *other = place_path (solver->graph, ev, &c->other);
  const struct lk_path *from = c->role == LK_ROLE_PUT ? place : other;
  const struct lk_path *to = c->role == LK_ROLE_PUT ? other : place;
  bool inside;
  if (!from || !object_begins (s, from, &inside))
    return true;
  if (!to)
    /* Without an access path for a wrapper or a fetched element nothing is lost; what is
       stored elsewhere is gone.  */
    return c->role != LK_ROLE_PUT || (c->other.base == 0);
  /* A pointer is stored there, and the handle is a member of its target: the container gets
     one access path for all its elements, not two.  */
  if (c->role == LK_ROLE_PUT && inside && from->nsel == 0
      && solver->graph->vars[from->root].class_ == LK_VAR_VALUE
      && !(solver->graph->function
	   && (solver->graph->function->flags & LK_FN_JAVA)))
    return false;
  if (c->role == LK_ROLE_PUT)
    {
      struct path_rest held = { .nsel = 1, .sel = { LK_ANY } };
      const struct lk_path *p = path_join (solver->graph, to, &held);
      /* What was taken out of it is in it again; not what is stored elsewhere.  */
      if (!p || holds (s, p) || object_was_fetched (solver, s, to))
	s->flags &= ~FACT_FETCHED;
      if (!p || generated->n == SCRATCH_PATHS)
	generated->dropped = LIMIT_OF_DEPTH;
      else
	{
	  generated->paths[generated->n++] = p;
	  enum path_class class_ = classify_path (solver, p);
	  if (class_ == PATH_CALLER || class_ == PATH_GLOBAL
	      || class_ == PATH_FOREIGN)
	    s->flags |= FACT_STORED;
	}
      return true;
    }
  if (c->role == LK_ROLE_FETCH && !leaves_there (ev->callee->contract, c))
    s->flags |= FACT_FETCHED;
  /* A wrapper's close () calls that of the wrapped object, whatever that closes.  */
  if (generated->n < SCRATCH_PATHS)
    generated->paths[generated->n++] = to;
  return true;
}

void
object_taken (struct solver *solver, struct scratch *s, const struct lk_path *holder)
{
  for (unsigned i = holder && object_was_fetched (solver, s, holder) ? s->n_paths : 0; i-- > 0;)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], holder, &rest) && rest.nsel)
	scratch_remove_at (s, i);
    }
}

void
object_begun_anew (struct scratch *s, const struct lk_path *holder)
{
  bool inside;
  if ((s->flags & FACT_FETCHED) && object_begins (s, holder, &inside) && inside)
    s->flags &= ~FACT_FETCHED;
}

bool
object_in_field (const struct scratch *s, const struct lk_path *value)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], value, &rest) && rest.nsel
	  && rest.sel[0] != LK_ANY)
	return true;
    }
  return false;
}

/* ---- Names for messages.  ---- */

const struct lk_path *
object_wrapper_of (struct solver *solver, const struct lk_path *path)
{
  struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !ev->callee->contract)
	  continue;
	for (const struct lk_clause *c = ev->callee->contract->clauses; c;
	     c = c->next)
	  if (c->role == LK_ROLE_WRAP
	      && place_path (solver->graph, ev, &c->other) == path)
	    return place_path (solver->graph, ev, &c->place);
      }
  return NULL;
}

bool
object_acquired_before (struct solver *solver, uint32_t block, uint32_t index,
			const struct lk_path *path)
{
  struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !ev->callee->contract
	    || (b == block ? i >= index : !dominates (solver->prep, b, block)))
	  continue;
	for (const struct lk_clause *c = ev->callee->contract->clauses; c;
	     c = c->next)
	  if (c->role == LK_ROLE_ACQUIRE
	      && place_path (solver->graph, ev, &c->place) == path)
	    return true;
      }
  return false;
}

/* ---- Memory that is freed.  ---- */

/* Return the place that VALUE, an SSA value, was read from; or NULL.  */
static const struct lk_path *
place_read (const struct solver *solver, const struct lk_path *value)
{
  const struct lk_path *from
    = value->nsel || value->addend ? NULL : loaded_from (solver->prep, value->root);
  return from && from->nsel ? from : NULL;
}

/* Two access paths that end alike, one through VALUE and one through the place that VALUE was
   loaded from, or is, or another load of it, lead through the same memory: both hold the
   handle.  GONE are the N_GONE ends of access paths through VALUE.  */
static void
other_ways_gone (struct solver *solver, struct scratch *s,
		 const struct lk_path *value, const struct path_rest *gone,
		 unsigned n_gone)
{
  const struct lk_path *place = value->nsel ? value : place_read (solver, value);
  struct path_rest rest;
  for (unsigned i = s->n_paths; i-- > 0 && place;)
    {
      const struct lk_path *p = s->paths[i];
      const struct lk_path *root = lk_path_make (solver->graph, p->root, 0,
						 NULL, 0);
      if (!(place_read (solver, root) == place && path_rest (p, root, &rest))
	  && !path_rest (p, place, &rest))
	continue;
      for (unsigned k = 0; k < n_gone; k++)
	if (rest.nsel == gone[k].nsel && !rest.weak
	    && rest.addend == gone[k].addend
	    && !memcmp (rest.sel, gone[k].sel, rest.nsel * sizeof *rest.sel))
	  {
	    scratch_remove_at (s, i);
	    break;
	  }
    }
}

void
object_contents_gone (struct solver *solver, struct scratch *s,
		      const struct lk_path *value)
{
  struct path_rest gone[SCRATCH_PATHS], rest;
  unsigned n_gone = 0;
  for (unsigned i = s->n_paths; i-- > 0;)
    if (path_rest (s->paths[i], value, &rest) && rest.nsel)
      {
	gone[n_gone++] = rest;
	scratch_remove_at (s, i);
      }
  other_ways_gone (solver, s, value, gone, n_gone);
}

/* The remaining access paths may lead through values that are not read any more and end like
   one that was passed: former ways to the same memory.  */
void
object_contents_lost (struct solver *solver, struct scratch *s,
		      const struct scratch *before, uint64_t passed)
{
  for (unsigned k = 0; k < before->n_paths; k++)
    {
      const struct lk_path *q = before->paths[k];
      if (!(passed & (UINT64_C (1) << k)) || q->nsel == 0)
	continue;
      const struct lk_path *root = lk_path_make (solver->graph, q->root, 0,
						 NULL, 0);
      struct path_rest rest;
      if (path_rest (q, root, &rest))
	other_ways_gone (solver, s, root, &rest, 1);
      for (unsigned i = s->n_paths; i-- > 0;)
	{
	  const struct lk_path *p = s->paths[i];
	  struct scratch other;
	  if (p->nsel == 0
	      || solver->graph->vars[p->root].class_ != LK_VAR_VALUE
	      || q->sel[q->nsel - 1] != p->sel[p->nsel - 1]
	      || q->addend != p->addend)
	    continue;
	  memset (&other, 0, sizeof other);
	  other.paths[other.n_paths++]
	    = lk_path_make (solver->graph, p->root, 0, NULL, 0);
	  if (solver_names_dead (solver, &other))
	    scratch_remove_at (s, i);
	}
    }
}

/* ---- A place that is filled again.  ---- */

static bool
operand_touches (const struct lk_operand *op, lk_var root)
{
  return op->kind == LK_PATH && op->path->root == root;
}

/* Then the loop repeats because the call failed, whatever it tests to know that: do { } while
   (unlikely ()).  All of the variable counts: code that reads the second end of a pipe has the
   first, too.  */
bool
object_untouched (struct solver *solver, const struct lk_path *place)
{
  const struct lk_event *filled = solver->obligation->event;
  for (const struct node *n = solver->current; n; n = n->parent)
    {
      const struct lk_block *bl = &solver->graph->blocks[n->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev == filled)
	    continue;
	  if (operand_touches (&ev->src, place->root))
	    return false;
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    if (operand_touches (&ev->args[k], place->root))
	      return false;
	}
    }
  return true;
}
