/* Objects that are given a resource when they are made: "new ZipOutput (channel)", which owns it.

   A function that makes such an object and lets it go, without releasing it or giving it to another
   one, has not disposed of the resource: its caller still has it, and will close it.

   Heuristic: a method of a library for which no specification has a row may keep what it is given;
   a method of the program that is not known to own it does not.

   A class whose method to release it does nothing is a shield: what is in it outlives it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* Return true if FN returns nothing but null.  */
static bool
returns_null (const struct infer_function *fn)
{
  const struct infer_body *body = fn->body;
  bool null = body && body->n_returns;
  for (unsigned i = 0; null && i < body->n_returns; i++)
    null = body->nodes[body->returns[i].value].kind == NODE_NULL;
  return null;
}

bool
makes_holder (const struct infer_body *body, const struct body_call *call)
{
  const struct infer_function *callee = call->callee;
  /* "this (...)" and "super (...)" make nothing new.  */
  if (callee->constructor)
    return (infer_must_of_class (callee->owner)
	    && body->nodes[call->args[0]].kind != NODE_ARGUMENT);
  return (callee->result.owning && !callee->result.alias
	  && infer_must_of_value (&callee->result) && !returns_null (callee));
}

static void
keep_value (struct infer_body *body, infer_node node)
{
  struct node *n = &body->nodes[node];
  if (n->kept)
    return;
  n->kept = true;
  if (n->kind == NODE_ANY)
    for (unsigned i = 0; i < n->number; i++)
      keep_value (body, n->u.parts[i]);
  else if (n->kind == NODE_CALL && body->calls[n->number].args)
    {
      /* The wrapper holds what it wraps.  */
      const struct body_call *c = &body->calls[n->number];
      for (unsigned i = 0; i < c->callee->n_args; i++)
	if (aliased (c, i))
	  keep_value (body, c->args[i]);
    }
}

void
find_kept (struct infer_body *body)
{
  for (unsigned i = 0; i < body->n_nodes; i++)
    body->nodes[i].kept = false;
  for (unsigned i = 0; i < body->n_nodes; i++)
    if (body->nodes[i].leaves)
      keep_value (body, i);
  for (unsigned i = 0; i < body->n_returns; i++)
    keep_value (body, body->returns[i].value);
  for (unsigned i = 0; i < body->n_writes; i++)
    keep_value (body, body->writes[i].value);
  for (unsigned i = 0; i < body->n_calls; i++)
    {
      const struct infer_function *callee = body->calls[i].callee;
      for (unsigned k = 0; k < callee->n_args; k++)
	{
	  const struct infer_value *v = &callee->args[k];
	  bool receiver = k == 0 && callee->has_receiver;
	  if (receiver ? infer_must_call (infer_must_of_value (v), 0, callee->member) != 0
	      : v->owning || v->disposed || v->calls)
	    keep_value (body, body->calls[i].args[k]);
	}
    }
}

bool
holder_kept (const struct infer_body *body, const struct body_call *call)
{
  return call->result && body->nodes[call->result].kept;
}

/* ---- Shields.  ---- */

/* Return true if FN, a method of the class of the object that it is called on, or a method
   that it calls on this object, releases something.  */
static bool
releases_something (struct infer_function *fn)
{
  const struct infer_body *body = fn->body;
  if (!body || fn->ensures)
    return true;
  if (fn->mark)
    return false;
  bool any = false;
  fn->mark = true;
  for (unsigned i = 0; i < body->n_calls && !any; i++)
    {
      struct infer_function *callee = body->calls[i].callee;
      const infer_node *args = body->calls[i].args;
      for (unsigned k = 0; k < callee->n_args && !any; k++)
	{
	  const struct infer_value *v = &callee->args[k];
	  bool receiver = k == 0 && callee->has_receiver;
	  if (!receiver)
	    any = v->owning || v->disposed || v->calls;
	  else if (infer_must_call (infer_must_of_value (v), 0, callee->member))
	    any = callee->owner == fn->owner ? releases_something (callee) : true;
	  else if (callee->program)
	    any = (callee->ensures
		   || (body->nodes[args[k]].kind == NODE_ARGUMENT
		       && body->nodes[args[k]].number == 0 && releases_something (callee)));
	}
    }
  fn->mark = false;
  return any;
}

bool
shields (const struct infer_class *c)
{
  const struct lk_must *must = c->nothing ? c->must : infer_must_of_class (c);
  for (unsigned i = 0; i < c->n_methods; i++)
    {
      struct infer_function *m = c->methods[i];
      if (m->has_receiver && m->n_args == 1 && !m->constructor && m->has_code
	  && infer_must_call (must, 0, m->member) && !releases_something (m))
	return true;
    }
  return false;
}
