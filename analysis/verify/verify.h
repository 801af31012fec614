/* Mode verify (doc/verify.md).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_VERIFY_VERIFY_H
#define LK_VERIFY_VERIFY_H

#include "../function/function.h"

struct verifier;

/* Return the event that defines the value PATH; NULL: none does.  */
const struct lk_event *definition_of (const struct verifier *,
				      const struct lk_path *);

#endif /* LK_VERIFY_VERIFY_H */
