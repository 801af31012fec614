/* The functions of one compilation unit, and the engine's data about each.

   Every floor of the engine includes this header.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_UNIT_UNIT_H
#define LK_UNIT_UNIT_H

#include <stddef.h>
#include <string.h>
#include "limits.h"
#include "../engine.h"
#include "../../spec/arena.h"
#include "../../spec/checking.h"

struct cached_graph;
struct function_view;
struct pending;
struct product;
struct summary;

/* A slot for each analysis, with its results for one function: a structure that the file of the
   analysis defines, or its folder's header if others read it.  */
enum slot
{
  SLOT_GRAPH,			/* function/graph-cache.c */
  SLOT_LAZY_FACTS,		/* function/lazy-fact.c */
  SLOT_TESTED_INPUTS,		/* preanalysis/tested-inputs.c */
  SLOT_RELEASES,		/* preanalysis/released-argument.c */
  SLOT_POSTCONDITION,		/* summary/postcondition.c */
  SLOT_ORDER,			/* leak/analyse.c */
  SLOT_TOGETHER,		/* leak/together.c */
  SLOT_PROCESS_END,		/* leak/process-end.c */
  SLOT_REFUSALS,		/* transfer/call-taken.c */
  SLOT_LOCKS,			/* derive/lock.c */
  SLOT_GLOBALS,			/* derive/global.c */
  SLOT_MEMORY_USE,		/* derive/reads.c */
  N_SLOTS
};

/* The same of the whole unit.  */
enum unit_slot
{
  UNIT_TESTED_INPUTS,		/* preanalysis/tested-inputs.c */
  UNIT_MADE_TYPES,		/* preanalysis/dynamic-type-sources.c */
  UNIT_LAZY_FACTS,		/* function/lazy-fact.c */
  UNIT_CLASSES,			/* summary/class-summary.c */
  UNIT_DISPOSAL,		/* verify/disposal.c */
  UNIT_TOGETHER,		/* leak/together.c */
  N_UNIT_SLOTS
};

/* The unit's call graph, and what its functions acquire.  */
struct function_info
{
  struct lk_function *function;
  bool root;			/* It is analysed itself.  */
  bool acquires;		/* Acquires itself, not only in its callees.  */
  struct lk_function **callees;
  unsigned n_callees;
  uint32_t n_callers;		/* Calls of it by roots that still need it...  */
  uint32_t n_calls;		/* ... and by all.  */
  struct product *products;	/* Acquired by it for its callers.  */
  struct product *thrown;	/* Left in its callers' memory by an exception.  */
  const struct lk_object_class *class_;	/* The class whose method or constructor it is.  */
  uint64_t limits;		/* Bits: the limits that a note has reported.  */
  void *slots[N_SLOTS];		/* See function_slot.  */
};

/* Bytes of graphs, and data computed from them, that are kept beyond those in use if the host
   can build them again; none in checking builds, which shows that no pointer into them is
   left.  In JDK 25's java.base 24,060 methods may reach an acquisition and took 662 MB; hardly
   any is used twice.  */
#define GRAPHS_KEPT (LK_CHECKING ? (size_t) 0 : (size_t) 64 << 20)
/* At most so many bytes more, of graphs that were dropped and had to be built again.  */
#define GRAPHS_KEPT_MORE ((size_t) 448 << 20)

/* A call by which the handle was passed to an unknown function (kind_lent).  */
struct lent_call
{
  struct lk_function *callee;
  uint32_t argument;
  uint32_t block;
  bool through;			/* Passed was the formal behind which the handle is.  */
  struct lent_call *next;
};

struct function_pass;
struct flow_problem;
struct summary_provider;

struct lk_unit
{
  const struct function_pass *passes;	/* Over each graph that is built.  */
  const struct flow_problem *problem;	/* Of every solver.  */
  const struct summary_provider *summaries;
  struct lk_host host;
  struct lk_options options;
  const struct lk_kind *paired[4];	/* See transfer/transfer.h.  */
  struct lk_arena *arena;
  struct lk_function **functions;
  uint32_t n_functions, functions_room;
  struct lk_function **roots;
  uint32_t n_roots, roots_room;
  struct lk_statistics stats;
  struct summary **summary_buckets;
  uint32_t n_summary_buckets, n_summaries;
  bool last_round;		/* The function in hand is solved for the last time.  */
  bool may_report;		/* Of an obligation that was followed for its products.  */
  unsigned busy_level;		/* How many summaries are in progress.  */
  unsigned lowest_used;		/* Lowest level of a busy summary used.  */
  uint32_t round, n_rounds;	/* Of recursions.  */
  bool moved;			/* An incomplete summary that was used in this round has
				   changed.  */
  struct summary *unfinished;	/* Computed from incomplete ones, the last one first.  */
  struct pending *pending, **pending_tail;	/* Findings that are not reported yet.  */
  struct cached_graph *newest, *oldest;	/* With a view, by last use.  */
  size_t graph_bytes;		/* Of all of these.  */
  uint64_t n_blocks;		/* Of all graphs that have been built, each counted once.  */
  size_t bytes_again;		/* Of graphs that were built again: more are kept.  */
  void *slots[N_UNIT_SLOTS];	/* See unit_slot.  */
  struct lent_call *lent;	/* Of the summary that is being made for kind_lent.  */
};

#define N_PAIRED (sizeof ((struct lk_unit *) 0)->paired / sizeof (struct lk_kind *))

/* This limit made the analysis of FUNCTION less precise: deliver a note.  */
void limit_met (struct lk_unit *, struct lk_function *, enum limit);
/* Facts of all of the unit's obligations, beyond which each gets MAX_NODES_SCARCE.  */
uint64_t unit_nodes_bound (const struct lk_unit *);

/* ---- unit.  ---- */

struct function_info *function_info (struct lk_unit *, struct lk_function *);
/* Return SLOT of the function, or of the unit: SIZE bytes that live as long as the unit, and are
   0 when they are first asked for.  */
void *function_slot (struct lk_unit *, struct lk_function *, enum slot, size_t size);
void *unit_slot (struct lk_unit *, enum unit_slot, size_t size);
/* A copy of the text, or NULL, that lives as long as the unit.  */
const char *unit_strdup (struct lk_unit *, const char *);
void unit_append (struct lk_function ***list, uint32_t *n, uint32_t *room, struct lk_function *fn);

/* Report to the host where the engine is.  */
static inline void
stage_enter (struct lk_unit *unit, enum lk_stage stage, struct lk_function *fn)
{
  if (unit->host.enter)
    unit->host.enter (unit->host.data, stage, fn);
}

static inline void
stage_leave (struct lk_unit *unit)
{
  if (unit->host.leave)
    unit->host.leave (unit->host.data);
}

#endif /* LK_UNIT_UNIT_H */
