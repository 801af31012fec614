/* Summaries: what a known body does to an obligation it is given (IFDS
   tabulation; Tracker 2.3).

   The entry shape is P renamed to formals, the kind, and what is known of
   other arguments if the callee tests them.  The summary lists the outcomes:
   released, escaped, or held by which names, with the range of the result.

   Recursion is in recursion.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"
#include "regions.h"

struct function_info *
function_info (struct lk_unit *unit, struct lk_function *fn)
{
  if (!fn->engine)
    {
      struct function_info *info = lk_arena_alloc (unit->arena, sizeof *info);
      info->function = fn;
      fn->engine = info;
    }
  return fn->engine;
}

/* ---- Graphs in memory.  ---- */

static void
unlink_graph (struct lk_unit *unit, struct function_info *info)
{
  unit->graph_bytes -= info->bytes;
  if (info->newer)
    info->newer->older = info->older;
  else
    unit->newest = info->older;
  if (info->older)
    info->older->newer = info->newer;
  else
    unit->oldest = info->newer;
  info->newer = info->older = NULL;
}

/* INFO's graph is the last that was used.  */
static void
link_graph (struct lk_unit *unit, struct function_info *info)
{
  info->bytes = (lk_arena_bytes (info->prep->arena)
		 + lk_graph_memory (info->prep->graph));
  unit->graph_bytes += info->bytes;
  info->older = unit->newest;
  if (info->older)
    info->older->newer = info;
  unit->newest = info;
  if (!unit->oldest)
    unit->oldest = info;
}

void
graph_drop (struct lk_unit *unit, struct function_info *info)
{
  if (info->prep)
    {
      unlink_graph (unit, info);
      prepared_free (info->prep);
    }
  info->prep = NULL;
  lk_graph_free (info->function->graph);
  info->function->graph = NULL;
}

void
graphs_trim (struct lk_unit *unit)
{
  while (unit->host.again && unit->graph_bytes > GRAPHS_KEPT)
    graph_drop (unit, unit->oldest);
}

/* The locks that those it calls return with have a name in GRAPH.  */
static void
name_locks (struct lk_graph *graph)
{
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

struct prepared *
function_prepared (struct lk_unit *unit, struct lk_function *fn)
{
  struct function_info *info = function_info (unit, fn);
  if (info->prep)
    {
      unlink_graph (unit, info);
      link_graph (unit, info);
    }
  if (info->prep || info->unavailable)
    return info->prep;
  if (!(fn->flags & LK_FN_BODY) || (fn->flags & LK_FN_SETS_JUMP))
    {
      info->unavailable = true;
      if (fn->flags & LK_FN_SETS_JUMP)
	{
	  unit->stats.skipped++;
	  if (unit->host.note)
	    unit->host.note (unit->host.data, fn,
			     "not analysed: it calls 'setjmp'");
	}
      return NULL;
    }
  if (!fn->graph)
    {
      stage_enter (unit, LK_STAGE_LOWERING, fn);
      unit->host.body (unit->host.data, fn);
      stage_leave (unit);
    }
  if (!fn->graph || (fn->flags & LK_FN_SETS_JUMP))
    {
      info->unavailable = true;
      unit->stats.skipped++;
      if (unit->host.note)
	unit->host.note (unit->host.data, fn,
			 fn->flags & LK_FN_SETS_JUMP
			 ? "not analysed: it calls 'setjmp'"
			 : "not analysed: its body could not be read");
      return NULL;
    }
  stage_enter (unit, LK_STAGE_KEYS, fn);
  name_locks (fn->graph);
  info->prep = prepare (unit, fn->graph);
  stage_leave (unit);
  link_graph (unit, info);
  return info->prep;
}

/* ---- Sets of portable paths.  ---- */

static int
compare_portable_v (const void *a, const void *b)
{
  return compare_portable (a, b);
}

static bool
same_paths (const struct portable_path *a, unsigned na,
	    const struct portable_path *b, unsigned nb)
{
  if (na != nb)
    return false;
  for (unsigned i = 0; i < na; i++)
    if (compare_portable (&a[i], &b[i]))
      return false;
  return true;
}

/* ---- Outcomes.  ---- */

/* O's paths need not be kept by the caller; they are sorted here.  */
void
add_outcome (struct solver *solver, const struct outcome *o)
{
  struct portable_path *paths = NULL;
  if (o->n_paths)
    {
      paths = lk_arena_alloc (solver->keep, o->n_paths * sizeof *paths);
      memcpy (paths, o->paths, o->n_paths * sizeof *paths);
      qsort (paths, o->n_paths, sizeof *paths, compare_portable_v);
    }
  struct outcome **where = &solver->outcomes;
  for (; *where; where = &(*where)->next)
    {
      struct outcome *p = *where;
      if (p->kind != o->kind || p->assumed != o->assumed
	  || p->counted != o->counted || p->thrown != o->thrown
	  || !same_portable_conditions (&p->when, &o->when)
	  || !same_paths (p->paths, p->n_paths, paths, o->n_paths))
	continue;
      if (p->kind != OUT_HELD || range_subset (&o->result, &p->result))
	return;
      if (range_subset (&p->result, &o->result))
	{
	  p->result = o->result;
	  return;
	}
      if (solver->n_outcomes >= MAX_OUTCOMES)
	{
	  limit_met (solver->unit, solver->graph->function, LIMIT_OUTCOMES);
	  p->result = range_hull (&p->result, &o->result);
	  return;
	}
    }
  if (solver->n_outcomes >= MAX_OUTCOMES && o->kind == OUT_HELD)
    {
      limit_met (solver->unit, solver->graph->function, LIMIT_OUTCOMES);
      /* Too many ways: from here on nobody knows.  */
      struct outcome unknown = { .kind = OUT_ESCAPED, .assumed = true,
				 .result = LK_RANGE_ALL };
      add_outcome (solver, &unknown);
      return;
    }
  struct outcome *n = lk_arena_alloc (solver->keep, sizeof *n);
  *n = *o;
  n->paths = paths;
  n->next = NULL;
  *where = n;
  solver->n_outcomes++;
}

/* ---- Making summaries.  ---- */

/* Dropping a reference is a release, whoever has the last one.  A destructor
   that releases sometimes knows when, and so does the library; of several
   targets of a virtual call the one that releases was meant.  Then the other
   ways out are none; but of an object whose class is known it is known which.  */
static void
believe_release (const struct lk_function *function, struct solver *solver)
{
  bool any = LK_FN_CALLS_ANY (function);
  bool knows = any || (function->flags & (LK_FN_LIBRARY | LK_FN_DESTRUCTOR));
  /* Some targets are not known: one of them may keep it.  */
  bool open = any && (function->flags & LK_FN_LIBRARY);
  bool released = false;
  for (struct outcome *o = solver->outcomes; o; o = o->next)
    released |= (o->kind == OUT_RELEASED || o->kind == OUT_MISMATCHED
		 || (o->kind == OUT_ESCAPED && knows && (!any || open)));
  for (struct outcome **p = &solver->outcomes; released && *p;)
    if (((*p)->kind == OUT_HELD || ((*p)->kind == OUT_LOST && knows))
	&& (!(*p)->thrown || any) && ((*p)->counted || knows)
	&& !(any && table_known (solver->graph, &(*p)->when)))
      {
	*p = (*p)->next;
	solver->n_outcomes--;
      }
    else
      p = &(*p)->next;
}

/* As summary_solve.  BRIEF: as far as that is done in a few steps; false if it was not.  */
static bool
try_summary (struct solver *caller, struct summary *sum, struct prepared *prep, bool brief)
{
  struct lk_unit *unit = caller->unit;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  *o = *caller->obligation;
  o->incoming = true;
  o->held = false;
  o->function = sum->function;
  o->event = NULL;
  o->handle_user = 0;
  /* Whoever calls sees to the parents (object_parent_released).  */
  o->n_parents = 0;
  struct solver *solver
    = solver_new (unit, prep, o, unit->arena, caller->depth + 1);
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  for (unsigned i = 0; i < sum->n_paths; i++)
    {
      const struct portable_path *p = &sum->paths[i];
      if (p->root == ROOT_FORMAL && p->index < prep->graph->n_formals)
	scratch_add (solver, &entry,
		     lk_path_make (prep->graph,
				   prep->graph->formals[p->index], p->nsel,
				   p->sel, p->addend));
      const struct lk_path *global
	= p->root == ROOT_GLOBAL ? portable_global (prep->graph, p) : NULL;
      if (global)
	scratch_add (solver, &entry, global);
    }
  solver->brief = brief && slice_possible (solver);
  solver->slice = solver->brief ? NULL : slice_new (solver);
  for (unsigned i = 0; solver->slice && i < entry.n_paths; i++)
    slice_add_name (solver->slice, entry.paths[i]);
  for (unsigned i = 0; i < sum->n_conditions; i++)
    {
      const struct portable_path *p = &sum->conditions[i].path;
      if (p->index >= prep->graph->n_formals)
	continue;
      const struct portable_condition *c = &sum->conditions[i];
      struct lk_operand op
	= lk_operand_path (lk_path_make (prep->graph,
					 prep->graph->formals[p->index],
					 p->nsel, p->sel, 0));
      key_id key = (c->code ? key_of_pure (prep, c->code, &op, c->constant)
		    : key_of_operand (prep, &op));
      if (key != NO_KEY)
	scratch_set_condition (solver, &entry, key, &c->range);
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
  if (solver->brief && (solver->given_up || solver->limited))
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
  believe_release (sum->function, solver);
  sum->outcomes = solver->outcomes;
  sum->n_outcomes = solver->n_outcomes;
  sum->left_out = solver->left_out;
  solver_free (solver);
  return true;
}

void
summary_solve (struct solver *caller, struct summary *sum, struct prepared *prep)
{
  if (!try_summary (caller, sum, prep, true))
    try_summary (caller, sum, prep, false);
}

/* The caller knows that PURE, a function of what is numbered OF, lies in RANGE:
   does the callee, prepared as PREP, test the same of an argument?  False if
   WANTED is full.  */
static bool
want_pure (struct solver *solver, struct lk_event *ev, struct prepared *prep,
	   const struct key *pure, key_id of, const struct lk_range *range,
	   struct summary *wanted)
{
  struct key caller = *pure;
  for (uint32_t k = 0; k < ev->n_args && k < prep->graph->n_formals; k++)
    {
      if (key_of_operand (solver->prep, &ev->args[k]) != of)
	continue;
      struct lk_operand formal
	= lk_operand_path (lk_path_make (prep->graph, prep->graph->formals[k],
					 0, NULL, 0));
      key_id key = key_of_pure (prep, caller.code, &formal, caller.b);
      if (key == NO_KEY || !(key_at (prep, key)->tests || key_at (prep, key)->useful))
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
      h = mix (h, (uint64_t) c->constant ^ (uint64_t) c->code << 48);
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
      || !same_paths (a->paths, a->n_paths, b->paths, b->n_paths))
    return false;
  for (unsigned i = 0; i < a->n_conditions; i++)
    if (compare_portable (&a->conditions[i].path, &b->conditions[i].path)
	|| a->conditions[i].code != b->conditions[i].code
	|| a->conditions[i].constant != b->conditions[i].constant
	|| !range_equal (&a->conditions[i].range, &b->conditions[i].range))
      return false;
  return true;
}

static struct summary *
known_summary (struct lk_unit *unit, const struct summary *wanted)
{
  if (!unit->n_summary_buckets)
    return NULL;
  struct summary *s
    = unit->summary_buckets[wanted->hash & (unit->n_summary_buckets - 1)];
  while (s && !same_shape (s, wanted))
    s = s->next;
  return s;
}

static void
keep_summary (struct lk_unit *unit, struct summary *s)
{
  if (unit->stats.summaries >= unit->n_summary_buckets)
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
  unit->stats.summaries++;
}

/* Into WANTED, with what is known in S of what the call EV gives its callee,
   prepared as PREP, as far as that tests it.  PATHS, N of them, are handles:
   they are known as such.  */
static void
wanted_conditions (struct solver *solver, struct lk_event *ev,
		   const struct scratch *s, struct prepared *prep,
		   const struct portable_path *paths, unsigned n,
		   struct summary *wanted)
{
  bool more = false;
  for (uint32_t k = 0; k < ev->n_args && k < prep->graph->n_formals; k++)
    {
      key_id key = key_of_var (prep, prep->graph->formals[k]);
      if (key == NO_KEY || !(key_at (prep, key)->tests || key_at (prep, key)->useful))
	continue;
      struct lk_range r = operand_range (solver, s, &ev->args[k]);
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
  /* And of what its pointers point to.  */
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct key *known = key_at (solver->prep, s->conditions[i].key);
      key_id of;
      if (key_is_pure (solver->prep, s->conditions[i].key, &of))
	{
	  more |= !want_pure (solver, ev, prep, known, of,
			      &s->conditions[i].range, wanted);
	  continue;
	}
      if (known->kind != KEY_MEMORY)
	continue;
      for (uint32_t k = 0; k < ev->n_args && k < prep->graph->n_formals; k++)
	{
	  struct path_rest rest;
	  if (ev->args[k].kind != LK_PATH
	      || !(path_rest (known->path, ev->args[k].path, &rest)
		   || path_rest (known->path, canonical_place (solver->prep, ev->args[k].path),
				 &rest))
	      || rest.nsel == 0 || rest.weak || rest.addend != 0
	      || rest.nsel > PORTABLE_MAX_SEL)
	    continue;
	  key_id key
	    = key_of_memory (prep, lk_path_make (prep->graph,
						 prep->graph->formals[k],
						 rest.nsel, rest.sel, 0));
	  if (!key_at (prep, key)->tests && !key_at (prep, key)->useful)
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
    limit_met (solver->unit, ev->callee, LIMIT_PORTABLE_CONDITIONS);
}

/* The summary of EV's callee for the sorted entry PATHS; N may be 0, which
   asks what the callee makes sure of without being given the handle.  */
static struct summary *
find_summary (struct solver *solver, struct lk_event *ev,
	      const struct scratch *s, const struct portable_path *paths,
	      unsigned n)
{
  struct lk_unit *unit = solver->unit;
  struct prepared *prep = function_prepared (unit, ev->callee);
  if (!prep)
    return NULL;
  struct summary wanted;
  memset (&wanted, 0, sizeof wanted);
  if (function_info (unit, ev->callee)->n_busy < MAX_BUSY)
    wanted_conditions (solver, ev, s, prep, paths, n, &wanted);
  else
    limit_met (unit, ev->callee, LIMIT_BUSY);
  wanted.function = ev->callee;
  wanted.kind = n ? solver->obligation->kind : NULL;
  wanted.releasers = n ? solver->obligation->releasers : NULL;
  wanted.in_place = n && solver->obligation->in_place;
  wanted.n_paths = n;
  wanted.paths = (struct portable_path *) paths;
  wanted.hash = hash_summary (&wanted);
  struct summary *sum = known_summary (unit, &wanted);
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
    {
      sum = lk_arena_alloc (unit->arena, sizeof *sum);
      *sum = wanted;
      sum->paths = lk_arena_alloc (unit->arena, n * sizeof *paths);
      if (n)
	memcpy (sum->paths, paths, n * sizeof *paths);
      keep_summary (unit, sum);
    }
  recursion_settle (solver, sum, prep);
  return sum;
}

const struct summary *
summary_without_handle (struct solver *solver, struct lk_event *ev,
			const struct scratch *s)
{
  return find_summary (solver, ev, s, NULL, 0);
}

const struct summary *
summary_of_value (struct solver *solver, struct lk_event *ev, const struct scratch *s,
		  const struct portable_path *value)
{
  return find_summary (solver, ev, s, value, 1);
}

/* PREP's function does nothing with its argument K, as a deleter without members
   with its object: what happens to be there is nothing to it.  */
static bool
ignores_formal (const struct prepared *prep, uint32_t k)
{
  return (prep && k < prep->graph->n_formals
	  && !prep->vars[prep->graph->formals[k]].used);
}

const struct summary *
summary_for_call (struct solver *solver, struct lk_event *ev,
		  const struct scratch *s, bool *reached, uint64_t *passed)
{
  struct portable_path paths[SCRATCH_PATHS];
  unsigned n = 0;
  *reached = false;
  *passed = 0;
  const struct prepared *prep = function_prepared (solver->unit, ev->callee);
  for (unsigned i = 0; i < s->n_paths; i++)
    for (uint32_t k = 0; k < ev->n_args; k++)
      {
	struct path_rest rest;
	if (ev->args[k].kind != LK_PATH || ignores_formal (prep, k)
	    || (ev->arg_flags[k] & LK_ARG_FORMATTED)
	    || !argument_rest (ev, k, s->paths[i], &rest))
	  continue;
	*reached = true;
	if (rest.nsel > PORTABLE_MAX_SEL || n == SCRATCH_PATHS)
	  {
	    limit_met (solver->unit, ev->callee, LIMIT_PORTABLE_SEL);
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
	if (rest.addend != 0 && !solver->obligation->in_place)
	  paths[n].addend = LK_ANY;
	n++;
      }
  /* A global lock is within the reach of all that name it.  */
  for (unsigned i = 0; i < s->n_paths && prep && solver->obligation->in_place; i++)
    {
      struct portable_path p;
      if (!portable_from_path (solver->prep, s->paths[i], &p)
	  || p.root != ROOT_GLOBAL || !portable_global (prep->graph, &p))
	continue;
      *reached = true;
      if (n == SCRATCH_PATHS)
	{
	  limit_met (solver->unit, ev->callee, LIMIT_PORTABLE_SEL);
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
