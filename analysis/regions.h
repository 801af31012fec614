/* What of a function can be passed over at once: postdominators, which branches control
   which blocks, what is written on the way, and where each variable is mentioned
   (regions.c); and, for one obligation, the blocks and conditions that matter to it (slice.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_REGIONS_H
#define LK_REGIONS_H

#include "prepared.h"

/* Where a variable is mentioned.  */
#define MENTION_TERM (-1)	/* By the end of the block.  */
#define MENTION_PHI (-2)	/* By its phis, as a result or an argument.  */
struct mention
{
  uint32_t block;
  int32_t what;			/* The number of an event, or one of these.  */
  struct mention *next;
};

/* All mentions of one variable that begin with one selector; those of the variable itself
   and its address are under SEL_NONE.  */
#define SEL_NONE (INT64_MIN + 1)
struct mentions
{
  lk_var root;
  int64_t sel;
  struct mention *first;
  struct mentions *same_root;
  struct mentions *chain;	/* Of its hash bucket.  */
};

struct regions
{
  struct prepared *prep;
  uint32_t *ipdom;		/* By block; UINT32_MAX: the function's end, or none.  */
  bool *ends;			/* By block: a return or an unwinding is reached from it.  */
  uint32_t *out;		/* By block that ENDS: the successor next to an end.  */
  uint32_t *control_first;	/* By block, and one more: where in CONTROL begin... */
  uint32_t *control;		/* ... the branches that control it.  */
  bool *may_end;		/* By block: it calls what may end the process.  */
  uint32_t *exits;		/* Blocks that leave the function: by a return, or maybe by an
				   exception.  */
  uint32_t n_exits;
  bool *is_exit;		/* By block.  */
  uint32_t *by_order;		/* Blocks by reverse postorder.  */
  uint32_t n_ordered;
  struct deciders **deciders;	/* By variable, made on demand.  */
  bool writes;			/* Some block writes behind a formal.  */
  struct { uint64_t written, members; } *effect;	/* By block: of it, and of all up to its
							   postdominator.  */
  struct mentions **by_root;	/* By variable.  */
  struct mentions **buckets;
  uint32_t n_buckets, n_mentions;
};

/* The branches that decide which argument a phi gets.  */
struct deciders
{
  uint32_t n;
  uint32_t blocks[];
};
/* Those of PHI, in BLOCK; NULL: it is not worth telling them from all that control the blocks before
   it.  */
const struct deciders *regions_deciders (struct regions *, uint32_t block,
					 const struct lk_phi *phi);

/* Those of PREP, made when first asked for.  */
struct regions *regions_of (struct prepared *);
/* The mentions of ROOT with SEL, or NULL.  */
const struct mentions *regions_mentions (const struct regions *, lk_var root, int64_t sel);

/* ---- What matters to one obligation (slice.c).  ---- */

struct solver;
struct slice;
/* The slice of the obligation of SOLVER, so far without names; NULL: all matters to it.  It lives
   as long as the solver.  */
struct slice *slice_new (struct solver *);
bool slice_possible (const struct solver *);
/* The handle may have the name PATH; what then matters does from here on.  */
void slice_add_name (struct slice *, const struct lk_path *path);
/* What happens at event INDEX of BLOCK matters.  */
void slice_add_event (struct slice *, uint32_t block, uint32_t index);
/* What OP is matters.  */
void slice_add_operand (struct slice *, const struct lk_operand *op);
/* Is what is known of KEY ever asked for?  */
bool slice_knows (const struct slice *, key_id key);
/* Is there anything to be done in BLOCK?  Does it matter which way it is left?  */
bool slice_stops (const struct slice *, uint32_t block);
bool slice_branches (const struct slice *, uint32_t block);
/* Some condition is ever asked for.  */
bool slice_asks (const struct slice *);

#endif /* LK_REGIONS_H */
