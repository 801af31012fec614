/* Points-to: which objects the variables and fields of a program may hold.

   The program is a graph.  A *node* is a variable; an *object* is an allocation site, under
   whatever context the caller distinguishes.  Statements are edges: "x = new" (lk_heap_alloc),
   "x = y" (lk_heap_copy), "x = y.f" (lk_heap_load), "x.f = y" (lk_heap_store).  The solver is
   subset-based and field-sensitive, and knows no order of statements: what a node may hold is
   the smallest set that all edges allow (heap/solve.c).  Nodes with a filter hold only objects
   whose type fits.

   The call graph can grow meanwhile: a watched node announces each object that reaches it, and
   the host adds the edges of the method that it runs.

   Calls are edges with labels, and lk_heap_follow goes from one object forwards along paths
   whose calls and returns match (heap/follow.c): context-free language reachability, on demand.

   All numbers are dense, and every result depends on the order of insertion alone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_HEAP_H
#define LK_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lk_heap;

/* No node, object, edge.  */
#define LK_HEAP_NONE UINT32_MAX

/* Labels of copies.  An argument of call number C enters it, a result leaves it.  */
#define LK_HEAP_PLAIN 0u
#define LK_HEAP_ENTER(CALL) (2u * (CALL) + 2u)
#define LK_HEAP_LEAVE(CALL) (2u * (CALL) + 3u)
/* Through a field: the contexts on its two sides are independent.  */
#define LK_HEAP_THROUGH 1u

struct lk_heap_host
{
  void *data;
  /* Return true if a node with FILTER (not 0) may hold an object of TYPE.  The result must
     always be the same.  NULL: it always may.  */
  bool (*fits) (void *data, uint32_t type, uint32_t filter);
  /* The filter of FIELD of objects of TYPE; 0: none.  NULL: no field has one.  */
  uint32_t (*field_filter) (void *data, uint32_t type, uint32_t field);
  /* OBJECT has reached a node with WATCH.  It may be announced more than once.  NULL: no node
     is watched.  */
  void (*reached) (void *data, uint32_t watch, uint32_t object);
  /* The solver stops, without a solution, when there are more edges, or the sets of objects have
     more blocks; 0: it never does.  */
  uint32_t max_edges, max_blocks;
};

struct lk_heap *lk_heap_new (const struct lk_heap_host *);
void lk_heap_free (struct lk_heap *);
/* Return true if HEAP has more edges, or blocks of sets, than its host allows.  */
bool lk_heap_too_large (const struct lk_heap *heap);

/* ---- The graph.  Edges may be added before and while it is solved.  ---- */

uint32_t lk_heap_node (struct lk_heap *, uint32_t filter);
/* COUNT nodes without a filter; the first one.  */
uint32_t lk_heap_nodes (struct lk_heap *, uint32_t count);
void lk_heap_set_filter (struct lk_heap *, uint32_t node, uint32_t filter);
uint32_t lk_heap_object (struct lk_heap *, uint32_t type);
void lk_heap_alloc (struct lk_heap *, uint32_t node, uint32_t object);
void lk_heap_copy (struct lk_heap *, uint32_t from, uint32_t to, uint32_t label);
/* A copy that only lk_heap_follow sees: the caller adds the objects one by one, with
   lk_heap_pass.  */
void lk_heap_copy_some (struct lk_heap *, uint32_t from, uint32_t to, uint32_t label);
/* OBJECT, which another node holds, passes to NODE.  */
void lk_heap_pass (struct lk_heap *, uint32_t node, uint32_t object);
void lk_heap_load (struct lk_heap *, uint32_t base, uint32_t field, uint32_t to);
void lk_heap_store (struct lk_heap *, uint32_t base, uint32_t field, uint32_t from);
void lk_heap_watch (struct lk_heap *, uint32_t node, uint32_t watch);
/* Calls and returns of CALL need not match: it is part of a recursion.  */
void lk_heap_forget_call (struct lk_heap *, uint32_t call);

/* ---- The solution.  ---- */

/* Solve the graph; again after edges were added.  (Not after lk_heap_follow.)  */
void lk_heap_solve (struct lk_heap *);

uint32_t lk_heap_n_nodes (const struct lk_heap *);
/* The node of a field of OBJECT, or LK_HEAP_NONE: nothing loads or stores it.  */
uint32_t lk_heap_field (const struct lk_heap *, uint32_t object, uint32_t field);

/* A set of objects.  */
struct lk_heap_set;
const struct lk_heap_set *lk_heap_held (const struct lk_heap *, uint32_t node);
bool lk_heap_set_has (const struct lk_heap_set *, uint32_t object);
uint32_t lk_heap_set_count (const struct lk_heap_set *);
/* The first object from OBJECT on, or LK_HEAP_NONE.  */
uint32_t lk_heap_set_from (const struct lk_heap_set *, uint32_t object);

/* A walk through SET, by rising numbers: { .set = SET }.  The set must not change meanwhile.  */
struct lk_heap_cursor
{
  const struct lk_heap_set *set;
  uint32_t at;			/* The next part of a block.  */
  uint64_t bits;		/* Those that are left of the part before.  */
};
/* The next object, or LK_HEAP_NONE.  */
uint32_t lk_heap_set_next (struct lk_heap_cursor *);
/* A loop over SET: OBJECT is each member.  */
#define LK_HEAP_EACH(OBJECT, SET) \
  for (struct lk_heap_cursor OBJECT##_cursor = { .set = (SET) }; OBJECT##_cursor.set; \
       OBJECT##_cursor.set = NULL) \
    for (uint32_t OBJECT; (OBJECT = lk_heap_set_next (&OBJECT##_cursor)) != LK_HEAP_NONE;)

/* Set MARKS of every node that one of those from FROM to before N of NODES flows to, by any edges;
   these are marked.  Append to NODES, which has room for all, what was not marked before, and
   return the new number.  */
uint32_t lk_heap_flood (const struct lk_heap *, uint8_t *marks, uint32_t *nodes, uint32_t from,
			uint32_t n);

struct lk_heap_figures
{
  uint64_t nodes, objects, edges, derived, merged, rounds, bytes;
};
void lk_heap_figures (const struct lk_heap *, struct lk_heap_figures *);

/* ---- On demand.  ---- */

/* A set of stacks of calls that have been entered and not left.  0: all stacks.  */
typedef uint32_t lk_heap_context;

/* The states that an object reaches: (node, context).  */
struct lk_heap_flow;

/* Edges that may be visited.  */
struct lk_heap_budget
{
  unsigned one;			/* By one flow.  */
  uint64_t all;			/* By all flows of a heap together.  */
};

/* Follow OBJECT.  Never NULL.  */
struct lk_heap_flow *lk_heap_follow (struct lk_heap *, uint32_t object,
				     const struct lk_heap_budget *);
void lk_heap_flow_free (struct lk_heap_flow *);
/* A budget ended: there may be more states.  Or that of a flow ended which this one depends on:
   there may be fewer.  */
bool lk_heap_flow_cut (const struct lk_heap_flow *);
bool lk_heap_flow_reaches (const struct lk_heap_flow *, uint32_t node);
/* Return true if the objects of A at the node NODE_A and of B at NODE_B, both of one method,
   may meet in one activation of it: in some pair of contexts one is the top of the other.
   A flow that was cut may meet anything that points-to allows.  */
bool lk_heap_flows_meet (struct lk_heap *, const struct lk_heap_flow *a, uint32_t node_a,
			 const struct lk_heap_flow *b, uint32_t node_b);
/* The calls of the first context in which the object reaches NODE, the last one first: at most
   ROOM.  Return their number.  */
unsigned lk_heap_flow_calls (const struct lk_heap *, const struct lk_heap_flow *, uint32_t node,
			     uint32_t *calls, unsigned room);

#ifdef __cplusplus
}
#endif
#endif /* LK_HEAP_H */
