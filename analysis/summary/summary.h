/* Summaries of callees (entry state to outcomes), of classes, and postconditions that hold for
   every input.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SUMMARY_SUMMARY_H
#define LK_SUMMARY_SUMMARY_H

#include "../transfer/transfer.h"

struct held		/* A member, and what it holds.  */
{
  const struct lk_kind *kind;	/* NULL: whoever releases it does not say.  */
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
  struct method *next;
};

/* Calls followed into from a destructor, to find what it releases.  */
#define MAX_HELD_DEPTH 4

/* What EV's callee makes sure of when it returns, whatever the handle.  */
const struct summary *summary_without_handle (struct solver *,
					      struct lk_event *,
					      const struct scratch *);
/* What FN does to a handle of KIND that it is given at PATH, which begins at a formal, whatever
   the rest; NULL if that cannot be had.  */
const struct summary *summary_of_entry (struct lk_unit *unit, struct lk_function *fn,
					const struct lk_kind *kind,
					const struct portable_path *path);
/* The locks that those it calls return with have a name in GRAPH.  */
void name_locks (struct function_view *view);

/* ---- postcondition.  ---- */

/* What the callee of EV, which has a body, returns whatever it is given.  */
const struct lk_range *usual_result (struct solver *, const struct lk_event *);
/* Let S learn what the callee of EV, likewise, always leaves in the memory that it is
   given, if the caller asks of that.  What it writes has been forgotten.  */
void usual_learn (struct solver *, struct lk_event *, struct scratch *);

/* ---- class-summary.  ---- */

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
/* Follow FN, given an object that holds something in HELD, from its start, or, if FROM is not
   NULL, from behind event *FROM of BLOCK.  *PATH is what holds it.  NULL: FN has no body.  To be
   freed.  */
struct solver *follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
			    bool incoming, const struct lk_path **path);
struct solver *follow_held_from (struct lk_unit *unit, struct lk_function *fn,
				 const struct held *held, uint32_t block, uint32_t event,
				 const struct lk_path **path);
/* What releases an argument of FN, number ARG, or NULL: DEPTH calls deep so far.  */
const struct lk_clause *releases_argument (struct lk_unit *unit, struct lk_function *fn,
					   uint32_t arg, unsigned depth);
/* The kind of what FN acquires and puts into the member SELECTOR of its object; or NULL.  */
const struct lk_kind *kind_put (const struct lk_function *fn, int64_t selector);
/* Return true if the destructor releases HELD, if it is there, whatever else holds.  */
bool surely_released (struct lk_unit *unit, struct lk_function *destructor,
		      const struct held *held);
/* Return what FN acquires and stores in the member SELECTOR of its object; or NULL.  */
const struct obligation *put_by (const struct lk_function *fn, int64_t selector);

/* Summaries, for the solver.  */
extern const struct summary_provider summary_table;

#endif /* LK_SUMMARY_SUMMARY_H */
