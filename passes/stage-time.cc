/* The processor time of each stage of the analysis, for "verbose".

   A stage that is entered within another one stops the clock of that one: solving a callee for a
   summary is no time of the caller's solver.  Nothing is measured unless it is wanted, because a
   unit enters a stage some 100,000 times.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "fork.h"

static bool measuring;
static clock_t since;		/* The time that is not charged yet.  */
static auto_vec<enum lk_stage> inside;
static clock_t spent[LK_STAGE_REPORT + 1];

/* Charge what has passed to the stage in hand.  */
static void
charge ()
{
  clock_t now = clock ();
  spent[inside.is_empty () ? LK_STAGE_UNIT : inside.last ()] += now - since;
  since = now;
}

void
lk_times_begin (clock_t start)
{
  measuring = true;
  since = start;
  inside.truncate (0);
  memset (spent, 0, sizeof spent);
}

void
lk_times_enter (enum lk_stage stage)
{
  if (!measuring)
    return;
  charge ();
  inside.safe_push (stage);
}

void
lk_times_leave ()
{
  if (!measuring || inside.is_empty ())
    return;
  charge ();
  inside.pop ();
}

void
lk_times_end (struct lk_times *times)
{
  charge ();
  measuring = false;
  for (unsigned i = 0; i <= LK_STAGE_REPORT; i++)
    times->seconds[i] = (double) spent[i] / CLOCKS_PER_SEC;
}
