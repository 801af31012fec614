/* Mode find: where obligations begin, findings, clusters.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LEAK_LEAK_H
#define LK_LEAK_LEAK_H

#include "../summary/summary.h"

/* A finding, with what determines its cluster (leak/cluster.c).  */
struct pending
{
  struct lk_finding finding;
  bool told;			/* By the finding about a parent.  */
  const struct lk_event *event;	/* That acquires it.  */
  unsigned n_names;		/* Its first access paths.  */
  const struct lk_path **names;
  unsigned n_parents;		/* Of the obligation.  */
  const struct lk_path **parents;
  unsigned n_losses;
  struct { lk_loc loc; uint32_t block; bool thrown; } *losses;
  uint32_t block;		/* Of EVENT.  */
  bool derived;			/* A function of another unit acquires it.  */
  bool twice;			/* It is lost by being acquired again, in a loop, and so only.  */
  uint32_t user;		/* If it is only overwritten: the variable that has it; or 0.  */
  struct pending *next;
};

/* Put the events of O's acquisition into STEPS, and return their number.  */
#define ACQUISITION_STEPS 3

/* Report the pending findings, those of STAGE of FUNCTION (NULL: of the unit).  */
void find_report (struct lk_unit *, enum lk_stage, struct lk_function *);

#endif /* LK_LEAK_LEAK_H */
