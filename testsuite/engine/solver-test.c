/* The solver with an invented problem: a fact is one variable, and each edge of the graph
   renames variables by a table, or drops them.  The nodes of the exploded graph are held against
   what the tables say can be reached.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../../analysis/solver/solver.h"

enum { BLOCKS = 8, VARS = 4, GONE = VARS };

struct edge
{
  uint8_t from, to;
  uint8_t becomes[VARS];	/* By variable: another, or GONE.  */
};

static struct
{
  const char *name;
  unsigned n;
  struct edge edges[BLOCKS * 2];
} problems[] = {
  { "a line", 2, { { 0, 1, { 0, 1, 2, 3 } }, { 1, 2, { 1, 2, 3, 0 } } } },
  { "a branch", 3, { { 0, 1, { 1, 1, 1, 1 } }, { 0, 2, { 2, 2, 2, 2 } },
		     { 1, 3, { 0, 1, 2, 3 } } } },
  { "a branch and a join", 4, { { 0, 1, { 1, 1, 1, 1 } }, { 0, 2, { 2, 2, 2, 2 } },
				{ 1, 3, { 0, 1, 2, 3 } }, { 2, 3, { 0, 1, 2, 3 } } } },
  { "a loop that renames", 3, { { 0, 1, { 0, 1, 2, 3 } }, { 1, 1, { 1, 2, 3, GONE } },
				{ 1, 2, { 0, 1, 2, 3 } } } },
  { "a fact that is dropped", 2, { { 0, 1, { GONE, 1, 2, 3 } }, { 1, 2, { 0, 1, 2, 3 } } } },
};
enum { N_PROBLEMS = sizeof problems / sizeof problems[0] };

static unsigned problem;
static bool failed;

static void
run (struct solver *solver, uint32_t block, uint32_t first, struct scratch *fact)
{
  (void) first;
  struct lk_block *bl = &solver->context.graph->blocks[block];
  lk_var v = fact->paths[0]->root;
  for (uint32_t i = 0, k = 0; i < bl->n_succs; i++)
    {
      while (problems[problem].edges[k].from != block)
	k++;
      unsigned to = problems[problem].edges[k++].becomes[v];
      struct scratch s;
      scratch_copy (&s, fact);
      s.paths[0] = to == GONE ? NULL : lk_path_make (solver->context.graph, to, 0, NULL, 0);
      if (to != GONE)
	solver_reach (solver, bl->succs[i]->to, &s, bl->succs[i], bl->succs[i], MAX_VARIANTS);
    }
}

static const struct flow_problem invented = { run, NULL, NULL };

/* Set SEEN[b], bits of the variables that get to block B.  */
static void
expect (uint32_t *seen)
{
  bool more = true;
  memset (seen, 0, BLOCKS * sizeof *seen);
  uint32_t start = 1;
  while (more)
    {
      more = false;
      for (unsigned k = 0; k < problems[problem].n; k++)
	for (unsigned v = 0; v < VARS; v++)
	  {
	    const struct edge *e = &problems[problem].edges[k];
	    uint32_t at = seen[e->from] | (e->from == 0 ? start : 0);
	    uint32_t bit = e->becomes[v] == GONE ? 0 : UINT32_C (1) << e->becomes[v];
	    if ((at >> v & 1) && (seen[e->to] | bit) != seen[e->to])
	      {
		seen[e->to] |= bit;
		more = true;
	      }
	  }
    }
}

static bool
solved (void)
{
  static const struct lk_host host;
  static const struct lk_kind kind;
  struct lk_options options;
  memset (&options, 0, sizeof options);
  struct lk_unit *unit = lk_unit_new (&host, &options);
  struct lk_function *fn = lk_unit_add_function (unit, "f");
  struct lk_graph *g = lk_graph_new (fn);
  fn->graph = g;
  for (unsigned v = 0; v < VARS; v++)
    lk_graph_add_formal (g, "v");
  for (unsigned b = 0; b < BLOCKS; b++)
    lk_graph_add_block (g);
  for (unsigned k = 0; k < problems[problem].n; k++)
    lk_graph_add_edge (g, problems[problem].edges[k].from, problems[problem].edges[k].to, 0);
  for (unsigned b = 0; b < BLOCKS; b++)
    g->blocks[b].term = g->blocks[b].n_succs ? LK_TERM_GOTO : LK_TERM_RETURN;
  struct function_view *view = view_new (unit, g);
  struct obligation o;
  memset (&o, 0, sizeof o);
  o.kind = &kind;
  o.function = fn;
  struct solver *solver = solver_new (unit, view, &o, view->arena, 0);
  solver->context.problem = &invented;
  struct scratch s;
  memset (&s, 0, sizeof s);
  s.paths[s.n_paths++] = lk_path_make (g, 0, 0, NULL, 0);
  solver_seed (solver, 0, 0, &s);
  solver_run (solver);
  uint32_t want[BLOCKS];
  bool good = !solver->overflow;
  expect (want);
  for (unsigned b = 0; b < BLOCKS; b++)
    {
      uint32_t got = 0;
      unsigned n = 0;
      for (const struct node *at = *solver_nodes (solver, b); at; at = at->same_block, n++)
	{
	  got |= UINT32_C (1) << at->fact.paths[0]->root;
	  /* Each node was reached from another one, by an edge to its block.  */
	  good &= at->parent && at->edge && at->edge->to == b;
	}
      /* A node for each fact, and no second one.  */
      good &= got == want[b] && n == (unsigned) __builtin_popcount (want[b]);
    }
  solver_free (solver);
  view_free (view);
  lk_unit_free (unit);
  return good;
}

static void
make_problem (uint32_t seed)
{
  unsigned n = 0;
  for (unsigned from = 0; from < BLOCKS; from++)
    for (unsigned way = 0; way < seed % 3 && way < 2; way++)
      {
	struct edge *e = &problems[0].edges[n++];
	seed = seed * 1664525 + 1013904223;
	e->from = from;
	e->to = 1 + (seed >> 12) % (BLOCKS - 1);
	for (unsigned v = 0; v < VARS; v++)
	  e->becomes[v] = (seed >> (16 + 3 * v)) % (VARS + 1);
      }
  problems[0].n = n;
}

int
main (void)
{
  for (problem = 0; problem < N_PROBLEMS; problem++)
    {
      bool good = solved ();
      printf ("%s: solver: %s\n", good ? "PASS" : "FAIL", problems[problem].name);
      failed |= !good;
    }
  problem = 0;
  bool good = true;
  for (uint32_t seed = 1; seed <= 2000 && good; seed++)
    {
      make_problem (seed);
      good = solved ();
      if (!good)
	printf ("seed %" PRIu32 "\n", seed);
    }
  printf ("%s: solver: 2000 problems\n", good ? "PASS" : "FAIL");
  return failed || !good;
}
