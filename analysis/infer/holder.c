/* Objects that are given a resource when they are made: "new ZipOutput (channel)", which owns it.

   A function that makes such an object and lets it go, without releasing it or giving it to another
   one, has not disposed of the resource: its caller still has it, and will close it.

   Heuristic: a method of a library for which no specification has a row may keep what it is given;
   a method of the program that is not known to own it does not.

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
keep (struct infer_body *body, infer_node node)
{
  struct node *n = &body->nodes[node];
  if (n->kept)
    return;
  n->kept = true;
  if (n->kind == NODE_ANY)
    for (unsigned i = 0; i < n->number; i++)
      keep (body, n->u.parts[i]);
  else if (n->kind == NODE_CALL && body->calls[n->number].args)
    {
      /* The wrapper holds what it wraps.  */
      const struct body_call *c = &body->calls[n->number];
      for (unsigned i = 0; i < c->callee->n_args; i++)
	if (aliased (c, i))
	  keep (body, c->args[i]);
    }
}

void
find_kept (struct infer_body *body)
{
  for (unsigned i = 0; i < body->n_nodes; i++)
    body->nodes[i].kept = false;
  for (unsigned i = 0; i < body->n_nodes; i++)
    if (body->nodes[i].leaves)
      keep (body, i);
  for (unsigned i = 0; i < body->n_returns; i++)
    keep (body, body->returns[i].value);
  for (unsigned i = 0; i < body->n_writes; i++)
    keep (body, body->writes[i].value);
  for (unsigned i = 0; i < body->n_calls; i++)
    {
      const struct infer_function *callee = body->calls[i].callee;
      for (unsigned k = 0; k < callee->n_args; k++)
	{
	  const struct infer_value *v = &callee->args[k];
	  bool receiver = k == 0 && callee->has_receiver;
	  if (receiver ? infer_must_call (infer_must_of_value (v), 0, callee->member) != 0
	      : v->owning || v->disposed || v->calls)
	    keep (body, body->calls[i].args[k]);
	}
    }
}

bool
holder_kept (const struct infer_body *body, const struct body_call *call)
{
  return call->result && body->nodes[call->result].kept;
}
