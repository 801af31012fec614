/* The effect of a function on a handle that is passed to it, from its summary for a handle of any
   kind.

   The summary has no conditions on entry, so its outcomes say under which conditions the handle
   is still held when the function returns.  Heuristic: where these tell it apart by the result
   or by one argument, the function is taken to release the handle, or to keep it, under the
   opposite condition.  Wrong if it also releases under the same condition; then a leak is
   reported on a path that has none.

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
  return o->kind == OUT_HELD && !o->assumed && !elsewhere;
}

/* The values of formal INDEX with which outcome O comes about.  */
static struct lk_range
formal_range (const struct outcome *o, uint32_t index)
{
  for (unsigned i = 0; i < o->when.n; i++)
    {
      const struct portable_condition *c = &o->when.all[i];
      if (c->path.root == ROOT_FORMAL && c->path.index == index && c->path.nsel == 0
	  && c->path.addend == 0 && !c->code && !c->after && !c->given)
	return c->range;
    }
  return LK_RANGE_ALL;
}

/* Store the opposite of a condition that all outcomes of SUM, of a handle at PATH, with the handle
   still held have in common in *CONDITION; false if there is none.  */
static bool
opposite_of_held (const struct draft *draft, const struct summary *sum,
		  const struct portable_path *path, struct lk_condition *condition)
{
  uint32_t n = draft->view->graph->n_formals;
  for (uint32_t base = 0; base <= n && base < INT16_MAX; base++)
    {
      /* The handle is valid.  */
      if (base == path->index + 1)
	continue;
      struct lk_range hull;
      bool any = false;
      for (const struct outcome *o = sum->outcomes; o; o = o->next)
	{
	  if (!is_held (draft, o) || o->thrown)
	    continue;
	  struct lk_range r = base ? formal_range (o, base - 1) : o->result;
	  hull = any ? range_hull (&hull, &r) : r;
	  any = true;
	}
      condition->base = (int16_t) base;
      if (any && !range_is_all (&hull) && range_complement (&hull, &condition->range))
	return true;
    }
  return false;
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

void
judge_path (struct draft *draft, const struct portable_path *path, struct verdict *verdict)
{
  memset (verdict, 0, sizeof *verdict);
  const struct summary *sum
    = summary_of_entry (draft->unit, draft->function, &kind_anything, path, path->nsel != 0);
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
	    = o->kind_released == &kind_anything ? NULL : o->kind_released;
	  verdict->kind = first || verdict->kind == kind ? kind : NULL;
	  verdict->released = true;
	  first = false;
	}
      else if (!is_held (draft, o))
	verdict->escaped = true;
      else
	judge_held (o, path, verdict);
    }
  if ((verdict->released || verdict->escaped) && (verdict->stays || verdict->moves))
    {
      verdict->conditional = opposite_of_held (draft, sum, path, &verdict->condition);
      verdict->known = verdict->conditional;
    }
}
