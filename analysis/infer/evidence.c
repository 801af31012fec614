/* Evidence about owners in other methods.

   An object that a constructor is only ever given as "this" has not been given away: who makes an
   object that refers back to it, as a bean does, still has itself.  Neither has an element that
   stays in its collection.  The field that refers to it does not own.

   A method that is called for a resource that each caller disposes of, or returns, and that no
   field owns, does not keep its result.

   Heuristic: all calls of the program are asked.  Wrong if one elsewhere differs.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* ---- What a field is given.  ---- */

static bool only_itself (struct infer_function *, unsigned arg);

/* Return true if VALUE, in BODY, is the object of the body's function, or an argument that is
   always the object of the caller.  */
static bool
is_itself (const struct infer_body *body, infer_node value)
{
  const struct node *n = &body->nodes[value];
  struct infer_function *fn = body->function;
  return (n->kind == NODE_ARGUMENT
	  && ((fn->has_receiver && n->number == 0) || only_itself (fn, n->number)));
}

/* Look at the calls of CALLED, which FN is or overrides.  Set *ANY if there is one; return true if
   each passes for ARG the object that calls.  */
static bool
passes_itself (const struct infer_function *called, unsigned arg, bool *any)
{
  for (unsigned i = 0; i < called->callers.n; i++)
    {
      const struct infer_body *body = called->callers.items[i];
      for (unsigned k = 0; k < body->n_calls; k++)
	if (body->calls[k].callee == called && body->calls[k].args)
	  {
	    *any = true;
	    if (!is_itself (body, body->calls[k].args[arg]))
	      return false;
	  }
    }
  return true;
}

/* Return true if FN is called, and each call passes for ARG the object that calls.  */
static bool
only_itself (struct infer_function *fn, unsigned arg)
{
  bool any = false;
  if (fn->mark || fn->of_library)
    return false;
  fn->mark = true;
  bool only = passes_itself (fn, arg, &any);
  for (unsigned i = 0; i < fn->n_overridden && only; i++)
    only = passes_itself (fn->overridden[i], arg, &any);
  fn->mark = false;
  return any && only;
}

/* Return true if VALUE, in BODY, belongs to an object that returns it, as a specification or an
   annotation says, or is an element that stays in a collection that the function was given.  */
static bool
stays_elsewhere (const struct infer_body *body, infer_node value)
{
  const struct node *n = &body->nodes[value];
  if (n->kind != NODE_CALL || !body->calls[n->number].args)
    return false;
  const struct body_call *c = &body->calls[n->number];
  const struct infer_value *v = &c->callee->result;
  if (!c->fetches)
    return !v->owning && !v->alias && !v->fact && !c->leads && !c->callee->constructor;
  return !c->removes && c->callee->n_args && body->nodes[c->args[0]].kind == NODE_ARGUMENT;
}

/* Return true if all that FIELD ever refers to belongs to another object.  */
static bool
only_refers (const struct infer_field *field)
{
  bool any = false;
  for (unsigned i = 0; i < field->users.n; i++)
    {
      const struct infer_body *body = field->users.items[i];
      for (unsigned k = 0; k < body->n_writes; k++)
	{
	  const struct body_write *w = &body->writes[k];
	  if (w->field != field || body->nodes[w->value].kind == NODE_NULL)
	    continue;
	  if (w->element || !(stays_elsewhere (body, w->value) || is_itself (body, w->value)))
	    return false;
	  any = true;
	}
    }
  return any;
}

void
drop_references (struct lk_inference *inf)
{
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      const struct infer_class *c = inf->classes.items[i];
      /* A wrapper that has to be closed, as its type says, is another handle.  */
      if (infer_must_of_class (c))
	continue;
      for (unsigned k = 0; k < c->n_fields; k++)
	if (c->fields[k]->candidate && !c->fields[k]->owning && only_refers (c->fields[k]))
	  c->fields[k]->candidate = false;
    }
}

/* ---- What callers do with a result.  ---- */

static bool
may_be (const struct infer_body *body, infer_node value, infer_node is)
{
  const struct node *n = &body->nodes[value];
  if (value == is)
    return true;
  for (unsigned i = 0; n->kind == NODE_ANY && i < n->number; i++)
    if (n->u.parts[i] == is)
      return true;
  return false;
}

static bool
returned_in (const struct infer_body *body, infer_node value)
{
  for (unsigned i = 0; value && i < body->n_returns; i++)
    if (may_be (body, body->returns[i].value, value))
      return true;
  return false;
}

/* Return true if BODY calls on VALUE what must be called on it.  */
static bool
disposed_in (const struct infer_body *body, infer_node value, const struct lk_must *must)
{
  uint32_t met = 0, all = infer_must_all (must);
  for (unsigned i = 0; value && i < body->n_calls; i++)
    {
      const struct body_call *c = &body->calls[i];
      if (c->callee->has_receiver && !c->callee->constructor && c->args
	  && may_be (body, c->args[0], value))
	met = infer_must_call (must, met, c->callee->member);
    }
  return (met & all) == all;
}

bool
callers_dispose (const struct infer_function *fn)
{
  const struct lk_must *must = infer_must_of_value (&fn->result);
  bool any = false;
  for (unsigned i = 0; i < fn->callers.n; i++)
    {
      const struct infer_body *body = fn->callers.items[i];
      for (unsigned k = 0; k < body->n_calls; k++)
	if (body->calls[k].callee == fn && disposed_in (body, body->calls[k].result, must))
	  any = true;
	else if (body->calls[k].callee == fn && !returned_in (body, body->calls[k].result))
	  return false;
    }
  return any;
}
