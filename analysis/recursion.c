/* Summaries of functions that call each other.

   A summary that is asked for while it is being made answers with the outcomes
   found so far.  Who is made from such an answer is *unfinished*: part of the
   recursion that the *head* began, the summary furthest out among those used.
   The head goes round: all of it is made again, each summary once a round, until
   no answer that was used has changed.  Then all that took part in the last
   round is done, not only the head.

   One summary is one entry shape, so few functions can be many: of hsqldb's hash
   map two functions that call each other had 800.  When each of these went round
   by itself, within the rounds of all those further out, they were made 32,500
   times; now 3,800 times, and far fewer since no function is followed into itself
   with something else known each time, more than MAX_BUSY times.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "engine-internal.h"

/* No round has this number.  */
#define NO_ROUND 0

static unsigned
count_outcomes (const struct outcome *o, uint64_t *weight)
{
  unsigned n = 0;
  *weight = 0;
  for (; o; o = o->next)
    {
      n++;
      *weight += (uint64_t) o->result.hi - (uint64_t) o->result.lo;
    }
  return n;
}

bool
recursion_knows (struct lk_unit *unit, struct summary *sum)
{
  if (sum->busy)
    {
      sum->used_while_busy = true;
      if (sum->level < unit->lowest_used)
	unit->lowest_used = sum->level;
      return true;
    }
  if (sum->done)
    return true;
  if (sum->round != unit->round)
    return false;
  if (sum->lowest_used < unit->lowest_used)
    unit->lowest_used = sum->lowest_used;
  return true;
}

/* Make SUM once.  What has been used of it and is no longer so is noted.  */
static void
make (struct solver *caller, struct summary *sum, struct prepared *prep)
{
  uint64_t before_weight, after_weight;
  unsigned before = count_outcomes (sum->outcomes, &before_weight);
  sum->used_while_busy = false;
  stage_enter (caller->unit, LK_STAGE_SUMMARY, sum->function);
  summary_solve (caller, sum, prep);
  stage_leave (caller->unit);
  if (sum->used_while_busy
      && (count_outcomes (sum->outcomes, &after_weight) != before
	  || before_weight != after_weight))
    caller->unit->moved = true;
}

/* The recursion whose head has gone round for the last time is what is on the
   list before END.  */
static void
finish (struct lk_unit *unit, struct summary *end)
{
  while (unit->unfinished != end)
    {
      struct summary *s = unit->unfinished;
      unit->unfinished = s->next_unfinished;
      s->unfinished = false;
      /* The last round had no use for the others.  */
      if (s->round == unit->round)
	s->done = true;
      else
	s->round = NO_ROUND;
    }
}

void
recursion_settle (struct solver *caller, struct summary *sum,
		  struct prepared *prep)
{
  struct lk_unit *unit = caller->unit;
  struct function_info *info = function_info (unit, sum->function);
  unsigned outer_used = unit->lowest_used;
  uint32_t outer_round = unit->round;
  bool outer_moved = unit->moved;
  struct summary *outer_unfinished = unit->unfinished;
  sum->level = unit->busy_level++;
  sum->busy = true;
  info->n_busy++;
  unsigned rounds = 0;
  for (;;)
    {
      unit->lowest_used = UINT32_MAX;
      unit->moved = false;
      make (caller, sum, prep);
      rounds++;
      if (unit->lowest_used < sum->level || !unit->moved)
	break;
      if (rounds == MAX_ROUNDS)
	{
	  limit_met (unit, sum->function, LIMIT_ROUNDS);
	  break;
	}
      unit->round = ++unit->n_rounds;
    }
  unit->busy_level--;
  info->n_busy--;
  sum->busy = false;
  sum->lowest_used = unit->lowest_used;
  if (sum->lowest_used >= sum->level)
    {
      finish (unit, outer_unfinished);
      sum->done = true;
      unit->round = outer_round;
      unit->moved = outer_moved;
      unit->lowest_used = outer_used;
      return;
    }
  /* Part of a recursion that began further out, and so is what it was made
     from.  */
  for (struct summary *s = unit->unfinished; s != outer_unfinished;
       s = s->next_unfinished)
    if (s->round == unit->round)
      s->round = outer_round;
  unit->round = outer_round;
  unit->moved |= outer_moved || rounds > 1;
  sum->round = outer_round;
  if (!sum->unfinished)
    {
      sum->unfinished = true;
      sum->next_unfinished = unit->unfinished;
      unit->unfinished = sum;
    }
  if (outer_used < unit->lowest_used)
    unit->lowest_used = outer_used;
}
