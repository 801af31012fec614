/* The limits of the engine, and how a limit that is met is reported.

   A handle that can no longer be followed makes an assumed finding; a limit that only makes the
   analysis know less is reported in a note, once for each function.  limits.def is the table.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_UNIT_LIMITS_H
#define LK_UNIT_LIMITS_H

enum
{
#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) MAX_##CODE = VALUE,
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE) MAX_##CODE = VALUE,
#include "limits.def"
};

enum limit
{
#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) LIMIT_##CODE,
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE)
#include "limits.def"
  N_LIMITS
};

#endif /* LK_UNIT_LIMITS_H */
