/* Where obligations begin: at parameters that a function owns, at results and
   out-parameters of calls, at calls that create one, and where a structure of
   this function's own is given something to own.

   The last is C's: a structure on the stack has no call that makes it.  It must
   be released from when something is put into one of its members that own, or
   a call creates an obligation for it.  Its obligation is held by its address.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

static void
begin (struct oblige *o, struct ostate *s, const struct lk_path *path,
       uint8_t enforced)
{
  memset (s, 0, sizeof *s);
  s->enforced = enforced;
  s->n_resources = 1;
  s->resources[0].must = o->must;
  if (path)
    ostate_add (o, s, path, 0);
  if (path && path->nsel == 0 && !o->parameter
      && o->v->graph->vars[path->root].declared
      && o->v->graph->vars[path->root].declared->narrowed)
    obligation_stored (o, s, o->v->graph->vars[path->root].declared, o->loc, 0);
}

static const char *
name_of (const struct verifier *v, const struct lk_path *path)
{
  if (!path)
    return NULL;
  if (path->nsel)
    return path_name (v->view, path);
  return v->view->vars[path->root].name;
}

/* Return the name of the variable that a value without a name becomes at a phi: "r = switch
   (n) { case 1 -> new Res (); ... }".  */
static const char *
name_behind_phi (const struct verifier *v, const struct lk_path *path)
{
  const char *name = NULL;
  if (!path || path->nsel || path->addend
      || v->graph->vars[path->root].class_ != LK_VAR_VALUE)
    return NULL;
  for (uint32_t b = 0; b < v->graph->n_blocks && !name; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_phis && !name; i++)
      {
	const struct lk_phi *phi = &v->graph->blocks[b].phis[i];
	for (uint32_t k = 0; k < v->graph->blocks[b].n_preds; k++)
	  if (phi->args[k].kind == LK_PATH && phi->args[k].path == path)
	    name = v->view->vars[phi->result].name;
      }
  return name;
}

/* The object under construction holds something from event INDEX of BLOCK on, a call of SOURCE.
   It has no owner before the constructor returns, so an exception must not leave before MUST was
   called on it.  */
static void
at_construction (struct verifier *v, const struct lk_must *must,
		 const struct lk_promise *source, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  struct oblige o = { .v = v, .loc = ev->loc, .name = "this", .source = source,
		      .type = v->promise->result.type, .must = must,
		      .valid = LK_RANGE_NONNULL, .construction = true };
  struct ostate s;
  begin (&o, &s, lk_path_make (v->graph, v->graph->formals[0], 0, NULL, 0),
	 ENFORCED_EXCEPTION);
  follow_obligation (&o, &s, block, index + 1);
}

/* The call EV of the constructor P is super (...) or this (...): what it makes the object hold,
   of what it was not given.  */
static void
at_delegation (struct verifier *v, const struct lk_promise *p, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  if ((v->function->flags & LK_FN_JAVA) && p->result.must && !must_unknown (p->result.must)
      && v->unit->host.holds && v->unit->host.holds (v->unit->host.data, ev->callee))
    at_construction (v, p->result.must, p, block, index);
}

/* To close an argument of EV that encloses the result closes the result, too.  */
static void
add_enclosing (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	       const struct lk_event *ev)
{
  for (unsigned i = 0; i < p->n_args && i < ev->n_args && s->n_places; i++)
    if (p->args[i].encloses && p->args[i].must && is_value (&ev->args[i])
	&& s->n_resources < MAX_TRACKED)
      {
	s->resources[s->n_resources].must = p->args[i].must;
	ostate_add (o, s, ev->args[i].path, s->n_resources++);
      }
}

/* The result of the call EV is a collection whose elements are the caller's, or are only lent to
   it.  */
static void
at_elements (struct verifier *v, const struct lk_promise *p, const struct lk_event *ev,
	     uint32_t block, uint32_t index)
{
  const struct lk_path *path = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  bool lent = !p->result.owning && !v->unit->options.no_ownership;
  struct oblige o = { .v = v, .loc = ev->loc, .name = name_of (v, path), .type = p->result.type,
		      .must = p->result.elements, .source = p, .valid = LK_RANGE_NONNULL,
		      .elements = true };
  if (lent && (!path || path->nsel))
    return;
  o.kept = lent ? path : NULL;
  o.excused = lent ? ENFORCED_RETURN | ENFORCED_EXCEPTION : 0;
  elements_follow (&o, path, ENFORCED_RETURN | ENFORCED_EXCEPTION, block, index + 1);
}

/* The elements of the result of the call EV are made by a function that it runs, and whose
   promises are P.  */
static void
at_yielded (struct verifier *v, const struct lk_promise *p, const struct lk_event *ev,
	    uint32_t block, uint32_t index)
{
  const struct lk_path *path = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  struct oblige o = { .v = v, .loc = ev->loc, .type = p->result.type, .must = p->result.must,
		      .source = p, .valid = LK_RANGE_NONNULL, .elements = true, .lazy = true };
  struct ostate s;
  memset (&s, 0, sizeof s);
  s.enforced = ENFORCED_RETURN | ENFORCED_EXCEPTION;
  s.n_resources = 1;
  s.resources[0].must = o.must;
  if (path)
    ostate_hold (&o, &s, path, 0, HELD_TO_COME);
  follow_obligation (&o, &s, block, index + 1);
}

/* Return true if the result of the call EV is another handle on one of its arguments.  */
static bool
result_alias (const struct verifier *v, const struct lk_promise *p, const struct lk_event *ev)
{
  bool conditional = false;
  if (!p->result.alias || v->unit->options.no_aliases)
    return false;
  for (unsigned i = 0; i < p->n_args; i++)
    {
      conditional |= p->args[i].alias_if != NULL;
      if (alias_at (p, i, ev))
	return true;
    }
  return !conditional;
}

static void
at_result (struct verifier *v, const struct lk_promise *p,
	   const struct lk_event *ev, uint32_t block, uint32_t index)
{
  const struct lk_options *options = &v->unit->options;
  const struct lk_value_promise *result = &p->result;
  const struct lk_path *path = NULL;
  if (result->elements && !result->must && !result->alias && !p->acquires)
    at_elements (v, p, ev, block, index);
  /* For C functions the acquisitions are listed: see at_acquisition.  */
  const bool alias = result_alias (v, p, ev);
  if (!result->must || p->acquires || alias
      || (result->alias && result->else_nothing && !options->no_aliases))
    return;
  if (p->constructor)
    {
      if (delegates (v, ev, p))
	{
	  at_delegation (v, p, block, index);
	  return;
	}
      if (!ev->n_args || ev->args[0].kind != LK_PATH)
	return;
      path = ev->args[0].path;
    }
  else if ((!result->owning && !options->no_ownership) || elements_stay (v, ev))
    return;
  else if (ev->dest.kind == LK_PATH)
    path = ev->dest.path;
  const char *name = name_of (v, path);
  const char *place = name ? name : name_behind_phi (v, path);
  struct oblige o = { .v = v, .loc = ev->loc, .name = name,
		      .type = result->type, .source = p, .place = place,
		      .must = result->nothing ? NULL : result->must,
		      .valid = LK_RANGE_NONNULL, .fresh = true };
  struct ostate s;
  begin (&o, &s, path, ENFORCED_RETURN | ENFORCED_EXCEPTION);
  if (path && path->nsel && path->field && path->field->owning)
    {
      s.n_places = 1;
      return;
    }
  s.resources[0].met = result->called ? must_call_each (o.must, 0, result->called) : 0;
  add_enclosing (&o, &s, p, ev);
  follow_obligation (&o, &s, block, index + 1);
}

static void
at_acquisition (struct verifier *v, const struct lk_promise *p,
		const struct lk_acquires *a, const struct lk_event *ev,
		uint32_t block, uint32_t index)
{
  const struct lk_path *path = acquired_path (v, &a->place, ev);
  struct oblige o = { .v = v, .loc = ev->loc, .name = name_of (v, path),
		      .type = a->type, .source = p, .must = a->must,
		      .valid = a->valid };
  struct ostate s;
  begin (&o, &s, path, ENFORCED_RETURN | ENFORCED_EXCEPTION);
  for (unsigned i = 0; i < a->n_conditions; i++)
    if (a->conditions[i].base == 0 && is_value (&ev->dest))
      ostate_condition (&o, &s, ev->dest.path->root, &a->conditions[i].range);
  if (path && path->nsel
      && ((path->field && path->field->owning) || declared_place (v, path)))
    return;
  follow_obligation (&o, &s, block, index + 1);
}

/* The structure at the address OBJECT, on which MUST must be called, has something to be
   released from event INDEX of BLOCK on, a call of SOURCE or NULL.  */
static void
at_object (struct verifier *v, const struct lk_path *object,
	   const struct lk_must *must, const char *type,
	   const struct lk_promise *source, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  struct oblige o = { .v = v, .loc = ev->loc, .name = name_of (v, object),
		      .type = type, .source = source, .must = must,
		      .valid = LK_RANGE_NONNULL };
  struct ostate s;
  begin (&o, &s, object, ENFORCED_RETURN | ENFORCED_EXCEPTION);
  follow_obligation (&o, &s, block, index + 1);
}

/* Something is stored at PATH.  */
static void
at_fill (struct verifier *v, const struct lk_path *path, uint32_t block,
	 uint32_t index)
{
  const struct lk_path *object = path ? filled_object (v, path) : NULL;
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  if (!object || was_created (v, ev, FILLED))
    return;
  at_object (v, object, path->field->holder, path->field->holder_type, NULL,
	     block, index);
}

static void
at_creation (struct verifier *v, const struct lk_promise *p, uint32_t block,
	     uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  unsigned n = 0;
  for (const struct lk_creates *c = p->creates; c; c = c->next, n++)
    {
      const struct lk_path *path = expression_at (v, &c->what, ev);
      if (!path || path->nsel || !c->must)
	continue;
      if ((v->function->flags & LK_FN_JAVA) && v->promise && v->promise->constructor
	  && lk_is_first_formal (v->graph, path->root))
	{
	  at_construction (v, c->must, p, block, index);
	  continue;
	}
      if (was_created (v, ev, n) || v->graph->vars[path->root].class_ != LK_VAR_OBJECT)
	continue;
      note_created (v, ev, n);
      at_object (v, path, c->must,
		 (unsigned) c->what.base < p->n_args
		 ? p->args[c->what.base].type : NULL, p, block, index);
    }
}

void
obligation_taken (struct verifier *v, lk_var var,
		  const struct lk_field_promise *field, uint32_t block,
		  uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  const struct lk_path *path = lk_path_make (v->graph, var, 0, NULL, 0);
  struct oblige o = { .v = v, .loc = ev->loc, .name = name_of (v, path),
		      .type = field->type, .must = field->must,
		      .valid = LK_RANGE_NONNULL };
  struct ostate s;
  begin (&o, &s, path, ENFORCED_RETURN | ENFORCED_EXCEPTION);
  follow_obligation (&o, &s, block, index + 1);
}

bool
obligation_moved (struct verifier *v, lk_var var, const struct lk_field_promise *field,
		  uint32_t block, uint32_t index)
{
  const struct lk_path *path = lk_path_make (v->graph, var, 0, NULL, 0);
  struct oblige o = { .v = v, .loc = v->graph->blocks[block].events[index].loc,
		      .name = name_of (v, path), .type = field->type, .must = field->must,
		      .valid = LK_RANGE_NONNULL, .quiet = true };
  struct ostate s;
  begin (&o, &s, path, ENFORCED_RETURN | ENFORCED_EXCEPTION);
  follow_obligation (&o, &s, block, index + 1);
  return !o.told && !o.stopped && !o.awaiting;
}

void
obligation_promised (struct verifier *v, const struct lk_ensure *e, const struct lk_path *path,
		     const struct lk_must *must)
{
  struct oblige o = { .v = v, .loc = v->promise->loc, .name = e->what.text, .must = must,
		      .valid = LK_RANGE_NONNULL, .parameter = true, .given = e };
  struct ostate s;
  begin (&o, &s, path, ENFORCED_RETURN);
  for (unsigned i = 0; i < e->n_conditions; i++)
    if ((uint32_t) e->conditions[i].base <= v->graph->n_formals)
      ostate_condition (&o, &s, v->graph->formals[e->conditions[i].base - 1],
			&e->conditions[i].range);
  follow_obligation (&o, &s, 0, 0);
}

static void
at_parameters (struct verifier *v)
{
  const struct lk_promise *p = v->promise;
  const struct lk_options *options = &v->unit->options;
  for (unsigned i = p->has_receiver;
       i < p->n_args && i < v->graph->n_formals; i++)
    {
      const struct lk_value_promise *arg = &p->args[i];
      bool alias = arg->alias && !options->no_aliases;
      if (!alias && !(arg->owning && arg->must && !options->no_ownership))
	continue;
      lk_var formal = v->graph->formals[i];
      const char *name = v->graph->vars[formal].name;
      struct oblige o = { .v = v, .loc = arg->loc ? arg->loc : p->loc,
			  .name = name ? name : arg->name, .type = arg->type,
			  .must = arg->must, .valid = LK_RANGE_NONNULL,
			  .parameter = true, .alias = alias, .source = p };
      struct ostate s;
      /* A function object alone has what it captured and owns.  */
      begin (&o, &s, lk_path_make (v->graph, formal, 0, NULL, 0),
	     p->lambda ? ENFORCED_RETURN | ENFORCED_EXCEPTION : ENFORCED_RETURN);
      follow_obligation (&o, &s, 0, 0);
    }
}

void
obligations_verify (struct verifier *v)
{
  if (v->promise)
    {
      at_parameters (v);
      elements_verify (v);
    }
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &v->graph->blocks[b].events[i];
	const struct lk_promise *p = event_promise (v, ev);
	if (ev->suppressed || v->view->idom[b] == UINT32_MAX)
	  continue;
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && !(ev->src.kind == LK_CONST && ev->src.value == 0))
	  at_fill (v, ev->dest.path, b, i);
	const struct lk_promise *maker
	  = ev->kind == LK_EVENT_CALL ? elements_maker (v, ev) : NULL;
	if (maker)
	  at_yielded (v, maker, ev, b, i);
	if (!p)
	  continue;
	at_result (v, p, ev, b, i);
	for (const struct lk_acquires *a = p->acquires; a; a = a->next)
	  {
	    at_acquisition (v, p, a, ev, b, i);
	    at_fill (v, acquired_path (v, &a->place, ev), b, i);
	  }
	if (!v->unit->options.no_creates)
	  at_creation (v, p, b, i);
      }
}
