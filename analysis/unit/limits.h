/* The limits of the engine, and how a limit that bites is reported.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_UNIT_LIMITS_H
#define LK_UNIT_LIMITS_H

/* The bounds of the analysis.  A handle that can no longer be followed makes an assumed
   finding; a limit that only makes the analysis know less is reported in a note, once for each
   function (limit_met).  The manual's chapter on limits lists them all.  */

/* Facts of one obligation that differ only in the path condition, at one block, before they
   are joined to what both know.  */
#define MAX_VARIANTS 4
/* The same within a block, after a call.  */
#define MAX_BLOCK_VARIANTS 16
/* Conditions in a fact; further ones replace those whose next test is furthest away
   (which can only keep a path alive longer).  */
#define MAX_CONDITIONS 48
/* Outcomes of one summary; further ones are merged into the last.  */
#define MAX_OUTCOMES 8
/* Callees followed into callees; deeper ones count as unknown.  */
#define MAX_CALL_DEPTH 40
/* (block, fact) pairs for one obligation, and further ones for each block of
   its function; beyond them the obligation becomes an assumed finding and a
   note says so.  */
#define MAX_NODES 20000
#define MAX_NODES_BLOCK 16
/* The same pairs of all obligations of one unit, and further ones for each of its functions;
   beyond them an obligation gets no more than the last of these.  (The shell of SQLite, 2,400
   obligations, needs 1.6 million; the expansions of bash, with xmalloc known to acquire, would
   need 68 million.)  */
#define MAX_UNIT_NODES 4000000
#define MAX_UNIT_NODES_FUNCTION 1000
#define MAX_NODES_SCARCE 300
/* Summaries of one unit; beyond them callees count as unknown, with a note.  */
#define MAX_SUMMARIES 50000
/* Times a recursive component is solved again.  */
#define MAX_ROUNDS 6
/* Summaries of one function that are in progress at a time, one within the other, each for
   another state where the function calls itself; further ones start from an unknown state.  */
#define MAX_BUSY 2
/* Loads, from an argument on, of what a callee tests and a caller records for it.  */
#define MAX_PASSED_SEL 2
/* Entries of state about objects of known dynamic types, and then about the places where one
   call stores them.  */
#define MAX_TABLE_NEWS 8
/* Constants stored for the caller; beyond them none is recorded.  */
#define MAX_STORED_TAGS 6
/* Equalities followed from a value that a test constrains.  */
#define MAX_EQUAL_DEPTH 3
/* Longest chain of definitions looked through for a condition.  */
#define MAX_DEF_DEPTH 8
/* Phis within phis that are looked through for where memory comes from.  */
#define MAX_PHI_DEPTH 4
/* Loads followed to show that two access paths name one place.  */
#define MAX_PLACE_LOADS 4
/* Loads followed for other access paths of a place that a call fills.  */
#define MAX_NAME_LOADS 3
/* Operations between a counter stored in an object and the test of it.  */
#define MAX_COUNT_DEPTH 4
/* Access paths of the object within which another was acquired.  */
#define MAX_OBJECT_NAMES 32
/* Blocks above an acquisition whose conditions are part of its entry state.  */
#define MAX_DOMINATORS 200
/* Depth of calls examined for whether their result is new.  */
#define MAX_NEW_DEPTH 20
/* Depth of calls examined for the functions to which a new object escapes.  */
#define MAX_AWAY_DEPTH 10
/* Depth of calls examined for what they test of their arguments.  */
#define MAX_ASK_DEPTH 10
enum limit
{
  LIMIT_VARIANTS,
  LIMIT_BLOCK_VARIANTS,
  LIMIT_CONDITIONS,
  LIMIT_DEF_DEPTH,
  LIMIT_PHI_DEPTH,
  LIMIT_PLACE_LOADS,
  LIMIT_NAME_LOADS,
  LIMIT_COUNT_DEPTH,
  LIMIT_OBJECT_NAMES,
  LIMIT_DOMINATORS,
  LIMIT_NEW_DEPTH,
  LIMIT_AWAY_DEPTH,
  LIMIT_ASK_DEPTH,
  LIMIT_NODES,
  LIMIT_UNIT_NODES,
  LIMIT_CALL_DEPTH,
  LIMIT_SUMMARIES,
  LIMIT_OUTCOMES,
  LIMIT_ROUNDS,
  LIMIT_BUSY,
  LIMIT_PORTABLE_CONDITIONS,
  LIMIT_PORTABLE_SEL
};

/* Conditions of a summary's outcome.  */
#define MAX_PORTABLE_CONDITIONS 8
/* Selectors of a parametric path.  */
#define PORTABLE_MAX_SEL (LK_PLACE_MAX + 5)

#endif /* LK_UNIT_LIMITS_H */
