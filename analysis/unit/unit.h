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

struct method;
struct negligence;
struct own_member;
struct pending;
struct place_list;
struct portable_conditions;
struct function_view;
struct product;
struct reliance;
struct summary;

/* The memory behind its formals that a function writes, as in a portable_conditions.  */
struct effect
{
  uint64_t written, members;
};

struct function_info
{
  struct function_view *view;
  struct lk_function *function;
  size_t bytes;			/* Of VIEW and the graph.  */
  struct function_info *newer, *older;	/* With a VIEW, by last use.  */
  bool unavailable;		/* No graph.  */
  bool returns_new;		/* Known once it has been solved.  */
  bool acquires;		/* Acquires itself, not only in its callees.  */
  uint32_t away, away_asked;	/* Arguments that escape in it, and those for which this has
				   been computed or is in progress.  */
  unsigned returns_argument;	/* Its number; 0: none.  */
  bool argument_asked;		/* RETURNS_ARGUMENT is computed.  */
  bool usual_asked;		/* The next two are computed, or in progress
				   (summary/postcondition.c).  */
  struct lk_range result;	/* The range of its result for any arguments.  */
  const struct portable_conditions *end; /* The conditions that hold when it has returned, or
					    NULL.  */
  bool asks_sought, asks_known;	/* The computation of the inputs it tests and the tags it
				   stores has begun, or has ended
				   (preanalysis/tested-inputs.c).  */
  bool asks_final;		/* Includes those of all its callees.  */
  uint64_t made_in;		/* The arguments, by bits, in which objects may be constructed,
				   such as those of constructors.  */
  bool makes_tables;		/* It constructs an object of a known dynamic type, or calls a
				   function that returns one.  */
  uint64_t asks_of;		/* The arguments that it tests, by bits.  */
  const struct place_list *asked;	/* The tested memory behind them.  */
  struct asked_member	/* Which of these decide on one member behind one argument.  */
  {
    uint32_t formal;
    int64_t sel;
    const struct place_list *places;
    struct asked_member *next;
  } *asked_members;
  const struct place_list *tags;	/* Where it stores values that identify a state
					   (tags_stored).  */
  bool new_asked;		/* RETURNS_NEW is computed, or in progress.  */
  const struct lk_object_class *class_;	/* The class whose method or constructor it is
					   (leak/member-overwrite.c).  */
  struct lk_function **callees;
  unsigned n_callees;
  bool root;
  uint32_t tarjan_index, tarjan_low;
  bool on_stack, solved;
  uint32_t n_callers;		/* Calls of it by roots that still need it...  */
  uint32_t n_calls;		/* ... and by all.  */
  struct product *products;
  bool clean;			/* There is nothing to report of it.  */
  unsigned n_busy;		/* Summaries of it that are in progress.  */
  uint64_t limits;		/* Bits: the limits that a note has reported.  */
  bool locks_asked, touches_locks;	/* It, or one of its callees.  */
  bool locks_known;		/* TOUCHES_LOCKS is final.  */
  unsigned locks_lowest;	/* Until then: where its strongly connected component begins.  */
  struct function_info *locks_next;
  bool effect_known;
  struct effect effect;
};

/* Bytes of graphs, and data computed from them, that are kept beyond those in use if the host
   can build them again; none in checking builds, which shows that no pointer into them is
   left.  In JDK 25's java.base 24,060 methods may reach an acquisition and took 662 MB; hardly
   any is used twice.  */
#define GRAPHS_KEPT (LK_CHECKING ? (size_t) 0 : (size_t) 64 << 20)

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
  uint32_t tarjan_counter;
  struct lk_function **stack;
  uint32_t stack_n;
  struct summary **summary_buckets;
  uint32_t n_summary_buckets;
  bool may_report;		/* Of an obligation that was followed for its products.  */
  unsigned busy_level;		/* How many summaries are in progress.  */
  unsigned lowest_used;		/* Lowest level of a busy summary used.  */
  uint32_t round, n_rounds;	/* Of recursions.  */
  bool moved;			/* An incomplete summary that was used in this round has
				   changed.  */
  struct summary *unfinished;	/* Computed from incomplete ones, the last one first.  */
  struct pending *pending, **pending_tail;	/* Findings that are not reported yet.  */
  struct function_info *newest, *oldest;	/* Prepared, by last use.  */
  size_t graph_bytes;		/* Of all of these.  */
  unsigned new_depth;		/* See MAX_NEW_DEPTH.  */
  unsigned ask_depth;		/* See MAX_ASK_DEPTH.  */
  uint32_t asks_missed;		/* How often a callee was not examined.  */
  struct reliance *reliances;	/* Of lk_unit_verify: verify/disposal.c.  */
  struct negligence *negligences;
  unsigned away_depth;		/* See MAX_AWAY_DEPTH.  */
  struct method *methods;	/* Of classes with destructors (leak/member-overwrite.c).  */
  struct own_member **members;	/* By selector, in buckets (leak/member-overwrite.c).  */
};

#define N_PAIRED (sizeof ((struct lk_unit *) 0)->paired / sizeof (struct lk_kind *))

/* This limit made the analysis of FUNCTION less precise: deliver a note.  */
void limit_met (struct lk_unit *, struct lk_function *, enum limit);
/* Facts of all of the unit's obligations, beyond which each gets MAX_NODES_SCARCE.  */
uint64_t unit_nodes_bound (const struct lk_unit *);

/* ---- unit.  ---- */

struct function_info *function_info (struct lk_unit *, struct lk_function *);
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
