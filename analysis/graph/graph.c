/* The event graph: building it, and interning its paths.

   A graph is built front to back and never changed afterwards; all of it
   lies in one arena.  Arrays that grow while building (variables, blocks,
   events) double, and the old copies stay in the arena: at most as much again,
   and freed with the rest, which is after one function.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "graph.h"
#include "../../spec/arena.h"

/* Initial buckets of the path table.  */
#define PATH_BUCKETS 64

struct lk_builder
{
  struct lk_arena *arena;
  uint32_t vars_room, blocks_room, formals_room;
  struct lk_path **buckets;
  uint32_t n_buckets;
  /* Room in each block's growing arrays, by block.  */
  struct block_room
  {
    uint32_t events, phis, succs, preds;
  } *rooms;
};

struct lk_graph *
lk_graph_new (struct lk_function *function)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_graph *graph = lk_arena_alloc (arena, sizeof *graph);
  graph->builder = lk_arena_alloc (arena, sizeof *graph->builder);
  graph->builder->arena = arena;
  graph->builder->n_buckets = PATH_BUCKETS;
  graph->builder->buckets
    = lk_arena_alloc (arena, PATH_BUCKETS * sizeof (struct lk_path *));
  graph->function = function;
  return graph;
}

void
lk_graph_free (struct lk_graph *graph)
{
  if (graph)
    lk_arena_free (graph->builder->arena);
}

void *
lk_graph_alloc (struct lk_graph *graph, size_t size)
{
  return lk_arena_alloc (graph->builder->arena, size);
}

const char *
lk_graph_strdup (struct lk_graph *graph, const char *s)
{
  return s ? lk_arena_strdup (graph->builder->arena, s) : NULL;
}

size_t
lk_graph_memory (const struct lk_graph *graph)
{
  return lk_arena_bytes (graph->builder->arena);
}

/* Make room for one more than N elements of SIZE bytes in ARRAY, which has
   *ROOM.  */
static void *
grow (struct lk_graph *graph, void *array, uint32_t n, uint32_t *room,
      size_t size, uint32_t first)
{
  if (n < *room)
    return array;
  uint32_t new_room = lk_more_room (*room, first);
  void *bigger = lk_arena_alloc_array (graph->builder->arena, new_room, size);
  if (n)
    {
      memcpy (bigger, array, n * size);
      lk_poison (array, n * size);
    }
  *room = new_room;
  return bigger;
}

lk_var
lk_graph_add_var (struct lk_graph *graph, enum lk_var_class class_,
		  const char *name, uint32_t user)
{
  graph->vars = grow (graph, graph->vars, graph->n_vars,
		      &graph->builder->vars_room, sizeof *graph->vars, 32);
  struct lk_variable *v = &graph->vars[graph->n_vars];
  memset (v, 0, sizeof *v);
  v->class_ = class_;
  v->name = lk_graph_strdup (graph, name);
  v->user = user;
  return graph->n_vars++;
}

lk_var
lk_graph_add_formal (struct lk_graph *graph, const char *name)
{
  graph->formals = grow (graph, graph->formals, graph->n_formals,
			 &graph->builder->formals_room,
			 sizeof *graph->formals, 8);
  lk_var var = lk_graph_add_var (graph, LK_VAR_FORMAL, name, 0);
  graph->vars[var].index = graph->n_formals;
  graph->formals[graph->n_formals++] = var;
  return var;
}

/* ---- Paths.  ---- */

static uint32_t
hash_path (lk_var root, unsigned nsel, const int64_t *sel, int64_t addend)
{
  uint64_t h = root * UINT64_C (0x9e3779b97f4a7c15) + nsel;
  for (unsigned i = 0; i < nsel; i++)
    h = (h ^ (uint64_t) sel[i]) * UINT64_C (0xff51afd7ed558ccd);
  h = (h ^ (uint64_t) addend) * UINT64_C (0xc4ceb9fe1a85ec53);
  return (uint32_t) (h >> 32);
}

static void
rehash_paths (struct lk_graph *graph)
{
  struct lk_builder *b = graph->builder;
  uint32_t n = b->n_buckets * 4;
  struct lk_path **buckets = lk_graph_alloc (graph, n * sizeof *buckets);
  for (uint32_t i = 0; i < b->n_buckets; i++)
    for (struct lk_path *p = b->buckets[i], *next; p; p = next)
      {
	next = p->chain;
	uint32_t h = hash_path (p->root, p->nsel, p->sel, p->addend) & (n - 1);
	p->chain = buckets[h];
	buckets[h] = p;
      }
  lk_poison (b->buckets, b->n_buckets * sizeof *buckets);
  b->buckets = buckets;
  b->n_buckets = n;
}

const struct lk_path *
lk_path_make (struct lk_graph *graph, lk_var root, unsigned nsel,
	      const int64_t *sel, int64_t addend)
{
  struct lk_builder *b = graph->builder;
  uint32_t hash = hash_path (root, nsel, sel, addend);
  for (struct lk_path *p = b->buckets[hash & (b->n_buckets - 1)]; p;
       p = p->chain)
    if (p->root == root && p->nsel == nsel && p->addend == addend
	&& (nsel == 0 || !memcmp (p->sel, sel, nsel * sizeof *sel)))
      return p;
  if (graph->n_paths > b->n_buckets * 2)
    rehash_paths (graph);
  struct lk_path *p
    = lk_graph_alloc (graph, sizeof *p + nsel * sizeof *sel);
  p->root = root;
  p->nsel = nsel;
  p->index = graph->n_paths++;
  p->addend = addend;
  if (nsel)
    memcpy (p->sel, sel, nsel * sizeof *sel);
  hash &= b->n_buckets - 1;
  p->chain = b->buckets[hash];
  b->buckets[hash] = p;
  return p;
}

void
lk_path_set_name (struct lk_graph *graph, const struct lk_path *path,
		  const char *name)
{
  /* Paths are const to all but the graph that interned them.  */
  struct lk_path *p = (struct lk_path *) path;
  if (!p->name)
    p->name = lk_graph_strdup (graph, name);
}

void
lk_path_set_field (const struct lk_path *path,
		   const struct lk_field_promise *field)
{
  struct lk_path *p = (struct lk_path *) path;
  if (!p->field)
    p->field = field;
}

void
lk_graph_list_paths (const struct lk_graph *graph, const struct lk_path **list)
{
  const struct lk_builder *b = graph->builder;
  for (uint32_t i = 0; i < b->n_buckets; i++)
    for (const struct lk_path *p = b->buckets[i]; p; p = p->chain)
      list[p->index] = p;
}

/* ---- Blocks, events, edges.  ---- */

uint32_t
lk_graph_add_block (struct lk_graph *graph)
{
  struct lk_builder *b = graph->builder;
  uint32_t room = b->blocks_room;
  graph->blocks = grow (graph, graph->blocks, graph->n_blocks, &room,
			sizeof *graph->blocks, 16);
  b->rooms = grow (graph, b->rooms, graph->n_blocks, &b->blocks_room,
		   sizeof *b->rooms, 16);
  return graph->n_blocks++;
}

struct lk_event *
lk_graph_add_event (struct lk_graph *graph, uint32_t block,
		    enum lk_event_kind kind, lk_loc loc, unsigned n_args)
{
  struct lk_block *bl = &graph->blocks[block];
  bl->events = grow (graph, bl->events, bl->n_events,
		     &graph->builder->rooms[block].events,
		     sizeof *bl->events, 4);
  struct lk_event *ev = &bl->events[bl->n_events++];
  memset (ev, 0, sizeof *ev);
  ev->kind = kind;
  ev->loc = loc;
  ev->n_args = n_args;
  if (n_args)
    {
      ev->args = lk_graph_alloc (graph, n_args * sizeof *ev->args);
      ev->arg_flags = lk_graph_alloc (graph, n_args * sizeof *ev->arg_flags);
    }
  return ev;
}

struct lk_edge *
lk_graph_add_edge (struct lk_graph *graph, uint32_t from, uint32_t to,
		   uint32_t flags)
{
  struct lk_block *f = &graph->blocks[from], *t = &graph->blocks[to];
  struct lk_edge *e = lk_graph_alloc (graph, sizeof *e);
  e->from = from;
  e->to = to;
  e->flags = flags;
  f->succs = grow (graph, f->succs, f->n_succs,
		   &graph->builder->rooms[from].succs, sizeof *f->succs, 2);
  f->succs[f->n_succs++] = e;
  t->preds = grow (graph, t->preds, t->n_preds,
		   &graph->builder->rooms[to].preds, sizeof *t->preds, 2);
  e->pred_index = t->n_preds;
  t->preds[t->n_preds++] = e;
  return e;
}

struct lk_phi *
lk_graph_add_phi (struct lk_graph *graph, uint32_t block, lk_var result)
{
  struct lk_block *bl = &graph->blocks[block];
  bl->phis = grow (graph, bl->phis, bl->n_phis,
		   &graph->builder->rooms[block].phis, sizeof *bl->phis, 2);
  struct lk_phi *phi = &bl->phis[bl->n_phis++];
  phi->result = result;
  phi->args = lk_graph_alloc (graph, (bl->n_preds + 1) * sizeof *phi->args);
  return phi;
}

/* ---- Comparisons.  ---- */

const char *
lk_compare_spelling (enum lk_compare op)
{
  static const char *const spelling[] = { "==", "!=", "<", "<=", ">", ">=" };
  return spelling[op];
}

enum lk_compare
lk_compare_negate (enum lk_compare op)
{
  static const enum lk_compare negated[]
    = { LK_NE, LK_EQ, LK_GE, LK_GT, LK_LE, LK_LT };
  return negated[op];
}

/* The comparison with its operands exchanged.  */
enum lk_compare
lk_compare_swap (enum lk_compare op)
{
  static const enum lk_compare swapped[]
    = { LK_EQ, LK_NE, LK_GT, LK_GE, LK_LT, LK_LE };
  return swapped[op];
}
