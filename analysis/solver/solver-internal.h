/* What the files of solver/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SOLVER_SOLVER_INTERNAL_H
#define LK_SOLVER_SOLVER_INTERNAL_H

#include "solver.h"

/* Print what NODE knows.  */
void trace_node (const struct solver *, const struct node *);

#endif /* LK_SOLVER_SOLVER_INTERNAL_H */
