/* Elements of a collection that a call is about: those that a function chooses, which is made
   where it is passed, and the one of a cell, whose replacement depends on the result.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

/* Return what the function object OP, made here, promises; *CAPTURED arguments come first.  */
static const struct lk_promise *
function_object (const struct verifier *v, const struct lk_operand *op, unsigned *captured)
{
  const struct lk_event *ev = is_value (op) ? var_call (v->view, op->path->root) : NULL;
  if (!ev || !ev->callee || !(ev->callee->flags & LK_FN_CLOSURE) || ev->n_args < 2
      || !is_value (&ev->args[1])
      || v->graph->vars[ev->args[1].path->root].class_ != LK_VAR_FUNCTION)
    return NULL;
  struct lk_function *body = v->graph->vars[ev->args[1].path->root].entity;
  *captured = ev->n_args - 2;
  return body ? promise_of (v->unit, body) : NULL;
}

const struct lk_operand *
elements_copied (const struct lk_event *ev, const struct lk_operand *after)
{
  for (const struct lk_clause *c = ev->callee->contract->elements; c; c = c->next)
    if (c->role == LK_ROLE_ITERATOR && c->position == LK_POSITION_LAST && c->other.base >= 1
	&& (uint32_t) c->other.base <= ev->n_args
	&& (!after || &ev->args[c->other.base - 1] > after))
      return &ev->args[c->other.base - 1];
  return NULL;
}

void
elements_copy (struct oblige *o, struct ostate *s, const struct lk_event *ev, bool receiver)
{
  const struct lk_operand *from = NULL;
  while (is_value (&ev->dest) && (from = elements_copied (ev, from)))
    {
      int i = from->kind == LK_PATH ? ostate_place (s, from->path) : -1;
      if (i >= 0 && s->places[i].held <= HELD_TO_COME
	  && !(receiver && s->places[i].held == HELD_NOT))
	ostate_hold (o, s, ev->dest.path, s->places[i].resource, HELD_BY);
    }
}

/* Return the function that EV runs and whose results are the elements of EV's own, or NULL.  */
static const struct lk_operand *
yielder (const struct lk_event *ev)
{
  const struct lk_clause *c
    = ev->callee ? lk_contract_element (ev->callee->contract, LK_ROLE_RUN) : NULL;
  return (c && c->run->yielded && c->place.base >= 1 && (uint32_t) c->place.base <= ev->n_args
	  ? &ev->args[c->place.base - 1] : NULL);
}

bool
elements_yielded (const struct lk_event *ev)
{
  return yielder (ev) != NULL;
}

const struct lk_promise *
elements_maker (const struct verifier *v, const struct lk_event *ev)
{
  unsigned captured;
  const struct lk_operand *function = yielder (ev);
  const struct lk_promise *p = function ? function_object (v, function, &captured) : NULL;
  return (p && p->result.must && !p->result.nothing && !p->result.variable
	  && (p->result.owning || v->unit->options.no_ownership) ? p : NULL);
}

bool
elements_released (const struct verifier *v, const struct lk_event *ev, const struct lk_must *must,
		   enum lk_ensure_when when)
{
  unsigned captured = 0;
  const struct lk_promise *p
    = ev->n_args > 1 ? function_object (v, &ev->args[1], &captured) : NULL;
  if (!p || captured >= p->n_args)
    return false;
  /* Of a map's function the value.  */
  captured = p->n_args - 1;
  uint32_t met = 0;
  if (captured == 0 && p->has_receiver)
    met = must_call (must, met, p->member);
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if ((e->when == when || e->when == LK_ENSURE_RETURN) && !e->n_conditions && !e->what.n_fields
	&& e->what.base == (int) captured)
      met = must_call_each (must, met, e->methods);
  if (p->args[captured].owning)
    met = must_all (must);
  return (met & must_all (must)) == must_all (must);
}

/* Return the answers of a method that are not in RANGE: of true, 1, there is only 0 left.  */
static struct lk_range
other_answer (const struct lk_range *range)
{
  struct lk_range out = LK_RANGE_ALL;
  if (lk_range_contains (range, 0) == lk_range_contains (range, 1))
    return range_complement (range, &out) ? out : LK_RANGE_ALL;
  int64_t other = lk_range_contains (range, 0);
  return (struct lk_range) { other, other, 0, 0 };
}

void
elements_selected (struct oblige *o, const struct ostate *s, const struct lk_event *ev,
		   bool removes, const struct lk_must *must, uint32_t block, uint32_t index)
{
  struct ostate other = *s;
  if (elements_released (o->v, ev, must, removes ? LK_ENSURE_TRUE : LK_ENSURE_FALSE))
    return;
  if (removes)
    ostate_drop_element (&other, ev);
  o->later (o, &other, block, index + 1);
}

void
element_may_go (struct oblige *o, struct ostate *s, const struct lk_event *ev,
		const struct lk_condition *c, uint32_t block, uint32_t index)
{
  struct lk_range unchanged = other_answer (&c->range);
  bool from_null = ev->n_args > 1 && ev->args[1].kind == LK_CONST && ev->args[1].value == 0;
  if (!from_null)
    {
      struct ostate other = *s;
      ostate_drop_element (&other, ev);
      ostate_remove (&other, ev->args[0].path);
      if (is_value (&ev->dest))
	ostate_condition (o, &other, ev->dest.path->root, &c->range);
      o->later (o, &other, block, index + 1);
    }
  if (is_value (&ev->dest))
    ostate_condition (o, s, ev->dest.path->root, &unchanged);
}

void
element_may_stay_out (struct oblige *o, struct ostate *s, const struct lk_event *ev,
		      const struct lk_condition *c, uint32_t block, uint32_t index)
{
  struct ostate other = *s;
  struct lk_range not_put = other_answer (&c->range);
  if (is_value (&ev->dest))
    {
      ostate_condition (o, &other, ev->dest.path->root, &not_put);
      ostate_condition (o, s, ev->dest.path->root, &c->range);
    }
  o->later (o, &other, block, index + 1);
}

const struct lk_condition *
element_put_if (const struct lk_clause *c)
{
  for (; c; c = c->next)
    if (c->role == LK_ROLE_PUT && c->n_conditions == 1 && c->conditions[0].base == 0)
      return &c->conditions[0];
  return NULL;
}
