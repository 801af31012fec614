/* Relevant conditions: those that some branch, here or in a callee or caller, will test, and
   the values that they depend on.

   All others would only make facts differ that behave alike, and a fact holds at most
   MAX_CONDITIONS.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

static bool
operand_is_answer (struct prepared *prep, const struct lk_operand *op)
{
  return (op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0
	  && key_is_answer (prep, key_of_var (prep, op->path->root)));
}

/* ---- What is tested.  ---- */

static void
count_test (struct prepared *prep, enum lk_compare op,
	    const struct lk_operand *a, const struct lk_operand *b,
	    unsigned depth)
{
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (prep->unit, prep->graph->function, LIMIT_DEF_DEPTH);
      return;
    }
  struct lk_operand zero = lk_operand_const (0), number_a, number_b;
  a = operand_as_number (prep->graph, a, &number_a);
  b = operand_as_number (prep->graph, b, &number_b);
  /* Two results of comparisons, each of which is tested by that.  */
  bool both = (op <= LK_NE && operand_is_answer (prep, a)
	       && operand_is_answer (prep, b));
  if (both)
    {
      count_test (prep, LK_NE, a, &zero, depth + 1);
      count_test (prep, LK_NE, b, &zero, depth + 1);
    }
  else if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->addend == 0
	   && a->path->root < prep->n_vars)
    {
      const struct lk_definition *def = &prep->graph->vars[a->path->root].def;
      switch (def->kind)
	{
	case LK_DEF_COMPARE:
	  count_test (prep, def->op, &def->a, &def->b, depth + 1);
	  return;
	case LK_DEF_NOT:
	  count_test (prep, LK_EQ, &def->a, &zero, depth + 1);
	  return;
	case LK_DEF_AND:
	case LK_DEF_OR:
	  count_test (prep, LK_NE, &def->a, &zero, depth + 1);
	  count_test (prep, LK_NE, &def->b, &zero, depth + 1);
	  key_of_either (prep, def, def->kind == LK_DEF_OR, 0);
	  return;
	case LK_DEF_PURE:
	  /* A bit that is tested is part of a word that is.  */
	  if (masks_bits (def) || def->code == LK_PURE_EITHER)
	    count_test (prep, LK_NE, &def->a, &zero, depth + 1);
	  if (def->code == LK_PURE_EITHER)
	    {
	      count_test (prep, LK_NE, &def->b, &zero, depth + 1);
	      key_of_either (prep, def, true, 0);
	    }
	  break;
	default:
	  break;
	}
    }
  key_id k = NO_KEY;
  if (b->kind == LK_CONST)
    k = key_of_operand (prep, a);
  else if (both)
    k = key_of_expression (prep, LK_EQ, a, b);
  else if (a->kind == LK_PATH && b->kind == LK_PATH)
    k = key_of_expression (prep, op <= LK_NE ? LK_EQ : op, a, b);
  if (k != NO_KEY)
    key_at (prep, k)->tests++;
  /* A test of a place is also one of the value read from it, and the reverse, if the two have
     different keys.  */
  if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->root < prep->n_vars)
    {
      const struct lk_event *ev = var_load (prep, a->path->root);
      if (ev && b->kind == LK_CONST)
	{
	  key_id m = key_of_access (prep, ev);
	  if (m != k)
	    key_at (prep, m)->useful = true;
	  if (k != NO_KEY)
	    key_at (prep, k)->useful = true;
	}
    }
}

/* Return true if all that the literal or disjunction KEY is about is tested once more.  */
static bool
tested_again (const struct prepared *prep, key_id key)
{
  enum lk_compare op;
  int64_t constant;
  key_id a, b;
  if (key_is_disjunction (prep, key, &a, &b))
    return tested_again (prep, a) && tested_again (prep, b);
  return (key_is_literal (prep, key, &op, &a, &constant)
	  && key_at (prep, a)->tests >= 2);
}

/* A disjunction helps if each of its two conditions is tested again.  */
static void
mark_disjunctions (struct prepared *prep)
{
  key_id a, b;
  for (key_id i = 0; i < prep->n_keys; i++)
    if (key_is_disjunction (prep, i, &a, &b) && tested_again (prep, i))
      key_at (prep, i)->useful = true;
}

/* Return true if CALLEE tests its argument number ARG, which is OP.  If its body must not be
   examined, a value from a phi may be tested.  */
static bool
callee_tests (struct prepared *caller, struct lk_function *callee, uint32_t arg,
	      const struct lk_operand *op)
{
  const struct function_info *asks = function_asks (caller->unit, callee, false);
  if (asks->asks_known)
    return arg < 64 && (asks->asks_of >> arg & 1);
  return op->path->root < caller->n_vars && caller->vars[op->path->root].phi;
}

/* The place that the value OP was read from matters as much as the value.  */
static void
mark_source (struct prepared *prep, const struct lk_operand *op)
{
  if (op->path->nsel || op->path->addend)
    return;
  const struct lk_event *ev = var_load (prep, op->path->root);
  if (ev && ev->src.path->addend == 0)
    {
      key_id k = key_of_access (prep, ev);
      key_at (prep, k)->useful = true;
      key_at (prep, k)->tests++;	/* The callee's.  */
    }
}

/* The contents of a place that a call releases and fills again matter (acquire.c, uses_again).  */
static void
mark_refilled (struct prepared *prep, struct lk_event *ev)
{
  for (const struct lk_clause *c = ev->callee->contract->clauses; c;
       c = c->next)
    {
      uint32_t arg = (uint32_t) c->place.base - 1;
      if (c->role != LK_ROLE_RELEASE || c->place.base <= 0
	  || c->place.nsel == 0 || arg >= ev->n_args
	  || ev->args[arg].kind != LK_PATH)
	continue;
      const struct lk_path *place = place_path (prep->graph, ev, &c->place);
      if (place)
	{
	  key_id k = key_of_memory (prep, place);
	  key_at (prep, k)->useful = true;
	}
    }
}

/* What the callee of EV tests in the memory behind its argument number ARG is worth knowing
   here.  LOOK: examine the callee, if need be.  */
static void
mark_asked (struct prepared *prep, const struct lk_event *ev, uint32_t arg, bool look)
{
  for (const struct place_list *a = function_asks (prep->unit, ev->callee, look)->asked;
       a; a = a->next)
    {
      const struct lk_path *place
	= a->place.base == (int) arg + 1 ? place_path (prep->graph, ev, &a->place) : NULL;
      if (place)
	{
	  key_id here = key_of_memory (prep, place);
	  key_at (prep, here)->useful = true;
	}
    }
}

/* What the callee of EV tests in the memory behind its argument number ARG matters to its
   callers.  The callee is examined if something else here depends on that memory.  Of Java's
   callees only what is known already is used: to examine all of them changes no warning on
   five programs and takes a quarter more time on ant.  */
static void
mark_passed (struct prepared *prep, const struct lk_event *ev, uint32_t arg,
	     const uint8_t *told)
{
  const struct lk_operand *op = &ev->args[arg];
  if (ev->callee == prep->graph->function || op->kind != LK_PATH)
    return;
  uint32_t here = prep->graph->function ? prep->graph->function->flags : 0;
  uint32_t there = ev->callee->flags;
  /* The deleted object may be of any class.  */
  bool deletes = (((here | there) & LK_FN_DISPATCH)
		  || ((there & LK_FN_DESTRUCTOR)
		      && ((here & LK_FN_DESTRUCTOR) || (there & LK_FN_LIBRARY)))
		  || (here & there & LK_FN_LIBRARY));
  mark_asked (prep, ev, arg,
	      !(ev->callee->flags & LK_FN_JAVA) && op->path->root < prep->n_vars
	      && (told[op->path->root] > call_may_look (ev, arg)
		  || deletes));
}

/* A pointer that is dereferenced and tested: the one implies the other.  */
static void
mark_dereferenced (struct prepared *prep, const struct lk_operand *place)
{
  if (place->kind != LK_PATH || place->path->nsel == 0
      || place->path->root >= prep->n_vars)
    return;
  enum lk_var_class c = prep->graph->vars[place->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return;
  key_id k = key_of_var (prep, place->path->root);
  if (k != NO_KEY && key_at (prep, k)->tests)
    key_at (prep, k)->useful = true;
}

/* The same for a pointer to whose object EV applies a method.  */
static void
mark_called_on (struct prepared *prep, const struct lk_event *ev)
{
  const struct lk_operand *op = ev->n_args ? &ev->args[0] : NULL;
  if (!ev->member || !op || op->kind != LK_PATH || op->path->nsel || op->path->addend
      || op->path->root >= prep->n_vars || !ev->callee || (ev->callee->flags & LK_FN_JAVA))
    return;
  enum lk_var_class c = prep->graph->vars[op->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return;
  key_id k = key_of_var (prep, op->path->root);
  const struct lk_event *from = var_load (prep, op->path->root);
  bool loaded = from && from->src.path->addend == 0;
  key_id place = loaded ? key_of_access (prep, from) : NO_KEY;
  if (k != NO_KEY
      && (key_at (prep, k)->tests
	  || (place != NO_KEY && (key_at (prep, place)->tests || key_at (prep, place)->useful))))
    key_at (prep, k)->useful = true;
}

/* Return true if FN makes an object from references: a constructor, an assignment, or a
   function of the library for that.  */
static bool
makes_of_references (const struct lk_function *fn)
{
  return fn && (fn->flags & (LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT | LK_FN_LIBRARY));
}

/* Return true if the call EV acquires something in the local object V.  */
static bool
acquires_in (const struct lk_event *ev, lk_var v)
{
  if (ev->kind != LK_EVENT_CALL || !ev->callee || !ev->callee->contract)
    return false;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    {
      uint32_t arg = (uint32_t) c->place.base - 1;
      if (c->role == LK_ROLE_ACQUIRE && c->place.base > 0 && c->place.nsel
	  && arg < ev->n_args && ev->args[arg].kind == LK_PATH
	  && ev->args[arg].path->root == v)
	return true;
    }
  return false;
}

/* Return true if the call EV results in a structure with status values, the local object V.  */
static bool
results_in_tags (const struct prepared *prep, const struct lk_event *ev, lk_var v)
{
  if (ev->kind != LK_EVENT_CALL || !ev->aggregate_result || ev->dest.kind != LK_PATH
      || ev->dest.path->root != v || !ev->callee || !(ev->callee->flags & LK_FN_BODY)
      || (ev->callee->flags & LK_FN_JAVA) || ev->callee == prep->graph->function)
    return false;
  const struct place_list *t = function_asks (prep->unit, ev->callee, true)->tags;
  while (t && t->place.base != 0)
    t = t->next;
  return t;
}

/* Return true if a constant, a truth value, one of several values, or a descriptor is stored
   in the local object V.  */
static bool
gets_tag (const struct prepared *prep, lk_var v)
{
  const struct lk_graph *g = prep->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (acquires_in (ev, v) || results_in_tags (prep, ev, v))
	  return true;
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && ev->dest.path->root == v
	    && (ev->src.kind == LK_CONST
		|| (ev->src.kind == LK_PATH && ev->src.path->nsel == 0
		    && (is_truth (g, ev->src.path->root)
			|| (ev->src.path->root < prep->n_vars
			    && prep->vars[ev->src.path->root].phi)))))
	  return true;
      }
  return false;
}

/* A function leaves one of several values behind its arguments, one of them a constant: it
   says what else is known (`counter (p ? new int : nullptr)').  */
static void
mark_left (struct prepared *prep, const struct lk_event *ev)
{
  const struct lk_graph *g = prep->graph;
  if (ev->dest.kind != LK_PATH || ev->dest.path->nsel != 1 || ev->src.kind != LK_PATH
      || ev->src.path->nsel || ev->src.path->addend || ev->src.path->root >= prep->n_vars
      || g->vars[ev->dest.path->root].class_ != LK_VAR_FORMAL)
    return;
  const struct var_info *vi = &prep->vars[ev->src.path->root];
  bool constant = false;
  for (uint32_t k = 0; vi->phi && k < g->blocks[vi->def_block].n_preds; k++)
    constant |= vi->phi->args[k].kind == LK_CONST;
  key_id value = constant ? key_of_var (prep, ev->src.path->root) : NO_KEY;
  if (value != NO_KEY)
    key_at (prep, value)->useful = true;
}

/* A constructor that is given references (std::pair, std::tuple) stores their targets into its
   object, or has its members do that: what its caller knows of the targets then holds for the
   members.  */
static void
mark_made (struct prepared *prep)
{
  const struct lk_graph *g = prep->graph;
  bool makes = makes_of_references (g->function);
  if (g->function && (g->function->flags & LK_FN_JAVA))
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (makes && ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	    && ev->dest.path->nsel == 1 && ev->src.kind == LK_PATH
	    && ev->src.path->nsel == 0 && ev->src.path->root < prep->n_vars)
	  {
	    const struct lk_event *from = var_load (prep, ev->src.path->root);
	    if (from && from->src.path->nsel == 1
		&& g->vars[from->src.path->root].class_ == LK_VAR_FORMAL
		&& from->src.path->root != ev->dest.path->root)
	      {
		key_id place = key_of_memory (prep, from->src.path);
		key_id value = key_of_var (prep, ev->src.path->root);
		key_at (prep, place)->useful = true;
		key_at (prep, key_of_memory (prep, ev->dest.path))->useful = true;
		if (value != NO_KEY)
		  key_at (prep, value)->useful = true;
	      }
	  }
	if (ev->kind != LK_EVENT_CALL || !ev->callee
	    || !(ev->callee->flags & LK_FN_BODY) || !makes_of_references (ev->callee))
	  continue;
	for (uint32_t a = 0; a < ev->n_args; a++)
	  {
	    const struct lk_path *given
	      = ev->args[a].kind == LK_PATH ? ev->args[a].path : NULL;
	    enum lk_var_class c = given ? g->vars[given->root].class_ : LK_VAR_VALUE;
	    if (given && given->root < prep->n_vars
		&& ((c == LK_VAR_FORMAL && makes
		     && !((g->function->flags & (LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT))
			  && given->root == g->formals[0]))
		    || (c == LK_VAR_OBJECT && gets_tag (prep, given->root))))
	      mark_asked (prep, ev, a, true);
	  }
      }
}

/* ---- What goes into a value or place worth knowing is worth knowing.  ----

   Backwards through assignments, copies and phis, each of which is looked at
   once for each key.  */

struct feed		/* An assignment or an argument of a phi.  */
{
  const struct lk_operand *from;
  bool phi;
  struct feed *next;	/* Into the same.  */
};

struct feeds
{
  struct prepared *prep;
  struct lk_arena *arena;
  struct feed **by_key;		/* Malloced.  */
  key_id n_keys;		/* Later ones are fed by nothing.  */
  struct copied **by_object;	/* By variable; NULL: nothing is copied.  */
  key_id *news;			/* Useful, and what feeds them not yet.  */
  uint32_t n_news, room;
};

static void
add_news (struct feeds *f, key_id k)
{
  if (f->n_news == f->room)
    {
      f->room = lk_more_room (f->room, 64);
      f->news = lk_xrealloc (f->news, f->room * sizeof *f->news);
    }
  f->news[f->n_news++] = k;
}

static struct copied *
copies_into (const struct feeds *f, key_id k)
{
  const struct key *key = key_at (f->prep, k);
  return (f->by_object && key->kind == KEY_MEMORY && key->path->addend == 0
	  && key->path->root < f->prep->n_vars
	  ? f->by_object[key->path->root] : NULL);
}

static void
mark_useful (struct feeds *f, key_id k)
{
  if (k == NO_KEY || key_at (f->prep, k)->useful)
    return;
  key_at (f->prep, k)->useful = true;
  if ((k < f->n_keys && f->by_key[k]) || copies_into (f, k))
    add_news (f, k);
}

/* Mark what is copied to the place that K is about.  */
static void
mark_copied (struct feeds *f, key_id k)
{
  for (const struct copied *c = copies_into (f, k); c; c = c->next)
    {
      struct path_rest rest;
      if (!path_rest (key_at (f->prep, k)->path, c->event->dest.path, &rest)
	  || rest.weak || rest.nsel == 0 || rest.sel[0] < 0
	  || (c->event->size != 0
	      && (uint64_t) rest.sel[0] >= c->event->size))
	continue;
      const struct lk_path *place
	= path_join (f->prep->graph, c->event->src.path, &rest);
      if (place)
	mark_useful (f, key_of_memory (f->prep, place));
    }
}

static void
mark_feed (struct feeds *f, const struct feed *feed)
{
  const struct lk_operand *from = feed->from;
  mark_useful (f, key_of_operand (f->prep, from));
  /* The value that a counter was counted from.  */
  for (unsigned depth = 1; feed->phi && depth < MAX_DEF_DEPTH; depth++)
    {
      if (from->kind != LK_PATH || from->path->nsel
	  || from->path->root >= f->prep->n_vars)
	return;
      const struct lk_definition *def
	= &f->prep->graph->vars[from->path->root].def;
      if (def->kind != LK_DEF_PURE
	  || (def->code != LK_PURE_ADD && def->code != LK_PURE_SCALE
	      && !masks_bits (def)))
	return;
      from = &def->a;
      mark_useful (f, key_of_operand (f->prep, from));
    }
}

static void
add_feed (struct feeds *f, key_id into, const struct lk_operand *from, bool phi)
{
  if (into >= f->n_keys)
    {
      key_id room = into * 2 < 64 ? 64 : into * 2;
      f->by_key = lk_xrealloc (f->by_key, room * sizeof *f->by_key);
      memset (f->by_key + f->n_keys, 0,
	      (room - f->n_keys) * sizeof *f->by_key);
      f->n_keys = room;
    }
  struct feed *feed = lk_arena_alloc (f->arena, sizeof *feed);
  feed->from = from;
  feed->phi = phi;
  feed->next = f->by_key[into];
  f->by_key[into] = feed;
}

static void
add_copy (struct feeds *f, const struct lk_event *ev)
{
  const struct prepared *prep = f->prep;
  if (ev->src.kind != LK_PATH || ev->dest.kind != LK_PATH
      || ev->dest.path->root >= prep->n_vars
      || prep->graph->vars[ev->dest.path->root].class_ != LK_VAR_OBJECT)
    return;
  if (!f->by_object)
    f->by_object
      = lk_arena_alloc (f->arena, prep->n_vars * sizeof *f->by_object);
  struct copied *c = lk_arena_alloc (f->arena, sizeof *c);
  c->event = ev;
  c->next = f->by_object[ev->dest.path->root];
  f->by_object[ev->dest.path->root] = c;
}

static void
collect_feeds (struct feeds *f)
{
  struct prepared *prep = f->prep;
  const struct lk_graph *g = prep->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind == LK_EVENT_COPY)
	    add_copy (f, ev);
	  if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH
	      || ev->src.kind != LK_PATH)
	    continue;
	  key_id into = key_of_operand (prep, &ev->dest);
	  if (into != NO_KEY)
	    add_feed (f, into, &ev->src, false);
	}
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  key_id into = key_of_var (prep, bl->phis[i].result);
	  if (key_at (prep, into)->tests)
	    key_at (prep, into)->useful = true;
	  for (uint32_t k = 0; k < bl->n_preds; k++)
	    add_feed (f, into, &bl->phis[i].args[k], true);
	}
    }
}

static void
mark_sources (struct prepared *prep)
{
  struct feeds f = { .prep = prep, .arena = lk_arena_new () };
  collect_feeds (&f);
  for (key_id k = 0; k < prep->n_keys; k++)
    if (key_at (prep, k)->useful || key_at (prep, k)->tests)
      {
	if (key_at (prep, k)->useful && k < f.n_keys && f.by_key[k])
	  add_news (&f, k);
	mark_copied (&f, k);
      }
  while (f.n_news)
    {
      key_id k = f.news[--f.n_news];
      for (const struct feed *feed = k < f.n_keys ? f.by_key[k] : NULL; feed;
	   feed = feed->next)
	mark_feed (&f, feed);
      mark_copied (&f, k);
    }
  free (f.news);
  free (f.by_key);
  lk_arena_free (f.arena);
}

/* Two results of comparisons compared: `(a == NULL) != (b == NULL)'.  */
static void
mark_answers (struct prepared *prep)
{
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      key_id a, b;
      if (key_at (prep, i)->tests && key_equates (prep, i, &a, &b)
	  && key_is_answer (prep, a) && key_is_answer (prep, b))
	key_at (prep, i)->useful = true;
    }
}

/* Return true if K is the sum of a value and a constant.  */
static bool
key_is_sum (const struct key *k)
{
  return (k->kind == KEY_EXPRESSION && k->code == LK_PURE_ADD && !k->a_const
	  && k->b_const);
}

/* Is a sum tested for equality with some value?  */
static void
mark_sums (struct prepared *prep)
{
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      key_id a, b;
      if (key_at (prep, i)->tests && key_equates (prep, i, &a, &b)
	  && (key_is_sum (key_at (prep, a)) || key_is_sum (key_at (prep, b))))
	key_at (prep, a)->useful = key_at (prep, b)->useful = true;
    }
}

/* If a value is equal to another one, that determines its sum with a constant.  */
static void
mark_counted (struct prepared *prep)
{
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      const struct key *k = key_at (prep, i);
      if (key_is_sum (k) && (k->tests || k->useful))
	key_at (prep, k->a)->counted = true;
    }
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      key_id a, b;
      if (key_at (prep, i)->tests && key_equates (prep, i, &a, &b)
	  && key_at (prep, a)->counted && key_at (prep, b)->counted)
	key_at (prep, i)->useful = true;
    }
}

void
keys_prepare (struct prepared *prep)
{
  struct lk_graph *g = prep->graph;
  uint32_t missed = asks_begin (prep);
  prep->state = NO_KEY;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      if (bl->term == LK_TERM_COND)
	count_test (prep, bl->op, &bl->a, &bl->b, 0);
      else if (bl->term == LK_TERM_SWITCH)
	{
	  struct lk_operand zero = lk_operand_const (0);
	  count_test (prep, LK_EQ, &bl->a, &zero, 0);
	  key_id k = key_of_operand (prep, &bl->a);
	  if (k != NO_KEY && table_key (prep, k))
	    key_at (prep, k)->useful = true;
	  /* Only coroutines switch on memory directly.  */
	  else if (k != NO_KEY && bl->a.path->nsel == 1
		   && g->vars[bl->a.path->root].class_ == LK_VAR_OBJECT)
	    prep->state = k;
	}
      else if (bl->term == LK_TERM_RETURN)
	{
	  key_id k = key_of_operand (prep, &bl->a);
	  if (k != NO_KEY)
	    key_at (prep, k)->useful = true;
	  /* return error != 0;  */
	  struct lk_operand zero = lk_operand_const (0);
	  if (k != NO_KEY && bl->a.path->nsel == 0 && is_truth (g, bl->a.path->root))
	    count_test (prep, LK_NE, &bl->a, &zero, 0);
	}
    }
  /* What is passed to a callee of the unit.  */
  uint8_t *told = asks_told (prep);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL && ev->callee && ev->callee->contract)
	  mark_refilled (prep, ev);
	if (ev->kind == LK_EVENT_CALL && ev->callee
	    && (ev->callee->flags & LK_FN_BODY))
	  for (uint32_t a = 0; a < ev->n_args; a++)
	    {
	      mark_passed (prep, ev, a, told);
	      key_id k = key_of_operand (prep, &ev->args[a]);
	      if (k != NO_KEY
		  && (key_at (prep, k)->tests
		      || callee_tests (prep, ev->callee, a, &ev->args[a])))
		{
		  const struct lk_operand *op = &ev->args[a];
		  struct lk_operand zero = lk_operand_const (0);
		  key_at (prep, k)->useful = true;
		  mark_source (prep, op);
		  /* So do the operands of a truth value.  */
		  if (op->path->nsel == 0 && op->path->root < prep->n_vars
		      && is_truth (g, op->path->root))
		    count_test (prep, LK_NE, op, &zero, 0);
		}
	    }
      }
  free (told);
  key_id stored[MAX_STORED_TAGS];
  unsigned n_stored = tags_stored (prep, stored);
  mark_made (prep);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      if (g->blocks[b].events[i].kind == LK_EVENT_ASSIGN)
	{
	  mark_dereferenced (prep, &g->blocks[b].events[i].src);
	  mark_dereferenced (prep, &g->blocks[b].events[i].dest);
	  mark_left (prep, &g->blocks[b].events[i]);
	}
      else if (g->blocks[b].events[i].kind == LK_EVENT_CALL)
	mark_called_on (prep, &g->blocks[b].events[i]);
  mark_disjunctions (prep);
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      struct key *k = key_at (prep, i);
      key_id of;
      if (k->tests >= 2)
	k->useful = true;
      /* Another mask of the same word may be tested.  */
      else if (k->tests && k->kind == KEY_EXPRESSION && k->code == LK_PURE_AND
	       && !k->a_const && k->b_const && key_at (prep, k->a)->tests >= 2)
	k->useful = true;
      /* A caller may know more: arguments, globals.  Not only for static functions: one of
	 external linkage may be called here, too.  */
      else if (k->tests && key_is_pure (prep, i, &of))
	{
	  const struct key *a = key_at (prep, of);
	  if (a->kind == KEY_VALUE
	      && g->vars[a->path->root].class_ == LK_VAR_FORMAL)
	    k->useful = true;
	}
      else if (k->tests && k->kind != KEY_EXPRESSION && k->kind != KEY_ELEMENT)
	{
	  enum lk_var_class c = g->vars[k->path->root].class_;
	  if (c == LK_VAR_FORMAL
	      || (k->kind == KEY_MEMORY && c == LK_VAR_GLOBAL))
	    k->useful = true;
	}
    }
  mark_answers (prep);
  mark_sums (prep);
  mark_sources (prep);
  mark_counted (prep);
  table_mark (prep);
  asks_end (prep, missed, stored, n_stored);
}
