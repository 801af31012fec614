/* Points-to: what the files of heap/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_HEAP_INTERNAL_H
#define LK_HEAP_INTERNAL_H

#include <stdlib.h>
#include <string.h>
#include "../spec/arena.h"
#include "../spec/checking.h"
#include "heap.h"

/* A set of numbers: those that are in it, in blocks of 256, by rising block.  Sets of objects are
   sparse and clustered: objects of one method have neighbouring numbers.  */
enum { HEAP_PARTS = 4, HEAP_BLOCK = 64 * HEAP_PARTS };
struct heap_word
{
  uint64_t bits[HEAP_PARTS];
  uint32_t block;
};
struct lk_heap_set
{
  uint32_t n, room;
  struct heap_word *words;
};

bool heap_set_add (struct lk_heap_set *, uint32_t);
/* Set TO to what is in both A and B.  */
void heap_set_meet (struct lk_heap_set *to, const struct lk_heap_set *a,
		    const struct lk_heap_set *b);
/* Set TO to what is in A and not in B.  */
void heap_set_minus (struct lk_heap_set *to, const struct lk_heap_set *a,
		     const struct lk_heap_set *b);
/* Add FROM to TO, and what was not in TO to NEWS, too.  Return true if there was any.  */
bool heap_set_join (struct lk_heap_set *to, const struct lk_heap_set *from,
		    struct lk_heap_set *news);
void heap_set_free (struct lk_heap_set *);
/* Set TO, which is empty, to what is in FROM.  */
void heap_set_copy (struct lk_heap_set *to, const struct lk_heap_set *from);
bool heap_set_equal (const struct lk_heap_set *, const struct lk_heap_set *);
uint64_t heap_set_hash (const struct lk_heap_set *);

/* A table of 64-bit keys, each with a value.  */
struct heap_table
{
  uint64_t *keys;
  uint32_t *values;
  size_t n, room;		/* ROOM is a power of two.  */
};

/* The value of KEY; if it is new, VALUE is stored, and *FRESH set.  */
uint32_t *heap_table_get (struct heap_table *, uint64_t key, uint32_t value, bool *fresh);
const uint32_t *heap_table_find (const struct heap_table *, uint64_t key);
void heap_table_free (struct heap_table *);

static inline uint64_t
heap_pair (uint32_t a, uint32_t b)
{
  return (uint64_t) a << 32 | b;
}

/* Lists are linked through arrays that grow: an index, or LK_HEAP_NONE.  */
struct heap_access		/* A load or a store.  */
{
  uint32_t field, node, base, next;	/* BASE: as it was added.  */
};
struct heap_link		/* An edge of the solver, a watch.  */
{
  uint32_t to, next;
};
struct heap_edge		/* An edge as it was added.  */
{
  uint32_t from, to, label;
  uint32_t via;			/* THROUGH: the base of the load or store, or NONE: several.  */
  uint32_t next;		/* With the same FROM.  */
};

struct heap_node
{
  uint32_t leader;		/* Its representative: itself, or another node.  */
  uint32_t filter;
  uint32_t owner;		/* Of a field: its object.  */
  uint32_t loads, stores, watches, copies;	/* Of leaders.  */
  uint32_t edges;		/* Of the node itself.  */
  uint32_t order;		/* Copies lead from lower to higher ones, but for cycles; 0: it is
				   newer than the order.  */
  bool queued;
  uint8_t group;		/* enum heap_group_kind.  */
  struct lk_heap_set held;
  struct lk_heap_set news;	/* Those of HELD that have not been passed on.  */
};

/* A node between the fields FIELD of all objects of SET and the loads, or the stores, that access
   them: many variables hold the same objects, and get them together.  The edges between NODE and
   the fields have no base, those between NODE and variables have that of the access.  */
enum heap_group_kind { GROUP_NONE, GROUP_LOADS, GROUP_STORES };
struct heap_group
{
  uint32_t field, node;
  uint32_t next;		/* With the same hash, or LK_HEAP_NONE.  */
  struct lk_heap_set set;
};

/* The objects that fit one filter.  Whether a type fits is asked once for each filter, when the
   later one of the two appears.  */
struct heap_filter
{
  uint32_t filter;
  struct lk_heap_set fits;
};

/* A type of which there are objects.  */
struct heap_type
{
  uint32_t type;
  uint32_t last;		/* Of its objects.  */
  uint32_t filters;		/* That it fits, in LINKS: numbers in FILTER.  */
};

struct heap_object
{
  uint32_t type;
  uint32_t allocs;		/* Nodes, in LINKS.  */
  uint32_t before;		/* The object of the same type before, or LK_HEAP_NONE.  */
};

/* A set of stacks of calls: one of CALLS on top of one of its set.  */
struct heap_context_set
{
  uint32_t calls;		/* In CONTEXT_CALLS: the call, and the set below it.  */
  uint32_t exits;		/* The same: a call that was left, and the node it led to.  */
  uint32_t flow;		/* The flow that made it.  */
};
struct heap_context_call
{
  uint32_t call, other, next;
};

struct lk_heap
{
  struct lk_heap_host host;
  struct heap_node *nodes;
  struct heap_object *objects;
  struct heap_access *accesses;
  struct heap_link *links;
  struct heap_edge *edges;
  uint32_t n_nodes, n_objects, n_accesses, n_links, n_edges;
  uint32_t n_blocks;		/* Of the sets HELD of all nodes.  */
  uint32_t n_copies;		/* Of leaders, in LINKS.  */
  size_t nodes_room, objects_room, accesses_room, links_room, edges_room;
  struct heap_table fields;	/* (object, field): node.  */
  struct heap_table type_map;	/* By type: its number in TYPES.  */
  struct heap_type *types;
  uint32_t n_types;
  size_t types_room;
  struct heap_table filters;	/* By filter: its number in FILTER.  */
  struct heap_filter *filter;
  uint32_t n_filters;
  size_t filters_room;
  struct heap_table group_map;	/* By the hash of kind, field and set: the first in GROUPS.  */
  struct heap_group *groups;
  uint32_t n_groups;
  size_t groups_room;
  struct lk_heap_set some;	/* Of heap_pass_set.  */
  struct heap_table forgotten;	/* Calls.  */
  struct heap_context_set *contexts;	/* The first is not used.  */
  struct heap_context_call *context_calls;
  uint32_t n_contexts, n_context_calls, n_flows;
  size_t contexts_room, context_calls_room;
  struct heap_table compared;	/* Pairs of contexts: the last comparison that had them.  */
  uint32_t comparison;
  uint32_t *queue;		/* Leaders with news, for the next wave.  */
  uint32_t queue_n;
  size_t queue_room;
  uint64_t *wave;		/* Those of this wave, sorted: the order above the number.  */
  uint32_t wave_n, wave_at;
  size_t wave_room;
  struct lk_heap_flow **plain;	/* By object: its flow without refinement, or NULL.  */
  uint32_t n_plain;
  uint64_t *asked;		/* By node: the number of the last flow that asked whether its
				   object may be there, and in bit 0 the answer; NULL: none has.  */
  uint64_t flow_steps;		/* Of all flows.  */
  uint64_t derived, merged, rounds;
  uint64_t copies_at_collapse;
  uint32_t *edge_slots;		/* By the hash of (from, to, label): 1 more than the edge, or 0:
				   none.  */
  size_t edge_slots_room;	/* A power of two.  */
};

/* Room for one more member: ARRAY, N and ROOM are updated.  */
#define HEAP_ROOM(ARRAY, N, ROOM) \
  ((N) == (ROOM) \
   ? (void) ((ROOM) = (ROOM) ? (ROOM) * 2 : 64, \
	     (ARRAY) = lk_xrealloc ((ARRAY), (ROOM) * sizeof *(ARRAY))) \
   : (void) 0)

uint32_t heap_leader (struct lk_heap *, uint32_t node);
bool heap_fits (struct lk_heap *, uint32_t object, uint32_t filter);
/* Add those of FROM that fit to what the leader TO holds, as something to pass on.  */
void heap_pass_set (struct lk_heap *, const struct lk_heap_set *from, uint32_t to);
/* The node of a field, made if there is none.  */
uint32_t heap_field_node (struct lk_heap *, uint32_t object, uint32_t field);
/* Record an edge for lk_heap_follow.  Return false if it is there.  */
bool heap_record (struct lk_heap *, uint32_t from, uint32_t to, uint32_t label, uint32_t via);
/* Let a field of OBJECT flow to a load's TO, or a store's FROM to it.  */
void heap_load_from (struct lk_heap *, uint32_t object, const struct heap_access *);
void heap_store_in (struct lk_heap *, uint32_t object, const struct heap_access *);
/* The same for all objects of SET.  */
void heap_load_all (struct lk_heap *, const struct lk_heap_set *, const struct heap_access *);
void heap_store_all (struct lk_heap *, const struct lk_heap_set *, const struct heap_access *);
void heap_forget_flows (struct lk_heap *);
/* Add a copy between leaders, and pass on what FROM holds.  */
void heap_connect (struct lk_heap *, uint32_t from, uint32_t to);
void heap_queue (struct lk_heap *, uint32_t leader);
/* Take a leader from the wave, or from the next one; or return LK_HEAP_NONE.  */
uint32_t heap_unqueue (struct lk_heap *);
/* Merge the nodes of each cycle of copies that no filter interrupts (heap/cycle.c).  */
void heap_collapse (struct lk_heap *);
/* Set the order of all nodes.  */
void heap_sort (struct lk_heap *);

#endif /* LK_HEAP_INTERNAL_H */
