/* A view of one function: facts that need no obligation.

   A view has the values of the function with their definitions and uses, dominators, value
   numbers (the subjects of conditions), provenance and ranges.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FUNCTION_FUNCTION_H
#define LK_FUNCTION_FUNCTION_H

#include "../unit/unit.h"

struct addressed;
struct flow_problem;
struct release_region;
struct slice;
struct summary_provider;

typedef uint32_t key_id;

#define NO_KEY UINT32_MAX

/* Return true if DEF is 0 where both of its operands are, and not 0 where one of them is not.  */
static inline bool
is_join (const struct lk_definition *def)
{
  return (def->kind == LK_DEF_PURE
	  && (def->code == LK_PURE_EITHER || def->code == LK_PURE_SUM));
}

/* Addresses of objects: not NULL, nor the small and negative numbers that programs use as
   marks.  */
#define POINTER_RANGE ((struct lk_range) { 4096, INT64_MAX, 0, 0 })

/* A value number: the subject of a condition.  */
enum key_kind { KEY_VALUE, KEY_MEMORY, KEY_ELEMENT, KEY_EXPRESSION };

struct key
{
  enum key_kind kind;
  const struct lk_path *path;	/* VALUE: root alone; MEMORY: nsel >= 1.  ELEMENT: as MEMORY;
				   the number of the element is the key A, its size CODE, and
				   the place is B bytes into the element.  */
  uint32_t code;		/* EXPRESSION.  */
  int64_t a, b;			/* Keys, or constants by A_CONST, B_CONST.  */
  bool a_const, b_const;
  bool useful;			/* Worth remembering.  */
  bool counted;			/* Some other key is this one and a constant. */
  uint32_t tests;		/* The number of branches on it.  */
  bool asked;			/* MEMORY: a callee tests it, ...  */
  bool asked_again;		/* ... and another call, or the function itself.  */
  key_id *through;		/* MEMORY, ELEMENT: keys_through_phi; NULL: not known yet.  */
  key_id masks, next_mask;	/* The first key that is bits of this one; the next one that is
				   bits of the same key.  NO_KEY: none.  */
  key_id chain;
};

struct use
{
  uint32_t block;		/* The block of the use; a phi's use is at the end of the
				   predecessor, with AT_END.  */
  bool at_end;
  struct use *next;
};

struct write
{
  uint32_t block, index;
  struct write *next;
};

/* EARLY: an object may be known elsewhere before something is stored in its MEMBER.  */
struct given_early
{
  int64_t member;
  bool early;
  struct given_early *next;
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
  bool becomes_result;		/* It, or a phi with it as an argument, is the result.  */
  uint64_t **live_in;		/* Made on demand: bits by reverse postorder, in parts; a part
				   that is missing is empty.  */
  key_id key;			/* Value number, made on demand.  */
  const char *name;		/* User's name, also through phis and stores.  */
  bool address_stored;		/* OBJECT: its address is in memory.  */
  struct write *writes;		/* Events that write memory through it.  */
  uint8_t given_away;		/* VALUE: 0 not computed, 1 no, 2 yes.  */
  struct given_early *given_early;	/* The same, before a member was filled; made on demand.  */
  const struct release_region *release_region;	/* VALUE, on demand (transfer/call-borrow.c).  */
};

/* A slot for each analysis, with its results for one view, as in unit/unit.h.  */
enum view_slot
{
  VIEW_REGIONS,			/* preanalysis/regions.c */
  VIEW_RELEASE_LOOPS,		/* preanalysis/release-loops.c */
  VIEW_MADE_TYPES,		/* preanalysis/dynamic-type-sources.c */
  VIEW_OWN_PLACES,		/* preanalysis/own-place.c */
  VIEW_REFERENCES,		/* transfer/reference.c */
  VIEW_ROUNDS,			/* transfer/collection-query.c */
  VIEW_ENDINGS,			/* transfer/call-exception.c */
  VIEW_POSTCONDITION,		/* summary/postcondition.c */
  VIEW_LIVE_CONDITIONS,		/* solver/live-condition.c */
  VIEW_ENTRY_STATE,		/* leak/entry-state.c */
  N_VIEW_SLOTS
};

struct function_view
{
  struct lk_graph *graph;
  struct lk_unit *unit;
  struct lk_arena *arena;	/* Its own; freed with the graph.  */
  uint32_t n_vars;
  bool tables;			/* It follows dynamic types of objects: some useful key is the
				   number of a virtual table.  */
  struct var_info *vars;
  uint32_t *idom;		/* By block; UINT32_MAX: unreachable.  */
  uint32_t *order;		/* Reverse postorder number by block.  */
  uint32_t *dom_first, *dom_last;	/* By block: its number in a walk over the
				   tree of dominators, and the highest below
				   it.  */
  uint32_t *stack;		/* Room for every block, for one walk at a time.  */
  struct key **key_parts;	/* See key_at.  */
  uint32_t n_keys, key_parts_room;
  key_id *key_buckets;
  uint32_t n_key_buckets;
  lk_var returned;		/* The structure that the function returns, a
				   local object, or LK_NO_VAR.  */
  key_id state;			/* The place in the frame of a coroutine where its body
				   resumes; or NO_KEY.  */
  void *slots[N_VIEW_SLOTS];	/* See view_slot.  */
  /* Memory that the function itself writes: offsets stored through pointers,
     and (root, offset) of named objects; for quiet ().  */
  struct stored { int64_t offset; lk_var root; struct stored *next; }
    *stored[64];
};

/* A pass over the graph of a function when it has been built, before any other code reads it.
   A list ends with a NULL RUN.  */
struct function_pass
{
  const char *name;
  void (*run) (struct function_view *);
};

/* The position of an analysis: what it follows, in which function, at which event.  Floors
   below the solver take one.  */
struct context
{
  struct lk_unit *unit;
  struct function_view *view;
  struct lk_graph *graph;
  const struct obligation *obligation;
  struct lk_arena *arena;	/* Of the solver, or of the query.  */
  const struct flow_problem *problem;
  const struct summary_provider *summaries;
  struct slice *slice;		/* The relevant part for the obligation; NULL: everything may
				   be.  */
  struct addressed *addressed;	/* The object whose address is followed; or NULL.  */
  const char *left_out;		/* The limit because of which access paths of the handle were
				   left out, here or in a callee; or NULL.  */
  bool limited;			/* A limit has made it less precise.  */
  bool stops_at_limit;		/* It stops then.  */
  bool brief;			/* It runs without a slice: it is solved again with a slice if
				   that is not enough, or a limit is met.  */
  uint32_t block, event;	/* The position of the current fact.  */
  uint32_t running;		/* The block that is being run; UINT32_MAX: none.  */
};

/* Keys are kept in parts of so many, which never move: pointers to keys are valid as long as
   VIEW is, also when more are made.  */
#define KEYS_PART 32

/* An obligation that leaves a function: part of its summary as a factory.  Paths are rooted at
   formals and the result of the function that made it.  */
struct portable_path
{
  enum { ROOT_FORMAL, ROOT_RESULT, ROOT_GLOBAL } root;
  uint32_t index;		/* FORMAL.  */
  void *entity;			/* GLOBAL.  */
  uint16_t nsel;
  bool referred;		/* Through a pointer found there: the caller knows the place if
				   it stored the pointer itself.  */
  int64_t addend;
  int64_t sel[LK_PLACE_MAX + 5];
};

/* A condition on a formal's value, or on a global's contents, for one path through a function.  */

#define PORTABLE_EQUAL UINT32_MAX

struct portable_condition
{
  struct portable_path path;	/* FORMAL without selectors: the value; else
				   the place.  */
  uint32_t code;		/* 0, or the condition is on this pure function
				   of that and CONSTANT; or PORTABLE_EQUAL.  */
  int64_t constant;
  struct portable_path other;	/* EQUAL: RANGE is that of the truth value "the two are equal".  */
  bool after;			/* The callee writes there: it holds only when the callee has
				   returned.  */
  uint32_t given;		/* 0, or it equals the argument for formal GIVEN - 1.  */
  struct lk_range range;
};

struct portable_conditions
{
  uint64_t written;		/* Bit I: memory reached through formal I may
				   not be what it was on entry.  The last bit
				   stands for all further formals.  */
  uint64_t members;		/* Of the memory of formal 0 (an object, whose method this is):
				   bit member_bit (OFFSET).  */
  unsigned n;
  struct portable_condition all[MAX_PORTABLE_CONDITIONS];
};

struct product
{
  const struct obligation *origin;
  struct portable_conditions when;
  struct lk_range result;
  bool assumed;
  const char *limit;		/* ASSUMED by this limit; or NULL.  */
  bool inside;			/* FACT_INSIDE.  */
  bool across;			/* FACT_ACROSS.  */
  bool thrown;			/* It is left behind by an exception.  */
  unsigned n_paths;
  struct portable_path *paths;
  const char *global;		/* The access path in that memory, or NULL.  */
  unsigned n_parents;		/* Of the obligation, if the caller has an access path for
				   them.  */
  struct portable_path *parents;
  struct product *next;
};

struct obligation
{
  const struct lk_kind *kind;
  const struct lk_name *releasers;	/* Or NULL: all of KIND.  */
  struct lk_function *function;
  struct lk_event *event;	/* The call; NULL for an incoming one.  */
  uint32_t block;
  uint32_t event_index;
  lk_loc loc;
  const char *acquirer;
  const struct lk_contract *from;	/* Of ACQUIRER, if it was derived in another unit.  */
  const char *handle;
  uint32_t handle_user;		/* The user variable in which it is first stored.  */
  bool in_place;		/* The handle is the address of a given
				   object (a lock, a regex_t).  */
  bool incoming;		/* The caller's: solved for a summary.  */
  bool held;			/* A member of the function's object holds it
				   (leak/member-overwrite.c).  */
  bool ignored;			/* The result is not used.  */
  bool thrown;			/* The callee that has acquired it has thrown.  */
  bool noted;			/* A lock: an object that outlives the function has acquired
				   it, has a record of that, and may release it when it is
				   destroyed.  */
  bool guarded;			/* A lock: a constructor has acquired it for a local object.  */
  const struct obligation *origin;	/* The callee's obligation, through a factory.  */
  unsigned n_parents;		/* A release of one of these releases it; all access paths, on
				   any path.  */
  const struct lk_path **parents;
};

/* The rest of a path.  Return true if the value at operand path VALUE is, or leads to, the
   contents of PATH; then *OUT is the rest: a path to be appended to any other access path of
   VALUE.  NSEL 0 means that VALUE is the handle itself except for the addend.  */
struct path_rest
{
  unsigned nsel;
  int64_t sel[LK_MAX_DEPTH];
  int64_t addend;
  bool weak;			/* Through an unknown index.  */
};

/* A condition that holds on edge WAY out of a block: A OP B.  */
struct test
{
  struct lk_operand a, b;
  enum lk_compare op;
};

/* The kind of a value that is followed although it is no resource.  */
extern const struct lk_kind kind_nothing;
/* The kind of a value that counts as a handle of any kind.  */
extern const struct lk_kind kind_anything;
/* As kind_anything; an unknown function to which the function of the summary itself passes the
   handle is taken to borrow it, and noted in the unit's LENT (derive/pass.c).  */
extern const struct lk_kind kind_lent;

struct lk_range range_of_compare (enum lk_compare op, int64_t c);
/* False if empty.  */
bool range_intersect (struct lk_range *a, const struct lk_range *b);
struct lk_range range_hull (const struct lk_range *a, const struct lk_range *b);
/* Store the values of A and of B in *OUT; false if what is between them is too large for holes: it
   is then part of *OUT.  */
bool range_union (const struct lk_range *a, const struct lk_range *b, struct lk_range *out);
/* Store the complement of RANGE in *OUT; false if that is no range.  */
bool range_complement (const struct lk_range *range, struct lk_range *out);
bool range_is_all (const struct lk_range *a);

/* ---- normal-form.  ---- */

/* The function passes of this floor. normal_form: copies are propagated, each value has one
   spelling, uses are indexed.  */
void normal_form (struct function_view *);
/* Number the blocks, in reverse postorder and in the tree of dominators.  */
void dominators (struct function_view *);
/* A view of GRAPH, over which the passes of UNIT have run.  */
struct function_view *view_new (struct lk_unit *, struct lk_graph *);

/* ---- graph-cache.  ---- */

void view_free (struct function_view *);
/* Return SLOT of the view: SIZE bytes, 0 when they are first asked for, freed with the view.  */
static inline void *
view_slot (struct function_view *view, enum view_slot slot, size_t size)
{
  if (!view->slots[slot])
    view->slots[slot] = lk_arena_alloc (view->arena, size);
  return view->slots[slot];
}

/* Return the function's graph, built now if it is not in memory, or NULL if it has none; and the
   view of it.  Valid until the next call of graphs_trim.  */
struct lk_graph *function_graph (struct lk_unit *, struct lk_function *);
struct function_view *function_view (struct lk_unit *, struct lk_function *);
/* Return true if it is known that the function has none.  */
bool graph_unavailable (struct lk_unit *, struct lk_function *);
/* Free the graph of a function that is not being solved.  */
void graph_drop (struct lk_unit *, struct lk_function *);
/* Free all, at the end of the unit.  */
void graphs_free (struct lk_unit *);
/* Free graphs beyond GRAPHS_KEPT.  No obligation may be in progress.  */
void graphs_trim (struct lk_unit *);

/* ---- lazy-fact.  ---- */

#define LAZY_WORDS 2

/* A kind of fact about a function and, perhaps, one of its arguments.  COMPUTE adds bits to BITS,
   which are none, by FN's body; it calls lazy_fact for callees, and more bits of theirs never
   make fewer of FN's.  LIMITED: the bits where a limit keeps it from being computed.  */
struct lazy_fact
{
  void (*compute) (struct lk_unit *, struct lk_function *fn, uint32_t index, uint64_t *bits);
  uint64_t limited[LAZY_WORDS];
};

/* Return the bits of FN's fact INDEX, computed now if they are not known.  Within COMPUTE they
   may be too few: then it is called again.  */
const uint64_t *lazy_fact (struct lk_unit *, struct lk_function *fn, uint32_t index,
			   const struct lazy_fact *);
/* The same if they are known; or NULL.  */
const uint64_t *lazy_fact_known (struct lk_unit *, struct lk_function *fn, uint32_t index,
				 const struct lazy_fact *);
/* Return true if FN's body may be built to learn something of it, and count that: there is one
   bound for all such bodies of the unit.  */
bool fact_may_build (struct lk_unit *, struct lk_function *fn);
/* A fact of FN that is no set of bits is computed from here to fact_leave, under the same bounds.
   Return false, and begin nothing, if one of them is met.  */
bool fact_enter (struct lk_unit *, struct lk_function *fn);
void fact_leave (struct lk_unit *);
/* The first word of the bits is known otherwise.  */
void lazy_fact_set (struct lk_unit *, struct lk_function *fn, uint32_t index,
		    const struct lazy_fact *, uint64_t bits);

/* ---- liveness.  ---- */

bool live_in (struct function_view *, lk_var, uint32_t block);

/* ---- dominators.  ---- */

bool dominates (const struct function_view *, uint32_t a, uint32_t b);
/* Return true if event I of block B surely runs before event INDEX of BLOCK.  */
bool runs_before (const struct function_view *, uint32_t b, uint32_t i, uint32_t block,
		  uint32_t index);

/* A walk over the blocks that control reaches from the end of a block, along those edges that the
   caller follows; it runs in a loop over next_block, between block_walk_begin and
   block_walk_end.  */
struct block_walk
{
  const struct lk_graph *graph;
  uint32_t *stack;
  uint8_t *seen;
  uint32_t n;
};

/* Begin with BLOCK.  It is given a second time if a loop leads back to it.  */
void block_walk_begin (struct block_walk *, const struct lk_graph *, uint32_t block);
/* Make *BLOCK the next block, or return false if there is none.  */
bool next_block (struct block_walk *, uint32_t *block);
/* Go to BLOCK, unless the walk was there.  */
void enter_block (struct block_walk *, uint32_t block);
/* Go to all successors of BLOCK.  */
void enter_successors (struct block_walk *, uint32_t block);
/* Free the memory of the walk, at its end or before it.  */
void block_walk_end (struct block_walk *);
/* Return true if control can get from the end of block FROM to block TO, or they are the same.  */
bool block_reaches (struct context *, uint32_t from, uint32_t to);
/* Return true if control can get from the end of BLOCK to BLOCK again.  */
bool block_repeats (const struct lk_graph *, uint32_t block);

/* ---- provenance.  ---- */

/* Return the name of the place PATH as the user would write it, or NULL.  */
const char *path_name (struct function_view *, const struct lk_path *);
/* Return the ASSIGN that loads the value V from memory: its SRC is a path with selectors; else
   NULL.  */
const struct lk_event *var_load (const struct function_view *, lk_var v);
/* Return the path that an ASSIGN makes the value V of: the place that it loads (nsel >= 1), or
   the value or address that V is a copy of (nsel == 0); else NULL.  Never of a CALL.  */
const struct lk_path *loaded_from (const struct function_view *view, lk_var v);
/* Return that place of PATH's root, followed by the rest of PATH (nsel >= 1); NULL if there is
   none, or the whole is too long.  */
const struct lk_path *path_provenance (struct function_view *,
				       const struct lk_path *);
/* The same, but if it was fetched from a collection (a CALL with a fetch clause), the place is
   the contents of the collection, all elements alike: two values with that place need not be
   equal.  For what is behind the result of an alias clause it may also be an address (nsel ==
   0).  */
const struct lk_path *path_holding (struct function_view *, const struct lk_path *);
/* Return true if the function stores something at PLACE, by that access path.  */
bool place_assigned (const struct function_view *, const struct lk_path *place);
/* Return PATH from where its root was loaded, and so on, as far as nothing is assigned there.  */
const struct lk_path *path_unfolded (const struct function_view *, const struct lk_path *);
/* Return another access path of the place PATH, the Nth of them (from 0): its provenance, or,
   if HELD, the place that holds it.  NULL if there is none, or a limit is met, which is noted.  */
const struct lk_path *path_next_name (struct function_view *, const struct lk_path *,
				      unsigned n, bool held);
/* Return true if PATH is a member of what a call made, and the function returns a pointer to
   that, perhaps through a phi.  */
bool path_in_result (const struct function_view *, const struct lk_path *);
/* Return the local object into which the value V always points unless it is NULL, as a pointer
   that walks over an array does; LK_NO_VAR if there is none, or if V escapes.  */
lk_var address_into (const struct function_view *, lk_var v, unsigned depth);
bool path_in_new_object (const struct context *, const struct lk_path *);
/* Return true if V is, or is NULL or, a pointer into what a callee's argument stands for, by which
   that cannot be released.  */
bool value_inside (const struct function_view *, lk_var v);
/* Return the member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
int64_t read_from (const struct function_view *view, const struct lk_operand *op);
/* Return true if P is what a pointer found behind a formal points to, in a language with
   references.  */
bool path_behind_formal (const struct context *context, const struct lk_path *p);

/* ---- stores.  ---- */

/* Return true if what CALLEE, which may be NULL, returns is memory that did not exist before.  */
bool makes_memory (const struct lk_function *callee);

/* Put into PLACES, which has ROOM, the places where VALUE was stored before event EVENT of
   BLOCK, and still is.  Return their number.  */
unsigned stored_before (const struct function_view *, uint32_t block, uint32_t event,
			const struct lk_path *value, const struct lk_path **places, unsigned room);

/* Return true if no store of the function can change the contents of PATH (nsel >= 1).  */
bool quiet (const struct function_view *, const struct lk_path *);

/* ---- value-number.  ---- */

/* Return OP, or, if it is the address of a function, *NUMBER, the number that stands for it.  */
const struct lk_operand *operand_as_number (const struct lk_graph *, const struct lk_operand *op,
					    struct lk_operand *number);
/* Return true if V is a truth value that was computed.  */
bool is_truth (const struct lk_graph *, lk_var v);
/* Return true if PLACE is an element of an array at an index that is not constant.  */
bool weak_place (const struct lk_path *place);
/* Return the value number of OPERAND; NO_KEY if it is constant, unknown, or such an element.  */
key_id key_of_operand (struct function_view *, const struct lk_operand *);
key_id key_of_var (struct function_view *, lk_var);
/* Return PATH with loaded roots replaced by the places they were loaded from, so that c->a->b
   is one place however often c->a was read.  */
const struct lk_path *canonical_place (struct function_view *, const struct lk_path *path);
key_id key_of_memory (struct function_view *, const struct lk_path *);
/* Return the value number of the memory that EV, an assignment, writes or reads.  */
key_id key_of_access (struct function_view *, const struct lk_event *ev);
key_id key_of_expression (struct function_view *, uint32_t code,
			  const struct lk_operand *, const struct lk_operand *);
/* The same for the pure function CODE of an operand and a constant.  */
key_id key_of_pure (struct function_view *, uint32_t code, const struct lk_operand *,
		    int64_t constant);
/* Return true if KEY is such a function, of *A.  */
bool key_is_pure (const struct function_view *, key_id key, key_id *a);
/* Return the number of "A and B are equal", and the subject of such a number (false: KEY is
   none).  */
key_id key_of_equality (struct function_view *, key_id a, key_id b);
bool key_equates (const struct function_view *, key_id key, key_id *a, key_id *b);
bool key_is_disjunction (const struct function_view *, key_id key, key_id *a,
			 key_id *b);
/* Return true if KEY is the comparison OP of the value OF with a constant.  */
bool key_is_literal (const struct function_view *, key_id key, enum lk_compare *op,
		     key_id *of, int64_t *constant);
/* The number of that disjunction, or NO_KEY.  */
key_id key_of_either (struct function_view *, const struct lk_definition *,
		      bool truth, unsigned depth);
bool key_is_formal (const struct function_view *, key_id);
/* Return true if KEY means that memory, *PLACE, holds the caller's argument for *FORMAL.  It
   outlives the formal's last use, because the caller may have conditions on the argument.  */
bool key_given (const struct function_view *, key_id key, key_id *place,
		key_id *formal);
/* Return true if KEY is a truth value that a comparison computed.  */
bool key_is_answer (const struct function_view *, key_id key);
/* Return the number of the value A plus CONSTANT.  */
key_id key_of_sum (struct function_view *, key_id a, int64_t constant);
bool key_depends_on_var (const struct function_view *, key_id, lk_var);
bool key_depends_on_memory (const struct function_view *, key_id,
			    const struct lk_path *place);
/* Return true if PATH, or the subject of KEY, is the place of the number of a virtual table.  */
bool table_place (const struct lk_path *);
bool table_key (const struct function_view *, key_id);
/* Return true if DEF masks a value with a constant, or sets bits in it.  */
bool masks_bits (const struct lk_definition *);

/* ---- access-path.  ---- */

bool path_rest (const struct lk_path *path, const struct lk_path *value,
		struct path_rest *out);
/* Return true if PLACE is in a member of the SIZE bytes (0: as many as there are) at the address
   BASE, and store how it is reached from there in *REST.  LK_ANY is none.  */
bool path_within (const struct lk_path *place, const struct lk_path *base, uint64_t size,
		  struct path_rest *rest);
/* The place that the COPY EV copies to PLACE; NULL: none, or an unknown one.  (A copy of unknown
   size that shifts is unknown: going back through it again and again would have no end.)  */
const struct lk_path *copied_from (struct lk_graph *graph, const struct lk_event *ev,
				   const struct lk_path *place);
/* The same for argument K of the call EVENT.  A member function whose object is a member does
   not access what is beside it.  */
bool argument_rest (const struct lk_event *, uint32_t k,
		    const struct lk_path *path, struct path_rest *out);
/* Return PREFIX (a place or a value root) followed by REST, or NULL if that is too long.  */
const struct lk_path *path_join (struct lk_graph *, const struct lk_path *prefix,
				 const struct path_rest *rest);

/* ---- call-sites.  ---- */

struct call_site
{
  struct function_view *view;	/* Of the caller.  */
  uint32_t block, index;	/* Of EVENT.  */
  const struct lk_event *event;
};
typedef bool visit_call_site (void *data, const struct call_site *);

/* Call VISIT with DATA for each call of FN by its name in the unit, until it returns false.  Return
   true if it never does, and FN has no other calls.  */
bool visit_call_sites (struct lk_unit *, struct lk_function *fn, visit_call_site *visit,
		       void *data);

/* ---- event-query.  ---- */

/* Return true if the event EV sets the bytes of an object to 0, and those of its member PLACE
   are among them.  (Members are assumed to have CLEARED_SIZE bytes.)  */
bool clears_place (const struct lk_event *ev, const struct lk_path *place);
/* Return true if a clause of CONTRACT depends on a member of an argument.  */
bool contract_tests_member (const struct lk_contract *contract);
/* Return the place of the member that C tests at the call EV; NULL if it tests none, or of what no
   path is.  */
const struct lk_path *tested_member (struct lk_graph *, const struct lk_event *ev,
				     const struct lk_condition *c);
/* Return true if EV is a call whose main effect is to fetch an element from its collection.  */
bool call_fetches (const struct lk_event *);
/* Set the condition that holds on edge WAY out of the block: if the branch compares a value
   with 0 that is a comparison or a negation itself, that one.  Return false if it tests no
   path.  */
bool branch_test (const struct context *, const struct lk_block *, unsigned way,
		  struct test *);
bool kind_is_anything (const struct lk_kind *);
/* Return the contract of FN if it was derived in another unit; else NULL.  */
const struct lk_contract *derived_contract (const struct lk_function *fn);
/* Return the argument of EV by which, as the contract says, the call ends the process; or NULL.  */
const struct lk_operand *ending_argument (const struct lk_event *ev);
/* Return true if OP is the variable V, a value.  */
bool operand_is_value (const struct lk_operand *op, lk_var v);
/* Return true if the callee can write what argument ARG points to, as far as types say.  */
bool call_may_write (const struct lk_event *, uint32_t arg);
/* Return the first clause of the contract of EV's callee; NULL if EV is no call, or the callee has
   none.  */
const struct lk_clause *event_clauses (const struct lk_event *ev);

/* A walk over the members that the contract of the call EVENT tests; CLAUSE is event_clauses
   (EVENT), and N 0 at first.  */
struct tested_walk
{
  const struct lk_event *event;
  const struct lk_clause *clause;
  unsigned n;			/* The next of its conditions.  */
};

/* Return the place of the next one, or NULL.  */
const struct lk_path *next_tested_member (struct lk_graph *, struct tested_walk *);

/* A walk over the clauses of ROLE of all calls in GRAPH, by blocks and events, in a loop over
   next_clause; the other members are 0 at first.  */
struct clause_walk
{
  struct lk_graph *graph;
  enum lk_role role;
  uint32_t block, index;	/* Of EVENT.  */
  struct lk_event *event;
  const struct lk_clause *clause;
};

/* Go to the next clause, or return false if there is none.  */
bool next_clause (struct clause_walk *);
/* Return GRAPH's name for the global variable ENTITY, or LK_NO_VAR.  */
lk_var find_global (const struct lk_graph *graph, const void *entity);
/* Return the path whose value PLACE denotes at the call EVENT, or NULL.  */
const struct lk_path *place_path (struct lk_graph *, const struct lk_event *,
				  const struct lk_place *);
bool contract_releases_arg (const struct lk_contract *, unsigned arg);
/* Return true if EV, of the method whose graph is G, assigns the member SELECTOR of its
   object.  */
bool sets_member (const struct lk_graph *g, const struct lk_event *ev, int64_t selector);
/* Return true if memory of KIND, C++'s objects and arrays, has only one matching release.  */
bool pair_kind (const struct lk_unit *, const struct lk_kind *kind);
/* Return true if the callee of EV, the library or a function that makes or assigns an object,
   may pass on its argument.  */
bool table_passes_on (const struct lk_event *ev);

static inline struct key *
key_at (const struct function_view *view, key_id id)
{
  return &view->key_parts[id / KEYS_PART][id % KEYS_PART];
}

static inline int64_t
add_offsets (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a + b);
}

/* Return true if V is memory with an address, not a value.  */
static inline bool
is_object (const struct function_view *view, lk_var v)
{
  enum lk_var_class c = view->graph->vars[v].class_;
  return c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL;
}

/* Return the data of the variable V.  A variable that was added to the graph later (a global
   that a callee names) has none.  */
static inline const struct var_info *
var_at (const struct function_view *view, lk_var v)
{
  static const struct var_info nothing = { .def_block = UINT32_MAX, .key = NO_KEY };
  return v < view->n_vars ? &view->vars[v] : &nothing;
}

/* Return the event that defines the value V: an ASSIGN or a CALL, never another.  NULL: a phi
   defines it, or V is no value.  Read only kind and place of an event of unknown kind: use one
   of the next two.  */
static inline struct lk_event *
var_event (const struct function_view *view, lk_var v)
{
  struct lk_event *ev = var_at (view, v)->event;
  LK_CHECK (!ev || ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_CALL);
  return ev;
}

/* That if it is an ASSIGN, of anything (SRC may be a constant, unknown, or a path that is loaded
   from, copied or whose address is taken); else NULL.  */
static inline struct lk_event *
var_assignment (const struct function_view *view, lk_var v)
{
  struct lk_event *ev = var_event (view, v);
  return ev && ev->kind == LK_EVENT_ASSIGN ? ev : NULL;
}

/* That if it is a CALL, whose CALLEE may be NULL; else NULL.  */
static inline struct lk_event *
var_call (const struct function_view *view, lk_var v)
{
  struct lk_event *ev = var_event (view, v);
  return ev && ev->kind == LK_EVENT_CALL ? ev : NULL;
}

/* Return the set of offsets, as a sum of bits, that contains OFFSET.  */
static inline uint64_t
member_bit (int64_t offset)
{
  return (offset == LK_ANY ? UINT64_MAX
	  : UINT64_C (1) << ((uint64_t) offset / 4 % 64));
}

/* Return MEMBERS of an object that is BY bytes into another one, as members of the other.  */
static inline uint64_t
members_moved (uint64_t members, int64_t by)
{
  if (by == LK_ANY || by % 4)
    return UINT64_MAX;
  unsigned n = (uint64_t) by / 4 % 64;
  return n ? members << n | members >> (64 - n) : members;
}

#endif /* LK_FUNCTION_FUNCTION_H */
