/* Functions that pass a handle to unknown functions: a row says where it is passed, and merging
   puts the effect of these functions in the place of that.

   The function is followed with a handle that unknown functions borrow.  If nothing else
   becomes of it, each of them is named; one that is called whenever the function returns is always
   called.  (Where the argument is NULL there is no handle.)  A function that returns
   nothing but what unknown functions return, or NULL, names them, too.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "derive.h"

/* ---- Always?  ---- */

/* Return true if block BL tests whether the value at PATH is NULL: *EDGE is the edge by which it
   is.  */
static bool
tests_null (const struct function_view *view, const struct lk_block *bl,
	    const struct lk_path *path, uint32_t *edge)
{
  if (bl->term != LK_TERM_COND || (bl->op != LK_EQ && bl->op != LK_NE)
      || bl->a.kind != LK_PATH || bl->b.kind != LK_CONST || bl->b.value != 0
      || (bl->a.path != path && loaded_from (view, bl->a.path->root) != path))
    return false;
  *edge = bl->op == LK_EQ ? 0 : 1;
  return true;
}

/* Return true if VIEW's function returns only after block WANTED, unless the value at PATH is
   NULL.  */
static bool
is_always_run (const struct function_view *view, uint32_t wanted, const struct lk_path *path)
{
  struct block_walk w;
  uint32_t b;
  bool avoided = false;
  if (wanted == 0)
    return true;
  block_walk_begin (&w, view->graph, 0);
  while (!avoided && next_block (&w, &b))
    {
      const struct lk_block *bl = &view->graph->blocks[b];
      uint32_t null = UINT32_MAX;
      avoided = bl->term == LK_TERM_RETURN;
      tests_null (view, bl, path, &null);
      for (uint32_t i = 0; i < bl->n_succs; i++)
	if (i != null && !(bl->succs[i]->flags & LK_EDGE_EXCEPTION) && bl->succs[i]->to != wanted)
	  enter_block (&w, bl->succs[i]->to);
    }
  block_walk_end (&w);
  return !avoided;
}

/* ---- Clauses.  ---- */

static struct lk_clause *
add_pass (struct draft *draft, const struct lk_place *place, const struct lk_function *callee)
{
  struct lk_clause **tail = &draft->contract->elements;
  while (*tail)
    tail = &(*tail)->next;
  struct lk_clause *c = *tail = lk_arena_alloc (draft->unit->arena, sizeof *c);
  struct lk_name *name = lk_arena_alloc (draft->unit->arena, sizeof *name);
  name->name = callee->name;
  c->role = LK_ROLE_PASS;
  c->place = *place;
  c->releasers = name;
  c->callee = callee->key;
  return c;
}

/* Return the clause of DRAFT that passes PLACE to the argument of CALL, or NULL.  */
static struct lk_clause *
find_pass (const struct draft *draft, const struct lk_place *place, const struct lent_call *call)
{
  struct lk_clause *c = draft->contract->elements;
  while (c && !(c->callee == call->callee->key && lk_place_equal (&c->place, place)
		&& c->other.base == (int) call->argument + 1))
    c = c->next;
  return c;
}

bool
pass_on (struct draft *draft, const struct portable_path *path, const struct lent_call *calls)
{
  struct lk_place place, formal = { .base = (int16_t) (path->index + 1) };
  const struct lk_graph *g = draft->view->graph;
  const struct lk_path *entry = lk_path_make (draft->view->graph, g->formals[path->index],
					      path->nsel, path->sel, path->addend);
  if (!place_of_path (path, &place))
    return false;
  for (const struct lent_call *call = calls; call; call = call->next)
    if (call->argument >= INT16_MAX
	|| (call->through && !find_pass (draft, &formal, call)))
      return false;
  for (const struct lent_call *call = calls; call; call = call->next)
    {
      if (call->through)
	continue;
      struct lk_clause *c = find_pass (draft, &place, call);
      if (!c)
	{
	  c = add_pass (draft, &place, call->callee);
	  c->other.base = (int16_t) (call->argument + 1);
	}
      c->always |= is_always_run (draft->view, call->block, entry);
    }
  return true;
}

/* ---- The result.  ---- */

/* The functions whose results a function returns.  */
struct returned
{
  struct draft *draft;
  bool *visited;		/* By variable.  */
  struct lk_function **callees;	/* N of them, fewer than there are variables.  */
  unsigned n;
  bool null;			/* It may return NULL of its own, too.  */
};

/* Return true if it is known here that CALLEE, which has a body, acquires what it returns: then the
   products of its callers say when they return that.  */
static bool
known_to_acquire (const struct lk_function *callee)
{
  const struct function_info *info = callee->engine;
  for (const struct product *p = info ? info->products : NULL; p; p = p->next)
    for (unsigned i = 0; i < p->n_paths; i++)
      if (p->paths[i].root == ROOT_RESULT && !p->paths[i].nsel)
	return true;
  return false;
}

static bool
is_unknown (const struct lk_function *callee)
{
  if (!callee || (callee->contract && (callee->contract->complete || callee->contract->fresh)))
    return false;
  return (!(callee->flags & LK_FN_BODY)
	  || (!(callee->flags & LK_FN_STATIC) && !known_to_acquire (callee)));
}

/* Return true if V is used for nothing but tests, phis and the result.  */
static bool
only_returned (const struct function_view *view, lk_var v)
{
  const struct lk_graph *g = view->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->src.kind == LK_PATH && ev->src.path->root == v && !ev->src.path->nsel)
	  return false;
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v
	      && !(ev->callee && ev->callee->contract && ev->callee->contract->complete
		   && !ev->callee->contract->clauses))
	    return false;
      }
  return true;
}

/* Add the functions whose result OP may be; false if it may be something else.  */
static bool
collect_returned (struct returned *r, const struct lk_operand *op)
{
  const struct function_view *view = r->draft->view;
  if (op->kind == LK_CONST && op->value == 0
      && (r->draft->function->flags & LK_FN_RETURNS_POINTER))
    return r->null = true;
  if (op->kind != LK_PATH || op->path->nsel || op->path->addend
      || view->graph->vars[op->path->root].class_ != LK_VAR_VALUE)
    return false;
  lk_var v = op->path->root;
  if (r->visited[v])
    return true;
  r->visited[v] = true;
  const struct lk_phi *phi = view->vars[v].phi;
  for (uint32_t k = 0; phi && k < view->graph->blocks[view->vars[v].def_block].n_preds; k++)
    if (!collect_returned (r, &phi->args[k]))
      return false;
  const struct lk_event *ev = phi ? NULL : var_call (view, v);
  if (!only_returned (view, v) || (!phi && !(ev && is_unknown (ev->callee))))
    return false;
  for (unsigned i = 0; ev && i < r->n; i++)
    if (r->callees[i] == ev->callee)
      return true;
  if (ev)
    r->callees[r->n++] = ev->callee;
  return true;
}

void
pass_result (struct draft *draft)
{
  const struct lk_graph *g = draft->view->graph;
  const struct lk_place result = { .base = 0 };
  for (const struct lk_clause *c = draft->contract->clauses; c; c = c->next)
    if (c->place.base == 0)
      return;
  struct returned r = { .draft = draft, .visited = lk_xmalloc (g->n_vars + 1),
    .callees = lk_xmalloc ((g->n_vars + 1) * sizeof *r.callees) };
  memset (r.visited, 0, g->n_vars + 1);
  bool good = true;
  for (uint32_t b = 0; b < g->n_blocks && good; b++)
    if (g->blocks[b].term == LK_TERM_RETURN && !(draft->function->flags & LK_FN_VOID))
      good = !g->blocks[b].aggregate_result && collect_returned (&r, &g->blocks[b].a);
  for (unsigned i = 0; good && i < r.n; i++)
    add_pass (draft, &result, r.callees[i])->always = r.n == 1 && !r.null;
  free (r.visited);
  free (r.callees);
}
