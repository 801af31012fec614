/* What is known of one function before an obligation is followed: its view.

   A view has the values of the function with their definitions and uses, dominators, value numbers
   (what conditions are about), provenance and ranges.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FUNCTION_FUNCTION_H
#define LK_FUNCTION_FUNCTION_H

#include "../unit/unit.h"

struct addressed;
struct drain_exit;
struct flow_problem;
struct regions;
struct release_region;
struct slice;
struct summary_provider;

typedef uint32_t key_id;

#define NO_KEY UINT32_MAX

/* Where objects are: not at NULL, nor at the small numbers and the negative
   ones that programs use as marks.  */
#define POINTER_RANGE ((struct lk_range) { 4096, INT64_MAX, 0, false })

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
  const struct release_region *release_region;	/* VALUE, on demand (transfer/call-borrow.c).  */
};

struct function_view
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
  struct addressed *addressed;	/* By transfer/reference.c.  */
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
				   behind it (summary/postcondition.c); NULL: not yet known.  */
  /* Memory that the function itself writes: offsets stored through pointers,
     and (root, offset) of named objects; for quiet ().  */
  struct stored { int64_t offset; lk_var root; struct stored *next; }
    *stored[64];
};

/* What is done with the graph of a function when it has been built, before anything else reads it.
   A list ends with a NULL RUN.  */
struct function_pass
{
  const char *name;
  void (*run) (struct function_view *);
};

/* Where an analysis stands: what it follows, in which function, at which event.  Floors below the
   solver take one.  */
struct context
{
  struct lk_unit *unit;
  struct function_view *view;
  struct lk_graph *graph;
  const struct obligation *obligation;
  struct lk_arena *arena;	/* Of the solver, or of the question.  */
  const struct flow_problem *problem;
  const struct summary_provider *summaries;
  struct slice *slice;		/* What matters to the obligation; NULL: all may.  */
  struct addressed *addressed;	/* The object whose address is followed; or NULL.  */
  const char *left_out;		/* The limit for which names that the handle
				   has were left out, here or in a callee; or
				   NULL.  */
  bool limited;			/* A limit has made it know less.  */
  bool stops_at_limit;		/* It does not go on then.  */
  bool brief;			/* It runs without a slice: it is solved again with a
				   slice if that is not enough, or a limit bites.  */
  uint32_t block, event;	/* Where the fact in hand is.  */
  uint32_t running;		/* The block that is being run; UINT32_MAX: none.  */
};

/* Keys are kept in parts of so many, which stay where they are: pointers to keys are good
   as long as VIEW is, however many more are made meanwhile.  */
#define KEYS_PART 32

/* What leaves a function still obliged: part of its summary as a factory.
   Paths are rooted at formals and the result of the function that made it.  */
struct portable_path
{
  enum { ROOT_FORMAL, ROOT_RESULT, ROOT_GLOBAL } root;
  uint32_t index;		/* FORMAL.  */
  void *entity;			/* GLOBAL.  */
  uint16_t nsel;
  bool referred;		/* Through a pointer found there: known to the
				   caller if it put it there itself.  */
  int64_t addend;
  int64_t sel[LK_PLACE_MAX + 5];
};

/* What holds of a formal's value, or of a global's contents, for one way
   through a function.  */

struct portable_condition
{
  struct portable_path path;	/* FORMAL without selectors: the value; else
				   the place.  */
  uint32_t code;		/* 0, or the condition is on this pure function
				   of that and CONSTANT.  */
  int64_t constant;
  bool after;			/* The callee writes there: it holds only when
				   it has returned.  */
  uint32_t given;		/* 0, or it is equal to what is given for
				   formal GIVEN - 1.  */
  struct lk_range range;
};

struct portable_conditions
{
  uint64_t written;		/* Bit I: memory reached through formal I may
				   not be what it was on entry.  The last bit
				   stands for all further formals.  */
  uint64_t members;		/* Of that of formal 0 (an object, and this its
				   method): bit member_bit (OFFSET).  */
  unsigned n;
  struct portable_condition all[MAX_PORTABLE_CONDITIONS];
};

struct product
{
  const struct obligation *origin;
  struct portable_conditions when;
  struct lk_range result;
  bool assumed;
  bool inside;			/* FACT_INSIDE.  */
  unsigned n_paths;
  struct portable_path *paths;
  const char *global;		/* The name of that among them, or NULL.  */
  unsigned n_parents;		/* Of the obligation, where the caller has a
				   name for them.  */
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
  uint32_t handle_user;		/* The user variable it is first put in.  */
  bool in_place;		/* The handle is the address of a given
				   object (a lock, a regex_t).  */
  bool incoming;		/* The caller's: solved for a summary.  */
  bool held;			/* A member of the function's object holds it (leak/member-overwrite.c).  */
  bool ignored;			/* The result is not used.  */
  bool noted;			/* A lock: an object that lives on has taken it, knows
				   that it has, and may release it when it is
				   destroyed.  */
  bool guarded;			/* A lock: a constructor has taken it for a local object.  */
  const struct obligation *origin;	/* The callee's, through a factory.  */
  unsigned n_parents;		/* To release one of these releases it; all
				   names, of whatever way.  */
  const struct lk_path **parents;
};

/* Does the value at operand path VALUE hold, or lead to, what PATH holds?
   If so, *OUT is the rest: a path to be put after any other name of VALUE.
   NSEL 0 means VALUE is the handle itself but for the addend.  */
struct path_rest
{
  unsigned nsel;
  int64_t sel[LK_MAX_DEPTH];
  int64_t addend;
  bool weak;			/* Through an unknown index.  */
};

/* What holds on a WAY out of a block: A OP B.  */
struct test
{
  struct lk_operand a, b;
  enum lk_compare op;
};

/* The kind of what is followed though it is no resource.  */
extern const struct lk_kind kind_nothing;
/* The kind of what counts as a handle of any kind.  */
extern const struct lk_kind kind_anything;

struct lk_range range_of_compare (enum lk_compare op, int64_t c);
/* False if empty.  */
bool range_intersect (struct lk_range *a, const struct lk_range *b);
struct lk_range range_hull (const struct lk_range *a, const struct lk_range *b);
/* Store the complement of RANGE in *OUT; false if that is no range.  */
bool range_complement (const struct lk_range *range, struct lk_range *out);
bool range_subset (const struct lk_range *a, const struct lk_range *b);
bool range_equal (const struct lk_range *a, const struct lk_range *b);
bool range_is_all (const struct lk_range *a);
bool range_tidy (struct lk_range *r);

/* ---- normal-form.  ---- */

/* The function passes of this floor.  normal_form: copies are propagated, each value has one
   spelling, uses are indexed.  */
void normal_form (struct function_view *);
/* Number the blocks, in reverse postorder and in the tree of dominators.  */
void dominators (struct function_view *);
/* A view of GRAPH, over which the passes of UNIT have run.  */
struct function_view *view_new (struct lk_unit *, struct lk_graph *);

/* ---- graph-cache.  ---- */

void view_free (struct function_view *);
/* The function's graph, prepared; NULL if it has none.  Good until the next
   call of graphs_trim.  */
struct function_view *function_view (struct lk_unit *, struct lk_function *);
/* Free the graph of a function that is not being solved.  */
void graph_drop (struct lk_unit *, struct function_info *);
/* Nothing is being solved: free graphs beyond GRAPHS_KEPT.  */
void graphs_trim (struct lk_unit *);

/* ---- liveness.  ---- */

bool live_in (struct function_view *, lk_var, uint32_t block);

/* ---- dominators.  ---- */

bool dominates (const struct function_view *, uint32_t a, uint32_t b);
/* Can control get from the end of block FROM to block TO?  */
bool block_reaches (struct context *, uint32_t from, uint32_t to);

/* ---- provenance.  ---- */

/* The name of the place PATH as the user would write it, or NULL.  */
const char *path_name (struct function_view *, const struct lk_path *);
/* The ASSIGN that loads the value V from memory: its SRC is a path with selectors; else NULL.  */
const struct lk_event *var_load (const struct function_view *, lk_var v);
/* What an ASSIGN makes the value V of: the place that it loads (nsel >= 1), or the value or address
   that V is a copy of (nsel == 0); else NULL.  Never of a CALL.  */
const struct lk_path *loaded_from (const struct function_view *view, lk_var v);
/* That place of PATH's root, followed by the rest of PATH (nsel >= 1); NULL if there is none, or
   the whole is too long.  */
const struct lk_path *path_provenance (struct function_view *,
				       const struct lk_path *);
/* Likewise, but of what was fetched from a collection (a CALL with a fetch clause) the place is
   there, with all else that the collection holds: not one by which two values are equal.  Of
   what is behind the result of an alias clause it may also be an address (nsel == 0).  */
const struct lk_path *path_holding (struct function_view *, const struct lk_path *);
/* Another name of the place PATH, which is the Nth of them (from 0): its
   provenance, or, if HELD, what it is held by.  NULL if there is none, or
   further ones are not looked for, which is told.  */
const struct lk_path *path_next_name (struct function_view *, const struct lk_path *,
				      unsigned n, bool held);
/* PATH is a member of what a call made, and the function returns a pointer to
   that, maybe where several ways meet.  */
bool path_in_result (const struct function_view *, const struct lk_path *);
/* The local object into which the value V always points unless it is NULL, as a pointer does that
   walks over an array; LK_NO_VAR if there is none, or if V escapes.  */
lk_var address_into (const struct function_view *, lk_var v, unsigned depth);
bool path_in_new_object (const struct context *, const struct lk_path *);
/* The member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
int64_t read_from (const struct function_view *view, const struct lk_operand *op);
/* Return true if P is what a pointer found behind a formal points to, in a language with
   references.  */
bool path_behind_formal (const struct context *context, const struct lk_path *p);

/* ---- stores.  ---- */

/* No store of the function can change what is at PATH (nsel >= 1).  */
bool quiet (const struct function_view *, const struct lk_path *);

/* ---- value-number.  ---- */

/* OP; of the address of a function *NUMBER, the number that it is.  */
const struct lk_operand *operand_as_number (const struct lk_graph *, const struct lk_operand *op,
					    struct lk_operand *number);
/* V is a truth value that was computed.  */
bool is_truth (const struct lk_graph *, lk_var v);
/* PLACE is an element of an array whose number is no constant.  */
bool weak_place (const struct lk_path *place);
/* The value number of OPERAND; NO_KEY if a constant or unknown, or such an element.  */
key_id key_of_operand (struct function_view *, const struct lk_operand *);
key_id key_of_var (struct function_view *, lk_var);
/* PATH with loaded roots replaced by where they were loaded from, so that c->a->b is one place
   however often c->a was read.  */
const struct lk_path *canonical_place (struct function_view *, const struct lk_path *path);
key_id key_of_memory (struct function_view *, const struct lk_path *);
/* What EV, an assignment to memory or from it, writes or reads.  */
key_id key_of_access (struct function_view *, const struct lk_event *ev);
key_id key_of_expression (struct function_view *, uint32_t code,
			  const struct lk_operand *, const struct lk_operand *);
/* The same for the pure function CODE of an operand and a constant.  */
key_id key_of_pure (struct function_view *, uint32_t code, const struct lk_operand *,
		    int64_t constant);
/* Is KEY such a function, of *A?  */
bool key_is_pure (const struct function_view *, key_id key, key_id *a);
/* The number of "A and B are equal", and what such a number is about (false:
   KEY is something else).  */
key_id key_of_equality (struct function_view *, key_id a, key_id b);
bool key_equates (const struct function_view *, key_id key, key_id *a, key_id *b);
bool key_is_disjunction (const struct function_view *, key_id key, key_id *a,
			 key_id *b);
/* KEY is the comparison OP of the value OF with a constant.  */
bool key_is_literal (const struct function_view *, key_id key, enum lk_compare *op,
		     key_id *of, int64_t *constant);
/* The number of that disjunction, or NO_KEY.  */
key_id key_of_either (struct function_view *, const struct lk_definition *,
		      bool truth, unsigned depth);
bool key_is_formal (const struct function_view *, key_id);
/* KEY says that memory, *PLACE, holds what the caller gave for *FORMAL.  It
   outlives the formal's last use, for the caller may know what that was.  */
bool key_given (const struct function_view *, key_id key, key_id *place,
		key_id *formal);
/* Is KEY a truth value that a comparison gave?  */
bool key_is_answer (const struct function_view *, key_id key);
/* The number of the value A counted on by CONSTANT.  */
key_id key_of_sum (struct function_view *, key_id a, int64_t constant);
bool key_depends_on_var (const struct function_view *, key_id, lk_var);
bool key_depends_on_memory (const struct function_view *, key_id,
			    const struct lk_path *place);
/* PATH, or what KEY is about, is where the number of a virtual table is.  */
bool table_place (const struct lk_path *);
bool table_key (const struct function_view *, key_id);
/* DEF masks a value with a constant, or sets bits in it.  */
bool masks_bits (const struct lk_definition *);

/* ---- access-path.  ---- */

bool path_rest (const struct lk_path *path, const struct lk_path *value,
		struct path_rest *out);
/* The same for argument K of the call EVENT.  A member function whose object is
   a member does not get at what is beside it.  */
bool argument_rest (const struct lk_event *, uint32_t k,
		    const struct lk_path *path, struct path_rest *out);
/* PREFIX (a place or a value root) followed by REST, or NULL if too deep to
   write down.  */
const struct lk_path *path_join (struct lk_graph *, const struct lk_path *prefix,
				 const struct path_rest *rest);

/* ---- event-query.  ---- */

/* The event EV sets the bytes of an object to 0, and those of its member PLACE are among them.
   (Members are taken to have CLEARED_SIZE bytes.)  */
bool clears_place (const struct lk_event *ev, const struct lk_path *place);
/* EV is a call that, above all, fetches something from what holds it.  */
bool call_fetches (const struct lk_event *);
/* What the branch of the block asks on WAY: where it compares a value with 0 that is a
   comparison or a negation itself, that.  False: nothing of a path.  */
bool branch_test (const struct context *, const struct lk_block *, unsigned way,
		  struct test *);
bool kind_is_anything (const struct lk_kind *);
/* The contract of FN if it was derived in another unit; else NULL.  */
const struct lk_contract *derived_contract (const struct lk_function *fn);
/* OP is the variable V, a value.  */
bool operand_is_value (const struct lk_operand *op, lk_var v);
/* Can the callee write what argument ARG points to, as far as types say?  */
bool call_may_write (const struct lk_event *, uint32_t arg);
/* The path whose value PLACE denotes at the call EVENT, or NULL.  */
const struct lk_path *place_path (struct lk_graph *, const struct lk_event *,
				  const struct lk_place *);
bool contract_releases_arg (const struct lk_contract *, unsigned arg);
/* EV, of the method whose graph is G, gives the member SELECTOR of its object a value.  */
bool sets_member (const struct lk_graph *g, const struct lk_event *ev, int64_t selector);
/* What is of KIND, C++'s objects and arrays, is for its counterpart only.  */
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

/* Is V memory with an address, not a value?  */
static inline bool
is_object (const struct function_view *view, lk_var v)
{
  enum lk_var_class c = view->graph->vars[v].class_;
  return c == LK_VAR_OBJECT || c == LK_VAR_GLOBAL;
}

/* What is known of the variable V.  Of one that was added to the graph later (a global that a
   callee names) that is nothing.  */
static inline const struct var_info *
var_at (const struct function_view *view, lk_var v)
{
  static const struct var_info nothing = { .def_block = UINT32_MAX, .key = NO_KEY };
  return v < view->n_vars ? &view->vars[v] : &nothing;
}

/* The event that defines the value V: an ASSIGN or a CALL, never another.  NULL: a phi defines
   it, or V is no value.  Nothing but kind and place may be read of an event of unknown kind: use
   one of the next two.  */
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

/* The set of offsets, as a sum of bits, that has OFFSET among others.  */
static inline uint64_t
member_bit (int64_t offset)
{
  return (offset == LK_ANY ? UINT64_MAX
	  : UINT64_C (1) << ((uint64_t) offset / 4 % 64));
}

/* MEMBERS of what stands BY bytes into another object, as members of that.  */
static inline uint64_t
members_moved (uint64_t members, int64_t by)
{
  if (by == LK_ANY || by % 4)
    return UINT64_MAX;
  unsigned n = (uint64_t) by / 4 % 64;
  return n ? members << n | members >> (64 - n) : members;
}

#endif /* LK_FUNCTION_FUNCTION_H */
