/* Declarations shared by the parts of the hierarchy.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_HIERARCHY_INTERNAL_H
#define LK_HIERARCHY_INTERNAL_H

#include "../spec/arena.h"
#include "hierarchy.h"

enum node_state { NODE_NEW, NODE_OPEN, NODE_DONE };

/* Opcodes that the scan of code looks for.  */
enum
{
  OP_GETSTATIC = 0xb2,
  OP_INVOKESPECIAL = 0xb7,
  OP_INVOKESTATIC = 0xb8,
  OP_INVOKEDYNAMIC = 0xba,
  OP_NEW = 0xbb
};

/* A type, with members for the hierarchy alone.  */
struct node
{
  struct lk_type type;
  uint32_t hash;
  unsigned mark;		/* The number of the last walk that visited it.  */
  uint16_t depth;		/* Types above it, at most.  */
  uint16_t subtypes_bits;	/* Room for subtypes: 1 << this.  */
  uint8_t state;		/* enum node_state, while it is entered.  */
  unsigned next;		/* Supertype to enter next.  */
  /* ---- hierarchy-reach.c.  ---- */
  bool touched;			/* Its static initializer runs.  */
  bool made;			/* A reached call can have it as receiver.  */
  uint32_t reached;		/* Its number among the types with reached methods, from 1.  */
  struct virtual_call *calls;	/* Calls on objects of the type.  */
};

struct lk_hierarchy
{
  struct lk_arena *arena;
  struct lk_classpath *path;
  struct node **table;		/* Open addressing; a power of two.  */
  size_t table_size;
  struct node **nodes;		/* In the order of registration.  */
  size_t n_nodes, nodes_room;
  size_t n_cycles;
  unsigned mark;
  struct lk_type **walk;	/* The number of the current walk.  */
  size_t walk_room;
};

/* Record in the hierarchy the classes that CLASS, read with its code, instantiates.  */
void hierarchy_scan (struct lk_hierarchy *, const struct lk_class *);

/* The dynamic call at constant INDEX may return a lambda: record an object of the interface
   that it returns.  */
void hierarchy_note_lambda (struct lk_hierarchy *, const struct lk_class *,
			    unsigned index);

/* Set *LIST to TYPE and all above it (or below it), nearest first, valid until the next walk;
   return their number.  */
size_t hierarchy_walk_up (struct lk_hierarchy *, struct lk_type *,
			  struct lk_type ***list);

#endif /* LK_HIERARCHY_INTERNAL_H */
