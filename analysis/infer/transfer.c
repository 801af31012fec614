/* The second phase: resource aliases, arguments that an object keeps, results that the object
   still owns.

   A constructor that stores its argument in the only field that owns makes a resource alias of
   it, so that its caller may close either; with several such fields it takes ownership.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* ---- What is stored.  ---- */

/* Return true if a method removes what it is given from the collection in FIELD, and does not own
   it: "all.remove (s)".  Then what was added has not become the object's.  */
static bool
taken_back (const struct infer_field *field)
{
  for (unsigned i = 0; i < field->users.n; i++)
    {
      struct infer_body *body = field->users.items[i];
      for (unsigned k = 0; k < body->n_calls; k++)
	{
	  const struct body_call *c = &body->calls[k];
	  if (!c->removes || c->callee->n_args < 2 || !c->args
	      || collection_field (body, c->args[0]) != field)
	    continue;
	  const struct node *n = &body->nodes[c->args[1]];
	  if (n->kind == NODE_ARGUMENT && n->number < body->function->n_args
	      && infer_must_of_value (&body->function->args[n->number])
	      && !body->function->args[n->number].owning)
	    return true;
	}
    }
  return false;
}

static void
stored_arguments (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  if (!fn->has_receiver || !body->n_writes)
    return;
  for (unsigned i = 1; i < fn->n_args; i++)
    {
      const struct body_write *w;
      struct infer_value *v = &fn->args[i];
      if (v->owning || v->alias || v->annotated || !infer_must_of_value (v)
	  || !always_written (body, (int) i, &w) || (w->element && taken_back (w->field)))
	continue;
      bool only = fn->constructor && !w->field->elements && count_owning (fn->owner) == 1;
      struct reason r = { only ? "it is stored here in the only field that owns, on each path"
			  : "it is stored here in a field that owns, on each path",
			  fn, w->loc, { w->field->fact, NULL } };
      if (only)
	add_argument_alias (inf, fn, i, &r);
      else
	add_owning_argument (inf, fn, i, &r);
    }
}

/* this (...) and super (...).  */
static void
delegated_arguments (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  if (!fn->constructor)
    return;
  for (unsigned i = 0; i < body->n_calls; i++)
    {
      const struct body_call *c = &body->calls[i];
      if (!c->callee->constructor || !c->callee->result.alias
	  || body->nodes[c->args[0]].kind != NODE_ARGUMENT
	  || body->nodes[c->args[0]].number != 0)
	continue;
      for (unsigned k = 1; k < c->callee->n_args; k++)
	{
	  const struct infer_fact *fact = NULL;
	  int arg = (aliased (c, k)
		     ? always_argument (body, c->args[k], &fact) : -1);
	  struct reason r = { "it is passed here to a constructor that makes a resource alias of "
			      "it", fn, c->loc, { c->callee->args[k].alias_fact, fact } };
	  if (arg > 0 && !(c->callee->owner != fn->owner && shields (fn->owner)))
	    add_argument_alias (inf, fn, (unsigned) arg, &r);
	}
    }
}

/* ---- What is returned.  ---- */

static void
alias_by_return (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  int all = -1;
  const struct infer_fact *fact = NULL;
  lk_loc loc = 0;
  if (fn->constructor || !infer_must_of_value (&fn->result))
    return;
  for (unsigned i = 0; i < body->n_returns; i++)
    {
      const struct infer_fact *one_fact;
      if (body->nodes[body->returns[i].value].kind == NODE_NULL)
	continue;
      int one = always_argument (body, body->returns[i].value, &one_fact);
      if (one < 0 || (all >= 0 && one != all))
	return;
      all = one;
      fact = one_fact ? one_fact : fact;
      loc = loc ? loc : body->returns[i].loc;
    }
  struct reason r = { "it is what the function always returns", fn, loc, { fact, NULL } };
  if (all >= (int) fn->has_receiver)
    add_argument_alias (inf, fn, (unsigned) all, &r);
}

/* Return true if each call of the body puts something new in FIELD, of which nothing disposes: then
   it only remembers there what it returns.  A body that tests whether the field is null fills it
   once.  */
static bool
remembers (const struct infer_body *body, const struct infer_field *field)
{
  for (uint32_t i = 0; body->n_writes && i < body->first[body->n_blocks]; i++)
    if (body->nulls[i] == field)
      return false;
  for (unsigned i = 0; i < body->n_writes && !field->owning; i++)
    {
      const struct node *n = &body->nodes[body->writes[i].value];
      if (body->writes[i].field == field && !body->writes[i].element && n->kind == NODE_CALL
	  && body->calls[n->number].callee->result.owning)
	return true;
    }
  return false;
}

/* Return the field whose contents NODE may be, also because they were stored there here; NULL:
   none, or the object gives them away.  */
static struct infer_field *
kept_field (struct infer_body *body, infer_node node)
{
  const struct node *n = &body->nodes[node];
  if (visited (body, node))
    return NULL;
  if (n->kind == NODE_FIELD || n->kind == NODE_FIELD_ELSEWHERE)
    return (gives_away (body, n->u.field) || remembers (body, n->u.field)
	    ? NULL : n->u.field);
  if (n->kind == NODE_CALL && body->calls[n->number].fetches)
    return (body->calls[n->number].removes ? NULL
	    : collection_field (body, body->calls[n->number].args[0]));
  if (n->kind == NODE_ELEMENT)
    return collection_field (body, n->u.of);
  if (n->kind == NODE_CALL)
    for (unsigned i = 0; i < body->n_writes; i++)
      if (body->writes[i].value == node && body->writes[i].field->owning)
	return body->writes[i].field;
  for (unsigned i = 0; n->kind == NODE_ANY && i < n->number; i++)
    {
      struct infer_field *field = kept_field (body, n->u.parts[i]);
      if (field)
	return field;
    }
  return NULL;
}

/* Return true if NODE, which BODY returns, may be something new that is the caller's.  */
static bool
may_be_new (struct infer_body *body, infer_node node)
{
  const struct node *n = &body->nodes[node];
  if (visited (body, node))
    return false;
  for (unsigned i = 0; n->kind == NODE_ANY && i < n->number; i++)
    if (may_be_new (body, n->u.parts[i]))
      return true;
  if (n->kind != NODE_CALL || body->calls[n->number].fetches)
    return false;
  for (unsigned i = 0; i < body->n_writes; i++)
    if (body->writes[i].value == node)
      return false;
  const struct infer_function *callee = body->calls[n->number].callee;
  const struct infer_value *v = &callee->result;
  /* One that calls itself shows nothing.  */
  for (unsigned i = 0; i < body->function->n_overridden; i++)
    if (body->function->overridden[i] == callee)
      return false;
  return callee != body->function && v->owning && !v->alias && infer_must_of_value (v);
}

/* Return true if BODY may return something new that is the caller's, on one path at least.  */
static bool
may_return_new (struct infer_body *body)
{
  body->visit++;
  for (unsigned i = 0; i < body->n_returns; i++)
    if ((body->n_returns > 1 || body->nodes[body->returns[i].value].kind == NODE_ANY)
	&& may_be_new (body, body->returns[i].value))
      return true;
  return false;
}

static void
returned_field (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  if (fn->constructor || fn->result.alias || !fn->result.owning
      || !infer_must_of_value (&fn->result) || may_return_new (body))
    return;
  for (unsigned i = 0; i < body->n_returns; i++)
    {
      infer_node value = body->returns[i].value;
      const struct node *n = &body->nodes[value];
      body->visit++;
      struct infer_field *field = kept_field (body, value);
      struct reason r = { "it returns a field's contents here", fn, body->returns[i].loc,
			  { field ? field->fact : NULL, NULL } };
      if (field && !field->owning && callers_dispose (fn))
	return;
      if (field)
	add_not_owning (inf, fn, &r);
      else if (n->kind == NODE_CALL && body->n_returns == 1)
	{
	  const struct infer_function *callee = body->calls[n->number].callee;
	  struct reason other = { "it returns what another function keeps", fn,
				  body->returns[i].loc, { callee->result.fact, NULL } };
	  if (callee->program && !callee->result.owning && !callee->result.alias
	      && !callee->constructor)
	    add_not_owning (inf, fn, &other);
	}
    }
}

/* ---- New obligations.  ---- */

static void
create_anew (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  if (!inf->options.creates || !fn->has_receiver || fn->constructor || fn->creates
      || !infer_must_of_class (fn->owner))
    return;
  struct reason r = { NULL, fn, 0, { NULL, NULL } };
  for (unsigned i = 0; i < body->n_writes && !r.why; i++)
    if (body->writes[i].field->owning && !body->writes[i].field->is_final
	&& !body->writes[i].element && body->nodes[body->writes[i].value].kind != NODE_NULL)
      {
	r.why = "a field that owns gets another value here";
	r.loc = body->writes[i].loc;
	r.from[0] = body->writes[i].field->fact;
      }
  for (unsigned i = 0; i < body->n_calls && !r.why; i++)
    {
      const struct body_call *c = &body->calls[i];
      if (c->callee->creates && c->callee->has_receiver
	  && body->nodes[c->args[0]].kind == NODE_ARGUMENT
	  && body->nodes[c->args[0]].number == 0)
	{
	  r.why = "a method is called here that creates an obligation";
	  r.loc = c->loc;
	  r.from[0] = c->callee->creates_fact;
	}
    }
  if (!r.why)
    return;
  fn->creates = true;
  fn->creates_fact = add_fact (inf, INFER_CREATES, fn->owner, fn, NULL, &r);
  function_changed (inf, fn);
}

void
apply_transfer (struct lk_inference *inf, struct infer_body *body)
{
  if (!body->function->program)
    return;
  stored_arguments (inf, body);
  delegated_arguments (inf, body);
  alias_by_return (inf, body);
  returned_field (inf, body);
  create_anew (inf, body);
}
