/* Functions with one counterpart (pair.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PAIR_H
#define LK_PAIR_H

#include "engine-internal.h"

/* EV acquires something of KIND.  */
void pair_acquired (struct lk_unit *, const struct lk_event *,
		    const struct lk_kind *);
/* EV, as clause C says, releases the handle, but is not for it.  */
bool pair_mismatched (const struct solver *, const struct lk_event *,
		      const struct lk_clause *);
/* O was acquired by one of a virtual call's bodies, which need not be that of the object which
   then releases it.  */
bool pair_by_some_body (const struct obligation *o);
/* What is of KIND, C++'s objects and arrays, is for its counterpart only.  */
bool pair_kind (const struct lk_unit *, const struct lk_kind *kind);

#endif
