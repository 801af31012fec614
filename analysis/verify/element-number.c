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
  if (number->nsel || number->addend)
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

struct lk_operand
element_key (const struct verifier *v, const struct lk_operand *op)
{
  struct lk_operand key = *op;
  const struct lk_event *ev;
  while (is_value (&key) && (ev = var_call (v->view, key.path->root)) && ev->callee
	 && ev->callee->contract)
    {
      const struct lk_clause *c = ev->callee->contract->clauses;
      while (c && !(c->role == LK_ROLE_ALIAS && c->place.base == 0 && !c->place.nsel
		    && c->other.base >= 1 && (uint32_t) c->other.base <= ev->n_args
		    && !c->other.nsel && !c->n_conditions))
	c = c->next;
      if (!c)
	break;
      key = ev->args[c->other.base - 1];
    }
  return key;
}

struct lk_operand
element_index (const struct verifier *v, const struct lk_event *ev)
{
  struct lk_operand key = { LK_UNKNOWN, 0, NULL };
  if (ev->element && (!ev->element_at || ev->element_size))
    {
      int64_t more = ev->element_at ? ev->element_at / ev->element_size : 0;
      key.kind = LK_PATH;
      key.path = lk_path_make (v->graph, ev->element - 1, 0, NULL, more);
    }
  return key;
}

/* Return true if S has a key that is no end of the collection.  */
static bool
has_plain_key (const struct ostate *s)
{
  for (unsigned i = 0; i < s->n_keys; i++)
    if (s->keys[i] > KEY_LAST)
      return true;
  return false;
}

static bool
has_key (const int64_t *keys, unsigned n, int64_t key)
{
  while (n-- > 0)
    if (keys[n] == key)
      return true;
  return false;
}

enum held
key_held (const struct verifier *v, const struct ostate *s, const struct lk_operand *key)
{
  if (key->kind == LK_CONST)
    return (has_key (s->keys, s->n_keys, key->value) ? HELD_KEY_OWN
	    : ((key->value > KEY_LAST && has_plain_key (s))
	       || has_key (s->other_keys, s->n_other_keys, key->value)) ? HELD_KEY_OTHER
	    : HELD_NOT);
  int at = key->kind == LK_PATH ? number_place (v, s, key->path) : -1;
  if (at >= 0)
    return s->places[at].held;
  unsigned own = 0;
  for (unsigned i = 0; key->kind == LK_PATH && !key->path->nsel && i < s->n_places; i++)
    if (s->places[i].held == HELD_KEY_OWN || s->places[i].held == HELD_AT)
      {
	const struct lk_path *p = s->places[i].path;
	own++;
	if (p->nsel || !numbers_differ (v, p->root, key->path->root,
					key->path->addend - p->addend))
	  return HELD_NOT;
      }
  return own ? HELD_KEY_OTHER : HELD_NOT;
}

/* Return true if S has a place that is held in the way HELD.  */
static bool
any_held (const struct ostate *s, enum held held)
{
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].held == held)
      return true;
  return false;
}

void
key_stored (struct oblige *o, struct ostate *s, const struct lk_operand *key, unsigned r,
	    bool again)
{
  if (key->kind == LK_CONST && !(again && !s->n_keys))
    key_note (o, s, key, r, true);
  else
    s->n_keys = 0;
  s->n_other_keys = 0;
  if (key->kind != LK_PATH || key->path->nsel)
    return;
  /* Perhaps the one that it has.  */
  if (key_held (o->v, s, key) != HELD_KEY_OTHER)
    ostate_remove_held (s, HELD_KEY_OWN);
  ostate_hold (o, s, key->path, r, HELD_AT);
}

/* Of two keys of the element it has lost one, HELD in such a way.  */
static void
lose_key (struct ostate *s, enum held held)
{
  for (unsigned i = 0; i < s->n_places; i++)
    if (s->places[i].held == held)
      s->places[i].held = HELD_KEY_OTHER;
}

void
key_note (struct oblige *o, struct ostate *s, const struct lk_operand *key, unsigned r, bool own)
{
  int64_t *keys = own ? s->keys : s->other_keys;
  uint8_t *n = own ? &s->n_keys : &s->n_other_keys;
  if (key->kind == LK_PATH && own && any_held (s, HELD_AT))
    {
      /* One that it has: which, if there are two, is not known.  */
      if (any_held (s, HELD_KEY_OWN))
	return;
      for (unsigned i = 0; i < s->n_places; i++)
	if (s->places[i].held == HELD_AT)
	  s->places[i].held = HELD_KEY_OWN;
    }
  if (key->kind == LK_PATH)
    ostate_hold (o, s, key->path, r, own ? HELD_KEY_OWN : HELD_KEY_OTHER);
  else if (key->kind == LK_CONST && !has_key (keys, *n, key->value))
    {
      if (*n < MAX_TRACKED)
	keys[(*n)++] = key->value;
      else
	{
	  limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
	  if (own)
	    *n = 0;
	}
    }
}

bool
key_gone (const struct verifier *v, struct ostate *s, const struct lk_operand *key)
{
  enum held held = key_held (v, s, key);
  if (key->kind == LK_PATH && (any_held (s, HELD_AT) || any_held (s, HELD_STORED_AT))
      && any_held (s, HELD_KEY_OWN)
      && (held == HELD_AT || held == HELD_KEY_OWN))
    {
      lose_key (s, held);
      return false;
    }
  for (unsigned i = 0; key->kind == LK_CONST && i < s->n_keys && s->n_keys > 1; i++)
    if (s->keys[i] == key->value)
      {
	s->keys[i] = s->keys[--s->n_keys];
	return false;
      }
  return true;
}

/* Return true if VAR is a phi of one constant, and store that in *VALUE.  */
static bool
phi_of_constant (const struct verifier *v, lk_var var, int64_t *value)
{
  const struct var_info *info = &v->view->vars[var];
  uint32_t n = info->phi ? v->graph->blocks[info->def_block].n_preds : 0;
  for (uint32_t i = 0; i < n; i++)
    if (info->phi->args[i].kind != LK_CONST || info->phi->args[i].value != info->phi->args[0].value)
      return false;
  *value = n ? info->phi->args[0].value : 0;
  return n > 0;
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
      int64_t value;
      if (phi_of_constant (v, root, &value))
	op = (struct lk_operand) { LK_CONST, value, NULL };
      else if (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD && def->b.kind == LK_CONST)
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
  if (one == two)
    return more != 0;
  return base_of (v, one, &a, &p) && base_of (v, two, &b, &q) && a == b && p != q + more;
}

bool
number_constant (const struct verifier *v, const struct lk_operand *number, int64_t *value)
{
  lk_var base;
  if (number->kind != LK_PATH || number->path->nsel
      || !base_of (v, number->path->root, &base, value))
    return false;
  *value += number->path->addend;
  return base == LK_NO_VAR;
}

bool
number_stays (const struct verifier *v, const struct lk_path *number)
{
  return (!number->nsel && (v->graph->vars[number->root].class_ != LK_VAR_VALUE
			    || v->graph->vars[number->root].def.kind != LK_DEF_PURE));
}
