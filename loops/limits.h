/* The bounds of mode loops.  limits.def is the table.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOOPS_LIMITS_H
#define LK_LOOPS_LIMITS_H

enum
{
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE) MAX_##CODE = VALUE,
#include "limits.def"
};

#endif /* LK_LOOPS_LIMITS_H */
