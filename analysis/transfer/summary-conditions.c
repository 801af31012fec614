/* Translate path conditions between caller and callee.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Store in OUT the value or place of the key K, if that is an argument, or memory that has not
   changed since the function began; return false if it is neither.  */
static bool
portable_input (struct solver *solver, const struct scratch *s, const struct key *k,
		struct portable_path *out)
{
  struct function_view *view = solver->context.view;
  if (k->kind != KEY_VALUE && k->kind != KEY_MEMORY)
    return false;
  const struct lk_variable *v = &view->graph->vars[k->path->root];
  bool formal = v->class_ == LK_VAR_FORMAL;
  if (k->kind == KEY_VALUE)
    return formal && portable_from_path (view, k->path, out);
  return ((formal ? !portable_written (s, v->index) : v->class_ == LK_VAR_GLOBAL)
	  && quiet (view, k->path) && !table_place (k->path)
	  && portable_from_path (view, k->path, out));
}

/* If the condition C says whether two inputs of the function are equal, store that in TO.  */
static bool
portable_equality (struct solver *solver, const struct scratch *s, const struct condition *c,
		   struct portable_condition *to)
{
  struct function_view *view = solver->context.view;
  key_id a, b;
  memset (to, 0, sizeof *to);
  to->code = PORTABLE_EQUAL;
  to->range = c->range;
  if (!key_equates (view, c->key, &a, &b)
      || !portable_input (solver, s, key_at (view, a), &to->path)
      || !portable_input (solver, s, key_at (view, b), &to->other))
    return false;
  if (to->path.root != ROOT_FORMAL)
    {
      struct portable_path first = to->other;
      to->other = to->path;
      to->path = first;
    }
  return to->path.root == ROOT_FORMAL;
}

void
portable_conditions_of (struct solver *solver, const struct scratch *s,
			const struct lk_path *result,
			struct portable_conditions *out)
{
  memset (out, 0, sizeof *out);
  out->written = s->written;
  out->members = s->members;
  /* Conditions that the caller cannot know otherwise matter more than those on its own
     arguments: these come last.  */
  for (unsigned j = 0; j < 2 * s->n_conditions; j++)
    {
      unsigned i = j % s->n_conditions;
      const struct key *k = key_at (solver->context.view, s->conditions[i].key);
      struct portable_condition to;
      key_id of, formal;
      if (j < s->n_conditions && out->n < MAX_PORTABLE_CONDITIONS
	  && portable_equality (solver, s, &s->conditions[i], &to))
	{
	  out->all[out->n++] = to;
	  continue;
	}
      memset (&to, 0, sizeof to);
      if (s->conditions[i].range.lo == 1
	  && key_given (solver->context.view, s->conditions[i].key, &of, &formal))
	{
	  k = key_at (solver->context.view, formal);
	  to.given = solver->context.graph->vars[k->path->root].index + 1;
	  k = key_at (solver->context.view, of);
	}
      else if (key_is_pure (solver->context.view, s->conditions[i].key, &of))
	{
	  to.code = k->code;
	  to.constant = k->b;
	  k = key_at (solver->context.view, of);
	}
      if (k->kind == KEY_EXPRESSION || k->kind == KEY_ELEMENT)
	continue;
      enum lk_var_class c = solver->context.graph->vars[k->path->root].class_;
      bool of_result = (result && k->kind == KEY_MEMORY && !to.code
			&& portable_from_result (k->path, result, &to.path));
      if (of_result != (j >= s->n_conditions))
	continue;
      to.after = (of_result || to.given
		  || (k->kind == KEY_MEMORY
		      && (!quiet (solver->context.view, k->path)
			  || (c == LK_VAR_FORMAL
			      && portable_written (s, solver->context.graph->vars[k->path->root]
					     .index)))));
      /* Another object may be there by now.  */
      bool behind = (!of_result && k->kind == KEY_MEMORY && !to.code && !table_place (k->path)
		     && k->path->addend == 0 && c == LK_VAR_VALUE
		     && address_behind_argument (solver, k->path, 0,
						 &to.path));
      to.after |= behind;
      /* Only a constructor changes the dynamic type of an object that it was given.  */
      if (!of_result && !to.given && c == LK_VAR_FORMAL && k->path->nsel == 1
	  && table_place (k->path))
	to.after = table_made_in (solver->context.unit, solver->context.graph->function,
				  solver->context.graph->vars[k->path->root].index);
      if (!of_result && !behind
	  && ((k->kind == KEY_VALUE ? c != LK_VAR_FORMAL
	       : c != LK_VAR_FORMAL && c != LK_VAR_GLOBAL)
	      || (to.after && c == LK_VAR_GLOBAL)
	      || !portable_from_path (solver->context.view, k->path, &to.path)))
	continue;
      if (out->n == MAX_PORTABLE_CONDITIONS)
	{
	  limit_met (solver->context.unit, solver->context.graph->function,
		     LIMIT_PORTABLE_CONDITIONS);
	  break;
	}
      if (!to.given)
	to.range = s->conditions[i].range;
      out->all[out->n++] = to;
    }
}

void
portable_arguments_only (struct portable_conditions *when, bool members)
{
  unsigned n = 0;
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      bool member = members && c->path.nsel == 1 && c->path.sel[0] != LK_ANY;
      if (c->path.root == ROOT_FORMAL && (member || (!c->path.nsel && !c->after))
	  && !c->path.addend && !c->code && !c->given)
	when->all[n++] = *c;
    }
  when->n = n;
}

/* Return the value or place P, an input of the callee, at the call EV; unknown if there is no
   access path to it.  */
static struct lk_operand
portable_operand (struct solver *solver, struct lk_event *ev, const struct portable_path *p)
{
  if (p->root == ROOT_FORMAL && p->index >= ev->n_args)
    return lk_operand_unknown ();
  if (p->root == ROOT_FORMAL && !p->nsel)
    return ev->args[p->index];
  const struct lk_path *place
    = (p->root == ROOT_FORMAL ? portable_at_call (&solver->context, ev, p)
       : portable_global_place (solver->context.graph, p));
  if (!place)
    return lk_operand_unknown ();
  return lk_operand_path (p->root == ROOT_FORMAL ? address_own_name (solver, place) : place);
}

/* Assume what C says of two inputs of the callee of EV.  Return false if it contradicts S.  */
static bool
assume_equality (struct solver *solver, struct lk_event *ev, struct scratch *s,
		 const struct portable_condition *c)
{
  struct lk_operand a = portable_operand (solver, ev, &c->path);
  struct lk_operand b = portable_operand (solver, ev, &c->other);
  if (a.kind == LK_UNKNOWN || b.kind == LK_UNKNOWN || c->range.lo != c->range.hi)
    return true;
  return assume (&solver->context, s, LK_EQ, &a, &b, c->range.lo != 0);
}

bool
assume_portable (struct solver *solver, struct lk_event *ev, struct scratch *s,
		 const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      struct lk_operand op;
      if (c->after)
	continue;
      if (c->code == PORTABLE_EQUAL)
	{
	  if (!assume_equality (solver, ev, s, c))
	    return false;
	  continue;
	}
      if (c->path.root == ROOT_FORMAL)
	{
	  if (c->path.index >= ev->n_args)
	    continue;
	  op = ev->args[c->path.index];
	  if (c->path.nsel)
	    {
	      const struct lk_path *place
		= portable_at_call (&solver->context, ev, &c->path);
	      if (!place)
		continue;
	      op = lk_operand_path (address_own_name (solver, place));
	    }
	}
      else
	op = lk_operand_path (portable_global_place (solver->context.graph, &c->path));
      if (c->code)
	{
	  if (!assume_pure (&solver->context, s, c, &op))
	    return false;
	  continue;
	}
      if (!assume_in_range (&solver->context, s, &op, &c->range))
	return false;
    }
  return true;
}

bool
asks_contents (const struct portable_condition *c)
{
  return (c->path.nsel != 0
	  || (c->code > LK_PURE_LAST && c->code != PORTABLE_EQUAL));
}

bool
portable_implied (struct solver *solver, struct lk_event *ev,
		  const struct scratch *s,
		  const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (c->after || c->path.root != ROOT_FORMAL || !asks_contents (c)
	  || c->path.index >= ev->n_args)
	continue;
      const struct lk_path *place = portable_at_call (&solver->context, ev, &c->path);
      if (c->code || !place)
	return false;
      struct lk_operand op = lk_operand_path (address_own_name (solver, place));
      struct lk_range known = operand_range (&solver->context, s, &op);
      if (!lk_range_within (&known, &c->range))
	return false;
    }
  return true;
}

bool
portable_globals_known (struct solver *solver, const struct scratch *s,
			const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (c->after || c->path.root != ROOT_GLOBAL)
	continue;
      struct lk_operand op
	= lk_operand_path (portable_global_place (solver->context.graph, &c->path));
      struct lk_range known = operand_range (&solver->context, s, &op);
      if (c->code || !lk_range_within (&known, &c->range))
	return false;
    }
  return true;
}

void
learn_portable (struct solver *solver, struct lk_event *ev, struct scratch *s,
		const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (c->path.root == ROOT_GLOBAL || c->path.nsel == 0 || c->code
	  || (c->path.root == ROOT_RESULT && ev->dest.kind != LK_PATH))
	continue;
      /* Also for memory behind a formal of this function: its own caller knows it.  */
      uint16_t referred = 0;
      const struct lk_path *place = address_at_call (solver, ev, &c->path, &referred);
      if (!place || place->addend)
	continue;
      key_id key = key_of_memory (solver->context.view, place);
      struct lk_range range = c->range;
      if (c->given && c->given > ev->n_args)
	continue;
      if (c->given)
	range = operand_range (&solver->context, s, &ev->args[c->given - 1]);
      if (!range_is_all (&range))
	scratch_set_condition (&solver->context, s, key, &range);
      else if (c->given)
	scratch_set_equal (&solver->context, s, key,
			   key_of_operand (solver->context.view, &ev->args[c->given - 1]));
    }
}
