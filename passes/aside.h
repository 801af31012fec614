/* Inline functions that nobody calls in the unit, in a process of their own
   (aside.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ASIDE_H
#define LK_ASIDE_H

#include "passes.h"

/* Look for such functions when the unit has been parsed.  OPTIONS must live until the compiler
   ends.  */
void lk_aside_init (struct lk_pass_options *);
/* The unit has been analysed in another process, and all of that told.  */
bool lk_aside_told (void);
/* This is that process: send what it has found, and end it.  */
void lk_aside_end (void);

#endif /* LK_ASIDE_H */
