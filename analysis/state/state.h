/* The abstract state of the analysis.

   A fact is <o, P, C, G>: the obligation o; P, the access paths that hold its handle
   (must-aliases: released by any of them, the obligation is met); C, the methods called so far
   (in `find' every obligation wants one call, so C is empty while the fact lives); G,
   conditions known to hold on the path (branches taken, constants assigned, results of calls).

   When a fact appears: at an acquiring call, or on entry to a callee that is given the handle.
   It changes with every copy, load, store, phi, branch and call that mentions it.  It ends
   released (contract or summary), escaped (a longer-lived object or an unknown callee has it),
   contradicted (a branch that G or P excludes), at process end, or lost: that is a leak.

   Over-approximated: only facts of one obligation at one block with equal P are merged, beyond
   MAX_VARIANTS different G.  Under-approximated, on purpose: what escapes is assumed to be
   released; a handle found through an unknown index or an equal field of an unknown object
   counts as this one when it is released.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_STATE_STATE_H
#define LK_STATE_STATE_H

#include "../preanalysis/preanalysis.h"

struct condition
{
  key_id key;
  struct lk_range range;
};

#define FACT_ASSUMED 1		/* A limit or an unknown callee intervened.  */
#define FACT_STORED 2		/* Has been put into foreign memory.  */
#define FACT_COUNTED 4		/* The callee that got the handle decided by a count inside the
				   object.  */
#define FACT_FETCHED 8		/* An element was removed from what holds the handle; it may be
				   another one.  */
#define FACT_REFERRED 16	/* A callee stored the handle where a pointer behind a formal
				   points to.  */
#define FACT_INSIDE 32		/* A callee stored the handle in memory that it returned: the
				   handle is lost if that memory is released, else the memory
				   is.  */
#define FACT_OWNED 64		/* It is in an object that a local one points to: it is lost
				   when that object is released, and by nothing else.  */
#define FACT_ANOTHER 128	/* The element fetched last from what holds the handle is
				   another one: until the holder is queried again.  */
#define FACT_PASSED 256		/* A loop that releases the elements of its holder has skipped
				   it.  */
#define FACT_MET 512		/* Its obligation is met, or ...  */
#define FACT_AWAY 1024		/* ... has escaped; it goes on without access paths, for the
				   result of the function (solver_end).  */

#define FACT_BEYOND 2048	/* Is in foreign memory that no access path names any more: what
				   overwrites another place does not lose it.  */

#define FACT_ACROSS 512		/* An unknown function was called while memory of the caller, which
				   that function was not given, held it: it may have been released
				   there if other code reaches that memory.  */

struct fact
{
  uint16_t n_paths, n_conditions;
  uint16_t flags;
  uint64_t written, members;	/* As in a portable_conditions.  */
  const char *why;		/* ASSUMED: the reason.  */
  struct loss { enum lk_step_kind how; lk_loc loc; const char *name; } loss;
				/* P is empty: where it became so.  Not part of the fact's
				   identity.  */
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

/* Why a fact is assumed.  */
#define LIMIT_OF_DEPTH "the limit on the depth of access paths"
#define LIMIT_OF_BREADTH "the limit on the number of access paths"
#define LIMIT_OF_FACTS "the limit on the number of facts"
#define THROW_UNSEEN "an exception that nothing shows"
/* Return true if WHY, the reason of an assumption, is one of these and not a callee.  */
bool is_limit_text (const char *why);
/* Return the limit by which S is assumed, or NULL.  */
const char *assumed_limit (const struct scratch *s);

void scratch_load (struct scratch *, const struct fact *);
struct solver;

/* The problem that a solver solves: the transfer function of a block, and what else needs to
   be notified of facts.  All but RUN_BLOCK may be NULL.  */
struct flow_problem
{
  /* Run FACT from event FIRST of BLOCK on.  */
  void (*run_block) (struct solver *, uint32_t block, uint32_t first, struct scratch *fact);
  /* A fact has PATH as one more access path.  */
  void (*path_added) (struct context *, const struct lk_path *);
  /* A fact ended as escaped.  */
  void (*escaped) (struct solver *);
};

/* Add PATH; apply the limits (d, b): beyond them P is emptied and the fact becomes assumed
   (Tracker 2.2, "filter").  */
void scratch_add (struct context *, struct scratch *, const struct lk_path *);
/* Return true if one more access path fits.  */
bool scratch_has_room (struct context *, const struct scratch *,
		       const struct lk_path *);
void scratch_remove_at (struct scratch *, unsigned);
const struct lk_range *scratch_condition (const struct scratch *, key_id);
/* False if contradicted.  */
bool scratch_restrict (struct context *, struct scratch *, key_id,
		       const struct lk_range *);
void scratch_set_condition (struct context *, struct scratch *, key_id,
			    const struct lk_range *);
/* From here on A and B are equal: conditions on one hold for the other.  */
void scratch_set_equal (struct context *, struct scratch *, key_id a, key_id b);
void scratch_forget_var (struct context *, struct scratch *, lk_var);
void scratch_forget_memory (struct context *, struct scratch *,
			    const struct lk_path *);
/* The same of MEMBERS alone.  */
void scratch_forget_members (struct context *, struct scratch *,
			     const struct lk_path *, uint64_t members);
/* The contents of, and memory behind, MEMBERS of the SIZE bytes at the address PATH.  */
void scratch_forget_part (struct context *, struct scratch *,
			  const struct lk_path *, uint64_t size,
			  uint64_t members);
/* A limit makes SOLVER less precise.  */
void solver_limited (struct context *, enum limit);
/* S keeps only what is relevant to the solver's obligation.  */
void solver_keep_sliced (struct context *, struct scratch *s);
/* Return true if F's G follows from S's.  */
bool fact_weaker (const struct fact *f, const struct scratch *s);
/* S keeps the conditions that hold in both S and T; neither has access paths.  */
void scratch_merge (struct scratch *s, const struct scratch *t);
void solver_limit (struct context *, struct scratch *, const char *why);
/* Return true if PLACE, which has the address of something within it, is in the memory that
   S's handle is the address of: a block that points into itself, after its header (a map, a short
   string), is not held by that pointer.  */
bool place_inside (const struct context *, const struct scratch *, const struct lk_path *place);
/* Return true if any path of P outlives the function.  */
bool fact_outlives (struct context *, const struct scratch *);
bool fact_same_paths (const struct fact *f, const struct scratch *s);
/* Return true if PATH is one of F's access paths.  */
bool fact_has (const struct fact *f, const struct lk_path *path);
struct fact scratch_view (struct scratch *s);
/* Return true if F and S are in one state: a coroutine that has stopped in two places has two.  */
bool fact_same_state (const struct context *context, const struct fact *f,
		      const struct scratch *s);
/* Return how many conditions are left of S if it is merged with F.  */
unsigned conditions_in_common (const struct scratch *s, const struct fact *f);
void merge_conditions (struct scratch *s, const struct fact *f);

/* ---- known-bits.  ---- */

/* The key TO gets the value FROM.  Add to SET, which has N members of MAX_CONDITIONS, what S knows
   of the masked bits of TO that are tested, and return the number of members.  */
unsigned bits_moved (struct context *, const struct scratch *s, key_id to,
		     const struct lk_operand *from, struct condition *set, unsigned n);

/* ---- dynamic-type.  ---- */

/* Return true if WHEN holds only for objects of one class, which the dispatcher with the graph
   G selects.  */
bool table_known (const struct lk_graph *g, const struct portable_conditions *when);
/* Return true if EDGE, after a switch on OP, is that of one class, or of one function that is
   called through a pointer, and the argument may be another one.  */
bool table_supposed (struct context *, const struct scratch *, const struct lk_operand *op,
		     const struct lk_edge *edge);
/* Return true if FACT knows the dynamic type of some object.  */
bool table_knows (const struct context *, const struct scratch *);
/* Return true if FACT knows the dynamic type of the object that FROM points to.  */
bool table_known_of (const struct context *, const struct scratch *, const struct lk_path *from);
/* The value FROM, of which that is so, was stored in TO: add to S for TO what FACT, as it was
   BEFORE, knew of FROM.  */
void table_moved (struct context *, const struct scratch *before, const struct lk_path *from,
		  const struct lk_path *to, struct scratch *s);
/* Return true if what is known of KEY is useful: it is tested, or a function that gets the
   object may test it.  */
bool table_wanted (const struct context *context, key_id key);
/* If the condition C of an object at FROM holds for the one at TO, store that in *OUT.  */
bool table_same_at (struct context *context, const struct condition *c,
		    const struct lk_path *from, const struct lk_path *to, struct condition *out);
/* Return true if the memory that EV's first argument points to is tested.  */
bool table_object_tested (struct context *context, const struct lk_event *ev);

/* ---- path-condition.  ---- */

/* Add to FACT that A OP B has the truth value TRUTH.  False if the path is
   contradicted.  */
bool assume (struct context *, struct scratch *, enum lk_compare,
	     const struct lk_operand *, const struct lk_operand *, bool truth);
/* Add that the value OPERAND lies in RANGE.  */
bool assume_in_range (struct context *, struct scratch *,
		      const struct lk_operand *, const struct lk_range *);
/* Add that the pointer V is dereferenced at the event in hand: it is not NULL, nor is the place
   that it was just read from.  */
bool assume_dereferenced (struct context *, struct scratch *, lk_var v);
/* Return the values that OPERAND may have, by FACT.  */
struct lk_range operand_range (struct context *, const struct scratch *,
			       const struct lk_operand *);
/* Add that the switch at the end of BL, on a value, is left along E: it is in one of E's cases, or
   along the default edge in none of the others.  */
bool assume_case (struct context *, struct scratch *, const struct lk_block *bl,
		  const struct lk_edge *e);
/* Add conditions that hold on every path to BLOCK.  */
bool assume_dominating (struct context *, struct scratch *, uint32_t block);

/* ---- parametric-path.  ---- */

int compare_portable (const struct portable_path *,
		      const struct portable_path *);
bool portable_from_path (struct function_view *, const struct lk_path *,
			 struct portable_path *);
/* Return the path of a ROOT_GLOBAL in GRAPH; NULL if the graph has no such global.  */
const struct lk_path *portable_global (struct lk_graph *,
				       const struct portable_path *);
/* Make GRAPH, which has no view yet, have the global; NAME may be NULL.  */
void portable_name_global (struct lk_graph *, const struct portable_path *,
			   const char *name);
bool same_portable_conditions (const struct portable_conditions *,
			       const struct portable_conditions *);
/* Translate to the caller at EVENT; NULL: no access path there.  */
const struct lk_path *portable_at_call (struct context *, struct lk_event *,
					const struct portable_path *);
/* The caller need not mention a global itself to find which outcomes of two helpers belong
   together.  */
const struct lk_path *portable_global_place (struct lk_graph *graph,
					     const struct portable_path *p);
/* Return true if memory reached through formal INDEX may have changed on the path.  */
bool portable_written (const struct scratch *s, uint32_t index);
/* Describe the member PATH of the structure at the address RESULT, which is returned.  */
bool portable_from_result (const struct lk_path *path, const struct lk_path *result,
			   struct portable_path *out);
/* The same for a condition on a function of OP.  */
bool assume_pure (struct context *context, struct scratch *s, const struct portable_condition *c,
		  const struct lk_operand *op);

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

#endif /* LK_STATE_STATE_H */
