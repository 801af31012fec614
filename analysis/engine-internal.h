/* What the files of the engine share.

   What a fact is.  <o, P, C, G>: the obligation o; P, the access paths that
   hold its handle (must-aliases: each of them, released, meets the
   obligation); C, the methods called so far (in `find' every obligation of C
   wants one call, so C is empty while the fact lives); G, conditions known to
   hold on the path (branches taken, constants assigned, results of calls).

   When a fact appears: at an acquiring call, or on entry to a callee that is
   given the handle.  It changes with every copy, load, store, phi, branch and
   call that mentions it.  It dies released (contract or summary), escaped (a
   longer-lived object or an unknown callee has it: trusted), contradicted (a
   branch that G or P excludes), at process end, or lost: that is a leak.

   What is over-approximated: nothing is merged but facts of one obligation at
   one block with equal P, beyond MAX_VARIANTS different G.  What is under-
   approximated, on purpose: escapes are trusted; a handle found through an
   unknown index or an equal field of an unknown object counts as this one
   when it is released (release is believed, loss has to be shown).

   Each obligation is solved by itself: most die within a few blocks, and all
   memory of one is freed at once.

   What a collection holds is found at an unknown offset behind it; parents (a
   connection of its statements) are kept with the obligation (object.c).

   Order of the files, each building on those before: prepare.c (normal form,
   dominators, liveness), drain.c (loops), key.c (value numbers for conditions),
   useful.c (which of them matter), ask.c (to a callee), regions.c and slice.c (what matters to one
   obligation),
   fact.c, assume.c (branches), bits.c (words of flags), flow.c (assignments,
   phis), fresh.c (where a path lives), closure.c (lambdas), address.c (references), object.c (wrappers, holders, parents),
   contract-call.c, lend.c, fill.c and call.c (calls), summary.c (callees),
   recursion.c, solve.c (worklist), drained.c (ends of loops), leave.c (of blocks and functions),
   trace.c (dumps),
   before.c (what is known where an obligation arises), acquire.c (where one begins), tell.c
   (paths to a loss), find.c (findings), cluster.c (findings told together), held.c (members that
   methods overwrite), unit.c (whole units).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ENGINE_INTERNAL_H
#define LK_ENGINE_INTERNAL_H

#include "prepared.h"

/* ---- Obligations and facts (fact.c).  ---- */

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
#define PORTABLE_MAX_SEL (LK_PLACE_MAX + 5)

/* What holds of a formal's value, or of a global's contents, for one way
   through a function.  */
#define MAX_PORTABLE_CONDITIONS 8
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
  const char *handle;
  uint32_t handle_user;		/* The user variable it is first put in.  */
  bool in_place;		/* The handle is the address of a given
				   object (a lock, a regex_t).  */
  bool incoming;		/* The caller's: solved for a summary.  */
  bool held;			/* A member of the function's object holds it (held.c).  */
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

struct condition
{
  key_id key;
  struct lk_range range;
};

#define FACT_ASSUMED 1		/* A limit or an unknown callee intervened.  */
#define FACT_STORED 2		/* Has been put into foreign memory.  */
#define FACT_COUNTED 4		/* The callee that was given the handle decided
				   by a count inside the object.  */

#define FACT_FETCHED 8		/* Something was taken out of what holds the
				   handle, maybe another.  */
#define FACT_REFERRED 16	/* A callee put the handle where a pointer
				   behind a formal points to.  */
#define FACT_INSIDE 32		/* A callee put the handle into memory that it
				   returned: it is lost if that is released,
				   else that is.  */
#define FACT_OWNED 64		/* It is in an object that a local one points to: it is lost
				   when that object is released, and not by anything else.  */
#define FACT_ANOTHER 128	/* What was fetched last from what holds the handle is another
				   one: until the holder is asked again.  */
#define FACT_PASSED 256		/* A loop that releases what its holder holds has passed it by.  */

struct fact
{
  uint16_t n_paths, n_conditions;
  uint16_t flags;
  uint64_t written, members;	/* As in a portable_conditions.  */
  const char *why;		/* ASSUMED: what intervened.  */
  struct loss { enum lk_step_kind how; lk_loc loc; const char *name; } loss;
				/* P is empty: where it became so.  Not part
				   of what the fact is.  */
  const struct lk_path **paths;	/* Sorted by index.  */
  struct condition *conditions;	/* Sorted by key.  */
};

/* Scratch facts are built in place and interned when they enter a node.  */
#define SCRATCH_PATHS LK_MAX_BREADTH
struct scratch
{
  uint16_t n_paths, n_conditions;
  uint16_t flags;
  uint64_t written, members;
  const char *why;
  struct loss loss;
  const struct lk_path *paths[SCRATCH_PATHS];
  struct condition conditions[MAX_CONDITIONS];
};

/* Most facts have one path and few conditions: an assignment would copy about
   a kilobyte for them.  */
static inline void
scratch_copy (struct scratch *to, const struct scratch *from)
{
  memcpy (to, from, offsetof (struct scratch, paths));
  memcpy (to->paths, from->paths, from->n_paths * sizeof *from->paths);
  memcpy (to->conditions, from->conditions,
	  from->n_conditions * sizeof *from->conditions);
}

struct solver;
struct effect;

void scratch_load (struct scratch *, const struct fact *);
/* Adds PATH; applies the limits (d, b): beyond them P is emptied and the fact
   becomes assumed (Tracker 2.2, "filter").  */
void scratch_add (struct solver *, struct scratch *, const struct lk_path *);
/* Would one more name fit?  */
bool scratch_has_room (struct solver *, const struct scratch *,
		       const struct lk_path *);
/* Why a fact is assumed.  */
#define LIMIT_OF_DEPTH "the limit on the depth of access paths"
#define LIMIT_OF_BREADTH "the limit on the number of access paths"
void scratch_remove_at (struct scratch *, unsigned);
const struct lk_range *scratch_condition (const struct scratch *, key_id);
/* False if contradicted.  */
bool scratch_restrict (struct solver *, struct scratch *, key_id,
		       const struct lk_range *);
void scratch_set_condition (struct solver *, struct scratch *, key_id,
			    const struct lk_range *);
/* From here on A and B are the same: what is learnt of one is learnt of the
   other.  */
void scratch_set_equal (struct solver *, struct scratch *, key_id a, key_id b);
void scratch_forget_var (struct solver *, struct scratch *, lk_var);
void scratch_forget_memory (struct solver *, struct scratch *,
			    const struct lk_path *);
/* The same of MEMBERS alone.  */
void scratch_forget_members (struct solver *, struct scratch *,
			     const struct lk_path *, uint64_t members);
/* What is in, or behind, MEMBERS of the SIZE bytes at the address PATH.  */
void scratch_forget_part (struct solver *, struct scratch *,
			  const struct lk_path *, uint64_t size,
			  uint64_t members);

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

/* ---- References (address.c).  ---- */

/* SOLVER, which follows an address, found it at PATH; or lost it out of sight. */
void address_note (struct solver *, const struct lk_path *);
void address_escapes (struct solver *);
/* Somebody unknown may do something to the local object V.  */
bool address_escaped (struct solver *, lk_var);
/* PATH, or the name of the same place that begins with the object in which it is
   and not with one that keeps its address.  The same of all names of a fact.  */
const struct lk_path *address_own_name (struct solver *, const struct lk_path *);
void address_own_names (struct solver *, struct scratch *);
/* The name of what PATH is that begins with the object in which it is, if PATH is behind an address
   that another local object keeps, or was loaded from there, and never another address; else NULL.
   Only where a handle of S may be there.  */
const struct lk_path *address_read (struct solver *, const struct scratch *s,
				    const struct lk_path *path);
/* What the call EV's callee calls P, here; NULL: it has no name.  FLAGS are the
   fact's, or NULL: those for whom what is behind an argument of the caller has no
   name either.  */
const struct lk_path *address_at_call (struct solver *, struct lk_event *ev,
				       const struct portable_path *p, uint16_t *flags);
/* PATH, in a fact with FLAGS of the function of SOLVER, is behind a pointer that was
   loaded from what an argument points to: its name for the caller.  False if that is
   not so.  */
bool address_behind_argument (struct solver *, const struct lk_path *path,
			      unsigned flags, struct portable_path *);
/* S is about to be asked what the call EV does to it: its names become those that
   the callee knows them by.  */
void address_passed (struct solver *, const struct lk_event *, struct scratch *);
/* A callee writes MEMBERS of the object HOLDER, or what is behind them: of local objects whose
   addresses are kept there nothing is known any more.  */
void address_forget (struct solver *, lk_var holder, uint64_t members, struct scratch *);
/* The address of one of OBJECTS, set by variable, is kept in the object HOLDER.  */
bool address_in (struct solver *, lk_var holder, const uint8_t *objects);

/* The local object into which the value V, which is given to nobody, always points, unless
   NULL: a pointer that walks over an array; or LK_NO_VAR.  */
lk_var address_into (const struct prepared *, lk_var v, unsigned depth);
/* S has a name that begins with that object.  */
bool address_named (const struct solver *, const struct scratch *s, lk_var v);

/* ---- The solver of one obligation (solve.c).  ---- */

enum terminal_kind
{
  TERMINAL_RELEASED,
  TERMINAL_ESCAPED,		/* Trusted.  */
  TERMINAL_PRODUCT,		/* Leaves to the caller.  */
  TERMINAL_END,			/* The process ends.  */
  TERMINAL_HELD,		/* A lock held at return.  */
  TERMINAL_LOST
};

struct node
{
  uint32_t block;
  uint32_t n;			/* Number, in order of creation.  */
  struct fact fact;
  struct node *parent;		/* First way here; NULL at the seed.  */
  struct lk_edge *edge;		/* By which edge.  */
  struct lk_edge *via;		/* By which edge the way here began, where blocks that do not
				   matter lie between; else as EDGE.  */
  struct node *same_block;	/* Chain.  */
  struct arc *arcs;		/* Ways on.  */
  unsigned n_ends;		/* Times its block has been left.  */
  struct terminal *terminals;
  bool queued;
};

struct arc
{
  struct node *to;
  struct lk_edge *edge;
  struct arc *next;
};

struct terminal
{
  enum terminal_kind kind;
  enum lk_step_kind how;	/* LOST.  */
  lk_loc loc;
  const char *name;		/* LOST: what was overwritten, ...  */
  bool assumed;
  const char *why;
  const struct lk_event *thrower;	/* Whose exception leaves the function
					   here, or NULL.  */
  struct node *node;
  struct terminal *next;
  struct terminal *all;		/* Chain of all of the solver.  */
  struct lk_range result;	/* At a return.  */
  bool at_return;
  bool thrown;			/* By an exception.  */
};

/* How an incoming obligation may come back from a callee.  */
struct outcome
{
  enum { OUT_RELEASED, OUT_ESCAPED, OUT_HELD, OUT_LOST, OUT_MISMATCHED } kind;
  bool assumed;
  bool thrown;			/* HELD, LOST: left by an exception.  */
  bool counted;			/* HELD: because a count said so.  */
  struct portable_conditions when;
  struct lk_range result;
  unsigned n_paths;
  struct portable_path *paths;
  struct outcome *next;
};

struct solver
{
  struct lk_unit *unit;
  struct prepared *prep;
  struct lk_graph *graph;
  const struct obligation *obligation;
  struct lk_arena *arena;	/* Of this solver.  */
  struct lk_arena *keep;	/* For products and outcomes.  */
  struct node ***by_block;	/* In parts (solver_nodes).  */
  struct node **queue;
  uint32_t queue_head, queue_n, queue_room;
  uint32_t n_nodes;
  struct terminal *terminals;
  struct node *current;
  unsigned depth;		/* Of calls.  */
  bool overflow;
  const char *left_out;		/* The limit for which names that the handle
				   has were left out, here or in a callee; or
				   NULL.  */
  struct product *products;
  struct outcome *outcomes;
  unsigned n_outcomes;
  struct scratch *entry;	/* INCOMING: what it began with.  */
  struct step_state *free_states;
  uint8_t *wanted;		/* By block: no fact elsewhere matters; or
				   NULL.  */
  struct arrivals *arrivals;	/* Of begin_facts.  */
  struct addressed *addressed;	/* It follows the address of this object; or
				   NULL.  */
  uint32_t here_block, here_event;	/* Where the fact in hand is.  */
  struct slice *slice;		/* What matters to the obligation; NULL: all may.  */
  bool stops_at_limit, limited;	/* It does not go on when a limit has made it know less;
				   that has happened.  */
  bool brief, given_up;		/* It goes on for FEW_NODES only, and will be done again with a
				   slice if that is not enough, or a limit bites; it was not
				   enough.  */
};

/* A stack of facts on their way through one block.  */
struct step_state
{
  struct scratch fact;
  uint32_t event;
  struct step_state *next;
};

/* The nodes of BLOCK, the newest first: a place for the first of them.  */
struct node **solver_nodes (struct solver *, uint32_t block);
struct solver *solver_new (struct lk_unit *, struct prepared *,
			   const struct obligation *, struct lk_arena *keep,
			   unsigned depth);
void solver_free (struct solver *);
/* A limit makes SOLVER know less.  */
void solver_limited (struct solver *, enum limit);
/* S keeps only what matters to the solver's obligation.  */
void solver_keep_sliced (struct solver *, struct scratch *s);
/* Start FACT in BLOCK just before event number EVENT.  */
void solver_seed (struct solver *, uint32_t block, uint32_t event,
		  struct scratch *fact);
void solver_run (struct solver *);
/* Does F's G follow from S's?  */
bool fact_weaker (const struct fact *f, const struct scratch *s);
/* S becomes what it and T both know; neither has names.  */
void scratch_merge (struct scratch *s, const struct scratch *t);
/* Run the fact, which has no names, from just before event FIRST of BLOCK to just
   before its event INDEX.  False if it does not get there.  */
bool solver_run_to (struct solver *, uint32_t block, uint32_t first,
		    uint32_t index, struct scratch *);
struct terminal *solver_terminal (struct solver *, enum terminal_kind,
				  enum lk_step_kind, lk_loc, const char *name,
				  const struct scratch *);
/* FACT gets to the start of BLOCK by EDGE; at most MAX_VARIANTS different G
   are kept apart there.  */
void solver_reach (struct solver *, uint32_t block, struct scratch *, struct lk_edge *via,
		   struct lk_edge *edge, unsigned max_variants);
/* Was the loss an act, not merely the end of a scope?  */
bool loss_by_act (const struct scratch *);
/* Take the edge (leave.c).  */
void solver_follow (struct solver *, const struct scratch *, struct lk_edge *);
/* Control leaves the function at the end of the block; THROWN: by an exception,
   that of THROWER if that is known.  */
void solver_leave (struct solver *, struct scratch *, struct lk_block *,
		   bool thrown, const struct lk_event *thrower);
/* Take the edges out of BLOCK but the exceptional ones, which its last call
   has taken.  */
void solver_leave_block (struct solver *, struct scratch *, uint32_t block);
/* No name in P will be asked for again after the event in hand: what is left
   are SSA values that nobody reads.  */
bool solver_names_dead (struct solver *, const struct scratch *);
/* The last name is gone, HOW and WHERE: P is emptied and the loss waits for
   its confirmation at a return.  */
void solver_lose (struct scratch *, enum lk_step_kind how, lk_loc where,
		  const char *name);
/* Print what NODE knows (trace.c).  */
void trace_node (const struct solver *, const struct node *);
void solver_limit (struct solver *, struct scratch *, const char *why);

/* ---- What loops leave in containers (drained.c).  ---- */

/* The edge leaves a loop that releases all that holds S's handle.  Not if the loop has passed this
   one by: then it is there no more, but is no longer told so of other loops.  */
bool drain_leaves_nothing (struct solver *, struct scratch *s, const struct lk_edge *);
/* By the edge, in such a loop, an element is passed by, and it may be S's handle.  */
bool drain_passes_by (struct solver *, const struct scratch *s, const struct lk_edge *);

/* ---- Classes of objects (table.c).  ---- */

/* PATH, or what KEY is about, is where the number of a virtual table is.  */
bool table_place (const struct lk_path *);
bool table_key (const struct prepared *, key_id);

/* WHEN holds only for objects of one class, which the dispatcher with the graph G knows.  */
bool table_known (const struct lk_graph *g, const struct portable_conditions *when);
/* EDGE, behind a switch on OP, is that of one class, or of one function that is called through a
   pointer, and it is not known whether that is what was given.  */
bool table_supposed (struct solver *, const struct scratch *, const struct lk_operand *op,
		     const struct lk_edge *edge);
/* Mark where the classes of objects come from that PREP's function asks for or returns.  */
void table_mark (struct prepared *);
/* FN may make an object in what its argument number K points to.  */
bool table_made_in (struct lk_unit *, struct lk_function *fn, uint32_t k);
/* FACT knows the class of some object.  */
bool table_knows (const struct solver *, const struct scratch *);
/* FACT knows the class of the object that FROM points to.  */
bool table_known_of (const struct solver *, const struct scratch *, const struct lk_path *from);
/* The value FROM, of which that is so, was put into TO: S knows of that what FACT, as it was
   BEFORE, knew of FROM.  */
void table_moved (struct solver *, const struct scratch *before, const struct lk_path *from,
		  const struct lk_path *to, struct scratch *s);
/* What the call EV passes on: of objects of which FACT knows the class, and of values that a
   constructor is given, what is known of them where the callee puts them and the caller asks for
   them.  */
struct passed_news
{
  unsigned n;
  struct condition all[MAX_TABLE_NEWS];
};
void call_passes_on (struct solver *, struct lk_event *, const struct scratch *,
		     struct passed_news *);
/* EV's callee may have written behind GIVEN, which it was given: S still has what FACT, as it was
   BEFORE, knew of the classes of objects there.  */
void table_keep (struct solver *, const struct lk_event *, const struct lk_path *given,
		 const struct scratch *before, struct scratch *s);
/* MEMBERS of what GIVEN points to are written, by EV's callee or (EV being NULL) GIVEN itself is:
   S forgets what it knows of that memory, whatever that is, by the places that GIVEN was loaded
   from.  So it is where classes are followed (table_mark); elsewhere what is written through one
   pointer is not taken to change what is known by another (flow.c).  */
void forget_by_provenance (struct solver *, const struct lk_event *, const struct lk_path *given,
			   uint64_t members, struct scratch *s);

/* ---- Objects that local pointers own (owner.c).  ---- */

/* FACT's handle is in an object that a local one points to: that is the one to tell what becomes of
   it, whether it owns it or not.  (If not, it goes without doing anything to it.)  Not so where
   others have that pointer, too.  */
void owner_names (struct solver *, struct scratch *);
/* The handle of FACT is stored at PATH: in such an object?  Then the place by the name that begins
   with the local one, and FACT knows of it; else NULL.  */
const struct lk_path *owner_of_stored (struct solver *, struct scratch *,
				       const struct lk_path *path);

/* ---- Transfer (assume.c, flow.c, call.c).  ---- */

/* Add to FACT that A OP B has the truth value TRUTH.  False if the path is
   contradicted.  */
bool assume (struct solver *, struct scratch *, enum lk_compare,
	     const struct lk_operand *, const struct lk_operand *, bool truth);
/* The value OP was just read from a local object that a function which was given the handle may
   have filled (fill.c): the end of the number that strtol found in a text, which is its
   beginning if there is none.  */
bool filled_by_call (const struct solver *, const struct scratch *, const struct lk_operand *op);
/* Add that the value OPERAND lies in RANGE.  */
bool assume_in_range (struct solver *, struct scratch *,
		      const struct lk_operand *, const struct lk_range *);
/* The values OPERAND may have, as far as FACT knows.  */
struct lk_range operand_range (struct solver *, const struct scratch *,
			       const struct lk_operand *);
/* Add conditions that hold on every path to BLOCK.  */
bool assume_dominating (struct solver *, struct scratch *, uint32_t block);

/* Use what is known of two conditions of which one holds (either.c).  False if
   neither can.  */
bool either_agrees (struct solver *, struct scratch *);

/* DEF masks a value with a constant, or sets bits in it.  */
bool masks_bits (const struct lk_definition *);
/* Restrict R to what is known of the bits of OPERAND.  False if nothing is
   left.  */
bool bits_range (struct solver *, const struct scratch *,
		 const struct lk_operand *, struct lk_range *);

/* PLACE, which has the address of something within it, is in the memory that S's handle, a block of
   C's, is the address of: one that points into itself, behind its header, is held by nobody by
   that.  (Objects of C++ that do have members of their own to care for.)  */
bool place_inside (const struct solver *, const struct scratch *, const struct lk_path *place);
/* False: the handle went where no name can follow.  */
bool flow_assign (struct solver *, struct scratch *, const struct lk_event *assignment);
void flow_copy (struct solver *, struct scratch *, const struct lk_path *dest,
		const struct lk_path *src, uint64_t size);
void flow_clear (struct solver *, struct scratch *, const struct lk_path *dest,
		 uint64_t size);
/* The event EV sets the bytes of an object to 0, and those of its member PLACE are among them.
   (Members are taken to have CLEARED_SIZE bytes.)  */
bool clears_place (const struct lk_event *ev, const struct lk_path *place);
/* The event EV has set all bytes of an object to 0.  */
void flow_cleared (struct solver *, struct scratch *, const struct lk_event *);
void flow_dead (struct solver *, struct scratch *, lk_var object);
void flow_edge (struct solver *, struct scratch *, const struct lk_edge *);
void flow_store_unknown (struct solver *, struct scratch *,
			 const struct lk_path *place);
/* New names, to be added to a fact when old ones have been removed.  */
struct generated
{
  unsigned n;
  const char *dropped;		/* The limit that one did not fit in, or
				   NULL.  */
  const struct lk_path *paths[SCRATCH_PATHS];
};
/* Append the names of DEST (a value root or a place) when it becomes SRC.  */
void flow_generate (struct solver *, const struct scratch *,
		    const struct lk_path *dest, const struct lk_path *src,
		    struct generated *);
/* Add them; if some were dropped the fact becomes assumed.  */
void flow_add_generated (struct solver *, struct scratch *,
			 const struct generated *);
/* Note that memory at PLACE is changed; if that is an address, MEMBERS of what it
   points to.  */
void flow_written (struct solver *, struct scratch *,
		   const struct lk_path *place, uint64_t members);
void flow_define (struct solver *, struct scratch *, lk_var);

/* ---- What a function writes (effect.c).  ---- */

/* Add that MEMBERS of PLACE are written (as flow_written).  */
void effect_of_write (struct prepared *, const struct lk_path *place,
		      uint64_t members, struct effect *);
/* Add what the event EV writes, with what its callee does.  */
void effect_of_event (struct prepared *, const struct lk_event *ev, struct effect *);
/* Of FN, whatever way it takes; everything if it has no body.  */
void function_effect (struct lk_unit *, struct lk_function *, struct effect *);

/* ---- Wrappers, holders, parents (object.c).  ---- */

struct object_names
{
  unsigned n;
  bool full;
  const struct lk_path *paths[MAX_OBJECT_NAMES];
};
/* NAMES, and all that lead to the same object, are O's parents.  */
void object_parents (struct solver *, struct obligation *o,
		     struct object_names *names);
void object_clause_parents (struct solver *, struct lk_event *,
			    const struct lk_clause *, struct obligation *);
void object_product_parents (struct solver *, struct lk_event *,
			     const struct product *, struct obligation *);
/* S's obligation was acquired at the call, so there are parents there.  */
void object_parents_exist (struct solver *, struct lk_event *,
			   struct scratch *);
/* Let P, which leaves the function at the end of the block, take the parents
   along.  */
void object_portable_parents (struct solver *, const struct lk_block *,
			      struct product *p);
/* May VALUE be a parent of O?  */
bool object_is_parent (struct solver *, const struct obligation *o,
		       const struct lk_path *value);
/* The call releases a parent of the solver's obligation.  */
bool object_parent_released (struct solver *, struct lk_event *,
			     const struct scratch *);
/* A WRAP, PUT or FETCH clause.  False: the handle went where no name can
   follow.  */
bool object_clause (struct solver *, struct lk_event *, struct scratch *,
		    const struct lk_clause *, struct generated *);
/* EV is a call that, above all, fetches something from what holds it.  */
bool call_fetches (const struct lk_event *);
/* S has the handle by VALUE, or, *INSIDE, by what that holds.  */
bool object_begins (const struct scratch *, const struct lk_path *value, bool *inside);
/* One of S's names was fetched from HOLDER.  */
bool object_was_fetched (struct solver *, const struct scratch *s, const struct lk_path *holder);

/* ---- The others (others.c).  ---- */

/* S's handle, one of many that a container here holds, was fetched, and the event in hand, in a
   loop, ends it or takes it out: *OTHERS is what holds of one of those that remain.  */
bool object_others (struct solver *, const struct scratch *s, struct scratch *others);
/* EV, a call of a complete contract, asks what holds S's handle, and it is not told which one.  */
void object_holder_asked (const struct lk_event *ev, struct scratch *s);
/* What was fetched from HOLDER last is there no more: if that is S's handle, it is held by
   who fetched it.  */
void object_taken (struct solver *, struct scratch *s, const struct lk_path *holder);
/* The branch at the end of the block asks what holds the handle whether there
   is anything (hasNext, isPresent, size): the WAY on which nothing is then
   fetched is no way for what it does hold.  */
bool object_past_holder (struct solver *, struct scratch *, uint32_t block,
			 unsigned way);
/* The call whose result is PATH's root, PATH being that value and not what is behind it, as
   var_call; else NULL.  */
struct lk_event *value_call (const struct solver *, const struct lk_path *path);
/* What holds on a WAY out of a block: A OP B.  */
struct test
{
  struct lk_operand a, b;
  enum lk_compare op;
};
/* What the branch of the block asks on WAY: where it compares a value with 0 that is a
   comparison or a negation itself, that.  False: nothing of a path.  */
bool branch_test (const struct solver *, const struct lk_block *, unsigned way,
		  struct test *);
/* A new view of HOLDER, such as an iterator: what was taken out of another one
   it has not given yet.  */
void object_begun_anew (struct scratch *, const struct lk_path *holder);
/* The new object that wraps PATH, or NULL.  */
const struct lk_path *object_wrapper_of (struct solver *,
					 const struct lk_path *path);
/* PATH was surely acquired before event INDEX of BLOCK.  */
bool object_acquired_before (struct solver *, uint32_t block, uint32_t index,
			     const struct lk_path *path);
/* A field of the object VALUE leads to the handle.  */
bool object_in_field (const struct scratch *, const struct lk_path *value);
bool kind_is_anything (const struct lk_kind *);
/* Since its acquisition nobody has looked at the variable of PLACE.  */
bool object_untouched (struct solver *, const struct lk_path *place);
/* The memory that VALUE points to is gone, and the handle's names in it.  */
void object_contents_gone (struct solver *, struct scratch *,
			   const struct lk_path *value);
/* The callee freed the memory that some of the names PASSED, by number, of
   BEFORE go through; S is what is left.  */
void object_contents_lost (struct solver *, struct scratch *s,
			   const struct scratch *before, uint64_t passed);

enum path_class
{
  PATH_LOCAL,			/* Dies with the function (or with its root).  */
  PATH_CALLER,			/* Reachable from a formal: the caller's.  */
  PATH_GLOBAL,
  PATH_FOREIGN,			/* In memory of unknown origin.  */
  PATH_INSIDE			/* Inside memory acquired here: lost only
				   together with it, or when it is released.  */
};
enum path_class classify_path (struct solver *, const struct lk_path *);
/* V has been handed to somebody unknown, or stored, somewhere; before the last time
   that something was put into its memory (away.c).  */
bool value_given_away (struct solver *, lk_var);
bool value_given_early (struct solver *, lk_var);
/* The formal that the value V always is, unless NULL; or LK_NO_VAR.  */
lk_var value_argument (struct solver *, lk_var v);
/* PATH is an object that this function made: a name for it like any other,
   that an acquisition made a handle.  */
bool path_is_new (const struct solver *, const struct lk_path *);
/* What the function returns is a new object (or NULL) that only the caller will
   know.  */
bool function_returns_new (struct lk_unit *, struct prepared *);
bool path_in_new_object (const struct solver *, const struct lk_path *);
/* Any path of P that outlives the function.  */
bool fact_outlives (struct solver *, const struct scratch *);

/* The call EVENT on FACT.  True: FACT is now what holds after it.  False: the
   facts after it, if any, are pushed on *OUT.  Records terminals.  */
bool flow_call (struct solver *, struct lk_event *, struct scratch *,
		struct step_state **out);
/* The call EVENT throws: push what then holds of FACT on *OUT.  */
void flow_throw (struct solver *, struct lk_event *, const struct scratch *,
		 struct step_state **out);
/* OP is the variable V, a value.  */
bool operand_is_value (const struct lk_operand *op, lk_var v);
/* Nobody knows what the callee at the solver's event does with S's handle, but the function
   releases it behind the call, whatever way it goes on without an exception: who is called only
   uses it.  */
bool call_only_uses (struct solver *, struct lk_event *ev, const struct scratch *s);
/* EV, the event in hand, is for an awaiter that has S's handle, which the coroutine goes on to
   release itself.  */
bool call_only_awaits (struct solver *, struct lk_event *ev, const struct scratch *s);
/* EV, the event in hand, has nowhere to keep S's handle, and past it the function somewhere returns
   that, or makes an owner of it.  */
bool call_leaves_it (struct solver *, struct lk_event *ev, const struct scratch *s);
/* What contract-call.c and call.c share.  FACT goes on behind the call.  */
void call_push (struct solver *, const struct scratch *, struct step_state **out);
/* The result lies in RANGE; false: that cannot be.  */
bool call_assume_result (struct solver *, struct lk_event *, struct scratch *,
			 const struct lk_range *);
/* The caller asks for the result, or hands it on.  */
bool call_result_tested (struct solver *, struct lk_event *);
/* On the way to the call, of a method, another method of the same object was asked for
   something, and the answer was looked at: is it there already?  */
bool asked_before (struct solver *, const struct lk_event *);
/* The result has a new value.  */
void call_define_result (struct solver *, struct lk_event *, struct scratch *);
/* The fact ends at the call.  */
void call_finish (struct solver *, struct lk_event *, enum terminal_kind,
		  const struct scratch *);
/* How something gets at the handle through a value.  */
enum reach { REACH_NOT, REACH_THROUGH, REACH_HANDLE };
enum reach call_reaches (const struct solver *, const struct scratch *,
			 const struct lk_path *value, bool exactly);
/* VALUE may be the handle, found again where its name is not known.  */
bool call_may_be_handle (struct solver *, const struct scratch *,
			 const struct lk_path *value);
/* The clause gives the handle of OTHER one more name.  */
bool clause_goes_on (const struct lk_clause *);
/* The call does what CONTRACT says: the facts after it are pushed on *OUT.  */
void call_by_contract (struct solver *, struct lk_event *,
		       const struct lk_contract *, struct scratch *,
		       struct step_state **out);
/* The callee can write what it is given the address of, as far as WRITTEN says
   so by argument and, of the first, MEMBERS by offset: what was known of that
   holds no more.  */
void call_forget (struct solver *, const struct lk_event *, struct scratch *,
		  uint64_t written, uint64_t members);
/* The same where the callee is known, and has nothing to do with the handle.  */
void call_forget_written (struct solver *, const struct lk_event *, struct scratch *);
/* Can the callee write what argument ARG points to, as far as types say?  */
bool call_may_write (const struct lk_event *, uint32_t arg);
/* Does a clause's condition list hold?  1 yes, 0 no, -1 may: then the result
   decides, and *RESULT is what it must be.  */
int clause_holds (struct solver *, struct lk_event *, const struct scratch *,
		  const struct lk_clause *, struct lk_range *result);
/* The path whose value PLACE denotes at the call EVENT, or NULL.  */
const struct lk_path *place_path (struct lk_graph *, const struct lk_event *,
				  const struct lk_place *);
/* The handle of the fact is the value at the path, or reached through it.  */
bool reaches_through (const struct solver *, const struct scratch *,
		      const struct lk_path *value);
bool contract_releases_arg (const struct lk_contract *, unsigned arg);

/* ---- Locks (relock.c).  ---- */

/* Can control get from the end of block FROM to block TO?  */
bool block_reaches (struct solver *, uint32_t from, uint32_t to);
/* A lock held at a return is a leak when the function also releases it on
   another path, unless its results tell the two apart, the held one being
   plain success: then holding it is what the function is for.  */
bool lock_leaks (struct solver *);
/* Event INDEX of BLOCK acquires LOCK, which the function itself released
   before.  */
bool lock_taken_back (struct solver *, uint32_t block, uint32_t index,
		      const struct lk_path *lock);
/* FN, with a body, takes or releases locks, itself or in what it calls, or calls what nobody
   knows.  */
bool may_touch_locks (struct lk_unit *, struct lk_function *fn);
/* LOCK was taken by this name before the event being run, and not released
   since, by another call than the obligation's.  */
bool lock_taken_by_name (struct solver *, const struct lk_path *lock);
/* VALUE is the other lock of a pair than the one S has.  */
bool lock_is_other (struct solver *, const struct scratch *s, const struct lk_path *value);

/* FACT's lock is a global that CALLEE, a body, does not name; but what it calls
   may.  */
bool lock_out_of_sight (struct solver *, struct lk_function *callee,
			const struct scratch *);

#include "unit-internal.h"

#endif /* LK_ENGINE_INTERNAL_H */
