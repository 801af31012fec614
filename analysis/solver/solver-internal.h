/* Declarations shared by the files of solver/.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SOLVER_SOLVER_INTERNAL_H
#define LK_SOLVER_SOLVER_INTERNAL_H

#include "solver.h"

/* ---- live-condition.  ---- */

/* Remove the conditions of S on which nothing depends from the beginning of BLOCK on.  */
void forget_dead_conditions (struct solver *, struct scratch *s, uint32_t block);
/* Return true if F has some.  */
bool has_dead_conditions (struct solver *, const struct fact *f, uint32_t block);

/* ---- dump.  ---- */

/* Print NODE's fact.  */
void trace_node (const struct solver *, const struct node *);
/* Print that the fact of the current node has ended as T.  */
void trace_end (const struct solver *, const struct terminal *t);

#endif /* LK_SOLVER_SOLVER_INTERNAL_H */
