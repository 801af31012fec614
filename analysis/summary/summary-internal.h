/* Declarations shared by the files of summary/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SUMMARY_SUMMARY_INTERNAL_H
#define LK_SUMMARY_SUMMARY_INTERNAL_H

#include "summary.h"

/* Compute SUM, which is not known yet, from the body VIEW.  */
void recursion_settle (struct solver *caller, struct summary *sum,
		       struct function_view *view);
/* Return true if SUM, or its current approximation, is to be used as it is.  */
bool recursion_knows (struct lk_unit *, struct summary *sum);

/* ---- summary.  ---- */

/* Follow the entry shape of SUM through its body VIEW, once.  */
void summary_solve (struct solver *caller, struct summary *sum,
		    struct function_view *view);

#endif /* LK_SUMMARY_SUMMARY_INTERNAL_H */
