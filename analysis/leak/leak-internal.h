/* Declarations shared by the files of leak/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LEAK_LEAK_INTERNAL_H
#define LK_LEAK_LEAK_INTERNAL_H

#include "leak.h"

struct together;

/* Return true if the lock leaks.  A lock held at a return is a leak when the function also
   releases it on another path, unless its results distinguish the two, the held one being
   plain success: then the function acquires the lock for its caller.  */
bool lock_leaks (struct solver *);

/* ---- process-end.  ---- */

/* Return true if nothing but the end of the process follows T, a loss that SOLVER found.  */
bool lost_at_process_end (struct solver *solver, const struct terminal *t);

/* ---- witness.  ---- */

unsigned tell_acquisition (const struct obligation *o, struct lk_step *steps);
/* The events from the acquisition to the loss T.  */
void tell_path (struct solver *, const struct terminal *t,
		struct lk_finding *);
/* Count the paths from the seed to the ends of the exploded graph, each loop at most once
   (back edges are not followed).  */
void count_paths (struct solver *, struct node *seed, struct lk_finding *);

/* ---- entry-state.  ---- */

/* Follow a function from its entry without an obligation.  NULL: it acquires in its entry
   block only, or a limit was met.  To be freed with before_free.  */
struct solver *before_new (struct lk_unit *, struct function_view *);
void before_free (struct solver *before);
/* Set FACTS to the conditions that hold at event INDEX of BLOCK, as entry states of SOLVER, at
   most MAX (>= 1) of them.  BEFORE, if not NULL, is of the same graph.  Return their number;
   0: the event is unreachable.  */
unsigned begin_facts (struct solver *, struct solver *before, uint32_t block,
		      uint32_t index, struct scratch *out, unsigned max);

/* ---- member-overwrite.  ---- */

/* Find the handles held by objects that their methods lose.  */
void held_find_all (struct lk_unit *);

/* ---- cluster.  ---- */

/* Store in P, a finding about the solver's obligation, which began at SEED, what it is
   clustered by.  */
void cluster_note (struct solver *, const struct node *seed, struct pending *p);
/* Remove from FIRST, the findings of one function, the last ones of the unit's, those that are
   repaired with another of them.  */
void cluster_findings (struct lk_unit *, struct pending **first);

/* ---- acquisition.  ---- */

/* Solve the obligation that the ACQUIRE clause C creates at event INDEX of BLOCK, a call;
   BEFORE: as for begin_facts.  REPORT: also record findings.  Return the products.  */
struct product *solve_clause (struct lk_unit *, struct function_view *, struct solver *before,
			      uint32_t block, uint32_t index, const struct lk_clause *c,
			      bool report);
/* The same as solve_clause for what its callee, of the unit, acquired for its caller: ALL is the
   first product of one origin.  */
struct product *solve_products (struct lk_unit *, struct function_view *, struct solver *before,
				struct together *together, uint32_t block, uint32_t index,
				struct product *all, bool report);

/* ---- product.  ---- */

unsigned products_count (const struct product *);
/* Return true if A and B are the same lists, in the same order.  */
bool products_same (const struct product *a, const struct product *b);
/* Set what INFO's function leaves to its callers, of ALL, by returning and by an exception.  */
void products_set (struct function_info *info, struct product *all);
/* Of the acquisitions of INFO's function, which is solved, that its callers cannot tell from each
   other leave one.  */
void products_merge (struct function_info *info);

/* ---- first-fact.  ---- */

/* Return the product after P of the same origin, which makes one obligation; or NULL.  Products of
   one origin follow one another in what a function acquires.  */
struct product *product_next (const struct product *p);
/* Add FROM, an access path of a resource that is acquired by address.  False if it does not
   fit.  */
bool acquisition_add_name (struct solver *, struct scratch *, const struct lk_path *from);
/* Set O to the obligation that the products of ORIGIN of event INDEX of BLOCK, a call, make.  */
void begin_origin (struct obligation *o, struct function_view *view, uint32_t block,
		   uint32_t index, const struct obligation *origin);
/* Make S, the state before the call EV, a fact of O that begins with path P through the
   callee.  Return false if that path is infeasible, or its obligation is not followed.  */
bool begin_product (struct solver *solver, struct lk_event *ev, struct obligation *o,
		    const struct product *p, struct scratch *s);
/* Add to S the access paths that PATH, with which a resource begins, has had before.  */
void add_provenance (struct solver *solver, struct scratch *s, const struct lk_path *path);
/* Heuristic: a callee of another unit that fills a member of a structure, and stores in another
   member, stores no zero there: `if (!buf.length) return;' is the way of a caller whose buffer
   has no memory.  Wrong if 0 there is the answer that all is well; then a leak on the path on which
   the caller tests for that is not reported.  */
bool is_stored_beside (const struct lk_clause *stored, const struct lk_clause *filled);

/* ---- together.  ---- */

struct together *together_new (struct lk_unit *unit, struct function_view *view);
void together_free (struct together *t);
/* Follow the obligation of the products of event INDEX of BLOCK, of which ALL is the first of one
   origin, together with earlier ones.  Return true if it is surely met: nothing is lost, and
   nothing handed on to the caller.  If false it must be followed by itself.  */
bool together_clean (struct together *t, uint32_t block, uint32_t index, struct product *all);
/* An obligation of ORIGIN was followed by itself; CLEAN: it was met.  */
void together_note (struct together *t, const struct obligation *origin, bool clean);

/* ---- handle-name.  ---- */

/* Name O's handle, which is at PATH (or NULL): by the variable or place that has it,  */
void handle_name (struct function_view *, struct obligation *o, const struct lk_path *path);
/* ... or, if it has no name, by that of its wrapper, which is what the user can close,  */
void handle_name_wrapper (struct solver *, struct obligation *o, const struct lk_path *path);
/* ... or, of several in one array that a call fills (pipe), by the number of the element.  */
void handle_name_element (struct function_view *, struct obligation *o,
			  const struct lk_contract *, const struct lk_clause *,
			  const struct lk_path *path);

/* ---- acquired-wrapper.  ---- */

/* Return true if EV acquires by the clause an object that wraps another one, which is not new
   here or holds a resource itself: a release of that releases this one, too.  */
bool acquisition_wraps_other (struct solver *, struct lk_event *, const struct lk_clause *);
/* Return true if something of the kind of the clause was acquired within the object PATH
   before: it stands for what the object acquires now.  */
bool acquisition_has_inner (struct solver *, const struct lk_clause *, const struct lk_path *);
/* PATH, an object that holds something from the obligation's event on, was wrapped before: a
   release of the wrapper releases it.  */
void acquisition_add_wrappers (struct solver *, struct scratch *, const struct lk_path *);

/* ---- explain.  ---- */

/* SOLVER has followed its obligation for the last time, if there was one (BEGINS): pass that to a
   host that explains.  REPORT: its losses are reported.  */
void explain_obligation (struct lk_unit *unit, struct solver *solver, bool begins, bool report);

/* ---- finding.  ---- */

/* Return why T, an end of SOLVER's obligation, is not reported, if it is a loss.  */
enum lk_unreported why_unreported (struct solver *solver, const struct terminal *t);

/* Return true if there may be something to report of SOLVER's obligation.  */
bool may_be_lost (const struct solver *solver);
/* SOLVER has followed its obligation, which began at SEED (NULL: unreachable): record findings
   if REPORT.  Return the products.  */
struct product *finish_obligation (struct lk_unit *, struct solver *, struct node *seed,
				   bool report);
/* Return true if nothing can be found in FN: it acquires nothing, and no callee acquires for
   it.  */
bool nothing_acquired (const struct lk_function *fn);
struct product *find_acquired (struct lk_unit *unit, struct lk_function *fn, bool report);

/* ---- member-in-use.  ---- */

/* T is a loss that SOLVER found of what PATH held, in M, a method of a class that owns the
   members in C: return true if evidence shows that HELD is in use there.  RELEASED: M releases
   it on some other path.  */
bool held_in_use (struct lk_unit *unit, const struct method *m, const struct held_class *c,
		  const struct held *held, struct solver *solver, const struct terminal *t,
		  const struct lk_path *path, bool released);

/* ---- reallocated.  ---- */

/* If event INDEX of BLOCK reallocates what a member holds and overwrites the member with the
   result, report the block that is lost when it fails.  */
void find_replaced (struct lk_unit *, struct function_view *, uint32_t block, uint32_t index);

/* ---- standard-descriptor.  ---- */

/* Return true if what is acquired by event INDEX of BLOCK, of KIND, is one of the standard
   descriptors, which was closed just before.  */
bool replaces_standard (const struct function_view *view, uint32_t block, uint32_t index,
			const struct lk_kind *kind);

#endif /* LK_LEAK_LEAK_INTERNAL_H */
