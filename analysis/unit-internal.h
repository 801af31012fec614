/* What is kept of whole functions and of the unit: summaries, what is known of a function
   without a handle, recursion, findings.  The end of engine-internal.h, which includes it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_UNIT_INTERNAL_H
#define LK_UNIT_INTERNAL_H

/* ---- Summaries (summary.c).  ---- */

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
  const char *left_out;		/* As the solver's.  */
  bool busy, used_while_busy, done;
  bool unfinished;		/* On the unit's list of them.  */
  unsigned level;		/* BUSY: how many others were so before it.  */
  unsigned lowest_used;		/* Not DONE: lowest level of what it was made
				   from.  */
  uint32_t round;		/* Not DONE: good for this round of the
				   recursion it is part of.  */
  struct summary *next_unfinished;
  uint64_t hash;		/* Of all that tells it from others.  */
  struct summary *next;		/* In its bucket.  */
};

/* What a function writes behind its formals, as in a portable_conditions.  */
struct effect
{
  uint64_t written, members;
};

struct function_info
{
  struct prepared *prep;
  struct lk_function *function;
  size_t bytes;			/* Of PREP and the graph.  */
  struct function_info *newer, *older;	/* With a PREP, by last use.  */
  bool unavailable;		/* No graph.  */
  bool returns_new;		/* Known once it has been solved.  */
  bool acquires;		/* Itself, not only by whom it calls.  */
  uint32_t away, away_asked;	/* Arguments that it gives away, and those that
				   this is known of or being found out.  */
  unsigned returns_argument;	/* Its number; 0: none.  */
  bool argument_asked;		/* That is good.  */
  bool usual_asked;		/* The next two have been found out, or are
				   being (usual.c).  */
  struct lk_range result;	/* What it returns, whatever it is given.  */
  const struct portable_conditions *end; /* What holds when it has returned,
				   or NULL.  */
  bool asks_sought, asks_known;	/* What it asks for and tags has begun to be found
				   out, or has been (ask.c).  */
  bool asks_final;		/* With what all do that it calls.  */
  uint64_t made_in;		/* The arguments, by bits, that objects may be made in, those
				   that constructors are given, say.  */
  bool makes_tables;		/* It makes an object of a known class, or calls who
				   returns one.  */
  uint64_t asks_of;		/* The arguments that it tests, by bits.  */
  const struct place_list *asked;	/* What is behind them, likewise.  */
  struct asked_member	/* Which of these decide on one member behind one argument.  */
  {
    uint32_t formal;
    int64_t sel;
    const struct place_list *places;
    struct asked_member *next;
  } *asked_members;
  const struct place_list *tags;	/* Where it stores what tells something
				   (tags_stored).  */
  bool new_asked;		/* RETURNS_NEW has been found out, or is being
				   found out.  */
  const struct lk_object_class *class_;	/* Whose method or constructor it is (held.c).  */
  struct lk_function **callees;
  unsigned n_callees;
  bool root;
  uint32_t tarjan_index, tarjan_low;
  bool on_stack, solved;
  uint32_t n_callers;		/* Calls of it by roots that still need it...  */
  uint32_t n_calls;		/* ... and by all.  */
  struct product *products;
  unsigned n_busy;		/* Summaries of it that are being made.  */
  uint32_t limits;		/* Bits: those a note has told.  */
  bool locks_asked, touches_locks;	/* It, or one that it calls.  */
  bool locks_known;		/* TOUCHES_LOCKS is the last word.  */
  unsigned locks_lowest;	/* Until then: where its circle begins.  */
  struct function_info *locks_next;
  bool effect_known;
  struct effect effect;
};

struct place_list		/* Places behind arguments.  */
{
  struct lk_place place;
  const struct place_list *next;
};

/* A finding, and what tells which others it is told with (cluster.c).  */
struct pending
{
  struct lk_finding finding;
  bool told;			/* By the finding about a parent.  */
  const struct lk_event *event;	/* That acquires it.  */
  unsigned n_names;		/* It begins with these.  */
  const struct lk_path **names;
  unsigned n_parents;		/* Of the obligation.  */
  const struct lk_path **parents;
  unsigned n_losses;
  struct { lk_loc loc; bool thrown; } *losses;
  struct pending *next;
};

/* Bytes of graphs, and what was made of them, that are kept beyond what is at
   work, if the host can make them again; none in checking builds, which show so that
   nothing points into them.  Of JDK 25's java.base 24,060 methods
   may reach an acquisition and took 662 MB; hardly any is asked for twice.  */
#define GRAPHS_KEPT (LK_CHECKING ? (size_t) 0 : (size_t) 64 << 20)

struct lk_unit
{
  struct lk_host host;
  struct lk_options options;
  const struct lk_kind *paired[4];	/* See pair.h.  */
  struct lk_arena *arena;
  struct lk_function **functions;
  uint32_t n_functions, functions_room;
  struct lk_function **roots;
  uint32_t n_roots, roots_room;
  struct lk_statistics stats;
  uint32_t tarjan_counter;
  struct lk_function **stack;
  uint32_t stack_n;
  struct summary **summary_buckets;
  uint32_t n_summary_buckets;
  unsigned busy_level;		/* How many summaries are being made.  */
  unsigned lowest_used;		/* Lowest level of a busy summary used.  */
  uint32_t round, n_rounds;	/* Of recursions.  */
  bool moved;			/* What was used of a busy summary in this round
				   has changed.  */
  struct summary *unfinished;	/* Made from busy ones, the last one first.  */
  struct pending *pending, **pending_tail;	/* Findings that are not reported yet.  */
  struct function_info *newest, *oldest;	/* Prepared, by last use.  */
  size_t graph_bytes;		/* Of all of these.  */
  unsigned new_depth;		/* See MAX_NEW_DEPTH.  */
  unsigned ask_depth;		/* See MAX_ASK_DEPTH.  */
  uint32_t asks_missed;		/* How often was not looked into a callee.  */
  struct reliance *reliances;	/* Of lk_unit_verify: disposal.c.  */
  struct negligence *negligences;
  unsigned away_depth;		/* See MAX_AWAY_DEPTH.  */
  struct method *methods;	/* Of classes with destructors (held.c).  */
  struct own_member **members;	/* By selector, in buckets (held.c).  */
};

/* ---- Recursion (recursion.c).  ---- */

/* Make SUM, which is not known yet, from the body PREP.  */
void recursion_settle (struct solver *caller, struct summary *sum,
		       struct prepared *prep);
/* SUM, or what is known of it so far, is to be used as it is.  */
bool recursion_knows (struct lk_unit *, struct summary *sum);
/* Follow the entry shape of SUM through its body PREP, once (summary.c).  */
void summary_solve (struct solver *caller, struct summary *sum,
		    struct prepared *prep);

struct function_info *function_info (struct lk_unit *, struct lk_function *);
/* The function's graph, prepared; NULL if it has none.  Good until the next
   call of graphs_trim.  */
struct prepared *function_prepared (struct lk_unit *, struct lk_function *);
/* Free the graph of a function that is not being solved.  */
void graph_drop (struct lk_unit *, struct function_info *);
/* Nothing is being solved: free graphs beyond GRAPHS_KEPT.  */
void graphs_trim (struct lk_unit *);

/* The outcomes of giving FACT to CALLEE at EVENT; NULL if the body is not to
   be had.  *REACHED says whether the callee gets at the handle at all.  */
const struct summary *summary_for_call (struct solver *, struct lk_event *,
					const struct scratch *, bool *reached,
					uint64_t *passed);
enum reach argument_reaches (const struct solver *, const struct scratch *,
			     const struct lk_event *,
			     uint32_t argument);
/* All that EV's callee, of which nothing is known, is given of the handle is
   lent to it; or at least when its result, a value, is FAILING (lend.c).  */
bool only_lent (struct solver *, const struct lk_event *, const struct scratch *);
bool lent_if_failing (struct solver *, struct lk_event *,
		      const struct scratch *, struct lk_range *failing);
/* FUNCTION writes to what this argument points to, but reads nothing there that
   it has not written; CAPTURED: to what this argument, a lambda, has the address of in that place,
   if it is not LK_ANY.  */
bool fills_blindly (struct lk_unit *, struct lk_function *, uint32_t argument,
		    int64_t captured);
/* What is known of a member of what ROOT is, or points to, decides on whether
   BLOCK is reached; WRITTEN: of one that the function writes to.  */
bool looked_into (const struct prepared *, uint32_t block, lk_var root, bool written);
/* What EV's callee makes sure of when it returns, whatever the handle.  */
const struct summary *summary_without_handle (struct solver *,
					      struct lk_event *,
					      const struct scratch *);
/* That of EV's callee for VALUE, that it is given, as if that were a handle.  */
const struct summary *summary_of_value (struct solver *, struct lk_event *, const struct scratch *,
					const struct portable_path *value);
int compare_portable (const struct portable_path *,
		      const struct portable_path *);
bool portable_from_path (struct prepared *, const struct lk_path *,
			 struct portable_path *);
/* The path of a ROOT_GLOBAL in GRAPH; NULL if that does not name it.  */
const struct lk_path *portable_global (struct lk_graph *,
				       const struct portable_path *);
/* See to it that GRAPH, not yet prepared, names it; NAME may be NULL.  */
void portable_name_global (struct lk_graph *, const struct portable_path *,
			   const char *name);
void add_outcome (struct solver *, const struct outcome *);
/* What FACT knows that a caller can check; RESULT, unless NULL, is the address
   of the structure that is returned.  */
void portable_conditions_of (struct solver *, const struct scratch *,
			     const struct lk_path *result,
			     struct portable_conditions *);
bool same_portable_conditions (const struct portable_conditions *,
			       const struct portable_conditions *);
/* Learn WHEN at the call EVENT.  False if FACT contradicts it.  */
bool assume_portable (struct solver *, struct lk_event *, struct scratch *,
		      const struct portable_conditions *when);
/* The fact knows before the call EVENT that WHEN holds of what is behind its
   arguments.  */
bool portable_implied (struct solver *, struct lk_event *, const struct scratch *,
		       const struct portable_conditions *when);
/* Know what holds after the call, of places the callee writes.  */
void learn_portable (struct solver *, struct lk_event *, struct scratch *,
		     const struct portable_conditions *when);
/* Back into the caller at EVENT; NULL: no name there.  */
const struct lk_path *portable_at_call (struct solver *, struct lk_event *,
					const struct portable_path *);

/* ---- What a finding tells (tell.c).  ---- */

/* Put the events of O's acquisition into STEPS, and return how many they are.  */
#define ACQUISITION_STEPS 3
unsigned tell_acquisition (const struct obligation *o, struct lk_step *steps);
/* The events from the acquisition to the loss T.  */
void tell_path (struct solver *, const struct terminal *t,
		struct lk_finding *);
/* Count the ways from the seed to the ends of the exploded graph, each loop
   run through at most once (arcs back are not followed).  */
void count_paths (struct solver *, struct node *seed, struct lk_finding *);

/* ---- What a function asks of what it is given (ask.c).  ---- */

/* What is known of FN, of which the unit may have the body; LOOK into it now if nobody
   has.  */
const struct function_info *function_asks (struct lk_unit *, struct lk_function *fn,
					   bool look);
/* The keys of PREP are being found out: who asks meanwhile goes round in circles.
   Returns what asks_end is to be given.  */
uint32_t asks_begin (struct prepared *);
/* They are known; STORED, N of them, are of places that get tags.  */
void asks_end (struct prepared *, uint32_t missed, const key_id *stored, unsigned n);

/* EV's callee can look at (or write) what its argument number K points to.  */
bool call_may_look (const struct lk_event *, uint32_t k);
/* By variable, how many places tell something of the memory behind it (at most 2 of
   them): tests, stores and calls.  To be freed by the caller.  */
uint8_t *asks_told (struct prepared *);

/* What is copied into one object.  */
struct copied
{
  const struct lk_event *event;
  struct copied *next;
};

/* Mark the places where PREP's function leaves tags as worth knowing (tags.c).  Returns how many
   there are for its callers, at most MAX_STORED_TAGS: their keys in FOUND.  */
unsigned tags_stored (struct prepared *, key_id *found);

/* ---- What a function always does (usual.c).  ---- */

/* What the callee of EV, which has a body, returns whatever it is given.  */
const struct lk_range *usual_result (struct solver *, const struct lk_event *);
/* Let S learn what the callee of EV, likewise, always leaves in the memory that it is
   given, if the caller asks of that.  What it writes has been forgotten.  */
void usual_learn (struct solver *, struct lk_event *, struct scratch *);

/* ---- What is known where an obligation arises (before.c).  ---- */

/* The kind of what is followed though it is no resource.  */
extern const struct lk_kind kind_nothing;
/* Follow a function from its entry without an obligation.  NULL: it acquires in
   its entry block only, or there was too much to follow.  To be freed with
   solver_free.  */
struct solver *before_new (struct lk_unit *, struct prepared *);
/* The conditions that hold at event INDEX of BLOCK, as the beginnings of facts
   of SOLVER, at most MAX (>= 1) of them.  BEFORE, if there, is of the same
   graph.  Returns how many; 0: nothing gets there.  */
unsigned begin_facts (struct solver *, struct solver *before, uint32_t block,
		      uint32_t index, struct scratch *out, unsigned max);

/* ---- Lambdas (closure.c).  ---- */

/* EV makes a lambda.  */
void flow_closure (struct solver *, struct lk_event *, struct scratch *);
bool holder_runs (const struct solver *, const struct lk_event *,
		  const struct scratch *);
bool closure_given (const struct lk_event *, const struct scratch *);

/* ---- Members that are overwritten (held.c).  ---- */

/* The function, a constructor, has put S's handle into a member, and leaves it there: the
   destructor will surely release it, so whom else it is given to has not got it.  */
bool held_for_destructor (struct solver *, const struct scratch *);
/* The one of PATHS, N of them, where the obligation is when a function of a class returns is a
   member, and the class's destructor releases what is there by what is not for it: how it
   ends there; else NULL.  */
const struct terminal *held_mismatched (struct solver *, const struct portable_path *paths,
					unsigned n);
/* SOLVER's obligation, S, leaves its function by the N names PATHS, all in a member where
   nobody ever releases it: its place; else NULL.  */
const struct lk_path *held_forgotten (struct solver *, const struct scratch *s,
				      const struct portable_path *paths, unsigned n);
/* The destructor of the class that METHOD is a member function of, if its body is here;
   else NULL.  */
struct lk_function *destructor_for (struct lk_unit *, struct lk_function *method);
/* Find what methods lose of what their objects hold.  */
void held_find_all (struct lk_unit *);

/* ---- Clusters (cluster.c).  ---- */

/* Note in P, a finding about the solver's obligation, which began at SEED, what
   it is clustered by.  */
void cluster_note (struct solver *, const struct node *seed, struct pending *p);
/* Take out of FIRST, the findings of one function, the last ones of the unit's,
   what is cured with another of them.  */
void cluster_findings (struct lk_unit *, struct pending **first);

/* ---- Where obligations begin (acquire.c).  ---- */

/* Solve the obligation that the ACQUIRE clause C creates at event INDEX of BLOCK, a call; BEFORE:
   as begin_facts wants it.  REPORT: also record what is found.  Returns the products.  */
struct product *solve_clause (struct lk_unit *, struct prepared *, struct solver *before,
			      uint32_t block, uint32_t index, const struct lk_clause *c,
			      bool report);
/* The same of what its callee, of the unit, acquired for its caller: of ALL its products those of
   ORIGIN are ways of one obligation.  */
struct product *solve_products (struct lk_unit *, struct prepared *, struct solver *before,
				uint32_t block, uint32_t index, struct product *all,
				const struct obligation *origin, bool report);

/* ---- Findings (find.c) and units (unit.c).  ---- */

/* SOLVER has followed its obligation, which began at SEED (NULL: nowhere): record what is found,
   if it is to be REPORTed.  Returns the products.  */
struct product *finish_obligation (struct lk_unit *, struct solver *, struct node *seed,
				   bool report);

/* A copy of the text, or NULL, that lives as long as the unit.  */
const char *unit_strdup (struct lk_unit *, const char *);

/* Solve all obligations that FUNCTION's own calls create; REPORT: also record
   the findings.  Returns the products.  */
struct product *find_in_function (struct lk_unit *, struct lk_function *,
				  bool report);
/* Report what is pending: all that STAGE of FUNCTION (NULL: of the unit) brings.  */
void find_report (struct lk_unit *, enum lk_stage, struct lk_function *);

/* Tell the host where the engine is.  */
static inline void
stage_enter (struct lk_unit *unit, enum lk_stage stage, struct lk_function *fn)
{
  if (unit->host.enter)
    unit->host.enter (unit->host.data, stage, fn);
}

static inline void
stage_leave (struct lk_unit *unit)
{
  if (unit->host.leave)
    unit->host.leave (unit->host.data);
}

#endif
