/* Template methods: "stop ()" of a base class calls "doStop ()", which a subclass overrides and
   which must be called on its objects.  The base class's method promises that: a call of it is one
   of the other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* Return true if C is K, or a class below it.  */
static bool
is_below (const struct infer_class *c, const struct infer_class *k)
{
  while (c && c != k)
    c = c->super;
  return c != NULL;
}

/* BODY, of a class that M's class is or extends, calls CALLED, which is M or what it overrides.  If
   it does so on this object on each of its ways, or its function has no other purpose, that
   promises it.  */
static bool
promise_call (struct lk_inference *inf, struct infer_body *body, const struct infer_function *m,
	      const struct infer_function *called)
{
  struct infer_function *p = body->function;
  if (!p->program || !p->has_receiver || p->constructor || p->args[0].calls
      || !strcmp (p->member, m->member) || !is_below (m->owner, p->owner))
    return false;
  const struct body_call *at = NULL;
  for (unsigned i = 0; i < body->n_calls && !at; i++)
    {
      const struct body_call *c = &body->calls[i];
      const struct node *receiver
	= c->callee == called && c->args ? &body->nodes[c->args[0]] : NULL;
      if (receiver && receiver->kind == NODE_ARGUMENT && receiver->number == 0
	  && (is_plain (p) || always_passes (body, c->block)))
	at = c;
    }
  if (!at)
    return false;
  struct reason r = { "it calls here, on its object, what must be called on one of a subclass",
		      p, at->loc, { m->owner->fact, NULL } };
  p->args[0].calls = infer_must_of_name (inf, m->member);
  struct infer_fact *f = add_fact (inf, INFER_CALLS, p->owner, p, NULL, &r);
  f->must = p->args[0].calls;
  p->args[0].fact = f;
  function_changed (inf, p);
  return true;
}

bool
find_templates (struct lk_inference *inf)
{
  bool any = false;
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      const struct infer_class *c = inf->classes.items[i];
      for (unsigned k = 0; c->inferred && k < c->n_methods; k++)
	{
	  struct infer_function *m = c->methods[k];
	  if (m->is_public || !must_be_called (m))
	    continue;
	  for (unsigned o = 0; o < m->n_overridden; o++)
	    for (unsigned b = 0; b < m->overridden[o]->callers.n; b++)
	      any |= promise_call (inf, m->overridden[o]->callers.items[b], m, m->overridden[o]);
	}
    }
  return any;
}
