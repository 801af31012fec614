/* The witness of a loss: the events on the path to it, and the share of all paths that lose
   the resource.

   A path is a chain of nodes; each node is a block and the fact at its start.  The events
   in between follow from two successive nodes: an access path that only the second node has
   was stored in the first node's block, and a call that releases on success, but left the
   handle's access path alive, has failed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <gmp.h>
#include <stdlib.h>
#include <string.h>
#include "leak-internal.h"

/* ---- Path counts.  ---- */

struct count
{
  mpz_t lost, all;
  uint8_t state;		/* 0 new, 1 on the stack, 2 done.  */
  struct arc *next;
};

void
count_paths (struct solver *solver, struct node *seed,
	     struct lk_finding *finding)
{
  struct lk_arena *arena = solver->context.unit->arena;
  struct count *counts = lk_xmalloc (solver->n_nodes * sizeof *counts);
  struct node **stack = lk_xmalloc ((solver->n_nodes + 1) * sizeof *stack);
  for (uint32_t i = 0; i < solver->n_nodes; i++)
    {
      mpz_init (counts[i].lost);
      mpz_init (counts[i].all);
      counts[i].state = 0;
    }
  unsigned top = 0;
  stack[top++] = seed;
  counts[seed->n].state = 1;
  counts[seed->n].next = seed->arcs;
  while (top)
    {
      struct node *n = stack[top - 1];
      struct count *c = &counts[n->n];
      if (c->next)
	{
	  struct node *to = c->next->to;
	  c->next = c->next->next;
	  if (counts[to->n].state == 0)
	    {
	      counts[to->n].state = 1;
	      counts[to->n].next = to->arcs;
	      stack[top++] = to;
	    }
	  continue;
	}
      for (struct arc *a = n->arcs; a; a = a->next)
	if (counts[a->to->n].state == 2)
	  {
	    mpz_add (c->lost, c->lost, counts[a->to->n].lost);
	    mpz_add (c->all, c->all, counts[a->to->n].all);
	  }
      for (struct terminal *t = n->terminals; t; t = t->next)
	{
	  mpz_add_ui (c->all, c->all, 1);
	  if (t->kind == TERMINAL_LOST)
	    mpz_add_ui (c->lost, c->lost, 1);
	}
      c->state = 2;
      top--;
    }
  char *text = mpz_get_str (NULL, 10, counts[seed->n].lost);
  finding->lost_paths = lk_arena_strdup (arena, text);
  free (text);
  text = mpz_get_str (NULL, 10, counts[seed->n].all);
  finding->all_paths = lk_arena_strdup (arena, text);
  free (text);
  for (uint32_t i = 0; i < solver->n_nodes; i++)
    {
      mpz_clear (counts[i].lost);
      mpz_clear (counts[i].all);
    }
  free (counts);
  free (stack);
}

/* ---- The path.  ---- */

struct telling
{
  struct solver *solver;
  struct lk_step *steps;	/* Malloced.  */
  unsigned n, room;
};

static struct lk_step *
add_step (struct telling *t, enum lk_step_kind kind, lk_loc loc)
{
  if (t->n == t->room)
    {
      t->room = lk_more_room (t->room, 32);
      t->steps = lk_xrealloc (t->steps, t->room * sizeof *t->steps);
    }
  struct lk_step *step = &t->steps[t->n++];
  memset (step, 0, sizeof *step);
  step->kind = kind;
  step->loc = loc;
  step->function = t->solver->context.obligation->function;
  return step;
}

unsigned
tell_acquisition (const struct obligation *o, struct lk_step *steps)
{
  const struct obligation *in = o->origin && o->origin->function ? o->origin : NULL;
  unsigned n = in ? 3 : 1;
  memset (steps, 0, n * sizeof *steps);
  for (unsigned i = 0; i < n; i++)
    {
      steps[i].kind = LK_STEP_ACQUIRED;
      steps[i].loc = o->loc;
      steps[i].function = o->function;
      steps[i].name = o->handle;
      steps[i].name2 = o->acquirer;
      steps[i].from = o->from;
    }
  if (!in)
    return n;
  /* The callee acquires for the caller.  */
  steps[0].kind = LK_STEP_CALL;
  steps[0].name = NULL;
  steps[0].name2 = in->function->name;
  steps[0].from = steps[2].from = NULL;
  while (in->origin && in->origin->function)
    in = in->origin;
  steps[1].loc = in->loc;
  steps[1].function = in->function;
  steps[1].depth = 1;
  steps[1].name = in->handle;
  steps[1].name2 = in->acquirer;
  steps[1].from = in->from;
  steps[2].kind = o->thrown ? LK_STEP_THROWN : LK_STEP_RETURN;
  if (o->thrown)
    steps[2].name2 = steps[0].name2;
  return n;
}

static void
add_acquisition (struct telling *t)
{
  struct lk_step steps[ACQUISITION_STEPS];
  unsigned n = tell_acquisition (t->solver->context.obligation, steps);
  for (unsigned i = 0; i < n; i++)
    *add_step (t, steps[i].kind, steps[i].loc) = steps[i];
}

/* True if the handle is passed as argument N (from 1) of the call.  */
static bool
holds_argument (const struct fact *f, const struct lk_event *ev, unsigned n)
{
  struct path_rest rest;
  if (n == 0 || n > ev->n_args || ev->args[n - 1].kind != LK_PATH)
    return false;
  for (unsigned i = 0; i < f->n_paths; i++)
    if (path_rest (f->paths[i], ev->args[n - 1].path, &rest) && rest.nsel == 0)
      return true;
  return false;
}

/* True if success of this call, which its result shows, discharges the obligation of NODE's
   fact.  */
static bool
ends_on_success (const struct telling *t, const struct node *node,
		 struct lk_event *ev)
{
  const struct obligation *o = t->solver->context.obligation;
  if (!ev->callee || !ev->callee->contract || ev == o->event)
    return false;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c; c = c->next)
    if ((c->role == LK_ROLE_RELEASE || c->role == LK_ROLE_OWN)
	&& (c->any_kind || c->kind == o->kind)
	&& c->place.base > 0 && c->place.nsel == 0 && c->place.addend == 0
	&& holds_argument (&node->fact, ev, c->place.base))
      {
	struct scratch s;
	struct lk_range result;
	scratch_load (&s, &node->fact);
	if (clause_holds (t->solver, ev, &s, c, &result) < 0)
	  return true;
      }
  return false;
}

/* Report the events of NODE's block before the path went on to NEXT or, where NEXT is NULL,
   reached the loss.  */
static void
tell_block (struct telling *t, const struct node *node, const struct node *next,
	    lk_loc end)
{
  const struct obligation *o = t->solver->context.obligation;
  struct lk_block *bl = &t->solver->context.graph->blocks[node->block];
  uint32_t first = 0;
  if (!node->parent && !o->incoming)
    first = o->event_index + 1;
  for (uint32_t i = first; i < bl->n_events; i++)
    {
      struct lk_event *ev = &bl->events[i];
      if (!next && end && ev->loc == end && ev->kind != LK_EVENT_CALL)
	break;
      /* In Java a failure is an exception.  */
      if (ev->kind == LK_EVENT_CALL && ends_on_success (t, node, ev)
	  && !(ev->callee->flags & LK_FN_JAVA))
	{
	  struct lk_step *step = add_step (t, LK_STEP_FAILED, ev->loc);
	  step->name = o->handle;
	  step->name2 = ev->callee->name;
	  step->from = derived_contract (ev->callee);
	}
      else if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
	       && ev->dest.path->nsel && next
	       && fact_has (&next->fact, ev->dest.path)
	       && !fact_has (&node->fact, ev->dest.path))
	{
	  const char *name = path_name (t->solver->context.view, ev->dest.path);
	  if (!name || (o->handle && !strcmp (name, o->handle)))
	    continue;
	  struct lk_step *step = add_step (t, LK_STEP_STORED, ev->loc);
	  step->name = o->handle;
	  step->name2 = name;
	}
    }
}

static void
tell_throw (struct telling *t, const struct lk_event *ev)
{
  if (ev->kind != LK_EVENT_CALL || !ev->loc)
    return;
  const char *name = ev->callee ? ev->callee->name : NULL;
  const struct lk_step *last = &t->steps[t->n - 1];
  /* The acquisition may have told it: the callee acquires and then throws.  */
  if (last->kind == LK_STEP_THROWN && last->loc == ev->loc && name && last->name2
      && !strcmp (last->name2, name))
    return;
  struct lk_step *step = add_step (t, LK_STEP_THROWN, ev->loc);
  step->name2 = name;
}

/* Report how the path left a block: by which branch, or by an exception.  */
static void
tell_edge (struct telling *t, const struct lk_edge *e)
{
  struct lk_block *from = &t->solver->context.graph->blocks[e->from];
  if (e->flags & LK_EDGE_EXCEPTION)
    {
      if (from->n_events)
	tell_throw (t, &from->events[from->n_events - 1]);
    }
  else if ((from->term == LK_TERM_COND || from->term == LK_TERM_SWITCH)
	   && from->loc)
    {
      struct lk_step *step = add_step (t, LK_STEP_CONDITION, from->loc);
      step->value = (from->term == LK_TERM_SWITCH ? 2
		     : e == from->succs[0] ? 1 : 0);
    }
}

/* Report how the path reached NODE, including blocks without nodes of their own.  */
static void
tell_edges (struct telling *t, const struct node *node)
{
  const struct solver *solver = t->solver;
  const struct lk_edge *e = node->via;
  tell_edge (t, e);
  while (e != node->edge)
    {
      e = solver->context.graph->blocks[e->to].succs[regions_of (solver->context.view)->out[e->to]];
      tell_edge (t, e);
    }
}

void
tell_path (struct solver *solver, const struct terminal *loss,
	   struct lk_finding *f)
{
  struct telling t = { .solver = solver };
  add_acquisition (&t);
  unsigned head = t.n;

  unsigned n_nodes = 0;
  for (struct node *n = loss->node; n; n = n->parent)
    n_nodes++;
  struct node **way = lk_xmalloc ((n_nodes + 1) * sizeof *way);
  unsigned k = n_nodes;
  way[n_nodes] = NULL;
  for (struct node *n = loss->node; n; n = n->parent)
    way[--k] = n;
  for (unsigned i = 0; i < n_nodes; i++)
    {
      if (i && way[i]->edge)
	tell_edges (&t, way[i]);
      if (way[i]->fact.n_paths)
	tell_block (&t, way[i], way[i + 1], loss->loc);
    }
  free (way);
  if (loss->thrower)
    tell_throw (&t, loss->thrower);

  /* The last events say most.  */
  if (t.n + 1 > MAX_STEPS)
    {
      unsigned out = t.n + 1 - MAX_STEPS;
      memmove (t.steps + head, t.steps + head + out,
	       (t.n - head - out) * sizeof *t.steps);
      t.n -= out;
      t.steps[head - 1].value = (int) out;
    }
  struct lk_step *last
    = add_step (&t, loss->kind == TERMINAL_HELD ? LK_STEP_EXIT : loss->how,
		loss->loc);
  last->name = solver->context.obligation->handle;
  last->name2 = loss->name;

  struct lk_unit *unit = solver->context.unit;
  struct lk_step *steps = lk_arena_alloc (unit->arena, t.n * sizeof *steps);
  memcpy (steps, t.steps, t.n * sizeof *steps);
  for (unsigned i = 0; i < t.n; i++)
    {
      steps[i].name = unit_strdup (unit, steps[i].name);
      steps[i].name2 = unit_strdup (unit, steps[i].name2);
    }
  free (t.steps);
  f->steps = steps;
  f->n_steps = t.n;
}
