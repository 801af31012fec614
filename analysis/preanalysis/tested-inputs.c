/* Tested inputs: the arguments that a function's branches, or those of its callees, test, and
   the memory behind them; and the status values that it leaves there.

   Callers keep these in mind (preanalysis/relevant-conditions.c): `in.close (); ... in = open
   (name)' throws only if there was a stream to be closed, which only a function remembers that
   knows that the assignment tests it.  Computed once for each function, and kept when its graph
   is freed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

/* Return the counter of how often a callee was not examined.  */
static uint32_t *
missed_of (struct lk_unit *unit)
{
  return unit_slot (unit, UNIT_TESTED_INPUTS, sizeof (uint32_t));
}

struct tested_inputs *
tested_inputs (struct lk_unit *unit, struct lk_function *fn)
{
  return function_slot (unit, fn, SLOT_TESTED_INPUTS, sizeof (struct tested_inputs));
}

struct tested_inputs *
function_asks (struct lk_unit *unit, struct lk_function *fn)
{
  struct tested_inputs *t = tested_inputs (unit, fn);
  if (t->known || graph_unavailable (unit, fn))
    return t;
  /* In a cycle of calls, the tests of the first function are not known to the others.  */
  if (t->sought || !fact_enter (unit, fn))
    {
      ++*missed_of (unit);
      return t;
    }
  function_view (unit, fn);
  fact_leave (unit);
  return t;
}

uint32_t
asks_begin (struct function_view *view)
{
  if (view->graph->function)
    tested_inputs (view->unit, view->graph->function)->sought = true;
  return *missed_of (view->unit);
}

/* Return LIST with the place PATH, behind a formal or in the returned structure; or LIST, if
   PATH is too far away.  */
static const struct place_list *
add_place (struct function_view *view, const struct place_list *list,
	   const struct lk_path *path)
{
  bool result = path->root == view->returned;
  uint32_t formal = result ? 0 : view->graph->vars[path->root].index;
  if (path->nsel == 0 || path->addend != 0 || formal >= INT16_MAX)
    return list;
  if (path->nsel > MAX_PASSED_SEL)
    {
      if (view->graph->function)
	limit_met (view->unit, view->graph->function, LIMIT_PASSED_SEL);
      return list;
    }
  struct place_list *l = lk_arena_alloc (view->unit->arena, sizeof *l);
  l->place.base = result ? 0 : (int16_t) (formal + 1);
  l->place.nsel = (uint8_t) path->nsel;
  memcpy (l->place.sel, path->sel, path->nsel * sizeof *path->sel);
  l->next = list;
  return l;
}

/* Store in OUT what the key K is about, if that is an input.  */
static bool
input_of (const struct function_view *view, const struct key *k, struct portable_path *out)
{
  if (k->kind != KEY_VALUE && k->kind != KEY_MEMORY)
    return false;
  const struct lk_variable *v = &view->graph->vars[k->path->root];
  memset (out, 0, sizeof *out);
  if (v->class_ == LK_VAR_FORMAL)
    {
      out->root = ROOT_FORMAL;
      out->index = v->index;
    }
  else if (v->class_ == LK_VAR_GLOBAL && v->entity && k->kind == KEY_MEMORY)
    {
      out->root = ROOT_GLOBAL;
      out->entity = v->entity;
    }
  else
    return false;
  if (k->path->nsel > MAX_PASSED_SEL || k->path->addend)
    return false;
  out->nsel = k->path->nsel;
  memcpy (out->sel, k->path->sel, k->path->nsel * sizeof *k->path->sel);
  return true;
}

/* Store in E the two inputs that the equality KEY is about, one of them behind a formal.  */
static bool
inputs_of (const struct function_view *view, key_id key, struct equal_inputs *e)
{
  key_id a, b;
  return (key_equates (view, key, &a, &b) && input_of (view, key_at (view, a), &e->a)
	  && input_of (view, key_at (view, b), &e->b)
	  && (e->a.root == ROOT_FORMAL || e->b.root == ROOT_FORMAL));
}

bool
asks_equality (const struct function_view *view, key_id key)
{
  struct equal_inputs e;
  return inputs_of (view, key, &e);
}

/* Return the key of the input P of EV's callee; NO_KEY if that is a constant, or unknown.  */
static key_id
key_at_call (struct function_view *view, const struct lk_event *ev, const struct portable_path *p)
{
  struct path_rest rest = { .nsel = p->nsel };
  memcpy (rest.sel, p->sel, p->nsel * sizeof *p->sel);
  if (p->root == ROOT_GLOBAL)
    {
      lk_var v = find_global (view->graph, p->entity);
      if (v == LK_NO_VAR)
	{
	  v = lk_graph_add_var (view->graph, LK_VAR_GLOBAL, NULL, 0);
	  view->graph->vars[v].entity = p->entity;
	}
      return key_of_memory (view, lk_path_make (view->graph, v, p->nsel, p->sel, 0));
    }
  if (p->index >= ev->n_args || ev->args[p->index].kind != LK_PATH)
    return NO_KEY;
  if (!p->nsel)
    return key_of_operand (view, &ev->args[p->index]);
  const struct lk_path *place = path_join (view->graph, ev->args[p->index].path, &rest);
  return place ? key_of_memory (view, place) : NO_KEY;
}

void
asks_compared (struct function_view *view, const struct lk_event *ev,
	       const struct equal_inputs *e, key_id *a, key_id *b)
{
  *a = key_at_call (view, ev, &e->a);
  *b = key_at_call (view, ev, &e->b);
}

/* Return LIST, with the bits of a formal that KEY is about if that is what it is.  */
static const struct tested_bits *
add_bits (const struct function_view *view, const struct tested_bits *list, const struct key *key)
{
  if (key->kind != KEY_EXPRESSION || key->code != LK_PURE_AND || key->a_const || !key->b_const)
    return list;
  const struct key *word = key_at (view, (key_id) key->a);
  if (word->kind != KEY_VALUE || word->path->nsel || word->path->addend
      || view->graph->vars[word->path->root].class_ != LK_VAR_FORMAL)
    return list;
  struct tested_bits *t = lk_arena_alloc (view->unit->arena, sizeof *t);
  t->formal = view->graph->vars[word->path->root].index;
  t->mask = key->b;
  t->next = list;
  return t;
}

void
asks_end (struct function_view *view, uint32_t missed, const key_id *stored, unsigned n)
{
  const struct lk_graph *g = view->graph;
  struct tested_inputs *t = g->function ? tested_inputs (view->unit, g->function) : NULL;
  if (!t || t->final)
    return;
  t->asked = t->tags = NULL;
  t->bits = NULL;
  t->arguments = 0;
  for (key_id i = 0; i < view->n_keys; i++)
    {
      const struct key *k = key_at (view, i);
      if (k->tests || k->useful)
	t->bits = add_bits (view, t->bits, k);
      if ((k->kind != KEY_VALUE && k->kind != KEY_MEMORY) || !(k->tests || k->useful)
	  || g->vars[k->path->root].class_ != LK_VAR_FORMAL)
	continue;
      uint32_t formal = g->vars[k->path->root].index;
      if (k->path->nsel == 0 && k->path->addend == 0 && formal < 64)
	t->arguments |= UINT64_C (1) << formal;
      t->asked = add_place (view, t->asked, k->path);
    }
  t->equal = NULL;
  for (key_id i = 0; i < view->n_keys; i++)
    {
      struct equal_inputs e;
      if (!key_at (view, i)->tests || !inputs_of (view, i, &e))
	continue;
      struct equal_inputs *l = lk_arena_alloc (view->unit->arena, sizeof *l);
      *l = e;
      l->next = t->equal;
      t->equal = l;
    }
  for (unsigned j = 0; j < n; j++)
    {
      const struct lk_path *place = key_at (view, stored[j])->path;
      if (g->vars[place->root].class_ == LK_VAR_FORMAL || place->root == view->returned)
	t->tags = add_place (view, t->tags, place);
    }
  t->known = true;
  t->final = missed == *missed_of (view->unit);
}

bool
call_may_look (const struct lk_event *ev, uint32_t k)
{
  return (call_may_write (ev, k)
	  || (ev->args[k].kind == LK_PATH && !ev->args[k].path->nsel
	      && (ev->arg_flags[k] & LK_ARG_CONST)));
}

bool
asks_what_matters (struct function_view *view, const struct lk_event *ev)
{
  const struct tested_inputs *inputs = tested_inputs (view->unit, ev->callee);
  struct effect e = { 0, 0 };
  if (inputs->asked)
    function_effect (view->unit, ev->callee, &e);
  if (e.written)
    return false;
  for (const struct place_list *a = inputs->asked; a; a = a->next)
    {
      uint32_t arg = (uint32_t) a->place.base - 1;
      if (a->place.base <= 0 || arg >= ev->n_args || !call_may_look (ev, arg))
	continue;
      const struct lk_path *place = place_path (view->graph, ev, &a->place);
      if (place && key_at (view, key_of_memory (view, place))->asked_again)
	return true;
    }
  return false;
}

uint8_t *
asks_told (struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  uint8_t *told = lk_xmalloc (view->n_vars + 1);
  memset (told, 0, view->n_vars + 1);
  for (key_id i = 0; i < view->n_keys; i++)
    if (key_at (view, i)->kind == KEY_MEMORY && key_at (view, i)->tests
	&& key_at (view, i)->path->root < view->n_vars)
      told[key_at (view, i)->path->root] = 2;
  for (uint32_t v = 0; v < view->n_vars; v++)
    if (view->vars[v].writes)
      told[v] = 2;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	if (ev->aggregate_result && ev->dest.kind == LK_PATH
	    && ev->dest.path->root < view->n_vars)
	  told[ev->dest.path->root] = 2;
	for (uint32_t a = 0; a < ev->n_args; a++)
	  if (call_may_look (ev, a) && ev->args[a].path->root < view->n_vars
	      && told[ev->args[a].path->root] < 2)
	    told[ev->args[a].path->root]++;
      }
  return told;
}
