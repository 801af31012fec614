/* Transfer functions: how a fact runs through the events of a block (Tracker, figure 4).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_TRANSFER_TRANSFER_H
#define LK_TRANSFER_TRANSFER_H

#include "../solver/solver.h"

/* The state that the call EV passes on: the dynamic types of objects that FACT knows, and the
   state of values that a constructor gets, for the places where the callee stores them and the
   caller tests them.  */
struct passed_news
{
  unsigned n;
  struct condition all[MAX_CONDITIONS];
};

/* New access paths, to be added to a fact when old ones have been removed.  */
struct generated
{
  unsigned n;
  const char *dropped;		/* The limit because of which one was left out, or NULL.  */
  const struct lk_path *paths[SCRATCH_PATHS];
};

struct object_names
{
  unsigned n, room;
  const struct lk_path **paths;
};

/* How an operation reaches the handle through a value.  */
enum reach { REACH_NOT, REACH_THROUGH, REACH_HANDLE };

/* The access path here of the callee's P at the call EV; NULL if it has none.  FLAGS are the
   fact's; if NULL, memory behind an argument of the caller has no access path either.  */
const struct lk_path *address_at_call (struct solver *, struct lk_event *ev,
				       const struct portable_path *p, uint16_t *flags);
/* Before the effect of call EV on S is computed: rewrite its access paths to those that the
   callee uses.  */
void address_passed (struct solver *, const struct lk_event *, struct scratch *);
/* True if the address of one of OBJECTS, a set of variables, is stored in the object HOLDER.  */
bool address_in (struct solver *, lk_var holder, const uint8_t *objects);

/* ---- block.  ---- */

/* Run the fact, which has no access paths, from just before event FIRST of BLOCK to just
   before its event INDEX.  Return false if it does not get there.  */
bool solver_run_to (struct solver *, uint32_t block, uint32_t first,
		    uint32_t index, struct scratch *);
/* The call that is event I of BLOCK throws, and FACT holds then: let it go on in the handlers, and
   out of the function if no handler here catches all.  */
void follow_throw (struct solver *, uint32_t block, uint32_t i, struct scratch *fact);

/* ---- reference.  ---- */

/* True if an unknown function may access the local object V.  */
bool address_escaped (struct solver *, lk_var);

/* ---- smart-pointer.  ---- */

/* FACT's handle is in an object that a local variable points to: replace its access paths by
   those of that object, which decides what happens to the handle, whether it owns it or not.
   (An object that does not own it goes out of scope without an effect.) No change if code
   outside the function has that pointer too.  */
void owner_names (struct solver *, struct scratch *);

/* ---- parent.  ---- */

void object_clause_parents (struct solver *, struct lk_event *,
			    const struct lk_clause *, struct obligation *);
void object_product_parents (struct solver *, struct lk_event *,
			     const struct product *, struct obligation *);
/* S's obligation was acquired at the call: record its parents there.  */
void object_parents_exist (struct solver *, struct lk_event *,
			   struct scratch *);
/* Return the new object that wraps PATH, or NULL.  */
const struct lk_path *object_wrapper_of (struct solver *,
					 const struct lk_path *path);
/* Return true if PATH was surely acquired before event INDEX of BLOCK.  */
bool object_acquired_before (struct solver *, uint32_t block, uint32_t index,
			     const struct lk_path *path);

/* ---- collection.  ---- */

/* Return the call whose result is PATH's root, PATH being that value and not what is behind
   it, as var_call; else NULL.  */
struct lk_event *value_call (const struct solver *, const struct lk_path *path);

/* ---- call-effect.  ---- */

/* The callee can write the memory of its arguments, those in WRITTEN and, of the first,
   MEMBERS by offset: forget the state of that memory.  */
void call_forget (struct solver *, const struct lk_event *, struct scratch *,
		  uint64_t written, uint64_t members);

/* ---- call-state.  ---- */

/* Return what C, which is not of the result, tests at EV, which has that argument.  */
struct lk_operand condition_operand (const struct solver *, const struct lk_event *ev,
				     const struct lk_condition *c);
/* Return 1 if a clause's condition list holds, 0 if not, -1 if it may: then the result
   decides, and *RESULT is the range that it must be in.  */
int clause_holds (struct solver *, struct lk_event *, const struct scratch *,
		  const struct lk_clause *, struct lk_range *result);

/* ---- lock-balance.  ---- */

/* Return true if event INDEX of BLOCK acquires LOCK, which the function itself released
   before.  */
bool lock_taken_back (struct solver *, uint32_t block, uint32_t index,
		      const struct lk_path *lock);
/* Return 1 if RESULT looks like success to a caller (0, a positive value, a pointer), 0 if it
   looks like failure (negative, NULL, false), -1 if neither.  */
int looks_like_success (const struct lk_function *fn, const struct lk_range *r);
/* Return true if the function, after BLOCK, which releases the lock, returns something that
   does not look like a failure: then its results do not say whether the lock is held.  */
bool succeeds_behind (struct solver *solver, uint32_t block);
/* Return true if the function can return after BLOCK.  */
bool returns_behind (struct solver *solver, uint32_t block);
/* Return true if the function, on the path to NODE, does something with the lock held and then
   releases the other lock of the pair, which it has not acquired: it releases the wrong one.
   To acquire one and release the other at once is an upgrade or downgrade.  */
bool releases_wrong_one (struct solver *solver, const struct node *node);
/* Return true if the function acquires the lock from a guard of its own, and still holds it at
   a return whose value it also returns after it has released the lock: the lock is not
   acquired for the caller.  */
bool let_go_alike (struct solver *solver);

/* ---- summary-conditions.  ---- */

/* Add WHEN at the call EVENT.  Return false if FACT contradicts it.  */
bool assume_portable (struct solver *, struct lk_event *, struct scratch *,
		      const struct portable_conditions *when);
/* Add what holds after the call, of places the callee writes.  */
void learn_portable (struct solver *, struct lk_event *, struct scratch *,
		     const struct portable_conditions *when);

/* ---- call-contract.  ---- */

/* Record that EV acquires something of KIND.  */
void pair_acquired (struct lk_unit *, const struct lk_event *,
		    const struct lk_kind *);
/* Return true if O was acquired by one of a virtual call's bodies, which need not be that of
   the object which then releases it.  */
bool pair_by_some_body (const struct obligation *o);

/* The flow of facts about a resource (Tracker, figure 4).  */
extern const struct flow_problem leak_flow;

#endif /* LK_TRANSFER_TRANSFER_H */
