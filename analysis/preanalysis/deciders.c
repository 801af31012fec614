/* The branches that decide which argument a phi gets.

   Where twenty paths lead to one label, most of them with the same value, a branch between two of
   these does not decide.  Each block is labelled with the classes of arguments that can be got from
   it: it decides if these are several.

   A function that opens 200 files one after the other, and returns -1 as soon as one of them fails,
   has 200 branches that decide on its result, and each of them matters to all files opened before.
   So, of more than MAX_SHORT_FUNCTION branches, a fact need not know which of them was taken: from
   such a branch it goes to the phi at once, by one edge for each class (its ways), unless the
   branch tests what matters to the obligation for another reason.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "preanalysis-internal.h"

/* Not worth it for fewer predecessors.  */
#define MIN_DECIDED 4
/* Classes of arguments that are told apart; each further argument is a class, and of a phi with
   more classes all deciders matter.  */
#define FEW_CLASSES 16

/* A search for deciders.  */
struct search
{
  struct regions *regions;
  uint32_t block;		/* That of the phi.  */
  const uint32_t *class_of;	/* By predecessor.  */
  uint32_t *label;		/* By block.  */
};

#define LABEL_NONE 0
#define LABEL_EXIT 1		/* It is not got to.  */
#define LABEL_FIRST 2		/* And one for each predecessor, and each block.  */

static bool
same_operand (const struct lk_operand *a, const struct lk_operand *b)
{
  return (a->kind == b->kind && a->kind != LK_UNKNOWN
	  && (a->kind == LK_CONST ? a->value == b->value : a->path == b->path));
}

/* Return, by predecessor, the first of the N whose argument of PHI is the same; NULL if all differ.
   To be freed by the caller.  */
static uint32_t *
classify_arguments (const struct lk_phi *phi, uint32_t n)
{
  uint32_t *class_of = lk_xmalloc (n * sizeof *class_of);
  bool some = false;
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t first = 0;
      while (first < k && first < FEW_CLASSES
	     && !same_operand (&phi->args[first], &phi->args[k]))
	first++;
      class_of[k] = first < FEW_CLASSES ? first : k;
      some |= class_of[k] != k;
    }
  if (some)
    return class_of;
  free (class_of);
  return NULL;
}

/* Label each block with the only class that can be got from it, or with itself if there are
   several.  Return the number of those.  */
static uint32_t
label_blocks (struct search *s)
{
  struct regions *r = s->regions;
  const struct lk_graph *g = r->view->graph;
  uint32_t n_preds = g->blocks[s->block].n_preds, n = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = r->n_ordered; i-- > 0;)
	{
	  uint32_t b = r->by_order[i], own = LABEL_FIRST + n_preds + b, only = LABEL_NONE;
	  if (!r->ends[b] || s->label[b] == own)
	    continue;
	  only = r->is_exit[b] ? LABEL_EXIT : LABEL_NONE;
	  for (uint32_t k = 0; k < g->blocks[b].n_succs && only != own; k++)
	    {
	      const struct lk_edge *e = g->blocks[b].succs[k];
	      uint32_t there = (e->to == s->block ? LABEL_FIRST + s->class_of[e->pred_index]
				: r->ends[e->to] ? s->label[e->to] : LABEL_NONE);
	      if (there != LABEL_NONE)
		only = only == LABEL_NONE || only == there ? there : own;
	    }
	  n += only == own;
	  changed |= only != s->label[b];
	  s->label[b] = only;
	}
    }
  return n;
}

/* ---- The ways from a decider.  ---- */

/* By block, the ways from it, at most one for each class.  */
struct ways
{
  struct phi_way of[FEW_CLASSES];
  uint32_t n;
  bool many;			/* There are more.  */
};

/* Add the way by OUT to TO to W, unless it has one for that class.  Return true if W changes.  */
static bool
add_way (struct ways *w, const uint32_t *class_of, struct lk_edge *out, struct lk_edge *to)
{
  for (uint32_t i = 0; i < w->n; i++)
    if (class_of[w->of[i].to->pred_index] == class_of[to->pred_index])
      return false;
  if (w->many)
    return false;
  w->many = w->n == FEW_CLASSES;
  if (!w->many)
    w->of[w->n++] = (struct phi_way) { .out = out, .to = to };
  return true;
}

/* Find the ways of all blocks from which only the phi's block is got to; the nearest are found
   first.  */
static void
find_ways (const struct search *s, struct ways *all)
{
  const struct regions *r = s->regions;
  const struct lk_graph *g = r->view->graph;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = r->n_ordered; i-- > 0;)
	{
	  uint32_t b = r->by_order[i];
	  for (uint32_t k = 0; r->ends[b] && b != s->block && k < g->blocks[b].n_succs; k++)
	    {
	      struct lk_edge *e = g->blocks[b].succs[k];
	      const struct ways *there = &all[e->to];
	      if (e->to == s->block)
		{
		  changed |= add_way (&all[b], s->class_of, e, e);
		  continue;
		}
	      for (uint32_t w = 0; w < there->n; w++)
		changed |= add_way (&all[b], s->class_of, e, there->of[w].to);
	      if (there->many && !all[b].many)
		changed = all[b].many = true;
	    }
	}
    }
}

/* Return true if control gets from BLOCK, a decider, to the phi's block and nowhere else, without
   an exception.  */
static bool
leads_there (const struct search *s, uint32_t block)
{
  const struct regions *r = s->regions;
  const struct lk_block *bl = &r->view->graph->blocks[block];
  for (uint32_t k = 0; k < bl->n_succs; k++)
    if (bl->succs[k]->flags & LK_EDGE_EXCEPTION)
      return false;
  return r->ipdom[block] == s->block && !r->is_exit[block];
}

/* ---- What a decider tests.  ---- */

void
each_key_asked (struct function_view *view, const struct lk_operand *op,
		void (*do_) (void *, key_id), void *data, unsigned depth)
{
  struct lk_operand number;
  op = operand_as_number (view->graph, op, &number);
  if (op->kind != LK_PATH || op->path->root >= view->n_vars)
    return;
  do_ (data, key_of_operand (view, op));
  if (op->path->nsel || depth >= MAX_DEF_DEPTH)
    return;
  const struct lk_event *from = view->vars[op->path->root].event;
  if (from && from->kind == LK_EVENT_ASSIGN && from->src.kind == LK_PATH && from->src.path->nsel)
    do_ (data, key_of_access (view, from));
  const struct lk_definition *def = &view->graph->vars[op->path->root].def;
  if (def->kind == LK_DEF_OTHER)
    return;
  each_key_asked (view, &def->a, do_, data, depth + 1);
  each_key_asked (view, &def->b, do_, data, depth + 1);
}

static int
compare_tested (const void *a, const void *b)
{
  const struct tested *x = a, *y = b;
  return (x->key != y->key ? (x->key < y->key ? -1 : 1)
	  : x->decider < y->decider ? -1 : x->decider > y->decider);
}

struct tested_list
{
  struct tested *all;
  uint32_t n, room;
  uint32_t decider;
};

static void
add_tested (void *data, key_id key)
{
  struct tested_list *l = data;
  if (key == NO_KEY)
    return;
  if (l->n == l->room)
    {
      l->room = lk_more_room (l->room, 64);
      l->all = lk_xrealloc (l->all, l->room * sizeof *l->all);
    }
  l->all[l->n].key = key;
  l->all[l->n++].decider = l->decider;
}

/* Write down what the deciders D with ways test, sorted by key.  */
static void
list_tested (struct function_view *view, struct deciders *d)
{
  struct tested_list l = { NULL, 0, 0, 0 };
  for (l.decider = 0; l.decider < d->n; l.decider++)
    {
      const struct lk_block *bl = &view->graph->blocks[d->of[l.decider].block];
      if (!d->of[l.decider].n_ways)
	continue;
      each_key_asked (view, &bl->a, add_tested, &l, 0);
      each_key_asked (view, &bl->b, add_tested, &l, 0);
    }
  if (!l.n)
    return;
  qsort (l.all, l.n, sizeof *l.all, compare_tested);
  d->n_tested = l.n;
  d->tested = lk_arena_alloc (view->arena, l.n * sizeof *l.all);
  memcpy (d->tested, l.all, l.n * sizeof *l.all);
  free (l.all);
}

/* There are many deciders D: find the ways of those that need not be told apart.  */
static void
tell_ways (const struct search *s, struct deciders *d)
{
  struct function_view *view = s->regions->view;
  uint32_t n_blocks = view->graph->n_blocks;
  struct ways *all = lk_xmalloc ((n_blocks + 1) * sizeof *all);
  memset (all, 0, (n_blocks + 1) * sizeof *all);
  find_ways (s, all);
  for (uint32_t i = 0; i < d->n; i++)
    {
      const struct ways *w = &all[d->of[i].block];
      if (w->many || !leads_there (s, d->of[i].block))
	continue;
      d->of[i].n_ways = w->n;
      d->of[i].ways = lk_arena_alloc (view->arena, w->n * sizeof *w->of);
      memcpy (d->of[i].ways, w->of, w->n * sizeof *w->of);
      d->many = true;
    }
  free (all);
  if (d->many)
    limit_met (view->unit, view->graph->function, LIMIT_SHORT_FUNCTION);
  list_tested (view, d);
}

/* ---- The whole.  ---- */

const struct deciders *
regions_deciders (struct regions *r, uint32_t block, const struct lk_phi *phi)
{
  const struct lk_graph *g = r->view->graph;
  uint32_t n_preds = g->blocks[block].n_preds;
  if (!r->deciders)
    r->deciders = lk_arena_alloc (r->view->arena, (r->view->n_vars + 1) * sizeof *r->deciders);
  if (r->deciders[phi->result])
    return r->deciders[phi->result];
  uint32_t *class_of = n_preds < MIN_DECIDED ? NULL : classify_arguments (phi, n_preds);
  if (!class_of)
    return NULL;
  struct search s = { .regions = r, .block = block, .class_of = class_of };
  s.label = lk_xmalloc ((g->n_blocks + 1) * sizeof *s.label);
  memset (s.label, 0, (g->n_blocks + 1) * sizeof *s.label);
  uint32_t n = label_blocks (&s);
  struct deciders *d = lk_arena_alloc (r->view->arena, sizeof *d + n * sizeof *d->of);
  d->block = block;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (s.label[b] == LABEL_FIRST + n_preds + b)
      d->of[d->n++].block = b;
  if (d->n > MAX_SHORT_FUNCTION)
    tell_ways (&s, d);
  r->deciders[phi->result] = d;
  free (s.label);
  free (class_of);
  return d;
}

static int
compare_block (const void *block, const void *decider)
{
  uint32_t a = *(const uint32_t *) block, b = ((const struct decider *) decider)->block;
  return a < b ? -1 : a > b;
}

const struct decider *
decider_at (const struct deciders *d, uint32_t block)
{
  return bsearch (&block, d->of, d->n, sizeof *d->of, compare_block);
}

uint32_t
first_tested (const struct deciders *d, key_id key)
{
  uint32_t low = 0, high = d->n_tested;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (d->tested[middle].key < key)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}
