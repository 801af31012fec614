/* What the files of function/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FUNCTION_FUNCTION_INTERNAL_H
#define LK_FUNCTION_FUNCTION_INTERNAL_H

#include "function.h"

/* The place, with selectors, that the value V is the contents of: the one that an ASSIGN loads, or
   the one that a CALL, by an alias clause of its contract, returns the contents of; else NULL.  */
const struct lk_path *value_source (struct function_view *, lk_var v);

/* ---- stores.  ---- */

void stores_note_place (struct function_view *view, lk_var root, int64_t offset);
void stores_note (struct function_view *view, const struct lk_path *place);

#endif /* LK_FUNCTION_FUNCTION_INTERNAL_H */
