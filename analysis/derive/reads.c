/* Arguments of which a function only reads what they point to, as clauses "reads": callers keep
   what they know of that, as if the parameter were a pointer to const.

   Variables that get their values from each other, by assignments, phis and sums, are one *value*.
   For each value it is found out to the objects of which formals it may point, and for each object,
   a local one or a formal's, which of these pointers may be stored in it; what is stored anywhere
   else, and may be found anywhere else, is kept in one place.  The result of a call may be any of
   its arguments, or what is stored in their objects.  A function changes what a formal points to if
   it stores through a value that may point there.  If it passes such a value to a function, what
   that does decides; one that other units can name, or that is not here, is named in the clause,
   and merging decides (spec/merge-reads.c).

   Heuristics: a callee stores none of its arguments in the object of another one, and a store
   through a global variable, or through a pointer that was found in memory, changes no argument's
   object, unless the function itself has stored the argument there.  Wrong if the caller's argument
   is also known there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "derive.h"

/* An argument of a call to which memory is handed.  */
struct handed
{
  struct lk_function *callee;
  uint32_t argument;
  struct handed *next;
};

struct formal_memory
{
  bool written;
  bool visited;			/* In derive_reads.  */
  const struct handed *to;
};

/* The effects of one function itself.  */
struct memory_use
{
  bool known, good;
  uint64_t returned;		/* The formals to whose objects the result may point.  */
  uint32_t n_formals;
  struct formal_memory *formals;
};

static const struct memory_use *memory_use (struct lk_unit *, struct lk_function *);

/* ---- Values, and where they lead.  ---- */

/* Formals, as bits; all from this one on share a bit.  */
#define LAST_FORMAL 63

struct values
{
  struct function_view *view;
  lk_var *parent;		/* By variable.  */
  /* By the first variable of a value, as bits: the formals to whose objects it points, and those
     that are stored in what it points to.  */
  uint64_t *leads, *content;
  uint64_t stored[LAST_FORMAL + 1];	/* In the formal's object.  */
  uint64_t elsewhere;
  bool changed;
  uint64_t written;
  struct handed *handed[LAST_FORMAL + 1];
};

static lk_var
value_of (struct values *v, lk_var var)
{
  while (v->parent[var] != var)
    var = v->parent[var] = v->parent[v->parent[var]];
  return var;
}

static void
join_operand (struct values *v, lk_var var, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->nsel)
    return;
  lk_var a = value_of (v, var), b = value_of (v, op->path->root);
  v->parent[a < b ? b : a] = a < b ? a : b;
}

static void
join_values (struct values *v)
{
  const struct lk_graph *g = v->view->graph;
  for (lk_var var = 0; var < g->n_vars; var++)
    if (g->vars[var].def.kind == LK_DEF_PURE)
      join_operand (v, var, &g->vars[var].def.a);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  join_operand (v, bl->phis[i].result, &bl->phis[i].args[k]);
      for (uint32_t i = 0; i < bl->n_events; i++)
	if (bl->events[i].kind == LK_EVENT_ASSIGN && bl->events[i].dest.kind == LK_PATH
	    && !bl->events[i].dest.path->nsel)
	  join_operand (v, bl->events[i].dest.path->root, &bl->events[i].src);
    }
}

/* Return what is stored in the objects of FORMALS.  */
static uint64_t
stored_behind (const struct values *v, uint64_t formals)
{
  uint64_t stored = 0;
  for (; formals; formals &= formals - 1)
    stored |= v->stored[__builtin_ctzll (formals)];
  return stored;
}

static bool
is_variable (const struct values *v, lk_var var)
{
  enum lk_var_class class_ = v->view->graph->vars[var].class_;
  return class_ == LK_VAR_OBJECT || class_ == LK_VAR_GLOBAL;
}

/* Return the formals to whose objects that may point which N loads find from PATH's root.  */
static uint64_t
found (struct values *v, const struct lk_path *path, unsigned n)
{
  lk_var value = value_of (v, path->root);
  uint64_t formals = v->leads[value];
  for (unsigned i = 0; i < n; i++)
    {
      uint64_t next = stored_behind (v, formals) | (i == 0 ? v->content[value] : 0);
      if (i > 0 || !is_variable (v, path->root))
	next |= v->elsewhere;
      if (i > 0 && next == formals)
	break;
      formals = next;
    }
  return formals;
}

static uint64_t
found_at (struct values *v, const struct lk_operand *op)
{
  return op->kind == LK_PATH ? found (v, op->path, op->path->nsel) : 0;
}

static void
lead_to (struct values *v, uint64_t *bits, uint64_t more)
{
  v->changed |= (more & ~*bits) != 0;
  *bits |= more;
}

/* Pointers to the objects of FORMALS get to PLACE, or, IN_MEMORY, to where the value PLACE points
   to.  FRESH: that is a new object.  */
static void
store (struct values *v, const struct lk_path *place, bool in_memory, uint64_t formals, bool fresh)
{
  lk_var value = value_of (v, place->root);
  unsigned depth = place->nsel + in_memory;
  if (depth == 0)
    {
      lead_to (v, &v->leads[value], formals);
      return;
    }
  if (depth == 1)
    {
      lead_to (v, &v->content[value], formals);
      for (uint64_t rest = v->leads[value]; rest; rest &= rest - 1)
	lead_to (v, &v->stored[__builtin_ctzll (rest)], formals);
    }
  if (depth > 1 || (!v->leads[value] && !fresh && !is_variable (v, place->root)))
    lead_to (v, &v->elsewhere, formals);
  /* Others may store there.  */
  if (v->view->graph->vars[place->root].class_ == LK_VAR_GLOBAL)
    v->written |= formals;
}

/* Return what the result of EV may point to.  */
static uint64_t
result_of (struct values *v, const struct lk_event *ev)
{
  uint64_t formals = 0;
  if ((ev->callee && !ev->aggregate_result && !(ev->callee->flags & LK_FN_RETURNS_POINTER))
      || makes_memory (ev->callee))
    return 0;
  bool here = ev->callee && (ev->callee->flags & LK_FN_BODY) && !ev->aggregate_result;
  uint64_t returned = here ? memory_use (v->view->unit, ev->callee)->returned : UINT64_MAX;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (!(ev->arg_flags[k] & LK_ARG_SCALAR) && ev->args[k].kind == LK_PATH)
      {
	if (returned >> (k < LAST_FORMAL ? k : LAST_FORMAL) & 1)
	  formals |= found_at (v, &ev->args[k]);
	formals |= found (v, ev->args[k].path, ev->args[k].path->nsel + 1);
      }
  return formals;
}

static void
follow_event (struct values *v, const struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH)
    return;
  uint64_t formals;
  if (ev->kind == LK_EVENT_CALL)
    formals = result_of (v, ev);
  else if (ev->kind == LK_EVENT_COPY && ev->src.kind == LK_PATH)
    formals = found (v, ev->src.path, ev->src.path->nsel + 1);
  else
    formals = found_at (v, &ev->src);
  const struct lk_event *made = var_call (v->view, ev->dest.path->root);
  store (v, ev->dest.path, lk_writes_at_address (ev), formals,
	 made && makes_memory (made->callee));
}

static void
follow_all (struct values *v)
{
  const struct lk_graph *g = v->view->graph;
  join_values (v);
  for (uint32_t i = 0; i < g->n_formals; i++)
    v->leads[value_of (v, g->formals[i])]
      |= UINT64_C (1) << (i < LAST_FORMAL ? i : LAST_FORMAL);
  do
    {
      v->changed = false;
      for (uint32_t b = 0; b < g->n_blocks; b++)
	for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	  follow_event (v, &g->blocks[b].events[i]);
    }
  while (v->changed);
}

/* ---- What is written.  ---- */

static void
note_store (struct values *v, const struct lk_event *ev)
{
  const struct lk_path *place = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  unsigned depth = place ? place->nsel + lk_writes_at_address (ev) : 0;
  if (ev->kind != LK_EVENT_DEAD && depth > 0)
    v->written |= found (v, place, depth - 1);
}

/* Return true if what CALLEE does with its arguments is known from elsewhere, and merging cannot
   tell more.  */
static bool
is_specified (const struct lk_function *callee)
{
  const struct lk_contract *contract = callee->contract;
  return contract && contract->complete && contract->source < LK_SOURCE_INFERRED;
}

static void
hand (struct values *v, unsigned formal, const struct lk_event *ev, uint32_t k)
{
  for (const struct handed *h = v->handed[formal]; h; h = h->next)
    if (h->callee == ev->callee && h->argument == k)
      return;
  struct handed *h = lk_arena_alloc (v->view->unit->arena, sizeof *h);
  h->callee = ev->callee;
  h->argument = k;
  h->next = v->handed[formal];
  v->handed[formal] = h;
}

/* EV passes its argument K to its callee.  The callee may change what is stored in the argument's
   object, whatever it does with the object itself.  */
static void
note_passed (struct values *v, const struct lk_event *ev, uint32_t k)
{
  const struct lk_operand *op = &ev->args[k];
  if (op->kind != LK_PATH || (ev->arg_flags[k] & (LK_ARG_SCALAR | LK_ARG_FORMATTED))
      || (ev->callee && (ev->callee->flags & LK_FN_PURE)))
    return;
  uint64_t formals = found_at (v, op);
  v->written |= stored_behind (v, formals);
  if (!op->path->nsel)
    v->written |= v->content[value_of (v, op->path->root)];
  if (ev->arg_flags[k] & (LK_ARG_CONST | LK_ARG_BY_VALUE))
    return;
  if (!ev->callee || is_specified (ev->callee))
    v->written |= formals;
  else
    for (; formals; formals &= formals - 1)
      hand (v, (unsigned) __builtin_ctzll (formals), ev, k);
}

static void
note_all (struct values *v)
{
  const struct lk_graph *g = v->view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	note_store (v, ev);
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  note_passed (v, ev, k);
      }
  for (lk_var var = 0; var < g->n_vars; var++)
    if (g->vars[var].class_ == LK_VAR_GLOBAL)
      v->written |= v->leads[value_of (v, var)];
}

static void
use_memory (struct memory_use *use, struct function_view *view)
{
  const struct lk_graph *g = view->graph;
  struct values v = { .view = view,
		      .parent = lk_xmalloc ((g->n_vars + 1) * sizeof *v.parent),
		      .leads = lk_xmalloc ((g->n_vars + 1) * sizeof *v.leads),
		      .content = lk_xmalloc ((g->n_vars + 1) * sizeof *v.content) };
  for (lk_var var = 0; var < g->n_vars; var++)
    {
      v.parent[var] = var;
      v.leads[var] = v.content[var] = 0;
    }
  follow_all (&v);
  note_all (&v);
  use->n_formals = g->n_formals;
  use->formals = lk_arena_alloc (view->unit->arena, (g->n_formals + 1) * sizeof *use->formals);
  for (uint32_t i = 0; i < g->n_formals; i++)
    {
      unsigned formal = i < LAST_FORMAL ? i : LAST_FORMAL;
      use->formals[i].written = v.written >> formal & 1;
      use->formals[i].to = v.handed[formal];
    }
  use->good = true;
  use->returned = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_RETURN)
      use->returned |= g->blocks[b].aggregate_result ? UINT64_MAX : found_at (&v, &g->blocks[b].a);
  free (v.parent);
  free (v.leads);
  free (v.content);
}

/* Return the effects of FN itself, which has a body.  In a circle of calls the result of one that
   is being read may be any of its arguments.  */
static const struct memory_use *
memory_use (struct lk_unit *unit, struct lk_function *fn)
{
  struct memory_use *use = function_slot (unit, fn, SLOT_MEMORY_USE, sizeof *use);
  if (use->known)
    return use;
  use->known = true;
  use->returned = UINT64_MAX;
  if (!fact_enter (unit, fn))
    return use;
  struct function_view *view = function_view (unit, fn);
  if (view)
    use_memory (use, view);
  fact_leave (unit);
  return use;
}

/* ---- With callees.  ---- */

struct walk
{
  struct lk_unit *unit;
  struct formal_memory **all;	/* Visited: N of them.  */
  size_t n, room;
  bool written;
};

/* Visit the formal number K of FN, a function with a body.  */
static void
visit_formal (struct walk *w, struct lk_function *fn, uint32_t k)
{
  const struct memory_use *use = memory_use (w->unit, fn);
  if (!use->good || k >= use->n_formals || use->formals[k].written)
    w->written = true;
  else if (!use->formals[k].visited)
    {
      if (w->n == w->room)
	{
	  w->room = lk_more_room (w->room, 16);
	  w->all = lk_xrealloc (w->all, w->room * sizeof *w->all);
	}
      use->formals[k].visited = true;
      w->all[w->n++] = &use->formals[k];
    }
}

/* Return true if FN is asked here, and not when records are merged.  */
static bool
is_asked_here (const struct lk_function *fn)
{
  return (fn->flags & LK_FN_BODY) && !(fn->flags & LK_FN_EXTERNAL);
}

/* Add a clause that the formal number K is only read, if CALLEE only reads its argument; CALLEE may
   be NULL.  */
static void
add_reads (struct draft *draft, uint32_t k, const struct handed *callee)
{
  struct lk_clause **tail = &draft->contract->elements;
  while (*tail)
    tail = &(*tail)->next;
  struct lk_clause *c = *tail = lk_arena_alloc (draft->unit->arena, sizeof *c);
  c->role = LK_ROLE_READS;
  c->place.base = (int16_t) (k + 1);
  if (!callee)
    return;
  c->releasers = lk_arena_alloc (draft->unit->arena, sizeof *c->releasers);
  c->releasers->name = callee->callee->name;
  c->callee = callee->callee->key;
  c->other.base = (int16_t) (callee->argument + 1);
}

static bool
is_added (const struct draft *draft, uint32_t k, const struct handed *h)
{
  for (const struct lk_clause *c = draft->contract->elements; c; c = c->next)
    if (c->role == LK_ROLE_READS && c->place.base == (int) k + 1 && c->callee == h->callee->key
	&& c->other.base == (int) h->argument + 1)
      return true;
  return false;
}

static void
derive_one (struct draft *draft, uint32_t formal)
{
  struct walk w = { .unit = draft->unit };
  visit_formal (&w, draft->function, formal);
  for (size_t i = 0; i < w.n && !w.written; i++)
    for (const struct handed *h = w.all[i]->to; h && !w.written; h = h->next)
      if (h->argument >= INT16_MAX)
	w.written = true;
      else if (is_asked_here (h->callee))
	visit_formal (&w, h->callee, h->argument);
  bool some = false;
  for (size_t i = 0; i < w.n; i++)
    {
      w.all[i]->visited = false;
      for (const struct handed *h = w.written ? NULL : w.all[i]->to; h; h = h->next)
	if (!is_asked_here (h->callee)
	    && !(h->callee == draft->function && h->argument == formal))
	  {
	    some = true;
	    if (!is_added (draft, formal, h))
	      add_reads (draft, formal, h);
	  }
    }
  if (!w.written && !some)
    add_reads (draft, formal, NULL);
  free (w.all);
}

void
derive_reads (struct draft *draft)
{
  /* A destroyed object has no members any more.  */
  bool destroys = (draft->function->flags & LK_FN_DESTRUCTOR) != 0;
  for (uint32_t i = destroys ? 1 : 0; i < draft->view->graph->n_formals; i++)
    derive_one (draft, i);
}
