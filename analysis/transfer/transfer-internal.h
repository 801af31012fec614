/* What the transfer functions share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_TRANSFER_TRANSFER_INTERNAL_H
#define LK_TRANSFER_TRANSFER_INTERNAL_H

#include "transfer.h"

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
/* PATH, in a fact with FLAGS of the function of SOLVER, is behind a pointer that was
   loaded from what an argument points to: its name for the caller.  False if that is
   not so.  */
bool address_behind_argument (struct solver *, const struct lk_path *path,
			      unsigned flags, struct portable_path *);
/* A callee writes MEMBERS of the object HOLDER, or what is behind them: of local objects whose
   addresses are kept there nothing is known any more.  */
void address_forget (struct solver *, lk_var holder, uint64_t members, struct scratch *);
/* S has a name that begins with that object.  */
bool address_named (const struct solver *, const struct scratch *s, lk_var v);

/* ---- loss.  ---- */

/* Was the loss an act, not merely the end of a scope?  */
bool loss_by_act (const struct scratch *);
/* No name in P will be asked for again after the event in hand: what is left
   are SSA values that nobody reads.  */
bool solver_names_dead (struct solver *, const struct scratch *);
/* The last name is gone, HOW and WHERE: P is emptied and the loss waits for
   its confirmation at a return.  */
void solver_lose (struct scratch *, enum lk_step_kind how, lk_loc where,
		  const char *name);
/* Is any name in P used after event I of BLOCK, or needed by a successor?  */
bool names_live_after (struct solver *solver, const struct scratch *s, uint32_t block, uint32_t i);

/* ---- block-exit.  ---- */

/* Take the edge.  */
void solver_follow (struct solver *, const struct scratch *, struct lk_edge *);
/* Control leaves the function at the end of the block; THROWN: by an exception,
   that of THROWER if that is known.  */
void solver_leave (struct solver *, struct scratch *, struct lk_block *,
		   bool thrown, const struct lk_event *thrower);
/* Take the edges out of BLOCK but the exceptional ones, which its last call
   has taken.  */
void solver_leave_block (struct solver *, struct scratch *, uint32_t block);

/* ---- release-loop-exit.  ---- */

/* The edge leaves a loop that releases all that holds S's handle.  Not if the loop has passed this
   one by: then it is there no more, but is no longer told so of other loops.  */
bool drain_leaves_nothing (struct solver *, struct scratch *s, const struct lk_edge *);
/* By the edge, in such a loop, an element is passed by, and it may be S's handle.  */
bool drain_passes_by (struct solver *, const struct scratch *s, const struct lk_edge *);

/* ---- call-dynamic-type.  ---- */

void call_passes_on (struct solver *, struct lk_event *, const struct scratch *,
		     struct passed_news *);
/* EV's callee may have written behind GIVEN, which it was given: S still has what FACT, as it was
   BEFORE, knew of the classes of objects there.  */
void table_keep (struct solver *, const struct lk_event *, const struct lk_path *given,
		 const struct scratch *before, struct scratch *s);
/* MEMBERS of what GIVEN points to are written, by EV's callee or (EV being NULL) GIVEN itself is:
   S forgets what it knows of that memory, whatever that is, by the places that GIVEN was loaded
   from.  So it is where classes are followed (table_mark); elsewhere what is written through one
   pointer is not taken to change what is known by another.  */
void forget_by_provenance (struct solver *, const struct lk_event *, const struct lk_path *given,
			   uint64_t members, struct scratch *s);
bool holder_runs (const struct solver *, const struct lk_event *,
		  const struct scratch *);

/* ---- smart-pointer.  ---- */

/* The handle of FACT is stored at PATH: in such an object?  Then the place by the name that begins
   with the local one, and FACT knows of it; else NULL.  */
const struct lk_path *owner_of_stored (struct solver *, struct scratch *,
				       const struct lk_path *path);

/* ---- assign.  ---- */

/* False: the handle went where no name can follow.  */
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

/* ---- parent.  ---- */

/* NAMES, and all that lead to the same object, are O's parents.  */
void object_parents (struct solver *, struct obligation *o,
		     struct object_names *names);
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

/* ---- collection.  ---- */

/* A WRAP, PUT or FETCH clause.  False: the handle went where no name can
   follow.  */
bool object_clause (struct solver *, struct lk_event *, struct scratch *,
		    const struct lk_clause *, struct generated *);
/* S has the handle by VALUE, or, *INSIDE, by what that holds.  */
bool object_begins (const struct scratch *, const struct lk_path *value, bool *inside);
/* One of S's names was fetched from HOLDER.  */
bool object_was_fetched (struct solver *, const struct scratch *s, const struct lk_path *holder);
/* What was fetched from HOLDER last is there no more: if that is S's handle, it is held by
   who fetched it.  */
void object_taken (struct solver *, struct scratch *s, const struct lk_path *holder);
/* A new view of HOLDER, such as an iterator: what was taken out of another one
   it has not given yet.  */
void object_begun_anew (struct scratch *, const struct lk_path *holder);
/* A field of the object VALUE leads to the handle.  */
bool object_in_field (const struct scratch *, const struct lk_path *value);

/* ---- collection-query.  ---- */

/* S's handle, one of many that a container here holds, was fetched, and the event in hand, in a
   loop, ends it or takes it out: *OTHERS is what holds of one of those that remain.  */
bool object_others (struct solver *, const struct scratch *s, struct scratch *others);
/* EV, a call of a complete contract, asks what holds S's handle, and it is not told which one.  */
void object_holder_asked (const struct lk_event *ev, struct scratch *s);
/* The branch at the end of the block asks what holds the handle whether there
   is anything (hasNext, isPresent, size): the WAY on which nothing is then
   fetched is no way for what it does hold.  */
bool object_past_holder (struct solver *, struct scratch *, uint32_t block,
			 unsigned way);

/* ---- containing-memory.  ---- */

/* Since its acquisition nobody has looked at the variable of PLACE.  */
bool object_untouched (struct solver *, const struct lk_path *place);
/* The memory that VALUE points to is gone, and the handle's names in it.  */
void object_contents_gone (struct solver *, struct scratch *,
			   const struct lk_path *value);
/* The callee freed the memory that some of the names PASSED, by number, of
   BEFORE go through; S is what is left.  */
void object_contents_lost (struct solver *, struct scratch *s,
			   const struct scratch *before, uint64_t passed);

/* ---- call.  ---- */

/* The call EVENT on FACT.  True: FACT is now what holds after it.  False: the
   facts after it, if any, are pushed on *OUT.  Records terminals.  */
bool flow_call (struct solver *, struct lk_event *, struct scratch *,
		struct step_state **out);

/* ---- call-exception.  ---- */

/* The call EVENT throws: push what then holds of FACT on *OUT.  */
void flow_throw (struct solver *, struct lk_event *, const struct scratch *,
		 struct step_state **out);
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

/* ---- call-state.  ---- */

/* What transfer/call-contract.c and transfer/call.c share.  FACT goes on behind the call.  */
void call_push (struct solver *, const struct scratch *, struct step_state **out);
/* The result lies in RANGE; false: that cannot be.  */
bool call_assume_result (struct solver *, struct lk_event *, struct scratch *,
			 const struct lk_range *);
/* The caller asks for the result, or hands it on.  */
bool call_result_tested (struct solver *, struct lk_event *);
/* The result has a new value.  */
void call_define_result (struct solver *, struct lk_event *, struct scratch *);
/* The fact ends at the call.  */
void call_finish (struct solver *, struct lk_event *, enum terminal_kind,
		  const struct scratch *);
enum reach call_reaches (const struct solver *, const struct scratch *,
			 const struct lk_path *value, bool exactly);
/* VALUE may be the handle, found again where its name is not known.  */
bool call_may_be_handle (struct solver *, const struct scratch *,
			 const struct lk_path *value);
/* The clause gives the handle of OTHER one more name.  */
bool clause_goes_on (const struct lk_clause *);
/* The handle of the fact is the value at the path, or reached through it.  */
bool reaches_through (const struct solver *, const struct scratch *,
		      const struct lk_path *value);
enum reach argument_reaches (const struct solver *, const struct scratch *,
			     const struct lk_event *,
			     uint32_t argument);

/* ---- call-borrow.  ---- */

/* On the way to the call, of a method, another method of the same object was asked for
   something, and the answer was looked at: is it there already?  */
bool asked_before (struct solver *, const struct lk_event *);
/* All that EV's callee, of which nothing is known, is given of the handle is
   lent to it; or at least when its result, a value, is FAILING.  */
bool only_lent (struct solver *, const struct lk_event *, const struct scratch *);
bool lent_if_failing (struct solver *, struct lk_event *,
		      const struct scratch *, struct lk_range *failing);

/* ---- call-contract.  ---- */

/* The call does what CONTRACT says: the facts after it are pushed on *OUT.  */
void call_by_contract (struct solver *, struct lk_event *,
		       const struct lk_contract *, struct scratch *,
		       struct step_state **out);
/* EV, as clause C says, releases the handle, but is not for it.  */
bool pair_mismatched (const struct solver *, const struct lk_event *,
		      const struct lk_clause *);

/* ---- call-effect.  ---- */

/* The same where the callee is known, and has nothing to do with the handle.  */
void call_forget_written (struct solver *, const struct lk_event *, struct scratch *);
/* Return true if the handle is a lock, and EV's callee, of the library, has nothing to do with
   locks.  */
bool lock_untouched (const struct solver *solver, const struct lk_event *ev);
/* Return true if EV's callee, on some path, passes its argument to an unknown callee, perhaps
   to a method of the block that it then frees: its other paths may be for blocks that hold
   nothing.  */
bool may_hand_on (struct solver *solver, struct lk_event *ev, const struct summary *summary,
		  const struct scratch *s);
/* Return true if EV's callee is given what holds the handle only to fill it again.  */
bool passed_to_be_filled (struct solver *solver, const struct lk_event *ev,
			  const struct scratch *s);

/* ---- lock-balance.  ---- */

/* LOCK was taken by this name before the event being run, and not released
   since, by another call than the obligation's.  */
bool lock_taken_by_name (struct solver *, const struct lk_path *lock);
/* VALUE is the other lock of a pair than the one S has.  */
bool lock_is_other (struct solver *, const struct scratch *s, const struct lk_path *value);
/* FACT's lock is a global that CALLEE, a body, does not name; but what it calls
   may.  */
bool lock_out_of_sight (struct solver *, struct lk_function *callee,
			const struct scratch *);

/* ---- summary-conditions.  ---- */

/* What FACT knows that a caller can check; RESULT, unless NULL, is the address
   of the structure that is returned.  */
void portable_conditions_of (struct solver *, const struct scratch *,
			     const struct lk_path *result,
			     struct portable_conditions *);
/* The fact knows before the call EVENT that WHEN holds of what is behind its
   arguments.  */
bool portable_implied (struct solver *, struct lk_event *, const struct scratch *,
		       const struct portable_conditions *when);

/* ---- capture.  ---- */

/* EV makes a lambda.  */
void flow_closure (struct solver *, struct lk_event *, struct scratch *);
bool closure_given (const struct lk_event *, const struct scratch *);

/* ---- call-summary.  ---- */

void call_by_summary (struct solver *solver, struct lk_event *ev, const struct summary *summary,
		      uint64_t passed, struct scratch *s, struct step_state **out);

#endif /* LK_TRANSFER_TRANSFER_INTERNAL_H */
