/* The effect of a function on a handle that is passed to it, from its summary for a handle of any
   kind.

   The summary has no conditions on entry, so its outcomes say under which conditions the handle
   is still held when the function returns.  Where these tell it apart by the result or by one
   argument, the function releases the handle, or keeps it, under the opposite condition.  If it
   may do so under the same condition, too, the effect is unknown there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "derive.h"

bool
place_of_path (const struct portable_path *path, struct lk_place *place)
{
  if (path->root == ROOT_GLOBAL || path->nsel > LK_PLACE_MAX || path->addend != 0
      || path->referred || (path->root == ROOT_FORMAL && path->index >= INT16_MAX))
    return false;
  memset (place, 0, sizeof *place);
  place->base = path->root == ROOT_RESULT ? 0 : (int16_t) (path->index + 1);
  place->nsel = (uint8_t) path->nsel;
  for (unsigned i = 0; i < path->nsel; i++)
    {
      if (path->sel[i] != LK_ANY && (path->sel[i] > INT32_MAX || path->sel[i] < INT32_MIN))
	return false;
      place->sel[i] = path->sel[i];
    }
  return true;
}

/* Return true if with outcome O of DRAFT's function the caller holds the handle, and no other
   code does.  */
static bool
is_held (const struct draft *draft, const struct outcome *o)
{
  bool elsewhere = false;
  for (unsigned i = 0; i < o->n_paths; i++)
    elsewhere |= (o->paths[i].root == ROOT_GLOBAL
		  || (o->paths[i].root == ROOT_RESULT && o->paths[i].nsel && !draft->returns_new));
  /* A lock is where it is.  */
  return o->kind == OUT_HELD && !o->assumed && (!elsewhere || draft->lock);
}

/* Return the values at PATH that WHEN allows.  */
static struct lk_range
range_at (const struct portable_conditions *when, const struct portable_path *path)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (!c->code && !c->given && !compare_portable (&c->path, path))
	return c->range;
    }
  return LK_RANGE_ALL;
}

struct lk_range
formal_range (const struct portable_conditions *when, uint32_t index)
{
  struct portable_path formal = { .root = ROOT_FORMAL, .index = index };
  return range_at (when, &formal);
}

/* The outcomes of SUM: with some of them the caller of DRAFT's function still holds the handle,
   with others it does not.  The values of the result, or at the place TESTED when the function is
   called, may tell which.  */
struct sides
{
  const struct draft *draft;
  const struct summary *sum;
  const struct portable_path *tested;	/* NULL: the result.  */
  bool alone;			/* It holds it only if the handle is nowhere else.  */
};

static bool
holds (const struct sides *sides, const struct outcome *o)
{
  return is_held (sides->draft, o) && !(sides->alone && o->n_paths);
}

static struct lk_range
outcome_range (const struct sides *sides, const struct outcome *o)
{
  return sides->tested ? range_at (&o->when, sides->tested) : o->result;
}

/* Store the hull of the values with which the caller still holds the handle, if HELD, or does not,
   in *HULL; false if no outcome is such.  */
static bool
hull_of (const struct sides *sides, bool held, struct lk_range *hull)
{
  bool any = false;
  for (const struct outcome *o = sides->sum->outcomes; o; o = o->next)
    {
      if (o->thrown || holds (sides, o) != held)
	continue;
      struct lk_range r = outcome_range (sides, o);
      *hull = any ? range_hull (hull, &r) : r;
      any = true;
    }
  return any;
}

/* Return true if an outcome with which the caller still holds the handle, if HELD, or does not, has
   a value in RANGE.  */
static bool
may_be_within (const struct sides *sides, bool held, const struct lk_range *range)
{
  for (const struct outcome *o = sides->sum->outcomes; o; o = o->next)
    {
      struct lk_range r = outcome_range (sides, o);
      if (!o->thrown && holds (sides, o) == held && range_intersect (&r, range))
	return true;
    }
  return false;
}

/* Store the values with which the caller does not hold the handle any more in *RANGE; false if they
   do not tell.  *OPEN: it may not hold it with other values, too.  */
static bool
range_of_end (const struct sides *sides, struct lk_range *range, bool *open)
{
  struct lk_range held, ended;
  if (!hull_of (sides, true, &held) || !hull_of (sides, false, &ended))
    return false;
  *open = may_be_within (sides, false, &held);
  if (!range_is_all (&held) && range_complement (&held, range))
    return true;
  *range = ended;
  return !*open && !may_be_within (sides, true, &ended);
}

/* Return true if with an outcome that has no value of the subject in RANGE the caller still holds
   the handle: the subject decides.  */
static bool
held_beyond (const struct sides *sides, const struct lk_range *range)
{
  for (const struct outcome *o = sides->sum->outcomes; o; o = o->next)
    {
      struct lk_range r = outcome_range (sides, o);
      if (!o->thrown && holds (sides, o) && !range_intersect (&r, range))
	return true;
    }
  return false;
}

/* If a member of another argument decides whether the function may take the handle at PATH, an
   argument, store that in VERDICT and return true: a list copies what it is given, or keeps it.  A
   caller that does not know the member is not to report the handle: it is taken, not released.  */
static bool
member_decides (const struct draft *draft, const struct portable_path *path,
		struct verdict *verdict)
{
  struct lk_graph *g = draft->view->graph;
  struct sides sides = { .draft = draft, .sum = verdict->summary, .alone = true };
  if (draft->lock || path->root != ROOT_FORMAL || path->nsel)
    return false;
  for (const struct outcome *o = verdict->summary->outcomes; o; o = o->next)
    for (unsigned i = 0; i < o->when.n; i++)
      {
	const struct portable_condition *c = &o->when.all[i];
	struct lk_range range;
	sides.tested = &c->path;
	if (c->code || c->given || c->path.root != ROOT_FORMAL || c->path.nsel != 1
	    || c->path.addend || c->path.sel[0] == LK_ANY || c->path.index == path->index
	    || !hull_of (&sides, false, &range) || range_is_all (&range)
	    || !held_beyond (&sides, &range)
	    || place_assigned (draft->view, lk_path_make (g, g->formals[c->path.index], 1,
							  c->path.sel, 0)))
	  continue;
	verdict->condition = (struct lk_condition) { .base = (int16_t) (c->path.index + 1),
						     .nsel = 1, .sel = { c->path.sel[0] },
						     .range = range };
	verdict->escaped = true;
	verdict->released = verdict->moves = verdict->open_else = false;
	return true;
      }
  return false;
}

/* If the result decides whether the handle at PATH, an argument, is also elsewhere than with the
   caller, store that in VERDICT and return true: it is taken then, perhaps stored behind another
   argument (a list).  */
static bool
result_decides (const struct draft *draft, const struct portable_path *path,
		struct verdict *verdict)
{
  struct sides sides = { .draft = draft, .sum = verdict->summary, .alone = true };
  struct lk_range range;
  bool open;
  if (draft->lock || path->root != ROOT_FORMAL || path->nsel
      || !range_of_end (&sides, &range, &open) || open)
    return false;
  verdict->condition = (struct lk_condition) { .base = 0, .range = range };
  verdict->escaped = true;
  verdict->released = verdict->moves = verdict->open_else = false;
  return true;
}

/* Store under which condition the caller does not hold the handle any more, which was at PATH, in
   VERDICT; false if there is none.  */
static bool
find_condition (const struct draft *draft, const struct portable_path *path,
		struct verdict *verdict)
{
  uint32_t n = draft->view->graph->n_formals;
  bool found = false;
  for (uint32_t base = 0; base <= n && base < INT16_MAX; base++)
    {
      struct portable_path formal = { .root = ROOT_FORMAL, .index = base - 1 };
      struct sides sides = { .draft = draft, .sum = verdict->summary,
			     .tested = base ? &formal : NULL };
      struct lk_range range;
      bool open;
      /* The handle is valid.  */
      if ((path->root == ROOT_FORMAL && base == path->index + 1)
	  || !range_of_end (&sides, &range, &open)
	  || (found && open))
	continue;
      found = true;
      verdict->condition = (struct lk_condition) { .base = (int16_t) base, .range = range };
      verdict->open_else = open;
      if (!open)
	return true;
    }
  return (result_decides (draft, path, verdict) || member_decides (draft, path, verdict) || found);
}

/* Record in VERDICT where the handle, which was at PATH, is held by outcome O.  */
static void
judge_held (const struct outcome *o, const struct portable_path *path, struct verdict *verdict)
{
  bool stays = path->nsel == 0;
  for (unsigned i = 0; i < o->n_paths; i++)
    {
      if (!compare_portable (&o->paths[i], path))
	stays = true;
      else
	verdict->moves = true;
    }
  /* The place is overwritten, or the memory around it released: a caller is not to report that
     (call_by_summary).  */
  if (!stays && !verdict->moves)
    verdict->escaped = true;
  verdict->stays |= stays;
}

/* Return true if VERDICT is that the handle is released unless a number of elements is 0 or less:
   then it is taken to be released (call_by_summary, count_decides).  */
static bool
unless_empty (const struct draft *draft, const struct verdict *verdict)
{
  const struct lk_graph *g = draft->view->graph;
  const struct lk_condition *c = &verdict->condition;
  struct lk_range some = range_of_compare (LK_GT, 0);
  return (verdict->conditional && verdict->released && !verdict->open_else && !draft->lock
	  && (!verdict->kind || verdict->kind->memory)
	  && c->base > 0 && !c->nsel && lk_range_within (&some, &c->range)
	  && bounds_loop (g, g->formals[c->base - 1]));
}

void
judge_path (struct draft *draft, const struct portable_path *path, struct verdict *verdict)
{
  memset (verdict, 0, sizeof *verdict);
  draft->unit->lent = NULL;
  const struct summary *sum
    = summary_of_entry (draft->unit, draft->function,
			draft->lock ? draft->lock : draft->lends ? &kind_lent : &kind_anything,
			path, path->nsel != 0);
  verdict->lent = draft->unit->lent;
  if (!sum || !sum->done || sum->left_out)
    return;
  verdict->known = true;
  verdict->summary = sum;
  bool first = true;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      if (o->thrown)
	continue;
      if (o->kind == OUT_RELEASED)
	{
	  const struct lk_kind *kind
	    = kind_is_anything (o->kind_released) ? NULL : o->kind_released;
	  verdict->kind = first || verdict->kind == kind ? kind : NULL;
	  verdict->released = true;
	  first = false;
	}
      else if (!is_held (draft, o))
	verdict->escaped = true;
      else if (draft->lock)
	verdict->stays = true;
      else
	judge_held (o, path, verdict);
    }
  if ((verdict->released || verdict->escaped) && (verdict->stays || verdict->moves))
    {
      verdict->conditional = find_condition (draft, path, verdict);
      verdict->known = verdict->conditional;
      if (unless_empty (draft, verdict))
	verdict->conditional = verdict->stays = verdict->moves = false;
    }
}
