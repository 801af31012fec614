/* Facts in readable form (dump=facts), to find out why a leak is or is not reported: a line for
   each node of the exploded graph, for each end of a fact, and for each branch that a fact
   contradicts.

   	# fopen_log: 3 in block 4 from 1: fp#12 fp#12.8 | need#7 != 0
   	# fopen_log: 3 contradicts the edge from block 4 to 6
   	# fopen_log: 3 escaped in block 4 at event 1, call of 'keep'

   The first line reads: node 3, at the start of block 4, made from node 1; the handle is in the
   value 12, the user's fp, and 8 bytes behind it; the value 7 is not 0.  The dump of the events
   numbers blocks and values the same way.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include "solver-internal.h"

static void
dump_path (FILE *f, const struct lk_graph *graph, const struct lk_path *path)
{
  const char *name = graph->vars[path->root].name;
  fprintf (f, " %s#%" PRIu32, name ? name : "", path->root);
  for (unsigned i = 0; i < path->nsel; i++)
    if (path->sel[i] == LK_ANY)
      fputs (".?", f);
    else
      fprintf (f, ".%" PRId64, path->sel[i]);
  if (path->addend == LK_ANY)
    fputs ("+?", f);
  else if (path->addend)
    fprintf (f, "+%" PRId64, path->addend);
}

static void
print_key (FILE *f, const struct function_view *view, key_id id)
{
  const struct key *k = key_at (view, id);
  if (k->kind != KEY_EXPRESSION)
    {
      dump_path (f, view->graph, k->path);
      return;
    }
  fprintf (f, " (%#" PRIx32, k->code);
  if (k->a_const)
    fprintf (f, " %" PRId64, k->a);
  else
    print_key (f, view, (key_id) k->a);
  if (k->b_const)
    fprintf (f, " %" PRId64, k->b);
  else if (k->b)
    print_key (f, view, (key_id) k->b);
  fputc (')', f);
}

static void
print_range (FILE *f, const struct lk_range *r)
{
  if (r->lo == r->hi)
    fprintf (f, " == %" PRId64, r->lo);
  else
    {
      if (r->lo != INT64_MIN)
	fprintf (f, " >= %" PRId64, r->lo);
      if (r->hi != INT64_MAX)
	fprintf (f, " <= %" PRId64, r->hi);
      int64_t hole, next;
      for (bool there = lk_range_next_hole (r, NULL, &hole); there;
	   there = lk_range_next_hole (r, &hole, &next), hole = next)
	fprintf (f, " != %" PRId64, hole);
    }
}

void
trace_node (const struct solver *solver, const struct node *n)
{
  FILE *f = solver->context.unit->options.trace;
  fprintf (f, "# %*s%s: %" PRIu32 " in block %" PRIu32 " from %" PRIu32 ":",
	   (int) solver->depth * 2, "",
	   solver->context.graph->function ? solver->context.graph->function->name : "?", n->n,
	   n->block, n->parent ? n->parent->n : 0);
  for (unsigned i = 0; i < n->fact.n_paths; i++)
    dump_path (f, solver->context.graph, n->fact.paths[i]);
  fputs (" |", f);
  for (unsigned i = 0; i < n->fact.n_conditions; i++)
    {
      print_key (f, solver->context.view, n->fact.conditions[i].key);
      print_range (f, &n->fact.conditions[i].range);
      if (i + 1 < n->fact.n_conditions)
	fputc (',', f);
    }
  if (n->fact.flags & FACT_ASSUMED)
    fprintf (f, " assumed (%s)", n->fact.why ? n->fact.why : "?");
  if (n->fact.flags & FACT_STORED)
    fputs (" stored", f);
  fputc ('\n', f);
}

/* "# FUNCTION: N", which begins a line about the current node; NULL if nothing is traced.  */
static FILE *
begin_line (const struct solver *solver)
{
  FILE *f = solver->context.unit->options.trace;
  if (f)
    fprintf (f, "# %*s%s: %" PRIu32, (int) solver->depth * 2, "",
	     solver->context.graph->function ? solver->context.graph->function->name : "?",
	     solver->current->n);
  return f;
}

void
trace_end (const struct solver *solver, const struct terminal *t)
{
  static const char *const ends[] = {
    [TERMINAL_RELEASED] = "released", [TERMINAL_ESCAPED] = "escaped",
    [TERMINAL_PRODUCT] = "passed on to the caller", [TERMINAL_END] = "ended with the process",
    [TERMINAL_HELD] = "held at return", [TERMINAL_LOST] = "lost"
  };
  FILE *f = begin_line (solver);
  if (!f)
    return;
  fprintf (f, " %s in block %" PRIu32, ends[t->kind], solver->current->block);
  if (t->event)
    {
      const struct lk_event *ev = t->event;
      fprintf (f, " at event %" PRIu32, solver->context.event);
      if (ev->kind == LK_EVENT_CALL)
	fprintf (f, ", call of '%s'", ev->callee ? ev->callee->name : "a pointer");
    }
  if (t->assumed)
    fprintf (f, ", assumed (%s)", t->why ? t->why : "?");
  fputc ('\n', f);
}

void
trace_contradiction (const struct solver *solver, uint32_t to)
{
  FILE *f = begin_line (solver);
  if (f)
    fprintf (f, " contradicts the edge from block %" PRIu32 " to %" PRIu32 "\n",
	     solver->current->block, to);
}
