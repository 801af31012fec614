/* Summaries of functions that call each other: a fixed point.

   A summary that is queried while it is being made answers with the outcomes found so far.  A
   summary made from such an answer is *unfinished*: part of the recursion that began at the
   *head*, the outermost summary among those used.  The head iterates: every summary of the
   component is recomputed once per round until no summary that was used has changed.  Then all
   that took part in the last round is done, not only the head.

   A summary belongs to one entry state, so few functions can have many: two functions of
   hsqldb's hash map that call each other had 800.  Rounds of each summary inside the rounds of
   all outer ones made them 32,500 times; one common round makes them 3,800 times, and
   MAX_ENTRY_STATES reduces that further.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "summary-internal.h"

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

/* Make SUM once.  If an answer that was used of it has changed, note that.  */
static void
make (struct solver *caller, struct summary *sum, struct function_view *view)
{
  uint64_t before_weight, after_weight;
  unsigned before = count_outcomes (sum->outcomes, &before_weight);
  sum->used_while_busy = false;
  stage_enter (caller->context.unit, LK_STAGE_SUMMARY, sum->function);
  summary_solve (caller, sum, view);
  stage_leave (caller->context.unit);
  if (sum->used_while_busy
      && (count_outcomes (sum->outcomes, &after_weight) != before
	  || before_weight != after_weight))
    caller->context.unit->moved = true;
}

/* The head has iterated for the last time: the recursion is what is on the list before END.  */
static void
finish (struct lk_unit *unit, struct summary *end)
{
  while (unit->unfinished != end)
    {
      struct summary *s = unit->unfinished;
      unit->unfinished = s->next_unfinished;
      s->unfinished = false;
      /* The last round did not use the others.  */
      if (s->round == unit->round)
	s->done = true;
      else
	s->round = NO_ROUND;
    }
}

void
recursion_settle (struct solver *caller, struct summary *sum,
		  struct function_view *view)
{
  struct lk_unit *unit = caller->context.unit;
  unsigned outer_used = unit->lowest_used;
  uint32_t outer_round = unit->round;
  bool outer_moved = unit->moved;
  struct summary *outer_unfinished = unit->unfinished;
  unit->stats.summaries += !sum->begun;
  sum->begun = true;
  sum->level = unit->busy_level++;
  sum->busy = true;
  unsigned rounds = 0;
  for (;;)
    {
      unit->lowest_used = UINT32_MAX;
      unit->moved = false;
      make (caller, sum, view);
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
  /* SUM and its parts belong to a recursion that began further out.  */
  for (struct summary *s = unit->unfinished; s != outer_unfinished;
       s = s->next_unfinished)
    {
      if (s->round == unit->round)
	s->round = outer_round;
      if (s->lowest_used > sum->lowest_used)
	s->lowest_used = sum->lowest_used;
    }
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
