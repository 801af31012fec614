/* What builds with --enable-checking check beyond what the others do.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CHECKING_H
#define LK_CHECKING_H

#include "lk-config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Say on stderr that CONDITION, at LINE of FILE, does not hold, and abort.  */
void lk_check_failed (const char *file, int line, const char *condition)
  __attribute__ ((noreturn, cold));

/* The author of the code holds that CONDITION is true here; it must have no effect.  */
#if LK_CHECKING
#define LK_CHECK(CONDITION) \
  ((CONDITION) ? (void) 0 : lk_check_failed (__FILE__, __LINE__, #CONDITION))
#else
#define LK_CHECK(CONDITION) ((void) sizeof (!(CONDITION)))
#endif

#ifdef __cplusplus
}
#endif
#endif /* LK_CHECKING_H */
