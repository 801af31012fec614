/* The solver of one obligation: the exploded graph and its worklist (Tracker, figure 3).

   A solver depends neither on events nor on resources: a struct flow_problem runs a fact
   through a block, a struct summary_provider has the effects of callees.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SOLVER_SOLVER_H
#define LK_SOLVER_SOLVER_H

#include "../state/state.h"

struct addressed;
struct arrivals;
struct slice;

enum terminal_kind
{
  TERMINAL_RELEASED,
  TERMINAL_ESCAPED,		/* Assumed to be released.  */
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
  struct node *parent;		/* The first path here; NULL at the seed.  */
  struct lk_edge *edge;		/* By which edge.  */
  struct lk_edge *via;		/* The edge by which the path here began, if irrelevant blocks
				   are between; else as EDGE.  */
  struct node *same_block;	/* Chain.  */
  struct arc *arcs;		/* Outgoing arcs.  */
  unsigned n_ends;		/* How often its block has been left.  */
  bool merged;			/* A later fact of the block knows less and stands for it.  */
  bool queued;			/* It has yet to run.  */
  struct terminal *terminals;
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
  const struct lk_event *event;	/* The event that ends the fact; NULL: the end of a block.  */
  const struct lk_event *thrower;	/* The call whose exception leaves the function here,
					   or NULL.  */
  struct node *node;
  struct terminal *next;
  struct terminal *all;		/* Chain of all of the solver.  */
  struct lk_range result;	/* At a return.  */
  bool at_return;
  bool handed_out;		/* A lock that is HELD: the function has stored the object that it
				   is in for its caller.  */
  bool thrown;			/* By an exception.  */
};

/* How an incoming obligation may come back from a callee.  */
struct outcome
{
  enum { OUT_RELEASED, OUT_ESCAPED, OUT_HELD, OUT_LOST, OUT_MISMATCHED } kind;
  bool assumed;
  const char *limit;		/* ASSUMED by this limit; or NULL.  */
  bool thrown;			/* HELD, LOST: left by an exception.  */
  bool counted;			/* HELD: a counter decided it.  */
  bool excused;			/* HELD: only with this value of a global variable; with others
				   the callee releases the handle.  */
  const struct lk_kind *kind_released;	/* RELEASED, if the obligation is of any kind: the kind
					   of the release; &kind_anything: unknown.  */
  struct portable_conditions when;
  struct lk_range result;
  unsigned n_paths;
  struct portable_path *paths;
  struct outcome *next;
};

struct solver
{
  struct context context;	/* First.  */
  struct lk_arena *keep;	/* For products and outcomes.  */
  struct node ***by_block;	/* In parts (solver_nodes).  */
  void **queue;			/* Facts to be run: see solver_run.  */
  uint32_t queue_n, queue_room;
  uint32_t n_nodes, brief_nodes;	/* BRIEF: it is given up with so many.  */
  struct terminal *terminals;
  struct node *current;
  unsigned depth;		/* Of calls.  */
  bool member;			/* It examines a member of an argument, for a derived contract.  */
  bool overflow;
  bool limit_told;		/* A note says that a limit made its handle impossible to
				   follow.  */
  struct product *products;
  struct outcome *outcomes;
  unsigned n_outcomes;
  struct scratch *entry;	/* INCOMING: the entry state.  */
  struct step_state *free_states;
  uint8_t *wanted;		/* By block: no fact elsewhere is relevant; or NULL.  */
  struct arrivals *arrivals;	/* Of begin_facts.  */
  struct addressed *addressed;	/* It follows the address of this object; or
				   NULL.  */
  const struct lk_kind *kind_released;	/* Of the release that ends a fact now; or NULL.  */
  /* For a handle of any kind: facts that have ended in the current event, to go on without access
     paths; the result of the call with which they do, and what is known behind it, or NULL; the
     kind of all releases so far.  */
  struct ended *ended;
  struct lk_range ending_result;
  const struct portable_conditions *ending_when;
  const struct lk_kind *kind_ended;
  struct solver *sliced;	/* Of entry states: the last one for a slice, or NULL.  */
  bool given_up;		/* It ran with BRIEF_NODES, to be solved again with a slice if
				   that is not enough, or a limit is met; it was not enough.  */
};

/* Queries of the transfer functions about callees and classes, which summary/ answers.  */
struct summary_provider
{
  /* Return the outcomes of passing FACT to EV's callee; NULL if there is no body.  *REACHED:
     the callee can access the handle; *PASSED: by which of FACT's paths.  */
  const struct summary *(*for_call) (struct solver *, struct lk_event *ev,
				     const struct scratch *fact, bool *reached, uint64_t *passed);
  /* Return the postconditions of EV's callee, for any handle.  */
  const struct summary *(*without_handle) (struct solver *, struct lk_event *ev,
					   const struct scratch *fact);
  /* Return the summary of EV's callee for VALUE, an argument, as if that were a handle.  */
  const struct summary *(*of_value) (struct solver *, struct lk_event *ev,
				     const struct scratch *fact,
				     const struct portable_path *value);
  /* Return the range of the result of EV's callee, which has a body, for all arguments.  */
  const struct lk_range *(*result) (struct solver *, const struct lk_event *ev);
  /* Add to FACT what the callee of EV, the same, always leaves in the memory of its arguments,
     if the caller tests that.  The caller has forgotten what it writes.  */
  void (*postcondition) (struct solver *, struct lk_event *ev, struct scratch *fact);
  /* Return true if the function, a constructor, has stored FACT's handle in a member that the
     destructor will surely release, and leaves it there.  */
  bool (*held_for_destructor) (struct solver *, const struct scratch *fact);
  /* Return, if the one of PATHS, N of them, where the obligation is when a method returns, is
     a member, and the destructor releases its contents by a function that cannot release them,
     the terminal there; else NULL.  */
  const struct terminal *(*held_mismatched) (struct solver *, const struct portable_path *paths,
					     unsigned n);
  /* The obligation leaves its function by the N access paths PATHS: return its place, if all
     are in a member that no function ever releases; else NULL.  */
  const struct lk_path *(*held_forgotten) (struct solver *, const struct scratch *fact,
					   const struct portable_path *paths, unsigned n);
};

/* A stack of facts inside one block.  */
struct step_state
{
  struct scratch fact;
  uint32_t event;
  struct step_state *next;
};

/* A fact that has ended, and the result of the call that ended it.  */
struct ended
{
  struct scratch fact;
  struct lk_range result;
  const struct portable_conditions *when;	/* Known behind the call; or NULL.  */
  struct ended *next;
};

struct summary
{
  struct lk_function *function;
  const struct lk_kind *kind;
  const struct lk_name *releasers;
  bool in_place;
  unsigned n_paths;
  struct portable_path *paths;	/* Sorted.  */
  unsigned n_conditions;
  struct portable_condition conditions[MAX_PORTABLE_CONDITIONS];
  struct outcome *outcomes;
  unsigned n_outcomes;
  unsigned states;		/* Without conditions: the number of those with some.  */
  const char *left_out;		/* As the solver's.  */
  bool brief;			/* If a few steps do not suffice the callee counts as unknown.
				   Such a one is of a member.  */
  bool member;			/* As the solver's: it is BRIEF, or made for one that is; other
				   solvers make a fuller one.  */
  bool begun, busy, used_while_busy, done;
  bool unfinished;		/* On the unit's list of them.  */
  unsigned level;		/* BUSY: the number of others that were busy before it.  */
  unsigned lowest_used;		/* Not DONE: lowest level of the summaries used for it.  */
  uint32_t round;		/* Not DONE: valid in this round of the recursion it is part
				   of.  */
  struct summary *next_unfinished;
  uint64_t hash;		/* Of all that distinguishes it from others.  */
  struct summary *next;		/* In its bucket.  */
};

/* The nodes of BLOCK, the newest first: a place for the first of them.  */
struct node **solver_nodes (struct solver *, uint32_t block);
struct solver *solver_new (struct lk_unit *, struct function_view *,
			   const struct obligation *, struct lk_arena *keep,
			   unsigned depth);
void solver_free (struct solver *);
/* Make a node of BLOCK that has FACT, and stand there.  */
void solver_enter (struct solver *, uint32_t block, struct scratch *fact);
/* Start FACT in BLOCK just before event number EVENT.  */
void solver_seed (struct solver *, uint32_t block, uint32_t event,
		  struct scratch *fact);
void solver_run (struct solver *);
/* FACT gets to the start of BLOCK by EDGE; at most MAX_VARIANTS different G are kept apart
   there.  */
void solver_reach (struct solver *, uint32_t block, struct scratch *, struct lk_edge *via,
		   struct lk_edge *edge, unsigned max_variants);

/* ---- outcome.  ---- */

struct terminal *solver_terminal (struct solver *, enum terminal_kind,
				  enum lk_step_kind, lk_loc, const char *name,
				  const struct scratch *);
void add_outcome (struct solver *, const struct outcome *);
int compare_portable_v (const void *a, const void *b);
bool portable_same_paths (const struct portable_path *a, unsigned na,
			  const struct portable_path *b, unsigned nb);

/* ---- dump.  ---- */

/* Print, in a dump of facts, that the current node's fact contradicts the edge to block TO.  */
void trace_contradiction (const struct solver *, uint32_t to);

/* Return the solver whose context this is.  */
static inline struct solver *
solver_of (struct context *context)
{
  return (struct solver *) context;
}

/* Later events happen to the fact of NODE; NULL: of none.  */
static inline void
solver_stand_at (struct solver *solver, struct node *node)
{
  solver->current = node;
  solver->context.running = node ? node->block : UINT32_MAX;
}

#endif /* LK_SOLVER_SOLVER_H */
