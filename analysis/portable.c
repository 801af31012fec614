/* Parametric paths: access paths and conditions as a summary keeps them, independent of the
   graph they come from.  They are rooted in a formal, the result or a global (Tracker 2.3),
   and translated at each call.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

bool
portable_from_path (struct prepared *prep, const struct lk_path *path,
		    struct portable_path *out)
{
  const struct lk_variable *v = &prep->graph->vars[path->root];
  memset (out, 0, sizeof *out);
  if (v->class_ == LK_VAR_FORMAL)
    {
      out->root = ROOT_FORMAL;
      out->index = v->index;
    }
  else if (v->class_ == LK_VAR_GLOBAL && v->entity)
    {
      out->root = ROOT_GLOBAL;
      out->entity = v->entity;
    }
  else
    return false;
  if (path->nsel > PORTABLE_MAX_SEL)
    {
      limit_met (prep->unit, prep->graph->function, LIMIT_PORTABLE_SEL);
      return false;
    }
  out->nsel = path->nsel;
  memcpy (out->sel, path->sel, path->nsel * sizeof *path->sel);
  out->addend = path->addend;
  return true;
}

static lk_var
find_global (struct lk_graph *graph, void *entity)
{
  for (lk_var v = 0; v < graph->n_vars; v++)
    if (graph->vars[v].class_ == LK_VAR_GLOBAL
	&& graph->vars[v].entity == entity)
      return v;
  return LK_NO_VAR;
}

const struct lk_path *
portable_global (struct lk_graph *graph, const struct portable_path *p)
{
  lk_var v = find_global (graph, p->entity);
  if (v == LK_NO_VAR)
    return NULL;
  return lk_path_make (graph, v, p->nsel, p->sel, p->addend);
}

void
portable_name_global (struct lk_graph *graph, const struct portable_path *p,
		      const char *name)
{
  if (find_global (graph, p->entity) == LK_NO_VAR)
    {
      lk_var v = lk_graph_add_var (graph, LK_VAR_GLOBAL, name, 0);
      graph->vars[v].entity = p->entity;
    }
}

const struct lk_path *
portable_at_call (struct solver *solver, struct lk_event *ev,
		  const struct portable_path *p)
{
  struct path_rest rest = { .nsel = p->nsel, .addend = p->addend };
  memcpy (rest.sel, p->sel, p->nsel * sizeof *p->sel);
  switch (p->root)
    {
    case ROOT_FORMAL:
      if (p->index >= ev->n_args || ev->args[p->index].kind != LK_PATH)
	return NULL;
      return path_join (solver->graph, ev->args[p->index].path, &rest);
    case ROOT_RESULT:
      if (ev->dest.kind != LK_PATH)
	return NULL;
      return path_join (solver->graph, ev->dest.path, &rest);
    case ROOT_GLOBAL:
      return portable_global (solver->graph, p);
    }
  return NULL;
}

/* The caller need not mention a global itself to know which outcomes of two helpers go
   together.  */
static const struct lk_path *
global_place (struct lk_graph *graph, const struct portable_path *p)
{
  portable_name_global (graph, p, NULL);
  return portable_global (graph, p);
}

/* Return true if memory reached through formal INDEX may have changed on the path.  */
static bool
written (const struct scratch *s, uint32_t index)
{
  return (s->written >> (index < 63 ? index : 63)) & 1;
}

/* Describe the member PATH of the structure at the address RESULT, which is returned.  */
static bool
portable_from_result (const struct lk_path *path, const struct lk_path *result,
		      struct portable_path *out)
{
  struct path_rest rest;
  if (path->addend != 0 || !path_rest (path, result, &rest) || rest.weak
      || rest.nsel == 0 || rest.nsel > PORTABLE_MAX_SEL)
    return false;
  memset (out, 0, sizeof *out);
  out->root = ROOT_RESULT;
  out->nsel = rest.nsel;
  memcpy (out->sel, rest.sel, rest.nsel * sizeof *rest.sel);
  return true;
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
      const struct key *k = key_at (solver->prep, s->conditions[i].key);
      struct portable_condition to;
      key_id of, formal;
      memset (&to, 0, sizeof to);
      if (key_given (solver->prep, s->conditions[i].key, &of, &formal))
	{
	  k = key_at (solver->prep, formal);
	  to.given = solver->graph->vars[k->path->root].index + 1;
	  k = key_at (solver->prep, of);
	}
      else if (key_is_pure (solver->prep, s->conditions[i].key, &of))
	{
	  to.code = k->code;
	  to.constant = k->b;
	  k = key_at (solver->prep, of);
	}
      if (k->kind == KEY_EXPRESSION || k->kind == KEY_ELEMENT)
	continue;
      enum lk_var_class c = solver->graph->vars[k->path->root].class_;
      bool of_result = (result && k->kind == KEY_MEMORY && !to.code
			&& portable_from_result (k->path, result, &to.path));
      if (of_result != (j >= s->n_conditions))
	continue;
      to.after = (of_result || to.given
		  || (k->kind == KEY_MEMORY
		      && (!quiet (solver->prep, k->path)
			  || (c == LK_VAR_FORMAL
			      && written (s, solver->graph->vars[k->path->root]
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
	to.after = table_made_in (solver->unit, solver->graph->function,
				  solver->graph->vars[k->path->root].index);
      if (!of_result && !behind
	  && ((k->kind == KEY_VALUE ? c != LK_VAR_FORMAL
	       : c != LK_VAR_FORMAL && c != LK_VAR_GLOBAL)
	      || (to.after && c == LK_VAR_GLOBAL)
	      || !portable_from_path (solver->prep, k->path, &to.path)))
	continue;
      if (out->n == MAX_PORTABLE_CONDITIONS)
	{
	  limit_met (solver->unit, solver->graph->function,
		     LIMIT_PORTABLE_CONDITIONS);
	  break;
	}
      if (!to.given)
	to.range = s->conditions[i].range;
      out->all[out->n++] = to;
    }
}

int
compare_portable (const struct portable_path *a, const struct portable_path *b)
{
  if (a->root != b->root)
    return a->root < b->root ? -1 : 1;
  if (a->index != b->index)
    return a->index < b->index ? -1 : 1;
  if (a->entity != b->entity)
    return (uintptr_t) a->entity < (uintptr_t) b->entity ? -1 : 1;
  if (a->nsel != b->nsel)
    return a->nsel < b->nsel ? -1 : 1;
  for (unsigned i = 0; i < a->nsel; i++)
    if (a->sel[i] != b->sel[i])
      return a->sel[i] < b->sel[i] ? -1 : 1;
  if (a->addend != b->addend)
    return a->addend < b->addend ? -1 : 1;
  return 0;
}

bool
same_portable_conditions (const struct portable_conditions *a,
			  const struct portable_conditions *b)
{
  if (a->n != b->n || a->written != b->written || a->members != b->members)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (compare_portable (&a->all[i].path, &b->all[i].path)
	|| a->all[i].after != b->all[i].after
	|| a->all[i].code != b->all[i].code
	|| a->all[i].given != b->all[i].given
	|| a->all[i].constant != b->all[i].constant
	|| !range_equal (&a->all[i].range, &b->all[i].range))
      return false;
  return true;
}

/* The same for a condition on a function of OP.  */
static bool
assume_pure (struct solver *solver, struct scratch *s,
	     const struct portable_condition *c, const struct lk_operand *op)
{
  if (op->kind == LK_CONST && c->code == LK_PURE_AND)
    return lk_range_contains (&c->range, op->value & c->constant);
  if (op->kind != LK_PATH)
    return true;
  key_id key = key_of_pure (solver->prep, c->code, op, c->constant);
  if (key == NO_KEY)
    return true;
  struct lk_range r = c->range;
  const struct lk_range *known = scratch_condition (s, key);
  if (known && !range_intersect (&r, known))
    return false;
  scratch_set_condition (solver, s, key, &r);
  return true;
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
		= portable_at_call (solver, ev, &c->path);
	      if (!place)
		continue;
	      op = lk_operand_path (address_own_name (solver, place));
	    }
	}
      else
	op = lk_operand_path (global_place (solver->graph, &c->path));
      if (c->code)
	{
	  if (!assume_pure (solver, s, c, &op))
	    return false;
	  continue;
	}
      if (!assume_in_range (solver, s, &op, &c->range))
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
      const struct lk_path *place = portable_at_call (solver, ev, &c->path);
      if (c->code || !place)
	return false;
      struct lk_operand op = lk_operand_path (address_own_name (solver, place));
      struct lk_range known = operand_range (solver, s, &op);
      if (!range_subset (&known, &c->range))
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
      key_id key = key_of_memory (solver->prep, place);
      struct lk_range range = c->range;
      if (c->given && c->given > ev->n_args)
	continue;
      if (c->given)
	range = operand_range (solver, s, &ev->args[c->given - 1]);
      if (!range_is_all (&range))
	scratch_set_condition (solver, s, key, &range);
      else if (c->given)
	scratch_set_equal (solver, s, key,
			   key_of_operand (solver->prep, &ev->args[c->given - 1]));
    }
}
