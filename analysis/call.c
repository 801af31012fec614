/* Calls: contracts first, then summaries of known bodies, then the policy for
   unknown callees (DESIGN section 6).

   Most calls a fact meets neither get the handle nor anything it can be
   reached from; that is asked first.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

bool
contract_releases_arg (const struct lk_contract *contract, unsigned arg)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_RELEASE || c->role == LK_ROLE_OWN
	 || c->role == LK_ROLE_KEEP)
	&& c->place.base == (int) arg + 1)
      return true;
  return false;
}

const struct lk_path *
place_path (struct solver *solver, struct lk_event *ev,
	    const struct lk_place *place)
{
  const struct lk_path *base;
  if (place->base == 0)
    {
      if (ev->dest.kind != LK_PATH)
	return NULL;
      base = ev->dest.path;
    }
  else
    {
      if ((uint32_t) place->base > ev->n_args
	  || ev->args[place->base - 1].kind != LK_PATH)
	return NULL;
      base = ev->args[place->base - 1].path;
    }
  if (place->nsel == 0)
    return base;
  struct path_rest rest = { .nsel = place->nsel };
  memcpy (rest.sel, place->sel, place->nsel * sizeof *rest.sel);
  return path_join (solver->graph, base, &rest);
}

int
clause_holds (struct solver *solver, struct lk_event *ev,
	      const struct scratch *s, const struct lk_clause *c,
	      struct lk_range *result)
{
  bool open = false;
  *result = LK_RANGE_ALL;
  for (unsigned i = 0; i < c->n_conditions; i++)
    {
      const struct lk_condition *cond = &c->conditions[i];
      if (cond->base == 0)
	{
	  if (!range_intersect (result, &cond->range))
	    return 0;
	  open = true;
	  continue;
	}
      if ((uint32_t) cond->base > ev->n_args)
	return 0;
      struct lk_range r = operand_range (solver, s,
					 &ev->args[cond->base - 1]);
      if (range_subset (&r, &cond->range))
	continue;
      if (!range_intersect (&r, &cond->range))
	return 0;
      /* Not known here.  An acquisition that may not be one is none; a
	 release that may be one is believed.  */
      if (c->role == LK_ROLE_ACQUIRE)
	return 0;
    }
  return open ? -1 : 1;
}

/* RANGE with the sense turned; false where that is no range.  */
static bool
range_complement (const struct lk_range *range, struct lk_range *out)
{
  if (range->has_hole && range->lo == INT64_MIN && range->hi == INT64_MAX)
    {
      *out = range_of_compare (LK_EQ, range->hole);
      return true;
    }
  if (range->has_hole)
    return false;
  if (range->lo == range->hi)
    {
      *out = range_of_compare (LK_NE, range->lo);
      return true;
    }
  if (range->lo == INT64_MIN && range->hi < INT64_MAX)
    {
      *out = range_of_compare (LK_GT, range->hi);
      return true;
    }
  if (range->hi == INT64_MAX && range->lo > INT64_MIN)
    {
      *out = range_of_compare (LK_LT, range->lo);
      return true;
    }
  return false;
}

static void
push (struct solver *solver, const struct scratch *s, struct step_state **out)
{
  struct step_state *st = solver->free_states;
  if (st)
    solver->free_states = st->next;
  else
    st = lk_arena_alloc (solver->arena, sizeof *st);
  scratch_copy (&st->fact, s);
  st->next = *out;
  *out = st;
}

/* Know that the call's result lies in RANGE.  Only after the result was
   defined.  */
static bool
assume_result (struct solver *solver, struct lk_event *ev, struct scratch *s,
	       const struct lk_range *range)
{
  if (range_is_all (range) || ev->dest.kind != LK_PATH || ev->aggregate_result)
    return true;
  struct lk_range r = *range;
  struct lk_range known = operand_range (solver, s, &ev->dest);
  if (!range_intersect (&r, &known))
    return false;
  key_id k = key_of_operand (solver->prep, &ev->dest);
  if (k == NO_KEY)
    return true;
  /* Always remembered: the next branch is likely to ask.  */
  scratch_set_condition (solver, s, k, &r);
  return true;
}

static void
define_result (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  if (ev->dest.kind != LK_PATH)
    return;
  if (ev->aggregate_result)
    flow_clear (solver, s, ev->dest.path, ev->size);
  else if (ev->dest.path->nsel == 0)
    flow_define (solver, s, ev->dest.path->root);
  else
    flow_store_unknown (solver, s, ev->dest.path);
}

/* How the call gets at the handle through VALUE.  */
static enum reach
reaches (const struct scratch *s, const struct lk_path *value)
{
  enum reach best = REACH_NOT;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!path_rest (s->paths[i], value, &rest))
	continue;
      if (rest.nsel == 0)
	return REACH_HANDLE;
      best = REACH_THROUGH;
    }
  return best;
}

enum reach
argument_reaches (const struct scratch *s, const struct lk_event *ev,
		  uint32_t k)
{
  enum reach best = REACH_NOT;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!argument_rest (ev, k, s->paths[i], &rest))
	continue;
      if (rest.nsel == 0)
	return REACH_HANDLE;
      best = REACH_THROUGH;
    }
  return best;
}

bool
reaches_through (const struct scratch *s, const struct lk_path *value)
{
  return reaches (s, value) != REACH_NOT;
}

/* In memory of unknown origin, equal last fields are believed to be the same
   place when something found there is released; and equal members of unknown
   objects to be the same lock.  */
static bool
may_be_handle (struct solver *solver, const struct scratch *s,
	       const struct lk_path *value)
{
  if (solver->obligation->in_place)
    {
      for (unsigned i = 0; i < s->n_paths; i++)
	{
	  const struct lk_path *p = s->paths[i];
	  enum lk_var_class a = solver->graph->vars[p->root].class_;
	  enum lk_var_class b = solver->graph->vars[value->root].class_;
	  if ((a == LK_VAR_VALUE || a == LK_VAR_FORMAL)
	      && (b == LK_VAR_VALUE || b == LK_VAR_FORMAL)
	      && p->addend == value->addend)
	    return true;
	}
      return false;
    }
  if (value->nsel || value->addend || value->root >= solver->prep->n_vars)
    return false;
  struct lk_event *ev = solver->prep->vars[value->root].event;
  if (!ev || ev->kind != LK_EVENT_ASSIGN || ev->src.kind != LK_PATH
      || ev->src.path->nsel == 0)
    return false;
  const struct lk_path *from = ev->src.path;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      if (p->nsel == 0)
	continue;
      int64_t x = p->sel[p->nsel - 1], y = from->sel[from->nsel - 1];
      if (x != y && x != LK_ANY && y != LK_ANY)
	continue;
      if (p->root == from->root && p->nsel == from->nsel)
	return true;
      enum path_class c = classify_path (solver, p);
      if (c == PATH_FOREIGN || c == PATH_CALLER || c == PATH_GLOBAL)
	return true;
    }
  return false;
}

static bool
releases_kind (const struct lk_clause *c, const struct lk_contract *contract,
	       const struct obligation *o)
{
  if (c->any_kind || !c->kind || !o->kind || c->kind == o->kind
      || kind_is_anything (o->kind)
      || (c->kind->memory && o->kind->memory))
    return true;
  for (const struct lk_name *n = o->releasers; n; n = n->next)
    if (!strcmp (n->name, contract->name))
      return true;
  return false;
}

static void
finish (struct solver *solver, struct lk_event *ev, enum terminal_kind kind,
	const struct scratch *s)
{
  solver_terminal (solver, kind, LK_STEP_LOST, ev->loc, NULL, s);
}

/* The effect of clause C, known to apply.  Returns false when the fact has
   ended.  */
static bool
apply_clause (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      const struct lk_contract *contract, const struct lk_clause *c)
{
  const struct lk_path *value = place_path (solver, ev, &c->place);
  if (!value)
    return true;
  switch (c->role)
    {
    case LK_ROLE_RELEASE:
    case LK_ROLE_OWN:
    case LK_ROLE_KEEP:
      {
	enum reach reach = reaches (s, value);
	bool kind_fits = (c->role == LK_ROLE_KEEP
			  || releases_kind (c, contract, solver->obligation));
	if ((reach == REACH_HANDLE
	     || (c->role == LK_ROLE_RELEASE && reach == REACH_NOT
		 && may_be_handle (solver, s, value)))
	    && kind_fits)
	  {
	    finish (solver, ev, c->role == LK_ROLE_RELEASE ? TERMINAL_RELEASED
				: TERMINAL_ESCAPED, s);
	    return false;
	  }
	if (reach == REACH_THROUGH && c->role != LK_ROLE_RELEASE)
	  {
	    finish (solver, ev, TERMINAL_ESCAPED, s);
	    return false;
	  }
	/* A destructor of the program's own sees to what it holds.  */
	if (reach == REACH_THROUGH && contract->source != LK_SOURCE_SHIPPED_SPEC
	    && contract->file == NULL)
	  {
	    finish (solver, ev, TERMINAL_ESCAPED, s);
	    return false;
	  }
	/* Java's close () of an object, of which class is not known, sees to
	   what the object's fields hold; not to the elements of a list.  */
	if (reach == REACH_THROUGH && c->role == LK_ROLE_RELEASE && kind_fits
	    && (ev->callee->flags & LK_FN_JAVA)
	    && object_in_field (s, value))
	  {
	    finish (solver, ev, TERMINAL_RELEASED, s);
	    return false;
	  }
	/* Memory that holds the handle is freed.  */
	if (reach == REACH_THROUGH && c->kind && c->kind->memory)
	  {
	    object_contents_gone (solver, s, value);
	    if (!(s->flags & FACT_ASSUMED) && solver_names_dead (solver, s))
	      solver_lose (s, LK_STEP_CONTAINER_RELEASED, ev->loc,
			   path_name (solver->prep, value));
	  }
	return true;
      }
    default:
      return true;
    }
}

static bool
acquires_result (const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0 && c->place.nsel == 0)
      return true;
  return false;
}

/* A release that depends on one argument, about which nothing is known
   (realloc to size 0): where it holds the obligation is met; go on with what
   is then known of the argument where it does not.  Returns the set of those
   clauses, by number.  */
static uint32_t
split_by_argument (struct solver *solver, struct lk_event *ev,
		   const struct lk_contract *contract, struct scratch *s)
{
  uint32_t split = 0, number = 0;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next, number++)
    {
      if (c->role != LK_ROLE_RELEASE || c->n_conditions != 1
	  || c->conditions[0].base == 0 || number >= 32
	  || (uint32_t) c->conditions[0].base > ev->n_args)
	continue;
      const struct lk_operand *arg = &ev->args[c->conditions[0].base - 1];
      const struct lk_path *value = place_path (solver, ev, &c->place);
      struct lk_range known = operand_range (solver, s, arg), other;
      struct lk_range both = known;
      if (!value || reaches (s, value) == REACH_NOT
	  || range_subset (&known, &c->conditions[0].range)
	  || !range_intersect (&both, &c->conditions[0].range)
	  || !range_complement (&c->conditions[0].range, &other)
	  || !range_intersect (&other, &known))
	continue;
      finish (solver, ev, TERMINAL_RELEASED, s);
      split |= UINT32_C (1) << number;
      key_id key = key_of_operand (solver->prep, arg);
      if (key != NO_KEY)
	scratch_set_condition (solver, s, key, &other);
    }
  return split;
}

/* Does anybody look whether the call succeeded?  Who never tests a result, and
   only uses it, believes that the call cannot fail; then there is no failing
   path to warn about.  */
static bool
result_tested (struct solver *solver, struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH)
    return false;
  if (ev->aggregate_result || ev->dest.path->nsel
      || ev->dest.path->root >= solver->prep->n_vars)
    return true;
  lk_var v = ev->dest.path->root;
  key_id k = key_of_var (solver->prep, v);
  if (k != NO_KEY && (solver->prep->keys[k].tests
		      || solver->prep->keys[k].useful))
    return true;
  for (struct use *u = solver->prep->vars[v].uses; u; u = u->next)
    {
      if (u->at_end)
	return true;
      struct lk_block *bl = &solver->graph->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	if (bl->events[i].kind == LK_EVENT_ASSIGN
	    && bl->events[i].src.kind == LK_PATH
	    && bl->events[i].src.path->root == v
	    && bl->events[i].src.path->nsel == 0)
	  return true;
    }
  return false;
}

/* C gives what OTHER has one more name.  */
static bool
goes_on_from (const struct lk_clause *c)
{
  return (c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP
	  || c->role == LK_ROLE_FETCH);
}

/* The call as CONTRACT says, on a fact that it reaches.  */
static void
call_by_contract (struct solver *solver, struct lk_event *ev,
		  const struct lk_contract *contract, struct scratch *s,
		  struct step_state **out)
{
  /* Clauses that depend on the result divide the fact: once with the result
     such that they hold, once with the opposite.  Rows have one such range
     and its complement at most (checked over the shipped ones), so two
     worlds suffice: RESULT holds, RESULT does not.  */
  struct lk_range split = LK_RANGE_ALL, other = LK_RANGE_ALL;
  bool divided = false;
  uint32_t skip = split_by_argument (solver, ev, contract, s);
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_range r;
      if (c->role == LK_ROLE_BORROW || c->role == LK_ROLE_ACQUIRE)
	continue;
      if (clause_holds (solver, ev, s, c, &r) != -1)
	continue;
      const struct lk_path *v
	= place_path (solver, ev, goes_on_from (c) ? &c->other : &c->place);
      if (!v || (reaches (s, v) == REACH_NOT
		 && !(c->role == LK_ROLE_RELEASE
		      && may_be_handle (solver, s, v))))
	continue;
      if (range_complement (&r, &other))
	{
	  split = r;
	  divided = true;
	}
    }
  int worlds = divided ? 2 : 1;
  if (divided && !result_tested (solver, ev))
    worlds = 1;
  for (int world = 0; world < worlds; world++)
    {
      struct scratch w;
      scratch_copy (&w, s);
      bool alive = true;
      struct lk_range here = world ? other : split;
      struct generated generated;
      generated.n = 0;
      generated.dropped = NULL;
      uint32_t number = 0;
      for (const struct lk_clause *c = contract->clauses; c && alive;
	   c = c->next)
	{
	  struct lk_range r;
	  bool skipped = number < 32 && (skip & (UINT32_C (1) << number));
	  number++;
	  if (c->role == LK_ROLE_BORROW || skipped)
	    continue;
	  int holds = clause_holds (solver, ev, &w, c, &r);
	  if (holds == 0)
	    continue;
	  if (holds == -1)
	    {
	      struct lk_range both = r;
	      /* Here the result is known to exclude it, or to be only partly
		 what it wants.  */
	      if (!range_intersect (&both, &here)
		  || (divided && !range_subset (&here, &r)))
		continue;
	    }
	  if (c->role == LK_ROLE_WRAP || c->role == LK_ROLE_PUT
	      || c->role == LK_ROLE_FETCH)
	    {
	      alive = object_clause (solver, ev, &w, c, &generated);
	      if (!alive)
		finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  if (c->role == LK_ROLE_ALIAS)
	    {
	      const struct lk_path *from = place_path (solver, ev, &c->other);
	      const struct lk_path *to = place_path (solver, ev, &c->place);
	      if (from && to)
		flow_generate (solver, &w, to, from, &generated);
	      else if (from && c->place.base != 0
		       && reaches (&w, from) != REACH_NOT)
		{
		  finish (solver, ev, TERMINAL_ESCAPED, &w);
		  alive = false;
		}
	      continue;
	    }
	  if (c->role == LK_ROLE_ACQUIRE)
	    {
	      const struct lk_path *to = place_path (solver, ev, &c->place);
	      /* A place that is filled anew loses what it held.  */
	      if (to && c->place.nsel && to->nsel)
		{
		  unsigned before = w.n_paths;
		  flow_store_unknown (solver, &w, to);
		  if (w.n_paths < before && !(w.flags & FACT_ASSUMED)
		      && solver_names_dead (solver, &w))
		    {
		      solver_lose (&w, LK_STEP_OVERWRITTEN, ev->loc,
				   path_name (solver->prep, to));
		      if (ev == solver->obligation->event)
			{
			  solver_terminal (solver, object_untouched (solver, to)
					   ? TERMINAL_ESCAPED : TERMINAL_LOST,
					   LK_STEP_AGAIN, ev->loc, w.loss.name,
					   &w);
			  alive = false;
			}
		    }
		}
	      continue;
	    }
	  /* realloc: what the old block holds, the new one holds.  */
	  const struct lk_path *v = place_path (solver, ev, &c->place);
	  if (c->role == LK_ROLE_RELEASE && c->kind && c->kind->memory && v
	      && acquires_result (contract)
	      && reaches (&w, v) == REACH_THROUGH)
	    {
	      if (ev->dest.kind == LK_PATH)
		flow_generate (solver, &w, ev->dest.path, v, &generated);
	      for (unsigned i = w.n_paths; i-- > 0;)
		{
		  struct path_rest rest;
		  if (path_rest (w.paths[i], v, &rest) && rest.nsel)
		    scratch_remove_at (&w, i);
		}
	      continue;
	    }
	  alive = apply_clause (solver, ev, &w, contract, c);
	}
      if (!alive)
	continue;
      define_result (solver, ev, &w);
      flow_add_generated (solver, &w, &generated);
      if (!divided || assume_result (solver, ev, &w, &here))
	push (solver, &w, out);
    }
}

/* What argument ARG points to is itself the resource (a lock): nothing else is
   found there.  */
static bool
is_resource (const struct lk_function *callee, uint32_t arg)
{
  if (!callee || !callee->contract)
    return false;
  for (const struct lk_clause *c = callee->contract->clauses; c; c = c->next)
    if (c->place.base == (int) arg + 1 && c->place.nsel == 0
	&& c->kind && c->kind->lock)
      return true;
  return false;
}

/* The callee can write what it is given the address of: what was known of the
   contents holds no more.  Of memory behind other pointers only a callee of the
   unit, or a member function, is taken to change what this function tests.  */
void
call_forget (struct solver *solver, const struct lk_event *ev,
	     struct scratch *s, uint64_t written, uint64_t members)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      if (!(written & (UINT64_C (1) << (k < 63 ? k : 63)))
	  || ev->args[k].kind != LK_PATH || ev->args[k].path->nsel
	  || (ev->arg_flags[k]
	      & (LK_ARG_CONST | LK_ARG_BY_VALUE | LK_ARG_FORMATTED)))
	continue;
      if (is_resource (ev->callee, k))
	continue;
      uint64_t here = UINT64_MAX;
      if (k == 0)
	here = members_moved (members, ev->args[k].path->addend);
      flow_written (solver, s, ev->args[k].path, here);
      enum lk_var_class c = solver->graph->vars[ev->args[k].path->root].class_;
      if (k == 0 && ev->member && ev->member_size)
	scratch_forget_part (solver, s, ev->args[k].path, ev->member_size,
			     here);
      else if (c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL
	       || (k == 0 && ev->member)
	       || (ev->callee && (ev->callee->flags & LK_FN_BODY)))
	scratch_forget_members (solver, s, ev->args[k].path, here);
    }
}

/* Nothing is known of the callee.  False when the fact has ended.  */
static bool
call_unknown (struct solver *solver, struct lk_event *ev, struct scratch *s,
	      bool reached, struct step_state **out)
{
  bool away = (s->flags & FACT_STORED) != 0;
  reached = reached && !only_lent (solver, ev, s);
  for (unsigned i = 0; i < s->n_paths && !away; i++)
    {
      lk_var r = s->paths[i]->root;
      away = (r < solver->prep->n_vars && solver->prep->vars[r].address_stored);
    }
  if (reached || away)
    {
      struct lk_range failing;
      if (!away && lent_if_failing (solver, ev, s, &failing))
	{
	  struct scratch w;
	  scratch_copy (&w, s);
	  call_forget (solver, ev, &w, UINT64_MAX);
	  define_result (solver, ev, &w);
	  if (assume_result (solver, ev, &w, &failing))
	    push (solver, &w, out);
	}
      if (solver->unit->options.level < 2 || !reached)
	{
	  finish (solver, ev, TERMINAL_ESCAPED, s);
	  return false;
	}
      s->flags |= FACT_ASSUMED;
      s->why = (ev->callee ? ev->callee->name : "an unknown function");
    }
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  define_result (solver, ev, s);
  return true;
}

/* It was FN that acquired for O: who fills a place again keeps account of it.  */
static bool
filled_by (const struct obligation *o, const struct lk_function *fn)
{
  for (o = o->origin; o; o = o->origin)
    if (o->function == fn)
      return true;
  return false;
}

/* Whatever way SUMMARY's function takes, the handle is gone from where it
   was.  */
static bool
always_lost (const struct summary *summary)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (!o->thrown
	&& (o->kind == OUT_RELEASED || o->kind == OUT_ESCAPED || o->n_paths))
      return false;
  return true;
}

/* On some way EV's callee hands what it was given on to somebody unknown, say to
   a method of the block that it then frees: the other ways may be there for
   blocks that hold nothing.  */
static bool
may_hand_on (struct solver *solver, struct lk_event *ev,
	     const struct summary *summary, const struct scratch *s)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (o->kind == OUT_ESCAPED && !o->thrown)
      {
	struct scratch w;
	scratch_copy (&w, s);
	if (assume_portable (solver, ev, &w, &o->when))
	  return true;
      }
  return false;
}

/* EV's callee is given what holds the handle only to fill it anew.  */
static bool
passed_to_be_filled (struct solver *solver, const struct lk_event *ev,
		     const struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (s, ev, k) != REACH_NOT
	&& (!fills_blindly (solver->unit, ev->callee, k)
	    || looked_into (solver->prep, solver->here_block,
			    ev->args[k].path->root)))
      return false;
  return true;
}

static void
call_by_summary (struct solver *solver, struct lk_event *ev,
		 const struct summary *summary, uint64_t passed,
		 struct scratch *s, struct step_state **out)
{
  if (!summary->outcomes && summary->done)
    {
      /* The callee never returns.  */
      finish (solver, ev, TERMINAL_END, s);
      return;
    }
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      /* What was passed in memory comes back as the callee left it; the
	 caller's own values are still there.  */
      for (unsigned i = w.n_paths; i-- > 0;)
	if (passed & (UINT64_C (1) << i))
	  scratch_remove_at (&w, i);
      if (o->assumed)
	{
	  w.flags |= FACT_ASSUMED;
	  w.why = ev->callee->name;
	}
      switch (o->kind)
	{
	case OUT_RELEASED:
	  finish (solver, ev, TERMINAL_RELEASED, &w);
	  continue;
	case OUT_ESCAPED:
	  if (o->assumed && solver->unit->options.level >= 2)
	    {
	      /* Not trusted but given up: as with an unknown callee.  */
	      scratch_copy (&w, s);
	      w.flags |= FACT_ASSUMED;
	      w.why = ev->callee->name;
	      define_result (solver, ev, &w);
	      push (solver, &w, out);
	    }
	  else
	    finish (solver, ev, TERMINAL_ESCAPED, &w);
	  continue;
	case OUT_LOST:
	case OUT_HELD:
	  break;
	}
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      define_result (solver, ev, &w);
      bool nameless = false, ignored = false;
      for (unsigned i = 0; i < o->n_paths; i++)
	{
	  if (o->paths[i].root == ROOT_RESULT && ev->dest.kind != LK_PATH)
	    {
	      ignored = true;
	      continue;
	    }
	  const struct lk_path *p
	    = portable_at_call (solver, ev, &o->paths[i]);
	  if (p)
	    scratch_add (solver, &w, p);
	  else
	    nameless = true;
	}
      if (nameless)
	{
	  finish (solver, ev, TERMINAL_ESCAPED, &w);
	  continue;
	}
      if (!assume_result (solver, ev, &w, &o->result))
	continue;
      learn_portable (solver, ev, &w, &o->when);
      if (o->kind == OUT_LOST)
	object_contents_lost (solver, &w, s, passed);
      if (w.n_paths == 0 && s->n_paths && !(w.flags & FACT_ASSUMED))
	{
	  if (s->flags & FACT_STORED)
	    {
	      finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  /* The callee was given what held the handle, could look at it, and
	     put something else there.  A function that fills a structure or
	     lets it grow knows when it is empty from what it keeps beside it;
	     of 67 such losses found in real programs 41 were none.  So this is
	     not witnessed, unless it has no other way, or does not look.
	     (Freeing the block around the handle is, unless another way hands
	     it on.)  */
	  bool freed = o->kind == OUT_LOST;
	  bool sure = (freed && !may_hand_on (solver, ev, summary, s)) || ignored
		      || (always_lost (summary)
			  && (!filled_by (solver->obligation, ev->callee)
			      || passed_to_be_filled (solver, ev, s)));
	  if (!sure && solver->unit->options.level < 2)
	    {
	      finish (solver, ev, TERMINAL_ESCAPED, &w);
	      continue;
	    }
	  const char *name = ignored ? ev->callee->name : NULL;
	  for (unsigned i = 0; i < s->n_paths && !name; i++)
	    if (passed & (UINT64_C (1) << i))
	      name = path_name (solver->prep, s->paths[i]);
	  solver_lose (&w, freed ? LK_STEP_CONTAINER_RELEASED
		       : ignored ? LK_STEP_IGNORED : LK_STEP_OVERWRITTEN, ev->loc, name);
	  if (!sure)
	    {
	      w.flags |= FACT_ASSUMED;
	      w.why = ev->callee->name;
	    }
	}
      push (solver, &w, out);
    }
}

/* The callee may end the process instead of returning, depending on its
   arguments (check_oom (p)): what is known once it has returned.  False if it
   cannot have.  */
static bool
assume_returned (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH
	&& argument_reaches (s, ev, k) != REACH_NOT)
      return true;		/* Its own summary will tell.  */
  const struct summary *sum = summary_without_handle (solver, ev, s);
  if (!sum || !sum->done)
    return true;
  unsigned possible = 0;
  struct scratch learnt;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->kind != OUT_HELD)
	return true;
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      possible++;
      scratch_copy (&learnt, &w);
    }
  if (possible == 1)
    scratch_copy (s, &learnt);
  return possible != 0;
}

/* Is anything known of what the call's pointers point to?  */
static bool
knows_passed (struct solver *solver, const struct lk_event *ev,
	      const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct key *k = &solver->prep->keys[s->conditions[i].key];
      if (k->kind != KEY_MEMORY)
	continue;
      for (uint32_t a = 0; a < ev->n_args; a++)
	if (ev->args[a].kind == LK_PATH && ev->args[a].path->nsel == 0
	    && ev->args[a].path->root == k->path->root
	    && !(ev->arg_flags[a] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
	  return true;
    }
  return false;
}

/* The callee, of which the unit has the body, has nothing to do with the
   handle, but may change what is known: each of its ways on its own, as far as
   FACT allows it.  As flow_call.  */
static bool
call_aside (struct solver *solver, struct lk_event *ev, struct scratch *s,
	    struct step_state **out)
{
  const struct summary *sum = NULL;
  if (knows_passed (solver, ev, s))
    sum = summary_without_handle (solver, ev, s);
  bool clear = sum && sum->done && sum->outcomes;
  for (const struct outcome *o = clear ? sum->outcomes : NULL; o; o = o->next)
    clear &= o->kind == OUT_HELD && !o->assumed;
  if (!clear)
    {
      call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
      define_result (solver, ev, s);
      return true;
    }
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      if (o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      define_result (solver, ev, &w);
      if (!assume_result (solver, ev, &w, &o->result))
	continue;
      learn_portable (solver, ev, &w, &o->when);
      push (solver, &w, out);
    }
  return false;
}

/* A virtual call, of one of several Java methods, is one of the object that
   holds the handle.  Which of them it is hangs on what that object is, and so
   does what was put into it, so nothing is known.  */
static bool
by_holder (const struct lk_event *ev, const struct scratch *s)
{
  return (ev->callee && (ev->callee->flags & LK_FN_DISPATCH)
	  && (ev->callee->flags & LK_FN_JAVA) && ev->n_args && ev->args[0].kind == LK_PATH
	  && argument_reaches (s, ev, 0) != REACH_NOT);
}

bool
flow_call (struct solver *solver, struct lk_event *ev, struct scratch *s,
	   struct step_state **out)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool reached = false;
  if (ev->callee
      && (ev->callee->flags & (LK_FN_BODY | LK_FN_MAY_END))
	 == (LK_FN_BODY | LK_FN_MAY_END)
      && ev->n_args && !assume_returned (solver, ev, s))
    {
      finish (solver, ev, TERMINAL_END, s);
      return false;
    }
  if (object_parent_released (solver, ev, s))
    {
      finish (solver, ev, TERMINAL_RELEASED, s);
      return false;
    }
  if (ev->callee && (ev->callee->flags & LK_FN_CLOSURE))
    {
      flow_closure (solver, ev, s);
      return true;
    }
  /* A lost handle stays lost, and a complete contract that has nothing to say
     borrows.  */
  if (s->n_paths)
    {
      for (uint32_t k = 0; k < ev->n_args && !reached; k++)
	if (ev->args[k].kind == LK_PATH
	    && !(ev->arg_flags[k] & LK_ARG_FORMATTED))
	  reached = argument_reaches (s, ev, k) != REACH_NOT;
      if (contract && (contract->clauses || contract->complete))
	{
	  bool said = contract->complete;
	  /* It may run it.  */
	  if (reached && closure_given (ev, s))
	    {
	      finish (solver, ev, TERMINAL_ESCAPED, s);
	      return false;
	    }
	  for (uint32_t k = 0; k < ev->n_args && !said && reached; k++)
	    if (ev->args[k].kind == LK_PATH
		&& argument_reaches (s, ev, k) != REACH_NOT)
	      for (const struct lk_clause *c = contract->clauses; c;
		   c = c->next)
		if (c->place.base == (int) k + 1
		    || (goes_on_from (c) && c->other.base == (int) k + 1))
		  said = true;
	  if (said || !reached)
	    {
	      /* Most often none of its clauses is about this handle.  */
	      call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
	      if (contract->clauses)
		{
		  call_by_contract (solver, ev, contract, s, out);
		  return false;
		}
	      define_result (solver, ev, s);
	      return true;
	    }
	}
      bool global = false;
      for (unsigned i = 0; i < s->n_paths; i++)
	global |= (solver->graph->vars[s->paths[i]->root].class_
		   == LK_VAR_GLOBAL);
      if (ev->callee && (ev->callee->flags & LK_FN_PURE)
	  && !(ev->callee->flags & LK_FN_BODY))
	reached = false;
      else if (global && !solver->obligation->in_place)
	{
	  /* Any function may do something to it: trusted.  */
	  finish (solver, ev, TERMINAL_ESCAPED, s);
	  return false;
	}
      else if (ev->callee && (ev->callee->flags & LK_FN_BODY)
	       && !by_holder (ev, s))
	{
	  uint64_t passed = 0;
	  bool gets = false;
	  const struct summary *sum
	    = summary_for_call (solver, ev, s, &gets, &passed);
	  if (sum && gets)
	    {
	      call_by_summary (solver, ev, sum, passed, s, out);
	      return false;
	    }
	  if (sum || !gets)
	    return call_aside (solver, ev, s, out);
	}
      return call_unknown (solver, ev, s, reached, out);
    }
  if (ev->callee && (ev->callee->flags & LK_FN_BODY)
      && !(contract && (contract->clauses || contract->complete)))
    return call_aside (solver, ev, s, out);
  call_forget (solver, ev, s, UINT64_MAX, UINT64_MAX);
  define_result (solver, ev, s);
  return true;
}

/* ---- Exceptions.  ---- */

/* Throwing, a callee with a contract has released or taken what it is for: a
   destructor that throws, or fclose where a thread is cancelled, is not called
   twice.  What it was to acquire it has not.  */
static bool
taken_though_thrown (struct solver *solver, struct lk_event *ev,
		     const struct lk_contract *contract,
		     const struct scratch *s)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_range r;
      const struct lk_path *v = place_path (solver, ev, &c->place);
      if ((c->role != LK_ROLE_RELEASE && c->role != LK_ROLE_OWN
	   && c->role != LK_ROLE_KEEP)
	  || !v || clause_holds (solver, ev, s, c, &r) == 0)
	continue;
      enum reach reach = reaches (s, v);
      if (reach != REACH_NOT || may_be_handle (solver, s, v))
	return true;
    }
  return false;
}

/* The ways out of SUMMARY's function by an exception; PASSED as for
   call_by_summary.  */
static void
throw_by_summary (struct solver *solver, struct lk_event *ev,
		  const struct summary *summary, uint64_t passed,
		  const struct scratch *s, struct step_state **out)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      struct scratch w;
      scratch_copy (&w, s);
      bool nameless = false;
      if (!o->thrown || !assume_portable (solver, ev, &w, &o->when))
	continue;
      for (unsigned i = w.n_paths; i-- > 0;)
	if (passed & (UINT64_C (1) << i))
	  scratch_remove_at (&w, i);
      call_forget (solver, ev, &w, o->when.written, o->when.members);
      for (unsigned i = 0; i < o->n_paths; i++)
	{
	  const struct lk_path *p
	    = portable_at_call (solver, ev, &o->paths[i]);
	  if (p)
	    scratch_add (solver, &w, p);
	  else
	    nameless = true;
	}
      /* What the callee put elsewhere is trusted, as on its normal way.  */
      if (nameless || (o->assumed && solver->unit->options.level < 2))
	continue;
      if (o->assumed)
	{
	  w.flags |= FACT_ASSUMED;
	  w.why = ev->callee->name;
	}
      learn_portable (solver, ev, &w, &o->when);
      if (o->kind == OUT_LOST)
	object_contents_lost (solver, &w, s, passed);
      if (w.n_paths == 0 && s->n_paths && !(w.flags & FACT_ASSUMED))
	{
	  if (s->flags & FACT_STORED)
	    continue;
	  solver_lose (&w, LK_STEP_LOST, ev->loc, NULL);
	}
      push (solver, &w, out);
    }
}

/* SUMMARY shows no exception, but the caller waits for one that nobody has to
   declare.  S's handle is still there if the callee, which may have got it,
   lets it be.  */
static bool
throws_unseen (const struct lk_event *ev, const struct summary *summary)
{
  if (!(ev->callee->flags & LK_FN_UNDECLARED))
    return false;
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    if (o->thrown || o->kind != OUT_HELD)
      return false;
  return summary->outcomes != NULL;
}

void
flow_throw (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	    struct step_state **out)
{
  const struct lk_contract *contract = ev->callee ? ev->callee->contract : NULL;
  bool reached = false, global = false;
  for (uint32_t k = 0; k < ev->n_args && !reached; k++)
    if (ev->args[k].kind == LK_PATH
	&& !(ev->arg_flags[k] & LK_ARG_FORMATTED))
      reached = argument_reaches (s, ev, k) != REACH_NOT;
  for (unsigned i = 0; i < s->n_paths; i++)
    global |= (solver->graph->vars[s->paths[i]->root].class_
	       == LK_VAR_GLOBAL);
  if (global && !solver->obligation->in_place)
    return;
  if (object_parent_released (solver, ev, s))
    return;
  if (contract && (contract->clauses || contract->complete))
    {
      if (taken_though_thrown (solver, ev, contract, s)
	  || (reached && closure_given (ev, s)))
	return;
    }
  else if (ev->callee && (ev->callee->flags & LK_FN_BODY)
	   && !by_holder (ev, s))
    {
      uint64_t passed = 0;
      bool gets = false;
      const struct summary *sum
	= (reached ? summary_for_call (solver, ev, s, &gets, &passed)
	   : summary_without_handle (solver, ev, s));
      if (sum)
	{
	  throw_by_summary (solver, ev, sum, passed, s, out);
	  if (!throws_unseen (ev, sum))
	    return;
	}
      else if (gets)
	return;
    }
  else if (reached
	   || ((s->flags & FACT_STORED) && s->n_paths))
    /* It may well be the one who has it now.  */
    return;
  struct scratch w;
  scratch_copy (&w, s);
  call_forget (solver, ev, &w, UINT64_MAX, UINT64_MAX);
  push (solver, &w, out);
}
