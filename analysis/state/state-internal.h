/* Declarations shared by the files of state/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_STATE_STATE_INTERNAL_H
#define LK_STATE_STATE_INTERNAL_H

#include "state.h"

/* Return true if the value OP was just read from a local object that a function which got the
   handle may have filled: the end of the number that strtol found in a text, which is its
   beginning if there is none.  */
bool filled_by_call (const struct context *, const struct scratch *, const struct lk_operand *op);

/* Add to EQUAL, of N, the keys that S says are equal to KEY, and return how many there are
   then.  Each comes of another condition, so MAX_CONDITIONS of them and the first one fit.  */
unsigned add_equals (const struct context *, const struct scratch *s, key_id key, key_id *equal,
		     unsigned n);

/* ---- handle-identity.  ---- */

/* Return true if OP is the address of an object or a function.  */
bool is_address (struct context *, const struct lk_operand *op);
/* Return whether VALUE (or what it was loaded from) is the handle: 1 surely, 0 maybe, -1
   surely not.  */
int is_handle (struct context *, const struct scratch *, const struct lk_operand *op);

/* ---- reference-count.  ---- */

/* Return true if OP is a count kept inside the very object, which this function also changes
   (directly, or by an atomic operation on its address).  A function that then releases the
   object or not drops a reference: that is its release.  */
bool counts_references (struct context *, const struct scratch *, const struct lk_operand *op);

/* ---- known-bits.  ---- */

/* Return true if OPERAND & MASK may lie in RANGE.  */
bool bits_allow (struct context *, const struct scratch *, const struct lk_operand *operand,
		 uint64_t mask, const struct lk_range *range);
/* Restrict R to the known bits of OPERAND.  Return false if nothing is left.  */
bool bits_range (struct context *, const struct scratch *,
		 const struct lk_operand *, struct lk_range *);

/* ---- value-range.  ---- */

/* Find what P and the obligation say of the value PATH; return false if nothing.  */
bool range_from_paths (struct context *, const struct scratch *, const struct lk_path *value,
		       struct lk_range *);
/* Return true if PATH is what Java's new made, or C++'s.  */
bool made_here (const struct context *, const struct lk_path *);
/* Return true if the value OP is 0 where both of two others are.  */
bool is_either (const struct context *, const struct lk_operand *op);
/* Return true if the value PATH is a size or length.  */
bool is_length (const struct context *, const struct lk_path *);
/* Return true if DEF adds to a value, or makes it larger.  */
bool is_counted (const struct lk_definition *def);

#endif /* LK_STATE_STATE_INTERNAL_H */
