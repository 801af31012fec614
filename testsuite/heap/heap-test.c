/* Points-to: small programs as tables of edges, with what each node holds; then random programs,
   each held against a solution by brute force, with and without filters, edges added between two
   solutions, and methods that are called when an object arrives; then flows-to on random graphs
   with calls, held against a walk that keeps whole stacks.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../heap/heap.h"

enum { MAX_NODES = 40, MAX_OBJECTS = 8, MAX_FIELDS = 2, MAX_EDGES = 80 };

/* Statements: "x = new N", "x = y", "x = y.f", "x.f = y".  */
enum kind { NEW = 1, COPY, LOAD, STORE };
struct statement
{
  enum kind kind;
  unsigned x, y, f;		/* F: the field, or of a copy its label.  */
};

struct program
{
  unsigned n_nodes, n_objects, n;
  unsigned filters[MAX_NODES];	/* 0: none; else a mask of types.  */
  struct statement all[MAX_EDGES];
};

static bool failed;

static void
verdict (bool good, const char *what)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  failed |= !good;
}

/* Objects have their number as type; a filter is a mask of them.  */
static bool
fits (void *data, uint32_t type, uint32_t filter)
{
  (void) data;
  return filter >> type & 1;
}

static uint32_t
number (const struct lk_heap_set *set)
{
  uint32_t mask = 0;
  for (uint32_t o = lk_heap_set_from (set, 0); o != LK_HEAP_NONE;
       o = lk_heap_set_from (set, o + 1))
    mask |= UINT32_C (1) << o;
  return mask;
}

static void
add (struct lk_heap *heap, const struct statement *s)
{
  switch (s->kind)
    {
    case NEW:
      lk_heap_alloc (heap, s->x, s->y);
      break;
    case COPY:
      lk_heap_copy (heap, s->y, s->x, s->f);
      break;
    case LOAD:
      lk_heap_load (heap, s->y, s->f, s->x);
      break;
    case STORE:
      lk_heap_store (heap, s->x, s->f, s->y);
      break;
    }
}

static struct lk_heap *
begin (const struct program *p)
{
  struct lk_heap_host host = { .fits = fits };
  struct lk_heap *heap = lk_heap_new (&host);
  lk_heap_nodes (heap, p->n_nodes);
  for (unsigned i = 0; i < p->n_nodes; i++)
    lk_heap_set_filter (heap, i, p->filters[i]);
  for (unsigned i = 0; i < p->n_objects; i++)
    lk_heap_object (heap, i);
  return heap;
}

/* ---- By brute force.  ---- */

struct solution
{
  uint32_t nodes[MAX_NODES], fields[MAX_OBJECTS][MAX_FIELDS];
};

static bool
grow (uint32_t *set, uint32_t more)
{
  uint32_t old = *set;
  *set |= more;
  return *set != old;
}

static void
brute (const struct program *p, struct solution *s)
{
  memset (s, 0, sizeof *s);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (unsigned i = 0; i < p->n; i++)
	{
	  const struct statement *t = &p->all[i];
	  uint32_t mask = p->filters[t->x] ? p->filters[t->x] : UINT32_MAX;
	  if (t->kind == NEW)
	    changed |= grow (&s->nodes[t->x], UINT32_C (1) << t->y & mask);
	  else if (t->kind == COPY)
	    changed |= grow (&s->nodes[t->x], s->nodes[t->y] & mask);
	  else
	    for (unsigned o = 0; o < p->n_objects; o++)
	      if (t->kind == LOAD && s->nodes[t->y] >> o & 1)
		changed |= grow (&s->nodes[t->x], s->fields[o][t->f] & mask);
	      else if (t->kind == STORE && s->nodes[t->x] >> o & 1)
		changed |= grow (&s->fields[o][t->f], s->nodes[t->y]);
	}
    }
}

static bool
same (const struct lk_heap *heap, const struct program *p, const struct solution *s)
{
  for (unsigned i = 0; i < p->n_nodes; i++)
    if (number (lk_heap_held (heap, i)) != s->nodes[i])
      return false;
  for (unsigned o = 0; o < p->n_objects; o++)
    for (unsigned f = 0; f < MAX_FIELDS; f++)
      {
	uint32_t node = lk_heap_field (heap, o, f);
	if ((node == LK_HEAP_NONE ? 0 : number (lk_heap_held (heap, node))) != s->fields[o][f])
	  return false;
      }
  return true;
}

/* ---- Tables.  ---- */

static const struct
{
  const char *what;
  unsigned n_nodes, n_objects;
  struct statement all[8];
  uint32_t held[6];		/* By node, as masks of objects.  */
  unsigned filtered, filter;	/* A node, and its filter.  */
} tables[] =
{
  { "a new object and a copy", 2, 1, { { NEW, 0, 0, 0 }, { COPY, 1, 0, 0 } }, { 1, 1 }, 0, 0 },
  { "a store and a load of the same field", 3, 2,
    { { NEW, 0, 0, 0 }, { NEW, 1, 1, 0 }, { STORE, 0, 1, 0 }, { LOAD, 2, 0, 0 } },
    { 1, 2, 2 }, 0, 0 },
  { "a load of another field", 3, 2,
    { { NEW, 0, 0, 0 }, { NEW, 1, 1, 0 }, { STORE, 0, 1, 0 }, { LOAD, 2, 0, 1 } },
    { 1, 2, 0 }, 0, 0 },
  { "two objects with the same field", 5, 4,
    { { NEW, 0, 0, 0 }, { NEW, 1, 1, 0 }, { NEW, 2, 2, 0 }, { STORE, 0, 2, 0 },
      { LOAD, 3, 1, 0 }, { LOAD, 4, 0, 0 } },
    { 1, 2, 4, 0, 4 }, 0, 0 },
  { "a cycle of copies", 3, 2,
    { { NEW, 0, 0, 0 }, { NEW, 2, 1, 0 }, { COPY, 1, 0, 0 }, { COPY, 2, 1, 0 },
      { COPY, 0, 2, 0 } }, { 3, 3, 3 }, 0, 0 },
  { "an object that holds itself", 2, 1,
    { { NEW, 0, 0, 0 }, { STORE, 0, 0, 1 }, { LOAD, 1, 0, 1 } }, { 1, 1 }, 0, 0 },
  { "a cast", 3, 2,
    { { NEW, 0, 0, 0 }, { NEW, 0, 1, 0 }, { COPY, 1, 0, 0 }, { COPY, 2, 1, 0 } },
    { 3, 2, 2 }, 1, 2 },
  { "a list: head = new node (next = head)", 3, 2,
    { { NEW, 0, 0, 0 }, { NEW, 1, 1, 0 }, { LOAD, 2, 0, 0 }, { STORE, 1, 2, 1 },
      { STORE, 0, 1, 0 } }, { 1, 2, 2 }, 0, 0 }
};

static void
run_tables (void)
{
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
    {
      struct program p = { tables[i].n_nodes, tables[i].n_objects, 0, { 0 }, { { 0 } } };
      while (p.n < 8 && tables[i].all[p.n].kind)
	{
	  p.all[p.n] = tables[i].all[p.n];
	  p.n++;
	}
      p.filters[tables[i].filtered] = tables[i].filter;
      struct lk_heap *heap = begin (&p);
      for (unsigned k = 0; k < p.n; k++)
	add (heap, &p.all[k]);
      lk_heap_solve (heap);
      bool good = true;
      for (unsigned k = 0; k < p.n_nodes; k++)
	good &= number (lk_heap_held (heap, k)) == tables[i].held[k];
      verdict (good, tables[i].what);
      lk_heap_free (heap);
    }
}

/* ---- Random programs.  ---- */

static uint64_t seed;

static unsigned
random_below (unsigned n)
{
  seed = seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (unsigned) (seed >> 33) % n;
}

static void
make_program (struct program *p, bool filters)
{
  memset (p, 0, sizeof *p);
  p->n_nodes = 2 + random_below (MAX_NODES - 2);
  p->n_objects = 1 + random_below (MAX_OBJECTS);
  p->n = 1 + random_below (MAX_EDGES);
  for (unsigned i = 0; filters && i < p->n_nodes; i++)
    if (random_below (4) == 0)
      p->filters[i] = 1 + random_below ((1u << MAX_OBJECTS) - 1);
  for (unsigned i = 0; i < p->n; i++)
    {
      static const enum kind kinds[] = { NEW, COPY, COPY, COPY, LOAD, STORE };
      struct statement *s = &p->all[i];
      s->kind = i < p->n_objects ? NEW : kinds[random_below (6)];
      s->x = random_below (p->n_nodes);
      s->y = random_below (s->kind == NEW ? p->n_objects : p->n_nodes);
      s->f = s->kind == LOAD || s->kind == STORE ? random_below (MAX_FIELDS) : 0;
    }
}

static void
run_random (const char *what, bool filters, bool twice)
{
  unsigned bad = 0;
  seed = 1;
  for (unsigned i = 0; i < 5000; i++)
    {
      struct program p;
      struct solution s;
      make_program (&p, filters);
      struct lk_heap *heap = begin (&p);
      for (unsigned k = 0; k < p.n; k++)
	{
	  add (heap, &p.all[k]);
	  if (twice && k == p.n / 2)
	    lk_heap_solve (heap);
	}
      lk_heap_solve (heap);
      brute (&p, &s);
      bad += !same (heap, &p, &s);
      lk_heap_free (heap);
    }
  if (bad)
    printf ("# %u of 5000 differ\n", bad);
  verdict (bad == 0, what);
}

/* A long ring of copies, entered at many nodes: it is merged.  */
static void
run_ring (void)
{
  struct lk_heap_host host = { 0 };
  struct lk_heap *heap = lk_heap_new (&host);
  enum { N = 3000 };
  uint32_t first = lk_heap_nodes (heap, N), last = 0;
  for (unsigned i = 0; i < N; i++)
    lk_heap_copy (heap, first + i, first + (i + 1) % N, 0);
  for (unsigned i = 0; i < 100; i++)
    lk_heap_alloc (heap, first + i * 7, last = lk_heap_object (heap, 0));
  lk_heap_solve (heap);
  bool good = true;
  for (unsigned i = 0; i < N; i++)
    good &= (lk_heap_set_count (lk_heap_held (heap, first + i)) == 100
	     && lk_heap_set_has (lk_heap_held (heap, first + i), last));
  struct lk_heap_figures figures;
  lk_heap_figures (heap, &figures);
  verdict (good, "a ring of 3,000 copies");
  verdict (figures.merged == N - 1, "it becomes one node");
  lk_heap_free (heap);
}

/* So many nodes hold so many objects until there are too many blocks.  */
static void
run_too_full (void)
{
  struct lk_heap_host host = { .max_blocks = 5000 };
  struct lk_heap *heap = lk_heap_new (&host);
  enum { N = 1000, OBJECTS = 2560 };
  uint32_t first = lk_heap_nodes (heap, N);
  for (unsigned i = 0; i + 1 < N; i++)
    lk_heap_copy (heap, first + i, first + i + 1, 0);
  for (unsigned i = 0; i < OBJECTS; i++)
    lk_heap_alloc (heap, first, lk_heap_object (heap, 0));
  verdict (!lk_heap_too_large (heap), "no bound of the blocks of sets is met yet");
  lk_heap_solve (heap);
  verdict (lk_heap_too_large (heap), "now it is");
  verdict (lk_heap_set_count (lk_heap_held (heap, first + N - 1)) == 0,
	   "the solver stops there, too");
  lk_heap_free (heap);
}

/* Loads and stores of many objects make edges until there are too many.  */
static void
run_too_large (void)
{
  for (uint32_t max = 0; max <= 10000; max += 5000)
    {
      struct lk_heap_host host = { .max_edges = max };
      struct lk_heap *heap = lk_heap_new (&host);
      enum { N = 100 };
      uint32_t base = lk_heap_node (heap, 0), first = lk_heap_nodes (heap, 2 * N);
      for (unsigned i = 0; i < N; i++)
	{
	  lk_heap_alloc (heap, base, lk_heap_object (heap, 0));
	  lk_heap_load (heap, first + i, 1, base);
	  lk_heap_store (heap, base, 1, first + N + i);
	}
      lk_heap_solve (heap);
      struct lk_heap_figures figures;
      lk_heap_figures (heap, &figures);
      verdict (lk_heap_too_large (heap) == (max == 5000), "a bound of the edges");
      verdict (max != 5000 || figures.edges < 5000 + 2 * N, "the solver stops there");
      lk_heap_free (heap);
    }
}

/* ---- Calls that are found while solving.  ---- */

struct calls
{
  struct lk_heap *heap;
  uint32_t receiver, argument, parameters[2];
};

/* Object 0 runs the method with parameter 0, object 1 the other.  */
static void
reached (void *data, uint32_t watch, uint32_t object)
{
  struct calls *c = data;
  if (watch == 7 && object < 2)
    lk_heap_copy (c->heap, c->argument, c->parameters[object], LK_HEAP_ENTER (object));
}

static void
run_calls (void)
{
  struct calls c;
  struct lk_heap_host host = { .data = &c, .reached = reached };
  c.heap = lk_heap_new (&host);
  c.receiver = lk_heap_nodes (c.heap, 1);
  c.argument = lk_heap_nodes (c.heap, 1);
  c.parameters[0] = lk_heap_nodes (c.heap, 1);
  c.parameters[1] = lk_heap_nodes (c.heap, 1);
  for (unsigned i = 0; i < 3; i++)
    lk_heap_object (c.heap, 0);
  lk_heap_alloc (c.heap, c.argument, 2);
  lk_heap_watch (c.heap, c.receiver, 7);
  lk_heap_alloc (c.heap, c.receiver, 0);
  lk_heap_solve (c.heap);
  verdict (number (lk_heap_held (c.heap, c.parameters[0])) == 4
	   && number (lk_heap_held (c.heap, c.parameters[1])) == 0,
	   "a call runs what the receiver's class has");
  lk_heap_alloc (c.heap, c.receiver, 1);
  lk_heap_solve (c.heap);
  verdict (number (lk_heap_held (c.heap, c.parameters[1])) == 4,
	   "a second receiver is announced later");
  lk_heap_free (c.heap);
}

/* ---- Flows-to.  ---- */

static const struct lk_heap_budget ample = { 100000, 1000000000 };

/* A state of the brute-force walk: a node and a whole stack of calls.  */
enum { MAX_STACK = 8, MAX_STATES = 4000 };
struct walk_state
{
  unsigned node, depth;
  unsigned calls[MAX_STACK];
};

static unsigned
walk (const struct program *p, unsigned object, struct walk_state *states)
{
  unsigned n = 0;
  for (unsigned i = 0; i < p->n; i++)
    if (p->all[i].kind == NEW && p->all[i].y == object)
      states[n++] = (struct walk_state) { p->all[i].x, 0, { 0 } };
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < p->n; k++)
      {
	const struct statement *s = &p->all[k];
	if (s->kind != COPY || s->y != states[i].node)
	  continue;
	struct walk_state to = states[i];
	to.node = s->x;
	if (s->f && s->f % 2 == 0)
	  to.calls[to.depth++] = s->f / 2 - 1;
	else if (s->f && to.depth && to.calls[to.depth - 1] != s->f / 2 - 1)
	  continue;
	else if (s->f && to.depth)
	  to.calls[--to.depth] = 0;
	bool known = false;
	for (unsigned j = 0; j < n && !known; j++)
	  known = !memcmp (&states[j], &to, sizeof to);
	if (!known && n < MAX_STATES)
	  states[n++] = to;
      }
  return n;
}

/* Nodes are in methods, of which each calls later ones only.  */
static void
make_calls (struct program *p)
{
  enum { PER_METHOD = 4, METHODS = 5 };
  memset (p, 0, sizeof *p);
  p->n_nodes = PER_METHOD * METHODS;
  p->n_objects = 2;
  for (unsigned i = 0; i < 2; i++)
    p->all[p->n++] = (struct statement) { NEW, random_below (p->n_nodes), i, 0 };
  unsigned call = 0;
  while (p->n < 30)
    {
      unsigned m = random_below (METHODS);
      unsigned from = m * PER_METHOD + random_below (PER_METHOD);
      unsigned to = m * PER_METHOD + random_below (PER_METHOD);
      if (m + 1 == METHODS || random_below (3) == 0)
	{
	  p->all[p->n++] = (struct statement) { COPY, to, from, LK_HEAP_PLAIN };
	  continue;
	}
      unsigned callee = m + 1 + random_below (METHODS - m - 1);
      unsigned in = callee * PER_METHOD + random_below (PER_METHOD);
      unsigned out = callee * PER_METHOD + random_below (PER_METHOD);
      p->all[p->n++] = (struct statement) { COPY, in, from, LK_HEAP_ENTER (call) };
      p->all[p->n++] = (struct statement) { COPY, to, out, LK_HEAP_LEAVE (call) };
      call++;
    }
}

static void
run_flows (void)
{
  unsigned bad = 0, meets = 0, apart = 0;
  static struct walk_state states[2][MAX_STATES];
  seed = 77;
  for (unsigned i = 0; i < 3000; i++)
    {
      struct program p;
      make_calls (&p);
      struct lk_heap *heap = begin (&p);
      for (unsigned k = 0; k < p.n; k++)
	add (heap, &p.all[k]);
      lk_heap_solve (heap);
      unsigned n[2];
      struct lk_heap_flow *flows[2];
      for (unsigned o = 0; o < 2; o++)
	{
	  n[o] = walk (&p, o, states[o]);
	  flows[o] = lk_heap_follow (heap, o, &ample);
	}
      for (unsigned node = 0; node < p.n_nodes; node++)
	{
	  bool reach[2] = { false, false }, meet = false;
	  for (unsigned o = 0; o < 2; o++)
	    for (unsigned k = 0; k < n[o]; k++)
	      reach[o] |= states[o][k].node == node;
	  for (unsigned a = 0; a < n[0]; a++)
	    for (unsigned b = 0; b < n[1]; b++)
	      {
		const struct walk_state *x = &states[0][a], *y = &states[1][b];
		if (x->node != node || y->node != node)
		  continue;
		bool agree = true;
		for (unsigned d = 0; d < x->depth && d < y->depth; d++)
		  agree &= x->calls[x->depth - 1 - d] == y->calls[y->depth - 1 - d];
		meet |= agree;
	      }
	  bad += (reach[0] != lk_heap_flow_reaches (flows[0], node)
		  || reach[1] != lk_heap_flow_reaches (flows[1], node)
		  || meet != lk_heap_flows_meet (heap, flows[0], node, flows[1], node));
	  meets += meet;
	  apart += reach[0] && reach[1] && !meet;
	}
      lk_heap_flow_free (flows[0]);
      lk_heap_flow_free (flows[1]);
      lk_heap_free (heap);
    }
  verdict (bad == 0, "flows-to is what a walk with whole stacks finds");
  verdict (meets > 100 && apart > 100, "objects meet at some nodes, and miss each other at others");
}

static void
run_contexts (void)
{
  /* id (x) { return x; } is called with object 0 by call 0, with object 1 by call 1.  */
  struct program p = { 6, 2, 6, { 0 }, {
    { NEW, 0, 0, 0 }, { NEW, 1, 1, 0 },
    { COPY, 2, 0, LK_HEAP_ENTER (0) }, { COPY, 2, 1, LK_HEAP_ENTER (1) },
    { COPY, 3, 2, LK_HEAP_LEAVE (0) }, { COPY, 4, 2, LK_HEAP_LEAVE (1) } } };
  struct lk_heap *heap = begin (&p);
  for (unsigned k = 0; k < p.n; k++)
    add (heap, &p.all[k]);
  lk_heap_solve (heap);
  verdict (number (lk_heap_held (heap, 3)) == 3, "points-to confuses two calls");
  struct lk_heap_flow *flow = lk_heap_follow (heap, 0, &ample);
  verdict (lk_heap_flow_reaches (flow, 3) && !lk_heap_flow_reaches (flow, 4),
	   "flows-to does not");
  uint32_t calls[2];
  verdict (lk_heap_flow_calls (heap, flow, 2, calls, 2) == 1 && calls[0] == 0,
	   "the call in which it is there");
  lk_heap_flow_free (flow);
  struct lk_heap_budget one = { 1, 100000 }, all = { 100000, 1 };
  flow = lk_heap_follow (heap, 0, &one);
  verdict (lk_heap_flow_cut (flow), "a budget that ends is known");
  lk_heap_flow_free (flow);
  flow = lk_heap_follow (heap, 0, &all);
  verdict (lk_heap_flow_cut (flow), "so is that of all flows");
  lk_heap_flow_free (flow);
  lk_heap_forget_call (heap, 0);
  lk_heap_forget_call (heap, 1);
  flow = lk_heap_follow (heap, 0, &ample);
  verdict (lk_heap_flow_reaches (flow, 4), "calls of a recursion need not match");
  lk_heap_flow_free (flow);
  lk_heap_free (heap);
}

int
main (void)
{
  run_tables ();
  run_random ("5,000 random programs", false, false);
  run_random ("5,000 random programs with filters", true, false);
  run_random ("5,000 random programs, solved twice", true, true);
  run_ring ();
  run_too_large ();
  run_too_full ();
  run_calls ();
  run_contexts ();
  run_flows ();
  return failed;
}
