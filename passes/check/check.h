/* Checks that look at GIMPLE without flow.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_CHECK_CHECK_H
#define LK_PASSES_CHECK_CHECK_H

#include "../model/model.h"

/* ---- element-loss.cc ---- */

/* Tell the engine where functions lose handles that members hold, many in one.  */
void lk_find_lost_elements (struct lk_lowering *);

/* ---- reference-cycle.cc ---- */

/* Tell the engine of an object that FUN makes, and that keeps itself by shared pointers.  */
void lk_find_circle (struct lk_lowering *, struct function *fun);

/* ---- static-loss.cc ---- */

/* Tell the engine where FUN loses what its static variables hold.  */
void lk_find_lost_statics (struct lk_lowering *, struct function *fun);

#endif /* LK_PASSES_CHECK_CHECK_H */
