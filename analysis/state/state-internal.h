/* Declarations shared by the files of state/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_STATE_STATE_INTERNAL_H
#define LK_STATE_STATE_INTERNAL_H

#include "state.h"

/* Return true if the value OP was just read from a local object that a function which got the
   handle may have filled: the end of the number that strtol found in a text, which is its
   beginning if there is none.  */
bool filled_by_call (const struct context *, const struct scratch *, const struct lk_operand *op);

/* ---- known-bits.  ---- */

/* Restrict R to the known bits of OPERAND.  Return false if nothing is left.  */
bool bits_range (struct context *, const struct scratch *,
		 const struct lk_operand *, struct lk_range *);

#endif /* LK_STATE_STATE_INTERNAL_H */
