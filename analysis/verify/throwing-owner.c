/* Callees that release what they are given when they throw.

   A parameter that owns is the callee's when it returns.  When it throws, the caller still has
   the resource, unless the callee promises to have released it (EnsuresCalledMethodsOnException).
   Many callees do that and do not say so: "void drop (@Owning Socket s) throws IOException
   { s.close (); }".  So what each body does with its arguments when it throws is found as well, for
   arguments that it owns or makes an alias of, and a loss that only such an exception causes waits
   until all functions of the unit have been seen.  A method that is overridden, or whose body is
   not verified in the same run, releases nothing then.  C has no exceptions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

void
throwing_owners_verify (struct verifier *v)
{
  const struct lk_promise *p = v->promise;
  if (!p || !p->checked || !(v->function->flags & LK_FN_JAVA))
    return;
  for (unsigned i = p->has_receiver; i < p->n_args && i < v->graph->n_formals; i++)
    {
      const struct lk_value_promise *arg = &p->args[i];
      if ((!arg->owning && !arg->alias) || !arg->must || must_unknown (arg->must))
	continue;
      struct oblige o = { .v = v, .must = arg->must, .valid = LK_RANGE_NONNULL, .quiet = true };
      struct ostate s = { .enforced = ENFORCED_EXCEPTION, .n_resources = 1 };
      s.resources[0].must = arg->must;
      ostate_add (&o, &s, lk_path_make (v->graph, v->graph->formals[i], 0, NULL, 0), 0);
      v->quiet = true;
      follow_obligation (&o, &s, 0, 0);
      v->quiet = false;
      if (o.told)
	continue;
      struct thrower *t = lk_arena_alloc (v->unit->arena, sizeof *t);
      struct disposals *all = disposals_of (v->unit);
      t->function = v->function;
      t->arg = i;
      t->awaiting = o.awaiting;
      t->next = all->throwers;
      all->throwers = t;
    }
}

/* Return true if FUNCTION releases its argument ARG when it throws.  A function that calls itself
   does if it does otherwise.  */
static bool
releases (const struct disposals *all, const struct lk_function *function, unsigned arg)
{
  for (struct thrower *t = all->throwers; t; t = t->next)
    if (t->function == function && t->arg == arg)
      {
	if (t->asked || !t->awaiting)
	  return true;
	t->asked = true;
	bool so = releases (all, t->awaiting->function, t->awaiting->arg);
	t->asked = false;
	return so;
      }
  return false;
}

void
throwing_owners_tell (struct lk_unit *unit)
{
  const struct disposals *all = disposals_of (unit);
  for (const struct awaiting *a = all->awaiting; a; a = a->next)
    if (!releases (all, a->function, a->arg) && unit->host.breach)
      unit->host.breach (unit->host.data, &a->breach);
}
