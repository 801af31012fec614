/* Translate path conditions between caller and callee.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

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
      memset (&to, 0, sizeof to);
      if (key_given (solver->context.view, s->conditions[i].key, &of, &formal))
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
portable_implied (struct solver *solver, struct lk_event *ev,
		  const struct scratch *s,
		  const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (c->after || c->path.root != ROOT_FORMAL || c->path.nsel == 0
	  || c->path.index >= ev->n_args)
	continue;
      const struct lk_path *place = portable_at_call (&solver->context, ev, &c->path);
      if (c->code || !place)
	return false;
      struct lk_operand op = lk_operand_path (address_own_name (solver, place));
      struct lk_range known = operand_range (&solver->context, s, &op);
      if (!range_subset (&known, &c->range))
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
      if (c->code || !range_subset (&known, &c->range))
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
