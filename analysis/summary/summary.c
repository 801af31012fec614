/* Summaries: what a known body does to an obligation it is given (IFDS tabulation; Tracker
   2.3).

   The entry state is P renamed to formals, the kind, and the known values of other arguments
   that the callee tests.  The summary lists the outcomes: released, escaped, or held by which
   access paths, with the range of the result.  Recursion is in summary/recursion.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "summary-internal.h"

/* ---- Graphs in memory.  ---- */

void
name_locks (struct function_view *view)
{
  struct lk_graph *graph = view->graph;
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    for (uint32_t i = 0; i < graph->blocks[b].n_events; i++)
      {
	const struct lk_function *fn = graph->blocks[b].events[i].callee;
	const struct function_info *callee = fn ? fn->engine : NULL;
	for (const struct product *p = callee ? callee->products : NULL; p;
	     p = p->next)
	  for (unsigned k = 0; k < p->n_paths; k++)
	    if (p->paths[k].root == ROOT_GLOBAL)
	      portable_name_global (graph, &p->paths[k], p->global);
      }
}

/* ---- Making summaries.  ---- */

/* Return true if C is about a global variable before the call.  */
static bool
is_of_global (const struct portable_condition *c)
{
  return c->path.root == ROOT_GLOBAL && !c->after && !c->given && !c->code;
}

/* Return true if some of OUTCOMES leaves the handle held without what C, of a global, says.  */
static bool
held_without (const struct outcome *outcomes, const struct portable_condition *c)
{
  for (const struct outcome *o = outcomes; o; o = o->next)
    {
      bool with = false;
      for (unsigned i = 0; i < o->when.n; i++)
	with |= (is_of_global (&o->when.all[i])
		 && compare_portable (&o->when.all[i].path, &c->path) == 0
		 && lk_range_within (&o->when.all[i].range, &c->range));
      if (o->kind == OUT_HELD && !o->thrown && !with)
	return true;
    }
  return false;
}

/* Note which OUTCOMES leave the handle held only because of the value of a global variable: with
   every other value the callee releases it.  */
static void
excuse_held (struct outcome *outcomes)
{
  for (struct outcome *o = outcomes; o; o = o->next)
    for (unsigned i = 0; i < o->when.n && o->kind == OUT_HELD; i++)
      o->excused |= (is_of_global (&o->when.all[i])
		     && !held_without (outcomes, &o->when.all[i]));
}

/* To drop a reference is a release, wherever the last one is.  Heuristic: so is to release unless
   a global variable says otherwise (`if (!exiting) free (p);'), for callers that do not know what
   it says: wrong if such a caller is to release it then, and a leak is not reported.  The rows that
   other units read are for such callers.  A destructor that releases on some path is assumed to
   choose rightly, and so is the library; of several targets of a virtual call the one that
   releases is assumed to be meant.  Then there are no other outcomes; but for an object of a known
   dynamic type the target is known, and to find assumed leaks, too, one that leaves an ARGUMENT
   held is assumed to be meant as well.  */
static void
assume_release (const struct lk_function *function, struct solver *solver, bool argument)
{
  bool any = LK_FN_CALLS_ANY (function);
  bool knows = any || (function->flags & (LK_FN_LIBRARY | LK_FN_DESTRUCTOR));
  const struct lk_kind *kind = solver->context.obligation->kind;
  bool lock = kind && kind->lock, derived = kind && kind_is_anything (kind);
  /* Some targets are not known: one of them may keep it.  */
  bool open = any && (function->flags & LK_FN_LIBRARY);
  bool released = false;
  bool doubt = (any && argument && !lock && solver->context.unit->options.level >= 2
		&& !(function->flags & LK_FN_DESTRUCTOR));
  for (struct outcome *o = solver->outcomes; o; o = o->next)
    released |= (o->kind == OUT_RELEASED || o->kind == OUT_MISMATCHED
		 || (o->kind == OUT_ESCAPED && knows && (!any || open)));
  if (released && !lock)
    excuse_held (solver->outcomes);
  for (struct outcome **p = &solver->outcomes; released && *p;)
    if (((*p)->kind == OUT_HELD || ((*p)->kind == OUT_LOST && knows))
	&& (!(*p)->thrown || any)
	&& ((*p)->counted || knows || (derived && (*p)->excused))
	&& !(any && table_known (solver->context.graph, &(*p)->when)))
      {
	if (doubt && (*p)->kind == OUT_HELD && !(*p)->thrown)
	  {
	    (*p)->assumed = true;
	    p = &(*p)->next;
	    continue;
	  }
	*p = (*p)->next;
	solver->n_outcomes--;
      }
    else
      p = &(*p)->next;
}

/* Return true if SUM is about a handle that no access path through the receiver, or the first
   argument, leads to: the dynamic type of an object says something about its own handles.  */
static bool
is_argument (const struct summary *sum)
{
  for (unsigned i = 0; i < sum->n_paths; i++)
    if (sum->paths[i].root != ROOT_FORMAL || sum->paths[i].index == 0)
      return false;
  return sum->n_paths != 0;
}

/* As summary_solve.  BRIEF: only if a few steps suffice; return false if they did not.  */
static bool
try_summary (struct solver *caller, struct summary *sum, struct function_view *view, bool brief)
{
  struct lk_unit *unit = caller->context.unit;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  *o = *caller->context.obligation;
  o->incoming = true;
  o->held = false;
  o->function = sum->function;
  o->event = NULL;
  o->handle_user = 0;
  /* The caller handles the parents (object_parent_released).  */
  o->n_parents = 0;
  struct solver *solver
    = solver_new (unit, view, o, unit->arena, caller->depth + 1);
  solver->member = sum->member;
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  for (unsigned i = 0; i < sum->n_paths; i++)
    {
      const struct portable_path *p = &sum->paths[i];
      if (p->root == ROOT_FORMAL && p->index < view->graph->n_formals)
	scratch_add (&solver->context, &entry,
		     lk_path_make (view->graph,
				   view->graph->formals[p->index], p->nsel,
				   p->sel, p->addend));
      const struct lk_path *global
	= p->root == ROOT_GLOBAL ? portable_global (view->graph, p) : NULL;
      if (global)
	scratch_add (&solver->context, &entry, global);
    }
  solver->context.brief = brief && slice_possible (&solver->context);
  solver->context.slice = solver->context.brief ? NULL : slice_new (&solver->context);
  for (unsigned i = 0; solver->context.slice && i < entry.n_paths; i++)
    slice_add_name (solver->context.slice, entry.paths[i]);
  for (unsigned i = 0; i < sum->n_conditions; i++)
    {
      const struct portable_path *p = &sum->conditions[i].path;
      if (p->index >= view->graph->n_formals)
	continue;
      const struct portable_condition *c = &sum->conditions[i];
      if (c->given)
	{
	  scratch_set_equal (&solver->context, &entry,
			     key_of_var (view, view->graph->formals[p->index]),
			     key_of_var (view, view->graph->formals[c->given - 1]));
	  continue;
	}
      struct lk_operand op
	= lk_operand_path (lk_path_make (view->graph,
					 view->graph->formals[p->index],
					 p->nsel, p->sel, 0));
      key_id key = (c->code ? key_of_pure (view, c->code, &op, c->constant)
		    : key_of_operand (view, &op));
      if (key != NO_KEY)
	scratch_set_condition (&solver->context, &entry, key, &c->range);
    }
  if (entry.n_paths == 0 && sum->n_paths)
    {
      /* More arguments than formals ("..."), or too deep: unknown.  */
      struct outcome out = { .kind = OUT_ESCAPED, .assumed = true,
			     .result = LK_RANGE_ALL };
      add_outcome (solver, &out);
    }
  else
    {
      struct scratch began;
      scratch_copy (&began, &entry);
      solver->entry = &began;
      solver_seed (solver, 0, 0, &entry);
      solver_run (solver);
    }
  if (solver->context.brief && (solver->given_up || solver->context.limited))
    {
      solver_free (solver);
      return false;
    }
  if (solver->overflow)
    {
      struct outcome out = { .kind = OUT_ESCAPED, .assumed = true,
			     .result = LK_RANGE_ALL };
      add_outcome (solver, &out);
    }
  assume_release (sum->function, solver, is_argument (sum));
  sum->outcomes = solver->outcomes;
  sum->n_outcomes = solver->n_outcomes;
  sum->left_out = solver->context.left_out;
  solver_free (solver);
  return true;
}

void
summary_solve (struct solver *caller, struct summary *sum, struct function_view *view)
{
  if (try_summary (caller, sum, view, true))
    return;
  if (!sum->brief)
    {
      try_summary (caller, sum, view, false);
      return;
    }
  limit_met (caller->context.unit, sum->function, LIMIT_MEMBER_FACTS);
  struct outcome *unknown = lk_arena_alloc (caller->context.unit->arena, sizeof *unknown);
  unknown->kind = OUT_ESCAPED;
  unknown->assumed = true;
  unknown->result = LK_RANGE_ALL;
  sum->outcomes = unknown;
  sum->n_outcomes = 1;
}

/* The caller knows that PURE, a function of what is numbered OF, lies in RANGE: add that to
   WANTED if the callee, with the view VIEW, tests the same of an argument.  Return false if
   WANTED is full.  */
static bool
want_pure (struct solver *solver, struct lk_event *ev, struct function_view *view,
	   const struct key *pure, key_id of, const struct lk_range *range,
	   struct summary *wanted)
{
  struct key caller = *pure;
  for (uint32_t k = 0; k < ev->n_args && k < view->graph->n_formals; k++)
    {
      if (key_of_operand (solver->context.view, &ev->args[k]) != of)
	continue;
      struct lk_operand formal
	= lk_operand_path (lk_path_make (view->graph, view->graph->formals[k],
					 0, NULL, 0));
      key_id key = key_of_pure (view, caller.code, &formal, caller.b);
      if (key == NO_KEY || !(key_at (view, key)->tests || key_at (view, key)->useful))
	continue;
      if (wanted->n_conditions == MAX_PORTABLE_CONDITIONS)
	return false;
      struct portable_condition *c
	= &wanted->conditions[wanted->n_conditions++];
      c->path.root = ROOT_FORMAL;
      c->path.index = k;
      c->code = caller.code;
      c->constant = caller.b;
      c->range = *range;
    }
  return true;
}

/* ---- The table of summaries.  ---- */

static uint64_t
mix (uint64_t h, uint64_t more)
{
  h = (h ^ more) * UINT64_C (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static uint64_t
hash_portable (uint64_t h, const struct portable_path *p)
{
  h = mix (h, (uint64_t) p->root << 32 | p->index);
  h = mix (h, (uintptr_t) p->entity);
  h = mix (h, (uint64_t) p->addend);
  for (unsigned i = 0; i < p->nsel; i++)
    h = mix (h, (uint64_t) p->sel[i]);
  return h;
}

static uint64_t
hash_summary (const struct summary *s)
{
  uint64_t h = mix (s->in_place, (uintptr_t) s->function);
  h = mix (h, (uintptr_t) s->kind);
  h = mix (h, (uintptr_t) s->releasers);
  for (unsigned i = 0; i < s->n_paths; i++)
    h = hash_portable (h, &s->paths[i]);
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct portable_condition *c = &s->conditions[i];
      h = hash_portable (h, &c->path);
      h = mix (h, (uint64_t) c->constant ^ (uint64_t) c->code << 48 ^ (uint64_t) c->given << 40);
      h = mix (mix (h, (uint64_t) c->range.lo), (uint64_t) c->range.hi);
    }
  return h;
}

static bool
same_shape (const struct summary *a, const struct summary *b)
{
  if (a->hash != b->hash || a->function != b->function || a->kind != b->kind
      || a->releasers != b->releasers || a->in_place != b->in_place
      || a->n_conditions != b->n_conditions
      || !portable_same_paths (a->paths, a->n_paths, b->paths, b->n_paths))
    return false;
  for (unsigned i = 0; i < a->n_conditions; i++)
    if (compare_portable (&a->conditions[i].path, &b->conditions[i].path)
	|| a->conditions[i].code != b->conditions[i].code
	|| a->conditions[i].constant != b->conditions[i].constant
	|| a->conditions[i].given != b->conditions[i].given
	|| !lk_range_equal (&a->conditions[i].range, &b->conditions[i].range))
      return false;
  return true;
}

/* The summary that WANTED describes; NULL if there is none.  For a member a fuller one will do.  */
static struct summary *
known_summary (struct lk_unit *unit, const struct summary *wanted)
{
  if (!unit->n_summary_buckets)
    return NULL;
  struct summary *s
    = unit->summary_buckets[wanted->hash & (unit->n_summary_buckets - 1)];
  while (s && ((s->member && !wanted->member) || !same_shape (s, wanted)))
    s = s->next;
  return s;
}

/* Add a copy of WANTED, which is there as long as the unit, to the table, and return it.  */
static struct summary *
keep_summary (struct lk_unit *unit, const struct summary *wanted)
{
  struct summary *s = lk_arena_alloc (unit->arena, sizeof *s);
  *s = *wanted;
  s->paths = lk_arena_alloc (unit->arena, s->n_paths * sizeof *s->paths);
  if (s->n_paths)
    memcpy (s->paths, wanted->paths, s->n_paths * sizeof *s->paths);
  if (unit->n_summaries >= unit->n_summary_buckets)
    {
      uint32_t n = unit->n_summary_buckets ? unit->n_summary_buckets * 4 : 64;
      struct summary **buckets
	= lk_arena_alloc (unit->arena, n * sizeof *buckets);
      for (uint32_t i = 0; i < unit->n_summary_buckets; i++)
	for (struct summary *k = unit->summary_buckets[i], *next; k; k = next)
	  {
	    next = k->next;
	    k->next = buckets[k->hash & (n - 1)];
	    buckets[k->hash & (n - 1)] = k;
	  }
      unit->summary_buckets = buckets;
      unit->n_summary_buckets = n;
    }
  struct summary **where
    = &unit->summary_buckets[s->hash & (unit->n_summary_buckets - 1)];
  s->next = *where;
  *where = s;
  unit->n_summaries++;
  return s;
}

/* WANTED is a new summary.  If there are MAX_ENTRY_STATES for the same handle, let WANTED have no
   conditions: that one has all outcomes that others have, and each says under which conditions of
   the arguments it occurs.  */
static void
limit_states (struct lk_unit *unit, struct summary *wanted)
{
  struct summary all = *wanted;
  if (!wanted->n_conditions)
    return;
  all.n_conditions = 0;
  all.hash = hash_summary (&all);
  struct summary *known = known_summary (unit, &all);
  if (!known)
    known = keep_summary (unit, &all);
  if (known->states < MAX_ENTRY_STATES)
    {
      known->states++;
      return;
    }
  limit_met (unit, wanted->function, LIMIT_ENTRY_STATES);
  *wanted = all;
}

/* Add to WANTED which arguments of the call EV, that its callee with the view VIEW uses, are the
   same number.  Return false if there is no room.  */
static bool
want_equal (struct solver *solver, struct lk_event *ev, struct function_view *view,
	    struct summary *wanted)
{
  struct function_view *here = solver->context.view;
  for (uint32_t k = 0; k < ev->n_args && k < view->graph->n_formals; k++)
    {
      key_id key = key_of_operand (here, &ev->args[k]);
      if (key == NO_KEY || key_at (here, key)->kind != KEY_EXPRESSION
	  || !view->vars[view->graph->formals[k]].used)
	continue;
      for (uint32_t i = 0; i < k; i++)
	if (key_of_operand (here, &ev->args[i]) == key
	    && view->vars[view->graph->formals[i]].used)
	  {
	    if (wanted->n_conditions == MAX_PORTABLE_CONDITIONS)
	      return false;
	    struct portable_condition *c = &wanted->conditions[wanted->n_conditions++];
	    c->path.root = ROOT_FORMAL;
	    c->path.index = k;
	    c->given = i + 1;
	    break;
	  }
    }
  return true;
}

/* Add to WANTED what S knows of the arguments of the call EV, as far as its callee, with the
   view VIEW, tests it.  PATHS, N of them, are handles: they are known as such.  */
static void
wanted_conditions (struct solver *solver, struct lk_event *ev,
		   const struct scratch *s, struct function_view *view,
		   const struct portable_path *paths, unsigned n,
		   struct summary *wanted)
{
  bool more = false;
  for (uint32_t k = 0; k < ev->n_args && k < view->graph->n_formals; k++)
    {
      key_id key = key_of_var (view, view->graph->formals[k]);
      if (key == NO_KEY || !(key_at (view, key)->tests || key_at (view, key)->useful))
	continue;
      struct lk_range r = operand_range (&solver->context, s, &ev->args[k]);
      if (range_is_all (&r))
	continue;
      bool held = false;
      for (unsigned i = 0; i < n; i++)
	held |= paths[i].index == k;
      if (held)
	continue;
      more = wanted->n_conditions == MAX_PORTABLE_CONDITIONS;
      if (more)
	break;
      struct portable_condition *c = &wanted->conditions[wanted->n_conditions++];
      c->path.root = ROOT_FORMAL;
      c->path.index = k;
      c->range = r;
    }
  more |= !want_equal (solver, ev, view, wanted);
  /* And of the memory that its pointers point to.  */
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct key *known = key_at (solver->context.view, s->conditions[i].key);
      key_id of;
      if (key_is_pure (solver->context.view, s->conditions[i].key, &of))
	{
	  more |= !want_pure (solver, ev, view, known, of,
			      &s->conditions[i].range, wanted);
	  continue;
	}
      if (known->kind != KEY_MEMORY)
	continue;
      for (uint32_t k = 0; k < ev->n_args && k < view->graph->n_formals; k++)
	{
	  struct path_rest rest;
	  if (ev->args[k].kind != LK_PATH
	      || !(path_rest (known->path, ev->args[k].path, &rest)
		   || path_rest (known->path,
				 canonical_place (solver->context.view, ev->args[k].path), &rest))
	      || rest.nsel == 0 || rest.weak || rest.addend != 0
	      || rest.nsel > MAX_LOADS)
	    continue;
	  key_id key
	    = key_of_memory (view, lk_path_make (view->graph,
						 view->graph->formals[k],
						 rest.nsel, rest.sel, 0));
	  if (!key_at (view, key)->tests && !key_at (view, key)->useful)
	    continue;
	  more |= wanted->n_conditions == MAX_PORTABLE_CONDITIONS;
	  if (more)
	    break;
	  struct portable_condition *c
	    = &wanted->conditions[wanted->n_conditions++];
	  c->path.root = ROOT_FORMAL;
	  c->path.index = k;
	  c->path.nsel = rest.nsel;
	  memcpy (c->path.sel, rest.sel, rest.nsel * sizeof *rest.sel);
	  c->range = s->conditions[i].range;
	}
    }
  if (more)
    limit_met (solver->context.unit, ev->callee, LIMIT_PORTABLE_CONDITIONS);
}

/* Return true if SOLVER asks what becomes of a member of an argument (derive/derive.c) in a callee
   of a callee.  There the values of other arguments are left out: they rarely decide, and each set
   of them would be one more summary, at each depth, for each member.  */
static bool
asks_deep (const struct solver *solver)
{
  return solver->member && solver->depth > 1;
}

/* Return the summary of EV's callee for the sorted entry PATHS; N may be 0, for the
   postconditions that do not depend on the handle.  */
static struct summary *
find_summary (struct solver *solver, struct lk_event *ev,
	      const struct scratch *s, const struct portable_path *paths,
	      unsigned n)
{
  struct lk_unit *unit = solver->context.unit;
  struct function_view *view = function_view (unit, ev->callee);
  if (!view)
    return NULL;
  struct summary wanted;
  memset (&wanted, 0, sizeof wanted);
  if (!n || !asks_deep (solver))
    wanted_conditions (solver, ev, s, view, paths, n, &wanted);
  wanted.function = ev->callee;
  wanted.kind = n ? solver->context.obligation->kind : NULL;
  if (wanted.kind == &kind_lent)
    wanted.kind = &kind_anything;
  wanted.releasers = n ? solver->context.obligation->releasers : NULL;
  wanted.in_place = n && solver->context.obligation->in_place;
  wanted.member = n && solver->member;
  wanted.n_paths = n;
  wanted.paths = (struct portable_path *) paths;
  wanted.hash = hash_summary (&wanted);
  struct summary *sum = known_summary (unit, &wanted);
  if (!sum)
    {
      limit_states (unit, &wanted);
      sum = known_summary (unit, &wanted);
    }
  if (sum && recursion_knows (unit, sum))
    return sum;
  if (solver->depth >= MAX_CALL_DEPTH
      || unit->stats.summaries >= MAX_SUMMARIES)
    {
      limit_met (unit, ev->callee, solver->depth >= MAX_CALL_DEPTH
				   ? LIMIT_CALL_DEPTH : LIMIT_SUMMARIES);
      return NULL;
    }
  if (!sum)
    sum = keep_summary (unit, &wanted);
  recursion_settle (solver, sum, view);
  return sum;
}

const struct summary *
summary_without_handle (struct solver *solver, struct lk_event *ev,
			const struct scratch *s)
{
  return find_summary (solver, ev, s, NULL, 0);
}

const struct summary *
summary_of_entry (struct lk_unit *unit, struct lk_function *fn, const struct lk_kind *kind,
		  const struct portable_path *path, bool brief)
{
  struct function_view *view = function_view (unit, fn);
  if (!view || unit->stats.summaries >= MAX_SUMMARIES)
    return NULL;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = kind;
  o->function = fn;
  o->in_place = kind->lock;
  struct summary wanted = { .function = fn, .kind = kind, .in_place = kind->lock, .n_paths = 1,
			    .paths = (struct portable_path *) path, .brief = brief,
			    .member = brief };
  wanted.hash = hash_summary (&wanted);
  struct summary *sum = known_summary (unit, &wanted);
  if (sum && recursion_knows (unit, sum))
    return sum;
  if (!sum)
    sum = keep_summary (unit, &wanted);
  struct solver *caller = solver_new (unit, view, o, unit->arena, 0);
  recursion_settle (caller, sum, view);
  solver_free (caller);
  return sum;
}

/* The outcomes of passing VALUE to EV's callee, as if VALUE were the handle.  */
static const struct summary *
summary_of_value (struct solver *solver, struct lk_event *ev, const struct scratch *s,
		  const struct portable_path *value)
{
  return find_summary (solver, ev, s, value, 1);
}

/* Return true if VIEW's function does nothing with its argument K, as a deleter without
   members with its object: the contents do not matter to it.  */
static bool
ignores_formal (const struct function_view *view, uint32_t k)
{
  return (view && k < view->graph->n_formals
	  && !view->vars[view->graph->formals[k]].used);
}

/* The outcomes of passing FACT to CALLEE at EVENT; NULL if there is no body.  *REACHED: whether the
   callee can reach the handle at all.  */
static const struct summary *
summary_for_call (struct solver *solver, struct lk_event *ev,
		  const struct scratch *s, bool *reached, uint64_t *passed)
{
  struct portable_path paths[SCRATCH_PATHS];
  unsigned n = 0;
  *reached = false;
  *passed = 0;
  const struct function_view *view = function_view (solver->context.unit, ev->callee);
  for (unsigned i = 0; i < s->n_paths; i++)
    for (uint32_t k = 0; k < ev->n_args; k++)
      {
	struct path_rest rest;
	if (ev->args[k].kind != LK_PATH || ignores_formal (view, k)
	    || (ev->arg_flags[k] & LK_ARG_FORMATTED)
	    || !argument_rest (ev, k, s->paths[i], &rest))
	  continue;
	*reached = true;
	if (rest.nsel > MAX_LOADS || n == SCRATCH_PATHS)
	  {
	    limit_met (solver->context.unit, ev->callee, LIMIT_LOADS);
	    return NULL;
	  }
	if (rest.nsel && !(ev->arg_flags[k] & LK_ARG_BY_VALUE))
	  *passed |= UINT64_C (1) << i;
	memset (&paths[n], 0, sizeof paths[n]);
	paths[n].root = ROOT_FORMAL;
	paths[n].index = k;
	paths[n].nsel = rest.nsel;
	memcpy (paths[n].sel, rest.sel, rest.nsel * sizeof *rest.sel);
	paths[n].addend = rest.addend;
	if (rest.addend != 0 && !solver->context.obligation->in_place)
	  paths[n].addend = LK_ANY;
	n++;
      }
  /* A global lock is within the reach of all that name it.  */
  for (unsigned i = 0; i < s->n_paths && view && solver->context.obligation->in_place; i++)
    {
      struct portable_path p;
      if (!portable_from_path (solver->context.view, s->paths[i], &p)
	  || p.root != ROOT_GLOBAL || !portable_global (view->graph, &p))
	continue;
      *reached = true;
      if (n == SCRATCH_PATHS)
	{
	  limit_met (solver->context.unit, ev->callee, LIMIT_LOADS);
	  return NULL;
	}
      p.index = UINT32_MAX;
      paths[n++] = p;
    }
  if (!*reached)
    return NULL;
  qsort (paths, n, sizeof *paths, compare_portable_v);
  return find_summary (solver, ev, s, paths, n);
}

const struct summary_provider summary_table =
  {
    .for_call = summary_for_call,
    .without_handle = summary_without_handle,
    .of_value = summary_of_value,
    .result = usual_result,
    .postcondition = usual_learn,
    .held_for_destructor = held_for_destructor,
    .held_mismatched = held_mismatched,
    .held_forgotten = held_forgotten
  };
