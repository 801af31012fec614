/* The effect of a call on an obligation.

   A call that throws counts as a call, but transfers nothing and makes no alias: its promises
   for exceptions hold, those for returning do not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include "verify-internal.h"

static bool owned (struct verifier *v, const struct lk_path *path);

/* ---- What is called.  ---- */

static void
call_methods (struct ostate *s, int r, const struct lk_must *methods)
{
  if (r >= 0)
    s->resources[r].met = must_call_each (s->resources[r].must,
					  s->resources[r].met, methods);
}

/* Return the values outside of RANGE, or all if these are no range.  */
static struct lk_range
values_outside (const struct lk_range *range)
{
  struct lk_range out;
  return range_complement (range, &out) ? out : LK_RANGE_ALL;
}

/* E depends on the result: go on with the case where it does not hold.  Return false if there
   is no such case.  */
static bool
unless_result (struct oblige *o, struct ostate *s, const struct lk_ensure *e,
	       const struct lk_event *ev)
{
  for (unsigned i = 0; i < e->n_conditions; i++)
    {
      if (e->conditions[i].base != 0)
	continue;
      if (is_value (&ev->dest))
	{
	  struct lk_range other = values_outside (&e->conditions[i].range);
	  ostate_condition (o, s, ev->dest.path->root, &other);
	}
      return true;
    }
  return false;
}

/* Return true if the conditions of E on arguments hold at the call EV: constants decide that, and
   what is known of values.  */
static bool
arguments_fit (const struct ostate *s, const struct lk_ensure *e, const struct lk_event *ev)
{
  for (unsigned i = 0; i < e->n_conditions; i++)
    {
      const struct lk_condition *c = &e->conditions[i];
      if (c->base < 1 || (uint32_t) c->base > ev->n_args)
	continue;
      const struct lk_operand *arg = &ev->args[c->base - 1];
      struct lk_range known = LK_RANGE_ALL;
      if (arg->kind == LK_CONST)
	known.lo = known.hi = arg->value;
      else if (is_value (arg) && c->base - 1 == e->what.base)
	/* A handle of the resource.  */
	known = LK_RANGE_NONNULL;
      for (unsigned k = 0; is_value (arg) && k < s->n_conditions; k++)
	if (s->conditions[k].var == arg->path->root)
	  known = s->conditions[k].range;
      if (!lk_range_within (&known, &c->range))
	return false;
    }
  return true;
}

static void
ensured (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	 const struct lk_event *ev, bool exception)
{
  struct verifier *v = o->v;
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    {
      if (e->when != (exception ? LK_ENSURE_EXCEPTION : LK_ENSURE_RETURN))
	continue;
      const struct lk_path *path = expression_at (v, &e->what, ev);
      int r = path ? ostate_find (s, path) : -1;
      enum held held = ostate_held (s, &(struct lk_operand) { LK_PATH, 0, path });
      if (r < 0 || held != (elements_meant (p, e) ? HELD_BY : HELD_NOT))
	continue;
      if (e->n_conditions)
	{
	  if (!exception && unless_result (o, s, e, ev))
	    continue;
	  if (exception || !arguments_fit (s, e, ev))
	    continue;
	}
      if (e->unchecked && e->body && !e->methods
	  && must_fits (v, s->resources[r].must, e->body)
	  && s->resources[r].met != must_all (s->resources[r].must))
	disposal_relied (o, p->member, s->resources[r].must, ev->loc);
      call_methods (s, r, e->methods);
    }
  if (!exception && p->variable)
    for (unsigned i = p->first_variable; i < ev->n_args; i++)
      if (is_value (&ev->args[i]))
	for (unsigned k = 0; k < s->n_places; k++)
	  {
	    const struct lk_path *path = s->places[k].path;
	    if (path->root == ev->args[i].path->root && path->nsel <= 1)
	      call_methods (s, s->places[k].resource, p->variable);
	  }
}

/* ---- Aliases.  ---- */

/* The result of EV, or the object it constructs.  */
static const struct lk_path *
made (const struct lk_promise *p, const struct lk_event *ev)
{
  const struct lk_operand *op = (p->constructor
				 ? ev->n_args ? &ev->args[0] : NULL
				 : &ev->dest);
  return op && op->kind == LK_PATH ? op->path : NULL;
}

static void
add_alias (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	   const struct lk_event *ev, int r)
{
  const struct lk_path *path = made (p, ev);
  if (!path)
    return;
  if (p->result.same)
    {
      ostate_add (o, s, path, r);
      return;
    }
  if (s->n_resources == MAX_TRACKED)
    {
      limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
      return;
    }
  const struct lk_must *must = s->resources[r].must;
  if (must && p->result.must && !must_unknown (p->result.must))
    must = p->result.must;
  struct resource *more = &s->resources[s->n_resources];
  more->must = must;
  more->met = 0;
  more->linked = 0;
  if (p->result.linked)
    {
      if (!s->resources[r].linked)
	s->resources[r].linked = 1 + r;
      more->linked = s->resources[r].linked;
    }
  ostate_add (o, s, path, s->n_resources++);
}

/* The resource now belongs to the object under construction, for which EV, super (...) or this
   (...), was given it.  While the object has no owner, an exception loses
   both: to call what its class requires on the object is the only way to release them.  Return
   false if the object's creator is obliged even then: it owns what it gave as a parameter.  */
static bool
given_to_object (struct oblige *o, struct ostate *s, const struct lk_event *ev, int r)
{
  struct verifier *v = o->v;
  const struct lk_must *must = v->promise->result.must;
  if (o->parameter || !(v->function->flags & LK_FN_JAVA))
    return false;
  s->enforced &= ~ENFORCED_RETURN;
  if (!s->enforced)
    return false;
  if (must && s->n_resources == MAX_TRACKED)
    limit_met (v->unit, v->function, LIMIT_TRACKED);
  if (must && s->n_resources < MAX_TRACKED)
    {
      s->resources[s->n_resources].must = must;
      s->resources[s->n_resources].met = 0;
      s->resources[s->n_resources].linked = 0;
      ostate_add (o, s, ev->args[0].path, s->n_resources++);
    }
  else
    ostate_add (o, s, ev->args[0].path, r);
  return true;
}

/* EV of a cell asks a function whether the result holds its element, too: it does if the function
   says so of any that is open.  */
static void
filter_cell (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	     const struct lk_event *ev)
{
  int r = ev->n_args && ev->args[0].kind == LK_PATH ? ostate_find (s, ev->args[0].path) : -1;
  if (r >= 0 && p->cell && is_value (&ev->dest) && ostate_held (s, &ev->args[0]) == HELD_NOT
      && lk_contract_element (ev->callee->contract, LK_ROLE_VISIT)
      && elements_released (o->v, ev, s->resources[r].must, LK_ENSURE_FALSE))
    ostate_add (o, s, ev->dest.path, r);
}

bool
alias_at (const struct lk_promise *p, unsigned i, const struct lk_event *ev)
{
  const struct lk_clause *c = p->args[i].alias_if;
  if (!p->args[i].alias || i >= ev->n_args)
    return false;
  for (unsigned k = 0; c && k < c->n_conditions; k++)
    {
      const struct lk_condition *when = &c->conditions[k];
      const unsigned arg = (unsigned) when->base - 1;
      /* A handle of the resource is not null.  */
      if (arg == i && !when->nsel && lk_range_equal (&when->range, &LK_RANGE_NONNULL))
	continue;
      if (when->base != 0
	  && (when->nsel || arg >= ev->n_args || ev->args[arg].kind != LK_CONST
	      || !lk_range_contains (&when->range, ev->args[arg].value)))
	return false;
    }
  return true;
}

/* Return false if the obligation is that of the object being constructed.  */
static bool
aliases (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	 const struct lk_event *ev)
{
  struct verifier *v = o->v;
  if (v->unit->options.no_aliases)
    return true;
  for (unsigned i = 0; i < p->n_args && i < ev->n_args; i++)
    if (alias_at (p, i, ev) && ev->args[i].kind == LK_PATH)
      {
	int r = ostate_find (s, ev->args[i].path);
	/* Of collections elements.c knows the views.  */
	if (r < 0 || ostate_held (s, &ev->args[i]) != HELD_NOT)
	  continue;
	if (delegates (v, ev, p))
	  return given_to_object (o, s, ev, r);
	add_alias (o, s, p, ev, r);
      }
  return true;
}

/* ---- Obligations for what is there.  ---- */

void
note_created (struct verifier *v, const struct lk_event *ev, unsigned target)
{
  struct created *c = lk_arena_alloc (v->arena, sizeof *c);
  c->event = ev;
  c->target = target;
  c->next = v->created;
  v->created = c;
}

/* Something new has to be released for resource R: to close another alias closes what was there
   before, unless it is another handle on the same thing.  */
static void
keep_created (struct ostate *s, unsigned r)
{
  unsigned to[MAX_TRACKED], n_resources = 1, n_places = 0;
  struct resource kept[MAX_TRACKED] = { s->resources[r] };
  uint8_t linked = s->resources[r].linked;
  for (unsigned i = 0; i < s->n_resources; i++)
    {
      to[i] = i == r ? 0 : UINT_MAX;
      if (i != r && linked && s->resources[i].linked == linked)
	{
	  to[i] = n_resources;
	  kept[n_resources++] = s->resources[i];
	}
    }
  for (unsigned i = 0; i < s->n_places; i++)
    if (to[s->places[i].resource] != UINT_MAX)
      {
	unsigned resource = to[s->places[i].resource];
	s->places[n_places] = s->places[i];
	s->places[n_places++].resource = resource;
      }
  s->n_places = n_places;
  s->n_resources = n_resources;
  for (unsigned i = 0; i < n_resources; i++)
    {
      kept[i].met = 0;
      s->resources[i] = kept[i];
    }
}

static void
creates (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	 const struct lk_event *ev)
{
  struct verifier *v = o->v;
  unsigned n = 0;
  for (const struct lk_creates *c = p->creates; c; c = c->next, n++)
    {
      const struct lk_path *path = expression_at (v, &c->what, ev);
      int r = path ? ostate_find (s, path) : -1;
      if (r < 0)
	continue;
      note_created (v, ev, n);
      if (c->must)
	s->resources[r].must = c->must;
      keep_created (s, r);
      if (!o->must)
	o->must = s->resources[0].must;
    }
}

/* ---- Calls.  ---- */

static bool
taken (struct oblige *o, struct ostate *s, const struct lk_promise *p,
       const struct lk_event *ev)
{
  if (o->alias || o->v->unit->options.no_ownership || p->n_args != ev->n_args)
    return false;
  for (unsigned i = p->has_receiver; i < p->n_args; i++)
    if (p->args[i].owning && ev->args[i].kind == LK_PATH)
      {
	int r = ostate_find (s, ev->args[i].path);
	bool elements = ostate_held (s, &ev->args[i]) == HELD_BY;
	if (r < 0 || (elements ? !p->args[i].elements
		      : ostate_held (s, &ev->args[i]) != HELD_NOT))
	  continue;
	const struct lk_must *owned = elements ? p->args[i].elements : p->args[i].must;
	bool java = (o->v->function->flags & LK_FN_JAVA) != 0;
	for (const struct lk_must *m = java ? NULL : owned; m; m = m->next)
	  for (const struct lk_name *n = m->names; n; n = n->next)
	    if (!must_fits (o->v, s->resources[r].must, owned))
	      disposal_relied (o, n->name, s->resources[r].must, ev->loc);
	if (java && (p->args[i].type || elements) && !p->args[i].variable
	    && !p->args[i].unconditional
	    && !must_subset (s->resources[r].must, owned)
	    && s->resources[r].met != must_all (s->resources[r].must))
	  tell_breach (o->v, "must-call-mismatch", ev->loc,
		       verifier_text (o->v, "%s must be called on what is given"
				      " to '%s' here, but the parameter that"
				      " owns it promises less",
				      must_text (o->v->arena,
						 s->resources[r].must),
				      p->name), 0);
	return !(delegates (o->v, ev, p) && given_to_object (o, s, ev, r));
      }
  return false;
}

/* The receiver of EV holds something else from now on, or nothing.  */
static void
replace_held (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	      const struct lk_event *ev)
{
  int given = (p->replaces && p->replaces <= ev->n_args
	       && ev->args[p->replaces - 1].kind == LK_PATH
	       ? ostate_find (s, ev->args[p->replaces - 1].path) : -1);
  /* Whether it does depends on the result: elements.c follows both.  */
  if (ev->callee && ev->callee->contract && element_put_if (ev->callee->contract->clauses))
    return;
  /* Of one in a field that owns, or that holds it as a collection does, elements.c knows what it
     holds.  */
  if (!ev->n_args || ev->args[0].kind != LK_PATH || elements_loaded (o->v, &ev->args[0])
      || ostate_held (s, &ev->args[0]) == HELD_BY)
    return;
  const struct lk_path *holder = ev->args[0].path;
  if (given < 0)
    {
      ostate_remove (s, holder);
      return;
    }
  if (ostate_find (s, holder) >= 0)
    return;
  if (s->n_resources == MAX_TRACKED)
    {
      limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
      return;
    }
  s->resources[s->n_resources].must = s->resources[given].must;
  s->resources[s->n_resources].met = 0;
  s->resources[s->n_resources].linked = 0;
  ostate_add (o, s, holder, s->n_resources++);
}

/* A callee that is given the object under construction may assign its fields, but not the final
   ones.  */
static void
may_assign (struct ostate *s, const struct lk_event *ev, const struct lk_promise *p,
	    struct verifier *v)
{
  bool given = false;
  if (!v->promise || !v->promise->constructor || (p && p->pure))
    return;
  for (unsigned i = 0; i < ev->n_args; i++)
    given |= is_value (&ev->args[i]) && lk_is_first_formal (v->graph, ev->args[i].path->root);
  for (unsigned k = s->n_places; given && k-- > 0;)
    {
      const struct lk_path *path = s->places[k].path;
      if (lk_is_first_formal (v->graph, path->root) && path->nsel && path->field
	  && !path->field->is_final)
	ostate_remove_place (s, k);
    }
}

/* A callee that is given the address of an object may change its contents.  */
static void
may_write (struct ostate *s, const struct lk_event *ev, struct verifier *v)
{
  for (unsigned i = 0; i < ev->n_args; i++)
    if (is_value (&ev->args[i])
	&& v->graph->vars[ev->args[i].path->root].class_ == LK_VAR_OBJECT
	&& !(ev->arg_flags[i] & (LK_ARG_CONST | LK_ARG_BY_VALUE)))
      for (unsigned k = s->n_places; k-- > 0;)
	if (s->places[k].path->root == ev->args[i].path->root
	    && s->places[k].path->nsel)
	  {
	    s->n_places--;
	    memmove (&s->places[k], &s->places[k + 1],
		     (s->n_places - k) * sizeof *s->places);
	  }
}

/* EV, with the promises P, throws: if it was given the resource, as an argument that it owns or
   makes an alias of, note that (throwing-owner.c).  */
static void
throws_with (struct oblige *o, struct ostate *s, const struct lk_promise *p,
	     const struct lk_event *ev)
{
  const struct lk_options *options = &o->v->unit->options;
  if (!p->checked || s->awaited)
    return;
  for (unsigned i = p->has_receiver; i < p->n_args && i < ev->n_args; i++)
    {
      bool given = ((p->args[i].owning && !options->no_ownership)
		    || (alias_at (p, i, ev) && !options->no_aliases));
      int r = given && ev->args[i].kind == LK_PATH ? ostate_find (s, ev->args[i].path) : -1;
      if (r >= 0 && ostate_held (s, &ev->args[i]) == HELD_NOT
	  && must_subset (s->resources[r].must, p->args[i].must))
	{
	  s->awaited = ev;
	  s->awaited_arg = i;
	  return;
	}
    }
}

/* Return true if EV makes a function object that owns the resource, which it captures.  */
static bool
given_to_closure (const struct oblige *o, const struct ostate *s, const struct lk_event *ev)
{
  const struct verifier *v = o->v;
  if (!ev->callee || !(ev->callee->flags & LK_FN_CLOSURE) || ev->n_args < 3 || o->alias
      || v->unit->options.no_ownership || ev->args[1].kind != LK_PATH
      || v->graph->vars[ev->args[1].path->root].class_ != LK_VAR_FUNCTION)
    return false;
  struct lk_function *body = v->graph->vars[ev->args[1].path->root].entity;
  const struct lk_promise *p = body ? promise_of (v->unit, body) : NULL;
  for (unsigned i = 0; p && i < p->n_args && i + 2 < ev->n_args; i++)
    if (p->args[i].owning && ev->args[i + 2].kind == LK_PATH
	&& ostate_find (s, ev->args[i + 2].path) >= 0
	&& ostate_held (s, &ev->args[i + 2]) == HELD_NOT)
      return true;
  return false;
}

bool
obligation_call (struct oblige *o, struct ostate *s,
		 const struct lk_event *ev, bool exception)
{
  struct verifier *v = o->v;
  const struct lk_promise *p = event_promise (v, ev);
  bool defines = (!exception && ev->dest.kind == LK_PATH
		  && ev->dest.path->nsel == 0);
  if (defines)
    ostate_remove_root (s, ev->dest.path->root);
  may_assign (s, ev, p, v);
  if (!p)
    {
      if (!exception)
	may_write (s, ev, v);
      return exception || !given_to_closure (o, s, ev);
    }
  if (p->has_receiver && !p->constructor && ev->n_args
      && ev->args[0].kind == LK_PATH)
    {
      int r = ostate_find (s, ev->args[0].path);
      if (r >= 0 && ostate_held (s, &ev->args[0]) == HELD_NOT)
	s->resources[r].met = must_call (s->resources[r].must,
					 s->resources[r].met, p->member);
    }
  ensured (o, s, p, ev, exception);
  if (exception)
    {
      throws_with (o, s, p, ev);
      return true;
    }
  for (const struct lk_acquires *a = p->acquires; a; a = a->next)
    {
      const struct lk_path *path = acquired_path (v, &a->place, ev);
      obligation_filled (o, s, path, ev);
      /* The former contents are overwritten.  */
      if (path && path->nsel)
	ostate_remove (s, path);
    }
  if (taken (o, s, p, ev))
    return false;
  if (!aliases (o, s, p, ev))
    return false;
  filter_cell (o, s, p, ev);
  if (p->replaces || p->empties)
    replace_held (o, s, p, ev);
  if (p->creates && !v->unit->options.no_creates)
    creates (o, s, p, ev);
  return true;
}

/* ---- Obligations created for values without an owner.  ---- */

bool
was_created (const struct verifier *v, const struct lk_event *ev,
	     unsigned target)
{
  for (const struct created *c = v->created; c; c = c->next)
    if (c->event == ev && c->target == target)
      return true;
  return false;
}

/* The function itself promises to create an obligation for PATH, and so leaves it to its
   callers.  */
static bool
passed_on (struct verifier *v, const struct lk_path *path)
{
  if (!v->promise)
    return false;
  for (const struct lk_creates *c = v->promise->creates; c; c = c->next)
    if (expression_at (v, &c->what, NULL) == path)
      return true;
  return false;
}

static bool
owned (struct verifier *v, const struct lk_path *path)
{
  const struct lk_promise *p = v->promise;
  if (path->field && path->field->owning)
    return true;
  if (path->nsel)
    return passed_on (v, path);
  const struct lk_variable *var = &v->graph->vars[path->root];
  if (var->class_ == LK_VAR_FORMAL && p && var->index < p->n_args
      && p->args[var->index].owning)
    return true;
  if (passed_on (v, path))
    return true;
  const struct lk_event *def = definition_of (v, path);
  return (def && def->kind == LK_EVENT_ASSIGN && def->src.kind == LK_PATH
	  && def->src.path->nsel
	  && ((def->src.path->field && def->src.path->field->owning)
	      || passed_on (v, def->src.path)));
}

static void
check_creates (struct verifier *v, const struct lk_promise *p,
	       const struct lk_event *ev)
{
  const char *missing = NULL;
  bool own = true;
  unsigned n = 0, n_missing = 0;
  for (const struct lk_creates *c = p->creates; c; c = c->next, n++)
    {
      if (c->what.bad)
	{
	  tell_breach (v, "creates-unparsable", ev->loc,
		       verifier_text (v, "'%s' creates an obligation for '%s',"
				      " which is no expression here", p->name,
				      c->what.text), 0);
	  continue;
	}
      const struct lk_path *path = expression_at (v, &c->what, ev);
      if (was_created (v, ev, n) || (path && owned (v, path)))
	continue;
      const char *text = NULL;
      if (path)
	text = (path->nsel ? path_name (v->view, path)
		: v->view->vars[path->root].name);
      bool receiver = (path && path->nsel == 0 && v->promise
		       && v->promise->has_receiver && v->graph->n_formals
		       && lk_is_first_formal (v->graph, path->root));
      own &= receiver;
      if (!text && (receiver || c->what.base != 0 || !p->has_receiver))
	text = receiver ? "this" : c->what.text;
      text = (text ? verifier_text (v, "'%s'", text)
	      : "what it is called on");
      missing = (missing ? verifier_text (v, "%s, %s", missing, text)
		 : text);
      n_missing++;
    }
  if (!missing
      || (n_missing == 1 && own && v->promise->constructor))
    return;
  tell_breach (v, "creates-not-owned", ev->loc,
	       verifier_text (v, "'%s' creates an obligation for %s, which"
			      " is not owned here", p->name, missing), 0);
}

void
creates_verify (struct verifier *v)
{
  if (v->unit->options.no_creates)
    return;
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &v->graph->blocks[b].events[i];
	const struct lk_promise *p = event_promise (v, ev);
	if (p && p->creates && v->view->idom[b] != UINT32_MAX)
	  check_creates (v, p, ev);
      }
}
