/* Declarations shared by the transfer functions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_TRANSFER_TRANSFER_INTERNAL_H
#define LK_TRANSFER_TRANSFER_INTERNAL_H

#include "transfer.h"

/* The access path of the place PATH that begins with the object that contains the place, not
   with an object that keeps its address.  Equal for all access paths of one fact that name one
   place.  */
const struct lk_path *address_own_name (struct solver *, const struct lk_path *);
void address_own_names (struct solver *, struct scratch *);
/* The access path of PATH's place that begins with the object that contains it, if PATH is
   behind an address that another local object keeps, or was loaded from such an address, and
   never behind another address; else NULL.  Only where a handle of S may be stored.  */
const struct lk_path *address_read (struct solver *, const struct scratch *s,
				    const struct lk_path *path);
/* PATH, in a fact with FLAGS in the function of SOLVER, is behind a pointer that was loaded
   from the memory of an argument: set its access path for the caller.  False if it is not.  */
bool address_behind_argument (struct solver *, const struct lk_path *path,
			      unsigned flags, struct portable_path *);
/* A callee writes MEMBERS of the object HOLDER, or memory behind them: forget the state of
   local objects whose addresses are stored there.  */
void address_forget (struct solver *, lk_var holder, uint64_t members, struct scratch *);
/* True if S has an access path that begins with that object.  */
bool address_named (const struct solver *, const struct scratch *s, lk_var v);

/* ---- loss.  ---- */

/* True if an operation caused the loss, not only the end of a scope.  */
bool loss_by_act (const struct scratch *);
/* True if no access path in P is used after the current event: the remaining ones are SSA
   values without a use.  */
bool solver_names_dead (struct solver *, const struct scratch *);
/* The last access path is gone, HOW and WHERE: P is emptied and the loss waits for its
   confirmation at a return.  */
void solver_lose (struct scratch *, enum lk_step_kind how, lk_loc where,
		  const char *name);
/* True if an access path in P is used after event I of BLOCK, or by a successor.  */
bool names_live_after (struct solver *solver, const struct scratch *s, uint32_t block, uint32_t i);

/* ---- block-exit.  ---- */

/* Control leaves the function at the end of the block.  THROWN: by an exception, by that of
   THROWER if that is known.  */
void solver_leave (struct solver *, struct scratch *, struct lk_block *,
		   bool thrown, const struct lk_event *thrower);

/* ---- edges.  ---- */

/* Propagate the fact along the edge.  */
void solver_follow (struct solver *, const struct scratch *, struct lk_edge *);
/* Propagate along the edges out of BLOCK except the exceptional ones, along which its last
   call has propagated.  */
void solver_leave_block (struct solver *, struct scratch *, uint32_t block);

/* ---- release-loop-exit.  ---- */

/* True if the edge leaves a loop that releases every element of what holds S's handle.  False
   if the loop has skipped this element: then the element is gone, and S stops to rely on other
   loops that release.  */
bool drain_leaves_nothing (struct solver *, struct scratch *s, const struct lk_edge *);
/* True if the edge, in such a loop, skips an element that may be S's handle.  */
bool drain_passes_by (struct solver *, const struct scratch *s, const struct lk_edge *);

/* ---- call-dynamic-type.  ---- */

void call_passes_on (struct solver *, struct lk_event *, const struct scratch *,
		     struct passed_news *);
/* EV's callee may have written memory behind GIVEN, an argument: S keeps what FACT, its state
   BEFORE the call, knew about the dynamic types of objects there.  */
void table_keep (struct solver *, const struct lk_event *, const struct lk_path *given,
		 const struct scratch *before, struct scratch *s);
/* MEMBERS of the memory behind GIVEN are written, by EV's callee or (if EV is NULL) at GIVEN
   itself: S forgets its state of that memory, identified by the places from which GIVEN was
   loaded.  Only where dynamic types are followed (table_mark); elsewhere a write through one
   pointer is assumed not to change what is known through another (a heuristic).  */
void forget_by_provenance (struct solver *, const struct lk_event *, const struct lk_path *given,
			   uint64_t members, struct scratch *s);
bool holder_runs (const struct solver *, const struct lk_event *,
		  const struct scratch *);

/* ---- smart-pointer.  ---- */

/* FACT's handle is stored at PATH.  If that is in such an object, return the place's access
   path that begins with the local object, and record it in FACT; else NULL.  */
const struct lk_path *owner_of_stored (struct solver *, struct scratch *,
				       const struct lk_path *path);

/* ---- assign.  ---- */

/* False if the handle went where no access path can follow.  */
bool flow_assign (struct solver *, struct scratch *, const struct lk_event *assignment);
void flow_copy (struct solver *, struct scratch *, const struct lk_path *dest,
		const struct lk_path *src, uint64_t size);
void flow_clear (struct solver *, struct scratch *, const struct lk_path *dest,
		 uint64_t size);
/* The event EV has set all bytes of an object to 0.  */
void flow_cleared (struct solver *, struct scratch *, const struct lk_event *);
void flow_dead (struct solver *, struct scratch *, lk_var object);
void flow_edge (struct solver *, struct scratch *, const struct lk_edge *);
void flow_store_unknown (struct solver *, struct scratch *,
			 const struct lk_path *place);
/* Append the access paths of DEST (an SSA value or a place) when it becomes SRC.  */
void flow_generate (struct solver *, const struct scratch *,
		    const struct lk_path *dest, const struct lk_path *src,
		    struct generated *);
/* Add them.  If some do not fit, the fact becomes assumed.  */
void flow_add_generated (struct solver *, struct scratch *,
			 const struct generated *);
/* Record that memory at PLACE is changed; if PLACE is an address, MEMBERS of the memory behind
   it.  */
/* If PATH leads through an address that was loaded from a member, which is not assigned, return the
   access path through that member; else NULL.  */
const struct lk_path *path_through_member (struct solver *, const struct lk_path *path);
/* Return true if S has PATH, which leads through such an address, by that access path, too.  */
bool path_known_by_member (struct solver *, const struct scratch *, const struct lk_path *path);
void flow_written (struct solver *, struct scratch *,
		   const struct lk_path *place, uint64_t members);
void flow_define (struct solver *, struct scratch *, lk_var);

/* ---- parent.  ---- */

/* P leaves the function at the end of the block: add the parents to it.  */
void object_portable_parents (struct solver *, const struct lk_block *,
			      struct product *p);
/* True if the call releases a parent of the solver's obligation.  */
bool object_parent_released (struct solver *, struct lk_event *,
			     const struct scratch *);

/* ---- collection.  ---- */

/* Apply a WRAP, PUT or FETCH clause.  False if the handle went where no access path can
   follow.  */
bool object_clause (struct solver *, struct lk_event *, struct scratch *,
		    const struct lk_clause *, struct generated *);
/* True if S has the handle at VALUE, or, *INSIDE, at a path through it.  */
bool object_begins (const struct scratch *, const struct lk_path *value, bool *inside);
/* True if one of S's access paths was fetched from HOLDER.  */
bool object_was_fetched (struct solver *, const struct scratch *s, const struct lk_path *holder);
/* The element that was fetched from HOLDER last has been removed: if that is S's handle, its
   fetcher owns it.  */
void object_taken (struct solver *, struct scratch *s, const struct lk_path *holder);
/* HOLDER is a new view, such as an iterator: it has not yet returned the element that another
   view has removed.  */
void object_begun_anew (struct scratch *, const struct lk_path *holder);
/* True if a field of the object VALUE leads to the handle.  */
bool object_in_field (const struct scratch *, const struct lk_path *value);

/* ---- collection-query.  ---- */

/* S's handle, one of many in a container, was fetched, and the current event, in a loop,
   releases or removes it: set *OTHERS to the fact of one of the remaining elements.  */
bool object_others (struct solver *, const struct scratch *s, struct scratch *others);
/* EV, a call with a complete contract, looks up an element in what holds S's handle, and the
   key does not identify the handle.  */
void object_holder_asked (const struct lk_event *ev, struct scratch *s);
/* The branch at the end of the block tests whether what holds the handle is empty (hasNext,
   isPresent, size).  True if WAY, the edge on which nothing is fetched afterwards, is
   infeasible for it.  */
bool object_past_holder (struct solver *, struct scratch *, uint32_t block,
			 unsigned way);

/* ---- containing-memory.  ---- */

/* True if the variable of PLACE has not been read since the acquisition.  */
bool object_untouched (struct solver *, const struct lk_path *place);
/* The memory behind VALUE is freed, and with it the handle's access paths in it.  */
void object_contents_gone (struct solver *, struct scratch *,
			   const struct lk_path *value);
/* The callee freed the memory that those access paths of BEFORE lead through whose numbers are
   in PASSED; S is what remains.  */
void object_contents_lost (struct solver *, struct scratch *s,
			   const struct scratch *before, uint64_t passed);

/* ---- call.  ---- */

/* Apply the call EVENT to FACT.  True: FACT is now the state after it.  False: the facts after
   it, if any, are pushed on *OUT.  Records terminals.  */
bool flow_call (struct solver *, struct lk_event *, struct scratch *,
		struct step_state **out);

/* ---- call-exception.  ---- */

/* The call EVENT throws: push the state of FACT after that on *OUT.  */
void flow_throw (struct solver *, struct lk_event *, const struct scratch *,
		 struct step_state **out);
/* True if the callee of the solver's event is unknown, but the function releases S's handle
   after the call on every path without an exception.  Heuristic: the callee then only uses the
   handle.  Wrong if it releases the handle too.  */
bool call_only_uses (struct solver *, struct lk_event *ev, const struct scratch *s);
/* True if the current event EV is for an awaiter that has S's handle, which the coroutine
   releases itself afterwards.  */
bool call_only_awaits (struct solver *, struct lk_event *ev, const struct scratch *s);
/* True if the callee of the current event EV has no place to keep S's handle, and the function
   later, on some path, returns the handle or makes an owner of it.  */
bool call_leaves_it (struct solver *, struct lk_event *ev, const struct scratch *s);

/* ---- call-state.  ---- */

/* Shared by transfer/call-contract.c and transfer/call.c.  FACT continues after the call.  */
void call_push (struct solver *, const struct scratch *, struct step_state **out);
/* The result lies in RANGE.  False: that is infeasible.  */
bool call_assume_result (struct solver *, struct lk_event *, struct scratch *,
			 const struct lk_range *);
/* True if the caller tests the result, or passes it on.  */
bool call_result_tested (struct solver *, struct lk_event *);
/* The result gets a new value.  */
void call_define_result (struct solver *, struct lk_event *, struct scratch *);
/* The fact ends at the call.  */
void call_finish (struct solver *, struct lk_event *, enum terminal_kind,
		  const struct scratch *);
enum reach call_reaches (const struct solver *, const struct scratch *,
			 const struct lk_path *value, bool exactly);
/* True if VALUE may be the handle, loaded from a place whose access path is unknown.  */
bool call_may_be_handle (struct solver *, const struct scratch *,
			 const struct lk_path *value);
/* True if the clause gives the handle of OTHER one more access path.  */
bool clause_goes_on (const struct lk_clause *);
/* True if the handle of the fact is the value at the path, or reached through it.  */
bool reaches_through (const struct solver *, const struct scratch *,
		      const struct lk_path *value);
enum reach argument_reaches (const struct solver *, const struct scratch *,
			     const struct lk_event *,
			     uint32_t argument);

/* ---- call-borrow.  ---- */

/* True if, on the path to the call of a method, another method of the same object was called
   and its result tested.  Heuristic: that was the test whether the resource is already there.  */
bool asked_before (struct solver *, const struct lk_event *);
/* True if EV's callee, which is unknown, borrows everything that it receives of the handle; or
   does so at least when its result, a value, is FAILING.  */
bool only_lent (struct solver *, const struct lk_event *, const struct scratch *);
bool lent_if_failing (struct solver *, struct lk_event *,
		      const struct scratch *, struct lk_range *failing);

/* Return true if A OP B tests whether the value V is negative, -1, less than a requested
   count, or, with ZERO, 0: the callee then failed.  */
bool asks_failure (const struct lk_operand *a, enum lk_compare op, const struct lk_operand *b,
		   lk_var v, bool zero, struct lk_range *failing);
/* The same of the test that ends BLOCK, or of what is computed for it.  */
bool tests_failure (const struct function_view *view, const struct lk_block *block, lk_var v,
		    bool zero, struct lk_range *failing);
/* If A OP B tests whether V is 0, directly or through values computed from it: return 0 if it
   holds for V == 0, 1 if it holds for V != 0.  Else return -1.  */
int asks_for_zero (const struct function_view *view, const struct lk_operand *a,
		   enum lk_compare op, const struct lk_operand *b, lk_var v, unsigned depth);
/* Return true if EV releases the value V, a handle of KIND or, if that is NULL, of any, by its
   contract or on a path of its callee.  */
bool releases_value (struct lk_unit *, const struct lk_kind *kind, const struct lk_event *ev,
		     lk_var v);
/* Return the value that EV passes as the handle, if that is the only argument by which the callee
   gets it and the caller uses the result; else LK_NO_VAR.  */
lk_var passed_handle (const struct solver *solver, const struct lk_event *ev,
		      const struct scratch *s);

/* ---- call-taken.  ---- */

/* Return true if the caller of EV, an unknown callee that gets S's handle, tests the result for a
   failure and releases the handle on either side of that test: the callee does not take it.  */
bool released_after_both (struct solver *, const struct lk_event *ev, const struct scratch *s);
/* Return true if EV's callee, which is unknown and gets S's handle, never takes it, as functions of
   the unit that call it show.  */
bool borrowed_elsewhere (struct solver *, const struct lk_event *ev, const struct scratch *s);
/* Return true if EV's callee, which is unknown and gets S's handle, does not take it when its
   result is REFUSED, as functions of the unit that call it show.  */
bool refused_elsewhere (struct solver *, const struct lk_event *ev, const struct scratch *s,
			struct lk_range *refused);

/* ---- assumed-borrow.  ---- */

/* Level 2: return true if EV's callee, which is unknown and gets S's handle, is assumed to borrow
   it; false: as at level 1 it may take it.  */
bool assumed_to_borrow (struct solver *, const struct lk_event *ev, const struct scratch *s);

/* ---- call-lent.  ---- */

/* Return true if the handle is one of kind_lent, and EV's callee, unknown, is taken to borrow it;
   the call is noted then.  */
bool lent_to_unknown (struct solver *, const struct lk_event *ev, const struct scratch *);
/* The same of a callee of the unit that has a row of its own, if the handle escapes in it by
   SUM.  */
bool lent_to_other (struct solver *, const struct lk_event *ev, const struct scratch *,
		    const struct summary *sum);

/* ---- lock-balance: taken again, released before.  ---- */

/* Return true if EV, which has taken the lock that S holds, takes it again, though the function
   also releases it: the thread waits for itself, or the lock is released once too little.  */
bool lock_taken_again (struct solver *, const struct lk_event *ev, const struct scratch *s);
/* Return true if the function also calls the callee of EV after it has released the lock that S
   holds: the callee does not release it.  */
bool lock_left_alone (struct solver *, const struct lk_event *ev, const struct scratch *s);

/* ---- call-contract.  ---- */

/* Return true if the clause of the contract, which releases or owns, is about resources of the
   obligation's kind.  */
bool call_releases_kind (const struct lk_clause *, const struct lk_contract *,
			 const struct obligation *);
/* Apply CONTRACT to the call: the facts after it are pushed on *OUT.  */
void call_by_contract (struct solver *, struct lk_event *,
		       const struct lk_contract *, struct scratch *,
		       struct step_state **out);

/* ---- call-effect.  ---- */

/* The same for a known callee that does not access the handle.  */
void call_forget_written (struct solver *, const struct lk_event *, struct scratch *);
/* Return true if the handle is a lock, and EV's callee, of the library, has nothing to do with
   locks.  */
bool lock_untouched (const struct solver *solver, const struct lk_event *ev);
/* Return true if EV's callee, on some path, passes its argument to an unknown callee, perhaps
   to a method of the block that it then frees: its other paths may be for blocks that hold
   nothing.  */
bool may_hand_on (struct solver *solver, struct lk_event *ev, const struct summary *summary,
		  const struct scratch *s);
/* Return true if the function has looked at nothing around PLACE, which has the handle and which a
   callee fills without a look.  */
bool overwritten_anew (struct solver *solver, const struct scratch *s, const struct lk_path *place);
/* Return true if EV's callee is given what holds the handle only to fill it again.  */
bool passed_to_be_filled (struct solver *solver, const struct lk_event *ev,
			  const struct scratch *s);

/* ---- lock-balance.  ---- */

/* True if another call than the obligation's acquired LOCK by this access path before the
   current event, and nothing has released it since.  */
bool lock_taken_by_name (struct solver *, const struct lk_path *lock);
/* True if VALUE is the other lock of a pair whose one lock is S's.  */
bool lock_is_other (struct solver *, const struct scratch *s, const struct lk_path *value);
/* FACT's lock is a global that the body of CALLEE does not mention; but its callees may.  */
bool lock_out_of_sight (struct solver *, struct lk_function *callee,
			const struct scratch *);

/* ---- summary-conditions.  ---- */

/* The part of FACT's state that a caller can check.  RESULT, unless NULL, is the address of
   the structure that is returned.  */
void portable_conditions_of (struct solver *, const struct scratch *,
			     const struct lk_path *result,
			     struct portable_conditions *);
/* Leave of WHEN only what it says of the values of arguments, and of their MEMBERS.  */
void portable_arguments_only (struct portable_conditions *when, bool members);
/* True if C is on what is in the memory behind an argument: on a place there, or on what a named
   function (strcmp) answers of it.  */
bool asks_contents (const struct portable_condition *c);
/* True if the fact implies, before the call EVENT, that WHEN holds of the memory behind its
   arguments.  */
bool portable_implied (struct solver *, struct lk_event *, const struct scratch *,
		       const struct portable_conditions *when);
/* The same of what WHEN says of global variables.  */
bool portable_globals_known (struct solver *, const struct scratch *,
			     const struct portable_conditions *when);

/* ---- capture.  ---- */

/* EV makes a lambda.  */
void flow_closure (struct solver *, struct lk_event *, struct scratch *);
bool closure_given (const struct lk_event *, const struct scratch *);

/* ---- call-summary.  ---- */

void call_by_summary (struct solver *solver, struct lk_event *ev, const struct summary *summary,
		      uint64_t passed, struct scratch *s, struct step_state **out);

#endif /* LK_TRANSFER_TRANSFER_INTERNAL_H */
