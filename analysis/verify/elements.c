/* Collections that hold the resource of an obligation.

   A collection, an array, an iterator or another view of one is a place of the obligation, but
   no handle: it holds the resource (enum held).  To fetch an element is to fetch the resource or
   another one, so the obligation is followed twice from there on; and a test that says that
   nothing is left contradicts a place that still holds the resource.  So a loop that releases
   each element leaves no way on which the resource is open, whatever the loop looks like: the
   iterator that has not returned it yet has more elements, the queue that was not asked for it is
   not empty, and the index that was not used for it is less than the size.

   Elements are numbered by the value of a phi that begins with 0 and counts by one, or with the
   last number and counts down; it is a place, too.  An iteration that does not fetch the element
   with this number may have passed the resource by, so it is no place from then on.

   Numbers are equal if they are one value, or loaded from one field that has not changed in
   between; those that are a constant number away from each other differ (element-number.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

static const struct lk_range not_zero = { INT64_MIN, INT64_MAX, 0, true };
static const struct lk_range only_zero = { 0, 0, 0, 0 };

/* ---- Loops that count.  ---- */

/* Return the operand that OP is plus STEP, or NULL.  */
static const struct lk_operand *
operand_before (const struct verifier *v, const struct lk_operand *op, int64_t step)
{
  if (!is_value (op))
    return NULL;
  const struct lk_definition *def = &v->graph->vars[op->path->root].def;
  return (def->kind == LK_DEF_PURE && def->code == LK_PURE_ADD && def->b.kind == LK_CONST
	  && def->b.value == step ? &def->a : NULL);
}

/* Return true if OP is VAR plus STEP.  */
static bool
is_next (const struct verifier *v, const struct lk_operand *op, lk_var var, int64_t step)
{
  const struct lk_operand *a = operand_before (v, op, step);
  return a && is_value (a) && a->path->root == var;
}

/* Return true if PHI, of BLOCK, counts by STEP.  */
static bool
counts_by (const struct verifier *v, const struct lk_block *block, const struct lk_phi *phi,
	   int64_t step)
{
  for (uint32_t i = 0; i < block->n_preds; i++)
    if (is_next (v, &phi->args[i], phi->result, step))
      return true;
  return false;
}

/* Return true if OP is how many elements the collection has that holds the resource.  */
static bool
is_count (const struct verifier *v, const struct ostate *s, const struct lk_operand *op)
{
  if (ostate_held (s, op) == HELD_COUNT)
    return true;
  /* Of an array that was made with so many.  */
  for (unsigned i = 0; i < s->n_places; i++)
    {
      const struct lk_event *ev = var_call (v->view, s->places[i].path->root);
      if (s->places[i].held == HELD_BY && ev && ev->n_args == 1 && ev->callee
	  && (ev->callee->flags & LK_FN_NEW) && ev->args[0].kind == op->kind
	  && (op->kind == LK_CONST ? ev->args[0].value == op->value
	      : is_value (op) && ev->args[0].path == op->path))
	return true;
    }
  if (!is_value (op))
    return false;
  /* Of an array the length is the only pure function.  */
  const struct lk_definition *def = &v->graph->vars[op->path->root].def;
  return (def->kind == LK_DEF_PURE && def->code > LK_PURE_SCALE && def->b.kind == LK_CONST
	  && def->b.value == 0 && ostate_held (s, &def->a) == HELD_BY);
}

/* Return true if OP is that number less 1.  */
static bool
is_last (const struct verifier *v, const struct ostate *s, const struct lk_operand *op)
{
  const struct lk_operand *a = operand_before (v, op, -1);
  return a && is_count (v, s, a);
}

/* Return true if a number of 1 or more cannot be OP the constant B.  */
static bool
excludes_any (enum lk_compare op, int64_t b)
{
  return op == LK_LT ? b <= 1 : op == LK_LE || op == LK_EQ ? b <= 0 : false;
}

void
elements_enter (struct oblige *o, struct ostate *s, const struct ostate *before,
		const struct lk_edge *edge)
{
  struct verifier *v = o->v;
  const struct lk_block *to = &v->graph->blocks[edge->to];
  int holder = -1;
  for (unsigned i = 0; i < s->n_places && holder < 0; i++)
    if (s->places[i].held == HELD_BY)
      holder = i;
  for (uint32_t i = 0; holder >= 0 && i < to->n_phis; i++)
    {
      const struct lk_phi *phi = &to->phis[i];
      const struct lk_operand *arg = &phi->args[edge->pred_index];
      const struct lk_path *path = lk_path_make (v->graph, phi->result, 0, NULL, 0);
      int was = ostate_place (before, path);
      bool starts = arg->kind == LK_CONST && arg->value == 0 && counts_by (v, to, phi, 1);
      enum held as = was < 0 ? HELD_NOT : before->places[was].held;
      bool down = (as == HELD_NUMBER_DOWN || as == HELD_DOWN_PASSED || was < 0);
      bool goes_on = was >= 0 && is_next (v, arg, phi->result, down ? -1 : 1);
      if ((was < 0 && is_last (v, before, arg) && counts_by (v, to, phi, -1))
	  || (goes_on && as == HELD_DOWN_PASSED))
	ostate_hold (o, s, path, s->places[holder].resource, HELD_NUMBER_DOWN);
      else if (starts || (goes_on && as == HELD_NUMBER_PASSED))
	ostate_hold (o, s, path, s->places[holder].resource, HELD_NUMBER);
      else if (goes_on && (as == HELD_STORED_AT || as == HELD_STORED_PASSED))
	ostate_hold (o, s, path, s->places[holder].resource, HELD_STORED_PASSED);
    }
}

bool
elements_contradict (const struct oblige *o, const struct ostate *s,
		     const struct lk_block *block, const struct lk_edge *edge)
{
  if (block->term != LK_TERM_COND || (edge->flags & LK_EDGE_EXCEPTION))
    return false;
  enum lk_compare op = edge == block->succs[0] ? block->op : lk_compare_negate (block->op);
  const struct lk_operand *a = &block->a, *b = &block->b;
  if (ostate_held (s, b) == HELD_NUMBER || a->kind == LK_CONST)
    {
      const struct lk_operand *other = a;
      a = b;
      b = other;
      op = lk_compare_swap (op);
    }
  if (b->kind == LK_CONST && is_count (o->v, s, a) && excludes_any (op, b->value))
    return true;
  if (b->kind == LK_CONST && ostate_held (s, a) == HELD_NUMBER_DOWN
      && excludes_any (op, b->value + 1))
    return true;
  return (ostate_held (s, a) == HELD_NUMBER
	  && (is_count (o->v, s, b) || ostate_held (s, b) == HELD_STORED_PASSED)
	  && (op == LK_GE || op == LK_EQ));
}

/* Return true if OP counts the iterations of a loop.  */
static bool
is_counter (const struct verifier *v, const struct lk_operand *op)
{
  const struct var_info *info = is_value (op) ? &v->view->vars[op->path->root] : NULL;
  return info && info->phi && counts_by (v, &v->graph->blocks[info->def_block], info->phi, 1);
}

/* ---- Arrays.  ---- */

/* Return true if an array was made here, VAR.  */
static bool
new_array (const struct verifier *v, lk_var var)
{
  const struct lk_event *ev = var_call (v->view, var);
  return (ev && ev->callee && (ev->callee->flags & LK_FN_NEW)
	  && !strcmp (ev->callee->name, "new array"));
}

/* Return the array whose element PATH is, which was made here or holds the resource, or has an
   owner; or NULL.  */
static const struct lk_path *
array_of (const struct oblige *o, const struct ostate *s, const struct lk_path *path)
{
  struct verifier *v = o->v;
  if (path->nsel != 1)
    return NULL;
  struct lk_operand array = { LK_PATH, 0, lk_path_make (v->graph, path->root, 0, NULL, 0) };
  return (new_array (v, path->root) || ostate_held (s, &array) == HELD_BY || array.path == o->kept
	  || elements_loaded (v, &array) ? array.path : NULL);
}

/* Return true if the resource is an element of ARRAY with a constant number that is not at AT
   bytes.  */
static bool
stored_at_other (const struct ostate *s, const struct lk_path *array, int64_t at)
{
  for (unsigned i = 0; i < s->n_places; i++)
    {
      const struct lk_path *p = s->places[i].path;
      if (p->root == array->root && p->nsel == 1 && p->sel[0] != LK_ANY
	  && s->places[i].held == HELD_NOT && p->sel[0] != at)
	return true;
    }
  return false;
}

/* The array ARRAY holds the resource, and EV assigns something else to an element, or (R) is
   about to.  Return true if that may be the resource's element.  Each iteration of a loop that
   counts has an element of its own, and so have different constants.  */
static bool
may_overwrite (struct verifier *v, struct ostate *s, const struct lk_path *array,
	       const struct lk_event *ev)
{
  if (ev->dest.path->sel[0] != LK_ANY)
    {
      if (ostate_held (s, &ev->dest) == HELD_KEY_OTHER)
	return false;
      return !stored_at_other (s, array, ev->dest.path->sel[0]);
    }
  struct lk_operand key = element_index (v, ev);
  enum held held = key_held (v, s, &key);
  int64_t at;
  if (number_constant (v, &key, &at) && stored_at_other (s, array, at * ev->element_size))
    return false;
  return (held != HELD_STORED_AT && held != HELD_STORED_PASSED && held != HELD_NUMBER_PASSED
	  && held != HELD_KEY_OTHER && key_gone (v, s, &key));
}

/* EV makes resource R an element of COLLECTION: if that is in a field that owns, its object owns
   the resource from now on.  Return false if so.  Before a constructor has returned, no other code
   has its object, so an exception still loses the resource.  */
static bool
given_to_owner (struct oblige *o, struct ostate *s, const struct lk_operand *collection,
		unsigned r, const struct lk_event *ev, uint32_t block)
{
  struct verifier *v = o->v;
  const struct lk_path *owner = elements_owner (v, collection, block, ev);
  if (!owner || o->alias || v->unit->options.no_ownership)
    return true;
  obligation_stored (o, s, owner->field, ev->loc, r);
  if (!v->promise || !v->promise->constructor || owner->nsel != 1
      || !lk_is_first_formal (v->graph, owner->root))
    return false;
  s->enforced &= ~ENFORCED_RETURN;
  if (s->enforced)
    ostate_hold (o, s, owner, r, HELD_BY);
  return s->enforced != 0;
}

bool
elements_store (struct oblige *o, struct ostate *s, const struct lk_event *ev, uint32_t block)
{
  struct verifier *v = o->v;
  const struct lk_path *array = array_of (o, s, ev->dest.path);
  if (!array)
    return true;
  struct lk_operand op = { LK_PATH, 0, array };
  int given = ev->src.kind == LK_PATH ? ostate_place (s, ev->src.path) : -1;
  bool holds = ostate_held (s, &op) == HELD_BY;
  if (given >= 0 && s->places[given].held == HELD_NOT)
    {
      unsigned r = s->places[given].resource;
      struct lk_operand key = element_index (v, ev);
      if (!given_to_owner (o, s, &op, r, ev, block))
	return false;
      ostate_hold (o, s, array, r, HELD_BY);
      if (is_counter (v, &key))
	ostate_hold (o, s, key.path, r, HELD_STORED_AT);
      else if (key.kind == LK_PATH)
	key_stored (o, s, &key, r, holds);
    }
  else if (holds && may_overwrite (v, s, array, ev))
    ostate_drop_element (s, ev);
  return true;
}

/* ---- Calls.  ---- */

/* The effects of a call on the elements of its receiver.  */
struct elements
{
  bool puts;			/* Arguments are elements afterwards.  */
  bool fetches;			/* The result is an element,  */
  bool element;			/* which the collection still has,  */
  bool first, last;		/* the one at an end;  */
  bool indexed;			/* with the number in argument 1.  */
  bool array;			/* It is a load from an array.  */
  bool leads;			/* The result is an iterator or another view;  */
  bool leads_to_keys;		/* of the keys;  */
  bool leads_to_some;		/* of some elements, the first ones.  */
  bool copies;			/* The result is another collection of the elements.  */
  bool removes;			/* An element, the fetched one if it FETCHES, is removed.  */
  bool one;			/* No others are removed;  */
  bool keyed;			/* it is the one of a key, if there is one.  */
  bool asks;			/* The result says whether there are elements:  */
  bool true_if_any;		/* true if there are, or else if there are none;  */
  bool asks_key;		/* true if there is one with the key of argument 1.  */
  bool visits;			/* Argument 1 is called with each; if the result leads to elements,
				   or some are removed, it says to which, or which.  */
  bool cell;			/* There is one element at most.  */
  bool counts;			/* The result is their number.  */
};

/* The result of EV is an element.  Follow the case that it is not the resource by itself, and go
   on with S where it is.  */
static void
fetch (struct oblige *o, struct ostate *s, const struct lk_event *ev,
       const struct elements *e, enum held held, uint32_t block, uint32_t index)
{
  int i = ostate_place (s, ev->args[0].path);
  unsigned r = s->places[i].resource;
  struct ostate other = *s;
  bool takes = e->removes && held == HELD_BY;
  struct lk_operand key = { LK_UNKNOWN, 0, NULL };
  if ((e->indexed || e->keyed) && ev->n_args > 1)
    key = element_key (o->v, &ev->args[1]);
  else if (ev->element)
    key = element_index (o->v, ev);
  else if (e->array && ev->src.path->sel[0] != LK_ANY)
    key = ev->src;
  const bool end = held == HELD_BY && !e->cell && (e->first || e->last);
  if (end)
    key = (struct lk_operand) { LK_CONST, e->first ? KEY_FIRST : KEY_LAST, NULL };
  const bool numbered = (key.kind == LK_CONST || is_value (&key)
			 || (key.kind == LK_PATH && e->array));
  enum held known = numbered ? key_held (o->v, s, &key) : HELD_NOT;
  if ((known == HELD_KEY_OWN || (known == HELD_STORED_AT && e->keyed)) && held == HELD_BY)
    {
      if (takes && key_gone (o->v, s, &key))
	ostate_drop_element (s, ev);
      if (is_value (&ev->dest))
	{
	  ostate_remove_root (s, ev->dest.path->root);
	  ostate_hold (o, s, ev->dest.path, r, HELD_NOT);
	}
      return;
    }
  /* It has another key.  */
  /* There is an element at the end, so the result is not null.  */
  if (end && is_value (&ev->dest))
    ostate_condition (o, &other, ev->dest.path->root, &not_zero);
  if (end && known == HELD_KEY_OTHER)
    {
      *s = other;
      if (takes)
	ostate_renumber (s);
      return;
    }
  if ((known == HELD_KEY_OTHER || (known == HELD_STORED_PASSED && e->keyed)) && held == HELD_BY)
    return;
  if (e->cell)
    {
      if (takes)
	ostate_drop_element (s, ev);
      if (is_value (&ev->dest))
	ostate_hold (o, s, ev->dest.path, r, HELD_NOT);
      return;
    }
  /* There is an element, so the result is not null.  */
  if (is_value (&ev->dest) && ((takes && !e->keyed) || held == HELD_TO_COME))
    ostate_condition (o, &other, ev->dest.path->root, &not_zero);
  if (takes)
    {
      if (!e->keyed)
	ostate_renumber (&other);
      if (e->keyed && numbered)
	key_note (o, &other, &key, r, false);
      ostate_drop_element (s, ev);
    }
  else if (held == HELD_TO_COME)
    {
      ostate_remove_held (&other, HELD_RETURNED);
      s->places[i].held = HELD_RETURNED;
      if (o->lazy && e->first)
	{
	  ostate_remove_root (s, ev->dest.kind == LK_PATH ? ev->dest.path->root : LK_NO_VAR);
	  if (is_value (&ev->dest))
	    ostate_hold (o, s, ev->dest.path, r, HELD_NOT);
	  return;
	}
    }
  else if (known == HELD_NUMBER || known == HELD_NUMBER_DOWN)
    {
      int at = number_place (o->v, s, key.path);
      other.places[at].held
	= known == HELD_NUMBER ? HELD_NUMBER_PASSED : HELD_DOWN_PASSED;
      ostate_remove (s, s->places[at].path);
    }
  else if (numbered && (known == HELD_NOT || known == HELD_AT))
    key_note (o, &other, &key, r, false);
  else
    return;
  if (numbered && held == HELD_BY && !takes
      && (key.kind == LK_CONST || number_stays (o->v, key.path)))
    key_note (o, s, &key, r, true);
  if (is_value (&ev->dest))
    {
      ostate_remove_root (s, ev->dest.path->root);
      ostate_hold (o, s, ev->dest.path, r, HELD_NOT);
    }
  o->later (o, &other, block, index + 1);
}

/* The result of EV says whether there is an element with a key.  Follow the case that it is
   another's by itself, and go on with S where it is the resource's.  */
static void
ask_key (struct oblige *o, struct ostate *s, const struct lk_event *ev, uint32_t block,
	 uint32_t index)
{
  const struct lk_operand *key = ev->n_args > 1 ? &ev->args[1] : NULL;
  if (!key || !is_value (key) || ostate_held (s, key) == HELD_KEY_OTHER
      || ostate_held (s, key) == HELD_KEY_OWN)
    return;
  struct ostate other = *s;
  ostate_hold (o, &other, key->path, s->places[ostate_place (s, ev->args[0].path)].resource,
	       HELD_KEY_OTHER);
  if (is_value (&ev->dest))
    ostate_condition (o, s, ev->dest.path->root, &not_zero);
  o->later (o, &other, block, index + 1);
}

/* The receiver of EV leads to the keys of the map that holds resource R, among which its own is
   still to come, or was returned last (AS).  If EV returns a key, follow the case that it is
   another one by itself, and go on with S where it is its own.  */
static void
call_keys (struct oblige *o, struct ostate *s, const struct lk_event *ev, const struct elements *e,
	   unsigned r, enum held as, uint32_t block, uint32_t index)
{
  const struct lk_path *keys = ev->args[0].path;
  const struct lk_path *dest = is_value (&ev->dest) ? ev->dest.path : NULL;
  if (as == HELD_KEY_RETURNED)
    {
      ostate_remove (s, keys);
      if (e->removes)
	ostate_drop_element (s, ev);
    }
  else if (dest && e->leads)
    ostate_hold (o, s, dest, r, HELD_KEYS);
  else if (dest && e->asks)
    ostate_condition (o, s, dest->root, e->true_if_any ? &not_zero : &only_zero);
  else if (dest && e->fetches && !e->removes)
    {
      struct ostate other = *s;
      ostate_remove_held (&other, HELD_KEY_RETURNED);
      ostate_hold (o, &other, dest, r, HELD_KEY_OTHER);
      ostate_hold (o, s, keys, r, HELD_KEY_RETURNED);
      ostate_hold (o, s, dest, r, HELD_KEY_OWN);
      o->later (o, &other, block, index + 1);
    }
  else if (e->removes && !e->one)
    ostate_drop_element (s, ev);
}

void
elements_load (struct oblige *o, struct ostate *s, const struct lk_event *ev, uint32_t block,
		 uint32_t index)
{
  static const struct elements load = { .fetches = true, .array = true };
  const struct lk_path *array
    = ev->src.kind == LK_PATH && ev->src.path->nsel
      ? array_of (o, s, ev->src.path) : NULL;
  /* Of an array that was made here elements with constant numbers are places.  */
  if (!array || (ev->src.path->sel[0] != LK_ANY && new_array (o->v, array->root)))
    return;
  struct lk_event get = *ev;
  get.args = &(struct lk_operand) { LK_PATH, 0, array };
  get.n_args = 1;
  if (ostate_held (s, &get.args[0]) == HELD_BY)
    fetch (o, s, &get, &load, HELD_BY, block, index);
}

/* Set E to what EV does with the elements of its receiver, as rows of specifications say.  Return
   false if they say nothing.  */
static bool
read_elements (const struct lk_event *ev, struct elements *e)
{
  const struct lk_contract *row = ev->callee ? ev->callee->contract : NULL;
  memset (e, 0, sizeof *e);
  for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_PUT)
      e->puts = true;
    else if (c->role == LK_ROLE_FETCH && c->place.base == 0)
      e->fetches = true;
  for (const struct lk_clause *c = row ? row->elements : NULL; c; c = c->next)
    switch (c->role)
      {
      case LK_ROLE_ELEMENT:
	e->fetches = e->element = true;
	e->indexed = c->position == LK_POSITION_KEY;
	e->first = c->position == LK_POSITION_FIRST;
	e->last = c->position == LK_POSITION_LAST;
	break;
      case LK_ROLE_ITERATOR:
	e->leads_to_keys |= c->position == LK_POSITION_EQUAL;
	e->leads_to_some |= c->position == LK_POSITION_FIRST;
	e->leads |= c->position == LK_POSITION_ANY;
	e->copies |= c->position == LK_POSITION_LAST;
	break;
      case LK_ROLE_REMOVE:
	e->removes = true;
	e->one = c->amount == LK_AMOUNT_ONE;
	e->first |= c->position == LK_POSITION_FIRST;
	e->last |= c->position == LK_POSITION_LAST;
	e->keyed = c->position == LK_POSITION_KEY;
	break;
      case LK_ROLE_QUERY:
	e->asks = c->position != LK_POSITION_KEY;
	e->asks_key = !e->asks;
	e->true_if_any = c->position == LK_POSITION_FIRST;
	break;
      case LK_ROLE_VISIT:
	e->visits = true;
	break;
      default:
	break;
      }
  e->counts = row && row->counts;
  /* "put" returns the value that it replaces.  */
  e->fetches |= e->removes && e->one && (e->keyed || is_value (&ev->dest));
  return row != NULL;
}

/* Return what C, a put clause of EV's callee, puts somewhere, or NULL.  */
static const struct lk_operand *
put_from (const struct lk_event *ev, const struct lk_clause *c)
{
  const struct lk_operand *from
    = c->role == LK_ROLE_PUT && c->place.base >= 1 && (uint32_t) c->place.base <= ev->n_args
      ? &ev->args[c->place.base - 1] : NULL;
  return from && from->kind == LK_PATH ? from : NULL;
}

/* Return the collection into which C puts it, or NULL; what is put into a view is put into the
   collection behind it.  */
static const struct lk_operand *
put_into (const struct verifier *v, const struct lk_event *ev, const struct lk_clause *c)
{
  const struct lk_operand *to
    = c->other.base == 0 ? &ev->dest
      : c->other.base >= 1 && (uint32_t) c->other.base <= ev->n_args ? &ev->args[c->other.base - 1]
      : NULL;
  while (to && is_value (to))
    {
      const struct lk_event *def = var_call (v->view, to->path->root);
      struct elements e;
      if (!def || !def->n_args || !read_elements (def, &e) || !e.leads)
	break;
      to = &def->args[0];
    }
  return to && to->kind == LK_PATH ? to : NULL;
}

/* The result of EV is another name of an argument that holds the resource, as a row says.  */
static void
same_collection (struct oblige *o, struct ostate *s, const struct lk_event *ev)
{
  const struct lk_contract *row = ev->callee ? ev->callee->contract : NULL;
  for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->place.base == 0 && c->other.base == 1
	&& is_value (&ev->dest))
      {
	int i = ev->args[0].kind == LK_PATH ? ostate_place (s, ev->args[0].path) : -1;
	if (i >= 0 && (s->places[i].held == HELD_BY || s->places[i].held == HELD_TO_COME))
	  ostate_hold (o, s, ev->dest.path, s->places[i].resource, s->places[i].held);
      }
}

/* Return the argument of EV whose iterator, entry, view or other name its result is, or NULL.  */
static const struct lk_operand *
viewed (const struct lk_event *ev)
{
  struct elements e;
  bool known = read_elements (ev, &e);
  if (!known || !ev->n_args)
    return NULL;
  if (e.leads || e.fetches)
    return &ev->args[0];
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->place.base == 0 && c->other.base >= 1
	&& (uint32_t) c->other.base <= ev->n_args)
      return &ev->args[c->other.base - 1];
  return elements_copied (ev, NULL);
}

/* EV puts the resource into a map unless its key has an element already, which is the result then.
   Follow that case by itself, and go on with S where it is put there.  */
static void
unless_there (struct oblige *o, struct ostate *s, const struct lk_event *ev, uint32_t block,
	      uint32_t index)
{
  struct ostate other = *s;
  if (is_value (&ev->dest))
    {
      ostate_condition (o, &other, ev->dest.path->root, &not_zero);
      ostate_condition (o, s, ev->dest.path->root, &only_zero);
    }
  o->later (o, &other, block, index + 1);
}

/* EV removes elements of its receiver, which is a part of a collection that holds the resource, or
   its keys: perhaps that one.  */
static void
drop_part (struct oblige *o, struct ostate *s, const struct lk_event *ev)
{
  const struct lk_operand *op = &ev->args[0];
  const struct lk_event *def;
  struct elements e;
  while (is_value (op) && (def = var_call (o->v->view, op->path->root)) && def->callee
	 && read_elements (def, &e) && !e.leads && !e.fetches && viewed (def))
    {
      op = viewed (def);
      if (ostate_held (s, op) == HELD_BY || ostate_held (s, op) == HELD_TO_COME)
	{
	  ostate_drop_element (s, ev);
	  return;
	}
    }
}

/* EV puts resource R into TO.  Its known keys are of one collection.  */
static void
put_element (struct oblige *o, struct ostate *s, const struct lk_event *ev,
	     const struct elements *e, const struct lk_operand *to, unsigned r)
{
  const struct verifier *v = o->v;
  bool elsewhere = false;
  for (unsigned i = 0; i < s->n_places; i++)
    elsewhere |= s->places[i].held == HELD_BY && s->places[i].path != to->path;
  bool again = ostate_held (s, to) == HELD_BY;
  struct lk_operand key = { LK_UNKNOWN, 0, NULL };
  if (e->keyed && to == &ev->args[0] && ev->n_args > 2)
    key = element_key (v, &ev->args[1]);
  ostate_hold (o, s, to->path, r, HELD_BY);
  if (elsewhere)
    ostate_renumber (s);
  else if (is_counter (v, &key))
    ostate_hold (o, s, key.path, r, HELD_STORED_AT);
  else if (e->keyed)
    key_stored (o, s, &key, r, again);
}

/* EV puts arguments that had the resource in the state BEFORE somewhere.  Return false if another
   owner has it from then on.  */
static bool
put_elements (struct oblige *o, struct ostate *s, const struct ostate *before,
	      const struct lk_event *ev, const struct elements *e, uint32_t block, uint32_t index)
{
  const struct lk_promise *p = event_promise (o->v, ev);
  bool put = false;
  for (const struct lk_clause *c = e->puts ? ev->callee->contract->clauses : NULL; c; c = c->next)
    {
      const struct lk_operand *from = put_from (ev, c), *to = put_into (o->v, ev, c);
      int given = from && to ? ostate_place (before, from->path) : -1;
      /* A resource alias (AtomicReference) is no collection.  */
      int there = given < 0 ? -1 : ostate_place (s, to->path);
      if (given < 0 || (there >= 0 && s->places[there].held == HELD_NOT))
	continue;
      unsigned of = before->places[given].resource;
      enum held was = before->places[given].held;
      if (was == HELD_KEYS && there < 0)
	ostate_hold (o, s, to->path, of, HELD_KEYS);
      /* A copy has the elements, too.  */
      if ((was != HELD_NOT && was != HELD_BY && was != HELD_TO_COME)
	  || (was == HELD_NOT && from == &ev->args[0] && p && p->has_receiver))
	continue;
      if (element_put_if (c))
	element_may_stay_out (o, s, ev, element_put_if (c), block, index);
      else if (e->element && !e->removes)
	unless_there (o, s, ev, block, index);
      if (!given_to_owner (o, s, to, of, ev, block))
	return false;
      put_element (o, s, ev, e, to, of);
      put = true;
    }
  if (e->puts && !put && !e->keyed)
    ostate_renumber (s);
  return true;
}

bool
elements_call (struct oblige *o, struct ostate *s, const struct lk_event *ev, uint32_t block,
	       uint32_t index)
{
  struct elements all, *e = &all;
  if (!ev->n_args || ev->args[0].kind != LK_PATH)
    return true;
  bool known = read_elements (ev, &all);
  struct ostate before = *s;
  const struct lk_path *collection = ev->args[0].path;
  enum held held = ostate_held (s, &ev->args[0]);
  int i = ostate_place (s, collection);
  unsigned r = i < 0 ? 0 : s->places[i].resource;
  const struct lk_promise *p = event_promise (o->v, ev);
  e->cell = p && p->cell;
  if (i >= 0 && held == HELD_NOT && p && p->has_receiver && !p->constructor)
    {
      /* The other name of its element.  */
      if (e->cell)
	{
	  const struct lk_condition *c
	    = known ? element_put_if (ev->callee->contract->clauses) : NULL;
	  if (c)
	    element_may_go (o, s, ev, c, block, index);
	  return true;
	}
      /* An entry of a map.  */
      if (e->removes)
	{
	  ostate_remove (s, collection);
	  ostate_drop_element (s, ev);
	}
      if (e->fetches && is_value (&ev->dest))
	ostate_hold (o, s, ev->dest.path, r, HELD_NOT);
      return true;
    }
  /* A method of which nothing is known may remove elements of its receiver.  */
  if (!known && held != HELD_NOT && p && p->has_receiver)
    ostate_drop_element (s, ev);
  if (p && !p->has_receiver)
    same_collection (o, s, ev);
  if (i < 0 && e->removes)
    drop_part (o, s, ev);
  /* It returns another element.  */
  if (held == HELD_RETURNED && e->fetches && !e->removes)
    ostate_remove (s, collection);
  else if (held == HELD_RETURNED && e->removes)
    {
      ostate_remove (s, collection);
      if (!e->fetches)
	ostate_drop_element (s, ev);
    }
  else if (held == HELD_BY || held == HELD_TO_COME)
    {
      const struct lk_condition *c
	= e->cell && held == HELD_BY ? element_put_if (ev->callee->contract->clauses) : NULL;
      if (e->visits && elements_released (o->v, ev, s->resources[r].must, LK_ENSURE_RETURN))
	s->resources[r].met = must_all (s->resources[r].must);
      else if (e->visits && (e->leads || e->removes))
	elements_selected (o, s, ev, e->removes, s->resources[r].must, block, index);
      else if (c)
	element_may_go (o, s, ev, c, block, index);
      else if (e->fetches)
	fetch (o, s, ev, e, held, block, index);
      else if (e->removes && (held == HELD_BY || !e->one))
	ostate_drop_element (s, ev);
      /* Elements that are made when they are asked for are not made there.  */
      e->leads |= e->leads_to_some && o->lazy;
      if (is_value (&ev->dest) && (e->leads || e->leads_to_keys))
	ostate_hold (o, s, ev->dest.path, r, e->leads ? HELD_TO_COME : HELD_KEYS);
      if (is_value (&ev->dest) && e->counts)
	ostate_hold (o, s, ev->dest.path, r, HELD_COUNT);
      if (is_value (&ev->dest) && e->asks)
	ostate_condition (o, s, ev->dest.path->root, e->true_if_any ? &not_zero : &only_zero);
      if (e->asks_key && held == HELD_BY)
	ask_key (o, s, ev, block, index);
    }
  else if (held == HELD_KEYS || held == HELD_KEY_RETURNED)
    call_keys (o, s, ev, e, r, held, block, index);
  if (e->copies)
    elements_copy (o, s, ev, p && p->has_receiver);
  return put_elements (o, s, &before, ev, e, block, index);
}

/* Return true if OP is a collection whose elements have an owner, or an iterator or an entry of
   one: one that was made here, that a parameter or a field has, or that a method has returned with
   its elements.  *MADE: it was made here.  */
static bool
collection_owned (const struct verifier *v, const struct lk_operand *op, bool *made)
{
  for (;;)
    {
      if (op->kind != LK_PATH)
	return false;
      if (op->path->nsel || v->graph->vars[op->path->root].class_ != LK_VAR_VALUE)
	return op->path->nsel || v->graph->vars[op->path->root].class_ == LK_VAR_FORMAL;
      const struct lk_event *ev = var_event (v->view, op->path->root);
      if (ev && ev->kind == LK_EVENT_ASSIGN)
	return ev->src.kind == LK_PATH && ev->src.path->nsel;
      if (!ev || ev->kind != LK_EVENT_CALL || !ev->callee)
	return false;
      *made = (ev->callee->flags & LK_FN_NEW) != 0;
      const struct lk_promise *p = event_promise (v, ev);
      *made |= elements_yielded (ev);
      if (*made || (p && p->result.elements))
	return true;
      op = viewed (ev);
      if (!op)
	return false;
    }
}

bool
elements_stay (const struct verifier *v, const struct lk_event *ev)
{
  struct elements e;
  bool made = false;
  return (ev->n_args && read_elements (ev, &e) && (e.element || e.removes) && e.fetches
	  && collection_owned (v, &ev->args[0], &made) && !(e.removes && made));
}
