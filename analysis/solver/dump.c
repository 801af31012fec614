/* Facts in readable form, a line for each node of the exploded graph, to find out why a leak
   is or is not reported (dump=facts).

   	# fopen_log: 3 in block 4 from 1: fp#12 fp#12.8 | need#7 != 0

   reads: node 3, at the start of block 4, made from node 1; P holds the value 12 (the user's
   fp) and what is 8 bytes behind it; the value 7 is not 0.  To be read together with
   dump=events, which numbers values the same way.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include "solver-internal.h"

static void
print_path (FILE *f, const struct lk_graph *graph, const struct lk_path *path)
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
      print_path (f, view->graph, k->path);
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
      if (r->has_hole)
	fprintf (f, " != %" PRId64, r->hole);
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
    print_path (f, solver->context.graph, n->fact.paths[i]);
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
