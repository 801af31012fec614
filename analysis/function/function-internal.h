/* Declarations shared by the files of function/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FUNCTION_FUNCTION_INTERNAL_H
#define LK_FUNCTION_FUNCTION_INTERNAL_H

#include "function.h"

/* Return the place, with selectors, whose contents the value V is: the one that an ASSIGN
   loads, or the one whose contents a CALL returns, by an alias clause of its contract; else
   NULL.  */
const struct lk_path *value_source (struct function_view *, lk_var v);

/* ---- closure-inline.  ---- */

/* Replace in FN's graph, which is new, calls of lambdas by their bodies.  */
void inline_closures (struct lk_unit *unit, struct lk_function *fn);

/* ---- stores.  ---- */

void stores_note_place (struct function_view *view, lk_var root, int64_t offset);
void stores_note (struct function_view *view, const struct lk_path *place);

#endif /* LK_FUNCTION_FUNCTION_INTERNAL_H */
