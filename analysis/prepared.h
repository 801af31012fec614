/* What is known of a function before any obligation is followed: its values,
   the keys that conditions are about, dominators, uses; and the limits of the
   engine.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PREPARED_H
#define LK_PREPARED_H

#include <stddef.h>
#include <string.h>
#include "engine.h"
#include "../spec/arena.h"

/* The bounds of the analysis.  None is silent: a handle that can no longer be
   followed makes an assumed finding, and what merely makes the analysis know
   less is said in a note, once for each function (limit_met).  The manual's
   chapter on limits has them all.  */

/* Facts of one obligation that differ only in G, at one block, before they
   are merged to what both know.  */
#define MAX_VARIANTS 4
/* The same within a block, after a call.  */
#define MAX_BLOCK_VARIANTS 16
/* Conditions in a fact; further ones replace those whose next test is furthest away
   (which can only keep a path alive longer).  */
#define MAX_CONDITIONS 48
/* Outcomes of one summary; further ones are merged into the last.  */
#define MAX_OUTCOMES 8
/* Callees followed into callees; deeper ones count as unknown.  */
#define MAX_CALL_DEPTH 40
/* (block, fact) pairs for one obligation, and further ones for each block of
   its function; beyond them the obligation becomes an assumed finding and a
   note says so.  */
#define MAX_NODES 20000
#define MAX_NODES_BLOCK 16
/* The same pairs of all obligations of one unit, and further ones for each of its
   functions; beyond them an obligation gets no more than the last of these.
   (sqlite's shell, 2,400 obligations, needs 1.6 million; bash's expansions, with
   xmalloc known to acquire, would take 68.)  */
#define MAX_UNIT_NODES 4000000
#define MAX_UNIT_NODES_FUNCTION 1000
#define MAX_NODES_SCARCE 300
/* Summaries of one unit; beyond them callees count as unknown, with a note.  */
#define MAX_SUMMARIES 50000
/* Times a recursive component is solved again.  */
#define MAX_ROUNDS 6
/* Summaries of one function that are being made at a time, one within the other,
   each for what is known where it calls itself; further in nothing is.  */
#define MAX_BUSY 2
/* Loads, from an argument on, of what a callee tests and a caller keeps in
   mind for it.  */
#define MAX_PASSED_SEL 2
/* What is known of objects of known classes, and then of the places where one call puts them.  */
#define MAX_TABLE_NEWS 8
/* Constants stored for the caller, beyond which none is kept in mind.  */
#define MAX_STORED_TAGS 6
/* Equalities followed from a value that a test tells something about.  */
#define MAX_EQUAL_DEPTH 3
/* Longest chain of definitions looked through for a condition.  */
#define MAX_DEF_DEPTH 8
/* Phis within phis that are looked through for where memory comes from.  */
#define MAX_PHI_DEPTH 4
/* Loads looked through to see that two spellings are one place.  */
#define MAX_PLACE_LOADS 4
/* Loads looked through for other names of a place that a call fills.  */
#define MAX_NAME_LOADS 3
/* Operations between a count kept in an object and the test of it.  */
#define MAX_COUNT_DEPTH 4
/* Names of the object within which another was acquired.  */
#define MAX_OBJECT_NAMES 32
/* Blocks above an acquisition whose conditions it starts with.  */
#define MAX_DOMINATORS 200
/* Calls within calls that are asked whether their result is new.  */
#define MAX_NEW_DEPTH 20
/* Calls within one another that are looked into for who is told of a new
   object.  */
#define MAX_AWAY_DEPTH 10
/* Calls within one another that are looked into for what they ask of their
   arguments.  */
#define MAX_ASK_DEPTH 10

typedef uint32_t key_id;
#define NO_KEY UINT32_MAX

/* ---- Ranges (assume.c).  ---- */

/* Where objects are: not at NULL, nor at the small numbers and the negative
   ones that programs use as marks.  */
#define POINTER_RANGE ((struct lk_range) { 4096, INT64_MAX, 0, false })
struct lk_range range_of_compare (enum lk_compare op, int64_t c);
/* False if empty.  */
bool range_intersect (struct lk_range *a, const struct lk_range *b);
struct lk_range range_hull (const struct lk_range *a, const struct lk_range *b);
bool range_subset (const struct lk_range *a, const struct lk_range *b);
bool range_equal (const struct lk_range *a, const struct lk_range *b);
bool range_is_all (const struct lk_range *a);

/* ---- Per-graph facts (prepare.c, key.c).  ---- */

/* A value number: what a condition is about.  */
enum key_kind { KEY_VALUE, KEY_MEMORY, KEY_ELEMENT, KEY_EXPRESSION };
struct key
{
  enum key_kind kind;
  const struct lk_path *path;	/* VALUE: root alone; MEMORY: nsel >= 1.
				   ELEMENT: likewise, and the number of the element
				   is the key A, its size CODE, and what is meant B
				   bytes behind it.  */
  uint32_t code;		/* EXPRESSION.  */
  int64_t a, b;			/* Keys, or constants by A_CONST, B_CONST.  */
  bool a_const, b_const;
  bool useful;			/* Worth remembering.  */
  bool masked;			/* Some other key is bits of this one.  */
  bool counted;			/* Some other key is this one and a constant. */
  uint32_t tests;		/* Branches on it.  */
  key_id chain;
};

struct use
{
  uint32_t block;		/* Where; a phi's use is at the end of the
				   predecessor, with AT_END.  */
  bool at_end;
  struct use *next;
};

struct write
{
  uint32_t block, index;
  struct write *next;
};

struct var_info
{
  uint32_t def_block;		/* VALUE; UINT32_MAX: none.  */
  int32_t def_event;		/* Index; -1: a phi.  */
  struct lk_event *event;	/* Or NULL.  */
  struct lk_phi *phi;		/* Or NULL.  */
  struct use *uses;		/* VALUE.  */
  bool used;			/* By anything.  */
  bool result;			/* The function returns it, a pointer.  */
  bool becomes_result;		/* It, or a phi that gets it.  */
  uint64_t **live_in;		/* Made on demand: bits by reverse postorder, in
				   parts; one that is not there is empty.  */
  key_id key;			/* Value number, made on demand.  */
  const char *name;		/* User's name, also through phis and stores.  */
  bool address_stored;		/* OBJECT: its address is in memory.  */
  struct write *writes;		/* Events that write memory through it.  */
  uint8_t given_away;		/* VALUE: 0 not asked, 1 no, 2 yes.  */
  uint8_t given_early;		/* Likewise: before it was filled.  */
  const struct release_region *release_region;	/* VALUE, on demand (lend.c).  */
};

struct drain		/* A loop that releases what it loads by index.  */
{
  const struct lk_path *loaded;
  struct lk_event *call;	/* The release...  */
  uint32_t arg;			/* ...of this argument of it, a path.  */
  bool fetched;			/* From a collection of Java.  */
  bool kept;			/* CALL only puts it somewhere.  */
  bool variable;		/* It is given the address of a variable with it.  */
  int64_t step;			/* So many bytes further each round, by a pointer in memory; 0: by
				   none.  */
  struct drain *next;		/* Of the same loop.  */
};

struct drain_exit	/* A way out of such a loop, or, INSIDE, one of two within it.  */
{
  const struct lk_edge *edge;
  uint32_t head;		/* The block at which the loop begins.  */
  bool inside;
  const struct drain *drains;
  struct drain_exit *next;	/* From the same block.  */
};

struct prepared
{
  struct lk_graph *graph;
  struct lk_unit *unit;
  struct lk_arena *arena;	/* Its own; freed with the graph.  */
  uint32_t n_vars;
  bool tables;			/* It follows classes of objects: some useful
				   key is the number of a virtual table...  */
  uint8_t n_tables;		/* ...and so many more places were marked for
				   what is asked of their objects.  */
  struct var_info *vars;
  uint32_t *idom;		/* By block; UINT32_MAX: unreachable.  */
  uint32_t *order;		/* Reverse postorder number by block.  */
  uint32_t *dom_first, *dom_last;	/* By block: its number in a walk over the
				   tree of dominators, and the highest below
				   it.  */
  uint32_t *stack;		/* Room for every block, for a walk that calls nothing
				   which may walk, too.  */
  struct drain_exit **drain_exits;	/* By block; NULL: no drains.  */
  bool drains_done;
  struct addressed *addressed;	/* By address.c.  */
  bool addressed_done;
  struct key **key_parts;	/* See key_at.  */
  uint32_t n_keys, key_parts_room;
  key_id *key_buckets;
  uint32_t n_key_buckets;
  lk_var returned;		/* The structure that the function returns, a
				   local object, or LK_NO_VAR.  */
  key_id *stored_keys;		/* Those that assume_stored asks for.  */
  uint32_t n_stored_keys;
  bool stored_keys_done;
  key_id state;			/* Where a coroutine's body goes on, which its frame keeps; or
				   NO_KEY.  */
  struct regions *regions;	/* Made on demand (regions.c).  */
  uint8_t *asked_roots;		/* By variable: there is a useful key of memory
				   behind it (usual.c); NULL: not yet known.  */
  /* Memory that the function itself writes: offsets stored through pointers,
     and (root, offset) of named objects; for quiet ().  */
  struct stored { int64_t offset; lk_var root; struct stored *next; }
    *stored[64];
};

enum limit
{
  LIMIT_VARIANTS,
  LIMIT_BLOCK_VARIANTS,
  LIMIT_CONDITIONS,
  LIMIT_DEF_DEPTH,
  LIMIT_PHI_DEPTH,
  LIMIT_PLACE_LOADS,
  LIMIT_NAME_LOADS,
  LIMIT_COUNT_DEPTH,
  LIMIT_OBJECT_NAMES,
  LIMIT_DOMINATORS,
  LIMIT_NEW_DEPTH,
  LIMIT_AWAY_DEPTH,
  LIMIT_ASK_DEPTH,
  LIMIT_NODES,
  LIMIT_UNIT_NODES,
  LIMIT_CALL_DEPTH,
  LIMIT_SUMMARIES,
  LIMIT_OUTCOMES,
  LIMIT_ROUNDS,
  LIMIT_BUSY,
  LIMIT_PORTABLE_CONDITIONS,
  LIMIT_PORTABLE_SEL
};
/* This limit made the analysis of FUNCTION know less: a note.  */
void limit_met (struct lk_unit *, struct lk_function *, enum limit);

/* Keys are kept in parts of so many, which stay where they are: pointers to keys are good
   as long as PREP is, however many more are made meanwhile.  */
#define KEYS_PART 32
static inline struct key *
key_at (const struct prepared *prep, key_id id)
{
  return &prep->key_parts[id / KEYS_PART][id % KEYS_PART];
}

static inline int64_t
add_offsets (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a + b);
}

/* Is V memory with an address, not a value?  */
static inline bool
is_object (const struct prepared *prep, lk_var v)
{
  enum lk_var_class c = prep->graph->vars[v].class_;
  return c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL;
}

struct prepared *prepare (struct lk_unit *, struct lk_graph *);
void prepared_free (struct prepared *);
bool live_in (struct prepared *, lk_var, uint32_t block);
bool dominates (const struct prepared *, uint32_t a, uint32_t b);
/* The drains that are left by an edge from BLOCK (drain.c).  */
const struct drain_exit *prepared_drain_exits (struct prepared *,
					       uint32_t block);

/* ---- What defines a value.  ---- */

/* What is known of the variable V.  Of one that was added to the graph later (a global that a
   callee names) that is nothing.  */
static inline const struct var_info *
var_at (const struct prepared *prep, lk_var v)
{
  static const struct var_info nothing = { .def_block = UINT32_MAX, .key = NO_KEY };
  return v < prep->n_vars ? &prep->vars[v] : &nothing;
}

/* The event that defines the value V: an ASSIGN or a CALL, never another.  NULL: a phi defines
   it, or V is no value.  Nothing but kind and place may be read of an event of unknown kind: use
   one of the next two.  */
static inline struct lk_event *
var_event (const struct prepared *prep, lk_var v)
{
  struct lk_event *ev = var_at (prep, v)->event;
  LK_CHECK (!ev || ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_CALL);
  return ev;
}

/* That if it is an ASSIGN, of anything (SRC may be a constant, unknown, or a path that is loaded
   from, copied or whose address is taken); else NULL.  */
static inline struct lk_event *
var_assignment (const struct prepared *prep, lk_var v)
{
  struct lk_event *ev = var_event (prep, v);
  return ev && ev->kind == LK_EVENT_ASSIGN ? ev : NULL;
}

/* That if it is a CALL, whose CALLEE may be NULL; else NULL.  */
static inline struct lk_event *
var_call (const struct prepared *prep, lk_var v)
{
  struct lk_event *ev = var_event (prep, v);
  return ev && ev->kind == LK_EVENT_CALL ? ev : NULL;
}

/* ---- Names and provenance (place.c).  ---- */

/* The name of the place PATH as the user would write it, or NULL.  */
const char *path_name (struct prepared *, const struct lk_path *);
/* The ASSIGN that loads the value V from memory: its SRC is a path with selectors; else NULL.  */
const struct lk_event *var_load (const struct prepared *, lk_var v);
/* What an ASSIGN makes the value V of: the place that it loads (nsel >= 1), or the value or address
   that V is a copy of (nsel == 0); else NULL.  Never of a CALL.  */
const struct lk_path *loaded_from (const struct prepared *prep, lk_var v);
/* The place, with selectors, that the value V is the contents of: the one that an ASSIGN loads, or
   the one that a CALL, by an alias clause of its contract, returns the contents of; else NULL.  */
const struct lk_path *value_source (struct prepared *, lk_var v);
/* That place of PATH's root, followed by the rest of PATH (nsel >= 1); NULL if there is none, or
   the whole is too long.  */
const struct lk_path *path_provenance (struct prepared *,
				       const struct lk_path *);
/* Likewise, but of what was fetched from a collection (a CALL with a fetch clause) the place is
   there, with all else that the collection holds: not one by which two values are equal.  Of
   what is behind the result of an alias clause it may also be an address (nsel == 0).  */
const struct lk_path *path_holding (struct prepared *, const struct lk_path *);
/* Another name of the place PATH, which is the Nth of them (from 0): its
   provenance, or, if HELD, what it is held by.  NULL if there is none, or
   further ones are not looked for, which is told.  */
const struct lk_path *path_next_name (struct prepared *, const struct lk_path *,
				      unsigned n, bool held);
/* PATH is a member of what a call made, and the function returns a pointer to
   that, maybe where several ways meet.  */
bool path_in_result (const struct prepared *, const struct lk_path *);
/* No store of the function can change what is at PATH (nsel >= 1).  */
bool quiet (const struct prepared *, const struct lk_path *);

/* OP; of the address of a function *NUMBER, the number that it is.  */
const struct lk_operand *operand_as_number (const struct lk_graph *, const struct lk_operand *op,
					    struct lk_operand *number);
/* V is a truth value that was computed.  */
bool is_truth (const struct lk_graph *, lk_var v);
void keys_prepare (struct prepared *);
/* PLACE is an element of an array whose number is no constant.  */
bool weak_place (const struct lk_path *place);
/* The value number of OPERAND; NO_KEY if a constant or unknown, or such an element.  */
key_id key_of_operand (struct prepared *, const struct lk_operand *);
key_id key_of_var (struct prepared *, lk_var);
/* PATH with loaded roots replaced by where they were loaded from, so that c->a->b is one place
   however often c->a was read.  */
const struct lk_path *canonical_place (struct prepared *, const struct lk_path *path);
key_id key_of_memory (struct prepared *, const struct lk_path *);
/* What EV, an assignment to memory or from it, writes or reads.  */
key_id key_of_access (struct prepared *, const struct lk_event *ev);
key_id key_of_expression (struct prepared *, uint32_t code,
			  const struct lk_operand *, const struct lk_operand *);
/* The same for the pure function CODE of an operand and a constant.  */
key_id key_of_pure (struct prepared *, uint32_t code, const struct lk_operand *,
		    int64_t constant);
/* Is KEY such a function, of *A?  */
bool key_is_pure (const struct prepared *, key_id key, key_id *a);
/* The number of "A and B are equal", and what such a number is about (false:
   KEY is something else).  */
key_id key_of_equality (struct prepared *, key_id a, key_id b);
bool key_equates (const struct prepared *, key_id key, key_id *a, key_id *b);
/* The number of "A holds, or B does", of two literals or such numbers; and what
   such a number is about.  */
key_id key_of_disjunction (struct prepared *, key_id a, key_id b);
bool key_is_disjunction (const struct prepared *, key_id key, key_id *a,
			 key_id *b);
/* KEY is the comparison OP of the value OF with a constant.  */
bool key_is_literal (const struct prepared *, key_id key, enum lk_compare *op,
		     key_id *of, int64_t *constant);
/* DEF having the truth value TRUTH says that one of two does, but not which.  */
bool is_open (const struct lk_definition *, bool truth);
/* The number of that disjunction, or NO_KEY (either.c).  */
key_id key_of_either (struct prepared *, const struct lk_definition *,
		      bool truth, unsigned depth);
bool key_is_formal (const struct prepared *, key_id);
/* KEY says that memory, *PLACE, holds what the caller gave for *FORMAL.  It
   outlives the formal's last use, for the caller may know what that was.  */
bool key_given (const struct prepared *, key_id key, key_id *place,
		key_id *formal);
/* Is KEY a truth value that a comparison gave?  */
bool key_is_answer (const struct prepared *, key_id key);
/* The number of the value A counted on by CONSTANT.  */
key_id key_of_sum (struct prepared *, key_id a, int64_t constant);
bool key_depends_on_var (const struct prepared *, key_id, lk_var);
bool key_depends_on_memory (const struct prepared *, key_id,
			    const struct lk_path *place);

#endif
