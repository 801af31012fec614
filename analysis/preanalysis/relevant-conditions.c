/* Relevant conditions: those that some branch, here or in a callee or caller, will test, and
   the values that they depend on.

   All others would only make facts differ that behave alike, and a fact holds at most
   MAX_CONDITIONS.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

static bool
operand_is_answer (struct function_view *view, const struct lk_operand *op)
{
  return (op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0
	  && key_is_answer (view, key_of_var (view, op->path->root)));
}

/* ---- What is tested.  ---- */

static void
count_test (struct function_view *view, enum lk_compare op,
	    const struct lk_operand *a, const struct lk_operand *b,
	    unsigned depth)
{
  if (depth > MAX_DEF_DEPTH)
    {
      limit_met (view->unit, view->graph->function, LIMIT_DEF_DEPTH);
      return;
    }
  struct lk_operand zero = lk_operand_const (0), number_a, number_b;
  a = operand_as_number (view->graph, a, &number_a);
  b = operand_as_number (view->graph, b, &number_b);
  /* Two results of comparisons, each of which is tested by that.  */
  bool both = (op <= LK_NE && operand_is_answer (view, a)
	       && operand_is_answer (view, b));
  if (both)
    {
      count_test (view, LK_NE, a, &zero, depth + 1);
      count_test (view, LK_NE, b, &zero, depth + 1);
    }
  else if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->addend == 0
	   && a->path->root < view->n_vars)
    {
      const struct lk_definition *def = &view->graph->vars[a->path->root].def;
      switch (def->kind)
	{
	case LK_DEF_COMPARE:
	  count_test (view, def->op, &def->a, &def->b, depth + 1);
	  return;
	case LK_DEF_NOT:
	  count_test (view, LK_EQ, &def->a, &zero, depth + 1);
	  return;
	case LK_DEF_AND:
	case LK_DEF_OR:
	  count_test (view, LK_NE, &def->a, &zero, depth + 1);
	  count_test (view, LK_NE, &def->b, &zero, depth + 1);
	  key_of_either (view, def, def->kind == LK_DEF_OR, 0);
	  return;
	case LK_DEF_PURE:
	  /* A bit that is tested is part of a word that is.  */
	  if (masks_bits (def) || is_join (def))
	    count_test (view, LK_NE, &def->a, &zero, depth + 1);
	  if (is_join (def))
	    {
	      count_test (view, LK_NE, &def->b, &zero, depth + 1);
	      key_of_either (view, def, true, 0);
	    }
	  break;
	default:
	  break;
	}
    }
  key_id k = NO_KEY;
  if (b->kind == LK_CONST)
    k = key_of_operand (view, a);
  else if (both)
    k = key_of_expression (view, LK_EQ, a, b);
  else if (a->kind == LK_PATH && b->kind == LK_PATH)
    k = key_of_expression (view, op <= LK_NE ? LK_EQ : op, a, b);
  if (k != NO_KEY)
    key_at (view, k)->tests++;
  /* A constant that was stored in the place from which the value is read: one test is enough.  */
  if (k != NO_KEY && a->kind == LK_PATH && !a->path->nsel && !a->path->addend
      && a->path->root < view->n_vars)
    {
      const struct lk_event *ev = var_at (view, a->path->root)->event;
      if (ev && ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST)
	key_at (view, k)->useful = true;
    }
  /* The same bits of the place that the word was read from.  */
  const struct lk_definition *word
    = (a->kind == LK_PATH && !a->path->nsel && !a->path->addend && a->path->root < view->n_vars
       && b->kind == LK_CONST ? &view->graph->vars[a->path->root].def : NULL);
  if (masks_bits (word) && word->code == LK_PURE_AND && word->a.kind == LK_PATH
      && !word->a.path->nsel)
    {
      const struct lk_event *ev = var_load (view, word->a.path->root);
      key_id m = (ev && !ev->src.path->addend && !weak_place (ev->src.path)
		  ? key_of_pure (view, LK_PURE_AND, &ev->src, word->b.value) : NO_KEY);
      if (m != NO_KEY && m != k)
	key_at (view, m)->useful = true;
      if (m != NO_KEY && m != k && k != NO_KEY)
	key_at (view, k)->useful = true;
    }
  /* A test of a place is also one of the value read from it, and the reverse, if the two have
     different keys.  */
  if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->root < view->n_vars)
    {
      const struct lk_event *ev = var_load (view, a->path->root);
      if (ev && b->kind == LK_CONST)
	{
	  key_id m = key_of_access (view, ev);
	  if (m != k)
	    key_at (view, m)->useful = true;
	  if (k != NO_KEY)
	    key_at (view, k)->useful = true;
	}
    }
}

/* Return true if all that the literal or disjunction KEY is about is tested once more.  */
static bool
tested_again (const struct function_view *view, key_id key)
{
  enum lk_compare op;
  int64_t constant;
  key_id a, b;
  if (key_is_disjunction (view, key, &a, &b))
    return tested_again (view, a) && tested_again (view, b);
  return (key_is_literal (view, key, &op, &a, &constant)
	  && key_at (view, a)->tests >= 2);
}

/* A disjunction helps if each of its two conditions is tested again.  */
static void
mark_disjunctions (struct function_view *view)
{
  key_id a, b;
  for (key_id i = 0; i < view->n_keys; i++)
    if (key_is_disjunction (view, i, &a, &b) && tested_again (view, i))
      key_at (view, i)->useful = true;
}

/* Return true if CALLEE tests its argument number ARG, which is OP.  If its body must not be
   examined, a value from a phi may be tested.  */
static bool
callee_tests (struct function_view *caller, struct lk_function *callee, uint32_t arg,
	      const struct lk_operand *op)
{
  const struct tested_inputs *inputs = tested_inputs (caller->unit, callee);
  if (inputs->known)
    return arg < 64 && (inputs->arguments >> arg & 1);
  return op->path->root < caller->n_vars && caller->vars[op->path->root].phi;
}

/* The callee tests bits of its argument number ARG, which is OP: they are tested here.  */
static void
mark_argument_bits (struct function_view *view, struct lk_function *callee, uint32_t arg,
		    const struct lk_operand *op)
{
  for (const struct tested_bits *t = tested_inputs (view->unit, callee)->bits; t; t = t->next)
    if (t->formal == arg)
      {
	key_id k = key_of_pure (view, LK_PURE_AND, op, t->mask);
	if (k != NO_KEY)
	  key_at (view, k)->tests++;
      }
}

/* The place that the value OP was read from matters as much as the value.  */
static void
mark_source (struct function_view *view, const struct lk_operand *op)
{
  if (op->path->nsel || op->path->addend)
    return;
  const struct lk_event *ev = var_load (view, op->path->root);
  if (ev && ev->src.path->addend == 0)
    {
      key_id k = key_of_access (view, ev);
      key_at (view, k)->useful = true;
      key_at (view, k)->tests++;	/* The callee's.  */
    }
}

/* The contents of a place that a call releases and fills again matter (leak/acquisition.c,
   uses_again).  */
static void
mark_refilled (struct function_view *view, struct lk_event *ev)
{
  for (const struct lk_clause *c = ev->callee->contract->clauses; c;
       c = c->next)
    {
      uint32_t arg = (uint32_t) c->place.base - 1;
      if (c->role != LK_ROLE_RELEASE || c->place.base <= 0
	  || c->place.nsel == 0 || arg >= ev->n_args
	  || ev->args[arg].kind != LK_PATH)
	continue;
      const struct lk_path *place = place_path (view->graph, ev, &c->place);
      if (place)
	{
	  key_id k = key_of_memory (view, place);
	  key_at (view, k)->useful = true;
	}
    }
}

/* A member that a clause depends on is tested by the call.  */
static void
mark_members (struct function_view *view, const struct lk_event *ev)
{
  struct tested_walk w = { ev, event_clauses (ev), 0 };
  const struct lk_path *place;
  while ((place = next_tested_member (view->graph, &w)))
    {
      key_id k = key_of_memory (view, place);
      key_at (view, k)->useful = true;
      key_at (view, k)->tests++;
    }
}

/* The memory that the callee of EV tests behind its argument number ARG is relevant to its
   callers.  The callee is examined if something else here depends on that memory.  Of Java's
   callees only known results are used: to examine all of them changes no warning on five
   programs and takes a quarter more time on ant.  */
static void
mark_passed (struct function_view *view, const struct lk_event *ev, uint32_t arg,
	     const uint8_t *told)
{
  const struct lk_operand *op = &ev->args[arg];
  if (ev->callee == view->graph->function || op->kind != LK_PATH)
    return;
  uint32_t here = view->graph->function ? view->graph->function->flags : 0;
  uint32_t there = ev->callee->flags;
  /* The deleted object may be of any class.  */
  bool deletes = (((here | there) & LK_FN_DISPATCH)
		  || ((there & LK_FN_DESTRUCTOR)
		      && ((here & LK_FN_DESTRUCTOR) || (there & LK_FN_LIBRARY)))
		  || (here & there & LK_FN_LIBRARY));
  mark_asked (view, ev, arg,
	      !(ev->callee->flags & LK_FN_JAVA) && op->path->root < view->n_vars
	      && (told[op->path->root] > call_may_look (ev, arg)
		  || deletes));
}

/* A pointer that is dereferenced and tested: the one implies the other.  */
static void
mark_dereferenced (struct function_view *view, const struct lk_operand *place)
{
  if (place->kind != LK_PATH || place->path->nsel == 0
      || place->path->root >= view->n_vars)
    return;
  enum lk_var_class c = view->graph->vars[place->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return;
  key_id k = key_of_var (view, place->path->root);
  if (k != NO_KEY && key_at (view, k)->tests)
    key_at (view, k)->useful = true;
  /* The place that the pointer was read from is tested under another key.  */
  const struct lk_event *from = var_load (view, place->path->root);
  key_id source = from && !from->src.path->addend ? key_of_access (view, from) : NO_KEY;
  if (source != NO_KEY && key_at (view, source)->tests)
    key_at (view, source)->useful = true;
}

/* The same for a pointer to whose object EV applies a method.  */
static void
mark_called_on (struct function_view *view, const struct lk_event *ev)
{
  const struct lk_operand *op = ev->n_args ? &ev->args[0] : NULL;
  if (!ev->member || !op || op->kind != LK_PATH || op->path->nsel || op->path->addend
      || op->path->root >= view->n_vars || !ev->callee || (ev->callee->flags & LK_FN_JAVA))
    return;
  enum lk_var_class c = view->graph->vars[op->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return;
  key_id k = key_of_var (view, op->path->root);
  const struct lk_event *from = var_load (view, op->path->root);
  bool loaded = from && from->src.path->addend == 0;
  key_id place = loaded ? key_of_access (view, from) : NO_KEY;
  if (k != NO_KEY
      && (key_at (view, k)->tests
	  || (place != NO_KEY && (key_at (view, place)->tests || key_at (view, place)->useful))))
    key_at (view, k)->useful = true;
}

/* A function leaves one of several values behind its arguments, one of them a constant: it
   says what else is known (`counter (p ? new int : nullptr)').  */
static void
mark_left (struct function_view *view, const struct lk_event *ev)
{
  const struct lk_graph *g = view->graph;
  if (ev->dest.kind != LK_PATH || ev->dest.path->nsel != 1 || ev->src.kind != LK_PATH
      || ev->src.path->nsel || ev->src.path->addend || ev->src.path->root >= view->n_vars
      || g->vars[ev->dest.path->root].class_ != LK_VAR_FORMAL)
    return;
  const struct var_info *vi = &view->vars[ev->src.path->root];
  bool constant = false;
  for (uint32_t k = 0; vi->phi && k < g->blocks[vi->def_block].n_preds; k++)
    constant |= vi->phi->args[k].kind == LK_CONST;
  key_id value = constant ? key_of_var (view, ev->src.path->root) : NO_KEY;
  if (value != NO_KEY)
    key_at (view, value)->useful = true;
}

/* A constant is stored in a variable of the unit: a callee may test it.  */
static void
mark_switch (struct function_view *view, const struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH || !ev->dest.path->nsel || ev->dest.path->addend
      || ev->src.kind != LK_CONST
      || view->graph->vars[ev->dest.path->root].class_ != LK_VAR_GLOBAL)
    return;
  key_at (view, key_of_memory (view, ev->dest.path))->useful = true;
}

/* ---- What goes into a value or place worth knowing is worth knowing.  ----

   Backwards through assignments, copies and phis, each of which is looked at
   once for each key.  */

struct feed		/* An assignment or an argument of a phi.  */
{
  const struct lk_operand *from;
  bool stays;		/* Of a phi, or stored in memory: what it was computed from may be gone.  */
  struct feed *next;	/* Into the same.  */
};

struct feeds
{
  struct function_view *view;
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
  const struct key *key = key_at (f->view, k);
  return (f->by_object && key->kind == KEY_MEMORY && key->path->addend == 0
	  && key->path->root < f->view->n_vars
	  ? f->by_object[key->path->root] : NULL);
}

static void
mark_useful (struct feeds *f, key_id k)
{
  if (k == NO_KEY)
    return;
  for (key_id m = key_at (f->view, k)->masks; m != NO_KEY; m = key_at (f->view, m)->next_mask)
    if (key_at (f->view, m)->tests)
      key_at (f->view, m)->useful = true;
  if (key_at (f->view, k)->useful)
    return;
  key_at (f->view, k)->useful = true;
  if ((k < f->n_keys && f->by_key[k]) || copies_into (f, k))
    add_news (f, k);
}

/* Mark what is copied to the place that K is about.  */
static void
mark_copied (struct feeds *f, key_id k)
{
  for (const struct copied *c = copies_into (f, k); c; c = c->next)
    {
      const struct lk_path *place
	= copied_from (f->view->graph, c->event, key_at (f->view, k)->path);
      if (place)
	mark_useful (f, key_of_memory (f->view, place));
    }
}

/* The value that gets the result of a comparison, FROM, is decided by what is compared.  */
static void
mark_feed_compared (struct feeds *f, const struct lk_operand *from)
{
  for (unsigned depth = 0; depth < MAX_DEF_DEPTH; depth++)
    {
      if (from->kind != LK_PATH || from->path->nsel || from->path->root >= f->view->n_vars)
	return;
      const struct lk_definition *def = &f->view->graph->vars[from->path->root].def;
      if (def->kind != LK_DEF_COMPARE && def->kind != LK_DEF_NOT)
	return;
      mark_useful (f, key_of_operand (f->view, &def->a));
      if (def->kind == LK_DEF_COMPARE)
	mark_useful (f, key_of_operand (f->view, &def->b));
      from = &def->a;
    }
}

static void
mark_feed (struct feeds *f, const struct feed *feed)
{
  const struct lk_operand *from = feed->from;
  mark_useful (f, key_of_operand (f->view, from));
  if (feed->stays)
    mark_feed_compared (f, from);
  /* The value that a counter was counted from.  */
  for (unsigned depth = 1; feed->stays && depth < MAX_DEF_DEPTH; depth++)
    {
      if (from->kind != LK_PATH || from->path->nsel
	  || from->path->root >= f->view->n_vars)
	return;
      const struct lk_definition *def
	= &f->view->graph->vars[from->path->root].def;
      if (def->kind != LK_DEF_PURE
	  || (def->code != LK_PURE_ADD && def->code != LK_PURE_SCALE
	      && !masks_bits (def) && !is_join (def)))
	return;
      if (is_join (def))
	mark_useful (f, key_of_operand (f->view, &def->b));
      from = &def->a;
      mark_useful (f, key_of_operand (f->view, from));
    }
}

/* The bits of INTO that are tested are bits of FROM, which goes into it.  A word to which bits are
   added on many ways is a phi of phis: where states merge, its value is not known any more, but
   the bits are that all of them have.  */
static void
mark_feed_bits (struct feeds *f, key_id into, const struct lk_operand *from)
{
  struct function_view *view = f->view;
  uint64_t passing = ~UINT64_C (0);
  for (unsigned depth = 0; depth < MAX_DEF_DEPTH; depth++)
    {
      const struct lk_definition *def
	= (from->kind == LK_PATH && !from->path->nsel && !from->path->addend
	   && from->path->root < view->n_vars ? &view->graph->vars[from->path->root].def : NULL);
      if (!masks_bits (def))
	break;
      uint64_t mask = (uint64_t) def->b.value;
      passing &= def->code == LK_PURE_AND ? mask : ~mask;
      from = &def->a;
    }
  key_id word = key_of_operand (view, from);
  if (word == NO_KEY || from->kind != LK_PATH)
    return;
  bool news = false;
  for (key_id m = key_at (view, into)->masks; m != NO_KEY; m = key_at (view, m)->next_mask)
    {
      const struct key *k = key_at (view, m);
      if (!(k->tests || k->useful) || !((uint64_t) k->b & passing))
	continue;
      key_id bits = key_of_pure (view, LK_PURE_AND, from, k->b);
      if (bits == NO_KEY || key_at (view, bits)->useful)
	continue;
      key_at (view, bits)->useful = true;
      news = true;
    }
  if (news && word < f->n_keys && f->by_key[word])
    add_news (f, word);
}

static void
add_feed (struct feeds *f, key_id into, const struct lk_operand *from, bool stays)
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
  feed->stays = stays;
  feed->next = f->by_key[into];
  f->by_key[into] = feed;
}

static void
add_copy (struct feeds *f, const struct lk_event *ev)
{
  const struct function_view *view = f->view;
  if (ev->src.kind != LK_PATH || ev->dest.kind != LK_PATH
      || ev->dest.path->root >= view->n_vars
      || view->graph->vars[ev->dest.path->root].class_ != LK_VAR_OBJECT)
    return;
  if (!f->by_object)
    f->by_object
      = lk_arena_alloc (f->arena, view->n_vars * sizeof *f->by_object);
  struct copied *c = lk_arena_alloc (f->arena, sizeof *c);
  c->event = ev;
  c->next = f->by_object[ev->dest.path->root];
  f->by_object[ev->dest.path->root] = c;
}

static void
collect_feeds (struct feeds *f)
{
  struct function_view *view = f->view;
  const struct lk_graph *g = view->graph;
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
	  key_id into = key_of_operand (view, &ev->dest);
	  if (into != NO_KEY)
	    add_feed (f, into, &ev->src, ev->dest.path->nsel != 0);
	}
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  key_id into = key_of_var (view, bl->phis[i].result);
	  if (key_at (view, into)->tests)
	    key_at (view, into)->useful = true;
	  for (uint32_t k = 0; k < bl->n_preds; k++)
	    add_feed (f, into, &bl->phis[i].args[k], true);
	}
    }
}

static void
mark_sources (struct function_view *view)
{
  struct feeds f = { .view = view, .arena = lk_arena_new () };
  collect_feeds (&f);
  for (key_id k = 0; k < view->n_keys; k++)
    if (key_at (view, k)->useful || key_at (view, k)->tests)
      {
	if (key_at (view, k)->useful && k < f.n_keys && f.by_key[k])
	  add_news (&f, k);
	mark_copied (&f, k);
      }
  while (f.n_news)
    {
      key_id k = f.news[--f.n_news];
      for (const struct feed *feed = k < f.n_keys ? f.by_key[k] : NULL; feed;
	   feed = feed->next)
	{
	  mark_feed (&f, feed);
	  mark_feed_bits (&f, k, feed->from);
	}
      mark_copied (&f, k);
    }
  free (f.news);
  free (f.by_key);
  lk_arena_free (f.arena);
}

/* Two results of comparisons compared: `(a == NULL) != (b == NULL)'.  */
static void
mark_answers (struct function_view *view)
{
  for (key_id i = 0; i < view->n_keys; i++)
    {
      key_id a, b;
      if (key_at (view, i)->tests && key_equates (view, i, &a, &b)
	  && key_is_answer (view, a) && key_is_answer (view, b))
	key_at (view, i)->useful = true;
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
mark_sums (struct function_view *view)
{
  for (key_id i = 0; i < view->n_keys; i++)
    {
      key_id a, b;
      if (key_at (view, i)->tests && key_equates (view, i, &a, &b)
	  && (key_is_sum (key_at (view, a)) || key_is_sum (key_at (view, b))))
	key_at (view, a)->useful = key_at (view, b)->useful = true;
    }
}

/* If a value is equal to another one, that determines its sum with a constant.  */
static void
mark_counted (struct function_view *view)
{
  for (key_id i = 0; i < view->n_keys; i++)
    {
      const struct key *k = key_at (view, i);
      if (key_is_sum (k) && (k->tests || k->useful))
	key_at (view, k->a)->counted = true;
    }
  for (key_id i = 0; i < view->n_keys; i++)
    {
      key_id a, b;
      if (key_at (view, i)->tests && key_equates (view, i, &a, &b)
	  && key_at (view, a)->counted && key_at (view, b)->counted)
	key_at (view, i)->useful = true;
    }
}

/* Count the tests that end the blocks.  */
static void
mark_tests (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  struct lk_operand zero = lk_operand_const (0);
  view->state = NO_KEY;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      struct lk_block *bl = &g->blocks[b];
      if (bl->term == LK_TERM_COND)
	count_test (view, bl->op, &bl->a, &bl->b, 0);
      else if (bl->term == LK_TERM_SWITCH)
	{
	  count_test (view, LK_EQ, &bl->a, &zero, 0);
	  key_id k = key_of_operand (view, &bl->a);
	  if (k != NO_KEY && table_key (view, k))
	    key_at (view, k)->useful = true;
	  /* Only coroutines switch on memory directly.  */
	  else if (k != NO_KEY && bl->a.path->nsel == 1
		   && g->vars[bl->a.path->root].class_ == LK_VAR_OBJECT)
	    view->state = k;
	}
      else if (bl->term == LK_TERM_RETURN)
	{
	  key_id k = key_of_operand (view, &bl->a);
	  if (k != NO_KEY)
	    key_at (view, k)->useful = true;
	  /* return error != 0;  */
	  if (k != NO_KEY && bl->a.path->nsel == 0 && is_truth (g, bl->a.path->root))
	    count_test (view, LK_NE, &bl->a, &zero, 0);
	}
    }
}

/* The callee of EV asks whether two of its inputs are equal, and that is a test here.  One that may
   end the process is examined for that.  */
static void
mark_compared (struct function_view *view, const struct lk_event *ev)
{
  if (ev->callee == view->graph->function)
    return;
  const struct tested_inputs *inputs = (ev->callee->flags & LK_FN_MAY_END
					? function_asks (view->unit, ev->callee)
					: tested_inputs (view->unit, ev->callee));
  for (const struct equal_inputs *e = inputs->equal; e; e = e->next)
    {
      key_id a, b;
      asks_compared (view, ev, e, &a, &b);
      if (a != NO_KEY && b != NO_KEY && a != b)
	key_at (view, key_of_equality (view, a, b))->tests++;
      else if (a != b)
	{
	  key_id k = a == NO_KEY ? b : a;
	  key_at (view, k)->tests++;
	  key_at (view, k)->useful = true;
	}
    }
}

/* The call EV of a function with a body: mark the arguments that it tests.  TOLD: see
   asks_told.  */
static void
mark_arguments (struct function_view *view, struct lk_event *ev, const uint8_t *told)
{
  for (uint32_t a = 0; a < ev->n_args; a++)
    {
      mark_passed (view, ev, a, told);
      const struct lk_operand *op = &ev->args[a];
      key_id k = key_of_operand (view, op);
      if (k == NO_KEY
	  || !(key_at (view, k)->tests || callee_tests (view, ev->callee, a, op)))
	continue;
      key_at (view, k)->useful = true;
      mark_source (view, op);
      mark_argument_bits (view, ev->callee, a, op);
      /* So do the operands of a truth value.  */
      struct lk_operand zero = lk_operand_const (0);
      if (op->path->nsel == 0 && op->path->root < view->n_vars
	  && is_truth (view->graph, op->path->root))
	count_test (view, LK_NE, op, &zero, 0);
    }
}

/* Return true if the key I is worth remembering for the number or the subject of its tests.  */
static bool
tests_matter (struct function_view *view, key_id i)
{
  const struct key *k = key_at (view, i);
  key_id of;
  if (k->tests >= 2)
    return true;
  if (!k->tests)
    return false;
  /* Another mask of the same word may be tested.  */
  if (k->kind == KEY_EXPRESSION && k->code == LK_PURE_AND
      && !k->a_const && k->b_const && key_at (view, k->a)->tests >= 2)
    return true;
  /* A caller may know more: arguments, globals.  Not only for static functions: one of
     external linkage may be called here, too.  */
  if (key_is_pure (view, i, &of))
    {
      const struct key *a = key_at (view, of);
      return (a->kind == KEY_VALUE
	      && view->graph->vars[a->path->root].class_ == LK_VAR_FORMAL);
    }
  if (asks_equality (view, i))
    return true;
  if (k->kind == KEY_EXPRESSION || k->kind == KEY_ELEMENT)
    return false;
  enum lk_var_class c = view->graph->vars[k->path->root].class_;
  return c == LK_VAR_FORMAL || (k->kind == KEY_MEMORY && c == LK_VAR_GLOBAL);
}

void
keys_prepare (struct function_view *view)
{
  struct lk_graph *g = view->graph;
  uint32_t missed = asks_begin (view);
  mark_tests (view);
  uint8_t *told = asks_told (view);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL && ev->callee && ev->callee->contract)
	  {
	    mark_refilled (view, ev);
	    mark_members (view, ev);
	  }
	if (ev->kind == LK_EVENT_CALL && ev->callee
	    && (ev->callee->flags & LK_FN_BODY))
	  {
	    mark_arguments (view, ev, told);
	    mark_compared (view, ev);
	  }
      }
  free (told);
  key_id stored[MAX_PORTABLE_CONDITIONS];
  unsigned n_stored = tags_stored (view, stored);
  mark_object_made (view);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      if (g->blocks[b].events[i].kind == LK_EVENT_ASSIGN)
	{
	  mark_dereferenced (view, &g->blocks[b].events[i].src);
	  mark_dereferenced (view, &g->blocks[b].events[i].dest);
	  mark_left (view, &g->blocks[b].events[i]);
	  mark_switch (view, &g->blocks[b].events[i]);
	}
      else if (g->blocks[b].events[i].kind == LK_EVENT_CALL)
	mark_called_on (view, &g->blocks[b].events[i]);
  mark_disjunctions (view);
  for (key_id i = 0; i < view->n_keys; i++)
    if (tests_matter (view, i))
      key_at (view, i)->useful = true;
  mark_answers (view);
  mark_sums (view);
  mark_sources (view);
  mark_counted (view);
  table_mark (view);
  asks_end (view, missed, stored, n_stored);
}
