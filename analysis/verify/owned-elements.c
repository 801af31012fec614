/* Collections and arrays of resources that live longer than a function: their owner owns their
   elements.

   An element of a collection that is a parameter, or in a field, or only lent by a method, is
   followed through each function that has it (elements.c).  A collection that is owned may keep
   its elements where the function is left, unless the function is to dispose of them; but none
   may be removed, or overwritten with the whole, before what must be called on it has been
   called, or another owner has it.  A collection in a field that owns gives each new element to
   the object of the field.

   The elements that a callee adds are its own concern: it gives them to the object.  So a promise
   to release all elements is checked from the start of the function, and again behind each call
   that creates an obligation for the object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

#define ANY_EXIT (ENFORCED_RETURN | ENFORCED_EXCEPTION)

/* ---- What is followed.  ---- */

void
elements_follow (struct oblige *o, const struct lk_path *path, uint8_t enforced, uint32_t block,
		 uint32_t index)
{
  struct ostate s;
  memset (&s, 0, sizeof s);
  s.enforced = enforced;
  s.n_resources = 1;
  s.resources[0].must = o->must;
  if (path)
    ostate_hold (o, &s, path, 0, HELD_BY);
  follow_obligation (o, &s, block, index);
}

static void
verify_parameters (struct verifier *v)
{
  const struct lk_promise *p = v->promise;
  for (unsigned i = p->has_receiver; i < p->n_args && i < v->graph->n_formals; i++)
    {
      const struct lk_value_promise *arg = &p->args[i];
      lk_var formal = v->graph->formals[i];
      const char *name = v->graph->vars[formal].name;
      if (!arg->elements || arg->must || arg->alias || v->unit->options.no_ownership)
	continue;
      struct oblige o = { .v = v, .loc = arg->loc ? arg->loc : p->loc,
			  .name = name ? name : arg->name, .type = arg->type,
			  .must = arg->elements, .valid = LK_RANGE_NONNULL, .parameter = true,
			  .source = p, .elements = true,
			  .kept = lk_path_make (v->graph, formal, 0, NULL, 0) };
      o.excused = arg->owning ? 0 : ANY_EXIT;
      /* If the method throws, its caller still owns the collection.  */
      elements_follow (&o, o.kept, arg->owning ? ENFORCED_RETURN : ANY_EXIT, 0, 0);
    }
}

/* Follow an element of PATH, a field that owns, through the function; LOC is where the function has
   to do with it first.  */
static void
verify_field (struct verifier *v, const struct lk_path *path, lk_loc loc)
{
  const struct lk_field_promise *field = path->field;
  struct oblige o = { .v = v, .loc = loc, .name = field->shown, .type = field->type,
		      .must = field->must, .valid = LK_RANGE_NONNULL, .elements = true,
		      .kept = path, .excused = ANY_EXIT };
  const struct lk_promise *p = v->promise;
  uint32_t block = 0, index = 0;
  /* The elements that a constructor adds are followed by themselves, and so are those of an
     initialiser of static fields.  */
  if ((p->constructor && path->nsel == 1 && lk_is_first_formal (v->graph, path->root)
       && field->owner == p->owner)
      || (p->initialiser && field->is_static && field->owner == p->owner))
    return;
  if (v->graph->vars[path->root].class_ == LK_VAR_VALUE)
    {
      const struct var_info *info = &v->view->vars[path->root];
      if (info->def_block == UINT32_MAX)
	return;
      const struct lk_event *made = var_call (v->view, path->root);
      /* A new object.  */
      if (made && made->callee && (made->callee->flags & LK_FN_NEW))
	return;
      block = info->def_block;
      index = info->event ? info->def_event + 1 : 0;
    }
  elements_follow (&o, path, ANY_EXIT, block, index);
}

struct paths
{
  const struct lk_path *path;
  struct paths *next;
};

static void
note_path (struct verifier *v, struct paths **all, const struct lk_operand *op, lk_loc loc)
{
  if (op->kind != LK_PATH || !elements_owned (op->path))
    return;
  for (struct paths *p = *all; p; p = p->next)
    if (p->path == op->path)
      return;
  struct paths *p = lk_arena_alloc (v->arena, sizeof *p);
  p->path = op->path;
  p->next = *all;
  *all = p;
  verify_field (v, op->path, loc);
}

void
elements_verify (struct verifier *v)
{
  struct paths *all = NULL;
  if (!(v->function->flags & LK_FN_JAVA))
    return;
  verify_parameters (v);
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &v->graph->blocks[b].events[i];
	if (v->view->idom[b] == UINT32_MAX || v->unit->options.no_ownership)
	  continue;
	note_path (v, &all, &ev->src, ev->loc);
	note_path (v, &all, &ev->dest, ev->loc);
	for (uint32_t k = 0; k < ev->n_args; k++)
	  note_path (v, &all, &ev->args[k], ev->loc);
      }
}

/* ---- Promises.  ---- */

void
elements_promised (struct verifier *v, const struct lk_ensure *e, const struct lk_path *path,
		   const struct lk_must *must)
{
  const struct lk_promise *p = v->promise;
  uint8_t enforced = e->when == LK_ENSURE_EXCEPTION ? ENFORCED_EXCEPTION : ENFORCED_RETURN;
  struct oblige o = { .v = v, .loc = p->loc, .name = e->what.text, .must = must,
		      .valid = LK_RANGE_NONNULL, .elements = true, .promised = e, .kept = path };
  o.lost_elsewhere = !e->what.n_fields || elements_owned (path);
  elements_follow (&o, path, enforced, 0, 0);
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events && !o.told; i++)
      {
	const struct lk_event *ev = &v->graph->blocks[b].events[i];
	const struct lk_promise *called = event_promise (v, ev);
	if (v->view->idom[b] == UINT32_MAX)
	  continue;
	for (const struct lk_creates *c = called ? called->creates : NULL; c; c = c->next)
	  {
	    const struct lk_path *object = expression_at (v, &c->what, ev);
	    if (object && object->root == path->root && path->nsel)
	      elements_follow (&o, path, enforced, b, i + 1);
	  }
      }
}

/* ---- Reports.  ---- */

void
elements_tell (struct oblige *o, const struct ostate *s, lk_loc loc, const char *why)
{
  struct verifier *v = o->v;
  const char *must = must_text (v->arena, o->must);
  if (o->promised)
    {
      bool throws = o->promised->when == LK_ENSURE_EXCEPTION;
      tell_breach (v, throws ? "promise-broken-on-exception" : "promise-broken", o->loc,
		   verifier_text (v, "'%s' promises to call %s on the elements of '%s', but might"
				  " not%s", v->promise->name, must, o->name,
				  throws ? " when it throws" : ""), 1,
		   loc, throws ? "it may throw here without" : "it returns here without");
      return;
    }
  const struct lk_event *removed = s->removed;
  if (removed && !(removed->kind == LK_EVENT_ASSIGN && removed->dest.path == o->kept))
    tell_breach (v, "not-called", s->removed->loc,
		 verifier_text (v, "%s might not be called on an element of '%s' that is removed or"
				" replaced here", must, o->name ? o->name : "the collection"), 1,
		 loc, why);
  else
    tell_breach (v, "field-overwritten", removed ? removed->loc : loc,
		 verifier_text (v, "'%s' might be overwritten before %s is called on its elements",
				o->name ? o->name : "the collection", must), 0);
}
