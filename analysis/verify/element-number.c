/* Numbers of elements, and keys: which are equal, and which differ.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

/* Where a number or key comes from: the field that it was loaded from, or the call that it is the
   result of, of a method that changes nothing.  */
struct source
{
  const struct lk_path *field;
  const struct lk_event *call;
};

static bool
find_source (const struct verifier *v, const struct lk_path *number, struct source *s)
{
  memset (s, 0, sizeof *s);
  if (number->nsel)
    return false;
  const struct lk_path *from = loaded_from (v->view, number->root);
  if (from && from->nsel == 1 && from->sel[0] != LK_ANY)
    s->field = from;
  const struct lk_event *ev = var_call (v->view, number->root);
  const struct lk_promise *p = ev ? event_promise (v, ev) : NULL;
  if (p && p->pure && p->has_receiver && ev->n_args && ev->args[0].kind == LK_PATH)
    s->call = ev;
  return s->field || s->call;
}

/* Return true if A and B are the same field, or calls of one method with the same values.  */
static bool
same_source (const struct source *a, const struct source *b)
{
  if (a->field || b->field)
    return a->field == b->field;
  if (a->call->callee != b->call->callee || a->call->n_args != b->call->n_args)
    return false;
  for (uint32_t i = 0; i < a->call->n_args; i++)
    {
      const struct lk_operand *x = &a->call->args[i], *y = &b->call->args[i];
      if (x->kind != y->kind || (x->kind == LK_CONST ? x->value != y->value : x->path != y->path))
	return false;
    }
  return true;
}

/* Return true if a row says that EV only asks or reads elements.  */
static bool
only_reads (const struct lk_event *ev)
{
  const struct lk_contract *row = ev->callee ? ev->callee->contract : NULL;
  bool reads = false;
  for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
    {
      if (c->role != LK_ROLE_FETCH)
	return false;
      reads = true;
    }
  for (const struct lk_clause *c = row ? row->elements : NULL; c; c = c->next)
    {
      if (c->role != LK_ROLE_ELEMENT && c->role != LK_ROLE_QUERY)
	return false;
      reads = true;
    }
  return reads;
}

/* Return true if EV may change what comes from S.  Over-approximation: a call of a method may,
   unless it is given no object of S and changes nothing; a constructor that is not given the object
   does not have it.  The result of a method may come from any field.  */
static bool
may_change (const struct verifier *v, const struct lk_event *ev, const struct source *s)
{
  const struct lk_path *object = s->field ? s->field : s->call->args[0].path;
  if (ev->kind == LK_EVENT_ASSIGN)
    return (ev->dest.kind == LK_PATH && ev->dest.path->nsel
	    && (s->call || ev->dest.path->sel[ev->dest.path->nsel - 1] == s->field->sel[0]));
  if (ev->kind != LK_EVENT_CALL)
    return true;
  const struct lk_promise *p = event_promise (v, ev);
  bool pure = p && p->pure;
  if (pure && (s->field || ev->callee == s->call->callee))
    return false;
  for (uint32_t i = 0; i < ev->n_args; i++)
    if (ev->args[i].kind == LK_PATH && ev->args[i].path->root == object->root)
      return true;
  return (!pure && !only_reads (ev)
	  && (!ev->callee || !(ev->callee->flags & (LK_FN_NEW | LK_FN_CONSTRUCTOR))));
}

/* Return true if no event between the definitions of FIRST and THEN, which both come from S, may
   change that, on any path that comes to THEN's.  */
static bool
is_unchanged (const struct verifier *v, lk_var first, lk_var then, const struct source *s)
{
  const struct var_info *a = &v->view->vars[first], *b = &v->view->vars[then];
  struct block_walk w;
  bool same = true, started = false;
  uint32_t block;
  if (!a->event || !b->event)
    return false;
  block_walk_begin (&w, v->graph, a->def_block);
  while (same && next_block (&w, &block))
    {
      const struct lk_block *bl = &v->graph->blocks[block];
      uint32_t i = started ? 0 : (uint32_t) a->def_event + 1, end = bl->n_events;
      bool last = block == b->def_block && (started || (uint32_t) b->def_event >= i);
      if (last)
	end = (uint32_t) b->def_event;
      for (; i < end && same; i++)
	same = !may_change (v, &bl->events[i], s);
      if (!last)
	enter_successors (&w, block);
      started = true;
    }
  block_walk_end (&w);
  return same;
}

int
number_place (const struct verifier *v, const struct ostate *s, const struct lk_path *number)
{
  int i = ostate_place (s, number);
  struct source here, there;
  if (i >= 0 || !find_source (v, number, &here))
    return i;
  for (unsigned k = 0; k < s->n_places; k++)
    {
      const struct lk_path *p = s->places[k].path;
      if ((s->places[k].held == HELD_KEY_OTHER || s->places[k].held == HELD_KEY_OWN
	   || s->places[k].held == HELD_AT)
	  && find_source (v, p, &there) && same_source (&here, &there)
	  && is_unchanged (v, p->root, number->root, &here))
	return (int) k;
    }
  return -1;
}

/* Store the value that VAR is a constant number more than in *BASE, LK_NO_VAR for 0, and the
   number in *MORE.  Return false if the value may be another one when VAR has been computed.  */
static bool
base_of (const struct verifier *v, lk_var var, lk_var *base, int64_t *more)
{
  struct lk_operand op = { LK_PATH, 0, lk_path_make (v->graph, var, 0, NULL, 0) };
  *more = 0;
  while (is_value (&op))
    {
      lk_var root = op.path->root;
      const struct lk_definition *def = &v->graph->vars[root].def;
      const struct lk_event *ev = var_event (v->view, root);
      if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD && def->b.kind == LK_CONST)
	{
	  *more += def->b.value;
	  op = def->a;
	}
      else if (ev && ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST)
	op = ev->src;
      else
	{
	  *base = root;
	  return v->graph->vars[root].class_ == LK_VAR_FORMAL;
	}
    }
  *base = LK_NO_VAR;
  if (op.kind == LK_CONST)
    *more += op.value;
  return op.kind == LK_CONST;
}

bool
numbers_differ (const struct verifier *v, lk_var one, lk_var two, int64_t more)
{
  lk_var a, b;
  int64_t p, q;
  return base_of (v, one, &a, &p) && base_of (v, two, &b, &q) && a == b && p != q + more;
}

bool
number_stays (const struct verifier *v, const struct lk_path *number)
{
  return (!number->nsel && (v->graph->vars[number->root].class_ != LK_VAR_VALUE
			    || v->graph->vars[number->root].def.kind != LK_DEF_PURE));
}
