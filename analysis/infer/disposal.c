/* The first phase: which arguments and fields a body disposes of.

   It is optimistic: one call on one path shows that its author meant the function to do it on all
   paths.  Then the verifier reports the other paths in the function itself, where they have to be
   mended.  A call that is always followed by an exception shows nothing: who throws must not be
   given a resource, and leaves none behind.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

/* One argument of the body's function, so far.  */
struct disposed
{
  uint32_t met;
  struct reason reason;
};

struct disposal
{
  struct lk_inference *inf;
  struct infer_body *body;
  struct disposed *args;	/* By number.  */
  /* The call at hand, and what it does to the value at hand.  */
  const struct body_call *call;
  const char *name;		/* It is a call of this method on the value; or NULL.  */
  bool all;			/* It takes ownership, or disposes of it.  */
  const struct lk_must *calls;	/* It calls these on it.  */
  const struct infer_fact *fact;	/* Says so.  */
  bool ends;			/* It is all that must be called on the value's object.  */
  bool holder;			/* The call makes the object that owns it then.  */
};

/* Return what the call does to MUST of O, which is a collection if ELEMENTS.  To call a method on
   an element counts if that is done to each.  */
static uint32_t
met_by (const struct disposal *d, const struct lk_must *must, bool elements,
	const struct origin *o)
{
  uint32_t met = 0;
  if (elements && o->element && !in_each_iteration (d->body, o, d->call->block))
    return 0;
  if (d->name && elements == o->element)
    met = infer_must_call (must, met, d->name);
  if (d->calls && (elements || !o->element))
    met = infer_must_each (must, met, d->calls);
  if (d->ends && !o->direct && elements == o->element)
    return infer_must_all (must);
  return d->all && (elements || !o->element) ? infer_must_all (must) : met;
}

static const char *
why (const struct disposal *d, const struct origin *o)
{
  if (!d->name || d->all || d->calls)
    return (o->element ? "its elements are passed here to a function that disposes of them"
	    : "it is passed here to a function that disposes of it");
  return (o->element ? "the method that must be called is called on each of its elements here"
	  : "the method that must be called is called on it here");
}

/* The blocks that have to do with the collection in FIELD lead to the loop in which its elements
   are disposed of.  */
static void
add_loop (struct disposal *d, struct infer_field *field, const struct reason *r)
{
  struct infer_body *body = d->body;
  for (unsigned i = 0; i < body->n_calls; i++)
    if (body->calls[i].callee->has_receiver && body->calls[i].args
	&& collection_field (body, body->calls[i].args[0]) == field)
      add_ensure (d->inf, body->function, field, 0, body->calls[i].block, NULL, r);
}

static void
disposes (void *data, const struct origin *o)
{
  struct disposal *d = data;
  struct infer_function *fn = d->body->function;
  struct reason r = { why (d, o), fn, d->call->loc, { d->fact, o->alias } };
  if (o->kind == ORIGIN_ARGUMENT)
    {
      struct infer_value *v = &fn->args[o->arg];
      if (fn->has_receiver && o->arg == 0)
	return;
      const struct lk_must *must = infer_must_of_value (v);
      uint32_t met = must ? met_by (d, must, v->elements, o) : 0;
      if (met && !d->args[o->arg].met)
	d->args[o->arg].reason = r;
      d->args[o->arg].met |= met;
      return;
    }
  const struct lk_must *must = infer_must_of_field (o->field);
  /* An object made of the contents of a field is another owner, beside this one.  */
  uint32_t met = must && o->direct && !d->holder ? met_by (d, must, o->field->elements, o) : 0;
  if (met && !o->field->is_static && o->field->candidate && fn->has_receiver
      && !fn->constructor
      && !written_after (d->body, o->field, d->call->block, d->call->index)
      && !written_between (d->body, o->field, o->load_block, o->load_index, d->call->block,
			   d->call->index))
    {
      add_ensure (d->inf, fn, o->field, met, d->call->block, NULL, &r);
      if (o->element)
	add_loop (d, o->field, &r);
    }
}

/* The callee of D's call, a method of this object, disposes of fields itself.  */
static void
take_over (struct disposal *d)
{
  const struct body_call *c = d->call;
  struct infer_function *fn = d->body->function;
  const struct infer_fact *fact;
  if (!c->callee->has_receiver || c->callee->constructor || !fn->has_receiver
      || fn->constructor || c->callee == fn || !c->callee->ensures
      || d->body->nodes[c->args[0]].kind != NODE_ARGUMENT
      || d->body->nodes[c->args[0]].number != 0)
    return;
  for (struct infer_ensure *e = c->callee->ensures; e; e = e->next)
    if (ensures_all (c->callee, e->field, &fact)
	&& !written_after (d->body, e->field, c->block, c->index))
      {
	struct reason r = { "a method is called here that disposes of it", fn, c->loc,
			    { fact, NULL } };
	add_ensure (d->inf, fn, e->field, infer_must_all (infer_must_of_field (e->field)),
		    c->block, c->callee, &r);
      }
}

/* The function that the call calls with each element disposes of its last argument.  */
static void
apply_visitor (struct disposal *d)
{
  const struct infer_function *visitor = d->call->visitor;
  if (!visitor || !visitor->n_args)
    return;
  const struct infer_value *v = &visitor->args[visitor->n_args - 1];
  d->name = visitor->n_args == 1 && visitor->has_receiver ? visitor->member : NULL;
  d->all = v->owning || v->disposed;
  d->calls = v->calls;
  d->fact = v->fact;
  d->ends = d->holder = false;
  owners_of_elements (d->body, d->call->args[0], disposes, d);
}

/* The call does to each element of its argument VALUE what D says, and that is NODE: an array that
   is made for it, of its variable arguments.  */
static void
apply_array (struct disposal *d, const struct infer_value *value, infer_node node)
{
  const struct node *array = &d->body->nodes[node];
  const uint32_t n = array->kind == NODE_NEW_ARRAY && value->elements ? array->number : 0;
  for (uint32_t i = 0; i < n; i++)
    origins_of (d->body, d->body->nodes[node].u.parts[i], disposes, d);
}

/* Return true if a call of NAME on V is all that must be called on it.  */
static bool
ends_life (const struct infer_value *v, const char *name)
{
  const struct lk_must *must = infer_must_of_value (v);
  return must && infer_must_call (must, 0, name) == infer_must_all (must);
}

static void
apply_call (struct disposal *d)
{
  const struct infer_function *callee = d->call->callee;
  take_over (d);
  apply_visitor (d);
  for (unsigned i = 0; i < callee->n_args; i++)
    {
      const struct infer_value *v = &callee->args[i];
      bool receiver = callee->has_receiver && i == 0;
      if (receiver && callee->constructor)
	continue;
      d->name = receiver ? callee->member : NULL;
      d->ends = receiver && ends_life (v, callee->member);
      d->all = v->owning || v->disposed;
      d->calls = v->calls;
      d->fact = v->fact;
      d->holder = !receiver && d->all && makes_holder (d->body, d->call);
      if (d->holder && !holder_kept (d->body, d->call))
	continue;
      if (d->name || d->all || d->calls)
	origins_of (d->body, d->call->args[i], disposes, d);
      if (d->all || d->calls)
	apply_array (d, v, d->call->args[i]);
    }
}

void
apply_disposal (struct lk_inference *inf, struct infer_body *body)
{
  struct infer_function *fn = body->function;
  if (!fn->program)
    return;
  struct disposal d = { .inf = inf, .body = body };
  d.args = lk_xmalloc ((fn->n_args + 1) * sizeof *d.args);
  memset (d.args, 0, (fn->n_args + 1) * sizeof *d.args);
  find_kept (body);
  for (unsigned i = 0; i < body->n_calls; i++)
    {
      d.call = &body->calls[i];
      if (body->n_returns && !body->returns_from[d.call->block])
	continue;
      apply_call (&d);
    }
  for (unsigned i = fn->has_receiver; i < fn->n_args; i++)
    {
      uint32_t all = infer_must_all (infer_must_of_value (&fn->args[i]));
      if (all && (d.args[i].met & all) == all)
	add_owning_argument (inf, fn, i, &d.args[i].reason);
    }
  free (d.args);
}
