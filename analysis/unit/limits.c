/* Report once for each function which limit made the analysis less precise.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <assert.h>
#include <stdio.h>
#include "unit.h"
#include "../../spec/message-text.h"

/* A function has a bit for each.  */
static_assert (N_LIMITS <= 64, "more limits than bits");
static_assert (MAX_LOADS == LK_PLACE_MAX + 5,
	       "place that a contract names, and members behind it");

uint64_t
unit_nodes_bound (const struct lk_unit *unit)
{
  return (MAX_UNIT_NODES + (uint64_t) MAX_UNIT_NODES_FUNCTION * unit->stats.functions
	  + (uint64_t) MAX_UNIT_NODES_BLOCK * unit->n_blocks);
}

void
limit_met (struct lk_unit *unit, struct lk_function *fn, enum limit limit)
{
  static const struct { unsigned value; const char *text; } limits[] =
    {
#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) { VALUE, SENTENCE },
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE)
#include "limits.def"
    };
  if (!unit->host.note)
    return;
  struct function_info *info = function_info (unit, fn);
  if (info->limits & UINT64_C (1) << limit)
    return;
  info->limits |= UINT64_C (1) << limit;
  unsigned value = (limit == LIMIT_UNIT_NODES ? (unsigned) unit_nodes_bound (unit)
		    : limits[limit].value);
  char text[400];
  snprintf (text, sizeof text, LK_TR (limits[limit].text), value);
  unit->host.note (unit->host.data, fn, text);
}
