/* Value numbers: two branches on the same key test the same value (`if (need) ... if (need)',
   `if (strcmp (s, "-"))' twice, `c->flag' read again).

   A load is numbered by the place it reads as long as nothing in the function writes such a
   place (quiet); else it has a number of its own.  A key is worth remembering (useful) when
   two branches test it, or when constants reach a tested phi or place; a value that is tested
   once is never stored in a fact.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

static key_id key_of_var_at (struct function_view *view, lk_var v, unsigned depth);

bool
masks_bits (const struct lk_definition *def)
{
  return (def && def->kind == LK_DEF_PURE
	  && (def->code == LK_PURE_AND || def->code == LK_PURE_OR)
	  && def->a.kind != LK_UNKNOWN && def->b.kind == LK_CONST);
}

/* Return true if DEF having the truth value TRUTH implies that one of two operands has it, but not
   which.  */
static bool
is_open (const struct lk_definition *def, bool truth)
{
  return (def->kind == LK_DEF_AND ? !truth
	  : truth && (def->kind == LK_DEF_OR || is_join (def)));
}

/* Return the literal, or disjunction, that OP has the truth value TRUTH.  */
static key_id
key_of_literal (struct function_view *view, const struct lk_operand *op, bool truth,
		unsigned depth)
{
  struct lk_operand zero = lk_operand_const (0);
  if (op->kind != LK_PATH || depth > MAX_DEF_DEPTH)
    return NO_KEY;
  if (op->path->nsel == 0 && op->path->addend == 0
      && op->path->root < view->n_vars)
    {
      const struct lk_definition *def = &view->graph->vars[op->path->root].def;
      if (is_open (def, truth))
	return key_of_either (view, def, truth, depth + 1);
      switch (def->kind)
	{
	case LK_DEF_COMPARE:
	  if (def->a.kind != LK_PATH || def->b.kind != LK_CONST)
	    return NO_KEY;
	  return key_of_expression (view, truth ? def->op
					  : lk_compare_negate (def->op),
				    &def->a, &def->b);
	case LK_DEF_NOT:
	  return key_of_literal (view, &def->a, !truth, depth + 1);
	case LK_DEF_AND:
	case LK_DEF_OR:
	  return NO_KEY;
	default:
	  break;
	}
    }
  return key_of_expression (view, truth ? LK_NE : LK_EQ, op, &zero);
}

#define CODE_PREDICATE 0x80000000u	/* + comparison.  */
#define CODE_DISJUNCTION 0xc0000000u

static uint32_t
hash_key (const struct key *k)
{
  uint64_t h = k->kind * UINT64_C (0x9e3779b97f4a7c15);
  h = (h ^ (k->path ? k->path->index + 1 : 0)) * UINT64_C (0xff51afd7ed558ccd);
  h = (h ^ k->code) * UINT64_C (0xc4ceb9fe1a85ec53);
  h = (h ^ (uint64_t) k->a ^ k->a_const) * UINT64_C (0xff51afd7ed558ccd);
  h = (h ^ (uint64_t) k->b ^ k->b_const) * UINT64_C (0xc4ceb9fe1a85ec53);
  return (uint32_t) (h >> 33);
}

static bool
same_key (const struct key *a, const struct key *b)
{
  return (a->kind == b->kind && a->path == b->path && a->code == b->code
	  && a->a == b->a && a->b == b->b && a->a_const == b->a_const
	  && a->b_const == b->b_const);
}

/* Room for key number N_KEYS.  */

static struct key *
new_key (struct function_view *view)
{
  uint32_t part = view->n_keys / KEYS_PART;
  if (part == view->key_parts_room)
    {
      uint32_t room = lk_more_room (part, 4);
      struct key **parts = lk_arena_alloc_array (view->arena, room, sizeof *parts);
      if (part)
	{
	  memcpy (parts, view->key_parts, part * sizeof *parts);
	  lk_poison (view->key_parts, part * sizeof *parts);
	}
      view->key_parts = parts;
      view->key_parts_room = room;
    }
  if (view->n_keys % KEYS_PART == 0)
    view->key_parts[part] = lk_arena_alloc_array (view->arena, KEYS_PART, sizeof (struct key));
  return &view->key_parts[part][view->n_keys % KEYS_PART];
}

static key_id
intern_key (struct function_view *view, const struct key *wanted)
{
  if (view->n_keys * 2 >= view->n_key_buckets)
    {
      if (view->key_buckets)
	lk_poison (view->key_buckets, view->n_key_buckets * sizeof *view->key_buckets);
      view->n_key_buckets = view->n_key_buckets ? view->n_key_buckets * 4 : 64;
      view->key_buckets
	= lk_arena_alloc (view->arena,
			  view->n_key_buckets * sizeof *view->key_buckets);
      memset (view->key_buckets, 0xff,
	      view->n_key_buckets * sizeof *view->key_buckets);
      for (key_id i = 0; i < view->n_keys; i++)
	{
	  uint32_t h = hash_key (key_at (view, i)) & (view->n_key_buckets - 1);
	  key_at (view, i)->chain = view->key_buckets[h];
	  view->key_buckets[h] = i;
	}
    }
  uint32_t h = hash_key (wanted) & (view->n_key_buckets - 1);
  for (key_id i = view->key_buckets[h]; i != NO_KEY; i = key_at (view, i)->chain)
    if (same_key (key_at (view, i), wanted))
      return i;
  struct key *k = new_key (view);
  *k = *wanted;
  k->chain = view->key_buckets[h];
  k->masks = k->next_mask = NO_KEY;
  if (wanted->kind == KEY_EXPRESSION && wanted->code == LK_PURE_AND
      && !wanted->a_const && wanted->b_const)
    {
      struct key *whole = key_at (view, (key_id) wanted->a);
      k->next_mask = whole->masks;
      whole->masks = view->n_keys;
    }
  view->key_buckets[h] = view->n_keys;
  return view->n_keys++;
}

const struct lk_path *
canonical_place (struct function_view *view, const struct lk_path *path)
{
  for (unsigned i = 0;; i++)
    {
      const struct lk_path *from = path_provenance (view, path);
      if (!from || !quiet (view, value_source (view, path->root)))
	return path;
      if (i == MAX_LOADS)
	break;
      path = from;
    }
  limit_met (view->unit, view->graph->function, LIMIT_LOADS);
  return path;
}

static bool
set_operand (struct function_view *view, const struct lk_operand *op, int64_t *v,
	     bool *is_const, unsigned depth)
{
  *is_const = false;
  *v = 0;
  if (op->kind == LK_CONST)
    {
      *is_const = true;
      *v = op->value;
      return true;
    }
  if (op->kind != LK_PATH)
    return false;
  if (op->path->nsel == 0 && op->path->addend == 0)
    {
      key_id k = key_of_var_at (view, op->path->root, depth + 1);
      if (k == NO_KEY)
	return false;
      *v = k;
      return true;
    }
  /* An address, or a value in memory: the path itself is its number.  */
  struct key k = { .kind = KEY_MEMORY,
		   .path = canonical_place (view, op->path) };
  *v = intern_key (view, &k);
  return true;
}

/* Return true if K is a value with some bits set, or cleared, and none of MASK.  */
static bool
keeps_bits (const struct key *k, int64_t mask)
{
  return (k->kind == KEY_EXPRESSION && !k->a_const && k->b_const
	  && ((k->code == LK_PURE_OR && !(k->b & mask))
	      || (k->code == LK_PURE_AND && (k->b & mask) == mask)));
}

static key_id
expression (struct function_view *view, uint32_t code, const struct lk_operand *a,
	    const struct lk_operand *b, unsigned depth)
{
  struct key k = { .kind = KEY_EXPRESSION, .code = code };
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (view->unit, view->graph->function, LIMIT_DEF_DEPTH);
      return NO_KEY;
    }
  if (!set_operand (view, a, &k.a, &k.a_const, depth))
    return NO_KEY;
  if (b->kind != LK_UNKNOWN
      && !set_operand (view, b, &k.b, &k.b_const, depth))
    return NO_KEY;
  /* Some bits of a value in which others were set, or cleared, are those of the value.  */
  if (code == LK_PURE_AND && !k.a_const && k.b_const)
    for (const struct key *of = key_at (view, (key_id) k.a); keeps_bits (of, k.b);
	 of = key_at (view, (key_id) k.a))
      k.a = of->a;
  /* Equality has no order.  */
  if (code == CODE_PREDICATE + LK_EQ && b->kind != LK_UNKNOWN && !k.a_const
      && !k.b_const && k.a > k.b)
    {
      int64_t least = k.b;
      k.b = k.a;
      k.a = least;
    }
  return intern_key (view, &k);
}

static key_id
key_of_var_at (struct function_view *view, lk_var v, unsigned depth)
{
  if (v >= view->n_vars)
    return NO_KEY;
  struct var_info *vi = &view->vars[v];
  if (vi->key != NO_KEY)
    return vi->key;
  key_id id = NO_KEY;
  const struct lk_definition *def = &view->graph->vars[v].def;
  const struct lk_path *from = loaded_from (view, v);
  if (def->kind == LK_DEF_PURE)
    id = expression (view, def->code, &def->a, &def->b, depth);
  else if (from && from->nsel && from->addend == 0 && quiet (view, from))
    {
      struct key k = { .kind = KEY_MEMORY, .path = canonical_place (view, from) };
      id = intern_key (view, &k);
    }
  if (id == NO_KEY)
    {
      struct key k = { .kind = KEY_VALUE,
		       .path = lk_path_make (view->graph, v, 0, NULL, 0) };
      id = intern_key (view, &k);
    }
  vi->key = id;
  return id;
}

key_id
key_of_var (struct function_view *view, lk_var v)
{
  return key_of_var_at (view, v, 0);
}

key_id
key_of_memory (struct function_view *view, const struct lk_path *path)
{
  struct key k = { .kind = KEY_MEMORY, .path = canonical_place (view, path) };
  return intern_key (view, &k);
}

bool
weak_place (const struct lk_path *place)
{
  for (unsigned k = 0; k < place->nsel; k++)
    if (place->sel[k] == LK_ANY)
      return true;
  return false;
}

const struct lk_operand *
operand_as_number (const struct lk_graph *g, const struct lk_operand *op, struct lk_operand *number)
{
  const struct lk_variable *v = (op->kind == LK_PATH && op->path->nsel == 0
				 && op->path->addend == 0 ? &g->vars[op->path->root] : NULL);
  if (!v || v->class_ != LK_VAR_FUNCTION || !v->entity)
    return op;
  *number = lk_operand_const (LK_FUNCTION + ((const struct lk_function *) v->entity)->index);
  return number;
}

bool
is_truth (const struct lk_graph *g, lk_var v)
{
  enum lk_def_kind kind = g->vars[v].def.kind;
  return g->vars[v].class_ == LK_VAR_VALUE && kind != LK_DEF_OTHER && kind != LK_DEF_PURE;
}

key_id
key_of_access (struct function_view *view, const struct lk_event *ev)
{
  const struct lk_path *place = ev->dest.path->nsel ? ev->dest.path : ev->src.path;
  key_id number = NO_KEY;
  if (ev->element && weak_place (place))
    number = key_of_var (view, ev->element - 1);
  /* The element is unknown: it is taken to be the same one each time.  */
  if (number == NO_KEY)
    return key_of_memory (view, place);
  struct key k = { .kind = KEY_ELEMENT, .path = canonical_place (view, place),
		   .code = (uint32_t) ev->element_size, .a = number, .b = ev->element_at };
  return intern_key (view, &k);
}

key_id
key_of_operand (struct function_view *view, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->addend != 0 || weak_place (op->path))
    return NO_KEY;
  return op->path->nsel == 0 ? key_of_var (view, op->path->root)
			     : key_of_memory (view, op->path);
}

key_id
key_of_expression (struct function_view *view, uint32_t code,
		   const struct lk_operand *a, const struct lk_operand *b)
{
  return expression (view, CODE_PREDICATE + code, a, b, 0);
}

key_id
key_of_pure (struct function_view *view, uint32_t code, const struct lk_operand *a,
	     int64_t constant)
{
  struct lk_operand b = lk_operand_const (constant);
  return expression (view, code, a, &b, 0);
}

bool
key_is_pure (const struct function_view *view, key_id key, key_id *a)
{
  const struct key *k = key_at (view, key);
  if (k->kind != KEY_EXPRESSION || k->code >= CODE_PREDICATE || k->a_const
      || !k->b_const)
    return false;
  *a = (key_id) k->a;
  return true;
}

key_id
key_of_equality (struct function_view *view, key_id a, key_id b)
{
  struct key k = { .kind = KEY_EXPRESSION, .code = CODE_PREDICATE + LK_EQ,
		   .a = a < b ? a : b, .b = a < b ? b : a };
  return intern_key (view, &k);
}

bool
key_equates (const struct function_view *view, key_id key, key_id *a, key_id *b)
{
  const struct key *k = key_at (view, key);
  if (k->kind != KEY_EXPRESSION || k->code != CODE_PREDICATE + LK_EQ
      || k->a_const || k->b_const)
    return false;
  *a = (key_id) k->a;
  *b = (key_id) k->b;
  return true;
}

/* The key of "A holds, or B does", of two literals or such keys.  */
static key_id
key_of_disjunction (struct function_view *view, key_id a, key_id b)
{
  struct key k = { .kind = KEY_EXPRESSION, .code = CODE_DISJUNCTION,
		   .a = a < b ? a : b, .b = a < b ? b : a };
  return intern_key (view, &k);
}

key_id
key_of_either (struct function_view *view, const struct lk_definition *def,
	       bool truth, unsigned depth)
{
  key_id a = key_of_literal (view, &def->a, truth, depth);
  key_id b = key_of_literal (view, &def->b, truth, depth);
  return a == NO_KEY || b == NO_KEY ? NO_KEY : key_of_disjunction (view, a, b);
}

bool
key_is_disjunction (const struct function_view *view, key_id key, key_id *a, key_id *b)
{
  const struct key *k = key_at (view, key);
  if (k->kind != KEY_EXPRESSION || k->code != CODE_DISJUNCTION)
    return false;
  *a = (key_id) k->a;
  *b = (key_id) k->b;
  return true;
}

bool
key_is_literal (const struct function_view *view, key_id key, enum lk_compare *op,
		key_id *of, int64_t *constant)
{
  const struct key *k = key_at (view, key);
  if (k->kind != KEY_EXPRESSION || k->code < CODE_PREDICATE
      || k->code == CODE_DISJUNCTION || k->a_const || !k->b_const)
    return false;
  *op = (enum lk_compare) (k->code - CODE_PREDICATE);
  *of = (key_id) k->a;
  *constant = k->b;
  return true;
}

bool
key_is_formal (const struct function_view *view, key_id key)
{
  const struct key *k = key_at (view, key);
  return (k->kind == KEY_VALUE
	  && view->graph->vars[k->path->root].class_ == LK_VAR_FORMAL);
}

bool
key_given (const struct function_view *view, key_id key, key_id *place, key_id *formal)
{
  if (!key_equates (view, key, place, formal))
    return false;
  if (key_is_formal (view, *place))
    {
      key_id other = *place;
      *place = *formal;
      *formal = other;
    }
  return key_is_formal (view, *formal) && key_at (view, *place)->kind == KEY_MEMORY;
}

key_id
key_of_sum (struct function_view *view, key_id a, int64_t constant)
{
  struct key k = { .kind = KEY_EXPRESSION, .code = LK_PURE_ADD, .a = a,
		   .b = constant, .b_const = true };
  return intern_key (view, &k);
}

static bool
depends_on_var (const struct function_view *view, key_id id, lk_var v,
		unsigned depth)
{
  const struct key *k = key_at (view, id);
  if (k->kind != KEY_EXPRESSION)
    return (k->path->root == v
	    || (k->kind == KEY_ELEMENT && depth <= MAX_DEF_DEPTH
		&& depends_on_var (view, (key_id) k->a, v, depth + 1)));
  if (depth > MAX_DEF_DEPTH)
    return true;
  return ((!k->a_const && depends_on_var (view, k->a, v, depth + 1))
	  || (!k->b_const && k->b && depends_on_var (view, k->b, v, depth + 1)));
}

bool
key_depends_on_var (const struct function_view *view, key_id id, lk_var v)
{
  return depends_on_var (view, id, v, 0);
}

/* Return true if a write to PLACE changes what KEY stands for.  Only places spelt alike are
   taken to be the same: a store through another pointer is assumed not to touch the flags that
   this function tests.  */
bool
key_depends_on_memory (const struct function_view *view, key_id id,
		       const struct lk_path *place)
{
  const struct key *k = key_at (view, id);
  if (k->kind == KEY_VALUE)
    return false;
  if (k->kind == KEY_EXPRESSION)
    return ((!k->a_const && key_depends_on_memory (view, k->a, place))
	    || (!k->b_const && k->b
		&& key_depends_on_memory (view, k->b, place)));
  if (k->kind == KEY_ELEMENT && key_depends_on_memory (view, (key_id) k->a, place))
    return true;
  const struct lk_path *p = k->path;
  if (p->root != place->root || p->nsel < place->nsel)
    return false;
  for (unsigned i = 0; i < place->nsel; i++)
    if (p->sel[i] != place->sel[i] && p->sel[i] != LK_ANY
	&& place->sel[i] != LK_ANY)
      return false;
  return true;
}

bool
key_is_answer (const struct function_view *view, key_id key)
{
  const struct key *k = key_at (view, key);
  if (k->kind != KEY_VALUE || k->path->root >= view->n_vars)
    return false;
  const struct lk_definition *def = &view->graph->vars[k->path->root].def;
  return (def->kind == LK_DEF_COMPARE || def->kind == LK_DEF_NOT);
}

bool
table_place (const struct lk_path *path)
{
  return path->nsel && path->addend == 0 && LK_IS_TABLE (path->sel[path->nsel - 1]);
}

bool
table_key (const struct function_view *view, key_id key)
{
  return key_at (view, key)->kind == KEY_MEMORY && table_place (key_at (view, key)->path);
}
