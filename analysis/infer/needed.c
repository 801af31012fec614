/* Which promises to dispose of a field are worth making.

   The rules are optimistic: a method that closes a field in one of its cases gets a promise that
   it does so in all.  That is right for the method that ends the object's life and for those it
   relies on, and wrong for one that does other things, such as Leader.propose () of ZooKeeper,
   which calls shutdown () when something is wrong.  So a promise stays if a method that must be
   called relies on it, or if the field owns and it is kept on each way.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* Return the promise of a method, in which E is about a field, that FACT is.  */
static struct infer_ensure *
ensure_at (const struct infer_fact *fact)
{
  return (fact && fact->kind == INFER_ENSURES ? ensure_of (fact->function, fact->field) : NULL);
}

/* Keep what E is made from.  */
static void
keep (struct infer_ensure *e)
{
  while (e && e->fact && e->fact->dropped)
    {
      e->fact->dropped = false;
      struct infer_ensure *other = ensure_at (e->fact->from[1]);
      if (other)
	keep (other);
      e = ensure_at (e->fact->from[0]);
    }
}

static void
each_ensure (struct lk_inference *inf,
	     void (*what) (struct lk_inference *, struct infer_function *,
			   struct infer_ensure *))
{
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      struct infer_class *c = inf->classes.items[i];
      for (unsigned k = 0; k < c->n_methods; k++)
	for (struct infer_ensure *e = c->methods[k]->ensures; e; e = e->next)
	  if (e->fact)
	    what (inf, c->methods[k], e);
    }
}

static void
drop (struct lk_inference *inf, struct infer_function *fn, struct infer_ensure *e)
{
  (void) inf;
  (void) fn;
  e->fact->dropped = true;
}

static void
keep_if_needed (struct lk_inference *inf, struct infer_function *fn, struct infer_ensure *e)
{
  bool overrides = false;
  for (unsigned i = 0; i < fn->n_overridden && !overrides; i++)
    overrides = ensures_all (fn->overridden[i], e->field, NULL);
  if (overrides || must_be_called (fn) || !fn->body
      || (e->field->owning && always_disposes (inf, fn, e)))
    keep (e);
}

void
drop_unneeded (struct lk_inference *inf)
{
  each_ensure (inf, drop);
  each_ensure (inf, keep_if_needed);
}
