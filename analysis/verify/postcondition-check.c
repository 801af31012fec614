/* Postconditions: bodies are checked against what they promise about fields: that methods are
   called on them, and that a field that owns is not overwritten before.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

/* ---- "@EnsuresCalledMethods".  ---- */

/* Return true if no call changes what PATH refers to: it is a parameter, or loaded from fields
   that are all final.  */
static bool
constant_path (const struct lk_expression *e)
{
  for (unsigned i = 0; i < e->n_fields; i++)
    if (!e->fields[i] || !e->fields[i]->is_final)
      return false;
  return true;
}

/* Return true if E is a field of the receiver that owns.  Methods that assign it declare that they
   create an obligation for the object, and the methods of an object that is being disposed of
   are called by its owner alone.  */
static bool
owning_member (const struct lk_expression *e)
{
  return (e->base == 0 && e->n_fields == 1 && e->fields[0] && e->fields[0]->owning
	  && !e->fields[0]->is_static);
}

/* Return the results for which E, of a C function, holds: a release on success only.  */
static struct lk_range
results (const struct lk_ensure *e)
{
  struct lk_range r = LK_RANGE_ALL;
  for (unsigned i = 0; i < e->n_conditions; i++)
    range_intersect (&r, &e->conditions[i].range);
  return r;
}

static const char *
results_text (struct verifier *v, const struct lk_range *r)
{
  if ((v->function->flags & LK_FN_RETURNS_BOOL)
      && lk_range_contains (r, 0) != lk_range_contains (r, 1))
    return lk_range_contains (r, 0) ? "false" : "true";
  if (r->lo == r->hi)
    return verifier_text (v, "%lld", (long long) r->lo);
  if (r->holes == 1 && r->lo == INT64_MIN && r->hi == INT64_MAX)
    return verifier_text (v, "another value than %lld", (long long) r->hole);
  if (r->hi == INT64_MAX)
    return verifier_text (v, "%lld or more", (long long) r->lo);
  if (r->lo == INT64_MIN)
    return verifier_text (v, "%lld or less", (long long) r->hi);
  return verifier_text (v, "%lld to %lld", (long long) r->lo, (long long) r->hi);
}

static void
check_ensure (struct verifier *v, const struct lk_ensure *e)
{
  const struct lk_promise *p = v->promise;
  if (e->what.bad || e->unchecked)
    return;
  const struct lk_path *path = expression_at (v, &e->what, NULL);
  if (!path)
    return;
  struct called c = { .v = v, .path = path, .must = e->body ? e->body : e->methods,
		      .constant = constant_path (&e->what),
		      .transfer = true, .disciplined = owning_member (&e->what) };
  if (!c.must && e->what.n_fields && e->what.fields[e->what.n_fields - 1])
    c.must = e->what.fields[e->what.n_fields - 1]->must;
  else if (!c.must && e->what.base >= 0 && (unsigned) e->what.base < p->n_args)
    c.must = (elements_meant (p, e) ? p->args[e->what.base].elements
	      : p->args[e->what.base].must);
  if (!c.must)
    return;
  if (elements_meant (p, e))
    {
      elements_promised (v, e, path, c.must);
      return;
    }
  if (e->when >= LK_ENSURE_TRUE
      && !(v->function->flags & LK_FN_RETURNS_BOOL)
      && (v->function->flags & LK_FN_JAVA))
    {
      tell_breach (v, "promise-not-boolean", p->loc,
		   verifier_text (v, "'%s' promises something that depends on"
				  " its result, which is no boolean", p->name),
		   0);
      return;
    }
  if (e->n_conditions && e->conditions[0].base != 0)
    {
      obligation_promised (v, e, path, c.must);
      return;
    }
  struct lk_range range = results (e);
  if (e->n_conditions)
    c.range = &range;
  called_solve (&c);
  static const struct lk_range truth = { INT64_MIN, INT64_MAX, 0, true };
  static const struct lk_range falsity = { 0, 0, 0, 0 };
  lk_loc at = 0;
  uint32_t met = 0;
  const char *rule = NULL;
  switch (e->when)
    {
    case LK_ENSURE_RETURN:
      met = called_at_returns (&c, e->n_conditions ? &range : NULL, &at);
      rule = e->n_conditions ? "promise-broken-conditionally" : "promise-broken";
      break;
    case LK_ENSURE_EXCEPTION:
      met = called_at_exceptions (&c, &at);
      rule = "promise-broken-on-exception";
      break;
    case LK_ENSURE_TRUE:
    case LK_ENSURE_FALSE:
      met = called_at_returns (&c, (e->when == LK_ENSURE_TRUE ? &truth
				    : &falsity), &at);
      rule = "promise-broken-conditionally";
      break;
    }
  uint32_t all = must_all (c.must);
  if ((met & all) == all)
    return;
  bool conditional = e->when >= LK_ENSURE_TRUE || e->n_conditions;
  const char *must = must_text (v->arena, c.must);
  const char *text;
  if (e->overload)
    text = verifier_text (v, "'%s' counts as a call of the method of its name that promises to"
			  " call %s on '%s', but might not%s", p->name, must, e->what.text,
			  e->when == LK_ENSURE_EXCEPTION ? " when it throws" : "");
  else if (e->n_conditions)
    text = verifier_text (v, "'%s' promises to have called %s on '%s' when it"
			  " returns %s, but might not have", p->name, must,
			  e->what.text, results_text (v, &range));
  else switch (e->when)
    {
    case LK_ENSURE_RETURN:
      text = verifier_text (v, "'%s' promises to call %s on '%s', but might not",
			    p->name, must, e->what.text);
      break;
    case LK_ENSURE_EXCEPTION:
      text = verifier_text (v, "'%s' promises to call %s on '%s', but might not"
			    " when it throws", p->name, must, e->what.text);
      break;
    default:
      text = verifier_text (v, "'%s' promises to have called %s on '%s' when"
			    " it returns %s, but might not have", p->name, must,
			    e->what.text,
			    e->when == LK_ENSURE_TRUE ? "true" : "false");
      break;
    }
  tell_breach (v, rule, conditional && at ? at : p->loc, text, 1, at,
	       (conditional || !at ? NULL
		: e->when == LK_ENSURE_RETURN ? "it returns here without"
		: "it may throw here without"));
}

/* ---- Assignments to fields that own.  ---- */

/* Return the name of the object whose field PATH is, in the words of targets of obligations.  */
static const char *
holder_text (struct verifier *v, const struct lk_path *path)
{
  const struct lk_variable *var = &v->graph->vars[path->root];
  if (path->field->is_static)
    return "its class";
  if (v->promise->has_receiver && var->class_ == LK_VAR_FORMAL
      && var->index == 0 && path->nsel == 1)
    return "this";
  const char *name = v->view->vars[path->root].name;
  return name ? name : "the object";
}

/* Return true if the object whose field is at PATH is a local one that is followed.  */
static bool
local_holder (struct verifier *v, const struct lk_path *path)
{
  if (path->nsel != 1)
    return false;
  if (v->graph->vars[path->root].class_ == LK_VAR_OBJECT)
    return true;
  const struct lk_path *root
    = lk_path_make (v->graph, path->root, 0, NULL, 0);
  const struct lk_event *def = definition_of (v, root);
  if (!def || def->kind != LK_EVENT_CALL)
    return false;
  if (!(v->function->flags & LK_FN_JAVA)
      && event_promise (v, def) && event_promise (v, def)->acquires)
    return true;
  /* For a new object the constructor's call decides.  */
  if (def->callee && (def->callee->flags & LK_FN_NEW))
    return true;
  const struct lk_promise *p = event_promise (v, def);
  return p && p->result.must && (p->result.owning || p->result.alias);
}

/* The function declares that it creates an obligation for the object whose
   field is at PATH.  */
static bool
creates_declared (struct verifier *v, const struct lk_path *path)
{
  for (const struct lk_creates *c = v->promise->creates; c; c = c->next)
    {
      const struct lk_path *target = expression_at (v, &c->what, NULL);
      if (path->field->is_static)
	{
	  if (c->what.base == LK_EXPRESSION_GLOBAL && c->what.n_fields == 0)
	    return true;
	  continue;
	}
      if (!target || target->root != path->root
	  || target->nsel + 1 != path->nsel)
	continue;
      if (target->nsel == 0
	  || !memcmp (target->sel, path->sel,
		      target->nsel * sizeof *path->sel))
	return true;
    }
  return false;
}

static void
check_created (struct verifier *v, const struct lk_path *path)
{
  const struct lk_promise *p = v->promise;
  if (creates_declared (v, path))
    return;
  const char *holder = holder_text (v, path);
  if (!p->creates)
    {
      tell_breach (v, "creates-missing", p->loc,
		   verifier_text (v, "'%s' assigns owning field '%s', but does"
				  " not declare that it creates an obligation"
				  " for '%s'", p->name, path->field->shown,
				  holder), 0);
      return;
    }
  tell_breach (v, "creates-other", p->loc,
	       verifier_text (v, "'%s' assigns owning field '%s' of '%s', but"
			      " creates an obligation for '%s' only", p->name,
			      path->field->shown, holder,
			      p->creates->what.text), 0);
}

/* Find where the right side of the assignment EV begins to be evaluated: before the call that
   makes the value, if it has no name.  */
static void
right_side (struct verifier *v, const struct lk_event *ev, uint32_t *block,
	    uint32_t *index)
{
  if (!is_value (&ev->src))
    return;
  lk_var var = ev->src.path->root;
  const struct var_info *info = &v->view->vars[var];
  if (v->graph->vars[var].class_ == LK_VAR_VALUE && info->event
      && info->event->kind == LK_EVENT_CALL && !v->graph->vars[var].user
      && info->def_block != UINT32_MAX)
    {
      *block = info->def_block;
      *index = info->def_event;
    }
}

/* Return true if the call that makes the value that EV assigns takes ownership of the old
   value.  */
static bool
takes_old (struct verifier *v, struct called *c, const struct lk_event *ev)
{
  if (!is_value (&ev->src))
    return false;
  lk_var var = ev->src.path->root;
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *call = &v->graph->blocks[b].events[i];
	const struct lk_promise *p = event_promise (v, call);
	if (!p || !c->at[b])
	  continue;
	bool makes = (p->constructor
		      ? call->n_args && is_value (&call->args[0])
			&& call->args[0].path->root == var
		      : is_value (&call->dest)
			&& call->dest.path->root == var);
	for (unsigned k = p->has_receiver;
	     makes && k < p->n_args && k < call->n_args; k++)
	  if (p->args[k].owning && call->args[k].kind == LK_PATH
	      && (call->args[k].path == c->path
		  || (is_value (&call->args[k])
		      && called_same (c, b, i, call->args[k].path->root))))
	    return true;
      }
  return false;
}

static void
check_assignment (struct verifier *v, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  const struct lk_options *options = &v->unit->options;
  const struct lk_promise *p = v->promise;
  const struct lk_path *path = ev->dest.path;
  const struct lk_field_promise *field = path->field;
  bool null = ev->src.kind == LK_CONST && ev->src.value == 0;
  bool own = (p->has_receiver && v->graph->n_formals && path->nsel == 1
	      && lk_is_first_formal (v->graph, path->root));
  bool in_constructor = (p->constructor && own && field->owner == p->owner);
  bool in_initialiser = p->initialiser && field->is_static && field->owner == p->owner;
  if ((field->is_static && options->permit_static_owning)
      || ((in_constructor || in_initialiser) && options->permit_initialisation_leak))
    return;
  struct called c = { .v = v, .path = path, .must = field->must,
		      .transfer = true };
  /* The code of initialisers stands in all constructors, behind super (...): the first
     assignment on each path finds null.  */
  if (in_constructor)
    c.fresh = c.construction = true;
  else if (in_initialiser)
    c.fresh = true;
  else if (!null && !(own && p->constructor) && !local_holder (v, path)
	   && !p->initialiser
	   && !(field->is_static && !(v->function->flags & LK_FN_JAVA)))
    check_created (v, path);
  if (v->graph->vars[path->root].class_ == LK_VAR_OBJECT)
    c.fresh = true;
  /* Elements that are lost are reported where those of the field are followed.  */
  if (!field->must || field->elements)
    return;
  called_solve (&c);
  uint32_t all = must_all (field->must);
  if ((called_before (&c, block, index) & all) == all || takes_old (v, &c, ev))
    return;
  uint32_t from = block, at = index;
  right_side (v, ev, &from, &at);
  if (!in_constructor && (called_before (&c, from, at) & all) == all)
    return;
  /* C: "p = s->p; s->p = NULL": taken out, P has to be released now.  */
  lk_var taken;
  if (null && !(v->function->flags & LK_FN_JAVA)
      && called_value (&c, block, index, &taken))
    {
      obligation_taken (v, taken, field, block, index);
      return;
    }
  lk_var moved;
  if (called_value (&c, block, index, &moved) && obligation_moved (v, moved, field, block, index))
    return;
  tell_breach (v, "field-overwritten", ev->loc,
	       verifier_text (v, "owning field '%s' might be overwritten before"
			      " %s is called on it", field->shown,
			      must_text (v->arena, field->must)), 1,
	       field->loc, (field->source
			    ? verifier_text (v, "it owns what it holds: %s",
					     field->source) : NULL));
}

/* ---- What callees require.  ---- */

/* Values that come together are followed to where each comes from through so many phis.  */
#define JOINS 4

/* Return which methods of MUST have been called on PATH before event INDEX of BLOCK: since it has
   its value, and on what that value was before, in each case, if it is a phi's.  */
static uint32_t
met_before (struct verifier *v, const struct lk_path *path, const struct lk_must *must,
	    uint32_t block, uint32_t index, unsigned joins)
{
  struct called c = { .v = v, .path = path, .must = must, .constant = path->nsel == 0 };
  called_solve (&c);
  uint32_t met = called_before (&c, block, index), all = must_all (must);
  const struct var_info *info = path->nsel ? NULL : &v->view->vars[path->root];
  if ((met & all) == all || !info || !info->phi || !joins)
    return met;
  const struct lk_block *at = &v->graph->blocks[info->def_block];
  for (uint32_t i = 0; i < at->n_preds; i++)
    {
      const struct lk_operand *arg = &info->phi->args[i];
      uint32_t from = at->preds[i]->from;
      if (arg->kind == LK_PATH)
	all &= met_before (v, arg->path, must, from, v->graph->blocks[from].n_events, joins - 1);
      else if (arg->kind != LK_CONST || arg->value != 0)
	all = 0;
    }
  return met | all;
}

static void
check_required (struct verifier *v, uint32_t block, uint32_t index,
		const struct lk_path *path, const struct lk_must *methods,
		const char *rule, const char *callee, const char *text)
{
  if (!path)
    return;
  uint32_t all = must_all (methods);
  if ((met_before (v, path, methods, block, index, JOINS) & all) == all)
    return;
  const char *name = (path->nsel ? path_name (v->view, path)
		      : v->view->vars[path->root].name);
  tell_breach (v, rule, v->graph->blocks[block].events[index].loc,
	       verifier_text (v, "'%s' requires that %s has been called on"
			      " '%s'", callee, must_text (v->arena, methods),
			      name ? name : text), 0);
}

static void
check_requirements (struct verifier *v, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  const struct lk_promise *p = event_promise (v, ev);
  if (!p)
    return;
  for (const struct lk_requires *r = p->requires_; r; r = r->next)
    check_required (v, block, index, expression_at (v, &r->what, ev),
		    r->methods, "promise-required", p->name, r->what.text);
  for (unsigned i = 0; i < p->n_args && i < ev->n_args; i++)
    if (p->args[i].called && is_value (&ev->args[i]))
      check_required (v, block, index, ev->args[i].path, p->args[i].called,
		      (i == 0 && p->has_receiver ? "receiver-required"
		       : "must-call-mismatch"), p->name,
		      (i == 0 && p->has_receiver ? "what it is called on"
		       : "its argument"));
}

/* ---- Variables.  ---- */

/* EV assigns to a local variable or a field that is declared with what has been called on its
   contents.  */
static void
check_variable (struct verifier *v, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &v->graph->blocks[block].events[index];
  const struct lk_field_promise *declared
    = (ev->dest.kind != LK_PATH ? NULL
       : ev->dest.path->nsel ? ev->dest.path->field
       : v->graph->vars[ev->dest.path->root].declared);
  if (!declared || !declared->called)
    return;
  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_PATH)
    check_required (v, block, index, ev->src.path, declared->called,
		    declared->cast ? "unsafe-cast" : "must-call-mismatch", declared->shown,
		    declared->cast ? "what is cast" : "what is assigned to it");
  if (ev->kind != LK_EVENT_CALL)
    return;
  const struct lk_promise *p = event_promise (v, ev);
  const struct lk_must *called = p ? p->result.called : NULL;
  uint32_t all = must_all (declared->called);
  if (!called || (must_call_each (declared->called, 0, called) & all) != all)
    tell_breach (v, "must-call-mismatch", ev->loc,
		 verifier_text (v, "'%s' requires that %s has been called on what is assigned to "
				"it", declared->shown, must_text (v->arena, declared->called)), 0);
}

/* The function promises that MUST has been called on its result; BLOCK returns one.  */
static void
check_result_called (struct verifier *v, const struct lk_must *must, uint32_t number)
{
  const struct lk_block *block = &v->graph->blocks[number];
  if (!is_value (&block->a))
    return;
  uint32_t all = must_all (must);
  if ((met_before (v, block->a.path, must, number, block->n_events, JOINS) & all) != all)
    tell_breach (v, "must-call-mismatch", block->loc,
		 verifier_text (v, "'%s' promises that %s has been called on its result, but it"
				" might not have been", v->promise->name,
				must_text (v->arena, must)), 0);
}

void
promises_verify (struct verifier *v)
{
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      if (v->view->idom[b] != UINT32_MAX)
	{
	  if (v->graph->blocks[b].events[i].kind == LK_EVENT_CALL)
	    check_requirements (v, b, i);
	  check_variable (v, b, i);
	}
  if (!v->promise)
    return;
  for (const struct lk_ensure *e = v->promise->ensures; e; e = e->next)
    check_ensure (v, e);
  for (uint32_t b = 0; v->promise->result.called && b < v->graph->n_blocks; b++)
    if (v->graph->blocks[b].term == LK_TERM_RETURN && v->view->idom[b] != UINT32_MAX)
      check_result_called (v, v->promise->result.called, b);
  if (v->unit->options.no_creates || v->unit->options.no_ownership)
    return;
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    for (uint32_t i = 0; i < v->graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &v->graph->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && ev->dest.path->nsel && ev->dest.path->field
	    && ev->dest.path->field->owning && !ev->dest.path->field->is_final
	    && v->view->idom[b] != UINT32_MAX)
	  check_assignment (v, b, i);
      }
}
