/* The state of one obligation: resources, aliases, conditions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

int
ostate_find (const struct ostate *s, const struct lk_path *path)
{
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].path == path)
      return s->places[i].resource;
  return -1;
}

void
ostate_add (struct oblige *o, struct ostate *s, const struct lk_path *path,
	    unsigned r)
{
  if (ostate_find (s, path) >= 0)
    return;
  if (s->n_places == MAX_TRACKED)
    {
      limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
      return;
    }
  s->places[s->n_places].path = path;
  s->places[s->n_places].held = HELD_NOT;
  s->places[s->n_places++].resource = r;
}

void
ostate_remove_place (struct ostate *s, unsigned i)
{
  s->n_places--;
  memmove (&s->places[i], &s->places[i + 1],
	   (s->n_places - i) * sizeof *s->places);
}

void
ostate_remove_root (struct ostate *s, lk_var root)
{
  for (unsigned i = s->n_places; i-- > 0;)
    if (s->places[i].path->root == root)
      ostate_remove_place (s, i);
}

void
ostate_remove (struct ostate *s, const struct lk_path *path)
{
  for (unsigned i = s->n_places; i-- > 0;)
    if (s->places[i].path == path)
      ostate_remove_place (s, i);
}

void
ostate_condition (struct oblige *o, struct ostate *s, lk_var var, const struct lk_range *range)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (s->conditions[i].var == var)
      {
	s->conditions[i].range = *range;
	return;
      }
  if (s->n_conditions == MAX_TRACKED)
    {
      limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
      memmove (&s->conditions[0], &s->conditions[1],
	       (MAX_TRACKED - 1) * sizeof *s->conditions);
      s->n_conditions--;
    }
  s->conditions[s->n_conditions].var = var;
  s->conditions[s->n_conditions++].range = *range;
}

bool
ostate_met (const struct ostate *s)
{
  for (unsigned i = 0; i < s->n_resources; i++)
    if (s->resources[i].met == must_all (s->resources[i].must))
      return true;
  return false;
}

/* ---- Which object a value is.  ---- */

/* Return the resource that OP is a handle of, or -1.  */
static int
resource_of (const struct ostate *s, const struct lk_operand *op)
{
  return (is_value (op) && ostate_held (s, op) == HELD_NOT && ostate_place (s, op->path) >= 0
	  ? ostate_find (s, op->path) : -1);
}

/* Return true if the function may store the resource of O at PLACE, or at a place like it, or
   gives it, in the state S, to a callee that may.  */
static bool
may_be_stored (const struct oblige *o, const struct ostate *s, const struct lk_path *place)
{
  const struct lk_graph *g = o->v->graph;
  int64_t last = place->sel[place->nsel - 1];
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
	if (ev->kind == LK_EVENT_COPY)
	  return true;
	if (to && to->nsel && (to->sel[to->nsel - 1] == last || to->sel[to->nsel - 1] == LK_ANY)
	    && !(ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST))
	  return true;
	uint32_t first = ev->callee && (ev->callee->flags & LK_FN_RECEIVER) ? 1 : 0;
	for (uint32_t k = first; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  if (resource_of (s, &ev->args[k]) >= 0)
	    return true;
      }
  return false;
}

/* Return true if OP is certainly not the object that O acquired here: it is older, or another new
   one.  */
static bool
is_other_object (const struct oblige *o, const struct ostate *s, const struct lk_operand *op)
{
  const struct verifier *v = o->v;
  if (!o->fresh || !is_value (op) || ostate_find (s, op->path) >= 0)
    return false;
  lk_var var = op->path->root;
  const struct lk_event *made = var_call (v->view, var);
  if (v->graph->vars[var].class_ == LK_VAR_FORMAL
      || (made && made->callee && (made->callee->flags & LK_FN_NEW)))
    return true;
  const struct lk_path *place = loaded_from (v->view, var);
  if (!place || !place->nsel || place->sel[place->nsel - 1] == LK_ANY)
    return false;
  return (place->field && place->field->is_final) || !may_be_stored (o, s, place);
}

/* Return true if OP cannot hold between A and B: two handles of one resource are equal, and what
   was acquired here is equal to nothing older, and to no other new object.  */
static bool
comparison_fails (const struct oblige *o, const struct ostate *s, enum lk_compare op,
		  const struct lk_operand *a, const struct lk_operand *b)
{
  if ((op != LK_EQ && op != LK_NE) || !is_value (a) || !is_value (b))
    return false;
  int ra = resource_of (s, a), rb = resource_of (s, b);
  if (ra >= 0 && ra == rb)
    return op == LK_NE;
  return (op == LK_EQ
	  && ((ra == 0 && is_other_object (o, s, b)) || (rb == 0 && is_other_object (o, s, a))));
}

/* Return true if BLOCK, a switch, takes another edge than the default one: what is known of its
   value is one of its cases.  */
static bool
is_case (const struct ostate *s, const struct lk_block *block)
{
  for (unsigned k = 0; is_value (&block->a) && k < s->n_conditions; k++)
    if (s->conditions[k].var == block->a.path->root)
      for (uint32_t i = 0; i < block->n_succs; i++)
	{
	  const struct lk_edge *e = block->succs[i];
	  struct lk_range one = { e->lo, e->hi, 0, 0 };
	  if (!(e->flags & (LK_EDGE_EXCEPTION | LK_EDGE_DEFAULT))
	      && lk_range_within (&s->conditions[k].range, &one))
	    return true;
	}
  return false;
}

bool
ostate_contradicts (const struct oblige *o, const struct ostate *s, const struct lk_block *block,
		    const struct lk_edge *edge)
{
  if (block->term == LK_TERM_SWITCH)
    return (edge->flags & LK_EDGE_DEFAULT) && is_case (s, block);
  return (block->term == LK_TERM_COND && !(edge->flags & LK_EDGE_EXCEPTION)
	  && comparison_fails (o, s, (edge == block->succs[0] ? block->op
				      : lk_compare_negate (block->op)), &block->a, &block->b));
}

/* Values of OP that are invalid handles are no resource: null.  */
bool
ostate_assume (struct oblige *o, struct ostate *s, lk_var var,
	       const struct lk_range *range)
{
  struct verifier *v = o->v;
  const struct lk_event *made = var_call (v->view, var);
  /* A new object is not null.  */
  if (made && made->callee && (made->callee->flags & LK_FN_NEW) && range->lo == 0
      && range->hi == 0)
    return false;
  const struct lk_definition *def = &v->graph->vars[var].def;
  bool truth = !lk_range_contains (range, 0);
  if (def->kind == LK_DEF_COMPARE && (truth || (range->lo == 0 && range->hi == 0))
      && comparison_fails (o, s, truth ? def->op : lk_compare_negate (def->op), &def->a, &def->b))
    return false;
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].path->nsel == 0 && s->places[i].path->root == var
	&& s->places[i].path->addend == 0 && s->places[i].held <= HELD_TO_COME)
      {
	struct lk_range both = *range;
	if (!range_intersect (&both, &o->valid))
	  return false;
      }
  bool known = false;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (s->conditions[i].var == var)
      {
	known = true;
	if (!range_intersect (&s->conditions[i].range, range))
	  return false;
      }
  if (!known && (v->tested[var] == RETURNED
		 || (v->repeated[var] && s->n_conditions < MAX_TRACKED)))
    ostate_condition (o, s, var, range);
  /* A truth value may reveal which methods were called.  */
  const struct lk_event *ev = var_event (v->view, var);
  const struct lk_promise *p = ev ? event_promise (v, ev) : NULL;
  if (!p)
    return true;
  if (!truth && !(range->lo == 0 && range->hi == 0))
    return true;
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == (truth ? LK_ENSURE_TRUE : LK_ENSURE_FALSE))
      {
	const struct lk_path *path = expression_at (v, &e->what, ev);
	int r = path ? ostate_find (s, path) : -1;
	if (r >= 0)
	  s->resources[r].met
	    = must_call_each (s->resources[r].must, s->resources[r].met,
			      e->methods);
      }
  return true;
}

/* ---- Declared places.  ---- */

void
obligation_cast (struct oblige *o, struct ostate *s, const struct lk_field_promise *cast,
		 lk_loc loc, int r)
{
  struct verifier *v = o->v;
  struct resource *resource = &s->resources[r];
  if (cast->called)
    resource->met = must_call_each (resource->must, resource->met, cast->called);
  if (!cast->narrowed || resource->met == must_all (resource->must)
      || must_fits (v, resource->must, cast->must))
    return;
  resource->met = must_all (resource->must);
  if (!o->alias)
    tell_breach (v, "unsafe-cast", loc,
		 verifier_text (v, "%s must be called on what is cast here, but the type of the"
				" cast promises less",
				(must_unknown (resource->must) ? "something unknown"
				 : must_text (v->arena, resource->must))), 0);
}

void
obligation_stored (struct oblige *o, const struct ostate *s,
	      const struct lk_field_promise *field, lk_loc loc, int r)
{
  struct verifier *v = o->v;
  const struct resource *resource = &s->resources[r];
  /* A call changes no type.  */
  bool met = (resource->met == must_all (resource->must)
	      && !(v->function->flags & LK_FN_JAVA));
  if (o->alias || met || must_fits (v, resource->must, field->must))
    return;
  const char *text
    = (must_unknown (resource->must) ? "something unknown"
       : must_text (v->arena, resource->must));
  tell_breach (v, "must-call-mismatch", loc,
	       verifier_text (v, "%s must be called on what is assigned here,"
			      " but the declaration of '%s' promises less",
			      text, field->shown), 1, field->loc,
	       field->loc ? "it is declared here" : NULL);
}

/* ---- Places that hold.  ---- */

int
ostate_place (const struct ostate *s, const struct lk_path *path)
{
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].path == path)
      return i;
  return -1;
}

enum held
ostate_held (const struct ostate *s, const struct lk_operand *op)
{
  int i = op->kind == LK_PATH ? ostate_place (s, op->path) : -1;
  return i < 0 ? HELD_NOT : s->places[i].held;
}

void
ostate_hold (struct oblige *o, struct ostate *s, const struct lk_path *path, unsigned r,
	     enum held held)
{
  int i = ostate_place (s, path);
  if (i < 0)
    {
      ostate_add (o, s, path, r);
      i = ostate_place (s, path);
    }
  if (i >= 0)
    s->places[i].held = held;
}

bool
ostate_kept (const struct oblige *o, const struct ostate *s)
{
  int i = o->kept ? ostate_place (s, o->kept) : -1;
  return i >= 0 && s->places[i].held == HELD_BY;
}

bool
ostate_holds_none (const struct ostate *s)
{
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].held <= HELD_TO_COME)
      return false;
  return true;
}

/* ---- Elements of collections.  ---- */

void
ostate_remove_held (struct ostate *s, enum held held)
{
  for (unsigned i = s->n_places; i-- > 0;)
    if (s->places[i].held == held)
      ostate_remove_place (s, i);
}

void
ostate_renumber (struct ostate *s)
{
  ostate_remove_held (s, HELD_NUMBER);
  ostate_remove_held (s, HELD_NUMBER_PASSED);
  ostate_remove_held (s, HELD_NUMBER_DOWN);
  ostate_remove_held (s, HELD_DOWN_PASSED);
  ostate_remove_held (s, HELD_KEY_OTHER);
  ostate_remove_held (s, HELD_KEY_OWN);
  ostate_remove_held (s, HELD_AT);
  ostate_remove_held (s, HELD_COUNT);
  s->n_keys = s->n_other_keys = 0;
}

void
ostate_drop_element (struct ostate *s, const struct lk_event *ev)
{
  s->removed = ev;
  ostate_renumber (s);
  ostate_remove_held (s, HELD_BY);
  ostate_remove_held (s, HELD_TO_COME);
  ostate_remove_held (s, HELD_KEYS);
}
