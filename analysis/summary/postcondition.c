/* Unconditional postconditions: the range of a function's result, and the memory behind its
   arguments at return, that hold for every input.

   Examples: a helper that exits rather than return NULL, one that always returns 0, a close ()
   that leaves no descriptor in its object, an init ().  They are computed once for each
   function with a body, from its summary without a handle, and only for callers that test the
   result or the members.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "summary-internal.h"

/* Widen COMMON to what holds in O's case, too: ranges that cover both.  */
static void
keep_common (struct portable_conditions *common, const struct portable_conditions *o)
{
  unsigned n = 0;
  for (unsigned i = 0; i < common->n; i++)
    {
      struct portable_condition c = common->all[i];
      bool same = false;
      for (unsigned k = 0; k < o->n && !same; k++)
	if (o->all[k].code == 0 && o->all[k].given == 0
	    && !compare_portable (&o->all[k].path, &c.path))
	  {
	    same = true;
	    c.after |= o->all[k].after;
	    c.range = range_hull (&c.range, &o->all[k].range);
	  }
      if (same && !range_is_all (&c.range))
	common->all[n++] = c;
    }
  common->n = n;
}

/* Keep what O knows of memory behind formals, and of the structure that is returned.  */
static void
keep_memory (struct portable_conditions *common, const struct portable_conditions *o)
{
  memset (common, 0, sizeof *common);
  for (unsigned i = 0; i < o->n; i++)
    if ((o->all[i].path.root == ROOT_FORMAL || o->all[i].path.root == ROOT_RESULT)
	&& o->all[i].path.nsel && o->all[i].code == 0 && o->all[i].given == 0)
      common->all[common->n++] = o->all[i];
}

/* Keep only memory that some path writes: the caller knows the rest itself.  */
static void
keep_written (struct portable_conditions *common)
{
  unsigned n = 0;
  for (unsigned i = 0; i < common->n; i++)
    if (common->all[i].after || common->all[i].path.root == ROOT_RESULT)
      common->all[n++] = common->all[i];
  common->n = n;
}

struct postcondition		/* Of one function.  */
{
  bool known;			/* The others are computed, or in progress.  */
  struct lk_range result;	/* The range of its result for any arguments.  */
  const struct portable_conditions *end; /* The conditions that hold when it has returned, or
					    NULL.  */
};

static const struct postcondition *
find_out (struct solver *solver, const struct lk_event *ev)
{
  struct postcondition *info = function_slot (solver->context.unit, ev->callee,
					      SLOT_POSTCONDITION, sizeof *info);
  if (info->known)
    return info;
  info->known = true;
  info->result = LK_RANGE_ALL;
  struct lk_operand *args = lk_xmalloc ((ev->n_args + 1) * sizeof *args);
  struct lk_event any = *ev;
  struct scratch none;
  memset (args, 0, (ev->n_args + 1) * sizeof *args);
  memset (&none, 0, sizeof none);
  any.args = args;
  const struct summary *sum = summary_without_handle (solver, &any, &none);
  struct portable_conditions end = { .n = 0 };
  bool first = true;
  for (const struct outcome *o = sum && sum->done ? sum->outcomes : NULL; o;
       o = o->next)
    {
      if (o->thrown)
	continue;
      if (o->assumed || o->kind != OUT_HELD)
	{
	  info->result = LK_RANGE_ALL;
	  end.n = 0;
	  break;
	}
      info->result = first ? o->result : range_hull (&info->result, &o->result);
      if (first)
	keep_memory (&end, &o->when);
      else
	keep_common (&end, &o->when);
      first = false;
    }
  free (args);
  keep_written (&end);
  /* In a recursion that is not finished further outcomes may follow.  */
  info->known = sum && sum->done;
  /* A range that says nothing of success would only be one more condition.  */
  if (lk_range_contains (&info->result, 0) && info->result.lo != info->result.hi)
    info->result = LK_RANGE_ALL;
  if (end.n)
    {
      struct portable_conditions *copy
	= lk_arena_alloc (solver->context.unit->arena, sizeof *copy);
      *copy = end;
      info->end = copy;
    }
  return info;
}

const struct lk_range *
usual_result (struct solver *solver, const struct lk_event *ev)
{
  return &find_out (solver, ev)->result;
}

/* Return true if the function tests memory that EV passes, or the structure that EV returns.  */
static bool
asks_of_passed (struct solver *solver, const struct lk_event *ev)
{
  struct function_view *view = solver->context.view;
  /* By variable: there is a useful key of memory behind it.  */
  uint8_t *asked = view->slots[VIEW_POSTCONDITION];
  if (!asked)
    {
      view->slots[VIEW_POSTCONDITION] = asked = lk_arena_alloc (view->arena, view->n_vars + 1);
      for (uint32_t i = 0; i < view->n_keys; i++)
	if (key_at (view, i)->kind == KEY_MEMORY && key_at (view, i)->useful
	    && key_at (view, i)->path->root < view->n_vars)
	  asked[key_at (view, i)->path->root] = 1;
    }
  if (ev->aggregate_result && ev->dest.kind == LK_PATH && ev->dest.path->root < view->n_vars
      && asked[ev->dest.path->root])
    return true;
  /* A lambda is constant; what it refers to is not.  */
  if (ev->member && ev->n_args && ev->args[0].kind == LK_PATH
      && address_in (solver, ev->args[0].path->root, asked))
    return true;
  for (uint32_t a = 0; a < ev->n_args; a++)
    if (ev->args[a].kind == LK_PATH && ev->args[a].path->root < view->n_vars
	&& asked[ev->args[a].path->root]
	&& !(ev->arg_flags[a] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
      return true;
  return false;
}

void
usual_learn (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  if ((ev->callee->flags & LK_FN_DISPATCH) || !asks_of_passed (solver, ev))
    return;
  const struct function_view *callee = function_view (solver->context.unit, ev->callee);
  if (!callee)
    return;
  if (callee->graph->n_blocks > MAX_SHORT_FUNCTION)
    {
      limit_met (solver->context.unit, ev->callee, LIMIT_SHORT_FUNCTION);
      return;
    }
  const struct postcondition *info = find_out (solver, ev);
  if (!info->end)
    return;
  struct scratch before;
  scratch_copy (&before, s);
  learn_portable (solver, ev, s, info->end);
  /* Memory that is not written keeps its known value.  */
  for (unsigned i = 0; i < before.n_conditions; i++)
    {
      struct lk_range r = before.conditions[i].range;
      const struct lk_range *now = scratch_condition (s, before.conditions[i].key);
      if (now && range_intersect (&r, now))
	scratch_set_condition (&solver->context, s, before.conditions[i].key, &r);
    }
}
