/* Memory that holds the handle is released.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return the place that VALUE, an SSA value, was read from; or NULL.  */
static const struct lk_path *
place_read (const struct solver *solver, const struct lk_path *value)
{
  const struct lk_path *from
    = value->nsel || value->addend ? NULL : loaded_from (solver->context.view, value->root);
  return from && from->nsel ? from : NULL;
}

/* Return the place that VALUE, an SSA value, was read from, or in which alone it was stored.  */
static const struct lk_path *
place_of_value (struct solver *solver, const struct lk_path *value)
{
  const struct lk_path *place = place_read (solver, value);
  return place || value->addend ? place : value_own_place (&solver->context, value->root);
}

/* Two access paths that end alike, one through VALUE and one through the place that VALUE was
   loaded from, or is, or another load of it, lead through the same memory: both hold the
   handle.  So does what is stored in that place, if that is but one object.  GONE are the N_GONE
   ends of access paths through VALUE.  */
static void
other_ways_gone (struct solver *solver, struct scratch *s,
		 const struct lk_path *value, const struct path_rest *gone,
		 unsigned n_gone)
{
  const struct lk_path *place = value->nsel ? value : place_of_value (solver, value);
  struct path_rest rest;
  for (unsigned i = s->n_paths; i-- > 0 && place;)
    {
      const struct lk_path *p = s->paths[i];
      const struct lk_path *root = lk_path_make (solver->context.graph, p->root, 0,
						 NULL, 0);
      if (!(place_of_value (solver, root) == place && path_rest (p, root, &rest))
	  && !path_rest (p, place, &rest))
	continue;
      for (unsigned k = 0; k < n_gone; k++)
	if (rest.nsel == gone[k].nsel && !rest.weak
	    && rest.addend == gone[k].addend
	    && !memcmp (rest.sel, gone[k].sel, rest.nsel * sizeof *rest.sel))
	  {
	    scratch_remove_at (s, i);
	    break;
	  }
    }
}

void
object_contents_gone (struct solver *solver, struct scratch *s,
		      const struct lk_path *value)
{
  struct path_rest gone[SCRATCH_PATHS], rest;
  unsigned n_gone = 0;
  for (unsigned i = s->n_paths; i-- > 0;)
    if (path_rest (s->paths[i], value, &rest) && rest.nsel)
      {
	gone[n_gone++] = rest;
	scratch_remove_at (s, i);
      }
  other_ways_gone (solver, s, value, gone, n_gone);
}

/* The remaining access paths may lead through values that are not read any more and end like
   one that was passed: former ways to the same memory.  */
void
object_contents_lost (struct solver *solver, struct scratch *s,
		      const struct scratch *before, uint64_t passed)
{
  for (unsigned k = 0; k < before->n_paths; k++)
    {
      const struct lk_path *q = before->paths[k];
      if (!(passed & (UINT64_C (1) << k)) || q->nsel == 0)
	continue;
      const struct lk_path *root = lk_path_make (solver->context.graph, q->root, 0,
						 NULL, 0);
      struct path_rest rest;
      if (path_rest (q, root, &rest))
	other_ways_gone (solver, s, root, &rest, 1);
      for (unsigned i = s->n_paths; i-- > 0;)
	{
	  const struct lk_path *p = s->paths[i];
	  struct scratch other;
	  if (p->nsel == 0
	      || solver->context.graph->vars[p->root].class_ != LK_VAR_VALUE
	      || q->sel[q->nsel - 1] != p->sel[p->nsel - 1]
	      || q->addend != p->addend)
	    continue;
	  memset (&other, 0, sizeof other);
	  other.paths[other.n_paths++]
	    = lk_path_make (solver->context.graph, p->root, 0, NULL, 0);
	  if (solver_names_dead (solver, &other))
	    scratch_remove_at (s, i);
	}
    }
}

static bool
operand_touches (const struct lk_operand *op, lk_var root)
{
  return op->kind == LK_PATH && op->path->root == root;
}

/* Then the loop repeats because the call failed, whatever it tests to know that: do { } while
   (unlikely ()).  All of the variable counts: code that reads the second end of a pipe has the
   first, too.  */
bool
object_untouched (struct solver *solver, const struct lk_path *place)
{
  const struct lk_event *filled = solver->context.obligation->event;
  for (const struct node *n = solver->current; n; n = n->parent)
    {
      const struct lk_block *bl = &solver->context.graph->blocks[n->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev == filled)
	    continue;
	  if (operand_touches (&ev->src, place->root))
	    return false;
	  for (uint32_t k = 0; k < ev->n_args; k++)
	    if (operand_touches (&ev->args[k], place->root))
	      return false;
	}
    }
  return true;
}
