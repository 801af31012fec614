/* Filter the targets of a virtual call: a class without the member that holds the handle
   cannot be the receiver.

   The handle is in a member of the object, and not every class has that member.  Only the
   paths of a dispatcher to classes with the member are followed: to close an object that holds
   a socket is not to close one that holds a file, or nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return true if the call EV, of a dispatcher's target, can be one on an object that holds S's
   handle as it does.  */
bool
holder_runs (const struct solver *solver, const struct lk_event *ev,
	     const struct scratch *s)
{
  const struct lk_host *host = &solver->context.unit->host;
  const struct lk_function *within = solver->context.graph->function;
  if (!host->runs_on || !within || !(within->flags & LK_FN_DISPATCH)
      || !ev->n_args || ev->args[0].kind != LK_PATH || !ev->callee)
    return true;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], ev->args[0].path, &rest) && rest.nsel
	  && !host->runs_on (host->data, ev->callee, rest.sel[0]))
	return false;
    }
  return true;
}

void
table_keep (struct solver *solver, const struct lk_event *ev, const struct lk_path *given,
	    const struct scratch *before, struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == given->root
	&& table_made_in (solver->context.unit, ev->callee, k))
      return;
  for (unsigned i = 0; i < before->n_conditions; i++)
    {
      const struct condition *c = &before->conditions[i];
      if (!table_key (solver->context.view, c->key))
	continue;
      const struct lk_path *p = key_at (solver->context.view, c->key)->path;
      if (p->root == given->root && p->nsel == given->nsel + 1
	  && !memcmp (p->sel, given->sel, given->nsel * sizeof *p->sel)
	  && !scratch_condition (s, c->key))
	scratch_set_condition (&solver->context, s, c->key, &c->range);
    }
}

void
forget_by_provenance (struct solver *solver, const struct lk_event *ev,
		      const struct lk_path *given, uint64_t members, struct scratch *s)
{
  struct scratch before;
  bool keep = ev && table_knows (&solver->context, s);
  const struct lk_path *from = given;
  for (unsigned i = 0; solver->context.view->tables && i < MAX_LOADS; i++)
    {
      from = path_provenance (solver->context.view, from);
      if (!from)
	return;
      if (keep)
	scratch_copy (&before, s);
      scratch_forget_members (&solver->context, s, from, members);
      if (keep)
	table_keep (solver, ev, from, &before, s);
    }
  if (solver->context.view->tables && path_provenance (solver->context.view, from))
    limit_met (solver->context.unit, solver->context.graph->function, LIMIT_LOADS);
}

/* Return true if on every path of SUMMARY's function the argument is at P afterwards.  */
static bool
always_at (const struct summary *summary, const struct portable_path *p)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      unsigned i = 0;
      while (i < o->n_paths && compare_portable (&o->paths[i], p))
	i++;
      if (!o->thrown && (o->kind != OUT_HELD || i == o->n_paths))
	return false;
    }
  return true;
}

/* EV's callee is given OBJECT, as (or behind) its argument number K: what S knows of it, or of
   its value, is NEWS of the place where the callee stores it.  */
static void
add_type_news (struct solver *solver, struct lk_event *ev, const struct scratch *s, uint32_t k,
	       const struct lk_path *object, struct passed_news *news)
{
  struct path_rest rest;
  if (ev->args[k].kind != LK_PATH || !argument_rest (ev, k, object, &rest)
      || rest.weak || rest.nsel > MAX_LOADS)
    return;
  struct portable_path given = { .root = ROOT_FORMAL, .index = k, .nsel = rest.nsel,
				 .addend = rest.addend };
  memcpy (given.sel, rest.sel, rest.nsel * sizeof *rest.sel);
  const struct obligation *kept = solver->context.obligation;
  struct obligation value = { .kind = &kind_nothing, .function = solver->context.graph->function };
  solver->context.obligation = &value;
  const struct summary *sum = solver->context.summaries->of_value (solver, ev, s, &given);
  solver->context.obligation = kept;
  const struct outcome *o = sum && sum->done ? sum->outcomes : NULL;
  struct lk_operand op = lk_operand_path (object);
  struct lk_range range = operand_range (&solver->context, s, &op);
  while (o && o->thrown)
    o = o->next;
  for (unsigned j = 0; o && j < o->n_paths; j++)
    {
      const struct lk_path *to
	= (always_at (sum, &o->paths[j])
	   ? portable_at_call (&solver->context, ev, &o->paths[j]) : NULL);
      if (!to || to->addend)
	continue;
      for (unsigned l = 0; l < s->n_conditions && news->n < MAX_CONDITIONS; l++)
	if (table_same_at (&solver->context, &s->conditions[l], object, to, &news->all[news->n]))
	  news->n++;
      if (news->n == MAX_CONDITIONS)
	limit_met (solver->context.unit, solver->context.graph->function, LIMIT_CONDITIONS);
      if (to->nsel == 0 || range_is_all (&range) || news->n == MAX_CONDITIONS)
	continue;
      news->all[news->n].key = key_of_memory (solver->context.view, to);
      news->all[news->n].range = range;
      news->n += table_wanted (&solver->context, news->all[news->n].key);
    }
}

/* Add the objects passed to EV's callee whose type S knows.  */
static void
add_objects (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	     struct passed_news *news)
{
  for (unsigned i = 0; solver->context.view->tables && i < s->n_conditions; i++)
    {
      if (!table_key (solver->context.view, s->conditions[i].key))
	continue;
      const struct lk_path *p = key_at (solver->context.view, s->conditions[i].key)->path;
      const struct lk_path *object
	= lk_path_make (solver->context.graph, p->root, p->nsel - 1, p->sel, 0);
      for (uint32_t k = 0; k < ev->n_args; k++)
	if (!ev->member || k != 0 || object->nsel)
	  add_type_news (solver, ev, s, k, object, news);
    }
}

/* Add the values passed to EV's callee, a constructor, that S knows something of: it may store
   them unchanged in members that are tested.  */
static void
add_values (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	    struct passed_news *news)
{
  if (ev->n_args < 2 || ev->args[0].kind != LK_PATH || s->n_conditions == 0
      || !table_object_tested (&solver->context, ev))
    return;
  for (uint32_t k = 1; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	&& !table_known_of (&solver->context, s, ev->args[k].path))
      {
	struct lk_range known = operand_range (&solver->context, s, &ev->args[k]);
	if (!range_is_all (&known))
	  add_type_news (solver, ev, s, k, ev->args[k].path, news);
      }
}

void
call_passes_on (struct solver *solver, struct lk_event *ev, const struct scratch *s,
		struct passed_news *news)
{
  news->n = 0;
  if (solver->context.obligation->in_place || !table_passes_on (ev))
    return;
  add_objects (solver, ev, s, news);
  if (ev->callee->flags & LK_FN_CONSTRUCTOR)
    add_values (solver, ev, s, news);
}
