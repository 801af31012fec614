/* Tell once for each function which limit made the analysis less precise.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "unit.h"

void
limit_met (struct lk_unit *unit, struct lk_function *fn, enum limit limit)
{
  static const struct { unsigned value; const char *text; } limits[] =
    {
      [LIMIT_VARIANTS]
	= { MAX_VARIANTS, "more than %u ways with different conditions: what "
	    "only some of them know is forgotten" },
      [LIMIT_BLOCK_VARIANTS]
	= { MAX_BLOCK_VARIANTS, "more than %u ways through calls in a row: what "
	    "only some of them know is forgotten" },
      [LIMIT_CONDITIONS]
	= { MAX_CONDITIONS, "more than %u conditions on one way: those tested "
	    "least are not remembered" },
      [LIMIT_DEF_DEPTH]
	= { MAX_DEF_DEPTH, "a condition is made of more than %u operations: "
	    "what is deeper is not known" },
      [LIMIT_PHI_DEPTH]
	= { MAX_PHI_DEPTH, "a pointer comes together from more than %u places:"
	    " its memory is of unknown origin" },
      [LIMIT_PLACE_LOADS]
	= { MAX_PLACE_LOADS, "a place is more than %u loads away: its "
	    "spellings count as different places" },
      [LIMIT_NAME_LOADS]
	= { MAX_NAME_LOADS, "a handle is put more than %u loads away: not all "
	    "names of its place are known" },
      [LIMIT_COUNT_DEPTH]
	= { MAX_COUNT_DEPTH, "a count is tested after more than %u operations:"
	    " it is a number like any other" },
      [LIMIT_OBJECT_NAMES]
	= { MAX_OBJECT_NAMES, "the object that another belongs to has more than "
	    "%u names: closing it by further ones is not seen" },
      [LIMIT_DOMINATORS]
	= { MAX_DOMINATORS, "an acquisition stands below more than %u blocks: "
	    "conditions further up are not known" },
      [LIMIT_AWAY_DEPTH]
	= { MAX_AWAY_DEPTH, "given an object through more than %u calls: not "
	    "looked into for whom it tells of it" },
      [LIMIT_ASK_DEPTH]
	= { MAX_ASK_DEPTH, "called through more than %u calls: not looked into "
	    "for what it asks of its arguments" },
      [LIMIT_NEW_DEPTH]
	= { MAX_NEW_DEPTH, "called through more than %u calls, each of which "
	    "returns what the next one does: it may be no new object" },
      [LIMIT_NODES]
	= { MAX_NODES, "an obligation was given up: too many facts (%u"
	    " and more)" },
      [LIMIT_UNIT_NODES]
	= { MAX_NODES_SCARCE, "an obligation was given up: too many facts (%u),"
	    " those of this unit being more than 4000000" },
      [LIMIT_CALL_DEPTH]
	= { MAX_CALL_DEPTH, "called through more than %u calls: unknown there" },
      [LIMIT_SUMMARIES]
	= { MAX_SUMMARIES, "too many summaries in one unit (%u): further "
	    "callees are treated as unknown" },
      [LIMIT_OUTCOMES]
	= { MAX_OUTCOMES, "more than %u ways out: a handle it was given counts"
	    " as escaped" },
      [LIMIT_ROUNDS]
	= { MAX_ROUNDS, "still not stable after %u rounds of a recursion: "
	    "what was found so far is taken for all" },
      [LIMIT_BUSY]
	= { MAX_BUSY, "calls itself, knowing something else each time, more than"
	    " %u times: what it knows then is forgotten" },
      [LIMIT_PORTABLE_CONDITIONS]
	= { MAX_PORTABLE_CONDITIONS, "a way through it or into it depends on "
	    "more than %u conditions: further ones are forgotten" },
      [LIMIT_PORTABLE_SEL]
	= { PORTABLE_MAX_SEL, "a handle passes between it and its caller more "
	    "than %u dereferences away: not followed" }
    };
  if (!unit->host.note)
    return;
  struct function_info *info = function_info (unit, fn);
  if (info->limits & UINT32_C (1) << limit)
    return;
  info->limits |= UINT32_C (1) << limit;
  char text[160];
  snprintf (text, sizeof text, limits[limit].text, limits[limit].value);
  unit->host.note (unit->host.data, fn, text);
}
