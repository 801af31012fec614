/* Declarations shared by the files of preanalysis/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PREANALYSIS_PREANALYSIS_INTERNAL_H
#define LK_PREANALYSIS_PREANALYSIS_INTERNAL_H

#include "preanalysis.h"

/* Mark the origins of objects whose dynamic types VIEW's function tests or returns.  */
void table_mark (struct function_view *);
/* A constructor that takes references (std::pair, std::tuple) stores their targets in its
   object, or makes its members do so: what its caller knows of the targets then holds for the
   members.  */
void mark_object_made (struct function_view *view);

/* ---- mod-ref.  ---- */

/* Add what the event EV writes, with what its callee does.  */
void effect_of_event (struct function_view *, const struct lk_event *ev, struct effect *);

/* ---- escape.  ---- */

/* True if something is stored in MEMBER of the memory that V points to after the address V was
   passed to an unknown function or stored.  */
bool value_given_early (struct context *, lk_var, int64_t member);

/* ---- tested-inputs.  ---- */

struct asked_member	/* Which tested places decide on one member behind one argument.  */
{
  uint32_t formal;
  int64_t sel;
  const struct place_list *places;
  struct asked_member *next;
};

struct equal_inputs	/* Two inputs that are compared: arguments, memory behind them, globals.  */
{
  struct portable_path a, b;
  const struct equal_inputs *next;
};

struct tested_bits		/* Bits of an argument that are tested.  */
{
  uint32_t formal;
  int64_t mask;
  const struct tested_bits *next;
};

struct tested_inputs		/* Of one function.  */
{
  bool sought, known;		/* The computation has begun, or has ended.  */
  bool final;			/* It includes those of all callees.  */
  uint64_t arguments;		/* The arguments that it tests, by bits.  */
  const struct tested_bits *bits;	/* Of these.  */
  const struct place_list *asked;	/* The tested memory behind them.  */
  struct asked_member *members;	/* Of ASKED, on demand (slice.c).  */
  const struct equal_inputs *equal;
  const struct place_list *tags;	/* Where it stores values that identify a state
					   (tags_stored).  */
};

/* Return what is known of FN, which may have a body in the unit; the second: computed now, if
   that has not been done.  */
struct tested_inputs *tested_inputs (struct lk_unit *, struct lk_function *fn);
struct tested_inputs *function_asks (struct lk_unit *, struct lk_function *fn);
/* The keys of VIEW are being computed: queries in the meantime are recursive.  Return the
   argument for asks_end.  */
uint32_t asks_begin (struct function_view *);
/* They are computed; STORED, N of them, are of places that get tags.  */
void asks_end (struct function_view *, uint32_t missed, const key_id *stored, unsigned n);
/* Return true if KEY, of an equality, is about two inputs of the function; the first one is an
   argument or memory behind one.  */
bool asks_equality (const struct function_view *, key_id key);
/* Return the keys of the inputs A and B that EV's callee compares; NO_KEY for one that is a
   constant or that no access path leads to.  */
void asks_compared (struct function_view *, const struct lk_event *ev,
		    const struct equal_inputs *, key_id *a, key_id *b);
/* Return true if EV's callee can read (or write) what its argument number K points to.  */
bool call_may_look (const struct lk_event *, uint32_t k);
/* Return, by variable, how many places carry information about the memory behind it (at most
   2): tests, stores and calls.  To be freed by the caller.  */
uint8_t *asks_told (struct function_view *);

/* ---- status-stores.  ---- */

/* Mark the places where VIEW's function leaves tags as useful.  Return the number of those for
   its callers, at most MAX_PORTABLE_CONDITIONS: their keys in FOUND.  */
unsigned tags_stored (struct function_view *, key_id *found);

/* ---- deciders.  ---- */

/* Return the branches that select the argument of PHI, in BLOCK; NULL if they are the same
   as all branches that control the blocks before it.  */
const struct deciders *regions_deciders (struct regions *, uint32_t block,
					 const struct lk_phi *phi);
/* Return the decider at the end of BLOCK, or NULL.  */
const struct decider *decider_at (const struct deciders *, uint32_t block);
/* Return the number of the first of TESTED that is of KEY or a later one.  */
uint32_t first_tested (const struct deciders *, key_id key);
/* Call DO_ with DATA for the key of OP, a value that is tested, and for those of what it was made
   of; NO_KEY may be among them.  DEPTH: 0.  */
void each_key_asked (struct function_view *, const struct lk_operand *op,
		     void (*do_) (void *, key_id), void *data, unsigned depth);

/* ---- slice-mark.  ---- */

#define SEL_WHOLE (INT64_MIN + 2)

/* A root, and the first selector behind it, SEL_NONE for its value or address alone, or
   SEL_WHOLE.  */
struct slice_name
{
  lk_var root;
  int64_t sel;
  struct slice_name *chain;
};

/* An item that is relevant; its dependences have not been visited.  */
struct slice_item
{
  enum { ITEM_NAME, ITEM_KEY, ITEM_BLOCK, ITEM_BRANCH, ITEM_PHIS } kind;
  uint32_t number;
  const struct slice_name *name;
};

/* A relevant phi with so many deciders that their ways are taken.  */
struct slice_group
{
  const struct deciders *deciders;
  struct slice_group *next;
};

/* A call whose arguments have been found relevant, with what its callee tests behind them.  */
struct slice_asked
{
  const struct lk_event *call;	/* NULL: the place is free.  */
  const struct place_list *places;	/* NULL: the arguments themselves.  */
};

#define N_NAME_BUCKETS 16

struct slice
{
  struct function_view *view;
  struct regions *regions;
  struct lk_arena *arena;
  uint64_t *blocks, *branches, *phis;	/* Bits by block.  */
  uint64_t *keys;			/* Bits by key; later keys are unknown.  */
  key_id n_keys;
  bool asks;
  bool leaves;			/* Visible to callers.  */
  bool away;			/* Unknown functions may access it.  */
  struct slice_group *groups;	/* At most one of each block.  */
  struct slice_name *names[N_NAME_BUCKETS];
  struct slice_asked *asked;		/* A hash table, at most half full.  */
  uint32_t n_asked, asked_room;		/* ROOM: 0, or a power of two.  */
  struct slice_item *items;			/* A stack.  */
  uint32_t n_items, room;
};

/* Mark as relevant BLOCK: its events; its branch; PHI, which is in BLOCK; the state of KEY.  */
void slice_need_block (struct slice *, uint32_t block);
void slice_need_branch (struct slice *, uint32_t block);
void slice_need_phi (struct slice *, uint32_t block, const struct lk_phi *);
void slice_need_key (struct slice *, key_id key);
/* KEY has become relevant: mark the deciders that test it.  */
void slice_tell_testing (struct slice *, key_id key);
/* Mark that the handle may be at ROOT, and SEL behind it (struct slice_name); at PATH.  */
void slice_need_name (struct slice *, lk_var root, int64_t sel);
/* Mark that the arguments of CALL are relevant, with PLACES behind them, or, NULL, themselves.
   Return false if they were.  */
bool slice_ask_call (struct slice *, const struct lk_event *call, const struct place_list *places);
void slice_need_path (struct slice *, const struct lk_path *path);
/* Return true if callers get V, or what it points to, as the result.  */
bool slice_behind_result (const struct function_view *, lk_var v);

/* ---- marking.  ---- */

/* Mark what the callee of EV tests in the memory behind its argument number ARG as useful.
   LOOK: examine the callee, if need be.  */
void mark_asked (struct function_view *view, const struct lk_event *ev, uint32_t arg, bool look);
/* Return true if FN makes an object from references: a constructor, an assignment, or a
   function of the library for that.  */
bool makes_of_references (const struct lk_function *fn);
/* Return true if a constant, a truth value, one of several values, or a descriptor is stored
   in the local object V.  */
bool gets_tag (const struct function_view *view, lk_var v);

#endif /* LK_PREANALYSIS_PREANALYSIS_INTERNAL_H */
