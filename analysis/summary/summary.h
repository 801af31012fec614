/* Summaries of callees (entry state to outcomes), of classes, and postconditions that hold for
   every input.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SUMMARY_SUMMARY_H
#define LK_SUMMARY_SUMMARY_H

#include "../transfer/transfer.h"

struct held		/* A member, and the kind of its contents.  */
{
  const struct lk_kind *kind;	/* NULL: the function that releases it does not show it.  */
  int64_t selector;
  struct held *next;
};

struct held_class
{
  const struct lk_object_class *class_;
  struct held *all;
  struct held_class *next;
};

struct method
{
  struct lk_function *function;
  const struct lk_object_class *class_;
  unsigned flags;
  const struct lk_member_store *store;	/* Of a function that gets at the object otherwise; NULL:
					   the object is the first argument.  */
  struct method *next;
};

/* The methods of all classes that have destructors, the last that was added first.  */
const struct method *unit_methods (struct lk_unit *);
/* The functions that store in members of other objects of these classes, once for each member.  */
const struct method *unit_visitors (struct lk_unit *);

/* Return the postconditions of EV's callee, for any handle.  */
const struct summary *summary_without_handle (struct solver *,
					      struct lk_event *,
					      const struct scratch *);
/* Return the summary of FN for a handle of KIND at PATH, which begins at a formal, in any other
   state; NULL if there is none.  BRIEF: if a few steps do not suffice, FN counts as unknown.  */
const struct summary *summary_of_entry (struct lk_unit *unit, struct lk_function *fn,
					const struct lk_kind *kind,
					const struct portable_path *path, bool brief);
/* Make GRAPH have names for the locks that its callees return with.  */
void name_locks (struct function_view *view);

/* ---- postcondition.  ---- */

/* Return the range of the result of EV's callee, which has a body, for all arguments.  */
const struct lk_range *usual_result (struct solver *, const struct lk_event *);
/* Add to S what the callee of EV, the same, always leaves in the memory of its arguments, if
   the caller tests that.  The caller has forgotten what it writes.  */
void usual_learn (struct solver *, struct lk_event *, struct scratch *);

/* ---- class-summary.  ---- */

/* Return true if the function, a constructor, has stored S's handle in a member, and leaves it
   there: the destructor will surely release it, so no other function owns it.  */
bool held_for_destructor (struct solver *, const struct scratch *);
/* Return, if the one of PATHS, N of them, where the obligation is when a function of a class
   returns, is a member, and the class's destructor releases its contents by a function that
   cannot release them, the terminal there; else NULL.  */
const struct terminal *held_mismatched (struct solver *, const struct portable_path *paths,
					unsigned n);
/* SOLVER's obligation, S, leaves its function by the N access paths PATHS: return its place,
   if all are in a member that is never released; else NULL.  */
const struct lk_path *held_forgotten (struct solver *, const struct scratch *s,
				      const struct portable_path *paths, unsigned n);
/* Return the destructor of the class that METHOD is a member function of, if its body is here;
   else NULL.  */
struct lk_function *destructor_for (struct lk_unit *, struct lk_function *method);
/* Follow FN, whose object has a handle in HELD, from its start, or, if FROM is not NULL, from
   after event *FROM of BLOCK.  Set *PATH to the handle's place.  NULL: FN has no body.  To be
   freed.  */
struct solver *follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
			    bool incoming, const struct lk_path **path);
/* The same for M, from its start, if its object has it.  */
struct solver *follow_held_in (struct lk_unit *unit, const struct method *m,
			       const struct held *held, const struct lk_path **path);
struct solver *follow_held_from (struct lk_unit *unit, struct lk_function *fn,
				 const struct held *held, uint32_t block, uint32_t event,
				 const struct lk_path **path);
/* Return the kind of what FN acquires and stores in the member SELECTOR of its object; or
   NULL.  */
const struct lk_kind *kind_put (const struct lk_function *fn, int64_t selector);
/* Return true if the destructor releases HELD, if it is not empty, in any other state.  */
bool surely_released (struct lk_unit *unit, struct lk_function *destructor,
		      const struct held *held);
/* Return what M acquires and stores in the member SELECTOR of its object; or NULL.  */
const struct obligation *put_in (const struct method *m, int64_t selector);
/* The same for FN and its first argument.  */
const struct obligation *put_by (const struct lk_function *fn, int64_t selector);

/* The provider of summaries for the solver.  */
extern const struct summary_provider summary_table;

#endif /* LK_SUMMARY_SUMMARY_H */
