/* What the files of state/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_STATE_STATE_INTERNAL_H
#define LK_STATE_STATE_INTERNAL_H

#include "state.h"

/* The value OP was just read from a local object that a function which was given the handle may
   have filled: the end of the number that strtol found in a text, which is its
   beginning if there is none.  */
bool filled_by_call (const struct context *, const struct scratch *, const struct lk_operand *op);

/* ---- known-bits.  ---- */

/* Restrict R to what is known of the bits of OPERAND.  False if nothing is
   left.  */
bool bits_range (struct context *, const struct scratch *,
		 const struct lk_operand *, struct lk_range *);

#endif /* LK_STATE_STATE_INTERNAL_H */
