/* The limits of the passes: constants and codes.  limits.def is the table.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_GCC_LIMITS_H
#define LK_PASSES_GCC_LIMITS_H

#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) static const unsigned MAX_##CODE = VALUE;
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE) static const unsigned MAX_##CODE = VALUE;
#include "limits.def"

enum lk_limit
{
#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) LK_LIMIT_##CODE,
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE)
#include "limits.def"
  LK_N_LIMITS
};

#endif /* LK_PASSES_GCC_LIMITS_H */
