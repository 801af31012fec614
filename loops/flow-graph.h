/* The control-flow graph of a method: successors, dominators, loops.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOOPS_FLOW_GRAPH_H
#define LK_LOOPS_FLOW_GRAPH_H

#include "loops-internal.h"

struct flow_graph
{
  uint32_t n, n_reached;
  uint32_t *first;		/* By block: its successors in SUCCESSORS, normal ones first.  */
  uint32_t *n_normal;
  uint32_t *successors;
  uint32_t *order;		/* Reverse postorder of the N_REACHED blocks.  */
  uint32_t *position;		/* In ORDER; NONE: not reached.  */
  uint32_t *dominator;		/* NULL: not computed.  */
};

struct flow_graph *flow_graph_of (struct lk_arena *, const struct lk_body *);
void flow_graph_dominators (struct lk_arena *, struct flow_graph *);
bool flow_dominates (const struct flow_graph *, uint32_t above, uint32_t block);
struct natural_loop *natural_loops (struct lk_arena *, struct flow_graph *,
				    const struct lk_body *, unsigned *n);

#endif /* LK_LOOPS_FLOW_GRAPH_H */
