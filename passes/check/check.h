/* Checks that look at GIMPLE without flow.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_CHECK_CHECK_H
#define LK_PASSES_CHECK_CHECK_H

#include "../model/model.h"

/* One check.  It reports what it finds by lk_lost_by, before the engine runs.  */
struct lk_check
{
  const char *name;		/* For the argument "disable-check".  */
  void (*function) (struct lk_lowering *, struct function *);	/* For each of the program.  */
  void (*unit) (struct lk_lowering *);	/* Once for the unit.  */
};

/* ---- checks.cc ---- */

/* All of them, with a name of NULL at the end; all are about C++.  */
extern const struct lk_check lk_checks[];

/* ---- element-loss.cc ---- */

/* Report to the engine where functions lose handles that are elements of a member.  */
void lk_find_lost_elements (struct lk_lowering *);

/* ---- element-key.cc ---- */

/* Return the parameter of the function FUN, but for its object, that the key KEY comes from;
   or NULL.  */
tree lk_key_parameter (struct function *fun, tree key);
/* Return true if parameter KEY of FUN, under which something is stored in FIELD, is chosen
   freely by the caller: a name, or, for an array, a number; and FUN does not seem to know more
   of it.  */
bool lk_is_any_key (struct function *fun, tree key, tree field, bool array);
/* Return true if the place KEY of an array in FUN, a number that the object counts, wraps
   around: a ring.  FUN tests nothing of the object, such as the number of elements, and calls
   none of its methods.  */
bool lk_is_ring (struct function *fun, tree key);

/* ---- element-taken.cc ---- */

/* Return true if END, a statement of FUN, removes an element of FIELD that FUN has read before, and
   a path loses it, while another one passes it on.  */
bool lk_loses_taken (struct function *fun, tree field, gimple *end);

/* ---- base-delete.cc ---- */

/* Report to the engine the objects that FUN makes, and deletes by a pointer to a base without a
   virtual destructor.  */
void lk_find_base_deletes (struct lk_lowering *, struct function *fun);

/* ---- reference-cycle.cc ---- */

/* Report to the engine an object that FUN makes, and that owns itself through shared pointers.  */
void lk_find_circle (struct lk_lowering *, struct function *fun);

/* ---- static-loss.cc ---- */

/* Report to the engine where FUN loses what its static variables hold.  */
void lk_find_lost_statics (struct lk_lowering *, struct function *fun);

#endif /* LK_PASSES_CHECK_CHECK_H */
