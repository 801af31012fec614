/* Facts about functions that need no obligation: what escapes, what is fresh, what is written,
   which conditions and dynamic types are relevant, which loops release the elements they
   visit.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PREANALYSIS_PREANALYSIS_H
#define LK_PREANALYSIS_PREANALYSIS_H

#include "../function/function.h"

/* The memory behind its formals that a function writes, as in a portable_conditions.  */
struct effect
{
  uint64_t written, members;
};

struct slice;

struct drain		/* A loop that releases what it loads by index.  */
{
  const struct lk_path *loaded;
  struct lk_event *call;	/* The release.  */
  uint32_t arg;			/* The argument of it that is released, a path.  */
  bool fetched;			/* From a collection of Java.  */
  bool kept;			/* CALL only stores it.  */
  bool variable;		/* It also gets the address of a variable.  */
  int64_t step;			/* The distance in bytes to the next element, by a pointer in
				   memory; 0: by none.  */
  struct drain *next;		/* Of the same loop.  */
};

struct drain_exit	/* An edge out of such a loop, or, INSIDE, one of two within it.  */
{
  const struct lk_edge *edge;
  uint32_t head;		/* The block at which the loop begins.  */
  bool inside;
  const struct drain *drains;
  struct drain_exit *next;	/* From the same block.  */
};

enum path_class
{
  PATH_LOCAL,			/* Dies with the function (or with its root).  */
  PATH_CALLER,			/* Reachable from a formal: the caller's.  */
  PATH_GLOBAL,
  PATH_FOREIGN,			/* In memory of unknown origin.  */
  PATH_INSIDE			/* Inside memory acquired here: lost only together with it, or
				   when it is released.  */
};

struct place_list		/* Places behind arguments.  */
{
  struct lk_place place;
  const struct place_list *next;
};

/* The copies into one object.  */
struct copied
{
  const struct lk_event *event;
  struct copied *next;
  bool followed;		/* Of the search that is in progress.  */
};

/* The position where a variable is mentioned.  */
#define MENTION_TERM (-1)	/* By the end of the block.  */
#define MENTION_PHI (-2)	/* By its phis, as a result or an argument.  */

struct mention
{
  uint32_t block;
  int32_t what;			/* The number of an event, or one of these.  */
  struct mention *next;
};

/* All mentions of one variable that begin with one selector; those of the variable itself
   and its address are under SEL_NONE.  */
#define SEL_NONE (INT64_MIN + 1)

struct mentions
{
  lk_var root;
  int64_t sel;
  struct mention *first;
  struct mentions *same_root;
  struct mentions *chain;	/* Of its hash bucket.  */
};

struct regions
{
  struct function_view *view;
  uint32_t *ipdom;		/* By block; UINT32_MAX: the function's end, or none.  */
  bool *ends;			/* By block: a return or an unwinding is reached from it.  */
  uint32_t *out;		/* By block that ENDS: the successor next to an end.  */
  uint32_t *control_first;	/* By block, and one more: where in CONTROL begin... */
  uint32_t *control;		/* ... the branches that control it.  */
  bool *may_end;		/* By block: it calls what may end the process.  */
  uint32_t *exits;		/* Blocks that leave the function: by a return, or maybe by an
				   exception.  */
  uint32_t n_exits;
  bool *is_exit;		/* By block.  */
  uint32_t *by_order;		/* Blocks by reverse postorder.  */
  uint32_t n_ordered;
  struct deciders **deciders;	/* By variable, made on demand.  */
  uint32_t *unknown_calls;	/* Blocks with such; NULL: not yet found.  */
  uint32_t n_unknown_calls;
  lk_var *results;		/* Variables behind the result; NULL: not yet found.  */
  uint32_t n_results;
  key_id n_keys;		/* Keys of VIEW when STORED was found.  */
  key_id stored[MAX_CONDITIONS];	/* Of places in its callers' memory.  */
  uint32_t n_stored;
  bool writes;			/* Some block writes behind a formal.  */
  struct { uint64_t written, members; } *effect;	/* By block: of it, and of all up to its
							   postdominator.  */
  struct mentions **by_root;	/* By variable.  */
  struct mentions **buckets;
  uint32_t n_buckets, n_mentions;
};

/* The branches that decide which argument a phi gets.  */
struct deciders
{
  uint32_t block;		/* That of the phi.  */
  bool many;			/* Some have ways.  */
  struct tested			/* The keys that those with ways test, sorted.  */
  {
    key_id key;
    uint32_t decider;		/* Its number.  */
  } *tested;
  uint32_t n_tested, n;
  struct decider		/* Sorted by block.  */
  {
    uint32_t block;
    uint32_t n_ways;		/* 0: facts must know which edge was taken.  */
    struct phi_way			/* For each class of arguments.  */
    {
      struct lk_edge *out;	/* The edge by which the branch is left.  */
      struct lk_edge *to;	/* The edge to the phi that is got to then.  */
    } *ways;
  } of[];
};

/* Return the drains that are left by an edge from BLOCK.  */
const struct drain_exit *prepared_drain_exits (struct function_view *,
					       uint32_t block);

/* Return true if V, a formal of the graph, is a number of elements: it bounds a loop, or is counted
   down.  */
bool bounds_loop (const struct lk_graph *, lk_var v);

/* ---- relevant-conditions.  ---- */

void keys_prepare (struct function_view *);

/* ---- dynamic-type-sources.  ---- */

/* Return true if FN may make an object in what its argument number K points to.  */
bool table_made_in (struct lk_unit *, struct lk_function *fn, uint32_t k);

/* ---- tested-inputs.  ---- */

/* Return true if EV's callee, which has a body, changes nothing behind its arguments, and tests
   something there that is tested here or by another callee, too:
   if (!may_print (client)) return;  */
bool asks_what_matters (struct function_view *, const struct lk_event *ev);

/* ---- mod-ref.  ---- */

/* Return true if EV's callee, which has no body here, is known to change nothing in the object that
   its argument K points to.  */
bool callee_only_reads (const struct lk_unit *, const struct lk_event *ev, uint32_t k);

/* Add that MEMBERS of PLACE are written (as flow_written).  */
void effect_of_write (struct function_view *, const struct lk_path *place,
		      uint64_t members, struct effect *);
/* Set the effect of FN on all its paths; everything if it has no body.  */
void function_effect (struct lk_unit *, struct lk_function *, struct effect *);

/* ---- escape.  ---- */

/* True if the address V is passed to an unknown function or stored, anywhere in the function.  */
bool value_given_away (struct context *, lk_var);
/* Return true if CALL, of a constructor, may give the address of its object to other code.  */
bool object_escapes_in (struct context *, const struct lk_event *call);

/* ---- own-place.  ---- */

/* If V is the address of an object of this function's, which it stores in memory of its own and
   nowhere else, return that place; else NULL.  */
const struct lk_path *value_own_place (struct context *, lk_var v);
/* The same, whatever becomes of the memory of that place; FILLED: something may be stored in the
   object when the function has returned.  */
const struct lk_path *value_in_one_place (struct context *, lk_var v, bool filled);
/* Return a value that the function stores at PLACE, or LK_NO_VAR.  */
lk_var value_stored_at (const struct context *, const struct lk_path *place);

/* ---- own-member.  ---- */

/* Return true if what MEMBER of the object V points to at the call EV is an object that this
   function or V's constructor made, and that is reached by V alone.  */
bool member_is_own (struct context *, lk_var v, int64_t member, const struct lk_event *ev);

/* ---- freshness.  ---- */

enum path_class classify_path (struct context *, const struct lk_path *);
/* Return true if V is the address of memory that this function acquired or has on its stack.  */
bool value_is_fresh (struct context *, lk_var v);
/* Return the formal that the value V always is, unless NULL; or LK_NO_VAR.  */
lk_var value_argument (struct context *, lk_var v);
/* Return true if PATH is an object that this function made: an access path of it like any
   other, which an acquisition made a handle.  */
bool path_is_new (struct context *, const struct lk_path *);
/* Return true if the function returns a new object (or NULL) without other references.  */
bool function_returns_new (struct lk_unit *, struct function_view *);
/* Compute that for callers: the acquisitions of VIEW's callees are known now.  */
void note_returns_new (struct function_view *);

/* ---- lock-use.  ---- */

/* True if FN, which has a body, or a function that it calls acquires or releases locks, or if it
   calls an unknown function.  */
bool may_touch_locks (struct lk_unit *, struct lk_function *fn);
bool touches_locks (struct lk_unit *unit, struct lk_function *fn);
/* As may_touch_locks, but the library accesses only locks that it is given.  Functions that it
   calls back may access others.  */
bool touches_own_locks (struct lk_unit *unit, struct lk_function *fn);

/* ---- released-argument.  ---- */

/* Return the clause by which FN may release its argument number ARG, from 0: of its contract, or of
   that of a function that gets the argument on some path of its body, the first; or NULL.  */
const struct lk_clause *releases_argument (struct lk_unit *, struct lk_function *fn,
					   uint32_t arg);

/* ---- blind-writes.  ---- */

/* Return true if FUNCTION writes to what this argument points to, but reads nothing there that
   it has not written; CAPTURED: to what the address in that place of this argument, a lambda,
   points to, if it is not LK_ANY.  */
bool fills_blindly (struct lk_unit *, struct lk_function *, uint32_t argument,
		    int64_t captured);
/* Return true if the state of a member of what ROOT is, or points to, decides whether BLOCK is
   reached; WRITTEN: of one that the function writes to.  OWN, if not NULL, does not count.  */
bool looked_into (const struct function_view *, uint32_t block, lk_var root,
		  const struct lk_path *own, bool written);

/* ---- regions.  ---- */

/* Return those of VIEW, made on demand.  */
struct regions *regions_of (struct function_view *);
/* The mentions of ROOT with SEL, or NULL.  */
const struct mentions *regions_mentions (const struct regions *, lk_var root, int64_t sel);

/* ---- slice.  ---- */

/* Return the slice of the obligation of SOLVER, so far without access paths; NULL: everything
   may be relevant.  It lives as long as the solver.  */
struct slice *slice_new (struct context *);
bool slice_possible (const struct context *);
/* The handle may have the access path PATH; what depends on it is relevant from here on.  */
void slice_add_name (struct slice *, const struct lk_path *path);
/* Event INDEX of BLOCK is relevant.  */
void slice_add_event (struct slice *, uint32_t block, uint32_t index);
/* OP is relevant.  */
void slice_add_operand (struct slice *, const struct lk_operand *op);
/* Return true if the state of KEY is ever queried.  */
bool slice_knows (const struct slice *, key_id key);
/* Return true if BLOCK has a relevant event; if the edge by which it is left is relevant.  */
bool slice_stops (const struct slice *, uint32_t block);
bool slice_branches (const struct slice *, uint32_t block);
/* Return the branch of BLOCK if it is one of many that only decide on a phi, so that a fact takes
   its ways; or NULL.  */
const struct decider *slice_ways (const struct slice *, uint32_t block);
/* Return true if any condition is ever queried.  */
bool slice_asks (const struct slice *);
/* A copy of it, in ARENA, for facts without names.  */
struct slice *slice_copy (const struct slice *, struct lk_arena *);
/* A and B, which are of one function, keep the same of a fact without names, and let it stop at the
   same blocks.  */
bool slice_same (const struct slice *a, const struct slice *b);

#endif /* LK_PREANALYSIS_PREANALYSIS_H */
