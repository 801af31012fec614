/* Declarations shared by the files of solver/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SOLVER_SOLVER_INTERNAL_H
#define LK_SOLVER_SOLVER_INTERNAL_H

#include "solver.h"

/* Print NODE's fact.  */
void trace_node (const struct solver *, const struct node *);
/* Print that the fact of the current node has ended as T.  */
void trace_end (const struct solver *, const struct terminal *t);

#endif /* LK_SOLVER_SOLVER_INTERNAL_H */
