/* What the text form cannot say: graphs that are damaged behind the builder's
   back, each of which the verifier must refuse.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "../../analysis/graph/graph.h"

/* f (p) { if (p) { o[8] = g (p); goto 3 } else goto 3; 3: v = phi; return v }
   and a handler of g's exceptions.  */
static struct lk_graph *
make (struct lk_function *g)
{
  struct lk_graph *graph = lk_graph_new (NULL);
  lk_var p = lk_graph_add_formal (graph, "p");
  lk_var o = lk_graph_add_var (graph, LK_VAR_OBJECT, "o", 0);
  lk_var v = lk_graph_add_var (graph, LK_VAR_VALUE, "v", 1);
  lk_var s = lk_graph_add_var (graph, LK_VAR_GLOBAL, "s", 0);
  graph->vars[s].entity = g;
  const int64_t eight = 8;
  struct lk_operand pp = lk_operand_path (lk_path_make (graph, p, 0, NULL, 0));
  for (int i = 0; i < 5; i++)
    lk_graph_add_block (graph);
  graph->blocks[0].term = LK_TERM_COND;
  graph->blocks[0].op = LK_NE;
  graph->blocks[0].a = pp;
  graph->blocks[0].b = lk_operand_const (0);
  struct lk_event *ev = lk_graph_add_event (graph, 1, LK_EVENT_CALL, 1, 1);
  ev->callee = g;
  ev->args[0] = pp;
  ev->dest = lk_operand_path (lk_path_make (graph, o, 1, &eight, 0));
  graph->blocks[3].term = LK_TERM_RETURN;
  graph->blocks[3].a = lk_operand_path (lk_path_make (graph, v, 0, NULL, 0));
  graph->blocks[4].term = LK_TERM_UNWIND;
  lk_graph_add_edge (graph, 0, 1, 0);
  lk_graph_add_edge (graph, 0, 2, 0);
  lk_graph_add_edge (graph, 1, 3, 0);
  lk_graph_add_edge (graph, 2, 3, 0);
  lk_graph_add_edge (graph, 1, 4, LK_EDGE_EXCEPTION);
  struct lk_phi *phi = lk_graph_add_phi (graph, 3, v);
  phi->args[0] = pp;
  phi->args[1] = lk_operand_const (0);
  return graph;
}

static struct lk_path stray;

/* Damage GRAPH in way N; what the verifier must say, or NULL behind the last
   way.  */
static const char *
damage (struct lk_graph *graph, int n)
{
  struct lk_block *b = graph->blocks;
  switch (n)
    {
    case 0:
      b[1].succs[0]->pred_index = 1;
      return "is not the predecessor it says";
    case 1:
      b[1].succs[0]->to = 9;
      return "leads nowhere";
    case 2:
      b[3].preds[0]->from = 2;
      return "is of another block";
    case 3:
      b[0].n_succs = 1;
      return "successors, but";
    case 4:
      b[0].succs[0]->flags = 64;
      return "unknown flags";
    case 5:
      stray = *b[0].a.path;
      b[0].a.path = &stray;
      return "is not interned";
    case 6:
      stray = *b[0].a.path;
      stray.index = 1000;
      b[0].a.path = &stray;
      return "is not interned";
    case 7:
      stray = *b[0].a.path;
      stray.root = 1000;
      b[0].a.path = &stray;
      return "has no root";
    case 8:
      b[0].a.path = NULL;
      return "has no path";
    case 9:
      b[0].a.kind = 7;
      return "has no kind";
    case 10:
      graph->vars[0].index = 1;
      return "^p.1 is not in the list of formals";
    case 11:
      graph->formals[0] = 1;
      return "is not in the list of formals";
    case 12:
      graph->n_formals = 0;
      return "is not in the list of formals";
    case 13:
      graph->vars[1].class_ = 9;
      return "has no class";
    case 14:
      graph->vars[3].entity = NULL;
      return "stands for no entity";
    case 15:
      graph->vars[2].def.kind = 17;
      return "malformed definition";
    case 16:
      graph->vars[0].def.kind = LK_DEF_NOT;
      return "is no value and has a definition";
    case 17:
      b[1].events[0].args = NULL;
      return "the arguments are missing";
    case 18:
      b[1].events[0].arg_flags[0] = 512;
      return "argument 1 has unknown flags";
    case 19:
      b[1].events[0].kind = LK_EVENT_ASSIGN;
      return "is no call but has parts of one";
    case 20:
      b[1].events[0].size = 4;
      return "has a size";
    case 21:
      b[1].events[0].kind = 12;
      return "is no call but";
    case 22:
      b[2].term = 12;
      return "has no terminator";
    case 23:
      b[0].op = 12;
      return "has no terminator";
    case 24:
      b[2].expected = true;
      return "is expected, but no condition";
    case 25:
      b[2].aggregate_result = true;
      return "does not return";
    case 26:
      b[2].term = LK_TERM_END;
      return "leaves the function, but has successors";
    case 27:
      b[2].term = LK_TERM_COND;
      return "a condition with 1 successors";
    case 28:
      b[4].term = LK_TERM_GOTO;
      return "goes nowhere";
    case 29:
      b[2].succs[0]->flags = LK_EDGE_DEFAULT;
      return "a default that is none of a switch";
    case 30:
      b[3].phis[0].result = 1000;
      return "a phi without a result";
    case 31:
      b[3].phis[0].args = NULL;
      return "has no arguments";
    case 32:
      graph->n_blocks = 0;
      return "no entry block";
    case 33:
      b[0].succs[0]->flags = LK_EDGE_EXCEPTION;
      return "does not end with a call";
    case 34:
      {
	/* An exceptional edge in front of the normal one of a condition.  */
	struct lk_edge *e = b[1].succs[0];
	b[1].term = LK_TERM_COND;
	b[1].succs[0] = b[1].succs[1];
	b[1].succs[1] = e;
	return "an exceptional edge before those of the condition";
      }
    default:
      return NULL;
    }
}

int
main (void)
{
  struct lk_function g;
  int failures = 0;
  memset (&g, 0, sizeof g);
  struct lk_graph *graph = make (&g);
  const char *got = lk_graph_verify (graph);
  if (got)
    {
      printf ("FAIL: verify: an undamaged graph (%s)\n", got);
      failures++;
    }
  else
    puts ("PASS: verify: an undamaged graph");
  lk_graph_free (graph);

  for (int n = 0;; n++)
    {
      graph = make (&g);
      const char *wanted = damage (graph, n);
      got = wanted ? lk_graph_verify (graph) : NULL;
      if (wanted && (!got || !strstr (got, wanted)))
	{
	  printf ("FAIL: verify: %s (got %s)\n", wanted, got ? got : "nothing");
	  failures++;
	}
      else if (wanted)
	printf ("PASS: verify: %s\n", wanted);
      lk_graph_free (graph);
      if (!wanted)
	return failures != 0;
    }
}
